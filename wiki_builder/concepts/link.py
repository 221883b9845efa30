"""Linking names to concepts by exact match after normalising; the seam for identity in depth.

Pure, and the same whatever the order in which the papers of one run come.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from wiki_builder.concepts.names import slug, split_acronym
from wiki_builder.concepts.registry import Registry
from wiki_builder.models import ROLES, Alias, Concept, ConceptMention, Paper


@dataclass(frozen=True, slots=True)
class Linked:
    """The papers with their concepts' ids, and the registry with what they brought."""

    papers: tuple[Paper, ...]
    registry: Registry


def link(papers: Sequence[Paper], registry: Registry) -> Linked:
    """Resolve every name of ``papers``; a name that is unknown becomes a concept."""
    linked = []
    for paper in sorted(papers, key=lambda paper: paper.id):
        if paper.analysis is None:
            continue
        mentions = []
        for mention in paper.analysis.concepts:
            registry, concept = _resolve(mention, paper.id, registry)
            mentions.append(replace(mention, concept=concept))
        analysis = replace(paper.analysis, concepts=_once(mentions))
        linked.append(paper.with_(analysis=analysis))
    return Linked(tuple(linked), registry)


def _resolve(mention: ConceptMention, paper: str, registry: Registry) -> tuple[Registry, str]:
    """The concept of a mention: English decides; Chinese is asked where English is unknown."""
    english = split_acronym(mention.name.en)
    known = registry.resolve(english.name) or (registry.resolve(mention.name.zh) if _unclaimed(mention, registry) else None)
    if known is not None:
        return registry, known
    concept = _new(mention, paper, registry)
    return registry.with_(concept), concept.id


def _unclaimed(mention: ConceptMention, registry: Registry) -> bool:
    """Whether Chinese may decide: the English name has no version or number of its own."""
    return not any(character.isdigit() for character in mention.name.en)


def _new(mention: ConceptMention, paper: str, registry: Registry) -> Concept:
    english = split_acronym(mention.name.en)
    base = slug(english.name)
    id_ = next(name for name in (base, *(f"{base}-{n}" for n in range(2, 1000))) if not registry.taken(name))
    unknown = [alias for alias in english.aliases if alias.isascii() and not registry.resolve(alias)]
    aliases = tuple(Alias(alias, "en", "model") for alias in unknown)
    name = replace(mention.name, en=english.name)
    return Concept(id_, id_, name, paper, mention.gloss, paper if mention.gloss else None, aliases)


def _once(mentions: Sequence[ConceptMention]) -> tuple[ConceptMention, ...]:
    """Each concept once, in its strongest role."""
    best: dict[str, ConceptMention] = {}
    for mention in mentions:
        known = best.get(mention.concept)
        if known is None or ROLES.index(mention.role) < ROLES.index(known.role):
            best[mention.concept] = mention
    order = list(dict.fromkeys(mention.concept for mention in mentions))
    return tuple(best[id_] for id_ in order)


