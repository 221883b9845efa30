"""What the site adds to pages: where it stands, when it is made anew,
and that a person's blocks are places.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.pages.sample import ONE, TWO, Sample, analysis, claim, sample
from tests.site.pages import page, section, spelled
from wiki_builder.contract.merge import merge_page
from wiki_builder.contract.page import Page, read_page
from wiki_builder.contract.spec import Section
from wiki_builder.core.store.papers import read_paper, write_paper
from wiki_builder.core.store.related import read_related, write_related
from wiki_builder.core.values.analysis import Former, ResultRow
from wiki_builder.curation.proposals import release, restore
from wiki_builder.library.words import WORDS
from wiki_builder.pages.publisher import Additions, Publisher
from wiki_builder.pages.template import Addition
from wiki_builder.site.additions import Completing, complete_page
from wiki_builder.site.build import BuildResult, build_site
from wiki_builder.site.known import known

PAPER, OTHER, HOSTILE = (f"papers/2605/2605.0000{n}.md" for n in (1, 2, 3))
CREDIT, GRPO = "concepts/credit-assignment.md", "entities/grpo.md"
NOTES = f"## {WORDS['notes']}"
TITLE = section("title", "# T")
FACTS, ENGLISH, CHINESE = (
    section("facts", "F"),
    section("definition.en", "E"),
    section("definition.zh", "C"),
)
NEW = Addition("new", "after definition.zh, definition.en, facts", "N")
RELATED, QUOTES = Addition("related", "before notes", "R"), Addition("evidence", "at the end", "Q")


def body(text: str) -> str:
    """A page's text without its front matter, as MkDocs hands it on."""
    return text.partition("---\n\n")[2]


def order(text: str) -> list[str]:
    """The sections of a page, its notes' heading and its block in their order."""
    found = re.findall(rf"^(?:<!-- wiki:([a-z.]+)|({re.escape(NOTES)})|(Mine))", text, re.MULTILINE)
    return ["N" if notes else name or mine for name, notes, mine in found]


# --- Places -------------------------------------------------------------------------


PLACES: dict[str, tuple[str, Addition, str]] = {
    "before notes": (f"{FACTS}{NOTES}\n\n", RELATED, "facts related N written"),
    "behind what stands above the notes": (
        f"{FACTS}Mine\n\n{NOTES}\n\n",
        RELATED,
        "facts Mine related N written",
    ),
    "no notes' heading": (f"{FACTS}Mine\n\n", RELATED, "facts Mine written related"),
    "notes in other words": (f"{FACTS}## Mine\n\n", RELATED, "facts written related"),
    "notes as a formatter may have them": (
        f"{FACTS}{NOTES} ##\n\n",
        RELATED,
        "facts related N written",
    ),
    "notes above a section": (
        f"{NOTES}\n\nMine\n\n{FACTS}",
        RELATED,
        "related N Mine facts written",
    ),
    "at the end": (f"{FACTS}{NOTES}\n\nMine\n\n", QUOTES, "facts N Mine written evidence"),
    "behind the first of several": (
        f"{FACTS}{ENGLISH}{CHINESE}{NOTES}\n\n",
        NEW,
        "facts definition.en definition.zh new N written",
    ),
    "wherever that stands": (
        f"{CHINESE}Mine\n\n{FACTS}{NOTES}\n",
        NEW,
        "definition.zh new Mine facts N written",
    ),
    "behind another one": (
        f"{FACTS}{ENGLISH}{NOTES}\n\n",
        NEW,
        "facts definition.en new N written",
    ),
    "behind none of them": (f"{TITLE}Mine\n\n{NOTES}\n\n", NEW, "title Mine new N written"),
    "behind none of them, without notes": (f"{TITLE}Mine\n\n", NEW, "title Mine written new"),
}


