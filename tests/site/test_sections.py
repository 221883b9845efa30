"""The Markdown extension: markers become sections, and nothing that runs gets through."""

from __future__ import annotations

import html.parser
import re

import markdown
import pytest

from tests.site.pages import section
from wiki_builder.site.markdown.clean import clean
from wiki_builder.site.markdown.sections import without_empty_notes

EXTENSIONS = [
    "admonition",
    "tables",
    "toc",
    "pymdownx.arithmatex",
    "pymdownx.superfences",
    "wiki_sections",
]


def convert(text: str) -> str:
    """The HTML of ``text`` with the extensions that the wiki's site has."""
    return markdown.markdown(
        text, extensions=EXTENSIONS, extension_configs={"pymdownx.arithmatex": {"generic": True}}
    )


def test_a_section_carries_its_language() -> None:
    """Readers, screen readers and the switch know the language of each section."""
    made = convert(
        section("summary.en", "Hello *there*")
        + section("summary.zh", "你好")
        + section("facts", "2026")
    )
    assert '<section lang="en" class="wiki wiki-summary" id="wiki-summary-en">' in made
    assert "<em>there</em>" in made
    assert '<section lang="zh-Hans" class="wiki wiki-summary" id="wiki-summary-zh">' in made
    assert '<section class="wiki wiki-facts" id="wiki-facts">' in made


BLOCK = """<!-- wiki:written 2 arxiv:2605.00001
title=bcca49cf date=55f41bd2

summary 5fc33e55 97435660.df72

contributions keep -
contributions#c5fa2f 483866f1.e937 ~

facts 7242b39d
-->
"""
SUMMARY = section("summary.en", "Hello")
NOTE = "A note of mine.\n\n"
BLOCKS = {
    "last": SUMMARY + NOTE + BLOCK,
    "first": BLOCK + "\n" + SUMMARY + NOTE,
    "between sections": SUMMARY + "\n" + BLOCK + "\n" + NOTE,
    "right behind a section": SUMMARY.rstrip("\n") + "\n" + BLOCK + "\n" + NOTE,
    "of a merge": SUMMARY
    + NOTE
    + BLOCK.replace("summary", "<<<<<<< HEAD\nsummary").replace("keep", ">>>>>>> x"),
    "of Windows": (SUMMARY + NOTE + BLOCK).replace("\n", "\r\n"),
    "indented by a formatter": SUMMARY + NOTE + "  " + BLOCK.replace("\n", "\n  "),
    "with blanks behind its lines": SUMMARY + NOTE + BLOCK.replace("\n", "  \n"),
    "without rows": SUMMARY + NOTE + "<!-- wiki:written 2 page:index\n-->\n",
    "twice": SUMMARY + NOTE + BLOCK + "\n" + BLOCK,
    "of a later form": SUMMARY + NOTE + BLOCK.replace("written 2", "written 31"),
}


@pytest.mark.parametrize("text", BLOCKS.values(), ids=BLOCKS)
def test_no_reader_meets_the_block(text: str) -> None:
    """Wherever it stands, and however it came to look, and what stands around it is there."""
    made = convert(text)
    assert re.findall(r"[0-9a-f]{8}|written|arxiv:|page:|--|[<>]{7}", made) == []
    assert (
        '<section lang="en" class="wiki wiki-summary"'
        ' id="wiki-summary-en">\n<p>Hello</p>\n</section>' in made
    )
    assert "<p>A note of mine.</p>" in made


@pytest.mark.parametrize(
    "text",
    [
        "x ^2 and more",
        "x^2",
        "`a ^b`",
        "$$\nx ^2\n$$",
        "\\(a\nx ^2\n\\)",
        "    a ^b",
        "```\na ^b\n```",
        "[a ^b](c.md) x",
        "| a | b |\n|---|---|\n| 10 ^3 | 4 |",
    ],
)
def test_what_ends_no_line_is_no_mark(text: str) -> None:
    """A power, code, maths, the words of a link and a cell in the middle are shown as they are."""
    assert "^" in convert(text)
    assert 'id="e-' not in convert(text)


