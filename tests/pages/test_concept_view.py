"""A concept's page: what stands on it, what does not, and where a merged one goes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest

from tests.pages.sample import ONE, TWO, Sample, sample
from wiki_builder.concepts.registry import Registry, changes, load
from wiki_builder.contract.items import without_marks
from wiki_builder.contract.merge import new_page
from wiki_builder.contract.page import Page, read_page
from wiki_builder.contract.spec import PageSpec, Section
from wiki_builder.core.store.concept_texts import write_concept_text
from wiki_builder.core.values.analysis import (
    ConceptMention,
    Entity,
    Provenance,
    ResultRow,
    Role,
)
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import (
    Alias,
    Concept,
    ConceptKind,
    ConceptText,
    Merged,
    Sentence,
)
from wiki_builder.core.values.receipt import Receipt
from wiki_builder.library.card import Card, Measured, Use
from wiki_builder.library.library import Event, Library
from wiki_builder.library.neighbours import neighbours
from wiki_builder.library.own_words import (
    OwnWords,
    below,
    closed_fences,
    own_words,
)
from wiki_builder.library.shown import Shown
from wiki_builder.pages.template import rendered
from wiki_builder.pages.views.concept import (
    PAPERS_SHOWN,
    concept_addition_inputs,
    concept_additions,
    concept_inputs,
    concept_view,
)
from wiki_builder.pages.views.timeline import timeline

NOWHERE = Path("nowhere")
TOOLS = Concept("tool-use", Bilingual("tool use", "工具使用"), "arxiv:2605.00001")


def both(en: str, zh: str = "") -> Bilingual:
    return Bilingual(en, zh or f"{en} 的中文")


def use(role: Role = "uses", why: str = "A reason.", concept: str = "tool-use") -> Use:
    return Use(concept, role, both(concept), both(why))


def result(
    id_: str, text: str = "It gains.", dataset: str | None = "D", metric: str | None = "m"
) -> Measured:
    return Measured(
        id_, both(text), ResultRow(dataset, metric, f"{len(id_)}{id_[-1]}", "%", "GPT-4")
    )


def paper(number: int, role: Role = "uses", month: int = 5, **more: object) -> Card:
    date = f"2026-{month:02}-05"
    values: dict[str, object] = {
        "title": f"Title {number}",
        "date": date,
        "run": date,
        "uses": (use(role),),
    }
    values |= {"authors": (f"Ann Lee{number}",), "category": "cs.CL"}
    return Card(f"arxiv:26{month:02}.{number:05}", **values | more)  # type: ignore[arg-type]  # as given


def library(*cards: Card, concepts: tuple[Concept, ...] = (TOOLS,), **more: object) -> Library:
    registry = Registry({c.id: c for c in concepts})
    places = {card.id: f"papers/{card.id[6:]}.md" for card in cards}
    places |= {
        f"{'concept' if c.kind == 'concept' else 'entity'}:{c.id}": f"concepts/{c.id}.md"
        for c in concepts
    }
    values: dict[str, object] = {"receipts": {}, "places": places}
    return Library({card.id: card for card in cards}, registry, **values | more)  # type: ignore[arg-type]  # as given


def sections(made: Library, concept: Concept = TOOLS) -> dict[str, str]:
    """The sections of a concept's page that have something in them, without marks of items,
    and what the site adds.
    """
    stored, added = stored_sections(made, concept), added_sections(made, concept)
    assert not stored.keys() & added.keys()
    return stored | added


def stored_sections(made: Library, concept: Concept = TOOLS) -> dict[str, str]:
    view = concept_view(made, concept, "concepts")
    chunks = rendered(view.template, NOWHERE, view.values)
    bodies = {c.name: without_marks(c.body).strip() for c in chunks if isinstance(c, Section)}
    return {name: body for name, body in bodies.items() if body}


def added_sections(made: Library, concept: Concept = TOOLS) -> dict[str, str]:
    return {
        one.name: one.body.strip() for one in concept_additions(made, concept, "concepts", NOWHERE)
    }


def text(**parts: tuple[Sentence, ...]) -> ConceptText:
    empty = dict.fromkeys(
        ("definition", "development", "techniques", "questions", "differences"), ()
    )
    provenance = Provenance("replay", "a model", "concept/1", "1", "2026-06-01")
    claims = {claim: "0" for sentences in parts.values() for s in sentences for claim in s.claims}
    return ConceptText("tool-use", **empty | parts, claims=claims, provenance=provenance)


# --- What it is -----------------------------------------------------------------------


def test_a_page_without_papers_has_nothing_but_names() -> None:
    """No stubs: a section without content is not there; the names are added by the site."""
    assert stored_sections(library()).keys() == {"title"}
    assert added_sections(library()).keys() == {"facts", "aliases"}


def test_what_follows_from_other_pages_is_stored_nowhere() -> None:
    """Facts, papers, results, what is new, names, timeline, neighbours, history and stamp are the
    site's: no old page changes.
    """
    said = text(definition=(Sentence(both("By a model."), ("arxiv:2605.00001#c1",)),))
    uses = (use(), use(concept="beside"))
    roles = (use("introduces"), use(concept="beside"))
    cards = [
        paper(1, claims=("c1",), uses=roles, measured=(result("c1"),)),
        paper(2, claims=("c1",), uses=uses),
    ]
    receipts = {"2026-05-05": Receipt("2026-05-05", "arxiv feed", "2026-05-05", 1, 1, ())}
    concepts = TOOLS, Concept("beside", both("beside"), "x")
    made = library(*cards, concepts=concepts, texts={"tool-use": said}, receipts=receipts)
    names = {"facts", "papers", "papers.en", "papers.zh", "results-table"}
    names |= {"aliases", "neighbours", "history", "stamp"}
    assert added_sections(made).keys() == names
    assert not stored_sections(made).keys() & names
    more = library(*cards, paper(3), concepts=concepts, texts=made.texts, receipts=receipts)
    assert stored_sections(more) == stored_sections(made)
    assert concept_inputs(more, TOOLS) == concept_inputs(made, TOOLS)


def test_facts_of_a_concept_and_of_a_named_thing() -> None:
    """The kind, how many papers, and since when."""
    shown = sections(library(paper(1), paper(2, month=6)))["facts"]
    assert shown.startswith(
        '<span class="wiki-kind">Concept · 概念</span> <span>2 papers since 2026-05-05 · 自'
        " 2026-05-05 起 2 篇论文</span>"
    )
    assert '<span class="wiki" lang="en">+1 on 2026-06-05</span>' in shown
    named = replace(TOOLS, kind="dataset", name=Bilingual("ALFWorld", ""))
    made = library(
        paper(1, uses=(), entities=(Entity("ALFWorld", "dataset", "tool-use"),)), concepts=(named,)
    )
    assert sections(made, named)["title"] == "# ALFWorld"
    shown = sections(made, named)["facts"]
    assert shown.startswith('<span class="wiki-kind">Dataset · 数据集</span> <span>1 paper since')
    assert "wiki-news" not in shown


def test_the_definition_is_the_models_sentences_with_references() -> None:
    """Each sentence names the papers that it rests on, and each name opens the claim."""
    said = text(
        definition=(
            Sentence(both("Agents call tools."), ("arxiv:2605.00001#c1", "arxiv:2605.00001#c2")),
            Sentence(both("It is 1 skill."), ("arxiv:2605.00002#r1",)),
        )
    )
    cards = (
        paper(1, claims=("c1", "c2"), authors=("Ann Lee", "B", "C")),
        paper(2, claims=("r1",), authors=()),
    )
    shown = sections(library(*cards, texts={"tool-use": said}))
    assert (
        shown["definition.en"]
        == "Agents call tools. ([Lee et al. 2026](../papers/2605.00001.md#^c1)"
        " [¶](../papers/2605.00001.md#^c2)) It is 1 skill. ([Title 2"
        " 2026](../papers/2605.00002.md#^r1))"
    )
    assert "Agents call tools. 的中文（[Lee et al. 2026]" in shown["definition.zh"]
    assert (
        "a model (replay), 2026-06-01, prompt concept/1, from 3 claims of papers" in shown["stamp"]
    )


def test_a_paper_in_whose_place_another_file_stands_is_cited_by_name() -> None:
    """A sentence is never without what it rests on, whether or not it can be linked to."""
    said = text(definition=(Sentence(both("Tools."), ("arxiv:2605.00001#c1",)),))
    made = library(paper(1, claims=("c1",), authors=("Ann Lee",)), texts={"tool-use": said})
    made = made.with_(places={})
    assert sections(made)["definition.en"] == "Tools. (Lee 2026)"


def test_a_persons_gloss_is_the_definition() -> None:
    """What a person wrote into the registry counts more than a model's sentences;
    a paper's gloss counts less.
    """
    said = text(definition=(Sentence(both("By a model."), ("arxiv:2605.00001#c1",)),))
    card = paper(1, claims=("c1",))
    for source, expected in (
        (None, "By a person."),
        ("arxiv:2605.00001", "By a model. ([Lee1 2026]"),
    ):
        concept = replace(TOOLS, gloss=both("By a person."), gloss_from=source)
        made = library(card, concepts=(concept,), texts={"tool-use": said})
        assert sections(made, concept)["definition.en"].startswith(expected)
    made = library(card, concepts=(concept,))
    assert (
        "As worded in the analysis of [Title 1](../papers/2605.00001.md)"
        in sections(made, concept)["definition.en"]
    )


NOBODY = Shown()
GONE = {
    "not standing any more": (("c2",), NOBODY, ()),
    "reworded": (
        ("c1", "c2"),
        Shown("papers/x.md", items={"contributions.en": {"c1": "Mine."}}),
        (),
    ),
    "taken out": (("c1", "c2"), Shown("papers/x.md", items={"contributions.zh": {"c1": None}}), ()),
    "the paper rejected": (("c1", "c2"), NOBODY, ("arxiv:2605.00001",)),
}


@pytest.mark.parametrize("claims, edited, rejected", GONE.values(), ids=GONE)
def test_a_sentence_whose_claim_is_gone_is_not_shown(
    claims: tuple[str, ...], edited: Shown, rejected: tuple[str, ...]
) -> None:
    """One claim of several is enough; with its first sentence a definition goes,
    and the gloss is back.
    """
    card = paper(1, claims=claims)
    sentence = Sentence(both("Rests on two."), ("arxiv:2605.00001#c2", "arxiv:2605.00001#c1"))
    other = Sentence(both("Stands."), ("arxiv:2605.00002#c1",))
    concept = replace(TOOLS, gloss=both("A gloss."), gloss_from="arxiv:2605.00002")
    said = text(definition=(sentence, other), questions=(sentence, other), techniques=(sentence,))
    cards = (card, paper(2, claims=("c1",)))
    made = library(*cards, concepts=(concept,), texts={"tool-use": said}, shown={card.id: edited})
    shown = sections(replace(made, rejected=frozenset(rejected)), concept)
    assert shown["definition.en"].startswith("A gloss.")
    assert (
        shown["questions.en"]
        == "## Open questions\n\n- Stands. ([Lee2 2026](../papers/2605.00002.md#^c1))"
    )
    assert "techniques.en" not in shown


def test_a_sentence_stands_as_long_as_its_claims_say_the_same() -> None:
    """Of a claim that a person reworded since, the older sentence is not shown;
    one written from their words is.
    """
    sentence = Sentence(both("Rests on it."), ("arxiv:2605.00001#c1",))
    made = library(paper(1, claims=("c1",)), texts={"tool-use": text(questions=(sentence,))})
    edited = replace(
        made, shown={"arxiv:2605.00001": Shown("", items={"contributions.en": {"c1": "Mine."}})}
    )
    inputs = set()
    for words, there in (("0", True), ("1", False)):
        now = replace(edited, citable={"arxiv:2605.00001": {"c1": words}})
        assert ("questions.en" in sections(now)) == there
        inputs.add(repr(concept_inputs(now, TOOLS)))
    assert len(inputs) == 2
    assert "questions.en" not in sections(replace(made, citable={}))


def test_clearing_a_list_on_a_papers_page_says_nothing_of_its_claims() -> None:
    """Who reads one language only may empty the other."""
    cleared = {"contributions.zh": dict.fromkeys(("c1", "c2"))}
    sentence = Sentence(both("Stands."), ("arxiv:2605.00001#c1",))
    made = library(
        paper(1, claims=("c1", "c2")), texts={"tool-use": text(questions=(sentence, sentence))}
    )
    shown = sections(replace(made, shown={"arxiv:2605.00001": Shown("", items=cleared)}))
    assert shown["questions.en"].count("Stands.") == 1


# --- Papers ---------------------------------------------------------------------------


def test_papers_come_by_role() -> None:
    """Who introduces first, then who extends; the newest of the others before older ones."""
    cards = (
        paper(1),
        paper(2, "introduces", month=6),
        paper(3, "evaluates"),
        paper(4, "extends"),
        paper(5, month=6),
    )
    lines = sections(library(*cards))["papers.en"].split("\n")[2:]
    assert [re.findall(r"Title (\d)", line) for line in lines] == [
        ["2"],
        ["4"],
        ["5"],
        ["1"],
        ["3"],
    ]
    assert (
        lines[0] == "- **introduces** · [Title 2](../papers/2606.00002.md) · 2026-06-05: A reason."
    )


def test_the_list_of_papers_is_bounded() -> None:
    """All that introduce or extend it, then the newest, and how many more there are;
    each line is an item.
    """
    cards = [paper(n, "extends" if n % 10 == 0 else "uses") for n in range(1, PAPERS_SHOWN + 31)]
    section = Section("papers.en", added_sections(library(*cards))["papers.en"])
    assert len(section.items) == PAPERS_SHOWN + 1
    assert sum("**extends**" in block.text for block in section.items.values()) == 9
    assert "… and 30 more" in section.items["more"].text
    assert f"2605-{PAPERS_SHOWN + 30:05}" in section.items
    assert "2605-00001" not in section.items
    # the link of each line says which paper it is
    assert "^" not in section.body.replace("^more", "")


def test_papers_of_a_named_thing_and_of_what_was_merged_into_an_idea() -> None:
    """Whoever names a thing is listed with a headline;
    a merge of a thing into an idea loses no paper.
    """
    thing = replace(TOOLS, id="toolbench", kind="dataset", merged=Merged("tool-use"))
    naming = paper(
        2,
        uses=(),
        entities=(Entity("ToolBench", "dataset", "toolbench"),),
        headline=both("A headline"),
    )
    shown = sections(library(paper(1), naming, concepts=(TOOLS, thing)))
    assert "2 papers" in shown["facts"]
    assert "- [Title 2](../papers/2605.00002.md) · 2026-05-05: A headline" in shown["papers.en"]


def test_what_is_new_is_what_the_last_import_brought() -> None:
    """By the day of its receipt; by the paper's short name, its authors, or a person's title."""
    cards = (
        paper(1),
        paper(2, run="add", title="Short: and long"),
        paper(3, run="add", title="A long title without a colon"),
        paper(4, run="add"),
    )
    receipts = {"add": Receipt("add", "added", "2026-07-01", 0, 0, ())}
    shown = {cards[3].id: Shown("papers/x.md", {"title": "Mine"})}
    lines = sections(library(*cards, receipts=receipts, shown=shown))["new"].split("\n")
    assert lines[0] == "**New · 新增** 2026-07-01"
    assert [line.partition(" <span")[0] for line in lines[2:]] == [
        "- [Mine](../papers/2605.00004.md)",
        "- [Lee3 2026](../papers/2605.00003.md)",
        "- [Short](../papers/2605.00002.md)",
    ]
    assert all('<span class="wiki wiki-text" lang="en">A reason.</span>' in x for x in lines[2:])


def test_nothing_is_new_where_the_last_import_brought_all() -> None:
    """A concept that is new itself."""
    assert "new" not in sections(library(paper(1), paper(2)))


# --- The table of papers ------------------------------------------------------------------


def rows(*cards: Card, **more: object) -> list[list[str]]:
    """The rows of the table of papers: their cells, without the head."""
    table = added_sections(library(*cards, **more))["papers"].split("\n")[4:]  # type: ignore[arg-type]  # as given
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


def test_the_table_has_the_papers_by_what_they_do() -> None:
    """Groups by role with their number of papers, who introduces or extends first and the oldest of
    these; numbers go through, each row has date and importance.
    """
    cards = (
        paper(1, importance=7),
        paper(2, "extends", month=6),
        paper(3, "extends"),
        paper(4, month=6),
    )
    found = rows(*cards)
    assert [row[1] for row in found if not row[0]] == [
        "extends · 扩展 **2**",
        "uses · 使用 **2**",
    ]
    papers = [row for row in found if row[0]]
    assert [row[0] for row in papers] == ["1", "2", "3", "4"]
    links = [re.findall(r"papers/\d+\.0000(\d)", row[1])[0] for row in papers]
    assert links == ["3", "2", "4", "1"]
    assert papers[3][2:] == ["2026-05-05", "7/10"]


def test_the_table_is_bounded() -> None:
    """And says how many papers there are more; then the timeline lists them all."""
    cards = [paper(n) for n in range(1, PAPERS_SHOWN + 4)]
    shown = added_sections(library(*cards))
    assert shown["papers"].endswith("… +3")
    assert shown["papers"].count("](../papers/") == PAPERS_SHOWN
    assert "timeline" in shown
    assert "timeline" not in added_sections(library(*cards[:9]))


def test_a_persons_line_stands_in_the_table() -> None:
    """In their words in each language; without a line in either there is no row."""
    one = {"concepts.en": {"tool-use": "mine | x"}}
    gone = {"concepts.en": {"tool-use": None}, "concepts.zh": {"tool-use": None}}
    cards = paper(1), paper(2)
    shown = {cards[0].id: Shown("papers/a.md", items=one), cards[1].id: Shown("b.md", items=gone)}
    (row,) = [
        line
        for line in added_sections(library(*cards, shown=shown))["papers"].split("\n")
        if "](../" in line
    ]
    assert r"mine \| x" in row or "mine &#124; x" in row
    assert "A reason. 的中文" in row


# --- Charts -------------------------------------------------------------------------------


def measured(number: int, value: str, **more: str | None) -> Card:
    """A paper that introduces the concept, with one result."""
    row = {"dataset": "ALFWorld", "metric": "success rate", "unit": "%", "setting": None} | more
    one = Measured(
        "r1",
        both("It gains."),
        ResultRow(row["dataset"], row["metric"], value, row["unit"], None, row["setting"]),
    )
    return paper(number, "introduces", measured=(one,), claims=("r1",))


def chart(*cards: Card) -> str:
    return added_sections(library(*cards)).get("chart", "")


def test_a_chart_is_drawn_where_two_papers_report_the_same() -> None:
    """The same dataset and metric in the same unit, whatever their case; the greatest first, each
    bar as long as its number, with the way to its evidence.
    """
    shown = chart(measured(1, "42.5"), measured(2, "85", dataset="alfworld", metric="Success"))
    lines = shown.split("\n")
    assert lines[0] in ("**ALFWorld** · success rate", "**alfworld** · Success")
    bars = [line for line in lines if "wiki-bar" in line]
    assert [re.findall(r"wiki-w-(\d+)", bar) for bar in bars] == [["850"], ["425"]]
    assert "[85%](../papers/2605.00002.md#^r1)" in bars[0]


@pytest.mark.parametrize(
    "other",
    [
        {"metric": "steps"},
        {"dataset": "WebShop"},
        {"unit": "points"},
        {"dataset": None},
    ],
)
def test_what_is_not_the_same_is_in_no_chart(other: dict[str, str | None]) -> None:
    """Another metric, dataset or unit; or one that is not named."""
    assert chart(measured(1, "42.5"), measured(2, "85", **other)) == ""


@pytest.mark.parametrize("value", ["about 40", "40 to 50", "-3", "4e5"])
def test_what_is_no_plain_number_is_in_no_chart(value: str) -> None:
    """A bar would say more than the paper does."""
    assert chart(measured(1, "42.5"), measured(2, value)) == ""


def test_two_results_of_one_paper_are_no_chart() -> None:
    """They stand in its own table."""
    one = measured(1, "42.5")
    two = replace(
        one, measured=(*one.measured, replace(one.measured[0], claim="r2")), claims=("r1", "r2")
    )
    assert chart(two) == ""


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("7B", "7B", ""),
        ("7B", "14B", "Settings differ: not to be compared"),
        ("7B", None, "Not every paper states its setting: not to be compared"),
        (None, None, "Not every paper states its setting: not to be compared"),
    ],
)
def test_bars_have_their_settings(first: str | None, second: str | None, said: str) -> None:
    """And a word where these differ, or are not stated."""
    shown = chart(measured(1, "42.5", setting=first), measured(2, "85", setting=second))
    assert f"| {second or '–'} |" in shown
    assert ("not to be compared" in shown) == bool(said)
    assert said in shown


# --- Results ----------------------------------------------------------------------------

KINDS: tuple[tuple[ConceptKind, str, list[str]], ...] = (
    ("dataset", "ALFWorld", ["r1", "r4"]),
    ("model", "GPT-4", ["r1", "r2", "r3", "r4"]),
    ("model", "GPT", []),
    ("model", "Qwen", ["r2"]),
    ("organisation", "ALFWorld", []),
    ("concept", "reward-model", ["r3"]),
)


@pytest.mark.parametrize("kind, name, expected", KINDS)
def test_results_that_concern_a_page(kind: ConceptKind, name: str, expected: list[str]) -> None:
    """A dataset by the row's dataset, a model by wording or baseline, a concept by wording;
    never a longer name.
    """
    concept = Concept("x", Bilingual(name, ""), "arxiv:2605.00001", kind)
    rows = (
        result("r1", dataset="ALFWorld (unseen)"),
        result("r2", "Qwen gains, Qwen3-8B too.", dataset="ALFWorld-2"),
        result("r3", "With reward models it gains.", dataset="alfworlds of old"),
        result("r4", dataset="ALFWorld"),
    )
    uses, entities = (use(concept="x"),), (Entity(name, "model", "x"),)
    card = paper(1, uses=uses, entities=entities, measured=rows, claims=("r1", "r2", "r3", "r4"))
    table = sections(library(card, concepts=(concept,)), concept).get("results-table", "")
    assert sorted(set(re.findall(r"#\^(r\d)", table))) == expected


def test_all_results_of_a_paper_that_introduces_a_concept() -> None:
    """Whatever their wording; those of one dataset together, newest first,
    each value opening its evidence.
    """
    new = paper(
        2,
        month=6,
        measured=(result("r1", "Tool use gains."), result("r2", "No.")),
        claims=("r1", "r2"),
    )
    old = paper(
        1,
        "introduces",
        measured=(result("r3", dataset="E"), result("r4", dataset="d")),
        claims=("r3", "r4"),
    )
    table = sections(library(old, new))["results-table"].split("\n")[4:]
    assert [re.findall(r"#\^(r\d)", line) for line in table] == [["r1"], ["r4"], ["r3"]]
    assert table[0].startswith(
        "| [Lee2 2026](../papers/2606.00002.md) | D | m | [21%](../papers/2606.00002.md#^r1)"
    )


@pytest.mark.parametrize(
    "changed",
    [{"results.en": {"r1": "x"}}, {"results.zh": {"r1": None}}, {"results-table": {"r1": "x"}}],
)
def test_a_result_that_a_person_changed_is_not_shown(
    changed: dict[str, dict[str, str | None]],
) -> None:
    """Reworded or removed, in either language or in the table."""
    card = paper(1, "introduces", measured=(result("r1"), result("r2")), claims=("r1", "r2"))
    table = sections(library(card, shown={card.id: Shown("", items=changed)}))["results-table"]
    assert "#^r2" in table
    assert "#^r1" not in table


# --- On demand ----------------------------------------------------------------------------


def test_the_timeline_goes_by_month() -> None:
    """A line a paper, the oldest first, months as headings."""
    made = timeline(library(paper(2, month=6), paper(1, "introduces")), TOOLS, "concepts")
    assert made["months"] == [
        {
            "name": "2026-05",
            "lines": ["2026-05-05 · introduces · 提出 · [Title 1](../papers/2605.00001.md)"],
        },
        {
            "name": "2026-06",
            "lines": ["2026-06-05 · uses · 使用 · [Title 2](../papers/2606.00002.md)"],
        },
    ]


def test_neighbours_and_how_many_papers_are_shared() -> None:
    """Broader and narrower from the registry, related from it and from papers;
    without a page plain text.
    """
    agents = Concept("agents", both("agents"), "x", broader=("nothing",))
    search = Concept("search", both("search"), "x", broader=("old-tools",))
    beside = Concept("beside", both("beside"), "x")
    old = Concept("old-tools", both("old"), "x", merged=Merged("tool-use"))
    tools = replace(TOOLS, broader=("agents", "nothing"), related=("search", "agents", "kin"))
    kin = Concept("kin", both("kin"), "x")
    cards = [paper(n, uses=(use(), use(concept="beside"), use(concept="agents"))) for n in (1, 2)]
    made = library(*cards, concepts=(tools, agents, search, beside, old, kin))
    made = replace(
        made, places={id_: path for id_, path in made.places.items() if id_ != "concept:kin"}
    )
    assert [line for line in sections(made, tools)["neighbours"].split("\n") if line] == [
        "## Neighbours · 相邻概念",
        "### Broader · 上位概念",
        "- [agents · agents 的中文](agents.md) (2)",
        "### Narrower · 下位概念",
        "- [search · search 的中文](search.md)",
        "### Related · 相关概念",
        "- kin · kin 的中文",
        "- [beside · beside 的中文](beside.md) (2)",
    ]


def test_concepts_that_share_no_paper_are_not_looked_at() -> None:
    """However many concepts a wiki has: what stands around one of them looks at none that shares
    no paper with it.
    """

    class Asked(dict[str, Concept]):
        def keys(self) -> NoReturn:
            raise AssertionError("all concepts are gone through")

        __iter__ = items = values = keys

    agents = Concept("agents", both("agents"), "x")
    cards = [paper(1, uses=(use(), use(concept="agents")))]
    made = library(*cards, concepts=(TOOLS, agents, Concept("far", both("far"), "x")))
    before = neighbours(made, TOOLS)  # and what is counted of a library once
    made.registry.__dict__["standing"] = Asked(made.registry.standing)
    assert neighbours(made, TOOLS) == before
    assert [near.concept for near in before["related"]] == [agents]


def test_names_are_those_that_somebody_approved() -> None:
    """Own names, aliases with their origin, names of what was merged in;
    proposals are not shown.
    """
    aliases = (
        Alias("tools", "en", "paper"),
        Alias("tooling", "en", status="proposed"),
        Alias("no", "en", status="rejected"),
    )
    old = Concept(
        "tool-usage",
        both("tool usage"),
        "x",
        aliases=(Alias("用工具", "zh", "person"),),
        merged=Merged("tool-use"),
    )
    tools = replace(TOOLS, aliases=aliases)
    assert sections(library(concepts=(tools, old)), tools)["aliases"].split("\n")[2:] == [
        "- tool use · English · 英文",
        "- 工具使用 · Chinese · 中文",
        "- tools · English · 英文 · from a paper · 论文",
        "- [tool usage · tool usage 的中文](tool-usage.md) · merged in · 已并入此处",
        "- 用工具 · Chinese · 中文 · from a person · 人工",
    ]


def test_history_tells_of_merges_once() -> None:
    """What the log tells, and of the registry what the log does not."""
    merged = [
        Concept(id_, both(id_), "x", merged=Merged("tool-use", "Ann", "the same"))
        for id_ in ("a", "b")
    ]
    history = {"tool-use": (Event("2026-06-01", both("Merged a by Ann"), "a"),)}
    lines = sections(library(paper(1), concepts=(TOOLS, *merged), history=history))[
        "history"
    ].split("\n")[2:]
    assert lines == [
        "- 2026-05-05 · First named in · 首见于: [Title 1](../papers/2605.00001.md)",
        "- 2026-06-01 · Merged a by Ann · Merged a by Ann 的中文",
        "- Merged in · 并入: [b · b 的中文](b.md) · by · 决定者: Ann · why · 理由: the same",
    ]


def test_inputs_change_with_what_is_shown() -> None:
    """A claim that stands no more, a moved neighbour, a merged concept's notes."""
    merged = replace(TOOLS, id="old", merged=Merged("tool-use"))
    made = library(paper(1, claims=("c1",), digest="file"), concepts=(TOOLS, merged))
    others = (
        library(paper(1), concepts=(TOOLS, merged)),
        library(paper(1, claims=("c1",), digest="file"), paper(2), concepts=(TOOLS, merged)),
        replace(made, own_words={"concept:old": OwnWords("concepts/old.md", "Mine.")}),
        replace(made, texts={"tool-use": text()}),
        replace(made, history={"tool-use": (Event("2026-06-01", both("x")),)}),
    )
    inputs = [repr(concept_addition_inputs(one, TOOLS)) for one in (made, *others)]
    assert len(set(inputs)) == len(inputs)
    assert repr(concept_addition_inputs(replace(made), TOOLS)) == inputs[0]
    first, *stored = [repr(concept_inputs(one, TOOLS)) for one in (made, *others)]
    # of papers and history nothing stands on a stored page
    assert [one == first for one in stored] == [True, True, False, False, True]


