"""The daily script against a real remote: what is committed, and what happens to people's edits.

A small program stands in for ``wiki-builder``: it keeps one data file a paper and
renders a page of it, and like the real one it leaves alone what a person wrote.
"""

from __future__ import annotations

import base64
import os
import shutil
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

import pytest

from wiki_builder.scaffold import init

pytestmark = pytest.mark.process
STANDIN = r'''#!{python}
"""update: a new paper, then what the test asks for. render: pages from data, people's lines kept."""
import os, pathlib, signal, subprocess, sys

def render():
    papers = sorted(p.stem for p in pathlib.Path("data/papers").glob("*.json"))
    ledger = pathlib.Path("data/pages.txt")
    known = ledger.read_text().split("\n") if ledger.exists() else []
    index = pathlib.Path("docs/index.md")
    own = [line for line in index.read_text().split("\n") if line.startswith("person:")] if index.exists() else []
    index.parent.mkdir(exist_ok=True)
    index.write_text("\n".join([f"papers: {{' '.join(papers)}}", *own, ""]))
    for paper in papers:
        page = pathlib.Path(f"docs/{{paper}}.md")
        if paper in known and not page.exists():
            continue  # deleted by a person
        if not page.exists() or page.read_text().startswith("built:"):
            page.write_text(f"built: {{paper}} of {{len(papers)}}\n")
    ledger.write_text("".join(f"{{row}}\n" for row in sorted({{*filter(None, known), *papers}})))

if "STUBBORN" in os.environ:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if sys.argv[1] == "update":
    code = int(os.environ.get("CODE", "0"))
    if code not in (2, 3) or os.environ.get("PAID"):
        folder = pathlib.Path("data/papers")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{{os.environ['PAPER']}}.json").write_text('{{"claims": []}}\n')
        render()
    if "MEANWHILE" in os.environ:
        subprocess.run(["bash", "-ec", os.environ["MEANWHILE"]], check=True)
    sys.exit(code)
render()
'''  # noqa: E501


