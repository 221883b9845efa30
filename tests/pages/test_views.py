"""The pages themselves: each template once, looked at in both languages."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from tests.pages.sample import HOSTILE_TITLE, ONE, THREE, TWO, Sample, paper, sample
from wiki_builder.contract.page import Page, read_page
from wiki_builder.core.errors import FormatError
from wiki_builder.core.store.papers import read_paper, write_paper
from wiki_builder.core.store.receipts import read_receipts, write_receipt
from wiki_builder.core.store.related import RelatedPapers, write_related
from wiki_builder.core.values.analysis import Evidence, Provenance
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.briefing import Briefing, BriefingSentence
from wiki_builder.core.values.checks import Finding, Verdict
from wiki_builder.core.values.receipt import Receipt, Row
from wiki_builder.library.edits import Edits
from wiki_builder.library.words import each
from wiki_builder.pages.views import front
from wiki_builder.pages.views.paper import quoted
from wiki_builder.sources.feed import nothing_in_feed

PAPER = "papers/2605/2605.00001.md"
CONCEPT = "concepts/credit-assignment.md"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """Pages that no test changes."""
    return sample(tmp_path_factory.mktemp("wiki"))


@pytest.fixture
def wiki(tmp_path: Path) -> Sample:
    """Pages to edit."""
    return sample(tmp_path)


def body(text: str, section: str) -> str:
    page = read_page(text.encode())
    assert isinstance(page, Page)
    return page.sections[section].body.strip()


def added(wiki: Sample, section: str) -> str:
    """What the site adds to the first paper's page, which stores none of it."""
    assert f"wiki:{section}" not in wiki.page(PAPER)
    return body(wiki.completed(PAPER), section)


def test_a_paper_that_was_added_says_so(wiki: Sample) -> None:
    """Its day is not that of the work: the month of its arXiv id is, where it has one."""
    one = paper("file:0123456789ab", imported="2026-06-19")
    unknown = replace(one.latest, announced=None, submitted=None)
    added = each(Bilingual("added 2026-06-19", "收录于 2026-06-19"))
    for also, shown in (((), f" · v2 · {added}"), (("arxiv:1911.02782",), f" · 2019-11 · {added}")):
        write_paper(wiki.wiki, one.with_(versions=(unknown,), also=also))
        wiki.render()
        assert shown in body(wiki.page("papers/file/0123456789ab.md"), "facts")


def test_the_stamp_is_of_one_language_in_each(made: Sample) -> None:
    """No half-width colon or semicolon stands behind a Chinese word."""
    stamp = added(made, "stamp")
    assert stamp.startswith("Imported · 导入 ")
    assert not re.search("[\u3400-\u9fff][:;,]", stamp)


def test_what_is_amiss_stands_in_both_languages(wiki: Sample) -> None:
    """As the words have it; data hold what was found."""
    one = read_paper(wiki.wiki, ONE)
    assert one
    assert one.analysis
    doubted = replace(one.analysis.claims[0], findings=(Finding("count", "three"),))
    wiki.change(ONE, claims=(doubted, *one.analysis.claims[1:]))
    wiki.render()
    found = added(wiki, "evidence")
    assert '<em><span class="wiki" lang="en">rules could not settle: the model' in found
    assert "own count “three” · quote is in the paper" in found
    assert "规则无法断定：模型自行计数“three” · 原句已找到" in found


def test_a_papers_page(made: Sample) -> None:
    """The first screen, claims in both languages, the table, sub-steps, concepts,
    evidence, provenance.
    """
    text = made.page(PAPER)
    assert body(text, "headline.en") == "Rewards for each step"
    assert body(text, "headline.zh") == "逐步奖励"
    assert "[2605.00001](https://arxiv.org/abs/2605.00001v2) · v2 · 2026-05-05" in body(
        text, "facts"
    )
    assert "Ann Lee, :" in body(text, "facts")
    assert "javascript" not in text
    assert "1. **Steps**: Each step has a reward. ^c1" in body(text, "contributions.en")
    assert "1. **步骤**：每步都有奖励。 ^c1" in body(text, "contributions.zh")
    assert "| a&#124;b | – | 81.2% | GRPO ^r1 |" in body(text, "results-table")
    assert "- *推断*：需要模拟器。" in body(text, "limitations.zh")
    assert "1. 1&#46; Collect traces. ^s1\n    - &#45; Run it." in body(text, "steps.en")
    assert "[信用分配](../../concepts/credit-assignment.md)" in body(text, "concepts.zh")
    assert 'id="e-c1"' in added(made, "evidence")
    assert "a model" in added(made, "stamp")
    assert "5 claims whose quotes were found there" in body(text, "facts")


