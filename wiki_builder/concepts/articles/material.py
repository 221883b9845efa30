"""What a model is given about a concept: a closed list of verified claims, chosen the same way
every time.

A claim concerns a concept if its words or its quote name it, or if it is a
contribution or a limitation of a paper that introduces or extends it. Nothing else is
given, and what is written may cite nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias, TypeVar

from wiki_builder.concepts.articles.mentions import mentions
from wiki_builder.concepts.registry import Registry
from wiki_builder.core.values.analysis import Part, Role
from wiki_builder.core.values.bilingual import Bilingual, Language, digest
from wiki_builder.core.values.concept import Concept
from wiki_builder.fulltext.choose import tokens

MOST_OF_A_PAPER = 6  # claims
LEAST_CLAIMS = 3  # below that there is nothing to write from
LONGEST_TITLE = 60  # characters
OVERHEAD = 4  # tokens of a claim's brackets and line end
_HEAD = 5  # letters of a name's first word that every form of it begins with
_FOUNDING: tuple[Role, ...] = ("introduces", "extends")

Concern: TypeAlias = Literal["names it", "founds it", "limits it", ""]
# who comes first has precedence
ORDER: tuple[Concern, ...] = ("names it", "founds it", "limits it")


class CitedClaim:
    """What is said of a claim that a model is given: it has its id
    (``arxiv:2605.02801#c3f9a2c1``) and its words.
    """

    __slots__ = ()
    id: str
    text: Bilingual

    @property
    def paper(self) -> str:
        return paper_of(self.id)

    @property
    def short(self) -> str:
        """The id that a model is shown: ``2605.02801#c3f9a2c1``."""
        return self.id.partition(":")[2]

    @property
    def words(self) -> str:
        """The claim in the languages that it has, on one line."""
        return " | ".join(" ".join(text.split()) for text in (self.text.en, self.text.zh) if text)

    @property
    def hash(self) -> str:
        """Changes when the claim is reworded."""
        return words_hash(self.text)


@dataclass(frozen=True, slots=True)
class Given(CitedClaim):
    """A verified claim as a person left it: a language in which they did not follow the other's
    rewording is empty.
    """

    id: str  # "arxiv:2605.02801#c3f9a2c1"
    title: str  # of the paper, short
    date: str
    role: Role
    part: Part
    text: Bilingual
    quote: str
    concern: Concern = ""

    @property
    def cost(self) -> int:
        """How many tokens it takes to give it."""
        told = f"{self.short} {self.title} {self.date} {self.role} {self.part} {self.words}"
        return tokens(told) + OVERHEAD


class Choosable(Protocol):
    """What choosing needs of a claim, with its words or without."""

    @property
    def id(self) -> str: ...

    @property
    def paper(self) -> str: ...

    @property
    def date(self) -> str: ...

    @property
    def hash(self) -> str: ...

    @property
    def concern(self) -> Concern: ...

    @property
    def cost(self) -> int: ...


C = TypeVar("C", bound=Choosable)


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A concept near by: what both languages call it, and whether it is broader,
    narrower or related.
    """

    id: str
    name: Bilingual
    way: str


@dataclass(frozen=True, slots=True)
class Material:
    """All that a model is given about one concept."""

    concept: str
    name: Bilingual
    aliases: tuple[str, ...]
    gloss: Bilingual | None
    neighbours: tuple[Neighbour, ...]
    claims: tuple[Given, ...]

    @property
    def hash(self) -> str:
        """16 hexadecimal digits that change with anything that is given."""
        return digest(repr(self), 16)

    @property
    def hashes(self) -> dict[str, str]:
        """The claims by id, each with the hash of its words."""
        return {claim.id: claim.hash for claim in self.claims}


def words_hash(text: Bilingual) -> str:
    """A short hash of a claim's words in both languages."""
    return digest(f"{text.en}\0{text.zh}")


def paper_of(claim: str) -> str:
    """The paper of a claim's full id."""
    return claim.partition("#")[0]


def short_title(title: str) -> str:
    """A title up to its colon where what stands there is a name, otherwise its first words."""
    title = " ".join(title.split())
    head = title.partition(":")[0]
    if len(head) <= LONGEST_TITLE:
        return head
    return title[:LONGEST_TITLE].rpartition(" ")[0] + " …"


def choose(claims: Sequence[C], budget: int) -> tuple[C, ...]:
    """The claims to give out of all that stand, within ``budget`` tokens; oldest first.

    Those that name the concept have precedence, then contributions of papers that
    introduce or extend it, then their limitations, each newest first; at most six of
    one paper. One that is too long for what is left of the budget is passed over.
    """
    taken: list[C] = []
    of_paper: dict[str, int] = {}
    for claim in (claim for why in ORDER for claim in _newest(claims, why)):
        cost = claim.cost
        if cost <= budget and of_paper.get(claim.paper, 0) < MOST_OF_A_PAPER:
            taken.append(claim)
            budget -= cost
            of_paper[claim.paper] = of_paper.get(claim.paper, 0) + 1
    places = {claim.id: place for place, claim in enumerate(claims)}
    return tuple(sorted(taken, key=lambda claim: (claim.date, claim.paper, places[claim.id])))


def _newest(claims: Sequence[C], concern: Concern) -> list[C]:
    """The claims of one concern, papers newest first, those of a paper in its order."""
    ours = [claim for claim in claims if claim.concern == concern]
    return sorted(ours, key=lambda claim: (claim.date, claim.paper), reverse=True)


# --- Whether a claim concerns a concept -----------------------------------------


def concern(claim: Given, named_in: Callable[[str], bool]) -> Concern:
    """Why a claim concerns the concept that ``named_in`` finds; empty where it does not."""
    if named_in(f"{claim.text.en}\n{claim.text.zh}\n{claim.quote}"):
        return "names it"
    if claim.role not in _FOUNDING:
        return ""
    return (
        "founds it"
        if claim.part == "contributions"
        else "limits it"
        if claim.part == "limitations"
        else ""
    )


def finder(concept: Concept, registry: Registry) -> Callable[[str], bool]:
    """Whether a text names a concept: by a name or approved alias of it,
    or of what was merged into it.
    """
    english, chinese = names_of(concept, registry, "en"), names_of(concept, registry, "zh")
    heads = tuple({_head(name) for name in english})
    found = mentions((0, name) for name in english)

    def named_in(text: str) -> bool:
        folded = text.casefold()
        return any(name in text for name in chinese) or (
            any(head in folded for head in heads) and bool(found.count(text))
        )

    return named_in


def names_of(concept: Concept, registry: Registry, language: Language) -> tuple[str, ...]:
    """The names of a concept in one language, its own first."""
    return tuple(
        dict.fromkeys(name for name in _names(concept, registry, language) if len(name) > 1)
    )


def _names(concept: Concept, registry: Registry, language: Language) -> Iterator[str]:
    for one in (concept, *registry.merged_into.get(concept.id, ())):
        yield one.name[language]
        yield from (
            a.name for a in one.aliases if a.language == language and a.status == "approved"
        )


def _head(name: str) -> str:
    """How every form of an English name begins, case folded; looking for it is quick."""
    first = (
        "".join(c for c in name.casefold().split()[0].split("-")[0] if c.isalnum())
        if name.split()
        else ""
    )
    return first[:_HEAD].removesuffix("s")
