"""Links made when the site is built: wikilinks anywhere,
first mentions in the builder's sections.
"""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import markdown
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.site.pages import page, section, spelled, write_wiki
from wiki_builder.concepts.registry import Registry, dump
from wiki_builder.contract.escape import paragraph
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import Alias, Concept, TermPolicy
from wiki_builder.site.book import Book, written
from wiki_builder.site.build import BuildResult, build_site
from wiki_builder.site.markdown.links import Linker, Unknown, placed, unknown_wikilinks

PAGE = "papers/2605/2605.02801.md"
EXTENSIONS = [
    "admonition",
    "tables",
    "toc",
    "pymdownx.arithmatex",
    "pymdownx.superfences",
    "wiki_sections",
]
GLOSS = 'One run of "a|b" & <c> $x$ `d` [e]'


def concept(
    id_: str, en: str, zh: str, *aliases: str, term: TermPolicy = "zh", gloss: str = ""
) -> Concept:
    glosses = Bilingual(gloss, f"{gloss}。") if gloss else None
    return Concept(
        id_,
        Bilingual(en, zh),
        "arxiv:1",
        gloss=glosses,
        term=term,
        aliases=tuple(Alias(a, "en") for a in aliases),
    )


CONCEPTS = (
    concept("credit-assignment", "credit assignment", "信用分配"),
    concept("reward", "reward", "奖励"),
    concept("process-reward", "process reward", "过程奖励"),
    concept("llm", "large language model", "大语言模型", "LLM", term="both"),
    concept("rollout", "rollout", "轨迹采样", term="both", gloss=GLOSS),
    concept("grpo", "group relative policy optimization", "组相对策略优化", "GRPO"),
    concept("a-star", "A* search", "A*搜索"),
    concept("cpp", "C++", "C++"),
    concept("bare", "bare idea", "无名之物"),
    concept("lda", "latent Dirichlet allocation", "隐狄利克雷分配", "LDA"),
    concept("lda-2", "linear discriminant analysis", "线性判别分析", "LDA"),
)
WITHOUT_PAGE = ("rollout", "bare")
PLACES = {
    f"concept:{c.id}": f"concepts/{c.id}.md" for c in CONCEPTS if c.id not in WITHOUT_PAGE
} | {
    "arxiv:2605.02801": PAGE,
    "arxiv:astro-ph/0601001": "papers/0601/astro-ph/0601001.md",
    "arxiv:2605.00001": None,
}
BOOK = written(
    Registry({c.id: c for c in CONCEPTS}),
    PLACES,
    frozenset(path for path in PLACES.values() if path),
)


def plain(source: str, *more: Linker) -> str:
    """Markdown as HTML."""
    return markdown.markdown(
        source,
        extensions=[*EXTENSIONS, *more],
        extension_configs={"pymdownx.arithmatex": {"generic": True}},
    )


def text(source: str, path: str = PAGE, book: Book = BOOK) -> str:
    """The same, with links."""
    linker = Linker(book)
    linker.begin(path)
    return plain(source, linker)


def unknown(source: str) -> list[tuple[int, Unknown]]:
    """The wikilinks that lead nowhere, with their lines."""
    return [found[1:] for found in unknown_wikilinks([(PAGE, source)], BOOK)]


def check(body: str, made: str, name: str = "summary.en", path: str = PAGE) -> None:
    """In a section the links come out as if they were written."""
    assert text(section(name, body), path) == plain(section(name, made))


def shown(html: str) -> str:
    """What a reader sees: letters and signs, without brackets."""
    return re.sub(r"[\s\[\]]", "", unescape(re.sub(r"<[^<>]*>", "", html)))


