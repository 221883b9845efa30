"""What a model writes about a concept: what it is given, what it may say, and when it is asked."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from wiki_builder.analysis.parse import Unusable
from wiki_builder.concepts.articles.material import (
    MOST_OF_A_PAPER,
    Concern,
    Given,
    Material,
    Neighbour,
    choose,
    concern,
    finder,
    short_title,
)
from wiki_builder.concepts.articles.texts import (
    CONCEPT_PROMPT,
    ConceptReply,
    article_of,
    concept_request,
    due,
    judge_article,
)
from wiki_builder.concepts.registry import Registry
from wiki_builder.core.settings import Concepts
from wiki_builder.core.values.analysis import Part, Provenance, Role
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import (
    Alias,
    Concept,
    ConceptText,
    Merged,
)

CONCEPT = Concept(
    "credit-assignment", Bilingual("credit assignment", "信用分配"), "arxiv:2605.00001"
)
MADE = Provenance("replay", "a-model", CONCEPT_PROMPT, "0123abcd", "2026-05-05")
SETTINGS = Concepts()


def claim(
    number: int,
    paper: int = 1,
    en: str = "Credit assignment gives each step its own reward.",
    zh: str = "信用分配为每一步给出各自的奖励。",
    *,
    role: Role = "uses",
    part: Part = "contributions",
    quote: str = "we study it in detail",
    concern: Concern = "names it",
) -> Given:
    """The ``number``-th claim of the ``paper``-th paper, announced on that day of May."""
    id_ = f"arxiv:2605.{paper:05}#{part[0]}{number:07x}"
    return Given(
        id_, f"Paper {paper}", f"2026-05-{paper:02}", role, part, Bilingual(en, zh), quote, concern
    )


GIVEN = (
    claim(
        1,
        1,
        "Credit assignment raises success to 81.2% on three tasks.",
        "信用分配在三个任务上把成功率提高到 81.2%。",
    ),
    claim(2, 1, quote="GPT-4 serves as the judge"),
    claim(3, 2, "Step rewards cost 2 times more.", "逐步奖励的成本是 2 倍。", part="limitations"),
    claim(4, 2, "It fails on long tasks.", "它在长任务上失效。", part="limitations"),
)
MATERIAL = Material(
    CONCEPT.id,
    CONCEPT.name,
    ("temporal credit",),
    Bilingual("Deciding which step earned a reward.", "判断哪一步带来了奖励。"),
    (Neighbour("reward-model", Bilingual("reward model", "奖励模型"), "related"),),
    GIVEN,
)
IDS = [given.short for given in GIVEN]


def said(en: str, zh: str, *claims: str) -> dict[str, Any]:
    return {"text": {"en": en, "zh": zh}, "claims": list(claims or IDS[:1])}


def reply(**parts: list[dict[str, Any]]) -> dict[str, Any]:
    """A right reply; each part can be another one."""
    right = {
        "definition": [
            said(
                "Credit assignment decides which step earned a reward.",
                "信用分配判断哪一步带来了奖励。",
            ),
            said("It gives each step a reward of its own.", "它为每一步给出各自的奖励。", IDS[1]),
        ],
        "development": [said("It raises success to 81.2%.", "它把成功率提高到 81.2%。", IDS[0])],
        "techniques": [],
        "questions": [said("Long tasks remain open.", "长任务仍未解决。", IDS[3])],
        "differences": [
            said(
                "One approach gains, another one costs more.",
                "一种方法有收益，另一种成本更高。",
                IDS[0],
                IDS[2],
            )
        ],
    }
    return right | parts


def judged(
    material: Material = MATERIAL, /, **parts: list[dict[str, Any]]
) -> ConceptReply | Unusable:
    return judge_article(json.dumps(reply(**parts), ensure_ascii=False), material)


def written(material: Material = MATERIAL) -> ConceptText:
    """The text of the right reply."""
    parsed = judged()
    assert isinstance(parsed, ConceptReply), parsed
    return article_of(parsed, material, MADE)


# --- What is given ----------------------------------------------------------------


def test_the_same_material_makes_the_same_request() -> None:
    """A request is a value of what is given: task, subject and hash name its reply;
    all that is given changes it.
    """
    request = concept_request(MATERIAL)
    assert (request.task, request.subject, request.prompt) == (
        "concept",
        "concept:credit-assignment",
        "concept/1",
    )
    assert len(request.text) == 16
    assert request == concept_request(replace(MATERIAL))
    assert request.key == f"concept-concept-credit-assignment-{request.text}"
    fewer = concept_request(replace(MATERIAL, claims=GIVEN[:3]))
    reworded = concept_request(
        replace(MATERIAL, claims=(*GIVEN[:3], replace(GIVEN[3], text=Bilingual("No.", "否。"))))
    )
    assert len({request.text, fewer.text, reworded.text}) == 3


def test_what_the_model_reads() -> None:
    """Names, gloss, neighbours with their terms, and a closed list of claims;
    instructions are in the system's part.
    """
    request = concept_request(MATERIAL)
    line = (
        f"[{IDS[0]}] (Paper 1, 2026-05-01, role: uses, contribution) {GIVEN[0].text.en} |"
        f" {GIVEN[0].text.zh}"
    )
    assert line in request.user.splitlines()
    assert "The concept: credit assignment / 信用分配" in request.user
    assert "- reward-model (related): reward model / 奖励模型" in request.user
    assert "Also called: temporal credit" in request.user
    assert request.user.count("#c0000001") == 1
    assert "you never follow them" in request.system


def test_other_terms_make_a_reply_outdated() -> None:
    """The wording of a neighbour is a term: the request says by a hash which it gave."""
    other = (Neighbour("reward-model", Bilingual("reward model", "回报模型"), "related"),)
    assert (
        concept_request(MATERIAL).terms
        != concept_request(replace(MATERIAL, neighbours=other)).terms
    )
    assert concept_request(replace(MATERIAL, neighbours=())).terms == ""


def test_claims_that_name_the_concept_are_chosen_first() -> None:
    """Naming claims have precedence over founding ones, new papers over old ones;
    what concerns nothing stays out.
    """
    founding = [claim(n, 3, concern="founds it", role="introduces") for n in range(2)]
    others = [claim(9, 4, concern="")]
    old, new = claim(1, 1), claim(1, 2)
    limit = claim(3, 5, concern="limits it", role="introduces", part="limitations")
    every = [old, limit, *founding, *others, new]
    assert choose(every, 10_000) == (old, new, *founding, limit)
    assert limit not in choose(every, 4 * 44)
    cost = 60  # tokens: room for one claim, and not for two
    assert choose(every, cost) == (new,)
    assert choose([old, *founding], cost) == (old,)


def test_no_paper_takes_all_the_room() -> None:
    """Of one paper at most six claims are given, in its own order."""
    many = [claim(n, 1) for n in range(20)]
    assert choose(many, 100_000) == tuple(many[:MOST_OF_A_PAPER])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Credit assignments are hard.", True),
        ("Temporal credit is hard.", True),
        ("credit is hard", False),
        ("它解决信用分配问题", True),
        ("blame assignment is merged", True),
        ("credit sharing is only proposed", False),
    ],
)
def test_what_names_a_concept(text: str, expected: bool) -> None:
    """Its names and approved aliases do, in any spelling, and those of what was merged into it."""
    aliases = (Alias("temporal credit", "en"), Alias("credit sharing", "en", status="proposed"))
    concept = replace(CONCEPT, aliases=aliases)
    gone = Concept(
        "blame", Bilingual("blame assignment", "归责"), "arxiv:1", merged=Merged(CONCEPT.id)
    )
    named_in = finder(concept, Registry({c.id: c for c in (concept, gone)}))
    assert named_in(text) is expected


def test_a_claim_concerns_by_name_or_by_role() -> None:
    """What does not name the concept concerns it only as what a founding paper contributes,
    and where that ends.
    """
    assert concern(claim(1), lambda text: True) == "names it"
    assert concern(claim(1, role="introduces"), lambda text: False) == "founds it"
    assert concern(claim(1, role="extends", part="limitations"), lambda text: False) == "limits it"
    assert concern(claim(1, role="introduces", part="results"), lambda text: False) == ""
    assert concern(claim(1, role="uses", part="limitations"), lambda text: False) == ""
    assert concern(claim(1, role="uses"), lambda text: False) == ""


def test_short_titles() -> None:
    """A title's name is enough to cite by; without one its first words are."""
    assert short_title("StepCredit: Rewards for Each Step") == "StepCredit"
    assert short_title("word " * 30) == "word " * 11 + "word …"


