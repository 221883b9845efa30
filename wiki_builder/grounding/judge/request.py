"""What a judge is asked about one paper: its passages once, then a row for each statement.

A judge is told neither what rules found nor who wrote the statements.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from wiki_builder.analysis.request import Request, prompts, schema_of
from wiki_builder.core.values.bilingual import digest
from wiki_builder.core.values.fulltext import Passage
from wiki_builder.grounding.judge.reply import JudgeReply

JUDGE_PROMPT = "judge/1"
REVIEW_PROMPT = "review/1"
PACKAGE = "wiki_builder.grounding.judge"


@dataclass(frozen=True, slots=True)
class JudgeRow:
    """One statement to be judged, in the languages that it has; the other one is empty.

    ``id`` is a claim's, or says what else is judged (``summary``, ``row:r3f9a2c1``).
    ``quote`` and ``passage`` are its evidence; both are empty for a field that quotes nothing,
    which is held against all passages.
    """

    id: str
    quote: str
    passage: str
    en: str
    zh: str

    @property
    def hash(self) -> str:
        """Changes with anything that is judged: a verdict holds for these very words."""
        return digest(f"{self.quote}\0{self.en}\0{self.zh}")


def judge_request(
    subject: str, text_hash: str, passages: Sequence[Passage], rows: Sequence[JudgeRow]
) -> Request:
    """The request for verdicts on ``rows``; equal rows on equal passages make the same request.

    ``subject`` is the paper's id, ``text_hash`` that of the text which the passages are of.
    """
    lines, reply = map(_line, rows), JudgeReply
    return rows_request("judge", JUDGE_PROMPT, subject, text_hash, passages, lines, reply)


def review_request(subject: str, claims: Sequence[Passage], rows: Sequence[JudgeRow]) -> Request:
    """The same of sentences written from claims of several papers: ``passages`` are the claims with
    their quotes, and a row's ``passage`` names those that it cites. ``subject`` is what the
    sentences are of.
    """
    lines, reply = map(_line, rows), JudgeReply
    return rows_request("judge", REVIEW_PROMPT, subject, "", claims, lines, reply, True)


def rows_request(
    templates: str,
    prompt: str,
    subject: str,
    text_hash: str,
    passages: Sequence[Passage],
    rows: Iterable[str],
    reply: type[BaseModel],
    several: bool = False,
) -> Request:
    """A request about ``rows``, a line of JSON each, beside their passages: of one text, or claims
    of ``several`` papers. ``templates`` are those that word it.
    """
    schema, lines, task = schema_of(reply), list(rows), prompt.partition("/")[0]
    shown = [f"{passage.id}\1{passage.text}" for passage in passages]
    worded = prompts(PACKAGE)
    return Request(
        task=task,
        subject=subject,
        text=digest("\0".join((text_hash, *shown, *lines)), 16),
        prompt=prompt,
        schema=digest(schema),
        terms="",
        system=worded.get_template(f"{templates}-system.txt.j2").render(),
        user=worded.get_template(f"{templates}.txt.j2").render(
            passages=passages, lines=lines, schema=schema, several=several
        ),
        form=schema,
    )


def _line(row: JudgeRow) -> str:
    """A row as JSON on one line; what it does not have is left out."""
    told = {"id": row.id, "passage": row.passage, "quote": row.quote, "en": row.en, "zh": row.zh}
    return json.dumps({name: text for name, text in told.items() if text}, ensure_ascii=False)
