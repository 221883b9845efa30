"""Citations of a concept's page as numbers of its table of papers."""

from __future__ import annotations

import re

from wiki_builder.site.citations import with_numbers


def cite(paper: int, claim: str = "c1", name: str = "") -> str:
    """A link to a claim of a paper, as the converter leaves it."""
    return f'<a href="../../papers/{paper}/#e-{claim}">{name or f"Name{paper}"}</a>'


def text(inner: str, part: str = "techniques", lang: str = "en") -> str:
    """A section of a concept's text."""
    return f'<section lang="{lang}" class="wiki wiki-{part}" id="wiki-{part}">{inner}</section>'


def row(number: int, paper: int, date: str = "2026-05-05") -> str:
    link = f'<td><a href="../../papers/{paper}/">Name{paper}</a> <span>said</span></td>'
    return f"<tr>\n<td>{number}</td>\n{link}\n<td>{date}</td>\n<td>6/10</td>\n</tr>"


GROUP = "<tr>\n<td></td>\n<td>extends <strong>3</strong></td>\n<td></td>\n<td></td>\n</tr>"
TABLE = (
    '<section class="wiki wiki-papers" id="wiki-papers"><table><tbody>'
    f"{GROUP}{row(1, 11)}{row(2, 22, '2026-06-01')}{row(3, 33)}</tbody></table></section>"
)


def numbered(inner: str, **more: str) -> str:
    """The text with its numbers, without the table."""
    return with_numbers(text(inner, **more) + TABLE).partition('<section class="wiki wiki-papers"')[
        0
    ]


def test_a_citation_is_the_number_of_its_row() -> None:
    """In brackets, never glued, ascending, one a paper however many of its claims are cited; behind
    a no-break space in English, a word joiner in Chinese: no line begins with a number.
    """
    more = f'{cite(11)} <a href="../../papers/11/#e-c2">¶</a>'
    made = numbered(f"<ul><li>So it is. ({cite(22)}; {more})</li></ul>")
    assert 'So it is.\u00a0<sup>[<a href="#r1">1</a>, <a href="#r2">2</a>]</sup></li>' in made
    made = numbered(f"<ul><li>如此。（{cite(22)}；{cite(11)}）</li></ul>", lang="zh-Hans")
    assert '如此。\u2060<sup>[<a href="#r1">1</a>, <a href="#r2">2</a>]</sup></li>' in made


def test_chinese_numbers_do_not_stick_to_a_latin_word() -> None:
    """A narrow space stands on either side of one: before a number one that breaks no line."""
    made = numbered(f"优于 GRPO（{cite(11)}）ProFact 亦然（{cite(22)}）。", lang="zh-Hans")
    assert re.sub("<a[^>]*>|</a>", "", made.partition("优于 ")[2]).startswith(
        "GRPO\u202f<sup>[1]</sup>\u2009ProFact 亦然\u2060<sup>[2]</sup>。"
    )


def test_two_numbers_are_shown_and_the_others_are_there() -> None:
    """What is behind the second is small until one points at it."""
    made = numbered(f"So. ({cite(33)}; {cite(11)}; {cite(22)})")
    assert re.sub("<a[^>]*>|</a>", "", made.partition("So.\u00a0")[2]).startswith(
        "<sup>[1, 2<small>, 3</small>]</sup>"
    )


def test_the_claims_stand_in_the_order_of_the_numbers() -> None:
    """Once for both languages, and again where the second cites otherwise."""
    en = text(f"A ({cite(22, 'b')}; {cite(11, 'a')}) B ({cite(33, 'c')})")
    same = text(f"A（{cite(22, 'b')}；{cite(11, 'a')}）B（{cite(33, 'c')}）", lang="zh-Hans")
    other = text(f"A（{cite(22, 'b')}）", lang="zh-Hans")
    assert re.findall('data-claims="(.*?)"', with_numbers(en + same + TABLE)) == ["a b c"]
    assert re.findall('data-claims="(.*?)"', with_numbers(en + other + TABLE)) == ["a b c", "b"]


def test_a_paper_without_a_row_keeps_its_name() -> None:
    """And its link to the claim."""
    made = numbered(f"So. ({cite(11)}; {cite(44, 'x')})")
    assert f'[<a href="#r1">1</a>, {cite(44, "x")}]' in made


def test_a_name_with_maths_is_a_name() -> None:
    """One method of 250 is called ``R$^3$L`` or so: its paper has its row and its number."""
    name = r'R<span class="arithmatex">\(^3\)</span>L'
    table = TABLE.replace("Name22", name)
    made = with_numbers(text(f"So. ({cite(22, name=name)}; {cite(33)})") + table)
    assert '<tr id="r2">' in made
    assert '<sup>[<a href="#r2">2</a>, <a href="#r3">3</a>]</sup>' in made
    assert 'title="R^3L">1</a>' in with_numbers(text(f"So. ({cite(22, name=name)})", "happened"))


def test_other_parentheses_and_links_stay() -> None:
    """Those of the text, of a paper without a claim, and in notes or another kind of section."""
    plain = 'So (as it is, see <a href="../../papers/11/">it</a>). (See it.)'
    assert plain in numbered(plain)
    notes = f"<p>Mine ({cite(11)})</p>"
    assert notes in with_numbers(notes + TABLE)
    relation = text(f"So. ({cite(11)})", part="relations")
    assert relation in with_numbers(relation + TABLE)


