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
from wiki_builder.core.settings import Model as Asked
from wiki_builder.core.settings import Settings
from wiki_builder.core.store.briefings import read_briefings
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.briefing import BriefingSentence
from wiki_builder.library.index import load_index
from wiki_builder.llm.engine import Answer, Engine, OverBudget, Waiting, reply_to
from wiki_builder.llm.none import NoEngine
from wiki_builder.llm.replies import remembered
from wiki_builder.stages import asked as asked_module
from wiki_builder.stages import review as stage
from wiki_builder.stages.estimate import most_reviewed
from wiki_builder.stages.outcomes import Briefed
from wiki_builder.stages.review import review_briefings
from wiki_builder.status import status

HAPPENED, FIRST = "happened.0", "read_first.0"
JUDGED_BY_ALL = BOTH.model_copy(
    update={"check": BOTH.check.model_copy(update={"judge": "all", "engine": "replay"})}
)


@dataclass
class Judge(Model):
    """A judge who supports all but the rows of ``denies``, named by id or by their English;
    ``rows`` keeps what was asked.
    """

    denies: tuple[str, ...] = ()
    says: Callable[[], str | Answer | None] | None = None
    rows: list[list[str]] = field(default_factory=list)

    async def answer(self, request: Request) -> Answer:
        body = {"messages": request.messages}
        self.rows.append([row["id"] for row in rows_of(body)])
        said = self.says() if self.says else None
        if said is not None and not isinstance(said, str):
            return said
        denied = (row["id"] for row in rows_of(body) if {row["id"], row["en"]} & {*self.denies})
        reply = judge_reply(body, dict.fromkeys(denied, "not_said"))
        raw = said or json.dumps(reply, ensure_ascii=False)
        return reply_to(request, raw, engine="scripted", model="j", date=TUESDAY)


@dataclass
class Writer(Model):
    """A writer who words a row anew as ``words`` say, by its id, and drops all others;
    ``rows`` keeps what was asked.
    """

    words: dict[str, tuple[str, str]] = field(default_factory=dict)
    says: Callable[[], str | Answer | None] | None = None
    rows: list[list[dict[str, object]]] = field(default_factory=list)

    async def answer(self, request: Request) -> Answer:
        rows = rows_of({"messages": request.messages})
        self.rows.append(rows)
        said = self.says() if self.says else None
        if said is not None and not isinstance(said, str):
            return said
        reply = {"rows": [self._row(str(row["id"])) for row in rows]}
        raw = said or json.dumps(reply, ensure_ascii=False)
        return reply_to(request, raw, engine="scripted", model="w", date=TUESDAY)

    def _row(self, id_: str) -> dict[str, object]:
        if id_ not in self.words:
            return {"id": id_, "drop": True}
        en, zh = self.words[id_]
        return {"id": id_, "text": {"en": en, "zh": zh}}


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
    writer: Engine | None = None,
    refresh: bool = False,
    limit: int | None = None,
) -> Briefed:
    engine = remembered(judge, wiki.questions.replies)
    words = remembered(writer, wiki.questions.replies) if writer else NoEngine()
    given = (engine, words, load_index(wiki), Progress(), today, Briefed())
    return review_briefings(wiki, settings, *given, refresh=refresh, limit=limit, held=held)


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


# --- What was denied is worded anew ---------------------------------------------------

OLD, NEW = "What came is about agents.", "Agents are what the papers are about."
WORDS = {HAPPENED: (NEW, "这些论文讨论的是智能体。")}


def happened(wiki: Wiki) -> BriefingSentence:
    (made,) = read_briefings(wiki).values()
    return made.happened[0]


