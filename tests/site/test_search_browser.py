"""The search in a real browser, over the sample:
both languages, types, marks, keys, a phone, a path, no network.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from tests.once import Once
from tests.site.chromium import BROWSER, IN_A_BROWSER, Visit, served, visitor, visitors
from tests.site.sample import until
from tests.site.tiny import make
from wiki_builder.core.spelling import simplified
from wiki_builder.site.search.terms import search_terms

pytestmark = IN_A_BROWSER

INPUT = "dialog.wiki-search input"
OPTION = "a.wiki-search-option"
STATUS = ".wiki-search-status"
ACT = ".wiki-search-act"
HIT = "mark.wiki-hit"
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


@pytest.fixture(scope="module")
def site(own_host: Path) -> Iterator[str]:
    """The address of the sample, under a path as on a project's pages,
    from a host that compresses nothing.
    """
    with served(own_host) as address:
        yield f"{address}a/wiki/"


@pytest.fixture(scope="module")
def visit(browser: Any) -> Iterator[Visit]:
    """A window for one visitor after another."""
    with visitors(browser) as visit:
        yield visit


@pytest.fixture
def page(visit: Visit, site: str) -> Iterator[Any]:
    """A fresh visitor."""
    with visit(site) as page:
        yield page


@pytest.fixture(scope="module")
def asking(browser: Any) -> Iterator[Any]:
    """A visitor who asks one question after another."""
    with visitor(browser) as page:
        yield page


FIELD = "input.wiki-search-open"  # in the button's place, while the box is on its way


@pytest.mark.parametrize("keys", ["letters", "Enter", "Escape"])
def test_keys_that_come_before_the_box_are_kept(page: Any, site: str, keys: str) -> None:
    """However fast they are typed behind the slash: letters and a correction stand in the box,
    Enter opens the first result, Escape leaves the page as it was.
    """
    asked: list[Any] = []
    page.route("**/search/box.js", lambda route: asked.append(route))
    page.goto(site)
    page.wait_for_selector("button.wiki-search-open:visible")
    with page.expect_request("**/search/box.js"):
        page.keyboard.press("/")
    page.keyboard.type("credit assigned")
    for key in ("Backspace", "Backspace"):
        page.keyboard.press(key)
    page.keyboard.type("ment")
    assert page.input_value(FIELD) == "credit assignment"
    if keys != "letters":
        page.keyboard.press(keys)
    asked[0].continue_()
    if keys == "Enter":
        page.wait_for_url("**/concepts/credit-assignment/**")
    elif keys == "Escape":
        page.wait_for_selector(FIELD, state="detached")
        assert page.locator("button.wiki-search-open").is_visible()
        assert not page.is_visible("dialog.wiki-search")
    else:
        page.wait_for_selector("dialog.wiki-search[open]")
        page.keyboard.type("s")
        assert page.input_value(INPUT) == "credit assignments"
        page.wait_for_selector(DONE)
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog.wiki-search", state="hidden")


def ask(page: Any, words: str) -> list[str]:
    """Ask, and give the addresses of the results that are shown."""
    if not page.is_visible("dialog.wiki-search"):
        page.keyboard.press("/")
        page.wait_for_selector(DONE)
    page.fill(INPUT, words)
    # The answer is there when the list says whose it is.
    page.wait_for_selector(f"{DONE}[data-asked='{words}']")
    root = page.url.partition("/a/wiki/")[0] + "/a/wiki/"
    links = [link.get_attribute("href").removeprefix(root) for link in page.locator(OPTION).all()]
    return [link.partition("?")[0] for link in links]


NAMED = {
    "大语言模型智能体": "concepts/llm-agent/",
    "LLM agent": "concepts/llm-agent/",
    "credit assignments": "concepts/credit-assignment/",
    "信用分配": "concepts/credit-assignment/",
    "SciWorld": "entities/scienceworld/",
    "2605.02396": PAPER,
    "https://arxiv.org/abs/2605.02396v2": PAPER,
    "Linsen Guo": PAPER,
    "2026-05-05": "daily/2026-05-05/",
    "2026-05": "daily/2026-05-05/",
    "GRPO": "concepts/group-relative-policy-optimization/",
    "webshop": "entities/webshop/",
    "tau bench": "entities/tau-bench/",
    "tau^2": "entities/tau2-bench/",
    "τ²-Bench": "entities/tau2-bench/",
}


@pytest.mark.parametrize("language, named", [("en", NAMED), ("zh", [*NAMED][:4])])
def test_what_one_knows_by_name_comes_first(
    asking: Any, site: str, language: str, named: Collection[str]
) -> None:
    """A concept in either language, an alias, an id however it was copied, an author, a day:
    in any language's view.
    """
    asking.goto(f"{site}?lang={language}")
    found = {words: ask(asking, words)[:1] for words in named}
    assert {words: first[0][: len(NAMED[words])] for words, first in found.items() if first} == {
        words: NAMED[words] for words in named
    }


def test_nonsense_finds_nothing_and_says_so(asking: Any, site: str) -> None:
    """In the reader's language, of both in that which was read last; a known word beside it
    changes nothing.
    """
    asking.goto(f"{site}?lang=en")
    asking.goto(f"{site}?lang=both")
    for words in ("blorptastic", "无此怪词", "qzxvkj 大语言模型", "模大型语言"):
        assert ask(asking, words) == []
        assert asking.inner_text(STATUS).startswith(f"Nothing found for “{words}”")
        assert asking.get_attribute(INPUT, "aria-expanded") == "false"
        assert asking.locator(ACT).count() == 0
        links = asking.locator(f"{STATUS} a").evaluate_all("all => all.map(a => a.href)")
        assert links == [f"{site}radar/", f"{site}concepts/"]


def test_an_author_of_several_papers_leads_to_all_of_them(page: Any, site: str) -> None:
    """On the radar, before the papers themselves."""
    page.goto(f"{site}?lang=en")
    assert ask(page, "xunliang cai")[0] == "radar/"
    assert page.locator(OPTION).first.inner_text() == "Papers by Xunliang Cai"
    page.keyboard.press("Enter")
    page.wait_for_selector(".wiki-radar-chips button:has-text('Xunliang Cai')")
    page.wait_for_selector(".wiki-entry h2 >> nth=1")


def test_results_are_in_the_chosen_language(page: Any, site: str) -> None:
    """Titles and pieces of text follow the switch, whatever language the question is in,
    and say which they are.
    """
    page.goto(f"{site}?lang=zh")
    ask(page, "reward hacking")
    title = page.locator(".wiki-search-title").first
    assert title.get_attribute("lang") == "zh-Hans"
    assert "奖励作弊" in title.inner_text()
    assert page.inner_text(STATUS).endswith("条结果")
    page.evaluate("Object.assign(document.documentElement.dataset, { lang: 'en', ui: 'en' })")
    page.wait_for_selector(
        ".wiki-search-title[lang=en] >> text=Reward Hacking in Language Model Agents"
    )
    assert page.locator(".wiki-search-title[lang|=zh]").count() == 0
    assert page.inner_text(STATUS).endswith("results")


def test_what_was_found_is_marked(asking: Any, site: str) -> None:
    """In the title or in the piece of text below it: the word itself, or another form of it."""
    for language, words, marks in (
        ("zh", "强化学习", {"强化学习"}),
        ("en", "policies", {"policy", "policies"}),
    ):
        asking.goto(f"{site}?lang={language}")
        ask(asking, words)
        for option in asking.locator(OPTION).all():
            assert {mark.lower() for mark in option.locator("mark").all_inner_texts()} & marks


def test_words_of_an_abstract_are_looked_for_on_its_page(
    browser: Any, site: str, own_host: Path
) -> None:
    """What a result's file leaves out is shown and marked as what it has; where the page cannot be
    loaded the result is there all the same.
    """
    root = own_host / "a" / "wiki"
    packed = [gzip.decompress(file.read_bytes()) for file in root.glob("search/*/p/*")]
    brought = next(one for one in map(json.loads, packed) if one["url"] == PAPER)
    known = " ".join((*brought["text"], *brought["title"])).lower()
    pages = [file.read_text("utf-8").lower() for file in root.rglob("index.html")]
    html = (root / PAPER / "index.html").read_text("utf-8")
    abstract = html.partition("id=wiki-abstract-en")[2].partition("</details>")[0]
    words = re.findall(r"\b[a-z]{7,}\b", re.sub("<[^>]*>", " ", abstract))
    rare = (one for one in words if sum(one[:6] in page for page in pages) < 5)
    word = next(one for one in rare if one[:6] not in known)
    with visitor(browser, console=False) as page:
        result = page.locator(f"{OPTION}[href*='{PAPER}']")
        page.route(f"**/{PAPER}", lambda route: route.abort())
        page.goto(f"{site}?lang=en")
        assert PAPER in ask(page, word)
        assert result.locator("mark").count() == 0
        page.unroute(f"**/{PAPER}")
        ask(page, "2605.02396")
        assert PAPER in ask(page, word)
        assert word in result.locator(".wiki-search-excerpt mark").first.inner_text().lower()


def test_a_date_or_number_finds_itself_alone(asking: Any, site: str) -> None:
    """It is one word: no page is found, and nothing is marked, for a year,
    a month or a day that stands elsewhere.
    """
    asking.goto(f"{site}?lang=en")
    for words, most in (("2026-05-05", 30), ("2605.02396", 5)):
        assert 0 < len(ask(asking, words)) <= 10
        assert int(asking.inner_text(STATUS).split()[0]) <= most
        assert set(asking.locator(f"{OPTION} mark").all_inner_texts()) == {words}


def test_types_of_results(page: Any, site: str) -> None:
    """Each result says its type, and one type can be looked at alone."""
    page.goto(f"{site}?lang=en")
    ask(page, "reinforcement learning")
    buttons = page.locator(".wiki-search-types button").all_inner_texts()
    assert [button.split()[0] for button in buttons] == [
        "All",
        "Concepts",
        "Names",
        "Papers",
        "Days",
        "Pages",
    ]
    page.click(".wiki-search-types button[value=day]")
    page.wait_for_selector(".wiki-search-types button[value=day][aria-pressed=true]")
    until(
        page,
        """() => {
      const kinds = [...document.querySelectorAll('.wiki-search-kind')].map(kind => kind.innerText.split(' · ')[0])
      return kinds.length && kinds.every(kind => kind === 'Day')
    }""",  # noqa: E501
    )


def test_all_of_it_by_keyboard(page: Any, site: str) -> None:
    """/, s and Ctrl+K open, arrows choose, further results come at the end,
    Enter opens, Esc closes.
    """
    page.goto(f"{site}{PAPER}?lang=en")
    page.keyboard.press("s")
    page.wait_for_selector(DONE)
    page.keyboard.press("Escape")
    assert not page.is_visible("dialog.wiki-search")
    page.keyboard.press("Control+k")
    page.wait_for_selector(DONE)
    ask(page, "agent")
    assert page.get_attribute(INPUT, "role") == "combobox"
    assert page.get_attribute(INPUT, "aria-expanded") == "true"
    assert page.get_attribute(INPUT, "aria-activedescendant") is None
    page.keyboard.press("ArrowDown")
    page.wait_for_selector(f"{INPUT}[aria-activedescendant=wiki-search-0]")
    page.keyboard.press("ArrowUp")
    until(page, "!document.querySelector('dialog input').hasAttribute('aria-activedescendant')")
    for number in range(11):
        page.keyboard.press("ArrowDown")
        page.wait_for_selector(f"#wiki-search-{number}[aria-selected=true]")
    assert page.locator(f"{OPTION}[aria-selected=true]").count() == 1
    there = page.get_attribute("#wiki-search-10", "href").partition("?")[0]
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


def test_a_first_question_costs_little(browser: Any, site: str) -> None:
    """Nothing is loaded before one asks; then at most 200 KB, scripts included,
    though the host compresses nothing.
    """
    answers: list[Any] = []
    with visitor(browser) as page:  # who has loaded nothing before
        page.on("response", lambda answer: answers.append(answer))
        # a page that loads nothing else, however late
        page.goto(f"{site}log/", wait_until="networkidle")
        assert not [answer.url for answer in answers if "/search/" in answer.url]
        answers.clear()
        ask(page, "大语言模型")
        assert 0 < sum(len(answer.body()) for answer in answers) < 200_000


def test_text_of_a_page_is_never_markup(page: Any, site: str) -> None:
    """What a result shows is text, whatever a page holds."""
    page.goto(site)
    page.route("**/search/*/p/*", lambda route: route.fulfill(body=HOSTILE))
    ask(page, "agent")
    assert "<img" in page.locator(".wiki-search-title").first.inner_text()
    assert page.locator("dialog img").count() == 0


def test_a_search_that_cannot_be_loaded_says_so(browser: Any, site: str) -> None:
    """Whichever file is missing; the same question can be tried again when it is there."""
    with visitor(browser, console=False) as page:
        for lost in ("index.json", "*/t/*", "*/p/*"):
            page.goto(f"{site}?lang=en")
            page.route(f"**/search/{lost}", lambda route: route.abort())
            assert ask(page, "agent") == []
            assert page.inner_text(STATUS) == "The search could not be loaded. Try again"
            page.unroute(f"**/search/{lost}")
            page.click(ACT)
            page.wait_for_selector(OPTION)
            assert page.input_value(INPUT) == "agent"


def test_a_dialog_that_cannot_be_loaded_says_so(browser: Any, site: str) -> None:
    """In both languages, and pressing the button again tries again."""
    context = browser.new_context()
    page = context.new_page()
    said: list[str] = []

    def read(dialog: Any) -> None:
        said.append(dialog.message)
        dialog.accept()

    page.on("dialog", read)
    page.goto(site)
    page.route("**/search.css", lambda route: route.abort())
    with page.expect_event("dialog"):
        page.click(".wiki-search-open")
    assert said[0].startswith("The search could not be loaded.")
    assert "搜索无法加载" in said[0]
    page.unroute("**/search.css")
    page.click(".wiki-search-open")
    page.wait_for_selector(DONE)
    context.close()


def test_a_page_left_open_finds_in_a_site_that_was_built_again(browser: Any, site: str) -> None:
    """The numbers of one index are never read in the files of another."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{site}?lang=en")
    assert ask(page, "2605.02396")[0] == PAPER
    about = page.evaluate(
        "site => fetch(`${site}search/index.json`).then(answer => answer.json())", site
    )
    old = f"{site}search/{about['version']}/"
    new = json.dumps(about | {"version": "another"})
    page.route(f"{old}**", lambda route: route.fulfill(status=404))
    page.route(f"{site}search/index.json", lambda route: route.fulfill(body=new))
    moved = f"{site}search/another/"
    page.route(
        f"{moved}**", lambda r: r.fulfill(response=r.fetch(url=r.request.url.replace(moved, old)))
    )
    assert ask(page, "信用分配")[0] == "concepts/credit-assignment/"
    context.close()


