"""What a judge is asked about a briefing, and what of its answer is kept.

The judge sees the cited claims with their quotes, and each sentence with what it cites; neither who
wrote it nor what rules found. :mod:`wiki_builder.stages.review` asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from wiki_builder.briefings.material import GivenClaim
from wiki_builder.briefings.texts import KINDS
from wiki_builder.concepts.articles.material import paper_of
from wiki_builder.core.values.analysis import Provenance
from wiki_builder.core.values.briefing import BRIEFING_PARTS, Briefing, BriefingSentence
from wiki_builder.core.values.fulltext import Passage
from wiki_builder.core.values.relation import Relation
from wiki_builder.grounding.judge.request import JudgeRow
from wiki_builder.grounding.judge.rows import Which
from wiki_builder.grounding.judge.verdicts import Verdicts

Claims: TypeAlias = Mapping[str, GivenClaim]
Pairs: TypeAlias = Mapping[tuple[str, ...], Relation]
"""Findings that were laid side by side, by their two claims."""


def rows_to_review(
    briefing: Briefing, which: Which, stands: Callable[[BriefingSentence], bool], pairs: Pairs
) -> tuple[JudgeRow, ...]:
    """The sentences to ask about: all that stand, or as ``doubtful`` those that put papers
    together, which no paper says.
    """
    return tuple(
        JudgeRow(id_, "", ", ".join(_cited(said, pairs)), said.text.en, said.text.zh)
        for id_, said in _sentences(briefing)
        if stands(said) and (which == "all" or len(set(map(paper_of, said.claims))) > 1)
    )


def shown_claims(
    briefing: Briefing,
    rows: Sequence[JudgeRow],
    claims: Claims,
    pairs: Pairs,
    titles: Mapping[str, str],
) -> tuple[Passage, ...]:
    """What ``rows`` rest on, each once: claims with their paper's name, words and quote, and how
    two findings were found to stand to each other.
    """
    asked = {row.id for row in rows}
    sentences = [said for id_, said in _sentences(briefing) if id_ in asked]
    cited = dict.fromkeys(id_ for said in sentences for id_ in said.claims)
    beside = {said.claims: pairs[said.claims] for said in sentences if said.claims in pairs}
    own = (
        Passage(_short(id_), f"{claim.text.en}\n“{claim.quote}”", titles.get(paper_of(id_), ""))
        for id_ in cited
        for claim in (claims[id_],)
    )
    found = (
        Passage(_pair(both), f"{KINDS[one.kind]}: {one.text.en}", "laid side by side before")
        for both, one in beside.items()
    )
    return (*own, *found)


def with_verdicts(
    briefing: Briefing, asked: Sequence[JudgeRow], verdicts: Verdicts, judge: Provenance
) -> Briefing:
    """The briefing with what was said of the sentences that stand in it as they were asked."""
    words = {row.id: (row.en, row.zh) for row in asked}
    parts: dict[str, list[BriefingSentence]] = {part: [] for part in BRIEFING_PARTS}
    for id_, said in _sentences(briefing):
        same = words.get(id_) == (said.text.en, said.text.zh)
        found = verdicts.get(id_, ()) if same else said.verdicts
        parts[id_.partition(".")[0]].append(replace(said, verdicts=tuple(found)))
    own = {part: tuple(sentences) for part, sentences in parts.items()}
    return replace(
        briefing,
        happened=own["happened"],
        connects=own["connects"],
        disagrees=own["disagrees"],
        read_first=own["read_first"],
        judge=judge,
    )


def _sentences(briefing: Briefing) -> Iterator[tuple[str, BriefingSentence]]:
    """Each sentence by its row's id: ``connects.1``."""
    for part in BRIEFING_PARTS:
        for number, said in enumerate(briefing.of(part)):
            yield f"{part}.{number}", said


def _cited(said: BriefingSentence, pairs: Pairs) -> Iterator[str]:
    yield from map(_short, said.claims)
    if said.claims in pairs:
        yield _pair(said.claims)


def _pair(claims: tuple[str, ...]) -> str:
    return " ~ ".join(map(_short, claims))


def _short(claim: str) -> str:
    return claim.partition(":")[2]
