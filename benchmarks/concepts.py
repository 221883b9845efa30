"""How well two names are told to be one thing: ``python -m benchmarks concepts PAIRS.jsonl``.

Each line of the file is ``{"a": …, "b": …, "label": "same" or "different"}``. Printed are precision
and recall of what the machine merges, and how many pairs it leaves to a person: without a model,
and with verdicts that were recorded. Exit 1 if a pair that is not labelled *same* was merged.

A request holds forty lines of the file, whether they are open or not: so what was recorded stays
good when the rules change. Only the verdicts of open pairs are used.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from wiki_builder.analysis.parse import Unusable
from wiki_builder.concepts.matching.glossary import is_chinese
from wiki_builder.concepts.matching.guards import guard
from wiki_builder.concepts.matching.match import Match, compare
from wiki_builder.concepts.verdicts import (
    KnownName,
    OpenName,
    Verdict,
    batches,
    decided,
    judge_verdicts,
    verdict_requests,
)
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.llm import replies
from wiki_builder.llm.engine import Engine, Reply
from wiki_builder.llm.handoff import HandoffEngine
from wiki_builder.llm.replay import ReplayEngine

REPLIES = Path(__file__).resolve().parent / "replies"

Outcome = Literal["merged", "left", "apart"]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two names and whether they are one thing, as people said."""

    a: str
    b: str
    same: bool


@dataclass(frozen=True, slots=True)
class Figures:
    """What became of the pairs: counts by what they are."""

    merged: int
    wrong: tuple[Pair, ...]
    same: int
    left: int
    left_same: int

    @property
    def precision(self) -> float:
        """The part of the merged pairs that are one thing; 1 where nothing was merged."""
        return (self.merged - len(self.wrong)) / self.merged if self.merged else 1.0

    @property
    def recall(self) -> float:
        """The part of the pairs that are one thing which the machine merged."""
        return (self.merged - len(self.wrong)) / self.same if self.same else 1.0

    @property
    def found(self) -> float:
        """The part of the pairs that are one thing which were merged or left to a person."""
        return (self.merged - len(self.wrong) + self.left_same) / self.same if self.same else 1.0


def read(path: Path) -> tuple[Pair, ...]:
    """The pairs of a file.

    Raises:
        ValueError: a line that is no pair, with its number.
    """
    pairs = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            row = json.loads(line) if line.strip() else None
            pairs += [Pair(row["a"], row["b"], row["label"] == "same")] if row else []
        except (ValueError, TypeError, KeyError) as error:
            raise ValueError(
                f"{path}:{number}: this is no pair with a, b and label ({error})"
            ) from error
    return tuple(pairs)


def figures(pairs: Sequence[Pair], outcomes: Sequence[Outcome]) -> Figures:
    """What the outcomes, one for each pair, come to."""
    both = list(zip(pairs, outcomes, strict=True))
    return Figures(
        merged=outcomes.count("merged"),
        wrong=tuple(pair for pair, outcome in both if outcome == "merged" and not pair.same),
        same=sum(pair.same for pair in pairs),
        left=outcomes.count("left"),
        left_same=sum(pair.same for pair, outcome in both if outcome == "left"),
    )


def without_model(match: Match, kept_apart: str | None) -> Outcome:
    """What the machine makes of two names by itself: what is open is left to a person."""
    return "merged" if match.kind == "same" else "left" if is_open(match, kept_apart) else "apart"


def with_verdict(match: Match, kept_apart: str | None, verdict: Verdict | None) -> Outcome:
    """What it makes of them with a model's verdict;
    an open pair without one is left to a person.
    """
    if not is_open(match, kept_apart) or verdict is None:
        return without_model(match, kept_apart)
    decision = decided(verdict, kept_apart)
    return "merged" if decision == "same" else "left" if decision == "propose" else "apart"


def is_open(match: Match, kept_apart: str | None) -> bool:
    """Whether a model is asked about two names; ``kept_apart`` is a guard's reason."""
    return match.kind == "maybe" or (match.kind == "none" and kept_apart is not None)


# --- Verdicts ---------------------------------------------------------------------


def opens(pairs: Sequence[Pair]) -> tuple[OpenName, ...]:
    """The pairs as a model is asked about them: the first name is the open one."""
    return tuple(
        OpenName(f"n{at}", _bilingual(pair.a), None, "", (KnownName(f"c{at}", _bilingual(pair.b)),))
        for at, pair in enumerate(pairs, start=1)
    )


