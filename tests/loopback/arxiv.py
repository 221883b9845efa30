"""A small arXiv on the loopback interface: feed, lists, OAI-PMH, API, HTML and PDF, with faults on
command.

with LoopbackArxiv() as arxiv:
    arxiv.announce(date(2026, 5, 5), rows)
    arxiv.fail("/rss/", status=503, times=2)
    discover(client, arxiv.addresses, ["cs.CL"], ...)
    assert [seen.status for seen in arxiv.log] == [503, 503, 200]
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import socket
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from urllib.parse import parse_qs, unquote, urlsplit

from tests.loopback.oai import OaiStore
from tests.loopback.wire import Wire, send
from wiki_builder.core.errors import UsageError
from wiki_builder.core.values.announcement import Announcement
from wiki_builder.demo.apiwriter import Stored, api_error, api_feed, stored
from wiki_builder.demo.feedwriter import write_feed
from wiki_builder.demo.listwriter import write_day, write_new
from wiki_builder.sources.addresses import FEED_LIMIT, Addresses
from wiki_builder.sources.calendar import window
from wiki_builder.sources.ids import parse_id

_ATOM = "application/atom+xml; charset=utf-8"
_RSS = "application/rss+xml; charset=utf-8"
_HTML = "text/html; charset=utf-8"
_XML = "text/xml; charset=utf-8"
_SPAN = re.compile(r"submittedDate:\[(\d{12}) TO (\d{12})\]")
_CATEGORY = re.compile(r"cat:([^\s()]+)")
_FEED_ERROR = """<?xml version='1.0' encoding='UTF-8'?>
<rss version="2.0"><channel><title>Feed error for query: http://rss.arxiv.org/rss/%s</title>
<description>%s</description><pubDate>Fri, 20 Nov 2026 00:00:00 -0500</pubDate></channel></rss>
"""


@dataclass(frozen=True, slots=True)
class Seen:
    """A request as it came, and the status that it was answered with."""

    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    status: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What is sent; ``cut`` ends the connection after so many bytes of the body,
    ``wire`` goes in place of it all.
    """

    body: bytes
    type: str
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: int | None = None
    wire: Wire | None = None


@dataclass(slots=True)
class _Fault:
    path: str
    times: int
    delay: float
    change: Callable[[Answer], Answer]