@pytest.mark.parametrize(("text", "addition", "expected"), PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_each_addition_has_its_place(
    text: str, addition: Addition, expected: str, newline: str
) -> None:
    """Whatever a person did to the page: it is there, once, and all else as it stands."""
    stored = body(page("concept:x", "X", text)).replace("\n", newline)
    made = complete_page(stored, Additions((addition,)))
    assert order(made) == expected.split()
    assert without(made, addition) == stored


def test_several_additions_keep_their_order() -> None:
    """Those of a place in the template's order;
    what has lost its place comes before those at the end.
    """
    at_the_end = tuple(Addition(name, "at the end", name) for name in ("aliases", "timeline"))
    text = body(page("concept:x", "X", section("title", "# T")))
    made = complete_page(text, Additions((*at_the_end, NEW, RELATED, QUOTES)))
    assert order(made) == [
        "title",
        "written",
        "new",
        "related",
        "aliases",
        "timeline",
        "evidence",
    ]


@pytest.mark.parametrize(
    "harm",
    [
        lambda text: text.replace("<!-- /wiki -->", "", 1),
        lambda text: text.replace("<!-- wiki:written", "<!-- gone"),
        lambda text: text.replace("F\n", "<<<<<<< ours\nF\n=======\nG\n>>>>>>> theirs\n"),
        lambda text: text.replace("<!-- wiki:written 2", "<!-- wiki:written 99"),
    ],
)
def test_a_broken_page_has_all_of_it_behind(harm: Callable[[str], str]) -> None:
    """Its own text stays as it is."""
    stored = harm(body(page("concept:x", "X", FACTS + NOTES + "\n\n")))
    made = complete_page(stored, Additions((NEW, RELATED, QUOTES)))
    assert made.startswith(stored)
    assert order(made.removeprefix(stored)) == ["new", "related", "evidence"]


def test_items_get_links_that_came_later() -> None:
    """At their names, in both languages; not a second one,
    and none at a person's own item or in their notes.
    """
    items = (
        "- **one** · uses: *a* **word** ^one\n- **[two](two.md)** · uses\n- **three** ^three\n-"
        " **one**: mine"
    )
    stored = body(
        page(
            "arxiv:1",
            "X",
            section("concepts.en", items),
            section("concepts.zh", items),
            f"{items}\n",
        )
    )
    made = complete_page(
        stored, Additions(links={"one": "../a%20b.md", "two": "../two.md", "gone": "../gone.md"})
    )
    linked = items.replace("- **one** ·", "- **[one](../a%20b.md)** ·")
    assert made == stored.replace(items, linked, 2)  # and not the third, in the notes


def without(made: str, addition: Addition) -> str:
    """The text without what was added."""
    return made.replace(f"\n<!-- wiki:{addition.name} -->\n{addition.body}\n<!-- /wiki -->\n\n", "")


# --- Where a person has words ----------------------------------------------------------


LINE = "- **uses** · [Paper 1](../papers/2605/2605.00001.md) · 2026-05-05: To steps."
WORDS_OF_THEIRS: dict[str, tuple[str, str, Callable[[str], str]]] = {
    "a line reworded": (LINE, "- Mine.", lambda text: text.replace(LINE, "- Mine.")),
    "a line taken out": (f"{LINE}\n", "", lambda text: text.replace(f"{LINE}\n", "")),
    "a line of their own": (LINE, f"{LINE}\n- Mine.", lambda text: text),
    "the facts": ("Concept · 概念", "Mine", lambda text: text.replace("Concept · 概念", "Mine")),
}


def as_it_once_was(wiki: Sample, path: str, id_: str) -> str:
    """A page with all that is added now, written as it was when that was stored."""
    made = wiki.publisher()
    stored, spec = read_page(wiki.page(path).encode()), made.spec(id_, path)
    assert isinstance(stored, Page)
    names = [name for name, new in spec.renames.items() if not new]
    added = [one for one in made.additions(id_, path).parts if one.name in names]
    assert added
    chunks = (*spec.chunks, *(Section(one.name, one.body) for one in added))
    return merge_page(stored, replace(spec, chunks=chunks, renames={})).text


@pytest.mark.parametrize(("old", "new", "shown"), WORDS_OF_THEIRS.values(), ids=WORDS_OF_THEIRS)
def test_what_a_person_changed_while_it_was_stored_is_shown_once(
    wiki: Sample, old: str, new: str, shown: Callable[[str], str]
) -> None:
    """Their words stay on the page, and around them stands what the site adds."""
    id_, docs = "concept:credit-assignment", wiki.root / "docs"
    before = with_lists(wiki, CREDIT, id_)
    once = as_it_once_was(wiki, CREDIT, id_)
    (docs / CREDIT).write_text(once.replace(old, new, 1), "utf-8")
    assert wiki.render().proposals == ()
    assert wiki.render().written == ()
    assert wiki.page(CREDIT).count("<!-- wiki:") == 5  # title, definitions, theirs, the block
    assert ("Mine" in new) == ("Mine" in wiki.page(CREDIT))
    now = with_lists(wiki, CREDIT, id_)
    assert set(now.split("\n")) - block(now) == set(shown(before).split("\n")) - block(before) | (
        {"- Mine."} if "Mine." in new else set()
    )
    assert sorted({*order(now)} - {"Mine"}) == sorted(order(before))


def with_lists(wiki: Sample, path: str, id_: str) -> str:
    """A concept's page with a list of its papers in each language, as without the table."""
    made = wiki.publisher().additions(id_, path)
    parts = tuple(one for one in made.parts if one.name != "papers")
    return complete_page(body(wiki.page(path)), replace(made, parts=parts))


def test_a_table_stands_for_the_lists_of_each_language(wiki: Sample) -> None:
    """Unless the page has such a list, a person's: then the lists stand, and the papers are told
    once.
    """
    id_ = "concept:credit-assignment"
    shown = names(complete_page(body(wiki.page(CREDIT)), wiki.publisher().additions(id_, CREDIT)))
    assert "papers" in shown
    assert not {"papers.en", "papers.zh"} & {*shown}
    wiki.edit(CREDIT, NOTES, section("papers.en", "- Mine.").rstrip("\n") + f"\n\n{NOTES}")
    shown = names(complete_page(body(wiki.page(CREDIT)), wiki.publisher().additions(id_, CREDIT)))
    assert "papers" not in shown
    assert {"papers.en", "papers.zh"} <= {*shown}


def block(text: str) -> set[str]:
    """The lines of what was written."""
    return set(text[text.index("<!-- wiki:written") :].partition("-->")[0].split("\n"))


def test_unedited_it_goes_and_deleted_it_stays_away(wiki: Sample) -> None:
    """A section that a person took out while it was stored is not added; restored, it is."""
    id_ = "concept:credit-assignment"
    before, stored = with_lists(wiki, CREDIT, id_), wiki.page(CREDIT)
    once = as_it_once_was(wiki, CREDIT, id_)
    (wiki.root / "docs" / CREDIT).write_text(once, "utf-8")
    wiki.render()
    assert wiki.page(CREDIT) == stored
    taken = re.sub(r"<!-- wiki:papers\.zh -->(?s:.*?)<!-- /wiki -->\n\n?", "", once)
    (wiki.root / "docs" / CREDIT).write_text(taken, "utf-8")
    wiki.render()
    assert "papers.zh" in order(before)
    assert "papers.zh" not in order(with_lists(wiki, CREDIT, id_))
    restore(wiki.wiki, wiki.publisher(), id_, "papers.zh")
    assert with_lists(wiki, CREDIT, id_) == before
    assert release(wiki.publisher(), id_, None, form_only=False) == []


def test_released_an_edited_section_goes(wiki: Sample) -> None:
    """It is the builder's again, which stores it no more."""
    id_, stored = "concept:credit-assignment", wiki.page(CREDIT)
    edited = as_it_once_was(wiki, CREDIT, id_).replace("Concept · 概念", "Mine")
    (wiki.root / "docs" / CREDIT).write_text(edited, "utf-8")
    wiki.render()
    assert "Mine" in wiki.page(CREDIT)
    assert release(wiki.publisher(), id_, "facts", form_only=False) == ["facts"]
    assert wiki.page(CREDIT) == stored


def test_a_persons_own_section_stands_for_what_would_be_added(wiki: Sample) -> None:
    """Even an empty one: so a list is left out that somebody does not want."""
    id_ = "concept:credit-assignment"
    before = order(with_lists(wiki, CREDIT, id_))
    wiki.edit(CREDIT, NOTES, section("papers.en", "").rstrip("\n") + f"\n\n{NOTES}")
    wiki.render()
    now = wiki.completed(CREDIT, id_)
    assert sorted(order(now)) == sorted(before)
    assert section("papers.en", "").strip() in now


# --- Used again -----------------------------------------------------------------------


class Builds:
    """Builds of a wiki one after the other: the pages whose additions were made anew."""

    def __init__(self, wiki: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wiki, self.anew, self.kept = wiki, list[str](), dict[str, Additions]()
        made = Publisher.additions

        def noted(publisher: Publisher, id_: str, path: str) -> Additions:
            self.anew.append(path)
            return made(publisher, id_, path)

        monkeypatch.setattr(Publisher, "additions", noted)

    def __call__(self) -> dict[str, str]:
        """Each page as it is completed with what was kept; which is as if nothing had been."""
        self.anew.clear()
        texts = self._all(self.kept)
        anew = self.anew.copy()
        assert texts == self._all({})
        self.anew[:] = anew
        return texts

    def _all(self, kept: dict[str, Additions]) -> dict[str, str]:
        completing = Completing(known(self.wiki.root))
        docs = self.wiki.root / "docs"
        texts = {}
        for path in sorted(file.relative_to(docs).as_posix() for file in docs.rglob("*.md")):
            inputs = completing.inputs(path)
            found = kept.get(inputs) if inputs else Additions()
            if found is None:
                found = kept[inputs] = completing.additions(path)
            texts[path] = complete_page(body(self.wiki.page(path)), found)
        return texts


@pytest.fixture(scope="module")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wiki in which two papers are related to each other by a concept."""
    return sample(tmp_path_factory.mktemp("wiki") / "wiki").root


@pytest.fixture
def wiki(rendered: Path, tmp_path: Path) -> Sample:
    """A copy of it."""
    shutil.copytree(rendered, tmp_path / "wiki")
    return Sample(tmp_path / "wiki")


DAY = "daily/2026-05-05.md"
PAPERS, CONCEPTS = {PAPER, OTHER}, {CREDIT, GRPO}
WITH_ADDITIONS = {*PAPERS, HOSTILE, *CONCEPTS}
TRENDS, AWAY = "trends.md", "away.md"


def data(wiki: Sample, path: str, old: str, new: str) -> None:
    """A change of a file of the wiki."""
    text = (wiki.root / path).read_text("utf-8")
    assert old in text
    (wiki.root / path).write_text(text.replace(old, new), "utf-8")


def move(wiki: Sample, path: str) -> None:
    """A person moves a page."""
    (wiki.root / "docs" / "mine").mkdir()
    (wiki.root / "docs" / path).rename(wiki.root / "docs" / "mine" / Path(path).name)


def unrelated(wiki: Sample) -> None:
    write_related(
        wiki.wiki, {id_: row for id_, row in read_related(wiki.wiki).items() if id_ != ONE}
    )


def taken_later(wiki: Sample) -> None:
    two = read_paper(wiki.wiki, TWO)
    assert two
    write_paper(wiki.wiki, two.with_(imported="2026-05-09"))


def own_template(wiki: Sample) -> None:
    (wiki.root / "templates").mkdir()
    text = "<!-- wiki:related at the end -->\nOf my own.\n<!-- /wiki -->\n"
    (wiki.root / "templates" / "paper.site.md.j2").write_text(text, "utf-8")


def merged(wiki: Sample) -> None:
    text = (wiki.root / "data/concepts/credit-assignment.yml").read_text("utf-8")
    text = text.replace("id: credit-assignment", "id: blame").replace("credit assignment", "blame")
    text = (
        text.replace("信用分配", "归咎")
        + "merged:\n  into: credit-assignment\n  date: 2026-05-06\n"
    )
    (wiki.root / "data/concepts/blame.yml").write_text(text, "utf-8")


# --- What the site shows otherwise than it is stored ------------------------------------


def on_site(wiki: Sample) -> str:
    """A paper's page as the site is made from it."""
    return complete_page(body(wiki.page(PAPER)), wiki.publisher().additions(ONE, PAPER))


def names(text: str) -> list[str]:
    """The sections of a page in their order."""
    return re.findall(r"^<!-- wiki:([a-z.-]+) -->$", text, re.MULTILINE)


def test_what_is_done_stands_before_what_came_of_it(wiki: Sample) -> None:
    """On the site the method comes before the results; the page keeps its order, and so does the
    site where a person wrote between the two.
    """
    stored = names(wiki.page(PAPER))
    assert stored.index("method.en") > stored.index("results.en")
    shown = names(on_site(wiki))
    assert shown.index("method.en") < shown.index("steps.zh") < shown.index("results.en")
    assert shown.index("contributions.zh") < shown.index("method.en")
    wiki.edit(PAPER, "<!-- wiki:limitations.en -->", "Mine.\n\n<!-- wiki:limitations.en -->")
    shown = names(on_site(wiki))
    assert shown.index("method.en") > shown.index("results.en")


ITEM, CELL = "- 81.2% on three tasks. ^r1", "| GRPO ^r1 |"


def test_a_result_of_the_table_is_not_told_in_the_list_too(wiki: Sample) -> None:
    """In neither language; the page has both."""
    shown = on_site(wiki)
    assert ITEM in wiki.page(PAPER)
    assert "- 81.2% on three tasks." not in shown
    assert "- 三个任务上 81.2%。" not in shown
    assert CELL in shown
    assert "## Results" in shown


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (ITEM, "- 81.2% on all tasks. ^r1"),
        ("- 三个任务上 81.2%。 ^r1", "- 三个任务上达到 81.2%。 ^r1"),
        (CELL, "| GRPO, ours ^r1 |"),
        ("- 三个任务上 81.2%。 ^r1\n", ""),
    ],
)
def test_what_a_person_changed_stays_in_the_list(wiki: Sample, old: str, new: str) -> None:
    """A result reworded, taken out in one language, or corrected in the table, as it stands."""
    wiki.edit(PAPER, old, new)
    left = [one for one in wiki.page(PAPER).splitlines() if one.endswith("^r1") and one[0] == "-"]
    assert left
    for line in left:
        assert line in on_site(wiki)