# --- Wikilinks --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wikilink", "link"),
    [
        ("[[credit assignment]]", "[credit assignment](../../concepts/credit-assignment.md)"),
        ("[[信用分配]]", "[信用分配](../../concepts/credit-assignment.md)"),
        ("[[Credit-Assignments]]", "[Credit-Assignments](../../concepts/credit-assignment.md)"),
        ("[[ credit assignment ]]", "[credit assignment](../../concepts/credit-assignment.md)"),
        ("[[credit\nassignment]]", "[credit\nassignment](../../concepts/credit-assignment.md)"),
        (
            "[[credit assignment|how credit flows]]",
            "[how credit flows](../../concepts/credit-assignment.md)",
        ),
        ("[[credit assignment|]]", "[credit assignment](../../concepts/credit-assignment.md)"),
        ("| [[reward\\|flow]] | b |", "| [flow](../../concepts/reward.md) | b |"),
        (
            "[[credit assignment#Papers]]",
            "[credit assignment#Papers](../../concepts/credit-assignment.md#papers)",
        ),
        ("[[reward#核心 贡献|x]]", "[x](../../concepts/reward.md#核心-贡献)"),
        ("[[#Notes|below]]", "[below](2605.02801.md#notes)"),
        ("[[2605.02801#^C5-f2|x]]", "[x](2605.02801.md#^C5-f2)"),
        ("[[#^mine|above]]", "[above](2605.02801.md#^mine)"),
        ("[[C++]]", "[C++](../../concepts/cpp.md)"),
        ("[[C++#Papers|x]]", "[x](../../concepts/cpp.md#papers)"),
        ("[[astro-ph/0601001]]", "[astro-ph/0601001](../0601/astro-ph/0601001.md)"),
        ("[[arxiv:2605.02801]]", "[arxiv:2605.02801](2605.02801.md)"),
        ("[[concepts/reward]]", "[concepts/reward](../../concepts/reward.md)"),
        ("[[reward]][[LLM]]", "[reward](../../concepts/reward.md)[LLM](../../concepts/llm.md)"),
        ("[[[reward]]]", "[[reward](../../concepts/reward.md)]"),
        ("# On [[reward]]", "# On [reward](../../concepts/reward.md)"),
        ("<small>[[reward]]</small>", "<small>[reward](../../concepts/reward.md)</small>"),
        ("cost $5 for [[reward]] and $6", "cost $5 for [reward](../../concepts/reward.md) and $6"),
        ("- a\n\n    [[reward]]", "- a\n\n    [reward](../../concepts/reward.md)"),
        (
            "!!! note\n    a\n\n    [[reward]]",
            "!!! note\n    a\n\n    [reward](../../concepts/reward.md)",
        ),
    ],
)
def test_a_wikilink_becomes_a_link(wikilink: str, link: str) -> None:
    """An ordinary relative link to the page's file, under the words that were written."""
    assert text(wikilink) == plain(link)


@pytest.mark.parametrize(
    "untouched",
    [
        "`[[reward]]`",
        "``a ` [[reward]]``",
        "```\n[[reward]]\n```",
        "~~~~ md\n```\n[[reward]]\n~~~\n~~~~",
        "- a\n\n    ```\n    [[reward]]\n    ```",
        "a\n\n    [[reward]]\n\nb",
        "$a[[1]]$",
        "$$\na[[1]]\n$$",
        "\\(a[[1]]\\)",
        "\\[ a[[1]] \\]",
        "\\begin{align}a[[1]]\\end{align}",
        "<!-- [[reward]]\n\n[[reward]] -->",
        '<a title="[[reward]]">x</a>',
        '<a href="x.md">[[reward]]</a>',
        "<div>\n[[reward]]\n\n[[reward]]</div>",
        "<pre>[[reward]]</pre>",
        "[[reward]](y.md)",
        "[[reward]][y]",
        "[see [[reward]]](y.md)",
        "![[reward]]",
        "![a [[reward]] picture](y.png)",
        "\\[[reward]]",
        "[[]]",
        "[[ ]]",
        "[[|x]]",
        "[[#]]",
        "[[a [b] c]]",
        "[[reward]",
        "[[reward\n\n]]",
        "[x]: y.md '[[reward]]'",
    ],
)
def test_what_is_no_wikilink_stays(untouched: str) -> None:
    """Code, maths, HTML, links and brackets that name nothing are left to the byte."""
    assert text(untouched) == plain(untouched)
    assert unknown(untouched) == []


def test_an_unknown_name_is_marked_and_told() -> None:
    """It stays readable text, and the report has line, words and the nearest name."""
    source = "a\n\nsee [[credit asignment|x]]"
    ((line, found),) = unknown(source)
    assert (line, found.written, found.nearest) == (
        3,
        "credit asignment|x",
        ("credit assignment",),
    )
    assert re.search(r'see <span class="wiki-unknown" title="[^"]+">x</span>', text(source))


