"""A tiny wiki, written by hand in the form in which the renderer writes,
with what the site adds to it.
"""

from __future__ import annotations

import re
from pathlib import Path

from wiki_builder.contract.memory import Mark, Memory
from wiki_builder.scaffold import init

WRITTEN = Mark("3f9a2c1d", "77b0")
_TAG = re.compile(r"""<[a-zA-Z](?:"[^"]*"|'[^']*'|[^"'<>])*>""")
_ATTRIBUTE = re.compile(r"""(\s[\w:-]+)(?:=("[^"]*"|'[^']*'|[^\s"'>]+))?""")
_OPENING = re.compile(r"^<!-- wiki:([a-z0-9.-]+) -->$", re.MULTILINE)


def section(name: str, body: str) -> str:
    """A guarded section with its two markers."""
    return f"<!-- wiki:{name} -->\n{body}\n<!-- /wiki -->\n\n"


def written(id_: str, *names: str) -> str:
    """The block that remembers a page's sections."""
    return Memory(id_, {"title": "9c21f0d3"}, {(name, ""): (WRITTEN,) for name in names}).written()


def spelled(html: str) -> str:
    """A finished page with all values in quotation marks, as one writes them."""

    def value(found: re.Match[str]) -> str:
        plain = found[2] and found[2][0] not in "\"'"
        return f'{found[1]}="{found[2]}"' if plain else found[0]

    def tag(found: re.Match[str]) -> str:
        return _ATTRIBUTE.sub(value, found[0]).replace('/" >', '/">')

    return _TAG.sub(tag, html)


def page(id_: str, title: str, *sections: str) -> str:
    """A page: front matter, sections, and the block that remembers them."""
    text = "".join(sections)
    return f'---\ntitle: "{title}"\n---\n\n{text}{written(id_, *_OPENING.findall(text))}'


PAPER = page(
    "arxiv:2605.02801",
    "Traces & <b>Delegation</b>",
    section("title", "# Traces"),
    section("summary.en", "The controller $a<b$ makes fewer calls by delegation."),
    section("summary.zh", "控制器通过信用分配减少了调用。"),
    section("contributions.en", "## Contributions\n\n1. **Label**: a claim. ^c3f9a2c1"),
    section("contributions.zh", "## 贡献\n\n1. **标签**:一条论断。 ^c3f9a2c1"),
    "## Notes\n\nMine, <mark>as HTML</mark>.\n\n",
    section(
        "evidence",
        '<details class="wiki-quote wiki-quiet"><summary>S3.p2</summary>'
        '<blockquote id="e-c3f9a2c1">A quote.</blockquote></details>',
    ),
)


def write_wiki(folder: Path) -> Path:
    """The wiki's files: a paper, a concept and the pages of the navigation."""
    init(folder, title="A wiki")
    hubs = {
        "index.md": "Home",
        "radar.md": "Radar",
        "papers/index.md": "Papers",
        "concepts/index.md": "Concepts",
    }
    hubs |= {"entities/index.md": "Names", "compare/index.md": "Comparisons", "log/index.md": "Log"}
    pages = {
        path: page(path, title, section("title", f"# {title}")) for path, title in hubs.items()
    }
    pages["papers/2605/2605.02801.md"] = PAPER
    pages["concepts/credit.md"] = page(
        "concept:credit", "Credit", section("title", "# Credit · 信用卡")
    )
    for path, text in pages.items():
        file = folder / "docs" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder
