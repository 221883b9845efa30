"""How a wiki's pages stand at one time, and which of them were rewritten since, by kind."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

Files: TypeAlias = dict[str, tuple[int, int]]
_KINDS = {"papers": "papers", "concepts": "concepts", "entities": "entities", "daily": "days"}


@dataclass
class Stand:
    """The files of a wiki by path, with sizes and times;
    files are written only where their content changes.
    """

    folder: Path
    docs: Files = field(init=False)
    data: Files = field(init=False)

    def __post_init__(self) -> None:
        self.docs, self.data = _files(self.folder / "docs"), _files(self.folder / "data")

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return len(self.docs)

    def rewritten(self) -> dict[str, object]:
        """The pages written since, by kind, and how many pages there are now."""
        now = Stand(self.folder)
        written = [path for path, file in now.docs.items() if self.docs.get(path) != file]
        named = self._named(path for path in written if path not in self.docs)
        kinds = Counter(self._kind(path, now, named) for path in written)
        return {
            "pages_rewritten": len(written),
            "of_pages": now.pages,
            "by_kind": dict(sorted(kinds.items())),
        }

    def _kind(self, path: str, now: Stand, named: set[str]) -> str:
        """New pages apart from old ones; of old ones those that data changed or new papers name,
        and those near by.
        """
        kind = "lists" if path.endswith("index.md") else _KINDS.get(path.split("/")[0], "lists")
        if kind == "lists":
            return kind
        if path not in self.docs:
            return f"{kind}, new"
        if kind == "papers":
            data = f"{path.removesuffix('.md')}.json"
            return (
                f"{kind}, read" if self.data.get(data) != now.data.get(data) else f"{kind}, links"
            )
        return f"{kind}, named" if Path(path).stem in named else f"{kind}, near by"

    def _named(self, pages: Iterable[str]) -> set[str]:
        """The ids of what the papers name whose pages these are."""
        files = (self.folder / "data" / f"{page.removesuffix('.md')}.json" for page in pages)
        analyses = (
            json.loads(file.read_bytes()).get("analysis") or {} for file in files if file.is_file()
        )
        mentions = (
            one
            for analysis in analyses
            for one in (*analysis["concepts"], *analysis.get("entities", ()))
        )
        return {mention.get("concept", "") for mention in mentions}


def _files(folder: Path) -> Files:
    files = (
        (path.relative_to(folder).as_posix(), path.stat())
        for path in folder.rglob("*")
        if path.is_file()
    )
    return {
        path: (stat.st_size, stat.st_mtime_ns)
        for path, stat in files
        if path.endswith((".md", ".json", ".yml"))
    }
