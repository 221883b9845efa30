"""Five days with everything that goes wrong between arXiv, a model and the wiki."""

from __future__ import annotations

import pytest

from tests.e2e.world import (
    World,
    accounted,
    day,
    different,
    latexml,
    real_rows,
    rows_of,
    second_version,
)
from tests.fulltext.pdfs import PROSE, lines, pdf
from tests.loopback.clock import FakeClock
from tests.loopback.model import Fault, Say
from tests.loopback.replies import good_reply

DAYS = range(5)
PATIENCE = "timeout = 10\nattempts = 2\nconcurrency = 4"


def title(number: int, row: int) -> str:
    return rows_of(number)[row].version.title


def test_a_week_in_which_everything_goes_wrong_once(site: World, clock: FakeClock) -> None:
    """Whatever arXiv and the model do, every announced paper is accounted for,
    and later runs finish what failed.
    """
    site.init(PATIENCE, 'catchup_url = ""', interests="papers_per_day = 4")

    site.announce(0)  # Monday: arXiv is busy, and a model sends half a JSON once
    site.arxiv.fail("/rss/", status=429, retry_after="7")
    site.arxiv.fail("/rss/", status=503)
    site.moves[title(0, 0)] = [Say('{"kind": "method", "headline": {"en": "Half')]
    monday = site.update(0)
    assert monday.code == 0, monday
    assert 7 in clock.slept

    # Tuesday: 200, and no feed; a refusal
    site.announce(1, (*rows_of(1), second_version(rows_of(0)[1])))
    site.arxiv.rate_exceeded("/rss/")
    site.moves[title(1, 1)] = [Say(None, refusal="I cannot help with this.")]
    tuesday = site.update(1)
    assert tuesday.code == 1, tuesday
    assert rows_of(1)[1].id in tuesday.out
    assert "refused" in tuesday.out

    site.announce(2)  # Wednesday: a feed that is cut, and a model that hangs
    site.arxiv.cut("/rss/", at=900)
    site.arxiv.truncate("/rss/", at=1200)
    site.moves[title(2, 2)] = [Fault(hang=True), Fault(hang=True)]
    wednesday = site.update(2)
    assert wednesday.code == 1, wednesday
    assert "no answer within 10 s" in wednesday.out

    thursday = site.run("update", "--today", day(3))  # Thursday: arXiv's feed is still Wednesday's
    assert thursday.code == 3, thursday
    assert "2026-05-06" in thursday.err
    assert "newer one was due" in thursday.err

    site.announce(3)  # Friday: Thursday is caught up; the API says Error first
    site.announce(4)
    site.arxiv.api_error()
    site.arxiv.rate_exceeded("/api/")
    site.moves[title(4, 0)] = [Fault(status=429, retry_after="9"), Fault(status=500)]
    friday = site.update(4)
    assert friday.code == 1, friday
    assert 9 in clock.slept
    assert "1 missed day is caught up: 6 papers announced (6 new)" in friday.out

    receipts = site.receipts()
    assert list(receipts) == [
        "2026-05-04",
        "2026-05-05",
        "2026-05-06",
        "api-2026-05-07--2026-05-07",
        "2026-05-08",
    ]
    accounted(receipts["2026-05-04"], [row.id for row in rows_of(0)])
    accounted(receipts["2026-05-05"], [row.id for row in (*rows_of(1), rows_of(0)[1])])
    accounted(receipts["2026-05-06"], [row.id for row in rows_of(2)])
    accounted(receipts["api-2026-05-07--2026-05-07"], [row.id for row in rows_of(3)])
    accounted(receipts["2026-05-08"], [row.id for row in rows_of(4)])
    assert receipts["api-2026-05-07--2026-05-07"].total == 6
    assert "submittedDate" in (receipts["api-2026-05-07--2026-05-07"].query or "")

    again = site.update(4)
    assert again.code == 0, again
    assert all(paper.analysis for paper in site.papers())
    assert len(site.papers()) == 5 * 4
    failed = [
        row
        for receipt in site.receipts().values()
        for row in receipt.rows
        if row.outcome == "failed"
    ]
    assert not failed
    assert {name: n for name, n in site.asked().items() if n > 1} == {
        title(0, 1): 2,  # its abstract has other words in the second version
        title(1, 1): 2,
        title(2, 2): 3,
        title(4, 0): 3,
    }

    before, calls = site.state(), site.model.calls
    nothing = site.update(4)
    assert (nothing.code, site.model.calls) == (0, calls)
    assert "imported already" in nothing.out
    assert not different(site.state(), before)


