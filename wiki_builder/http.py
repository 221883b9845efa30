"""The only module that touches the network (the model's client and ``notify.mail`` apart).

A :class:`Client` stands for one upstream, such as all of arXiv: one connection,
at least ``interval`` seconds between the starts of two requests whatever the
concurrency elsewhere, conditional requests, retries with back-off and
``Retry-After``. What an answer means is left to the caller, whose ``check`` says
whether it is the answer that was asked for.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from pathlib import Path
from types import MappingProxyType, TracebackType

import httpx
from tenacity import RetryCallState, Retrying, retry_if_exception_type, stop_after_attempt, wait_exponential

from wiki_builder import __version__
from wiki_builder.errors import UnfitAnswer, UpstreamError, UsageError
from wiki_builder.httpcache import Cache, Kept

USER_AGENT = f"wiki-builder/{__version__}"
MAX_BYTES = 100_000_000
MAX_REPLY = 1_000_000  # bytes, of what is said to a message
MAX_REDIRECTS = 5
MAX_BACKOFF = 60.0  # seconds
LATER = "Nothing is lost; run it again later"

_REDIRECTS = (301, 302, 303, 307, 308)


class BadAnswer(Exception):
    """Raised by a ``check``: this answer is not right, and asking again may help."""


class _TryAgain(Exception):
    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.wait = wait


@dataclass(frozen=True, slots=True)
class ClientConfig:
    """How an upstream is asked; all times are in seconds.

    ``timeout`` is the longest silence and ``deadline`` the longest time for one
    answer. ``patience`` is the longest ``Retry-After`` that is waited for.
    Without ``proxy`` the usual environment variables hold; loopback addresses
    never go through those.
    """

    user_agent: str = USER_AGENT
    proxy: str | None = None
    interval: float = 3.0
    timeout: float = 30.0
    deadline: float = 300.0
    attempts: int = 5
    backoff: float = 3.0
    patience: float = 300.0
    cache: Path | None = None


@dataclass(frozen=True, slots=True)
class Response:
    """An answer that counts: the last address, and the whole body.

    ``from_cache`` says that the upstream answered "not modified" (or was not
    asked, for an ``immutable`` address) and that the body was kept from before.
    Headers are by lower-case name.
    """

    url: str
    status: int
    headers: Mapping[str, str]
    content: bytes
    from_cache: bool = False

    @property
    def content_type(self) -> str:
        """``application/atom+xml``: lower case, without parameters; empty if not stated."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()


Check = Callable[[Response], object]


@dataclass(frozen=True, slots=True)
class _Ask:
    url: str
    accept: str
    check: Check | None
    max_bytes: int
    ok: tuple[int, ...]
    immutable: bool
    same_host: bool
    method: str = "GET"
    body: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


