"""Which findings of a paper are laid beside which of others: those alike in their words that name
one concept, or measure one thing.

No model is asked here, and the same papers make the same pairs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from wiki_builder.concepts.articles.material import paper_of, words_hash
from wiki_builder.concepts.related import likeness, terms_of
from wiki_builder.core.names import key
from wiki_builder.core.values.analysis import Part, ResultRow
from wiki_builder.core.values.bilingual import Bilingual

# what a paper found, beside which stands what others found, or hold to be so
FOUND: Final[tuple[Part, ...]] = ("results", "ablations", "comparison", "limitations")
HELD: Final[tuple[Part, ...]] = ("problem", "contributions")
MOST_PAIRS: Final = 12  # of one paper
MOST_OF_A_CLAIM: Final = 2
LEAST_LIKENESS: Final = 0.2
SAME_MEASURE: Final = 1.0  # added where both are measured by one metric on one dataset


@dataclass(frozen=True, slots=True)
class Stated:
    """A finding of a paper as a model is shown it, and the concepts that it names; ``dataset`` is
    the one that it is measured on, by its id in the registry, or its name where it has none.
    """

    claim: str  # "arxiv:2605.02801#r3f9a2c1"
    part: Part
    title: str  # what the paper is called, short
    text: Bilingual
    quote: str
    row: ResultRow | None = None
    concepts: tuple[str, ...] = ()
    dataset: str = ""

    @property
    def paper(self) -> str:
        return paper_of(self.claim)

    @property
    def hash(self) -> str:
        """Changes when the finding is reworded."""
        return words_hash(self.text)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two findings that may answer one question."""

    ours: Stated
    theirs: Stated

    @property
    def concepts(self) -> tuple[str, ...]:
        """The concepts that both name."""
        return tuple(id_ for id_ in self.ours.concepts if id_ in self.theirs.concepts)


def pairs(
    ours: Sequence[Stated], others: Iterable[Stated], known: frozenset[frozenset[str]]
) -> tuple[Pair, ...]:
    """The pairs to ask about, the most alike first; none of those ``known``, by both claims' ids.

    A pair has a concept that both findings name, or one metric on one dataset; two datasets make
    none.
    """
    told = {one.claim: terms_of(f"{one.text.en}\n{one.quote}") for one in ours}
    ranked = sorted(
        (-score, pair.ours.claim, pair.theirs.claim, pair)
        for their in others
        if (open_ := [pair for our in ours if _may_answer(pair := Pair(our, their))])
        if (words := terms_of(f"{their.text.en}\n{their.quote}"))
        for pair in open_
        if (score := _score(pair, told[pair.ours.claim], words)) >= LEAST_LIKENESS
        and frozenset((pair.ours.claim, pair.theirs.claim)) not in known
    )
    return tuple(_chosen(pair for *_, pair in ranked))


def _may_answer(pair: Pair) -> bool:
    ours, theirs = pair.ours, pair.theirs
    if not (ours.part in FOUND or theirs.part in FOUND):
        return False
    if ours.dataset and theirs.dataset and ours.dataset != theirs.dataset:
        return False
    return bool(pair.concepts) or _measured(pair)


def _score(pair: Pair, our_words: str, their_words: str) -> float:
    return likeness(our_words, their_words) + SAME_MEASURE * _measured(pair)


def _measured(pair: Pair) -> bool:
    """Whether both are of one metric, on datasets of which none says that they are two."""
    return bool(pair.ours.dataset) and _metric(pair.ours) == _metric(pair.theirs) != ""


def _metric(side: Stated) -> str:
    return key(side.row.metric or "") if side.row else ""


def _chosen(ranked: Iterable[Pair]) -> Iterator[Pair]:
    taken: Counter[str] = Counter()
    for pair in ranked:
        ids = pair.ours.claim, pair.theirs.claim
        if max(taken[id_] for id_ in ids) < MOST_OF_A_CLAIM:
            taken.update(ids)
            yield pair
        if taken.total() == 2 * MOST_PAIRS:
            return
