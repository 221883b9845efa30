"""Take the guide's screenshots of the sample: ``python scripts/screenshots.py`` (needs Chromium)."""

from __future__ import annotations

import http.server
import shutil
import sys
import tempfile
import threading
from functools import partial
from pathlib import Path

from playwright.sync_api import sync_playwright

from wiki_builder.demo.story import play
from wiki_builder.progress import Progress
from wiki_builder.site.build import build_site

IMAGES = Path(__file__).parent.parent / "docs" / "guide" / "images"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PAPER = "papers/2606/2606.13598/"
SHOTS = {
    "paper-desk": (PAPER, "both", 1280, 900, "light"),
    "paper-phone": (PAPER, "zh", 390, 844, "dark"),
    "concept-desk": ("concepts/credit-assignment/", "both", 1280, 900, "light"),
    "index-phone": ("", "zh", 390, 844, "light"),
    "graph-desk": ("graph/", "both", 1280, 900, "light"),
}


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves the site without a line for each request."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def main() -> None:
    """Build the sample's site and photograph it."""
    chromium = shutil.which("chromium") or sys.exit("there is no Chromium; install it: apt-get install chromium")
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        list(play(Path(folder) / "wiki", Progress()))
        site = build_site(Path(folder) / "wiki").site
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            for name, (path, language, width, height, scheme) in SHOTS.items():
                page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
                page.goto(f"http://127.0.0.1:{server.server_port}/{path}?lang={language}")
                page.wait_for_load_state("networkidle")
                page.screenshot(path=IMAGES / f"{name}.png")
                page.close()
            browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
