"""What search knows of a page, the terms of a text, and the files that a browser reads."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Sequence
from html import escape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown import Markdown

from scripts import traditional
from tests.site.pages import PAPER, page, section, write_wiki
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.site.build import build_site
from wiki_builder.site.search.files import FIRST, IndexedPage, files, indexed
from wiki_builder.site.search.maths import read_formula
from wiki_builder.site.search.record import (
    LEVELS,
    OTHERS,
    SUMMARY,
    TEXT,
    TITLE,
    Record,
    SearchedPart,
    html_as_text,
    page_record,
)
from wiki_builder.site.search.terms import name, search_terms

FACTS = (
    '<section class="wiki wiki-facts" id="wiki-facts"><p>Ann Lee, Bo Chén</p>\n<p>2605.02801 ·'
    " cs.CL</p></section>"
)


def html(markdown: str) -> str:
    """A page's HTML as a site builder makes it."""
    text = markdown.partition("---\n\n")[2]
    return Markdown(
        extensions=["wiki_builder.site.markdown.sections", "toc"], extension_configs=LINKED
    ).convert(text)


LINKED = {"toc": {"permalink": True}}


def known(
    body: str, path: str = "papers/2605/2605.02801.md", id_: str = "", names: tuple[str, ...] = ()
) -> Record:
    """The record of a page that is to be found."""
    found = page_record(
        path, path.removesuffix(".md") + "/", body, {"date": "2026-05-05"}, id_, names
    )
    assert found is not None
    return found


def many(*titles: str) -> list[IndexedPage]:
    """Pages that hold nothing but a title."""
    parts = ((f"{n:04}/", title, SearchedPart("", TITLE, title)) for n, title in enumerate(titles))
    return [
        indexed(Record(url, "page", Bilingual(title, ""), "", (), (part,)))
        for url, title, part in parts
    ]


def index(pages: Sequence[IndexedPage]) -> dict[str, bytes]:
    """All files of their index."""
    return dict(files({n: page.place for n, page in enumerate(pages)}, pages.__getitem__))


# --- Pages ------------------------------------------------------------------------


def test_a_page_is_taken_apart_by_language_and_nearness() -> None:
    """What the title says counts for more than the text, what is quoted for less;
    a person's words belong to both.
    """
    parts = known(html(PAPER)).parts
    assert SearchedPart("", TITLE, "Traces") in parts
    assert SearchedPart("zh", SUMMARY, "控制器通过信用分配减少了调用。") in parts
    assert SearchedPart("en", TEXT, "Contributions\nLabel: a claim.") in parts
    assert SearchedPart("", TEXT, "Notes\nMine, as HTML.") in parts
    assert SearchedPart("", OTHERS, "S3.p2\nA quote.", brought=False) in parts


def test_marks_and_tools_are_no_text() -> None:
    """BibTeX, the stamp, anchors and comments are not found; what follows them is."""
    body = (
        '<h1>One<a class="headerlink" href="#one">¶</a></h1><!-- hidden --><section class="wiki'
        ' wiki-stamp">cost</section><details class="wiki'
        ' wiki-bibtex"><summary>BibTeX</summary><pre>@misc</pre></details><p>kept</p>'
    )
    assert [part.text for part in known(body).parts] == ["One", "kept"]


def test_markup_within_a_word_does_not_part_it() -> None:
    """Links and emphasis vanish, blocks stay apart, and entities are what they stand for."""
    assert (
        html_as_text("<p>大<em>语言</em><a href='x'>模型</a></p><p>a &lt;b&gt; &amp; c</p>")
        == "大语言模型\na <b> & c"
    )


def test_a_page_with_a_list_inside_of_details_ends_where_it_ends() -> None:
    """What is there on demand may hold such things itself; a person's words behind it are found."""
    body = (
        '<details class="wiki'
        ' wiki-timeline"><summary>T</summary><details><p>in</p></details></details><p>mine</p><section'  # noqa: E501
        ' lang="zh-Hans" class="wiki wiki-summary"><p>后</p></section>'
    )
    assert {
        (part.language, text) for part in known(body).parts for text in part.text.split("\n")
    } == {
        ("", "T"),
        ("", "in"),
        ("", "mine"),
        ("zh", "后"),
    }


@pytest.mark.parametrize(
    "path, id_, kind",
    [
        ("papers/2605/2605.02801.md", "", "paper"),
        ("shelf/mine.md", "arxiv:2605.02801", "paper"),
        ("shelf/one.md", "file:3f9a", "paper"),
        ("concepts/credit.md", "", "concept"),
        ("moved.md", "entity:gpt-5", "entity"),
        ("daily/2026-05-05.md", "", "day"),
        ("concepts/index.md", "page:concepts", "page"),
        ("papers/index.md", "", "page"),
        ("index.md", "", "page"),
    ],
)
def test_the_type_of_a_page(path: str, id_: str, kind: str) -> None:
    """It is its id's, wherever the page was moved, and without one its folder's."""
    assert known("<p>x</p>", path, id_).kind == kind


