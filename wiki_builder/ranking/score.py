"""The score of a paper, part by part, each with its words.

Pure: a score depends on the paper and on the interests, not on the other papers of the day. The
number of authors, of categories or of votes is in no part. How the weights were chosen stands in
``benchmarks/README.md``.
"""

from __future__ import annotations

import math
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias

from wiki_builder.core.values.announcement import Version
from wiki_builder.core.words import Word, words
from wiki_builder.ranking.interests import Embedder, Example, Interests
from wiki_builder.ranking.keywords import holds, matching, score
from wiki_builder.ranking.terms import Terms, alike, commonness, shared, terms

LITTLE = 0.6  # points under which a paper is a little like the examples, and no more
TYPICAL = 0.1  # a usual likeness of two papers that one reader seeks: it is worth 1
HALF_OF_KEYWORDS = 4  # points of keywords that give half of what all of them could
HALF_OF_REFUSED = 50  # papers that one refused, by which they count half of what many do
MOST_ODDS = 3.0  # how much commoner, or rarer, categories can be among the examples
IN_SHORT = 2  # parts, and terms of a part, that are named where there is little room
PRIOR = 5  # papers that the table's share of a category counts as, beside the examples


@dataclass(frozen=True, slots=True)
class Weights:
    """What each part counts."""

    about: float = 0.3
    keywords: float = 0.1  # at most
    followed: float = 1.0
    category: float = 0.05
    unwanted: float = 0.5  # twice that where the title holds it
    refused: float = 0.5
    meaning: float = 1.0
    half_life: float = 30.0  # days after which an example counts half of a new one


Kind: TypeAlias = Literal[
    "about", "examples", "meaning", "keywords", "authors", "category", "unwanted", "refused"
]


@dataclass(frozen=True, slots=True)
class Part:
    """What one kind of interest says of a paper: points, below 0 where it speaks against it.
    ``short`` says it in a few words, without the titles of examples.
    """

    kind: Kind
    points: float
    words: Word
    short: Word


@dataclass(frozen=True, slots=True)
class Score:
    """The parts of a paper's score, the weightiest first."""

    parts: tuple[Part, ...] = ()

    @property
    def total(self) -> float:
        """The sum of the parts."""
        return round(math.fsum(part.points for part in self.parts), 4)

    @property
    def in_short(self) -> Word:
        """The two parts that say most for the paper, in few words; empty where it is no match."""
        said = [part.short for part in self.parts if part.points > 0][:IN_SHORT]
        if not self.is_match:
            return Word("", "")
        return Word("; ".join(one.en for one in said), "；".join(one.zh for one in said))

    @property
    def is_match(self) -> bool:
        """Whether what the reader seeks says more for the paper than what is not wanted says
        against it. Categories and refused papers only order what matches.
        """
        said = [part.points for part in self.parts if part.kind not in ("category", "refused")]
        return math.fsum(said) > 0

    @property
    def is_unwanted(self) -> bool:
        """Whether it holds what the reader does not want."""
        return any(part.kind == "unwanted" for part in self.parts)


