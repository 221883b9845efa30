"""Writing: a model says about each concept what its papers' verified claims say.

It comes after all papers are read and linked, and before the pages are written. What
a model is given stands in ``data/pending/concepts/`` before it is asked and until its
text stands in ``data/``, so that an answer that comes days later still answers what
was asked, and a kill at any time pays nothing twice. One concept's failure is its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path

from pydantic import TypeAdapter

from wiki_builder.analysis.request import Request
from wiki_builder.concepts.material import (
    Given,
    Material,
    Neighbour,
    choose,
    concern,
    finder,
    names_of,
    short_title,
)
from wiki_builder.concepts.texts import CONCEPT_PROMPT, ConceptReply, concept_request, due, judge, text_of
from wiki_builder.config import Settings
from wiki_builder.disk import write_cache
from wiki_builder.engines import handoff, replies
from wiki_builder.engines._interface import Broken, Engine, OverBudget, Refused, Waiting
from wiki_builder.engines.ask import Question, Read, Unread, ask_all
from wiki_builder.errors import UpstreamError
from wiki_builder.index import Index
from wiki_builder.models import Bilingual, Claim, Concept, ConceptText, Failed, Role, digest
from wiki_builder.pages.card import Card
from wiki_builder.pages.citable import citable, citable_hashes, claim_words
from wiki_builder.pages.library import Library
from wiki_builder.pages.neighbours import neighbours
from wiki_builder.pages.shown import Shown
from wiki_builder.progress import Progress
from wiki_builder.publishing import Publisher, publisher
from wiki_builder.store import Wiki, read_paper, read_pending, write_concept_text, write_value

MOST_ATTEMPTS = 3  # runs in which a text may fail by its own fault before only --refresh, or other claims, ask again
MOST_NEIGHBOURS = 12  # of each kind
VERSION = "1"


@dataclass(frozen=True, slots=True)
class Written:
    """What became of the concepts' texts in a run; concepts are named by their ids.

    ``open`` says that another run would ask; ``problem`` is what stopped the model for all.
    """

    texts: tuple[ConceptText, ...] = ()
    failed: tuple[tuple[str, str], ...] = ()
    pending: tuple[tuple[str, str], ...] = ()
    open: bool = False
    over_budget: bool = False
    problem: UpstreamError | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """What a model is given about a concept and has not answered; ``attempts`` counts the runs that failed by it."""

    material: Material
    attempts: int = 0

    @property
    def concept(self) -> str:
        return self.material.concept


def write_concepts(
    wiki: Wiki,
    settings: Settings,
    engine: Engine,
    index: Index,
    progress: Progress,
    *,
    refresh: bool = False,
    held: str | None = None,
) -> Written:
    """Write the texts that are due, each as soon as it is there.

    ``held`` says why nothing is asked in this run, so that what is due is pending. Without
    an engine nothing is asked, and nothing waits.
    """
    if not settings.concepts.write or engine.name == "none":
        return Written()
    desk = Desk(wiki, settings, index)
    if desk.publisher.unreadable:  # claims and texts are missing that would not be missed by themselves
        return Written(open=True)
    asked = _asked(wiki, desk, desk.due(refresh=refresh), refresh)
    now, later = asked[: settings.concepts.texts_per_run], asked[settings.concepts.texts_per_run :]
    if held is not None:
        return Written(pending=tuple((one.concept, held) for one in asked), open=bool(asked))
    written = _ask(wiki, engine, now, progress) if now else Written()
    most = f"at most {settings.concepts.texts_per_run} texts a run are written"
    pending = (*written.pending, *((one.concept, most) for one in later))
    return replace(written, pending=pending, open=written.open or bool(later))


def due_texts(wiki: Wiki, settings: Settings, index: Index, *, refresh: bool = False) -> int:
    """How many texts are due before anything new is read."""
    if not settings.concepts.write:
        return 0
    return len(Desk(wiki, settings, index).due(refresh=refresh))


# --- What is due ----------------------------------------------------------------


@dataclass
class Desk:
    """The concepts with a page, their papers' citable claims, and their texts as they stand."""

    wiki: Wiki
    settings: Settings
    index: Index
    claims: dict[str, tuple[Claim, ...]] = field(default_factory=dict)

    @cached_property
    def publisher(self) -> Publisher:
        return publisher(self.wiki, self.settings, self.index)

    @property
    def library(self) -> Library:
        return self.publisher.library

    @cached_property
    def hashes(self) -> Mapping[str, Mapping[str, str]]:
        """For each paper its citable claims with the hash of their words."""
        return citable_hashes(self.wiki, self.index, self.library.shown)

    def due(self, *, refresh: bool = False) -> list[Material]:
        """What is to be given for each text that is due, the weightiest concepts first.

        Concepts at which nothing changed since they were last found not to be due are passed over.
        """
        quiet = _Quiet(self.wiki.cache / "concept-texts.json")
        found = []
        for concept in self.library.concept_pages:
            state = self._state(concept)
            if not refresh and quiet.is_known(concept.id, state):
                continue
            claims = self.given(concept)
            if due(concept, self.library.texts.get(concept.id), claims, self.settings.concepts, refresh=refresh):
                found.append(self.material(concept, claims))
            else:
                quiet.remember(concept.id, state)
        quiet.save()
        return found

    def _state(self, concept: Concept) -> str:
        """A hash of all that decides whether a concept's text is due."""
        library, settings = self.library, self.settings.concepts
        uses = [(card.id, use.role, self.hashes.get(card.id)) for card, use in library.uses.get(concept.id, ())]
        names = [names_of(concept, library.registry, language) for language in ("en", "zh")]
        text = library.texts.get(concept.id)
        return digest(repr((CONCEPT_PROMPT, concept.pinned, names, uses, text, settings)), 16)

    def given(self, concept: Concept) -> tuple[Given, ...]:
        """All citable claims of a concept's papers, in the order of the library."""
        named_in = finder(concept, self.library.registry)
        bare = (
            _given(claim, card, use.role)
            for card, use in self.library.uses.get(concept.id, ())
            for claim in self._citable(card.id)
        )
        return tuple(replace(claim, concern=concern(claim, named_in)) for claim in bare)

    def _citable(self, id_: str) -> tuple[Claim, ...]:
        if id_ not in self.claims:
            paper = read_paper(self.wiki, id_)
            self.claims[id_] = citable(paper, self.library.shown.get(id_, Shown())) if paper else ()
        return self.claims[id_]

    def material(self, concept: Concept, claims: Sequence[Given]) -> Material:
        """What a model is given about a concept now."""
        registry = self.library.registry
        names = (*names_of(concept, registry, "en"), *names_of(concept, registry, "zh"))
        aliases = tuple(name for name in dict.fromkeys(names) if name not in (concept.name.en, concept.name.zh))
        chosen = choose(claims, self.settings.concepts.claims_tokens)
        return Material(concept.id, concept.name, aliases, concept.gloss, tuple(self._neighbours(concept)), chosen)

    def _neighbours(self, concept: Concept) -> Iterator[Neighbour]:
        for way, group in neighbours(self.library, concept).items():
            ideas = [one.concept for one in group if one.concept.kind == "concept"]
            yield from (Neighbour(idea.id, _wording(idea), way) for idea in ideas[:MOST_NEIGHBOURS])

    def stand(self, material: Material) -> bool:
        """Whether all claims of what was given before may still be cited as they were."""
        hashes = {f"{paper}#{id_}": h for paper in self._papers(material) for id_, h in self.hashes[paper].items()}
        return all(hashes.get(claim.id) == claim.hash for claim in material.claims)

    def _papers(self, material: Material) -> set[str]:
        """The papers of a material that are the concept's still."""
        ours = {card.id for card, _ in self.library.uses.get(material.concept, ())}
        return {claim.paper for claim in material.claims} & ours & self.hashes.keys()


