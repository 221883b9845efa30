"""A picture is published as its pixels: no place, no name, no text, nothing behind its end,
and no pixel changed.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fulltext.figures.pictures import (
    chunk,
    jpeg,
    png,
    webp,
)
from tests.pages.sample import sample
from wiki_builder.fulltext.figures.clean import without_extras
from wiki_builder.fulltext.figures.image import Image, image_of
from wiki_builder.site.build import build_site

SECRET = b"52.5200N13.4050E"
BOMB = zlib.compress(bytes(20_000_000))


def exif(order: str, orientation: int = 0) -> bytes:
    """EXIF with a text and, if it is not 0, which side is up."""
    entries = [(0x010E, 2, len(SECRET), 100)] + ([(0x0112, 3, 1, 0)] if orientation else [])
    head = {"<": b"II*\0", ">": b"MM\0*"}[order] + struct.pack(f"{order}IH", 8, len(entries))
    body = b"".join(
        struct.pack(f"{order}HHI", *entry[:3])
        + (
            struct.pack(f"{order}HH", orientation, 0)
            if entry[0] == 0x0112
            else struct.pack(f"{order}I", entry[3])
        )
        for entry in entries
    )
    return (head + body).ljust(100, b"\0") + SECRET


def segment(marker: int, body: bytes) -> bytes:
    """A part of a JPEG."""
    return bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body


def photo(extras: bytes = b"", tail: bytes = b"") -> bytes:
    """A JPEG with coded pixels, restarts and escaped bytes among them, in two scans."""
    plain = jpeg()
    scan = segment(0xDA, b"\x01\x01\x00\x00\x3f\x00") + b"ab\xff\x00cd\xff\xd0ef"
    return plain[:2] + extras + plain[2:-2] + scan + scan + plain[-2:] + tail


def test_a_png_keeps_its_pixels_only() -> None:
    """Texts, time, place, parts of programs and what stands behind the end are gone;
    packed texts are not unpacked.
    """
    plain = png()
    head, rest = plain[:33], plain[33:]
    extras = (
        chunk(b"tEXt", b"Author\0" + SECRET)
        + chunk(b"zTXt", b"x\0\0" + BOMB)
        + chunk(b"iTXt", SECRET)
    )
    extras += (
        chunk(b"tIME", SECRET[:7])
        + chunk(b"eXIf", exif(">"))
        + chunk(b"prVt", SECRET)
        + chunk(b"pHYs", SECRET[:9])
    )
    extras += chunk(b"iCCP", b"x\0\0" + BOMB)
    assert without_extras(head + extras + rest + SECRET) == plain


def test_a_png_keeps_its_colours_and_which_side_is_up() -> None:
    """A profile of a profile's size, and of EXIF the one entry that changes what is seen."""
    plain = png()
    profile = chunk(b"gAMA", bytes(4)) + chunk(b"iCCP", b"x\0\0" + zlib.compress(b"profile"))
    made = without_extras(plain[:33] + profile + chunk(b"eXIf", exif("<", 6)) + plain[33:])
    assert profile in made
    assert SECRET not in made
    assert b"eXIfMM" in made
    assert isinstance(image_of(made), Image)


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("orientation", [0, 1, 6, 8, 99])
def test_a_jpeg_keeps_its_pixels_and_which_side_is_up(order: str, orientation: int) -> None:
    """Of EXIF nothing but that, in any order of bytes;
    comments, XMP, thumbnails and other makers' parts are gone.
    """
    extras = segment(0xE1, b"Exif\0\0" + exif(order, orientation)) + segment(
        0xE1, b"http://ns.adobe.com/xap/1.0/\0" + SECRET
    )
    extras += (
        segment(0xFE, SECRET)
        + segment(0xED, b"Photoshop 3.0\0" + SECRET)
        + segment(0xE2, b"MPF\0" + SECRET)
    )
    extras += segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\4\4" + SECRET * 3)
    made = without_extras(photo(extras, jpeg() + SECRET))
    assert SECRET not in made
    assert b"ab\xff\x00cd\xff\xd0ef" in made
    assert made.endswith(b"ef\xff\xd9")
    upright = struct.pack(">HHIH", 0x0112, 3, 1, orientation)
    assert (upright in made) is (orientation in (6, 8))
    assert isinstance(image_of(made), Image)
    assert without_extras(made) == made


def test_a_jpeg_keeps_its_profile_and_its_kind_of_colours() -> None:
    """Without them it would be shown in other colours."""
    kept = segment(0xE2, b"ICC_PROFILE\0\1\1profile") + segment(0xEE, b"Adobe\0\x64\0\0\0\0\1")
    assert kept in without_extras(photo(kept))


def test_a_webp_keeps_its_pixels_only() -> None:
    """EXIF, XMP and what stands behind are gone, and its head does not promise them."""
    plain = webp(kind=b"VP8X")
    head = plain[:20] + bytes([0b00101100]) + plain[21:]
    extras = b"".join(
        kind + struct.pack("<I", len(SECRET)) + SECRET for kind in (b"EXIF", b"XMP ", b"misc")
    )
    data = head[:4] + struct.pack("<I", len(head) + len(extras) - 8) + head[8:] + extras + SECRET
    made = without_extras(data)
    assert SECRET not in made
    assert made[20] == 0b00100000
    assert image_of(made) == image_of(plain)


@pytest.mark.parametrize(
    "plain", [png(), png(moves=True), jpeg(), photo(), webp(kind=b"VP8 "), webp(kind=b"VP8L")]
)
def test_a_picture_without_extras_is_left_alone(plain: bytes) -> None:
    """The same bytes, so that what is there already is not written anew."""
    # fill bytes before a marker are such extras
    whole = plain.replace(b"\xff\xff\xc0", b"\xff\xc0")
    assert without_extras(whole) == whole


@given(st.sampled_from([png(), photo(), webp()]), st.integers(0, 400), st.binary(max_size=8))
def test_what_is_no_whole_picture_is_no_fault(plain: bytes, at: int, put: bytes) -> None:
    """Whatever is in it: a picture, or the bytes as they were, never an error or without end."""
    without_extras(plain[:at] + put + plain[at + len(put) :])
    without_extras(plain[:at])


def test_pictures_of_the_owners_are_published_without_their_place(tmp_path: Path) -> None:
    """The copy on the site has none; the file in ``docs/`` is theirs and stays."""
    wiki = sample(tmp_path)
    own = wiki.root / "docs" / "me.JPG"
    own.write_bytes(photo(segment(0xE1, b"Exif\0\0" + exif(">", 6))))
    before = own.read_bytes()
    built = build_site(wiki.root)
    assert built.ok, built.output
    made = (built.site / "me.JPG").read_bytes()
    assert SECRET not in made
    assert made == without_extras(before)
    assert own.read_bytes() == before
