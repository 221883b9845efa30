"""Whether two sources speak of one work: by arXiv id, by DOI, else by title and authors.

arXiv, a journal's feed, a blog and a library's file each name a paper in their own way. What
they all give is compared here, in one normal form:

* an **arXiv id** in any form in which one is written (:mod:`ids`), its version left out. Two ids
  are two works, whatever their titles say;
* a **DOI**, ``10.1038/s41586-026-01234-5``, in lower case, without the resolver's address and
  without a preprint server's version. arXiv's own DOIs (``10.48550/arXiv.…``) are arXiv ids.
  Two DOIs of one registrant are two works; of two registrants they may be preprint and article;
* a **title** without case, accents, markup, TeX and signs, together with an author's family name
  that both sides give. A title counts from :data:`FEWEST` words or :data:`SHORTEST` letters on:
  *Editorial* is the title of many works. Where a side gives no author it has to have twice as much.

Pure: nothing is asked or stored. What a caller does with two entries of one work is its own.

    >>> works = Works()
    >>> works.add(Work("arxiv:2605.02801", "Credit assignment: a survey", ("A. Lee",)))
    >>> found = works.find(Work("doi:10.1000/1", "Credit Assignment — A Survey", ("Ann Lee",)))
    >>> found.work.key, found.by
    ('arxiv:2605.02801', 'title')
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import Literal, TypeAlias
from urllib.parse import unquote

from wiki_builder.sources.ids import maybe_id

By: TypeAlias = Literal["arxiv", "doi", "title"]

FEWEST = 4  # words of a title that tells a work
SHORTEST = 16  # its letters, where a language parts no words by spaces

_DOI = re.compile(
    r"10\.\d{4,9}/(?:\(sici\)[^\s\"'<>]{1,100}<[^\s\"'<>]{1,60}>)?[^\s\"'<>?#]{1,300}",
    re.IGNORECASE,
)
_ESCAPED = re.compile("%(?:2[89f]|3[abce]|5[bd])", re.IGNORECASE)  # in an address: ()/:;<>[]
_CLOSING = ".,;:)]}"  # what closes a sentence around a DOI
# https://www.biorxiv.org, https://www.medrxiv.org: a version's number ends the address
_PREPRINT_VERSION = re.compile(r"^(10\.(?:1101|64898)/.+?)v\d{1,3}(?:\.full(?:\.pdf|-text)?)?$")
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,200}>")
_TEX = re.compile(r"\\[a-zA-Z]+|\\.")
_ACCENT = re.compile(r"\\[\"'`^~=.]")  # a sign over the letter that follows
_NAMED = re.compile(r"\\([a-zA-Z]{2,})")
# commands that show what follows them, and are no word themselves
_FORMATS = frozenset(
    "emph textbf textit textrm textsc texttt text mathrm mathbf mathcal mathbb mathit mathsf"
    " operatorname boldsymbol rm it bf em sc tt ensuremath left right".split()
)
_SUFFIXES = frozenset(("jr", "sr", "ii", "iii", "iv", "phd", "md"))


@dataclass(frozen=True, slots=True)
class Work:
    """What one source says of a work.

    ``key`` is what the caller calls it, an id or an address. It is read for an arXiv id and a DOI,
    as are ``ids``: whatever else the source gives, DOIs, links and names, in any form.
    ``authors`` are whole names, ``Ann Lee`` or ``Lee, Ann``.
    """

    key: str
    title: str
    authors: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()

    @property
    def arxiv(self) -> str | None:
        """The first arXiv id, without version: ``2605.02801``."""
        return next((paper.id for name in self._names() if (paper := maybe_id(name))), None)

    @property
    def doi(self) -> str | None:
        """The first DOI that is not arXiv's, in normal form."""
        dois = (doi_of(name) for name in self._names())
        return next((doi for doi in dois if doi and maybe_id(doi) is None), None)

    def _names(self) -> Iterator[str]:
        yield from (self.key, *self.ids)


@dataclass(frozen=True, slots=True)
class Found:
    """A work that is known, and by what it was recognised."""

    work: Work
    by: By