def test_a_late_answer_does_not_replace_a_newer_one(page: Any, site: str) -> None:
    """On a slow network the list is always that of the last question."""
    held: list[Any] = []  # the ten pages of the first answer
    page.goto(f"{site}?lang=en")
    page.keyboard.press("/")
    page.wait_for_selector(DONE)
    page.route(
        "**/search/*/p/*", lambda route: held.append(route) if len(held) < 10 else route.continue_()
    )
    with page.expect_request("**/search/*/p/*"):
        page.fill(INPUT, "agent")
    assert ask(page, "Linsen Guo") == [PAPER]
    with page.expect_response(held[0].request.url):
        for route in held:
            route.continue_()
    page.wait_for_load_state("networkidle")
    assert page.locator(OPTION).count() == 1
    assert page.inner_text(STATUS) == "1 result"


def test_a_mistyped_word_is_put_right_by_a_click(page: Any, site: str) -> None:
    """Two letters in long words, for no file more; what is right already stays."""
    page.goto(f"{site}?lang=en")
    assert ask(page, "credit asignmnet") == []
    assert page.inner_text(ACT) == "Did you mean “credit assignment”?"
    page.click(ACT)
    page.wait_for_selector(f"{DONE}[data-asked='credit assignment'] {OPTION}")
    assert page.input_value(INPUT) == "credit assignment"


