"""What must come of a command that was harmed:
given again, it ends as one that nothing ever happened to.
"""

from __future__ import annotations

import math
import re
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path, PurePosixPath

from drill import command, harm
from drill.command import Ran, Start
from drill.harm import Change, Ending, Harm
from drill.kills import wikis
from drill.kills.commands import Command
from drill.kills.wikis import SHELF, Made
from tests.e2e.world import different, files
from tests.loopback.model import Body, Fault, ModelServer, Move

STOPPED = "stopped; the next run goes on from here"
_SERVER = re.compile(rb'base_url = "[^"]*"')
_DECORATION = re.compile(r"^\.(.+?)(?:\.[0-9a-f]{16}\.[0-9a-f]{16}\.wiki-swap|\.wiki-part)$")
_OWN_EXITS = {"KILL": -9, "TERM": 130, "INT": 130}


@dataclass(frozen=True)
class Whole:
    """A command that nothing happened to: how it ended, what it changed and asked,
    and what stood there then.
    """

    code: int | None
    changes: tuple[Change, ...]
    asked: int
    paid: Mapping[str, int]
    state: Mapping[str, bytes]
    cache: frozenset[str]


def prepared(attacked: Command) -> Made:
    """The wiki that a command is given to."""
    return SHELF.get(attacked.before, attacked.before)


def whole(attacked: Command) -> Whole:
    """The command done once, by nobody disturbed."""
    return SHELF.get((attacked.before, attacked.name), partial(_whole, attacked))


def _whole(attacked: Command) -> Whole:
    return _done_whole(prepared(attacked), attacked)


def _done_whole(begin: Made, *commands: Command) -> Whole:
    """Some commands, one after the other; the last one's changes."""
    made = wikis.copy(begin, SHELF.folder() / "wiki")
    with asked(made) as model:
        for number, one in enumerate(commands):
            log = made.root.with_name(f"log-{number}")
            ran = done(made, one.args(begin), Harm(str(made.root), str(log)))
            assert ran.code in (0, 1), (
                f"{one.name} does not go well even unharmed: {ran.code}, {ran.said}"
            )
    persons(made, begin)
    caches = frozenset(files(made.root / ".wiki"))
    return Whole(
        ran.code, tuple(harm.changes(log)), len(model.requests), paid(made), state(made), caches
    )


@contextmanager
def asked(made: Made, answer: Callable[[Body], Move] = wikis.answer) -> Iterator[ModelServer]:
    """A model of the wiki's own, to which its settings lead."""
    with ModelServer(answer) as model:
        settings = made.root / "wiki.toml"
        if settings.exists():
            address = f'base_url = "{model.url}"'.encode()
            settings.write_bytes(_SERVER.sub(address, settings.read_bytes()))
        yield model


def done(made: Made, args: tuple[str, ...], what: Harm | None = None) -> Ran:
    """Run the command in its wiki."""
    first = partial(harm.arm, what) if what else None
    return command.run(*args, how=Start(folder=made.root, first=first))


def state(made: Made) -> dict[str, bytes]:
    """Every file but caches and the ledger of spending, which says what really happened;
    settings without a port.
    """
    found = {
        path: content
        for path, content in files(made.root).items()
        if not path.startswith("data/spending/")
    }
    return found | {"wiki.toml": _SERVER.sub(b"", found.get("wiki.toml", b""))}


def paid(made: Made) -> Counter[str]:
    """How many answers that came were booked for each paper, concept or names."""
    rows = [
        row.split("\t")
        for path in made.root.glob("data/spending/*.tsv")
        for row in path.read_text().splitlines()
    ]
    return Counter(f"{row[2]} {row[3]}" for row in rows if row[-1] == "stated")


def booked(made: Made) -> int:
    """How many calls are in the ledger, the answered ones and those that may have been paid."""
    return sum(len(path.read_text().splitlines()) for path in made.root.glob("data/spending/*.tsv"))


def persons(made: Made, before: Made) -> None:
    """All that a person wrote stands there, to the byte."""
    for words, path in made.mine:
        file = made.root / path
        assert file.is_file(), f"{path} is gone, in which a person wrote"
        assert words in file.read_text("utf-8", "replace"), f"{words!r} is gone from {path}"
    for path in made.whole:
        now, then = ((one.root / path).read_bytes() for one in (made, before))
        assert _SERVER.sub(b"", now) == _SERVER.sub(b"", then), (
            f"{path} is a person's, and was changed"
        )


# --- A case -----------------------------------------------------------------------


@dataclass(frozen=True)
class Moment:
    """When it happens: at a share of the command's changes, from 0 to 1,
    or at the change of a number.
    """

    ending: Ending
    share: float = 0.0
    number: int = 0
    lasting: int = 0
    after: bool = False

    def at(self, changes: int) -> int:
        return self.number or max(1, math.ceil(self.share * changes))


