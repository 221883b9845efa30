"""Two machines, and two people: who updates when, and who pushes first."""

from __future__ import annotations

from drill.case import Case
from drill.git.base import rows
from drill.git.cases import case
from drill.git.place import Machine, Place
from drill.git.said import (
    CONCEPT,
    FIRST,
    SECOND,
    THIRD,
    Said,
    everything,
    gloss,
    hold,
    item,
    note,
    own_page,
    same,
    section,
    words,
)

CASES: list[Case] = []
OF = "two machines"
KEPT = "every sentence stands, both machines end in the same bytes"


@case(CASES, OF, "both update the same day, git merges", KEPT)
def same_day(place: Place) -> str:
    one, other = place.clone(), place.clone()
    said = everything(one)
    place.announce()
    for machine in (one, other):
        machine.update()
        machine.commit()
    one.push()
    other.git("fetch", "-q")
    other.resolve(other.merge("origin/main"), "theirs")
    other.push()
    seen = hold(other, said)
    same(other, one)
    return seen


@case(CASES, OF, "both bots run the same day", KEPT)
def both_bots(place: Place) -> str:
    one, other = place.clone(), place.clone()
    said = everything(one, SECOND)
    one.commit()
    one.push()
    other.pull()
    place.announce()
    one.bot(says="pushed to main")
    place.web(lambda web: said.append(note(web, FIRST)))
    other.bot(says="the push was rejected (1 of 5)")
    one.pull()
    seen = hold(one, said)
    same(one, other)
    return seen


@case(CASES, OF, "different days, the later one pushes first", KEPT)
def different_days(place: Place) -> str:
    one, other = place.clone(), place.clone()
    place.announce()
    one.bot("import")
    place.announce()
    said = everything(other)
    other.commit()
    other.bot(says="what was committed here is pushed")
    one.bot("publish", says="pushed")
    seen = hold(one, said)
    same(one, other)
    return seen


@case(CASES, OF, "the earlier day is rebased upon the later", KEPT)
def rebased_day(place: Place) -> str:
    one, other = place.clone(), place.clone()
    place.announce()
    one.update()
    one.commit("An update")
    said = everything(one)
    one.commit("Edits")
    place.announce()
    other.bot(says="pushed")
    one.git("fetch", "-q")
    one.tried("rebase", "-q", "origin/main")
    while found := one.git("diff", "--name-only", "--diff-filter=U").splitlines():
        one.resolve(found, "theirs")  # in a rebase, what is being applied
    one.render()
    one.commit("A render")
    one.push()
    seen = hold(one, said)
    same(one, other)
    return seen


@case(
    CASES,
    OF,
    "one of them has no model",
    "the reading that was paid for wins over none, every sentence stands",
)
def no_model(place: Place) -> str:
    one, other = place.clone(), place.clone()
    said = everything(other)
    other.commit()
    other.push()
    one.pull()
    one.git("update-index", "--assume-unchanged", "wiki.toml")
    one.replace("wiki.toml", 'engine = "litellm"', 'engine = "none"')
    place.announce()
    place.web(lambda web: said.append(note(web, THIRD)))
    one.bot(says="pushed")
    other.bot(says="pushed")
    new = rows(place.today)[0].id.removeprefix("arxiv:")
    assert '"claims"' in other.text(f"data/papers/{new[:4]}/{new}.json"), "the reading is gone"
    return hold(other, said)


@case(CASES, OF, "two people edit one page, each another part", KEPT)
def one_page(place: Place) -> str:
    one, other = place.clone(), place.clone()
    said = [section(one, FIRST), item(one, FIRST, "steps.en")]
    said += [section(other, FIRST, "reason.zh"), note(other, FIRST)]
    for machine in (one, other):
        machine.render()
        machine.commit()
    one.push()
    other.pull()
    other.push()
    return hold(other, said)


def _same_claim(place: Place, rendered: bool = False) -> tuple[Machine, list[Said], list[str]]:
    """A claim that two people reworded, in the middle of the merge;
    what both said, and what is in conflict.
    """
    one, other = place.clone(), place.clone()
    said = [item(one, FIRST), item(other, FIRST)]
    for machine in (one, other):
        if rendered:
            machine.render()
        machine.commit()
    one.push()
    other.git("fetch", "-q")
    conflicts = other.merge("origin/main")
    assert conflicts == [other.page(FIRST)], conflicts
    return other, said, conflicts


@case(
    CASES, OF, "the same claim reworded on both, ours taken", "the sentence that was chosen stands"
)
def claim_ours(place: Place) -> str:
    there, said, conflicts = _same_claim(place)
    there.resolve(conflicts, "ours")
    return hold(there, said[1:])


