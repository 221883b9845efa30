"""Nothing beyond the wiki's folder is read or written, whichever way a link leads there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.e2e.world import files, run
from tests.pages.sample import ONE, Sample, sample
from tests.site.pages import write_wiki
from wiki_builder.contract.ledger import read_ledger, strays
from wiki_builder.core.errors import Outside
from wiki_builder.core.store.border import Border, links
from wiki_builder.core.store.lock import locked
from wiki_builder.library.scan import scan
from wiki_builder.site.build import build_site
from wiki_builder.site.private import read_note

SECRET = "what no reader may see"
PAPER = "papers/2605/2605.00001.md"


@pytest.fixture
def beyond(tmp_path: Path) -> Path:
    """A folder beside the wiki, with a file."""
    folder = tmp_path / "beyond"
    folder.mkdir()
    (folder / "secret.md").write_text(f"# {SECRET}\n")
    return folder


@pytest.fixture
def wiki(tmp_path: Path) -> Sample:
    """A wiki whose pages are written."""
    made = sample(tmp_path / "wiki")
    made.render()
    return made


@pytest.mark.parametrize(
    "place", ["data/papers", "data/concepts", "data/runs/x.json", "data/pages.txt", "data/pending", "templates",  # noqa: E501
              "templates/paper.md.j2", ".wiki", ".wiki/papers.json", ".wiki/lock", "docs", "wiki.toml", "mkdocs.yml",  # noqa: E501
              "mkdocs.base.yml"],
)  # fmt: skip
def test_a_link_out_of_what_a_command_uses_stops_it(wiki: Sample, beyond: Path, place: str) -> None:
    """The link is named with what to do, exit 2; not a byte beyond is read or written."""
    path = wiki.root / place
    if path.exists():
        path.rename(beyond / path.name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(beyond / path.name)
    before = files(beyond)
    for command in ("render", "check", "status"):
        ran = run("-C", wiki.root, command)
        assert ran.code == 2, ran
        assert str(path) in ran.err
        assert "leads out of the wiki's folder" in ran.err
    with pytest.raises(Outside), locked(wiki.wiki):
        pass
    assert files(beyond) == before


@pytest.mark.parametrize("chain", [False, True], ids=["straight", "by way of another link"])
def test_a_page_that_is_a_link_out_is_named_and_neither_read_nor_written(
    wiki: Sample, beyond: Path, chain: bool
) -> None:
    """It is no deleted page either: its paper stays in the wiki."""
    page, target = wiki.root / "docs" / PAPER, beyond / "page.md"
    page.rename(target)
    if chain:
        (wiki.root / "docs" / "way").symlink_to(target)
        target = wiki.root / "docs" / "way"
    page.symlink_to(target)
    wiki.change(ONE, importance=9)
    before = files(beyond)
    ran = run("-C", wiki.root, "render")
    assert ran.code == 1, ran
    assert f"docs/{PAPER}" in ran.out
    assert "leads out of the wiki's folder" in ran.out
    assert files(beyond) == before
    assert not wiki.publisher().stand.rejected
    assert PAPER in run("-C", wiki.root, "check").out


def test_a_folder_of_pages_that_is_a_link_out_rejects_no_paper(wiki: Sample, beyond: Path) -> None:
    """Nothing is written through it, it is named, and its pages do not count as deleted."""
    folder = wiki.root / "docs" / "papers"
    folder.rename(beyond / "papers")
    folder.symlink_to(beyond / "papers")
    wiki.change(ONE, importance=9)
    before = files(beyond)
    ran = run("-C", wiki.root, "render")
    assert (ran.code, "docs/papers:0" in ran.out) == (1, True), ran
    assert files(beyond) == before
    assert not wiki.publisher().stand.rejected
    folder.unlink()
    (beyond / "papers").rename(folder)
    assert PAPER in wiki.render().written


def test_links_that_stay_within_work(wiki: Sample) -> None:
    """A folder of pages elsewhere in the wiki, and the wiki itself reached through a link."""
    (wiki.root / "pages").mkdir()
    (wiki.root / "docs" / "papers").rename(wiki.root / "pages" / "papers")
    (wiki.root / "docs" / "papers").symlink_to("../pages/papers")
    (wiki.root / "docs" / "mine").symlink_to("papers")  # another name for what is there: no copies
    way = wiki.root.parent / "way"
    way.symlink_to(wiki.root)
    wiki.change(ONE, importance=9)
    ran = run("-C", way, "render")
    assert ran.code == 0, ran
    assert "importance: 9" in wiki.page(PAPER)


def test_a_link_to_a_private_note_is_no_page(wiki: Sample) -> None:
    """It leads to nothing beyond the wiki, and still is neither read for feeds nor written."""
    (wiki.root / "notes").mkdir()
    (wiki.root / "notes" / "mine.md").write_text(SECRET)
    (wiki.root / "docs" / "mine.md").symlink_to("../notes/mine.md")
    found = scan(wiki.root / "docs", wiki.root / ".wiki" / "none").files["mine.md"]
    assert found.broken
    assert run("-C", wiki.root, "render").code == 1


def test_a_note_that_is_a_link_out_is_not_shown(tmp_path: Path, beyond: Path) -> None:
    """Notes are the owner's, and end at the border like all else."""
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "credit.md").symlink_to(beyond / "secret.md")
    assert read_note(tmp_path, "concept:credit") == f"# {SECRET}"  # beyond is within this one
    (beyond / "notes").mkdir()
    (beyond / "notes" / "credit.md").symlink_to(tmp_path / "elsewhere.md")
    (tmp_path / "elsewhere.md").write_text(SECRET)
    assert read_note(beyond, "concept:credit") is None


