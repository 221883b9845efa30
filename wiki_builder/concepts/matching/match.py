"""Which concepts of a registry a name may be, and which family its form puts it in.

Two names are compared in ``likeness.py``. Here both languages of a name count, and what people have
said: an index finds the likeliest concepts, and at most one of them is sure.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from wiki_builder.concepts.matching.glossary import glossary, is_chinese
from wiki_builder.concepts.matching.guards import (
    ambiguous,
    guard,
    is_acronym,
    is_variant,
    negates,
)
from wiki_builder.concepts.matching.handles import Handles, KnownNames, handles, sought
from wiki_builder.concepts.matching.likeness import (
    ALIKE,
    ASKED,
    Match,
    abbreviates,
    alike_names,
    compare,
    name_tokens,
    token_weight,
)
from wiki_builder.core import names
from wiki_builder.core.spelling import rendering
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import Concept, ConceptKind

__all__ = ["Candidate", "Candidates", "Match", "broader_by_form", "compare"]

OFTEN = 60  # names; a word that stands in more is not followed if a name has a rarer one

# --- Candidates -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Candidate:
    """A concept that a name may be: how alike (0 to 1), whether surely, what keeps them apart,
    and why it is here.
    """

    id: str
    score: float
    sure: bool
    guard: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class _Row:
    """The names of one concept's file, under the id of the concept that they lead to."""

    id: str
    source: str
    kind: ConceptKind
    names: tuple[str, ...]
    refused: frozenset[str]  # keys of names that a person said are not this concept's
    apart: frozenset[str]  # ids, or keys of names, of concepts that this one is not