# --- A merged concept ----------------------------------------------------------------------

OLD, NEW = "concepts/reward-design.md", "concepts/credit-assignment.md"


@pytest.fixture
def wiki(tmp_path: Path) -> Sample:
    """The sample with a second concept that both papers use, and a model's words about it."""
    made = sample(tmp_path)
    for id_ in (ONE, TWO):
        paper = made.publisher()._paper(id_)
        assert paper
        assert paper.analysis
        second = ConceptMention(both("reward design"), "introduces", both("It designs rewards."))
        made.change(id_, concepts=(*paper.analysis.concepts, second))
    made.render()
    write_concept_text(made.wiki, said_of_design({}))  # so that claims are looked at
    known = made.publisher().library.citable
    assert known
    write_concept_text(made.wiki, said_of_design(known[ONE]))
    made.render()
    assert "Steps were first." in made.page(OLD)
    return made


def said_of_design(words: Mapping[str, str]) -> ConceptText:
    """A definition and two sentences, with hashes of the claims on which they rest."""
    first, second = f"{ONE}#c1", f"{ONE}#c2"
    definition = (Sentence(Bilingual("It designs.", "它设计奖励。"), (first,)),)
    steps = Sentence(Bilingual("Steps were first.", "先有步骤。"), (first,))
    tasks = Sentence(Bilingual("Tasks were next.", "后有任务。"), (second,))
    whole = text(definition=definition, development=(steps, tasks))
    hashes = {claim: words.get(claim.partition("#")[2], "") for claim in whole.claims}
    return replace(whole, concept="reward-design", claims=hashes)


