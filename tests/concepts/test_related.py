"""Related papers: the same lists however the papers came, and only what changed is told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.concepts.papers import mention, paper
from tests.work import calls
from wiki_builder.concepts import related
from wiki_builder.concepts.related import (
    TERMS,
    Signature,
    _idf,
    relate,
    sensible,
    shared,
    signature,
    telling_words,
    weighed,
)
from wiki_builder.core.store.related import RelatedPapers, read_related, write_related
from wiki_builder.core.store.wiki import Wiki

Lists = dict[str, RelatedPapers]


def signatures(rows: list[tuple[list[int], list[int]]]) -> dict[str, Signature]:
    """Signatures from rows of word numbers and concept numbers."""
    made = {}
    for i, (terms, concepts) in enumerate(rows):
        written = " ".join(f"word{t} {1000 // len(set(terms))}" for t in sorted(set(terms)))
        shared = " ".join(f"concept{c} {1000 // len(set(concepts))}" for c in sorted(set(concepts)))
        made[f"arxiv:{i:03}"] = Signature(f"arxiv:{i:03}", written, shared)
    return made


rows = st.lists(
    st.tuples(st.lists(st.integers(0, 8), max_size=5), st.lists(st.integers(0, 4), max_size=3)),
    min_size=1,
    max_size=24,
)


@given(rows, st.lists(st.integers(0, 5), min_size=24, max_size=24), st.integers(1, 4))
def test_batches_give_the_lists_of_all_at_once(
    made: list[tuple[list[int], list[int]]], batch_of: list[int], size: int
) -> None:
    """Adding papers in any batches, in any order, ends in the same lists as adding all at once."""
    every = signatures(made)
    stored: Lists = {}
    present: dict[str, Signature] = {}
    for batch in range(6):
        present |= {id_: every[id_] for i, id_ in enumerate(every) if batch_of[i] == batch}
        stored = relate(present, stored, size)
    assert stored == relate(every, {}, size)


def test_what_is_stored_is_the_same_byte_for_byte(tmp_path: Path) -> None:
    """Papers that come a few a day, some of them named by others, leave the file that all of them
    at once would.
    """
    dice = Random(16)
    every: dict[str, Signature] = {}
    for n in range(60):
        terms = weights({f"w{dice.randrange(20)}": dice.randint(200, 700) for _ in range(4)})
        concepts = weights({f"c{dice.randrange(6)}": dice.randint(300, 900) for _ in range(3)})
        names = weights({f"arxiv:{one:03}": 1000 for one in {n, dice.randrange(60)}})
        every[f"arxiv:{n:03}"] = Signature(f"arxiv:{n:03}", terms, concepts, names)
    ids = dice.sample(list(every), len(every))
    a_few, at_once = Wiki(tmp_path / "a"), Wiki(tmp_path / "b")
    for day in range(7, len(ids) + 7, 7):
        present = {id_: every[id_] for id_ in sorted(ids[:day])}
        write_related(a_few, relate(present, read_related(a_few)))
    write_related(at_once, relate(every, {}))
    assert a_few.related.read_bytes() == at_once.related.read_bytes()
    assert len(read_related(at_once)) == len(every)


@given(rows, rows)
def test_a_changed_paper_is_related_anew(
    before: list[tuple[list[int], list[int]]], after: list[tuple[list[int], list[int]]]
) -> None:
    """When the first paper changes, all lists are as if it had always been what it is now."""
    old = signatures(before)
    first = next(iter(old))
    new = old | {first: next(iter(signatures(after).values()))}
    assert relate(new, relate(old, {}, 3), 3) == relate(new, {}, 3)


@given(rows, st.integers(0, 23))
def test_a_paper_that_is_gone_is_in_no_list(
    made: list[tuple[list[int], list[int]]], gone: int
) -> None:
    """Without a paper all lists are as if it had never been."""
    old = signatures(made)
    new = {id_: signature_ for i, (id_, signature_) in enumerate(old.items()) if i != gone}
    assert relate(new, relate(old, {}, 3), 3) == relate(new, {}, 3)


weighty = st.dictionaries(st.sampled_from("abcdefgh"), st.integers(1, 1010), max_size=6)


@given(st.lists(st.tuples(weighty, weighty), max_size=24), st.integers(1, 4), st.integers(0, 24))
def test_all_at_once_gives_the_lists_of_one_by_one(
    made: list[tuple[dict[str, int], dict[str, int]]], size: int, known: int
) -> None:
    """However many papers are new, and whichever way is less work for it,
    the lists are the same.
    """
    every = {
        f"arxiv:{i:03}": Signature(f"arxiv:{i:03}", *map(weights, both))
        for i, both in enumerate(made)
    }
    stored = relate({id_: every[id_] for id_ in list(every)[:known]}, {}, size)
    assert relate(every, {}, size, many=0) == relate(every, {}, size)
    assert relate(every, stored, size, many=0) == relate(every, stored, size)


@pytest.mark.parametrize(
    "weight", [(990, 1010), (300, 600), (80, 200)], ids=["more than whole", "half", "little"]
)
@pytest.mark.parametrize("seed", range(8))
def test_what_is_about_as_near_is_looked_at(seed: int, weight: tuple[int, int]) -> None:
    """Of very many papers that are about as near, those are listed whose rounded scores,
    and then ids, come first.
    """
    chance = Random(seed)
    made = [
        {name: chance.randint(*weight) for name in chance.sample("abcd", 1 + seed % 3)}
        for _ in range(120)
    ]
    every = {f"arxiv:{i:03}": Signature(f"arxiv:{i:03}", weights(of)) for i, of in enumerate(made)}
    assert relate(every, {}, 2, many=0) == relate(every, {}, 2)


def weights(of: dict[str, int]) -> str:
    return " ".join(f"{name} {weight}" for name, weight in sorted(of.items()))


def test_relating_all_anew_is_no_matter_of_all_pairs() -> None:
    """Four times as many papers, all of them new, are about four times the work,
    not sixteen times.
    """

    def work(among: int) -> int:
        chance = Random(among)
        words = [f"w{n}" for n in range(300)]
        made = {
            i: weights({w: chance.randint(80, 200) for w in chance.sample(words, 40)})
            for i in range(among)
        }
        signatures = {
            f"arxiv:{i:05}": Signature(f"arxiv:{i:05}", terms) for i, terms in made.items()
        }
        return calls(lambda: relate(signatures, {}, many=0))

    assert work(800) < 6 * work(200)


def test_lists_that_do_not_change_are_not_made_again() -> None:
    """A paper with nothing in common with the new one is left alone,
    and nothing is computed where none is new.
    """
    every = signatures([([1, 2], [1]), ([1, 2], [1]), ([7, 8], [4]), ([1, 2], [1])])
    old = {id_: every[id_] for id_ in list(every)[:3]}
    stored = relate(old, {})
    made = relate(every, stored)
    assert {id_ for id_ in made if made[id_] != stored.get(id_)} == {
        "arxiv:000",
        "arxiv:001",
        "arxiv:003",
    }
    assert calls(lambda: relate(every, made)) < calls(lambda: relate(every, stored)) * 2 / 3


@given(st.lists(st.tuples(weighty, weighty, weighty, st.integers(0, 5)), max_size=24))
def test_whatever_changed_at_once_the_lists_are_those_of_all_at_once(
    made: list[tuple[dict[str, int], dict[str, int], dict[str, int], int]],
) -> None:
    """Papers that come, go and change between two runs leave no list as it was before them."""
    before, after = dict[str, Signature](), dict[str, Signature]()
    for i, (terms, concepts, others, fate) in enumerate(made):
        id_ = f"arxiv:{i:03}"
        one = Signature(id_, weights(terms), weights(concepts))
        if fate != 0:  # came since
            before[id_] = one
        if fate != 1:  # went
            after[id_] = replace(one, concepts=weights(others)) if fate == 2 else one
    assert relate(after, relate(before, {}, 3), 3) == relate(after, {}, 3)


def test_a_concept_that_more_papers_have_touches_no_paper_without_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A concept's 16th paper changes what its other papers are related by: those of their lists are
    made anew in which another may be nearer now, and no other one that names them.
    """
    holders = [([1, 2, n % 5 + 3], [1]) for n in range(16)]
    every = signatures(holders + [([1, 2, n % 5 + 3], []) for n in range(4)])
    having = set(list(every)[:16])
    known = relate({id_: one for id_, one in every.items() if id_ != "arxiv:015"}, {})
    assert any(dict(known[id_].papers).keys() & having for id_ in every.keys() - having)
    asked, points = list[str](), related._points

    def noted(papers: Iterable[str], those: Mapping[str, Signature]) -> dict[str, dict[str, int]]:
        asked.extend(papers)
        return points(papers, those)

    monkeypatch.setattr(related, "_points", noted)
    assert relate(every, known) == relate(every, {}, many=0)
    assert "arxiv:015" in asked
    assert set(asked) <= having


