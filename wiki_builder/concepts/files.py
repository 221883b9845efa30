"""One concept's file: from YAML to a value and back, keeping what a person wrote.

A key that is not known is of a newer wiki-builder, or a person's own: it stays where it is. One
that looks like a typing error of a key which the file lacks is a mistake; of one that is only
similar to a key, ``check`` asks (:func:`similar_keys`).
"""

from __future__ import annotations

import difflib
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import yaml
from yaml.events import CollectionEndEvent, CollectionStartEvent
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from wiki_builder.core.characters import HAN
from wiki_builder.core.errors import FormatError
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import (
    Alias,
    Concept,
    MaybeSame,
    Merged,
)

_DEEPEST = 100  # levels; a concept's file has three
_LONGEST = 300  # characters of what is wrong
LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""libyaml's, fifteen times as fast as PyYAML's own; its stack ends where much is nested:
see :func:`nesting`.
"""

_Dumper: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)

KEYS = (
    *(
        "id",
        "kind",
        "name",
        "founded",
        "gloss",
        "gloss_from",
        "term",
        "aliases",
        "broader",
        "related",
        "not_same_as",
    ),
    *("maybe_same_as", "merged", "split_from", "papers", "pinned"),
)
# of their values
_PARTS = ("en", "zh", "name", "language", "origin", "status", "id", "into", "by", "reason")
_MISTYPED = 0.85  # of 1: a key that is so like one which is not there
_REQUIRED = ("id", "name", "founded")
_SPOKEN = frozenset(KEYS + _PARTS) - {"pinned"}  # the keys whose values are words
_LINKS = ("broader", "related", "not_same_as")  # lists of ids of other concepts
_CHOICES = {
    "kind": ("concept", "model", "dataset", "organisation"),
    "term": ("zh", "en", "both"),
    "language": ("en", "zh"),
    "origin": ("person", "paper", "model"),
    "status": ("approved", "proposed", "rejected"),
}
_DEFAULTS = {
    "kind": "concept",
    "term": "zh",
    "language": "en",
    "origin": "person",
    "status": "approved",
}
_ALIAS_CHOICES = ("language", "origin", "status")
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_SAFE = re.compile(rf"[\w{HAN}](?:[\w{HAN} .()'/-]*[\w{HAN}.)])?")
_CONFLICT = re.compile(r"^(?:<{7}|={7}$|>{7})", re.MULTILINE)

Fields: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ConceptMistake:
    """A mistake in a concept's file: where, what, and what to do."""

    file: str
    line: int
    what: str
    next: str

    def __str__(self) -> str:
        return (
            f"{self.file}:{self.line}: {self.what}."
            f" {self.next}{'' if self.next.endswith('?') else '.'}"
        )


class BrokenConcept(FormatError):
    """A concept's file with mistakes, which stand in ``problems``."""

    def __init__(self, problems: list[ConceptMistake]) -> None:
        self.problems = problems
        first = problems[0]
        super().__init__(first.what, where=f"{first.file}:{first.line}", next=first.next)


# --- Reading --------------------------------------------------------------------


def parse(text: str, file: str) -> Concept:
    """The concept that a file's text describes; ``file`` is its name, ``credit-assignment.yml``.

    Raises :class:`BrokenConcept`, a :class:`FormatError`, with every mistake found.
    """
    reader = _Reader(file)
    fields = reader.mapping(_compose(text, file), KEYS, _REQUIRED)
    concept = reader.concept(fields)
    if reader.problems:
        raise BrokenConcept(reader.problems)
    return concept


def similar_keys(text: str, file: str) -> list[ConceptMistake]:
    """The keys of a readable file that are not known and like known ones:
    a typing error, or a newer one's.
    """
    reader = _Reader(file)
    reader.concept(reader.mapping(_compose(text, file), KEYS, _REQUIRED))
    return reader.similar


