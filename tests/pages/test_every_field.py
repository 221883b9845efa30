"""What a page is made from: whatever changes in the data, each page that would say something else
is made again.

The fields are taken from the types, so that a new one is tried as soon as it is there.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass, replace
from typing import Any, Literal, Union, get_args, get_origin

import pytest

from tests.pages.sample import DAY, ONE, TWO, Sample, sample
from wiki_builder.concepts.articles.material import words_hash
from wiki_builder.concepts.files import dump as dump_concept
from wiki_builder.concepts.registry import read_registry
from wiki_builder.contract.merge import new_page
from wiki_builder.core.errors import WikiBuilderError
from wiki_builder.core.store.concept_texts import read_concept_texts, write_concept_text
from wiki_builder.core.store.papers import read_paper, write_paper
from wiki_builder.core.store.receipts import read_receipt, write_receipt
from wiki_builder.core.values.analysis import Former
from wiki_builder.core.values.announcement import Version
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import ConceptText, Sentence
from wiki_builder.core.values.paper import Figure, Paper
from wiki_builder.library.citable import claim_words
from wiki_builder.pages.publisher import Publisher

CONCEPT = "credit-assignment"
# What names a thing, or says how a file is found: changed, it would be another thing's file.
NAMES = {
    "Paper.id",
    "Paper.run",
    "Concept.id",
    "Receipt.name",
    "Receipt.date",
    "ConceptText.concept",
}

Said = dict[str, tuple[str, str, object, str]]


@pytest.fixture(scope="module")
def wiki(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """The sample with something in every field that the types have room for."""
    made = sample(tmp_path_factory.mktemp("wiki") / "wiki")
    one = read_paper(made.wiki, ONE)
    assert one
    assert one.analysis
    claim = one.analysis.claims[0]
    figure = Figure(
        1, "png", 20, 10, "0" * 64, "A caption.", "https://creativecommons.org/licenses/by/4.0/", 2
    )
    former = Former(replace(claim, id="c9"), "html", 1)
    write_paper(
        made.wiki,
        one.with_(figures=(figure,), former=(former,), also=("arxiv:1911.02782",), first_read=DAY),
    )
    said = (claim_words(claim) for claim in one.analysis.claims[:2])
    claims = dict(zip((f"{ONE}#c1", f"{TWO}#c2"), map(words_hash, said), strict=True))
    sentence = Sentence(Bilingual("It is a thing.", "它是一物。"), tuple(claims))
    part = (sentence,)
    text = ConceptText(CONCEPT, part, part, part, part, part, claims, one.analysis.provenance)
    write_concept_text(made.wiki, text)
    made.render()
    return made


def test_each_page_that_would_say_something_else_is_made_again(wiki: Sample) -> None:
    """For every field of every value, in turn:
    where a page's text or what the site adds changes, its inputs do.
    """
    before = said(wiki.publisher())
    tried = 0
    stale: list[str] = []
    for name, old, write in values(wiki):
        for way, new in others(old, type(old)):
            write(new)
            try:
                after = said(wiki.publisher())
            except WikiBuilderError:  # no such data can be
                continue
            tried += 1
            stale += [
                f"{name}{way}: {page}"
                for page in before.keys() & after.keys()
                if forgotten(before, after, page)
            ]
        write(old)
    assert stale == []
    assert tried > 150


def forgotten(before: Said, after: Said, page: str) -> bool:
    """Whether a page, or what the site adds to it, differs while its inputs do not."""
    (text, inputs, added, beside), (new_text, new_inputs, new_added, new_beside) = (
        before[page],
        after[page],
    )
    return (text != new_text and inputs == new_inputs) or (
        added != new_added and beside == new_beside
    )


def said(made: Publisher) -> Said:
    """Each page's text and inputs, and what the site adds, with the inputs of that."""
    return {
        id_: (new_page(made.spec(id_, path)), made.inputs(id_, path), made.additions(id_, path),
              made.addition_inputs(id_, path))
        for id_, path in made.stand.ours.items()
        if made.makes(id_)
    }  # fmt: skip


