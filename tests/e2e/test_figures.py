"""Figures the whole way: from the feed's licence to the page, with faults,
edits and a second run.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.e2e.world import World, different, latexml, rows_of
from tests.fulltext.figures.pictures import figure, png
from wiki_builder.core.store.papers import write_paper
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.announcement import Announcement
from wiki_builder.core.values.paper import Paper
from wiki_builder.report import EXIT_DONE
from wiki_builder.stages import analyse

BY = "http://creativecommons.org/licenses/by/4.0/"
ARXIV = "http://arxiv.org/licenses/nonexclusive-distrib/1.0/"
HTML = 'order = ["html", "abstract"]'


def own(row: Announcement) -> str:
    return row.id.removeprefix("arxiv:")


def announce(site: World) -> tuple[Announcement, ...]:
    """Two papers with one figure each; only the first one's licence allows to show it."""
    first, second = rows_of(0)[:2]
    rows = tuple(
        replace(row, version=replace(row.version, licence=licence))
        for row, licence in ((first, BY), (second, ARXIV))
    )
    for row in rows:
        html = latexml(row).replace(
            b"</article>", f"{figure(f'{own(row)}v1/x1.png')}</article>".encode()
        )
        site.arxiv.html[f"{own(row)}v1"] = html
        site.arxiv.images[f"html/{own(row)}v1/x1.png"] = (png(), "image/png")
    site.announce(0, rows)
    return rows


def images(site: World) -> list[str]:
    return [seen.path for seen in site.arxiv.log if seen.path.endswith(".png")]


def file(site: World, row: Announcement) -> Path:
    page = site.page(row.id)
    return page.with_name(f"{page.stem}-fig1.png")


def test_a_figure_goes_from_the_feeds_licence_to_the_page(site: World) -> None:
    """One request for it, the image beside the page,
    and nothing at all for a licence that forbids it.
    """
    site.init(text=HTML)
    first, second = announce(site)
    ran = site.update(0, "--json")
    assert ran.code == EXIT_DONE
    assert ran.json["figures"] == 1
    assert images(site) == [f"/html/{own(first)}v1/x1.png"]
    assert file(site, first).read_bytes() == png()
    assert f"]({own(first)}-fig1.png)" in site.page(first.id).read_text("utf-8")
    assert not file(site, second).exists()
    assert "-fig1" not in site.page(second.id).read_text("utf-8")
    assert len(site.paper(first.id).figures) == 1


def test_a_second_run_and_a_fresh_clone_change_nothing(site: World) -> None:
    """Nothing is asked for again, and `render` needs no network."""
    site.init(text=HTML)
    announce(site)
    site.update(0)
    state, asked = site.state(), images(site)
    assert site.update(0).code == EXIT_DONE
    site.forget()
    assert site.run("render").code == EXIT_DONE
    assert different(state, site.state()) == []
    assert images(site) == asked


def test_a_dry_run_asks_for_no_figure(site: World) -> None:
    """Nor for a text."""
    site.init(text=HTML)
    announce(site)
    assert site.update(0, "--dry-run").code == EXIT_DONE
    assert not [seen for seen in site.arxiv.log if seen.path.startswith("/html/")]


@pytest.mark.parametrize(
    ("status", "told"), [(404, "it is not there"), (503, "503 Service Unavailable")]
)
def test_a_figure_that_cannot_be_had_costs_no_paper(site: World, status: int, told: str) -> None:
    """The paper is read, the run ends well, and one line says why there is no figure."""
    site.init(text=HTML)
    first, _ = announce(site)
    site.arxiv.fail(f"/html/{own(first)}v1/x1.png", status=status, times=100)
    ran = site.update(0)
    assert ran.code == EXIT_DONE
    assert site.paper(first.id).analysis
    (line,) = [line for line in (ran.out + ran.err).splitlines() if "no figure of" in line]
    assert first.id in line
    assert told in line


def test_the_readings_reply_is_not_paid_for_twice_where_a_run_dies_at_its_figure(
    site: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kill between the image and the data:
    the next run adopts the image and asks the model nothing.
    """
    site.init(text=HTML)
    first, _ = announce(site)
    with monkeypatch.context() as patch:
        patch.setattr(analyse, "write_paper", killed(first.id))
        with pytest.raises(Killed):
            site.update(0)
    assert file(site, first).is_file()
    assert site.paper(first.id).figures == ()
    asked = len(site.model.requests)
    assert site.update(0).code == EXIT_DONE
    assert len(site.paper(first.id).figures) == 1
    assert site.asked(asked)[first.version.title] == 0
    assert file(site, first).read_bytes() == png()


class Killed(BaseException):
    """The process ends here."""


def killed(id_: str) -> Callable[[Wiki, Paper], bool]:
    """A process that ends just before the paper's figure would stand in the data."""

    def write(wiki: Wiki, paper: Paper) -> bool:
        if paper.id == id_ and paper.figures:
            raise Killed
        return write_paper(wiki, paper)

    return write


def test_papers_read_before_get_their_figures_by_command(site: World) -> None:
    """Where the licence allows, without a model;
    again nothing is asked for, and what a person deleted stays away.
    """
    site.init(text=HTML, figures="per_paper = 0")
    first, second = announce(site)
    assert site.update(0).code == EXIT_DONE
    assert images(site) == []
    site.settings(text=HTML)
    calls = site.model.calls
    assert site.run("figures", own(second)).out.startswith("0 figures taken\n")
    ran = site.run("figures", own(first), "--quiet")
    assert (ran.code, ran.out.splitlines()[0]) == (EXIT_DONE, "1 figures taken")
    assert "-fig1.png" in site.page(first.id).read_text("utf-8")
    file(site, first).unlink()
    assert site.run("figures").out.startswith("0 figures taken\n")
    assert not file(site, first).exists()
    assert (images(site), site.model.calls) == ([f"/html/{own(first)}v1/x1.png"], calls)


def test_a_paper_that_can_have_no_figure_is_told_when_it_is_asked_for(site: World) -> None:
    """One that the wiki has not, and one of which no figure can be taken."""
    site.init()
    first, _ = announce(site)
    assert site.update(0).code == EXIT_DONE
    unknown = site.run("figures", "2605.99999")
    assert (unknown.code, "this wiki has no paper 2605.99999" in unknown.err) == (2, True)
    told = site.run("figures", own(first))
    assert (told.code, told.out.splitlines()[0]) == (EXIT_DONE, "0 figures taken")
    assert f"no figure of {first.id}: it has one, was not read from arXiv's HTML" in told.out
