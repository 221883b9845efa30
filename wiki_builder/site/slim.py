"""White space that no reader sees, taken out of a finished page.

Templates leave about a tenth of a page as indentation. Text keeps its spaces between
words and beside inline elements; beside a box of its own, as a paragraph is one, white
space is never shown.
"""

from __future__ import annotations

import re

EDGE = "\ufdd0"  # beside a box: a sign that is no character of any text

_SPACES = re.compile(r"[ \t\r\n\f]+")
_NAMES = """
    html head body title meta link main header footer article aside section nav div p h1 h2 h3
    h4 h5 h6 ul ol li dl dt dd hr form table thead tbody tfoot tr th td caption blockquote
    details summary figure figcaption svg path !doctype
"""
_BOXES = frozenset(_NAMES.split())
_XMLNS = ' xmlns="http://www.w3.org/2000/svg"'  # which HTML knows


def one_space(text: str) -> str:
    """Text with each run of white space as one space."""
    return _SPACES.sub(" ", text)


def edged(name: str, tag: str) -> str:
    """A tag, with the sign of its edges if it is a box's."""
    if name == "svg":
        tag = tag.replace(_XMLNS, "", 1)
    return f"{EDGE}{tag}{EDGE}" if name in _BOXES else tag


def without_edges(html: str) -> str:
    """A page whose boxes have their edges, without these and without the spaces beside them."""
    return html.replace(f" {EDGE}", EDGE).replace(f"{EDGE} ", EDGE).replace(EDGE, "")
