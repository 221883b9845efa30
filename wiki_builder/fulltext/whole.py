"""Whole: whether a page of arXiv's HTML is all of its article, by its own account.

An upstream, or what stands between, may send the beginning of a page with status 200,
closed or not. A page says of itself what belongs to it: its contents name its sections,
its sections are numbered, its references lead into it, what cites has references.
Where a page says nothing of the kind, nothing is missed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from typing import TypeAlias

from lxml import etree

from wiki_builder.fulltext.headings import role
from wiki_builder.fulltext.latexml import classes, element_text

_Element: TypeAlias = etree._Element

TAIL = 20_000  # bytes of a page in which it must close; scripts may follow the article
MOST_LOST = 0.02  # of the places that a page leads to; LaTeXML itself loses one now and then

_SECTION = re.compile(r"S(\d{1,4})")
_PLACE = re.compile(r"(?:bib|S|A|alg|footnote|Thm|p|I)[A-Za-z]*\d[\w.-]*")
# sections and entries of the references: never lost in passing
_GREAT = re.compile(r"(?:S|A)\d+|bib\.\w+")
_CITES = re.compile(
    r"\[\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\]|\bet al\b|\((?:[^()]{1,80},\s*)?(?:19|20)\d\d[a-z]?\)"
)
_REFERENCES = frozenset({"ltx_bibliography", "ltx_bibitem", "ltx_biblist"})
_ENDS = frozenset({"conclusion", "back matter", "appendix"})
_GENERATED = b"by latexml (version"
MOST_TEXT = 2_000_000  # characters in which citations are looked for


def lost_part(page: bytes, root: _Element, article: _Element) -> str | None:
    """What a page lacks that it should have, in words; ``None`` where it is whole.

    ``root`` is its tree as it was parsed, ``article`` the article in it.
    """
    if not _is_closed(page):
        return "the page is cut: it does not close"
    ids = {id for element in root.iter("*") if (id := element.get("id"))}
    contents = _contents(root)
    if missing := [place for place in contents if place not in ids]:
        return (
            f"the page is cut: {len(missing)} of {len(contents)} sections of its contents are"
            " missing"
        )
    if gap := _gap(article):
        return f"the page is cut: section {gap} is missing"
    if contents and not any(place.startswith("bib") for place in contents):
        return None
    return _lost_places(article, ids) or (None if contents else _lost_end(page, root, article))


def _is_closed(page: bytes) -> bool:
    tail = page[-TAIL:].lower()
    return b"</html" in tail and page.lower().rfind(b"</article") > 0


def _contents(root: _Element) -> list[str]:
    """The places that the page's table of contents leads to."""
    contents = next(
        (element for element in root.iter("nav", "div", "ol") if "ltx_TOC" in classes(element)),
        None,
    )
    links = () if contents is None else contents.iter("a")
    return list(dict.fromkeys(place for link in links if (place := _fragment(link))))


def _fragment(link: _Element) -> str:
    base, _, place = (link.get("href") or "").partition("#")
    return place if not base or "/html/" in base else ""


def _gap(article: _Element) -> int | None:
    """The first section that is not there between others that are."""
    found = (_SECTION.fullmatch(element.get("id") or "") for element in article.iter("section"))
    numbers = {int(match[1]) for match in found if match}
    return (
        next((n for n in range(min(numbers), max(numbers)) if n not in numbers), None)
        if numbers
        else None
    )


def _lost_places(article: _Element, ids: Set[str]) -> str | None:
    """Whether sections, references, figures that the article leads to are not there."""
    places = {place for link in article.iter("a") if _PLACE.fullmatch(place := _fragment(link))}
    lost = places - ids
    if any(_GREAT.fullmatch(place) for place in lost) or len(lost) > max(
        2, MOST_LOST * len(places)
    ):
        return f"the page is cut: {len(lost)} of {len(places)} places that it leads to are missing"
    return None


def _lost_end(page: bytes, root: _Element, article: _Element) -> str | None:
    """Of a page without contents: whether its foot,
    or the references of what it cites, are missing.
    """
    if _GENERATED in page[:4_000].lower() and not _has(root, {"ltx_page_footer"}):
        return "the page is cut: its foot is missing"
    if _has(article, _REFERENCES):
        return None
    if _ends_early(article):
        return "the page is cut: it has an introduction, and neither a conclusion nor references"
    if len(set(_CITES.findall(element_text(article)[:MOST_TEXT]))) > 1:
        return "the page is cut: it cites, and has no references"
    return None


def _ends_early(article: _Element) -> bool:
    """Whether an article begins as papers do and does not end so."""
    titles = (element for element in article.iter("h2", "h3") if "ltx_title" in classes(element))
    parts = {role(" ".join(element_text(title).split())) for title in titles}
    return "introduction" in parts and parts.isdisjoint(_ENDS)


def _has(root: _Element, kinds: Iterable[str]) -> bool:
    wanted = frozenset(kinds)
    return any(not classes(element).isdisjoint(wanted) for element in root.iter("*"))
