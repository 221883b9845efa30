"""Every page but a paper's as values for its template: concepts, entities, days, lists, the log, the front page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from markupsafe import Markup

from wiki_builder.models import LANGUAGES, Bilingual, Concept, Entity, Receipt, Row
from wiki_builder.pages import escape
from wiki_builder.pages.card import Card
from wiki_builder.pages.items import item_mark
from wiki_builder.pages.library import Library, concept_page_id, entity_page_id, log_months
from wiki_builder.pages.paper_view import Addresses, arxiv_url
from wiki_builder.pages.shown import folder_of
from wiki_builder.pages.spec import PageSpec
from wiki_builder.pages.template import rendered
from wiki_builder.store import dump

LATEST_DAYS = 5
CONCEPTS_ON_FRONT = 24
RELATED_CONCEPTS = 10
NOT_READ_LISTED = 200
LIST_BY_LETTER = 300


@dataclass(frozen=True, slots=True)
class Front:
    """What the owner says of the wiki on its front page."""

    title: str
    tagline: Bilingual


View: TypeAlias = tuple[str, str, Mapping[str, object]]
"""A page's template, title, and values."""


@dataclass(frozen=True)
class Views:
    """Makes the specs of all pages from one library."""

    library: Library
    addresses: Addresses
    templates: Path
    front: Front

    def spec(self, page: str, path: str) -> PageSpec:
        """The page ``page`` as the builder would write it now at ``path``."""
        template, title, values = self._view(page, path)
        return PageSpec(page, path, {"title": escape.title(title)}, rendered(template, self.templates, values))

    def inputs(self, page: str, path: str) -> object:
        """All that the page is made from, without making it."""
        kind, _, own = page.partition(":")
        match kind:
            case "concept":
                return self._concept_inputs(self.library.concepts[own])
            case "entity":
                return self._entities[page], self._keys(self.library.entities[self._entities[page]])
            case "day":
                receipt = self.library.receipts[own]
                return dump(receipt), self._keys(self.library.taken(receipt))
        month = own.removeprefix("papers/").removesuffix("/index")
        return self._keys(self.library.months[month]) if month in self.library.months else self._view(page, path)

    def _concept_inputs(self, concept: Concept) -> object:
        library = self.library
        gloss = library.keys.get(concept.gloss_from or "")
        related = [(c.name, library.path(concept_page_id(c.id)), count) for c, count in self._related(concept)]
        return concept, gloss, self._keys(card for card, _ in library.uses.get(concept.id, ())), related

    def _keys(self, cards: Iterable[Card]) -> list[str]:
        return [self.library.keys[card.id] for card in cards]

    def _view(self, page: str, path: str) -> View:
        kind, _, own = page.partition(":")
        folder = folder_of(path)
        match kind:
            case "concept":
                return self._concept(self.library.concepts[own], folder)
            case "entity":
                return self._entity(self._entities[page], folder)
            case "day":
                return self._day(self.library.receipts[own], folder)
        return self._list_page(own, folder)

    @cached_property
    def _entities(self) -> Mapping[str, Entity]:
        return {entity_page_id(entity): entity for entity in self.library.entities}

    # --- One thing a page ---------------------------------------------------

    def _concept(self, concept: Concept, folder: str) -> View:
        gloss = self.library.card(concept.gloss_from) if concept.gloss_from else None
        uses = {language: self._uses(concept, language, folder) for language in LANGUAGES}
        values = {
            "concept": concept,
            "gloss_paper": self._linked(gloss, folder) if gloss and self.library.path(gloss.id) else None,
            "uses": uses,
            "related": [self._concept_line(other, count, folder) for other, count in self._related(concept)],
            "values": {f"papers.{language}": "papers" for language in LANGUAGES},
            "item_values": {
                f"papers.{language}": {u["id"]: u["value"] for u in uses[language]} for language in LANGUAGES
            },
        }
        return "concept.md.j2", f"{concept.name.en} · {concept.name.zh}", values

    def _uses(self, concept: Concept, language: str, folder: str) -> list[dict[str, object]]:
        lines: list[dict[str, object]] = []
        for card, use in self.library.uses.get(concept.id, ()):
            path = self.library.link(card.id, folder)
            changed, edited = self.library.edited_use(card, use, language, folder)  # type: ignore[arg-type]  # one of LANGUAGES
            if path is None or (changed and edited is None):
                continue
            why = use.why[language]  # type: ignore[index]  # one of LANGUAGES
            lines.append(
                {
                    "id": card.id,
                    "role": use.role,
                    "title": self.library.title(card, folder),
                    "path": path,
                    "date": card.date,
                    "why": why,
                    "edited": Markup(f"[{self.library.title(card, folder)}]({path}) · {edited}") if edited else None,
                    "value": f"{use.role} {edited or why}",
                    "mark": Markup(item_mark(card.id)),
                }
            )
        return lines

    def _related(self, concept: Concept) -> list[tuple[Concept, int]]:
        """The concepts that stand beside this one in most papers."""
        together: Counter[str] = Counter()
        for card, _ in self.library.uses.get(concept.id, ()):
            together.update({use.concept for use in card.uses} - {concept.id})
        ranked = sorted((-count, id_) for id_, count in together.items() if id_ in self._with_page)
        return [(self._with_page[id_], -count) for count, id_ in ranked[:RELATED_CONCEPTS]]

    @cached_property
    def _with_page(self) -> Mapping[str, Concept]:
        return {concept.id: concept for concept in self.library.concept_pages}

    def _entity(self, entity: Entity, folder: str) -> View:
        cards = [card for card in self.library.entities[entity] if self.library.path(card.id)]
        papers = [self._linked(card, folder) for card in cards]
        values = {
            "entity": entity,
            "papers": papers,
            "values": {f"papers.{language}": "papers" for language in LANGUAGES},
        }
        return "entity.md.j2", entity.name, values

    def _day(self, receipt: Receipt, folder: str) -> View:
        cards = [card for card in self.library.taken(receipt) if self.library.path(card.id)]
        rest = [row for row in receipt.rows if row.outcome in ("skipped", "known")]
        reasons = Counter(row.reason or "" for row in rest)
        values = {
            "date": receipt.date,
            "numbers": Markup(_numbers(receipt)),
            "note": receipt.note,
            "papers": [self._linked(card, folder) for card in cards],
            "failed": [self._row(row) for row in receipt.rows if row.outcome == "failed"],
            "rest": [self._row(row) for row in rest[:NOT_READ_LISTED]],
            "rest_more": max(0, len(rest) - NOT_READ_LISTED),
            "reasons": [{"count": count, "text": reason} for reason, count in sorted(reasons.items())],
            "receipt": receipt.name,
            "values": {f"papers.{language}": "papers" for language in LANGUAGES},
        }
        return "day.md.j2", receipt.date, values

    # --- Lists ----------------------------------------------------------------

    def _list_page(self, own: str, folder: str) -> View:
        if own == "index":
            return self._front()
        if own.startswith("log/") and own != "log/index":
            return self._log(own.removeprefix("log/"), folder)
        title, groups = self._groups(own, folder)
        return "list.md.j2", title, {"title": Markup(title), "groups": groups}

    def _groups(self, own: str, folder: str) -> tuple[str, list[dict[str, object]]]:
        match own.split("/"):
            case ["concepts", "index"]:
                return "Concepts · 概念", self._concept_groups(folder)
            case ["entities", "index"]:
                return "Models, datasets, organisations · 模型、数据集与机构", self._entity_groups(folder)
            case ["log", "index"]:
                return "Log · 日志", [
                    _group("", (self._month_line(m, "log", "", folder) for m in log_months(self.library)))
                ]
            case ["papers", "index"]:
                months = ((month, len(cards)) for month, cards in self.library.months.items())
                lines = (self._month_line(month, "papers", f"{count}", folder) for month, count in months)
                return "Papers · 论文", [_group("", lines)]
        month = own.split("/")[1]
        cards = [card for card in self.library.months[month] if self.library.path(card.id)]
        return f"Papers · 论文 · {month}", [_group("", (self._paper_line(card, folder) for card in cards))]

    def _concept_groups(self, folder: str) -> list[dict[str, object]]:
        """By weight; by letter when they are many."""
        lines = [
            (c, self._concept_line(c, len(self.library.uses.get(c.id, ())), folder)) for c in self.library.concept_pages
        ]
        listed = [(c, {"text": _both(c.name), "path": line["path"], "more": str(line["count"])}) for c, line in lines]
        if len(listed) <= LIST_BY_LETTER:
            return [_group("", (line for _, line in listed))]
        letters = sorted({c.id[0].upper() for c, _ in listed})
        return [_group(letter, (line for c, line in listed if c.id[0].upper() == letter)) for letter in letters]

    def _entity_groups(self, folder: str) -> list[dict[str, object]]:
        groups = []
        for kind, title in (
            ("model", "Models · 模型"),
            ("dataset", "Datasets · 数据集"),
            ("organisation", "Organisations · 机构"),
        ):
            shared = [(e, cards) for e, cards in self.library.entities.items() if e.kind == kind]
            linked = ((e.name, self.library.link(entity_page_id(e), folder), len(cards)) for e, cards in shared)
            lines = [{"text": name, "path": path, "more": str(count)} for name, path, count in linked if path]
            groups += [_group(title, lines)] if lines else []
        return groups

    def _log(self, month: str, folder: str) -> View:
        runs = [
            {
                "name": receipt.name,
                "path": self.library.link(f"day:{receipt.name}", folder),
                "announced": receipt.announced,
            }
            | {outcome: receipt.count(outcome) for outcome in ("taken", "known", "skipped", "failed")}
            for receipt in log_months(self.library)[month]
        ]
        title = f"Log · 日志 · {month}"
        return "log.md.j2", title, {"title": Markup(title), "runs": runs}

    def _front(self) -> View:
        library = self.library
        days = [
            r
            for r in sorted(library.receipts.values(), key=lambda r: r.date, reverse=True)
            if library.path(f"day:{r.name}")
        ]
        shared = [(c, len(library.uses.get(c.id, ()))) for c in library.concept_pages[:CONCEPTS_ON_FRONT]]
        read = sum(card.status == "read" for card in library.kept)
        total, known = len(library.kept), len(library.concept_pages)
        values = {
            "title": self.front.title,
            "tagline": self.front.tagline,
            "numbers": Markup(
                f"{total} papers, {read} read, {known} concepts · {total} 篇论文，已读 {read} 篇，{known} 个概念"
            ),
            "days": [day for receipt in days[:LATEST_DAYS] if (day := self._front_day(receipt))["papers"]],
            "concepts": [self._concept_line(concept, count, "") for concept, count in shared],
        }
        return "index.md.j2", self.front.title, values

    def _front_day(self, receipt: Receipt) -> dict[str, object]:
        cards = [card for card in self.library.taken(receipt) if self.library.path(card.id)]
        path = self.library.link(f"day:{receipt.name}", "")
        return {"date": receipt.date, "path": path, "papers": [self._linked(card, "") for card in cards]}

    # --- Lines ----------------------------------------------------------------

    def _linked(self, card: Card, folder: str) -> dict[str, object]:
        """A card as templates use it."""
        headline = {language: self.library.headline(card, language, folder) for language in LANGUAGES}
        return {
            "id": card.id,
            "path": self.library.link(card.id, folder),
            "title": self.library.title(card, folder),
            "date": card.date,
            "headline": headline,
            "summary": {language: self.library.summary(card, language, folder) for language in LANGUAGES},
            "mark": Markup(item_mark(card.id)),
        }

    def _paper_line(self, card: Card, folder: str) -> dict[str, object]:
        path = self.library.link(card.id, folder)
        return {"text": self.library.title(card, folder), "path": path, "more": card.date}

    def _concept_line(self, concept: Concept, count: int, folder: str) -> dict[str, object]:
        return {"name": concept.name, "path": self.library.link(concept_page_id(concept.id), folder), "count": count}

    def _month_line(self, month: str, section: str, more: str, folder: str) -> dict[str, object]:
        page = f"page:{section}/{month}" + ("/index" if section == "papers" else "")
        return {"text": month, "path": self.library.link(page, folder), "more": more}

    def _row(self, row: Row) -> dict[str, object]:
        url = arxiv_url(row.id, row.version, self.addresses.abs)
        link = Markup(escape.link_target(url) or "#") if url else Markup("#")
        return {"title": row.title, "html": Markup(escape.html(row.title)), "url": link, "reason": row.reason or ""}


def _numbers(receipt: Receipt) -> str:
    counts = {name: receipt.count(name) for name in ("taken", "known", "skipped", "failed")}
    en = ", ".join(f"{count} {word}" for word, count in counts.items())
    zh = "，".join(f"{word} {counts[name]} 篇" for name, word in _OUTCOMES.items())
    return f"{receipt.announced} announced: {en} · 公布 {receipt.announced} 篇：{zh}"


_OUTCOMES = {"taken": "入选", "known": "已知", "skipped": "跳过", "failed": "失败"}


def _both(name: Bilingual) -> str:
    return f"{name.en} · {name.zh}"


def _group(title: str, lines: Iterable[Mapping[str, object]]) -> dict[str, object]:
    return {"title": title, "lines": list(lines)}
