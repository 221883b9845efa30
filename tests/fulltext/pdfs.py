"""PDFs made for a test: a few lines of text on each page, written out by hand."""

from __future__ import annotations

from collections.abc import Sequence

LATIN = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"


def pdf(
    pages: Sequence[bytes], font: bytes = LATIN, extra: Sequence[bytes] = (), info: bytes = b"<< >>"
) -> bytes:
    """A PDF of the given content streams; object 3 is the font, objects 5 on are ``extra``."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"", font, info, *extra]
    first = len(objects) + 1
    kids = b" ".join(b"%d 0 R" % (first + 2 * index) for index in range(len(pages)))
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(pages), kids)
    for index, content in enumerate(pages):
        objects += [
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R >> >> >>" % (first + 2 * index + 1),
            stream(content),
        ]
    return file_of(objects)


def stream(content: bytes, entries: bytes = b"") -> bytes:
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(content), entries, content)


def lines(texts: Sequence[str], size: int = 10, top: int = 760) -> bytes:
    """The content stream of a page with these lines of Latin text."""
    shown = [
        b"(" + text.encode("latin-1").replace(b"(", b"\\(").replace(b")", b"\\)") + b") Tj T*"
        for text in texts
    ]
    return b"BT /F1 %d Tf 12 TL 50 %d Td %s ET" % (size, top, b"\n".join(shown))


def file_of(objects: Sequence[bytes]) -> bytes:
    """A PDF of these objects: the first is its catalogue, the fourth what it says of itself."""
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    return (
        out + b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R /Info 4 0 R"
        b" >>\nstartxref\n%d\n%%%%EOF\n" % (size, table, size, len(out))
    )


PROSE = [
    "We present a method that reads a paper and says what it found, so that a reader can trust",
    "the answer. The method is trained on sentences that were written by people, and it is",
    "tested on questions that no one had asked before. It answers most of them in less time",
    "than a person needs, and it names the sentence that the answer stands in.",
]
