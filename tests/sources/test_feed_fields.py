"""The daily feed, field by field, in both of its formats; and how its parts are put together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from tests.sources.helpers import feed_response, row
from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.http.client import BadAnswer, Response
from wiki_builder.core.values.announcement import (
    Announcement,
    Day,
    UnreadableItem,
    Version,
)
from wiki_builder.sources.addresses import Addresses
from wiki_builder.sources.feed import Feed, fetch_feed, nothing_in_feed, read_feed, unite

DAY = date(2026, 5, 5)
SPACES = (
    'xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'xmlns="http://www.w3.org/2005/Atom"'
)
DATE = "<pubDate>Tue, 05 May 2026 00:00:00 -0400</pubDate>"
DETAILS = (
    "<arxiv:announce_type>cross</arxiv:announce_type><dc:creator>Ada Lovelace, Kurt"
    " Gödel</dc:creator><dc:creator>Emmy Noether</dc:creator><dc:rights> http://x/licence"
    " </dc:rights><arxiv:DOI>10.1/\n x</arxiv:DOI><arxiv:journal_reference>J.\n 1"
    " (2026)</arxiv:journal_reference><arxiv:comment>12  pages</arxiv:comment>"
)
ABSTRACT = "arXiv:2605.02801v2 Announce Type: cross \nAbstract: One\nline.\n\n Another."


def rss(items: str, head: str = DATE) -> bytes:
    inner = SPACES.rpartition(" xmlns=")[0]
    return f'<rss version="2.0" {inner}><channel>{head}{items}</channel></rss>'.encode()


def atom(entries: str, head: str = "<updated>2026-05-05T04:00:00Z</updated>") -> bytes:
    return f"<feed {SPACES}>{head}{entries}</feed>".encode()


def rss_item(
    text: str = ABSTRACT, more: str = DETAILS, guid: str = "oai:arXiv.org:2605.02801v2"
) -> str:
    categories = "<category>cs.CL</category><category/><category> cs.AI\n</category>"
    names = (
        f"<title> A\n title</title><link>https://arxiv.org/abs/2605.02801</link><guid>{guid}</guid>"
    )
    return f"<item>{names}<description>{text}</description>{categories}{more}</item>"


def atom_entry(
    text: str = ABSTRACT, more: str = DETAILS, id_: str = "oai:arXiv.org:2605.02801v2"
) -> str:
    categories = '<category term="cs.CL"/><category/><category term=" cs.AI"/>'
    names = f'<id>{id_}</id><title> A\n title</title><link/><link href="https://arxiv.org/abs/2605.02801"/>'
    return f"<entry>{names}<summary>{text}</summary>{categories}{more}</entry>"


def read(body: bytes, status: int = 200) -> Feed:
    return read_feed(feed_response(body, status=status))


# --- Fields ------------------------------------------------------------------

WHOLE = Version(
    number=2,
    title="A title",
    authors=("Ada Lovelace", "Kurt Gödel", "Emmy Noether"),
    abstract="One line.\n\nAnother.",
    categories=("cs.CL", "cs.AI"),
    announced="2026-05-05",
    comment="12 pages",
    journal_ref="J. 1 (2026)",
    doi="10.1/x",
    licence="http://x/licence",
)
Item = Callable[..., str]
BOTH = pytest.mark.parametrize("item, feed", [(rss_item, rss), (atom_entry, atom)])


@BOTH
def test_every_field_of_an_item_is_read(item: Item, feed: Callable[[str], bytes]) -> None:
    """White space is collapsed, an abstract keeps its paragraphs, and empty categories go."""
    found = replace(WHOLE, doi="10.1/ x")
    assert read(feed(item())) == Feed(
        DAY, (Announcement("arxiv:2605.02801", ("cross",), found),), 1
    )


@BOTH
def test_details_have_other_names_too(item: Item, feed: Callable[[str], bytes]) -> None:
    """The names of arXiv's API count where the feed's own are not there;
    where both are, the feed's own.
    """
    others = "<arxiv:doi>10.2/y</arxiv:doi><arxiv:journal_ref>K. 2</arxiv:journal_ref>"
    version = read(feed(item(more=others))).rows[0].version
    assert (version.doi, version.journal_ref) == ("10.2/y", "K. 2")
    version = read(feed(item(more=others + DETAILS))).rows[0].version
    assert (version.doi, version.journal_ref) == ("10.1/ x", "J. 1 (2026)")


@BOTH
def test_what_an_item_does_not_say_is_absent(item: Item, feed: Callable[[str], bytes]) -> None:
    """No field is an empty string that says it is there."""
    plain = read(feed(item("Only words.", "<dc:creator/>"))).rows[0]
    absent = {"doi": None, "journal_ref": None, "licence": None, "comment": None, "authors": ()}
    version = replace(WHOLE, abstract="Only words.", **absent)  # type: ignore[arg-type]  # fields
    assert plain == Announcement("arxiv:2605.02801", (), version)


@BOTH
def test_the_id_is_that_of_the_first_name_that_is_one(
    item: Item, feed: Callable[[str], bytes]
) -> None:
    """Names, then links, then the description's prefix; the version is the first that is stated."""
    for name, text, found in (
        ("oai:arXiv.org:2605.00001", ABSTRACT, ("arxiv:2605.00001", 2)),
        ("nonsense", ABSTRACT, ("arxiv:2605.02801", 2)),
        ("oai:arXiv.org:2605.00001v3", ABSTRACT, ("arxiv:2605.00001", 3)),
        ("nonsense", "Only words.", ("arxiv:2605.02801", None)),
    ):
        only = read(feed(item(text, "", name))).rows[0]
        assert (only.id, only.version.number) == found
    bare = "<{0}><title>T</title><{1}>{2}</{1}></{0}>"
    tags = ("item", "description") if feed is rss else ("entry", "summary")
    only = read(feed(bare.format(*tags, ABSTRACT))).rows[0]
    assert (only.id, only.version.number, only.types) == ("arxiv:2605.02801", 2, ("cross",))


