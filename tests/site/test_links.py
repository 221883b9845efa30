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
from wiki_builder.site.markdown.links import linked

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


def text(source: str, path: str = PAGE) -> str:
    return linked(source, path, BOOK).text


def said(body: str, name: str = "summary.en", path: str = PAGE) -> str:
    """``body`` as it comes out of a section."""
    return text(section(name, body), path).split("\n", 1)[1].removesuffix("\n<!-- /wiki -->\n\n")


def shown(source: str) -> str:
    """What a reader sees of Markdown: letters and signs, without brackets."""
    html = markdown.markdown(
        source, extensions=EXTENSIONS, extension_configs={"pymdownx.arithmatex": {"generic": True}}
    )
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
    assert text(wikilink) == link


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
        "---\ntitle: '[[reward]]'\n---\n",
    ],
)
def test_what_is_no_wikilink_stays(untouched: str) -> None:
    """Code, maths, HTML, links and brackets that name nothing are left to the byte."""
    assert linked(untouched, PAGE, BOOK).text == untouched
    assert linked(untouched, PAGE, BOOK).unknown == ()


def test_an_unknown_name_is_marked_and_told() -> None:
    """It stays readable text, and the report has line, words and the nearest name."""
    made = linked("a\n\nsee [[credit asignment|x]]", PAGE, BOOK)
    (unknown,) = made.unknown
    assert (unknown.line, unknown.written, unknown.nearest) == (
        3,
        "credit asignment|x",
        ("credit assignment",),
    )
    assert re.fullmatch(r'a\n\nsee <span class="wiki-unknown" title="[^"]+">x</span>', made.text)


def test_an_ambiguous_name_is_unknown_and_names_both() -> None:
    """Nobody guesses which LDA is meant; the report says how to write either."""
    (unknown,) = linked("[[LDA]]", PAGE, BOOK).unknown
    assert unknown.nearest == ("concept:lda", "concept:lda-2")
    assert text("[[concept:lda-2]]") == "[concept:lda-2](../../concepts/lda-2.md)"


def test_a_deleted_page_is_told_as_such() -> None:
    """A paper that somebody rejected is no slip of the pen."""
    (unknown,) = linked("[[2605.00001]]", PAGE, BOOK).unknown
    assert unknown.reason == "its page was deleted"


def test_a_concept_without_a_page_shows_its_gloss() -> None:
    """In the language of the text; whatever stands in a gloss stays text,
    in a table and in a paragraph.
    """
    table = text("| a |\n|---|\n| [[rollout]] [[轨迹采样]] |")
    html = markdown.markdown(table, extensions=["tables", "pymdownx.arithmatex"])
    found = re.findall(r'<abbr title="([^"]*)">([^<]*)</abbr>', html)
    assert [(shown, unescape(title)) for title, shown in found] == [
        ("rollout", GLOSS),
        ("轨迹采样", f"{GLOSS}。"),
    ]
    assert text("[[bare idea]]") == '<abbr title="bare idea · 无名之物">bare idea</abbr>'


def test_front_matter_does_not_shift_a_line() -> None:
    """The report counts the lines of the text that it was given."""
    (unknown,) = linked("---\ntitle: x\n---\n\n[[nobody knows]]", PAGE, BOOK).unknown
    assert unknown.line == 5


# --- First mentions ---------------------------------------------------------------


def test_the_first_mention_is_a_link_once_a_language() -> None:
    """Once for the English text of a page and once for the Chinese, whatever the section."""
    made = text(
        section("summary.en", "Reward, and reward.")
        + section("method.en", "More reward.")
        + section("summary.zh", "奖励和奖励。")
    )
    assert re.findall(r"\[(.+?)\]\((.+?)\)", made) == [
        ("Reward", "../../concepts/reward.md"),
        ("奖励", "../../concepts/reward.md"),
    ]


@pytest.mark.parametrize(
    "name", ["concepts.en", "headline.en", "facts", "related", "evidence", "results-table"]
)
def test_only_sections_of_one_language_have_mentions(name: str) -> None:
    """Lists of links, headlines and tables are left alone."""
    made = section(name, "A reward.")
    assert text(made) == made


