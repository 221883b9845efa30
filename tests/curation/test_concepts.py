"""Curating a wiki: files, log and pages after an operation, what a dry run says,
and the way back.
"""

from __future__ import annotations

import atexit
import errno
import importlib
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import histories
from tests.pages.sample import ONE, TWO, Sample, analysis, paper, sample
from wiki_builder.check import check
from wiki_builder.cli import cli
from wiki_builder.concepts.log import in_force, read_operations
from wiki_builder.concepts.operations import (
    Accept,
    Change,
    Forbid,
    Merge,
    Pin,
    Reject,
    Rename,
    Split,
)
from wiki_builder.concepts.registry import load
from wiki_builder.core.errors import FormatError, Locked, UsageError
from wiki_builder.core.store import texts
from wiki_builder.core.store.disk import write_page
from wiki_builder.core.store.papers import write_paper
from wiki_builder.core.values.analysis import ConceptMention, Entity, Role
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.curation import concepts as curating
from wiki_builder.curation.concepts import Done

DAY = date(2026, 5, 6)
FOUR, FIVE = "arxiv:2605.00004", "arxiv:2605.00005"
LOG = "data/operations.jsonl"


def mention(en: str, zh: str, role: Role = "uses") -> ConceptMention:
    return ConceptMention(
        Bilingual(en, zh),
        role,
        Bilingual("For it.", "为此。"),
        Bilingual(f"About {en}.", f"{zh}。"),
    )


CREDIT, TOOLS = (
    mention("credit assignment", "信用分配", "introduces"),
    mention("tool use", "工具使用"),
)
CALLS, REWARD = mention("function calling", "函数调用"), mention("reward shaping", "奖励塑形")
PAPERS = {
    ONE: ((CREDIT, TOOLS), "GRPO"),
    TWO: ((CREDIT, CALLS), "GRPO"),
    FOUR: ((TOOLS, CALLS, REWARD), "PPO"),
    FIVE: ((CREDIT,), "PPO"),
}


def made(folder: Path) -> Sample:
    """A wiki with three concepts and two models that have pages,
    and one concept that has none: a copy.
    """
    shutil.copytree(_whole(), folder, dirs_exist_ok=True)
    return Sample(folder)


@cache
def _whole() -> Path:
    wiki = sample(Path(tempfile.mkdtemp(prefix="wiki-builder-curated-")))
    atexit.register(shutil.rmtree, wiki.root, ignore_errors=True)
    for file in (*wiki.wiki.concepts.glob("*"), *wiki.wiki.docs.rglob("*.md"), wiki.wiki.ledger):
        file.unlink()
    for id_, (mentions, model) in PAPERS.items():
        read = replace(analysis(), concepts=mentions, entities=(Entity(model, "model"),))
        write_paper(wiki.wiki, paper(id_, analysis=read))
    wiki.render()
    return wiki.root


@pytest.fixture
def wiki(tmp_path: Path) -> Sample:
    return made(tmp_path)


def state(wiki: Sample, *, log: bool = False) -> dict[str, bytes]:
    """Everything that is committed, to the byte; the log, which only grows, on demand."""
    files = (
        file
        for folder in (wiki.wiki.data, wiki.wiki.docs)
        for file in folder.rglob("*")
        if file.is_file()
    )
    found = {file.relative_to(wiki.root).as_posix(): file.read_bytes() for file in sorted(files)}
    return {path: content for path, content in found.items() if log or path != LOG}


def operate(wiki: Sample, change: Change, *, dry_run: bool = False, reason: str = "") -> Done:
    return curating.operate(
        wiki.wiki, wiki.settings, change, by="Ann", today=DAY, reason=reason, dry_run=dry_run
    )


def do(wiki: Sample, *changes: Change) -> Done:
    """Operations with their pages; what the last one did."""
    done = Done()
    for change in changes:
        done = operate(wiki, change)
        wiki.render()
    return done


