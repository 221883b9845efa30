"""The radar's data: what stands in which piece, how small it is, and what never enters it."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.pages.sample import HOSTILE_TITLE, ONE, THREE, TWO, sample
from tests.site.shelves import made as shelf_made
from tests.site.shelves import page_urls
from wiki_builder.core.categories import category_name
from wiki_builder.core.store.papers import read_paper, write_paper
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.library.card import Card, own_day
from wiki_builder.site.known import known
from wiki_builder.site.markdown.plain import plain_markdown, script_text
from wiki_builder.site.radar import data as module
from wiki_builder.site.radar.data import (
    BLOCK,
    FIRST,
    FORMAT,
    RadarEntry,
    RadarTopic,
    files,
    radar,
)
from wiki_builder.site.radar.files import radar_files


def entry(n: int, day: str = "2026-05-05", **more: Any) -> RadarEntry:
    id_ = f"arxiv:2605.{n:05}"
    made = {"id": id_, "url": f"papers/2605/2605.{n:05}/", "title": f"Paper {n}", "arrived": day}
    return RadarEntry(**made | {"date": day, "first": day} | more)


def pieces(*entries: RadarEntry, topics: tuple[RadarTopic, ...] = ()) -> dict[str, Any]:
    return {path: json.loads(text) for path, text in files(radar(entries, topics))}


# --- The pieces ----------------------------------------------------------------


def test_papers_keep_their_numbers() -> None:
    """Numbers follow arrival, so that a full piece of text stays as it is,
    and a browser keeps it.
    """
    old = [entry(n) for n in range(BLOCK + 5)]
    late = entry(0, "2026-05-09", id="file:abc", date="2019-11-01", first="2019-11")
    before, after = pieces(*old), pieces(late, *reversed(old))
    assert after["text/0"] == before["text/0"]
    assert after["index"]["ids"].split(" ")[-1] == "file:abc"
    assert after["index"]["arrived"] == [["2026-05-05", BLOCK + 5], ["2026-05-09", 1]]
    assert after["index"]["dates"] == {"2019-11-01": [BLOCK + 5]}


def test_the_first_screen_has_the_newest() -> None:
    """The newest announcement first, of one day the weightiest;
    a few in full, and the number of all.
    """
    days = [entry(n, f"2026-05-{1 + n % 28:02}", score=n % 10) for n in range(100)]
    made = pieces(*days)["first"]
    assert made["count"] == 100
    assert len(made["rows"]) == len(made["numbers"]) == FIRST
    shown = [(row[15], row[13]) for row in made["rows"]]
    assert shown == sorted(shown, reverse=True)
    assert "latest" not in made
    assert "posts" not in made
    assert pieces(*days, replace(days[0], id="post:lab/1", kind="post"))["first"]["posts"] == 1


def test_all_of_the_last_day_are_named() -> None:
    """Also those that are not among the newest:
    who comes again is told what came on the same day since.
    """
    old = entry(99, "2026-05-06", date="2026-01-01")
    made = pieces(*(entry(n) for n in range(FIRST)), old, entry(50, "2026-05-06"))["latest"]
    assert (made["last"], made["ids"]) == ("2026-05-06", "2605.00050 2605.00099")
    assert pieces()["latest"]["ids"] == ""


def test_a_day_of_many_does_not_weigh_on_the_first_screen() -> None:
    """After weeks without a run hundreds come at once;
    what the radar and the front page begin with is as small.
    """
    few, many = (dict(files(radar((entry(n) for n in range(count)), ()))) for count in (100, 999))
    assert len(many["first"]) == len(few["first"])


def test_scripts_and_data_are_of_one_format() -> None:
    """Scripts that a browser kept from before take no data of another form."""
    script = Path(module.__file__).parents[1] / "theme/assets/wiki/radar/data.js"
    assert f"const FORMAT = {FORMAT}\n" in script.read_text("utf-8")


def test_a_name_is_plain_text() -> None:
    """Maths in it as one reads it: buttons and lists set none."""
    named = RadarTopic(
        "tau2", Bilingual("$\\tau^2$-Bench", "$\\tau^2$-Bench"), "dataset", "entities/tau2/"
    )
    made = pieces(entry(1, topics=("tau2",)), entry(2, topics=("tau2",)), topics=(named,))
    assert made["first"]["topics"]["tau2"][:2] == ["τ²-Bench", ""]
    assert made["topics"][0][1] == "τ²-Bench"


def test_columns_of_all_papers() -> None:
    """Scores, flags, updates and who is in which category, by number; the older work goes first."""
    made = pieces(
        entry(1, score=10, categories=("cs.CL", "cs.AI")),
        entry(2, code=True, full_text=True),
        entry(
            3, categories=("cs.CL",), date="2026-06-12", version=4, updated=True, first="2026-03"
        ),
    )["index"]
    assert (made["scores"], made["flags"]) == ("-a-", "003")
    assert made["updates"] == [[0, 4]]
    assert made["firsts"] == {"2026-03": [0]}
    assert made["categories"]["cs.CL"] == ["Computation and Language", "计算与语言", [0, 1]]


def test_what_papers_share_can_be_filtered_by() -> None:
    """Topics of one paper stand by themselves; numbers stand as distances; authors with most papers
    go first.

    An alias that the names do not hold anyhow stands beside them.
    """
    topics = (
        RadarTopic("a", Bilingual("a", "甲"), url="concepts/a/", aliases=("A", "AA", "AA", "甲")),
        RadarTopic("b", Bilingual("B", "B"), "model"),
        RadarTopic("c", Bilingual("C", "丙")),
    )
    made = pieces(
        *(
            entry(n, topics=("a", "b", "gone") if n == 3 else ("a",), authors=("Li", f"N{n}"))
            for n in (1, 3, 7)
        ),
        entry(9, topics=("c",), authors=("Li",)),
        topics=topics,
    )
    assert made["topics"] == [["a", "a", "甲", "concept", "+", [0, 1, 1], "AA"]]
    assert made["alone"] == [["c", "C", "丙", "concept", "", [3]]]
    assert made["authors"]["names"][0] == "Li"
    assert made["authors"]["papers"][0] == [0, 1, 1, 1]
    # a named thing without a page has no place there
    assert made["text/0"]["rows"][1][20] == ["a"]


def test_free_text_is_looked_for_in_all_that_is_shown() -> None:
    """Title, headlines and summaries, each word once, as one compares it;
    words in ASCII by themselves.
    """
    headline, summary = Bilingual("RL agents", "智能体 RL"), Bilingual("Say GRPO", "用 GRPO")
    one = entry(1, title="Éclair: ＲＬ agents", headline=headline, summary=summary)
    assert pieces(one)["words/0"] == [["eclair: rl agents say grpo"], ["智能体 用"]]


@pytest.mark.slow
def test_twenty_thousand_papers_are_small_pieces() -> None:
    """The first piece does not grow with the wiki, nor does any that is fetched for one look,
    whatever their order.
    """
    dice = random.Random(7)
    text = Bilingual("word " * 60, "词" * 120)
    names = [f"Ann{n} Lee{n}" for n in range(9000)]
    topics = tuple(
        RadarTopic(f"a-concept-{n}", Bilingual(f"a concept {n}", f"概念{n}"), url="x/")
        for n in range(2000)
    )
    many = [
        entry(n, f"20{10 + n // 2000}-05-05", summary=text, reason=text, headline=text,
              authors=tuple(dice.sample(names, 5)),
              topics=tuple(topic.id for topic in dice.sample(topics, 6)), categories=("cs.CL",), score=n % 10)  # noqa: E501
        for n in range(20_000)
    ]  # fmt: skip
    made = dict(files(radar(many, topics)))
    assert len(made["first"]) <= 120_000
    assert max(len(text) for path, text in made.items() if path.startswith("text/")) <= 60_000
    assert len(made["index"]) <= 700_000
    few = many[::50]
    made = dict(files(radar(few, topics)))
    dice.shuffle(few)
    assert dict(files(radar(few, topics))) == made


# --- From a wiki ------------------------------------------------------------------


def made_of(root: Path) -> dict[str, str]:
    found = known(root)
    assert found
    return radar_files(found.library, page_urls(root))


def test_a_wiki_gives_what_its_pages_show(tmp_path: Path) -> None:
    """A person's words win, a deleted summary is nowhere, a rejected paper is gone,
    and hostile text is text.
    """
    wiki = sample(tmp_path)
    wiki.edit(
        "papers/2605/2605.00001.md",
        "Rewards for each step\n",
        "My **own** [headline](../x.md) for $500, $x<y$\n",
    )
    text = wiki.page("papers/2605/2605.00001.md")
    summary = re.search(r"<!-- wiki:summary.en -->.*?/wiki -->\n", text, re.DOTALL)
    assert summary
    wiki.edit("papers/2605/2605.00001.md", summary[0], "")
    (wiki.root / "docs/papers/2605/2605.00002.md").unlink()
    made = made_of(wiki.root)
    assert made
    rows = {row[0]: row for row in json.loads(made["first"])["rows"]}
    assert rows.keys() == {ONE, THREE}
    assert (
        rows[ONE][3] == "My own headline for $500, \x01x<y\x02"
        or "My own headline for $500" in rows[ONE][3]
    )
    assert rows[ONE][4:8] == ["逐步奖励", "", "", ""]  # what no closed row shows comes later
    assert not rows[ONE][8]
    whole = {row[0]: row for row in json.loads(made["text/0"])["rows"]}[ONE]
    assert whole[4:8] == ["逐步奖励", "", "达到 81.2%。", "It is simple."]
    assert [*whole[:5], *whole[9:]] == [*rows[ONE][:5], *rows[ONE][9:]]
    assert rows[ONE][12:14] == ["arXiv", 7]
    assert rows[ONE][19] == 3
    assert rows[THREE][2] == HOSTILE_TITLE.replace("$x^2$", "\x01x^2\x02")
    assert TWO not in "".join(made.values())


def test_a_later_version_is_an_entry_of_its_own_kind(tmp_path: Path) -> None:
    """It stands at the day of its announcement, and counts its age from the work's own date."""
    wiki = sample(tmp_path)
    old = read_paper(wiki.wiki, ONE)
    assert old
    later = replace(old.latest, number=4, announced="2026-06-12")
    write_paper(wiki.wiki, old.with_(versions=(*old.versions, later)))
    made = made_of(wiki.root)
    assert made
    row = json.loads(made["first"])["rows"][0]
    assert (row[0], row[15], row[16], row[17], row[18]) == (ONE, "2026-06-12", "2026-05-05", 4, 1)


