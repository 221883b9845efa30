"""Imported once by the process that commands are forked from: what each of them would import.

What a first run makes once and for good (templates, word lists, prices) is there, too: a command's
own memory and time are then those of its work.
"""

from __future__ import annotations

from drill import clock, harm

harm.prepare()  # before anything of the program can keep a function that changes files
clock.install()  # before the program binds any

import importlib  # noqa: E402
import pkgutil  # noqa: E402
from pathlib import Path  # noqa: E402
from tempfile import TemporaryDirectory  # noqa: E402

import wiki_builder  # noqa: E402
from tests.e2e.world import MONDAY, rows_of, world  # noqa: E402
from wiki_builder.llm import client  # noqa: E402

for module in pkgutil.walk_packages(wiki_builder.__path__, "wiki_builder."):
    if not module.name.endswith(("__main__", "_worker")):  # which are programs
        importlib.import_module(module.name)
client.load_litellm()  # litellm, as the program has it: it asks nobody for prices
with (
    TemporaryDirectory(prefix="wiki-builder-drill-") as folder,
    world(Path(folder) / "wiki") as site,
):
    site.init()
    site.announce(0, rows_of(0, 1))
    site.run("update", "--quiet", "--today", MONDAY)
