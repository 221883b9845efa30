"""The API: papers by id, what was submitted in a span of time, and what is no answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice

import arxiv as package
import pytest

from tests.loopback.arxiv import LoopbackArxiv
from tests.sources.helpers import API, quick_client, recorded_api, row
from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.http.client import BadAnswer, Response
from wiki_builder.core.values.announcement import Announcement
from wiki_builder.demo.apiwriter import api_error
from wiki_builder.sources.addresses import API_PAGE
from wiki_builder.sources.arxiv_api import (
    Missing,
    Package,
    QueryResult,
    RefusedQuery,
    announcement,
    by_ids,
    read_api_page,
    submitted_between,
    submitted_query,
)

QUERIES = {  # how many entries each recorded page holds
    "q_testing_s0_m100_cfe7536492ca.json": 100,
    "q_testing_s0_m10_bc5a6c384fe9.json": 10,
    "q_testing_s0_m15_80c242b59d59.json": 15,
    "q_testing_s10_m10_34e56e15aaac.json": 10,
    "q_testing_s20_m10_348a237fecab.json": 10,
    "q_testing_s30_m10_f2e39f0143dc.json": 10,
    "q_testing_s40_m10_96dd32eb854c.json": 10,
    "q_testing_s50_m10_7f488ab8598c.json": 10,
    "q_testing_s5_m10_c0e94a259d4a.json": 10,
    "q_testing_s5_m15_bbcf6b23085b.json": 15,
    "q_testing_s9_m15_0b78d4b4d476.json": 15,
    "old2016_search_query_au_del_maestro.xml": 10,
}
IDS = {  # which papers each recorded answer holds
    "id_0000.0000_s0_m100_8b51d9633a68.json": [],
    "id_0808.05394_1707.08567_s0_m100_42e5aa0ec3af.json": ["arxiv:1707.08567"],
    "id_0808.05394_s0_m100_7b0c7d0a7cdd.json": [],
    "id_1605.08386_s0_m100_199195aa31ad.json": ["arxiv:1605.08386"],
    "id_1707.08567_s0_m100_6a1afebfc6a3.json": ["arxiv:1707.08567"],
    "id_2104.12255v1_s0_m100_6ae69987ffe1.json": ["arxiv:2104.12255"],
    "id_astro-ph_0601001_s0_m100_3150dca9dc76.json": ["arxiv:astro-ph/0601001"],
    "id_quant-ph_0201082v1_s0_m100_86989fe779ef.json": ["arxiv:quant-ph/0201082"],
    "old2016_id_list_1111.2011v2.xml": ["arxiv:1111.2011"],
}
BAD_ID = "id_abc_s0_m100_b79c8dcf6bc3.json"
RECORDED = (*QUERIES, *IDS, BAD_ID)

START, END = datetime(2026, 5, 1, 18, tzinfo=UTC), datetime(2026, 5, 4, 18, tzinfo=UTC)
MIDDLE = START + timedelta(hours=12)


def atom(body: bytes, status: int = 200, type: str = "application/atom+xml") -> Response:
    return Response("https://export.arxiv.org/api/query", status, {"content-type": type}, body)


def rows(response: Response) -> tuple[Announcement, ...]:
    """The papers of one answer, as the package reads it."""
    entries = read_api_page(response).entries
    return tuple(map(announcement, islice(results(response), len(entries))))


def results(response: Response) -> Iterator[package.Result]:
    reader = Package(lambda url: response.content, response.url, API_PAGE)
    return iter(reader.results(package.Search(max_results=None)))


@pytest.mark.parametrize("name", QUERIES)
def test_a_recorded_page_is_read_whole(name: str) -> None:
    """Every entry of a page becomes a row with id, version, day and words."""
    page, papers = read_api_page(recorded_api(name).response), rows(recorded_api(name).response)
    assert len(papers) == len(page.entries) == QUERIES[name]
    assert page.total == (31 if name.startswith("old2016") else 214_881)
    for found in papers:
        version = found.version
        assert re.fullmatch(r"arxiv:[\w./-]+", found.id)
        assert version.number
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", version.submitted or "")
        assert all((version.title, version.abstract, version.authors, version.categories))
        assert "arXiv Query" not in version.title
        assert found.types == ()


@pytest.mark.parametrize("name", IDS)
def test_a_recorded_answer_by_id_is_read(name: str) -> None:
    """Known ids give their papers and unknown ones nothing, without an error."""
    assert [found.id for found in rows(recorded_api(name).response)] == IDS[name]
    assert read_api_page(recorded_api(name).response).total == len(IDS[name])


def test_a_recorded_bad_id_is_refused_by_arxiv() -> None:
    """A well-formed feed of one entry titled ``Error`` is no paper of that title."""
    with pytest.raises(RefusedQuery, match="incorrect id format for abc") as error:
        read_api_page(recorded_api(BAD_ID).response)
    assert error.value.said == "incorrect id format for abc"


def test_the_fields_of_an_entry_are_those_of_arxiv() -> None:
    """Version from the entry's id, its own day, comment, journal and DOI;
    hard-wrapped lines joined.
    """
    (found,) = rows(recorded_api("old2016_id_list_1111.2011v2.xml").response)
    version = found.version
    assert (version.number, version.submitted) == (2, "2012-04-02")
    assert (
        version.title
        == "Quantum Criticality for Extended Nodes on a Bethe Lattice in the Large Connectivity"
        " Limit"
    )
    assert version.abstract.startswith(
        "Theoretical description of anisotropic systems, such as layered superconductors"
    )
    assert "\n" not in version.abstract
    assert version.categories == ("cond-mat.str-el", "cond-mat.stat-mech")
    assert version.comment == "8 pages, 3 figures. Published version"
    assert version.journal_ref == "Phys. Rev. B 85, 115117 (2012)"
    assert version.doi == "10.1103/PhysRevB.85.115117"
    assert (version.announced, version.licence) == (None, None)


def test_a_paper_titled_zero_has_a_title() -> None:
    """A title that is false to Python is a title all the same."""
    (found,) = rows(recorded_api("id_2104.12255v1_s0_m100_6ae69987ffe1.json").response)
    assert found.version.title == "0"


def test_paragraphs_of_an_abstract_are_kept() -> None:
    """The API indents a line to begin a paragraph."""
    papers = rows(recorded_api("q_testing_s0_m100_cfe7536492ca.json").response)
    assert any("\n\nObjective. In this systematic r" in one.version.abstract for one in papers)


def test_affiliations_are_no_part_of_a_name() -> None:
    """The package parts an author's name from the affiliation; the name alone is kept."""
    papers = rows(recorded_api("q_testing_s0_m100_cfe7536492ca.json").response)
    names = {name for found in papers for name in found.version.authors}
    assert not {"LRI", "IBISC"} & names


