"""What a build writes for reading without a connection:
a worker, and the list of what can be kept.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.pages.sample import Sample, sample
from tests.site.test_weight import KB, packed
from wiki_builder.site.build import build_site

LIST, SCRIPT = "assets/wiki/offline.json", "assets/wiki/offline.js"


@pytest.fixture(scope="module")
def wiki(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """A small wiki."""
    made = sample(tmp_path_factory.mktemp("offline"))
    made.render()
    return made


def built(wiki: Sample, site: Path) -> Path:
    """The wiki's site."""
    made = build_site(wiki.root, site=site)
    assert made.ok, made.output
    return made.site


@pytest.fixture(scope="module")
def one(wiki: Sample, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its site, which no test changes."""
    return built(wiki, tmp_path_factory.mktemp("one") / "site")


def about(site: Path) -> dict[str, Any]:
    """What the worker knows of its site."""
    first = (site / "offline.js").read_text("utf-8").split("\n", 1)[0]
    found: dict[str, Any] = json.loads(first.removeprefix("const SITE = "))
    return found


@pytest.mark.parametrize("folders", [True, False])
def test_all_that_can_be_kept_is_there(
    wiki: Sample, one: Path, tmp_path: Path, folders: bool
) -> None:
    """Each address leads to a file, whatever their form:
    scripts, search, radar, graph, pages and their quotes.
    """
    config = wiki.root / "mkdocs.yml"
    before = config.read_text("utf-8")
    config.write_text(f"{before}\nuse_directory_urls: {str(folders).lower()}\n", "utf-8")
    site = one if folders else built(wiki, tmp_path / "site")
    config.write_text(before, "utf-8")
    made = json.loads((site / LIST).read_text("utf-8"))
    files = [url + "index.html" if not url or url.endswith("/") else url for url in made["files"]]
    assert [file for file in files if not (site / file).is_file()] == []
    assert len(set(files)) == len(files)
    assert made["bytes"] == sum((site / file).stat().st_size for file in files)
    paper = "papers/2605/2605.00001"
    assert {f"{paper}/" if folders else f"{paper}.html", "", SCRIPT, "search/index.json"} <= set(
        made["files"]
    )
    assert (f"{paper}/evidence.html" if folders else f"{paper}.evidence.html") in files
    assert {
        path.relative_to(site).as_posix() for path in (site / "search").rglob("*") if path.is_file()
    } <= set(files)
    assert about(site)["version"] == made["version"]
    assert {"", "papers", "search", "assets"} <= set(about(site)["tops"])
    assert "offline.js" not in about(site)["tops"]
    assert not (site / "assets/wiki/offline").exists()
    loaded = ("offline.js", SCRIPT, "assets/wiki/words/offline.js")
    assert sum(packed((site / path).read_bytes()) for path in loaded) < 8 * KB, (
        "at each first visit"
    )


def test_another_build_has_another_version(wiki: Sample, one: Path, tmp_path: Path) -> None:
    """The same wiki has the same worker to the byte; another word on a page makes another one."""
    same = built(wiki, tmp_path / "same")
    assert (one / "offline.js").read_bytes() == (same / "offline.js").read_bytes()
    page = wiki.root / "docs/papers/2605/2605.00001.md"
    before = page.read_text("utf-8")
    page.write_text(before + "\nA word.\n", "utf-8")
    other = built(wiki, tmp_path / "other")
    page.write_text(before, "utf-8")
    assert about(other)["version"] != about(one)["version"]
    assert about(other)["assets"] == about(one)["assets"]


def test_nothing_is_kept_where_the_owner_says_so(wiki: Sample, tmp_path: Path) -> None:
    """With `offline = false` no worker is registered, and one that is there goes;
    an own file is left alone.
    """
    config, own = wiki.root / "wiki.toml", wiki.root / "docs/offline.js"
    before = config.read_text("utf-8")
    config.write_text(before.replace("offline = true", "offline = false"), "utf-8")
    site = built(wiki, tmp_path / "site")
    config.write_text(before, "utf-8")
    assert "unregister()" in (site / "offline.js").read_text("utf-8")
    assert "register" not in (site / SCRIPT).read_text("utf-8")
    assert not (site / LIST).exists()
    own.write_text("/* mine */\n", "utf-8")
    site = built(wiki, tmp_path / "own")
    own.unlink()
    assert (site / "offline.js").read_text("utf-8") == "/* mine */\n"
    assert "register" not in (site / SCRIPT).read_text("utf-8")


def test_only_what_is_on_the_site_is_named(wiki: Sample, one: Path, tmp_path: Path) -> None:
    """Neither what the last build left in the folder, nor what the owner excludes."""
    config, draft = wiki.root / "mkdocs.yml", wiki.root / "docs/secret-drafts/a.md"
    site = shutil.copytree(one, tmp_path / "site")
    (site / "log/evidence.html").write_text("of before", "utf-8")
    before = config.read_text("utf-8")
    draft.parent.mkdir()
    draft.write_text("# A draft\n", "utf-8")
    config.write_text(f"{before}\nexclude_docs: secret-drafts/\n", "utf-8")
    site = built(wiki, site)
    config.write_text(before, "utf-8")
    draft.unlink()
    draft.parent.rmdir()
    assert not (site / "log/evidence.html").exists()
    assert "log/evidence.html" not in (site / LIST).read_text("utf-8")
    assert "secret-drafts" not in (site / "offline.js").read_text("utf-8")