def merge(wiki: Sample, into: str = "credit-assignment", one: str = "reward-design") -> None:
    before = load(wiki.wiki.concepts)
    after = before.with_([replace(before.concepts[one], merged=Merged(into, "Ann", "one idea"))])
    for name, written in changes(before, after).items():
        (wiki.wiki.concepts / name).write_text(str(written), "utf-8")
    wiki.render()


def undo(wiki: Sample, files: dict[str, bytes]) -> None:
    for path, content in files.items():
        (wiki.root / path).write_bytes(content)
    wiki.render()


def registry(wiki: Sample) -> dict[str, bytes]:
    return {
        f.relative_to(wiki.root).as_posix(): f.read_bytes()
        for f in wiki.wiki.concepts.glob("*.yml")
    }


def docs(wiki: Sample) -> dict[str, bytes]:
    return {
        f.relative_to(wiki.root).as_posix(): f.read_bytes()
        for f in sorted((wiki.root / "docs").rglob("*.md"))
    }


def test_the_page_of_a_merged_concept_says_where_to_read_on(wiki: Sample) -> None:
    """Its names, the target with who decided and why, the address for the site;
    nothing else of the builder's.
    """
    merge(wiki)
    page = read_page(wiki.page(OLD).encode())
    assert isinstance(page, Page)
    assert page.front.values["redirect"] == "credit-assignment.md"
    assert list(page.sections) == ["title", "merged"]
    assert (
        "**Merged into · 已并入** [credit assignment · 信用分配](credit-assignment.md)"
        in page.sections["merged"].body
    )
    assert "by · 决定者: Ann · why · 理由: one idea" in page.sections["merged"].body
    assert page.memory.sections == ("title", "merged")
    names = wiki.completed(OLD, "concept:reward-design").partition("<!-- wiki:aliases -->\n")[2]
    assert names.startswith("## Names · 名称\n\n- reward design · English · 英文\n")
    assert "wiki:timeline" not in wiki.completed(OLD, "concept:reward-design")
    assert (
        "- [reward design · reward design 的中文](reward-design.md) · merged in"
        in wiki.completed(NEW, "concept:credit-assignment")
    )
    assert wiki.render().written == ()


