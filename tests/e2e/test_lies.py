"""Seven lies told about a real paper of the sample, filed through the hand-off engine: what its
page, the lists, the radar and ``check`` say.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.world import World, rows_of
from wiki_builder.core.store.papers import read_paper_file
from wiki_builder.core.values.analysis import Claim
from wiki_builder.core.values.announcement import Announcement
from wiki_builder.grounding.standing import look

REPOSITORY = Path(__file__).parents[2]
PAPER = REPOSITORY / "data" / "papers" / "2605" / "2605.16217.json"
REPLIES = REPOSITORY / "wiki_builder" / "demo" / "replies"
# By the beginning of a quote: the wording in either language that is not true any more.
LIES: dict[str, tuple[str, str, str]] = {
    "a dataset exchanged": (
        "With 64 Searchers it reaches 86.2",
        (
            "With 64 Searchers, Argus reaches 86.2 on GAIA, above every proprietary agent that the"
            " authors benchmark."
        ),
        "使用 64 个 Searcher 时，Argus 在 GAIA 上达到 86.2，超过作者评测的所有专有智能体。",
    ),
    "two parts exchanged": (
        (
            "We train the Navigator with reinforcement learning to verify, dispatch, and"
            " synthesize, while independently training the Searcher to remain"
        ),
        (
            "Trains the Searcher with RL to verify, dispatch and synthesize, and trains the"
            " Navigator independently as a standard ReAct agent."
        ),
        (
            "用强化学习训练 Searcher 进行核验、派发和综合，"
            "并把 Navigator 作为标准的 ReAct 智能体独立训练。"
        ),
    ),
    "beats turned into loses to": (
        "surpassing every proprietary agent we benchmark",
        "Argus falls behind every proprietary agent that the authors benchmark.",
        "Argus 不及作者评测的所有专有智能体。",
    ),
    "the one's number for the other's": (
        "With both Searcher and Navigator built on a 35B-A3B MoE backbone, Argus gains",
        "With a single Searcher on a 35B-A3B MoE backbone, Argus gains 12.7 points on average.",
        "在 35B-A3B MoE 主干上，使用单个 Searcher 时，Argus 平均提升 12.7 个点。",
    ),
    "points turned into percent": (
        "Argus gains 5.5 points with a single Searcher and 12.7 points",
        "With 8 parallel Searchers the gain is 12.7%, averaged over eight benchmarks.",
        "使用 8 个并行 Searcher 时，在八个基准上平均提升 12.7%。",
    ),
    "a negation lost": (
        "The resulting Navigator supports rollouts",
        "The Navigator supports a single Searcher or many in parallel only after retraining.",
        "Navigator 只有在重新训练之后才能配合单个或多个并行的 Searcher。",
    ),
    "first added": (
        "We propose Argus, an agentic system",
        (
            "Presents Argus, the first system in which a Searcher and a Navigator cooperate to"
            " assemble complementary pieces of evidence like a jigsaw."
        ),
        "提出 Argus，首个由 Searcher 与 Navigator 协作、像拼图一样拼合互补证据的系统。",
    ),
}
HEADLINE = ("Argus loses to every proprietary agent on GAIA", "Argus：在 GAIA 上不及所有专有智能体")
SUMMARY = (
    "Argus gains 12.7% with a single Searcher and 5.5% with 8 parallel Searchers.",
    "单个 Searcher 提升 12.7%，8 个并行 Searcher 提升 5.5%。",
)


def lied() -> dict[str, Any]:
    """The recorded reply with the lies in it."""
    (file,) = REPLIES.glob(f"paper-arxiv-{PAPER.stem}-*.json")
    reply: dict[str, Any] = json.loads(json.loads(file.read_text("utf-8"))["raw"])
    reply["headline"] = dict(zip(("en", "zh"), HEADLINE, strict=True))
    reply["summary"] = dict(zip(("en", "zh"), SUMMARY, strict=True))
    claims = [*reply["contributions"], *reply["method"]["steps"], *reply["results"]]
    beaten = LIES["beats turned into loses to"][0]
    reply["results"].append({"quote": beaten, "passage": "abstract", "text": {}})
    claims.append(reply["results"][-1])
    for quote, en, zh in LIES.values():
        (claim,) = [one for one in claims if one["quote"].startswith(quote)]
        claim["text"] = {"en": en, "zh": zh}
    return reply


def told(site: World, tmp_path: Path) -> Announcement:
    """A wiki in which a person filed that reply by hand."""
    site.init('engine = "handoff"')
    version = read_paper_file(PAPER).latest
    row = Announcement(f"arxiv:{PAPER.stem}", ("new",), version)
    site.announce(0, (row, *rows_of(0, 1)))
    assert site.update(0).code == 0
    answer = tmp_path / "answer.json"
    answer.write_text(json.dumps(lied(), ensure_ascii=False), "utf-8")
    assert site.run("answer", PAPER.stem, answer, "--by", "Nobody").code == 0
    assert site.update(0).code == 0
    return row


def claim_of(site: World, row: Announcement, quote: str) -> Claim:
    analysis = site.paper(row.id).analysis
    assert analysis
    (claim,) = [one for one in analysis.claims if one.evidence.quote.startswith(quote)]
    return claim


def test_what_rules_see_of_seven_lies(site: World, tmp_path: Path) -> None:
    """Without any model that judges, those that exchange a name, a unit or who beats whom, and a
    *first* that nobody claimed; lists and radar have none of the headline and summary, and `check`
    counts what is held back. An exchange within one quote is a judge's to find.
    """
    row = told(site, tmp_path)
    looks = {kind: look(claim_of(site, row, lie[0])) for kind, lie in LIES.items()}
    assert {kind for kind, shown in looks.items() if shown != "quiet"} >= {
        "a dataset exchanged",
        "beats turned into loses to",
        "points turned into percent",
        "first added",
    }, looks
    assert {looks["a dataset exchanged"], looks["points turned into percent"]} == {"withheld"}
    page = site.page(row.id).read_text("utf-8")
    assert "claims withheld](#withheld)" in page
    for path in ("index.md", "radar.md", "papers/2605/index.md"):
        listed = (site.root / "docs" / path).read_text("utf-8")
        for words in (*HEADLINE, *SUMMARY):
            assert words not in listed, path
    assert f"{row.id}: claims: 2 withheld" in site.run("check").out


@pytest.mark.parametrize("kind", ["a dataset exchanged", "points turned into percent"])
def test_a_lie_says_what_is_wrong(site: World, tmp_path: Path, kind: str) -> None:
    """`verify --explain` names it in words."""
    row = told(site, tmp_path)
    claim = claim_of(site, row, LIES[kind][0])
    said = site.run("verify", PAPER.stem, "--explain").out
    assert "contradicts its quote" in said.partition(f"  {claim.id} ")[2].partition("\n  r")[0]
