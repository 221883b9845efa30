"""Planted errors: each kind is held to being false by what it rests on, and to reading well."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from benchmarks.grounding.planting import LEAST, plant
from benchmarks.grounding.plants import FAMILIES, FAMILY_OF, KINDS
from benchmarks.grounding.plants.names import names_in
from benchmarks.grounding.plants.world import World, numbers, plain
from benchmarks.grounding.split import _FORMER, is_held_out
from benchmarks.grounding.statement import Case, Material, Source, Statement
from tests.benchmarks.shipped import cases, material, truths
from wiki_builder.grounding.quotes import find_quote, searchable

pytestmark = pytest.mark.slow

ENGLISH_ONLY = {"number_en", "name_en", "negation_en", "direction_en"}
CHINESE_ONLY = {kind.__name__ for kind in FAMILIES["one language"]} - ENGLISH_ONLY
ALTERED = {name for name in KINDS if name.startswith("quote_")} - {"quote_of_another_claim"}
OTHER_TEXT = {"text_of_another_claim", "text_of_another_paper", "sentence_of_another_claim"}
# A number stands where the quote has none of that value.
NEW_NUMBER = {
    *("wrong_digit", "number_of_same_paper", "spread_changed", "range_end_changed", "row_value"),
    *("number_zh", "number_en"),
}
# The same numbers or names in another order.
SWAPPED = {
    *("baseline_and_result_swapped", "numbers_exchanged", "names_exchanged", "values_of_two_names"),
}
FOREIGN = {
    *("dataset_of_another_paper", "dataset_of_another_paper_digit", "model_of_another_paper"),
    *("model_of_another_paper_digit", "method_of_another_paper", "item_added", "name_en"),
}


def planted(kind: str) -> Iterator[tuple[Case, Statement, Source]]:
    """The cases of a kind, with the truth and the paper of each."""
    for case in cases():
        if case.kind == kind:
            truth = truths()[case.of]
            yield case, truth, material().papers[truth.paper]


@pytest.mark.parametrize("kind", KINDS)
def test_a_plant_changes_what_its_kind_says(kind: str) -> None:
    """An error in one language leaves the other true, one in the row the text, one in the quote
    both; any other is in both languages.
    """
    for case, truth, _ in planted(kind):
        said = case.statement
        changed = {
            language for language in ("en", "zh") if said.text[language] != truth.text[language]
        }
        if truth.part == "abstract_zh" or kind in CHINESE_ONLY:
            assert changed | _elsewhere(said, truth, "zh") == {"zh"}, case.id
        elif kind in ENGLISH_ONLY:
            assert changed | _elsewhere(said, truth, "en") == {"en"}, case.id
        elif FAMILY_OF[kind] == "rows":
            assert (changed, said.quote) == (set(), truth.quote), case.id
            assert said.row != truth.row, case.id
        elif kind.startswith("quote_"):
            assert changed == set(), case.id
            assert said.quote != truth.quote, case.id
        else:
            assert changed == {"en", "zh"}, case.id
            assert said.quote == truth.quote, case.id


def _elsewhere(said: Statement, truth: Statement, language: str) -> set[str]:
    return {language} if (said.label, said.substeps) != (truth.label, truth.substeps) else set()


@pytest.mark.parametrize("kind", sorted(NEW_NUMBER))
def test_a_wrong_number_is_none_of_the_evidence(kind: str) -> None:
    """What a number was changed to, the quote does not state."""
    for case, truth, source in planted(kind):
        evidence = World(source, {}, None).evidence(truth)  # type: ignore[arg-type]  # no chance
        new = _numbers(case.statement) - _numbers(truth)
        assert new, case.id
        assert not new & set(numbers(evidence)), case.id


def _numbers(statement: Statement) -> set[str]:
    row = statement.row.value if statement.row else ""
    return {*numbers(f"{statement.text.en} ; {row}"), *numbers(statement.text.zh)}


@pytest.mark.parametrize("kind", sorted(SWAPPED))
def test_what_changed_places_is_the_same(kind: str) -> None:
    """Two values or names have changed places: nothing came, nothing went."""
    for case, truth, _ in planted(kind):
        words = [(case.statement.text.zh, truth.text.zh)]
        words += [(case.statement.text.en, truth.text.en)] if truth.part != "abstract_zh" else []
        for said, told in words:
            assert Counter(_tokens(said)) == Counter(_tokens(told)), case.id
            assert _tokens(said) != _tokens(told), case.id


def _tokens(text: str) -> list[str]:
    return re.findall(r"[A-Za-z](?:[A-Za-z0-9.+-]*[A-Za-z0-9+])?|\d[\d.,]*\d|\d", plain(text))


@pytest.mark.parametrize("kind", sorted(FOREIGN))
def test_a_foreign_name_is_not_the_papers(kind: str) -> None:
    """A name of another paper is not said anywhere in this one."""
    for case, truth, source in planted(kind):
        world = World(source, {}, None)  # type: ignore[arg-type]  # no chance
        new = set(names_in(case.statement.text.en)) - set(names_in(truth.text.en))
        assert not any(world.says(name) for name in new), case.id


@pytest.mark.parametrize("kind", sorted(kind.__name__ for kind in FAMILIES["additions"]))
def test_what_is_added_the_paper_does_not_say(kind: str) -> None:
    """The clause that was put behind a statement stands nowhere in the paper."""
    for case, truth, source in planted(kind):
        said, told = case.statement.text.en.rstrip("."), truth.text.en.rstrip(". ")
        assert said.startswith(told), case.id
        clause = said[len(told) :].strip(" ,;()")
        assert clause, case.id
        assert not World(source, {}, None).says(clause), case.id  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", sorted(ALTERED))
def test_an_altered_quote_stands_nowhere(kind: str) -> None:
    """The product does not find it, which is all that can be wrong with it."""
    for case, _, source in planted(kind):
        said = case.statement
        assert find_quote(said.quote, searchable(source.text), said.passage) is None, case.id


@pytest.mark.parametrize("kind", sorted(OTHER_TEXT | {"quote_of_another_claim"}))
def test_an_exchanged_text_has_a_true_quote(kind: str) -> None:
    """Quote and text are each true of some paper; only they do not belong together."""
    for case, _, source in planted(kind):
        said = case.statement
        assert find_quote(said.quote, searchable(source.text), said.passage), case.id


@pytest.mark.parametrize("kind", KINDS)
def test_a_plant_reads_well(kind: str) -> None:
    """No doubled marks or spaces, no article that does not fit, no bracket left open by it."""
    for case, truth, _ in planted(kind):
        for language in ("en", "zh"):
            said, told = case.statement.text[language], truth.text[language]
            for ugly in (
                r"  ",
                r" [,.;]",
                r",,",
                r"\.\.(?!\.)",
                r"。。",
                r"，，",
                r"\ba [aeio]\w",
                r"\ban [^aeiouAEFHILMNORSX8\d]",
            ):
                assert len(re.findall(ugly, said)) <= len(re.findall(ugly, told)), (case.id, ugly)
            assert (
                said.count("(") - said.count(")") == told.count("(") - told.count(")")
                or kind in OTHER_TEXT
            ), case.id
            if language == "en" and kind not in OTHER_TEXT:
                assert not said[:1].islower() or told[:1].islower(), case.id


@pytest.mark.parametrize("kind", KINDS)
def test_there_are_enough_of_each_kind(kind: str) -> None:
    """A share of fewer than thirty says little; two kinds are of whole abstracts, which are few."""
    claims = [case for case, truth, _ in planted(kind) if truth.is_claim]
    assert len(claims) >= LEAST or kind in ("abstract_truncated", "abstract_sentence_lost")


def test_no_plant_says_what_is_true_elsewhere() -> None:
    """No plant has the words of a true statement about the same paper, but for the kinds that give
    it another one's text.
    """
    true = {(one.paper, one.text.en, one.text.zh) for one in material().statements}
    same = {
        case.kind
        for case in cases()
        if not case.is_true and case.statement.text != truths()[case.of].text
        and (case.statement.paper, case.statement.text.en, case.statement.text.zh) in true
    }  # fmt: skip
    assert same <= {"text_of_another_claim"}


def test_an_inference_of_the_model_is_left_alone() -> None:
    """No paper says that what a model infers is false."""
    assert {truths()[case.of].origin for case in cases() if not case.is_true} <= {None, "stated"}


def test_planting_twice_is_the_same() -> None:
    """The same material gives the same cases, in the same order."""
    whole = material()
    papers = sorted(whole.papers)[:40]
    some = Material(
        {id_: whole.papers[id_] for id_ in papers},
        tuple(one for one in whole.statements if one.paper in papers),
    )
    assert plant(some) == plant(some)


def test_a_third_of_the_kinds_is_held_out() -> None:
    """What is held out follows from the name, by a seed; a kind that was known by another name is
    held out if it was.
    """
    held = [kind for kind in KINDS if is_held_out(kind)]
    assert 0.25 < len(held) / len(KINDS) < 0.45
    assert _FORMER.keys() <= KINDS.keys()
    assert all(is_held_out(kind) == is_held_out(former) for kind, former in _FORMER.items())
