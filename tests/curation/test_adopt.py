"""A page whose block was lost is taken back, and what a person wrote on it stays theirs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.pages.sample import ONE, Sample, sample
from wiki_builder.contract.page import Page, UnreadablePage, read_page
from wiki_builder.core.errors import UsageError
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.curation.adopt import adopt

PATH = "papers/2605/2605.00001.md"
BLOCK = re.compile(r"<!-- wiki:written.*?\n-->\n", re.DOTALL)


@pytest.fixture
def wiki(tmp_path: Path) -> Sample:
    """The sample, rendered."""
    made = sample(tmp_path / "wiki")
    made.render()
    return made


def change(wiki: Sample, old: str | re.Pattern[str], new: str, path: str = PATH) -> None:
    """Something on a page put in another's place."""
    file = wiki.root / "docs" / path
    text = file.read_text("utf-8")
    changed = (
        old.sub(lambda _: new, text) if isinstance(old, re.Pattern) else text.replace(old, new)
    )
    assert changed != text
    file.write_text(changed, "utf-8")


def test_what_nobody_touched_is_the_builders_again(wiki: Sample) -> None:
    """A page that lost nothing but its block is to the byte what it was."""
    before = wiki.page(PATH)
    change(wiki, BLOCK, "")
    assert isinstance(read_page(wiki.page(PATH).encode()), UnreadablePage)
    adopt(wiki.publisher(), f"docs/{PATH}")
    assert wiki.page(PATH) == before
    wiki.render()
    assert wiki.page(PATH) == before


def test_a_persons_words_stay_theirs(wiki: Sample) -> None:
    """A section, an item, a key and a note that differ are a person's,
    and what is not there counts as deleted.
    """
    change(wiki, "## Notes · 笔记\n", "## Notes · 笔记\n\nMine.\n")
    change(wiki, re.compile(r"(?<=<!-- wiki:summary\.en -->\n).*"), "My summary.")
    change(wiki, re.compile(r"<!-- wiki:reason\.zh -->.*?<!-- /wiki -->\n\n", re.DOTALL), "")
    change(wiki, re.compile(r"^importance: .*$", re.MULTILINE), "importance: 1")
    change(wiki, re.compile(r"^1\. .* (?=\^c2$)", re.MULTILINE), "1. Mine too ")
    change(wiki, BLOCK, "")
    adopt(wiki.publisher(), PATH)
    wiki.render()
    page = wiki.page(PATH)
    for own in ("\nMine.\n", "My summary.", "importance: 1\n", "1. Mine too ^c2"):
        assert own in page
    assert "wiki:reason.zh" not in page
    shown = wiki.publisher().library.shown[ONE]
    assert shown.sections == {"summary.en": "My summary.", "reason.zh": None}


@pytest.mark.parametrize(
    "garbled",
    [
        lambda text: text.replace("\n-->\n", "\n"),
        lambda text: text.replace("<!-- wiki:written 2 ", "<!-- wiki:written two "),
        lambda text: text.replace("\nsummary ", "\nsummary oops "),
        lambda text: text + BLOCK.findall(text)[0],
    ],
    ids=["not closed", "no form", "a row that is none", "twice"],
)
def test_a_block_that_cannot_be_read(wiki: Sample, garbled: object) -> None:
    """Whatever is left of it goes, and the page is the builder's as before."""
    file = wiki.root / "docs" / PATH
    before = file.read_text("utf-8")
    file.write_text(garbled(before), "utf-8")  # type: ignore[operator]  # one of the functions above
    assert isinstance(read_page(file.read_bytes()), UnreadablePage)
    adopt(wiki.publisher(), PATH)
    assert isinstance(read_page(file.read_bytes()), Page)
    assert file.read_text("utf-8").replace("\nsummary oops", "").count("<!-- wiki:written") == 1


def test_a_sentence_within_the_block_is_kept(wiki: Sample) -> None:
    """Who wrote into the block by mistake finds their words behind the page's text."""
    change(wiki, "\n-->\n", "\nA thought of mine.\n-->\n")
    adopt(wiki.publisher(), PATH)
    assert "\nA thought of mine.\n" in wiki.page(PATH)


@pytest.mark.parametrize(
    "own", ["我的笔记：这个方法很好。", "TODO", "- add", "dead beef", "```\n\nx = 1\n\n```"]
)
@pytest.mark.parametrize("closed", [True, False])
def test_no_line_of_a_persons_is_taken_for_a_row(wiki: Sample, own: str, closed: bool) -> None:
    """Whatever it looks like, it stays to the byte, empty lines within it included."""
    change(wiki, "\n-->\n", f"\n\n{own}\n" + ("-->\n" if closed else ""))
    adopt(wiki.publisher(), PATH)
    assert f"\n{own}\n" in wiki.page(PATH)


def test_what_was_kept_and_deleted_before_stays_so(wiki: Sample) -> None:
    """Rows that can be read still hold: ``keep``,
    and what was deleted of which today's data has nothing.
    """
    change(wiki, re.compile(r"<!-- wiki:reason\.en -->.*?<!-- /wiki -->\n\n", re.DOTALL), "")
    change(wiki, re.compile(r"^summary \w+", re.MULTILINE), "summary keep")
    change(wiki, "\n-->\n", "\nstray words of mine\n-->\n")
    wiki.change(ONE, reason=Bilingual("", ""))
    adopt(wiki.publisher(), PATH)
    wiki.change(ONE, reason=Bilingual("New.", "新。"), summary=Bilingual("New.", "新。"))
    wiki.render()
    page = wiki.page(PATH)
    assert "wiki:reason.en" not in page
    assert "<!-- wiki:summary.en -->\nNew." not in page


def test_a_page_that_was_moved_as_well_is_named(wiki: Sample) -> None:
    """Its place does not tell which page it is: a person says so."""
    change(wiki, BLOCK, "")
    (wiki.root / "docs" / "mine").mkdir()
    (wiki.root / "docs" / PATH).rename(wiki.root / "docs" / "mine" / "one.md")
    with pytest.raises(UsageError, match="nobody can tell which page this is"):
        adopt(wiki.publisher(), "mine/one.md")
    assert "is arxiv:2605.00001 again" in adopt(wiki.publisher(), "mine/one.md", ONE)
    wiki.render()
    assert wiki.publisher().library.path(ONE) == "mine/one.md"


def test_what_can_be_read_is_left_alone(wiki: Sample) -> None:
    """There is nothing to adopt on a page that is whole, in a file that is none,
    nor outside of the wiki.
    """
    outside = wiki.root.parent / "x.md"
    outside.write_text("x")
    for path, why in (
        (PATH, "there is nothing to adopt"),
        ("no.md", "no such file"),
        (str(outside), "no such file"),
    ):
        with pytest.raises(UsageError, match=why):
            adopt(wiki.publisher(), path)


def test_what_is_broken_besides_is_mended_first(wiki: Sample) -> None:
    """Conflict markers of git say that nobody knows yet what the text is."""
    change(wiki, BLOCK, "")
    change(wiki, "## Notes · 笔记\n", "<<<<<<< HEAD\n## Notes · 笔记\n")
    before = wiki.page(PATH)
    with pytest.raises(UsageError, match="conflict markers of git"):
        adopt(wiki.publisher(), PATH)
    assert wiki.page(PATH) == before
