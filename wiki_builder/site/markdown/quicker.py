"""Python-Markdown's inline patterns, each tried only on text that holds a sign of it. Same HTML, in
less time.

Python-Markdown tries every pattern on every piece of text, and most are plain words: that is a
quarter of the time it takes. Only patterns of the extensions in ``_KNOWN`` are passed over, and
only where Python-Markdown's own class runs them: what another extension brings is left alone.
"""

from __future__ import annotations

import re
from typing import Any

from markdown import Markdown
from markdown.treeprocessors import InlineProcessor
from markdown.util import AtomicString

# modules whose patterns are what is said here of them
_KNOWN = ("markdown.", "pymdownx.", "wiki_builder.site.markdown.")

# For each pattern by its name, signs of which one stands in whatever it matches.
_SIGNS: dict[str, tuple[str, ...]] = {
    "backtick": ("`",),
    "escape": ("\\",),
    "arithmatex-inline": ("$", "\\"),
    "linebreak": ("\n",),
    "entity": ("&",),
    "link": ("[",),
    "image_link": ("![",),
    "autolink": ("://",),
    "automail": ("@",),
    "html": ("<",),
    "wiki_links": ("[[",),
    "wiki_marks": ("^",),
    **dict.fromkeys(("em_strong", "em_strong2", "not_strong"), ("*", "_")),
}
# need one that is defined
_REFERENCES = ("reference", "image_reference", "short_reference", "short_image_ref")


def quicken(md: Markdown) -> None:
    """Put the quicker step in the place of Python-Markdown's own."""
    if type(md.treeprocessors["inline"]) is InlineProcessor:
        md.treeprocessors.register(_Inline(md), "inline", 20)


class _Inline(InlineProcessor):
    """Two methods of its parent by their private names:
    should these change, all is as it was, and slower.
    """

    _tried: list[tuple[Any, tuple[str, ...]]]
    _any: re.Pattern[str]

    def run(self, tree: Any, ancestors: list[str] | None = None) -> Any:
        patterns = self.md.inlinePatterns
        names = {id(patterns[name]): name for name in (*_SIGNS, *_REFERENCES) if name in patterns}
        every = [(one, names.get(id(one), "") if _is_known(one) else "") for one in patterns]
        passed = () if self.md.references else _REFERENCES
        self._tried = [(one, _SIGNS.get(name, ())) for one, name in every if name not in passed]
        signs = "|".join(
            re.escape(sign) for sign in sorted({sign for _, own in self._tried for sign in own})
        )
        self._any = re.compile(signs if all(own for _, own in self._tried) else "")
        return super().run(tree, ancestors)

    def _InlineProcessor__handleInline(self, data: str, patternIndex: int = 0) -> str:
        if isinstance(data, AtomicString) or not self._any.search(data):
            return data
        held = [not signs or any(sign in data for sign in signs) for _, signs in self._tried]
        for number in range(patternIndex, len(held)):
            matched, start = held[number], 0
            while matched:
                data, matched, start = self._InlineProcessor__applyPattern(  # type: ignore[attr-defined]
                    self._tried[number][0], data, number, start
                )
        return data


def _is_known(step: object) -> bool:
    return type(step).__module__.startswith(_KNOWN)
