"""What a reader missed who was away, as data: a piece a day, of which a browser loads those since
the last visit. It knows whose papers are theirs; the five weightiest it takes from the radar.

What is said is made with the pages' own words (:mod:`wiki_builder.pages.views.changes`), as plain
text (:mod:`wiki_builder.site.markdown.plain`). ``theme/assets/wiki/radar/away.js`` reads it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from html import unescape
from pathlib import Path

from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.library.authors import short
from wiki_builder.library.away import DAYS, is_correction, wrote_on
from wiki_builder.library.card import Card
from wiki_builder.library.changes import Change, Happened, changes_of
from wiki_builder.library.library import AWAY, Library, concept_page_id
from wiki_builder.pages.views.changes import change_words, happened_claims, happened_words
from wiki_builder.site.markdown.plain import plain_markdown, script_text
from wiki_builder.site.radar.data import FORMAT

_LIVE = re.compile(r"[*_`\[\]\\$<]")  # beside entities: whatever may be Markdown
KEPT = 100  # days with a piece of their own


def away_files(
    library: Library, urls: Mapping[str, str], docs: Path, held: Collection[str] = ()
) -> Iterator[tuple[str, str]]:
    """The pieces by path: ``away/days`` names the newest days, ``away/2026-06-16`` says what each
    changed. None where the wiki has no page for them.

    ``urls`` gives the address of each page by its path under ``docs/``; ``held`` are papers of the
    owner's library, if that may be seen.
    """
    if library.path(AWAY) not in urls:
        return
    found = changes_of(library)
    days = found.days[-KEPT:][::-1]
    yield "away/days", _json({"format": FORMAT, "span": DAYS, "days": days})
    own = cache(lambda paper: paper in held or wrote_on(docs, library, paper))
    for day in days:
        piece = {
            "format": FORMAT,
            "concepts": list(_concepts(library, found.on_day(day), urls)),
            "papers": list(_happened(library, found.happened(day), urls, own)),
        }
        yield f"away/{day}", _json(piece)


def _concepts(
    library: Library, changes: Mapping[str, Iterable[Change]], urls: Mapping[str, str]
) -> Iterator[list[object]]:
    """``[id, en, zh, url, changes]`` of each concept with a page; of each change
    ``[weight, paper, key, en, zh, sources]``, equal keys telling the same of several concepts.
    """
    for id_, own in changes.items():
        concept = library.concepts[id_]
        url = urls.get(library.path(concept_page_id(concept)) or "")
        told = [line for one in own if (line := _change(library, one, urls))]
        if url and told:
            yield [id_, concept.name.en, concept.name.zh, url, told]


def _change(library: Library, one: Change, urls: Mapping[str, str]) -> list[object] | None:
    said = change_words(library, one, "")
    sources = list(_sources(library, one.claims or (one.paper,), urls))
    if not said or not sources:
        return None
    key = " ".join((one.kind, one.paper, *one.claims, str(one.use or 0), one.narrower))
    return [one.weight, one.paper, key, *_plain(said), sources]


def _happened(
    library: Library,
    happened: Iterable[Happened],
    urls: Mapping[str, str],
    own: Callable[[str], bool],
) -> Iterator[list[object]]:
    """``[id, by, name, url, en, zh, sources, flags]`` of each paper to which something happened;
    flags are the sum of 1 (a correction) and 2 (the owner wrote on it, or has it).
    """
    for one in happened:
        card = library.card(one.paper)
        url = urls.get(library.path(one.paper) or "")
        if card and url:
            said = _plain(happened_words(library, one))
            sources = list(_sources(library, happened_claims(one), urls))
            flags = is_correction(one) + 2 * own(one.paper)
            yield [one.paper, one.by, _name(card), url, *said, sources, flags]


def _sources(
    library: Library, ids: Iterable[str], urls: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """The papers of claims, each with the address of the claim."""
    for id_ in ids:
        paper, _, claim = id_.partition("#")
        card, url = library.card(paper), urls.get(library.path(paper) or "")
        if card and url:
            yield _name(card), f"{url}{f'#e-{claim}' if claim else ''}"


def _name(card: Card) -> str:
    return script_text(short(card))


def _plain(said: Bilingual) -> tuple[str, ...]:
    return tuple(map(_text, (said.en, said.zh)))


def _text(text: str) -> str:
    """Markdown as plain text; nearly all is words and entities, which are quickly read."""
    return plain_markdown(text) if _LIVE.search(text) else unescape(text)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
