"""Briefings in a wiki: when they are asked, once, and what of them stands on pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.loopback.replies import briefing_of, briefing_reply
from tests.stages.test_articles import DOUBT, WRONG, read_one
from wiki_builder.analysis.request import Request
from wiki_builder.briefings.material import BriefingMaterial
from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.progress import Progress
from wiki_builder.core.settings import Settings
from wiki_builder.core.store.briefings import read_briefings
from wiki_builder.core.store.papers import read_paper, write_paper
from wiki_builder.core.store.questions import keep_asked
from wiki_builder.core.store.receipts import write_receipt
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.paper import Pending
from wiki_builder.core.values.receipt import Receipt, Row
from wiki_builder.library.index import load_index
from wiki_builder.llm.engine import Answer, OverBudget, Waiting, reply_to
from wiki_builder.llm.flow import flow
from wiki_builder.llm.none import NoEngine
from wiki_builder.llm.replies import remembered
from wiki_builder.stages import asked as asked_module
from wiki_builder.stages import briefings as stage
from wiki_builder.stages.briefings import due_briefings, write_briefings
from wiki_builder.stages.link import link_papers
from wiki_builder.stages.outcomes import Briefed
from wiki_builder.stages.render import render_wiki

TUESDAY, FRIDAY = "2026-05-05", "2026-05-08"
TODAY = date.fromisoformat(TUESDAY)
BOTH = Settings.model_validate({"format": 2, "briefings": {"day": True, "week": True}})


def right(request: Request) -> str:
    return json.dumps(briefing_reply({"messages": request.messages}), ensure_ascii=False)


@dataclass
class Model:
    """A model that says what it is told to, right replies by default; ``asked`` keeps the names."""

    say: Callable[[Request], str | Answer] = right
    asked: list[str] = field(default_factory=list)
    name: str = "scripted"
    concurrency: int = 1

    def ask(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Answer]]:
        return flow(self, requests)

    async def answer(self, request: Request) -> Answer:
        self.asked.append(briefing_of({"messages": request.messages}))
        said = self.say(request)
        if not isinstance(said, str):
            return said
        return reply_to(request, said, engine="scripted", model="m", date=TUESDAY)

    async def close(self) -> None:
        pass


def receipt(wiki: Wiki, day: str, *numbers: int) -> None:
    """A day on which these papers were taken."""
    rows = tuple(Row(f"arxiv:2605.{n:05}", ("new",), "taken", f"Paper {n}") for n in numbers)
    write_receipt(wiki, Receipt(day, "arxiv", day, len(rows), len(rows), rows))
    for number in numbers:
        paper = read_paper(wiki, f"arxiv:2605.{number:05}")
        if paper:
            write_paper(wiki, paper.with_(run=day))


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    """A day with two papers that share a concept."""
    made = Wiki(tmp_path)
    read_one(made, 1, "credit assignment", "tool use")
    read_one(made, 2)
    receipt(made, TUESDAY, 1, 2)
    return made


def run(
    wiki: Wiki,
    model: Model | NoEngine,
    today: date = TODAY,
    settings: Settings = BOTH,
    held: str | None = None,
) -> Briefed:
    """One run's briefings, with replies remembered as in a real run."""
    index, _ = link_papers(wiki, load_index(wiki))
    engine = model if isinstance(model, NoEngine) else remembered(model, wiki.questions.replies)
    return write_briefings(wiki, settings, engine, index, Progress(), today, held=held)


def pages(wiki: Wiki) -> dict[str, str]:
    render_wiki(wiki, BOTH, load_index(wiki), Progress())
    return {path.name: path.read_text("utf-8") for path in (wiki.docs / "daily").glob("*.md")}


