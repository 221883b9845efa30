"""The daily workflow: it installs this very program, passes on the keys that are used,
and trusts nobody else.
"""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement

from wiki_builder.core.errors import UsageError
from wiki_builder.core.settings import Settings
from wiki_builder.scaffold import KeptFile, init, renew_workflow, to_do
from wiki_builder.scaffold.origin import DISTRIBUTION, Pinned, Unpinned, origin_of
from wiki_builder.scaffold.workflow import (
    LOCK,
    SCRIPT,
    WORKFLOW,
    Parts,
    WorkflowFinding,
    findings,
    model_keys,
    parts,
    renewed,
)

ROOT = Path(__file__).parents[2]
FILES = ROOT / "wiki_builder" / "scaffold" / "files"
COMMIT = "0123456789abcdef0123456789abcdef01234567"
PROGRAM = Pinned(f"{DISTRIBUTION} @ git+https://github.com/me/wiki-builder.git@{COMMIT}")
CHANNELS = [
    {"kind": "feishu", "address": "FEISHU_WEBHOOK", "secret": "FEISHU_SECRET"},
    {"kind": "mail", "address": "MAIL_SERVER", "to": "MAIL_TO"},
]


def settings(model: dict[str, Any] | None = None, **notify: Any) -> Settings:
    for name in ("fallbacks",):
        if model and name in model:
            model[name] = tuple(model[name])
    if "channels" in notify:
        notify["channels"] = tuple(notify["channels"])
    return Settings.model_validate({"format": 2, "model": model or {}, "notify": notify})


def written(of: Settings, origin: Any = PROGRAM) -> str:
    return renewed((FILES / "daily.yml").read_text("utf-8"), parts(origin, of), WORKFLOW)


def wiki(folder: Path, of: Settings, origin: Any = PROGRAM) -> Path:
    """A wiki's folder with the workflow that belongs to these settings."""
    init(folder)
    (folder / WORKFLOW).write_text(written(of, origin), "utf-8")
    return folder


def said(
    folder: Path, of: Settings, environ: dict[str, str] | None = None, *, note: bool = False
) -> list[str]:
    return [one.what for one in findings(folder, of, environ or {}) if one.note == note]


DEEPSEEK = {"engine": "litellm", "preset": "deepseek"}
EVERYTHING = settings(dict(DEEPSEEK, fallbacks=["qwen"]), issue=True, channels=CHANNELS)


# --- What is installed ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "requirement"),
    [
        (None, f"{DISTRIBUTION}==0.1.0"),
        (
            (
                '{"url": "https://git.example.org/me/w.git", "vcs_info": {"vcs": "git",'
                f' "commit_id": "{COMMIT}"}}}}'
            ),
            f"{DISTRIBUTION} @ git+https://git.example.org/me/w.git@{COMMIT}",
        ),
        (
            (
                '{"url": "https://t@h.org/w","subdirectory": "x", "vcs_info": {"vcs": "git",'
                f' "commit_id":"{COMMIT}"}}}}'
            ),
            f"{DISTRIBUTION} @ git+https://h.org/w@{COMMIT}#subdirectory=x",
        ),
        (
            (
                '{"url": "https://e.org/w.whl", "archive_info": {"hashes": {"sha256":'
                f' "{"a" * 64}"}}}}}}'
            ),
            f"{DISTRIBUTION} @ https://e.org/w.whl#sha256={'a' * 64}",
        ),
        (
            f'{{"url": "https://e.org/w.tar.gz", "archive_info": {{"hash": "sha256={"b" * 64}"}}}}',
            f"{DISTRIBUTION} @ https://e.org/w.tar.gz#sha256={'b' * 64}",
        ),
    ],
)
def test_the_workflow_installs_what_was_installed_here(
    record: str | None, requirement: str
) -> None:
    """One commit, one file by its hash, or one version;
    never what the name alone would bring, and no login.
    """
    assert origin_of("0.1.0", record) == Pinned(requirement)
    text = written(settings(), Pinned(requirement))
    assert yaml.safe_load(text)["env"]["WIKI_BUILDER"] == requirement


