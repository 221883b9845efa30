"""Page: a page of HTML, read in a process of its own with limits, and what it says of itself.

What it holds is :mod:`wiki_builder.fulltext.html`'s, which runs in the worker: this process
never parses what an upstream sent.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from wiki_builder.core.values.fulltext import Fallback, Passage
from wiki_builder.fulltext.process import Limits, answer_of

_REASONS = {
    "memory": "too much memory is needed to read it",
    "broken": "a broken page that cannot be read",
}


@dataclass(frozen=True, slots=True)
class HtmlPage:
    """A page's passages, the title, authors and stamp that it bears,
    and what it lacks by its own account.
    """

    passages: tuple[Passage, ...]
    title: str
    authors: tuple[str, ...]
    stamp: str | None
    lost: str | None


def read_apart(source: bytes | Path, limits: Limits | None = None) -> HtmlPage | Fallback:
    """The page of arXiv's HTML in ``source``, bytes or a file.

    A :class:`Fallback` with the reason if it is no paper, or breaks a limit. Raises
    ``OSError`` if the file cannot be read.
    """
    answer = answer_of("wiki_builder.fulltext.html_worker", (), source, limits or Limits())
    if isinstance(answer, str):
        return Fallback("html", answer)
    if "error" in answer:
        return Fallback("html", _REASONS[answer["error"]])
    if "refused" in answer:
        return Fallback("html", answer["refused"], answer["doubtful"])
    passages = tuple(Passage(*fields) for fields in answer["passages"])
    return HtmlPage(
        passages, answer["title"], tuple(answer["authors"]), answer["stamp"], answer["lost"]
    )