@given(rows, st.integers(1, 4))
def test_lists_of_which_no_score_fell_below_another_are_not_made_again(
    made: list[tuple[list[int], list[int]]], size: int
) -> None:
    """Where no more papers are related than a list holds, a concept that weighs less has them
    scored again, and the new one alone is laid beside all.
    """
    few = signatures(made[:size])
    every = signatures([*made[:size], ([9], [0, 1, 2, 3, 4])])
    known = relate(few, {}, size)
    asked, points = list[str](), related._points

    def noted(papers: Iterable[str], those: Mapping[str, Signature]) -> dict[str, dict[str, int]]:
        asked.extend(papers)
        return points(papers, those)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(related, "_points", noted)
        assert relate(every, known, size) == relate(every, {}, size, many=0)
    assert asked == list(every)[-1:]


def test_scores_and_ties() -> None:
    """Equal scores stand in order of ids, scores lie between 0 and 1, shared concepts are named."""
    every = signatures([([1], [1]), ([1], [1]), ([1], [1]), ([1], [2])])
    listed = relate(every, {})["arxiv:000"].papers
    assert listed == (("arxiv:001", 0.85), ("arxiv:002", 0.85), ("arxiv:003", 0.7))
    assert [shared(every["arxiv:000"], every[id_]) for id_, _ in listed] == [
        ("concept1",),
        ("concept1",),
        (),
    ]


