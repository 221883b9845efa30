"""The sample wiki for every reader: what opens, keyboard, zoom, wide text, motion,
forced colours, no scripts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.site.chromium import IN_A_BROWSER, Visit, visitors
from tests.site.sample import PAGES, goto, in_both_schemes, sideways, until, violations, watched

pytestmark = IN_A_BROWSER

DESK = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
LARGE = {"width": 640, "height": 450}


@pytest.fixture(scope="module")
def visit(browser: Any) -> Iterator[Visit]:
    """A window for one visitor after another; no answer is other than 200."""
    with visitors(browser, answers=True, viewport=DESK) as visit:
        yield visit


@pytest.fixture
def desk(visit: Visit, sample: str) -> Iterator[Any]:
    """A fresh visitor's page at a desk."""
    with visit(sample) as page:
        yield page


@pytest.fixture
def phone(desk: Any) -> Any:
    """A fresh visitor's page on a phone."""
    desk.set_viewport_size(PHONE)
    return desk


# --- What opens --------------------------------------------------------------------------


def test_the_search_has_no_fault(phone: Any, sample: str) -> None:
    """With results and without any, in light and dark."""
    goto(phone, sample, "front")
    phone.click(".wiki-search-open")
    phone.fill("dialog.wiki-search input", "credit")
    phone.wait_for_selector(".wiki-search-option")
    assert in_both_schemes(phone, "dialog.wiki-search") == []
    phone.fill("dialog.wiki-search input", "qqzzxx")
    phone.wait_for_selector(".wiki-search-option", state="detached")
    assert violations(phone, part="dialog.wiki-search") == []


def test_the_radar_with_all_open_has_no_fault(desk: Any, sample: str) -> None:
    """Filters, the chips of those that hold, two rows and every mark."""
    goto(desk, sample, "radar")
    opened(desk)
    desk.click(".wiki-radar-filters")
    desk.locator(".wiki-radar-fields select").first.select_option(index=1)
    desk.wait_for_selector(".wiki-radar-chips button")
    for n in range(2):
        desk.locator(".wiki-entry-unfold").nth(n).click()
        desk.locator(".wiki-entry-abstract > section:visible, .wiki-entry-abstract > ul").nth(
            n
        ).wait_for()
    for button in desk.locator("li.wiki-entry").first.locator("button[aria-pressed]").all():
        button.click()
    # one mark may take another away
    desk.locator("li.wiki-entry").nth(1).locator("[data-wiki-mark=star]").click()
    desk.mouse.move(0, 0)
    desk.evaluate("document.activeElement.blur(), scrollTo(0, 0)")
    assert desk.locator(".wiki-entry-actions button[aria-pressed=true]").count() >= 2
    assert in_both_schemes(desk) == []


@pytest.mark.parametrize("kind", ["paper", "paper-file", "concept", "graph"])
def test_a_page_with_all_unfolded_has_no_fault(phone: Any, sample: str, kind: str) -> None:
    """Quotes, sources, neighbours, history, filters: whatever a click opens."""
    goto(phone, sample, kind)
    assert opened(phone) > 0
    if kind == "concept":
        phone.wait_for_selector(".wiki-graph-near svg")
    assert in_both_schemes(phone) == []
    assert sideways(phone) == 0


def test_marked_papers_of_the_front_page_can_be_read(phone: Any, sample: str) -> None:
    """What is read, or not wanted, is quiet and not pale."""
    goto(phone, sample, "front")
    for button in phone.locator(".wiki-top .wiki-entry-actions button").all():
        button.click()
    phone.evaluate(
        "ids => import('./assets/wiki/marks.js')"
        ".then(marks => ids.forEach(id => marks.set(id, 'read')))",
        phone.locator(".wiki-edition li[data-wiki-id]").evaluate_all(
            "all => all.map(one => one.dataset.wikiId)"
        ),
    )
    phone.wait_for_selector(".wiki-edition li[data-wiki-read]")
    assert in_both_schemes(phone, "article") == []


