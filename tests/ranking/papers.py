"""Papers to rank, made up."""

from __future__ import annotations

from wiki_builder.core.values.announcement import Announcement, Version
from wiki_builder.ranking.interests import Example

SEARCH = (
    "Search agents with reinforcement learning",
    "We train deep research agents by policy optimization over multi-turn search.",
)
IMAGES = (
    "Segmentation of medical images",
    "A convolutional network for computed tomography of the liver.",
)
DRIVING = ("World models for driving", "A video generation model predicts traffic scenes.")
PROOFS = ("Theorem proving in Lean", "A language model writes formal proofs of lemmas.")
TEXTS = (SEARCH, IMAGES, DRIVING, PROOFS)


def version(
    text: tuple[str, str] = SEARCH,
    authors: tuple[str, ...] = ("Ana Silva",),
    categories: tuple[str, ...] = ("cs.CL",),
) -> Version:
    return Version(1, text[0], authors, text[1], categories)


def announced(id_: str, described: Version | None = None, kind: str = "new") -> Announcement:
    return Announcement(id_, (kind,), described or version())  # type: ignore[arg-type]  # as given


def example(
    text: tuple[str, str] = SEARCH, id_: str = "arxiv:2601.00001", **more: object
) -> Example:
    return Example(id_, *text, **more)  # type: ignore[arg-type]  # as given