def test_a_mark_ends_a_line() -> None:
    """Of a paragraph, an item, a quote, a heading or a row: the place of a person's block."""
    table = "| 1 | 2 |\n|---|---|\n| 1 | 2 ^g |"
    made = convert(f"# A ^a\n\none ^b\ntwo ^c\n\n- x ^d\n    - y ^e\n\n> z ^f\n\n{table}")
    assert re.findall(r'<span id="e-(.)"></span>', made) == list("abcdefg")
    assert "^" not in made


def test_the_builder_s_own_words_vanish() -> None:
    """No reader meets an item's mark, in a list, a table or a heading."""
    items = (
        "## A ^h\n\n- one ^a\n- two ^B-2\n    - under it\n\n| a | b |\n|--:|---|\n| 1 | 2 ^x |\n| 3"
        " | 4 ^y|"
    )
    for name in ("concepts.en", "results.en", "papers"):
        made = convert(section(name, items))
        assert "<!--" not in made
        assert "^" not in made
        assert made.count("<li>") == 3
        assert made.count("<td") == 4
        assert 'style="text-align: right;"' in made


def test_an_english_title_says_so_where_the_reader_is_chinese() -> None:
    """A heading, a link and a work in Chinese sections, and in those of no language;
    a word alone may be a name.
    """
    text = (
        "# One of [two](a.md)\n\n[The title](b.md): [GRPO](c.md), [一种 new idea](d.md), <cite>A"
        " work</cite>"
    )
    for name in ("list", "papers.zh"):
        made = convert(section(name, text))
        assert '<h1 id="one-of-two" lang="en">One of <a href="a.md">two</a></h1>' in made
        assert (
            '<a href="b.md" lang="en">The title</a>: <a href="c.md">GRPO</a>, <a href="d.md">一种'
            in made
        )
        assert '<cite lang="en">A work</cite>' in made
    assert made.count('lang="en"') == 3
    assert convert(section("papers.en", text)).count("lang=") == 1


def test_a_claim_keeps_its_link_to_the_evidence() -> None:
    """The mark behind a claim is a small link, not text."""
    made = convert(section("results.en", "- A claim. ^c3f9a2c1"))
    assert '<a class="wiki-evidence" href="#e-c3f9a2c1">¶</a>' in made


def test_a_person_s_html_outside_is_left() -> None:
    """Outside of sections a person may write what Markdown lets them write."""
    made = convert('<div style="color:red" onclick="mine()">x</div>\n\n' + section("a", "b"))
    assert '<div style="color:red" onclick="mine()">x</div>' in made


def test_an_open_tag_outside_does_not_swallow_a_section() -> None:
    """Raw HTML ends where a section begins, so one slip does not take the
    page's Markdown with it.
    """
    made = convert("<div>\n\nopen\n\n" + section("summary.en", "still **Markdown**"))
    assert '<section lang="en"' in made
    assert "<strong>Markdown</strong>" in made


def test_raw_html_in_a_section_does_not_leave_it() -> None:
    """What is opened in a section is closed in it."""
    made = convert(section("a", "<div>\n\n<b>x") + "after")
    assert re.search(r"<div>.*</div>\s*</section>", made, re.DOTALL)
    assert made.rstrip().endswith("<p>after</p>")


def test_markers_in_an_example_stay_text() -> None:
    """The guide can show a marker in a fence."""
    made = convert("```\n<!-- wiki:a -->\n```\n\n" + section("b", "x"))
    assert "&lt;!-- wiki:a --&gt;" in made
    assert made.count("<section") == 1


