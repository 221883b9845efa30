"""A claim that the wiki's owner holds to be wrong: it says so, derived pages do without it, and the
next reading is told.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from wiki_builder.core.errors import UsageError
from wiki_builder.core.store.papers import read_paper, write_paper
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.analysis import Claim
from wiki_builder.core.values.checks import Dispute

MOST_WHY = 300  # characters: it stands on the page, and in the next request


def dispute(wiki: Wiki, paper_id: str, claim_id: str, why: str | None, today: date) -> Claim:
    """Mark a claim as disputed since ``today``, or with no ``why`` as disputed no more; for who
    holds the lock. Another reason for what is disputed already leaves its day.

    Raises:
        UsageError: the paper has no such claim, or the reason is too long.
    """
    paper = read_paper(wiki, paper_id)
    analysis = paper.analysis if paper else None
    claims = analysis.claims if analysis else ()
    found = next((claim for claim in claims if claim.id == claim_id), None)
    if paper is None or analysis is None or found is None:
        ids = ", ".join(claim.id for claim in claims) or "none"
        raise UsageError(
            f"{paper_id} has no claim {claim_id!r}",
            next=f"Give one of its claims as ID#CLAIM; they are: {ids}",
        )
    if why is not None and not 0 < len(why.strip()) <= MOST_WHY:
        raise UsageError(f"the reason must be between 1 and {MOST_WHY} characters long")
    before = found.disputed
    day = before.day if before else today.isoformat()
    made = replace(found, disputed=Dispute(" ".join(why.split()), day=day) if why else None)
    every = tuple(made if claim is found else claim for claim in claims)
    if made != found:
        write_paper(wiki, paper.with_(analysis=replace(analysis, claims=every)))
    return made