def harmed(attacked: Command, moment: Moment, folder: Path) -> str:
    """Harm the command, look at what it left, give it again, look again; what was seen."""
    expected = whole(attacked)
    at = moment.at(len(expected.changes))
    made = wikis.copy(prepared(attacked), folder / "wiki")
    what = Harm(
        str(made.root), str(folder / "log"), at, moment.ending, moment.lasting, moment.after
    )
    booked_before = booked(made)
    with asked(made) as model:
        ran = done(made, attacked.args(prepared(attacked)), what)
        changes = harm.changes(folder / "log")
        # a build's last changes differ by one or two: take the last that it made
        if at - 3 <= len(changes) < at:
            return harmed(attacked, replace(moment, number=len(changes)), folder / "earlier")
        assert len(changes) >= at, f"it ended before: {len(changes)} changes of {at}"
        ended(ran, moment, expected, changes[at - 1 :])
        persons(made, prepared(attacked))
        first = len(model.requests)
        if ran.code == expected.code:  # only caches could not be written
            wrong = different(state(made), expected.state)
            assert not wrong, f"it said that all was well, and these differ: {wrong[:8]}"
        else:
            again(attacked, made, expected)
    once(made, len(model.requests), booked(made) - booked_before, moment, expected)
    left = changes[at - 1]
    twice = f", {first}+{len(model.requests) - first} calls" if expected.asked else ""
    return (
        f"change {at} of {len(expected.changes)} ({left.kind} {left.path}), exit {ran.code}{twice}"
    )


def followed(killed: Command, other: Command, moment: Moment, folder: Path) -> str:
    """Kill one command and give another: the first is done as a whole by then,
    or was never begun.
    """
    begin = prepared(killed)
    orders = ((other,), (killed, other))
    either = [
        SHELF.get((begin.root, order), partial(_done_whole, begin, *order)).state
        for order in orders
    ]
    at = moment.at(len(whole(killed).changes))
    made = wikis.copy(begin, folder / "wiki")
    with asked(made):
        ran = done(made, killed.args(begin), Harm(str(made.root), str(folder / "log"), at, "KILL"))
        assert ran.code == -9, f"exit {ran.code}, {ran.said[-600:]}"
        persons(made, begin)
        ran = done(made, other.args(begin))
    told = f"exit {ran.code}, {ran.said[-600:]}"
    now = state(made)
    differing = [different(now, one) for one in either]
    assert not all(differing), (
        f"neither as done nor as never begun: {[wrong[:6] for wrong in differing]}; {told}"
    )
    persons(made, begin)
    change = harm.changes(folder / "log")[at - 1]
    return (
        f"killed at change {at} ({change.kind} {change.path}); then"
        f" {'nothing of it' if differing[1] else 'all of it'}"
    )


def interrupted(attacked: Command, ending: Ending, call: int, folder: Path) -> str:
    """End a command while the model works on its so many-th call, which never answers;
    then give it again.
    """
    expected, made = whole(attacked), wikis.copy(prepared(attacked), folder / "wiki")
    begun, booked_before = list[command.Running](), booked(made)

    def answer(body: Body) -> Move:
        if len(model.requests) == call and begun:
            begun.pop().signal(getattr(signal, f"SIG{ending}"))
            return Fault(hang=True)
        return wikis.answer(body)

    with asked(made, answer) as model:
        running = command.start(*attacked.args(prepared(attacked)), how=Start(folder=made.root))
        begun.append(running)
        ran = running.end()
        moment = Moment(ending)
        ended(ran, moment, expected, [])
        persons(made, prepared(attacked))
        first = len(model.requests)
        again(attacked, made, expected)
    once(made, len(model.requests), booked(made) - booked_before, moment, expected)
    return f"exit {ran.code}, {first}+{len(model.requests) - first} calls"


def again(attacked: Command, made: Made, expected: Whole) -> None:
    """The same command once more: the same end and bytes as if nothing had happened,
    and nothing left over.
    """
    ran = done(made, attacked.args(prepared(attacked)))
    told = f"given again: exit {ran.code}, {ran.said[-600:]}"
    assert "Traceback" not in ran.said, told
    wrong = different(state(made), expected.state)
    assert not wrong, f"given again, these differ: {wrong[:8]}; {told}"
    assert ran.code == expected.code, told
    persons(made, prepared(attacked))
    left = {*files(made.root / ".wiki")} - expected.cache
    assert not left, f"left in the cache: {sorted(left)[:5]}"


def ended(ran: Ran, moment: Moment, expected: Whole, changes: list[Change]) -> None:
    """How the harmed command ended: as it was told to, or with what it could not write named,
    never a traceback.
    """
    told = f"exit {ran.code}, {ran.said[-900:]}"
    assert "Traceback" not in ran.said, told
    if (code := _OWN_EXITS.get(moment.ending)) is not None:
        assert ran.code == code, told
        assert code < 0 or ran.err.rstrip().endswith(STOPPED), told
        return
    assert ran.code in {expected.code, 1, 3}, told
    if ran.code == expected.code:
        return
    named = {
        "site" if change.path.startswith("site/") else _name(change.path) for change in changes
    }
    assert any(name in ran.said for name in named), f"no file is named: {told}"
    assert ran.code != 3 or ran.err.rstrip().endswith("."), told


def once(made: Made, requests: int, calls: int, moment: Moment, expected: Whole) -> None:
    """Nothing is paid for twice but what was under way; and all is booked that was."""
    more = requests - expected.asked
    assert more <= wikis.CONCURRENCY, f"{more} calls more than without harm"
    if moment.ending in ("TERM", "INT"):
        twice = {about: n for about, n in paid(made).items() if n > expected.paid[about]}
        assert not twice, f"an answer that had come was asked for again: {twice}"
    unbooked = requests - calls
    assert unbooked <= (0 if moment.ending in ("TERM", "INT") else wikis.CONCURRENCY), (
        f"{unbooked} calls not booked"
    )


def _name(path: str) -> str:
    """The name of the file that a change was about,
    without what a write under way has around it.
    """
    name = PurePosixPath(path).name
    found = _DECORATION.match(name)
    return found[1] if found else name