def test_a_rare_concept_weighs_more() -> None:
    """Two papers share a concept each with a third, and are as near to it; not any more when many
    have the one.
    """
    every = signatures([([0], [1, 2]), ([1], [1]), ([2], [2]), *(([n], [2]) for n in range(3, 9))])
    few = {id_: every[id_] for id_ in list(every)[:3]}
    assert len({score for _, score in relate(few, {})["arxiv:000"].papers}) == 1
    assert [id_ for id_, _ in relate(every, {})["arxiv:000"].papers] == ["arxiv:001"]
    own = weighed(every)["arxiv:000"]
    assert shared(own, own) == ("concept1", "concept2")


def test_a_paper_is_related_to_those_that_it_names() -> None:
    """By number or address in title, abstract or quotes; near or far in words and concepts."""
    named = paper("arxiv:2605.00001", title="Rivers", abstract="Of water.")
    naming = paper(
        "arxiv:2605.00002", title="Mountains", abstract="Unlike arXiv:2605.00001, of stone."
    )
    other = paper("arxiv:2605.00003", title="Clouds", abstract="See 2605.00001 of them.")
    every = {one.id: signature(one) for one in (named, naming, other)}
    lists = relate(every, {})
    assert [id_ for id_, _ in lists[named.id].papers] == [naming.id]
    assert [id_ for id_, _ in lists[naming.id].papers] == [named.id]
    assert sensible(naming.id, lists[naming.id].papers, weighed(every)) == lists[naming.id].papers


def test_a_list_is_rather_short_than_filled() -> None:
    """What shares a way of working alone, or is far behind the nearest, is not shown."""
    words = ("a 600 b 600 c 500", "a 600 b 600 d 500", "a 160 e 900", "f 1000")
    concepts = ("x 900", "x 900", "", "x 900")
    every = {
        f"arxiv:{n}": Signature(f"arxiv:{n}", terms, own)
        for n, (terms, own) in enumerate(zip(words, concepts, strict=True))
    }
    listed = relate(every, {}, 8)["arxiv:0"].papers
    assert [id_ for id_, _ in listed] == ["arxiv:1", "arxiv:3"]
    assert [id_ for id_, _ in sensible("arxiv:0", listed, weighed(every))] == ["arxiv:1"]
    far = (("arxiv:1", 0.9), ("arxiv:2", 0.1))
    assert [id_ for id_, _ in sensible("arxiv:0", far, every)] == ["arxiv:1"]
    assert sensible("arxiv:3", (), every) == ()


def test_near_copies_stand_once() -> None:
    """Of two papers whose words are nearly the same the nearer one is shown."""
    words = ("a 600 b 800", "a 800 b 600", "a 790 b 612", "a 700 c 714")
    every = {f"arxiv:{n}": Signature(f"arxiv:{n}", terms) for n, terms in enumerate(words)}
    listed = relate(every, {})["arxiv:0"].papers
    assert [id_ for id_, _ in listed] == ["arxiv:2", "arxiv:1", "arxiv:3"]
    shown = sensible("arxiv:0", listed, weighed(every))
    assert [id_ for id_, _ in shown] == ["arxiv:2", "arxiv:3"]


def test_a_signature_holds_the_telling_words() -> None:
    """Rare words weigh more than common ones, plurals are one word,
    addresses and LaTeX are none.
    """
    made = signature(
        paper(
            "arxiv:1",
            mention("x", "某"),
            title="Orchestration of agents",
            abstract=r"An agent. \textbf{We} use https://a.example/orchestra the model.",
        )
    )
    weights = dict(zip(made.terms.split()[::2], map(int, made.terms.split()[1::2]), strict=True))
    assert weights["orchestration"] > weights["agent"] > weights["model"]
    assert "textbf" not in weights
    assert "example" not in weights


def test_the_table_of_words_is_small() -> None:
    """The static table ships with the program and stays under a hundred kilobytes."""
    table, other = _idf()
    assert len(table) == 6000
    assert max(table.values()) == other


def test_words_are_found_in_hyphenated_ones() -> None:
    """Multi-agent counts as its parts, so that it meets multi agent."""
    assert telling_words("Multi-agent LLMs' policies") == ["multi", "agent", "llm", "policy"]


def test_relating_is_no_matter_of_all_pairs() -> None:
    """Twenty new papers among twice as many are about twice the work, not four times."""

    def work(among: int) -> int:
        made = {f"arxiv:{i:05}": Signature(f"arxiv:{i:05}", terms(i)) for i in range(among)}
        old = relate(dict([*made.items()][:-20]), {})
        whole = relate(made, old)
        return calls(lambda: relate(made, old)) - calls(lambda: relate(made, whole))

    def terms(number: int) -> str:
        return " ".join(
            sorted({f"w{(number * 31 + t * t * 7) % 3000} 130" for t in range(TERMS // 2)})
        )

    assert work(1000) < 2.5 * work(500)
