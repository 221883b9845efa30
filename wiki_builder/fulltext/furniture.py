"""Furniture: what a PDF's pages carry besides the paper: the arXiv stamp, running heads, page
numbers, a review version's line numbers.

Works on the pages' raw lines, before lines are joined.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

EDGE = 3  # lines at the top and at the bottom of a page where furniture stands
REPEATED = 0.4  # the share of the pages: authors on even pages and title on odd ones are half each

_ID = r"(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d{1,2})?"
_DAY = r"\d{1,2}\s*(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\s*(?:19|20)\d{2}"
_STAMP = re.compile(rf"arXiv:\s*(?P<id>{_ID})\s*(?:\[[A-Za-z.-]+\]\s*)?{_DAY}")
_STAMP_LINE = re.compile(rf"arXiv:\s*(?P<id>{_ID})\s*(?:\[[A-Za-z.-]+\])?\s*(?:{_DAY})?")
_LETTERS = 12  # at least so many lines of one or two characters make a stamp set upright
_LINE_NUMBER = re.compile(r"^\s*(?P<before>\d{3,4})(?=\s|$)|(?P<behind>\d{3})\s*$")
LINES_IN_A_ROW = 5  # at least so many lines count on to be numbered
BETWEEN = 12  # lines without a number that may stand between two with one: a table, a figure
_PAGE_NUMBER = re.compile(
    r"(?:page\s+)?[-–—|]*\s*(\d{1,5})\s*[-–—|]*(?:\s*(?:of|/)\s*\d{1,5})?", re.IGNORECASE
)


def stamp(text: str) -> str | None:
    """The id that arXiv's stamp prints on the page, version included (``1706.03762v5``), or
    ``None``.

    The stamp may be turned: reversed, or one letter a line.
    """
    found = _STAMP.search(text) or _STAMP.search(text[::-1])
    if found:
        return found["id"]
    return next((id for _, _, id in _upright(text.split("\n"))), None)


def without_stamp(text: str) -> str:
    """``text`` without arXiv's stamp; a citation such as ``arXiv preprint
    arXiv:1607.06450`` stays.
    """
    lines = text.split("\n")
    for start, end, _ in reversed(_upright(lines)):
        del lines[start:end]
    return "\n".join(line for line in map(_without_stamp, lines) if line is not None)


def _without_stamp(line: str) -> str | None:
    if _STAMP_LINE.fullmatch(line.strip()) or _STAMP.fullmatch(line.strip()[::-1]):
        return None
    return _STAMP.sub("", line)


def _upright(lines: Sequence[str]) -> list[tuple[int, int, str]]:
    """Runs of very short lines that spell the stamp downwards or upwards:
    first line, line after, id.
    """
    runs = []
    start = 0
    for end in range(len(lines) + 1):
        if end < len(lines) and len(lines[end].strip()) <= 2:
            continue
        if end - start >= _LETTERS:
            spelt = "".join(line.strip() for line in lines[start:end])
            found = _STAMP_LINE.search(spelt) or _STAMP_LINE.search(spelt[::-1])
            runs += [(start, end, found["id"])] if found else []
        start = end + 1
    return runs


def without_line_numbers(pages: Sequence[str]) -> list[str]:
    """The pages without the numbers that a review version prints beside its lines.

    They are at the ends or the beginnings of lines, glued to a word or alone, and count on from
    line to line; one of them begins with a zero, ``001``, which no page or year does.
    """
    lines = [page.split("\n") for page in pages]
    runs = [run for page in lines for run in _runs(page)]
    if not any(number < 100 for run in runs for number in run.values()):
        return list(pages)
    return ["\n".join(_unnumbered(page)) for page in lines]


def _unnumbered(page: Sequence[str]) -> list[str]:
    numbered = {place: number for run in _runs(page) for place, number in run.items()}
    stripped = (
        (line, _without_number(line, numbered[place]) if place in numbered else line)
        for place, line in enumerate(page)
    )
    return [new for line, new in stripped if new.strip() or not line.strip()]


def _without_number(line: str, number: int) -> str:
    own = f"{number:03}"
    if line.rstrip().endswith(own):
        return line.rstrip().removesuffix(own).rstrip()
    return line.lstrip().removeprefix(own).lstrip()


def _runs(page: Sequence[str]) -> list[dict[int, int]]:
    """Runs of lines of a page that count on, each as its lines' numbers by place."""
    runs: list[dict[int, int]] = []
    for place, line in enumerate(page):
        for number in _line_numbers(line):
            last = (
                run
                for run in runs
                if place - max(run) <= BETWEEN and 0 < number - run[max(run)] <= 3
            )
            run = max(last, key=len, default=None)
            if run is None:
                runs.append({place: number})
            else:
                run[place] = number
    return [run for run in runs if len(run) >= LINES_IN_A_ROW]


def _line_numbers(line: str) -> set[int]:
    return {int(found["before"] or found["behind"]) for found in _LINE_NUMBER.finditer(line)}


def without_running_heads(pages: Sequence[str]) -> list[str]:
    """The pages without the lines that repeat at their top or bottom, and without page numbers.

    A line repeats if it stands in the first or last three lines of at least three
    pages and four in ten, whatever its digits. A number is a page number if it
    counts with the pages.
    """
    edges = [_edges(page.split("\n")) for page in pages]
    seen = Counter(
        form for page in edges for form in {_form(line) for line in page.values()} if form
    )
    needed = max(3, REPEATED * len(pages))
    heads = {form for form, count in seen.items() if count >= needed}
    offset = _offset(edges)
    return [_stripped(page, index, heads, offset) for index, page in enumerate(pages)]


def _edges(lines: Sequence[str]) -> dict[int, str]:
    """The first and last lines that hold something, by their index."""
    full = [index for index, line in enumerate(lines) if line.strip()]
    return {index: lines[index].strip() for index in {*full[:EDGE], *full[-EDGE:]}}


def _form(line: str) -> str:
    """A line as it repeats: its digits do not count; a line without letters is no running head."""
    form = re.sub(r"\d+", "#", re.sub(r"\s+", " ", line.strip().lower()))
    return form if re.search(r"[^\W\d_]{2}", form) and len(form) < 150 else ""


def _offset(edges: Sequence[dict[int, str]]) -> int | None:
    """What the printed page numbers are ahead of the pages' indices,
    if at least half of the pages agree.
    """
    ahead = Counter(
        number - index
        for index, page in enumerate(edges)
        for number in set(map(_page_number, page.values()))
        if number is not None
    )
    best = max(ahead, key=lambda value: (ahead[value], -abs(value)), default=None)
    if best is None or ahead[best] < len(edges) / 2 or (len(edges) == 1 and best != 1):
        return None
    return best


def _page_number(line: str) -> int | None:
    found = _PAGE_NUMBER.fullmatch(line)
    return int(found[1]) if found else None


def _stripped(page: str, index: int, heads: set[str], offset: int | None) -> str:
    lines = page.split("\n")
    gone = {
        place
        for place, line in _edges(lines).items()
        if _form(line) in heads or (offset is not None and _page_number(line) == index + offset)
    }
    return "\n".join(line for place, line in enumerate(lines) if place not in gone)
