"""What in the registry waits for a person: near-duplicates, names claimed twice, orphans, and texts
without ground.

Each finding says where, what, and what to do. Nothing here reads or writes files; what
stops the registry from being read at all is found by :func:`wiki_builder.concepts.registry.load`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from wiki_builder.concepts.files import ConceptMistake, similar_keys
from wiki_builder.concepts.matching.handles import KnownNames
from wiki_builder.concepts.matching.match import Candidates
from wiki_builder.concepts.registry import Registry, keys
from wiki_builder.core import names
from wiki_builder.core.values.bilingual import LANGUAGES
from wiki_builder.core.values.concept import CONCEPT_PARTS, Concept, ConceptText

# of 1: likeness from which two names that nothing keeps apart are worth a person's look
ALIKE = 0.9
_CANDIDATES = 4  # for each concept
_CLAIMS_NAMED = 3


def near_duplicates(
    registry: Registry, known: KnownNames | None = None
) -> Iterator[ConceptMistake]:
    """Pairs that may be one and that nobody has decided:
    proposed ones, and others whose names are alike.

    ``known``: names that were taken apart already.
    """
    named = {
        pair for owners in _claimed(registry).values() for pair in combinations(sorted(owners), 2)
    }
    proposed = {pair: problem for pair, problem in _proposed(registry) if pair not in named}
    yield from proposed.values()
    yield from (
        problem
        for pair, problem in _alike(registry, known)
        if pair not in proposed and pair not in named
    )


def mistyped(registry: Registry) -> Iterator[ConceptMistake]:
    """Keys that are kept and not read, and are like keys that are."""
    for id_, text in registry.texts.items():
        for found in similar_keys(text, f"{id_}.yml"):
            yield replace(found, file=_path(registry, registry.concepts[id_]))
    for line in registry.lines.at.values():
        for found in similar_keys(line.text, line.file):
            yield replace(found, file=f"data/concepts/{line.file}", line=line.number)


def _proposed(registry: Registry) -> Iterator[tuple[tuple[str, str], ConceptMistake]]:
    for concept in registry.standing.values():
        for maybe in concept.maybe_same_as:
            other = registry.canonical(maybe.id)
            if _is_open(registry, concept.id, other):
                why = f" ({maybe.reason})" if maybe.reason else ""
                line = _line(registry, concept, "maybe_same_as", maybe.id)
                yield _pair(concept.id, other), _undecided(registry, concept, other, line, why)


def _alike(
    registry: Registry, known: KnownNames | None
) -> Iterator[tuple[tuple[str, str], ConceptMistake]]:
    candidates = Candidates(registry.concepts.values(), registry.canonical, known)
    seen: set[tuple[str, str]] = set()
    for concept in registry.standing.values():
        alike = candidates.of(concept.name, concept.kind, _CANDIDATES, concept.id, ALIKE)
        for found in alike:
            pair = _pair(concept.id, found.id)
            free = found.sure or found.guard is None
            if free and pair not in seen and _is_open(registry, *pair):
                seen.add(pair)
                line = _line(registry, concept, "name", "")
                yield pair, _undecided(registry, concept, found.id, line, f" ({found.reason})")


def _undecided(
    registry: Registry, concept: Concept, other: str, line: int, why: str
) -> ConceptMistake:
    next_ = (
        f"Say so: wiki-builder concepts merge {other} {concept.id}, or concepts forbid {other}"
        f" {concept.id}"
    )
    return ConceptMistake(
        _path(registry, concept),
        line,
        f"`{concept.id}` and `{other}` may be the same{why}, undecided",
        next_,
    )


def _is_open(registry: Registry, a: str, b: str) -> bool:
    """Whether two concepts stand that nobody has merged,
    kept apart or put beside or under one another.
    """
    if a == b or a not in registry.standing or b not in registry.standing or registry.apart(a, b):
        return False
    beside = {
        id_: {
            registry.canonical(other)
            for other in (*registry.concepts[id_].broader, *registry.concepts[id_].related)
        }
        for id_ in (a, b)
    }
    return b not in beside[a] and a not in beside[b]


def _pair(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a < b else (b, a)


# --- Names ----------------------------------------------------------------------


def claimed_twice(registry: Registry) -> Iterator[ConceptMistake]:
    """Names and approved aliases, in either language, that two concepts of a kind claim,
    and no ``not_same_as``.
    """
    for key, owners in sorted(_claimed(registry).items()):
        last = registry.concepts[owners[-1]]
        line, written = _written(registry, last, key)
        others = ", ".join(f"`{owner}`" for owner in owners[:-1])
        next_ = (
            "Take the name from one of them, merge them, or write `not_same_as` where two things"
            " share it"
        )
        yield ConceptMistake(
            _path(registry, last), line, f"the name {written} is claimed by {others} too", next_
        )


def _claimed(registry: Registry) -> dict[tuple[str, str], tuple[str, ...]]:
    """The concepts that share each name, by kind and key,
    those left out that are kept apart from all others.
    """
    owners: dict[tuple[str, str], dict[str, None]] = {}
    for concept in registry.concepts.values():
        for language in LANGUAGES:
            for key in keys(concept, language):
                owners.setdefault((concept.kind, key), {})[registry.canonical(concept.id)] = None
    shared = {claim: tuple(ids) for claim, ids in owners.items() if len(ids) > 1}
    mixed = {
        claim: tuple(i for i in ids if not _is_homonym(registry, i, ids))
        for claim, ids in shared.items()
    }
    return {claim: ids for claim, ids in mixed.items() if len(ids) > 1}


def _is_homonym(registry: Registry, id_: str, ids: Collection[str]) -> bool:
    return all(registry.apart(id_, other) for other in ids if other != id_)


def _written(registry: Registry, concept: Concept, claim: tuple[str, str]) -> tuple[int, str]:
    """The line of a concept's file that claims a name, and how it is written there."""
    if at := registry.lines.at.get(concept.id):
        return at.number, claim[1]
    for number, line in enumerate(registry.texts.get(concept.id, "").splitlines(), 1):
        written = line.partition(" #")[0].rpartition(": ")[2].strip(" -'\"")
        if names.key(written) == claim[1]:
            return number, written
    return 1, claim[1]