@pytest.mark.parametrize(
    ("words", "stays"),
    [
        ("It has 74.0% against GRPO on a|b.", False),
        ("Paper 1 reaches 74.0%.", False),  # the page's own name
        ("With Gemini it has 74.0%.", True),
        ("It has 74.0%, and 12.1% on WebArena.", True),
        ("Qwen3-8B has 74.0%.", True),
        ("It has 74.0%, against 70% for **Claude**.", True),
        ("It has 74.0%, as (Opus) has.", True),
        ("It has 74.0% by PPO2, o3 and GRPO.", True),
    ],
)
def test_a_result_that_names_more_than_its_row_keeps_its_sentence(
    wiki: Sample, words: str, stays: bool
) -> None:
    """The row tells neither the other dataset nor whose result it is."""
    row = ResultRow("a|b", "accuracy", "74.0", "%", "GRPO")
    other = claim("r2", "results", words, "为 74.0%。", row=row)
    wiki.change(ONE, claims=(*analysis().claims, other))
    wiki.render()
    assert ("74.0%。" in on_site(wiki)) == stays


def test_a_result_that_names_more_in_chinese_alone_keeps_its_sentences(wiki: Sample) -> None:
    """What one language tells is lost with the item in both."""
    row = ResultRow("a|b", "accuracy", "74.0", "%", "GRPO")
    other = claim("r2", "results", "It has 74.0%.", "Atari 上为 74.0%。", row=row)
    wiki.change(ONE, claims=(*analysis().claims, other))
    wiki.render()
    assert "Atari 上为 74.0%。" in on_site(wiki)


