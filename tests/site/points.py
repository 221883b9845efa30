"""What people see, point by point, told once: Chromium and Firefox do each at a desk and on a phone
(``test_points_browser.py``, ``test_firefox.py``). CONTRIBUTING.md says what else protects a point.

A desk is 1280 by 900, a phone 390 by 844, both at 100 %, in whatever faces the machine has, on
Saturday 20 June 2026; the sample's last edition is that of the day before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tests.site.behaviours import DONE
from tests.site.chromium import set_time
from tests.site.sample import goto, in_both_schemes, sideways, until, violations
from wiki_builder.site.radar.data import BLOCK

DESK = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
SIZES = {"desk": DESK, "phone": PHONE}
NOW, LATER = "2026-06-20T08:30:00Z", "2026-07-20T08:30:00Z"
AFTER = "2026-07-02T09:00:00Z"  # the last day that the sample has anything from
PAPER = "papers/2605/2605.00001/"  # of the small wiki
# Pixels of pages on a phone in both languages before their second one folded, when they were lists
# of cards and of bold links.
BEFORE = {"front": 9805, "briefing": 6580, "paper": 12_156, "concept": 18_497}
ROW = ".wiki-entry:not(.wiki-entry-waiting)"
QUOTE = ".wiki-quote-box"
KEYS = ".wiki-footer-keys button"  # of the script that comes last
CITED = "document.querySelector('section.wiki[lang] sup a[title]')"
FOLDED = "document.querySelector('.wiki-folds [hidden=until-found]')"
UNFOLD = "document.querySelectorAll('.wiki-unfold, .wiki-rest').forEach(one => one.click())"


class Sites(NamedTuple):
    """The addresses of this repository's own site, of the small wiki, of made-up pages, and of a
    wiki with a figure.
    """

    sample: str
    small: str
    tiny: str
    figures: str


def at_desk(page: Any) -> bool:
    return bool(page.viewport_size["width"] == DESK["width"])


def box(page: Any, css: str) -> dict[str, float]:
    """Where the first of these stands that is seen."""
    found: dict[str, float] = page.locator(f"{css} >> visible=true").first.bounding_box()
    return found


def is_right_of(one: dict[str, float], other: dict[str, float]) -> bool:
    return one["x"] >= other["x"] + other["width"]


def is_below(one: dict[str, float], other: dict[str, float]) -> bool:
    return one["y"] >= other["y"] + other["height"]


# The papers that stand wholly on the screen.
_PAPERS = """() => new Set([...document.querySelectorAll("article :is(h2, li) > a[href*='papers/']")].filter(link => {
  const box = (link.closest("li") || link).getBoundingClientRect()
  return link.checkVisibility() && box.top >= 0 && box.bottom <= innerHeight
}).map(link => link.href)).size"""  # noqa: E501
_WHOLE = """all => all.filter(one => one.checkVisibility()).every(one => {
  const { top, bottom } = one.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
})"""
_ROWS = f"""() => {{
  const top = document.querySelector(".md-header").getBoundingClientRect().bottom
  const rows = [...document.querySelectorAll("{ROW}")].map(row => row.getBoundingClientRect())
  return rows.filter(row => row.top >= top && row.bottom <= innerHeight).length
}}"""
_BARS = """rows => rows.map(row => [row.querySelector("rect").getBoundingClientRect().width,
  parseFloat(row.cells[2].innerText), row.cells[3].innerText])"""
_DEVELOPMENT = """() => {
  const time = document.querySelector(".wiki-development time"), range = document.createRange()
  range.selectNodeContents(time.nextSibling)
  return [time.getBoundingClientRect(), range.getClientRects()[0]]
}"""
_WORDS = "(html => [html.dataset.lang, html.dataset.ui, html.lang])(document.documentElement)"
# Words of the interface that are seen in both languages.
_SAID_TWICE = """() => [...document.querySelectorAll("span + i:has(+ [lang|='zh']), span.wiki:not(.wiki-text)[lang|='zh']")]
  .filter(one => one.checkVisibility()).map(one => one.outerHTML)"""  # noqa: E501
# Where a text stands in both languages.
_PAIR = """kind => {
  const pair = [...document.querySelectorAll(".wiki-pair:has(> [lang=en]):has(> [lang|=zh])")]
    .filter(one => kind !== "front" || one.matches(":has(> .wiki-lead)")).at(-1)
  return ["en", "zh-Hans"].map(lang => pair.querySelector(`:scope > [lang=${lang}]`).getBoundingClientRect())
}"""  # noqa: E501
_SMALL = """() => [...document.querySelectorAll(".wiki-small")].find(one => one.checkVisibility())
  .getBoundingClientRect().toJSON()"""
# The classes of sections that have words as large as that many pixels, or the largest of all.
_LARGE = """least => {
  const shown = [...document.querySelectorAll("article :is(h1, h2, h3, p, li, a)")].filter(one => one.checkVisibility())
  const size = one => parseFloat(getComputedStyle(one).fontSize), most = least ?? Math.max(...shown.map(size))
  return [...new Set(shown.filter(one => size(one) >= most).map(one => one.closest("section").className))]
}"""  # noqa: E501
# Texts with a line that is too long, in Latin signs, of which 80 are a line: one is .46 of its
# height in Charter, Georgia and Arial, and a Chinese one counts for two. What stands on one line is
# a label or a headline of a list; what is set as a row, in a table, or small is no running text.
_TOO_LONG = """() => {
  const none = "table, small, sup, cite, figure, svg, nav, time, .wiki-around, .wiki-facts, .wiki-stamp, .wiki-related, .wiki-graph, .wiki-edition > section > ul"
  const running = [...document.querySelectorAll("article :is(p, li:not(.wiki-entry), dd, blockquote)")]
  const found = []
  for (const one of running.filter(one => one.checkVisibility({ contentVisibilityAuto: true }) && !one.closest(none))) {
    const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), lines = []
    while (walker.nextNode()) {
      const { currentNode: node } = walker, { parentElement: around } = node
      if (around.closest(`p, li, dd, blockquote, ${none}`) !== one || around.closest("h2, [aria-hidden]")) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const { left, right, top, bottom } of range.getClientRects()) {
        const size = parseFloat(getComputedStyle(around).fontSize) * (around.closest("[lang|=zh]") === around.closest("[lang]") ? 2 : .92)
        const middle = (top + bottom) / 2, line = lines.find(line => Math.abs(line.middle - middle) < size / 4)
        if (line) Object.assign(line, { left: Math.min(left, line.left), right: Math.max(right, line.right), size: Math.max(size, line.size) })
        else lines.push({ left, right, middle, size })
      }
    }
    const longest = Math.max(...lines.map(line => (line.right - line.left) / line.size * 2))
    if (lines.length > 1 && longest > 80.5) found.push(`${longest.toFixed(1)}: ${one.textContent.trim().slice(0, 80)}`)
  }
  return found
}"""  # noqa: E501


def reads(page: Any) -> None:
    """No line of running text is too long."""
    assert "\n".join(page.evaluate(_TOO_LONG)) == ""


def faults(page: Any, part: str = "html") -> list[str]:
    """What axe finds, at a desk by night as well."""
    return in_both_schemes(page, part) if at_desk(page) else violations(page, part=part)


def fits(page: Any) -> None:
    """There is one first heading, no line is too long, and 320 pixels are enough."""
    assert page.locator("h1").count() == 1
    reads(page)
    size = page.viewport_size
    page.set_viewport_size({"width": 320, "height": 640})
    assert sideways(page) == 0
    page.set_viewport_size(size)


def holds(page: Any) -> None:
    """It fits, and axe finds nothing on the page as it stands."""
    fits(page)
    page.evaluate("scrollTo(0, 0)")  # what stands under the header cannot be pressed, and is told
    assert faults(page) == []


# --- 1, 2: the front page and the radar ---------------------------------------------------


def edition(page: Any, sites: Sites) -> None:
    """The date is the title, and a weekend is said. Eight papers stand on a desk's first screen,
    with headline, summary and why of the lead, six in both languages; on a phone the lead's
    headline, behind the briefing's first sentence. Of a thin day there is what the week had, a
    line each with its score; the column beside has what moved, what disagrees, receipt and month.
    """
    dates = {"en": "Friday, 19 June 2026", "zh": "2026 年 6 月 19 日，星期五"}
    weekend = {"en": "arXiv announces nothing on weekends", "zh": "arXiv 周末不公布论文"}
    for lang, date in dates.items():
        goto(page, sites.sample, "front", f"?lang={lang}")
        page.wait_for_selector(".wiki-top .wiki-entry-actions")
        assert page.inner_text("h1") == date
        assert page.get_attribute(".wiki-around a", "href").endswith("daily/2026-06-16/")
        assert page.inner_text(".wiki-notice").startswith(weekend[lang])
        assert page.locator(".wiki-lead:visible > p:has(> strong)").count() == 1
        assert page.evaluate(_LARGE) == ["wiki wiki-lead"]
        further = page.locator(".wiki-further:visible > p")
        if at_desk(page):
            assert page.evaluate(_PAPERS) >= 8
            assert page.locator(".wiki-lead > :is(h2, p)").evaluate_all(_WHOLE)
            assert further.is_visible()
        else:
            assert not further.is_visible()
            assert page.locator(".wiki-lead:visible > h2").evaluate_all(_WHOLE)
            page.locator(".wiki-further:visible > summary").click()
            assert further.is_visible()
        assert "#e-" in further.locator("sup a").first.get_attribute("href")
        reads(page)
    week = page.locator(".wiki-earlier > ul > li")
    assert page.inner_text(".wiki-earlier > h2").startswith("本周早些时候")
    assert week.count() >= 4
    assert week.evaluate_all(r"all => all.every(one => /\d\/10$/.test(one.innerText.trim()))")
    edition = box(page, ".wiki-edition")
    for part in (".wiki-moved", ".wiki-disagree", ".wiki-receipt", ".wiki-calendar"):
        beside = is_right_of if at_desk(page) else is_below
        assert beside(box(page, part), edition), part
    holds(page)
    if not at_desk(page):
        return
    for lang in dates:
        goto(page, sites.sample, "front", f"?lang={lang}")
        page.click(".wiki-language button[value=both]")
        page.wait_for_selector(".wiki-top .wiki-entry-actions")
        assert page.evaluate(_PAPERS) >= 6
        assert page.locator(".wiki-lead > :is(h2, p)").evaluate_all(_WHOLE)
        rest = page.locator(f".wiki-briefing[lang|={lang}] .wiki-further > p")
        assert not rest.is_visible()
        reads(page)
        page.click(f".wiki-briefing[lang|={lang}] summary")
        assert rest.is_visible()
    set_time(page, LATER)  # without the notice
    for lang in dates:
        goto(page, sites.sample, "front", f"?lang={lang}")
        page.wait_for_selector(".wiki-top .wiki-entry-actions")
        assert not page.is_visible(".wiki-notice")
        assert page.evaluate(_PAPERS) >= 8
        assert page.locator(".wiki-lead > :is(h2, p)").evaluate_all(_WHOLE)


def radar(page: Any, sites: Sites) -> None:
    """Twelve papers stand wholly on a desk's first screen and seven on a phone's, in each language,
    each with source, day, age and score; the arrow opens summary, reason, concepts, abstract and
    marks with their names.
    """
    set_time(page, AFTER)
    row = page.locator(ROW, has_text="arXiv").first
    for lang, ago in {"zh": "天前", "en": "d ago", "both": "d ago"}.items():
        goto(page, sites.sample, "radar", f"?lang={lang}")
        until(page, f"document.querySelectorAll('{ROW}').length === {BLOCK}")
        page.evaluate("document.fonts.ready.then(() => true)")
        assert page.evaluate(_ROWS) >= (12 if at_desk(page) else 7)
        assert sideways(page) == 0
        assert ago in row.locator(".wiki-entry-age").inner_text()
        assert row.locator(".wiki-entry-score").inner_text().endswith("/10")
    arrow = row.locator(".wiki-entry-unfold")
    arrow.click()
    row.locator(".wiki-entry-abstract > section:visible").first.wait_for()
    assert arrow.get_attribute("aria-expanded") == "true"
    for part in ("title", "summary", "reason", "topics"):
        assert row.locator(f".wiki-entry-{part}").first.is_visible(), part
    assert row.locator(".wiki-mark").all_inner_texts() == ["Read", "Later", "Star", "Not for me"]
    holds(page)


# --- 3, 4: a paper and a concept ------------------------------------------------------------


def paper(page: Any, sites: Sites) -> None:
    """One headline, and the paper's own title below it, small and italic. A number opens its
    sentence beside the claim on a desk and below it on a phone; an exception has words and a frame,
    the rule a quiet number. Steps and abstract are shut until they are wanted.
    """
    address = sites.small + PAPER
    size = "one => parseFloat(getComputedStyle(one).fontSize)"
    for lang in ("both", "en", "zh"):
        page.goto(f"{address}?lang={lang}")
        page.wait_for_selector(".wiki-marks")
        shown = f".wiki-headline[lang|={'zh' if lang == 'zh' else 'en'}] > p"
        assert page.eval_on_selector("h1", size) < 0.75 * page.eval_on_selector(shown, size)
        assert page.eval_on_selector("h1", "one => getComputedStyle(one).fontStyle") == "italic"
        assert box(page, "h1")["y"] > box(page, shown)["y"]
        assert page.evaluate(_LARGE, 21) == ["wiki wiki-headline"]
    claims, frame = ".wiki-contributions[lang|=zh]", "mark => getComputedStyle(mark).borderTopStyle"
    page.wait_for_selector(f"{claims} a[aria-expanded]")
    marks = page.locator(f"{claims} a[href*='#e-']")
    doubted = "[1] 存疑，请谨慎阅读"
    assert marks.all_text_contents() == ["[1]", doubted, doubted]
    assert [marks.nth(n).evaluate(frame) for n in (0, 1)] == ["none", "solid"]
    assert marks.nth(1).get_attribute("aria-label") == "原文依据 1, 存疑，请谨慎阅读"
    marks.nth(1).click()
    page.wait_for_selector(QUOTE)
    assert "存疑，请谨慎阅读" in page.inner_text(QUOTE)
    assert "with care" not in page.inner_text(QUOTE)
    page.click(".wiki-language button[value=en]")
    for folded in (".wiki-steps[lang=en] > details", "#wiki-abstract-en"):
        assert page.get_attribute(folded, "open") is None
        page.click(f"{folded} > summary")
        assert page.get_attribute(folded, "open") is not None
    assert page.inner_text(".wiki-steps[lang=en] summary") == "1 step"
    assert page.is_visible(".wiki-steps[lang=en] li")
    assert is_below(box(page, ".wiki-results[lang=en]"), box(page, ".wiki-method[lang=en]"))
    mark = ".wiki-contributions[lang=en] a[href$='#e-c1'][aria-expanded]"
    page.click(mark)
    until(page, f"document.querySelector('{QUOTE}')?.innerText.includes('Contribution 1')")
    said = " ".join(page.inner_text(QUOTE).split())
    assert "We train one agent. It reaches 81.2% on three tasks. GRPO reaches 68.7%." in said
    assert page.inner_text(f"{QUOTE} mark") == "It reaches 81.2% on three tasks."
    link = page.locator(f"{QUOTE} .wiki-quote-place a").first
    assert link.get_attribute("href") == "https://arxiv.org/html/2605.00001v2#S3.p2"
    assert link.inner_text() == "In the paper: S3.p2 ↗"
    assert sideways(page) == 0
    quote, text = box(page, QUOTE), box(page, ".wiki-contributions[lang=en]")
    assert 0 <= quote["x"] <= page.viewport_size["width"] - quote["width"]
    if at_desk(page):
        assert is_right_of(quote, text)
        assert quote["y"] > box(page, ".wiki-facts")["y"]  # which stand beside the first claims
        page.click(".wiki-limitations[lang=en] a[href$='#e-l1']")
        until(page, f"document.querySelector('.wiki-limitations {QUOTE}')")
        limit = box(page, ".wiki-limitations[lang=en] a[href$='#e-l1']")
        assert abs(box(page, QUOTE)["y"] - limit["y"]) < 40
    else:
        assert is_below(quote, box(page, mark))
        assert quote["x"] + quote["width"] <= text["x"] + text["width"]
    holds(page)


def concept(page: Any, sites: Sites) -> None:
    """Numbers in the text, and no names; one table of papers by role, each once, both languages in
    a row; what is new is a sentence each; its development a line of time, the day beside it on a
    desk and above on a phone; a bar is as long as its number, beside its setting and a word.
    """
    goto(page, sites.sample, "concept", "?lang=zh")
    until(page, CITED)
    items = page.locator(".wiki-new > ul > li")
    assert items.count() > 1
    for item in items.all():
        assert item.locator("> a").count() == 1
        assert item.locator(".wiki-text:visible").get_attribute("lang") == "zh-Hans"
    first = page.locator("section.wiki-techniques[lang|=zh] sup a").first
    assert page.inner_text(f"#r{first.inner_text()} a") == first.get_attribute("title")
    goto(page, sites.sample, "concept", "?lang=en")
    until(page, CITED)
    parts = ":is(.wiki-definition, .wiki-development, .wiki-differences)"
    texts = page.locator(f"section.wiki[lang=en]{parts} :is(p, li)").all_inner_texts()
    assert not [text for text in texts if "et al." in text or " 2026)" in text]
    links = page.eval_on_selector_all(
        ".wiki-papers tr[id] td:nth-child(2) > a", "links => links.map(link => link.href)"
    )
    assert len(links) == len({*links}) > 10
    assert (
        page.locator(
            "section:is(.wiki-papers[lang=en], .wiki-papers[lang|=zh]), #wiki-timeline"
        ).count()
        == 0
    )
    heads = page.locator(".wiki-papers th[scope=rowgroup]").all_text_contents()
    assert [head.split()[0] for head in heads] == ["extends", "uses", "evaluates"]
    days = page.locator(".wiki-development[lang=en] time").all_inner_texts()
    assert days == sorted(days)
    assert len(days) == page.locator(".wiki-development[lang=en] > ul > li").count() > 2
    day, text = page.evaluate(_DEVELOPMENT)
    assert is_right_of(text, day) if at_desk(page) else text["y"] >= day["y"] + day["height"] - 1
    bars = page.eval_on_selector_all(".wiki-chart tbody tr", _BARS)
    assert len(bars) >= 2
    for width, number, setting in bars:
        assert abs(width / bars[0][0] - number / bars[0][1]) < 0.01
        assert setting
    assert "not to be compared" in page.inner_text(".wiki-chart")
    page.click(".wiki-language button[value=both]")
    texts = page.locator(".wiki-papers tr[id]").first.locator(".wiki-text")
    assert texts.count() == 2
    texts.nth(1).wait_for(state="visible" if at_desk(page) else "hidden")
    holds(page)


# --- 5, 6: the way about, and both languages --------------------------------------------------


def days(page: Any, sites: Sites) -> None:
    """Today, Radar, Days, Concepts and Papers in one line of the header, or in the drawer of a
    phone, and the graph under More; an index of days by month, and from a day to the one before and
    behind.
    """
    named = {
        "zh": ["今日", "雷达", "每日", "概念", "论文"],
        "en": ["Today", "Radar", "Days", "Concepts", "Papers"],
    }
    links = page.locator(".wiki-nav > li > a:visible")
    for lang, names in named.items():
        goto(page, sites.sample, "days", f"?lang={lang}")
        page.wait_for_selector(KEYS, state="attached")
        page.click(".wiki-more > summary" if at_desk(page) else ".wiki-drawer")
        page.wait_for_selector(".wiki-more a[href$='graph/']")
        assert [one.strip() for one in links.all_inner_texts()][:5] == names
        places = links.evaluate_all("all => all.map(one => one.getBoundingClientRect())")
        assert len({place["y" if at_desk(page) else "x"] for place in places}) == 1
    for path in ("entities/", "compare/", "log/"):
        assert page.is_visible(f".wiki-more a[href$='{path}']"), path
    assert faults(page, ".md-header") == []
    page.keyboard.press("Escape")
    page.wait_for_selector(".wiki-more a[href$='graph/']", state="hidden")
    if not at_desk(page):
        page.click(".wiki-drawer")
        page.click(".wiki-nav a[href$='radar/']")  # which nothing covers
        page.wait_for_url("**/radar/**")
        page.wait_for_load_state("networkidle")  # what is loading when one leaves is told as failed
        goto(page, sites.sample, "days", "?lang=en")
        page.wait_for_selector(KEYS, state="attached")
    assert page.locator(".wiki-days h2").all_inner_texts()[:2] == ["June 2026", "May 2026"]
    page.click(".wiki-days td a[href*='2026-06-16']")
    page.wait_for_url("**/daily/2026-06-16/**")
    scores = page.locator(".wiki-papers[lang=en] small > :first-child").all_inner_texts()
    assert len(scores) == 9
    assert scores == sorted(scores, key=int, reverse=True)
    assert "no keyword matches" in page.inner_text("article")
    page.click(".wiki-around a[rel=prev]")
    page.wait_for_url("**/daily/2026-06-15/**")
    page.click(".wiki-around a[rel=next]")
    page.wait_for_url("**/daily/2026-06-16/**")
    page.wait_for_selector(KEYS, state="attached")
    here = page.locator(".wiki-nav a[aria-current]").evaluate_all("all => all.map(one => one.href)")
    assert here == [f"{sites.sample}daily/"]
    holds(page)


def both(page: Any, sites: Sites) -> None:
    """Words of the interface are in one language. On a desk texts stand side by side, nothing is
    folded; on a phone the second language is, behind a button, never a heading or the reader's own,
    and the page is at most half as long as it was; what the browser finds, or a link leads to,
    opens.
    """
    goto(page, sites.sample, "front", "?lang=en")
    for kind, before in BEFORE.items():
        goto(page, sites.sample, kind, "?lang=both")
        page.wait_for_selector(KEYS, state="attached")
        if not at_desk(page):
            _folded(page, kind, before)
        assert page.evaluate(_WORDS) == ["both", "en", "en"]
        assert page.evaluate(_SAID_TWICE) == []
        english, chinese = page.evaluate(_PAIR, kind)
        if at_desk(page):
            assert page.locator("article [hidden=until-found], .wiki-unfold:visible").count() == 0
            assert is_right_of(chinese, english), kind
            assert abs(english["y"] - chinese["y"]) < 1
        else:
            assert is_below(chinese, english), kind
            assert abs(english["x"] - chinese["x"]) < 1
        assert sideways(page) == 0
    goto(page, sites.sample, "paper", "?lang=both")
    if not at_desk(page):
        _unfolds(page)
    holds(page)


def _folded(page: Any, kind: str, before: int) -> None:
    """Half as long as before, and all of it is there, opened."""
    long = kind in ("paper", "concept")  # which have long lists and tables, too
    height = "document.documentElement.scrollHeight"
    until(page, FOLDED)
    if long:
        until(page, "document.querySelector('.wiki-rest')")
    folded = page.evaluate(height)
    assert folded <= before / 2, kind
    never = ":is(h1, h2, .wiki-headline *, section[lang=en] *)[hidden=until-found]"
    rows = "tr, tr *, .wiki-related *"  # of long tables and lists
    assert page.locator(f"article {never}:not({rows})").count() == 0
    page.set_viewport_size({"width": 320, "height": 700})
    assert sideways(page) == 0
    page.set_viewport_size(PHONE)
    if long:
        page.evaluate(UNFOLD)
        assert page.evaluate(height) > 1.4 * folded
        assert page.locator("article [hidden=until-found]").count() == 0


def _unfolds(page: Any) -> None:
    """By the keyboard, which shuts it too, by the browser's own search, and by a link."""
    until(page, FOLDED)
    text = page.locator(".wiki-contributions[lang|=zh] > ol")
    button = page.locator(".wiki-contributions[lang=en] .wiki-unfold")
    assert button.inner_text() == "中文"
    assert page.locator(".wiki-headline[lang|=zh] p").is_visible()
    assert page.locator(".wiki-contributions[lang=en] > ol").is_visible()
    assert page.locator(".wiki-contributions[lang|=zh]").bounding_box()["height"] == 0
    button.focus()
    for key, expanded, hidden in (("Enter", "true", None), ("Space", "false", "until-found")):
        page.keyboard.press(key)
        assert button.get_attribute("aria-expanded") == expanded
        assert text.get_attribute("hidden") == hidden
    text.evaluate("one => one.dispatchEvent(new Event('beforematch', { bubbles: true }))")
    assert text.bounding_box()["height"] > 100
    assert sideways(page) == 0
    assert page.locator(".wiki-unfold[aria-expanded=true]").count() == 1
    page.evaluate("document.querySelector('.wiki-abstract[lang|=zh] p').id = 'led'")
    page.evaluate("location.hash = '#led'")
    until(page, "document.querySelectorAll('.wiki-unfold[aria-expanded=true]').length === 2")