def _compose(text: str, file: str) -> Node:
    if conflict := _CONFLICT.search(text):
        line = text.count("\n", 0, conflict.start()) + 1
        raise BrokenConcept(
            [
                ConceptMistake(
                    file,
                    line,
                    "a merge conflict is left here",
                    "Choose one side and delete the marks",
                )
            ]
        )
    try:
        if _is_deep(text):
            raise BrokenConcept(
                [
                    ConceptMistake(
                        file, 1, "lists are nested too deeply", "A concept's file has no such lists"
                    )
                ]
            )
        node: Node | None = yaml.compose(text, Loader=LOADER)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        what = f"this is not YAML: {getattr(error, 'problem', None) or error}"
        raise BrokenConcept(
            [ConceptMistake(file, mark.line + 1 if mark else 1, what, "Mend this line")]
        ) from None
    if node is None:
        raise BrokenConcept(
            [ConceptMistake(file, 1, "the file is empty", "Fill it in or delete it")]
        )
    return node


def nesting(text: str) -> int:
    """How many levels of YAML a text has at most: each takes one of these signs at least."""
    return sum(map(text.count, "[{-?\n"))


def _is_deep(text: str) -> bool:
    """Whether more is nested than the loader, which is C and recursive,
    takes without the process falling.
    """
    if nesting(text) <= _DEEPEST:
        return False
    depth = 0
    for event in yaml.parse(text, Loader=LOADER):
        depth += isinstance(event, CollectionStartEvent) - isinstance(event, CollectionEndEvent)
        if depth > _DEEPEST:
            return True
    return False


