"""``python -m wiki_builder.demo.sample DIR``: the demo's data and pages into ``DIR``, beside the
guide.

This repository shows its own sample so; ``make sample`` calls it.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from wiki_builder.core.progress import Progress
from wiki_builder.demo.story import play

FOLDERS = (
    "data",
    "docs/papers",
    "docs/concepts",
    "docs/entities",
    "docs/posts",
    "docs/daily",
    "docs/log",
    "docs/compare",
)
FILES = ("docs/index.md", "docs/graph.md", "docs/radar.md", "docs/trends.md", "docs/away.md")


def write_sample(root: Path) -> list[str]:
    """Replace the sample's data and pages under ``root``; the lines of the demo's days."""
    with tempfile.TemporaryDirectory() as temporary:
        wiki = Path(temporary) / "wiki"
        lines = [*map(str, play(wiki, Progress()))]
        for folder in FOLDERS:
            shutil.rmtree(root / folder, ignore_errors=True)
            shutil.copytree(wiki / folder, root / folder, ignore=shutil.ignore_patterns("pending"))
        for file in FILES:
            shutil.copy(wiki / file, root / file)
    return lines


if __name__ == "__main__":
    sys.stdout.write("\n".join(write_sample(Path(sys.argv[1]))) + "\n")