@pytest.mark.parametrize(
    "text",
    [
        "<!-- wiki:a -->\nalone **text**",
        "**text**\n<!-- /wiki -->",
        "<!-- wiki:a -->\n<!-- wiki:b -->\n**text**\n<!-- /wiki -->\n<!-- /wiki -->",
        "<!-- wiki:a -->\n**text**\n<!-- /wiki:a -->",
        "<!-- wiki:a 3f9a2c1d.77b0e4aa -->\n**text**\n<!-- /wiki -->",
        "<!-- wiki:A -->\n**text**\n<!-- /wiki -->",
        "<!-- wiki:a\n\n**text**",
        "<!-- wiki:written 2 arxiv:2605.00001\nsummary 5fc33e55\n\n**text**",
        (
            "<<<<<<< HEAD\n<!-- wiki:a -->\n=======\n<!-- wiki:a -->\n>>>>>>> x\n**text**\n<!--"
            " /wiki -->"
        ),
    ],
)
def test_a_broken_marker_never_breaks_the_page(text: str) -> None:
    """The text is shown, and every section that opens is closed, and what follows is untouched."""
    made = convert(f"{text}\n\n{section('whole.zh', '完整')}")
    assert "text" in made
    assert made.count("<section") == made.count("</section>")
    if "wiki:a\n" not in text:
        assert '<section lang="zh-Hans" class="wiki wiki-whole">' in made


def test_a_section_that_stands_twice_has_one_id() -> None:
    """Ids are unique even on a broken page."""
    made = convert(section("a", "x") * 2)
    assert made.count('id="wiki-a"') == 1
    assert made.count("<section") == 2


def test_a_forged_marker_is_text() -> None:
    """The comment that stands for a marker while Markdown works cannot be written by a page."""
    made = convert(section("a", "x") + "<!--0123456789abcdef01234567 open b-->\n\ny")
    assert made.count("<section") == 1


def test_broken_sections_are_cleaned_too() -> None:
    """An unclosed marker does not switch the last safety line off."""
    assert "<script" not in convert("<!-- wiki:a -->\n<script>x()</script>\n\ntext")


class _Live(html.parser.HTMLParser):
    """Collects what could run, load or act."""

    TAGS = frozenset(
        [
            "script",
            "style",
            "iframe",
            "object",
            "embed",
            "form",
            "input",
            "base",
            "meta",
            "link",
            "svg",
            "math",
            "video",
        ]
    )

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self.TAGS:
            self.found.append(tag)
        for name, value in attrs:
            self._attribute(tag, name, (value or "").strip().lower())

    def _attribute(self, tag: str, name: str, value: str) -> None:
        scheme = re.match(r"[a-z][a-z0-9+.-]*:", re.sub(r"[\t\r\n]", "", value))
        bad_link = (
            name in ("href", "src", "cite")
            and scheme is not None
            and scheme[0] not in ("http:", "https:")
        )
        remote = name == "src" and (scheme is not None or value.startswith("//"))
        bad_style = name == "style" and not value.startswith("text-align")
        theme = name == "id" and value.startswith("__")
        theme |= name == "class" and bool({"mermaid", "md-search"} & set(value.split()))
        if name.startswith("on") or bad_link or remote or bad_style or theme:
            self.found.append(f"{tag} {name}={value}")


