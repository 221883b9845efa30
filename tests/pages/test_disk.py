"""Writing a page: what a person saves at the worst instant is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from wiki_builder import disk
from wiki_builder.disk import Changed, recover, write_file, write_page


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


def test_a_save_just_before_the_exchange_is_swapped_back(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_both_texts_are_kept_when_a_person_saved_twice(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second save after the kill stays in place, and the first one stands beside it."""
    saving_before_exchange(monkeypatch, page, then_kill=True)
    with pytest.raises(KeyboardInterrupt):
        write_page(page, b"old", b"new")
    page.write_bytes(b"their second")
    (copy,) = recover(leftovers(page.parent))
    assert page.read_bytes() == b"their second"
    assert copy.read_bytes() == b"a person's"


def test_without_an_exchange_the_file_is_compared_first(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
