"""A page that was moved and lost its identity:
while it cannot be told, no page counts as deleted.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.pages.sample import ONE, TWO, Sample, sample
from wiki_builder.cli import concept_list as showing
from wiki_builder.contract.ledger import read_deleted, read_ledger
from wiki_builder.contract.page import UnreadablePage, read_page
from wiki_builder.library import comparisons as comparing
from wiki_builder.pages.deleted import bring_back, rejected_papers
from wiki_builder.site.book import book
from wiki_builder.site.known import known

PAGE, OTHER, MOVED = "papers/2605/2605.00001.md", "papers/2605/2605.00002.md", "mine/2605.00001.md"
LISTS = (
    "index.md",
    "papers/2605/index.md",
    "daily/2026-05-05.md",
    "radar.md",
    "concepts/credit-assignment.md",
)
ZH = "每步都有奖励。"


def no_block(text: str) -> str:
    return re.sub(r"<!-- wiki:written .*?\n-->\n", "", text, flags=re.DOTALL)


def conflict(text: str) -> str:
    return text.replace("<!-- wiki:written 2 ", "<<<<<<< ours\n=======\n<!-- wiki:wri", 1)


WAYS: dict[str, Callable[[str], bytes]] = {
    "the block is gone": lambda text: no_block(text).encode(),
    "conflict markers in the block's first line": lambda text: conflict(text).encode(),
    "another id's form": lambda text: text.replace(ONE, "arxiv:../x", 1).encode(),
    "not UTF-8": lambda text: no_block(text).encode() + "中文".encode("gbk"),
    "UTF-16": lambda text: no_block(text).encode("utf-16"),
    "markers closed up by a formatter": lambda text: (
        no_block(text).replace("<!-- wiki:", "<!--wiki:").encode()
    ),
}


@pytest.fixture
def wiki(tmp_path: Path) -> Sample:
    return sample(tmp_path)


def moved(wiki: Sample, change: Callable[[str], bytes]) -> Path:
    """The first paper's page in another folder, and no longer to be told."""
    text = wiki.page(PAGE)
    target = wiki.root / "docs" / MOVED
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(change(text))
    (wiki.root / "docs" / PAGE).unlink()
    return target


def shown_everywhere(wiki: Sample) -> None:
    """The paper counts wherever the question is asked:
    lists, concepts, names, the site, comparisons, a new run.
    """
    assert rejected_papers(wiki.wiki) == frozenset()
    for path in LISTS:
        assert "2605.00001" in wiki.page(path), path
    made = wiki.publisher()
    assert ONE in {card.id for card in made.library.kept}
    assert showing.library_of(wiki.wiki).rejected == frozenset()
    found = known(wiki.root)
    assert found
    assert ONE not in found.library.rejected
    assert [entry.path for entry in book(wiki.root).find("2605.00001")] == [found.library.path(ONE)]
    asked = comparing.asked_for(
        ("2605.00001", "2605.00002"), made.library.cards, made.library.registry, ()
    )
    assert asked.members == (ONE, TWO)


@pytest.mark.parametrize("way", WAYS)
def test_a_page_that_lost_its_identity_is_not_deleted(wiki: Sample, way: str) -> None:
    """Its paper stays in lists, concepts, names, comparisons and the site, its page is named,
    and mending it is all.
    """
    whole = wiki.page(PAGE)
    target = moved(wiki, WAYS[way])
    rendered = wiki.render()
    assert rendered.rejected == ()
    assert rendered.lost == (ONE,)
    assert MOVED in [page.path for page in rendered.broken]
    assert target.read_bytes() == WAYS[way](whole)
    assert not (wiki.root / "docs" / PAGE).exists()
    shown_everywhere(wiki)
    assert wiki.render().written == ()
    target.write_text(whole, "utf-8")
    assert wiki.render().lost == ()
    assert wiki.publisher().library.path(ONE) == MOVED


