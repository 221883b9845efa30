"""Fields that this wiki-builder does not know outlive everything that it does to a file."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.pages.sample import ONE, analysis, paper
from wiki_builder.concepts.verdicts import KnownName, OpenName, Verdict
from wiki_builder.core.store.concept_texts import read_concept_texts, write_concept_text
from wiki_builder.core.store.entries import add_entries
from wiki_builder.core.store.papers import read_paper, write_paper
from wiki_builder.core.store.receipts import read_receipt, write_receipt
from wiki_builder.core.store.values import dump
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.analysis import Provenance
from wiki_builder.core.values.announcement import Version
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.checks import Finding
from wiki_builder.core.values.concept import ConceptText, Sentence
from wiki_builder.core.values.fulltext import Fallback
from wiki_builder.core.values.paper import (
    Failed,
    Figure,
    Paper,
)
from wiki_builder.core.values.receipt import Entry, Receipt, Row
from wiki_builder.stages.disambiguate import Batch, read_batches, write_batch

UNKNOWN = "a newer one's"
BOTH = Bilingual("One", "一")
MADE = Provenance("replay", "m", "paper/1", "1", "2026-05-05")

_words = st.text(max_size=8)
_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | _words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_words, inner, max_size=3),
    max_leaves=6,
)


def full() -> Paper:
    """A paper with a part of each kind."""
    whole = paper(ONE)
    assert whole.text
    figures = (
        Figure(1, "png", 2, 3, "0" * 64, "C", "L", 1),
        Figure(2, "png", 2, 3, "1" * 64, "C", "L", 1),
    )
    text = replace(whole.text, fallbacks=(Fallback("html", "not there"),))
    versions = (replace(whole.latest, number=1), whole.latest)
    return whole.with_(figures=figures, text=text, versions=versions)


def objects(
    document: Any, way: tuple[str | int, ...] = ()
) -> Iterator[tuple[tuple[str | int, ...], dict[str, Any]]]:
    """Every object of a document with the way to it."""
    if isinstance(document, dict):
        yield way, document
        for key, value in document.items():
            yield from objects(value, (*way, key))
    elif isinstance(document, list):
        for at, value in enumerate(document):
            yield from objects(value, (*way, at))


def changed(one: Paper) -> Paper:
    """What a run changes beside a reading: concepts are linked, a version comes, others go."""
    a = one.analysis
    assert a
    linked = tuple(replace(m, concept="credit-assignment") for m in a.concepts)
    claims = tuple(replace(c, findings=(Finding("number", "7"),)) for c in reversed(a.claims))
    newest = Version(3, "T", ("A",), "B", ("cs.CL",))
    a = replace(a, concepts=linked, claims=claims, importance=1)
    return one.with_(analysis=a, versions=(*one.versions, newest), also=("arxiv:1",))


@examples(37)
@given(st.data())
def test_no_change_takes_an_unknown_field_away(data: st.DataObject) -> None:
    """Whatever fields stand at whatever depth:
    read, change something else, write, and all stand where they stood.
    """
    document = json.loads(dump(full()))
    places = list(objects(document))
    chosen = data.draw(
        st.lists(st.sampled_from(range(len(places))), min_size=1, max_size=6, unique=True)
    )
    marks = {}
    for number, place in enumerate(chosen):
        _, inner = places[place]
        marks[number] = data.draw(_values)
        name = f"{UNKNOWN} {number}"
        items = list(inner.items())
        items.insert(data.draw(st.integers(0, len(items))), (name, marks[number]))
        inner.clear()
        inner.update(items)
    with tempfile.TemporaryDirectory() as folder:
        wiki = Wiki(Path(folder))
        file = wiki.paper(ONE)
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps(document), "utf-8")
        old = read_paper(wiki, ONE)
        assert old == full()
        write_paper(wiki, changed(old))
        once = file.read_bytes()
        assert read_paper(wiki, ONE) == changed(old)
        found = {
            key: value for _, inner in objects(json.loads(once)) for key, value in inner.items()
        }
        for number, mark in marks.items():
            assert found[f"{UNKNOWN} {number}"] == mark
        assert not write_paper(wiki, changed(old))
        write_paper(wiki, old)
        assert file.read_bytes().strip() == dump(old, json.dumps(document).encode()).strip()


def written(wiki: Wiki, one: Paper, *ways: tuple[str | int, ...]) -> Any:
    """A paper's file with an unknown field at the end of each way."""
    write_paper(wiki, one)
    document = json.loads(wiki.paper(one.id).read_text("utf-8"))
    for way in ways:
        inner = document
        for name in way:
            inner = inner[name]
        inner["unknown"] = list(map(str, way))
    wiki.paper(one.id).write_text(json.dumps(document), "utf-8")
    return document


def unknown(wiki: Wiki) -> list[list[str]]:
    document = json.loads(wiki.paper(ONE).read_text("utf-8"))
    return [inner["unknown"] for _, inner in objects(document) if "unknown" in inner]


