"""List the selectors of the site's sheets that match nothing on this repository's own site:
``python -m scripts.dead_rules`` (needs Chromium).

Each kind of page is opened at a desk and on a phone, in each language and without scripts, with its
folds open and shut; pseudo-classes of a moment (hover, focus) and pseudo-elements count as met. A
selector that is listed may still be for a state that no page of the sample is in: read it first.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.site.chromium import ARGUMENTS, CHROMIUM, served
from tests.site.sample import PAGES, make

WINDOWS = ({"width": 1280, "height": 900}, {"width": 390, "height": 844})
MORE = ("papers/2606/2606.29472/", "papers/2606/2606.30383/")  # read in full
# What opens there, step by step; no link leads away.
STEPS = (
    """addEventListener("click", one => {
      if (one.target.closest("a[href]:not([href^='#'])")) one.preventDefault()
    })""",
    """document.querySelectorAll("details, .wiki-unfold").forEach(one => {
      if (one.matches("details")) one.open = true
      else one.click()
    })""",
    """document.querySelector(".wiki-search-open")?.click()""",
    """document.querySelectorAll("a[href^='#'][href*='e-'], .wiki-entry-unfold, .wiki-mark")
      .forEach((one, at) => at < 6 && one.click())""",
    """document.querySelectorAll(".wiki-radar form button, .wiki-graph button")
      .forEach((one, at) => at < 6 && one.click())""",
)
# Of each sheet the selectors of its rules, as far as an element is concerned; and which match.
MET = r"""
seen => {
  const PSEUDO = ["before", "after", "marker", "backdrop", "placeholder", "selection", "details-content",
    "first-letter", "-webkit-[\\w-]+", "-moz-[\\w-]+", "hover", "focus-visible", "focus-within", "focus", "active",
    "target", "visited", "checked"]
  const OF_A_MOMENT = new RegExp(`::?(?:${PSEUDO.join("|")})(?![\\w-])`, "g")
  const still = selector => selector.replace(OF_A_MOMENT, "")
    .replace(/:(?:is|where)\([\s,]*\)/g, "").replace(/:(is|where)\([\s,]+/g, ":$1(").replace(/[\s,]+\)/g, ")")
  const parts = text => { // at commas that stand in no parentheses
    let depth = 0, found = [""]
    for (const sign of text) {
      if (sign === "(" || sign === "[") depth++
      if (sign === ")" || sign === "]") depth--
      if (sign === "," && !depth) found.push("")
      else found[found.length - 1] += sign
    }
    return found.map(one => one.trim())
  }
  const all = {}
  const walk = (rules, sheet) => {
    for (const rule of rules) {
      if (rule.selectorText) for (const one of parts(rule.selectorText)) {
        const key = `${sheet}\t${one}`
        if (all[key] || seen[key]) continue
        let met = true
        try { met = !!document.querySelector(still(one) || "*") } catch { met = true }
        all[key] = met
      }
      if (rule.cssRules) walk(rule.cssRules, sheet)
    }
  }
  for (const sheet of document.styleSheets) {
    if (!/assets\/wiki\/(?!katex)/.test(sheet.href || "")) continue
    walk(sheet.cssRules, sheet.href.split("assets/wiki/")[1])
  }
  return all
}"""  # noqa: E501


def main() -> None:
    """Print the selectors, a line each, behind their sheet."""
    if not CHROMIUM:
        sys.exit("there is no Chromium; install it: apt-get install chromium")
    found: dict[str, bool] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        make(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        with served(Path(folder)) as address:
            for window in WINDOWS:
                context = browser.new_context(viewport=window)
                page = context.new_page()
                for path in (*(path for path, _ in PAGES.values()), *MORE):
                    for language in ("en", "zh", "both"):
                        look(page, f"{address}a/wiki/{path}?lang={language}", found)
                context.close()
    sys.stdout.writelines(f"{name}\n" for name, met in sorted(found.items()) if not met)


def look(page: Any, address: str, found: dict[str, bool]) -> None:
    """Note which selectors match on a page, as it comes and opened."""
    page.goto(address)
    page.wait_for_load_state("networkidle")
    for step in STEPS:
        page.evaluate(step)
        page.wait_for_load_state("networkidle")
        met = {name for name, is_met in found.items() if is_met}
        for name, is_met in page.evaluate(MET, dict.fromkeys(met, True)).items():
            found[name] = found.get(name, False) or is_met


if __name__ == "__main__":
    main()