class Ranker:
    """Scores papers by the interests of one reader."""

    def __init__(
        self, interests: Interests, embed: Embedder | None = None, weights: Weights | None = None
    ) -> None:
        self.interests = interests
        self._weights = weights or Weights()
        sought = (*interests.examples, *interests.liked)
        self._about = terms(interests.about)
        self._examples = _Likeness(sought, self._weights.half_life)
        self._refused = _Likeness(interests.refused, self._weights.half_life)
        self._meaning = _Meaning(sought, embed, self._weights) if embed and sought else None
        self._filed = _filed(sought)
        self._with_category = sum(bool(one.categories) for one in sought)
        self._people = _people(interests)
        self._unwanted = tuple((one, terms(one)) for one in interests.unwanted)

    def score(self, version: Version, own: Terms | None = None) -> Score:
        """The score of a paper, as its ``version`` describes it;
        ``own`` are its terms where they are known.
        """
        own = terms(version.title, version.abstract) if own is None else own
        found = (
            self._of_about(own),
            self._of_examples(own),
            self._meaning and self._meaning.part(version),
            self._of_keywords(version),
            self._of_people(version),
            self._of_categories(version),
            self._of_unwanted(version, own),
            self._of_refused(own),
        )
        kept = (part for part in found if part and part.points)
        return Score(tuple(sorted(kept, key=lambda part: (-abs(part.points), part.kind))))

    def _of_about(self, own: Terms) -> Part | None:
        points = self._weights.about * alike(self._about, own) / TYPICAL
        said = shared(self._about, own)
        return _part("about", points, "about", said) if points else None

    def _of_examples(self, own: Terms) -> Part | None:
        if not (found := self._examples.of(own)):
            return None
        points, nearest, there = found
        said = shared(there, own)
        names = ("marked", "marked_little") if nearest.mark else ("examples", "examples_little")
        name = names[points < LITTLE]
        return _part("examples", points, name, said, title=nearest.title)

    def _of_keywords(self, version: Version) -> Part | None:
        points = score(version, self.interests.keywords)
        if not points:
            return None
        said = matching(version, self.interests.keywords)
        worth = self._weights.keywords * points / (points + HALF_OF_KEYWORDS)
        return _part("keywords", worth, "keywords", said, digits=6)

    def _of_people(self, version: Version) -> Part | None:
        """Whoever is followed counts once, however many are."""
        followed = [
            (author, self._people[name])
            for author in version.authors
            if (name := _plain(author)) in self._people
        ]
        if not followed:
            return None
        author, group = followed[0]
        name = "author_of_group" if group else "author"
        return _part("authors", self._weights.followed, name, author=author, group=group)

    def _of_categories(self, version: Version) -> Part | None:
        """How much commoner the categories are among the examples than elsewhere."""
        if not self._filed:
            return None
        odds = {name: self._odds(name) for name in dict.fromkeys(version.categories)}
        total = max(-MOST_ODDS, min(MOST_ODDS, math.fsum(odds.values())))
        held = self._weights.category * total
        sign = 1 if held > 0 else -1
        telling = max(sorted(odds), key=lambda name: sign * odds[name], default="")
        return _part(
            "category", held, "category" if held > 0 else "rare_category", category=telling
        )

    def _odds(self, category: str) -> float:
        usual, examples = commonness(category), self._with_category
        return math.log((self._filed[category] + PRIOR * usual) / (examples + PRIOR) / usual)

    def _of_unwanted(self, version: Version, own: Terms) -> Part | None:
        """The worst of what is not wanted: a phrase that stands there, or a description that is
        alike.
        """
        held = [
            (self._unwanted_points(version, own, phrase, wanted), phrase)
            for phrase, wanted in self._unwanted
        ]
        points, phrase = max(held, default=(0.0, ""), key=lambda pair: (pair[0], pair[1]))
        return _part("unwanted", -points, "unwanted", phrase=phrase) if points else None

    def _unwanted_points(self, version: Version, own: Terms, phrase: str, there: Terms) -> float:
        most = self._weights.unwanted
        if holds(version.title, phrase):
            return 2 * most
        if holds(version.abstract, phrase):
            return most
        near = self._weights.about * alike(there, own) / TYPICAL
        return min(most, near) if _is_described(phrase) else 0.0

    def _of_refused(self, own: Terms) -> Part | None:
        """How much nearer it is to what was refused than to what is sought: readers refuse papers
        of their own subject, too. A few refused papers say little.
        """
        if not (found := self._refused.of(own)):
            return None
        points, nearest, _ = found
        liked = self._examples.of(own)
        more = max(0.0, points - (liked[0] if liked else 0.0))
        number = len(self.interests.refused)
        worth = self._weights.refused * number / (number + HALF_OF_REFUSED)
        return _part("refused", -worth * more, "refused", title=nearest.title)