class Client:
    """Asks one upstream; may be shared by threads.

    ``sleep`` and ``clock`` (monotonic, seconds) and ``now`` (UTC) are passed in
    by tests, ``transport`` too.
    """

    def __init__(
        self,
        config: ClientConfig = ClientConfig(),
        *,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self.config = config
        self._sleep, self._clock, self._now, self._transport = sleep, clock, now, transport
        self._cache = Cache(config.cache)
        self._lock = threading.Lock()
        self._not_before = float("-inf")
        self._http: httpx.Client | None = None

    def get(
        self,
        url: str,
        params: Mapping[str, str] | None = None,
        *,
        accept: str = "*/*",
        check: Check | None = None,
        max_bytes: int = MAX_BYTES,
        ok: Iterable[int] = (200,),
        immutable: bool = False,
        same_host: bool = False,
        attempts: int | None = None,
    ) -> Response:
        """Ask for ``url`` until the answer is right.

        ``accept`` is the Accept header. ``check`` is given each answer and raises
        :class:`BadAnswer` where it is not right and should be asked for again, or
        an :class:`UpstreamError` where asking again would not help. Statuses in
        ``ok`` are answers; 429 and 5xx are asked again, any other is final. An
        ``immutable`` address is asked once, and from then on read from the cache.
        With ``same_host`` no redirect to another host, port or scheme is followed.
        ``attempts`` are at most that many, where they are fewer than the client's.
        Raises UsageError for what is no http address, UpstreamError when the
        attempts are used up or the upstream refuses, and its UnfitAnswer where the
        answer is larger than ``max_bytes`` or a redirect may not be followed.
        """
        most = min(attempts or self.config.attempts, self.config.attempts)
        ask = _Ask(_address(url, params), accept, check, max_bytes, tuple(ok), immutable, same_host)
        try:
            return self._kept(ask) or self._retrying(most)(self._attempt, ask)
        except _TryAgain as failure:
            raise _failure(ask.url, f"{failure} (asked {most} times)") from failure

    def send(
        self, method: str, url: str, document: object = None, headers: Mapping[str, str] = MappingProxyType({})
    ) -> Response:
        """Send a JSON document (or ask for one with GET), with ``headers`` that may hold a token.

        Any status of 200 to 299 is an answer; 429 and 5xx are tried again, so the receiver
        may get it twice. No redirect is followed, nothing is kept. Raises what
        :meth:`get` raises, whose ``where`` is the address, which may be a secret.
        """
        body = None if document is None else json.dumps(document, ensure_ascii=False).encode()
        ours = {"Content-Type": "application/json; charset=utf-8"} if body is not None else {}
        ok = tuple(range(200, 300))
        ask = _Ask(
            _address(url, None), "application/json", None, MAX_REPLY, ok, False, True, method, body, ours | {**headers}
        )
        try:
            return self._retrying(self.config.attempts)(self._attempt, ask)
        except _TryAgain as failure:
            raise _failure(ask.url, f"{failure} (asked {self.config.attempts} times)") from failure

    def close(self) -> None:
        """Close the connection; a later request opens it again."""
        with self._lock:
            if self._http is not None:
                self._http.close()
            self._http = None

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _kept(self, ask: _Ask) -> Response | None:
        """The kept answer of an immutable address, if it is still right."""
        kept = self._cache.read(ask.url) if ask.immutable else None
        if kept is None:
            return None
        response = Response(ask.url, kept.status, kept.headers, kept.content, from_cache=True)
        try:
            if ask.check is not None:
                ask.check(response)
        except BadAnswer:
            return None
        return response

    def _retrying(self, attempts: int) -> Retrying:
        return Retrying(
            stop=stop_after_attempt(attempts),
            wait=self._wait,
            retry=retry_if_exception_type(_TryAgain),
            sleep=self._sleep,
            reraise=True,
        )

    def _wait(self, state: RetryCallState) -> float:
        failure = state.outcome.exception() if state.outcome else None
        if isinstance(failure, _TryAgain) and failure.wait is not None:
            return failure.wait
        return wait_exponential(multiplier=self.config.backoff, max=MAX_BACKOFF)(state)

    def _attempt(self, ask: _Ask) -> Response:
        with self._lock:
            response = self._exchange(ask)
        try:
            if ask.check is not None:
                ask.check(response)
        except BadAnswer as reason:
            self._cache.drop(response.url)
            raise _TryAgain(str(reason), self._asked_to_wait(response.headers, ask.url)) from reason
        self._keep(ask, response)
        return response

    def _keep(self, ask: _Ask, response: Response) -> None:
        kept = Kept(response.status, response.headers, response.content)
        if response.from_cache or response.status != HTTPStatus.OK:
            return
        if kept.conditions:
            self._cache.write(response.url, kept)
        if ask.immutable:
            self._cache.write(ask.url, kept)

    def _exchange(self, ask: _Ask) -> Response:
        """One request, and those that its redirects ask for, each at its pace."""
        url = ask.url
        for _ in range(MAX_REDIRECTS + 1):
            response = self._request(url, ask)
            if response.status not in _REDIRECTS or "location" not in response.headers:
                return self._judged(response, ask)
            if ask.method != "GET" or ask.headers:
                raise UnfitAnswer("redirects", where=_shown(ask.url), next="It is not followed")
            url = _redirected(url, response.headers["location"])
            if ask.same_host and _server(url) != _server(ask.url):
                raise UnfitAnswer("redirects to another host", where=_shown(ask.url), next="It is not followed")
        raise _failure(ask.url, f"redirects more than {MAX_REDIRECTS} times")

    def _judged(self, response: Response, ask: _Ask) -> Response:
        status = response.status
        if status in ask.ok:
            return response
        if status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise _TryAgain(f"answered {_phrase(status)}", self._asked_to_wait(response.headers, ask.url))
        raise _failure(ask.url, f"answered {_phrase(status)}", "Check that the address in wiki.toml is right")

    def _request(self, url: str, ask: _Ask) -> Response:
        kept = self._cache.read(url)
        headers = {"Accept": ask.accept, **(kept.conditions if kept else {}), **ask.headers}
        self._pace()
        try:
            return self._sent(url, headers, kept, ask)
        except httpx.InvalidURL as error:  # httpx looks at the Location of a redirect, too
            raise _failure(url, f"redirects to what is no http address ({error})") from error
        except httpx.RequestError as error:
            raise _TryAgain(f"{type(error).__name__}: {error}".rstrip(": ")) from error

    def _sent(self, url: str, headers: dict[str, str], kept: Kept | None, ask: _Ask) -> Response:
        with self._connection().stream(ask.method, url, headers=headers, content=ask.body) as answer:
            body = self._body(answer, ask)
            if answer.status_code == HTTPStatus.NOT_MODIFIED:
                if kept is None:
                    raise _TryAgain("answered 304 Not Modified to a request without a condition")
                return Response(url, kept.status, kept.headers, kept.content, from_cache=True)
            return Response(url, answer.status_code, dict(answer.headers), body)

    def _body(self, answer: httpx.Response, ask: _Ask) -> bytes:
        """The whole body, or a failure where it is cut short, too slow or too large."""
        body, started = bytearray(), self._clock()
        for chunk in answer.iter_bytes():
            body += chunk
            if len(body) > ask.max_bytes:
                what = f"the answer is larger than {ask.max_bytes:,} bytes"
                raise UnfitAnswer(what, where=_shown(ask.url), next="It is not read")
            if self._clock() - started > self.config.deadline:
                raise _TryAgain(f"the answer took longer than {self.config.deadline:g} s")
        promised = answer.headers.get("content-length", "")
        came = answer.num_bytes_downloaded or len(body)  # as sent, before any decompression
        if promised.isdecimal() and came < int(promised) and answer.status_code != HTTPStatus.NOT_MODIFIED:
            raise _TryAgain(f"the answer was cut short: {came:,} of {int(promised):,} bytes")
        return bytes(body)

    def _pace(self) -> None:
        """Wait until the next request may start. Called with the lock held."""
        wait = self._not_before - self._clock()
        if wait > 0:
            self._sleep(wait)
        self._not_before = self._clock() + self.config.interval

    def _asked_to_wait(self, headers: Mapping[str, str], url: str) -> float | None:
        """Seconds that the upstream asks everyone to wait (RFC 9110, section 10.2.3)."""
        wait = retry_after(headers, self._now())
        if wait is None:
            return None
        if wait > self.config.patience:
            raise _failure(url, f"asks to be left alone for {wait:.0f} s", "Nothing is lost; run it again after that")
        self._not_before = max(self._not_before, self._clock() + wait)
        return wait

    def _connection(self) -> httpx.Client:
        if self._http is None:
            self._http = httpx.Client(
                headers={"User-Agent": self.config.user_agent},
                timeout=self.config.timeout,
                limits=httpx.Limits(max_connections=1, max_keepalive_connections=1),
                transport=self._transport,
                proxy=self.config.proxy,
                mounts=None if self.config.proxy or self._transport else _LOOPBACK,
            )
        return self._http


_LOOPBACK: dict[str, httpx.BaseTransport | None] = {"all://127.0.0.1": None, "all://localhost": None}


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


def _address(url: str, params: Mapping[str, str] | None) -> str:
    try:
        address = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise UsageError(f"{url!r} is no address: {error}", next="Correct it in wiki.toml") from error
    if address.scheme not in ("http", "https") or not address.host:
        raise UsageError(f"{url!r} is no http address", next="Correct it in wiki.toml")
    return str(address.copy_merge_params(params) if params else address)


def _redirected(url: str, location: str) -> str:
    try:
        target = httpx.URL(url).join(location)
    except httpx.InvalidURL:
        target = httpx.URL("")
    if target.scheme not in ("http", "https") or not target.host:
        raise _failure(url, f"redirects to {location[:100]!r}, which is no http address")
    return str(target)


def _server(url: str) -> tuple[str, str, int | None]:
    address = httpx.URL(url)
    return address.scheme, address.host, address.port


def _phrase(status: int) -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)


def _failure(url: str, what: str, next: str = LATER) -> UpstreamError:
    return UpstreamError(what, where=_shown(url), next=next)


def _shown(url: str) -> str:
    return url if len(url) <= 200 else url[:200] + "…"
