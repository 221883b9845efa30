"""Wording: terms put right over a wiki's data, shown first, and what is a person's left alone."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from datetime import date
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.pages.sample import DAY, ONE, TWO, Sample, sample
from wiki_builder.cli import cli
from wiki_builder.concepts.articles.material import words_hash
from wiki_builder.concepts.registry import load
from wiki_builder.core.errors import FormatError, Locked, UsageError
from wiki_builder.core.store.concept_texts import read_concept_texts, write_concept_text
from wiki_builder.core.store.papers import read_paper
from wiki_builder.core.values.analysis import Provenance
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import ConceptText, Sentence
from wiki_builder.core.values.fulltext import FullText, Passage
from wiki_builder.curation import concepts as curating
from wiki_builder.curation import terms as wording
from wiki_builder.curation.terms import Wording
from wiki_builder.library.citable import claim_words
from wiki_builder.library.index import load_index

AGENT = """\
# How we call them: see the minutes of May.
id: agent
name: {en: agent, zh: 智能体}
founded: arxiv:2605.00001
gloss:
  en: What acts, an agent.
  zh: 会行动的代理。
gloss_from: arxiv:2605.00001
aliases:
  - 代理
"""
PAGE = "papers/2605/2605.00001.md"


@pytest.fixture
def wiki(tmp_path: Path) -> Sample:
    """Two papers that call an agent 代理 in several fields, a concept, and a text about it."""
    made = sample(tmp_path)
    for id_ in (ONE, TWO):
        made.change(
            id_,
            headline=Bilingual(
                "Rewards for each step of an agent",
                "代理的逐步奖励。代理模型“代理”除外；$代理$ 也是。",
            ),
            abstract_zh="我们训练一个代理。",
            claims=tuple(
                replace(c, text=Bilingual("One agent.", "一个代理。")) if c.id == "c3" else c
                for c in analysis_of(made, id_).claims
            ),
        )
    (made.wiki.concepts / "agent.yml").write_bytes(AGENT.encode())
    claim = next(c for c in analysis_of(made, ONE).claims if c.id == "c3")
    given = {f"{ONE}#c3": words_hash(claim_words(claim)), f"{TWO}#c1": "0123abcd"}
    sentence = Sentence(Bilingual("An agent acts.", "代理会行动。"), (f"{ONE}#c3",))
    made_by = Provenance("replay", "a model", "concept/1", "1", DAY)
    write_concept_text(made.wiki, ConceptText("agent", (sentence,), (), (), (), (), given, made_by))
    made.render()
    return made


def analysis_of(made: Sample, id_: str):  # type: ignore[no-untyped-def]  # an Analysis
    paper = read_paper(made.wiki, id_)
    assert paper
    assert paper.analysis
    return paper.analysis


def run(made: Sample, *arguments: str) -> Result:
    return CliRunner().invoke(cli, ["-C", str(made.root), "terms", *arguments])


def files(made: Sample, folder: str = "data") -> dict[str, bytes]:
    return {
        str(path): path.read_bytes() for path in (made.root / folder).rglob("*") if path.is_file()
    }


def set_(made: Sample, name: str, given: Wording, dry_run: bool = False) -> str:
    return wording.set_wording(
        made.wiki, name, given, by="Ann", today=date(2026, 5, 5), dry_run=dry_run
    )


# --- apply -----------------------------------------------------------------------


def test_apply_puts_right_all_that_the_builder_wrote(wiki: Sample) -> None:
    """Papers, the gloss that came from a paper, and the concept's text; the pages follow."""
    done = run(wiki, "apply", "--yes")
    assert done.exit_code == 0, done.output
    analysis = analysis_of(wiki, ONE)
    assert analysis.headline.zh == "智能体的逐步奖励。代理模型“代理”除外；$代理$ 也是。"
    assert analysis.abstract_zh == "我们训练一个智能体。"
    assert next(c for c in analysis.claims if c.id == "c3").text.zh == "一个智能体。"
    concept = load(wiki.wiki.concepts).concepts["agent"]
    assert concept.gloss == Bilingual("What acts, an agent.", "会行动的智能体。")
    assert read_concept_texts(wiki.wiki)["agent"].definition[0].text.zh == "智能体会行动。"
    assert "我们训练一个智能体。" in wiki.page(PAGE)
    assert "changed 8 places in 4 files" in done.output


