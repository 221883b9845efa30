"""A paper in short: what lists, derived pages and the index need of it,
small enough to cache for all.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace

from wiki_builder.concepts.articles.material import paper_of
from wiki_builder.core.store.wiki import figure_path
from wiki_builder.core.values.analysis import (
    Analysis,
    Claim,
    Entity,
    ResultRow,
    Role,
)
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual
from wiki_builder.core.values.checks import Look
from wiki_builder.core.values.fulltext import TextKind
from wiki_builder.core.values.paper import Paper
from wiki_builder.core.values.relation import Relation
from wiki_builder.grounding.judge.request import JUDGE_PROMPT
from wiki_builder.grounding.judge.rows import Which, count_open, is_outdated
from wiki_builder.grounding.standing import in_table, look, look_of_field, stands
from wiki_builder.sources.withdrawn import withdrawn

AUTHORS_KEPT = 40

_ADDRESS = re.compile(r"https?://[^\s,;()<>\"']+[^\s,;()<>\"'.]")
_MONTH = re.compile(r"arxiv:(\d\d)(0[1-9]|1[0-2])\.\d{4,5}")


@dataclass(frozen=True, slots=True)
class Use:
    """How a paper uses one concept."""

    concept: str
    role: Role
    name: Bilingual
    why: Bilingual


@dataclass(frozen=True, slots=True)
class Measured:
    """A result that stands: the id of its claim, what it says, and the row of its table."""

    claim: str
    text: Bilingual
    row: ResultRow


@dataclass(frozen=True, slots=True)
class Card:
    """One paper in short."""

    id: str
    title: str
    date: str
    run: str
    authors: tuple[str, ...] = ()  # the first AUTHORS_KEPT
    authors_left: int = 0  # how many more there are
    category: str | None = None  # the primary one
    crosslists: tuple[str, ...] = ()  # its other categories
    version: int | None = None  # the latest one, where known
    updated: str | None = None  # the day on which a later version than the first was announced
    text: TextKind | None = None  # what was read
    code: bool = False  # whether the paper gives the address of its code
    also: tuple[str, ...] = ()  # the same work elsewhere
    doi: str | None = None
    links: tuple[str, ...] = ()  # the addresses that the paper gives as its own
    withdrawn: str = ""  # in the authors' words why, where they took the paper back
    short: str = ""  # the paper's own name for its method or dataset
    kind: str | None = None
    importance: int | None = None
    headline: Bilingual | None = None
    summary: Bilingual | None = None
    reason: Bilingual | None = None  # of its importance
    uses: tuple[Use, ...] = ()
    entities: tuple[Entity, ...] = ()
    measured: tuple[Measured, ...] = ()
    claims: tuple[str, ...] = ()  # the ids of those that stand
    dropped: int = 0  # claims about an earlier version that the latest one does not bear out
    quiet: int = 0  # claims that nothing speaks against, a model's inferences included
    caution: int = 0  # claims that are shown with caution
    disputed: tuple[tuple[str, str, str], ...] = ()  # since when, which claim, and why
    withheld: int = 0  # claims that are not shown
    relations: tuple[Relation, ...] = ()  # of its findings to those of papers before
    beside: tuple[str, ...] = ()  # the ids of these papers
    compared: str = ""  # the prompt that asked for them; empty: none did
    figures: tuple[str, ...] = ()  # where the files of its figures stand, relative to ``docs/``
    status: str = "pending"  # "read", "pending" or "failed"
    attempts: int = 0  # failed readings so far
    outdated: bool = False
    newer: bool = False  # summarised, and a later version came than the one that was read
    untold: bool = False  # of its latest version only what a feed says is known
    lesser: bool = False  # wanted in full, and read from its abstract before that
    judged: int = 0  # claims with a judge's verdicts
    unjudged: tuple[int, int] = (0, 0)  # statements without them: doubtful ones, and all
    judge_outdated: bool = False  # whether another prompt asked for the verdicts
    unlinked: bool = False  # read, and its concepts' names not yet resolved
    imported: str = ""  # the day on which the wiki took it
    first_read: str | None = None  # the day of its first reading
    asked: str | None = None  # the day of its last one, and what that cost
    cost: float | None = None
    currency: str | None = None
    digest: str = ""  # a hash of the bytes of its file

    @property
    def roles(self) -> tuple[tuple[str, Role], ...]:
        """The ids of the concepts that it uses, each with its role."""
        return tuple((use.concept, use.role) for use in self.uses)

    @property
    def things(self) -> tuple[str, ...]:
        """The ids of the models, datasets and organisations that it names."""
        return tuple(entity.concept for entity in self.entities)

    @property
    def datasets(self) -> tuple[str, ...]:
        """The names of the datasets that it has results on, as its rows write them."""
        return tuple(dict.fromkeys(one.row.dataset for one in self.measured if one.row.dataset))


def not_judged(card: Card, which: Which) -> int:
    """How many statements of a paper have no verdicts and should, by the settings."""
    return card.unjudged[0 if which == "doubtful" else 1]


def own_day(card: Card) -> str:
    """When a work was first announced: its day, or its id's month (``2019-11``)
    where the wiki met it later.
    """
    found = next((match for id_ in (card.id, *card.also) if (match := _MONTH.match(id_))), None)
    month = f"20{found[1]}-{found[2]}" if found else card.date
    year, number = int(card.date[:4]), int(card.date[5:7])
    before = f"{year}-{number - 1:02}" if number > 1 else f"{year - 1}-12"
    # what is announced on a month's first day has the id of the last one
    return month if month < before else card.date


def card(paper: Paper, prompt: str) -> Card:
    """The card of a paper; it is outdated if its analysis answers
    another prompt than ``prompt``.
    """
    analysis, version = paper.analysis, paper.latest
    first = paper.versions[0]
    date = first.announced or first.submitted or paper.imported
    short = Card(
        id=paper.id,
        title=version.title,
        date=date,
        run=paper.run,
        authors=version.authors[:AUTHORS_KEPT],
        authors_left=max(0, len(version.authors) - AUTHORS_KEPT),
        category=version.categories[0] if version.categories else None,
        crosslists=version.categories[1:],
        version=version.number,
        updated=version.announced if len(paper.versions) > 1 or (version.number or 1) > 1 else None,
        text=paper.text.kind if paper.text else None,
        also=paper.also,
        doi=version.doi,
        links=tuple(_ADDRESS.findall(version.comment or "")),
        figures=tuple(figure_path(paper.id, figure) for figure in paper.figures),
        imported=paper.imported,
        withdrawn=withdrawn(version),
        untold=len(paper.versions) > 1 and version.number is not None and not version.submitted,
        attempts=paper.failed.attempts if paper.failed else 0,
    )
    if analysis is None:
        return replace(short, status="failed" if paper.failed else "pending")
    looks = Counter(look(claim) for claim in analysis.claims)
    return replace(
        short,
        short=analysis.short,
        kind=analysis.kind,
        importance=analysis.importance,
        headline=_quiet(analysis.headline, analysis, "headline"),
        summary=_quiet(analysis.summary, analysis, "summary"),
        reason=_quiet(analysis.reason, analysis, "reason"),
        links=tuple(dict.fromkeys((*short.links, *(link.url for link in analysis.links)))),
        code=any(link.kind == "code" for link in analysis.links),
        uses=tuple(
            Use(m.concept, m.role, m.name, _quiet(m.why, analysis, f"why:{m.name.en}"))
            for m in analysis.concepts
            if m.concept
        ),
        entities=analysis.entities,
        measured=tuple(
            _measured(claim)
            for claim in analysis.of("results")
            if in_table(claim) and stands(claim)
        ),
        claims=tuple(claim.id for claim in analysis.claims if stands(claim)),
        dropped=analysis.dropped,
        relations=analysis.relations,
        beside=tuple(dict.fromkeys(paper_of(one.theirs.claim) for one in analysis.relations)),
        compared=analysis.compared.prompt if analysis.compared else "",
        quiet=looks["quiet"],
        caution=looks["caution"],
        disputed=tuple(
            (one.day, claim.id, one.why)
            for claim in analysis.claims
            if (one := claim.disputed) and one.day
        ),
        withheld=looks["withheld"],
        status="read",
        outdated=not short.withdrawn and (_outdated(paper, analysis, prompt) or _lesser(paper)),
        newer=not short.withdrawn and len(paper.versions) > 1 and _read_older(paper),
        lesser=_lesser(paper),
        judged=sum(bool(claim.verdicts) for claim in analysis.claims),
        unjudged=count_open(analysis),
        judge_outdated=is_outdated(analysis, JUDGE_PROMPT),
        unlinked=not (
            all(m.concept for m in analysis.concepts) and all(e.concept for e in analysis.entities)
        ),
        first_read=paper.first_read or analysis.provenance.date,
        asked=analysis.provenance.date,
        cost=analysis.provenance.cost,
        currency=analysis.provenance.currency,
    )


def _quiet(text: Bilingual, analysis: Analysis, field: str) -> Bilingual:
    """A field as lists and feeds have it, where there is no room for a caution."""
    return shown_field(text, analysis, field, "quiet")


def _measured(claim: Claim) -> Measured:
    assert claim.row
    return Measured(claim.id, claim.text, claim.row)


def _outdated(paper: Paper, analysis: Analysis, prompt: str) -> bool:
    """Whether another prompt, or an older version of the paper, was read; or a claim is disputed,
    and nobody was told.
    """
    return (
        analysis.provenance.prompt != prompt
        or _read_older(paper)
        or any(claim.disputed and not claim.disputed.told for claim in analysis.claims)
    )


def _read_older(paper: Paper) -> bool:
    """Whether another version was read than the latest one."""
    read, latest = paper.text.version if paper.text else None, paper.latest.number
    return latest is not None and read != latest


def _lesser(paper: Paper) -> bool:
    """Whether a paper's full text is wanted, and was never asked for."""
    text = paper.text
    return paper.full and text is not None and text.kind == "abstract" and not text.fallbacks


def shown_field(text: Bilingual, analysis: Analysis, field: str, *looks: Look) -> Bilingual:
    """A field, with a language left empty whose look is none of ``looks``."""
    return Bilingual(
        *(
            text[language] if look_of_field(analysis, f"{field}.{language}") in looks else ""
            for language in LANGUAGES
        )
    )
