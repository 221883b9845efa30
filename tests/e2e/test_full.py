"""``add --full``: a paper that was read from its abstract is read in full text, and stays so."""

from __future__ import annotations

from dataclasses import replace

from tests.e2e.test_person import read_day
from tests.e2e.world import World, day, latexml, rows_of, second_version
from wiki_builder.core.values.fulltext import TextInfo


def text_of(site: World, id_: str) -> TextInfo:
    """What a paper was read from."""
    text = site.paper(id_).text
    assert text
    return text


def test_a_paper_read_from_its_abstract_is_read_in_full(site: World) -> None:
    """Whatever the settings' order says; only this paper is asked about, and a second time
    nothing is.
    """
    read_day(site)
    row, other = rows_of(0)[:2]
    site.arxiv.html[row.id.removeprefix("arxiv:")] = latexml(row)
    assert text_of(site, row.id).kind == "abstract"
    since = len(site.model.requests)
    ran = site.run("add", "--full", row.id, "--today", day(1))
    assert ran.code == 0, ran
    assert (text_of(site, row.id).kind, site.paper(row.id).full) == ("html", True)
    assert site.asked(since) == {row.version.title: 1}
    assert text_of(site, other.id).kind == "abstract"
    assert site.run("add", "--full", row.id, "--today", day(1)).code == 0
    assert site.run("verify").code == 0
    assert site.asked(since) == {row.version.title: 1}


def test_the_choice_stays_with_the_paper(site: World) -> None:
    """A later version is read in full text by ``update --refresh``, though the settings say
    abstracts.
    """
    read_day(site)
    row = rows_of(0)[0]
    id_ = row.id.removeprefix("arxiv:")
    site.arxiv.html[id_] = latexml(row)
    assert site.run("add", "--full", id_, "--today", day(0)).code == 0
    new = second_version(row)
    site.arxiv.html[id_] = latexml(new, 6)
    site.announce(1, [new])
    assert site.update(1, "--refresh").code == 0
    text = text_of(site, row.id)
    assert (text.kind, text.version) == ("html", new.version.number)


def test_what_has_no_full_text_says_so(site: World) -> None:
    """The page from the abstract stays, the reasons are named, and the model is not asked
    again by every refresh.
    """
    read_day(site)
    row = rows_of(0)[0]
    ran = site.run("add", "--full", row.id, "--today", day(0))
    assert f"{row.id} is read from its abstract: no HTML" in ran.out + ran.err
    assert site.paper(row.id).analysis
    since = len(site.model.requests)
    assert site.update(0, "--refresh").code == 0
    assert row.version.title not in site.asked(since)


def test_a_new_paper_is_read_in_full(site: World) -> None:
    """With the option; without it, by the settings, from its abstract."""
    read_day(site)
    one, two = (replace(row, types=()) for row in rows_of(1)[:2])
    for row in (one, two):
        site.arxiv.submit(row)
        site.arxiv.html[row.id.removeprefix("arxiv:")] = latexml(row)
    assert site.run("add", one.id, "--today", day(1)).code == 0
    assert site.run("add", "--full", two.id, "--today", day(1)).code == 0
    assert [text_of(site, row.id).kind for row in (one, two)] == ["abstract", "html"]


def test_an_estimate_knows_what_is_wanted_in_full(site: World) -> None:
    """Where the settings read abstracts, a paper that a person wants in full is estimated as the
    full text that it is, also where it waits.
    """
    row = replace(rows_of(1)[0], types=())
    site.init('engine = "none"')
    site.arxiv.submit(row)
    assert site.run("add", row.id, "--today", day(1)).code == 0
    short = estimated(site)
    site.settings('engine = "none"')
    assert site.run("add", "--full", row.id, "--today", day(1)).code == 0
    whole = estimated(site)
    assert (short["calls"], whole["calls"]) == (1, 1)
    assert whole["input_tokens"] > 4 * short["input_tokens"]


def estimated(site: World) -> dict[str, int]:
    """What an update with a model would need."""
    site.settings(check='judge = "off"\nrelations = false')
    needed: dict[str, int] = site.update(0, "--estimate", "--json").json["estimate"]
    return needed
