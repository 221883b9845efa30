"""Merging: each rule of the page contract in one case."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from wiki_builder.contract.frontmatter import Value, value_hash
from wiki_builder.contract.items import item_mark
from wiki_builder.contract.merge import MergedPage, merge_page, merged_into, new_page, with_new
from wiki_builder.contract.page import Page, read_page
from wiki_builder.contract.spec import (
    Fixed,
    PageSpec,
    Proposal,
    Section,
)
from wiki_builder.library.shown import shown

ID = "arxiv:2605.00001"


def items(value: int, ids: str = "c1 c2 c3") -> Section:
    lines = "\n".join(f"1. {id_} is {value} ^{id_}" for id_ in ids.split())
    return Section(
        "contributions.en",
        f"## New\n\n{lines}",
        "c",
        {id_: f"{id_} {value}" for id_ in ids.split()},
    )


def spec(
    value: int = 1, heading: str = "Summary", ids: str = "c1 c2 c3", **more: object
) -> PageSpec:
    sections: tuple[Section | Fixed, ...] = (
        Section("title", "# T"),
        Section("summary.en", f"## {heading}\n\nAll, value {value}.", f"{value}"),
        items(value, ids),
        Fixed("## Notes"),
        Section("stamp", f"For {value}"),
    )
    made = PageSpec(
        ID, "papers/2605/x.md", {"title": f"T {value}", "importance": f"{value}"}, sections
    )
    return replace(made, **more)  # type: ignore[arg-type]  # as given


def merged(text: str, to: PageSpec) -> MergedPage:
    page = read_page(text.encode())
    assert isinstance(page, Page)
    result = merge_page(page, to)
    again = read_page(result.text.encode())
    assert isinstance(again, Page)
    assert merge_page(again, to).text == result.text, "a second run changed something"
    return result


def edited(old: str, new: str, text: str = "") -> str:
    text = text or new_page(spec())
    assert text.count(old) == 1
    return text.replace(old, new)


def test_what_nobody_touched_is_brought_up_to_date() -> None:
    """A new value reaches every section, item and key."""
    assert merged(new_page(spec()), spec(2)).text == new_page(spec(2))


@pytest.mark.parametrize(
    "text",
    [
        new_page(spec()),
        new_page(spec()).replace("All, value 1.", "Mine."),
        new_page(spec()).replace("\n", "\r\n"),
        "\ufeff" + new_page(spec()),
        new_page(spec(3)),
    ],
)
def test_what_stands_there_becomes_what_merging_makes_of_it(text: str) -> None:
    """Also where that is known without merging, since it stands there as it would be new."""
    for to in (spec(), spec(2)):
        assert merged_into(text.encode(), to) == merged(text, to)


def test_what_cannot_be_read_with_certainty_is_merged_with_nothing() -> None:
    """A page of somebody else's, and one whose block is broken."""
    assert merged_into(b"# Mine\n", spec()) is None
    assert merged_into(new_page(spec()).replace("-->\n", "").encode(), spec()) is None


def test_an_edited_section_is_a_persons() -> None:
    """Not a byte of it changes, the rest does, and the new text is proposed."""
    result = merged(edited("All, value 1.", "Mine."), spec(2))
    assert "## Summary\n\nMine." in result.text
    assert "For 2" in result.text
    assert [(p.section, p.item) for p in result.proposals] == [("summary.en", None)]


def test_undoing_an_edit_gives_the_section_back() -> None:
    """Who puts the builder's text back leaves it to the builder."""
    changed = merged(edited("All, value 1.", "Mine."), spec(2)).text
    assert "All, value 3." in merged(edited("Mine.", "All, value 1.", changed), spec(3)).text


def test_a_changed_template_alone_proposes_nothing() -> None:
    """VALUE is what it was: there is nothing new to say."""
    result = merged(edited("All, value 1.", "Mine."), spec(heading="In short"))
    assert result.proposals == ()
    assert "## Summary\n\nMine." in result.text


def test_agreeing_by_chance_is_no_gift() -> None:
    """A person wrote what the builder says later: it stays theirs when the builder moves on."""
    text = edited("All, value 1.", "All, value 2.")
    assert "All, value 2." in merged(merged(text, spec(2)).text, spec(3)).text


def test_agreeing_by_chance_is_no_gift_of_a_key() -> None:
    """The same for front matter."""
    text = edited("importance: 1\n", "importance: 2\n")
    assert "importance: 2\n" in merged(merged(text, spec(2)).text, spec(3)).text


def test_one_word_freezes_one_claim() -> None:
    """Of a list only the edited item is a person's."""
    result = merged(edited("c2 is 1", "c2 was 1"), spec(2))
    assert [line for line in result.text.split("\n") if line.startswith("1. ")] == [
        "1. c1 is 2 ^c1", "1. c2 was 1 ^c2", "1. c3 is 2 ^c3"
    ]  # fmt: skip
    assert [(p.section, p.item) for p in result.proposals] == [("contributions.en", "c2")]


def test_what_was_deleted_stays_away() -> None:
    """A section, an item and a key that a person took out are not written again."""
    text = edited("1. c2 is 1 ^c2\n", "")
    start, end = text.index("<!-- wiki:summary.en"), text.index("<!-- wiki:contributions")
    text = (text[:start] + text[end:]).replace("importance: 1\n", "")
    result = merged(text, spec(2)).text
    assert "wiki:summary.en" not in result
    assert "c2 is" not in result
    assert "importance:" not in result


def test_new_items_stand_behind_their_predecessor() -> None:
    """An item that was never here goes where the builder has it;
    a person's own item stays in its place.
    """
    text = edited("^c1\n", "^c1\n- mine\n")
    result = merged(text, spec(ids="c1 c4 c2 c3")).text
    assert [line[:5] for line in result.split("\n") if line.startswith(("1. ", "- "))] == [
        "1. c1", "1. c4", "- min", "1. c2", "1. c3"
    ]  # fmt: skip


def test_an_item_that_is_gone_leaves_only_if_it_is_the_builders() -> None:
    """A claim that the model no longer makes goes; an edited one stays."""
    result = merged(edited("c2 is 1", "c2 was 1"), spec(ids="c3")).text
    assert "c1 is" not in result
    assert "c2 was 1" in result


