"""Figures on a built page: framed with their captions, loaded late, with room kept for them.

In Markdown a figure is three paragraphs: image, caption, credit; so any editor and any forge
shows it. Here they become ``<figure>``. What a person made of them is left in its order. The
first of a day's leading paper stands small in the lead, too, as long as it stands on its page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from html import escape, unescape
from urllib.parse import urljoin

from wiki_builder.core.store.wiki import figure_path
from wiki_builder.core.values.paper import Figure, Paper
from wiki_builder.fulltext.figures.find import first_sentence
from wiki_builder.fulltext.figures.licences import licence_of
from wiki_builder.library.library import Library

_SECTION = re.compile(r'(<section class="wiki wiki-figures"[^>]*>)(.*?)(</section>)', re.DOTALL)
_IMAGE = re.compile(r"<img\b([^>]*?)\s*/?>")
_ATTRIBUTE = r'\b{}="([^"]*)"'
_FIGURE = re.compile(
    r"<p>(<img\b[^>]*>)</p>\s*<p>((?:(?!</?p>|<img).)*)</p>\s*<p>((?:(?!</?p>|<img).)*)</p>",
    re.DOTALL,
)
_LEAD = re.compile(
    r'<section lang="[^"]*" class="wiki wiki-lead"[^>]*>(?:(?!</section>).)*?'
    r'<h2[^>]*>\s*<a href="([^"#]*)"(?:(?!</section>).)*?</h2>',
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a page: its address, and what stands for it."""

    src: str
    alt: str


def framed(html: str, size: Callable[[str], tuple[int, int] | None]) -> str:
    """A page's HTML with its figures framed; ``size`` gives width and height of an image by its
    ``src``, in pixels.

    Captions are the paper's own words, in English.
    """
    if "<img" not in html:
        return html
    return _SECTION.sub(lambda found: f"{found[1]}{_framed(found[2], size)}{found[3]}", html)


def pictures(html: str, page: str) -> Iterator[Picture]:
    """The figures that a finished page shows; ``page`` is its address in full."""
    for section in _SECTION.finditer(html) if "<img" in html else ():
        for image in _IMAGE.finditer(section[2]):
            with suppress(ValueError):  # an address that is none
                if src := _attribute(image[1], "src"):
                    yield Picture(urljoin(page, src), _attribute(image[1], "alt"))


def in_lead(html: str, figure: Callable[[str], str]) -> str:
    """A front page's HTML with ``figure``, HTML or nothing by the address of the leading paper,
    behind the headline in each language.
    """
    return _LEAD.sub(lambda lead: f"{lead[0]}{figure(lead[1])}", html)


def first_figure(paper: Paper, shown: tuple[str, ...], page: str) -> Figure | None:
    """The first figure of a paper that its page (Markdown) shows; ``shown`` are the files that may
    be, relative to ``docs/``.
    """
    may_be = ((one, figure_path(paper.id, one)) for one in paper.figures)
    return next(
        (one for one, path in may_be if path in shown and path.rpartition("/")[2] in page), None
    )


def small(figure: Figure, src: str, page: str) -> str:
    """A figure as it stands in the lead: a link to the paper's page, where its caption and its
    credit are, and under which licence it is.
    """
    licence = licence_of(figure.licence)
    assert licence
    words = first_sentence(figure.caption).replace("$", "") or figure.label
    sides = f'width="{figure.width}" height="{figure.height}"'
    return (
        f'<figure class="wiki-small"><a href="{escape(page)}"><img alt="{escape(words)}" '
        f'src="{escape(src)}" {sides} loading="lazy" decoding="async"></a><figcaption>'
        f'{escape(figure.label)} <a rel="license" href="{licence.url}">{licence.short}</a>'
        "</figcaption></figure>"
    )


def left_behind(library: Library) -> Iterator[str]:
    """The figures of papers whose page a person deleted, relative to ``docs/``:
    what they rejected is on no site.
    """
    for id_ in library.rejected & library.cards.keys():
        yield from library.cards[id_].figures


def _framed(inner: str, size: Callable[[str], tuple[int, int] | None]) -> str:
    loaded = _IMAGE.sub(lambda image: _late(image[1], size), inner)
    caption = r'<figcaption><p lang="en">\2</p><p class="wiki-credit">\3</p></figcaption>'
    return _FIGURE.sub(rf"<figure>\1{caption}</figure>", loaded)


def _late(attributes: str, size: Callable[[str], tuple[int, int] | None]) -> str:
    sides = size(_attribute(attributes, "src"))
    kept = re.sub(r'\s(?:width|height|loading|decoding)="[^"]*"', "", attributes)
    room = f' width="{sides[0]}" height="{sides[1]}"' if sides else ""
    return f'<img{kept}{room} loading="lazy" decoding="async">'


def _attribute(attributes: str, name: str) -> str:
    found = re.search(_ATTRIBUTE.format(name), attributes)
    return unescape(found[1]) if found else ""