EDITS = {  # what is replaced, and by what
    "nothing": ("^", ""),
    "a note": ("## Notes · 笔记\n", "## Notes · 笔记\n\nMine, see [x](../index.md).\n"),
    "before all": ("<!-- wiki:title", "Mine.\n\n<!-- wiki:title"),
    "between sections": ("<!-- wiki:definition.zh", "Mine.\n\n<!-- wiki:definition.zh"),
    "no blank line between": (
        "\n<!-- wiki:definition.zh",
        "<!-- wiki:definition.zh",
    ),
    "at the end": (r"\Z", "\nMine.\n"),
    "a reworded line": (r"- Steps were first", "- Mine: steps were first"),
    "a line of their own": (
        r"(<!-- wiki:development\.en -->(?s:.*?)\n)<!-- /wiki -->",
        r"\1- Mine.\n<!-- /wiki -->",
    ),
    "a deleted line": (r"- Tasks were next.*\n", ""),
    "a deleted section": (r"<!-- wiki:development\.zh -->(?s:.*?)<!-- /wiki -->\n\n", ""),
    "the block on top": (
        r"(<!-- wiki:title -->(?s:.*))(<!-- wiki:written (?s:.*?)\n-->\n)",
        r"\2\n\1",
    ),
    "the block above the notes": (
        r"(## Notes(?s:.*))(<!-- wiki:written (?s:.*?)\n-->\n)",
        r"\2\n\1",
    ),
    "a reworded section": (r"It designs\.", "Mine"),
    "a section that is written no more": (
        "\n## Notes",
        "\n<!-- wiki:facts -->\nMine\n<!-- /wiki -->\n\n## Notes",
    ),
    "a key of their own": ("\n---\n", "\ntags: [mine]\n---\n"),
}


