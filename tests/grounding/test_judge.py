"""The judge's question and its answer: what is asked, and what counts of what comes back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from wiki_builder.analysis.parse import Unusable
from wiki_builder.core.values.checks import Verdict
from wiki_builder.core.values.fulltext import Passage
from wiki_builder.grounding.judge.request import JudgeRow, judge_request
from wiki_builder.grounding.judge.verdicts import judged, judged_in_part
from wiki_builder.grounding.quotes import Searchable, stands

PASSAGES = (
    Passage(
        "S2.p1", "We tune on 40 hours. It reaches 61.4 F1, −3.1 points against Marlin.", "Data"
    ),
    Passage("S4.p2", "It trails Marlin on night recordings."),
)
ROWS = (
    JudgeRow("r01", "It reaches 61.4 F1", "S2.p1", "It reaches 61.4 F1.", "F1 达到 61.4。"),
    JudgeRow(
        "s02", "We tune on 40 hours.", "S2.p1", "Tuning takes 40 hours.", "微调用时 40 小时。"
    ),
    JudgeRow("row:r01", "It reaches 61.4 F1", "S2.p1", "F1: 61.4", ""),
)


def wording(says: str = "supported", span: str = "61.4 F1", reason: str = "") -> dict[str, str]:
    return {"reason": reason, "says": says, "span": span}


def reply(**changes: Any) -> dict[str, dict[str, Any]]:
    """A right reply by row, some rows changed (``None``: left out)."""
    rows: dict[str, Any] = {
        "r01": {"en": wording(), "zh": wording()},
        "s02": {
            "en": wording("not_said", "", "40 hours is the amount"),
            "zh": wording("contradicted", "tune on 40 hours", "40 小时是数据量"),
        },
        "row:r01": {"en": wording()},
    }
    return rows | changes


def raw(rows: dict[str, Any]) -> str:
    said = [{"id": id_, **row} for id_, row in rows.items() if row is not None]
    return json.dumps({"rows": said}, ensure_ascii=False)


def errors(rows: dict[str, Any]) -> str:
    found = judged(raw(rows), ROWS, PASSAGES)
    assert isinstance(found, Unusable)
    return "\n".join(found.errors)


def test_a_request_says_all_that_is_judged_and_nothing_else() -> None:
    """Passages stand in it once, each row on a line of its own, and no word of rules or writer."""
    request = judge_request("arxiv:2605.02801", "0" * 16, PASSAGES, ROWS)
    assert request.key == f"judge-arxiv-2605.02801-{request.text}"
    assert all(request.user.count(passage.text) == 1 for passage in PASSAGES)
    lines = [line for line in request.user.splitlines() if line.startswith('{"id": ')]
    own = [json.loads(line) for line in lines[2:]]  # those of the example come first
    assert [line["id"] for line in own] == ["r01", "s02", "row:r01"]
    assert "zh" not in own[2]
    assert not any(word in request.user.lower() for word in ("rule", "finding", "writer", "model "))


def test_a_request_changes_with_whatever_is_judged() -> None:
    """Equal rows on equal passages of one text are one request; anything else is another."""
    asked = judge_request("arxiv:1", "a", PASSAGES, ROWS)
    assert asked == judge_request("arxiv:1", "a", PASSAGES, ROWS)
    others = (
        judge_request("arxiv:1", "b", PASSAGES, ROWS),
        judge_request("arxiv:1", "a", PASSAGES[:1], ROWS),
        judge_request("arxiv:1", "a", PASSAGES, ROWS[:2]),
    )
    assert len({asked.text, *(other.text for other in others)}) == 4


def test_a_right_reply_is_taken_whole() -> None:
    """Each row has its verdicts, by language; what is not said has no span."""
    found = judged(raw(reply()), ROWS, PASSAGES)
    assert found == {
        "r01": (
            Verdict("en", "supported", "", "61.4 F1"),
            Verdict("zh", "supported", "", "61.4 F1"),
        ),
        "s02": (
            Verdict("en", "not_said", "40 hours is the amount"),
            Verdict("zh", "contradicted", "40 小时是数据量", "tune on 40 hours"),
        ),
        "row:r01": (Verdict("en", "supported", "", "61.4 F1"),),
    }


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        (reply(r01=None), "the row r01 is missing"),
        (reply(r99={"en": wording()}), "'r99' is no id of a row"),
        (reply(r01={"en": wording()}), "the row r01 has no verdict on zh"),
        (reply(**{"row:r01": {"en": wording(), "zh": wording()}}), "has no zh"),
        (reply(r01={"en": wording(span="64.1 F1"), "zh": wording()}), "stands neither"),
        (reply(r01={"en": wording(span="3.1 points"), "zh": wording(span="+3.1 points")}), "'+3.1"),
        (reply(r01={"en": wording(span="达到 61.4"), "zh": wording()}), "stands neither"),
        (reply(r01={"en": wording(span=""), "zh": wording()}), "span: is empty"),
        (reply(r01={"en": wording(span="…"), "zh": wording()}), "stands neither"),
        (reply(r01={"en": wording("not_said", ""), "zh": wording()}), "say in words why"),
        (reply(r01={"en": wording("contradicted"), "zh": wording()}), "say in words why"),
        (reply(r01={"en": wording("true"), "zh": wording()}), "says"),
    ],
)
def test_what_is_wrong_is_said(rows: dict[str, Any], error: str) -> None:
    """A missing row, an unknown id, a span that nobody wrote: each goes back in words."""
    assert error in errors(rows)


def test_a_row_that_is_answered_twice_is_asked_again() -> None:
    """Of two answers to one row neither counts."""
    twice = json.loads(raw(reply()))
    twice["rows"].append({"id": "r01", "en": wording(), "zh": wording()})
    found = judged(json.dumps(twice), ROWS, PASSAGES)
    assert isinstance(found, Unusable)
    assert "answered 2 times" in found.errors[0]
    assert not judged_in_part(json.dumps(twice), ROWS, PASSAGES)["r01"]  # type: ignore[index]  # it is usable


def test_the_last_reply_counts_row_by_row() -> None:
    """A row that is wrong still is not judged, and harms no other; an unknown id is passed over."""
    wrong = reply(r01={"en": wording(span="64.1 F1"), "zh": wording()}, r99={"en": wording()})
    found = judged_in_part(raw(wrong), ROWS, PASSAGES)
    assert not isinstance(found, Unusable)
    assert {id_: len(verdicts) for id_, verdicts in found.items()} == {
        "r01": 0,
        "s02": 2,
        "row:r01": 1,
    }
    assert isinstance(judged_in_part('{"rows": []}', ROWS, PASSAGES), Unusable)


def test_a_span_may_stand_in_another_passage_or_in_the_quote() -> None:
    """What contradicts a claim may stand elsewhere in what was shown."""
    said = {"en": wording("contradicted", "trails Marlin on night", "not at night")}
    assert judged(raw(reply(**{"row:r01": said})), ROWS, PASSAGES[1:])


def test_a_long_reason_is_cut() -> None:
    """A judge that says too much is heard all the same."""
    long = {"en": wording("not_said", "", "word " * 100), "zh": wording()}
    found = judged(raw(reply(r01=long)), ROWS, PASSAGES)
    assert not isinstance(found, Unusable)
    assert len(found["r01"][0].reason) == 160


_JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
_WORDING = st.fixed_dictionaries(
    {
        "reason": st.text(max_size=20),
        "says": st.sampled_from(["supported", "contradicted", "not_said", "maybe"]),
        "span": st.sampled_from(["61.4 F1", "", "−", "%", "nobody wrote this"]) | st.text(),
    }
)
_ROW = st.fixed_dictionaries(
    {"id": st.sampled_from(["r01", "s02", "row:r01", "x"]) | st.text(max_size=5)},
    optional={"en": _WORDING | st.none(), "zh": _WORDING | st.none()},
)
_RAW = (
    st.text()
    | _JSON.map(json.dumps)
    | st.lists(_ROW, max_size=6).map(lambda rows: json.dumps({"rows": rows}))
)


@examples(150)
@given(_RAW)
def test_no_reply_raises(said: str) -> None:
    """Whatever a judge says is a value: verdicts on rows that were asked, with spans that stand,
    or what is wrong.
    """
    for read in (judged, judged_in_part):
        found = read(said, ROWS, PASSAGES)
        if not isinstance(found, Unusable):
            assert set(found) == {row.id for row in ROWS}
            spans = [one.span for verdicts in found.values() for one in verdicts if one.span]
            places = [Searchable(passage) for passage in PASSAGES]
            assert all(any(stands(span, place) for place in places) for span in spans)
