"""Grounding: what is found of each claim follows from the text,
and nothing unsupported passes quietly.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_builder.analysis.reply import PaperReply
from wiki_builder.core.values.analysis import Analysis, Claim, Provenance
from wiki_builder.core.values.checks import Finding
from wiki_builder.core.values.fulltext import FullText, Passage
from wiki_builder.grounding import ground
from wiki_builder.grounding.ground import regrounded
from wiki_builder.grounding.standing import look

PROVENANCE = Provenance("replay", "some-model", "paper/1", "0123abcd", "2026-05-05")
ABSTRACT = (
    "Agents act over long horizons. We propose PATH, which raises Qwen3-8B from -22.4 to +22.4 on"
    " EIBench and cuts cost by 18.5%. PATH uses group relative policy optimization (GRPO) and two"
    " kinds of rewards. Code is at https://github.com/lab/path. Data will be released at"
    " https://example.org/data upon acceptance."
)
LATER = (
    "In the appendix we report 30 seeds and GPT-4o as a judge, which agrees in 91% of cases with"
    " people."
)
TEXT = FullText("html", (Passage("abstract", ABSTRACT, kind="abstract"), Passage("A1.p1", LATER)))
QUOTE = "which raises Qwen3-8B from -22.4 to +22.4 on EIBench and cuts cost by 18.5%"


def both(en: str, zh: str) -> dict[str, str]:
    return {"en": en, "zh": zh}


def reply(**changes: Any) -> PaperReply:
    """A small right reply, some fields of which a test changes."""
    fields: dict[str, Any] = {
        "kind": "method",
        "headline": both("PATH raises agents", "PATH 提升智能体"),
        "summary": both("PATH raises the score to +22.4.", "PATH 将得分提高到 +22.4。"),
        "abstract_zh": "智能体需要长程行动。PATH 将成本降低 18.5%。",
        "importance": 5,
        "reason": both("Solid.", "扎实。"),
        "contributions": [
            contribution(),
            contribution(text=both("B", "乙")),
            contribution(text=both("C", "丙")),
        ],
        "method": {"overview": both("It trains.", "它训练。"), "steps": []},
        "results": [],
        "limitations": [],
        "concepts": [use("credit assignment", "信用分配")],
        "entities": [],
        "links": [],
    }
    return PaperReply.model_validate(fields | changes)


def contribution(**changes: Any) -> dict[str, Any]:
    text = both("Qwen3-8B rises from −22.4 to +22.4.", "Qwen3-8B 从 -22.4 提升到 +22.4。")
    return {
        "label": both("Gain", "提升"),
        "text": text,
        "quote": QUOTE,
        "passage": "abstract",
    } | changes


def use(en: str, zh: str) -> dict[str, Any]:
    return {
        "name": both(en, zh),
        "role": "uses",
        "why": both("w", "为何"),
        "gloss": both("g", "释义"),
    }


def run(text: FullText = TEXT, **changes: Any) -> Analysis:
    return ground(
        reply(**changes),
        text,
        "arxiv:2605.00001",
        PROVENANCE,
        ("PATH for agents in 7 steps", "12 pages"),
    )


def claim(**changes: Any) -> Claim:
    others = [contribution(text=both("B", "乙")), contribution(text=both("C", "丙"))]
    return run(contributions=[contribution(**changes), *others]).claims[0]


LOOKS: list[tuple[str, dict[str, Any], str, str | tuple[str, ...]]] = [
    ("all stands in the quote", {}, "quiet", ()),
    (
        "the number stands in the passage",
        {"quote": "Agents act over long horizons."},
        "caution",
        ("number", "−22.4", ""),
    ),
    ("no numbers at all", {"text": both("It is better.", "它更好。")}, "quiet", ()),
    ("the wrong passage is mended", {"passage": "A1.p1"}, "quiet", ()),
    (
        "a number that stands elsewhere",
        {"text": both("30 seeds", "30 个种子")},
        "caution",
        ("number", "30", ""),
    ),
    (
        "a name that stands elsewhere",
        {"text": both("Judged by GPT-4o", "由 GPT-4o 评判")},
        "quiet",
        (),
    ),
    (
        "a number only in English",
        {"text": both("It cuts cost by 18.5%.", "它降低成本。")},
        "quiet",
        (),
    ),
    (
        "a name only in Chinese",
        {"text": both("The model rises.", "Qwen3-8B 有所提升。")},
        "quiet",
        (),
    ),
    (
        "a number that stands nowhere",
        {"text": both("19.5% less", "减少 19.5%")},
        "withheld",
        ("number", "19.5%", ""),
    ),
    (
        "a count in words",
        {"text": both("Of nine kinds.", "分九类。")},
        "quiet",  # a reason to ask, which too many true claims give
        ("count", "nine", ""),
    ),
    ("a rounded number", {"text": both("19% less", "减少 19%")}, "withheld", ("number", "19%", "")),
    (
        "a number in the label",
        {"label": both("40 tasks", "40 项任务")},
        "withheld",
        ("number", "40", ""),
    ),
    (
        "another unit",
        {"text": both("18.5x less", "减少 18.5 倍")},
        "withheld",
        ("unit", "18.5x", "18.5%"),
    ),
    (
        "another model",
        {"text": both("GPT-5 rises.", "GPT-5 有所提升。")},
        "withheld",
        ("name", "GPT-5", ""),
    ),
    (
        "the languages disagree",
        {"text": both("It cuts cost by 18.5%.", "成本降低 22.4%。")},
        "withheld",
        ("unit", "22.4%", "-22.4"),
    ),
    (
        "a quote that is not there",
        {"quote": "which lowers Qwen3-8B from -22.4 to +22.4 on EIBench"},
        "withheld",
        "missing",
    ),
    ("a quote too short", {"quote": "long horizons"}, "withheld", "short"),
]


@pytest.mark.parametrize(
    ("case", "changes", "shown", "found"), LOOKS, ids=[row[0] for row in LOOKS]
)
def test_what_is_found_of_a_claim(
    case: str, changes: dict[str, Any], shown: str, found: str | tuple[str, ...]
) -> None:
    """A claim is shown quietly only if its quote stands there and every number of both
    languages beside it.
    """
    made = claim(**changes)
    assert look(made) == shown
    if isinstance(found, str):
        assert (made.quote, made.findings) == (found, ())
    else:
        first = made.findings[0] if made.findings else None
        assert (made.quote, first and (first.rule, first.said, first.found)) == (
            "found",
            found or None,
        )


def test_evidence_names_the_passage_where_the_quote_stands() -> None:
    """A quote found in another passage than the model said gets that passage,
    and its sentence around it.
    """
    evidence = claim(passage="A1.p1").evidence
    assert evidence.passage == "abstract"
    assert evidence.before == "We propose PATH,"
    assert evidence.after.startswith(". PATH uses group relative")


def test_rows_and_substeps_are_checked() -> None:
    """The row of a result and the sub-steps of a step state numbers like any wording."""
    row = {
        "dataset": "EIBench",
        "metric": "score",
        "value": "22.5",
        "unit": None,
        "baseline": "-22.4",
    }
    result = {
        "text": both("It rises.", "它提高。"),
        "quote": QUOTE,
        "passage": "abstract",
        "row": row,
    }
    step = {
        "text": both("Train.", "训练。"),
        "substeps": [both("90 runs", "90 次")],
        "quote": QUOTE,
        "passage": "abstract",
    }
    analysis = run(results=[result], method={"overview": both("o", "概述"), "steps": [step]})
    assert [c.findings for c in analysis.of("results")] == [
        (Finding("number", "22.5", sure=True),),
    ]
    assert [look(c) for c in analysis.of("steps")] == ["withheld"]


def test_without_a_text_nothing_is_said_of_a_claim() -> None:
    """With no passages to check against, claims are shown with caution and say so."""
    claims = run(FullText("abstract", ())).claims
    assert {(look(c), c.quote) for c in claims} == {("caution", "no_text")}


def test_findings_name_the_fields_that_say_more_than_the_paper() -> None:
    """Numbers of the fields that are no claims must stand in the paper, its title included."""
    analysis = run(
        headline=both("7 steps to PATH", "PATH 的 7 个步骤"),
        summary=both("It cuts 18.5%.", "它减少 18%。"),
        abstract_zh="共 12 页，降低 99%。",
        reason=both("Beats GPT-5.", "扎实。"),
    )
    said = {
        name: {one.said for one in found if one.rule != "whole"}
        for name, found in analysis.findings.items()
    }
    assert said == {
        "summary.en": {"18.5%"},
        "summary.zh": {"18%", "18.5%"},
        "reason.en": {"GPT-5"},
        "abstract.zh": {"99%"},
    }


def test_ids_follow_from_the_quote_and_not_from_the_order() -> None:
    """Reordering claims leaves every id with its claim;
    claims with one quote have different ids.
    """
    other = contribution(
        quote="uses group relative policy optimization (GRPO) and two kinds of rewards",
        text=both("D", "丁"),
    )
    parts = [contribution(), contribution(text=both("B", "乙")), other]
    first, turned = run(contributions=parts), run(contributions=parts[::-1])
    ids = {c.text.en: c.id for c in first.claims}
    assert ids == {c.text.en: c.id for c in turned.claims}
    assert len(set(ids.values())) == 3
    assert all(id_[0] == "c" and len(id_) == 8 for id_ in ids.values())


def test_ids_survive_new_wording_and_typesetting() -> None:
    """A reworded claim with the same quote keeps its id,
    however the quote's spaces and dashes are set.
    """
    other = [contribution(quote="Agents act over long horizons", text=both(t, t)) for t in "BC"]
    made = [
        run(contributions=[contribution(text=both(w, w), quote=q), *other]).claims[0].id
        for w, q in (("A", QUOTE), ("Z", QUOTE.replace("-22.4", "−22.4").replace(" ", "  ")))
    ]
    assert made[0] == made[1]


def test_equal_claims_still_have_ids_of_their_own() -> None:
    """Two claims equal to the last word do not share an id."""
    analysis = run(contributions=[contribution()] * 3)
    assert len({c.id for c in analysis.claims}) == 3


CONCEPTS = [
    ("group relative policy optimization", True),
    ("Group-Relative Policy Optimization", True),
    ("GRPO", True),
    ("reward", True),
    ("ward", False),
    ("credit assignment", False),
    ("agents", True),
]


@pytest.mark.parametrize(("name", "stands"), CONCEPTS)
def test_concepts_say_whether_their_name_stands_in_the_text(name: str, stands: bool) -> None:
    """A concept's name counts as the paper's own in singular, plural,
    with hyphens or as its acronym.
    """
    assert run(concepts=[use(name, "某")]).concepts[0].in_text is stands


def test_an_acronym_stands_for_its_name() -> None:
    """A text that has only the acronym names the concept."""
    text = FullText(
        "abstract", (Passage("abstract", "We train agents with GRPO and nothing else."),)
    )
    assert run(text, concepts=[use("group relative policy optimization", "某")]).concepts[0].in_text


def test_entities_must_stand_in_the_text() -> None:
    """An entity that the paper does not name is dropped, and so is a longer or shorter name."""
    wanted = [
        {"name": n, "kind": "model"}
        for n in ("Qwen3-8B", "GPT-4o", "GPT-4", "Qwen3-8", "Llama", "GPT-4o")
    ]
    assert [e.name for e in run(entities=wanted).entities] == ["Qwen3-8B", "GPT-4o"]


LINKS = [
    ("https://github.com/lab/path", True),
    ("https://github.com/lab/path.", True),
    ("http://github.com/lab/path/", True),
    ("https://github.com/lab", False),
    ("https://github.com/lab/pat", False),
    ("https://github.com/lab/other", False),
    ("https://example.org/data", False),
    ("https://user:word@github.com/lab/path", False),
    ('https://github.com/lab/path"onclick="x', False),
]


@pytest.mark.parametrize(("url", "kept"), LINKS)
def test_links_are_those_that_the_paper_gives(url: str, kept: bool) -> None:
    """An address is kept if it stands in the paper whole, is plain http,
    and is not promised for later.
    """
    assert bool(run(links=[{"kind": "code", "url": url}]).links) is kept


@given(st.sampled_from(["18.5", "22.4"]), st.integers(0, 9), st.sampled_from(["en", "zh"]))
def test_a_changed_digit_is_never_quiet(number: str, digit: int, language: str) -> None:
    """Whichever digit of a number is changed, in whichever language, it is not shown quietly."""
    wrong = f"{digit}{number[1:]}"
    words = both(f"It reports {number} here.", f"报告了 {number}。")
    changed = words | {language: words[language].replace(number, wrong)}
    made = claim(text=changed)
    assert (look(made) == "quiet") == (wrong == number)


def test_the_same_input_gives_the_same_analysis() -> None:
    """Grounding is a function: twice the same, whatever was grounded between."""
    first = run()
    run(headline=both("Other", "其他"))
    assert first == run()


def test_a_quote_that_is_gone_leaves_nothing_behind() -> None:
    """What was calculated from a quote, or attributed by it, goes with the quote."""
    before = run()
    told = replace(before.claims[0], derived=("3 − 2",), attributed=True)
    other = FullText("html", (Passage("S1.p1", "Another text altogether, without any of it."),))
    after = regrounded(replace(before, claims=(told,)), other).claims[0]
    assert (after.quote, after.findings, after.derived, after.attributed) == (
        "missing",
        (),
        (),
        False,
    )
