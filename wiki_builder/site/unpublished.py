"""What stands in ``docs/`` and is not for the site: what editors and tools leave there, drafts, and
what pictures tell.

MkDocs publishes every file of the folder but hidden ones (``.obsidian/``, ``.DS_Store``,
``.x.md.swp``). An owner who wants one of these on the site says so in ``mkdocs.yml``:
``exclude_docs: "!thesis.bak"``, or ``draft: false``. A picture is published without what does not
show, such as where it was taken; the file in ``docs/`` stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from mkdocs.structure.files import File, InclusionLevel
from pathspec.gitignore import GitIgnoreSpec

from wiki_builder.fulltext.figures.clean import without_extras

# As in .gitignore. Copies of editors, of git and other programs that merge, of what keeps folders
# in step, of systems.
_LEFT = GitIgnoreSpec.from_lines(
    [
        *(
            "*~",
            "\\#*\\#",
            "~$*",
            "*.[bB][aA][kK]",
            "*.[oO][lL][dD]",
            "*.orig",
            "*.rej",
            "*.sw[a-p]",
            "*.kate-swp",
        ),
        *(
            "*.save",
            "*.autosave",
            "*.tmp",
            "*.temp",
            "*.part",
            "*.crdownload",
            "*.wiki-part",
            "*.saved-*.md.txt",
        ),
        *(
            "*_BACKUP_[0-9]*",
            "*_BASE_[0-9]*",
            "*_LOCAL_[0-9]*",
            "*_REMOTE_[0-9]*",
            "*.sync-conflict-*",
        ),
        *("*conflicted copy*", "Thumbs.db", "ehthumbs.db", "[dD]esktop.ini", "__MACOSX/", "Icon\r"),
    ]
)
_PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".apng")
_LONGEST = 65_536  # bytes of front matter
_FRONT = re.compile(
    rb"\A(?:\xef\xbb\xbf)?---[ \t]*\r?\n(.*?)^(?:---|\.\.\.)[ \t]*\r?$", re.DOTALL | re.MULTILINE
)
_DRAFT = re.compile(
    rb"^draft[ \t]*:[ \t]*[\"']?(?:true|yes|on)[\"']?[ \t]*(?:#.*)?\r?$",
    re.MULTILINE | re.IGNORECASE,
)


def excluded(owner: GitIgnoreSpec | None) -> GitIgnoreSpec:
    """What is not published; the owner's ``exclude_docs`` comes behind it
    and so has the last word.
    """
    return _LEFT + owner if owner else _LEFT


def put_aside(files: Iterable[File]) -> None:
    """Make drafts of the pages that say ``draft: true``:
    shown while the site is served, on no built one.
    """
    for file in files:
        if file.abs_src_path and is_draft(_top(Path(file.abs_src_path))):
            file.inclusion = InclusionLevel.DRAFT


def cleaned(files: Iterable[File]) -> list[tuple[File, bytes]]:
    """The pictures that hold more than their pixels, such as where they were taken,
    and what is published instead.
    """
    pictures = (
        file for file in files if file.src_uri.lower().endswith(_PICTURES) and file.abs_src_path
    )
    return [
        (file, clean)
        for file in pictures
        if (clean := _cleaned(Path(str(file.abs_src_path)))) is not None
    ]


def _cleaned(path: Path) -> bytes | None:
    """A picture without its extras; ``None`` for one that has none, or cannot be read."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    clean = without_extras(content)
    return clean if clean != content else None


def is_draft(top: bytes) -> bool:
    """Whether the front matter at the top of a page says that it is a draft."""
    front = _FRONT.match(top) if b"draft" in top else None
    return bool(front and _DRAFT.search(front[1]))


def _top(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            top = file.read(4096)
            return (
                top + file.read(_LONGEST) if top.lstrip(b"\xef\xbb\xbf").startswith(b"---") else b""
            )
    except OSError:
        return b""