@pytest.mark.parametrize(
    "path", ["../x.md", "/etc/x.md", "a/../../x.md", "C:/x.md", "a\\..\\x.md", "..", "a\0.md"]
)
def test_a_row_of_the_ledger_never_leaves_the_pages(path: str) -> None:
    """A path upwards or an absolute one is no place of a page, and is told with its line."""
    text = f"arxiv:2605.00001\tpapers/a.md\narxiv:2605.00002\t{path}\n"
    assert read_ledger(text) == {"arxiv:2605.00001": frozenset({"papers/a.md"})}
    assert strays(text) == ((2, path),)


def test_a_stray_row_is_named_and_taken_out(wiki: Sample, beyond: Path) -> None:
    """The file beyond is left alone, and the next run is clean."""
    ledger = wiki.root / "data" / "pages.txt"
    ledger.write_text(
        ledger.read_text("utf-8") + "concept:credit-assignment\t../../beyond/secret.md\n", "utf-8"
    )
    before = files(beyond)
    ran = run("-C", wiki.root, "render")
    assert (ran.code, "../../beyond/secret.md" in ran.out) == (1, True), ran
    assert files(beyond) == before
    assert run("-C", wiki.root, "render").code == 0


def test_what_may_be_shown() -> None:
    """Private is what is not for readers: notes, replies, and all that begins with a dot."""
    border = Border(Path("/w"))
    assert all(
        map(
            border.shows,
            ["/w/docs/a.md", "/w/README.md", "/w/data/papers/a.json", "/w/docs/../docs/a"],
        )
    )
    assert not any(map(border.shows, ["/w/notes/a.md", "/w/notes", "/w/.wiki/http/x", "/w/.git/config", "/w/docs/.x",  # noqa: E501
                                      "/w/data/pending/replies/a.json", "/w/../x", "/x", "/w2/x"]))  # fmt: skip  # noqa: E501
    assert [border.holds(path) for path in ("/w", "/w/notes/x", "/")] == [True, True, False]


# --- The built site ------------------------------------------------------------------


def published(site: Path) -> str:
    return "\n".join(p.read_text("utf-8", errors="replace") for p in site.rglob("*") if p.is_file())


def test_a_build_leaves_links_out_of_the_wiki_out(tmp_path: Path, beyond: Path) -> None:
    """Pages, pictures and links to private notes:
    each is named, none is published, and the build is not fine.
    """
    folder = write_wiki(tmp_path / "wiki")
    (folder / "notes").mkdir()
    (folder / "notes" / "mine.md").write_text(SECRET)
    (folder / "docs" / "out.md").symlink_to(beyond / "secret.md")
    (folder / "docs" / "picture.svg").symlink_to(beyond / "secret.md")
    (folder / "docs" / "note.md").symlink_to("../notes/mine.md")
    (folder / "docs" / "note.txt").symlink_to("note.md")
    (folder / "CHANGES.md").write_text("# Changes of mine\n")
    (folder / "docs" / "changes.md").symlink_to("../CHANGES.md")
    result = build_site(folder)
    assert not result.ok
    for name in ("out.md", "picture.svg", "note.md", "note.txt"):
        assert any(f"docs/{name}: a link" in told for told in result.warnings), result.output
    assert SECRET not in published(result.site)
    assert "Changes of mine" in (result.site / "changes" / "index.html").read_text("utf-8")


@pytest.mark.parametrize("target", ["beyond", "notes", "circle", "mutual"])
def test_a_build_goes_through_no_folder_that_it_should_not(
    tmp_path: Path, beyond: Path, target: str
) -> None:
    """A link to a folder outside, to a private one, or to one around it:
    nothing is built, and it is named.
    """
    folder = write_wiki(tmp_path / "wiki")
    (folder / "notes").mkdir()
    (folder / "notes" / "mine.md").write_text(SECRET)
    link = folder / "docs" / "papers" / "way"
    if target == "mutual":
        (folder / "docs" / "concepts" / "back").symlink_to("../papers")
    link.symlink_to(
        {"beyond": str(beyond), "notes": "../../notes", "circle": "..", "mutual": "../concepts"}[
            target
        ]
    )
    result = build_site(folder)
    assert not result.ok
    assert any("a link to a folder" in told for told in result.warnings), result.output
    assert not result.site.exists() or SECRET not in published(result.site)


def test_a_site_that_leads_elsewhere_is_not_written(tmp_path: Path, beyond: Path) -> None:
    """``site`` as a link, and a folder of it as a link."""
    folder = write_wiki(tmp_path / "wiki")
    (folder / "site").symlink_to(beyond)
    with pytest.raises(Outside, match="site"):
        build_site(folder)
    (folder / "site").unlink()
    (folder / "site").mkdir()
    (folder / "site" / "assets").symlink_to(beyond)
    result = build_site(folder)
    assert not result.ok
    assert [path.name for path in beyond.iterdir()] == ["secret.md"]


def test_links_are_found_and_not_followed(tmp_path: Path) -> None:
    """A circle is no endless walk, and what cannot be listed is passed over."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b").symlink_to(tmp_path)
    (tmp_path / "loop").symlink_to("loop")
    assert sorted(map(os.path.basename, links(tmp_path))) == ["b", "loop"]
    assert list(links(tmp_path / "nowhere")) == []
