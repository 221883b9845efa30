"""The demo: a wiki made day by day from real papers that come with the program.

The feeds are recordings in arXiv's format, the replies were written through the
hand-off engine, and the texts of the papers that are read in full come with the program
(``fulltexts``). Between the days its owner writes notes
and decides about concepts (``hands``). No key and no network are needed; all else is
what a user's own run does.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import httpx

from wiki_builder import pipeline, scaffold
from wiki_builder.core.errors import UsageError
from wiki_builder.core.http.client import Client, ClientConfig, Response
from wiki_builder.core.progress import Progress
from wiki_builder.core.settings import FILE, load_settings
from wiki_builder.core.store.disk import write_file
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.demo.apiwriter import api_feed
from wiki_builder.demo.blogwriter import blog_feed
from wiki_builder.demo.fulltexts import ADDITIONS, full_text, known_to_api
from wiki_builder.demo.hands import STEPS
from wiki_builder.demo.listwriter import write_new
from wiki_builder.llm.engine import Engine
from wiki_builder.llm.replay import ReplayEngine
from wiki_builder.pipeline import RunOptions
from wiki_builder.runtime import Means, addresses_of
from wiki_builder.sources.feed import read_feed

HERE = Path(__file__).parent
FEEDS = HERE / "feeds"
REPLIES = HERE / "replies"
PAPER = HERE / "papers" / "2020.acl-main.447.pdf"
RSS, HTML = {"content-type": "application/rss+xml"}, {"content-type": "text/html"}
ATOM, PDF = {"content-type": "application/atom+xml"}, {"content-type": "application/pdf"}
XML = {"content-type": "text/xml"}
# what arXiv's OAI-PMH interface says where nothing changed
NOTHING_CHANGED = (
    b'<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">'
    b'<error code="noRecordsMatch"/></OAI-PMH>'
)
TITLE = "Agents that learn"
CATEGORIES = ("cs.AI", "cs.CL", "cs.LG", "cs.MA")
KEYWORDS = (
    "reinforcement learning",
    "agentic",
    "multi-agent",
    "RL",
    "GRPO",
    "agent",
    "long-horizon",
    "emotion management",
)
PAPERS_PER_DAY = 9

# What each lab's feed is: OpenAI's own; the others have none, and these are made from their pages.
BLOGS = (
    ("openai", "https://openai.com/news/rss.xml", "OpenAI Blog"),
    (
        "goodfire",
        "https://raw.githubusercontent.com/Olshansk/rss-feeds/main/feeds/feed_goodfire.xml",
        "Goodfire",
    ),
    (
        "bytedance-seed",
        "https://raw.githubusercontent.com/mibuhand/AI-News-Direct/main/feeds/bytedance_seed_research.xml",
        "ByteDance Seed",
    ),
)
BLOG_TABLES = "".join(
    f'[[sources.feeds]]\nname = "{name}"\nurl = "{url}"\nlabel = "{label}"\n\n'
    for name, url, label in BLOGS
)

SETTINGS = f"""\
format = 2

# The demo's wiki: real papers of 22 days in May and June 2026, read by stored
# replies. Set engine = "litellm" and a preset to go on with a model of your own.

[wiki]
title = "{TITLE}"
tagline = {{ en = "A sample: a few real papers of each of 22 days, on agents and reinforcement learning", zh = "示例：22 个公布日各取数篇真实论文，主题为智能体与强化学习" }}

[sources.arxiv]
categories = {json.dumps(CATEGORIES)}
catch_up = false          # the sample's days do not follow on each other

{BLOG_TABLES}[site]
show_interests = true     # they are the sample's, and nobody's own
kept_up = false           # the sample ends in June 2026

[interests]
keywords = {json.dumps(KEYWORDS)}
papers_per_day = {PAPERS_PER_DAY}

[text]
order = ["abstract"]      # few full texts come with the program: those of papers added by hand

[model]
engine = "replay"
replies = "replies"

[briefings]
day = true
week = true
since = "2026-05-28"      # ten days and three weeks have stored briefings

