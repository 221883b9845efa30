"""Marks that devices send: none is lost, none comes twice, and the last word counts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from wiki_builder.core.errors import FormatError
from wiki_builder.core.store.marks import inbox, read_marks
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.marks import KINDS, Mark, Marks, merged, standing
from wiki_builder.curation import marks as curation
from wiki_builder.curation.marks import take_in

ONE, TWO = "arxiv:2605.00001", "arxiv:2605.00002"
Row = tuple[str, str, bool, str]


def moment(second: int) -> str:
    return f"2026-05-05T08:{second // 60:02}:{second % 60:02}Z"


def send(wiki: Wiki, name: str, *rows: Row, **more: Any) -> Path:
    """A device puts a file into the inbox."""
    path = wiki.marks_inbox / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"format": 2, "marks": rows, **more}), "utf-8")
    return path


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    return Wiki(tmp_path)


def test_marks_of_two_devices_are_taken_in(wiki: Wiki) -> None:
    """A hundred of two devices: all of them, once, and the inbox is empty; a second run does
    nothing.
    """
    rows = [(f"arxiv:2605.{n:05}", KINDS[n % 4], True, moment(n)) for n in range(100)]
    send(wiki, "phone-1", *rows[:60])
    send(wiki, "desk-1", *rows[40:])
    done = take_in(wiki)
    assert (done.marks, done.files, done.problems) == (100, 2, ())
    assert list(done.lines()) == ["100 marks taken in, from 2 files"]
    assert sum(len(of) for of in standing(read_marks(wiki)).values()) == 100
    assert inbox(wiki) == []
    assert take_in(wiki).files == 0


def test_what_is_sent_again_changes_nothing(wiki: Wiki) -> None:
    """The file goes, the marks stay to the byte."""
    send(wiki, "a", (ONE, "star", True, moment(1)))
    take_in(wiki)
    before = wiki.marks_list.read_bytes()
    send(wiki, "b", (ONE, "star", True, moment(1)))
    done = take_in(wiki)
    assert (done.marks, done.files) == (0, 1)
    assert wiki.marks_list.read_bytes() == before


def test_the_last_word_counts(wiki: Wiki) -> None:
    """A star that was taken away later is gone, in whatever order the files come; what is not for
    me is no star.
    """
    send(wiki, "a", (ONE, "star", False, moment(9)), (TWO, "no", True, moment(5)))
    take_in(wiki)
    send(wiki, "b", (ONE, "star", True, moment(3)), (TWO, "star", True, moment(4)))
    take_in(wiki)
    assert standing(read_marks(wiki)) == {
        "read": {},
        "later": {},
        "star": {},
        "no": {TWO: moment(5)},
    }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("no JSON", "Invalid JSON"),
        ('{"format": 1, "star": {}}', "format"),
        ('{"format": 2, "marks": [["../x", "star", true, "2026-05-05"]]}', "is no id of a paper"),
        ('{"format": 2, "marks": [["arxiv:2605.00001", "love", true, "2026-05-05"]]}', "marks.0.1"),
        ('{"format": 2, "marks": [["arxiv:2605.00001", "star", true, "soon"]]}', "marks.0.3"),
        # a digit of another script, which sorts behind every day
        ('{"format": 2, "marks": [["arxiv:2605.00001", "no", true, "٢026-05-05"]]}', "marks.0.3"),
    ],
)
def test_what_cannot_be_read_is_left_and_named(wiki: Wiki, text: str, told: str) -> None:
    """It harms no other file, and stays where it is."""
    bad = send(wiki, "bad")
    bad.write_text(text, "utf-8")
    send(wiki, "good", (ONE, "star", True, moment(1)))
    done = take_in(wiki)
    assert (done.marks, done.files) == (1, 1)
    (line,) = done.problems
    assert line.startswith("marks left alone: data/marks/inbox/'bad.json': ")
    assert told in line
    assert bad.read_text("utf-8") == text


@pytest.mark.parametrize("at", ["2026-02-30", "2026-05-05T24:30:00Z", "0000-01-01"])
def test_a_moment_that_there_is_not_stops_no_run(wiki: Wiki, at: str) -> None:
    """What ranks papers counts days: such a mark is left and named, as is a line of one."""
    send(wiki, "a", (ONE, "star", True, at))
    assert "is no moment that there is" in take_in(wiki).problems[0]
    wiki.marks_list.write_text(f"{ONE}\tstar\t{at}\n", "utf-8")
    with pytest.raises(FormatError, match="is no mark"):
        read_marks(wiki)


def test_a_byte_order_mark_is_nothing(wiki: Wiki) -> None:
    """An editor writes it before what a device sent."""
    path = send(wiki, "a", (ONE, "star", True, moment(1)))
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert take_in(wiki).marks == 1


def test_a_link_out_of_the_wiki_is_not_read(
    wiki: Wiki, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The inbox is anybody's who may push; what they link to is not."""
    outside = tmp_path_factory.mktemp("outside") / "marks.json"
    outside.write_text('{"format": 2, "marks": []}', "utf-8")
    wiki.marks_inbox.mkdir(parents=True)
    (wiki.marks_inbox / "link.json").symlink_to(outside)
    assert take_in(wiki).problems
    assert outside.is_file()


@pytest.mark.parametrize("place", ["write_marks", "drop_sent"])
def test_killed_anywhere_nothing_is_lost(
    wiki: Wiki, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """Before the marks are written or after it: the next run has them all."""

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    send(wiki, "a", (ONE, "star", True, moment(1)))
    with monkeypatch.context() as patch:
        patch.setattr(curation, place, killed)
        with pytest.raises(KeyboardInterrupt):
            take_in(wiki)
    take_in(wiki)
    assert standing(read_marks(wiki))["star"] == {ONE: moment(1)}
    assert inbox(wiki) == []


def test_lines_of_two_branches_are_joined(wiki: Wiki) -> None:
    """Git may put both after one another; what is no line is named with its place."""
    wiki.marks_list.parent.mkdir(parents=True)
    lines = f"{ONE}\t-star\t{moment(2)}\n{ONE}\tstar\t{moment(1)}\n"
    wiki.marks_list.write_text(lines, "utf-8")
    assert standing(read_marks(wiki))["star"] == {}
    wiki.marks_list.write_text(f"{lines}<<<<<<< HEAD\n", "utf-8")
    with pytest.raises(FormatError, match="is no mark") as raised:
        read_marks(wiki)
    assert "marks.txt:3" in str(raised.value)


MARKS = st.dictionaries(
    st.sampled_from([ONE, TWO]),
    st.dictionaries(
        st.sampled_from(KINDS), st.builds(Mark, st.integers(0, 5).map(moment), st.booleans())
    ),
)


@examples(100)
@given(MARKS, MARKS, MARKS)
def test_in_whatever_order_the_same_comes_out(a: Marks, b: Marks, c: Marks) -> None:
    """Order, grouping and repetition change nothing."""
    whole = merged(a, b, c)
    assert merged(c, b, a) == whole
    assert merged(merged(a, b), c, a) == whole
    found = standing(whole)
    assert not found["no"].keys() & (found["star"].keys() | found["later"].keys())
    assert not found["read"].keys() & found["later"].keys()
