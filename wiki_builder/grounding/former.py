"""Former claims: what a paper keeps of its earlier readings when a new one takes the last one's
place.

A person may have reworded a claim that the new reading does not make. Their words stay on
the page, so its evidence and its other language stay in ``data/``, checked against the
text that was read now. Whether a claim is shown is decided by the page: where none of its
words are a person's, it is not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wiki_builder.core.values.analysis import Analysis, Former
from wiki_builder.core.values.fulltext import FullText
from wiki_builder.core.values.paper import Paper
from wiki_builder.grounding.ground import again
from wiki_builder.grounding.standing import is_shown


def former_claims(
    paper: Paper,
    analysis: Analysis,
    text: FullText,
    held: Callable[[str], frozenset[str] | None],
    beside: Sequence[str] = (),
) -> tuple[Former, ...]:
    """The claims of earlier readings that ``analysis`` of ``text`` does not make, in the order of
    their readings.

    All of the last reading are kept: somebody may be at work on one of them in another clone. Of
    older ones those stay that a person's words hold (``held`` gives their ids by paper, ``None``
    where the page does not tell). ``paper`` has the last reading still; ``beside`` is what the
    paper says outside of ``text``.
    """
    made = {claim.id for claim in analysis.claims if is_shown(claim)}
    left = [one for one in (*_older(paper, held), *_last(paper)) if one.claim.id not in made]
    checked = again([one.claim for one in left], text, beside)
    return tuple(
        Former(claim, text.kind, paper.latest.number)
        if stands
        else Former(claim, one.text, one.version)
        for one, (claim, stands) in zip(left, checked, strict=True)
    )


def _last(paper: Paper) -> list[Former]:
    """The claims of the last reading that were shown."""
    if paper.analysis is None:
        return []
    kind, version = (
        (paper.text.kind, paper.text.version) if paper.text else ("abstract", paper.latest.number)
    )
    return [Former(claim, kind, version) for claim in paper.analysis.claims if is_shown(claim)]


def _older(paper: Paper, held: Callable[[str], frozenset[str] | None]) -> list[Former]:
    """What was kept of the readings before the last one, and is held still."""
    ids = held(paper.id) if paper.former else None
    last = {one.claim.id for one in _last(paper)}
    return [
        one
        for one in paper.former
        if one.claim.id not in last and (ids is None or one.claim.id in ids)
    ]