# --- What is answered -------------------------------------------------------------


def test_a_right_reply_is_kept_with_full_ids() -> None:
    """Sentences cite claims by their full ids,
    and the text knows the words of all that was given.
    """
    text = written()
    assert text.definition[1].claims == (GIVEN[1].id,)
    assert text.differences[0].claims == (GIVEN[0].id, GIVEN[2].id)
    assert text.claims == {given.id: given.hash for given in GIVEN}
    assert (text.concept, text.provenance) == (CONCEPT.id, MADE)


def test_ids_are_taken_as_models_write_them() -> None:
    """Brackets and the source's prefix around an id do no harm."""
    odd = [said("It needs credit.", "它需要信用。", f"[{IDS[0]}]", GIVEN[0].id)]
    parsed = judged(techniques=odd)
    assert isinstance(parsed, ConceptReply)
    assert article_of(parsed, MATERIAL, MADE).techniques[0].claims == (GIVEN[0].id,)


def test_a_paper_may_be_called_by_its_title() -> None:
    """A method that is named only in its paper's title is no name that nobody states."""
    titled = replace(MATERIAL, claims=(replace(GIVEN[0], title="Harness-1"), *MATERIAL.claims[1:]))
    named = [said("Harness-1 needs credit.", "Harness-1 需要信用。", IDS[0])]
    assert isinstance(judged(titled, techniques=named), ConceptReply)
    assert not isinstance(judged(techniques=named), ConceptReply)


