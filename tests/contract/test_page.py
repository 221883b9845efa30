"""Reading pages, items, front matter and the ledger: to the byte, or not at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_builder.contract.frontmatter import FrontMatterError, read_front_matter, value_hash
from wiki_builder.contract.ledger import (
    Place,
    place,
    read_ledger,
    write_ledger,
)
from wiki_builder.contract.merge import new_page
from wiki_builder.contract.page import Page, UnreadablePage, is_untold, page_id, read_page
from wiki_builder.contract.spec import PageSpec, Section

ID = "arxiv:2605.00001"
ITEMS = "1. one ^c1\n1. two ^c2"
TEXT = new_page(
    PageSpec(ID, "papers/2605/2605.00001.md", {"title": "T"}, (
        Section("title", "# T"), Section("summary.en", "All of it."),
        Section("contributions.en", f"## C\n\n{ITEMS}", "c")
    ))
)  # fmt: skip
OPEN, BLOCK = "<!-- wiki:summary.en -->", f"<!-- wiki:written 2 {ID}\n"
WHOLE_BLOCK = TEXT[TEXT.index(BLOCK) :]
SUMMARY = TEXT[TEXT.index(OPEN) : TEXT.index("<!-- wiki:contributions")]
FORM_1 = f"<!-- wiki:page 1 {ID} title summary.en title=9c21f0d3 -->\n"
BROKEN = {
    "conflict markers": (
        ("All of it.", "<<<<<<< ours\nAll\n=======\nNone\n>>>>>>> theirs"),
        "conflict markers",
        10,
    ),
    "conflict markers behind the block": (
        (WHOLE_BLOCK, f"{WHOLE_BLOCK}<<<<<<< ours\nMine\n=======\n>>>>>>> theirs\n"),
        "conflict markers",
        31,
    ),
    "conflict markers, and no block": ((WHOLE_BLOCK, "<<<<<<< ours\n"), "conflict markers", 20),
    "no block": (
        (WHOLE_BLOCK, ""),
        "the block of what was written is missing; `wiki-builder adopt",
        4,
    ),
    "block twice": (
        (WHOLE_BLOCK, WHOLE_BLOCK * 2),
        "the block of what was written stands twice",
        31,
    ),
    "block not closed": (
        (WHOLE_BLOCK, WHOLE_BLOCK[:-4]),
        "the block of what was written is not closed",
        20,
    ),
    "block closed on its first line": (
        (BLOCK, BLOCK[:-1] + " -->\n"),
        "the block of what was written cannot be read",
        20,
    ),
    "block of no form": (
        (BLOCK, f"<!-- wiki:written x {ID}\n"),
        "the block of what was written cannot be read",
        20,
    ),
    "block within a section": (
        (
            (
                "All of it.\n<!-- /wiki"
                f" -->\n{TEXT[TEXT.index('<!-- /wiki -->', TEXT.index(OPEN)) + 15 :]}"
            ),
            f"All of it.\n{WHOLE_BLOCK}<!-- /wiki -->\n",
        ),
        "section summary.en is not closed",
        9,
    ),
    "a row that is none": (
        ("summary ", "summary is "),
        "a row of what was written cannot be read",
        25,
    ),
    "a row with three marks": (
        ("\ntitle df43f57f", "\ntitle - - -"),
        "a row of what was written cannot be read",
        23,
    ),
    "a mark that is none": (
        ("\ntitle df43f57f", "\ntitle df43f57"),
        "a row of what was written cannot be read",
        23,
    ),
    "a row without marks": (
        ("\ntitle df43f57f", "\ntitle"),
        "a row of what was written cannot be read",
        23,
    ),
    "a key that is none": (("title=", "title=x"), "a row of what was written cannot be read", 21),
    "a person's words in the block": (
        ("\n-->", "\nMine.\n-->"),
        "a row of what was written cannot be read",
        30,
    ),
    "a later form": (("written 2 ", "written 9 "), "form 9, this wiki-builder knows 2", 20),
    "form 1": ((WHOLE_BLOCK, FORM_1), "the page has form 1", 20),
    "an id that is a path": (
        (f"written 2 {ID}", "written 2 arxiv:../../x"),
        "an id that is none",
        20,
    ),
    "not closed": (
        ("All of it.\n<!-- /wiki -->\n", "All of it.\n"),
        "section summary.en is not closed before another",
        12,
    ),
    "the last one not closed": (
        (f"^c2\n<!-- /wiki -->\n\n{WHOLE_BLOCK}", "^c2\n"),
        "the block of what was written is missing",
        4,
    ),
    "not closed behind the block": (
        (WHOLE_BLOCK, f"{WHOLE_BLOCK}\n<!-- wiki:stamp -->\n"),
        "section stamp is not closed",
        32,
    ),
    "not closed before the block": (
        ("^c2\n<!-- /wiki -->\n", "^c2\n"),
        "section contributions.en is not closed",
        13,
    ),
    "not opened": (
        (f"{OPEN}\n", ""),
        "a section marker cannot be read, or does not open a section",
        10,
    ),
    "nested": (
        ("All of it.", "<!-- wiki:method.en -->\nAll\n<!-- /wiki -->"),
        "section summary.en is not closed before another",
        10,
    ),
    "state in a marker": (
        (OPEN, "<!-- wiki:summary.en 5fc33e55.97435660 -->"),
        "a section marker cannot be read",
        9,
    ),
    "a name that is none": (
        (OPEN, "<!-- wiki:summary.fr -->"),
        "a section marker cannot be read",
        9,
    ),
    "indented": ((OPEN, f"  {OPEN}"), "a section marker cannot be read", 9),
    "a section twice": (
        (WHOLE_BLOCK, f"{SUMMARY}{WHOLE_BLOCK}"),
        "section summary.en stands twice",
        20,
    ),
    "a section twice, the block between": (
        (WHOLE_BLOCK, f"{WHOLE_BLOCK}\n{SUMMARY}"),
        "section summary.en stands twice",
        32,
    ),
    "front matter not closed": (("---\n\n", "\n\n"), "not closed", 1),
    "front matter no YAML": (("title:", "title: [a\nb:"), "no YAML", 3),
    "key twice": (("title:", "title: a\ntitle:"), "key twice", 2),
    "conflict markers in front matter": (
        ("title:", "<<<<<<< ours\ntitle: a\n=======\ntitle:"),
        "conflict markers of git",
        2,
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_page_is_named(name: str) -> None:
    """What cannot be read with certainty is left alone, with its line and reason."""
    (old, new), reason, line = BROKEN[name]
    assert old in TEXT
    broken = read_page(TEXT.replace(old, new, 1).encode())
    assert isinstance(broken, UnreadablePage)
    assert reason in broken.reason
    assert broken.line == line


def test_a_section_twice_is_broken_and_whole_ones_are_shown() -> None:
    """Taking either one would lose the other; the sections that are single can still be shown."""
    broken = read_page((TEXT + SUMMARY).encode())
    assert isinstance(broken, UnreadablePage)
    assert set(broken.sections) == {"title", "contributions.en"}
    assert broken.id == ID


def test_other_bytes_are_broken_or_a_persons() -> None:
    """GBK in a page is named with its line; in a file of a person's own it is nobody's business."""
    gbk = "中文".encode("gbk")
    broken = read_page(TEXT.encode() + gbk)
    assert broken == UnreadablePage(TEXT.count("\n") + 1, "not UTF-8", ID)
    assert read_page(gbk) is None
    assert read_page(b"# Mine\n") is None


@given(
    st.lists(
        st.sampled_from(["text\n", "\n", "```\n", "a\r\n", "| a |\n", "- x\n", "no end"]),
        max_size=8,
    )
)
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


PLACES = {
    "last": TEXT,
    "on top": TEXT.replace(WHOLE_BLOCK, "").replace("---\n\n", f"---\n\n{WHOLE_BLOCK}\n"),
    "right behind the front matter": TEXT.replace(WHOLE_BLOCK, "").replace(
        "---\n\n", f"---\n{WHOLE_BLOCK}"
    ),
    "between": TEXT.replace(WHOLE_BLOCK, "").replace(OPEN, f"{WHOLE_BLOCK}\n{OPEN}"),
    "before a person's words": f"{TEXT}\n## Notes\n\nMine.\n",
    "without a line end": TEXT[:-1],
    "indented by a formatter": TEXT.replace(
        WHOLE_BLOCK, "".join(f"    {line}" for line in WHOLE_BLOCK.splitlines(keepends=True))
    ),
    "without blank lines": TEXT.replace(WHOLE_BLOCK, WHOLE_BLOCK.replace("\n\n", "\n")),
    "with blanks behind": TEXT.replace(WHOLE_BLOCK, WHOLE_BLOCK.replace("\n", " \t\n")),
}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("where", PLACES)
def test_the_block_may_stand_anywhere(where: str, end: str) -> None:
    """Wherever a person or a formatter put it, it is the page's memory,
    and the page keeps its bytes.
    """
    data = PLACES[where].replace("\n", end).encode()
    page, whole = read_page(data), read_page(TEXT.encode())
    assert isinstance(page, Page)
    assert isinstance(whole, Page)
    assert page.raw.encode() == data
    assert (page.id, page.memory) == (ID, whole.memory)
    assert {name: s.mark for name, s in page.sections.items()} == {
        name: s.mark for name, s in whole.sections.items()
    }
    assert page_id(data) == ID


def test_sections_that_ever_were_are_known() -> None:
    """What a person deleted, and what they added themselves, as well as what stands."""
    page = read_page(TEXT.replace(SUMMARY, "<!-- wiki:mine -->\n<!-- /wiki -->\n").encode())
    assert isinstance(page, Page)
    assert page.known == {"title", "summary.en", "contributions.en", "mine"}


@pytest.mark.parametrize(
    "text, id_",
    [
        (TEXT, ID),
        ("\ufeff" + WHOLE_BLOCK, ID),
        (f"  \t{WHOLE_BLOCK}", ID),
        (TEXT.replace("written 2", "written 9"), ID),
        (TEXT.replace(f"written 2 {ID}", "written 2 arxiv:../../x"), None),
        (TEXT.replace(f"written 2 {ID}", "written 2"), None),
        (f"`{WHOLE_BLOCK}`", None),
        (FORM_1, None),
        ("Mine.", None),
    ],
)
def test_whose_page_it_is(text: str, id_: str | None) -> None:
    """The id in the block, also of a page that cannot be read;
    in a person's words about it there is none.
    """
    for encoding in ("utf-8", "utf-16-le"):
        assert page_id(text.encode(encoding)) == id_
        assert is_untold(text.encode(encoding)) == (id_ is None and "wiki:" in text)


# --- Front matter -----------------------------------------------------------------

KEYS = '---\n# mine\ntitle: "T"\ntags:\n  - a\n  - b\ndate: 2026-05-05\ndone: yes\n---\n'


def test_values_are_strings() -> None:
    """``yes``, a date and ``1e3`` stay what they are, so that an editor's quotes change nothing."""
    front, rest = read_front_matter(KEYS + "text")
    assert front.values == {"title": "T", "tags": ["a", "b"], "date": "2026-05-05", "done": "yes"}
    assert rest == "text"
    requoted, _ = read_front_matter(
        "---\ndone: 'yes'\ntags: [a, b]\ndate: '2026-05-05'\ntitle: T\n---\n"
    )
    assert {k: value_hash(v) for k, v in requoted.values.items()} == {
        k: value_hash(v) for k, v in front.values.items()
    }


def test_only_changed_lines_are_written() -> None:
    """Comments, order and quotes of all other keys stay."""
    front, _ = read_front_matter(KEYS)
    assert front.updated({"tags": ["c"], "new": "x"}) == (
        '---\n# mine\ntitle: "T"\ntags: ["c"]\ndate: 2026-05-05\ndone: yes\nnew: "x"\n---\n'
    )
    assert front.updated({"tags": None}) == KEYS.replace("tags:\n  - a\n  - b\n", "")


@given(
    st.dictionaries(
        st.sampled_from("abc"), st.text(max_size=12) | st.lists(st.text(max_size=5), max_size=3)
    )
)
def test_what_is_written_is_read(values: dict[str, str | list[str]]) -> None:
    """Any value comes back from the front matter as it went in."""
    front, _ = read_front_matter("---\n---\n")
    read, _ = read_front_matter(front.updated(values))  # type: ignore[arg-type]  # a Mapping of Values
    assert read.values == values


def test_a_line_of_front_matter_reads_in_its_order() -> None:
    """A value that would reorder the line in an editor is written as an escape,
    and comes back as it was.
    """
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
    assert (
        place(frozenset(recorded.split()), tuple(found.split()), frozenset(occupied.split()))
        == expected
    )
