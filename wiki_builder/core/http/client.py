"""The only module that touches the network (the model's client and ``notify.mail`` apart).

A :class:`Client` stands for one upstream, such as all of arXiv: one connection,
at least ``interval`` seconds between the starts of two requests whatever the
concurrency elsewhere, conditional requests, retries with back-off and
``Retry-After``, and one deadline over all of that. What an answer means is left to
the caller, whose ``check`` says whether it is the answer that was asked for.
Connections are :mod:`wiki_builder.core.http.wire`'s, bodies :mod:`wiki_builder.core.http.body`'s,
addresses :mod:`wiki_builder.core.http.address`'s.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from pathlib import Path
from types import MappingProxyType, TracebackType

import httpcore
import httpx
from tenacity import RetryCallState, Retrying, retry_if_exception_type, wait_exponential

from wiki_builder import __version__
from wiki_builder.core.errors import UnfitAnswer, UpstreamError
from wiki_builder.core.http.address import (
    LATER,
    address,
    redirected,
    shown,
)
from wiki_builder.core.http.body import (
    ENCODING,
    Body,
    NotWhole,
    TooLarge,
    is_understood,
)
from wiki_builder.core.http.cache import AnswerCache, CachedAnswer
from wiki_builder.core.http.wire import Wire

USER_AGENT = f"wiki-builder/{__version__}"
MOST_BYTES = 100_000_000
MAX_REPLY = 1_000_000  # bytes, of what is said to a message
MAX_REDIRECTS = 5
MAX_BACKOFF = 60.0  # seconds
UNREACHED = (
    "Check the connection; where the network needs a proxy, set `proxy` in wiki.toml, or"
    " HTTPS_PROXY. Nothing is lost; run it again later"
)

REFUSED = (
    "It refuses this machine, or all who ask too often. Nothing is lost; run it again later. If it"
    " stays so, look whether a browser is answered at this address"
)

_REDIRECTS = (301, 302, 303, 307, 308)
_FOR_GOOD = (301, 308)
# of the statuses below 500 those that ask for another try (RFC 9110, 8470, 6585)
_PASSING = (408, 425, 429)


class BadAnswer(Exception):
    """Raised by a ``check``: this answer is not right, and asking again may help."""


class _TryAgain(Exception):
    def __init__(self, reason: str, wait: float | None = None, next: str = LATER) -> None:
        super().__init__(reason)
        self.wait, self.next = wait, next


@dataclass(frozen=True, slots=True)
class ClientConfig:
    """How an upstream is asked; all times are in seconds.

    ``timeout`` is the longest silence. ``deadline`` is the longest time from a question
    to its answer: redirects, retries and the waits that an upstream asks for included,
    the turns of others not. ``hosts`` are those that redirects may lead to beside the
    one that was asked; with ``public`` they may lead by https to any host of the web. Without
    ``proxy`` the usual environment variables hold; loopback
    addresses never go through those.
    """

    user_agent: str = USER_AGENT
    proxy: str | None = None
    interval: float = 3.0
    timeout: float = 30.0
    deadline: float = 300.0
    attempts: int = 5
    backoff: float = 3.0
    hosts: tuple[str, ...] = ()
    cache: Path | None = None
    public: bool = False


@dataclass(frozen=True, slots=True)
class Response:
    """An answer that counts: the last address, and the whole body.

    ``from_cache`` says that the upstream answered "not modified" (or was not
    asked, for an ``immutable`` address) and that the body was kept from before. ``moved`` is where
    the upstream says that the address stands for good (301 or 308). Headers are by lower-case name.
    """

    url: str
    status: int
    headers: Mapping[str, str]
    content: bytes
    from_cache: bool = False
    moved: str | None = None

    @property
    def content_type(self) -> str:
        """``application/atom+xml``: lower case, without parameters; empty if not stated."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()


Check = Callable[[Response], object]
Waiting = Callable[[Callable[[], str]], AbstractContextManager[object]]
"""Told what is waited for while that is so: ``with waiting(lambda: "https://…"): …``."""


@dataclass(slots=True)
class _Ask:
    url: str
    accept: str
    check: Check | None
    max_bytes: int
    ok: tuple[int, ...]
    immutable: bool
    refresh: bool
    keep: bool
    until: float  # by the client's clock
    attempts: int
    method: str = "GET"
    body: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


