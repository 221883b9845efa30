"""The judge of briefings: what it is asked, once, and what of a briefing stands after it."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.loopback.replies import judge_reply, rows_of
from tests.stages.test_articles import read_one
from tests.stages.test_briefings import BOTH, TODAY, TUESDAY, Killed, Model, pages, receipt
from tests.stages.test_briefings import run as brief
from wiki_builder.analysis.request import Request
from wiki_builder.core.progress import Progress
from wiki_builder.core.settings import Settings
from wiki_builder.core.store.briefings import read_briefings
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.library.index import load_index
from wiki_builder.llm.engine import Answer, OverBudget, Waiting, reply_to
from wiki_builder.llm.replies import remembered
from wiki_builder.stages import asked as asked_module
from wiki_builder.stages import review as stage
from wiki_builder.stages.estimate import most_reviewed
from wiki_builder.stages.outcomes import Briefed
from wiki_builder.stages.review import review_briefings

HAPPENED, FIRST = "happened.0", "read_first.0"
JUDGED_BY_ALL = BOTH.model_copy(
    update={"check": BOTH.check.model_copy(update={"judge": "all", "engine": "replay"})}
)


@dataclass
class Judge(Model):
    """A judge who supports all but the rows of ``denies``; ``rows`` keeps what was asked."""

    denies: tuple[str, ...] = ()
    says: Callable[[], str | Answer] | None = None
    rows: list[list[str]] = field(default_factory=list)

    async def answer(self, request: Request) -> Answer:
        body = {"messages": request.messages}
        self.rows.append([row["id"] for row in rows_of(body)])
        said = self.says() if self.says else None
        if said is not None and not isinstance(said, str):
            return said
        reply = judge_reply(body, dict.fromkeys(self.denies, "not_said"))
        raw = said or json.dumps(reply, ensure_ascii=False)
        return reply_to(request, raw, engine="scripted", model="j", date=TUESDAY)


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    """A day with two papers and its briefing: a sentence on both, and one on what to read."""
    made = Wiki(tmp_path)
    read_one(made, 1, "credit assignment", "tool use")
    read_one(made, 2)
    receipt(made, TUESDAY, 1, 2)
    assert brief(made, Model()).written == (TUESDAY,)
    return made


def run(
    wiki: Wiki,
    judge: Judge,
    settings: Settings = JUDGED_BY_ALL,
    today: date = TODAY,
    held: str | None = None,
) -> Briefed:
    engine = remembered(judge, wiki.questions.replies)
    given = (load_index(wiki), Progress(), today, Briefed())
    return review_briefings(wiki, settings, engine, *given, held=held)


def test_a_briefing_is_judged_once(wiki: Wiki) -> None:
    """Each sentence gets its verdicts, the page says who judged, and nothing is left pending."""
    judge = Judge()
    assert run(wiki, judge).judged == (TUESDAY,)
    assert run(wiki, judge) == Briefed()
    assert judge.rows == [[HAPPENED, FIRST]]
    (made,) = read_briefings(wiki).values()
    assert [len(one.verdicts) for one in (*made.happened, *made.read_first)] == [2, 2]
    assert made.judge
    assert not list(wiki.pending.rglob("*.*"))
    page = pages(wiki)[f"{TUESDAY}.md"]
    assert "What came is about agents." in page
    assert "j judged 2 sentences by the claims that they cite and found 2 borne out" in page


def test_a_sentence_that_the_judge_denies_is_shown_no_more(wiki: Wiki) -> None:
    """The others stand."""
    run(wiki, Judge(denies=(HAPPENED,)))
    page = pages(wiki)[f"{TUESDAY}.md"]
    assert "What came is about agents." not in page
    assert "A reader learns of agents." in page


def test_doubtful_are_sentences_that_put_papers_together(wiki: Wiki) -> None:
    """What one paper says was judged as its claim."""
    judge = Judge()
    run(wiki, judge, BOTH)
    assert judge.rows == [[HAPPENED]]


def test_nobody_is_asked_without_a_judge_or_about_the_past(wiki: Wiki) -> None:
    """``off`` lets go of what was asked before; a day that is long gone is not paid for."""
    judge = Judge(says=lambda: Waiting("asleep"))
    off = BOTH.model_copy(update={"check": BOTH.check.model_copy(update={"judge": "off"})})
    assert run(wiki, judge, today=TODAY + timedelta(days=30)) == Briefed()
    assert judge.rows == []
    assert most_reviewed(wiki, JUDGED_BY_ALL, 1, TODAY) == 2
    assert most_reviewed(wiki, off, 1, TODAY) == 0
    failed = Judge(says=lambda: "no verdicts at all")
    assert run(wiki, failed).open
    assert list(wiki.to_review.iterdir())
    assert run(wiki, judge, off) == Briefed()
    assert not list(wiki.to_review.iterdir())


@pytest.mark.parametrize("answer", [Waiting("asleep"), OverBudget("the budget")])
def test_what_waits_is_asked_by_the_next_run(wiki: Wiki, answer: Answer) -> None:
    """It is named, and the briefing stands meanwhile."""
    told = run(wiki, Judge(says=lambda: answer))
    assert [name for name, _ in told.pending] == [TUESDAY]
    assert told.open
    assert told.over_budget == isinstance(answer, OverBudget)
    assert run(wiki, Judge(), held="the budget").pending == ((TUESDAY, "not judged: the budget"),)
    assert run(wiki, Judge()).judged == (TUESDAY,)


def test_a_reply_that_cannot_be_used_is_asked_for_three_times(wiki: Wiki) -> None:
    """Then the briefing stays without a judge, and nothing is asked."""
    judge = Judge(says=lambda: "no verdicts at all")
    told = [run(wiki, judge) for _ in range(5)]
    assert [bool(one.failed) for one in told] == [True, True, True, False, False]
    assert not told[-1].open
    (made,) = read_briefings(wiki).values()
    assert made.judge is None


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize(
    "step", ["keep_asked", "write_briefing", "withdraw", "drop_asked", "with_verdicts"]
)
def test_a_kill_at_any_step_pays_nothing_twice(
    wiki: Wiki, step: str, after: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed before or after any step, the next run leaves the verdicts and nothing pending."""
    module = stage if step in ("write_briefing", "with_verdicts") else asked_module
    real = getattr(module, step)

    def killing(*args: object, **how: object) -> object:
        if after:
            real(*args, **how)
        raise Killed

    judge = Judge()
    with monkeypatch.context() as patch:
        patch.setattr(module, step, killing)
        with suppress(Killed):
            run(wiki, judge)
    run(wiki, judge)
    (made,) = read_briefings(wiki).values()
    assert made.judge
    assert len(judge.rows) == 1
    assert not list(wiki.pending.rglob("*.*"))
