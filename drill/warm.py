"""Imported once by the process that commands are forked from: what each of them would import, and have compiled.

One update is run to its end in that process: what an update imports when it gets there, and what it keeps in memory
for good (templates, word lists), is there afterwards.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from drill import clock

clock.install()  # before the program binds any

from tests.e2e.world import MONDAY, rows_of, world  # noqa: E402
from wiki_builder.engines import client  # noqa: E402

client.load()  # litellm, as the program has it: it asks nobody for prices
with TemporaryDirectory(prefix="wiki-builder-drill-") as folder, world(Path(folder) / "wiki") as site:
    site.init()
    site.announce(0, rows_of(0, 1))
    site.run("update", "--quiet", "--today", MONDAY)