def test_an_ambiguous_name_is_unknown_and_names_both() -> None:
    """Nobody guesses which LDA is meant; the report says how to write either."""
    ((_, found),) = unknown("[[LDA]]")
    assert found.nearest == ("concept:lda", "concept:lda-2")
    assert text("[[concept:lda-2]]") == plain("[concept:lda-2](../../concepts/lda-2.md)")


def test_a_deleted_page_is_told_as_such() -> None:
    """A paper that somebody rejected is no slip of the pen."""
    ((_, found),) = unknown("[[2605.00001]]")
    assert found.reason == "its page was deleted"


def test_a_concept_without_a_page_shows_its_gloss() -> None:
    """In the language of the text; whatever stands in a gloss stays text,
    in a table and in a paragraph.
    """
    html = text("| a |\n|---|\n| [[rollout]] [[轨迹采样]] |")
    found = re.findall(r'<abbr title="([^"]*)">([^<]*)</abbr>', html)
    assert [(shown, unescape(title)) for title, shown in found] == [
        ("rollout", GLOSS),
        ("轨迹采样", f"{GLOSS}。"),
    ]
    assert text("[[bare idea]]") == '<p><abbr title="bare idea · 无名之物">bare idea</abbr></p>'


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("---\ntitle: '[[nobody]]'\n---\n\n[[nobody knows]]", [5]),
        ("[[nobody]]\n\n- a\n- [[nobody]]\n\n[[no one]]", [1, 4, 6]),
        ("> [[nobody\n> knows]]", [1]),
        ("| a |\n|---|\n| [[nobody\\|x]] |", [3]),
        (f"{section('summary.en', 'x')}\n[[nobody]]", [6]),
        (f"{section('summary.en', '[[nobody]]')}", [2]),
    ],
)
def test_a_report_has_lines_of_the_page(source: str, lines: list[int]) -> None:
    """Those of its file, whatever stands above."""
    assert [line for line, _ in unknown(source)] == lines


def test_a_name_that_is_written_in_an_odd_way_has_a_line_too() -> None:
    """That of the page's first, where the words are not found as they were read."""
    assert [line for line, _ in placed([Unknown("a", (), "")], "b")] == [1]


# --- First mentions ---------------------------------------------------------------


def test_the_first_mention_is_a_link_once_a_language() -> None:
    """Once for the English text of a page and once for the Chinese, whatever the section."""
    made = text(
        section("summary.en", "Reward, and reward.")
        + section("method.en", "More reward.")
        + section("summary.zh", "奖励和奖励。")
    )
    assert re.findall(r'<a href="(.+?)">(.+?)</a>', made) == [
        ("../../concepts/reward.md", "Reward"),
        ("../../concepts/reward.md", "奖励"),
    ]


@pytest.mark.parametrize(
    "name", ["concepts.en", "headline.en", "facts", "related", "evidence", "results-table"]
)
def test_only_sections_of_one_language_have_mentions(name: str) -> None:
    """Lists of links, headlines and tables are left alone."""
    check("A reward.", "A reward.", name)


@pytest.mark.parametrize(
    "body",
    [
        "## A reward",
        "A reward\n---",
        "`reward`",
        "$reward$",
        "[a reward](x.md)",
        "a <b>*bold* reward</b>",
        "![reward](x.png)",
        "<kbd>reward</kbd>",
        "<span>a reward</span>",
        '<abbr title="reward">x</abbr>',
        "<!-- reward -->",
        "https://example.org/reward",
        "<https://example.org/reward>",
        "reward-hacking",
        "LDA",
        "a bare idea",
    ],
)
def test_what_is_no_prose_has_no_mentions(body: str) -> None:
    """Headings, code, maths, links, pictures and HTML; ambiguous names;
    names without page and gloss.
    """
    check(body, body)


def test_a_mention_in_code_does_not_count_as_the_first() -> None:
    """The first one that can be a link is the first."""
    check("`reward`, then reward", "`reward`, then [reward](../../concepts/reward.md)")
    check("<i>reward</i>, then reward", "<i>reward</i>, then [reward](../../concepts/reward.md)")