def test_the_first_screen_says_whose_words_these_are(wiki: Sample) -> None:
    """A model's, and from which text it wrote; where it stated no claims, too."""
    assert "Summarised by a model from the full text (HTML): 5 claims" in body(
        wiki.page(PAPER), "facts"
    )
    assert "由 a model 根据全文（HTML）解读：5 条" in body(wiki.page(PAPER), "facts")
    wiki.change(ONE, claims=())
    wiki.render()
    assert body(wiki.page(PAPER), "facts").endswith(
        "Summarised by a model from the full text (HTML) · 由 a model 根据全文（HTML）解读"
    )


def test_what_a_field_counts_by_itself_is_said_to_its_readers_alone(wiki: Sample) -> None:
    """In words, behind all else: a count in the Chinese abstract is
    nothing to readers of English.
    """
    found = {
        "abstract.zh": (Finding("count", "四", language="zh"),),
        "summary.en": (Finding("number", "17", sure=True, language="en"),),
    }
    wiki.change(ONE, findings=found)
    wiki.render()
    text = wiki.completed(PAPER)
    assert "<!-- wiki:notice" not in text
    stamp = added(wiki, "stamp")
    care = "存疑，请谨慎阅读：中文摘要：模型自行计数“四”"
    assert f'<span class="wiki" lang="zh-Hans">{care}</span>' in stamp
    held = "Not shown: the summary contradicts the paper: number “17”"
    assert f'<span class="wiki" lang="en">{held}</span>' in stamp


def test_related_papers_name_what_they_share_in_each_language(wiki: Sample) -> None:
    """A reader of Chinese meets no English names of concepts."""
    write_related(wiki.wiki, {ONE: RelatedPapers("0" * 8, ((TWO, 0.5),))})
    shared = (
        '<span class="wiki" lang="en">credit assignment</span> <span class="wiki"'
        ' lang="zh-Hans">信用分配</span>'
    )
    assert f"- [Paper 2](2605.00002.md) · {shared}" in added(wiki, "related")


def test_a_withdrawn_paper_is_related_to_none(wiki: Sample) -> None:
    """It leaves the pages of others, those too that the site keeps from its last build."""
    write_related(wiki.wiki, {ONE: RelatedPapers("0" * 8, ((TWO, 0.5),))})
    before = wiki.publisher().addition_inputs(ONE, PAPER)
    other = read_paper(wiki.wiki, TWO)
    assert other
    taken_back = replace(other.latest, number=2, comment="This paper has been withdrawn.")
    write_paper(wiki.wiki, other.with_(versions=(*other.versions, taken_back)))
    assert "Paper 2" not in added(wiki, "related")
    assert wiki.publisher().addition_inputs(ONE, PAPER) != before


def test_a_papers_pdf_is_one_step_away(wiki: Sample) -> None:
    """Its PDF stands beside its number; a work that was withdrawn has none."""
    link = "[PDF](https://arxiv.org/pdf/2605.00001v2)"
    assert link in body(wiki.completed(PAPER), "facts")
    one = read_paper(wiki.wiki, ONE)
    assert one
    taken_back = replace(one.latest, number=3, comment="This paper has been withdrawn.")
    write_paper(wiki.wiki, one.with_(versions=(*one.versions, taken_back)))
    assert "[PDF]" not in body(wiki.completed(PAPER), "facts")


def test_papers_that_a_person_added_are_said_so(wiki: Sample) -> None:
    """In the log by day and in words; a file is called so where arXiv would stand."""
    id_ = "file:0123456789ab"
    row = Row(id_, (), "taken", "F")
    write_receipt(wiki.wiki, Receipt("add-2026-05-06", "added by hand", "2026-05-06", 1, 1, (row,)))
    write_paper(wiki.wiki, paper(id_, run="add-2026-05-06"))
    wiki.render()
    assert "| 2026-05-06<br>added by hand · 手动添加 | 1 | 1 |" in wiki.page("log/2026-05.md")
    front = wiki.page("index.md")
    assert "0123456789ab.md" in body(front, "added")
    assert "0123456789ab.md" not in body(front, "lead.en")
    assert "[Files · 文件](file/index.md) · 1 paper · 1 篇" in wiki.page("papers/index.md")


def test_a_hostile_paper_without_analysis(made: Sample) -> None:
    """Markup is text, 3,303 authors are twelve and a number,
    an empty abstract leaves no heading.
    """
    text = made.page("papers/2605/2605.00003.md")
    page = read_page(text.encode())
    assert isinstance(page, Page)
    assert page.front.values["title"] == HOSTILE_TITLE.replace("&", "&amp;").replace(
        "<", "&lt;"
    ).replace(">", "&gt;")
    assert "<script" not in text
    assert "Author 11 … +3291" in body(text, "facts")
    assert "math.AC, 68T45, 62H30" in body(text, "facts")
    assert "&#35; 12 pages" in body(text, "facts")
    assert "abstract.en" not in page.sections
    assert "no model &#60;b>is&#60;/b> set up" in body(text, "notice")


