"""The registry: every concept, one small YAML file each, reviewed and edited by people.

Files are read as strings without YAML's types. A file that is right is never
rewritten; one that must change keeps its comments and the order of its keys.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from wiki_builder.concepts.names import key
from wiki_builder.errors import FormatError
from wiki_builder.models import Alias, Bilingual, Concept

_KEYS = ("id", "name", "founded", "gloss", "gloss_from", "aliases", "pinned")
_NEXT = "Mend the file, or take it back from git: git checkout -- FILE"


@dataclass(frozen=True)
class Registry:
    """All concepts by id, and which concept a name means."""

    concepts: Mapping[str, Concept] = field(default_factory=dict)

    def resolve(self, name: str) -> str | None:
        """The concept that an English or Chinese name or an approved alias means; ``None`` if unknown or unclear."""
        found = self._by_key.get(key(name), frozenset())
        return next(iter(found)) if len(found) == 1 else None

    def taken(self, slug: str) -> bool:
        """Whether an id is in use."""
        return slug in self.concepts

    def with_(self, *concepts: Concept) -> Registry:
        """The registry with some concepts added or replaced."""
        return Registry({**self.concepts, **{concept.id: concept for concept in concepts}})

    @cached_property
    def _by_key(self) -> dict[str, frozenset[str]]:
        names: dict[str, set[str]] = {}
        for id_, concept in self.concepts.items():
            approved = [alias.name for alias in concept.aliases if alias.status == "approved"]
            for name in (concept.name.en, concept.name.zh, *approved):
                names.setdefault(key(name), set()).add(id_)
        return {key_: frozenset(ids) for key_, ids in names.items() if key_}


class _Strings(yaml.CSafeLoader):
    """YAML without types: every scalar is a string."""


_Strings.yaml_implicit_resolvers = {}


def load(folder: Path) -> Registry:
    """The registry of a wiki.

    Raises:
        FormatError: a file has a mistake; the message names file and line.
    """
    return Registry({path.stem: _read(path) for path in sorted(folder.glob("*.yml"))})


def dump(concept: Concept, old: str = "") -> str:
    """A concept as YAML for people; comments and the order of keys of ``old`` stay."""
    from ruamel.yaml import YAML

    round_trip = YAML()
    round_trip.width = 100
    round_trip.allow_unicode = True
    document: Any = round_trip.load(old) if old else {}
    values = _values(concept)
    for name in _KEYS:
        if name in values and document.get(name) != values[name]:
            document[name] = values[name]
    out = io.StringIO()
    round_trip.dump(document, out)
    return out.getvalue()


def _values(concept: Concept) -> dict[str, Any]:
    values: dict[str, Any] = {
        "id": concept.id,
        "name": {"en": concept.name.en, "zh": concept.name.zh},
        "founded": concept.founded,
    }
    if concept.gloss:
        values["gloss"] = {"en": concept.gloss.en, "zh": concept.gloss.zh}
    if concept.gloss_from:
        values["gloss_from"] = concept.gloss_from
    if concept.aliases:
        values["aliases"] = [
            {"name": a.name, "language": a.language, "origin": a.origin, "status": a.status} for a in concept.aliases
        ]
    return values | ({"pinned": True} if concept.pinned else {})


def _read(path: Path) -> Concept:
    text = path.read_text("utf-8")
    try:
        data = yaml.load(text, Loader=_Strings)  # noqa: S506  # a safe loader
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise FormatError("not YAML", where=f"{path}, line {mark.line + 1 if mark else 1}", next=_NEXT) from None
    return _concept(data, path, text)


def _concept(data: Any, path: Path, text: str) -> Concept:
    if not isinstance(data, dict):
        raise FormatError("no list of keys", where=f"{path}, line 1", next=_NEXT)
    for name in data:
        if name not in _KEYS:
            raise FormatError(f"unknown key {name}; known are {', '.join(_KEYS)}", where=_line(path, text, name), next=_NEXT)
    if data.get("id") != path.stem:
        raise FormatError(f"the id must be the file's name, {path.stem}", where=_line(path, text, "id"), next=_NEXT)
    return Concept(
        id=path.stem,
        slug=path.stem,
        name=_bilingual(data, "name", path, text),
        founded=str(data.get("founded", "")),
        gloss=_bilingual(data, "gloss", path, text) if data.get("gloss") else None,
        gloss_from=data.get("gloss_from"),
        aliases=tuple(_alias(alias, path, text) for alias in data.get("aliases") or ()),
        pinned=str(data.get("pinned", "")).lower() == "true",
    )


def _bilingual(data: dict[str, Any], name: str, path: Path, text: str) -> Bilingual:
    value = data.get(name)
    if not isinstance(value, dict) or not all(isinstance(value.get(lang), str) and value[lang] for lang in ("en", "zh")):
        raise FormatError(f"{name} needs en and zh", where=_line(path, text, name), next=_NEXT)
    return Bilingual(value["en"], value["zh"])


def _alias(data: Any, path: Path, text: str) -> Alias:
    if not isinstance(data, dict) or not data.get("name") or data.get("language") not in ("en", "zh"):
        raise FormatError("an alias needs name and language (en or zh)", where=_line(path, text, "aliases"), next=_NEXT)
    status, origin = data.get("status", "approved"), data.get("origin", "person")
    if status not in ("approved", "proposed", "rejected") or origin not in ("person", "paper", "model"):
        what = "status is approved, proposed or rejected; origin is person, paper or model"
        raise FormatError(what, where=_line(path, text, "aliases"), next=_NEXT)
    return Alias(data["name"], data["language"], origin, status)


def _line(path: Path, text: str, name: str) -> str:
    number = next((n for n, line in enumerate(text.splitlines(), 1) if line.startswith(f"{name}:")), 1)
    return f"{path}, line {number}"
