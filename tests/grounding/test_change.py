"""A new version beside a summary: what stands, what is asked for, and what counts of the answer."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.analysis.sample import QUOTE, TEXT, raw
from tests.examples import examples
from wiki_builder.analysis.parse import Unusable, parse
from wiki_builder.core.values.analysis import Analysis, Provenance
from wiki_builder.core.values.announcement import Version
from wiki_builder.core.values.checks import Dispute, Verdict
from wiki_builder.core.values.fulltext import FullText, Passage
from wiki_builder.fulltext.choose import nearest, tokens
from wiki_builder.grounding.change.anew import with_changes
from wiki_builder.grounding.change.laid import laid_beside
from wiki_builder.grounding.change.reply import Changes, changes, changes_in_part
from wiki_builder.grounding.change.request import change_request, shown
from wiki_builder.grounding.ground import ground

BY = Provenance("litellm", "m", "change/1", "0" * 8, "2026-05-06")
ANALYSIS: Analysis = ground(parse(raw()), TEXT, "arxiv:1", BY, [QUOTE])  # type: ignore[arg-type]  # it is usable
OTHER = "We train one agent on three tasks; it succeeds in 79.9% of the episodes, GRPO in 68.7%."
MORE = Passage("S1.p2", "A further paragraph speaks of another thing.")
FIRST = Version(1, "T", ("A. Author",), QUOTE, ("cs.LG",))
SECOND = replace(FIRST, number=2, abstract=OTHER)


def text(*said: str) -> FullText:
    return FullText("html", (*(Passage(f"S{n}.p1", one) for n, one in enumerate(said, 2)), MORE))


def both(en: str, zh: str) -> dict[str, str]:
    return {"en": en, "zh": zh}


LAID = laid_beside(ANALYSIS, text(OTHER), [OTHER])
CLAIM = LAID.lost[0]
NEW: dict[str, Any] = {
    "text": both("It succeeds in 79.9% of the episodes.", "它在 79.9% 的回合中成功。"),
    "quote": OTHER,
    "passage": "S2.p1",
}


def answer(rows: dict[str, Any] | None = None, **fields: Any) -> str:
    """An answer that drops what ``rows`` does not have; a field keeps its words."""
    said = {claim.id: {"drop": True} for claim in LAID.asked}
    said |= {name: {"drop": True} for name in LAID.fields if name != "abstract"}
    zh = ANALYSIS.abstract_zh.replace("81.2", "79.9")
    listed = [{"id": id_, **row} for id_, row in (said | (rows or {})).items()]
    return json.dumps({"rows": listed, "abstract_zh": zh, **fields})


def test_what_stands_elsewhere_is_carried_over() -> None:
    """The same words in another paragraph: all stands, with the new place and the same ids."""
    laid = laid_beside(ANALYSIS, text(f"To begin with: {QUOTE} Then more."), [QUOTE])
    assert laid.stands
    assert {claim.evidence.passage for claim in laid.analysis.claims} == {"S2.p1"}
    assert [c.id for c in laid.analysis.claims] == [c.id for c in ANALYSIS.claims]


def test_one_number_and_what_rests_on_it_is_lost() -> None:
    """A quote with another number is not found; the summary and the Chinese abstract, which quote
    nothing, state a number that the new text does not.
    """
    assert {claim.id for claim in LAID.lost} == {claim.id for claim in ANALYSIS.claims}
    assert {"summary", "abstract"} <= set(LAID.fields)
    assert "headline" not in LAID.fields


def test_verdicts_go_on_holding_for_what_stands() -> None:
    """A judge's verdict is on words and quote, and both stand."""
    said = (Verdict("en", "supported"), Verdict("zh", "supported"))
    claims = tuple(replace(claim, verdicts=said) for claim in ANALYSIS.claims)
    laid = laid_beside(replace(ANALYSIS, claims=claims), text(QUOTE), [QUOTE])
    assert all(claim.verdicts == said for claim in laid.analysis.claims)