def test_new_sections_go_behind_what_precedes_them() -> None:
    """A section that was never here stands where the template has it, whatever was moved."""
    more = spec()
    added = replace(more, chunks=(*more.chunks[:2], Section("extra.en", "Extra"), *more.chunks[2:]))
    text = merged(new_page(spec()), added).text
    assert text.index("value 1.") < text.index("Extra") < text.index("## New")


def test_an_emptied_section_stays_empty() -> None:
    """Markers with nothing between them are a person's will."""
    assert "All, value" not in merged(edited("## Summary\n\nAll, value 1.\n", ""), spec(2)).text


def test_keep_is_for_good() -> None:
    """``keep`` in place of the hashes: neither written nor proposed."""
    page = read_page(new_page(spec()).encode())
    assert isinstance(page, Page)
    text = edited(str(page.sections["summary.en"].mark), "keep")
    result = merged(text, spec(2))
    assert "All, value 1." in result.text
    assert result.proposals == ()


def test_what_the_builder_has_no_more_goes() -> None:
    """An empty section of the builder's is taken out,
    and comes back when there is something to say.
    """
    gone = spec(
        chunks=(
            Section("title", "# T"),
            Section("summary.en", ""),
            items(1),
            Section("stamp", "For 1"),
        )
    )
    without = merged(new_page(spec()), gone).text
    assert "wiki:summary.en" not in without
    assert "All, value 2." in merged(without, spec(2)).text


def test_a_rename_keeps_ownership() -> None:
    """Under a new name an edited section is still a person's, and a deleted one still deleted."""
    renamed = spec(2, renames={"summary.en": ("brief.en",)})
    renamed = replace(
        renamed,
        chunks=tuple(
            replace(c, name="brief.en") if isinstance(c, Section) and c.name == "summary.en" else c
            for c in renamed.chunks
        ),
    )
    mine = merged(edited("All, value 1.", "Mine."), renamed).text
    assert "<!-- wiki:brief.en" in mine
    assert "Mine." in mine
    text = new_page(spec())
    start, end = text.index("<!-- wiki:summary.en"), text.index("<!-- wiki:contributions")
    assert "All, value" not in merged(text[:start] + text[end:], renamed).text


NO_MORE = {"summary.en": (), "contributions.en": ()}


def without_them(value: int = 2) -> PageSpec:
    """The page when its summary and its contributions are written no more."""
    chunks = tuple(c for c in spec(value).chunks if getattr(c, "name", "") not in NO_MORE)
    return spec(value, chunks=chunks, renames=NO_MORE)


def test_what_is_written_no_more_goes() -> None:
    """As if it had never been: nothing of it is on the page or in its memory."""
    assert merged(new_page(spec()), without_them()).text == new_page(without_them())


@pytest.mark.parametrize(
    ("old", "new", "left"),
    [
        ("All, value 1.", "Mine.", "## Summary\n\nMine.\n"),
        ("1. c2 is 1 ^c2", "1. Mine. ^c2", "## New\n\n1. Mine. ^c2\n"),
        ("1. c2 is 1 ^c2\n", "1. c2 is 1 ^c2\n1. Mine.\n", "## New\n\n1. Mine.\n"),
        ("1. c2 is 1 ^c2\n", "", "## New\n\n"),
    ],
    ids=["a text", "an item", "an item of their own", "an item taken out"],
)
def test_a_persons_words_stay_where_nothing_is_written_any_more(
    old: str, new: str, left: str
) -> None:
    """Nothing is proposed to them; undone, it goes as well; written again, it is around them."""
    edited = new_page(spec()).replace(old, new)
    result = merged(edited, without_them())
    assert result.proposals == ()
    page = read_page(result.text.encode())
    assert isinstance(page, Page)
    (name,) = NO_MORE.keys() & page.sections.keys()
    assert page.sections[name].body == left
    assert {one for one, _ in page.memory.rows} & NO_MORE.keys() == {name}
    back = merged(merged(edited, without_them()).text, spec()).text
    assert sorted(back.split("\n")) == sorted(merged(edited, spec()).text.split("\n"))


def test_an_empty_section_of_a_persons_stays_where_nothing_is_written_any_more() -> None:
    """The block says of it that nothing of the builder's was ever written there."""
    own = "## Notes\n\n<!-- wiki:summary.en -->\n<!-- /wiki -->\n"
    text = edited("## Notes\n", own, new_page(without_them()))
    assert merged(text, without_them()).text == text.replace("\n-->", "\n\nsummary - ~\n-->")


def test_an_edit_that_is_undone_goes_where_nothing_is_written_any_more() -> None:
    """What equals the builder's words of then is the builder's."""
    for old in ("All, value 1.", "1. c2 is 1 ^c2"):
        kept = merged(new_page(spec()).replace(old, old.replace("1", "9")), without_them()).text
        undone = kept.replace(old.replace("1", "9"), old)
        assert merged(undone, without_them()).text == new_page(without_them())


def test_a_list_is_completed_around_a_persons_items() -> None:
    """What the builder would write stands beside them; a section that is all theirs stays so."""
    kept = merged(new_page(spec()).replace("1. c2 is 1", "1. Mine."), without_them()).text
    page = read_page(kept.encode())
    assert isinstance(page, Page)
    whole = with_new(page, page.sections["contributions.en"], items(2))
    assert whole.body == "## New\n\n1. c1 is 2 ^c1\n1. Mine. ^c2\n1. c3 is 2 ^c3\n"
    own = kept.replace("1. Mine. ^c2", "").replace("contributions.en", "own.en")
    page = read_page(own.encode())
    assert isinstance(page, Page)
    here = page.sections["own.en"]
    assert with_new(page, here, replace(items(2), name="own.en")) == here


def test_a_split_inherits_ownership() -> None:
    """Of a section cut in two the first takes the text;
    the second is new only where the first was the builder's.
    """
    parts = (
        Section("title", "# T"),
        Section("brief.en", "Brief 2", "b2"),
        Section("long.en", "Long 2", "l2"),
    )
    split = spec(2, chunks=parts, renames={"summary.en": ("brief.en", "long.en")})
    ours = merged(new_page(spec()), split).text
    assert "Brief 2" in ours
    assert "Long 2" in ours
    theirs = merged(edited("All, value 1.", "Mine."), split).text
    assert "Mine." in theirs
    assert "Long 2" not in theirs


def test_crlf_pages_stay_crlf() -> None:
    """What the builder writes into a page has the page's own line ends."""
    text = merged(new_page(spec()).replace("\n", "\r\n"), spec(2)).text
    assert "\n" not in text.replace("\r\n", "")
    assert "All, value 2." in text


