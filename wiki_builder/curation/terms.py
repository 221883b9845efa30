"""Wording: the registry's terms over all that the builder wrote in a wiki's data.

Papers, the concepts' glosses that came from papers, and the texts about concepts are
put right; what a person wrote, English and evidence are not looked at. A plan is made
first and shown; writing it checks that nothing changed meanwhile.
"""

from __future__ import annotations

import json
import re
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from difflib import unified_diff
from functools import cache, partial
from itertools import groupby, zip_longest
from operator import attrgetter
from pathlib import Path

from wiki_builder.analysis.chinese import Fault, rivals, style
from wiki_builder.concepts.articles.material import words_hash
from wiki_builder.concepts.find import find_concept
from wiki_builder.concepts.lexicon import spellings
from wiki_builder.concepts.log import FileChange
from wiki_builder.concepts.log import LoggedOperation as Operation
from wiki_builder.concepts.matching.glossary import GlossaryTerm, glossary
from wiki_builder.concepts.misuse import Misuse, misused, reworded, used
from wiki_builder.concepts.registry import Registry, read_registry
from wiki_builder.concepts.terms import Term, Terms, relevant, set_term, terms_of
from wiki_builder.core.errors import Locked
from wiki_builder.core.store.concept_texts import read_concept_texts
from wiki_builder.core.store.papers import paper_files, read_paper_file
from wiki_builder.core.store.texts import Changed, text_of
from wiki_builder.core.store.values import dump, read_each
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import Concept, ConceptText, TermPolicy
from wiki_builder.core.values.fulltext import FullText
from wiki_builder.core.values.paper import Paper
from wiki_builder.curation.concepts import data_changes, file_changes
from wiki_builder.curation.fields import (
    FieldChange,
    english_of,
    gloss_with_words,
    text_with_words,
    with_words,
)
from wiki_builder.curation.under_way import at_work, change_file, record
from wiki_builder.library.citable import claim_words
from wiki_builder.library.index import Index
from wiki_builder.library.library import PAPERS_FOR_A_PAGE

_CHINESE = re.compile(rb'zh"\s*:\s*("[^"\\]*(?:\\.[^"\\]*)*")')  # as JSON has it
_SENTENCE = re.compile(r"[^。！？；\n]*[。！？；\n]*")


@dataclass(frozen=True, slots=True)
class Written:
    """Words of the builder's: of a paper or concept, in which field; ``about`` gives all that the
    paper says in English.
    """

    path: Path
    subject: str
    field: str
    words: Bilingual
    about: Callable[[], str | None]


@dataclass(frozen=True, slots=True)
class MisusedTerm:
    """A rendering in the data that is not the term: of a paper or concept, and in which field."""

    subject: str
    field: str
    found: str
    wanted: str


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of a field before and after."""

    path: str
    field: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What would be written into which files, each of which must hold its text still.

    ``lines`` are the sentences that change, ``places`` counts what changes in them; ``left`` are
    the places that are left alone, each with its paper or concept and field.
    """

    files: tuple[FileChange, ...]
    lines: tuple[Line, ...]
    places: int
    left: tuple[tuple[str, Misuse], ...]


@cache
def shipped() -> tuple[GlossaryTerm, ...]:
    """The entries of the glossary that comes with the program, each once."""
    return tuple(
        dict.fromkeys(entry for entries in glossary().by_key.values() for entry in entries)
    )


def terms_in(registry: Registry, index: Index | None = None, back: Collection[str] = ()) -> Terms:
    """A wiki's terms with those of the shipped glossary,
    weighed by the papers of ``index`` that mention them.
    """
    return terms_of(registry, _weights(registry, index or {}), shipped(), back)


def paper_terms(
    registry: Registry, index: Index
) -> Callable[[Paper, FullText], tuple[Bilingual, ...]]:
    """What gives the wiki's own terms that concern a paper,
    for the request that is made about it.
    """
    terms = terms_of(registry, _weights(registry, index))

    def concerning(paper: Paper, text: FullText) -> tuple[Bilingual, ...]:
        passages = (passage.text for passage in text if passage.kind != "references")
        return relevant(terms, "\n".join((paper.latest.title, paper.latest.abstract, *passages)))

    return concerning