# --- 7 to 9: figures, what is looked for, the graph -------------------------------------------


def figures(page: Any, sites: Sites) -> None:
    """The first figure is small in the lead, whose room is kept for it, and stands with caption and
    credit on its page, from the site itself.
    """
    small = ".wiki-small:visible"
    held: list[Any] = []
    page.route("**/*.png", lambda route: held.append(route))
    page.goto(f"{sites.figures}?lang=en", wait_until="domcontentloaded")
    page.wait_for_selector(small)
    before = page.evaluate(_SMALL)
    for route in held:
        route.continue_()
    page.unroute("**/*.png")
    until(page, "[...document.querySelectorAll('.wiki-small img')].some(one => one.naturalWidth)")
    assert page.evaluate(_SMALL) == before
    assert before["width"] < 200
    page.click(f"{small} a:has(img)")
    page.wait_for_url("**/papers/2605/2605.00001/**")
    page.wait_for_selector(KEYS, state="attached")
    page.locator("figure img").scroll_into_view_if_needed()
    until(page, "document.querySelector('figure img').naturalWidth === 640")
    assert page.get_attribute("figure img", "alt") == "Rewards r_t for each step."
    assert "CC BY 4.0" in page.inner_text("figure")
    assert page.evaluate("document.querySelector('figure img').currentSrc").startswith(
        sites.figures
    )
    holds(page)