@pytest.mark.parametrize("notes", ["", "\nMine.\n", "\nMine.\n\n"])
@pytest.mark.parametrize("stamp", ["", "At the end."])
def test_what_follows_the_notes_in_the_template_follows_them_on_the_page(
    notes: str, stamp: str
) -> None:
    """Also where all that followed them was empty so far;
    and when it goes again, the bytes are the first ones.
    """

    def spec(more: str) -> PageSpec:
        chunks = (
            Section("title", "# T"),
            Fixed("## Notes"),
            Section("more", more),
            Section("stamp", stamp),
        )
        return PageSpec("concept:x", "concepts/x.md", {}, chunks)

    first = new_page(spec("")).replace("## Notes\n", f"## Notes\n{notes}")
    page = read_page(first.encode())
    assert isinstance(page, Page)
    with_more = merge_page(page, spec("More.")).text
    assert with_more.index("## Notes") < with_more.index("More.")
    assert "\n\n<!-- wiki:more" in with_more
    if stamp:
        assert with_more.index("More.") < with_more.index(stamp)
    page = read_page(with_more.encode())
    assert isinstance(page, Page)
    assert merge_page(page, spec("")).text == first


# --- Bytes and places ---------------------------------------------------------


FRESH = """\
---
title: "T 1"
importance: 1
---

<!-- wiki:title -->
# T
<!-- /wiki -->

<!-- wiki:summary.en -->
## Summary

All, value 1.
<!-- /wiki -->

<!-- wiki:contributions.en -->
## New

1. c1 is 1 ^c1
1. c2 is 1 ^c2
1. c3 is 1 ^c3
<!-- /wiki -->

## Notes

<!-- wiki:stamp -->
For 1
<!-- /wiki -->

<!-- wiki:written 2 arxiv:2605.00001
title=05620f3e importance=698ab478

title df43f57f

summary 45a7d3f4.92cd ~

contributions 2fec1087.ed54 ~
contributions#c1 f1b19935.f213 ~
contributions#c2 73ba6443.0d17 ~
contributions#c3 5aeb03ee.b5be ~

stamp 0bffd706
-->
"""


def test_a_fresh_page_to_the_byte() -> None:
    """Markers, the block of what was written,
    blank lines and keys of a new page are what the contract says.
    """
    assert new_page(spec()) == FRESH


def test_a_page_of_nothing_but_fixed_text() -> None:
    """What is the person's from the first day on stands on the page as it is given."""
    assert new_page(made(" a\n\nb \n")) == f"---\n---\n\na\n\nb\n\n<!-- wiki:written 2 {ID}\n-->\n"


def test_a_page_without_front_matter_gets_none() -> None:
    """Without keys to write nothing is put on top."""
    assert "---\n" not in merged(f"<!-- wiki:written 2 {ID}\n-->\n", made(A)).text


def made(*chunks: Section | tuple[str, str] | str, **more: object) -> PageSpec:
    """A page of sections (name, body) and fixed texts."""
    parts = [
        Fixed(c) if isinstance(c, str) else c if isinstance(c, Section) else Section(*c)
        for c in chunks
    ]
    return replace(PageSpec(ID, "x.md", {}, tuple(parts)), **more)  # type: ignore[arg-type]  # as given


def bare(text: str) -> str:
    """A page without front matter and hashes:
    ``<a>`` and ``</>`` are markers, ``<written a b>`` is the block.
    """
    text = re.sub(r"^\ufeff?---\r?\n.*?---\r?\n", "", text, flags=re.DOTALL)
    text = re.sub(r"<!-- (/?)wiki:?(\S*) -->", r"<\1\2>", text)
    return re.sub(
        r"<!-- wiki:written 2 \S+\r?\n(.*?)-->",
        lambda block: _rows(block[1]),
        text,
        flags=re.DOTALL,
    )


def _rows(block: str) -> str:
    """The sections of which the block has rows, in their order."""
    names = [
        row.split()[0]
        for row in block.splitlines()
        if row.strip() and "=" not in row and "#" not in row
    ]
    return f"<{' '.join(['written', *names])}>"


A, B, N, NOTES = ("a", "Aa"), ("b", "Bb"), ("n", "Nn"), "## Notes"
TWO, NOTED = new_page(made(A, B)), new_page(made(A, NOTES, B))
A_BARE, B_BARE, N_BARE = "<a>\nAa\n</>\n", "<b>\nBb\n</>\n", "<n>\nNn\n</>\n"
A_THEN_B = f"{A_BARE}\n{B_BARE}"
_A, _B, _END = (TWO.index(f"<!-- wiki:{name}") for name in ("a", "b", "written"))
TURNED = TWO[:_A] + TWO[_B:_END] + TWO[_A:_B] + TWO[_END:]
BLOCK_FIRST = TWO[:_A] + TWO[_END:] + "\n" + TWO[_A : _END - 1]
BLOCK_BETWEEN = TWO[:_B] + TWO[_END:] + "\n" + TWO[_B : _END - 1]