def test_what_a_page_goes_by() -> None:
    """A paper's id and authors, whole; a concept's names and aliases, those of merged ones too."""
    assert known(FACTS).names == ("2605.02801", "Ann Lee", "Bo Chén")
    assert known("<p>x</p>", "concepts/credit.md", "", ("credit", "功劳")).names == (
        "credit",
        "功劳",
    )
    assert known("<p>x</p>", "papers/astro-ph/0601001.md", "arxiv:astro-ph/0601001").names == (
        "astro-ph/0601001",
    )


def test_a_concept_goes_by_the_initials_behind_its_name() -> None:
    """Where the page says what it is; what else stands in brackets, or behind another name,
    is none of its names.
    """
    said = "Rewards with checks (RC) are rewards (RS). Chains of thought (RC). 奖励（RC）"
    body = f'<section lang="en" class="wiki wiki-definition"><p>{said}</p></section>'
    for own, short in {
        ("rewards with checks", "奖励"): ("RC",),
        ("Chains of thought", "rewards"): (),
    }.items():
        assert known(body, "concepts/x.md", "", own).names == own + short


@pytest.mark.parametrize(
    ("section", "level"),
    [("related", OTHERS), ("new", OTHERS), ("papers", TEXT), ("list", TEXT)],
)
def test_a_result_shows_no_words_of_others(section: str, level: int) -> None:
    """A page is found by the papers that it lists, which a third of all results' texts would
    repeat.
    """
    body = f'{FACTS}<section class="wiki wiki-{section}"><p>Credit</p></section>'
    page = indexed(known(body))
    assert "credit" in page.terms[level].split("\n")
    assert "Credit" not in gzip.decompress(page.packed).decode()


def test_titles_in_both_languages() -> None:
    """A concept has two; a paper keeps its own, and has its headline in Chinese."""
    headline = (
        '<section lang="zh-Hans" class="wiki wiki-headline"><p>一句话 &amp; 更多</p></section>'
    )
    assert known(f"{headline}<h1>A · <em>B</em></h1>").title == Bilingual("A · B", "一句话 & 更多")
    assert known("<h1>Credit · 信用</h1>", "concepts/credit.md").title == Bilingual(
        "Credit", "信用"
    )
    day = (
        '<span class="wiki" lang="en">16 June</span> <span class="wiki" lang="zh-Hans">6 月</span>'
    )
    assert known(f"<h1>{day}</h1>", "daily/2026-06-16.md").title == Bilingual("16 June", "6 月")
    assert known("<p>no heading</p>", "notes/mine.md").title == Bilingual("mine", "")


def test_pages_that_are_not_to_be_found() -> None:
    """A page that only sends its readers on, and one whose owner says so,
    as with Material's own search.
    """
    assert (
        page_record("concepts/old.md", "concepts/old/", "<p>x</p>", {"redirect": "new.md"}) is None
    )
    assert page_record("mine.md", "mine/", "<p>x</p>", {"search": {"exclude": True}}) is None


# --- Terms ------------------------------------------------------------------------


def test_the_terms_of_a_text() -> None:
    """English words whole, Chinese by pairs and the last of a run alone, without accents,
    full width or capitals.
    """
    assert search_terms("大语言模型（ＬＬＭ）") == {"大语", "语言", "言模", "模型", "型", "llm"}
    assert search_terms("Müller's GPT-4 & naïve Ω ½") == {
        "muller",
        "s",
        "gpt",
        "4",
        "naive",
        "omega",
        "1",
        "2",
    }
    assert search_terms("with code, 2605.02801 的") == {
        "with",
        "code",
        "2605",
        "02801",
        "2605.02801",
        "的",
    }
    assert search_terms("_a_b · “c”：d") == {"a", "b", "c", "d"}


def test_dates_and_numbers_of_papers_are_words_as_a_whole() -> None:
    """A date is found by its month, too; what only looks like one in a longer number is none."""
    date = {"2026", "05", "06", "2026-05", "2026-05-06"}
    assert search_terms("(2026-05-06)") == date
    assert search_terms("arXiv:2605.02801v2") == {"arxiv", "2605", "02801v2", "2605.02801"}
    assert search_terms("1990-2000, 12345.67890") == {"1990", "2000", "12345", "67890"}