@BOTH
def test_the_element_says_the_type_before_the_prefix_does(
    item: Item, feed: Callable[[str], bytes]
) -> None:
    """Where the two differ, and where only one is there."""
    element = "<arxiv:announce_type>new</arxiv:announce_type>"
    assert [read(feed(item(ABSTRACT, more))).rows[0].types for more in (element, "")] == [
        ("new",),
        ("cross",),
    ]


def test_an_item_without_an_id_has_one_of_its_own() -> None:
    """The id is made from what the item says, is the same in each run, and names it once."""
    nameless = "<item><title>{0}</title><guid>none</guid><description>{1}</description></item>"
    typed = nameless.format("Nobody\n knows", "arXiv:? Announce Type: new \nAbstract: x")
    feed = read(rss(typed + nameless.format("Other", "y") + typed))
    assert (feed.listed, feed.rows, len(feed.unread)) == (3, (), 2)
    first, second = feed.unread
    assert first == UnreadableItem(
        first.id, ("new",), "Nobody knows", "arXiv's feed gives no arXiv id"
    )
    assert [first.id, second.id] == ["item:fd71f2078732", "item:455b6aa91748"]
    day = feed.announced()
    assert isinstance(day, Day)
    assert day == Day("2026-05-05", (), 3, unread=feed.unread)


def test_a_title_without_end_is_cut() -> None:
    """An item that is no paper may hold anything: 300 characters of its title are kept."""
    (lost,) = read(rss(f"<item><title>{'x' * 301}</title></item>")).unread
    assert (lost.title, lost.types) == ("x" * 300, ())


# --- The day -----------------------------------------------------------------


@pytest.mark.parametrize("body, day", [
    (rss(f"<item>{DATE}</item>", "<lastBuildDate>Wed, 06 May 2026 00:00:00 -0400</lastBuildDate>"), DAY),  # noqa: E501
    (rss("", "<lastBuildDate>Wed, 06 May 2026 00:00:00 -0400</lastBuildDate>"), date(2026, 5, 6)),
    (rss("<item><pubDate>Wed, 06 May 2026 00:00:00 -0400</pubDate></item>"), DAY),
    (rss("", "<pubDate/><lastBuildDate>Tue, 05 May 2026 00:00:00 -0400</lastBuildDate>"), DAY),
    (rss("", "<pubDate>Tue, 05 May 2026 23:00:00 -0000</pubDate>"), DAY),
    (atom("", "<updated> 2026-05-06T03:00:00Z </updated>"), DAY),
    (atom("", "<updated>2026-05-05T02:00:00</updated>"), DAY),
    (atom("", "<updated>2026-05-09T00:00:00Z</updated><published>2026-05-05T12:00:00Z</published>"), DAY),  # noqa: E501
    (atom("<entry><published>2026-05-05T12:00:00Z</published></entry>", "<published>2026-05-09T00:00:00Z</published>"),  # noqa: E501
     DAY),
])  # fmt: skip
def test_the_day_stands_in_one_of_several_places(body: bytes, day: date) -> None:
    """What is said of the announcement counts before the time of the feed's making;
    a time without zone is arXiv's.
    """
    assert read(body).day == day


