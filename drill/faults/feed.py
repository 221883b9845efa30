"""Faults of what arXiv's feed says: no feed, a broken one, the wrong day,
items that lack something.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from drill.faults.fault import Fault
from drill.faults.site import CATEGORIES, FOR_EVER, Setting, Site, papers
from tests.e2e.world import day
from tests.loopback.arxiv import Answer
from wiki_builder.demo.feedwriter import write_feed

FEED = "/rss/"
_RSS = "application/rss+xml; charset=utf-8"
_SECOND = Setting(done=(0,), today=1)
_CAPTCHA = b"""<!DOCTYPE html><html><head><title>Just a moment...</title></head><body>
<h1>Checking if the site connection is secure</h1><form id="challenge-form"></form></body></html>"""
_LAUGHS = (
    b'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "%s">%s]><rss'
    b' version="2.0"><channel>&j;</channel></rss>'
    % (
        b"ha" * 50,
        b"".join(b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(9)),
    )
)
_OUTSIDE = b"""<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>
<rss version="2.0"><channel><title>&x;</title></channel></rss>"""


def faults() -> Iterator[Fault]:
    """All of them."""
    yield from _no_feed()
    yield from _broken()
    yield from _odd()
    yield from _wrong_day()
    yield from _items()


def _body(one: Site, body: bytes, type: str = _RSS, status: int = 200) -> None:
    one.arxiv.fail(FEED, status=status, body=body, type=type, times=FOR_EVER)


def _made(one: Site, make: Callable[[bytes], bytes], type: str = _RSS) -> None:
    one.arxiv.change(
        FEED, lambda answer: replace(answer, body=make(answer.body), type=type), times=FOR_EVER
    )


def _no_feed() -> Iterator[Fault]:
    """Something else in its place, with status 200."""
    html = "text/html; charset=utf-8"
    for name, body, type, said in (
        ("HTML", b"<html><body>maintenance</body></html>", html, "no feed but text/html"),
        ("a captcha", _CAPTCHA, html, "no feed but text/html"),
        ("HTML that says it is RSS", _CAPTCHA, _RSS, "cut or malformed|no feed"),
        ("JSON", b'{"error": "none"}', "application/json", "no feed but application/json"),
        ("Rate exceeded.", b"Rate exceeded.", "text/plain", "Rate exceeded"),
        ("Rate exceeded. as RSS", b"Rate exceeded.", _RSS, "Rate exceeded"),
        ("nothing", b"", _RSS, "cut or malformed"),
        ("white space", b" \n" * 5_000, _RSS, "cut or malformed"),
        ("null bytes", bytes(5_000), _RSS, "cut or malformed"),
        ("a picture", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20, _RSS, "cut or malformed"),
        ("a sitemap", b"<urlset><url/></urlset>", _RSS, "<urlset>, which is no feed"),
        (
            "RSS 1.0",
            b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>',
            _RSS,
            "which is no feed",
        ),
        ("a feed without a channel", b'<rss version="2.0"/>', _RSS, "without a channel"),
        (
            "a feed without a date",
            b"<rss><channel><title>x</title></channel></rss>",
            _RSS,
            "without a date",
        ),
        ("a thousand million laughs", _LAUGHS, _RSS, "malformed|document type"),
        ("an entity that is a file", _OUTSIDE, _RSS, "malformed|document type"),
        ("a hundred thousand levels", b"<rss>" + b"<a>" * 100_000, _RSS, "malformed"),
    ):
        yield Fault(
            f"{name} for a feed",
            3,
            said,
            partial(_body, body=body, type=type),
            quick=name.startswith("a thou"),
        )
    yield Fault("ninety megabytes of comment for a feed", 3, "larger than|malformed", _large)
    bad = "a category that it does not know"
    yield Fault(bad, 3, "Bad category", lambda one: one.arxiv.bad_categories.add("cs.CL"))
    yield Fault(
        "a feed with status 400",
        3,
        "400 with a feed",
        lambda one: one.arxiv.change(FEED, _bad, times=FOR_EVER),
    )


def _large(one: Site) -> None:
    _body(one, b"<rss><channel><!--" + b"x" * 90_000_000 + b"--></channel></rss>")


def _bad(answer: Answer) -> Answer:
    return replace(answer, status=400)


def _broken() -> Iterator[Fault]:
    """A feed that is not whole, or not well-formed."""
    makes: dict[str, Callable[[bytes], bytes]] = {
        "cut in the middle": lambda body: body[: len(body) // 2],
        "cut between two items": lambda body: body[: body.index(b"</item>") + 7],
        "cut before its last byte but one": lambda body: body.rstrip()[:-2],
        "with bytes that are no UTF-8": lambda body: body.replace(
            b"<description>arXiv", b"<description>\xff\xfearXiv", 1
        ),
        "with a null byte": lambda body: body.replace(b"<title>", b"<title>\x00", 2),
        "with a control character as a reference": lambda body: body.replace(
            b"<title>", b"<title>&#1;", 2
        ),
        "with HTML's entities": lambda body: body.replace(b"<title>", b"<title>&eacute;&nbsp;", 2),
        "with an ampersand": lambda body: body.replace(b"<title>", b"<title>Q & A", 2),
        "twice, one behind the other": lambda body: body + body,
        "with words before it": lambda body: b"Warning: mysql_connect()\n" + body,
        "with words behind it": lambda body: body + b"<!-- served --> cached",
        "said to be UTF-16": lambda body: body.replace(b"UTF-8", b"UTF-16", 1),
        "in an encoding that nobody knows": lambda body: body.replace(b"UTF-8", b"x-klingon", 1),
        "with namespaces that nobody declared": lambda body: re.sub(
            rb' xmlns:dc="[^"]*"', b"", body
        ),
    }
    for name, make in makes.items():
        yield Fault(
            f"a feed {name}",
            3,
            "cut or malformed",
            partial(_made, make=make),
            quick="between" in name,
        )


def _odd() -> Iterator[Fault]:
    """A feed in another form, and right all the same."""
    makes: dict[str, tuple[Callable[[bytes], bytes], str]] = {
        "with a byte order mark": (lambda body: b"\xef\xbb\xbf" + body, _RSS),
        "in UTF-16": (
            lambda body: body.decode().replace("UTF-8", "UTF-16", 1).encode("utf-16"),
            _RSS,
        ),
        "in Latin-1": (
            lambda body: (
                body.decode()
                .replace("UTF-8", "ISO-8859-1", 1)
                .encode("latin-1", "xmlcharrefreplace")
            ),
            "application/rss+xml; charset=iso-8859-1",
        ),
        "as text/xml of no charset": (lambda body: body, "text/xml"),
        "with its items the other way round": (
            lambda body: _itemwise(body, lambda items: items[::-1]),
            _RSS,
        ),
        "with each item twice": (
            lambda body: _itemwise(body, lambda items: [*items, *items]),
            _RSS,
        ),
        "with a comment of a megabyte": (
            lambda body: body.replace(b"<item>", b"<!--%s--><item>" % (b"x" * 10**6), 1),
            _RSS,
        ),
        "with elements that nobody knows": (
            lambda body: body.replace(b"<item>", b"<item><new>1</new>"),
            _RSS,
        ),
    }
    for name, (make, type) in makes.items():
        apart = _RECEIPT if "other way" in name or "twice" in name else ()
        why = (
            "the receipt keeps the order of the feed that it is of, and how many items that listed"
        )
        yield Fault(
            f"a feed {name}", 0, "", partial(_made, make=make, type=type), apart=apart, why=why
        )


_RECEIPT = ("data/runs/*", "docs/daily/*")
_WHY_LATE = "the receipt says which papers came late"
_LISTED = (*_RECEIPT, "data/papers/*", "docs/papers/*", "docs/concepts/*", "docs/index.md")
_WHY_LISTED = (
    "a paper that stood in arXiv's list alone has the list's words, and the receipt says so"
)


def _itemwise(body: bytes, change: Callable[[list[bytes]], Sequence[bytes]]) -> bytes:
    first, last = body.index(b"<item>"), body.rindex(b"</item>") + 7
    items = [part + b"</item>" for part in body[first:last].split(b"</item>")[:-1]]
    return body[:first] + b"".join(change(items)) + body[last:]


def _wrong_day() -> Iterator[Fault]:
    """A feed of another day, and days under another's date."""

    def dated(one: Site, stamp: bytes) -> None:
        _made(
            one, lambda body: re.sub(rb"<(pubDate|lastBuildDate)>[^<]*<", rb"<\1>%s<" % stamp, body)
        )

    for name, stamp, code, said in (
        ("tomorrow", b"Tue, 05 May 2026 00:00:00 -0400", 3, "the feed is of 2026-05-05"),
        ("the year 9999", b"Fri, 31 Dec 9999 00:00:00 -0400", 3, "the feed is of 9999"),
        (
            "the last hour there is",
            b"Fri, 31 Dec 9999 23:59:59 -2359",
            3,
            "without a date|the feed is of",
        ),
        ("the year 1", b"0001-01-01T00:00:00+14:00", 3, "without a date"),
        (
            "the turn of the century",
            b"Mon, 01 Jan 01 00:00:00 +1400",
            0,
            "the feed is dated 2000-12-31",
        ),
        ("no date", b"yesterday", 3, "without a date"),
        ("an empty date", b"", 3, "without a date"),
    ):
        apart = () if code else _RECEIPT
        why = "the receipt says that feed and list state different days"
        yield Fault(
            f"a feed dated {name}", code, said, partial(dated, stamp=stamp), apart=apart, why=why
        )
    yield Fault(
        "a feed of last week's date, lists right",
        0,
        "",
        partial(dated, stamp=b"Mon, 27 Apr 2026 00:00:00 -0400"),
        apart=_RECEIPT,
        why="the receipt says that feed and list state different days",
    )
    yield Fault("yesterday's feed", 3, "a newer one was due by 2026-05-05", _yesterday, _SECOND)
    yield Fault(
        "yesterday's papers under today's date, lists right",
        0,
        "",
        _stale,
        _SECOND,
        apart=_LISTED,
        why=_WHY_LISTED,
    )
    yield Fault(
        "yesterday's papers under today's date, no lists",
        3,
        "those of an earlier day",
        _stale_alone,
        _SECOND,
        apart=_RECEIPT,
        why=_WHY_LATE,
    )
    yield Fault(
        "one category's papers are yesterday's",
        0,
        "",
        partial(_stale, names=CATEGORIES[:1]),
        _SECOND,
        apart=_LISTED,
        why=_WHY_LISTED,
    )
    yield Fault(
        "an empty feed, lists right",
        0,
        "",
        partial(_made, make=lambda body: _itemwise(body, lambda _: [])),
        apart=_LISTED,
        why=_WHY_LISTED,
    )
    for name, do in (("empty lists", _holiday), ("no lists", _empty_alone)):
        yield Fault(
            f"an empty feed, {name}",
            0,
            "a holiday, or nothing",
            do,
            agreed=name == "empty lists",
            apart=_RECEIPT,
            why=_WHY_LATE,
        )
    yield Fault(
        "half of the papers, lists right",
        0,
        "",
        partial(_made, make=lambda body: _itemwise(body, lambda i: i[:1])),
        apart=_LISTED,
        why=_WHY_LISTED,
    )
    yield Fault("the feed of other categories", 0, "", _others, apart=_LISTED, why=_WHY_LISTED)


