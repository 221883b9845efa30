"""Merging: each rule of the page contract in one case."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from wiki_builder.pages.frontmatter import Value, value_hash
from wiki_builder.pages.merge import Merged, merge, new_page
from wiki_builder.pages.page import Page, read_page
from wiki_builder.pages.spec import Fixed, PageSpec, Proposal, Section

ID = "arxiv:2605.00001"


def items(value: int, ids: str = "c1 c2 c3") -> Section:
    lines = "\n".join(f"1. {id_} is {value} [¶](#e-{id_})" for id_ in ids.split())
    return Section("contributions.en", f"## New\n\n{lines}", "c", {id_: f"{id_} {value}" for id_ in ids.split()})


def spec(value: int = 1, heading: str = "Summary", ids: str = "c1 c2 c3", **more: object) -> PageSpec:
    sections: tuple[Section | Fixed, ...] = (
        Section("title", "# T"),
        Section("summary.en", f"## {heading}\n\nAll, value {value}.", f"{value}"),
        items(value, ids),
        Fixed("## Notes"),
        Section("stamp", f"For {value}"),
    )
    made = PageSpec(ID, "papers/2605/x.md", {"title": f"T {value}", "importance": f"{value}"}, sections)
    return replace(made, **more)  # type: ignore[arg-type]  # as given


def merged(text: str, to: PageSpec) -> Merged:
    page = read_page(text.encode())
    assert isinstance(page, Page)
    result = merge(page, to)
    again = read_page(result.text.encode())
    assert isinstance(again, Page)
    assert merge(again, to).text == result.text, "a second run changed something"
    return result


def edited(old: str, new: str, text: str = "") -> str:
    text = text or new_page(spec())
    assert text.count(old) == 1
    return text.replace(old, new)


def test_what_nobody_touched_is_brought_up_to_date() -> None:
    """A new value reaches every section, item and key."""
    assert merged(new_page(spec()), spec(2)).text == new_page(spec(2))


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
        "1. c1 is 2 [¶](#e-c1)", "1. c2 was 1 [¶](#e-c2)", "1. c3 is 2 [¶](#e-c3)"
    ]  # fmt: skip
    assert [(p.section, p.item) for p in result.proposals] == [("contributions.en", "c2")]


def test_what_was_deleted_stays_away() -> None:
    """A section, an item and a key that a person took out are not written again."""
    text = edited("1. c2 is 1 [¶](#e-c2)\n", "")
    start, end = text.index("<!-- wiki:summary.en"), text.index("<!-- wiki:contributions")
    text = (text[:start] + text[end:]).replace("importance: 1\n", "")
    result = merged(text, spec(2)).text
    assert "summary.en" not in result.replace(result.split("\n")[4], "")
    assert "c2 is" not in result
    assert "importance:" not in result


def test_new_items_stand_behind_their_predecessor() -> None:
    """An item that was never here goes where the builder has it; a person's own item stays in its place."""
    text = edited("[¶](#e-c1)\n", "[¶](#e-c1)\n- mine\n")
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
    """An empty section of the builder's is taken out, and comes back when there is something to say."""
    gone = spec(chunks=(Section("title", "# T"), Section("summary.en", ""), items(1), Section("stamp", "For 1")))
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


def test_a_split_inherits_ownership() -> None:
    """Of a section cut in two the first takes the text; the second is new only where the first was the builder's."""
    parts = (Section("title", "# T"), Section("brief.en", "Brief 2", "b2"), Section("long.en", "Long 2", "l2"))
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
def test_what_follows_the_notes_in_the_template_follows_them_on_the_page(notes: str, stamp: str) -> None:
    """Also where all that followed them was empty so far; and when it goes again, the bytes are the first ones."""

    def spec(more: str) -> PageSpec:
        chunks = (Section("title", "# T"), Fixed("## Notes"), Section("more", more), Section("stamp", stamp))
        return PageSpec("concept:x", "concepts/x.md", {}, chunks)

    first = new_page(spec("")).replace("## Notes\n", f"## Notes\n{notes}")
    page = read_page(first.encode())
    assert isinstance(page, Page)
    with_more = merge(page, spec("More.")).text
    assert with_more.index("## Notes") < with_more.index("More.")
    assert "\n\n<!-- wiki:more" in with_more
    if stamp:
        assert with_more.index("More.") < with_more.index(stamp)
    page = read_page(with_more.encode())
    assert isinstance(page, Page)
    assert merge(page, spec("")).text == first