def _given(claim: Claim, card: Card, role: Role) -> Given:
    title = short_title(card.title)
    words = claim_words(claim)
    return Given(f"{card.id}#{claim.id}", title, card.date, role, claim.part, words, claim.evidence.quote)


def _wording(concept: Concept) -> Bilingual:
    """What English and Chinese texts call a concept, by its policy; the site adds the English of ``both``."""
    en, zh = concept.name.en, concept.name.zh
    if concept.term == "en" or not zh:
        return Bilingual(en, en)
    return Bilingual(en, zh)


# --- What is asked --------------------------------------------------------------


def _asked(wiki: Wiki, desk: Desk, materials: Sequence[Material], refresh: bool) -> list[Asked]:
    """What to ask: what was asked before and still stands, otherwise what would be given now.

    What nothing waits for any more is cleared away.
    """
    paths = sorted(_folder(wiki).glob("*.json"))
    before = {path.stem: asked for path in paths if (asked := read_pending(wiki, path, Asked))}
    wanted = {material.concept for material in materials}
    for id_, asked in before.items():
        if id_ not in wanted:
            _clear(wiki, asked)
    chosen = (_again(wiki, desk, material, before.get(material.concept), refresh) for material in materials)
    return [asked for asked in chosen if asked]


def _again(wiki: Wiki, desk: Desk, material: Material, before: Asked | None, refresh: bool) -> Asked | None:
    if before is None:
        return Asked(material)
    failed = before.attempts >= MOST_ATTEMPTS
    if failed and before.material == material:
        return Asked(material) if refresh else None
    if not failed and desk.stand(before.material):
        return before
    _clear(wiki, before)
    return Asked(material)


