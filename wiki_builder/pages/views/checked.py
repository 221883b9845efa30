"""What was checked of a statement, in the reader's words: each fact by itself, never summed up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wiki_builder.core.values.analysis import Analysis, Claim
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual
from wiki_builder.core.values.checks import Finding, Verdict
from wiki_builder.core.words import Word, words
from wiki_builder.grounding import numbers
from wiki_builder.grounding.standing import (
    findings_shown,
    in_table,
    is_settled,
    look,
    look_of_field,
    said_by_judge,
)
from wiki_builder.library.words import WORDS

_WORDS = words("checks")
_OF_NUMBERS = frozenset(("number", "count", "sign", "unit", "quantity", "languages"))


def facts(
    claim: Claim, analysis: Analysis | None = None, *, for_many: bool = False
) -> Iterator[Word]:
    """What is known of a claim, exceptions first; ``analysis`` says who wrote and who judged it.

    ``for_many``: in words that fit claims with numbers and such without.
    """
    says = said_by_judge(claim)
    if claim.disputed:
        disputed: Word = _WORDS["disputed"]
        yield disputed.filled(why=claim.disputed.why)
    yield from (_against(verdict) for verdict in claim.verdicts if verdict.says != "supported")
    findings = [one for one in findings_shown(claim) if not one.weak]
    for finding in sorted(findings, key=lambda one: is_settled(one, says)):
        yield _found(finding, is_settled(finding, says))
    if claim.origin == "inferred":
        yield _WORDS["inferred"]
    yield _WORDS["quote"][claim.quote]
    if claim.quote != "found":
        return
    if not any(f.rule in _OF_NUMBERS for f in findings) and (for_many or _states_numbers(claim)):
        yield _WORDS["numbers_if_any" if for_many else "numbers"]
    for how in claim.derived:
        derived: Word = _WORDS["derived"]
        yield derived.filled(how=how)
    if claim.attributed:
        yield _WORDS["attributed"]
    if claim.origin != "inferred" and not findings:
        yield _WORDS["rules"]
    yield from _judge(claim, analysis)
    if claim.row_verdict and not in_table(claim):
        no_row: Word = _WORDS["no_row"]
        yield no_row.filled(why=claim.row_verdict.reason)


def _against(verdict: Verdict) -> Word:
    word: Word = _WORDS[verdict.says]
    return word.filled(why=verdict.reason, language=WORDS["languages"][verdict.language])


def _judge(claim: Claim, analysis: Analysis | None) -> Iterator[Word]:
    """Whether a judge supports a claim in both languages, and who that was."""
    says = {verdict.says for verdict in claim.verdicts}
    if not says or (says == {"supported"} and not _is_judged(claim)):
        yield _WORDS["not_judged"]
    elif says == {"supported"}:
        judge, writer = (analysis.judge, analysis.provenance) if analysis else (None, None)
        same = judge and writer and judge.model == writer.model
        word: Word = _WORDS["supported_by_itself" if same else "supported"]
        yield word.filled(model=judge.model if judge else "?")


def _is_judged(claim: Claim) -> bool:
    """Whether a claim has a verdict in each language: words that a person changed have none."""
    judged = {verdict.language for verdict in claim.verdicts}
    return all(language in judged for language in LANGUAGES if claim.text[language])


def _states_numbers(claim: Claim) -> bool:
    said = (claim.text, *((claim.label,) if claim.label else ()), *claim.substeps)
    return any(numbers.stated(one[language]) for one in said for language in LANGUAGES)


def _found(finding: Finding, settled: bool) -> Word:
    """What a rule found: that it contradicts the quote, or what it could not settle."""
    word: Word = _WORDS["conflict" if finding.sure else "settled" if settled else "unsettled"]
    return word.filled(what=_what(finding))


def _what(finding: Finding) -> Word:
    if finding.rule == "languages" and (finding.found or finding.language):
        both = {"en": finding.said, "zh": finding.found}
        only: Word = _WORDS["opposed" if finding.found else f"only_{finding.language}"]
        return only.filled(said=finding.said, **both)
    alike = finding.found in ("", finding.said)  # where the unit, which stands apart, is another
    word: Word = _WORDS["lone" if alike else "instead" if finding.said else "lacking"]
    rule: Word = _WORDS["rule"][finding.rule]
    return word.filled(rule=rule, said=finding.said, found=finding.found)


def joined(said: Iterable[Bilingual]) -> Bilingual:
    """Several facts in a line, for each reader."""
    every = list(said)
    return Bilingual(" · ".join(one.en for one in every), " · ".join(one.zh for one in every))


def counted(claims: Iterable[Claim], judge: str = "") -> Bilingual:
    """How many of a page's claims look how, exceptions first, and of how many a ``judge`` holds
    that their quotes support them; both texts are empty without any.
    """
    looks: dict[str, list[Claim]] = {"withheld": [], "caution": [], "quiet": [], "inferred": []}
    for claim in claims:
        own = look(claim)
        looks["inferred" if own == "quiet" and claim.origin == "inferred" else own].append(claim)
    judged = sum(_is_judged(claim) for claim in looks["quiet"])
    how = "judged_all" if judged == len(looks["quiet"]) else "judged"
    said: Word = _WORDS[how if judged else "unjudged"]
    parts: list[Word] = []
    for name, found in looks.items():
        if found:
            word: Word = _WORDS["one" if len(found) == 1 else "some"][name]
            of_judge = said.filled(count=judged, model=judge)
            parts.append(word.filled(count=len(found), judged=of_judge))
    return Bilingual(", ".join(part.en for part in parts), "，".join(part.zh for part in parts))


def of_fields(analysis: Analysis) -> Word:
    """What was checked of the fields that have no quotes: by rules, and by a judge where one was
    asked about them.
    """
    word: Word = _WORDS["no_quotes_judged" if "summary" in analysis.judged else "no_quotes"]
    return word.filled(model=analysis.judge.model) if analysis.judge else word


def remarks(analysis: Analysis) -> Iterator[tuple[str, Word]]:
    """For each field in one language that is withheld or shown with caution (``summary.zh``), what
    is said of it to the readers of that language.
    """
    every = {f"{name}.{one.language}" for name, said in analysis.verdicts.items() for one in said}
    for name in sorted(every | analysis.findings.keys()):
        shown = look_of_field(analysis, name)
        if shown != "quiet":
            word: Word = _WORDS["of_field"][shown]
            yield name, word.filled(field=_field(name), what=_told_of_field(analysis, name))


def _field(name: str) -> Word:
    """What a field is called: ``summary.zh``, ``why:GRPO.en``."""
    kind, _, concept = name.rpartition(".")[0].partition(":")
    word: Word = _WORDS["field"][kind]
    return word.filled(concept=concept) if concept else word


def _told_of_field(analysis: Analysis, name: str) -> Bilingual:
    field, _, language = name.rpartition(".")
    against = (one for one in analysis.verdicts.get(field, ()) if one.language == language)
    said = [_against(one) for one in against if one.says != "supported"]
    found = (one for one in analysis.findings.get(name, ()) if not one.weak)
    return joined([*said, *map(_what, found)])