# --- Bytes and places ---------------------------------------------------------


FRESH = """\
---
title: "T 1"
importance: 1
---

<!-- wiki:page 1 arxiv:2605.00001 title summary.en contributions.en stamp title=05620f3e importance=698ab478 -->

<!-- wiki:title df43f57f.df43f57f -->

# T

<!-- /wiki:title -->

<!-- wiki:summary.en 45a7d3f4.92cdf578 -->

## Summary

All, value 1.

<!-- /wiki:summary.en -->

<!-- wiki:contributions.en 2fec1087.ed540229 c1=f1b19935.f2135fce c2=73ba6443.0d17aa47 c3=5aeb03ee.b5bed424 -->

## New

1. c1 is 1 [¶](#e-c1)
1. c2 is 1 [¶](#e-c2)
1. c3 is 1 [¶](#e-c3)

<!-- /wiki:contributions.en -->

## Notes

<!-- wiki:stamp 0bffd706.0bffd706 -->

For 1

<!-- /wiki:stamp -->
"""


def test_a_fresh_page_to_the_byte() -> None:
    """Markers, hashes, blank lines and keys of a new page are what the contract says."""
    assert new_page(spec()) == FRESH


def test_a_page_of_nothing_but_fixed_text() -> None:
    """What is the person's from the first day on stands on the page as it is given."""
    assert new_page(made(" a\n\nb \n")) == f"---\n---\n\n<!-- wiki:page 1 {ID} -->\n\na\n\nb\n"


def test_a_page_without_front_matter_gets_none() -> None:
    """Without keys to write nothing is put on top."""
    assert merged(f"<!-- wiki:page 1 {ID} -->\n", made(A)).text.startswith("<!-- wiki:page")


def made(*chunks: Section | tuple[str, str] | str, **more: object) -> PageSpec:
    """A page of sections (name, body) and fixed texts."""
    parts = [Fixed(c) if isinstance(c, str) else c if isinstance(c, Section) else Section(*c) for c in chunks]
    return replace(PageSpec(ID, "x.md", {}, tuple(parts)), **more)  # type: ignore[arg-type]  # as given


def bare(text: str) -> str:
    """A page without front matter and hashes: ``<a b>`` is the page line, ``<a>`` and ``</a>`` are markers."""
    text = re.sub(r"^\ufeff?---\r?\n.*?---\r?\n", "", text, flags=re.DOTALL)
    text = re.sub(r"<!-- wiki:page 1 \S+ ?(.*?) ?-->", r"<\1>", text)
    return re.sub(r"<!-- (/?)wiki:(\S+).*?-->", r"<\1\2>", text)


A, B, N, NOTES = ("a", "Aa"), ("b", "Bb"), ("n", "Nn"), "## Notes"
TWO, NOTED = new_page(made(A, B)), new_page(made(A, NOTES, B))
A_THEN_B, A_BARE = "<a>\n\nAa\n\n</a>\n\n<b>\n\nBb\n\n</b>\n", "<a>\n\nAa\n\n</a>\n"
B_BARE, N_BARE = A_BARE.replace("a", "b").replace("A", "B"), A_BARE.replace("a", "n").replace("A", "N")
_HEAD, _A, _B = TWO.partition("<!-- wiki:a ")[0], TWO.index("<!-- wiki:a "), TWO.index("<!-- wiki:b ")
TURNED = _HEAD + TWO[_B:] + "\n" + TWO[_A : _B - 1]