@pytest.mark.parametrize("what", EDITS)
def test_undoing_a_merge_gives_the_same_bytes(wiki: Sample, what: str) -> None:
    """Whatever a person wrote on the merged page, and wherever:
    it stays, and all that went comes back to its place.
    """
    old, new = EDITS[what]
    text, count = re.subn(old, new, wiki.page(OLD), count=1)
    assert count
    (wiki.root / "docs" / OLD).write_text(text, "utf-8")
    wiki.render()
    before, files = docs(wiki), registry(wiki)
    merge(wiki)
    stand = wiki.page(OLD).encode().count(b"<!-- /wiki -->")
    assert stand < before[f"docs/{OLD}"].count(b"<!-- /wiki -->")
    assert ("Mine" in wiki.page(OLD) or "mine" in wiki.page(OLD)) == ("mine" in new.lower())
    assert wiki.render().proposals == ()
    undo(wiki, files)
    assert docs(wiki) == before


def test_a_persons_notes_are_shown_where_the_concept_went(wiki: Sample) -> None:
    """Marked, their headings below the mark, their links leading to the same targets;
    gone again when it is undone.
    """
    before, files = docs(wiki), registry(wiki)
    wiki.edit(
        OLD,
        "## Notes · 笔记\n",
        "## Notes · 笔记\n\n# Mine\n\nSee [x](../index.md).\n\n```\n# code\n",
    )
    wiki.edit(OLD, "- Steps were", "- Mine: steps were")
    (wiki.root / "docs" / "old").mkdir()
    (wiki.root / "docs" / OLD).rename(wiki.root / "docs" / "old" / "design.md")
    merge(wiki)
    page = read_page(wiki.page(NEW).encode())
    assert isinstance(page, Page)
    notes = page.sections["merged-notes"].body
    assert notes.strip().startswith(
        "## Notes from reward design · 来自“reward design 的中文”的笔记"
    )
    assert "- Mine: steps were first.\n" in notes.replace(" ([Lee 2026](../papers", "\n")
    assert "### Mine\n\nSee [x](../index.md).\n\n```\n# code\n```\n" in notes
    assert "#arxiv" not in notes
    assert wiki.render().written == ()
    undo(wiki, files)
    assert "merged-notes" not in wiki.page(NEW)
    (wiki.root / "docs" / "old" / "design.md").rename(wiki.root / "docs" / OLD)
    (wiki.root / "docs" / OLD).write_bytes(before[f"docs/{OLD}"])
    wiki.render()
    assert docs(wiki) == before


