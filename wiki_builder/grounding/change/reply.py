"""The reply about a new version: what was lost, worded anew or dropped, and what changed.

A row counts if its words are sound and its quote stands in the new text; what is wrong goes back
once, and then that row is dropped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from wiki_builder.analysis import checks
from wiki_builder.analysis.parse import Unusable, parse
from wiki_builder.analysis.problems import not_once
from wiki_builder.analysis.reply import Both, Row, Text
from wiki_builder.analysis.rows import in_part, strangers, whole
from wiki_builder.core.values.analysis import Claim
from wiki_builder.core.values.bilingual import LANGUAGES
from wiki_builder.core.values.fulltext import FullText
from wiki_builder.grounding.change.laid import Laid
from wiki_builder.grounding.quotes import Searchable, find_quote, searchable

MOST_NEWS: Final = 2
_Maybe = Annotated[str, StringConstraints(strip_whitespace=True)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ChangedRow(_Strict):
    """One statement worded anew by the new version, or dropped."""

    id: Text
    drop: bool = False
    text: Both | None = None
    label: Both | None = Field(default=None, description="Only where the row has one.")
    substeps: list[Both] = Field(default_factory=list, max_length=8)
    row: Row | None = Field(default=None, description="Only where the row has one.")
    quote: _Maybe = Field(default="", description="Verbatim from one passage.")
    passage: _Maybe = ""


class NewsRow(_Strict):
    """What changed for a reader."""

    text: Both
    quote: Text = Field(description="Verbatim from one passage.")
    passage: Text


class ChangeReply(_Strict):
    """One request's answer: every row once, and what changed."""

    rows: list[ChangedRow]
    abstract_zh: Text | None = None
    change: list[NewsRow] = Field(default_factory=list, max_length=MOST_NEWS)


@dataclass(frozen=True, slots=True)
class Changes:
    """What counts of a reply: rows by id, those that are dropped left out, and the news."""

    rows: dict[str, ChangedRow] = field(default_factory=dict)
    news: tuple[NewsRow, ...] = ()
    abstract_zh: str = ""


def changes(raw: str, laid: Laid, text: FullText) -> Changes | Unusable:
    """What ``raw``, a model's whole answer, says of what was ``laid`` beside ``text``, if nothing
    is wrong with it.
    """
    return whole(_found(raw, laid, text))


def changes_in_part(raw: str, laid: Laid, text: FullText) -> Changes | Unusable:
    """The same of a reply that is the last one: what is wrong in it is dropped."""
    return in_part(_found(raw, laid, text))


def _found(raw: str, laid: Laid, text: FullText) -> tuple[Changes, tuple[str, ...]] | Unusable:
    reply = parse(raw, ChangeReply)
    if isinstance(reply, Unusable):
        return reply
    places = searchable(text.passages)
    rows, errors = _rows(reply, laid, places)
    wrong = {row: [*_of_quoted(row, places)] for row in reply.change}
    errors += [f"change: {row.quote[:40]!r}: {one}" for row in wrong for one in wrong[row]]
    zh = reply.abstract_zh or ""
    bad = [*checks.problems(checks.Field("abstract_zh", zh, "zh"))] if zh else []
    bad += ["is missing"] if "abstract" in laid.fields and not zh else []
    errors += [f"abstract_zh: {one}" for one in bad]
    news = tuple(row for row in wrong if not wrong[row])
    return Changes(rows, news, "" if bad else zh), tuple(dict.fromkeys(errors))


def _rows(
    reply: ChangeReply, laid: Laid, places: tuple[Searchable, ...]
) -> tuple[dict[str, ChangedRow], list[str]]:
    """The rows that are sound and not dropped, and what is wrong with the others."""
    said = {row.id: row for row in reply.rows}
    times = Counter(row.id for row in reply.rows)
    claims = {claim.id: claim for claim in laid.asked}
    asked = dict.fromkeys((*claims, *(name for name in laid.fields if name != "abstract")))
    errors = strangers(times, asked)
    rows: dict[str, ChangedRow] = {}
    for id_ in asked:
        wrong = [*_wrong(id_, claims.get(id_), said.get(id_), times[id_], places)]
        errors += wrong
        if not wrong and not said[id_].drop:
            rows[id_] = said[id_]
    return rows, errors


def _wrong(
    id_: str,
    claim: Claim | None,
    said: ChangedRow | None,
    times: int,
    places: tuple[Searchable, ...],
) -> Iterator[str]:
    """What is wrong with the answer to one row, a claim's or else a field's."""
    if said is None or times > 1:
        yield not_once(id_, times)
        return
    if said.drop:
        return
    if said.text is None:
        yield f"rows: {id_}: text is missing; give it in both languages, or drop the row"
        return
    if claim is None:
        yield from (f"rows: {id_}: {one}" for one in _of_words(id_, said.text))
        return
    if (said.label is None) != (claim.label is None):
        yield f"rows: {id_}: label: give one if, and only if, the row has one"
    yield from (f"rows: {id_}: {one}" for one in _of_quoted(said, places))
    for place, both in (("label", said.label), *(("substeps", one) for one in said.substeps)):
        if both is not None:
            yield from (f"rows: {id_}: {one}" for one in _of_words(place, both))


def _of_quoted(row: ChangedRow | NewsRow, places: tuple[Searchable, ...]) -> Iterator[str]:
    assert row.text
    yield from _of_words("text", row.text)
    if not row.quote or find_quote(row.quote, places, row.passage) is None:
        yield "quote: does not stand in the passages; copy it verbatim from one of them"


def _of_words(place: str, both: Both) -> Iterator[str]:
    kind: checks.Kind = "label" if place == "label" else "prose"
    for language in LANGUAGES:
        words = both.en if language == "en" else both.zh
        for problem in checks.problems(checks.Field(place, words, language, kind)):
            yield f"{place}.{language}: {problem}"
    if place not in ("label", "substeps") and both.en == both.zh:
        yield f"{place}: English and Chinese are the same text"