def test_traditional_characters_find_simplified_ones(page: Any, site: str) -> None:
    """Taiwan's words of the field too; what was looked for is said,
    and marked on the page that is opened.
    """
    page.goto(f"{site}?lang=both")
    found = ask(page, "大语言模型")
    count = page.inner_text(STATUS).partition(" ")[0]
    assert ask(page, "大語言模型") == found != []
    assert page.inner_text(STATUS) == f"{count} results for “大语言模型”"
    assert ask(page, "大型語言模型") == found
    assert "“大语言模型 / 大型语言模型”" in page.inner_text(STATUS)
    assert "大语言模型" in page.locator(f"{OPTION} mark").all_text_contents()
    assert "h=大语言模型" in unquote(page.locator(OPTION).first.get_attribute("href"))
    # The guide says 強化學習: a page that does hides none of the others.
    assert len(ask(page, "強化學習")) == 10
    assert "guide/search/" not in ask(page, "強化學習")


def test_names_of_the_field_are_known_in_traditional_characters(page: Any, site: str) -> None:
    """Each as the builder reads it, and as it is written without the mainland's words."""
    told = (
        "([site, terms]) => import(`${site}assets/wiki/traditional.js`).then(m =>"
        " terms.map(m.spellings))"
    )
    search_terms = [
        "人類反饋強化學習",
        "閾值",
        "偽標籤",
        "瞭解",
        "藉助",
        "卷積神經網路",
        "類神經網路",
        "演算法與資料",
    ]
    page.goto(site)
    assert [found[-1] for found in page.evaluate(told, [site, search_terms])] == [
        simplified(term) for term in search_terms
    ]
    assert page.evaluate(told, [site, ["醫學影像", "沿著", "算法"]]) == [
        ["医学影像", "医学图像"],
        ["沿着"],
        [],
    ]


