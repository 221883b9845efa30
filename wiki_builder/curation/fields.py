"""Which words of the data are the builder's: the fields in two languages, by name, and how to
change them.

Evidence, titles and abstracts as the paper has them, and a gloss that a person wrote, are not among
them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from wiki_builder.core.values.analysis import Claim, ConceptMention
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import (
    CONCEPT_PARTS,
    Concept,
    ConceptText,
    Sentence,
)
from wiki_builder.core.values.paper import Paper

FieldChange: TypeAlias = Callable[[str, Bilingual], Bilingual]
"""What becomes of a field of this name with these words."""


def with_words(paper: Paper, change: FieldChange) -> Paper:
    """A paper with ``change`` made to every text of its analysis; evidence stays."""
    a = paper.analysis
    if a is None:
        return paper
    analysis = replace(
        a,
        headline=change("headline", a.headline),
        summary=change("summary", a.summary),
        abstract_zh=change("abstract", Bilingual(paper.latest.abstract, a.abstract_zh)).zh,
        reason=change("reason", a.reason),
        method=change("method", a.method),
        claims=tuple(_claim(claim, change) for claim in a.claims),
        concepts=tuple(_mention(mention, change) for mention in a.concepts),
    )
    former = tuple(replace(one, claim=_claim(one.claim, change)) for one in paper.former)
    return paper.with_(analysis=analysis, former=former)


def _claim(claim: Claim, change: FieldChange) -> Claim:
    name = f"claims.{claim.id}"
    text = change(f"{name}.text", claim.text)
    label = change(f"{name}.label", claim.label) if claim.label else None
    substeps = tuple(
        change(f"{name}.substeps.{n}", step) for n, step in enumerate(claim.substeps, 1)
    )
    if (text, label, substeps) == (claim.text, claim.label, claim.substeps):
        return claim  # nearly always, and a copy costs more than the question
    return replace(claim, text=text, label=label, substeps=substeps)


def _mention(mention: ConceptMention, change: FieldChange) -> ConceptMention:
    field = f"concepts.{mention.concept or mention.name.en}"
    name, why = change(f"{field}.name", mention.name), change(f"{field}.why", mention.why)
    gloss = change(f"{field}.gloss", mention.gloss) if mention.gloss else None
    if (name, why, gloss) == (mention.name, mention.why, mention.gloss):
        return mention
    return replace(mention, name=name, why=why, gloss=gloss)


def gloss_with_words(concept: Concept, change: FieldChange) -> Concept:
    """A concept with its gloss changed, if that came from a paper."""
    if concept.gloss is None or not concept.gloss_from:
        return concept
    return replace(concept, gloss=change("gloss", concept.gloss))


def text_with_words(text: ConceptText, change: FieldChange) -> ConceptText:
    """What was written about a concept with every sentence changed."""
    parts = {
        part: tuple(_sentence(s, f"{part}.{n}", change) for n, s in enumerate(text.of(part), 1))
        for part in CONCEPT_PARTS
    }
    return replace(text, **parts)  # type: ignore[arg-type]  # the parts are fields


def _sentence(sentence: Sentence, name: str, change: FieldChange) -> Sentence:
    text = change(name, sentence.text)
    return sentence if text == sentence.text else replace(sentence, text=text)


def english_of(paper: Paper) -> str:
    """All that a paper and its analysis say in English."""
    found = [paper.latest.title, paper.latest.abstract]

    def change(name: str, words: Bilingual) -> Bilingual:
        found.append(words.en)
        return words

    with_words(paper, change)
    return "\n".join(found)
