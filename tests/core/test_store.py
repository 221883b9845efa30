"""The wiki's folder: addresses that are safe, and files that are whole."""

from __future__ import annotations

import errno
import hashlib
from dataclasses import replace
from datetime import date
from pathlib import Path

import filelock
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_builder.contract.ledger import read_deleted
from wiki_builder.core.errors import FormatError, Locked
from wiki_builder.core.store.comparisons import read_lines
from wiki_builder.core.store.disk import PART, SWAP, is_leftover
from wiki_builder.core.store.entries import add_entries, read_entries, unreadable_entries
from wiki_builder.core.store.lock import locked
from wiki_builder.core.store.marks import read_marks
from wiki_builder.core.store.operations import read_log
from wiki_builder.core.store.papers import (
    drop_text,
    keep_text,
    read_kept_text,
    read_paper,
    read_paper_file,
    write_paper,
)
from wiki_builder.core.store.receipts import (
    covered_days,
    last_run,
    note_run,
    read_receipts,
    receipt_cards,
    write_receipt,
)
from wiki_builder.core.store.values import Unreadable, read_text
from wiki_builder.core.store.wiki import Wiki, paper_address
from wiki_builder.core.values.announcement import Version
from wiki_builder.core.values.bilingual import is_id
from wiki_builder.core.values.fulltext import FullText, Passage
from wiki_builder.core.values.paper import Paper, Pending
from wiki_builder.core.values.receipt import Entry, Outcome, Receipt, Row
from wiki_builder.library.library import default_path

PAPER = Paper(
    "arxiv:2605.00001",
    (Version(1, "T", ("A",), "B", ("cs.CL",)),),
    "2026-05-05",
    "2026-05-05",
    pending=Pending("x"),
)


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    return Wiki(tmp_path)


@pytest.mark.parametrize(
    "id_, address",
    [
        ("arxiv:2605.02801", "2605/2605.02801"),
        ("arxiv:astro-ph/0601001", "astro-ph/0601001"),
        ("file:3f9a2c1d77b0", "file/3f9a2c1d77b0"),
    ],
)
def test_an_address_comes_from_the_id(id_: str, address: str) -> None:
    """Never from a title."""
    assert paper_address(id_) == address
    assert default_path(id_) == f"papers/{address}.md"


@pytest.mark.parametrize(
    "id_", ["arxiv:../../x", "arxiv:/etc/x", "arxiv:a/../b", "..:x", "arxiv:", "x", "", "file:a\\b", "arxiv:a b",  # noqa: E501
            "file:" + "a" * 200, "arxiv:2605.0\x00", "arxiv:a\n", "arxiv:.hidden", "arxiv:a//b",
            "arxiv:a/", "C:/x", "arxiv:con:x"],
)  # fmt: skip
def test_what_is_no_id_is_never_a_path(wiki: Wiki, id_: str) -> None:
    """Whatever a feed, a data file or a page says."""
    with pytest.raises(FormatError, match="no id"):
        wiki.paper(id_)


@given(st.text(st.sampled_from("ab1:./\\-_ ~"), max_size=20))
def test_an_id_stays_within_its_folder(text: str) -> None:
    """No id leads out of the folder of papers."""
    if is_id(f"arxiv:{text}"):
        root = Path("/w/data/papers")
        assert (root / f"{paper_address(f'arxiv:{text}')}.json").resolve().is_relative_to(root)


def test_a_paper_comes_back(wiki: Wiki) -> None:
    """What was written is read; writing the same again writes nothing."""
    assert write_paper(wiki, PAPER)
    assert not write_paper(wiki, PAPER)
    assert read_paper(wiki, PAPER.id) == PAPER
    assert read_paper(wiki, "arxiv:2605.00002") is None


def test_a_data_file_that_cannot_be_read_is_named(wiki: Wiki) -> None:
    """The message has the file, the field and what to do."""
    write_paper(wiki, PAPER)
    path = wiki.paper(PAPER.id)
    path.write_text(path.read_text("utf-8").replace('"imported":', '"import":'), "utf-8")
    with pytest.raises(FormatError, match=r"2605\.00001\.json.*imported.*git checkout"):
        read_paper(wiki, PAPER.id)


def test_a_paper_under_another_name_is_named(wiki: Wiki) -> None:
    """A copied data file does not become a second paper."""
    write_paper(wiki, PAPER)
    copy = wiki.paper("arxiv:2605.00002")
    copy.write_bytes(wiki.paper(PAPER.id).read_bytes())
    with pytest.raises(FormatError, match="says that it is arxiv:2605"):
        read_paper_file(copy)


def entry(id_: str, day: str = "2026-05-05") -> Entry:
    return Entry(id_, day, "T", ("A",), "B", ("cs.CL",))


