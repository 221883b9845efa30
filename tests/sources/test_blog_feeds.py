"""Feeds of blogs and journals as entries: real ones, nasty ones, and what nobody would send in
good faith.
"""

from __future__ import annotations

import json
import unicodedata
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_builder.core.errors import UsageError
from wiki_builder.core.http.client import Response
from wiki_builder.core.values.bilingual import digest
from wiki_builder.sources.feeds.entry import FeedContent, NoFeed
from wiki_builder.sources.feeds.identity import KEY_LENGTH, canonical, web_address
from wiki_builder.sources.feeds.presets import PRESETS, WITHOUT_FEED, preset_named
from wiki_builder.sources.feeds.read import read_entries
from wiki_builder.sources.feeds.text import plain, untangled

POSTS = Path(__file__).parent.parent / "recordings" / "posts"

# What each recording has: entries, of them with a date; or words of why it is no feed.
RECORDED: dict[str, tuple[int, int] | str] = {
    "anthropic-research.xml": (4, 4),
    "anthropic_research_cut.xml": (17, 17),
    "biorxiv_cut.xml": (1, 1),
    "chip-huyen.xml": (4, 4),
    "cnki_cut.xml": (5, 5),
    "deepmind.xml": (6, 6),
    "feedjira_AtomEscapedHTMLInPreTag.xml": "none can be used: 1 without an address",
    "feedjira_AtomFeedWithSpacesAroundEquals.xml": (1, 1),
    "feedjira_InvalidDateFormat.xml": (2, 2),
    "feedparser_aaa_illformed.xml": "is not well-formed, and has no entry",
    "feedparser_always_strip_doctype.xml": "is a feed without entries",
    "feedparser_big5.xml": "is a feed without entries",
    "feedparser_bozo_bogus_encoding.xml": "is a feed without entries",
    "feedparser_bozo_double-encoded-html.xml": "none can be used: 1 without an address",
    "feedparser_bozo_invalid-bytes-with-bom.xml": "is not well-formed, and has no entry",
    "feedparser_bozo_linenoise.xml": "none can be used: 1 without an address",
    "feedparser_demoronize-1.xml": "none can be used: 1 without an address",
    "feedparser_euc-kr.xml": "is a feed without entries",
    "feedparser_http_application_atom_xml_gb2312_charset_overrides_encoding.xml": (
        "is a feed without entries"
    ),
    "feedparser_http_high_bit_date.xml": "is a feed without entries",
    "feedparser_http_i18n.xml": "is a feed without entries",
    "feedparser_http_text_xml_bogus_charset.xml": "is a feed without entries",
    "feedparser_rss_empty_document.xml": "no RSS, Atom or JSON Feed",
    "feedparser_rss_incomplete_cdata.xml": "none can be used: 1 without an address",
    "feedparser_rss_item_link_corrupted_ampersands.xml": "none can be used: 1 without a title",
    "feedparser_u16.xml": "is a feed without entries",
    "feedparser_undeclared_namespace.xml": "is not well-formed, and has no entry",
    "feedparser_utf-32be.xml": "is a feed without entries",
    "feedparser_utf-8-bom.xml": "is a feed without entries",
    "feedrs_atom_relative.xml": (1, 1),
    "feedrs_atom_scattered.xml": (1, 1),
    "feedrs_atom_xml_base.xml": (1, 1),
    "feedrs_jsonfeed_elastic_1.1.json": (3, 0),
    "feedrs_rss_0.91_missing_id.xml": "none can be used: 1 without an address",
    "feedrs_rss_1.0_iso8859.xml": (1, 1),
    "feedrs_rss_2.0_ghost_1.xml": "none can be used: 1 without an address",
    "feedrs_rss_2.0_invalid_1.xml": "is not well-formed, and has no entry",
    "feedrs_rss_2.0_kdist.xml": (1, 1),
    "feedrs_rss_2.0_relurl_1.xml": (2, 2),
    "feedrs_rss_2.0_relurl_2.xml": (1, 1),
    "google-ai.xml": (6, 6),
    "google_alerts_cut.xml": (6, 6),
    "huggingface.xml": (6, 6),
    "kagi_malformed_rss_namespaced.xml": "is not well-formed, and has no entry",
    "kagi_utf16_encoded.xml": (1, 1),
    "lilian-weng.xml": (4, 4),
    "ojs_cut.xml": (11, 11),
    "ollama.xml": (6, 6),
    "openai-news.xml": (6, 6),
    "oup_cut.xml": (6, 6),
    "sciencedirect_cut.xml": (48, 0),
    "tandf_cut.xml": (6, 6),
    "together.xml": (4, 4),
    "vllm.xml": (4, 4),
    "wiley_cut.xml": (6, 6),
}


