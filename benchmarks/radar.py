"""The radar of a large wiki in a real browser: bytes of the first screen, and how fast filters
answer on a slow CPU.

The data's writer is fed made-up entries; the site around it holds the radar's page alone.
"""

from __future__ import annotations

import gzip
import http.server
import json
import random
import re
import statistics
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import names
from benchmarks.browser import chromium
from benchmarks.material import announcement, name, replies
from wiki_builder import pipeline
from wiki_builder.core.settings import load_settings
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.pages.views.lists import RADAR_LISTED
from wiki_builder.scaffold import init
from wiki_builder.site.build import build_site
from wiki_builder.site.markdown.plain import script_text
from wiki_builder.site.radar.data import (
    Radar,
    RadarEntry,
    RadarTopic,
    files,
    radar,
)
from wiki_builder.site.slim import packed

PAPERS, A_DAY, CONCEPTS, AUTHORS = 20_000, 60, 6_000, 60_000
LAST_DAY = date(2026, 6, 12)
SLOWER, RUNS = 4, 5
CATEGORIES = ("cs.CL", "cs.AI", "cs.LG", "cs.CV", "cs.MA", "stat.ML", "eess.AS", "cs.IR")
LOOKS = {
    "author": "author={author}",
    "category": "cat=cs.CL",
    "concept": "concept={concept}",
    "score": "score=8",
    "dates": "from=2026-01-01&to=2026-03-01",
    "unread": "mark=unread",
    "code and text": "code=1&text=1",
    "free text": "q=agent+memory",
    "by score": "sort=score",
    "related": "concept={concept}&sort=related",
    "shuffle": "shuffle=abc",
    "five at once": "cat=cs.CL&score=5&code=1&from=2026-01-01&q=agent",
}
_SETTLED = "div.wiki-radar:not([aria-busy])"
# What no first screen waits for: the columns of all papers, and what sets maths where there is
#     some.
_COMES_BEHIND = re.compile(r"/radar-data/(?!first\b)|/katex/")
_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-sync",
]
# From the change of the view to the frame that shows its answer: how many papers, and the first of
# them.
_ASK = """query => new Promise(done => {
  const radar = document.querySelector("div.wiki-radar"), start = performance.now()
  new MutationObserver((_, seen) => {
    seen.disconnect()
    const answered = performance.now() - start
    const painted = new MessageChannel()
    painted.port1.onmessage = () => done([answered, performance.now() - start, +radar.dataset.count])
    requestAnimationFrame(() => painted.port2.postMessage(null))
  }).observe(document.querySelector(".wiki-radar-list"), { childList: true })
  history.pushState(null, "", query ? `?${query}` : location.pathname)
  dispatchEvent(new PopStateEvent("popstate"))
})"""  # noqa: E501


