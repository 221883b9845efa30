"""Answers kept on disk, so that an upstream can say "not modified".

One file an address: a line of JSON (address, status, headers, hash of the body)
and then the body. Safe to delete at any time. A file that is not whole counts as
not there, and a cache that cannot be written never stops a run. The network is
:mod:`wiki_builder.core.http.client`'s.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class CachedAnswer:
    """One kept answer: its headers by lower-case name, and its body."""

    status: int
    headers: Mapping[str, str]
    content: bytes

    @property
    def conditions(self) -> dict[str, str]:
        """The request headers that ask "has it changed?" (RFC 9110, section 13.1)."""
        pairs = (
            ("If-None-Match", self.headers.get("etag")),
            ("If-Modified-Since", self.headers.get("last-modified")),
        )
        return {name: value for name, value in pairs if value}


class AnswerCache:
    """A folder of kept answers; with ``None`` as folder nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._lock = threading.Lock()

    def read(self, url: str) -> CachedAnswer | None:
        """The answer kept for ``url``, or ``None`` where there is none that is whole."""
        try:
            return _decode(url, self._path(url).read_bytes()) if self._folder else None
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def write(self, url: str, kept: CachedAnswer) -> None:
        """Keep an answer; nothing half-written is ever visible."""
        if self._folder is None:
            return
        path = self._path(url)
        with self._lock, contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            half = path.with_name(path.name + ".tmp")
            half.write_bytes(_encode(url, kept))
            os.replace(half, path)

    def drop(self, url: str) -> None:
        """Forget the answer kept for ``url``."""
        if self._folder is not None:
            with contextlib.suppress(OSError):
                self._path(url).unlink()

    def _path(self, url: str) -> Path:
        assert self._folder is not None
        name = _hash(url.encode("utf-8"))
        return self._folder / name[:2] / name


def _hash(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _encode(url: str, kept: CachedAnswer) -> bytes:
    head = {
        "url": url,
        "status": kept.status,
        "headers": dict(kept.headers),
        "body": _hash(kept.content),
    }
    return json.dumps(head, sort_keys=True).encode("ascii") + b"\n" + kept.content


def _decode(url: str, data: bytes) -> CachedAnswer:
    line, _, body = data.partition(b"\n")
    head = json.loads(line)
    if head["url"] != url or head["body"] != _hash(body):
        raise ValueError("not the answer that was kept")
    return CachedAnswer(
        int(head["status"]), {str(k): str(v) for k, v in head["headers"].items()}, body
    )
