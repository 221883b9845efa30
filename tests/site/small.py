"""A small wiki of two papers as the program writes and builds it,
and the same as another owner wants it.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.pages.sample import ONE, sample
from tests.pages.test_figures import FIGURE, keep
from wiki_builder.core.store.papers import read_paper
from wiki_builder.core.values.checks import Finding
from wiki_builder.site.build import build_site

LAST = "2026-11-19"  # the last good run of both, a Thursday
STOLEN = "javascript:void(window.stolen=true)"
# What a page's text may hold; none of it may run.
HOSTILE = {
    "inline": "<script>window.stolen = 'inline'</script>",
    "handler": "<img src='x.png' onerror=\"window.stolen = 'handler'\">",
    "link": f'<a id="link" href="{STOLEN}">link</a>',
    "unclosed": "<p>x</p>\n\n<script>window.stolen = 'unclosed' //",
    "svg": "<svg onload=\"window.stolen = 'svg'\"></svg>",
    "base": '<base href="https://evil.example/">',
}


def make(folder: Path) -> None:
    """It has a repository; the papers are related to each other, two claims are shown with caution,
    some pages are hostile.

    ``host/my-wiki`` is its site; ``wiki`` is the wiki. The list of its runs is as git may merge it.
    """
    wiki = sample(folder / "wiki")
    _set(wiki.root / "wiki.toml", 'repo_url = ""', 'repo_url = "https://github.com/me/my-wiki"')
    one = read_paper(wiki.wiki, ONE)
    assert one
    assert one.analysis
    doubted = {
        "c2": {"quote": "no_text"},
        "c3": {"findings": (Finding("count", "three"),)},
    }
    wiki.change(ONE, claims=tuple(replace(c, **doubted.get(c.id, {})) for c in one.analysis.claims))  # type: ignore[arg-type]  # fields of one claim
    wiki.render()
    for name, text in HOSTILE.items():
        (wiki.root / "docs" / f"{name}.md").write_text(f"# {name}\n\n{text}\n", "utf-8")
    (wiki.root / "data" / "runs.txt").write_text(
        f"{LAST}\n2026-11-18\nnot a day\n2026-99-99\n{LAST}\n2026-11-17\n"
    )
    built = build_site(wiki.root, site=folder / "host" / "my-wiki")
    assert built.ok, built.output


def make_other(folder: Path) -> None:
    """Files for addresses, no radar, no graph, no repository, and not kept up;
    ``host/wiki`` is its site.
    """
    wiki = sample(folder / "wiki")
    (wiki.root / "docs/radar.md").unlink()
    config = wiki.root / "mkdocs.yml"
    config.write_text(config.read_text("utf-8") + "\nuse_directory_urls: false\n", "utf-8")
    _set(wiki.root / "wiki.toml", "kept_up = true ", "kept_up = false")
    index = wiki.root / "docs" / "index.md"
    index.write_text(
        f'{index.read_text("utf-8")}\n<span class="wiki-due">Due on Monday</span>\n', "utf-8"
    )
    (wiki.root / "data" / "runs.txt").write_text(f"{LAST}\n")
    built = build_site(wiki.root, strict=False, site=folder / "host" / "wiki")
    assert built.ok, built.output


def make_with_figure(folder: Path) -> None:
    """The first paper has a figure; ``host/wiki`` is its site."""
    wiki = sample(folder / "wiki")
    keep(wiki, FIGURE)
    wiki.render()
    built = build_site(wiki.root, site=folder / "host" / "wiki")
    assert built.ok, built.output


def _set(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
