"""What no reader asks for: files of the theme's that nothing loads, and of a finished page what
means nothing to a browser.

Templates leave about a tenth of a page as indentation. Text keeps its spaces between
words and beside inline elements; beside a box of its own, as a paragraph is one, white
space is never shown. A twentieth more are quotation marks around a value that is one word, and
ends of items, paragraphs and cells that the next tag says too, which HTML lets one leave out
(https://html.spec.whatwg.org/multipage/syntax.html#optional-tags).
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable

EDGE = "\ufdd0"  # beside a box: a sign that is no character of any text

_COMMENT = r"/\*[^*]*\*+(?:[^/*][^*]*\*+)*/"  # https://www.w3.org/TR/css-syntax-3/#consume-comment
_IN_SHEET = re.compile(
    rf"""(?<==)"(?P<word>[A-Za-z][\w-]*)"(?=])|(?P<kept>"[^"]*"|'[^']*')"""
    rf"""|(?P<last>(?:\s|{_COMMENT})*;(?:\s|{_COMMENT})*(?=}}))"""
    rf"""|(?:\s|{_COMMENT})*(?P<sign>[{{}};,>~]|(?<=[\w-]):(?=\s))(?:\s|{_COMMENT})*"""
    rf"|{_COMMENT}|\s+"
)
_SPACES = re.compile(r"[ \t\r\n\f]+")
_NAMES = """
    html head body title meta link main header footer article aside section nav div p h1 h2 h3
    h4 h5 h6 ul ol li dl dt dd hr form table thead tbody tfoot tr th td caption blockquote
    details summary figure figcaption svg path !doctype
"""
_BOXES = frozenset(_NAMES.split())
# Of Material's: languages and worker of its search, and maps from its code to its sources.
_OF_SEARCH = re.compile(r"assets/javascripts/(?:lunr|workers)/.*")
_MAP = re.compile(r"assets/(?:javascripts|stylesheets)/.*\.map")
_QUOTED = re.compile(r""" ([\w-]+)="([^\s"'=<>`]+)"(?=[ >])""")  # a value of one word
_TEXT = ' class="wiki wiki-text"'  # of which the sheet needs the second
_BEHIND_P = "p|[uo]l|dl|div|section|article|details|table|blockquote|pre|h[1-6]|hr|nav|figure"
_ENDED_P = "section|article|details|div|li|td|dd|blockquote|main"
_END = re.compile(
    rf"{EDGE}</(?:li>(?={EDGE}+(?:<li\b|</[uo]l>))|p>(?={EDGE}+(?:<(?:{_BEHIND_P})\b|</(?:{_ENDED_P})>))"
    rf"|t[dh]>(?={EDGE}+(?:<t[dh]\b|</tr>))|tr>(?={EDGE}+(?:<tr\b|</t(?:body|head|able)>))"
    rf"|thead>(?={EDGE}+<tbody\b)|tbody>(?={EDGE}+</table>))"
)
_XMLNS = ' xmlns="http://www.w3.org/2000/svg"'  # which HTML knows


def unused(paths: Iterable[str], searched: bool) -> list[str]:
    """The theme's files that no page loads; ``searched``: by Material's own search."""
    left_out = [_MAP] if searched else [_MAP, _OF_SEARCH]
    return [path for path in paths if any(one.fullmatch(path) for one in left_out)]


def packed(text: str) -> bytes:
    """A text that scripts alone read, as gzip without a time or a name."""
    packer = zlib.compressobj(6, zlib.DEFLATED, 31)
    return packer.compress(text.encode()) + packer.flush()


def sheet(text: str) -> str:
    """A style sheet without its comments and needless signs, a sixth of what is sent."""
    return _IN_SHEET.sub(_shorter, text).strip()


def _shorter(found: re.Match[str]) -> str:
    if found["last"]:
        return ""
    return found["word"] or found["kept"] or found["sign"] or _blank(found[0])


def _blank(found: str) -> str:
    return "" if found.startswith("/*") else " "


def one_space(text: str) -> str:
    """Text with each run of white space as one space."""
    return _SPACES.sub(" ", text)


def bare(tag: str) -> str:
    """A tag without needless quotation marks; or several, with no text beside them that has any.

    At its end the address of a folder has a space behind it, since some readers of HTML take its
    stroke for the tag's own.
    """
    tag = tag.replace(_TEXT, ' class="wiki-text"')
    return tag if "'" in tag else _QUOTED.sub(r" \1=\2", tag.replace('/">', '/" >'))


def edged(name: str, tag: str) -> str:
    """A tag without needless signs, with the sign of its edges if it is a box's."""
    if name == "svg":
        tag = tag.replace(_XMLNS, "", 1)
    tag = bare(tag)
    return f"{EDGE}{tag}{EDGE}" if name in _BOXES else tag


def without_edges(html: str) -> str:
    """A page whose boxes have their edges, without these, without the spaces beside them,
    and without ends that go without saying.
    """
    bare = html.replace(f" {EDGE}", EDGE).replace(f"{EDGE} ", EDGE)
    return _END.sub("", bare).replace(EDGE, "")