def undo(wiki: Sample, count: int = 1) -> Done:
    done = curating.undo(wiki.wiki, wiki.settings, count, by="Ann", today=DAY)
    wiki.render()
    return done


def edit(wiki: Sample, id_: str, old: str, new: str) -> None:
    file = wiki.wiki.concepts / f"{id_}.yml"
    text = file.read_text("utf-8")
    assert text.count(old) == 1, text
    file.write_text(text.replace(old, new), "utf-8")


# --- Operations -------------------------------------------------------------------------


def test_an_operation_is_written_and_logged(wiki: Sample) -> None:
    """One file of the registry, one line in the log:
    what, who, why, and the file before and after.
    """
    before = state(wiki)
    done = operate(wiki, Merge("tool use", "function calling"), reason="one idea")
    changed = {path for path, content in state(wiki).items() if content != before.get(path)}
    assert changed == set(done.written) == {"data/concepts/function-calling.yml"}
    (entry,) = read_operations(wiki.wiki)
    assert entry == done.entry
    assert (entry.number, entry.date, entry.op) == (1, "2026-05-06", "merge")
    assert (entry.by, entry.reason, entry.concepts) == (
        "Ann",
        "one idea",
        ("tool-use", "function-calling"),
    )
    (file,) = entry.files
    assert (str(file.before).encode(), str(file.after).encode()) == (
        before[file.path],
        state(wiki)[file.path],
    )
    merged = load(wiki.wiki.concepts).concepts["function-calling"].merged
    assert merged
    assert (merged.into, merged.by, merged.reason) == ("tool-use", "Ann", "one idea")


def test_nothing_to_change_is_no_operation(wiki: Sample) -> None:
    """Pinning what is pinned leaves no line in the log."""
    do(wiki, Pin("reward-shaping"))
    before = state(wiki, log=True)
    assert operate(wiki, Pin("reward shaping")) == Done()
    assert state(wiki, log=True) == before


CHANGES: list[Change] = [
    Merge("tool-use", "function-calling"),
    Merge("tool-use", "reward-shaping"),
    Merge("ppo", "grpo"),
    Split("credit-assignment", name=Bilingual("blame", "归责"), papers=(TWO, FIVE)),
    Split("grpo", name=Bilingual("GRPO++", ""), papers=(TWO,)),
    Rename("tool-use", "tool calling", "工具调用"),
    Pin("reward-shaping"),
    Forbid("tool-use", "function-calling"),
]


@pytest.mark.parametrize("change", CHANGES, ids=repr)
def test_a_dry_run_says_what_would_be_written(wiki: Sample, change: Change) -> None:
    """It writes nothing; the pages that it names are those that the operation then writes."""
    before = state(wiki, log=True)
    looked = operate(wiki, change, dry_run=True)
    assert state(wiki, log=True) == before
    assert f"+++ b/{looked.entry.files[0].path}" in looked.diff if looked.entry else False
    done = operate(wiki, change)
    assert done.diff == looked.diff
    assert {f"docs/{path}" for path in wiki.render().written} == set(looked.pages)


@pytest.mark.parametrize("change", CHANGES, ids=repr)
def test_undoing_gives_the_first_bytes_back(wiki: Sample, change: Change) -> None:
    """Of the registry, the ledger and the pages; the log keeps both lines."""
    before = state(wiki)
    do(wiki, change)
    assert state(wiki) != before
    undo(wiki)
    assert state(wiki) == before
    assert [entry.op for entry in read_operations(wiki.wiki)] == [
        type(change).__name__.lower(),
        "undo",
    ]


