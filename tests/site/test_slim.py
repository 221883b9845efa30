"""A page without white space: smaller, and to a reader the same."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_builder.site.finish import Finish
from wiki_builder.site.slim import colours_of, lean, sheet, unused

slim = Finish({})

BOXES = ("p", "div", "li", "section", "td")
INLINE = ("span", "a", "b", "button")
KEPT = ("pre", "code", "textarea")


class Reader(HTMLParser):
    """What a browser shows: boxes on lines of their own, white space as one space,
    and as it is where that matters.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = [""]
        self.kept = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.kept += tag in KEPT
        if tag in BOXES:
            self.lines.append("")
        else:
            self.lines[-1] += f"<{tag} {attrs}>"

    def handle_endtag(self, tag: str) -> None:
        self.kept -= tag in KEPT
        if tag in BOXES:
            self.lines.append("")
        else:
            self.lines[-1] += f"</{tag}>"

    def handle_data(self, data: str) -> None:
        self.lines[-1] += data.replace(" ", "␣").replace("\n", "␤") if self.kept else data


def shown(html: str) -> list[str]:
    reader = Reader()
    reader.feed(html)
    reader.close()
    lines = (re.sub(r"[ \n\t]+", " ", line).strip() for line in reader.lines)
    return [line for line in lines if line]


