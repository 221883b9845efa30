"""Lists of works that people have: BibTeX, as Zotero and JabRef write it, and the JSON lines of a
daily-arXiv repository.

Each entry becomes a :class:`Reference`, or an :class:`Unusable` that says why it is none; no entry
is left out in silence. What a file says is text and nothing else.
"""

from __future__ import annotations

import json
import logging
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise
from typing import Any, Final

import bibtexparser
from bibtexparser.bibdatabase import BibDataString, BibDataStringExpression
from bibtexparser.bparser import BibTexParser
from bibtexparser.latexenc import latex_to_unicode

from wiki_builder.core.characters import whole
from wiki_builder.sources.fields import collapse
from wiki_builder.sources.ids import maybe_id
from wiki_builder.sources.same_work import doi_of

MOST_BYTES: Final = 100_000_000  # of a file
NAMELESS: Final = "an entry without a key"
UNREADABLE: Final = "this entry is no BibTeX that can be read"
_MOST_TEXT = 20_000  # characters of one field that are kept
_MOST_PIECES = 1_000  # of a field that is put together from strings
_MOST_STRINGS = 20  # one in another
_MOST_BRACES = 100  # one in another; more is no text, and parsers fail at it

# Where arXiv's ids stand, the surest place first: Zotero writes them into ``number``, ``note``,
# ``doi`` or ``url``, JabRef into ``eprint``, Google Scholar into ``journal``, DBLP into ``volume``.
_PLACES = (
    *("doi", "url", "number", "journal", "volume", "note", "howpublished", "annotation"),
    "archiveid",
)
_NAMED = re.compile(
    r"(?:arxiv\s*[.:/]\s*|arxiv\.org/(?:abs|pdf|html)/|\babs/|huggingface\.co/papers/)"
    r"(?P<id>\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})",
    re.IGNORECASE,
)
# In free text, what makes the id behind it another work's.
_FREE = ("note", "howpublished", "annotation")
_ANOTHER = re.compile(
    r"\b(?:comment(?:s|ary)? (?:on|to)|repl(?:y|ies) to|respon(?:se|ds|ding) to|rebut\w*|refut\w*"
    r"|errat(?:um|a) (?:to|for|of)|corrigend\w+ (?:to|for|of)|correct(?:s|ions?) (?:to|of)|corrects"
    r"|extends|extension (?:of|to)|discuss(?:es|ion of)|review of|follows|follow-?up (?:to|of|on)"
    r"|companion (?:to|of|paper)|supplement\w*(?: \w+)? (?:to|of|for)|supersedes|replaces"
    r"|translation of|summar(?:y of|i[sz]es)|slides (?:for|of|to)|code (?:for|of)|data (?:for|of)"
    r"|based on|builds? on|see also|see|cf\.?|compare|cites|citing|related to|generali[sz]\w+)\b"
    r"(?:(?!(?<!al)\. |;).)*$",  # in the same sentence
    re.IGNORECASE | re.DOTALL,
)
_ENTRY = re.compile(r"^[ \t]*@(?P<kind>\w+)\s*[{(]\s*(?P<key>[^,\s{}]*)", re.MULTILINE)
_NO_ENTRIES = ("comment", "string", "preamble")
_FONT = re.compile(r"\\(?:text\w{2}|emph|mbox|url)\{([^{}]*)\}")
_ESCAPED = re.compile(r"\\([%&#_$])")
_ANGLE = re.compile(r"\$([<>])\$")  # old DOIs of Wiley have these
# Signs by their names, as Zotero writes them; three of them would be taken for LaTeX
_NAMES = {
    "less": "<",
    "greater": ">",
    "bar": "|",
    "asciitilde": "~",
    "asciicircum": "^",
    "quotesingle": "'",
    "underscore": "_",
    "dollar": "$",
    "backslash": "\ue000",
    "braceleft": "\ue001",
    "braceright": "\ue002",
}
_NAMED_SIGN = re.compile(
    rf"\{{\\text({'|'.join(_NAMES)})\}}|\\text({'|'.join(_NAMES)})(?:\{{\}}| |(?![a-zA-Z]))"
)
_PRINTED = str.maketrans("\ue000\ue001\ue002", "\\{}")
_TIE = re.compile(r"(?<=\w)~(?=\w)")  # no line ends there; elsewhere it is one of an address
_DOTLESS = re.compile(r"(\\[\"'`^~=])\s*\\([ij])(?![A-Za-z])")  # ``\'\i`` is an í
_AND = re.compile(r"\s+and\s+", re.IGNORECASE)

