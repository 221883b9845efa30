"""The reply about pairs of findings, and what counts of it.

A kind holds only where both sides state their conditions, in words of their quote or row, and these
are the same; otherwise the two are shown as different settings. What is wrong goes back once; of
the second reply each row counts by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from wiki_builder.analysis.parse import Unusable, parse
from wiki_builder.analysis.problems import not_once
from wiki_builder.analysis.reply import Both, Text
from wiki_builder.analysis.rows import in_part, strangers, whole
from wiki_builder.concepts import sentence
from wiki_builder.concepts.relations.pairs import Pair, Stated
from wiki_builder.core.names import key
from wiki_builder.core.values.analysis import ResultRow
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.fulltext import Passage
from wiki_builder.core.values.relation import Relation, RelationKind, Side
from wiki_builder.grounding import numbers
from wiki_builder.grounding.quotes import Searchable, stands

_Maybe = Annotated[str, StringConstraints(strip_whitespace=True)]
Says: TypeAlias = Literal[
    "unrelated", "different_setting", "contradicts", "refines", "reproduces", "fails_to_reproduce"
]


class RelatedRow(BaseModel):
    """How one pair stands; a reason that comes first is not made up for the verdict."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: Text
    reason: _Maybe = Field(default="", description="At most 20 words.")
    says: Says
    setting_a: _Maybe = Field(default="", description="Verbatim from a's quote or row.")
    setting_b: _Maybe = Field(default="", description="Verbatim from b's quote or row.")
    text: Both | None = Field(default=None, description="None for what is unrelated.")


class RelationReply(BaseModel):
    """One request's answer: every row once."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    rows: list[RelatedRow]


def related(raw: str, pairs: Sequence[Pair]) -> tuple[Relation, ...] | Unusable:
    """The relations in ``raw``, a model's whole answer, if nothing is wrong with it."""
    return whole(_found(raw, pairs))


def related_in_part(raw: str, pairs: Sequence[Pair]) -> tuple[Relation, ...] | Unusable:
    """The same of a reply that is the last one: rows that are wrong are left out."""
    return in_part(_found(raw, pairs))


def _found(
    raw: str, pairs: Sequence[Pair]
) -> tuple[tuple[Relation, ...], tuple[str, ...]] | Unusable:
    reply = parse(raw, RelationReply)
    if isinstance(reply, Unusable):
        return reply
    asked = {str(number): pair for number, pair in enumerate(pairs, 1)}
    said = {row.id: row for row in reply.rows}
    times = Counter(row.id for row in reply.rows)
    errors = strangers(times, asked)
    relations: list[Relation] = []
    for id_, pair in asked.items():
        row = said.get(id_)
        wrong = [not_once(id_, times[id_])] if row is None or times[id_] > 1 else []
        wrong += [f"rows: {id_}: {what}" for what in _wrong(row, pair)] if row else []
        errors += wrong
        if row and not wrong and row.says != "unrelated":
            relations.append(_relation(row, pair, row.says))
    return tuple(relations), tuple(dict.fromkeys(errors))


def _wrong(row: RelatedRow, pair: Pair) -> Iterator[str]:
    if row.says == "unrelated":
        return
    for name, setting, side in _settings(row, pair):
        if setting and not _states(side, setting):
            yield (
                f"{name}: {setting[:80]!r} stands neither in the quote nor in the row; copy the"
                " words character by character, or leave it empty"
            )
    if row.text is None:
        yield "text: is missing; say in both languages what each paper found"
        return
    yield from (f"text.{problem}" for problem in sentence.problems(row.text))
    yield from (f"text: {problem}" for problem in sentence.disagreements(row.text))
    sides = pair.ours, pair.theirs
    words = [part for side in sides for part in _words(side)]
    for loose in sentence.unsupported(row.text, words, [side.title for side in sides]):
        yield f"text: {loose}, which neither finding states; leave it out"


def _settings(row: RelatedRow, pair: Pair) -> tuple[tuple[str, str, Stated], ...]:
    return ("setting_a", row.setting_a, pair.ours), ("setting_b", row.setting_b, pair.theirs)


def _words(side: Stated) -> tuple[str, ...]:
    return side.text.en, side.text.zh, side.quote, *_cells(side.row)


def _cells(row: ResultRow | None) -> tuple[str, ...]:
    if row is None:
        return ()
    cells = row.dataset, row.metric, row.setting, row.value, row.unit, row.baseline
    return tuple(filter(None, cells))


def _states(side: Stated, setting: str) -> bool:
    return any(stands(setting, Searchable(Passage("", text))) for text in _stating(side))


def _stating(side: Stated) -> tuple[str, ...]:
    return side.quote, *_cells(side.row)


def _relation(row: RelatedRow, pair: Pair, says: RelationKind) -> Relation:
    assert row.text
    kind = says if same_setting(pair, row.setting_a, row.setting_b) else "different_setting"
    text = Bilingual(row.text.en, row.text.zh)
    ours, theirs = (_side(side, setting) for _, setting, side in _settings(row, pair))
    return Relation(kind, ours, theirs, text, pair.concepts)


def _side(side: Stated, setting: str) -> Side:
    return Side(side.claim, side.hash, side.quote, setting)


def same_setting(pair: Pair, ours: str, theirs: str) -> bool:
    """Whether both findings may be said to hold under the same conditions: both state them, of
    measured rows nothing differs but value and baseline, and the conditions name the same numbers,
    and names with digits (``Qwen3-8B``), or else are the same words.
    """
    if not ours or not theirs or _named(ours) != _named(theirs):
        return False
    if not any(_named(ours)) and key(ours) != key(theirs):
        return False
    a, b = pair.ours, pair.theirs
    return a.row is None or b.row is None or _conditions(a, a.row) == _conditions(b, b.row)


def _conditions(side: Stated, row: ResultRow) -> tuple[str, ...]:
    return side.dataset, key(row.metric or ""), key(row.setting or "")


def _named(setting: str) -> tuple[frozenset[str], frozenset[str]]:
    stated = frozenset(number.text for number in numbers.stated(setting))
    return stated, frozenset(map(key, numbers.names(setting)))