@pytest.mark.parametrize(
    "body", [rss("", ""), atom("", ""), rss("", "<pubDate>Tue, 45 May</pubDate>")]
)
def test_a_feed_without_a_day_is_none(body: bytes) -> None:
    """No day is guessed."""
    with pytest.raises(BadAnswer, match="date"):
        read(body)


def test_an_empty_feed_of_any_other_day_is_a_holidays() -> None:
    """The skip days are the feed's own; where it states none, Saturday and Sunday."""
    friday, saturday = date(2026, 5, 8), date(2026, 5, 9)
    assert (nothing_in_feed(friday).cause, nothing_in_feed(saturday).cause, nothing_in_feed(friday, {4}).cause) == (  # noqa: E501
        "holiday", "weekend", "weekend",
    )  # fmt: skip
    for found, name in (
        (nothing_in_feed(friday), "Friday 2026-05-08"),
        (nothing_in_feed(saturday), "Saturday 2026-05-09"),
    ):
        assert name in found.message
        assert found.date in name
    for body in (rss(""), atom("")):
        empty = read(body)
        assert empty == Feed(DAY, (), 0)
        assert empty.skip_days == {5, 6}
        assert empty.announced(saturday) == nothing_in_feed(saturday)
    unnamed = read(rss("", DATE + "<skipDays><day/><day>Friday</day></skipDays>"))
    assert unnamed.announced(friday) == nothing_in_feed(friday, {4})


# --- What is no feed ---------------------------------------------------------


@pytest.mark.parametrize("form", [
    lambda title, said: rss("", f"<title>{title}</title><description>{said}</description>"),
    lambda title, said: atom("", f"<title>{title}</title><subtitle>{said}</subtitle>"),
])  # fmt: skip
def test_arxivs_own_words_say_what_is_wrong(form: Callable[[str, str], bytes]) -> None:
    """A feed of that title is an error at any status;
    its words, up to some length, and the address are told.
    """
    with pytest.raises(UpstreamError, match="says: no such category") as error:
        read(form("Feed error for query: x", "no such\n category"), status=400)
    assert error.value.where == feed_response(b"").url
    assert "wiki.toml" in error.value.next
    with pytest.raises(UpstreamError) as error:
        read(form("Feed error for query: x", "q" * 5000))
    assert str(error.value).count("q") == 300


def test_another_status_needs_an_error_feed() -> None:
    """A whole feed that comes with 400 is none."""
    with pytest.raises(BadAnswer, match="400"):
        read(rss(rss_item()), status=400)


# --- One row a paper ---------------------------------------------------------


@pytest.mark.parametrize("field", ["title", "licence", "doi", "journal_ref", "comment"])
def test_the_item_that_says_more_is_kept(field: str) -> None:
    """A field more counts before a longer abstract, and that before more names."""
    poor = row(title="" if field == "title" else "A paper")
    rich = replace(poor, version=replace(poor.version, **{field: "x"}))  # type: ignore[arg-type]  # a field's name
    long = replace(poor, version=replace(poor.version, abstract="A longer abstract."))
    for items in ([rich, long], [long, rich]):
        assert unite(items) == (rich,)