def answer(body: bytes, type: str = "", url: str = "https://blog.example.org/feed.xml") -> Response:
    return Response(url, 200, {"content-type": type} if type else {}, body)


def recorded(name: str) -> FeedContent | NoFeed:
    return read_entries("blog", answer((POSTS / name).read_bytes()))


def content(body: bytes, type: str = "") -> FeedContent:
    found = read_entries("blog", answer(body, type))
    assert isinstance(found, FeedContent), found
    return found


def rss(*items: str) -> bytes:
    told = "".join(f"<item>{item}</item>" for item in items)
    return f'<rss version="2.0"><channel><title>Blog</title>{told}</channel></rss>'.encode()


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_each_recording_is_read_or_named(name: str) -> None:
    """A real feed gives its entries with their days; one that gives none says why, and is never a
    quiet day.
    """
    found, expected = recorded(name), RECORDED[name]
    if isinstance(expected, str):
        assert isinstance(found, NoFeed)
        assert expected in found.reason
        return
    assert isinstance(found, FeedContent)
    dated = sum(entry.date is not None for entry in found.entries)
    assert (len(found.entries), dated) == expected
    for entry in found.entries:
        assert entry.link.startswith(("https://", "http://"))
        assert 0 < len(entry.title) <= 300
        assert len(entry.summary) <= 300
        assert entry.keys


def test_every_recorded_post_feed_is_used() -> None:
    """A recording that no test reads protects nothing."""
    assert {path.name for path in POSTS.iterdir()} == RECORDED.keys()


@pytest.mark.parametrize("preset", PRESETS, ids=lambda one: one.name)
def test_each_preset_has_a_recording_with_entries(preset: object) -> None:
    """No preset is offered whose real form was never read."""
    name = getattr(preset, "recording")  # noqa: B009  # parametrize gives objects
    assert isinstance(recorded(name), FeedContent)


# --- The worst that was seen --------------------------------------------------------


def test_html_in_a_title_becomes_text() -> None:
    """Of 48 titles of a journal 25 hold HTML, and of Google's alerts nearly all."""
    for name in ("sciencedirect_cut.xml", "google_alerts_cut.xml", "ojs_cut.xml"):
        found = recorded(name)
        assert isinstance(found, FeedContent)
        assert not any("<" in entry.title or "&" in entry.title for entry in found.entries)
    first = recorded("sciencedirect_cut.xml")
    assert isinstance(first, FeedContent)
    assert first.entries[0].title.startswith(
        "Next-generation phylogeography of the banded newts (Ommatotriton): A phylogenetic"
    )


def test_a_date_and_a_rubric_that_are_glued_to_a_title_are_taken_off() -> None:
    """``Aug 18, 2026ScienceHow Claude …`` is three parts of a page."""
    found = recorded("anthropic_research_cut.xml")
    assert isinstance(found, FeedContent)
    titles = [entry.title for entry in found.entries]
    assert titles[:5] == [
        "How Claude is accelerating protein design and analytical chemistry",
        "Patterns and problems in emerging multiagent systems",
        "Reviewing the evidence on worker retraining programs",
        "Learning more about Claude's mathematical capabilities",
        "Discovering cryptographic weaknesses with Claude",
    ]
    assert "A global workspace in language models" in titles
    assert "Teaching Claude why" in titles


def test_a_title_that_begins_with_a_date_keeps_it() -> None:
    """A date that is a word of the title is left alone, and so is a name in camel case."""
    titles = ["May 2026 in review", "Jul 9, 2026: what happened", "DeepMind and OpenAI agree"]
    assert untangled(titles) == [(title, None) for title in titles]


