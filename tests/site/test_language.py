"""Words for both readers in finished pages: each half an element, everything else as it was."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from html import escape
from pathlib import Path
from string import Formatter

import pytest

from tests.site.pages import spelled, write_wiki
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.words import Word, areas
from wiki_builder.site.build import build_site
from wiki_builder.site.finish import Finish
from wiki_builder.site.language import (
    IN_THE_BROWSER,
    language_of,
    languages_of_headings,
    modules,
    named,
    said_twice,
    titles,
)


def finishing(names: Mapping[str, Bilingual]) -> Callable[[str], str]:
    """What finishes a page, all values in quotation marks."""
    finish = Finish(names)
    return lambda html: spelled(finish(html))


in_each_language = finishing({})


def twice(en: str, zh: str) -> str:
    """Both halves; the first one's language is the page's."""
    return said_twice(Word(en, zh)).replace('<span lang="en">', "<span>")


@pytest.mark.parametrize(
    "before, after",
    [
        ('<h1 id="radar">Radar · 雷达</h1>', f'<h1 id="radar">{twice("Radar", "雷达")}</h1>'),
        ("<h1>Papers · 论文 · 2026-05</h1>", f"<h1>{twice('Papers', '论文')} · 2026-05</h1>"),
        ("<p>Notes · 笔记: 7</p>", f"<p>{twice('Notes', '笔记')}: 7</p>"),
        (
            "<p>Concept · 概念 · 3 papers since 2026-05 · 自 2026-05 起 3 篇论文</p>",
            (
                f"<p>{twice('Concept', '概念')} ·"
                f" {twice('3 papers since 2026-05', '自 2026-05 起 3 篇论文')}</p>"
            ),
        ),
    ],
)
def test_each_half_of_a_word_is_an_element(before: str, after: str) -> None:
    """Whatever stands beside it, and with its values."""
    assert in_each_language(before) == after


def every(said: object) -> Iterator[Word]:
    """The words of an area."""
    if isinstance(said, Word):
        yield said
    elif isinstance(said, Mapping):
        for one in said.values():
            yield from every(one)


def test_every_word_of_pages_is_found() -> None:
    """With its values, beside others, and whatever stands within it."""
    for word in every({name: said for name, said in areas().items() if name not in IN_THE_BROWSER}):
        values = {name: "7" for _, name, _, _ in Formatter().parse(word.en + word.zh) if name}
        said = word.filled(**values)
        en, zh = (escape(half, quote=False) for half in (said.en, said.zh))
        if en != zh:
            made = in_each_language(f"<p>A · {en} · {zh}: a · b</p>")
            assert made == f"<p>A · {twice(en, zh)}: a · b</p>"


@pytest.mark.parametrize(
    "html",
    [
        "<p>mine · 我的</p>",
        "<p>Whose Papers · 论文集</p>",
        "<pre>Radar · 雷达</pre>",
        "<code>Radar · 雷达</code>",
        "<script>'Radar · 雷达'</script>",
        "<!-- Radar · 雷达 -->",
        '<a href="?Radar · 雷达" id="Radar · 雷达">x</a>',
    ],
)
def test_what_is_no_word_of_ours_stays(html: str) -> None:
    """A person's pairs, code, comments, addresses and ids."""
    assert in_each_language(html) == html


def test_the_text_of_a_page_stays_the_same() -> None:
    """Who reads it without style or script, as a search engine does,
    reads what stood there before.
    """
    html = "<h2>Notes · 笔记</h2><p>New · 新增 (today): a · b</p>"
    assert re.sub("<[^>]*>", "", in_each_language(html)) == re.sub("<[^>]*>", "", html)


def test_a_word_that_ends_with_what_is_counted_is_whole() -> None:
    """A sentence at its end belongs to the half that it stands in, up to the next dot; a day is no
    sentence.
    """
    en, zh = "from the full text (HTML)", "依据全文（HTML）"
    assert in_each_language(f"<p>x · {en} · {zh} · y</p>") == f"<p>x · {twice(en, zh)} · y</p>"
    counted = areas()["paper"]["counted"]
    word = counted.filled(model="m", text=Bilingual("a", "b"), counted=Bilingual("1 c", "1 条"))
    said = f"<p>{word.en} · {word.zh}</p>"
    assert in_each_language(said) == f"<p>{twice(word.en, word.zh)}</p>"
    en, zh = "updated on 2026-05-05", "更新于 2026-05-05"
    assert in_each_language(f"<p>{en} · {zh} (x)</p>") == f"<p>{twice(en, zh)} (x)</p>"


def test_a_label_has_both_renderings() -> None:
    """For the script that sets the reader's; a title in the head too."""
    html = in_each_language('<a title="Next · 下一页: Radar · 雷达">')
    assert (
        html == '<a title="Next · 下一页: Radar · 雷达" data-en-title="Next: Radar"'
        ' data-zh-title="下一页: 雷达">'
    )
    assert in_each_language("<title>Log · 日志 - Wiki</title>") == (
        '<title data-en="Log - Wiki" data-zh="日志 - Wiki">Log · 日志 - Wiki</title>'
    )


def test_names_of_concepts_follow_where_they_stand_alone() -> None:
    """In links, headings and titles; a sentence stays as it is."""
    names = named([Bilingual("R&D", "研发"), Bilingual("ReAct", "ReAct"), Bilingual("tool", "")])
    finish = finishing(names)
    assert finish("<a>R&amp;D · 研发</a>") == f"<a>{twice('R&amp;D', '研发')}</a>"
    assert finish("<p>of R&amp;D · 研发 too</p>") == "<p>of R&amp;D · 研发 too</p>"
    assert finish("<li>R&amp;D · 研发 (3)</li>") == f"<li>{twice('R&amp;D', '研发')} (3)</li>"
    assert 'data-zh="研发 - W"' in finish("<title>R&amp;D · 研发 - W</title>")
    assert len(names) == 1