def test_a_dry_undo_says_what_it_would_do(wiki: Sample) -> None:
    """It writes nothing; files and pages are those that the undo then writes and removes."""
    do(wiki, Split("credit-assignment", name=Bilingual("blame", "归责"), papers=(TWO, FIVE)))
    before = state(wiki, log=True)
    looked = curating.undo(wiki.wiki, wiki.settings, by="Ann", today=DAY, dry_run=True)
    assert state(wiki, log=True) == before
    assert looked.removed == ("docs/concepts/blame.md",)
    done = curating.undo(wiki.wiki, wiki.settings, by="Ann", today=DAY)
    assert done.diff == looked.diff
    assert set(done.removed) == {"data/concepts/blame.yml", *looked.removed}
    assert {f"docs/{path}" for path in wiki.render().written} == set(looked.pages)


def test_one_undo_takes_back_several_operations(wiki: Sample) -> None:
    """The last ones that stand; undone ones and undos are not counted again."""
    first = state(wiki)
    do(wiki, Pin("reward-shaping"))
    second = state(wiki)
    do(wiki, Merge("tool-use", "function-calling"), Rename("tool-use", "tools"))
    assert [entry.op for entry in undo(wiki, 2).undone] == ["rename", "merge"]
    assert state(wiki) == second
    assert [entry.op for entry in undo(wiki).undone] == ["pin"]
    assert state(wiki) == first
    with pytest.raises(UsageError, match="there is nothing to undo"):
        undo(wiki)


def test_an_operation_within_a_run(wiki: Sample) -> None:
    """A run that holds the lock merges under its model's name;
    that is logged and undone like any other.
    """
    before = state(wiki)
    registry = load(wiki.wiki.concepts)
    after = curating.decide(
        wiki.wiki,
        registry,
        Merge("tool-use", "function-calling"),
        by="a model",
        today=DAY,
        reason="same",
    )
    assert after == load(wiki.wiki.concepts)
    assert after.texts == load(wiki.wiki.concepts).texts
    assert read_operations(wiki.wiki)[0].by == "a model"
    wiki.render()
    undo(wiki)
    assert state(wiki) == before


# --- Pages ------------------------------------------------------------------------------------

PINNED = "concepts/reward-shaping.md"


def test_a_page_that_the_operation_called_for_goes(wiki: Sample) -> None:
    """And leaves no row in the ledger, so that it is new, not deleted,
    when it is called for again.
    """
    done = do(wiki, Pin("reward-shaping"))
    assert done.entry
    assert done.entry.pages == ("concept:reward-shaping",)
    assert undo(wiki).removed == ("data/concepts/reward-shaping.yml", f"docs/{PINNED}")
    assert not (wiki.wiki.docs / PINNED).exists()
    do(wiki, Pin("reward-shaping"))
    assert (wiki.wiki.docs / PINNED).is_file()


def test_a_page_with_a_persons_words_stays(wiki: Sample) -> None:
    """It is named, and its words are there to the byte."""
    do(wiki, Pin("reward-shaping"))
    page = wiki.wiki.docs / PINNED
    page.write_text(page.read_text("utf-8") + "\nMine.\n", "utf-8")
    done = undo(wiki)
    assert done.kept == (f"docs/{PINNED} is yours and stays",)
    assert done.removed == ("data/concepts/reward-shaping.yml",)  # its line is back
    assert page.read_text("utf-8").endswith("\nMine.\n")


def test_a_page_that_something_else_calls_for_stays(wiki: Sample) -> None:
    """A second paper gave the concept a page of its own right meanwhile."""
    do(wiki, Pin("reward-shaping"))
    wiki.change(FIVE, concepts=(REWARD,))
    wiki.render()
    done = undo(wiki)
    assert (done.removed, done.kept) == ((), ())
    assert (wiki.wiki.docs / PINNED).is_file()