PLACES = [
    ("on top", TWO, made(N, A, B), f"<n a b>\n\n{N_BARE}\n{A_THEN_B}"),
    (
        "above a person's words",
        TWO.replace("\n<!-- wiki:a", "\nMine.\n\n<!-- wiki:a"),
        made(N, A, B),
        f"<n a b>\n\n{N_BARE}\nMine.\n\n{A_THEN_B}",
    ),
    ("between", TWO, made(A, N, B), f"<a n b>\n\n{A_BARE}\n{N_BARE}\n{B_BARE}"),
    ("behind what was moved", TURNED, made(A, N, B), f"<a n b>\n\n{B_BARE}\n{A_BARE}\n{N_BARE}"),
    (
        "before a person's words",
        TWO.replace("\n<!-- wiki:b", "\nMine.\n\n<!-- wiki:b"),
        made(A, N, B),
        f"<a n b>\n\n{A_BARE}\n{N_BARE}\nMine.\n\n{B_BARE}",
    ),
    ("two at once", TWO, made(A, N, ("m", "Mm"), B), f"<a n m b>\n\n{A_BARE}\n{N_BARE}\n<m>\n\nMm\n\n</m>\n\n{B_BARE}"),
    ("a last line without an end", TWO[:-1], made(A, B, N), f"<a b n>\n\n{A_THEN_B}\n{N_BARE}"),
    ("a page line without an end", f"---\n---\n<!-- wiki:page 1 {ID} -->", made(A), f"<a>\n\n{A_BARE}"),
    ("a section that the page line does not list", TWO.replace(" a b ", " a "), made(A, B), f"<a b>\n\n{A_THEN_B}"),
    ("nothing to say", TWO, made(A, ("n", ""), B), f"<a b>\n\n{A_THEN_B}"),
    ("gone", TWO, made(A, ("b", "\n")), f"<a>\n\n{A_BARE}"),
    ("the first gone", TWO, made(("a", ""), B), f"<b>\n\n{B_BARE}"),
    (
        "gone behind a person's words",
        TWO.replace("\n<!-- wiki:b", "\nMine.\n\n<!-- wiki:b"),
        made(A, ("b", "")),
        f"<a>\n\n{A_BARE}\nMine.\n\n",
    ),
    (
        "gone without a blank line before",
        TWO.replace("\n\n<!-- wiki:b", "\n<!-- wiki:b"),
        made(A, ("b", "")),
        f"<a>\n\n{A_BARE}",
    ),
    ("both gone", TWO, made(("a", ""), ("b", "")), "<>\n"),
    (
        "behind the notes",
        NOTED.replace("Notes\n", "Notes\n\nMine.\n\n"),
        made(A, NOTES, N, B),
        f"<a n b>\n\n{A_BARE}\n## Notes\n\nMine.\n\n\n{N_BARE}\n{B_BARE}",
    ),
    (
        "behind what follows moved notes",
        new_page(made(NOTES, A)),
        made(A, NOTES, N),
        f"<a n>\n\n## Notes\n\n{A_BARE}\n{N_BARE}",
    ),
    ("behind notes on top", new_page(made(NOTES, A)), made(NOTES, N, A), f"<n a>\n\n## Notes\n\n{N_BARE}\n{A_BARE}"),
    (
        "the notes deleted",
        NOTED.replace("## Notes\n\n", ""),
        made(A, NOTES, N, B),
        f"<a n b>\n\n{A_BARE}\n{N_BARE}\n{B_BARE}",
    ),
    ("no notes yet", TWO, made(A, NOTES, B), f"<a b>\n\n{A_THEN_B}"),
    (
        "gone behind the notes",
        NOTED.replace("Notes\n", "Notes\n\nMine.\n"),
        made(A, NOTES, ("b", "")),
        f"<a>\n\n{A_BARE}\n## Notes\n\nMine.\n",
    ),
    (
        "a section that the template has no more",
        TWO,
        made(A, N),
        f"<a n b>\n\n{A_BARE}\n{N_BARE}\n{B_BARE}",
    ),
    (
        "a page line with sections of others",
        TWO.replace(" a b ", " z b a y "),
        made(A, B, N),
        f"<a b n z y>\n\n{A_THEN_B}\n{N_BARE}",
    ),
]


