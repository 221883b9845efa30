"""Citations of a concept's page as numbers, a pure function of the page's HTML.

The Markdown has a link to each cited claim, behind the sentence, with the paper's name. Here the
number is that of the paper's row in the table of papers, in brackets, ascending, and leads to the
row; ``data-claims`` of the section has the claims in the same order, by which the page's script
leads on to the claim itself. What is cited and has no row keeps its name and its link. A sentence
of the development gets the day of the newest paper that it cites.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

SHOWN = 2  # numbers; those behind come when one points at them

_TABLE = re.compile(r'<section class="wiki wiki-papers"[^>]*>.*?</section>', re.DOTALL)
_ROW = re.compile(
    r'<tr>\s*<td>(?P<number>\d+)</td>\s*<td><a href="(?P<paper>[^"#]*)"[^>]*>[^<]*</a>'
    r"(?P<rest>(?:(?!</td>).)*)</td>\s*<td>(?P<date>[\d-]*)</td>",
    re.DOTALL,
)
_GROUP = re.compile(
    r"<tr>\s*<td></td>\s*<td>((?:(?!</td>).)*)</td>\s*<td></td>\s*<td></td>\s*</tr>", re.DOTALL
)
_HEAD = r'<tr class="wiki-group"><th colspan="4" scope="rowgroup">\1</th></tr>'
_PARTS = "definition|development|techniques|questions|differences"
_TEXT = re.compile(
    rf'<section lang="(?P<lang>en|zh)[^"]*" class="wiki wiki-(?P<part>{_PARTS})"[^>]*>'
    r"(?P<text>.*?)</section>",
    re.DOTALL,
)
_LINK = r'<a href="[^"]*#e-[^"]*"[^>]*>(?:(?!</?a\b).)*</a>'
_CITED = re.compile(rf"[ \t]*[(（]({_LINK}(?:[;；]?[ \t]*{_LINK})*)[)）]", re.DOTALL)
_ONE = re.compile(
    r'<a href="(?P<paper>[^"#]*)#e-(?P<claim>[^"]*)"[^>]*>(?P<name>(?:(?!</?a\b).)*)</a>',
    re.DOTALL,
)
_ITEM = re.compile(r"<li>((?:(?!<li>|</li>).)*)</li>", re.DOTALL)
_BAR = re.compile(r'<span class="wiki-bar wiki-w-(\d{1,4})"></span>')


@dataclass(frozen=True, slots=True)
class _Row:
    number: int
    date: str


_Rows = Mapping[str, _Row]


def with_numbers(html: str) -> str:
    """``html`` with its citations numbered by the table of papers, if it has one, and with its bars
    drawn.
    """
    html = _BAR.sub(_drawn, html)
    table = _TABLE.search(html)
    if not table:
        return html
    rows = {one["paper"]: _Row(int(one["number"]), one["date"]) for one in _ROW.finditer(table[0])}
    marked = _GROUP.sub(_HEAD, _ROW.sub(_with_place, table[0]))
    html = html[: table.start()] + marked + html[table.end() :]
    told: dict[str, str] = {}

    def text(part: re.Match[str]) -> str:
        inner = part["text"]
        if part["part"] == "development":
            inner = _ITEM.sub(lambda item: f"<li>{_day(item[1], rows)}{item[1]}</li>", inner)
        claims = " ".join(_claims(inner, rows))
        opening = part[0][: part.start("text") - part.start()]
        if (claims and told.setdefault(part["part"], claims) != claims) or part["lang"] == "en":
            opening = f'{opening[:-1]} data-claims="{claims}">'
        gap = "" if part["lang"] == "zh" else "\u00a0"
        numbered = _CITED.sub(lambda cited: gap + _brackets(cited[1], rows), inner)
        return f"{opening}{numbered}</section>"

    return _TEXT.sub(text, html)


def _with_place(row: re.Match[str]) -> str:
    return row[0].replace("<tr>", f'<tr id="r{row["number"]}">', 1)


def _brackets(cited: str, rows: _Rows) -> str:
    """The numbers of the papers in a pair of parentheses, each once, and the names of those
    without.
    """
    known, named = _split(cited, rows)
    made = [f'<a href="#r{number}">{number}</a>' for number, _ in known] + named
    more = f"<small>, {', '.join(made[SHOWN:])}</small>" if made[SHOWN:] else ""
    return f"<sup>[{', '.join(made[:SHOWN])}{more}]</sup>"


def _claims(text: str, rows: _Rows) -> Iterator[str]:
    """The claims behind the numbers of a text, in their order."""
    for cited in _CITED.finditer(text):
        yield from (claim for _, claim in _split(cited[1], rows)[0])


def _split(cited: str, rows: _Rows) -> tuple[list[tuple[int, str]], list[str]]:
    """Numbers with the first claim cited of each paper, ascending; and links to papers without."""
    first: dict[str, re.Match[str]] = {}
    for link in _ONE.finditer(cited):
        if link["name"] != "¶":
            first.setdefault(link["paper"], link)
    known = sorted((rows[at].number, link["claim"]) for at, link in first.items() if at in rows)
    return known, [link[0] for at, link in first.items() if at not in rows]


def _day(item: str, rows: _Rows) -> str:
    """The day of the newest paper that a sentence cites."""
    found = (rows.get(link["paper"]) for link in _ONE.finditer(item))
    days = [row.date for row in found if row and row.date]
    return f"<time>{max(days)}</time>" if days else ""


def _drawn(bar: re.Match[str]) -> str:
    """A bar, beside which its number stands."""
    box = 'viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true"'
    return f'<svg class="wiki-bar" {box}><rect width="{int(bar[1])}" height="10"/></svg>'
