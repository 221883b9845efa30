"""The writer of the demo's feeds writes what arXiv writes."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

from hypothesis import given
from hypothesis import strategies as st

from tests.sources.helpers import FEEDS, feed_response, row
from wiki_builder.core.values.announcement import Announcement
from wiki_builder.demo.feedwriter import write_feed
from wiki_builder.sources.feed import read_feed
from wiki_builder.sources.fields import TYPES, collapse, creators

BUILT = datetime(2026, 11, 21, 3, 5, 28, tzinfo=UTC)


def test_the_recording_is_reproduced_byte_for_byte() -> None:
    """What is read from arXiv's feed is written back as arXiv wrote it, all 240 items."""
    recorded = (FEEDS / "arxivfeed_rss_240_all_types.xml").read_bytes()
    feed = read_feed(feed_response(recorded))
    assert write_feed(feed.day, ["cs.AI", "cs.CL", "cs.CV"], feed.rows, built=BUILT) == recorded


def test_the_empty_recording_is_reproduced_byte_for_byte() -> None:
    """An empty day has the form of arXiv's empty days."""
    recorded = (FEEDS / "arxivfeed_rss_empty_weekend.xml").read_bytes()
    assert write_feed(date(2026, 11, 20), ["cs.CL"], [], built=BUILT) == recorded


def test_an_unknown_version_is_not_written() -> None:
    """Where the metadata has no version, guid and prefix have none."""
    body = write_feed(date(2026, 5, 5), ["cs.CL"], [row("2605.02801", number=None)]).decode()
    assert '<guid isPermaLink="false">oai:arXiv.org:2605.02801</guid>' in body
    assert (
        "<description>arXiv:2605.02801 Announce Type: new \nAbstract: An abstract.</description>"
        in body
    )
    assert read_feed(feed_response(body.encode())).rows == (
        replace(row(), version=replace(row().version, number=None, announced="2026-05-05")),
    )


def test_the_same_input_gives_the_same_bytes() -> None:
    """No clock has a part in a feed that is written."""
    rows = [row("2605.02801", "new", "cross")]
    assert write_feed(date(2026, 5, 5), ["cs.CL"], rows) == write_feed(
        date(2026, 5, 5), ["cs.CL"], rows
    )


words = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="()\ufffe\uffff"), max_size=30
)
names = st.lists(
    words.map(collapse).filter(lambda name: creators(name) == (name,)), min_size=1, max_size=3
)


@given(words, words, names, st.sets(st.sampled_from(TYPES), min_size=1))
def test_whatever_is_written_reads_back(
    title: str, abstract: str, authors: list[str], types: set[str]
) -> None:
    """Any title, abstract and names come back as they were, white space collapsed."""
    version = replace(row().version, title=title, abstract=f"x {abstract}", authors=tuple(authors))
    kinds = tuple(kind for kind in TYPES if kind in types)
    body = write_feed(
        date(2026, 5, 5), ["cs.CL"], [Announcement("arxiv:2605.02801", kinds, version)]
    )
    (read,) = read_feed(feed_response(body)).rows
    assert read.types == kinds
    assert read.version.title == collapse(title)
    assert collapse(read.version.abstract) == collapse(f"x {abstract}")
    # A suffix alone belongs to the name before it: the one thing that a comma-joined string cannot
    # tell.
    assert read.version.authors == creators(", ".join(authors))
