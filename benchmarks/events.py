"""How well papers, posts and code are told to be one event:
``python -m benchmarks events [FILE] [--json]``.

A line of the file is a true join (``"label": "same"``, a paper with its ``members``: ``paper``,
``blog``, ``code``, ``project_page``, ``release``, ``version``, ``hf_daily``) or a false friend
(``"different"``: a ``paper_title`` with its ``arxiv_id``, and a ``blog``).

A true join counts as found where the paper is one event with a post, its code or its page; the
page of a paper at Hugging Face, and a version, bear the paper's id and count for nothing here.
``members`` says how many of each kind were joined. Beside the file's false friends, every paper is
tried with everything of every *other* line: what is joined there is wrong as well. Exit 1 if
anything is.

Without a file: ``benchmarks/events.jsonl``, facts (titles, addresses, days) of 2025 and 2026.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wiki_builder.events.record import Kind, Record
from wiki_builder.events.same import Joined, Proposed, same_event

FILE = Path(__file__).resolve().parent / "events.jsonl"
KINDS: Mapping[str, Kind] = {
    "paper": "paper",
    "blog": "post",
    "code": "code",
    "project_page": "page",
    "release": "release",
    "version": "paper",
    "hf_daily": "post",
}
BY_ID = ("paper", "version", "hf_daily")


@dataclass(frozen=True, slots=True)
class Line:
    """A paper, and what was said to be, or not to be, one event with it: by kind, a record each."""

    name: str
    same: bool
    paper: Record
    others: tuple[tuple[str, Record], ...]


def read_lines(path: Path) -> list[Line]:
    """The lines of a file.

    Raises:
        SystemExit: a line is not of the form; which one, and why.
    """
    lines = []
    for number, text in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not text.strip():
            continue
        try:
            lines.append(_line(json.loads(text)))
        except (KeyError, ValueError, TypeError, AttributeError, StopIteration) as error:
            raise SystemExit(
                f"{path}, line {number}: {type(error).__name__} {error}; a line is as"
                " benchmarks/events.py says"
            ) from None
    return lines


def _line(told: Mapping[str, Any]) -> Line:
    id_ = f"arxiv:{told['arxiv_id']}"
    if told["label"] == "different":
        paper = Record(id_, "paper", told["paper_title"])
        return Line(told["event"], False, paper, (("blog", _record(id_, "blog", told["blog"])),))
    members = [(member["kind"], _record(id_, member["kind"], member)) for member in told["members"]]
    paper = next(record for kind, record in members if kind == "paper")
    return Line(told["event"], True, paper, tuple(one for one in members if one[0] != "paper"))


def _record(paper: str, kind: str, told: Mapping[str, Any]) -> Record:
    url = told.get("url") or ""
    return Record(
        paper if kind in ("paper", "version") else url,
        KINDS[kind],
        told.get("title") or "",
        told.get("date"),
        url,
    )


def figures(lines: Sequence[Line]) -> dict[str, object]:
    """What was found, proposed and joined wrongly, with the names of the lines."""
    true = [line for line in lines if line.same]
    by: Counter[str] = Counter()
    members: dict[str, Counter[str]] = {}
    found, proposed = [], []
    for line in true:
        said: dict[str, list[Joined | Proposed | None]] = {kind: [] for kind, _ in line.others}
        for kind, record in line.others:
            verdict = same_event(line.paper, record)
            said[kind].append(verdict)
            members.setdefault(kind, Counter())[_word(verdict)] += 1
        own = [v for kind, verdicts in said.items() if kind not in BY_ID for v in verdicts]
        joined = [verdict for verdict in own if isinstance(verdict, Joined)]
        by.update({joined[0].by: 1} if joined else {})
        if joined:
            found.append(line.name)
        elif any(isinstance(verdict, Proposed) for verdict in own):
            proposed.append(line.name)
    left = [line.name for line in true if line.name not in {*found, *proposed}]
    friends = [line for line in lines if not line.same]
    wrong = [line.name for line in friends if _joins(line.paper, line.others[0][1])]
    return {
        "events_found": round(len(found) / len(true), 3) if true else None,
        "aim": ">= 0.8, false 0",
        "true": len(true),
        "found": len(found),
        "by": dict(sorted(by.items())),
        "proposed": proposed,
        "not_found": left,
        "members": {kind: dict(sorted(count.items())) for kind, count in sorted(members.items())},
        "false_friends": len(friends),
        "false": wrong,
        "friends_proposed": [
            line.name
            for line in friends
            if isinstance(same_event(line.paper, line.others[0][1]), Proposed)
        ],
        "across": sum(1 for _ in _across(lines)),
        "false_across": [f"{a.id} {b.id}" for a, b in _across(lines) if _joins(a, b)],
        "proposed_across": sum(isinstance(same_event(a, b), Proposed) for a, b in _across(lines)),
    }


def _across(lines: Sequence[Line]) -> Iterator[tuple[Record, Record]]:
    """Each paper with everything of every line on another paper."""
    for line in lines:
        for other in lines:
            if other.paper.id != line.paper.id:
                yield from ((line.paper, record) for _, record in other.others)


def _joins(a: Record, b: Record) -> bool:
    return isinstance(same_event(a, b), Joined)


def _word(verdict: Joined | Proposed | None) -> str:
    return (
        "joined"
        if isinstance(verdict, Joined)
        else "proposed"
        if isinstance(verdict, Proposed)
        else "apart"
    )


def main(arguments: list[str]) -> int:
    """Measure; 1 if anything was joined that is not one event."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks events", description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", default=FILE)
    parser.add_argument("--json", action="store_true", help="one line of JSON")
    options = parser.parse_args(arguments)
    if not options.file.is_file():
        raise SystemExit(f"no such file: {options.file}; give one of the form of {FILE}")
    said = figures(read_lines(options.file))
    if options.json:
        print(json.dumps(said))
    else:
        for name, value in said.items():
            print(f"{name:18} {json.dumps(value, ensure_ascii=False)}")
    return 1 if said["false"] or said["false_across"] else 0
