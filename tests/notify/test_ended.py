"""How a run ended, as its owner hears of it: who is told of what, and the one issue."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.world import run
from tests.loopback.inbox import Hooks
from wiki_builder.core.errors import SettingsError
from wiki_builder.core.http.client import Client, ClientConfig
from wiki_builder.core.settings import Settings, load_notify
from wiki_builder.notify.ended import End, ended, message_of, tell, trial
from wiki_builder.notify.send import NotSent, Sent

GITHUB = {
    "GITHUB_SERVER_URL": "https://github.com",
    "GITHUB_REPOSITORY": "me/w",
    "GITHUB_RUN_ID": "7",
}
MARK = "<!-- wiki-builder: runs fail -->"


@pytest.fixture
def hooks() -> Iterator[Hooks]:
    with Hooks() as server:
        yield server


def settings(**notify: Any) -> Settings:
    return Settings.model_validate(
        {"format": 2, "wiki": {"title": "W", "language": "en"}, "notify": notify}
    )


def environ(hooks: Hooks, **more: str) -> dict[str, str]:
    return {
        **GITHUB,
        "GITHUB_API_URL": hooks.url,
        "GITHUB_TOKEN": "t0k3n-of-the-job",
        "HOOK": hooks.url,
        **more,
    }


def told(hooks: Hooks, of: Settings, end: End) -> tuple[Any, ...]:
    with Client(
        ClientConfig(interval=0.0, backoff=0.0, attempts=1), sleep=lambda _: None
    ) as client:
        message = message_of(
            end, "3" if end == "failed" else "0", "error: arXiv is down", of, environ(hooks)
        )
        return tell(message, of.notify, environ(hooks), client)


@pytest.mark.parametrize(
    ("jobs", "code", "end"),
    [
        ("success success success", "0", "worked"),
        ("success success success", "1", "warned"),
        ("success success success", "4", "warned"),
        ("success", "", "worked"),
        ("failure skipped skipped", "3", "failed"),
        ("failure skipped skipped", "", "failed"),
        ("cancelled skipped skipped", "", "failed"),
        ("success failure skipped", "0", "failed"),
        ("success success failure", "1", "failed"),
        ("skipped skipped skipped", "", "failed"),
        ("", "", "failed"),
    ],
)
def test_how_a_run_ended(jobs: str, code: str, end: End) -> None:
    """A job that failed or was cancelled, also one that builds or installs,
    is a run that failed.
    """
    assert ended(jobs, code) == end


@pytest.mark.parametrize(
    ("when", "heard"),
    [
        ("failed", ["failed"]),
        ("warned", ["failed", "warned"]),
        ("always", ["failed", "warned", "worked"]),
    ],
)
def test_who_wants_to_hear_of_what(hooks: Hooks, when: str, heard: list[End]) -> None:
    """By default only a failure is worth a message."""
    of = settings(when=when, channels=({"kind": "webhook", "address": "HOOK"},))
    for end in ("failed", "warned", "worked"):
        told(hooks, of, end)
    assert [got.body["state"] for got in hooks.got] == heard


def test_a_message_says_what_happened_and_where_to_look(hooks: Hooks) -> None:
    """The wiki's name, what the code means, the end of the log, and the run's own page."""
    message = message_of("failed", "3", "error: arXiv is down\n", settings(), environ(hooks))
    assert message.title == "W: the daily run failed"
    assert message.text.splitlines()[0].startswith("An upstream could not be reached")
    assert message.text.splitlines()[1] == "error: arXiv is down"
    assert message.link == "https://github.com/me/w/actions/runs/7"
    both = message_of("failed", "70", "", Settings.model_validate({"format": 2}), {})
    assert "失败" in both.title
    assert both.link == ""


def test_an_issue_is_opened_brought_up_to_date_and_closed(hooks: Hooks) -> None:
    """One issue while runs fail, not one a day;
    somebody else's that says the same is left alone.
    """
    of, bot = settings(issue=True), {"login": "github-actions[bot]"}
    other = {"number": 1, "user": {"login": "mallory"}, "body": MARK}
    ours = {"number": 2, "user": bot, "body": f"x {MARK}"}
    hooks.plan.append((200, [other, {"number": 3, "user": bot, "body": None}]))
    assert told(hooks, of, "failed") == (Sent("issue"),)
    hooks.plan.append((200, [other, ours]))
    assert told(hooks, of, "failed") == (Sent("issue"),)
    hooks.plan.append((200, [other, ours]))
    assert told(hooks, of, "warned") == (Sent("issue"),)
    hooks.plan.append((200, [other]))
    assert told(hooks, of, "worked") == (Sent("issue"),)
    at = "/repos/me/w/issues"
    assert [(got.method, got.path.split("?")[0]) for got in hooks.got] == [
        *(("GET", at), ("POST", at)),
        *(("GET", at), ("PATCH", f"{at}/2")),
        *(("GET", at), ("POST", f"{at}/2/comments"), ("PATCH", f"{at}/2")),
        ("GET", at),
    ]
    assert {got.headers["authorization"] for got in hooks.got} == {"Bearer t0k3n-of-the-job"}
    opened = hooks.got[1].body
    assert MARK in opened["body"]
    assert "\n    error: arXiv is down\n" in opened["body"], "what the log says is no markup"
    assert hooks.got[-2].body["state"] == "closed"


@pytest.mark.parametrize(
    "answer", [(403, b"t0k3n-of-the-job"), (200, b"no json"), (200, {"message": "x"}), (302, b"")]
)
def test_an_issue_that_cannot_be_had_is_a_reason(hooks: Hooks, answer: tuple[int, Any]) -> None:
    """Nothing raises, no token is said, and a channel beside it is told all the same."""
    hooks.plan.append(answer)
    issue, channel = told(
        hooks, settings(issue=True, channels=({"kind": "webhook", "address": "HOOK"},)), "failed"
    )
    assert isinstance(issue, NotSent)
    assert "t0k3n" not in issue.reason
    assert channel == Sent("webhook")


def test_a_test_message_goes_to_the_channels_alone(hooks: Hooks) -> None:
    """Trying it opens no issue, and says that it is a test."""
    of = settings(issue=True, when="failed", channels=({"kind": "webhook", "address": "HOOK"},))
    assert tell(trial(of), of.notify, environ(hooks)) == (Sent("webhook"),)
    assert hooks.got[0].body["state"] == "test"


def test_a_wrong_wiki_toml_is_told_of(tmp_path: Path) -> None:
    """A run that fails since the settings are wrong is one that its owner must hear of."""
    path = tmp_path / "wiki.toml"
    path.write_text(
        'format = 2\n[wiki]\ntitle = "W"\n[model]\nengine = "nonsense"\n[notify]\nissue = true\n'
    )
    assert load_notify(path).notify.issue
    assert load_notify(path).wiki.title == "W"
    path.write_text("format = 2\n[notify]\nissue = 3\n")
    with pytest.raises(SettingsError):
        load_notify(path)


def command(folder: Path, *words: str) -> tuple[int, str]:
    ran = run("-C", folder, "notify", *words)
    return ran.code, ran.out


def test_the_command_changes_no_exit_code(
    tmp_path: Path, hooks: Hooks, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What cannot be sent is named; only a test that fails is a failure."""
    channels = '[{ kind = "slack", address = "HOOK" }, { kind = "feishu", address = "NOT_SET" }]'
    (tmp_path / "wiki.toml").write_text(f"format = 2\n[notify]\nchannels = {channels}\n")
    monkeypatch.setenv("HOOK", f"{hooks.url}/t0k3n")
    monkeypatch.delenv("GITHUB_TOKEN", raising=False)
    code, out = command(tmp_path, "--jobs", "failure skipped", "--code", "70", "--said", "error: x")
    assert (code, out.splitlines()) == (
        0,
        ["sent: slack", "not sent: feishu: NOT_SET not set in the environment"],
    )
    assert "error: x" in hooks.got[0].body["text"]
    assert command(tmp_path, "--test")[0] == 1
    assert command(tmp_path, "--jobs", "success", "--code", "0")[0] == 0
    (tmp_path / "wiki.toml").write_text("format = 2\n")
    assert command(tmp_path, "--test")[0] == 1
