"""Reading pages, items, front matter and the ledger: to the byte, or not at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_builder.pages.frontmatter import FrontMatterError, read_front_matter, value_hash
from wiki_builder.pages.items import cut_items
from wiki_builder.pages.ledger import Place, place, read_ledger, write_ledger
from wiki_builder.pages.merge import new_page
from wiki_builder.pages.page import Broken, Page, read_page
from wiki_builder.pages.spec import PageSpec, Section

ID = "arxiv:2605.00001"
ITEMS = "1. one [¶](#e-c1)\n1. two [¶](#e-c2)"
TEXT = new_page(
    PageSpec(ID, "papers/2605/2605.00001.md", {"title": "T"}, (
        Section("title", "# T"), Section("summary.en", "All of it."),
        Section("contributions.en", f"## C\n\n{ITEMS}", "c")
    ))
)  # fmt: skip
LINE = f"<!-- wiki:page 1 {ID}"
OPEN = "<!-- wiki:summary.en "
BROKEN = {
    "conflict markers": (("All of it.", "<<<<<<< ours\nAll\n=======\nNone\n>>>>>>> theirs"), "conflict markers"),
    "no page line": ((LINE, "<!-- gone"), "the page line is missing"),
    "page line twice": (("# T\n", f"# T\n\n{LINE} -->\n"), "the page line stands twice"),
    "a later contract": (("wiki:page 1 ", "wiki:page 9 "), "contract 9"),
    "an id that is a path": ((f"page 1 {ID}", "page 1 arxiv:../../x"), "an id that is none"),
    "not closed": (("<!-- /wiki:summary.en -->\n", ""), "not closed"),
    "not opened": (("<!-- /wiki:title -->", "<!-- /wiki:nothing -->"), "not closed before another marker"),
    "nested": (
        ("All of it.", "<!-- wiki:method.en keep -->\nAll\n<!-- /wiki:method.en -->"),
        "not closed before another",
    ),
    "garbled": ((OPEN, "<!-- wiki:summary.en oops "), "cannot be read"),
    "indented": ((OPEN, f"  {OPEN}"), "cannot be read"),
    "front matter not closed": (("---\n\n", "\n\n"), "not closed"),
    "front matter no YAML": (("title:", "title: [a\nb:"), "no YAML"),
    "key twice": (("title:", "title: a\ntitle:"), "key twice"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_page_is_named(name: str) -> None:
    """What cannot be read with certainty is left alone, with its line and reason."""
    (old, new), reason = BROKEN[name]
    assert old in TEXT
    broken = read_page(TEXT.replace(old, new, 1).encode())
    assert isinstance(broken, Broken)
    assert reason in broken.reason
    assert 0 < broken.line <= TEXT.count("\n") + 5


def test_a_section_twice_is_broken_and_whole_ones_are_shown() -> None:
    """Taking either one would lose the other; the sections that are single can still be shown."""
    start, end = TEXT.index(OPEN), TEXT.index("<!-- wiki:contributions")
    broken = read_page((TEXT + TEXT[start:end]).encode())
    assert isinstance(broken, Broken)
    assert set(broken.sections) == {"title", "contributions.en"}
    assert broken.id == ID


def test_other_bytes_are_broken_or_a_persons() -> None:
    """GBK in a page is named with its line; in a file of a person's own it is nobody's business."""
    gbk = "中文".encode("gbk")
    broken = read_page(TEXT.encode() + gbk)
    assert broken == Broken(TEXT.count("\n") + 1, "not UTF-8", ID)
    assert read_page(gbk) is None
    assert read_page(b"# Mine\n") is None


@given(st.lists(st.sampled_from(["text\n", "\n", "```\n", "a\r\n", "| a |\n", "- x\n", "no end"]), max_size=8))
def test_a_page_is_kept_to_the_byte(pieces: list[str]) -> None:
    """Whatever a person writes around sections, the chunks give the page back."""
    data = (TEXT + "".join(pieces)).encode()
    page = read_page(data)
    assert isinstance(page, Page)
    assert page.raw.encode() == data


def test_line_ends_and_bom_are_kept() -> None:
    """A page saved with CRLF and a byte order mark is read, and stays so."""
    data = b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode()
    page = read_page(data)
    assert isinstance(page, Page)
    assert page.raw.encode() == data
    assert page.newline == "\r\n"
    assert list(page.sections) == ["title", "summary.en", "contributions.en"]


# --- Items ----------------------------------------------------------------------


def test_items_are_cut_with_what_is_indented_under_them() -> None:
    """A step keeps its sub-steps, a row is a row, and what stands between items is a person's."""
    body = "\n## H\n\n1. one [¶](#e-a)\n    - sub\n\n1. two <!-- #b -->\nlazy\n\nMine.\n\n- mine too\n"
    head, blocks = cut_items(body)
    assert head == "\n## H\n\n"
    assert [block.id for block in blocks] == ["a", "b", None, None]
    assert head + "".join(block.raw for block in blocks) == body
    assert blocks[0].text == "1. one\n    - sub\n\n"


