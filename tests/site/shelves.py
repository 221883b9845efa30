"""The shelf of a small wiki, as the plugin would make it."""

from __future__ import annotations

from pathlib import Path

from tests.pages.sample import Sample
from wiki_builder.models import Bilingual
from wiki_builder.site.book import book
from wiki_builder.site.graph import page_url
from wiki_builder.site.known import known
from wiki_builder.site.outputs import Outputs, outputs, settings_of
from wiki_builder.site.shelf import Site

URL = "https://me.github.io/my-wiki/"
TAGLINE = Bilingual("A line & more", "一行")


def made(sample: Sample, url: str = URL, repo_url: str = "https://github.com/me/my-wiki") -> Outputs:
    """What the wiki's site offers, published at ``url``."""
    docs = sample.root / "docs"
    urls = {path: page_url(path) for path in (file.relative_to(docs).as_posix() for file in docs.rglob("*.md"))}
    found = known(sample.root)
    assert found
    site = Site("A wiki", TAGLINE, url)
    return outputs(found, settings_of(sample.root), site, repo_url, urls, book(sample.root))


def pin(root: Path, concept: str) -> None:
    """Pin a concept."""
    file = root / "data" / "concepts" / f"{concept}.yml"
    file.write_text(file.read_text("utf-8") + "pinned: true\n", "utf-8")
