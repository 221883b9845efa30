"""A person's day: what they do to pages stays done, whatever the builder does next."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from drill import command as processes
from tests.e2e.world import (
    CATEGORIES,
    World,
    day,
    different,
    files,
    latexml,
    real_rows,
    replaced,
    rows_of,
    second_version,
)
from tests.fulltext.pdfs import PROSE, lines, pdf
from tests.loopback.model import Body, Move, Say
from tests.loopback.replies import good_reply, paper_reply
from wiki_builder.pages.files import render_pages
from wiki_builder.pages.rendered import Rendered
from wiki_builder.stages import render

EDIT = "A person says this of the paper."


def read_day(site: World, **tables: str) -> None:
    """A wiki with Monday's papers read."""
    site.init(**tables)
    site.announce(0)
    ran = site.update(0)
    assert ran.code == 0, ran


def mentions(site: World, id_: str) -> list[str]:
    """The pages that link to a paper's page or name its id,
    its own and the log of what was announced apart.
    """
    own = id_.removeprefix("arxiv:")
    return [
        path
        for path, content in site.state().items()
        if path.startswith("docs/") and f"{own}.md".encode() in content
    ]


def test_a_day_of_editing(site: World) -> None:
    """An edit, notes, tags, a moved and a deleted page are as the person left them after the
    next day's update.
    """
    read_day(site)
    edited, noted, moved, deleted, tagged = (site.page(row.id) for row in rows_of(0)[:5])
    replaced(edited, "The authors present", EDIT)
    with noted.open("a", encoding="utf-8") as page:
        page.write("\nMy note, with `code` and a [link](https://example.org).\n")
    place = site.root / "docs" / "mine" / "my own name.md"
    place.parent.mkdir()
    moved.rename(place)
    deleted.unlink()
    replaced(tagged, "---\n", "---\ntags: [mine, 我的]\nstatus: reading\n")
    before = {path: path.read_text("utf-8") for path in (edited, noted, tagged)}

    site.announce(1)
    assert site.update(1).code == 0
    after = edited.read_text("utf-8")
    assert EDIT in after
    assert "My note, with `code` and a [link](https://example.org)." in noted.read_text("utf-8")
    assert "tags: [mine, 我的]\nstatus: reading\n" in tagged.read_text("utf-8")
    assert not moved.exists()
    assert not deleted.exists()
    assert place.is_file()
    for path, text in before.items():  # no other paper is news to them
        assert path.read_text("utf-8") == text

    daily = site.text("docs/daily/2026-05-04.md")
    assert "mine/my%20own%20name.md" in daily
    assert any(
        EDIT.encode() in content for path, content in site.state().items() if "/papers/" not in path
    )
    assert mentions(site, rows_of(0)[3].id) == []
    check = site.run("check", "--json")
    assert check.code == 0, check.out
    assert check.json["problems"] == []


def test_a_deleted_paper_is_rejected_until_it_is_added(site: World) -> None:
    """A paper whose page was deleted vanishes from every other page and stays away;
    ``add`` brings it back.
    """
    read_day(site)
    row = rows_of(0)[0]
    whole = site.state()
    assert len(mentions(site, row.id)) > 3
    site.page(row.id).unlink()
    calls = site.model.calls
    ran = site.update(0)
    assert ran.code == 0, ran
    assert mentions(site, row.id) == []
    assert site.run("status", "--json").json["rejected"] == [row.id]
    problems = site.run("check", "--json").json["problems"]
    assert all("which 1 paper of this wiki uses" in problem["what"] for problem in problems)
    site.announce(1, (second_version(row, "new"), *rows_of(1, 2)))
    assert site.update(1).code == 0
    assert not site.page(row.id).exists()
    assert mentions(site, row.id) == []
    announced = {r.id: r for r in site.receipts()["2026-05-05"].rows}
    assert announced[row.id].outcome == "known"
    assert "rejected" in (announced[row.id].reason or "")
    assert site.model.calls == calls + 2

    back = site.run("add", row.id.removeprefix("arxiv:"), "--today", day(1))
    assert back.code == 0, back
    assert site.page(row.id).is_file()
    assert {path for path in whole if path.startswith("docs/daily/2026-05-04")} <= set(
        mentions(site, row.id)
    )
    assert site.run("status", "--json").json["rejected"] == []
    assert not site.run("check").code