def values(wiki: Sample) -> Iterator[tuple[str, Any, Callable[[Any], object]]]:
    """What pages are made from: a paper, a concept, a text about one, a receipt;
    each with what writes it.
    """
    paper, receipt = read_paper(wiki.wiki, ONE), read_receipt(wiki.wiki, DAY)
    concept, text = (
        read_registry(wiki.wiki).concepts[CONCEPT],
        read_concept_texts(wiki.wiki)[CONCEPT],
    )
    file = wiki.wiki.concepts / f"{CONCEPT}.yml"
    yield "paper", paper, lambda new: write_paper(wiki.wiki, new)
    yield "concept", concept, lambda new: file.write_text(dump_concept(new), "utf-8")
    yield "text", text, lambda new: write_concept_text(wiki.wiki, new)
    yield "receipt", receipt, lambda new: write_receipt(wiki.wiki, new)


# --- Other values, by their types ---------------------------------------------------


def others(value: Any, hint: Any) -> Iterator[tuple[str, Any]]:
    """Values that differ from ``value`` in one place, each with the way there;
    none for what is not written.
    """
    if is_dataclass(value) and not isinstance(value, type):
        hints = typing.get_type_hints(type(value))
        for field in fields(value):
            if f"{type(value).__name__}.{field.name}" not in NAMES:
                for way, new in others(getattr(value, field.name), hints[field.name]):
                    yield f".{field.name}{way}", replace(value, **{field.name: new})
        return
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        yield from of_union(value, arguments)
    elif origin is Literal:
        yield "", next(one for one in arguments if one != value)
    elif origin is tuple:
        yield from of_tuple(value, arguments[0])
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from (
                (f"[{key}]{way}", {**value, key: new}) for way, new in others(inner, arguments[1])
            )
    else:
        yield "", another(value)


def of_union(value: Any, arguments: tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
    hints = [one for one in arguments if one is not type(None)]
    if value is None:
        yield from ((" there", one) for one in made(hints[0]))
        return
    if type(None) in arguments:
        yield " gone", None
    yield from others(
        value, next((one for one in hints if get_origin(one) or isinstance(value, one)), hints[0])
    )


def of_tuple(value: tuple[Any, ...], hint: Any) -> Iterator[tuple[str, Any]]:
    """One item less, one more, and each kind of change of the first."""
    if value:
        if len(value) > 1 or hint is not Version:
            yield " less", value[:-1]
        yield from ((f"[0]{way}", (new, *value[1:])) for way, new in others(value[0], hint))
    else:
        yield from ((" more", (one,)) for one in made(hint))


def made(hint: Any) -> Iterator[Any]:
    """A value of a type; none for what is no value of ours."""
    if hint is str:
        yield "2026-05-07"
    elif hint in (int, float):
        yield hint(7)
    elif hint is Bilingual:
        yield Bilingual("One", "一")
    elif get_origin(hint) is Literal:
        yield get_args(hint)[0]
    elif get_origin(hint) is tuple:
        yield ()
    elif get_origin(hint) in (Union, types.UnionType):
        yield None
    elif is_dataclass(hint) and isinstance(hint, type):
        hints = typing.get_type_hints(hint)
        needed = [
            field.name
            for field in fields(hint)
            if field.default is MISSING is field.default_factory
        ]
        yield hint(**{name: next(made(hints[name])) for name in needed})


def another(value: Any) -> Any:
    """Another value of the same kind; a day is followed by a day."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", value):
        return f"{value[:-1]}{(int(value[-1]) + 1) % 9 + 1}"
    return f"{value}-anew" if re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", value) else f"{value} anew"


def test_every_field_has_been_tried(wiki: Sample) -> None:
    """The list is made from the types: no field of a value is without another one,
    but those that name it.
    """
    for name, value, _ in values(wiki):
        tried = {re.split(r"[.\[ ]", way)[1] for way, _ in others(value, type(value))}
        all_ = {
            field.name
            for field in fields(value)
            if f"{type(value).__name__}.{field.name}" not in NAMES
        }
        assert all_ - tried <= {
            "pending",
            "failed",
            "merged",
            "note",
            "split_from",
            "problems",
            "counts",
        }, name


def test_the_paper_of_the_test_is_whole(wiki: Sample) -> None:
    """What the test is made from has figures, former claims and a row:
    an empty list would try little.
    """
    paper = read_paper(wiki.wiki, ONE)
    assert isinstance(paper, Paper)
    assert all(
        (paper.figures, paper.former, paper.also, paper.analysis and paper.analysis.entities)
    )
