"""Imported once by the process that commands are forked from: what each of them would import."""

from __future__ import annotations

import importlib
import pkgutil

import wiki_builder
from wiki_builder.engines import client

_APART = (
    "wiki_builder.__main__",
    "wiki_builder.site.",  # MkDocs runs in a process of its own
    "wiki_builder.text.pdf_worker",
    "wiki_builder.text.html_worker",
)

for module in pkgutil.walk_packages(wiki_builder.__path__, "wiki_builder."):
    if not module.name.startswith(_APART):
        importlib.import_module(module.name)
importlib.import_module("ruamel.yaml")  # where a concept's file is changed
client.load()  # litellm, as the program has it: it asks nobody for prices
