"""Briefings from the announcement to the page: a week of days, the estimate, and the budget."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.e2e.world import World, day
from tests.loopback.replies import briefing_of, is_reask

PRICES = 'prices = { input = 1.0, output = 2.0, date = "2026-05-01" }'
ON = "day = true\nweek = true"


def asked(site: World) -> Counter[str]:
    """How often the model was asked about each day and week."""
    about = (briefing_of(body) for body in site.model.requests if not is_reask(body))
    return Counter(name for name in about if name)


def test_a_week_of_days_has_a_briefing_each_and_one_of_its_own(site: World) -> None:
    """Each day is asked about once, the week on its Friday, an empty day never; a run that finds
    nothing new asks nothing, and all is counted.
    """
    site.init(PRICES, briefings=ON)
    days = [day(number).isoformat() for number in range(5)]
    for number in range(5):
        site.announce(number, () if number == 2 else None)
        needed = site.update(number, "--estimate", "--json").json["estimate"]
        ran = site.update(number, "--json")
        assert ran.code == 0, ran
        wanted = [] if number == 2 else [days[number]]
        wanted += ["2026-W19"] if number == 4 else []
        assert ran.json["briefings"]["written"] == wanted
        assert needed["briefing_calls"] >= len(wanted)
        assert needed["input_tokens"] >= ran.json["input_tokens"]
    assert site.update(4).code == 0
    assert asked(site) == Counter([*days[:2], *days[3:], "2026-W19"])
    page = (site.root / "docs/daily/2026-W19.md").read_text("utf-8")
    assert "What came is about agents." in page
    assert not list((site.wiki.pending / "briefings").glob("*"))
    assert site.run("check").code == 0


@pytest.mark.parametrize("budget", ["0.02"])
def test_the_budget_holds_for_briefings(site: World, budget: str) -> None:
    """A briefing that the budget does not allow waits, and the next run writes it."""
    site.init(f"{PRICES}\nbudget_per_run = {budget}", briefings=ON)
    site.announce(0, None)
    first = site.update(0, "--json").json
    assert first["cost"] <= float(budget)
    assert first["briefings"]["written"] == []
    assert first["exit_code"] == 4
    site.settings(PRICES, briefings=ON)
    assert site.update(0, "--json").json["briefings"]["written"] == [day(0).isoformat()]