class Candidates:
    """The concepts of a registry, to be looked up by names that may be theirs.

    ``canonical`` gives the id of the concept that a concept's id leads to after merges. ``known``
    are names that were taken apart before; it takes in those that were not.
    """

    def __init__(
        self,
        concepts: Iterable[Concept],
        canonical: Callable[[str], str] = str,
        known: KnownNames | None = None,
    ) -> None:
        self._canonical = canonical
        self._known = KnownNames() if known is None else known
        self._rows: dict[str, _Row] = {}  # by the id of the concept's own file
        self._postings: dict[str, dict[tuple[str, str], None]] = {}  # files and names by token
        # files by key, form and acronym of their names
        self._exact: dict[str, dict[str, None]] = {}
        self._keys: dict[str, dict[str, None]] = {}  # files by key
        # keys by their first two letters, for spelling
        self._by_start: dict[str, dict[str, None]] = {}
        for concept in concepts:
            self.add(concept)

    def add(self, concept: Concept) -> None:
        """Take in a concept, new or changed."""
        if concept.id in self._rows:
            self._forget(self._rows[concept.id])
        row = self._row(concept)
        self._rows[concept.id] = row
        for name in row.names:
            own = self._known[name]
            for token in own.tokens:
                self._postings.setdefault(token, {})[concept.id, name] = None
            for handle in own.exact:
                self._exact.setdefault(handle, {})[concept.id] = None
            self._keys.setdefault(own.key, {})[concept.id] = None
            self._by_start.setdefault(own.key[:2], {})[own.key] = None

    def of(
        self,
        name: Bilingual,
        kind: ConceptKind = "concept",
        limit: int = 5,
        but: str = "",
        least: float = ASKED,
    ) -> tuple[Candidate, ...]:
        """The concepts of ``kind`` that ``name`` may be, the likeliest first; at most one of them
        is sure.

        ``but`` is the id of a concept that is left out: the one whose name it is, when
        near-duplicates are sought. ``least`` is the likeness, 0 to 1, below which a concept is not
        worth a word.
        """
        scores = {
            file: score
            for file, score in self._scores(name).items()
            if self._rows[file].kind == kind
        }
        best: dict[str, float] = {}
        for file, score in scores.items():
            id_ = self._rows[file].id
            if id_ != but:
                best[id_] = max(best.get(id_, 0.0), score)
        likeliest = sorted(best, key=lambda id_: (-best[id_], id_))[: limit + 1]
        files_of = {
            id_: [file for file in scores if self._rows[file].id == id_] for id_ in likeliest
        }
        made = (
            self._candidate(name, id_, files_of[id_], best[id_], but, least) for id_ in likeliest
        )
        found = sorted(filter(None, made), key=lambda c: (not c.sure, -c.score, c.id))
        return tuple(_only_one_sure(found)[:limit])

    # --- the index ---

    def _row(self, concept: Concept) -> _Row:
        approved = (alias.name for alias in concept.aliases if alias.status == "approved")
        refused = (names.key(alias.name) for alias in concept.aliases if alias.status == "rejected")
        apart = {names.key(other) for other in concept.not_same_as} | set(concept.not_same_as)
        written = dict.fromkeys((concept.name.en, concept.name.zh, *approved))
        id_ = self._canonical(concept.id) if concept.merged else concept.id
        known = tuple(name for name in written if self._known[name].key)
        return _Row(id_, concept.id, concept.kind, known, frozenset(refused), frozenset(apart))

    def _forget(self, row: _Row) -> None:
        for name in row.names:
            own = self._known[name]
            for token in own.tokens:
                self._postings[token].pop((row.source, name), None)
            for handle in own.exact:
                self._exact[handle].pop(row.source, None)
            self._keys[own.key].pop(row.source, None)

    def _scores(self, name: Bilingual) -> dict[str, float]:
        """How alike each file's names are to a name, by the index alone."""
        scores: dict[str, float] = {}
        for written in _both(name):
            for file, score in self._by_tokens(written):
                scores[file] = max(scores.get(file, 0.0), score)
            for handle, score in sought(self._handles(written)).items():
                for file in self._exact.get(handle, ()):
                    scores[file] = max(scores.get(file, 0.0), score)
            for file in self._by_spelling(written):
                scores[file] = max(scores.get(file, 0.0), 0.75)
        return scores

    def _handles(self, written: str) -> Handles:
        """What is known of a name, or can be made."""
        return self._known.get(written) or handles(written)

    def _by_tokens(self, written: str) -> Iterator[tuple[str, float]]:
        """Files by the weight of what a name of theirs shares with ``written``;
        rare words say where to look.
        """
        weights = name_tokens(written)
        whole = math.fsum(weights.values())
        rarest = sorted(weights, key=lambda token: len(self._postings.get(token, ())))
        points: dict[tuple[str, str], float] = {}
        for token in rarest:
            places, weight = self._postings.get(token, {}), weights[token]
            if not points:
                points = dict.fromkeys(places, weight)
            elif len(places) > OFTEN:
                for place in points.keys() & places.keys():
                    points[place] += weight
            else:
                for place in places:
                    points[place] = points.get(place, 0.0) + weight
        for place, point in points.items():
            if (
                point >= ASKED * whole
                and (score := point / max(whole, self._whole(place[1]))) >= ASKED
            ):
                yield place[0], min(score, 0.9)

    def _whole(self, name: str) -> float:
        """The weight of all that a name of the index is looked up by."""
        return math.fsum(map(token_weight, self._known[name].tokens))

    def _by_spelling(self, written: str) -> Iterator[str]:
        key = names.key(written)
        if len(key) < 5 or key in self._keys or is_chinese(written):
            return
        near = [
            known
            for known in self._by_start.get(key[:2], ())
            if abs(len(known) - len(key)) <= len(key) // 5
        ]
        for found, _, _ in process.extract(
            key, near, scorer=fuzz.ratio, score_cutoff=ALIKE, limit=3
        ):
            yield from self._keys.get(found, ())

    # --- one candidate ---

    def _candidate(
        self,
        name: Bilingual,
        id_: str,
        files_of: list[str],
        indexed: float,
        but: str,
        least: float,
    ) -> Candidate | None:
        rows = [self._rows[file] for file in files_of]
        theirs = tuple(dict.fromkeys(known for row in rows for known in row.names))
        matches = [compare(mine, known) for mine, known in _comparable(name, theirs)]
        match = max(
            matches, key=lambda m: (m.kind == "same", m.score), default=Match("none", "", 0.0)
        )
        score = round(min(1.0, max(match.score, indexed * 0.9)), 3)
        if score < least:
            return None
        objection = self._objection(name, rows, theirs, match, but)
        sure = match.kind == "same" and not objection
        return Candidate(id_, score, sure, objection, match.reason)

    def _objection(
        self, name: Bilingual, rows: list[_Row], theirs: tuple[str, ...], match: Match, but: str
    ) -> str | None:
        """Why a concept is not surely what a name says, as a person,
        a guard or the other language has it.
        """
        mine = {names.key(written) for written in _both(name)}
        if any(mine & row.refused for row in rows):
            return "a person has refused this name"
        if any(but in row.apart or mine & row.apart or self._is_apart(mine, row) for row in rows):
            return "a person has said that it is another concept"
        english = tuple(known for known in theirs if not is_chinese(known))
        chinese = tuple(known for known in theirs if is_chinese(known))
        agree = _agree(name, theirs)
        told = agree or any(compare(name.en, known).kind == "same" for known in english)
        objection = _guarded(name.en, english, settled=agree)
        if not objection and is_chinese(name.zh):
            objection = _guarded(name.zh, chinese, settled=told)
        if objection:
            return objection
        if match.kind != "same":
            return None
        if not agree and (reason := _only_chinese(name, theirs)):
            return reason
        return self._claimed_elsewhere(name, rows) or _stands_for(name.en, english)

    def _is_apart(self, mine: set[str], row: _Row) -> bool:
        """Whether the name is that of a concept that a person keeps apart from this one."""
        others = {file for key in mine for file in self._keys.get(key, ()) if file != row.source}
        return any(file in row.apart or self._rows[file].id in row.apart for file in others)

    def _claimed_elsewhere(self, name: Bilingual, rows: list[_Row]) -> str | None:
        """That the name's Chinese is another concept's alone, though its English is this one's."""
        ids, kind = {row.id for row in rows}, rows[0].kind
        claims = {
            self._rows[file].id
            for file in self._keys.get(names.key(name.zh), ())
            if self._rows[file].kind == kind and is_chinese(name.zh)
        }
        return f"{name.zh} is the name of {min(claims)}" if claims and not claims & ids else None


