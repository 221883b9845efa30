"""Building the site of a generated wiki, beside stock MkDocs-Material with its own search on the
same pages.

Stock has the same Markdown extensions but ours, and the same short navigation. A daily build is
the one behind twenty new papers, with all pages that these changed.

The bytes of a site are those of its files, not of the blocks of a disk: ``kb_a_paper`` is all that
stands in it for each paper, ``parts`` of what, ``constant`` what an empty wiki's site has too.
Days are as many in a small wiki as in a large one, which has less of them for each paper.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks import wiki
from benchmarks.run import Took, run, timed
from benchmarks.stand import Stand
from wiki_builder.scaffold import init

PAPERS = (1_000, 5_000)
NEW = 20
FULL, DAILY = 0.5, 0.15  # aims, of stock's time
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
_STOCK = """\
site_name: Bench
docs_dir: docs
theme:
  name: material
  font: false
plugins: [search]
markdown_extensions:
  - admonition
  - tables
  - toc:
      permalink: true
      slugify: !!python/name:markdown.extensions.toc.slugify_unicode
  - pymdownx.arithmatex:
      generic: true
  - pymdownx.superfences
"""
_QUIET = {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}


def measured(folder: Path, papers: int) -> Iterator[dict[str, object]]:
    """The figures of a wiki of so many papers."""
    concepts = papers * 2 // 3
    init(folder, title="Bench")
    wiki.write(folder, papers, concepts)
    run(["-C", str(folder), "render", "--quiet"])
    (folder / "mkdocs.stock.yml").write_text(_STOCK + _short(folder), "utf-8")
    stock = _built(folder, "mkdocs.stock.yml")
    yield _figures("stock", stock, papers)
    full = _built(folder, "mkdocs.yml")
    yield _figures("full", full, papers) | _ratio(full, stock, FULL) | _kept(folder)
    yield _bytes(folder / "site-mkdocs.yml", papers)
    wiki.add(folder, papers, NEW, concepts)
    before = Stand(folder)
    run(["-C", str(folder), "render", "--quiet"])
    rewritten = before.rewritten()
    daily = _built(folder, "mkdocs.yml")
    yield _figures("daily", daily, papers) | _ratio(daily, stock, DAILY) | rewritten


def _built(folder: Path, config: str) -> Took:
    site = folder / f"site-{config}"
    return timed(
        [sys.executable, "-m", "mkdocs", "build", "-f", str(folder / config), "-d", str(site)],
        _QUIET,
    )


def _short(folder: Path) -> str:
    """The navigation and the checks of links that a wiki has."""
    base = (folder / "mkdocs.base.yml").read_text("utf-8")
    parts = base.split("\n\n")
    return (
        "\n\n".join(
            part for part in parts if "\nnav:" in f"\n{part}" or "\nvalidation:" in f"\n{part}"
        )
        + "\n"
    )


def _figures(what: str, took: Took, papers: int) -> dict[str, object]:
    cost = {"cpu_s": round(took.cpu, 1), "peak_mb": round(took.peak_mb)}
    return {"site_s": round(took.seconds, 2), "build": what, "papers": papers, **cost}


def _ratio(took: Took, stock: Took, aim: float) -> dict[str, object]:
    return {"of_stock": round(took.seconds / stock.seconds, 3), "aim": f"<= {aim}"}


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