def wrapped(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds(
        lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>",
        st.sampled_from((*BOXES, *INLINE)),
        st.lists(inner, max_size=4),
    )


words = st.text("ab< \n\t中&", max_size=8).map(
    lambda text: text.replace("&", "&amp;").replace("<", "&lt;")
)
kept = st.builds(lambda tag, text: f"<{tag}>{text}</{tag}>", st.sampled_from(KEPT), words)
pages = st.recursive(st.one_of(words, kept), wrapped, max_leaves=20)


@given(pages)
def test_a_reader_sees_the_same(html: str) -> None:
    """No word moves, joins another or parts, and what is code stays as it is;
    what is slim already does not change.
    """
    made = slim(html)
    assert shown(made) == shown(html)
    assert len(made) <= len(html)
    assert slim(made) == made


@pytest.mark.parametrize(
    "kept",
    [
        "<pre>a\n  b</pre>",
        "<p>x <code>a  b</code> y</p>",
        "<textarea>\n\n a</textarea>",
        '<script>var a = "x  y"\nb()</script>',
        '<span class="arithmatex">\\(a % note\nb\\)</span>',
        '<div data-bibtex="@misc{a,\n  b\n}"></div>',
        "<p>a <b>b</b> <i>c</i></p>",
        "<p>a<!-- x  y --> <b>b</b></p>",
        '<p title="a<p> < b  c">x</p>',
        """<p title='a b="c"'>x</p>""",
        "<p>1 < 2 and <3</p>",
        '<p title="a > b  c">x</p>',
    ],
)
def test_what_means_something_stays(kept: str) -> None:
    """Code, scripts, maths with a comment of TeX, attributes, and the space between words."""
    assert slim(kept) == kept


def test_what_nobody_sees_goes() -> None:
    """Indentation, spaces beside boxes, the name space of a picture, quotation marks around a
    word, and ends that the next tag says too; what would change a meaning stays.
    """
    text = (
        '<ul>\n  <li>\n    a\n    b </li>\n\n</ul>\n<svg xmlns="http://www.w3.org/2000/svg"'
        ' width="1"></svg>\n'
    )
    assert slim(text) == "<ul><li>a b</ul><svg width=1></svg>"
    links = '<p><a href="a/" id="b">x</a></p> <p> <a href="a/">y</a></p> z'
    assert slim(links) == "<p><a href=a/ id=b>x</a><p><a href=a/ >y</a></p>z"
    rows = '<table><tr><td>1</td> <td>2 </td></tr><tr><td class="a b">3</td></tr></table>'
    assert slim(rows) == '<table><tr><td>1<td>2<tr><td class="a b">3</table>'
    head = "<table><thead><tr><th>a</th></tr></thead> <tbody><tr><td>b</td></tr></tbody></table>"
    assert slim(head) == "<table><thead><tr><th>a<tbody><tr><td>b</table>"
    assert slim('<svg><path d="M3z"/></svg>') == '<svg><path d="M3z"/></svg>'


@pytest.mark.parametrize("searched", [False, True])
def test_what_no_page_loads_is_not_sent(searched: bool) -> None:
    """Maps of the theme's code, and what its search has where that is not the site's."""
    search = ["assets/javascripts/lunr/min/lunr.zh.min.js", "assets/javascripts/workers/a.js"]
    maps = ["assets/javascripts/bundle.js.map", "assets/stylesheets/main.css.map"]
    shown = ["assets/javascripts/bundle.js", "index.md", "assets/own.map", "lunr/x.js"]
    assert unused([*search, *maps, *shown], searched) == (maps if searched else [*search, *maps])


def test_a_sheet_keeps_what_means_something() -> None:
    """Comments and white space go; what stands in quotation marks, and between parts of a selector
    or a value, stays.
    """
    written = (
        'a { b: "x ; /* y */"; /* c */ d: e, f }\n\n'
        "@media (x) {\n  .q > a b:is(c, d) { --e: 1px 2px; }\n}\n"
    )
    kept = 'a{b:"x ; /* y */";d:e,f}@media (x){.q>a b:is(c,d){--e:1px 2px}}'
    assert sheet(written) == kept
    assert sheet(kept) == kept


def test_a_comment_takes_nothing_else_along() -> None:
    """Wherever it stands: a rule between two of them stays."""
    written = "/* a */ .b :is(c) + d { e: calc(1px + 2px) /* f */; /* g **/ }\n/* h */"
    assert sheet(written) == ".b :is(c) + d{e:calc(1px + 2px)}"


def test_a_value_of_one_word_needs_no_quotation_marks() -> None:
    """In a selector; a name, an address and what is no word keep theirs (CSS Selectors 4, 6.1)."""
    written = (
        '[a="b-c"] + [d="2"] { e: "f"; g: attr(h); }'
        ' [i^="j"]:is([k="l m"], [n="#"]) { o: url("p;}") ; }'
    )
    kept = '[a=b-c] + [d="2"]{e:"f";g:attr(h)}[i^=j]:is([k="l m"],[n="#"]){o:url("p;}")}'
    assert sheet(written) == kept


def test_of_materials_colours_those_of_the_site_are_kept() -> None:
    """Rules for a colour that it has, and those that are for none; a sheet of none is empty."""
    rules = (
        "[data-md-color-scheme=slate]{color:red}[data-md-color-primary=teal]{color:blue}"
        "@media screen{[data-md-color-accent=pink]:not([data-md-color-accent=teal]) a{color:red}}"
        "@media print{html [data-md-color-primary=red] .md-tabs{color:red}}"
    )
    assert colours_of(rules, {"teal"}) == (
        "[data-md-color-scheme=slate]{color:red}[data-md-color-primary=teal]{color:blue}"
        "@media screen{[data-md-color-accent=pink]:not([data-md-color-accent=teal]) a{color:red}}"
    )
    assert colours_of(rules, ()) == "[data-md-color-scheme=slate]{color:red}"


def test_words_say_a_language_that_is_not_the_pages() -> None:
    """The English half of a word is the page's, but where the page, or what is around it, is
    Chinese.
    """
    word = "<p><span lang=en>Radar</span><i> · </i><span lang=zh-Hans>雷达</span>"
    assert lean(word) == word.replace(" lang=en", "")
    chinese = f'<article class="md-content__inner md-typeset" lang=zh-Hans>{word}</article>'
    assert lean(chinese) == chinese
    assert lean(f"<!doctype html><html lang=zh>{word}") == f"<!doctype html><html lang=zh>{word}"
    inner = f"<section lang=zh-Hans><details>{word}</details>{word}</section>"
    assert lean(f"{word}{inner}{word}") == f"{lean(word)}{inner}{lean(word)}"


def test_what_leads_to_a_title_leads_to_its_section() -> None:
    """So that a long title is no id as well; without such a section it keeps its own."""
    page = "<a href=#a-b class=md-skip>Skip</a><section id=wiki-title><h1 id=a-b>A B</h1></section>"
    assert lean(page) == (
        "<a href=#wiki-title class=md-skip>Skip</a><section id=wiki-title><h1>A B</h1></section>"
    )
    assert lean(page.replace("wiki-title", "x")) == page.replace("wiki-title", "x")
    other = page.replace("<h1 id=a-b>", "<h1 id=a-b2>")
    assert "<h1 id=a-b2>" in lean(other)
