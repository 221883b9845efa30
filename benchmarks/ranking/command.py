"""``python -m benchmarks ranking DIR``: what it can do, and what it prints."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.ranking import choice, figures
from benchmarks.ranking.folder import Wrong, read


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the ranking on a folder; 2 where the folder cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks ranking")
    parser.add_argument("folder", type=Path, help="days.json, profiles/, labels.jsonl")
    parser.add_argument("--papers", type=Path, help="the papers, where they stand elsewhere")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument(
        "--choose", action="store_true", help="weights by cross-validation over profiles instead"
    )
    options = parser.parse_args(arguments)
    try:
        material = read(options.folder, options.papers)
    except Wrong as error:
        print(error, file=sys.stderr)
        return 2
    if options.choose:
        print(json.dumps(choice.chosen(material), indent=2))
        return 0
    scores = figures.scored(material)
    document = {
        "days": len(material.days),
        "papers": len(material.papers),
        "profiles": figures.profiles(material, scores),
        "mean": figures.against_best(material, scores),
        "learning": figures.learning(material),
        "votes": figures.votes(material, scores),
        "cpu": figures.seconds(material),
    }
    print(json.dumps(document, indent=2) if options.json else "\n".join(_lines(document)))
    return 0


def _lines(document: dict[str, Any]) -> Iterator[str]:
    yield f"{document['papers']} papers of {document['days']} days"
    for name, own in document["profiles"].items():
        yield f"{name} ({own['targets']} targets)"
        for ranker, found in own.items():
            if ranker != "targets":
                told = "  ".join(f"{key} {value:.3f}" for key, value in found.items())
                yield f"  {ranker:16} {told}"
    mean = document["mean"]
    yield "mean AP: " + ", ".join(f"{name} {value:.3f}" for name, value in mean["means"].items())
    low, high = mean["interval of 95 %"]
    yield (
        f"beside {mean['best simple']}: {mean['difference']:+.3f}"
        f" (95 % of samples of days: {low:+.3f} to {high:+.3f})"
    )
    for start, own in document["learning"].items():
        yield f"AP on later days after 0, 10, 50, 200 marks, {start}"
        for name, row in own.items():
            yield f"  {name:26} " + "  ".join(f"{value:.3f}" for value in row.values())
    told = document["votes"]
    yield f"votes ({told.pop('labelled')} papers), AP, used for nothing: " + ", ".join(
        f"{name} {value:.3f}" for name, value in told.items() if value is not None
    )
    yield ", ".join(f"{value:.2f} {name}" for name, value in document["cpu"].items())
