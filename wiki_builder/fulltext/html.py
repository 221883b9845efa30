"""HTML: arXiv's HTML of a paper, as LaTeXML writes it, as passages with the ids of its paragraphs.

The ids are those of the page itself, so that ``…/html/2605.02801v1#S3.p2`` opens
the very paragraph. Ids need not be unique: a table and its caption have their
figure's id both. The page is data: it is parsed without network and entities,
within limits, and only text leaves this module.

LaTeXML's classes are described at https://math.nist.gov/~BMiller/LaTeXML/manual/.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import TypeAlias

from lxml import etree

from wiki_builder.core.values.fulltext import Fallback, Passage
from wiki_builder.fulltext.headings import WITHIN
from wiki_builder.fulltext.latexml import (
    classes,
    element_text,
    empty,
    kept_id,
    prepare,
    table_text,
    tidy_text,
)
from wiki_builder.fulltext.page import HtmlPage
from wiki_builder.fulltext.quality import not_text
from wiki_builder.fulltext.whole import lost_part

MAX_PAGE = 30_000_000  # bytes that are read; arXiv's largest pages are near 15 MB
LEAST = 500  # characters; an article with less lost its text on the way

_Element: TypeAlias = etree._Element

_SECTIONS = frozenset(
    {
        "ltx_section",
        "ltx_subsection",
        "ltx_subsubsection",
        "ltx_appendix",
        "ltx_chapter",
        "ltx_part",
    }
)
_TITLED = _SECTIONS | {"ltx_bibliography"}
_RUN_IN = frozenset(
    {
        "ltx_title_paragraph",
        "ltx_title_subparagraph",
        "ltx_title_theorem",
        "ltx_title_proof",
        "ltx_tag_item",
    }
)
_CAPTION = "ltx_caption"
_TABULAR = "ltx_tabular"
_BLOCKS = frozenset(
    {"ltx_para", _CAPTION, _TABULAR, "ltx_bibitem", "ltx_abstract", "ltx_listing", "ltx_p"}
)

# What arXiv says on a page where it has no HTML of a paper; looked for in lower case.
_NONE = (b"html is not available for the source", b"no html for")
_ABSTRACT_PAGE = b'name="citation_arxiv_id"'
_NUMBERED = re.compile(r"^[\dA-Z]+(?:\.\d+)*\s")
_NAME = re.compile(r"(?:[^\W\d_][\w.’'-]*\s){1,4}[^\W\d_][\w.’'-]*")
MOST_AUTHORS = 5_000
_STAMP = re.compile(r"arXiv:(\S{4,40}?v\d+)\b")


def read_html(page: bytes) -> tuple[Passage, ...] | Fallback:
    """The passages of a page, whole or not; see :func:`read_html_page`."""
    found = read_html_page(page)
    return found if isinstance(found, Fallback) else found.passages


def read_html_page(page: bytes) -> HtmlPage | Fallback:
    """A page of arXiv's HTML, its passages in document order, the references as kind
    ``references``.

    A :class:`Fallback` with the reason if the page is not a paper: an error page,
    an abstract page, a failed conversion, or no text. Never raises for what is in
    the page. It is read here and now: for a page of an upstream see
    :mod:`wiki_builder.fulltext.html_worker`.
    """
    refused = _refused(page)
    if refused:
        return refused
    root = parsed(page)
    article = next(
        (found for found in root.iter("article") if "ltx_document" in classes(found)), None
    )
    if article is None:
        return _no_article(page)
    title, authors = _printed_title(article), _authors(article)
    stamp, lost = _stamp(root), lost_part(page, root, article)
    passages = _passages(article)
    reason = _no_paper(passages)
    return (
        Fallback("html", lost or reason, doubtful=True)
        if reason
        else HtmlPage(passages, title, authors, stamp, lost)
    )


def _printed_title(article: _Element) -> str:
    """The title as the article bears it, maths in words of LaTeX;
    read before the article is rewritten.
    """
    title = next(
        (element for element in article.iter("h1") if "ltx_title_document" in classes(element)),
        None,
    )
    return "" if title is None else " ".join(element_text(title).split())[:2000]


def _authors(article: _Element) -> tuple[str, ...]:
    """The names above the article, where they are plain:
    a word with digits or signs among them is none.
    """
    names = (
        element_text(element)
        for element in article.iter("span")
        if "ltx_personname" in classes(element)
    )
    parts = (
        " ".join(part.split())
        for name in names
        for part in re.split(r"[,;&\n]|\band\b", name.partition("@")[0])
    )
    return tuple(dict.fromkeys(part for part in parts if _NAME.fullmatch(part)))[:MOST_AUTHORS]


def _stamp(root: _Element) -> str | None:
    """The id that arXiv prints above the article."""
    marks = (
        element_text(element) for element in root.iter("div") if element.get("id") == "watermark-tr"
    )
    found = _STAMP.search(next(marks, ""))
    return found[1] if found else None


def _refused(page: bytes) -> Fallback | None:
    if len(page) > MAX_PAGE:
        return Fallback("html", f"too large: {len(page) // 1_000_000} MB")
    head = page[:2000].lstrip().lower()
    if not head:
        return Fallback("html", "an empty page", doubtful=True)
    if head.startswith(b"%pdf-"):
        return Fallback("html", "a PDF, not HTML", doubtful=True)
    if b"<" not in head:
        return Fallback("html", "plain text, not HTML", doubtful=True)
    broke_off = b"Fatal error and exited abruptly" in page
    return Fallback("html", "the conversion broke off") if broke_off else None


def parsed(page: bytes) -> _Element:
    """The tree; libxml2's HTML parser knows no entities but HTML's own,
    and stops at its limits of depth and size.
    """
    parser = etree.HTMLParser(
        encoding="utf-8", no_network=True, huge_tree=False, remove_comments=True, remove_pis=True
    )
    root = etree.fromstring(page, parser)
    return root if root is not None else etree.Element("html")


def _no_article(page: bytes) -> Fallback:
    """Why a page has no article: arXiv has none, or its conversion gave none;
    or it is another page altogether.
    """
    low = page.lower()
    if any(sign in low for sign in _NONE):
        return Fallback("html", "no HTML of this paper was found")
    if _ABSTRACT_PAGE in low:
        return Fallback("html", "the abstract page, not the paper", doubtful=True)
    if b"latexml" not in low:
        return Fallback("html", "no article: an error page or not a paper", doubtful=True)
    cut = b"</html" not in low
    return Fallback(
        "html",
        "the page is cut: it has no article" if cut else "the conversion failed: no article",
        cut,
    )


def _no_paper(passages: tuple[Passage, ...]) -> str | None:
    text = "\n".join(passage.text for passage in passages if passage.kind != "references")
    if len(text) < LEAST:
        return f"too little text: {len(text)} characters"
    return not_text(text, pages=1)


def _passages(article: _Element) -> tuple[Passage, ...]:
    notes = prepare(article)
    run_in = _run_in_titles(article)
    titles: dict[_Element, str] = {}
    found: list[Passage] = []
    # inner blocks leave before the blocks around them
    for block in reversed(list(_blocks(article))):
        text = _block_text(block, run_in.get(block), notes)
        if text:
            found.append(_passage(block, text, _section(block, titles)))
        empty(block)
    return _merged(reversed(found))


def _blocks(article: _Element) -> Iterator[_Element]:
    """The elements that become passages; a block within a table is part of that table."""
    for element in article.iter("*"):
        kinds = classes(element)
        if kinds.isdisjoint(_BLOCKS) or _inside(element, _TABULAR):
            continue
        if "ltx_p" not in kinds or not _inside(
            element, "ltx_para", "ltx_abstract", _CAPTION, "ltx_bibitem"
        ):
            yield element


def _inside(element: _Element, *kinds: str) -> bool:
    return any(not classes(around).isdisjoint(kinds) for around in element.iterancestors())


def _run_in_titles(article: _Element) -> dict[_Element, list[_Element]]:
    """For each paragraph, the titles and item marks that stand before it:
    "Encoder:", "Theorem 1", "•".
    """
    titles: dict[_Element, list[_Element]] = {}
    waiting: list[_Element] = []
    for element in article.iter("*"):
        kinds = classes(element)
        if not kinds.isdisjoint(_RUN_IN):
            waiting.append(element)
        elif "ltx_para" in kinds and waiting:
            titles[element], waiting = waiting, []
        elif not kinds.isdisjoint(_SECTIONS):
            waiting = []
    return titles


def _block_text(block: _Element, titles: list[_Element] | None, notes: list[str]) -> str:
    if _TABULAR in classes(block):
        return table_text(block, notes)
    before = [tidy_text(element_text(title), notes) for title in titles or ()]
    for title in (*(titles or ()), *block.iter("h1", "h2", "h3", "h4", "h5", "h6")):
        empty(title)  # or the block around would say it again
    text = tidy_text(element_text(block), notes)
    return " ".join(part for part in (*before, text) if part) if text else ""


def _passage(block: _Element, text: str, section: str) -> Passage:
    kinds = classes(block)
    if "ltx_abstract" in kinds:
        return Passage("abstract", text, "Abstract", "abstract")
    if "ltx_bibitem" in kinds:
        return Passage(_address(block), text, section, "references")
    if _CAPTION in kinds:
        return Passage(_address(block), text, section, "caption")
    return Passage(_address(block), text, section, "table" if _TABULAR in kinds else "paragraph")


def _address(block: _Element) -> str:
    """The block's id, or its nearest ancestor's;
    a table's and a caption's is that of their figure.
    """
    figure = _CAPTION in classes(block) or _TABULAR in classes(block)
    around = (block, *block.iterancestors())
    ids = (kept_id(element) for element in around if not figure or element.tag == "figure")
    return next((id for id in ids if id), "") or next((id for id in map(kept_id, around) if id), "")


def _section(block: _Element, titles: dict[_Element, str]) -> str:
    """The titles of the outermost and the innermost section around the block, where they differ."""
    around = (
        element for element in block.iterancestors() if not classes(element).isdisjoint(_TITLED)
    )
    named = [title for title in (_title(element, titles) for element in around) if title]
    if len(named) > 1:
        return f"{named[-1]}{WITHIN}{named[0]}"
    return named[0] if named else ""


def _title(section: _Element, titles: dict[_Element, str]) -> str:
    if section not in titles:
        title = next((child for child in section if "ltx_title" in classes(child)), None)
        said = "" if title is None else tidy_text(element_text(title), []).replace("\n", " ")
        titles[section] = _without_label(said)
    return titles[section]


def _without_label(title: str) -> str:
    """``Introduction`` for ``Introductionintroduction``, where a heading's label was printed
    behind it.
    """
    named = _NUMBERED.sub("", title)
    half = len(named) // 2
    label = re.sub(r"\W", "-", named[:half].lower())
    return title[: len(title) - half] if half and named[half:] == label else title


def _merged(passages: Iterator[Passage]) -> tuple[Passage, ...]:
    """Neighbours with the same id and kind, such as paragraphs without an id of their own,
    become one passage.
    """
    groups = groupby(passages, key=lambda passage: (passage.id, passage.kind, passage.section))
    return tuple(
        Passage(id, "\n".join(passage.text for passage in group), section, kind)
        for (id, kind, section), group in groups
    )
