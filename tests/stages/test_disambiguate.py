"""Verdicts on new names: what is asked, what follows,
and that nothing is merged that should not be.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import date
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.concepts.papers import PROVENANCE, mention, paper
from tests.work import calls
from wiki_builder.analysis.request import Request
from wiki_builder.concepts.link import Linked, link, with_names
from wiki_builder.concepts.registry import Registry, above, changes, load
from wiki_builder.concepts.verdicts import KnownName, OpenName, Relation, Verdict
from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.store import disk
from wiki_builder.core.store.disk import write_file
from wiki_builder.core.store.papers import write_paper
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import Alias, Concept, MaybeSame, Merged
from wiki_builder.curation.under_way import at_work, close_operation
from wiki_builder.library.index import load_index
from wiki_builder.llm import replies
from wiki_builder.llm.engine import (
    Answer,
    Broken,
    Engine,
    Reply,
    Waiting,
    reply_to,
)
from wiki_builder.llm.flow import flow
from wiki_builder.llm.replies import remembered
from wiki_builder.stages.disambiguate import (
    Batch,
    Verdicts,
    _Draft,
    _pointing,
    apply_verdicts,
    formed,
    read_batches,
    with_settled,
)
from wiki_builder.stages.link import link_papers
from wiki_builder.stages.outcomes import Decided

TODAY = date(2026, 5, 5)
OLD = Concept("process-reward", Bilingual("process reward", "过程奖励"), "arxiv:1")
KNOWN = Registry({OLD.id: OLD})
NEW = ("step-level reward", "步骤级奖励")
SAMPLING = Concept("nucleus-sampling", Bilingual("nucleus sampling", "核采样"), "arxiv:1")
SAMPLES = ("nucleus sample choice", "核样本选择")


def answered(batch: Batch, relation: Relation, *, sure: bool = True) -> Batch:
    """The batch with one verdict on all of its pairs."""
    pairs = [(open_.ref, known.ref) for open_ in batch.opens for known in open_.candidates]
    return Batch(
        batch.name,
        batch.opens,
        tuple(Verdict(a, b, relation, sure, "because") for a, b in pairs),
        PROVENANCE,
    )


def linked(*names: tuple[str, str], registry: Registry = KNOWN) -> Linked:
    return link(
        [paper(f"arxiv:2{i}", mention(en, zh)) for i, (en, zh) in enumerate(names)], registry
    )


def concept_of(made: Linked, at: int = 0) -> str:
    analysis = made.papers[at].analysis
    assert analysis
    return analysis.concepts[0].concept


def test_a_new_name_like_a_known_one_is_asked_about() -> None:
    """The candidate, its gloss and the paper's title stand in one batch,
    named by day and content.
    """
    (batch,) = formed(linked(NEW))
    assert [(open_.ref, [known.ref for known in open_.candidates]) for open_ in batch.opens] == [
        ("step-level-reward", ["process-reward"])
    ]
    assert batch.opens[0].context == "Title"
    assert batch.name.startswith("2026-05-05-")


def test_forty_names_are_one_call() -> None:
    """At most one verdict call for each forty open names."""
    words = [
        f"{a}{b}estral"
        for a in "bdfgklmnpr"
        for b in ("o", "a", "i", "u", "oo", "ai", "ou", "ee", "ea")
    ][:85]
    known = Registry(
        {w: Concept(w, Bilingual(f"{w} sampling", f"{w} 采样"), "arxiv:1") for w in words}
    )
    made = formed(linked(*((f"{w} sample choice", f"{w} 样本选择") for w in words), registry=known))
    assert [len(batch.opens) for batch in made] == [40, 40, 5]


def test_a_sure_verdict_makes_an_alias_before_anything_is_written() -> None:
    """The paper mentions the known concept, which has the new name;
    no second concept was founded.
    """
    made = linked(NEW)
    settled = apply_verdicts(made.registry, answered(formed(made)[0], "same"), "m", made.founded)
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
def test_what_is_less_than_the_same(
    relation: Relation, sure: bool, field: str, expected: str
) -> None:
    """An unsure *same* is proposed, broader and related are noted; both concepts stand."""
    made = linked(NEW)
    done = apply_verdicts(
        made.registry, answered(formed(made)[0], relation, sure=sure), "m", made.founded
    )
    assert done.absorbed == {}
    (value,) = getattr(done.registry.concepts["step-level-reward"], field)
    assert (value if isinstance(value, str) else value.id) == expected


def test_narrower_goes_the_other_way() -> None:
    """A known concept that is narrower than the new one lies under it."""
    made = linked(NEW)
    done = apply_verdicts(made.registry, answered(formed(made)[0], "narrower"), "m", made.founded)
    assert done.registry.concepts["process-reward"].broader == ("step-level-reward",)


def test_no_verdict_overrules_a_guard() -> None:
    """Llama 3 is proposed for Llama 2 at most, however sure the model is."""
    llama = Concept("llama-2-tuning", Bilingual("Llama 2 tuning", "Llama 2 微调"), "arxiv:1")
    made = linked(("Llama 3 tuning", "Llama 3 微调"), registry=Registry({llama.id: llama}))
    batch = Batch("b", (), (), PROVENANCE)
    for one in formed(made):
        batch = answered(one, "same")
    done = apply_verdicts(made.registry, batch, "m", made.founded)
    assert {"llama-2-tuning", "llama-3-tuning"} <= set(done.registry.standing)
    assert done.absorbed == {}
    assert done.merges == ()


def test_same_as_two_is_for_a_person() -> None:
    """A name that a verdict calls the same as two concepts is merged with neither."""
    other = Concept("stepwise-reward", Bilingual("stepwise reward", "逐步奖励"), "arxiv:1")
    made = linked(NEW, registry=KNOWN.with_([other]))
    (batch,) = formed(made)
    assert len(batch.opens[0].candidates) == 2
    done = apply_verdicts(made.registry, answered(batch, "same"), "m", made.founded)
    assert done.absorbed == {}
    assert len(done.registry.concepts["step-level-reward"].maybe_same_as) == 2


def test_a_persons_refusal_is_not_overruled() -> None:
    """A name that a person rejected as an alias is proposed at most, however sure the model is."""
    refused = Concept(
        "process-reward", OLD.name, "arxiv:1", aliases=(Alias(NEW[0], "en", "person", "rejected"),)
    )
    made = linked(NEW, registry=Registry({refused.id: refused}))
    asked = OpenName(
        "step-level-reward", Bilingual(*NEW), None, "", (KnownName(refused.id, refused.name),)
    )
    done = apply_verdicts(made.registry, answered(Batch("b", (asked,)), "same"), "m", made.founded)
    assert done.absorbed == {}
    assert done.registry.concepts["step-level-reward"].maybe_same_as[0].id == "process-reward"


def test_an_alias_never_makes_a_circle() -> None:
    """What was broader than a known concept and becomes its name leaves no concept above itself."""
    narrow = Concept(
        "autonomous-agent",
        Bilingual("autonomous agent", "自主智能体"),
        "arxiv:1",
        broader=("llm-agent",),
    )
    middle = Concept(
        "llm-agent", Bilingual("LLM agent", "大语言模型智能体"), "arxiv:1", broader=("agent",)
    )
    new = Concept("agent", Bilingual("agent", "智能体"), "arxiv:2")
    registry = Registry({c.id: c for c in (new, narrow, middle)})
    asked = OpenName("agent", new.name, None, "", (KnownName(narrow.id, narrow.name),))
    done = apply_verdicts(registry, answered(Batch("b", (asked,)), "same"), "m", ["agent"])
    assert done.absorbed == {"agent": "autonomous-agent"}
    assert not any(above(done.registry.concepts, id_, id_) for id_ in done.registry.concepts)


def test_a_candidate_that_was_merged_meanwhile_still_counts() -> None:
    """A late verdict is about what its candidate stands for by now."""
    gone = Concept(
        "stepwise-reward",
        Bilingual("stepwise reward", "逐步奖励"),
        "arxiv:1",
        merged=Merged("process-reward"),
    )
    new = Concept("step-level-reward", Bilingual(*NEW), "arxiv:2")
    registry = KNOWN.with_([gone, new])
    asked = OpenName(new.id, new.name, None, "", (KnownName(gone.id, gone.name),))
    done = apply_verdicts(registry, answered(Batch("b", (asked,)), "same"), "m")
    assert [(late.into, late.concept) for late in done.merges] == [
        ("process-reward", "step-level-reward")
    ]


NAMES = tuple(f"c{n}" for n in range(6))
ids = st.sampled_from(NAMES)
neighbours = st.lists(ids, max_size=3, unique=True).map(tuple)
changes_of = st.lists(
    st.tuples(
        st.sampled_from(("absorb", "propose", "broader", "narrower", "related", "different")),
        ids,
        ids,
    ),
    max_size=8,
)


@given(st.lists(st.tuples(neighbours, neighbours, neighbours), min_size=6, max_size=6), changes_of)
def test_a_draft_is_what_copies_of_the_registry_would_be(
    rows: list[tuple[tuple[str, ...], ...]], steps: list[tuple[str, str, str]]
) -> None:
    """Whatever verdicts change, in whatever order,
    it is as if each had made a registry of its own.
    """
    plain = Registry({id_: of_draft(id_, *row) for id_, row in zip(NAMES, rows, strict=True)})
    draft = _Draft(plain)
    for outcome, id_, target in steps:
        if not {id_, target} <= plain.concepts.keys() or id_ == target:
            continue
        if outcome == "absorb":
            plain = absorbed(plain, id_, target)
            draft.absorb(id_, target)
        else:
            plain = with_outcome(plain, id_, target, outcome)
            draft.relate(id_, target, outcome, "m", "because")
        assert draft.registry == plain
        assert list(draft.registry.concepts) == list(plain.concepts)


def of_draft(
    id_: str, broader: tuple[str, ...], related: tuple[str, ...], maybe: tuple[str, ...]
) -> Concept:
    """A concept that points to others."""
    others = tuple(MaybeSame(other, "m", "so") for other in maybe if other != id_)
    broader, related = (
        tuple(other for other in given_ if other != id_) for given_ in (broader, related)
    )
    return Concept(
        id_, Bilingual(id_, ""), "arxiv:1", broader=broader, related=related, maybe_same_as=others
    )


def absorbed(registry: Registry, id_: str, target: str) -> Registry:
    """A registry in which one concept became a name of another, gone through as a whole."""
    gone = registry.concepts[id_]
    changed = {target: with_names(registry.concepts[target], gone)}
    for other in registry.concepts.values():
        if other.id != id_ and id_ in (
            *other.broader,
            *other.related,
            *(maybe.id for maybe in other.maybe_same_as),
        ):
            changed[other.id] = _pointing(changed.get(other.id, other), id_, target)
    made = registry.without([id_]).with_(changed.values())
    circles = [c for c in changed.values() if above(made.concepts, c.id, c.id)]
    return made.with_(
        replace(c, broader=tuple(b for b in c.broader if b != target)) for c in circles
    )


def with_outcome(registry: Registry, id_: str, target: str, outcome: str) -> Registry:
    """A registry with what is known of two of its concepts."""
    concept, other = registry.concepts[id_], registry.concepts[target]
    if outcome == "propose" and all(maybe.id != target for maybe in concept.maybe_same_as):
        proposed = (*concept.maybe_same_as, MaybeSame(target, "m", "because"))
        return registry.with_([replace(concept, maybe_same_as=proposed)])
    if (
        outcome == "broader"
        and not above(registry.concepts, target, id_)
        and target not in concept.broader
    ):
        return registry.with_([replace(concept, broader=(*concept.broader, target))])
    if (
        outcome == "narrower"
        and not above(registry.concepts, id_, target)
        and id_ not in other.broader
    ):
        return registry.with_([replace(other, broader=(*other.broader, id_))])
    if outcome == "related" and target not in concept.related and id_ not in other.related:
        return registry.with_([replace(concept, related=(*concept.related, target))])
    return registry


def test_many_verdicts_are_no_copies_of_the_registry() -> None:
    """Forty verdicts in a registry of 2,000 are about the work of four."""
    known = {f"k{n}": Concept(f"k{n}", Bilingual(f"k{n}", ""), "arxiv:1") for n in range(2_000)}
    new = {f"n{n}": Concept(f"n{n}", Bilingual(f"n{n}", ""), "arxiv:2") for n in range(40)}
    registry = Registry({**known, **new})

    def work(count: int) -> int:
        asked = (
            OpenName(
                f"n{n}", new[f"n{n}"].name, None, "", (KnownName(f"k{n}", known[f"k{n}"].name),)
            )
            for n in range(count)
        )
        batch = answered(Batch("b", tuple(asked)), "same")
        return calls(lambda: apply_verdicts(registry, batch, "m", new))

    work(40)  # what is made once
    assert work(40) < 3 * work(4)


# --- Within a run ---------------------------------------------------------------


class Judge:
    """An engine that gives one verdict on every pair, or ``instead`` of it something else; after
    ``most`` it goes down.

    ``asked`` counts the requests that were answered, ``tried`` all of them.
    """

    name, concurrency = "litellm", 1

    def __init__(self, relation: Relation, instead: str | Answer = "", most: int = 99) -> None:
        self.relation, self.instead, self.most = relation, instead, most
        self.asked = self.tried = 0

    def ask(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Answer]]:
        return flow(self, requests)

    async def answer(self, request: Request) -> Answer:
        self.tried += 1
        if self.asked == self.most:
            raise UpstreamError("the key is refused")
        self.asked += 1
        if not isinstance(self.instead, str):
            return self.instead
        lines = [
            json.loads(line) for line in request.user.splitlines() if line.startswith('{"name"')
        ]
        rows = [
            {
                "name": line["name"],
                "candidate": known["ref"],
                "verdict": self.relation,
                "sure": True,
                "reason": "so",
            }
            for line in lines
            for known in line["candidates"]
        ]
        raw = self.instead or json.dumps({"verdicts": rows})
        reply = reply_to(
            request, raw, engine="litellm", model="m", date="2026-05-05", cost=0.5, currency="USD"
        )
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
        write_file(wiki.concepts / name, str(text).encode())


def run(
    wiki: Wiki, judge: Engine, *names: tuple[str, str], kill: Callable[[], None] = lambda: None
) -> Verdicts:
    """What the pipeline does of a run, without papers on disk; replies are kept first."""
    verdicts = Verdicts(wiki, remembered(judge, wiki.pending / "replies"))
    verdicts.late(TODAY)
    before = load(wiki.concepts)
    first = link([paper(f"arxiv:2{i}", mention(*name)) for i, name in enumerate(names)], before)
    done = verdicts.new(first)(first)
    kill()
    write(wiki, before, done.registry)
    return verdicts


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
    """The name founds a concept meanwhile; the verdict then merges it,
    which leaves a redirect and can be undone.
    """
    first = run(wiki, Judge("same", Waiting("no answer yet")), NEW).close()
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


def saving(
    verdicts: Verdicts, file: Path, *saved: str
) -> Callable[[Linked], Callable[[Linked], Linked]]:
    """The verdicts of a run, asked for once,
    while a person adds one thing after the other to a concept's file.
    """
    more, begun = iter(saved), iter(("once",))

    def decide(first: Linked) -> Callable[[Linked], Linked]:
        assert next(begun) == "once"
        follow = verdicts.new(first)

        def meanwhile(linked: Linked) -> Linked:
            file.write_text(file.read_text("utf-8") + next(more, ""), "utf-8")
            return follow(linked)

        return meanwhile

    return decide


def test_what_a_person_saves_while_the_model_thinks_is_kept(wiki: Wiki) -> None:
    """A concept's file that was edited during the call is read again;
    the edit and the new alias both stand.
    """
    file = wiki.concepts / "process-reward.yml"
    write_paper(wiki, paper("arxiv:2605.00020", mention(*NEW)))
    verdicts = Verdicts(wiki, Judge("same"))
    _, registry = link_papers(
        wiki, load_index(wiki), saving(verdicts, file, "pinned: true  # mine\n")
    )
    verdicts.close()
    text = file.read_text("utf-8")
    assert "pinned: true  # mine" in text
    assert "step-level reward" in text
    assert set(registry.concepts) == {"process-reward"}


def test_an_answer_counts_once_however_often_names_are_linked(wiki: Wiki) -> None:
    """Names that are linked anew, since a person saved a concept meanwhile,
    are not asked about once more.
    """
    file = wiki.concepts / "process-reward.yml"
    write_paper(wiki, paper("arxiv:2605.00020", mention(*NEW)))
    judge = Judge("same")
    verdicts = Verdicts(wiki, judge)
    link_papers(
        wiki, load_index(wiki), saving(verdicts, file, "pinned: true\n", "# mine\n", "# and mine\n")
    )
    decided = verdicts.close()
    assert judge.asked == 1
    assert len(decided.answered) == 1


def test_a_concept_that_a_person_adds_meanwhile_is_compared_by_the_next_run(wiki: Wiki) -> None:
    """A name that is open only when it is linked anew is noted before it is written,
    and asked about once.
    """
    stepwise = Concept("stepwise-reward", Bilingual("stepwise reward", "逐步奖励"), "arxiv:1")
    made = linked(NEW, registry=Registry())
    verdicts = Verdicts(wiki, judge := Judge("related"))
    follow = verdicts.new(made)
    follow(made)
    assert read_batches(wiki) == ()
    again = linked(NEW, registry=Registry({stepwise.id: stepwise}))
    write(wiki, Registry(), follow(again).registry)
    assert verdicts.close().open == 1
    run(wiki, judge).close()
    assert judge.asked == 1
    assert load(wiki.concepts).concepts["step-level-reward"].related == ("stepwise-reward",)


def test_the_answer_of_a_killed_run_counts_though_new_papers_came(wiki: Wiki) -> None:
    """What was paid for is taken up, with whatever is new;
    only the rest is asked about, and each counts once.
    """

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(wiki, Judge("same"), NEW, kill=stop)
    write(wiki, KNOWN, KNOWN.with_([SAMPLING]))
    judge = Judge("related")
    decided = run(wiki, judge, NEW, SAMPLES).close()
    registry = load(wiki.concepts)
    assert decided.answered == (("step-level-reward",), ("nucleus-sample-choice",))
    assert judge.asked == 1
    assert "step-level-reward" not in registry.concepts
    assert NEW[0] in [alias.name for alias in registry.concepts["process-reward"].aliases]
    assert not replies.keys(wiki.pending / "replies")


def test_the_last_answer_about_a_name_counts(wiki: Wiki) -> None:
    """A name that a killed run asked about is asked about anew if it may be one more concept:
    two are for a person.
    """

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(wiki, Judge("same"), NEW, kill=stop)
    other = Concept("stepwise-reward", Bilingual("stepwise reward", "逐步奖励"), "arxiv:1")
    write(wiki, KNOWN, KNOWN.with_([other]))
    run(wiki, Judge("same"), NEW).close()
    proposed = load(wiki.concepts).concepts["step-level-reward"].maybe_same_as
    assert {maybe.id for maybe in proposed} == {"process-reward", "stepwise-reward"}


def test_a_verdict_is_about_the_name_that_was_asked(wiki: Wiki) -> None:
    """A concept that has another name when papers are linked anew is not merged by the
    first one's verdict.
    """
    made = linked(NEW)
    (id_,) = made.founded
    renamed = replace(
        made.registry.concepts[id_], name=Bilingual("rewarded level of steps", "奖励步级")
    )
    verdicts = Verdicts(wiki, Judge("same"))
    done = verdicts.new(made)(replace(made, registry=made.registry.with_([renamed])))
    assert id_ in done.registry.standing


def test_a_model_that_goes_down_loses_no_answer_that_came(wiki: Wiki) -> None:
    """Of two open batches one is answered: what follows from it stands after this run,
    the other one stays open.
    """
    write(wiki, KNOWN, KNOWN.with_([SAMPLING]))
    for name in (NEW, SAMPLES):
        run(wiki, Judge("same", Waiting("no answer yet")), name).close()
    assert len(read_batches(wiki)) == 2
    decided = run(wiki, Judge("same", most=1)).close()
    assert decided.problem
    assert (len(decided.answered), decided.open) == (1, 1)
    assert len(load(wiki.concepts).standing) == 3
    assert run(wiki, Judge("same")).close().open == 0
    assert len(load(wiki.concepts).standing) == 2


def test_a_model_that_is_down_is_not_asked_about_new_names_as_well(wiki: Wiki) -> None:
    """What would fail for every request is met once; what is new stays open."""
    write(wiki, KNOWN, KNOWN.with_([SAMPLING]))
    run(wiki, Judge("same", Waiting("no answer yet")), NEW).close()
    down = Judge("same", most=0)
    assert run(wiki, down, SAMPLES).close().open == 2
    assert down.tried == 1


def test_a_reply_that_is_of_no_use_is_asked_for_anew(wiki: Wiki) -> None:
    """What was said twice and cannot be used is not read again by the next run, which asks."""
    good = Judge("related")
    bad = Judge("related", "no JSON")
    first = run(wiki, bad, NEW).close()
    assert (bad.asked, first.open, [name for name, _ in first.failed]) == (
        2,
        1,
        [read_batches(wiki)[0].name],
    )
    assert run(wiki, good).close().open == 0
    assert good.asked == 1
    assert not [path for path in wiki.pending.rglob("*") if path.is_file()]


def test_a_name_is_left_to_a_person_after_three_bad_replies(wiki: Wiki) -> None:
    """A batch that fails by its own fault is asked about in three runs,
    and nothing of it waits then.
    """
    bad = Judge("related", "no JSON")
    assert [run(wiki, bad, *names).close().open for names in ((NEW,), (), (), ())] == [1, 1, 0, 0]
    assert bad.asked == 6
    assert not replies.keys(wiki.pending / "replies")


def test_what_is_not_the_batches_fault_is_no_attempt(wiki: Wiki) -> None:
    """A provider that fails in passing is asked again as often as it takes."""
    passing = Judge("same", Broken("503", passing=True))
    assert [run(wiki, passing, *names).close().open for names in ((NEW,), (), (), ())] == [
        1,
        1,
        1,
        1,
    ]


def test_a_kill_behind_the_verdicts_leaves_nothing(wiki: Wiki) -> None:
    """A reply whose batch is closed is let go by the next run, and nothing is asked."""
    verdicts = run(wiki, Judge("same"), NEW)
    kept = {path: path.read_bytes() for path in wiki.pending.rglob("*.json")}
    assert kept
    verdicts.close()
    for path, content in kept.items():
        write_file(path, content)
    run(wiki, judge := Judge("same")).close()
    assert judge.asked == 0
    assert not replies.keys(wiki.pending / "replies")


def test_without_a_model_names_stay_open(wiki: Wiki) -> None:
    """A run that may not ask notes what is to be asked, and the next one that may asks it."""
    before = load(wiki.concepts)
    made = link([paper("arxiv:20", mention(*NEW))], before)
    write(wiki, before, Verdicts(wiki).new(made)(made).registry)
    judge = Judge("related")
    run(wiki, judge).close()
    assert judge.asked == 1
    assert load(wiki.concepts).concepts["step-level-reward"].related == ("process-reward",)


class Killed(BaseException):
    """As by SIGKILL: nothing catches it."""


@contextmanager
def killed_at(number: int) -> Iterator[None]:
    """A kill before a file is written or removed for the ``number``-th time,
    but where a reply is filed.
    """
    left = count(number, -1)

    def or_die(do: Callable[..., object]) -> Callable[..., object]:
        def done(*args: object, **more: object) -> object:
            if threading.current_thread() is threading.main_thread() and next(left) == 1:
                raise Killed
            return do(*args, **more)

        return done

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(disk, "_part", or_die(disk._part))
        patch.setattr(Path, "unlink", or_die(Path.unlink))
        yield


def whole_run(wiki: Wiki, judge: Engine) -> Decided:
    """What the pipeline does of a run, the papers on disk."""
    with at_work(wiki):
        verdicts = Verdicts(wiki, remembered(judge, wiki.pending / "replies"))
        verdicts.late(TODAY)
        link_papers(wiki, load_index(wiki), verdicts.new)
        decided = verdicts.close()
        close_operation(wiki)
        return decided


def stored(wiki: Wiki) -> dict[str, bytes]:
    return {
        p.relative_to(wiki.data).as_posix(): p.read_bytes()
        for p in wiki.data.rglob("*")
        if p.is_file()
    }


@pytest.mark.parametrize("late", [False, True], ids=["in the same run", "in a later run"])
def test_a_run_that_is_killed_anywhere_is_taken_up(tmp_path: Path, late: bool) -> None:
    """Given again, it ends with the bytes of a run without harm, and the model was asked once."""

    def begun(folder: Path) -> Wiki:
        made = Wiki(folder)
        write(made, Registry(), KNOWN.with_([SAMPLING]))
        for number, name in enumerate((NEW, SAMPLES)):
            write_paper(made, paper(f"arxiv:2605.0002{number}", mention(*name)))
        if late:
            whole_run(made, Judge("same", Waiting("no answer yet")))
        return made

    whole = begun(tmp_path / "whole")
    assert whole_run(whole, Judge("same")).open == 0
    for number in count(1):
        wiki, judge = begun(tmp_path / str(number)), Judge("same")
        with killed_at(number), suppress(Killed):
            whole_run(wiki, judge)
            break
        whole_run(wiki, judge)
        assert stored(wiki) == stored(whole), number
        assert judge.asked == 1, number
    assert number > 10
