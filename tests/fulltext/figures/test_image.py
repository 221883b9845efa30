"""What an image is, from its bytes."""

from __future__ import annotations

import pytest

from tests.fulltext.figures.pictures import jpeg, png, webp
from wiki_builder.fulltext.figures.image import Image, image_of


@pytest.mark.parametrize(
    ("data", "type_"),
    [
        (png(), "png"),
        (jpeg(), "jpeg"),
        (jpeg(frame=0xC2), "jpeg"),
        (webp(), "webp"),
        (webp(kind=b"VP8L"), "webp"),
        (webp(kind=b"VP8 "), "webp"),
    ],
)
def test_kind_and_size_are_read_from_the_bytes(data: bytes, type_: str) -> None:
    """PNG, JPEG (baseline and progressive) and WebP of all three kinds."""
    assert image_of(data) == Image(type_, 640, 320)  # type: ignore[arg-type]  # one of the three


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "it is no PNG, JPEG or WebP"),
        (
            b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
            "it is no PNG, JPEG or WebP",
        ),
        (b"GIF89a" + bytes(100), "it is no PNG, JPEG or WebP"),
        (b"<html>Not found</html>", "it is no PNG, JPEG or WebP"),
        (png(moves=True), "it moves"),
        (webp(moves=True), "it moves"),
        (png(40, 400), "it has 40 × 400 pixels only"),
        (jpeg(20_000, 20_000), "it has 20000 × 20000 pixels"),
        (jpeg()[:-2], "it is not whole"),
        (jpeg()[:30] + b"\xff\xd9", "it is not whole"),
        (webp()[:-4], "it is not whole"),
        (b"RIFF\x04\0\0\0WEBP", "it is not whole"),
        (b"\x89PNG\r\n\x1a\n", "it is not whole"),
    ],
)
def test_what_a_page_should_not_show_has_its_reason(data: bytes, reason: str) -> None:
    """Scripts in disguise, moving pictures, logos, giants and broken files."""
    assert image_of(data) == reason


def test_a_cut_image_is_never_taken_for_a_whole_one() -> None:
    """However many bytes of a PNG came."""
    whole = png(100, 90)
    assert {image_of(whole[:end]) for end in range(8, len(whole))} == {"it is not whole"}
