"""Pages of comparisons: claims that stand and measured results side by side,
and what is never put side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.pages.sample import ONE, THREE, TWO, Sample, analysis, claim, sample
from wiki_builder.cli import cli
from wiki_builder.concepts.registry import dump, load
from wiki_builder.contract.page import Page, read_page
from wiki_builder.core.store.concept_texts import write_concept_text
from wiki_builder.core.store.papers import read_paper, write_paper
from wiki_builder.core.values.analysis import Provenance, ResultRow
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.checks import Finding
from wiki_builder.core.values.concept import (
    Concept,
    ConceptText,
    Merged,
    Sentence,
)
from wiki_builder.core.values.fulltext import TextInfo
from wiki_builder.library.card import Measured
from wiki_builder.library.comparisons import Comparison, write_comparisons
from wiki_builder.pages.views.compare_rows import ComparedValue, tables

PAPERS = "compare/2605.00001--2605.00002.md"
CONCEPTS = "compare/credit-assignment--grpo.md"
DIFFER = "settings may differ · 设置可能不同"


@pytest.fixture
def wiki(tmp_path: Path) -> Sample:
    """Two papers and two concepts side by side."""
    made = sample(tmp_path)
    return compared(made, (TWO, ONE), ("credit-assignment", "grpo"))


def compared(wiki: Sample, *members: Sequence[str]) -> Sample:
    write_comparisons(wiki.wiki, (Comparison(tuple(one)) for one in members))
    wiki.render()
    return wiki


def body(wiki: Sample, path: str, section: str) -> str:
    page = read_page(wiki.page(path).encode())
    assert isinstance(page, Page)
    return page.sections[section].body.strip() if section in page.sections else ""


def measure(wiki: Sample, paper: str, *rows: tuple[str, ResultRow]) -> None:
    """Other results of one paper: the wording of each and its row."""
    results = [
        claim(f"r{n}", "results", said, "中文", row=row) for n, (said, row) in enumerate(rows, 1)
    ]
    wiki.change(paper, claims=(*(c for c in analysis().claims if c.part != "results"), *results))
    wiki.render()


# --- Papers -----------------------------------------------------------------------


def test_papers_side_by_side(wiki: Sample) -> None:
    """In the order of the request: facts, summaries, shared concepts, claims with their evidence,
    in both languages.
    """
    text = wiki.page(PAPERS)
    assert "# Paper 2 vs. Paper 1" in text
    assert 'title: "Paper 2 vs. Paper 1"' in text
    facts = body(wiki, PAPERS, "compare")
    assert "| Side by side · 对比 | [Paper 2](../papers/2605/2605.00002.md) |" in facts
    assert "| Text read · 所读文本 | the full text (HTML) · 全文（HTML） |" in facts
    assert "| Claims · 要点 | 6 shown · 展示 6 条 |" in facts
    assert "**[Paper 1](../papers/2605/2605.00001.md)**：达到 81.2%。" in body(
        wiki, PAPERS, "summary.zh"
    )
    assert "[credit assignment · 信用分配](../concepts/credit-assignment.md)" in body(
        wiki, PAPERS, "concepts-shared"
    )
    assert "- **Steps**: Each step has a reward. [¶](../papers/2605/2605.00002.md#^c1)" in body(
        wiki, PAPERS, "contributions-1.en"
    )
    assert "- 1&#46; Collect traces. [¶](../papers/2605/2605.00001.md#^s1)" in body(
        wiki, PAPERS, "steps-2.en"
    )
    assert "- *推断*：需要模拟器。 [¶]" in body(wiki, PAPERS, "limitations-1.zh")
    assert text.partition("<!-- wiki:written 2 ")[0].endswith(
        "<!-- /wiki -->\n\n## Notes · 笔记\n\n"
    )


def test_papers_are_called_by_what_they_call_their_own(wiki: Sample) -> None:
    """By its own name where a paper has one; by titles where two would go by the same."""
    wiki.change(TWO, short="STEP")
    wiki.render()
    assert "# STEP vs. Paper 1" in wiki.page(PAPERS)
    assert "[STEP vs. Paper 1](2605.00001--2605.00002.md)" in wiki.page("compare/index.md")
    wiki.change(ONE, short="STEP")
    wiki.render()
    assert "# Paper 2 vs. Paper 1" in wiki.page(PAPERS)


def test_what_does_not_stand_is_counted_and_left_out(wiki: Sample) -> None:
    """Only claims that stand are compared; the page says how many others there are."""
    claims = analysis().claims
    wiki.change(
        ONE,
        claims=(
            replace(claims[0], findings=(Finding("number", "7"),)),
            replace(claims[1], quote="missing"),
            *claims[2:],
        ),
    )
    wiki.render()
    assert "4 shown; 2 left out · 展示 4 条，略去 2 条" in body(wiki, PAPERS, "compare")
    assert "Each step has a reward" not in body(wiki, PAPERS, "contributions-2.en")
    assert "One agent" in body(wiki, PAPERS, "contributions-2.en")


def test_what_a_person_changed_on_the_papers_page_counts(wiki: Sample) -> None:
    """A corrected title and summary are shown, a reworded claim is left out,
    and so is one that was taken out.
    """
    paper = "papers/2605/2605.00001.md"
    wiki.edit(paper, "# Paper 1\n", "# Paper One\n")
    wiki.edit(paper, "It reaches 81.2%.\n", "It reaches four fifths.\n")
    wiki.edit(paper, "Each step has a reward.", "Most steps have a reward.")
    wiki.edit(paper, "1. **任务**：三个任务。 ^c2\n", "")
    wiki.render()
    assert "# Paper 2 vs. Paper One" in wiki.page(PAPERS)
    assert "four fifths" in body(wiki, PAPERS, "summary.en")
    assert "steps have a reward" not in body(wiki, PAPERS, "contributions-2.en")
    assert "Three tasks" not in body(wiki, PAPERS, "contributions-2.en")
    assert "4 shown; 2 left out" in body(wiki, PAPERS, "compare")


def test_a_comparison_is_an_ordinary_page(wiki: Sample) -> None:
    """Rendered twice the bytes are the same;
    a person's word stays while the rest follows the papers.
    """
    before = wiki.page(PAPERS)
    assert wiki.render().written == ()
    wiki.edit(
        PAPERS, "[Paper 2](../papers/2605/2605.00002.md)**: It reaches 81.2%.", "Mine**: see notes."
    )
    wiki.change(ONE, summary=Bilingual("It reaches 90%.", "达到 90%。"))
    assert PAPERS in wiki.render().written
    after = body(wiki, PAPERS, "summary.en")
    assert "Mine**: see notes." in after
    assert "It reaches 90%." in after
    assert wiki.page(PAPERS) != before


def test_papers_that_are_not_read_or_not_here_any_more_are_named(tmp_path: Path) -> None:
    """A comparison says which column is empty or gone, and shows the rest."""
    wiki = compared(sample(tmp_path), (ONE, THREE), (ONE, TWO))
    page = "compare/2605.00001--2605.00003.md"
    assert "has not been summarised yet · 尚未解读" in body(wiki, page, "notice")
    assert "<script>" not in wiki.page(page)
    (wiki.root / "docs/papers/2605/2605.00002.md").unlink()
    wiki.render()
    assert "arxiv:2605.00002 is not in this wiki any more" in body(wiki, PAPERS, "notice")
    assert "Paper 2" not in wiki.page(PAPERS).partition("# ")[2]
    assert "One agent" in body(wiki, PAPERS, "contributions-1.en")


# --- Results ----------------------------------------------------------------------


def test_a_paper_that_was_withdrawn_says_so(wiki: Sample) -> None:
    """Its claims are left out, and the reader is told why."""
    paper = read_paper(wiki.wiki, ONE)
    assert paper
    taken_back = replace(paper.latest, number=2, comment="This paper has been withdrawn.")
    write_paper(wiki.wiki, paper.with_(versions=(*paper.versions, taken_back)))
    wiki.render()
    notice = body(wiki, PAPERS, "notice")
    assert "was withdrawn by its authors · 已由作者撤回" in notice
    assert wiki.page(PAPERS).count("withdrawn by its authors") == 1


def test_rows_of_one_name_stand_side_by_side_with_their_evidence(wiki: Sample) -> None:
    """Case and spaces do not count; the baseline is in the cell;
    rows of one paper go to the second table.
    """
    row = ResultRow("ALFWorld", "success rate", "90.0", "%", "GRPO")
    measure(
        wiki,
        ONE,
        ("It reaches 90.0%.", row),
        ("It is 3 points.", ResultRow("X|Y", "gain", "3", "points")),
    )
    measure(wiki, TWO, ("It reaches 93.1%.", ResultRow("alf world", "Success Rate", "93.1%")))
    shared = body(wiki, PAPERS, "results-shared.en")
    assert "**93.1%** [¶](../papers/2605/2605.00002.md#^r1) |" in shared
    assert "**90.0%** [¶](../papers/2605/2605.00001.md#^r1)<br>baseline GRPO |" in shared
    assert DIFFER not in shared
    alone = body(wiki, PAPERS, "results-alone.zh")
    assert "| X&#124;Y | gain | – | **3 points** [¶](../papers/2605/2605.00001.md#^r2) |" in alone
    assert "ALFWorld" not in alone


def test_a_row_says_when_settings_may_differ_and_shows_the_wordings(wiki: Sample) -> None:
    """Another text is another setting: an abstract's number is not
    silently beside a full text's.
    """
    row = ResultRow("GPQA", "accuracy", "60", "%")
    measure(wiki, ONE, ("It reaches 60%.", row))
    measure(wiki, TWO, ("It scores 60%.", row))
    assert DIFFER not in body(wiki, PAPERS, "results-shared.en")
    paper = read_paper(wiki.wiki, ONE)
    assert paper
    write_paper(wiki.wiki, paper.with_(text=TextInfo("abstract", "0" * 16, 1)))
    wiki.render()
    shared = body(wiki, PAPERS, "results-shared.en")
    assert f"accuracy<br>*{DIFFER}*" in shared
    assert "<small>It reaches 60%.</small>" in shared


def test_a_result_that_a_person_took_out_of_the_table_is_not_compared(wiki: Sample) -> None:
    """A row that was deleted on the paper's page is shown nowhere else."""
    page = "papers/2605/2605.00001.md"
    row = next(line for line in wiki.page(page).splitlines() if line.endswith("^r1 |"))
    wiki.edit(page, f"{row}\n", "")
    wiki.render()
    assert "2605.00001.md#^r1" not in wiki.page(PAPERS)
    assert "2605.00002.md#^r1" in wiki.page(PAPERS)


