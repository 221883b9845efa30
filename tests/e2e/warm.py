"""Imported by the process that the others are forked from: all that a first update would import."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.e2e import process  # noqa: F401  # forked processes run it
from tests.e2e.world import rows_of, world

with TemporaryDirectory() as folder, world(Path(folder) / "wiki") as site:
    site.init()
    site.announce(0, rows_of(0, 1))
    site.run("update", "--quiet", "--today", date(2026, 5, 4))
