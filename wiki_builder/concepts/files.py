"""One concept's file: from YAML to a value and back, keeping what a person wrote."""

from __future__ import annotations

import difflib
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from wiki_builder.errors import FormatError
from wiki_builder.models import Alias, Bilingual, Concept

_Loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_Dumper: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)

_KEYS = ("id", "slug", "name", "founded", "gloss", "gloss_from", "aliases", "pinned")
_REQUIRED = ("id", "name", "founded")
_CHOICES = {
    "language": ("en", "zh"),
    "origin": ("person", "paper", "model"),
    "status": ("approved", "proposed", "rejected"),
}
_ALIAS_DEFAULTS = {"language": "en", "origin": "person", "status": "approved"}
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_CONFLICT = re.compile(r"^(?:<{7}|={7}$|>{7})", re.MULTILINE)

Fields: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Problem:
    """A mistake in a concept's file: where, what, and what to do."""

    file: str
    line: int
    what: str
    next: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}. {self.next}."


class Unreadable(FormatError):
    """A concept's file with mistakes, which stand in ``problems``."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        first = problems[0]
        super().__init__(first.what, where=f"{first.file}:{first.line}", next=first.next)


# --- Reading --------------------------------------------------------------------


def parse(text: str, file: str) -> Concept:
    """The concept that a file's text describes; ``file`` is its name, ``credit-assignment.yml``.

    Raises :class:`Unreadable`, a :class:`FormatError`, with every mistake found.
    """
    reader = _Reader(file)
    fields = reader.mapping(_compose(text, file), _KEYS, _REQUIRED)
    concept = reader.concept(fields)
    if reader.problems:
        raise Unreadable(reader.problems)
    return concept


def _compose(text: str, file: str) -> Node:
    if conflict := _CONFLICT.search(text):
        line = text.count("\n", 0, conflict.start()) + 1
        raise Unreadable([Problem(file, line, "a merge conflict is left here", "Choose one side and delete the marks")])
    try:
        node: Node | None = yaml.compose(text, Loader=_Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        what = f"this is not YAML: {getattr(error, 'problem', None) or error}"
        raise Unreadable([Problem(file, mark.line + 1 if mark else 1, what, "Mend this line")]) from None
    if node is None:
        raise Unreadable([Problem(file, 1, "the file is empty", "Fill it in or delete it")])
    return node


class _Reader:
    """Turns the nodes of one file into values and gathers what is wrong on the way."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []

    def wrong(self, node: Node, what: str, next: str) -> None:
        self.problems.append(Problem(self.file, node.start_mark.line + 1, what, next))

    def mapping(self, node: Node, known: tuple[str, ...], required: tuple[str, ...]) -> dict[str, Node]:
        """The values of a mapping by key, with every unknown, repeated and missing key reported."""
        if not isinstance(node, MappingNode):
            self.wrong(node, "this is no list of keys", f"Write `{known[0]}: …` and so on")
            return {}
        fields: dict[str, Node] = {}
        for key, value in node.value:
            if key.value not in known:
                self.wrong(key, f"`{key.value}` is not a key", _nearest(str(key.value), known))
            elif key.value in fields:
                self.wrong(key, f"`{key.value}` stands here twice", "Delete one of them")
            fields[key.value] = value
        for missing in (key for key in required if key not in fields):
            self.wrong(node, f"`{missing}` is missing", f"Add `{missing}: …`")
        return fields

    def text(self, node: Node | None, default: str = "") -> str:
        if node is None:
            return default
        if isinstance(node, ScalarNode):
            return str(node.value)
        self.wrong(node, "this must be one text", "Put it on one line, in quotes if need be")
        return default

    def choice(self, fields: dict[str, Node], key: str) -> Any:
        value = self.text(fields.get(key), _ALIAS_DEFAULTS[key])
        if value not in _CHOICES[key]:
            self.wrong(fields[key], f"`{value}` is no {key}", f"Write one of {', '.join(_CHOICES[key])}")
        return value

    def bilingual(self, node: Node) -> Bilingual:
        fields = self.mapping(node, ("en", "zh"), ("en",))
        return Bilingual(self.text(fields.get("en")), self.text(fields.get("zh")))

    def flag(self, node: Node | None) -> bool:
        value = self.text(node, "false").lower()
        if node is not None and value not in ("true", "false", "yes", "no", ""):
            self.wrong(node, f"`{value}` is neither true nor false", "Write true or false")
        return value in ("true", "yes")

    def aliases(self, node: Node | None) -> Iterator[Alias]:
        if node is None or (isinstance(node, ScalarNode) and not node.value):
            return
        if not isinstance(node, SequenceNode):
            self.wrong(node, "`aliases` must be a list", "Begin each alias with `- name: …`")
            return
        for item in node.value:
            yield self.alias(item)

    def alias(self, node: Node) -> Alias:
        if isinstance(node, ScalarNode):  # "- GRPO", as a person writes it
            return Alias(str(node.value), _language(str(node.value)), "person")
        fields = self.mapping(node, ("name", "language", "origin", "status"), ("name",))
        name = self.text(fields.get("name"))
        return Alias(name, *(self.choice(fields, key) for key in _CHOICES))

    def concept(self, fields: dict[str, Node]) -> Concept:
        id_ = self.text(fields.get("id"))
        self.check_id(fields, id_)
        gloss = fields.get("gloss")
        return Concept(
            id=id_,
            slug=self.text(fields.get("slug"), id_),
            name=self.bilingual(fields["name"]) if "name" in fields else Bilingual("", ""),
            founded=self.text(fields.get("founded")),
            gloss=None if gloss is None or self.empty(gloss) else self.bilingual(gloss),
            gloss_from=self.text(fields.get("gloss_from")) or None,
            aliases=tuple(self.aliases(fields.get("aliases"))),
            pinned=self.flag(fields.get("pinned")),
        )

    def empty(self, node: Node) -> bool:
        return isinstance(node, ScalarNode) and not node.value

    def check_id(self, fields: dict[str, Node], id_: str) -> None:
        stem = self.file.removesuffix(".yml")
        if "id" in fields and id_ != stem:
            self.wrong(fields["id"], f"the id is `{id_}`, the file's name says `{stem}`", f"Write `id: {stem}`")
        for key in ("id", "slug"):
            if key in fields and not _ID.fullmatch(self.text(fields[key])):
                self.wrong(fields[key], f"this {key} is no address", "Use a-z, 0-9 and single hyphens")


