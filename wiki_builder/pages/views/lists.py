"""Every page but a paper's as values for its template:
concepts, entities, days, lists, the log, the front page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from markupsafe import Markup

from wiki_builder.contract import escape
from wiki_builder.contract.items import item_mark
from wiki_builder.contract.spec import Fixed, PageSpec, Section
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual, Language
from wiki_builder.core.values.briefing import week_of
from wiki_builder.core.values.concept import Concept
from wiki_builder.core.values.receipt import (
    BY_HAND,
    NEW_VERSION,
    REJECTED,
    Receipt,
    ReceiptCard,
    Row,
    in_short,
)
from wiki_builder.library.card import Card
from wiki_builder.library.library import (
    AWAY,
    DAYS,
    GRAPH,
    RADAR,
    TRENDS,
    Library,
    concept_page_id,
    log_months,
)
from wiki_builder.library.members import in_one_line, others
from wiki_builder.library.shown import folder_of, unlinked
from wiki_builder.library.words import (
    AWAY_WORDS,
    COMPARE_WORDS,
    PAPER_WORDS,
    TREND_WORDS,
    WORDS,
    each,
    month,
    texts,
)
from wiki_builder.pages.template import rendered
from wiki_builder.pages.views import front
from wiki_builder.pages.views.briefing import (
    briefing_in_short,
    briefing_inputs,
    briefing_values,
    week_days,
    week_link,
)
from wiki_builder.pages.views.changes import kinds_in_words
from wiki_builder.pages.views.compare import comparison_lines
from wiki_builder.pages.views.concept import (
    View,
    concept_inputs,
    concept_view,
)
from wiki_builder.pages.views.event import also
from wiki_builder.pages.views.paper import PaperAddresses, arxiv_url
from wiki_builder.pages.views.post import (
    post_groups,
    post_inputs,
    post_line,
    post_view,
    shown_posts,
)
from wiki_builder.pages.views.reasons import said
from wiki_builder.pages.views.references import both
from wiki_builder.pages.views.relations import relation_lines

AUTHORS_ON_FRONT = 3
FRONT_VALUES = (
    *("day", "late", "nothing", "weekend", "briefing", "lead", "items", "lines", "more", "earlier"),
    *("added", "moved", "moved_since", "disputed", "disagree", "numbers", "receipt", "months"),
)
HIGH, LOW = 7, 4  # scores from and up to which a paper stands out, or back
NOT_READ_LISTED = 200
DIFFERENCES_LISTED = 20  # of a kind
LIST_BY_LETTER = 300
GRAPH_LISTED = 200
RADAR_LISTED = 50

_MONTH = re.compile(r"\d\d(0[1-9]|1[0-2])")

# Sections of concept pages that have another name than they once had.
# What the site adds when it is built is written no more.
RENAMES: Mapping[str, tuple[str, ...]] = {
    "related": ("neighbours",),
    **dict.fromkeys(("facts", "papers.en", "papers.zh", "results-table"), ()),
}
# What the builder has to say on the page of a merged concept.
MERGED_SECTIONS = {"title", "merged"}


@dataclass(frozen=True, slots=True)
class Front:
    """What the owner says of the wiki on its front page."""

    title: str
    tagline: Bilingual
    sources: tuple[str, ...] = ()  # categories and feeds, as readers know them
    interests: tuple[str, ...] = ()  # empty unless the owner publishes them


@dataclass(frozen=True)
class Views:
    """Makes the specs of all pages from one library."""

    library: Library
    addresses: PaperAddresses
    templates: Path
    front: Front
    receipt: Callable[[str], Receipt]  # with its rows
    _made: dict[tuple[str, str], View] = field(default_factory=dict)  # the last one

    def spec(self, page: str, path: str) -> PageSpec:
        """The page ``page`` as the builder would write it now at ``path``."""
        view = self._view(page, path)
        chunks = rendered(view.template, self.templates, view.values)
        renames = RENAMES if page.startswith(("concept:", "entity:")) else {}
        return PageSpec(
            page,
            path,
            {"title": escape.title(view.title), **view.keys},
            self._left(page, chunks),
            renames,
        )

    def _left(self, page: str, chunks: tuple[Section | Fixed, ...]) -> tuple[Section | Fixed, ...]:
        """On the page of a merged concept, sections with a person's words stay as they stand."""
        own = self.library.own_words.get(page)
        stay = set(own.stay) - MERGED_SECTIONS if own else ()
        return tuple(
            chunk for chunk in chunks if isinstance(chunk, Fixed) or chunk.name not in stay
        )

    def inputs(self, page: str, path: str) -> object:
        """All that the page is made from, without making it."""
        kind, _, own = page.partition(":")
        match kind:
            case "concept" | "entity":
                return concept_inputs(self.library, self.library.registry.concepts[own])
            case "day":
                card, gone = self.library.receipts[own], self.library.rejected
                return (
                    card.digest,
                    self._keys(self.library.taken(card)),
                    [id_ for id_ in card.ids if id_ in gone],
                    briefing_inputs(self.library, own),
                    [others(self.library, id_) for id_ in card.ids],
                    self.library.path(f"week:{week_of(own)}"),
                    [
                        (self.library.path(one.id), bool(one.withdrawn))
                        for id_ in card.ids
                        if (one := self.library.card(id_))
                    ],
                    [
                        (post, others(self.library, post.id))
                        for post in shown_posts(
                            self.library, self.library.posts_of_days.get(own, ())
                        )
                    ],
                )
            case "week":
                days = week_days(self.library, own, folder_of(path))
                return briefing_inputs(self.library, own), days
            case "post":
                return post_inputs(self.library, self.library.posts[page])
        name = own.removeprefix("papers/").removesuffix("/index")
        return (
            self._keys(self.library.months[name])
            if name in self.library.months
            else self._view(page, path)
        )

    def _keys(self, cards: Iterable[Card]) -> list[str | None]:
        return [self.library.key(card.id) for card in cards]

    def _view(self, page: str, path: str) -> View:
        """What a page says; of a list it is what the page is made from, too, and made once."""
        if (page, path) not in self._made:
            self._made.clear()
            self._made[page, path] = self._new_view(page, path)
        return self._made[page, path]

    def _new_view(self, page: str, path: str) -> View:
        kind, _, own = page.partition(":")
        folder = folder_of(path)
        match kind:
            case "concept" | "entity":
                return concept_view(self.library, self.library.registry.concepts[own], folder)
            case "day":
                return self._day(self.receipt(own), folder)
            case "week":
                return self._week(own, folder)
            case "post":
                post = self.library.posts[page]
                return post_view(self.library, post, folder, self.addresses.abs)
        return self._list_page(own, folder)

    def _day(self, receipt: Receipt, folder: str) -> View:
        taken = [card for card in self.library.taken(receipt) if self.library.path(card.id)]
        posts = shown_posts(self.library, self.library.posts_of_days.get(receipt.name, ()))
        ids = [*(card.id for card in taken), *(post.id for post in posts)]
        beside = in_one_line(self.library, ids)
        left = [card for card in taken if card.id not in beside]
        cards = sorted(left, key=lambda card: -(card.importance or 0))
        own = self._own(receipt)
        rows = [row for row in receipt.rows if row.id not in own]
        versions = [row for row in rows if row.reason == NEW_VERSION]
        known = [row for row in rows if row.outcome in ("skipped", "known")]
        rest = [row for row in known if row.reason != NEW_VERSION]
        reasons = Counter(in_short(row.reason or "") for row in rest)
        briefing, values_of, items_of = briefing_values(self.library, receipt.name, folder)
        values = {
            **briefing,
            "week": week_link(self.library, receipt.date, folder),
            "date": each(front.day_in_words(receipt.date)),
            "numbers": Markup(_numbers(receipt)),
            "note": said(receipt.note) if receipt.note else None,
            "witness": each(WORDS["witness"][_witness(receipt)]),
            "differences": self._differences(receipt, own),
            "papers": [
                self._linked(card, folder)
                | {
                    "score": _score(card),
                    "category": card.category or card.id.partition(":")[0],
                    "kind": WORDS["kinds"].get(card.kind) if card.kind else None,
                }
                for card in cards
            ],
            "versions": [self._version(row, folder) for row in versions],
            "posts": [
                post_line(self.library, post, folder) for post in posts if post.id not in beside
            ],
            "failed": [self._row(row) for row in rows if row.outcome == "failed"],
            "rest": [self._row(row) for row in rest[:NOT_READ_LISTED]],
            "rest_more": max(0, len(rest) - NOT_READ_LISTED),
            "reasons": [
                {"count": count, "text": said(reason)} for reason, count in sorted(reasons.items())
            ],
            "receipt": receipt.name,
            "values": {f"papers.{language}": "papers" for language in LANGUAGES} | values_of,
            "item_values": items_of,
        }
        return View("day.md.j2", receipt.date, values)

    def _week(self, name: str, folder: str) -> View:
        briefing, values_of, items_of = briefing_values(self.library, name, folder)
        values = {
            **briefing,
            "title": each(front.week_in_words(name)),
            "days": week_days(self.library, name, folder),
            "values": values_of,
            "item_values": items_of,
        }
        return View("week.md.j2", name, values)

    def _differences(self, receipt: Receipt, own: Collection[str]) -> Markup | None:
        """On which papers arXiv's sources differ, by kind; ``None`` where they agree."""
        kinds: dict[str, list[str]] = {}
        for one in receipt.differences:
            if one.id not in own:
                kinds.setdefault(one.kind, []).append(self._id_link(one.id))
        if not kinds:
            return None
        words = WORDS["sources"]
        told = (
            f"{each(words[kind])} ({', '.join(links[:DIFFERENCES_LISTED])}"
            f"{' …' if len(links) > DIFFERENCES_LISTED else ''})"
            for kind, links in sorted(kinds.items())
        )
        return Markup(f"{each(words['differ'])} {'; '.join(told)}")

    def _own(self, receipt: Receipt) -> list[str]:
        """The papers of a receipt that a person rejected, then or since:
        theirs to know, on no page.
        """
        return [
            row.id
            for row in receipt.rows
            if row.reason == REJECTED or row.id in self.library.rejected
        ]

    # --- Lists ----------------------------------------------------------------

    def _list_page(self, own: str, folder: str) -> View:
        if own == "index":
            return self._front()
        if own.startswith("log/") and own != "log/index":
            return self._log(own.removeprefix("log/"), folder)
        if f"page:{own}" == DAYS:
            return self._days(folder)
        if f"page:{own}" == GRAPH:
            return self._graph(folder)
        if f"page:{own}" == RADAR:
            return self._radar(folder)
        if f"page:{own}" == TRENDS:
            return View("trends.md.j2", str(TREND_WORDS["title"]), {})
        if f"page:{own}" == AWAY:
            return View("away.md.j2", str(AWAY_WORDS["title"]), {})
        title, groups = self._groups(own, folder)
        return View("list.md.j2", title, {"title": Markup(title), "groups": groups})

    def _graph(self, folder: str) -> View:
        """The weightiest concepts and named things; a script draws how they hang together."""
        library = self.library
        paged = [*library.concept_pages, *library.entity_pages]
        weightiest = sorted(paged, key=lambda c: (-library.weight(c), c.id))[:GRAPH_LISTED]
        lines = [
            {
                "name": both(c.name),
                "path": library.link(concept_page_id(c), folder),
                "count": library.weight(c),
            }
            for c in weightiest
        ]
        return View("graph.md.j2", str(WORDS["graph"]), {"lines": lines})

    def _radar(self, folder: str) -> View:
        """The newest papers as a plain list; a script shows all, with filters."""
        papers = [card for card in self.library.newest if self.library.path(card.id)][:RADAR_LISTED]
        posts = shown_posts(self.library, [*self.library.posts.values()][::-1])[:RADAR_LISTED]
        ids = [*(card.id for card in papers), *(post.id for post in posts)]
        beside = in_one_line(self.library, ids)
        lines = [
            self._linked(card, folder) | {"source": _source(card)}
            for card in papers
            if card.id not in beside
        ]
        lines += [post_line(self.library, post, folder) for post in posts if post.id not in beside]
        lines.sort(key=lambda line: str(line["updated"] or line["date"]), reverse=True)
        lines = lines[:RADAR_LISTED]
        values = {"papers": lines, "all": self.library.link("page:papers/index", folder)}
        return View("radar.md.j2", str(WORDS["radar"]), values)

    def _groups(self, own: str, folder: str) -> tuple[str, list[dict[str, object]]]:
        match own.split("/"):
            case ["concepts", "index"]:
                return str(WORDS["concepts_both"]), [
                    *self._graph_group(folder),
                    *self._concept_groups(folder),
                ]
            case ["entities", "index"]:
                return str(WORDS["named"]), self._entity_groups(folder)
            case ["compare", "index"]:
                how = COMPARE_WORDS["how"].filled(command="`wiki-builder compare ID ID`")
                listed = _group("", comparison_lines(self.library, folder))
                return str(COMPARE_WORDS["index"]), [listed | {"see": each(how)}]
            case ["log", "index"]:
                lines = (
                    self._month_line(name, "log", str(month(name)), folder)
                    for name in log_months(self.library)
                )
                return str(WORDS["log_list"]), [_group("", lines)]
            case ["papers", "index"]:
                months = sorted(self.library.months, key=lambda name: not _MONTH.fullmatch(name))
                lines = (  # months first
                    self._month_line(
                        name, "papers", _papers_of(name), folder, len(self.library.months[name])
                    )
                    for name in months
                )
                return str(WORDS["paper_list"]), [_group("", lines)]
            case ["posts", name]:
                return post_groups(self.library, name, folder)
        name = own.split("/")[1]
        cards = [card for card in self.library.months[name] if self.library.path(card.id)]
        title = f"{WORDS['paper_list']} · {_papers_of(name)}"
        return title, [_group("", (self._paper_line(card, folder) for card in cards))]

    def _graph_group(self, folder: str) -> list[dict[str, object]]:
        path = self.library.link(GRAPH, folder)
        return [_group("", []) | {"see": Markup(f"[{WORDS['graph']}]({path})")}] if path else []

    def _concept_groups(self, folder: str) -> list[dict[str, object]]:
        """By weight, each with what it is; by letter when they are many, as names alone."""
        library, pages = self.library, self.library.concept_pages
        by_letter = len(pages) > LIST_BY_LETTER
        groups: dict[str, list[dict[str, object]]] = {} if by_letter else {"": []}
        for c in pages:
            path, count = library.link(concept_page_id(c), folder), library.mentioned_in(c.id)
            line: dict[str, object] = {"text": both(c.name), "path": path, "more": str(count)}
            if c.gloss and not by_letter:
                gloss = {language: c.gloss[language] for language in LANGUAGES}
                line |= {"headline": gloss, "kind": "wiki-gloss"}
            groups.setdefault(c.id[0].upper() if by_letter else "", []).append(line)
        return [_group(letter, lines) for letter, lines in sorted(groups.items())]

    def _entity_groups(self, folder: str) -> list[dict[str, object]]:
        groups: list[dict[str, object]] = []
        for kind, title in WORDS["entity_kinds"].items():
            shared = [c for c in self.library.entity_pages if c.kind == kind]
            linked = ((c, self.library.link(concept_page_id(c), folder)) for c in shared)
            lines = [
                {"text": both(c.name), "path": path, "more": str(self.library.weight(c))}
                for c, path in linked
            ]
            groups += [_group(str(title), lines)] if lines else []
        return groups

    def _log(self, name: str, folder: str) -> View:
        runs = [
            {
                "name": receipt.name.removeprefix(BY_HAND),
                "by_hand": receipt.name.startswith(BY_HAND),
                "path": self.library.link(f"day:{receipt.name}", folder),
                "announced": receipt.announced,
            }
            | {
                outcome: receipt.count(outcome)
                for outcome in ("taken", "known", "skipped", "failed")
            }
            for receipt in log_months(self.library)[name]
        ]
        title = f"{WORDS['log_list']} · {month(name)}"
        return View("log.md.j2", title, {"title": Markup(title), "runs": runs})

    def _front(self) -> View:
        library = self.library
        newest = sorted(library.receipts.values(), key=lambda r: (r.date, r.name), reverse=True)
        found, runs = front.edition(library, newest), front.recent(library, newest)
        if not found:
            known = {"radar": library.link(RADAR, ""), "about": self._about()}
            empty = dict.fromkeys(FRONT_VALUES) | {"title": self.front.title}
            return View("index.md.j2", self.front.title, empty | known)
        lines = [self._line_of_edition(card) for card in found.cards[: front.LISTED]]
        last, of_day = found.late or found.receipt, self.receipt(found.receipt.name)
        differs = front.disagreement(library)
        values: dict[str, object] = {
            "title": each(front.day_in_words(found.day)),
            "day": found.day,
            "late": front.day_in_words(found.late.date, "short_day") if found.late else None,
            "nothing": front.nothing(self.receipt(last.name), library),
            "weekend": front.weekend(last),
            "briefing": briefing_in_short(library, found.day),
            "lead": next(iter(lines), None),
            "items": list(enumerate(lines[1 : 1 + front.ITEMS], 1)),
            "lines": lines[1 + front.ITEMS :],
            "more": max(0, len(found.cards) - front.LISTED),
            "earlier": list(map(self._line_of_edition, found.earlier)),
            "added": list(map(self._line_of_edition, found.added)),
            "moved": [
                self._concept_line(concept, count, "")
                | {"changed": kinds_in_words(front.kinds_of_changes(library, concept, runs))}
                for concept, count in front.moved_concepts(library, runs)
            ],
            "moved_since": each(
                WORDS["moved_since"].filled(since=front.day_in_words(runs[-1].date, "short_day"))
            )
            if runs
            else None,
            "disputed": differs is not None and differs.kind != "different_setting",
            "disagree": relation_lines(library, [differs], "")["lines"] if differs else [],
            "numbers": front.numbers(of_day, library),
            "receipt": self._receipt_link(found.receipt),
            "months": front.calendar(library, [found.day[:7]], ""),
            "radar": library.link(RADAR, ""),
            "about": self._about(),
        }
        return View("index.md.j2", self.front.title, values)

    def _about(self) -> dict[str, object]:
        """What the wiki is about, for who comes to it for the first time."""
        front = self.front
        sources, interests = (
            ", ".join(map(escape.inline, names)) for names in (front.sources, front.interests)
        )
        en, zh = map(escape.inline, (front.tagline.en, front.tagline.zh))
        tagline = each(Bilingual(en, zh)) if en and zh else Markup(en or zh)
        return {"tagline": tagline, "sources": sources, "interests": interests}

    def _line_of_edition(self, card: Card) -> dict[str, object]:
        """A paper of an edition: a card with what stands beside its headline."""
        linked = self._linked(card, "")
        heading = Bilingual(*(linked["heading"][language] for language in LANGUAGES))  # type: ignore[index]
        return linked | {
            "names": heading.en if heading.en == heading.zh else texts(heading),
            "category": card.category or card.id.partition(":")[0],
            "kind": WORDS["kinds"].get(card.kind) if card.kind else None,
            "authors": [escape.inline(name) for name in card.authors[:AUTHORS_ON_FRONT]],
            "authors_left": len(card.authors) + card.authors_left - AUTHORS_ON_FRONT,
            "score": _score(card),
        }

    def _days(self, folder: str) -> View:
        """The last months as calendars; the log has the days of those before."""
        months = list(dict.fromkeys(day.date[:7] for day in self._days_of_runs()))
        shown, before = months[: front.MONTHS_LISTED], months[front.MONTHS_LISTED :]
        earlier = [self._month_line(name, "log", str(month(name)), folder) for name in before]
        values = {
            "months": front.calendar(self.library, shown, folder),
            "earlier": earlier,
        }
        return View("days.md.j2", str(WORDS["days"]), values)

    def _days_of_runs(self) -> list[ReceiptCard]:
        """The receipts of announcement days that have a page, newest first."""
        found = (
            one for one in self.library.receipts.values() if self.library.path(f"day:{one.name}")
        )
        return sorted(found, key=lambda receipt: receipt.date, reverse=True)

    def _receipt_link(self, receipt: ReceiptCard) -> Markup | None:
        """The page of a run's receipt: its day's, or the log of its month."""
        link = self.library.link
        return link(f"day:{receipt.name}", "") or link(f"page:log/{receipt.date[:7]}", "")

    # --- Lines ----------------------------------------------------------------

    def _linked(self, card: Card, folder: str) -> dict[str, object]:
        """A card as templates use it."""
        title = self.library.title(card, folder)
        headline = self._headline(card, folder)
        return {
            "id": card.id,
            "path": self.library.link(card.id, folder),
            "title": title,
            "heading": {
                language: Markup(unlinked(line or "")) or title
                for language, line in headline.items()
            },
            "date": card.date,
            "updated": card.updated,
            "version": card.version,
            "headline": headline,
            "summary": {
                language: self.library.summary(card, language, folder) for language in LANGUAGES
            },
            "reason": {
                language: self.library.reason(card, language, folder) for language in LANGUAGES
            },
            "importance": card.importance,
            "also": also(self.library, card.id, folder),
            "mark": Markup(item_mark(card.id, self.library.link(card.id, folder) or "")),
        }

    def _headline(self, card: Card, folder: str) -> dict[Language, Markup | None]:
        return {language: self.library.headline(card, language, folder) for language in LANGUAGES}

    def _paper_line(self, card: Card, folder: str) -> dict[str, object]:
        return {
            "text": self.library.title(card, folder),
            "path": self.library.link(card.id, folder),
            "more": card.date,
            "headline": self._headline(card, folder),
        }

    def _concept_line(self, concept: Concept, count: int, folder: str) -> dict[str, object]:
        return {
            "name": concept.name,
            "path": self.library.link(concept_page_id(concept), folder),
            "count": count,
        }

    def _month_line(
        self, name: str, section: str, text: str, folder: str, count: int | None = None
    ) -> dict[str, object]:
        """A month in a list of them, with the number of its papers where that is asked for."""
        page = f"page:{section}/{name}" + ("/index" if section == "papers" else "")
        more = (
            WORDS["count_one" if count == 1 else "count_some"].filled(count=count)
            if count is not None
            else ""
        )
        return {
            "text": Markup(text),
            "path": self.library.link(page, folder),
            "more": Markup(str(more)),
        }

    def _version(self, row: Row, folder: str) -> dict[str, object]:
        """A new version of a paper that has its page here."""
        card = self.library.card(row.id)
        more = [f"v{row.version}"] if row.version else []
        more += [str(PAPER_WORDS["withdrawn"])] if card and card.withdrawn else []
        path = self.library.link(row.id, folder)
        return self._row(row) | {"path": path, "more": Markup(" · ".join(more))}

    def _row(self, row: Row) -> dict[str, object]:
        url = arxiv_url(row.id, row.version, self.addresses.abs)
        link = Markup(escape.link_target(url) or "#") if url else Markup("#")
        return {
            "title": row.title,
            "html": Markup(escape.html(row.title)),
            "url": link,
            "reason": said(row.reason or ""),
        }

    def _id_link(self, id_: str) -> str:
        """``[2605.02801](https://arxiv.org/abs/2605.02801)``."""
        name, url = escape.inline(id_.partition(":")[2]), arxiv_url(id_, None, self.addresses.abs)
        target = escape.link_target(url) if url else None
        return f"[{name}]({target})" if target else name


