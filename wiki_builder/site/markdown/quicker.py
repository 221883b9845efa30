"""Python-Markdown's steps, each tried only on text that holds a sign of it. Same HTML, in less
time.

Python-Markdown tries every pattern on every piece of text and every kind of block on every
block, and most are plain words. Only steps of the extensions in ``_KNOWN`` are passed over, and
only where Python-Markdown's own class runs them: what another extension brings is left alone.
"""

from __future__ import annotations

import re
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.blockparser import BlockParser
from markdown.inlinepatterns import LINK_RE, LinkInlineProcessor
from markdown.postprocessors import RawHtmlPostprocessor
from markdown.treeprocessors import InlineProcessor
from markdown.util import AtomicString

# modules whose patterns and blocks are what is said here of them
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

# Kinds of blocks of which a line that begins with a letter, or with such a letter's emphasis, is
# never one.
_NO_LINE = {
    "empty",
    "indent",
    "code",
    "hashheader",
    "setextheader",
    "hr",
    "olist",
    "ulist",
    "quote",
    "reference",
}
_NO_LINE |= {"table", "admonition", "arithmatex-block"}
_LINE = re.compile(r"(?:\*{1,2})?[^\W\d_][^\n|]*\Z|\x02wzxhzdk:\d+\x03\Z")  # or what was stashed
# A list of lines of which each is an item with a word in it: nothing that is tried before lists.
_NO_LIST = _NO_LINE - {"olist", "ulist", "quote", "reference"}
_LIST = re.compile(r"(?:(?:\d+\.|[-*+]) (?:\*\*?|\[|\*\*\[)?[^\W\d_][^\n|]*+(?:\n|\Z))++\Z")
_STASHED = "wzxhzdk:"
_PLAIN_LINK = re.compile(r"""([^\[\]]*)\]\(([^()\[\]\s<>"'\x02]+)\)""")  # behind its first bracket


def quicken(md: Markdown) -> None:
    """Put the quicker steps in the place of Python-Markdown's own."""
    if type(md.treeprocessors["inline"]) is InlineProcessor:
        md.treeprocessors.register(_Inline(md), "inline", 20)
    if type(md.inlinePatterns["link"]) is LinkInlineProcessor:
        md.inlinePatterns.register(_Link(LINK_RE, md), "link", 160)
    if type(md.postprocessors["raw_html"]) is RawHtmlPostprocessor:
        md.postprocessors.register(_RawHtml(md), "raw_html", 30)
    if type(md.block_level_elements) is list:
        md.block_level_elements = _Names(md.block_level_elements)
    if type(md.parser) is BlockParser:
        md.parser.parseBlocks = _Blocks(md.parser)  # type: ignore[method-assign]


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


class _Link(LinkInlineProcessor):
    def handleMatch(self, m: re.Match[str], data: str) -> Any:  # type: ignore[override]
        plain = _PLAIN_LINK.match(data, m.end())
        if not plain:
            return super().handleMatch(m, data)
        link = Element("a", href=plain[2])
        link.text = plain[1]
        return link, m.start(), plain.end()


class _Names(list[str]):
    """A list in which Python-Markdown looks for a name a thousand times a page."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(names)
        self._asked: dict[object, bool] = {}
        self._size = len(self)

    def __contains__(self, name: object) -> bool:
        if len(self) != self._size:  # an extension added one
            self._size, self._asked = len(self), {}
        if name not in self._asked:
            self._asked[name] = super().__contains__(name)
        return self._asked[name]


class _RawHtml(RawHtmlPostprocessor):
    def run(self, text: str) -> str:
        return super().run(text) if _STASHED in text else text


class _Blocks:
    """``BlockParser.parseBlocks``."""

    def __init__(self, parser: BlockParser) -> None:
        self._parser = parser
        self._every: list[Any] = []
        self._of_a_line: list[Any] = []
        self._of_a_list: list[Any] = []

    def __call__(self, parent: Element, blocks: list[str]) -> None:
        if not self._every:  # all extensions are there by now
            self._every = list(self._parser.blockprocessors)
            self._of_a_line, self._of_a_list = self._without(_NO_LINE), self._without(_NO_LIST)
        while blocks:
            for kind in self._kinds(blocks[0]):
                if kind.test(parent, blocks[0]) and kind.run(parent, blocks) is not False:
                    break

    def _kinds(self, block: str) -> list[Any]:
        if _LINE.match(block):
            return self._of_a_line
        return self._of_a_list if _LIST.match(block) else self._every

    def _without(self, names: set[str]) -> list[Any]:
        kinds = self._parser.blockprocessors
        passed = [kinds[name] for name in names if name in kinds and _is_known(kinds[name])]
        return [one for one in self._every if not any(one is other for other in passed)]


def _is_known(step: object) -> bool:
    return type(step).__module__.startswith(_KNOWN)