def value(column: int, said: str, row: ResultRow, claim_: str = "r1") -> ComparedValue:
    return ComparedValue(
        column, f"arxiv:2605.0000{column + 1}", Measured(claim_, Bilingual(said, said), row)
    )


ACCURACY = ResultRow("GPQA", "accuracy", "60", "%")


@pytest.mark.parametrize(
    ("first", "second", "differ"),
    [
        (("It reaches 60%.", ACCURACY), ("Accuracy is 60%.", ACCURACY), False),
        (("It reaches 60% pass@1.", ACCURACY), ("It reaches 60%.", ACCURACY), True),
        (("It reaches 60% zero-shot.", ACCURACY), ("It reaches 60% zero-shot.", ACCURACY), False),
        (("It reaches 60% with tools.", ACCURACY), ("It reaches 60%.", ACCURACY), True),
        (("Qwen3-4B reaches 60%.", ACCURACY), ("Qwen3-8B reaches 60%.", ACCURACY), True),
        (("It gains 60%.", replace(ACCURACY, value="+60")), ("It reaches 60%.", ACCURACY), True),
        (
            ("It reaches 60%.", replace(ACCURACY, value="up to 60")),
            ("It reaches 60%.", ACCURACY),
            True,
        ),
        (
            ("It gains 60%.", replace(ACCURACY, metric="gain", baseline="GRPO")),
            ("It gains 60%.", replace(ACCURACY, metric="gain", baseline="PPO")),
            True,
        ),
    ],
)
def test_qualifiers_in_only_one_wording_mark_a_row(
    first: tuple[str, ResultRow], second: tuple[str, ResultRow], differ: bool
) -> None:
    """pass@1, shots, tools, model sizes, gains and bounds are settings; equal ones are none."""
    shared, alone = tables([value(0, *first), value(1, *second)], 2, lambda paper: "full")
    assert [row.differ for row in shared] == [differ]
    assert alone == []


