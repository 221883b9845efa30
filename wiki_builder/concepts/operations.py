"""What people do to the registry: merge, split, rename, pin, forbid, and settle what is proposed.

Pure: each operation takes a registry and gives one that
:func:`~wiki_builder.concepts.registry.load` would read, or raises :class:`UsageError` with what is
in the way and what to do. Concepts are named by id or by any approved name. Reading, writing, the
log and undo are left to ``curation.concepts``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Literal, TypeAlias

from wiki_builder.concepts.find import COMMAND, all_keys, find_concept, find_standing, group, sound
from wiki_builder.concepts.matching.glossary import is_chinese
from wiki_builder.concepts.registry import Registry
from wiki_builder.concepts.splitting import Mention, split
from wiki_builder.core import names
from wiki_builder.core.errors import UsageError
from wiki_builder.core.values.bilingual import Bilingual, Language
from wiki_builder.core.values.concept import Alias, Concept, Merged

# --- What can be done, as values -------------------------------------------------


@dataclass(frozen=True, slots=True)
class Merge:
    """``b`` goes into ``a``: its names lead there from now on."""

    a: str
    b: str


@dataclass(frozen=True, slots=True)
class Split:
    """A part of ``a`` becomes a concept: what was merged into it, an alias,
    or papers under a new name.
    """

    a: str
    off: str | None = None
    name: Bilingual | None = None
    papers: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rename:
    """Other names; the old ones stay as aliases."""

    a: str
    en: str | None = None
    zh: str | None = None


@dataclass(frozen=True, slots=True)
class Pin:
    """A page before the second paper, or (``on`` is false) not any more."""

    a: str
    on: bool = True


@dataclass(frozen=True, slots=True)
class Forbid:
    """``a`` and ``b`` are not the same, whatever a later run finds."""

    a: str
    b: str


@dataclass(frozen=True, slots=True)
class Accept:
    """An alias, proposed or new, is a name of ``a``."""

    a: str
    alias: str


@dataclass(frozen=True, slots=True)
class Reject:
    """An alias is no name of ``a``."""

    a: str
    alias: str


Change: TypeAlias = Merge | Split | Rename | Pin | Forbid | Accept | Reject


def apply(
    change: Change,
    registry: Registry,
    by: str = "",
    reason: str = "",
    mentions: Sequence[Mention] = (),
) -> Registry:
    """The registry after one change.

    Raises:
        UsageError: it cannot be done, and why.
    """
    match change:
        case Merge(a, b):
            return merge(registry, a, b, by, reason)
        case Split(a, off, name, papers, aliases):
            return split(
                registry, a, off=off, name=name, papers=papers, aliases=aliases, mentions=mentions
            )
        case Rename(a, en, zh):
            return rename(registry, a, en, zh)
        case Pin(a, on):
            return pin(registry, a, on)
        case Forbid(a, b):
            return forbid(registry, a, b)
        case Accept(a, alias):
            return accept(registry, a, alias)
    return reject(registry, change.a, change.alias)


def resolved(change: Change, registry: Registry) -> Change:
    """The change with ids in place of the names that a person gave."""
    ids = {
        key: find_concept(registry, getattr(change, key)).id
        for key in ("a", "b")
        if hasattr(change, key)
    }
    return replace(change, **ids)  # type: ignore[arg-type]  # a and b are texts wherever they are


def arguments(change: Change) -> dict[str, object]:
    """What a change was asked for with, without what was left out."""
    given = ((field.name, getattr(change, field.name)) for field in fields(change))
    return {
        key: {"en": value.en, "zh": value.zh} if isinstance(value, Bilingual) else value
        for key, value in given
        if value not in (None, ())
    }


# --- Merging and forbidding ---------------------------------------------------------


def merge(registry: Registry, a: str, b: str, by: str, reason: str = "") -> Registry:
    """Merge ``b`` into ``a``: its file says so, its names lead to ``a``, and ``a`` is under nothing
    that was under it.

    Raises:
        UsageError: unknown names, one concept twice, different kinds, or a person said that they
            are not the same.
    """
    kept, gone = find_standing(registry, a), find_standing(registry, b)
    if kept.id == gone.id:
        raise UsageError(
            f"{a} and {b} are one concept already", where=kept.id, next=f"{COMMAND} show {kept.id}"
        )
    if kept.kind != gone.kind:
        next_ = f"Change `kind` in data/concepts/{gone.id}.yml first, if it is wrong"
        raise UsageError(
            f"{kept.id} is a {kept.kind}, {gone.id} a {gone.kind}", where=gone.id, next=next_
        )
    if registry.apart(kept.id, gone.id):
        next_ = "Take that out of the file first, if it is wrong"
        what = f"`not_same_as` forbids to make one of {kept.id} and {gone.id}"
        raise UsageError(what, where=_forbidder(registry, kept.id, gone.id), next=next_)
    settled = registry.with_(_settled(registry, kept.id, gone.id))
    merged = settled.with_([replace(settled.concepts[gone.id], merged=Merged(kept.id, by, reason))])
    return sound(merged.with_([_untangled(merged, kept.id)]))


def forbid(registry: Registry, a: str, b: str) -> Registry:
    """Note in ``a``'s file that it is not the same as ``b``,
    and drop what proposed that they were.
    """
    one, other = find_standing(registry, a), find_standing(registry, b)
    if one.id == other.id:
        raise UsageError(
            f"{a} and {b} are one concept",
            where=one.id,
            next=f"{COMMAND} split takes a part out of it",
        )
    settled = registry.with_(_settled(registry, one.id, other.id))
    if settled.apart(one.id, other.id):
        return settled
    one = settled.concepts[one.id]
    return sound(settled.with_([replace(one, not_same_as=(*one.not_same_as, other.id))]))


def _settled(registry: Registry, a: str, b: str) -> Iterator[Concept]:
    """The concepts on either side that proposed to be the other, without the proposal."""
    ours, theirs = group(registry, a), group(registry, b)
    for side, others in ((ours, theirs), (theirs, ours)):
        for concept in (registry.concepts[id_] for id_ in side):
            left = tuple(maybe for maybe in concept.maybe_same_as if maybe.id not in others)
            if left != concept.maybe_same_as:
                yield replace(concept, maybe_same_as=left)


def _forbidder(registry: Registry, a: str, b: str) -> str:
    """The file that says that two concepts are not the same."""
    ours, theirs = group(registry, a), group(registry, b)
    pairs = (
        (x, y) for side, others in ((ours, theirs), (theirs, ours)) for x in side for y in others
    )
    return next(f"data/concepts/{x}.yml" for x, y in pairs if y in registry.concepts[x].not_same_as)


def _untangled(registry: Registry, id_: str) -> Concept:
    """The concept without what it would be under and above at once,
    now that a merge made one of two.
    """
    concept = registry.concepts[id_]
    return replace(
        concept, broader=tuple(up for up in concept.broader if not _leads(registry, up, id_))
    )


def _leads(registry: Registry, start: str, goal: str) -> bool:
    """Whether going up from ``start``, by the concepts that stand, comes to ``goal``."""
    todo, seen = [registry.canonical(start)], set[str]()
    while todo:
        id_ = todo.pop()
        if id_ == goal:
            return True
        if id_ not in seen:
            seen.add(id_)
            todo += [registry.canonical(up) for up in registry.concepts[id_].broader]
    return False


# --- Names and pins ----------------------------------------------------------------------


def rename(registry: Registry, id_: str, en: str | None = None, zh: str | None = None) -> Registry:
    """Give a concept other names; the old ones go on leading to it, and its id stays.

    Raises:
        UsageError: no name is given, or another concept of the kind claims it.
    """
    concept = find_standing(registry, id_)
    if en is None and zh is None:
        raise UsageError(
            "no name is given", where=concept.id, next="Give --en NAME, --zh NAME, or both"
        )
    new = Bilingual(
        concept.name.en if en is None else names.tidy_name(en),
        concept.name.zh if zh is None else names.tidy_name(zh),
    )
    if not any(map(str.isalnum, new.en)):
        raise UsageError(
            "the English name needs a letter", where=concept.id, next="Give another one with --en"
        )
    if zh is not None and not any(map(str.isalnum, new.zh)):
        raise UsageError(
            "the Chinese name needs a letter", where=concept.id, next="Give another one with --zh"
        )
    _check_free(registry, concept, new.en)
    if zh is not None:
        _check_free(registry, concept, new.zh, "zh")
    aliases = tuple(a for a in concept.aliases if names.key(a.name) != names.key(new[a.language]))
    for old in (Alias(concept.name.en, "en", "person"), Alias(concept.name.zh, "zh", "person")):
        if names.key(old.name) != names.key(new[old.language]):
            aliases = _with_alias(aliases, old)
    return sound(registry.with_([replace(concept, name=new, aliases=aliases)]))


def pin(registry: Registry, id_: str, on: bool = True) -> Registry:
    """Give a concept a page before its second paper, or no longer."""
    return registry.with_([replace(find_standing(registry, id_), pinned=on)])


def accept(registry: Registry, id_: str, alias: str) -> Registry:
    """An alias is a name of the concept: papers that use it lead there. One that it does not have
    yet is added.

    Raises:
        UsageError: the name has no letter, leads there already, or another concept of the kind
            claims it.
    """
    concept = find_standing(registry, id_)
    found = _alias(concept, alias)
    new = found or Alias(names.tidy_name(alias), "zh" if is_chinese(alias) else "en", "person")
    if not found and not any(map(str.isalnum, new.name)):
        raise UsageError("a name needs a letter", where=concept.id, next="Give another one")
    if not found and names.key(new.name) in _leading_to(registry, concept):
        next_ = f"{COMMAND} show {concept.id} lists its names"
        raise UsageError(f"{new.name} leads to {concept.id} already", where=concept.id, next=next_)
    if new.language == "en" or not found:
        _check_free(registry, concept, new.name, new.language)
    if not found:
        return sound(registry.with_([replace(concept, aliases=(*concept.aliases, new))]))
    return sound(registry.with_([_with_status(concept, found, "approved")]))


def reject(registry: Registry, id_: str, alias: str) -> Registry:
    """An alias is no name of the concept, and is not proposed again."""
    concept = find_standing(registry, id_)
    found = _alias(concept, alias)
    if not found:
        known = ", ".join(one.name for one in concept.aliases)
        raise UsageError(
            f"{concept.id} has no alias {alias}", where=concept.id, next=f"It has {known or 'none'}"
        )
    return registry.with_([_with_status(concept, found, "rejected")])


def _alias(concept: Concept, given: str) -> Alias | None:
    """The concept's alias of that name, one that is proposed first."""
    found = [alias for alias in concept.aliases if names.key(alias.name) == names.key(given)]
    return next(
        (alias for alias in found if alias.status == "proposed"), found[0] if found else None
    )


