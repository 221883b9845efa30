"""``wiki-builder away``: what came, for a span that is named, and whose papers are its owner's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.pages.sample import ONE, THREE, TWO, Sample, sample
from wiki_builder.cli import cli
from wiki_builder.core.store.holdings import write_holdings
from wiki_builder.core.store.marks import write_marks
from wiki_builder.core.values.holding import Holding
from wiki_builder.core.values.marks import Mark, MarkKind
from wiki_builder.stages.away import owners


@pytest.fixture(scope="module")
def wiki(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """A wiki of three papers of one day."""
    return sample(tmp_path_factory.mktemp("wiki") / "wiki")


def told(wiki: Sample, *options: str) -> str:
    done = CliRunner().invoke(cli, ["-C", str(wiki.root), "away", *options])
    assert done.exit_code == 0, done.output
    return done.output


def test_it_tells_papers_concepts_corrections_and_what_is_ones_own(wiki: Sample) -> None:
    """In English unless the wiki or the option says otherwise; twice the same."""
    text = told(wiki)
    assert text.startswith("Since 2026-04-25, up to 2026-05-05: 3 papers came.\n\nRead first\n1. ")
    assert f"· {ONE}" in text
    assert "Withdrawn and corrected: None." in text
    assert "Papers of yours: None." in text
    assert told(wiki) == text
    assert "先读这些" in told(wiki, "--lang", "zh")


def test_a_span_is_named_by_its_last_known_day_or_its_length(wiki: Sample) -> None:
    """A day on which nothing came is as good as another; what is no day is refused."""
    assert told(wiki, "--since", "2026-05-04") == told(wiki, "--days", "1")
    assert "0 papers came" in told(wiki, "--since", "2026-05-05")
    done = CliRunner().invoke(cli, ["-C", str(wiki.root), "away", "--since", "yesterday"])
    assert done.exit_code == 2


@pytest.mark.parametrize(
    "options",
    [
        ("away", "--days", "0"),
        ("away", "--days", "999999999"),
        ("away", "--since", "0001-01-01"),
        ("radar", "tune", "--days", "999999999"),
        ("digest", "--day", "0001-01-01"),
        ("send", "--today", "9999-12-31"),
        ("update", "--today", "0001-01-01T20:00"),
        ("update", "--since", "0001-01-01"),
    ],
)
def test_days_that_no_calendar_counts_are_refused(wiki: Sample, options: tuple[str, ...]) -> None:
    """With what is wrong, before anything is done."""
    done = CliRunner().invoke(cli, ["-C", str(wiki.root), *options])
    assert (done.exit_code, "Error: Invalid value for" in done.output) == (2, True)


def test_what_is_not_for_one_is_none_of_the_five(tmp_path: Path) -> None:
    """As on the site, where this browser knows it; it came all the same. Before anything came that
    is said.
    """
    made = sample(tmp_path / "wiki")
    write_marks(made.wiki, {ONE: {"no": Mark("2026-05-06")}})
    found = json.loads(told(made, "--json"))
    assert found["count"] == 3
    assert {one["id"] for one in found["papers"]} == {TWO, THREE}
    CliRunner().invoke(cli, ["-C", str(tmp_path), "init", "new", "--categories", "cs.CL"])
    done = CliRunner().invoke(cli, ["-C", str(tmp_path / "new"), "away"])
    assert done.output == "Nothing came yet.\n"


def test_other_programs_read_both_languages(wiki: Sample) -> None:
    """With ids and claims, and plain texts."""
    found = json.loads(told(wiki, "--json"))
    assert (found["since"], found["count"]) == ("2026-04-25", 3)
    assert {one["id"] for one in found["papers"]} == {ONE, TWO, THREE}
    assert set(found["papers"][0]["headline"]) == {"en", "zh"}
    assert found["moved"] == found["corrected"] == found["mine"] == []


@pytest.mark.parametrize(
    ("kind", "on", "own"),
    [
        ("star", True, True),
        ("read", True, True),
        ("later", True, True),
        ("no", True, False),
        ("star", False, False),
    ],
)
def test_what_one_marked_is_ones_own(tmp_path: Path, kind: MarkKind, on: bool, own: bool) -> None:
    """What is not for one is not, nor what was taken back."""
    made = sample(tmp_path / "wiki")
    write_marks(made.wiki, {ONE: {kind: Mark("2026-05-06", on)}})
    assert (ONE in owners(made.wiki, made.publisher().library, ())) is own


def test_what_one_holds_or_wrote_on_is_ones_own(tmp_path: Path) -> None:
    """By a library's list, by a note on the page, by a private note."""
    made = sample(tmp_path / "wiki")
    library = made.publisher().library
    assert owners(made.wiki, library, (ONE, TWO)) == set()
    write_holdings(made.wiki, [Holding("Whatever", "2026-05-05", id=TWO)])
    assert owners(made.wiki, library, ()) == {TWO}
    (made.root / "notes").mkdir()
    (made.root / "notes" / "2605.00001.md").write_text("Mine.\n", "utf-8")
    assert owners(made.wiki, library, (ONE,)) == {ONE, TWO}
