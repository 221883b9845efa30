"""Front matter key by key: read as strings, lists and maps, and written a line at a time.

YAML is read without its types (``yes``, ``2026-05-05`` and ``1e3`` stay the strings
they are), so that an editor which rewrites quotes or order changes nothing. Only
the lines of a changed key are rewritten; all others stay to the byte.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

import yaml

from wiki_builder.concepts.files import LOADER, nesting
from wiki_builder.contract.normal import split_lines
from wiki_builder.core.values.bilingual import digest

# What YAML does not let stand as it is, or takes for a line end
# (https://yaml.org/spec/1.2.2/#51-character-set), and what would reorder the line in an editor
# (Unicode TR 36).
_UNPRINTABLE = re.compile(
    "[^\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_MOST_NESTING = 200  # for libyaml: a thread's stack may be small

Value: TypeAlias = "str | list[Value] | dict[str, Value]"


class FrontMatterError(Exception):
    """Front matter that is no YAML map, with its line."""

    def __init__(self, line: int, reason: str) -> None:
        self.line, self.reason = line, reason
        super().__init__(reason)


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """``raw`` is the whole block with its ``---`` lines, empty where a page has none."""

    raw: str
    values: Mapping[str, Value] = field(default_factory=dict)
    spans: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # lines of a key, within raw

    def updated(self, changes: Mapping[str, Value | None], newline: str = "\n") -> str:
        """The block with some keys set, added at the end, or (``None``) taken out."""
        lines = split_lines(self.raw) or [f"---{newline}", f"---{newline}"]
        written = {key: _lines(key, value, newline) for key, value in changes.items()}
        for key in sorted((k for k in written if k in self.spans), key=lambda k: -self.spans[k][0]):
            start, end = self.spans[key]
            lines[start:end] = written[key]
        added = [line for key in written if key not in self.spans for line in written[key]]
        closing = max(i for i, line in enumerate(lines) if line.strip() in ("---", "..."))
        return "".join(lines[:closing] + added + lines[closing:])


def value_hash(value: Value) -> str:
    """The hash of a value: eight hexadecimal digits, whatever its quotes and the order of a map."""
    return digest(json.dumps(value, ensure_ascii=False, sort_keys=True))


def read_front_matter(text: str) -> tuple[FrontMatter, str]:
    """The front matter at the top of ``text``, and the rest.

    Raises:
        FrontMatterError: it is not closed, no YAML, or no map.
    """
    lines = split_lines(text)
    if not lines or lines[0].rstrip() != "---":
        return FrontMatter(""), text
    closing = next(
        (i for i, line in enumerate(lines[1:], 1) if line.rstrip() in ("---", "...")), None
    )
    if closing is None:
        raise FrontMatterError(1, "the front matter is not closed")
    raw = "".join(lines[: closing + 1])
    values, spans = _parse("".join(lines[1:closing]), closing)
    return FrontMatter(raw, values, spans), text[len(raw) :]


def _parse(source: str, closing: int) -> tuple[dict[str, Value], dict[str, tuple[int, int]]]:
    kind = LOADER if nesting(source) <= _MOST_NESTING else yaml.BaseLoader
    try:
        loader = kind(source.replace("\r\n", "\n"))
        node = loader.get_single_node()
        values = loader.construct_document(node) if node else None  # strings: nothing is made
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        raise FrontMatterError(
            (mark.line if mark else 0) + 2, "the front matter is no YAML"
        ) from None
    if node is None:
        return {}, {}
    if not isinstance(node, yaml.MappingNode) or not isinstance(values, dict):
        raise FrontMatterError(2, "the front matter is no list of keys")
    return _strings(values), _spans(node, closing, source.split("\n"))


def _spans(node: yaml.MappingNode, closing: int, lines: list[str]) -> dict[str, tuple[int, int]]:
    """The lines of each key within the block: from its own to its value's last;
    comments behind it are a person's.
    """
    starts = [(key.value, key.start_mark.line + 1) for key, _ in node.value]
    if len({name for name, _ in starts}) < len(starts):
        raise FrontMatterError(2, "the front matter has a key twice")
    ends = [_end(value, start) for (_, start), (_, value) in zip(starts, node.value, strict=True)]
    spans = {
        name: (start, min(end, closing)) for (name, start), end in zip(starts, ends, strict=True)
    }
    return {
        name: (start, _without_comments(start, end, lines)) for name, (start, end) in spans.items()
    }


def _without_comments(start: int, end: int, lines: list[str]) -> int:
    """The line behind a value's last; ``lines`` begin below the opening ``---``,
    which is line 0.
    """
    while end > start + 1 and (not (line := lines[end - 2].strip()) or line.startswith("#")):
        end -= 1
    return end


def _end(value: yaml.Node, start: int) -> int:
    """The line after a value; a block's end mark stands at the start of the next line."""
    end = value.end_mark
    return max(start + 1, end.line + 1 + (1 if end.column else 0))


def _strings(value: dict[object, object]) -> dict[str, Value]:
    return {str(key): _string(inner) for key, inner in value.items()}


def _string(value: object) -> Value:
    if isinstance(value, dict):
        return _strings(value)
    if isinstance(value, list):
        return [_string(inner) for inner in value]
    return str(value)


def _lines(key: str, value: Value | None, newline: str) -> list[str]:
    return [] if value is None else [f"{key}: {_inline(value)}{newline}"]


def _inline(value: Value) -> str:
    """A value on one line, in a form that YAML 1.1 and 1.2 read alike."""
    if (
        isinstance(value, str)
        and value
        and value.isascii()
        and value.isdigit()
        and not value.startswith("0")
    ):
        return value
    return _UNPRINTABLE.sub(
        lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False)
    )
