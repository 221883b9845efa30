"""Events in a wiki: what pages and lists make of them, and what people decide."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.concepts.papers import mention, paper
from wiki_builder.cli import cli
from wiki_builder.core.errors import UsageError
from wiki_builder.core.progress import Progress
from wiki_builder.core.settings import Settings
from wiki_builder.core.store.marks import read_marks, write_marks
from wiki_builder.core.store.papers import read_paper, write_paper
from wiki_builder.core.store.posts import add_posts
from wiki_builder.core.store.receipts import write_receipt
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.marks import Mark
from wiki_builder.core.values.post import Post
from wiki_builder.core.values.receipt import Receipt, Row
from wiki_builder.curation.events import settle, take_back
from wiki_builder.events.decisions import read_decisions
from wiki_builder.library.index import load_index
from wiki_builder.library.library import Library
from wiki_builder.library.members import best_member, guides
from wiki_builder.pages.publisher import Publisher, publisher
from wiki_builder.pages.views.event import also
from wiki_builder.site.radar.files import radar_entry, radar_files
from wiki_builder.stages.link import link_papers
from wiki_builder.stages.render import render_wiki

SETTINGS = Settings.model_validate({"format": 2})
DAY = "2026-05-05"
TODAY = date.fromisoformat(DAY)
TITLE = "Why larger models learn more rare tasks"
PAPER, OTHER = "arxiv:2605.00001", "arxiv:2605.00002"
POST, LATE = "post:lab/0123456789ab", "post:lab/ba9876543210"


def post(id_: str, title: str, **more: object) -> Post:
    made = Post(id_, "lab", "Lab Blog", title, f"https://lab.example/{id_[-3:]}", DAY, DAY)
    return replace(made, **more)  # type: ignore[arg-type]  # replace() checks the names


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    """A day with two papers on one concept, and a post of the one's title."""
    made = Wiki(tmp_path)
    (tmp_path / "wiki.toml").write_text("format = 2\n")
    for id_, title in ((PAPER, TITLE), (OTHER, "Memory of worlds")):
        write_paper(made, paper(id_, mention("credit assignment", "信用分配"), title=title))
    rows = tuple(Row(id_, ("new",), "taken", id_) for id_ in (PAPER, OTHER))
    write_receipt(made, Receipt(DAY, "arxiv", DAY, 2, 2, rows))
    add_posts(made, [post(POST, TITLE), post(LATE, "A word on worlds", papers=(OTHER,))])
    link_papers(made, load_index(made))
    render_wiki(made, SETTINGS, load_index(made), Progress())
    return made


def published(wiki: Wiki) -> Publisher:
    return publisher(wiki, SETTINGS, load_index(wiki))


def library(wiki: Wiki) -> Library:
    return published(wiki).library


def together(wiki: Wiki, id_: str) -> tuple[str, ...]:
    event = library(wiki).events.of.get(id_)
    return event.members if event else ()


def test_a_post_of_a_papers_title_is_one_event_with_it(wiki: Wiki) -> None:
    """The event is called after its paper; a post that only links to another paper is proposed."""
    assert together(wiki, POST) == (PAPER, POST)
    assert best_member(library(wiki), library(wiki).events.of[POST]) == PAPER
    assert [(tie.a, tie.b) for tie in library(wiki).events.open] == [(OTHER, LATE)]


def test_a_list_has_one_line_for_an_event(wiki: Wiki) -> None:
    """On a day's page the paper's line names the post's source, and the post has no line."""
    page = (wiki.docs / "daily" / f"{DAY}.md").read_text("utf-8")
    assert f"also: [Lab Blog](../posts/{POST[5:]}.md)" in page
    assert f"]({'../posts/' + POST[5:]}.md)" in page
    assert page.count(f"../posts/{POST[5:]}.md") == 2  # once a language
    assert f"../posts/{LATE[5:]}.md" in page


def test_pages_say_what_else_is_of_the_event_and_what_explains_it(wiki: Wiki) -> None:
    """The site adds to the paper's page the post, to the post's page the paper; and the concept
    page that explains it to both.
    """
    made = published(wiki)
    paths = made.library.places
    of_paper = {one.name: one.body for one in made.additions(PAPER, paths[PAPER]).parts}
    of_post = {one.name: one.body for one in made.additions(POST, paths[POST]).parts}
    assert (
        f"[{TITLE}](../../posts/{POST[5:]}.md) · Lab Blog · <time>{DAY}</time>" in of_paper["event"]
    )
    assert f"[{TITLE}](../../papers/2605/2605.00001.md)" in of_post["event"]
    for parts in (of_paper, of_post):
        assert "concepts/credit-assignment.md" in parts["event"]
    assert made.addition_inputs(POST, paths[POST])


