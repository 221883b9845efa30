"""A paper in short: what lists, derived pages and the index need of it, small enough to cache for all."""

from __future__ import annotations

from dataclasses import dataclass, replace

from wiki_builder.models import LANGUAGES, Analysis, Bilingual, Entity, Paper, Related, Role


@dataclass(frozen=True, slots=True)
class Use:
    """How a paper uses one concept."""

    concept: str
    role: Role
    name: Bilingual
    why: Bilingual


@dataclass(frozen=True, slots=True)
class Card:
    """One paper in short."""

    id: str
    title: str
    date: str
    run: str
    authors: tuple[str, ...] = ()
    kind: str | None = None
    importance: int | None = None
    headline: Bilingual | None = None
    summary: Bilingual | None = None
    uses: tuple[Use, ...] = ()
    entities: tuple[Entity, ...] = ()
    related: tuple[Related, ...] = ()
    status: str = "pending"  # "read", "pending" or "failed"
    attempts: int = 0  # failed readings so far
    outdated: bool = False
    unlinked: bool = False  # read, and its concepts' names not yet resolved
    asked: str | None = None  # the day of its reading, and what that cost
    cost: float | None = None
    currency: str | None = None


def card(paper: Paper, prompt: str) -> Card:
    """The card of a paper; it is outdated if its analysis answers another prompt than ``prompt``."""
    analysis, version = paper.analysis, paper.latest
    date = paper.versions[0].announced or version.submitted or paper.imported
    short = Card(paper.id, version.title, date, paper.run, version.authors[:8], related=paper.related)
    if analysis is None:
        attempts = paper.failed.attempts if paper.failed else 0
        return replace(short, status="failed" if paper.failed else "pending", attempts=attempts)
    return replace(
        short,
        kind=analysis.kind,
        importance=analysis.importance,
        headline=undoubted(analysis.headline, analysis, "headline"),
        summary=undoubted(analysis.summary, analysis, "summary"),
        uses=tuple(Use(m.concept, m.role, m.name, m.why) for m in analysis.concepts if m.concept),
        entities=analysis.entities,
        status="read",
        outdated=_outdated(paper, analysis, prompt),
        unlinked=any(not mention.concept for mention in analysis.concepts),
        asked=analysis.provenance.date,
        cost=analysis.provenance.cost,
        currency=analysis.provenance.currency,
    )


def _outdated(paper: Paper, analysis: Analysis, prompt: str) -> bool:
    """Whether another prompt, or an older version of the paper, was read."""
    read = paper.text.version if paper.text else None
    return analysis.provenance.prompt != prompt or (read != paper.latest.number and paper.latest.number is not None)


def undoubted(text: Bilingual, analysis: Analysis, field: str) -> Bilingual:
    """A field, with a language left empty where it states a figure that the paper does not."""
    return Bilingual(*("" if is_hidden(analysis, f"{field}.{language}") else text[language] for language in LANGUAGES))


def is_hidden(analysis: Analysis, field: str) -> bool:
    """Whether a field is in doubt for a figure; a count in words ("three") is marked and shown."""
    return any(character.isdigit() for doubt in analysis.doubts.get(field, ()) for character in doubt)