def test_the_longest_name_is_linked() -> None:
    """A process reward is no first mention of the reward."""
    made = "[Process rewards](../../concepts/process-reward.md) beat a"
    check("Process rewards beat a reward.", f"{made} [reward](../../concepts/reward.md).")
    check("过程奖励", "[过程奖励](../../concepts/process-reward.md)", "summary.zh")


def test_what_stands_in_brackets_or_emphasis_is_prose() -> None:
    """Only a link is a link."""
    link = "../../concepts/reward.md"
    for before, behind in (("[a ", "]"), ("_", "_"), ("x *y ", "* z"), ("> ", ""), ("no!", "")):
        check(f"{before}reward{behind}", f"{before}<a href='{link}'>reward</a>{behind}")


def test_mixed_scripts_are_told_apart() -> None:
    """An English name within Chinese text is a mention."""
    check("用GRPO算法训练。", "用[GRPO](../../concepts/grpo.md)算法训练。", "summary.zh")


def test_a_page_does_not_link_to_itself() -> None:
    """Not even under another name."""
    for name, body in (
        ("summary.en", "LLM, large language models"),
        ("definition.zh", "大语言模型"),
    ):
        check(body, body, name, "concepts/llm.md")


def test_escaped_text_is_read_as_it_is_shown() -> None:
    """What the builder or a formatter escaped is still the name, and stays escaped."""
    assert "&#42;" in paragraph("an A* search")
    for star in ("&#42;", "\\*", "&ast;"):
        check(f"an A{star} search", f"an [A{star} search](../../concepts/a-star.md)")
    made = "a &#60;b&#62; [reward](../../concepts/reward.md) &amp; [C++](../../concepts/cpp.md)"
    check("a &#60;b&#62; reward &amp; C++", made)


def test_claims_keep_their_marks() -> None:
    """The mark at the end of an item is as it was."""
    body = "1. **Reward**: a reward. ^c1\n- a LLM ^x"
    made = (
        "1. **[Reward](../../concepts/reward.md)**: a reward. ^c1\n- a"
        " [LLM](../../concepts/llm.md) ^x"
    )
    check(body, made)


def test_a_mention_without_a_page_shows_its_gloss() -> None:
    """In the section's language."""
    assert '<p>a <abbr title="One run' in text(section("summary.en", "a rollout"))
    assert '$ `d` [e]。">轨迹采样</abbr>' in text(section("summary.zh", "轨迹采样"))


@pytest.mark.parametrize(
    ("body", "made"),
    [
        ("大语言模型很大", "[大语言模型](../../concepts/llm.md)（large language model）很大"),
        ("大语言模型（LLM）很大", "[大语言模型](../../concepts/llm.md)（LLM）很大"),
        (
            "大语言模型 (large language models, LLM)",
            "[大语言模型](../../concepts/llm.md) (large language models, LLM)",
        ),
        ("**大语言模型**（LLM）", "**[大语言模型](../../concepts/llm.md)**（LLM）"),
        (
            "大语言模型（很大）",
            "[大语言模型](../../concepts/llm.md)（large language model）（很大）",
        ),
        ("LLM很大，大语言模型", "[LLM](../../concepts/llm.md)很大，大语言模型"),
    ],
)
def test_english_behind_the_first_mention(body: str, made: str) -> None:
    """Where the glossary says both, Chinese text has the English name behind,
    unless it has it already.
    """
    check(body, made, "summary.zh")


# --- Whole pages ------------------------------------------------------------------


def test_windows_line_ends_are_no_matter() -> None:
    """In notes and in sections."""
    source = page(
        "arxiv:2605.02801", "T", section("summary.en", "a reward"), "[[reward]]\n"
    ).replace("\n", "\r\n")
    assert text(source).count("../../concepts/reward.md") == 2


