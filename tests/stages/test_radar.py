"""The radar: what a day's ranking was, why, and what other interests would have read."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from wiki_builder.cli import cli
from wiki_builder.core.errors import SettingsError, UsageError
from wiki_builder.core.settings import Settings, changed_interests, load_settings
from wiki_builder.core.store.marks import write_marks
from wiki_builder.core.store.posts import add_posts
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.announcement import Announcement, Day, Version
from wiki_builder.core.values.marks import Mark, MarkKind
from wiki_builder.core.values.post import Post
from wiki_builder.core.values.receipt import Receipt
from wiki_builder.events.decisions import decide
from wiki_builder.library import interests
from wiki_builder.library.interests import interests_of, unknown_examples
from wiki_builder.sources.discovery import Discovery
from wiki_builder.stages.intake import keep, take_all
from wiki_builder.stages.interests import choice_of
from wiki_builder.stages.radar import ranked_day, ranked_paper

DAYS = ("2026-05-05", "2026-05-06")
TITLES = (
    "Search agents with reinforcement learning",
    "Agents that write code",
    "A survey of agents in medical imaging",
    "Theorem proving in Lean",
    "World models for driving",
)
SETTINGS = """
format = 2
[sources.arxiv]
categories = ["cs.CL"]
[interests]
keywords = ["agent"]
unwanted = ["medical imaging"]
papers_per_day = 1
"""


def announced(day: str) -> tuple[Announcement, ...]:
    start = 1 if day == DAYS[0] else 11
    return tuple(
        Announcement(
            f"arxiv:2605.{n:05}", ("new",), Version(1, title, ("A",), f"{title}.", ("cs.CL",))
        )
        for n, title in enumerate(TITLES, start)
    )


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    """Two days, as `update` leaves them; nothing was read yet."""
    (tmp_path / "wiki.toml").write_text(SETTINGS, "utf-8")
    made = Wiki(tmp_path)
    for day in DAYS:
        discovery = Discovery(Day(day, announced(day), 5))
        keep(made, take_all(made, settings(made), discovery, date.fromisoformat(day)))
    return made


def settings(wiki: Wiki, **interests: object) -> Settings:
    own = load_settings(wiki.root / "wiki.toml")
    return own.model_copy(update={"interests": own.interests.model_copy(update=interests)})


def told(wiki: Wiki, *args: str) -> Result:
    done = CliRunner().invoke(cli, ["-C", str(wiki.root), "radar", *args])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def test_the_radar_shows_what_is_above_the_line_and_just_below(wiki: Wiki) -> None:
    """As the receipt has it: what was read is what is ranked first."""
    ranking = ranked_day(wiki, settings(wiki), None)
    assert ranking.day == DAYS[1]
    assert {one.row.id for one in ranking.above} == ranking.read
    assert len(ranking.rows) == 5
    lines = told(wiki).output.splitlines()
    assert lines[0] == "2026-05-06: 5 ranked, 1 above the line"
    assert "your keywords: agent" in lines[2]
    assert lines[3] == "just below:"
    assert "what you do not want: medical imaging" in told(wiki, "--day", DAYS[0]).output


def test_a_receipt_names_no_interest_of_its_owner(wiki: Wiki) -> None:
    """Receipts and pages are published; they say where a paper stood, and not what was sought."""
    text = wiki.receipt(DAYS[0]).read_text("utf-8")
    reasons = {row["reason"] for row in json.loads(text)["rows"] if row.get("reason")}
    assert reasons == {"ranked 2 of 5; 1 are read", "it holds what is not wanted",
                       "no keyword matches"}  # fmt: skip


def test_why_explains_one_paper_part_by_part(wiki: Wiki) -> None:
    """Its place, and each part with its points and words; in both languages as JSON."""
    shown = told(wiki, "why", "2605.00003").output
    assert "of 5: it holds what is not wanted" in shown
    assert "-1.000  what you do not want: medical imaging" in shown
    document = json.loads(told(wiki, "why", "2605.00003", "--json").output)
    assert {part["kind"] for part in document["parts"]} == {"keywords", "unwanted"}
    assert document["parts"][0]["zh"] == "你不想看的内容：medical imaging"
    with pytest.raises(UsageError):
        ranked_paper(wiki, settings(wiki), "arxiv:2605.09999")


def test_tune_says_what_would_have_been_read_instead(wiki: Wiki) -> None:
    """On each day, and in all; nothing in the wiki changes."""
    before = {p: p.read_bytes() for p in wiki.root.rglob("*") if p.is_file()}
    document = json.loads(told(wiki, "tune", "--keywords", "driving, Lean", "--json").output)
    assert [len(day["gained"]) for day in document["days"]] == [1, 1]
    assert [day["lost"][0]["title"] for day in document["days"]] == [TITLES[0]] * 2
    shown = told(wiki, "tune", "--keywords", "driving", "--days", "1").output
    assert shown.splitlines()[-1] == "1 day: 1 were read, 1 would be; 1 others, 1 not"
    assert {p: p.read_bytes() for p in wiki.root.rglob("*") if p.is_file()} == before


def test_a_file_says_what_is_to_be_otherwise(wiki: Wiki, tmp_path: Path) -> None:
    """What it does not name stays as it is in wiki.toml; what is wrong in it is named."""
    trial = tmp_path / "trial.toml"
    trial.write_text('[interests]\nabout = "世界模型"\npapers_per_day = 2\n', "utf-8")
    own = changed_interests(trial, settings(wiki).interests)
    assert (own.keywords, own.papers_per_day, own.about) == (("agent",), 2, "世界模型")
    assert "World models for driving" in told(wiki, "tune", "--set", str(trial)).output
    trial.write_text("[interests]\nquotas = { nowhere = 3 }\nkeyword = []\n", "utf-8")
    with pytest.raises(SettingsError, match="keywords"):
        changed_interests(trial, own)


def test_examples_are_papers_that_the_wiki_knew_before_the_day(wiki: Wiki) -> None:
    """Read ones and entries alike; one of the day itself is none, so that a killed run ranks as
    the first one did.
    """
    mine = settings(wiki, examples=("2605.00001", "2605.00004", "2605.00014", "1901.00001"))
    known = [one.title for one in interests_of(wiki, mine, DAYS[1]).examples]
    assert known == [TITLES[0], TITLES[3]]
    assert unknown_examples(wiki, mine, DAYS[1]) == ("2605.00014", "1901.00001")
    assert choice_of(wiki, mine, DAYS[0]).ranker.interests.examples == ()


def test_a_killed_run_ranks_as_the_first_one_did(wiki: Wiki) -> None:
    """Its papers and entries are in the wiki then, and teach nothing of their own day."""
    mine = settings(wiki, examples=("2605.00014",), surprise=0.5, papers_per_day=2)
    discovery = Discovery(Day(DAYS[1], announced(DAYS[1]), 5))
    wiki.receipt(DAYS[1]).unlink()
    first = take_all(wiki, mine, discovery, date(2026, 5, 6))
    keep(wiki, first)
    wiki.receipt(DAYS[1]).unlink()
    again = take_all(wiki, mine, discovery, date(2026, 5, 6))
    assert _receipts(again) == _receipts(first)


def _receipts(taken: object) -> list[Receipt]:
    return [one.receipt for one in taken]  # type: ignore[attr-defined]  # a list of Taken


def test_a_day_of_which_nothing_is_known_is_said(wiki: Wiki) -> None:
    """Instead of an empty ranking."""
    with pytest.raises(UsageError):
        ranked_day(wiki, settings(wiki), date(2026, 4, 1))


def test_marks_of_days_before_teach_the_ranking(wiki: Wiki) -> None:
    """The last word on each paper, of what the wiki has a text of; a mark of the day itself, or one
    that was taken away, says nothing.
    """
    star, refused, late, away = (f"arxiv:2605.0000{n}" for n in (1, 4, 2, 5))
    write_marks(
        wiki,
        {
            star: {"star": Mark("2026-05-05T08:00:00Z")},
            refused: {
                "star": Mark("2026-05-05T08:00:00Z"),
                "no": Mark("2026-05-05T09:00:00Z"),
            },
            late: {"star": Mark(f"{DAYS[1]}T08:00:00Z")},
            away: {"star": Mark("2026-05-05T08:00:00Z", on=False)},
            "arxiv:1901.00001": {"star": Mark("2026-05-05T08:00:00Z")},
            "file:abcdef12": {"star": Mark("2026-05-05T08:00:00Z")},
            "arxiv:foo": {"star": Mark("2026-05-05T08:00:00Z")},
            "arxiv:math.GT/9901001": {"no": Mark("2026-05-05T08:00:00Z")},
        },
    )
    found = interests_of(wiki, settings(wiki), DAYS[1])
    assert [one.id for one in found.liked] == [star]
    assert [one.id for one in found.refused] == [refused]
    assert not interests_of(wiki, settings(wiki), DAYS[0]).marked
    day = ranked_day(wiki, settings(wiki), date(2026, 5, 6))
    like = next(one for one in day.rows if one.row.id == "arxiv:2605.00011")
    why = [part.kind for part in like.score.parts]
    assert "examples" in why, "like the starred one"


# --- Posts ------------------------------------------------------------------------


def post(number: int, title: str, seen: str = DAYS[1], **more: object) -> Post:
    link = f"https://lab.example/{number}"
    made = Post(f"post:lab/{number:012}", "lab", "Lab Blog", title, link, seen, seen)
    return replace(made, **more)  # type: ignore[arg-type]  # replace() checks the names


def joined(wiki: Wiki, one: str, other: str) -> None:
    """A person says that they are one event."""
    decide(wiki, "join", one, other, date="2026-05-21", by="me")


def order(output: str) -> list[str]:
    """The ids of what `radar` lists, in its order."""
    return re.findall(r"^ *(?:\d+|post)  [+-][0-9.]+  (\S+)", output, re.MULTILINE)


def test_posts_stand_among_the_papers_of_their_day(wiki: Wiki) -> None:
    """By the same score with the same parts; no paper's number or place changes for them, and no
    post takes one. What matches less stands below, with why; a post from between two days is of the
    later one, one from after the last of that.
    """
    papers = {
        one.row.id: (one.number, one.place) for one in ranked_day(wiki, settings(wiki), None).rows
    }
    first, last, late = (
        post(1, "Agents: what an agent is"),
        post(2, "Our offices"),
        post(3, "Agents in medical imaging", "2026-05-09", summary="An agent."),
    )
    add_posts(wiki, [first, last, late, post(4, "An agent of before", DAYS[0])])
    day = ranked_day(wiki, settings(wiki), None)
    assert {one.row.id: (one.number, one.place) for one in day.rows} == papers
    assert [one.row.id for one in day.above] == ["arxiv:2605.00011"]
    shown = told(wiki).output
    assert shown.splitlines()[0] == "2026-05-06: 5 ranked, 1 above the line; 3 posts"
    score = next(one.score.total for one in day.posts if one.row.id == first.id)
    line = f"post  {score:+.3f}  {first.id}  Agents: what an agent is · Lab Blog · 2026-05-06"
    assert f"{line}\n              your keywords: agent\n" in shown
    listed = order(shown)
    assert listed[:3] == ["2605.00011", "2605.00012", first.id]
    assert listed[-1] == late.id, "what is not wanted comes last"
    assert "[a post, which no model reads: no keyword matches]" in shown
    assert "[a post, which no model reads: it holds what is not wanted]" in shown
    assert "post:lab/000000000004" not in shown
    document = json.loads(told(wiki, "--json").output)
    assert [row["source"] for row in document["posts"]] == [
        f"Lab Blog · {day}" for day in (DAYS[1], DAYS[1], "2026-05-09")
    ]


def test_a_post_of_the_most_weight_stands_above_the_papers(wiki: Wiki) -> None:
    """Whoever wrote it: somebody who is followed lifts it, and many authors do not."""
    mine = settings(wiki, authors=("Ada Lovelace",))
    many = tuple(f"Author {n}" for n in range(40))
    posts = [
        post(1, "A word on agents", authors=("Ada Lovelace",)),
        post(2, "A word on agents", authors=many),
        post(3, "A word on agents"),
    ]
    add_posts(wiki, posts)
    day = ranked_day(wiki, mine, None)
    assert day.shown[0].row.id == posts[0].id
    assert day.shown[0].number == 1
    scores = {one.row.id: one.score for one in day.posts}
    assert scores[posts[1].id] == scores[posts[2].id]


def test_why_explains_a_post(wiki: Wiki) -> None:
    """Part by part, in its own day; one that nobody knows is said."""
    add_posts(wiki, [post(1, "Agents in medical imaging")])
    shown = told(wiki, "why", "post:lab/000000000001").output.splitlines()
    assert shown[0] == "post:lab/000000000001  Agents in medical imaging · Lab Blog · 2026-05-06"
    assert shown[1].startswith("2026-05-06: behind 5 of 5 papers: a post, which no model reads")
    assert "  -1.000  what you do not want: medical imaging" in shown
    document = json.loads(told(wiki, "why", "post:lab/000000000001", "--json").output)
    assert (document["place"], document["source"]) == ("no match", "Lab Blog · 2026-05-06")
    with pytest.raises(UsageError, match="no such post"):
        ranked_paper(wiki, settings(wiki), "post:lab/000000000009")


@pytest.mark.parametrize(("kind", "sign"), [("star", 1), ("no", -1)])
def test_marks_on_posts_teach_like_those_on_papers(wiki: Wiki, kind: MarkKind, sign: int) -> None:
    """A starred post lifts papers and posts that are like it, one that is not for its reader lowers
    them; from the day after it came, and its missing categories tell nothing of those of papers.
    """
    marked, like = post(1, TITLES[3], DAYS[0]), post(2, f"{TITLES[3]}, again")
    add_posts(wiki, [marked, like])
    twin = f"arxiv:2605.{14:05}"

    def totals() -> dict[str, float]:
        day = ranked_day(wiki, settings(wiki), None)
        return {one.row.id: one.score.total for one in (*day.rows, *day.posts)}

    before = totals()
    write_marks(wiki, {marked.id: {kind: Mark(f"{DAYS[0]}T08:00:00Z")}})
    after = totals()
    assert sign * (after[twin] - before[twin]) > 0
    assert sign * (after[like.id] - before[like.id]) > 0
    parts = {p.kind for one in ranked_day(wiki, settings(wiki), None).rows for p in one.score.parts}
    assert "category" not in parts
    write_marks(wiki, {like.id: {kind: Mark(f"{DAYS[0]}T08:00:00Z")}})
    assert like.id not in {one.id for one in interests_of(wiki, settings(wiki), DAYS[1]).marked}


def test_a_day_of_posts_alone_is_ranked_too(wiki: Wiki) -> None:
    """Before arXiv was ever asked, or on a day that it does not announce."""
    for receipt in DAYS:
        wiki.receipt(receipt).unlink()
    add_posts(wiki, [post(1, "A word on agents", "2026-05-09")])
    shown = told(wiki).output.splitlines()
    assert shown[0] == "2026-05-09: 0 ranked, 0 above the line; 1 post"
    assert shown[1].startswith("post  +")
    with pytest.raises(UsageError):
        ranked_day(wiki, settings(wiki), date(2026, 5, 8))


def test_a_post_that_is_one_event_with_a_paper_has_no_second_line(wiki: Wiki) -> None:
    """The paper's line tells of it; who asks for the post is told of it all the same."""
    add_posts(wiki, [post(1, "Why we search"), post(2, "A word on agents")])
    joined(wiki, "arxiv:2605.00011", "post:lab/000000000001")
    ids = [one.row.id for one in ranked_day(wiki, settings(wiki), None).posts]
    assert ids == ["post:lab/000000000002"]
    assert told(wiki, "why", "post:lab/000000000001").exit_code == 0