def _weights(registry: Registry, index: Index) -> Mapping[str, int]:
    found: Counter[str] = Counter()
    for id_, entry in index.items():
        named = {concept for concept, _ in entry.card.roles} | set(entry.card.things)
        found.update({registry.meant(concept, id_) for concept in named if concept})
    return found


# --- Looking ----------------------------------------------------------------------


def _written(
    wiki: Wiki,
    registry: Registry,
    change: Callable[[Written], Bilingual],
    papers: Iterable[Path] | None = None,
) -> Iterator[tuple[Path, object, Paper | Concept | ConceptText]]:
    """Everything in the data that holds words of the builder's, by its file: as it is, and with
    ``change`` made to them. What cannot be read is for ``check`` to name. ``papers`` are the files
    of all papers unless given.
    """

    def made(
        path: Path, subject: str, about: Callable[[], str | None] = lambda: None
    ) -> FieldChange:
        return lambda field, words: (
            change(Written(path, subject, f"{field}.zh", words, about)) if words.zh else words
        )

    for path in paper_files(wiki) if papers is None else papers:
        for paper in read_each([path], read_paper_file, lambda path: path)[0]:
            yield (
                path,
                paper,
                with_words(paper, made(path, paper.id, cache(partial(english_of, paper)))),
            )
    for concept in registry.concepts.values():
        path = wiki.concepts / registry.file_of(concept.id)
        yield path, concept, gloss_with_words(concept, made(path, f"concept:{concept.id}"))
    for text in read_concept_texts(wiki).values():
        path = wiki.concept_text(text.concept)
        yield path, text, text_with_words(text, made(path, f"concept:{text.concept}"))


def misused_in(wiki: Wiki, registry: Registry) -> tuple[MisusedTerm, ...]:
    """Every rendering in a wiki's data that is not the term; places that may be right are none."""
    terms, found = terms_in(registry), list[MisusedTerm]()

    def look(at: Written) -> Bilingual:
        for place in misused(at.words.zh, terms, at.words.en or None, at.about()):
            found.append(MisusedTerm(at.subject, at.field, place.found, place.wanted))
        return at.words

    suspects = (path for path in paper_files(wiki) if _may_misuse(path, terms))
    deque(_written(wiki, registry, look, suspects), 0)
    return tuple(found)


def _may_misuse(path: Path, terms: Terms) -> bool:
    """Whether a rendering that is not the term may stand in the file of a paper: told in a third of
    the time that it takes to read it, which nearly always is not needed.
    """
    try:
        strings = json.loads(b"[" + b",".join(_CHINESE.findall(path.read_bytes())) + b"]")
    except (OSError, ValueError):
        return True  # whoever reads it says what is wrong
    return terms.chinese.is_suspect("\n".join(strings))


@dataclass(frozen=True, slots=True)
class Unidiomatic:
    """A place of a Chinese text that is hardly written so: ``field`` is empty where it is the page
    as a whole.
    """

    subject: str
    field: str
    fault: Fault


def unidiomatic_in(wiki: Wiki, registry: Registry) -> tuple[Unidiomatic, ...]:
    """Every place in the Chinese texts of a wiki's data that a linter can tell of."""
    found, pages = list[Unidiomatic](), dict[str, list[str]]()

    def look(at: Written) -> Bilingual:
        found.extend(Unidiomatic(at.subject, at.field, fault) for fault in style(at.words.zh))
        pages.setdefault(at.subject, []).append(at.words.zh)
        return at.words

    deque(_written(wiki, registry, look), 0)
    found += [Unidiomatic(page, "", one) for page, texts in pages.items() for one in rivals(texts)]
    return tuple(dict.fromkeys(found))


# --- Listing ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rendering:
    """Another Chinese name of a term, whether it is wrong, and how often the data has it."""

    name: str
    wrong: bool
    used: int


