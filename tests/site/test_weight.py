"""What pages of papers weigh, and what a first visit to one brings with it;
all of the sample wiki.
"""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tests.site.chromium import IN_A_BROWSER
from tests.site.sample import PAGES, goto, watched

pytestmark = IN_A_BROWSER

KB = 1024
PAGE, PACKED, VISIT = 40 * KB, 12 * KB, 250 * KB
FULL_PAGE, FULL_PACKED = 60 * KB, 20 * KB  # of a paper that was read in full: fifty claims
SHEETS = 18_200  # bytes of all sheets together, each as it is sent, with Material's colours

PACKED_TYPES = ("text/", "application/javascript", "application/json", "image/svg+xml")


def pages() -> list[str]:
    """The addresses of all papers' pages, relative to the site's root."""
    data = Path(__file__).parents[2] / "data" / "papers"
    return [f"papers/{file.parent.name}/{file.stem}/" for file in sorted(data.rglob("*.json"))]


def packed(body: bytes) -> int:
    """The bytes that a static host sends of a text."""
    return len(gzip.compress(body, 6))


def test_a_paper_page_is_light(sample: str) -> None:
    """At most 40 KB of HTML, and 12 KB as it is sent; half as much again from a full text."""
    found = {path: urlopen(sample + path).read() for path in pages()}
    assert len(found) > 50
    heavy = {}
    for path, body in found.items():
        full = b"from the full text" in body
        most = (FULL_PAGE, FULL_PACKED) if full else (PAGE, PACKED)
        weight = (len(body), packed(body))
        if weight[0] > most[0] or weight[1] > most[1]:
            heavy[path] = weight
    assert heavy == {}


def test_a_concept_page_is_light(sample: str) -> None:
    """However many papers name it: its table of them is bounded, and no paper is told twice."""
    docs = Path(__file__).parents[2] / "docs"
    paths = [*(docs / "concepts").glob("*.md"), *(docs / "entities").glob("*.md")]
    addresses = [f"{path.parent.name}/{path.stem}/" for path in paths if path.stem != "index"]
    assert len(addresses) > 50
    found = {address: len(urlopen(sample + address).read()) for address in addresses}
    assert {at: size for at, size in found.items() if size > PAGE} == {}


def test_the_sheets_are_light(own_host: Path) -> None:
    """All together, however many a page asks for; without those of others."""
    assets = own_host / "a" / "wiki" / "assets" / "wiki"
    sheets = {path.name: packed(path.read_bytes()) for path in assets.rglob("*.css")}
    del sheets["katex.min.css"]
    assert {"wiki.css", "quotes.css", "search.css"} <= sheets.keys()
    assert sum(sheets.values()) <= SHEETS, sheets


@pytest.mark.parametrize("kind", ["paper-maths", "paper-file"])
def test_a_first_visit_is_light(browser: Any, sample: str, kind: str) -> None:
    """At most 250 KB are sent for a paper's page with all that it loads, maths included,
    none by another host.
    """
    got: list[Any] = []
    with watched(browser, sample, viewport={"width": 1280, "height": 900}) as page:
        page.on("response", lambda answer: got.append(answer))
        goto(page, sample, kind)
        page.wait_for_load_state("networkidle")
        bodies = {answer.url: (answer.headers["content-type"], answer.body()) for answer in got}
    assert sample + PAGES[kind][0] in bodies
    sent = {
        url: packed(body) if type_.startswith(PACKED_TYPES) else len(body)
        for url, (type_, body) in bodies.items()
    }
    assert sum(sent.values()) <= VISIT, sorted(sent.items(), key=lambda item: -item[1])
