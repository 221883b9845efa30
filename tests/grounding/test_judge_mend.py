"""The writer's second chance: what is asked, and what counts of the new words."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.analysis.sample import QUOTE, TEXT, raw
from tests.examples import examples
from wiki_builder.analysis.parse import Unusable, parse
from wiki_builder.core.values.analysis import Analysis, Provenance
from wiki_builder.core.values.checks import Verdict
from wiki_builder.grounding.ground import ground
from wiki_builder.grounding.judge.mend import (
    mend_request,
    mended,
    mended_in_part,
    rows_to_mend,
    with_wordings,
)
from wiki_builder.grounding.judge.rows import wanted_rows, with_verdicts

BY = Provenance("litellm", "m", "paper/1", "0" * 8, "2026-05-05")
MISSED = (Verdict("en", "not_said", "no word of it"), Verdict("zh", "supported", "", "one agent"))
OPPOSED = (Verdict("en", "not_said", "no word"), Verdict("zh", "contradicted", "反了", "GRPO"))


def judged() -> Analysis:
    """A contribution and a step that are not borne out, and a result that is opposed."""
    made = ground(parse(raw()), TEXT, "arxiv:1", BY, [QUOTE])  # type: ignore[arg-type]  # it is usable
    by_part = {claim.part: claim.id for claim in reversed(made.claims)}
    said = {
        by_part["contributions"]: MISSED,
        by_part["steps"]: MISSED,
        by_part["results"]: OPPOSED,
    }
    return with_verdicts(made, wanted_rows(made, "all"), said, BY)


ANALYSIS = judged()
ROWS = rows_to_mend(ANALYSIS, [claim.id for claim in ANALYSIS.claims])
LABELLED, STEP = ROWS


def both(en: str, zh: str) -> dict[str, str]:
    return {"en": en, "zh": zh}


def reply(**changes: Any) -> dict[str, Any]:
    rows: dict[str, Any] = {
        LABELLED.id: {
            "label": both("Rewards", "奖励"),
            "text": both("One agent is trained.", "训练一个智能体。"),
        },
        STEP.id: {"text": both("Train one agent.", "训练一个智能体。"), "substeps": []},
    }
    return {id_: row | changes.get(id_, {}) for id_, row in rows.items()}


def said(rows: dict[str, Any]) -> str:
    return json.dumps({"rows": [{"id": id_, **row} for id_, row in rows.items()]})


def test_what_is_opposed_is_not_worded_around() -> None:
    """Only claims that are not said, and in no language contradicted, go back to the writer."""
    assert [row.id[0] for row in ROWS] == ["c", "s"]
    request = mend_request("arxiv:1", TEXT.hash, TEXT.passages, ROWS)
    assert request.key.startswith("mend-arxiv-1-")
    lines = [json.loads(line) for line in request.user.splitlines() if line.startswith('{"id"')]
    assert [line["problem"] for line in lines] == [{"en": "no word of it"}] * 2
    assert ("label" in lines[0], "substeps" in lines[1]) == (True, True)


def test_new_words_take_the_place_of_the_old_ones() -> None:
    """Text, label and sub-steps; quote and id stay, and nobody judged it yet."""
    found = mended(said(reply()), ROWS)
    assert not isinstance(found, Unusable)
    now = with_wordings(ANALYSIS, found, TEXT.passages, [QUOTE], BY)
    claims = {claim.id: claim for claim in now.claims}
    assert claims[LABELLED.id].label
    assert claims[LABELLED.id].text.en == "One agent is trained."
    assert claims[STEP.id].substeps == ()
    assert not claims[STEP.id].verdicts
    assert claims[STEP.id].evidence == next(c for c in ANALYSIS.claims if c.id == STEP.id).evidence
    assert now.mend == BY
    untouched = [claim for claim in now.claims if claim.id not in found]
    assert untouched == [claim for claim in ANALYSIS.claims if claim.id not in found]


def test_words_that_rules_object_to_do_not_count() -> None:
    """A number that the evidence does not state is no correction."""
    worse = reply(**{STEP.id: {"text": both("Train 93 agents.", "训练 93 个智能体。")}})
    found = mended(said(worse), ROWS)
    assert not isinstance(found, Unusable)
    now = with_wordings(ANALYSIS, {STEP.id: found[STEP.id]}, TEXT.passages, [QUOTE], BY)
    assert now == ANALYSIS


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({STEP.id: {"text": None}}, "text is missing"),
        ({LABELLED.id: {"label": None}}, "label: give one if"),
        ({STEP.id: {"label": both("A name", "名称")}}, "label: give one if"),
        ({STEP.id: {"substeps": [both("Run it.", "运行。")] * 2}}, "more than the row has"),
        ({STEP.id: {"text": both("TODO", "训练。")}}, "placeholder"),
        ({STEP.id: {"text": both("Train it.", "Train the agent on it.")}}, "not in Chinese"),
        ({STEP.id: {"id": "x"}}, "'x' is no id"),
    ],
)
def test_what_is_wrong_is_said(changes: dict[str, Any], error: str) -> None:
    """New words are checked like a writer's first ones; of a last reply the right rows count."""
    raw_ = said(reply(**changes))
    found = mended(raw_, ROWS)
    assert isinstance(found, Unusable)
    assert error in "\n".join(found.errors)
    part = mended_in_part(raw_, ROWS)
    assert not isinstance(part, Unusable)
    assert set(part) == {LABELLED.id, STEP.id} - set(changes)


_TEXT = st.fixed_dictionaries({"en": st.text(max_size=20), "zh": st.text(max_size=20)})
_ROW = st.fixed_dictionaries(
    {"id": st.sampled_from([LABELLED.id, STEP.id, "x"])},
    optional={
        "drop": st.booleans(),
        "text": _TEXT | st.none(),
        "label": _TEXT | st.none(),
        "substeps": st.lists(_TEXT, max_size=3),
    },
)


@examples(100)
@given(st.text() | st.lists(_ROW, max_size=4).map(lambda rows: json.dumps({"rows": rows})))
def test_no_reply_raises(said: str) -> None:
    """Whatever a writer says is a value, and whatever counts of it can be put into a paper."""
    for read in (mended, mended_in_part):
        found = read(said, ROWS)
        if not isinstance(found, Unusable):
            now = with_wordings(ANALYSIS, found, TEXT.passages, [QUOTE], BY)
            assert [claim.id for claim in now.claims] == [claim.id for claim in ANALYSIS.claims]