# What is lost is said here, entry by entry; and a file may call a month what it likes.
logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)


@dataclass(frozen=True, slots=True)
class Reference:
    """One work as a list has it; ``name`` is what its entry is called there.

    ``arxiv`` is ``arxiv:2605.02801``, ``doi`` is in small letters without an address in front; both
    are empty where the list does not say.
    """

    name: str
    title: str = ""
    authors: tuple[str, ...] = ()
    year: str = ""
    arxiv: str = ""
    doi: str = ""
    abstract: str = ""


@dataclass(frozen=True, slots=True)
class Unusable:
    """An entry that cannot be read, and why."""

    name: str
    reason: str


def from_bibtex(text: str) -> list[Reference | Unusable]:
    """The entries of a BibTeX file in their order; those that cannot be read come last."""
    named = [found["key"] for found in _entries(text)]
    whole, broken = _apart(text)
    parser = BibTexParser(
        common_strings=True, ignore_nonstandard_types=False, interpolate_strings=False
    )
    read = bibtexparser.loads(whole, parser)
    told = (
        {name: _in_words(value, read.strings) for name, value in one.items()}
        for one in read.entries
    )
    found = [_of_bibtex(one) for one in told]
    lost = Counter(named) - Counter(one.name for one in found) - Counter(broken)
    return [
        *found,
        *(Unusable(key or NAMELESS, "its braces nest too deep to be text") for key in broken),
        *(Unusable(key or NAMELESS, UNREADABLE) for key in lost.elements()),
    ]


def from_json_lines(text: str) -> list[Reference | Unusable]:
    """The lines of a daily-arXiv repository: an object each, with ``id`` or an address of arXiv."""
    lines = enumerate(text.split("\n"), 1)  # JSON may hold other signs that end a line
    return [_of_line(number, line) for number, line in lines if line.strip()]


# --- BibTeX -------------------------------------------------------------------------


def _entries(text: str) -> Iterator[re.Match[str]]:
    return (at for at in _ENTRY.finditer(text) if at["kind"].lower() not in _NO_ENTRIES)


def _apart(text: str) -> tuple[str, list[str]]:
    """A file without the entries that no parser should be given, and the names of these."""
    starts = [at.start() for at in _ENTRY.finditer(text)] + [len(text)]
    whole, broken = [text[: starts[0]]], []
    for begin, end in pairwise(starts):
        part = text[begin:end]
        if _depth(part) > _MOST_BRACES:
            broken += [at["key"] for at in _entries(part)]
        else:
            whole.append(part)
    return "".join(whole), broken


def _depth(text: str) -> int:
    depth = most = 0
    for sign in re.findall(r"[{}]", text):
        depth += 1 if sign == "{" else -1
        most = max(most, depth)
    return most


def _in_words(value: object, strings: Mapping[str, object]) -> str:
    """A field's text, with what ``@string`` gave names to; a name that nothing was given to is
    itself.
    """
    return "".join(islice(_pieces(value, strings), _MOST_PIECES))


def _pieces(value: object, strings: Mapping[str, object], depth: int = 0) -> Iterator[str]:
    if isinstance(value, BibDataStringExpression):
        for one in value.expr:
            yield from _pieces(one, strings, depth)
    elif isinstance(value, BibDataString):
        known = depth < _MOST_STRINGS and value.name in strings
        yield from _pieces(strings[value.name], strings, depth + 1) if known else [value.name]
    else:
        yield str(value)[:_MOST_TEXT]