def test_apply_shows_sentences_and_what_it_leaves(wiki: Sample) -> None:
    """A diff by file and field that a person can read, and why the other places stay."""
    shown = run(wiki, "apply", "--dry-run").output
    assert (
        "--- data/papers/2605/2605.00001.json\n+++ data/papers/2605/2605.00001.json\n"
        "@@ headline.zh @@\n-代理的逐步奖励。\n+智能体的逐步奖励。\n"
        "@@ abstract.zh @@\n-我们训练一个代理。\n+我们训练一个智能体。\n"
    ) in shown
    assert (
        f"left alone: 代理 (not 智能体) in 2 places, part of 代理模型; {ONE} headline.zh\n" in shown
    )
    assert (
        f"left alone: 代理 (not 智能体) in 2 places, in quotation marks; {ONE} headline.zh\n"
        in shown
    )
    assert f"left alone: 代理 (not 智能体) in 2 places, in maths; {ONE} headline.zh\n" in shown
    assert shown.endswith("8 places in 4 files\ndry run: nothing was written\n")


def test_a_dry_run_writes_nothing(wiki: Sample) -> None:
    """Neither data nor pages."""
    before = files(wiki), files(wiki, "docs")
    run(wiki, "apply", "--dry-run")
    assert (files(wiki), files(wiki, "docs")) == before


def test_without_a_terminal_apply_needs_a_yes(wiki: Sample) -> None:
    """A scheduled job does not reword a wiki by accident."""
    before = files(wiki)
    done = run(wiki, "apply")
    assert isinstance(done.exception, UsageError)
    assert "--yes" in str(done.exception)
    assert files(wiki) == before


@pytest.mark.parametrize(("answer", "written"), [("y\n", True), ("n\n", False), ("\n", False)])
def test_on_a_terminal_apply_asks(
    wiki: Sample, monkeypatch: pytest.MonkeyPatch, answer: str, written: bool
) -> None:
    """Only a yes writes."""
    monkeypatch.setattr(import_module("wiki_builder.cli.terms"), "at_terminal", lambda: True)
    done = CliRunner().invoke(cli, ["-C", str(wiki.root), "terms", "apply"], input=answer)
    assert done.exit_code == 0
    assert (analysis_of(wiki, ONE).abstract_zh == "我们训练一个智能体。") is written


def test_applying_twice_changes_nothing_the_second_time(wiki: Sample) -> None:
    """Same terms, same bytes."""
    run(wiki, "apply", "--yes")
    before = files(wiki), files(wiki, "docs")
    assert run(wiki, "apply", "--yes").output.endswith("every text uses the terms\n")
    assert (files(wiki), files(wiki, "docs")) == before


def test_english_evidence_and_ids_stay(wiki: Sample) -> None:
    """A claim is the same claim in other words: its id, its quote and its state stay."""
    before = analysis_of(wiki, ONE)
    run(wiki, "apply", "--yes")
    after = analysis_of(wiki, ONE)
    assert [(c.id, c.evidence, c.findings, c.text.en) for c in after.claims] == [
        (c.id, c.evidence, c.findings, c.text.en) for c in before.claims
    ]


def test_a_persons_edited_section_and_notes_stay(wiki: Sample) -> None:
    """Their words are theirs, 代理 included; the other sections of the page follow."""
    wiki.edit(PAGE, "我们训练一个代理。", "我们训练一个代理（人工改）。")
    notes = wiki.page(PAGE) + "\n我的代理笔记。\n"
    (wiki.root / "docs" / PAGE).write_text(notes, "utf-8")
    assert run(wiki, "apply", "--yes").exit_code == 0
    page = wiki.page(PAGE)
    assert "我们训练一个代理（人工改）。" in page
    assert "我的代理笔记。" in page
    assert "一个智能体。" in page


def test_a_gloss_that_a_person_wrote_stays(wiki: Sample) -> None:
    """Without ``gloss_from`` it is a person's."""
    path = wiki.wiki.concepts / "agent.yml"
    path.write_text(AGENT.replace("gloss_from: arxiv:2605.00001\n", ""), "utf-8")
    before = path.read_bytes()
    run(wiki, "apply", "--yes")
    assert path.read_bytes() == before


