"""Writing about concepts: what is asked, once, and what of it stands in the wiki."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import pytest

from tests.concepts.papers import mention, paper
from tests.loopback.replies import concept_of, concept_reply, is_reask
from wiki_builder.analysis.request import Request
from wiki_builder.concepts.articles.material import Choosable, Material
from wiki_builder.concepts.articles.texts import CONCEPT_PROMPT, concept_request, due
from wiki_builder.concepts.articles.weighed import read_looked
from wiki_builder.concepts.registry import dump, load
from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.progress import Progress
from wiki_builder.core.settings import Settings
from wiki_builder.core.store.concept_texts import read_concept_texts, write_concept_text
from wiki_builder.core.store.disk import write_file
from wiki_builder.core.store.papers import read_paper, write_paper
from wiki_builder.core.store.values import read_value
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.analysis import (
    Claim,
    Evidence,
    Role,
)
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.checks import Finding
from wiki_builder.core.values.concept import Alias, ConceptText
from wiki_builder.core.values.paper import Paper
from wiki_builder.library.index import load_index
from wiki_builder.llm import replies
from wiki_builder.llm.engine import (
    Answer,
    Broken,
    OverBudget,
    Refused,
    Waiting,
    reply_to,
)
from wiki_builder.llm.flow import flow
from wiki_builder.llm.handoff import HandoffEngine, put_answer, waiting
from wiki_builder.llm.none import NoEngine
from wiki_builder.llm.replies import remembered
from wiki_builder.stages import articles as writing
from wiki_builder.stages.articles import (
    AskedArticle,
    Desk,
    due_texts,
    write_concepts,
)
from wiki_builder.stages.link import link_papers
from wiki_builder.stages.outcomes import Written
from wiki_builder.stages.render import render_wiki

DOUBT = Finding("number", "7")
WRONG = Finding("number", "7", sure=True)
CREDIT, TOOL = "credit-assignment", "tool-use"
FOUND: tuple[tuple[Finding, ...], ...] = ((), (), (DOUBT,))
ZH = {"credit assignment": "信用分配", "tool use": "工具使用"}


# --- A wiki with papers that were read ----------------------------------------------


def claim(number: int, en: str, found: tuple[Finding, ...] = ()) -> Claim:
    zh = f"第{'甲乙丙丁戊己庚辛'[number % 8]}项论断说明了这一点。"
    quote = f"They write: {en}"
    label = Bilingual("What is new", "新意")
    return Claim(
        f"c{number:07x}",
        "contributions",
        Bilingual(en, zh),
        Evidence("S1.p1", quote),
        findings=found,
        label=label,
    )


def read_one(
    wiki: Wiki, number: int, *names: str, role: Role = "uses", found: tuple[Finding, ...] = ()
) -> Paper:
    """A paper of the wiki with three claims about each of the concepts that it names."""
    names = names or ("credit assignment",)
    words = ("helps an agent to learn", "needs a critic", "is hard to measure")
    said = [f"In this work {name} {rest}." for name in names for rest in words]
    made = paper(
        f"arxiv:2605.{number:05}",
        *(mention(name, ZH[name], role) for name in names),
        title=f"Paper {number}",
    )
    assert made.analysis
    claims = tuple(claim(16 * number + place, text, found) for place, text in enumerate(said))
    made = made.with_(analysis=replace(made.analysis, claims=claims))
    write_paper(wiki, made)
    return made


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    """Two papers about credit assignment, and one of them about tool use, too."""
    made = Wiki(tmp_path)
    read_one(made, 1, "credit assignment", "tool use")
    read_one(made, 2)
    return made


def right(request: Request) -> str:
    return json.dumps(concept_reply({"messages": request.messages}), ensure_ascii=False)


@dataclass
class Model:
    """A model that says what it is told to, right replies by default;
    ``asked`` keeps the concepts in order.
    """

    say: Callable[[Request], str | Answer] = right
    asked: list[str] = field(default_factory=list)
    name: str = "scripted"
    concurrency: int = 1

    def ask(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Answer]]:
        return flow(self, requests)

    async def answer(self, request: Request) -> Answer:
        body = {"messages": request.messages}
        self.asked.append(f"{concept_of(body)}{' again' if is_reask(body) else ''}")
        said = self.say(request)
        if not isinstance(said, str):
            return said
        counts = {"input_tokens": 100, "output_tokens": 10, "cost": 0.5, "currency": "USD"}
        return reply_to(request, said, engine="scripted", model="m", date="2026-05-05", **counts)  # type: ignore[arg-type]

    async def close(self) -> None:
        pass


def settings(**concepts: object) -> Settings:
    return Settings.model_validate({"format": 2, "concepts": concepts})


def write(
    wiki: Wiki, model: Model | None = None, *, refresh: bool = False, **concepts: object
) -> Written:
    """Link, and run the stage with a model whose replies are kept on disk first."""
    index, _ = link_papers(wiki, load_index(wiki))
    engine = remembered(model or Model(), wiki.pending / "replies", refresh=refresh)
    return write_concepts(wiki, settings(**concepts), engine, index, Progress(), refresh=refresh)


def text(wiki: Wiki, concept: str = CREDIT) -> ConceptText:
    return read_concept_texts(wiki)[concept]


def pending(wiki: Wiki) -> list[str]:
    """The files under ``data/pending``."""
    return sorted(
        p.relative_to(wiki.pending).as_posix() for p in wiki.pending.rglob("*") if p.is_file()
    )


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The papers that were read for texts, each time that one was."""
    ids: list[str] = []

    def reading(wiki: Wiki, id_: str) -> Paper | None:
        ids.append(id_)
        return read_paper(wiki, id_)

    monkeypatch.setattr(writing, "read_paper", reading)
    return ids


