"""Imported once by the process that commands are forked from: what each of them would import."""

from __future__ import annotations

import contextlib
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
# What the program imports where it is needed first, and litellm with its first call (a second of each command's).
_LATER = (
    *("filelock", "opencc", "ruamel.yaml", "sqlite3", "_strptime"),
    *("anyio._backends._asyncio", "anyio.streams.tls", "jiter", "openai.resources.admin", "openai.resources.beta"),
    *("openai.resources.chat", "openai.resources.evals", "openai.resources.fine_tuning", "openai.resources.videos"),
    *("openai.lib.streaming.chat", "litellm.proxy._types", "litellm.proxy.openai_files_endpoints.common_utils"),
    *("litellm.integrations.prometheus_services", "litellm.llms.openai.chat.gpt_audio_transformation"),
    "litellm.llms.vertex_ai.vertex_ai_partner_models.anthropic.transformation",
)
client.load()  # litellm, as the program has it: it asks nobody for prices
for name in _LATER:
    with contextlib.suppress(ImportError):  # of another version, which has it elsewhere
        importlib.import_module(name)
