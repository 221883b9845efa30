"""Writing a page: what a person saves at the worst instant is kept."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from wiki_builder.core.errors import of_disk
from wiki_builder.core.store import disk
from wiki_builder.core.store.disk import (
    Changed,
    recover,
    write_cache,
    write_file,
    write_page,
)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.md"
    path.write_bytes(b"old")
    return path


def leftovers(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if disk.is_leftover(path.name)]


def saving_before_exchange(monkeypatch: pytest.MonkeyPatch, page: Path, then_kill: bool) -> None:
    exchange = disk._exchange
    done: list[bool] = []

    def exchanged(one: Path, other: Path) -> bool:
        if not done:
            done.append(True)
            page.write_bytes(b"a person's")
            result = exchange(one, other)
            if then_kill:
                raise KeyboardInterrupt
            return result
        return exchange(one, other)

    monkeypatch.setattr(disk, "_exchange", exchanged)


def test_a_save_just_before_the_exchange_is_swapped_back(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person who saves between reading and writing keeps their text, and the caller is told."""
    saving_before_exchange(monkeypatch, page, then_kill=False)
    with pytest.raises(Changed):
        write_page(page, b"old", b"new")
    assert page.read_bytes() == b"a person's"
    assert not leftovers(page.parent)


def test_a_kill_between_exchange_and_check_is_put_right_by_the_next_run(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a person saved in the instant of a kill is back after recovery."""
    saving_before_exchange(monkeypatch, page, then_kill=True)
    with pytest.raises(KeyboardInterrupt):
        write_page(page, b"old", b"new")
    assert page.read_bytes() == b"new"
    assert recover(leftovers(page.parent)) == [page]
    assert page.read_bytes() == b"a person's"


def test_both_texts_are_kept_when_a_person_saved_twice(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second save after the kill stays in place, and the first one stands beside it."""
    saving_before_exchange(monkeypatch, page, then_kill=True)
    with pytest.raises(KeyboardInterrupt):
        write_page(page, b"old", b"new")
    page.write_bytes(b"their second")
    (copy,) = recover(leftovers(page.parent))
    assert page.read_bytes() == b"their second"
    assert copy.read_bytes() == b"a person's"


def test_without_an_exchange_the_file_is_compared_first(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the file system cannot exchange, a changed page is left alone all the same."""
    monkeypatch.setattr(disk, "_exchange", lambda one, other: False)
    with pytest.raises(Changed):
        write_page(page, b"something else", b"new")
    assert page.read_bytes() == b"old"
    write_page(page, b"old", b"new")
    assert page.read_bytes() == b"new"
    assert not leftovers(page.parent)


def test_a_new_page_never_replaces_a_file(page: Path) -> None:
    """A page thought to be new does not overwrite what stands there."""
    with pytest.raises(Changed):
        write_page(page, None, b"new")
    assert page.read_bytes() == b"old"


def test_a_page_deleted_meanwhile_is_not_written_again(page: Path) -> None:
    """Deleting a page while it is written wins."""
    page.unlink()
    with pytest.raises(Changed):
        write_page(page, b"old", b"new")
    assert not page.exists()
    assert not leftovers(page.parent)


def test_nothing_is_written_when_nothing_changed(page: Path) -> None:
    """A file that holds its text already keeps its time."""
    before = page.stat().st_mtime_ns
    assert write_file(page, b"old") is False
    assert page.stat().st_mtime_ns == before


# --- What can happen to a disk ---------------------------------------------------


def failing(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """The disk takes the first byte of a file and no more."""

    def write(path: Path, data: bytes) -> int:
        with path.open("wb") as file:
            file.write(data[:1])
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(Path, "write_bytes", write)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EDQUOT])
def test_a_full_disk_is_named_with_its_file(
    page: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """The system says only "no space"; the error says which file, what it means and what to do,
    and leaves nothing.
    """
    failing(monkeypatch, number)
    for write in (lambda: write_file(page, b"new"), lambda: write_page(page, b"old", b"new")):
        with pytest.raises(OSError, match="page") as raised:
            write()
        named = of_disk(raised.value)
        assert named
        assert (named.where, named.exit_code) == (str(page), 3)
        assert "run this again" in named.next
    assert page.read_bytes() == b"old"
    assert not leftovers(page.parent)


def test_a_cache_that_cannot_be_written_stops_nothing(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is safe to delete is safe not to have."""
    failing(monkeypatch, errno.ENOSPC)
    assert not write_cache(page, b"new")
    assert not leftovers(page.parent)


def test_a_person_who_stops_a_run_leaves_no_half_file(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next commit would take it along."""

    def stopped(path: Path, data: bytes) -> int:
        path.touch()
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_bytes", stopped)
    with pytest.raises(KeyboardInterrupt):
        write_file(page, b"new")
    assert not leftovers(page.parent)


@pytest.mark.parametrize("exchanges", [True, False])
def test_what_must_outlive_a_loss_of_power_is_flushed(
    page: Path, monkeypatch: pytest.MonkeyPatch, exchanges: bool
) -> None:
    """First the file under its other name, then the folder in which it got its own;
    a page is not waited for.
    """
    flushed: list[bool] = []
    fsync = os.fsync

    def seen(file: int) -> None:
        flushed.append(Path(f"/proc/self/fd/{file}").resolve().is_dir())
        fsync(file)

    monkeypatch.setattr(os, "fsync", seen)
    if not exchanges:
        monkeypatch.setattr(disk, "_exchange", lambda one, other: False)
    write_page(page, b"old", b"new")
    assert flushed == []
    write_page(page, b"new", b"newer", durable=True)
    write_file(page, b"newest", durable=True)
    write_page(page.with_name("other"), None, b"new", durable=True)
    assert flushed == [False, True] * 3


def test_a_file_system_without_flushing_is_no_error(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some cannot flush a folder; a disk that fails is another thing."""

    def cannot(file: int) -> None:
        raise OSError(number, "no")

    monkeypatch.setattr(os, "fsync", cannot)
    number = errno.EINVAL
    assert write_file(page, b"new", durable=True)
    number = errno.EIO
    with pytest.raises(OSError, match="page"):
        write_file(page, b"newer", durable=True)
    assert page.read_bytes() == b"new"


def test_a_leftover_that_is_a_link_is_not_written_through(page: Path, tmp_path: Path) -> None:
    """Whoever puts one beside a page has nothing written behind it,
    and recovery takes the link alone away.
    """
    other = tmp_path / "other"
    other.write_bytes(b"other")
    part = page.with_name(f".{page.name}{disk.PART}")
    part.symlink_to(other)
    write_file(page, b"new")
    swap = page.with_name(f".{page.name}.{'0' * 16}.{'1' * 16}{disk.SWAP}")
    swap.symlink_to(other)
    odd = page.with_name(f".odd{disk.SWAP}")
    odd.write_bytes(b"of nobody")
    folder = page.with_name(f".folder{disk.PART}")
    folder.mkdir()
    assert recover(leftovers(page.parent)) == []
    assert (page.read_bytes(), other.read_bytes()) == (b"new", b"other")
    assert leftovers(page.parent) == [folder]


@pytest.mark.parametrize(("number", "words"), [
    (errno.ELOOP, "this link leads to itself"), (errno.EACCES, "may not read or write"),
    (errno.EROFS, "only be read"), (errno.ENOTDIR, "a file stands where a folder should be"),
    (errno.EMFILE, "too many files"), (errno.ENAMETOOLONG, "file name too long"),
])  # fmt: skip
def test_an_error_of_the_system_is_said_in_words(number: int, words: str) -> None:
    """What, where and what next; an error that is of no file is none of the disk's."""
    named = of_disk(OSError(number, os.strerror(number), "data/x"))
    assert named
    assert str(named).startswith("data/x: ")
    assert words in str(named)
    new = of_disk(OSError(number, os.strerror(number), "data/.x.json.wiki-part"))
    rights = number in (errno.EACCES, errno.EROFS)  # the folder's, of which a person knows
    assert str(new).startswith("data: " if rights else "data/.x.json.wiki-part: ")
    assert of_disk(TimeoutError()) is None
    assert of_disk(ConnectionResetError(errno.ECONNRESET, "reset")) is None


def test_a_page_keeps_its_mode(tmp_path: Path) -> None:
    """Who may read or run a file is a person's choice;
    a new text under it does not take it back.
    """
    page = tmp_path / "a.md"
    page.write_bytes(b"old")
    for mode in (0o600, 0o755):
        page.chmod(mode)
        write_page(page, page.read_bytes(), b"new %o" % mode)
        assert page.stat().st_mode & 0o777 == mode
