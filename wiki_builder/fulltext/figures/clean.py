"""A picture without what does not show: where it was taken, by whom, texts, and bytes behind its
end.

Every part that a decoder needs for the pixels is copied, and no other; a part that is not known is
not needed. Two things that are not pixels change how they look and stay: the colour profile, if it
is no bomb, and which side is up, as the only entry of an EXIF that is written anew. Nothing is
decoded, so that no pixel changes, and none is made.

https://www.w3.org/TR/png-3/, ITU T.81 (annex B), RFC 9649, CIPA DC-008 (EXIF).
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_KEPT = frozenset(
    {
        b"IHDR",
        b"PLTE",
        b"tRNS",
        b"gAMA",
        b"cHRM",
        b"sRGB",
        b"cICP",
        b"sBIT",
        b"bKGD",
        b"IDAT",
        b"IEND",
    }
)
_PNG_KEPT |= {b"acTL", b"fcTL", b"fdAT"}  # of one that moves
_WEBP_KEPT = frozenset({b"VP8X", b"VP8 ", b"VP8L", b"ALPH", b"ANIM", b"ANMF", b"ICCP"})
_MOST_PROFILE = 1_000_000  # bytes of a colour profile
_EXIF, _ICC, _ADOBE = b"Exif\0\0", b"ICC_PROFILE\0", b"Adobe"
_ORIENTATION = 0x0112
_SOS, _EOI, _APP0, _APP1, _APP2, _APP14, _APP15, _COM = (
    0xDA,
    0xD9,
    0xE0,
    0xE1,
    0xE2,
    0xEE,
    0xEF,
    0xFE,
)


def without_extras(data: bytes) -> bytes:
    """A PNG, JPEG or WebP as its pixels alone;
    bytes of any other kind, or that are no whole picture, as they are.
    """
    try:
        if data.startswith(_PNG):
            return _png(data)
        if data.startswith(b"\xff\xd8\xff"):
            return b"".join(_jpeg(data))
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp(data)
    except (struct.error, IndexError, ValueError):
        pass
    return data


def _png(data: bytes) -> bytes:
    parts, at, kind = [_PNG], 8, b""
    while kind != b"IEND":
        length, kind = struct.unpack_from(">I4s", data, at)
        part = data[at : at + 12 + length]
        if len(part) < 12 + length:
            raise ValueError(kind)
        if kind in _PNG_KEPT or (kind == b"iCCP" and _is_profile(part[8:-4])):
            parts.append(part)
        elif kind == b"eXIf" and (turned := _orientation(part[8:-4])) > 1:
            body = b"eXIf" + _upright(turned)
            parts.append(
                struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
            )
        at += len(part)
    return b"".join(parts)


def _is_profile(content: bytes) -> bool:
    """Whether a compressed profile is whole, and no larger than one is."""
    _, _, packed = content.partition(b"\0")
    engine = zlib.decompressobj()
    try:
        engine.decompress(packed[1:], _MOST_PROFILE)
    except zlib.error:
        return False
    return engine.eof and not engine.unused_data


def _jpeg(data: bytes) -> Iterator[bytes]:
    yield data[:2]
    at, profile = 2, 0
    while True:
        while data[at + 1] == 0xFF:  # fill bytes
            at += 1
        marker = data[at + 1]
        if data[at] != 0xFF:
            raise ValueError(at)
        if marker == _EOI:
            yield data[at : at + 2]
            return
        length = 2 + struct.unpack_from(">H", data, at + 2)[0]
        part, body = data[at : at + length], data[at + 4 : at + length]
        if len(part) < length:
            raise ValueError(at)
        at += length
        if marker == _SOS:
            end = _scanned(data, at)
            yield part + data[at:end]
            at = end
        elif marker == _APP0:
            yield _jfif(part)
        elif marker == _APP1 and body.startswith(_EXIF):
            yield _exif(_orientation(body[len(_EXIF) :]))
        elif marker == _APP2 and body.startswith(_ICC):
            profile += len(part)
            yield part if profile <= _MOST_PROFILE else b""
        # which colours the parts are
        elif marker == _APP14 and body.startswith(_ADOBE) and len(body) >= 12:
            yield b"\xff\xee\x00\x0e" + body[:12]
        elif not (_APP0 <= marker <= _APP15 or marker == _COM):
            yield part


def _scanned(data: bytes, at: int) -> int:
    """Where the coded pixels end: at a marker that is neither a restart nor an escaped byte."""
    while True:
        at = data.index(b"\xff", at)
        if data[at + 1] and not 0xD0 <= data[at + 1] <= 0xD7 and data[at + 1] != 0xFF:
            return at
        at += 1 if data[at + 1] == 0xFF else 2


def _jfif(part: bytes) -> bytes:
    """Version and density, without the small picture that may come along."""
    return (
        b"\xff\xe0\x00\x10" + part[4:16] + b"\0\0"
        if part[4:9] == b"JFIF\0" and len(part) >= 18
        else b""
    )


def _exif(turned: int) -> bytes:
    body = _EXIF + _upright(turned)
    return b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body if turned > 1 else b""


def _upright(turned: int) -> bytes:
    """EXIF that says which side is up, and nothing else."""
    return b"MM\0*" + struct.pack(">IHHHIHHI", 8, 1, _ORIENTATION, 3, 1, turned, 0, 0)


def _orientation(exif: bytes) -> int:
    """Which side is up, from 1 to 8; 1 where it is not said."""
    order = {b"II": "<", b"MM": ">"}.get(exif[:2])
    if not order:
        return 1
    try:
        (at,) = struct.unpack_from(f"{order}I", exif, 4)
        (count,) = struct.unpack_from(f"{order}H", exif, at)
        for entry in range(at + 2, at + 2 + 12 * min(count, 100), 12):
            tag, kind = struct.unpack_from(f"{order}HH", exif, entry)
            if tag == _ORIENTATION and kind == 3:
                (value,) = struct.unpack_from(f"{order}H", exif, entry + 8)
                return int(value) if 1 <= value <= 8 else 1
    except struct.error:
        pass
    return 1


def _webp(data: bytes) -> bytes:
    end, at, parts = 8 + struct.unpack_from("<I", data, 4)[0], 12, []
    if end > len(data):
        raise ValueError(end)
    while at + 8 <= end:
        kind, length = struct.unpack_from("<4sI", data, at)
        part = data[at : at + 8 + length + length % 2]
        if kind == b"VP8X":  # flags: ICC, alpha and animation stay; EXIF and XMP are gone
            part = part[:8] + bytes([part[8] & 0b00110010]) + part[9:]
        if kind in _WEBP_KEPT:
            parts.append(part)
        at += 8 + length + length % 2
    body = b"WEBP" + b"".join(parts)
    return b"RIFF" + struct.pack("<I", len(body)) + body