@pytest.mark.parametrize(
    "id_, date, own",
    [
        ("arxiv:2605.00001", "2026-05-05", "2026-05-05"),
        ("arxiv:2604.30001", "2026-05-01", "2026-05-01"),  # submitted on April's last day
        ("arxiv:2512.22560", "2026-06-16", "2025-12"),  # met as a later version
        ("arxiv:astro-ph/0601001", "2026-06-16", "2026-06-16"),
    ],
)
def test_the_age_counts_from_the_work(id_: str, date: str, own: str) -> None:
    """Not from the day on which the wiki met it."""
    assert own_day(Card(id_, "x", date, "run")) == own


def test_what_is_private_does_not_enter(tmp_path: Path) -> None:
    """Interests, notes beside the pages and a person's words around the
    sections are in no piece.
    """
    wiki = sample(tmp_path)
    settings = wiki.root / "wiki.toml"
    settings.write_text(
        settings.read_text("utf-8").replace("keywords = []", 'keywords = ["SECRET"]'), "utf-8"
    )
    (wiki.root / "notes").mkdir()
    (wiki.root / "notes/2605.00001.md").write_text("SECRET", "utf-8")
    wiki.edit("papers/2605/2605.00001.md", "## Notes", "## Notes\n\nSECRET")
    made = made_of(wiki.root)
    assert made
    assert "SECRET" not in "".join(made.values())