def _nearest(key: str, known: tuple[str, ...]) -> str:
    near = difflib.get_close_matches(key, known, n=1)
    return f"Did you mean `{near[0]}`?" if near else f"Known keys are {', '.join(known)}"


def _language(name: str) -> Literal["en", "zh"]:
    return "zh" if re.search(r"[\u3400-\u9fff]", name) else "en"


# --- Writing --------------------------------------------------------------------


def dump(concept: Concept, text: str | None = None) -> str:
    """The file of a concept; with the file's old ``text``, only what changed is changed in it.

    Comments, order and style of what stays are kept. Text of an unchanged
    concept comes back as it is.
    """
    if text is None:
        return _plain(_fields(concept))
    old = parse(text, f"{concept.id}.yml")
    return text if old == concept else _patched(text, _fields(old), _fields(concept))


def _fields(concept: Concept) -> Fields:
    """What a file says of a concept, in order; what has its default is left out."""
    fields: Fields = {"id": concept.id}
    if concept.slug != concept.id:
        fields["slug"] = concept.slug
    fields["name"] = _both(concept.name)
    fields["founded"] = concept.founded
    if concept.gloss:
        fields["gloss"] = _both(concept.gloss)
    if concept.gloss_from:
        fields["gloss_from"] = concept.gloss_from
    if concept.aliases:
        fields["aliases"] = [
            {"name": a.name, "language": a.language, "origin": a.origin, "status": a.status} for a in concept.aliases
        ]
    return fields | ({"pinned": True} if concept.pinned else {})


def _both(both: Bilingual) -> Fields:
    return {"en": both.en, "zh": both.zh}


def _plain(fields: Fields) -> str:
    return str(yaml.dump(fields, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=10**6))


def _patched(text: str, old: Fields, new: Fields) -> str:
    """The text with the changed fields changed, through a round trip that keeps comments and order."""
    from ruamel.yaml import YAML  # slow to import, and only here when a file that exists must change

    ends = "\r\n" if "\r\n" in text else "\n"
    yaml_ = YAML(typ="rt")
    yaml_.preserve_quotes, yaml_.width, yaml_.allow_unicode = True, 10**6, True
    yaml_.indent(mapping=2, sequence=_indent(text) + 2, offset=_indent(text))
    document = yaml_.load(text.replace("\r\n", "\n"))
    for key in old.keys() | new.keys():
        if old.get(key) != new.get(key):
            _set(document, key, new)
    out = io.StringIO()
    yaml_.dump(document, out)
    return out.getvalue().replace("\n", ends)


def _indent(text: str) -> int:
    """By how much the items of this file's lists are indented."""
    item = re.search(r"^( *)- ", text, re.MULTILINE)
    return len(item[1]) if item else 0


def _set(document: Any, key: str, new: Fields) -> None:
    if key not in new:
        document.pop(key, None)
    elif key == "aliases" and isinstance(document.get(key), list):
        _set_aliases(document[key], new[key])
    elif isinstance(new[key], dict) and isinstance(document.get(key), dict):
        document[key].update({part: value for part, value in new[key].items() if document[key].get(part) != value})
    elif key in document:
        document[key] = new[key]
    else:
        before = [k for k in _KEYS[: _KEYS.index(key)] if k in document]
        document.insert(list(document).index(before[-1]) + 1 if before else 0, key, new[key])


def _set_aliases(written: Any, wanted: list[Fields]) -> None:
    """Change the aliases in place, by name, so that comments on the others stay."""
    by_name = {item["name"]: item for item in wanted}
    for i in reversed(range(len(written))):
        item = written[i]
        name = item if isinstance(item, str) else str(item["name"])
        if name not in by_name:
            del written[i]
        elif not isinstance(item, str):
            item.update({k: v for k, v in by_name[name].items() if item.get(k, _ALIAS_DEFAULTS.get(k)) != v})
        elif by_name[name] != {"name": name, "language": _language(name), "origin": "person", "status": "approved"}:
            written[i] = by_name[name]
    present = {item if isinstance(item, str) else str(item["name"]) for item in written}
    written.extend(item for item in wanted if item["name"] not in present)