def test_a_change_of_the_notes_reaches_the_other_page(wiki: Sample) -> None:
    """They are looked at on every run."""
    merge(wiki)
    assert "merged-notes" not in wiki.page(NEW)
    wiki.edit(OLD, "## Notes · 笔记\n", "## Notes · 笔记\n\nMine.\n")
    assert f"docs/{NEW}" in {f"docs/{path}" for path in wiki.render().written}
    assert "Mine." in wiki.page(NEW)


def test_own_words_are_moved_below_a_heading() -> None:
    """The highest heading comes to the level, none below the sixth; what is in a fence is code."""
    assert below("# A\n\n##### B\n\n~~~\n# C\n~~~\n", 3) == "### A\n\n###### B\n\n~~~\n# C\n~~~\n"
    assert below("#### A\n", 3) == "#### A\n"
    assert closed_fences("````md\n```\n") == "````md\n```\n````"
    assert closed_fences("```\nx\n```\n") == "```\nx\n```\n"


def test_a_page_without_a_persons_words_has_none() -> None:
    """The bare heading for notes is the builder's."""
    page = read_page(
        new_page(PageSpec("concept:x", "x.md", {}, (Section("title", "# X"),))).encode()
    )
    assert isinstance(page, Page)
    assert own_words(page, "x.md") == OwnWords("x.md", "")