PLACES = [
    ("on top", TWO, made(N, A, B), f"{N_BARE}\n{A_THEN_B}\n<written n a b>\n"),
    (
        "above a person's words",
        TWO.replace("\n<!-- wiki:a", "\nMine.\n\n<!-- wiki:a"),
        made(N, A, B),
        f"{N_BARE}\nMine.\n\n{A_THEN_B}\n<written n a b>\n",
    ),
    ("between", TWO, made(A, N, B), f"{A_BARE}\n{N_BARE}\n{B_BARE}\n<written a n b>\n"),
    (
        "behind what was moved",
        TURNED,
        made(A, N, B),
        f"{B_BARE}\n{A_BARE}\n{N_BARE}\n<written a n b>\n",
    ),
    (
        "before a person's words",
        TWO.replace("\n<!-- wiki:b", "\nMine.\n\n<!-- wiki:b"),
        made(A, N, B),
        f"{A_BARE}\n{N_BARE}\nMine.\n\n{B_BARE}\n<written a n b>\n",
    ),
    (
        "two at once",
        TWO,
        made(A, N, ("m", "Mm"), B),
        f"{A_BARE}\n{N_BARE}\n<m>\nMm\n</>\n\n{B_BARE}\n<written a n m b>\n",
    ),
    ("before the block", TWO, made(A, B, N), f"{A_THEN_B}\n{N_BARE}\n<written a b n>\n"),
    (
        "before a block without a line end",
        TWO[:-1],
        made(A, B, N),
        f"{A_THEN_B}\n{N_BARE}\n<written a b n>\n",
    ),
    (
        "behind a block on top",
        BLOCK_FIRST,
        made(A, B, N),
        f"<written a b n>\n\n{A_THEN_B}\n{N_BARE}",
    ),
    (
        "above a block on top",
        BLOCK_FIRST,
        made(N, A, B),
        f"{N_BARE}\n<written n a b>\n\n{A_THEN_B}",
    ),
    (
        "behind a block between",
        BLOCK_BETWEEN,
        made(A, B, N),
        f"{A_BARE}\n<written a b n>\n\n{B_BARE}\n{N_BARE}",
    ),
    (
        "above a block between",
        BLOCK_BETWEEN,
        made(A, N, B),
        f"{A_BARE}\n{N_BARE}\n<written a n b>\n\n{B_BARE}",
    ),
    ("gone behind a block", BLOCK_BETWEEN, made(A, ("b", "")), f"{A_BARE}\n<written a>\n"),
    (
        "a last line without an end",
        BLOCK_FIRST[:-1],
        made(A, B, N),
        f"<written a b n>\n\n{A_THEN_B}\n{N_BARE}",
    ),
    (
        "nothing but a block without a line end",
        f"---\n---\n<!-- wiki:written 2 {ID}\n-->",
        made(A),
        f"{A_BARE}<written a>\n",
    ),
    (
        "a section without a row",
        TWO.replace("\nb 6fdff8e7\n", ""),
        made(A, B),
        f"{A_THEN_B}\n<written a b>\n",
    ),
    ("nothing to say", TWO, made(A, ("n", ""), B), f"{A_THEN_B}\n<written a b>\n"),
    ("gone", TWO, made(A, ("b", "\n")), f"{A_BARE}\n<written a>\n"),
    ("the first gone", TWO, made(("a", ""), B), f"{B_BARE}\n<written b>\n"),
    (
        "gone behind a person's words",
        TWO.replace("\n<!-- wiki:b", "\nMine.\n\n<!-- wiki:b"),
        made(A, ("b", "")),
        f"{A_BARE}\nMine.\n\n\n<written a>\n",
    ),
    (
        "gone without a blank line before",
        TWO.replace("\n\n<!-- wiki:b", "\n<!-- wiki:b"),
        made(A, ("b", "")),
        f"{A_BARE}\n<written a>\n",
    ),
    ("both gone", TWO, made(("a", ""), ("b", "")), "<written>\n"),
    (
        "behind the notes",
        NOTED.replace("Notes\n", "Notes\n\nMine.\n\n"),
        made(A, NOTES, N, B),
        f"{A_BARE}\n## Notes\n\nMine.\n\n\n{N_BARE}\n{B_BARE}\n<written a n b>\n",
    ),
    (
        "behind notes without a blank line",
        NOTED.replace("Notes\n\n", "Notes\n"),
        made(A, NOTES, N, B),
        f"{A_BARE}\n## Notes\n\n{N_BARE}{B_BARE}\n<written a n b>\n",
    ),
    (
        "behind what follows moved notes",
        new_page(made(NOTES, A)),
        made(A, NOTES, N),
        f"## Notes\n\n{A_BARE}\n{N_BARE}\n<written a n>\n",
    ),
    (
        "behind notes on top",
        new_page(made(NOTES, A)),
        made(NOTES, N, A),
        f"## Notes\n\n{N_BARE}\n{A_BARE}\n<written n a>\n",
    ),
    (
        "the notes deleted",
        NOTED.replace("## Notes\n\n", ""),
        made(A, NOTES, N, B),
        f"{A_BARE}\n{N_BARE}\n{B_BARE}\n<written a n b>\n",
    ),
    ("no notes yet", TWO, made(A, NOTES, B), f"{A_THEN_B}\n<written a b>\n"),
    (
        "gone behind the notes",
        NOTED.replace("Notes\n", "Notes\n\nMine.\n"),
        made(A, NOTES, ("b", "")),
        f"{A_BARE}\n## Notes\n\nMine.\n\n<written a>\n",
    ),
    (
        "a section that the template has no more",
        TWO,
        made(A, N),
        f"{A_BARE}\n{N_BARE}\n{B_BARE}\n<written a n b>\n",
    ),
    (
        "rows of sections of others",
        TWO.replace("\na a2a8917b\n\nb 6fdff8e7\n", "\nz -\n\nb 6fdff8e7\n\na a2a8917b\n\ny -\n"),
        made(A, B, N),
        f"{A_THEN_B}\n{N_BARE}\n<written a b n z y>\n",
    ),
]