def found(page: Any, sites: Sites) -> None:
    """The search, the whole screen of a phone, finds in Chinese and says what kind it found; lists,
    the log and the page that is missing have one heading and fit; paper has all that is folded.
    """
    goto(page, sites.sample, "papers", "?lang=zh")
    page.wait_for_selector(KEYS, state="attached")
    holds(page)
    page.click(".wiki-search-open")
    page.wait_for_selector("dialog.wiki-search[open]:not([aria-busy])")
    page.fill("dialog.wiki-search input", "信用分配")
    page.wait_for_selector(DONE.format("信用分配"))
    first = page.locator("a.wiki-search-option").first
    assert first.get_attribute("href").partition("?")[0].endswith("/concepts/credit-assignment/")
    dialog = box(page, "dialog.wiki-search")
    assert (dialog["width"] == PHONE["width"]) != at_desk(page)
    assert sideways(page) == 0
    assert faults(page, "dialog.wiki-search") == []
    for kind in ("log", "missing"):
        goto(page, sites.sample, kind, "?lang=zh")
        page.wait_for_selector(KEYS, state="attached")
        fits(page)
    goto(page, sites.sample, "paper", "?lang=zh")
    page.wait_for_selector("#wiki-evidence > .wiki-sentences", state="attached")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.is_visible("#wiki-evidence > .wiki-sentences")


