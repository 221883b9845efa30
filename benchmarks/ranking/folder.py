"""A folder of rankings to find: days, their papers, and what people listed of them later.

``days.json`` names the days, ``profiles/*.json`` hold ``examples`` (before the days) and
``targets``, ``labels.jsonl`` votes, where there are any. The papers stand in the folder as
``papers.jsonl`` or ``papers.jsonl.gz``, or beside it as ``metadata/papers_*.jsonl.gz``. A profile's
``keywords`` stand in it, or in ``keywords.json`` here.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wiki_builder.core.values.announcement import Version
from wiki_builder.ranking.interests import Example, Interests
from wiki_builder.ranking.terms import Terms, terms

_KEYWORDS = Path(__file__).with_name("keywords.json")


class Wrong(Exception):
    """The folder is not of this form."""


@dataclass(frozen=True)
class Paper:
    """A paper of one of the days."""

    id: str
    day: str
    version: Version
    terms: Terms


@dataclass(frozen=True)
class Profile:
    """What one reader listed: before the days as examples, of the days as targets."""

    name: str
    keywords: tuple[str, ...]
    examples: tuple[Example, ...]
    targets: frozenset[str]

    @property
    def interests(self) -> Interests:
        return Interests(keywords=self.keywords, examples=self.examples)


@dataclass(frozen=True)
class Material:
    """A folder, read."""

    papers: tuple[Paper, ...]
    profiles: tuple[Profile, ...]
    votes: dict[str, int]

    @property
    def days(self) -> tuple[str, ...]:
        return tuple(sorted({paper.day for paper in self.papers}))


def read(folder: Path, papers: Path | None = None) -> Material:
    """The material of a folder; raises :class:`Wrong` where there is none."""
    try:
        days = json.loads((folder / "days.json").read_text("utf-8"))
        found = [_paper(row) for row in _rows(papers or _papers_of(folder))]
        own = tuple(paper for paper in found if paper.day in days)
        known = {paper.id for paper in own}
        profiles = [_profile(path, known) for path in sorted(folder.glob("profiles/*.json"))]
        labels = folder / "labels.jsonl"
        votes = (
            {row["arxiv_id"]: row["upvotes"] for row in _rows(labels)} if labels.exists() else {}
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Wrong(f"{folder}: {type(error).__name__}: {error}") from error
    with_targets = tuple(profile for profile in profiles if profile.targets)
    if not (own and with_targets):
        raise Wrong(f"{folder}: no paper of its days, or none that a profile lists")
    return Material(own, with_targets, {id_: n for id_, n in votes.items() if id_ in known})


def _papers_of(folder: Path) -> Path:
    near = [folder / "papers.jsonl", folder / "papers.jsonl.gz"]
    beside = sorted((folder.parent / "metadata").glob("papers_*.jsonl.gz"))
    for path in (*near, *beside):
        if path.is_file():
            return path
    raise Wrong(f"{folder}: no papers.jsonl, and no metadata/papers_*.jsonl.gz beside it")


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    raw = path.read_bytes()
    text = gzip.decompress(raw) if path.suffix == ".gz" else raw
    return (json.loads(line) for line in text.splitlines() if line.strip())


def _paper(row: dict[str, Any]) -> Paper:
    title, abstract = row["title"], row["abstract"]
    version = Version(None, title, tuple(row["authors"]), abstract, tuple(row["categories"]))
    return Paper(row["id"], row["announced"], version, terms(title, abstract))


def _profile(path: Path, known: set[str]) -> Profile:
    read = json.loads(path.read_text("utf-8"))
    name = read.get("profile", path.stem)
    usual = json.loads(_KEYWORDS.read_text("utf-8")).get(name, ())
    examples = tuple(
        Example(
            one["arxiv_id"],
            one["title"],
            one["abstract"],
            tuple(one.get("categories", ())),
            one["added"][:10] if one.get("added") else None,
        )
        for one in read["examples"]
    )
    targets = frozenset(one["arxiv_id"] for one in read["targets"]) & known
    return Profile(name, tuple(read.get("keywords", usual)), examples, targets)
