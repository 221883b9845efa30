"""arXiv's OAI-PMH interface: real answers, and what is none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from tests.loopback.arxiv import LoopbackArxiv
from tests.sources.helpers import OAI, quick_client, row
from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.http.client import BadAnswer, Response
from wiki_builder.sources.oai import (
    Harvest,
    OaiPage,
    OaiRecord,
    RefusedByOai,
    authors,
    changed_since,
    read_page,
    set_of,
)

WITHDRAWN = {
    "server_getrecord_withdrawn_0901.3666.xml": 3,
    "server_getrecord_withdrawn_0903.0442.xml": 5,
    "server_getrecord_withdrawn_0906.3336.xml": 2,
}
REFUSED = {
    "server_error_badArgument.xml": "badArgument",
    "server_error_bad_date.xml": "badArgument",
    "server_error_badResumptionToken.xml": "badResumptionToken",
}
PAGES = ("server_listrecords_arxivraw_p1.xml", "server_listrecords_arxivraw_p2.xml")
NOTHING = "server_error_noRecordsMatch.xml"
VERSIONS = "server_getrecord_versions_arXivRaw_0806.4129.xml"
OTHER_FORMAT = "server_getrecord_versions_arXiv_0806.4129.xml"
LIVE = "arxivraw_20260927_abstracts_cut.xml"
SETS = "server_listsets.xml"
RECORDED = (*WITHDRAWN, *REFUSED, *PAGES, NOTHING, VERSIONS, OTHER_FORMAT, LIVE, SETS)
DAY = date(2026, 5, 5)


def answer(body: bytes, type: str = "text/xml; charset=utf-8") -> Response:
    return Response("https://oaipmh.arxiv.org/oai", 200, {"content-type": type}, body)


def recorded(name: str) -> OaiPage:
    return read_page(answer((OAI / name).read_bytes()))


def test_three_live_records_to_the_field() -> None:
    """Versions with their times, licence and categories; an old paper's second version is one."""
    credit, deepo, catsim = recorded(LIVE).records
    assert credit.id == "arxiv:2609.27532"
    assert credit.changed == date(2026, 9, 25)
    assert [version.number for version in credit.versions] == [1, 2]
    assert credit.versions[1].submitted == datetime(2026, 9, 24, 5, 29, 13, tzinfo=UTC)
    assert credit.latest
    assert credit.latest.authors[:2] == ("Ming Ma", "Yi Zhu")
    assert credit.latest.categories == ("cs.LG", "cs.CL")
    assert credit.latest.licence == "http://creativecommons.org/licenses/by/4.0/"
    assert (credit.latest.number, credit.latest.submitted) == (2, "2026-09-24")
    assert deepo.latest
    assert "zero exactly where" in deepo.latest.abstract
    assert catsim.latest
    assert catsim.latest.authors == ("Geoffrey Z. Thompson", "Ranjan Maitra")
    assert [version.submitted.year for version in catsim.versions] == [2020, 2026]
    assert not any(one.withdrawn for one in (credit, deepo, catsim))


@pytest.mark.parametrize(("name", "versions"), WITHDRAWN.items())
def test_a_withdrawal_is_a_further_version(name: str, versions: int) -> None:
    """A withdrawn paper keeps title and abstract; its last version has no text."""
    (record,) = recorded(name).records
    assert len(record.versions) == versions
    assert [version.empty for version in record.versions] == [False] * (versions - 1) + [True]
    assert record.withdrawn
    assert record.latest
    assert record.latest.title
    assert record.latest.abstract


def test_many_versions_and_no_withdrawal() -> None:
    """Six versions in order, the words of the last one."""
    (record,) = recorded(VERSIONS).records
    assert [version.number for version in record.versions] == [1, 2, 3, 4, 5, 6]
    assert not record.withdrawn
    assert record.latest
    assert record.latest.doi == "10.1063/1.3536454"
    assert record.latest.journal_ref == "AIP Conf.Proc.1316:466-477,2010"


def test_two_pages_and_the_token_between() -> None:
    """A page has a token for the next one, to the byte as it stands there; ids of both kinds."""
    one, two = map(recorded, PAGES)
    assert (len(one.records), len(two.records)) == (8, 8)
    assert one.token == (
        "verb%3DListRecords%26metadataPrefix%3DarXivRaw%26from%3D2011-02-03%26until%3D2012-12-31"
        "%26skip%3D4"
    )
    assert not one.problems + two.problems
    assert "arxiv:hep-th/9901002" in {record.id for record in one.records}