@pytest.mark.parametrize(("text", "to", "expected"), [row[1:] for row in PLACES], ids=[row[0] for row in PLACES])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_places(newline: str, text: str, to: PageSpec, expected: str) -> None:
    """What is new stands behind what precedes it in the template, a blank line before it; what goes takes one along."""
    assert bare(merged(text.replace("\n", newline), to).text).removeprefix(newline) == expected.replace("\n", newline)


def test_what_has_nothing_new_keeps_its_bytes() -> None:
    """Nothing to say, and the page line in another order, marker lines with blanks or a formatter's style stay."""
    text = new_page(made(("a", "*Aa*"), B, ("l", "- x <!-- #x -->\n- y <!-- #y -->")))
    text = (
        text.replace(" a b l -->", " l b a -->")
        .replace("*Aa*", "_Aa_")
        .replace("\n<!-- /wiki:b -->", "<!-- /wiki:b -->  ")
    )
    text = text.replace("- y <", "* y <").replace("-->\n\n- x", "-->  \n\n- x")
    assert merged(text, made(("a", "*Aa*"), B, ("l", "- x <!-- #x -->\n- y <!-- #y -->"))).text == text


def test_links_follow_a_moved_page_though_its_form_is_the_same() -> None:
    """The normal form is blind to a link's folders; the builder's own links are mended, a person's are not."""
    old, new = (
        made(("a", "[x](../y.md)"), ("b", "[x](../y.md)")),
        made(("a", "[x](../../y.md)"), ("b", "[x](../../y.md)")),
    )
    text = merged(new_page(old).replace("[x](../y.md)\n\n<!-- /wiki:b", "[my x](../y.md)\n\n<!-- /wiki:b"), new).text
    assert "[x](../../y.md)\n\n<!-- /wiki:a" in text
    assert "[my x](../y.md)\n\n<!-- /wiki:b" in text


def test_what_agrees_is_the_builders_again() -> None:
    """Words put in the builder's new template by a person, with VALUE as it was, stay and are marked as its own."""
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
    text = edited("c2 is 1", "c2 was 1", edited("All, value 1.", "Mine.", edited("## New", "## My own")))
    first, second = (
        merged(text, spec(2)).proposals,
        merged(text, replace(spec(2), chunks=(items(1), items(2)))).proposals,
    )
    summary = Proposal(ID, "summary.en", None, "## Summary\n\nMine.", "## Summary\n\nAll, value 2.")
    item = Proposal(ID, "contributions.en", "c2", "1. c2 was 1", "1. c2 is 2")
    assert first == (summary, item)
    assert second == (item,)
    head = Section("contributions.en", items(2).body.replace("## New", "## News"), "other", items(2).item_values)
    assert merged(text, made(head)).proposals == (item, Proposal(ID, "contributions.en", None, "## My own", "## News"))