def materials(desk: Desk, refresh: bool = False) -> list[Material]:
    """What is to be given for all texts that are due."""
    return [desk.material_of(one) for one in desk.due(refresh=refresh)]


# --- What is asked ------------------------------------------------------------------


def test_a_text_is_written_and_nothing_is_left_over(wiki: Wiki) -> None:
    """The concept that two papers share has a text in ``data/``;
    what it was made from has left ``data/pending``.
    """
    model = Model()
    written = write(wiki, model)
    assert [made.concept for made in written.texts] == [CREDIT]
    assert model.asked == ["credit assignment"]
    assert text(wiki) == written.texts[0]
    assert len(text(wiki).claims) == 6
    assert text(wiki).provenance.cost == 0.5
    assert pending(wiki) == []
    assert not written.open


def test_a_second_run_asks_nothing(wiki: Wiki, read: list[str]) -> None:
    """A no-op run asks nothing and reads no paper, with or without the cache."""
    write(wiki)
    model = Model()
    assert write(wiki, model) == Written()
    (wiki.cache / "concept-texts.json").unlink()
    assert write(wiki, model) == Written()
    assert model.asked == []
    read.clear()
    assert Desk(wiki, settings(), load_index(wiki)).due() == []
    assert read == []


def test_only_what_changed_and_what_is_given_is_read(wiki: Wiki, read: list[str]) -> None:
    """A new paper is read, and the others of its concept once a text is due that
    they are given for.
    """
    write(wiki)
    read_one(wiki, 3)
    index, _ = link_papers(wiki, load_index(wiki))
    read.clear()
    assert Desk(wiki, settings(), index).due() == []
    assert read == ["arxiv:2605.00003"]
    for number in range(4, 10):
        read_one(wiki, number)
    index, _ = link_papers(wiki, load_index(wiki))
    read.clear()
    desks = [Desk(wiki, settings(claims_tokens=500), index) for _ in range(2)]
    assert desks[0].due() == desks[1].due()
    new = [f"arxiv:2605.{number:05}" for number in range(4, 10)]
    assert sorted(read) == new  # once, and nothing for what is to be given
    read.clear()
    made = materials(desks[1])
    given = {claim.paper for one in made for claim in one.claims}
    assert set(read) == given
    assert len(given) < 9


