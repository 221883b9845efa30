"""Which records are one event, and what people decide about it."""

from __future__ import annotations

import random
from datetime import date
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_builder.core.errors import FormatError, UsageError
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.events.decisions import (
    Decision,
    decide,
    in_force,
    parse_decisions,
    read_decisions,
    undo,
)
from wiki_builder.events.group import Groups, group
from wiki_builder.events.record import Record

DAY = date(2026, 5, 5).isoformat()
RECORDS = (
    Record("arxiv:2605.00001", "paper", "Tmax: A simple recipe for agents", DAY),
    Record("arxiv:2605.00002", "paper", "Why larger models learn more rare tasks", DAY),
    Record("arxiv:2605.00003", "paper", "Memory of worlds", DAY),
    Record("post:a", "post", "Why larger models learn more rare tasks", DAY, "https://a.example/a"),
    Record("post:b", "post", "Introducing Tmax", DAY, "https://b.example/tmax"),
    Record("post:c", "post", "A word on worlds", DAY, "https://c.example/c"),
    Record("code:d", "code", "", None, "https://github.com/h/tmax"),
)
IDS = [record.id for record in RECORDS]
PAIRS = list(combinations(IDS, 2))


def made(groups: Groups) -> list[tuple[str, ...]]:
    return [one.members for one in groups.events]


def test_rules_group_papers_posts_and_code() -> None:
    """Members stand papers first; what is less sure is proposed."""
    groups = group(RECORDS)
    assert made(groups) == [("arxiv:2605.00001", "code:d"), ("arxiv:2605.00002", "post:a")]
    assert groups.of["code:d"].id == "arxiv:2605.00001"
    assert [(tie.a, tie.b) for tie in groups.open] == [("arxiv:2605.00001", "post:b")]


def test_a_post_that_fits_two_papers_is_proposed_for_both() -> None:
    """Nothing puts two papers into one event but an id, a DOI or a person."""
    twin = Record("arxiv:2605.00009", "paper", RECORDS[1].title, DAY)
    groups = group([*RECORDS, twin])
    assert "post:a" not in groups.of
    assert {tie.a for tie in groups.open if tie.b == "post:a"} == {twin.id, RECORDS[1].id}


def test_what_a_person_parts_no_rule_joins_nor_another_member_brings_together() -> None:
    """A parting holds against rules, and against what both hang together with."""
    parted = [Decision(1, DAY, "part", *PAIRS[IDS.index("code:d") - 1], id="1")]
    assert "code:d" not in group(RECORDS, parted).of
    both = [
        Decision(1, DAY, "part", "post:b", "post:c", id="1"),
        Decision(2, DAY, "join", "arxiv:2605.00003", "post:b", id="2"),
        Decision(3, DAY, "join", "arxiv:2605.00003", "post:c", id="3"),
    ]
    groups = group(RECORDS, both)
    assert groups.of["post:b"].members == ("arxiv:2605.00003", "post:b")
    assert "post:c" not in groups.of


def test_of_some_records_no_others_are_looked_at() -> None:
    """Whoever asks about one gets its event whole, and none that does not hang together with it."""
    groups = group(RECORDS, about=["code:d"])
    assert made(groups) == [("arxiv:2605.00001", "code:d")]
    assert groups.of["arxiv:2605.00001"] == group(RECORDS).of["code:d"]


_STEP = st.one_of(
    st.tuples(st.sampled_from(["join", "part"]), st.sampled_from(PAIRS)),
    st.tuples(st.just("undo"), st.none()),
)


@settings(deadline=None, max_examples=120)
@given(st.lists(_STEP, max_size=12), st.randoms(use_true_random=False))
def test_histories_keep_partings_and_come_back_when_undone(
    tmp_path_factory: pytest.TempPathFactory,
    steps: list[tuple[str, tuple[str, str] | None]],
    chance: random.Random,
) -> None:
    """After any history: what was parted last is apart, what was joined last is one unless partings
    forbid it, the order of records and of the log's lines is of no account, and with all taken back
    it is as it was.
    """
    wiki = Wiki(tmp_path_factory.mktemp("wiki"))
    for op, pair in steps:
        if op != "undo" and pair:
            decide(wiki, op, *pair, date=DAY, by="me")  # type: ignore[arg-type]  # join or part
        elif _standing(wiki):
            undo(wiki, None, date=DAY, by="me")
    log = read_decisions(wiki)
    groups = group(RECORDS, log)
    force = in_force(log)
    parted = {one.pair for one in force if one.op == "part"}
    for one in groups.events:
        assert not parted & set(combinations(sorted(one.members), 2))
    for said in force:
        together = said.a in groups.of and said.b in groups.of[said.a].members
        assert together or said.op == "part" or parted
    shuffled, lines = [*RECORDS], [*log]
    chance.shuffle(shuffled)
    chance.shuffle(lines)
    assert group(shuffled, lines) == groups
    asked = chance.sample(IDS, chance.randint(0, len(IDS)))
    some = group(RECORDS, log, asked)
    assert {id_: some.of.get(id_) for id_ in asked} == {id_: groups.of.get(id_) for id_ in asked}
    while _standing(wiki):
        undo(wiki, None, date=DAY, by="me")
    assert group(RECORDS, read_decisions(wiki)) == group(RECORDS)


def _standing(wiki: Wiki) -> bool:
    return bool(in_force(read_decisions(wiki)))


def test_the_last_word_on_a_pair_counts_and_is_said_once(tmp_path: Path) -> None:
    """The same decision again changes nothing; the other one after it counts."""
    wiki = Wiki(tmp_path)
    assert decide(wiki, "join", "post:b", "arxiv:2605.00001", date=DAY, by="me")
    assert decide(wiki, "join", "arxiv:2605.00001", "post:b", date=DAY, by="me") is None
    assert decide(wiki, "part", "arxiv:2605.00001", "post:b", date=DAY, by="me")
    assert [one.op for one in in_force(read_decisions(wiki))] == ["part"]
    undo(wiki, None, date=DAY, by="me")
    assert [one.op for one in in_force(read_decisions(wiki))] == ["join"]


def test_mistakes_are_said_and_nothing_is_written(tmp_path: Path) -> None:
    """One member twice, nothing to take back, a line that is none: each is named."""
    wiki = Wiki(tmp_path)
    with pytest.raises(UsageError, match="given twice"):
        decide(wiki, "join", "post:a", "post:a", date=DAY, by="me")
    with pytest.raises(UsageError, match="no decision"):
        undo(wiki, 7, date=DAY, by="me")
    assert not wiki.event_log.exists()
    with pytest.raises(FormatError, match="no decision about events"):
        parse_decisions('{"number": 1}\n', "data/events.jsonl")
