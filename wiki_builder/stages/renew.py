"""Renewing: a paper that was summarised has a new version, and its summary is laid beside that one.

What still stands is carried over without a model; only what does not is asked for, and the page
says what changed. What a feed does not say of a version, and above all that it is a withdrawal,
arXiv's API is asked for first. One paper's failure stays one paper's: its summary holds for the
version before, and the page says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain

from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.http.client import Client
from wiki_builder.core.progress import Progress
from wiki_builder.core.store.papers import read_paper, write_paper
from wiki_builder.core.store.values import if_readable
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.analysis import Provenance
from wiki_builder.core.values.announcement import Announcement, Version
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.fulltext import FullText, Passage, TextInfo, TextKind
from wiki_builder.core.values.paper import Failed, Paper
from wiki_builder.fulltext.sections import new_sections
from wiki_builder.grounding.change.anew import with_changes
from wiki_builder.grounding.change.laid import Laid, laid_beside
from wiki_builder.grounding.change.reply import Changes, changes, changes_in_part
from wiki_builder.grounding.change.request import MOST_TOKENS, change_request
from wiki_builder.grounding.former import former_claims
from wiki_builder.library.index import Index
from wiki_builder.llm.ask import MOST_ATTEMPTS, Answers, Question, Read, sweep, use_up
from wiki_builder.llm.engine import Engine
from wiki_builder.pages.deleted import rejected_papers
from wiki_builder.sources.addresses import Addresses
from wiki_builder.stages.analyse import GIVE_UP_AFTER, beside
from wiki_builder.stages.fetch import TextOf
from wiki_builder.stages.outcomes import Renewed
from wiki_builder.stages.select import too_long

_WORDS = re.compile(r"\w+")

# --- What arXiv says of new versions ------------------------------------------------


def tell_versions(
    wiki: Wiki, index: Index, client: Client, addresses: Addresses, only: set[str] | None = None
) -> list[Paper]:
    """Ask arXiv's API for what a feed does not say of later versions, comment and day; the papers
    of which it told, which are kept.

    Raises:
        UpstreamError: it could not be asked.
    """
    ids = [id_ for id_, entry in index.items() if entry.card.untold and id_.startswith("arxiv:")]
    rejected = rejected_papers(wiki) if ids else frozenset()
    papers = [
        paper
        for id_ in ids
        if id_ not in rejected and (only is None or id_ in only)
        if (paper := if_readable(read_paper, wiki, id_))
    ]
    if not papers:
        return []
    from wiki_builder.sources.arxiv_api import by_ids  # heavy, and asked on few days

    names = {f"{paper.id.removeprefix('arxiv:')}v{paper.latest.number}": paper for paper in papers}
    found = by_ids(client, addresses, names)
    told = [
        _told(paper, row.version)
        for name, paper in names.items()
        if isinstance(row := found[name], Announcement) and not too_long(row.version)
    ]
    for paper in told:
        write_paper(wiki, paper)
    return told


def _told(paper: Paper, api: Version) -> Paper:
    version = replace(
        paper.latest,
        submitted=api.submitted,
        comment=api.comment,
        journal_ref=api.journal_ref or paper.latest.journal_ref,
        doi=api.doi or paper.latest.doi,
    )
    return paper.with_(versions=(*paper.versions[:-1], version))


# --- Which summaries, beside which texts --------------------------------------------


def papers_to_renew(wiki: Wiki, index: Index, only: set[str] | None = None) -> list[str]:
    """The summarised papers with a version that their summary was not laid beside, oldest first;
    not those that are withdrawn, and none that failed so too often.
    """
    newer = (entry.card for entry in index.values() if entry.card.newer)
    found = [
        card
        for card in newer
        if card.attempts < MOST_ATTEMPTS and (only is None or card.id in only)
    ]
    rejected = rejected_papers(wiki) if found else frozenset()
    cards = sorted(found, key=lambda card: (card.date, card.id))
    return [card.id for card in cards if card.id not in rejected]


def latest_text(fetched: Callable[[TextKind], TextOf]) -> TextOf:
    """What gives the latest version's text, of the kind that was read before: an abstract stands in
    the data, a full text is ``fetched``, of the other kind where there is none of the same.
    """

    def text(paper: Paper) -> FullText | Failed:
        if paper.text is None or paper.text.kind == "abstract":
            said = paper.latest.abstract.strip()
            return FullText("abstract", (Passage("abstract", said, kind="abstract"),))
        found = fetched(paper.text.kind)(paper.with_(full=False))
        if isinstance(found, Failed) or found.kind != "abstract":
            return found
        reasons = "; ".join(one.reason for one in found.fallbacks)
        return Failed(f"its full text could not be had: {reasons}")

    return text


# --- The stage ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Beside:
    """A paper's summary laid beside the text of its latest version."""

    paper: Paper
    text: FullText
    laid: Laid