@pytest.mark.parametrize("to", ["All,  value\n2.", "Mine."])
def test_what_says_the_same_is_not_proposed(to: str) -> None:
    """A person who wrote already what the builder says now is asked nothing, whatever the white space."""
    text = edited("All, value 1.", to)
    assert merged(text, replace(spec(2), chunks=(Section("summary.en", f"## Summary\n\n{to}", "2"),))).proposals == ()


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
    ("in the template's order", "z: 1\n", {"z": "1"}, {"k": "1", "z": "2"}, "z: 2\nk: 1\n", ["k", "z"]),
    ("others behind", "z: 1b\n", {"z": "1"}, {"k": "1"}, "z: 1b\nk: 1\n", ["k", "z"]),
    ("a list", "k: [a, b]\n", {"k": ["a", "b"]}, {"k": ["a"]}, 'k: ["a"]\n', ["k"]),
]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("stands", "written", "now", "then", "listed"), [row[1:] for row in KEYS], ids=[row[0] for row in KEYS]
)
def test_keys(
    newline: str, stands: str, written: dict[str, Value], now: dict[str, Value], then: str, listed: list[str]
) -> None:
    """A key is the builder's while its value has the hash in the page line; one that was taken out stays away."""
    hashes = "".join(f" {key}={value_hash(value)}" for key, value in written.items())
    text = f"---\nmine: x # note\n{stands}---\n\n<!-- wiki:page 1 {ID}{hashes} -->\n".replace("\n", newline)
    result = merged(text, made(keys=now)).text
    page = read_page(result.encode())
    assert isinstance(page, Page)
    assert result.startswith(f"---\nmine: x # note\n{then}---\n".replace("\n", newline))
    assert list(page.line.keys) == listed
    assert result == text or result.endswith(f"-->{newline}")


# --- Items --------------------------------------------------------------------


def listed(*words: str, heading: str = "## L") -> Section:
    """A list: each item a word, its first letter the id."""
    return Section(
        "l", "\n".join([heading, "", *(f"- {word} <!-- #{word[0]} -->" for word in words)]) if words else "", "v"
    )


ITEMS = [
    ("all new", "", "", listed("x2", "y2", "z2"), "x2 y2 z2"),
    ("one changed", "", "", listed("x1", "y2", "z1"), "x1 y2 z1"),
    ("turned by the builder", "", "", listed("z1", "x1", "y1"), "z1 x1 y1"),
    ("none any more", "", "", listed(), None),
    ("none any more but one that was edited", "- y1", "- my y", listed(), "my y"),
    ("a person's between", "- y1 <!-- #y -->", "- mine", listed("x2", "y2", "z2", "w1"), "x2 mine z2 w1"),
    (
        "turned by a person",
        "- x1 <!-- #x -->\n- y1 <!-- #y -->",
        "- y1 <!-- #y -->\n- x1 <!-- #x -->",
        listed("x2", "y2", "z1"),
        "y2 x2 z1",
    ),
    ("deleted", "- y1 <!-- #y -->\n", "", listed("x2", "y2", "z2"), "x2 z2"),
    ("the heading edited", "## L", "## Mine", listed("x2", "y1", "z1", heading="## M"), "x2 y1 z1"),
    ("the heading emptied and no items", "## L\n\n", "", listed(), None),
]


@pytest.mark.parametrize(("old", "new", "to", "expected"), [row[1:] for row in ITEMS], ids=[row[0] for row in ITEMS])
def test_lists(old: str, new: str, to: Section, expected: str | None) -> None:
    """Of a list each item is somebody's, and so are the order and the heading."""
    text = new_page(made(listed("x1", "y1", "z1")))
    result = read_page(merged(edited(old, new, text) if old else text, made(to)).text.encode())
    assert isinstance(result, Page)
    section = result.sections.get("l")
    words = None if section is None else " ".join(re.findall(r"^- (.*?)(?: <!--.*)?$", section.body, re.MULTILINE))
    assert words == expected
    assert section is None or ("## Mine" in section.body) == (new == "## Mine")


def test_a_list_that_a_person_touched_is_marked_with_what_is_whose() -> None:
    """Edited items and headings keep the hashes of what was written; all others get those of what stands now."""
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


# --- Names that change --------------------------------------------------------

