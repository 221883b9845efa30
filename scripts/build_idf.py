"""Builds ``wiki_builder/concepts/idf.json``, the static weights of words, from metadata of papers.

    python scripts/build_idf.py papers_12000.jsonl.gz

Each line of FILE is a JSON object with ``title`` and ``abstract``. The table in
the repository was made from 12,000 papers announced on arXiv between 2026-05-05
and 2026-06-23 (metadata: CC0). It is built once: a new table changes the scores
of all pairs, and so every stored list of related papers.
"""

from __future__ import annotations

import gzip
import json
import math
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from wiki_builder.concepts.related import telling_words

WORDS = 6000  # the commonest; a rarer word weighs as much as the rarest of these
TARGET = Path(__file__).parents[1] / "wiki_builder" / "concepts" / "idf.json"


def main(file: Path) -> None:
    """Write the table: ``{"other": weight, "words": {word:
    weight}}``, ln(papers / papers with the word).
    """
    papers = [
        set(telling_words(f"{paper['title']}\n{paper['abstract']}")) for paper in _papers(file)
    ]
    counts = Counter(word for paper in papers for word in paper)
    kept = sorted(counts, key=lambda word: (-counts[word], word))[:WORDS]
    table = {word: round(math.log(len(papers) / counts[word]), 2) for word in sorted(kept)}
    lines = {"other": max(table.values()), "papers": len(papers), "words": table}
    TARGET.write_text(json.dumps(lines, separators=(",", ":")) + "\n", encoding="utf-8")


def _papers(file: Path) -> Iterator[dict[str, str]]:
    data = file.read_bytes()
    lines = gzip.decompress(data) if file.suffix == ".gz" else data
    yield from map(json.loads, lines.splitlines())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
