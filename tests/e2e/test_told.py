"""What commands tell: a name of nothing, a page that could not be written,
caches that fail, nothing to do.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.e2e.world import World, different, files, rows_of, run
from tests.pages.sample import ONE, TWO, Sample, sample
from wiki_builder.core.values.bilingual import Bilingual

CACHES = (
    "papers.sqlite",
    "texts.sqlite",
    "registry.json",
    "receipts.json",
    "pages.json",
    "settled.json",
    "status.json",
    "concept-texts.json",
)
PAGES = ("papers/2605/2605.00001.md", "papers/2605/2605.00002.md")
NAMES = ("2605.00001#summary.en", "2605.00002#summary.en", "2605.00001#reason.en")


def proposed(wiki: Sample) -> None:
    """Three edits on two pages, and something new to say about each."""
    for page in PAGES:
        wiki.edit(page, "It reaches 81.2%.", "Mine.")
    wiki.edit(PAGES[0], "It is simple.", "Mine, too.")
    for id_ in (ONE, TWO):
        wiki.change(
            id_,
            summary=Bilingual("It reaches 81.2% now.", "达到 81.2%。"),
            reason=Bilingual("So.", "如此。"),
        )
    wiki.render()


def state(root: Path) -> dict[str, bytes]:
    return files(root, ("data", "docs"))


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    return sample(tmp_path_factory.mktemp("commands") / "wiki")


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
    """What was asked for is done, and the page that could not be brought up to date is named,
    with exit code 1.
    """
    wiki = Sample(shutil.copytree(plain.root, tmp_path / "wiki"))
    proposed(wiki)
    (wiki.root / "docs" / "index.md").write_bytes(
        b"<!-- wiki:title -->\n<!-- wiki:written 2 page:index\n-->\n"
    )
    args = {
        "accept": ("proposals", "accept", NAMES[0]),
        "dismiss": ("proposals", "dismiss", NAMES[0]),
        "release": ("release", "2605.00001"),
        "restore": ("restore", "2605.00001"),
        "compare": ("compare", "2605.00001", "2605.00002"),
        "terms": ("terms", "set", "credit assignment", "--not", "功劳"),
    }[command]
    done = run("-C", wiki.root, *args)
    assert done.code == 1
    assert "broken page, left alone: docs/index.md" in done.out


def test_caches_that_fail_change_nothing(site: World, tmp_path: Path) -> None:
    """With every cache a folder that cannot be, all ends as with none."""
    site.init(concepts="write = true")
    site.announce(0, rows_of(0, 2))
    assert site.update(0).code == 0
    site.announce(1, rows_of(1, 2))
    other = site.copy(tmp_path / "other")
    shutil.rmtree(site.root / ".wiki")
    for name in CACHES:
        (site.root / ".wiki" / name).mkdir(parents=True)
    for one in (site, other):
        assert one.update(1).code == 0
    assert not different(site.state(), other.state())
    assert site.run("status").out == other.run("status").out


def test_upgrade_says_that_nothing_is_to_do(site: World) -> None:
    """There is one format: the command says so and changes nothing."""
    site.init()
    ran = run("-C", site.root, "upgrade")
    assert (ran.code, "nothing is to do" in ran.out) == (0, True)
