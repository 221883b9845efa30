"""What a judge is to be asked about papers; it stands in ``data/pending/judge/`` until it is done.

A paper's text may be gone when its turn comes, so the passages to show are noted while it is read.
:mod:`wiki_builder.stages.judge` asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wiki_builder.analysis.request import Request
from wiki_builder.core.store.papers import is_unreadable, read_paper
from wiki_builder.core.store.questions import (
    drop_asked,
    keep_asked,
    read_asked,
    read_one_asked,
)
from wiki_builder.core.store.values import if_readable
from wiki_builder.core.store.wiki import Wiki, file_name
from wiki_builder.core.values.fulltext import FullText, Passage
from wiki_builder.core.values.paper import Paper
from wiki_builder.grounding.judge.mend import MendRow, mend_request
from wiki_builder.grounding.judge.request import JudgeRow, judge_request
from wiki_builder.grounding.judge.rows import Which, open_rows, rows
from wiki_builder.grounding.judge.shown import shown_head, shown_passages
from wiki_builder.llm.ask import withdraw
from wiki_builder.pages.deleted import rejected_papers
from wiki_builder.stages.fetch import TextOf

_GAP = " … "


@dataclass(frozen=True, slots=True)
class AskedOfJudge:
    """What is asked about one paper next: ``rows`` of a judge, or ``mends`` of the writer.

    ``again`` says that the rows are claims worded anew, which have no third chance; ``attempts``
    counts the runs that failed by the question's own fault.
    """

    paper: str
    text: str
    passages: tuple[Passage, ...]
    rows: tuple[JudgeRow, ...] = ()
    mends: tuple[MendRow, ...] = ()
    again: bool = False
    attempts: int = 0

    @property
    def request(self) -> Request:
        """The same question gives the same request."""
        if self.mends:
            return mend_request(self.paper, self.text, self.passages, self.mends)
        return judge_request(self.paper, self.text, self.passages, self.rows)


# --- What is noted while a paper is read --------------------------------------------


def note_to_judge(wiki: Wiki, which: Which | None, paper: Paper, text: FullText) -> None:
    """Note ``which`` statements of a paper that was just read are to be judged, before it stands.

    What was under way about an earlier reading is let go.
    """
    analysis = paper.analysis
    asked = open_rows(analysis, which) if analysis and which else ()
    before = read_one_asked(wiki, wiki.to_judge, file_name(paper.id), AskedOfJudge)
    now = asked_about(paper, text, asked) if asked else None
    if now is not None:
        keep(wiki, now)
    if before and (now is None or now.request.key != before.request.key):
        let_go(wiki, before, also_noted=now is None)


def asked_about(paper: Paper, text: FullText, asked: Sequence[JudgeRow]) -> AskedOfJudge:
    """What a judge is asked about rows of a paper, with the passages of ``text`` to show."""
    assert paper.analysis
    version = paper.latest
    head = shown_head(version.title, version.authors)
    passages = shown_passages(text, head, version.abstract, paper.analysis, asked)
    return AskedOfJudge(paper.id, text.hash, passages, tuple(asked))


def keep(wiki: Wiki, asked: AskedOfJudge) -> None:
    """Note what is asked next about a paper."""
    keep_asked(wiki.to_judge, file_name(asked.paper), asked)


def let_go(wiki: Wiki, asked: AskedOfJudge, *, also_noted: bool = True) -> None:
    """Let go of a question that nobody needs an answer to any more."""
    if also_noted:
        drop_asked(wiki.to_judge, file_name(asked.paper))
    withdraw(wiki.pending, asked.request)


def noted(wiki: Wiki) -> dict[str, AskedOfJudge]:
    """What was noted and stands still, by paper; what does not is let go."""
    found: dict[str, AskedOfJudge] = {}
    asked = read_asked(wiki, wiki.to_judge, AskedOfJudge)
    rejected = rejected_papers(wiki) if asked else frozenset()
    for one in asked.values():
        if one.paper not in rejected and _stands(wiki, one):
            found[one.paper] = one
        else:
            let_go(wiki, one)
    return found


def waiting_rows(wiki: Wiki) -> int:
    """How many statements wait for a judge."""
    return sum(len(one.rows) for one in _waiting(wiki))


def waiting_papers(wiki: Wiki) -> list[str]:
    """The papers of which statements wait for a judge, or for the writer, once for each request."""
    return [one.paper for one in _waiting(wiki)]


def _waiting(wiki: Wiki) -> list[AskedOfJudge]:
    asked = read_asked(wiki, wiki.to_judge, AskedOfJudge).values()
    return [one for one in asked if _stands(wiki, one)]


def _stands(wiki: Wiki, asked: AskedOfJudge) -> bool:
    """Whether a paper says still what was to be judged, or worded anew, if it can be read."""
    paper = if_readable(read_paper, wiki, asked.paper)
    if paper is None or paper.analysis is None:
        return is_unreadable(wiki, asked.paper)
    now = rows(paper.analysis)
    quotes = {row.id: row.quote for row in now.values()}
    return all(now.get(row.id) == row for row in asked.rows) and all(
        quotes.get(mend.id) == mend.quote for mend in asked.mends
    )


# --- Texts of papers that were read before -------------------------------------------


def text_again(paper: Paper, text: TextOf) -> FullText:
    """The text that a paper was read from; what its evidence keeps of it where it is gone.

    Raises:
        UpstreamError: it cannot be had now.
    """
    found = text(paper)
    if isinstance(found, FullText) and paper.text and found.hash == paper.text.hash:
        return found
    return _kept_text(paper)


def _kept_text(paper: Paper) -> FullText:
    """What ``data/`` has of the passages that the evidence of a paper's claims stands in."""
    found: dict[str, list[str]] = {}
    for claim in paper.analysis.claims if paper.analysis else ():
        one = claim.evidence
        found.setdefault(one.passage, []).append(f"{one.before} {one.quote} {one.after}".strip())
    passages = (Passage(id_, _GAP.join(dict.fromkeys(texts))) for id_, texts in found.items())
    return FullText(paper.text.kind if paper.text else "abstract", tuple(passages))
