"""Building the site of a generated wiki beside stock MkDocs-Material with its own search, in wall
time and in CPU, the processes that a build starts included.

Stock builds the finished Markdown. What our build computes is written out for it first, into
``stock/docs``: the sections that it adds to pages (related papers, evidence, timelines,
neighbours). Comments that only the builder reads are taken out. It has the wiki's own
``mkdocs.base.yml``, with Material's search for our plugin and without our extension. What it has no
like of it is spared: each word in the reader's language, links of names in the text, score and
headline beside a related paper, feeds, BibTeX files, radar and graph.

A daily build is the one behind twenty new papers, with all pages that these changed. Each is built
``ROUNDS`` times, by turns, and the quickest counts.

The bytes of a site are those of its files, not of the blocks of a disk: ``kb_a_paper`` is all that
stands in it for each paper, ``parts`` of what, ``constant`` what an empty wiki's site has too.
Days are as many in a small wiki as in a large one, which has less of them for each paper.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from mkdocs.utils import meta

from benchmarks import wiki
from benchmarks.run import Took, run, timed
from benchmarks.stand import Stand
from wiki_builder.scaffold import init
from wiki_builder.site.additions import Completing
from wiki_builder.site.known import known

PAPERS = (1_000, 5_000)
NEW, ROUNDS = 20, 2
# aims, of stock's time
FULL, DAILY = {"wall": 0.5, "cpu": 0.7}, {"wall": 0.15, "cpu": 0.2}
_COMMENT = re.compile(r"^<!-- /?wiki\b.*?-->\n?", re.DOTALL | re.MULTILINE)
KB_A_PAPER = 60  # likewise, so that GitHub Pages' 1 GB holds more than 15,000
_PARTS = {  # of a site, by what their paths begin with
    "papers": r"papers/.*index\.html",
    "quotes": r"papers/",
    "concepts": r"(?:concepts|entities|compare)/.*\.html",
    "days": r"(?:daily|log)/.*\.html",
    "search": r"search/",
    "radar": r"assets/wiki/(?:radar-data/|graph\.json)",
    "bibtex": r".*\.bib|assets/wiki/bibtex/",
    "feeds": r"feeds/.*\.xml|llms\.txt",
    "constant": r"",
}
_QUIET = {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}


def measured(folder: Path, papers: int) -> Iterator[dict[str, object]]:
    """The figures of a wiki of so many papers."""
    concepts = papers * 2 // 3
    init(folder, title="Bench")
    wiki.write(folder, papers, concepts)
    run(["-C", str(folder), "render", "--quiet"])
    _write_out(folder, folder / "stock")
    stocks, fulls, days = list[Took](), list[Took](), list[Took]()
    for _ in range(ROUNDS):
        stocks.append(_built(folder / "stock"))
        (folder / ".wiki" / "site.sqlite").unlink(missing_ok=True)
        shutil.rmtree(folder / "site", ignore_errors=True)
        fulls.append(_built(folder))
    stock = _least(stocks)
    yield _figures("stock", stock, papers)
    yield _figures("full", _least(fulls), papers) | _ratio(fulls, stock, FULL) | _kept(folder)
    yield _bytes(folder / "site", papers)
    for day in range(ROUNDS):
        before = Stand(folder)
        wiki.add(folder, papers + day * NEW, NEW, concepts)
        run(["-C", str(folder), "render", "--quiet"])
        rewritten = before.rewritten()
        days.append(_built(folder))
    yield _figures("daily", _least(days), papers) | _ratio(days, stock, DAILY) | rewritten


def _write_out(folder: Path, stock: Path) -> None:
    """The finished Markdown of the wiki in ``folder``, and stock's settings, into ``stock``."""
    shutil.copytree(folder / "docs", stock / "docs")
    completed = Completing(known(folder))
    for file in (stock / "docs").rglob("*.md"):
        path, text = file.relative_to(stock / "docs").as_posix(), file.read_text("utf-8")
        body, _ = meta.get_data(text)
        made = completed(body, path)
        file.write_text(text[: text.rindex(body)] + _COMMENT.sub("", made), "utf-8")
    base = (folder / "mkdocs.base.yml").read_text("utf-8").replace("- wiki-builder", "- search")
    (stock / "mkdocs.yml").write_text(base.replace("  - wiki_sections\n", ""), "utf-8")


def _built(folder: Path) -> Took:
    config, site = folder / "mkdocs.yml", folder / "site"
    return timed(
        [sys.executable, "-m", "mkdocs", "build", "-f", str(config), "-d", str(site)], _QUIET
    )


def _least(rounds: list[Took]) -> Took:
    """The least of each, which is the least disturbed by what else the machine does."""
    return Took(
        min(one.seconds for one in rounds),
        min(one.cpu for one in rounds),
        max(one.peak_mb for one in rounds),
    )


def _figures(what: str, took: Took, papers: int) -> dict[str, object]:
    cost = {"cpu_s": round(took.cpu, 1), "peak_mb": round(took.peak_mb)}
    return {"site_s": round(took.seconds, 2), "build": what, "papers": papers, **cost}


def _ratio(rounds: list[Took], stock: Took, aim: dict[str, float]) -> dict[str, object]:
    took = _least(rounds)
    return {
        "of_stock": {
            "wall": round(took.seconds / stock.seconds, 3),
            "cpu": round(took.cpu / stock.cpu, 3),
        },
        "aim": {what: f"<= {least}" for what, least in aim.items()},
    }


def _bytes(site: Path, papers: int) -> dict[str, object]:
    """The bytes of a site for each paper, and of which parts they are."""
    found: Counter[str] = Counter()
    for file in site.rglob("*"):
        if file.is_file():
            path = file.relative_to(site).as_posix()
            part = next(name for name, begins in _PARTS.items() if re.match(begins, path))
            found[part] += file.stat().st_size
    whole = round(found.total() / papers / 1000, 1)
    parts = {name: round(found[name] / papers / 1000, 1) for name in _PARTS}
    return {"kb_a_paper": whole, "aim": f"<= {KB_A_PAPER}", "papers": papers, "parts": parts}


def _kept(folder: Path) -> dict[str, object]:
    pages = sum(1 for _ in (folder / "docs").rglob("*.md"))
    return {
        "pages": pages,
        "kept_mb": round((folder / ".wiki" / "site.sqlite").stat().st_size / 1e6),
    }
