"""What a paper's page has on the site beside its Markdown:
quotes in a file, states, related papers, guides.
"""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from tests.pages.sample import ONE, TWO, Sample, sample
from tests.site.pages import spelled
from wiki_builder.core.store.posts import add_posts
from wiki_builder.core.values.post import Post
from wiki_builder.curation.events import settle
from wiki_builder.site.build import build_site
from wiki_builder.site.evidence import beside, with_quotes_apart

PATH = "papers/2605/2605.00001.md"
MARK = '<a class="wiki-evidence" href="#e-c1">¶</a>'
PAGE = (
    '<section lang="en" class="wiki wiki-results" id="wiki-results-en"><ul><li>A.'
    ' {mark}</li></ul></section>\n<section lang="zh-Hans" class="wiki wiki-results"'
    ' id="wiki-results-zh"><ul><li>甲。{mark}</li></ul></section>\n<section class="wiki'
    ' wiki-results-table" id="wiki-results-table"><p>{mark}</p></section>\n<details class="wiki'
    ' wiki-evidence" id="wiki-evidence"'
    " open><summary><h2>Evidence</h2></summary>{quotes}</details>\n<p>after</p>"
).replace("{mark}", MARK)
DAY = "2026-05-05"
POST = Post("post:lab/0123456789ab", "lab", "Lab Blog", "Words", "https://e.org/1", DAY, DAY)
NEW = '<p class="wiki-caution" id="e-c1"><strong>1</strong> <mark>A.</mark></p>'
OLD = (
    '<details class="wiki-quote wiki-caution"><summary>1</summary>'
    '<blockquote id="e-c1"><mark>A.</mark></blockquote></details>'
)


@pytest.mark.parametrize("quotes", [NEW, OLD])
def test_quotes_stand_in_a_file_and_marks_say_how_claims_are_shown(quotes: str) -> None:
    """By a number, and in the words of each section's language where care is due;
    also where a wiki's own template writes quotes in another form.
    """
    made = with_quotes_apart(PAGE.replace("{quotes}", quotes), "evidence.html")
    assert 'id="e-c1"' in made.quotes
    assert "<mark>A.</mark>" in made.quotes
    assert "<mark>" not in made.page
    care, href = "[1] to be read with care", 'href="evidence.html#e-c1"'
    assert f'<li>A.\u00a0<a class="wiki-caution" id="e-c1" {href}>{care}</a></li>' in made.page
    assert (
        '<li><span class="wiki-together">甲。<a class="wiki-caution"'
        ' href="evidence.html#e-c1">[1] 存疑，请谨慎阅读</a></span></li>' in made.page
    )
    both = f'{care.removeprefix("[1] ")}</span> <span class="wiki" lang="zh-Hans">存疑，请谨慎阅读'
    assert f'{href}>[1] <span class="wiki" lang="en">{both}</span></a></p>' in made.page
    assert made.page.count('id="e-c1"') == 1
    assert '</summary><p><a href="evidence.html">' in made.page
    assert made.page.endswith("</details>\n<p>after</p>")


def entry(claim: str, *sentences: str, look: str = "quiet", place: str = "S1") -> str:
    """A claim in the list as the template writes it."""
    told = " ".join(f'<span class="wiki-sentence">{one}</span>' for one in sentences)
    link = f'<a href="https://a.org/{place}">{place}</a>'
    head = f'<p class="wiki-{look}" id="e-{claim}"><strong>{claim}</strong>'
    return f"{head} before {told} after {link} <em>facts of {claim}</em></p>"


def numbered(*entries: str, order: str) -> tuple[list[str], str]:
    """The marks of a page on which claims stand in this order, and its quotes."""
    marks = "".join(f"<li>A. {MARK.replace('c1', claim)}</li>" for claim in order.split())
    page = f'<section lang="en" class="wiki wiki-results"><ul>{marks}</ul></section>'
    opened = '<details class="wiki" id="wiki-evidence"><summary>E</summary>'
    made = with_quotes_apart(f"{page}{opened}{''.join(entries)}</details>", "evidence.html")
    return re.findall(r'href="evidence.html#e-[^"]*">(.*?)</a>', made.page), made.quotes


