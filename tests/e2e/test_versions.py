"""A paper changes: its summary is laid beside the new version, and holds for it or is asked about;
at last it is withdrawn.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.e2e.world import World, day, different, latexml, replaced, rows_of
from tests.loopback.model import Body, Move, Say
from tests.loopback.replies import good_reply, is_change, lost_of
from tests.loopback.replies import rows_of as judge_rows
from tests.pages.sample import Sample
from tests.site.shelves import made
from wiki_builder.core.values.announcement import Announcement
from wiki_builder.core.values.paper import Paper
from wiki_builder.site.exports.feeds import feed_files
from wiki_builder.stages import renew as stage

EDIT = "A person says this of the paper."
REASON = "This paper has been withdrawn by the authors due to an error in the second proof."
ROW = rows_of(0)[0]
FIRST = ROW.version
SENTENCES = (
    "We study how agents are trained with rewards from their own traces.",
    "Existing methods assign credit to whole episodes and lose what single steps are worth.",
    "Our method raises the success rate by 4.2 points on the held out tasks.",
    "We compare ten agents over long horizons and find that memory decides.",
    "Code and traces are released together with the training recipes.",
    "A further study shows that the judge agrees with people in most cases.",
)
OLD = " ".join(SENTENCES)
NEW = " ".join(
    (
        SENTENCES[0],
        "Existing methods assign credit to whole episodes and lose what each step is worth.",
        SENTENCES[2].replace("4.2", "3.1"),
        SENTENCES[3],
        SENTENCES[4],
    )
)  # one sentence changed, one number, and the last paragraph is gone
NEW_SECTION = (
    b'<section id="S5" class="ltx_section"><h2 class="ltx_title ltx_title_section">5 Ablation on'
    b' memory</h2><div id="S5.p1" class="ltx_para"><p class="ltx_p">Without memory, success is'
    b" lower.</p></div></section>"
)
FIRST_ROW = replace(ROW, version=replace(FIRST, abstract=OLD))


def version(number: int, abstract: str, comment: str | None = None) -> Announcement:
    told = replace(FIRST, number=number, abstract=abstract, comment=comment)
    return replace(ROW, types=("replace",), version=told)


def begin(site: World, **tables: str) -> Paper:
    """A wiki with the first version summarised, and papers beside it."""
    site.init('prices = { input = 1.0, output = 2.0, date = "2026-05-01" }', **tables)
    site.announce(0, (FIRST_ROW, *rows_of(0)[1:]))
    ran = site.update(0)
    assert ran.code == 0, ran.out
    return site.paper(ROW.id)


def replace_with(site: World, number: int, row: Announcement, *args: object) -> dict[str, object]:
    """The paper is replaced on a day, and the wiki updated; the run's document."""
    site.announce(number, (row, *rows_of(number, 2)))
    ran = site.update(number, "--json", *args)
    assert ran.code == 0, ran.out
    return ran.json


def changes(site: World, since: int = 0) -> list[Body]:
    """The questions about new versions."""
    return [body for body in site.model.requests[since:] if is_change(body)]


