"""Marks by issues of the repository: none is lost, none comes twice, and nobody else's count."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.e2e.world import run
from wiki_builder.core.errors import UpstreamError, UsageError
from wiki_builder.core.http.client import Client, ClientConfig
from wiki_builder.core.store.marks import inbox, read_marks
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.marks import KINDS, standing
from wiki_builder.curation import issues
from wiki_builder.curation.marks import take_in
from wiki_builder.notify.issue import Forge

TOKEN = "t0k3n-of-the-job"


@dataclass
class LoopbackForge:
    """The issues of ``me/wiki``; ``said`` is answered instead of the next list."""

    issues: list[dict[str, Any]] = field(default_factory=list)
    said: bytes | None = None

    def open(self, *rows: Any, by: str = "OWNER", title: str = "", **more: Any) -> int:
        """Somebody sends an issue with marks."""
        number = len(self.issues) + 1
        body = f"```json\n{json.dumps({'format': 2, 'marks': rows})}\n```"
        issue = {
            "number": number,
            "state": "open",
            "title": title or f"wiki-builder marks {number}",
            "body": body,
            "author_association": by,
        }
        self.issues.append(issue | more)
        return number

    @property
    def closed(self) -> list[int]:
        return [one["number"] for one in self.issues if one["state"] == "closed"]

    def __enter__(self) -> LoopbackForge:
        forge = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked = {k: v[0] for k, v in parse_qs(urlsplit(self.path).query).items()}
                size, page = int(asked["per_page"]), int(asked["page"])
                open_ = [one for one in forge.issues if one["state"] == asked["state"]]
                said, forge.said = forge.said, None
                self._say(said or json.dumps(open_[(page - 1) * size : page * size]).encode())

            def do_PATCH(self) -> None:
                sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                number = int(self.path.rpartition("/")[2])
                forge.issues[number - 1] |= sent
                self._say(b"{}")

            def _say(self, body: bytes) -> None:
                assert self.path.startswith("/repos/me/wiki/issues")
                assert self.headers["Authorization"] == f"Bearer {TOKEN}"
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()
        self.environ = {
            "GITHUB_API_URL": f"http://127.0.0.1:{self._server.server_port}",
            "GITHUB_REPOSITORY": "me/wiki",
            "GITHUB_TOKEN": TOKEN,
        }
        return self

    def __exit__(self, *left: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def forge() -> Iterator[LoopbackForge]:
    with LoopbackForge() as server:
        yield server


@pytest.fixture
def client() -> Iterator[Client]:
    config = ClientConfig(interval=0.0, backoff=0.0, attempts=2)
    with Client(config, sleep=lambda _: None) as made:
        yield made


@pytest.fixture
def asked(forge: LoopbackForge, client: Client) -> Forge:
    return issues.forge_of(forge.environ, client)


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    return Wiki(tmp_path)


def mark(number: int, on: bool = True) -> list[object]:
    at = f"2026-05-05T08:{number // 60:02}:{number % 60:02}Z"
    return [f"arxiv:2605.{number:05}", KINDS[number % 4], on, at]


def count(wiki: Wiki) -> int:
    return sum(len(of) for of in standing(read_marks(wiki)).values())


def test_a_hundred_marks_of_two_devices_by_file_and_by_issue(
    wiki: Wiki, forge: LoopbackForge, asked: Forge
) -> None:
    """Each way alone and both at once, some sent twice: all of them, once, and every issue is
    closed.
    """
    rows = [mark(number) for number in range(100)]
    for start in range(0, 60, 5):  # the phone's, a few at a time
        forge.open(*rows[start : start + 5])
    forge.open(*rows[:10])  # once more
    wiki.marks_inbox.mkdir(parents=True)
    desk = {"format": 2, "marks": rows[50:]}
    (wiki.marks_inbox / "desk-1.json").write_text(json.dumps(desk), "utf-8")
    list(issues.fetch(wiki, asked))
    assert list(issues.close(wiki, asked)) == [], "nothing is closed before it is taken in"
    assert take_in(wiki).marks == 100
    assert count(wiki) == 100
    list(issues.close(wiki, asked))
    assert forge.closed == [one["number"] for one in forge.issues]
    assert (list(issues.fetch(wiki, asked)), inbox(wiki)) == ([], [])


def test_a_kill_anywhere_loses_and_doubles_nothing(
    wiki: Wiki, forge: LoopbackForge, asked: Forge
) -> None:
    """Fetched twice, taken in and not closed: the next run ends it."""
    forge.open(mark(1), mark(2))
    for _ in range(2):
        list(issues.fetch(wiki, asked))
    assert [path.name for path in inbox(wiki)] == ["issue-1.json"]
    take_in(wiki)
    before = wiki.marks_list.read_bytes()
    assert list(issues.fetch(wiki, asked)) == ["issue 1: its marks are in the wiki already"]
    take_in(wiki)
    assert wiki.marks_list.read_bytes() == before
    assert list(issues.close(wiki, asked)) == ["issue 1: closed"]


@pytest.mark.parametrize("by", ["NONE", "CONTRIBUTOR", "FIRST_TIMER", "", None])
def test_what_a_stranger_sends_does_not_count(
    wiki: Wiki, forge: LoopbackForge, asked: Forge, by: str
) -> None:
    """Whatever it says: it is named, and stays for the owner to look at."""
    forge.open(mark(1), by=by)
    assert list(issues.fetch(wiki, asked)) == [
        "marks left alone: issue 1: its author does not belong to the repository"
    ]
    assert list(issues.close(wiki, asked)) == []
    assert (inbox(wiki), forge.closed) == ([], [])


@pytest.mark.parametrize("by", ["OWNER", "MEMBER", "COLLABORATOR"])
def test_those_of_the_repository_count(
    wiki: Wiki, forge: LoopbackForge, asked: Forge, by: str
) -> None:
    """Its owner, and whom they let in."""
    forge.open(mark(1), by=by)
    list(issues.fetch(wiki, asked))
    assert take_in(wiki).marks == 1


@pytest.mark.parametrize(
    "body",
    [
        None,
        "",
        "please star it",
        "{}",
        '{"format": 2, "marks": [["../../x", "star", true, "2026-05-05"]]}',
    ],
)
def test_an_issue_that_holds_no_marks_is_named(
    wiki: Wiki, forge: LoopbackForge, asked: Forge, body: str | None
) -> None:
    """It is data: nothing is written, and it stays open."""
    forge.open(body=body)
    (line,) = issues.fetch(wiki, asked)
    assert line.startswith("marks left alone: issue 1: ")
    assert (inbox(wiki), list(issues.close(wiki, asked))) == ([], [])


def test_other_issues_are_nobodys_marks(wiki: Wiki, forge: LoopbackForge, asked: Forge) -> None:
    """Neither pull requests, nor what has another title."""
    forge.open(mark(1), title="A mistake on a page")
    forge.open(mark(2), pull_request={})
    assert list(issues.fetch(wiki, asked)) == []


def test_many_issues_are_all_read(wiki: Wiki, forge: LoopbackForge, asked: Forge) -> None:
    """Page by page."""
    for number in range(230):
        forge.open(mark(number))
    assert len(list(issues.fetch(wiki, asked))) == 230
    assert take_in(wiki).marks == 230


@pytest.mark.parametrize("said", [b"<html>", b'{"message": "x"}', b"[3]", b"[{}]", b"\xff"])
def test_what_is_no_answer_of_the_forge_says_so(
    wiki: Wiki, forge: LoopbackForge, asked: Forge, said: bytes
) -> None:
    """No token in it."""
    forge.said = said
    with pytest.raises(UpstreamError, match="cannot be read") as error:
        list(issues.fetch(wiki, asked))
    assert TOKEN not in str(error.value)


def test_without_a_token_nothing_is_asked(client: Client) -> None:
    """It says what is missing."""
    with pytest.raises(UsageError, match="GITHUB_TOKEN"):
        issues.forge_of({}, client)


def test_the_commands_say_what_they_did(
    wiki: Wiki, forge: LoopbackForge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the workflow runs them; what cannot be read ends with 3."""
    (wiki.root / "wiki.toml").write_text("format = 2\n", "utf-8")
    for name, value in forge.environ.items():
        monkeypatch.setenv(name, value)
    assert run("-C", wiki.root, "marks", "fetch").out == "no issue holds marks\n"
    forge.open(mark(1))
    fetched = run("-C", wiki.root, "marks", "fetch")
    assert (fetched.code, fetched.out) == (0, "issue 1: put into data/marks/inbox/\n")
    take_in(wiki)
    assert run("-C", wiki.root, "marks", "close").out == "issue 1: closed\n"
    assert forge.closed == [1]
    forge.said = b"<html>"
    assert run("-C", wiki.root, "marks", "fetch").code == 3
