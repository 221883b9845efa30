"""The guide says what the program does: commands, settings, presets, exit codes and links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args
from urllib.parse import unquote

import click
import pytest
from click.testing import CliRunner
from pydantic import BaseModel

from wiki_builder.cli import cli
from wiki_builder.core.settings import PRESET_VARIABLES, Settings
from wiki_builder.llm.presets import PRESETS, Preset

ROOT = Path(__file__).parent.parent
GUIDE = ROOT / "docs" / "guide"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(GUIDE.glob("*.md"))]

_FENCED = re.compile(r"^(```|~~~).*?^\1[^\n]*$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`\n]+`")
_LINK = re.compile(r"\]\(\s*<?([^()\s<>]+)")
_HEADING = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)
_HELP_CODE = re.compile(r"^ +(\d+)  ", re.MULTILINE)
_ROW_CODE = re.compile(r"^\| (\d+) \|", re.MULTILINE)


def _text(name: str) -> str:
    return (GUIDE / name).read_text("utf-8")


def _prose(path: Path) -> str:
    """A page without its fenced code."""
    return _FENCED.sub("", path.read_text("utf-8"))


def _commands(command: click.Command, name: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every command below ``command`` with its full name (``proposals list``); groups, too."""
    for own, child in command.commands.items() if isinstance(command, click.Group) else ():
        full = f"{name} {own}".strip()
        yield full, child
        yield from _commands(child, full)


def _options(command: click.Command) -> list[str]:
    """How a person writes the options of ``command``."""
    named = (parameter for parameter in command.params if isinstance(parameter, click.Option))
    return [word for option in named for word in (*option.opts, *option.secondary_opts)]


def _keys(model: type[BaseModel], table: str = "") -> Iterator[tuple[str, str]]:
    """Every key of the settings with the table that it stands in,
    those of inline tables with a dot.
    """
    for name, field in model.model_fields.items():
        kinds = (field.annotation, *get_args(field.annotation))
        inner = next(
            (kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)), None
        )
        if inner is None:
            yield table, name
        elif name in ("tagline", "prices"):
            yield from (
                (table, key) for key in (name, *(f"{name}.{key}" for key in inner.model_fields))
            )
        else:
            yield from _keys(inner, f"{table}.{name}".lstrip("."))


def _section(text: str, heading: str) -> str:
    """What stands under the second-level heading that begins with ``heading``."""
    parts = re.split(r"^## ", text, flags=re.MULTILINE)
    return next((part for part in parts if part.startswith(heading)), "")


def _rows(text: str) -> set[str]:
    """The first code word of each table row."""
    return set(re.findall(r"^\| `([^`]+)`", text, re.MULTILINE))


@pytest.mark.parametrize(
    ("name", "command"), [pytest.param(*pair, id=pair[0]) for pair in _commands(cli)]
)
def test_every_command_and_option_stands_in_the_guide(name: str, command: click.Command) -> None:
    """Whoever looks a command up finds it with each of its options."""
    text = _text("commands.md")
    group = name.split()[0]
    here = _section(text, f"`{group}") or _section(text, f"`{name}")
    assert here, f"commands.md has no part about {name}"
    assert f"`{name}" in here
    assert [option for option in _options(command) if f"`{option}" not in here] == []


def test_the_options_of_the_program_itself_stand_in_the_guide() -> None:
    """-C, --version and help are in the table on top."""
    top = _text("commands.md").partition("\n## ")[0]
    assert [option for option in (*_options(cli), "-h", "--help") if f"`{option}" not in top] == []


def test_the_guide_names_no_command_that_is_not_there() -> None:
    """A command that was removed leaves the guide, too."""
    named = re.findall(r"^## `([a-z-]+(?: [a-z]+)?)", _text("commands.md"), re.MULTILINE)
    assert set(named) <= {name for name, _ in _commands(cli)}