def test_the_importance_of_an_event_is_that_of_its_best_member_and_says_which(wiki: Wiki) -> None:
    """In a list, on the page and in the radar's data of a paper that is not it; the best one's page
    has nothing of it to say.
    """
    best = read_paper(wiki, OTHER)
    assert best
    assert best.analysis
    write_paper(wiki, best.with_(analysis=replace(best.analysis, importance=9)))
    settle(wiki, SETTINGS, True, PAPER, OTHER, by="me", today=TODAY)
    render_wiki(wiki, SETTINGS, load_index(wiki), Progress())
    made = published(wiki)
    paths = made.library.places
    day = (wiki.docs / "daily" / f"{DAY}.md").read_text("utf-8")
    (line,) = (one for one in day.splitlines() if "2605.00001.md" in one and "also: " in one)
    assert line.startswith("- [x](../papers/2605/2605.00002.md)")
    assert "also: [arXiv](../papers/2605/2605.00001.md), [Lab Blog](../posts/" in line
    alone = also(made.library, PAPER, "daily")  # in a list of another day
    assert alone
    assert "[arXiv](../papers/2605/2605.00002.md) (9/10, which counts for both)" in alone["en"]
    event = {one.name: one.body for one in made.additions(PAPER, paths[PAPER]).parts}["event"]
    assert "Importance of it all: 9/10, that of " in event
    assert "</span>[Memory of worlds](2605.00002.md)" in event
    whole = {one.name: one.body for one in made.additions(OTHER, paths[OTHER]).parts}["event"]
    assert "Importance of it all" not in whole
    cards = [made.library.card(id_) for id_ in (PAPER, OTHER)]
    rows = [radar_entry(card, "", made.library) for card in cards if card]
    assert [row.score for row in rows] == [9, 9]
    assert rows[0].reason.en.startswith("9/10 is that of “Memory of worlds”, of the same event.")
    assert not rows[1].reason.en.startswith("9/10")


def test_a_paper_has_two_guides_at_most(wiki: Wiki) -> None:
    """What explains a paper are concept pages, and few."""
    made = library(wiki)
    card = made.card(PAPER)
    assert card
    assert [concept.id for concept in guides(made, card)] == ["credit-assignment"]


def test_people_join_part_and_take_back(wiki: Wiki) -> None:
    """A decision counts until it is taken back, whichever way rules see it."""
    settle(wiki, SETTINGS, True, "2605.00002", LATE, by="me", today=TODAY)
    assert together(wiki, LATE) == (OTHER, LATE)
    settle(wiki, SETTINGS, False, PAPER, POST, by="me", today=TODAY)
    assert together(wiki, POST) == ()
    take_back(wiki, None, by="me", today=TODAY)
    assert together(wiki, POST) == (PAPER, POST)
    take_back(wiki, 1, by="me", today=TODAY)
    assert together(wiki, LATE) == ()


def test_what_cannot_be_is_said_and_nothing_is_logged(wiki: Wiki) -> None:
    """A member that is not there, and a join across a parting, are refused with what to do."""
    with pytest.raises(UsageError, match="no paper and no post"):
        settle(wiki, SETTINGS, True, PAPER, "post:lab/000000000000", by="me", today=TODAY)
    settle(wiki, SETTINGS, False, PAPER, LATE, by="me", today=TODAY)
    before = wiki.event_log.read_bytes()
    with pytest.raises(UsageError, match="were parted"):
        settle(wiki, SETTINGS, True, POST, LATE, by="me", today=TODAY)
    assert wiki.event_log.read_bytes() == before


def test_the_commands_list_decide_and_undo(wiki: Wiki) -> None:
    """``events list``, ``part``, ``log`` and ``undo`` say what is and what was done."""

    def run(*words: str) -> str:
        done = CliRunner().invoke(cli, ["-C", str(wiki.root), "events", *words])
        assert done.exit_code == 0, done.output
        return done.output

    assert f"{TITLE} (joined by title)" in run("list")
    assert f"wiki-builder events join {OTHER} {LATE}" in run("list", "--open")
    run("part", PAPER, POST, "--reason", "another work", "--today", DAY)
    assert "another work" in run("log")
    assert '"events": []' in run("list", "--json")
    run("undo", "--today", DAY)
    assert f"{TITLE} (joined by title)" in run("list")


# --- An article that came before its paper -----------------------------------------

ARTICLE = "post:journal/aaaaaaaaaaaa"


def with_article(wiki: Wiki, **more: object) -> Path:
    """A journal's article that has a page, before its paper is here; its page."""
    article = post(
        ARTICLE,
        "Trees of thought for planning agents in the wild",
        source="journal",
        label="Journal",
    )
    add_posts(wiki, [replace(article, doi="10.1000/abc", summary="First words.", **more)])  # type: ignore[arg-type]  # replace() checks the names
    run(wiki)
    return wiki.docs / f"posts/{ARTICLE[5:]}.md"


def with_paper(wiki: Wiki, **more: object) -> str:
    """The article's paper, announced since; its id."""
    id_ = "arxiv:2605.00003"
    made = paper(id_, mention("credit assignment", "信用分配"), title="Thinking")
    version = replace(made.versions[0], **more)  # type: ignore[arg-type]  # likewise
    write_paper(wiki, made.with_(versions=(version,)))
    return id_


