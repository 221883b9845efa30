"""What was checked of a statement, in the reader's words: each fact by itself, never summed up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wiki_builder.core.values.analysis import Analysis, Claim
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual
from wiki_builder.core.values.checks import Finding, Look
from wiki_builder.core.words import Word, words
from wiki_builder.grounding import numbers
from wiki_builder.grounding.standing import look, look_of_field

_WORDS = words("checks")
_OF_NUMBERS = frozenset(("number", "count", "sign", "unit", "quantity", "languages"))


def facts(claim: Claim) -> Iterator[Word]:
    """What is known of a claim, exceptions first."""
    if claim.disputed:
        disputed: Word = _WORDS["disputed"]
        yield disputed.filled(why=claim.disputed.why)
    yield from map(_found, claim.findings)
    yield _WORDS["quote"][claim.quote]
    if claim.quote != "found":
        return
    if _states_numbers(claim) and not any(f.rule in _OF_NUMBERS for f in claim.findings):
        yield _WORDS["numbers"]
    if claim.origin == "inferred":
        yield _WORDS["inferred"]
    elif not claim.findings:
        yield _WORDS["rules"]
    yield _WORDS["not_judged"]


def _states_numbers(claim: Claim) -> bool:
    said = (claim.text, *((claim.label,) if claim.label else ()), *claim.substeps)
    return any(numbers.stated(one[language]) for one in said for language in LANGUAGES)


def _found(finding: Finding) -> Word:
    """What a rule found: that it contradicts the quote, or could not be settled."""
    word: Word = _WORDS["conflict" if finding.sure else "unsettled"]
    return word.filled(what=_what(finding))


def _what(finding: Finding) -> Word:
    if finding.rule == "languages" and (finding.found or finding.language):
        both = {"en": finding.said, "zh": finding.found}
        only: Word = _WORDS["opposed" if finding.found else f"only_{finding.language}"]
        return only.filled(said=finding.said, **both)
    word: Word = _WORDS["instead" if finding.found else "lone"]
    rule: Word = _WORDS["rule"][finding.rule]
    return word.filled(rule=rule, said=finding.said, found=finding.found)


def joined(said: Iterable[Bilingual]) -> Bilingual:
    """Several facts in a line, for each reader."""
    every = list(said)
    return Bilingual(" · ".join(one.en for one in every), " · ".join(one.zh for one in every))


def counted(claims: Iterable[Claim]) -> Bilingual:
    """How many of a page's claims look how, exceptions first; both texts are empty without any."""
    looks = [look(claim) for claim in claims]
    order: tuple[Look, ...] = ("withheld", "caution", "quiet")
    some = [(one, looks.count(one)) for one in order if one in looks]
    parts: list[Word] = []
    for one, count in some:
        word: Word = _WORDS["one" if count == 1 else "some"][one]
        parts.append(word.filled(count=count))
    return Bilingual(", ".join(part.en for part in parts), "，".join(part.zh for part in parts))


def remarks(analysis: Analysis) -> Iterator[tuple[str, Word]]:
    """For each field in one language that is withheld or shown with caution (``summary.zh``), what
    is said of it to the readers of that language.
    """
    for name in sorted(analysis.findings):
        field = _WORDS["field"][name.partition(".")[0]]
        word: Word = _WORDS["of_field"][look_of_field(analysis, name)]
        told = joined(map(_what, analysis.findings[name]))
        yield name, word.filled(field=field, what=told)
