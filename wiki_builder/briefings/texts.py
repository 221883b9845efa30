"""What a model writes about a day or a week: the request, and the check of its reply.

Nothing here asks or writes: a request is a value, an engine brings its reply, and
:mod:`wiki_builder.stages.briefings` is the stage. Texts hold no ids; each sentence carries those of
the claims that it rests on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Protocol

from pydantic import BaseModel, ConfigDict, Field

from wiki_builder.analysis import checks
from wiki_builder.analysis.parse import Unusable, parse
from wiki_builder.analysis.reply import Both, Text
from wiki_builder.analysis.request import Request, prompts, schema_of
from wiki_builder.briefings.material import BriefingMaterial, GivenClaim, Shared
from wiki_builder.concepts import sentence
from wiki_builder.concepts.articles.mentions import mentions
from wiki_builder.core.values.analysis import Provenance
from wiki_builder.core.values.bilingual import Bilingual, digest
from wiki_builder.core.values.briefing import (
    BRIEFING_PARTS,
    Briefing,
    BriefingPart,
    BriefingSentence,
)

BRIEFING_PROMPT: Final = "briefing/1"
LEAST_CLAIMS: Final = 2  # below that there is nothing to write from
MOST_FIRST: Final = {"day": 3, "week": 5}  # papers to read first
KINDS: Final = {
    "contradicts": "the first contradicts the second",
    "fails_to_reproduce": "the first did not reproduce the second",
    "reproduces": "the first reproduces the second",
    "refines": "the first refines the second",
    "different_setting": "both were measured in different settings",
}


# --- What is asked ----------------------------------------------------------------


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


_CLAIMS: Final = "Ids as given in brackets."


class Told(_Strict):
    """A sentence on what happened."""

    text: Both
    claims: list[Text] = Field(min_length=1, max_length=6, description=_CLAIMS)


class Connection(_Strict):
    """A sentence on what connects papers."""

    text: Both
    through: Text = Field(description="Id of the concept of the list that connects them.")
    claims: list[Text] = Field(min_length=2, max_length=6, description=_CLAIMS)


class Disagreement(_Strict):
    """A sentence on two findings that were laid side by side."""

    text: Both
    pair: Text = Field(description="R1, R2, … as listed.")


class First(_Strict):
    """Why one paper is to be read first."""

    paper: Text = Field(description="Its id as given.")
    text: Both
    claims: list[Text] = Field(min_length=1, max_length=4, description=_CLAIMS)


class BriefingReply(_Strict):
    """One request's answer about one day or week."""

    happened: list[Told] = Field(min_length=1, max_length=6)
    connects: list[Connection] = Field(default_factory=list, max_length=4)
    disagrees: list[Disagreement] = Field(default_factory=list, max_length=4)
    read_first: list[First] = Field(min_length=1, max_length=5)


def briefing_request(material: BriefingMaterial) -> Request:
    """The request for a briefing; the same material makes the same request."""
    schema = schema_of(BriefingReply)
    terms = [concept.name for concept in material.concepts]
    templates = prompts("wiki_builder.briefings")
    user = templates.get_template("briefing.txt.j2")
    return Request(
        task="briefing",
        subject=f"briefing:{material.name}",
        text=material.hash,
        prompt=BRIEFING_PROMPT,
        schema=digest(schema),
        terms=digest("\n".join(f"{t.en}\t{t.zh}" for t in terms)) if terms else "",
        system=templates.get_template("briefing-system.txt.j2").render(),
        user=user.render(
            material=material,
            schema=schema,
            kinds=KINDS,
            most_happened=most_happened(material),
            most_first=_most_first(material),
            fields=dict.fromkeys(paper.field for paper in material.own),
            shown={paper.id: paper.short for paper in material.papers},
        ),
        form=schema,
    )


def most_happened(material: BriefingMaterial) -> int:
    """How many sentences say what happened: a day with little has a short briefing."""
    papers = len(material.own)
    return min(6 if material.weekly else 5, max(1, papers))


def _most_first(material: BriefingMaterial) -> int:
    return min(MOST_FIRST["week" if material.weekly else "day"], len(material.own))


# --- What is answered -------------------------------------------------------------


class _Said(Protocol):
    @property
    def text(self) -> Both: ...


