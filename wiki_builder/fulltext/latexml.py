"""LaTeXML's inline markup as plain text: maths, footnotes, undefined macros, tables.

:func:`prepare` rewrites an article's tree in place, so that the text of any of
its elements is simply the text in it. :mod:`wiki_builder.fulltext.html` cuts it into
passages.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

from lxml import etree

from wiki_builder.fulltext.clean import characters

_Element: TypeAlias = etree._Element

# Marks of our own in the tree, of a private-use range that XML allows.
BREAK = "\uf8f2"
_NOTE = re.compile("\uf8f0(\\d+)\uf8f1")
_OWN = re.compile("[\uf8f0-\uf8f2]")

MAX_COLUMNS = 200

_DROPPED = frozenset(
    {
        "ltx_authors",
        "ltx_dates",
        "ltx_title_document",
        "ltx_subtitle",
        "ltx_TOC",
        "ltx_pagination",
        "ltx_page_footer",
        "ltx_listing_data",
        "ltx_rdf",
        "ltx_role_footnotemark",
        "ltx_note_mark",
        "ltx_tag_note",
        "ltx_note_type",
    }
)
_DROPPED_TAGS = frozenset(
    {"script", "style", "nav", "img", "button", "title", "desc", "annotation-xml"}
)
_BROKEN_OFF = frozenset(
    {"ltx_p", "ltx_equation", "ltx_equationgroup", "ltx_eqn_table", "ltx_item", "ltx_listingline"}
)
_NUMBER = re.compile(r"[-+]?\d[\d,]*(?:\.\d+)?(?:\\?%)?")
_MACRO = re.compile(r"\\([A-Za-z]+)")
# Undefined macros that set type and say nothing; any other is shown by its name.
_SETS_TYPE = re.compile(
    r"[a-z]{1,2}|AND|And|[a-z]*(?:space|skip|rule|size|font|color|box|style|width|height|depth|line|under|page|float|"
    r"setup|set|new|renew|provide|command|input|include|label|ref|cite|thanks|author|affil|date|title|email|icml|"
    r"title|toc|part|begin|end|def|let|counter|length|lead|phantom|arrow|hook|make)[A-Za-z]*"
)
# What LaTeXML made of a drawing that it does not know: its code, or its libraries' names.
_DRAWING = re.compile(
    r"\{tikzpicture\}|\\(?:usetikzlibrary|usepgfplotslibrary|tikzset|pgfplotsset)"
)
_ID = re.compile(r"[A-Za-z][A-Za-z0-9._:-]{0,63}")
_SENTENCE_END = re.compile(r"[.!?。！？][\"'”’)\]]*(?=\s|$)")
_ABBREVIATION = re.compile(
    r"\b(?:e\.g|i\.e|cf|et"
    r" al|etc|vs|[Ff]igs?|[Ee]qs?|[Ss]ecs?|[Rr]efs?|resp|approx|w\.r\.t|[A-Z])\.$"
)
_BEFORE_MARK = re.compile(r" +(?=[,;)\]])| +(?=[.:](?:\s|$))|,(?= *[);])")


def classes(element: _Element) -> frozenset[str]:
    """The element's classes."""
    return _split(element.get("class") or "")


@lru_cache(maxsize=4096)  # a page has thousands of elements and a few hundred values
def _split(value: str) -> frozenset[str]:
    return frozenset(value.split())


def element_text(element: _Element) -> str:
    """All text in the element, as it stands in the tree; :func:`tidy_text` makes it readable."""
    return "".join(map(str, element.itertext()))


def empty(element: _Element) -> None:
    """Take all out of the element and leave what follows it."""
    element.clear(keep_tail=True)  # type: ignore[call-arg]  # lxml-stubs does not know lxml 4.4's argument


def kept_id(element: _Element) -> str:
    """The element's id, if it is one that LaTeXML writes; otherwise an empty string."""
    id = element.get("id") or ""
    return id if _ID.fullmatch(id) else ""


def prepare(article: _Element) -> list[str]:
    """Rewrite the article's inline markup as text, in place;
    returns its footnotes, which the text marks by number.
    """
    notes: list[_Element] = []
    _drop_drawings(article)
    for formula in list(article.iter("math")):
        _become(formula, _maths(formula))
    for element in list(article.iter("*")):
        action = _action(str(element.tag), element.get("class") or "")
        if action == "drop":
            empty(element)
        elif action == "note":
            notes.append(element)
        elif action == "break":
            element.tail = BREAK + (element.tail or "")
        elif action == "space":
            element.tail = " " + (element.tail or "")
        elif action:
            _become(element, _maths(element) if action == "maths" else _macro(element))
    return _footnotes(notes)


def _drop_drawings(article: _Element) -> None:
    """Take out the code that stands behind the name of a drawing's undefined macro."""
    for element in article.iter("span"):
        if "ltx_ERROR" in classes(element) and _DRAWING.fullmatch(element_text(element).strip()):
            code = element.getnext()
            if code is not None and not classes(code).isdisjoint({"ltx_p", "ltx_para"}):
                empty(code)


@lru_cache(maxsize=4096)
def _action(tag: str, value: str) -> str:
    """What :func:`prepare` does with an element of this tag and these classes."""
    kinds = _split(value)
    if (tag in _DROPPED_TAGS and "ltx_Math" not in kinds) or not kinds.isdisjoint(_DROPPED):
        return "drop"
    if not kinds.isdisjoint(_BROKEN_OFF):
        return "break"
    named = {"ltx_ERROR": "macro", "ltx_note": "note", "ltx_Math": "maths", "ltx_eqn_cell": "space"}
    found = next((action for kind, action in named.items() if kind in kinds), "")
    return "" if tag == "math" else found or ("space" if tag == "br" else "")


