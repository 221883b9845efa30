"""The grounding stage: a validated reply and the paper's text become a checked analysis.

Each claim gets its evidence, whether its quote stands in the paper, and what the rules found;
fields that are no claims get the last. Nothing is reworded or summed up here: what cannot be
supported is marked, or left out if it is a name or an address.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from wiki_builder.analysis.reply import Both, ConceptUse, PaperReply, Row
from wiki_builder.core.values.analysis import (
    LETTERS,
    Analysis,
    Claim,
    ConceptMention,
    Entity,
    Evidence,
    Provenance,
    ResultRow,
)
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual, Language, digest
from wiki_builder.core.values.checks import Finding, QuoteFact
from wiki_builder.core.values.fulltext import FullText
from wiki_builder.grounding import links
from wiki_builder.grounding.quotes import FoundQuote, normal, too_short
from wiki_builder.grounding.rules import RULES
from wiki_builder.grounding.rules.firsts import attributed
from wiki_builder.grounding.rules.numbers import derived
from wiki_builder.grounding.rules.rule import Ground, Said
from wiki_builder.grounding.rules.whole import whole_abstract
from wiki_builder.grounding.source import Source

ID_DIGITS = 7


def ground(
    reply: PaperReply,
    text: FullText,
    paper_id: str,
    provenance: Provenance,
    beside: Sequence[str] = (),
) -> Analysis:
    """Check a reply against the paper that it is about.

    ``beside`` holds what the paper says outside of ``text``: title, abstract and
    comment. ``paper_id`` enters the claims' ids, so that an id is of one paper.
    Pure; raises nothing: what is wrong becomes a finding.
    """
    source = Source(text.passages, beside)
    claims = _with_ids(tuple(_claims(reply)), paper_id)
    return Analysis(
        kind=reply.kind,
        headline=_both(reply.headline),
        summary=_both(reply.summary),
        abstract_zh=reply.abstract_zh,
        importance=reply.importance,
        reason=_both(reply.reason),
        method=_both(reply.method.overview),
        claims=tuple(_checked(claim, source) for claim in claims),
        concepts=tuple(_mention(concept, source) for concept in reply.concepts),
        entities=_entities(reply, source),
        links=links.kept_links(reply.links, source.places),
        provenance=provenance,
        findings=_of_fields(_fields_of(reply), source),
        short=reply.name if reply.name and source.holds(reply.name) else "",
    )


def regrounded(analysis: Analysis, text: FullText, beside: Sequence[str] = ()) -> Analysis:
    """An analysis checked again against the text that it was made from: the same words and ids,
    quotes looked for and rules run anew.
    """
    source = Source(text.passages, beside)
    fields = {
        "headline": analysis.headline,
        "summary": analysis.summary,
        "reason": analysis.reason,
        "method": analysis.method,
        "abstract": Bilingual("", analysis.abstract_zh),
        **{f"why:{use.name.en}": use.why for use in analysis.concepts},
    }
    return replace(
        analysis,
        claims=tuple(_checked(claim, source) for claim in analysis.claims),
        findings=_of_fields(fields, source),
    )


def again(
    claims: Sequence[Claim], text: FullText, beside: Sequence[str] = ()
) -> tuple[tuple[Claim, bool], ...]:
    """Claims of an earlier reading checked against another text; with each, whether its quote
    stands there.

    One that does not stand there keeps its evidence and says so. What the rules find is never
    sure, so that each is shown: a person has reworded it.
    """
    source = Source(text.passages, beside) if claims else None
    return tuple(_again(claim, source) for claim in claims if source)


def _again(claim: Claim, source: Source) -> tuple[Claim, bool]:
    quote, place = claim.evidence.quote, claim.evidence.passage
    if not source.passages or source.find(quote, place) is None:
        fact: QuoteFact = "gone" if source.passages else "no_text"
        return replace(claim, quote=fact, findings=()), False
    checked = _checked(claim, source)
    unsure = tuple(replace(finding, sure=False) for finding in checked.findings)
    return replace(checked, findings=unsure), True


def _both(both: Both) -> Bilingual:
    return Bilingual(both.en, both.zh)


# --- The reply's claims and their ids ----------------------------------------


def _claims(reply: PaperReply) -> Iterator[Claim]:
    """The reply's claims as they stand there: without an id, and nothing checked."""
    if p := reply.problem:
        yield Claim("", "problem", _both(p.text), Evidence(p.passage, p.quote))
    for c in reply.contributions:
        evidence = Evidence(c.passage, c.quote)
        yield Claim("", "contributions", _both(c.text), evidence, label=_both(c.label))
    for s in reply.method.steps:
        substeps = tuple(map(_both, s.substeps))
        evidence = Evidence(s.passage, s.quote)
        yield Claim("", "steps", _both(s.text), evidence, substeps=substeps)
    for r in reply.results:
        evidence = Evidence(r.passage, r.quote)
        yield Claim("", "results", _both(r.text), evidence, row=_row(r.row))
    for a in reply.ablations:
        evidence = Evidence(a.passage, a.quote)
        yield Claim("", "ablations", _both(a.text), evidence, row=_row(a.row))
    for w in reply.comparison:
        yield Claim("", "comparison", _both(w.text), Evidence(w.passage, w.quote))
    for limit in reply.limitations:
        evidence = Evidence(limit.passage, limit.quote)
        yield Claim("", "limitations", _both(limit.text), evidence, origin=limit.origin)