def judge_briefing(raw: str, material: BriefingMaterial) -> BriefingReply | Unusable:
    """The parsed reply in ``raw``, if it cites only what was given, says nothing that the cited
    claims do not, and connects what they connect.
    """
    parsed = parse(raw, BriefingReply)
    if isinstance(parsed, Unusable):
        return parsed
    found = [*_Check(material).problems(parsed)]
    return Unusable(tuple(dict.fromkeys(found))[: checks.MOST_PROBLEMS]) if found else parsed


def briefing_of(
    reply: BriefingReply, material: BriefingMaterial, provenance: Provenance
) -> Briefing:
    """What is kept of a reply that was judged usable."""
    full = {claim.short: claim.id for claim in material.claims}
    papers = {paper.short: paper.id for paper in material.papers}
    pairs = {pair.ref: pair.claims for pair in material.pairs}

    def kept(said: _Said, claims: Sequence[str], about: str = "") -> BriefingSentence:
        return BriefingSentence(Bilingual(said.text.en, said.text.zh), tuple(claims), about)

    def cited(claims: Sequence[str]) -> list[str]:
        return [full[id_] for id_ in plain_ids(claims)]

    return Briefing(
        material.name,
        happened=tuple(kept(one, cited(one.claims)) for one in reply.happened),
        connects=tuple(kept(one, cited(one.claims), one.through) for one in reply.connects),
        disagrees=tuple(kept(one, pairs[one.pair]) for one in reply.disagrees),
        read_first=tuple(
            kept(one, cited(one.claims), papers[plain_ids([one.paper])[0]])
            for one in reply.read_first
        ),
        claims=material.hashes,
        provenance=provenance,
    )


def problems_of(
    part: BriefingPart, said: BriefingSentence, text: Both, material: BriefingMaterial
) -> Iterator[str]:
    """What rules have against ``text`` in the place of a sentence, its claims as they are."""
    short = [claim.partition(":")[2] for claim in said.claims]
    check = _Check(material)
    if part == "happened":
        return check.told(Told(text=text, claims=short))
    if part == "connects":
        return check.connection(Connection(text=text, through=said.about, claims=short))
    if part == "disagrees":
        ref = next((pair.ref for pair in material.pairs if pair.claims == said.claims), "none")
        return check.disagreement(Disagreement(text=text, pair=ref))
    return check.first(First(paper=said.about.partition(":")[2], text=text, claims=short))


def plain_ids(ids: Sequence[str]) -> tuple[str, ...]:
    """Ids as they were given, each once, without brackets or a source that a model added."""
    return tuple(dict.fromkeys(id_.strip("[] ").rpartition(":")[2] for id_ in ids))


