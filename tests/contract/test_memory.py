"""The block in which a page remembers what was written:
what it holds, what it refuses, and whom several rows mean.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_builder.contract.memory import (
    FORM,
    KEEP,
    NONE,
    NOTHING,
    Mark,
    Memory,
    UnreadableBlock,
    read_memory,
    salvaged,
)
from wiki_builder.contract.merge import merge_page, new_page
from wiki_builder.contract.normal import text_hash
from wiki_builder.contract.page import Page, read_page
from wiki_builder.contract.spec import PageSpec, Section

ID = "arxiv:2606.15532"
ONE, TWO, THREE = "5fc33e55", "97435660", "ae2cdd54"


def block(*rows: str, first: str = f"<!-- wiki:written 2 {ID}") -> Memory:
    """The memory of these rows."""
    return read_memory([f"{line}\n" for line in (first, *rows)])


def mark(text: str, value: str = "") -> Mark:
    return Mark(text, value or text[:4])


# --- Marks --------------------------------------------------------------------


@pytest.mark.parametrize(
    "written, expected",
    [
        (ONE, Mark(ONE, "5fc3")),
        (f"{ONE}.df72", Mark(ONE, "df72")),
        (f"{ONE}.5fc3", Mark(ONE, "5fc3")),
        ("keep", Mark("keep")),
        ("-", NOTHING),
    ],
)
def test_a_mark_is_read(written: str, expected: Mark) -> None:
    """TEXT, and VALUE where it is not TEXT's first four digits;
    the words for a person's and for nothing.
    """
    assert Mark.parse(written) == expected
    assert str(expected) == written.removesuffix(".5fc3")
    assert (expected.keep, expected.none) == (written == KEEP, written == NONE)


def test_a_mark_is_made_of_two_hashes() -> None:
    """Of VALUE four digits are kept, so that a mark read again equals the one that was written."""
    assert Mark.of(ONE, TWO) == Mark(ONE, "9743") == Mark.parse(str(Mark.of(ONE, TWO)))
    assert str(Mark.of(ONE, ONE)) == ONE


# --- Reading ------------------------------------------------------------------


def test_a_block_is_read() -> None:
    """Id, keys, and a mark for each section and item, in English and Chinese or in no language."""
    memory = block(
        f"title={ONE} date={TWO}", "", f"summary {ONE} {TWO}", "", f"list {ONE}.df72 ~", f"list#c1-A {TWO} keep", "",  # noqa: E501
        "results-table -", f"results-table#ccac76 {THREE}",
    )  # fmt: skip
    assert memory == Memory(
        ID,
        {"title": ONE, "date": TWO},
        {
            ("summary.en", ""): (mark(ONE),),
            ("summary.zh", ""): (mark(TWO),),
            ("list.en", ""): (mark(ONE, "df72"),),
            ("list.en", "c1-A"): (mark(TWO),),
            ("list.zh", "c1-A"): (Mark(KEEP),),
            ("results-table", ""): (NOTHING,),
            ("results-table", "ccac76"): (mark(THREE),),
        },
    )
    assert memory.settled
    assert memory.sections == ("summary.en", "summary.zh", "list.en", "results-table")
    assert memory.items("list.en") == memory.items("list.zh") == ("c1-A",)
    assert memory.items("summary.en") == memory.items("nothing") == ()


def test_a_block_of_no_rows_is_read() -> None:
    """A page of nothing but fixed text has one."""
    assert block() == Memory(ID)


REFUSED = [
    ("no block", ["<!-- wiki:page 1 arxiv:2606.15532"], 0, "the block of what was written cannot be read"),  # noqa: E501
    ("no form", [f"<!-- wiki:written {ID}"], 0, "the block of what was written cannot be read"),
    ("more on the first line", [f"<!-- wiki:written 2 {ID} x"], 0, "the block of what was written cannot be read"),  # noqa: E501
    ("closed on the first line", [f"<!-- wiki:written 2 {ID} -->"], 0, "the block of what was written cannot be read"),  # noqa: E501
    ("a later form", [f"<!-- wiki:written 3 {ID}"], 0, "the page has form 3, this wiki-builder knows 2"),  # noqa: E501
    ("a much later form", [f"<!-- wiki:written 10 {ID}"], 0, "the page has form 10, this wiki-builder knows 2"),  # noqa: E501
    ("an id, a path", ["<!-- wiki:written 2 arxiv:../x"], 0, "the block of what was written has an id that is none"),  # noqa: E501
    *(
        (row, [f"<!-- wiki:written 2 {ID}", "", f"a {ONE}", row], 3, "a row of what was written cannot be read")  # noqa: E501
        for row in (
            "Mine.", "a", f"a {ONE} {TWO} {THREE}", f"A {ONE}", f"1a {ONE}", f"a.en {ONE}", f"a#b.c {ONE}",  # noqa: E501
            f"a# {ONE}", f"#b {ONE}", f"a#b#c {ONE}", f"a  {ONE}", f"a\t{ONE}", "a 5FC33E55", "a 5fc33e5",  # noqa: E501
            "a 5fc33e551", f"a {ONE}.df7", f"a {ONE}.df721", f"a {ONE}.", "a keep.df72", "a -.df72", "a kept", "a --",  # noqa: E501
            f"title={ONE} x", "title=5fc33e5", f"title= {ONE}", f"={ONE}", "->", "-- >", "====", "<<<<<<<x",  # noqa: E501
        )
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "line", "reason"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_what_is_no_row_is_refused(lines: list[str], line: int, reason: str) -> None:
    """What cannot be read with certainty is no memory:
    its line is named, and nothing is guessed.
    """
    with pytest.raises(UnreadableBlock) as refused:
        read_memory([f"{text}\n" for text in lines])
    assert (refused.value.line, refused.value.reason, str(refused.value)) == (line, reason, reason)


@pytest.mark.parametrize(
    "first",
    [f"<!-- wiki:written 1 {ID}", f"<!-- wiki:written 2 {ID} \t", f"  <!-- wiki:written 2 {ID}"],
)
def test_what_a_formatter_does_to_a_block_is_read(first: str) -> None:
    """Blanks around lines, blank lines or none, CRLF;
    and the rows of an earlier form, should it have such a block.
    """
    rows = [
        f"{first}\r\n",
        f"    title={ONE}\t\r\n",
        "\r\n",
        " \r\n",
        f"\ta {ONE} {TWO}  \r\n",
        f" a#c1 {ONE} ~",
    ]
    assert read_memory(rows) == block(f"title={ONE}", f"a {ONE} {TWO}", f"a#c1 {ONE} ~")


def test_not_in_this_language_is_no_mark() -> None:
    """``~`` is neither a section nor an item; ``-`` is one of which the builder wrote nothing."""
    memory = block(f"a {ONE} ~", "a#x ~ -", "b ~ ~", "c ~")
    assert memory.rows == {("a.en", ""): (mark(ONE),), ("a.zh", "x"): (NOTHING,)}
    assert memory.sections == ("a.en",)


# --- Several rows of one name (rule 4) ---------------------------------------------


def test_of_several_rows_that_counts_which_is_what_stands_there() -> None:
    """Of rows that two branches wrote, the one whose TEXT is the hash of what is on the
    page, else the last.
    """
    memory = block(f"a {ONE} ~", f"a {TWO} ~", f"a {THREE} ~", f"a#x {ONE} ~", f"a#x {TWO} ~")
    assert not memory.settled
    assert memory.mark("a.en", "", TWO.__eq__) == mark(TWO)
    assert memory.mark("a.en", "", ONE.__eq__) == mark(ONE)
    assert memory.mark("a.en", "", lambda text: False) == mark(THREE)
    assert memory.mark("a.en", "x", ONE.__eq__) == mark(ONE)
    assert memory.mark("a.en", "x", lambda text: False) == mark(TWO)
    assert memory.sections == ("a.en",)
    assert memory.items("a.en") == ("x",)


def test_a_single_row_is_not_asked_about() -> None:
    """Nothing is hashed where there is nothing to choose; and what has no row is the person's."""

    def never(text: str) -> bool:
        raise AssertionError(text)

    memory = block(f"a {ONE} keep")
    assert memory.settled
    assert memory.mark("a.en", "", never) == mark(ONE)
    assert memory.mark("a.zh", "", never) == Mark(KEEP)
    assert memory.mark("b", "", never) == memory.mark("a.en", "x", never) == NOTHING