@pytest.mark.parametrize(("name", "code"), REFUSED.items())
def test_an_error_comes_with_status_200(name: str, code: str) -> None:
    """An error is named with arXiv's words, and is no empty day."""
    with pytest.raises(RefusedByOai, match=f"arXiv's OAI says: {code}: The") as refused:
        recorded(name)
    assert refused.value.code == code


def test_no_records_is_no_fault() -> None:
    """``noRecordsMatch`` is an answer: nothing changed."""
    assert recorded(NOTHING) == OaiPage()


def test_another_format_is_named_and_not_read_as_nothing() -> None:
    """A record without arXivRaw is a problem with the paper's id."""
    page = recorded(OTHER_FORMAT)
    assert page.records == ()
    assert page.problems == ("arXiv's OAI says nothing of 0806.4129",)


def test_each_category_has_the_set_that_arxiv_lists() -> None:
    """Groups, archives and subjects make the set's name, as in arXiv's own list of them."""
    sets = set(re.findall(r"<setSpec>(.*?)</setSpec>", (OAI / SETS).read_text("utf-8")))
    names = (
        "cs.LG cs astro-ph astro-ph.CO hep-th quant-ph math.RT math-ph stat.ML q-bio.NC nlin.CD"
        " physics.ao-ph cond-mat.str-el eess.IV econ.EM q-fin.ST gr-qc"
    )
    found = {name: set_of(name) for name in names.split()}
    assert set(found.values()) <= sets
    assert (found["cs.LG"], found["hep-th"]) == ("cs:cs:LG", "physics:hep-th")


@pytest.mark.parametrize(
    ("joined", "names"),
    [
        ("A. Lee, B. Xu and C. Li", ("A. Lee", "B. Xu", "C. Li")),
        ("A. Lee, B. Xu, and C. Li", ("A. Lee", "B. Xu", "C. Li")),
        ("A. Lee (Univ. of X, and Y), B. Xu (Z)", ("A. Lee", "B. Xu")),
        ("Andy Sandoval and Bo Anderson", ("Andy Sandoval", "Bo Anderson")),
        ("", ()),
    ],
)
def test_authors_of_one_string(joined: str, names: tuple[str, ...]) -> None:
    """``and`` parts names, and is no part of one; affiliations are dropped."""
    assert authors(joined) == names


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"Rate exceeded.",
        b"<html><body>busy</body></html>",
        (OAI / LIVE).read_bytes()[:3000],
        b'<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"/>',
        b'<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords/></OAI-PMH>',
        b"<OAI-PMH><error code='noRecordsMatch'/></OAI-PMH>",
        b'<!DOCTYPE x [<!ENTITY e "x">]><OAI-PMH>&e;</OAI-PMH>',
    ],
)
def test_what_is_no_whole_answer_is_no_quiet_day(body: bytes) -> None:
    """Cut, malformed, foreign and empty documents are bad answers."""
    with pytest.raises(BadAnswer):
        read_page(answer(body))


def test_a_page_of_html_is_no_answer() -> None:
    """The type is looked at before the content."""
    with pytest.raises(BadAnswer, match="text/html"):
        read_page(answer((OAI / LIVE).read_bytes(), "text/html"))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("oai:arXiv.org:2609.27532", "oai:arXiv.org:nothing", "names no paper"),
        ("<id>2609.27532</id>", "<id>2609.28570</id>", "its words are of '2609.28570'"),
        ('version="v2"', 'version="two"', "'two' is no version"),
        ("Wed, 23 Sep 2026 08:26:30 GMT", "yesterday", "2609.27532"),
        ("Wed, 23 Sep 2026 08:26:30 GMT", "Fri, 31 Dec 9999 08:26:30 GMT", "9999 is no year"),
        ("<datestamp>2026-09-25", "<datestamp>soon", "2609.27532"),
    ],
)
def test_one_bad_record_harms_only_itself(old: str, new: str, said: str) -> None:
    """A record that cannot be read is named; the others count."""
    page = read_page(answer((OAI / LIVE).read_text("utf-8").replace(old, new, 1).encode()))
    assert len(page.records) == 2
    (problem,) = page.problems
    assert said in problem


def test_a_deleted_record_is_one() -> None:
    """A deleted record has an id and a day, and no words."""
    text = re.sub(
        r"<metadata>.*?</metadata>", "", (OAI / LIVE).read_text("utf-8"), count=1, flags=re.DOTALL
    ).replace("<header>", '<header status="deleted">', 1)
    first = read_page(answer(text.encode())).records[0]
    assert first == OaiRecord("arxiv:2609.27532", date(2026, 9, 25))