def test_papers_of_several_concepts_are_read_once(wiki: Wiki, read: list[str]) -> None:
    """In a wiki without its cache each paper is read once, however many concepts it names."""
    read_one(wiki, 3, "credit assignment", "tool use")
    index, _ = link_papers(wiki, load_index(wiki))
    read.clear()
    found = Desk(wiki, settings(), index).due()
    assert [(one.name, len(one.papers)) for one in found] == [(CREDIT, 3), (TOOL, 2)]
    assert sorted(read) == [f"arxiv:2605.0000{number}" for number in (1, 2, 3)]


@pytest.mark.parametrize("seed", range(8))
def test_what_is_kept_of_claims_changes_nothing(wiki: Wiki, seed: int) -> None:
    """Whatever comes and changes, the same is due and given as when all papers of all
    concepts are read.
    """
    chance = Random(seed)
    for _ in range(8):
        named = chance.sample(sorted(ZH), chance.randint(1, 2))
        found = chance.choice(FOUND)
        read_one(
            wiki,
            chance.randint(1, 5),
            *named,
            role=chance.choice(("uses", "introduces")),
            found=found,
        )
        if chance.random() < 0.4:
            write(wiki, claims_tokens=500)
        if chance.random() < 0.3:
            called(wiki, *chance.choice(((CREDIT, "agent"), (TOOL, "critic"))))
        index, _ = link_papers(wiki, load_index(wiki))
        desks = [Desk(wiki, settings(claims_tokens=500), index) for _ in range(2)]
        refresh = chance.random() < 0.2
        assert materials(desks[0], refresh) == due_by_reading(desks[1], refresh)
        for concept in desks[0].library.concept_pages:
            looked = read_looked(wiki.caches.concept_texts)[concept.id]
            kept, made = desks[0]._weighed(concept, looked), desks[1].given(concept)
            assert [*map(told, kept)] == [*map(told, made)]


def told(claim: Choosable) -> tuple[object, ...]:
    """What decides about a claim."""
    return claim.id, claim.date, claim.hash, claim.concern, claim.cost if claim.concern else 0


def called(wiki: Wiki, concept: str, name: str) -> None:
    """A person gives a concept one more name."""
    path = wiki.concepts / f"{concept}.yml"
    known = load(wiki.concepts).concepts.get(concept)
    if known and all(alias.name != name for alias in known.aliases):
        path.write_text(
            dump(replace(known, aliases=(*known.aliases, Alias(name, "en", "person")))), "utf-8"
        )


def due_by_reading(desk: Desk, refresh: bool) -> list[Material]:
    """What is due by all claims of all papers."""
    texts, concepts = desk.library.texts, desk.settings.concepts
    given = [(concept, desk.given(concept)) for concept in desk.library.concept_pages]
    return [
        desk.material(concept, claims)
        for concept, claims in given
        if due(concept, texts.get(concept.id), claims, concepts, refresh=refresh)
    ]


def test_one_new_paper_waits_for_a_second(wiki: Wiki) -> None:
    """Texts are rewritten when enough papers are new, and then cite them."""
    write(wiki)
    model = Model()
    read_one(wiki, 3)
    write(wiki, model)
    assert model.asked == []
    read_one(wiki, 4)
    assert [made.concept for made in write(wiki, model).texts] == [CREDIT]
    assert {id_.partition("#")[0] for id_ in text(wiki).claims} == {
        f"arxiv:2605.0000{n}" for n in range(1, 5)
    }


@pytest.mark.parametrize("engine", ["none", "off"])
def test_without_a_model_nothing_is_asked_and_nothing_waits(wiki: Wiki, engine: str) -> None:
    """No engine, or ``write = false``, makes no noise."""
    index, _ = link_papers(wiki, load_index(wiki))
    chosen = settings(write=engine == "none")
    made = write_concepts(
        wiki, chosen, NoEngine() if engine == "none" else Model(), index, Progress()
    )
    assert made == Written()
    assert pending(wiki) == []