def test_a_day_is_asked_about_once(wiki: Wiki) -> None:
    """A day's briefing costs one question, however often a run follows; nothing is left pending."""
    model = Model()
    assert run(wiki, model).written == (TUESDAY,)
    assert run(wiki, model).written == ()
    assert model.asked == [TUESDAY]
    assert not list(wiki.pending.rglob("*.*"))
    page = pages(wiki)[f"{TUESDAY}.md"]
    assert "<!-- wiki:happened.en -->" in page
    assert "What came is about agents." in page
    assert "2605.00001.md#^" in page


def test_a_week_is_asked_about_when_it_is_over(wiki: Wiki) -> None:
    """A week is written about once its Friday was announced, or it is past, and has its page, which
    the pages of its days lead to.
    """
    model = Model()
    run(wiki, model)
    receipt(wiki, FRIDAY)
    assert run(wiki, model, date.fromisoformat(FRIDAY)).written == ("2026-W19",)
    found = pages(wiki)
    assert "Week 19: 4 May 2026 – 10 May 2026" in found["2026-W19.md"]
    assert f"[{TUESDAY}]({TUESDAY}.md)" in found["2026-W19.md"]
    assert "(2026-W19.md)" in found[f"{TUESDAY}.md"]


def test_a_day_that_an_evening_opened_is_written_about_then(wiki: Wiki) -> None:
    """Readers have the briefing with the papers, which arXiv announces the evening before."""
    model = Model()
    assert run(wiki, model, TODAY - timedelta(days=1)).written == (TUESDAY,)
    assert run(wiki, model).written == ()
    assert model.asked == [TUESDAY]


def test_the_past_is_not_paid_for(wiki: Wiki) -> None:
    """A day that is long gone is not written about, nor one before the day that settings name."""
    model = Model()
    later = TODAY + timedelta(days=30)
    since = BOTH.model_copy(
        update={"briefings": BOTH.briefings.model_copy(update={"since": "2026-05-06"})}
    )
    assert run(wiki, model, later) == Briefed()
    assert run(wiki, model, settings=since) == Briefed()
    assert model.asked == []


def test_a_day_without_papers_and_a_wiki_without_a_model_have_none(tmp_path: Path) -> None:
    """Nothing is asked about a day that brought nothing, nor without an engine."""
    wiki, model = Wiki(tmp_path), Model()
    receipt(wiki, TUESDAY)
    assert run(wiki, model) == Briefed()
    read_one(wiki, 1)
    receipt(wiki, FRIDAY, 1)
    assert run(wiki, NoEngine(), date.fromisoformat(FRIDAY)) == Briefed()
    assert model.asked == []


def test_a_day_with_a_paper_that_waits_waits_as_well(wiki: Wiki) -> None:
    """A briefing is asked for when all papers of its day were read or failed."""
    paper = read_paper(wiki, "arxiv:2605.00002")
    assert paper
    write_paper(wiki, paper.with_(analysis=None, pending=Pending("no reply yet")))
    model = Model()
    assert run(wiki, model).pending == ((TUESDAY, "papers of it wait"),)
    write_paper(wiki, paper)
    assert run(wiki, model).written == (TUESDAY,)