@pytest.mark.parametrize(
    "record",
    [
        '{"url": "file:///home/me/wiki-builder", "dir_info": {"editable": true}}',
        '{"url": "file:///home/me/w.whl", "archive_info": {}}',
        f'{{"url": "file:///home/me/w", "vcs_info": {{"vcs": "git", "commit_id": "{COMMIT}"}}}}',
        (
            '{"url": "ssh://git@github.com/me/w", "vcs_info": {"vcs": "git", "commit_id":'
            f' "{COMMIT}"}}}}'
        ),
        '{"url": "https://e.org/w", "vcs_info": {"vcs": "git", "commit_id": "main"}}',
        '{"url": "https://e.org/${{ x }}", "archive_info": {"hash": "sha256=1"}}',
        '{"url": "https://e.org/w.whl", "archive_info": {}}',
    ],
)
def test_what_another_machine_cannot_install_is_left_open(record: str, tmp_path: Path) -> None:
    """A clone of one's own, or an address without a commit or hash:
    the line is empty, and check says so.
    """
    origin = origin_of("0.1.0", record)
    assert isinstance(origin, Unpinned)
    folder = wiki(tmp_path, settings(), origin)
    assert yaml.safe_load((folder / WORKFLOW).read_text("utf-8"))["env"]["WIKI_BUILDER"] == ""
    assert said(folder, settings()) == []
    (note,) = said(folder, settings(), note=True)
    assert "WIKI_BUILDER is empty" in note


def test_a_program_of_somebody_else_is_named(tmp_path: Path) -> None:
    """`wiki-builder` in the package index is not this program;
    a workflow that installs it would give it the keys.
    """
    folder = wiki(tmp_path, settings())
    path = folder / WORKFLOW
    path.write_text(
        path.read_text("utf-8").replace(f'"{PROGRAM.requirement}"', "wiki-builder[llm]==0.1.0"),
        "utf-8",
    )
    (problem,) = said(folder, settings())
    assert "wiki-builder[llm], which in the package index is somebody else's" in problem
    assert written(settings(), Pinned("x")) == renewed(
        path.read_text("utf-8"), Parts(Pinned("x"), (), settings().notify), ""
    )
    emptied = renewed(path.read_text("utf-8"), Parts(Unpinned(""), (), settings().notify), "")
    assert yaml.safe_load(emptied)["env"]["WIKI_BUILDER"] == ""


def test_this_program_knows_its_own_name() -> None:
    """The distribution is arxiv-wiki-builder; the command keeps its name."""
    own = distribution(DISTRIBUTION)
    assert {entry.name for entry in own.entry_points if entry.group == "console_scripts"} == {
        "wiki-builder"
    }


# --- The lock -------------------------------------------------------------------------


def blocks(path: Path) -> dict[str, str]:
    """Each requirement of a lock by its name, with its hashes."""
    found = re.split(r"^(?=[A-Za-z0-9])", path.read_text("utf-8"), flags=re.MULTILINE)
    return {re.split(r"[=\[ ]", block)[0]: block for block in found if block}


def test_the_lock_of_a_wiki_is_a_part_of_this_programs() -> None:
    """What the workflow installs is what is tested here:
    the same versions, the same hashes, and no index.
    """
    ours, theirs = blocks(ROOT / "requirements.lock"), blocks(FILES / "wiki-builder.lock")
    assert theirs.items() <= ours.items()
    assert all("--hash=sha256:" in block for block in theirs.values())
    assert not re.search(
        r"://|--(extra-)?index|--find-links", (FILES / "wiki-builder.lock").read_text("utf-8")
    )


