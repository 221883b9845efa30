"""Endless loops: a model that says the same phrase until it is stopped."""

from __future__ import annotations

import re
import zlib

SHORTEST = 60  # characters; a shorter text holds no loop worth the name
_PACKED = 0.5  # of its size: prose packs to no less, a loop to far less
_LOOP = re.compile(r"(.{4,120}?)\1{4,}", re.DOTALL)


def loop_in(text: str) -> str | None:
    """The phrase that ``text`` repeats five times or more on end; ``None`` if it does not.

    The regular expression is slow, so only texts that zlib packs well get to it.
    """
    if len(text) < SHORTEST:
        return None
    data = text.encode("utf-8")
    if _packed(data) > _PACKED * len(data) + 24:
        return None
    match = _LOOP.search(text[-4000:])
    return match[1].strip() or match[1] if match else None


def _packed(data: bytes) -> int:
    """The packed size; with a small window, since setting up a large one costs more than
    packing a paragraph.
    """
    packer = zlib.compressobj(1, zlib.DEFLATED, -10, 2)
    return len(packer.compress(data)) + len(packer.flush())
