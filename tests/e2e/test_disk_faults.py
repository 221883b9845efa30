"""The drill: every kind of file that a command reads or writes fails in every way, and nobody sees a traceback.

What may be deleted heals or is done without; of anything else the file is named, with an exit code that
fits; and once the fault is gone, the next runs end where a wiki stands that never saw it.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.world import Ran, World, different, rows_of, world
from wiki_builder.disk import PART, is_leftover

CACHES = (".wiki/papers.json", ".wiki/pages.json", ".wiki/settled.json", ".wiki/citable.json",
          ".wiki/concept-texts.json", ".wiki/http/*/*")  # fmt: skip
TRUTH = ("data/papers/*/*.json", "data/runs/*.json", "data/entries/*.jsonl", "data/concepts/*.yml", "data/pages.txt",
         "data/concept-texts/*.json", "data/verdicts/*.json", "data/operations.jsonl", "data/comparisons.txt",
         "docs/papers/*/*.md", "docs/index.md", "wiki.toml", "mkdocs.base.yml", "templates/*.j2")  # fmt: skip
PENDING = ("data/pending/replies/*.json", "data/pending/concepts/*.json")
READ, WRITE = (errno.EIO, errno.EMFILE), (errno.ENOSPC,)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A wiki that has one of each kind of file, with a second day announced."""
    with world(tmp_path_factory.mktemp("faults") / "wiki") as site:
        site.init("concurrency = 2", interests="papers_per_day = 3", concepts="write = true")
        site.announce(0)
        assert site.update(0).code in (0, 1)
        concepts = sorted(path.stem for path in site.wiki.concepts.glob("*.yml"))
        assert site.run("concepts", "pin", concepts[0]).code == 0
        papers = [paper.id.removeprefix("arxiv:") for paper in site.papers()]
        assert site.run("compare", *papers[:2]).code == 0
        (site.root / "templates").mkdir()
        mine = Path(__file__).parents[2] / "wiki_builder" / "pages" / "templates"
        for template in sorted(mine.glob("*.j2"))[:1]:
            shutil.copy(template, site.root / "templates")
        for folder in ("replies", "concepts"):
            (site.wiki.pending / folder).mkdir(parents=True, exist_ok=True)
        reply = '{"task":"paper","subject":"arxiv:1","text":"t","prompt":"p","schema":"s","terms":"","engine":"e",'
        (site.wiki.pending / "replies" / "paper-x-1.json").write_text(reply + '"model":"m","date":"d","raw":""}')
        site.announce(1, rows_of(1, 4))
        site.run("render")
        yield site


@pytest.fixture
def site(whole: World, tmp_path: Path) -> World:
    return whole.copy(tmp_path / "wiki")


def of_kind(site: World, kind: str) -> list[Path]:
    return sorted(path for path in site.root.glob(kind) if path.is_file())


def failing(site: World, kind: str, way: str, number: int) -> Callable[..., Any]:
    """``Path.open`` that fails for files of a kind, and for those that are to become one."""
    opened = Path.open

    def fails(path: Path) -> bool:
        try:
            own = path.absolute().relative_to(site.root)
        except ValueError:
            return False
        name = own.name.removeprefix(".").removesuffix(PART) if is_leftover(own.name) else own.name
        return fnmatch(own.with_name(name).as_posix(), kind)

    def open_(path: Path, mode: str = "r", *args: Any, **options: Any) -> Any:
        if mode[0] == way and fails(path):
            raise OSError(number, os.strerror(number), *([] if way == "w" else [str(path)]))
        return opened(path, mode, *args, **options)

    return open_


def commands(site: World) -> Iterator[tuple[str, Ran]]:
    """Between them they read and write each kind of file."""
    yield "check", site.run("check")
    yield "update", site.update(1)


def is_fine(kind: str, command: str, ran: Ran) -> None:
    """No traceback; a cache stops nothing; whatever stops anything is named."""
    said = f"{kind}, {command}: {ran}"
    assert ran.code in (0, 1, 2, 3), said
    assert "Traceback" not in ran.out + ran.err, said
    if kind in CACHES:
        assert ran.code in (0, 1), said
    elif ran.code in (2, 3):
        name = kind.rpartition("/")[2].lstrip("*")
        assert name in ran.err or name.removeprefix(".") in ran.err, said
        assert ran.err.strip().splitlines()[-1].endswith("."), said


@pytest.mark.parametrize("kind", [*CACHES, *TRUTH, *PENDING])
def test_what_cannot_be_read_or_written(site: World, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """EIO and EMFILE when reading, ENOSPC when writing: each file kind, each command."""
    for way, numbers in (("r", READ), ("w", WRITE)):
        for number in numbers:
            with monkeypatch.context() as patched:
                patched.setattr(Path, "open", failing(site, kind, way, number))
                for command, ran in commands(site):
                    is_fine(kind, command, ran)
    assert not [path for path in site.root.rglob(".*") if is_leftover(path.name)]
    assert site.update(1).code in (0, 1)
    assert site.run("render").code in (0, 1)


@pytest.mark.parametrize("kind", [*CACHES, *TRUTH, *PENDING])
def test_what_holds_something_else(site: World, kind: str) -> None:
    """Empty, garbage, a folder, a link to itself in its place: each file kind, each command."""
    for path in of_kind(site, kind)[:1]:
        before = path.read_bytes()
        for content in (b"", b"\x00\xff{]" + b"[" * 100_000, None, path.name):
            path.unlink() if not path.is_dir() else shutil.rmtree(path)
            if content is None:
                path.mkdir()
            elif isinstance(content, str):
                path.symlink_to(content)
            else:
                path.write_bytes(content)
            for command, ran in commands(site):
                is_fine(kind, command, ran)
            if path.is_symlink() or not path.exists() or path.is_file():
                path.unlink(missing_ok=True)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.touch()
        shutil.rmtree(path) if path.is_dir() else path.unlink()
        path.write_bytes(before)
        assert site.update(1).code in (0, 1)


def test_caches_that_fail_change_nothing(whole: World, site: World, tmp_path: Path) -> None:
    """With every cache a folder that cannot be, all ends as with none."""
    other = whole.copy(tmp_path / "other")
    shutil.rmtree(site.root / ".wiki")
    for kind in CACHES[:-1]:
        (site.root / kind).mkdir(parents=True)
    for one in (site, other):
        assert one.update(1).code in (0, 1)
    assert not different(site.state(), other.state())
