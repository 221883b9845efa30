"""What the look depends on in Material stands in one file, ``wiki_builder/site/material.toml``: it
names what our sheets, scripts and templates use, and no more; and the Material that is installed
has all of it.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import material  # type: ignore[import-untyped]  # it has no types
import pytest

SITE = Path(__file__).parents[2] / "wiki_builder" / "site"
THEME = SITE / "theme"
MATERIAL = Path(str(material.__file__)).parent / "templates"
LISTED: dict[str, Any] = tomllib.loads((SITE / "material.toml").read_text("utf-8"))

_NAME = re.compile(r"(?<![\w-])(?:--|data-)?md-[\w-]*\w(?![\w-]*-\$)|(?<![a-z_])__[a-z_]+\b")
_COMMENT = re.compile(r"/\*.*?\*/|\{#.*?#\}", re.DOTALL)
_BLOCK = re.compile(r"\{%-? block (\w+)")
_INCLUDED = re.compile(r"""\{%-? (?:include|import|extends) "([\w./-]+\w)\"""")


def read(folder: Path, *ends: str) -> dict[str, str]:
    """The files of these kinds in a folder, but those of others that ours has; by their path."""
    files = (file for end in ends for file in sorted(folder.rglob(f"*{end}")))
    found = {file.relative_to(folder).as_posix(): file for file in files}
    return {
        path: _COMMENT.sub("", file.read_text("utf-8"))
        for path, file in found.items()
        if "/katex/" not in path and "/d3-force/" not in path
    }


@cache
def ours() -> dict[str, str]:
    """Our sheets, scripts and templates."""
    return read(THEME, ".css", ".js", ".html")


@cache
def names_of_material() -> frozenset[str]:
    """Each class, attribute, property and function by a name of Material's that it has."""
    texts = read(MATERIAL, ".css", ".js", ".html").values()
    return frozenset(name for text in texts for name in _NAME.findall(text))


def test_it_is_the_version_that_was_looked_at() -> None:
    """A newer Material is looked at, then named here."""
    assert version("mkdocs-material") == LISTED["version"]


def test_material_has_each_name_that_the_look_uses() -> None:
    """Classes, attributes, custom properties, ids and functions."""
    assert sorted(set(LISTED["names"]) - names_of_material()) == []


def test_each_name_of_materials_that_we_use_is_listed() -> None:
    """In a sheet, a script or a template; and nothing is listed that nobody uses."""
    used = {name for text in ours().values() for name in _NAME.findall(text)}
    assert sorted(used - set(LISTED["names"])) == []
    assert sorted(set(LISTED["names"]) - used) == []
    assert LISTED["names"] == sorted(LISTED["names"])


def test_each_template_stands_in_the_place_of_one_of_materials() -> None:
    """What has a name of Material's does so on purpose, and Material still asks for it."""
    same = [path for path in ours() if path.endswith(".html") and (MATERIAL / path).is_file()]
    assert sorted(same) == sorted(LISTED["instead_of"])
    whole = "".join(read(MATERIAL, ".html").values())
    pages = {"main.html", "404.html"}  # which MkDocs asks for
    assert [path for path in same if f'"{path}"' not in whole and path not in pages] == []


def test_each_template_and_block_of_materials_that_we_use_is_there() -> None:
    """What ours include, and the blocks that they fill."""
    included = {path for text in ours().values() for path in _INCLUDED.findall(text)}
    foreign = sorted(path for path in included if path not in ours())
    assert foreign == sorted(LISTED["includes"])
    assert [path for path in foreign if not (MATERIAL / path).is_file()] == []
    blocks = {name for text in ours().values() for name in _BLOCK.findall(text)}
    assert sorted(blocks) == sorted(LISTED["blocks"])
    assert blocks <= set(_BLOCK.findall((MATERIAL / "base.html").read_text("utf-8")))


@pytest.mark.parametrize("does", LISTED["behaviours"], ids=lambda one: one["in"])
def test_materials_script_does_what_the_look_counts_on(does: dict[str, str]) -> None:
    """By words that its script, or its template, has once it does so."""
    (script,) = (MATERIAL / "assets/javascripts").glob("bundle.*.js")
    text = script.read_text("utf-8") + (MATERIAL / "base.html").read_text("utf-8")
    assert does["in"] in text, does["what"]


def test_a_name_that_material_lost_is_found() -> None:
    """And one that is no name of it is taken for none."""
    assert "md-of-nobody" not in names_of_material()
    text = ".md-grid--x > [data-md-y] { color: var(--md-z) } __md_get(own__name)"
    assert _NAME.findall(text) == ["md-grid--x", "data-md-y", "--md-z", "__md_get"]
