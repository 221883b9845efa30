"""Pydantic's errors as short lines that a model can act on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from pydantic import ValidationError

MOST_LINES = 20

_SAID: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "missing": lambda _: "is missing",
    "extra_forbidden": lambda _: "is no field of the schema",
    "string_too_short": lambda _: "is empty",
    "string_type": lambda _: "must be text",
    "int_type": lambda _: "must be a whole number",
    "int_parsing": lambda _: "must be a whole number",
    "int_from_float": lambda _: "must be a whole number",
    "list_type": lambda _: "must be a list",
    "model_type": lambda _: "must be an object",
    "model_attributes_type": lambda _: "must be an object",
    "literal_error": lambda ctx: f"must be one of {ctx['expected']}",
    "too_short": lambda ctx: f"has {ctx['actual_length']} items; the least is {ctx['min_length']}",
    "too_long": lambda ctx: f"has too many items; at most {ctx['max_length']} are allowed",
    "greater_than_equal": lambda ctx: f"must be {ctx['ge']} or more",
    "less_than_equal": lambda ctx: f"must be {ctx['le']} or less",
    "string_pattern_mismatch": lambda _: "must be an address that starts with http:// or https://",
}


def as_lines(error: ValidationError) -> tuple[str, ...]:
    """Each error as ``results.2.row.value: is missing``,
    at most twenty and how many more there are.
    """
    details = error.errors(include_url=False)
    lines = [
        _line(one["loc"], one["type"], one["msg"], one.get("ctx", {}))
        for one in details[:MOST_LINES]
    ]
    if len(details) > MOST_LINES:
        lines.append(f"and {len(details) - MOST_LINES} more of this kind")
    return tuple(lines)


def _line(loc: Sequence[int | str], type_: str, message: str, context: Mapping[str, Any]) -> str:
    place = ".".join(map(str, loc)) or "the reply"
    said = _SAID.get(type_)
    return f"{place}: {said(context) if said else message}"


def not_once(what: str, times: int) -> str:
    """What is wrong with the answers to a row, of which there must be one; empty if there is."""
    if times == 1:
        return ""
    how = f"is answered {times} times; keep one answer" if times else "is missing"
    return f"rows: the row {what} {how}"
