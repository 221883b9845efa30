"""The client: pace, retries, conditional requests, and what counts as an answer."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from email.utils import format_datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.loopback.clock import FakeClock
from wiki_builder.core.errors import UpstreamError, UsageError
from wiki_builder.core.http.client import (
    BadAnswer,
    Client,
    ClientConfig,
    Response,
    retry_after,
)

URL = "https://upstream.example/feed"


class Script(httpx.BaseTransport):
    """A transport that gives one answer after the other, and keeps what was asked and when."""

    def __init__(
        self, clock: FakeClock, *answers: httpx.Response | Exception, takes: float = 0.0
    ) -> None:
        self.clock, self.answers, self.takes = clock, list(answers), takes
        self.requests: list[httpx.Request] = []
        self.times: list[float] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        self.times.append(self.clock.seconds)
        self.clock.seconds += self.takes
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        body = (
            answer.stream
            if isinstance(answer.stream, httpx.SyncByteStream)
            else httpx.ByteStream(b"")
        )
        # as unread as from a wire
        return httpx.Response(answer.status_code, headers=answer.headers, stream=body)


def ok(body: bytes = b"right", **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(
        200, stream=httpx.ByteStream(body), headers={"Content-Length": str(len(body)), **named}
    )


def client_of(script: Script, cache: Path | None = None, **settings: Any) -> Client:
    config = ClientConfig(cache=cache, **settings)
    clock = script.clock
    return Client(config, sleep=clock.sleep, clock=clock, now=clock.now, transport=script)


def asked(
    *answers: httpx.Response | Exception, takes: float = 0.0, **settings: Any
) -> tuple[Client, Script]:
    script = Script(FakeClock(), *answers, takes=takes)
    return client_of(script, **settings), script


def reject(body: bytes) -> Callable[[Response], None]:
    def check(response: Response) -> None:
        if response.content == body:
            raise BadAnswer(f"not this: {body!r}")

    return check


def test_an_answer_is_whole_and_says_where_it_came_from() -> None:
    """An answer carries its address, status, headers by lower-case name, and body."""
    client, script = asked(ok(b"<feed/>", Content_Type="Application/Atom+XML; charset=utf-8"))
    response = client.get(
        URL, {"id_list": "astro-ph/0601001,2605.02801"}, accept="application/atom+xml"
    )
    assert (response.status, response.content, response.content_type) == (
        200,
        b"<feed/>",
        "application/atom+xml",
    )
    assert not response.from_cache
    assert script.requests[0].url.params["id_list"] == "astro-ph/0601001,2605.02801"
    assert script.requests[0].headers["accept"] == "application/atom+xml"
    assert script.requests[0].headers["user-agent"].startswith("wiki-builder/")


def test_three_seconds_lie_between_the_starts_of_two_requests() -> None:
    """arXiv's limit counts from start to start, so a slow answer is not waited for twice."""
    client, script = asked(ok(), ok(), ok(), takes=1.0, interval=3.0)
    for _ in range(3):
        client.get(URL)
    assert script.times == [1000.0, 1003.0, 1006.0]
    assert script.clock.slept == [2.0, 2.0]


def test_no_wait_when_the_last_request_is_long_ago() -> None:
    """The pace is a minimum distance and not a nap after each request."""
    client, script = asked(ok(), ok(), interval=3.0)
    client.get(URL)
    script.clock.seconds += 10
    client.get(URL)
    assert script.clock.slept == []