@case(
    CASES,
    OF,
    "the same claim reworded on both, theirs taken",
    "the sentence that was chosen stands",
)
def claim_theirs(place: Place) -> str:
    there, said, conflicts = _same_claim(place)
    there.resolve(conflicts, "theirs")
    return hold(there, said[:1])


@case(CASES, OF, "the same claim reworded on both, both taken", "both sentences stand")
def claim_union(place: Place) -> str:
    there, said, conflicts = _same_claim(place)
    there.resolve(conflicts, "union")
    return hold(there, said)


@case(
    CASES,
    OF,
    "the same claim reworded on both, the markers left in",
    "both stand, the page is named, exit 1",
    quick=True,
)
def claim_markers(place: Place) -> str:
    there, said, conflicts = _same_claim(place)
    there.resolve(conflicts, "markers")
    (path,) = conflicts
    line = there.text(path)[: there.text(path).index("<<<<<<<")].count("\n") + 1
    named = f"{path}:{line}: conflict markers of git"
    there.wiki("check", code=1, says=named)
    seen = hold(there, said, code=1, says=named, broken=conflicts)
    text = "".join(
        row
        for row in there.text(path).splitlines(keepends=True)
        if not row.startswith(("<<<<<<<", "=======", ">>>>>>>"))
    )
    there.write(path, text)
    return f"{seen}; mended: {hold(there, said)}"


@case(CASES, OF, "the same claim reworded and rendered on both, both taken", "both sentences stand")
def claim_rendered(place: Place) -> str:
    there, said, conflicts = _same_claim(place, rendered=True)
    there.resolve(conflicts, "union")
    return hold(there, said)


@case(CASES, OF, "four days in turns, both edit each day", KEPT)
def in_turns(place: Place) -> str:
    said: list[Said] = []
    pair = place.clone(), place.clone()
    for number in range(4):
        there = pair[number % 2]
        there.pull()
        said += [
            note(there, FIRST),
            section(
                there,
                (FIRST, SECOND, THIRD)[number % 3],
                f"reason.{'ez'[number // 2]}{'nh'[number // 2]}",
            ),
        ]
        there.commit()
        place.announce()
        there.bot(says="pushed")
    pair[0].pull()
    seen = hold(pair[0], said)
    same(*pair)
    return seen


@case(
    CASES,
    OF,
    "a month-old clone renders, then pulls",
    "its render writes nothing, every sentence stands",
)
def old_clone(place: Place) -> str:
    old, bot = place.clone(), place.clone()
    for _ in range(3):
        place.announce()
        bot.bot(says="pushed")
    said = [note(old, FIRST), section(old, SECOND), *gloss(old), own_page(old)]
    old.commit("Edits")
    old.render()
    old.commit("A render")
    old.git("fetch", "-q")
    old.resolve(conflicts, "ours") if (conflicts := old.merge("origin/main")) else None
    old.render()
    old.commit("A render")
    old.push()
    seen = hold(old, said)
    same(old, bot)
    return seen


@case(
    CASES,
    OF,
    "a month-old clone with edits runs the daily script",
    "exit 3 before it imports; merged by hand, all stand",
)
def old_clone_updates(place: Place) -> str:
    old, bot = place.clone(), place.clone()
    for _ in range(2):
        place.announce()
        bot.bot(says="pushed")
    said = [*everything(old), section(old, "page:index", "lead.en")]
    old.commit()
    place.announce()
    old.bot(code=3, says="docs/index.md")
    old.clean("it imported all the same")
    old.git("fetch", "-q")
    old.resolve(old.merge("origin/main"), "ours")
    old.bot(says="what was committed here is pushed")
    seen = hold(old, said)
    same(old, bot)
    return seen


def _founded(place: Place) -> tuple[Machine, Said, Said, str]:
    """A concept that two people founded: both glosses, and the file; in the middle of the merge."""
    one, other = place.clone(), place.clone()
    path = "data/concepts/episodic-memory.yml"
    lines = []
    for machine in (one, other):
        lines.append(f'  en: "{words()}"')
        head = (
            f"id: episodic-memory\nname:\n  en: episodic memory\nfounded: {FIRST}\npinned:"
            " true\ngloss:\n"
        )
        machine.write(path, head + lines[-1] + "\n")
        machine.render()
        machine.commit()
    one.push()
    other.git("fetch", "-q")
    conflicts = other.merge("origin/main")
    assert path in conflicts, conflicts
    return other, Said(lines[0], path=path), Said(lines[1], path=path), path