def test_a_glued_date_is_the_day_where_the_feed_states_none() -> None:
    """What the title says of the day is better than nothing."""
    (entry,) = content(
        rss("<title>Aug 18, 2026NewsWe say so</title><link>https://a.example/1</link>")
    ).entries
    assert (entry.title, entry.date) == ("We say so", date(2026, 8, 18))


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("2026/05/07", date(2026, 5, 7)),
        ("2026年5月7日 18:00", date(2026, 5, 7)),
        ("2026", None),
        ("2026/13/07", None),
        ("May 7, 2026", date(2026, 5, 7)),
        ("Thursday, May 7, 2026 - 10:00", date(2026, 5, 7)),
        ("25.6.2026", date(2026, 6, 25)),
        ("5/6/2026", None),  # of May or of June
        ("May 7", None),
        ("Thursday", None),
    ],
)
def test_no_day_is_guessed_from_the_clock(said: str, day: date | None) -> None:
    """The same feed gives the same days, whenever it is read."""
    (entry,) = content(
        rss(f"<title>T</title><link>https://a.example/1</link><pubDate>{said}</pubDate>")
    ).entries
    assert entry.date == day


def test_one_post_under_three_addresses_is_one() -> None:
    """Anthropic's post stood under /81k-interviews, /news/… and /research/… ."""
    title = "<title>What 81,000 people want from AI</title>"
    feed = rss(
        *(
            f"{title}<link>https://www.anthropic.com/{at}81k-interviews</link>"
            for at in ("", "news/", "research/")
        )
    )
    (entry,) = content(feed).entries
    assert entry.link == "https://www.anthropic.com/81k-interviews"
    assert entry.links == (
        "https://www.anthropic.com/news/81k-interviews",
        "https://www.anthropic.com/research/81k-interviews",
    )


def test_two_spellings_of_one_address_are_one_post() -> None:
    """An address with Chinese signs is the same post with these escaped, in either case, and is
    known as it was written before.
    """
    spellings = ["/%E8%A8%98-x", "/記-x", "/%e8%a8%98-x"]
    items = [f"<title>A</title><link>https://b.org{path}</link>" for path in spellings]
    (entry,) = content(rss(*items)).entries
    alone = [content(rss(item)).entries[0].keys for item in items]
    assert len({keys[0] for keys in alone}) == 1
    assert set().union(*alone) == set(entry.keys)
    assert digest("link b.org/記-x", KEY_LENGTH) in alone[1]


def test_identity_in_the_query_tells_posts_apart() -> None:
    """``/blog?id=a`` and ``/blog?id=b`` are two posts; what counts readers is none of it."""
    links = ("https://pre.qwen.ai/blog?id=a", "https://pre.qwen.ai/blog?id=b&amp;utm_source=rss")
    feed = rss(*(f"<title>T {n}</title><link>{link}</link>" for n, link in enumerate(links)))
    assert len(content(feed).entries) == 2
    assert canonical("https://qwen.ai/blog?utm_source=x&id=b") == canonical(
        "http://www.qwen.ai/blog/?id=b"
    )


def test_posts_that_share_one_address_are_told_by_their_ids() -> None:
    """A page of release notes is the address of all its releases."""
    feed = rss(
        *(
            f"<title>Model {n}</title><link>https://docs.example/notes</link>"
            f'<guid isPermaLink="false">model-{n}</guid>'
            for n in range(3)
        )
    )
    found = content(feed).entries
    assert len(found) == 3
    assert len({entry.keys for entry in found}) == 3


def test_an_entry_that_is_a_paper_says_which() -> None:
    """Eleuther's feed links to arXiv; a blog post that links to a paper is none."""
    paper = "<title>T</title><link>https://arxiv.org/abs/2601.04301v2</link>"
    post = (
        "<title>U</title><link>https://a.example/u</link><description>&lt;a"
        " href=&quot;https://arxiv.org/pdf/2601.04301&quot;&gt;paper&lt;/a&gt;</description>"
    )
    first, second = content(rss(paper, post)).entries
    assert (first.paper, second.paper) == ("arxiv:2601.04301", None)
    assert second.papers == ("arxiv:2601.04301",)


@pytest.mark.parametrize(
    "address",
    [
        "arxiv.org/html/2601.04301v1",
        "alphaxiv.org/abs/2601.04301",
        "doi.org/10.48550/arXiv.2601.04301",
        "huggingface.co/papers/2601.04301",
    ],
)
def test_a_paper_is_known_by_each_of_its_addresses(address: str) -> None:
    """Labs link to a paper where their readers look at it."""
    post = (
        "<title>U</title><link>https://a.example/u</link><description>&lt;a"
        f" href=&quot;https://{address}&quot;&gt;paper&lt;/a&gt;</description>"
    )
    (entry,) = content(rss(post)).entries
    assert entry.papers == ("arxiv:2601.04301",)


# --- Nothing from a feed is trusted -------------------------------------------------