def _row(row: Row | None) -> ResultRow | None:
    return ResultRow(**row.model_dump()) if row else None


def wording(claim: Claim, language: Language) -> str:
    """All that a claim says in one language, the row apart."""
    parts = (*((claim.label,) if claim.label else ()), claim.text, *claim.substeps)
    return "\n".join(part[language] for part in parts)


def _with_ids(claims: Sequence[Claim], paper_id: str) -> tuple[Claim, ...]:
    """The claims with an id for each, which does not depend on their order.

    Claims that share a quote all take their wording into the hash; what is equal
    to the last word is counted.
    """
    by_quote = [f"{paper_id}\n{normal(claim.evidence.quote)}" for claim in claims]
    by_wording = [
        f"{quote}\n{wording(claim, 'en')}\n{wording(claim, 'zh')}"
        for quote, claim in zip(by_quote, claims, strict=True)
    ]
    ids = [_id(claim, seed) for claim, seed in zip(claims, by_quote, strict=True)]
    ids = [
        id_ if ids.count(id_) == 1 else _id(claim, words)
        for id_, claim, words in zip(ids, claims, by_wording, strict=True)
    ]
    for i in range(len(ids)):
        turn = 1
        while ids[i] in ids[:i]:
            turn += 1
            ids[i] = _id(claims[i], f"{by_wording[i]}\n{turn}")
    return tuple(replace(claim, id=id_) for claim, id_ in zip(claims, ids, strict=True))


def with_new_ids(claims: Sequence[Claim], paper_id: str) -> tuple[Claim, ...]:
    """Claims of which those without an id get one that none of the others has."""
    known = {claim.id for claim in claims}
    made = iter(_with_ids([claim for claim in claims if not claim.id], paper_id))
    return tuple(claim if claim.id else _unlike(next(made), known, paper_id) for claim in claims)


def _unlike(claim: Claim, known: Collection[str], paper_id: str) -> Claim:
    """A claim with another id where its own is taken: its wording goes into the hash."""
    if claim.id not in known:
        return claim
    words = f"{wording(claim, 'en')}\n{wording(claim, 'zh')}"
    seed = f"{paper_id}\n{normal(claim.evidence.quote)}\n{words}"
    return replace(claim, id=_id(claim, seed))


def _id(claim: Claim, seed: str) -> str:
    return LETTERS[claim.part] + digest(seed, ID_DIGITS)


