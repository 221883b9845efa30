"""Citations of concepts' pages and of briefings as numbers, a pure function of the page's HTML.

The Markdown has a link to each cited claim, behind the sentence, with the paper's name. Here the
number is that of the paper's row in the table of papers, in brackets, ascending, and leads to the
row; ``data-claims`` of the section has the claims in the same order, by which the page's script
leads on to the claim itself. What is cited and has no row keeps its name and its link. A sentence
of the development gets the days of the oldest and the newest paper that it cites.

A briefing's page has no such table: its papers are numbered as they come, the same in both
languages, and each number leads to the claim. That of the front page is folded behind its first
sentence, in an element that needs no script (the style sheet unfolds it where there is room). What
a day's page says behind the first sentence of its briefing, and behind the headline of a paper, is
in such an element too, open: the script shuts it for a reader of both languages on a phone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from wiki_builder.core.words import words

SHOWN = 2  # numbers; those behind come when one points at them

_TABLE = re.compile(r'<section class="wiki wiki-papers"[^>]*>.*?</section>', re.DOTALL)
_ROW = re.compile(
    r'<tr>\s*<td>(?P<number>\d+)</td>\s*<td><a href="(?P<paper>[^"#]*)"[^>]*>(?:(?!</?a\b).)*</a>'
    r"(?P<rest>(?:(?!</td>).)*)</td>\s*<td>(?P<date>[\d-]*)</td>",
    re.DOTALL,
)
_GROUP = re.compile(
    r"<tr>\s*<td></td>\s*<td>((?:(?!</td>).)*)</td>\s*<td></td>\s*<td></td>\s*</tr>", re.DOTALL
)
_HEAD = r'<tr class="wiki-group"><th colspan="4" scope="rowgroup">\1</th></tr>'
_PARTS = "definition|changed|development|techniques|questions|differences"
_TEXT = re.compile(
    rf'<section lang="(?P<lang>en|zh)[^"]*" class="wiki wiki-(?P<part>{_PARTS})"[^>]*>'
    r"(?P<text>.*?)</section>",
    re.DOTALL,
)
_BRIEFING = re.compile(
    r'(?P<opening><section lang="(?P<lang>en|zh)[^"]*" '
    r'class="wiki wiki-(?P<part>briefing|happened|connects|read-first)"[^>]*>)'
    r"(?P<text>.*?)</section>",
    re.DOTALL,
)
_BEFORE = re.compile(r"(?<=[A-Za-z0-9%])\u2060(?=<sup>)")
_BEHIND = re.compile(r"(?<=</sup>)(?=[A-Za-z0-9])")
_FIRST = re.compile(
    r"(?P<before>(?:(?!<p>).)*<p>)(?P<first>(?:(?!</p>).)*?</sup>)\s*(?P<rest>\S.*)",
    re.DOTALL,
)
_LISTED = re.compile(
    r'(?P<opening><section lang="(?P<lang>en|zh)[^"]*" class="wiki wiki-papers"[^>]*>)'
    r"(?P<text>.*?)</section>",
    re.DOTALL,
)
_PAPER = re.compile(
    r"<li>(?P<headline><a [^>]*>(?:(?!</a>).)*</a>)<br ?/?>\s*"
    r"(?P<summary>(?:(?!</?li\b|</?ul\b|<br\b|<small\b|<p\b).)+)<br ?/?>\s*"
    r"(?P<facts><small>(?:(?!</?small>| · <cite>).)*)"
    r"(?: · (?P<title><cite>(?:(?!</?cite>).)*</cite>))?"
    r"(?P<more>(?:(?!</?small>).)*</small>)\s*</li>",
    re.DOTALL,
)
_LINK = r'<a href="[^"]*#e-[^"]*"[^>]*>(?:(?!</?a\b).)*</a>'
_CITED = re.compile(rf"[ \t]*[(（]({_LINK}(?:[;；]?[ \t]*{_LINK})*)[)）]", re.DOTALL)
_ONE = re.compile(
    r'<a href="(?P<paper>[^"#]*)#e-(?P<claim>[^"]*)"[^>]*>(?P<name>(?:(?!</?a\b).)*)</a>',
    re.DOTALL,
)
_WHOLE = re.compile(r'(?<=[(（])<a href="(?P<paper>[^"#]*)"(?=[^>]*>(?:(?!</?a\b).)*</a>[)）])')
_ITEM = re.compile(r"<li>((?:(?!<li>|</li>).)*)</li>", re.DOTALL)
_TAG = re.compile(r"<(/?)[^>]*>")
_MATHS = re.compile(r"\\[()]")  # around TeX
_SCORE = re.compile(r'<span class="wiki-(high|score|low)">(?=\d)')
_BAR = re.compile(r'<span class="wiki-bar wiki-w-(\d{1,4})"></span>')


@dataclass(frozen=True, slots=True)
class _Row:
    number: int
    date: str


_Rows = Mapping[str, _Row]
_BRIEF = '<details class="wiki-brief" open>'
_FOLDED = {"briefing": '<details class="wiki-further">', "happened": _BRIEF}


def with_numbers(html: str) -> str:
    """``html`` with its citations numbered by the table of papers, if it has one, those of a
    briefing in their order, with its bars drawn, scores that say what they are, and with what folds
    apart from what does not.
    """
    html = _SCORE.sub(rf'<span class="wiki-\1" title="{words("pages")["score_says"]}">', html)
    html = _LISTED.sub(_with_summaries, _with_briefings(_BAR.sub(_drawn, html)))
    table = _TABLE.search(html)
    if not table:
        return html
    rows = {one["paper"]: _Row(int(one["number"]), one["date"]) for one in _ROW.finditer(table[0])}
    marked = _GROUP.sub(_HEAD, _ROW.sub(_with_place, table[0]))
    html = html[: table.start()] + marked + html[table.end() :]
    told: dict[str, str] = {}

    def text(part: re.Match[str]) -> str:
        inner = part["text"]
        if part["part"] == "changed":
            inner = _WHOLE.sub(lambda one: _with_no_claim(one, rows), inner)
        if part["part"] == "development":
            inner = _ITEM.sub(lambda item: f"<li>{_day(item[1], rows)}{item[1]}</li>", inner)
        claims = " ".join(_claims(inner, rows))
        opening = part[0][: part.start("text") - part.start()]
        if (claims and told.setdefault(part["part"], claims) != claims) or part["lang"] == "en":
            opening = f'{opening[:-1]} data-claims="{claims}">'
        numbered = _numbered(inner, part["lang"], lambda cited: _brackets(cited, rows))
        return f"{opening}{numbered}</section>"

    return _TEXT.sub(text, html)


def _numbered(text: str, language: str, brackets: Callable[[str], str]) -> str:
    """The text with what ``brackets`` makes of each pair of parentheses behind its sentence: behind
    a no-break space, in Chinese a word joiner, so that no line begins with a number, and a narrow
    space beside a Latin word.
    """
    gap = "\u00a0" if language == "en" else "\u2060"
    numbered = _CITED.sub(lambda cited: f"{gap}{brackets(cited[1])}", text)
    return numbered if language == "en" else _BEHIND.sub("\u2009", _BEFORE.sub("\u202f", numbered))


def _with_briefings(html: str) -> str:
    numbers: dict[str, int] = {}  # of papers, by address

    def text(part: re.Match[str]) -> str:
        inner = _numbered(part["text"], part["lang"], lambda cited: _in_order(cited, numbers))
        if opening := _FOLDED.get(part["part"]):
            inner = _folded(inner, opening, words("pages")["whole_briefing"][part["lang"]])
        return f"{part['opening']}{inner}</section>"

    return _BRIEFING.sub(text, html)


def _in_order(cited: str, numbers: dict[str, int]) -> str:
    """The numbers of the papers in a pair of parentheses, each leading to the first claim cited."""
    first = _first_cited(cited)
    for paper in first:
        numbers.setdefault(paper, len(numbers) + 1)
    ordered = sorted(first.items(), key=lambda one: numbers[one[0]])
    return _shown([_to_claim(link, numbers[paper]) for paper, link in ordered])


def _to_claim(link: re.Match[str], number: int) -> str:
    name = _MATHS.sub("", _TAG.sub("", link["name"])).replace('"', "&quot;")
    return f'<a href="{link["paper"]}#e-{link["claim"]}" title="{name}">{number}</a>'


def _folded(text: str, opening: str, label: str) -> str:
    """A briefing whose first sentence stands alone; whole where a person wrote it otherwise."""
    found = _FIRST.match(text)
    if not found or not _is_balanced(found["first"]):
        return text
    rest = found["rest"].removeprefix("</p>").strip()
    if not rest:
        return text
    rest = rest if found["rest"].startswith("</p>") else f"<p>{rest}"
    return (
        f"{found['before']}{found['first']}</p>\n"
        f"{opening}<summary>{label}</summary>\n{rest}</details>"
    )


def _with_summaries(papers: re.Match[str]) -> str:
    """A day's papers, of each its title and summary as one; an item of another form stays."""
    label = words("pages")["whole_summary"][papers["lang"]]

    def one(paper: re.Match[str]) -> str:
        title = f"{paper['title']} " if paper["title"] else ""
        return (
            f"<li>{paper['headline']}{_BRIEF}<summary>{label}</summary>"
            f"<p>{title}{paper['summary']}</p></details>{paper['facts']}{paper['more']}</li>"
        )

    return f"{papers['opening']}{_PAPER.sub(one, papers['text'])}</section>"