@dataclass
class Renewing:
    """The stage over many papers; fields as in :class:`~wiki_builder.stages.analyse.Reading`."""

    wiki: Wiki
    engine: Engine
    text: TextOf
    max_tokens: int = MOST_TOKENS
    terms: Callable[[Paper, FullText], tuple[Bilingual, ...]] = lambda paper, text: ()
    held: Callable[[str], frozenset[str] | None] = lambda paper: None
    to_ask: Callable[[Paper, FullText], None] = lambda paper, text: None
    asked: dict[str, _Beside] = field(default_factory=dict)  # by the key of the request
    stood: list[_Beside] = field(default_factory=list)
    lacking: list[tuple[Paper, Failed]] = field(default_factory=list)  # no text, and why
    done: dict[str, bool] = field(default_factory=dict)  # by paper, whether anything was asked
    failed: list[tuple[str, str]] = field(default_factory=list)
    pending: list[tuple[str, str]] = field(default_factory=list)
    over_budget: bool = False
    problem: UpstreamError | None = None

    def renew(self, papers: Sequence[Paper], progress: Progress, held: str | None = None) -> None:
        """Lay papers beside their latest versions, and keep each result as soon as it is there.

        ``held`` says why nothing is asked in this run.
        """
        questions = self._questions(papers)
        if held is not None:
            self.pending += [(self.asked[one.request.key].paper.id, held) for one in questions]
        elif first := next(questions, None):
            self._ask(chain([first], questions), progress)
        for one in self.stood:
            self._keep(one, Changes(), None)
            progress.advance(one.paper.latest.title)
        for paper, why in self.lacking:
            self._fail(paper, why)

    def _ask(self, questions: Iterator[Question[Changes]], progress: Progress) -> None:
        with Answers(self.engine, questions, self.wiki.pending) as answers:
            for result in answers:
                one = self.asked[result.request.key]
                if isinstance(result, Read):
                    self._keep(one, result.parsed, result.reply.provenance)
                elif result.waits:
                    self.pending.append((one.paper.id, result.failed.reason))
                    self.over_budget |= result.over_budget
                else:
                    self._fail(one.paper, result.failed)
                use_up(self.wiki.pending, result)
                progress.advance(one.paper.latest.title)
        self.problem = self.problem or answers.problem

    def _questions(self, papers: Sequence[Paper]) -> Iterator[Question[Changes]]:
        """A question for each paper of which anything does not stand; runs beside the asking."""
        lost = 0
        for paper in papers:
            try:
                text = self.text(paper)
            except UpstreamError as error:
                self.pending.append((paper.id, f"its text could not be had: {error.what}"))
                self.problem, lost = self.problem or error, lost + 1
                if lost == GIVE_UP_AFTER:
                    return
                continue
            lost = 0
            if isinstance(text, Failed):
                self.lacking.append((paper, text))
                continue
            one = _laid(paper, text)
            if one.laid.stands:
                self.stood.append(one)
                continue
            yield self._question(one)

    def _question(self, one: _Beside) -> Question[Changes]:
        paper, text, laid = one.paper, one.text, one.laid
        terms, earlier = self.terms(paper, text), _read_version(paper)
        request = change_request(
            paper.id, earlier, paper.latest, text, laid, self.max_tokens, terms
        )
        self.asked[request.key] = one
        return Question(
            request,
            partial(changes, laid=laid, text=text),
            partial(changes_in_part, laid=laid, text=text),
        )

    def _keep(self, one: _Beside, said: Changes, by: Provenance | None) -> None:
        """Keep what holds for the new version; former claims for what a person's words hold."""
        paper, text, near = one.paper, one.text, beside(one.paper)
        analysis = with_changes(one.laid, said, text, paper.id, near, by)
        former = former_claims(paper, analysis, text, self.held, near)
        info = _info(paper, text)
        done = paper.with_(text=info, analysis=analysis, former=former, failed=None)
        self.to_ask(done, text)
        write_paper(self.wiki, done)
        self.done[paper.id] = by is not None

    def _fail(self, paper: Paper, why: Failed) -> None:
        """Count what failed by its own fault; the summary holds for the version before."""
        self.failed.append((paper.id, why.reason))
        if not why.passing:
            before = paper.failed.attempts if paper.failed else 0
            reason = f"v{paper.latest.number}: {why.reason}"
            write_paper(self.wiki, paper.with_(failed=Failed(reason, why.reply, before + 1)))

    def outcome(self, gone: Sequence[str] = ()) -> Renewed:
        """What was done, with the papers that are ``gone``."""
        return Renewed(
            tuple(id_ for id_, asked in self.done.items() if not asked),
            tuple(id_ for id_, asked in self.done.items() if asked),
            tuple(gone),
            tuple(self.failed),
            tuple(self.pending),
            self.over_budget,
            self.problem,
        )


def sweep_changes(wiki: Wiki, index: Index) -> None:
    """Let go of replies whose result a killed run had put into ``data/`` already."""
    sweep(
        wiki.pending,
        "change",
        lambda reply: (entry := index.get(reply.subject)) is not None and not entry.card.newer,
    )


def _laid(paper: Paper, text: FullText) -> _Beside:
    """An abstract of other words is asked about though all else stands: the page shows it, and its
    Chinese is that of the version before.
    """
    assert paper.analysis
    laid = laid_beside(paper.analysis, text, beside(paper))
    before, now = (_WORDS.findall(one.abstract) for one in (_read_version(paper), paper.latest))
    if before != now and "abstract" not in laid.fields:
        laid = replace(laid, fields=(*laid.fields, "abstract"))
    return _Beside(paper, text, laid)


def _read_version(paper: Paper) -> Version:
    """The version that was summarised."""
    read = paper.text.version if paper.text else None
    return next((one for one in paper.versions if one.number == read), paper.versions[0])


def _info(paper: Paper, text: FullText) -> TextInfo:
    """What ``data/`` keeps of the new text; what was left out of the old one, and what is new in
    this one, was not summarised.
    """
    count = sum(passage.kind != "references" for passage in text.passages)
    before = paper.text
    return TextInfo(
        text.kind,
        text.hash,
        count,
        text.url,
        text.fallbacks,
        before.left_out if before else (),
        paper.latest.number,
        before.sections if before else (),
        new_sections(text, before.sections) if before else (),
    )
