"""Where a case of git happens: a bare repository, machines that clone it, the bot,
and what is done meanwhile.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import socketserver
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from drill import command
from drill.git.base import CLEAN, GIT, KEY, NOWHERE, WHO, dated, git, origin, rows
from tests.loopback.arxiv import LoopbackArxiv
from wiki_builder.core.values.announcement import Announcement

_MAKING = threading.Lock()
WRITTEN = re.compile(r"^[ \t\ufeff]*<!-- wiki:written \d+ (\S+)", re.MULTILINE)
_BY_LINES = {"union": "--union", "their lines": "--theirs"}
MARKERS = re.compile(r"^(?:<{7} |>{7} )", re.MULTILINE)

# On the bot's path. `wiki-builder` asks the drill, which forks a process that has imported
# everything; `git` tells the drill what it is about to do, where the case has planned something for
# that moment.
_STANDIN = """#!{python} -SE
import json, os, socket, sys
drill = socket.create_connection(("127.0.0.1", {port}))
asked = {{"args": sys.argv[1:], "cwd": os.getcwd(), "env": dict(os.environ)}}
drill.sendall(json.dumps(asked).encode() + b"\\n")
code, out, err = json.load(drill.makefile(encoding="utf-8"))
sys.stdout.write(out)
sys.stderr.write(err)
sys.exit(code)
"""
_GIT = """#!/bin/sh
for word; do
  case $word in push | fetch | merge | commit)
    if [ -e {folder}/planned-$word ]; then
      {folder}/wiki-builder :$word
      [ $? != 99 ] || {{ kill -KILL $PPID; exit 99; }}
    fi
    break ;;
  esac
