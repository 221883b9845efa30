"""BibTeX entries: they compile, print what the paper says, and run nothing."""

from __future__ import annotations

import pytest

from wiki_builder.library.authors import last_name, short
from wiki_builder.library.bibtex import cite_keys, entry, latex
from wiki_builder.library.card import Card


def paper(id_: str = "arxiv:2605.00001", title: str = "Title", **more: object) -> Card:
    values: dict[str, object] = {
        "date": "2026-05-05",
        "run": "r",
        "authors": ("Ann Lee",),
        "category": "cs.CL",
    }
    return Card(id_, title, **values | more)  # type: ignore[arg-type]  # as given


def test_an_entry() -> None:
    """All that a bibliography needs; authors that were not kept are "others"."""
    card = paper(
        title="GPT-4 and Long-Horizon R1: DeepRubric",
        authors=("Jan van der Berg", "OpenAI"),
        authors_left=3,
    )
    assert entry(card, "berg2026gpt4").split("\n") == [
        "@misc{berg2026gpt4,",
        "  title = {{GPT-4} and Long-Horizon {R1}: {DeepRubric}},",
        "  author = {van der Berg, Jan and {OpenAI} and others},",
        "  year = {2026},",
        "  eprint = {2605.00001},",
        "  archivePrefix = {arXiv},",
        "  primaryClass = {cs.CL},",
        "}",
    ]


@pytest.mark.parametrize(
    "author, written",
    [
        ("John Smith, Jr.", "Smith, Jr., John"),
        ("John Smith Jr.", "Smith, Jr., John"),
        ("Smith, John", "Smith, John"),
        ("The ATLAS Collaboration", "{The ATLAS Collaboration}"),
        ("Qwen Team", "{Qwen Team}"),
        ("Jan van der Berg", "van der Berg, Jan"),
    ],
)
def test_an_author_is_cited_by_the_family_name(author: str, written: str) -> None:
    """BibTeX takes *Jr.* for a given name, and a collaboration for a person, unless told."""
    assert f"author = {{{written}}}" in entry(paper(authors=(author,)), "k")


def test_a_paper_that_is_not_arxivs() -> None:
    """No eprint, unless the same work stands on arXiv too."""
    assert "eprint" not in entry(paper("file:0123456789ab"), "k")
    assert "eprint = {1911.02782}" in entry(
        paper("file:0123456789ab", also=("arxiv:1911.02782",)), "k"
    )


def test_the_year_is_the_works_own() -> None:
    """A paper of 2019 that was read in 2026 is cited as of 2019: key, entry and short name."""
    card = paper("file:0123456789ab", also=("arxiv:1911.02782",))
    assert cite_keys([card]) == {card.id: "lee2019title"}
    assert "year = {2019}" in entry(card, "k")
    assert short(card) == "Lee 2019"


@pytest.mark.parametrize(
    "text, written",
    [
        ("50% of R&D #1_x", r"50\% of R\&D \#1\_x"),
        (r"50\% done", r"50\% done"),
        ("Müller Łukasz Çağatan", r"M{\"{u}}ller {\L}ukasz {\c{C}}a{\u{g}}atan"),
        (r"Poincar\'e, Erd{\H{o}}s, na\"{\i}ve", r"Poincar{\'{e}}, Erd{\H{o}}s, na{\"{\i}}ve"),
        ("强化学习 Φ", "强化学习 Φ"),
        (r"$O(n^2)$ and $\alpha$", r"$O(n^2)$ and $\alpha$"),
        ("costs $5 and $10", r"costs \$5 and \$10"),
        (r"$\input{x}$", r"\${\textbackslash}input{\textbraceleft}x{\textbraceright}\$"),
        (r"\write18{rm}", r"{\textbackslash}write18{\textbraceleft}rm{\textbraceright}"),
        (r"\textit{Emphatic} title", "Emphatic title"),
        ("$x}$", r"\$x{\textbraceright}\$"),
        ("<!-- wiki:x --> a<b", r"{\textless}!-- wiki:x --{\textgreater} a{\textless}b"),
        ("two\nlines\u200b", "two lines"),
    ],
)
def test_latex_prints_what_was_written(text: str, written: str) -> None:
    """Accents and simple maths stay; whatever else LaTeX would act upon is printed."""
    assert latex(text) == written


def test_braces_are_balanced_whatever_the_title() -> None:
    """BibTeX counts braces; one too many ends the file for it."""
    for title in ("{", "}}{", r"\{", "$\\frac{1}$ {", "$}{$", "{\\'e", "\\", "$a\\$"):
        depth = 0
        for character in entry(paper(title=title), "k"):
            depth += {"{": 1, "}": -1}.get(character, 0)
            assert depth >= 0
        assert depth == 0


def test_keys_are_unique_and_stay() -> None:
    """A newer paper takes a letter; an older one keeps its key, whatever comes."""
    first, second = paper(), paper("arxiv:2605.00002")
    other = paper("arxiv:2606.00001", "On the Title", date="2026-06-05", authors=("Ünal Lee",))
    assert cite_keys([second, first]) == {first.id: "lee2026title", second.id: "lee2026titleb"}
    assert cite_keys([other, second, first])[first.id] == "lee2026title"
    assert cite_keys([other, second, first])[other.id] == "lee2026titlec"
    assert cite_keys([paper(title="关于", authors=(":",))]) == {"arxiv:2605.00001": "anon2026"}


@pytest.mark.parametrize(
    "author, family",
    [
        ("Ann Lee", "Lee"),
        ("Lee, Ann", "Lee"),
        ("X. Y. Smith Jr.", "Smith"),
        ("John Smith, Jr.", "Smith"),
        ("Jan van der Berg", "van der Berg"),
        ("李明", "李明"),
        ("DeepSeek-AI", "DeepSeek-AI"),
        (":", ""),
    ],
)
def test_the_family_name_of_an_author(author: str, family: str) -> None:
    """With particles, without suffixes; punctuation that a feed lists among authors is nobody."""
    assert last_name(author) == family


@pytest.mark.parametrize(
    "authors, left, said",
    [
        (("Ann Lee",), 0, "Lee 2026"),
        (("Ann Lee", "Bo Wu"), 0, "Lee and Wu 2026"),
        (("Ann Lee", "Bo Wu"), 1, "Lee et al. 2026"),
        (("Ann Lee", "Bo Wu", "C"), 0, "Lee et al. 2026"),
        ((), 0, "One two three four … 2026"),
    ],
)
def test_a_paper_in_running_text(authors: tuple[str, ...], left: int, said: str) -> None:
    """By its authors and year; without authors by its title."""
    assert short(paper(title="One two three four five", authors=authors, authors_left=left)) == said