def entries(count: int) -> Iterator[RadarEntry]:
    """The sample's words under other names: five authors, six topics, two categories each."""
    said = replies()
    for n in range(count):
        chance = random.Random(f"radar {n}")
        day = (LAST_DAY - timedelta(days=(count - 1 - n) // A_DAY)).isoformat()
        row, like = announcement(n, date.fromisoformat(day)), said[n % len(said)]
        topics = dict.fromkeys(
            names.id_of(names.concept(names.used(chance, CONCEPTS)).en) for _ in range(6)
        )
        yield RadarEntry(
            id=row.id,
            url=f"papers/{row.id[6:10]}/{row.id[6:]}/",
            title=script_text(row.version.title),
            arrived=day,
            date=day,
            first=day,
            headline=_varied(like["headline"], n),
            summary=_varied(like["summary"], n),
            reason=_varied(like["reason"], n),
            authors=tuple(
                f"{name(a % 977)} {name(a)}"
                for a in (int(AUTHORS * chance.random() ** 2) for _ in range(5))
            ),
            categories=tuple(chance.sample(CATEGORIES, 2)),
            score=chance.randint(3, 9),
            code=chance.random() < 0.4,
            full_text=chance.random() < 0.8,
            topics=tuple(topics),
        )


def made(count: int) -> Radar:
    """The radar of so many papers and ``CONCEPTS`` concepts."""
    named = (names.concept(n) for n in range(CONCEPTS))
    return radar(
        entries(count),
        (
            RadarTopic(names.id_of(both.en), both, "concept", f"concepts/{names.id_of(both.en)}/")
            for both in named
        ),
    )


def measured(folder: Path, count: int = PAPERS) -> dict[str, object]:
    """Bytes and times; ``first_screen_kb`` is what was transferred, with gzip,
    until the list stood.
    """
    whole = made(count)
    site, pieces = _site(folder, whole), dict(files(whole))
    for path, text in pieces.items():
        target = site / "assets/wiki/radar-data" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(packed(text))
    sizes = {
        path: (len(text.encode()), len(gzip.compress(text.encode())))
        for path, text in pieces.items()
    }
    topics, authors = json.loads(pieces["topics"]), json.loads(pieces["authors"])
    with _served(site) as address:
        screen, times = _looked(
            address, author=authors["names"][0].replace(" ", "+"), concept=topics[0][0]
        )
    groups = {
        part: [size for path, size in sizes.items() if path.startswith(part)]
        for part in ("words/", "text/")
    }
    return {
        "radar_ms": max(time["shown_ms"] for time in times.values()),
        "aim": "<= 100, first_screen_kb <= 150",
        "cpu_slower": SLOWER,
        "papers": count,
        **screen,
        "later_kb": {path: _kb(*sizes[path]) for path in ("index", "topics", "authors")}
        | {
            f"{part} ({len(own)})": _kb(sum(a for a, _ in own), sum(b for _, b in own))
            for part, own in groups.items()
        },
        "looks": times,
    }


def _varied(text: dict[str, str], n: int) -> Bilingual:
    return Bilingual(
        f"{name(n)}: {script_text(text['en'])}", f"{name(n)}：{script_text(text['zh'])}"
    )


def _kb(raw: int, small: int) -> dict[str, float]:
    return {"raw": round(raw / 1000, 1), "gzip": round(small / 1000, 1)}


def _site(folder: Path, whole: Radar) -> Path:
    """A wiki without papers, but for the list of the newest on the radar's page."""
    init(folder, title="A wiki")
    pipeline.render(Wiki(folder), load_settings(folder / "wiki.toml"))
    newest = [whole.entries[n] for n in whole.newest()[:RADAR_LISTED]]
    lines = (
        f"1. [{e.title}]({e.url}) · arXiv · {e.date} {e.headline.en} {e.headline.zh}\n\n"
        for e in newest
    )
    page, place = folder / "docs/radar.md", '<div class="wiki-radar"></div>\n\n'
    page.write_text(page.read_text("utf-8").replace(place, place + "".join(lines)), "utf-8")
    built = build_site(folder)
    assert built.ok, built.output
    return built.site


def _looked(address: str, **values: str) -> tuple[dict[str, object], dict[str, dict[str, float]]]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium(), args=_ARGUMENTS)
        page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
        tools = page.context.new_cdp_session(page)
        tools.send("Network.enable")
        tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        screen = _first_screen(page, tools, f"{address}radar/")
        page.focus(".wiki-radar-line > input")  # authors and words are fetched
        page.wait_for_load_state("networkidle")
        times: dict[str, dict[str, float]] = {}
        for look, query in LOOKS.items():
            asked = query.format(**values)
            # the first one fetches the texts
            runs = [_asked(page, asked) for _ in range(RUNS + 1)][1:]
            answered, shown = (statistics.median(run[part] for run in runs) for part in (0, 1))
            times[look] = {
                "answer_ms": round(answered),
                "shown_ms": round(shown),
                "papers": round(runs[0][2]),
            }
        browser.close()
    return screen, times


def _asked(page: Any, query: str) -> list[float]:
    """From all papers to a view: when it was answered and when it was painted, in ms,
    and how many papers it has.
    """
    if page.evaluate("location.search"):
        page.evaluate(_ASK, "")
        page.wait_for_selector(_SETTLED)
    took: list[float] = page.evaluate(_ASK, query)
    page.wait_for_selector(_SETTLED)
    return took


def _first_screen(page: Any, tools: Any, address: str) -> dict[str, object]:
    """What the first screen is made from, and what comes by itself behind it;
    with gzip, and raw.
    """
    urls: dict[str, str] = {}
    sent: dict[str, float] = {}
    raw: dict[str, float] = {}
    tools.on(
        "Network.requestWillBeSent",
        lambda event: urls.update({event["requestId"]: event["request"]["url"]}),
    )
    tools.on(
        "Network.loadingFinished",
        lambda event: sent.update({event["requestId"]: event["encodedDataLength"]}),
    )

    def take(event: dict[str, Any]) -> None:
        raw[event["requestId"]] = raw.get(event["requestId"], 0) + event["dataLength"]

    tools.on("Network.dataReceived", take)
    page.goto(address, wait_until="commit")
    page.wait_for_selector(".wiki-entry")
    stood = page.evaluate("performance.now()")
    page.wait_for_load_state("networkidle")
    behind = {id_ for id_, url in urls.items() if _COMES_BEHIND.search(url)}

    def kb(sizes: dict[str, float], ids: set[str]) -> float:
        return round(sum(size for id_, size in sizes.items() if id_ in ids) / 1000, 1)

    return {
        "first_screen_kb": kb(sent, sent.keys() - behind),
        "first_screen_raw_kb": kb(raw, raw.keys() - behind),
        "first_screen_s": round(stood / 1000, 2),
        "behind_it_kb": kb(sent, behind),
    }


class _Packed(http.server.SimpleHTTPRequestHandler):
    """Files as a static host sends them: packed with gzip."""

    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        body = gzip.compress(path.read_bytes(), 6)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def _served(site: Path) -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(_Packed, directory=str(site))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