def run(wiki: Wiki) -> tuple[str, ...]:
    """What the pages' part of a run says of articles."""
    link_papers(wiki, load_index(wiki))
    made = render_wiki(wiki, SETTINGS, load_index(wiki), Progress(), today=TODAY)
    return made.articles


def kept(wiki: Wiki) -> dict[Path, bytes]:
    """Data and pages, to the byte."""
    files = (file for place in (wiki.data, wiki.docs) for file in place.rglob("*"))
    return {file: file.read_bytes() for file in files if file.is_file()}


@pytest.mark.parametrize(
    ("own", "papers"),
    [
        ({}, {"doi": "10.1000/ABC"}),
        (
            {"authors": ("Lee, Ann",)},
            {"title": "Trees of Thought for Planning Agents in the Wild", "authors": ("Ann Lee",)},
        ),
    ],
)
def test_one_work_has_one_page(
    wiki: Wiki, own: dict[str, object], papers: dict[str, object]
) -> None:
    """By DOI, or by title and authors: the article's page leads to the paper's, at its old address;
    lists and the feed have the paper alone, whose page says where it was published. That is said
    and logged once; a further run changes nothing.
    """
    path = with_article(wiki, **own)
    assert "First words." in path.read_text("utf-8")
    id_ = with_paper(wiki, **papers)
    assert run(wiki) == (f"{ARTICLE} is {id_}, and its page leads there",)
    text = path.read_text("utf-8")
    assert 'redirect: "../../papers/2605/2605.00003.md"' in text
    assert "](../../papers/2605/2605.00003.md)" in text
    assert "First words." not in text
    months = (wiki.docs / f"posts/{DAY[:7]}.md").read_text("utf-8")
    assert ARTICLE[5:] not in months + (wiki.docs / "radar.md").read_text("utf-8")
    made = published(wiki)
    parts = {one.name: one.body for one in made.additions(id_, made.library.places[id_]).parts}
    assert f"(https://lab.example/aaa) · Journal · <time>{DAY}</time>" in parts["event"]
    (logged,) = read_decisions(wiki)
    assert (logged.op, logged.pair, logged.by) == ("join", (id_, ARTICLE), "wiki-builder")
    before = kept(wiki)
    assert run(wiki) == ()
    assert kept(wiki) == before


def test_a_browser_is_told_which_paper_an_article_is(wiki: Wiki) -> None:
    """It carries over what was marked there on the article."""
    with_article(wiki)
    assert "became" not in json.loads(radar_files(library(wiki), {})["first"])
    id_ = with_paper(wiki, doi="10.1000/abc")
    assert json.loads(radar_files(library(wiki), {})["first"])["became"] == [[ARTICLE, id_]]


def test_notes_on_an_articles_page_stay_and_can_be_read(wiki: Wiki) -> None:
    """A page with a person's words sends nobody away, and the paper's page leads to it."""
    path = with_article(wiki)
    path.write_text(path.read_text("utf-8").replace("## Notes · 笔记", "## Notes · 笔记\n\nMine."))
    id_ = with_paper(wiki, doi="10.1000/abc")
    run(wiki)
    text = path.read_text("utf-8")
    assert "Mine." in text
    assert "redirect:" not in text
    assert "](../../papers/2605/2605.00003.md)" in text
    made = published(wiki)
    parts = {one.name: one.body for one in made.additions(id_, made.library.places[id_]).parts}
    assert f"../../posts/{ARTICLE[5:]}.md) · Journal" in parts["event"]


def test_marks_on_an_article_are_its_papers(wiki: Wiki) -> None:
    """What was marked on either holds of the paper; the last word counts, and nothing is lost."""
    with_article(wiki)
    id_ = with_paper(wiki, doi="10.1000/abc")
    early, late = Mark("2026-05-05T08:00:00Z"), Mark("2026-05-06T08:00:00Z", on=False)
    write_marks(wiki, {ARTICLE: {"star": early, "read": early}, id_: {"read": late}})
    run(wiki)
    marks = read_marks(wiki)
    assert marks[id_] == {"star": early, "read": late}
    assert marks[ARTICLE] == {"star": early, "read": early}


def test_a_person_parts_an_article_from_a_paper_that_it_is_not(wiki: Wiki) -> None:
    """Then it has its own page and its lines again, and no run joins them anew."""
    path = with_article(wiki)
    id_ = with_paper(wiki, doi="10.1000/abc")
    run(wiki)
    settle(wiki, SETTINGS, False, ARTICLE, id_, by="me", today=TODAY)
    assert run(wiki) == ()
    text = path.read_text("utf-8")
    assert "First words." in text
    assert "redirect:" not in text
    assert ARTICLE[5:] in (wiki.docs / f"posts/{DAY[:7]}.md").read_text("utf-8")


def test_a_labs_words_about_its_paper_keep_their_page(wiki: Wiki) -> None:
    """A post without a DOI is one event with its paper, and another thing."""
    assert together(wiki, POST) == (PAPER, POST)
    assert run(wiki) == ()
    assert "redirect:" not in (wiki.docs / f"posts/{POST[5:]}.md").read_text("utf-8")