@pytest.mark.parametrize(
    ("text", "to", "expected"), [row[1:] for row in PLACES], ids=[row[0] for row in PLACES]
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_places(newline: str, text: str, to: PageSpec, expected: str) -> None:
    """What is new stands behind what precedes it in the template, a blank line before it;
    what goes takes one along.
    """
    assert bare(merged(text.replace("\n", newline), to).text).removeprefix(
        newline
    ) == expected.replace("\n", newline)


def test_what_has_nothing_new_keeps_its_bytes() -> None:
    """Nothing to say, and a formatter's style, rows in another order,
    blanks behind markers and in the block stay.
    """
    chunks = (("a", "*Aa*"), B, ("l", "- x ^x\n- y ^y"))
    text = new_page(made(*chunks))
    for old, new in (
        ("*Aa*", "_Aa_"),
        ("- y ^", "* y ^"),
        ("<!-- wiki:l -->\n", "<!-- wiki:l -->  \n\n"),
        ("<!-- /wiki -->\n", "<!-- /wiki -->  \n"),
        ("\nb 6fdff8e7\n", ""),
        ("\na ec41b931\n", "\n\n  b 6fdff8e7  \na ec41b931\n"),
    ):
        assert old in text
        text = text.replace(old, new)
    assert merged(text, made(*chunks)).text == text


def test_links_follow_a_moved_page_though_its_form_is_the_same() -> None:
    """The normal form is blind to a link's folders;
    the builder's own links are mended, a person's are not.
    """
    old, new = (
        made(("a", "[x](../y.md)"), ("b", "[x](../y.md)")),
        made(("a", "[x](../../y.md)"), ("b", "[x](../../y.md)")),
    )
    a, b = new_page(old).split("<!-- wiki:b -->")
    text = merged(f"{a}<!-- wiki:b -->{b.replace('[x](', '[my x](')}", new).text
    assert "<!-- wiki:a -->\n[x](../../y.md)\n" in text
    assert "<!-- wiki:b -->\n[my x](../y.md)\n" in text


def test_a_link_to_another_folders_page_is_a_persons() -> None:
    """Of a folder's own page the folder is all that its address says:
    who corrects it keeps the correction.
    """
    spec = made(("a", "Papers of [a month](../2606/index.md)."))
    text = new_page(spec).replace("../2606/index.md", "../2605/index.md")
    assert merged(text, spec).text == text


def test_what_agrees_is_the_builders_again() -> None:
    """Words put in the builder's new template by a person, with VALUE as it was,
    stay and are marked as its own.
    """
    first, second, third = (
        made(Section("a", f"## {heading}\n\nValue {value}.", f"{value}"))
        for value, heading in ((1, "A"), (1, "B"), (2, "B"))
    )
    text = merged(new_page(first).replace("## A", "## B"), second).text
    assert text == new_page(second)
    styled = merged(new_page(first).replace("## A", "## B ##"), second).text
    assert styled == new_page(second).replace("## B", "## B ##")
    assert merged(styled, third).text == merged(text, third).text == new_page(third)


# --- Proposals ----------------------------------------------------------------


def test_a_proposal_says_what_stands_and_what_is_new() -> None:
    """Page, section and item, the person's words and the builder's, without white space around."""
    text = edited(
        "c2 is 1", "c2 was 1", edited("All, value 1.", "Mine.", edited("## New", "## My own"))
    )
    first, second = (
        merged(text, spec(2)).proposals,
        merged(text, replace(spec(2), chunks=(items(1), items(2)))).proposals,
    )
    summary = Proposal(ID, "summary.en", None, "## Summary\n\nMine.", "## Summary\n\nAll, value 2.")
    item = Proposal(ID, "contributions.en", "c2", "1. c2 was 1", "1. c2 is 2")
    assert first == (summary, item)
    assert second == (item,)
    head = Section(
        "contributions.en",
        items(2).body.replace("## New", "## News"),
        "other",
        items(2).item_values,
    )
    assert merged(text, made(head)).proposals == (
        item,
        Proposal(ID, "contributions.en", None, "## My own", "## News"),
    )


@pytest.mark.parametrize("to", ["All,  value\n2.", "Mine."])
def test_what_says_the_same_is_not_proposed(to: str) -> None:
    """A person who wrote already what the builder says now is asked nothing,
    whatever the white space.
    """
    text = edited("All, value 1.", to)
    assert (
        merged(
            text, replace(spec(2), chunks=(Section("summary.en", f"## Summary\n\n{to}", "2"),))
        ).proposals
        == ()
    )


# --- Keys ---------------------------------------------------------------------

KEYS = [
    ("new", "", {}, {"k": "1"}, "k: 1\n", ["k"]),
    ("a person's own", "k: mine\n", {}, {"k": "1"}, "k: mine\n", []),
    ("a person's own, and equal", "k: 1\n", {}, {"k": "1"}, "k: 1\n", []),
    ("deleted", "", {"k": "1"}, {"k": "2"}, "", ["k"]),
    ("the builder's", "k: 1\n", {"k": "1"}, {"k": "2"}, "k: 2\n", ["k"]),
    ("the builder's, in an editor's quotes", "k: '1'\n", {"k": "1"}, {"k": "1"}, "k: '1'\n", ["k"]),
    ("edited", "k: 1b\n", {"k": "1"}, {"k": "2"}, "k: 1b\n", ["k"]),
    ("no more", "k: 1\n", {"k": "1"}, {}, "", []),
    ("no more, and edited", "k: 1b\n", {"k": "1"}, {}, "k: 1b\n", ["k"]),
    ("no more, and deleted", "", {"k": "1"}, {}, "", ["k"]),
    (
        "in the template's order",
        "z: 1\n",
        {"z": "1"},
        {"k": "1", "z": "2"},
        "z: 2\nk: 1\n",
        ["k", "z"],
    ),
    ("others behind", "z: 1b\n", {"z": "1"}, {"k": "1"}, "z: 1b\nk: 1\n", ["k", "z"]),
    ("a list", "k: [a, b]\n", {"k": ["a", "b"]}, {"k": ["a"]}, 'k: ["a"]\n', ["k"]),
]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("stands", "written", "now", "then", "listed"),
    [row[1:] for row in KEYS],
    ids=[row[0] for row in KEYS],
)
def test_keys(
    newline: str,
    stands: str,
    written: dict[str, Value],
    now: dict[str, Value],
    then: str,
    listed: list[str],
) -> None:
    """A key is the builder's while its value has the hash in the block;
    one that was taken out stays away.
    """
    hashes = " ".join(f"{key}={value_hash(value)}" for key, value in written.items())
    block = f"<!-- wiki:written 2 {ID}\n{hashes}\n-->\n"
    text = f"---\nmine: x # note\n{stands}---\n\n{block}".replace("\n", newline)
    result = merged(text, made(keys=now)).text
    page = read_page(result.encode())
    assert isinstance(page, Page)
    assert result.startswith(f"---\nmine: x # note\n{then}---\n".replace("\n", newline))
    assert list(page.memory.keys) == listed
    assert result == text or result.endswith(f"-->{newline}")


# --- Items --------------------------------------------------------------------


def listed(*words: str, heading: str = "## L") -> Section:
    """A list: each item a word, its first letter the id."""
    return Section(
        "l",
        "\n".join([heading, "", *(f"- {word} ^{word[0]}" for word in words)]) if words else "",
        "v",
    )


