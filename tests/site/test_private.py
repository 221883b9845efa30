"""What is private stays private: notes, interests,
rejections and comments are in no file of a built site.
"""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pytest

from tests.pages.sample import ONE, Sample, paper, sample
from tests.pages.test_figures import FIGURE
from tests.site.pages import spelled
from wiki_builder.core.store.papers import write_paper
from wiki_builder.core.store.receipts import write_receipt
from wiki_builder.core.store.wiki import figure_path
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.receipt import REJECTED, Receipt, Row
from wiki_builder.site.build import build_site
from wiki_builder.site.private import note_path, read_note, with_note

PAPER, CONCEPT = "papers/2605/2605.00001/index.html", "concepts/credit-assignment/index.html"
GONE, LINKED = "arxiv:2605.00004", "arxiv:2605.00005"
SECRETS = (
    *("secretnote", "secretthought", "secretkeyword", "secretcomment"),  # notes and settings
    # rejections
    *(
        "secretpaper",
        "secretmethod",
        "secretfigure",
        "2605.00004",
        "secretdislike",
        "secretfailure",
    ),
    *("secretname", "secretdoubt", "its page was deleted", "页面已"),
)


@pytest.fixture(scope="module")
def wiki(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """A wiki with a secret in each place that is the owner's own."""
    made = sample(tmp_path_factory.mktemp("private"))
    notes = made.root / "notes"
    notes.mkdir()
    (notes / "2605.00001.md").write_text(
        "---\ntags: [x]\n---\n# Mine\n\nA secretnote on [[credit assignment]],"
        " [there](2605.00002.md).\n",
        "utf-8",
    )
    (notes / "credit-assignment.md").write_text("A secretthought.\n", "utf-8")
    config = made.root / "wiki.toml"
    text = config.read_text("utf-8").replace(
        "keywords = []", 'keywords = ["secretkeyword"]  # secretcomment'
    )
    config.write_text(f"# secretcomment\n{text}", "utf-8")
    rejections(made)
    made.render()
    return made


def rejections(made: Sample) -> None:
    """A paper that was read and whose page was deleted; rows of it and of others later;
    a name that is none.
    """
    one, linked = paper(GONE, figures=(FIGURE,)), paper(LINKED)
    version = replace(one.latest, title="Secretpaper")
    analysis = (
        replace(one.analysis, method=Bilingual("A secretmethod.", "")) if one.analysis else None
    )
    write_paper(made.wiki, one.with_(versions=(version,), analysis=analysis))
    write_paper(made.wiki, linked)
    concept = made.root / "data/concepts/credit-assignment.yml"
    names = "aliases:\n- {name: secretname, language: en, origin: person, status: rejected}\n"
    doubt = "maybe_same_as:\n- {id: grpo, by: Ann, reason: secretdoubt}\n"
    concept.write_text(concept.read_text("utf-8") + names + doubt, "utf-8")
    (made.root / "docs" / figure_path(GONE, FIGURE)).write_bytes(b"secretfigure")
    made.render()
    added = made.completed("concepts/credit-assignment.md", "concept:credit-assignment")
    assert GONE.partition(":")[2] in added
    rows = (
        Row("arxiv:2605.00008", ("new",), "known", "Secretdislike", 1, REJECTED),
        Row(GONE, ("replace",), "known", "Secretpaper", 2, "in the wiki"),
        Row("arxiv:2605.00007", ("new",), "failed", "Shown", 1, "no text"),
        Row("arxiv:2605.00009", ("new",), "skipped", "Shown too", 1, "no keyword matches"),
    )
    failed = Row(GONE, ("new",), "failed", "Secretpaper", 1, "a secretfailure")
    write_receipt(made.wiki, Receipt("2026-05-06", "arxiv feed", "2026-05-06", 4, 4, rows))
    write_receipt(made.wiki, Receipt("2026-05-07", "arxiv feed", "2026-05-07", 1, 1, (failed,)))
    write_receipt(made.wiki, Receipt("2026-05-08", "arxiv feed", "2026-05-08", 1, 1, rows[:1]))
    (made.root / "docs/mine.md").write_text(
        "# Mine\n\nAs in [[2605.00044]] and [[2605.00005]].\n", "utf-8"
    )
    for own in (GONE, LINKED):
        (made.root / f"docs/papers/2605/{own.removeprefix('arxiv:')}.md").unlink()


def holding(site: Path, word: str) -> list[str]:
    """The files of a site in which a word stands, whatever its case."""
    found = []
    for file in sorted(path for path in site.rglob("*") if path.is_file()):
        content = file.read_bytes()
        content = gzip.decompress(content) if content.startswith(b"\x1f\x8b") else content
        if word.encode() in content.lower() or word in file.name:
            found.append(file.relative_to(site).as_posix())
    return found


def test_nothing_private_is_built(wiki: Sample, tmp_path: Path) -> None:
    """`wiki-builder build` and `mkdocs build`, which it calls, write no secret into any file."""
    built = build_site(wiki.root, site=tmp_path / "site")
    assert built.ok, built.output
    assert (built.site / "feeds/all.en.xml").is_file()
    assert (built.site / "llms.txt").is_file()
    assert {word: holding(built.site, word) for word in SECRETS} == {word: [] for word in SECRETS}


def test_interests_are_shown_when_the_owner_says_so(wiki: Sample, tmp_path: Path) -> None:
    """`show_interests` publishes the keywords, and nothing else that is private."""
    config = wiki.root / "wiki.toml"
    before = config.read_text("utf-8")
    config.write_text(before.replace("show_interests = false", "show_interests = true"), "utf-8")
    built = build_site(wiki.root, site=tmp_path / "site")
    config.write_text(before, "utf-8")
    assert built.ok, built.output
    assert {"llms.txt", "feeds/index.html"} <= set(holding(built.site, "secretkeyword"))
    assert [word for word in SECRETS if word != "secretkeyword" and holding(built.site, word)] == []


def test_the_owner_sees_notes_where_they_serve_the_site(wiki: Sample, tmp_path: Path) -> None:
    """Where the page has its own notes, marked, its links alive;
    in no other file, search and feeds included.
    """
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    site = tmp_path / "site"
    config = load_config(str(wiki.root / "mkdocs.yml"), site_dir=str(site))
    config.plugins.on_startup(command="serve", dirty=False)  # as `mkdocs serve` does
    build(config)
    assert holding(site, "secretnote") == [PAPER]
    assert holding(site, "secretthought") == [CONCEPT]
    page = spelled((site / PAPER).read_text("utf-8"))
    assert (
        page.index('id="wiki-related"')
        < page.index("secretnote")
        < page.index('id="wiki-evidence"')
    )
    note = page[page.index('<section class="wiki-private"') : page.index('id="wiki-evidence"')]
    assert "never built" in note
    assert '<a href="../../../concepts/credit-assignment/">credit assignment</a>' in note
    assert '<a href="../2605.00002/">there</a>' in note
    assert "tags:" not in note


def test_a_note_is_named_by_its_paper_or_concept(tmp_path: Path) -> None:
    """The name is the id; what is no paper, concept or named thing has no note,
    and no id is a way out.
    """
    assert note_path(ONE) == "notes/2605.00001.md"
    assert note_path("arxiv:astro-ph/0601001") == "notes/astro-ph/0601001.md"
    assert note_path("concept:credit-assignment") == "notes/credit-assignment.md"
    assert note_path("entity:grpo") == "notes/grpo.md"
    assert note_path("page:index") is None
    assert note_path("concept:../../wiki") is None
    assert read_note(tmp_path, ONE) is None


def test_a_note_has_a_place_on_any_page() -> None:
    """At the end of the article where a page has no notes of its own."""
    assert with_note("<article><h1>x</h1></article>", "N") == "<article><h1>x</h1>N</article>"
    quotes = '<details class="wiki wiki-evidence" id="wiki-evidence">'
    assert with_note(f"<article>x{quotes}</article>", "N") == f"<article>xN{quotes}</article>"
    page = '<h2 id="n">Notes · 笔记</h2>Mine<details lang="en" class="wiki wiki-history">'
    assert with_note(page, "N") == page.replace("<details", "N<details")
