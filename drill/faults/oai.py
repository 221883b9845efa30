"""Faults of arXiv's OAI-PMH interface, which is asked about a day that was missed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from drill.faults.fault import Fault
from drill.faults.site import FOR_EVER, Setting, Site
from tests.loopback.arxiv import Answer
from tests.loopback.oai import document, error
from tests.loopback.wire import Wire

_XML = "text/xml; charset=utf-8"
_MISSED = Setting(done=(0,), today=2)  # day 1 was missed

Change = Callable[[Answer], Answer]


def faults() -> Iterator[Fault]:
    """All of them: the lists tell the day, and what OAI-PMH could not is named."""
    for name, change in _CHANGES.items():
        yield Fault(f"OAI-PMH: {name}", 0, "arXiv's OAI", partial(_put, change=change), _MISSED)
    for name, quiet in _QUIET.items():
        yield Fault(f"OAI-PMH: {name}", 0, "", quiet, _MISSED)


def _put(one: Site, change: Change) -> None:
    one.arxiv.has_oai = True
    one.arxiv.change("/oai", change, times=FOR_EVER)


def _sent(body: bytes, type: str = _XML, status: int = 200) -> Change:
    return lambda answer: Answer(body, type, status)


def _edited(old: bytes, new: bytes) -> Change:
    return lambda answer: replace(answer, body=re.sub(old, new, answer.body, flags=re.DOTALL))


_LOOP = b"<resumptionToken>again</resumptionToken></ListRecords>"
_CHANGES: dict[str, Change] = {
    "status 404": _sent(b"not found", "text/plain", 404),
    "status 403": _sent(b"denied", "text/plain", 403),
    "status 503": _sent(b"busy", "text/plain", 503),
    "Rate exceeded.": _sent(b"Rate exceeded.", "text/plain"),
    "HTML": _sent(b"<html><body>maintenance</body></html>", "text/html"),
    "HTML that says it is XML": _sent(b"<html><body>maintenance</body></html>"),
    "nothing": _sent(b""),
    "an answer that is cut": lambda answer: replace(
        answer, body=answer.body[: len(answer.body) // 2]
    ),
    "a document type": _edited(rb"(<OAI-PMH )", rb"<!DOCTYPE OAI-PMH []>\1"),
    "an entity bomb": _edited(
        rb"(<OAI-PMH )", rb'<!DOCTYPE OAI-PMH [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\1'
    ),
    "badArgument, status 200": _sent(error("badArgument", "from is no date")),
    "badResumptionToken for ever": _sent(error("badResumptionToken", "expired")),
    "noRecordsMatch": _sent(error("noRecordsMatch", "an empty list")),
    "neither records nor an error": _sent(document("<ListRecords/>")),
    "a token that leads in a circle": _edited(rb"</ListRecords>", _LOOP),
    "more promised than came": _edited(
        rb"</ListRecords>", b'<resumptionToken completeListSize="500"/></ListRecords>'
    ),
    "records without an id": _edited(rb"oai:arXiv.org:[\d.]+", b"oai:arXiv.org:"),
    "records of other papers": _edited(rb"<id>[\d.]+", b"<id>2605.99999"),
    "versions without a date": _edited(rb"<date>[^<]*", b"<date>"),
    "a reset": lambda answer: replace(answer, wire=Wire(end="reset")),
    "silence": lambda answer: replace(answer, wire=Wire(end="hold")),
}


def _behind(one: Site) -> None:
    one.arxiv.has_oai = True
    one.arxiv.oai.until = next(iter(one.arxiv.listed))


def _expired(one: Site) -> None:
    one.arxiv.has_oai = True
    one.arxiv.oai.page, one.arxiv.oai.expired = 2, 1


def _right(one: Site) -> None:
    one.arxiv.has_oai = True


_QUIET: dict[str, Callable[[Site], None]] = {
    "right": _right,
    "days behind": _behind,
    "a token that has expired, once": _expired,
}
