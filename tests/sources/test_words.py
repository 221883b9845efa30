"""White space, authors, and the prefix that must never reach a page."""

from __future__ import annotations

import pytest

from wiki_builder.sources.fields import (
    announce_type,
    collapse,
    creators,
    description,
    paragraphs,
)
from wiki_builder.sources.ids import ArxivId


@pytest.mark.parametrize(
    "written",
    [
        "arXiv:2609.26811v1 Announce Type: new \nAbstract: We show it.",
        "arXiv:2609.26811v1 Announce Type: new Abstract: We show it.",
        "arXiv:2609.26811v1 Announce Type: newAbstract: We show it.",
        "arXiv:2609.26811v1 Announce Type: new\r\nAbstract:\nWe show it.",
        "  \n arXiv:2609.26811v1  Announce Type:new\nAbstract:  We show it.",
        "<p>arXiv:2609.26811v1 Announce Type: new <br/>Abstract: We show it.",
        "arXiv:2609.26811v1 Announce Type: new \\nAbstract: We show it.",
        (
            "arXiv:2609.26811v1 Announce Type: new \narXiv:2609.26811v1 Announce Type: new"
            " \nAbstract: We show it."
        ),
        "ARXIV:2609.26811v1 ANNOUNCE TYPE: NEW \nABSTRACT: We show it.",
        "arXiv:2609.26811v1 Announce Type: new \nWe show it.",
    ],
)
def test_the_prefix_is_taken_off_in_all_its_forms(written: str) -> None:
    """``arXiv:… Announce Type: … Abstract:`` is parsed into fields and never reaches a page."""
    said = description(written)
    assert said.paper == ArxivId("2609.26811", 1)
    assert said.type == "new"
    assert collapse(said.abstract) == "We show it."


@pytest.mark.parametrize("kind", ["new", "cross", "replace", "replace-cross"])
def test_every_announce_type_is_read(kind: str) -> None:
    """``replace-cross`` is not taken for ``replace``."""
    said = description(f"arXiv:math/0309136v2 Announce Type: {kind} \nAbstract: x")
    assert (said.type, said.paper, said.abstract) == (kind, ArxivId("math/0309136", 2), "x")


def test_a_prefix_without_version_states_none() -> None:
    """Where the source does not say which version it is, none is made up."""
    assert description("arXiv:2605.02801 Announce Type: new \nAbstract: x").paper == ArxivId(
        "2605.02801"
    )


@pytest.mark.parametrize(
    "abstract", ["", "Abstract: thinking about abstracts.", "arXiv:2609.26811v1 is our data."]
)
def test_an_abstract_without_prefix_stays_as_it_is(abstract: str) -> None:
    """Words that only resemble the prefix belong to the abstract."""
    said = description(abstract)
    assert (said.paper, said.type, said.abstract) == (None, None, abstract)


def test_an_empty_abstract_leaves_nothing_of_the_prefix() -> None:
    """An item may have no abstract at all."""
    assert description("arXiv:2609.26811v1 Announce Type: replace \nAbstract: ").abstract == ""


def test_a_replacement_of_the_abstract_alone_is_a_replacement() -> None:
    """arXiv knows the type ``absonly``, too; what it does not know is no type."""
    assert announce_type(" absonly ") == "replace"
    assert announce_type("withdrawn") is None


@pytest.mark.parametrize(
    "written, names",
    [
        ("Ada Lovelace, Kurt Gödel", ("Ada Lovelace", "Kurt Gödel")),
        ("", ()),
        ("DeepMind", ("DeepMind",)),
        ("NVIDIA, :, Hassan Abu Alhaija", ("NVIDIA", ":", "Hassan Abu Alhaija")),
        ("Sammy Davis, Jr., Ada Lovelace", ("Sammy Davis, Jr.", "Ada Lovelace")),
        ("José F. Rodrigues-Jr, Henry Gates, III", ("José F. Rodrigues-Jr", "Henry Gates, III")),
        ("Ada Lovelace (MIT, CSAIL), Kurt Gödel (IAS)", ("Ada Lovelace", "Kurt Gödel")),
        ("(ATLAS Collaboration), Ada Lovelace", ("(ATLAS Collaboration)", "Ada Lovelace")),
        ("A. One (for the ALICE Collaboration), B. Two", ("A. One", "B. Two")),
        ("Half (open, B. Two", ("Half (open", "B. Two")),
        ("Half) closed, B. Two", ("Half) closed", "B. Two")),
        ("Wei Li, Wei Li", ("Wei Li", "Wei Li")),
        ("Antonio Leitão Filho; Allan Barros", ("Antonio Leitão Filho; Allan Barros",)),
        (" Ada\n  Lovelace ,, Kurt Gödel, ", ("Ada Lovelace", "Kurt Gödel")),
    ],
)
def test_authors_are_parted_with_care(written: str, names: tuple[str, ...]) -> None:
    """One comma-joined string holds suffixes, affiliations, collaborations and a colon."""
    assert creators(written) == names


def test_thousands_of_authors_are_read() -> None:
    """A collaboration's paper has 3,303 authors."""
    names = tuple(f"Author {n}" for n in range(3303))
    assert creators(", ".join(names)) == names


def test_paragraphs_are_kept_and_hard_wrapped_lines_joined() -> None:
    """A blank line or an indented one begins a paragraph; other line ends are only wrapped."""
    assert paragraphs("  We show\nthat it\nholds.\n  Second one\nhere.\n\nThird.\n") == (
        "We show that it holds.\n\nSecond one here.\n\nThird."
    )


def test_what_looks_like_markup_survives() -> None:
    """Abstracts hold ``<answer>``, braces, backslashes and money; none of it is read as markup."""
    text = r"We print <answer> {x} at $500 with {{\mu}U} and \textit{so}."
    assert paragraphs(text) == text
    assert description(f"arXiv:2609.26811v1 Announce Type: new \nAbstract: {text}").abstract == text


def test_no_sign_reorders_what_stands_around_a_field() -> None:
    """A category, a name or a title with a bidirectional override is that text without it."""
    assert collapse("cs.\u202eIA\u202c \u2066x\u2069") == "cs.IA x"
