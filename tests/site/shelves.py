"""The shelf of a small wiki, as the plugin would make it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from tests.pages.sample import Sample
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.site.book import book
from wiki_builder.site.exports.outputs import shelf_of
from wiki_builder.site.known import known, settings_of
from wiki_builder.site.shelf import Shelf, SiteFacts
from wiki_builder.site.slim import packed

URL = "https://me.github.io/my-wiki/"
TAGLINE = Bilingual("A line & more", "一行")


def made(
    sample: Sample,
    url: str = URL,
    repo_url: str = "https://github.com/me/my-wiki",
    shown: str = "both",
) -> Shelf:
    """What the wiki's site offers, published at ``url``; ``shown`` is its language."""
    urls = page_urls(sample.root)
    found = known(sample.root)
    assert found
    site = SiteFacts("A wiki", TAGLINE, url, shown=shown, repo_url=repo_url)
    return shelf_of(found, settings_of(sample.root), site, urls, book(sample.root))


def pin(root: Path, concept: str) -> None:
    """Pin a concept."""
    file = root / "data" / "concepts" / f"{concept}.yml"
    file.write_text(file.read_text("utf-8") + "pinned: true\n", "utf-8")


def page_urls(root: Path) -> dict[str, str]:
    """The address of each page under ``docs/``, as MkDocs gives it: a folder."""
    docs = root / "docs"
    return {
        path: _url(path)
        for path in (file.relative_to(docs).as_posix() for file in docs.rglob("*.md"))
    }


def _url(path: str) -> str:
    folder, _, name = path.removesuffix(".md").rpartition("/")
    return quote(f"{folder}/{'' if name == 'index' else f'{name}/'}".lstrip("/")) or "./"


def write(pieces: Mapping[str, str], folder: Path) -> None:
    """Write the radar's pieces under ``folder``."""
    for name, text in pieces.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(packed(text))