def test_every_setting_stands_in_the_guide_under_its_table() -> None:
    """Each key of wiki.toml has a row in its table's part,
    and no row is of a key that is not there.
    """
    text = _text("settings.md")
    tables: dict[str, set[str]] = {}
    for table, key in _keys(Settings):
        tables.setdefault(table, set()).add(key)
    parts = {
        table: _section(text, f"`[{table}]`") if table else text.partition("\n## ")[0]
        for table in tables
    }
    written = {table: _rows(part) for table, part in parts.items()}
    assert written == tables


def _default(key: str, table: str) -> str | None:
    """The second cell of a key's row."""
    here = _section(_text("settings.md"), f"`[{table}]`")
    found = re.search(rf"^\| `{re.escape(key)}` \| ([^|]+) \|", here, re.MULTILINE)
    return found[1].strip() if found else None


def test_the_defaults_in_the_guide_are_those_of_the_program() -> None:
    """A default that is a value is written as TOML writes it."""
    settings = Settings(format=2)
    parts = {
        "sources.arxiv": settings.sources.arxiv,
        "interests": settings.interests,
        "model": settings.model,
    }
    wrong = {}
    for table, part in (parts | {"text": settings.text, "wiki": settings.wiki}).items():
        for key in type(part).model_fields:
            value, said = getattr(part, key), _default(key, table)
            if isinstance(value, BaseModel) or value is None:
                continue
            if said != f"`{_toml(value)}`":
                wrong[f"{table}.{key}"] = (said, value)
    assert wrong == {}


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return str(int(value)) if isinstance(value, float) and value > 100 else str(value)


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_every_preset_stands_in_the_guide_with_its_model_key_and_price(preset: Preset) -> None:
    """What the guide says of a provider is what a run will do."""
    row = re.search(
        rf"^\| `{preset.name}` \| `(.+?)` \| (.+?) \| (.+?) \| (.+?) \|$",
        _text("models.md"),
        re.MULTILINE,
    )
    assert row, f"models.md has no row for {preset.name}"
    assert row[1] == preset.model
    assert row[2] == (f"`{preset.key}`" if preset.key else "none")
    assert preset.price
    assert (float(row[3]), float(row[4])) == (preset.price.input, preset.price.output)
    assert f"| `{preset.name}` | {row[2]}" in _text("settings.md")


def test_the_presets_of_the_settings_are_those_of_the_engines() -> None:
    """A preset's key is named once in each place, and the two agree."""
    assert {name: preset.key for name, preset in PRESETS.items()} == PRESET_VARIABLES


def test_exit_codes_in_help_and_guide_are_the_same_in_the_same_order() -> None:
    """The order is part of the promise: the first that applies."""
    shown = CliRunner().invoke(cli, ["--help"]).output.partition("Exit codes")[2]
    table = _text("daily.md").partition("\n## Exit codes\n")[2].partition("\n## ")[0]
    assert _ROW_CODE.findall(table) == _HELP_CODE.findall(shown)
    assert _ROW_CODE.findall(table) == ["2", "3", "4", "1", "0", "130", "70"]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_relative_links_lead_to_files_and_headings(page: Path) -> None:
    """No link of the README, of CONTRIBUTING or of the guide is dead."""
    dead = []
    for target in _LINK.findall(_CODE.sub("", _prose(page))):
        if "://" in target or target.startswith("mailto:"):
            continue
        path, _, anchor = unquote(target).partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (anchor and anchor not in _anchors(file)):
            dead.append(target)
    assert dead == []


def _anchors(page: Path) -> set[str]:
    """The addresses of a page's headings, as the site makes them."""
    plain = (
        re.sub(r"[^\w\s-]", "", heading).strip().lower()
        for heading in _HEADING.findall(_prose(page))
    )
    return {re.sub(r"[-\s]+", "-", heading) for heading in plain}


def test_every_page_of_the_guide_stands_in_the_navigation() -> None:
    """A page of the guide that nobody can reach is no page of the guide."""
    nav = (ROOT / "mkdocs.yml").read_text("utf-8")
    assert [
        page.name for page in sorted(GUIDE.glob("*.md")) if f"guide/{page.name}" not in nav
    ] == []


def test_the_readme_is_short() -> None:
    """A newcomer reads it to the end."""
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) < 200
