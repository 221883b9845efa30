"""Imported once by the process that commands are forked from: what each of them would import."""

from __future__ import annotations

from drill import harm

harm.prepare()  # before anything of the program can keep a function that changes files

import importlib  # noqa: E402
import pkgutil  # noqa: E402

import wiki_builder  # noqa: E402
from wiki_builder.engines import client  # noqa: E402

for module in pkgutil.walk_packages(wiki_builder.__path__, "wiki_builder."):
    if not module.name.endswith(("__main__", "_worker")):  # which are programs
        importlib.import_module(module.name)
client.load()  # litellm, as the program has it: it asks nobody for prices