class _Reader:
    """Turns the nodes of one file into values and gathers what is wrong on the way."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[ConceptMistake] = []
        self.similar: list[ConceptMistake] = []

    def wrong(self, node: Node, what: str, next: str) -> None:
        said = what if len(what) <= _LONGEST else f"{what[:_LONGEST]}…"  # it may quote the file
        self.problems.append(ConceptMistake(self.file, node.start_mark.line + 1, said, next))

    def mapping(
        self, node: Node, known: tuple[str, ...], required: tuple[str, ...]
    ) -> dict[str, Node]:
        """The values of a mapping by key, with every repeated,
        missing and mistyped key reported.
        """
        if not isinstance(node, MappingNode):
            self.wrong(node, "this is no list of keys", f"Write `{known[0]}: …` and so on")
            return {}
        fields: dict[str, Node] = {}
        for key, value in node.value:
            if not isinstance(key, ScalarNode):
                self.wrong(key, "this is not a key", f"Known keys are {', '.join(known)}")
                continue
            if key.value in fields:
                self.wrong(key, f"`{key.value}` stands here twice", "Delete one of them")
            fields[key.value] = value
        for key, _ in node.value:
            if isinstance(key, ScalarNode) and key.value not in known:
                self.unknown(key, known, [other for other in known if other not in fields])
        for missing in (key for key in required if key not in fields):
            self.wrong(node, f"`{missing}` is missing", f"Add `{missing}: …`")
        return fields

    def unknown(self, key: ScalarNode, known: tuple[str, ...], absent: list[str]) -> None:
        """A key that is not known is wrong where it can only be a typing error."""
        meant = difflib.get_close_matches(key.value, absent, n=1, cutoff=_MISTYPED)
        near = meant or difflib.get_close_matches(key.value, known, n=1)
        if near:
            next_ = f"Did you mean `{near[0]}`?"
            what = f"`{key.value}` is not a key"
            told = ConceptMistake(self.file, key.start_mark.line + 1, what, next_)
            (self.problems if meant else self.similar).append(told)

    def text(self, node: Node | None, default: str = "") -> str:
        if node is None:
            return default
        if isinstance(node, ScalarNode):
            return str(node.value)
        self.wrong(node, "this must be one text", "Put it on one line, in quotes if need be")
        return default

    def choice(self, fields: dict[str, Node], key: str) -> Any:
        value = self.text(fields.get(key), _DEFAULTS[key])
        if value not in _CHOICES[key]:
            self.wrong(
                fields[key], f"`{value}` is no {key}", f"Write one of {', '.join(_CHOICES[key])}"
            )
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
        if "language" not in fields:
            fields = {**fields, "language": ScalarNode("", _language(name))}
        return Alias(name, *(self.choice(fields, key) for key in _ALIAS_CHOICES))

    def concept(self, fields: dict[str, Node]) -> Concept:
        id_ = self.text(fields.get("id"))
        self.check_id(fields, id_)
        gloss = fields.get("gloss")
        return Concept(
            id=id_,
            name=self.bilingual(fields["name"]) if "name" in fields else Bilingual("", ""),
            founded=self.text(fields.get("founded")),
            kind=self.choice(fields, "kind"),
            gloss=None if gloss is None or self.empty(gloss) else self.bilingual(gloss),
            gloss_from=self.text(fields.get("gloss_from")) or None,
            term=self.choice(fields, "term"),
            aliases=tuple(self.aliases(fields.get("aliases"))),
            broader=self.ids(fields, "broader", id_),
            related=self.ids(fields, "related", id_),
            not_same_as=self.ids(fields, "not_same_as", id_),
            maybe_same_as=tuple(self.proposed(fields.get("maybe_same_as"))),
            merged=self.merged(fields.get("merged")),
            split_from=self.text(fields.get("split_from")) or None,
            papers=self.texts(fields.get("papers"), "papers"),
            pinned=self.flag(fields.get("pinned")),
        )

    def texts(self, node: Node | None, key: str) -> tuple[str, ...]:
        if node is None or self.empty(node):
            return ()
        if not isinstance(node, SequenceNode):
            self.wrong(node, f"`{key}` must be a list", "Begin each entry with `- `")
            return ()
        return tuple(self.text(item) for item in node.value)

    def ids(self, fields: dict[str, Node], key: str, own: str) -> tuple[str, ...]:
        found = self.texts(fields.get(key), key)
        for id_ in found:
            if id_ == own or not _ID.fullmatch(id_):
                what = "names the concept itself" if id_ == own else "is no id of a concept"
                self.wrong(
                    fields[key],
                    f"`{id_}` under `{key}` {what}",
                    "Write the id of another concept, its file's name",
                )
        return found

    def proposed(self, node: Node | None) -> Iterator[MaybeSame]:
        if node is None or self.empty(node):
            return
        if not isinstance(node, SequenceNode):
            self.wrong(node, "`maybe_same_as` must be a list", "Begin each entry with `- id: …`")
            return
        for item in node.value:
            fields = self.mapping(item, ("id", "by", "reason"), ("id",))
            yield MaybeSame(*(self.text(fields.get(key)) for key in ("id", "by", "reason")))

    def merged(self, node: Node | None) -> Merged | None:
        if node is None or self.empty(node):
            return None
        if isinstance(node, ScalarNode):  # "merged: credit-assignment", as a person writes it
            return Merged(str(node.value))
        fields = self.mapping(node, ("into", "by", "reason"), ("into",))
        return Merged(*(self.text(fields.get(key)) for key in ("into", "by", "reason")))

    def empty(self, node: Node) -> bool:
        return isinstance(node, ScalarNode) and not node.value

    def check_id(self, fields: dict[str, Node], id_: str) -> None:
        stem = self.file.removesuffix(".yml")
        if "id" in fields and id_ != stem != self.file:
            self.wrong(
                fields["id"],
                f"the id is `{id_}`, the file's name says `{stem}`",
                f"Write `id: {stem}`",
            )
        if "id" in fields and not _ID.fullmatch(id_):
            self.wrong(fields["id"], "this id is no address", "Use a-z, 0-9 and single hyphens")


def _language(name: str) -> Literal["en", "zh"]:
    return "zh" if re.search(rf"[{HAN}]", name) else "en"


# --- Writing --------------------------------------------------------------------


def dump(concept: Concept, text: str | None = None) -> str:
    """The file of a concept; with the file's old ``text``, only what changed is changed in it.

    Comments, order and style of what stays are kept. Text of an unchanged
    concept comes back as it is.
    """
    if text is None:
        return dump_fields(fields_of(concept))
    file = f"{concept.id}.yml"
    old = parse(text, file)
    if old == concept:
        return text
    try:
        patched = _patched(text, fields_of(old), fields_of(concept))
        done = parse(patched, file) == concept
    except (BrokenConcept, ValueError, TypeError, AttributeError):
        done = False
    if not done:
        raise BrokenConcept(
            [
                ConceptMistake(
                    file, 1, "this YAML cannot be changed without harm", "Write it a key a line"
                )
            ]
        )
    return patched


def fields_of(concept: Concept) -> Fields:
    """What a file says of a concept, in order; what has its default is left out."""
    aliases = [
        {"name": a.name, "language": a.language, "origin": a.origin, "status": a.status}
        for a in concept.aliases
    ]
    merged = concept.merged
    fields: Fields = {
        "id": concept.id,
        "kind": concept.kind,
        "name": _both(concept.name),
        "founded": concept.founded,
        "gloss": _both(concept.gloss) if concept.gloss else None,
        "gloss_from": concept.gloss_from,
        "term": concept.term,
        "aliases": aliases,
        "broader": list(concept.broader),
        "related": list(concept.related),
        "not_same_as": list(concept.not_same_as),
        "maybe_same_as": [_said(m.id, "id", m.by, m.reason) for m in concept.maybe_same_as],
        "merged": _said(merged.into, "into", merged.by, merged.reason) if merged else None,
        "split_from": concept.split_from,
        "papers": list(concept.papers),
        "pinned": concept.pinned,
    }
    return {key: value for key, value in fields.items() if value and value != _DEFAULTS.get(key)}


def _said(id_: str, key: str, by: str, reason: str) -> Fields:
    return {name: value for name, value in ((key, id_), ("by", by), ("reason", reason)) if value}


def _both(both: Bilingual) -> Fields:
    return {"en": both.en, "zh": both.zh} if both.zh else {"en": both.en}


def dump_fields(fields: Fields) -> str:
    """A new file that says so."""
    return str(yaml.dump(fields, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=10**6))


def _patched(text: str, old: Fields, new: Fields) -> str:
    """The text with the changed fields changed,
    through a round trip that keeps comments and order.
    """
    for key in sorted(old.keys() - new.keys()):
        text = _without(text, key)
    if all(old.get(key) == value for key, value in new.items()):
        return text
    # slow to import, and only here when a file that exists must change
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError as ruamel_error

    ends = "\r\n" if "\r\n" in text else "\n"
    yaml_ = YAML(typ="rt")
    yaml_.preserve_quotes, yaml_.width, yaml_.allow_unicode = True, 10**6, True
    yaml_.indent(mapping=2, sequence=_indent(text) + 2, offset=_indent(text))
    try:
        document = yaml_.load(_spoken(text.replace("\r\n", "\n")))
    except ruamel_error as error:
        raise ValueError(str(error)) from None
    quoted = {key: _quoted(value) for key, value in new.items()}
    for key in KEYS:
        if key in new and old.get(key) != new[key]:
            _set(document, key, quoted)
    out = io.StringIO()
    yaml_.dump(document, out)
    return out.getvalue().replace("\n", ends)


def _without(text: str, key: str) -> str:
    """The text without a key and its value; what a person noted behind it stays."""
    kept: list[str] = []
    within = False
    for line in text.splitlines(keepends=True):
        if not line.startswith((" ", "\t", "-", "#", "\n", "\r")):
            within = re.match(rf"[\"']?{key}[\"']?\s*:", line) is not None
        if not within or line.startswith("#"):
            kept.append(line)
    return "".join(kept)


def _quoted(value: Any) -> Any:
    """The value with quotes around each text that YAML could take for something else."""
    from ruamel.yaml.scalarstring import DoubleQuotedScalarString

    if isinstance(value, dict):
        return {key: _quoted(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_quoted(inner) for inner in value]
    return (
        DoubleQuotedScalarString(value)
        if isinstance(value, str) and not _SAFE.fullmatch(value)
        else value
    )


def _spoken(text: str) -> str:
    """The text with quotes around each plain word that YAML would take for a number, a date,
    a truth or nothing.
    """
    resolve: Any = yaml.resolver.Resolver().resolve
    found: list[Node] = []
    todo: list[Node | None] = [yaml.compose(text, Loader=LOADER)]
    while todo:
        node = todo.pop()
        if isinstance(node, ScalarNode) and not node.style and node.value:
            if resolve(ScalarNode, node.value, (True, False)) != "tag:yaml.org,2002:str":
                found.append(node)
        elif isinstance(node, MappingNode):
            todo += [value for key, value in node.value if key.value in _SPOKEN]
        elif isinstance(node, SequenceNode):
            todo += node.value
    for node in sorted(found, key=lambda node: node.start_mark.index, reverse=True):
        text = f'{text[: node.start_mark.index]}"{node.value}"{text[node.end_mark.index :]}'
    return text


def _indent(text: str) -> int:
    """By how much the items of this file's lists are indented."""
    item = re.search(r"^( *)- ", text, re.MULTILINE)
    return len(item[1]) if item else 0