def test_comments_and_line_ends_of_a_concepts_file_stay(wiki: Sample) -> None:
    """A gloss is put right in its place, in a file with Windows' line ends."""
    path = wiki.wiki.concepts / "agent.yml"
    path.write_bytes(AGENT.replace("\n", "\r\n").encode())
    run(wiki, "apply", "--yes")
    written = path.read_bytes().decode().replace('"', "")  # around the new gloss
    assert written == AGENT.replace("会行动的代理", "会行动的智能体").replace("\n", "\r\n")


def test_a_text_goes_on_resting_on_reworded_claims(wiki: Sample) -> None:
    """A changed term is no changed claim: nothing is hidden on a concept's page,
    or paid for again.
    """
    run(wiki, "apply", "--yes")
    claim = next(c for c in analysis_of(wiki, ONE).claims if c.id == "c3")
    claims = read_concept_texts(wiki.wiki)["agent"].claims
    assert claims == {f"{ONE}#c3": words_hash(claim_words(claim)), f"{TWO}#c1": "0123abcd"}


def test_a_mistake_in_a_concepts_file_stops_it_all(wiki: Sample) -> None:
    """File and line are named, and nothing was written."""
    (wiki.wiki.concepts / "broken.yml").write_text("id: broken\nnmae: x\n", "utf-8")
    before = files(wiki)
    done = run(wiki, "apply", "--yes")
    assert isinstance(done.exception, FormatError)
    assert "broken.yml" in str(done.exception)
    assert files(wiki) == before


def test_a_paper_that_cannot_be_read_harms_no_other(wiki: Sample) -> None:
    """It is left as it is, for ``check`` to name; the terms of the others are put right."""
    path = wiki.wiki.paper(TWO)
    path.write_text("{", "utf-8")
    assert run(wiki, "list").exit_code == 0
    assert "changed 5 places in 3 files" in run(wiki, "apply", "--yes").output
    assert analysis_of(wiki, ONE).abstract_zh == "我们训练一个智能体。"
    assert path.read_text("utf-8") == "{"


def test_a_file_that_was_saved_meanwhile_stops_the_writing(wiki: Sample) -> None:
    """Between the diff and the yes somebody edited:
    what they saved stays, and nothing else is written.
    """
    plan = wording.plan(wiki.wiki, load(wiki.wiki.concepts))
    path = wiki.wiki.concepts / "agent.yml"
    path.write_text(AGENT + "# mine\n", "utf-8")
    before = files(wiki)
    with pytest.raises(Locked):
        wording.write(wiki.wiki, plan)
    assert files(wiki) == before


def test_only_the_named_terms_are_put_right(wiki: Sample) -> None:
    """``apply agent`` leaves what other terms would change; a name that is none is refused."""
    wiki.change(TWO, method=Bilingual("A prompt for an LLM.", "给法学硕士的代理。"))
    assert run(wiki, "apply", "agent", "--yes").exit_code == 0
    assert "法学硕士" in analysis_of(wiki, TWO).method.zh
    assert run(wiki, "apply", "--yes").exit_code == 0
    assert "大语言模型" in analysis_of(wiki, TWO).method.zh
    assert isinstance(run(wiki, "apply", "agnet").exception, UsageError)


def test_a_term_changed_back_and_forth_gives_the_first_data_again(wiki: Sample) -> None:
    """智能体 to 代理 to 智能体, the data as after the first time."""
    run(wiki, "apply", "--yes")
    first = files(wiki, "data/papers")
    for name in ("代理", "智能体"):
        assert run(wiki, "set", "agent", "--zh", name, "--today", DAY).exit_code == 0
        assert run(wiki, "apply", "--yes").exit_code == 0
    assert files(wiki, "data/papers") == first


# --- check, list, set, requests ---------------------------------------------------------


def test_what_is_misused_is_named_by_paper_and_field(wiki: Sample) -> None:
    """For ``check``: nothing that may be right, and nothing once the terms are applied."""
    found = wording.misused_in(wiki.wiki, load(wiki.wiki.concepts))
    assert [(f.subject, f.field, f.found, f.wanted) for f in found if f.subject != TWO] == [
        (ONE, "headline.zh", "代理", "智能体"),
        (ONE, "abstract.zh", "代理", "智能体"),
        (ONE, "claims.c3.text.zh", "代理", "智能体"),
        ("concept:agent", "gloss.zh", "代理", "智能体"),
        ("concept:agent", "definition.1.zh", "代理", "智能体"),
    ]
    run(wiki, "apply", "--yes")
    assert wording.misused_in(wiki.wiki, load(wiki.wiki.concepts)) == ()


