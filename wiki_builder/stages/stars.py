"""The papers that stars stand on, to be taken elsewhere: read ones, and those that were announced
and not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial

from wiki_builder.core.http.client import Client
from wiki_builder.core.settings import Settings
from wiki_builder.core.store.entries import read_entries
from wiki_builder.core.store.holdings import read_holdings
from wiki_builder.core.store.marks import read_marks
from wiki_builder.core.store.papers import read_paper
from wiki_builder.core.store.sent import note_all_sent, read_sent
from wiki_builder.core.store.values import if_readable
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.marks import standing
from wiki_builder.library.bibtex import cite_keys, entry
from wiki_builder.library.card import AUTHORS_KEPT, Card, own_day
from wiki_builder.library.held import held
from wiki_builder.library.index import load_index
from wiki_builder.library.interests import entry_of
from wiki_builder.notify.zotero import Item, Put, put

RECEIVER = "zotero"
_OPEN = ("sending", "refused")  # what the ledger says of a paper that may not be there


@dataclass(frozen=True, slots=True)
class Star:
    """A paper with a star; ``abstract`` is as its latest version has it."""

    card: Card
    abstract: str


def starred(wiki: Wiki) -> tuple[list[Star], list[str]]:
    """The papers with a star, the earliest star first, and the ids of those that the wiki knows no
    title of.
    """
    index, unknown = load_index(wiki), list[str]()
    entries = cache(partial(read_entries, wiki))
    found = []
    for id_ in standing(read_marks(wiki))["star"]:
        if known := index.get(id_):
            paper = if_readable(read_paper, wiki, id_)
            found.append(Star(known.card, paper.latest.abstract if paper else ""))
        elif row := entry_of(id_, entries):
            authors = row.authors
            card = Card(
                id_,
                row.title,
                row.date,
                "",
                authors[:AUTHORS_KEPT],
                max(0, len(authors) - AUTHORS_KEPT),
                row.categories[0] if row.categories else None,
            )
            found.append(Star(card, row.abstract))
        else:
            unknown.append(id_)
    return found, unknown


def as_bibtex(stars: list[Star]) -> Iterator[str]:
    """An entry of BibTeX a star."""
    keys = cite_keys(one.card for one in stars)
    return (entry(one.card, keys[one.card.id]) + "\n" for one in stars)


@dataclass(frozen=True, slots=True)
class ToZotero:
    """What became of starred papers; ``before`` were sent by earlier runs, ``held`` are in the
    library that was imported.
    """

    puts: tuple[Put, ...]
    before: int
    held: int

    @property
    def refused(self) -> int:
        return sum(one.fate == "refused" for one in self.puts)

    def lines(self) -> Iterator[str]:
        """Each paper that Zotero was asked about, and how many there are of each kind."""
        yield from (one.line for one in self.puts)
        there, sent = (sum(one.fate == fate for one in self.puts) for fate in ("there", "sent"))
        yield (
            f"{sent} sent to Zotero; {there} were there, {self.before} were sent before,"
            f" {self.held} came from your library, {self.refused} refused"
        )


def to_zotero(
    wiki: Wiki, settings: Settings, environ: Mapping[str, str], client: Client
) -> ToZotero:
    """Send the starred papers that neither the ledger nor the imported library has.

    Raises:
        UsageError: no library of Zotero is named, or its key is not in the environment.
        UpstreamError: Zotero could not be reached, or answered what cannot be read.
    """
    stars, ledger = starred(wiki)[0], read_sent(wiki, RECEIVER)
    own = held(read_holdings(wiki), (one.card for one in stars))
    before = {id_ for id_, (*_, last) in ledger.items() if last not in _OPEN}
    left = [one for one in stars if one.card.id not in own | before]
    items = [_item(one, settings) for one in left]

    def note(words: Mapping[str, str]) -> None:
        note_all_sent(wiki, RECEIVER, {id_: (word,) for id_, word in words.items()})

    puts = put(items, settings.zotero, environ, client, note)
    ids = {one.card.id for one in stars}
    return ToZotero(tuple(puts), len(ids & before), len(ids & own - before))


def _item(star: Star, settings: Settings) -> Item:
    card = star.card
    ids = (id_ for id_ in (card.id, *card.also) if id_.startswith("arxiv:"))
    arxiv = next(ids, "").removeprefix("arxiv:")
    address = settings.sources.arxiv.abs_url.replace("{id}", arxiv) if arxiv else ""
    return Item(card.id, card.title, card.authors, own_day(card), star.abstract, arxiv, address)
