"""The registry of concepts: ``data/concepts/``, one small YAML file each, edited by people.

It remembers each file's own text, so that a change by the builder touches only
the fields that changed. The store writes; this module reads the folder and says
what is to be written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from wiki_builder.concepts import names
from wiki_builder.concepts.files import Problem, Unreadable, dump, parse
from wiki_builder.errors import FormatError
from wiki_builder.models import Concept, Language

__all__ = ["Registry", "changes", "dump", "filename", "keys", "load", "parse"]


@dataclass(frozen=True)
class Registry:
    """Every concept by id, in order of ids, with the text of the file that it was read from."""

    concepts: Mapping[str, Concept] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    def with_(self, changed: Iterable[Concept]) -> Registry:
        """A copy in which ``changed`` stand beside or in place of the concepts of the same id."""
        merged = {**self.concepts, **{concept.id: concept for concept in changed}}
        return Registry(dict(sorted(merged.items())), self.texts)

    @cached_property
    def english(self) -> Mapping[str, str]:
        """Concept ids by the key of each English name and approved alias."""
        return {key: ids[0] for key, ids in self._claims("en").items()}

    @cached_property
    def chinese(self) -> Mapping[str, tuple[str, ...]]:
        """The ids of all concepts that claim a Chinese name or approved alias, by its key."""
        return self._claims("zh")

    @cached_property
    def addresses(self) -> frozenset[str]:
        """Every id and slug that is taken."""
        return frozenset(taken for c in self.concepts.values() for taken in (c.id, c.slug))

    def _claims(self, language: Language) -> dict[str, tuple[str, ...]]:
        claims: dict[str, tuple[str, ...]] = {}
        for concept in self.concepts.values():
            for key in keys(concept, language):
                claims[key] = (*claims.get(key, ()), concept.id)
        return claims


def keys(concept: Concept, language: Language) -> tuple[str, ...]:
    """The keys of a concept's name and approved aliases in one language, each once."""
    approved = (a.name for a in concept.aliases if a.language == language and a.status == "approved")
    return tuple(dict.fromkeys(key for name in (concept.name[language], *approved) if (key := names.key(name))))


def filename(concept: Concept) -> str:
    """The name of a concept's file under ``data/concepts/``; it never changes."""
    return f"{concept.id}.yml"


def changes(before: Registry, after: Registry) -> dict[str, str]:
    """The texts to write, by file name, to come from one registry to the other; nothing for what is unchanged."""
    changed = (c for id_, c in after.concepts.items() if before.concepts.get(id_) != c)
    return {filename(c): dump(c, before.texts.get(c.id)) for c in changed}


def load(folder: Path) -> Registry:
    """Read every ``*.yml`` of ``folder``; a missing folder is an empty registry.

    Raises :class:`FormatError` with file, line and what to do for every mistake
    at once: bad YAML, unknown or missing keys, an id that is not the file's
    name, an address or an English name that two concepts claim.
    """
    concepts: dict[str, Concept] = {}
    texts: dict[str, str] = {}
    problems: list[Problem] = []
    for path in sorted(folder.glob("*.yml")):
        try:
            text = path.read_bytes().decode("utf-8-sig")
            concept = parse(text, path.name)
            concepts[concept.id], texts[concept.id] = concept, text
        except UnicodeDecodeError:
            problems.append(Problem(path.name, 1, "this file is not UTF-8", "Save it as UTF-8"))
        except Unreadable as error:
            problems.extend(error.problems)
    if problems := problems or list(_clashes(concepts, texts)):
        raise _error(problems, folder)
    return Registry(dict(sorted(concepts.items())), texts)


def _clashes(concepts: Mapping[str, Concept], texts: Mapping[str, str]) -> Iterator[Problem]:
    """An English name or an address that two concepts claim, reported at the second one."""
    owners: dict[tuple[str, str], str] = {}
    for concept in concepts.values():
        claims = [("name", key) for key in keys(concept, "en")]
        claims += [("address", address) for address in dict.fromkeys((concept.id, concept.slug))]
        for kind, claimed in claims:
            owner = owners.setdefault((kind, claimed), concept.id)
            if owner != concept.id:
                line, written = _line(texts[concept.id], kind, claimed)
                what = f"the {kind} `{written}` is claimed by `{owner}.yml` too"
                yield Problem(filename(concept), line, what, "Take it out of one of the two files")


def _line(text: str, kind: str, claimed: str) -> tuple[int, str]:
    """The line of a file that claims a name or address, and how it is written there."""
    for number, line in enumerate(text.splitlines(), start=1):
        written = line.partition(" #")[0].rpartition(": ")[2].strip(" -'\"")
        if (names.key(written) if kind == "name" else written) == claimed:
            return number, written
    return 1, claimed


def _error(problems: list[Problem], folder: Path) -> FormatError:
    if len(problems) == 1:
        only = problems[0]
        return FormatError(only.what, where=f"{folder / only.file}:{only.line}", next=only.next)
    listed = "\n".join(f"  {problem}" for problem in problems)
    return FormatError(f"{len(problems)} mistakes\n{listed}", where=str(folder), next="Mend them and run again")
