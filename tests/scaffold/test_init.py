"""``init``: a wiki's files, never over anybody's own."""

from __future__ import annotations

import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from wiki_builder.check import notes
from wiki_builder.core.errors import UsageError
from wiki_builder.core.settings import Settings, Table, load_settings
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.scaffold import Created, KeptFile, base_text, init, next_steps, refresh_base
from wiki_builder.scaffold.lacking import lacking


def test_a_new_wiki_loads(tmp_path: Path) -> None:
    """What ``init`` writes is right as it stands, with the categories that were asked for."""
    made = init(tmp_path / "w", ["math.GT", "astro-ph"], title='A "quoted" wiki')
    assert all(isinstance(file, Created) for file in made)
    settings = load_settings(tmp_path / "w" / "wiki.toml")
    assert settings.sources.arxiv.categories == ("math.GT", "astro-ph")
    assert settings.wiki.title == 'A "quoted" wiki'


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    """A second ``init``, or one in a folder with files, leaves every file to the byte."""
    (tmp_path / "README.md").write_text("mine")
    made = init(tmp_path)
    assert KeptFile("README.md") in made
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert all(isinstance(file, KeptFile) for file in init(tmp_path, ["cs.CV"]))
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
    assert (tmp_path / "README.md").read_text() == "mine"


def test_what_a_kept_file_lacks_is_said(tmp_path: Path) -> None:
    """In a repository that has files of its own, git would take the cache and private notes along,
    and the site would not be the wiki's: init says so, and check until it is mended.
    """
    (tmp_path / ".gitignore").write_text("*.pyc\n/.env\n")
    (tmp_path / "mkdocs.yml").write_text("site_name: Mine\n")
    why = {file.path: file.why for file in init(tmp_path) if isinstance(file, KeptFile)}
    assert "add .wiki/ and site/ and notes/ and .*.wiki-part" in why[".gitignore"]
    assert "INHERIT: mkdocs.base.yml" in why["mkdocs.yml"]
    wiki = Wiki(tmp_path)
    told = {one.path: one.what for one in notes(wiki, load_settings(tmp_path / "wiki.toml"), {})}
    assert why.items() <= told.items()
    (tmp_path / ".gitignore").write_text(".env*\n/.wiki\nsite\nnotes/\n.*.wiki-*\n")
    (tmp_path / "mkdocs.yml").write_text("INHERIT: ./mkdocs.base.yml\n")
    assert not list(lacking(tmp_path))


def test_a_wrong_category_writes_nothing(tmp_path: Path) -> None:
    """Nothing is done where the command line is wrong."""
    with pytest.raises(UsageError, match=r"cs\.CL"):
        init(tmp_path / "w", ["CS.cl", "nonsense!"])
    with pytest.raises(UsageError, match=r"those of cs are cs\.AI"):
        init(tmp_path / "w", ["cs.XX"])
    assert not (tmp_path / "w").exists()


def test_it_says_what_to_do_next(tmp_path: Path) -> None:
    """The next commands can be pasted, wherever the wiki is."""
    folder = tmp_path / "my wiki's"
    made = init(folder)
    steps = next_steps(folder, made, load_settings(folder / "wiki.toml"), {})
    asked = [shlex.split(step.partition(": ")[2]) for step in steps[1:]]
    base = ["wiki-builder", "-C", str(folder)]
    assert asked[:3] == [[*base, "workflow"], [*base, "update"], [*base, "serve"]]
    assert asked[3].count(str(folder)) == 3


def test_it_says_where_the_key_of_a_kept_wiki_belongs(tmp_path: Path) -> None:
    """A wiki whose settings ask a model live is told which variable is missing;
    one that has its key is not.
    """
    (tmp_path / "wiki.toml").write_text(
        'format = 2\n[model]\nengine = "litellm"\npreset = "kimi"\n'
    )
    made, settings = init(tmp_path), load_settings(tmp_path / "wiki.toml")
    assert "export MOONSHOT_API_KEY=…" in " ".join(
        next_steps(tmp_path, made, settings, {"MOONSHOT_API_KEY": ""})
    )
    assert "export" not in " ".join(next_steps(tmp_path, made, settings, {"MOONSHOT_API_KEY": "k"}))


def _keys(table: type[Table]) -> set[str]:
    found = set()
    for name, field in table.model_fields.items():
        inner: Any = field.annotation
        found |= _keys(inner) if isinstance(inner, type) and issubclass(inner, Table) else {name}
    return found


def test_every_key_stands_in_the_template(tmp_path: Path) -> None:
    """wiki.toml is its own reference: each setting, with its default or as an example."""
    init(tmp_path)
    text = (tmp_path / "wiki.toml").read_text()
    for key in _keys(Settings):
        assert key in text, key


def test_the_template_states_the_defaults(tmp_path: Path) -> None:
    """A key that is left out means what the template shows for it."""
    init(tmp_path, title="My arXiv wiki")
    assert load_settings(tmp_path / "wiki.toml") == Settings.model_validate({"format": 2})
    lines = (tmp_path / "wiki.toml").read_text().splitlines()
    shown = [line.removeprefix("# ") for line in lines if "_url = " in line and "{" in line]
    addresses: dict[str, Any] = tomllib.loads("\n".join(shown))
    for key, value in addresses.items():
        assert getattr(Settings.model_validate({"format": 2}).sources.arxiv, key) == value


def test_the_base_is_written_only_when_the_settings_say_otherwise(tmp_path: Path) -> None:
    """A render touches mkdocs.base.yml once a change, so that commits stay quiet."""
    init(tmp_path)
    settings = load_settings(tmp_path / "wiki.toml")
    assert not refresh_base(tmp_path, settings)
    renamed = Settings.model_validate(
        {"format": 2, "wiki": {"title": "Other: [x]", "repo_url": "https://e.org/r"}}
    )
    assert refresh_base(tmp_path, renamed)
    assert not refresh_base(tmp_path, renamed)
    text = (tmp_path / "mkdocs.base.yml").read_text().replace("!!python/name:", "")
    base = yaml.safe_load(text)
    assert base["site_name"] == "Other: [x]"
    assert base["edit_uri"] == "edit/main/docs/"


@pytest.mark.parametrize(
    "repository, uri",
    [
        ("https://github.com/me/wiki", "edit/main/docs/"),
        ("https://gitlab.com/me/wiki", "-/edit/main/docs/"),
        ("https://codeberg.org/me/wiki", "_edit/main/docs/"),
    ],
)
def test_the_edit_button_opens_each_forges_editor(repository: str, uri: str) -> None:
    """The address of a file's editor is not the same everywhere."""
    settings = Settings.model_validate({"format": 2, "wiki": {"repo_url": repository}})
    assert f"edit_uri: {uri}\n" in base_text(settings)


def test_a_title_cannot_break_the_site_configuration() -> None:
    """Quotes, newlines and YAML's own signs in a title stay a title."""
    title = "a\"b: {c}\n- d # 'e' \\ 中文"
    settings = Settings.model_validate({"format": 2, "wiki": {"title": title}})
    base = yaml.safe_load(base_text(settings).replace("!!python/name:", ""))
    assert base["site_name"] == " ".join(title.split())


def test_the_base_of_this_repository_is_that_of_every_wiki() -> None:
    """The sample is shown with the settings that a wiki of one's own begins with."""
    own = Settings.model_validate({"format": 2, "wiki": {"title": "wiki-builder"}})
    assert (Path(__file__).parents[2] / "mkdocs.base.yml").read_text("utf-8") == base_text(own)
