"""``python -m mutants [MODULE ...] [--seed N] [--jobs N] [--only TEXT]``: what the tests of the
promises would miss.

A line a module: mutants, killed, timed out, alive. Then each that lives, with the reason why it
may, from ``survivors.toml``; equivalent ones are alive too. The share is that of killed mutants in
all; those that timed out are not in it. Exits with 1 below 80 % in a module or 90 % in all, where a
mutant lives without a reason, and where one that has a reason does not live.
"""

from __future__ import annotations

import argparse
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mutants.change import mutants
from mutants.trial import Tests, limit, trials, warm

ROOT = Path(__file__).parents[1]
LEAST, LEAST_IN_ALL = 80, 90  # percent
# The module, and the tests that try it: those of its own that run in this process.
MODULES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "hold": (
        "grounding.quantities.hold",
        ("tests/grounding/test_hold.py",),
    ),
    "quotes": ("grounding.quotes", ("tests/grounding/test_quotes.py",)),
    "memory": ("contract.memory", ("tests/contract/test_memory.py",)),
    "merge": ("contract.merge", ("tests/contract/test_merge.py",)),
    "merge_items": (
        "contract.merge_items",
        ("tests/contract/test_merge_items.py", "tests/contract/test_merge.py"),
    ),
    "items": ("contract.items", ("tests/contract/test_items.py",)),
    "normal": ("contract.normal", ("tests/contract/test_normal.py",)),
    "feed": ("sources.feed", ("tests/sources/test_feed_fields.py", "tests/sources/test_feed.py")),
    "limits": ("llm.limits", ("tests/llm/test_limits.py",)),
    "guards": ("concepts.matching.guards", ("tests/concepts/test_guards.py",)),
    "receipts": ("stages.receipts", ("tests/stages/test_receipts.py",)),
    "disk": ("core.store.disk", ("tests/core/test_disk.py", "tests/contract/test_disk.py")),
}


@dataclass(frozen=True, slots=True)
class Result:
    """A module's mutants by what became of them, the living ones by name."""

    module: str
    killed: int
    timed_out: int
    alive: tuple[str, ...]
    seconds: float

    @property
    def all(self) -> int:
        """How many were made."""
        return self.killed + self.timed_out + len(self.alive)

    @property
    def share(self) -> float:
        """Percent killed."""
        return 100 * self.killed / self.all if self.all else 100.0


def reasons() -> dict[str, dict[str, str]]:
    """Why mutants may live, by module and name."""
    table = tomllib.loads(Path(__file__).with_name("survivors.toml").read_text("utf-8"))
    return {
        module: {name: one["why"] for one in table.get(module, []) for name in one["mutants"]}
        for module in MODULES
    }


def tried(module: str, seed: int, jobs: int, only: str) -> Result:
    """Try all mutants of a module that have ``only`` in their names."""
    dotted, files = MODULES[module]
    path = ROOT / "wiki_builder" / f"{dotted.replace('.', '/')}.py"
    tests = Tests(f"wiki_builder.{dotted}", path, files, seed)
    began = time.monotonic()
    warm(tests)
    most, chosen = (
        limit(tests),
        (mutant for mutant in mutants(path.read_text("utf-8")) if only in mutant.name),
    )
    counted, alive = Counter[str](), []
    for mutant, code in trials(tests, chosen, most, jobs):
        end = "timed out" if code is None else "killed" if code else "alive"
        counted[end] += 1
        if end != "killed":
            print(f"  {module}: {end}: {mutant.name}", flush=True)
        if end == "alive":
            alive.append(mutant.name)
    return Result(
        module, counted["killed"], counted["timed out"], tuple(alive), time.monotonic() - began
    )


def _row(result: Result) -> str:
    counts = f"{result.all:7} {result.killed:7} {result.timed_out:9} {len(result.alive):6}"
    return f"{result.module:10} {counts} {result.share:6.1f} % {result.seconds:6.0f} s"


def _table(results: Sequence[Result], whole: Result) -> None:
    print(f"\n{'module':10} mutants  killed timed out  alive    killed   time")
    for result in results:
        print(_row(result))
    print(_row(whole))


def _survivors(result: Result, known: Mapping[str, str], whole: bool) -> int:
    """Print the living with their reasons; how many have none, or have one and do not live."""
    for name in result.alive:
        print(f"  {result.module}: {name}\n      {known.get(name, 'WITHOUT A REASON')}")
    stale = sorted(known.keys() - {*result.alive}) if whole else []
    for name in stale:
        print(f"  {result.module}: has a reason and does not live: {name}")
    return sum(name not in known for name in result.alive) + len(stale)


def main(arguments: list[str]) -> int:
    """Run what was asked for; the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m mutants", description="Break modules; print what no test sees."
    )
    parser.add_argument(
        "modules", nargs="*", help=f"of {', '.join(MODULES)}; all, if none is named"
    )
    parser.add_argument("--seed", type=int, default=1, help="of all that is drawn")
    parser.add_argument("--jobs", type=int, default=2, help="how many at once")
    parser.add_argument(
        "--only", default="", help="mutants with this text in their names: function: line"
    )
    asked = parser.parse_args(arguments)
    if unknown := sorted({*asked.modules} - {*MODULES}):
        parser.error(f"no such module: {', '.join(unknown)}; there are {', '.join(MODULES)}")
    known, results = reasons(), []
    for module in asked.modules or MODULES:
        results.append(tried(module, asked.seed, asked.jobs, asked.only))
        print(_row(results[-1]), flush=True)
    print()
    unexplained = sum(
        _survivors(result, known[result.module], not asked.only) for result in results
    )
    alive = tuple(name for result in results for name in result.alive)
    whole = Result(
        "in all",
        sum(result.killed for result in results),
        sum(result.timed_out for result in results),
        alive,
        sum(result.seconds for result in results),
    )
    _table(results, whole)
    print(f"seed {asked.seed}; {unexplained} without a reason, or with one and not alive")
    return int(
        unexplained > 0
        or whole.share < LEAST_IN_ALL
        or any(result.share < LEAST for result in results)
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
