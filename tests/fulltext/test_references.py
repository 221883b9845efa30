"""Where references begin and end."""

from __future__ import annotations

from wiki_builder.core.values.fulltext import Passage
from wiki_builder.fulltext.references import reference_ranges, split_references

BODY = "A sentence of the paper that says something.\n" * 20
ENTRIES = "\n".join(
    f"Ann Author {n}. 20{n}. A title of a paper. In Proceedings of the venue, pages 1-9."
    for n in range(10, 22)
)
NUMBERED = "\n".join(
    f"[{n}] A. Author. Title of the paper. Journal {n}, 2{n}." for n in range(1, 12)
)


def pages(*texts: str) -> tuple[Passage, ...]:
    return tuple(Passage(f"page={n}", text, kind="page") for n, text in enumerate(texts, start=1))


def split(*texts: str) -> list[tuple[str, str]]:
    return [(p.id, p.kind) for p in split_references(pages(*texts))]


def test_the_page_is_split_at_the_heading() -> None:
    """The end of the conclusion keeps its page's id;
    the references have it too, with their kind.
    """
    _first, second, third = split_references(pages(BODY, f"The end.\nReferences\n{ENTRIES}"))
    assert (second.id, second.kind, second.text) == ("page=2", "page", "The end.")
    assert (third.id, third.kind) == ("page=2", "references")
    assert third.text.startswith("References\nAnn")


def test_a_table_of_contents_is_no_list_of_references() -> None:
    """The word on the first page, or without entries after it, begins nothing."""
    assert reference_ranges(pages("Contents\nReferences\n" + BODY, BODY)) == []
    assert reference_ranges(pages(BODY, BODY + "References\n" + BODY)) == []


def test_an_appendix_after_the_references_is_text() -> None:
    """An appendix on the page where the references end is set apart from them,
    and so are the pages after it.
    """
    tail = f"{ENTRIES}\nA Implementation Details\n{BODY}"
    assert split(BODY * 2, f"References\n{ENTRIES}", tail, BODY) == [
        ("page=1", "page"),
        ("page=2", "references"),
        ("page=3", "references"),
        ("page=3", "page"),
        ("page=4", "page"),
    ]


def test_pages_that_list_nothing_end_the_references() -> None:
    """Figures behind the references need no heading to be text again."""
    assert split(BODY * 2, f"References\n{ENTRIES}", "Attention Visualizations\n" + BODY)[-1] == (
        "page=3",
        "page",
    )


def test_numbered_entries_need_no_heading() -> None:
    """A physics paper lists its references without a heading: the line of [1] begins them."""
    assert reference_ranges(pages(BODY, BODY + NUMBERED))[0][0] == (1, len(BODY))


def test_chinese_and_numbered_headings() -> None:
    """参考文献 and "7 References" begin references as well."""
    assert reference_ranges(pages(BODY, f"参考文献\n{NUMBERED}"))[0][0] == (1, 0)
    assert reference_ranges(pages(BODY, f"7 References\n{NUMBERED}"))[0][0] == (1, 0)


def test_a_paper_without_references_is_whole() -> None:
    """Nothing is taken from a paper that lists nothing."""
    assert split(BODY, BODY) == [("page=1", "page"), ("page=2", "page")]