def test_what_is_misused_is_found_however_its_file_is_written(wiki: Sample) -> None:
    """Another program may have saved a paper: characters by their numbers, no blanks."""
    found = wording.misused_in(wiki.wiki, load(wiki.wiki.concepts))
    for path in wiki.wiki.papers.glob("*/*.json"):
        saved = json.dumps(json.loads(path.read_bytes()), separators=(",", ":"))
        path.write_text(saved, encoding="ascii")
    assert wording.misused_in(wiki.wiki, load(wiki.wiki.concepts)) == found


def test_terms_are_listed_with_their_renderings_and_use(wiki: Sample) -> None:
    """Which wording is used how often, for people and for programs."""
    assert "agent | 智能体 | zh | 2× | 代理 12×, not 特工" in run(wiki, "list").output
    (row,) = [
        r
        for r in json.loads(run(wiki, "list", "--json").output)["terms"]
        if r["concept"] == "agent"
    ]
    assert row["others"][0] == {"name": "代理", "wrong": False, "used": 12}


def test_doubtful_rows_of_the_glossary_are_listed(wiki: Sample) -> None:
    """Each with its reason, and nothing else, for people and for programs."""
    lines = run(wiki, "list", "--doubtful").output.splitlines()
    assert all(line.count(" | ") == 2 for line in lines)
    rows = json.loads(run(wiki, "list", "--doubtful", "--json").output)["terms"]
    assert [f"{row['en']} | {row['zh']} | {row['doubt']}" for row in rows] == lines


def test_set_writes_one_file_and_logs_it(wiki: Sample) -> None:
    """A diff of the concept's file, comments kept, and an operation that undo knows."""
    before = (wiki.wiki.concepts / "agent.yml").read_bytes()
    shown = set_(wiki, "智能体", Wording(zh="代理体", wrong=("特工",)), dry_run=True)
    assert "+name: {en: agent, zh: 代理体}" in shown
    assert (wiki.wiki.concepts / "agent.yml").read_bytes() == before
    assert set_(wiki, "智能体", Wording(zh="代理体", wrong=("特工",))) == shown
    assert (wiki.wiki.concepts / "agent.yml").read_text("utf-8").startswith("# How we call them")
    curating.undo(wiki.wiki, wiki.settings, by="Ann", today=date(2026, 5, 5))
    assert (wiki.wiki.concepts / "agent.yml").read_bytes() == before


def test_texts_follow_an_undone_term_by_the_commands_that_undo_names(wiki: Sample) -> None:
    """What was reworded in between says the old name again, though the registry forgot the new."""
    at = ["-C", str(wiki.root)]
    before = read_paper(wiki.wiki, ONE)
    assert run(wiki, "apply", "--yes").exit_code == 0
    applied = read_paper(wiki.wiki, ONE)
    assert applied != before
    set_(wiki, "agent", Wording(zh="行动主体"))
    assert run(wiki, "apply", "agent", "--yes").exit_code == 0
    assert "行动主体" in str(read_paper(wiki.wiki, ONE))
    said = CliRunner().invoke(cli, [*at, "concepts", "undo"]).output
    line = next(line for line in said.splitlines() if "texts that were reworded" in line)
    commands = line.partition(": ")[2].split(", then ")
    assert [shlex.split(command)[:2] for command in commands] == [["wiki-builder", "terms"]] * 2
    for command in commands:
        words = [*shlex.split(command)[1:], *(["--yes"] if "apply" in command else [])]
        assert CliRunner().invoke(cli, [*at, *words]).exit_code == 0
    assert read_paper(wiki.wiki, ONE) == applied


def test_a_request_carries_the_terms_of_its_paper(wiki: Sample) -> None:
    """From title, abstract and text; the list of references is not what the paper is about."""
    paper = read_paper(wiki.wiki, ONE)
    assert paper
    terms = wording.paper_terms(load(wiki.wiki.concepts), load_index(wiki.wiki))
    assert terms(paper, FullText("html", (Passage("S1.p1", "Agents act."),))) == (
        Bilingual("agent", "智能体"),
    )
    assert terms(paper, FullText("html", (Passage("R", "Agents", kind="references"),))) == ()