def test_other_units_stand_in_rows_of_their_own() -> None:
    """93 % and 0.93 are never in one row, stand one under the other, and both are marked."""
    values = [value(0, "It is 93%.", replace(ACCURACY, value="93%", unit=None))]
    values += [value(1, "It is 0.93.", replace(ACCURACY, value="0.93", unit=None))]
    shared, _ = tables(values, 2, lambda paper: "full")
    assert [(row.unit, row.differ) for row in shared] == [("", True), ("%", True)]


def test_a_rate_is_what_it_is_the_rate_of() -> None:
    """Success and success rate are one metric; both names stand where both were written."""
    rate, plain = (replace(ACCURACY, metric=name) for name in ("success rate", "Success"))
    values = [value(0, "It is 60%.", rate), value(1, "It is 60%.", plain)]
    shared, alone = tables([*values, value(1, "It is 70%.", rate, "r2")], 2, lambda paper: "full")
    assert ([row.metric for row in shared], alone) == (["success rate / Success"], [])


def test_two_rows_of_one_paper_both_stand_marked() -> None:
    """One paper that measured twice has two values in its cell, told apart by their wordings."""
    values = [value(0, "It is 60%.", ACCURACY, "r1"), value(0, "It is 70%.", ACCURACY, "r2")]
    _, alone = tables(values, 2, lambda paper: "full")
    assert [(len(row.cells[0]), row.cells[1], row.differ) for row in alone] == [(2, (), True)]


