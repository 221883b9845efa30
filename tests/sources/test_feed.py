"""The daily feed: what it says, what is no feed, and what arXiv's limit hides."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest

from tests.loopback.arxiv import LoopbackArxiv
from tests.sources.helpers import FEEDS, feed_response, quick_client, row
from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.http.client import BadAnswer
from wiki_builder.core.values.announcement import Announcement, Day, NothingAnnounced
from wiki_builder.core.values.bilingual import is_id
from wiki_builder.demo.feedwriter import write_feed
from wiki_builder.sources.feed import Feed, fetch_feed, read_feed, unite

RSS = "arxivfeed_rss_240_all_types.xml"
ATOM = "arxivfeed_atom_240_all_types.xml"
EMPTY = ("arxivfeed_rss_empty_weekend.xml", "arxivfeed_atom_empty_weekend.xml")
ERROR = ("arxivfeed_rss_error.xml", "arxivfeed_atom_error.xml")
RECORDED = (RSS, ATOM, *EMPTY, *ERROR)

DAY = date(2026, 5, 5)


def recorded(name: str) -> bytes:
    return (FEEDS / name).read_bytes()


def read(body: bytes) -> Feed:
    return read_feed(feed_response(body))


def rss(items: str, head: str = "<pubDate>Tue, 05 May 2026 00:00:00 -0400</pubDate>") -> bytes:
    spaces = (
        'xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:dc="http://purl.org/dc/elements/1.1/"'
    )
    return (
        f'<rss version="2.0" {spaces}><channel><title>cs.CL'
        f" updates</title>{head}{items}</channel></rss>".encode()
    )


def item(
    guid: str = "oai:arXiv.org:2605.02801v1",
    description: str = "arXiv:2605.02801v1 Announce Type: new \nAbstract: Yes.",
    kind: str = "new",
    more: str = "",
) -> str:
    return (
        f"<item><title>A title</title><link>https://arxiv.org/abs/2605.02801</link><guid>{guid}</guid>"
        f"<description>{description}</description><arxiv:announce_type>{kind}</arxiv:announce_type>{more}</item>"
    )


@pytest.mark.parametrize("name", [RSS, ATOM])
def test_a_recorded_feed_is_read_whole(name: str) -> None:
    """Each of the 240 items becomes a row with its type, version, licence and words."""
    feed = read(recorded(name))
    assert (feed.day, feed.listed, len(feed.rows), feed.warnings) == (
        date(2026, 11, 20),
        240,
        240,
        (),
    )
    types = Counter(row.types for row in feed.rows)
    assert types == {("new",): 110, ("cross",): 60, ("replace",): 40, ("replace-cross",): 30}
    first = feed.rows[0]
    assert (first.id, first.version.number) == ("arxiv:2606.29900", 2)
    assert first.version.categories == ("cs.CV", "cs.AI")
    assert first.version.announced == "2026-11-20"
    assert first.version.licence == "http://creativecommons.org/licenses/by/4.0/"
    assert first.version.abstract.startswith("Personality recognition in asynchronous")
    assert len(first.version.authors) == 5


def test_rss_and_atom_say_the_same() -> None:
    """Whichever of the two a wiki's settings name, its rows are the same."""
    assert read(recorded(RSS)) == read(recorded(ATOM))


@pytest.mark.parametrize("name", [RSS, ATOM])
def test_nothing_of_the_prefix_reaches_a_field(name: str) -> None:
    """No ``arXiv:… Announce Type: … Abstract:`` stands in any title or abstract."""
    for version in (found.version for found in read(recorded(name)).rows):
        assert not re.search(
            r"Announce Type|^\s*Abstract:|oai:arXiv", version.title + version.abstract
        )
        assert version.title == " ".join(version.title.split())


@pytest.mark.parametrize("name", EMPTY)
def test_an_empty_feed_announces_nothing_and_says_why(name: str) -> None:
    """The recording of Friday evening is a weekend's when seen on Saturday,
    and a holiday's on Friday.
    """
    feed = read(recorded(name))
    assert feed.day == date(2026, 11, 20)
    friday, saturday = feed.announced(), feed.announced(date(2026, 11, 21))
    assert isinstance(friday, NothingAnnounced)
    assert (friday.cause, friday.date) == ("holiday", "2026-11-20")
    assert isinstance(saturday, NothingAnnounced)
    assert (saturday.cause, saturday.date) == ("weekend", "2026-11-21")
    assert "Saturday 2026-11-21" in saturday.message