def test_the_list_of_keys_has_no_fault(desk: Any, sample: str) -> None:
    """The dialog that a question mark opens."""
    goto(desk, sample, "paper")
    desk.keyboard.press("?")
    desk.wait_for_selector("dialog.wiki-keys[open]")
    assert in_both_schemes(desk, "dialog.wiki-keys") == []


def test_the_list_of_keys_begins_at_its_beginning(browser: Any, sample: str) -> None:
    """Where it is longer than the window, at 400 %, the focus does not lead past the keys."""
    with watched(
        browser, sample, viewport={"width": 320, "height": 225}, device_scale_factor=4
    ) as page:
        goto(page, sample, "paper", "?lang=en")
        page.wait_for_selector(".wiki-footer-keys button", state="attached")
        page.keyboard.press("?")
        page.wait_for_selector("dialog.wiki-keys[open]")
        assert page.evaluate("document.querySelector('.wiki-keys').scrollTop") == 0
        assert page.evaluate("document.activeElement.closest('.wiki-keys') !== null")


def test_keys_go_from_paper_to_paper(desk: Any, sample: str) -> None:
    """On a concept's page the first stop is an entry of a list;
    what cites a claim within a sentence is none.
    """
    goto(desk, sample, "concept", "?lang=en")
    assert desk.locator("article p a[href*='#e-']").count() > 0
    desk.wait_for_selector(".wiki-footer-keys button", state="attached")
    desk.keyboard.press("j")
    assert desk.evaluate("document.activeElement.closest('li, td') !== null")
    assert desk.evaluate("document.activeElement.hash") == ""


def test_the_drawer_has_no_fault(phone: Any, sample: str) -> None:
    """The navigation of a phone, and its inner level."""
    goto(phone, sample, "guide")
    phone.click(".wiki-drawer")
    assert in_both_schemes(phone) == []


def opened(page: Any) -> int:
    """Unfolds all that folds; how many there were."""
    count: int = page.evaluate("""() => {
      const all = [...document.querySelectorAll("article details")]
      for (const one of all) one.open = true
      return all.length
    }""")
    return count


# --- The keyboard ------------------------------------------------------------------------

# The elements that a person at the mouse can use; of a group of radio buttons the keyboard reaches
# one.
_USABLE = """
  [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")].filter(one =>
    one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true }) &&
    (one.type !== "radio" || one.checked))
"""  # noqa: E501
# What is wrong with the element that has the focus; null if none has it, or one that had it before.
# Material makes room for the footer a frame after the page scrolled.
_STOP = """async () => {
  const one = document.activeElement
  if (!one || one === document.body) return null
  window.reached ||= new Set()
  if (reached.has(one) && one.type !== "date") return null
  reached.add(one)
  const name = one.outerHTML.slice(0, 100)
  const own = one.matches(".md-toggle") ? one.labels : []
  const named = one.matches(".md-option") ? one.form.querySelectorAll("label") : own
  const shown = [...named].find(label => label.checkVisibility({ visibilityProperty: true })) || one
  const style = getComputedStyle(shown), lined = style.outlineStyle !== "none" && style.outlineWidth !== "0px"
  if (one.type !== "date" && !lined) return `no outline: ${name}`
  const seen = () => {
    const box = shown.getBoundingClientRect()
    return [[.5, .5], [.1, .2], [.9, .2], [.1, .8], [.9, .8]]
      .map(([x, y]) => document.elementFromPoint(box.left + box.width * x, box.top + box.height * y))
      .some(at => at && (shown.contains(at) || at.contains(shown)))
  }
  for (let frames = 3; frames && !seen(); frames--) await new Promise(requestAnimationFrame)
  return seen() ? "" : `not seen: ${name}`
}"""  # noqa: E501