@dataclass(frozen=True)
class Place:
    """A bare remote, the runner's clone and a person's clone."""

    remote: Path
    runner: Path
    person: Path
    bin: Path

    def git(self, clone: Path, *words: str) -> str:
        done = subprocess.run(
            ["git", *words], cwd=clone, capture_output=True, text=True, check=True, env=self.env()
        )
        return done.stdout.strip()

    def env(self, **more: str) -> dict[str, str]:
        who = {
            f"GIT_{role}_{what}": value
            for role in ("AUTHOR", "COMMITTER")
            for what, value in (("NAME", "T"), ("EMAIL", "t@example.org"))
        }
        clean = {
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_SYSTEM": os.devnull,
            "HOME": str(self.bin),
        }
        path = f"{self.bin}{os.pathsep}{os.environ['PATH']}"
        return {"PATH": path, "WIKI_PUSH_PAUSE": "0", **clean, **who, **more}

    def run(self, paper: str, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        script = ["bash", ".github/wiki-daily.sh", *words]
        return subprocess.run(
            script,
            cwd=self.runner,
            capture_output=True,
            text=True,
            env=self.env(PAPER=paper, **more),
        )

    def start(self, paper: str, **more: str) -> subprocess.Popen[str]:
        """The script as a process that can be sent a signal."""
        script = ["bash", ".github/wiki-daily.sh"]
        env = self.env(PAPER=paper, **more)
        pipe = subprocess.PIPE
        return subprocess.Popen(
            script, cwd=self.runner, stdout=pipe, stderr=subprocess.STDOUT, text=True, env=env
        )

    def published(self, path: str) -> str | None:
        done = subprocess.run(
            ["git", "show", f"main:{path}"], cwd=self.remote, capture_output=True, text=True
        )
        return done.stdout if done.returncode == 0 else None

    def meanwhile(self, commands: str) -> str:
        """What a person does and pushes while the update runs."""
        return (
            f"cd {self.person}; git pull -q; {commands}; git add -A; git commit -qm person; git"
            " push -q origin main"
        )


def wait_for(path: Path) -> None:
    """Until ``path`` is there; the suite's timeout is the limit."""
    while not path.exists():
        threading.Event().wait(0.01)


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A wiki of two papers that is published already; tests have copies of it."""
    folder = tmp_path_factory.mktemp("published")
    place = Place(*(folder / name for name in ("remote", "runner", "person", "bin")))
    place.bin.mkdir()
    (place.bin / "wiki-builder").write_text(STANDIN.format(python=sys.executable))
    (place.bin / "wiki-builder").chmod(0o755)
    subprocess.run(
        ["git", "init", "-q", "--bare", "-b", "main", str(place.remote)],
        check=True,
        env=place.env(),
    )
    place.git(folder, "clone", "-q", str(place.remote), "runner")
    place.git(place.runner, "checkout", "-q", "-b", "main")
    init(place.runner)
    place.git(place.runner, "add", "-A")
    place.git(place.runner, "commit", "-qm", "A new wiki")
    place.git(place.runner, "push", "-q", "origin", "main")
    for paper in ("a", "b"):
        assert place.run(paper).returncode == 0
    place.git(folder, "clone", "-q", str(place.remote), "person")
    return place


@pytest.fixture
def place(published: Place, tmp_path: Path) -> Place:
    """The same in a folder of the test's own."""
    shutil.copytree(published.remote.parent, tmp_path / "place", symlinks=True)
    place = Place(*(tmp_path / "place" / name for name in ("remote", "runner", "person", "bin")))
    for clone in (place.runner, place.person):
        config = clone / ".git" / "config"
        config.write_text(config.read_text().replace(str(published.remote), str(place.remote)))
    return place


@pytest.mark.parametrize("code", ["0", "1", "4"])
def test_a_run_that_did_something_is_committed(place: Place, code: str) -> None:
    """Done, done with failures, and stopped at the budget are all published,
    and the job is green.
    """
    done = place.run("c", CODE=code)
    assert done.returncode == 0, done.stdout + done.stderr
    assert place.published("docs/c.md") == "built: c of 3\n"
    assert ("::warning" in done.stdout) == (code != "0")


@pytest.mark.parametrize("code", ["2", "3", "70", "130"])
def test_a_run_that_failed_alerts(place: Place, code: str) -> None:
    """Wrong settings, an upstream that is down,
    and an interrupted run make the job fail with a message.
    """
    before = place.git(place.remote, "rev-parse", "main")
    done = place.run("c", CODE=code)
    assert done.returncode == int(code)
    assert "::error" in done.stdout
    assert (place.git(place.remote, "rev-parse", "main") == before) == (code in ("2", "3"))


@pytest.mark.parametrize("code", ["2", "3", "70", "130", "137"])
def test_what_was_paid_for_outlives_a_failed_run(place: Place, code: str) -> None:
    """A runner's disk is thrown away; what stands in data/ is pushed with its pages,
    whatever the run ended with.
    """
    done = place.run("c", CODE=code, PAID="1")
    assert done.returncode == int(code)
    assert "::error" in done.stdout
    assert place.published("data/papers/c.json") is not None
    assert place.published("docs/c.md") is not None


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("stubborn", [False, True])
def test_a_cancelled_job_keeps_what_it_did(
    place: Place, number: signal.Signals, stubborn: bool
) -> None:
    """A signal to the script reaches the builder, which is killed if it goes on;
    its work is pushed, the job fails.
    """
    ready = place.bin / "ready"
    hang = f"echo $PPID $$ > {ready}.part; mv {ready}.part {ready}; exec sleep 600"
    more = (
        {"STUBBORN": "1", "WIKI_STOP_PATIENCE": "1"} if stubborn else {"WIKI_STOP_PATIENCE": "30"}
    )
    run = place.start("c", MEANWHILE=hang, **more)
    wait_for(ready)
    builder, child = map(int, ready.read_text().split())
    try:
        run.send_signal(number)
        out, _ = run.communicate()
    finally:
        os.kill(child, signal.SIGKILL)  # it outlived the builder, and held nothing up
    assert run.returncode == 130, out
    assert "::error" in out
    assert "kept" in out
    assert place.published("data/papers/c.json") is not None
    with pytest.raises(ProcessLookupError):
        os.kill(builder, 0)


def test_what_a_killed_write_left_is_not_committed(place: Place) -> None:
    """The half of a file, and what was saved while a page was exchanged,
    are the next run's to clear.
    """
    left = [
        "data/concepts/.x.yml.wiki-part",
        "docs/.a.md.0123.4567.wiki-swap",
        ".mkdocs.base.yml.wiki-part",
    ]
    make = (
        f"cd {place.runner}; rm .gitignore; git update-index --assume-unchanged .gitignore; mkdir"
        " -p data/concepts; "
    )
    done = place.run(
        "c", CODE="70", PAID="1", MEANWHILE=make + "; ".join(f"echo half > {path}" for path in left)
    )
    assert done.returncode == 70
    assert place.published("docs/c.md") is not None
    assert [place.published(path) for path in left] == [None] * 3
    assert all((place.runner / path).exists() for path in left)


def test_import_and_publish_are_two_steps_of_a_job(place: Place, tmp_path: Path) -> None:
    """The import leaves the commit to a step that runs whatever became of it;
    what was said goes to both.
    """
    summary, outputs = tmp_path / "summary", tmp_path / "outputs"
    told = {"GITHUB_STEP_SUMMARY": str(summary), "GITHUB_OUTPUT": str(outputs)}
    before = place.git(place.remote, "rev-parse", "main")
    noise = "printf 'error: <b>x</b>\\r\\n```\\ncode=0\\n'"
    done = place.run("c", "import", CODE="70", PAID="1", MEANWHILE=noise, **told)
    assert done.returncode == 70
    assert place.git(place.remote, "rev-parse", "main") == before
    assert place.run("c", "publish", **told).returncode == 0
    assert place.published("docs/c.md") is not None
    lines = summary.read_text().splitlines()
    assert lines[:3] == ["    error: <b>x</b>", "    ```", "    code=0"], (
        "what the log says is no markup"
    )
    assert any("by a fault" in line for line in lines)
    code, said, *rest = outputs.read_text().splitlines()
    assert (code, said.split("<<")[0]) == ("code=70", "said")
    assert rest == ["error: <b>x</b>", "```", "code=0", said.split("<<")[1]]


def test_what_an_earlier_run_could_not_push_is_pushed(place: Place) -> None:
    """ "Run it again" holds on a day without news, too."""
    hook = place.remote / "hooks" / "pre-receive"
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    assert place.run("c", WIKI_PUSH_TRIES="1").returncode == 3
    hook.unlink()
    assert place.run("c").returncode == 0
    assert place.published("docs/c.md") is not None


def test_the_token_is_gits_alone(place: Place) -> None:
    """The builder, and all that it imports, does not find the right to push in its environment;
    git is given it.
    """
    git, seen = place.bin / "git", place.bin / "seen"
    git.write_text(
        f'#!/bin/sh\necho "$1 ${{GIT_CONFIG_KEY_0-}} ${{GIT_CONFIG_VALUE_0-}}" >> {seen}\n'
        f'exec "{shutil.which("git")}" "$@"\n'
    )
    git.chmod(0o755)
    check = '[ -z "${WIKI_PUSH_TOKEN+set}" ] && [ -z "${GIT_CONFIG_VALUE_0+set}" ]'
    done = place.run(
        "c", MEANWHILE=check, WIKI_PUSH_TOKEN="t0k", GITHUB_SERVER_URL="https://git.example.org"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    basic = base64.b64encode(b"x-access-token:t0k").decode()
    given = [line for line in seen.read_text().splitlines() if basic in line]
    assert given == [f"push http.https://git.example.org/.extraheader AUTHORIZATION: basic {basic}"]
    assert "t0k" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("", "WIKI_BUILDER in .github/workflows/daily.yml is empty"),
        ("wiki-builder[llm]==0.1.0", "somebody else's"),
        ("wiki_builder", "somebody else's"),
    ],
)
def test_nothing_is_installed_that_is_not_this_program(place: Place, asked: str, said: str) -> None:
    """A workflow that does not know what to install, or names another program,
    stops before pip is asked.
    """
    python = place.bin / "python"
    python.write_text(f"#!/bin/sh\necho x >> {place.bin}/installed\n")
    python.chmod(0o755)
    done = place.run("c", "install", WIKI_BUILDER=asked)
    assert done.returncode == 2
    assert said in done.stdout
    assert not (place.bin / "installed").exists()


