"""The options of ``update``, days that were missed, and papers that come again."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from tests.e2e.world import World, accounted, day, different, files, rows_of, second_version

READ = 'prices = { input = 1.0, output = 2.0, date = "2026-05-01" }'


@pytest.mark.parametrize("option", ["--dry-run", "--estimate"])
def test_looking_changes_nothing(site: World, option: str) -> None:
    """``--dry-run`` and ``--estimate`` say what would be taken;
    no byte of the wiki changes, no model is asked.
    """
    site.init(READ, interests="papers_per_day = 4")
    site.announce(0)
    for number in range(2):
        before = files(site.root)
        ran = site.update(number, option, "--json")
        assert ran.code == 0, ran
        document = ran.json
        assert (document["dry_run"], document["announced"], document["taken"]) == (True, 6, 4)
        if option == "--estimate":
            needed = document["estimate"]
            assert (needed["calls"], needed["USD"] > 0) == (4, True)
            assert needed["input_tokens"] > 4 * 500
        assert not different(files(site.root), before)
        assert site.model.calls == 4 * number
        assert site.update(number).code == 0
        if option == "--estimate":
            assert site.update(number, option, "--json").json["estimate"]["calls"] == 0
        site.announce(number + 1)


def test_what_is_there_would_not_be_taken(site: World) -> None:
    """``--dry-run`` names the papers that would come, and none that the day's run has taken."""
    site.init('engine = "none"')
    first = rows_of(0)
    site.announce(0, first[:5])
    assert site.update(0, "--dry-run").out.count("would take") == 5
    assert site.update(0).code == 0
    site.announce(0, first)
    ran = site.update(0, "--dry-run").out
    assert ran.count("would take") == 1
    assert f"would take {first[5].id}" in ran


def test_an_estimate_holds(site: World) -> None:
    """The estimate of a run is no less than what the run then needs, papers that wait included."""
    site.init('engine = "none"')
    site.announce(0)
    assert site.update(0).code == 0
    site.settings(READ)
    site.announce(1)
    needed = site.update(1, "--estimate", "--json").json["estimate"]
    ran = site.update(1, "--json").json
    assert needed["calls"] == ran["calls"] == 12
    assert needed["input_tokens"] >= ran["input_tokens"]
    assert needed["output_tokens"] >= ran["output_tokens"]
    assert needed["USD"] >= ran["cost"] > 0


def test_limit(site: World) -> None:
    """``--limit N`` reads N papers a run, oldest first;
    the rest waits for the next run, also on a day without news.
    """
    site.init()
    site.announce(0, rows_of(0, 5))
    assert site.update(0, "--limit", 0).code == 0
    assert site.model.calls == 0
    assert site.update(0, "--limit", 2).code == 0
    assert site.model.calls == 2
    assert site.run("status", "--json").json["pending"] == 3
    assert site.update(0, "--limit", 2).code == 0
    assert site.update(0).code == 0
    assert set(site.asked().values()) == {1}
    assert len(site.asked()) == 5
    accounted(site.receipts()["2026-05-04"], [row.id for row in rows_of(0, 5)])


NO_LISTS = 'catchup_url = ""'


def test_since(site: World) -> None:
    """Without lists ``--since`` asks the API,
    with a receipt of its own that holds the query and its total.
    """
    site.init(interests="papers_per_day = 2", arxiv=NO_LISTS)
    for number in range(3):
        site.announce(number)
    ran = site.run("update", "--today", day(2), "--since", day(0))
    assert ran.code == 0, ran
    receipts = site.receipts()
    assert list(receipts) == ["api-2026-05-04--2026-05-05", "2026-05-06"]
    api = receipts["api-2026-05-04--2026-05-05"]
    accounted(api, [row.id for number in (0, 1) for row in rows_of(number)])
    assert (api.source, api.total) == ("arxiv api", 12)
    assert api.query
    assert api.query.startswith("submittedDate:[202604301800 TO 202605041800] AND (cat:cs.AI")
    before = site.state()
    again = site.run("update", "--today", day(2), "--since", day(0))
    assert again.code == 0, again
    assert set(site.asked().values()) == {1}
    assert not different(site.state(), before)


def test_missed_days(site: World) -> None:
    """Days on which nothing ran are caught up by themselves;
    while the API fails they are named and tried again.
    """
    site.init('engine = "none"', NO_LISTS)
    site.announce(0)
    assert site.update(0).code == 0
    for number in (1, 2, 3):
        site.announce(number)
    site.arxiv.rate_exceeded("/api/", times=5)
    ran = site.update(3)
    assert ran.code == 3, ran
    assert "not caught up yet: 2026-05-05, 2026-05-06" in ran.out
    accounted(site.receipts()["2026-05-07"], [row.id for row in rows_of(3)])
    site.announce(4)
    assert site.update(4).code == 0
    receipts = site.receipts()
    assert "api-2026-05-05--2026-05-06" in receipts or "api-2026-05-05--2026-05-07" in receipts
    seen = {row.id for receipt in receipts.values() for row in receipt.rows}
    assert seen == {row.id for number in range(5) for row in rows_of(number)}
    for receipt in receipts.values():
        accounted(receipt, [row.id for row in receipt.rows])
    before = site.state()
    # what the API may not know all of yet is asked for again, and nothing is new
    assert site.update(4).code == 0
    assert not different(site.state(), before)


def test_a_week_away(site: World) -> None:
    """After a week over a weekend every announced paper is in the receipts once the
    wiki is updated.
    """
    site.init('engine = "none"')
    site.announce(2)
    assert site.update(2).code == 0
    for number in range(3, 10):
        site.announce(number)
    assert day(9) == date(2026, 5, 15)
    ran = site.update(9)
    assert ran.code == 0, ran
    seen = [row.id for receipt in site.receipts().values() for row in receipt.rows]
    assert sorted(seen) == sorted(row.id for number in range(2, 10) for row in rows_of(number))


def test_a_replacement(site: World) -> None:
    """A replaced paper has a second version and its page says so; where all that was said stands
    in it, nothing is asked, with --refresh either; --refresh on its day reads it whole.
    """
    site.init()
    row = rows_of(0)[0]
    site.announce(0)
    assert site.update(0).code == 0
    new = second_version(row)
    said = replace(new.version, abstract=row.version.abstract)
    site.announce(1, (replace(new, version=said),))
    calls = site.model.calls
    ran = site.update(1, "--json")
    assert (ran.code, ran.json["known"], site.model.calls) == (0, 1, calls)
    paper = site.paper(row.id)
    assert [version.number for version in paper.versions] == [1, 2]
    assert paper.text
    assert paper.text.version == 2
    assert ran.json["renewed"]["holds"] == [row.id]
    assert site.receipts()["2026-05-05"].rows[0].reason == "in the wiki, and here as a new version"
    assert "v2" in site.page(row.id).read_text("utf-8")
    assert site.run("status", "--json").json["outdated"] == 0
    assert paper.analysis
    assert paper.first_read is None
    before = site.state()
    assert site.update(1).code == 0
    assert not different(site.state(), before)
    assert site.update(1, "--refresh").code == 0
    assert site.model.calls == calls

    site.announce(2, (second_version(second_version(row)),))
    refreshed = site.update(2, "--refresh")
    assert refreshed.code == 0, refreshed
    assert site.model.calls == calls + 1
    again = site.paper(row.id)
    assert again.text
    assert again.text.version == 3
    assert again.first_read == paper.analysis.provenance.date
    assert site.run("status", "--json").json["outdated"] == 0
    assert site.update(2, "--refresh").code == 0
    assert site.model.calls == calls + 1
