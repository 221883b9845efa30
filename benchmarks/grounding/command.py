"""``python -m benchmarks grounding [DIR]``: what it can do, and what it prints."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.grounding import judging, report
from benchmarks.grounding.folder import as_row
from benchmarks.grounding.measure import Wrong, cases_of, document, measure, read, shipped
from benchmarks.grounding.sample import read_sample
from benchmarks.grounding.statement import Case, Material
from benchmarks.grounding.tokens import tokens_of_sample

ALL: Final = 1_000_000
JUDGED: Final = Path(__file__).resolve().parent / "judged"


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what is asked; 2 where the material or an answer cannot be used."""
    options = _parser().parse_args(arguments)
    if options.read:
        print(as_row(options.read))
        return 0
    try:
        material = read(options.folder, read_sample()) if options.folder else shipped()
    except Wrong as error:
        print(error, file=sys.stderr)
        return 2
    if options.validate:
        print(_counted(material))
        return 0
    cases = cases_of(material)
    if options.export:
        return _export(options, material, cases)
    if options.answers:
        return _import(options, material, cases)
    denied = judging.denials(material, cases, judging.recorded(options.judged))
    measured = measure(material, cases, denied)
    if options.missed:
        print("\n".join(report.missed(measured.outcomes)))
        return 0
    found = document(measured) | {"tokens": tokens_of_sample()}
    if options.json:
        print(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        print("\n".join(report.markdown(found) if options.markdown else report.lines(found)))
    return 0


def _export(options: argparse.Namespace, material: Material, cases: Sequence[Case]) -> int:
    drawn = judging.sampled(cases, options.a_kind, options.true)
    asked = tuple(judging.questions(material, drawn))
    lines = list(judging.exported(asked))
    options.export.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(f"{len(asked)} questions with {sum(len(one.rows) for one in asked)} rows")
    return 0


def _import(options: argparse.Namespace, material: Material, cases: Sequence[Case]) -> int:
    """Record the answers that can be used, and say what is wrong with the others."""
    lines = options.answers.read_text(encoding="utf-8").splitlines()
    kept, problems = judging.imported(lines, material, cases)
    head = judging.header(options.by, options.date)
    options.judged.mkdir(exist_ok=True)
    to = options.judged / f"{options.answers.stem}.jsonl"
    to.write_text("".join(f"{line}\n" for line in (head, *kept)), encoding="utf-8")
    print(f"{len(kept)} rows recorded in {to}")
    print("".join(f"{problem}\n" for problem in problems), end="", file=sys.stderr)
    return 2 if problems else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks grounding")
    add = parser.add_argument
    add("folder", nargs="?", type=Path, metavar="DIR", help="other material (FORMAT.md)")
    add("--json", action="store_true", help="print a machine-readable document")
    add("--markdown", action="store_true", help="print a short table")
    add("--validate", action="store_true", help="say what is wrong in DIR, and end")
    add("--read", type=Path, metavar="FILE", help="print a PDF or HTML file as a row of a paper")
    add("--export", type=Path, metavar="FILE", help="write a judge's questions, without a key")
    add("--import", dest="answers", type=Path, metavar="FILE", help="record a judge's answers")
    add("--a-kind", type=int, default=ALL, metavar="N", help="ask about N cases of each kind")
    add("--true", type=int, default=ALL, metavar="N", help="... and about N true claims")
    add("--missed", action="store_true", help="list what the rules got wrong, nothing held out")
    add("--by", default="", help="with --import: who answered")
    add("--date", default="", help="with --import: the day of the answers")
    add("--judged", type=Path, default=JUDGED, metavar="DIR", help="where answers are recorded")
    return parser


def _counted(material: Material) -> str:
    return (
        f"{len(material.papers)} papers, {len(material.statements)} true statements,"
        f" {len(material.rewordings)} rewordings, {len(material.planted)} planted by hand,"
        f" {len(material.natural)} natural"
    )
