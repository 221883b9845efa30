"""What a build of the site knows of the wiki: read once, as its pages stand."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from wiki_builder.concepts.registry import Registry, read_registry
from wiki_builder.core.settings import FILE, Settings, Site, load_settings
from wiki_builder.core.store.briefings import read_briefings
from wiki_builder.core.store.posts import read_posts
from wiki_builder.core.store.receipts import receipt_cards
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.events.decisions import read_decisions
from wiki_builder.library.comparisons import read_comparisons
from wiki_builder.library.index import load_index, unreadable_papers
from wiki_builder.library.library import Library
from wiki_builder.library.scan import ScannedPages, save_cache
from wiki_builder.pages.files import read_standing
from wiki_builder.pages.publisher import Publisher, assembled

WORTH_KEEPING = 40  # pages: reading as many takes longer than writing the cache


def settings_of(root: Path) -> Settings:
    """The settings of the wiki in ``root``; the defaults where there is no ``wiki.toml``,
    and so no run to expect.

    Raises:
        SettingsError: they cannot be read.
    """
    there = (root / FILE).is_file()
    return load_settings(root / FILE) if there else Settings(format=2, site=Site(kept_up=False))


def read_known(wiki: Wiki, registry: Registry, settings: Settings) -> Publisher:
    """What pages are made of, in a wiki whose names are known.

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
    index = load_index(wiki)
    unreadable = unreadable_papers(index)
    cards = {id_: entry.card for id_, entry in index.items()}
    receipts = {receipt.name: receipt for receipt in receipt_cards(wiki, unreadable)}
    stand = read_standing(wiki, lambda gone: ())
    _remember(wiki, stand.found)
    library = Library(
        cards,
        registry,
        receipts,
        briefings=read_briefings(wiki, unreadable),
        decisions=read_decisions(wiki),
        comparisons=read_comparisons(wiki),
        posts=read_posts(wiki, unreadable),
    )
    return assembled(wiki, settings, index, library, stand, unreadable)


def _remember(wiki: Wiki, found: ScannedPages) -> None:
    """Keep what was read of the pages where it is much; what cannot be kept is read again."""
    if found.read >= WORTH_KEEPING:
        with suppress(OSError):
            save_cache(wiki.caches.pages, found.files)


def known(root: Path) -> Publisher | None:
    """All of the wiki in ``root``; ``None`` without ``data/``.

    Raises:
        FormatError: as :func:`read_known`, or a file of the registry cannot be read.
        SettingsError: the settings cannot be read.
    """
    wiki = Wiki(root)
    return read_known(wiki, read_registry(wiki), settings_of(root)) if wiki.data.is_dir() else None