def test_what_the_owner_holds_to_be_wrong_is_not_asked_for() -> None:
    """A disputed claim that does not stand is let go."""
    claims = (replace(ANALYSIS.claims[0], disputed=Dispute("no")), *ANALYSIS.claims[1:])
    laid = laid_beside(replace(ANALYSIS, claims=claims), text(OTHER), [OTHER])
    assert ANALYSIS.claims[0].id in {claim.id for claim in laid.lost}
    assert ANALYSIS.claims[0].id not in {claim.id for claim in laid.asked}


def test_the_question_shows_what_was_lost_and_where_it_may_be() -> None:
    """Old quotes, the passage that is like them, and both abstracts; the same question has the same
    key, another loss another one.
    """
    request = change_request("arxiv:1", FIRST, SECOND, text(OTHER), LAID)
    again = change_request("arxiv:1", FIRST, SECOND, text(OTHER), LAID)
    assert request.key == again.key
    assert request.key.startswith("change-arxiv-1-")
    fewer = replace(LAID, lost=LAID.lost[1:])
    assert change_request("arxiv:1", FIRST, SECOND, text(OTHER), fewer).key != request.key
    lines = [json.loads(line) for line in request.user.splitlines() if line.startswith('{"id"')]
    assert {line["id"] for line in lines} >= {claim.id for claim in LAID.lost}
    assert f"[S2.p1]\n{OTHER}" in request.user
    assert f"not to be quoted: {QUOTE}" in request.user
    assert "abstract_zh" in request.user


def test_the_nearest_passages_are_shown_within_the_budget() -> None:
    """Of a long text the abstract and what shares words with the losses, whole and in order."""
    filler = [Passage(f"S{n}.p1", f"Paragraph {n} is about birds and trees.") for n in range(9, 90)]
    abstract = Passage("abstract", "An abstract of the paper.", kind="abstract")
    whole = FullText("html", (*filler[:40], Passage("S50.p2", OTHER), *filler[40:], abstract))
    found = nearest(whole, [QUOTE], 120)
    assert [passage.id for passage in found][-1] == "abstract"
    assert "S50.p2" in {passage.id for passage in found}
    assert sum(tokens(passage.text) for passage in found) <= 120
    assert len(shown(whole, LAID, 120)) < 20


def test_an_answer_replaces_just_what_was_lost() -> None:
    """New words with a new quote and a new id; what is dropped is counted, what changed is said,
    and what stood is as it was.
    """
    kept, gone = "We train one agent on three tasks.", "The appendix lists all prompts in full."
    old = FullText("html", (Passage("S1.p1", f"{QUOTE} {kept} {gone}"),))
    claims = [
        replace(ANALYSIS.claims[n], evidence=replace(ANALYSIS.claims[n].evidence, quote=quote))
        for n, quote in ((0, kept), (3, QUOTE), (4, gone))
    ]
    first = laid_beside(replace(ANALYSIS, claims=tuple(claims)), old, [QUOTE]).analysis
    new = text(f"{OTHER} {kept}")
    laid = laid_beside(first, new, [OTHER])
    assert [claim.id for claim in laid.lost] == [claims[1].id, claims[2].id]
    fields = {name: {"drop": True} for name in laid.fields if name != "abstract"}
    rows = {claims[1].id: NEW, claims[2].id: {"drop": True}} | fields
    news = {**NEW, "text": both("The success rate is lower now.", "成功率比先前更低。")}
    zh = ANALYSIS.abstract_zh.replace("81.2", "79.9")
    told = [{"id": id_, **row} for id_, row in rows.items()]
    said = changes(json.dumps({"rows": told, "abstract_zh": zh, "change": [news]}), laid, new)
    assert isinstance(said, Changes), said
    made = with_changes(laid, said, new, "arxiv:1", [OTHER], BY)
    stood, anew, change = made.claims
    assert (stood.id, stood.text, stood.evidence.passage) == (claims[0].id, claims[0].text, "S2.p1")
    assert (anew.part, anew.evidence.quote, anew.quote) == (claims[1].part, OTHER, "found")
    assert anew.id != claims[1].id
    assert (change.part, change.id[0], change.quote) == ("change", "v", "found")
    assert (made.dropped, made.change, made.abstract_zh) == (1, BY, zh)
    later = laid_beside(made, new, [OTHER])
    assert later.stands
    assert "change" not in {claim.part for claim in later.analysis.claims}
    assert later.analysis.dropped == 0