# --- Asked over the wire --------------------------------------------------------------


@pytest.fixture
def arxiv() -> Iterator[LoopbackArxiv]:
    with LoopbackArxiv(oai=True) as server:
        yield server


def harvest(arxiv: LoopbackArxiv, *categories: str, since: date = DAY) -> Harvest:
    with quick_client() as client:
        return changed_since(client, arxiv.addresses, categories or ("cs.CL",), since)


def papers(arxiv: LoopbackArxiv, count: int = 7) -> list[str]:
    rows = [row(f"2605.{n:05d}", categories=("cs.CL", "cs.AI")) for n in range(1, count + 1)]
    arxiv.announce(DAY, rows)
    return [one.id for one in rows]


def test_all_pages_are_read_and_each_paper_once(arxiv: LoopbackArxiv) -> None:
    """Pages follow by token; a paper of two sets is one record."""
    ids = papers(arxiv)
    arxiv.oai.page = 3
    found = harvest(arxiv, "cs.CL", "cs.AI")
    assert [record.id for record in found.records] == ids
    assert found.newest == DAY
    assert len(arxiv.log) == 6
    first = arxiv.log[0].query
    assert (first["from"], first["set"], first["metadataPrefix"]) == (
        "2026-05-05",
        "cs:cs:CL",
        "arXivRaw",
    )


def test_a_token_that_has_expired_begins_anew(arxiv: LoopbackArxiv) -> None:
    """At midnight UTC tokens end: the question is asked again from its first page."""
    ids = papers(arxiv)
    arxiv.oai.page, arxiv.oai.expired = 3, 1
    assert [record.id for record in harvest(arxiv).records] == ids
    asked = ["resumptionToken" in seen.query for seen in arxiv.log]
    assert asked == [False, True, False, True, True]


def test_a_token_that_is_never_taken_is_a_failure(arxiv: LoopbackArxiv) -> None:
    """Three times anew, then it is named; a part is not taken for the whole."""
    papers(arxiv)
    arxiv.oai.page, arxiv.oai.expired = 3, 99
    with pytest.raises(UpstreamError, match="badResumptionToken"):
        harvest(arxiv)


def test_a_token_that_leads_in_a_circle_ends(arxiv: LoopbackArxiv) -> None:
    """A server that always gives the same token is named, and not asked for ever."""
    papers(arxiv)
    arxiv.oai.page = 3

    asked = {"verb": "ListRecords", "metadataPrefix": "arXivRaw", "from": "2026-05-05"}
    first = arxiv.oai.answer({**asked, "set": "cs:cs:CL"})
    arxiv.change("/oai", lambda right: replace(right, body=first), times=99)
    with pytest.raises(UpstreamError, match="again and again"):
        harvest(arxiv)
    assert len(arxiv.log) == 2


def test_a_promised_number_is_kept(arxiv: LoopbackArxiv) -> None:
    """Fewer records than the answer promises are not the whole."""
    papers(arxiv)
    arxiv.change(
        "/oai",
        lambda right: replace(
            right,
            body=right.body.replace(
                b"</ListRecords>", b'<resumptionToken completeListSize="9"/></ListRecords>'
            ),
        ),
    )
    with pytest.raises(UpstreamError, match="9 records were promised and 7 came"):
        harvest(arxiv)


def test_a_busy_server_is_asked_again_when_it_says(arxiv: LoopbackArxiv) -> None:
    """503 with Retry-After is waited for."""
    ids = papers(arxiv)
    arxiv.fail("/oai", status=503, retry_after="5")
    assert [record.id for record in harvest(arxiv).records] == ids
    assert [seen.status for seen in arxiv.log] == [503, 200]


def test_what_cannot_be_had_is_named(arxiv: LoopbackArxiv) -> None:
    """A cut answer, garbage and an address that refuses are failures, not nothing."""
    papers(arxiv)
    for harm in ("garbage", "rate_exceeded"):
        getattr(arxiv, harm)("/oai", times=2)
        with pytest.raises(UpstreamError):
            harvest(arxiv)
    arxiv.truncate("/oai", at=900, times=2)
    with pytest.raises(UpstreamError, match="cut or malformed"):
        harvest(arxiv)
    arxiv.mend()
    assert harvest(arxiv, "cs.RO") == Harvest(DAY, ())