def _stands_for(name: str, english: tuple[str, ...]) -> str | None:
    """That the acronym which a long name could have stands for another long name here."""
    if is_acronym(name) or any(
        compare(name, known).kind == "same" for known in english if not is_acronym(known)
    ):
        return None
    short = next(
        (known for known in english if is_acronym(known) and abbreviates(known, name)), None
    )
    long = next((known for known in english if not is_acronym(known)), None)
    return f"{short} stands for {long} here" if short and long else None


def _both(name: Bilingual) -> list[str]:
    return [written for written in dict.fromkeys((name.en, name.zh)) if names.key(written)]


def _comparable(name: Bilingual, theirs: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The pairs of names that are compared: English with English, Chinese with Chinese,
    or what there is.
    """
    for mine in _both(name):
        same_script = [known for known in theirs if is_chinese(known) == is_chinese(mine)]
        yield from ((mine, known) for known in same_script or theirs)


def _agree(name: Bilingual, theirs: tuple[str, ...]) -> bool:
    """Whether both languages say the same: an acronym of one of the names,
    beside its own Chinese.
    """
    chinese = {rendering(names.key(known)) for known in theirs if is_chinese(known)}
    english = [known for known in theirs if not is_chinese(known)]
    means = glossary().meanings(name.zh)
    close = any(
        names.key(name.en) == names.key(known)
        or abbreviates(name.en, known)
        or abbreviates(known, name.en)
        for known in english
    )
    return (
        is_chinese(name.zh)
        and rendering(names.key(name.zh)) in chinese
        and close
        and len(means) < 2
    )


def _guarded(mine: str, theirs: tuple[str, ...], *, settled: bool) -> str | None:
    """What keeps a name and those of a concept in one language apart, unless one of these is surely
    the same.

    ``settled`` says that the other language tells which meaning of an ambiguous name is meant.
    """
    if not names.key(mine) or any(compare(mine, known).kind == "same" for known in theirs):
        return None
    several = {ambiguous(each) for each in (mine, *theirs)} if settled else set()
    objections = (guard(mine, known) for known in theirs)
    return next(
        (objection for objection in objections if objection and objection not in several), None
    )


def _only_chinese(name: Bilingual, theirs: tuple[str, ...]) -> str | None:
    """That the Chinese alone says that two names are one, and the English does not look like it."""
    english = [known for known in theirs if not is_chinese(known)]
    if not english or not names.key(name.en) or is_chinese(name.en):
        return None
    means = glossary().meanings(name.en)
    for known in english:
        match = compare(name.en, known)
        other_thing = means and glossary().meanings(known) and means != glossary().meanings(known)
        if match.kind == "same" or (alike_names(name.en, known) and not other_thing):
            return None
    return f"only the Chinese is the same: {name.en} and {english[0]}"


def _only_one_sure(found: list[Candidate]) -> list[Candidate]:
    sure = [candidate for candidate in found if candidate.sure]
    if len(sure) < 2:
        return found
    reason = f"it is as much {' and '.join(candidate.id for candidate in sure[:3])}"
    return [
        Candidate(c.id, c.score, False, c.guard or reason, c.reason) if c.sure else c for c in found
    ]


# --- Families ---------------------------------------------------------------------

_OF = re.compile(
    r"\s(?:as|by|for|from|in|of|on|over|through|to|under|using|via|with|without)\s", re.IGNORECASE
)
_BOUNDARY = re.compile(r"(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])|[\s\-_:]+")


def broader_by_form(name: str, known: Callable[[str], str | None]) -> str | None:
    """The id of the family that an English name shows its thing to be a member of, if ``known``
    gives one for a key.

    ``multi-head attention`` is of attention, ``GPT-4`` of GPT, ``Qwen3-8B`` of Qwen3. The longest
    known name counts. What stands behind a prefix that takes it back is no family: not partially
    observable, not non-convex.
    """
    plain = names.split_acronym(name).name
    if is_chinese(plain):
        return None
    own = names.key(plain)
    shorter = (
        key
        for form_ in (*_stems(plain), *_heads(plain))
        if (key := names.key(form_)) and key != own
    )
    return next((id_ for key in shorter if (id_ := known(key)) is not None), None)


def _heads(name: str) -> Iterator[str]:
    """The ends of a name at its spaces, the longest first;
    of what stands before a preposition, if there is one.
    """
    head = _OF.split(name)[0]
    if head != name and " " in head:
        yield head
    words = head.split(" ")
    if head != name and len(words) < 3:
        return
    for at in range(1, len(words)):
        if any(negates(word) for word in words[:at]):
            return
        yield " ".join(words[at:])


def _stems(name: str) -> Iterator[str]:
    """The beginnings of a named thing's name before its version, size or tuning,
    the longest first.
    """
    ends = [match for match in _BOUNDARY.finditer(name) if match.start() > 0]
    for match in reversed(ends):
        behind = re.split(r"[\s\-_:]+", name[match.end() :])[0]
        if is_variant(behind) or behind[:1].isdigit() or name[: match.start()][-1].isdigit():
            stem = name[: match.start()].rstrip(" -_:.")
            if len(stem) > 1 and re.search(r"[^\W\d_]", stem) and not stem[0].isdigit():
                yield stem