def walked(page: Any, key: str = "Tab") -> list[str]:
    """Goes by ``key`` to the page's end; what is wrong on the way."""
    wrong: list[str] = []
    usable: int = page.evaluate(f"() => {{ window.usable = {_USABLE}; return usable.length }}")
    for _ in range(2 * usable + 20):
        page.keyboard.press(key)
        said = page.evaluate(_STOP)
        if said is None:
            return wrong
        wrong += [said] if said else []
    return [*wrong, "the keyboard is trapped"]


def missed(page: Any) -> list[str]:
    """What could be used when the walk began and never had the focus."""
    found: list[str] = page.evaluate(
        "usable.filter(one => one.checkVisibility({ visibilityProperty: true }) &&"
        " !reached.has(one)).map(one => one.outerHTML.slice(0, 100))"
    )
    return found


@pytest.mark.parametrize("kind", ["front", "graph"])
def test_the_keyboard_reaches_everything(desk: Any, sample: str, kind: str) -> None:
    """Each link and control takes the focus, with a line around it, where it can be seen;
    nothing holds it.
    """
    goto(desk, sample, kind)
    assert walked(desk) == []
    assert missed(desk) == []


@pytest.mark.parametrize("kind", ["paper-maths", "guide-code"])
def test_the_keyboard_reaches_everything_on_a_phone(phone: Any, sample: str, kind: str) -> None:
    """A small window with a keyboard: 200 % on a desk."""
    goto(phone, sample, kind)
    assert walked(phone) == []
    assert missed(phone) == []


def test_the_keyboard_reaches_all_of_the_radar(desk: Any, sample: str) -> None:
    """Filters, chips, and a list that is short enough to walk through: of one paper."""
    goto(desk, sample, "radar", "?q=orchestration+traces")
    desk.wait_for_selector(".wiki-radar-chips button")
    opened(desk)
    assert walked(desk) == []
    assert missed(desk) == []


def test_the_header_hides_nothing_on_the_way_back(desk: Any, sample: str) -> None:
    """With Shift and Tab the page scrolls up, and what has the focus stands below the header."""
    goto(desk, sample, "paper-maths")
    desk.locator("footer a[href]").last.focus()
    assert walked(desk, "Shift+Tab") == []


def test_the_first_link_skips_the_navigation(desk: Any, sample: str) -> None:
    """Tab, Enter, Tab: the next stop stands in the text, whatever language is shown."""
    for language in ("en", "zh", "both"):
        goto(desk, sample, "paper", f"?lang={language}")
        for key in ("Tab", "Enter", "Tab"):
            desk.keyboard.press(key)
        assert desk.evaluate("document.activeElement.closest('article') !== null"), language


def test_the_drawer_is_for_the_keyboard(phone: Any, sample: str) -> None:
    """Its button says how it stands; shut, it holds no stop;
    Escape shuts it and gives the focus back.
    """
    goto(phone, sample, "guide")
    button = phone.locator(".wiki-drawer")
    assert button.get_attribute("aria-expanded") == "false"
    assert not phone.is_visible(".wiki-nav a")
    button.press("Enter")
    assert button.get_attribute("aria-expanded") == "true"
    for path in ("radar/", "daily/", "log/", "trust/"):
        assert phone.locator(f".wiki-nav a[href$='{path}']").first.is_visible(), path
    phone.keyboard.press("Escape")
    assert button.get_attribute("aria-expanded") == "false"
    assert phone.evaluate("document.activeElement.classList.contains('wiki-drawer')")


def test_what_has_the_focus_in_the_drawer_is_seen(phone: Any, sample: str) -> None:
    """Each stop of the drawer scrolls into it, and nothing covers it."""
    goto(phone, sample, "guide")
    phone.locator(".wiki-drawer").press("Enter")
    phone.keyboard.press("Tab")
    said = []
    while True:
        phone.keyboard.press("Tab")
        if not phone.evaluate("document.activeElement.closest('.wiki-nav') !== null"):
            break
        said.append(phone.evaluate(_STOP))
    assert len(said) > 20
    assert {*said} == {""}


