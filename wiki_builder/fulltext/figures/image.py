"""Images: what kind they are, and how large, from their bytes alone; never from a name or a header.

PNG, JPEG and WebP that stand still. Not SVG, which may hold scripts and links, and not GIF or
other moving pictures, which a reader could not stop. Nothing is decoded.

https://www.w3.org/TR/png-3/, ITU T.81 (annex B), RFC 9649.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from wiki_builder.core.values.paper import ImageType

LEAST_SIDE = 80  # pixels; smaller ones are logos and marks
MOST_PIXELS = 40_000_000

_PNG = b"\x89PNG\r\n\x1a\n"
# the start of a frame: SOF0 to SOF15
_FRAMES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
_BARE = frozenset({0x01, *range(0xD0, 0xD8)})  # markers without a length
_MOVES = "it moves"
_NOT_WHOLE = "it is not whole"


@dataclass(frozen=True, slots=True)
class Image:
    """A picture that a page can show; sides in pixels."""

    type: ImageType
    width: int
    height: int


def image_of(data: bytes) -> Image | str:
    """What ``data`` is; a reason in words where it is no picture that a page should show."""
    try:
        found = _read(data)
    except (struct.error, IndexError, StopIteration):
        return _NOT_WHOLE
    return (_unfit(found) or found) if isinstance(found, Image) else found


def _read(data: bytes) -> Image | str:
    if data.startswith(_PNG):
        return _png(data)
    if data.startswith(b"\xff\xd8\xff"):
        return _jpeg(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp(data)
    return "it is no PNG, JPEG or WebP"


def _unfit(image: Image) -> str | None:
    if min(image.width, image.height) < LEAST_SIDE:
        return f"it has {image.width} × {image.height} pixels only"
    return (
        f"it has {image.width} × {image.height} pixels"
        if image.width * image.height > MOST_PIXELS
        else None
    )


def _png(data: bytes) -> Image | str:
    """Width and height are the first two numbers of the first chunk;
    ``acTL`` before the data makes it move.
    """
    kinds: list[bytes] = []
    for kind, _ in _chunks(data, 8, ">", b"IEND"):
        kinds.append(kind)
    if kinds[:1] != [b"IHDR"] or kinds[-1] != b"IEND":
        return _NOT_WHOLE
    if b"acTL" in kinds:
        return _MOVES
    width, height = struct.unpack_from(">II", data, 16)
    return Image("png", width, height)


def _chunks(data: bytes, at: int, order: str, last: bytes = b"") -> Iterator[tuple[bytes, int]]:
    """Each chunk's name and where its content begins;
    PNG's carry a checksum, WebP's an even length.
    """
    while at + 8 <= len(data):
        if order == ">":
            length, kind = struct.unpack_from(">I4s", data, at)
            end = at + 8 + length + 4
        else:
            kind, length = struct.unpack_from("<4sI", data, at)
            end = at + 8 + length + length % 2
        if end > len(data):
            return
        yield kind, at + 8
        if kind == last:
            return
        at = end


def _jpeg(data: bytes) -> Image | str:
    """The first frame's header says height and width, in this order."""
    if b"\xff\xd9" not in data[-1024:]:
        return _NOT_WHOLE
    at = 2
    while True:
        while data[at] == 0xFF and data[at + 1] == 0xFF:  # fill bytes
            at += 1
        if data[at] != 0xFF:
            return _NOT_WHOLE
        marker = data[at + 1]
        if marker in _FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return Image("jpeg", width, height)
        at += 2 if marker in _BARE else 2 + struct.unpack_from(">H", data, at + 2)[0]


def _webp(data: bytes) -> Image | str:
    """The first chunk says the size: that of an extended file, or of its only frame,
    with or without loss.
    """
    if len(data) < 8 + struct.unpack_from("<I", data, 4)[0]:
        return _NOT_WHOLE
    kind, at = next(_chunks(data, 12, "<"))
    if kind == b"VP8X":
        if data[at] & 2:
            return _MOVES
        sides = (
            int.from_bytes(data[at + offset : at + offset + 3], "little") + 1 for offset in (4, 7)
        )
        return Image("webp", *sides)
    if kind == b"VP8L":
        bits = int(struct.unpack_from("<I", data, at + 1)[0])
        return Image("webp", (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, at + 6)
        return Image("webp", width & 0x3FFF, height & 0x3FFF)
    return _NOT_WHOLE
