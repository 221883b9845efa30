"""The wiki that every case begins with: two days read, pushed to a bare repository;
made once a process.
"""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path

from drill import command
from tests.e2e.world import CATEGORIES, MODEL, day, rows_of
from tests.loopback.arxiv import LoopbackArxiv
from tests.loopback.model import ModelServer
from tests.loopback.replies import good_reply
from wiki_builder.core.settings import FORMAT
from wiki_builder.core.values.announcement import Announcement

NOWHERE = "http://127.0.0.1:9"  # in the settings until a case has an arXiv of its own
PAGES = "http://127.0.0.1:19"  # where links of pages lead: the same in all cases, and never asked
DAYS = (0, 1)  # that are read already
GIT = shutil.which("git") or "git"
WHO = {
    f"GIT_{role}_{what}": value
    for role in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "A person"), ("EMAIL", "person@example.org"))
}
CLEAN = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_EDITOR": "true",
    "LC_ALL": "C",
}
KEY = {"OPENAI_API_KEY": "a-key-of-the-drill"}

SETTINGS = f"""\
format = {FORMAT}
# What a person notes in the settings stays.
[wiki]
title = "A wiki of the drill"
[sources.arxiv]
categories = {[*CATEGORIES.split(",")]!r}
interval = 0.0
feed_url = "{NOWHERE}/rss/{{categories}}"
api_url = "{NOWHERE}/api/query"
list_url = "{NOWHERE}/list/{{category}}/new"
catchup_url = "{NOWHERE}/catchup/{{category}}/{{date}}"
oai_url = ""
html_url = "{PAGES}/html/{{id}}"
pdf_url = "{PAGES}/pdf/{{id}}"
[text]
order = ["abstract"]
[concepts]
write = false
[model]
engine = "litellm"
model = "{MODEL}"
base_url = "MODEL-URL"
""".replace("'", '"')


def rows(number: int) -> Sequence[Announcement]:
    """What is announced on the ``number``-th day: few papers, since each case reads them."""
    return rows_of(number, 3 if number < 2 else 2)


def dated(number: int) -> date:
    """The ``number``-th announcement day."""
    return day(number)


def git(
    folder: Path, *args: object, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """``git ARGS`` in ``folder``, with nobody's settings but the case's."""
    return subprocess.run(
        [GIT, *map(str, args)],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        errors="surrogateescape",
        env={"PATH": os.environ["PATH"], "HOME": str(folder), **CLEAN, **WHO, **(env or {})},
    )


@cache
def model() -> ModelServer:
    """The model that all cases share: what it says follows from the request alone.
    It ends with the process.
    """
    return ModelServer(good_reply).__enter__()


@cache
def origin() -> Path:
    """The bare repository; hold the lock of :mod:`drill.git.place` while it may be made."""
    folder = Path(tempfile.mkdtemp(prefix="wiki-builder-drill-git-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    bare, root = folder / "origin.git", folder / "wiki"
    git(folder, "init", "-q", "--bare", "-b", "main", bare)
    with LoopbackArxiv() as arxiv:
        done = command.run("init", root, "--categories", CATEGORIES)
        assert done.code == 0, done.said
        settings = SETTINGS.replace("MODEL-URL", model().url)
        (root / "wiki.toml").write_text(settings.replace(NOWHERE, arxiv.url), "utf-8")
        for number in DAYS:
            arxiv.announce(day(number), rows(number))
            done = command.run(
                "-C", root, "update", "--today", day(number), how=command.Start(environment=KEY)
            )
            assert done.code == 0, done.said
        (root / "wiki.toml").write_text(settings, "utf-8")
    for args in (
        ("init", "-q", "-b", "main"),
        ("add", "-A"),
        ("commit", "-qm", "A new wiki"),
        ("push", "-q", bare, "main"),
    ):
        done_ = git(root, *args)
        assert done_.returncode == 0, done_.stderr
    return bare
