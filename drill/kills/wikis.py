"""The wikis of this drill: small, with a person's words in them,
each made once and copied for each case.
"""

from __future__ import annotations

import atexit
import json
import shutil
import tempfile
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from drill import command
from tests.e2e.world import CATEGORIES, World, day, latexml, rows_of, second_version
from tests.fulltext.figures.pictures import figure, png
from tests.loopback.arxiv import LoopbackArxiv
from tests.loopback.model import Body, ModelServer, Move, Say
from tests.loopback.replies import concept_of, good_reply, is_reask, title_of
from wiki_builder.concepts.registry import load

T = TypeVar("T")
CONCURRENCY = 2
EDIT = "A person says this, and no run may lose it."
NOTE = "A person's note below the paper, with **markup** of their own."
OWN = "What a person calls an idea, in their own words"
BY = "http://creativecommons.org/licenses/by/4.0/"
TODAY = day(0).isoformat()


@dataclass(frozen=True)
class Made:
    """A wiki to copy.

    Args:
        mine: a person's words, and the file in which they stand, relative to the wiki; where it may
            be gone, the words are looked for nowhere.
        whole: the person's files, which nothing may change.
    """

    root: Path
    mine: tuple[tuple[str, str], ...] = ()
    whole: tuple[str, ...] = ()

    def run(self, *args: object, code: int = 0) -> str:
        """Run a command that must go well; what it printed."""
        ran = command.run(*args, how=command.Start(folder=self.root))
        assert ran.code == code, f"the drill could not be prepared: {args}: {ran.code}, {ran.said}"
        return ran.out

    def file(self, pattern: str, number: int = 0) -> Path:
        """One of the files that fit a pattern, in order of their names."""
        return sorted(self.root.glob(pattern))[number]

    def pages(self) -> list[str]:
        """The own part of each paper's id that has a page where it was written first."""
        return [path.stem for path in sorted(self.root.glob("docs/papers/*/*.md"))]

    def concepts(self) -> list[str]:
        """The ids of all concepts but the one that a person edited, of files and lines."""
        edited = self.file("data/concepts/*.yml").stem
        return [id_ for id_ in load(self.root / "data/concepts").concepts if id_ != edited]


class Shelf:
    """Makes each wiki once, in a folder that goes at the end; any thread may ask."""

    def __init__(self) -> None:
        self._stack, self._lock = ExitStack(), threading.RLock()
        self._made: dict[object, object] = {}
        atexit.register(self._stack.close)

    def folder(self) -> Path:
        """A new folder."""
        with self._lock:
            made = tempfile.TemporaryDirectory(
                prefix="wiki-builder-kills-", ignore_cleanup_errors=True
            )
            return Path(self._stack.enter_context(made))

    def arxiv(self) -> LoopbackArxiv:
        """An arXiv that runs until the end: its address stands on pages."""
        with self._lock:
            return self._stack.enter_context(LoopbackArxiv())

    def get(self, key: object, make: Callable[[], T]) -> T:
        """What was made under a key."""
        with self._lock:
            if key not in self._made:
                self._made[key] = make()
            return self._made[key]  # type: ignore[return-value]  # as it was made


SHELF = Shelf()


def answer(body: Body) -> Move:
    """Right replies, but a paper's and a concept's first one is cut;
    the same to a request whenever it comes.
    """
    cut = title_of(body) == rows_of(1)[1].version.title or concept_of(body) == "tool use"
    if cut and not is_reask(body):
        return Say('{"kind": "method", "headline": {"en": "Half')
    return good_reply(body)


def copy(made: Made, root: Path, arxiv: LoopbackArxiv | None = None) -> Made:
    """The same wiki in another folder."""
    shutil.copytree(made.root, root)
    return replace(made, root=root)


def read() -> Made:
    """Monday is read; then a person edits a page, a concept and settings, writes notes,
    rejects and moves pages.
    """
    return SHELF.get("read", _read)


def monday() -> LoopbackArxiv:
    """The arXiv of that wiki; it knows Tuesday's papers already."""
    return SHELF.get("arxiv", _monday)


def _monday() -> LoopbackArxiv:
    arxiv = SHELF.arxiv()
    arxiv.announce(day(0), rows_of(0, 5))
    return arxiv