def _with_status(
    concept: Concept, alias: Alias, status: Literal["approved", "rejected"]
) -> Concept:
    return replace(
        concept,
        aliases=tuple(replace(a, status=status) if a is alias else a for a in concept.aliases),
    )


def _with_alias(aliases: tuple[Alias, ...], new: Alias) -> tuple[Alias, ...]:
    """The aliases with ``new`` among them, approved, each text once."""
    if not names.key(new.name):
        return aliases
    same = [
        a
        for a in aliases
        if a.name == new.name
        or (a.language, names.key(a.name)) == (new.language, names.key(new.name))
    ]
    if not same:
        return (*aliases, new)
    return tuple(
        replace(a, origin="person", status="approved") if a in same else a for a in aliases
    )


def _check_free(registry: Registry, concept: Concept, name: str, language: Language = "en") -> None:
    """Refuse a name that another concept of the kind claims, unless the two are told apart."""
    claims = registry.english if language == "en" else registry.chinese
    for other in claims.get((concept.kind, names.key(name)), ()):
        if other != concept.id and not registry.apart(other, concept.id):
            next_ = (
                f"If the two are one: {COMMAND} merge {other} {concept.id}. If one name is of two"
                f" things: {COMMAND} forbid {concept.id} {other}, then this again"
            )
            raise UsageError(f"the name {name} is claimed by {other}", where=concept.id, next=next_)