def test_from_the_first_version_to_its_withdrawal(site: World) -> None:
    """Of a new version only what does not stand is asked for; the page says what changed, and a
    person's words keep their evidence; a withdrawn paper leaves lists, concepts and feeds.
    """
    before = begin(site)
    page = site.page(ROW.id)
    assert before.analysis
    second = next(c for c in before.analysis.claims if c.evidence.quote == SENTENCES[1])
    replaced(page, second.text.en, EDIT)
    assert site.update(0).code == 0

    done = replace_with(site, 1, version(2, NEW))
    assert done["renewed"] | {"pending": {}} == {  # type: ignore[operator]  # it is a dictionary
        "holds": [], "changed": [ROW.id], "withdrawn": [], "failed": [], "pending": {},
    }  # fmt: skip
    (question,) = changes(site)
    lost = {row["quote"] for row in lost_of(question)}
    assert lost == {SENTENCES[1], SENTENCES[2], SENTENCES[5]}
    paper = site.paper(ROW.id)
    assert paper.analysis
    assert paper.text
    assert (paper.text.version, paper.analysis.dropped) == (2, 1)
    assert paper.latest.submitted
    stayed = {c.id for c in before.analysis.claims if c.evidence.quote not in lost}
    assert stayed <= {c.id for c in paper.analysis.claims}
    assert all(c.quote == "found" for c in paper.analysis.claims)
    text = page.read_text("utf-8")
    assert "## New in v2" in text
    assert "## v2 的变化" in text
    assert "Left out, since v2 does not say it any more: 1 of the claims" in text
    assert EDIT in text
    assert second.text.zh in text
    assert "the summary of v2 is without it" in text
    added = site.added(ROW.id)
    assert SENTENCES[1] in added
    assert "New version compared by" in added
    assert "prompt change/1" in added
    receipt = {row.id: row for row in site.receipts()[str(day(1))].rows}
    assert receipt[ROW.id].reason == "in the wiki, and here as a new version"
    assert "you reworded a claim that the latest reading" in site.run("check").out
    assert site.run("status", "--json").json["outdated"] == 0

    calls, state = site.model.calls, site.state()
    assert site.update(1).code == 0
    assert (site.model.calls, different(site.state(), state)) == (calls, [])

    assert {"daily", "papers"} <= linked(site)
    day_page = site.root / "docs" / "daily" / f"{day(1)}.md"
    new = day_page.read_text("utf-8").partition("## New versions")[2].partition("<!-- /wiki")[0]
    assert f"{page.name}) · v2\n" in new
    assert in_feed(site)
    assert "&lt;p&gt;updated to v2&lt;/p&gt;" in feed(site)
    asked = site.model.calls
    done = replace_with(site, 2, version(3, NEW, REASON))
    assert done["renewed"]["withdrawn"] == [ROW.id]  # type: ignore[index]  # it is a dictionary
    assert len(changes(site, asked)) == 0
    text = page.read_text("utf-8")
    assert text.index("Withdrawn by its authors") < text.index("wiki:summary.en")
    assert REASON in text
    assert EDIT in text
    assert "## New in v2" in text
    assert linked(site) <= {"log"}, linked(site)
    day_page = site.root / "docs" / "daily" / f"{day(2)}.md"
    (told,) = (line for line in day_page.read_text("utf-8").splitlines() if page.name in line)
    assert " · v3 · Withdrawn by its authors · 作者已撤回" in told
    assert not in_feed(site)


def linked(site: World) -> set[str]:
    """The folders of the pages beside its own that list the paper or rest on it; that a concept
    was first explained there is no evidence, and that it was withdrawn is told on its days.
    """
    own, page = site.page(ROW.id).name, site.page(ROW.id).relative_to(site.root).as_posix()
    texts = {path: content.decode() for path, content in site.state().items() if path != page}
    return {
        path.split("/")[1]
        for path, text in texts.items()
        if path.startswith("docs/") and path.endswith(".md")
        for line in text.splitlines()
        if own in line
        and not line.startswith(("As worded in the analysis", "释义出自"))
        and "Withdrawn by its authors" not in line
    }


def in_feed(site: World) -> bool:
    """Whether the feed of all papers has it."""
    return f"/{site.page(ROW.id).stem}/" in feed(site)


def feed(site: World) -> str:
    """The feed of all papers."""
    return dict(feed_files(made(Sample(site.root))))["feeds/all.en.xml"]


def test_nothing_is_asked_where_all_stands(site: World) -> None:
    """A new version that says all of it, set otherwise: the summary holds for it, with nothing
    asked.
    """
    before = begin(site)
    done = replace_with(site, 1, version(2, OLD.replace(". ", ".\n\n")))
    assert done["renewed"]["holds"] == [ROW.id]  # type: ignore[index]  # it is a dictionary
    paper = site.paper(ROW.id)
    assert changes(site) == []
    assert paper.analysis
    assert before.analysis
    assert paper.text
    assert paper.text.version == 2
    assert [c.id for c in paper.analysis.claims] == [c.id for c in before.analysis.claims]
    text = site.page(ROW.id).read_text("utf-8")
    assert "New in v2" not in text
    assert "Left out" not in text