ITEMS = [
    ("all new", "", "", listed("x2", "y2", "z2"), "x2 y2 z2"),
    ("one changed", "", "", listed("x1", "y2", "z1"), "x1 y2 z1"),
    ("turned by the builder", "", "", listed("z1", "x1", "y1"), "z1 x1 y1"),
    (
        "turned by the builder, and one edited",
        "- y1",
        "- my y",
        listed("z1", "x1", "y1"),
        "z1 x1 my y",
    ),
    ("none any more", "", "", listed(), None),
    ("none any more but one that was edited", "- y1", "- my y", listed(), "my y"),
    ("a person's between", "- y1 ^y", "- mine", listed("x2", "y2", "z2", "w1"), "x2 mine z2 w1"),
    (
        "turned by a person",
        "- x1 ^x\n- y1 ^y",
        "- y1 ^y\n- x1 ^x",
        listed("x2", "y2", "z1"),
        "y2 x2 z1",
    ),
    ("deleted", "- y1 ^y\n", "", listed("x2", "y2", "z2"), "x2 z2"),
    ("the heading edited", "## L", "## Mine", listed("x2", "y1", "z1", heading="## M"), "x2 y1 z1"),
    (
        "none any more, and turned by a person",
        "- x1 ^x\n- y1 ^y",
        "- y1 ^y\n- x1 ^x",
        listed(),
        None,
    ),
    ("none any more, and one deleted", "- y1 ^y\n", "", listed(), ""),
    ("none any more, and a person's between", "- y1 ^y", "- y1 ^y\n- mine", listed(), "mine"),
    ("the heading emptied and no items", "## L\n\n", "", listed(), None),
]


@pytest.mark.parametrize(
    ("old", "new", "to", "expected"), [row[1:] for row in ITEMS], ids=[row[0] for row in ITEMS]
)
def test_lists(old: str, new: str, to: Section, expected: str | None) -> None:
    """Of a list each item is somebody's, and so are the order and the heading."""
    text = new_page(made(listed("x1", "y1", "z1")))
    result = read_page(merged(edited(old, new, text) if old else text, made(to)).text.encode())
    assert isinstance(result, Page)
    section = result.sections.get("l")
    words = (
        None
        if section is None
        else " ".join(re.findall(r"^- (.*?)(?: \^\w)?$", section.body, re.MULTILINE))
    )
    assert words == expected
    assert section is None or ("## Mine" in section.body) == (new == "## Mine")


def test_a_list_that_a_person_touched_is_marked_with_what_is_whose() -> None:
    """Edited items and headings keep the hashes of what was written;
    all others get those of what stands now.
    """
    text, to = (
        edited("- y1", "- my y", new_page(made(listed("x1", "y1", "z1")))),
        listed("x2", "y2", "z1", heading="## M"),
    )
    old = listed("x1", "y1", "z1")
    marks = {"x": to.item_mark("x"), "y": old.item_mark("y"), "z": to.item_mark("z")}
    for before, head in ((text, to.mark), (edited("## L", "## Mine", text), old.mark)):
        page = read_page(merged(before, made(to)).text.encode())
        assert isinstance(page, Page)
        assert (page.sections["l"].mark, page.sections["l"].items) == (head, marks)


# --- Items that lost their mark, and lists of links --------------------------------


def lines_of(text: str, name: str = "l") -> list[str]:
    page = read_page(text.encode())
    assert isinstance(page, Page)
    return [line for line in page.sections[name].body.split("\n") if line.startswith(("-", "|"))]


LISTED = new_page(made(listed("x1", "y1", "z1")))
LOST = [
    ("lost", "- y1 ^y", "- y1", "- x2 ^x/- y2 ^y/- z2 ^z"),
    ("lost and restyled", "- y1 ^y", "*   y1", "- x2 ^x/- y2 ^y/- z2 ^z"),
    ("lost and moved", "- x1 ^x\n- y1 ^y", "- y1\n- x1 ^x", "- y2 ^y/- x2 ^x/- z2 ^z"),
    ("all lost", "- x1 ^x\n- y1 ^y\n- z1 ^z", "- x1\n- y1\n- z1", "- x2 ^x/- y2 ^y/- z2 ^z"),
    ("lost and edited", "- y1 ^y", "- y1, mine", "- x2 ^x/- y1, mine/- z2 ^z"),
    ("another's words", "- y1 ^y", "- x1", "- x2 ^x/- x1/- z2 ^z"),
    ("another's mark", "- y1 ^y", "- y1 ^mine", "- x2 ^x/- y1 ^mine/- z2 ^z"),
    ("copied", "- y1 ^y", "- y1 ^y\n- y1 ^y", "- x2 ^x/- y2 ^y/- y1 ^y/- z2 ^z"),
    (
        "copied and edited above",
        "- y1 ^y",
        "- mine ^y\n- y1 ^y",
        "- x2 ^x/- mine ^y/- y2 ^y/- z2 ^z",
    ),
    (
        "copied and edited below",
        "- y1 ^y",
        "- y1 ^y\n- mine ^y",
        "- x2 ^x/- y2 ^y/- mine ^y/- z2 ^z",
    ),
    (
        "copied, and both edited",
        "- y1 ^y",
        "- one ^y\n- two ^y",
        "- x2 ^x/- one ^y/- two ^y/- z2 ^z",
    ),
    ("copied and lost", "- y1 ^y", "- y1\n- y1", "- x2 ^x/- y2 ^y/- y1/- z2 ^z"),
]


@pytest.mark.parametrize(
    ("old", "new", "expected"), [row[1:] for row in LOST], ids=[row[0] for row in LOST]
)
def test_an_item_is_known_by_its_mark_or_by_what_was_written(
    old: str, new: str, expected: str
) -> None:
    """One that lost its mark by its words, to the word;
    of a copied one it is that with the written words.
    """
    result = merged(edited(old, new, LISTED), made(listed("x2", "y2", "z2")))
    assert lines_of(result.text) == expected.split("/")


def test_words_of_a_kept_item_say_nothing() -> None:
    """``keep`` is no hash: the item that lost its mark is gone, and its line is the person's."""
    text = re.sub(r"^l#y .*$", "l#y keep", edited("- y1 ^y", "- y1", LISTED), flags=re.MULTILINE)
    assert lines_of(merged(text, made(listed("x2", "y2", "z2"))).text) == [
        "- x2 ^x",
        "- y1",
        "- z2 ^z",
    ]


def linked(*paths: str, value: int = 1) -> Section:
    """A list of links to papers ``2605.0000N``, whose pages stand at these paths."""
    lines = [
        f"- [P{n}]({path}): {value} {item_mark(f'arxiv:2605.0000{n}', path)}"
        for n, path in enumerate(paths, 1)
    ]
    body = "\n".join(line.rstrip() for line in lines)
    return Section(
        "papers.en", body, "p", {f"2605-0000{n}": f"{value}" for n in range(1, len(paths) + 1)}
    )


STAY = ("2605.00001.md", "2605.00002.md")


