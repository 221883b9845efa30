"""What is written stands whole under its name, or not at all;
nothing of a write that failed stays.
"""

from __future__ import annotations

import ctypes
import errno
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_builder.core.errors import Outside
from wiki_builder.core.keys import REMOVED, keep
from wiki_builder.core.store import disk
from wiki_builder.core.store.disk import (
    Changed,
    append_line,
    content_hash,
    is_leftover,
    recover,
    set_aside,
    write_cache,
    write_file,
    write_page,
)

KEY = "sk-3f9a2c1d77b04e1a9c21f0d35b6e8a41"
OLD_HASH, NEW_HASH = disk._hash(b"old"), disk._hash(b"new")


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.md"
    path.write_bytes(b"old")
    return path


@pytest.fixture
def exchange(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], None]]:
    """The system's exchange fails with the number of an error; 0: there is none."""

    def fails(number: int) -> None:
        def failing(*_: object) -> int:
            ctypes.set_errno(number)
            return -1

        monkeypatch.setattr(disk, "_renameat2", lambda: failing if number else None)

    yield fails
    ctypes.set_errno(0)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# --- Pages -------------------------------------------------------------------


def test_a_page_is_replaced_and_nothing_else_is_left(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a full name or by one from the folder at hand; in a folder that was not there yet, too."""
    write_page(page, b"old", b"new")
    assert page.read_bytes() == b"new"
    monkeypatch.chdir(page.parent)
    write_page(Path(page.name), b"new", b"newer")
    write_page(Path("a/b/c.md"), None, b"first")
    write_page(Path("a/b/d.md"), None, b"second")
    assert (page.read_bytes(), Path("a/b/c.md").read_bytes()) == (b"newer", b"first")
    assert (names(page.parent), names(Path("a/b"))) == (["a", "page.md"], ["c.md", "d.md"])


def test_a_link_to_a_page_stays_a_link(page: Path) -> None:
    """What it leads to is written."""
    link = page.with_name("link.md")
    link.symlink_to(page)
    write_page(link, b"old", b"new")
    assert link.is_symlink()
    assert page.read_bytes() == b"new"


def test_a_page_is_named_as_it_was_asked_for(page: Path, tmp_path: Path) -> None:
    """A folder may be a link; what is told of the page names it as the caller does."""
    linked = tmp_path / "linked"
    linked.symlink_to(page.parent, target_is_directory=True)
    for expected in (None, b"other"):
        with pytest.raises(Changed) as changed:
            write_page(linked / page.name, expected, b"new")
        assert str(changed.value) == str(linked / page.name)


@pytest.mark.parametrize("folder", [True, False])
def test_nothing_is_written_beyond_the_folder(page: Path, tmp_path: Path, folder: bool) -> None:
    """A link on the way that leads out is refused, as a page and as a folder;
    within the folder all is well.
    """
    home = tmp_path / "home"
    home.mkdir()
    link = home / ("folder" if folder else "page.md")
    link.symlink_to(page.parent if folder else page)
    with pytest.raises(Outside):
        write_page(link / page.name if folder else link, b"old", b"new", within=home)
    assert page.read_bytes() == b"old"
    write_page(home / "own.md", None, b"new", within=home)
    assert (home / "own.md").read_bytes() == b"new"


def test_no_key_is_written_that_a_person_did_not_write(page: Path) -> None:
    """A key never comes into a page; one that stands there is its owner's,
    and the page is written as it is.
    """
    keep(KEY)
    with_key, without = f"a {KEY} b".encode(), f"a {REMOVED} b".encode()
    write_page(page, b"old", with_key)
    assert page.read_bytes() == without
    write_page(page.with_name("new.md"), None, with_key)
    assert page.with_name("new.md").read_bytes() == without
    page.write_bytes(with_key)
    write_page(page, with_key, with_key + b" c")
    assert page.read_bytes() == with_key + b" c"


def test_a_file_in_the_place_of_a_folder_is_the_one_that_is_named(page: Path) -> None:
    """A person who is told to move it away reads its name, and not that of the new page."""
    with pytest.raises(FileExistsError) as error:
        write_page(page / "new.md", None, b"new")
    assert error.value.filename == str(page)


# --- A system that cannot exchange -------------------------------------------


@pytest.mark.parametrize("number", [0, errno.ENOSYS, errno.EINVAL, errno.EPERM, errno.ENOTSUP])
def test_without_an_exchange_a_page_is_written_all_the_same(
    page: Path, exchange: Callable[[int], None], number: int
) -> None:
    """Unless it is another by then, or gone."""
    exchange(number)
    write_page(page, b"old", b"new")
    assert page.read_bytes() == b"new"
    with pytest.raises(Changed, match=r"page\.md"):
        write_page(page, b"old", b"newer")
    assert page.read_bytes() == b"new"
    page.unlink()
    with pytest.raises(Changed, match=r"page\.md"):
        write_page(page, b"new", b"newer")
    assert names(page.parent) == []


def test_an_exchange_that_fails_is_an_error_of_the_page(
    page: Path, exchange: Callable[[int], None]
) -> None:
    """It is named, the page stays, and the next run clears what is left."""
    exchange(errno.EIO)
    with pytest.raises(OSError, match=os.strerror(errno.EIO)) as error:
        write_page(page, b"old", b"new")
    assert (error.value.errno, error.value.filename) == (errno.EIO, str(page))
    assert page.read_bytes() == b"old"
    assert recover(path for path in page.parent.iterdir() if is_leftover(path.name)) == []
    assert names(page.parent) == ["page.md"]


def test_a_page_that_is_gone_at_the_exchange_stays_gone(
    page: Path, exchange: Callable[[int], None]
) -> None:
    """It was deleted or moved at that instant."""
    exchange(errno.ENOENT)
    with pytest.raises(Changed, match=r"page\.md"):
        write_page(page, b"old", b"new")
    assert names(page.parent) == ["page.md"]


def test_a_page_that_is_gone_with_what_was_to_be_written_is_told_as_changed(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever deletes its folder at that instant takes the swap file along."""

    def gone(_: int, one: bytes, *__: object) -> int:
        os.unlink(one)
        ctypes.set_errno(errno.ENOENT)
        return -1

    monkeypatch.setattr(disk, "_renameat2", lambda: gone)
    with pytest.raises(Changed, match=r"page\.md"):
        write_page(page, b"old", b"new")
    ctypes.set_errno(0)


@pytest.mark.parametrize("error", [OSError, AttributeError])
def test_another_system_has_no_exchange(
    page: Path, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    """No library that can be opened, or none that knows it."""

    def missing(*_: object, **__: object) -> object:
        raise error

    disk._renameat2.cache_clear()
    monkeypatch.setattr(ctypes, "CDLL", missing)
    write_page(page, b"old", b"new")
    assert page.read_bytes() == b"new"
    disk._renameat2.cache_clear()


@pytest.mark.parametrize("there", [True, False])
def test_where_there_are_no_links_a_new_page_is_made_all_the_same(
    page: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    """A file that stands there already is still never replaced."""

    def cannot(*_: object) -> None:
        raise OSError(errno.EPERM, "no links")

    monkeypatch.setattr(os, "link", cannot)
    if there:
        with pytest.raises(Changed, match=r"page\.md"):
            write_page(page, None, b"new")
    else:
        page.unlink()
        write_page(page, None, b"new")
    assert page.read_bytes() == (b"old" if there else b"new")
    assert names(page.parent) == ["page.md"]


# --- Files of the builder's own ----------------------------------------------


def test_a_file_is_written_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it was written is told; a key is not, and nothing is waited for that need not be."""
    monkeypatch.setattr(os, "fsync", lambda file: pytest.fail("waited"))
    keep(KEY)
    path = tmp_path / "a/b/file.json"
    assert write_file(path, KEY.encode())
    assert not write_file(path, KEY.encode())
    assert write_cache(path, b"other")
    assert write_cache(path.with_name("cache"), b"more")
    assert (path.read_bytes(), path.with_name("cache").read_bytes()) == (b"other", b"more")
    assert names(path.parent) == ["cache", "file.json"]


@pytest.mark.parametrize(
    ("old", "new", "written"),
    [
        (b"a\r\nb\r\n", b"a\nb\n", False),
        (b"a\r\nc\r\n", b"a\nb\n", True),
        (b"a\nb\n", b"a\r\nb\r\n", True),
        (b"a\0\r\n", b"a\0\n", True),
    ],
)
def test_line_ends_of_a_checkout_are_left(
    tmp_path: Path, old: bytes, new: bytes, written: bool
) -> None:
    """What git checked out with CRLF is not written anew for that, or git calls it changed;
    an image has no lines.
    """
    path = tmp_path / "pages.txt"
    path.write_bytes(old)
    assert write_file(path, new) == written
    assert path.read_bytes() == (new if written else old)


def test_a_checkouts_line_ends_do_not_change_what_a_file_says() -> None:
    """With CRLF a file has the hash of its own lines, and of no other text."""
    said = content_hash(b"a\nb\n")
    assert said == content_hash(b"a\r\nb\r\n")
    assert len({said, *map(content_hash, (b"a\rb\n", b"ab", b"a b ", b"a\nc\n", b""))}) == 6


def test_an_error_keeps_the_file_that_it_names(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only where the system names none is it the file that was to be written;
    what it is about comes through.
    """

    def failing(path: Path, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "no space", name)

    monkeypatch.setattr(Path, "write_bytes", failing)
    for name in ("elsewhere", None):
        for write in (lambda: write_file(page, b"new"), lambda: write_page(page, b"old", b"new")):
            with pytest.raises(OSError, match="no space") as error:
                write()
            assert (error.value.errno, error.value.filename) == (errno.ENOSPC, name or str(page))


@pytest.mark.parametrize("number", [errno.ENOSYS, errno.EINVAL, errno.EPERM, errno.ENOTSUP])
def test_a_file_system_that_flushes_nothing_is_no_error(
    page: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """There is nothing to wait for; and no file stays open."""

    def cannot(file: int) -> None:
        opened.append(file)
        raise OSError(number, "no")

    opened: list[int] = []
    monkeypatch.setattr(os, "fsync", cannot)
    assert write_file(page, b"new", durable=True)
    assert len(opened) == 2
    for file in opened:
        with pytest.raises(OSError, match="descriptor"):
            os.fstat(file)


def test_a_folder_that_cannot_be_opened_is_not_flushed(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in Windows: what was written is written."""
    really = os.open

    def opened(path: str | Path, flags: int) -> int:
        if Path(path).is_dir():
            raise PermissionError
        assert flags == os.O_RDONLY
        return really(path, flags)

    monkeypatch.setattr(os, "open", opened)
    assert write_file(page, b"new", durable=True)
    assert page.read_bytes() == b"new"


# --- Lines -------------------------------------------------------------------


@given(
    st.binary(max_size=20),
    st.lists(st.text(max_size=10).filter(lambda line: "\n" not in line), min_size=1),
)
def test_lines_follow_each_other_whatever_stands_there(
    tmp_path_factory: pytest.TempPathFactory, before: bytes, lines: list[str]
) -> None:
    """Nothing that stood there is touched; each line begins and ends for itself."""
    path = tmp_path_factory.mktemp("lines") / "file"
    path.write_bytes(before)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda file: None)  # which takes its time
        for line in lines:
            append_line(path, line)
    gap = b"\n" if before and not before.endswith(b"\n") else b""
    assert path.read_bytes() == before + gap + "".join(f"{line}\n" for line in lines).encode()


def test_a_line_is_on_the_disk_when_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file with what it holds by then, and once its folder; no key is in it."""
    seen: list[tuple[bool, bytes]] = []

    def flushed(file: int) -> None:
        seen.append((stat.S_ISDIR(os.fstat(file).st_mode), path.read_bytes()))

    monkeypatch.setattr(os, "fsync", flushed)
    keep(KEY)
    path = tmp_path / "a/b/file.tsv"
    append_line(path, f"大 {KEY}")
    append_line(path, "b")
    first = f"大 {REMOVED}\n".encode()
    assert seen == [(False, first), (True, first), (False, first + b"b\n")]


def test_a_line_that_cannot_be_written_names_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system says only that there is no space."""

    def cannot(file: int) -> None:
        raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr(os, "fsync", cannot)
    with pytest.raises(OSError, match="no space") as error:
        append_line(tmp_path / "file", "x")
    assert error.value.filename == str(tmp_path / "file")


# --- What is of no use -------------------------------------------------------


def test_what_is_set_aside_replaces_nothing(tmp_path: Path) -> None:
    """Each has a name of its own, and where it stands is told."""
    places = []
    for text in ("one", "two", "three"):
        (tmp_path / "a.b.json").write_text(text)
        places.append(set_aside(tmp_path / "a.b.json", tmp_path / "x/broken"))
    assert [place.name for place in places] == ["a.b.json", "a.b.2.json", "a.b.3.json"]
    assert [place.read_text() for place in places] == ["one", "two", "three"]
    assert names(tmp_path) == ["x"]


def leftover(
    folder: Path, content: bytes, old: str = OLD_HASH, new: str = NEW_HASH, name: str = "page.md"
) -> Path:
    path = folder / f".{name}.{old}.{new}.wiki-swap"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("content", [b"old", b"new"])
def test_what_a_killed_run_left_is_cleared(page: Path, content: bytes) -> None:
    """Neither what was to be written nor what was replaced is a person's;
    half a file is nobody's.
    """
    part = page.with_name(".page.md.wiki-part")
    part.write_bytes(b"ne")
    assert recover([leftover(page.parent, content), part, page.with_name(".gone.wiki-part")]) == []
    assert names(page.parent) == ["page.md"]
    assert page.read_bytes() == b"old"


def test_what_a_person_saved_is_put_back_or_kept_beside(page: Path) -> None:
    """In place where the builder's text stands,
    else under a name that says what it is; told in order.
    """
    other = page.with_name("a.md")
    page.write_bytes(b"new")
    found = [leftover(page.parent, b"saved"), leftover(page.parent, b"also saved", name="a.md")]
    copy = page.with_name(f"a.saved-{disk._hash(b'also saved')[:8]}.md.txt")
    assert recover(found) == [copy, page]
    assert (page.read_bytes(), copy.read_bytes(), other.exists()) == (
        b"saved",
        b"also saved",
        False,
    )
    assert names(page.parent) == sorted([copy.name, "page.md"])


@pytest.mark.parametrize("name, one", [
    (".page.md.wiki-part", True), (f".page.md.{OLD_HASH}.{NEW_HASH}.wiki-swap", True),
    ("page.wiki-part", False), (".page.md", False), (".page.md.wiki-part.md", False),
])  # fmt: skip
def test_a_leftover_is_known_by_its_name(name: str, one: bool) -> None:
    """By the names that earlier versions wrote and that a wiki's .gitignore holds."""
    assert is_leftover(name) is one


def test_what_was_written_is_known_by_size_and_time(tmp_path: Path) -> None:
    """Who remembers a page need not look at it again:
    what somebody saves in between has other ones.
    """
    page = tmp_path / "page.md"
    for old, new in ((None, b"first"), (b"first", b"second, longer")):
        written, now = write_page(page, old, new), page.stat()
        assert (
            (written.st_size, written.st_mtime_ns)
            == (now.st_size, now.st_mtime_ns)
            == (len(new), now.st_mtime_ns)
        )
