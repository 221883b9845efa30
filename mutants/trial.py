"""One mutant against the tests, in a process forked from one that has imported everything else."""

from __future__ import annotations

import gc
import importlib.abc
import importlib.util
import multiprocessing
import os
import resource
import signal
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec, SourceFileLoader
from multiprocessing.connection import wait
from pathlib import Path
from types import CodeType

import pytest
from hypothesis import HealthCheck, Phase, settings

from mutants.change import Mutant

OURS = ("wiki_builder", "tests", "benchmarks")  # imported anew in each process
MEMORY = 4 * 2**30  # bytes of address space
_NOT_IMPORTED = 99
_FORK = multiprocessing.get_context("fork")

# No mutant is killed by a busy machine; a failure is not made smaller, nor kept for the next run.
settings.register_profile(
    "mutants",
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate),
)


@dataclass(frozen=True, slots=True)
class Tests:
    """What tries a module: its name, its file, the tests, and the seed of what they draw."""

    module: str
    path: Path
    files: Sequence[str]
    seed: int

    def arguments(self) -> list[str]:
        """pytest's."""
        plain = [
            "-x",
            "-q",
            "--tb=no",
            "--assert=plain",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:xdist",
            "-o",
            "timeout=0",
        ]
        return [
            *plain,
            "--hypothesis-profile=mutants",
            f"--hypothesis-seed={self.seed}",
            *self.files,
        ]


@dataclass(frozen=True, slots=True)
class Limit:
    """Seconds after which a mutant has timed out:
    of processor, and (of one that waits) of clock.
    """

    processor: float
    clock: float


class _Loader(SourceFileLoader):
    """Loads the mutant under its module's name."""

    def __init__(self, tests: Tests, source: str) -> None:
        super().__init__(tests.module, str(tests.path))
        self._source, self.used = source, False

    def get_code(self, fullname: str) -> CodeType:
        self.used = True
        return compile(self._source, self.path, "exec", dont_inherit=True)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the mutant where its module is imported."""

    def __init__(self, loader: _Loader) -> None:
        self._loader = loader

    def find_spec(
        self, fullname: str, path: object = None, target: object = None
    ) -> ModuleSpec | None:
        if fullname != self._loader.name:
            return None
        return importlib.util.spec_from_file_location(
            fullname, self._loader.path, loader=self._loader
        )


def warm(tests: Tests) -> None:
    """Import what the tests import, and forget what is ours."""
    sys.dont_write_bytecode = False  # of ours, for the children; a mutant has none
    with open(os.devnull, "w") as nowhere:
        old, sys.stdout = sys.stdout, nowhere
        try:
            pytest.main(["--collect-only", *tests.arguments()])
        finally:
            sys.stdout = old
    for name in [name for name in sys.modules if name.split(".")[0] in OURS]:
        del sys.modules[name]
    gc.collect()
    gc.freeze()  # what no child need look through


def limit(tests: Tests) -> Limit:
    """From a run of the module as it is.

    Raises:
        SystemExit: its tests fail, or do not import it.
    """
    unchanged = Mutant("as it is", tests.path.read_text("utf-8"))
    began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    ((_, code),) = trials(tests, [unchanged], Limit(300, 600), 1)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if code:
        raise SystemExit(
            f"{tests.module}: its tests do not pass as it is (exit code {code}):"
            f" {' '.join(tests.files)}"
        )
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Limit(10 + 5 * spent, 30 + 10 * (time.monotonic() - began))


def trials(
    tests: Tests, mutants: Iterable[Mutant], limit: Limit, jobs: int
) -> Iterator[tuple[Mutant, int | None]]:
    """Each mutant with pytest's exit code (0: it lives), or ``None`` where it timed out.

    Raises:
        SystemExit: the tests never import the module.
    """
    running: dict[int, tuple[multiprocessing.process.BaseProcess, Mutant, float]] = {}
    for mutant in mutants:
        process = _FORK.Process(target=_try, args=(tests, mutant, limit))
        process.start()
        running[process.sentinel] = (process, mutant, time.monotonic() + limit.clock)
        while len(running) >= jobs:
            yield from _ended(tests, running)
    while running:
        yield from _ended(tests, running)


def _ended(
    tests: Tests, running: dict[int, tuple[multiprocessing.process.BaseProcess, Mutant, float]]
) -> Iterator[tuple[Mutant, int | None]]:
    first = min(until for _, _, until in running.values())
    ready = wait(list(running), timeout=max(0.0, first - time.monotonic()))
    for sentinel in ready or [
        key for key, (_, _, until) in running.items() if until <= time.monotonic()
    ]:
        process, mutant, _ = running.pop(int(str(sentinel)))
        if not ready and process.pid:
            os.killpg(process.pid, signal.SIGKILL)
        process.join()
        if process.exitcode == _NOT_IMPORTED:
            raise SystemExit(f"{tests.module} is not imported by {' '.join(tests.files)}")
        yield (
            mutant,
            None if process.exitcode in (-signal.SIGXCPU, -signal.SIGKILL) else process.exitcode,
        )


def _try(tests: Tests, mutant: Mutant, limit: Limit) -> None:
    os.setsid()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    resource.setrlimit(resource.RLIMIT_CPU, (int(limit.processor), int(limit.processor) + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    loader = _Loader(tests, mutant.source)
    sys.meta_path.insert(0, _Finder(loader))
    code = int(pytest.main(tests.arguments()))
    os._exit(code if loader.used else _NOT_IMPORTED)
