"""Building the site from what the last build kept, with other processes and without:
always the same site.
"""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown import Markdown
from mkdocs.commands.build import build
from mkdocs.config import load_config

from tests.pages.sample import Sample, sample
from wiki_builder.core import ahead
from wiki_builder.site import plugin
from wiki_builder.site.markdown import quicker
from wiki_builder.site.reuse.kept import BuildCache

pytestmark = pytest.mark.slow
ONE, TWO = "papers/2605/2605.00001.md", "papers/2605/2605.00002.md"
CREDIT = "concepts/credit-assignment.md"
CACHE = ".wiki/site.sqlite"


@dataclass(frozen=True)
class Built:
    """A site's files by path, what was told on the way, and how many pages were made anew."""

    files: dict[str, bytes]
    told: list[tuple[str, str]]
    new: int


class Told(logging.Handler):
    """What MkDocs and its plugins say, times and folders apart."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.said: list[tuple[str, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if not text.startswith(
            ("Documentation built in", "Building documentation to", "Cleaning site")
        ):
            self.said.append((record.levelname, text))


def made(root: Path, site: Path, command: str = "build") -> Built:
    """Build the wiki in ``root`` as MkDocs does."""
    logger, told = logging.getLogger("mkdocs"), Told()
    logger.setLevel(logging.INFO)
    logger.addHandler(told)
    try:
        config = load_config(str(root / "mkdocs.yml"), site_dir=str(site))
        config.plugins.on_startup(command=command, dirty=False)  # type: ignore[arg-type]
        build(config, serve_url="http://127.0.0.1:8000/" if command == "serve" else None)
    finally:
        logger.removeHandler(told)
    files = {
        path.relative_to(site).as_posix(): path.read_bytes()
        for path in site.rglob("*")
        if path.is_file()
    }
    own: Any = config.plugins["wiki-builder"]
    return Built(files, told.said, own._pages.new)


@pytest.fixture
def helped(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Other processes, however small the wiki; all that were forked."""
    if not hasattr(os, "fork"):
        pytest.skip("no fork here")
    monkeypatch.setattr(plugin, "FEWEST", 1)
    monkeypatch.setattr(plugin, "can_help", lambda: True)
    fork, forked = os.fork, []

    def noted() -> int:
        if process := fork():
            forked.append(process)
        return process

    monkeypatch.setattr(os, "fork", noted)
    return forked


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """One process."""
    monkeypatch.setattr(plugin, "can_help", lambda: False)


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """A wiki that was built once."""
    wiki = sample(tmp_path_factory.mktemp("kept") / "wiki")
    (wiki.root / "docs" / "mine.md").write_text(
        f"# Mine\n\n[one]({ONE}), [a claim]({ONE}#nothing), [[credit assignment]] and [[nobody"
        " knows this]].\n",
        "utf-8",
    )
    made(wiki.root, wiki.root / "site")
    return wiki