def _bilingual(name: str) -> Bilingual:
    return Bilingual("", name) if is_chinese(name) else Bilingual(name, "")


def verdicts(engine: Engine, asked: Sequence[OpenName]) -> Iterator[Verdict]:
    """The verdicts that an engine's replies hold.

    Raises:
        ValueError: a reply that cannot be used.
    """
    requests = verdict_requests(asked)
    batch_of = {request.key: batch for request, batch in zip(requests, batches(asked), strict=True)}
    for request, answer in engine.ask(requests):
        if isinstance(answer, Reply):
            judged = judge_verdicts(answer.raw, batch_of[request.key])
            if isinstance(judged, Unusable):
                raise ValueError(f"{request.key}: {'; '.join(judged.errors)}")
            yield from judged


def record(pairs: Sequence[Pair], folder: Path, to: Path, date: str, by: str) -> int:
    """Write the requests into ``folder`` and file the answers that lie there; how many are still
    waiting.

    An answer is ``KEY.answer.json`` beside ``KEY.request.md``. What is filed can be used: it was
    judged.
    """
    asked = opens(pairs)
    list(verdicts(HandoffEngine(folder, date=date, by=by), asked))
    waiting = 0
    for _, answer in HandoffEngine(folder, date=date, by=by).ask(verdict_requests(asked)):
        if isinstance(answer, Reply):
            replies.write(to, answer)
        else:
            waiting += 1
    return waiting


# --- The command ------------------------------------------------------------------


def report(
    pairs: Sequence[Pair], known: Mapping[str, Verdict], *, missed: bool = False
) -> tuple[list[str], bool]:
    """The lines to print, and whether no pair was merged wrongly.
    ``known`` holds verdicts by their name's ref.
    """
    matches = [compare(pair.a, pair.b) for pair in pairs]
    refs = [open_.ref for open_ in opens(pairs)]
    guards = [guard(pair.a, pair.b) for pair in pairs]
    judged = list(zip(matches, guards, refs, strict=True))
    alone = [without_model(match, reason) for match, reason, _ in judged]
    helped = [with_verdict(match, reason, known.get(ref)) for match, reason, ref in judged]
    unanswered = sum(is_open(match, reason) and ref not in known for match, reason, ref in judged)
    lines = [f"{len(pairs)} pairs, {sum(pair.same for pair in pairs)} of them same"]
    lines += _lines("without a model", figures(pairs, alone))
    lines += _lines("with recorded verdicts", figures(pairs, helped))
    lines += [f"  open pairs without a recorded verdict: {unanswered}"] if unanswered else []
    if missed:
        gone = [
            pair
            for pair, outcome in zip(pairs, helped, strict=True)
            if pair.same and outcome == "apart"
        ]
        lines += [f"  not found: {pair.a} | {pair.b}" for pair in gone]
    return lines, not (figures(pairs, alone).wrong or figures(pairs, helped).wrong)


def _lines(title: str, result: Figures) -> list[str]:
    return [
        title,
        (
            f"  same: precision {result.precision:.3f}, recall {result.recall:.3f} ({result.merged}"
            " merged)"
        ),
        (
            f"  left to a person: {result.left}, of them same {result.left_same}; found or proposed"
            f" {result.found:.3f}"
        ),
        *(f"  WRONG: merged {pair.a} | {pair.b}" for pair in result.wrong),
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures; 0 if nothing was merged wrongly."""
    parser = argparse.ArgumentParser(
        description="Precision and recall of taking two names for one."
    )
    parser.add_argument("pairs", type=Path, metavar="PAIRS.jsonl")
    parser.add_argument(
        "--replies", type=Path, default=REPLIES, help="the folder of recorded replies"
    )
    parser.add_argument(
        "--missed", action="store_true", help="list the pairs that are one thing and were not found"
    )
    parser.add_argument(
        "--record", type=Path, metavar="DIR", help="write the requests there, file their answers"
    )
    parser.add_argument("--date", default="2026-11-21", help="the day that recorded answers are of")
    parser.add_argument("--by", default="AI assistant", help="who wrote recorded answers")
    options = parser.parse_args(arguments)
    try:
        pairs = read(options.pairs)
        if options.record:
            waiting = record(pairs, options.record, options.replies, options.date, options.by)
            print(f"{waiting} requests wait for an answer in {options.record}")
        known = {
            verdict.name: verdict
            for verdict in verdicts(ReplayEngine(options.replies), opens(pairs))
        }
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    lines, right = report(pairs, known, missed=options.missed)
    print("\n".join(lines))
    return 0 if right else 1