def test_titles_for_both_readers_follow() -> None:
    """The owner's, in headings, labels and titles; none that is not English, a dot, Chinese."""
    own = titles(
        ["Group · 读书会", " Home · 首页 ", "A · B", "甲 · 乙", "读书会 · Group", "A · B · 丙", "A"]
    )
    assert own == {
        "Group · 读书会": Bilingual("Group", "读书会"),
        "Home · 首页": Bilingual("Home", "首页"),
    }
    finish = finishing(own)
    assert (
        finish("<h1>Group · 读书会<a>¶</a></h1>") == f"<h1>{twice('Group', '读书会')}<a>¶</a></h1>"
    )
    assert finish('<a title="Group · 读书会">') == '<a title="Group · 读书会" data-two-title>'
    assert finish("<title>X - Group · 读书会</title>") == (
        '<title data-en="X - Group" data-zh="X - 读书会">X - Group · 读书会</title>'
    )


def test_a_site_may_be_called_something_in_each_language(tmp_path: Path) -> None:
    """Its pages, sections and own pages too; an own page says in which language it is written."""
    root = write_wiki(tmp_path)
    (root / "docs/rules.md").write_text(
        "# Rules of ours · 规则\n\nWhat we read, and when.\n", "utf-8"
    )
    (root / "docs/about.md").write_text("# 关于\n\n这里介绍我们的读书会。\n", "utf-8")
    with (root / "mkdocs.yml").open("a", encoding="utf-8") as config:
        config.write("site_name: A wiki · 一个维基\nnav:\n  - Home · 首页: index.md\n")
        config.write("  - Group · 读书会:\n      - Rules · 守则: rules.md\n      - about.md\n")
    built = build_site(root)
    assert built.ok, built.output
    page, about = (
        spelled((built.site / f"{name}/index.html").read_text("utf-8"))
        for name in ("rules", "about")
    )
    assert 'data-en="Rules - A wiki" data-zh="守则 - 一个维基"' in page
    for en, zh in (
        ("A wiki", "一个维基"),
        ("Group", "读书会"),
        ("Rules", "守则"),
        ("Rules of ours", "规则"),
    ):
        assert twice(en, zh) in page
    assert '<article class="md-content__inner md-typeset" lang="en">' in page
    assert '<article class="md-content__inner md-typeset" lang="zh-Hans">' in about
    radar = spelled((built.site / "radar/index.html").read_text("utf-8"))
    assert '<article class="md-content__inner md-typeset">' in radar


def test_a_text_is_in_the_language_of_most_of_its_words() -> None:
    """Terms of the other one, markup and code do not count."""
    assert language_of("<p>The concept is called 信用分配 in Chinese.</p>") == "en"
    assert (
        language_of(
            "<p>用 GRPO 训练的智能体</p><pre>pip install wiki-builder and a lot of code</pre>"
        )
        == "zh-Hans"
    )


def test_a_heading_is_in_the_language_of_its_section() -> None:
    """Of the innermost that has one; one outside of these, or behind them, is in none."""
    html = (
        '<h1 id="top">T</h1><section lang="en" class="wiki wiki-a" id="wiki-a"><h2 id="a">A</h2>'
        '<details class="x"><summary>S</summary><h3 id="b&amp;c">B</h3></details></section>'
        '<details lang="zh-Hans" class="wiki wiki-b"><h2 class="c" id="一">一</h2></details>'
        '<section lang="fr" class="other"><h2 id="d">D</h2></section></section><h2 id="e">E</h2>'
    )
    assert languages_of_headings(html) == {"a": "en", "b&c": "en", "一": "zh-Hans"}


def test_each_module_is_a_file_of_its_own() -> None:
    """A page loads the words of what it shows, and no others;
    from disk, where it can load no module, a script.
    """
    found = dict(modules())
    assert found.pop("assets/wiki/words/disk.js").startswith('wikiFromDisk("Opened as files, ')
    assert all(
        path.startswith("assets/wiki/words/") and "export const WORDS" in text
        for path, text in found.items()
    )


@pytest.mark.parametrize(
    "piece",
    ["January · 2 ", " papers · x", "from · 依", "a · 中", "<div ", "<a title='", "<pre>", "&"],
)
def test_a_long_text_of_odd_pieces_takes_no_time(piece: str) -> None:
    """Ten times the text takes about ten times as long, not a hundred times."""
    text = f"<p>{piece * 8_000}</p>"
    assert in_each_language(text).count(piece.strip()[:1]) >= 8_000


def test_a_page_depends_on_the_names_in_its_titles() -> None:
    """Its own, up to the name of the site, those beside it, and each text of its own."""
    names = named([Bilingual("A", "甲"), Bilingual("B · C", "乙"), Bilingual("D", "丁")])
    finish, none = Finish(names), Finish({})
    found = [
        finish.depends_on("<p>x</p>", ["A · 甲 - Site"]),
        finish.depends_on("<p>B · C · 乙</p>", ()),
        finish.depends_on("<p>B · C · 乙 (2)</p>", ()),
    ]
    assert all(one != none.depends_on("<p>x</p>", ()) for one in found)
    assert finish.depends_on("<p>of D · 丁</p>", ["x"]) == none.depends_on("", ())
