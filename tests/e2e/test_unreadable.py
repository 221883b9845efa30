"""Files of ``data/`` that cannot be read: each is named and harms only itself,
and nothing is paid for twice.
"""

from __future__ import annotations

import json
import os
import sys

import pytest

from tests.e2e.world import World, day, rows_of, second_version
from wiki_builder.core.store.entries import unreadable_entries
from wiki_builder.core.store.wiki import Wiki

BROKEN = {
    "empty": b"",
    "garbage": b"\x00\xff{",
    "a conflict": b"<<<<<<< ours\n{}\n",
    "another's": b'{"id": "x"}',
}


def read_day(site: World) -> None:
    site.init(interests="papers_per_day = 4")
    site.announce(0)
    assert site.update(0).code == 0


@pytest.mark.parametrize(
    "content, cached",
    [
        *((content, True) for content in BROKEN.values()),
        *((BROKEN[name], False) for name in ("garbage", "another's")),
    ],
    ids=[*BROKEN, "garbage in a fresh clone", "another's in a fresh clone"],
)
def test_a_paper_that_cannot_be_read_is_named_and_not_bought_again(
    site: World, content: bytes, cached: bool
) -> None:
    """The next day is imported and read; the paper is neither deleted nor new,
    also as a new version.
    """
    read_day(site)
    broken = next(row for row in rows_of(0) if site.wiki.paper(row.id).is_file())
    file, page = site.wiki.paper(broken.id), site.page(broken.id).read_bytes()
    whole = file.read_bytes()
    file.write_bytes(content)
    if not cached:
        site.forget()
    site.announce(1, (second_version(broken), *rows_of(1)))
    asked = len(site.model.requests)
    ran = site.update(1)
    assert ran.code == 1, ran
    assert f"data/papers/{file.parent.name}/{file.name}" in ran.out
    assert len(site.model.requests) - asked == 4
    assert site.asked(asked)[broken.version.title] == 0
    assert (file.read_bytes(), site.page(broken.id).read_bytes()) == (content, page)
    rows = {row.id: row for row in site.receipts()[day(1).isoformat()].rows}
    assert (rows[broken.id].outcome, rows[broken.id].reason) == (
        "failed",
        "in the wiki, and its file cannot be read",
    )
    assert sum(row.outcome == "taken" for row in rows.values()) == 4
    assert f"data/papers/{file.parent.name}/{file.name}" in site.run("check").out
    assert site.update(1).code == 1  # named each day until it is mended
    file.write_bytes(whole)
    assert site.update(1).code == 0
    assert site.asked(asked)[broken.version.title] == 1  # what is new in its second version
    assert site.run("status", "--json").json["rejected"] == []


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
def test_a_receipt_that_cannot_be_read_is_left_as_it_is(site: World, content: bytes) -> None:
    """Its day stays covered, the next one is imported, and a person can still mend it."""
    read_day(site)
    receipt = site.wiki.receipt(day(0).isoformat())
    receipt.write_bytes(content)
    assert site.update(0).code == 1
    site.announce(1)
    ran = site.update(1)
    assert (ran.code, f"data/runs/{receipt.name}" in ran.out) == (1, True), ran
    assert receipt.read_bytes() == content
    assert site.receipts()[day(1).isoformat()].count("taken") == 4


def test_a_line_that_is_no_entry_stays(site: World) -> None:
    """It is there for a person, and ``check`` names it."""
    read_day(site)
    (file,) = site.wiki.entries.glob("*/*.jsonl")
    file.write_bytes(file.read_bytes() + b"{half\n")
    site.announce(1)
    assert site.update(1).code == 0
    assert file.read_bytes().endswith(b"\n{half\n")
    assert len(file.read_bytes().splitlines()) == 2 + 1
    assert [found.path for found in unreadable_entries(Wiki(site.root))] == [file]
    assert "data/entries/" in site.run("check").out


@pytest.mark.parametrize("content", [b"", b"\xff\x00", b"[]", b'{"task": 1}'])
def test_a_reply_that_cannot_be_read_is_set_aside(site: World, content: bytes) -> None:
    """It is no wall: the paper is asked about again, the others' replies are used,
    and ``check`` names the file.
    """
    read_day(site)
    paper = next(row.id for row in rows_of(0) if site.wiki.paper(row.id).is_file())
    name = f"paper-{paper.replace(':', '-')}-0123456789abcdef.json"
    folder = site.wiki.pending / "replies"
    folder.mkdir(parents=True, exist_ok=True)
    for _ in range(2):
        (folder / name).write_bytes(content)
        site.announce(1)
        ran = site.update(1)
        assert ran.code == 0, ran
        assert site.run("render").code == 0
        site.settings(interests="papers_per_day = 5")
    assert sorted(path.suffix for path in site.wiki.set_aside.iterdir()) == [".json", ".json"]
    assert (site.wiki.set_aside / name).read_bytes() == content
    assert f"data/pending/broken/{name}" in site.run("check").out


def test_a_wiki_of_which_hardly_a_paper_can_be_read_stops(site: World) -> None:
    """That is no accident of single files: nothing is concluded from the rest."""
    read_day(site)
    some = next((site.root / "data" / "papers").glob("*/*.json"))
    for number in range(30):
        (some.parent / f"{some.parent.name}.{90000 + number}.json").write_bytes(b"")
    before = site.state()
    ran = site.update(1)
    assert (ran.code, "30 papers cannot be read" in ran.err) == (2, True), ran
    assert site.state() == before


def test_no_text_is_bought_while_claims_are_missing(site: World) -> None:
    """A concept's text is not written from what is left when a paper cannot be read."""
    site.init(concepts="write = true", interests="papers_per_day = 4")
    site.announce(0)
    assert site.update(0).code in (0, 1)
    texts = {path: path.read_bytes() for path in (site.root / "data").glob("concept-texts/*.json")}
    first = next(path for path in (site.root / "data" / "papers").glob("*/*.json"))
    assert json.loads(first.read_bytes())["id"]
    first.write_bytes(b"")
    asked = len(site.model.requests)
    assert site.update(0, "--refresh").code == 1
    again = [body for body in site.model.requests[asked:] if "concept" in str(body)[:200].lower()]
    assert {path: path.read_bytes() for path in texts} == texts
    assert not again


@pytest.mark.skipif(sys.platform != "linux", reason="other systems take no such name")
def test_a_name_that_is_no_text_stops_nothing(site: World) -> None:
    """A file of a person's whose name is not UTF-8, as an old archive leaves it,
    ends no command.
    """
    site.init('engine = "none"')
    (site.root / "docs").mkdir(exist_ok=True)
    (site.root / "docs" / os.fsdecode(b"caf\xe9.md")).write_text("Mine.\n", "utf-8")
    site.announce(0)
    assert site.update(0).code == 0
    assert site.update(0).code == 0
    assert [site.run(command).code for command in ("status", "check", "render")] == [0, 0, 0]
