"""A new wiki's files, and the one file of them that the builder keeps writing.

:func:`init` makes a wiki and never overwrites anything; :func:`refresh_base` writes
``mkdocs.base.yml``, the builder's part of the site's configuration, from the settings.
The templates stand in ``files/``; ``@NAME@`` in them is filled in.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import ClassVar, TypeAlias
from urllib.parse import urlsplit

from wiki_builder.core.categories import category
from wiki_builder.core.errors import UsageError
from wiki_builder.core.settings import (
    FILE,
    FORMAT,
    PRESET_VARIABLES,
    Settings,
    load_settings,
)
from wiki_builder.core.store.disk import write_file
from wiki_builder.scaffold.lacking import lacking
from wiki_builder.scaffold.origin import Origin, Pinned, origin
from wiki_builder.scaffold.schedule import DEFAULT_ZONE, is_own, scheduled, zone_of
from wiki_builder.scaffold.workflow import (
    LOCK,
    SCRIPT,
    WORKFLOW,
    Parts,
    model_keys,
    parts,
    program_findings,
    renewed,
)

BASE_FILE = "mkdocs.base.yml"
CONFIG_FILE = "mkdocs.yml"
BASE_VERSION = 3  # counted up when the template changes
CATEGORIES = ("cs.CL", "cs.AI")

_EDITORS = {
    "gitlab": "-/edit/main/docs/",
    "codeberg": "_edit/main/docs/",
    "gitea": "_edit/main/docs/",
    "forgejo": "_edit/main/docs/",
    "bitbucket": "src/main/docs/",
}

_FILES = {
    "wiki.toml": "wiki.toml",
    "mkdocs.yml": "mkdocs.yml",
    ".gitignore": "gitignore",
    ".gitattributes": "gitattributes",
    "README.md": "README.md",
}
_DAILY = {WORKFLOW: "daily.yml", SCRIPT: "wiki-daily.sh", LOCK: "wiki-builder.lock"}


@dataclass(frozen=True, slots=True)
class Created:
    """A file that was not there before; ``path`` is relative to the wiki."""

    path: str
    word: ClassVar[str] = "made"


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file that was there already and was left as it is; ``why`` where that is no matter of
    course.
    """

    path: str
    why: str = ""
    word: ClassVar[str] = "kept"


@dataclass(frozen=True, slots=True)
class Renewed:
    """A file of which the builder's part was brought up to date."""

    path: str
    word: ClassVar[str] = "renewed"


Made: TypeAlias = Created | KeptFile | Renewed


def init(
    folder: Path,
    categories: Sequence[str] = CATEGORIES,
    title: str = "My arXiv wiki",
    zone: str | None = None,
) -> tuple[Made, ...]:
    """Make a wiki in ``folder``, which may exist; what is there already is kept.

    ``categories`` are arXiv's (``cs.CL``); ``zone`` is the reader's time zone, by whose clock the
    workflow's schedule is explained, also in a workflow that is there and runs at the times of a
    new one. Returns what became of each file, in the
    order of writing. Raises UsageError, before anything is written, for a category
    or a zone that is none and for a ``folder`` that is a file; SettingsError for a ``wiki.toml``
    that is there and wrong.
    """
    _check(folder, categories)
    own_zone = zone_of(DEFAULT_ZONE if zone is None else zone)
    values = _values(categories, title)
    fresh = Settings.model_validate({"format": FORMAT, "wiki": {"title": title}})
    daily = parts(origin(), load_settings(folder / FILE) if (folder / FILE).is_file() else fresh)
    made = [_make(folder, path, _fill(name, values)) for path, name in _FILES.items()]
    texts = {path: _daily(path, daily) for path in _DAILY}
    texts[WORKFLOW] = scheduled(texts[WORKFLOW], own_zone)
    there = (folder / WORKFLOW).is_file()
    made += [_make(folder, path, text) for path, text in texts.items()]
    if zone and there:
        moved = _to_zone(folder, own_zone)
        made = [moved if file.path == WORKFLOW else file for file in made]
    lacks = dict(lacking(folder))
    made = [KeptFile(one.path, lacks[one.path]) if one.path in lacks else one for one in made]
    return (*made, _make(folder, BASE_FILE, base_text(fresh)))