def test_a_concepts_page(made: Sample) -> None:
    """Names, gloss with its source, and a line for each paper, in both languages."""
    text = made.page(CONCEPT)
    assert body(text, "title") == "# credit assignment · 信用分配"
    assert "What earned a reward." in body(text, "definition.en")
    assert "判断哪个动作带来了奖励。" in body(text, "definition.zh")
    added = body(made.completed(CONCEPT, "concept:credit-assignment"), "papers")
    row = next(line for line in added.split("\n") if "2605.00002.md" in line)
    assert row.startswith("| 2 | [")
    assert '<span class="wiki wiki-text" lang="zh-Hans">分配到各步。</span> | 2026-05-05 |' in row


def test_an_entitys_page(made: Sample) -> None:
    """A model that two papers name, with both."""
    text = made.page("entities/grpo.md")
    assert body(text, "title") == "# GRPO"
    added = made.completed("entities/grpo.md", "entity:grpo")
    assert "Model · 模型</span> <span>2 papers" in body(added, "facts")
    papers = body(added, "papers")
    assert "names it · 提及" in papers
    assert '(../papers/2605/2605.00001.md) <span class="wiki wiki-text" lang="en">Rewards' in papers


def test_the_graphs_page(made: Sample) -> None:
    """A place to draw in, and the weightiest concepts and named things as a list;
    the concepts' list leads there.
    """
    text = made.page("graph.md")
    assert body(text, "title") == "# Graph · 概念图谱"
    assert body(text, "graph").split("\n") == [
        '<div class="wiki-graph"></div>',
        "",
        "- [credit assignment · 信用分配](concepts/credit-assignment.md) (2)",
        "- [GRPO](entities/grpo.md) (2)",
    ]
    assert "\n[Graph · 概念图谱](../graph.md)\n" in made.page("concepts/index.md")


def test_a_name_that_the_paper_does_not_have_is_marked(wiki: Sample) -> None:
    """A concept that only the model calls so says that, in the reader's language."""
    two = wiki.publisher()._paper(ONE)
    assert two
    assert two.analysis
    wiki.change(
        ONE, concepts=tuple(replace(mention, in_text=False) for mention in two.analysis.concepts)
    )
    wiki.render()
    text = wiki.page(PAPER)
    assert (
        "credit assignment](../../concepts/credit-assignment.md)** *(name chosen by the model)* ·"
        " uses" in text
    )
    assert "信用分配](../../concepts/credit-assignment.md)**（名称由模型自拟） · 使用" in text


def test_a_days_page(made: Sample) -> None:
    """What was read, and what became of the rest."""
    text = made.page("daily/2026-05-05.md")
    assert "4 announced: 3 taken, 0 known, 1 skipped, 0 failed" in body(text, "facts")
    assert "# " in body(text, "title")
    assert "Tuesday, 5 May 2026" in body(text, "title")
    assert "2026 年 5 月 5 日，星期二" in body(text, "title")
    chinese = body(text, "papers.zh")
    assert "- [逐步奖励](../papers/2605/2605.00001.md)<br>达到 81.2%。<br><small>" in chinese
    assert "<cite>Paper 1</cite>" in chinese
    scores = re.findall(r"(\d+|–)(?:</span>)?/10", chinese)
    assert scores == sorted(scores, key=lambda one: -int(one) if one != "–" else 0)
    no_match = (
        '<span class="wiki" lang="en">no keyword matches</span> <span class="wiki"'
        ' lang="zh-Hans">无关键词匹配</span>'
    )
    assert f"1 × {no_match}" in body(text, "rest")
    assert "Not | &lt;b&gt;read&lt;/b&gt;" in body(text, "rest")


