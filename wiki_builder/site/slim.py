"""A finished page without the white space that no reader sees.

Templates leave about a tenth of a page as indentation. Text keeps its spaces between
words and beside inline elements. ``pre``, ``code``, ``textarea``, scripts, styles,
comments and maths, whose line ends mean something to TeX, stay as they are, and so does
all that stands within a tag, but for the name space of pictures, which HTML knows.
"""

from __future__ import annotations

import re

_PIECE = re.compile(
    r"""
      (?P<kept> <!--.*?--> | <(?P<raw>pre|code|textarea|script|style)\b.*?</(?P=raw)\s*>
              | <(?P<maths>span|div)\b[^>]*\barithmatex\b[^>]*>.*?</(?P=maths)> )
    | (?P<tag> </?(?P<name>[a-z][\w-]*)(?:"[^"]*"|'[^']*'|[^'">])*> | <!doctype[^>]*> )
    | (?P<space> [ \t\r\n\f]+ )
    """,
    re.DOTALL | re.IGNORECASE | re.VERBOSE,
)

# Boxes of their own: white space before, behind and between them is never shown.
_BOXES = frozenset(
    (
        *("html", "head", "body", "title", "meta", "link", "main", "header", "footer", "article", "aside", "section"),
        *("nav", "div", "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt", "dd", "hr", "form"),
        *("table", "thead", "tbody", "tfoot", "tr", "th", "td", "caption", "blockquote", "details", "summary"),
        *("figure", "figcaption", "svg", "path"),
    )
)


_XMLNS = ' xmlns="http://www.w3.org/2000/svg"'


def slim(html: str) -> str:
    """``html`` with runs of white space as one space, and none beside boxes; every other character stays."""
    made: list[str] = []
    at = 0
    beside, space = True, False  # whether a box's edge came last; whether white space waits for what comes next
    for found in _PIECE.finditer(html):
        if text := html[at : found.start()]:
            made.append(f" {text}" if space and not beside else text)
            beside = space = False
        at = found.end()
        if found["space"]:
            space = True
            continue
        box = found["tag"] is not None and (found["name"] or "html").lower() in _BOXES
        unseen = found["kept"] is not None and (found["raw"] or found["maths"] or "script") in ("script", "style")
        piece = found[0].replace(_XMLNS, "", 1) if found["name"] == "svg" else found[0]
        made.append(f" {piece}" if space and not beside and not box else piece)
        beside, space = box or (beside and unseen), False
    end = html[at:]
    return "".join([*made, f" {end}" if space and end and not beside else end])