def test_a_new_analysis_takes_nothing_over_from_the_old_one(tmp_path: Path) -> None:
    """What a newer one noted of a claim was of the old words,
    even where the new reading quotes the same.
    """
    wiki = Wiki(tmp_path)
    written(
        wiki,
        full(),
        (),
        ("analysis",),
        ("analysis", "claims", 0),
        ("analysis", "provenance"),
        ("text",),
    )
    new = replace(analysis(), provenance=replace(MADE, date="2026-06-01"))
    write_paper(wiki, full().with_(analysis=new))
    assert unknown(wiki) == [[], ["text"]]
    info = full().text
    assert info
    write_paper(wiki, full().with_(analysis=new, text=replace(info, hash="1" * 16)))
    assert unknown(wiki) == [[]]


def test_what_is_replaced_takes_its_fields_along(tmp_path: Path) -> None:
    """A claim's translation into a third language goes when the claim is worded anew;
    the claim's own field stays.
    """
    wiki, old = Wiki(tmp_path), full()
    written(
        wiki,
        old,
        ("analysis", "claims", 1),
        ("analysis", "claims", 1, "text"),
        ("figures", 1),
        ("versions", 0),
    )
    assert old.analysis
    first, second, *rest = old.analysis.claims
    said = replace(second, text=Bilingual(second.text.en, "三项任务。"))
    done = replace(old.analysis, claims=(said, first, *rest))
    write_paper(wiki, old.with_(analysis=done, figures=(replace(old.figures[1], sha256="2" * 64),)))
    assert sorted(unknown(wiki)) == [["analysis", "claims", "1"], ["versions", "0"]]


def test_a_failure_is_its_own(tmp_path: Path) -> None:
    """Of a part that nothing tells apart, unknown fields stay as long as nothing of it changes."""
    wiki, old = Wiki(tmp_path), full().with_(analysis=None, failed=Failed("broken"))
    written(wiki, old, ("failed",))
    write_paper(wiki, old.with_(also=("arxiv:1",)))
    assert unknown(wiki) == [["failed"]]
    write_paper(wiki, old.with_(failed=Failed("broken", attempts=2)))
    assert unknown(wiki) == []


def add_unknown(path: Path, *names: str) -> None:
    """An unknown field on a file's value and on the first item of each list that is named."""
    document = json.loads(path.read_text("utf-8"))
    for inner in (document, *(document[name][0] for name in names)):
        inner["unknown"] = {"deep": [1]}
    path.write_text(json.dumps(document, ensure_ascii=False), "utf-8")


def count(path: Path) -> int:
    return path.read_text("utf-8").count('"unknown"')


def test_receipts_verdicts_and_texts_keep_them(tmp_path: Path) -> None:
    """One mechanism for every JSON file of the wiki."""
    wiki = Wiki(tmp_path)
    receipt = Receipt("2026-05-05", "s", "2026-05-05", 2, 2, (Row("arxiv:1", (), "taken", "T"),))
    write_receipt(wiki, receipt)
    add_unknown(wiki.receipt(receipt.name), "rows")
    known = read_receipt(wiki, receipt.name)
    assert known == receipt
    row = Row("arxiv:0", (), "known", "T", reason="in the wiki")
    write_receipt(
        wiki,
        replace(
            known, rows=(row, replace(known.rows[0], outcome="failed", reason="r")), announced=3
        ),
    )
    assert count(wiki.receipt(receipt.name)) == 2

    opens = (OpenName("a", BOTH, None, "T", (KnownName("b", BOTH),)),)
    batch = Batch("2026-05-05-1", opens, (Verdict("a", "b", "same", True, "r"),))
    write_batch(wiki, batch)
    add_unknown(wiki.data / "verdicts" / f"{batch.name}.json", "opens", "verdicts")
    (read,) = read_batches(wiki)
    write_batch(wiki, replace(read, provenance=MADE, attempts=1))
    assert count(wiki.data / "verdicts" / f"{batch.name}.json") == 3

    text = ConceptText("a", (Sentence(BOTH, ("x#1",)),), (), (), (), (), {"x#1": "h"}, MADE)
    write_concept_text(wiki, text)
    add_unknown(wiki.concept_text("a"), "definition")
    known_text = read_concept_texts(wiki)["a"]
    write_concept_text(
        wiki, replace(known_text, definition=(Sentence(Bilingual("One", "壹"), ("x#1",)),))
    )
    assert count(wiki.concept_text("a")) == 2
    write_concept_text(wiki, replace(text, provenance=replace(MADE, date="2026-06-01")))
    assert count(wiki.concept_text("a")) == 0


def test_entries_keep_them(tmp_path: Path) -> None:
    """A line of a month keeps what it says when others come and go."""
    wiki = Wiki(tmp_path)
    one, two, three = (
        Entry(f"arxiv:{n}", "2026-05-05", "T", ("A",), "B", ("cs.CL",)) for n in "123"
    )
    add_entries(wiki, [one, two])
    file = wiki.entries_of("2026-05-05")
    lines = [
        json.dumps(json.loads(line) | {"unknown": n})
        for n, line in enumerate(file.read_text().splitlines())
    ]
    file.write_text("\n".join(lines) + "\n")
    add_entries(wiki, [three], read=["arxiv:1"])
    assert [json.loads(line).get("unknown") for line in file.read_text().splitlines()] == [1, None]


@pytest.mark.parametrize("over", [b"", b"{", b"[]", b'{"id": 1}', b"\xff", b'{"x": "\\ud800"}'])
def test_what_was_no_such_value_is_simply_replaced(over: bytes) -> None:
    """Nothing can be kept of what cannot be read."""
    assert dump(full(), over) == dump(full())