def test_of_two_that_say_as_much_the_longer_and_then_the_first_is_kept() -> None:
    """An abstract counts for its length, then authors and categories; else the order decides."""
    plain = row()
    long = replace(plain, version=replace(plain.version, abstract="A longer abstract."))
    named = replace(plain, version=replace(plain.version, authors=("A", "B", "C")))
    listed = replace(plain, version=replace(plain.version, categories=("cs.CL", "cs.AI")))
    other = replace(plain, version=replace(plain.version, title="Another"))
    none = replace(plain, version=replace(plain.version, abstract="", doi="x", licence="y"))
    for less, more in ((plain, long), (named, long), (plain, named), (plain, listed), (long, none)):
        assert unite([less, more]) == unite([more, less]) == (more,)
    assert (unite([plain, other]), unite([other, plain])) == ((plain,), (other,))
    assert unite([row(number=1), replace(long, version=replace(long.version, number=None))]) == (
        row(number=1),
    )


def test_rows_keep_their_order_and_types_have_arxivs() -> None:
    """A paper stands where it first stood, with all its types."""
    items = [
        row("2605.00002", "replace-cross"),
        row("2605.00001"),
        row("2605.00002", "cross", "new"),
    ]
    assert [(found.id[-1], found.types) for found in unite(items)] == [
        ("2", ("new", "cross", "replace-cross")),
        ("1", ("new",)),
    ]


# --- Fetching ----------------------------------------------------------------


class Canned:
    """A client with an answer for each address."""

    def __init__(self, answers: Mapping[str, bytes]) -> None:
        self.answers = answers
        self.asked: list[tuple[str, str, Collection[int]]] = []

    def get(
        self,
        url: str,
        *,
        accept: str,
        check: Callable[[Response], None],
        ok: Collection[int],
        **_: int,
    ) -> None:
        self.asked.append((url, accept, ok))
        check(feed_response(self.answers[url]))


def fetched(answers: Mapping[str, bytes], *categories: str) -> tuple[Feed, Canned]:
    client: Any = Canned({f"https://feeds/{name}": body for name, body in answers.items()})
    addresses = Addresses(feed_url="https://feeds/{categories}")
    return fetch_feed(client, addresses, categories), client


def test_the_feed_is_asked_for_as_what_it_may_be() -> None:
    """Its address is the setting's, with the categories in it;
    both formats are welcome, and 400 is an answer.
    """
    feed, client = fetched({"cs.CL+cs.AI": rss(rss_item())}, "cs.CL", "cs.AI")
    assert len(feed.rows) == 1
    ((url, accept, ok),) = client.asked
    assert url == "https://feeds/cs.CL+cs.AI"
    assert {part.partition(";")[0] for part in accept.split(", ")} == {
        "application/rss+xml", "application/atom+xml", "application/xml", "text/xml",
    }  # fmt: skip
    assert {*ok} == {200, 400}


def test_feeds_of_several_categories_are_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows, warnings and what could not be read of each; what is in two of them stands once."""
    monkeypatch.setattr("wiki_builder.sources.feed.FEED_LIMIT", 2)
    nameless, unnamed = "<item><title>Nobody</title></item>", "<item><title>None</title></item>"
    other = rss_item(guid="oai:arXiv.org:2605.00001")
    bodies = {
        "a+b": rss(nameless * 2),
        "a": rss(rss_item() + nameless),
        "b": rss(nameless * 2 + unnamed + rss_item() + other),
    }
    feed, client = fetched(bodies, "a", "b")
    assert [found.id for found in feed.rows] == ["arxiv:2605.02801", "arxiv:2605.00001"]
    assert (feed.day, feed.listed, len(feed.unread)) == (DAY, 7, 2)
    assert [warning.split(":")[0] for warning in feed.warnings] == ["a", "b"]
    assert [url for url, _, _ in client.asked] == [
        "https://feeds/a+b",
        "https://feeds/a",
        "https://feeds/b",
    ]


def test_feeds_of_different_days_are_not_united(monkeypatch: pytest.MonkeyPatch) -> None:
    """At midnight one is renewed before the other:
    better none of them than rows under a wrong day.
    """
    monkeypatch.setattr("wiki_builder.sources.feed.FEED_LIMIT", 1)
    later = DATE.replace("Tue, 05", "Wed, 06")
    with pytest.raises(UpstreamError, match="2026-05-05, 2026-05-06") as error:
        fetched(
            {"a+b": rss(rss_item()), "a": rss(rss_item(), later), "b": rss(rss_item())}, "a", "b"
        )
    assert "arXiv" in error.value.where
    assert error.value.next
