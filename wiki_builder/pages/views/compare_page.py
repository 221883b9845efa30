"""What pages of comparisons have in common: heads, facts, lists and tables.

What papers and concepts say of themselves is for ``compare_papers`` and ``compare_concepts``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeAlias, TypeVar

from markupsafe import Markup

from wiki_builder.contract import escape
from wiki_builder.contract.items import item_mark
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual, Language
from wiki_builder.core.values.concept import Concept
from wiki_builder.core.values.paper import Paper
from wiki_builder.library.authors import short
from wiki_builder.library.card import Card
from wiki_builder.library.library import Library
from wiki_builder.library.measured import value as with_unit
from wiki_builder.library.shown import Shown
from wiki_builder.library.words import COMPARE_WORDS as W
from wiki_builder.pages.views.compare_rows import (
    ROWS_SHOWN,
    ComparedValue,
    TableRow,
    tables,
)
from wiki_builder.pages.views.references import concept_link, label, linked

LISTED = 12  # papers or concepts in one list
VALUES_IN_A_CELL = 12
SHORT = 40  # characters of a title before its colon
FULL_TEXT = ("html", "pdf")

Read: TypeAlias = Callable[[str], Paper | None]
C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """An item of a list: its id, its Markdown, and its words for its VALUE."""

    id: str
    text: Markup
    words: str


@dataclass(frozen=True, slots=True)
class Group:
    """The list of one thing that is compared, under its heading;
    a section of its own, empty without a heading.
    """

    head: str = ""  # Markdown
    lines: tuple[ComparedLine, ...] = ()


Groups: TypeAlias = Mapping[int, Group]
"""By the number of the thing among those compared, from 1; 0 is what several share."""


@dataclass(frozen=True)
class Compared(ABC, Generic[C]):
    """Things side by side on a page in ``folder``, a column each.

    ``lead`` and ``lists`` name the words of what stands first of each and of what several share,
    ``parts`` the lists of each alone. Whoever is not there any more has no column and an empty
    section: the numbers of the others stay.
    """

    library: Library
    folder: str
    read: Read
    members: tuple[str, ...]

    lead: ClassVar[str]
    lists: ClassVar[str]
    parts: ClassVar[tuple[str, ...]]

    # --- What is compared ---

    @property
    @abstractmethod
    def columns(self) -> Mapping[int, C]:
        """What is there, by its number among the members, from 1."""

    @property
    @abstractmethod
    def heads(self) -> Mapping[int, Markup]:
        """What each is called, with its link."""

    @abstractmethod
    def name(self, number: int) -> Markup | Bilingual:
        """What each is called."""

    @abstractmethod
    def notices(self) -> Iterator[Markup]:
        """What a reader should know first."""

    @abstractmethod
    def facts(self) -> list[dict[str, object]]:
        """The rows of the facts."""

    @abstractmethod
    def lead_of(self, column: C, language: Language) -> ComparedLine | None:
        """What stands first of one."""

    @abstractmethod
    def listed(self, column: C) -> Sequence[ComparedLine]:
        """What one may share with another."""

    @abstractmethod
    def lines(self, column: C, part: str, language: Language) -> Sequence[ComparedLine] | None:
        """What one says of a part; ``None``: it is not even named there."""

    @abstractmethod
    def papers_of(self, column: C) -> Sequence[Card]:
        """The papers of whose results one has a column."""

    # --- Pieces ---

    def concept(self, concept: Concept) -> Markup:
        return concept_link(self.library, concept, self.folder)

    def paper(self, card: Card) -> Markup:
        return linked(self.library, self.library.title(card, self.folder), card.id, self.folder)

    def evidence(self, paper: str, claim: str) -> str:
        """The link to a claim's evidence on its paper's page."""
        path, card = self.library.link(paper, self.folder), self.library.card(paper)
        own = paper in self.members  # it has a column
        said = "¶" if own or not card else label(short(card))
        return f"[{said}]({path}#^{claim})" if path else ""

    def shown(self, page: str) -> Shown:
        """What a person changed on a page."""
        return self.library.shown.get(page, Shown())

    def values(self) -> dict[str, object]:
        """The values of the template."""
        count = len(self.members)
        lists = _sections(self.lists, "", range(count + 1), dict(self._shared_and_own()))
        parts = {
            part: {
                language: _sections(
                    part, f".{language}", range(1, count + 1), self._groups(part, language)
                )
                for language in LANGUAGES
            }
            for part in self.parts
        }
        every = lists | {
            name: group
            for of in parts.values()
            for made in of.values()
            for name, group in made.items()
        }
        headings = [self.lists, *(f"{part}.{language}" for part in parts for language in LANGUAGES)]
        items = {
            name: {line.id: line.words for line in group.lines} for name, group in every.items()
        }
        leads = {language: self._leads(language) for language in LANGUAGES}
        for language, lines in leads.items():
            items[f"summary.{language}"] = {line.id: line.words for _, line in lines}
        return {
            "notices": list(self.notices()),
            "columns": [{"head": in_cell(head)} for head in self.heads.values()],
            "facts": self.facts(),
            "lead": self.lead,
            "summaries": {
                language: [{"head": head, **_line(line)} for head, line in lines]
                for language, lines in leads.items()
            },
            "lists": {
                "name": self.lists,
                "heading": W[self.lists],
                "filled": _filled(lists),
                "groups": _shown(lists),
            },
            "parts": [
                {
                    "name": name,
                    "filled": {language: _filled(of[language]) for language in LANGUAGES},
                    "groups": {language: _shown(of[language]) for language in LANGUAGES},
                }
                for name, of in parts.items()
            ],
            "tables": self._tables(),
            "values": {name: name for name in (*headings, *every)},
            "item_values": items,
        }

    def _leads(self, language: Language) -> list[tuple[Markup, ComparedLine]]:
        found = ((n, self.lead_of(column, language)) for n, column in self.columns.items())
        return [(self.heads[number], line) for number, line in found if line]

    def _shared_and_own(self) -> Iterator[tuple[int, Group]]:
        """What several have, then what each has alone."""
        of = {number: self.listed(column) for number, column in self.columns.items()}
        counts = Counter(line.id for lines in of.values() for line in lines)
        every = {line.id: line for lines in of.values() for line in lines}
        shared = [line for line in every.values() if counts[line.id] > 1]
        if shared:
            yield 0, Group(W["in_common"], bounded(sorted(shared, key=lambda x: -counts[x.id])))
        for number, lines in of.items():
            if own := [line for line in lines if counts[line.id] == 1]:
                yield (
                    number,
                    Group(Markup(W["only_in"].filled(name=self.name(number))), bounded(own)),
                )

    def _groups(self, part: str, language: Language) -> Groups:
        found = ((n, self.lines(column, part, language)) for n, column in self.columns.items())
        groups = {n: Group(self.heads[n], tuple(lines)) for n, lines in found if lines is not None}
        return groups if any(group.lines for group in groups.values()) else {}

    # --- Results ---

    def _tables(self) -> dict[Language, list[dict[str, object]]]:
        values = [
            ComparedValue(at, card.id, one)
            for at, column in enumerate(self.columns.values())
            for card in self.papers_of(column)
            for one in self.library.measured(card)
        ]
        shared, alone = tables(values, len(self.columns), self._text)
        return {
            language: [
                self._table("shared", shared, language, first=True),
                self._table("alone", alone, language, first=not shared),
            ]
            for language in LANGUAGES
        }

    def _text(self, paper: str) -> str:
        """From what a paper was read: ``full`` text or ``abstract``."""
        read = self.read(paper)
        return "full" if read and read.text and read.text.kind in FULL_TEXT else "abstract"

    def _table(
        self, kind: str, rows: Sequence[TableRow], language: Language, *, first: bool
    ) -> dict[str, object]:
        return {
            "name": f"results-{kind}.{language}",
            "heading": W[kind][language],
            "first": first,
            "rows": [self._row(row, language) for row in rows[:ROWS_SHOWN]],
            "more": max(0, len(rows) - ROWS_SHOWN),
        }

    def _row(self, row: TableRow, language: Language) -> dict[str, object]:
        metric = escape.cell(row.metric or "–") + (f"<br>*{W['differ']}*" if row.differ else "")
        cells = [self._cell(cell, row.differ, language) for cell in row.cells]
        return {
            "dataset": Markup(escape.cell(row.dataset or "–")),
            "metric": Markup(metric),
            "cells": cells,
        }

    def _cell(self, values: Sequence[ComparedValue], differ: bool, language: Language) -> Markup:
        """The values of one column in one row, each with its evidence;
        where settings differ, in the claim's words.
        """
        said = [self._value(value, differ, language) for value in values[:VALUES_IN_A_CELL]]
        rest = len(values) - VALUES_IN_A_CELL
        return Markup("<br>".join([*said, *([f"… +{rest}"] if rest > 0 else [])]) or "–")

    def _value(self, value: ComparedValue, differ: bool, language: Language) -> str:
        said = (
            f"**{escape.cell(with_unit(value.row))}**"
            f" {self.evidence(value.paper, value.measured.claim)}"
        )
        if value.row.baseline:
            said += f"<br>{W['baseline'][language]}{escape.cell(value.row.baseline)}"
        return (
            f"{said}<br><small>{escape.cell(value.measured.text[language])}</small>"
            if differ
            else said
        )


def _line(line: ComparedLine) -> dict[str, object]:
    return {"text": line.text, "mark": Markup(item_mark(line.id))}


def _sections(name: str, suffix: str, numbers: range, groups: Groups) -> dict[str, Group]:
    """The groups by the names of their sections: ``contributions-1.en``, ``papers-shared``."""
    return {f"{name}-{n or 'shared'}{suffix}": groups.get(n, Group()) for n in numbers}


def _filled(groups: Mapping[str, Group]) -> bool:
    return any(group.head for group in groups.values())


def _shown(groups: Mapping[str, Group]) -> list[dict[str, object]]:
    return [
        {"name": name, "head": g.head, "lines": list(map(_line, g.lines))}
        for name, g in groups.items()
    ]


def called(library: Library, cards: Sequence[Card], folder: str) -> tuple[Markup, ...]:
    """How a page calls papers: by their short names; a title that a person edited stays."""
    titles = [library.title(card, folder) for card in cards]
    short = short_titles(cards)
    kept = [title == escape.inline(card.title) for title, card in zip(titles, cards, strict=True)]
    return tuple(
        Markup(escape.inline(name)) if is_ours else title
        for name, title, is_ours in zip(short, titles, kept, strict=True)
    )


def short_titles(cards: Sequence[Card]) -> list[str]:
    """What papers call what they bring (``SERL``), else what stands before the colon of a title
    where that is short; the titles where two would have one name.
    """
    names = [
        card.short or (name if len(name := card.title.partition(": ")[0]) <= SHORT else card.title)
        for card in cards
    ]
    return names if len(set(names)) == len(names) else [card.title for card in cards]


def fact(label: str, cells: Iterable[str]) -> dict[str, object]:
    """One row of the facts."""
    return {"label": W[label], "cells": [in_cell(cell) if cell else Markup("–") for cell in cells]}


def in_cell(text: str) -> Markup:
    """Text, or Markdown, within a cell of a table."""
    return Markup(
        str(text if isinstance(text, Markup) else escape.inline(text)).replace("|", "&#124;")
    )


def notice(name: Markup | str, what: str) -> Markup:
    """A line that a reader should know first."""
    return Markup(f"{name if isinstance(name, Markup) else escape.inline(name)} {W[what]}")


def bounded(lines: Sequence[ComparedLine]) -> tuple[ComparedLine, ...]:
    """A list's first lines, and how many there are besides."""
    rest = len(lines) - LISTED
    return (
        *lines[:LISTED],
        *([ComparedLine("more", Markup(f"… +{rest}"), str(rest))] if rest > 0 else []),
    )


def hidden(shown: Shown, section: str, ids: Sequence[str]) -> bool:
    """Whether a person deleted, rewrote or cleared a whole list on its page;
    ``ids`` are those of its items.
    """
    items = shown.items.get(section, {})
    return section in shown.sections or (
        len(ids) > 1 and all(id_ in items and items[id_] is None for id_ in ids)
    )