@dataclass(frozen=True, slots=True)
class TermRow:
    """A term as it is listed: ``used`` counts its wording in the Chinese texts of the data."""

    term: Term
    used: int
    others: tuple[Rendering, ...]


def rows(
    wiki: Wiki, registry: Registry, index: Index, everything: bool = False
) -> tuple[TermRow, ...]:
    """The registry's terms, those that the most papers mention first.

    Without ``everything`` only those that two papers share, that are pinned, or of which
    a person has said more than the name.
    """
    terms = terms_in(registry, index)
    counted = usage(wiki, registry, terms)
    found = []
    for number, term in enumerate(terms.terms):
        if term.concept and (
            everything or _is_settled(term) or registry.concepts[term.concept].pinned
        ):
            others = [(name, False) for name in term.others] + [
                (name, True) for name in (*term.wrong, *term.shipped)
            ]
            renderings = tuple(
                Rendering(name, wrong, _count(counted, number, name)) for name, wrong in others
            )
            found.append(TermRow(term, _count(counted, number, term.wanted), renderings))
    return tuple(
        sorted(
            found, key=lambda row: (-row.term.weight, row.term.name.en.lower(), row.term.concept)
        )
    )


def _is_settled(term: Term) -> bool:
    """Whether papers share a term, or a person said more of it than its name."""
    shared = bool(term.name.zh) and term.weight >= PAPERS_FOR_A_PAGE
    return shared or bool(term.others or term.wrong) or term.policy != "zh"


def usage(wiki: Wiki, registry: Registry, terms: Terms) -> Counter[tuple[int, str]]:
    """How often the data uses each known Chinese name,
    by the number of its term and its folded spelling.
    """
    counted: Counter[tuple[int, str]] = Counter()

    def count(at: Written) -> Bilingual:
        counted.update(used(at.words.zh, terms))
        return at.words

    deque(_written(wiki, registry, count), 0)
    return counted


def _count(counted: Counter[tuple[int, str]], number: int, name: str) -> int:
    return sum(counted[number, spelling] for spelling in spellings(name))


# --- Planning ---------------------------------------------------------------------


def plan(wiki: Wiki, registry: Registry, given: Sequence[str] = ()) -> Plan:
    """What putting the terms right would change: all of them, or those of the concepts ``given`` by
    name.

    Where a concept is named, its English name in Chinese text gives way to the Chinese
    one, too, unless its policy keeps it.

    Raises:
        UsageError: no concept has a name that is given.
        Locked: somebody saved a concept's file since the registry was read.
    """
    only = {registry.canonical(find_concept(registry, name).id) for name in given} or None
    terms, places = terms_in(registry, back=only or ()), 0
    lines, left = list[Line](), list[tuple[str, Misuse]]()

    def put_right(at: Written) -> Bilingual:
        nonlocal places
        done = reworded(at.words.zh, terms, at.words.en or None, at.about(), only)
        places += done.places
        left.extend((f"{at.subject} {at.field}", place) for place in done.left)
        name = at.path.relative_to(wiki.root).as_posix()
        lines.extend(_lines(name, at.field, at.words.zh, done.text))
        return Bilingual(at.words.en, done.text)

    papers, texts, glosses = list[FileChange](), list[FileChange](), list[Concept]()
    claims: dict[tuple[str, str], str] = {}  # hashes of their words, by id and hash before
    for path, old, new in _written(wiki, registry, put_right):
        if isinstance(new, ConceptText):
            # it goes on resting on claims of which only the terms changed
            new = replace(
                new, claims={id_: claims.get((id_, h), h) for id_, h in new.claims.items()}
            )
        if old == new:
            continue
        if isinstance(new, Concept):
            glosses.append(new)
            continue
        if isinstance(old, Paper) and isinstance(new, Paper):
            claims |= _hashes(old, new)
        before = path.read_bytes()
        name, after = path.relative_to(wiki.root).as_posix(), dump(new, before).decode()
        file = FileChange(name, before.decode(), after)
        (texts if isinstance(new, ConceptText) else papers).append(file)
    concepts = data_changes(wiki, registry, registry.with_(glosses))
    # Texts know their claims by the words of papers: written first, they are right when a killed
    # run is done again.
    return Plan((*texts, *papers, *concepts), tuple(lines), places, tuple(left))


