"""What counts of a judge's reply: every row once, and spans that stand in what was shown.

What is wrong goes back to the judge as a list of errors, like with every reply. Of the second reply
each row counts by itself: one that is wrong still is *not judged*, and harms no other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from wiki_builder.analysis.parse import Unusable, parse
from wiki_builder.analysis.problems import not_once
from wiki_builder.analysis.rows import MOST_ERRORS, strangers, whole
from wiki_builder.core.values.bilingual import LANGUAGES, Language
from wiki_builder.core.values.checks import Verdict
from wiki_builder.core.values.fulltext import Passage
from wiki_builder.grounding.judge.reply import JudgedRow, JudgedWording, JudgeReply
from wiki_builder.grounding.judge.request import JudgeRow
from wiki_builder.grounding.quotes import Searchable, stands

LONGEST_REASON: Final = 160  # characters; fifteen words are about a hundred
LONGEST_SPAN: Final = 600

Verdicts: TypeAlias = Mapping[str, tuple[Verdict, ...]]
"""By row, the verdicts on the languages that it has; none for a row that is not judged."""


def judged(raw: str, rows: Sequence[JudgeRow], passages: Sequence[Passage]) -> Verdicts | Unusable:
    """The verdicts in ``raw``, a judge's whole answer, if nothing is wrong with any of them."""
    return whole(_found(raw, rows, passages))


def judged_in_part(
    raw: str, rows: Sequence[JudgeRow], passages: Sequence[Passage]
) -> Verdicts | Unusable:
    """The same of a reply that is the last one: rows that are wrong are not judged.

    Unusable only if no row is right.
    """
    found = _found(raw, rows, passages)
    if isinstance(found, Unusable):
        return found
    verdicts, errors = found
    return verdicts if any(verdicts.values()) or not errors else Unusable(errors[:MOST_ERRORS])


def _found(
    raw: str, rows: Sequence[JudgeRow], passages: Sequence[Passage]
) -> tuple[dict[str, tuple[Verdict, ...]], tuple[str, ...]] | Unusable:
    """By row its verdicts, empty where something is wrong with them, and all that is wrong."""
    reply = parse(raw, JudgeReply)
    if isinstance(reply, Unusable):
        return reply
    places = tuple(map(Searchable, passages))
    asked = {row.id: row for row in rows}
    said = {row.id: row for row in reply.rows}
    times = Counter(row.id for row in reply.rows)
    errors = strangers(times, asked)
    verdicts: dict[str, tuple[Verdict, ...]] = {}
    for id_, row in asked.items():
        wrong = list(_of_row(row, said.get(id_), times[id_], places))
        verdicts[id_] = () if wrong else _verdicts(said[id_])
        errors += wrong
    return verdicts, tuple(dict.fromkeys(errors))


def _of_row(
    row: JudgeRow, said: JudgedRow | None, times: int, places: Sequence[Searchable]
) -> Iterator[str]:
    if said is None or times > 1:
        yield not_once(row.id, times)
        return
    own = (Searchable(Passage(row.passage, row.quote)), *places)
    for language in LANGUAGES:
        wording, verdict = _of(row, language), _said(said, language)
        if wording and verdict is None:
            yield f"rows: the row {row.id} has no verdict on {language}"
        elif verdict is not None and not wording:
            yield f"rows: the row {row.id} has no {language}; judge only what it has"
        elif verdict is not None:
            yield from (f"rows: {row.id}.{language}: {what}" for what in _wrong(verdict, own))


def _wrong(said: JudgedWording, places: Sequence[Searchable]) -> Iterator[str]:
    if said.says != "supported" and not any(character.isalpha() for character in said.reason):
        yield f"reason: say in words why it is {said.says}"
    if said.says == "not_said" and not said.span:
        return
    if not said.span:
        yield f"span: is empty; copy the words that decide that it is {said.says}"
    elif len(said.span) > LONGEST_SPAN:
        yield f"span: is {len(said.span)} characters long; copy only the words that decide"
    elif not any(stands(said.span, place) for place in places):
        yield (
            f"span: {said.span[:80]!r} stands neither in the quote nor in a passage; copy the words"
            " character by character"
        )


def _verdicts(said: JudgedRow) -> tuple[Verdict, ...]:
    found = ((language, _said(said, language)) for language in LANGUAGES)
    return tuple(
        Verdict(language, one.says, _short(one.reason), _span(one))
        for language, one in found
        if one is not None
    )


def _span(said: JudgedWording) -> str:
    return "" if said.says == "not_said" else " ".join(said.span.split())


def _of(row: JudgeRow, language: Language) -> str:
    return row.en if language == "en" else row.zh


def _said(row: JudgedRow, language: Language) -> JudgedWording | None:
    return row.en if language == "en" else row.zh


def _short(reason: str) -> str:
    reason = " ".join(reason.split())
    return reason if len(reason) <= LONGEST_REASON else f"{reason[: LONGEST_REASON - 1]}…"