def test_the_question_stands_in_the_address(page: Any, site: str) -> None:
    """It can be sent and kept; "back" closes the search and "forward" shows it again,
    on the same page.
    """
    page.goto(f"{site}{PAPER}?lang=zh")
    ask(page, "信用 分配")
    link = page.url
    assert link.startswith(f"{site}{PAPER}?lang=zh&search=")
    page.go_back()
    page.wait_for_selector("dialog.wiki-search", state="hidden")
    assert page.url == f"{site}{PAPER}?lang=zh"
    page.go_forward()
    page.wait_for_selector(f"{DONE}[data-asked='信用 分配'] {OPTION}")
    page.keyboard.press("Escape")
    page.wait_for_url(f"{site}{PAPER}?lang=zh")
    page.goto(link)
    page.wait_for_selector(f"{DONE}[data-asked='信用 分配'] {OPTION}")
    page.keyboard.press("Escape")
    page.wait_for_url(f"{site}{PAPER}?lang=zh")
    assert not page.is_visible("dialog.wiki-search")


def test_the_search_leaves_the_page_behind_as_it_was(page: Any, site: str) -> None:
    """On the radar, too, which keeps its view in the address: what was unfolded stays."""
    page.goto(f"{site}radar/?lang=en&q=agent")
    page.click(".wiki-radar-more")
    page.wait_for_selector(".wiki-radar-list > li:nth-child(40)")
    before = page.locator(".wiki-radar-list > li").count()
    top = page.evaluate("scrollTo({ top: 1000, behavior: 'instant' }), scrollY")
    assert top == 1000
    ask(page, "credit")
    page.keyboard.press("Escape")
    page.wait_for_url(f"{site}radar/?lang=en&q=agent")
    assert page.locator(".wiki-radar-list > li").count() == before
    assert page.evaluate("scrollY") == top


