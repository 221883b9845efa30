"""The site: built strictly, without a third party, with dead links told and not fatal."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from tests.site.pages import write_wiki
from wiki_builder.site.build import BuildResult, build_site
from wiki_builder.site.plugin import THEME


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> BuildResult:
    """A tiny wiki, built once; one page of it has a dead link and an address as repo_url."""
    folder = write_wiki(tmp_path_factory.mktemp("wiki"))
    (folder / "docs" / "mine.md").write_text(
        "# Mine\n\n[dead](nowhere.md) and [no anchor](index.md#nothing), [odd](http://[no)\n"
    )
    config = folder / "mkdocs.yml"
    config.write_text(config.read_text() + "\nrepo_url: https://github.com/me/wiki\n")
    return build_site(folder)


def test_a_wiki_builds_strictly(built: BuildResult) -> None:
    """`mkdocs build --strict` passes on what ``init`` and the renderer write."""
    assert built.ok, built.output
    assert built.warnings == ()
    assert (built.site / "papers/2605/2605.02801/index.html").is_file()


def test_dead_links_are_told(built: BuildResult) -> None:
    """A dead link in a person's text is named with its page and stops nothing."""
    assert len(built.dead_links) == 3
    assert all("mine.md" in told for told in built.dead_links)
    assert sum("http://[no" in told for told in built.dead_links) == 1


def test_no_page_asks_a_third_party(built: BuildResult) -> None:
    """Fonts, maths, search and icons are the site's own, on every page, repository link or not."""
    for file in built.site.rglob("*.html"):
        text = file.read_text(encoding="utf-8")
        loads = re.findall(r'<(?:script|img|iframe)[^>]*src="?(?:https?:)?//[^">]*', text)
        loads += re.findall(
            r'<link[^>]*rel="?(?:stylesheet|preconnect|preload)[^>]*href="?(?:https?:)?//[^">]*',
            text,
        )
        assert loads == [], file
        assert 'data-md-component="source"' not in text, "Material would ask the repository's host"


def test_no_page_repeats_what_scripts_put_there(built: BuildResult) -> None:
    """Of Material's frame pages have what is of use without scripts; a Material that writes it
    another way is seen here.
    """
    for file in built.site.rglob("*.html"):
        told = re.findall(r"data-md-(component|toggle|type)=\"?([\w-]+)", file.read_text("utf-8"))
        assert {*told} <= {
            ("toggle", "drawer"),
            ("component", "sidebar"),
            ("type", "navigation"),
        }, file


def test_front_matter_cannot_break_out(built: BuildResult) -> None:
    """Material prints a title as it stands, so the plugin makes it safe first."""
    text = (built.site / "papers/2605/2605.02801/index.html").read_text(encoding="utf-8")
    assert "<b>Delegation" not in text
    assert "<title>Traces & &lt;b&gt;Delegation&lt;/b&gt; - A wiki</title>" in text


def test_a_page_is_small(built: BuildResult) -> None:
    """The frame around a page's text does not grow with the wiki."""
    sizes = [file.stat().st_size for file in built.site.rglob("index.html")]
    assert max(sizes) < 30_000


def test_a_warning_fails_the_build(tmp_path: Path) -> None:
    """Strict means strict: the warning is a value, and the result is not ok."""
    folder = write_wiki(tmp_path)
    config = folder / "mkdocs.yml"
    config.write_text(config.read_text() + "\nnonsense: 1\n")
    result = build_site(folder)
    assert not result.ok
    assert any("nonsense" in warning for warning in result.warnings)
    assert build_site(folder, strict=False).ok


def test_a_deleted_list_leaves_the_navigation(tmp_path: Path, built: BuildResult) -> None:
    """Without its radar page a site builds without a word, and no page leads to it."""
    folder = write_wiki(tmp_path)
    (folder / "docs/radar.md").unlink()
    result = build_site(folder)
    assert result.ok, result.output
    assert (result.warnings, result.dead_links) == ((), ())
    assert "radar.md" not in result.output
    assert _navigation(built) >= {"radar/", "concepts/"}
    assert _navigation(result) == _navigation(built) - {"radar/"}


def test_a_persons_entry_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    """A slip in the navigation stays and is named as MkDocs does;
    beside it a list that was deleted goes.
    """
    folder = write_wiki(tmp_path)
    (folder / "docs/radar.md").unlink()
    config = folder / "mkdocs.yml"
    config.write_text(
        f"{config.read_text()}\nnav:\n  - index.md\n  - Radar: radar.md\n  - Slip:"
        " reading-gruop.md\n"
    )
    result = build_site(folder)
    assert result.ok, result.output
    (told,) = result.dead_links
    assert told.startswith(
        "A reference to 'reading-gruop.md' is included in the 'nav' configuration"
    )
    assert _navigation(result) == {".", "reading-gruop.md"}


def _navigation(site: BuildResult) -> set[str]:
    """Where the entries of the front page's navigation lead."""
    text = (site.site / "index.html").read_text(encoding="utf-8")
    listed = text.partition("class=wiki-nav")[2].partition("<script")[0]
    return set(re.findall(r'<a href="?([^">\s]+)', listed))


def test_a_broken_configuration_is_no_traceback(tmp_path: Path) -> None:
    """A slip in mkdocs.yml comes back as one line."""
    folder = write_wiki(tmp_path)
    (folder / "mkdocs.yml").write_text("INHERIT: nowhere.yml\n")
    result = build_site(folder)
    assert not result.ok
    assert len(result.warnings) == 1
    assert "nowhere.yml" in result.warnings[0]


def test_the_vendored_maths_is_what_was_published() -> None:
    """KaTeX's files are those of its package, to the byte, with their licence."""
    katex = THEME / "assets/wiki/katex"
    listed = [
        line.split()
        for line in (katex / "SHA256SUMS").read_text().splitlines()
        if not line.startswith("#")
    ]
    for checksum, name in listed:
        assert hashlib.sha256((katex / name).read_bytes()).hexdigest() == checksum, name
    files = {path.relative_to(katex).as_posix() for path in katex.rglob("*") if path.is_file()}
    assert files == {name for _, name in listed} | {"SHA256SUMS"}


def test_a_page_that_is_not_utf_8_is_a_warning_and_no_traceback(tmp_path: Path) -> None:
    """It is named with its line, and shown as far as it can be read where warnings may pass."""
    folder = write_wiki(tmp_path)
    (folder / "docs" / "mine.md").write_bytes("# Mine\n\nCaf\xe9 au lait\n".encode("latin-1"))
    built = build_site(folder, strict=False)
    assert built.ok, built.output
    told = "docs/mine.md:3: not UTF-8: save it as UTF-8, or take it back from git"
    assert built.warnings == (told,)
    assert "au lait" in (built.site / "mine" / "index.html").read_text("utf-8")
