"""What a build of the site knows of the wiki: read once, and given to all that is made of it.

The names in texts, feeds, files, the graph and the radar are functions of this value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from wiki_builder.concepts.registry import Registry, read_registry
from wiki_builder.contract.ledger import read_deleted, read_ledger
from wiki_builder.core.settings import Settings
from wiki_builder.core.store.papers import read_paper
from wiki_builder.core.store.receipts import receipt_cards
from wiki_builder.core.store.values import Unreadable, read_text
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.library.comparisons import read_comparisons
from wiki_builder.library.index import read_index
from wiki_builder.library.library import Library
from wiki_builder.library.scan import ScannedPages, save_cache
from wiki_builder.pages.files import read_standing
from wiki_builder.pages.publisher import Publisher, assembled

WORTH_KEEPING = 40  # pages: reading as many takes longer than writing the cache


@dataclass(frozen=True, slots=True)
class Names:
    """What names mean, and where pages were last written: enough for links."""

    registry: Registry
    ledger: Mapping[str, frozenset[str]]
    deleted: frozenset[str] = frozenset()  # the pages that were written down as deleted


@dataclass(frozen=True, slots=True)
class KnownWiki:
    """The library as its pages stand, the abstract of a paper by its id,
    and the files that cannot be read.
    """

    library: Library
    # what pages are made of; None where the settings cannot be read
    publisher: Publisher | None = None
    abstract: Callable[[str], str] = lambda paper: ""
    unreadable: tuple[Unreadable, ...] = ()


def read_names(root: Path) -> Names | None:
    """The registry and the ledger of the wiki in ``root``; ``None`` without ``data/``.

    Raises:
        FormatError: a file of the registry cannot be read; names file and line.
    """
    wiki = Wiki(root)
    if not wiki.data.is_dir():
        return None
    ledger = read_text(wiki.ledger)
    return Names(read_registry(wiki), read_ledger(ledger), read_deleted(ledger))


def read_known(root: Path, names: Names, settings: Settings | None = None) -> KnownWiki:
    """All else, once the names are known.

    A page counts where it stands now, also when a person moved it. One that does not stand has no
    address, and neither has one of which there are only copies, or whose place another file took;
    a paper whose page was deleted is rejected, and none counts as deleted while a file stands there
    of which nobody can tell whose page it is. Reads the receipts, the pages that changed since
    the last run, and the index of papers; the caches of both are brought up to date, so that
    behind a ``git clone`` only the first build reads every page.

    A paper's or a receipt's file that cannot be read is left out, and named in the result.

    Raises:
        FormatError: so many papers cannot be read that it is no longer about single files.
    """
    wiki = Wiki(root)
    index, unreadable = read_index(wiki)
    cards = {id_: entry.card for id_, entry in index.items()}
    receipts = {receipt.name: receipt for receipt in receipt_cards(wiki, unreadable)}
    stand = read_standing(wiki, lambda gone: ())
    _remember(wiki, stand.found)
    library = Library(cards, names.registry, receipts, stand.shown, stand.paths, stand.rejected)
    library = library.with_(comparisons=read_comparisons(wiki))
    made = assembled(wiki, settings, index, library, stand, unreadable) if settings else None

    def abstract(paper: str) -> str:
        found = read_paper(wiki, paper)
        return found.latest.abstract if found else ""

    return KnownWiki(made.library if made else library, made, abstract, tuple(unreadable))


def _remember(wiki: Wiki, found: ScannedPages) -> None:
    """Keep what was read of the pages where it is much; what cannot be kept is read again."""
    if found.read >= WORTH_KEEPING:
        with suppress(OSError):
            save_cache(wiki.caches.pages, found.files)


def known(root: Path) -> KnownWiki | None:
    """All of the wiki in ``root``; ``None`` without ``data/``. Raises as the two above."""
    names = read_names(root)
    return read_known(root, names) if names else None