def test_entries_are_filed_by_day_once(wiki: Wiki) -> None:
    """A day's file is written on that day; in a month the first word on an entry counts;
    what is read leaves all.
    """
    add_entries(wiki, [entry("arxiv:2"), entry("arxiv:1"), entry("arxiv:3", "2026-06-01")])
    first = wiki.root / "data/entries/2026-05/2026-05-05.jsonl"
    before = first.read_bytes()
    add_entries(wiki, [entry("arxiv:1", "2026-05-20"), entry("arxiv:1")])
    assert first.read_bytes() == before
    assert list(read_entries(wiki, "2026-05")) == ["arxiv:1", "arxiv:2"]
    assert read_entries(wiki, "2026-05")["arxiv:1"].date == "2026-05-05"
    assert list(read_entries(wiki, "2026-05-20")) == ["arxiv:1"]
    add_entries(wiki, [], read=["arxiv:2", "arxiv:3"])
    assert list(read_entries(wiki, "2026-05")) == ["arxiv:1"]
    assert read_entries(wiki, "2026-06") == {}


def test_what_is_no_entry_stays_and_is_named(wiki: Wiki) -> None:
    """A line that is none, in a file that is written again, and a file that is no day's,
    with what to do with it.
    """
    add_entries(wiki, [entry("arxiv:1"), entry("arxiv:2")])
    day, month = wiki.entries_of("2026-05-05"), wiki.entries / "2605.jsonl"
    month.write_bytes(day.read_bytes())
    misplaced = wiki.entries / "2026-06" / day.name
    misplaced.parent.mkdir()
    misplaced.write_bytes(day.read_bytes())
    day.write_bytes(b"{half\n" + day.read_bytes())
    add_entries(wiki, [], read=["arxiv:1"])
    assert list(read_entries(wiki, "2026-05")) == ["arxiv:2"]
    assert day.read_bytes().endswith(b"\n{half\n")
    assert [line.count(b"arxiv:") for line in month.read_bytes().splitlines()] == [1, 1]
    told = unreadable_entries(wiki)
    assert [one.path for one in told] == [day, misplaced, month]
    assert all("Move each line to the file of its date" in one.reason for one in told[1:])


@pytest.mark.parametrize("day", ["../../evil", "/etc/x", "2026-99-99", "2026-05", ""])
def test_entries_of_no_day_are_never_a_path(wiki: Wiki, day: str) -> None:
    """Whatever a feed says."""
    with pytest.raises(FormatError, match="is no day"):
        add_entries(wiki, [entry("arxiv:1", day)])


def test_receipts_say_which_days_are_covered(wiki: Wiki) -> None:
    """A catch-up covers all its days, an added paper none."""
    for name, day in (
        ("2026-05-05", "2026-05-05"),
        ("api-2026-05-06--2026-05-08", "2026-05-08"),
        ("add-2026-05-20", "2026-05-20"),
    ):
        write_receipt(wiki, Receipt(name, "s", day, 0, 0, ()))
    assert covered_days(wiki) == {date(2026, 5, n) for n in (5, 6, 7, 8)}
    assert [card.date for card in receipt_cards(wiki)] == ["2026-05-05", "2026-05-08", "2026-05-20"]
    assert [receipt.date for receipt in read_receipts(wiki, date(2026, 5, 8))] == [
        "2026-05-20",
        "2026-05-08",
    ]


def test_a_receipts_card_says_what_lists_of_runs_show(wiki: Wiki) -> None:
    """It changes with the receipt's file."""
    outcomes: tuple[Outcome, ...] = ("skipped", "taken", "taken")
    rows = tuple(Row(f"arxiv:{n}", ("new",), outcome, "T") for n, outcome in enumerate(outcomes))
    receipt = Receipt("2026-05-05", "s", "2026-05-05", 3, 3, rows, open="the list is not there")
    write_receipt(wiki, receipt)
    (card,) = receipt_cards(wiki)
    assert (card.name, card.date, card.announced, card.open) == (
        "2026-05-05",
        "2026-05-05",
        3,
        "the list is not there",
    )
    assert (card.ids, card.taken) == (("arxiv:0", "arxiv:1", "arxiv:2"), ("arxiv:1", "arxiv:2"))
    assert [card.count(outcome) for outcome in ("taken", "known", "skipped", "failed")] == [
        2,
        0,
        1,
        0,
    ]
    assert receipt_cards(wiki) == [card]
    write_receipt(wiki, replace(receipt, open=None, rows=rows[:2]))
    (other,) = receipt_cards(wiki)
    assert (other.open, other.taken) == (None, ("arxiv:1",))
    assert other.digest != card.digest


def test_a_text_is_kept_until_it_is_read(wiki: Wiki) -> None:
    """A file that was added need not be given again."""
    text = FullText("pdf", (Passage("page=1", "Words.", kind="page"),))
    keep_text(wiki, "file:3f9a", text)
    assert read_kept_text(wiki, "file:3f9a") == text
    drop_text(wiki, "file:3f9a")
    drop_text(wiki, "file:3f9a")
    assert read_kept_text(wiki, "file:3f9a") is None