def test_a_list_of_links_has_no_marks() -> None:
    """The first link's page is the item: it follows the builder, an edited one is the person's."""
    text = new_page(made(linked(*STAY)))
    assert "^" not in text
    assert "papers#2605-00001 " in text
    assert merged(text, made(linked(*STAY, value=2))).text == new_page(made(linked(*STAY, value=2)))
    mine = merged(
        edited("[P1](2605.00001.md): 1", "[P1](2605.00001.md): mine", text),
        made(linked(*STAY, value=2)),
    )
    assert lines_of(mine.text, "papers.en") == [
        "- [P1](2605.00001.md): mine",
        "- [P2](2605.00002.md): 2",
    ]
    gone = edited("- [P1](2605.00001.md): 1\n", "", text)
    assert lines_of(merged(gone, made(linked(*STAY, value=2))).text, "papers.en") == [
        "- [P2](2605.00002.md): 2"
    ]


def test_a_page_that_moved_to_another_name_is_the_same_item() -> None:
    """Its line gets a mark, in its place; back under its name it loses it again;
    an edited line stays as it is.
    """
    first, moved = made(linked(*STAY)), made(linked("mine/eins.md", STAY[1]))
    text = merged(new_page(first), moved).text
    assert lines_of(text, "papers.en") == [
        "- [P1](mine/eins.md): 1 ^2605-00001",
        "- [P2](2605.00002.md): 1",
    ]
    assert merged(text, first).text == new_page(first)
    own = edited("[P1](2605.00001.md): 1", "[P1](2605.00001.md): mine", new_page(first))
    assert lines_of(merged(own, moved).text, "papers.en")[0] == "- [P1](2605.00001.md): mine"


@pytest.mark.parametrize("above", [True, False])
def test_a_persons_line_that_links_to_a_page_of_the_list_is_theirs(above: bool) -> None:
    """Their remark on a paper that is listed already stays beside the builder's line,
    which is brought up to date.
    """
    text, line, mine = (
        new_page(made(linked(*STAY))),
        "- [P1](2605.00001.md): 1\n",
        "- [See](2605.00001.md), mine\n",
    )
    result = merged(
        edited(line, mine + line if above else line + mine, text), made(linked(*STAY, value=2))
    ).text
    expected = ["- [P1](2605.00001.md): 2", "- [See](2605.00001.md), mine"]
    assert lines_of(result, "papers.en") == [
        *(reversed(expected) if above else expected),
        "- [P2](2605.00002.md): 2",
    ]


def test_a_persons_line_that_links_to_another_page_is_theirs() -> None:
    """Also when the builder lists that page later: it does not write beside them, nor over them."""
    own = edited("- [P1]", "- [P3](2605.00003.md), mine\n- [P1]", new_page(made(linked(*STAY))))
    result = merged(own, made(linked(*STAY, "2605.00003.md"))).text
    assert lines_of(result, "papers.en").count("- [P3](2605.00003.md), mine") == 1
    assert "- [P3](2605.00003.md): 1" not in result


# --- The block ----------------------------------------------------------------


def test_a_section_without_a_row_is_a_persons_and_gets_one() -> None:
    """A section that the block does not know is nobody's but theirs,
    and deleting it later is deleting it.
    """
    text = edited("\nb 6fdff8e7\n", "", TWO).replace("Bb", "Mine")
    kept = merged(text, made(A, ("b", "B2"))).text
    assert "<!-- wiki:b -->\nMine\n<!-- /wiki -->" in kept
    assert "\nb -\n" in kept
    start, end = kept.index("<!-- wiki:b"), kept.index("<!-- wiki:written")
    assert "wiki:b" not in merged(kept[:start] + kept[end:], made(A, ("b", "B2"))).text


def test_a_section_of_a_persons_own_gets_a_row() -> None:
    """What no template knows is theirs from the first run on that sees it."""
    own = TWO.replace(
        "<!-- wiki:written", "<!-- wiki:mine.zh -->\nM\n<!-- /wiki -->\n\n<!-- wiki:written"
    )
    assert merged(own, made(A, B)).text == own.replace("\n-->", "\n\nmine ~ -\n-->")


def test_rows_of_what_was_deleted_stay() -> None:
    """Pasted back, it is the builder's again; the template need not know it any more."""
    gone = TWO[:_B] + TWO[_END:]
    later = merged(gone, made(("a", "A2"))).text
    assert "\nb 6fdff8e7\n" in later
    back = later.replace(
        "<!-- wiki:written", "<!-- wiki:b -->\nBb\n<!-- /wiki -->\n\n<!-- wiki:written"
    )
    assert "B2" in merged(back, made(("a", "A2"), ("b", "B2"))).text


def test_a_block_is_written_whole_and_only_if_a_row_changed() -> None:
    """A formatter's form of it stays until then; the first and the last line stay for good."""
    indented = TWO[:_END] + re.sub("^(?=.)", "    ", TWO[_END:], flags=re.MULTILINE)
    assert merged(indented, made(A, B)).text == indented
    assert merged(indented, made(A, ("b", "B2"))).text == new_page(made(A, ("b", "B2")))


# --- Names that change --------------------------------------------------------