@pytest.mark.parametrize(
    "link",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "ftp://a.example/x",
        "https://user:secret@a.example/x",
        "http://[::1",
        "https://a.example:99999/x",
        "https://a.example/" + "x" * 3_000,
    ],
)
def test_an_address_that_is_none_of_the_web_is_none(link: str) -> None:
    """Scripts, files, passwords and endless addresses lead nowhere."""
    assert web_address(link) == ""
    feed = rss(f"<title>T</title><link>{link}</link>")
    assert isinstance(read_entries("blog", answer(feed)), NoFeed)


def test_an_address_holds_nothing_that_breaks_out_of_a_page() -> None:
    """Quotes, brackets and blanks are escaped."""
    assert web_address('https://a.example/x"><script>') == "https://a.example/x%22%3E%3Cscript%3E"


def test_scripts_and_hidden_signs_are_no_text() -> None:
    """What runs, what cannot be seen and what turns the line round is left out."""
    assert plain("<script>alert(1)</script>Hello <b>w</b>orld<!-- x -->", 300) == "Hello world"
    assert plain("a\x00b\x1b[31m\u202ecod\u202c\ud800", 300) == "ab[31mcod"
    assert plain("&lt;b&gt;twice&lt;/b&gt; &amp;amp; more", 300) == "twice & more"
    assert plain("Vec<T> is 1 < 2", 300) == "Vec<T> is 1 < 2"


def test_a_text_is_cut_behind_a_word() -> None:
    """A title of a megabyte is a title of 300 characters."""
    cut = plain("word " * 300_000, 300)
    assert len(cut) <= 300
    assert cut.endswith("word…")


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "answered with nothing"),
        (b"  \n", "answered with nothing"),
        (b"<!DOCTYPE html><html><body>Not found</body></html>", "web page"),
        (b"\xef\xbb\xbf<html></html>", "web page"),
        (b'{"version": "https://jsonfeed.org/version/1.1"}', "without its list of items"),
        (b'{"error": "no"}', "JSON that is no JSON Feed"),
        (b'{"version": ', "cannot be read"),
        (b"[" * 100_000, "cannot be read"),
        (b"\x00\xff\xfe garbage", "no RSS, Atom or JSON Feed"),
    ],
)
def test_what_is_no_feed_says_what_it_is(body: bytes, reason: str) -> None:
    """An answer without entries is named by what it is."""
    found = read_entries("blog", answer(body))
    assert isinstance(found, NoFeed)
    assert reason in found.reason


def test_an_entity_that_grows_is_not_unfolded() -> None:
    """A "billion laughs" gives no text of a billion letters, and no file is read."""
    grown = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
    bomb = (
        f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "ha">{grown}<!ENTITY f SYSTEM'
        ' "file:///etc/passwd">]><rss version="2.0"><channel><item><title>T &e9; &f;</title>'
        "<link>https://a.example/1</link></item></channel></rss>"
    )
    (entry,) = content(bomb.encode()).entries
    assert "root:" not in entry.title
    assert len(entry.title) < 100


def test_half_of_a_pair_of_surrogates_stops_no_run() -> None:
    """JSON can hold what no file can; it is read as a question mark."""
    item = {"id": "\ud800", "url": "https://a.example/\udc00b", "title": "Half \ud800"}
    body = {"version": "https://jsonfeed.org/version/1.1", "title": "t", "items": [item]}
    found = read_entries("blog", answer(json.dumps(body).encode()))
    assert isinstance(found, FeedContent)
    assert [(one.link, one.title) for one in found.entries] == [("https://a.example/?b", "Half ?")]


def test_more_entries_than_are_read_are_counted() -> None:
    """A feed of ten thousand entries is read up to a thousand, and says so."""
    items = [f"<title>T {n}</title><link>https://a.example/{n}</link>" for n in range(1_003)]
    found = content(rss(*items))
    assert len(found.entries) == 1_000
    assert found.left == {"beyond the 1,000 that are read": 3}


def test_json_feed_is_read_like_the_others() -> None:
    """Numbers as ids, external addresses, words in place of a title."""
    document = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": "A <b>blog</b>",
        "items": [
            {
                "id": 7,
                "url": "/seven",
                "content_text": "Seven.",
                "authors": [{"name": "Ann"}],
            },
            {"id": "x", "external_url": "https://b.example/x", "title": "X", "summary": "S"},
            "no item",
            {"id": "none"},
        ],
    }
    found = content(json.dumps(document).encode(), "application/feed+json")
    assert (found.title, found.left) == ("A blog", {"without an address": 1})
    first, second = found.entries
    assert (first.link, first.title, first.authors) == (
        "https://blog.example.org/seven",
        "Seven.",
        ("Ann",),
    )
    assert (second.link, second.title, second.summary) == ("https://b.example/x", "X", "S")


