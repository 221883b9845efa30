"""The search in a real browser, over the sample: both languages, types, marks, keys, a phone, a path, no network."""

from __future__ import annotations

import gzip
import http.server
import json
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.site.chromium import ARGUMENTS, CHROMIUM, REQUIRED
from wiki_builder.site.build import build_site

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM and not REQUIRED, reason="no Chromium on this machine"),
    pytest.mark.xdist_group("browser"),
]

SAMPLE = Path(__file__).parents[2]
INPUT = "dialog.wiki-search input"
OPTION = "a.wiki-search-option"
STATUS = ".wiki-search-status"
DONE = "dialog.wiki-search[open]:not([aria-busy])"
HOSTILE = gzip.compress(
    json.dumps(
        {
            "url": "index.html",
            "kind": "page",
            "date": "",
            "title": ["<img src=x onerror=alert(1)> agent", ""],
            "names": [],
            "text": ["<img src=x> agent", "", ""],
        }
    ).encode()
)
PAPER = "papers/2605/2605.02396/"


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the sample, under a path as on a project's pages, from a host that compresses nothing."""
    served = tmp_path_factory.mktemp("served")
    built = build_site(SAMPLE, strict=False, site=served / "a" / "wiki")
    assert built.ok, built.output
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(served)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/a/wiki/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A headless Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A fresh visitor; an error, a message on the console or a request to another host fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if _is_wrong(said) else None)
    page.on("request", lambda request: None if "//127.0.0.1:" in request.url else wrong.append(request.url))
    yield page
    context.close()
    assert wrong == []


def _is_wrong(said: Any) -> bool:
    """Material asks each address that a page names as an alternate, a feed's too, for a sitemap."""
    return said.type in ("error", "warning") and not said.location["url"].endswith("/sitemap.xml")


def ask(page: Any, words: str) -> list[str]:
    """Ask, and give the addresses of the results that are shown."""
    if not page.is_visible("dialog.wiki-search"):
        page.keyboard.press("/")
        page.wait_for_selector(DONE)
    page.fill(INPUT, words)
    # The answer is there when the list says whose it is.
    page.wait_for_selector(f"{DONE}[data-asked='{words}']")
    root = page.url.partition("/a/wiki/")[0] + "/a/wiki/"
    return [link.get_attribute("href").removeprefix(root) for link in page.locator(OPTION).all()]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    "words, first",
    [
        ("大语言模型智能体", "concepts/llm-agent/"),
        ("LLM agent", "concepts/llm-agent/"),
        ("credit assignments", "concepts/credit-assignment/"),
        ("信用分配", "concepts/credit-assignment/"),
        ("SciWorld", "entities/scienceworld/"),
        ("2605.02396", PAPER),
        ("https://arxiv.org/abs/2605.02396v2", PAPER),
        ("arXiv:2605.02396", PAPER),
        ("Linsen Guo", PAPER),
        ("2026-05-05", "daily/2026-05-05/"),
        ("webshop", "entities/webshop/"),
    ],
)
def test_what_one_knows_by_name_comes_first(page: Any, site: str, language: str, words: str, first: str) -> None:
    """A concept in either language, an alias, an id however it was copied, an author, a day: in any language's view."""
    page.goto(f"{site}?lang={language}")
    found = ask(page, words)
    assert found
    assert found[0].startswith(first)


@pytest.mark.parametrize("words", ["blorptastic", "无此怪词", "qzxvkj 大语言模型", "模大型语言"])
def test_nonsense_finds_nothing_and_says_so(page: Any, site: str, words: str) -> None:
    """In the reader's language, or in both; a known word beside it changes nothing."""
    page.goto(f"{site}?lang=both")
    assert ask(page, words) == []
    assert page.inner_text(STATUS).startswith(f"Nothing found for “{words}”")
    assert f"没有找到“{words}”" in page.inner_text(STATUS)
    assert page.get_attribute(INPUT, "aria-expanded") == "false"


def test_results_are_in_the_chosen_language(page: Any, site: str) -> None:
    """Titles and pieces of text follow the switch, whatever language the question is in, and say which they are."""
    page.goto(f"{site}?lang=zh")
    ask(page, "reward hacking")
    title = page.locator(".wiki-search-title").first
    assert title.get_attribute("lang") == "zh-Hans"
    assert "奖励作弊" in title.inner_text()
    assert page.inner_text(STATUS).endswith("条结果")
    page.evaluate("document.documentElement.dataset.lang = 'en'")
    page.wait_for_selector(".wiki-search-title[lang=en] >> text=Reward Hacking in Language Model Agents")
    assert page.locator(".wiki-search-title[lang|=zh]").count() == 0
    assert page.inner_text(STATUS).endswith("results")


@pytest.mark.parametrize("words, marks", [("强化学习", {"强化学习"}), ("policies", {"policy", "policies"})])
def test_what_was_found_is_marked(page: Any, site: str, words: str, marks: set[str]) -> None:
    """In the title or in the piece of text below it: the word itself, or another form of it."""
    page.goto(f"{site}?lang=zh" if words == "强化学习" else f"{site}?lang=en")
    ask(page, words)
    for option in page.locator(OPTION).all():
        assert {mark.lower() for mark in option.locator("mark").all_inner_texts()} & marks