def test_a_reply_outlasts_a_paper_that_waits_again(
    wiki: Wiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reply that was on disk at a kill is used, though a paper of its day waited in between."""
    model, paper = Model(), read_paper(wiki, "arxiv:2605.00002")
    assert paper
    with monkeypatch.context() as patch, suppress(Killed):
        patch.setattr(stage, "write_briefing", _killed)
        run(wiki, model)
    write_paper(wiki, paper.with_(analysis=None, pending=Pending("no reply yet")))
    assert run(wiki, model).pending == ((TUESDAY, "papers of it wait"),)
    write_paper(wiki, paper)
    assert run(wiki, model).written == (TUESDAY,)
    assert model.asked == [TUESDAY]


def test_what_was_asked_names_no_file_but_its_own(wiki: Wiki) -> None:
    """A file of requests that says another name than its own deletes nothing elsewhere."""
    other = wiki.root / "notes" / "own.json"
    other.parent.mkdir()
    other.write_text("{}")
    material = BriefingMaterial("../../../notes/own", (), (), ())
    keep_asked(wiki.to_brief, "2026-05-01", stage.AskedBriefing(material))
    assert run(wiki, Model()).written == (TUESDAY,)
    assert other.is_file()


def test_only_claims_that_stand_are_given(wiki: Wiki) -> None:
    """What a rule found wrong, or doubts, is not given to the model."""
    read_one(wiki, 3, found=(WRONG,))
    read_one(wiki, 4, found=(DOUBT,))
    receipt(wiki, TUESDAY, 1, 2, 3, 4)
    given: list[str] = []

    def say(request: Request) -> str:
        given.append(request.user)
        return right(request)

    run(wiki, Model(say))
    assert "2605.00001#" in given[0]
    assert "2605.00003#" not in given[0]


def test_a_sentence_goes_when_its_claim_falls(wiki: Wiki) -> None:
    """A claim that no longer stands takes its sentences off the page; nothing is asked again."""
    model = Model()
    run(wiki, model)
    paper = read_paper(wiki, "arxiv:2605.00001")
    assert paper
    assert paper.analysis
    fallen = tuple(replace(one, findings=(WRONG,)) for one in paper.analysis.claims)
    write_paper(wiki, paper.with_(analysis=replace(paper.analysis, claims=fallen)))
    run(wiki, model)
    assert "What came is about agents." not in pages(wiki)[f"{TUESDAY}.md"]
    assert model.asked == [TUESDAY]


def test_a_persons_words_on_the_page_stay(wiki: Wiki) -> None:
    """A briefing that a person reworded is theirs, and the other language the builder's."""
    run(wiki, Model())
    page = wiki.docs / "daily" / f"{TUESDAY}.md"
    pages(wiki)
    mine = page.read_text("utf-8").replace("What came is about agents.", "Mine.")
    page.write_text(mine, "utf-8")
    assert pages(wiki)[page.name].count("Mine.") == 1


@pytest.mark.parametrize(
    ("answer", "waits"),
    [("no reply at all", False), (Waiting("asleep"), True), (OverBudget("the budget"), True)],
)
def test_a_failed_reply_harms_only_itself(wiki: Wiki, answer: str | Answer, waits: bool) -> None:
    """One that cannot be used fails, one that was not given waits; both are named and asked again,
    and another day's is written.
    """
    read_one(wiki, 3)
    receipt(wiki, "2026-05-06", 3)
    bad = Model(lambda request: answer if TUESDAY in request.subject else right(request))
    today = date(2026, 5, 6)
    briefed = run(wiki, bad, today)
    assert briefed.written == ("2026-05-06",)
    assert briefed.open
    told = briefed.pending if waits else briefed.failed
    assert [name for name, _ in told] == [TUESDAY]
    assert run(wiki, Model(), today).written == (TUESDAY,)


def test_a_model_that_stopped_leaves_the_rest_for_the_next_run(wiki: Wiki) -> None:
    """What stops the model is said, and the next run asks."""

    def say(request: Request) -> str:
        raise UpstreamError("the key is wrong", next="Set it")

    briefed = run(wiki, Model(say))
    assert briefed.problem
    assert briefed.open
    assert run(wiki, Model()).written == (TUESDAY,)


def test_papers_come_first(wiki: Wiki) -> None:
    """Where the budget stopped the papers, briefings wait and say so."""
    model = Model()
    assert run(wiki, model, held="papers come first").pending == ((TUESDAY, "papers come first"),)
    assert model.asked == []
    index = load_index(wiki)
    assert index
    assert run(wiki, model).written == (TUESDAY,)


def test_the_estimate_counts_what_is_due(wiki: Wiki) -> None:
    """What is due today is what a run asks, and nothing once it was written."""
    from wiki_builder.pages.publisher import publisher

    def due() -> int:
        return due_briefings(wiki, BOTH, publisher(wiki, BOTH, load_index(wiki)).library, TODAY)

    assert due() == 1
    run(wiki, Model())
    assert due() == 0


class Killed(BaseException):
    """The process is gone."""


def _killed(*args: object) -> None:
    raise Killed


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize(
    "step", ["keep_asked", "write_briefing", "withdraw", "drop_asked", "briefing_of"]
)
def test_a_kill_at_any_step_pays_nothing_twice(
    wiki: Wiki, step: str, after: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed before or after any step, the next run leaves the same briefing and nothing pending; a
    reply that was on disk is not asked for again.
    """
    own = ("write_briefing", "briefing_of")
    module = stage if step in own else asked_module
    real = getattr(module, step)

    def killing(*args: object, **how: object) -> object:
        if after:
            real(*args, **how)
        raise Killed

    model = Model()
    with monkeypatch.context() as patch:
        patch.setattr(module, step, killing)
        with suppress(Killed):
            run(wiki, model)
    asked = len(model.asked)
    assert asked == (step != "keep_asked")
    run(wiki, model)
    assert read_briefings(wiki).keys() == {TUESDAY}
    assert len(model.asked) == 1
    assert not list(wiki.pending.rglob("*.*"))


def test_the_front_has_what_happened_on_its_day(wiki: Wiki) -> None:
    """What the front page shows of a day is the paragraph with its references, in both languages;
    of a day without a briefing nothing.
    """
    from wiki_builder.pages.publisher import publisher
    from wiki_builder.pages.views.briefing import briefing_of

    run(wiki, Model())
    pages(wiki)
    library = publisher(wiki, BOTH, load_index(wiki)).library
    said = briefing_of(library, TUESDAY, "")
    assert said
    assert "What came is about agents. ([" in str(said["en"])
    assert "papers/2605/2605.00001.md#^" in str(said["zh"])
    assert briefing_of(library, FRIDAY, "") is None


def front(wiki: Wiki, language: str) -> str:
    """What the front page says of its day's briefing."""
    text = (wiki.docs / "index.md").read_text("utf-8")
    name = f"<!-- wiki:briefing.{language} -->"
    return text.partition(name)[2].partition("<!-- /wiki -->")[0].strip()


def test_a_persons_briefing_is_the_front_pages_too(wiki: Wiki) -> None:
    """In the language that they reworded, with its links; what they deleted is not shown, and the
    builder's words come back with the section.
    """
    run(wiki, Model())
    pages(wiki)
    day = wiki.docs / "daily" / f"{TUESDAY}.md"
    text, chinese = day.read_text("utf-8"), front(wiki, "zh")
    told = "What came is about agents."
    (said,) = (line for line in text.splitlines() if line.startswith(told))
    mine = "My own words, of [one](../papers/2605/2605.00001.md)."
    day.write_text(text.replace(said, mine), "utf-8")
    pages(wiki)
    assert front(wiki, "en").endswith("My own words, of [one](papers/2605/2605.00001.md).")
    assert told not in front(wiki, "en")
    assert front(wiki, "zh") == chinese
    opening, closing = "<!-- wiki:happened.en -->", "<!-- /wiki -->"
    before, _, rest = day.read_text("utf-8").partition(opening)
    day.write_text(before + rest.partition(closing)[2].lstrip("\n"), "utf-8")
    pages(wiki)
    assert front(wiki, "en") == ""
    assert front(wiki, "zh") == chinese
    day.write_text(text, "utf-8")
    pages(wiki)
    assert told in front(wiki, "en")


def test_a_day_whose_page_was_deleted_has_no_briefing_on_the_front(wiki: Wiki) -> None:
    """As in feeds and messages."""
    run(wiki, Model())
    pages(wiki)
    assert front(wiki, "en")
    (wiki.docs / "daily" / f"{TUESDAY}.md").unlink()
    pages(wiki)
    assert front(wiki, "en") == ""
