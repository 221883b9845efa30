"""The daily script against a real remote: what is committed, and what happens to people's edits.

A small program stands in for ``wiki-builder``: it keeps one data file a paper and
renders a page of it, and like the real one it leaves alone what a person wrote.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from wiki_builder.scaffold import init

STANDIN = r'''#!{python}
"""update: a new paper, then what the test asks for. render: pages from data, people's lines kept."""
import os, pathlib, subprocess, sys

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
'''


@dataclass(frozen=True)
class Place:
    """A bare remote, the runner's clone and a person's clone."""

    remote: Path
    runner: Path
    person: Path
    bin: Path

    def git(self, clone: Path, *words: str) -> str:
        done = subprocess.run(["git", *words], cwd=clone, capture_output=True, text=True, check=True, env=self.env())
        return done.stdout.strip()

    def env(self, **more: str) -> dict[str, str]:
        who = {
            f"GIT_{role}_{what}": value
            for role in ("AUTHOR", "COMMITTER")
            for what, value in (("NAME", "T"), ("EMAIL", "t@example.org"))
        }
        clean = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "HOME": str(self.bin)}
        path = f"{self.bin}{os.pathsep}{os.environ['PATH']}"
        return {"PATH": path, "WIKI_PUSH_PAUSE": "0", **clean, **who, **more}

    def run(self, paper: str, **more: str) -> subprocess.CompletedProcess[str]:
        script = [*("bash", ".github/wiki-daily.sh")]
        return subprocess.run(
            script, cwd=self.runner, capture_output=True, text=True, env=self.env(PAPER=paper, **more)
        )

    def published(self, path: str) -> str | None:
        done = subprocess.run(["git", "show", f"main:{path}"], cwd=self.remote, capture_output=True, text=True)
        return done.stdout if done.returncode == 0 else None

    def meanwhile(self, commands: str) -> str:
        """What a person does and pushes while the update runs."""
        return f"cd {self.person}; git pull -q; {commands}; git add -A; git commit -qm person; git push -q origin main"


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A wiki of two papers that is published already."""
    place = Place(*(tmp_path / name for name in ("remote", "runner", "person", "bin")))
    place.bin.mkdir()
    (place.bin / "wiki-builder").write_text(STANDIN.format(python=sys.executable))
    (place.bin / "wiki-builder").chmod(0o755)
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(place.remote)], check=True, env=place.env())
    place.git(tmp_path, "clone", "-q", str(place.remote), "runner")
    place.git(place.runner, "checkout", "-q", "-b", "main")
    init(place.runner)
    place.git(place.runner, "add", "-A")
    place.git(place.runner, "commit", "-qm", "A new wiki")
    place.git(place.runner, "push", "-q", "origin", "main")
    for paper in ("a", "b"):
        assert place.run(paper).returncode == 0
    place.git(tmp_path, "clone", "-q", str(place.remote), "person")
    return place


@pytest.mark.parametrize("code", ["0", "1", "4"])
def test_a_run_that_did_something_is_committed(place: Place, code: str) -> None:
    """Done, done with failures, and stopped at the budget are all published, and the job is green."""
    done = place.run("c", CODE=code)
    assert done.returncode == 0, done.stdout + done.stderr
    assert place.published("docs/c.md") == "built: c of 3\n"
    assert ("::warning" in done.stdout) == (code != "0")


@pytest.mark.parametrize("code", ["2", "3", "130"])
def test_a_run_that_failed_alerts(place: Place, code: str) -> None:
    """Wrong settings, an upstream that is down, and an interrupted run make the job fail with a message."""
    before = place.git(place.remote, "rev-parse", "main")
    done = place.run("c", CODE=code)
    assert done.returncode == int(code)
    assert "::error" in done.stdout
    assert place.git(place.remote, "rev-parse", "main") == before or code == "130"


def test_what_was_paid_for_outlives_a_failed_run(place: Place) -> None:
    """A runner's disk is thrown away; replies that stand in data/ are pushed even when an upstream fails later."""
    done = place.run("c", CODE="3", PAID="1")
    assert done.returncode == 3
    assert place.published("data/papers/c.json") is not None


def test_nothing_new_is_no_commit(place: Place) -> None:
    """A weekend leaves no empty commits."""
    before = place.git(place.remote, "rev-parse", "main")
    assert place.run("b").returncode == 0
    assert place.git(place.remote, "rev-parse", "main") == before


def test_an_edit_elsewhere_in_between_is_merged(place: Place) -> None:
    """A person pushed notes while the update ran: both are there."""
    done = place.run("c", MEANWHILE=place.meanwhile("echo mine > docs/notes.md"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "rejected" in done.stdout
    assert place.published("docs/notes.md") == "mine\n"
    assert place.published("docs/c.md") == "built: c of 3\n"


def test_an_edit_of_the_same_page_wins_and_the_page_is_rendered_anew(place: Place) -> None:
    """Where git cannot merge a page, the person's words stay and the builder's part is current."""
    done = place.run("c", MEANWHILE=place.meanwhile("echo 'person: my words' >> docs/index.md"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert place.published("docs/index.md") == "papers: a b c\nperson: my words\n"
    assert "<<<<" not in "".join(place.published(f"docs/{name}.md") or "" for name in ("index", "a", "b", "c"))


def test_a_section_taken_over_in_between_stays_to_the_byte(place: Place) -> None:
    """The builder wrote the page too; the person's version is the one that stays."""
    done = place.run("c", MEANWHILE=place.meanwhile("echo 'all my own' > docs/a.md"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert place.published("docs/a.md") == "all my own\n"
    assert place.published("docs/b.md") == "built: b of 3\n"


def test_a_page_deleted_in_between_stays_deleted(place: Place) -> None:
    """A paper that was rejected while the update ran does not come back."""
    done = place.run("c", MEANWHILE=place.meanwhile("git rm -q docs/a.md"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert place.published("docs/a.md") is None
    assert place.published("docs/c.md") is not None


def test_a_page_moved_in_between_stays_moved(place: Place) -> None:
    """The moved file is the person's, with their edit, at its new place."""
    done = place.run(
        "c", MEANWHILE=place.meanwhile("mkdir docs/x; git mv docs/a.md docs/x/a.md; echo mine >> docs/x/a.md")
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
    """`git diff` may lock the index once it has printed all, to refresh it; the merge reads it by other means."""
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
    ours = f"mkdir -p {place.runner}/data/concepts; echo ours > {place.runner}/data/concepts/x.yml; "
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
    force = f"cd {place.person}; git pull -q; git commit -q --amend -m other; git push -q -f origin main"
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