@pytest.mark.parametrize(
    "text, found",
    [
        ("τ²-Bench", {"tau2", "tau", "2", "bench"}),
        ("τ2", {"tau2", "tau", "2"}),
        ("π₀", {"pi0", "pi", "0"}),
        ("tau^2, x^{10}", {"tau2", "tau", "2", "x10", "x", "10"}),
        ("αβ-CROWN", {"alphabeta", "alpha", "beta", "crown"}),
        ("λόγος", {"λογος"}),
    ],
)
def test_signs_are_found_by_what_they_are_called(text: str, found: set[str]) -> None:
    """A Greek letter by its name, a digit above or below as a digit, whole and in pieces;
    a Greek word is a word.
    """
    assert search_terms(text) == found


@pytest.mark.parametrize(
    "formula, text",
    [
        (r"\tau^2", "τ²"),
        (r"\boldsymbol{\tau}^{2}", "τ²"),
        (r"\pi_0", "π₀"),
        (r"2.1\times", "2.1×"),
        (r"44.4\% \to 7.7\%", "44.4% → 7.7%"),
        (r"\mathcal{L}_{\text{CE}} \leq x^{-1}", "L_CE ≤ x^-1"),
        (r"O(n \log n)", "O(n log n)"),
        ("a<b", "a<b"),
    ],
)
def test_maths_is_shown_as_text(formula: str, text: str) -> None:
    """A result has no room for a formula's source."""
    assert read_formula(formula) == text
    assert (
        html_as_text(f'<p>so <span class="arithmatex">\\({escape(formula)}\\)</span>-like</p>')
        == f"so {text}-like"
    )


def test_maths_in_a_name() -> None:
    """A name with maths is called by it; two sums of money are no maths."""
    found = known("<h1>x</h1>", "entities/tau.md", "", ("$τ^2$-Bench", r"$\tau$", "from $5 to $10"))
    assert found.names == ("τ²-Bench", "τ", "from $5 to $10")
    assert name(found.names[0]) == "=tau2 bench"


def test_a_name_is_one_term() -> None:
    """However it is spaced and written."""
    assert name("Large-Language  Model") == name("large language model") == "=large language model"
    assert name("LLM智能体") == name("LLM 智能体") == "=llm 智能体"


@given(st.text(max_size=60))
def test_no_text_makes_a_term_that_breaks_a_line(text: str) -> None:
    """A term holds nothing that parts terms in the files."""
    assert not [
        term
        for term in search_terms(text) | {name(text)}
        if re.search(r"[\t\n\r\x1c-\x1e]", term) or not term
    ]


# --- Files ------------------------------------------------------------------------


def decoded(made: dict[str, bytes]) -> dict[str, list[list[int]]]:
    """The index as a browser reads it: each term's pages, a list a level."""
    found = {}
    for path in sorted(
        (path for path in made if "/t/" in path), key=lambda path: int(path.rpartition("/")[2])
    ):
        for line in gzip.decompress(made[path]).decode().split("\n"):
            term, *levels = line.split("\t")
            found[term] = [_pages(level) for level in levels]
    return found


def _pages(text: str) -> list[int]:
    at, found = 0, []
    for one in text:
        at += (ord(one) if ord(one) < 0x10000 else ord(one) - 0x2800) - FIRST
        found.append(at)
    return found


@given(st.lists(st.text("abc 大语言模", max_size=12), max_size=30))
def test_every_term_of_every_page_is_in_the_files(titles: list[str]) -> None:
    """What the browser reads is what the pages hold, and no more."""
    found = decoded(index(many(*titles)))
    assert all(len(levels) == LEVELS for levels in found.values())
    each = [search_terms(title) for title in titles]
    assert {term: levels[0] for term, levels in found.items()} == {
        term: [n for n, terms in enumerate(each) if term in terms] for term in set().union(*each)
    }


def test_pages_far_apart_are_read_as_written() -> None:
    """A distance whose character no text may hold is written as another one."""
    from wiki_builder.site.search.files import _distances

    numbers = [0, 1, 94, 0xD7FF, 0xD7FF + 0xD7E0, 300_000, 400_000]
    written = _distances(numbers)
    assert _pages(written) == numbers
    assert written.encode().decode() == written


def test_terms_stand_in_the_order_that_a_browser_searches_in() -> None:
    """Files are cut between terms, and the list of their first terms leads to the right one."""
    made = index(many(*(f"w{n:05} 模{chr(0x4E00 + n)}" for n in range(4000))))
    about = json.loads(made["index.json"])
    order = [term.encode("utf-16-be") for term in decoded(made)]
    assert order == sorted(order)
    assert len(about["blocks"]) > 2
    for number, first in enumerate(about["blocks"]):
        assert (
            gzip.decompress(made[f"{about['version']}/t/{number}"]).decode().partition("\t")[0]
            == first
        )