def test_lists_log_and_front_page(made: Sample) -> None:
    """Every list leads to its pages."""
    listed = "[arXiv, May 2026 · arXiv 论文，2026 年 5 月](2605/index.md)"
    assert f"{listed} · 3 papers · 3 篇" in made.page("papers/index.md")
    month = made.page("papers/2605/index.md")
    assert "[Paper 1](2605.00001.md) · 2026-05-05 <span" in month
    assert '<span class="wiki wiki-text" lang="zh-Hans">逐步奖励</span>' in month
    concepts = made.page("concepts/index.md")
    assert "[credit assignment · 信用分配](credit-assignment.md) · 2 <span" in concepts
    assert 'wiki-gloss" lang="en">What earned a reward.</span>' in concepts
    assert "[GRPO](grpo.md) · 2" in made.page("entities/index.md")
    assert "- [May 2026 · 2026 年 5 月](2026-05.md)\n" in made.page("log/index.md")
    assert "| [2026-05-05](../daily/2026-05-05.md) | 4 | 3 | 0 | 1 | 0 |" in made.page(
        "log/2026-05.md"
    )
    front = made.page("index.md")
    numbers = (
        '[<time datetime="2026-05-05">2026-05-05</time> · <span class="wiki" lang="en">4 announced'
        " · 3 match the interests · 2 summarised"
    )
    assert numbers in body(front, "receipt")
    assert '<span class="wiki" lang="en">Tuesday, 5 May 2026</span>' in body(front, "title")
    assert "[credit assignment · 信用分配](concepts/credit-assignment.md) +2" in body(
        front, "moved"
    )
    assert "What moved since 5 May 2026: new papers" in body(front, "moved")
    assert "2026 年 5 月 5 日以来的动向（新增论文数）" in body(front, "moved")
    assert "## May 2026 · 2026 年 5 月\n" in body(front, "calendar")
    assert '| **[5](daily/2026-05-05.md "2026-05-05")** | 6 |' in body(front, "calendar")
    days = body(made.page("daily/index.md"), "days")
    assert '| [5](2026-05-05.md "2026-05-05") <small>3</small> | 6 |' in days
    assert body(made.page("radar.md"), "radar").startswith(
        '<div class="wiki-radar"></div>\n\n1. [Paper '
    )
    assert "(papers/2605/2605.00001.md) · arXiv (CS.CL) · 2026-05-05 <span" in made.page("radar.md")
    assert "[All papers by month · 全部论文（按月份）](papers/index.md)" in made.page("radar.md")


def test_the_lead_of_an_edition(made: Sample) -> None:
    """Kind, category and score, headline, summary, why it matters, title and authors; an item that
    has no headline begins with its title, and says that its reading is pending.
    """
    front = made.page("index.md")
    lead = body(front, "lead.zh")
    assert lead.startswith(
        '*方法* · cs.CL · <span class="wiki-high">7</span>/10 · 更新至 v2\n\n'
        "## [逐步奖励](papers/2605/2605.00001.md)\n\n达到 81.2%。\n\n**为何值得关注** 方法简单。\n"
    )
    assert "<cite>Paper 1</cite>" in lead
    assert "## [Rewards for each step](papers/2605/2605.00001.md)" in body(front, "lead.en")
    for language, pending in (("en", "pending"), ("zh", "待解读")):
        assert re.match(
            rf"math\.AC · {pending}\n\n## \[A \| B: .*\]\(papers/2605/2605\.00003\.md\)",
            body(front, f"item-2.{language}"),
        )


def facts(wiki: Sample, *receipts: Receipt) -> str:
    """What the front page says of its last run after these, above and beside."""
    for receipt in receipts:
        write_receipt(wiki.wiki, receipt)
    wiki.render()
    front = wiki.page("index.md")
    return "".join(body(front, name) for name in ("notice", "receipt") if f"wiki:{name} " in front)


def test_the_front_page_counts_what_matches(wiki: Sample) -> None:
    """Papers that only the daily limit leaves out match too;
    those of other words or types, and known ones, do not.
    """
    rows = [
        Row(
            f"arxiv:2605.1000{n}",
            ("new",),
            "skipped",
            "T",
            1,
            "beyond the 2 papers a day that are read",
        )
        for n in (1, 2)
    ]
    rows += [
        Row("arxiv:2605.10003", ("new",), "failed", "T", 1, "no text"),
        Row(ONE, ("replace",), "known", "T", 1, "in the wiki"),
    ]
    rows += [Row("arxiv:2605.10004", ("new",), "skipped", "T", 1, "no keyword matches")]
    rows += [Row(TWO, ("new",), "taken", "T", 1)]
    said = facts(wiki, Receipt("2026-05-06", "arxiv feed", "2026-05-06", 6, 6, tuple(rows)))
    assert "6 announced · 4 match the interests · 1 summarised · 1 failed" in said
    assert "公布 6 篇 · 符合关注 4 篇 · 已解读 1 篇 · 失败 1 篇" in said


