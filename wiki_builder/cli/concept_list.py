"""Concepts in words: what ``concepts list``, ``show`` and ``review`` say of the registry.
Nothing is written.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from wiki_builder.concepts import log
from wiki_builder.concepts.find import COMMAND, find_concept, group
from wiki_builder.concepts.operations import NameProposal, ProposedAlias, open_proposals
from wiki_builder.concepts.registry import Registry, read_registry
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.analysis import ROLES
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import Concept
from wiki_builder.library.card import Card
from wiki_builder.library.index import load_index
from wiki_builder.library.library import Library
from wiki_builder.pages.deleted import rejected_papers

PAPERS_SHOWN = 10  # of each role


@dataclass(frozen=True, slots=True)
class Listed:
    """A concept in a list, with the numbers of its papers and of its open proposals."""

    concept: Concept
    papers: int
    proposals: int

    def document(self) -> dict[str, object]:
        """As JSON."""
        concept = self.concept
        name = {"en": concept.name.en, "zh": concept.name.zh}
        numbers = {"papers": self.papers, "pinned": concept.pinned, "proposals": self.proposals}
        return {"id": concept.id, "kind": concept.kind, "name": name, **numbers}

    def __str__(self) -> str:
        kind = [] if self.concept.kind == "concept" else [self.concept.kind]
        told = [*kind, _count(self.papers, "paper"), *(["pinned"] if self.concept.pinned else [])]
        told += [_count(self.proposals, "proposal")] if self.proposals else []
        return f"{self.concept.id}: {both(self.concept.name)} ({', '.join(told)})"


def library_of(wiki: Wiki) -> Library:
    """The registry and the papers, without the pages."""
    cards = {id_: entry.card for id_, entry in load_index(wiki).items()}
    return Library(cards, read_registry(wiki), {}, rejected=rejected_papers(wiki))


def listed(library: Library, kind: str | None = None, proposals: bool = False) -> list[Listed]:
    """The concepts that stand, the weightiest first;
    with ``proposals`` those that have open ones.
    """
    waiting = Counter(proposal.concept for proposal in open_proposals(library.registry))
    rows = [
        Listed(concept, library.weight(concept), waiting[id_])
        for id_, concept in library.concepts.items()
        if kind in (None, concept.kind) and (waiting[id_] or not proposals)
    ]
    return sorted(rows, key=lambda row: (-row.papers, row.concept.id))


def portrait(library: Library, given: str, operations: Iterable[log.LoggedOperation]) -> list[str]:
    """All that is known of a concept, a fact a line.

    Raises:
        UsageError: there is no such concept, or several.
    """
    registry = library.registry
    concept = find_concept(registry, given)
    lines = [f"{concept.id}: {both(concept.name)} ({concept.kind})"]
    if concept.merged:
        lines.append(
            _told(
                f"merged into {registry.canonical(concept.id)}",
                concept.merged.by,
                concept.merged.reason,
            )
        )
    lines += _words(concept)
    lines += _papers(library, concept)
    lines += _neighbours(registry, concept)
    lines += [
        f"proposed: {question(registry, p)}"
        for p in open_proposals(registry)
        if _concerns(p, concept)
    ]
    return [*lines, *_history(registry, concept, operations)]


def _words(concept: Concept) -> Iterator[str]:
    if concept.gloss:
        source = f" ({concept.gloss_from})" if concept.gloss_from else ""
        yield from (f"  {text}{source}" for text in (concept.gloss.en, concept.gloss.zh) if text)
    for alias in concept.aliases:
        yield f"alias: {alias.name} ({alias.language}, {alias.origin}, {alias.status})"
    if concept.pinned:
        yield "pinned: it has a page before its second paper"


def _papers(library: Library, concept: Concept) -> Iterator[str]:
    uses = library.uses(concept.id)
    roles: dict[str, list[Card]] = {
        role: [card for card, use in uses if use.role == role] for role in ROLES
    }
    if concept.kind != "concept":
        roles = {"named by": list(library.papers(concept))}
    for role, cards in roles.items():
        if cards:
            yield f"{role}: {_count(len(cards), 'paper')}"
            yield from (f"  {card.id} {card.title}" for card in cards[:PAPERS_SHOWN])
            yield from (
                [f"  and {len(cards) - PAPERS_SHOWN} more"] if len(cards) > PAPERS_SHOWN else []
            )


def _neighbours(registry: Registry, concept: Concept) -> Iterator[str]:
    narrower = [
        c.id for c in registry.standing.values() if concept.id in map(registry.canonical, c.broader)
    ]
    rows = {
        "broader": concept.broader,
        "narrower": narrower,
        "related": concept.related,
        "not the same as": concept.not_same_as,
        "merged into it": group(registry, concept.id)[1:],
        "split from": [concept.split_from] if concept.split_from else [],
    }
    yield from (f"{title}: {', '.join(ids)}" for title, ids in rows.items() if ids)


def _history(
    registry: Registry, concept: Concept, operations: Iterable[log.LoggedOperation]
) -> Iterator[str]:
    for entry in log.history(operations, group(registry, concept.id)):
        yield _told(f"{entry.date}: {log.told(entry)}", entry.by, entry.reason)


def _told(what: str, by: str, reason: str) -> str:
    return what + (f", by {by}" if by else "") + (f": {reason}" if reason else "")


def _concerns(proposal: NameProposal, concept: Concept) -> bool:
    return concept.id in (proposal.concept, getattr(proposal, "other", None))


def question(registry: Registry, proposal: NameProposal) -> str:
    """A proposal as a question: is this a name, are these one?"""
    one = f"{proposal.concept} ({both(registry.concepts[proposal.concept].name)})"
    if isinstance(proposal, ProposedAlias):
        return f"is {proposal.alias.name} a name of {one}? It comes from a {proposal.alias.origin}"
    other = f"{proposal.other} ({both(registry.concepts[proposal.other].name)})"
    return _told(f"is {one} the same as {other}?", proposal.by, proposal.reason)


def commands(proposal: NameProposal) -> tuple[str, str]:
    """The commands that say yes and no to a proposal."""
    if isinstance(proposal, ProposedAlias):
        given = shlex.join((proposal.concept, proposal.alias.name))
        return f"{COMMAND} accept {given}", f"{COMMAND} reject {given}"
    return (
        f"{COMMAND} merge {proposal.other} {proposal.concept}",
        f"{COMMAND} forbid {proposal.concept} {proposal.other}",
    )


def both(name: Bilingual) -> str:
    """A name in both languages, as far as it has them."""
    return " · ".join(dict.fromkeys(text for text in (name.en, name.zh) if text))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