def test_the_primary_category_comes_first_and_codes_stay() -> None:
    """MSC and ACM codes stand among the categories as one string; none is lost or split."""
    result = package.Result(
        "http://arxiv.org/abs/2605.02801v1",
        updated=MIDDLE,
        primary_category="cs.LG",
        categories=["cs.AI", "cs.LG", "68T45, 62H30", "I.2.7"],
    )
    assert announcement(result).version.categories == ("cs.LG", "cs.AI", "68T45, 62H30", "I.2.7")


@pytest.mark.parametrize(
    "response, why",
    [
        (atom(b"Rate exceeded.", type="text/plain"), "Rate exceeded."),
        (atom(b"Rate exceeded."), "Rate exceeded."),
        (atom(b"<html/>", type="text/html"), "text/html"),
        (atom(b"<rss/>"), "<rss>"),
        (atom(b'<feed xmlns="http://www.w3.org/2005/Atom"/>'), "promises no total"),
        (atom(api_error("backend"), status=200), "Error entry: backend"),
        (atom(b'<feed xmlns="http://www.w3.org/2005/Atom"/>', status=400), "answered 400"),
    ],
)
def test_what_is_no_answer_is_refused(response: Response, why: str) -> None:
    """The package takes each of these for "no results"; here none of them counts."""
    with pytest.raises(BadAnswer, match=re.escape(why)):
        read_api_page(response)


