"""Licences: which of them let a wiki show a paper's figure, what each asks for, and how pages name
it.

arXiv says under which licence each version stands: in its feed by address (``dc:rights``), and
above the paper's HTML by name (https://info.arxiv.org/help/license/index.html). A licence that
is not in this table allows nothing: there is no guessing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.words import words

Use: TypeAlias = Literal["yes", "non-commercial", "no"]
"""Whether a figure may be shown: anywhere, on a site without commercial use only, or not at all."""


@dataclass(frozen=True, slots=True)
class Licence:
    """A licence: its address, its short form, who may show a figure,
    and what that asks for in both languages.
    """

    url: str
    short: str
    use: Use
    needs: Bilingual

    def allows(self, non_commercial: bool) -> bool:
        """Whether a site may show figures under this licence;
        ``non_commercial`` is what its owner says of it.
        """
        return self.use == "yes" or (self.use == "non-commercial" and non_commercial)


_CC = "https://creativecommons.org"
_NEEDS = words("licences")

LICENCES: tuple[Licence, ...] = (
    Licence(f"{_CC}/licenses/by/4.0/", "CC BY 4.0", "yes", _NEEDS["by"]),
    Licence(f"{_CC}/licenses/by/3.0/", "CC BY 3.0", "yes", _NEEDS["by"]),
    Licence(f"{_CC}/licenses/by-sa/4.0/", "CC BY-SA 4.0", "yes", _NEEDS["by_sa"]),
    Licence(f"{_CC}/licenses/by-sa/3.0/", "CC BY-SA 3.0", "yes", _NEEDS["by_sa"]),
    Licence(f"{_CC}/publicdomain/zero/1.0/", "CC0 1.0", "yes", _NEEDS["free"]),
    Licence(f"{_CC}/publicdomain/mark/1.0/", "Public Domain Mark 1.0", "yes", _NEEDS["free"]),
    Licence(f"{_CC}/licenses/publicdomain/", "Public domain", "yes", _NEEDS["free"]),
    Licence(f"{_CC}/licenses/by-nc/4.0/", "CC BY-NC 4.0", "non-commercial", _NEEDS["by_nc"]),
    Licence(f"{_CC}/licenses/by-nc/3.0/", "CC BY-NC 3.0", "non-commercial", _NEEDS["by_nc"]),
    Licence(
        f"{_CC}/licenses/by-nc-sa/4.0/", "CC BY-NC-SA 4.0", "non-commercial", _NEEDS["by_nc_sa"]
    ),
    Licence(
        f"{_CC}/licenses/by-nc-sa/3.0/", "CC BY-NC-SA 3.0", "non-commercial", _NEEDS["by_nc_sa"]
    ),
    Licence(f"{_CC}/licenses/by-nd/4.0/", "CC BY-ND 4.0", "no", _NEEDS["by_nd"]),
    Licence(f"{_CC}/licenses/by-nc-nd/4.0/", "CC BY-NC-ND 4.0", "no", _NEEDS["by_nc_nd"]),
    Licence(f"{_CC}/licenses/by-nc-nd/3.0/", "CC BY-NC-ND 3.0", "no", _NEEDS["by_nc_nd"]),
    Licence(
        "https://arxiv.org/licenses/nonexclusive-distrib/1.0/",
        "arXiv non-exclusive 1.0",
        "no",
        _NEEDS["arxiv"],
    ),
    Licence(
        "https://arxiv.org/licenses/assumed-1991-2003/",
        "arXiv assumed 1991–2003",
        "no",
        _NEEDS["arxiv"],
    ),
)

_START = re.compile(r"https?://(?:www\.)?", re.IGNORECASE)
_KNOWN = {licence.url.removeprefix("https://"): licence for licence in LICENCES}
_NAMED = {licence.short: licence for licence in LICENCES}
_NAMED["CC Zero"] = _NAMED["CC0 1.0"]


def licence_of(url: str | None) -> Licence | None:
    """The licence with this address, ``http`` or ``https``, with its last slash or without;
    ``None``: unknown.
    """
    text = (url or "").strip()
    start = _START.match(text)
    return _KNOWN.get(f"{text[start.end() :].rstrip('/')}/".lower()) if start else None


def licence_named(name: str) -> Licence | None:
    """The licence that arXiv calls so, to the letter: "CC BY 4.0"; ``None``: unknown."""
    return _NAMED.get(name)
