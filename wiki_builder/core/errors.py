"""What stops a run.

An ordinary failure (one paper, one reply, one passage) is a value that reaches
the run's report, never an exception. The exceptions are:

    WikiBuilderError
    ├── UsageError        exit 2: the command line, wiki.toml or the wiki's format is wrong
    │   ├── SettingsError     every problem of wiki.toml at once
    │   ├── FormatError       the wiki's format or a data file cannot be read
    │   └── Outside           a link leads out of the wiki's folder
    ├── UpstreamError     exit 3: an upstream could not be reached, refused, or is stale
    │   ├── StaleFeed
    │   └── UnfitAnswer       the answer is too large, or would come from another host
    ├── Locked            exit 3: another run holds the lock
    └── DiskError         exit 3: the disk is full, or a file cannot be read or written

A run that stops at its budget (exit 4) is no exception: its report says so.

Each says what happened, where, and what to do next, and holds no key.
"""

from __future__ import annotations

import errno
import os

from wiki_builder.core.keys import without_likely_keys


class WikiBuilderError(Exception):
    """The root. ``what`` happened, ``where``, and what to do ``next``."""

    exit_code = 1

    def __init__(self, what: str, *, where: str = "", next: str = "") -> None:
        self.what, self.where, self.next = map(without_likely_keys, (what, where, next))
        super().__init__(" ".join(_sentence(part) for part in (self._placed(), self.next) if part))

    def _placed(self) -> str:
        return f"{self.where}: {self.what}" if self.where else self.what


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."


class UsageError(WikiBuilderError):
    """The command line, the settings or the wiki's format is wrong; nothing was done."""

    exit_code = 2


class SettingsError(UsageError):
    """``wiki.toml`` is wrong; the message lists every problem, one a line."""


class FormatError(UsageError):
    """A wiki of another format, or a data file that cannot be read."""


class Outside(UsageError):
    """A link leads out of the wiki's folder; nothing was read or written through it."""


class UpstreamError(WikiBuilderError):
    """An upstream could not be reached or refused; nothing is lost, run it again."""

    exit_code = 3


class StaleFeed(UpstreamError):
    """The feed is older than it should be."""


class UnfitAnswer(UpstreamError):
    """The upstream is there, and what it would send is not wanted:
    too large, or from another host.
    """


class Locked(WikiBuilderError):
    """Another run holds the wiki's lock."""

    exit_code = 3


class DiskError(WikiBuilderError):
    """The disk is full, or a file or folder cannot be read or written;
    nothing is lost, run it again.
    """

    exit_code = 3


_AGAIN = "; then run this again, it goes on from here"
_FULL = ("the disk is full", "Make room" + _AGAIN)
_FORBIDDEN = ("this user may not read or write it", "Give the user the right to" + _AGAIN)
_OPEN = ("too many files are open", "Raise the limit, see `ulimit -n`" + _AGAIN)
_PLACE = (
    "a file stands where a folder should be, or a folder where a file",
    "Move it away" + _AGAIN,
)
_OF_DISK = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EACCES: _FORBIDDEN,
    errno.EPERM: _FORBIDDEN,
    errno.EROFS: ("it can only be read here", "Make the folder writable" + _AGAIN),
    errno.EMFILE: _OPEN,
    errno.ENFILE: _OPEN,
    errno.ENOTDIR: _PLACE,
    errno.EISDIR: _PLACE,
    errno.EEXIST: _PLACE,
    errno.ELOOP: ("this link leads to itself", "Take it away" + _AGAIN),
    errno.EIO: (
        "the disk cannot read or write it",
        "Look after the disk, and keep a copy of the wiki" + _AGAIN,
    ),
}


def is_of_disk(number: int) -> bool:
    """Whether an error's number is one of a disk, of its rights and of what stands where."""
    return number in _OF_DISK


def of_disk(error: OSError) -> DiskError | None:
    """An error of the system in words; ``None`` for one that is not of a file,
    such as a connection's.
    """
    if error.errno is None or isinstance(error, ConnectionError):
        return None
    what, next_ = _OF_DISK.get(
        error.errno, ((error.strerror or "it cannot be read or written").lower(), "")
    )
    where = str(error.filename) if error.filename is not None else ""
    if where.endswith(".wiki-part") and what in (_FORBIDDEN[0], _OF_DISK[errno.EROFS][0]):
        where = os.path.dirname(where)  # a new file could not be made: the folder's rights are why
    return DiskError(what, where=where, next=next_ or "Mend that" + _AGAIN)
