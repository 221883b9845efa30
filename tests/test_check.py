"""What is wrong in a wiki is named with its place; what is right is not."""

from __future__ import annotations

import errno
import shutil
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from tests.pages.sample import ONE, Sample, sample
from tests.work import calls
from wiki_builder.check import (
    Problem,
    check,
    check_exit,
    check_lines,
    notes,
)
from wiki_builder.core.store.papers import read_paper, read_paper_file, write_paper
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.paper import Failed, Paper
from wiki_builder.library.comparisons import Comparison, write_comparisons
from wiki_builder.scaffold import renew_workflow
from wiki_builder.status import status

PAPER = "papers/2605/2605.00001.md"


@pytest.fixture
def wiki(tmp_path: Path) -> Sample:
    return sample(tmp_path)


def found(wiki: Sample) -> list[Problem]:
    return check(wiki.wiki, wiki.settings)


def test_a_fresh_wiki_has_no_problem(wiki: Sample) -> None:
    """Nothing is wrong, and nothing but the cache is written."""
    before = {
        path: path.read_bytes()
        for folder in ("docs", "data")
        for path in (wiki.root / folder).rglob("*.*")
        if path.is_file()
    }
    assert found(wiki) == []
    assert check_exit([]) == 0
    assert all(path.read_bytes() == content for path, content in before.items())


def test_a_dead_link_of_a_person_is_named(wiki: Sample) -> None:
    """With its line; links to other sites, in code and to anchors are none of it."""
    page = wiki.root / "docs" / PAPER
    text = (
        page.read_text("utf-8")
        + "\n[x](nothing.md) [y](https://a.b/c) [z](#e-c1)\n\n```\n[w](gone.md)\n```\n"
    )
    page.write_text(text, "utf-8")
    line = text.split("\n").index("[x](nothing.md) [y](https://a.b/c) [z](#e-c1)") + 1
    assert found(wiki) == [Problem(f"docs/{PAPER}", line, "dead link: nothing.md")]


def test_a_paper_about_links_has_none(wiki: Sample) -> None:
    """Brackets in a title, a headline or a quote lead nowhere;
    a link of a person beside them is still looked at.
    """
    paper = read_paper(wiki.wiki, ONE)
    assert paper
    assert paper.analysis
    version = replace(paper.versions[-1], title="On [text](where) as a form")
    quoted = (
        replace(one, evidence=replace(one.evidence, quote="see [text](there)"))
        for one in paper.analysis.claims
    )
    headline = Bilingual("How [text](that) came", "[文](何处)")
    analysis = replace(paper.analysis, headline=headline, claims=tuple(quoted))
    write_paper(wiki.wiki, paper.with_(versions=(version,), analysis=analysis))
    wiki.render()
    assert found(wiki) == []
    wiki.edit(PAPER, "## Notes", "## Notes\n\n[x](nothing.md)")
    assert [problem.what for problem in found(wiki)] == ["dead link: nothing.md"]


def test_broken_pages_copies_and_failures_are_named(wiki: Sample) -> None:
    """Each with its place."""
    docs = wiki.root / "docs"
    shutil.copy(docs / PAPER, docs / "papers/2605/copy.md")
    wiki.edit("index.md", "<!-- wiki:written", "<!-- gone")
    paper = read_paper(wiki.wiki, "arxiv:2605.00003")
    assert paper
    write_paper(wiki.wiki, paper.with_(pending=None, failed=Failed("no JSON", attempts=2)))
    problems = {problem.path: problem.what for problem in found(wiki)}
    assert problems["docs/papers/2605/copy.md"] == f"a copy of {ONE}"
    assert "block of what was written is missing" in problems["docs/index.md"]
    assert "2 runs" in problems["arxiv:2605.00003"]
    assert check_exit(found(wiki)) == 1