@pytest.mark.parametrize("at", [1000, 3000, 100_000, -2])
def test_a_cut_page_is_no_page(at: int) -> None:
    """The package gives the entries before the cut and no error; here the page does not count."""
    recorded = recorded_api("q_testing_s0_m100_cfe7536492ca.json").response
    body = recorded.content.rstrip()[:at]
    next(results(replace(recorded, content=body)), None)
    with pytest.raises(BadAnswer):
        read_api_page(replace(recorded, content=body))


def test_fewer_entries_than_promised_are_no_answer() -> None:
    """An empty page in the middle of a query is a known fault of arXiv's."""
    with pytest.raises(BadAnswer, match="10 entries came where a total of 214,881 promises 12"):
        read_api_page(recorded_api("q_testing_s0_m10_bc5a6c384fe9.json").response, 0, 12)


@pytest.mark.parametrize("number", range(5))
def test_an_entry_that_cannot_be_read_is_named_and_harms_no_other(number: int) -> None:
    """The package drops an entry without a date in silence; here it is a problem with a name,
    wherever on a page it stands.
    """
    with LoopbackArxiv() as arxiv:
        fill(arxiv, 5)
        right = arxiv.answer

        def undated(path: str, query: dict[str, str]) -> object:
            answer, id_ = right(path, query), f"2605.0000{number}v1".encode()
            before, found, behind = answer.body.partition(b"/abs/" + id_)
            behind = re.sub(rb"<published>[^<]*</published>", b"", behind, count=1)
            return replace(answer, body=before + found + behind) if found else answer

        arxiv.answer = undated  # type: ignore[assignment,method-assign]  # arXiv's moods are not in the fake
        found = ask(arxiv, page_size=2)
    assert (len(found.rows), len(found.problems), found.total) == (4, 1, 5)
    assert f"2605.0000{number}" in found.problems[0]


# --- By id -------------------------------------------------------------------


def test_papers_come_by_the_ids_as_they_were_given() -> None:
    """A version gives that version, none gives the latest, and each wrong id gives its reason."""
    with LoopbackArxiv() as arxiv, quick_client() as client:
        for number in (1, 2, 3):
            arxiv.submit(row("2605.02801", number=number), MIDDLE)
        arxiv.submit(row("astro-ph/0601001"), MIDDLE)
        given = [
            "2605.02801",
            "https://arxiv.org/abs/2605.02801v2",
            "astro-ph/0601001v1",
            "2605.09999",
            "abc",
        ]
        found = by_ids(client, arxiv.addresses, given)
        assert list(found) == given
        papers = [paper for paper in found.values() if isinstance(paper, Announcement)]
        assert [(paper.id, paper.version.number) for paper in papers] == [
            ("arxiv:2605.02801", 3),
            ("arxiv:2605.02801", 2),
            ("arxiv:astro-ph/0601001", 1),
        ]
        assert found["2605.09999"] == Missing("arXiv does not know this id")
        assert found["abc"] == Missing("'abc' is no arXiv id: it does not look like one")
        assert len(arxiv.log) == 1


def test_a_version_that_does_not_exist_is_missing() -> None:
    """v9 of a paper with one version is not answered with another version."""
    with LoopbackArxiv() as arxiv, quick_client() as client:
        arxiv.submit(row("2605.02801"), MIDDLE)
        assert by_ids(client, arxiv.addresses, ["2605.02801v9"]) == {
            "2605.02801v9": Missing("arXiv does not know version 9, or this id")
        }


def test_no_id_asks_nothing() -> None:
    """Nothing to ask, or only what is no id, costs no request."""
    with LoopbackArxiv() as arxiv, quick_client() as client:
        assert by_ids(client, arxiv.addresses, []) == {}
        by_ids(client, arxiv.addresses, ["abc"])
        assert arxiv.log == []


