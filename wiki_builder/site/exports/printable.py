"""Front matter that is safe to print: Material puts a page's title, tags and the like into its HTML
as they stand.

A title stands where no script sets maths: in the browser's tab, in the header, in the navigation.
"""

from __future__ import annotations

from html import unescape
from typing import Any

from wiki_builder.contract import escape
from wiki_builder.site.search.maths import read_html

_MARKUP = str.maketrans({"<": "&lt;", ">": "&gt;", '"': "&quot;"})


def printable(value: Any) -> Any:
    """``value`` with ``<``, ``>`` and ``"`` as entities in every string; what is escaped already
    stays as it is.

    The maths of a ``title`` is as one reads it: ``τ²`` for ``$\\tau^2$``.
    """
    if isinstance(value, str):
        return value.translate(_MARKUP)
    if isinstance(value, list):
        return [printable(item) for item in value]
    if isinstance(value, dict):
        return {
            key: printable(_read(item) if key == "title" else item) for key, item in value.items()
        }
    return value


def _read(title: Any) -> Any:
    if not isinstance(title, str) or not ("$" in title or "\\" in title):
        return title
    return read_html(escape.html(unescape(title)))