def _there(folder: Path) -> str:
    """The workflow that is there."""
    file = folder / WORKFLOW
    try:
        return file.read_text("utf-8")
    except UnicodeDecodeError:
        raise UsageError(
            "this file is not UTF-8", where=str(file), next="Save it as UTF-8, then run this again"
        ) from None


def _to_zone(folder: Path, zone: str) -> Made:
    """Explain the schedule of a workflow that is there by another clock."""
    text = _there(folder)
    if is_own(text):
        return KeptFile(WORKFLOW, "its schedule is your own, and stays")
    return _put(folder, WORKFLOW, scheduled(text, zone))


def renew_workflow(
    folder: Path, settings: Settings, program: Origin | None = None
) -> tuple[Made, ...]:
    """Bring what the daily workflow installs, and the secrets that it passes on, up to the program
    and the settings.

    A person's other changes of the workflow stay, and so does a script that differs from
    this version's. What is not there is made. The lock goes with the program: where it is not
    known whence another machine can have this one (``program``, else looked up), both stay as
    they are. Raises UsageError for a workflow without the lines that say where these parts stand.
    """
    daily = parts(program or origin(), settings)
    text = _daily(WORKFLOW, daily)
    if (folder / WORKFLOW).is_file():
        text = renewed(_there(folder), daily, str(folder / WORKFLOW))
    lock = _put if isinstance(daily.origin, Pinned) else _make
    return (
        _put(folder, WORKFLOW, text),
        lock(folder, LOCK, _daily(LOCK, daily)),
        _make(folder, SCRIPT, _daily(SCRIPT, daily)),
    )


def to_do(folder: Path, settings: Settings) -> tuple[str, ...]:
    """What is left to the owner after :func:`renew_workflow`:
    an own script, the program, the repository's secrets.
    """
    own = (folder / SCRIPT).read_text("utf-8", "replace") != _fill(_DAILY[SCRIPT], {})
    script = (
        (f"{SCRIPT} is not this version's; for the new one delete it and run this again",)
        if own
        else ()
    )
    keys = [key.variable for key in model_keys(settings)]
    names = ", ".join((*keys, *settings.notify.variables))
    secrets = (
        (f"Set in the repository's settings, Secrets and variables, Actions: {names}",)
        if names
        else ()
    )
    return (*script, *(one.what for one in program_findings(folder)), *secrets)


def _daily(path: str, daily: Parts) -> str:
    text = _fill(_DAILY[path], {})
    return renewed(text, daily, path) if path == WORKFLOW else text


def next_steps(
    folder: Path, made: Iterable[Made], settings: Settings, environ: Mapping[str, str]
) -> tuple[str, ...]:
    """What to do after :func:`init`, a sentence each, in order;
    ``settings`` are those of the wiki now.
    """
    kept = any(isinstance(file, KeptFile) and file.path == "wiki.toml" for file in made)
    look = "Look at" if kept else "Set your keywords and your model in"
    place = shlex.quote(str(folder))
    at = "" if folder.resolve() == Path.cwd() else f" -C {place}"
    missing = [
        key.variable for key in model_keys(settings) if key.needed and not environ.get(key.variable)
    ]
    return (
        f"{look} {folder / 'wiki.toml'}",
        *(f"Give the model's key: export {variable}=…" for variable in missing),
        f"Have the daily workflow pass on the model's key: wiki-builder{at} workflow",
        f"Import what was announced: wiki-builder{at} update",
        f"Read it: wiki-builder{at} serve",
        (
            f"Keep it: git init {place} && git -C {place} add . && git -C {place} commit -m 'A"
            " new wiki'"
        ),
    )


