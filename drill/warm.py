"""Imported once by the process that commands are forked from: what each of them would import."""

from __future__ import annotations

import wiki_builder.cli  # noqa: F401  # the command line
from wiki_builder.engines import client

client.load()  # litellm, as the program has it: it asks nobody for prices
