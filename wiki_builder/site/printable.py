"""Front matter that is safe to print: Material puts a page's title, tags and the like into its HTML as they stand."""

from __future__ import annotations

from typing import Any

_MARKUP = str.maketrans({"<": "&lt;", ">": "&gt;", '"': "&quot;"})


def printable(value: Any) -> Any:
    """``value`` with ``<``, ``>`` and ``"`` as entities in every string; what is escaped already stays as it is."""
    if isinstance(value, str):
        return value.translate(_MARKUP)
    if isinstance(value, list):
        return [printable(item) for item in value]
    if isinstance(value, dict):
        return {key: printable(item) for key, item in value.items()}
    return value
