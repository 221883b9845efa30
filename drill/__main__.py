"""``python -m drill [KIND ...] [--long] [--seed N] [--only TEXT] [--jobs N] [--list]``: the table
of the drills.

Exits with 1 if anything was not as expected. Each line: kind, what was attacked, case, expected,
seen.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from drill.case import Case, Plan

KINDS = ("faults", "kills", "hostile", "git", "browsers")


def cases(kind: str, plan: Plan) -> Sequence[Case]:
    """The cases of a kind, in the order of the table."""
    made: Sequence[Case] = importlib.import_module(f"drill.{kind}").cases(plan)
    return made


def perform(case: Case) -> tuple[bool, str]:
    """Whether all was as expected, and what was seen."""
    with tempfile.TemporaryDirectory(
        prefix="wiki-builder-drill-", ignore_cleanup_errors=True
    ) as folder:
        try:
            return True, case.run(Path(folder))
        except AssertionError as wrong:
            return False, str(wrong) or traceback.format_exc()
        except Exception:
            return False, "the drill itself broke: " + traceback.format_exc()


def main(arguments: list[str]) -> int:
    """Run what was asked for; the exit code."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    if unknown := sorted({*asked.kinds} - {*KINDS}):
        parser.error(f"no such kind: {', '.join(unknown)}; there are {', '.join(KINDS)}")
    plan = Plan(asked.seed, asked.long)
    wrong = 0
    for kind in asked.kinds or KINDS:
        chosen = [case for case in cases(kind, plan) if asked.only in f"{case.of} {case.name}"]
        if asked.list:
            print(
                *(f"{kind} | {case.of} | {case.name} | {case.expected}" for case in chosen),
                sep="\n",
            )
            continue
        wrong += _drilled(kind, chosen, plan, asked.jobs)
    return int(wrong > 0)


def _drilled(kind: str, chosen: Sequence[Case], plan: Plan, jobs: int) -> int:
    """Run a kind's cases and print their lines; how many were not as expected."""
    began, wrong = time.monotonic(), 0
    for case, (ok, seen) in _performed(chosen, jobs):
        wrong += not ok
        print(
            f"{kind} | {case.of} | {case.name} | {case.expected} | {'' if ok else 'WRONG: '}{seen}",
            flush=True,
        )
    of = len({case.of for case in chosen})
    took = f"seed {plan.seed}, {time.monotonic() - began:.0f} s"
    print(
        f"{kind}: {len(chosen)} cases of {of} kinds, {len(chosen) - wrong} as expected, {wrong}"
        f" not; {took}\n"
    )
    return wrong


def _performed(chosen: Sequence[Case], jobs: int) -> Iterator[tuple[Case, tuple[bool, str]]]:
    with ThreadPoolExecutor(jobs) as pool:
        yield from zip(chosen, pool.map(perform, chosen), strict=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m drill", description="Attack the program; print what was seen."
    )
    parser.add_argument("kinds", nargs="*", help=f"of {', '.join(KINDS)}; all, if none is named")
    parser.add_argument("--long", action="store_true", help="more of everything")
    parser.add_argument("--seed", type=int, default=1, help="of all that is random")
    parser.add_argument(
        "--only", default="", help="cases with this text in what is attacked and their name"
    )
    parser.add_argument("--jobs", type=int, default=2, help="how many cases at once")
    parser.add_argument("--list", action="store_true", help="name the cases and run none")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
