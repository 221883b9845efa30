"""Writing a page so that nothing a person saves meanwhile is lost.

Compare and swap: the new text is exchanged with the file in one step (Linux
``renameat2(RENAME_EXCHANGE)``), then what came out is compared with what was read;
if a person saved in between, it is swapped back. A run killed between the two
leaves a swap file that names both hashes, and the next run puts the person's text
back. Where the file system cannot exchange, the file is compared just before it is
replaced. https://man7.org/linux/man-pages/man2/rename.2.html

What must outlive a loss of power is written ``durable``: the file is flushed before it takes its
name, and its folder after that. A page is made again from data and is not worth the wait.
https://man7.org/linux/man-pages/man2/fsync.2.html

An ``OSError`` from here names its file; the command line says in words what it means
(:func:`wiki_builder.core.errors.of_disk`).
"""

from __future__ import annotations

import ctypes
import errno
import functools
import hashlib
import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain, count
from pathlib import Path

from wiki_builder.core.keys import without_keys, without_keys_in
from wiki_builder.core.store.border import Border

PART = ".wiki-part"
SWAP = ".wiki-swap"
_RENAME_EXCHANGE = 2
_AT_FDCWD = -100
_SWAPPED = re.compile(r"\.(.+)\.([0-9a-f]{16})\.([0-9a-f]{16})" + re.escape(SWAP))
_CANNOT = {errno.ENOSYS, errno.EINVAL, errno.EPERM, errno.ENOTSUP}


class Changed(Exception):
    """The file is not what was read any more; nothing was written."""


def write_page(
    path: Path,
    expected: bytes | None,
    new: bytes,
    *,
    within: Path | None = None,
    durable: bool = False,
) -> os.stat_result:
    """Replace ``expected`` (``None``: no file) by ``new``, never beyond the folder ``within``; what
    was written has this size and time, whoever saves the file since.

    No key is written that is not there already.

    Raises:
        Changed: the file holds something else by now; it is left as it is.
        Outside: a link on the way leads out of ``within``; nothing was written.
        OSError: it cannot be written; its ``filename`` says which.
    """
    if within is not None:
        Border(within).require(path)
    # a key that a person wrote is theirs
    if expected is None or without_keys_in(expected) == expected:
        new = without_keys_in(new)
    path = path.resolve() if path.is_symlink() else path  # a person's link stays a link
    with named_error(path):
        part = _part(path, new, durable, _mode(path) if expected is not None else None)
        written = part.stat()
        if expected is None:
            _create(part, path)
        else:
            _swap(part, path, expected, new)
        if durable:
            _flush(path.parent)
    return written


def write_file(path: Path, new: bytes, *, durable: bool = False) -> bool:
    """Write a file of the builder's own atomically, without any key in it; ``False`` if it holds
    ``new`` already.

    A text of which git made one with CRLF in this folder holds the same: written anew it would look
    changed to git. https://git-scm.com/docs/git-config#Documentation/git-config.txt-coreautocrlf

    Raises:
        OSError: it cannot be written; its ``filename`` says which.
    """
    new = without_keys_in(new)
    with named_error(path):
        if path.is_file() and _holds(path.read_bytes(), new):
            return False
        os.replace(_part(path, new, durable), path)
        if durable:
            _flush(path.parent)
    return True


def _holds(old: bytes, new: bytes) -> bool:
    """Whether a file's content is ``new``, or a text that is ``new`` but for its line ends."""
    return old == new or (b"\0" not in new and old.replace(b"\r\n", b"\n") == new)