def test_the_weightiest_come_first_and_the_rest_in_the_next_run(wiki: Wiki) -> None:
    """At most so many texts a run: the others are pending and say why, and the next run goes on."""
    read_one(wiki, 3, "tool use")
    read_one(wiki, 4)
    model = Model()
    first = write(wiki, model, texts_per_run=1)
    assert model.asked == ["credit assignment"]
    assert first.pending == ((TOOL, "at most 1 texts a run are written"),)
    assert first.open
    second = write(wiki, model, texts_per_run=1)
    assert model.asked == ["credit assignment", "tool use"]
    assert not second.open


def test_unverified_claims_are_not_given(wiki: Wiki) -> None:
    """Papers whose claims were not verified give nothing to write from."""
    read_one(wiki, 3, "tool use", found=(DOUBT,))
    written = write(wiki)
    assert [made.concept for made in written.texts] == [CREDIT]
    assert not any("00003" in id_ for id_ in text(wiki).claims)


def test_how_many_are_due_is_known_before(wiki: Wiki) -> None:
    """An estimate counts the texts that are due already, and none once they are written."""
    index, _ = link_papers(wiki, load_index(wiki))
    assert due_texts(wiki, settings(), index) == 1
    assert due_texts(wiki, settings(write=False), index) == 0
    write(wiki)
    assert due_texts(wiki, settings(), load_index(wiki)) == 0


def test_a_refresh_writes_what_another_prompt_wrote(wiki: Wiki) -> None:
    """An older prompt's text stays in use until a person asks for a refresh."""
    write(wiki)
    old = replace(text(wiki), provenance=replace(text(wiki).provenance, prompt="concept/0"))
    write_concept_text(wiki, old)
    model = Model()
    write(wiki, model)
    assert model.asked == []
    write(wiki, model, refresh=True)
    assert model.asked == ["credit assignment"]
    assert text(wiki).provenance.prompt == CONCEPT_PROMPT


# --- What goes wrong ----------------------------------------------------------------


def test_a_bad_reply_harms_only_its_concept(wiki: Wiki) -> None:
    """After one re-ask it is failed and named, its raw reply kept; the others are written."""
    read_one(wiki, 3, "tool use")
    model = Model(lambda request: "no JSON" if CREDIT in request.subject else right(request))
    written = write(wiki, model)
    assert [made.concept for made in written.texts] == [TOOL]
    assert model.asked.count("credit assignment again") == 1
    ((concept, reason),) = written.failed
    assert (concept, "asked twice" in reason) == (CREDIT, True)
    (raw,) = (wiki.pending / "failed").iterdir()
    assert raw.read_text("utf-8") == "no JSON"
    assert written.open


def test_a_bad_reply_is_given_up_after_three_runs(wiki: Wiki) -> None:
    """Like a paper, a text that fails by its own fault is asked for in three runs;
    then claims must change.
    """
    model = Model(lambda request: "no JSON")
    assert [write(wiki, model).open for _ in range(4)] == [True, True, False, False]
    assert model.asked.count("credit assignment") == 3
    good = Model()
    assert write(wiki, good) == Written()
    read_one(wiki, 3)
    assert len(write(wiki, good).texts) == 1
    assert pending(wiki) == []


def test_a_refresh_asks_again_for_what_failed(wiki: Wiki) -> None:
    """A person can ask for one more attempt."""
    for _ in range(3):
        write(wiki, Model(lambda request: Refused("no")))
    assert write(wiki, refresh=True).texts
    assert pending(wiki) == []


@pytest.mark.parametrize(
    ("answer", "failed"),
    [
        (OverBudget("the budget"), 0),
        (Waiting("later"), 0),
        (Broken("503", passing=True), 1),
        (Refused("no"), 1),
    ],
)
def test_what_the_engine_says_is_told(wiki: Wiki, answer: Answer, failed: int) -> None:
    """No reply is pending or failed, by its reason;
    the next run asks again, with what stands by then.
    """
    written = write(wiki, Model(lambda request: answer))
    assert bool(pending(wiki)) == isinstance(answer, Refused)
    told = written.failed if failed else written.pending
    assert [id_ for id_, _ in told] == [CREDIT]
    assert written.open
    assert written.over_budget == isinstance(answer, OverBudget)
    assert len(write(wiki).texts) == 1
    assert pending(wiki) == []