@case(
    CASES,
    OF,
    "the same concept founded on both, one side taken",
    "the side that was chosen stands, one page",
)
def founded_twice(place: Place) -> str:
    there, _, mine, path = _founded(place)
    others = [
        file
        for file in there.git("diff", "--name-only", "--diff-filter=U").splitlines()
        if file != path
    ]
    for file in others:
        there.git("checkout", "--ours", "--", file)
        there.git("add", file)
    there.resolve([path], "ours")
    return hold(there, [mine])


@case(
    CASES,
    OF,
    "the same concept founded on both, markers left in",
    "nothing runs, the line is named, exit 2; then all is well",
)
def founded_markers(place: Place) -> str:
    there, theirs, _, path = _founded(place)
    there.resolve(there.git("diff", "--name-only", "--diff-filter=U").splitlines(), "markers")
    before = there.text(path)
    line = before[: before.index("<<<<<<<")].count("\n") + 1
    for command in ("render", "update", "build"):
        there.wiki(command, code=2, says=f"{path.rpartition('/')[2]}:{line}")
    assert there.text(path) == before
    there.clean("a command that ended with 2 wrote")
    for file in there.conflicted():
        there.git("checkout", "HEAD^2", "--", file)
    return hold(there, [theirs])


@case(CASES, OF, "the same concept founded by two bots", "the remote's file stands, no page twice")
def founded_by_bots(place: Place) -> str:
    one, other = place.clone(), place.clone()
    place.announce()
    said = list(gloss(one))
    one.commit()
    one.bot(says="pushed")
    other.bot(says="pushed")
    seen = hold(other, said)
    same(other, one)
    return seen


@case(
    CASES,
    OF,
    "A merged into B here, B into A there",
    "no cycle is followed; named or whole; both sides' notes stand",
)
def merged_both_ways(place: Place) -> str:
    one, other = place.clone(), place.clone()
    a, b = CONCEPT, "policy-optimization"
    said = [note(one, f"concept:{a}"), note(other, f"concept:{b}")]
    one.wiki("concepts", "merge", a, b)
    other.wiki("concepts", "merge", b, a)
    for machine in (one, other):
        machine.commit()
    one.push()
    other.git("fetch", "-q")
    conflicts = other.merge("origin/main")
    # whose note was written there
    for path in [path for path in conflicts if path.endswith(f"/{a}.md")]:
        other.git("checkout", "--theirs", "--", path)
        other.git("add", "--", path)
    left = [path for path in conflicts if not path.endswith(f"/{a}.md")]
    other.resolve(left, "ours") if conflicts else None
    cycle = all("\nmerged:" in other.text(f"data/concepts/{id_}.yml") for id_ in (a, b))
    ran = other.render((0, 1, 2))
    if ran.code == 2:
        assert f"{a}.yml" in ran.said or f"{b}.yml" in ran.said, ran.said
        other.git("checkout", "HEAD^1", "--", f"data/concepts/{a}.yml", f"data/concepts/{b}.yml")
    return f"{'a cycle' if cycle else 'no cycle'}: exit {ran.code}; {hold(other, said)}"


@case(CASES, OF, "operations logged on both", "both are logged, and can be undone")
def operations(place: Place) -> str:
    one, other = place.clone(), place.clone()
    said = [note(one, FIRST), note(other, SECOND)]
    one.wiki("concepts", "merge", CONCEPT, "reward-model", "--reason", "one")
    other.wiki("concepts", "pin", "reward-model")
    other.wiki("concepts", "rename", "long-horizon-task", "--en", "long task")
    for machine in (one, other):
        machine.commit()
    one.push()
    other.git("fetch", "-q")
    other.resolve(conflicts, "ours") if (conflicts := other.merge("origin/main")) else None
    other.render()
    other.commit()
    ops = [line for line in other.text("data/operations.jsonl").splitlines() if line]
    assert len(ops) == 3, ops
    other.wiki("concepts", "undo")
    assert len(other.text("data/operations.jsonl").splitlines()) == 4
    return hold(other, said)


@case(CASES, OF, "the same concepts merged on both", "merged once, undone once")
def merged_twice(place: Place) -> str:
    one, other = place.clone(), place.clone()
    said = [*gloss(one, "credit-assignment")]
    for machine in (one, other):
        machine.wiki("concepts", "merge", CONCEPT, "reward-model", "--today", "2026-05-06")
        machine.commit()
    one.push()
    other.pull()
    assert len(other.text("data/operations.jsonl").splitlines()) == 1
    other.wiki("concepts", "undo", "--today", "2026-05-07")
    assert not other.tried("grep", "-l", "merged:", "--", "data/concepts").stdout
    return hold(other, said)
