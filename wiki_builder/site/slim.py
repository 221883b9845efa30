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
from collections.abc import Collection, Iterable

_COLOURED = re.compile(
    r"(?P<colours>[^{}]*\[data-md-color-(?:primary|accent)=[^{}]*)\{[^{}]*\}|@media[^{}]*\{\}"
)
_COLOUR = re.compile(r"\[data-md-color-(?:primary|accent)=([\w-]+)\]")
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
# Of Material's frame what scripts alone use, which head.js puts there for them
# (partials/wiki-frame.html), and the colours that a body without them has.
_FOR_SCRIPTS = (
    "<input class=md-toggle data-md-toggle=search type=checkbox id=__search autocomplete=off> ",
    "<div data-md-component=announce></div>",
    " data-md-color-primary=custom data-md-color-accent=custom",
    *(f" data-md-component={name}" for name in ("skip", "header", "container", "main", "content")),
    " data-md-component=sidebar data-md-type=toc",
    " data-md-component=toc",
)
_DIALOG = (
    "<div class=md-dialog data-md-component=dialog>"
    '<div class="md-dialog__inner md-typeset"></div></div>'
)
_FRAME = "<script>self.wikiFrame?.()</script>"
# A word in both languages, of which the page has the first: outside of what is in another one
_PAIR = re.compile(r"<span lang=en>(?=[^<]*</span><i> · </i><span lang=zh-Hans>)")
_IN_CHINESE = '<article class="md-content__inner md-typeset" lang=zh'
_CHINESE = re.compile(
    r"(<section\b[^>]* lang=zh.*?</section>|<details\b[^>]* lang=zh.*?</details>)", re.DOTALL
)
_SKIP = re.compile(r"<a href=#([^ >]+) class=md-skip>")
_TITLE = " id=wiki-title>"  # of the section that holds a page's title
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


def colours_of(text: str, used: Collection[str]) -> str:
    """Material's sheet of colours, of which a site has a few."""

    def kept(rule: re.Match[str]) -> str:
        names = _COLOUR.findall(rule["colours"] or "")
        return rule[0] if any(name in used for name in names) else ""

    return _COLOURED.sub(kept, _COLOURED.sub(kept, text))  # and what is empty by then


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


def lean(page: str) -> str:
    """A page, otherwise finished, without what other parts of it say: Material's frame for scripts,
    a title's id beside that of its section, and the language of words where it is the page's.
    """
    if _DIALOG + _FRAME in page:
        page = page.replace(_DIALOG, "", 1)
        for part in _FOR_SCRIPTS:
            page = page.replace(part, "", 1)
    if _TITLE in page and (skip := _SKIP.search(page)):
        page = page.replace(skip[0], "<a href=#wiki-title class=md-skip>", 1)
        page = re.sub(rf"<h1 id={re.escape(skip[1])}(?=[ >])", "<h1", page, count=1)
    if _IN_CHINESE in page or page.startswith("<!doctype html><html lang=zh"):
        return page
    parts = _CHINESE.split(page)  # each second one is Chinese
    parts[::2] = (_PAIR.sub("<span>", part) for part in parts[::2])
    return "".join(parts)