def graph(page: Any, sites: Sites) -> None:
    """It opens on what the latest day's papers are about, and what stands nearest; its list below
    says the same. A concept's page shows its own, loaded when it is opened, and leads there.
    """
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{sites.tiny}concepts/idea-000/?lang=en", wait_until="networkidle")
    assert not [url for url in asked if "graph.json" in url or "d3-force" in url]
    page.click(".wiki-near > summary")
    page.wait_for_selector(".wiki-graph-near svg")
    page.wait_for_selector(".wiki-graph-whole")
    near = ["idea 001", "idea 003", "idea 011", "idea 000"]
    assert page.locator(".wiki-graph-near svg text").all_text_contents() == near
    assert page.locator(".wiki-graph-line-narrower").count() == 1
    assert page.locator(".wiki-graph-line-related").count() == 2
    assert page.locator("#wiki-neighbours li a").count() == 3
    page.click(".wiki-language button[value=zh]")
    assert page.locator(".wiki-graph-near svg text").last.text_content() == "想法000"
    assert sideways(page) == 0
    page.click(".wiki-graph-whole a")
    page.wait_for_selector(".wiki-graph-list > li[aria-current]")
    assert page.inner_text(".wiki-graph-list > li[aria-current] > a") == "想法000"
    page.goto(f"{sites.tiny}graph/?lang=en")
    page.wait_for_selector(".wiki-graph-list > li")
    choices, status = page.locator(".wiki-graph-count select"), page.locator(".wiki-graph-status")
    assert choices.locator("option").first.text_content() == "what is new on 2026-06-02"
    names = page.locator(".wiki-graph-list > li > a")
    shown = [name.strip() for name in names.all_inner_texts()]
    new = {f"idea {n:03}" for n in (0, 250, 251, 252, 253, 254, 255)}
    assert new < {*shown}
    assert len(shown) <= 3 * len(new)
    assert status.inner_text() == f"{len(shown)} of 260 shown"
    if not at_desk(page):
        page.click(".wiki-graph-filters > summary")
    choices.select_option("260")
    assert status.inner_text() == "260 of 260 shown"
    page.click(".wiki-graph-again")
    assert [name.strip() for name in names.all_inner_texts()] == shown
    pixels = "document.querySelector('canvas').getContext('2d').getImageData(0, 0, 350, 400).data"
    until(page, f"new Set({pixels}).size > 20")
    if not at_desk(page):
        assert is_below(box(page, ".wiki-graph-list"), box(page, "canvas"))
    holds(page)


POINTS: dict[str, Callable[[Any, Sites], None]] = {
    "1 the edition": edition,
    "2 the radar": radar,
    "3 a paper": paper,
    "4 a concept": concept,
    "5 days and the way about": days,
    "6 both languages": both,
    "7 figures": figures,
    "8 search, lists, log, paper": found,
    "9 the graph": graph,
}