def test_texts_that_are_not_to_be_had(site: World) -> None:
    """HTML comes first, a 404 leads to the PDF, what is no PDF to the abstract in the third run;
    each step says why.
    """
    rows = rows_of(0, 4)
    site.init(text='order = ["html", "pdf", "abstract"]')
    site.announce(0, rows)
    own = [row.id.removeprefix("arxiv:") for row in rows]
    site.arxiv.html[own[0]] = latexml(rows[0])
    title = rows[1].version.title.encode("ascii", "replace").decode("ascii")
    site.arxiv.pdf[own[1]] = pdf([lines([title, *PROSE * 4]), *[lines(PROSE * 4)] * 3])
    site.arxiv.pdf[own[2]] = b"<html>not a PDF</html>"
    site.arxiv.html[own[3]] = b"<html><body><p>No HTML for this paper</p></body></html>"
    for _ in range(2):  # a wrong file is named, and not read from the abstract at once
        ran = site.update(0)
        assert (ran.code, site.paper(rows[2].id).analysis) == (1, None)
        assert "PDF: an HTML page, not a PDF" in ran.out
    ran = site.update(0)
    assert ran.code == 0, ran
    assert f"{rows[2].id} was read from its ABSTRACT: PDF: an HTML page, not a PDF" in ran.out
    texts = [site.paper(row.id).text for row in rows]
    assert [text.kind for text in texts if text] == ["html", "pdf", "abstract", "abstract"]
    assert [[fallback.kind for fallback in text.fallbacks] for text in texts if text] == [
        [],
        ["html"],
        ["html", "pdf"],
        ["html", "pdf"],
    ]
    assert all(fallback.reason for text in texts if text for fallback in text.fallbacks)
    assert "#S1.p1" in site.added(rows[0].id)
    assert "#page=1" in site.added(rows[1].id)


def test_arxiv_goes_away_while_texts_are_fetched(site: World) -> None:
    """A paper whose text cannot be had now is failed and not read from less;
    exit 3, and the next run reads it.
    """
    rows = rows_of(0, 3)
    site.init(text='order = ["html", "abstract"]')
    site.announce(0, rows)
    for row in rows:
        site.arxiv.html[row.id.removeprefix("arxiv:")] = latexml(row)
    site.arxiv.fail(f"/html/{rows[1].id.removeprefix('arxiv:')}", status=503, times=5)
    first = site.update(0)
    assert first.code == 3, first
    receipt = site.receipts()["2026-05-04"]
    accounted(receipt, [row.id for row in rows])
    assert [row.outcome for row in receipt.rows] == ["taken", "failed", "taken"]
    assert "503" in (receipt.rows[1].reason or "")
    second = site.update(0)
    assert second.code == 0, second
    assert set(site.asked().values()) == {1}
    assert all(paper.text and paper.text.kind == "html" for paper in site.papers())


def test_a_reply_that_stays_unusable(site: World) -> None:
    """A paper fails after one re-ask, its raw reply kept;
    two more runs ask again, and then only --refresh does.
    """
    site.init()
    site.announce(0, rows_of(0, 2))
    bad = title(0, 0)
    site.moves[bad] = [Say('{"kind": "poem"}')] * 6
    codes = [site.update(0).code for _ in range(4)]
    assert codes[:3] == [1, 1, 1]
    assert site.asked()[bad] == 3
    assert site.asked()[title(0, 1)] == 1
    failed = site.paper(rows_of(0)[0].id).failed
    assert failed
    assert (failed.attempts, failed.reply is not None) == (3, True)
    assert (site.wiki.pending / "failed" / str(failed.reply)).read_text(
        "utf-8"
    ) == '{"kind": "poem"}'
    assert "asked twice" in site.page(rows_of(0)[0].id).read_text("utf-8")
    assert site.update(0, "--refresh").code == 0
    assert site.paper(rows_of(0)[0].id).analysis
    assert not list(site.wiki.pending.rglob("*.*"))


