"""The graph in a real browser: unfolding, filters, keys, both languages,
and the small graph of a concept's page.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.site.chromium import IN_A_BROWSER, Visit, visitors
from tests.site.sample import until
from tests.site.tiny import IDEAS

pytestmark = IN_A_BROWSER

LIST = ".wiki-graph-list > li"
STATUS = ".wiki-graph-status"
COUNT = ".wiki-graph-count select"
CONCEPT = "concepts/idea-000/"


@pytest.fixture(scope="module")
def site(tiny: str) -> str:
    """The address of a wiki with 260 concepts, under a path as on a project's pages."""
    return tiny


@pytest.fixture(scope="module")
def visit(browser: Any) -> Iterator[Visit]:
    """A window for one visitor after another who may copy."""
    with visitors(browser, permissions=["clipboard-read", "clipboard-write"]) as visit:
        yield visit


@pytest.fixture
def page(visit: Visit, site: str) -> Iterator[Any]:
    """A fresh visitor who may copy."""
    with visit(site) as page:
        yield page


@pytest.fixture
def opened(page: Any, site: str) -> Any:
    """The graph's page with the weightiest of all, drawn."""
    page.goto(f"{site}graph/?lang=en")
    page.wait_for_selector(LIST)
    page.select_option(COUNT, "200")
    return page


def listed(page: Any) -> list[str]:
    """The names in the list."""
    return [name.strip() for name in page.locator(f"{LIST} > a").all_inner_texts()]


def test_the_weightiest_are_a_choice(opened: Any) -> None:
    """200 of 260, the list says the same as the picture, and the plain list has gone into it."""
    assert opened.inner_text(STATUS) == "200 of 260 shown"
    assert listed(opened) == [f"idea {n:03}" for n in range(200)]
    first = opened.locator(LIST).first
    assert "48 papers" in first.inner_text()
    assert "Beside: " in first.inner_text()
    assert "idea 003" in first.inner_text()
    assert first.locator("a").get_attribute("href").endswith("/wiki/concepts/idea-000/")
    assert (
        opened.locator(LIST)
        .nth(12)
        .locator("a")
        .get_attribute("href")
        .endswith("/wiki/entities/idea-012/")
    )
    assert not opened.is_visible("section.wiki-graph > ul")


def test_unfolding_adds_the_neighbours(opened: Any) -> None:
    """What was not shown beside a concept appears, in the list too, and it is said."""
    button = opened.locator(LIST).first.locator("button")
    assert "Unfold 7 more beside idea 000" in button.text_content()
    button.focus()
    opened.keyboard.press("Enter")
    assert opened.inner_text(STATUS) == "7 more beside idea 000; 207 shown"
    assert listed(opened)[200:] == [f"idea {n:03}" for n in (250, 251, 252, 253, 254, 255, 259)]
    assert opened.evaluate("document.activeElement.textContent.includes('idea 000')")


