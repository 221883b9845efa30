"""Text from outside does nothing, and says what it said."""

from __future__ import annotations

import html.parser
import re
from collections.abc import Callable

import markdown
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.site.test_sections import ATTACKS
from wiki_builder.contract import escape

EXTENSIONS = ["admonition", "tables", "toc", "pymdownx.arithmatex", "pymdownx.superfences"]
MARKDOWN = markdown.Markdown(
    extensions=EXTENSIONS, extension_configs={"pymdownx.arithmatex": {"generic": True}}
)


class _Read(html.parser.HTMLParser):
    """The tags and the text of a piece of HTML."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.words = ""
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag if not attrs or attrs == [("class", "arithmatex")] else f"{tag} {attrs}")

    def handle_data(self, data: str) -> None:
        self.words += data


def shown(text: str) -> _Read:
    """What Python-Markdown with the site's extensions, and without its last cleaning,
    makes of ``text``.
    """
    return _Read(MARKDOWN.reset().convert(text))


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("around", ["{}", "before {} after", "- {}", "1. **x**: {}"])
def test_an_attack_is_text(attack: str, around: str) -> None:
    """Nothing in a title, abstract or reply becomes a tag, wherever a template puts it."""
    result = shown(around.format(escape.paragraph(attack)))
    assert result.tags <= {"p", "span", "ul", "ol", "li", "strong"}


@pytest.mark.parametrize("sign", "<>|=")
def test_a_line_is_no_conflict_of_git(sign: str) -> None:
    """What git writes where a merge failed would have the page refused by its own reader."""
    for text in (sign * 7 + " a", sign * 9):
        for line in (escape.paragraph(text), escape.paragraph("$a$\n" + text)):
            assert not re.search(r"(?m)^(<{7}|>{7}|\|{7}|={7})", line)
        assert shown(escape.paragraph(text)).words.strip() == text


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_in_a_cell_is_text(attack: str) -> None:
    """A table keeps its two cells."""
    source = f"| a | b |\n|---|---|\n| {escape.cell(attack)} | end |"
    result = shown(source)
    assert result.tags <= {"table", "thead", "tbody", "tr", "th", "td", "span"}
    assert result.words.rstrip().endswith("end")


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_in_html_is_text(attack: str) -> None:
    """Within a quote of the evidence nothing is a tag."""
    assert shown(f"<blockquote>{escape.html(attack)}</blockquote>").tags <= {"blockquote", "span"}


SAID = [
    "A | B: C#, F# & D", "*stars* and _lines_ and snake_case_names", "[1] see [this](http://x.y)", "# no heading",  # noqa: E501
    "- no list",    "2024. We begin", "> no quote", "a < b > c", "100% of $5 and $6", "C:\\dir\\file", "AT&amp;T",  # noqa: E501
    "`code` ~~no~~ ==no== ^1",
    "“引用” 中文，文字。", "!!! note", "Title: {{ jinja }} {% x %}", ": not a definition", "end with \\",  # noqa: E501
    "It grows as x ^2",
]  # fmt: skip


@pytest.mark.parametrize("text", SAID)
def test_a_text_comes_back(text: str) -> None:
    """A reader sees the very characters of the source."""
    result = shown(escape.paragraph(text))
    assert result.words.strip() == text
    assert result.tags == {"p"}


@given(st.text(st.sampled_from("ab 1.-*_#>|[]()\\`&<~:!\"'"), min_size=1, max_size=30))
@examples(37)
def test_any_text_without_maths_comes_back(text: str) -> None:
    """Whatever signs stand in it, a text is shown as one paragraph that says it (TeX's
    ``\\_`` as ``_``).
    """
    text = re.sub(r"\\([\[(])", r"\1", f"x {text} x")  # no formula of TeX's
    result = shown(escape.inline(text))
    assert result.words.strip() == re.sub(r"\\([%&#_$])", r"\1", " ".join(text.split()))
    assert result.tags == {"p"}


def test_maths_stays_maths() -> None:
    """Formulas reach the browser's renderer; money does not."""
    assert shown(escape.inline("where $a<b$ holds")).tags == {"p", "span"}
    assert shown(escape.inline("costs $5 and $6")).tags == {"p"}
    assert shown(escape.inline("costs 244 m$/case against its 3,780 m$/case")).tags == {"p"}
    assert shown(escape.inline("花费 244 m$/例，其基线为 3,780 m$/例")).tags == {"p"}
    assert shown(escape.inline(r"GPT$_4$ and $\text{for all } x \in S$")).tags == {"p", "span"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"\( a \[ b \] \( c", r"&#92;( a «b» &#92;( c"),
        (r"\[ a \(b\) \[ c", r"&#92;[ a «b» &#92;[ c"),
        (r"\( a $x$ \)", r"&#92;( a «x» &#92;)"),
        (r"\( a ` \(b\) \)", r"&#92;( a ` «b» &#92;)"),
        (r"\(\) $x$ \(\)b\)", r"&#92;(&#92;) «x» «\)b»"),
        (r"$a \( b$ \)", r"«a \( b» &#92;)"),
    ],
)
def test_brackets_of_tex_are_closed_before_dollars_and_code(text: str, expected: str) -> None:
    """They hold something; one that nothing closes hides no formula behind it."""
    written = (
        escape.html(text).replace('<span class="arithmatex">\\(', "«").replace("\\)</span>", "»")
    )
    assert re.sub("« | »", lambda found: found[0].strip(), written) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "But $x_i < y$ and $$E = mc^2$$ hold",
            r"<p>But «(x_i \lt  y\)» and «(E = mc^2\)» hold</p>",
        ),
        ("$$ E = mc^2 $$", r"<div>[E = mc^2\]</div>"),
        (r"$$*a*\\$$ and $$_b_$$, *c*", r"<p>«(*a*\)» and «(_b_\)», &#42;c&#42;</p>"),
        ("$$ $$ x", "<p>&#36;&#36; &#36;&#36; x</p>"),
    ],
)
def test_a_displayed_formula_is_maths_in_a_line_too(text: str, expected: str) -> None:
    """Two dollars are a block of their own in Markdown:
    within a line they would be signs around live text.
    """
    html = MARKDOWN.reset().convert(escape.paragraph(text))
    read = re.sub(r'<span class="arithmatex">\\(.*?)</span>', r"«\1»", html).replace(
        ' class="arithmatex">\\', ">"
    )
    assert read == expected


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "sign", [r"\( a", r"\[ a", r"\(\[", r"\(\[a\]", "$$ a", "$a ", "\\", "[a", "[ ", r"\emph{"]
)
@pytest.mark.parametrize("write", [escape.inline, escape.html])
def test_signs_that_nothing_closes_take_no_longer(write: Callable[[str], str], sign: str) -> None:
    """A hundred kilobytes of them are written:
    what grew with the square of the text would not end in a minute.
    """
    assert write(f"{sign * (100_000 // len(sign))} $ ] x")


def test_hidden_characters_go() -> None:
    """Controls and bidirectional overrides never reach a page."""
    assert escape.inline("a\u202eb\x00c\u200bd") == "abcd"


@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "data:text/html,x", "//evil", "http:///x", "ftp://x", "http://[x"],
)
def test_only_web_addresses_are_links(url: str) -> None:
    """Any other scheme gives no link."""
    assert escape.link_target(url) is None


def test_a_link_cannot_leave_its_brackets() -> None:
    """Parentheses and spaces in an address are quoted."""
    target = escape.link_target("https://x.y/a)b (c")
    assert target is not None
    assert not set(target) & set("() <>")


def test_a_title_is_safe_as_html_and_yaml() -> None:
    """The theme prints the key ``title`` as it is."""
    written = escape.title('A <b> & "C": #d')
    assert "<" not in written
    assert yaml.safe_load(f"title: {yaml.dump(written)}")["title"] == written