@pytest.mark.parametrize("row", [replace(ACCURACY, dataset=None), replace(ACCURACY, metric=None)])
def test_what_is_not_stated_is_never_side_by_side(row: ResultRow) -> None:
    """Without data set or metric nothing says that two papers measured the same."""
    shared, alone = tables(
        [value(0, "It is 60%.", row), value(1, "It is 60%.", row)], 2, lambda paper: "full"
    )
    assert (len(shared), len(alone)) == (0, 2)


def test_tables_are_bounded(wiki: Sample) -> None:
    """At most 40 rows, and how many more there are."""
    measure(
        wiki, ONE, *((f"It is {n}.", ResultRow(f"set {n:02}", "score", str(n))) for n in range(45))
    )
    alone = body(wiki, PAPERS, "results-alone.en")
    assert alone.count("| set ") == 40
    assert "… +6" in alone


# --- Concepts ---------------------------------------------------------------------


def test_concepts_side_by_side(wiki: Sample) -> None:
    """Kind, papers by role, dates, definitions, and the papers that share them."""
    facts = body(wiki, CONCEPTS, "compare")
    assert "| Kind · 类型 | Concept · 概念 | Model · 模型 |" in facts
    assert "| Papers · 论文 | 2 | 2 |" in facts
    assert "uses · 使用 2" in facts
    assert "| First paper · 最早 | 2026-05-05 | 2026-05-05 |" in facts
    assert "What earned a reward." in body(wiki, CONCEPTS, "summary.en")
    assert "[Paper 1](../papers/2605/2605.00001.md) · 2026-05-05" in body(
        wiki, CONCEPTS, "papers-shared"
    )
    assert body(wiki, CONCEPTS, "papers-1") == ""


def test_the_list_of_comparisons_says_how_another_comes(wiki: Sample) -> None:
    """Whoever finds one on the site and wants theirs looks there."""
    assert "`wiki-builder compare ID ID`" in body(wiki, "compare/index.md", "list")


def test_what_one_alone_has_is_said_in_words(wiki: Sample) -> None:
    """Each reader's heading is a phrase with the name in it,
    of a paper or of a concept in their language.
    """
    wiki.change(TWO, concepts=())
    wiki.render()
    assert body(wiki, PAPERS, "concepts-2").startswith(
        "### Listed for Paper 1 alone · 仅列于 Paper 1\n"
    )
    assert body(wiki, CONCEPTS, "papers-2").startswith("### Listed for GRPO alone · 仅列于 GRPO\n")