def test_libraries_are_installed_by_their_hashes_and_the_program_alone(place: Place) -> None:
    """pip's hash mode takes no repository, so the program comes second,
    with nothing that the lock does not hold.
    """
    python = place.bin / "python"
    python.write_text(f'#!/bin/sh\necho "$*" >> {place.bin}/installed\n')
    python.chmod(0o755)
    program = "arxiv-wiki-builder @ git+https://e.org/w@0123"
    assert place.run("c", "install", WIKI_BUILDER=program).returncode == 0
    first, second = (place.bin / "installed").read_text().splitlines()
    assert first.endswith("--require-hashes -r .github/wiki-builder.lock")
    assert second.endswith(f"--no-deps --no-build-isolation {program}")


def test_nothing_new_is_no_commit(place: Place) -> None:
    """A weekend leaves no empty commits."""
    before = place.git(place.remote, "rev-parse", "main")
    assert place.run("b").returncode == 0
    assert place.git(place.remote, "rev-parse", "main") == before


def test_a_page_deleted_in_between_stays_deleted(place: Place) -> None:
    """A paper that was rejected while the update ran does not come back."""
    done = place.run("c", MEANWHILE=place.meanwhile("git rm -q docs/a.md"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert place.published("docs/a.md") is None
    assert place.published("docs/c.md") is not None


def test_a_page_moved_in_between_stays_moved(place: Place) -> None:
    """The moved file is the person's, with their edit, at its new place."""
    done = place.run(
        "c",
        MEANWHILE=place.meanwhile(
            "mkdir docs/x; git mv docs/a.md docs/x/a.md; echo mine >> docs/x/a.md"
        ),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert place.published("docs/a.md") is None
    assert place.published("docs/x/a.md") == "built: a of 2\nmine\n"


def test_two_builders_at_once_keep_both_ledgers_and_every_analysis(place: Place) -> None:
    """Another machine imported another paper, and the same one without an analysis."""
    other = (
        "echo '{}' > data/papers/c.json; echo '{\"claims\": []}' > data/papers/d.json; "
        "echo d >> data/pages.txt; echo 'built: d of 3' > docs/d.md"
    )
    done = place.run("c", MEANWHILE=place.meanwhile(other))
    assert done.returncode == 0, done.stdout + done.stderr
    assert place.published("data/pages.txt") == "a\nb\nc\nd\n"
    assert "claims" in (place.published("data/papers/c.json") or "")
    assert place.published("docs/index.md") == "papers: a b c d\n"


def test_a_long_analysis_wins_over_none(place: Place) -> None:
    """A reply is paid for, however much of the file comes after what tells it from a bare paper."""
    ours = f"seq 100000 >> {place.runner}/data/papers/c.json; "
    done = place.run("c", MEANWHILE=ours + place.meanwhile("echo '{}' > data/papers/c.json"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert (place.published("data/papers/c.json") or "").startswith('{"claims": []}')


def test_no_git_command_locks_the_index_while_another_writes_it(place: Place) -> None:
    """`git diff` may lock the index once it has printed all, to refresh it;
    the merge reads it by other means.
    """
    git = place.bin / "git"
    locks = 'case "$1 $2" in "diff --name-only") touch .git/index.lock;; esac'
    git.write_text(f'#!/bin/sh\n"{shutil.which("git")}" "$@" || exit\n{locks}\n')
    git.chmod(0o755)
    done = place.run("c", MEANWHILE=place.meanwhile("git rm -q docs/a.md docs/b.md"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert place.published("docs/b.md") is None


def test_a_persons_concept_wins(place: Place) -> None:
    """The registry is edited by people, so their file is taken where both sides changed it."""
    both = "mkdir -p data/concepts; echo theirs > data/concepts/x.yml"
    ours = (
        f"mkdir -p {place.runner}/data/concepts; echo ours > {place.runner}/data/concepts/x.yml; "
    )
    done = place.run("c", MEANWHILE=ours + place.meanwhile(both))
    assert done.returncode == 0, done.stdout + done.stderr
    assert place.published("data/concepts/x.yml") == "theirs\n"


def test_a_remote_that_always_refuses_ends(place: Place) -> None:
    """A protected branch is an alert, not an endless loop."""
    hook = place.remote / "hooks" / "pre-receive"
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    done = place.run("c", WIKI_PUSH_TRIES="2")
    assert done.returncode == 3
    assert "rejected 2 times" in done.stdout


def test_a_rewritten_remote_stops_the_script(place: Place) -> None:
    """After a force push nobody can say what is whose; a person has to look."""
    force = (
        f"cd {place.person}; git pull -q; git commit -q --amend -m other; git push -q -f origin"
        " main"
    )
    done = place.run("c", MEANWHILE=force)
    assert done.returncode == 3
    assert "a person has to look" in done.stdout
    assert place.published("docs/c.md") is None


def test_changes_that_are_not_committed_are_not_swept_up(place: Place) -> None:
    """On one's own machine the script does not commit half-written notes as the builder's."""
    (place.runner / "docs" / "a.md").write_text("half-written")
    assert place.run("c").returncode == 2
    assert (place.runner / "docs" / "a.md").read_text() == "half-written"


def test_empty_secrets_are_not_keys(place: Place) -> None:
    """A secret that was never set does not reach the builder as an empty key."""
    check = '[ -z "${X_API_KEY+set}" ] && [ "$Y_API_KEY" = 1 ]'
    assert place.run("c", MEANWHILE=check, X_API_KEY="", Y_API_KEY="1").returncode == 0


def test_a_run_on_no_branch_imports_nothing(place: Place) -> None:
    """What could not be pushed is not asked for; the alert says what to do."""
    place.git(place.runner, "checkout", "-q", "--detach")
    done = place.run("c")
    assert done.returncode == 2
    assert "on no branch" in done.stdout
    assert not (place.runner / "data/papers/c.json").exists()


def test_what_a_person_committed_and_did_not_push_is_not_given_up(place: Place) -> None:
    """It is pushed before the import; where the remote changed the same lines,
    nothing is imported.
    """
    mine = place.runner / "docs" / "index.md"
    mine.write_text(mine.read_text() + "person: here\n")
    place.git(place.runner, "commit", "-qam", "Mine")
    assert place.run("c").returncode == 0
    assert "person: here" in (place.published("docs/index.md") or "")
    mine.write_text(mine.read_text() + "person: again\n")
    place.git(place.runner, "commit", "-qam", "Mine")
    subprocess.run(
        ["bash", "-ec", place.meanwhile("echo 'person: there' >> docs/index.md")],
        check=True,
        env=place.env(),
    )
    done = place.run("d")
    assert done.returncode == 3
    assert "both change docs/index.md" in done.stdout
    assert "person: again" in mine.read_text()
    assert not (place.runner / "data/papers/d.json").exists()
