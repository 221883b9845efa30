"""Words for both readers in finished pages: each half an element, everything else as it was."""

from __future__ import annotations

import re

import pytest

from wiki_builder.models import Bilingual
from wiki_builder.site.language import in_each_language, modules, named, said_twice
from wiki_builder.words import Word

NONE = named(())


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
    assert in_each_language(before, NONE) == after


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
    assert in_each_language(html, NONE) == html


def test_the_text_of_a_page_stays_the_same() -> None:
    """Who reads it without style or script, as a search engine does, reads what stood there before."""
    html = "<h2>Notes · 笔记</h2><p>New · 新增 (today): a · b</p>"
    assert re.sub("<[^>]*>", "", in_each_language(html, NONE)) == re.sub("<[^>]*>", "", html)


def test_a_label_has_both_renderings() -> None:
    """For the script that sets the reader's; a title in the head too."""
    html = in_each_language('<a title="Next · 下一页: Radar · 雷达">', NONE)
    assert html == ('<a title="Next · 下一页: Radar · 雷达" data-en-title="Next: Radar" data-zh-title="下一页: 雷达">')
    assert in_each_language("<title>Log · 日志 - Wiki</title>", NONE) == (
        '<title data-en="Log - Wiki" data-zh="日志 - Wiki">Log · 日志 - Wiki</title>'
    )


def test_names_of_concepts_follow_where_they_stand_alone() -> None:
    """In links, headings and titles; a sentence stays as it is."""
    names = named([Bilingual("R&D", "研发"), Bilingual("ReAct", "ReAct"), Bilingual("tool", "")])
    assert in_each_language("<a>R&amp;D · 研发</a>", names) == f"<a>{twice('R&amp;D', '研发')}</a>"
    assert in_each_language("<p>of R&amp;D · 研发 too</p>", names) == "<p>of R&amp;D · 研发 too</p>"
    assert 'data-zh="研发 - W"' in in_each_language("<title>R&amp;D · 研发 - W</title>", names)
    assert len(names) == 1


def test_each_module_is_a_file_of_its_own() -> None:
    """A page loads the words of what it shows, and no others."""
    assert all(path.startswith("assets/wiki/words/") and "export const WORDS" in text for path, text in modules())
