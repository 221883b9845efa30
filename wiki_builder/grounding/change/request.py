"""What a model is asked about a new version: what does not stand in it, and the passages nearest to
that.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any, Final

from wiki_builder.analysis.request import Request, prompts, schema_of
from wiki_builder.core.values.analysis import Claim
from wiki_builder.core.values.announcement import Version
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual, digest
from wiki_builder.core.values.fulltext import FullText, Passage
from wiki_builder.fulltext.choose import nearest
from wiki_builder.grounding.change.laid import Laid, fields_of
from wiki_builder.grounding.change.reply import ChangeReply

CHANGE_PROMPT = "change/1"
PACKAGE = "wiki_builder.grounding.change"
MOST_TOKENS: Final = 8_000  # of the passages


def change_request(
    subject: str,
    earlier: Version,
    version: Version,
    text: FullText,
    laid: Laid,
    max_tokens: int = MOST_TOKENS,
    terms: tuple[Bilingual, ...] = (),
) -> Request:
    """The request for what is ``lost`` of ``earlier`` in ``version``, whose text is ``text``; the
    same version and the same losses make the same one.
    """
    schema, lines = schema_of(ChangeReply), [*_lines(laid)]
    passages = shown(text, laid, min(max_tokens, MOST_TOKENS))
    templates = prompts(PACKAGE)
    said = [f"{passage.id}\1{passage.text}" for passage in passages]
    return Request(
        task="change",
        subject=subject,
        text=digest("\0".join((text.hash, *said, *lines)), 16),
        prompt=CHANGE_PROMPT,
        schema=digest(schema),
        terms=digest("\n".join(f"{t.en}\t{t.zh}" for t in terms)) if terms else "",
        system=templates.get_template("change-system.txt.j2").render(),
        user=templates.get_template("change.txt.j2").render(
            version=version,
            earlier=earlier if earlier.abstract != version.abstract else None,
            passages=passages,
            lines=lines,
            abstract="abstract" in laid.fields,
            terms=terms,
            schema=schema,
        ),
        form=schema,
    )


def shown(text: FullText, laid: Laid, budget: int) -> tuple[Passage, ...]:
    """The passages of the new text to show: its abstract, and those nearest to what was lost."""
    fields = fields_of(laid.analysis)
    told = [f"{claim.evidence.quote} {claim.text.en}" for claim in laid.asked]
    told += [fields[name].en for name in laid.fields if name in fields]
    return nearest(text, told, budget)


def _lines(laid: Laid) -> Iterator[str]:
    for claim in laid.asked:
        yield _line(_of_claim(claim))
    fields = fields_of(laid.analysis)
    for name in laid.fields:
        if name in fields:
            yield _line({"id": name, "text": _pair(fields[name])})


def _of_claim(claim: Claim) -> dict[str, Any]:
    row = {name: value for name, value in asdict(claim.row).items() if value} if claim.row else None
    return {
        "id": claim.id,
        "part": claim.part,
        "quote": claim.evidence.quote,
        "text": _pair(claim.text),
        "label": _pair(claim.label) if claim.label else None,
        "substeps": _pairs(claim.substeps),
        "row": row,
    }


def _line(told: dict[str, Any]) -> str:
    return json.dumps({name: value for name, value in told.items() if value}, ensure_ascii=False)


def _pairs(all_: Sequence[Bilingual]) -> list[dict[str, str]]:
    return [_pair(both) for both in all_]


def _pair(both: Bilingual) -> dict[str, str]:
    return {language: both[language] for language in LANGUAGES}
