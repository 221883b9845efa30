"""From what was found out about a statement to how it is shown, and what may rest on it.

Three looks only. *Quiet*: nothing speaks against it. *Caution*: it is shown with what could not be
settled; lists and feeds, which have no room for that, and derived pages do without it. *Withheld*:
it is kept in the data and counted, and nothing shows it as fact.
"""

from __future__ import annotations

from collections.abc import Iterable

from wiki_builder.core.values.analysis import Analysis, Claim
from wiki_builder.core.values.checks import Finding, Look


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
