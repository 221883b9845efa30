"""From what was found out about a statement to how it is shown, and what may rest on it.

Three looks only. *Quiet*: nothing speaks against it. *Caution*: it is shown with what could not be
settled; lists and feeds, which have no room for that, and derived pages do without it. *Withheld*:
it is kept in the data and counted, and nothing shows it as fact.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from wiki_builder.core.values.analysis import Analysis, Claim
from wiki_builder.core.values.bilingual import LANGUAGES, Language
from wiki_builder.core.values.checks import Finding, Look, Says

# What a judge says of a statement, by language; of its row in the results' table under "".
Said: TypeAlias = dict[Language | Literal[""], Says]

# What rules without a language say of a row; others say it of what the two languages share.
_OF_ROWS: Final = ("number", "count", "sign", "unit", "quantity")

# An opinion, and what a concept is in general: no paper says either.
_OPEN: Final = ("reason", "gloss:")


def look(claim: Claim) -> Look:
    """How a claim is shown.

    A judge's verdict settles what rules could not; what they are sure of it never overrules.
    """
    says = said_by_judge(claim)
    if claim.quote in ("missing", "short"):
        return "withheld"
    found = _look(findings_shown(claim), says)
    doubted = claim.quote != "found" or claim.disputed is not None
    return "caution" if found == "quiet" and doubted else found


def said_by_judge(claim: Claim) -> Said:
    """What a judge says of a claim; nothing where it was not judged."""
    says: Said = {verdict.language: verdict.says for verdict in claim.verdicts}
    return says | ({"": claim.row_verdict.says} if claim.row_verdict else {})


def findings_shown(claim: Claim) -> tuple[Finding, ...]:
    """What rules found about what a page says: what they could not settle in a row that a judge
    took out of the table concerns nothing that is shown.
    """
    if claim.row is None or in_table(claim):
        return claim.findings
    return tuple(
        one for one in claim.findings if one.sure or one.language or one.rule not in _OF_ROWS
    )


def stands(claim: Claim) -> bool:
    """Whether derived pages may rest on a claim: its quote is in the paper, and nothing that was
    found speaks against it.
    """
    return look(claim) == "quiet"


def in_table(claim: Claim) -> bool:
    """Whether the results' table has a claim's row: a judge who does not find the row in the
    evidence says nothing against the claim's words.
    """
    verdict = claim.row_verdict
    return claim.row is not None and (verdict is None or verdict.says == "supported")


def is_shown(claim: Claim) -> bool:
    """Whether a page shows a claim."""
    return look(claim) != "withheld"


def look_of_field(analysis: Analysis, field: str) -> Look:
    """How a field that is no claim is shown in one language (``summary.zh``)."""
    name, _, language = field.rpartition(".")
    verdicts = analysis.verdicts.get(name, ())
    says: Said = {one.language: one.says for one in verdicts if one.language == language}
    return _look(analysis.findings.get(field, ()), says)


def of_findings(findings: Sequence[Finding]) -> Look:
    """How a statement is shown of which rules found this, and nobody was asked."""
    return _look(findings, {})


def is_settled(finding: Finding, says: Said) -> bool:
    """Whether a judge found the evidence to bear out what a rule could not settle."""
    if finding.rule == "languages":
        return all(says.get(language) == "supported" for language in LANGUAGES)
    return says.get(finding.language) == "supported"


def _look(findings: Sequence[Finding], says: Said) -> Look:
    of_words = {said for place, said in says.items() if place}
    if any(one.sure for one in findings) or "contradicted" in of_words:
        return "withheld"
    unsettled = any(not one.weak and not is_settled(one, says) for one in findings)
    return "caution" if unsettled or "not_said" in of_words else "quiet"


# --- What a judge is asked ----------------------------------------------------------


def judgeable(claim: Claim) -> bool:
    """Whether there is anything to judge a claim by, it says to be the paper's, and the wiki's
    owner has not said already that it is wrong.
    """
    if claim.quote != "found" or claim.origin == "inferred" or claim.disputed:
        return False
    return look(claim) != "withheld"


def doubtful(claim: Claim) -> bool:
    """Whether rules could not settle a claim, which is a reason to ask a judge."""
    return judgeable(claim) and bool(claim.findings)


def doubtful_row(claim: Claim) -> bool:
    """Whether they could not settle the row that it has in the results' table."""
    return doubtful(claim) and any(not finding.language for finding in claim.findings)


def judgeable_field(name: str) -> bool:
    """The same of a field that is no claim, by the id of its row (``summary``, ``why:GRPO``)."""
    return not name.startswith(_OPEN)


def doubtful_field(analysis: Analysis, name: str) -> bool:
    """Whether rules could not settle such a field."""
    found = (*analysis.findings.get(f"{name}.en", ()), *analysis.findings.get(f"{name}.zh", ()))
    return judgeable_field(name) and bool(found) and not any(one.sure for one in found)


def found_no_more(claim: Claim, before: Claim) -> bool:
    """Whether rules find nothing against a claim in new words that they had not found before."""
    known = {(finding.rule, finding.said) for finding in before.findings}
    return all((finding.rule, finding.said) in known for finding in claim.findings)
