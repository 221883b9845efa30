"""Splitting: a part of a concept becomes a concept of its own, with the papers and names that are
its.

Pure. The papers' data are not touched: the new concept says which papers' mentions are of it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from wiki_builder.concepts.find import COMMAND, all_keys, find_standing, group, sound
from wiki_builder.concepts.registry import Registry, keys
from wiki_builder.core import names
from wiki_builder.core.errors import UsageError
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import Alias, Concept


@dataclass(frozen=True, slots=True)
class Mention:
    """That a paper names a concept: the id in its data, the name that it uses, and its gloss."""

    paper: str
    concept: str
    name: Bilingual
    gloss: Bilingual | None = None


def split(
    registry: Registry,
    a: str,
    *,
    off: str | None = None,
    name: Bilingual | None = None,
    papers: Sequence[str] = (),
    aliases: Sequence[str] = (),
    mentions: Sequence[Mention] = (),
) -> Registry:
    """Make a part of ``a`` a concept of its own.

    Args:
        off: what to split off: a concept that was merged into ``a``, by id or name, which
            then stands as it did; or one of its aliases, which names the new concept.
        name: the new concept's names; what is empty comes from ``off`` and the papers.
        papers: those whose mentions of ``a`` are of the new concept; without any, those that use
            its names.
        aliases: the aliases of ``a`` that the new concept takes along.
        mentions: who mentions which concept, by the ids in the papers' data.

    Raises:
        UsageError: nothing of ``a`` has that name, a paper does not mention it, or another concept
            has the name.
    """
    whole = find_standing(registry, a)
    if off and (part := _merged_part(registry, whole, off)):
        if name or papers or aliases:
            next_ = f"{COMMAND} split {whole.id} --off {part.id}, and rename it or split it then"
            raise UsageError(
                f"{part.id} was merged into {whole.id} and keeps its names and papers", next=next_
            )
        return sound(
            registry.with_([_without_names(whole, keys(part, "en")), replace(part, merged=None)])
        )
    taken = tuple(
        _alias_to_take(registry, whole, given) for given in (*([off] if off else []), *aliases)
    )
    ours = [
        mention
        for mention in mentions
        if registry.meant(mention.concept, mention.paper) == whole.id
    ]
    new = _new_concept(
        registry, whole, _new_name(whole, name, taken if off else ()), taken, papers, ours
    )
    left = replace(whole, aliases=tuple(alias for alias in whole.aliases if alias not in taken))
    return sound(registry.with_([left, new]))


def _merged_part(registry: Registry, whole: Concept, given: str) -> Concept | None:
    """What was merged into a concept, by id or name."""
    parts = registry.merged_into.get(whole.id, ())
    by_id = [part for part in parts if part.id == given]
    found = by_id or [part for part in parts if names.key(given) in all_keys(part)]
    if len(found) > 1:
        ids = ", ".join(part.id for part in found)
        raise UsageError(
            f"several parts are called so: {ids}", where=given, next="Give one of these ids"
        )
    return found[0] if found else None


def _without_names(concept: Concept, gone: Collection[str]) -> Concept:
    """A concept without the approved English aliases that another one claims."""
    kept = (
        a
        for a in concept.aliases
        if (a.language, a.status) != ("en", "approved") or names.key(a.name) not in gone
    )
    return replace(concept, aliases=tuple(kept))


def _alias_to_take(registry: Registry, whole: Concept, given: str) -> Alias:
    key = names.key(given)
    found = next(
        (a for a in whole.aliases if a.status != "rejected" and names.key(a.name) == key), None
    )
    if found:
        return found
    if key in (names.key(whole.name.en), names.key(whole.name.zh)):
        next_ = (
            f"{COMMAND} rename {whole.id} gives it another one; or split off papers: --en NAME"
            " --papers ID,ID"
        )
        raise UsageError("this is its own name", where=given, next=next_)
    if part := _merged_part(registry, whole, given):
        next_ = f"{COMMAND} split {whole.id} --off {part.id} takes that out again"
        raise UsageError(
            f"this is a name of {part.id}, which was merged into it", where=given, next=next_
        )
    known = ", ".join(
        [a.name for a in whole.aliases if a.status != "rejected"]
        + list(group(registry, whole.id))[1:]
    )
    next_ = f"It has {known}" if known else "It has no alias, and nothing was merged into it"
    raise UsageError(f"no part of {whole.id} has that name", where=given, next=next_)


def _new_name(whole: Concept, name: Bilingual | None, off: tuple[Alias, ...]) -> Bilingual:
    """The names of the new concept, as far as they were given."""
    english = next((alias.name for alias in off[:1] if alias.language == "en"), "")
    chinese = next((alias.name for alias in off[:1] if alias.language == "zh"), "")
    made = Bilingual(
        names.tidy_name(name.en if name and name.en else english),
        names.tidy_name(name.zh if name else chinese),
    )
    if any(map(str.isalnum, made.en)):
        return replace(made, zh=made.zh or chinese)
    what = "the new concept needs an English name" if name or off else "say what to split off"
    next_ = (
        "Give it with --en"
        if name or off
        else "Give --off NAME, or --en NAME with --papers ID,ID or --alias NAME"
    )
    raise UsageError(what, where=whole.id, next=next_)


def _new_concept(
    registry: Registry,
    whole: Concept,
    name: Bilingual,
    taken: tuple[Alias, ...],
    papers: Sequence[str],
    mentions: Sequence[Mention],
) -> Concept:
    """The concept that is split off ``whole``, with all that it takes along."""
    chosen = _chosen(
        whole, {names.key(name.en), *(names.key(alias.name) for alias in taken)}, papers, mentions
    )
    if not chosen and not taken:
        next_ = "Choose papers with --papers ID,ID, or an alias with --alias NAME"
        raise UsageError(f"no paper mentions {whole.id} as {name.en}", where=whole.id, next=next_)
    left = replace(whole, aliases=tuple(alias for alias in whole.aliases if alias not in taken))
    same_name = _unclaimed(registry.with_([left]), left, name.en, told_apart=bool(papers))
    founded = min(chosen, default=whole.founded)
    told = [mention for mention in mentions if mention.paper == founded and chosen]
    by_name = [mention for mention in told if names.key(name.en) in _mention_keys(mention)]
    gloss = next((mention.gloss for mention in (*by_name, *told) if mention.gloss), None)
    chinese = name.zh or next((names.split_acronym(m.name.zh).name for m in by_name), "")
    own = {names.key(name.en), names.key(chinese)}
    return Concept(
        id=names.address(name.en, whole.kind, registry.concepts),
        name=Bilingual(name.en, chinese),
        founded=founded,
        kind=whole.kind,
        gloss=gloss,
        gloss_from=founded if gloss else None,
        aliases=tuple(
            replace(alias, status="approved") for alias in taken if names.key(alias.name) not in own
        ),
        not_same_as=(whole.id,) if same_name else (),
        split_from=whole.id,
        papers=chosen,
    )


def _chosen(
    whole: Concept, wanted: set[str], papers: Sequence[str], mentions: Sequence[Mention]
) -> tuple[str, ...]:
    """The papers that go along: those given, or those that use one of the new names."""
    known = {mention.paper for mention in mentions}
    if strange := [paper for paper in papers if paper not in known]:
        some = ", ".join(sorted(known)[:5]) + (", …" if len(known) > 5 else "")
        next_ = f"These mention it: {some}" if known else "No paper mentions it"
        raise UsageError(
            f"{', '.join(strange)} does not mention {whole.id}", where=whole.id, next=next_
        )
    return tuple(sorted(set(papers) or {m.paper for m in mentions if wanted & _mention_keys(m)}))


def _mention_keys(mention: Mention) -> set[str]:
    parts = [names.split_acronym(name) for name in (mention.name.en, mention.name.zh) if name]
    return {names.key(name) for part in parts for name in (part.name, *part.aliases)}


def _unclaimed(registry: Registry, whole: Concept, name: str, told_apart: bool) -> bool:
    """Whether ``whole`` has the name, too; then papers must tell the two apart,
    and no other concept may have it.
    """
    for other in registry.english.get((whole.kind, names.key(name)), ()):
        if other != whole.id:
            next_ = (
                f"Choose another name; or the papers are of {other}: merge what you split off into"
                " it afterwards"
            )
            raise UsageError(f"the name {name} is claimed by {other}", where=whole.id, next=next_)
        if part := _merged_part(registry, whole, name):
            next_ = f"{COMMAND} split {whole.id} --off {part.id} takes that out again"
            raise UsageError(
                f"{name} is a name of {part.id}, which was merged into it",
                where=whole.id,
                next=next_,
            )
        if not told_apart:
            next_ = (
                "Choose another name, or say with --papers ID,ID which papers mean the other thing"
            )
            raise UsageError(f"{whole.id} is called {name} itself", where=whole.id, next=next_)
        return True
    return False