CONFLICT = [
    "<<<<<<< ours",
    f"a {ONE} ~",
    "||||||| base",
    f"a {TWO} ~",
    "=======",
    f"a {THREE} ~",
    ">>>>>>> theirs",
]


def test_conflict_markers_within_the_block_are_both_sides() -> None:
    """They are read over, and vanish with the next write; all other rows are as they were."""
    memory = block(f"b {ONE}", *CONFLICT)
    assert memory.settled is False
    assert memory.rows["a.en", ""] == (mark(ONE), mark(TWO), mark(THREE))
    assert memory.rows["b", ""] == (mark(ONE),)
    assert not block(f"b {ONE}", "<<<<<<<", "=======", ">>>>>>>").settled
    assert "<<<" not in memory.written()


def test_two_lines_of_keys_are_one() -> None:
    """As git's union leaves them: a key of both has the last hash."""
    memory = block(f"title={ONE} date={TWO}", f"title={THREE} kind={TWO}", f"a {ONE}")
    assert dict(memory.keys) == {"title": THREE, "date": TWO, "kind": TWO}
    assert not memory.settled
    assert block(f"a {ONE}", f"title={ONE}").settled  # wherever it stands


def test_of_a_block_that_cannot_be_read_the_rows_are_saved() -> None:
    """Rows and keys are the block's wherever they stand, and so are blank lines before a person's
    first one.

    Of two rows of one name the last counts; a person's lines stay to the byte, with the blank lines
    behind them.
    """
    rows, others = salvaged([
        "\n", f"title={ONE} date={TWO}\n", " \n", f"a {ONE} keep\n", f"  b {ONE}.df72 \r\n",
        " Mine.\n", "\r\n", f"b#x {TWO}\n", f"kind={ONE}\n", f"title={ONE} x\n", f"a {THREE} ~\n",
        "\n",
    ])  # fmt: skip
    assert rows == {
        ("a.en", ""): mark(THREE),
        ("a.zh", ""): Mark(KEEP),
        ("b", ""): mark(ONE, "df72"),
        ("b", "x"): mark(TWO),
    }
    assert others == [" Mine.\n", "\r\n", f"title={ONE} x\n", "\n"]


