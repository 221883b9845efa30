"""Works that are one across sources: arXiv ids, DOIs, titles with authors."""

from __future__ import annotations

import doctest
from html import escape
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_builder.sources import same_work as module
from wiki_builder.sources.same_work import (
    Work,
    Works,
    doi_of,
    family_names,
    normal_title,
    same_work,
)

TITLE = "Credit Assignment in Long Tasks"
LONG = f"{TITLE} by Learned Models of Reward"
CHINESE = "大语言模型中的信用分配研究综述"
LEE = ("Ann Lee",)
SICI = "10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O"


@pytest.mark.parametrize(
    "written, doi",
    [
        ("10.1038/S41586-026-01234-5", "10.1038/s41586-026-01234-5"),
        ("https://doi.org/10.1038/s41586-026-01234-5", "10.1038/s41586-026-01234-5"),
        ("https://dx.doi.org/10.1000/abc?x=1#p", "10.1000/abc"),
        ("doi: 10.1000/abc.", "10.1000/abc"),
        ("(see 10.1000/abc).", "10.1000/abc"),
        ("10.1016/S0140-6736(05)17718", "10.1016/s0140-6736(05)17718"),
        ("10.1016/0003-4916(63)90068(7)", "10.1016/0003-4916(63)90068(7)"),
        (
            "https://biorxiv.org/content/10.1101/2024.05.01.592001v2?rss=1",
            "10.1101/2024.05.01.592001",
        ),
        (
            "https://www.medrxiv.org/content/10.64898/2026.01.02.26343000v1.full.pdf",
            "10.64898/2026.01.02.26343000",
        ),
        (f"{SICI}.", SICI.lower()),
        (f"https://doi.org/{quote(SICI)}?af=R", SICI.lower()),
        (f"doi:{escape(SICI)}", SICI.lower()),
        ("<doi>10.1000/abc</doi>", "10.1000/abc"),
        ("https://arxiv.org/abs/2605.02801", None),
        ("10.1/abc", None),
        ("10.1000/:.", None),
        ("", None),
    ],
)
def test_a_doi_in_any_form(written: str, doi: str | None) -> None:
    """A DOI has one normal form, whatever stands around it and without a preprint's version."""
    assert doi_of(written) == doi


@pytest.mark.parametrize(
    "one, other",
    [
        ("Credit Assignment: A Survey", "CREDIT ASSIGNMENT — a survey"),
        (r"$\alpha$-Net for {B}ERT", "α-net for BERT"),
        (r"Schr\"odinger bridges", "Schrödinger Bridges"),
        (r"\emph{Fast} <i>and</i> Frugal", "Fast and frugal"),
        ("Graphs &amp; Trees", "Graphs and Trees".replace(" and", "")),
        ("O’Neil's  test\n of x", "ONeils test of X"),
        ("ﬁne tuning", "Fine-Tuning"),
        ("大语言模型：综述", "大语言模型 综述"),
    ],
)
def test_one_title_in_several_spellings(one: str, other: str) -> None:
    """Case, accents, markup, TeX and signs tell no titles apart."""
    assert normal_title(one) == normal_title(other) != ""


@pytest.mark.parametrize(
    "one, other", [("GPT-4 report", "GPT-4.5 report"), ("Part I", "Part II"), ("C++", "C#x")]
)
def test_titles_that_differ(one: str, other: str) -> None:
    """Digits and words tell titles apart."""
    assert normal_title(one) != normal_title(other)


def test_family_names_in_both_orders() -> None:
    """A family name is the same in both orders, with particles, initials and suffixes."""
    assert (
        family_names(["Ann van den Berg", "J. Lee Jr."])
        == family_names(["van den Berg, Ann", "Lee, Jr."])
        == {"berg", "lee"}
    )
    assert family_names(["王小明", "", "—"]) == {"王小明"}


@pytest.mark.parametrize(
    "one, other, by",
    [
        (Work("arxiv:2605.02801", "x"), Work("https://arxiv.org/pdf/2605.02801v3", "y"), "arxiv"),
        (
            Work("arxiv:2605.02801", "x"),
            Work("k", "y", ids=("10.48550/arXiv.2605.02801",)),
            "arxiv",
        ),
        (Work("arxiv:2605.02801", TITLE, LEE), Work("arxiv:2605.02802", TITLE, LEE), None),
        (
            Work("a", "x", ids=("10.1000/A",)),
            Work("b", "y", ids=("https://doi.org/10.1000/a",)),
            "doi",
        ),
        (Work("a", TITLE, LEE, ("10.1000/a",)), Work("b", TITLE, LEE, ("10.1000/b",)), None),
        (Work("a", TITLE, LEE, ("10.1101/a",)), Work("b", TITLE, LEE, ("10.1038/b",)), "title"),
        (Work("arxiv:2605.02801", TITLE, LEE), Work("b", TITLE.upper(), ("Lee, A.",)), "title"),
        (Work("a", TITLE, LEE), Work("b", TITLE, ("Bo Xu",)), None),
        (Work("a", "Editorial", LEE), Work("b", "Editorial", LEE), None),
        (Work("a", TITLE), Work("b", TITLE, LEE), None),
        (Work("a", LONG), Work("b", LONG.lower(), LEE), "title"),
        (Work("a", CHINESE, ("王小明",)), Work("b", CHINESE, ("王小明",)), "title"),
        (Work("a", ""), Work("b", ""), None),
    ],
)
def test_what_makes_two_descriptions_one_work(one: Work, other: Work, by: str | None) -> None:
    """Ids settle it in both directions; a title needs length and an author in common."""
    assert same_work(one, other) == same_work(other, one) == by
    works = Works()
    works.add(one)
    found = works.find(other)
    assert (found.by if found else None) == by


def test_an_id_is_found_before_a_title() -> None:
    """A work is found by what is strongest, not by what was added first."""
    works = Works()
    works.add(Work("a", TITLE, LEE))
    works.add(Work("b", "Another Name of It", LEE, ("10.1000/b",)))
    found = works.find(Work("c", TITLE, LEE, ("10.1000/b",)))
    assert found
    assert (found.work.key, found.by) == ("b", "doi")


@settings(deadline=None)
@given(st.text(max_size=80))
def test_a_normal_title_is_normal(title: str) -> None:
    """The normal form of a normal form is itself."""
    once = normal_title(title)
    assert normal_title(once) == once


@settings(deadline=None)
@given(st.text(max_size=60))
def test_a_doi_of_a_doi(text: str) -> None:
    """The normal form of a DOI is read as itself."""
    if doi := doi_of(f"10.1000/{text}"):
        assert doi_of(doi) == doi


def test_the_example_of_the_docstring() -> None:
    """What the module shows is what happens."""
    assert doctest.testmod(module).failed == 0
    assert doctest.testmod(module).attempted >= 4
