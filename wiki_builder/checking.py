"""Checking: what is wrong in a wiki, each with its place and what to do; and its state in numbers."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import unquote

import frontmatter

from wiki_builder.config import Settings
from wiki_builder.index import Index, load_index
from wiki_builder.means import spent_in_month
from wiki_builder.pages.items import ITEM_MARK
from wiki_builder.proposing import proposals
from wiki_builder.publishing import Publisher, publisher
from wiki_builder.report import EXIT_DONE, EXIT_FAILED
from wiki_builder.store import Wiki, read_receipts

_LINK = re.compile(r"(?<!\\)\]\(\s*<?([^()\s<>]+)")
_FENCE = re.compile(r"^(```|~~~).*?^\1[^\n]*$", re.MULTILINE | re.DOTALL)
RUNS_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong; ``line`` is 0 where it is of no line."""

    path: str
    line: int
    what: str


def check(wiki: Wiki, settings: Settings) -> list[Problem]:
    """All that is wrong in a wiki; nothing is written but the cache."""
    index = load_index(wiki)
    made = publisher(wiki, settings, index)
    files = made.stand.found.files
    problems = [Problem(f"docs/{file.path}", *file.broken) for file in files.values() if file.broken]
    problems += _places(made)
    problems += _papers(index)
    problems += [p for path in files for p in _dead_links(wiki, path)]
    return sorted(problems, key=lambda p: (p.path, p.line, p.what))


def _places(made: Publisher) -> Iterator[Problem]:
    for id_, spot in made.stand.places.items():
        word = "a copy of" if spot.kind == "here" else "left alone, its place or its original is not clear:"
        yield from (Problem(f"docs/{path}", 0, f"{word} {id_}") for path in spot.copies)


def _papers(index: Index) -> Iterator[Problem]:
    for id_, entry in index.items():
        if entry.card.status == "failed":
            yield Problem(id_, 0, f"reading failed in {entry.card.attempts or 'passing'} runs; the page says why")


def _dead_links(wiki: Wiki, path: str) -> Iterator[Problem]:
    """Relative links of a page that lead to no file."""
    try:
        text = (wiki.docs / path).read_bytes().decode("utf-8", "replace")
    except OSError:
        return  # named as broken already
    text = _FENCE.sub(lambda fence: "\n" * fence[0].count("\n"), text)
    for number, line in enumerate(text.split("\n"), 1):
        if "](" not in line:
            continue
        for found in _LINK.finditer(ITEM_MARK.sub("", line)):
            target = unquote(found[1].partition("#")[0])
            if not target or "://" in found[1] or found[1].startswith(("mailto:", "/")):
                continue
            if not (wiki.docs / posixpath.normpath(posixpath.join(posixpath.dirname(path), target))).exists():
                yield Problem(f"docs/{path}", number, f"dead link: {found[1]}")


def check_exit(problems: list[Problem]) -> int:
    """1 if anything is wrong."""
    return EXIT_FAILED if problems else EXIT_DONE


def reading_states(wiki: Wiki, made: Publisher) -> dict[str, int]:
    """How many papers a person put under each ``status`` in their front matter ("to read", "read")."""
    pages = [path for id_, path in made.stand.paths.items() if id_ in made.index and path in made.stand.found.files]
    whole = (path for path in pages if not made.stand.found.files[path].broken)
    states = (frontmatter.loads((wiki.docs / path).read_text("utf-8-sig")).get("status") for path in whole)
    return dict(sorted(Counter(str(state) for state in states if state).items()))


def status(wiki: Wiki, settings: Settings, today: date) -> dict[str, object]:
    """The wiki in numbers: papers, what waits, what is outdated, proposals, last runs, and what was spent."""
    index = load_index(wiki)
    made = publisher(wiki, settings, index)
    states = Counter(entry.card.status for entry in index.values())
    receipts = read_receipts(wiki)[-RUNS_SHOWN:]
    return {
        "papers": len(index),
        "read": states["read"],
        "pending": states["pending"],
        "failed": states["failed"],
        "outdated": sum(entry.card.outdated for entry in index.values()),
        "rejected": sorted(id_ for id_ in made.stand.rejected if id_ in index),
        "reading": reading_states(wiki, made),
        "concepts": len(made.library.concept_pages),
        "proposals": len(proposals(made)),
        "broken_pages": [file.path for file in made.stand.found.files.values() if file.broken],
        "runs": [
            {"name": r.name, "announced": r.announced}
            | {outcome: r.count(outcome) for outcome in ("taken", "known", "skipped", "failed")}
            for r in receipts
        ],
        "spent_this_month": round(spent_in_month(wiki, today, settings.model.currency), 6),
        "currency": settings.model.currency,
    }


def status_lines(numbers: Mapping[str, Any]) -> list[str]:
    """The numbers of :func:`status` in words, a fact a line; what is empty is left out."""
    lines = []
    for name, value in numbers.items():
        if name == "runs":
            lines += ["last runs:", *(_run_line(run) for run in value)] if value else []
        elif isinstance(value, dict):
            lines += [f"{name}: {', '.join(f'{count} {state}' for state, count in value.items())}"] if value else []
        elif isinstance(value, list):
            lines += [f"{name.replace('_', ' ')}: {', '.join(value)}"] if value else []
        else:
            lines.append(f"{name.replace('_', ' ')}: {value}")
    return lines


def _run_line(run: Mapping[str, Any]) -> str:
    return f"  {run['name']}: " + ", ".join(f"{number} {name}" for name, number in run.items() if name != "name")