def page_of(text: str) -> Page:
    page = read_page(text.encode())
    assert isinstance(page, Page)
    return page


def spec(value: int, name: str = "a.en") -> PageSpec:
    items = "\n".join(f"- {id_} is {value} ^{id_}" for id_ in ("x", "y"))
    return PageSpec(
        ID,
        "x.md",
        {"k": f"{value}"},
        (Section("title", f"# {value}"), Section(name, f"## L\n\n{items}", "l")),
    )


def rows_of(text: str) -> str:
    return text.partition(f"<!-- wiki:written {FORM} {ID}\n")[2].partition("-->\n")[0]


WAYS: dict[str, Callable[[str, str], str]] = {
    "ours first": lambda ours, theirs: ours + theirs,
    "theirs first": lambda ours, theirs: theirs + ours,
    "a conflict": lambda ours, theirs: f"<<<<<<< ours\n{ours}=======\n{theirs}>>>>>>> theirs\n",
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("stands", [1, 2])
def test_rows_of_both_branches_are_settled_by_what_stands(way: str, stands: int) -> None:
    """The text is of one branch, the block of both:
    the next run finds all of it its own, and says each thing once.
    """
    pages = {value: new_page(spec(value)) for value in (1, 2)}
    both = WAYS[way](*(rows_of(pages[value]) for value in (1, 2)))
    text = pages[stands].replace(rows_of(pages[stands]), both)
    page = page_of(text)
    assert page.sections["title"].mark == spec(stands).sections["title"].mark
    assert page.sections["a.en"].items == {
        id_: spec(stands).sections["a.en"].item_mark(id_) for id_ in ("x", "y")
    }
    result = merge_page(page, spec(3))
    key = page_of(result.text).front.values["k"]
    assert result.proposals == ()
    assert result.text.replace(f"k: {key}", "k: 3").replace(
        rows_of(result.text).split("\n")[0], ""
    ) == new_page(spec(3)).replace(rows_of(new_page(spec(3))).split("\n")[0], "")


def test_what_a_person_wrote_in_both_branches_is_theirs() -> None:
    """Where no row is the hash of what stands there, nobody's silence is taken for consent."""
    pages = {value: new_page(spec(value)) for value in (1, 2)}
    text = pages[1].replace(rows_of(pages[1]), rows_of(pages[1]) + rows_of(pages[2]))
    text = text.replace("# 1\n", "# Mine\n").replace("- x is 1 ^x", "- x is mine ^x")
    result = merge_page(page_of(text), spec(3)).text
    assert "# Mine\n" in result
    assert "- x is mine ^x\n- y is 3 ^y\n" in result


def test_rows_of_one_name_count_for_the_head_of_a_list_too() -> None:
    """A list's mark is that of its heading; the heading of one branch stands, the rows of both."""
    one, two = (f"## {heading}\n\n- x ^x" for heading in "AB")
    first, second = (
        new_page(PageSpec(ID, "x.md", {}, (Section("a", body),))) for body in (one, two)
    )
    page = page_of(first.replace(rows_of(first), rows_of(first) + rows_of(second)))
    assert page.sections["a"].mark.text == text_hash("## A\n\n")


# --- Writing ------------------------------------------------------------------


def test_a_block_to_the_byte() -> None:
    """First line, keys, and the rows of each section behind a blank line, its own first,
    items in their order.
    """
    memory = Memory(
        ID,
        {"title": ONE, "date": TWO},
        {
            ("b.en", "y"): (mark(ONE),),
            ("b.en", ""): (mark(TWO, "df72"),),
            ("b.zh", ""): (Mark(KEEP),),
            ("a", ""): (NOTHING,),
            ("c.zh", ""): (mark(ONE), mark(TWO)),
            ("b.en", "x"): (mark(TWO),),
            ("b.zh", "x"): (mark(THREE),),
        },
    )
    written = (
        f"<!-- wiki:written 2 {ID}\ntitle={ONE} date={TWO}\n\nb {TWO}.df72 keep\nb#y {ONE} ~\nb#x"
        f" {TWO} {THREE}\n\na -\n\nc ~ {TWO}\n-->\n"
    )
    assert memory.written() == written
    assert memory.written("\r\n") == written.replace("\n", "\r\n")
    assert Memory(ID).written() == f"<!-- wiki:written 2 {ID}\n-->\n"


@pytest.mark.parametrize(
    "en, zh, rows",
    [
        ("x y", "x y", ["a#x 1 2", "a#y 1 2"]),
        ("x y z", "x z", ["a#x 1 2", "a#y 1 ~", "a#z 1 2"]),
        ("x z", "x y z", ["a#x 1 2", "a#y ~ 2", "a#z 1 2"]),
        ("", "x", ["a#x ~ 2"]),
        ("x y", "y x", ["a#y ~ 2", "a#x 1 2", "a#y 1 ~"]),
    ],
)
def test_each_language_keeps_its_own_order(en: str, zh: str, rows: list[str]) -> None:
    """An item has one row, and two where one could not keep both orders:
    or the builder's would seem a person's.
    """
    memory = Memory(ID, {}, {
        **{("a.en", id_): (mark(ONE),) for id_ in en.split()}, **{("a.zh", id_): (mark(TWO),) for id_ in zh.split()},  # noqa: E501
    })  # fmt: skip
    written = memory.written()
    assert written.split("\n")[2:-2] == [row.replace("1", ONE).replace("2", TWO) for row in rows]
    again = read_memory(written.splitlines()[:-1])
    assert again == memory
    assert (again.items("a.en"), again.items("a.zh")) == (tuple(en.split()), tuple(zh.split()))
    assert again.settled


def test_the_same_memory_in_another_order() -> None:
    """Sections and keys in another order are no news, and nothing is written for them;
    items in another one are.
    """
    one = block(f"k={ONE} l={ONE}", f"a {ONE}", f"b {ONE}", f"b#x {ONE}", f"b#y {TWO}")
    assert one.same(block(f"l={ONE} k={ONE}", f"b {ONE}", f"b#x {ONE}", f"b#y {TWO}", f"a {ONE}"))
    assert one.same(replace(one, settled=False))
    for other in (
        block(f"k={ONE} l={ONE}", f"a {ONE}", f"b {ONE}", f"b#y {TWO}", f"b#x {ONE}"),
        block(f"k={ONE} l={TWO}", f"a {ONE}", f"b {ONE}", f"b#x {ONE}", f"b#y {TWO}"),
        block(f"k={ONE} l={ONE}", f"a {ONE}.df72", f"b {ONE}", f"b#x {ONE}", f"b#y {TWO}"),
        block(f"k={ONE} l={ONE}", f"a {ONE}", f"b {ONE}", f"b#x {ONE}"),
    ):
        assert not one.same(other)


IDS = st.from_regex(r"[A-Za-z0-9-]{1,4}", fullmatch=True)
MARKS = st.one_of(
    st.builds(Mark, st.sampled_from([ONE, TWO]), st.sampled_from(["5fc3", "df72"])),
    st.just(Mark(KEEP)),
    st.just(NOTHING),
)
PLACES = st.tuples(st.sampled_from(["a", "b.en", "b.zh", "c-1.en", "c-1.zh"]), IDS | st.just(""))


@given(
    st.dictionaries(st.sampled_from(["k", "l:m", "键"]), st.sampled_from([ONE, TWO])),
    st.dictionaries(PLACES, MARKS.map(lambda one: (one,))),
    st.sampled_from(["\n", "\r\n"]),
)
def test_what_is_written_is_read_again(
    keys: dict[str, str], rows: dict[tuple[str, str], tuple[Mark, ...]], end: str
) -> None:
    """Any memory comes back as it was, each section's items in their order,
    and is written in the same bytes again.
    """
    memory = Memory(ID, keys, rows)
    written = memory.written(end)
    *lines, last = written.splitlines(keepends=True)
    again = read_memory(lines)
    assert last == f"-->{end}"
    assert again.settled
    assert again == memory
    assert again.same(memory)
    assert again.written(end) == written