def test_a_sentence_of_the_development_has_its_day() -> None:
    """From the oldest paper it cites to the newest; one that cites none has none."""
    items = f"<ul><li>A. ({cite(11)}; {cite(22)})</li><li>B. ({cite(33)})</li><li>C.</li></ul>"
    made = numbered(items, part="development")
    assert re.findall("<li>(<time.*?</time>)?([ABC])", made) == [
        ('<time datetime="2026-05-05">2026-05-05<br>– 06-01</time>', "A"),
        ("<time>2026-05-05</time>", "B"),
        ("", "C"),
    ]


def test_rows_have_places_and_groups_are_heads() -> None:
    """A number leads to its row; a group's name is the head of its rows."""
    made = with_numbers(TABLE)
    assert re.findall(r'<tr id="r(\d)">', made) == ["1", "2", "3"]
    assert '<tr class="wiki-group"><th colspan="4" scope="rowgroup">extends' in made


def briefing(part: str, en: str, zh: str = "") -> str:
    """A page with a part of a briefing in both languages, its citations numbered."""
    return with_numbers(text(f"<p>{en}</p>", part) + text(f"<p>{zh}</p>", part, "zh-Hans"))


def test_a_briefing_numbers_papers_as_they_come() -> None:
    """The same in both languages and in all its parts; each number leads to the claim and has the
    paper's name.
    """
    en = f"A ({cite(22, 'a')} {cite(22, 'b', '¶')}) B ({cite(11, 'c')}; {cite(22, 'd')})"
    made = briefing("happened", en, f"甲（{cite(11, 'c')}）")
    links = re.findall('<a href="([^"]*)" title="([^"]*)">([^<]*)<', made)
    assert links == [
        ("../../papers/22/#e-a", "Name22", "1"),
        ("../../papers/22/#e-d", "Name22", "1"),
        ("../../papers/11/#e-c", "Name11", "2"),
        ("../../papers/11/#e-c", "Name11", "2"),
    ]


def test_a_front_pages_briefing_is_folded_behind_its_first_sentence() -> None:
    """With nothing lost; one of a single sentence is not."""
    made = briefing(
        "briefing", f"A. ({cite(1)}) B. ({cite(2)})", f"甲。（{cite(1)}）乙。（{cite(2)}）"
    )
    assert re.findall(r"</p>\n<details[^>]*><summary>(.*?)</summary>\n<p>(.)", made) == [
        ("The whole briefing", "B"),
        ("简报全文", "乙"),
    ]
    for whole in (
        briefing("briefing", f"A. ({cite(1)})"),
        briefing("briefing", f"<em>A. ({cite(1)}) B.</em>"),
    ):
        assert "<details" not in whole


def test_without_a_table_nothing_is_numbered() -> None:
    """A person's list of papers has no numbers."""
    page = text(f"So. ({cite(11)})")
    assert with_numbers(page) == page


def test_a_bar_is_drawn_as_long_as_its_number() -> None:
    """In thousandths; its number stands beside it, so it says nothing to one who listens."""
    made = with_numbers('<td><span class="wiki-bar wiki-w-425"></span></td>')
    assert '<rect width="425" height="10"/>' in made
    assert 'aria-hidden="true"' in made


def listed(inner: str, lang: str = "en") -> str:
    """A day's list of papers, dressed."""
    section = f'<section lang="{lang}" class="wiki wiki-papers" id="wiki-papers">'
    return with_numbers(f"{section}<ul>{inner}</ul></section>")


def test_what_a_day_says_of_a_paper_folds_behind_its_headline() -> None:
    """Title and summary as one, in the words of each language; headline and facts stay; what names
    a person's own form, or has no summary, is left as it is.
    """
    paper = '<li><a href="../p/">Head</a><br />So it is.<br /><small><span>7</span>/10 · cs.AI'
    made = listed(f"{paper} · <cite>Title</cite></small></li>")
    assert (
        '<li><a href="../p/">Head</a><details class="wiki-brief" open><summary>Summary</summary>'
        "<p><cite>Title</cite> So it is.</p></details><small><span>7</span>/10 · cs.AI</small></li>"
    ) in made
    assert "<summary>摘要</summary><p>So it is.</p>" in listed(f"{paper}</small></li>", "zh-Hans")
    for own in (
        '<li><a href="../p/">Head</a><br /><small>7/10 · <cite>Title</cite></small></li>',
        '<li><a href="../p/">Head</a>: what I think of it.</li>',
        "<li><p>Mine</p></li>",
    ):
        assert own in listed(own + own)


def test_a_days_briefing_folds_behind_its_first_sentence() -> None:
    """In an element that is open as it is sent."""
    made = briefing("happened", f"One. ({cite(11)}) Two. ({cite(22)})", f"一。（{cite(11)}）")
    assert '</p>\n<details class="wiki-brief" open><summary>The whole briefing' in made
    assert made.count("wiki-brief") == 1


def test_a_score_says_what_it_is() -> None:
    """In a list, where nothing else does; that of a paper's own page has its word beside it."""
    made = with_numbers('<small><span class="wiki-high">7</span>/10</small>')
    assert 'title="importance of 10, as the model that read it judged · 重要性' in made
    own = '<span class="wiki-score"><span class="wiki-spoken">importance</span> 7/10</span>'
    assert with_numbers(own) == own