def test_a_click_on_a_node_unfolds(opened: Any) -> None:
    """The picture does what the list does: what is looked for stands in the middle,
    and a click there unfolds it.
    """
    opened.wait_for_selector("div.wiki-graph[data-layout=done]")
    opened.fill(".wiki-graph-search input", "idea 000")
    opened.keyboard.press("Enter")
    opened.evaluate(
        "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )  # it is drawn
    box = opened.locator("canvas").bounding_box()
    opened.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert opened.inner_text(STATUS) == "7 more beside idea 000; 207 shown"


def test_a_name_covers_nothing(opened: Any) -> None:
    """Where nodes are close, a name that would cover a name or a sign is left out;
    not that of what is chosen.
    """
    found = opened.evaluate("""async () => {
      const { Stage } = await import('/wiki/assets/wiki/graph/stage.js')
      const nodes = Array.from({ length: 120 }, (_, at) => ({
        at, en: `a name ${at}`, zh: '', kind: 'concept', near: [], shown: true,
        r: 14 - at / 10, x: at % 12 * 45, y: Math.floor(at / 12) * 30 }))
      const stage = new Stage(document.querySelector('canvas').cloneNode(), {})
      Object.assign(stage, { width: 800, height: 500, ratio: 1, chosen: null })
      stage.show(nodes, [])
      stage.fit(false)
      stage.draw()
      const overlap = (a, b) => a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1]
      const own = ({ sx, sy, sr }) => [sx - sr, sy - sr, sx + sr, sy + sr]
      const boxes = [...stage.named.values()], signs = nodes.map(own)
      const covers = boxes.filter(box => [...signs, ...boxes].some(other => other !== box && overlap(box, other)))
      const left = nodes.find(node => !stage.named.has(node))
      stage.chosen = left
      stage.draw()
      return { named: boxes.length, covers: covers.length, chosen: stage.named.has(left) }
    }""")  # noqa: E501
    assert 0 < found["named"] < 120
    assert found["covers"] == 0
    assert found["chosen"]


def test_a_filter_shows_other_concepts(opened: Any) -> None:
    """With one kind left all of it is shown, not what is left of the first 200."""
    opened.uncheck("input[value=concept]")
    assert opened.inner_text(STATUS) == "20 of 20 shown"
    assert listed(opened) == [f"idea {n:03}" for n in range(12, IDEAS, 13)]
    opened.check("input[value=concept]")
    assert opened.inner_text(STATUS) == "200 of 260 shown"
    opened.uncheck("input[value=model]")
    opened.click(".wiki-graph-again")
    assert opened.is_checked("input[value=model]")
    assert opened.is_checked("input[value=concept]")


def test_dates_are_chosen_by_keyboard(opened: Any) -> None:
    """Both ends of the span are native sliders; concepts first seen outside of it go."""
    early = opened.locator(".wiki-graph-range input").first
    early.focus()
    for _ in range(4):
        opened.keyboard.press("ArrowRight")
    until(opened, f"document.querySelector('{STATUS}').textContent.startsWith('20 of 20')")
    assert early.get_attribute("aria-valuetext") == "2026-05-01"
    assert listed(opened)[0] == "idea 240"


def test_search_goes_to_what_is_not_shown(opened: Any) -> None:
    """A name in either language brings its concept up, marked in the list."""
    opened.fill(".wiki-graph-search input", "想法230")
    assert opened.locator(".wiki-graph-matches button").count() == 1
    opened.keyboard.press("Enter")
    assert opened.inner_text(f"{LIST}[aria-current] > a") == "idea 230"
    assert opened.inner_text(STATUS).startswith("idea 230, ")
    opened.fill(".wiki-graph-search input", "no such name")
    assert opened.inner_text(STATUS) == "Nothing has this name"


def test_the_list_shows_what_was_found(opened: Any) -> None:
    """While a name is looked for the list has what goes by it; afterwards all again."""
    opened.fill(".wiki-graph-search input", "idea 01")
    assert listed(opened) == [f"idea {n:03}" for n in range(10, 20)]
    opened.fill(".wiki-graph-search input", "")
    assert len(listed(opened)) == 200


def test_nothing_is_said_of_unfolding_where_all_is_shown(opened: Any) -> None:
    """The hint goes with what could be unfolded."""
    assert opened.is_visible(".wiki-graph-hint")
    opened.select_option(".wiki-graph-count select", "260")
    assert not opened.is_visible(".wiki-graph-hint")


def test_all_by_keyboard(opened: Any, site: str) -> None:
    """The picture itself: an arrow chooses, space unfolds, Enter opens the concept's page."""
    opened.focus("canvas")
    opened.keyboard.press("ArrowRight")
    assert opened.inner_text(STATUS).startswith("idea 000, 48 papers")
    opened.keyboard.press(" ")
    assert opened.inner_text(STATUS).endswith("207 shown")
    opened.keyboard.press("Enter")
    opened.wait_for_url(site + CONCEPT)


def test_an_address_names_a_concept(page: Any, site: str) -> None:
    """A concept's page links to itself in the graph, also where it is not among the first 200."""
    page.goto(f"{site}graph/?lang=en#idea-230")
    page.wait_for_selector(f"{LIST}[aria-current]")
    assert page.inner_text(f"{LIST}[aria-current] > a") == "idea 230"


def test_names_follow_the_switch(opened: Any) -> None:
    """List, controls and what is said aloud: one language, the other, or both."""
    opened.click(".wiki-language button[value=zh]")
    assert listed(opened)[0] == "想法000"
    assert opened.get_attribute("canvas", "aria-label").startswith("概念图谱")
    assert opened.inner_text(".wiki-graph-again") == "重新开始"
    opened.click(".wiki-language button[value=both]")
    assert opened.locator(f"{LIST}:first-child > a > span:visible").all_inner_texts() == [
        "idea 000",
        "想法000",
    ]


def test_long_lists_come_in_pieces(opened: Any) -> None:
    """All 260 are shown at once; the list goes on where the reader asks for it."""
    opened.select_option(".wiki-graph-count select", "260")
    assert opened.inner_text(STATUS) == "260 of 260 shown"
    assert len(listed(opened)) == 200
    opened.click(".wiki-graph-more")
    assert len(listed(opened)) == 260
    assert opened.evaluate("document.activeElement.textContent") == "idea 200想法200"


def test_a_phone_has_the_list_below(browser: Any, site: str) -> None:
    """390 pixels hold the picture with something in it, and nothing scrolls sideways."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    for address in ("graph/", CONCEPT):
        page.goto(site + address)
        if address == CONCEPT:
            page.click(".wiki-near > summary")
        page.wait_for_selector(f"{LIST}, .wiki-graph-near svg")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.goto(site + "graph/")
    page.wait_for_selector(LIST)
    until(
        page,
        "new Set(document.querySelector('canvas').getContext('2d').getImageData(0, 0, 350,"
        " 400).data).size > 20",
    )
    assert (
        page.locator("canvas").bounding_box()["y"]
        < page.locator(".wiki-graph-list").bounding_box()["y"]
    )
    context.close()


def test_without_scripts_or_data_there_is_the_list(browser: Any, site: str) -> None:
    """The page is readable whatever fails."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site + "graph/")
    assert page.locator("section.wiki-graph > ul a").count() == 12
    context.close()
    context = browser.new_context()
    page = context.new_page()
    page.route("**/graph.json", lambda route: route.fulfill(status=404, body=""))
    page.goto(site + "graph/?lang=en")
    page.wait_for_selector(".wiki-graph > p")
    assert page.is_visible("section.wiki-graph > ul")
    context.close()


def test_a_link_into_what_is_closed_opens_it(page: Any, site: str) -> None:
    """An anchor leads to what it names, closed or not; paper has no summary to press."""
    page.goto(f"{site}{CONCEPT}")
    assert not page.is_visible("#wiki-bibtex pre")
    page.goto("about:blank")
    page.goto(f"{site}{CONCEPT}#wiki-bibtex")
    page.wait_for_selector("#wiki-bibtex pre", state="visible")
    assert not page.is_visible(".wiki-near svg")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.wait_for_selector(".wiki-near svg", state="visible")


def test_neighbours_stand_beside_the_text_on_a_desk(browser: Any, site: str) -> None:
    """In the column beside where there is one, below the text elsewhere; never over either."""
    for width, beside in ((1280, True), (1000, False), (390, False)):
        context = browser.new_context(viewport={"width": width, "height": 844})
        page = context.new_page()
        page.goto(f"{site}{CONCEPT}?lang=en")
        near = page.locator("#wiki-neighbours").bounding_box()
        text = page.locator("#wiki-bibtex").bounding_box()
        assert (near["x"] >= text["x"] + text["width"]) == beside
        assert beside or near["y"] + near["height"] <= text["y"]
        foot = page.locator("footer.md-footer").bounding_box()
        assert near["y"] + near["height"] <= foot["y"]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        context.close()


def test_bibtex_is_copied(page: Any, site: str) -> None:
    """One press copies the entries as they stand."""
    page.goto(f"{site}{CONCEPT}")
    page.click("#wiki-bibtex > summary")
    page.click("#wiki-bibtex button, #wiki-bibtex .md-clipboard")
    assert page.evaluate("navigator.clipboard.readText()") == "@misc{one,\n  title = {$x$ & y}\n}"
