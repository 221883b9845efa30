"""Which comparisons a wiki keeps, and what a person means who asks for one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pages.sample import sample
from wiki_builder.concepts.registry import Registry
from wiki_builder.core.errors import FormatError, UsageError
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.bilingual import Bilingual, is_id
from wiki_builder.core.values.concept import Alias, Concept, Merged
from wiki_builder.library.card import Card
from wiki_builder.library.comparisons import (
    Comparison,
    asked_for,
    drop,
    keep,
    read_comparisons,
    same_as,
    write_comparisons,
)

ONE, TWO, OLD, FILE = (
    "arxiv:2605.02801",
    "arxiv:2605.16757",
    "arxiv:astro-ph/0601001",
    "file:3f9a2c1d77b0",
)
CARDS = {
    id_: Card(id_, f"Title {n}", "2026-05-05", "2026-05-05")
    for n, id_ in enumerate((ONE, TWO, OLD, FILE))
}


def concept(id_: str, en: str, zh: str, *aliases: Alias, merged: str | None = None) -> Concept:
    return Concept(
        id_, Bilingual(en, zh), ONE, aliases=aliases, merged=Merged(merged) if merged else None
    )


REGISTRY = Registry().with_(
    (
        concept(
            "credit-assignment", "credit assignment", "信用分配", Alias("credit allocation", "en")
        ),
        concept("credit-attribution", "credit attribution", "功劳归属", merged="credit-assignment"),
        concept("process-reward", "process reward", "过程奖励"),
        concept("lda", "latent Dirichlet allocation", "隐狄利克雷分配", Alias("LDA", "en")),
        concept("lda-2", "linear discriminant analysis", "线性判别分析", Alias("LDA", "en")),
    )
)


@pytest.mark.parametrize(
    ("members", "page"),
    [
        ((TWO, ONE), "compare:2605.02801--2605.16757"),
        ((OLD, FILE, ONE), "compare:2605.02801--astro-ph_0601001--file_3f9a2c1d77b0"),
        (("process-reward", "credit-assignment"), "compare:credit-assignment--process-reward"),
    ],
)
def test_a_pages_id_is_the_same_in_any_order(members: tuple[str, ...], page: str) -> None:
    """A B and B A are one page, whose id may become a path."""
    assert Comparison(members).page == Comparison(members[::-1]).page == page
    assert is_id(page)


def test_a_pages_id_is_never_too_long() -> None:
    """Three concepts of the longest names still have an address, each its own."""
    long, other = (tuple(letter * 63 + tail for letter in "abc") for tail in ("x", "y"))
    assert is_id(Comparison(long).page)
    assert Comparison(long).page != Comparison(other).page


def test_the_list_is_sorted_and_holds_each_comparison_once(tmp_path: Path) -> None:
    """A union merge of two branches that added one in two orders leaves one;
    what is kept comes back.
    """
    wiki = Wiki(tmp_path)
    assert read_comparisons(wiki) == {}
    assert not write_comparisons(wiki, ())
    kept = (Comparison(("process-reward", "credit-assignment")), Comparison((TWO, ONE)))
    assert write_comparisons(wiki, kept)
    path = wiki.comparisons
    assert path.read_text("utf-8") == f"{TWO}\t{ONE}\nprocess-reward\tcredit-assignment\n"
    path.write_text(path.read_text("utf-8") + f"\n{ONE}\t{TWO}\n", "utf-8")
    assert set(read_comparisons(wiki).values()) == set(kept)
    write_comparisons(wiki, ())
    assert path.read_bytes() == b""


@pytest.mark.parametrize(
    "line", ["one", f"{ONE}\tconcept", "a\tb\tc\td", "a\ta", "../x\ty", f"{ONE}\t{ONE}", "A\tb"]
)
def test_a_line_that_is_no_comparison_is_named(tmp_path: Path, line: str) -> None:
    """With file and line: it would become a path."""
    path = Wiki(tmp_path).comparisons
    path.parent.mkdir()
    path.write_text(f"a\tb\n{line}\n", "utf-8")
    with pytest.raises(FormatError, match=r"comparisons\.txt:2: this line is no comparison"):
        read_comparisons(Wiki(tmp_path))


@pytest.mark.parametrize(
    ("typed", "members"),
    [
        (("2605.16757", "https://arxiv.org/abs/2605.02801v2"), (TWO, ONE)),
        (("arXiv:astro-ph/0601001", FILE), (OLD, FILE)),
        (("Credit Allocation", "过程奖励"), ("credit-assignment", "process-reward")),
        (("credit-attribution", "concept:process-reward"), ("credit-assignment", "process-reward")),
        (("lda", "lda-2", "process rewards"), ("lda", "lda-2", "process-reward")),
    ],
)
def test_what_a_person_types_is_understood(
    typed: tuple[str, ...], members: tuple[str, ...]
) -> None:
    """Ids, addresses, names and aliases in both languages; a merged concept means its target;
    the order stays.
    """
    assert asked_for(typed, CARDS, REGISTRY).members == members


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("2605.02801",), "1 cannot be compared"),
        ((ONE, TWO, OLD, FILE), "4 cannot be compared"),
        ((ONE, "process-reward"), "Name papers only"),
        (("credit allocation", "信用分配"), "credit-assignment is named twice"),
        ((ONE, "2605.99999"), "wiki-builder add 2605.99999"),
        (("LDA", "process-reward"), "lda, lda-2"),
        (("proces rewart", "lda"), "Did you mean process-reward"),
        (("zzz", "lda"), "no concept of that name"),
        ((ONE, TWO), "wiki-builder add 2605.16757"),
    ],
)
def test_what_cannot_be_compared_says_what_to_do(typed: tuple[str, ...], said: str) -> None:
    """Unknown, ambiguous, mixed, deleted: one sentence with the way on."""
    with pytest.raises(UsageError, match=said):
        asked_for(typed, CARDS, REGISTRY, {TWO})


def test_keeping_and_dropping(tmp_path: Path) -> None:
    """What is kept is kept once, in the order of the first time;
    what is not kept cannot be dropped.
    """
    wiki, first, again = Wiki(tmp_path), Comparison((TWO, ONE)), Comparison((ONE, TWO))
    assert keep(wiki, first, REGISTRY) == keep(wiki, again, REGISTRY) == first
    assert list(read_comparisons(wiki).values()) == [first]
    assert drop(wiki, again, REGISTRY) == first
    assert read_comparisons(wiki) == {}
    with pytest.raises(UsageError, match="lists those that are kept"):
        drop(wiki, first, REGISTRY)


def test_a_merge_leaves_one_comparison_of_the_same_things() -> None:
    """Who asks again by the new name means the comparison that is kept."""
    kept = Comparison(("process-reward", "credit-attribution"))
    asked = Comparison(("credit-assignment", "process-reward"))
    assert same_as(asked, (Comparison((ONE, TWO)), kept), REGISTRY) == kept
    assert same_as(Comparison(("lda", "process-reward")), (kept,), REGISTRY) is None


def test_the_page_of_a_comparison_that_is_not_kept_is_no_longer_made(tmp_path: Path) -> None:
    """``release`` and ``restore`` say so, and what brings it back, instead of failing."""
    made = sample(tmp_path).publisher()
    with pytest.raises(UsageError, match="not kept any more"):
        made.spec("compare:2605.00001--2605.00002", "compare/2605.00001--2605.00002.md")