# --- What is proposed ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ProposedAlias:
    """A name that a concept may have."""

    concept: str
    alias: Alias


@dataclass(frozen=True, slots=True)
class ProposedMerge:
    """Two concepts that may be one; ``concept`` would go into ``other``."""

    concept: str
    other: str
    by: str = ""
    reason: str = ""


NameProposal: TypeAlias = ProposedAlias | ProposedMerge


def open_proposals(registry: Registry) -> tuple[NameProposal, ...]:
    """What waits for a person, by concept: merges, each pair once, then aliases."""
    merges: dict[frozenset[str], NameProposal] = {}
    for concept in registry.concepts.values():
        for maybe in concept.maybe_same_as:
            ours, other = registry.canonical(concept.id), registry.canonical(maybe.id)
            if ours != other and not registry.apart(ours, other):
                merges.setdefault(
                    frozenset((ours, other)), ProposedMerge(ours, other, maybe.by, maybe.reason)
                )
    aliases = [
        proposal
        for concept in registry.standing.values()
        for proposal in _proposed(registry, concept)
    ]
    return tuple(
        sorted(
            (*merges.values(), *aliases), key=lambda p: (p.concept, isinstance(p, ProposedAlias))
        )
    )


def _proposed(registry: Registry, concept: Concept) -> Iterator[NameProposal]:
    """The proposed aliases of a concept that do not lead there already."""
    known = _leading_to(registry, concept)
    for alias in concept.aliases:
        if alias.status == "proposed" and names.key(alias.name) not in known:
            yield ProposedAlias(concept.id, alias)


def _leading_to(registry: Registry, concept: Concept) -> frozenset[str]:
    """The keys of all names of a concept and of what was merged into it."""
    return frozenset[str]().union(
        *(all_keys(registry.concepts[id_]) for id_ in group(registry, concept.id))
    )


def accepted(proposal: NameProposal) -> Change:
    """The change that does what a proposal says."""
    if isinstance(proposal, ProposedAlias):
        return Accept(proposal.concept, proposal.alias.name)
    return Merge(proposal.other, proposal.concept)


def rejected(proposal: NameProposal) -> Change:
    """The change that says no to a proposal, for good."""
    if isinstance(proposal, ProposedAlias):
        return Reject(proposal.concept, proposal.alias.name)
    return Forbid(proposal.concept, proposal.other)
