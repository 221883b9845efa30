"""Nested lists as people and formatters write them, for Python-Markdown.

CommonMark nests what is indented as far as the text of the item above: two or three
spaces, and so write prettier, mdformat and Obsidian. Python-Markdown wants four
spaces a level, and shows all else as one flat list.
"""

from __future__ import annotations

import re

_ITEM = re.compile(r"( *)((?:[-*+]|\d{1,9}[.)]) +)(?=\S)")
_LEVEL = 4


def nested(lines: list[str]) -> list[str]:
    """``lines`` with each nested item four spaces a level;
    lists written so already stay as they are.
    """
    result: list[str] = []
    offsets: list[int] = []  # where the text of each open item begins, outermost first
    after_blank = True
    for line in lines:
        indent = len(line) - len(line.lstrip(" "))
        item = _ITEM.match(line)
        if line.strip() and (item or after_blank):
            offsets = [offset for offset in offsets if offset <= indent]
            if offsets and (item or indent < _LEVEL * len(offsets)):
                line = " " * (_LEVEL * len(offsets)) + line.lstrip(" ")
            if item and (offsets or indent < _LEVEL):
                offsets.append(indent + len(item[2]))
        after_blank = not line.strip()
        result.append(line)
    return result
