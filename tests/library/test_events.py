"""Events in a wiki: what pages and lists make of them, and what people decide."""

from __future__ import annotations

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
from wiki_builder.core.store.papers import read_paper, write_paper
from wiki_builder.core.store.posts import add_posts
from wiki_builder.core.store.receipts import write_receipt
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.post import Post
from wiki_builder.core.values.receipt import Receipt, Row
from wiki_builder.curation.events import settle, take_back
from wiki_builder.library.index import load_index
from wiki_builder.library.library import Library
from wiki_builder.library.members import best_member, guides
from wiki_builder.pages.publisher import Publisher, publisher
from wiki_builder.site.radar.files import radar_entry
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
    lines = (wiki.docs / "daily" / f"{DAY}.md").read_text("utf-8").splitlines()
    (line,) = (one for one in lines if "(9/10, which" in one)
    assert "2605.00001.md" in line
    assert "[arXiv](../papers/2605/2605.00002.md) (9/10, which counts for both)" in line
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