JOINERS = "\u200c\u200d"  # of letters and emoji
TEXTS = st.text(max_size=60)


@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS), max_size=6))
def test_same_feed_in_same_entries_out(items: list[tuple[str, str, str]]) -> None:
    """Whatever stands in a feed, it is read alike each time, as plain text, each key once."""
    document = {
        "version": "https://jsonfeed.org/version/1",
        "items": [
            {"id": id_, "url": f"https://a.example/{link}", "title": title}
            for id_, link, title in items
        ],
    }
    body = json.dumps(document).encode()
    first, again = read_entries("blog", answer(body)), read_entries("blog", answer(body))
    assert first == again
    if isinstance(first, FeedContent):
        keys = [key for entry in first.entries for key in entry.keys]
        assert len(keys) == len(set(keys))
        for entry in first.entries:
            kinds = {unicodedata.category(sign) for sign in entry.title if sign not in JOINERS}
            assert not kinds & {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


@given(st.binary(max_size=400))
def test_no_bytes_stop_a_run(body: bytes) -> None:
    """Any bytes are entries or a reason."""
    assert isinstance(read_entries("blog", answer(body)), FeedContent | NoFeed)


# --- Presets ------------------------------------------------------------------------


def test_a_lab_without_a_feed_says_so() -> None:
    """Whoever asks for Anthropic's feed hears that there is none."""
    for name, lab in WITHOUT_FEED.items():
        with pytest.raises(UsageError, match="has no feed of its own"):
            preset_named(name)
        assert lab


def test_a_preset_takes_its_part() -> None:
    """bioRxiv's subjects and journals' numbers stand behind a colon."""
    found = preset_named("biorxiv:neuroscience")
    assert found
    assert found.name == "biorxiv-neuroscience"
    assert found.url == "https://connect.biorxiv.org/biorxiv_xml.php?subject=neuroscience"
    assert preset_named("biorxiv")
    for wrong in ("sciencedirect", "openai:x", "biorxiv:../x y", "openia"):
        with pytest.raises(UsageError):
            preset_named(wrong)
    assert preset_named("https://blog.example.org/feed") is None


_CHINESE = "大模型的记忆是一个在变化的问题，和推理有关"


def _encoded(words: str, encoding: str, said: str = "UTF-8") -> bytes:
    head = f'<?xml version="1.0" encoding="{said}"?><rss version="2.0"><channel>'
    item = f"<item><title>{words}</title><link>https://b.example.org/1</link></item>"
    return f"{head}{item}</channel></rss>".encode(encoding)


@pytest.mark.parametrize(
    "words, encoding",
    [
        (_CHINESE, "gbk"),
        (_CHINESE, "utf-8"),
        ("Größe und “Naïveté” zählen", "cp1252"),
    ],
)
def test_a_title_is_read_although_the_feed_says_another_encoding(words: str, encoding: str) -> None:
    """Chinese in China's encoding and accents in a Western one are read in a feed that says it is
    UTF-8.
    """
    assert content(_encoded(words, encoding)).entries[0].title == words


def test_one_cut_character_garbles_no_other() -> None:
    """A feed in UTF-8 in which a character was cut is read as UTF-8."""
    body = _encoded(_CHINESE, "utf-8")
    cut = body.replace(b"</title>", b"\xe5\xbc</title><description>\xe6</description>")
    assert content(cut).entries[0].title == _CHINESE + "\ufffd"


@pytest.mark.parametrize(
    "words, encoding",
    [("強化學習的一個問題", "big5"), ("강화 학습의 기억", "euc-kr"), ("Память", "cp1251")],
)
def test_words_in_an_encoding_that_nobody_names_are_not_guessed(words: str, encoding: str) -> None:
    """A feed whose words cannot be told says so, and brings no garbled titles."""
    found = read_entries("blog", answer(_encoded(words, encoding)))
    assert isinstance(found, NoFeed)
    assert "not in UTF-8" in found.reason
    assert content(_encoded(words, encoding, encoding)).entries[0].title == words
