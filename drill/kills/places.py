"""What stands in the place of a file that the program reads: nothing, garbage, a folder, a link to
itself, or it fails.

What may be deleted heals or is done without; anything else is named, with an exit code that fits;
and once the file is back, the next runs go well.
"""

from __future__ import annotations

import errno
import random
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from drill.case import Case, Plan
from drill.harm import Harm
from drill.kills import wikis
from drill.kills.judge import asked, done, persons
from drill.kills.wikis import SHELF, Made
from tests.e2e.world import day, files

TEMPLATES = Path(__file__).parents[2] / "templates"
CACHES = (".wiki/papers.sqlite", ".wiki/texts.sqlite", ".wiki/registry.json", ".wiki/receipts.json", ".wiki/pages.json", ".wiki/settled.json",  # noqa: E501
          ".wiki/concept-texts.json", ".wiki/status.json", ".wiki/http/*/*")  # fmt: skip
TRUTH = ("data/papers/*/*.json", "data/runs/*.json", "data/entries/*/*.jsonl", "data/concepts/*.yml", "data/concepts/names/*.jsonl",  # noqa: E501
         "data/pages.txt",
         "data/concept-texts/*.json", "data/operations.jsonl", "data/comparisons.txt", "docs/papers/*/2*.md",  # noqa: E501
         "docs/index.md", "wiki.toml", "mkdocs.base.yml", "templates/*.j2",
         "data/pending/replies/*.json", "data/pending/concepts/*.json")  # fmt: skip
CONTENTS = ("empty", "garbage", "a folder", "a link to itself", "EIO", "EMFILE")
_REPLY = '{"task":"paper","subject":"arxiv:1","text":"t","prompt":"p","schema":"s","terms":"","engine":"e",'  # noqa: E501
_UPDATE = ("update", "--today", day(1).isoformat())


def cases(plan: Plan) -> Iterator[Case]:
    """Each kind of file with one or two of the contents, or with ``long`` with all."""
    for kind in (*CACHES, *TRUTH):
        chance = random.Random(f"{plan.seed} {kind}")
        for content in (
            CONTENTS if plan.long else chance.sample(CONTENTS, 1 if kind in CACHES else 2)
        ):
            expected = (
                "done without"
                if kind in CACHES
                else "named, no traceback; it goes on once the file is back"
            )
            yield Case(
                "a file's place", f"{kind}: {content}", expected, partial(_case, kind, content)
            )


def _everything() -> Made:
    """A wiki that has one of each kind of file, with a second day announced."""
    made = wikis.copy(wikis.written(), SHELF.folder() / "wiki")
    made.run("concepts", "pin", made.concepts()[0], "--today", wikis.TODAY)
    made.run("compare", *made.pages()[:2])
    shutil.copytree(TEMPLATES, made.root / "templates")
    for folder in ("replies", "concepts"):
        (made.root / "data" / "pending" / folder).mkdir(parents=True, exist_ok=True)
    (made.root / "data/pending/replies/paper-x-1.json").write_text(
        f'{_REPLY}"model":"m","date":"d","raw":""}}'
    )
    (made.root / "data/pending/concepts/tool-use.json").write_text("{}")
    made.run("render")
    made.run("status")
    return made


def _case(kind: str, content: str, folder: Path) -> str:
    begin = SHELF.get("everything", _everything)
    made = wikis.copy(begin, folder / "wiki")
    path = made.file(kind)
    number = {"EIO": errno.EIO, "EMFILE": errno.EMFILE}.get(content)
    what = Harm(str(made.root), str(folder / "log"), unreadable=(kind, number)) if number else None
    seen = []
    with asked(made):
        before = path.read_bytes()  # with the model's address
        if number is None:
            _put(path, content)
        for args in (("check",), ("status",), _UPDATE):
            if number is None and not path.exists() and not path.is_symlink():
                _put(path, content)
            ran = done(made, args, what)
            _fine(kind, args[0], ran.code, ran.out, ran.err)
            seen.append(f"{args[0]} {ran.code}")
        if kind not in CACHES and number is None:
            _clear(path)
            path.write_bytes(before)
        for args in (_UPDATE, ("render",)):
            ran = done(made, args)
            assert ran.code in (0, 1), (
                f"once it is back, {args[0]} ends with {ran.code}: {ran.said[-600:]}"
            )
    persons(made, begin)
    left = [
        name for name in files(made.root) if Path(name).name.endswith((".wiki-part", ".wiki-swap"))
    ]
    assert not left, f"left over: {left}"
    return ", ".join(seen)


def _put(path: Path, content: str) -> None:
    _clear(path)
    match content:
        case "a folder":
            path.mkdir()
        case "a link to itself":
            path.symlink_to(path.name)
        case _:
            path.write_bytes(b"" if content == "empty" else b"\x00\xff{]" + b"[" * 100_000)


def _clear(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _fine(kind: str, name: str, code: int | None, out: str, err: str) -> None:
    """No traceback; a cache stops nothing; whatever stops anything is named."""
    told = f"{name}: exit {code}, {(out + err)[-700:]}"
    assert code in ((0, 1) if kind in CACHES else (0, 1, 2, 3)), told
    assert "Traceback" not in out + err, told
    if code in (2, 3):
        ending = kind.rpartition("/")[2].lstrip("*2").removeprefix(".")
        assert ending in err, f"the file is not named; {told}"
        assert err.rstrip().endswith("."), told
