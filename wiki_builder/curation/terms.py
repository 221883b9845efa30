"""Wording: the registry's terms over all that the builder wrote in a wiki's data.

Papers, the concepts' glosses that came from papers, and the texts about concepts are
put right; what a person wrote, English and evidence are not looked at. A plan is made
first and shown; writing it checks that nothing changed meanwhile.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from difflib import unified_diff
from functools import cache
from itertools import zip_longest
from pathlib import Path

from wiki_builder.concepts.articles.material import words_hash
from wiki_builder.concepts.find import find_concept
from wiki_builder.concepts.lexicon import spellings
from wiki_builder.concepts.log import LoggedOperation as Operation
from wiki_builder.concepts.matching.glossary import GlossaryTerm, glossary
from wiki_builder.concepts.misuse import LeftAlone, misused, reworded, used
from wiki_builder.concepts.registry import Registry, changes, filename, read_registry
from wiki_builder.concepts.terms import Term, Terms, relevant, set_term, terms_of
from wiki_builder.core.errors import Locked
from wiki_builder.core.store.concept_texts import read_concept_texts
from wiki_builder.core.store.papers import paper_files, read_paper_file
from wiki_builder.core.store.texts import Changed, swap
from wiki_builder.core.store.values import dump, read_each
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import TermPolicy
from wiki_builder.core.values.fulltext import FullText
from wiki_builder.core.values.paper import Paper
from wiki_builder.curation.concepts import file_changes
from wiki_builder.curation.fields import (
    FieldChange,
    english_of,
    gloss_with_words,
    text_with_words,
    with_words,
)
from wiki_builder.curation.under_way import at_work, record
from wiki_builder.library.citable import claim_words
from wiki_builder.library.index import Index
from wiki_builder.library.library import PAPERS_FOR_A_PAGE

_SENTENCE = re.compile(r"[^。！？；\n]*[。！？；\n]*")


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

    field: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class TermChange:
    """What is to be written into one file, which must hold ``before`` still."""

    path: Path
    before: bytes
    after: bytes
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Left:
    """A place that is left alone: of a paper or concept, and in which field."""

    subject: str
    field: str
    place: LeftAlone


@dataclass(frozen=True, slots=True)
class Plan:
    """All that would be written, how many places that changes, and which are left alone."""

    changes: tuple[TermChange, ...]
    places: int
    left: tuple[Left, ...]


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
        named = {use.concept for use in entry.card.uses} | {
            entity.concept for entity in entry.card.entities
        }
        found.update({registry.meant(concept, id_) for concept in named if concept})
    return found


# --- Looking ----------------------------------------------------------------------


def misused_in(wiki: Wiki, registry: Registry) -> tuple[MisusedTerm, ...]:
    """Every rendering in a wiki's data that is not the term; places that may be right are none."""
    terms = terms_in(registry)
    found: list[MisusedTerm] = []

    def look(subject: str, about: str | None) -> FieldChange:
        def change(name: str, words: Bilingual) -> Bilingual:
            places = misused(words.zh, terms, words.en or None, about) if words.zh else ()
            found.extend(
                MisusedTerm(subject, f"{name}.zh", place.found, place.wanted) for place in places
            )
            return words

        return change

    for path in paper_files(wiki):
        # check names the others
        for paper in read_each([path], read_paper_file, lambda path: path)[0]:
            with_words(paper, look(paper.id, english_of(paper)))
    for concept in registry.concepts.values():
        gloss_with_words(concept, look(f"concept:{concept.id}", None))
    for text in read_concept_texts(wiki).values():
        text_with_words(text, look(f"concept:{text.concept}", None))
    return tuple(found)


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

    def change(name: str, words: Bilingual) -> Bilingual:
        counted.update(used(words.zh, terms))
        return words

    for path in paper_files(wiki):
        with_words(read_paper_file(path), change)
    for text in read_concept_texts(wiki).values():
        text_with_words(text, change)
    for concept in registry.concepts.values():
        gloss_with_words(concept, change)
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
        FormatError: a data file cannot be read.
        UsageError: no concept has a name that is given.
    """
    only = (
        {registry.canonical(find_concept(registry, name).id) for name in given} if given else None
    )
    desk = _Desk(terms_in(registry, back=only or ()), only)
    papers, glosses, texts = (
        [*desk.papers(wiki)],
        [*desk.glosses(wiki, registry)],
        [*desk.texts(wiki)],
    )
    # Texts know their claims by the words of papers: written first, they are right when a killed
    # run is done again.
    return Plan((*texts, *papers, *glosses), desk.places, tuple(desk.left))


class _Desk:
    """Puts one file after the other right, and counts."""

    def __init__(self, terms: Terms, only: Collection[str] | None) -> None:
        self._terms, self._only = terms, only
        self.places = 0
        self.left: list[Left] = []
        # hashes of the words of reworded claims, before and after
        self._claims: dict[str, tuple[str, str]] = {}

    def papers(self, wiki: Wiki) -> Iterator[TermChange]:
        for path in paper_files(wiki):
            paper, lines = read_paper_file(path), list[Line]()
            changed = with_words(paper, self._change(paper.id, lines, english_of(paper)))
            if changed != paper:
                self._claims |= _hashes(paper, changed)
                before = path.read_bytes()
                yield TermChange(path, before, dump(changed, before), tuple(lines))

    def glosses(self, wiki: Wiki, registry: Registry) -> Iterator[TermChange]:
        lines: dict[str, list[Line]] = {
            filename(concept): [] for concept in registry.concepts.values()
        }
        changed = [
            gloss_with_words(
                concept, self._change(f"concept:{concept.id}", lines[filename(concept)])
            )
            for concept in registry.concepts.values()
        ]
        for name, text in changes(registry, registry.with_(changed)).items():
            path = wiki.concepts / name
            yield TermChange(path, path.read_bytes(), text.encode("utf-8"), tuple(lines[name]))

    def texts(self, wiki: Wiki) -> Iterator[TermChange]:
        """The texts about concepts; they go on resting on claims of
        which only the terms changed.
        """
        for text in read_concept_texts(wiki).values():
            path, lines = wiki.concept_text(text.concept), list[Line]()
            changed = text_with_words(text, self._change(f"concept:{text.concept}", lines))
            changed = replace(
                changed, claims={id_: self._hash(id_, old) for id_, old in text.claims.items()}
            )
            if changed != text:
                before = path.read_bytes()
                yield TermChange(path, before, dump(changed, before), tuple(lines))

    def _hash(self, claim: str, old: str) -> str:
        before, after = self._claims.get(claim, ("", ""))
        return after if old == before else old

    def _change(self, subject: str, lines: list[Line], about: str | None = None) -> FieldChange:
        def change(name: str, words: Bilingual) -> Bilingual:
            if not words.zh:
                return words
            done = reworded(words.zh, self._terms, words.en or None, about, self._only)
            self.places += done.places
            self.left += [Left(subject, f"{name}.zh", place) for place in done.left]
            lines.extend(_lines(f"{name}.zh", words.zh, done.text))
            return Bilingual(words.en, done.text)

        return change


def _hashes(before: Paper, after: Paper) -> dict[str, tuple[str, str]]:
    """The claims of a paper by full id, with the hash of their words before and after."""
    old, new = (
        (*(paper.analysis.claims if paper.analysis else ()), *(one.claim for one in paper.former))
        for paper in (before, after)
    )
    pairs = (
        (a.id, words_hash(claim_words(a)), words_hash(claim_words(b)))
        for a, b in zip(old, new, strict=True)
    )
    return {f"{before.id}#{id_}": (a, b) for id_, a, b in pairs if a != b}


def _lines(field: str, before: str, after: str) -> Iterator[Line]:
    """The sentences of a field that differ; a replacement leaves their number as it is."""
    if before != after:
        pairs = zip_longest(_SENTENCE.findall(before), _SENTENCE.findall(after), fillvalue="")
        yield from (Line(field, old.strip(), new.strip()) for old, new in pairs if old != new)


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


def difference(root: Path, made: Plan) -> Iterator[str]:
    """The plan as one unified diff: a file, its fields, and in them the sentences that change."""
    for file in (file for file in made.changes if file.lines):
        name = file.path.relative_to(root).as_posix()
        yield from (f"--- {name}", f"+++ {name}")
        fields = dict.fromkeys(line.field for line in file.lines)
        for field in fields:
            yield f"@@ {field} @@"
            for line in file.lines:
                if line.field == field:
                    yield from (f"-{line.before}", f"+{line.after}")


def left_lines(made: Plan) -> Iterator[str]:
    """The places that are left alone, by rendering and reason, each with where it is met first."""
    groups: dict[tuple[str, str, str], list[Left]] = {}
    for left in made.left:
        groups.setdefault((left.place.found, left.place.wanted, left.place.why), []).append(left)
    for (found, wanted, why), lefts in groups.items():
        count = f"{len(lefts)} {'place' if len(lefts) == 1 else 'places'}"
        yield (
            f"left alone: {found} (not {wanted}) in {count}, {why}; {lefts[0].subject}"
            f" {lefts[0].field}"
        )


def summary(made: Plan) -> str:
    """How much a plan changes, in words."""
    places, files = made.places, sum(bool(file.lines) for file in made.changes)
    return (
        f"{places} {'place' if places == 1 else 'places'} in {files}"
        f" {'file' if files == 1 else 'files'}"
    )


def write(made: Plan) -> None:
    """Write a plan, each file whole or not at all.

    Raises:
        Locked: a file is not what the plan was made from; nothing was written, or no more.
    """
    for file in made.changes:
        if not file.path.is_file() or file.path.read_bytes() != file.before:
            raise _meanwhile(file.path)
    for file in made.changes:
        try:
            swap(file.path, file.before, file.after)
        except Changed:
            raise _meanwhile(file.path) from None


def _meanwhile(path: Path) -> Locked:
    return Locked("the file was saved meanwhile", where=str(path), next="Run this again")