def test_why_for_you_is_published_when_the_owner_says_so(tmp_path: Path) -> None:
    """`why` puts what speaks for a paper into its row, in few words; without it the very same
    interests are in no row, and of an example its reader needs no reason.
    """
    wiki = sample(tmp_path)
    settings = wiki.root / "wiki.toml"
    text = settings.read_text("utf-8").replace('about = ""', 'about = "rewards for agents"')
    settings.write_text(text.replace("examples = []", 'examples = ["2605.00002"]'), "utf-8")

    def whys() -> dict[str, list[str]]:
        shelf = shelf_made(wiki)
        made = radar_files(shelf.library, shelf.urls, why=shelf.why)
        return {row[0]: row[-2:] for row in json.loads(made["first"])["rows"]}

    assert set(map(tuple, whys().values())) == {("", "")}
    settings.write_text(settings.read_text("utf-8").replace("why = false", "why = true"), "utf-8")
    said = whys()
    assert said[ONE][0].startswith(("your words: ", "like your examples: ", "a little like"))
    assert said[ONE][1]
    assert said[TWO] == ["", ""]


def test_a_site_without_data_has_no_radar(tmp_path: Path) -> None:
    """Any other MkDocs site with the plugin builds as it is."""
    assert known(tmp_path) is None


# --- Words ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, expected",
    [
        ("costs $500 and $600", "costs $500 and $600"),
        ("error $a<b$ & <b>c</b>", "error \x01a<b\x02 & <b>c</b>"),
        (r"\textit{C#} [x](y)", "C# [x](y)"),
    ],
)
def test_text_is_plain_and_maths_is_marked(text: str, expected: str) -> None:
    """What a script is given is text: markup stays what it was, money stays money,
    maths is told apart.
    """
    assert script_text(text) == expected


def test_markdown_loses_its_marks() -> None:
    """A person's words are shown without their links and stars."""
    assert plain_markdown("**A** [b](c.md) <script>x</script> $y$") == "A b  \x01y\x02"


@pytest.mark.parametrize(
    "code, en, zh",
    [
        ("cs.CL", "Computation and Language", "计算与语言"),
        ("stat.ML", "Machine Learning", "机器学习（统计）"),
        ("eess.AS", "Audio and Speech Processing", "音频与语音处理"),
        ("hep-th", "High Energy Physics - Theory", "高能物理理论"),
        ("68T45", "68T45", "68T45"),
    ],
)
def test_categories_have_their_full_names(code: str, en: str, zh: str) -> None:
    """In both languages; what is no category of arXiv's is shown as it stands."""
    assert category_name(code) == Bilingual(en, zh)
