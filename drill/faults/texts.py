"""Faults of papers' texts: arXiv's HTML and PDF of one paper, the other papers being well."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from io import BytesIO

from pypdf import PdfWriter

from drill.faults import wires
from drill.faults.fault import Fault
from drill.faults.site import FOR_EVER, LATER, WHY_LATER, Setting, Site, papers
from tests.e2e.world import latexml
from tests.fulltext.pdfs import lines, pdf
from tests.loopback.arxiv import Answer
from tests.loopback.wire import Wire

_HTML, _PDF = "text/html; charset=utf-8", "application/pdf"
_READ = Setting(text='"html", "pdf", "abstract"')
_ASKED_AGAIN = "not the paper's text, asked again by the next run"
_ABSTRACT = ("data/*", "docs/*")
_WHY = "what arXiv had then was read, and is not read again"

Change = Callable[[Answer], Answer]


def faults() -> Iterator[Fault]:
    """All of them; the paper has no PDF unless the case says so."""
    wrong: dict[str, Change] = {
        "another paper's text": _sent(latexml(papers(3)[0])),
        "cut, and closed by nobody": lambda answer: replace(
            answer, body=answer.body[: len(answer.body) // 2]
        ),
        "brotli, which nobody asked for": lambda answer: replace(
            answer, headers={"Content-Encoding": "br"}
        ),
        "a gzip bomb": lambda answer: replace(answer, wire=wires.large(_HTML, b"")["a gzip bomb"]),
        "a body for ever": lambda answer: replace(
            answer, wire=wires.large(_HTML, b"")["a body for ever"]
        ),
        "a redirect to another host": lambda answer: Answer(
            b"", _HTML, 302, {"Location": "http://example.com/"}
        ),
    }
    for name, change in wrong.items():
        yield Fault(
            f"HTML: {name}",
            1,
            _ASKED_AGAIN,
            partial(_html, change=change),
            _READ,
            apart=LATER,
            why=WHY_LATER,
        )
    none: dict[str, Change] = {
        "an empty page": _sent(b""),
        "an error in a sentence": _sent(
            b"<html><body><p>The conversion to HTML failed</p></body></html>"
        ),
        "a page that says it was withdrawn": _sent(
            b"<html><body><h1>This paper has been withdrawn</h1></body></html>"
        ),
        "a captcha": _sent(b"<html><body><h1>Are you human?</h1></body></html>"),
        "a picture": _sent(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 50),
        "null bytes": _sent(bytes(50_000)),
        "a hundred thousand levels": _sent(
            b"<html><body><article>" + b"<div>" * 100_000 + b"</article></html>"
        ),
    }
    for name, change in none.items():
        yield Fault(
            f"HTML: {name}",
            1,
            _ASKED_AGAIN,
            partial(_html, change=change),
            _READ,
            apart=LATER,
            why=WHY_LATER,
        )
    poor: dict[str, Change] = {
        "status 404": _sent(b"no HTML for this paper", status=404),
        "a conversion that broke off": _sent(
            b"<html><body>Fatal error and exited abruptly</body></html>"
        ),
    }
    for name, change in poor.items():
        yield Fault(
            f"HTML: {name}", 0, "", partial(_html, change=change), _READ, apart=_ABSTRACT, why=_WHY
        )
    down: dict[str, tuple[str, Change]] = {
        "status 503": ("503", _sent(b"busy", status=503)),
        "status 403": ("403", _sent(b"denied", status=403)),
        "Rate exceeded.": ("Rate exceeded", _sent(b"Rate exceeded.", "text/plain")),
        "silence": (
            "ReadTimeout|took longer",
            lambda answer: replace(answer, wire=Wire(end="hold")),
        ),
        "a reset": ("ReadError", lambda answer: replace(answer, wire=Wire(end="reset"))),
    }
    for name, (said, change) in down.items():
        speed = 100.0 if name == "silence" else 50.0
        yield Fault(
            f"HTML: {name}",
            3,
            said,
            partial(_html, change=change),
            _READ,
            speed=speed,
            apart=LATER,
            why=WHY_LATER,
        )
    yield from _pdfs()


def _pdfs() -> Iterator[Fault]:
    """The paper has no HTML on that day, and a PDF that is wrong."""
    other = papers(3)[0].version
    said = f"{other.title}. {other.abstract}".encode("latin-1", "replace").decode("latin-1").split()
    another = pdf([lines([" ".join(said[at : at + 12]) for at in range(0, len(said), 12)] * 4)])
    changes: dict[str, tuple[int, str, bytes]] = {
        "no bytes at all": (1, _ASKED_AGAIN, b""),
        "HTML in its place": (1, _ASKED_AGAIN, b"<html><body>no</body></html>"),
        "broken": (1, _ASKED_AGAIN, b"%PDF-1.4\n" + bytes(range(256)) * 100),
        "without pages": (0, "", pdf([])),
        "an empty page": (0, "", pdf([b""])),
        "encrypted with a password": (0, "", _encrypted()),
        "cut in the middle": (1, _ASKED_AGAIN, another[: len(another) // 2]),
        "another paper's": (1, _ASKED_AGAIN, another),
    }
    for name, (code, words, body) in changes.items():
        apart, why = (LATER, WHY_LATER) if code else (_ABSTRACT, _WHY)
        yield Fault(
            f"PDF: {name}", code, words, partial(_pdf, body=body), _READ, apart=apart, why=why
        )
    yield Fault(
        "PDF: status 503",
        3,
        "503",
        partial(_pdf, body=b"", status=503),
        _READ,
        apart=LATER,
        why=WHY_LATER,
    )


def _encrypted() -> bytes:
    writer, out = PdfWriter(), BytesIO()
    writer.add_blank_page(100, 100)
    writer.encrypt("secret", algorithm="RC4-128")
    writer.write(out)
    return out.getvalue()


def _sent(body: bytes, type: str = _HTML, status: int = 200) -> Change:
    return lambda answer: Answer(body, type, status)


def _first() -> str:
    return papers(0)[0].id.removeprefix("arxiv:")


def _html(one: Site, change: Change) -> None:
    one.arxiv.change(f"/html/{_first()}", change, times=FOR_EVER)


def _pdf(one: Site, body: bytes, status: int = 200) -> None:
    one.arxiv.fail(f"/html/{_first()}", status=404, times=FOR_EVER)
    one.arxiv.change(f"/pdf/{_first()}", _sent(body, _PDF, status), times=FOR_EVER)
