"""Texts about concepts, from the announcement to the disk: order, money and failures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

import pytest

from tests.e2e.world import World, day, different, rows_of
from tests.loopback.model import Body, Move, Say
from tests.loopback.replies import concept_of, good_reply, is_reask
from wiki_builder.core.store.concept_texts import read_concept_texts
from wiki_builder.core.values.concept import ConceptText

ON = "write = true"
PRICES = 'prices = { input = 1.0, output = 2.0, date = "2026-05-01" }'


def texts(site: World) -> Mapping[str, ConceptText]:
    return read_concept_texts(site.wiki)


def asked(site: World, since: int = 0) -> Counter[str]:
    """How often the model was asked about each concept, re-asks left out."""
    about = (concept_of(body) for body in site.model.requests[since:] if not is_reask(body))
    return Counter(name for name in about if name)


def test_texts_are_written_when_all_papers_are_read(site: World) -> None:
    """Papers first, then each concept with a page once; the cost counts;
    a second run asks and changes nothing.
    """
    site.init(PRICES, concepts=ON)
    site.announce(0)
    ran = site.update(0, "--json")
    assert ran.code == 0, ran
    kinds = [bool(concept_of(body)) for body in site.model.requests]
    assert kinds == sorted(kinds)
    assert texts(site)
    assert set(asked(site).values()) == {1}
    document = ran.json
    assert sorted(document["concept_texts"]["written"]) == sorted(texts(site))
    assert document["calls"] == len(site.model.requests)
    replies = [good_reply(body) for body in site.model.requests]
    assert document["input_tokens"] == sum(reply.input_tokens for reply in replies)
    spent = site.run("status", "--json", "--today", day(0)).json["spent_this_month"]
    assert spent == pytest.approx(document["cost"], abs=1e-6)
    assert not list(site.wiki.pending.rglob("*.*"))

    before, calls = site.state(), site.model.calls
    again = site.update(0)
    assert "imported already" in again.out
    site.forget()
    assert site.update(0).code == 0
    assert site.model.calls == calls
    assert not different(site.state(), before)


def test_an_estimate_counts_texts_at_most(site: World) -> None:
    """A dry run says how many texts there could be, an estimate what they need;
    the run needs no more.
    """
    site.init(PRICES, concepts=ON)
    site.announce(0)
    needed = site.update(0, "--estimate", "--json").json
    assert needed["concept_texts"]["at_most"] == needed["estimate"]["concept_calls"] == 50
    assert "would write 50 concept texts at most" in site.update(0, "--dry-run").out
    ran = site.update(0, "--json").json
    assert needed["estimate"]["input_tokens"] >= ran["input_tokens"]
    assert needed["estimate"]["output_tokens"] >= ran["output_tokens"]
    assert site.update(0, "--estimate", "--json").json["estimate"]["concept_calls"] == 0


def test_no_model(site: World) -> None:
    """Without an engine no text is asked for, none waits, and no line speaks of it."""
    site.init('engine = "none"', concepts=ON)
    site.announce(0)
    ran = site.update(0)
    assert ran.code == 0, ran
    assert "concept text" not in ran.out
    assert not texts(site)
    assert not (site.wiki.pending / "concepts").exists()


def test_the_budget_stops_texts(site: World) -> None:
    """A run that would pass its budget with texts stops with exit 4 and says what waits;
    the next ones go on.
    """
    site.init()
    for number in (0, 1, 2):
        site.announce(number)
        assert site.update(number).code == 0
    site.settings(f"{PRICES}\nbudget_per_run = 0.022\nconcurrency = 1", concepts=ON)
    first = site.update(2, "--json")
    assert first.code == 4, first
    assert 0 < first.json["cost"] <= 0.022
    waiting = first.json["concept_texts"]["pending"]
    assert list(waiting) == ["the budget of 0.022 USD would be passed"]
    assert re.search(r"concept texts? pending: the budget of 0\.022", site.update(2).out)
    for _ in range(10):
        if (ran := site.update(2)).code != 4:
            break
    assert ran.code == 0, ran
    assert set(asked(site).values()) == {1}
    assert len(texts(site)) == len(asked(site))


def test_a_failed_text_is_named(site: World) -> None:
    """A reply that stays unusable harms one concept: it is named, exit 1;
    the next run writes it.
    """
    site.init(concepts=ON)
    site.announce(0)
    bad: list[str] = []

    def answer(body: Body) -> Move:
        name = concept_of(body)
        bad.extend([name] if name and not bad else [])
        return Say('{"definition": []}') if name and name in bad else good_reply(body)

    site.model.answer = answer
    ran = site.update(0)
    assert ran.code == 1, ran
    (line,) = (line for line in ran.out.splitlines() if "failed: the text about" in line)
    assert "asked twice" in line
    written = len(texts(site))
    assert written == len(asked(site)) - 1
    site.model.answer = good_reply
    again = site.update(0)
    assert again.code == 0, again
    assert len(texts(site)) == written + 1
    assert not list(site.wiki.pending.rglob("*.*"))


def test_papers_of_the_next_days_rewrite_only_what_they_concern(site: World) -> None:
    """Day by day a concept is written anew only when two of its papers are new;
    a fresh clone decides the same.
    """
    site.init(concepts=ON, interests="papers_per_day = 3")
    for number in range(3):
        site.announce(number, rows_of(number, 3))
        since = site.model.calls
        old = texts(site)
        assert site.update(number).code == 0
        for name, count in asked(site, since).items():
            assert count == 1, name
        now = texts(site)
        for id_ in [id_ for id_ in old if now[id_] != old[id_]]:
            papers, before = (
                {claim.partition("#")[0] for claim in text.claims} for text in (now[id_], old[id_])
            )
            assert len(papers - before) >= 2
        site.forget()
        calls = site.model.calls
        assert site.update(number).code == 0
        assert site.model.calls == calls
