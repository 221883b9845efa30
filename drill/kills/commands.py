"""The commands that write, each with the wiki that it is given to,
and with what is done there before.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass

from drill.kills import wikis
from drill.kills.wikis import TODAY, Made
from tests.e2e.world import day, replaced, rows_of


@dataclass(frozen=True)
class Command:
    """A command that writes.

    Args:
        of: what it counts as in the table.
        before: gives the wiki that it works on; called once.
        args: its arguments in that wiki.
        cases: how many times it is harmed.
    """

    of: str
    name: str
    before: Callable[[], Made]
    args: Callable[[Made], tuple[str, ...]]
    cases: int


def _fixed(*args: str) -> Callable[[Made], tuple[str, ...]]:
    return lambda made: args


def _own(number: int, count: int) -> tuple[str, ...]:
    """The ids of a day's papers as a person types them."""
    return tuple(row.id.removeprefix("arxiv:") for row in rows_of(number, count))


def _another(before: Callable[[], Made]) -> Made:
    return wikis.copy(before(), wikis.SHELF.folder() / "wiki")


def _proposed() -> Made:
    """Three edits on two pages, and something new to say about each."""
    made = _another(wikis.written)
    for page in made.pages()[:2]:
        file = made.root / f"docs/papers/2605/{page}.md"
        replaced(file, "It helps those who train agents.", f"Mine, too, on {page}.")
    wikis.revised(made, *made.pages()[:2])
    made.run("render")
    assert "2605" in made.run("proposals", "list")
    return made


def _outdated() -> Made:
    """All papers have something new to say, and the builder's part of the
    site's settings is gone.
    """
    made = _another(wikis.read)
    wikis.revised(made, *(path.stem for path in made.root.glob("data/papers/*/*.json")))
    (made.root / "mkdocs.base.yml").unlink()
    return made


def _built() -> Made:
    """The site stands, and pages have changed since."""
    made = _another(wikis.written)
    made.run("build", "--quiet")
    wikis.revised(made, *made.pages()[:2])
    return made


def _worded() -> Made:
    """Two concepts have other names by now, which the texts do not use yet."""
    made = _another(wikis.written)
    for number, concept in enumerate(made.concepts()[:2]):
        made.run(
            "terms", "set", concept, "--zh", ("新的叫法", "另一种说法")[number], "--today", TODAY
        )
    return made


def _merged() -> Made:
    """Two operations, of which the second is undone: what was before it must stay done."""
    made = _another(wikis.written)
    first, second, third = made.concepts()[:3]
    made.run("concepts", "pin", third, "--today", TODAY)
    made.run("concepts", "merge", first, second, "--today", TODAY)
    return made


def _deleted() -> Made:
    """A section is gone, as a page is already, and the builder knows."""
    made = _another(wikis.written)
    edited = made.root / f"docs/papers/2605/{made.pages()[0]}.md"
    text = edited.read_text("utf-8")
    start, end = text.index("<!-- wiki:reason.en"), text.index("<!-- wiki:reason.zh")
    edited.write_text(text[:start] + text[end:], "utf-8")
    made.run("render")
    return made


def _compared() -> Made:
    made = _another(wikis.written)
    made.run("compare", *made.pages()[:2])
    return made


def _nothing() -> Made:
    """A folder with a person's file, and no wiki yet."""
    root = wikis.SHELF.folder() / "wiki"
    (root / "docs").mkdir(parents=True)
    (root / "docs" / "mine.md").write_text("# Mine\n", "utf-8")
    return Made(root, whole=("docs/mine.md",))


def _without_workflow() -> Made:
    made = _another(wikis.written)
    shutil.rmtree(made.root / ".github")
    return made


def _request(made: Made) -> str:
    return made.file("data/pending/handoff/*.request.md").name.removesuffix(".request.md")


def _of_concepts(verb: str, *more: str, names: int = 1) -> Callable[[Made], tuple[str, ...]]:
    return lambda made: ("concepts", verb, *made.concepts()[:names], *more, "--today", TODAY)


def _reasons(made: Made) -> tuple[str, ...]:
    return tuple(f"{page}#reason.en" for page in made.pages()[:2])


def _split(made: Made) -> tuple[str, ...]:
    """A paper's use of the first concept, under a name of its own."""
    concept = made.concepts()[0]
    papers = sorted(made.root.glob("data/papers/*/*.json"))
    own = next(path.stem for path in papers if f'"{concept}"' in path.read_text("utf-8"))
    names = ("--en", "another idea", "--zh", "另一个想法")
    return ("concepts", "split", concept, "--papers", own, *names, "--today", TODAY)