def test_a_split_concept_with_notes_is_merged_back(wiki: Sample) -> None:
    """Notes on its page keep its address: it leads to where it came from."""
    do(wiki, Split("credit-assignment", name=Bilingual("blame", "归责"), papers=(TWO, FIVE)))
    page = wiki.wiki.docs / "concepts/blame.md"
    page.write_text(page.read_text("utf-8") + "\nMine.\n", "utf-8")
    done = undo(wiki)
    assert done.kept == (
        "data/concepts/blame.yml is in use: it stays, merged into credit-assignment",
        "docs/concepts/blame.md is yours and stays",
    )
    assert "\nMine.\n" in page.read_text("utf-8")
    registry = load(wiki.wiki.concepts)
    assert registry.canonical("blame") == "credit-assignment"
    assert registry.meant("credit-assignment", TWO) == "credit-assignment"


# --- People at the same time ---------------------------------------------------------------------


def test_edits_survive_an_undo_and_are_named(wiki: Sample) -> None:
    """A comment and a gloss that were written after the operation."""
    do(wiki, Rename("tool-use", "tool calling", "工具调用"))
    edit(wiki, "tool-use", "About tool use.", "My own gloss.  # mine")
    done = undo(wiki)
    assert done.kept == ("data/concepts/tool-use.yml was edited since: gloss stays",)
    tool_use = load(wiki.wiki.concepts).concepts["tool-use"]
    assert tool_use.gloss
    assert (tool_use.name, tool_use.gloss.en) == (
        Bilingual("tool use", "工具使用"),
        "My own gloss.",
    )
    assert "# mine" in (wiki.wiki.concepts / "tool-use.yml").read_text("utf-8")


