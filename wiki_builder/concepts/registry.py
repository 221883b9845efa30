"""The registry of concepts and named things: ``data/concepts/``, one small YAML file each, edited
by people; and the names that one paper uses, a line each (:mod:`wiki_builder.concepts.lines`).

It remembers each file's own text, so that a change by the builder touches only
the fields that changed. The store writes; this module reads the folder and says
what is to be written.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from wiki_builder.concepts.files import BrokenConcept, ConceptMistake, dump, parse
from wiki_builder.concepts.lines import (
    FOLDER,
    SUFFIX,
    Lines,
    dump_line,
    lines_file,
    own_file,
    placed,
    read_lines,
    with_line,
)
from wiki_builder.core import names
from wiki_builder.core.errors import FormatError
from wiki_builder.core.store.caches import Cache, Kept, read_changed
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.bilingual import Language
from wiki_builder.core.values.concept import Concept, ConceptKind

__all__ = [
    "Registry",
    "above",
    "changes",
    "dump",
    "filename",
    "keys",
    "load",
    "mistakes",
    "parse",
    "read_back",
    "read_registry",
]

Claim: TypeAlias = tuple[ConceptKind, str]
"""A name as a concept claims it: names are told apart by kind (a model and an idea may share one).
"""
# by file: its text, and its concept, or those of its lines
_Read: TypeAlias = dict[str, Kept[tuple[str, tuple[Concept, ...]]]]
_CACHE: Cache[_Read] = Cache(_Read, "2")
# a run asks several times, and what a registry computed it keeps
_last: dict[Path, tuple[_Read, Registry]] = {}


@dataclass(frozen=True)
class Registry:
    """Every concept by id, in order of ids, with the text of the file that it was read from,
    or its line.
    """

    concepts: Mapping[str, Concept] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    lines: Lines = field(default_factory=Lines, compare=False, repr=False)

    def with_(self, changed: Iterable[Concept]) -> Registry:
        """A copy in which ``changed`` stand beside or in place of the concepts of the same id."""
        merged = {**self.concepts, **{concept.id: concept for concept in changed}}
        return replace(self, concepts=dict(sorted(merged.items())))

    def without(self, ids: Iterable[str]) -> Registry:
        """A copy without some concepts."""
        gone = set(ids)
        return replace(
            self, concepts={id_: c for id_, c in self.concepts.items() if id_ not in gone}
        )

    def file_of(self, id_: str) -> str:
        """Where a concept stands under ``data/concepts/``: its own file, or that of its line."""
        line = self.lines.at.get(id_)
        return line.file if line else f"{id_}.yml"

    def text_of(self, id_: str) -> str:
        """What its file or its line says; empty where it has none yet."""
        line = self.lines.at.get(id_)
        return line.text if line else self.texts.get(id_, "")

    # --- Whom a name or a mention means ---

    def canonical(self, id_: str) -> str:
        """The concept that ``id_`` stands for: itself, or the one that it was merged into."""
        concept = self.concepts.get(id_)
        return self.canonical(concept.merged.into) if concept and concept.merged else id_

    def meant(self, id_: str, paper: str) -> str:
        """The concept that a paper's mention of ``id_`` is of:
        what was split off for that paper, or merged.
        """
        if id_ not in self._moved:
            return id_
        seen: set[str] = set()
        while id_ not in seen:
            seen.add(id_)
            concept = self.concepts.get(id_)
            merged = concept.merged.into if concept and concept.merged else id_
            id_ = self._given.get((id_, paper), merged)
        return self.canonical(id_)

    @cached_property
    def english(self) -> Mapping[Claim, tuple[str, ...]]:
        """The concepts that claim an English name or approved alias, by kind and key;
        merged ones by their target.
        """
        return self._claims("en")

    @cached_property
    def chinese(self) -> Mapping[Claim, tuple[str, ...]]:
        """The concepts that claim a Chinese name or approved alias, by kind and key."""
        return self._claims("zh")

    @cached_property
    def addresses(self) -> frozenset[str]:
        """Every id that is taken."""
        return frozenset(self.concepts)

    @cached_property
    def standing(self) -> Mapping[str, Concept]:
        """The concepts that were not merged into another one."""
        return {id_: concept for id_, concept in self.concepts.items() if not concept.merged}

    @cached_property
    def merged_into(self) -> Mapping[str, tuple[Concept, ...]]:
        """For each concept, those that were merged into it, straight or by way of others."""
        found: dict[str, list[Concept]] = {}
        for id_, concept in self.concepts.items():
            if concept.merged:
                found.setdefault(self.canonical(id_), []).append(concept)
        return {id_: tuple(concepts) for id_, concepts in found.items()}

    def apart(self, a: str, b: str) -> bool:
        """Whether a person said that two concepts, or what was merged into them,
        are not the same.
        """
        ours, theirs = (self._with_merged(id_) for id_ in (a, b))
        return any(
            other in self.concepts[mine].not_same_as or mine in self.concepts[other].not_same_as
            for mine in ours
            for other in theirs
        )

    def _with_merged(self, id_: str) -> tuple[str, ...]:
        standing = self.canonical(id_)
        return (standing, *(concept.id for concept in self.merged_into.get(standing, ())))

    @cached_property
    def _moved(self) -> frozenset[str]:
        """The ids of which a mention may be of another concept."""
        concepts = self.concepts.values()
        merged = (concept.id for concept in concepts if concept.merged)
        return frozenset((*merged, *(c.split_from for c in concepts if c.split_from)))

    @cached_property
    def _given(self) -> Mapping[tuple[str, str], str]:
        splits = (c for c in self.concepts.values() if c.split_from)
        return {(c.split_from, paper): c.id for c in splits for paper in c.papers if c.split_from}

    def _claims(self, language: Language) -> dict[Claim, tuple[str, ...]]:
        claims: dict[Claim, tuple[str, ...]] = {}
        for concept in self.concepts.values():
            owner = self.canonical(concept.id)
            for key in keys(concept, language):
                known = claims.get((concept.kind, key), ())
                claims[concept.kind, key] = known if owner in known else (*known, owner)
        return claims


def keys(concept: Concept, language: Language) -> tuple[str, ...]:
    """The keys of a concept's name and approved aliases in one language, each once."""
    approved = (
        a.name for a in concept.aliases if a.language == language and a.status == "approved"
    )
    return tuple(
        dict.fromkeys(
            key for name in (concept.name[language], *approved) if (key := names.key(name))
        )
    )


