"""Faults of arXiv's lists, by category and by day, and of its API."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from drill.faults import wires
from drill.faults.fault import Fault
from drill.faults.site import FOR_EVER, LATER, WHY_LATER, Setting, Site, papers
from tests.e2e.world import day
from tests.loopback.arxiv import Answer
from tests.loopback.wire import Wire
from wiki_builder.demo.apiwriter import api_error, api_feed, stored
from wiki_builder.demo.listwriter import write_day, write_new

_HTML, _ATOM = "text/html; charset=utf-8", "application/atom+xml; charset=utf-8"
_MISSED = Setting(done=(0,), today=2)  # day 1 was missed
_BY_API = (
    "data/runs/*",
    "data/runs.txt",
    "docs/daily/*",
    "docs/index.md",
    "docs/log/*",
    "data/papers/*",
    "docs/papers/*",
    "docs/concepts/*",
)
_WHY_API = (
    "what the API told of a missed day is a catch-up's, with the day of submission and no"
    " announcement day"
)

_RECEIPT = ("data/runs/*", "docs/daily/*")

Change = Callable[[Answer], Answer]


def faults() -> Iterator[Fault]:
    """All of them."""
    yield from _lists()
    yield from _days()
    yield from _api()


def _sent(body: bytes, type: str = _HTML, status: int = 200) -> Change:
    return lambda answer: Answer(body, type, status)


def _edited(old: bytes, new: bytes) -> Change:
    return lambda answer: replace(answer, body=re.sub(old, new, answer.body, flags=re.DOTALL))


def _wired(wire: Wire) -> Change:
    return lambda answer: replace(answer, wire=wire)


_PAGES: dict[str, Change] = {
    "status 404": _sent(b"not found", status=404),
    "status 403": _sent(b"denied", status=403),
    "status 503": _sent(b"busy", status=503),
    "Rate exceeded.": _sent(b"Rate exceeded.", "text/plain"),
    "a captcha": _sent(b"<html><body><h1>Are you human?</h1></body></html>"),
    "an empty page": _sent(b""),
    "a page that ends early": lambda answer: replace(
        answer, body=answer.body[: len(answer.body) // 2]
    ),
    "more promised than shown": _edited(rb"showing (\d+) of", rb"showing 9\1 of"),
    "no number of entries at all": _edited(rb"showing \d+ of \d+ entries", rb"showing entries"),
    "entries without ids": _edited(rb' id="[\d.]+"', b' id=""'),
    "a day that is none": _edited(rb"\d{1,2} (May|May) 2026", b"99 Foo 2026"),
    "silence": _wired(wires.SILENT["is connected and never answers"]),
    "a body byte by byte": _wired(wires.SILENT["a body byte by byte"]),
    "a reset": _wired(Wire(end="reset")),
    "a page of ninety levels of hell": _sent(b"<html>" + b"<div>" * 50_000 + b"</html>"),
}


def _lists() -> Iterator[Fault]:
    """The current lists, with a right feed: the day is imported,
    and stays open until a witness vouches for it.
    """

    def put(one: Site, change: Change) -> None:
        one.arxiv.change("/list/", change, times=FOR_EVER)

    for name, change in _PAGES.items():
        speed = 100.0 if name in ("silence", "a body byte by byte") else 50.0
        yield Fault(
            f"the lists: {name}",
            0,
            "",
            partial(put, change=change),
            speed=speed,
            quick=name == "a page that ends early",
        )
    other = partial(put, change=_sent(write_new(day(-3), "cs.AI", ())))
    yield Fault("the lists: those of last week", 0, "", other)
    tomorrow = partial(put, change=_sent(write_new(day(1), "cs.AI", papers(1))))
    yield Fault("the lists: those of tomorrow", 0, "", tomorrow)
    cut = partial(put, change=_edited(rb"showing (\d+) of \d+", rb"showing first \1 of 500"))
    yield Fault("the lists: 3 of 500 shown", 0, "", cut)
    yield Fault(
        "the lists: of another category",
        0,
        "",
        partial(put, change=_edited(rb"\(cs\.[A-Z]+\)", b"(math.AG)")),
    )

    def nowhere(one: Site) -> None:
        one.places["list_url"] = '"http://no-such-host.invalid/{category}"'

    yield Fault("the lists: at a name that nobody knows", 0, "", nowhere)


def _days() -> Iterator[Fault]:
    """The lists of a day that was missed: where they cannot be had, the API tells."""

    def put(one: Site, change: Change) -> None:
        one.arxiv.change("/catchup/", change, times=FOR_EVER)

    for name, change in _PAGES.items():
        yield Fault(
            f"a missed day's list: {name}",
            0,
            "arXiv's list of 2026-05-05 in cs.AI could not be had",
            partial(put, change=change),
            _MISSED,
            speed=100.0 if name in ("silence", "a body byte by byte") else 50.0,
            apart=_BY_API,
            why=_WHY_API,
        )
    other = partial(put, change=_sent(write_day(day(0), "cs.AI", papers(0))))
    said = "answered with the listing of 2026-05-04"
    yield Fault(
        "a missed day's list: another day's", 0, said, other, _MISSED, apart=_BY_API, why=_WHY_API
    )


def _api() -> Iterator[Fault]:
    """The API, where the lists cannot be had: a missed day stays missed until one of them can."""

    def lies(total: int, *, keep: int | None = None) -> Change:
        def change(answer: Answer) -> Answer:
            body = re.sub(
                rb"<opensearch:totalResults>\d+<",
                b"<opensearch:totalResults>%d<" % total,
                answer.body,
            )
            entries = body.split(b"  <entry>")
            kept = entries if keep is None else entries[: keep + 1]
            return replace(
                answer, body=b"  <entry>".join(kept).removesuffix(b"</feed>\n") + b"</feed>\n"
            )

        return change

    changes: dict[str, tuple[str, Change]] = {
        "Rate exceeded.": ("Rate exceeded", _sent(b"Rate exceeded.", "text/plain")),
        "an Error entry, status 200": ("Error entry", _sent(api_error("internal error"), _ATOM)),
        "an Error entry, status 400": (
            "internal error",
            _sent(api_error("internal error"), _ATOM, 400),
        ),
        "HTML": ("no feed but text/html", _sent(b"<html></html>")),
        "nothing": ("cut or malformed", _sent(b"", _ATOM)),
        "status 503": ("503", _sent(b"", _ATOM, 503)),
        "status 403": ("403", _sent(b"", _ATOM, 403)),
        "a total that is too high": ("promises", lies(7)),
        "a total that is too low": ("promises", lies(1)),
        "a total of thirty million": ("promises", lies(30_000_000)),
        "a total below zero": ("promises no total", lies(-1)),
        "no total": (
            "promises no total",
            _edited(rb"<opensearch:totalResults>.*?</opensearch:totalResults>", b""),
        ),
        "a total of four thousand, pages that repeat": ("promises", lies(4_000)),
        "an empty page": ("promises", lies(3, keep=0)),
        "entries that are cut": (
            "cut or malformed",
            lambda a: replace(a, body=a.body[: len(a.body) // 2]),
        ),
        "a document type": (
            "document type|malformed",
            _edited(rb"(<feed )", rb"<!DOCTYPE feed []>\1"),
        ),
        "silence": ("ReadTimeout|took longer", _wired(Wire(end="hold"))),
    }
    for name, (said, change) in changes.items():
        speed = 100.0 if name == "silence" else 50.0
        yield Fault(
            f"the API: {name}",
            3,
            said,
            partial(_only_api, change=change),
            _MISSED,
            speed=speed,
            apart=LATER,
            why=WHY_LATER,
        )
    yield Fault(
        "the API: entries without ids",
        0,
        "has no id or no date",
        partial(_only_api, change=_NO_IDS),
        _MISSED,
        apart=(*_BY_API, *LATER),
        why=_WHY_API,
    )
    yield Fault(
        "the API: papers that nobody asked for",
        1,
        "gives no abstract",
        _unasked,
        apart=(*LATER, *_RECEIPT),
        why=WHY_LATER,
    )


_NO_IDS = _edited(rb"<id>http://arxiv.org/abs/[^<]*</id>", b"")


def _unasked(one: Site) -> None:
    """The feed lacks an abstract, no list has it, and the API speaks of other papers."""
    short = _edited(rb"Abstract: .*?</description>", b"</description>")
    one.arxiv.change("/rss/", short, times=FOR_EVER)
    one.arxiv.fail("/list/", status=503, times=FOR_EVER)
    moment = datetime(2026, 5, 1, 12, tzinfo=UTC)
    others = [stored(row, moment) for row in papers(7)]
    one.arxiv.change(
        "/api/", _sent(api_feed("x", others, len(others), 0, 10), _ATOM), times=FOR_EVER
    )


def _only_api(one: Site, change: Change) -> None:
    one.arxiv.fail("/catchup/", status=404, times=FOR_EVER)
    one.arxiv.change("/api/", change, times=FOR_EVER)
