"""What changed, as sentences: in both languages, with what they rest on, and no more said than was
compared.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.library.test_changes import (
    CONCEPTS,
    DAYS,
    GRPO,
    UNDER,
    both,
    card,
    library,
    relation,
    result,
)
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.library.changes import Changes
from wiki_builder.library.library import Library
from wiki_builder.library.shown import Shown
from wiki_builder.pages.views.changes import (
    SHOWN,
    change_inputs,
    happened_words,
    kinds_in_words,
    what_changed,
)
from wiki_builder.pages.views.concept import concept_additions
from wiki_builder.pages.views.papers_table import papers_table

NOWHERE = Path("nowhere")


def lines(made: Library, language: str = "en") -> list[str]:
    found = what_changed(made, made.concepts[GRPO], "")["lines"]
    assert isinstance(found, dict)
    return [str(line) for line in found[language]]


@pytest.mark.parametrize(
    ("before", "now", "en", "zh"),
    [
        ("7B", "7B", "both state the setting 7B", "双方写明的设置同为 7B"),
        ("7B", "1.5B", "settings differ", "实验设置不同"),
        ("7B", None, "not both state their setting", "并非双方都写明设置"),
    ],
)
def test_a_value_is_told_with_what_is_known_of_its_settings(
    before: str, now: str | None, en: str, zh: str
) -> None:
    """And with both claims, the new one's first; that it is the highest holds for this wiki."""
    cards = [
        card(1, DAYS[0], result("92.9%", setting=before)),
        card(2, DAYS[1], result("93.1%", setting=now)),
    ]
    made = library(*cards)
    (line,) = lines(made)
    assert line == (
        "Highest value that a paper in this wiki reports for success rate on ALFWorld: 93.1%,"
        f" until then 92.9%; {en} ([Title 2 2026](2605.00002.md#^r931);"
        " [Title 1 2026](2605.00001.md#^r929))"
    )
    (line,) = lines(made, "zh")
    assert f"为 93.1%，此前为 92.9%；{zh}（[" in line


def test_papers_that_do_the_same_share_a_sentence() -> None:
    """By name; what each does stands beside its name under *New*."""
    cards = [card(1), *(card(n, DAYS[1], role="extends") for n in (2, 3))]
    made = library(*cards)
    (line,) = lines(made)
    assert line == (
        "Extended: Title 2 2026 ([Title 2 2026](2605.00002.md)),"
        " Title 3 2026 ([Title 3 2026](2605.00003.md))"
    )


def test_what_a_person_took_out_is_not_told() -> None:
    """The line of the concept on the paper's page, or the page itself."""
    cards = [card(1), card(2, DAYS[1], role="extends")]
    made = library(*cards)
    out = {f"concepts.{language}": {GRPO: None} for language in ("en", "zh")}
    assert lines(made.with_(shown={cards[1].id: Shown(items=out)})) == []
    assert (
        lines(made.with_(places={k: v for k, v in made.places.items() if k != cards[1].id})) == []
    )
    assert len(lines(made)) == 1


def test_findings_withdrawals_and_concepts_are_told() -> None:
    """In the model's words where it compared, which are text that does nothing."""
    sharp = replace(relation(3, 1), text=both("A *beats* B"))
    cards = [
        card(1),
        card(3, DAYS[1], relations=(sharp,), beside=("arxiv:2605.00001",)),
        card(4, withdrawn="This paper was withdrawn.", updated=DAYS[1], version=2),
        card(9, DAYS[1], uses=()),
    ]
    made = library(*cards)
    told = lines(made)
    assert told[0].startswith("Contradict each other: A &#42;beats&#42; B ([Title 3 2026]")
    assert told[1] == (
        "Withdrawn by its authors; nothing here rests on it any more"
        " ([Title 4 2026](2605.00004.md))"
    )
    assert told[2] == "New under it: [GRPO lite](grpo-lite.md) ([Title 9 2026](2605.00009.md))"
    assert CONCEPTS[UNDER].name.zh in lines(made, "zh")[2]


def test_a_long_list_says_how_much_more_there_is() -> None:
    """Beside what is shown."""
    pairs = [relation(9, n) for n in range(1, SHOWN + 3)]
    beside = tuple(f"arxiv:2605.{n:05}" for n in range(1, SHOWN + 3))
    cards = [card(n) for n in range(1, SHOWN + 3)]
    made = library(*cards, card(9, DAYS[1], relations=tuple(pairs), beside=beside))
    found = what_changed(made, made.concepts[GRPO], "")
    assert len(lines(made)) == SHOWN
    assert found["more"] == 3  # two relations, and the concept under this one


def test_the_page_has_them_before_what_is_new() -> None:
    """In a section a language; without changes there is none."""
    made = library(card(1), card(2, DAYS[1], role="extends"))
    names = [one.name for one in concept_additions(made, made.concepts[GRPO], "", NOWHERE)]
    assert names.index("changed.en") < names.index("changed.zh") < names.index("new")
    quiet = library(card(1), card(2, DAYS[1]))
    names = [one.name for one in concept_additions(quiet, quiet.concepts[GRPO], "", NOWHERE)]
    assert "new" in names
    assert "changed.en" not in names
    assert papers_table(quiet, quiet.concepts[GRPO], "")["groups"]


def test_the_inputs_change_with_what_is_shown() -> None:
    """A value of another paper, another name of a concept, another page; and with nothing else."""
    cards = [card(1, DAYS[0], result("90%")), card(2, DAYS[1], result("95%"))]
    made = library(*cards)
    before = change_inputs(made, made.concepts[GRPO])
    assert change_inputs(library(*cards[::-1]), made.concepts[GRPO]) == before
    other = library(card(1, DAYS[0], result("91%")), cards[1])
    assert change_inputs(other, made.concepts[GRPO]) != before
    moved = made.with_(places={**made.places, cards[0].id: "mine.md"})
    assert change_inputs(moved, made.concepts[GRPO]) != before


def test_kinds_in_short_are_told_once_each() -> None:
    """Those first that a reader should see."""
    said = kinds_in_words({"extends", "first_use", "highest", "contradicts"})
    assert [word.en for word in said] == ["disagreement", "new result", "extended or first used"]
    assert kinds_in_words(set()) == ()


def test_a_new_version_says_what_became_of_the_summary() -> None:
    """How much of it does not stand, and whether it lags behind."""
    made = library(card(1), card(2, updated=DAYS[1], version=2, newer=True))
    (one,) = Changes(made).happened(DAYS[1])
    assert happened_words(made, one) == Bilingual(
        "Version 2 came; the summary speaks of an earlier one still",
        "第 2 版已发布；概述仍依据旧版",
    )
    said = happened_words(made, replace(one, count=3, lags=False))
    assert said.en.startswith("Version 2: 3 statements about an earlier one do not stand in it")
    assert "有 3 条不再成立" in said.zh
