"""Words for both readers in finished pages: each half an element, everything else as it was."""

from __future__ import annotations

import re

import pytest

from wiki_builder.models import Bilingual
from wiki_builder.site.finish import Finish
from wiki_builder.site.language import modules, named, said_twice
from wiki_builder.words import Word

in_each_language = Finish({})


def twice(en: str, zh: str) -> str:
    return said_twice(Word(en, zh))


@pytest.mark.parametrize(
    "before, after",
    [
        ('<h1 id="radar">Radar · 雷达</h1>', f'<h1 id="radar">{twice("Radar", "雷达")}</h1>'),
        ("<h1>Papers · 论文 · 2026-05</h1>", f"<h1>{twice('Papers', '论文')} · 2026-05</h1>"),
        ("<p>Run · 来源: 7</p>", f"<p>{twice('Run', '来源')}: 7</p>"),
        (
            "<p>Concept · 概念 · 3 papers since 2026-05 · 自 2026-05 起 3 篇论文</p>",
            f"<p>{twice('Concept', '概念')} · {twice('3 papers since 2026-05', '自 2026-05 起 3 篇论文')}</p>",
        ),
    ],
)
def test_each_half_of_a_word_is_an_element(before: str, after: str) -> None:
    """Whatever stands beside it, and with its values."""
    assert in_each_language(before) == after


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
    """Who reads it without style or script, as a search engine does, reads what stood there before."""
    html = "<h2>Notes · 笔记</h2><p>New · 新增 (today): a · b</p>"
    assert re.sub("<[^>]*>", "", in_each_language(html)) == re.sub("<[^>]*>", "", html)


def test_a_label_has_both_renderings() -> None:
    """For the script that sets the reader's; a title in the head too."""
    html = in_each_language('<a title="Next · 下一页: Radar · 雷达">')
    assert html == ('<a title="Next · 下一页: Radar · 雷达" data-en-title="Next: Radar" data-zh-title="下一页: 雷达">')
    assert in_each_language("<title>Log · 日志 - Wiki</title>") == (
        '<title data-en="Log - Wiki" data-zh="日志 - Wiki">Log · 日志 - Wiki</title>'
    )


def test_names_of_concepts_follow_where_they_stand_alone() -> None:
    """In links, headings and titles; a sentence stays as it is."""
    names = named([Bilingual("R&D", "研发"), Bilingual("ReAct", "ReAct"), Bilingual("tool", "")])
    finish = Finish(names)
    assert finish("<a>R&amp;D · 研发</a>") == f"<a>{twice('R&amp;D', '研发')}</a>"
    assert finish("<p>of R&amp;D · 研发 too</p>") == "<p>of R&amp;D · 研发 too</p>"
    assert 'data-zh="研发 - W"' in finish("<title>R&amp;D · 研发 - W</title>")
    assert len(names) == 1


def test_each_module_is_a_file_of_its_own() -> None:
    """A page loads the words of what it shows, and no others."""
    assert all(path.startswith("assets/wiki/words/") and "export const WORDS" in text for path, text in modules())


@pytest.mark.parametrize(
    "piece", ["January · 2 ", " papers · x", "from · 依", "a · 中", "<div ", "<a title='", "<pre>", "&"]
)
def test_a_long_text_of_odd_pieces_takes_no_time(piece: str) -> None:
    """Ten times the text takes about ten times as long, not a hundred times."""
    text = f"<p>{piece * 8_000}</p>"
    assert in_each_language(text).count(piece.strip()[:1]) >= 8_000


def test_a_page_depends_on_the_names_in_its_titles() -> None:
    """Its own, up to the name of the site, those beside it, and each text of its own."""
    names = named([Bilingual("A", "甲"), Bilingual("B · C", "乙"), Bilingual("D", "丁")])
    finish, none = Finish(names), Finish({})
    found = [finish.depends_on("<p>x</p>", ["A · 甲 - Site"]), finish.depends_on("<p>B · C · 乙</p>", ())]
    assert all(one != none.depends_on("<p>x</p>", ()) for one in found)
    assert finish.depends_on("<p>of D · 丁</p>", ["x"]) == none.depends_on("", ())
