"""Imported once by the process that commands are forked from: what each of them would import."""

from __future__ import annotations

import importlib
import importlib.util

MODULES = ("wiki_builder.cli", "wiki_builder.pipeline", "wiki_builder.engines.client", "litellm")

for module in MODULES:
    if importlib.util.find_spec(module):
        importlib.import_module(module)