@pytest.mark.parametrize(
    "body",
    [
        "## A reward",
        "A reward\n---",
        "`reward`",
        "$reward$",
        "[a reward](x.md)",
        "[a reward]",
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
    assert said(body) == body


def test_a_mention_in_code_does_not_count_as_the_first() -> None:
    """The first one that can be a link is the first."""
    assert said("`reward`, then reward") == "`reward`, then [reward](../../concepts/reward.md)"


def test_the_longest_name_is_linked() -> None:
    """A process reward is no first mention of the reward."""
    made = said("Process rewards beat a reward.")
    assert (
        made == "[Process rewards](../../concepts/process-reward.md) beat a"
        " [reward](../../concepts/reward.md)."
    )
    assert said("过程奖励", "summary.zh") == "[过程奖励](../../concepts/process-reward.md)"


def test_mixed_scripts_are_told_apart() -> None:
    """An English name within Chinese text is a mention."""
    assert said("用GRPO算法训练。", "summary.zh") == "用[GRPO](../../concepts/grpo.md)算法训练。"


def test_a_page_does_not_link_to_itself() -> None:
    """Not even under another name."""
    assert (
        said("LLM and large language models", path="concepts/llm.md")
        == "LLM and large language models"
    )
    assert said("大语言模型", "definition.zh", path="concepts/llm.md") == "大语言模型"


def test_escaped_text_is_read_as_it_is_shown() -> None:
    """What the builder or a formatter escaped is still the name, and stays escaped."""
    assert "&#42;" in paragraph("an A* search")
    for star in ("&#42;", "\\*", "&ast;"):
        assert said(f"an A{star} search") == f"an [A{star} search](../../concepts/a-star.md)"
    assert said("a &#60;b&#62; reward &amp; C++") == (
        "a &#60;b&#62; [reward](../../concepts/reward.md) &amp; [C++](../../concepts/cpp.md)"
    )


def test_claims_keep_their_marks() -> None:
    """The mark at the end of an item is as it was."""
    body = "1. **Reward**: a reward. ^c1\n- a LLM ^x"
    made = (
        "1. **[Reward](../../concepts/reward.md)**: a reward. ^c1\n- a"
        " [LLM](../../concepts/llm.md) ^x"
    )
    assert said(body) == made


def test_a_mention_without_a_page_shows_its_gloss() -> None:
    """In the section's language."""
    assert said("a rollout").startswith('a <abbr title="One run')
    assert "。" in said("轨迹采样", "summary.zh").partition('">')[0]


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
    assert said(body, "summary.zh") == made


# --- Whole pages ------------------------------------------------------------------


def test_windows_line_ends_are_kept() -> None:
    """No line end changes, in notes or in sections."""
    source = page(
        "arxiv:2605.02801", "T", section("summary.en", "a reward"), "[[reward]]\n"
    ).replace("\n", "\r\n")
    made = text(source)
    assert made.count("(../../concepts/reward.md)") == 2
    assert made.count("\n") == made.count("\r\n") == source.count("\r\n")


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
    assert text(source) == source


def test_a_fence_that_nobody_closes_hides_no_section() -> None:
    """It is no fence for the renderer either."""
    made = text("```\nopen\n\n" + section("summary.en", "a reward"))
    assert "[reward]" in made


def test_without_a_book_nothing_changes() -> None:
    """A plain site keeps its double brackets."""
    source = section("summary.en", "reward") + "[[reward]]"
    assert linked(source, PAGE, Book()).text == source


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
    *("\r\n", "---\nk: v\n---\n", "<!-- wiki:summary.en -->\n", "<!-- /wiki -->\n", "!!! note\n"),
)


@settings(deadline=None)  # a busy machine is no defect
@given(st.lists(st.sampled_from(PROSE + NOTES), max_size=30))
def test_outside_of_sections_only_wikilinks_change(words: list[str]) -> None:
    """Whatever a person writes, all but ``[[…]]`` comes out as it went in, and in its order."""
    source = "".join(words)
    made = text(source)
    kept = ".*?".join(re.escape(part) for part in re.split(r"\[\[[^\[\]]*\]\]", source))
    assert re.fullmatch(kept, made, re.DOTALL), made
    assert made == source or "[[" in source


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
    before, after = (shown(source_) for source_ in (source, text(source)))
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