def _is_balanced(text: str) -> bool:
    """Whether each element that begins in a text ends there, by their number."""
    closing = [bool(tag[1]) for tag in _TAG.finditer(text)]
    return 2 * sum(closing) == len(closing)


def _with_no_claim(link: re.Match[str], rows: _Rows) -> str:
    """A paper that is cited as a whole; the script knows the sign in the claim's place."""
    return f'<a href="{link["paper"]}#e--"' if link["paper"] in rows else link[0]


def _with_place(row: re.Match[str]) -> str:
    return row[0].replace("<tr>", f'<tr id="r{row["number"]}">', 1)


def _brackets(cited: str, rows: _Rows) -> str:
    """The numbers of the papers in a pair of parentheses, each once, and the names of those
    without.
    """
    known, named = _split(cited, rows)
    made = [f'<a href="#r{number}">{number}</a>' for number, _ in known] + named
    return _shown(made)


def _shown(links: Sequence[str]) -> str:
    more = f"<small>, {', '.join(links[SHOWN:])}</small>" if links[SHOWN:] else ""
    return f"<sup>[{', '.join(links[:SHOWN])}{more}]</sup>"


def _claims(text: str, rows: _Rows) -> Iterator[str]:
    """The claims behind the numbers of a text, in their order."""
    for cited in _CITED.finditer(text):
        yield from (claim for _, claim in _split(cited[1], rows)[0])