def test_results_whose_rows_are_alike_keep_their_sentences(wiki: Sample) -> None:
    """The sentence may name what the row does not: which model it was."""
    row = ResultRow("a|b", None, "74.0", "%", "GRPO")
    other = claim("r2", "results", "It has 74.0%.", "Gemini 为 74.0%。", row=row)
    wiki.change(ONE, claims=(*analysis().claims, other))
    wiki.render()
    shown = on_site(wiki)
    assert ITEM.removesuffix(" ^r1") in shown
    assert "- It has 74.0%." in shown
    told_apart = replace(other, row=replace(row, setting="Gemini"))
    wiki.change(ONE, claims=(*analysis().claims, told_apart))
    wiki.render()
    assert "- It has 74.0%." not in on_site(wiki)


def test_a_result_without_a_row_stays_in_the_list(wiki: Sample) -> None:
    """Since nothing else tells it."""
    wiki.edit(
        PAPER,
        wiki.page(PAPER).partition("<!-- wiki:results-table -->")[2].partition("<!-- /wiki -->")[0],
        "\n",
    )
    assert ITEM in on_site(wiki)


def test_facts_stand_once(wiki: Sample) -> None:
    """Kind, importance and date above the headline; the facts beside the text have what is left, as
    long as they are the builder's.
    """
    shown = on_site(wiki)
    top, facts = (
        shown.partition(f"<!-- wiki:{name} -->")[2].partition("<!-- /wiki -->")[0]
        for name in ("kicker", "facts")
    )
    assert names(shown)[0] == "kicker"
    assert "**7**/10" in top
    assert "7/10" not in facts
    assert "7/10" in wiki.page(PAPER)
    wiki.edit(PAPER, "7/10", "7/10, I think")
    assert "7/10, I think" in on_site(wiki)
    assert names(on_site(wiki)).count("facts") == 1