def append_line(path: Path, line: str) -> None:
    """Add a line to a file of the builder's own, whole and on the disk when this returns.

    A last line that a power failure cut stays by itself and takes nothing with it.

    Raises:
        OSError: it cannot be written; its ``filename`` says which.
    """
    with named_error(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        new = not path.exists()
        with path.open("a+b") as file:  # which stands at its end
            if file.tell():
                file.seek(-1, os.SEEK_END)
            cut = file.read() not in (b"", b"\n")
            file.write(b"\n" * cut + without_keys(line).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        if new:
            _flush(path.parent)


def write_cache(path: Path, new: bytes) -> bool:
    """Write what is safe to delete, whatever stands there;
    ``False`` where it cannot be written, which stops nothing.
    """
    try:
        os.replace(_part(path, without_keys_in(new), durable=False), path)
    except OSError:
        return False
    return True


def set_aside(path: Path, folder: Path) -> Path:
    """Move a file that is no use into ``folder``, where a person may look at it;
    where it stands then.
    """
    folder.mkdir(parents=True, exist_ok=True)
    names = chain((path.name,), (f"{path.stem}.{number}{path.suffix}" for number in count(2)))
    place = next(folder / name for name in names if not (folder / name).exists())
    os.replace(path, place)
    return place


def recover(leftovers: Iterable[Path]) -> list[Path]:
    """Clear what a killed run left; the pages that a person's text was put back to."""
    return [page for path in sorted(leftovers) if (page := _recover_one(path))]


def is_leftover(name: str) -> bool:
    """Whether a file name is one of a write under way."""
    return name.startswith(".") and name.endswith((PART, SWAP))


def _recover_one(path: Path) -> Path | None:
    swapped = _SWAPPED.fullmatch(path.name)
    if path.is_dir() and not path.is_symlink():
        return None  # not one of ours
    if swapped is None or path.is_symlink():
        path.unlink(missing_ok=True)
        return None
    name, old, new = swapped.groups()
    page, content = path.with_name(name), path.read_bytes()
    if _hash(content) in (old, new):  # not exchanged yet, or exchanged and right
        path.unlink()
        return None
    if page.exists() and _hash(page.read_bytes()) == new:
        os.replace(path, page)  # what a person saved at that instant
        return page
    # both are a person's: keep both
    copy = page.with_name(f"{page.stem}.saved-{_hash(content)[:8]}.md.txt")
    os.replace(path, copy)
    return copy


def _mode(path: Path) -> int | None:
    """Who may do what with a file: a person's choice, which outlives its content;
    ``None`` if it is gone.
    """
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        return None


def _part(path: Path, new: bytes, durable: bool, mode: int | None = None) -> Path:
    """The new content beside its place; nothing is left of it where it cannot be written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}{PART}")
    if part.is_symlink():  # which would be written through
        part.unlink()
    try:
        part.write_bytes(new)
        if mode is not None:
            part.chmod(mode)
        if durable:
            _flush(part)
    # a person who stops the run, too: what is half is not for the next commit
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
    return part


def _flush(path: Path) -> None:
    """Have the disk keep a file, or the names in a folder;
    where a folder cannot be flushed (Windows), nothing.
    """
    try:
        opened = os.open(path, os.O_RDONLY)
    except PermissionError:
        return
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno not in _CANNOT:  # a file system that has no such thing
            raise
    finally:
        os.close(opened)


@contextmanager
def named_error(path: Path) -> Iterator[None]:
    """An error of the disk says which file it is about,
    also where the system does not (a disk that is full).
    """
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(path)
        raise


def _swap(part: Path, path: Path, expected: bytes, new: bytes) -> None:
    """Exchange, verify, else swap back."""
    swap = path.with_name(f".{path.name}.{_hash(expected)}.{_hash(new)}{SWAP}")
    os.replace(part, swap)
    if not _exchange(swap, path):
        _replace(swap, path, expected)
        return
    if swap.read_bytes() != expected:
        _exchange(swap, path)
        swap.unlink()
        raise Changed(str(path))
    swap.unlink()


def _create(part: Path, path: Path) -> None:
    try:
        os.link(part, path)
    except FileExistsError:
        raise Changed(str(path)) from None
    except OSError:  # a file system without links
        if path.exists():
            raise Changed(str(path)) from None
        os.replace(part, path)
        return
    finally:
        part.unlink(missing_ok=True)


def _replace(swap: Path, path: Path, expected: bytes) -> None:
    """Without an exchange: compare, then replace at once."""
    if not path.exists() or path.read_bytes() != expected:
        swap.unlink()
        raise Changed(str(path))
    os.replace(swap, path)


def _exchange(one: Path, other: Path) -> bool:
    """Swap two files in one step; ``False`` where the system cannot."""
    rename = _renameat2()
    if rename is None:
        return False
    if rename(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _RENAME_EXCHANGE) == 0:
        return True
    number = ctypes.get_errno()
    if number == errno.ENOENT:  # the page was deleted or moved meanwhile
        one.unlink(missing_ok=True)
        raise Changed(str(other))
    if number in _CANNOT:
        return False
    raise OSError(number, os.strerror(number))


@functools.cache
def _renameat2() -> ctypes._NamedFuncPointer | None:
    try:
        return ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError):
        return None


def content_hash(content: bytes) -> str:
    """A hash of what a file says, whichever line ends git gave it on this machine."""
    return _hash(content.replace(b"\r\n", b"\n"))


def _hash(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=8).hexdigest()
