"""Write the demo's feeds from real metadata: ``python scripts/sample_feeds.py papers.jsonl[.gz]``.

The metadata (arXiv's, CC0) names title, authors, abstract, categories and the day of
the first announcement; versions are not known. Each day's feed holds the papers of
the sample that were announced on it, and others of the day that no keyword matches.
"""

from __future__ import annotations

import gzip
import json
import sys
from datetime import date
from pathlib import Path

from wiki_builder.core.values.announcement import Announcement, Version
from wiki_builder.demo.feedwriter import write_feed
from wiki_builder.demo.story import CATEGORIES, FEEDS, KEYWORDS
from wiki_builder.ranking.keywords import score

OTHERS_A_DAY = 12
SAMPLE = {
    "2026-05-05": "2605.02801 2605.02396 2605.02572",
    "2026-05-08": "2605.06642 2605.06078",
    "2026-05-11": "2605.07725 2605.06978",
    "2026-05-12": "2605.08703 2605.10832",
    "2026-05-13": "2605.12039",
    "2026-05-18": "2605.16217",
    "2026-05-19": "2605.16757 2605.17877 2605.18077 2605.18703 2605.17933",
    "2026-05-20": "2605.20061 2605.19447",
    "2026-05-21": "2605.20833 2605.20616",
    "2026-05-26": "2605.24468 2605.24900 2605.25624",
    "2026-05-27": "2605.27140",
    "2026-05-28": "2605.27899 2605.28424 2605.28069",
    "2026-06-01": "2605.30727 2605.30712",
    "2026-06-02": (
        "2606.01619 2606.02132 2606.02355 2606.02373 2606.00547 2606.02372 2606.01830 2606.01091"
    ),
    "2026-06-03": "2606.03108 2606.03329 2606.03239 2606.03841 2606.03197",
    "2026-06-09": "2606.08656 2606.08340",
    "2026-06-11": "2606.11680 2606.11559",
    "2026-06-12": "2606.12908 2606.13262 2606.13598",
    "2026-06-15": "2606.13707 2606.14179 2606.14211",
    "2026-06-16": (
        "2606.15532 2606.15385 2606.16111 2606.16215 2606.16285 2606.16409 2606.17029 2606.17053"
        " 2606.15911"
    ),
    "2026-06-19": "2606.19893 2606.20363",
}
# Announced again by arXiv's lists of that day, as a replacement, or in a further category with the
# later version's metadata, which is the one that is known here.
AGAIN = {
    "2026-05-26": {"2605.14890": ("cross", 2)},
    "2026-06-15": {"2606.03108": ("replace", 2)},
}


def main(metadata: Path) -> None:
    """Write one feed a day."""
    content = (
        gzip.decompress(metadata.read_bytes())
        if metadata.suffix == ".gz"
        else metadata.read_bytes()
    )
    papers = {paper["id"]: paper for paper in map(json.loads, content.splitlines())}
    for day, ids in SAMPLE.items():
        chosen = [_new(papers[id_]) for id_ in ids.split()]
        for row in chosen:
            assert score(row.version, KEYWORDS), f"{row.id} matches no keyword"
        rows = [*chosen, *_others(papers, day), *_again(papers, day)]
        feed = write_feed(date.fromisoformat(day), CATEGORIES, sorted(rows, key=lambda row: row.id))
        (FEEDS / f"{day}.xml").write_bytes(feed)
        sys.stdout.write(f"{day}: {len(rows)} papers, {len(feed)} bytes\n")


def _new(paper: dict) -> Announcement:
    return Announcement(f"arxiv:{paper['id']}", ("new",), _version(paper))


def _version(paper: dict, number: int | None = None) -> Version:
    return Version(
        number,
        paper["title"],
        tuple(paper["authors"]),
        paper["abstract"],
        tuple(paper["categories"]),
        announced=None,
        comment=None,
    )


def _others(papers: dict, day: str) -> list[Announcement]:
    """Papers of the day in the categories that the wiki follows and that
    its keywords do not match.
    """
    ours = [
        p
        for p in papers.values()
        if p["announced"] == day and set(p["categories"]) & set(CATEGORIES)
    ]
    rows = [_new(paper) for paper in sorted(ours, key=lambda p: p["id"])]
    return [row for row in rows if not score(row.version, KEYWORDS)][:OTHERS_A_DAY]


def _again(papers: dict, day: str) -> list[Announcement]:
    return [
        Announcement(f"arxiv:{id_}", (how,), _version(papers[id_], number))
        for id_, (how, number) in AGAIN.get(day, {}).items()
    ]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
