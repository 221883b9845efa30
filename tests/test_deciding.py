"""Verdicts on new names: what is asked, what follows, and that nothing is merged that should not be."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from pathlib import Path

import pytest

from tests.concepts.papers import PROVENANCE, mention, paper
from wiki_builder.analysis.request import Request
from wiki_builder.concepts.link import Linked, link
from wiki_builder.concepts.registry import Registry, above, changes, load
from wiki_builder.concepts.verdicts import KnownName, OpenName, Relation, Verdict
from wiki_builder.deciding import Batch, Deciding, formed, keep_open, read_batches, settle, with_settled
from wiki_builder.disk import write_file
from wiki_builder.engines._interface import Answer, Reply, Waiting, reply_to
from wiki_builder.engines.flow import flow
from wiki_builder.index import load_index
from wiki_builder.linking import link_papers
from wiki_builder.models import Alias, Bilingual, Concept, Merged
from wiki_builder.store import Wiki, write_paper

TODAY = date(2026, 5, 5)
OLD = Concept("process-reward", Bilingual("process reward", "过程奖励"), "arxiv:1")
KNOWN = Registry({OLD.id: OLD})
NEW = ("step-level reward", "步骤级奖励")


def answered(batch: Batch, relation: Relation, *, sure: bool = True) -> Batch:
    """The batch with one verdict on all of its pairs."""
    pairs = [(open_.ref, known.ref) for open_ in batch.opens for known in open_.candidates]
    return Batch(batch.name, batch.opens, tuple(Verdict(a, b, relation, sure, "because") for a, b in pairs), PROVENANCE)


def linked(*names: tuple[str, str], registry: Registry = KNOWN) -> Linked:
    return link([paper(f"arxiv:2{i}", mention(en, zh)) for i, (en, zh) in enumerate(names)], registry)


def concept_of(made: Linked, at: int = 0) -> str:
    analysis = made.papers[at].analysis
    assert analysis
    return analysis.concepts[0].concept


def test_a_new_name_like_a_known_one_is_asked_about() -> None:
    """The candidate, its gloss and the paper's title stand in one batch, named by day and content."""
    (batch,) = formed(linked(NEW))
    assert [(open_.ref, [known.ref for known in open_.candidates]) for open_ in batch.opens] == [
        ("step-level-reward", ["process-reward"])
    ]
    assert batch.opens[0].context == "Title"
    assert batch.name.startswith("2026-05-05-")


def test_forty_names_are_one_call() -> None:
    """At most one verdict call for each forty open names."""
    words = [f"{a}{b}estral" for a in "bdfgklmnpr" for b in ("o", "a", "i", "u", "oo", "ai", "ou", "ee", "ea")][:85]
    known = Registry({w: Concept(w, Bilingual(f"{w} sampling", f"{w} 采样"), "arxiv:1") for w in words})
    made = formed(linked(*((f"{w} sample choice", f"{w} 样本选择") for w in words), registry=known))
    assert [len(batch.opens) for batch in made] == [40, 40, 5]


def test_a_sure_verdict_makes_an_alias_before_anything_is_written() -> None:
    """The paper mentions the known concept, which has the new name; no second concept was founded."""
    made = linked(NEW)
    settled = settle(made.registry, answered(formed(made)[0], "same"), "m", made.founded)
    done = with_settled(made, settled)
    assert concept_of(done) == "process-reward"
    assert done.founded == ()
    assert set(done.registry.concepts) == {"process-reward"}
    assert [alias.name for alias in done.registry.concepts["process-reward"].aliases] == list(NEW)
    assert concept_of(link([paper("arxiv:9", mention(*NEW))], done.registry)) == "process-reward"


@pytest.mark.parametrize(
    ("relation", "sure", "field", "expected"),
    [
        ("same", False, "maybe_same_as", "process-reward"),
        ("broader", True, "broader", "process-reward"),
        ("related", True, "related", "process-reward"),
    ],
)
def test_what_is_less_than_the_same(relation: Relation, sure: bool, field: str, expected: str) -> None:
    """An unsure *same* is proposed, broader and related are noted; both concepts stand."""
    made = linked(NEW)
    done = settle(made.registry, answered(formed(made)[0], relation, sure=sure), "m", made.founded)
    assert done.absorbed == {}
    (value,) = getattr(done.registry.concepts["step-level-reward"], field)
    assert (value if isinstance(value, str) else value.id) == expected