def test_nothing_new_says_why(wiki: Sample) -> None:
    """A holiday, papers of which none matches, and the weekend ahead,
    each in its language with its own signs.
    """
    empty = nothing_in_feed(date(2026, 5, 6))
    holiday = Receipt(empty.date, "arxiv feed", empty.date, 0, 0, (), empty.message)
    said = facts(wiki, holiday)
    why = (
        '<span class="wiki-why">arXiv 2026-05-06 的公布列表为空：节假日，或所选类别无新论文</span>'
    )
    assert f'<span class="wiki" lang="zh-Hans">2026 年 5 月 6 日暂无新论文：{why}</span>' in said
    assert (
        '<span class="wiki" lang="en">Nothing new on 6 May 2026: <span class="wiki-why">'
        "arXiv's feed of Wednesday" in said
    )
    assert "weekend" not in said
    row = Row("arxiv:2605.10004", ("new",), "skipped", "T", 1, "no keyword matches")
    said = facts(
        wiki,
        Receipt("2026-05-08", "arxiv feed", "2026-05-08", 1, 1, (row,), "an item was left out"),
    )
    assert 'Nothing new on 8 May 2026: <span class="wiki-why">no keyword matches</span>' in said
    failed = Row("arxiv:2605.10005", ("new",), "failed", "T", 1, "no text could be had: 503")
    said = facts(wiki, Receipt("2026-05-08", "arxiv feed", "2026-05-08", 3, 3, (row, row, failed)))
    assert (
        'Nothing new on 8 May 2026: <span class="wiki-why">no text could be had: 503</span>' in said
    ), "of what matches"
    assert (
        "arXiv announces nothing on weekends; its next announcement is due on 2026-05-11<" in said
    )
    assert "arXiv 周末不公布论文，下次公布预计在 2026-05-11<" in said


def test_an_edition_of_many_papers(wiki: Sample) -> None:
    """The lead, four with their summaries, a line each for the others, and how many more the day
    has; the lead says to which version it was updated.
    """
    one = wiki.publisher()._paper(ONE)
    assert one
    later = replace(one.latest, number=4, announced="2026-05-12")
    write_paper(wiki.wiki, one.with_(versions=(*one.versions, later)))
    more = [paper(f"arxiv:2605.2{n:04}") for n in range(1, 11)]
    (receipt,) = read_receipts(wiki.wiki)
    rows = tuple(replace(receipt.rows[0], id=other.id) for other in more)
    for other in more:
        write_paper(wiki.wiki, other)
    write_receipt(wiki.wiki, replace(receipt, rows=receipt.rows + rows))
    wiki.render()
    front = wiki.page("index.md")
    assert "/10 · updated to v4\n" in body(front, "lead.en")
    assert "/10 · 更新至 v4\n" in body(front, "lead.zh")
    assert all(body(front, f"item-{at}.en") for at in range(1, 5))
    lines = body(front, "lines")
    assert lines.count("\n- ") + lines.startswith("- ") == 4
    assert '<span class="wiki wiki-text" lang="zh-Hans">逐步奖励</span>](papers/' in lines
    assert "4 more of this day · 当日另有 4 篇" in lines
    assert "<!-- wiki:earlier" not in front


def test_an_edition_of_few_papers_is_filled_up_from_the_week(wiki: Sample) -> None:
    """Papers of the seven days before have a heading of their own, with their days; older ones and
    those that a person added are not among them, nor ever the lead.
    """
    days = {"2026-05-12": "2605.30001", "2026-05-09": "2605.30002", "2026-05-04": "2605.30003"}
    for day, own in days.items():
        new = paper(f"arxiv:{own}")
        write_paper(wiki.wiki, new.with_(versions=(replace(new.latest, announced=day),)))
        row = Row(f"arxiv:{own}", ("new",), "taken", "T", 1)
        write_receipt(wiki.wiki, Receipt(day, "arxiv feed", day, 1, 1, (row,)))
    hand = "arxiv:2605.30009"
    write_paper(wiki.wiki, paper(hand, run="add-2026-05-13"))
    row = Row(hand, (), "taken", "H")
    write_receipt(wiki.wiki, Receipt("add-2026-05-13", "added by hand", "2026-05-13", 1, 1, (row,)))
    wiki.render()
    front = wiki.page("index.md")
    assert "Tuesday, 12 May 2026" in body(front, "title")
    assert "2605.30001.md" in body(front, "lead.en")
    earlier = body(front, "earlier")
    assert earlier.startswith("## Earlier this week · 本周早些时候")
    assert "2605.30002.md" in earlier
    assert "05-09" in earlier
    assert "2605.30003.md" not in earlier
    assert "2605.30009.md" not in earlier
    assert "2605.30009.md" in body(front, "added")


def test_the_last_edition_stands_below_a_day_without_papers(wiki: Sample) -> None:
    """The date is that of the papers; what the last run saw stands above them."""
    said = facts(wiki, Receipt("2026-05-06", "arxiv feed", "2026-05-06", 0, 0, (), "a holiday"))
    assert "Nothing new on 6 May 2026" in said
    front = wiki.page("index.md")
    assert "Tuesday, 5 May 2026" in body(front, "title")
    assert body(front, "lead.en")


def test_a_front_page_before_the_first_run(wiki: Sample) -> None:
    """It has the wiki's title, what it will cover, and no empty headings."""
    for receipt in (wiki.root / "data" / "runs").glob("*.json"):
        receipt.unlink()
    wiki.render()
    front = wiki.page("index.md")
    assert "# A wiki" in front
    assert front.count("##") == 1
    assert "**Sources · 来源** cs.CL, cs.AI" in body(front, "about")


