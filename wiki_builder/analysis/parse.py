"""From what a model said to a reply of its schema, or to what is wrong with it.

Thinking before the answer, code fences and text around the JSON are left out;
JSON that does not parse is repaired. What comes of it counts only if it keeps
the schema. Words of the paper inside of the JSON's strings are never touched.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeVar, overload

import json_repair
from pydantic import BaseModel, ValidationError

from wiki_builder.analysis.backslashes import legal, restored
from wiki_builder.analysis.problems import as_lines
from wiki_builder.analysis.reply import PaperReply

M = TypeVar("M", bound=BaseModel)

_THINKING_ENDS = re.compile(r"</(?:think|thinking|thought|reasoning|analysis)>", re.IGNORECASE)
_OBJECT = re.compile(r'\{\s*(?=["}])')
_QUOTED_OR_BRACE = re.compile(r'"(?:[^"\\]|\\.)*"|[{}]', re.DOTALL)
_NOTHING: Final = frozenset(
    {
        "",
        "n/a",
        "na",
        "none",
        "null",
        "-",
        "—",
        "–",
        "not reported",
        "not specified",
        "无",
        "未报告",
    }
)
_ROW_FIELDS: Final = ("dataset", "metric", "setting", "unit", "baseline")
MOST_STARTS = 40  # places at which an answer may begin that are tried before it is given up


@dataclass(frozen=True, slots=True)
class Unusable:
    """A reply that cannot be used, and why, one readable line each."""

    errors: tuple[str, ...]


@overload
def parse(raw: str) -> PaperReply | Unusable: ...


@overload
def parse(raw: str, model: type[M]) -> M | Unusable: ...


def parse(raw: str, model: type[BaseModel] = PaperReply) -> BaseModel | Unusable:
    """The reply in ``raw``, a model's whole answer, if it keeps the schema of ``model``: by default
    that of a paper.

    Of several objects the last that keeps the schema counts: drafts come first.
    """
    try:
        return _parsed(raw.lstrip("\ufeff").strip(), model)
    except RecursionError:
        return Unusable(("The JSON is nested too deeply.",))


def _parsed(text: str, model: type[BaseModel]) -> BaseModel | Unusable:
    errors: tuple[str, ...] = ()
    for value in _values(text):
        outcome = _validated(value, model)
        if not isinstance(outcome, Unusable):
            return outcome
        errors = errors or outcome.errors
    return Unusable(
        (_why_no_json(text),) if not errors or _is_cut_off(_without_thinking(text)) else errors
    )


def _values(text: str) -> Iterator[Any]:
    """What ``text`` may hold as JSON, the likeliest first:
    whole objects from the last on, then a repaired one.
    """
    wholes = [_loaded(text[start:end]) for start, end in _objects(text)]
    yield from (value for value in reversed(wholes) if isinstance(value, dict))
    if text.startswith('"') and isinstance(inner := _loaded(text), str) and "{" in inner:
        yield from _values(inner)
        return
    answer = _without_thinking(text)
    if "{" in answer and not _is_cut_off(answer):
        repaired = json_repair.loads(legal(answer[answer.index("{") :]))
        yield from reversed(repaired if isinstance(repaired, list) else [repaired])


def _objects(text: str) -> list[tuple[int, int]]:
    """Where whole JSON objects stand in ``text`` that stand in no other object."""
    found: list[tuple[int, int]] = []
    at = 0
    for _ in range(MOST_STARTS):
        match = _OBJECT.search(text, at)
        if match is None:
            break
        end = _end_of_object(text, match.start())
        at = end or match.end()
        if end is not None:
            found.append((match.start(), end))
    return found


def _end_of_object(text: str, start: int) -> int | None:
    depth = 0
    for match in _QUOTED_OR_BRACE.finditer(text, start):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth == 0:
            return match.end()
    return None


def _loaded(text: str) -> Any:
    try:
        # a raw new line in a string is no reason to pay again
        return json.loads(legal(text), strict=False)
    except ValueError:
        return None


def _without_thinking(text: str) -> str:
    """``text`` behind the thinking that it starts with;
    a closing tag within the answer's strings is left alone.
    """
    first = _OBJECT.search(text)
    starts_with_thinking = re.match(
        r"<(?:think|thinking|thought|reasoning|analysis)>", text, re.IGNORECASE
    )
    before = len(text) if starts_with_thinking or first is None else first.start()
    ends = [match.end() for match in _THINKING_ENDS.finditer(text, 0, before)]
    behind = [end for end in ends if re.match(r"\s*(?:```\w*\s*)?\{", text[end:])]
    return text[(behind or ends or [0])[0] :]


def _is_cut_off(answer: str) -> bool:
    """Whether ``answer`` ends in the middle:
    some object in it has no end, and it ends with no bracket.
    """
    start = answer.find("{")
    tail = re.sub(r"\s*`{3,}\s*$", "", answer).rstrip()
    return start >= 0 and _end_of_object(answer, start) is None and not tail.endswith(("}", "]"))


def _validated(value: Any, model: type[BaseModel]) -> BaseModel | Unusable:
    value = _tidied(_unwrapped(value))
    try:
        return model.model_validate(value)
    except ValidationError as error:
        known = _without_extras(value, error)
        if known is None:
            return Unusable(as_lines(error))
    try:
        return model.model_validate(known)
    except ValidationError as error:
        return Unusable(as_lines(error))


def _unwrapped(value: Any) -> Any:
    """The object inside of ``{"paper": {…}}``."""
    if isinstance(value, dict) and len(value) == 1:
        (inner,) = value.values()
        return inner if isinstance(inner, dict) else value
    return value


def _tidied(value: Any) -> Any:
    """``value`` with its backslashes back, and with nothing where a row
    says that there is nothing.
    """
    value = _restored(value)
    lists = (value.get("results"), value.get("ablations")) if isinstance(value, dict) else ()
    for result in (one for results in lists for one in _dicts(results)):
        row = result.get("row")
        if isinstance(row, dict):
            emptied = {name: None for name in _ROW_FIELDS if _is_nothing(row.get(name))}
            result["row"] = None if "value" in row and _is_nothing(row["value"]) else row | emptied
    return value


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _restored(value: Any) -> Any:
    if isinstance(value, str):
        return restored(value)
    if isinstance(value, list):
        return [_restored(item) for item in value]
    if isinstance(value, dict):
        return {name: _restored(item) for name, item in value.items()}
    return value


def _is_nothing(value: Any) -> bool:
    return value is None or (
        isinstance(value, str) and value.strip().lower().rstrip(".。") in _NOTHING
    )


def _without_extras(value: Any, error: ValidationError) -> Any:
    """``value`` without the fields that the schema does not have;
    ``None`` if that is not all that is wrong.
    """
    extras = [e["loc"] for e in error.errors() if e["type"] == "extra_forbidden"]
    if len(extras) < error.error_count():
        return None
    copy = json.loads(json.dumps(value))
    for *path, name in extras:
        holder = copy
        for step in path:
            holder = holder[step]
        holder.pop(name)
    return copy


def _why_no_json(text: str) -> str:
    if not text:
        return "The reply is empty."
    answer = _without_thinking(text)
    if "{" not in answer:
        return "There is no JSON object in the reply."
    if _is_cut_off(answer):
        return "The JSON is cut off before its end; say the same in fewer words."
    try:
        json.loads(legal(answer[answer.index("{") :]), strict=False)
    except json.JSONDecodeError as error:
        return f"The JSON does not parse: {error.msg} in line {error.lineno}, column {error.colno}."
    return "The reply is no JSON object of the schema."