def test_back_from_a_result_leads_to_the_results(page: Any, site: str) -> None:
    """And from them to the page on which the search was opened."""
    page.goto(site)
    ask(page, "credit assignment")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site}concepts/credit-assignment/")
    page.go_back()
    page.wait_for_selector(f"{DONE} {OPTION}")
    assert page.input_value(INPUT) == "credit assignment"
    page.go_back()
    page.wait_for_url(site)
    assert not page.is_visible("dialog.wiki-search")


def test_a_result_opens_where_the_words_stand(page: Any, site: str) -> None:
    """Marked in the language that is read, in view;
    the address is the page's own, and Esc takes the marks away.
    """
    page.set_viewport_size({"width": 390, "height": 500})
    seen = """mark => {
      const { top, bottom } = mark.getBoundingClientRect()
      return mark.checkVisibility() && top > 0 && bottom < innerHeight
    }"""
    for language, words in (("en", "parallel reasoning summarization"), ("zh", "并行推理")):
        page.goto(f"{site}?lang={language}")
        page.click(".wiki-search-open")
        page.wait_for_selector(DONE)
        assert PAPER in ask(page, words)
        page.click(f"{OPTION}[href*='{PAPER}']")
        page.wait_for_url(f"{site}{PAPER}")
        page.wait_for_selector(HIT)
        assert any(mark.evaluate(seen) for mark in page.locator(HIT).all())
        text = page.inner_text("article")
        page.keyboard.press("Escape")
        assert page.locator(HIT).count() == 0
        assert page.inner_text("article") == text


