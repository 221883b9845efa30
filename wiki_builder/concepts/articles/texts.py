"""What a model writes about a concept: the request, the check of its reply, and when it is to be
written.

Nothing here asks or writes: a request is a value, an engine brings its reply, and
:mod:`wiki_builder.stages.articles` is the stage. Texts hold no ids; each sentence carries
those of the claims that it rests on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from wiki_builder.analysis import checks
from wiki_builder.analysis.parse import Unusable, parse
from wiki_builder.analysis.reply import Both, Text
from wiki_builder.analysis.request import Request, prompts, schema_of
from wiki_builder.concepts import sentence
from wiki_builder.concepts.articles.material import (
    LEAST_CLAIMS,
    Choosable,
    Given,
    Material,
    choose,
    paper_of,
)
from wiki_builder.core.settings import Concepts
from wiki_builder.core.values.analysis import Provenance
from wiki_builder.core.values.bilingual import Bilingual, digest
from wiki_builder.core.values.concept import (
    CONCEPT_PARTS,
    Concept,
    ConceptPart,
    ConceptText,
    Sentence,
)

CONCEPT_PROMPT = "concept/1"
PAPERS_FOR_A_TEXT = 2
# Of the papers that a text was written from: fewer new ones say little that it does not.
NEW_FOR_A_REWRITE = 0.25
_PARTS: Final = {
    "problem": "problem",
    "contributions": "contribution",
    "steps": "method",
    "results": "result",
    "ablations": "ablation",
    "comparison": "earlier work",
    "limitations": "limitation",
    "change": "change in its latest version",
}


# --- What is asked ----------------------------------------------------------------


class Said(BaseModel):
    """One sentence as a model writes it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    text: Both
    claims: list[Text] = Field(min_length=1, max_length=4, description="Ids as given in brackets.")