def test_a_field_in_new_words_has_no_verdicts() -> None:
    """Nobody judged the new summary; the others keep theirs."""
    said = (Verdict("en", "supported"),)
    judged = replace(LAID.analysis, verdicts={"summary": said, "method": said})
    laid = replace(LAID, analysis=judged)
    row = {"text": NEW["text"]}
    found = changes(answer({"summary": row}), laid, text(OTHER))
    assert isinstance(found, Changes)
    made = with_changes(laid, found, text(OTHER), "arxiv:1", [OTHER], BY)
    assert made.summary.en == NEW["text"]["en"]
    assert made.verdicts == {"method": said}


def wrong(raw_: str) -> str:
    found = changes(raw_, LAID, text(OTHER))
    assert isinstance(found, Unusable)
    return "\n".join(found.errors)


def test_what_is_wrong_goes_back() -> None:
    """A quote that is not the new text's, a row that is missing or nobody's, one language alone."""
    row = {**NEW, "label": both("Steps", "各步")} if CLAIM.label else NEW
    assert "does not stand in the passages" in wrong(answer({CLAIM.id: {**row, "quote": QUOTE}}))
    assert "is no id of a row" in wrong(answer({"c0000000": {"drop": True}}))
    assert f"the row {CLAIM.id} is missing" in wrong(json.dumps({"rows": []}))
    assert "text is missing" in wrong(answer({CLAIM.id: {}}))
    english = {**row, "text": both("It is right.", "It is right.")}
    assert "is not in Chinese" in wrong(answer({CLAIM.id: english}))
    assert "abstract_zh: is missing" in wrong(answer(abstract_zh=None))
    news = {**NEW, "quote": "We say what no paper of this kind says."}
    assert "change: " in wrong(answer(change=[news]))
    assert isinstance(changes("no JSON", LAID, text(OTHER)), Unusable)


def test_of_the_last_answer_what_is_sound_counts() -> None:
    """A wrong row is dropped, the others stay."""
    row = {**NEW, "label": both("Steps", "各步")} if CLAIM.label else NEW
    bad = {LAID.asked[1].id: {**row, "quote": QUOTE}}
    found = changes_in_part(answer({CLAIM.id: row, **bad}), LAID, text(OTHER))
    assert isinstance(found, Changes)
    assert list(found.rows) == [CLAIM.id]
    assert isinstance(changes_in_part("no JSON", LAID, text(OTHER)), Unusable)


@given(st.lists(st.sampled_from(sorted({c.id for c in LAID.asked})), unique=True))
@examples(20)
def test_claims_are_kept_anew_or_counted(said: list[str]) -> None:
    """Whatever is answered, each lost claim is in new words or counted; ids stay unique."""
    labelled = {claim.id for claim in LAID.asked if claim.label}
    rows = {
        id_: {**NEW, "label": both("Steps", "各步")} if id_ in labelled else NEW for id_ in said
    }
    found = changes(answer(rows), LAID, text(OTHER))
    assert isinstance(found, Changes), found
    made = with_changes(LAID, found, text(OTHER), "arxiv:1", [OTHER], BY)
    assert len(made.claims) + made.dropped == len(ANALYSIS.claims)
    assert len({claim.id for claim in made.claims}) == len(made.claims)
