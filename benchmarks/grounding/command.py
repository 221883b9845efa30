"""``python -m benchmarks grounding [DIR]``: what it can do, and what it prints."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.grounding import report
from benchmarks.grounding.folder import as_row
from benchmarks.grounding.measure import Wrong, cases_of, document, measure, read, shipped
from benchmarks.grounding.sample import read_sample
from benchmarks.grounding.statement import Material


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what is asked; 2 where the material cannot be used."""
    options = _parser().parse_args(arguments)
    if options.read:
        print(as_row(options.read))
        return 0
    try:
        material = _material(options.folder)
    except Wrong as error:
        print(error, file=sys.stderr)
        return 2
    if options.validate:
        print(_counted(material))
        return 0
    found = document(measure(material, cases_of(material)))
    if options.json:
        print(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        print("\n".join(report.markdown(found) if options.markdown else report.lines(found)))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks grounding")
    parser.add_argument(
        "folder", nargs="?", type=Path, metavar="DIR", help="other material (FORMAT.md)"
    )
    parser.add_argument("--json", action="store_true", help="print a machine-readable document")
    parser.add_argument("--markdown", action="store_true", help="print a short table")
    parser.add_argument("--validate", action="store_true", help="say what is wrong in DIR, and end")
    parser.add_argument(
        "--read", type=Path, metavar="FILE", help="print a PDF or HTML file as a row of a paper"
    )
    return parser


def _material(folder: Path | None) -> Material:
    """What comes with the benchmark, or another folder's alone."""
    return read(folder, read_sample()) if folder else shipped()


def _counted(material: Material) -> str:
    return (
        f"{len(material.papers)} papers, {len(material.statements)} true statements,"
        f" {len(material.rewordings)} rewordings, {len(material.planted)} planted by hand,"
        f" {len(material.natural)} natural"
    )