def test_whoever_saves_meanwhile_wins(wiki: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file saved while an operation writes keeps what was saved,
    the other files and the log are put back.
    """
    edit(wiki, "tool-use", "founded:", "broader: [function-calling]\nfounded:")
    before = state(wiki, log=True)

    def saving(path: Path, expected: bytes | None, new: bytes, **options: Any) -> None:
        if path.name == "tool-use.yml" and expected is not None:
            path.write_bytes(expected + b"# saved\n")
        write_page(path, expected, new, **options)

    with monkeypatch.context() as patched:
        patched.setattr(texts, "write_page", saving)
        with pytest.raises(
            Locked, match=r"tool-use\.yml: it was saved meanwhile; nothing was done. Run this again"
        ):
            operate(wiki, Merge("tool-use", "function-calling"))
    after = state(wiki, log=True)
    saved = before["data/concepts/tool-use.yml"] + b"# saved\n"
    assert after == {**before, "data/concepts/tool-use.yml": saved}
    do(wiki, Merge("tool-use", "function-calling"))
    undo(wiki)
    assert state(wiki)["data/concepts/tool-use.yml"] == saved


def test_what_was_written_and_not_flushed_is_put_back(
    wiki: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that fails behind a file's exchange leaves neither the file's new text
    nor the log's line.
    """
    before = state(wiki, log=True)

    def failing(path: Path, expected: bytes | None, new: bytes, **options: Any) -> None:
        write_page(path, expected, new, **options)
        if b"merged:" in new:
            raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(texts, "write_page", failing)
        with pytest.raises(Locked, match="it cannot be written"):
            operate(wiki, Merge("tool-use", "function-calling"))
    assert state(wiki, log=True) == before


def test_a_file_that_an_editor_marked_comes_back_marked(wiki: Sample) -> None:
    """A byte order mark and Windows line ends are no obstacle, and come back with an undo."""
    file = wiki.wiki.concepts / "tool-use.yml"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    before = file.read_bytes()
    do(wiki, Rename("tool-use", "tools"))
    assert load(wiki.wiki.concepts).concepts["tool-use"].name.en == "tools"
    undo(wiki)
    assert file.read_bytes() == before


def test_a_mistake_in_the_registry_stops_it(wiki: Sample) -> None:
    """Nothing is written until it is mended."""
    edit(wiki, "tool-use", "founded:", "foundet:")
    before = state(wiki, log=True)
    with pytest.raises(FormatError, match=r"tool-use\.yml:5: `foundet` is not a key"):
        operate(wiki, Pin("reward-shaping"))
    assert state(wiki, log=True) == before


def test_a_line_of_which_no_file_was_written_goes(wiki: Sample) -> None:
    """A run killed between the log and the files has done nothing;
    the next operation finds the log as it was.
    """
    do(wiki, Pin("reward-shaping"))
    before = state(wiki, log=True)
    do(wiki, Merge("tool-use", "function-calling"))
    for path, text in before.items():
        if path.startswith("data/concepts/"):
            (wiki.root / path).write_bytes(text)
    do(wiki, Forbid("tool-use", "function-calling"))
    assert [entry.op for entry in read_operations(wiki.wiki)] == ["pin", "forbid"]


def test_an_undo_that_would_break_the_registry_is_refused(wiki: Sample) -> None:
    """A name that somebody gave to another concept since is not claimed twice:
    a person must decide.
    """
    do(wiki, Rename("tool-use", "tools"))
    edit(
        wiki,
        "tool-use",
        "- name: tool use\n  language: en\n  origin: person\n  status: approved\n",
        "",
    )
    do(wiki, Pin("reward-shaping"))  # which gives it a file
    edit(wiki, "reward-shaping", "en: reward shaping", "en: tool use")
    before = state(wiki, log=True)
    with pytest.raises(UsageError, match=r"`tool.use` is claimed by .*nothing was done"):
        undo(wiki, 2)
    assert state(wiki, log=True) == before


# --- Any history
# -------------------------------------------------------------------------------------


def some_change(data: st.DataObject, wiki: Sample) -> Change:
    registry = load(wiki.wiki.concepts)
    ids = st.sampled_from(sorted(registry.concepts))
    kind = data.draw(
        st.sampled_from(["merge", "merge", "off", "split", "split", "rename", "pin", "forbid"])
    )
    merged = [c for c in registry.concepts.values() if c.merged]
    match kind:
        case "off" if merged:
            off = data.draw(st.sampled_from(merged)).id
            return Split(registry.canonical(off), off)
        case "split":
            papers = tuple(
                data.draw(
                    st.lists(st.sampled_from(sorted(PAPERS)), min_size=1, max_size=2, unique=True)
                )
            )
            return Split(
                data.draw(ids),
                name=Bilingual(data.draw(st.sampled_from(["blame", "tools"])), ""),
                papers=papers,
            )
        case "rename":
            return Rename(
                data.draw(ids), data.draw(st.sampled_from(["agents", "tool use", "Reward Shaping"]))
            )
        case "pin":
            return Pin(data.draw(ids), data.draw(st.booleans()))
        case "forbid":
            return Forbid(data.draw(ids), data.draw(ids))
    return Merge(data.draw(ids), data.draw(ids))


def pages(wiki: Sample) -> set[str]:
    return {path for path in state(wiki) if path.startswith("docs/")}


def dead_links(wiki: Sample) -> set[str]:
    return {f"{p.path}: {p.what}" for p in check(wiki.wiki, wiki.settings) if "dead link" in p.what}


@histories(3)
@given(st.data())
def test_any_history_of_a_wiki_can_be_taken_back(data: st.DataObject) -> None:
    """No page's address is lost on the way and no link is dead;
    with all undone, every byte is as it was.
    """
    with tempfile.TemporaryDirectory() as folder:
        wiki = made(Path(folder))
        first, dead = state(wiki), dead_links(wiki)
        stood = [pages(wiki)]
        for _ in range(data.draw(st.integers(1, 6))):
            if len(stood) > 1 and data.draw(st.integers(0, 4)) == 0:
                undo(wiki)
                stood.pop()
            else:
                try:
                    done = do(wiki, some_change(data, wiki))
                except UsageError:
                    continue
                stood += [stood[-1] | pages(wiki)] if done.entry else []
            assert pages(wiki) >= stood[-1]
            assert dead_links(wiki) == dead
        if left := len(in_force(read_operations(wiki.wiki))):
            undo(wiki, left)
        assert state(wiki) == first


# --- The command line
# -----------------------------------------------------------------------------------


def run(wiki: Sample, *arguments: str, keys: str | None = None) -> Result:
    today = [] if arguments[0] in ("list", "show") else ["--today", "2026-05-06"]
    given = ["-C", str(wiki.root), "concepts", *arguments, *today]
    return CliRunner(catch_exceptions=False).invoke(cli, given, input=keys, standalone_mode=False)


def said(wiki: Sample, *arguments: str) -> Sequence[str]:
    return run(wiki, *arguments).stdout.splitlines()


COMMANDS = [
    (("merge", "tool use", "函数调用", "--reason", "one"), "merged function-calling into tool-use"),
    (
        ("split", "credit-assignment", "--en", "blame", "--papers", "2605.00002"),
        "split blame off credit-assignment",
    ),
    (("rename", "tool-use", "--zh", "用工具"), "renamed tool-use to 用工具"),
    (("pin", "reward-shaping"), "pinned reward-shaping"),
    (("pin", "reward-shaping", "--off"), "nothing to change"),
    (("forbid", "tool-use", "function-calling"), "tool-use and function-calling are not the same"),
]


@pytest.mark.parametrize(
    ("arguments", "words"), COMMANDS, ids=[" ".join(arguments) for arguments, _ in COMMANDS]
)
def test_a_command_says_what_it_changed(
    wiki: Sample, arguments: tuple[str, ...], words: str
) -> None:
    """In words first, then every file and page that it wrote; undo gives all of it back."""
    before = state(wiki)
    lines = said(wiki, *arguments)
    assert lines[0] == words
    after = state(wiki)
    written = {line.removeprefix("wrote ") for line in lines if line.startswith("wrote ")}
    assert written == {path for path in after if after[path] != before.get(path)} - {
        "data/pages.txt"
    }
    removed = {line.removeprefix("removed ") for line in lines if line.startswith("removed ")}
    assert removed == before.keys() - after.keys()
    if written:
        assert said(wiki, "undo")[0] == f"undone: {words}"
    assert state(wiki) == before


def test_a_dry_run_of_a_command(wiki: Sample) -> None:
    """The diff as git shows it, the pages, and a last line that says that it was one."""
    before = state(wiki, log=True)
    lines = said(wiki, "pin", "reward shaping", "--dry-run")
    assert lines[:4] == [
        "would have pinned reward-shaping",
        "--- /dev/null",
        "+++ b/data/concepts/reward-shaping.yml",
        "@@ -0,0 +1,10 @@",
    ]
    assert "--- a/data/concepts/names/2605.00.jsonl#reward-shaping" in lines
    assert f"would write docs/{PINNED}" in lines
    assert lines[-1] == "dry run: nothing was written"
    assert state(wiki, log=True) == before


def test_list_and_show(wiki: Sample) -> None:
    """The weightiest first, by kind if asked;
    a concept with its papers by role, its names, and what was done to it.
    """
    assert (
        said(wiki, "list", "--kind", "concept")[0]
        == "credit-assignment: credit assignment · 信用分配 (3 papers)"
    )
    assert said(wiki, "list", "--kind", "model") == [
        "grpo: GRPO (model, 2 papers)",
        "ppo: PPO (model, 2 papers)",
    ]
    assert said(wiki, "list", "--proposals") == []
    assert '"papers": 3' in run(wiki, "list", "--json").stdout
    run(wiki, "merge", "tool-use", "function-calling", "--reason", "one")
    lines = said(wiki, "show", "函数调用")
    assert lines[0] == "tool-use: tool use · 工具使用 (concept)"
    assert "uses: 3 papers" in lines
    assert "merged into it: function-calling" in lines
    assert lines[-1].startswith("2026-05-06: merged function-calling into tool-use, by ")
    assert lines[-1].endswith(": one")
    assert said(wiki, "show", "function-calling")[1].startswith("merged into tool-use, by ")


def proposed(wiki: Sample) -> None:
    edit(
        wiki,
        "tool-use",
        "founded:",
        "aliases:\n- {name: tools, origin: model, status: proposed}\nfounded:",
    )
    edit(
        wiki,
        "function-calling",
        "founded:",
        "maybe_same_as:\n- {id: tool-use, reason: near}\nfounded:",
    )
    wiki.render()


def test_without_a_terminal_review_prints_the_commands(wiki: Sample) -> None:
    """Each of them settles what it stands under."""
    assert said(wiki, "review") == ["nothing is proposed"]
    proposed(wiki)
    lines = said(wiki, "review")
    assert lines[1:3] == [
        "  yes: wiki-builder concepts merge tool-use function-calling",
        "  no:  wiki-builder concepts forbid function-calling tool-use",
    ]
    assert lines[4:] == [
        "  yes: wiki-builder concepts accept tool-use tools",
        "  no:  wiki-builder concepts reject tool-use tools",
    ]
    assert said(wiki, "reject", "tool-use", "tools")[0] == "tools is no name of tool-use"
    assert len(said(wiki, "review")) == 3
    assert said(wiki, "list", "--proposals") == [
        "function-calling: function calling · 函数调用 (2 papers, 1 proposal)"
    ]


def test_review_takes_one_key_each(wiki: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    """Yes, no, skip, undo and quit; another key asks again, and pages are written at the end."""
    proposed(wiki)
    before = state(wiki)
    monkeypatch.setattr(
        importlib.import_module("wiki_builder.cli.concepts"), "at_terminal", lambda: True
    )
    assert "undone: merged function-calling into tool-use" in run(wiki, "review", keys="yuq").stdout
    assert state(wiki) == before
    assert "nothing was decided yet" in run(wiki, "review", keys="uxssq").stdout
    assert state(wiki) == before
    out = run(wiki, "review", keys="ny").stdout
    assert "nothing more is proposed" in out
    registry = load(wiki.wiki.concepts)
    assert registry.apart("tool-use", "function-calling")
    assert [(a.name, a.status) for a in registry.concepts["tool-use"].aliases] == [
        ("tools", "approved")
    ]
    assert wiki.render().written == ()


def test_review_goes_on_after_what_cannot_be_done(
    wiki: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An alias that another concept has is refused with the reason, and the next question comes."""
    edit(
        wiki,
        "tool-use",
        "founded:",
        "aliases:\n- {name: function calls, origin: model, status: proposed}\nfounded:",
    )
    edit(wiki, "function-calling", "founded:", "aliases:\n- {name: function calls}\nfounded:")
    monkeypatch.setattr(
        importlib.import_module("wiki_builder.cli.concepts"), "at_terminal", lambda: True
    )
    out = run(wiki, "review", keys="y").stdout
    assert "the name function calls is claimed by function-calling" in out
    assert "nothing more is proposed" in out


def test_what_is_refused_ends_with_2(wiki: Sample) -> None:
    """A mistake in the names is a usage error; nothing was done."""
    before = state(wiki, log=True)
    with pytest.raises(UsageError, match="Did you mean tool-use"):
        run(wiki, "pin", "tool-usse")
    with pytest.raises(click.UsageError):
        run(wiki, "merge", "tool-use")
    assert state(wiki, log=True) == before
    assert UsageError.exit_code == 2


def test_accept_and_reject_are_operations(wiki: Sample) -> None:
    """They are logged and undone like the others."""
    proposed(wiki)
    before = state(wiki)
    do(wiki, Accept("tool-use", "tools"), Reject("tool-use", "tools"))
    assert [entry.op for entry in undo(wiki, 2).undone] == ["reject", "accept"]
    assert state(wiki) == before
