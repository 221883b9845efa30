"""What tells a copy of a wiki without caches, a fresh clone, that its pages are up to date."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.pages.sample import ONE, Sample, sample
from wiki_builder.contract.ledger import read_ledger, read_seals
from wiki_builder.contract.spec import PageSpec
from wiki_builder.library.library import wanted_pages
from wiki_builder.pages.files import render_pages

PAGE = "papers/2605/2605.00001.md"


@pytest.fixture
def wiki(tmp_path: Path) -> Sample:
    made = sample(tmp_path)
    made.render()
    return made


def merged(wiki: Sample) -> list[str]:
    """The pages that rendering asks for what they would say now, when all caches are gone."""
    shutil.rmtree(wiki.wiki.cache)
    made, asked = wiki.publisher(), list[str]()

    def spec(page: str, path: str) -> PageSpec:
        asked.append(page)
        return made.spec(page, path)

    rendered = render_pages(
        wiki.wiki, made.stand, set(wanted_pages(made.library)), spec, made.inputs
    )
    assert rendered.written == ()
    return asked


def ledger(wiki: Sample) -> str:
    return wiki.wiki.ledger.read_text("utf-8")


def test_a_clone_makes_no_page_again_that_is_up_to_date(wiki: Sample) -> None:
    """It takes a page's bytes and what it was made from, not a cache, to know that."""
    assert merged(wiki) == []


def test_a_clone_merges_the_pages_that_people_wrote_on_and_no_others(wiki: Sample) -> None:
    """What is proposed to a person is known only when their page is merged."""
    wiki.edit(PAGE, "Rewards for each step", "My own headline")
    wiki.render()
    assert merged(wiki) == [ONE]


def test_a_persons_words_change_no_file_of_the_builders(wiki: Sample) -> None:
    """A note dirties no other file of the repository, whatever runs before it is committed."""
    before = ledger(wiki)
    file = wiki.root / "docs" / PAGE
    file.write_text(file.read_text("utf-8") + "\nA note of mine.\n", "utf-8")
    wiki.render()
    assert ledger(wiki) == before
    assert merged(wiki) == [ONE]
    assert ledger(wiki) == before


def test_a_page_made_from_something_else_is_made_again(wiki: Sample) -> None:
    """The seal of a page that says what the data called for once fits no more."""
    before = ledger(wiki)
    seal = min(read_seals(before)[ONE])
    for other in ("0" * 8 + seal[8:], "0" * 24, "none", ""):
        wiki.wiki.ledger.write_text(before.replace(seal, other), "utf-8")
        assert merged(wiki) == [ONE]
        assert ledger(wiki) == before


def test_two_branches_seals_of_a_page_are_both_looked_at(wiki: Sample) -> None:
    """Git's union keeps both lines; the one that fits counts, and the page has one place."""
    text = ledger(wiki)
    seal = min(read_seals(text)[ONE])
    for theirs in ("0" * 24, "f" * 24):
        row = f"{ONE}\t{PAGE}\t{theirs}\n"
        wiki.wiki.ledger.write_text(f"{row}{text}", "utf-8")
        assert read_ledger(ledger(wiki))[ONE] == {PAGE}
        assert merged(wiki) == []
        assert ledger(wiki) == text
    assert min(read_seals(ledger(wiki))[ONE]) == seal


def test_line_ends_of_a_checkout_change_no_seal(wiki: Sample) -> None:
    """A git that writes CRLF gives the same pages made from the same papers."""
    seals = ledger(wiki)
    for folder in (wiki.wiki.docs, wiki.wiki.data):
        for path in folder.rglob("*"):
            if path.suffix in (".md", ".json"):
                path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert merged(wiki) == []
    assert ledger(wiki) == seals
