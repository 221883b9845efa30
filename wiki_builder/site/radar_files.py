"""From a wiki's library to the radar: what is shown of each paper, with the words that people put in their place.

A rejected paper is left out, and so is one whose page does not stand yet. What only the
owner may see (interests, personal reasons) is not read here at all: the reason of an
importance is the model's, and stands on the paper's page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from wiki_builder.models import Bilingual, Concept, Language
from wiki_builder.pages.card import Card
from wiki_builder.pages.library import Library, concept_page_id
from wiki_builder.site.graph import page_url
from wiki_builder.site.plain import plain, plain_markdown
from wiki_builder.site.radar import Entry, Radar, Topic, files, radar

_MONTH = re.compile(r"arxiv:(\d\d)(0[1-9]|1[0-2])\.\d{4,5}")


def radar_files(library: Library, abs_url: str = "") -> dict[str, str]:
    """The radar's pieces by path; ``abs_url`` is where arXiv's papers are read, with ``{id}``."""
    return dict(files(_radar(library, abs_url)))


def _radar(library: Library, abs_url: str) -> Radar:
    """The radar of all papers that have a page."""
    standing = library.registry.standing.values()
    topics = (_topic(concept, library.path(concept_page_id(concept))) for concept in standing)
    entries = (_entry(card, path, library) for card in library.kept if (path := library.path(card.id)))
    return radar(entries, topics, abs_url)


def own_day(card: Card) -> str:
    """When a work was first announced: its day, or its id's month where the wiki met it later."""
    found = next((match for id_ in (card.id, *card.also) if (match := _MONTH.match(id_))), None)
    month = f"20{found[1]}-{found[2]}" if found else card.date
    year, number = int(card.date[:4]), int(card.date[5:7])
    before = f"{year}-{number - 1:02}" if number > 1 else f"{year - 1}-12"
    return month if month < before else card.date  # what is announced on a month's first day has the id of the last one


def _entry(card: Card, path: str, library: Library) -> Entry:
    receipt = library.receipts.get(card.run)
    own = own_day(card)
    named = [use.concept for use in card.uses] + [entity.concept for entity in card.entities]
    return Entry(
        id=card.id,
        url=page_url(path),
        title=_text(card, library, lambda card, _, folder: library.title(card, folder), card.title, "en"),
        arrived=receipt.date if receipt else card.date,
        date=card.updated or card.date,
        first=own,
        source="arXiv" if card.id.startswith("arxiv:") else card.id.partition(":")[0],
        headline=_both(card, library, library.headline, card.headline),
        summary=_both(card, library, library.summary, card.summary),
        reason=_both(card, library, library.reason, card.reason),
        authors=card.authors,
        authors_left=card.authors_left,
        categories=tuple(code for code in (card.category, *card.crosslists) if code),
        score=card.importance,
        version=card.version,
        updated=card.updated is not None,
        code=card.code,
        full_text=card.text in ("html", "pdf"),
        topics=tuple(dict.fromkeys(library.registry.meant(id_, card.id) for id_ in named if id_)),
    )


_Shown = Callable[[Card, Language, str], str | None]


def _both(card: Card, library: Library, shown: _Shown, builders: Bilingual | None) -> Bilingual:
    own = builders or Bilingual("", "")
    return Bilingual(*(_text(card, library, shown, own[language], language) for language in ("en", "zh")))


def _text(card: Card, library: Library, shown: _Shown, builders: str, language: Language) -> str:
    """What the builder wrote, as it is; a person's words without their Markdown."""
    return plain_markdown(shown(card, language, "") or "") if library.edits(card.id) else plain(builders)


def _topic(concept: Concept, path: str | None) -> Topic:
    return Topic(concept.id, concept.name, concept.kind, page_url(path) if path else "")


def write(pieces: Mapping[str, str], folder: Path) -> None:
    """Write the pieces under ``folder``."""
    for name, text in pieces.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")
