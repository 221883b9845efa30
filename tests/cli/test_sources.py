"""`wiki-builder sources`: what is written into wiki.toml, and what never is."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.world import run
from tests.loopback.arxiv import LoopbackArxiv
from wiki_builder.core.settings import load_settings

POSTS = Path(__file__).parent.parent / "recordings" / "posts"
TODAY = ("--today", "2026-08-21")
OWN = """\
format = 2  # the first line

# what I follow
[sources.arxiv]
categories = ["cs.CL"]   # and no other
catch_up = false

# mine
[interests]
about = \"\"\"
[[sources.feeds]]
name = "not a table"
\"\"\"
"""


@pytest.fixture
def server() -> Iterator[LoopbackArxiv]:
    with LoopbackArxiv() as made:
        for name in ("openai-news", "huggingface", "google-ai"):
            made.images[f"blog/{name}.xml"] = (
                (POSTS / f"{name}.xml").read_bytes(),
                "application/rss+xml",
            )
        yield made


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "wiki.toml").write_text(OWN, "utf-8")
    return tmp_path


def sources(root: Path, *args: str) -> tuple[int, str]:
    ran = run("-C", root, "sources", *args)
    return ran.code, ran.out + ran.err


def text(root: Path) -> str:
    return (root / "wiki.toml").read_bytes().decode()


def test_add_keeps_all_that_the_owner_wrote(root: Path, server: LoopbackArxiv) -> None:
    """Comments, order and a text that looks like a table stay; the feed stands behind them, with
    its own title as its label.
    """
    code, out = sources(root, "add", f"{server.url}/blog/openai-news.xml", *TODAY)
    assert code == 0, out
    assert text(root).startswith(OWN)
    (feed,) = load_settings(root / "wiki.toml").sources.feeds
    assert (feed.name, feed.label) == ("feed-127-0-0-1", "OpenAI News")
    code, _ = sources(
        root,
        "add",
        f"{server.url}/blog/huggingface.xml",
        "--name",
        "hf",
        "--label",
        'A "b"',
        *TODAY,
    )
    assert code == 0
    assert [one.name for one in load_settings(root / "wiki.toml").sources.feeds] == [
        "feed-127-0-0-1",
        "hf",
    ]


def test_remove_gives_the_file_back_as_it_was(root: Path, server: LoopbackArxiv) -> None:
    """What `add` wrote goes, and nothing else; comments behind it stay."""
    sources(root, "add", f"{server.url}/blog/openai-news.xml", "--name", "one", *TODAY)
    first = text(root)
    sources(root, "add", f"{server.url}/blog/huggingface.xml", "--name", "two", *TODAY)
    assert sources(root, "remove", "two")[0] == 0
    assert text(root) == first
    assert sources(root, "remove", "one")[0] == 0
    assert text(root) == OWN
    code, out = sources(root, "remove", "one")
    assert (code, "no source of this wiki" in out) == (2, True)


def test_a_table_in_the_middle_is_taken_out_alone(root: Path) -> None:
    """The comment of the next table is the next table's, and windows' line ends stay."""
    middle = (
        'format = 2\r\n\r\n[[sources.feeds]]\r\nname = "one"\r\n# why: because\r\n'
        'url = "https://a.example/"\r\n\r\n# mine\r\n[interests]\r\nkeywords = ["x"]\r\n'
    )
    (root / "wiki.toml").write_bytes(middle.encode())
    assert sources(root, "remove", "one")[0] == 0
    assert text(root) == 'format = 2\r\n\r\n# mine\r\n[interests]\r\nkeywords = ["x"]\r\n'
    assert sources(root, "add", "https://b.example/feed", "--unasked")[0] == 0
    assert "\n" not in text(root).replace("\r\n", "")


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("https://me:hunter22@a.example/feed", "without a user name and password"),
        ("https://a.example/feed?token=0123456789abcdef0123", "without a key or token"),
        ("htps://a.example/feed", "starts with https:// or http://"),
        ("https://", "starts with https:// or http://"),
        ("http://[::1/feed", "starts with https:// or http://"),
        ("https://a.example/fe ed", "without blanks"),
        ("opneai", "the nearest is openai"),
        ("anthropic", "Anthropic has no feed of its own"),
    ],
)
def test_what_may_not_stand_there_is_not_written(root: Path, address: str, said: str) -> None:
    """A password, a token and a mistyped address get a clear error, without a traceback and
    without being shown again.
    """
    code, out = sources(root, "add", address)
    assert code == 2
    assert said in out
    assert "Traceback" not in out
    assert "hunter22" not in out
    assert "0123456789abcdef" not in out
    assert text(root) == OWN


def test_an_address_without_a_feed_is_not_written(root: Path, server: LoopbackArxiv) -> None:
    """A page, a missing page and a server that is not there are named before anything is
    written.
    """
    page = b"<!DOCTYPE html><html><body>A blog</body></html>"
    server.images["blog/page"] = (page, "text/html")
    assert "web page" in sources(root, "add", f"{server.url}/blog/page")[1]
    assert "404" in sources(root, "add", f"{server.url}/blog/none")[1]
    assert sources(root, "add", "http://127.0.0.1:9/feed.xml")[0] == 2
    assert text(root) == OWN
    assert sources(root, "add", f"{server.url}/blog/none", "--name", "later", "--unasked")[0] == 0


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ("format = 2\n[sources\n", "this is not TOML"),
        ("format = 2\n[wki]\n", "the nearest key is wiki"),
        ("format = 3\n", "this wiki has format 3"),
    ],
)
def test_settings_that_cannot_be_read_are_left_alone(root: Path, broken: str, said: str) -> None:
    """What is wrong is named, and the file stays as it is."""
    (root / "wiki.toml").write_text(broken, "utf-8")
    for args in (("add", "openai", "--unasked"), ("list",), ("test", "openai"), ("remove", "x")):
        code, out = sources(root, *args)
        assert (code, said in out) == (2, True), out
    assert text(root) == broken


def test_feeds_in_another_form_are_left_to_their_owner(root: Path) -> None:
    """An inline list is not rewritten; what to write by hand is said."""
    inline = 'format = 2\n[sources]\nfeeds = [{ name = "one", url = "https://a.example/" }]\n'
    (root / "wiki.toml").write_text(inline, "utf-8")
    for args in (("add", "openai", "--unasked"), ("remove", "one")):
        code, out = sources(root, *args)
        assert (code, "by hand" in out) == (2, True), out
    assert text(root) == inline
    assert tomllib.loads(text(root))


def test_the_same_feed_is_not_followed_twice(root: Path) -> None:
    """Neither by its address nor under a name that is taken."""
    assert sources(root, "add", "openai", "--unasked")[0] == 0
    code, out = sources(root, "add", "openai", "--unasked")
    assert (code, "followed already, as openai" in out) == (2, True)
    code, out = sources(root, "add", "https://x.example/", "--name", "openai", "--unasked")
    assert (code, "there is a source openai already" in out) == (2, True)


def test_test_shows_what_would_be_imported(root: Path, server: LoopbackArxiv) -> None:
    """Titles with days and addresses, and what would be left out; nothing is written."""
    code, out = sources(root, "test", f"{server.url}/blog/openai-news.xml", *TODAY)
    assert code == 0
    assert "OpenAI News: rss20, 6 entries, 6 dated\nwould be shown as OpenAI News; 0 are" in out
    assert "2026-08-20 Introducing AI Futures\n    https://openai.com/index/introducing-ai" in out
    late = ("--today", "2026-12-21")
    code, out = sources(root, "test", f"{server.url}/blog/openai-news.xml", *late)
    assert "6 left out: from more than 30 days before it was followed\nnothing would be" in out
    server.images["blog/empty"] = (b"<rss version='2.0'><channel/></rss>", "text/xml")
    code, out = sources(root, "test", f"{server.url}/blog/empty", *TODAY)
    assert (code, "is a feed without entries" in out) == (1, True)
    assert [path.name for path in root.iterdir()] == ["wiki.toml"]


def test_a_feed_that_moved_is_written_where_it_stands(root: Path, server: LoopbackArxiv) -> None:
    """A permanent redirect gives the address that is kept; a passing one does not."""
    server.fail("/blog/old", status=301, location="/blog/openai-news.xml")
    assert "moved for good" in sources(root, "add", f"{server.url}/blog/old", *TODAY)[1]
    server.fail("/blog/now", status=302, location="/blog/google-ai.xml")
    sources(root, "add", f"{server.url}/blog/now", "--name", "now", *TODAY)
    assert [feed.url for feed in load_settings(root / "wiki.toml").sources.feeds] == [
        f"{server.url}/blog/openai-news.xml",
        f"{server.url}/blog/now",
    ]


def test_list_says_what_is_followed_and_what_presets_there_are(root: Path) -> None:
    """Presets with their addresses, labs without a feed, and publishers without a recording."""
    assert "no feeds beside arXiv" in sources(root, "list")[1]
    sources(root, "add", "openai", "--unasked")
    assert "openai: OpenAI Blog, 0 posts, not asked yet" in sources(root, "list")[1]
    _, out = sources(root, "list", "--presets")
    for said in ("biorxiv[:", "sciencedirect:PART", "no feed of their own: Anthropic", "Nature"):
        assert said in out