def _yesterday(one: Site) -> None:
    one.arxiv.serve_feed(write_feed(day(0), CATEGORIES, papers(0)))
    one.arxiv.fail("/list/", status=503, times=FOR_EVER)


def _stale(one: Site, names: Sequence[str] = CATEGORIES) -> None:
    one.arxiv.stale = {name: papers(0) for name in names}


def _stale_alone(one: Site) -> None:
    _stale(one)
    one.arxiv.fail("/list/", status=503, times=FOR_EVER)


def _holiday(one: Site) -> None:
    one.arxiv.announce(day(0), ())


def _empty_alone(one: Site) -> None:
    _holiday(one)
    one.arxiv.fail("/list/", status=503, times=FOR_EVER)


def _others(one: Site) -> None:
    one.arxiv.serve_feed(write_feed(day(0), ["math.AG"], ()))


def _items() -> Iterator[Fault]:
    """One item that lacks something, or says it wrongly; the others are whole."""

    def first(one: Site, change: Callable[[bytes], bytes], lists: bool = True) -> None:
        _made(one, lambda body: _itemwise(body, lambda items: [change(items[0]), *items[1:]]))
        if not lists:
            one.arxiv.fail("/list/", status=503, times=FOR_EVER)

    def drop(tag: bytes) -> Callable[[bytes], bytes]:
        return lambda item: re.sub(rb"<%s[^>]*>.*?</%s>" % (tag, tag), b"", item, flags=re.DOTALL)

    def no_abstract(item: bytes) -> bytes:
        return re.sub(
            rb"Abstract: .*?</description>", b"Abstract: </description>", item, flags=re.DOTALL
        )

    def no_id(item: bytes) -> bytes:
        return re.sub(
            rb"(?:oai:arXiv\.org:|arXiv:|https://arxiv.org/abs/)[\d.v]+", b"nothing", item
        )

    for name, code, apart, why, change in (
        ("without an id", 1, _NAMED, _WHY_NAMED, no_id),
        (
            "with an id that is nonsense",
            1,
            _NAMED,
            _WHY_NAMED,
            lambda item: re.sub(_ID, b"99999.1", item),
        ),
        (
            "with an id that is a path",
            1,
            _NAMED,
            _WHY_NAMED,
            lambda item: re.sub(_ID, b"../../etc/passwd", item),
        ),
        ("that is empty", 1, _NAMED, _WHY_NAMED, lambda item: b"<item></item>"),
        ("without a title", 0, _LISTED, _WHY_LISTED, drop(b"title")),
        ("without an abstract", 0, _LISTED, _WHY_LISTED, no_abstract),
        ("without authors", 0, _LISTED, _WHY_LISTED, drop(b"dc:creator")),
        ("without a description", 0, _LISTED, _WHY_LISTED, drop(b"description")),
        (
            "without an announce type",
            0,
            _RECEIPT,
            "the receipt keeps what was stated",
            drop(b"arxiv:announce_type"),
        ),
        (
            "of an unknown type",
            0,
            _RECEIPT,
            "the same",
            lambda item: item.replace(b">new<", b">brand-new<"),
        ),
        ("without categories", 0, _LISTED, _WHY_LISTED, drop(b"category")),
        (
            "with a title of a megabyte",
            0,
            _READ_ANEW,
            _WHY_READ,
            lambda item: item.replace(b"<title>", b"<title>" + b"word " * 200_000),
        ),
        (
            "twice, of two versions",
            0,
            _READ_ANEW,
            _WHY_VERSION,
            lambda item: item + re.sub(rb"v1\b", b"v7", item),
        ),
        ("as version 0", 0, _READ_ANEW, _WHY_VERSION, lambda item: re.sub(rb"v1\b", b"v0", item)),
        (
            "as version 99999",
            0,
            _READ_ANEW,
            _WHY_VERSION,
            lambda item: re.sub(rb"v1\b", b"v99999", item),
        ),
    ):
        yield Fault(
            f"an item {name}",
            code,
            "no arXiv id" if code else "",
            partial(first, change=change),
            apart=apart,
            why=why,
        )
    for name, change in (
        ("without a title", drop(b"title")),
        ("without an abstract", no_abstract),
        ("without authors", drop(b"dc:creator")),
        ("without a description", drop(b"description")),
    ):
        why = "the API says more of a paper than the feed: when it was submitted"
        put = partial(first, change=change, lists=False)
        yield Fault(f"an item {name}, no lists", 0, "", put, apart=_LISTED, why=why)
    yield Fault(
        "an item without an abstract, no lists, no API",
        1,
        "gives no abstract",
        _nobody_knows,
        apart=_FOUNDED,
        why=_WHY_FOUNDED,
    )


_ID = rb"\d{4}\.\d{5}(v\d)?"
_NAMED = (*_RECEIPT, "docs/index.md", "docs/log/*")
_WHY_NAMED = (
    "what names no paper stays in the receipt, as failed: nobody can say which paper it was"
)
_READ_ANEW = (*_RECEIPT, "data/*", "docs/*")
_WHY_READ = "the paper was read under that title"
_WHY_VERSION = "the feed's word about a version is believed until a newer one comes"
_FOUNDED = (*_RECEIPT, "data/concepts/*", "docs/concepts/*")
_WHY_FOUNDED = "a concept is founded by the paper that is read first"


def _nobody_knows(one: Site) -> None:
    _made(
        one,
        lambda body: re.sub(
            rb"Abstract: .*?</description>", b"</description>", body, count=1, flags=re.DOTALL
        ),
    )
    one.arxiv.fail("/list/", status=503, times=FOR_EVER)
    one.arxiv.fail("/api/", status=503, times=FOR_EVER)