def test_a_menu_of_the_header_is_for_the_keyboard(desk: Any, sample: str) -> None:
    """Enter opens it, Tab leads into it, Escape shuts it and gives the focus back; so does a click
    elsewhere. It says how it stands.
    """
    goto(desk, sample, "paper", "?lang=en")
    menu = desk.locator(".wiki-more")
    desk.wait_for_selector(".wiki-footer-keys button", state="attached")
    menu.locator("summary").focus()
    desk.keyboard.press("Enter")
    assert menu.evaluate("one => one.open")
    desk.keyboard.press("Tab")
    assert desk.evaluate("document.activeElement.textContent.startsWith('Names')")
    desk.keyboard.press("Escape")
    assert not menu.evaluate("one => one.open")
    assert desk.evaluate("document.activeElement.matches('.wiki-more > summary')")
    desk.keyboard.press("Enter")
    desk.mouse.click(640, 700)
    assert not menu.evaluate("one => one.open")
    menu.evaluate("one => { one.open = true }")
    assert in_both_schemes(desk, ".md-header") == []  # in Firefox the switch is a click elsewhere


def test_light_and_dark_are_chosen_by_the_keyboard(desk: Any, sample: str) -> None:
    """From the system's choice to light, to dark and back, by Enter."""
    goto(desk, sample, "front")
    desk.focus(".md-option:has(+ label:not([hidden]))")
    for media in (
        "(prefers-color-scheme: light)",
        "(prefers-color-scheme: dark)",
        "(prefers-color-scheme)",
    ):
        desk.keyboard.press("Enter")
        assert desk.evaluate("document.activeElement.dataset.mdColorMedia") == media
        desk.wait_for_selector(f"body[data-md-color-media='{media}']")


# --- Zoom, wide text, motion ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def large(browser: Any, sample: str) -> Iterator[Any]:
    """A visitor at a desk who sees everything at twice its size."""
    with watched(browser, sample, viewport=LARGE, device_scale_factor=2) as page:
        yield page


@pytest.mark.parametrize(
    "kind", ["front", "radar", "paper-maths", "comparison", "graph", "guide-code"]
)
def test_a_page_can_be_read_large_wide_and_still(large: Any, sample: str, kind: str) -> None:
    """At 200 % nothing is beyond the edge or covered, and nothing moves for who wants no motion; on
    a phone no label is cut where lines, words and letters stand further apart.
    """
    large.set_viewport_size(LARGE)
    goto(large, sample, kind)
    assert sideways(large) == 0
    assert overlaps(large) == []
    assert large.evaluate(MOVING) == []
    assert large.evaluate("document.getAnimations().length") == 0
    large.set_viewport_size(PHONE)
    opened(large)
    large.add_style_tag(content=WIDE_TEXT)
    assert sideways(large) == 0
    assert large.evaluate(CUT) == []


# What has a transition or an animation left, or scrolls where a jump is wanted.
MOVING = """() => [...document.querySelectorAll("*")].filter(one => {
  const style = getComputedStyle(one)
  return style.transitionProperty !== "none" || style.animationName !== "none" || style.scrollBehavior !== "auto"
}).map(one => one.outerHTML.slice(0, 80))"""  # noqa: E501
CUT = """() => [...document.querySelectorAll("button, summary, h1, h2, h3, label, .wiki-entry p")].filter(one =>
  one.checkVisibility({ visibilityProperty: true }) && getComputedStyle(one).overflow !== "visible" &&
  (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
).map(one => one.outerHTML.slice(0, 100))"""  # noqa: E501