def test_one_run_at_a_time(wiki: Wiki) -> None:
    """A second run is told so, and the lock ends with the first."""
    with locked(wiki), pytest.raises(Locked, match="another run"), locked(wiki):
        pass
    with locked(wiki):
        pass


def test_leftovers_of_a_kill_go_when_the_next_run_takes_the_lock(wiki: Wiki) -> None:
    """Wherever a run writes: among data, pages, and at the wiki's root;
    a person's text is put back and told.
    """
    names = [
        "data/concepts/.a.yml",
        "data/.pages.txt",
        "docs/papers/.a.md",
        ".mkdocs.base.yml",
        "data/papers/x/.a.json",
    ]
    for name in names:
        path = wiki.root / f"{name}{PART}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"half")
    page = wiki.concepts / "b.yml"
    page.write_bytes(b"new")
    old, new = (hashlib.blake2b(content, digest_size=8).hexdigest() for content in (b"old", b"new"))
    page.with_name(f".b.yml.{old}.{new}{SWAP}").write_bytes(b"a person's")
    with locked(wiki) as recovered:
        assert recovered == ("data/concepts/b.yml",)
    assert page.read_bytes() == b"a person's"
    assert not [path for path in wiki.root.rglob(".*") if is_leftover(path.name)]


@pytest.mark.parametrize(
    "name", ["../../evil", "/etc/x", "2026-99-99", "2026-05-04x", "api-2026-05-04--x", "add-", ""]
)
def test_what_is_no_receipts_name_is_never_a_path(wiki: Wiki, name: str) -> None:
    """Whatever a paper or a receipt in a strange branch says."""
    with pytest.raises(FormatError, match="no name of a receipt"):
        wiki.receipt(name)


@pytest.mark.parametrize(
    "name, said",
    [("2026-99-99", '"name": "2026-99-99", "date": "2026-99-99"'), ("2026-05-04", '"name": "x", "date": "2026-05-04"'),  # noqa: E501
     ("2026-05-05", '"name": "2026-05-05", "date": "4 May"')],
)  # fmt: skip
def test_a_receipt_of_no_day_is_left_out_and_told(wiki: Wiki, name: str, said: str) -> None:
    """One odd file of receipts stops nothing."""
    file = wiki.data / "runs" / f"{name}.json"
    file.parent.mkdir(parents=True)
    file.write_text(f'{{{said}, "source": "s", "announced": 0, "listed": 0, "rows": []}}', "utf-8")
    broken: list[Unreadable] = []
    assert receipt_cards(wiki, broken) == []
    assert [one.path for one in broken] == [file]
    assert read_receipts(wiki) == []
    assert covered_days(wiki) <= {date(2026, 5, 4), date(2026, 5, 5)}


def test_runs_are_noted_once_a_day_in_any_order(wiki: Wiki) -> None:
    """What git merged may stand twice and in any order; what is no day is passed over."""
    wiki.data.mkdir()
    wiki.runs.write_text("2026-05-05\nnonsense\n2026-05-04\n2026-05-05\n", "utf-8")
    assert last_run(wiki) == date(2026, 5, 5)
    assert note_run(wiki, date(2026, 5, 6))
    assert wiki.runs.read_text("utf-8") == "2026-05-04\n2026-05-05\n2026-05-06\n"
    assert not note_run(wiki, date(2026, 5, 6))


def test_a_lock_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk does not say what it would not take; the error does."""

    def full(lock: filelock.FileLock) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(filelock.FileLock, "acquire", full)
    with pytest.raises(OSError, match="No space left") as error, locked(Wiki(tmp_path)):
        pass
    assert error.value.filename == str(tmp_path / ".wiki" / "lock")


def test_a_byte_order_mark_before_the_first_line_takes_nothing_from_it(wiki: Wiki) -> None:
    """Editors of Windows write one: each list and log in ``data/`` is read as it was before."""
    wiki.data.mkdir()
    wiki.marks_list.parent.mkdir()
    lines = {
        wiki.comparisons: "arxiv:2605.00001\tarxiv:2605.00002",
        wiki.marks_list: "arxiv:2605.00001\tstar\t2026-05-05",
        wiki.runs: "2026-05-05",
        wiki.ledger: "arxiv:2605.00001\tpapers/2605/2605.00001.md\tdeleted",
        wiki.operations: '{"number": 1}',
    }
    for path, line in lines.items():
        path.write_bytes(b"\xef\xbb\xbf" + line.encode() + b"\r\n")
    assert read_lines(wiki) == [lines[wiki.comparisons]]
    assert list(read_marks(wiki)) == ["arxiv:2605.00001"]
    assert last_run(wiki) == date(2026, 5, 5)
    assert read_deleted(read_text(wiki.ledger)) == {"arxiv:2605.00001"}
    assert read_log(wiki).startswith("{")