def test_an_item_with_two_ids_is_a_persons() -> None:
    """Two claims joined into one line are nobody's but the person's."""
    _, (block,) = cut_items("- a [¶](#e-a) b [¶](#e-b)\n")
    assert block.id is None
    assert block.ids == ("a", "b")


@given(
    st.lists(st.sampled_from(["- a [¶](#e-a)\n", "    - b\n", "\n", "c\n", "| d <!-- #d --> |\n", "1. e\n", "## h\n"]))
)
def test_cutting_into_items_loses_nothing(pieces: list[str]) -> None:
    """Head and blocks give the body back."""
    head, blocks = cut_items("".join(pieces))
    assert head + "".join(block.raw for block in blocks) == "".join(pieces)


# --- Front matter -----------------------------------------------------------------

KEYS = '---\n# mine\ntitle: "T"\ntags:\n  - a\n  - b\ndate: 2026-05-05\ndone: yes\n---\n'


def test_values_are_strings() -> None:
    """``yes``, a date and ``1e3`` stay what they are, so that an editor's quotes change nothing."""
    front, rest = read_front_matter(KEYS + "text")
    assert front.values == {"title": "T", "tags": ["a", "b"], "date": "2026-05-05", "done": "yes"}
    assert rest == "text"
    requoted, _ = read_front_matter("---\ndone: 'yes'\ntags: [a, b]\ndate: '2026-05-05'\ntitle: T\n---\n")
    assert {k: value_hash(v) for k, v in requoted.values.items()} == {k: value_hash(v) for k, v in front.values.items()}


def test_only_changed_lines_are_written() -> None:
    """Comments, order and quotes of all other keys stay."""
    front, _ = read_front_matter(KEYS)
    assert front.updated({"tags": ["c"], "new": "x"}) == (
        '---\n# mine\ntitle: "T"\ntags: ["c"]\ndate: 2026-05-05\ndone: yes\nnew: "x"\n---\n'
    )
    assert front.updated({"tags": None}) == KEYS.replace("tags:\n  - a\n  - b\n", "")


@given(st.dictionaries(st.sampled_from("abc"), st.text(max_size=12) | st.lists(st.text(max_size=5), max_size=3)))
def test_what_is_written_is_read(values: dict[str, str | list[str]]) -> None:
    """Any value comes back from the front matter as it went in."""
    front, _ = read_front_matter("---\n---\n")
    read, _ = read_front_matter(front.updated(values))  # type: ignore[arg-type]  # a Mapping of Values
    assert read.values == values


def test_a_line_of_front_matter_reads_in_its_order() -> None:
    """A value that would reorder the line in an editor is written as an escape, and comes back as it was."""
    written = read_front_matter("---\n---\n")[0].updated({"a": "x\u202ey"})
    assert "\\u202e" in written
    assert read_front_matter(written)[0].values == {"a": "x\u202ey"}


def test_front_matter_nested_without_end_is_named() -> None:
    """However deep it is, it is refused as front matter that is none, and no process falls."""
    with pytest.raises(FrontMatterError):
        read_front_matter(f"---\n{'- ' * 60_000}x\n---\n")


def test_a_list_is_no_front_matter() -> None:
    """What is no map is refused with its line."""
    with pytest.raises(FrontMatterError):
        read_front_matter("---\n- a\n---\n")


# --- The ledger --------------------------------------------------------------------


def test_the_ledger_is_sorted_and_read_back() -> None:
    """Same pages, same bytes; a union merge may leave two rows; an id that is none is no row."""
    text = write_ledger({ID: ["b.md", "a.md"], "concept:x": ["concepts/x.md"]})
    assert text == f"{ID}\ta.md\n{ID}\tb.md\nconcept:x\tconcepts/x.md\n"
    assert read_ledger(text + "<<<<<<< ours\narxiv:../x\tp.md\n") == {
        ID: frozenset({"a.md", "b.md"}),
        "concept:x": frozenset({"concepts/x.md"}),
    }


@pytest.mark.parametrize(
    "recorded, found, occupied, expected",
    [
        ("", "", "", Place("new")),
        ("a", "", "", Place("deleted")),
        ("a", "a", "", Place("here", "a")),
        ("a", "b", "", Place("here", "b")),
        ("a", "a b", "", Place("here", "a", ("b",))),
        ("a", "b c", "", Place("left", copies=("b", "c"))),
        ("a b", "a b", "", Place("left", copies=("a", "b"))),
        ("a b", "b", "", Place("here", "b")),
        ("a", "", "a", Place("left", copies=("a",))),
    ],
)
def test_where_a_page_stands(recorded: str, found: str, occupied: str, expected: Place) -> None:
    """Deleted, moved, copied and overwritten pages are told apart."""
    assert place(frozenset(recorded.split()), tuple(found.split()), frozenset(occupied.split())) == expected