def test_the_front_page_says_what_the_wiki_covers(wiki: Sample) -> None:
    """In its owner's words, with its sources; interests are theirs alone unless they publish
    them.
    """
    config = wiki.root / "wiki.toml"
    text = config.read_text("utf-8")
    for old, new in (
        ('tagline = { en = "", zh = "" }', 'tagline = { en = "On <agents>", zh = "智能体" }'),
        ("keywords = []", 'keywords = ["multi-agent"]'),
    ):
        assert old in text
        text = text.replace(old, new)
    config.write_text(text, "utf-8")
    wiki.render()
    about = body(wiki.page("index.md"), "about")
    assert 'lang="en">On &#60;agents></span>' in about
    assert "Interests" not in about
    config.write_text(text.replace("show_interests = false", "show_interests = true"), "utf-8")
    wiki.render()
    assert "**Interests · 关注** multi-agent" in body(wiki.page("index.md"), "about")


def test_the_briefing_and_what_disagrees_have_their_places(wiki: Sample) -> None:
    """Above the lead, in both languages; without them nothing is there, not even a heading."""
    front = wiki.page("index.md")
    assert "wiki:briefing" not in front
    assert "wiki:disagree" not in front
    views = wiki.publisher().views
    claim = f"{ONE}#c1"
    said = BriefingSentence(Bilingual("Agents act.", "智能体行动。"), (claim,))
    made = Provenance("replay", "a model", "briefing/1", "1", "2026-05-05")
    briefing = Briefing("2026-05-05", (said,), (), (), (), {claim: ""}, made)
    written = views.library.with_(briefings={"2026-05-05": briefing}, citable=None)
    spec = replace(views, library=written, _made={}).spec("page:index", "index.md")
    assert spec.sections["briefing.en"].body.strip().startswith("## Briefing\n\nAgents act. (")
    assert spec.sections["briefing.zh"].body.strip().startswith("## 简报\n\n智能体行动。（")


def test_no_link_is_dead_and_nothing_runs(made: Sample) -> None:
    """Every relative link of every page leads to a file,
    and no page holds a live tag of a paper's.
    """
    docs = made.root / "docs"
    for path in docs.rglob("*.md"):
        text = path.read_text("utf-8")
        assert not re.search(r"<(script|img|b)\b", text)
        for target in re.findall(r"\]\(([^)#\s]+\.md)", text):
            assert (path.parent / target).exists(), f"{target} in {path}"


def test_rendering_again_changes_nothing(made: Sample, tmp_path: Path) -> None:
    """Same data, same bytes: in place, without the cache, and in another folder."""
    assert made.render().written == ()
    other = sample(tmp_path)
    for path in (made.root / "docs").rglob("*.md"):
        assert (other.root / path.relative_to(made.root)).read_bytes() == path.read_bytes()


def test_a_persons_headline_is_shown_everywhere(wiki: Sample) -> None:
    """A correction reaches the concept's, the day's and the front page;
    a deletion takes it from them.
    """
    wiki.edit(PAPER, "Rewards for each step", "Mine, see [x](../../index.md)")
    wiki.edit("papers/2605/2605.00002.md", "逐步奖励\n", "\n")
    wiki.render()
    day, front = wiki.page("daily/2026-05-05.md"), wiki.page("index.md")
    assert "[Mine, see x](../papers/2605/2605.00001.md)<br>" in body(day, "papers.en")
    assert "## [Mine, see x](papers/2605/2605.00001.md)\n" in body(front, "lead.en")
    assert "## [Paper 2](papers/2605/2605.00002.md)\n" in body(front, "item-1.zh")
    assert "[Paper 2](../papers/2605/2605.00002.md)<br>达到" in body(day, "papers.zh")


def test_a_persons_line_of_a_concept_is_shown(wiki: Sample) -> None:
    """What they say of a concept stands on its page; a line they took out does not."""
    wiki.edit(PAPER, "To steps.", "To each single step.")
    two = wiki.page("papers/2605/2605.00002.md")
    line = next(line for line in two.split("\n") if "To steps." in line)
    wiki.edit("papers/2605/2605.00002.md", line + "\n", "")
    wiki.render()
    shown = body(wiki.completed(CONCEPT, "concept:credit-assignment"), "papers")
    assert "To each single step." in shown
    (row,) = [row for row in shown.split("\n") if "2605.00002.md" in row]
    assert 'lang="en"></span>' in row
    assert "分配到各步。" in row


def test_a_single_claim_is_counted_as_one(wiki: Sample) -> None:
    """What is said of all claims reads well of one, in both languages."""
    one = read_paper(wiki.wiki, ONE)
    assert one
    assert one.analysis
    wiki.change(ONE, claims=one.analysis.claims[:1])
    wiki.render()
    facts = body(wiki.page(PAPER), "facts")
    assert ": 1 claim whose quote was found there" in facts
    assert "1 条要点的原句已在其中找到" in facts


