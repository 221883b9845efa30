"""``python -m wiki_builder.demo.sample DIR``: the demo's pages into ``DIR/docs``, beside the guide.

This repository shows its own sample so; ``make sample`` calls it.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from wiki_builder.demo.story import play
from wiki_builder.progress import Progress

FOLDERS = ("papers", "concepts", "entities", "daily", "log")


def write_sample(root: Path) -> list[str]:
    """Replace the sample's pages under ``root/docs``; the lines of the demo's days."""
    with tempfile.TemporaryDirectory() as temporary:
        wiki = Path(temporary) / "wiki"
        lines = list(play(wiki, Progress()))
        for folder in FOLDERS:
            shutil.rmtree(root / "docs" / folder, ignore_errors=True)
            shutil.copytree(wiki / "docs" / folder, root / "docs" / folder)
        shutil.copy(wiki / "docs" / "index.md", root / "docs" / "index.md")
    return lines


if __name__ == "__main__":
    sys.stdout.write("\n".join(write_sample(Path(sys.argv[1]))) + "\n")