def test_sentences_that_a_model_wrote_stand_while_their_claims_do(wiki: Sample) -> None:
    """Techniques and open questions lead to their evidence;
    a sentence without ground is left out.
    """
    said = tuple(
        Sentence(Bilingual(en, zh), (cited,))
        for en, zh, cited in (
            ("Steps earn.", "逐步。", f"{ONE}#c1"),
            ("It is gone.", "已无。", f"{ONE}#c9"),
        )
    )
    made_by = Provenance("replay", "a model", "concept/1", "1", "2026-05-05")
    write_concept_text(
        wiki.wiki, ConceptText("credit-assignment", (), (), said, (), (), {}, made_by)
    )
    wiki.render()
    techniques = body(wiki, CONCEPTS, "techniques-1.en")
    assert "Steps earn." in techniques
    assert "../papers/2605/2605.00001.md#^c1" in techniques
    assert "It is gone" not in wiki.page(CONCEPTS)
    assert "逐步。" in body(wiki, CONCEPTS, "techniques-1.zh")


def test_a_merged_concept_is_compared_as_what_it_went_into(wiki: Sample) -> None:
    """The page keeps its address, and says what became of the name."""
    folder = wiki.wiki.concepts
    reward = Concept("reward", Bilingual("reward", "奖励"), ONE)
    merged = Concept("prize", Bilingual("prize", "奖品"), ONE, merged=Merged("reward"))
    for one in (reward, merged):
        (folder / f"{one.id}.yml").write_text(dump(one), "utf-8")
    compared(wiki, ("prize", "grpo"))
    assert set(load(folder).standing) >= {"reward", "grpo"}
    page = "compare/grpo--prize.md"
    assert "prize · 奖品 was merged into · 已并入: reward · 奖励" in body(wiki, page, "notice")
    assert "reward · 奖励" in body(wiki, page, "compare")


# --- The command ------------------------------------------------------------------


def run(wiki: Sample, *words: str) -> str:
    done = CliRunner().invoke(
        cli, ["-C", str(wiki.root), "compare", "--quiet", *words], catch_exceptions=False
    )
    assert done.exit_code == 0, done.output
    return done.output.strip().splitlines()[-1]


def test_the_command_keeps_lists_and_drops(tmp_path: Path) -> None:
    """A page is made once for any order, is listed, stays when it is dropped,
    and comes back when asked for again.
    """
    wiki = sample(tmp_path)
    assert "wiki-builder compare A B" in wiki.page("compare/index.md")
    assert run(wiki) == "none yet"
    assert run(wiki, "2605.00002", ONE) == f"docs/{PAPERS}"
    assert run(wiki, ONE, TWO) == f"docs/{PAPERS}"
    assert "# Paper 2 vs. Paper 1" in wiki.page(PAPERS)
    assert "[Paper 2 vs. Paper 1](2605.00001--2605.00002.md)" in wiki.page("compare/index.md")
    assert run(wiki) == f"docs/{PAPERS}: {TWO} {ONE}"
    (wiki.root / "docs" / PAPERS).unlink()
    wiki.render()
    assert not (wiki.root / "docs" / PAPERS).exists()
    run(wiki, ONE, TWO)
    before = wiki.page(PAPERS)
    assert "its page stays" in run(wiki, "--remove", TWO, ONE)
    assert run(wiki) == "none yet"
    assert wiki.page(PAPERS) == before
    assert "Paper 2" not in wiki.page("compare/index.md")


def test_what_is_one_concept_by_now_is_dropped_as_it_is_listed(tmp_path: Path) -> None:
    """After a merge both names mean one concept; the words of the list still say which line."""
    wiki = sample(tmp_path)
    for one in (
        Concept("reward", Bilingual("reward", "奖励"), ONE),
        Concept("prize", Bilingual("prize", "奖品"), ONE, merged=Merged("reward")),
    ):
        (wiki.wiki.concepts / f"{one.id}.yml").write_text(dump(one), "utf-8")
    compared(wiki, ("prize", "reward"))
    assert "its page stays" in run(wiki, "--remove", "reward", "prize")
    assert "reward" not in run(wiki)
