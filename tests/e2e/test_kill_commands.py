"""Kill -9 between any two writes of a command: the same command again ends as one that nobody killed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e import process
from tests.e2e.world import different, files, run
from tests.pages.sample import DAY, ONE, TWO, Sample, sample
from wiki_builder.disk import is_leftover
from wiki_builder.models import Bilingual

EVERY = 1 if "KILLS" in os.environ else 7  # of the points at which the disk changes
MANY = 1_000_000
PAGES = ("papers/2605/2605.00001.md", "papers/2605/2605.00002.md")
NAMES = ("2605.00001#summary.en", "2605.00002#summary.en", "2605.00001#reason.en")
AGENT = """\
id: agent
name: {en: agent, zh: 智能体}
founded: arxiv:2605.00001
gloss: {en: "What acts, an agent.", zh: 会行动的代理。}
gloss_from: arxiv:2605.00001
aliases:
  - 代理
"""


@dataclass(frozen=True)
class Case:
    """A command, and what was done to the wiki before it."""

    args: tuple[str, ...]
    before: Callable[[Sample], None] = lambda wiki: None


def proposed(wiki: Sample) -> None:
    """Three edits on two pages, and something new to say about each."""
    for page in PAGES:
        wiki.edit(page, "It reaches 81.2%.", "Mine.")
    wiki.edit(PAGES[0], "It is simple.", "Mine, too.")
    for id_ in (ONE, TWO):
        wiki.change(id_, summary=Bilingual("It reaches 81.2% now.", "达到 81.2%。"), reason=Bilingual("So.", "如此。"))
    wiki.render()


def deleted(wiki: Sample) -> None:
    (wiki.root / "docs" / PAGES[1]).unlink()
    text = wiki.page(PAGES[0])
    start, end = text.index("<!-- wiki:reason.en"), text.index("<!-- wiki:reason.zh")
    wiki.edit(PAGES[0], text[start:end], "")
    wiki.render()


def done(*args: str) -> Callable[[Sample], None]:
    def before(wiki: Sample) -> None:
        assert run("-C", wiki.root, *args).code == 0

    return before


def merged(wiki: Sample) -> None:
    """Two operations, of which the second is undone: what was before it must stay done."""
    done("concepts", "pin", "agent", "--today", DAY)(wiki)
    done("concepts", "merge", "credit-assignment", "agent", "--today", DAY)(wiki)


CASES = {
    "accept": Case(("proposals", "accept", *NAMES), proposed),
    "dismiss": Case(("proposals", "dismiss", *NAMES), proposed),
    "release a page": Case(("release", "2605.00001"), proposed),
    "release a section": Case(("release", "2605.00001#summary.en"), proposed),
    "restore a page": Case(("restore", "2605.00002"), deleted),
    "restore a section": Case(("restore", "2605.00001#reason.en"), deleted),
    "merge": Case(("concepts", "merge", "credit-assignment", "agent", "--today", DAY)),
    "rename": Case(("concepts", "rename", "agent", "--en", "actor", "--today", DAY)),
    "pin": Case(("concepts", "pin", "agent", "--today", DAY)),
    "accept an alias": Case(("concepts", "accept", "agent", "an actor", "--today", DAY)),
    "split": Case(("concepts", "split", "agent", "--off", "代理", "--en", "proxy", "--zh", "代理", "--today", DAY)),
    "undo": Case(("concepts", "undo", "--today", DAY), merged),
    "set a term": Case(("terms", "set", "agent", "--not", "代理人", "--today", DAY)),
    "apply terms": Case(("terms", "apply", "--yes")),
    "compare": Case(("compare", "2605.00001", "2605.00002")),
    "compare no more": Case(
        ("compare", "--remove", "2605.00001", "2605.00002"), done("compare", "2605.00001", "2605.00002")
    ),
}


def state(root: Path) -> dict[str, bytes]:
    return files(root, ("data", "docs"))


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    wiki = sample(tmp_path_factory.mktemp("commands") / "wiki")
    wiki.change(ONE, headline=Bilingual("Rewards for an agent", "代理的逐步奖励。"))
    (wiki.wiki.concepts / "agent.yml").write_text(AGENT, "utf-8")
    wiki.render()
    return wiki


@pytest.mark.parametrize("name", CASES)
def test_killed_at_any_write_and_done_again(plain: Sample, tmp_path: Path, name: str) -> None:
    """The second time it ends with 0, with the same bytes as if nobody had killed it, and leaves nothing behind."""
    case = CASES[name]
    before = Sample(shutil.copytree(plain.root, tmp_path / "before"))
    case.before(before)
    whole, log = shutil.copytree(before.root, tmp_path / "whole"), tmp_path / "log"
    running = process.start("-C", whole, *case.args, kill_at=MANY, log=log)
    running.join()
    assert running.exitcode == 0, log.read_text("utf-8")
    assert different(state(before.root), state(whole))
    points = process.changes(log)
    for at in range(min(3, points - 1), points, EVERY):
        root = shutil.copytree(before.root, tmp_path / f"wiki-{at}")
        assert process.killed(process.start("-C", root, *case.args, kill_at=at)), f"not killed at {at} of {points}"
        again = run("-C", root, *case.args)
        assert again.code == 0, (at, again)
        assert not different(state(root), state(whole)), at
        assert not [path for path in root.glob("d*/**/.*") if is_leftover(path.name)]


def test_a_name_of_nothing_stops_before_anything_is_done(plain: Sample, tmp_path: Path) -> None:
    """One that was never there is a mistake, one that was settled before is not."""
    wiki = Sample(shutil.copytree(plain.root, tmp_path / "wiki"))
    proposed(wiki)
    before = state(wiki.root)
    for wrong in ("2605.00001#sumary.en", "2605.09999", "2605.09999#summary.en"):
        assert run("-C", wiki.root, "proposals", "accept", NAMES[0], wrong).code == 2
        assert state(wiki.root) == before
    assert run("-C", wiki.root, "proposals", "accept", *NAMES).code == 0
    again = run("-C", wiki.root, "proposals", "accept", *NAMES)
    assert again.code == 0
    assert again.out.count("nothing is proposed for 2605.0000") == len(NAMES)


@pytest.mark.parametrize("command", ["accept", "dismiss", "release", "restore", "compare", "terms"])
def test_a_fault_while_rendering_is_told(plain: Sample, tmp_path: Path, command: str) -> None:
    """What was asked for is done, and the page that could not be brought up to date is named, with exit code 1."""
    wiki = Sample(shutil.copytree(plain.root, tmp_path / "wiki"))
    proposed(wiki)
    (wiki.root / "docs" / "index.md").write_bytes(b"<!-- wiki:page 1 page:index -->\n<!-- wiki:title keep -->\n")
    args = {
        "accept": ("proposals", "accept", NAMES[0]),
        "dismiss": ("proposals", "dismiss", NAMES[0]),
        "release": ("release", "2605.00001"),
        "restore": ("restore", "2605.00001"),
        "compare": ("compare", "2605.00001", "2605.00002"),
        "terms": ("terms", "set", "agent", "--not", "代理人"),
    }[command]
    done = run("-C", wiki.root, *args)
    assert done.code == 1
    assert "broken page, left alone: docs/index.md" in done.out