done
exec {git} "$@"
"""

Deed = Callable[[], object]


@dataclass
class Place:
    """The origin on this disk, an arXiv, and everybody who has a clone."""

    folder: Path
    arxiv: LoopbackArxiv
    port: int = 0
    # by `update`, `render`, or what git is about to do
    planned: dict[str, list[Deed]] = field(default_factory=dict)
    today: int = 1  # the last announcement day
    _clones: int = 0

    @property
    def origin(self) -> Path:
        return self.folder / "origin.git"

    def clone(self, name: str = "", *options: str) -> Machine:
        """A new machine with its own clone."""
        self._clones += 1
        root = self.folder / (name or f"clone-{self._clones}")
        done = git(self.folder, "clone", "-q", *options, self.origin.as_uri(), root)
        assert done.returncode == 0, done.stderr
        return Machine(self, root)

    def announce(
        self, number: int | None = None, papers: Sequence[Announcement] | None = None
    ) -> int:
        """arXiv announces the papers of the next, or the ``number``-th, day; its number."""
        self.today = self.today + 1 if number is None else number
        self.arxiv.announce(dated(self.today), rows(self.today) if papers is None else papers)
        return self.today

    def web(self, deed: Callable[[Machine], object], message: str = "An edit on the web") -> None:
        """Somebody commits to the origin in their browser."""
        there = Machine(self, self.folder / "web")
        if not there.root.exists():
            there = self.clone("web")
        there.git("fetch", "-q")
        there.git("reset", "-q", "--hard", "origin/main")
        deed(there)
        there.commit(message)
        there.git("push", "-q", "origin", "HEAD:main")

    def plan(self, moment: str, *deeds: Deed) -> None:
        """What happens at the next such moments:
        before git's `push`, `fetch`, `merge`, `commit`; after `update`.
        """
        self.planned.setdefault(moment, []).extend(deeds)
        (self.folder / "bin" / f"planned-{moment}").touch()

    def _asked(self, args: list[str], cwd: str, env: dict[str, str]) -> tuple[int, str, str]:
        moment = args[0].removeprefix(":")
        deeds = self.planned.get(moment, [])
        if args[0].startswith(":"):
            deed = deeds.pop(0) if deeds else None
            return int(deed() == "kill") * 99 if deed else 0, "", ""
        if moment == "update":
            args = [*args, "--today", str(dated(self.today))]
        ran = command.run(*args, how=command.Start(folder=Path(cwd), environment={**env, **KEY}))
        if deeds:
            deeds.pop(0)()
        return 70 if ran.code is None else ran.code, ran.out, ran.err


@dataclass(frozen=True)
class Machine:
    """One clone of the wiki, and its person at the command line."""

    place: Place
    root: Path

    # --- Commands ---------------------------------------------------------------

    def git(self, *args: object) -> str:
        """A git command that has to go well; what it printed."""
        done = self.tried(*args)
        assert done.returncode == 0, f"git {' '.join(map(str, args))}: {done.stdout}{done.stderr}"
        return done.stdout.strip()

    def tried(self, *args: object) -> subprocess.CompletedProcess[str]:
        """A git command that may fail."""
        return git(self.root, *args)

    def wiki(self, *args: object, code: int | tuple[int, ...] = 0, says: str = "") -> command.Ran:
        """``wiki-builder ARGS``, which has to end with ``code`` and to say ``says``."""
        ran = command.run("-C", self.root, *args, how=command.Start(environment={**CLEAN, **KEY}))
        codes = (code,) if isinstance(code, int) else code
        assert ran.code in codes, (
            f"{' '.join(map(str, args))} ended with {ran.code}, not {code}: {ran.said}"
        )
        assert says in ran.said, f"{' '.join(map(str, args))} does not say {says!r}: {ran.said}"
        return ran

    def update(
        self, number: int | None = None, *args: object, code: int | tuple[int, ...] = 0
    ) -> command.Ran:
        """``update`` on the ``number``-th day, the last one if none is given."""
        today = dated(self.place.today if number is None else number)
        return self.wiki("update", "--today", today, "--quiet", *args, code=code)

    def render(self, code: int | tuple[int, ...] = 0, says: str = "") -> command.Ran:
        return self.wiki("render", "--quiet", code=code, says=says)

    def bot(self, *words: str, code: int = 0, says: str = "", **env: str) -> str:
        """The daily script of this clone, as the workflow runs it; what it printed."""
        tools = self.place.folder / "bin"
        done = subprocess.run(
            ["bash", ".github/wiki-daily.sh", *words],
            cwd=self.root,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            env={
                "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
                "HOME": str(tools),
                "WIKI_PUSH_PAUSE": "0",
                **CLEAN,
                **WHO,
                **env,
            },
        )
        assert done.returncode == code, (
            f"the bot ended with {done.returncode}, not {code}: {done.stdout}"
        )
        assert says in done.stdout, f"the bot does not say {says!r}: {done.stdout}"
        return done.stdout

    # --- Git's everyday -----------------------------------------------------------

    def commit(self, message: str = "What I did") -> bool:
        """Commit all there is; whether there was anything."""
        self.git("add", "-A")
        if not self.git("status", "--porcelain"):
            return False
        self.git("commit", "-qm", message)
        return True

    def pull(self, *options: str) -> None:
        self.git("pull", "-q", *(options or ("--no-rebase", "--no-edit")))

    def push(self, *options: str) -> None:
        self.git("push", "-q", *options, "origin", "HEAD:main")

    def merge(self, *args: str) -> list[str]:
        """Merge; the files in conflict."""
        done = self.tried("merge", "-q", "--no-edit", *args)
        found = self.git("diff", "--name-only", "--diff-filter=U").splitlines()
        assert found or done.returncode == 0, done.stdout + done.stderr
        return found

    def resolve(self, files: Sequence[str], side: str) -> None:
        """End a merge or rebase in conflict: ``ours``, ``theirs``, ``union``, or with the
        ``markers`` left in.

        ``their lines`` are theirs where lines are in conflict; all else of both sides stays.
        """
        for path in files:
            if side == "their lines" and self.tried("cat-file", "-e", f":3:{path}").returncode:
                self.git("rm", "-q", "--", path)  # they deleted it
                continue
            if side in _BY_LINES:
                for number, name in ((1, "base"), (2, "ours"), (3, "theirs")):
                    shown = self.tried("show", f":{number}:{path}").stdout
                    (self.place.folder / name).write_bytes(shown.encode("utf-8", "surrogateescape"))
                three = [self.place.folder / name for name in ("ours", "base", "theirs")]
                self.tried("merge-file", _BY_LINES[side], *three)
                (self.root / path).write_bytes(three[0].read_bytes())
            elif (
                side != "markers"
                and self.tried("checkout", "-q", f"--{side}", "--", path).returncode
            ):
                self.git("rm", "-q", "--", path)  # that side deleted it
                continue
            self.git("add", "--", path)
        rebasing = (Path(self.git("rev-parse", "--absolute-git-dir")) / "rebase-merge").exists()
        self.git(*(("rebase", "--continue") if rebasing else ("commit", "-q", "--no-edit")))

    def clean(self, why: str) -> None:
        """Nothing is changed against the last commit."""
        changed = self.git("status", "--porcelain")
        assert not changed, (
            f"{why}: {changed}\n{self.git('diff', '--stat')}\n{self.git('diff')[:1500]}"
        )

    # --- Files ------------------------------------------------------------------

    def text(self, path: str) -> str:
        return (self.root / path).read_bytes().decode("utf-8")

    def write(self, path: str, text: str) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_bytes(text.encode("utf-8"))

    def replace(self, path: str, old: str, new: str) -> None:
        text = self.text(path)
        assert old in text, f"{old!r} is not in {path}"
        self.write(path, text.replace(old, new, 1))

    def files(self, folder: str = "docs", suffix: str = ".md") -> Iterator[Path]:
        for at, folders, names in os.walk(self.root / folder):
            folders[:] = sorted(name for name in folders if name not in (".git", ".wiki", "site"))
            yield from (Path(at, name) for name in sorted(names) if name.endswith(suffix))

    def pages(self) -> dict[str, list[str]]:
        """Where the page of each id stands, by the block that remembers it."""
        found: dict[str, list[str]] = {}
        for file in self.files():
            for id_ in dict.fromkeys(WRITTEN.findall(file.read_bytes().decode("utf-8", "replace"))):
                found.setdefault(id_, []).append(file.relative_to(self.root).as_posix())
        return found

    def page(self, id_: str) -> str:
        """The path of the one page with an id."""
        found = self.pages().get(id_, [])
        assert len(found) == 1, f"{id_} stands at {found}"
        return found[0]

    def section(self, id_: str, name: str) -> str:
        """What stands in a section, marker lines apart; empty where there is none."""
        return within(self.text(self.page(id_)), name)

    def conflicted(self) -> Counter[str]:
        """The files with conflict markers."""
        found: Counter[str] = Counter()
        for file in (*self.files("docs", ""), *self.files("data", ""), self.root / "wiki.toml"):
            if file.is_file() and MARKERS.search(file.read_bytes().decode("utf-8", "replace")):
                found[file.relative_to(self.root).as_posix()] += 1
        return found


def within(text: str, name: str) -> str:
    """What stands in a section of a page's text."""
    found = re.search(
        rf"<!-- wiki:{re.escape(name)} -->[^\n]*\n(.*?)<!-- /wiki -->", text, re.DOTALL
    )
    return found[1] if found else ""