def test_an_abstract_that_says_more_is_asked_about(site: World) -> None:
    """Where every claim stands and the abstract says more, its Chinese is made anew and the page
    may say what is new; no statement is asked for again.
    """
    before = begin(site)
    done = replace_with(site, 1, version(2, f"{OLD} The appendix has the proofs."))
    assert done["renewed"]["changed"] == [ROW.id]  # type: ignore[index]  # it is a dictionary
    (question,) = changes(site)
    said = str(question["messages"])
    assert "The appendix has the proofs." in said
    assert lost_of(question) == []
    assert "statements that a wiki made" not in said
    paper = site.paper(ROW.id)
    assert paper.analysis
    assert before.analysis
    assert [c.id for c in paper.analysis.claims] == [c.id for c in before.analysis.claims]
    assert paper.analysis.abstract_zh != before.analysis.abstract_zh
    assert paper.analysis.dropped == 0


def test_new_sections_of_a_full_text_are_named(site: World) -> None:
    """What a later version only adds is told by its headings, with their places and without a
    model, until the paper is summarised anew; a section with another number is no new one.
    """
    own = ROW.id.removeprefix("arxiv:")
    site.arxiv.html[f"{own}v1"] = latexml(FIRST_ROW)
    begin(site, text='order = ["html", "abstract"]')
    more = latexml(FIRST_ROW).replace(b"2 Part", b"7 PART")
    site.arxiv.html[f"{own}v2"] = more.replace(b"</article>", NEW_SECTION + b"</article>")
    done = replace_with(site, 1, version(2, OLD))
    assert done["renewed"]["holds"] == [ROW.id]  # type: ignore[index]  # it is a dictionary
    text = site.page(ROW.id).read_text("utf-8")
    (line,) = (line for line in text.splitlines() if "a later version brought" in line)
    assert "[5 Ablation on memory](" in line
    assert f"{own}v2#S5.p1)" in line
    assert "Part" not in line
    assert "PART" not in line
    site.arxiv.html[f"{own}v3"] = site.arxiv.html[f"{own}v2"]
    replace_with(site, 2, version(3, OLD))
    assert "5 Ablation on memory" in site.page(ROW.id).read_text("utf-8")
    assert changes(site) == []


@pytest.mark.parametrize("at", ["told", "asked", "kept"])
def test_a_killed_run_goes_on(site: World, monkeypatch: pytest.MonkeyPatch, at: str) -> None:
    """Killed when arXiv has told, when the answer is paid for, and when it is kept and not used
    up: the next run ends at the same pages, and pays for nothing twice.
    """
    begin(site)
    site.announce(1, (version(2, NEW), *rows_of(1, 2)))
    kill = {"told": "papers_to_renew", "asked": "with_changes", "kept": "use_up"}[at]

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(
            "wiki_builder.work.papers_to_renew" if at == "told" else stage,
            *([killed] if at == "told" else [kill, killed]),
        )
        assert site.update(1).code != 0
    asked = len(changes(site))
    assert site.update(1).code == 0
    assert len(changes(site)) == max(1, asked) == 1
    paper = site.paper(ROW.id)
    assert paper.text
    assert paper.text.version == 2
    assert "## New in v2" in site.page(ROW.id).read_text("utf-8")
    assert not list(site.wiki.pending.rglob("*.*"))


def test_what_cannot_be_asked_waits_and_says_so(site: World) -> None:
    """Without money the page says of which version it speaks; the estimate counts the question, and
    the next run with money asks it.
    """
    begin(site)
    site.announce(1, (version(2, NEW),))
    needed = site.update(1, "--estimate", "--json").json
    assert needed["estimate"]["change_calls"] == 1
    assert needed["renewed"]["at_most"] == 1
    assert "would compare 1 new version" in site.update(1, "--dry-run").out
    site.settings('engine = "none"')
    ran = site.update(1)
    assert "1 new version not compared yet" in ran.out
    text = site.page(ROW.id).read_text("utf-8")
    assert "What follows is about v1; v2 has not been compared with it yet." in text
    site.settings()
    ran = site.update(1)
    assert ran.code == 0, ran.out
    assert "1 new version compared (1 asked about)" in ran.out
    assert "has not been compared" not in site.page(ROW.id).read_text("utf-8")


