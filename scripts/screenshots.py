"""Take the screenshots of the sample for README and guide:
``python -m scripts.screenshots`` (needs Chromium).
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.site.chromium import ARGUMENTS, CHROMIUM, served
from wiki_builder.core.progress import Progress
from wiki_builder.demo.story import play
from wiki_builder.site.build import build_site

IMAGES = Path(__file__).parent.parent / "docs" / "guide" / "images"
PAPER = "papers/2606/2606.29472/"
# Which page, in which language, how wide and high, and in which colours.
SHOTS = {
    "today-desk": ("", "en", 1280, 900, "light"),
    "today-phone": ("", "zh", 390, 844, "light"),
    "radar-desk": ("radar/?concept=credit-assignment&score=6", "en", 1280, 900, "light"),
    "radar-phone": ("radar/", "zh", 390, 844, "dark"),
    "paper-desk": (PAPER, "both", 1280, 900, "light"),
    "paper-phone": (PAPER, "zh", 390, 844, "dark"),
    "search-desk": (f"{PAPER}?search=强化学习", "zh", 1280, 900, "light"),
    "concept-desk": ("concepts/credit-assignment/", "both", 1280, 900, "light"),
    "graph-desk": ("graph/", "both", 1280, 900, "light"),
}
NEWS = "2026-07-01T08:30:00"  # when the sample's reader looks at it, so that ages stay as they are


def main() -> None:
    """Build the sample's site and photograph it."""
    if not CHROMIUM:
        sys.exit("there is no Chromium; install it: apt-get install chromium")
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        list(play(Path(folder) / "wiki", Progress()))
        built = build_site(Path(folder) / "wiki")
        with served(built.site) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            for name, (path, language, width, height, scheme) in SHOTS.items():
                page = browser.new_page(
                    viewport={"width": width, "height": height}, color_scheme=scheme
                )
                page.clock.set_fixed_time(NEWS)
                page.goto(f"{address}{path}{'&' if '?' in path else '?'}lang={language}")
                page.wait_for_load_state("networkidle")
                page.screenshot(path=IMAGES / f"{name}.png")
                page.close()
            browser.close()


if __name__ == "__main__":
    main()