class _Asked(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        asked = json.loads(self.rfile.readline())
        place: Place = self.server.place  # type: ignore[attr-defined]  # set where it is made
        answer = place._asked(asked["args"], asked["cwd"], asked["env"])
        self.wfile.write(json.dumps(answer).encode())


@contextlib.contextmanager
def open_place(folder: Path) -> Iterator[Place]:
    """A place whose origin holds the wiki that every case begins with,
    and whose settings lead to its own arXiv.
    """
    with _MAKING:
        base = origin()
    done = git(folder, "clone", "-q", "--bare", base, folder / "origin.git")
    assert done.returncode == 0, done.stderr
    tools = folder / "bin"
    tools.mkdir()
    with (
        LoopbackArxiv() as arxiv,
        socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Asked) as server,
    ):
        place = Place(folder, arxiv, server.server_address[1])
        server.daemon_threads, server.place = True, place  # type: ignore[attr-defined]  # for its handlers
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        for name, text in (
            ("wiki-builder", _STANDIN.format(python=sys.executable, port=place.port)),
            ("git", _GIT.format(folder=tools, git=GIT)),
        ):
            (tools / name).write_text(text, "utf-8")
            (tools / name).chmod(0o755)
        for number in (0, 1):
            place.announce(number)
        place.web(
            lambda there: there.write(
                "wiki.toml", there.text("wiki.toml").replace(NOWHERE, arxiv.url)
            )
        )
        try:
            yield place
        finally:
            server.shutdown()
            thread.join()


def day_name(number: int) -> str:
    """``2026-05-06`` for the third day."""
    return date.isoformat(dated(number))
