"""What a judge is asked about a briefing, what its writer is asked to word anew for that, and what
of their answers is kept.

The judge sees the cited claims with their quotes, and each sentence with what it cites; neither who
wrote it nor what rules found. The writer sees the same of the sentences that were denied, with the
reasons. :mod:`wiki_builder.stages.review` asks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from wiki_builder.briefings.material import GivenClaim
from wiki_builder.briefings.texts import KINDS
from wiki_builder.concepts.articles.material import paper_of
from wiki_builder.core.values.analysis import Provenance
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.briefing import BRIEFING_PARTS, Briefing, BriefingSentence
from wiki_builder.core.values.fulltext import Passage
from wiki_builder.core.values.relation import Relation
from wiki_builder.grounding.judge.mend import Mended, MendRow
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
        for id_, said in sentences(briefing)
        if stands(said) and (which == "all" or len(set(map(paper_of, said.claims))) > 1)
    )


def rows_to_reword(
    briefing: Briefing,
    stands: Callable[[BriefingSentence], bool],
    pairs: Pairs,
    through: Callable[[str], Bilingual | None],
) -> tuple[MendRow, ...]:
    """The sentences that a judge denied though their claims stand, with its reasons; those that
    connect papers with the name of their concept, as ``through`` gives it, if there is one.
    """
    return tuple(
        MendRow(id_, "", ", ".join(_cited(said, pairs)), said.text, None, (), _missed(said), name)
        for id_, said in sentences(briefing)
        if said.is_denied and stands(said)
        for name in (through(said.about) if id_.startswith("connects.") else None,)
        if name or not id_.startswith("connects.")
    )


def _missed(said: BriefingSentence) -> Bilingual:
    denied = {one.language: one.reason for one in said.verdicts if one.says != "supported"}
    return Bilingual(denied.get("en", ""), denied.get("zh", ""))


def rows_reworded(mends: Sequence[MendRow], wordings: Mended) -> tuple[JudgeRow, ...]:
    """What a judge is asked about sentences that were worded anew, those that changed."""
    found = ((row, said.text) for row in mends if (said := wordings.get(row.id)) and said.text)
    return tuple(
        JudgeRow(row.id, "", row.passage, text.en, text.zh)
        for row, text in found
        if (text.en, text.zh) != (row.text.en, row.text.zh)
    )


def shown_claims(
    briefing: Briefing,
    rows: Collection[str],
    claims: Claims,
    pairs: Pairs,
    titles: Mapping[str, str],
) -> tuple[Passage, ...]:
    """What sentences rest on, by their ``rows``' ids, each once: claims with their paper's name,
    words and quote, and how two findings were found to stand to each other.
    """
    asked = [said for id_, said in sentences(briefing) if id_ in rows]
    cited = dict.fromkeys(id_ for said in asked for id_ in said.claims)
    beside = {said.claims: pairs[said.claims] for said in asked if said.claims in pairs}
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

    def now(id_: str, said: BriefingSentence) -> BriefingSentence:
        same = words.get(id_) == (said.text.en, said.text.zh)
        return replace(said, verdicts=tuple(verdicts.get(id_, ()))) if same else said

    return replace(_each(briefing, now), judge=judge)


def with_wordings(
    briefing: Briefing,
    asked: Sequence[JudgeRow],
    verdicts: Verdicts,
    writer: Provenance,
    judge: Provenance,
) -> Briefing:
    """The briefing with what the ``writer`` worded anew and the judge gave a verdict on; of a
    sentence without one the words that were denied stay.
    """
    words = {row.id: Bilingual(row.en, row.zh) for row in asked if verdicts.get(row.id)}

    def now(id_: str, said: BriefingSentence) -> BriefingSentence:
        if id_ not in words or not said.is_denied:
            return said
        return replace(said, text=words[id_], verdicts=tuple(verdicts[id_]))

    return replace(_each(briefing, now), judge=judge, mend=writer)


def _each(briefing: Briefing, now: Callable[[str, BriefingSentence], BriefingSentence]) -> Briefing:
    parts: dict[str, list[BriefingSentence]] = {part: [] for part in BRIEFING_PARTS}
    for id_, said in sentences(briefing):
        parts[id_.partition(".")[0]].append(now(id_, said))
    own = {part: tuple(found) for part, found in parts.items()}
    return replace(
        briefing,
        happened=own["happened"],
        connects=own["connects"],
        disagrees=own["disagrees"],
        read_first=own["read_first"],
    )


def sentences(briefing: Briefing) -> Iterator[tuple[str, BriefingSentence]]:
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
