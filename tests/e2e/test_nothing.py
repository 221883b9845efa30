"""Days on which there is nothing, wikis without a model, and budgets;
what upstreams do wrong is ``drill.faults``'.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path

import pytest

from tests.e2e.world import World, accounted, day, different, real_rows, rows_of
from tests.loopback.model import Say
from tests.loopback.replies import good_reply
from wiki_builder.analysis.request import paper_request
from wiki_builder.core.values.fulltext import Excerpt, FullText, Passage

NONE = 'engine = "none"'
# What no command loads that finds nothing to do: the rooms of which papers and pages are made, and
# what these bring.
HEAVY = [
    "wiki_builder.work",
    "wiki_builder.check",
    "wiki_builder.scaffold",
    "wiki_builder.site",
    "wiki_builder.demo",
    # of the library what is made of papers; what its reader seeks is known by few words
    "wiki_builder.library.card",
    "wiki_builder.library.index",
    "wiki_builder.library.library",
    "wiki_builder.stages.analyse",
    "wiki_builder.stages.articles",
    "wiki_builder.stages.link",
    "wiki_builder.pages.files",
    "wiki_builder.pages.publisher",
    "wiki_builder.contract.page",
    "wiki_builder.concepts.registry",
    "wiki_builder.analysis",
    "wiki_builder.grounding",
    "wiki_builder.fulltext",
    "wiki_builder.stages.posts",
    "wiki_builder.sources.feeds.ask",
    "arxiv",
    "feedparser",
    "requests",
    "lxml.html",
    "pypdf",
    "pypdfium2",
    "jinja2",
    "markupsafe",
    "yaml",
    "frontmatter",
    "json_repair",
    "rapidfuzz",
    "litellm",
    "openai",
    "aiohttp",
    "mkdocs",
    "markdown",
    "rich",
    "pygments",
]
NETWORK = [
    "httpx",
    "httpcore",
    "tenacity",
    "lxml",
    "asyncio",
    "filelock",
    "wiki_builder.llm",
    "wiki_builder.sources",
]
LOADED = (
    "import json, sys; from wiki_builder import cli\ntry: cli.main()\nfinally:"
    " json.dump([*sys.modules], sys.stderr)"
)
PRICES = "prices = { input = 1.0, output = 2.0 }\nconcurrency = 1\nmax_output_tokens = 4000"


def test_a_weekend(site: World) -> None:
    """On a weekend nothing is announced: it says so, exits with 0 and changes nothing,
    whichever feed arXiv serves.
    """
    site.init(NONE)
    site.announce(4)
    assert site.update(4).code == 0
    assert "its next announcement is due on 2026-05-11" in site.text("docs/index.md")
    before = site.state()
    friday = site.run("update", "--today", "2026-05-09")
    assert friday.code == 0, friday
    assert "arXiv announces nothing on weekends (Saturday 2026-05-09)" in friday.out
    site.arxiv.announce(date(2026, 5, 10), ())
    sunday = site.run("update", "--today", "2026-05-10")
    assert sunday.code == 0, sunday
    assert "arXiv announces nothing on weekends (Sunday 2026-05-10)" in sunday.out
    assert not different(site.state(), before)


@pytest.mark.parametrize(
    "command, heavy",
    [(("update", "--quiet", "--today", "2026-05-09"), HEAVY), (("status",), [*HEAVY, *NETWORK])],
)
def test_nothing_to_do_is_told_by_little(
    site: World, command: tuple[str, ...], heavy: list[str]
) -> None:
    """A day without papers, and numbers that are known,
    need none of what papers and pages are made with.
    """
    site.init()
    site.announce(4)
    assert site.update(4).code == 0
    assert site.run(*command).code == 0
    assert loaded(site, command, heavy) == []


def loaded(site: World, command: Sequence[str], heavy: Iterable[str]) -> list[str]:
    """The modules of ``heavy``, and below them, that a command loads."""
    program = [sys.executable, "-c", LOADED, "-C", str(site.root), *command]
    ran = subprocess.run(program, capture_output=True, text=True, check=True)
    roots = tuple(f"{one}." for one in heavy)
    return [name for name in json.loads(ran.stderr) if f"{name}.".startswith(roots)]


def test_a_holiday(site: World) -> None:
    """An empty feed on a weekday is a holiday:
    it has a receipt, exit 0, and is not caught up later.
    """
    site.init(NONE)
    site.announce(0, ())
    ran = site.update(0)
    assert ran.code == 0, ran
    assert "is empty: a holiday, or nothing in these categories" in ran.out
    receipt = site.receipts()["2026-05-04"]
    accounted(receipt, [])
    assert "holiday" in (receipt.note or "")
    site.announce(1)
    assert site.update(1).code == 0
    assert not [seen for seen in site.arxiv.log if seen.path.startswith("/api/")]


def test_yesterdays_batch_under_todays_date(site: World) -> None:
    """What arXiv serves again under a new date is no news:
    today's papers come from its list, and none is lost.
    """
    site.init(NONE)
    site.announce(0)
    assert site.update(0).code == 0
    site.announce(1)
    site.arxiv.stale = {name: rows_of(0) for name in ("cs.AI", "cs.CL", "cs.LG", "cs.MA")}
    ran = site.update(1)
    assert ran.code == 0, ran
    accounted(site.receipts()["2026-05-05"], [row.id for row in rows_of(1)])
    assert "2026-05-05" in site.run("status").out.partition("open days:")[2]
    site.arxiv.stale = {}
    site.announce(2)
    assert site.update(2).code == 0
    assert site.receipts()["2026-05-05"].complete_by == "catchup"
    assert "open days" not in site.run("status").out
    assert (site.root / "data" / "runs.txt").read_text(
        "utf-8"
    ) == "2026-05-04\n2026-05-05\n2026-05-06\n"


def test_no_model(site: World) -> None:
    """Without an engine pages carry the paper's own abstract and say what waits;
    exit 0, and one line how to go on.
    """
    site.init(NONE, interests="papers_per_day = 3")
    site.announce(0)
    ran = site.update(0)
    assert ran.code == 0, ran
    hints = [line for line in ran.out.splitlines() if "no model is set up" in line]
    assert len(hints) == 1
    assert hints[0].strip().startswith("3 pending")
    for row in rows_of(0)[:3]:
        page = site.page(row.id).read_text("utf-8")
        assert row.version.abstract.split(".")[0].split("$")[0][:40] in page
        assert "no model is set up" in page
    accounted(site.receipts()["2026-05-04"], [row.id for row in rows_of(0)])
    assert site.run("status", "--json").json["pending"] == 3
    site.settings(interests="papers_per_day = 3")
    later = site.update(0)
    assert later.code == 0, later
    assert "imported already" in later.out
    assert all(paper.analysis for paper in site.papers())
    assert not site.run("check").code


def test_a_budget_stops_before_it_is_passed(site: World) -> None:
    """A run that would pass its budget stops with exit 4, spends less than that,
    and later runs go on.
    """
    site.init(f"{PRICES}\nbudget_per_run = 0.03")
    site.announce(0, rows_of(0, 5))
    first = site.update(0, "--json")
    assert first.code == 4, first
    assert 0 < first.json["cost"] <= 0.03
    read = len(first.json["read"])
    assert 0 < read < 5
    assert first.json["pending"] == {"the budget of 0.03 USD would be passed": 5 - read}
    accounted(site.receipts()["2026-05-04"], [row.id for row in rows_of(0, 5)])
    runs = 0
    while (ran := site.update(0)).code == 4:
        runs += 1
        assert runs < 5
    assert ran.code == 0, ran
    assert all(paper.analysis for paper in site.papers())
    assert set(site.asked().values()) == {1}


def test_a_month_counts_what_became_of_nothing(site: World) -> None:
    """Replies that cannot be used, and readings that later ones replace, are paid:
    no run passes the month's budget.
    """
    site.init(f"{PRICES}\nbudget_per_month = 0.05")
    site.announce(0, rows_of(0, 3))
    site.moves = {
        row.version.title: [Say("no JSON", input_tokens=3_000, output_tokens=900)] * 4
        for row in rows_of(0, 3)
    }
    served = 0.0
    for options in ((), (), ("--refresh",), ("--refresh",), ("--refresh",)):
        before = site.run("status", "--json", "--today", day(0)).json["spent_this_month"]
        ran = site.update(0, "--json", *options).json
        spent = site.run("status", "--json", "--today", day(0)).json["spent_this_month"]
        assert spent == pytest.approx(before + ran["cost"])
        served += ran["cost"]
        assert spent == pytest.approx(served)
    assert 0.03 < served <= 0.05
    assert site.run("model", "test", "--today", day(0)).code == 1  # it would pass the budget


def test_a_budget_of_a_month(site: World) -> None:
    """What was spent in a month counts for all of its runs; the next month begins anew."""
    site.init(f"{PRICES}\nbudget_per_month = 0.03")
    site.announce(0, rows_of(0, 5))
    first = site.update(0, "--json")
    assert first.code == 4, first
    spent = site.run("status", "--json", "--today", day(0)).json["spent_this_month"]
    assert spent == pytest.approx(first.json["cost"], abs=1e-6)
    calls = site.model.calls
    assert site.update(0).code == 4
    assert site.model.calls == calls
    site.arxiv.announce(date(2026, 6, 1), rows_of(1, 1))
    site.settings(f"{PRICES}\nbudget_per_month = 0.03", "catch_up = false")
    june = site.run("update", "--today", "2026-06-01")
    assert june.code in (0, 4), june
    assert site.model.calls > calls


def test_handoff(site: World) -> None:
    """With the hand-off engine a person lists the requests, shows one, answers it,
    and the next update takes it up.
    """
    site.init('engine = "handoff"')
    row = real_rows()[0]
    site.announce(0, (row, real_rows()[1]))
    first = site.update(0)
    assert first.code == 0, first
    assert "waiting for an answer: wiki-builder answer" in first.out
    listed = site.run("answer").out.split("\n\n")[0].splitlines()
    assert len(listed) == 2
    own = row.id.removeprefix("arxiv:")
    shown = site.run("answer", own)
    assert row.version.title in shown.out

    text = FullText("abstract", (Passage("abstract", row.version.abstract, kind="abstract"),))
    request = paper_request(row.id, row.version, text, Excerpt(text.passages))
    reply = str(good_reply({"messages": request.messages}).content)
    assert site.run("answer", own, "-", stdin="no JSON at all").code == 2
    assert site.run("answer", "2605.99999", "-", stdin=reply).code == 2
    filed = site.run("answer", own, "-", "--by", "A. Colleague", stdin=reply)
    assert filed.code == 0, filed
    assert len(site.run("answer").out.split("\n\n")[0].splitlines()) == 1

    second = site.update(0)
    assert second.code == 0, second
    analysis = site.paper(row.id).analysis
    assert analysis
    assert (analysis.provenance.engine, analysis.provenance.model) == ("handoff", "A. Colleague")
    assert "A. Colleague" in site.page(row.id).read_text("utf-8")
    assert not list(site.wiki.pending.rglob(f"*{own}*"))
    assert list(site.wiki.pending.rglob("*.request.md"))


def test_an_answer_in_windows_encodings(site: World, tmp_path: Path) -> None:
    """A file of an answer may be UTF-16 with its mark; in one that names no encoding and is not
    UTF-8, the person is told.
    """
    site.init('engine = "handoff"')
    site.announce(0, rows_of(0)[:2])
    assert site.update(0).code == 0
    (key, other) = site.run("answer").out.split("\n\n")[0].splitlines()
    file = tmp_path / "answer.json"
    file.write_bytes('{"kind": "\u65b9\u6cd5"}'.encode("gbk"))
    ran = site.run("answer", key, file)
    assert ran.code == 2
    assert f"{file}: this file is not UTF-8. Save it as UTF-8" in ran.err
    file.write_bytes('{"kind": "\u65b9\u6cd5"}'.encode("utf-16"))
    assert "headline: is missing" in site.run("answer", key, file).err
    beside = site.wiki.questions.handoff / f"{other}.answer.json"
    beside.write_bytes('{"kind": "\u65b9\u6cd5"}'.encode("utf-16"))
    assert site.update(0).code == 0
    (again,) = site.wiki.questions.handoff.glob("*.2.request.md")
    assert "headline: is missing" in again.read_text("utf-8")


def test_settings_that_are_wrong(site: World) -> None:
    """A wrong wiki.toml, an unknown format, a folder without wiki and a wrong option exit with 2
    and change nothing.
    """
    site.init(NONE)
    before = site.state()
    site.settings(f"{NONE}\nconcurency = 3", "feed_uri = 3")
    wrong = site.update(0, "--json")
    assert wrong.code == wrong.json["exit_code"] == 2, wrong
    assert "concurrency" in wrong.json["problem"]
    assert "concurrency" in wrong.err
    assert "2 problems" in wrong.err
    (site.root / "wiki.toml").write_text("format = 3\n", "utf-8")
    assert site.update(0).code == 2
    (site.root / "wiki.toml").unlink()
    assert site.update(0).code == 2
    assert site.run("update", "--today", "yesterday").code == 2
    assert site.run("update", "--papers", "3").code == 2
    assert site.run("add", "not-an-id").code == 2
    assert not site.arxiv.log
    assert not different(site.state(), before)
