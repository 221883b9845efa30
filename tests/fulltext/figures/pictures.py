"""Pictures made in the test: whole files of each kind, with nothing to look at."""

from __future__ import annotations

import struct
import zlib


def png(width: int = 640, height: int = 320, shade: int = 200, moves: bool = False) -> bytes:
    """A grey PNG of this size, one bit of difference for each ``shade``."""
    rows = (b"\0" + bytes([shade]) * width) * height
    animation = chunk(b"acTL", struct.pack(">II", 2, 0)) if moves else b""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    return (
        b"\x89PNG\r\n\x1a\n"
        + head
        + animation
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def chunk(kind: bytes, content: bytes) -> bytes:
    return (
        struct.pack(">I", len(content))
        + kind
        + content
        + struct.pack(">I", zlib.crc32(kind + content))
    )


def jpeg(width: int = 640, height: int = 320, frame: int = 0xC0) -> bytes:
    """The markers of a JPEG: an application's segment, a table, the frame, the end."""
    segments = b"\xff\xe0" + struct.pack(">H", 16) + b"JFIF\0" + bytes(9)
    # a table, whose marker lies among the frames'
    segments += b"\xff\xc4" + struct.pack(">H", 4) + b"\0\0"
    segments += (
        b"\xff\xff" + bytes([frame]) + struct.pack(">HBHHB", 11, 8, height, width, 1) + b"\1\x11\0"
    )
    return b"\xff\xd8" + segments + b"\xff\xd9"


def webp(width: int = 640, height: int = 320, kind: bytes = b"VP8X", moves: bool = False) -> bytes:
    """A WebP whose first chunk is of this kind: extended, lossless or lossy."""
    if kind == b"VP8X":
        body = (
            bytes([2 if moves else 0, 0, 0, 0])
            + (width - 1).to_bytes(3, "little")
            + (height - 1).to_bytes(3, "little")
        )
    elif kind == b"VP8L":
        body = b"\x2f" + struct.pack("<I", (width - 1) | (height - 1) << 14)
    else:
        body = b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", width, height)
    content = kind + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)
    return b"RIFF" + struct.pack("<I", len(content) + 4) + b"WEBP" + content


def figure(
    src: str, caption: str = "The method.", number: int = 1, inner: str = "", kind: str = "figure"
) -> str:
    """A figure as LaTeXML writes it."""
    tag = f'<span class="ltx_tag ltx_tag_figure">Figure {number}: </span>' if number else ""
    image = (
        f'<img src="{src}" id="S1.F{number}.g1" class="ltx_graphics ltx_img_landscape" width="598"'
        ' alt="Refer to">'
    )
    words = f'<figcaption class="ltx_caption ltx_centering">{tag}{caption}</figcaption>'
    return (
        f'<figure id="S1.F{number}"'
        f' class="ltx_{kind}">{image if src else ""}{inner}{words}</figure>'
    )