def _hashes(before: Paper, after: Paper) -> dict[tuple[str, str], str]:
    """What the words of a paper's claims hash to, by the claims' full ids and the hashes before."""
    old, new = (
        (*(paper.analysis.claims if paper.analysis else ()), *(one.claim for one in paper.former))
        for paper in (before, after)
    )
    return {
        (f"{before.id}#{a.id}", words_hash(claim_words(a))): words_hash(claim_words(b))
        for a, b in zip(old, new, strict=True)
    }


def _lines(path: str, field: str, before: str, after: str) -> Iterator[Line]:
    """The sentences of a field that differ; a replacement leaves their number as it is."""
    if before != after:
        pairs = zip_longest(_SENTENCE.findall(before), _SENTENCE.findall(after), fillvalue="")
        yield from (Line(path, field, old.strip(), new.strip()) for old, new in pairs if old != new)


# --- Setting ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wording:
    """What a term shall be; what is empty stays."""

    en: str = ""
    zh: str = ""
    policy: TermPolicy | None = None
    wrong: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


def set_wording(
    wiki: Wiki, name: str, wording: Wording, *, by: str, today: date, dry_run: bool = False
) -> str:
    """Give a concept, named by a person, another wording, and log that; the diff of its file, empty
    for no change.

    Raises:
        UsageError: there is no such concept, or it cannot be called so; nothing was written.
        Locked: another run is at work, or somebody saved the file meanwhile; nothing was written.
    """
    with at_work(wiki):
        registry = read_registry(wiki)
        id_ = registry.canonical(find_concept(registry, name).id)
        w = wording
        files = file_changes(
            wiki,
            registry,
            set_term(registry, id_, en=w.en, zh=w.zh, policy=w.policy, wrong=w.wrong, also=w.also),
        )
        if files and not dry_run:
            told = {key: value for key, value in asdict(wording).items() if value}
            record(wiki, Operation(0, today.isoformat(), "term", (id_,), told, by, files=files))
    texts = (
        (file.path, (file.before or "").splitlines(), (file.after or "").splitlines())
        for file in files
    )
    return "\n".join(
        line for path, old, new in texts for line in unified_diff(old, new, path, path, lineterm="")
    )


# --- Showing and writing ------------------------------------------------------------


def difference(made: Plan) -> Iterator[str]:
    """The plan as one unified diff: a file, its fields, and in them the sentences that change."""
    for path, of_file in groupby(made.lines, attrgetter("path")):
        yield from (f"--- {path}", f"+++ {path}")
        for field, lines in groupby(of_file, attrgetter("field")):
            yield f"@@ {field} @@"
            for line in lines:
                yield from (f"-{line.before}", f"+{line.after}")


def left_lines(made: Plan) -> Iterator[str]:
    """The places that are left alone, by rendering and reason, each with where it is met first."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    for where, place in made.left:
        groups.setdefault((place.found, place.wanted, place.why), []).append(where)
    for (found, wanted, why), met in groups.items():
        count = _counted(len(met), "place")
        yield f"left alone: {found} (not {wanted}) in {count}, {why}; {met[0]}"


def summary(made: Plan) -> str:
    """How much a plan changes, in a few words."""
    return f"{_counted(made.places, 'place')} in {_counted(len(made.files), 'file')}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def write(wiki: Wiki, made: Plan) -> None:
    """Write a plan, each file whole or not at all.

    Raises:
        Locked: a file is not what the plan was made from; nothing was written, or no more.
    """
    for file in made.files:
        if text_of(wiki.root / file.path) != file.before:
            raise _meanwhile(file)
    for file in made.files:
        try:
            change_file(wiki, file)
        except Changed:
            raise _meanwhile(file) from None


def _meanwhile(file: FileChange) -> Locked:
    return Locked("the file was saved meanwhile", where=file.path, next="Run this again")