def test_ids_are_asked_for_a_hundred_at_a_time() -> None:
    """250 ids are three requests, and none asks for more entries than ids."""
    with LoopbackArxiv() as arxiv, quick_client() as client:
        ids = [f"2605.{n:05}" for n in range(1, 251)]
        for id in ids:
            arxiv.submit(row(id), MIDDLE)
        assert all(
            isinstance(paper, Announcement)
            for paper in by_ids(client, arxiv.addresses, ids).values()
        )
        assert [seen.query["max_results"] for seen in arxiv.log] == ["100", "100", "50"]


@pytest.mark.parametrize("said", ["incorrect id format for 2605.00003", "something is wrong"])
def test_an_id_that_arxiv_refuses_harms_no_other(said: str) -> None:
    """A batch that is refused is taken apart until the bad id stands alone."""
    with LoopbackArxiv() as arxiv, quick_client() as client:
        ids = [f"2605.{n:05}" for n in range(1, 9)]
        for id in ids:
            arxiv.submit(row(id), MIDDLE)
        right = arxiv.answer

        def refuse(path: str, query: dict[str, str]) -> object:
            if "2605.00003" in query["id_list"]:
                arxiv.api_error(said, status=400)
            return right(path, query)

        arxiv.answer = refuse  # type: ignore[assignment,method-assign]  # arXiv's moods are not in the fake
        found = by_ids(client, arxiv.addresses, ids)
        assert found.pop("2605.00003") == Missing(f"arXiv says: {said}")
        assert all(isinstance(paper, Announcement) for paper in found.values())


# --- By time -----------------------------------------------------------------


def test_the_query_is_in_gmt_and_names_the_categories() -> None:
    """An archive with subject classes is asked for with a wildcard,
    since ``cat:cs`` finds nothing.
    """
    assert (
        submitted_query(["cs.CL", "hep-th", "math"], START, END)
        == "submittedDate:[202605011800 TO 202605041800] AND (cat:cs.CL OR cat:hep-th OR cat:math"
        " OR cat:math.*)"
    )


def fill(arxiv: LoopbackArxiv, count: int) -> None:
    for n in range(count):
        arxiv.submit(
            row(f"2605.{n:05}", categories=("cs.CL",)), START + timedelta(minutes=n % 4000)
        )


def ask(arxiv: LoopbackArxiv, attempts: int = 3, page_size: int = API_PAGE) -> QueryResult:
    with quick_client(attempts=attempts) as client:
        return submitted_between(
            client, arxiv.addresses, ["cs.CL"], START, END, page_size=page_size
        )


def test_everything_of_a_span_is_found_and_nothing_else() -> None:
    """Both ends belong to it; other categories and other times do not."""
    with LoopbackArxiv() as arxiv:
        arxiv.submit(row("2605.00001"), START)
        arxiv.submit(row("2605.00002"), END)
        arxiv.submit(row("2605.00003"), START - timedelta(minutes=1))
        arxiv.submit(row("2605.00004"), END + timedelta(minutes=1))
        arxiv.submit(row("2605.00005", categories=("cs.CV",)), MIDDLE)
        result = ask(arxiv)
        assert [found.id for found in result.rows] == ["arxiv:2605.00001", "arxiv:2605.00002"]
        assert (result.total, result.query) == (2, submitted_query(["cs.CL"], START, END))
        assert arxiv.log[0].query["sortBy"] == "submittedDate"


def test_nothing_in_a_span_is_an_answer() -> None:
    """A total of zero without entries is right: the empty list of an honest answer."""
    with LoopbackArxiv() as arxiv:
        assert (ask(arxiv).total, ask(arxiv).rows) == (0, ())


def test_pages_are_read_until_the_total_is_there() -> None:
    """5 papers in pages of 2 are three requests, and one page where 2,000 fit."""
    with LoopbackArxiv() as arxiv:
        fill(arxiv, 5)
        assert len(ask(arxiv, page_size=2).rows) == 5
        assert [seen.query["start"] for seen in arxiv.log] == ["0", "2", "4"]
        assert len(ask(arxiv).rows) == 5
        assert arxiv.log[-1].query["max_results"] == "2000"