def test_marks_leave_maths_and_links_whole(page: Any, site: str) -> None:
    """A word is marked within a link and through one; a formula is none;
    a click on a mark takes all of them away.
    """
    page.goto(f"{site}entities/tau2-bench/?lang=en&h=tau2+bench+memgym")
    page.wait_for_selector(HIT)
    assert page.url == f"{site}entities/tau2-bench/?lang=en"
    assert page.locator(f"article a {HIT}").count() > 0
    assert page.locator(f".arithmatex {HIT}").count() == 0
    page.wait_for_selector("h1 .katex")
    page.locator(f"h1 {HIT}").first.click()
    assert page.locator(HIT).count() == 0


def test_words_that_stand_only_in_what_is_folded_unfold_it(page: Any, site: str) -> None:
    """A timeline, a history, a quote: it is opened for its reader."""
    page.goto(f"{site}concepts/credit-assignment/?lang=en")
    page.eval_on_selector(
        "article details", "folded => folded.insertAdjacentHTML('beforeend', '<p>zebrafish')"
    )
    page.evaluate(
        "site => import(`${site}assets/wiki/search/hits.js`).then(({ hits }) => hits('zebrafish'))",
        site,
    )
    assert page.locator(HIT).inner_text() == "zebrafish"
    assert page.is_visible(HIT)


