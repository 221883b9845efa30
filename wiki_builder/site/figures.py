"""Figures on a built page: framed with their captions, loaded late, with room kept for them.

In Markdown a figure is three paragraphs: image, caption, credit; so any editor and any forge
shows it. Here they become ``<figure>``. What a person made of them is left in its order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from html import unescape
from urllib.parse import urljoin

from wiki_builder.library.library import Library

_SECTION = re.compile(r'(<section class="wiki wiki-figures"[^>]*>)(.*?)(</section>)', re.DOTALL)
_IMAGE = re.compile(r"<img\b([^>]*?)\s*/?>")
_ATTRIBUTE = r'\b{}="([^"]*)"'
_FIGURE = re.compile(
    r"<p>(<img\b[^>]*>)</p>\s*<p>((?:(?!</?p>|<img).)*)</p>\s*<p>((?:(?!</?p>|<img).)*)</p>",
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