def _become(element: _Element, text: str) -> None:
    empty(element)
    element.text = text


def _maths(element: _Element) -> str:
    """``$…$`` around the formula's LaTeX; a mere number is that number."""
    source = element.get("alttext") or element.get("alt") or _annotation(element)
    source = (
        re.sub(r"\s+", " ", source.replace("%\n", ""))
        .strip()
        .removeprefix("\\displaystyle")
        .strip()
    )
    if not source:
        return element_text(element)
    return source.replace("\\%", "%") if _NUMBER.fullmatch(source) else f"${source}$"


def _annotation(element: _Element) -> str:
    return next(
        (
            note.text or ""
            for note in element.iter("annotation")
            if "tex" in (note.get("encoding") or "")
        ),
        "",
    )


def _macro(element: _Element) -> str:
    """An undefined macro's name, where it may stand for a word of the text;
    nothing for one that sets type.
    """
    found = _MACRO.fullmatch(element_text(element).strip())
    return "" if not found or _SETS_TYPE.fullmatch(found[1]) else found[1]


def _footnotes(elements: Sequence[_Element]) -> list[str]:
    """Take the footnotes out of the text, the inner before the outer,
    and leave a numbered mark for each.
    """
    texts: list[str] = []
    for element in reversed(elements):
        text = tidy_text(element_text(element), texts).replace("\n", " ")
        _become(element, f"\uf8f0{len(texts)}\uf8f1" if text else "")
        texts.append(text)
    return texts


def tidy_text(text: str, notes: Sequence[str]) -> str:
    """``text`` with single spaces, its breaks as line ends,
    and each footnote in parentheses after its sentence.
    """
    lines: Iterable[str] = (" ".join(line.split()) for line in characters(text).split(BREAK))
    if "\uf8f0" in text:
        lines = (_with_notes(line, notes) for line in lines)
    return "\n".join(
        line
        for line in (_OWN.sub("", _BEFORE_MARK.sub("", line)).strip() for line in lines)
        if line
    )


def _with_notes(line: str, notes: Sequence[str]) -> str:
    """The line with its footnotes moved from their marks to the ends of their sentences."""
    first, *rest = _NOTE.split(line)
    pieces, length = [first], len(first)
    moved: list[tuple[int, str]] = []
    for number, text in zip(rest[::2], rest[1::2], strict=True):
        if not text[:1].isalnum():
            length += len(pieces[-1].rstrip()) - len(pieces[-1])
            pieces[-1] = pieces[-1].rstrip()
        moved.append(
            (length, notes[int(number)] if len(number) < 9 and int(number) < len(notes) else "")
        )
        pieces.append(text)
        length += len(text)
    return _inserted("".join(pieces), [(place, note) for place, note in moved if note])


def _inserted(line: str, notes: Sequence[tuple[int, str]]) -> str:
    """The line with each note, in parentheses,
    at the end of the sentence that its place stands in.
    """
    ends = [
        found.span()
        for found in _SENTENCE_END.finditer(line)
        if not _is_abbreviation(line, found.end())
    ]
    pieces, at = [], 0
    for place, note in notes:
        end = _sentence_end(ends, place, len(line))
        pieces += [line[at:end], f" ({note})"]
        at = end
    return "".join((*pieces, line[at:]))


def _is_abbreviation(line: str, end: int) -> bool:
    return _ABBREVIATION.search(line, max(end - 8, 0), end) is not None


def _sentence_end(ends: Sequence[tuple[int, int]], place: int, last: int) -> int:
    """Where the sentence ends that ``place`` stands in;
    ``place`` itself if it has just ended there.
    """
    first = bisect_left(ends, (place - 2, 0))
    return next((ends[at][1] for at in range(first, len(ends)) if ends[at][1] >= place), last)


def table_text(table: _Element, notes: Sequence[str]) -> str:
    """A table's rows as lines, cells between bars;
    of the places that a cell spans, all but the first are empty.
    """
    rows = [
        row
        for row in table.iter("*")
        if "ltx_tr" in classes(row) and _nearest(row, "ltx_tabular") is table
    ]
    waiting: dict[int, int] = {}
    lines = []
    for row in rows:
        cells = [cell for cell in row if "ltx_td" in classes(cell)]
        lines.append(" | ".join(_placed(cells, waiting, notes)).rstrip(" |"))
    return "\n".join(line for line in lines if line.strip(" |"))


def _nearest(element: _Element, kind: str) -> _Element | None:
    return next((around for around in element.iterancestors() if kind in classes(around)), None)


def _placed(cells: Sequence[_Element], waiting: dict[int, int], notes: Sequence[str]) -> list[str]:
    """One row's texts by column; ``waiting`` counts the rows that a cell above still
    spans, by column.
    """
    row: list[str] = []
    for cell in cells:
        while waiting.get(len(row), 0) > 0 and len(row) < MAX_COLUMNS:
            waiting[len(row)] -= 1
            row.append("")
        text = tidy_text(element_text(cell), notes).replace("\n", " ")
        for offset in range(min(_span(cell, "colspan"), MAX_COLUMNS - len(row))):
            waiting[len(row)] = _span(cell, "rowspan") - 1
            row.append("" if offset else text)
    return row


def _span(cell: _Element, name: str) -> int:
    value = cell.get(name) or "1"
    return max(1, min(int(value), 1000)) if value.isdecimal() and len(value) < 5 else 1
