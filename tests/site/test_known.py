"""What a build of the site knows of the wiki, and what it remembers of the pages that it read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.pages.sample import Sample, sample
from wiki_builder.contract.page import read_page
from wiki_builder.library import scan
from wiki_builder.site import known as module
from wiki_builder.site.known import known


@pytest.fixture
def wiki(tmp_path: Path) -> Sample:
    """A wiki without what a run remembers, and whose pages have no seals (``test_seals.py``)."""
    made = sample(tmp_path)
    (tmp_path / ".wiki" / "pages.json").unlink()
    ledger = made.wiki.ledger
    rows = ledger.read_text("utf-8").splitlines()
    ledger.write_text("".join("\t".join(row.split("\t")[:2]) + "\n" for row in rows), "utf-8")
    for page in made.wiki.docs.rglob("*.md"):  # a young one is read again
        os.utime(page, (1_700_000_000, 1_700_000_000))
    return made


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The pages that were read, in order."""
    found: list[bytes] = []

    def noted(content: bytes) -> object:
        found.append(content)
        return read_page(content)

    monkeypatch.setattr(scan, "read_page", noted)
    monkeypatch.setattr(module, "WORTH_KEEPING", 2)
    return found


def test_pages_are_read_once(wiki: Sample, read: list[bytes]) -> None:
    """A build behind a clone reads them all, the next one those that were edited since."""
    known(wiki.root)
    assert len(read) > 5
    read.clear()
    wiki.edit("papers/2605/2605.00001.md", "It reaches 81.2%.\n", "It is mine.\n")
    found = known(wiki.root)
    assert len(read) == 1
    assert found
    assert "It is mine." in str(found.library.shown["arxiv:2605.00001"])


def test_what_is_remembered_changes_no_page(wiki: Sample, read: list[bytes]) -> None:
    """A run behind it writes what it would have written without."""
    before = {path: path.read_bytes() for path in (wiki.root / "docs").rglob("*.md")}
    known(wiki.root)
    wiki.render()
    assert {path: path.read_bytes() for path in (wiki.root / "docs").rglob("*.md")} == before


def test_a_wiki_where_nothing_may_be_written_is_built_all_the_same(
    wiki: Sample, read: list[bytes]
) -> None:
    """What could not be remembered is read again."""
    (wiki.root / ".wiki" / "pages.json").mkdir()
    known(wiki.root)
    read.clear()
    assert known(wiki.root)
    assert len(read) > 5