class LoopbackArxiv:
    """The server, running while the ``with`` block does.
    ``latency`` is seconds before each answer.
    """

    def __init__(self, *, latency: float = 0.0, etags: bool = True, oai: bool = False) -> None:
        self.latency, self.etags = latency, etags
        self.has_oai = oai  # whether the settings lead to its OAI-PMH interface, too
        self.oai = OaiStore()
        self.log: list[Seen] = []
        self.html: dict[str, bytes] = {}  # by id, with a version or without
        self.pdf: dict[str, bytes] = {}
        # bytes and type by path: "html/2605.02801v1/x1.png"
        self.images: dict[str, tuple[bytes, str]] = {}
        self.bad_categories: set[str] = set()
        # what arXiv's lists show of each day
        self.listed: dict[date, tuple[Announcement, ...]] = {}
        self.list_day: date | None = None  # of the current lists
        # by category: what its feed holds in place of today's
        self.stale: dict[str, tuple[Announcement, ...]] = {}
        # the day that the feed states, where it is not the true one
        self.feed_day: date | None = None
        self.feed_limit = FEED_LIMIT
        self._day, self._rows, self._feeds = (
            date(2026, 5, 5),
            tuple[Announcement, ...](),
            dict[str, bytes](),
        )
        self._raw_feed: tuple[bytes, str] | None = None
        self._papers: dict[str, dict[int, Stored]] = {}
        self._faults: list[_Fault] = []
        self._lock = threading.Lock()
        self.stopped = threading.Event()
        self._server = _Server(self)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def addresses(self) -> Addresses:
        """The settings that lead here."""
        at = self.url
        return Addresses(
            f"{at}/rss/{{categories}}",
            f"{at}/api/query",
            f"{at}/html/{{id}}",
            f"{at}/pdf/{{id}}",
            f"{at}/abs/{{id}}",
            f"{at}/list/{{category}}/new",
            f"{at}/catchup/{{category}}/{{date}}",
            f"{at}/oai" if self.has_oai else "",
        )

    # --- What it holds -------------------------------------------------------

    def open(
        self, day: date, rows: Sequence[Announcement], held: Mapping[str, timedelta] = {}
    ) -> None:
        """Show ``rows`` in the lists of ``day``, and know them from now on; the feed is as it was.

        ``held`` says by id how much earlier than the others a paper was submitted.
        """
        self.listed[day] = tuple(rows)
        self.list_day = day
        in_time = window(day, day).end - timedelta(hours=1)
        for row in rows:
            new = not row.types or "new" in row.types
            at = in_time - held.get(row.id, timedelta())
            self.submit(row, at, None if new else at - timedelta(days=60))
            self.oai.announce(day, row, at.astimezone(UTC))

    def announce(
        self, day: date, rows: Sequence[Announcement], held: Mapping[str, timedelta] = {}
    ) -> None:
        """Set the feed's day and rows; lists, OAI-PMH and the API know them from now on, too."""
        self._day, self._rows, self._raw_feed = day, tuple(rows), None
        self._feeds = {}
        self.open(day, rows, held)

    def submit(
        self, row: Announcement, at: datetime | None = None, first: datetime | None = None
    ) -> None:
        """Make a version known to the API, submitted at ``at`` (else at noon GMT of its day).

        ``first`` is when the paper's first version was, where that is not known yet.
        """
        known = self._papers.setdefault(row.id, {})
        moment = at or datetime.fromisoformat(
            f"{row.version.submitted or '2026-05-01'}T12:00:00+00:00"
        )
        earliest = min((one.first for one in known.values()), default=first or moment)
        first_one = replace(row, version=replace(row.version, number=row.version.number or 1))
        known[row.version.number or 1] = stored(first_one, moment, min(earliest, moment))

    def serve_feed(self, body: bytes, type: str = _RSS) -> None:
        """Serve these bytes as the feed, whatever the categories."""
        self._raw_feed = body, type

    # --- Faults on command ---------------------------------------------------

    def fail(
        self,
        path: str = "/",
        *,
        status: int = 503,
        retry_after: str | None = None,
        body: bytes = b"",
        type: str = "text/plain",
        delay: float = 0.0,
        times: int = 1,
        location: str | None = None,
    ) -> None:
        """Answer the next ``times`` requests whose path begins with ``path`` like this."""
        said = {"Retry-After": retry_after, "Location": location}
        headers = {name: value for name, value in said.items() if value}
        self._add(path, times, lambda _: Answer(body, type, status, headers), delay)

    def delay(self, path: str = "/", *, seconds: float, times: int = 1) -> None:
        """Answer rightly, and late."""
        self._add(path, times, lambda answer: answer, seconds)

    def cut(self, path: str = "/", *, at: int, times: int = 1) -> None:
        """Promise the whole body and end the connection after ``at`` bytes of it."""
        self._add(path, times, lambda answer: replace(answer, cut=at))

    def truncate(self, path: str = "/", *, at: int, times: int = 1) -> None:
        """Send ``at`` bytes of the body as if they were all: only a look at the content tells."""
        self._add(path, times, lambda answer: replace(answer, body=answer.body[:at]))

    def garbage(self, path: str = "/", *, times: int = 1) -> None:
        """Send bytes that are nothing, with the right content type."""
        self._add(path, times, lambda answer: replace(answer, body=b"\x00\xff<<not this>>\x00"))

    def rate_exceeded(self, path: str = "/api/", *, times: int = 1) -> None:
        """Answer 200 with the plain text ``Rate exceeded.``, as arXiv does."""
        self.fail(path, status=200, body=b"Rate exceeded.", times=times)

    def api_error(self, said: str = "internal error", *, status: int = 200, times: int = 1) -> None:
        """Answer API queries with a feed of one ``Error`` entry."""
        self.fail("/api/", status=status, body=api_error(said), type=_ATOM, times=times)

    def change(self, path: str, change: Callable[[Answer], Answer], *, times: int = 1) -> None:
        """Answer with what ``change`` makes of the right answer."""
        self._add(path, times, change)

    def wire(self, path: str, wire: Wire, *, times: int = 1) -> None:
        """Send bytes that may be no HTTP, and end the connection in another way."""
        self._add(path, times, lambda answer: replace(answer, wire=wire))

    def mend(self) -> None:
        """No fault is left."""
        with self._lock:
            self._faults.clear()

    def _add(
        self, path: str, times: int, change: Callable[[Answer], Answer], delay: float = 0.0
    ) -> None:
        with self._lock:
            self._faults.append(_Fault(path, times, delay, change))

    # --- Answers -------------------------------------------------------------

    def answer(self, path: str, query: Mapping[str, str]) -> Answer:
        """The answer to a request, faults included. Called by the server's threads."""
        with self._lock:
            fault = next((f for f in self._faults if f.times > 0 and path.startswith(f.path)), None)
            if fault:
                fault.times -= 1
        wait = self.latency + (fault.delay if fault else 0.0)
        if wait:
            self.stopped.wait(wait)
        right = self._right(path, query)
        return fault.change(right) if fault else right

    def _right(self, path: str, query: Mapping[str, str]) -> Answer:
        kind, _, rest = path.lstrip("/").partition("/")
        if kind == "rss":
            return self._feed(rest)
        if kind in ("list", "catchup"):
            return self._list(*rest.split("/"))
        if kind == "api":
            return self._api(query)
        if kind == "oai":
            return Answer(self.oai.answer(query), _XML)
        if image := self.images.get(path.lstrip("/")):
            return Answer(*image)
        store, type = {
            "html": (self.html, "text/html; charset=utf-8"),
            "pdf": (self.pdf, "application/pdf"),
        }.get(kind, ({}, "text/plain"))
        body = store.get(rest) or store.get(re.sub(r"v\d+$", "", rest))
        return Answer(body, type) if body is not None else Answer(b"not found", "text/plain", 404)

    def _feed(self, joined: str) -> Answer:
        if self._raw_feed is not None:
            return Answer(*self._raw_feed)
        categories = joined.split("+")
        if bad := self.bad_categories.intersection(categories):
            text = _FEED_ERROR % (joined, f"Bad category. Invalid subject class '{min(bad)}'.")
            return Answer(text.encode(), _RSS, 400)
        with self._lock:
            if joined not in self._feeds:
                rows = self._in_feed(categories)
                day = self.feed_day or self._day
                self._feeds[joined] = write_feed(day, categories, _limited(rows, self.feed_limit))
            return Answer(self._feeds[joined], _RSS)

    def _in_feed(self, categories: Sequence[str]) -> list[Announcement]:
        """The rows of the feed; a stale category's are those of another day,
        which arXiv joins to the rest.
        """
        old = [
            row
            for name in categories
            if name in self.stale
            for row in self.stale[name]
            if _within(row, [name])
        ]
        right = [name for name in categories if name not in self.stale]
        new = [row for row in self._rows if _within(row, right)]
        return list({row.id: row for row in (*old, *new)}.values())

    def _list(self, category: str, span: str) -> Answer:
        if span != "new":
            day = date.fromisoformat(span)
            return Answer(write_day(day, category, self.listed.get(day, ())), _HTML)
        if self.list_day is None:
            return Answer(b"no list", "text/plain", 404)
        return Answer(write_new(self.list_day, category, self.listed[self.list_day]), _HTML)

    def _api(self, query: Mapping[str, str]) -> Answer:
        start, size = int(query.get("start", 0)), int(query.get("max_results", 10))
        wanted = query.get("id_list", "")
        try:
            found = (
                self._by_ids(wanted.split(","))
                if wanted
                else self._submitted(query.get("search_query", ""))
            )
        except UsageError:
            bad = next(name for name in wanted.split(",") if not _is_id(name))
            return Answer(api_error(f"incorrect id format for {bad}"), _ATOM, 400)
        return Answer(api_feed(wanted, found[start : start + size], len(found), start, size), _ATOM)

    def _by_ids(self, names: Iterable[str]) -> list[Stored]:
        papers = [parse_id(name) for name in names]
        known = [(self._papers.get(paper.subject, {}), paper.version) for paper in papers]
        found = [versions.get(number or max(versions, default=0)) for versions, number in known]
        return [one for one in found if one is not None]

    def _submitted(self, query: str) -> list[Stored]:
        match, categories = _SPAN.search(query), _CATEGORY.findall(query)
        first, last = (match[1], match[2]) if match else ("", "9")
        latest = (versions[max(versions)] for versions in self._papers.values())
        found = [
            one
            for one in latest
            if first <= one.first.astimezone(UTC).strftime("%Y%m%d%H%M") <= last
            and _within(one.row, categories)
        ]
        return sorted(found, key=lambda one: (one.first, one.row.id))

    # --- Running -------------------------------------------------------------

    def __enter__(self) -> LoopbackArxiv:
        self._server.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.stopped.set()
        self._server.stop()


