"""Old papers come in: from a library, from a list, by a query; at a price that is said before."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from pathlib import Path

from tests.e2e.world import World, different, real_rows
from wiki_builder.core.store.holdings import read_holdings
from wiki_builder.library.bibtex import latex

OLD = real_rows()[200:204]


def bib(path: Path, *extra: str) -> Path:
    """A library of four papers of arXiv, and what else."""
    entries = [
        f"@misc{{k{n}, title={{{latex(row.version.title)}}},"
        f" author={{{' and '.join(latex(name) for name in row.version.authors)}}},"
        f" eprint={{{row.id.removeprefix('arxiv:')}}}, archivePrefix={{arXiv}}}}"
        for n, row in enumerate(OLD)
    ]
    path.write_text("\n\n".join([*entries, *extra]), "utf-8")
    return path


def submitted(site: World) -> None:
    for row in OLD:
        site.arxiv.submit(row, datetime(2024, 3, 1, tzinfo=UTC))


def test_a_library_comes_in_once(site: World, tmp_path: Path) -> None:
    """Each entry is named; what arXiv does not have is kept in the library alone; a second import
    changes nothing and asks nobody.
    """
    site.init()
    submitted(site)
    file = bib(
        tmp_path / "library.bib",
        "@book{knuth, title={The Art of Programming}, author={Knuth, Donald}}",
        "@misc{gone, title={Not on arXiv any more}, eprint={2401.99999}}",
        "@misc{broken, year=2020}",
    )
    ran = site.run("import", file, "--today", "2026-05-04")
    assert ran.code == 1, ran
    lines = ran.out.splitlines()
    assert [line.partition(":")[0] for line in lines[:7]] == [
        *(["taken"] * 4), "skipped", "failed", "failed",
    ]  # fmt: skip
    assert "7 entries: 4 taken, 0 known, 1 skipped, 2 failed; the library has 6 more works" in lines
    assert {paper.id for paper in site.papers()} == {row.id for row in OLD}
    assert all(paper.analysis for paper in site.papers())
    assert len(read_holdings(site.wiki)) == 6
    before, asked = site.state(), len(site.model.requests)
    again = site.run("import", file, "--today", "2026-05-05", "--json")
    assert (again.json["known"], again.json["library_grew_by"]) == (4, 0)
    assert not different(site.state(), before)
    assert len(site.model.requests) == asked


def test_a_paper_whose_file_cannot_be_read_is_left_as_it_is(site: World, tmp_path: Path) -> None:
    """It is named; what a conflict left of it is not written over."""
    site.init()
    submitted(site)
    file = bib(tmp_path / "a.bib")
    assert site.run("import", file, "--today", "2026-05-04").code == 0
    path = site.wiki.paper(OLD[0].id)
    broken = b"<<<<<<< HEAD\n" + path.read_bytes()
    path.write_bytes(broken)
    again = site.run("import", file, "--today", "2026-05-05", "--json")
    assert (again.json["failed"], again.json["known"]) == (1, 3)
    assert path.read_bytes() == broken


def test_an_estimate_asks_no_model_and_writes_nothing(site: World, tmp_path: Path) -> None:
    """It names the papers and what reading them would need."""
    site.init(model="prices = { input = 1.0, output = 2.0 }\n")
    submitted(site)
    before = site.state()
    ran = site.run(
        "import", bib(tmp_path / "a.bib"), "--estimate", "--today", "2026-05-04", "--json"
    )
    assert ran.code == 0, ran
    assert (ran.json["taken"], ran.json["estimate"]["calls"]) == (4, 4)
    assert ran.json["estimate"]["USD"] > 0
    told = site.run("import", bib(tmp_path / "a.bib"), "--estimate", "--today", "2026-05-04").out
    assert (
        "4 entries: 4 taken, 0 known, 0 skipped, 0 failed; the library would have 4 more works\n"
        in told
    )
    assert not different(site.state(), before)
    assert site.model.requests == []


def test_an_estimate_counts_the_briefing_that_is_due(site: World, tmp_path: Path) -> None:
    """An import is a run, and one that is due is written in it."""
    site.init()
    submitted(site)
    today = site.announce(0).isoformat()
    assert site.update(0).code == 0
    site.settings(briefings="day = true\nweek = false")
    asked = ("import", bib(tmp_path / "a.bib"), "--today", today, "--json")
    assert site.run(*asked, "--estimate").json["estimate"]["briefing_calls"] >= 1
    assert site.run(*asked).json["run"]["briefings"]["written"] == [today]


def test_a_query_brings_old_papers_the_newest_first(site: World) -> None:
    """As many as are wanted; they are nobody's library."""
    site.init()
    submitted(site)
    ran = site.run(
        "import", "--query", f"cat:{OLD[0].version.categories[0]}", "--from", "2024",
        "--until", "2024-12-31", "--limit", "1", "--today", "2026-05-04", "--json",
    )  # fmt: skip
    assert ran.code == 0, ran
    assert ran.json["taken"] == 1
    assert ran.json["skipped"] == len(ran.json["entries"]) - 1
    assert len(site.papers()) == 1
    assert read_holdings(site.wiki) == ()
    (asked,) = [seen for seen in site.arxiv.log if "search_query" in seen.query]
    assert "submittedDate:[202401010000 TO 202412312359]" in asked.query["search_query"]


def test_lines_of_a_daily_repository_come_in(site: World, tmp_path: Path) -> None:
    """By their ids; what somebody's model said of them is not taken over."""
    site.init()
    submitted(site)
    lines = [
        json.dumps({"id": row.id.removeprefix("arxiv:"), "AI": {"tldr": "Injected"}}) for row in OLD
    ]
    file = tmp_path / "2024-03-01_AI_enhanced_Chinese.jsonl"
    file.write_text("\n".join([*lines, "{"]), "utf-8")
    ran = site.run("import", file, "--today", "2026-05-04")
    assert ran.code == 1
    assert "failed: line 5: it is no JSON" in ran.out
    assert len(site.papers()) == 4
    assert "Injected" not in "".join(str(paper) for paper in site.papers())


def test_what_is_asked_for_must_be_clear(site: World, tmp_path: Path) -> None:
    """A file or a query, and since when; nothing is done otherwise."""
    site.init()
    for words in (
        [],
        ["--query", "agents"],
        [tmp_path / "missing.bib"],
        ["--query", " ", "--from", "2024"],
        ["--query", "agents", "--from", "last year"],
    ):
        assert site.run("import", *words).code == 2, words
    assert site.papers() == []


def test_a_library_is_what_papers_are_ranked_by(site: World, tmp_path: Path) -> None:
    """From the day after its import on, and said so."""
    site.init(interests="papers_per_day = 1\n")
    site.announce(0)
    wanted = real_rows()[0:6][4]
    title, abstract = latex(wanted.version.title), latex(wanted.version.abstract)
    file = tmp_path / "a.bib"
    fields = f"title={{{title}}}, author={{X, Y}}, abstract={{{abstract}}}"
    file.write_text(f"@misc{{a, {fields}}}", "utf-8")
    assert site.run("import", file, "--today", date(2026, 5, 1)).code == 0
    assert site.update(0).code == 0
    assert [paper.id for paper in site.papers()] == [wanted.id]