def test_narrower_goes_the_other_way() -> None:
    """A known concept that is narrower than the new one lies under it."""
    made = linked(NEW)
    done = settle(made.registry, answered(formed(made)[0], "narrower"), "m", made.founded)
    assert done.registry.concepts["process-reward"].broader == ("step-level-reward",)


def test_no_verdict_overrules_a_guard() -> None:
    """Llama 3 is proposed for Llama 2 at most, however sure the model is."""
    llama = Concept("llama-2-tuning", Bilingual("Llama 2 tuning", "Llama 2 微调"), "arxiv:1")
    made = linked(("Llama 3 tuning", "Llama 3 微调"), registry=Registry({llama.id: llama}))
    batch = Batch("b", (), (), PROVENANCE)
    for one in formed(made):
        batch = answered(one, "same")
    done = settle(made.registry, batch, "m", made.founded)
    assert {"llama-2-tuning", "llama-3-tuning"} <= set(done.registry.standing)
    assert done.absorbed == {}
    assert done.merges == ()


def test_same_as_two_is_for_a_person() -> None:
    """A name that a verdict calls the same as two concepts is merged with neither."""
    other = Concept("stepwise-reward", Bilingual("stepwise reward", "逐步奖励"), "arxiv:1")
    made = linked(NEW, registry=KNOWN.with_([other]))
    (batch,) = formed(made)
    assert len(batch.opens[0].candidates) == 2
    done = settle(made.registry, answered(batch, "same"), "m", made.founded)
    assert done.absorbed == {}
    assert len(done.registry.concepts["step-level-reward"].maybe_same_as) == 2


def test_a_persons_refusal_is_not_overruled() -> None:
    """A name that a person rejected as an alias is proposed at most, however sure the model is."""
    refused = Concept("process-reward", OLD.name, "arxiv:1", aliases=(Alias(NEW[0], "en", "person", "rejected"),))
    made = linked(NEW, registry=Registry({refused.id: refused}))
    asked = OpenName("step-level-reward", Bilingual(*NEW), None, "", (KnownName(refused.id, refused.name),))
    done = settle(made.registry, answered(Batch("b", (asked,)), "same"), "m", made.founded)
    assert done.absorbed == {}
    assert done.registry.concepts["step-level-reward"].maybe_same_as[0].id == "process-reward"


def test_an_alias_never_makes_a_circle() -> None:
    """What was broader than a known concept and becomes its name leaves no concept above itself."""
    narrow = Concept("autonomous-agent", Bilingual("autonomous agent", "自主智能体"), "arxiv:1", broader=("llm-agent",))
    middle = Concept("llm-agent", Bilingual("LLM agent", "大语言模型智能体"), "arxiv:1", broader=("agent",))
    new = Concept("agent", Bilingual("agent", "智能体"), "arxiv:2")
    registry = Registry({c.id: c for c in (new, narrow, middle)})
    asked = OpenName("agent", new.name, None, "", (KnownName(narrow.id, narrow.name),))
    done = settle(registry, answered(Batch("b", (asked,)), "same"), "m", ["agent"])
    assert done.absorbed == {"agent": "autonomous-agent"}
    assert not any(above(done.registry.concepts, id_, id_) for id_ in done.registry.concepts)


def test_a_candidate_that_was_merged_meanwhile_still_counts() -> None:
    """A late verdict is about what its candidate stands for by now."""
    gone = Concept(
        "stepwise-reward", Bilingual("stepwise reward", "逐步奖励"), "arxiv:1", merged=Merged("process-reward")
    )
    new = Concept("step-level-reward", Bilingual(*NEW), "arxiv:2")
    registry = KNOWN.with_([gone, new])
    asked = OpenName(new.id, new.name, None, "", (KnownName(gone.id, gone.name),))
    done = settle(registry, answered(Batch("b", (asked,)), "same"), "m")
    assert [(late.into, late.concept) for late in done.merges] == [("process-reward", "step-level-reward")]


# --- Within a run ---------------------------------------------------------------