ATTACKS = [
    "<script>alert(1)</script>",
    "<ScRiPt src=//evil.example/x.js></sCrIpT>",
    "<img src=x onerror=alert(1)>",
    "<img src=https://evil.example/pixel.png>",
    "<img src=//evil.example/pixel.png>",
    "<img src='\\\\evil.example/pixel.png'>",
    "![x](https://evil.example/pixel.png)",
    "<svg onload=alert(1)><script>x</script></svg>",
    "<math><mtext></mtext><mglyph><style><img src=x onerror=alert(1)>",
    "<a href='javascript:alert(1)'>x</a>",
    "<a href=' java\tscript:alert(1)'>x</a>",
    "<a href='&#106;avascript:alert(1)'>x</a>",
    "[x](javascript:alert(1))",
    "[x](<data:text/html,<script>alert(1)</script>>)",
    "<javascript:alert(1)>",
    "[x]: vbscript:x\n\n[x]",
    "<iframe src='https://evil.example'></iframe>",
    "<object data=x></object><embed src=x>",
    "<form action=x><input name=q><button>go</button></form>",
    "<base href='https://evil.example/'>",
    "<meta http-equiv=refresh content='0;url=https://evil.example'>",
    "<link rel=stylesheet href=//evil.example/x.css>",
    "<style>body{display:none}</style>",
    "<p style='position:fixed;inset:0'>x</p>",
    "<td style='text-align: left; background:url(//evil.example)'>x</td>",
    "text {onclick=alert(1)}",
    "# heading {: onclick=alert(1) }",
    "<div markdown=1 onclick=alert(1)>*x*</div>",
    '--8<-- "/etc/passwd"',
    '<div id=__config>{"base":"//evil.example"}</div>',
    "<pre class=mermaid>graph</pre>",
    "<details open ontoggle=alert(1)>x</details>",
    "$\\href{javascript:alert(1)}{x}$ and $</span><script>alert(1)</script>$",
    "```{onclick=alert(1)}\nx\n```",
    "<!--><script>alert(1)</script>-->",
    "<!-- --!><script>alert(1)</script> -->",
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    "<a href=x title='\"><script>alert(1)</script>'>x</a>",
    "\x02wzxhzdk:0\x03<script>alert(1)</script>",
]


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_in_a_section_is_live(attack: str) -> None:
    """Should the renderer's escaping ever fail,
    the site still runs nothing and asks no third party.
    """
    live = _Live()
    live.feed(convert(section("summary.en", f"before\n\n{attack}\n\nafter")))
    live.close()
    assert live.found == []


def test_maths_and_evidence_pass() -> None:
    """What the renderer itself writes goes through as it is."""
    quote = (
        '<details class="wiki-quote wiki-quiet"><summary>S3.p2</summary>'
        '<blockquote id="e-c1">a <mark>b</mark> <a href="https://arxiv.org/html/1v1#S3.p2">c</a></blockquote></details>'
    )
    assert clean(quote) == quote
    assert '<span class="arithmatex">\\(a&lt;b\\)</span>' in convert(section("a", "$a<b$"))


def test_pages_without_markers_are_not_touched() -> None:
    """A person's own page is ordinary Markdown."""
    assert convert("# Hi\n\n<form>x</form>") == '<h1 id="hi">Hi</h1>\n<form>x</form>'


NOTES = "## Notes · 笔记"


@pytest.mark.parametrize(
    "behind", ["", section("evidence", "q"), section("merged-notes", "") + section("aliases", "a")]
)
def test_notes_that_nobody_wrote_have_no_heading(behind: str) -> None:
    """Nor an entry in the contents; in the file the heading waits for them."""
    text = f"{section('facts', 'x')}\n{NOTES}\n\n{behind}"
    assert "笔记" not in convert(text)
    assert NOTES not in without_empty_notes(text.split("\n"))


@pytest.mark.parametrize(
    "written", ["Mine.\n\n" + section("evidence", "q"), section("merged-notes", "Theirs."), "- one"]
)
def test_notes_keep_their_heading(written: str) -> None:
    """Whatever stands under it, a merged concept's notes included."""
    assert "笔记" in convert(f"{section('facts', 'x')}\n{NOTES}\n\n{written}")


def test_the_abstract_is_on_demand_where_a_summary_tells_it() -> None:
    """It is all that there is of a paper that nobody read."""
    abstract = section("abstract.en", "## Abstract\n\nWe do.")
    assert '<section lang="en" class="wiki wiki-abstract"' in convert(abstract)
    told = convert(section("summary.en", "They do.") + abstract)
    assert '<details lang="en" class="wiki wiki-abstract" id="wiki-abstract-en"><summary>' in told


def test_the_steps_of_a_method_are_on_demand() -> None:
    """Counted in the section's language, without what is below a step."""
    steps = "1. One.\n    - Below.\n    - Below too.\n1. Two."
    assert "<summary>2 steps</summary>" in convert(section("steps.en", steps))
    assert "<summary>1 个步骤</summary>" in convert(section("steps.zh", "1. 一。"))
    assert "<details" not in convert(section("steps.en", "None."))