def test_a_page_that_lost_its_identity_in_its_place(wiki: Sample) -> None:
    """It stays in the lists as well, and what a person wrote on it is shown there."""
    wiki.edit(PAGE, "Rewards for each step", "My own headline")
    wiki.render()
    lists = {path: wiki.page(path) for path in LISTS}
    assert "My own headline" in lists["index.md"]
    file = wiki.root / "docs" / PAGE
    file.write_text(no_block(file.read_text("utf-8")), "utf-8")
    rendered = wiki.render()
    assert (rendered.rejected, rendered.lost) == ((), ())
    assert PAGE in [page.path for page in rendered.broken]
    assert {path: wiki.page(path) for path in LISTS} == lists
    shown_everywhere(wiki)


def test_what_was_deleted_before_stays_deleted(wiki: Sample) -> None:
    """A paper that was rejected does not come back with another one's broken page,
    in a fresh clone neither.
    """
    (wiki.root / "docs" / OTHER).unlink()
    assert wiki.render().rejected == (TWO,)
    ledger = wiki.wiki.ledger.read_text("utf-8")
    assert read_deleted(ledger) == {TWO}
    moved(wiki, WAYS["the block is gone"])
    for path in (wiki.wiki.cache / "pages.json", wiki.wiki.caches.papers):
        path.unlink()
    assert wiki.render().rejected == (TWO,)
    assert rejected_papers(wiki.wiki) == {TWO}
    assert read_ledger(wiki.wiki.ledger.read_text("utf-8")) == read_ledger(ledger)
    assert "2605.00002" not in wiki.page("index.md")
    bring_back(wiki.wiki, [TWO])
    wiki.render()
    assert (wiki.root / "docs" / OTHER).is_file()
    assert read_deleted(wiki.wiki.ledger.read_text("utf-8")) == frozenset()


def test_a_page_that_is_deleted_meanwhile_counts_when_all_can_be_told(wiki: Sample) -> None:
    """Nothing is decided while a page is broken, and at once when it is mended."""
    whole = wiki.page(PAGE)
    target = moved(wiki, WAYS["the block is gone"])
    (wiki.root / "docs" / OTHER).unlink()
    assert wiki.render().lost == (ONE, TWO)
    assert not (wiki.root / "docs" / OTHER).exists()
    target.write_text(whole, "utf-8")
    assert wiki.render().rejected == (TWO,)
    assert "2605.00002" not in wiki.page("index.md")


def test_a_folder_that_cannot_be_read(wiki: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is named, and the pages in it are not deleted."""
    lists = {path: wiki.page(path) for path in ("index.md", "radar.md")}
    scandir, shut = os.scandir, str(wiki.root / "docs" / "papers")

    def refusing(path: str) -> Iterator[os.DirEntry[str]]:
        if str(path) == shut:
            raise PermissionError(13, "Permission denied", shut)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)
    rendered = wiki.render()
    assert [(page.path, page.reason) for page in rendered.broken] == [
        ("papers", "it cannot be read: Permission denied")
    ]
    assert rendered.rejected == ()
    assert {path: wiki.page(path) for path in lists} == lists
    assert rejected_papers(wiki.wiki) == frozenset()


@pytest.mark.parametrize("leads_to", ["2605.00001.md", "nowhere.md"])
def test_a_link_in_place_of_a_page(wiki: Sample, leads_to: str) -> None:
    """One that leads to itself or nowhere is named, and what stood there is not deleted."""
    page = wiki.root / "docs" / PAGE
    page.unlink()
    page.symlink_to(leads_to)
    rendered = wiki.render()
    assert PAGE in [broken.path for broken in rendered.broken]
    assert rendered.rejected == ()
    assert "2605.00001" in wiki.page("index.md")


def test_a_persons_own_file_is_not_the_builders(wiki: Sample) -> None:
    """A file without markers, whatever its encoding,
    neither is broken nor keeps a deletion back.
    """
    (wiki.root / "docs" / "mine.md").write_bytes("# 笔记\n\n中文 wiki: <!-- mine -->".encode("gbk"))
    (wiki.root / "docs" / PAGE).unlink()
    rendered = wiki.render()
    assert (rendered.broken, rendered.rejected) == ((), (ONE,))


def test_a_page_in_utf_16_keeps_its_identity(wiki: Sample) -> None:
    """It is broken, under its own id, wherever it stands."""
    page = read_page(wiki.page(PAGE).encode("utf-16"))
    assert isinstance(page, UnreadablePage)
    assert (page.id, page.reason) == (ONE, "not UTF-8")
