"""What a model is shown of a long paper."""

from __future__ import annotations

from wiki_builder.core.values.fulltext import FullText, Passage
from wiki_builder.fulltext.choose import choose, tokens

WORDS = "four letters word " * 20  # 90 tokens


def html(*sections: tuple[str, int]) -> FullText:
    passages = [Passage("abstract", WORDS, "Abstract", "abstract")]
    for number, (title, count) in enumerate(sections, start=1):
        passages += [Passage(f"S{number}.p{n}", WORDS, title) for n in range(1, count + 1)]
    return FullText("html", (*passages, Passage("bib.bib1", WORDS, "References", "references")))


PAPER = html(
    ("1 Introduction", 3),
    ("2 Related Work", 3),
    ("3 OurMethod", 3),
    ("3 Method", 6),
    ("4 实验", 4),
    ("5. Limitations", 1),
    ("VI. CONCLUSION", 1),
)


def ids(text: FullText, budget: int) -> list[str]:
    return [passage.id for passage in choose(text, budget).passages]


def test_tokens_are_estimated_by_script() -> None:
    """Four Latin characters, or one and a half Chinese ones, are about a token."""
    assert (tokens("a" * 400), tokens("中" * 150), tokens(""), tokens("a")) == (100, 100, 0, 1)


def test_a_paper_that_fits_is_shown_whole_and_without_references() -> None:
    """Nothing is left out that fits, except the references."""
    excerpt = choose(PAPER, 100_000)
    assert excerpt.left_out == ()
    assert [p for p in PAPER if p.kind != "references"] == list(excerpt.passages)


def test_the_telling_sections_come_first() -> None:
    """With room for half, background goes and every telling section is there,
    its first paragraphs first.
    """
    excerpt = choose(PAPER, 1300)
    sections = {passage.section for passage in excerpt.passages}
    assert {
        "Abstract",
        "1 Introduction",
        "3 Method",
        "4 实验",
        "5. Limitations",
        "VI. CONCLUSION",
    } <= sections
    assert "2 Related Work" in excerpt.left_out
    method = [p.id for p in excerpt.passages if p.section == "3 Method"]
    assert method == [f"S4.p{n}" for n in range(1, len(method) + 1)]


def test_what_is_left_out_is_named() -> None:
    """A section that is cut says how much of it is missing."""
    left_out = choose(PAPER, 1300).left_out
    assert any(
        name.startswith("3 Method (") and name.endswith(" of 6 passages)") for name in left_out
    )


def test_the_budget_holds_and_the_order_is_the_documents() -> None:
    """Whatever the budget, the choice keeps to it and to the order of the paper,
    and is the same each time.
    """
    order = [passage.id for passage in PAPER]
    for budget in range(200, 2400, 100):
        chosen = ids(PAPER, budget)
        assert chosen == sorted(chosen, key=order.index) == ids(PAPER, budget)
        assert sum(tokens(p.text) for p in choose(PAPER, budget).passages) <= budget


def test_a_tiny_budget_still_shows_something() -> None:
    """A model is never asked about nothing."""
    assert ids(PAPER, 1) == ["abstract"]


def test_the_appendix_is_last() -> None:
    """An appendix, by its id or behind the references, is shown only when all else is."""
    text = FullText(
        "html",
        (
            Passage("S1.p1", WORDS, "1 Method"),
            Passage("S2.p1", WORDS, "2 Something Else"),
            Passage("A1.p1", WORDS, "Appendix A Method"),
            Passage("bib.bib1", WORDS, "References", "references"),
            Passage("Sx1.p1", WORDS, "Results in Full"),
        ),
    )
    assert ids(text, 2 * 105) == ["S1.p1", "S2.p1"]


def test_subsections_go_with_their_section() -> None:
    """A subsection is of its section's part; limitations are found wherever they stand."""
    text = html(
        ("2 Related Work › 2.1 Models", 2),
        ("4 Results › 4.1 Machine Translation", 2),
        ("7 Discussion › 7.2 Limitations", 1),
    )
    assert ids(text, 4 * 105) == ["abstract", "S2.p1", "S2.p2", "S3.p1"]


def test_pages_are_chosen_by_the_headings_on_them() -> None:
    """A PDF has no sections; its pages are named by number,
    and those behind the references are the appendix.
    """
    heads = ["Abstract\n", "2 Related Work\n", "3 Model\n", "", "4 Experiments\n", "5 Conclusion\n"]
    pages = [
        Passage(f"page={n}", head + WORDS, kind="page") for n, head in enumerate(heads, start=1)
    ]
    last = (
        Passage("page=6", "References\n" + WORDS, kind="references"),
        Passage("page=7", "Results\n" + WORDS, kind="page"),
    )
    text = FullText("pdf", (*pages, *last))
    excerpt = choose(text, 5 * 105)
    assert [p.id for p in excerpt.passages] == ["page=1", "page=3", "page=4", "page=5", "page=6"]
    assert excerpt.left_out == ("page 2", "page 7")