def test_a_useless_answer_is_named_and_not_asked_for_ever(site: World) -> None:
    """The summary stays that of the version before, the page says why, and after three runs nothing
    more is paid.
    """
    begin(site)

    def answer(body: Body) -> Move:
        return Say("no") if is_change(body) else good_reply(body)

    site.model.answer = answer
    site.announce(1, (version(2, NEW),))
    codes = [site.update(1).code for _ in range(5)]
    assert codes == [1, 1, 1, 0, 0]
    assert len(changes(site)) == 6
    paper = site.paper(ROW.id)
    assert paper.text
    assert paper.text.version == 1
    assert "v2: the reply cannot be used" in site.page(ROW.id).read_text("utf-8")
    site.model.answer = good_reply
    replace_with(site, 2, version(3, NEW))
    assert "New in v3" in site.page(ROW.id).read_text("utf-8")


def test_a_new_version_is_a_question_by_hand(site: World) -> None:
    """With hand-off the question about a new version waits like any other."""
    begin(site)
    site.settings('engine = "handoff"')
    site.announce(1, (version(2, NEW),))
    assert site.update(1).code == 0
    (key,) = (key for key in site.run("answer").out.splitlines() if key.startswith("change-"))
    question = site.run("answer", key).out
    user = {"content": question.partition("# user")[2]}
    reply = good_reply({"messages": [{"content": ""}, user]}).content
    filed = site.run("answer", key, "-", stdin=str(reply))
    assert filed.code == 0, filed
    assert site.update(1).code == 0
    assert json.loads(str(reply))["change"]
    assert "## New in v2" in site.page(ROW.id).read_text("utf-8")


def test_a_full_text_is_laid_beside_a_full_text(site: World) -> None:
    """A paper that was read in full is never held against an abstract: where the new version's text
    does not come the page says so, and the next run compares; where HTML is late the PDF would do.
    """
    own = ROW.id.removeprefix("arxiv:")
    site.arxiv.html[f"{own}v1"] = latexml(FIRST_ROW)
    before = begin(site, text='order = ["html", "abstract"]')
    assert before.text
    assert before.text.kind == "html"
    site.announce(1, (version(2, NEW),))
    ran = site.update(1)
    assert ran.code == 1
    assert f"its new version: {ROW.id}: its full text could not be had" in ran.out
    assert "v2 has not been compared" in site.page(ROW.id).read_text("utf-8")
    site.arxiv.html[f"{own}v2"] = latexml(version(2, NEW))
    assert site.update(1).code == 0
    paper = site.paper(ROW.id)
    assert paper.text
    assert (paper.text.kind, paper.text.version, paper.failed) == ("html", 2, None)
    (question,) = changes(site)
    assert {row.get("quote") for row in lost_of(question)} & set(SENTENCES)
    assert "## New in v2" in site.page(ROW.id).read_text("utf-8")


def test_arxiv_may_tell_another_time(site: World) -> None:
    """Where the API does not answer the summary is compared all the same, the run says so, and the
    next one learns that the paper was withdrawn.
    """
    begin(site)
    site.announce(1, (version(2, OLD, REASON), *rows_of(1, 2)))
    site.arxiv.fail("/api/", status=503, times=50)
    ran = site.update(1)
    assert ran.code == 3, ran
    assert REASON not in site.page(ROW.id).read_text("utf-8")
    site.arxiv.mend()
    ran = site.update(1)
    assert ran.code == 0, ran.out
    assert f"withdrawn: {ROW.id}" in ran.out
    assert REASON in site.page(ROW.id).read_text("utf-8")


def test_what_is_new_is_judged_and_what_stands_is_not_again(site: World) -> None:
    """With a judge on all, only the words that came with the new version go to it."""
    begin(site, check='judge = "all"')
    asked = site.model.calls
    site.announce(1, (version(2, NEW),))
    assert site.update(1).code == 0
    judged = [
        row
        for body in site.model.requests[asked:]
        if not is_change(body)
        for row in judge_rows(body)
    ]
    paper = site.paper(ROW.id)
    assert paper.analysis
    new = {claim.id for claim in paper.analysis.claims if claim.evidence.quote not in SENTENCES}
    assert {row["id"] for row in judged if row.get("quote")} == new
    assert all(claim.verdicts for claim in paper.analysis.claims if claim.id in new)