def same_work(one: Work, other: Work) -> By | None:
    """By what two descriptions are known to be of one work, or ``None``.

    The strongest counts: ids that agree settle it, and ids that differ settle that it is another
    work, even under the same title.
    """
    if one.arxiv and other.arxiv:
        return "arxiv" if one.arxiv == other.arxiv else None
    if one.doi and other.doi:
        if one.doi == other.doi:
            return "doi"
        if one.doi.partition("/")[0] == other.doi.partition("/")[0]:
            return None
    title = normal_title(one.title)
    if title != normal_title(other.title):
        return None
    named, others = family_names(one.authors), family_names(other.authors)
    if named and others:
        return "title" if named & others and _tells(title) else None
    return "title" if _tells(title, 2) else None


def doi_of(text: str) -> str | None:
    """The DOI in ``text`` in normal form, or ``None``.

    ``https://doi.org/10.1000/ABC``, ``doi:10.1000/abc`` and ``10.1000/abc`` are one. Publishers'
    old ones have ``<`` and ``>``: ``10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O``.
    """
    found = _DOI.search(_ESCAPED.sub(lambda sign: unquote(sign[0]), unescape(text)))
    if found is None:
        return None
    doi = found[0].lower()
    while doi[-1] in _CLOSING and not _is_matched(doi):
        doi = doi[:-1]
    versioned = _PREPRINT_VERSION.match(doi)
    doi = versioned[1] if versioned else doi
    return doi if doi.partition("/")[2] else None


def normal_title(title: str) -> str:
    """A title's words in lower case, parted by one space: no accents, markup, TeX or signs.

    Letters and digits of any script stay; Greek letters are spelled out, as TeX does, so that
    ``$\\alpha$-Net``, ``α-Net`` and ``alpha net`` are one.
    """
    plain = _TAG.sub("", unescape(title))
    plain = _ACCENT.sub("", plain)
    plain = _NAMED.sub(lambda name: "" if name[1] in _FORMATS else f" {name[1]} ", plain)
    plain = _TEX.sub(" ", plain)
    letters = unicodedata.normalize("NFKD", plain.replace("{", "").replace("}", "")).casefold()
    kept = (_letter(c) for c in letters if not unicodedata.combining(c))
    return " ".join("".join(kept).split())


def family_names(authors: Iterable[str]) -> frozenset[str]:
    """The family names in normal form, of ``Ann van den Berg`` and ``van den Berg, Ann`` the last
    word of it: ``berg``. A name in one piece (``王小明``) is taken whole.
    """
    return frozenset(name for author in authors if (name := _family(author)))


def _family(author: str) -> str:
    family, comma, given = author.partition(",")
    if comma and normal_title(given) in _SUFFIXES:
        comma = ""
    words = normal_title(family).split()
    words = [word for word in words if word not in _SUFFIXES] or words
    return words[-1] if words else ""


def _letter(char: str) -> str:
    if "\u0370" <= char <= "\u03ff" and char.isalpha():
        return f" {unicodedata.name(char, '').rpartition(' ')[2].lower()} "
    return char if char.isalnum() else "" if char in "'’`" else " "


def _tells(title: str, times: int = 1) -> bool:
    """Whether a title is long enough to tell a work by."""
    letters = sum(c.isalnum() for c in title)
    ideographs = sum(c >= "\u2e80" for c in title)
    words = len(title.split()) + ideographs // 2
    return words >= FEWEST * times and letters + ideographs >= SHORTEST * times


def _is_matched(doi: str) -> bool:
    """Whether the bracket at the end belongs to the DOI: ``10.1016/s0140-6736(05)17718-x(1)``."""
    opening = {")": "(", "]": "[", "}": "{"}.get(doi[-1])
    return opening is not None and doi.count(opening) >= doi.count(doi[-1])


@dataclass(slots=True)
class Works:
    """Works by id, DOI and title, so that one is found among many at once."""

    _by: dict[tuple[By, str], list[Work]] = field(default_factory=dict)

    def add(self, work: Work) -> None:
        """Remember a work; an earlier one of the same id is found first."""
        for place in _places(work):
            self._by.setdefault(place, []).append(work)

    def find(self, work: Work) -> Found | None:
        """The work that is known as ``work``, by the strongest sign; the first that was added."""
        for place in _places(work):
            for known in self._by.get(place, ()):
                if by := same_work(work, known):
                    return Found(known, by)
        return None


def _places(work: Work) -> Iterator[tuple[By, str]]:
    if work.arxiv:
        yield "arxiv", work.arxiv
    if work.doi:
        yield "doi", work.doi
    if title := normal_title(work.title):
        yield "title", title
