"""Lists of works: BibTeX of several programs, and the JSON lines of daily-arXiv repositories."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_builder.library.bibtex import latex
from wiki_builder.sources.bibliography import (
    Reference,
    Unusable,
    from_bibtex,
    from_json_lines,
)

# as each program writes it; the works are made up
ZOTERO = r"""
@misc{goedel_paper_2024,
	title = {A {Paper} about {GRPO}: 50\% of $x^2$},
	copyright = {arXiv.org perpetual},
	url = {http://arxiv.org/abs/2403.00001},
	doi = {10.48550/arXiv.2403.00001},
	abstract = {We say \textit{something}.},
	number = {{arXiv}:2403.00001},
	publisher = {{arXiv}},
	author = {G{\"o}del, Kurt and Lovelace, Ada},
	month = mar,
	date = {2024-03-01},
	note = {{arXiv}:2403.00001 [cs]},
}
"""
JABREF = r"""
@Comment{jabref-meta: databaseType:biblatex;}
@String{neurips = {NeurIPS}}
@InProceedings{Lovelace2019,
  author    = {Lovelace, Ada and others},
  booktitle = neurips,
  title     = {Engines},
  year      = 2019,
  doi       = {https://doi.org/10.1145/3292500.3330701},
  groups    = {read},
}
@Article{Old1996, author={Kurt G\"odel}, title={Old}, eprint={hep-th/9601001}, eprinttype={arxiv}}
"""
SCHOLAR = (
    "@article{v, title={Of Scholar}, author={A. Vaswani and Shazeer, N.},"
    " journal={arXiv preprint arXiv:1706.03762}, year={2017}}"
)


def test_zotero_is_read() -> None:
    """LaTeX becomes text, names become names, and a DOI of arXiv is its id and no DOI."""
    assert from_bibtex(ZOTERO) == [
        Reference(
            "goedel_paper_2024",
            "A Paper about GRPO: 50% of $x^2$",
            ("Kurt Gödel", "Ada Lovelace"),
            "2024",
            "arxiv:2403.00001",
            "",
            "We say something.",
        )
    ]


def test_jabref_is_read() -> None:
    """Its comments are none of its works, its strings stand for what they say."""
    engines, old = from_bibtex(JABREF)
    assert engines == Reference(
        "Lovelace2019", "Engines", ("Ada Lovelace",), "2019", "", "10.1145/3292500.3330701"
    )
    assert isinstance(old, Reference)
    assert (old.arxiv, old.authors) == ("arxiv:hep-th/9601001", ("Kurt Gödel",))


def test_an_id_may_stand_in_the_journal() -> None:
    """As Google Scholar has it."""
    (one,) = from_bibtex(SCHOLAR)
    assert isinstance(one, Reference)
    assert (one.arxiv, one.authors) == ("arxiv:1706.03762", ("A. Vaswani", "N. Shazeer"))


@pytest.mark.parametrize(
    "field",
    [
        "eprint={2403.00001v2}",
        "url={https://arxiv.org/pdf/2403.00001v1.pdf}",
        "doi={10.48550/ARXIV.2403.00001}",
        "journal={CoRR}, note={abs/2403.00001}",
        "journal={CoRR}, volume={abs/2403.00001}",
        "arxivId={2403.00001}",
        "howpublished={\\url{https://arxiv.org/abs/2403.00001}}",
        "url={https://huggingface.co/papers/2403.00001}",
    ],
)
def test_where_an_id_may_stand(field: str) -> None:
    """Without its version: the permanent id."""
    (one,) = from_bibtex(f"@misc{{a, title={{T}}, {field}}}")
    assert isinstance(one, Reference)
    assert one.arxiv == "arxiv:2403.00001"


@pytest.mark.parametrize(
    "note, arxiv",
    [
        ("Comment on arXiv:2403.00001", ""),
        ("Extends arXiv:2403.00001", ""),
        ("10 pages, see also arXiv:2403.00001", ""),
        ("Code for https://arxiv.org/abs/2403.00001", ""),
        ("Comment: 10 pages. arXiv:2403.00001 [cs.CL]", "arxiv:2403.00001"),
        ("Version 1 of arXiv:2403.00001", "arxiv:2403.00001"),
        ("Under review, arXiv:2403.00001", "arxiv:2403.00001"),
        ("Corrected typos; extended version, arXiv:2403.00001", "arxiv:2403.00001"),
        ("Comments on an older draft. arXiv:2403.00001", "arxiv:2403.00001"),
        ("Reply to the paper of Lee et al. (arXiv:2403.00001)", ""),
        ("Supplementary material for arXiv:2403.00001", ""),
        ("arXiv:2403.00001, a reply to arXiv:2403.00002", "arxiv:2403.00001"),
    ],
)
def test_an_entry_is_not_the_paper_that_its_note_speaks_of(note: str, arxiv: str) -> None:
    """A comment on a paper, or what goes on from it, is another work."""
    (one,) = from_bibtex(f"@misc{{a, title={{T}}, note={{{note}}}}}")
    assert isinstance(one, Reference)
    assert one.arxiv == arxiv


@pytest.mark.parametrize(
    "around",
    ["<{}>", "$<${}$>$", "{{\\textless}}{}{{\\textgreater}}", "\\textless {}\\textgreater{{}}"],
)
def test_an_old_doi_of_wiley_is_whole(around: str) -> None:
    """Its ``<`` and ``>`` are kept, however LaTeX has them."""
    doi = f"10.1002/(SICI)1097-4571(199806)49:8{around.format('693::AID-ASI4')}3.0.CO;2-O"
    (one,) = from_bibtex(f"@misc{{a, title={{T}}, doi={{{doi}}}}}")
    assert isinstance(one, Reference)
    assert one.doi == "10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-o"


@pytest.mark.parametrize(
    "title", ["A <b> & {x} ~ \\y | z^2_0", "Costs $5, 50% of a<b", "Größe \u8bb0 'q'"]
)
def test_what_was_written_as_bibtex_is_read_as_it_was(title: str) -> None:
    """A title of our own export comes in again to the letter: signs have names there."""
    (one,) = from_bibtex(f"@misc{{a,\n  title = {{{latex(title, protect=True)}}},\n}}")
    assert isinstance(one, Reference)
    assert one.title == title


def test_a_tie_is_a_space_and_et_al_is_nobody() -> None:
    """``Figure~1`` has two words, and ``et al.`` is no author."""
    (one,) = from_bibtex("@misc{a, title={In Figure~1}, author={Ann Lee and et al.}}")
    assert isinstance(one, Reference)
    assert (one.title, one.authors) == ("In Figure 1", ("Ann Lee",))


@pytest.mark.parametrize("doi", ["10.1000/a\\_b", "10.1000/a{\\_}b"])
def test_a_doi_is_known_however_its_signs_are_escaped(doi: str) -> None:
    """As Mendeley and LaTeX have it."""
    (one,) = from_bibtex(f"@misc{{a, title={{T}}, doi={{{doi}}}}}")
    assert isinstance(one, Reference)
    assert one.doi == "10.1000/a_b"


def test_an_accent_on_a_dotless_i_is_one_letter() -> None:
    """``{\\'\\i}`` is an í, as elsewhere, so that names are found equal."""
    (one,) = from_bibtex("@misc{a, title={T}, author={Mart{\\'\\i}nez, Jos{\\'e}}}")
    assert isinstance(one, Reference)
    assert one.authors == ("José Martínez",)


def test_an_old_ids_archive_may_stand_beside_it() -> None:
    """As Mendeley has it."""
    text = "@misc{a, title={T}, archivePrefix={arXiv}, eprint={0309136}, primaryClass={math.GT}}"
    (one,) = from_bibtex(text)
    assert isinstance(one, Reference)
    assert one.arxiv == "arxiv:math/0309136"


def test_an_eprint_elsewhere_is_no_id() -> None:
    """A number of another archive that looks like one is not arXiv's."""
    (one,) = from_bibtex("@misc{a, title={T}, eprint={2403.00001}, eprinttype={pubmed}}")
    assert isinstance(one, Reference)
    assert one.arxiv == ""


def test_a_broken_entry_harms_itself_alone() -> None:
    """It is named; what stands before and behind it is read."""
    deep = "{" * 5_000 + "x" + "}" * 5_000
    text = f"{SCHOLAR}\n@book{{b, title={{Unclosed, author={{X}}\n@misc{{n, year={{1}}}}\n"
    text += f"@misc{{deep, title={{{deep}}}}}\n@book{{k, title={{After}}}}\n"
    found = from_bibtex(text)
    assert {one.name: type(one) for one in found} == {
        "v": Reference, "b": Unusable, "n": Unusable, "deep": Unusable, "k": Reference,
    }  # fmt: skip
    reasons = {one.name: one.reason for one in found if isinstance(one, Unusable)}
    assert reasons["n"] == "it has neither an arXiv id nor a title"
    assert "braces" in reasons["deep"]


def test_an_id_is_enough() -> None:
    """arXiv knows the title; an entry of which nothing can be read is named, though it has no
    key.
    """
    only, none = from_bibtex("@misc{a, eprint={2605.02801}}\n@misc{, title={No key}}\n")
    assert isinstance(only, Reference)
    assert (only.arxiv, only.title) == ("arxiv:2605.02801", "")
    assert none == Unusable("an entry without a key", "this entry is no BibTeX that can be read")


@settings(deadline=None, max_examples=40)
@given(st.text(alphabet='@{}(),="\\ab#\n ', max_size=120))
def test_no_file_stops_an_import(text: str) -> None:
    """Whatever it holds, its entries are read or named."""
    for one in from_bibtex(text):
        assert isinstance(one, Reference | Unusable)


def test_a_name_that_no_string_defines_is_itself() -> None:
    """Names of months and journals that the file does not define stop nothing, and those that go in
    a circle or grow without end are cut.
    """
    grows = "".join(f"@string{{s{n + 1} = {' # '.join([f's{n}'] * 10)}}}\n" for n in range(12))
    text = (
        "@string{c = c # c}\n@string{s0 = {ha}}\n@string{j = {Journal of }}\n"
        + grows
        + "@article{a, title={One}, month=sept, journal=jmlr}\n"
        + "@article{b, title=j # foo # { two}}\n@article{c, title=c}\n@article{d, title=s12}\n"
    )
    one, two, circle, long = from_bibtex(text)
    assert isinstance(one, Reference)
    assert one.title == "One"
    assert isinstance(two, Reference)
    assert two.title == "Journal of foo two"
    assert isinstance(circle, Reference)
    assert set(circle.title) == {"c"}
    assert isinstance(long, Reference)
    assert 0 < len(long.title) <= 20_000


def test_a_file_may_call_a_month_what_it_likes(caplog: pytest.LogCaptureFixture) -> None:
    """Its own words count, and nothing is said of it."""
    text = '@string{jan = "Enero"}\n@article{a, title = jan, year = 2020}\n'
    assert from_bibtex(text) == [Reference("a", "Enero", year="2020")]
    assert not caplog.records


def test_signs_that_end_a_line_elsewhere_end_no_line_of_json() -> None:
    """A line may hold U+2028, and half of a pair of surrogates becomes a question mark."""
    line = '{"id": "2605.02801", "title": "one\u2028two \\ud800", "authors": ["A\\udc00 B"]}\n'
    (found,) = from_json_lines(line)
    assert isinstance(found, Reference)
    assert (found.title, found.authors) == ("one two ?", ("A? B",))


def test_lines_of_a_daily_repository_are_read() -> None:
    """With and without metadata; what a model said of them is not looked at."""
    lines = [
        json.dumps({"id": "2503.13906", "date": "2025-03-19", "AI": {"tldr": "x"}}),
        json.dumps(
            {"abs": "https://arxiv.org/abs/2504.10458", "title": "T\n U", "authors": ["A B"],
             "summary": "Said."}
        ),
        "",
        "{broken",
        "[1]",
        json.dumps({"AI": 3}),
    ]  # fmt: skip
    assert from_json_lines("\n".join(lines)) == [
        Reference("line 1", year="2025", arxiv="arxiv:2503.13906"),
        Reference("line 2", "T U", ("A B",), "", "arxiv:2504.10458", "", "Said."),
        Unusable("line 4", "it is no JSON"),
        Unusable("line 5", "it is no object with an id"),
        Unusable("line 6", "it has neither an arXiv id nor a title"),
    ]


def test_authors_are_parted_by_and_in_capitals_too() -> None:
    """BibTeX minds no case there."""
    (one,) = from_bibtex("@misc{a, title={T}, author={Lovelace, Ada AND Kurt Gödel}}")
    assert isinstance(one, Reference)
    assert one.authors == ("Ada Lovelace", "Kurt Gödel")
