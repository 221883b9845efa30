"""What is asked about a day or a week, and which replies count."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from wiki_builder.analysis.parse import Unusable
from wiki_builder.briefings.material import (
    DAY_TOKENS,
    BriefingMaterial,
    GivenClaim,
    GivenPaper,
    Pair,
    Shared,
    within,
)
from wiki_builder.briefings.texts import (
    BriefingReply,
    briefing_of,
    briefing_request,
    judge_briefing,
)
from wiki_builder.core.values.analysis import Part, Provenance
from wiki_builder.core.values.bilingual import Bilingual

NOTHING = Bilingual("", "")
PROVENANCE = Provenance("scripted", "m", "briefing/1", "s", "2026-05-05")


def claim(paper: int, number: int, en: str, zh: str, part: Part = "results") -> GivenClaim:
    id_ = f"arxiv:2605.0000{paper}#{part[0]}{number:07x}"
    return GivenClaim(id_, part, Bilingual(en, zh), f"They write: {en}")


def paper(number: int, *claims: GivenClaim, before: bool = False) -> GivenPaper:
    id_ = f"arxiv:2605.0000{number}"
    return GivenPaper(
        id_, f"Tool {number}", "cs.CL", "2026-05-05", 5, NOTHING, NOTHING, claims, before
    )


ONE = paper(
    1,
    claim(1, 1, "Alpha gains 3.5 points by credit assignment.", "Alpha 借信用分配提高 3.5 个点。"),
    claim(1, 2, "Alpha needs a critic.", "Alpha 需要评论器。", "limitations"),
)
TWO = paper(2, claim(2, 1, "Beta learns credit assignment.", "Beta 学习信用分配。"))
OLD = paper(3, claim(3, 1, "Gamma reports 90.0%.", "Gamma 报告 90.0%。"), before=True)
CREDIT = Shared(
    "credit-assignment",
    Bilingual("credit assignment", "信用分配"),
    ("credit assignment",),
    ("信用分配",),
    (ONE.id, TWO.id),
)
R1 = Pair(
    "R1",
    "different_setting",
    Bilingual("Alpha gains 3.5 points; Gamma reports 90.0%.", "两者。"),
    (ONE.claims[0].id, OLD.claims[0].id),
)
DAY = BriefingMaterial("2026-05-05", (ONE, TWO, OLD), (CREDIT,), (R1,))
WEEK = BriefingMaterial("2026-W19", (ONE, TWO, OLD), (CREDIT,), (R1,))

A, B, C, L = (
    "2605.00001#r0000001",
    "2605.00002#r0000001",
    "2605.00003#r0000001",
    "2605.00001#l0000002",
)
GOOD: dict[str, Any] = {
    "happened": [
        {
            "text": {"en": "Alpha gains 3.5 points.", "zh": "Alpha 提高 3.5 个点。"},
            "claims": [A],
        },
        {
            "text": {"en": "Beta learns what Alpha uses.", "zh": "Beta 学习 Alpha 所用之物。"},
            "claims": [B, A],
        },
    ],
    "connects": [
        {
            "text": {
                "en": "Credit assignment is used by Alpha and learnt by Beta.",
                "zh": "Alpha 使用信用分配，Beta 学习它。",
            },
            "through": "credit-assignment",
            "claims": [A, B],
        }
    ],
    "disagrees": [
        {
            "text": {
                "en": "Alpha gains 3.5 points, Gamma reports 90.0%; the settings differ.",
                "zh": "Alpha 提高 3.5 个点，Gamma 报告 90.0%；设置不同。",
            },
            "pair": "R1",
        }
    ],
    "read_first": [
        {
            "paper": "2605.00001",
            "text": {"en": "It says what it needs.", "zh": "它说明了所需之物。"},
            "claims": [L],
        }
    ],
}


def judged(changes: dict[str, Any] | None = None, material: BriefingMaterial = DAY) -> Any:
    return judge_briefing(json.dumps(GOOD | (changes or {}), ensure_ascii=False), material)


def with_(part: str, number: int = 0, **changes: Any) -> dict[str, Any]:
    items = copy.deepcopy(GOOD[part])
    items[number] |= changes
    return {part: items}


def test_a_right_reply_is_kept_with_full_ids() -> None:
    """What is kept cites claims by their full ids, a connection its concept and a recommendation
    its paper; a pair brings both of its claims.
    """
    reply = judged()
    assert isinstance(reply, BriefingReply)
    kept = briefing_of(reply, DAY, PROVENANCE)
    assert kept.happened[0].claims == (ONE.claims[0].id,)
    assert kept.connects[0].about == "credit-assignment"
    assert kept.disagrees[0].claims == R1.claims
    assert kept.read_first[0].about == ONE.id
    assert kept.claims.keys() == {claim.id for claim in DAY.claims}


BAD = {
    "an id that was not given": (with_("happened", claims=["2605.00009#r0000001"]), "no id of the"),
    "a number that no cited claim states": (
        with_("happened", text={"en": "Alpha gains 4.5 points.", "zh": "Alpha 提高 4.5 个点。"}),
        "en states 4.5",
    ),
    "a number of a claim that is not cited": (
        with_("happened", 1, text={"en": "Beta: 90.0%.", "zh": "Beta：90.0%。"}),
        "90.0%",
    ),
    "languages with other numbers": (
        with_("happened", text={"en": "Alpha gains 3.5 points.", "zh": "Alpha 有提高。"}),
        "only the English says 3.5",
    ),
    "an earlier paper as news": (with_("happened", claims=[C]), "cites an earlier paper"),
    "a concept that is not listed": (with_("connects", through="tool-use"), "not in the list"),
    "a connection of one paper": (with_("connects", claims=[A, L]), "fewer than two papers"),
    "a connection that does not name its concept": (
        with_("connects", text={"en": "Alpha and Beta are alike.", "zh": "Alpha 与 Beta 相似。"}),
        "does not name",
    ),
    "a paper that the concept does not have": (
        with_("connects", claims=[A, C]),
        "nothing to do with",
    ),
    "a pair that is not listed": (with_("disagrees", pair="R2"), "no pair of the list"),
    "an earlier paper to read": (with_("read_first", paper="2605.00003"), "no paper of the period"),
    "a reason from another paper": (with_("read_first", claims=[B]), "cites other papers"),
    "the same twice": (
        {"happened": [GOOD["happened"][0], GOOD["happened"][0]]},
        "says the same as happened.0",
    ),
    "more than there are papers": (
        {
            "happened": [
                *GOOD["happened"],
                with_("happened", text={"en": "C.", "zh": "丙。"})["happened"][0],
            ]
        },
        "at most 2 here",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_wrong_reply_is_refused_with_the_reason(name: str) -> None:
    """Each way in which a briefing may say more than its claims do is named."""
    changes, said = BAD[name]
    found = judged(changes)
    assert isinstance(found, Unusable)
    assert any(said in error for error in found.errors), found.errors


def test_a_week_is_not_its_days_glued_together() -> None:
    """What happened in a week draws on two papers at least, where there are two."""
    found = judged(material=WEEK)
    assert isinstance(found, Unusable)
    assert any("happened.0: cites one paper; in a week" in error for error in found.errors)
    alone = BriefingMaterial("2026-W19", (ONE,))
    changes = {"happened": GOOD["happened"][:1], "connects": [], "disagrees": []}
    assert isinstance(judged(changes, alone), BriefingReply)


def test_a_request_follows_from_what_is_given() -> None:
    """The same material asks the same, another one something else; all claims stand in it, and what
    earlier papers say stands apart.
    """
    request = briefing_request(DAY)
    assert request == briefing_request(DAY)
    assert request.key != briefing_request(BriefingMaterial("2026-05-05", (ONE,))).key
    own, _, rest = request.user.partition("</papers>")
    assert all(f"[{one.short}]" in own for one in (*ONE.claims, *TWO.claims))
    assert f"[{OLD.claims[0].short}]" in rest


def test_every_paper_has_its_share_of_the_budget() -> None:
    """Claims are taken in rounds, so that a paper with many does not take the room of others."""
    long = " ".join(["word"] * 60)
    many = [
        paper(n, *(claim(n, k, f"{long} {n} {k}", "甲" * 60) for k in range(40)))
        for n in range(1, 9)
    ]
    chosen = within(many, weekly=False)
    counts = [len(one.claims) for one in chosen]
    assert len(chosen) == len(many)
    assert max(counts) - min(counts) <= 1
    assert sum(c.cost for one in chosen for c in one.claims) <= DAY_TOKENS