def test_a_line_says_where_else_its_event_is_told(wiki: Wiki) -> None:
    """A paper's by what was ever posted about it; several posts of one event have one line, that of
    the best. What a person deleted is not told of.
    """
    story = "Robots that fold laundry by themselves"
    add_posts(
        wiki,
        [
            post(1, "Why we search", "2026-05-20"),
            post(2, "How we search", "2026-05-20"),
            post(3, story),
            post(4, story, id="post:news/000000000004", label="News", summary="Agents."),
            post(5, story, id="post:gone/000000000005", label="Gone"),
        ],
    )
    joined(wiki, "arxiv:2605.00001", "post:lab/000000000001")
    joined(wiki, "arxiv:2605.00001", "post:lab/000000000002")
    wiki.ledger.write_text("post:gone/000000000005\tposts/gone/000000000005.md\n", "utf-8")
    first = told(wiki, "--day", DAYS[0])
    assert f"2605.00001  {TITLES[0]} · also: Lab Blog\n" in first.output
    day = ranked_day(wiki, settings(wiki), date.fromisoformat(DAYS[1]))
    assert day.also["post:news/000000000004"] == ("Lab Blog",)
    assert "post:lab/000000000003" not in {one.row.id for one in day.posts}
    assert told(wiki, "why", "2605.00001").output.splitlines()[0].endswith(" · also: Lab Blog")
    rows = json.loads(told(wiki, "--day", DAYS[1], "--json").output)["posts"]
    assert [row["also"] for row in rows if row["id"] == "post:news/000000000004"] == [["Lab Blog"]]


def test_a_day_without_papers_reads_nothing_to_rank_by(
    wiki: Wiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither marks nor examples: there is nothing to choose from."""

    def read(*_: object) -> object:
        raise AssertionError("it was read")

    monkeypatch.setattr(interests, "read_marks", read)
    monkeypatch.setattr(interests, "read_paper", read)
    mine = settings(wiki, examples=("2605.00001",))
    assert take_all(wiki, mine, Discovery(None), date(2026, 5, 7)) == []
    with pytest.raises(AssertionError):
        choice_of(wiki, mine, DAYS[1])