def test_a_model_that_is_down_stops_the_asking(wiki: Wiki) -> None:
    """What would fail for every text is the run's problem;
    what was written stays, the rest is asked next time.
    """
    read_one(wiki, 3, "tool use")

    def down(request: Request) -> str:
        if TOOL in request.subject:
            raise UpstreamError("the key is refused")
        return right(request)

    written = write(wiki, Model(down))
    assert written.problem
    assert written.open
    assert [made.concept for made in written.texts] == [CREDIT]
    assert pending(wiki) == []
    assert [made.concept for made in write(wiki).texts] == [TOOL]


def test_papers_go_first(wiki: Wiki) -> None:
    """Where the budget stopped the papers, what is due is pending and nothing is asked."""
    index, _ = link_papers(wiki, load_index(wiki))
    model = Model()
    written = write_concepts(wiki, settings(), model, index, Progress(), held="papers first")
    assert (written.pending, written.open, model.asked) == (((CREDIT, "papers first"),), True, [])


# --- Nothing paid for is paid for twice ---------------------------------------------


@pytest.fixture
def killed(wiki: Wiki, monkeypatch: pytest.MonkeyPatch) -> Request:
    """The request of a run that was killed when its reply was on disk, before the text was."""
    index, _ = link_papers(wiki, load_index(wiki))
    (material,) = materials(Desk(wiki, settings(), index))

    def kill(wiki: Wiki, text: ConceptText) -> bool:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(writing, "write_concept_text", kill)
        with pytest.raises(KeyboardInterrupt):
            write(wiki)
    request = concept_request(material)
    assert replies.read_reply(wiki.pending / "replies", request.key)
    return request


def test_a_kill_before_the_text_stands_pays_nothing_twice(wiki: Wiki, killed: Request) -> None:
    """A reply on disk is used by the next run, which asks nothing."""
    model = Model()
    assert len(write(wiki, model).texts) == 1
    assert model.asked == []
    assert pending(wiki) == []


def test_papers_that_came_meanwhile_do_not_lose_a_reply(wiki: Wiki, killed: Request) -> None:
    """A reply answers what was asked, also when more could be given by now;
    the new papers count for the next text.
    """
    read_one(wiki, 3)
    read_one(wiki, 4)
    model = Model()
    assert len(write(wiki, model).texts) == 1
    assert model.asked == []
    assert len(text(wiki).claims) == 6
    assert len(write(wiki, model).texts) == 1
    assert len(text(wiki).claims) == 12


def test_a_reply_to_claims_that_are_gone_is_not_used(wiki: Wiki, killed: Request) -> None:
    """What was given must stand still; otherwise what stands now is asked about,
    and nothing of the old is left.
    """
    read_one(wiki, 3)
    read_one(wiki, 2, found=(WRONG,))
    model = Model()
    assert len(write(wiki, model).texts) == 1
    assert model.asked == ["credit assignment"]
    assert replies.read_reply(wiki.pending / "replies", killed.key) is None
    assert pending(wiki) == []


def test_a_kill_behind_the_text_leaves_nothing(wiki: Wiki, killed: Request) -> None:
    """A reply whose text stands is dropped by the next run, and nothing is asked."""
    kept = {path: path.read_bytes() for path in wiki.pending.rglob("*.json")}
    write(wiki)
    for path, content in kept.items():
        write_file(path, content)
    model = Model()
    assert write(wiki, model) == Written()
    assert model.asked == []
    assert pending(wiki) == []


