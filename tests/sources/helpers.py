"""What several tests of the sources need: the recordings,
real metadata in small, a quick client.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from wiki_builder.core.http.client import Client, ClientConfig, Response
from wiki_builder.core.values.announcement import Announcement, AnnounceType, Version

RECORDINGS = Path(__file__).parent.parent / "recordings"
API = RECORDINGS / "arxiv_api"
FEEDS = RECORDINGS / "feeds"
OAI = RECORDINGS / "oai"


@dataclass(frozen=True, slots=True)
class Recorded:
    """One recorded answer of the API: what was asked, the status and the body."""

    url: str
    status: int
    body: bytes

    @property
    def response(self) -> Response:
        return Response(self.url, self.status, {"content-type": "application/atom+xml"}, self.body)


def recorded_api(name: str) -> Recorded:
    path = API / name
    if path.suffix == ".xml":
        return Recorded(f"http://arxiv.org/api/query?{path.stem}", 200, path.read_bytes())
    kept = json.loads(path.read_text(encoding="utf-8"))
    return Recorded(kept["url"], kept["status_code"], kept["body"].encode())


def feed_response(body: bytes, type: str = "application/rss+xml", status: int = 200) -> Response:
    return Response("https://rss.arxiv.org/rss/cs.CL", status, {"content-type": type}, body)


def row(
    id: str = "2605.02801",
    *types: AnnounceType,
    number: int | None = 1,
    categories: tuple[str, ...] = ("cs.CL",),
    title: str = "A paper",
    submitted: str | None = None,
) -> Announcement:
    version = Version(
        number,
        title,
        ("Ada Lovelace", "Kurt Gödel"),
        "An abstract.",
        categories,
        submitted=submitted,
    )
    return Announcement(f"arxiv:{id}", types or ("new",), version)


def quick_client(cache: Path | None = None, attempts: int = 3) -> Client:
    """A client for the loopback arXiv that never waits."""
    config = ClientConfig(interval=0.0, backoff=0.0, attempts=attempts, timeout=10.0, cache=cache)
    return Client(config, sleep=lambda _: None)
