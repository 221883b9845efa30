"""What was checked of most claims of a page is said once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.pages.sample import ONE, claim, sample
from wiki_builder.core.values.checks import Finding
from wiki_builder.pages.views import checked

PATH = "papers/2605/2605.00001.md"


def test_what_is_said_of_many_fits_claims_with_numbers_and_without() -> None:
    """The same words for both; a number that was found wrong is never among them."""
    plain = claim("c1", "contributions", "It learns.", "它会学习。")
    counted = claim("r1", "results", "It reaches 81.2%.", "达到 81.2%。")
    said = [[str(one) for one in checked.facts(one)] for one in (plain, counted)]
    assert said[0] != said[1]
    many = [[str(one) for one in checked.facts(one, for_many=True)] for one in (plain, counted)]
    assert many[0] == many[1]
    assert any("its numbers, if any" in one for one in many[0])
    wrong = replace(counted, findings=(Finding("number", said="81.2", found="18.2"),))
    assert not any("its numbers" in str(one) for one in checked.facts(wrong, for_many=True))


def test_the_most_common_facts_stand_once(tmp_path: Path) -> None:
    """Above all quotes; beside a claim stands only what differs."""
    wiki = sample(tmp_path)
    claims = [claim(f"c{n}", "contributions", f"It wins {n}.", f"它赢 {n}。") for n in range(3)]
    wiki.change(ONE, claims=tuple(claims))
    evidence = wiki.completed(PATH).partition("wiki-usual")[2]
    assert evidence.count("its numbers, if any, match") == 1
    assert evidence.count("numbers match the quote") == 0
