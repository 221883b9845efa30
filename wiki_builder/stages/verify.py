"""Checking again what papers' analyses say, without a model: quotes are looked for and rules run
as when the paper was summarised.

The text is the one that was read then: from the cache, from arXiv, or from a file. Where another
one is all that can be had, it is checked against and said, and nothing is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from wiki_builder.core.errors import UsageError
from wiki_builder.core.store.papers import write_paper
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.analysis import Analysis
from wiki_builder.core.values.fulltext import FullText, Passage
from wiki_builder.core.values.paper import Failed, Paper
from wiki_builder.fulltext.read import file, is_page, read_paper_text
from wiki_builder.grounding.ground import regrounded
from wiki_builder.stages.analyse import beside


@dataclass(frozen=True, slots=True)
class Verified:
    """A paper that was checked again: its analysis as it was and as it is found now.

    ``kept`` says whether that stands in ``data/``; ``note`` says why not, or that nothing could be
    checked, where ``now`` is ``None``.
    """

    paper: Paper
    before: Analysis
    now: Analysis | None
    kept: bool = False
    note: str = ""

    @property
    def changed(self) -> bool:
        return self.now is not None and self.now != self.before


def verify(
    wiki: Wiki, paper: Paper, text: Callable[[Paper], FullText | Failed], against: bool
) -> Verified | None:
    """Check a paper again; ``None`` where no model has said anything about it.

    ``text`` gives its text; ``against`` says that a person chose that.

    Raises:
        UpstreamError: the text is at arXiv, which could not be asked.
    """
    analysis = paper.analysis
    if analysis is None or paper.text is None:
        return None
    found = text(paper)
    if isinstance(found, Failed):
        return Verified(paper, analysis, None, note=found.reason)
    now = regrounded(analysis, found, beside(paper))
    if found.hash != paper.text.hash:
        other = "this file" if against else "the text that can be had now"
        note = f"{other} is not the text that was read; nothing is kept"
        return Verified(paper, analysis, now, note=note)
    if now != analysis:
        write_paper(wiki, paper.with_(analysis=now))
    return Verified(paper, analysis, now, kept=True)


def as_read(fetched: Callable[[Paper], FullText | Failed]) -> Callable[[Paper], FullText | Failed]:
    """What gives the text that a paper was read from: its abstract stands in the data, all else is
    ``fetched``.
    """

    def text(paper: Paper) -> FullText | Failed:
        if paper.text and paper.text.kind == "abstract":
            return FullText("abstract", _abstract(paper))
        return fetched(paper)

    return text


def _abstract(paper: Paper) -> tuple[Passage, ...]:
    read = paper.text.version if paper.text else None
    version = next((one for one in paper.versions if one.number == read), paper.latest)
    text = version.abstract.strip()
    return (Passage("abstract", text, kind="abstract"),) if text else ()


def from_file(path: Path) -> FullText:
    """The text of a PDF or a saved page.

    Raises:
        UsageError: it has no text that can be read.
    """
    text = read_paper_text(file(path), "", "", ("html" if is_page(path) else "pdf",))
    if not text.passages:
        reasons = "; ".join(one.reason for one in text.fallbacks)
        next_ = "Give a PDF with text, or a page saved from arXiv's HTML"
        raise UsageError(reasons, where=str(path), next=next_)
    return text