@pytest.mark.parametrize("fault", ["rate", "429", "503", "cut", "truncate", "error", "garbage"])
def test_a_fault_on_a_page_is_asked_over(fault: str) -> None:
    """Whatever goes wrong once, total promised is total delivered."""
    with LoopbackArxiv() as arxiv:
        fill(arxiv, 30)
        {
            "rate": lambda: arxiv.rate_exceeded(),
            "429": lambda: arxiv.fail("/api/", status=429),
            "503": lambda: arxiv.fail("/api/", status=503, retry_after="3"),
            "cut": lambda: arxiv.cut("/api/", at=3000),
            "truncate": lambda: arxiv.truncate("/api/", at=3000),
            "error": lambda: arxiv.api_error(),
            "garbage": lambda: arxiv.garbage("/api/"),
        }[fault]()
        assert len(ask(arxiv, page_size=20).rows) == 30
        assert len(arxiv.log) == 3


@pytest.mark.parametrize("said", ["rate", "error"])
def test_a_fault_that_stays_is_a_named_failure(said: str) -> None:
    """Over its limit, or in error, arXiv is never taken to have announced nothing."""
    with LoopbackArxiv() as arxiv:
        fill(arxiv, 3)
        arxiv.rate_exceeded(times=9) if said == "rate" else arxiv.api_error("backend down", times=9)
        with pytest.raises(UpstreamError, match=r"Rate exceeded\.|backend down"):
            ask(arxiv, attempts=2)


def test_a_total_that_changes_begins_the_query_anew() -> None:
    """A paper that appears between two pages shifts the rest; all is read again, and whole."""
    with LoopbackArxiv() as arxiv:
        fill(arxiv, 5)
        right = arxiv.answer

        def grow(path: str, query: dict[str, str]) -> object:
            if query["start"] == "2":
                arxiv.submit(row("2605.09999"), START)
            return right(path, query)

        arxiv.answer = grow  # type: ignore[assignment,method-assign]  # the world changes in between
        result = ask(arxiv, page_size=2)
        assert (result.total, len(result.rows)) == (6, 6)


def test_a_total_that_never_rests_is_a_named_failure() -> None:
    """If no reading is whole, none is accepted."""
    with LoopbackArxiv() as arxiv:
        fill(arxiv, 5)
        right = arxiv.answer

        def grow(path: str, query: dict[str, str]) -> object:
            arxiv.submit(row(f"2605.{90000 + len(arxiv.log)}"), START)
            return right(path, query)

        arxiv.answer = grow  # type: ignore[assignment,method-assign]  # the world changes in between
        with pytest.raises(UpstreamError, match="the total changed from"):
            ask(arxiv, page_size=2)


def test_more_than_arxiv_lists_is_said() -> None:
    """arXiv lists no more than 30,000 of a query: asking for a part would be a silent loss."""
    body = recorded_api("q_testing_s0_m100_cfe7536492ca.json").body
    with LoopbackArxiv() as arxiv:
        arxiv.fail("/api/", status=200, body=body, type="application/atom+xml")
        with pytest.raises(UpstreamError, match="214,881 papers match"):
            ask(arxiv, page_size=100)


def test_a_refused_query_is_final() -> None:
    """What arXiv calls a mistake is not asked again."""
    with LoopbackArxiv() as arxiv:
        arxiv.api_error("malformed query", status=400)
        with pytest.raises(UpstreamError, match="malformed query"):
            ask(arxiv)
        assert len(arxiv.log) == 1


def test_the_recordings_are_of_the_package_we_know() -> None:
    """What the package asks through us is what was asked when the answers were recorded."""
    recorded, asked = recorded_api("id_astro-ph_0601001_s0_m100_3150dca9dc76.json"), list[str]()

    def fetch(url: str) -> bytes:
        asked.append(url)
        return recorded.body

    reader = Package(fetch, recorded.url.partition("?")[0], 100)
    (found,) = reader.results(package.Search(id_list=["astro-ph/0601001"]))
    assert (asked, found.get_short_id()) == ([recorded.url], "astro-ph/0601001v1")
    assert (API / BAD_ID).exists()
