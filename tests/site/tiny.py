"""A tiny wiki whose pages, graph and radar are made up:
260 ideas and 150 papers, without a renderer's work.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.site.pages import page as written
from tests.site.pages import section, write_wiki
from tests.site.shelves import write
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.site.build import build_site
from wiki_builder.site.graph import Sharing, graph, to_json
from wiki_builder.site.graph import Topic as Idea
from wiki_builder.site.radar.data import (
    Radar,
    RadarEntry,
    RadarTopic,
    files,
    radar,
)

IDEAS = 260
PAPERS = 150
SETTINGS = "\ntheme: {features: [content.code.copy, toc.follow]}\n"
MINE = r"""---
title: 'On $\tau^2$-Bench at $O(n^{2})$ &lt; $5 to $10'
---

# Mine

<pre class="mermaid"><code>graph TD; A--&gt;B</code></pre>
"""


def make(folder: Path) -> None:
    """Write and build it: ``host/wiki`` is its site."""
    wiki = write_wiki(folder)
    docs = wiki / "docs"
    (docs / "mine.md").write_text(MINE, "utf-8")
    _graph_pages(docs)
    _radar_pages(docs)
    (wiki / "data").mkdir()  # without it nothing is known of where pages stand
    config = wiki / "mkdocs.yml"
    config.write_text(config.read_text("utf-8") + SETTINGS, "utf-8")
    built = build_site(wiki, site=wiki / "host" / "wiki")
    assert built.ok, built.output
    assets = built.site / "assets" / "wiki"
    (assets / "graph.json").write_text(to_json(graph(ideas(), sharings())), "utf-8")
    write(dict(files(_radar())), assets / "radar-data")


# --- The graph -----------------------------------------------------------------------


def ideas() -> Iterator[Idea]:
    """260 of them, each 13th a model; the first is broader than the second,
    related to the fourth.
    """
    for n in range(IDEAS):
        kind, folder = ("model", "entities") if n % 13 == 12 else ("concept", "concepts")
        broader, related = ("idea-000",) * (n == 1), ("idea-000",) * (n == 3)
        name = Bilingual(f"idea {n:03}", f"想法{n:03}")
        yield Idea(f"idea-{n:03}", name, kind, f"{folder}/idea-{n:03}/", broader, related)  # type: ignore[arg-type]


def sharings() -> Iterator[Sharing]:
    """The lower its number, the more papers has an idea;
    neighbours share one, and idea 000 one with 250 to 255.
    """
    for n in range(IDEAS):
        day = f"2026-0{1 + n // 60}-01"
        yield from (Sharing(day, frozenset({f"idea-{n:03}"})) for _ in range(40 - n // 8))
        yield Sharing("2026-06-01", frozenset({f"idea-{n:03}", f"idea-{(n + 1) % IDEAS:03}"}))
    for n in range(250, 256):
        yield Sharing("2026-06-02", frozenset({"idea-000", f"idea-{n:03}"}))


def _line(n: int, folder: str = "") -> str:
    return f"- [idea {n:03} · 想法{n:03}]({folder}idea-{n:03}.md) (1)"


def _graph_pages(docs: Path) -> None:
    """The graph's page and a concept's, as the templates write them."""
    listed = "\n".join(_line(n, "concepts/") for n in range(12))
    place = f'<div class="wiki-graph"></div>\n\n{listed}'
    (docs / "graph.md").write_text(
        written(
            "page:graph", "Graph", section("title", "# Graph · 概念图谱"), section("graph", place)
        ),
        encoding="utf-8",
    )
    around = (("Narrower · 下位概念", 1), ("Related · 相关概念", 3), ("", 11))
    groups = "\n".join(
        (f"\n### {heading}\n\n" if heading else "") + _line(n) for heading, n in around
    )
    for n in range(12):
        sections = [section("title", f"# idea {n:03} · 想法{n:03}")]
        if n == 0:
            sections += [
                section("neighbours", f"## Neighbours · 相邻概念\n{groups}"),
                section(
                    "bibtex", "## BibTeX\n\n```bibtex\n@misc{one,\n  title = {$x$ & y}\n}\n```"
                ),
            ]
        (docs / f"concepts/idea-{n:03}.md").write_text(
            written(f"concept:idea-{n:03}", "x", *sections), "utf-8"
        )


# --- The radar -----------------------------------------------------------------------


def own(n: int) -> str:
    """Papers 50 to 149 came in June, the others in May."""
    return f"26{'05' if n < 50 else '06'}.{n:05}"


def _entries() -> Iterator[RadarEntry]:
    """Each fifth by Ann Lee; each third on credit assignment, each seventh with code; 149 is an
    update of March's.

    5 has a concept of its own as well; 7 has that of another kind alone.
    """
    topics = {5: ("memory", "credit", "parsing"), 7: ("corpus",)}
    for n in range(PAPERS):
        day = f"2026-05-{5 + n // 10:02}" if n < 50 else f"2026-06-{1 + (n - 50) // 10:02}"
        update: dict[str, Any] = (
            {"updated": True, "version": 4, "first": "2026-03-03"}
            if n == PAPERS - 1
            else {"first": "2019-11" if n == PAPERS - 3 else day}
        )
        yield RadarEntry(
            id=f"arxiv:{own(n)}",
            url=f"papers/{own(n)[:4]}/{own(n)}/",
            title=f"Paper {n} <b>of</b> \x01x<{n}\x02",
            arrived=day,
            date=day,
            headline=Bilingual(f"Headline {n}", f"要点{n}"),
            summary=Bilingual(f"It says {n} for $5.", f"内容{n}。"),
            reason=Bilingual("It matters.", "很重要。"),
            authors=("Ann Lee" if n % 5 == 0 else f"Bo Chén{n % 9}", "Cy Wu"),
            authors_left=9 if n == PAPERS - 3 else 0,
            categories=("cs.CL", "cs.AI") if n % 2 else ("cs.LG",),
            score=n % 10 + 1,
            code=n % 7 == 0,
            full_text=n % 4 == 0,
            topics=topics.get(n, (("credit", "gpt"), ("memory",), ("memory", "credit"))[n % 3]),
            **update,
        )


def _radar() -> Radar:
    return radar(
        _entries(),
        (
            RadarTopic(
                "credit",
                Bilingual("credit assignment", "信用分配"),
                "concept",
                "concepts/credit/",
                ("CAS", "归因"),
            ),
            RadarTopic("parsing", Bilingual("PDF parsing", "PDF 解析")),
            RadarTopic("corpus", Bilingual("text corpus", "文本语料库")),
            RadarTopic("memory", Bilingual("memory", "记忆"), "concept", "concepts/memory/"),
            RadarTopic("gpt", Bilingual("GPT-5", "GPT-5"), "model", "entities/gpt/"),
        ),
    )


def _radar_pages(docs: Path) -> None:
    """The radar's page as its template writes it, and the pages of some papers."""
    listed = "\n\n".join(
        f"1. [Paper {n}](papers/2606/{own(n)}.md) · arXiv (CS.CL)" for n in range(140, 150)
    )
    place = section("radar", f'<div class="wiki-radar"></div>\n\n{listed}')
    (docs / "radar.md").write_text(
        written("page:radar", "Radar", section("title", "# Radar · 雷达"), place), encoding="utf-8"
    )
    (docs / "papers/2606").mkdir(parents=True)
    for n in range(130, 150):
        sections = [
            section("title", f"# Paper {n}"),
            section("abstract.en", f"## Abstract\n\nWe show $a<{n}$ for \\$500."),
            section("abstract.zh", f"## 摘要\n\n我们证明{n}。"),
        ]
        (docs / f"papers/2606/{own(n)}.md").write_text(
            written(f"arxiv:{own(n)}", "x", *sections), "utf-8"
        )
