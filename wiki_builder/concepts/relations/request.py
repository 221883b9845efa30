"""What a model is asked about pairs of findings: a row each, with wording, quote and measured row
of both.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from wiki_builder.analysis.request import Request, prompts, schema_of
from wiki_builder.concepts.relations.pairs import Pair, Stated
from wiki_builder.concepts.relations.reply import RelationReply
from wiki_builder.core.values.bilingual import LANGUAGES, digest

RELATION_PROMPT = "relation/1"
PACKAGE = "wiki_builder.concepts.relations"


def relation_request(paper: str, pairs: Sequence[Pair]) -> Request:
    """The request about the ``pairs`` of one paper; equal pairs make the same request."""
    schema, lines = schema_of(RelationReply), [*map(_line, range(1, len(pairs) + 1), pairs)]
    templates = prompts(PACKAGE)
    return Request(
        task="relation",
        subject=paper,
        text=digest("\0".join(lines), 16),
        prompt=RELATION_PROMPT,
        schema=digest(schema),
        terms="",
        system=templates.get_template("relation-system.txt.j2").render(),
        user=templates.get_template("relation.txt.j2").render(lines=lines, schema=schema),
        form=schema,
    )


def _line(number: int, pair: Pair) -> str:
    told = {"id": str(number), "a": _told(pair.ours), "b": _told(pair.theirs)}
    return json.dumps(told, ensure_ascii=False)


def _told(side: Stated) -> dict[str, Any]:
    row = {name: value for name, value in asdict(side.row).items() if value} if side.row else {}
    told: dict[str, Any] = {"paper": side.title}
    told |= {language: side.text[language] for language in LANGUAGES}
    return told | {"quote": side.quote} | ({"row": row} if row else {})