def _read() -> Made:
    root, arxiv = SHELF.folder() / "wiki", monday()
    made = Made(root)
    with ModelServer() as model:
        site = _site(root, arxiv, model, concepts="write = true")
        site.model.answer = answer
        made.run("update", "--today", TODAY)
    pages = [site.page(row.id) for row in rows_of(0, 5)]
    _edit(pages[0], "The authors present", EDIT)
    with pages[1].open("a", encoding="utf-8") as page:
        page.write(f"\n{NOTE}\n")
    pages[2].unlink()
    moved = root / "docs" / "mine" / "moved.md"
    moved.parent.mkdir()
    pages[3].rename(moved)
    _edit(moved, "The authors present", EDIT)
    concept = made.file("data/concepts/*.yml")
    _edit(concept, "What is called", OWN)
    own = {
        "docs/mine/own.md": "# Mine\n\n[[tool use]], by hand \n",
        "notes/mine.md": "Nobody else reads this.\n",
    }
    for path, text in own.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text, "utf-8")
    for path in ("wiki.toml", "mkdocs.yml"):
        with (root / path).open("a", encoding="utf-8") as file:
            file.write("\n# mine:  two spaces \n")
    arxiv.announce(day(1), (*rows_of(1, 3), second_version(rows_of(0)[0])))
    arxiv.submit(rows_of(2)[0])
    words = (
        (EDIT, _in(root, pages[0])),
        (NOTE, _in(root, pages[1])),
        (EDIT, _in(root, moved)),
        (OWN, _in(root, concept)),
    )
    return replace(made, mine=words, whole=("wiki.toml", "mkdocs.yml", *own))


def written() -> Made:
    """The same after a render: what the person did is known."""
    return SHELF.get("written", partial(_after, read, ("render",)))


def _after(before: Callable[[], Made], *commands: Sequence[object]) -> Made:
    made = copy(before(), SHELF.folder() / "wiki")
    for one in commands:
        made.run(*one)
    return made


def pictured() -> Made:
    """Papers that were read from HTML when the wiki kept no figures, which it does now."""
    return SHELF.get("pictured", _pictured)


def _pictured() -> Made:
    root, arxiv = SHELF.folder() / "wiki", SHELF.arxiv()
    rows = [replace(row, version=replace(row.version, licence=BY)) for row in rows_of(0, 3)]
    for shade, row in enumerate(rows):
        own = row.id.removeprefix("arxiv:")
        html = latexml(row).replace(
            b"</article>", f"{figure(f'{own}v1/x1.png')}</article>".encode()
        )
        arxiv.html[f"{own}v1"] = html
        arxiv.images[f"html/{own}v1/x1.png"] = (png(shade=50 + shade), "image/png")
    arxiv.announce(day(0), rows)
    arxiv.submit(rows_of(2)[0])
    made = Made(root)
    with ModelServer() as model:
        order = 'order = ["html", "abstract"]'
        site = _site(root, arxiv, model, text=order, figures="per_paper = 0")
        made.run("update", "--today", TODAY)
    _edit(root / "wiki.toml", "per_paper = 0", "per_paper = 1")
    page = site.page(rows[0].id)
    _edit(page, "The authors present", EDIT)
    (root / "saved.html").write_bytes(latexml(rows_of(3)[0]))
    return replace(
        made, mine=((EDIT, _in(root, page)),), whole=("wiki.toml", "mkdocs.yml", "saved.html")
    )


def inbox() -> Made:
    """Requests that wait for a person's answers, and one answer that is ready."""
    return SHELF.get("inbox", _inbox)


def _inbox() -> Made:
    root, arxiv = SHELF.folder() / "wiki", SHELF.arxiv()
    arxiv.announce(day(0), rows_of(0, 2))
    made = Made(root)
    with ModelServer() as none:
        _site(root, arxiv, none, model='engine = "handoff"')
        made.run("update", "--today", TODAY)
    request = made.file("data/pending/handoff/*.request.md").read_text("utf-8")
    said = good_reply({"messages": [{"content": ""}, {"content": request.partition("# user")[2]}]})
    (root / "answer.json").write_text(said.content or "", "utf-8")
    return replace(made, whole=("wiki.toml", "mkdocs.yml", "answer.json"))


def _site(
    root: Path, arxiv: LoopbackArxiv, server: ModelServer, model: str = "", **tables: str
) -> World:
    """A new wiki whose settings lead to these servers."""
    ran = command.run("init", root, "--categories", CATEGORIES)
    assert ran.code == 0, ran.said
    site = World(root, arxiv, server)
    site.settings(model or f"concurrency = {CONCURRENCY}", interests="papers_per_day = 4", **tables)
    return site


def revised(made: Made, *papers: str) -> None:
    """Have the data say something new about papers, as after another reading."""
    for own in papers:
        path = made.file(f"data/papers/*/{own}.json")
        data = json.loads(path.read_text("utf-8"))
        data["analysis"]["summary"] = {"en": "It says more by now.", "zh": "现在说得更多。"}
        data["analysis"]["reason"] = {"en": "It helps more by now.", "zh": "现在更有帮助。"}
        path.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", "utf-8")


def _edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text, f"{old!r} is not in {path}"
    path.write_text(text.replace(old, new, 1), "utf-8")


def _in(root: Path, path: Path) -> str:
    return path.relative_to(root).as_posix()
