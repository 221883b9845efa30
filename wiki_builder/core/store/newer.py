"""What a newer wiki-builder wrote and this one does not know: it is kept when a file is written
again.

Values hold what is known. When a file is written, what the old file says beside that is put back:
on the value itself, and on each part that is still the same thing. A part says by ``same_by`` what
makes it the same one (dots lead inwards), else by ``id`` or ``ref``; of any other nothing known may
have changed. So a claim keeps its unknown fields while its label changes, and a new analysis takes
over nothing that was said of the old one. Reading costs nothing.
"""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any

Json = Any  # as from_json gives it


def with_unknown(type_: Any, raw: Json, old: Json, new: Json) -> Json:
    """``new`` with what ``raw`` says beside ``old``, where both are of the same thing.

    Args:
        type_: what all three are of.
        raw: what a file says.
        old: what of that is known, in the form of ``new``.
        new: what the file shall say.
    """
    if not _is_same(type_, old, new, whole=True):
        return new
    return _of_value(type_, raw, old, new)


def _of_value(type_: Any, raw: Json, old: Json, new: Json) -> Json:
    kind = _kind(type_)
    known = {
        name: _put_back(kind[name], raw.get(name), old.get(name), value)
        for name, value in new.items()
    }
    found = list(known.items())
    names = list(raw)
    for at, name in enumerate(names):
        if name not in kind:  # behind what it stood behind
            here = [other for other, _ in found]
            behind = next(
                (here.index(other) + 1 for other in reversed(names[:at]) if other in here), 0
            )
            found.insert(behind, (name, raw[name]))
    return dict(found)


def _put_back(type_: Any, raw: Json, old: Json, new: Json) -> Json:
    """The same for any part; itself where there is nothing to put back."""
    if isinstance(new, dict) and isinstance(old, dict) and isinstance(raw, dict):
        if is_dataclass(type_):
            return _of_value(type_, raw, old, new) if _is_same(type_, old, new) else new
        inner = _inner(type_)
        return {
            key: _put_back(inner, raw.get(key), old.get(key), value) for key, value in new.items()
        }
    if (
        isinstance(new, list)
        and isinstance(old, list)
        and isinstance(raw, list)
        and is_dataclass(_inner(type_))
    ):
        return list(_of_items(_inner(type_), list(zip(raw, old, strict=True)), new))
    return new


def _of_items(type_: Any, left: list[tuple[Json, Json]], new: list[Json]) -> Iterator[Json]:
    for item in new:
        at = next((at for at, (_, old) in enumerate(left) if _is_same(type_, old, item)), None)
        yield item if at is None else _of_value(type_, *left.pop(at), item)


def _is_same(type_: Any, old: Json, new: Json, whole: bool = False) -> bool:
    """Whether two are the same thing; a ``whole`` file is, unless its type says what it goes by."""
    names = getattr(type_, "same_by", None) or next(
        ((key,) for key in ("id", "ref") if key in _kind(type_)), None
    )
    if names is None:
        return whole or bool(old == new)
    return all(_at(old, name) == _at(new, name) for name in names)


def _at(value: Json, way: str) -> Json:
    for name in way.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    return value


@cache
def _kind(type_: Any) -> Mapping[str, Any]:
    """The types of a dataclass's fields by name, ``None`` left out of them."""
    hints = typing.get_type_hints(type_)
    return {field.name: _present(hints[field.name]) for field in fields(type_)}


def _present(type_: Any) -> Any:
    """``T`` of ``T | None``."""
    if isinstance(type_, UnionType) or typing.get_origin(type_) is typing.Union:
        return next(one for one in typing.get_args(type_) if one is not type(None))
    return type_


def _inner(type_: Any) -> Any:
    """What a list or a mapping holds; ``None`` for anything else."""
    given = [one for one in typing.get_args(type_) if one is not Ellipsis]
    return _present(given[-1]) if given else None