def test_a_reworded_claim_says_so_and_is_checked_again(wiki: Sample) -> None:
    """The evidence tells of it, the other language is flagged,
    and a number that has no support is named.
    """
    wiki.edit(PAPER, "Each step has a reward.", "Each step has a reward of 55.5.")
    wiki.render()
    text = wiki.page(PAPER)
    assert "**Contribution 1**: reworded by a person in English; the Chinese is as it was" in body(
        text, "notice"
    )
    assert "to be read with care · 存疑，请谨慎阅读 · reworded by a person" in added(
        wiki, "evidence"
    )
    assert "rules could not settle: number “55.5”" in added(wiki, "evidence")
    assert "1 claim to be read with care, 4 claims whose quotes" in body(text, "facts")
    assert wiki.render().written == ()
    wiki.edit(PAPER, "reward of 55.5.", "reward of 81.2%.")
    wiki.render()
    assert "with care" not in wiki.completed(PAPER)
    wiki.edit(PAPER, "reward of 81.2%.", "reward.")
    wiki.render()
    assert "reworded" not in wiki.completed(PAPER)


def test_a_judge_says_nothing_of_words_that_a_person_put_in_their_place(wiki: Sample) -> None:
    """The verdict was on other words: it settles no number of the new ones, and is not told."""
    paper = read_paper(wiki.wiki, ONE)
    assert paper
    assert paper.analysis
    borne_out = (Verdict("en", "supported"), Verdict("zh", "supported"))
    claims = tuple(replace(one, verdicts=borne_out) for one in paper.analysis.claims)
    judge = replace(paper.analysis.provenance, model="a judge")
    analysis = replace(paper.analysis, claims=claims, judge=judge)
    write_paper(wiki.wiki, paper.with_(analysis=analysis))
    wiki.render()
    before = body(wiki.page(PAPER), "facts")
    assert "a judge judges: the quotes support all of them" in before
    wiki.edit(PAPER, "Each step has a reward.", "Each step has a reward of 55.5.")
    wiki.render()
    assert "1 claim to be read with care" in body(wiki.page(PAPER), "facts")
    assert "rules could not settle: number “55.5”" in added(wiki, "evidence")
    wiki.edit(PAPER, "Each step has a reward of 55.5.", "Every step has its reward.")
    wiki.render()
    assert "with care" not in body(wiki.page(PAPER), "facts")
    assert "support all of them" not in body(wiki.page(PAPER), "facts")
    wiki.edit(PAPER, "Every step has its reward.", "Each step has a reward.")
    wiki.render()
    assert body(wiki.page(PAPER), "facts") == before


def test_a_claim_removed_in_one_language_leaves_the_other(wiki: Sample) -> None:
    """The builder's text of the other language,
    the table and the evidence do without it, for good.
    """
    before = wiki.page(PAPER)
    wiki.edit(PAPER, "1. **Tasks**: Three tasks. ^c2\n", "")
    wiki.edit(PAPER, "- 三个任务上 81.2%。 ^r1\n", "")
    wiki.render()
    assert not re.search(r"\^(?:c2|r1)(?: \|)?$", wiki.page(PAPER), re.MULTILINE)
    whole = wiki.completed(PAPER)
    assert 'id="e-c1"' in whole
    assert 'id="e-c2"' not in whole
    assert 'id="e-r1"' not in whole
    (wiki.root / ".wiki" / "pages.json").unlink()
    assert wiki.render().written == ()
    (wiki.root / "docs" / PAPER).write_text(before, "utf-8")
    wiki.render()
    assert wiki.page(PAPER) == before


def test_a_claim_that_is_a_persons_stays_though_removed_in_the_other_language(wiki: Sample) -> None:
    """Their own wording is never taken out."""
    wiki.edit(PAPER, "1. **Tasks**: Three tasks. ^c2\n", "")
    wiki.edit(PAPER, "三个任务。 ^c2", "恰好三个任务。 ^c2")
    wiki.render()
    assert "恰好三个任务。" in wiki.page(PAPER)


def test_a_cleared_section_says_nothing_of_its_claims(wiki: Sample) -> None:
    """Who reads one language only may empty the other."""
    text = wiki.page(PAPER)
    gone = body(text, "contributions.zh")
    wiki.edit(PAPER, gone, "")
    wiki.render()
    assert "Three tasks. ^c2" in wiki.page(PAPER)
    assert "三个任务。" not in body(wiki.page(PAPER), "contributions.zh")


