"""The papers of a concept as one table, by what each does with it, numbered: by these numbers the
site's texts cite them. Computed when the site is built, so that a new paper renumbers no page.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from markupsafe import Markup

from wiki_builder.contract import escape
from wiki_builder.core.values.analysis import ROLES
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual
from wiki_builder.core.values.concept import Concept
from wiki_builder.library.authors import short
from wiki_builder.library.card import Card
from wiki_builder.library.library import Library, Mention
from wiki_builder.library.measured import FOUNDING
from wiki_builder.library.words import WORDS, texts
from wiki_builder.pages.views.references import label

PAPERS_SHOWN = 60


def papers_table(library: Library, concept: Concept, folder: str) -> dict[str, object]:
    """``groups``, each with its name and rows, and how many papers there are ``more``.

    Who introduces or extends the concept comes first, the oldest first; then all others, the newest
    first, and last who only names the thing.
    """
    rows = [row for row in _rows(library, concept, folder) if row["said"] is not None]
    shown = [{**row, "number": number} for number, row in enumerate(rows[:PAPERS_SHOWN], 1)]
    grouped = ((name, list(own)) for name, own in groupby(shown, key=lambda row: row["group"]))
    groups = [{"name": name, "rows": own} for name, own in grouped]
    return {"groups": groups, "more": max(0, len(rows) - PAPERS_SHOWN)}


def _rows(library: Library, concept: Concept, folder: str) -> Iterator[dict[str, object]]:
    mentions = library.mentions(concept.id)
    used = {card.id for *_, card, _ in mentions}
    for place, _, _, card, at in sorted(mentions, key=_in_order):
        if library.path(card.id):
            said = what_it_does(library, card, at, folder)
            yield _row(library, card, WORDS["roles"][ROLES[place]], said, folder)
    for card in library.papers(concept):
        if card.id not in used and library.path(card.id):
            yield _row(library, card, WORDS["naming"], headline_of(library, card, folder), folder)


def _in_order(mention: Mention) -> tuple[int, int, str]:
    place, date, *_, card, _ = mention
    old_first = ROLES[place] in FOUNDING
    day = int("".join(filter(str.isdigit, date)) or 0)
    return place, day if old_first else -day, card.id


def what_it_does(library: Library, card: Card, at: int, folder: str) -> Markup | None:
    """What a paper does with a concept, in a person's words where they changed them; ``None`` where
    they took it out.
    """
    use = card.uses[at]
    found = {lang: library.edited_use(card, use.concept, lang, folder) for lang in LANGUAGES}
    if all(own == (True, None) for own in found.values()):
        return None
    said = (
        own if changed else Markup(escape.inline(use.why[lang]))
        for lang, (changed, own) in found.items()
    )
    return _texts(*said)


def headline_of(library: Library, card: Card, folder: str) -> Markup:
    """A paper's headline, for one that only names the thing."""
    return _texts(*(library.headline(card, lang, folder) for lang in LANGUAGES))


def _texts(en: str | None, zh: str | None) -> Markup:
    said = Bilingual(escape.cell(en or ""), escape.cell(zh or ""))
    return texts(said) if said.en or said.zh else Markup()


def _row(
    library: Library, card: Card, group: object, said: Markup | None, folder: str
) -> dict[str, object]:
    return {
        "group": group,
        "paper": Markup(f"[{label(short(card))}]({library.link(card.id, folder)})"),
        "said": said,
        "date": card.date,
        "importance": card.importance,
    }
