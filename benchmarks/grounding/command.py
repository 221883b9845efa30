"""``python -m benchmarks grounding [DIR]``: what it can do, and what it prints."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.grounding.folder import as_row, read_folder
from benchmarks.grounding.sample import read_sample

SHIPPED = Path(__file__).resolve().parent / "material"


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what is asked; 2 where the material cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks grounding")
    parser.add_argument(
        "folder", nargs="?", type=Path, metavar="DIR", help="other material (FORMAT.md)"
    )
    parser.add_argument("--validate", action="store_true", help="say what is wrong in DIR, and end")
    parser.add_argument(
        "--read", type=Path, metavar="FILE", help="print a PDF or HTML file as a row of a paper"
    )
    options = parser.parse_args(arguments)
    if options.read:
        print(as_row(options.read))
        return 0
    material, problems = read_folder(options.folder or SHIPPED, read_sample().statements)
    if problems:
        print("\n".join(problems), file=sys.stderr)
        return 2
    print(
        f"{len(material.papers)} papers, {len(material.statements)} true statements, "
        f"{len(material.rewordings)} rewordings, {len(material.planted)} planted by hand, "
        f"{len(material.natural)} natural"
    )
    return 0