KEPT = TWO.replace(TWO.split("wiki:a ")[1].split(" -->")[0], "keep", 1)
GONE = TWO[: TWO.index("<!-- wiki:a ")] + TWO[TWO.index("<!-- wiki:b ") :]
RENAMES = [
    ("renamed", TWO, {"a": ("c",)}, made(("c", "Cc"), B), "<c b>\n\n<c>\n\nCc\n\n</c>\n\n<b>\n\nBb\n\n</b>\n"),
    (
        "renamed and edited",
        TWO.replace("Aa", "Mine"),
        {"a": ("c",)},
        made(("c", "Cc"), B),
        "<c b>\n\n<c>\n\nMine\n\n</c>\n\n<b>\n\nBb\n\n</b>\n",
    ),
    (
        "split",
        TWO,
        {"a": ("c", "d")},
        made(("c", "Cc"), ("d", "Dd"), B),
        "<c d b>\n\n<c>\n\nCc\n\n</c>\n\n<d>\n\nDd\n\n</d>\n\n<b>\n\nBb\n\n</b>\n",
    ),
    (
        "split and edited",
        TWO.replace("Aa", "Mine"),
        {"a": ("c", "d")},
        made(("c", "Cc"), ("d", "Dd"), B),
        "<c d b>\n\n<c>\n\nMine\n\n</c>\n\n<b>\n\nBb\n\n</b>\n",
    ),
    (
        "split and kept",
        KEPT,
        {"a": ("c", "d")},
        made(("c", "Cc"), ("d", "Dd"), B),
        "<c d b>\n\n<c>\n\nAa\n\n</c>\n\n<b>\n\nBb\n\n</b>\n",
    ),
    (
        "split in three",
        TWO,
        {"b": ("c", "d", "e")},
        made(A, ("c", "C1"), ("d", "D1"), ("e", "E1")),
        "<a c d e>\n\n<a>\n\nAa\n\n</a>\n\n<c>\n\nC1\n\n</c>\n\n<d>\n\nD1\n\n</d>\n\n<e>\n\nE1\n\n</e>\n",
    ),
    ("split and deleted", GONE, {"a": ("c", "d")}, made(("c", "Cc"), ("d", "Dd"), B), "<c d b>\n\n<b>\n\nBb\n\n</b>\n"),
    ("both names stand", TWO, {"a": ("b",)}, made(("b", "B2")), "<a b>\n\n<a>\n\nAa\n\n</a>\n\n<b>\n\nB2\n\n</b>\n"),
    (
        "split, with a list",
        new_page(made(("a", "Aa\n\n- b"))),
        {"a": ("c", "d")},
        made(("c", "Cc"), ("d", "Dd")),
        "<c d>\n\n<c>\n\nCc\n\n</c>\n\n<d>\n\nDd\n\n</d>\n",
    ),
    (
        "split, with a list edited",
        new_page(made(("a", "Aa\n\n- b"))).replace("- b", "- Mine"),
        {"a": ("c", "d")},
        made(("c", "Cc\n\n- b"), ("d", "Dd")),
        "<c d>\n\n<c>\n\nAa\n\n- Mine\n\n</c>\n",
    ),
    (
        "split, with items",
        new_page(made(listed("x1"))),
        {"l": ("m", "n")},
        made(replace(listed("x1", heading="## M"), name="m"), N),
        f"<m n>\n\n<m>\n\n## M\n\n- x1 <!-- #x -->\n\n</m>\n\n{N_BARE}",
    ),
    ("no such name", TWO, {"y": ("z",)}, made(A, B, ("z", "Zz")), "<a b z>\n\n" + A_THEN_B + "\n<z>\n\nZz\n\n</z>\n"),
]


@pytest.mark.parametrize(
    ("text", "names", "to", "expected"), [row[1:] for row in RENAMES], ids=[row[0] for row in RENAMES]
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_renames(newline: str, text: str, names: dict[str, tuple[str, ...]], to: PageSpec, expected: str) -> None:
    """A new name takes the text of the old one; the other names of a split are its only if it was the builder's."""
    result = merged(text.replace("\n", newline), replace(to, renames=names)).text
    assert bare(result).removeprefix(newline) == expected.replace("\n", newline)