def above(concepts: Mapping[str, Concept], id_: str, other: str) -> bool:
    """Whether ``other`` is broader than ``id_``, straight or by way of others."""
    todo, seen = [id_], set[str]()
    while todo:
        concept = concepts.get(todo.pop())
        for broader in concept.broader if concept else ():
            if broader == other:
                return True
            if broader not in seen:
                seen.add(broader)
                todo.append(broader)
    return False


def filename(concept: Concept) -> str:
    """The name of a concept's file under ``data/concepts/``; it never changes."""
    return f"{concept.id}.yml"


def changes(
    before: Registry, after: Registry, shared: Collection[str] = (), *, lines: bool = False
) -> dict[str, str | None]:
    """The texts to write, by file name or by that of a line (``names/2606.15.jsonl#trace-pruning``;
    ``None``: the line goes), to come from one registry to the other; nothing for what is unchanged.

    Args:
        shared: concepts of more than one paper: they have a file of their own.
        lines: whether all others that are new or were lines are lines; else what changes has a file
            from then on.
    """
    files: dict[str, str | None] = {}
    for id_, concept in after.concepts.items():
        line, known = before.lines.at.get(id_), before.concepts.get(id_)
        alone = lines and id_ not in shared and id_ not in before.lines.crowded
        same = known is concept or known == concept
        if same and (line is None or alone or not (lines or id_ in shared)):
            continue
        told = (
            dump_line(concept, line.text if line else "") if alone and (line or not known) else ""
        )
        if told:
            files[f"{line.file if line else lines_file(concept.founded)}#{id_}"] = told
            continue
        old = before.texts.get(id_)
        files[filename(concept)] = own_file(concept, line.text) if line else dump(concept, old)
        if line:
            files[f"{line.file}#{id_}"] = None
    return files


def read_back(registry: Registry, files: Mapping[str, str | None]) -> Registry:
    """The registry as ``load`` will read it when some files, by name, and lines were changed; a
    text of ``None``: there is none.
    """
    concepts, texts = dict(registry.concepts), dict(registry.texts)
    files_of_lines = dict(registry.lines.files)
    for name, text in files.items():
        file, _, id_ = name.partition("#")
        if id_:
            files_of_lines[file] = with_line(files_of_lines.get(file, ""), id_, text)
            if text is None:
                concepts.pop(id_, None)
    for id_, text in (
        (name.removesuffix(".yml"), t) for name, t in files.items() if "#" not in name
    ):
        texts.pop(id_, None)
        concepts.pop(id_, None)
        if text is not None:
            texts[id_] = text.removeprefix("\ufeff")
            concepts[id_] = parse(texts[id_], f"{id_}.yml")
    read = {
        file: (text, read_lines(text, file)[0]) for file, text in sorted(files_of_lines.items())
    }
    lines, in_lines = placed(read, texts)
    return Registry(dict(sorted({**in_lines, **concepts}.items())), texts, lines)


