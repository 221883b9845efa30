"""Merging: each rule of the page contract in one case."""

from __future__ import annotations

from dataclasses import replace

import pytest

from wiki_builder.pages.merge import Merged, merge, new_page
from wiki_builder.pages.page import Page, read_page
from wiki_builder.pages.spec import Fixed, PageSpec, Section

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
