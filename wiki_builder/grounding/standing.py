"""From what was found out about a statement to how it is shown, and what may rest on it.

Three looks only. *Quiet*: nothing speaks against it. *Caution*: it is shown with what could not be
settled; lists and feeds, which have no room for that, and derived pages do without it. *Withheld*:
it is kept in the data and counted, and nothing shows it as fact.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from wiki_builder.core.values.analysis import Analysis, Claim
from wiki_builder.core.values.checks import Finding, Look

# An opinion, and what a concept is in general: no paper says either.
_OPEN: Final = ("reason", "gloss:")


def look(claim: Claim) -> Look:
    """How a claim is shown."""
    if claim.quote in ("missing", "short"):
        return "withheld"
    found = of_findings(claim.findings)
    doubted = claim.quote != "found" or claim.disputed is not None
    return "caution" if found == "quiet" and doubted else found


def stands(claim: Claim) -> bool:
    """Whether derived pages may rest on a claim: its quote is in the paper, and nothing that was
    found speaks against it.
    """
    return look(claim) == "quiet"


def is_shown(claim: Claim) -> bool:
    """Whether a page shows a claim."""
    return look(claim) != "withheld"


def look_of_field(analysis: Analysis, field: str) -> Look:
    """How a field that is no claim is shown in one language (``summary.zh``)."""
    return of_findings(analysis.findings.get(field, ()))


def of_findings(findings: Iterable[Finding]) -> Look:
    """How a statement is shown of which the rules found this."""
    sure = [finding.sure for finding in findings]
    return "withheld" if any(sure) else "caution" if sure else "quiet"


# --- What a judge is asked ----------------------------------------------------------


def judgeable(claim: Claim) -> bool:
    """Whether there is anything to judge a claim by, and it says to be the paper's."""
    return claim.quote == "found" and claim.origin != "inferred" and look(claim) != "withheld"


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
    return judgeable_field(name) and of_findings(found) == "caution"


def found_no_more(claim: Claim, before: Claim) -> bool:
    """Whether rules find nothing against a claim in new words that they had not found before."""
    known = {(finding.rule, finding.said) for finding in before.findings}
    return all((finding.rule, finding.said) in known for finding in claim.findings)