# --- Orphans and texts ------------------------------------------------------------


def orphans(registry: Registry, mentioned: Collection[str]) -> Iterator[ConceptMistake]:
    """Concepts that are not in ``mentioned``, that no other concept names,
    and that nobody pinned.
    """
    named = {id_ for concept in registry.concepts.values() for id_ in _names(concept)}
    for concept in registry.standing.values():
        if not concept.pinned and concept.id not in mentioned and concept.id not in named:
            next_ = f"Delete the file, or keep it for later: wiki-builder concepts pin {concept.id}"
            yield ConceptMistake(
                _path(registry, concept),
                1,
                f"no paper mentions `{concept.id}`, and no other concept names it",
                next_,
            )


def _names(concept: Concept) -> Iterator[str]:
    """The concepts that a concept's file names."""
    yield from (*concept.broader, *concept.related, *concept.not_same_as)
    yield from (maybe.id for maybe in concept.maybe_same_as)
    yield from (
        id_ for id_ in (concept.merged.into if concept.merged else None, concept.split_from) if id_
    )


def without_ground(
    texts: Mapping[str, ConceptText], registry: Registry, stands: Callable[[str], bool]
) -> Iterator[ConceptMistake]:
    """Texts of concepts that cite claims which do not stand any more,
    as ``stands`` says of a claim's full id.
    """
    for id_, text in sorted(texts.items()):
        cited = {
            claim
            for part in CONCEPT_PARTS
            for sentence in text.of(part)
            for claim in sentence.claims
        }
        gone = (
            [claim for claim in sorted(cited) if not stands(claim)]
            if id_ in registry.standing
            else []
        )
        if gone:
            listed = ", ".join(gone[:_CLAIMS_NAMED]) + (" …" if len(gone) > _CLAIMS_NAMED else "")
            what = (
                f"the text of `{id_}` cites {len(gone)} of {len(cited)} claims that are gone,"
                " reworded or not verified"
            )
            next_ = (
                "Its page does without those sentences; have it written again: wiki-builder update,"
                " with a model"
            )
            yield ConceptMistake(f"data/concept-texts/{id_}.json", 0, f"{what}: {listed}", next_)


# --- Places -----------------------------------------------------------------------


def _path(registry: Registry, concept: Concept) -> str:
    return f"data/concepts/{registry.file_of(concept.id)}"


def _line(registry: Registry, concept: Concept, key: str, value: str) -> int:
    """The line of a concept's file at which ``value`` stands under ``key``;
    where there is none, that of the key.
    """
    if at := registry.lines.at.get(concept.id):
        return at.number
    first = under = 0
    for number, line in enumerate(registry.texts.get(concept.id, "").splitlines(), 1):
        if line[:1] not in (" ", "-", "#", ""):
            under = number if line.startswith(f"{key}:") else 0
            first = first or under
        if under and value and value in line.partition(" #")[0].split():
            return number
    return first or 1
