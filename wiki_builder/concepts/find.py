"""Finding the concept that a person names, and checking that a changed
registry can be read again.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import get_args

from wiki_builder.concepts.registry import Registry, keys, mistakes
from wiki_builder.core import names
from wiki_builder.core.errors import UsageError
from wiki_builder.core.values.concept import Concept, ConceptKind

COMMAND = "wiki-builder concepts"


def find_concept(registry: Registry, given: str) -> Concept:
    """The concept that a person names: by id, English name, approved alias or Chinese name.

    An id may be that of a merged concept; a name leads to the concept that stands.

    Raises:
        UsageError: there is none, with the nearest names, or several, with their ids.
    """
    if given in registry.concepts:
        return registry.concepts[given]
    key = names.key(given)
    claimed = (
        claims.get((kind, key), ())
        for claims in (registry.english, registry.chinese)
        for kind in get_args(ConceptKind)
    )
    ids = list(dict.fromkeys(id_ for owners in claimed for id_ in owners)) if key else []
    if len(ids) > 1:
        raise UsageError(
            f"several concepts are called so: {', '.join(ids)}",
            where=given,
            next="Give one of these ids",
        )
    if not ids:
        raise UsageError(
            "there is no concept of that name", where=given, next=_nearest(registry, given)
        )
    return registry.concepts[ids[0]]


def find_standing(registry: Registry, given: str) -> Concept:
    """The concept that a person names, which must not be merged into another one."""
    concept = find_concept(registry, given)
    if concept.merged:
        whole = registry.canonical(concept.id)
        next_ = (
            f"Name {whole} instead, or take it out again: {COMMAND} split {whole} --off"
            f" {concept.id}"
        )
        raise UsageError(f"it was merged into {whole}", where=concept.id, next=next_)
    return concept


def group(registry: Registry, id_: str) -> tuple[str, ...]:
    """A concept that stands and all that was merged into it."""
    return id_, *(concept.id for concept in registry.merged_into.get(id_, ()))


def all_keys(concept: Concept) -> frozenset[str]:
    """The keys of a concept's names and approved aliases in both languages."""
    return frozenset((*keys(concept, "en"), *keys(concept, "zh")))


def sound(registry: Registry) -> Registry:
    """The registry itself.

    Raises:
        UsageError: ``load`` would refuse its files: a name that two concepts claim, a circle, an id
            of none.
    """
    whole = Registry(registry.concepts, lines=registry.lines)
    for problem in mistakes(whole, registry.texts):
        raise UsageError(f"{problem.what}; nothing was done", where=problem.file, next=problem.next)
    return registry


def _nearest(registry: Registry, given: str) -> str:
    spelled = {
        name.casefold(): concept.id
        for concept in registry.concepts.values()
        for name in (concept.id, *_names(concept))
    }
    near = difflib.get_close_matches(given.casefold(), spelled, n=6, cutoff=0.6)
    ids = list(dict.fromkeys(spelled[name] for name in near))[:3]
    return f"Did you mean {', '.join(ids)}?" if ids else f"{COMMAND} list shows them all"


def _names(concept: Concept) -> Iterator[str]:
    yield from (name for name in (concept.name.en, concept.name.zh) if name)
    yield from (alias.name for alias in concept.aliases if alias.status != "rejected")