KEPT = TWO.replace("\na a2a8917b\n", "\na keep\n")
GONE = TWO[:_A] + TWO[_B:]
RENAMES = [
    (
        "renamed",
        TWO,
        {"a": ("c",)},
        made(("c", "Cc"), B),
        "<c>\nCc\n</>\n\n<b>\nBb\n</>\n\n<written c b>\n",
    ),
    (
        "renamed and edited",
        TWO.replace("Aa", "Mine"),
        {"a": ("c",)},
        made(("c", "Cc"), B),
        "<c>\nMine\n</>\n\n<b>\nBb\n</>\n\n<written c b>\n",
    ),
    (
        "split",
        TWO,
        {"a": ("c", "d")},
        made(("c", "Cc"), ("d", "Dd"), B),
        "<c>\nCc\n</>\n\n<d>\nDd\n</>\n\n<b>\nBb\n</>\n\n<written c d b>\n",
    ),
    (
        "split and edited",
        TWO.replace("Aa", "Mine"),
        {"a": ("c", "d")},
        made(("c", "Cc"), ("d", "Dd"), B),
        "<c>\nMine\n</>\n\n<b>\nBb\n</>\n\n<written c d b>\n",
    ),
    (
        "split and kept",
        KEPT,
        {"a": ("c", "d")},
        made(("c", "Cc"), ("d", "Dd"), B),
        "<c>\nAa\n</>\n\n<b>\nBb\n</>\n\n<written c d b>\n",
    ),
    (
        "split in three",
        TWO,
        {"b": ("c", "d", "e")},
        made(A, ("c", "C1"), ("d", "D1"), ("e", "E1")),
        "<a>\nAa\n</>\n\n<c>\nC1\n</>\n\n<d>\nD1\n</>\n\n<e>\nE1\n</>\n\n<written a c d e>\n",
    ),
    (
        "split and deleted",
        GONE,
        {"a": ("c", "d")},
        made(("c", "Cc"), ("d", "Dd"), B),
        "<b>\nBb\n</>\n\n<written c d b>\n",
    ),
    (
        "both names stand",
        TWO,
        {"a": ("b",)},
        made(("b", "B2")),
        "<a>\nAa\n</>\n\n<b>\nB2\n</>\n\n<written b a>\n",
    ),
    (
        "split, with a list",
        new_page(made(("a", "Aa\n\n- b"))),
        {"a": ("c", "d")},
        made(("c", "Cc"), ("d", "Dd")),
        "<c>\nCc\n</>\n\n<d>\nDd\n</>\n\n<written c d>\n",
    ),
    (
        "split, with a list edited",
        new_page(made(("a", "Aa\n\n- b"))).replace("- b", "- Mine"),
        {"a": ("c", "d")},
        made(("c", "Cc\n\n- b"), ("d", "Dd")),
        "<c>\nAa\n\n- Mine\n</>\n\n<written c d>\n",
    ),
    (
        "split, with items",
        new_page(made(listed("x1"))),
        {"l": ("m", "n")},
        made(replace(listed("x1", heading="## M"), name="m"), N),
        f"<m>\n## M\n\n- x1 ^x\n</>\n\n{N_BARE}\n<written m n>\n",
    ),
    (
        "no such name",
        TWO,
        {"y": ("z",)},
        made(A, B, ("z", "Zz")),
        f"{A_THEN_B}\n<z>\nZz\n</>\n\n<written a b z>\n",
    ),
]


@pytest.mark.parametrize(
    ("text", "names", "to", "expected"),
    [row[1:] for row in RENAMES],
    ids=[row[0] for row in RENAMES],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_renames(
    newline: str, text: str, names: dict[str, tuple[str, ...]], to: PageSpec, expected: str
) -> None:
    """A new name takes the text of the old one;
    the other names of a split are its only if it was the builder's.
    """
    result = merged(text.replace("\n", newline), replace(to, renames=names)).text
    assert bare(result).removeprefix(newline) == expected.replace("\n", newline)


# --- What a person adds to a list ---------------------------------------------------


@pytest.mark.parametrize("own", ["My own paragraph.", "## Mine", "> quoted", "```\ncode\n```"])
@pytest.mark.parametrize("to", [spec(2), spec(ids="c1 c4 c2 c3"), spec(2, ids="c2 c3")])
def test_a_paragraph_between_items_stays_one(own: str, to: PageSpec) -> None:
    """A blank line before it stays where the item above is rewritten,
    joined by a new one, or gone.
    """
    text = edited("1. c1 is 1 ^c1\n", f"1. c1 is 1 ^c1\n\n{own}\n\n")
    assert f"\n\n{own}\n" in merged(text, to).text


def test_a_persons_mark_behind_the_builders_is_their_word() -> None:
    """The item is the builder's by its own mark, and a person's by theirs:
    nothing of it is rewritten.
    """
    text = edited("1. c2 is 1 ^c2", "1. c2 is 1 ^c2 ^mine")
    assert "1. c2 is 1 ^c2 ^mine\n" in merged(text, spec(2)).text
    page = read_page(text.encode())
    assert isinstance(page, Page)
    assert [block.id for block in page.sections["contributions.en"].blocks] == ["c1", "c2", "c3"]
    assert shown(page, "x.md").items == {}


@pytest.mark.parametrize(
    "line", ["- [A](a.md) x ^mine", "- see [B](b.md) and [A](a.md) x", "- ![p](p.png) [A](a.md) x"]
)
def test_a_link_in_a_list_of_links_is_known_whatever_stands_by_it(line: str) -> None:
    """A mark or another link of a person's before it does not make the item look deleted."""
    old = replace(spec(), chunks=(Section("papers.en", "## P\n\n- [A](a.md) x\n- [C](c.md) y"),))
    page = read_page(new_page(old).replace("- [A](a.md) x", line).encode())
    assert isinstance(page, Page)
    assert [block.id for block in page.sections["papers.en"].blocks] == ["a", "c"]


def test_a_table_whose_rows_all_go_keeps_its_head_under_a_persons_row() -> None:
    """Without its head, theirs would be no table."""
    rows = Section("t", "| a | b |\n|---|---|\n| 1 | 2 ^r1 |")
    text = new_page(replace(spec(), chunks=(rows,))).replace("^r1 |\n", "^r1 |\n| mine | 3 |\n")
    assert (
        "| a | b |\n|---|---|\n| mine | 3 |\n"
        in merged(text, replace(spec(), chunks=(Section("t", ""),))).text
    )


def test_an_item_that_a_person_wrote_before_the_builder_has_it_stays_in_its_place() -> None:
    """They turned the list and added what the builder makes later: a second run moves nothing."""
    turned = edited(
        "1. c1 is 1 ^c1\n1. c2 is 1 ^c2\n", "1. c2 is 1 ^c2\n1. c1 is 1 ^c1\n1. mine ^c4\n"
    )
    lines = [
        line
        for line in merged(turned, spec(ids="c1 c4 c2 c3")).text.split("\n")
        if line.startswith("1. ")
    ]
    assert lines == ["1. c2 is 1 ^c2", "1. c1 is 1 ^c1", "1. mine ^c4", "1. c3 is 1 ^c3"]


@pytest.mark.parametrize("behind", ["# mine", "\n# mine\n", "# mine\n# and mine\nown: 1"])
def test_a_comment_in_front_matter_outlives_the_key_above_it(behind: str) -> None:
    """A comment behind a value is a person's, though YAML counts it to the value."""
    text = edited("importance: 1\n", f"importance:\n  1\n{behind}\n")
    result = merged(text, spec(2)).text
    assert "importance: 2\n" in result
    assert behind in result