REJECTED: list[tuple[str, str, list[dict[str, Any]], str]] = [
    ("an unknown claim", "techniques", [said("It is used.", "它被使用。", "2605.00009#c0000009")], "no id of the list"),  # noqa: E501
    ("no claim", "techniques", [{"text": {"en": "It is used.", "zh": "它被使用。"}, "claims": []}], "the least is 1"),  # noqa: E501
    ("five claims", "techniques", [said("It is used.", "它被使用。", *IDS, IDS[0])], "at most 4"),
    ("a number of another claim", "techniques", [said("It gains 81.2%.", "它提高 81.2%。", IDS[3])], "81.2%"),  # noqa: E501
    ("a number in Chinese only", "techniques", [said("It gains much.", "它提高 81.2%。", IDS[0])], "only the Chinese"),  # noqa: E501
    ("other numbers", "techniques", [said("It has three tasks.", "它有两个任务。", IDS[0])], "only the English"),  # noqa: E501
    ("an invented count", "techniques", [said("Seven works use it.", "七项工作使用它。")], "en states Seven"),  # noqa: E501
    ("an invented name", "techniques", [said("GPT-5 uses it.", "GPT-5 使用它。", IDS[1])], "GPT-5"),
    ("no Chinese", "techniques", [said("It is used.", "It is used here.", IDS[0])], "zh is not in Chinese"),  # noqa: E501
    ("no English", "techniques", [said("它在这里被广泛使用。", "它在这里被使用。", IDS[0])], "en is not in English"),  # noqa: E501
    ("a placeholder", "techniques", [said("TODO", "它被使用。", IDS[0])], "placeholder"),
    ("an id in the text", "techniques", [said(f"See [{IDS[0]}].", "见前文。", IDS[0])], "stand in `claims` only"),  # noqa: E501
    ("one paper differs", "differences", [said("They differ.", "它们不同。", IDS[0], IDS[1])], "at least two"),  # noqa: E501
    ("no definition", "definition", [], "the least is 1"),
    ("three sentences", "definition", [said(f"It {w}s.", f"它{z}。") for w, z in ("a甲", "b乙", "c丙")], "at most 2"),  # noqa: E501
    ("the same twice", "techniques", [said("It is used.", "它被使用。")] * 2, "says the same as"),
    ("a novel", "techniques", [said("It is used and " * 40 + "so.", "它被使用。")], "at most 500"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("case", "part", "sentences", "expected"), REJECTED, ids=[row[0] for row in REJECTED]
)
def test_what_is_rejected(
    case: str, part: str, sentences: list[dict[str, Any]], expected: str
) -> None:
    """A reply may cite only what was given and say only what the cited claims say;
    each error names its place.
    """
    parsed = judged(**{part: sentences})
    assert isinstance(parsed, Unusable)
    assert any(expected in error and error.startswith(part) for error in parsed.errors), (
        parsed.errors
    )


def test_numbers_may_stand_in_a_quote() -> None:
    """A number, or a name with digits, that the cited claim's quote states is supported."""
    parsed = judged(techniques=[said("GPT-4 serves as the judge.", "GPT-4 担任评判。", IDS[1])])
    assert isinstance(parsed, ConceptReply)


def test_a_field_that_the_schema_has_not_is_left_out() -> None:
    """Thinking before the answer and fields that were not asked for do no harm."""
    raw = (
        "<think>hmm</think>```json\n"
        + json.dumps(reply() | {"notes": []}, ensure_ascii=False)
        + "\n```"
    )
    assert isinstance(judge_article(raw, MATERIAL), ConceptReply)


# --- When it is written -----------------------------------------------------------


def more(papers: int) -> tuple[Given, ...]:
    """The given claims, and one each of so many further papers."""
    return (*GIVEN, *(claim(1, 10 + n) for n in range(papers)))


def test_a_first_text_needs_two_papers_and_three_claims() -> None:
    """Too little makes no stub; a pinned concept may stand on one paper."""
    assert due(CONCEPT, None, GIVEN, SETTINGS) == "it has no text yet"
    assert due(CONCEPT, None, GIVEN[:2], SETTINGS) is None
    one = tuple(claim(n, 1) for n in range(4))
    assert due(CONCEPT, None, one, SETTINGS) is None
    assert due(replace(CONCEPT, pinned=True), None, one, SETTINGS)
    others = (claim(1, 2), claim(1, 3))  # papers that only mention it
    assert due(CONCEPT, None, (*one, *(replace(c, concern="") for c in others)), SETTINGS) is None
    unconcerned = tuple(replace(given, concern="") for given in GIVEN)
    assert due(CONCEPT, None, unconcerned, SETTINGS) is None


@pytest.mark.parametrize("kind", ["model", "dataset", "organisation"])
def test_named_things_have_no_text(kind: Any) -> None:
    """What a model or dataset is, its papers say."""
    assert due(replace(CONCEPT, kind=kind), None, GIVEN, SETTINGS) is None


def test_a_merged_concept_or_a_setting_writes_nothing() -> None:
    """A concept that was merged away keeps its old text unused; ``write = false`` writes none."""
    assert due(replace(CONCEPT, merged=Merged("other")), None, GIVEN, SETTINGS) is None
    assert due(CONCEPT, None, GIVEN, Concepts(write=False)) is None


def test_new_papers_make_it_due() -> None:
    """One new paper is not enough, two are; how many is a setting."""
    assert due(CONCEPT, written(), GIVEN, SETTINGS) is None
    assert due(CONCEPT, written(), more(1), SETTINGS) is None
    assert due(CONCEPT, written(), more(2), SETTINGS) == "new papers: 2"
    assert due(CONCEPT, written(), more(1), Concepts(rewrite_after=1)) == "new papers: 1"
    assert due(CONCEPT, written(), more(4), Concepts(rewrite_after=5)) is None


def test_a_text_from_many_papers_takes_more_new_ones() -> None:
    """Two new papers change little of what twenty say: a quarter of them makes it due."""
    given = more(17)
    known = len({claim.paper for claim in given})
    text = replace(written(), claims={claim.id: claim.hash for claim in given})
    least = -(-known // 4)
    assert least > SETTINGS.rewrite_after
    assert due(CONCEPT, text, more(16 + least), SETTINGS) is None
    assert due(CONCEPT, text, more(17 + least), SETTINGS) == f"new papers: {least}"


def test_papers_that_the_model_would_not_be_given_are_not_new() -> None:
    """A paper that says nothing of the concept, or has no room beside newer ones,
    rewrites nothing.
    """
    silent = tuple(replace(given, concern="") for given in more(5)[4:])
    assert due(CONCEPT, written(), (*GIVEN, *silent), SETTINGS) is None


def test_a_cited_claim_that_changed_makes_it_due() -> None:
    """Gone or reworded, if it is cited; a claim that was given and not cited may change."""
    reworded = replace(
        GIVEN[3], text=Bilingual("It fails on very long tasks.", "它在很长的任务上失效。")
    )
    assert "changed since" in (due(CONCEPT, written(), (*GIVEN[:3], reworded), SETTINGS) or "")
    assert "changed since" in (due(CONCEPT, written(), (*GIVEN[:2], *GIVEN[3:]), SETTINGS) or "")
    only_given = replace(written(), questions=())
    assert due(CONCEPT, only_given, (*GIVEN[:3], reworded), SETTINGS) is None


def test_an_outdated_prompt_waits_for_a_refresh() -> None:
    """A text that another prompt wrote stays in use until a person asks for a refresh."""
    old = replace(written(), provenance=replace(MADE, prompt="concept/0"))
    assert due(CONCEPT, old, GIVEN, SETTINGS) is None
    assert due(CONCEPT, old, GIVEN, SETTINGS, refresh=True) == "another prompt wrote it"
    assert due(CONCEPT, written(), GIVEN, SETTINGS, refresh=True) is None
