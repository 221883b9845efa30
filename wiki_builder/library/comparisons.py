"""Comparisons: which ones a wiki keeps, and what a person means who asks for one.

``data/comparisons.txt`` holds one comparison a line, its members parted by tabs:
papers by their ids (``arxiv:2605.02801``), concepts and named things by theirs in the
registry (``credit-assignment``). It is merged by union. What their pages say is
written elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from wiki_builder.concepts.find import find_concept
from wiki_builder.concepts.registry import Registry
from wiki_builder.core.errors import FormatError, UsageError
from wiki_builder.core.store.comparisons import read_lines, write_lines
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.bilingual import digest, is_id
from wiki_builder.library.card import Card
from wiki_builder.sources.ids import parse_id

FEWEST, MOST = 2, 3
_LONGEST = 140  # characters of a page's own id; longer ones end in a hash

_CONCEPT = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two or three papers, or two or three concepts and named things,
    in the order that was asked for.
    """

    members: tuple[str, ...]

    @property
    def of_papers(self) -> bool:
        return ":" in self.members[0]

    @property
    def page(self) -> str:
        """The id of its page, whatever the order: ``compare:2605.02801--2605.16757``."""
        own = "--".join(sorted(_short(member) for member in self.members))
        if len(own) > _LONGEST:
            own = f"{own[: _LONGEST - 10].rstrip('-._')}--{digest(own)}"
        return f"compare:{own}"


def _short(member: str) -> str:
    """A member in a page's id: never a folder,
    and no paper like a concept (old ids keep a ``_``).
    """
    source, colon, own = member.partition(":")
    if not colon:
        return member
    return (own if source == "arxiv" else f"{source}_{own}").replace("/", "_")


# --- The list -------------------------------------------------------------------


def read_comparisons(wiki: Wiki) -> dict[str, Comparison]:
    """The comparisons that the wiki keeps, by the ids of their pages, in order.

    Two branches may have added one in two orders: the first line counts.

    Raises:
        FormatError: a line is no comparison.
    """
    found: dict[str, Comparison] = {}
    for number, line in enumerate(read_lines(wiki), 1):
        if line.strip():
            one = _parsed(line, f"{wiki.comparisons}:{number}")
            found.setdefault(one.page, one)
    return dict(sorted(found.items()))


def write_comparisons(wiki: Wiki, comparisons: Iterable[Comparison]) -> bool:
    """Write the list, sorted; ``False`` if it says the same already."""
    return write_lines(wiki, ("\t".join(one.members) for one in comparisons))


def _parsed(line: str, where: str) -> Comparison:
    members = tuple(part.strip() for part in line.split("\t"))
    papers = [is_id(member) for member in members]
    right = len(set(members)) == len(members) and FEWEST <= len(members) <= MOST
    if not right or any(papers) != all(papers) or not all(papers) == all(":" in m for m in members):
        raise _no_comparison(where)
    if not any(papers) and not all(_CONCEPT.fullmatch(member) for member in members):
        raise _no_comparison(where)
    return Comparison(members)


def _no_comparison(where: str) -> FormatError:
    next_ = "Write two or three ids of papers, or of concepts, parted by tabs, or delete the line"
    return FormatError("this line is no comparison", where=where, next=next_)


def keep(wiki: Wiki, asked: Comparison, registry: Registry) -> Comparison:
    """Keep a comparison; the one that is kept,
    which may name the same things otherwise. Hold the lock.
    """
    kept = read_comparisons(wiki).values()
    one = same_as(asked, kept, registry) or asked
    write_comparisons(wiki, {*kept, one})
    return one


def drop(wiki: Wiki, asked: Comparison, registry: Registry) -> Comparison:
    """Take a comparison off the list; its page stays. Hold the lock.

    Raises:
        UsageError: it is not on the list.
    """
    kept = read_comparisons(wiki).values()
    one = asked if asked in kept else same_as(asked, kept, registry)
    if one is None:
        next_ = "`wiki-builder compare` lists those that are kept"
        raise UsageError("this comparison is not kept", where=" ".join(asked.members), next=next_)
    write_comparisons(wiki, (other for other in kept if other != one))
    return one


def same_as(asked: Comparison, kept: Iterable[Comparison], registry: Registry) -> Comparison | None:
    """The kept comparison of the same things, also where one was merged since."""
    wanted = _meant(asked, registry)
    return next((one for one in kept if _meant(one, registry) == wanted), None)


def listed_as(typed: Iterable[str], kept: Iterable[Comparison]) -> Comparison | None:
    """The kept comparison with these very members, which may be one thing, or gone, by now."""
    members = sorted(typed)
    return next((one for one in kept if sorted(one.members) == members), None)


def _meant(one: Comparison, registry: Registry) -> frozenset[str]:
    return frozenset(one.members if one.of_papers else map(registry.canonical, one.members))


# --- What a person typed ----------------------------------------------------------


def asked_for(
    typed: Sequence[str],
    cards: Mapping[str, Card],
    registry: Registry,
    rejected: Collection[str] = (),
) -> Comparison:
    """The comparison of what a person typed: arXiv ids and addresses, or names, aliases and ids of
    concepts.

    Raises:
        UsageError: too few or too many, papers beside concepts, something unknown or ambiguous.
    """
    if not FEWEST <= len(typed) <= MOST:
        next_ = "Name two or three papers, or two or three concepts"
        raise UsageError(f"{len(typed)} cannot be compared", where="compare", next=next_)
    members = tuple(_member(word, cards, registry, rejected) for word in typed)
    if len({":" in member for member in members}) > 1:
        raise UsageError(
            "papers and concepts cannot stand side by side",
            where="compare",
            next="Name papers only, or concepts only",
        )
    if len(set(members)) < len(members):
        twice = next(member for member in members if members.count(member) > 1)
        next_ = "Name each once"
        raise UsageError(
            f"{twice} is named twice, perhaps by two of its names", where="compare", next=next_
        )
    return Comparison(members)


def _member(
    typed: str, cards: Mapping[str, Card], registry: Registry, rejected: Collection[str]
) -> str:
    if paper := _paper(typed, cards):
        if paper in rejected:
            next_ = f"Bring it back first: wiki-builder add {paper.removeprefix('arxiv:')}"
            raise UsageError("this paper's page was deleted", where=typed, next=next_)
        return paper
    return _concept(typed, registry)


def _paper(typed: str, cards: Mapping[str, Card]) -> str | None:
    """The paper that is meant; ``None`` for what is no paper's id.

    Raises:
        UsageError: an arXiv id that the wiki does not know.
    """
    if typed in cards:
        return typed
    try:
        id_ = parse_id(typed)
    except UsageError:
        return None
    if id_.subject not in cards:
        raise UsageError(
            "this paper is not in this wiki",
            where=typed,
            next=f"Add it first: wiki-builder add {id_.id}",
        )
    return id_.subject


def _concept(typed: str, registry: Registry) -> str:
    kind, _, own = typed.partition(":")
    concept = find_concept(registry, own if kind in ("concept", "entity") and own else typed)
    return registry.canonical(concept.id)
