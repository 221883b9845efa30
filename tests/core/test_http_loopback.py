"""The client over a real connection: what a swapped transport cannot show."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.loopback.arxiv import LoopbackArxiv
from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.http.client import Client, ClientConfig


def loopback_client(cache: Path | None = None, attempts: int = 3) -> Client:
    config = ClientConfig(interval=0.0, backoff=0.0, attempts=attempts, timeout=10.0, cache=cache)
    return Client(config, sleep=lambda _: None)


def test_a_connection_that_ends_early_is_a_failure() -> None:
    """A body cut by a real server is noticed and asked for again."""
    with LoopbackArxiv() as arxiv, loopback_client() as client:
        arxiv.pdf["2605.02801"] = b"%PDF" * 50_000
        arxiv.cut("/pdf/", at=70_000)
        assert client.get(f"{arxiv.url}/pdf/2605.02801").content == b"%PDF" * 50_000
        assert len(arxiv.log) == 2


def test_a_silent_server_runs_into_the_timeout() -> None:
    """The ``arxiv`` package waits for ever; we do not."""
    config = ClientConfig(interval=0.0, backoff=0.0, attempts=1, timeout=1.0)
    with LoopbackArxiv() as arxiv, Client(config, sleep=lambda _: None) as client:
        arxiv.delay("/", seconds=30)
        with pytest.raises(UpstreamError, match="ReadTimeout"):
            client.get(f"{arxiv.url}/pdf/2605.02801")


def test_etags_work_over_a_real_connection(tmp_path: Path) -> None:
    """The second request is answered with 304 and without a body."""
    with LoopbackArxiv() as arxiv, loopback_client(tmp_path) as client:
        arxiv.html["2605.02801"] = b"<html></html>"
        answers = [client.get(f"{arxiv.url}/html/2605.02801") for _ in range(2)]
        assert [answer.from_cache for answer in answers] == [False, True]
        assert answers[0].content == answers[1].content
        assert [seen.status for seen in arxiv.log] == [200, 304]


def test_an_upstream_that_is_not_there_is_named() -> None:
    """A refused connection ends as an UpstreamError with its address."""
    with LoopbackArxiv() as arxiv:
        url = arxiv.url
    with (
        loopback_client(attempts=2) as client,
        pytest.raises(UpstreamError, match="ConnectError") as error,
    ):
        client.get(url)
    assert error.value.where == url