[check]
judge = "all"             # each statement is judged, not only the doubtful ones
"""  # noqa: E501


class RecordedDay(httpx.BaseTransport):
    """Answers with the feed of one day, the lists of its papers, what the API knows of those that
    are added by hand, their texts, and what blogs had written by then; and with nothing else.
    """

    def __init__(self, day: str) -> None:
        self.day, feed = date.fromisoformat(day), FEEDS / f"{day}.xml"
        self.feed = feed.read_bytes() if feed.is_file() else None

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        blog = next((name for name, url, _ in BLOGS if url == str(request.url)), None)
        if blog and (posts := blog_feed(blog, self.day)):
            return _answer(posts, RSS)
        kind, _, rest = request.url.path.lstrip("/").partition("/")
        if kind == "api":
            known = known_to_api(self.day.isoformat())
            ids = [id_ for id_ in request.url.params["id_list"].split(",") if id_ in known]
            found = [known[id_] for id_ in ids]
            return _answer(api_feed("", found, len(found), 0, len(found)), ATOM)
        if kind in ("html", "pdf") and (text := full_text(kind, rest)):
            return _answer(text, HTML if kind == "html" else PDF)
        if kind == "rss" and self.feed:
            return _answer(self.feed, RSS)
        if kind == "list" and self.feed:
            rows = read_feed(Response("demo", 200, RSS, self.feed)).rows
            return _answer(write_new(self.day, rest.partition("/")[0], rows), HTML)
        if kind == "oai":
            return _answer(NOTHING_CHANGED, XML)
        return httpx.Response(404, stream=httpx.ByteStream(b""))


def _answer(body: bytes, headers: dict[str, str]) -> httpx.Response:
    return httpx.Response(200, stream=httpx.ByteStream(body), headers=headers)


@dataclass(frozen=True, slots=True)
class Done:
    """Something that happened to the demo's wiki: an update with its ``counts``, papers that were
    ``added``, or, with neither, what its owner did.
    """

    day: str
    said: str
    counts: Mapping[str, int] = field(default_factory=dict)
    added: int = 0

    def __str__(self) -> str:
        return f"{self.day}: {self.said}"


def in_short(done: Sequence[Done]) -> list[str]:
    """All of it in three lines."""
    days, by_hand = [one for one in done if one.counts], [one for one in done if one.added]
    counts = sum((Counter(one.counts) for one in days), Counter())
    others = [one.said for one in done if not one.counts and not one.added]
    return [
        f"{len(days)} days from {done[0].day} to {done[-1].day}: "
        + ", ".join(f"{counts[name]} {name}" for name in days[0].counts),
        f"{sum(one.added for one in by_hand)} papers added by hand",
        f"{len(others)} steps of an owner: {', '.join(others[:2])}, …",
    ]


def play(
    folder: Path, progress: Progress, engine: Callable[[Wiki], Engine] | None = None
) -> Iterator[Done]:
    """Make the demo's wiki in ``folder``; what happened, as it is done.

    ``engine`` brings the replies; by default those that come with the program.

    Raises:
        UsageError: the folder is there and holds something.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(
            "the folder is not empty",
            where=str(folder),
            next="Name a new one; the demo never overwrites anything",
        )
    wiki = Wiki(folder)
    write_file(folder / FILE, SETTINGS.encode("utf-8"))
    scaffold.init(folder, CATEGORIES, TITLE)
    for reply in sorted(REPLIES.glob("*.json")):
        write_file(folder / "replies" / reply.name, reply.read_bytes())
    settings = load_settings(folder / FILE)
    made = engine(wiki) if engine else ReplayEngine(folder / "replies")
    feeds = {path.stem for path in FEEDS.glob("*.xml")}
    for day in sorted(feeds | ADDITIONS.keys()):
        client = Client(ClientConfig(interval=0.0), transport=RecordedDay(day))
        with Means(settings, client, addresses_of(settings), made, progress) as means:
            options = RunOptions(date.fromisoformat(day))
            if day in feeds:
                report = pipeline.update(wiki, means, options)
                counts = report.counts()
                told = ", ".join(f"{count} {name}" for name, count in counts.items())
                pages = len(report.rendered.written)
                yield Done(day, f"{told}; {len(report.read)} read, {pages} pages written", counts)
            for step in STEPS.get(day, ()):
                step.do(wiki, settings, options.today)
                pipeline.render(wiki, settings)
                yield Done(day, step.said)
            for one in ADDITIONS.get(day, ()):
                added = pipeline.add(wiki, means, options, one.given, one.also, full=one.full)
                said = one.file or " ".join(one.ids)
                how = "in full text" if one.full else "from its abstract"
                read = len(added.read)
                yield Done(day, f"added {said}, {read} read {how}", added=read)