def _folder(wiki: Wiki) -> Path:
    return wiki.pending / "concepts"


def _keep(wiki: Wiki, asked: Asked) -> None:
    write_value(_folder(wiki) / f"{asked.concept}.json", asked)


def _clear(wiki: Wiki, asked: Asked) -> None:
    """Drop all that belongs to a request; what was given goes last, since it tells what is left to do."""
    request = concept_request(asked.material)
    handoff.clear(wiki.pending / "handoff", request)
    replies.remove(wiki.pending / "replies", request)
    (wiki.pending / "failed" / f"{request.key}.txt").unlink(missing_ok=True)
    (_folder(wiki) / f"{asked.concept}.json").unlink(missing_ok=True)


def _ask(wiki: Wiki, engine: Engine, asked: Sequence[Asked], progress: Progress) -> Written:
    """Ask, and keep each text as soon as it is there."""
    progress.start("write", len(asked))
    under_way = {concept_request(one.material).key: one for one in asked}
    for one in asked:
        _keep(wiki, one)
    written = Written()
    try:
        with closing(ask_all(engine, map(_question, asked), wiki.pending / "failed")) as results:
            for result in results:
                one = under_way.pop(result.request.key)
                written = _taken(wiki, written, one, result)
                progress.advance(one.material.name.en)
    except UpstreamError as error:
        written = replace(written, problem=error, open=True)
    for key, one in under_way.items():  # not answered, and not asked: the next run gives what stands then
        _forget(wiki, one, key)
    return written


def _question(asked: Asked) -> Question[ConceptReply]:
    return Question(concept_request(asked.material), partial(judge, material=asked.material))


def _taken(wiki: Wiki, written: Written, one: Asked, result: Read[ConceptReply] | Unread) -> Written:
    """What became of one text, with what there was before."""
    if isinstance(result, Read):
        text = text_of(result.parsed, one.material, result.reply.provenance)
        write_concept_text(wiki, text)
        _clear(wiki, one)
        return replace(written, texts=(*written.texts, text))
    why = result.why
    if isinstance(why, Waiting | OverBudget):
        _forget(wiki, one, result.request.key)
        over = written.over_budget or isinstance(why, OverBudget)
        return replace(written, pending=(*written.pending, (one.concept, why.reason)), open=True, over_budget=over)
    reason = f"refused: {why.reason}" if isinstance(why, Refused) else why.reason
    again = _failed(wiki, one, why, result.request)
    return replace(written, failed=(*written.failed, (one.concept, reason)), open=written.open or again)


def _failed(wiki: Wiki, one: Asked, why: Refused | Broken | Failed, request: Request) -> bool:
    """Count an attempt that failed by its own fault; whether the next run asks again."""
    if isinstance(why, Broken) and why.passing:
        _forget(wiki, one, request.key)
        return True
    _keep(wiki, replace(one, attempts=one.attempts + 1))
    if isinstance(why, Failed):  # what was said twice is of no use; the next run asks anew
        handoff.clear(wiki.pending / "handoff", request)
        replies.remove(wiki.pending / "replies", request)
    return one.attempts + 1 < MOST_ATTEMPTS


def _forget(wiki: Wiki, one: Asked, key: str) -> None:
    """Forget what would have been given, unless an answer to it is under way or an attempt was counted."""
    handed_off = (wiki.pending / "handoff" / f"{key}.request.md").is_file()
    if not one.attempts and not handed_off and replies.read_or_set_aside(wiki.pending / "replies", key) is None:
        (_folder(wiki) / f"{one.concept}.json").unlink(missing_ok=True)


# --- Nothing to do ----------------------------------------------------------------

_ADAPTER = TypeAdapter(tuple[str, dict[str, str]])


class _Quiet:
    """The concepts whose texts were not due, each with a hash of what decided it; safe to delete."""

    def __init__(self, cache: Path) -> None:
        self._cache = cache
        self._known = self._load()
        self._now: dict[str, str] = {}

    def is_known(self, concept: str, state: str) -> bool:
        if self._known.get(concept) != state:
            return False
        self._now[concept] = state
        return True

    def remember(self, concept: str, state: str) -> None:
        self._now[concept] = state

    def save(self) -> None:
        if self._now != self._known:
            write_cache(self._cache, _ADAPTER.dump_json((VERSION, self._now)))

    def _load(self) -> dict[str, str]:
        try:
            version, known = _ADAPTER.validate_json(self._cache.read_bytes())
        except (OSError, ValueError):
            return {}
        return known if version == VERSION else {}