LEARNS, WINS = "<mark>It learns.</mark>", "<mark>It wins.</mark>"


def test_evidence_is_numbered_by_sentence() -> None:
    """Two claims on one sentence have one number, which counts in the order of the page; the
    sentence stands once, with both under it.
    """
    found, quotes = numbered(
        entry("c1", LEARNS), entry("c2", WINS), entry("c3", LEARNS), order="c2 c1 c3"
    )
    assert found == ["[1]", "[2]", "[2]"]
    assert quotes.count(LEARNS) == 1
    assert re.findall(r'<li id="(s-\d+)">|id="e-(c\d)"', quotes) == [
        *(("s-1", ""), ("", "c2"), ("s-2", ""), ("", "c1"), ("", "c3"))
    ]
    for claim in ("c1", "c2", "c3"):
        assert f"<strong>{claim}</strong> <em>facts of {claim}</em>" in quotes


def test_the_same_words_elsewhere_in_the_paper_are_another_sentence() -> None:
    """Since the number leads to a place."""
    found, _ = numbered(entry("c1", LEARNS), entry("c2", LEARNS, place="S2"), order="c1 c2")
    assert found == ["[1]", "[2]"]


def test_a_claim_on_several_sentences_has_their_numbers() -> None:
    """Two at most, and dots; in the list it stands under the first and leads to the others."""
    three = (LEARNS, WINS, "<mark>It rests.</mark>")
    found, quotes = numbered(
        entry("c1", *three[:2]), entry("c2", WINS), entry("c3", *three), order="c1 c2 c3"
    )
    assert found == ["[1, 2]", "[2]", "[1, 2 …]"]
    assert '<strong>c1</strong> <a href="#s-2">[2]</a> <em>' in quotes
    assert f'before <span class="wiki-sentence">{LEARNS}</span> <a href' in quotes
    assert f'<p><span class="wiki-sentence">{WINS}</span> after <a href' in quotes


def test_two_claims_that_quote_parts_of_one_sentence_keep_their_quotes() -> None:
    """The sentence has the words of the first marked; the other says which are its own."""
    first, second = "<mark>It learns</mark> and wins.", "It learns and <mark>wins.</mark>"
    found, quotes = numbered(entry("c1", first), entry("c2", second), order="c1 c2")
    assert found == ["[1]", "[1]"]
    assert first in quotes
    assert "<strong>c2</strong> <q>wins.</q> <em>" in quotes
    assert "<strong>c1</strong> <em>" in quotes


def test_words_whose_quote_is_lost_have_no_number() -> None:
    """A person's words about a claim of which nothing is left: said so, behind the sentences."""
    lost = '<p class="wiki-caution" id="e-c2"><strong>c2</strong>  <em>lost</em></p>'
    found, quotes = numbered(entry("c1", LEARNS), lost, order="c2 c1")
    assert found == ["[?] to be read with care", "[1]"]
    assert quotes.endswith(
        '</ol><p class="wiki-caution" id="e-c2"><strong>c2</strong> <em>lost</em></p>'
    )


def test_a_page_without_quotes_stays_as_it_is() -> None:
    """Nothing is taken from it, and a mark without a quote stays a mark."""
    page = PAGE.replace("{quotes}", "<p>Mine.</p>")
    assert with_quotes_apart(page, "evidence.html").page == page
    two = page.replace("<p>Mine.</p>", NEW.replace("c1", "c2"))
    assert MARK in with_quotes_apart(two, "evidence.html").page


