"""Briefings: a model says what a day or a week brought, across its papers, from claims that stand.

It comes after the texts about concepts and before the pages. At most one question is asked about a
day, once none of its papers waits any more, and one about a week, once it is over; neither is asked
about again. What a model is given stands in ``data/pending/briefings/`` until its text stands in
``data/briefings/``, so that a kill at any time pays nothing twice. One failure is its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import partial

from wiki_builder.analysis.request import Request
from wiki_builder.briefings.material import (
    BriefingMaterial,
    GivenClaim,
    GivenPaper,
    Pair,
    Shared,
    within,
)
from wiki_builder.briefings.texts import (
    LEAST_CLAIMS,
    BriefingReply,
    briefing_of,
    briefing_request,
    judge_briefing,
)
from wiki_builder.concepts.articles.material import finder, names_of, paper_of, short_title
from wiki_builder.core.progress import Progress
from wiki_builder.core.settings import Briefings, Settings
from wiki_builder.core.store.briefings import has_briefing, write_briefing
from wiki_builder.core.store.papers import read_paper
from wiki_builder.core.store.questions import read_asked
from wiki_builder.core.store.wiki import Wiki, is_day
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.briefing import Briefing, BriefingSentence, days_of, is_week, week_of
from wiki_builder.core.values.concept import Concept
from wiki_builder.core.values.relation import Relation
from wiki_builder.library.card import Card
from wiki_builder.library.citable import citable, claim_words
from wiki_builder.library.index import Index
from wiki_builder.library.library import Library
from wiki_builder.library.shown import Shown
from wiki_builder.llm.ask import MOST_ATTEMPTS, Question, Read
from wiki_builder.llm.engine import Engine
from wiki_builder.pages.publisher import Publisher, publisher
from wiki_builder.stages.asked import ask_each, clear
from wiki_builder.stages.outcomes import Briefed

DAYS_BACK = 7  # a briefing of a day is asked for within a week, or never
WEEKS_BACK = 14  # days since a week's Monday
MOST_CONCEPTS = 8
MOST_PAIRS = 4
MOST_BEFORE = {False: 5, True: 3}  # earlier papers, for a day and for a week
CLAIMS_BEFORE = 2  # of each
_EVERYWHERE = 0.4  # of all papers: a concept of more of them connects nothing in particular


@dataclass(frozen=True, slots=True)
class AskedBriefing:
    """What a model is given about a day or a week and has not answered; ``attempts`` counts the
    runs that failed by it.
    """

    material: BriefingMaterial
    attempts: int = 0

    @property
    def name(self) -> str:
        return self.material.name

    @property
    def request(self) -> Request:
        return briefing_request(self.material)


def write_briefings(
    wiki: Wiki,
    settings: Settings,
    engine: Engine,
    index: Index,
    progress: Progress,
    today: date,
    *,
    held: str | None = None,
    known: Publisher | None = None,
) -> Briefed:
    """Write the briefings that are due, each as soon as it is there.

    ``known`` is all that pages are made of, where it was read before in the run.

    ``held`` says why nothing is asked in this run, so that what is due is pending. Without
    an engine nothing is asked, and nothing waits.
    """
    if engine.name == "none" or not (settings.briefings.day or settings.briefings.week):
        return Briefed()
    made = known or publisher(wiki, settings, index)
    if made.unreadable:  # claims are missing that would not be missed by themselves
        return Briefed(open=True)
    desk = Desk(wiki, made.library)
    due, waiting = _due(wiki, settings.briefings, made.library, today)
    asked = _asked(wiki, desk, due, waiting)
    if held is not None:
        return Briefed(pending=tuple((one.name, held) for one in asked), open=bool(asked))
    briefed = _ask(wiki, engine, asked, progress)
    pending = (*briefed.pending, *((name, "papers of it wait") for name in waiting))
    return replace(briefed, pending=pending)


def due_briefings(wiki: Wiki, settings: Settings, library: Library, today: date) -> int:
    """How many briefings a run of today would ask for, before anything new is read."""
    due, waiting = _due(wiki, settings.briefings, library, today)
    return len(due) + len(waiting)


# --- What is due ----------------------------------------------------------------


def _due(
    wiki: Wiki, settings: Briefings, library: Library, today: date
) -> tuple[list[str], list[str]]:
    """The days and weeks that are to be written about now, and those of which papers wait."""
    days = [name for name in sorted(library.receipts) if is_day(name) and name >= settings.since]
    recent = (today - timedelta(days=DAYS_BACK)).isoformat()
    # in the evening the next day's papers are there already
    last = (today + timedelta(days=1)).isoformat()
    wanted = [day for day in days if settings.day and recent < day <= last]
    if settings.week:
        wanted += [week for week in _weeks(days, settings, today) if _is_over(week, days, today)]
    found: tuple[list[str], list[str]] = ([], [])
    for name in wanted:
        if has_briefing(wiki, name) or page_of(name) in library.rejected:
            continue
        cards = taken_in(library, name)
        if any(card.status == "read" for card in cards):
            found[any(card.status == "pending" for card in cards)].append(name)
    return found


def is_recent(name: str, settings: Briefings, today: date) -> bool:
    """Whether a day or a week is young enough to be asked about."""
    back = WEEKS_BACK if is_week(name) else DAYS_BACK
    first = days_of(name)[0] if is_week(name) else name
    return max((today - timedelta(days=back)).isoformat(), settings.since) <= first


def page_of(name: str) -> str:
    """The id of the page of a day or a week."""
    return f"week:{name}" if is_week(name) else f"day:{name}"


def _weeks(days: Sequence[str], settings: Briefings, today: date) -> list[str]:
    recent = (today - timedelta(days=WEEKS_BACK)).isoformat()
    weeks = dict.fromkeys(map(week_of, days))
    return [week for week in weeks if max(recent, settings.since) <= days_of(week)[0]]


def _is_over(week: str, days: Sequence[str], today: date) -> bool:
    """Whether nothing more of a week is announced: its Friday was, or it is past."""
    monday, sunday = days_of(week)
    friday = (date.fromisoformat(monday) + timedelta(days=4)).isoformat()
    return today.isoformat() > sunday or friday in days


def taken_in(library: Library, name: str) -> tuple[Card, ...]:
    """The papers that were taken on a day, or on the days of a week, the weightiest first."""
    if is_week(name):
        monday, sunday = days_of(name)
        days = [day for day in library.receipts if is_day(day) and monday <= day <= sunday]
    else:
        days = [name]
    receipts = [library.receipts[day] for day in sorted(days)]
    cards = {card.id: card for receipt in receipts for card in library.taken(receipt)}
    return tuple(sorted(cards.values(), key=lambda card: (-(card.importance or 0), card.id)))


# --- What is given --------------------------------------------------------------


@dataclass
class Desk:
    """What is laid out for briefings: papers with their citable claims, concepts, findings."""

    wiki: Wiki
    library: Library
    claims: dict[str, tuple[GivenClaim, ...]] = field(default_factory=dict)

    def material(self, name: str) -> BriefingMaterial:
        """What a model is given about a day or a week now."""
        cards = [card for card in taken_in(self.library, name) if card.status == "read"]
        own = within([self._paper(card, self.of(card.id)) for card in cards], is_week(name))
        given = {paper.id for paper in own}
        pairs = self._pairs([card for card in cards if card.id in given], given)
        before: dict[str, list[GivenClaim]] = {}
        for relation in pairs:
            self._add(before, relation.ours.claim)
            self._add(before, relation.theirs.claim)
        shared = list(self._shared(given, before, MOST_BEFORE[is_week(name)]))
        papers = _with_claims(own, before)
        earlier = [self._earlier(id_, claims) for id_, claims in sorted(before.items())]
        return BriefingMaterial(
            name,
            (*papers, *filter(None, earlier)),
            tuple(shared),
            tuple(_pair(n, relation) for n, relation in enumerate(pairs, 1)),
        )

    def again(self, briefing: Briefing) -> BriefingMaterial:
        """What a briefing's sentences rest on, as it stands now: all that may be cited of the
        papers that it was written from, the concepts that it connects them by, and its pairs.
        """
        own = {card.id for card in taken_in(self.library, briefing.name)}
        papers = dict.fromkeys(map(paper_of, briefing.claims))
        cards = [card for id_ in papers if (card := self.library.card(id_))]
        through = {said.about: said.claims for said in briefing.connects}
        pairs = self.pairs(briefing.disagrees).values()
        return BriefingMaterial(
            briefing.name,
            tuple(self._paper(one, self.of(one.id), before=one.id not in own) for one in cards),
            tuple(
                replace(self._as_shared(concept, [*map(paper_of, claims)]), id=about)
                for about, claims in through.items()
                if (concept := self.concept(about))
            ),
            tuple(_pair(n, relation) for n, relation in enumerate(pairs, 1)),
        )

    def concept(self, id_: str) -> Concept | None:
        """The concept that a briefing connects papers by, as it goes by now."""
        return self.library.concepts.get(self.library.registry.canonical(id_))

    def of(self, paper: str) -> tuple[GivenClaim, ...]:
        """The claims of a paper that may be cited."""
        if paper not in self.claims:
            whole = read_paper(self.wiki, paper)
            found = citable(whole, self.library.shown.get(paper, Shown())) if whole else ()
            self.claims[paper] = tuple(
                GivenClaim(f"{paper}#{one.id}", one.part, claim_words(one), one.evidence.quote)
                for one in found
            )
        return self.claims[paper]

    def pairs(self, sentences: Sequence[BriefingSentence]) -> dict[tuple[str, ...], Relation]:
        """The findings laid side by side that sentences rest on, by their two claims."""
        cards = (self.library.card(paper_of(said.claims[0])) for said in sentences if said.claims)
        found = (one for card in cards if card for one in self.library.found_by(card))
        wanted = {said.claims for said in sentences}
        by_claims = {(one.ours.claim, one.theirs.claim): one for one in found}
        return {both: one for both, one in by_claims.items() if both in wanted}

    def title(self, paper: str) -> str:
        """What a paper is called in short."""
        card = self.library.card(paper)
        return card.short or short_title(card.title) if card else ""

    def _paper(
        self, card: Card, claims: Iterable[GivenClaim], *, before: bool = False
    ) -> GivenPaper:
        """A paper; a headline or summary that a person changed is left out."""
        shown, nothing = self.library.shown.get(card.id, Shown()), Bilingual("", "")
        edited = {name.partition(".")[0] for name in shown.sections}
        return GivenPaper(
            card.id,
            card.short or short_title(card.title),
            card.category or card.id.partition(":")[0],
            card.date,
            card.importance,
            nothing if before or "headline" in edited else card.headline or nothing,
            nothing if before or "summary" in edited else card.summary or nothing,
            tuple(claims),
            before,
        )

    def _earlier(self, id_: str, claims: Sequence[GivenClaim]) -> GivenPaper | None:
        card = self.library.card(id_)
        return self._paper(card, claims, before=True) if card and claims else None

    def _pairs(self, cards: Iterable[Card], given: set[str]) -> list[Relation]:
        """What the papers found beside others, as far as both claims may be cited; contradictions
        first.
        """
        found = [relation for card in cards for relation in self.library.found_by(card)]
        kinds = ("contradicts", "fails_to_reproduce", "refines", "reproduces", "different_setting")
        ours = (relation for relation in found if paper_of(relation.ours.claim) in given)
        kept = [
            one for one in ours if all(self._claim(side.claim) for side in (one.ours, one.theirs))
        ]
        return sorted(kept, key=lambda one: kinds.index(one.kind))[:MOST_PAIRS]

    def _claim(self, id_: str) -> GivenClaim | None:
        return next((claim for claim in self.of(paper_of(id_)) if claim.id == id_), None)

    def _add(self, before: dict[str, list[GivenClaim]], id_: str) -> None:
        """See to it that a claim is given, whosever it is."""
        claim = self._claim(id_)
        assert claim
        own = before.setdefault(claim.paper, [])
        if claim not in own:
            own.append(claim)

    def _shared(
        self, given: set[str], before: dict[str, list[GivenClaim]], most_before: int
    ) -> Iterator[Shared]:
        """The concepts that several of the papers share, then those that one shares with earlier
        ones, the rarest first. Of each, an earlier paper is given whose claims name it, as long as
        there is room.
        """
        most = _EVERYWHERE * len(self.library.kept)
        of_concept: dict[str, list[str]] = {}
        for id_ in sorted(given):
            card = self.library.card(id_)
            for topic in sorted(self.library.topics(card)) if card else ():
                concept = self.library.concepts.get(topic)
                if concept and concept.kind == "concept":
                    of_concept.setdefault(topic, []).append(id_)
        order = sorted(
            of_concept, key=lambda id_: (len(of_concept[id_]) < 2, self._weight(id_), id_)
        )
        left = most_before
        found = 0
        for id_ in order:
            concept, papers = self.library.concepts[id_], of_concept[id_]
            if found == MOST_CONCEPTS or self._weight(id_) > max(most, len(papers)):
                continue
            other = self._named_before(concept, given, before) if left > 0 else None
            if other:
                left -= other not in before
                papers = [*papers, other]
                own = before.setdefault(other, [])
                own += [claim for claim in self._naming(concept, other) if claim not in own]
            if len(papers) > 1:
                found += 1
                yield self._as_shared(concept, papers)

    def _weight(self, concept: str) -> int:
        return self.library.weight(self.library.concepts[concept])

    def _named_before(
        self, concept: Concept, given: set[str], before: Mapping[str, Sequence[GivenClaim]]
    ) -> str | None:
        """The newest earlier paper whose claims name a concept; one that is given anyway first."""
        cards = [card for card in self.library.papers(concept) if card.id not in given]
        newest = sorted(cards, key=lambda card: (card.id in before, card.date, card.id))
        last = max((card.date for id_ in given if (card := self.library.card(id_))), default="")
        earlier = (card for card in reversed(newest) if card.date <= last)
        return next((card.id for card in earlier if self._naming(concept, card.id)), None)

    def _naming(self, concept: Concept, paper: str) -> list[GivenClaim]:
        named_in = finder(concept, self.library.registry)
        own = self.of(paper)
        naming = [c for c in own if named_in(f"{c.text.en}\n{c.text.zh}\n{c.quote}")]
        return naming[:CLAIMS_BEFORE]

    def name(self, concept: Concept) -> Bilingual:
        """What each language calls a concept, by its policy."""
        return concept.name if concept.term != "en" else Bilingual(concept.name.en, concept.name.en)

    def _as_shared(self, concept: Concept, papers: Sequence[str]) -> Shared:
        registry = self.library.registry
        english, chinese = names_of(concept, registry, "en"), names_of(concept, registry, "zh")
        return Shared(concept.id, self.name(concept), english, chinese, tuple(papers))


def _with_claims(
    papers: Iterable[GivenPaper], more: dict[str, list[GivenClaim]]
) -> tuple[GivenPaper, ...]:
    """The papers of the period, with claims that are wanted of them besides."""
    found = []
    for paper in papers:
        wanted = more.pop(paper.id, [])
        new = tuple(claim for claim in wanted if claim not in paper.claims)
        found.append(replace(paper, claims=(*paper.claims, *new)))
    return tuple(found)


def _pair(number: int, relation: Relation) -> Pair:
    claims = (relation.ours.claim, relation.theirs.claim)
    return Pair(f"R{number}", relation.kind, relation.text, claims)


# --- What is asked --------------------------------------------------------------


def _asked(
    wiki: Wiki, desk: Desk, due: Sequence[str], waiting: Sequence[str]
) -> list[AskedBriefing]:
    """What to ask: what was asked before and still stands, otherwise what would be given now.

    What nothing waits for any more is cleared away; where papers wait again, an answer that came
    stays until they are read.
    """
    found = read_asked(wiki, wiki.to_brief, AskedBriefing).items()
    # the name within is not to be trusted as that of a file
    before = {name: asked for name, asked in found if asked.name == name}
    for name, asked in before.items():
        if name not in due and name not in waiting:
            clear(wiki.to_brief, wiki.pending, asked)
    to_ask = []
    for name in due:
        material = desk.material(name)
        if len(material.claims) >= LEAST_CLAIMS and material.own:
            one = _again(wiki, desk, material, before.get(name))
            to_ask += [one] if one else []
    return to_ask


def _again(
    wiki: Wiki, desk: Desk, material: BriefingMaterial, before: AskedBriefing | None
) -> AskedBriefing | None:
    if before is None:
        return AskedBriefing(material)
    failed = before.attempts >= MOST_ATTEMPTS
    if failed and before.material == material:
        return None
    if not failed and _stands(desk, before.material):
        return before
    clear(wiki.to_brief, wiki.pending, before)
    return AskedBriefing(material)


def _stands(desk: Desk, material: BriefingMaterial) -> bool:
    """Whether all claims of what was given before may still be cited as they were."""
    return all(desk.library.stands(claim.id, claim.hash) for claim in material.claims)


def _ask(wiki: Wiki, engine: Engine, asked: Sequence[AskedBriefing], progress: Progress) -> Briefed:
    """Ask, and keep each briefing as soon as it is there."""
    written: list[str] = []

    def take(one: AskedBriefing, result: Read[BriefingReply]) -> None:
        write_briefing(wiki, briefing_of(result.parsed, one.material, result.reply.provenance))
        written.append(one.name)

    left = ask_each(wiki.to_brief, wiki.pending, engine, asked, _question, take, progress, "brief")
    return Briefed(
        tuple(written),
        failed=left.failed,
        pending=left.pending,
        open=left.open,
        over_budget=left.over_budget,
        problem=left.problem,
    )


def _question(asked: AskedBriefing) -> Question[BriefingReply]:
    return Question(asked.request, partial(judge_briefing, material=asked.material))
