"""Python-Markdown's inline patterns, each tried only on text that holds a sign of it. Same HTML, in less time.

Python-Markdown tries every pattern on every piece of text, and most pieces are plain words.
"""

from __future__ import annotations

import re
from typing import Any

from markdown import Markdown
from markdown.treeprocessors import InlineProcessor
from markdown.util import AtomicString

# For each pattern by its name, characters of which one stands in whatever it matches.
_SIGNS = {
    "backtick": "`",
    "escape": "\\",
    "arithmatex-inline": "$\\",
    "linebreak": "\n",
    "entity": "&",
    **dict.fromkeys(("reference", "link", "image_link", "image_reference"), "["),
    **dict.fromkeys(("short_reference", "short_image_ref"), "["),
    **dict.fromkeys(("autolink", "automail", "html"), "<"),
    **dict.fromkeys(("em_strong", "em_strong2", "not_strong"), "*_"),
}
_KNOWN = ("markdown.inlinepatterns", "pymdownx.arithmatex")  # where these patterns are from


def quicken(md: Markdown) -> None:
    """Put the quicker one in the place of Python-Markdown's own; another extension's is left alone."""
    if type(md.treeprocessors["inline"]) is InlineProcessor:
        md.treeprocessors.register(_Inline(md), "inline", 20)


class _Inline(InlineProcessor):
    """Two methods of its parent by their private names: should these change, all is as it was, and slower."""

    _tried: list[tuple[Any, frozenset[str]]]
    _any: re.Pattern[str]

    def run(self, tree: Any, ancestors: list[str] | None = None) -> Any:
        names = {id(self.md.inlinePatterns[name]): name for name in _SIGNS if name in self.md.inlinePatterns}
        self._tried = [(one, _signs(one, names.get(id(one), ""))) for one in self.md.inlinePatterns]
        signs = "".join(sorted(frozenset().union(*(own for _, own in self._tried))))
        self._any = re.compile(f"[{re.escape(signs)}]" if all(own for _, own in self._tried) else "")
        return super().run(tree, ancestors)

    def _InlineProcessor__handleInline(self, data: str, patternIndex: int = 0) -> str:
        if isinstance(data, AtomicString) or not self._any.search(data):
            return data
        start = 0
        while patternIndex < len(self._tried):
            pattern, signs = self._tried[patternIndex]
            if signs and not any(sign in data for sign in signs):
                matched, start = False, 0
            else:
                data, matched, start = self._InlineProcessor__applyPattern(  # type: ignore[attr-defined]
                    pattern, data, patternIndex, start
                )
            patternIndex += not matched
        return data


def _signs(pattern: Any, name: str) -> frozenset[str]:
    return frozenset(_SIGNS.get(name, "")) if type(pattern).__module__ in _KNOWN else frozenset()
