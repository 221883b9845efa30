"""A paper in short, as lists have it."""

from __future__ import annotations

from wiki_builder.core.values.announcement import Version
from wiki_builder.core.values.paper import Paper
from wiki_builder.library.card import card


def version(number: int, submitted: str, announced: str | None = None) -> Version:
    return Version(
        number, "T", ("A. Author",), "We train.", ("cs.LG",), announced, submitted=submitted
    )


def test_a_paper_keeps_the_date_of_its_first_version() -> None:
    """One that was added by hand has no day of announcement; a later version's is news, and not
    its date.
    """
    versions = (version(1, "2026-05-14"), version(2, "2026-05-25", "2026-05-26"))
    short = card(Paper("arxiv:2605.14890", versions, "2026-05-18", "add-2026-05-18"), "paper/2")
    assert (short.date, short.updated) == ("2026-05-14", "2026-05-26")
