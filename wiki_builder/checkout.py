"""Whether git has put all of the wiki into its folder.

A sparse checkout leaves files out. To whoever looks at the folder they are deleted, and a page that a person deleted
is rejected for good: so nothing is written where one is left out.

https://git-scm.com/docs/git-sparse-checkout
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

from wiki_builder.errors import UsageError


def require_whole(root: Path) -> None:
    """Nothing, where all pages and data that git knows of are in the wiki's folder ``root``, or deleted by a person.

    Raises:
        UsageError: a sparse checkout leaves some out.
    """
    left_out = list(_left_out(root)) if _is_sparse(root) else []
    if left_out:
        raise UsageError(
            f"{len(left_out)} files of the wiki are not here: a sparse checkout leaves them out, as if deleted",
            where=left_out[0],
            next="Run `git sparse-checkout disable`, or have it take in all of docs/ and data/",
        )


def _is_sparse(root: Path) -> bool:
    """Whether the repository may leave files out: git's own word is asked for only then."""
    dots = (folder / ".git" for folder in (root, *root.absolute().parents))
    dot = next((dot for dot in dots if dot.exists()), None)
    if dot is not None and dot.is_file():  # of a worktree or a submodule: it says where git keeps its own
        dot = dot.parent / dot.read_text("utf-8", "surrogateescape").removeprefix("gitdir:").strip()
    return dot is not None and (dot / "info" / "sparse-checkout").is_file()


def _left_out(root: Path) -> Iterator[str]:
    asked = ("git", "ls-files", "-t", "-z", "--", "docs", "data")
    try:
        listed = subprocess.run(asked, cwd=root, capture_output=True, check=False).stdout
    except OSError:  # no git, and so no checkout of its
        return
    for entry in listed.split(b"\0"):
        tag, _, path = entry.partition(b" ")
        if tag == b"S" and (path.startswith(b"data/") or path.endswith(b".md")):
            yield os.fsdecode(path)
