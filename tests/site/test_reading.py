"""What a paper's page has on the site beside its Markdown:
quotes in a file, states, related papers, guides.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pages.sample import ONE, Sample, sample
from tests.site.pages import spelled
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
NEW = '<p class="wiki-caution" id="e-c1"><strong>1</strong> <mark>A.</mark></p>'
OLD = (
    '<details class="wiki-quote wiki-caution"><summary>1</summary>'
    '<blockquote id="e-c1"><mark>A.</mark></blockquote></details>'
)


@pytest.mark.parametrize("quotes", [NEW, OLD])
def test_quotes_stand_in_a_file_and_marks_say_how_claims_are_shown(quotes: str) -> None:
    """In the words of each section's language,
    also where a page was written before quotes had this form.
    """
    made = with_quotes_apart(PAGE.replace("{quotes}", quotes), "evidence.html")
    assert made.quotes == quotes
    assert quotes not in made.page
    care, href = "to be read with care", 'href="evidence.html#e-c1"'
    assert f'<li>A. <a class="wiki-caution" id="e-c1" {href}>{care}</a></li>' in made.page
    assert (
        '<li>甲。<a class="wiki-caution" href="evidence.html#e-c1">存疑，请谨慎阅读</a></li>'
        in made.page
    )
    assert (
        '<p><a class="wiki-caution" href="evidence.html#e-c1">to be read with care 存疑，请谨慎阅读</a></p>'  # noqa: E501
        in made.page
    )
    assert made.page.count('id="e-c1"') == 1
    assert '</summary><p><a href="evidence.html">' in made.page
    assert made.page.endswith("</details>\n<p>after</p>")


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
    """A wiki in which two papers are related to each other, and its site."""
    wiki = sample(tmp_path_factory.mktemp("wiki") / "wiki")
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
    item = page[page.index('<li><a href="../2605.00002/">Paper 2</a>') :].partition("</li>")[0]
    assert '<a href="../2605.00002/">Paper 2</a> <small>' in item  # no dot where a line ends
    assert (
        '<i> · </i><span lang="zh-Hans">重要性</span></span> <b>7/10</b> · <time>2026-05-05</time>'
        in item
    )
    assert (
        '<a href="https://arxiv.org/abs/2605.00002">arXiv ↗</a> · <span lang="en">credit'
        " assignment</span>" in item
    )
    assert (
        '<span lang="en">Rewards for each step</span> <span lang="zh-Hans">逐步奖励</span>' in item
    )


def test_a_guide_has_its_gloss_in_each_language(built: tuple[Sample, Path]) -> None:
    """The first concepts of a paper say what they are; the list has them all."""
    page = spelled((built[1] / "papers/2605/2605.00001/index.html").read_text("utf-8"))
    assert page.count('<li class="wiki-guide">') == 2
    assert "<p>What earned a reward." in page
    assert "<p>判断哪个动作带来了奖励。" in page


def test_every_mark_leads_to_a_quote(built: tuple[Sample, Path]) -> None:
    """Without scripts, too: the file is there, and leads back."""
    quotes = spelled((built[1] / "papers/2605/2605.00001/evidence.html").read_text("utf-8"))
    assert quotes.count("It reaches 81.2% on three tasks.") == 6
    for claim in ("c1", "c2", "c3", "s1", "r1", "l1"):
        assert f'id="e-{claim}"' in quotes
    assert '<a href="./">← <span lang="en">Back to the paper</span>' in quotes
    assert '<link rel="icon" href="../../../assets/images/favicon.png">' in quotes
    assert 'src="../../../assets/wiki/head.js"' in quotes  # in the reader's language, like its page
    assert "https://arxiv.org/html/2605.00001v2#S3.p2" in quotes
    assert 'name="robots" content="noindex"' in quotes