def _split(cited: str, rows: _Rows) -> tuple[list[tuple[int, str]], list[str]]:
    """Numbers with the first claim cited of each paper, ascending; and links to papers without."""
    first = _first_cited(cited)
    known = sorted((rows[at].number, link["claim"]) for at, link in first.items() if at in rows)
    return known, [link[0] for at, link in first.items() if at not in rows]


def _first_cited(cited: str) -> dict[str, re.Match[str]]:
    """The link that names each paper in a pair of parentheses, by the paper's address."""
    first: dict[str, re.Match[str]] = {}
    for link in _ONE.finditer(cited):
        if link["name"] != "¶":
            first.setdefault(link["paper"], link)
    return first


def _day(item: str, rows: _Rows) -> str:
    """The day of the papers that a sentence cites; their first and last, where they differ."""
    found = (rows.get(link["paper"]) for link in _ONE.finditer(item))
    days = sorted({row.date for row in found if row and row.date})
    if not days:
        return ""
    first, last = days[0], days[-1]
    year = first[:5]
    till = f"<br>– {last.removeprefix(year)}" if last != first else ""
    return f'<time datetime="{first}">{first}{till}</time>' if till else f"<time>{first}</time>"


def _drawn(bar: re.Match[str]) -> str:
    """A bar, beside which its number stands."""
    box = 'viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true"'
    return f'<svg class="wiki-bar" {box}><rect width="{int(bar[1])}" height="10"/></svg>'