def test_types_of_results(page: Any, site: str) -> None:
    """Each result says its type, and one type can be looked at alone."""
    page.goto(f"{site}?lang=en")
    ask(page, "reinforcement learning")
    buttons = page.locator(".wiki-search-types button").all_inner_texts()
    assert [button.split()[0] for button in buttons] == ["All", "Concepts", "Names", "Papers", "Days", "Pages"]
    page.click(".wiki-search-types button[value=day]")
    page.wait_for_selector(".wiki-search-types button[value=day][aria-pressed=true]")
    page.wait_for_function(
        "![...document.querySelectorAll('.wiki-search-kind')].some(kind => kind.innerText.startsWith('Con'))"
    )
    kinds = {kind.split(" · ")[0] for kind in page.locator(".wiki-search-kind").all_inner_texts()}
    assert kinds == {"Day"}


def test_all_of_it_by_keyboard(page: Any, site: str) -> None:
    """/ and s open, arrows choose, further results come at the end, Enter opens, Esc closes."""
    page.goto(f"{site}{PAPER}?lang=en")
    page.keyboard.press("s")
    page.wait_for_selector(DONE)
    page.keyboard.press("Escape")
    assert not page.is_visible("dialog.wiki-search")
    ask(page, "agent")
    assert page.get_attribute(INPUT, "role") == "combobox"
    assert page.get_attribute(INPUT, "aria-expanded") == "true"
    assert page.get_attribute(INPUT, "aria-activedescendant") is None
    page.keyboard.press("ArrowDown")
    page.wait_for_selector(f"{INPUT}[aria-activedescendant=wiki-search-0]")
    page.keyboard.press("ArrowUp")
    page.wait_for_function("!document.querySelector('dialog input').hasAttribute('aria-activedescendant')")
    for number in range(11):
        page.keyboard.press("ArrowDown")
        page.wait_for_selector(f"#wiki-search-{number}[aria-selected=true]")
    assert page.locator(f"{OPTION}[aria-selected=true]").count() == 1
    there = page.get_attribute("#wiki-search-10", "href")
    page.keyboard.press("Enter")
    page.wait_for_url(there)


def test_enter_opens_the_first_result_however_fast_one_types(page: Any, site: str) -> None:
    """The answer to what stands in the field is waited for."""
    page.goto(site)
    page.keyboard.press("/")
    page.wait_for_selector(DONE)
    page.keyboard.insert_text("2605.02396")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site}{PAPER}")


def test_keys_belong_to_who_is_writing(page: Any, site: str) -> None:
    """A slash in a field is a slash, and focus comes back to where it was."""
    page.goto(site)
    page.focus(".wiki-search-open")
    page.keyboard.press("Enter")
    page.wait_for_selector(DONE)
    page.keyboard.type("s/")
    assert page.input_value(INPUT) == "s/"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.matches('.wiki-search-open')")


def test_a_first_question_costs_little(page: Any, site: str) -> None:
    """Nothing is loaded before one asks; then at most 200 KB, scripts included, though the host compresses nothing."""
    answers: list[Any] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(site, wait_until="networkidle")
    assert not [answer.url for answer in answers if "/search/" in answer.url]
    answers.clear()
    ask(page, "大语言模型")
    assert sum(len(answer.body()) for answer in answers) < 200_000


def test_text_of_a_page_is_never_markup(page: Any, site: str) -> None:
    """What a result shows is text, whatever a page holds."""
    page.goto(site)
    page.route("**/search/p/*", lambda route: route.fulfill(body=HOSTILE))
    ask(page, "agent")
    assert "<img" in page.locator(".wiki-search-title").first.inner_text()
    assert page.locator("dialog img").count() == 0


def test_a_search_that_cannot_be_loaded_says_so(browser: Any, site: str) -> None:
    """And works again when the files are there."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{site}?lang=en")
    page.route("**/search/index.json", lambda route: route.abort())
    assert ask(page, "agent") == []
    assert page.inner_text(STATUS) == "The search could not be loaded."
    page.unroute("**/search/index.json")
    assert ask(page, "agents")
    context.close()


def test_a_phone_has_all_of_it(browser: Any, site: str) -> None:
    """360 pixels, the whole screen, nothing sideways, a button to close."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(f"{site}?lang=both")
    page.click(".wiki-search-open")
    page.wait_for_selector(DONE)
    ask(page, "reinforcement learning")
    box = page.locator("dialog.wiki-search").bounding_box()
    assert (box["x"], box["width"]) == (0, 360)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate("document.querySelector('.wiki-search-results').scrollWidth") <= 360
    page.click(".wiki-search-close")
    assert not page.is_visible("dialog.wiki-search")
    context.close()


def test_without_scripts_there_is_no_dead_button(browser: Any, site: str) -> None:
    """What needs a script is not shown without one."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site)
    assert not page.is_visible(".wiki-search-open")
    context.close()