def test_the_lock_of_a_wiki_holds_all_that_runs_the_program() -> None:
    """`--no-deps` brings nothing that the lock forgot:
    the libraries, litellm, and what builds the program.
    """
    wanted, done = ["hatchling", f"{DISTRIBUTION}[llm]"], dict[str, set[str]]()
    while wanted:
        asked = Requirement(wanted.pop())
        name = re.sub(r"[-_.]+", "-", asked.name).lower()
        if asked.extras <= done.get(name, set()) and name in done:
            continue
        done.setdefault(name, set()).update(asked.extras)
        for line in distribution(asked.name).requires or ():
            need = Requirement(line)
            if not need.marker or any(
                need.marker.evaluate({"extra": extra}) for extra in ("", *asked.extras)
            ):
                wanted.append(str(need))
    assert done.keys() - {DISTRIBUTION} <= blocks(FILES / "wiki-builder.lock").keys()


def test_a_wiki_is_given_the_lock(tmp_path: Path) -> None:
    """init writes it beside the workflow, to the byte."""
    init(tmp_path)
    assert (tmp_path / LOCK).read_bytes() == (FILES / "wiki-builder.lock").read_bytes()


# --- Rights and keys ------------------------------------------------------------------


def steps(workflow: dict[str, Any], job: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = workflow["jobs"][job]["steps"]
    return found


def test_the_workflow_is_sound() -> None:
    """One update at a time, least rights, and each action by its commit,
    with the version beside it.
    """
    text = written(EVERYTHING)
    workflow = yaml.safe_load(text)
    jobs = workflow["jobs"]
    assert workflow["permissions"] == {}
    assert {name: job["permissions"] for name, job in jobs.items()} == {
        "update": {"contents": "write"},
        "build": {"contents": "read"},
        "publish": {"pages": "write", "id-token": "write"},
        "tell": {"contents": "read", "issues": "write"},
    }
    assert jobs["update"]["concurrency"] == {"group": "wiki-update", "cancel-in-progress": False}
    uses = re.findall(r"uses: (.*)", text)
    assert all(
        re.fullmatch(r"actions/[a-z/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action) for action in uses
    )
    assert len({action.split("@")[0] for action in uses}) == len(set(uses)), (
        "one commit for each action"
    )
    checkouts = [
        step for job in jobs for step in steps(workflow, job) if "checkout" in step.get("uses", "")
    ]
    assert [step["with"]["persist-credentials"] for step in checkouts] == [False] * 3


def test_each_step_has_the_secrets_that_it_uses_and_no_others() -> None:
    """The import has the model's keys and no right to push; the push has no key;
    messages have a job of their own.
    """
    workflow = yaml.safe_load(written(EVERYTHING))
    given = {
        (job, step.get("run", "").split(" --")[0]): {**step.get("env", {})}
        for job in workflow["jobs"]
        for step in steps(workflow, job)
        if "env" in step
    }
    secret = {
        name: f"${{{{ secrets.{name} }}}}" for name in ("DEEPSEEK_API_KEY", "DASHSCOPE_API_KEY")
    }
    assert given.pop(("update", "exec bash .github/wiki-daily.sh import")) == secret
    token = "${{ github.token }}"
    assert given.pop(("update", "bash .github/wiki-daily.sh publish")) == {"WIKI_PUSH_TOKEN": token}
    (told,) = given.values()
    assert {name for name, value in told.items() if "secrets." in value} == {
        "FEISHU_WEBHOOK",
        "FEISHU_SECRET",
        "MAIL_SERVER",
        "MAIL_TO",
    }


def test_a_wiki_without_a_model_passes_on_no_secret() -> None:
    """Nothing that is not needed is there to be taken, and no job that tells nobody."""
    text = written(settings())
    assert "secrets." not in text
    assert yaml.safe_load(text)["jobs"].keys() == {"update", "build", "publish"}


@pytest.mark.parametrize(
    "of",
    [
        settings(),
        EVERYTHING,
        Settings.model_validate(
            {
                **EVERYTHING.model_dump(),
                "site": {"marks": "sent", "marks_by": "issue"},
                "send": {"channels": tuple(CHANNELS)},
            }
        ),
    ],
    ids=["nothing", "everything", "marks"],
)
def test_zizmor_finds_nothing(of: Settings, tmp_path: Path) -> None:
    """A linter for the security of workflows, offline,
    has nothing to say of any form of this one.
    """
    path = tmp_path / ".github" / "workflows" / "daily.yml"
    path.parent.mkdir(parents=True)
    path.write_text(written(of), "utf-8")
    program = Path(sys.executable).with_name("zizmor")
    done = subprocess.run(
        [program, "--offline", "--no-progress", "--strict-collection", path],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("model", "keys"),
    [
        ({}, []),
        ({"engine": "handoff", "preset": "kimi"}, []),
        (dict(DEEPSEEK), [("DEEPSEEK_API_KEY", True)]),
        ({"engine": "litellm", "model": "deepseek/deepseek-flash"}, [("DEEPSEEK_API_KEY", True)]),
        ({"engine": "litellm", "preset": "ollama"}, []),
        (dict(DEEPSEEK, base_url="http://127.0.0.1:9"), [("DEEPSEEK_API_KEY", False)]),
        ({"engine": "litellm", "model": "mistral/large"}, [("MISTRAL_API_KEY", False)]),
        (
            dict(DEEPSEEK, fallbacks=["qwen", "x-y/z"]),
            [("DEEPSEEK_API_KEY", True), ("DASHSCOPE_API_KEY", True), ("X_Y_API_KEY", False)],
        ),
    ],
)
def test_the_keys_are_those_of_the_models_that_are_asked(
    model: dict[str, Any], keys: list[tuple[str, bool]]
) -> None:
    """The first model's and the fallbacks'; a server of one's own,
    or an unknown provider, may do without.
    """
    assert [(key.variable, key.needed) for key in model_keys(settings(model))] == keys


def test_the_key_of_a_judge_is_passed_on_too() -> None:
    """Another model that judges has its key, under the name that it is given; off, it has none."""

    def keys(**check: str) -> list[str]:
        of = {"format": 2, "model": DEEPSEEK, "check": check}
        return [key.variable for key in model_keys(Settings.model_validate(of))]

    assert keys() == ["DEEPSEEK_API_KEY"]
    assert keys(preset="qwen") == ["DEEPSEEK_API_KEY", "DASHSCOPE_API_KEY"]
    assert keys(preset="qwen", key_variable="JUDGES_KEY") == ["DEEPSEEK_API_KEY", "JUDGES_KEY"]
    assert keys(preset="qwen", judge="off") == ["DEEPSEEK_API_KEY"]


# --- check ---------------------------------------------------------------------------


def test_a_key_that_is_nowhere_is_wrong(tmp_path: Path) -> None:
    """A live model whose key neither this machine nor the workflow has
    cannot be asked by anybody.
    """
    live = settings(dict(DEEPSEEK))
    folder = wiki(tmp_path, settings())
    assert [
        line for line in said(folder, live) if "DEEPSEEK_API_KEY is not set on this machine" in line
    ]
    assert [line for line in said(folder, live) if "does not pass on DEEPSEEK_API_KEY" in line]
    (folder / WORKFLOW).unlink()
    (line,) = said(folder, live)
    assert "[model] asks a model live, and DEEPSEEK_API_KEY is not set" in line
    assert said(folder, live, {"DEEPSEEK_API_KEY": "k"}) == []


def test_a_key_that_the_workflow_has_is_missed_in_a_note(tmp_path: Path) -> None:
    """Who keeps the key with the daily job alone has done nothing wrong."""
    live = settings(dict(DEEPSEEK))
    folder = wiki(tmp_path, live)
    assert said(folder, live) == []
    (note,) = said(folder, live, note=True)
    assert "DEEPSEEK_API_KEY" in note
    assert "repository's secrets" in note


def test_a_key_that_nothing_uses_is_named_with_its_line(tmp_path: Path) -> None:
    """After a change of the provider the old one's key is of no use but to a thief."""
    folder = wiki(tmp_path, settings(dict(DEEPSEEK)))
    changed = settings({"engine": "litellm", "preset": "kimi"})
    found = list(findings(folder, changed, {"MOONSHOT_API_KEY": "k"}))
    line = (folder / WORKFLOW).read_text("utf-8").split("\n").index(
        "          DEEPSEEK_API_KEY: ${{ secrets.DEEPSEEK_API_KEY }}"
    ) + 1
    renew = "Run: wiki-builder workflow"
    assert found == [
        WorkflowFinding(
            WORKFLOW, 0, f"it does not pass on MOONSHOT_API_KEY, which wiki.toml needs. {renew}"
        ),
        WorkflowFinding(
            WORKFLOW, line, f"it passes on DEEPSEEK_API_KEY, which nothing needs. {renew}"
        ),
    ]
    renew_workflow(folder, changed)
    assert [
        one for one in findings(folder, changed, {"MOONSHOT_API_KEY": "k"}) if not one.note
    ] == []


def test_messages_that_nobody_sends_are_named(tmp_path: Path) -> None:
    """[notify] without the job that reads it would be silence."""
    folder = wiki(tmp_path, settings())
    assert any("nothing sends them" in line for line in said(folder, settings(issue=True)))
    assert said(wiki(tmp_path, settings(issue=True)), settings(issue=True)) == []


def test_the_days_message_is_sent_and_the_ledger_pushed() -> None:
    """By a step with the secrets of its channels, behind one that may fail; what pushes has none of
    them. The job sees what the update has just pushed.
    """
    table = {"channels": tuple(CHANNELS[:1])}
    whole = {**EVERYTHING.model_dump(), "send": table}
    for of in (
        Settings.model_validate(whole),
        Settings.model_validate({"format": 2, "send": table}),
    ):
        workflow = yaml.safe_load(written(of))
        tell = workflow["jobs"]["tell"]
        assert tell["permissions"]["contents"] == "write"
        own = steps(workflow, "tell")
        assert own[0]["with"]["ref"] == "${{ github.ref_name }}"
        send, push = own[-2:]
        assert send["run"].startswith("wiki-builder send --jobs")
        assert send["if"] == "${{ !cancelled() }}"
        assert {name for name, value in send["env"].items() if "secrets." in value} == {
            "FEISHU_WEBHOOK",
            "FEISHU_SECRET",
        }
        assert (push["run"], push["if"]) == ("bash .github/wiki-daily.sh publish", "always()")
        assert push["env"] == {"WIKI_PUSH_TOKEN": "${{ github.token }}"}


def test_a_days_message_that_nobody_sends_is_named(tmp_path: Path) -> None:
    """[send] without the job that reads it would be silence."""
    of = Settings.model_validate({"format": 2, "send": {"channels": tuple(CHANNELS[:1])}})
    folder = wiki(tmp_path, settings())
    assert any("a day's messages" in line for line in said(folder, of))
    assert said(wiki(tmp_path, of), of) == []


BY_ISSUE = Settings.model_validate(
    {"format": 2, "site": {"marks": "sent", "marks_by": "issue"}, "model": DEEPSEEK}
)


def test_marks_that_come_as_issues_are_fetched_and_closed(tmp_path: Path) -> None:
    """Before the import and behind the push, by steps that have no key; a forge that cannot be
    asked stops nothing. A wiki without them has neither the steps nor the right.
    """
    folder = wiki(tmp_path, settings())
    before = (folder / WORKFLOW).read_text("utf-8")
    assert any("nothing fetches them" in line for line in said(folder, BY_ISSUE))
    renew_workflow(folder, BY_ISSUE, PROGRAM)
    workflow = yaml.safe_load((folder / WORKFLOW).read_text("utf-8"))
    update = workflow["jobs"]["update"]
    assert update["permissions"] == {"contents": "write", "issues": "write"}
    runs = [step.get("run", "") for step in steps(workflow, "update")]
    order = [
        "wiki-builder marks fetch",
        "exec bash .github/wiki-daily.sh import",
        "bash .github/wiki-daily.sh publish",
        "wiki-builder marks close",
    ]
    assert [run for run in runs if run in order] == order
    own = [
        step for step in steps(workflow, "update") if "wiki-builder marks" in step.get("run", "")
    ]
    assert [step["env"] for step in own] == [{"GITHUB_TOKEN": "${{ github.token }}"}] * 2
    assert all(step["continue-on-error"] for step in own)
    renew_workflow(folder, settings(), PROGRAM)
    assert (folder / WORKFLOW).read_text("utf-8") == before


# --- workflow ------------------------------------------------------------------------


def test_renewing_keeps_what_a_person_changed(tmp_path: Path) -> None:
    """The schedule, steps and comments of one's own stay to the byte; twice is the same as once."""
    folder = wiki(tmp_path, settings())
    path = folder / WORKFLOW
    mine = (
        path.read_text("utf-8")
        .replace("17 5 * * 1-5", "5 5 * * *")
        .replace(
            "      - run: wiki-builder build",
            "      - run: echo mine\n      - run: wiki-builder build",
        )
    )
    path.write_text(mine, "utf-8")
    (folder / LOCK).write_text("old\n")
    renew_workflow(folder, EVERYTHING, PROGRAM)
    text = path.read_text("utf-8")
    assert "5 5 * * *" in text
    assert "echo mine" in text
    assert "secrets.DEEPSEEK_API_KEY" in text
    assert "--hash" in (folder / LOCK).read_text("utf-8")
    assert all(isinstance(file, KeptFile) for file in renew_workflow(folder, EVERYTHING, PROGRAM))
    assert path.read_text("utf-8") == text
    renew_workflow(folder, settings(), PROGRAM)
    assert path.read_text("utf-8") == mine


def test_what_a_person_installs_stays_where_nothing_better_is_known(tmp_path: Path) -> None:
    """A clone of one's own does not empty the line that its owner has filled,
    nor take its lock away from it.
    """
    folder = wiki(tmp_path, settings())
    (folder / LOCK).write_text("of that commit\n")
    renew_workflow(folder, EVERYTHING, Unpinned("a folder"))
    assert PROGRAM.requirement in (folder / WORKFLOW).read_text("utf-8")
    assert (folder / LOCK).read_text("utf-8") == "of that commit\n"
    mine = written(settings(), Pinned("arxiv-wiki-builder @ git+https://e.org/w@main"))
    assert renewed(mine, Parts(Unpinned("a folder"), (), settings().notify), "") == mine


def test_a_script_of_ones_own_is_kept_and_named(tmp_path: Path) -> None:
    """The script may be changed; the new one is to be had by deleting it."""
    init(tmp_path)
    (tmp_path / SCRIPT).write_text("mine\n")
    assert KeptFile(SCRIPT) in renew_workflow(tmp_path, settings())
    assert (tmp_path / SCRIPT).read_text() == "mine\n"
    assert "delete it" in to_do(tmp_path, EVERYTHING)[0]
    assert "FEISHU_WEBHOOK" in to_do(tmp_path, EVERYTHING)[-1]


def test_a_workflow_in_another_encoding_is_refused(tmp_path: Path) -> None:
    """An editor may have saved it so, for a comment; it is named, and left to the byte."""
    init(tmp_path)
    file = tmp_path / WORKFLOW
    said = file.read_bytes() + "# \u6bcf\u5929".encode("gbk")
    file.write_bytes(said)
    with pytest.raises(UsageError, match="not UTF-8"):
        renew_workflow(tmp_path, Settings.model_validate({"format": 2}))
    with pytest.raises(UsageError, match="not UTF-8"):
        init(tmp_path, zone="Asia/Shanghai")
    assert file.read_bytes() == said


def test_a_workflow_that_does_not_say_where_is_refused(tmp_path: Path) -> None:
    """Nothing is guessed into a file of one's own."""
    init(tmp_path)
    (tmp_path / WORKFLOW).write_text("name: mine\n")
    with pytest.raises(UsageError, match="Delete the file"):
        renew_workflow(tmp_path, EVERYTHING)
    assert (tmp_path / WORKFLOW).read_text() == "name: mine\n"