def test_the_file_stands_beside_its_page() -> None:
    """Whatever form the site's addresses have."""
    assert beside("papers/2605/1/index.html") == "papers/2605/1/evidence.html"
    assert beside("papers/2605/1.html") == "papers/2605/1.evidence.html"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Sample, Path]:
    """A wiki in which two papers are related, one of them an event with a post, and its site."""
    wiki = sample(tmp_path_factory.mktemp("wiki") / "wiki")
    add_posts(wiki.wiki, [POST])
    settle(wiki.wiki, wiki.settings, True, TWO, POST.id, by="me", today=date(2026, 5, 5))
    wiki.render()
    made = build_site(wiki.root)
    assert made.ok, made.output
    return wiki, made.site


def test_a_related_paper_is_told_on_the_site_only(built: tuple[Sample, Path]) -> None:
    """Score, date, source and headline; the Markdown has none of it,
    and so does not change with the other paper.
    """
    wiki, site = built
    text = wiki.page(PATH)
    assert "Paper 2" not in text
    assert "2605.00002" not in text
    (related,) = [
        one for one in wiki.publisher().additions(ONE, PATH).parts if one.name == "related"
    ]
    assert "- [Paper 2](2605.00002.md)" in related.body
    assert "7/10" not in related.body
    page = spelled((site / "papers/2605/2605.00001/index.html").read_text("utf-8"))
    item = page[page.index('<li><a href="../2605.00002/" title="Paper 2">') :].partition("</li>")[0]
    assert (
        '<span class="wiki-text" lang="en">Rewards for each step</span>'
        ' <span class="wiki-text" lang="zh-Hans">逐步奖励</span></a> <small>' in item
    )  # no dot where a line ends
    assert (
        '<i> · </i><span lang="zh-Hans">重要性</span> <b>7/10</b> · arXiv cs.CL, Lab Blog · '
        "<time>2026-05-05</time>" in item
    )
    assert '<span class="wiki" lang="en">credit assignment' in item
    assert "It reaches 81.2%." not in item


def test_pages_of_an_event_tell_related_papers_in_short(built: tuple[Sample, Path]) -> None:
    """On a post's page and its paper's, each with importance, sources, day and headline, and the
    way to its summary.
    """
    for page in ("papers/2605/2605.00002", POST.id.replace("post:", "posts/")):
        html = spelled((built[1] / page / "index.html").read_text("utf-8"))
        related = html[html.index('id="wiki-related"') :].partition("</section>")[0]
        assert "<b>7/10</b> · arXiv cs.CL · <time>2026-05-05</time>" in related
        assert '<span class="wiki-text" lang="en">Rewards for each step</span>' in related
        assert '2605.00001/#wiki-summary-en"><span>' in related


def test_a_guide_has_its_gloss_in_each_language(built: tuple[Sample, Path]) -> None:
    """The first concepts of a paper say what they are; the list has them all."""
    page = spelled((built[1] / "papers/2605/2605.00001/index.html").read_text("utf-8"))
    assert page.count('<li class="wiki-guide">') == 2
    assert "<p>What earned a reward." in page
    assert "<p>判断哪个动作带来了奖励。" in page


def test_every_mark_leads_to_a_quote(built: tuple[Sample, Path]) -> None:
    """Without scripts, too: the file is there, and leads back."""
    quotes = spelled((built[1] / "papers/2605/2605.00001/evidence.html").read_text("utf-8"))
    assert quotes.count("It reaches 81.2% on three tasks.") == 1
    for claim in ("c1", "c2", "c3", "s1", "r1", "l1"):
        assert f'id="e-{claim}"' in quotes
    assert '<a href="./">← <span>Back to the paper</span>' in quotes
    assert '<link rel="icon" href="../../../assets/images/favicon.png">' in quotes
    assert 'src="../../../assets/wiki/head.js"' in quotes  # in the reader's language, like its page
    assert "https://arxiv.org/html/2605.00001v2#S3.p2" in quotes
    assert 'name="robots" content="noindex"' in quotes
