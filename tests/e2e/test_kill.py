"""Kill -9 whenever: run again, and nothing is lost, nothing differs, nothing is asked twice."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import pytest

from tests.e2e import process
from tests.e2e.world import World, day, different, replaced, rows_of, second_version, world
from tests.loopback.model import Body, Fault, Move, Say
from tests.loopback.replies import good_reply, is_reask, title_of
from wiki_builder.disk import is_leftover

KILLS = int(os.environ.get("KILLS", "10"))
SEED = int(os.environ.get("KILL_SEED", "1"))
EVERY = 1 if "KILLS" in os.environ else 9  # of the points at which the disk changes
MANY = 1_000_000
EDIT = "A person says this, and no run may lose it."
NOTE = "A person's note below the paper, with **markup** of their own."


@dataclass
class Morning:
    """The wiki before Tuesday's update, with a person's edits, and what it is after one that nobody kills."""

    before: World
    whole: dict[str, bytes]
    points: int


def answer(body: Body) -> Move:
    """Right replies, but one paper's first one is cut; the same to the same request whenever it comes."""
    if title_of(body) == rows_of(1)[2].version.title and not is_reask(body):
        return Say('{"kind": "method", "headline": {"en": "Half', delay=0.01)
    said = good_reply(body)
    return Say(said.content, delay=0.01, input_tokens=said.input_tokens, output_tokens=said.output_tokens)


@pytest.fixture(scope="module")
def morning(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Morning]:
    """Monday is read; a person edits, rejects and moves pages and writes notes; then Tuesday is announced."""
    folder = tmp_path_factory.mktemp("kill")
    with world(folder / "before") as site:
        site.model.answer = answer
        site.init("concurrency = 2", interests="papers_per_day = 4")
        site.announce(0)
        assert site.update(0).code == 0
        edited, noted, rejected, moved = (site.page(row.id) for row in rows_of(0)[:4])
        replaced(edited, "The authors present", EDIT)
        with noted.open("a", encoding="utf-8") as page:
            page.write(f"\n{NOTE}\n")
        rejected.unlink()
        (site.root / "docs" / "mine").mkdir()
        moved.rename(site.root / "docs" / "mine" / "moved.md")
        site.announce(1, (*rows_of(1), second_version(rows_of(0)[0])))

        counted = site.copy(folder / "counted")
        assert not process.killed(update(counted, kill_at=MANY))
        whole = site.copy(folder / "whole")
        assert not process.killed(update(whole))
        assert sum(path.startswith("data/papers/") for path in whole.state()) == 8
        assert not different(whole.state(), counted.state())
        yield Morning(site, whole.state(), process.changes(counted.root.with_suffix(".log")))


def update(site: World, kill_at: int | None = None) -> ForkServerProcess:
    return process.start(
        "-C", site.root, "update", "--today", day(1), kill_at=kill_at, log=site.root.with_suffix(".log")
    )


def stored(site: World) -> set[tuple[str, bool]]:
    """What the model needs not be asked again: the titles of papers that are read or whose reply is on disk."""
    titles = {row.id: row.version.title for number in (0, 1) for row in rows_of(number)}
    papers = {titles[paper.id] for paper in site.papers() if paper.analysis}
    known = {(title, reask) for title in papers for reask in (False, True)}
    for path in (site.wiki.pending / "replies").glob("[!.]*.json"):
        name = path.name.removesuffix(".json")
        own = name.removeprefix("paper-arxiv-").split("-")[0]
        known.add((titles[f"arxiv:{own}"], name.endswith(".2")))
    return known


def edits_stand(site: World) -> None:
    """The four things that the person did are as they did them."""
    edited, noted, rejected, moved = (site.page(row.id) for row in rows_of(0)[:4])
    assert EDIT in edited.read_text("utf-8")
    assert NOTE in noted.read_text("utf-8")
    assert not rejected.exists()
    assert not moved.exists()
    assert (site.root / "docs" / "mine" / "moved.md").is_file()


def finishes(site: World, morning: Morning) -> None:
    """After a kill: edits stand, the next run ends where an unkilled one does, and asks nothing that it has."""
    edits_stand(site)
    known, asked = stored(site), len(site.model.requests)
    ran = site.update(1)
    assert ran.code == 0, ran
    again = [(title_of(body), is_reask(body)) for body in site.model.requests[asked:]]
    assert not known.intersection(again), "a stored reply was asked for again"
    assert not different(site.state(), morning.whole)
    edits_stand(site)
    assert not [path for path in site.root.rglob(".*") if is_leftover(path.name)]


@pytest.mark.parametrize("number", range(KILLS))
def test_killed_twice_over(morning: Morning, tmp_path: Path, number: int) -> None:
    """An update that is killed, and killed again before it has caught up, ends as one that nobody killed."""
    random_ = random.Random(f"{SEED} {number}")
    site = morning.before.copy(tmp_path / "wiki")
    for _ in range(2):
        process.killed(update(site, random_.randrange(morning.points)))
        edits_stand(site)
    finishes(site, morning)


@pytest.mark.parametrize("quarter", range(4))
def test_killed_at_every_change_of_the_disk(morning: Morning, tmp_path: Path, quarter: int) -> None:
    """A kill at any write, rename or removal of an update, the write half done, leaves what the next run completes."""
    for at in range(quarter * EVERY + SEED % EVERY, morning.points, 4 * EVERY):
        site = morning.before.copy(tmp_path / f"wiki-{at}")
        assert process.killed(update(site, at)), f"not killed at {at}"
        finishes(site, morning)


def test_ctrl_c(tmp_path: Path) -> None:
    """Ctrl-C ends an update with 130 and one line; the next run completes and asks nothing that was answered."""
    with world(tmp_path / "wiki") as site:
        site.init("concurrency = 1")
        site.announce(0)
        running: list[ForkServerProcess] = []

        def interrupted(body: Body) -> Move:
            if len(site.model.requests) == 3:
                os.kill(running[0].pid or 0, signal.SIGINT)
                return Fault(hang=True)
            return good_reply(body)

        site.model.answer = interrupted
        log = site.root.with_suffix(".log")
        running.append(process.start("-C", site.root, "update", "--today", day(0), log=log))
        running[0].join()
        assert running[0].exitcode == 130
        running[0].close()
        assert log.read_text("utf-8").endswith("stopped; the next run goes on from here\n")
        assert "Traceback" not in log.read_text("utf-8")
        known = stored(site)
        assert len({title for title, _ in known}) == 2  # in data/, or a reply that waits in data/pending
        asked = len(site.model.requests)
        assert site.update(0).code == 0
        assert not known.intersection((title_of(body), is_reask(body)) for body in site.model.requests[asked:])
        assert all(paper.analysis for paper in site.papers())
