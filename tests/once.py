"""What is made once in a run of the tests, by whichever of its processes asks first."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock

SLOW = "wiki_builder.tests.slow"
"""What Python's audit hooks are told before a test gets what takes long:
a wiki with all of its pages, say.
"""

Once = Callable[[str, Callable[[Path], None]], Path]


def once_in(base: Path) -> Once:
    """The function that gives the folder of a name below ``base``,
    and has it made if there is none yet.
    """

    def made(name: str, make: Callable[[Path], None]) -> Path:
        folder, done = base / f"once-{name}", base / f"once-{name}.done"
        with FileLock(f"{folder}.lock"):
            if not done.exists():
                shutil.rmtree(folder, ignore_errors=True)  # of one that failed
                folder.mkdir()
                make(folder)
                done.touch()
        return folder

    return made


def shared(factory: pytest.TempPathFactory) -> Path:
    """The folder that all processes of this run have in common;
    ``WIKI_BUILDER_ONCE`` names one of several runs.
    """
    if given := os.environ.get("WIKI_BUILDER_ONCE"):
        return Path(given)
    own = factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