class _Likeness:
    """How alike a paper is to examples: the root of the mean square of the cosines, the newer
    examples counting more.
    """

    def __init__(self, examples: Sequence[Example], half_life: float) -> None:
        self._examples = tuple(sorted(examples, key=lambda one: (one.date or "", one.id)))
        self._weights = _shares(self._examples, half_life)
        self._terms = [terms(one.title, one.abstract) for one in self._examples]
        self._holders: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for n, there in enumerate(self._terms):
            for term, weight in there.items():
                self._holders[term].append((n, weight))

    def of(self, own: Terms) -> tuple[float, Example, Terms] | None:
        """Points, and the example that is most alike with its terms;
        nothing where none is alike at all.
        """
        alike_to = [0.0] * len(self._examples)
        for term, weight in own.items():
            for n, there in self._holders.get(term, ()):
                alike_to[n] += weight * there
        if not any(alike_to):
            return None
        points = _root_mean(alike_to, self._weights) / TYPICAL
        nearest = max(range(len(alike_to)), key=lambda n: (alike_to[n], n))
        return points, self._examples[nearest], self._terms[nearest]


class _Meaning:
    """The same by the vectors of a model that the reader has."""

    def __init__(self, examples: Sequence[Example], embed: Embedder, weights: Weights) -> None:
        self._embed, self._most = embed, weights.meaning
        ordered = sorted(examples, key=lambda one: (one.date or "", one.id))
        self._titles = [one.title for one in ordered]
        self._vectors = [_unit(embed(f"{one.title}\n{one.abstract}")) for one in ordered]
        self._weights = _shares(ordered, weights.half_life)

    def part(self, version: Version) -> Part:
        own = _unit(self._embed(f"{version.title}\n{version.abstract}"))
        near = [
            max(0.0, math.fsum(a * b for a, b in zip(own, there, strict=True)))
            for there in self._vectors
        ]
        title = self._titles[max(range(len(near)), key=lambda n: (near[n], n))]
        return _part(
            "meaning", self._most * _root_mean(near, self._weights), "meaning", title=title
        )


def _unit(vector: Sequence[float]) -> tuple[float, ...]:
    length = math.sqrt(math.fsum(x * x for x in vector)) or 1.0
    return tuple(x / length for x in vector)


def _root_mean(values: Sequence[float], weights: Sequence[float]) -> float:
    return math.sqrt(math.fsum(w * v * v for v, w in zip(values, weights, strict=True)))


def _shares(examples: Sequence[Example], half_life: float) -> tuple[float, ...]:
    """What each example counts, 1 in all. One without a date is as good as the newest."""
    days = [date.fromisoformat(one.date).toordinal() if one.date else None for one in examples]
    newest = max((day for day in days if day is not None), default=0)
    halves = [0.5 ** ((newest - (newest if day is None else day)) / half_life) for day in days]
    return tuple(half / math.fsum(halves) for half in halves)


def _filed(examples: Iterable[Example]) -> Counter[str]:
    return Counter(name for one in examples for name in dict.fromkeys(one.categories))


def _people(interests: Interests) -> Mapping[str, str]:
    """The group of everybody who is followed, empty for who is followed alone."""
    groups = interests.groups or {}
    grouped = {_plain(name): group for group in sorted(groups) for name in groups[group]}
    return {**grouped, **{_plain(name): "" for name in interests.authors}}


def _plain(name: str) -> str:
    """A name whatever its accents, case and spaces, and whether the family comes first."""
    family, comma, given = name.partition(",")
    ordered = f"{given} {family}" if comma else name
    plain = unicodedata.normalize("NFKD", ordered.replace(".", " "))
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).casefold().split())


def _is_described(phrase: str) -> bool:
    """Whether it is a description and no mere name: four words, or eight characters of Chinese."""
    return len(phrase.split()) > 3 or (not phrase.isascii() and len(phrase) > 7)


def _part(
    kind: Kind,
    points: float,
    name: str,
    terms: Sequence[str] = (),
    digits: int = 4,
    **values: object,
) -> Part:
    said, short = (
        words(area)[name].filled(terms=", ".join(own), **values)
        for area, own in (("why", terms), ("why_short", terms[:IN_SHORT]))
    )
    return Part(kind, round(points, digits), said, short)
