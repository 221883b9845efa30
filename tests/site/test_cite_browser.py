"""On a paper's page: what is copied, what is reported,
and that all of it works by keyboard and in both languages.
"""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.site.chromium import IN_A_BROWSER
from tests.site.sample import until
from tests.site.test_browser import page, visit

__all__ = ["page", "visit"]  # the visitors of the site's other tests

pytestmark = IN_A_BROWSER

PAPER = "papers/2605/2605.00001/"


@pytest.fixture(scope="module")
def site(small: str) -> str:
    """The address of a wiki under a sub-path, whose repository is at GitHub."""
    return small


def copied(page: Any) -> str:
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_bibtex_citation_and_link_are_copied(page: Any, site: str) -> None:
    """By keyboard, too; and the page says that it was done."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(site + PAPER + "?lang=en#wiki-summary-en")
    page.focus(".wiki-copy button:has-text('BibTeX')")
    page.keyboard.press("Enter")
    page.wait_for_selector(".wiki-copied:has-text('Copied')")
    assert copied(page).startswith("@misc{lee2026paper,\n  title = {Paper 1},")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    until(page, "navigator.clipboard.readText().then(text => text.startsWith('Ann Lee'))")
    assert copied(page) == "Ann Lee. Paper 1. arXiv:2605.00001 [cs.CL]. 2026."
    page.goto(site + PAPER.replace("00001", "00003") + "?lang=en")
    page.click(".wiki-copy button:has-text('Citation')")
    until(page, "navigator.clipboard.readText().then(text => text.includes('et al.'))")
    assert "Author 9 et al. A | B" in copied(page)
    assert "Author 10" not in copied(page)
    page.goto(site + PAPER + "?lang=en")
    page.focus(".wiki-copy button:has-text('Citation')")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    until(page, "navigator.clipboard.readText().then(text => text.startsWith('http'))")
    assert copied(page) == site + PAPER


def test_the_entries_of_a_concept_are_copied(page: Any, site: str) -> None:
    """All that its file has, by one press, and once more after one that failed."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(site + "concepts/credit-assignment/?lang=en")
    file = page.request.get(page.evaluate("document.querySelector('[download]').href")).text()
    page.route("**/*.bib", lambda route: route.abort())
    page.click(".wiki-files button:has-text('Copy BibTeX')")
    page.wait_for_selector(".wiki-copied:has-text('Could not be copied')")
    page.unroute("**/*.bib")
    page.click(".wiki-files button")
    # "Could not be copied" has the word too, and the first wait would be over at once
    until(page, "navigator.clipboard.readText().then(text => text.startsWith('@misc'))")
    page.wait_for_selector(".wiki-copied:not(:has-text('Could not')):has-text('Copied')")
    assert copied(page) == file
    assert file.count("@misc{") == 2


def test_a_claim_is_reported_with_all_that_it_says(page: Any, site: str) -> None:
    """A new issue is filled in with page, claim, both wordings and the quote;
    nothing is sent before that.
    """
    page.goto(site + PAPER)
    page.click(".wiki-contributions[lang=en] a[href$='#e-c1'][aria-expanded]")
    link = page.locator(".wiki-quote-box .wiki-report")
    address = urlsplit(link.get_attribute("href"))
    assert (address.netloc, address.path) == ("github.com", "/me/my-wiki/issues/new")
    form = parse_qs(address.query)
    assert form["title"] == ["arxiv:2605.00001#c1"]
    body = form["body"][0]
    assert f"Page · 页面**: {site}{PAPER}" in body
    assert "arxiv:2605.00001#c1 (Contribution · 贡献 1)" in body
    assert "Steps: Each step has a reward." in body
    assert "每步都有奖励。" in body
    assert "It reaches 81.2% on three tasks." in body
    link.focus()
    assert page.evaluate("document.activeElement.className").split()[0] == "wiki-report"


def test_a_page_leads_to_its_source_and_to_a_report(page: Any, site: str) -> None:
    """Also without scripts: the editor opens the page's real file, and a mistake is reported by
    page.

    A citation manager finds the abstract; Zotero would take the card's description for it.
    """
    page.goto(site + PAPER)
    page.wait_for_selector(".wiki-copy")
    assert page.get_attribute("meta[name=citation_abstract]", "content") == "We train."
    edit = page.get_attribute("a[rel=edit]", "href")
    assert edit == "https://github.com/me/my-wiki/edit/main/docs/papers/2605/2605.00001.md"
    report = urlsplit(page.get_attribute(".wiki-files a[href*=issues]", "href"))
    assert parse_qs(report.query)["title"] == ["Paper 1 (arxiv:2605.00001)"]
    page.goto(site + "feeds/")
    assert page.locator("a[rel=edit]").count() == 0, "the page of feeds has no file"


def test_every_link_to_a_feed_or_file_leads_there(page: Any, site: str) -> None:
    """From the head, the foot and the page of feeds, under a sub-path."""
    for path in ("papers/", PAPER, "concepts/credit-assignment/", "daily/2026-05-05/", "feeds/"):
        page.goto(site + path)
        found = page.eval_on_selector_all(
            "link[type='application/atom+xml'], .wiki-files a[download], .wiki-feeds a, article"
            " a[href$='.xml'], article a[href$='.txt']",
            "links => links.map(link => link.href)",
        )
        assert found, path
        for address in dict.fromkeys(found):
            assert page.request.get(address).ok, f"{address} on /{path}"


def test_a_page_asks_for_nothing_that_is_not_there(page: Any, site: str) -> None:
    """Material takes a feed's link for a translation of the site,
    and would ask for that one's sitemap.
    """
    missing: list[str] = []
    page.on("response", lambda answer: missing.append(answer.url) if answer.status >= 400 else None)
    page.goto(site + PAPER)
    page.wait_for_load_state("networkidle")
    assert missing == []
    feeds = (
        "[...document.querySelectorAll('[type=\"application/atom+xml\"]')].map(link => link.href)"
    )
    everywhere = [f"{site}feeds/all.{language}.xml" for language in ("en", "zh")]
    assert page.evaluate(feeds) == everywhere
    page.goto(site)
    assert page.evaluate(feeds) == everywhere
    sent = page.request.get(site).text()
    assert sent.count("<link rel=alternate type=application/atom+xml") == 2


def test_a_selection_is_given_as_bibtex(page: Any, site: str) -> None:
    """What another script asks for, in its order; an id that nobody knows is left out."""
    page.goto(site + PAPER)
    ids = ["arxiv:2605.00002", "arxiv:9999.00001", "arxiv:2605.00001"]
    text = page.evaluate(
        f"import('{site}assets/wiki/bibtex.js').then(module => module.bibtex({json.dumps(ids)}))"
    )
    assert re.findall(r"eprint = \{([\d.]+)\}", text) == ["2605.00002", "2605.00001"]


def test_without_a_repository_nothing_is_reported(other: str, page: Any) -> None:
    """No link that leads nowhere; copying is there all the same."""
    page.goto(f"{other}{PAPER[:-1]}.html")
    page.wait_for_selector(".wiki-copy button")
    assert page.locator(".wiki-copy button").count() == 3
    assert page.locator("a[href*=issues], .wiki-report, a[rel=edit]").count() == 0