@pytest.mark.parametrize("name", ERROR)
@pytest.mark.parametrize("status", [200, 400])
def test_an_error_feed_is_a_failure_with_its_text(name: str, status: int) -> None:
    """An error worded as a feed is no empty day;
    it names the bad category and is not asked again.
    """
    with pytest.raises(
        UpstreamError, match=r"Bad category. Invalid subject class 'AI\.cs'"
    ) as error:
        read_feed(feed_response(recorded(name), status=status))
    assert "wiki.toml" in error.value.next


@pytest.mark.parametrize("name", [RSS, ATOM])
@pytest.mark.parametrize("at", [0, 1, 500, 20_000, 400_000, -1, -8])
def test_a_cut_feed_is_no_feed(name: str, at: int) -> None:
    """No cut, wherever it falls, is taken for a short feed."""
    body = recorded(name).rstrip()
    with pytest.raises(BadAnswer):
        read(body[:at])


@pytest.mark.parametrize(
    "body, type, why",
    [
        (b"Rate exceeded.", "text/plain", "text/plain: 'Rate exceeded.'"),
        (b"Rate exceeded.", "application/xml", "Rate exceeded"),
        (b"<html><body>Sorry</body></html>", "text/html; charset=utf-8", "text/html"),
        (b"<html><body>Sorry</body></html>", "text/xml", "<html>"),
        (b"{}", "application/json", "application/json"),
        (b"<rss version='2.0'></rss>", "text/xml", "without a channel"),
        (rss("", head=""), "text/xml", "without a date"),
        (rss("", head="<pubDate>yesterday</pubDate>"), "text/xml", "without a date"),
        (
            rss("", head="<pubDate>Fri, 31 Dec 9999 23:59:59 -2359</pubDate>"),
            "text/xml",
            "without a date",
        ),
        (b"<rss><channel></rss>", "text/xml", "malformed"),
        (b"", "", "nothing said about its type"),
    ],
)
def test_what_is_no_feed_is_refused(body: bytes, type: str, why: str) -> None:
    """Status 200 alone proves nothing: content type, form and root element must be right."""
    with pytest.raises(BadAnswer, match=re.escape(why)):
        read_feed(feed_response(body, type))


@pytest.mark.parametrize(
    "entity",
    [
        '<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">',
        '<!ENTITY b SYSTEM "file:///etc/passwd">',
    ],
)
def test_entities_are_never_expanded(entity: str) -> None:
    """A feed that declares entities is refused, whether to blow up or to read a file."""
    body = f"<!DOCTYPE rss [{entity}]>".encode() + rss(item(description="&b;"))
    with pytest.raises(BadAnswer, match="document type"):
        read(body)


def test_the_day_is_that_of_new_york() -> None:
    """Midnight Eastern is the next day in Europe and still the same in New York."""
    assert read(rss("", "<pubDate>Tue, 05 May 2026 00:00:00 -0400</pubDate>")).day == DAY
    assert read(rss("", "<pubDate>Tue, 05 May 2026 04:00:00 +0000</pubDate>")).day == DAY
    assert read(rss("", "<pubDate>Tue, 05 May 2026 03:59:59 +0000</pubDate>")).day == date(
        2026, 5, 4
    )


def test_skip_days_are_the_feeds_own() -> None:
    """Which days are skipped is read from the feed, so that a change of schedule is followed."""
    skip = (
        "<skipDays><day>Friday</day><day>sunday</day></skipDays><pubDate>Fri, 08 May 2026 00:00:00"
        " -0400</pubDate>"
    )
    feed = read(rss("", skip))
    assert feed.skip_days == {4, 6}
    announced = feed.announced()
    assert isinstance(announced, NothingAnnounced)
    assert announced.cause == "weekend"


def test_the_version_is_known_only_where_it_is_stated() -> None:
    """The link never has it; guid or description may; otherwise it is unknown, not 1."""
    plain = "arXiv:2605.02801 Announce Type: new \nAbstract: x"
    bodies = (
        item("oai:arXiv.org:2605.02801v4", plain),
        item("oai:arXiv.org:2605.02801", plain.replace("02801", "02801v3")),
        item("oai:arXiv.org:2605.02801", plain),
    )
    assert [read(rss(body)).rows[0].version.number for body in bodies] == [4, 3, None]