@pytest.mark.parametrize(
    "source",
    [
        "A reward, without sections.",
        "<!-- wiki:summary.en -->\na reward",
        "a reward\n<!-- /wiki -->",
        "<!-- wiki:summary.en keep -->\na reward\n<!-- /wiki -->",
        "<!-- wiki:summary.en -->\na reward\n<!-- /wiki:summary.en -->",
        "<!-- wiki:summary.en -->\na reward\n<!-- wiki:method -->\n<!-- /wiki -->",
        "```\n<!-- wiki:summary.en -->\na reward\n<!-- /wiki -->\n```",
        "<!-- wiki:Summary.en -->\na reward\n<!-- /wiki -->",
        "<!-- wiki:written 2 arxiv:2605.02801\na reward\n-->",
    ],
)
def test_text_outside_of_whole_sections_has_no_mentions(source: str) -> None:
    """Notes, broken sections and examples of sections are left alone."""
    assert text(source) == plain(source)


def test_a_fence_that_nobody_closes_hides_no_section() -> None:
    """It is no fence for the renderer either."""
    made = text("```\nopen\n\n" + section("summary.en", "a reward"))
    assert ">reward</a>" in made


def test_without_a_book_nothing_changes() -> None:
    """A plain site keeps its double brackets."""
    source = section("summary.en", "reward") + "[[reward]]"
    assert text(source, book=Book()) == plain(source)


PROSE = (
    *(
        "reward",
        "LLM",
        "大语言模型",
        "过程奖励",
        "a rollout",
        " ",
        " ",
        "\n",
        "\n\n",
        " *a reward* ",
        " **LLM** ",
        "_",
        "&#42;",
        "&amp;",
        "`",
        "``",
    ),
    *(
        "\n\n- ",
        "\n\n1. ",
        "\n\n> ",
        "\n\n# ",
        "\n\n| a |\n|---|\n",
        "$",
        "\\(",
        "\\)",
        "\\",
        "[",
        "]",
    ),
    *("(y.md)", "(", ")", "!", "<b>", "</b>", "https://a.org/", ":", "---"),
)
NOTES = (
    *(
        "[[reward]]",
        "[[LLM|x]]",
        "[[nobody]]",
        "[[",
        "]]",
        "```",
        "~~~",
        "<!--",
        "-->",
        "<div>",
        "</div>",
        "<a>",
        "</a>",
        "<",
    ),
    *("\r\n", "---\nk: v\n---\n", "<!-- wiki:summary.en -->\n", "!!! note\n"),
)


@settings(deadline=None)  # a busy machine is no defect
@given(st.lists(st.sampled_from(PROSE + NOTES), max_size=30))
def test_what_a_person_writes_has_no_mentions(words: list[str]) -> None:
    """Whatever a person writes without ``[[…]]`` is read as it would be without links."""
    source = "".join(words).replace("[[", "[ ")
    assert text(source) == plain(source)


@settings(deadline=None)  # a busy machine is no defect
@given(
    st.lists(st.sampled_from((*PROSE, "[[reward]]", "[[nobody]]")), max_size=25),
    st.sampled_from(["en", "zh"]),
)
def test_a_reader_sees_the_same_words(words: list[str], language: str) -> None:
    """What is put around words is always read as a link or a gloss,
    and never shown as its syntax.
    """
    source = section(f"summary.{language}", "".join(words))
    before, after = shown(plain(source)), shown(text(source))
    assert after.replace("（largelanguagemodel）", "") == before


# --- The built site ---------------------------------------------------------------


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> BuildResult:
    """A tiny wiki with one concept and its ledger, notes with wikilinks, and pages that lead on."""
    folder = write_wiki(tmp_path_factory.mktemp("wiki"))
    concepts = folder / "data" / "concepts"
    concepts.mkdir(parents=True, exist_ok=True)
    (concepts / "credit.yml").write_text(
        dump(concept("credit", "credit assignment", "信用分配")), encoding="utf-8"
    )
    ledger = f"concept:credit\tconcepts/credit.md\narxiv:2605.02801\t{PAGE}\n"
    (folder / "data" / "pages.txt").write_text(ledger, encoding="utf-8")
    pages = {
        "mine.md": (
            "---\ntitle: Mine\n---\n\n# Mine\n\n[[信用分配]], [[2605.02801]] and [[credit"
            " asignment]]\n"
        ),
        "concepts/old.md": "---\nredirect: credit.md\n---\n\n# Old\n",
        "concepts/older.md": "---\nredirect: old.md\n---\n\n# Older\n",
        "round.md": "---\nredirect: about.md\n---\n\n# Round\n",
        "about.md": "---\nredirect: round.md\n---\n\n# About\n",
        "out.md": "---\nredirect: https://example.org/x.md\n---\n\n# Out\n",
        "forged.md": "---\nredirect: '\"><script>x()</script>.md'\n---\n\n# Forged\n",
        "up.md": "---\nredirect: ../../up.md\n---\n\n# Up\n",
    }
    for path, source in pages.items():
        (folder / "docs" / path).write_text(source, encoding="utf-8")
    return build_site(folder)