@pytest.mark.parametrize(
    "text, mistake", [("# Mine: {{ names }}", False), ("{{ nothing.at.all }}", True)]
)
def test_a_template_of_the_wikis_own(wiki: Sample, text: str, mistake: bool) -> None:
    """A file of the same name overrides the builder's; a mistake in it is named."""
    own = wiki.root / "templates" / "concept.md.j2"
    own.parent.mkdir()
    own.write_text(f"<!-- wiki:title -->\n{text}\n<!-- /wiki -->\n", "utf-8")
    if mistake:
        with pytest.raises(FormatError, match="concept"):
            wiki.render()
    else:
        wiki.render()
        assert "# Mine: GRPO" in wiki.page("entities/grpo.md")


@pytest.mark.parametrize(
    "rejected", [(ONE,), (ONE, "arxiv:2605.00002"), (ONE, "arxiv:2605.00002", THREE)]
)
def test_rejected_papers_are_shown_nowhere(wiki: Sample, rejected: tuple[str, ...]) -> None:
    """Deleting a page takes the paper out of lists, concepts and related papers."""
    for id_ in rejected:
        (wiki.root / "docs" / "papers" / "2605" / f"{id_[6:]}.md").unlink()
    assert wiki.render().rejected == rejected
    for path in (wiki.root / "docs").rglob("*.md"):
        for id_ in rejected:
            assert f"{id_[6:]}.md" not in path.read_text("utf-8"), path
    made = wiki.publisher()
    for page, place in made.library.places.items():
        if page not in rejected:
            assert not any(
                f"{id_[6:]}.md" in one.body
                for id_ in rejected
                for one in made.additions(page, place).parts
            )
    assert wiki.render().written == ()


def test_moved_pages_are_followed(wiki: Sample) -> None:
    """Links lead to where a person put a page, whatever its name,
    and its own links still lead on.
    """
    target = wiki.root / "docs" / "我的 papers" / "一 (1).md"
    target.parent.mkdir()
    (wiki.root / "docs" / PAPER).rename(target)
    wiki.render()
    assert "(我的%20papers/一%20%281%29.md)" in wiki.page("index.md")
    assert "](../concepts/credit-assignment.md)" in target.read_text("utf-8")
    assert not (wiki.root / "docs" / PAPER).exists()


def test_a_folder_in_place_of_a_page_is_named(wiki: Sample) -> None:
    """What cannot be written is named; all else is."""
    (wiki.root / "docs" / "papers" / "2605" / "2605.00001.md").unlink()
    (wiki.root / "data" / "pages.txt").unlink()
    (wiki.root / "docs" / "papers" / "2605" / "2605.00001.md").mkdir()
    rendered = wiki.render()
    assert [broken.path for broken in rendered.broken] == [PAPER]


def test_a_linked_page_stays_a_link(wiki: Sample) -> None:
    """A page that is a link to a file elsewhere in the wiki is written there."""
    vault = wiki.root / "vault" / "paper.md"
    vault.parent.mkdir()
    page = wiki.root / "docs" / PAPER
    page.rename(vault)
    page.symlink_to(vault)
    wiki.change(ONE, importance=9)
    wiki.render()
    assert page.is_symlink()
    assert "importance: 9" in vault.read_text("utf-8")


def test_no_edits_are_nothing() -> None:
    """The usual page is rendered once."""
    assert not Edits()
    assert THREE


@pytest.mark.parametrize(
    ("before", "quote", "after", "shown"),
    [
        ("So it is.", "We do.", ". Then more.", "So it is. [We do.] Then more."),
        ("", "We do", ", and more.", "[We do, and more.]"),
        ("So it is.", "We do.", "", "So it is. [We do.]"),
        ("", "We do. They do.", "", "[We do.] [They do.]"),
        ("So it is, and", "We do", "here. They do.", "[So it is, and We do here.] They do."),
        ("word " * 60 + "so. In short,", "q", "is. " + "end " * 60, "…word"),
    ],
)
def test_a_quote_reads_on_in_its_sentence(before: str, quote: str, after: str, shown: str) -> None:
    """Each of its sentences is whole and by itself; what stands around these is spaced as in print,
    once, and cut at a word.
    """
    made = quoted(Evidence("abstract", quote, before, after))
    plain = re.sub("</?mark>", "", made).replace('<span class="wiki-sentence">', "[")
    assert plain.replace("</span>", "]").startswith(shown)
    assert " ".join(re.findall("<mark>(.*?)</mark>", made)) == quote


def test_a_week_is_said_as_a_day_is() -> None:
    """By its number and its first and last day, in each language; over a turn of the year too."""
    said = front.week_in_words("2026-W25")
    assert said.en == "Week 25: 15 June 2026 – 21 June 2026"
    assert said.zh == "第 25 周：2026 年 6 月 15 日至 2026 年 6 月 21 日"
    assert front.week_in_words("2027-W01").en == "Week 1: 4 January 2027 – 10 January 2027"
    assert "28 December 2026 – 3 January 2027" in front.week_in_words("2026-W53").en