# What changes, and the pages whose additions are made anew.
CHANGES: dict[str, tuple[Callable[[Sample], object], set[str]]] = {
    "nothing": (lambda wiki: None, set()),
    "a person's note": (lambda wiki: wiki.edit(PAPER, NOTES, f"{NOTES}\n\nMine."), set()),
    "a person's title": (lambda wiki: wiki.edit(OTHER, "# Paper 2", "# Two"), {*PAPERS, *CONCEPTS, AWAY}),  # noqa: E501
    "a claim reworded": (lambda wiki: wiki.edit(PAPER, "Each step has", "Some steps have"), {*PAPERS, *CONCEPTS, AWAY}),  # noqa: E501
    "a claim taken out": (lambda wiki: wiki.edit(PAPER, "- 81.2% on three tasks. ^r1\n", ""), {*PAPERS, *CONCEPTS, AWAY}),  # noqa: E501
    "a claim cited in notes": (lambda wiki: wiki.edit(PAPER, NOTES, f"{NOTES}\n\n[It](#^c1)."), {PAPER}),  # noqa: E501
    "another reading": (lambda wiki: wiki.change(TWO, importance=9), {OTHER, *CONCEPTS, AWAY}),
    "a concept's page came later": (taken_later, {*PAPERS, *CONCEPTS, AWAY}),
    "related to nothing": (unrelated, {PAPER}),
    "the related paper moved": (lambda wiki: move(wiki, OTHER), {PAPER, "mine/2605.00002.md", *CONCEPTS, AWAY}),  # noqa: E501
    "the related paper deleted": (lambda wiki: (wiki.root / "docs" / OTHER).unlink(), {PAPER, *CONCEPTS, TRENDS, AWAY}),  # noqa: E501
    "the paper itself moved": (lambda wiki: move(wiki, PAPER), {OTHER, "mine/2605.00001.md", *CONCEPTS, AWAY}),  # noqa: E501
    "a concept moved": (lambda wiki: move(wiki, CREDIT), {*PAPERS, "mine/credit-assignment.md", GRPO}),  # noqa: E501
    "a thing that papers name moved": (lambda wiki: move(wiki, GRPO), {*PAPERS, CREDIT, "mine/grpo.md"}),  # noqa: E501
    "the day's page moved": (lambda wiki: move(wiki, DAY), WITH_ADDITIONS),
    "the day's page deleted": (lambda wiki: (wiki.root / "docs" / DAY).unlink(), WITH_ADDITIONS),
    "a concept renamed": (
        lambda wiki: data(wiki, "data/concepts/credit-assignment.yml", "en: credit assignment", "en: blame"),  # noqa: E501
        {*PAPERS, *CONCEPTS},
    ),
    "a concept merged": (merged, {CREDIT}),
    "addresses": (
        lambda wiki: data(wiki, "wiki.toml", "# abs_url = \"https://arxiv.org", "abs_url = \"https://a.b"),
        {*WITH_ADDITIONS, TRENDS, AWAY},
    ),
    "a template of the wiki's own": (own_template, {*WITH_ADDITIONS, TRENDS, AWAY}),
}  # fmt: skip