def test_a_page_in_whose_place_another_file_stands_says_what_to_do(wiki: Sample) -> None:
    """An emptied page can be taken back or put anew; of copies none is thrown away unasked."""
    docs = wiki.root / "docs"
    page = (docs / PAPER).read_bytes()
    (docs / PAPER).write_bytes(b"")
    (problem,) = (one for one in found(wiki) if one.path == f"docs/{PAPER}")
    assert problem.what.endswith(
        f"Take the page back from git; or move this file away, then: wiki-builder restore {ONE}"
    )
    (docs / PAPER).unlink()
    for name in ("one.md", "two.md"):
        (docs / name).write_bytes(page)
    said = {one.path: one.what for one in found(wiki) if "several copies" in one.what}
    assert list(said) == ["docs/one.md", "docs/two.md"]
    assert all(what.endswith("Delete all but one") for what in said.values())


@pytest.mark.parametrize(
    "id_", ["arxiv:2605.99999", "page:nothing", "day:2020-01-01", "x", "../../x", "page:log/x"]
)
def test_a_page_that_says_it_is_one_that_there_never_was_stops_nothing(
    wiki: Sample, id_: str
) -> None:
    """A block from elsewhere is no page of this wiki; a paper's is named."""
    section = "<!-- wiki:title.en -->\nother words\n<!-- /wiki -->\n"
    text = f"{section}\n<!-- wiki:written 2 {id_}\n\ntitle 3f9a2c1d.77b0 ~\n-->\n"
    (wiki.root / "docs" / "own.md").write_text(text, "utf-8")
    assert status(wiki.wiki, wiki.settings, date(2026, 5, 9))["proposals"] == 0
    named = [problem.path for problem in found(wiki)]
    assert named == ([] if id_.startswith(("page:", "day:")) else ["docs/own.md"])


def test_the_wiki_in_numbers(wiki: Sample) -> None:
    """Papers by state, proposals, rejected papers, runs."""
    (wiki.root / "docs" / PAPER).unlink()
    numbers = status(wiki.wiki, wiki.settings, date(2026, 5, 5))
    expected = {
        "papers": 3,
        "read": 2,
        "pending": 1,
        "failed": 0,
        "rejected": [ONE],
        "proposals": 0,
        "broken_pages": [],
    }
    assert {name: numbers[name] for name in expected} == expected
    assert numbers["runs"] == [
        {"name": "2026-05-05", "announced": 4, "taken": 3, "known": 0, "skipped": 1, "failed": 0}
    ]


def test_the_numbers_are_counted_once(wiki: Sample) -> None:
    """While nothing in the wiki changes they are not counted again;
    whatever changes, a new month too, they are.
    """

    def numbers(day: str = "2026-05-05") -> dict[str, object]:
        return dict(status(wiki.wiki, wiki.settings, date.fromisoformat(day)))

    first = numbers()
    assert 2 * calls(lambda: numbers("2026-05-31")) < calls(lambda: numbers("2026-06-01"))
    assert numbers() == first
    page = wiki.root / "docs" / PAPER
    page.write_text(page.read_text("utf-8").replace("---\n", "---\nstatus: to read\n", 1), "utf-8")
    assert numbers() == {**first, "reading": {"to read": 1}}
    spent = wiki.wiki.spending / "2026-05.tsv"
    spent.parent.mkdir(parents=True)
    spent.write_text("1\t2026-05-05\tpaper\tx\tm\t1\t1\t0.5\tUSD\tstated\n", "utf-8")
    assert numbers()["spent_this_month"] == 0.5
    wiki.wiki.caches.status.write_bytes(b"no numbers")
    assert numbers()["spent_this_month"] == 0.5