def test_an_answer_by_hand_is_taken_up_days_later(wiki: Wiki) -> None:
    """The request of a hand-off stays what it is while papers come in, and its answer is used."""
    folder = wiki.pending / "handoff"

    def update(day: str) -> Written:
        engine = remembered(HandoffEngine(folder, day), wiki.pending / "replies")
        index, _ = link_papers(wiki, load_index(wiki))
        return write_concepts(wiki, settings(), engine, index, Progress())

    assert update("2026-05-05").pending
    (key,) = waiting(folder)
    (material,) = (
        read_value(path, AskedArticle).material for path in (wiki.pending / "concepts").iterdir()
    )
    read_one(wiki, 3)
    assert update("2026-05-06").pending
    assert waiting(folder) == (key,)
    put_answer(folder, key, right(concept_request(material)), "A. Colleague")
    read_one(wiki, 4)
    (made,) = update("2026-05-07").texts
    assert made.provenance.model == "A. Colleague"
    assert pending(wiki) == []


# --- A person's word ----------------------------------------------------------------


def edit(wiki: Wiki, old: str, new: str) -> None:
    """Render, and let a person change what matches ``old`` on the page of the first paper."""
    index, _ = link_papers(wiki, load_index(wiki))
    render_wiki(wiki, settings(), index, Progress())
    page = wiki.docs / "papers" / "2605" / "2605.00001.md"
    edited, count = re.subn(old, new, page.read_text("utf-8"), flags=re.MULTILINE)
    assert count
    page.write_text(edited, "utf-8")


SAID = "In this work credit assignment helps an agent to learn."


def test_a_reworded_claim_is_given_as_it_was_reworded(wiki: Wiki) -> None:
    """A cited claim that a person reworded makes the text due,
    and their words are what the model is given.
    """
    write(wiki)
    edit(wiki, SAID, "Credit assignment **mostly** helps an agent.")
    index = load_index(wiki)
    (material,) = materials(Desk(wiki, settings(), index))
    given = [claim.words for claim in material.claims if claim.paper == "arxiv:2605.00001"]
    assert "What is new: Credit assignment mostly helps an agent." in given
    assert not [words for words in given if SAID in words]
    model = Model()
    assert len(write(wiki, model).texts) == 1
    assert write(wiki, model) == Written()
    assert model.asked == ["credit assignment"]


def test_a_reworded_claim_that_is_not_supported_is_not_given(wiki: Wiki) -> None:
    """A number that a person added and the evidence does not state keeps the claim out."""
    edit(wiki, SAID, "Credit assignment helps in 97.5% of the cases.")
    write(wiki)
    assert len(text(wiki).claims) == 5


def test_a_removed_claim_is_not_given(wiki: Wiki) -> None:
    """What a person took out of a paper's page is taken out of what concepts rest on."""
    write(wiki)
    first = read_paper(wiki, "arxiv:2605.00001")
    assert first
    assert first.analysis
    gone = first.analysis.claims[0].id
    edit(wiki, rf"^1\. .*{SAID} \^{gone}\n", "")
    write(wiki)
    assert f"arxiv:2605.00001#{gone}" not in text(wiki).claims
    assert len(text(wiki).claims) == 5


def test_a_concept_that_was_merged_away_keeps_its_text_unused(wiki: Wiki) -> None:
    """The text of a merged concept stays on disk, and nothing is asked for it."""
    read_one(wiki, 3, "tool use")
    write(wiki)
    file = wiki.concepts / f"{TOOL}.yml"
    file.write_text(
        file.read_text("utf-8") + f"merged:\n  into: {CREDIT}\n  by: A. Person\n", "utf-8"
    )
    assert load(wiki.concepts).canonical(TOOL) == CREDIT
    model = Model()
    write(wiki, model)
    assert TOOL in read_concept_texts(wiki)
    assert "tool use" not in model.asked


def test_a_concept_whose_page_was_deleted_has_no_text(wiki: Wiki) -> None:
    """Nobody pays for what nobody will see."""
    index, _ = link_papers(wiki, load_index(wiki))
    render_wiki(wiki, settings(), index, Progress())
    (wiki.docs / "concepts" / f"{CREDIT}.md").unlink()
    model = Model()
    assert write(wiki, model) == Written()
    assert model.asked == []