# --- One claim ----------------------------------------------------------------


def _checked(claim: Claim, source: Source) -> Claim:
    """A claim with what is found out about it."""
    quote, named = claim.evidence.quote, claim.evidence.passage
    found = source.find(quote, named) if source.passages else None
    if found is None:
        bare = replace(claim, evidence=Evidence(named, quote), findings=(), derived=())
        return replace(bare, quote=_quote(quote, source), attributed=False)
    evidence = Evidence(found.first.id, quote, found.before, found.after)
    said, ground = _statement(claim), _ground(claim, found, source)
    return replace(
        claim,
        evidence=evidence,
        quote="found",
        findings=tuple(_findings(claim, ground)),
        derived=derived(said, ground),
        attributed=attributed(said, ground),
    )


def _quote(quote: str, source: Source) -> QuoteFact:
    """Why a quote was not found."""
    if not source.passages:
        return "no_text"
    return "short" if too_short(quote) else "missing"


def _statement(claim: Claim) -> Said:
    """A claim without its sub-steps."""
    own = replace(claim, substeps=())
    return Said(wording(own, "en"), wording(own, "zh"), claim.row)


def _ground(claim: Claim, found: FoundQuote, source: Source) -> Ground:
    near = "\n".join(place.text for place in source.near(found))
    return Ground(claim.evidence.quote, near, source, found.first.kind == "abstract")


def _findings(claim: Claim, ground: Ground) -> Iterator[Finding]:
    """What the rules find between a claim and its evidence; sub-steps have the quote's passage for
    theirs. A model's inference is exempt, and called so.
    """
    if claim.origin == "inferred":
        return
    said = [(_statement(claim), ground)]
    of_passage = replace(ground, quote="")
    said += [(Said(substep.en, substep.zh), of_passage) for substep in claim.substeps]
    for statement, evidence in said:
        yield from _by_rules(statement, evidence)


def _by_rules(said: Said, ground: Ground) -> Iterator[Finding]:
    """What all rules find, each thing once."""
    every = (finding for rule in RULES for finding in rule(said, ground))
    yield from {(one.rule, one.said, one.language): one for one in every}.values()


# --- What is no claim -----------------------------------------------------------


def _of_fields(fields: Mapping[str, Bilingual], source: Source) -> dict[str, tuple[Finding, ...]]:
    """What the rules find in each field that is no claim, by field and language."""
    if not source.places:
        return {}
    near = "\n".join(place.text for place in source.places if place.passage.kind != "references")
    found: dict[str, tuple[Finding, ...]] = {}
    for name, both in fields.items():
        findings = [*_by_rules(Said(both.en, both.zh), Ground("", near, source))]
        for language in LANGUAGES:
            own = tuple(one for one in findings if one.language in (language, ""))
            if name == "abstract" and language == "zh":
                own += tuple(whole_abstract(both.zh, source.abstract))
            if both[language] and own:
                found[f"{name}.{language}"] = own
    return found


def _fields_of(reply: PaperReply) -> dict[str, Bilingual]:
    return {
        "headline": _both(reply.headline),
        "summary": _both(reply.summary),
        "reason": _both(reply.reason),
        "method": _both(reply.method.overview),
        "abstract": Bilingual("", reply.abstract_zh),
        **{f"why:{use.name.en}": _both(use.why) for use in reply.concepts},
    }


def _mention(use: ConceptUse, source: Source) -> ConceptMention:
    return ConceptMention(
        _both(use.name), use.role, _both(use.why), _both(use.gloss), source.mentions(use.name.en)
    )


def _entities(reply: PaperReply, source: Source) -> tuple[Entity, ...]:
    """The entities whose name stands in the paper, each name once."""
    standing = {
        entity.name: Entity(entity.name, entity.kind) for entity in reversed(reply.entities)
    }
    return tuple(entity for entity in reversed(standing.values()) if source.holds(entity.name))
