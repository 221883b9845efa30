"""Builds ``wiki_builder/ranking/weights.json``, the weights of words and pairs of words.

    python scripts/build_weights.py papers_12000.jsonl.gz

Each line of FILE is a JSON object with ``title``, ``abstract`` and ``categories``. The table in the
repository was made from 12,000 papers announced on arXiv between 2026-05-05 and 2026-06-23
(metadata: CC0), of which it holds how common words and categories are and nothing else. A new table
changes every rank.
"""

from __future__ import annotations

import gzip
import json
import math
import sys
from collections import Counter
from pathlib import Path

from wiki_builder.ranking.terms import found

WORD, PAIR = 8, 12  # papers that a word, and a pair of words, needs to stand in
TARGET = Path(__file__).parents[1] / "wiki_builder" / "ranking" / "weights.json"


def main(file: Path) -> None:
    """Write the table: ``terms`` with ln(papers / papers with the term), ``categories`` with their
    share of the papers.
    """
    data = file.read_bytes()
    lines = gzip.decompress(data) if file.suffix == ".gz" else data
    papers = [json.loads(line) for line in lines.splitlines()]
    counts = Counter(
        term for paper in papers for term in {*found(f"{paper['title']}\n{paper['abstract']}")}
    )
    filed = Counter(category for paper in papers for category in paper["categories"])
    table = {
        "papers": len(papers),
        "categories": {
            name: round(count / len(papers), 4)
            for name, count in sorted(filed.items())
            if count >= WORD
        },
        "terms": {
            term: round(math.log(len(papers) / count), 2)
            for term, count in sorted(counts.items())
            if count >= (PAIR if " " in term else WORD)
        },
    }
    TARGET.write_text(json.dumps(table, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
