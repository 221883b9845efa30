"""Describe: whose paper a PDF is: its title, authors and arXiv id, for a file that a person adds.

From the document information where that is credible, arXiv's stamp, and as the
last resort the top of the first page: the title is what is set largest, the
authors are the names below it. What cannot be had reliably is left empty.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wiki_builder.core.values.fulltext import Fallback
from wiki_builder.fulltext.clean import characters
from wiki_builder.fulltext.furniture import stamp
from wiki_builder.fulltext.pdf import PdfLimits, Span, read_pages


@dataclass(frozen=True, slots=True)
class Described:
    """What a file says of itself; ``arxiv_id`` as it is printed,
    with its version if there is one.
    """

    title: str
    authors: tuple[str, ...]
    arxiv_id: str | None = None


_ARXIV = re.compile(
    r"arXiv(?:\.org/abs/|\.org/pdf/|[:.])\s*(\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+/\d{7}(?:v\d+)?)",
    re.IGNORECASE,
)
_ID_KEYS = ("arXivID", "DOI", "doi", "Subject")
_NO_TITLE = re.compile(
    r"untitled|title|document\d*|paper|main|manuscript|microsoft"
    r" word.*|.*\.(?:tex|dvi|docx?|pdf|indd|ps)",
    re.IGNORECASE,
)
_MARKS = r"∗*†‡§¶♠♣♦♥⋆★"  # all of them mere characters within brackets
_AFTER_NAME = (
    rf"(?:\s*[{_MARKS}]\d*|(?<=[^\W\d_])\d+|(?<=[\d{_MARKS}]),\s*(?:\d+|[{_MARKS}])|[⁰¹²³⁴-⁹]+)+"
)
_MARKED = re.compile(rf"[^\W\d_](?:\s?[{_MARKS}]|\d{{1,2}}\b|[¹²³⁴-⁹])")
_SPLIT = re.compile(rf"{_AFTER_NAME}[\s,;]*|,|;|\band\b|&|\s{{3,}}")
_NAME = re.compile(
    r"(?:(?:[^\W\d_][\w.’'-]*|de|van|von|der|da|di|la|el|bin|al)\s+){1,4}[^\W\d_][\w.’'-]*"
)
_PLACE = re.compile(
    r"universit|institut|department|school|college|laborator|\blab\b|research|google|microsoft|meta\b|openai|deepmind|"
    r"alibaba|tencent|bytedance|huawei|amazon|\binc\b|corp|academy|center|centre|faculty|science|technolog|hospital|"
    r"@|http|\bai\b|brain|group|team|proceedings|conference|association|journal|abstract|\bcode\b|project|equal|author",
    re.IGNORECASE,
)
_ABSTRACT = re.compile(
    r"(?:abstract|摘\s*要|1\.?\s+introduction|i\.\s+introduction)\b", re.IGNORECASE
)
TOP_LINES = 40


def describe(source: bytes | Path, limits: PdfLimits | None = None) -> Described | Fallback:
    """What the PDF is, or a :class:`Fallback` with the reason why it cannot be read.

    Raises ``OSError`` if the file cannot be read.
    """
    pages = read_pages(source, replace(limits or PdfLimits(), first_pages=1))
    if isinstance(pages, str):
        return Fallback("pdf", pages)
    first = characters(pages.texts[0])
    top = _top(first)
    title = _credible(pages.info.get("Title", ""), first) or _largest(pages.spans) or _first(top)
    authors = _named(pages.info.get("Author", "")) or _printed(top, title)
    return Described(title, authors, stamp(first) or _recorded(pages.info))


def _recorded(info: dict[str, str]) -> str | None:
    """The arXiv id that arXiv itself writes into newer PDFs."""
    found = (_ARXIV.search(info.get(key, "")) for key in _ID_KEYS)
    return next((match[1] for match in found if match), None)


def _credible(title: str, first: str) -> str:
    """The recorded title, if it is one and no file's name;
    half of its words stand on the first page.
    """
    title = " ".join(characters(title).split())
    words = re.findall(r"\w{2,}", title.lower())
    if not words or _NO_TITLE.fullmatch(title):
        return ""
    printed = set(re.findall(r"\w{2,}", first.lower()))
    return title if 2 * sum(word in printed for word in words) >= len(words) else ""


def _largest(spans: Sequence[Span]) -> str:
    """The text set largest in the upper part of the page,
    if it is larger than most and of a title's length.
    """
    top = max((height for _, _, height in spans), default=0.0)
    upper = [
        (text, size)
        for text, size, height in spans
        if height > 0.4 * top and re.search(r"\w{2}", text)
    ]
    usual = statistics.median([size for _, size, _ in spans] or [0.0])
    for size in sorted({size for _, size in upper if size > 1.1 * usual}, reverse=True):
        text = " ".join(
            characters("".join(run for run, other in upper if other > 0.95 * size)).split()
        )
        if 8 <= len(text) <= 300 and " " in text:
            return text
    return ""


def _first(top: Sequence[str]) -> str:
    """The first line that has two words, where no size tells the title."""
    return next((line for line in top if len(re.findall(r"[^\W\d_]{3,}", line)) >= 2), "")


def _top(first: str) -> list[str]:
    """The first page's lines down to the abstract."""
    lines = [line.strip() for line in first.split("\n") if line.strip()]
    end = next((index for index, line in enumerate(lines) if _ABSTRACT.match(line)), TOP_LINES)
    return lines[: min(end, TOP_LINES)]


def _named(recorded: str) -> tuple[str, ...]:
    """The recorded authors: separated by semicolons, or by commas and "and"."""
    recorded = " ".join(characters(recorded).split())
    parts = recorded.split(";") if ";" in recorded else re.split(r",|\band\b|&", recorded)
    names = tuple(part.strip() for part in parts if part.strip())
    return names if names and all(_NAME.fullmatch(name) for name in names) else ()


def _printed(top: Sequence[str], title: str) -> tuple[str, ...]:
    """The names below the title; if any of them bears a mark or a number, only lines that do."""
    lines = _below(top, title)
    marked = [line for line in lines if _MARKED.search(line) and not _PLACE.search(line)]
    candidates = [_name(part) for line in marked or lines for part in _SPLIT.split(line)]
    return tuple(dict.fromkeys(name for name in candidates if name))


def _below(top: Sequence[str], title: str) -> list[str]:
    """The lines after those that hold the title."""
    wanted = _letters(title)
    place = next(
        (place for place, line in enumerate(top) if wanted.startswith(_letters(line)[:60] or "\n")),
        -1,
    )
    while (
        0 <= place + 1 < len(top)
        and _letters(top[place + 1])
        and _letters(top[place + 1]) in wanted
    ):
        place += 1
    return list(top[place + 1 :])


def _letters(text: str) -> str:
    return re.sub(r"\W", "", text.lower())


def _name(part: str) -> str:
    """The part as a name, or nothing if it is none:
    two to five words, each with a capital or a particle.
    """
    name = part.strip(f" .,;:{_MARKS}")
    capitals = sum(word[:1].isupper() for word in name.split())
    return name if _NAME.fullmatch(name) and not _PLACE.search(name) and capitals >= 2 else ""