class Client:
    """Asks one upstream; may be shared by threads.

    ``waiting`` is told what is waited for. ``sleep`` and ``clock`` (monotonic, seconds)
    and ``now`` (UTC) are passed in by tests, ``transport`` or its ``network`` too.
    """

    def __init__(
        self,
        config: ClientConfig = ClientConfig(),
        *,
        waiting: Waiting = nullcontext,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        transport: httpx.BaseTransport | None = None,
        network: httpcore.NetworkBackend | None = None,
    ) -> None:
        self.config = config
        self._waiting, self._sleep, self._clock, self._now = waiting, sleep, clock, now
        self._transport = transport or Wire(config.proxy, self._left, network)
        self._cache = AnswerCache(config.cache)
        self._lock = threading.Lock()
        self._not_before = float("-inf")
        self._until = float("inf")  # the deadline of the question whose turn it is
        self._http: httpx.Client | None = None

    def get(
        self,
        url: str,
        params: Mapping[str, str] | None = None,
        *,
        accept: str = "*/*",
        check: Check | None = None,
        max_bytes: int = MOST_BYTES,
        ok: Iterable[int] = (200,),
        immutable: bool = False,
        refresh: bool = False,
        keep: bool = True,
        attempts: int | None = None,
    ) -> Response:
        """Ask for ``url`` until the answer is right.

        ``accept`` is the Accept header. ``check`` is given each answer and raises
        :class:`BadAnswer` where it is not right and should be asked for again, or
        an :class:`UpstreamError` where asking again would not help. Statuses in
        ``ok`` are answers; 408, 425, 429 and 5xx are asked again, any other is final. An
        ``immutable`` address is asked once, and from then on read from the cache; with
        ``refresh`` it is asked even so. Without ``keep`` an answer is kept only when the
        caller, who may have to read it first, says so to :meth:`keep`. ``attempts`` are
        at most that many, where they are fewer than the client's.
        Raises UsageError for what is no http address, UpstreamError when the attempts
        or the time are used up or the upstream refuses, and its UnfitAnswer where the
        answer is larger than ``max_bytes``, is encoded as was not asked for, or would
        come from another host.
        """
        until = self._clock() + self.config.deadline
        most = min(attempts or self.config.attempts, self.config.attempts)
        ask = _Ask(
            address(url, params),
            accept,
            check,
            max_bytes,
            tuple(ok),
            immutable,
            refresh,
            keep,
            until,
            most,
        )
        return self._kept(ask) or self._answered(ask)

    def send(
        self,
        method: str,
        url: str,
        document: object = None,
        headers: Mapping[str, str] = MappingProxyType({}),
        *,
        ok: Iterable[int] = (),
    ) -> Response:
        """Send a JSON document (or ask for one with GET), with ``headers`` that may hold a token.

        Any status of 200 to 299 is an answer, and so is one in ``ok``; 429 and 5xx are tried
        again, so the receiver may get it twice. No redirect is followed, nothing is kept. Raises
        what :meth:`get` raises, whose ``where`` is the address, which may be a secret.
        """
        body = None if document is None else json.dumps(document, ensure_ascii=False).encode()
        ours = {"Content-Type": "application/json; charset=utf-8"} if body is not None else {}
        ask = _Ask(
            address(url),
            "application/json",
            None,
            MAX_REPLY,
            (*range(200, 300), *ok),
            immutable=False,
            refresh=False,
            keep=False,
            until=self._clock() + self.config.deadline,
            attempts=self.config.attempts,
            method=method,
            body=body,
            headers=ours | {**headers},
        )
        return self._answered(ask)

    def _answered(self, ask: _Ask) -> Response:
        retrying = self._retrying(ask)
        try:
            return retrying(self._attempt, ask)
        except _TryAgain as failure:
            asked = retrying.statistics["attempt_number"]
            times = "once" if asked == 1 else f"{asked} times"
            raise _failure(ask.url, f"{failure} (asked {times})", failure.next) from failure

    def keep(self, url: str, response: Response) -> None:
        """Keep the answer to an ``immutable`` address, now that it is known to be the right one."""
        if response.status == HTTPStatus.OK and not response.from_cache:
            self._cache.write(
                url, CachedAnswer(response.status, response.headers, response.content)
            )

    def forget(self, url: str) -> None:
        """Forget what is kept of an address, which was not right after all."""
        self._cache.drop(url)

    def close(self) -> None:
        """Close the connection; a later request opens it again."""
        with self._lock:
            if self._http is not None:
                self._http.close()
            self._http = None

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def _kept(self, ask: _Ask) -> Response | None:
        """The kept answer of an immutable address, if it is still right."""
        kept = self._cache.read(ask.url) if ask.immutable and not ask.refresh else None
        if kept is None:
            return None
        response = Response(ask.url, kept.status, kept.headers, kept.content, from_cache=True)
        try:
            if ask.check is not None:
                ask.check(response)
        except BadAnswer:
            return None
        return response

    def _retrying(self, ask: _Ask) -> Retrying:
        return Retrying(
            stop=lambda state: self._is_over(ask, state),
            wait=self._wait,
            retry=retry_if_exception_type(_TryAgain),
            before_sleep=lambda state: self._pause(ask, state),
            sleep=lambda seconds: None,
            reraise=True,
        )

    def _is_over(self, ask: _Ask, state: RetryCallState) -> bool:
        """Whether the attempts are used up, or the time would be before the next one."""
        return (
            state.attempt_number >= ask.attempts
            or self._clock() + state.upcoming_sleep >= ask.until
        )

    def _wait(self, state: RetryCallState) -> float:
        failure = state.outcome.exception() if state.outcome else None
        if isinstance(failure, _TryAgain) and failure.wait is not None:
            return failure.wait
        return wait_exponential(multiplier=self.config.backoff, max=MAX_BACKOFF)(state)

    def _pause(self, ask: _Ask, state: RetryCallState) -> None:
        failure = state.outcome.exception() if state.outcome else None
        seconds = state.upcoming_sleep
        with self._waiting(
            lambda: f"{shown(ask.url)}: {failure}; asked again after {seconds:.0f} s"
        ):
            self._sleep(seconds)

    def _attempt(self, ask: _Ask) -> Response:
        queued = self._clock()
        with self._lock:
            ask.until += self._clock() - queued
            self._until = ask.until
            response = self._exchange(ask)
        try:
            if ask.check is not None:
                ask.check(response)
        except BadAnswer as reason:
            self._cache.drop(response.url)
            raise _TryAgain(str(reason), self._asked_to_wait(response.headers, ask)) from reason
        if ask.keep:
            self._keep(ask, response)
        return response

    def _left(self) -> float:
        """Seconds until the deadline of the question whose turn it is."""
        return self._until - self._clock()

    def _keep(self, ask: _Ask, response: Response) -> None:
        kept = CachedAnswer(response.status, response.headers, response.content)
        if response.from_cache or response.status != HTTPStatus.OK:
            return
        if kept.conditions:
            self._cache.write(response.url, kept)
        if ask.immutable:
            self._cache.write(ask.url, kept)

    def _exchange(self, ask: _Ask) -> Response:
        """One request, and those that its redirects ask for, each at its pace."""
        url, moved, for_good = ask.url, None, True
        for _ in range(MAX_REDIRECTS + 1):
            response = self._request(url, ask)
            if response.status not in _REDIRECTS or "location" not in response.headers:
                return replace(self._judged(response, ask), moved=moved)
            if ask.method != "GET" or ask.headers:
                raise UnfitAnswer("redirects", where=shown(ask.url), next="It is not followed")
            where = response.headers["location"]
            url = redirected(url, where, self.config.hosts, self.config.public)
            for_good = for_good and response.status in _FOR_GOOD
            moved = url if for_good else moved
        raise _failure(ask.url, f"redirects more than {MAX_REDIRECTS} times")

    def _judged(self, response: Response, ask: _Ask) -> Response:
        status = response.status
        if status in ask.ok:
            return response
        if status in _PASSING or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise _TryAgain(
                f"answered {_phrase(status)}", self._asked_to_wait(response.headers, ask)
            )
        next_ = (
            REFUSED
            if status == HTTPStatus.FORBIDDEN
            else "Check that the address in wiki.toml is right"
        )
        raise _failure(ask.url, f"answered {_phrase(status)}", next_)

    def _request(self, url: str, ask: _Ask) -> Response:
        kept = self._cache.read(url)
        headers = {"Accept": ask.accept, **(kept.conditions if kept else {}), **ask.headers}
        self._pace()
        try:
            with self._waiting(lambda: shown(url)):
                return self._sent(url, headers, kept, ask)
        except httpx.InvalidURL as error:  # httpx looks at the Location of a redirect, too
            raise _failure(url, f"redirects to what is no http address ({error})") from error
        except httpx.RequestError as error:
            if self._left() <= 0:
                raise self._too_slow() from error
            raise _TryAgain(
                f"{type(error).__name__}: {error}".rstrip(": "), next=UNREACHED
            ) from error

    def _sent(
        self, url: str, headers: dict[str, str], kept: CachedAnswer | None, ask: _Ask
    ) -> Response:
        with self._connection().stream(
            ask.method, url, headers=headers, content=ask.body
        ) as answer:
            body = self._body(answer, ask)
            if answer.status_code == HTTPStatus.NOT_MODIFIED:
                if kept is None:
                    raise _TryAgain("answered 304 Not Modified to a request without a condition")
                return Response(url, kept.status, kept.headers, kept.content, from_cache=True)
            return Response(url, answer.status_code, dict(answer.headers), body)

    def _body(self, answer: httpx.Response, ask: _Ask) -> bytes:
        """The whole body, or a failure where it is cut short, too slow,
        too large or encoded in another way.
        """
        encoding = answer.headers.get("content-encoding", "")
        if not is_understood(encoding):
            what = f"the answer is encoded as {encoding[:60]!r}, and {ENCODING} was asked for"
            raise UnfitAnswer(what, where=shown(ask.url), next="It is not read")
        body = Body(encoding, ask.max_bytes)
        try:
            for chunk in answer.iter_raw():
                body.add(chunk)
                if self._left() <= 0:
                    raise self._too_slow()
            promised = answer.headers.get("content-length", "")
            if (
                promised.isdecimal()
                and body.came < int(promised)
                and answer.status_code != HTTPStatus.NOT_MODIFIED
            ):
                raise _TryAgain(
                    f"the answer was cut short: {body.came:,} of {int(promised):,} bytes"
                )
            return body.whole()
        except TooLarge as error:
            what = f"the answer is larger than {ask.max_bytes:,} bytes"
            raise UnfitAnswer(what, where=shown(ask.url), next="It is not read") from error
        except NotWhole as error:
            raise _TryAgain(f"the answer was cut short: {error}") from error

    def _too_slow(self) -> _TryAgain:
        return _TryAgain(f"the answer took longer than {self.config.deadline:g} s", next=UNREACHED)

    def _pace(self) -> None:
        """Wait until the next request may start. Called with the lock held."""
        wait = self._not_before - self._clock()
        if wait > self._left():
            raise self._too_slow()
        if wait > 0:
            self._sleep(wait)
        self._not_before = self._clock() + self.config.interval

    def _asked_to_wait(self, headers: Mapping[str, str], ask: _Ask) -> float | None:
        """Seconds that the upstream asks everyone to wait (RFC 9110, section 10.2.3)."""
        wait = retry_after(headers, self._now())
        if wait is None:
            return None
        if wait > ask.until - self._clock():
            what = f"asks to be left alone for {wait:.0f} s"
            raise _failure(ask.url, what, "Nothing is lost; run it again after that")
        self._not_before = max(self._not_before, self._clock() + wait)
        return wait

    def _connection(self) -> httpx.Client:
        if self._http is None:
            self._http = httpx.Client(
                headers={"User-Agent": self.config.user_agent, "Accept-Encoding": ENCODING},
                timeout=self.config.timeout,
                transport=self._transport,
            )
        return self._http


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds to wait by a ``Retry-After`` header, which holds seconds or an HTTP date.

    A date is compared with the answer's own ``Date`` where there is one, so that
    a wrong clock does no harm. ``None`` where nothing is asked or it cannot be read.
    """
    value = headers.get("retry-after", "").strip()
    if value.isascii() and value.isdecimal():
        return float(value)
    until, since = _http_date(value), _http_date(headers.get("date", "")) or now
    return max(0.0, (until - since).total_seconds()) if until else None


def _http_date(value: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(value)
    except (TypeError, ValueError):
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)


def _phrase(status: int) -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)


def _failure(url: str, what: str, next: str = LATER) -> UpstreamError:
    return UpstreamError(what, where=shown(url), next=next)