def test_threads_share_one_pace_and_one_connection() -> None:
    """Whatever the concurrency elsewhere, requests to an upstream start
    3 s apart, one at a time.
    """
    client, script = asked(*[ok() for _ in range(8)], takes=1.0, interval=3.0)
    threads = [threading.Thread(target=client.get, args=(URL,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    gaps = [later - earlier for earlier, later in pairwise(script.times)]
    assert gaps == [3.0] * 7


@pytest.mark.parametrize(
    "failure",
    [
        httpx.Response(500),
        httpx.Response(503),
        httpx.Response(429),
        httpx.Response(408),
        httpx.Response(425),
        httpx.ConnectError("refused"),
        httpx.ReadTimeout("silence"),
        httpx.RemoteProtocolError("peer closed connection without sending complete message body"),
        ok(b"bad"),
    ],
    ids=["500", "503", "429", "408", "425", "refused", "timeout", "cut", "bad answer"],
)
def test_a_failure_that_may_pass_is_asked_again(failure: httpx.Response | Exception) -> None:
    """Connection errors, timeouts, 408, 425, 429, 5xx, cut bodies and wrong answers are retried."""
    client, script = asked(failure, ok(b"right"))
    assert client.get(URL, check=reject(b"bad")).content == b"right"
    assert len(script.requests) == 2


def test_a_refusal_is_no_wrong_address() -> None:
    """arXiv answers 403 to whoever asks too often:
    it is not asked again at once, and no setting is blamed.
    """
    client, script = asked(httpx.Response(403))
    with pytest.raises(UpstreamError) as error:
        client.get(URL)
    assert len(script.requests) == 1
    assert "run it again later" in error.value.next
    assert "wiki.toml" not in error.value.next


def test_waits_grow_from_try_to_try() -> None:
    """Back-off doubles, so that an upstream in trouble is left alone."""
    client, script = asked(
        *[httpx.Response(503) for _ in range(4)], ok(), interval=0.0, backoff=3.0
    )
    client.get(URL)
    assert script.clock.slept == [3.0, 6.0, 12.0, 24.0]


def test_when_the_attempts_are_used_up_the_failure_says_all() -> None:
    """The last failure names what was asked, what came back, and what to do next; exit code 3."""
    client, _ = asked(*[httpx.Response(503) for _ in range(3)], attempts=3)
    with pytest.raises(UpstreamError) as error:
        client.get(URL)
    assert error.value.where == URL
    assert "answered 503 Service Unavailable (asked 3 times)" in error.value.what
    assert "run it again later" in error.value.next
    assert error.value.exit_code == 3


def test_a_wrong_answer_is_named_in_the_failure() -> None:
    """What a check found wrong reaches the person."""
    client, _ = asked(*[ok(b"Rate exceeded.") for _ in range(2)], attempts=2)
    with pytest.raises(UpstreamError, match=r"not this: b'Rate exceeded\.'"):
        client.get(URL, check=reject(b"Rate exceeded."))


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410])
def test_another_4xx_is_final(status: int) -> None:
    """Asking again for what does not exist wastes everybody's time."""
    client, script = asked(httpx.Response(status))
    with pytest.raises(UpstreamError, match=str(status)):
        client.get(URL)
    assert len(script.requests) == 1


def test_a_status_that_the_caller_expects_is_an_answer() -> None:
    """A missing HTML version is a fact and not a failure,
    for the one who asks with ok=(200, 404).
    """
    client, _ = asked(httpx.Response(404, content=b"no HTML"))
    assert client.get(URL, ok=(200, 404)).status == 404


def test_a_check_may_say_that_asking_again_is_of_no_use() -> None:
    """An UpstreamError raised by a check goes straight through."""
    client, script = asked(ok(b"bad category"))

    def check(response: Response) -> None:
        raise UpstreamError("bad category")

    with pytest.raises(UpstreamError, match="bad category"):
        client.get(URL, check=check)
    assert len(script.requests) == 1


def test_retry_after_in_seconds_is_obeyed() -> None:
    """The upstream's own word goes before the back-off."""
    client, script = asked(httpx.Response(503, headers={"Retry-After": "17"}), ok())
    client.get(URL)
    assert script.times == [1000.0, 1017.0]


def test_retry_after_as_a_date_is_obeyed() -> None:
    """Retry-After may be an HTTP date."""
    until = format_datetime(datetime(2026, 5, 5, 10, 0, 40, tzinfo=UTC), usegmt=True)
    client, script = asked(httpx.Response(429, headers={"Retry-After": until}), ok())
    client.get(URL)
    assert script.times == [1000.0, 1040.0]


def test_a_date_is_read_by_the_upstreams_clock() -> None:
    """With a Date header, a wrong clock on this machine does no harm."""
    headers = {
        "retry-after": "Tue, 05 May 2026 10:00:30 GMT",
        "date": "Tue, 05 May 2026 10:00:00 GMT",
    }
    assert retry_after(headers, datetime(2031, 1, 1, tzinfo=UTC)) == 30.0


@pytest.mark.parametrize("value", ["", "soon", "-5", "Tue, 99 May 2026", "１２"])
def test_an_unreadable_retry_after_is_no_wish(value: str) -> None:
    """Nonsense in the header leaves the ordinary back-off."""
    assert retry_after({"retry-after": value}, datetime(2026, 5, 5, tzinfo=UTC)) is None


def test_a_wish_beyond_patience_ends_the_run() -> None:
    """A run does not hang for an hour: it says when to come back."""
    client, script = asked(httpx.Response(429, headers={"Retry-After": "3600"}))
    with pytest.raises(UpstreamError, match="3600 s"):
        client.get(URL)
    assert script.clock.slept == []


def test_retry_after_holds_for_every_thread() -> None:
    """One asked to wait, all wait: the next request of anyone comes after that."""
    client, script = asked(httpx.Response(503, headers={"Retry-After": "20"}), ok(), attempts=1)
    with pytest.raises(UpstreamError):
        client.get(URL)
    client.get(URL)
    assert script.times == [1000.0, 1020.0]


def test_a_body_cut_short_is_asked_for_again() -> None:
    """Half a feed must never count as a short feed."""
    half = httpx.Response(200, headers={"Content-Length": "10"}, stream=httpx.ByteStream(b"half"))
    client, script = asked(half, ok(b"whole"))
    assert client.get(URL).content == b"whole"
    assert len(script.requests) == 2


def test_a_body_over_the_limit_is_not_read() -> None:
    """A bomb stops at the limit, and is not asked for again."""
    client, script = asked(ok(b"x" * 1001))
    with pytest.raises(UpstreamError, match="larger than 1,000 bytes"):
        client.get(URL, max_bytes=1000)
    assert len(script.requests) == 1


def test_a_body_that_drips_meets_the_deadline() -> None:
    """An answer that never ends is given up, though each byte comes in time."""
    clock = FakeClock()

    def drip() -> Iterator[bytes]:
        while True:
            clock.seconds += 10
            yield b"."

    class Dripping(httpx.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            return drip()

    script = Script(clock, httpx.Response(200, stream=Dripping()))
    client = client_of(script, attempts=1, deadline=60.0)
    with pytest.raises(UpstreamError, match="took longer than 60 s"):
        client.get(URL)


def test_a_redirect_is_followed_at_the_same_pace() -> None:
    """A redirect is a request too."""
    client, script = asked(httpx.Response(301, headers={"Location": "/new"}), ok(b"there"))
    response = client.get(URL)
    assert (response.url, response.content) == ("https://upstream.example/new", b"there")
    assert script.times == [1000.0, 1003.0]


@pytest.mark.parametrize(
    "location", ["file:///etc/passwd", "ftp://upstream.example/feed", "javascript:alert(1)"]
)
def test_a_redirect_leads_to_http_only(location: str) -> None:
    """An upstream cannot send us to a file or another protocol."""
    client, script = asked(httpx.Response(302, headers={"Location": location}))
    with pytest.raises(UpstreamError, match="no http address"):
        client.get(URL)
    assert len(script.requests) == 1


@pytest.mark.parametrize(
    ("statuses", "moved"),
    [((301,), 1), ((308, 301), 2), ((301, 302), 1), ((302, 301), None), ((307,), None)],
)
def test_an_answer_says_where_it_stands_for_good(
    statuses: tuple[int, ...], moved: int | None
) -> None:
    """As far as permanent redirects lead, before any that is for now."""
    hops = [
        httpx.Response(status, headers={"Location": f"/{at}"})
        for at, status in enumerate(statuses, 1)
    ]
    client, _ = asked(*hops, ok())
    expected = f"https://upstream.example/{moved}" if moved else None
    assert client.get(URL).moved == expected


def test_a_circle_of_redirects_ends() -> None:
    """Redirects that lead nowhere are a named failure."""
    client, _ = asked(*[httpx.Response(302, headers={"Location": URL}) for _ in range(9)])
    with pytest.raises(UpstreamError, match="redirects more than 5 times"):
        client.get(URL)


@pytest.mark.parametrize("url", ["file:///etc/passwd", "upstream.example/feed", "", "http://"])
def test_what_is_no_http_address_is_a_mistake_in_the_settings(url: str) -> None:
    """A wrong address in wiki.toml is exit code 2, before anything is asked."""
    client, script = asked()
    with pytest.raises(UsageError):
        client.get(url)
    assert script.requests == []


# --- The cache ---------------------------------------------------------------


def test_an_answer_that_has_not_changed_is_taken_from_disk(tmp_path: Path) -> None:
    """ETag and Last-Modified are sent back, and a 304 gives the body that was kept, marked so."""
    clock = FakeClock()
    first = ok(
        b"<feed/>",
        ETag='"1"',
        Last_Modified="Tue, 05 May 2026 04:00:00 GMT",
        Content_Type="text/xml",
    )
    client_of(Script(clock, first), tmp_path).get(URL)
    script = Script(clock, httpx.Response(304))
    response = client_of(script, tmp_path).get(URL)
    assert (response.content, response.content_type, response.from_cache) == (
        b"<feed/>",
        "text/xml",
        True,
    )
    assert script.requests[0].headers["if-none-match"] == '"1"'
    assert script.requests[0].headers["if-modified-since"] == "Tue, 05 May 2026 04:00:00 GMT"


def test_a_changed_answer_replaces_the_one_on_disk(tmp_path: Path) -> None:
    """A 200 to a conditional request is the new truth."""
    script = Script(
        FakeClock(), ok(b"old", ETag='"1"'), ok(b"new", ETag='"2"'), httpx.Response(304)
    )
    client = client_of(script, tmp_path)
    assert [client.get(URL).content for _ in range(3)] == [b"old", b"new", b"new"]
    assert script.requests[2].headers["if-none-match"] == '"2"'


def test_an_answer_without_a_name_is_not_kept(tmp_path: Path) -> None:
    """Without ETag and Last-Modified nothing can be asked about later."""
    client_of(Script(FakeClock(), ok(b"body")), tmp_path).get(URL)
    assert list(tmp_path.rglob("*")) == []


def test_a_wrong_answer_is_never_kept(tmp_path: Path) -> None:
    """What a check refused must not come back from disk."""
    script = Script(
        FakeClock(), ok(b"bad", ETag='"1"'), ok(b"good", ETag='"2"'), httpx.Response(304)
    )
    client = client_of(script, tmp_path)
    assert client.get(URL, check=reject(b"bad")).content == b"good"
    assert "if-none-match" not in script.requests[1].headers
    assert client.get(URL).content == b"good"


def test_a_kept_answer_that_is_no_longer_right_is_asked_for_anew(tmp_path: Path) -> None:
    """A stricter check than the one that kept it drops the kept answer."""
    script = Script(
        FakeClock(), ok(b"old", ETag='"1"'), httpx.Response(304), ok(b"new", ETag='"2"')
    )
    client = client_of(script, tmp_path)
    client.get(URL)
    assert client.get(URL, check=reject(b"old")).content == b"new"
    assert "if-none-match" not in script.requests[2].headers


@pytest.mark.parametrize("damage", [b"", b"{", b'{"url": 1}\n', b"[]\nbody", b"\xff\xfe\x00"])
def test_a_damaged_file_counts_as_not_there(tmp_path: Path, damage: bytes) -> None:
    """The cache is safe to damage: the answer is simply fetched again."""
    client_of(Script(FakeClock(), ok(b"body", ETag='"1"')), tmp_path).get(URL)
    (kept,) = (path for path in tmp_path.rglob("*") if path.is_file())
    kept.write_bytes(damage)
    script = Script(FakeClock(), ok(b"body", ETag='"1"'))
    assert client_of(script, tmp_path).get(URL).content == b"body"
    assert "if-none-match" not in script.requests[0].headers


def test_a_body_cut_on_disk_counts_as_not_there(tmp_path: Path) -> None:
    """A kept body that lost its end is noticed by its hash."""
    client_of(Script(FakeClock(), ok(b"a long body", ETag='"1"')), tmp_path).get(URL)
    (kept,) = (path for path in tmp_path.rglob("*") if path.is_file())
    kept.write_bytes(kept.read_bytes()[:-4])
    script = Script(FakeClock(), ok(b"a long body", ETag='"1"'))
    assert client_of(script, tmp_path).get(URL).content == b"a long body"


def test_a_cache_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    """A file where the cache's folder should be costs the cache and not the run."""
    (tmp_path / "http").write_text("in the way")
    client = client_of(Script(FakeClock(), ok(b"body", ETag='"1"')), tmp_path / "http")
    assert client.get(URL).content == b"body"


def test_an_unasked_for_304_is_a_failure_that_may_pass() -> None:
    """ "Not modified" without anything kept is no answer."""
    client, _ = asked(httpx.Response(304), ok(b"body"))
    assert client.get(URL).content == b"body"


def test_an_immutable_address_is_asked_once(tmp_path: Path) -> None:
    """A version's PDF never changes, so that a run that was killed does not fetch it again."""
    script = Script(FakeClock(), ok(b"%PDF"))
    assert not client_of(script, tmp_path).get(URL, immutable=True).from_cache
    assert client_of(script, tmp_path).get(URL, immutable=True).from_cache
    assert len(script.requests) == 1


def test_an_immutable_answer_is_still_checked(tmp_path: Path) -> None:
    """What a check refuses is fetched again, though it was kept for good."""
    script = Script(FakeClock(), ok(b"old"), ok(b"new"))
    client = client_of(script, tmp_path)
    client.get(URL, immutable=True)
    assert client.get(URL, immutable=True, check=reject(b"old")).content == b"new"