def test_rejecting_makes_no_room_for_another(site: World) -> None:
    """A second run on the day on which a paper was rejected takes no other paper in its place."""
    site.init(interests="papers_per_day = 2")
    site.announce(0)
    assert site.update(0).code == 0
    site.page(rows_of(0)[0].id).unlink()
    calls = site.model.calls
    assert site.update(0).code == 0
    assert site.model.calls == calls
    assert len(site.papers()) == 2


def refined(body: Body) -> Move:
    """Another reply than before: what a newer version says."""
    said = good_reply(body)
    return Say(str(said.content).replace("The authors present", "In the newer version they show"))


def saved(site: World, what: str) -> None:
    """What a person does while a run is at work."""
    page = site.page(rows_of(0)[0].id)
    if what == "edit":
        heading = page.read_text("utf-8").split("<!-- wiki:headline.en -->\n")[1].splitlines()[0]
        replaced(page, heading, "As a person says it")
    elif what == "deletion":
        page.unlink()
    else:
        replaced(site.root / "wiki.toml", "[model]", '[wiki]\ntitle = "Of mine"\n[model]')


@pytest.mark.parametrize("what", ["edit", "deletion", "settings"])
def test_what_is_saved_while_a_run_writes_pages_is_for_the_next(
    site: World, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Though nothing more is announced: the run had read the pages before they were saved, and the
    settings when it began.
    """
    read_day(site)

    def meanwhile(*args: Any, **more: Any) -> Rendered:
        done = render_pages(*args, **more)
        saved(site, what)
        return done

    with monkeypatch.context() as patch:
        patch.setattr(render, "render_pages", meanwhile)
        site.announce(1)
        assert site.update(1).code == 0
    assert site.update(1).code == 0
    after = site.state()
    site.run("render")
    assert different(after, site.state()) == []
    assert site.update(1).out.splitlines()[2] == "0 of 0 pages written", "and then it rests"


def test_proposals(site: World) -> None:
    """What the builder would say of an edited part is listed, shown, accepted or dismissed,
    and never forced.
    """
    read_day(site)
    one, other = rows_of(0)[:2]
    for row in (one, other):
        replaced(site.page(row.id), "The authors present", EDIT)
    assert site.update(0).code == 0
    assert site.run("proposals", "list").out == "no proposals\n"
    site.announce(1, (second_version(one), second_version(other)))
    site.model.answer = refined
    refreshed = site.update(1, "--refresh", "--json")
    assert refreshed.code == 0, refreshed
    assert refreshed.json["proposals"] == 2
    assert all(EDIT in site.page(row.id).read_text("utf-8") for row in (one, other))

    names = site.run("proposals", "list").out.split()
    first, second = (f"{row.id.removeprefix('arxiv:')}#summary.en" for row in (one, other))
    assert names == [first, second]
    diff = site.run("proposals", "diff", first)
    assert f"-{EDIT}" in diff.out.replace("- ", "-")
    assert "In the newer version they show" in diff.out
    assert second not in diff.out
    assert site.run("proposals", "accept", "2605.99999").code == 2
    assert site.run("proposals", "accept", first).code == 0
    assert EDIT not in site.page(one.id).read_text("utf-8")
    assert "In the newer version they show" in site.page(one.id).read_text("utf-8")
    assert site.run("proposals", "list").out.split() == [second]
    assert site.run("proposals", "dismiss", second).code == 0
    assert EDIT in site.page(other.id).read_text("utf-8")
    assert site.run("proposals", "list").out == "no proposals\n"
    state = site.state()
    assert site.update(1).code == 0
    assert not different(site.state(), state)


def test_restore(site: World) -> None:
    """``restore`` brings back a section or a page that was deleted;
    what stands there already is said to be.
    """
    read_day(site)
    row = rows_of(0)[0]
    page, own = site.page(row.id), row.id.removeprefix("arxiv:")
    whole = page.read_text("utf-8")
    start, end = whole.index("<!-- wiki:summary.en -->"), whole.index("<!-- wiki:summary.zh -->")
    page.write_text(whole[:start] + whole[end:], "utf-8")
    assert site.update(0).code == 0
    assert "<!-- wiki:summary.en -->" not in page.read_text("utf-8")
    assert "stands there already" in site.run("restore", f"{own}#summary.zh").out
    assert site.run("restore", f"{own}#sumary.zh").code == 2
    assert site.run("restore", f"{own}#summary.en").code == 0
    assert "<!-- wiki:summary.en -->" in page.read_text("utf-8")
    page.unlink()
    assert site.update(0).code == 0
    assert not page.exists()
    assert site.run("restore", own).code == 0
    assert page.read_text("utf-8") == whole
    assert "stands there already" in site.run("restore", own).out
    assert site.run("restore", "2605.99999").code == 2


def test_a_broken_page_is_named_and_left(site: World) -> None:
    """A page with conflict markers keeps its bytes and is named with its line in each run,
    exit 1, until mended.
    """
    read_day(site)
    page = site.page(rows_of(0)[0].id)
    whole = page.read_text("utf-8")
    broken = whole.replace("<!-- /wiki -->", "<<<<<<< ours\n<!-- /wiki -->\n>>>>>>> theirs", 1)
    page.write_text(broken, "utf-8")
    for _ in range(2):
        ran = site.update(0, "--json")
        assert ran.code == 1, ran
        (named,) = ran.json["broken_pages"]
        assert named["path"] == page.relative_to(site.root / "docs").as_posix()
        assert named["line"] == broken[: broken.index("<<<<<<<")].count("\n") + 1
        assert page.read_text("utf-8") == broken
    check = site.run("check", "--json")
    assert check.code == 1
    assert any(problem["line"] == named["line"] for problem in check.json["problems"])
    page.write_text(whole, "utf-8")
    assert site.update(0).code == 0


def test_documents_for_programs(site: World) -> None:
    """``--json`` prints one document on standard output and nothing else, in update,
    status and check.
    """
    site.init()
    site.announce(0)
    for command in (
        ("update", "--today", day(0)),
        ("update", "--today", day(0)),
        ("status",),
        ("check",),
    ):
        ran = site.run(*command, "--json")
        assert isinstance(ran.json, dict), command
        assert ran.err == ""
    numbers = site.run("status", "--json", "--today", day(0)).json
    assert (numbers["papers"], numbers["read"], numbers["pending"], numbers["failed"]) == (
        6,
        6,
        0,
        0,
    )
    run = numbers["runs"][0]
    assert (run["name"], run["announced"], run["taken"], run["failed"]) == ("2026-05-04", 6, 6, 0)


def test_a_process_of_its_own(site: World) -> None:
    """The program as it is installed: the document on standard output,
    progress on standard error, the exit code.
    """
    site.init('engine = "none"')
    site.announce(0)
    program = [sys.executable, "-W", "error", "-m", "wiki_builder", "-C", str(site.root)]
    command = [*program, "update", "--today", "2026-05-04"]
    plain = subprocess.run([*command, "--dry-run"], capture_output=True, text=True, check=False)
    assert (plain.returncode, plain.stderr) == (0, f"discover {CATEGORIES.replace(',', ', ')}\n")
    ran = subprocess.run([*command, "--json"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads(ran.stdout)["announced"] == 6


def test_two_updates_at_once(site: World) -> None:
    """While one command writes, a second update, an add and a restore exit with 3 and say why."""
    site.init()
    site.announce(0)
    commands: list[list[object]] = [
        ["update", "--today", day(0)],
        ["add", "2605.02308"],
        ["restore", "2605.02308"],
        ["render"],
    ]
    ran: list[processes.Ran] = []

    def run_meanwhile(body: Body) -> Move:
        if not ran:
            ran.extend(processes.run("-C", site.root, *command) for command in commands)
        return good_reply(body)

    site.model.answer = run_meanwhile
    assert site.update(0).code == 0
    assert [one.code for one in ran] == [3] * 4
    assert all("another run is at work" in one.err for one in ran)


def test_papers_by_hand(site: World, tmp_path: object) -> None:
    """``add`` takes an id, an address and a file, once each;
    what arXiv does not have is named, exit 1.
    """
    site.init(text='order = ["html", "abstract"]')
    one, other = real_rows()[30:32]
    site.arxiv.submit(one)
    site.arxiv.submit(other)
    site.arxiv.html[one.id.removeprefix("arxiv:")] = latexml(one)
    file = site.root.parent / "paper.pdf"
    file.write_bytes(pdf([lines(["A Paper of Ours", "", "Abstract", *PROSE * 4])]))
    own = one.id.removeprefix("arxiv:")
    given = (own, f"https://arxiv.org/abs/{other.id.removeprefix('arxiv:')}v1", file)
    ran = site.run("add", *given, "--today", day(0))
    assert ran.code == 0, ran
    assert sorted(paper.id.partition(":")[0] for paper in site.papers()) == [
        "arxiv",
        "arxiv",
        "file",
    ]
    assert all(paper.analysis for paper in site.papers())
    state = site.state()
    assert site.run("add", *given, "--today", day(0)).code == 0
    assert not different(site.state(), state)
    assert not site.run("check").code
    missing = site.run("add", "2605.99999", "--today", day(0))
    assert missing.code == 1, missing
    assert "2605.99999" in missing.out
    row = next(
        row for row in site.receipts()["add-2026-05-04"].rows if row.id == "arxiv:2605.99999"
    )
    assert (row.outcome, bool(row.reason)) == ("failed", True)
    assert site.run("add", site.root / "no.pdf").code == 2


def test_a_file_whose_reply_was_unusable_is_read_again(site: World) -> None:
    """The text of a paper that came as a file is kept until it has been read."""
    site.init()
    file = site.root.parent / "paper.pdf"
    file.write_bytes(pdf([lines(["A Paper of Ours", "", "Abstract", *PROSE * 4])]))
    site.model.plan += [Say("{}"), Say("{}")]
    assert site.run("add", file, "--today", day(0)).code == 1
    site.announce(0, ())
    assert site.update(0).code == 0
    (paper,) = site.papers()
    assert paper.analysis
    assert not files(site.wiki.pending)


def test_a_mistake_in_the_registry_stops_a_run_before_it_starts(site: World) -> None:
    """A concept file with a mistake is named with its line;
    nothing was written and no model asked.
    """
    site.init()
    site.announce(0)
    assert site.update(0).code == 0
    concept = next(iter(sorted((site.root / "data" / "concepts").glob("*.yml"))))
    concept.write_text(concept.read_text("utf-8") + "kind: oops\n", "utf-8")
    site.announce(1)
    before, asked = site.state(), len(site.model.requests)
    ran = site.update(1)
    assert ran.code == 2, ran
    line = concept.read_text("utf-8").count("\n")
    assert f"{concept.name}:{line}:" in ran.err
    assert "?." not in ran.err
    assert site.state() == before
    assert len(site.model.requests) == asked


def test_a_corrected_claim_outlives_the_next_version(site: World) -> None:
    """The second version is read and other quotes are picked:
    the claim keeps both languages and its quote.
    """
    read_day(site)
    row = rows_of(0)[0]
    old = site.paper(row.id).analysis
    assert old
    claim = next(one for one in old.claims if one.part == "contributions")
    line = next(
        line for line in site.page(row.id).read_text("utf-8").splitlines() if claim.text.zh in line
    )
    replaced(site.page(row.id), line, line.replace(" ^", "，此句经人修改 ^"))
    assert site.update(0).code == 0

    def other_quotes(body: Body) -> Move:
        said = paper_reply(body)
        quote = "The appendix of the replacement reports what the authors found after that."
        said["contributions"][0]["quote"] = quote
        return Say(json.dumps(said, ensure_ascii=False))

    site.announce(1, (second_version(row),))
    site.model.answer = other_quotes
    assert site.update(1, "--refresh").code == 0
    new = site.paper(row.id)
    assert new.analysis
    assert claim.id not in {one.id for one in new.analysis.claims}
    assert claim.id in {one.claim.id for one in new.former}
    page = site.page(row.id).read_text("utf-8")
    assert "此句经人修改" in page
    assert claim.text.en in page
    added = site.added(row.id)
    assert f'id="e-{claim.id}"' in added
    assert "reworded by a person · 措辞经人修改 · the summary of v2 is without it" in added
    own = row.id.removeprefix("arxiv:")
    assert f"{own}#contributions.zh/{claim.id}" in site.run("proposals", "list").out
    assert claim.id in site.run("check").out
    state = site.state()
    assert site.update(1).code == 0
    assert not different(site.state(), state)
