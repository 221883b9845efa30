"""What is wrong in ``wiki.toml``, in words: one line a problem, with its line number.

pydantic finds the problems; this module says where each stands in the file, what was
expected there, and the nearest key that exists.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, get_args

from pydantic import BaseModel

Location: TypeAlias = tuple[str, ...]

_SECRET = re.compile(r"(^|_)(api_?)?(key|token|secret|password)s?$", re.IGNORECASE)
_HEADER = re.compile(r"\[\[?\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(
    r"""((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=\s*(.*)$"""
)
_AT = re.compile(r" \((?:at line (\d+), column \d+|at end of document)\)$")


class Unshown(ValueError):
    """What is wrong with a value that is not repeated, since it may be a secret."""


def report(
    errors: Iterable[Mapping[str, Any]],
    settings: type[BaseModel],
    text: str,
    variables: Mapping[str, str | None],
) -> list[str]:
    """One line for each of pydantic's ``errors``, in the order of the file ``text``.

    ``variables`` names the environment variable for the key of each preset.
    """
    lines = key_lines(text)
    variable = _variable(text, variables)
    found: set[tuple[int, str]] = set()
    for error in _innermost(list(errors)):
        location = _location(error)
        found.add((_line(location, lines), _words(error, location, settings, variable)))
    return [f"line {line}: {words}" if line else words for line, words in sorted(found)]


def unreadable(message: str, text: str) -> str:
    """The problem of a file that is no TOML, from ``tomllib``'s message."""
    at = _AT.search(message)
    line = at[1] if at and at[1] else str(text.count("\n") + 1)
    return f"line {line}: this is not TOML: {_AT.sub('', message)}"


def undecodable(raw: bytes, at: int) -> str:
    """The problem of a file that is not UTF-8 from byte ``at`` on."""
    return f"line {raw[:at].count(10) + 1}: this is not UTF-8; save the file as UTF-8"


def key_lines(text: str) -> dict[Location, int]:
    """The line on which each table and key of a TOML file stands (arrays of tables apart)."""
    found: dict[Location, int] = {}
    table: Location = ()
    for number, line in _logical_lines(text):
        if header := _HEADER.match(line):
            table = _path(header[1])
            found.setdefault(table, number)
        elif key := _KEY.match(line):
            place = (*table, *_path(key[1]))
            for length in range(len(table) + 1, len(place) + 1):
                found.setdefault(place[:length], number)
            found.update({(*place, inner): number for inner in _inline_keys(key[2])})
    return found


def table_lines(text: str) -> list[tuple[int, str]]:
    """Where tables begin in a TOML file: the line, from 0 on, and its head without a comment."""
    heads = ((number, _HEADER.match(line), line) for number, line in _logical_lines(text))
    return [
        (number - 1, line.removesuffix(found[2] or "").strip())
        for number, found, line in heads
        if found
    ]


def _logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that start a statement: not those within a multi-line string or list."""
    quote, depth = "", 0
    for number, line in enumerate(text.split("\n"), 1):
        if not quote and depth == 0:
            yield number, line.strip()
        quote, depth = _after(
            line, quote, depth, header=bool(not quote and not depth and _HEADER.match(line.strip()))
        )


def _after(line: str, quote: str, depth: int, *, header: bool) -> tuple[str, int]:
    """The open multi-line quote and the depth of brackets behind ``line``."""
    if header:
        return quote, depth
    for token in re.findall(r'"""|\'\'\'|"(?:\\.|[^"\\])*"|\'[^\']*\'|\\.|[\[\]#]', line):
        if quote:
            quote = "" if token == quote else quote
        elif token in ('"""', "'''"):
            quote = token
        elif token == "#":
            break
        elif token in "[]":
            depth += 1 if token == "[" else -1
    return quote, depth


def _path(dotted: str) -> Location:
    return tuple(part.strip("\"'") for part in re.findall(r"""[\w-]+|"[^"]*"|'[^']*'""", dotted))


def _inline_keys(value: str) -> list[str]:
    return re.findall(r"[{,]\s*([\w-]+)\s*=", value) if value.startswith("{") else []


def _innermost(errors: list[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The errors without those of a list whose items have errors of their own."""
    for error in errors:
        place = error["loc"]
        if not any(
            other["loc"][: len(place)] == place and len(other["loc"]) > len(place)
            for other in errors
        ):
            yield error


def _location(error: Mapping[str, Any]) -> Location:
    return tuple(part for part in error["loc"] if isinstance(part, str))


def _line(location: Location, lines: Mapping[Location, int]) -> int:
    """The line of the key, else of the nearest table around it, else 0."""
    return next(
        (lines[location[:n]] for n in range(len(location), 0, -1) if location[:n] in lines), 0
    )


def _variable(text: str, variables: Mapping[str, str | None]) -> str:
    preset = re.search(r"""^\s*preset\s*=\s*["']([\w-]+)["']""", text, re.MULTILINE)
    known = variables.get(preset[1]) if preset else None
    return known or "the variable of your provider (DEEPSEEK_API_KEY, OPENAI_API_KEY, …)"


def _words(
    error: Mapping[str, Any], location: Location, settings: type[BaseModel], variable: str
) -> str:
    if error["type"] == "extra_forbidden":
        return _unknown(location, settings, variable)
    name = _named(location)
    expected = _expected(location, settings)
    if error["type"] == "missing":
        return f"{name} is missing; expected {expected}"
    if error["input"] is None or isinstance(error.get("ctx", {}).get("error"), Unshown):
        return f"{name}: {_reason(error, expected)}"
    return f"{name} = {_shown(error['input'])}: {_reason(error, expected)}"


def _reason(error: Mapping[str, Any], expected: str) -> str:
    """The validator's own words if it has any, and what was expected."""
    if error["type"] != "value_error":
        return f"expected {expected}"
    own = str(error["ctx"]["error"])
    return own if own.startswith(("set ", '"')) else f"expected {own}"


def _unknown(location: Location, settings: type[BaseModel], variable: str) -> str:
    *table, key = location
    if _SECRET.search(key):
        return (
            f"{_named(location)}: keys are read from the environment only; delete this line and set"
            f" {variable}"
        )
    here = _tables(settings)[tuple(table)]
    near = difflib.get_close_matches(key, here, n=1, cutoff=0.6)
    if near:
        return f"{_named(location)} is unknown; the nearest key is {near[0]}"
    elsewhere = [_named((*place, key)) for place, keys in _tables(settings).items() if key in keys]
    if elsewhere:
        return f"{_named(location)} is unknown; it belongs to {elsewhere[0]}"
    return f"{_named(location)} is unknown; known here: {', '.join(here)}"


def _named(location: Location) -> str:
    *table, key = location
    return f"[{'.'.join(table)}] {key}" if table else key


def _shown(value: object) -> str:
    text = (
        f'"{value}"'
        if isinstance(value, str)
        else str(value).lower()
        if isinstance(value, bool)
        else str(value)
    )
    return text if len(text) <= 60 else text[:57] + "…"


def _tables(settings: type[BaseModel], at: Location = ()) -> dict[Location, Sequence[str]]:
    """The keys of each table, by the table's place."""
    found: dict[Location, Sequence[str]] = {at: list(settings.model_fields)}
    for name, field in settings.model_fields.items():
        for inner in (field.annotation, *get_args(field.annotation)):
            if isinstance(inner, type) and issubclass(inner, BaseModel):
                found |= _tables(inner, (*at, name))
    return found


def _expected(location: Location, settings: type[BaseModel]) -> str:
    table: type[BaseModel] = settings
    description = ""
    for name in location:
        field = table.model_fields.get(name)
        if field is None:
            break
        description = field.description or ""
        inner = [a for a in (field.annotation, *get_args(field.annotation)) if isinstance(a, type)]
        table = next((a for a in inner if issubclass(a, BaseModel)), table)
    return description