def test_what_people_paste_is_the_paper_s_id(page: Any, site: str) -> None:
    """Addresses, versions, DOIs, other sites that use arXiv's ids;
    an ordinary address stays words.
    """
    page.goto(site)
    read = """([site, texts]) => import(`${site}assets/wiki/search/terms.js`)
      .then(({ question }) => texts.map(text => question(text).name))"""
    new = (
        "2605.02801v2 arXiv:2605.02801v2 https://arxiv.org/abs/2605.02801"
        " arxiv.org/pdf/2605.02801v3.pdf?download=1"
    )
    new += " 10.48550/arXiv.2605.02801 https://doi.org/10.48550/arXiv.2605.02801 https://www.alphaxiv.org/abs/2605.02801"
    assert set(page.evaluate(read, [site, new.split()])) == {"=2605 02801"}
    old = "astro-ph/0601001v1 https://arxiv.org/abs/astro-ph/0601001v1 arXiv:astro-ph/0601001"
    assert set(page.evaluate(read, [site, old.split()])) == {"=astro ph 0601001"}
    assert page.evaluate(read, [site, ["arXiv: 2605.02801"]]) == ["=2605 02801"]
    assert page.evaluate(read, [site, ["https://github.com/one"]]) == ["=https github com one"]


def test_browser_and_index_know_a_word_by_the_same_terms(page: Any, site: str) -> None:
    """Accents, full width, Greek letters, digits above and below."""
    page.goto(site)
    words = [
        "LLM",
        "Müller",
        "ＬＬＭ",
        "τ²",
        "τ2",
        "π₀",
        "Ω",
        "x¹⁰",
        "αβ",
        "λόγος",
        "ﬁne",
        "Σ",
        "µm",
    ]
    read = """([site, words]) => import(`${site}assets/wiki/search/terms.js`)
      .then(({ forms }) => words.map(word => forms(word)))"""
    assert list(map(set, page.evaluate(read, [site, words]))) == list(map(search_terms, words))


def test_from_disk_there_is_no_dead_button(browser: Any, once: Once) -> None:
    """A browser lets no page read files there: a line says so, in the reader's language."""
    index = once("tiny", make) / "host/wiki/index.html"
    context = browser.new_context()
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(index.as_uri() + "?lang=en")
    line = page.locator("article > .wiki-from-disk")
    line.wait_for()
    assert line.inner_text().strip().startswith("Opened as files")
    assert line.locator("code >> visible=true").all_inner_texts() == ["wiki-builder serve"]
    page.click(".wiki-language button[value=zh]")
    assert line.inner_text().strip().startswith("以本地文件方式打开")
    page.wait_for_load_state("networkidle")
    assert wrong == []
    assert page.locator(".wiki-search-open").count() == 1
    assert not page.is_visible(".wiki-search-open")
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
    page.focus(INPUT)
    # which has the keyboard stop at what scrolls
    scrolls = [".wiki-search-types"] if BROWSER == "firefox" else []
    for wanted in (".wiki-search-close", *scrolls, ".wiki-search-types button[value=all]"):
        page.keyboard.press("Tab")
        assert page.evaluate("wanted => document.activeElement.matches(wanted)", wanted)
    page.click(".wiki-search-close")
    assert not page.is_visible("dialog.wiki-search")
    context.close()


def test_the_list_of_results_has_room_by_what_is_in_it(page: Any, site: str) -> None:
    """In WebKit a share of a dialog's automatic height is none:
    the list is as high as its lines, and scrolls.
    """
    page.goto(site)
    page.click(".wiki-search-open")
    page.wait_for_selector(DONE)
    ask(page, "learning")
    list_ = "getComputedStyle(document.querySelector('.wiki-search-results'))"
    assert page.evaluate(f"[{list_}.flexBasis, {list_}.minHeight, {list_}.overflowY]") == [
        "auto",
        "0px",
        "auto",
    ]
    shown = page.evaluate(
        "document.querySelector('dialog.wiki-search').getBoundingClientRect().bottom"
    )
    assert shown <= page.evaluate("innerHeight")