def _set(document: Any, key: str, new: Fields) -> None:
    if key == "aliases" and isinstance(document.get(key), list):
        _set_aliases(document[key], new[key])
    elif isinstance(new[key], list) and isinstance(document.get(key), list):
        _set_items(document[key], new[key])
    elif isinstance(new[key], dict) and isinstance(document.get(key), dict):
        _set_parts(document[key], new[key])
    elif key in document:
        document[key] = new[key]
    else:
        before = [k for k in KEYS[: KEYS.index(key)] if k in document]
        document.insert(list(document).index(before[-1]) + 1 if before else 0, key, new[key])


def _set_parts(written: Any, wanted: Fields) -> None:
    """Change a value of several parts in place; parts that are not known stay."""
    for part in [part for part in written if part not in wanted and part in _PARTS]:
        del written[part]
    written.update({part: value for part, value in wanted.items() if written.get(part) != value})


def _set_items(written: Any, wanted: list[Any]) -> None:
    """Change a list in place, so that comments on what stays are kept."""

    def named(item: Any) -> Any:
        return str(item["id"]) if isinstance(item, dict) else item

    by_name = {named(item): item for item in wanted}
    for i in reversed(range(len(written))):
        if named(written[i]) not in by_name:
            del written[i]
        elif isinstance(written[i], dict):
            _set_parts(written[i], by_name[named(written[i])])
    present = {named(item) for item in written}
    written.extend(item for name, item in by_name.items() if name not in present)


def _set_aliases(written: Any, wanted: list[Fields]) -> None:
    """Change the aliases in place, by name, so that comments on the others stay."""
    by_name = {item["name"]: item for item in wanted}
    for i in reversed(range(len(written))):
        item = written[i]
        name = item if isinstance(item, str) else str(item["name"])
        if name not in by_name:
            del written[i]
        elif not isinstance(item, str):
            item.update(
                {k: v for k, v in by_name[name].items() if item.get(k, _DEFAULTS.get(k)) != v}
            )
        elif by_name[name] != {
            "name": name,
            "language": _language(name),
            "origin": "person",
            "status": "approved",
        }:
            written[i] = by_name[name]
    present = {item if isinstance(item, str) else str(item["name"]) for item in written}
    written.extend(item for item in wanted if item["name"] not in present)
