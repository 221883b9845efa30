"""Checking claims again, and an owner who holds one to be wrong: the whole way."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from tests.e2e.test_person import read_day
from tests.e2e.world import World, different, latexml, rows_of
from tests.loopback.model import Body, Move, Say
from tests.loopback.replies import paper_reply
from wiki_builder.core.store.papers import write_paper
from wiki_builder.core.values.analysis import Claim
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.paper import Paper


def first(site: World) -> tuple[Paper, Claim]:
    """A paper of the first day, and its first claim."""
    paper = site.paper(rows_of(0)[0].id)
    assert paper.analysis
    return paper, paper.analysis.claims[0]


def reworded(site: World, words: Bilingual) -> Claim:
    """The first claim says something else in the data, which no check has seen."""
    paper, claim = first(site)
    assert paper.analysis
    changed = replace(claim, text=words)
    claims = (changed, *paper.analysis.claims[1:])
    write_paper(site.wiki, paper.with_(analysis=replace(paper.analysis, claims=claims)))
    return changed


def test_what_was_checked_is_found_again(site: World) -> None:
    """Over a wiki in which nothing changed, nothing is written, and each claim says what is
    known of it.
    """
    read_day(site)
    state = site.state()
    ran = site.run("verify", "--explain")
    assert ran.code == 0
    assert "quote is in the paper" in ran.out
    assert "0 papers changed" in ran.out
    assert different(site.state(), state) == []


def test_a_wrong_number_is_found_and_withheld(site: World) -> None:
    """The page follows: the claim is gone from its list, and what contradicts it can be opened."""
    read_day(site)
    claim = reworded(site, Bilingual("It wins by 98.7%.", "领先 98.7%。"))
    paper, _ = first(site)
    ran = site.run("verify", paper.id.removeprefix("arxiv:"))
    assert ran.code == 0
    assert f"{claim.id} quiet → withheld" in ran.out
    assert "contradicts its quote: number “98.7%”" in ran.out
    page = site.page(paper.id).read_text("utf-8")
    assert f"^{claim.id}" not in page
    assert "[1 claim withheld](#withheld)" in page
    assert "[1 条未展示](#withheld)" in page
    added = site.added(paper.id)
    assert f'<p class="wiki-withheld" id="e-{claim.id}">' in added
    assert site.run("status", "--json").json["claims"]["withheld"] == 1


def test_a_text_that_cannot_be_had_harms_its_paper_alone(site: World) -> None:
    """It is named as not checked, the others are checked; where there is none at all, the upstream
    is to blame.
    """
    rows = rows_of(0)[:3]
    for row in rows:
        site.arxiv.html[row.id.removeprefix("arxiv:")] = latexml(row)
    site.init(text='order = ["html", "abstract"]')
    site.announce(0, rows)
    assert site.update(0).code == 0
    site.forget()
    gone = rows[1].id.removeprefix("arxiv:")
    site.arxiv.fail(f"/html/{gone}", status=503, times=100)
    ran = site.run("verify")
    assert ran.code == 1, ran
    assert f"{rows[1].id}: not checked (its text could not be had: " in ran.out
    total = ran.out.splitlines()[-1]
    assert total.startswith("2 papers, ")
    assert total.endswith("; 1 papers not checked")
    assert all(f"{row.id}: 5 claims" in ran.out for row in (rows[0], rows[2])), ran
    assert site.run("verify", gone).code == 3


def test_another_text_than_the_one_that_was_read_changes_nothing(
    site: World, tmp_path: Path
) -> None:
    """What it finds is said, and so is that nothing is kept."""
    read_day(site)
    state = site.state()
    paper, claim = first(site)
    file = tmp_path / "other.html"
    body = "<p>" + "Nothing of what was claimed stands in these words. " * 40 + "</p>"
    article = (
        f'<article class="ltx_document"><div class="ltx_para" id="S1.p1">{body}</div></article>'
    )
    file.write_text(f"<html><body>{article}</body></html>", "utf-8")
    ran = site.run("verify", paper.id, "--against", str(file))
    assert ran.code == 1
    assert "is not the text that was read; nothing is kept" in ran.out
    assert f"{claim.id} quiet → withheld" in ran.out
    assert different(site.state(), state) == []


def test_a_disputed_claim_says_so_and_carries_nothing(site: World) -> None:
    """Its page has the owner's reason; it counts no more among those that stand; undone, all is
    as it was.
    """
    read_day(site)
    paper, claim = first(site)
    state = site.state()
    why = ("--why", "Table 2 says the opposite.", "--today", "2026-05-09")
    ran = site.run("dispute", f"{paper.id}#{claim.id}", *why)
    assert ran.code == 0
    away = site.run("away", "--since", "2026-05-08", "--json").json
    assert [(one["day"], one["paper"]) for one in away["corrected"]] == [("2026-05-09", paper.id)]
    assert away["corrected"][0]["claims"] == [f"{paper.id}#{claim.id}"]
    assert "Table 2 says the opposite." in site.added(paper.id)
    assert "1 claim to be read with care" in site.page(paper.id).read_text("utf-8")
    assert site.run("status", "--json").json["claims"]["caution"] == 1
    assert site.run("dispute", f"{paper.id}#{claim.id}", "--undo").code == 0
    assert different(site.state(), state) == []


def test_the_next_reading_is_told_once(site: World) -> None:
    """It is asked anew with the reason; what it says again stays disputed, and is not asked for
    a third time.
    """
    read_day(site)
    paper, claim = first(site)
    site.run("dispute", f"{paper.id}#{claim.id}", "--why", "Table 2 says the opposite.")
    asked: list[str] = []

    def same_again(body: Body) -> Move:
        asked.append(body["messages"][1]["content"])
        return Say(json.dumps(paper_reply(body), ensure_ascii=False))

    site.model.answer = same_again
    assert site.update(0, "--refresh").code == 0
    (told,) = [text for text in asked if "holds it to be wrong" in text]
    assert "Table 2 says the opposite." in told
    assert claim.text.zh in told
    _, again = first(site)
    assert again.disputed
    assert again.disputed.told
    asked.clear()
    assert site.update(0, "--refresh").code == 0
    assert asked == []


def test_a_claim_that_is_not_there_is_named(site: World) -> None:
    """With those that are; nothing is written."""
    read_day(site)
    paper, claim = first(site)
    ran = site.run("dispute", f"{paper.id}#c0000000", "--why", "x")
    assert ran.code == 2
    assert claim.id in ran.err
    assert site.run("dispute", f"{paper.id}#{claim.id}").code == 2
    assert site.run("verify", "2401.00001").code == 2
