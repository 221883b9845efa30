"""The drill of kills: each command that writes, ended at any of its changes of the disk, and given
again.

By KILL (what is written then is written half), by TERM and INT before and behind the change, and by
a disk that is full or broken, for a while or until the command has ended. The changes are counted
where they pass the system (:mod:`drill.harm`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from drill.case import Case, Plan
from drill.harm import Ending
from drill.kills import places
from drill.kills.commands import COMMANDS, FOLLOWING, MERGE, UPDATE, Command
from drill.kills.judge import Moment, followed, harmed, interrupted, whole

ENDINGS: tuple[Ending, ...] = ("KILL", "TERM", "ENOSPC", "KILL", "INT", "EIO")
_WHILE = (0, 1, 0, 4)  # changes for which a disk fails; 0 for good
_SAME = (
    "given again: the bytes of a run without harm, nothing left over, no edit lost, nothing paid"
    " twice"
)
_EXPECTED = {
    "KILL": _SAME,
    "TERM": f"exit 130 and a sentence; {_SAME}",
    "INT": f"exit 130 and a sentence; {_SAME}",
    "ENOSPC": f"the file is named; {_SAME}",
    "EIO": f"the file is named; {_SAME}",
}

_TELLING = (
    (UPDATE, Moment("KILL", 0.4), "KILL at two fifths of the changes", True),
    (UPDATE, Moment("TERM", 0.3), "TERM at three tenths of the changes", False),
    (UPDATE, Moment("ENOSPC", 0.2), "ENOSPC for good at a fifth of the changes", True),
    (MERGE, Moment("KILL", 0.3), "KILL at three tenths of the changes", False),
    (MERGE, Moment("INT", 0.15, after=True), "INT behind a seventh of the changes", True),
    (MERGE, Moment("EIO", 0.5, lasting=1), "EIO for 1 at half of the changes", True),
)


def cases(plan: Plan) -> Sequence[Case]:
    """Each command so often as it says, or with ``long`` at every change."""
    found = [
        case
        for command in COMMANDS
        for case in (_every if plan.long else _some)(command, plan.seed)
    ]
    found += [_case(*telling) for telling in _TELLING]
    found += [*_following(plan.seed), *_asking(), *places.cases(plan)]
    return list({(case.of, case.name): case for case in found}.values())


def _some(command: Command, seed: int) -> Iterator[Case]:
    """Spread over the command's changes, one in each part of them, the endings in turn."""
    chance = random.Random(f"{seed} {command.name}")
    turn = chance.randrange(len(ENDINGS))
    for number in range(command.cases):
        ending = ENDINGS[(turn + number) % len(ENDINGS)]
        share = (number + chance.random()) / command.cases
        moment = Moment(ending, share, lasting=chance.choice(_WHILE), after=chance.random() < 0.5)
        yield _case(
            command, moment, f"{_words(moment)} at {share:.1%} of the changes (seed {seed})"
        )


def _every(command: Command, seed: int) -> Iterator[Case]:
    chance = random.Random(f"{seed} {command.name}")
    count = len(whole(command).changes)
    for number in range(1, count + 1):
        moment = Moment(
            ENDINGS[(seed + number) % len(ENDINGS)],
            0.0,
            number,
            chance.choice(_WHILE),
            chance.random() < 0.5,
        )
        yield _case(
            command, moment, f"{_words(moment)} at change {number} of {count} (seed {seed})"
        )


def _following(seed: int) -> Iterator[Case]:
    """Another command than the one that was killed while it wrote its files,
    its pages still to come.
    """
    for other in FOLLOWING:
        chance = random.Random(f"{seed} then {other.name}")
        for half in range(other.cases):
            share = 0.35 * (half + chance.random()) / other.cases
            yield _then(other, share, f"KILL at {share:.1%} of the changes (seed {seed})")
    yield _then(FOLLOWING[0], 0.2, "KILL at a fifth of the changes", quick=True)


def _then(other: Command, share: float, name: str, quick: bool = False) -> Case:
    killed = replace(MERGE, before=other.before)
    run = partial(followed, killed, other, Moment("KILL", share))
    expected = f"{MERGE.name} is done as a whole, or was not begun; no edit lost"
    return Case(other.of, f"{other.name}: {name}", expected, run, quick)


def _asking() -> Iterator[Case]:
    """While the model is at work, and nothing is changed."""
    for ending in ("KILL", "TERM", "INT"):
        for call in (1, 3, 6):
            run = partial(interrupted, UPDATE, ending, call)
            yield Case(
                UPDATE.of, f"{UPDATE.name}: {ending} during call {call}", _EXPECTED[ending], run
            )


def _words(moment: Moment) -> str:
    match moment.ending:
        case "ENOSPC" | "EIO":
            return f"{moment.ending} {f'for {moment.lasting}' if moment.lasting else 'for good'}"
        case "TERM" | "INT":
            return f"{moment.ending} {'behind' if moment.after else 'before'} it"
    return moment.ending


def _case(command: Command, moment: Moment, name: str, quick: bool = False) -> Case:
    run = partial(harmed, command, moment)
    return Case(command.of, f"{command.name}: {name}", _EXPECTED[moment.ending], run, quick)
