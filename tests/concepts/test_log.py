"""The log: what was done is kept in lines that two branches can both add to, and told in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from wiki_builder.concepts.log import (
    FileChange,
    LoggedOperation,
    history,
    in_force,
    read_log,
    told,
)
from wiki_builder.core.errors import FormatError
from wiki_builder.core.logged import logged_line, next_logged

FILE = FileChange("data/concepts/b.yml", 'id: b\nname: {en: "b"} # ours\r\n', None)
MERGE = LoggedOperation(
    0,
    "2026-05-05",
    "merge",
    ("a", "b"),
    {"a": "a", "b": "b"},
    "Ann",
    "one",
    (FILE,),
    ("concept:a",),
)


def logged(*entries: LoggedOperation) -> tuple[LoggedOperation, ...]:
    made: tuple[LoggedOperation, ...] = ()
    for entry in entries:
        made = (*made, next_logged(made, entry))
    return made


def test_what_is_written_is_read_again() -> None:
    """One line each, with the files to the byte and without what says nothing."""
    log = logged(MERGE, LoggedOperation(0, "2026-05-06", "pin", ("a",), {"a": "a", "on": False}))
    lines = [logged_line(entry) for entry in log]
    assert [line.count("\n") for line in lines] == [1, 1]
    assert read_log("".join(lines), "log") == log
    assert [entry.number for entry in log] == [1, 2]
    assert "undoes" not in lines[0]
    assert "reason" not in lines[1]


def test_two_branches_keep_both_their_lines() -> None:
    """A merge by union may leave two lines of one number, or one line twice:
    ids tell them apart.
    """
    (base,) = logged(MERGE)
    ours, theirs = (next_logged((base,), replace(MERGE, by=by)) for by in ("Ann", "Ben"))
    text = logged_line(base) + logged_line(ours) + logged_line(theirs) + logged_line(base)
    assert read_log(text, "log") == (base, ours, theirs)
    assert ours.number == theirs.number
    undone = next_logged(
        (base, ours, theirs), LoggedOperation(0, "2026-05-07", "undo", undoes=(theirs.id,))
    )
    assert in_force((base, ours, theirs, undone)) == (base, ours)


BROKEN = [
    "{",
    "[]",
    '{"number": 1}',
    '{"number": 1, "date": "2026-05-05", "op": "pin"}',
    "<<<<<<< ours",
]


@pytest.mark.parametrize("line", BROKEN)
def test_a_broken_line_is_named(line: str) -> None:
    """Whoever mended a conflict badly is told where."""
    with pytest.raises(FormatError, match=r"data/operations\.jsonl:2: this line is no operation"):
        read_log(logged_line(logged(MERGE)[0]) + line + "\n", "data/operations.jsonl")


def test_history_is_what_stands() -> None:
    """A concept's history holds the operations about it that were not undone."""
    log = logged(
        MERGE,
        replace(MERGE, op="forbid"),
        LoggedOperation(0, "2026-05-05", "pin", ("c",), {"a": "c"}),
    )
    log = (
        *log,
        next_logged(log, LoggedOperation(0, "2026-05-06", "undo", ("a", "b"), undoes=(log[1].id,))),
    )
    assert history(log, ["b"]) == log[:1]
    assert history(log, ["b", "c"]) == (log[0], log[2])


WORDS = [
    ("merge", {"a": "x", "b": "y"}, "merged y into x"),
    ("split", {"a": "x"}, "split y off x"),
    ("rename", {"a": "x", "en": "ex", "zh": "某"}, "renamed x to ex · 某"),
    ("rename", {"a": "x", "zh": "某"}, "renamed x to 某"),
    ("pin", {"a": "x", "on": True}, "pinned x"),
    ("pin", {"a": "x", "on": False}, "took the pin off x"),
    ("forbid", {"a": "x", "b": "y"}, "x and y are not the same"),
    ("accept", {"a": "x", "alias": "ex"}, "ex is a name of x"),
    ("reject", {"a": "x", "alias": "ex"}, "ex is no name of x"),
    ("term", {}, "set how x, y is worded"),
    ("undo", {}, "undo"),
]


@pytest.mark.parametrize(("op", "arguments", "words"), WORDS)
def test_every_operation_is_told_in_words(
    op: str, arguments: dict[str, object], words: str
) -> None:
    """What ``show`` and ``undo`` print needs no second look."""
    assert told(LoggedOperation(1, "2026-05-05", op, ("x", "y"), arguments)) == words


@pytest.mark.parametrize(
    "path", ["mkdocs.yml", "data/concepts/../../mkdocs.yml", "/etc/passwd", "data/concepts/a/b.yml"]
)
def test_a_line_that_names_another_file_is_no_operation(path: str) -> None:
    """The log is text that anybody may send in a pull request:
    undo writes and deletes concepts' files alone.
    """
    line = logged_line(
        LoggedOperation(
            1, "2026-05-05", "merge", files=(FileChange(path, None, "x"),), id="0123abcd"
        )
    )
    with pytest.raises(FormatError, match="no operation"):
        read_log(line, "operations.jsonl")