def test_a_cross_listed_old_paper_keeps_its_id_and_version() -> None:
    """A ``cross`` item can be an old paper at v2; it is announced today all the same."""
    body = item(
        "oai:arXiv.org:astro-ph/0601001v2",
        "arXiv:astro-ph/0601001v2 Announce Type: cross \nAbstract: x",
        "cross",
    )
    (only,) = read(rss(body)).rows
    assert (only.id, only.types, only.version.number) == ("arxiv:astro-ph/0601001", ("cross",), 2)
    assert only.version.announced == "2026-05-05"


def test_a_lost_announce_type_is_taken_from_the_description() -> None:
    """The type stands twice in an item; one of both is enough, and none leaves none."""
    assert read(rss(item(kind=""))).rows[0].types == ("new",)
    assert read(rss(item(kind="", description="No prefix."))).rows[0].types == ()


def test_details_that_some_items_have_are_read() -> None:
    """DOI and journal reference stand in a feed under names of its own."""
    more = (
        "<arxiv:DOI>10.1/x</arxiv:DOI><arxiv:journal_reference>J. 1\n"
        " (2026)</arxiv:journal_reference>"
    )
    version = read(rss(item(more=more))).rows[0].version
    assert (version.doi, version.journal_ref, version.licence, version.comment) == (
        "10.1/x",
        "J. 1 (2026)",
        None,
        None,
    )


def test_titles_with_signs_of_every_kind_survive() -> None:
    """Money, maths, colons, quotes, backslashes and angle brackets stay what they are."""
    titles = ("$500 Training Cost", r"Di$\mathtt{[M]}$O: \"x\" & <y>", "0", "- # : '")
    rows = [row(f"2605.0280{n}", title=title) for n, title in enumerate(titles)]
    assert tuple(r.version.title for r in read(write_feed(DAY, ["cs.CL"], rows)).rows) == titles


def test_an_item_without_an_id_is_named_and_harms_no_other() -> None:
    """One bad item costs itself: it is counted, and named for the receipt by an id of its own."""
    bad = "<item><title>Nobody knows</title><guid>none</guid></item>"
    feed = read(rss(item() + bad))
    assert (len(feed.rows), feed.listed) == (1, 2)
    (lost,) = feed.unread
    assert (lost.title, lost.reason) == ("Nobody knows", "arXiv's feed gives no arXiv id")
    assert is_id(lost.id)


def test_a_paper_that_stands_twice_is_one_row_with_both_types() -> None:
    """A receipt has one row an id; the types come in arXiv's order, and the fuller item is kept."""
    poor = replace(
        row("2605.02801", "replace-cross"),
        version=replace(row().version, abstract="", licence=None),
    )
    rich = replace(row("2605.02801", "new"), version=replace(row().version, licence="CC0"))
    other = row("2605.02802")
    assert unite([poor, other, rich]) == (replace(rich, types=("new", "replace-cross")), other)
    feed = read(write_feed(DAY, ["cs.CL"], [poor, other, rich]))
    assert (feed.listed, [r.types for r in feed.rows]) == (3, [("new", "replace-cross"), ("new",)])


def test_the_newer_version_of_two_is_kept() -> None:
    """Where v1 and v2 stand in one feed, the row is v2."""
    assert unite([row(number=2), row(number=1), row(number=None)])[0].version.number == 2


# --- Fetching ----------------------------------------------------------------


def many(count: int, category: str, start: int = 0) -> list[Announcement]:
    return [row(f"2605.{n:05}", categories=(category,)) for n in range(start, start + count)]


def test_a_feed_is_fetched_for_all_categories_at_once() -> None:
    """One request a day, as long as arXiv's limit is not reached."""
    with LoopbackArxiv() as arxiv, quick_client() as client:
        arxiv.announce(DAY, [*many(3, "cs.CL"), *many(2, "cs.AI", 3)])
        feed = fetch_feed(client, arxiv.addresses, ["cs.CL", "cs.AI"])
        day = feed.announced()
        assert isinstance(day, Day)
        assert (day.date, len(day.rows), day.listed) == ("2026-05-05", 5, 5)
        assert [seen.path for seen in arxiv.log] == ["/rss/cs.CL+cs.AI"]


@pytest.fixture
def limited(monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackArxiv]:
    """arXiv, with a limit of 20 items in place of its 2,000."""
    monkeypatch.setattr("wiki_builder.sources.feed.FEED_LIMIT", 20)
    with LoopbackArxiv() as arxiv:
        arxiv.feed_limit = 20
        yield arxiv


