"""Same input, same bytes: on another machine, on another day, without the cache."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.world import World, day, different, files, rows_of, second_version
from wiki_builder.concepts.registry import load
from wiki_builder.demo.sample import FILES, FOLDERS

# Another date: everything that asks Python for the time is told a day of 2031.
_OTHER_DATE = """
import datetime, sys, time
real, shift = time.time, 5 * 365 * 86400
time.time = lambda: real() + shift
class Datetime(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(time.time(), tz)
class Date(datetime.date):
    @classmethod
    def today(cls):
        return cls.fromtimestamp(time.time())
datetime.datetime, datetime.date = Datetime, Date
sys.argv[0] = "wiki-builder"
from wiki_builder.cli import main
main()
"""

KIRITIMATI = {
    "TZ": "Pacific/Kiritimati",
    "LC_ALL": "C",
    "PYTHONHASHSEED": "4711",
    "PYTHONUTF8": "0",
}
TURKEY = {
    "TZ": "America/Los_Angeles",
    "LC_ALL": "tr_TR.UTF-8",
    "LANG": "zh_CN.GB18030",
    "PYTHONHASHSEED": "1",
}


def program(
    *args: object, code: str = "from wiki_builder.cli import main; main()", **environ: str
) -> str:
    """``wiki-builder ARGS`` as a process in another environment; what it says."""
    command = [sys.executable, "-c", code, *map(str, args)]
    ran = subprocess.run(
        command, env={**os.environ, **environ}, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr + ran.stdout
    return ran.stdout


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's wiki as another machine makes it, in another time zone, locale, and year."""
    folder = tmp_path_factory.mktemp("demo") / "A"
    program("demo", folder, "--quiet", code=_OTHER_DATE, **KIRITIMATI)
    return folder


def test_the_sample_beside_the_guide_is_the_demo(demo: Path) -> None:
    """Time zone, locale, hash seed and date change no byte: what another machine makes is what
    stands in this repository, where ``make sample`` wrote it.
    """
    made, root = files(demo), Path(__file__).parents[2]
    for folder in FOLDERS:
        ours = {
            path: text
            for path, text in files(root / folder).items()
            if not path.startswith("pending/")
        }
        theirs = {
            path: text
            for path, text in files(demo / folder).items()
            if not path.startswith("pending/")
        }
        assert not different(ours, theirs), folder
    assert all((root / file).read_bytes() == made[file] for file in FILES)


def test_what_the_sample_shows(demo: Path) -> None:
    """Enough papers and concepts, and each thing that people do with them at least once."""
    registry = load(demo / "data" / "concepts")
    pages = {path.relative_to(demo).as_posix() for path in (demo / "docs").rglob("*.md")}
    written = {path.stem for path in (demo / "data" / "concept-texts").glob("*.json")}
    standing = [c for c in registry.standing.values() if f"docs/concepts/{c.id}.md" in pages]
    assert len(list((demo / "data" / "papers").glob("*/*.json"))) >= 60
    assert len([c for c in standing if c.id in written]) >= 25
    assert {c.kind for c in registry.standing.values() if f"docs/entities/{c.id}.md" in pages} == {
        *("model", "dataset", "organisation")
    }
    assert len([page for page in pages if page.startswith("docs/entities/")]) > 5
    assert registry.canonical("multi-agent-communication") == "agent-communication"
    assert registry.meant("hindsight", "arxiv:2605.28069") == "hindsight-replay"
    assert registry.apart("process-reward", "process-supervision")
    assert any(page.startswith("docs/compare/2605") for page in pages)
    assert "nothing is wrong" in program("-C", demo, "check")


def test_rendering_again_changes_nothing(demo: Path, tmp_path: Path) -> None:
    """Pages follow from data alone: without the cache, and without the pages, the same bytes come
    back.

    All but what the owner wrote, and the redirect of a page that is gone with it.
    """
    copy = tmp_path / "wiki"
    shutil.copytree(demo, copy, ignore=shutil.ignore_patterns(".wiki"))
    shutil.rmtree(copy / "docs")
    (copy / "data" / "pages.txt").unlink()
    program("-C", copy, "render", "--quiet", **TURKEY)
    assert different(files(demo), files(copy)) == [
        "data/pages.txt",
        # it shows the notes of the page that was merged into it
        "docs/concepts/agent-communication.md",
        "docs/concepts/multi-agent-communication.md",
        "docs/papers/2605/2605.06642.md",
    ]


def test_an_edited_page_is_the_same_thing_to_every_process(demo: Path, tmp_path: Path) -> None:
    """What other pages are made from names a person's items, and the sections that they edited on
    the page of a concept that was merged, in one order, whatever the hash seed: a clone of a wiki
    with edits has nothing to write.
    """
    copy = tmp_path / "wiki"
    shutil.copytree(demo, copy)
    page = copy / "docs/papers/2605/2605.02801.md"
    page.write_text(page.read_text("utf-8").replace("\n1. **", "\n1. **My own: "), "utf-8")
    concept = copy / "docs/concepts/reward-model.md"
    own = re.sub(r"(<!-- wiki:(?!title)[\w.]+ -->\n)", r"\1Mine. ", concept.read_text("utf-8"))
    assert own.count("Mine. ") > 2
    concept.write_text(own, "utf-8")
    program("-C", copy, "concepts", "merge", "reward-hacking", "reward-model", **KIRITIMATI)
    program("-C", copy, "render", "--quiet", **KIRITIMATI)
    state = files(copy)
    for seed in ("1", "2"):
        shutil.rmtree(copy / ".wiki")
        program("-C", copy, "render", "--quiet", **TURKEY | {"PYTHONHASHSEED": seed})
        assert not different(state, files(copy))


def test_each_day_in_a_fresh_clone(site: World, tmp_path: Path) -> None:
    """A wiki cloned anew for every run, as in a workflow, has the same bytes,
    and no reply is asked for twice.
    """
    site.init(
        "concurrency = 3", interests="papers_per_day = 4", text='order = ["html", "abstract"]'
    )
    clone = site.copy(tmp_path / "clone-0")
    asked: list[dict[str, int]] = []
    for number in range(2):
        site.announce(
            number, (*rows_of(number), *([second_version(rows_of(0)[0])] if number == 1 else []))
        )
        assert site.update(number).code == 0
        before = site.model.calls
        clone.forget()
        clone = clone.copy(tmp_path / f"clone-{number + 1}")
        assert clone.update(number).code == 0
        assert not different(clone.state(), site.state())
        asked.append(dict(site.asked(before)))
        clone.forget()
        calls = site.model.calls
        assert clone.update(number).code == 0
        assert site.model.calls == calls
        assert not different(clone.state(), site.state())
    for number, counts in enumerate(asked):
        renewed = rows_of(0)[:number]  # of the second version what is new is asked
        assert counts == {row.version.title: 1 for row in (*rows_of(number)[:4], *renewed)}


def test_days_that_fall_in_between(site: World, tmp_path: Path) -> None:
    """The order in which replies come is not seen in the pages:
    one at a time or eight at once, the same bytes.
    """
    site.init("concurrency = 1")
    slow = site.copy(tmp_path / "slow")
    slow.settings("concurrency = 8")
    site.announce(0)
    assert site.update(0).code == 0
    assert slow.update(0).code == 0
    assert not different(site.state(), slow.state())
    assert day(0).isoformat() in site.receipts()