def read_registry(wiki: Wiki) -> Registry:
    """The wiki's registry; a file that is as it was when it was last read is not read again.
    Raises as :func:`load`.
    """
    return load(wiki.concepts, wiki.caches.registry)


def load(folder: Path, cache: Path | None = None) -> Registry:
    """Read every ``*.yml`` of ``folder`` and every line of ``names/*.jsonl``;
    a missing folder is an empty registry.

    ``cache`` keeps what was read of a registry without mistakes.

    Raises :class:`FormatError` with file, line and what to do for every mistake
    at once: bad YAML, unknown or missing keys, an id that is not the file's name,
    an English name that two concepts of a kind claim without saying that they are
    not the same, a link to a concept that is not there, a circle.
    """
    problems: list[ConceptMistake] = []
    known = (_CACHE.read(cache) if cache else None) or {}
    found = read_changed(known, _files(folder, problems), lambda path: _read(path, problems))
    same = not problems and _said(found) == _said(known)  # as what is kept, which has no mistakes
    if same and cache in _last and _last[cache][0] is known:
        registry = _last[cache][1]
    else:
        registry = _registry(found)
    if not same:
        problems = sorted(problems, key=lambda one: (one.file, one.line)) or list(
            mistakes(registry, registry.texts)
        )
    if problems:
        raise _error(problems, folder)
    if cache:
        if found == known:
            found = known
        else:
            _CACHE.keep(cache, found)
        _last.clear()
        _last[cache] = found, registry
    return registry


def _said(read: _Read) -> dict[str, tuple[str, tuple[Concept, ...]]]:
    """What files say, whenever they were read."""
    return {name: kept.value for name, kept in read.items()}


def _registry(read: _Read) -> Registry:
    """The registry of what its files say."""
    concepts: dict[str, Concept] = {}
    texts: dict[str, str] = {}
    for name, kept in read.items():
        text, own = kept.value
        if not name.endswith(SUFFIX):
            concepts[own[0].id], texts[own[0].id] = own[0], text
    lines, in_lines = placed(
        {name: kept.value for name, kept in read.items() if name.endswith(SUFFIX)}, texts
    )
    return Registry(dict(sorted({**in_lines, **concepts}.items())), texts, lines)


def _files(folder: Path, problems: list[ConceptMistake]) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """The files of a registry, in order of their names, those of lines last."""
    with os.scandir(folder) if folder.is_dir() else nullcontext(()) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.name.endswith(".yml") and entry.is_file():
                yield entry.name, entry
            elif entry.name.endswith(".yml"):
                problems.append(
                    ConceptMistake(
                        entry.name,
                        1,
                        "this is no file",
                        "Take it away, or put the concept's file there",
                    )
                )
    yield from _line_files(folder / FOLDER, problems)


def _line_files(
    folder: Path, problems: list[ConceptMistake]
) -> Iterator[tuple[str, os.DirEntry[str]]]:
    if folder.exists() and not folder.is_dir():
        next_ = "Take it away: it is the place of names that one paper uses"
        problems.append(ConceptMistake(FOLDER, 1, "this is no folder", next_))
        return
    with os.scandir(folder) if folder.is_dir() else nullcontext(()) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.name.endswith(SUFFIX) and entry.is_file():
                yield f"{FOLDER}/{entry.name}", entry
            elif entry.name.endswith(SUFFIX):
                next_ = "Take it away, or put the file of names there"
                what = "this is no file"
                problems.append(ConceptMistake(f"{FOLDER}/{entry.name}", 1, what, next_))


def _read(path: Path, problems: list[ConceptMistake]) -> tuple[str, tuple[Concept, ...]] | None:
    name = f"{FOLDER}/{path.name}" if path.name.endswith(SUFFIX) else path.name
    data = path.read_bytes()
    try:
        if name == path.name:
            text = data.decode("utf-8-sig")
            return text, (parse(text, name),)
        concepts, wrong = read_lines(data.decode("utf-8"), name)
        problems.extend(wrong)
        return None if wrong else (data.decode("utf-8"), concepts)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1 if name.endswith(SUFFIX) else 1
        problems.append(ConceptMistake(name, line, "this file is not UTF-8", "Save it as UTF-8"))
    except BrokenConcept as error:
        problems.extend(error.problems)
    return None


def mistakes(registry: Registry, texts: Mapping[str, str]) -> Iterator[ConceptMistake]:
    """What is wrong between the files of a registry; ``texts`` tell the lines."""
    found = list(_misplaced(registry, texts))
    yield from found or _clashes(registry, texts)


