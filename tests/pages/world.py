"""A small wiki for the page contract: values that change, a person who edits, and an oracle.

The oracle knows nothing of hashes or normal forms. A person's words are tokens
(``Edit17``); what holds one must be the same to the byte after any run.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from wiki_builder.contract.items import item_mark
from wiki_builder.contract.spec import Fixed, PageSpec, Section
from wiki_builder.core.store.lock import put_right
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.pages.files import read_standing, render_pages
from wiki_builder.pages.rendered import Rendered

TOKEN = re.compile(r"Edit\d+")
SECTION = re.compile(r"<!-- wiki:(\S+) -->\r?\n(.*?)<!-- /wiki -->", re.DOTALL)


@dataclass
class World:
    """The builder's data: a value and item ids for each paper, and the template's version."""

    root: Path
    values: dict[str, int] = field(
        default_factory=lambda: {"arxiv:2605.00001": 1, "arxiv:2605.00002": 1}
    )
    items: dict[str, tuple[str, ...]] = field(default_factory=dict)
    template: int = 1

    @property
    def wiki(self) -> Wiki:
        return Wiki(self.root)

    def items_of(self, id_: str) -> tuple[str, ...]:
        return self.items.get(id_, ("c1", "c2", "c3"))

    def spec(self, id_: str, path: str) -> PageSpec:
        """The page of one paper: a title, a summary, a list in both languages,
        a table of items, and a stamp.
        """
        value, template = self.values[id_], self.template
        heading = "Contributions" if template < 2 else "What is new"
        claims = [
            f"1. **Label {c}**: *text* of {c}, value {value} {item_mark(c)}"
            for c in self.items_of(id_)
        ]
        zh = [
            f"1. **标签 {c}**：{c} 的*文字*，值 {value} {item_mark(c)}" for c in self.items_of(id_)
        ]
        rows = [f"| {c} | {value} {item_mark(c)} |" for c in self.items_of(id_)[:2]]
        sections: list[Section | Fixed] = [
            Section("title", f"# Title of {id_}"),
            Section(
                "summary.en",
                f"## Summary v{template}\n\nAll of it, value {value}; see"
                " [x](../../concepts/x.md).",
                f"{value}",
            ),
            Section(
                "contributions.en",
                f"## {heading}\n\n" + "\n".join(claims),
                "c",
                {c: f"{c} {value}" for c in self.items_of(id_)},
            ),
            Section("contributions.zh", "## 贡献\n\n" + "\n".join(zh), "c"),
            Section("results-table", "| a | b |\n|---|---|\n" + "\n".join(rows), "r"),
            Section("notice", f"> odd {value}" if value % 2 else ""),
            Fixed("## Notes"),
            Section("stamp", f"Written for {value}"),
        ]
        if template >= 3:
            sections.insert(3, Section("extra.en", f"Extra of {value}"))
        return PageSpec(
            id_,
            path,
            {"title": f"T {id_} {value}", "date": "2026-05-05", "kind": "yes"},
            tuple(sections),
        )

    def inputs(self, id_: str, path: str) -> str:
        return f"{path} {self.values[id_]} {self.items_of(id_)} {self.template}"

    def run(self) -> Rendered:
        put_right(self.wiki)
        stand = read_standing(self.wiki, lambda gone: iter(self.values))
        return render_pages(self.wiki, stand, set(self.values), self.spec, self.inputs)

    # --- What stands there ---------------------------------------------------

    def pages(self) -> dict[str, bytes]:
        return {
            p.relative_to(self.root).as_posix(): p.read_bytes()
            for p in sorted((self.root / "docs").rglob("*.md"))
        }

    def state(self) -> dict[str, bytes]:
        """Everything that is committed, to the byte."""
        files = [
            p for folder in ("docs", "data") for p in (self.root / folder).rglob("*") if p.is_file()
        ]
        return {p.relative_to(self.root).as_posix(): p.read_bytes() for p in sorted(files)}

    def copy(self, root: Path) -> World:
        """The same wiki in another folder, cache included."""
        shutil.rmtree(root, ignore_errors=True)
        shutil.copytree(self.root, root)
        return World(root, dict(self.values), dict(self.items), self.template)

    def forget(self) -> None:
        """A fresh clone: nothing of the cache."""
        shutil.rmtree(self.root / ".wiki", ignore_errors=True)


def tokens(content: bytes) -> list[str]:
    return TOKEN.findall(content.decode("utf-8", "replace"))


def edited_parts(content: bytes) -> dict[str, str]:
    """The sections, items and outside lines that hold a person's token, to the byte."""
    text = content.decode("utf-8", "replace")
    parts: dict[str, str] = {}
    for found in SECTION.finditer(text):
        for number, line in enumerate(found[2].split("\n")):
            if TOKEN.search(line):
                parts[
                    f"{found[1]} {TOKEN.findall(line)}"
                    f" {number if found[1] in ('title', 'summary.en') else ''}"
                ] = line
    outside = SECTION.sub("", text)
    parts |= {
        f"outside {i}": line
        for i, line in enumerate(line for line in outside.split("\n") if TOKEN.search(line))
    }
    return parts
