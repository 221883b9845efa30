"""Writes arXiv's list of what was announced in a category, in the markup of its own pages.

The demo's recorded days answer with it, and so does the tests' loopback arXiv. The markup is that
of https://github.com/arXiv/arxiv-browse, ``browse/templates/list``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from html import escape

from wiki_builder.core.values.announcement import Announcement
from wiki_builder.sources.ids import parse_id
from wiki_builder.sources.witness import of_category

_SECTIONS = ("New", "Cross", "Replacement")


def write_new(day: date, category: str, rows: Iterable[Announcement], *, show: int = 2000) -> bytes:
    """``/list/CAT/new`` on ``day``: of ``rows`` those in ``category``, ``show`` at most."""
    head = f"<h3>Showing new listings for {day:%A}, {day.day} {day:%B %Y}</h3>"
    return _page(category, head, "<p>No updates today.</p>", category, rows, show)


def write_day(day: date, category: str, rows: Iterable[Announcement], *, show: int = 2000) -> bytes:
    """``/catchup/CAT/DATE``: of ``rows`` those in ``category``, ``show`` at most."""
    title = f"Catchup results for {category} on {day:%a, %d %b %Y}"
    return _page(title, "", f"<p>No updates for {day:%a, %d %b %Y}.</p>", category, rows, show)


def _page(
    title: str, head: str, nothing: str, category: str, rows: Iterable[Announcement], show: int
) -> bytes:
    ours = [row for row in rows if of_category(row, category)]
    sections = {
        name: [row for row in ours if _section(row, category) == name] for name in _SECTIONS
    }
    left, number, parts = show, 0, list[str]()
    for name, all_of_it in sections.items():
        shown = all_of_it[: max(0, left)]
        left -= len(shown)
        if shown:
            first = "first " if len(shown) < len(all_of_it) else ""
            parts.append(
                f"<h3>{name} submissions (showing {first}{len(shown)} of {len(all_of_it)}"
                " entries)</h3>"
            )
            parts += (_entry(row, number + n, name, category) for n, row in enumerate(shown, 1))
            number += len(shown)
    body = f"<dl id='articles'>{''.join(parts)}</dl>" if parts else nothing
    page = (
        "<!DOCTYPE html>\n<html"
        f" lang='en'>\n<body><h1>{escape(title)}</h1>\n{head}\n{body}\n</body>\n</html>\n"
    )
    return page.encode()


def _section(row: Announcement, category: str) -> str:
    if not row.types or "new" in row.types:
        return "New" if _is_primary(row, category) else "Cross"
    return "Cross" if "cross" in row.types else "Replacement"


def _is_primary(row: Announcement, category: str) -> bool:
    primary = row.version.categories[0] if row.version.categories else category
    return primary == category or primary.startswith(f"{category}.")


def _entry(row: Announcement, number: int, section: str, category: str) -> str:
    version, paper = row.version, parse_id(row.id).id
    kind = {"Cross": f"(cross-list from {version.categories[0]})", "Replacement": "(replaced)"}.get(
        section, ""
    )
    html = f', <a href="https://arxiv.org/html/{paper}v{version.number}" title="View HTML">html</a>'
    return (
        f"\n<dt>\n  <a name='item{number}'>[{number}]</a>\n"
        f'  <a href ="/abs/{paper}" title="Abstract" id="{paper}">\n    arXiv:{paper}\n  </a>\n '
        f" {kind}\n"
        f'  [<a href="/pdf/{paper}" title="Download PDF"'
        f' id="pdf-{paper}">pdf</a>{html if version.number else ""}]\n'
        f"</dt>\n<dd>\n  <div class='meta'>\n"
        f"    <div class='list-title mathjax'><span class='descriptor'>Title:</span>\n"
        f"      {escape(version.title)}\n    </div>\n"
        f"    <div class='list-authors'>{_authors(version.authors)}</div>\n"
        f"{_line('comments', 'Comments', version.comment)}{_line('journal-ref', 'Journal-ref', version.journal_ref)}"  # noqa: E501
        f"    <div class='list-subjects'><span class='descriptor'>Subjects:</span>\n"
        f'      <span class="primary-subject">{_subjects(version.categories)}\n    </div>\n'
        f"    <p class='mathjax'>\n      {_abstract(version.abstract)}\n    </p>\n  </div>\n</dd>"
    )


def _authors(names: Sequence[str]) -> str:
    return ", ".join(
        f'<a href="https://arxiv.org/search/?searchtype=author">{escape(name)}</a>'
        for name in names
    )


def _line(name: str, label: str, text: str | None) -> str:
    start = f"    <div class='list-{name} mathjax'><span class='descriptor'>{label}:</span>\n      "
    return f"{start}{escape(text)}\n    </div>\n" if text else ""


def _subjects(categories: Sequence[str]) -> str:
    first, *others = [f"Subject ({escape(name)})" for name in categories] or [""]
    return "; ".join([f"{first}</span>", *others])


def _abstract(text: str) -> str:
    return escape(text).replace("\n\n", "<br>")
