"""The papers that the demo's owner adds, day by day, and reads in full text; one from its abstract.

Their texts come with the program: under ``papers/``, by arXiv's id, what the demo's arXiv answers
with; and the files that are added as a person adds a file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from wiki_builder.core.values.announcement import Announcement, Version
from wiki_builder.demo.apiwriter import Stored, stored
from wiki_builder.stages.add import paper_id

PAPERS = Path(__file__).parent / "papers"


@dataclass(frozen=True, slots=True)
class Addition:
    """What one ``wiki-builder add`` names: ids, or a file and the arXiv paper that it is;
    ``full`` is its option ``--full``.
    """

    ids: tuple[str, ...] = ()
    file: str = ""
    also: str | None = None
    full: bool = True

    @property
    def given(self) -> list[str]:
        """The ids, or the file's path."""
        return [str(PAPERS / self.file)] if self.file else list(self.ids)


ADDITIONS: Mapping[str, tuple[Addition, ...]] = {
    "2026-05-12": (Addition(("2605.10643",)),),
    "2026-05-18": (Addition(("2605.14890",), full=False),),
    "2026-05-19": (Addition(("2605.17041",)), Addition(file="cache-aware-tool-use.pdf")),
    "2026-05-26": (Addition(file="harness-scaling.pdf", also="2605.26112"),),
    "2026-05-27": (Addition(file="convmemory.pdf"),),
    "2026-06-11": (Addition(("2606.10423",)),),
    "2026-06-16": (Addition(("2606.16707",)),),
    "2026-06-19": (
        Addition(("2606.17107", "2606.17209")),
        Addition(file="2020.acl-main.447.pdf", also="1911.02782"),
    ),
    "2026-06-30": (
        Addition(("2606.23306", "2606.29472", "2606.30383")),
        Addition(file="verifier-reach.html"),
    ),
}


def known_to_api(day: str) -> dict[str, Stored]:
    """The papers that are added by id, as arXiv's API knows them on a day; by id, and where the
    number of the version is known by both, as one may ask for it.
    """
    lines = (PAPERS / "metadata.jsonl").read_text("utf-8").splitlines()
    known: dict[str, Stored] = {}
    for row in map(json.loads, lines):
        if row["submitted"] < day:
            before = known.get(row["id"])
            one = _stored(row, before.first if before else None)
            number = one.row.version.number
            known |= {row["id"]: one} | ({f"{row['id']}v{number}": one} if number else {})
    return known


def _stored(row: Mapping[str, Any], first: datetime | None) -> Stored:
    version = Version(
        row.get("version"),
        row["title"],
        tuple(row["authors"]),
        row["abstract"],
        tuple(row["categories"]),
        comment=row.get("comment"),
    )
    at = datetime.fromisoformat(row["submitted"]).replace(hour=12, tzinfo=UTC)
    return stored(Announcement(f"arxiv:{row['id']}", (), version), at, first)


def full_text(kind: str, id_: str) -> bytes | None:
    """A paper's HTML or PDF, if that is here."""
    path = PAPERS / f"{id_}.{kind}"
    return path.read_bytes() if path.is_file() else None


def file_of(paper: str) -> Path | None:
    """Where the full text of a paper of the sample stands, by the paper's id; ``None`` where it
    is not here.
    """
    name = paper.removeprefix("arxiv:")
    files = (path for path in sorted(PAPERS.iterdir()) if path.suffix in (".html", ".pdf"))
    return next((path for path in files if path.stem == name or paper_id(path) == paper), None)
