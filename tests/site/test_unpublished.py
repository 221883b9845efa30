"""What editors and tools leave in ``docs/``, and drafts,
are on no site and in none of its files.
"""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.pages.sample import ONE, sample
from wiki_builder.site.build import build_site
from wiki_builder.site.unpublished import excluded, is_draft

LEFT = [
    *(
        "x.md~",
        "x.md.orig",
        "x.md.bak",
        "X.BAK",
        "x.md.rej",
        "#x.md#",
        ".#x.md",
        ".x.md.swp",
        "x.md.swo",
        "~$x.docx",
    ),
    *(
        "papers/2605/2605.00001.saved-1a2b3c4d.md.txt",
        "a.md.wiki-part",
        ".DS_Store",
        "Thumbs.db",
        "desktop.ini",
    ),
    *("x.md.tmp", "x_BACKUP_123.md", "x.sync-conflict-20260101.md", "x (conflicted copy 2026).md"),
    *(".obsidian/workspace.json", ".trash/x.md", "__MACOSX/x.md", "papers/x.save"),
]
STAYS = [
    "old.md",
    "backup.md",
    "template.txt",
    "draft.md",
    "part.md",
    "a/b.pdf",
    "swp.md",
    "BASE_JUMPING.md",
]


def test_names_of_leftovers_are_known_and_others_are_not() -> None:
    """By their names alone; the owner's own line has the last word."""
    left = excluded(None)
    hidden = [name for name in LEFT if name.startswith(".") or "/." in name]  # MkDocs' own rule
    assert [name for name in LEFT if not left.match_file(name) and name not in hidden] == []
    assert [name for name in STAYS if left.match_file(name)] == []
    owner = type(left).from_lines(["!thesis.bak"])
    assert not excluded(owner).match_file("thesis.bak")


@pytest.mark.parametrize(
    "top, draft",
    [
        (b"---\ntitle: x\ndraft: true\n---\n", True),
        (b"\xef\xbb\xbf---\r\ndraft: 'Yes'  # not yet\r\n---\r\n", True),
        (b"---\ndraft: false\n---\n", False),
        (b"---\ntitle: x\n---\n\ndraft: true\n", False),
        (b"draft: true\n", False),
        (b"---\ndraft: truely\n---\n", False),
        (b"---\nmeta:\n  draft: true\n---\n", False),
    ],
)
def test_a_draft_says_so_in_its_front_matter(top: bytes, draft: bool) -> None:
    """There, and as a key of its own."""
    assert is_draft(top) is draft


def test_no_leftover_and_no_draft_is_published(tmp_path: Path) -> None:
    """Neither as a file nor in search, feeds, radar or ``llms.txt``;
    what the owner asks for is there.
    """
    wiki = sample(tmp_path)
    docs = wiki.root / "docs"
    for name in LEFT:
        (docs / name).parent.mkdir(parents=True, exist_ok=True)
        (docs / name).write_text("# secretleft\n", "utf-8")
    (docs / "thesis.bak").write_text("mine")
    (docs / "mine.md").write_text("---\ndraft: true\n---\n# secretdraft\n", "utf-8")
    (docs / "open.md").write_text("---\ndraft: false\n---\n# open\n", "utf-8")
    own = docs / "papers" / "2605" / f"{ONE[6:]}.md"
    own.write_text(own.read_text("utf-8").replace("---\n", "---\ndraft: true\n", 1), "utf-8")
    config = wiki.root / "mkdocs.yml"
    config.write_text(config.read_text("utf-8") + '\nexclude_docs: "!thesis.bak"\n', "utf-8")
    built = build_site(wiki.root, strict=False)
    assert built.ok, built.output
    files = [file for file in built.site.rglob("*") if file.is_file()]
    for file in files:
        content = file.read_bytes()
        text = gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content
        assert b"secretleft" not in text, file
        assert b"secretdraft" not in text, file
        if "feeds" in file.parts or file.name == "llms.txt" or "radar-data" in file.parts:
            assert ONE[6:].encode() not in text, file
    assert (built.site / "thesis.bak").is_file()
    assert (built.site / "open" / "index.html").is_file()
    assert not (built.site / "papers" / "2605" / ONE[6:]).exists()