MERGE = Command("concepts", "concepts merge", wikis.written, _of_concepts("merge", names=2), 6)
COMMANDS = (
    Command("update", "update", wikis.read, _fixed("update", "--today", day(1).isoformat()), 24),
    Command(
        "update",
        "update after missed days",
        wikis.missed,
        _fixed("update", "--today", day(3).isoformat()),
        8,
    ),
    Command("add", "add by id and file", wikis.pictured, lambda made: _add(made), 12),
    Command(
        "add",
        "add what was deleted",
        wikis.written,
        _fixed("add", *_own(0, 3)[2:], *_own(2, 1), "--today", TODAY),
        8,
    ),
    Command("figures", "figures", wikis.pictured, _fixed("figures"), 10),
    Command("render", "render", _outdated, _fixed("render"), 20),
    Command("build", "build", wikis.written, _fixed("build", "--quiet"), 10),
    Command("build", "build again", _built, _fixed("build", "--quiet"), 10),
    Command("answer", "answer", wikis.inbox, lambda made: _answer(made), 20),
    MERGE,
    Command("concepts", "concepts split", wikis.written, _split, 4),
    Command(
        "concepts",
        "concepts rename",
        wikis.written,
        _of_concepts("rename", "--en", "another name"),
        3,
    ),
    Command("concepts", "concepts pin", wikis.written, _of_concepts("pin"), 3),
    Command("concepts", "concepts forbid", wikis.written, _of_concepts("forbid", names=2), 2),
    Command("concepts", "concepts accept", wikis.written, _of_concepts("accept", "an alias"), 2),
    Command("concepts", "concepts undo", _merged, _fixed("concepts", "undo", "--today", TODAY), 5),
    Command("terms", "terms set", wikis.written, lambda made: _set(made), 5),
    Command("terms", "terms apply", _worded, _fixed("terms", "apply", "--yes"), 20),
    Command(
        "proposals",
        "proposals accept",
        _proposed,
        lambda made: ("proposals", "accept", *_reasons(made)),
        20,
    ),
    Command(
        "proposals",
        "proposals dismiss",
        _proposed,
        lambda made: ("proposals", "dismiss", *_reasons(made)),
        4,
    ),
    Command(
        "release", "release", _proposed, lambda made: ("release", made.pages()[0] + "#reason.en"), 5
    ),
    Command("restore", "restore a page", _deleted, _fixed("restore", *_own(0, 3)[2:]), 3),
    Command(
        "restore",
        "restore a section",
        _deleted,
        lambda made: ("restore", made.pages()[0] + "#reason.en"),
        3,
    ),
    Command("compare", "compare", wikis.written, lambda made: ("compare", *made.pages()[:2]), 5),
    Command(
        "compare",
        "compare no more",
        _compared,
        lambda made: ("compare", "--remove", *made.pages()[:2]),
        3,
    ),
    Command("init", "init", _nothing, _fixed("init", "."), 4),
    Command("init", "workflow", _without_workflow, _fixed("workflow"), 3),
)


# What is given after a merge that was killed.
FOLLOWING = tuple(
    Command("after a killed merge", name, before, args, 2)
    for name, before, args in (
        ("compare", wikis.written, lambda made: ("compare", *made.pages()[:2])),
        ("figures", wikis.written, _fixed("figures")),
        (
            "terms set",
            wikis.written,
            lambda made: ("terms", "set", made.concepts()[2], "--zh", "新的叫法", "--today", TODAY),
        ),
        ("terms apply", wikis.written, _fixed("terms", "apply", "--yes")),
        ("restore", wikis.written, _fixed("restore", *_own(0, 3)[2:])),
        (
            "concepts pin",
            wikis.written,
            lambda made: ("concepts", "pin", made.concepts()[2], "--today", TODAY),
        ),
        ("render", wikis.written, _fixed("render")),
        ("proposals accept", _proposed, lambda made: ("proposals", "accept", *_reasons(made))),
        ("release", _proposed, lambda made: ("release", made.pages()[0] + "#reason.en")),
    )
)
UPDATE = COMMANDS[0]


def _add(made: Made) -> tuple[str, ...]:
    return ("add", *_own(2, 1), "saved.html", "--also", *_own(3, 1), "--today", TODAY)


def _answer(made: Made) -> tuple[str, ...]:
    return ("answer", _request(made), "answer.json", "--by", "a person")


def _set(made: Made) -> tuple[str, ...]:
    return ("terms", "set", made.concepts()[0], "--zh", "新的叫法", "--today", TODAY)