def _within(row: Announcement, categories: Sequence[str]) -> bool:
    archives = {name.partition(".")[0] for name in row.version.categories}
    return any(
        name.removesuffix(".*") in {*row.version.categories, *archives} for name in categories
    )


def _limited(rows: Sequence[Announcement], limit: int) -> list[Announcement]:
    """The rows whose items fit into a feed, one item a type."""
    kept, items = [], 0
    for row in rows:
        items += max(1, len(row.types))
        if items > limit:
            break
        kept.append(row)
    return kept


def _is_id(name: str) -> bool:
    try:
        parse_id(name)
    except UsageError:
        return False
    return True


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, arxiv: LoopbackArxiv) -> None:
        self.arxiv = arxiv
        self.open: set[socket.socket] = set()
        super().__init__(("127.0.0.1", 0), _Handler)

    def start(self) -> None:
        self._thread = threading.Thread(
            target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        self.shutdown()
        self._thread.join()
        for connection in list(self.open):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        self.server_close()

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that has hung up is no error here."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # one write an answer: head and body apart cost 40 ms by delayed acknowledgement
    disable_nagle_algorithm = True
    server: _Server

    def setup(self) -> None:
        super().setup()
        self.server.open.add(self.connection)

    def finish(self) -> None:
        self.server.open.discard(self.connection)
        with contextlib.suppress(OSError):
            super().finish()

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        answer = self._unless_known(self.server.arxiv.answer(unquote(url.path), query))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.arxiv.log.append(Seen(unquote(url.path), query, headers, answer.status))
        self._send(answer)

    def _unless_known(self, answer: Answer) -> Answer:
        """Name the body by an ETag; where the client has it, say so and send nothing."""
        if (
            answer.status != 200
            or not self.server.arxiv.etags
            or answer.cut is not None
            or answer.wire is not None
        ):
            return answer
        tag = f'"{hashlib.blake2b(answer.body, digest_size=8).hexdigest()}"'
        if self.headers.get("If-None-Match") == tag:
            return Answer(b"", answer.type, 304, {"ETag": tag})
        return replace(answer, headers={**answer.headers, "ETag": tag})

    def _send(self, answer: Answer) -> None:
        if answer.wire is not None:
            self.close_connection = True
            send(answer.wire, self.connection, self.server.arxiv.stopped)
            return
        self.send_response(answer.status)
        for name, value in {"Content-Type": answer.type, **answer.headers}.items():
            self.send_header(name, value)
        if answer.status != 304:
            self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        self.wfile.write(answer.body if answer.cut is None else answer.body[: answer.cut])
        self.wfile.flush()
        self.close_connection = self.close_connection or answer.cut is not None

    def log_message(self, format: str, *args: object) -> None:
        """Nothing on standard error: the log is a list."""