def test_a_model_that_is_down_stops_the_asking_and_not_the_wiki(site: World) -> None:
    """After several failures in a row the rest is not asked;
    all is accounted for, pages are written, exit 3.
    """
    site.init("attempts = 1\nconcurrency = 1")
    rows = rows_of(0, 12)
    site.announce(0, rows)
    for row in rows:
        site.moves[row.version.title] = [Fault(status=500)]
    ran = site.update(0, "--json")
    assert ran.code == 3, ran
    assert "one after the other" in ran.json["problem"]
    assert 4 <= site.model.calls < 12
    accounted(site.receipts()["2026-05-04"], [row.id for row in rows])
    for row in rows:
        assert row.version.abstract[:40] in site.page(row.id).read_text("utf-8")
    site.moves.clear()
    assert site.update(0).code == 0
    assert all(paper.analysis for paper in site.papers())


@pytest.mark.parametrize("status", [401, 402])
def test_a_key_that_is_refused(site: World, status: int) -> None:
    """What would fail for every paper is not asked for each, names the cause, and exits with 3."""
    site.init("concurrency = 1")
    site.announce(0, rows_of(0, 12))
    site.model.plan += [Fault(status=status, message="no")] * 12
    ran = site.update(0)
    assert ran.code == 3, ran
    assert site.model.calls < 12
    assert ("key" if status == 401 else "credit") in ran.err
    site.model.plan.clear()
    assert site.update(0).code == 0


def test_one_bad_item_of_a_feed_harms_only_itself(site: World) -> None:
    """A paper announced twice is one row with both types,
    and the categories' order does not matter.
    """
    row = real_rows()[0]
    site.init()
    site.announce(0, (*rows_of(0, 3), second_version(real_rows()[40])))
    assert site.update(0).code == 0
    receipt = site.receipts()["2026-05-04"]
    accounted(receipt, [row.id, *(r.id for r in rows_of(0, 3)[1:]), real_rows()[40].id])
    unknown = next(r for r in receipt.rows if r.id == real_rows()[40].id)
    assert (unknown.outcome, unknown.types) == ("skipped", ("replace",))
    assert "announced as replace" in (unknown.reason or "")


def test_the_answer_that_a_person_reads(site: World) -> None:
    """The summary says what was announced, taken and skipped, why, and what it cost;
    --json says the same.
    """
    site.init(
        "prices = { input = 1.0, output = 2.0 }",
        interests='papers_per_day = 2\nkeywords = ["agent"]',
    )
    rows = [row for row in real_rows() if "agent" in row.version.abstract.lower()][:4]
    others = [
        row
        for row in real_rows()
        if "agent" not in (row.version.abstract + row.version.title).lower()
    ][:3]
    site.announce(0, (*rows, *others))
    ran = site.update(0, "--json")
    assert ran.code == 0, ran
    document = ran.json
    assert {
        key: document[key] for key in ("announced", "taken", "known", "skipped", "failed", "calls")
    } == {
        "announced": 7,
        "taken": 2,
        "known": 0,
        "skipped": 5,
        "failed": 0,
        "calls": 2,
    }
    assert document["skipped_reasons"] == {
        "no keyword matches": 3,
        "beyond the 2 papers a day that are read": 2,
    }
    replies = [good_reply(body) for body in site.model.requests]
    assert document["input_tokens"] == sum(reply.input_tokens for reply in replies)
    assert document["cost"] == pytest.approx(
        sum(reply.input_tokens * 1.0 + reply.output_tokens * 2.0 for reply in replies) / 1e6,
        abs=1e-6,
    )
    site.announce(1)
    told = site.update(1)
    assert "6 announced: " in told.out
    assert "2 calls" not in told.err
