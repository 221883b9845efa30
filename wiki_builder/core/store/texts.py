"""Files that people write as well: read to the byte,
and written or removed only while they are what was read.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from wiki_builder.core.errors import FormatError
from wiki_builder.core.store.border import Border
from wiki_builder.core.store.disk import Changed, write_page

__all__ = ["Changed", "hash_of", "remove", "swap", "text_of"]


def text_of(path: Path) -> str | None:
    """A file's text to the byte; ``None`` if there is none.

    Raises:
        FormatError: it is not UTF-8.
    """
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise FormatError(
            "this file is not UTF-8", where=str(path), next="Save it as UTF-8"
        ) from None


def swap(
    path: Path, before: bytes | None, after: bytes | None, *, within: Path | None = None
) -> None:
    """Bring a file from what it held to what it shall hold (``None``: no file), so that it outlives
    a loss of power.

    Raises:
        Changed: it holds something else by now; it is left as it is.
        Outside: a link on the way leads out of ``within``; nothing was written.
        OSError: it cannot be written; its ``filename`` says which.
    """
    if after is not None:
        write_page(path, before, after, within=within, durable=True)
    elif path.is_file() and path.read_bytes() == before:
        path.unlink()
    else:
        raise Changed(str(path))


def hash_of(path: Path) -> str:
    """A short hash of a file's bytes; empty if there is none."""
    return hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest() if path.is_file() else ""


def remove(path: Path, hash_: str, *, within: Path) -> None:
    """Remove a file that has this hash; any other stays.

    Raises:
        Outside: a link on the way leads out of ``within``.
    """
    Border(within).require(path.parent)
    if hash_of(path) == hash_:
        path.unlink(missing_ok=True)
