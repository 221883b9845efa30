"""Find: the figures of a paper in arXiv's HTML, with label and caption, and where their images are.

Only what can be taken without a guess: one raster image with one caption, served beside the
page itself. A figure that its caption credits to somebody else is left: the paper's licence
need not cover it. The page is data; nothing in it becomes a path.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import unquote, urljoin, urlsplit

from lxml import etree

from wiki_builder.fulltext.html import parsed
from wiki_builder.fulltext.latexml import (
    classes,
    element_text,
    empty,
    kept_id,
    prepare,
    tidy_text,
)

MOST_LABEL = 40  # characters
MOST_CAPTION = 1_000

_Element: TypeAlias = etree._Element

_FIGURE = "ltx_figure"
_CAPTION = "ltx_caption"
_SUFFIXES = (".png", ".jpg", ".jpeg", ".webp")
_PICTURES = frozenset({"img", "svg", "object", "picture", "embed", "iframe", "video"})
_PLAIN = re.compile(r"[\x21-\x7e]{1,500}")
# What a caption says of a picture that is somebody else's.
_ELSEWHERE = re.compile(
    r"\b(?:re)?produced\s+(?:from|with|by"
    r" permission)|\breprinted|\bborrowed|\bcourtesy|\bcopyright|©"
    r"|\b(?:adapted|adopted|taken)\s+(?:from|with|after)|\(c\)\s*(?:19|20)\d\d|\bpermission|\bcredits?\s*(?::|to\b)"
    r"|\b(?:image|photo|figure|picture)s?\s+(?:(?:is|are|was|were)\s+)?(?:from|source|by)\b|\bsources?\s*:",
    re.IGNORECASE,
)
_MATHS_OPEN = re.compile(r"\$[^$]*$")
_SENTENCE = re.compile(r"[.!?。！？][\"'”’)\]]*(?=\s|$)")


@dataclass(frozen=True, slots=True)
class FoundFigure:
    """A figure of a paper: ``Figure 1``, its caption with maths between dollars,
    its id in the page, its image.
    """

    label: str
    caption: str
    anchor: str
    address: str


def figures_in(page: bytes, url: str, folders: Sequence[str]) -> tuple[FoundFigure, ...]:
    """The figures in a page of arXiv's HTML that can be taken, in document order, each image once.

    ``url`` is the page's address, ``folders`` are the addresses that an image may begin with.
    """
    root = parsed(page)
    base = _base(root, url)
    first: dict[str, FoundFigure] = {}
    for figure in filter(_outermost, root.iter("figure")):
        if found := _found(figure, base, folders):
            first.setdefault(found.address, found)
    return tuple(first.values())


def _base(root: _Element, url: str) -> str:
    """The address that the page's own ones start from; arXiv gives its pages a base."""
    try:
        return urljoin(url, next((element.get("href") or "" for element in root.iter("base")), ""))
    except ValueError:
        return url


def licence_in(page: bytes) -> str:
    """What arXiv says of the licence above the paper, "CC BY 4.0"; empty where it says nothing.

    Not what the paper says of itself: only what stands outside of its article.
    """
    said = (
        element for element in parsed(page).iter("a", "div") if element.get("id") == "license-tr"
    )
    above = next(
        (element for element in said if next(element.iterancestors("article"), None) is None), None
    )
    return (
        ""
        if above is None
        else " ".join(element_text(above).split()).removeprefix("License:").strip()
    )


def _outermost(figure: _Element) -> bool:
    around = figure.iterancestors("figure")
    return _FIGURE in classes(figure) and next(around, None) is None


def _found(figure: _Element, base: str, folders: Sequence[str]) -> FoundFigure | None:
    pictures = [element for element in figure.iter("*") if element.tag in _PICTURES]
    captions = [element for element in figure.iter("*") if _CAPTION in classes(element)]
    single = (
        len(pictures) == len(captions) == 1
        and next(figure.iterdescendants("figure", "table"), None) is None
    )
    address = _address(pictures[0], base, folders) if single else None
    if address is None:
        return None
    label, caption = _words(captions[0])
    if not caption or _ELSEWHERE.search(caption):
        return None
    return FoundFigure(label, shortened(caption), kept_id(figure), address)


def _address(picture: _Element, base: str, folders: Sequence[str]) -> str | None:
    """The address of an image that stands beside its page; ``None`` for any other."""
    source = (picture.get("src") or "").strip()
    if picture.tag != "img" or "ltx_missing" in classes(picture) or not _PLAIN.fullmatch(source):
        return None
    try:
        address = urljoin(base, source)
        path = unquote(urlsplit(address).path)
    except ValueError:
        return None
    plain = not {"..", "."}.intersection(path.split("/")) and not re.search(
        r"[\\?#\x00-\x1f]", path
    )
    beside = any(address.startswith(folder) for folder in folders)
    bare = plain and beside and "?" not in address and "#" not in address
    return address if bare and path.lower().endswith(_SUFFIXES) else None


def _words(caption: _Element) -> tuple[str, str]:
    """The figure's label, and what stands behind it."""
    notes = prepare(caption)
    tag = next((element for element in caption.iter("*") if "ltx_tag" in classes(element)), None)
    label = ""
    if tag is not None:
        label = tidy_text(element_text(tag), notes).replace("\n", " ").rstrip(" :.|–—-")
        empty(tag)
    text = " ".join(tidy_text(element_text(caption), notes).split())
    return label[:MOST_LABEL], text.lstrip(":.|–—- ")


def shortened(caption: str, most: int = MOST_CAPTION) -> str:
    """A caption of at most ``most`` characters and an ellipsis, cut behind a sentence or a word,
    never within maths.
    """
    if len(caption) <= most:
        return caption
    kept = _outside_maths(caption[:most])
    ends = [end.end() for end in _sentence_ends(kept)]
    cut = kept[: ends[-1]] if ends and ends[-1] > most // 2 else kept.rpartition(" ")[0] or kept
    return f"{_outside_maths(cut).rstrip()} …"


def first_sentence(caption: str, most: int = 200) -> str:
    """The first sentence of a caption, shortened to ``most`` characters."""
    ends = (end.end() for end in _sentence_ends(caption))
    return shortened(
        next((caption[:end] for end in ends if not _inside_maths(caption[:end])), caption), most
    )


def _sentence_ends(text: str) -> Iterator[re.Match[str]]:
    """Where sentences end; an abbreviation or an initial ends none."""
    for end in _SENTENCE.finditer(text):
        word = text[: end.start()].rpartition(" ")[2]
        if not re.fullmatch(
            r"[A-Z]|e\.g|i\.e|cf|al|etc|vs|[Ff]igs?|[Ee]qs?|[Ss]ecs?|[Tt]ab|[Aa]pp", word
        ):
            yield end


def _inside_maths(text: str) -> bool:
    return text.count("$") % 2 == 1


def _outside_maths(text: str) -> str:
    return _MATHS_OPEN.sub("", text) if _inside_maths(text) else text