def test_numbers_of_what_could_not_be_read_are_no_answer_for_later(
    wiki: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A paper that the disk did not give counts again as soon as it does."""
    today = date(2026, 5, 5)

    def failing(path: Path) -> Paper:
        if path.stem == "2605.00001":
            raise OSError(errno.EIO, "Input/output error", str(path))
        return read_paper_file(path)

    shutil.rmtree(wiki.wiki.cache)
    monkeypatch.setattr("wiki_builder.library.index.read_paper_file", failing)
    assert status(wiki.wiki, wiki.settings, today)["papers"] == 2
    monkeypatch.undo()
    assert status(wiki.wiki, wiki.settings, today)["papers"] == 3


# --- Concepts and comparisons -------------------------------------------------------

CONCEPT = "concepts/credit-assignment.md"


def add_concept(wiki: Sample, id_: str, more: str = "") -> None:
    text = f"id: {id_}\nname:\n  en: {id_.replace('-', ' ')}\nfounded: {ONE}\n{more}"
    (wiki.wiki.concepts / f"{id_}.yml").write_text(text, "utf-8")


def write_note(wiki: Sample, note: str) -> int:
    """A note at the end of a paper's page; the line that it stands at."""
    page = wiki.root / "docs" / PAPER
    text = page.read_text("utf-8") + f"\n{note}\n"
    page.write_text(text, "utf-8")
    return text.split("\n").index(note) + 1


def test_a_link_to_a_merged_concept_names_the_new_page(wiki: Sample) -> None:
    """The old address works on the site, so that only the check tells;
    the link to write is given.
    """
    add_concept(wiki, "blame-allocation", "merged: credit-assignment\n")
    line = write_note(wiki, "[old](../../concepts/blame-allocation.md)")
    what = (
        "redirected link: `blame-allocation` was merged into `credit-assignment`. "
        "Link to ../../concepts/credit-assignment.md"
    )
    assert found(wiki) == [Problem(f"docs/{PAPER}", line, what)]


def test_a_wikilink_that_leads_nowhere_is_named(wiki: Sample) -> None:
    """With the nearest name; those that lead somewhere, and those in code, are none of it."""
    line = write_note(wiki, "[[credit asignment]] [[credit assignment]] `[[nobody]]`")
    (problem,) = found(wiki)
    assert (problem.path, problem.line) == (f"docs/{PAPER}", line)
    assert problem.what.startswith("[[credit asignment]]: ")
    assert "[[credit assignment]]" in problem.what


def test_a_page_that_lost_its_second_paper_is_named(wiki: Sample) -> None:
    """Until it is pinned or deleted."""
    (wiki.root / "docs" / PAPER).unlink()
    wiki.render()
    lone = {problem.path: problem.what for problem in found(wiki)}
    assert (
        "which 1 paper of this wiki uses. Keep it: wiki-builder concepts pin credit-assignment"
        in lone[f"docs/{CONCEPT}"]
    )
    file = wiki.wiki.concepts / "credit-assignment.yml"
    file.write_text(file.read_text("utf-8") + "pinned: true\n", "utf-8")
    assert f"docs/{CONCEPT}" not in {problem.path for problem in found(wiki)}


def test_a_concept_that_nobody_mentions_is_named(wiki: Sample) -> None:
    """A comparison keeps it; so does a rejected paper, which may come back."""
    add_concept(wiki, "lonely-idea")
    assert [problem.path for problem in found(wiki)] == ["data/concepts/lonely-idea.yml"]
    write_comparisons(wiki.wiki, [Comparison(("lonely-idea", "credit-assignment"))])
    assert found(wiki) == []
    for page in (PAPER, PAPER.replace("00001", "00002"), CONCEPT, "entities/grpo.md"):
        (wiki.root / "docs" / page).unlink()
    assert found_in(wiki, "data/") == []


def found_in(wiki: Sample, start: str) -> list[Problem]:
    return [problem for problem in found(wiki) if problem.path.startswith(start)]


def test_a_comparison_of_something_unknown_is_named(wiki: Sample) -> None:
    """With its line in the list."""
    write_comparisons(wiki.wiki, [Comparison((ONE, "arxiv:2605.99999"))])
    (problem,) = found_in(wiki, "data/")
    assert (problem.path, problem.line) == ("data/comparisons.txt", 1)
    assert "`arxiv:2605.99999` is no paper" in problem.what


def test_a_concept_file_that_is_gone_is_named(wiki: Sample) -> None:
    """Papers mention it and a page is left of it:
    both are said, and neither ``status`` nor ``proposals`` fails.
    """
    (wiki.wiki.concepts / "credit-assignment.yml").unlink()
    wiki.edit("concepts/credit-assignment.md", "# credit assignment ·", "# blame ·")
    wiki.render()
    problems = {problem.path: problem.what for problem in found(wiki)}
    assert (
        "2 papers of this wiki mention the concept"
        in problems["data/concepts/credit-assignment.yml"]
    )
    assert "whose file is gone" in problems["docs/concepts/credit-assignment.md"]
    assert status(wiki.wiki, wiki.settings, date(2026, 5, 5))["proposals"] == 0


def test_a_live_engine_without_its_key_is_named(wiki: Sample) -> None:
    """`update` would end before it did anything;
    the variable is named, and its value is all that is missing.
    """
    model = wiki.settings.model.model_copy(update={"engine": "litellm", "preset": "gemini"})
    live = wiki.settings.model_copy(update={"model": model})
    whats = [problem.what for problem in check(wiki.wiki, live, {})]
    assert [what for what in whats if "GEMINI_API_KEY is not set on this machine" in what]
    renew_workflow(wiki.root, live)
    assert check(wiki.wiki, live, {}) == []
    assert [note.what for note in notes(wiki.wiki, live, {}) if "GEMINI_API_KEY" in note.what]
    assert [
        note for note in notes(wiki.wiki, live, {"GEMINI_API_KEY": "k"}) if "GEMINI" in note.what
    ] == []


def test_a_note_is_shown_and_nothing_wrong(wiki: Sample) -> None:
    """What is not known to be wrong does not end the command with 1."""
    (note,) = notes(wiki.wiki, wiki.settings, {})
    assert "WIKI_BUILDER is empty" in note.what
    lines = check_lines([], [note])
    assert lines[0] == "nothing is wrong"
    assert lines[1].startswith("note: .github/workflows/daily.yml:")


def test_an_example_that_the_wiki_knows_nothing_of_is_noted(wiki: Sample) -> None:
    """It ranks nothing until it is added; one that was read is as it should be."""
    known = ONE.removeprefix("arxiv:")
    interests = wiki.settings.interests.model_copy(update={"examples": (known, "1901.00001")})
    settings = wiki.settings.model_copy(update={"interests": interests})
    told = [note.what for note in notes(wiki.wiki, settings, {}) if note.path == "wiki.toml"]
    (what,) = [what for what in told if "examples" in what]
    assert what.startswith("[interests] examples: nothing is known of 1901.00001; ")


def test_a_chinese_keyword_without_an_english_name_is_noted(wiki: Sample) -> None:
    """It stands in no abstract; one that the glossary knows is as good as its English name."""
    interests = wiki.settings.interests.model_copy(update={"keywords": ("强化学习", "甲乙丙丁")})
    settings = wiki.settings.model_copy(update={"interests": interests})
    told = [note.what for note in notes(wiki.wiki, settings, {}) if "keywords" in note.what]
    assert told == ["[interests] keywords: no English name is known of 甲乙丙丁; give it, too"]


def test_an_own_menu_is_told_what_the_builders_has_besides(wiki: Sample) -> None:
    """A note with the menu's line, and no problem: a wiki may want less. What a run writes into
    ``mkdocs.base.yml`` is the menu of whoever has none of their own.
    """
    config = wiki.root / "mkdocs.yml"
    own = "nav:\n  - Start: index.md\n  - Radar: radar.md\n"
    config.write_text(f"{config.read_text('utf-8')}{own}", "utf-8")
    (note,) = (one for one in notes(wiki.wiki, wiki.settings, {}) if one.path == "mkdocs.yml")
    assert config.read_text("utf-8").splitlines()[note.line - 1] == "nav:"
    assert "leaves out" in note.what
    assert {"trends.md", "away.md"} <= {*note.what.replace(",", "").split()}
    assert "index.md" not in note.what.replace("/index.md", "")
    assert found(wiki) == []
    for page in ("trends.md", "away.md"):
        assert f": {page}\n" in (wiki.root / "mkdocs.base.yml").read_text("utf-8")