class ConceptReply(BaseModel):
    """One request's answer about one concept."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    definition: list[Said] = Field(min_length=1, max_length=2)
    development: list[Said] = Field(default_factory=list, max_length=6)
    techniques: list[Said] = Field(default_factory=list, max_length=8)
    questions: list[Said] = Field(default_factory=list, max_length=6)
    differences: list[Said] = Field(default_factory=list, max_length=5)

    def of(self, part: ConceptPart) -> list[Said]:
        """The sentences of one part, in order."""
        said: list[Said] = getattr(self, part)
        return said


def concept_request(material: Material) -> Request:
    """The request for what is to be said about a concept;
    the same material makes the same request.
    """
    schema, terms = schema_of(ConceptReply), [neighbour.name for neighbour in material.neighbours]
    templates = prompts("wiki_builder.concepts")
    user = templates.get_template("concept.txt.j2")
    return Request(
        task="concept",
        subject=f"concept:{material.concept}",
        text=material.hash,
        prompt=CONCEPT_PROMPT,
        schema=digest(schema),
        terms=digest("\n".join(f"{t.en}\t{t.zh}" for t in terms)) if terms else "",
        system=templates.get_template("concept-system.txt.j2").render(),
        user=user.render(material=material, schema=schema, parts=_PARTS),
        form=schema,
    )


# --- What is answered -------------------------------------------------------------


def judge_article(raw: str, material: Material) -> ConceptReply | Unusable:
    """The parsed reply in ``raw``, if it cites only what was given and says nothing that the
    cited claims do not.
    """
    parsed = parse(raw, ConceptReply)
    if isinstance(parsed, Unusable):
        return parsed
    given = {claim.short: claim for claim in material.claims}
    found = [
        f"{place}: {problem}"
        for place, said in _placed(parsed)
        for problem in _problems(said, given, material)
    ]
    found += [*_of_differences(parsed), *_said_twice(parsed)]
    return Unusable(tuple(dict.fromkeys(found))[: checks.MOST_PROBLEMS]) if found else parsed


def article_of(reply: ConceptReply, material: Material, provenance: Provenance) -> ConceptText:
    """What is kept of a reply that was judged usable."""
    full = {claim.short: claim.id for claim in material.claims}
    parts = {
        part: tuple(_sentence(said, full) for said in reply.of(part)) for part in CONCEPT_PARTS
    }
    return ConceptText(material.concept, **parts, claims=material.hashes, provenance=provenance)


def _sentence(said: Said, full: Mapping[str, str]) -> Sentence:
    return Sentence(Bilingual(said.text.en, said.text.zh), tuple(full[id_] for id_ in _cited(said)))


def _placed(reply: ConceptReply) -> Iterator[tuple[str, Said]]:
    """Each sentence with its place: ``techniques.2``."""
    for part in CONCEPT_PARTS:
        for number, said in enumerate(reply.of(part)):
            yield f"{part}.{number}", said


def _cited(said: Said) -> tuple[str, ...]:
    """The ids of a sentence as they were given, each once."""
    return tuple(dict.fromkeys(id_.strip("[] ").rpartition(":")[2] for id_ in said.claims))


def _problems(said: Said, given: Mapping[str, Given], material: Material) -> Iterator[str]:
    unknown = [id_ for id_ in _cited(said) if id_ not in given]
    for id_ in unknown:
        yield (
            f"cites {id_[:40]!r}, which is no id of the list; cite only ids that are given in"
            " brackets"
        )
    yield from sentence.problems(said.text)
    if not unknown:
        cited = [given[id_] for id_ in _cited(said)]
        yield from _unsupported(said, cited, material)
        yield from sentence.turned(said.text, [(claim.text.en, claim.quote) for claim in cited])
    yield from sentence.disagreements(said.text)


def _unsupported(said: Said, cited: Sequence[Given], material: Material) -> Iterator[str]:
    """The numbers and names that no cited claim states; a paper may be called by its title, whose
    numbers say nothing.
    """
    words = [part for c in cited for part in (c.text.en, c.text.zh, c.quote)]
    words += [material.name.en, material.name.zh, *material.aliases]
    for loose in sentence.unsupported(said.text, words, [c.title for c in cited]):
        yield f"{loose}, which no cited claim states; cite the claim that does, or leave it out"


def _of_differences(reply: ConceptReply) -> Iterator[str]:
    for number, said in enumerate(reply.differences):
        if len({paper_of(id_) for id_ in _cited(said)}) < 2:
            yield (
                f"differences.{number}: cites one paper; a difference cites claims of at least two"
            )


def _said_twice(reply: ConceptReply) -> Iterator[str]:
    seen: dict[str, str] = {}
    for place, said in _placed(reply):
        first = seen.setdefault(said.text.en, place)
        if first != place:
            yield f"{place}: says the same as {first}"


# --- When it is written, and what of it is shown ----------------------------------


def due(
    concept: Concept,
    text: ConceptText | None,
    claims: Sequence[Choosable],
    settings: Concepts,
    *,
    refresh: bool = False,
) -> str | None:
    """Why a concept's text is to be written now, in words; ``None`` if it is not.

    ``claims`` are all that may be cited of the concept's papers. A paper is new if
    the model would be given claims of it now and was given none for ``text``. What a
    text that rests on many papers says is changed by many.
    """
    given = choose(claims, settings.claims_tokens)
    if (
        not settings.write
        or concept.kind != "concept"
        or concept.merged
        or len(given) < LEAST_CLAIMS
    ):
        return None
    if text is None:
        enough = concept.pinned or len({claim.paper for claim in given}) >= PAPERS_FOR_A_TEXT
        return "it has no text yet" if enough else None
    if refresh and text.provenance.prompt != CONCEPT_PROMPT:
        return "another prompt wrote it"
    if changed := _changed(text, {claim.id: claim.hash for claim in claims}):
        return f"{', '.join(sorted(changed))}: cited and changed since"
    before = {paper_of(id_) for id_ in text.claims}
    new = {claim.paper for claim in given} - before
    least = max(settings.rewrite_after, NEW_FOR_A_REWRITE * len(before))
    return f"new papers: {len(new)}" if len(new) >= least else None


def _cited_by(text: ConceptText) -> Collection[str]:
    return {id_ for part in CONCEPT_PARTS for sentence in text.of(part) for id_ in sentence.claims}


def _changed(text: ConceptText, now: Mapping[str, str]) -> frozenset[str]:
    """The cited claims that are gone, failed or reworded."""
    return frozenset(
        id_ for id_ in _cited_by(text) if now.get(id_) is None or now[id_] != text.claims.get(id_)
    )