def html(built: BuildResult, path: str) -> str:
    return spelled((built.site / path).read_text(encoding="utf-8"))


def test_the_site_has_the_links(built: BuildResult) -> None:
    """Wikilinks and first mentions are links of the built page,
    and the files under docs/ are as they were.
    """
    assert built.ok, built.output
    assert '<a href="../concepts/credit/">信用分配</a>' in html(built, "mine/index.html")
    assert '<a href="../../../concepts/credit/">信用分配</a>' in html(
        built, "papers/2605/2605.02801/index.html"
    )
    assert "[[信用分配]]" in (built.site.parent / "docs" / "mine.md").read_text("utf-8")


def test_a_wikilink_that_leads_nowhere_is_told_and_stops_nothing(built: BuildResult) -> None:
    """It is a dead link like any other, named with its line in the file."""
    (told,) = [told for told in built.dead_links if "wikilink" in told]
    assert "'mine.md'" in told
    assert "line 7" in told
    assert "'[[credit assignment]]'" in told
    assert 'class="wiki-unknown"' in html(built, "mine/index.html")


def test_a_redirect_leads_to_its_page(built: BuildResult) -> None:
    """The old address goes on working under any sub-path, also by way of another old one."""
    for old in ("old", "older"):
        text = html(built, f"concepts/{old}/index.html")
        assert '<meta http-equiv="refresh" content="0; url=../credit/">' in text
        assert '<link rel="canonical" href="../credit/">' in text


@pytest.mark.parametrize("name", ["round", "about", "out", "forged", "up", "mine"])
def test_a_redirect_goes_to_pages_of_the_site_only(built: BuildResult, name: str) -> None:
    """No circle, no other site, nothing above the site, and no markup."""
    text = html(built, f"{name}/index.html")
    assert 'http-equiv="refresh"' not in text
    assert "<script>x()" not in text


def test_redirects_with_file_addresses_under_a_sub_path(tmp_path: Path) -> None:
    """Relative addresses also where pages are files; the canonical one is the target's in full."""
    folder = write_wiki(tmp_path)
    (folder / "docs" / "old.md").write_text(
        "---\nredirect: concepts/credit.md\n---\n\n# Old\n", encoding="utf-8"
    )
    config = folder / "mkdocs.yml"
    config.write_text(
        config.read_text("utf-8")
        + "\nuse_directory_urls: false\nsite_url: https://example.org/a/wiki/\n"
    )
    text = html(build_site(folder), "old.html")
    assert 'content="0; url=concepts/credit.html"' in text
    assert re.findall(r'<link rel="canonical" href="([^"]*)">', text) == [
        "https://example.org/a/wiki/concepts/credit.html"
    ]


def test_a_broken_registry_does_not_stop_the_build(tmp_path: Path) -> None:
    """A warning names file and line, and the site is built without links."""
    folder = write_wiki(tmp_path)
    concepts = folder / "data" / "concepts"
    concepts.mkdir(parents=True, exist_ok=True)
    (concepts / "credit.yml").write_text("id: credit\nnonsense: 1\n", encoding="utf-8")
    (folder / "docs" / "mine.md").write_text("# Mine\n\n[[credit]]\n", encoding="utf-8")
    result = build_site(folder, strict=False)
    assert result.ok, result.output
    assert any("credit.yml" in warning and "2" in warning for warning in result.warnings)
    assert "[[credit]]" in html(result, "mine/index.html")


def test_the_graph_s_data_is_part_of_the_site(built: BuildResult) -> None:
    """It stands beside the script that draws it."""
    assert '"nodes"' in html(built, "assets/wiki/graph.json")
