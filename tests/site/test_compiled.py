"""The theme's templates are compiled once: for the same text, the same settings,
and for nobody else's templates.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, FileSystemLoader

from wiki_builder.site.reuse import compiled
from wiki_builder.site.reuse.compiled import Compiled


class Counting(Environment):
    """An environment that counts what it compiles."""

    def __init__(self, theme: Path, kept: Path, **options: Any) -> None:
        super().__init__(loader=FileSystemLoader(theme), **options)
        self.bytecode_cache = Compiled(self, kept)
        self.count = 0

    def _generate(self, *args: Any, **options: Any) -> str:
        self.count += 1
        return super()._generate(*args, **options)


@pytest.fixture
def theme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A theme of one page, as one of the program's own, and a folder for what is kept."""
    (tmp_path / "theme").mkdir()
    (tmp_path / "theme" / "page.html").write_text("{% if 1 %}\nnext{% endif %}", "utf-8")
    (tmp_path / "kept").mkdir()
    monkeypatch.setattr(compiled, "_OURS", (tmp_path / "theme",))
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    return tmp_path / "theme"


def rendered(theme: Path, **options: Any) -> tuple[str, int]:
    """What a new environment makes of the page, and how many templates it compiles for that."""
    environment = Counting(theme, theme.parent / "kept", **options)
    return environment.get_template("page.html").render(), environment.count


def test_a_template_is_compiled_once(theme: Path) -> None:
    """By the first build; anew when its text or the environment's settings are others,
    or what is kept is damaged.
    """
    assert rendered(theme) == ("\nnext", 1)
    assert rendered(theme) == ("\nnext", 0)
    assert rendered(theme, trim_blocks=True) == ("next", 1)
    assert rendered(theme) == ("\nnext", 0)
    for kept in (-9, 20, 40, 0):
        for file in (theme.parent / "kept").iterdir():
            file.write_bytes(file.read_bytes()[:kept])
        assert rendered(theme) == ("\nnext", 1)
    (theme / "page.html").write_text("other", "utf-8")
    assert rendered(theme) == ("other", 1)


def test_what_an_owner_writes_is_not_kept(theme: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A template of a wiki's own is compiled for each build;
    nothing of it stands beside the program.
    """
    monkeypatch.setattr(compiled, "_OURS", (theme / "elsewhere",))
    assert [rendered(theme), rendered(theme)] == [("\nnext", 1)] * 2
    assert not [*(theme.parent / "kept").iterdir()]


@pytest.mark.parametrize("reason", ["folder", "python"])
def test_nothing_is_kept_where_python_would_keep_nothing(
    theme: Path, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that cannot be written is no fault,
    and ``PYTHONDONTWRITEBYTECODE`` holds for templates, too.
    """
    if reason == "folder":
        (theme.parent / "kept").rmdir()
    else:
        monkeypatch.setattr("sys.dont_write_bytecode", True)
    assert [rendered(theme), rendered(theme)] == [("\nnext", 1)] * 2
