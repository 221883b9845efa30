"""The page contract: whatever a person does, any sequence of runs keeps it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tests.examples import histories
from tests.pages.world import SECTION, World, edited_parts, tokens
from wiki_builder.contract.page import Page, UnreadablePage, read_page
from wiki_builder.core.store import disk

BLOCK = re.compile(rb"^(<!-- wiki:written .*?\n)-->\r?\n?", re.DOTALL | re.MULTILINE)
_ITEM = re.compile(rb"(?:1\.|2\)|\|) .* \^(c\d)(?: \|)?\r?$")
INSIDE = ("summary.en", "contributions.en", "contributions.zh", "results-table", "stamp", "title")


# Each as often as it is listed: runs often, breaking a page seldom.
ACTIONS = [
    *["run"] * 5, *["run_killed"] * 2, *["value_changes"] * 4, *["items_change"] * 2,
    "template_changes", "new_paper", *["edit_inside"] * 4, "edit_outside", *["delete_section"] * 2,
    "delete_item", "own_item", "delete_page", "move_page", "copy_page", "reorder_sections",
    "duplicate_section", "break_page", *["mend_page"] * 4, "other_bytes", "reformat", "edit_key",
    "rewrite_keys", *["merge_branches"] * 2, *["save_while_running"] * 2, "lose_block", "lose_mark",
    "turn_items", "turn_rows",
]  # fmt: skip


MET: Counter[str] = Counter()  # pages behind a run, whole and broken


class Killed(BaseException):
    """The process is gone: nothing after this line happens."""


class Killer:
    """Kills the run before its n-th change of the disk."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
        self.left = at
        for name in ("replace", "link"):
            monkeypatch.setattr(os, name, self._wrapped(getattr(os, name)))
        monkeypatch.setattr(disk, "_exchange", self._wrapped(disk._exchange))
        monkeypatch.setattr(Path, "unlink", self._wrapped(Path.unlink))
        monkeypatch.setattr(Path, "write_bytes", self._wrapped(Path.write_bytes))

    def _wrapped(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            if self.left == 0:
                raise Killed
            self.left -= 1
            return function(*args, **kwargs)

        return call


class Contract(RuleBasedStateMachine):
    """A person and the builder, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="contract-"))
        self.world = World(self.folder / "wiki")
        (self.folder / "wiki" / "docs").mkdir(parents=True)
        self.number = 0
        self.deleted_pages: set[str] = set()
        self.history: dict[str, list[bytes]] = {}
        self.world.run()
        self._readable({}, self.world.pages())
        assert len(self.world.pages()) == len(self.world.values)

    def teardown(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    @rule(data=st.data(), action=st.sampled_from(ACTIONS))
    def step(self, data: st.DataObject, action: str) -> None:
        """One step; a single rule, so that no kind of step is left out of a history."""
        getattr(self, action)(data)

    # --- The builder ----------------------------------------------------------

    def value_changes(self, data: st.DataObject) -> None:
        self.world.values[data.draw(st.sampled_from(sorted(self.world.values)))] += 1

    def items_change(self, data: st.DataObject) -> None:
        items = data.draw(st.permutations(["c1", "c2", "c3", "c4", "c5"]))
        count = data.draw(st.integers(1, 5))
        self.world.items[data.draw(st.sampled_from(sorted(self.world.values)))] = tuple(
            items[:count]
        )

    def template_changes(self, data: st.DataObject) -> None:
        self.world.template = min(self.world.template + 1, 3)

    def new_paper(self, data: st.DataObject) -> None:
        if len(self.world.values) < 4:
            self.world.values[f"arxiv:2605.0000{len(self.world.values) + 1}"] = 1

    def run(self, data: st.DataObject) -> None:
        fresh = data.draw(st.booleans())
        before = self.world.pages()
        if fresh:
            self.world.forget()
        self.world.run()
        self._readable(before, self.world.pages())
        self._nothing_lost(before, self.world.pages())
        MET.update(
            "broken" if isinstance(read_page(page), UnreadablePage) else "whole"
            for page in self.world.pages().values()
        )
        state = self.world.state()
        self.world.run()
        assert self.world.state() == state, "a second run changed something"
        for path, content in self.world.pages().items():
            if isinstance(read_page(content), Page):
                self.history.setdefault(path, []).append(content)

    def run_killed(self, data: st.DataObject) -> None:
        at = data.draw(st.integers(0, 25))
        before = self.world.pages()
        whole = self.world.copy(self.folder / "whole")
        whole.run()
        with pytest.MonkeyPatch.context() as monkeypatch:
            Killer(monkeypatch, at)
            try:
                self.world.run()
            except Killed:
                note(f"killed at {at}")
        self.world.run()
        assert self.world.state() == whole.state(), "a killed run ended elsewhere"
        self._nothing_lost(before, self.world.pages())

    # --- The person -----------------------------------------------------------

    def _page(self, data: st.DataObject) -> Path | None:
        pages = sorted((self.world.root / "docs").rglob("*.md"))
        return data.draw(st.sampled_from(pages)) if pages else None

    def _token(self) -> str:
        self.number += 1
        return f"Edit{self.number}"

    def _change(self, data: st.DataObject, change: Callable[[bytes], bytes]) -> None:
        page = self._page(data)
        if page:
            page.write_bytes(change(page.read_bytes()))

    def edit_inside(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(INSIDE))
        where = data.draw(st.floats(0, 1))

        def change(content: bytes) -> bytes:
            text = content.decode("utf-8", "surrogateescape")
            found = next((m for m in SECTION.finditer(text) if m[1] == name), None)
            if not found or not found[2].strip():
                return content
            lines = found[2].split("\n")
            full = [
                i for i, line in enumerate(lines) if line.strip() and not set(line) <= set("|- \r")
            ]
            at = full[int(where * (len(full) - 1))]
            words = lines[at].split(" ")
            words.insert(min(2, len(words)), self._token())
            lines[at] = " ".join(words)
            return (text[: found.start(2)] + "\n".join(lines) + text[found.end(2) :]).encode(
                "utf-8", "surrogateescape"
            )

        self._change(data, change)

    def edit_outside(self, data: st.DataObject) -> None:
        top = data.draw(st.booleans())
        token = self._token().encode()
        position = b"\n\n<!-- wiki:summary.en"

        def change(content: bytes) -> bytes:
            if top and position in content:
                return content.replace(position, b"\n\nMine " + token + position, 1)
            return content + b"\nMine " + token + b"\n"

        self._change(data, change)

    def delete_section(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(INSIDE))
        keep_markers = data.draw(st.booleans())

        def change(content: bytes) -> bytes:
            text = content.decode("utf-8", "surrogateescape")
            for found in SECTION.finditer(text):
                if found[1] == name:
                    span = found.span(2) if keep_markers else found.span()
                    text = text[: span[0]] + text[span[1] :]
                    break
            return text.encode("utf-8", "surrogateescape")

        self._change(data, change)

    def delete_item(self, data: st.DataObject) -> None:
        self._change(
            data,
            lambda content: b"\n".join(
                line for line in content.split(b"\n") if not _marks(line, b"c2")
            ),
        )

    def own_item(self, data: st.DataObject) -> None:
        token = self._token().encode()
        self._change(
            data, lambda content: content.replace(b" ^c1\n", b" ^c1\n- mine " + token + b"\n", 1)
        )

    def delete_page(self, data: st.DataObject) -> None:
        page = self._page(data)
        if (
            page
            and sum(p.name == page.name for p in page.parent.parent.rglob("*.md")) == 1
            and not self._copies()
        ):
            page.unlink()
            self.deleted_pages.add(page.relative_to(self.world.root).as_posix())

    def _copies(self) -> bool:
        return any(p.name.startswith("copy-") for p in (self.world.root / "docs").rglob("*.md"))

    def move_page(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(["moved", "with space", "中文"]))
        if page := self._page(data):
            target = self.world.root / "docs" / name / page.name
            target.parent.mkdir(exist_ok=True)
            os.replace(page, target)

    def copy_page(self, data: st.DataObject) -> None:
        if page := self._page(data):
            shutil.copy(page, page.with_name(f"copy-{page.name}"))

    def reorder_sections(self, data: st.DataObject) -> None:
        def change(content: bytes) -> bytes:
            found = list(SECTION.finditer(content.decode("utf-8", "replace")))
            if len(found) < 2 or b"\xef\xbf\xbd" in content:
                return content
            one, other = found[0][0].encode(), found[-1][0].encode()
            return content.replace(one, b"@@1@@").replace(other, one).replace(b"@@1@@", other)

        self._change(data, change)

    def duplicate_section(self, data: st.DataObject) -> None:
        def change(content: bytes) -> bytes:
            found = SECTION.search(content.decode("utf-8", "replace"))
            return content + b"\n" + found[0].encode() + b"\n" if found else content

        self._change(data, change)

    def break_page(self, data: st.DataObject) -> None:
        old = data.draw(st.sampled_from([b"-->", b"<!-- /wiki -->", b"title:", b"---\n"]))
        self._change(
            data,
            lambda content: content.replace(old, b"<<<<<<< ours\n" if old == b"---\n" else b"", 1),
        )

    def lose_block(self, data: st.DataObject) -> None:
        """What the page remembers is gone, or no longer what the builder wrote."""
        how = data.draw(
            st.sampled_from(
                ["gone", "cut", "twice", "garbled", "closed early", "not closed", "below"]
            )
        )

        def change(content: bytes) -> bytes:
            found = BLOCK.search(content)
            if not found:
                return content
            before, block, behind = content[: found.start()], found[0], content[found.end() :]
            match how:
                case "gone":
                    block = b""
                case "cut":  # all that is left can be read
                    block = re.sub(rb"(?m)^(?:summary|contributions#c1) .*\n", b"", block)
                case "twice":
                    block += block
                case "garbled":
                    block = block.replace(b"summary ", b"summary = ", 1)
                case "closed early":
                    block = block.replace(b"\n", b" -->\n", 1)
                case "not closed":
                    block = block.replace(b"\n-->", b"\n", 1)
                case "below":
                    return before + behind + b"\nMine " + self._token().encode() + b"\n\n" + block
            return before + block + behind

        self._change(data, change)

    def lose_mark(self, data: st.DataObject) -> None:
        """An editor that knows no block ids takes one away, or a person copies the item with it."""
        copied = data.draw(st.booleans())

        def change(content: bytes) -> bytes:
            lines = content.split(b"\n")
            at = next((at for at, line in enumerate(lines) if _marks(line, b"c3")), None)
            if at is not None:
                lines[at : at + 1] = (
                    [lines[at]] * 2 if copied else [lines[at].replace(b" ^c3", b"")]
                )
            return b"\n".join(lines)

        self._change(data, change)

    def turn_items(self, data: st.DataObject) -> None:
        """A person has another opinion of what comes first."""

        def change(content: bytes) -> bytes:
            lines = content.split(b"\n")
            pairs = [
                at
                for at in range(len(lines) - 1)
                if all(_ITEM.match(line) for line in lines[at : at + 2])
            ]
            if pairs:
                at = data.draw(st.sampled_from(pairs))
                lines[at : at + 2] = lines[at + 1], lines[at]
            return b"\n".join(lines)

        self._change(data, change)

    def turn_rows(self, data: st.DataObject) -> None:
        """Rows of the block in another order, as a merge may leave them."""

        def change(content: bytes) -> bytes:
            found = BLOCK.search(content)
            first, *rows = found[1].rstrip().split(b"\n\n") if found else [b""]
            return (
                content.replace(found[1], b"\n\n".join([first, *reversed(rows)]) + b"\n")
                if found
                else content
            )

        self._change(data, change)

    def mend_page(self, data: st.DataObject) -> None:
        """Check out an older commit of the page, at which it was whole."""
        page = self._page(data)
        past = self.history.get(page.relative_to(self.world.root).as_posix(), []) if page else []
        if page and past:
            page.write_bytes(data.draw(st.sampled_from(past)))

    def other_bytes(self, data: st.DataObject) -> None:
        self._change(data, lambda content: content + "中文".encode("gbk"))

    def reformat(self, data: st.DataObject) -> None:
        how = data.draw(
            st.sampled_from(["crlf", "bom", "no end", "trailing", "lists", "emphasis", "table"])
        )

        def change(content: bytes) -> bytes:
            match how:
                case "crlf":
                    return content.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
                case "bom":
                    return b"\xef\xbb\xbf" + content.removeprefix(b"\xef\xbb\xbf")
                case "no end":
                    return content.rstrip()
                case "trailing":
                    return content.replace(b"\n## ", b"\n\n## ")
                case "lists":
                    return content.replace(b"\n1. ", b"\n2) ")
                case "emphasis":
                    return content.replace(b"*text*", b"_text_")
            return content.replace(b"|---|---|", b"| :--- | ---- |")

        self._change(data, change)

    def edit_key(self, data: st.DataObject) -> None:
        token = self._token().encode()
        self._change(
            data, lambda content: content.replace(b'date: "2026-05-05"', b"date: " + token, 1)
        )

    def rewrite_keys(self, data: st.DataObject) -> None:
        """As Obsidian or a YAML 1.1 dumper does: other quotes, keys dropped."""
        quotes = data.draw(st.booleans())
        old, new = (b'kind: "yes"', b"kind: 'yes'") if quotes else (b'kind: "yes"\n', b"")
        self._change(data, lambda content: content.replace(old, new, 1))

    def merge_branches(self, data: st.DataObject) -> None:
        """A branch with an edit and a run of its own, merged by git in one of its ways;
        conflicts may stay.
        """
        how = data.draw(st.sampled_from([[], ["--ours"], ["--theirs"], ["--union"]]))
        base = self.world.copy(self.folder / "base")
        other = self.world.copy(self.folder / "other")
        here, self.world = self.world, other
        self.edit_inside(data)
        other.run()
        self.world = here
        self.edit_inside(data)
        if data.draw(st.booleans()):
            here.run()
        for path in sorted({*base.state(), *other.state(), *here.state()}):
            files = [world.root / path for world in (here, base, other)]
            if all(file.exists() for file in files):
                union = ["--union"] if path == "data/pages.txt" else how
                merged = subprocess.run(
                    ["git", "merge-file", "-p", *union, *map(str, files)],
                    capture_output=True,
                    check=False,
                )
                files[0].write_bytes(merged.stdout)

    def save_while_running(self, data: st.DataObject) -> None:
        """A person saves a page in the instant in which the builder writes it,
        in place or by rename.
        """
        token, by_rename = f"\nMine {self._token()}\n".encode(), data.draw(st.booleans())
        before = self.world.pages()
        saved: list[str] = []
        exchange = disk._exchange

        def saving(one: Path, other: Path) -> bool:
            if not saved and other.exists():
                saved.append(other.relative_to(self.world.root).as_posix())
                new = other.with_name("editor.tmp") if by_rename else other
                new.write_bytes(other.read_bytes() + token)
                os.replace(new, other)
            return exchange(one, other)

        with pytest.MonkeyPatch.context() as monkeypatch:
            monkeypatch.setattr(disk, "_exchange", saving)
            self.world.run()
        after = self.world.pages()
        for path in saved:
            assert token.strip() in after[path], "what was saved meanwhile is lost"
            after[path] = after[path].replace(token, b"", 1)
        self._nothing_lost(before, after)

    # --- What must hold -------------------------------------------------------

    def _readable(self, before: dict[str, bytes], after: dict[str, bytes]) -> None:
        """A page that the builder wrote anew, or wrote into, is one that it can read."""
        for path, content in after.items():
            if content != before.get(path):
                page = read_page(content)
                assert isinstance(page, Page), f"the builder cannot read its own {path}: {page}"
                assert page.raw.encode("utf-8") == content

    def _nothing_lost(self, before: dict[str, bytes], after: dict[str, bytes]) -> None:
        for path, content in before.items():
            assert path in after, f"{path} is gone"
            assert sorted(tokens(content)) == sorted(tokens(after[path])), (
                f"words lost or doubled in {path}"
            )
            old, new = edited_parts(content), edited_parts(after[path])
            assert sorted(old.values()) == sorted(new.values()), f"an edited part changed in {path}"
            if isinstance(read_page(content), UnreadablePage):
                assert after[path] == content, f"{path} is broken and was written"
                continue
            gone = _deleted(content)
            assert gone <= _deleted(after[path]), f"deleted and back in {path}"
            for name, order in _turned(content).items():
                now = _order(after[path], name)
                stay = [id_ for id_ in order if now.count(id_) == 1]
                assert [id_ for id_ in now if id_ in stay] == stay, (
                    f"a person's order is lost in {path}"
                )
        self._brought_up_to_date(after)
        assert not self.deleted_pages & set(after), "a deleted page is back"

    def _brought_up_to_date(self, after: dict[str, bytes]) -> None:
        """What nobody edited says what the builder would say now."""
        pages = [read_page(content) for content in after.values()]
        ids = [page.id for page in pages if page and not isinstance(page, UnreadablePage)]
        broken = [page.id for page in pages if isinstance(page, UnreadablePage)]
        for page in pages:
            if (
                page is None
                or isinstance(page, UnreadablePage)
                or ids.count(page.id) > 1
                or page.id in broken
            ):
                continue
            stamp = page.sections.get("stamp")
            if stamp and stamp.body.strip() and not tokens(stamp.body.encode()):
                assert f"for {self.world.values[page.id]}" in stamp.body, (
                    "the builder's text is old"
                )

    @invariant()
    def nothing_half_written(self) -> None:
        hidden = [p for p in (self.world.root / "docs").rglob(".*") if disk.is_leftover(p.name)]
        assert not hidden


def _turned(content: bytes) -> dict[str, list[str]]:
    """The order of items that a person turned, by section."""
    page = read_page(content)
    assert isinstance(page, Page)
    found: dict[str, list[str]] = {}
    for name in page.sections:
        order = [id_ for id_ in _order(content, name) if id_ in page.memory.items(name)]
        if len(set(order)) == len(order) and order != [
            id_ for id_ in page.memory.items(name) if id_ in order
        ]:
            found[name] = order
    return found


def _order(content: bytes, section: str) -> list[str]:
    page = read_page(content)
    assert isinstance(page, Page)
    lines = page.sections[section].body.encode().split(b"\n") if section in page.sections else []
    return [found[1].decode() for line in lines if (found := _ITEM.match(line))]


def _marks(line: bytes, id_: bytes) -> bool:
    """Whether an item with this id stands in the line,
    at its end or that of a table row's last cell.
    """
    return line.rstrip(b"| \r").endswith(b" ^" + id_)


def _deleted(content: bytes) -> set[str]:
    """The sections and items that were written here once and stand here no more."""
    page = read_page(content)
    if page is None or isinstance(page, UnreadablePage):
        return set()
    sections = set(page.memory.sections) - set(page.sections)
    items = {
        (section.name, id_)
        for section in page.sections.values()
        for id_ in set(section.items) - {id_ for block in section.blocks for id_ in block.ids}
    }
    return (
        sections
        | {f"{name}#{id_}" for name, id_ in items}
        | {f"{k}=" for k in page.memory.keys if k not in page.front.values}
    )


Contract.TestCase.settings = histories(20, steps=30)
TestContract = Contract.TestCase


def test_most_pages_of_a_history_are_whole() -> None:
    """The histories above are about pages that can be read:
    a contract of broken pages alone would hold nothing.
    """
    if not MET:
        pytest.skip("the histories did not run in this process")
    assert MET["whole"] > 2 * MET["broken"] > 0, MET