def _of_bibtex(fields: Mapping[str, str]) -> Reference | Unusable:
    name = fields.get("ID", "")
    title = _plain(fields.get("title", ""))
    arxiv = arxiv_in(fields)
    if not (title or arxiv):
        return Unusable(name, "it has neither an arXiv id nor a title")
    return Reference(
        name=name,
        title=title,
        authors=tuple(filter(None, map(_author, _AND.split(fields.get("author", ""))))),
        year=_year(fields),
        arxiv=arxiv,
        doi=own_doi(_plain(_ANGLE.sub(r"\1", fields.get("doi", "") or fields.get("url", "")))),
        abstract=_plain(fields.get("abstract", "")),
    )


@lru_cache(maxsize=10_000)  # people write more than one paper
def _plain(tex: str) -> str:
    """A field's text without LaTeX and braces, on one line."""
    text = _NAMED_SIGN.sub(lambda sign: _NAMES[sign[1] or sign[2]], tex[:_MOST_TEXT])
    text = _ESCAPED.sub(r"\1", _FONT.sub(r"\1", text))
    text = _DOTLESS.sub(r"\1\2", text)
    text = latex_to_unicode(text) if "\\" in text else text  # which takes its time
    return collapse(_TIE.sub(" ", re.sub(r"[{}]", "", text)).translate(_PRINTED))


def _author(name: str) -> str:
    """``Gödel, Kurt`` as ``Kurt Gödel``."""
    family, comma, given = _plain(name).partition(",")
    junior, second, rest = given.partition(",")
    if second:
        return collapse(f"{rest} {family} {junior}")
    return (
        ""
        if family in ("others", "et al.", "et al")
        else collapse(f"{given} {family}" if comma else family)
    )


def _year(fields: Mapping[str, str]) -> str:
    found = re.search(r"\d{4}", fields.get("year", "") or fields.get("date", ""))
    return found[0] if found else ""


def own_doi(text: str) -> str:
    """The DOI in a text in normal form, unless it is arXiv's; empty where there is none."""
    doi = doi_of(text) or ""
    return "" if doi.startswith("10.48550/") else doi  # which is arXiv's id once more


def arxiv_in(fields: Mapping[str, str]) -> str:
    """``arxiv:2605.02801`` out of an entry's fields, by their names in small letters; empty where
    none says so.
    """
    of = (fields.get("archiveprefix", "") or fields.get("eprinttype", "")).lower()
    eprint = _plain(fields.get("eprint", "")) if of in ("", "arxiv") else ""
    # Mendeley writes ``eprint = {9711200}``, and the archive of an old id beside it
    archive = fields.get("primaryclass", "").partition(".")[0]
    for own in (eprint, f"{archive}/{eprint}", _plain(fields.get("arxivid", ""))):
        if paper := maybe_id(own):
            return paper.subject
    for place in _PLACES:
        text = _plain(fields.get(place, ""))
        found = _NAMED.search(text)
        if found is None or (place in _FREE and _ANOTHER.search(text[: found.start()])):
            continue
        if paper := maybe_id(found["id"]):
            return paper.subject
    return ""


# --- JSON lines -----------------------------------------------------------------------


def _of_line(number: int, line: str) -> Reference | Unusable:
    name = f"line {number}"
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        return Unusable(name, "it is no JSON")
    if not isinstance(told, dict):
        return Unusable(name, "it is no object with an id")
    own = (_text(told, key) for key in ("id", "arxiv_id", "paper_id", "abs", "url", "pdf"))
    paper = next((found for text in own if (found := maybe_id(text))), None)
    title = _text(told, "title")
    if paper is None and not title:
        return Unusable(name, "it has neither an arXiv id nor a title")
    return Reference(
        name=name,
        title=title,
        authors=tuple(filter(None, map(collapse, _names(told.get("authors"))))),
        year=_text(told, "date")[:4],
        arxiv=paper.subject if paper else "",
        doi=own_doi(_text(told, "doi")),
        abstract=_text(told, "abstract") or _text(told, "summary"),
    )


def _text(told: Mapping[str, Any], key: str) -> str:
    value = told.get(key)
    return collapse(whole(value[:_MOST_TEXT])) if isinstance(value, str) else ""


def _names(value: object) -> list[str]:
    if isinstance(value, str):
        return value.split(",")
    named = value if isinstance(value, list) else []
    plain = (one.get("name") if isinstance(one, dict) else one for one in named)
    return [whole(one) for one in plain if isinstance(one, str)]