def _misplaced(registry: Registry, texts: Mapping[str, str]) -> Iterator[ConceptMistake]:
    """Links to concepts that are not there, and ways that lead in a circle."""
    concepts = registry.concepts
    for concept in concepts.values():
        named = [("merged", concept.merged.into)] if concept.merged else []
        named += [("split_from", concept.split_from)] if concept.split_from else []
        named += [
            (key, id_)
            for key in ("broader", "related", "not_same_as")
            for id_ in getattr(concept, key)
        ]
        named += [("maybe_same_as", maybe.id) for maybe in concept.maybe_same_as]
        for key, id_ in named:
            if id_ not in concepts:
                what = f"`{id_}` under `{key}` is no concept of this wiki"
                line = _line(registry, texts, concept, key, id_)
                yield ConceptMistake(registry.file_of(concept.id), line, what, _near(id_, concepts))
        for key, circle in (("merged", _merged_in_a_circle), ("broader", _broader_in_a_circle)):
            if circle(concepts, concept.id):
                what = f"`{key}` leads in a circle back to `{concept.id}`"
                yield ConceptMistake(
                    registry.file_of(concept.id),
                    _line(registry, texts, concept, key, ""),
                    what,
                    "Take it out of one of the files",
                )


def _broader_in_a_circle(concepts: Mapping[str, Concept], start: str) -> bool:
    return above(concepts, start, start)


def _merged_in_a_circle(concepts: Mapping[str, Concept], start: str) -> bool:
    seen, at = set[str](), start
    while (concept := concepts.get(at)) and concept.merged and at not in seen:
        seen.add(at)
        at = concept.merged.into
    return at == start and bool(seen)


def _near(id_: str, concepts: Mapping[str, Concept]) -> str:
    import difflib

    near = difflib.get_close_matches(id_, concepts, n=1)
    meant = f"Did you mean `{near[0]}`?" if near else "Write the name of a concept, or take it out."
    return f"{meant} If its file was deleted, take {id_}.yml back from git"


def _clashes(registry: Registry, texts: Mapping[str, str]) -> Iterator[ConceptMistake]:
    """An English name that two concepts claim, reported at the second one;
    homonyms say ``not_same_as``.
    """
    owners: dict[Claim, list[str]] = {claim: [] for claim, of in registry.english.items() if of[1:]}
    for concept in registry.concepts.values() if owners else ():
        for key in keys(concept, "en"):
            claimed = owners.get((concept.kind, key))
            if claimed is None:
                continue
            ours = registry.canonical(concept.id)
            for owner in claimed:
                if registry.canonical(owner) != ours and not registry.apart(owner, concept.id):
                    line, written = _claim(texts.get(concept.id, ""), key)
                    at = registry.lines.at.get(concept.id)
                    line = at.number if at else line
                    own = (concept.name.en, *(alias.name for alias in concept.aliases))
                    written = written or next((name for name in own if names.key(name) == key), key)
                    what = f"the name `{written}` is claimed by `{registry.file_of(owner)}` too"
                    next_ = (
                        "Take it out of one of the two, or write `not_same_as` where they are two"
                        " things of one name"
                    )
                    yield ConceptMistake(registry.file_of(concept.id), line, what, next_)
                    break
            claimed.append(concept.id)


def _claim(text: str, claimed: str) -> tuple[int, str]:
    """The line of a file that claims a name, and how it is written there."""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("id:"):
            continue
        written = line.partition(" #")[0].rpartition(": ")[2].strip(" -'\"[]{}")
        if names.key(written) == claimed:
            return number, written
    return 1, ""


def _line(
    registry: Registry, texts: Mapping[str, str], concept: Concept, key: str, id_: str
) -> int:
    """The line at which ``id_`` stands under ``key`` in a concept's file."""
    if at := registry.lines.at.get(concept.id):
        return at.number
    under = False
    first = 1
    for number, line in enumerate(texts.get(concept.id, "").splitlines(), start=1):
        if line[:1] not in (" ", "-", "#", ""):
            under = line.startswith(f"{key}:")
            first = number if under else first
        if under and id_ and id_ in line.partition(" #")[0]:
            return number
    return first


def _error(problems: list[ConceptMistake], folder: Path) -> FormatError:
    if len(problems) == 1:
        only = problems[0]
        return FormatError(only.what, where=f"{folder / only.file}:{only.line}", next=only.next)
    listed = "\n".join(f"  {problem}" for problem in problems)
    return FormatError(
        f"{len(problems)} mistakes\n{listed}", where=str(folder), next="Mend them and run again"
    )