def _taken(receipt: ReceiptCard) -> int:
    return receipt.count("taken")


def _papers_of(name: str) -> str:
    """What stands in a folder of papers: a month's by the ids (``2605``), files,
    or the old ids of an archive.
    """
    if name == "file":
        return str(WORDS["files"])
    if _MONTH.fullmatch(name):
        return str(WORDS["ids_of"].filled(month=month(f"20{name[:2]}-{name[2:]}")))
    return escape.inline(name)


def _numbers(receipt: Receipt) -> str:
    counts = {name: receipt.count(name) for name in ("taken", "known", "skipped", "failed")}
    return str(WORDS["day_numbers"].filled(announced=receipt.announced, **counts))


def _witness(receipt: Receipt) -> str:
    """Which word says whether all papers of a day are known, and by whom."""
    return "open" if receipt.open else receipt.complete_by or "none"


def _score(card: Card) -> Markup:
    """``6/10``; what stands out, or back, is marked."""
    if not card.importance:
        return Markup("–/10")
    mark = "high" if card.importance >= HIGH else "low" if card.importance <= LOW else "score"
    return Markup(f'<span class="wiki-{mark}">{card.importance}</span>/10')


def _source(card: Card) -> str:
    """``arXiv (CS.CL)``."""
    kind = card.id.partition(":")[0]
    label = "arXiv" if kind == "arxiv" else str(WORDS["file"]) if kind == "file" else kind
    return f"{label} ({card.category.upper()})" if card.category else label


def _group(title: str, lines: Iterable[Mapping[str, object]]) -> dict[str, object]:
    return {"title": title, "lines": list(lines)}