def test_a_feed_at_arxivs_limit_is_asked_for_by_category(limited: LoopbackArxiv) -> None:
    """At the limit the rest is hidden, so each category is asked alone and the rows are united."""
    both = [row(f"2605.{n:05}", categories=("cs.CL", "cs.AI")) for n in range(2000, 2002)]
    limited.announce(DAY, [*many(15, "cs.CL"), *both, *many(15, "cs.AI", 3000)])
    with quick_client() as client:
        feed = fetch_feed(client, limited.addresses, ["cs.CL", "cs.AI"])
    assert (len(feed.rows), feed.listed, feed.warnings) == (32, 34, ())
    assert [seen.path for seen in limited.log] == ["/rss/cs.CL+cs.AI", "/rss/cs.CL", "/rss/cs.AI"]


@pytest.mark.parametrize("count", [20, 25])
def test_a_category_at_arxivs_limit_is_said(limited: LoopbackArxiv, count: int) -> None:
    """What even a single category's feed hides cannot be had, but is not passed over in silence."""
    limited.announce(DAY, [*many(count, "cs.CL"), *many(10, "cs.AI", 3000)])
    with quick_client() as client:
        feed = fetch_feed(client, limited.addresses, ["cs.CL", "cs.AI"])
        assert len(feed.rows) == 30
        assert [said.split(":")[0] for said in feed.warnings] == ["cs.CL"]
        assert fetch_feed(client, limited.addresses, ["cs.CL"]).warnings == feed.warnings
    assert "ends at 20 items" in feed.warnings[0]
    assert [seen.path for seen in limited.log][-1:] == ["/rss/cs.CL"]


def test_a_feed_just_below_the_limit_is_whole(limited: LoopbackArxiv) -> None:
    """It is asked for once, and nothing is said."""
    limited.announce(DAY, many(19, "cs.CL"))
    with quick_client() as client:
        feed = fetch_feed(client, limited.addresses, ["cs.CL", "cs.AI"])
    assert (len(feed.rows), feed.warnings, len(limited.log)) == (19, (), 1)


@pytest.mark.parametrize("fault", ["cut", "truncate", "garbage", "rate", "503", "429", "html"])
def test_a_fault_is_asked_over_until_the_feed_is_whole(fault: str) -> None:
    """Whatever goes wrong once, the rows are all there in the end."""
    with LoopbackArxiv() as arxiv, quick_client() as client:
        arxiv.announce(DAY, many(50, "cs.CL"))
        {
            "cut": lambda: arxiv.cut("/rss/", at=5000),
            "truncate": lambda: arxiv.truncate("/rss/", at=5000),
            "garbage": lambda: arxiv.garbage("/rss/"),
            "rate": lambda: arxiv.rate_exceeded("/rss/"),
            "503": lambda: arxiv.fail("/rss/", status=503, retry_after="1"),
            "429": lambda: arxiv.fail("/rss/", status=429),
            "html": lambda: arxiv.fail("/rss/", status=200, body=b"<html/>", type="text/html"),
        }[fault]()
        assert len(fetch_feed(client, arxiv.addresses, ["cs.CL"]).rows) == 50
        assert len(arxiv.log) == 2


def test_a_fault_that_stays_is_a_named_failure() -> None:
    """A feed that is cut each time is never accepted in part."""
    with LoopbackArxiv() as arxiv, quick_client(attempts=2) as client:
        arxiv.announce(DAY, many(50, "cs.CL"))
        arxiv.truncate("/rss/", at=5000, times=9)
        with pytest.raises(UpstreamError, match="cut or malformed"):
            fetch_feed(client, arxiv.addresses, ["cs.CL"])


def test_a_feed_that_does_not_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """No more is read than the largest feed takes."""
    monkeypatch.setattr("wiki_builder.sources.feed.MAX_BYTES", 1000)
    with LoopbackArxiv() as arxiv, quick_client(attempts=1) as client:
        arxiv.announce(DAY, many(50, "cs.CL"))
        with pytest.raises(UpstreamError, match="larger than 1,000 bytes"):
            fetch_feed(client, arxiv.addresses, ["cs.CL"])


def test_a_category_that_arxiv_does_not_know_is_said_in_its_words() -> None:
    """arXiv answers 400 with a feed; its text reaches the person, and it is asked once."""
    with LoopbackArxiv() as arxiv, quick_client() as client:
        arxiv.bad_categories = {"AI.cs"}
        with pytest.raises(UpstreamError, match=r"Invalid subject class 'AI\.cs'"):
            fetch_feed(client, arxiv.addresses, ["AI.cs"])
        assert len(arxiv.log) == 1