@pytest.fixture(scope="module")
def expected(before: Sample, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Its site, of which nothing was kept."""
    return fresh(before.root, tmp_path_factory.mktemp("fresh"))


@pytest.fixture
def wiki(before: Sample, tmp_path: Path) -> Sample:
    """A copy of it, with what was kept."""
    shutil.copytree(before.root, tmp_path / "wiki")
    return Sample(tmp_path / "wiki")


def fresh(root: Path, folder: Path) -> Built:
    """The site of a wiki of which nothing was kept, by one process."""
    shutil.copytree(root, folder / "fresh", ignore=shutil.ignore_patterns("site.sqlite"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plugin, "can_help", lambda: False)
        return made(folder / "fresh", folder / "fresh-site")


def same(one: Built, other: Built) -> None:
    """Byte by byte, and word by word."""
    assert one.files.keys() == other.files.keys()
    assert [path for path, data in one.files.items() if other.files[path] != data] == []
    assert one.told == other.told


# --- Changes ------------------------------------------------------------------------


def edited(wiki: Sample) -> None:
    """A person writes on a page."""
    wiki.edit(
        ONE,
        "## Notes",
        "## Notes\n\nMine, with a [dead link](nowhere.md) and [[credit assignment]].",
    )


def renamed(wiki: Sample) -> None:
    """A concept gets another name, so that other pages name other things."""
    file = wiki.root / "data/concepts/credit-assignment.yml"
    file.write_text(
        file.read_text("utf-8").replace("credit assignment", "rewards for each step"), "utf-8"
    )


def named(wiki: Sample) -> None:
    """There is a concept whose name pages have held all along."""
    file = wiki.root / "data/concepts/credit-assignment.yml"
    made = (
        file.read_text("utf-8")
        .replace("credit assignment", "three tasks")
        .replace("信用分配", "三个任务")
    )
    (file.parent / "three-tasks.yml").write_text(
        made.replace("credit-assignment", "three-tasks"), "utf-8"
    )


def deleted(wiki: Sample) -> None:
    """A page is gone, to which others link."""
    (wiki.root / "docs" / ONE).unlink()


def moved(wiki: Sample) -> None:
    """A page stands elsewhere."""
    (wiki.root / "docs/here").mkdir()
    (wiki.root / "docs" / CREDIT).rename(wiki.root / "docs/here/credit.md")


def settings(wiki: Sample) -> None:
    """The site is called otherwise, and permalinks are gone."""
    config = wiki.root / "mkdocs.yml"
    text = "\nsite_name: Other · 另一个\nmarkdown_extensions: [tables, toc, wiki_sections]\n"
    config.write_text(config.read_text("utf-8") + text, "utf-8")


def navigation(wiki: Sample) -> None:
    """Another navigation."""
    config = wiki.root / "mkdocs.yml"
    config.write_text(
        config.read_text("utf-8") + "\nnav:\n  - Mine · 我的: mine.md\n  - Home: index.md\n",
        "utf-8",
    )


def template(wiki: Sample) -> None:
    """A template of the owner's, which shows all pages."""
    (wiki.root / "theme").mkdir()
    text = (
        '{% extends "base.html" %}{% block content %}{{ pages | length }} {{ page.content }}{%'
        " endblock %}"
    )
    (wiki.root / "theme/main.html").write_text(text, "utf-8")
    config = wiki.root / "mkdocs.yml"
    config.write_text(
        config.read_text("utf-8") + "\ntheme:\n  name: material\n  custom_dir: theme\n", "utf-8"
    )


def hook(wiki: Sample) -> None:
    """A plugin of the owner's changes each page."""
    text = "def on_page_markdown(markdown, **_):\n    return markdown + '\\n\\nMore.\\n'\n"
    text += "def on_post_page(output, **_):\n    return output.replace('More', 'Still more')\n"
    (wiki.root / "hook.py").write_text(text, "utf-8")
    config = wiki.root / "mkdocs.yml"
    config.write_text(config.read_text("utf-8") + "\nhooks: [hook.py]\n", "utf-8")


CHANGES = {
    "words": (edited, named),
    "places": (renamed, deleted, moved),
    "settings": (settings, navigation),
    "the owner's code": (template, hook),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_gives_the_same_site(
    wiki: Sample, name: str, helped: list[int], tmp_path: Path
) -> None:
    """A build from what was kept gives the bytes and the messages of one from nothing,
    and so does the next one.
    """
    for change in CHANGES[name]:
        change(wiki)
    expected = fresh(wiki.root, tmp_path)
    assert any("mine.md" in text for _, text in expected.told)
    same(made(wiki.root, tmp_path / "site"), expected)
    same(made(wiki.root, tmp_path / "site"), expected)


def test_two_processes_make_what_one_makes(
    wiki: Sample, expected: Built, helped: list[int], tmp_path: Path
) -> None:
    """From nothing too."""
    (wiki.root / CACHE).unlink()
    same(made(wiki.root, tmp_path / "site"), expected)


def test_only_what_changed_is_made_again(wiki: Sample, alone: None, tmp_path: Path) -> None:
    """An edit of one page leaves the others as they were kept;
    a page with a dead link is made each time.
    """
    assert made(wiki.root, tmp_path / "site").new == 0
    wiki.edit(ONE, "## Notes", "## Notes\n\nMine.")
    assert made(wiki.root, tmp_path / "site").new == 1


@pytest.mark.parametrize("first", [True, False])
def test_no_page_waits_in_memory(
    wiki: Sample,
    first: bool,
    helped: list[int],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Between its reading and its writing a page of the wiki's has no HTML here, however it came:
    a wiki of 50,000 papers has 10 GB of it.
    """
    if first:
        (wiki.root / CACHE).unlink()
    own = plugin.WikiBuilderPlugin._tell_head
    sizes: dict[str, int] = {}

    def noting(self: Any, env: Any, config: Any, files: Any) -> None:
        for file in files.documentation_pages():
            sizes[file.src_uri] = len(file.page.content + file.page.markdown)
        own(self, env, config, files)

    monkeypatch.setattr(plugin.WikiBuilderPlugin, "_tell_head", noting)
    made(wiki.root, tmp_path / "site")
    assert (sizes[ONE], sizes[CREDIT]) == (0, 0)
    assert sizes["mine.md"]


def test_a_page_that_did_not_change_is_not_written(
    wiki: Sample, alone: None, tmp_path: Path
) -> None:
    """What copies a site to its host by the files' times copies no more than is new."""
    page, other = (tmp_path / "site" / path.replace(".md", "/index.html") for path in (ONE, CREDIT))
    made(wiki.root, tmp_path / "site")
    before = page.stat().st_mtime_ns, other.stat().st_mtime_ns
    wiki.edit(ONE, "## Notes", "## Notes\n\nMine.")
    made(wiki.root, tmp_path / "site")
    assert page.stat().st_mtime_ns != before[0]
    assert b"Mine." in page.read_bytes()
    assert other.stat().st_mtime_ns == before[1]


# --- What may go wrong --------------------------------------------------------------------


@pytest.mark.parametrize("damage", ["nothing", "garbage", "half", "values"])
def test_a_damaged_file_is_no_harm(
    wiki: Sample, expected: Built, damage: str, alone: None, tmp_path: Path
) -> None:
    """What cannot be read counts as not kept, and the next build is quick again."""
    file = wiki.root / CACHE
    whole = file.read_bytes()
    if damage == "values":
        with sqlite3.connect(file) as connection:
            connection.execute("UPDATE kept SET value = substr(value, 1, length(value) - 9)")
        connection.close()
    else:
        file.write_bytes(
            {"nothing": b"", "garbage": b"x" * 5000, "half": whole[: len(whole) // 2]}[damage]
        )
    same(made(wiki.root, tmp_path / "site"), expected)
    assert made(wiki.root, tmp_path / "site").new == 0


def test_another_build_may_write(
    wiki: Sample, expected: Built, alone: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the file is locked, a build goes on without it."""
    monkeypatch.setattr("wiki_builder.site.reuse.kept._WAIT", 0.0)
    other = sqlite3.connect(wiki.root / CACHE)
    other.execute("BEGIN EXCLUSIVE")
    found = made(wiki.root, tmp_path / "site")
    other.rollback()
    other.close()
    same(found, expected)


def test_a_process_that_fails_is_no_harm(
    wiki: Sample,
    expected: Built,
    helped: list[int],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Pages that it did not make are made here, and none is left."""
    (wiki.root / CACHE).unlink()
    monkeypatch.setattr(ahead, "_tried", lambda name: os._exit(1))
    same(made(wiki.root, tmp_path / "site"), expected)
    assert no_children(helped)


def test_an_error_comes_out(wiki: Sample, helped: list[int], tmp_path: Path) -> None:
    """A page that MkDocs cannot read stops the build as it does in one process;
    no other is left by then.
    """
    (wiki.root / CACHE).unlink()
    (wiki.root / "docs" / TWO).unlink()
    (wiki.root / "docs" / TWO).symlink_to(Path(TWO).name)
    with pytest.raises(OSError, match="symbolic links"):
        made(wiki.root, tmp_path / "site")
    assert no_children(helped)


def test_what_is_not_used_is_dropped(wiki: Sample, alone: None, tmp_path: Path) -> None:
    """Nothing of a page that is gone stays, and the file does not grow from build to build."""
    made(wiki.root, tmp_path / "site")
    count = len(list(values(wiki.root / CACHE)))
    wiki.edit(ONE, "## Notes", "## Notes\n\nMine.")
    made(wiki.root, tmp_path / "site")
    assert len(list(values(wiki.root / CACHE))) == count
    (wiki.root / "docs/mine.md").unlink()
    made(wiki.root, tmp_path / "site")
    assert len(list(values(wiki.root / CACHE))) < count


def test_a_private_note_is_not_kept(wiki: Sample, alone: None, tmp_path: Path) -> None:
    """It is shown while the wiki is served, and stands in neither of the files,
    nor in the next build.
    """
    (wiki.root / "notes").mkdir()
    (wiki.root / "notes/2605.00001.md").write_text("My secretnote.\n", "utf-8")
    page = "papers/2605/2605.00001/index.html"
    for _ in range(2):
        assert b"secretnote" in made(wiki.root, tmp_path / "served", "serve").files[page]
    assert b"secretnote" not in made(wiki.root, tmp_path / "site").files[page]
    kept = [*values(wiki.root / CACHE), *values(wiki.root / ".wiki/serve.sqlite")]
    assert kept
    assert not any(b"secretnote" in text for text in kept)


def test_a_wiki_without_data_keeps_nothing(tmp_path: Path) -> None:
    """Another MkDocs site with the plugin gets no folder from us."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text("# Hello\n", "utf-8")
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: x\ntheme: material\nplugins: [wiki-builder]\n", "utf-8"
    )
    assert "index.html" in made(tmp_path, tmp_path / "site").files
    assert not (tmp_path / ".wiki").exists()


def test_kept_values_come_back(tmp_path: Path) -> None:
    """By their key, in this build and in the next one;
    what the next one does not use is gone in the one behind.
    """
    first = BuildCache(tmp_path / ".wiki" / "x.sqlite")
    first.put(b"a", b"1")
    first.put(b"b", b"2")
    assert first.get(b"a") == b"1"
    first.close()
    second = BuildCache(tmp_path / ".wiki" / "x.sqlite")
    assert second.get(b"b") == b"2"
    second.close()
    third = BuildCache(tmp_path / ".wiki" / "x.sqlite")
    assert (third.get(b"a"), third.get(b"b")) == (None, b"2")
    third.close()


# --- Quicker Markdown ---------------------------------------------------------------------

PIECES = (
    "**",
    "*",
    "_",
    "`",
    "``",
    "[",
    "](x.md)",
    "![",
    "]",
    "[a]: x.md",
    "<b>",
    "<http://x.y>",
    "&amp;",
    "&",
    "\\",
)
MORE = (
    "$",
    "\\(",
    "\\)",
    "  \n",
    "\n",
    "\n\n",
    "- ",
    "> ",
    "# ",
    "x",
    " ",
    "信用",
    "http://x.y",
    "<!-- wiki:a -->",
)
LINES = (
    "1. ",
    "    ",
    "***",
    "---",
    "===",
    "|",
    "!!! note\n",
    "    x\n",
    "    - x\n",
    "- x\n\n",
    "$$",
    "a@b.c",
    "<p>",
    "</p>",
)


@given(st.lists(st.sampled_from(PIECES + MORE + LINES), max_size=40).map("".join))
def test_quicker_markdown_is_the_same(text: str) -> None:
    """Trying fewer patterns, on fewer kinds of blocks, changes no HTML."""
    names = [
        "tables",
        "admonition",
        "def_list",
        "pymdownx.arithmatex",
        "pymdownx.superfences",
        "md_in_html",
        "attr_list",
    ]
    plain, quick = Markdown(extensions=names), Markdown(extensions=names)
    quicker.quicken(quick)
    assert quick.convert(text) == plain.convert(text)


def test_an_odd_anchor_stops_nothing(wiki: Sample, alone: None, tmp_path: Path) -> None:
    """An id without a value, in a person's HTML."""
    wiki.edit(ONE, "## Notes", "## Notes\n\n<a id></a>Mine.")
    assert b"Mine." in made(wiki.root, tmp_path / "site").files["papers/2605/2605.00001/index.html"]


def values(file: Path) -> Iterator[bytes]:
    """All that is kept in a file, as it was before it was packed."""
    connection = sqlite3.connect(file)
    for (value,) in connection.execute("SELECT value FROM kept"):
        for part in (value, *parts(value)):
            with suppress(zlib.error):
                yield zlib.decompress(part)
    connection.close()


def parts(value: bytes) -> Iterator[bytes]:
    """Each behind four bytes that say how long it is."""
    while value:
        end = 4 + int.from_bytes(value[:4], "little")
        yield value[4:end]
        value = value[end:]


def no_children(forked: list[int]) -> bool:
    """Whether there were others, and this process waited for all that it forked."""
    for process in forked:
        with pytest.raises(ChildProcessError):
            os.waitpid(process, os.WNOHANG)
    return bool(forked)