def test_a_denied_sentence_is_worded_anew_and_judged_once_more(wiki: Wiki) -> None:
    """Its writer is given the reasons; what holds then is shown, and the page says who judged."""
    judge, writer = Judge(denies=(OLD,)), Writer(words=WORDS)
    zh = happened(wiki).text.zh
    told = run(wiki, judge, writer=writer)
    assert (told.judged, told.reworded) == ((TUESDAY,), (TUESDAY,))
    assert not told.open
    assert judge.rows == [[HAPPENED, FIRST], [HAPPENED]]
    ((asked,),) = writer.rows
    assert asked["problem"] == dict.fromkeys(("en", "zh"), "the quote does not say so")
    assert asked["text"] == {"en": OLD, "zh": zh}
    (made,) = read_briefings(wiki).values()
    assert made.mend
    assert made.mend.model == "w"
    assert [one.says for one in made.happened[0].verdicts] == ["supported", "supported"]
    page = pages(wiki)[f"{TUESDAY}.md"]
    assert NEW in page
    assert OLD not in page
    assert "found 2 borne out" in page
    assert run(wiki, judge, writer=writer) == Briefed()
    assert not list(wiki.pending.rglob("*.*"))


def test_what_is_denied_twice_stays_away(wiki: Wiki) -> None:
    """There is no third chance."""
    judge, writer = Judge(denies=(HAPPENED,)), Writer(words=WORDS)
    run(wiki, judge, writer=writer)
    assert run(wiki, judge, writer=writer) == Briefed()
    assert len(writer.rows) == 1
    assert happened(wiki).is_denied
    page = pages(wiki)[f"{TUESDAY}.md"]
    assert OLD not in page
    assert NEW not in page


@pytest.mark.parametrize(
    "words",
    [
        {},
        {HAPPENED: ("Agents gain 17.3 points.", "智能体提升 17.3 个百分点。")},
        {HAPPENED: (OLD, "")},
    ],
)
def test_what_the_writer_drops_or_rules_refuse_stays_denied(
    wiki: Wiki, words: dict[str, tuple[str, str]]
) -> None:
    """Nothing is judged for that, and the writer is not asked again."""
    judge, writer = Judge(denies=(HAPPENED,)), Writer(words=words)
    for _ in range(5):
        told = run(wiki, judge, writer=writer)
    assert told == Briefed()
    assert judge.rows == [[HAPPENED, FIRST]]
    assert happened(wiki).text.en == OLD
    assert happened(wiki).is_denied


def test_a_briefing_that_was_judged_before_is_worded_anew_while_it_is_recent(wiki: Wiki) -> None:
    """The next run does it, where there is a writer; the estimate says so."""
    judge, writer = Judge(denies=(OLD,)), Writer(words=WORDS)
    run(wiki, judge)
    assert most_reviewed(wiki, JUDGED_BY_ALL, 0, TODAY) == 0
    written = JUDGED_BY_ALL.model_copy(update={"model": Asked(engine="replay")})
    assert most_reviewed(wiki, written, 0, TODAY) == 1
    late = TODAY + timedelta(days=30)
    assert run(wiki, judge, writer=writer, today=late) == Briefed()
    assert run(wiki, judge, writer=writer).reworded == (TUESDAY,)
    assert most_reviewed(wiki, written, 0, TODAY) == 0
    assert happened(wiki).text.en == NEW


def test_new_words_are_shown_once_they_are_judged(wiki: Wiki) -> None:
    """Until then nothing of the briefing changes, and the writer is paid for once."""
    asleep = iter([None, Waiting("asleep"), OverBudget("the budget")])
    judge, writer = Judge(denies=(OLD,), says=lambda: next(asleep, None)), Writer(words=WORDS)
    for _ in range(2):
        told = run(wiki, judge, writer=writer)
        assert told.open
        assert [name for name, _ in told.pending] == [TUESDAY]
        assert happened(wiki).text.en == OLD
    assert run(wiki, judge, writer=writer).reworded == (TUESDAY,)
    assert happened(wiki).text.en == NEW
    assert len(writer.rows) == 1