def base_text(settings: Settings) -> str:
    """``mkdocs.base.yml`` for these settings: same settings, same bytes."""
    wiki = settings.wiki
    edit = f"edit_uri: {_edit_uri(wiki.repo_url)}\n" if wiki.repo_url else ""
    values = {
        "VERSION": str(BASE_VERSION),
        "TITLE": _quoted(wiki.title),
        "DESCRIPTION": _quoted(wiki.tagline.en or wiki.tagline.zh or wiki.title),
        "SITE_URL": _quoted(wiki.site_url or ""),
        "REPO_URL": _quoted(wiki.repo_url or ""),
        "EDIT_URI": edit,
        "LANGUAGE": wiki.language,
    }
    return _fill("mkdocs.base.yml", values)


def _edit_uri(repo_url: str) -> str:
    """Where a repository's web editor opens the pages,
    by the forge that its host's name speaks of.
    """
    host = urlsplit(repo_url).hostname or ""
    return next((uri for forge, uri in _EDITORS.items() if forge in host), "edit/main/docs/")


def refresh_base(folder: Path, settings: Settings) -> bool:
    """Write ``mkdocs.base.yml`` if it is not what the settings say; whether it was written."""
    return write_file(folder / BASE_FILE, base_text(settings).encode())


def menu_left_out(folder: Path) -> tuple[int, list[str]]:
    """The line at which a menu of the owner's begins in ``mkdocs.yml``, and the pages of the
    builder's menu, relative to ``docs/``, that it does not name; none without such a menu.
    """
    file = folder / CONFIG_FILE
    text = file.read_text("utf-8", "replace") if file.is_file() else ""
    own = re.search(r"^nav[ \t]*:", text, re.MULTILINE)
    if own is None:
        return 0, []
    left = [page for page in _menu_pages() if page not in text]
    return text.count("\n", 0, own.start()) + 1, left


def _menu_pages() -> list[str]:
    text = (resources.files("wiki_builder.scaffold") / "files" / BASE_FILE).read_text("utf-8")
    menu = text.partition("\nnav:\n")[2].partition("\nnot_in_nav:")[0]
    return re.findall(r": ([\w/]+\.md)$", menu, re.MULTILINE)


def _check(folder: Path, categories: Sequence[str]) -> None:
    if folder.exists() and not folder.is_dir():
        raise UsageError(
            "this is a file, not a folder", where=str(folder), next="Name a folder for the wiki"
        )
    problems = [problem for name in categories if (problem := _problem(name))]
    if problems or not categories:
        what = "; ".join(problems) or "no category is given"
        raise UsageError(
            what, where="--categories", next="https://arxiv.org/category_taxonomy lists them"
        )


def _problem(name: str) -> str | None:
    try:
        category(name)
    except ValueError as error:
        return str(error)
    return None


def _values(categories: Sequence[str], title: str) -> dict[str, str]:
    width = max(map(len, PRESET_VARIABLES))
    presets = (
        f"#   {name:<{width}}  {key or 'runs on your machine, no key'}"
        for name, key in PRESET_VARIABLES.items()
    )
    return {
        "TITLE": _quoted(title),
        "TITLE_PLAIN": title,
        "CATEGORIES": json.dumps(list(dict.fromkeys(categories))),
        "PRESETS": "\n".join(presets),
    }


def _make(folder: Path, path: str, text: str) -> Made:
    file = folder / path
    if file.exists() or file.is_symlink():
        return KeptFile(path)
    write_file(file, text.encode())
    return Created(path)


def _put(folder: Path, path: str, text: str) -> Made:
    """Write a file that may be there, and differ."""
    there = (folder / path).is_file()
    if not write_file(folder / path, text.encode()):
        return KeptFile(path)
    return Renewed(path) if there else Created(path)


def _fill(name: str, values: Mapping[str, str]) -> str:
    text = (
        resources.files("wiki_builder.scaffold").joinpath("files", name).read_text(encoding="utf-8")
    )
    for key, value in values.items():
        text = text.replace(f"@{key}@", value)
    return text


def _quoted(text: str) -> str:
    """``text`` as a double-quoted string, of TOML and of YAML alike."""
    return json.dumps(" ".join(text.split()), ensure_ascii=False)