class _Check:
    """What is wrong with a reply about one material."""

    def __init__(self, material: BriefingMaterial) -> None:
        self.material = material
        self.given: Mapping[str, GivenClaim] = {claim.short: claim for claim in material.claims}
        self.own = {paper.id for paper in material.own}
        self.titles = {paper.id: paper.title for paper in material.papers}
        self.concepts = {concept.id: concept for concept in material.concepts}
        self.pairs = {pair.ref: pair for pair in material.pairs}

    def problems(self, reply: BriefingReply) -> Iterator[str]:
        """A line for each."""
        for number, told in enumerate(reply.happened):
            yield from _at(f"happened.{number}", self.told(told))
        for number, connection in enumerate(reply.connects):
            yield from _at(f"connects.{number}", self.connection(connection))
        for number, disagreement in enumerate(reply.disagrees):
            yield from _at(f"disagrees.{number}", self.disagreement(disagreement))
        for number, first in enumerate(reply.read_first):
            yield from _at(f"read_first.{number}", self.first(first))
        yield from self._whole(reply)

    def told(self, said: Told) -> Iterator[str]:
        yield from self._cited(said.text, said.claims)
        papers = self._papers(said.claims)
        if papers - self.own:
            yield "cites an earlier paper; what happened cites papers of the period only"
        if self.material.weekly and len(self.own) > 1 and len(papers) < 2:
            yield "cites one paper; in a week, each sentence on what happened draws on two or more"

    def connection(self, said: Connection) -> Iterator[str]:
        concept = self.concepts.get(said.through)
        yield from self._cited(said.text, said.claims, concept)
        papers = self._papers(said.claims)
        if concept is None:
            yield f"names the concept {said.through[:40]!r}, which is not in the list"
            return
        if len(papers) < 2 or not papers & self.own:
            yield "connects fewer than two papers of which one is of the period"
        if outside := sorted(papers - set(concept.papers)):
            yield f"{', '.join(outside)} has nothing to do with {concept.id} by the list"
        yield from unnamed(said.text, concept.english, concept.chinese, concept.name.en)

    def disagreement(self, said: Disagreement) -> Iterator[str]:
        pair = self.pairs.get(said.pair)
        if pair is None:
            yield f"names {said.pair[:40]!r}, which is no pair of the list"
            return
        claims = [claim.partition(":")[2] for claim in pair.claims]
        yield from self._cited(said.text, claims, also=(pair.text.en, pair.text.zh))

    def first(self, said: First) -> Iterator[str]:
        paper = next((p.id for p in self.material.own if p.short in plain_ids([said.paper])), None)
        if paper is None:
            yield f"names {said.paper[:40]!r}, which is no paper of the period"
            return
        yield from self._cited(said.text, said.claims)
        if self._papers(said.claims) - {paper}:
            yield f"cites other papers than {said.paper}, of which it says why to read it"

    def _cited(
        self,
        text: Both,
        claims: Sequence[str],
        concept: Shared | None = None,
        also: Sequence[str] = (),
    ) -> Iterator[str]:
        """What is wrong with a sentence and the claims that it cites."""
        ids = plain_ids(claims)
        unknown = [id_ for id_ in ids if id_ not in self.given]
        for id_ in unknown:
            yield (
                f"cites {id_[:40]!r}, which is no id of the list; cite only ids that are given in"
                " brackets"
            )
        yield from sentence.problems(text)
        if not unknown:
            cited = [self.given[id_] for id_ in ids]
            yield from self._unsupported(text, cited, concept, also)
            yield from sentence.turned(text, [(claim.text.en, claim.quote) for claim in cited])
        yield from sentence.disagreements(text)

    def _unsupported(
        self,
        text: Both,
        cited: Sequence[GivenClaim],
        concept: Shared | None,
        also: Sequence[str],
    ) -> Iterator[str]:
        said = [part for claim in cited for part in (claim.text.en, claim.text.zh, claim.quote)]
        said += [*also, *(concept.english + concept.chinese if concept else ())]
        titles = [self.titles[claim.paper] for claim in cited]
        for loose in sentence.unsupported(text, said, titles):
            yield f"{loose}, which no cited claim states; cite the claim that does, or leave it out"

    def _papers(self, claims: Sequence[str]) -> set[str]:
        known = (self.given.get(id_) for id_ in plain_ids(claims))
        return {claim.paper for claim in known if claim}

    def _whole(self, reply: BriefingReply) -> Iterator[str]:
        """What is wrong with all of it together."""
        limits = (
            ("happened", len(reply.happened), most_happened(self.material)),
            ("read_first", len(reply.read_first), _most_first(self.material)),
        )
        for part, count, most in limits:
            if count > most:
                yield f"{part}: {count} items; at most {most} here"
        for part, names in (
            ("connects", [one.through for one in reply.connects]),
            ("disagrees", [one.pair for one in reply.disagrees]),
            ("read_first", [plain_ids([one.paper])[0] for one in reply.read_first]),
        ):
            for name in sorted({name for name in names if names.count(name) > 1}):
                yield f"{part}: {name} stands in it twice"
        seen: dict[str, str] = {}
        for part in BRIEFING_PARTS:
            for number, said in enumerate(getattr(reply, part)):
                first = seen.setdefault(said.text.en, f"{part}.{number}")
                if first != f"{part}.{number}":
                    yield f"{part}.{number}: says the same as {first}"


def _at(place: str, problems: Iterator[str]) -> Iterator[str]:
    return (f"{place}: {problem}" for problem in problems)


def unnamed(
    text: Both, english: Sequence[str], chinese: Sequence[str], concept: str
) -> Iterator[str]:
    """By language that a connection does not name what connects; ``concept`` is what it is called
    here, ``english`` and ``chinese`` are all its names.
    """
    named = mentions((0, name) for name in english)
    if not named.count(text.en):
        yield f"en does not name {concept!r}, by which the papers connect"
    if not any(name in text.zh for name in chinese) and not named.count(text.zh):
        yield f"zh does not name {concept!r}, by which they connect"
