"""What tells quickly that a page need not be looked at never says so where it must be."""

from __future__ import annotations

import errno
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.pages.sample import ONE, TWO, Sample, sample
from wiki_builder.core.ahead import can_help
from wiki_builder.core.store.papers import read_paper, write_paper
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.library.library import wanted_pages
from wiki_builder.pages import files
from wiki_builder.pages.files import render_pages

PAGE = "docs/papers/2605/2605.00001.md"


def told(wiki: Sample) -> dict[str, tuple[str, str]]:
    """For each page its basis, and what it is made from."""
    made = wiki.publisher()
    paths = {page: made.stand.paths.get(page, "") for page in wanted_pages(made.library)}
    return {page: (made.basis(page, path), made.inputs(page, path)) for page, path in paths.items()}


def edited(wiki: Sample, chance: random.Random) -> None:
    """A person writes on a page, and of a claim's own words."""
    page = wiki.root / PAGE
    text = page.read_text("utf-8") if page.exists() else ""
    page.write_text(text.replace("It is simple.", f"Mine {chance.random()}."), "utf-8")


def moved(wiki: Sample, chance: random.Random) -> None:
    """A page of a concept stands elsewhere."""
    pages = sorted((wiki.root / "docs").rglob("concepts/*.md"))
    page = chance.choice([one for one in pages if one.name != "index.md"])
    page.rename(page.with_name(f"x{page.name}"))


def deleted(wiki: Sample, chance: random.Random) -> None:
    """A paper is rejected."""
    (wiki.root / "docs" / f"papers/2605/2605.0000{chance.choice('12')}.md").unlink(missing_ok=True)


def said(wiki: Sample, chance: random.Random) -> None:
    """A model says something else of a paper."""
    words = Bilingual(f"It reaches {chance.random()} now.", "达到了。")
    wiki.change(chance.choice((ONE, TWO)), summary=words)


def unnamed(wiki: Sample, chance: random.Random) -> None:
    """A paper names one concept less."""
    paper = read_paper(wiki.wiki, chance.choice((ONE, TWO)))
    if paper and paper.analysis and paper.analysis.concepts:
        wiki.change(paper.id, concepts=paper.analysis.concepts[1:])


def named(wiki: Sample, chance: random.Random) -> None:
    """A person writes into a concept's file."""
    path = chance.choice(sorted(wiki.wiki.concepts.glob("*.yml")))
    path.write_text(f"{path.read_text('utf-8')}pinned: true  # {chance.random()}\n", "utf-8")


def later(wiki: Sample, chance: random.Random) -> None:
    """The wiki took a paper on another day."""
    paper = read_paper(wiki.wiki, chance.choice((ONE, TWO)))
    assert paper
    write_paper(wiki.wiki, paper.with_(imported=f"2026-05-{chance.randint(10, 28)}"))


WAYS: tuple[Callable[[Sample, random.Random], None], ...] = (
    edited,
    moved,
    deleted,
    said,
    unnamed,
    later,
    named,
)


@pytest.mark.parametrize("seed", range(6))
def test_while_it_is_the_same_so_is_the_page(tmp_path: Path, seed: int) -> None:
    """Whatever happens to a wiki: as long as a page's basis stays, it is made from the same."""
    wiki, chance = sample(tmp_path), random.Random(seed)
    wiki.render()
    known: dict[tuple[str, str], str] = {}
    for way in chance.sample(WAYS, 5):
        for page, (basis, inputs) in told(wiki).items():
            if basis:
                assert known.setdefault((page, basis), inputs) == inputs, way.__name__
        way(wiki, chance)
        wiki.render()
    assert len(known) > len(told(wiki)) / 4


def test_a_page_with_a_known_basis_is_not_looked_at(tmp_path: Path) -> None:
    """In a run behind which nothing changed, no paper's and no concept's page is."""
    wiki = sample(tmp_path)
    wiki.render()
    made, asked = wiki.publisher(), list[str]()

    def inputs(page: str, path: str) -> str:
        asked.append(page)
        return made.inputs(page, path)

    pages = set(wanted_pages(made.library))
    render_pages(wiki.wiki, made.stand, pages, made.spec, inputs, made.basis)
    assert {page.partition(":")[0] for page in asked} <= {"day", "page", "compare"}


def test_pages_are_the_same_however_many_processes_make_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fork makes what the one process would have made."""
    if not can_help():
        pytest.skip("other processes do not pay here")
    wikis = [sample(tmp_path / name) for name in ("one", "several")]
    written = []
    for wiki, worth in zip(wikis, (10_000, 1), strict=True):
        for page in (wiki.root / "docs").rglob("*.md"):
            page.unlink()
        wiki.wiki.ledger.unlink()
        monkeypatch.setattr(files, "WORTH_SHARING", worth)
        assert wiki.render().written
        docs = wiki.root / "docs"
        written.append({page.relative_to(docs): page.read_bytes() for page in docs.rglob("*.md")})
    assert written[0] == written[1]


def test_pages_with_a_persons_words_are_the_same_however_many_processes_merge_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fork merges what stands there as the one process would have, and proposes the same."""
    if not can_help():
        pytest.skip("other processes do not pay here")
    seen = []
    for name, worth in (("one", 10_000), ("several", 1)):
        wiki = sample(tmp_path / name)
        wiki.render()
        wiki.edit(PAGE.removeprefix("docs/"), "Rewards for each step", "My own headline")
        wiki.change(ONE, headline=Bilingual("Another", "另一个"), method=Bilingual("M.", "法。"))
        monkeypatch.setattr(files, "WORTH_SHARING", worth)
        rendered = wiki.render()
        docs = wiki.root / "docs"
        pages = {page.relative_to(docs): page.read_bytes() for page in docs.rglob("*.md")}
        seen.append((pages, rendered.proposals, rendered.written))
    assert seen[0] == seen[1]
    assert seen[0][1]
    assert b"My own headline" in seen[0][0][Path(PAGE.removeprefix("docs/"))]


def test_a_page_that_could_not_be_written_is_written_by_the_next_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is noted of a page is what it is made from, not what it was to be made from."""
    wiki = sample(tmp_path)
    wiki.render()
    wiki.change(ONE, summary=Bilingual("It reaches 81.2% now.", "达到 81.2%。"))

    def failing(*given: object, **more: object) -> object:
        raise OSError(errno.EIO, "the disk fails")

    with monkeypatch.context() as at_fault:
        at_fault.setattr(files, "write_page", failing)
        assert wiki.render().disk_failed
    assert PAGE.removeprefix("docs/") in wiki.render().written
    assert "It reaches 81.2% now." in wiki.page(PAGE.removeprefix("docs/"))