class Judge:
    """An engine that gives one verdict on every pair, or makes one wait."""

    name, concurrency = "litellm", 1

    def __init__(self, relation: Relation | None) -> None:
        self.relation, self.asked = relation, 0

    def ask(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Answer]]:
        return flow(self, requests)

    async def answer(self, request: Request) -> Answer:
        self.asked += 1
        if self.relation is None:
            return Waiting("no answer yet")
        lines = [json.loads(line) for line in request.user.splitlines() if line.startswith('{"name"')]
        rows = [
            {"name": line["name"], "candidate": known["ref"], "verdict": self.relation, "sure": True, "reason": "so"}
            for line in lines
            for known in line["candidates"]
        ]
        raw = json.dumps({"verdicts": rows})
        reply = reply_to(request, raw, engine="litellm", model="m", date="2026-05-05", cost=0.5, currency="USD")
        assert isinstance(reply, Reply)
        return reply

    async def close(self) -> None:
        pass


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    made = Wiki(tmp_path)
    write(made, Registry(), KNOWN)
    return made


def write(wiki: Wiki, before: Registry, after: Registry) -> None:
    for name, text in changes(before, after).items():
        write_file(wiki.concepts / name, text.encode())


def run(wiki: Wiki, judge: Judge, *names: tuple[str, str], kill: Callable[[], None] = lambda: None) -> Deciding:
    """What the pipeline does of a run, without papers on disk."""
    deciding = Deciding(wiki, judge, TODAY)
    deciding.late()
    before = load(wiki.concepts)
    done = deciding.new(before, link([paper("arxiv:20", mention(*name)) for name in names], before))
    kill()
    write(wiki, before, done.registry)
    return deciding


def test_an_answer_in_the_same_run(wiki: Wiki) -> None:
    """One call; the alias stands, the batch keeps what was said and what it cost."""
    judge = Judge("same")
    decided = run(wiki, judge, NEW).close()
    assert judge.asked == 1
    assert set(load(wiki.concepts).concepts) == {"process-reward"}
    assert (len(decided.answered), decided.open) == (1, 0)
    assert read_batches(wiki)[0].provenance
    assert run(wiki, judge).close().answered == ()
    assert judge.asked == 1


def test_an_answer_that_comes_later_merges_and_is_logged(wiki: Wiki) -> None:
    """The name founds a concept meanwhile; the verdict then merges it, which leaves a redirect and can be undone."""
    first = run(wiki, Judge(None), NEW).close()
    assert first.open == 1
    assert set(load(wiki.concepts).standing) == {"process-reward", "step-level-reward"}
    assert run(wiki, Judge("same")).close().open == 0
    registry = load(wiki.concepts)
    assert registry.canonical("step-level-reward") == "process-reward"
    assert '"op": "merge"' in (wiki.data / "operations.jsonl").read_text("utf-8")


def test_a_kill_before_the_names_are_written_asks_the_same_again(wiki: Wiki) -> None:
    """The batch is formed to the same name, so that a stored reply is found."""

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(wiki, Judge("same"), NEW, kill=stop)
    (before,) = read_batches(wiki)
    run(wiki, Judge("same"), NEW).close()
    (after,) = read_batches(wiki)
    assert before.name == after.name
    assert set(load(wiki.concepts).concepts) == {"process-reward"}


def test_what_a_person_saves_while_the_model_thinks_is_kept(wiki: Wiki) -> None:
    """A concept's file that was edited during the call is read again; the edit and the new alias both stand."""
    file = wiki.concepts / "process-reward.yml"
    write_paper(wiki, paper("arxiv:2605.00020", mention(*NEW)))
    deciding = Deciding(wiki, Judge("same"), TODAY)

    def edited_meanwhile(before: Registry, linked: Linked) -> Linked:
        done = deciding.new(before, linked)
        if "# mine" not in file.read_text("utf-8"):
            file.write_text(file.read_text("utf-8") + "pinned: true  # mine\n", "utf-8")
        return done

    _, registry = link_papers(wiki, load_index(wiki), edited_meanwhile)
    deciding.close()
    text = file.read_text("utf-8")
    assert "pinned: true  # mine" in text
    assert "step-level reward" in text
    assert set(registry.concepts) == {"process-reward"}


def test_without_a_model_names_stay_open(wiki: Wiki) -> None:
    """A run that may not ask notes what is to be asked, and the next one that may asks it."""
    before = load(wiki.concepts)
    done = keep_open(wiki, before, link([paper("arxiv:20", mention(*NEW))], before))
    write(wiki, before, done.registry)
    judge = Judge("related")
    run(wiki, judge).close()
    assert judge.asked == 1
    assert load(wiki.concepts).concepts["step-level-reward"].related == ("process-reward",)