def test_same_pages_same_files() -> None:
    """To the byte, in whatever order the pages come;
    another text is another version, and so other addresses.
    """
    records = many("one", "two", "三")
    assert index(records) == index(records[::-1])
    one, other = index(records), index(many("one", "two", "四"))
    assert set(one) & set(other) == {"index.json"}


def test_pages_are_numbered_by_type_and_the_newest_first() -> None:
    """So that a number tells the type, and of equals the newest comes first."""
    old, new = (known(FACTS, f"papers/26/{day}.md") for day in ("2605.1", "2605.2"))
    newer = Record(new.url, new.kind, new.title, "2026-06-01", new.names, new.parts)
    made = index([*map(indexed, [old, newer, known("<p>x</p>", "concepts/a.md")])])
    about = json.loads(made["index.json"])
    urls = [
        json.loads(gzip.decompress(made[f"{about['version']}/p/{number}"]))["url"]
        for number in range(3)
    ]
    assert urls == ["concepts/a/", newer.url, old.url]
    assert about["kinds"] == {"concept": 1, "entity": 0, "paper": 2, "post": 0, "day": 0, "page": 0}


# --- The site ---------------------------------------------------------------------


def test_mkdocs_alone_builds_the_search(tmp_path: Path) -> None:
    """The index is there with the pages, says what a result shows, and Material's own is not."""
    built = build_site(write_wiki(tmp_path))
    assert built.ok, built.output
    about = json.loads((built.site / "search/index.json").read_bytes())
    pages = [
        json.loads(gzip.decompress(file.read_bytes()))
        for file in (built.site / "search").glob("*/p/*")
    ]
    assert about["pages"] == len(pages)
    assert "papers/2605/2605.02801/" in {page["url"] for page in pages}
    assert not (built.site / "search/search_index.json").exists()


def test_private_notes_are_not_found(tmp_path: Path) -> None:
    """The files are packed, so that looking through the built site for a
    secret would not show it.
    """
    folder = write_wiki(tmp_path)
    for note in ("2605.02801.md", "credit.md", "mine.md"):
        (folder / "notes").mkdir(exist_ok=True)
        (folder / "notes" / note).write_text("Zxsecretword and 机密内容词", "utf-8")
    built = build_site(folder)
    assert built.ok, built.output
    packed = [
        file
        for file in (built.site / "search").rglob("*")
        if file.is_file() and file.suffix != ".json"
    ]
    assert packed
    text = "".join(gzip.decompress(file.read_bytes()).decode() for file in packed)
    assert "zxsecretword" not in text.lower()
    assert "机密" not in text


def test_the_owner_may_turn_material_s_search_on(tmp_path: Path) -> None:
    """Then there is that one, and neither our box nor our index."""
    folder = write_wiki(tmp_path)
    config = folder / "mkdocs.yml"
    config.write_text(config.read_text("utf-8") + "\nplugins: [wiki-builder, search]\n", "utf-8")
    built = build_site(folder)
    assert built.ok, built.output
    assert (built.site / "search/search_index.json").is_file()
    assert not (built.site / "search/index.json").exists()
    text = (built.site / "index.html").read_text("utf-8")
    assert "wiki-search-open" not in text
    assert "md-search__input" in text
    assert text.count("self.wikiFrame?.()") == 2  # language and colours; the way back to the top


def test_a_merged_concept_s_name_finds_the_one_it_went_into(tmp_path: Path) -> None:
    """Its own page is not found; the other goes by its names."""
    folder = write_wiki(tmp_path)
    concepts = folder / "data" / "concepts"
    concepts.mkdir(parents=True, exist_ok=True)
    (concepts / "credit.yml").write_text(
        "id: credit\nname:\n  en: Credit\n  zh: 信用卡\nfounded: arxiv:2605.02801\n", "utf-8"
    )
    (concepts / "old.yml").write_text(
        "id: old\nname:\n  en: Merit\nfounded: arxiv:2605.02801\nmerged: credit\n", "utf-8"
    )
    (folder / "docs/concepts/old.md").write_text(
        page("concept:old", "Merit", section("title", "# Merit")).replace(
            "---\n", "---\nredirect: credit.md\n", 1
        ),
        "utf-8",
    )
    (folder / "data/pages.txt").write_text("concept:credit\tconcepts/credit.md\n", "utf-8")
    built = build_site(folder)
    assert built.ok, built.output
    pages = [
        json.loads(gzip.decompress(file.read_bytes()))
        for file in (built.site / "search").glob("*/p/*")
    ]
    named = {page["url"]: page["names"] for page in pages if page["kind"] == "concept"}
    assert named == {"concepts/credit/": ["Credit", "信用卡", "Merit"]}


def test_the_browser_knows_traditional_characters_as_the_builder_does() -> None:
    """The script that a browser has is the one that is written now."""
    assert traditional.TARGET.read_text("utf-8") == traditional.script()