def test_a_writer_who_cannot_be_had_is_asked_by_the_next_run(wiki: Wiki) -> None:
    """The verdicts stand meanwhile."""
    judge, late = Judge(denies=(OLD,)), Writer(says=lambda: Waiting("asleep"))
    told = run(wiki, judge, writer=late)
    assert (told.judged, told.reworded) == ((TUESDAY,), ())
    assert told.open
    assert run(wiki, judge, writer=Writer(words=WORDS)).reworded == (TUESDAY,)
    assert judge.rows == [[HAPPENED, FIRST], [HAPPENED]]


def judged(wiki: Wiki) -> dict[str, int]:
    """The briefings as `wiki-builder status` counts them."""
    (wiki.root / "wiki.toml").write_text("format = 2\n", "utf-8")
    counts: dict[str, int] = status(wiki, JUDGED_BY_ALL, TODAY)["briefings_judged"]
    return counts


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("at", range(1, 4))
@pytest.mark.parametrize("step", ["keep_asked", "write_briefing", "withdraw", "drop_asked"])
def test_a_kill_while_rewording_pays_nothing_twice(
    wiki: Wiki, step: str, at: int, after: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed before or after any step, and any time that it comes, later runs end alike."""
    module = stage if step == "write_briefing" else asked_module
    real, times = getattr(module, step), iter(range(1, 99))

    def killing(*args: object, **how: object) -> object:
        if next(times) != at:
            return real(*args, **how)
        if after:
            real(*args, **how)
        raise Killed

    judge, writer = Judge(denies=(OLD,)), Writer(words=WORDS)
    with monkeypatch.context() as patch:
        patch.setattr(module, step, killing)
        with suppress(Killed):
            run(wiki, judge, writer=writer)
    run(wiki, judge, writer=writer)
    assert happened(wiki).text.en == NEW
    assert not happened(wiki).is_denied
    assert (len(judge.rows), len(writer.rows)) == (2, 1)
    assert not list(wiki.pending.rglob("*.*"))


def test_a_refresh_judges_what_another_prompt_judged(
    wiki: Wiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However old, at most as many as ``limit`` says; once, and no run besides does."""
    judge, late = Judge(), TODAY + timedelta(days=300)
    run(wiki, judge)
    monkeypatch.setattr(stage, "REVIEW_PROMPT", "review/next")
    assert run(wiki, judge, today=late) == Briefed()
    assert judged(wiki) == {"judged": 1, "outdated": 1, "not judged": 0}
    assert most_reviewed(wiki, JUDGED_BY_ALL, 0, late) == 0
    assert most_reviewed(wiki, JUDGED_BY_ALL, 0, late, refresh=True) == 1
    assert run(wiki, judge, today=late, refresh=True, limit=0) == Briefed()
    assert run(wiki, judge, today=late, refresh=True).judged == (TUESDAY,)
    assert judge.rows == [[HAPPENED, FIRST]] * 2


def test_a_refresh_judges_what_nobody_judged(wiki: Wiki) -> None:
    """A briefing whose judge could not be had while it was recent."""
    judge, late = Judge(denies=(OLD,)), TODAY + timedelta(days=300)
    assert judged(wiki) == {"judged": 0, "outdated": 0, "not judged": 1}
    assert run(wiki, judge, today=late) == Briefed()
    told = run(wiki, judge, today=late, refresh=True, writer=Writer(words=WORDS))
    assert (told.judged, told.reworded) == ((TUESDAY,), (TUESDAY,))
    assert run(wiki, judge, today=late, refresh=True) == Briefed()


def test_what_a_refresh_asked_is_taken_in_by_a_later_run(wiki: Wiki) -> None:
    """A judge who answers tomorrow is no reason to ask again."""
    late = TODAY + timedelta(days=300)
    failed = Judge(says=lambda: "no verdicts at all")
    assert run(wiki, failed, today=late, refresh=True).open
    assert run(wiki, Judge(), today=late).judged == (TUESDAY,)