@pytest.mark.parametrize(("change", "expected"), CHANGES.values(), ids=CHANGES)
def test_what_did_not_change_is_used_again(
    wiki: Sample,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[Sample], object],
    expected: set[str],
) -> None:
    """And what did is made anew, so that each page is as if nothing had been kept."""
    build = Builds(wiki, monkeypatch)
    build()
    assert set(build.anew) == {*WITH_ADDITIONS, TRENDS, AWAY}
    change(wiki)
    build()
    assert set(build.anew) == expected
    build()
    assert build.anew == []


def test_words_whose_claim_is_lost_are_told_while_they_stand(
    wiki: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same mark first in a list of claims, then in a person's notes, then nowhere."""
    build = Builds(wiki, monkeypatch)
    wiki.edit(PAPER, "1. **Agent**", "1. Of my own ^c0ffee\n1. **Agent**")
    assert 'id="e-c0ffee"' in build()[PAPER]
    wiki.edit(PAPER, "1. Of my own ^c0ffee\n", "")
    wiki.edit(PAPER, NOTES, f"{NOTES}\n\nOf my own ^c0ffee")
    assert 'id="e-c0ffee"' not in build()[PAPER]


def test_a_former_claim_is_there_while_notes_lead_to_it(
    wiki: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its quote comes with the link, and goes with it."""
    one = read_paper(wiki.wiki, ONE)
    assert one
    assert one.analysis
    former = replace(one.analysis.claims[0], id="c0ffee")
    write_paper(wiki.wiki, one.with_(former=(Former(former, "html", 1),)))
    build = Builds(wiki, monkeypatch)
    assert 'id="e-c0ffee"' not in build()[PAPER]
    wiki.edit(PAPER, NOTES, f"{NOTES}\n\n[It](#^c0ffee).")
    assert 'id="e-c0ffee"' in build()[PAPER]
    wiki.edit(PAPER, "[It](#^c0ffee).", "It.")
    assert 'id="e-c0ffee"' not in build()[PAPER]


def test_a_page_that_is_not_the_builders_gets_nothing(wiki: Sample) -> None:
    """Nor does a copy of one that is, or the page of a list."""
    docs = wiki.root / "docs"
    shutil.copy(docs / PAPER, docs / "copy.md")
    (docs / "mine.md").write_text("# Mine\n", "utf-8")
    additions = Completing(wiki.publisher())
    for path in ("copy.md", "mine.md", "index.md", DAY, "nowhere.md"):
        text = body(wiki.page(path)) if path != "nowhere.md" else ""
        assert additions(text, path) == text
    assert Completing(None)(wiki.page(PAPER), PAPER) == wiki.page(PAPER)


# --- The built site -------------------------------------------------------------------

MINE = """# Mine ^top

Of my own. ^37066d

- one ^one
    - two ^Two-2

        a paragraph of two ^under

> A quote. ^quote

| a |
|---|
| b |

^table

$$
x ^2
$$

    code ^kept

See `^code`, [a claim](papers/2605/2605.00001.md#^c1), [in words](papers/2605/2605.00001.md#^abc123), [one](#^one),
[with a title](#^Two-2 "T"), [in brackets](<#^under>), [elsewhere][there], [[#^quote|wiki]], [[2605.00001#^n0te|note]],
[[credit assignment#^n0te|its note]] and `[code](#^one)`.

[there]: papers/2605/2605.00001.md#^n0te
"""  # noqa: E501
LEADS = {
    "a claim": "../papers/2605/2605.00001/#e-c1",
    "in words": "../papers/2605/2605.00001/#e-abc123",
    "one": "#e-one",
    "with a title": "#e-Two-2",
    "in brackets": "#e-under",
    "elsewhere": "../papers/2605/2605.00001/#e-n0te",
    "wiki": "./#e-quote",
    "note": "../papers/2605/2605.00001/#e-n0te",
    "its note": "../concepts/credit-assignment/#e-n0te",
}


@pytest.fixture(scope="module")
def built(rendered: Path, tmp_path_factory: pytest.TempPathFactory) -> BuildResult:
    """A wiki with blocks of a person's own, on a page of theirs,
    in notes and in the builder's words.
    """
    wiki = Sample(tmp_path_factory.mktemp("built") / "wiki")
    shutil.copytree(rendered, wiki.root)
    (wiki.root / "docs" / "mine.md").write_text(MINE, "utf-8")
    wiki.edit(PAPER, "It reaches 81.2%.\n", "It reaches 81.2%. ^abc123\n")
    wiki.edit(
        PAPER,
        NOTES,
        f"{NOTES}\n\nA note. ^n0te\n\nThree tasks, or so. ^c2\n\n[[nobody knows this]]",
    )
    wiki.edit(CREDIT, NOTES, f"{NOTES}\n\nA note. ^n0te")
    wiki.render()
    return build_site(wiki.root, strict=False)


def html(built: BuildResult, path: str) -> str:
    return spelled((built.site / path).read_text("utf-8"))


def test_a_persons_blocks_are_places(built: BuildResult) -> None:
    """Wherever Obsidian would lead, on their own pages, in their notes,
    and in the builder's words.
    """
    mine = html(built, "mine/index.html")
    for id_ in ("top", "37066d", "one", "Two-2", "under", "quote", "table"):
        assert mine.count(f'id="e-{id_}"') == 1
    paper = html(built, "papers/2605/2605.00001/index.html")
    assert paper.count('id="e-n0te"') == paper.count('id="e-abc123"') == 1
    assert html(built, "concepts/credit-assignment/index.html").count('id="e-n0te"') == 1


def test_links_to_blocks_lead_there(built: BuildResult) -> None:
    """In each form of a link; none is told as dead."""
    found = re.findall(
        r'<a href="([^"]*#e-[^"]*)"[^>]*>([^<]*)</a>', html(built, "mine/index.html")
    )
    assert {words: to for to, words in found} == LEADS
    assert [told for told in built.dead_links if "nobody knows" not in told] == []


def test_a_claim_that_was_moved_into_notes_keeps_its_mark(built: BuildResult) -> None:
    """It leads to the quote, whose place is there once."""
    notes = html(built, "papers/2605/2605.00001/index.html").partition("Three tasks, or so.")[2]
    assert notes.lstrip().startswith('<a href="#e-c2">¶</a>')


def test_no_mark_is_left_in_the_site(built: BuildResult) -> None:
    """But in code and maths, where it is none."""
    for file in built.site.rglob("*.html"):
        text = re.sub(
            r"<(script|style)\b.*?</\1>", "", spelled(file.read_text("utf-8")), flags=re.DOTALL
        )
        left = re.findall(r"(?<=[\s>])\^[A-Za-z0-9-]+", re.sub(r"<[^<>]*>", "\n", text))
        assert left == (["^2", "^kept", "^code"] if file.parent.name == "mine" else []), file


def test_an_unknown_name_is_told_with_its_line_in_the_file(built: BuildResult) -> None:
    """Related papers stand above it on the site, and not in the file."""
    (told,) = [told for told in built.dead_links if "nobody knows" in told]
    lines = (built.site.parent / "docs" / PAPER).read_text("utf-8").split("\n")
    assert f"on line {lines.index('[[nobody knows this]]') + 1}," in told
