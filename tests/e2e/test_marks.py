"""Marks travel: from a device's file in the inbox to the list, and from there onto the site."""

from __future__ import annotations

import json

from tests.e2e.world import World, different, rows_of
from wiki_builder.core.store.marks import read_marks
from wiki_builder.core.values.marks import standing

ROWS = [
    [rows_of(0)[0].id, "star", True, "2026-05-04T18:00:01Z"],
    [rows_of(0)[1].id, "no", True, "2026-05-04T18:00:02Z"],
]


def test_the_next_run_takes_marks_in(site: World) -> None:
    """It says how many, on a day without papers too; what cannot be read is named and left, and a
    further run changes nothing.
    """
    site.init()
    site.announce(0)
    assert site.update(0).code == 0
    inbox = site.wiki.marks_inbox
    inbox.mkdir(parents=True)
    (inbox / "1-phone.json").write_text(json.dumps({"format": 2, "marks": ROWS}), "utf-8")
    (inbox / "2-bad.json").write_text("{}", "utf-8")
    ran = site.update(0)
    assert ran.code == 0, ran
    assert "2 marks taken in, from 1 file" in ran.out
    assert "marks left alone: data/marks/inbox/'2-bad.json': " in ran.out
    assert list(standing(read_marks(site.wiki))["star"]) == [ROWS[0][0]]
    assert [path.name for path in inbox.iterdir()] == ["2-bad.json"]
    before = site.state()
    assert "2-bad.json" in site.update(0).out
    assert not different(site.state(), before)
    site.announce(1)
    assert site.update(1).code == 0, "marks of days before are learnt from"


def test_a_look_ahead_takes_nothing_in(site: World) -> None:
    """A dry run writes nothing."""
    site.init()
    site.announce(0)
    site.wiki.marks_inbox.mkdir(parents=True)
    file = site.wiki.marks_inbox / "1.json"
    file.write_text(json.dumps({"format": 2, "marks": ROWS}), "utf-8")
    assert site.update(0, "--dry-run").code == 0
    assert file.is_file()