def overlaps(page: Any) -> list[str]:
    """Controls of the header that stand on the one before them or beyond the window."""
    found: list[str] = page.evaluate("""() => {
      const shown = [...document.querySelectorAll(".md-header :is(a, button, label, summary)")].filter(one => !one.closest("li li"))
        .filter(one => one.checkVisibility({ visibilityProperty: true }))
        .map(one => [one.className || one.value, one.getBoundingClientRect()])
        .sort(([, a], [, b]) => a.left - b.left)
      const beyond = shown.filter(([, box]) => box.left < 0 || box.right > innerWidth)
      const over = shown.filter(([, box], at) => at && shown[at - 1][1].right > box.left + 1)
      return [...beyond, ...over].map(([name]) => name)
    }""")  # noqa: E501
    return found


# WCAG 1.4.12
WIDE_TEXT = """
  * { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
  p { margin-bottom: 2em !important }
"""  # noqa: E501


def test_what_scrolls_sideways_takes_the_focus(phone: Any, sample: str) -> None:
    """A wide table is moved with the arrow keys."""
    goto(phone, sample, "comparison")
    table = phone.locator(".md-typeset__scrollwrap[tabindex='0']").first
    table.focus()
    phone.keyboard.press("ArrowRight")
    until(phone, "document.activeElement.scrollLeft > 0")


# --- Colours ----------------------------------------------------------------------


def test_a_pressed_button_is_told_apart_in_forced_colours(browser: Any, sample: str) -> None:
    """Where the system chooses the colours, the chosen language still has another ground."""
    with watched(browser, sample, viewport=DESK, forced_colors="active") as page:
        goto(page, sample, "front")
        said: list[list[str]] = (
            page.evaluate("""[...document.querySelectorAll(".wiki-language button")].map(one => {
          const style = getComputedStyle(one)
          return [one.ariaPressed, style.backgroundColor, style.color]
        })""")
        )
        grounds = {pressed: ground for pressed, ground, _ in said}
        assert grounds["true"] != grounds["false"]
        assert all(ground != ink for _, ground, ink in said)


# --- Without scripts ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def plain(browser: Any, sample: str) -> Iterator[Any]:
    """A visitor whose browser runs no scripts, on a phone."""
    with watched(browser, sample, viewport=PHONE, java_script_enabled=False) as page:
        yield page


# The test itself may look into a page that runs no script of its own.
_LANGUAGES = """() => [...document.querySelectorAll("article .wiki[lang]")]
  .filter(one => one.checkVisibility()).map(one => one.lang)"""
_CONTROLS = """() => [...document.querySelectorAll("button, select, canvas, [role=button], article input, .md-option")]
  .filter(one => one.checkVisibility({ visibilityProperty: true })).map(one => one.outerHTML.slice(0, 100))"""  # noqa: E501


@pytest.mark.parametrize("kind", PAGES)
def test_a_page_reads_well_without_scripts(plain: Any, sample: str, kind: str) -> None:
    """Text and links are there in both languages, no control that does nothing,
    and the page fits.
    """
    plain.goto(sample + PAGES[kind][0])
    assert plain.inner_text("h1")
    assert set(plain.evaluate(_LANGUAGES)) in (set(), {"en", "zh-Hans"})
    assert plain.evaluate(_CONTROLS) == []
    assert sideways(plain) == 0


def test_maths_without_scripts_is_its_source(plain: Any, sample: str) -> None:
    """TeX, as authors write it."""
    plain.goto(sample + PAGES["paper-maths"][0])
    assert plain.locator(".arithmatex").first.inner_text().startswith("\\(")


def test_links_and_the_drawer_work_without_scripts(plain: Any, sample: str) -> None:
    """From the front page to a paper; and by the keyboard alone through the drawer to the
    radar, a list there.
    """
    plain.goto(sample)
    plain.locator("article a[href*='papers/26']:visible").first.click()
    assert "/papers/26" in plain.url
    plain.focus("#__drawer")
    plain.keyboard.press("Space")
    plain.locator(".wiki-nav a[href$='radar/']").press("Enter")
    plain.wait_for_url(sample + "radar/")
    assert plain.locator("article ol > li a").count() > 20
