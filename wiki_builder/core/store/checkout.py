"""Whether git has put all of the wiki into its folder.

A sparse checkout leaves files out. To whoever looks at the folder they are deleted, and a page that
a person deleted
is rejected for good: so nothing is written where one is left out, nor where git cannot say.

https://git-scm.com/docs/git-sparse-checkout
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from wiki_builder.core.errors import UsageError

_PARTS = ("docs/", "data/", "templates/")
_ANOTHERS = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE")


def require_whole(root: Path) -> None:
    """Nothing, where all that git knows of the wiki in ``root`` is there, or deleted by a person.

    Raises:
        UsageError: a sparse checkout leaves pages, data or templates out, or git does not say
            whether one does.
    """
    left_out = _left_out(root) if _is_sparse(root) else []
    if left_out:
        raise UsageError(
            f"{len(left_out)} files of the wiki are not here: a sparse checkout leaves them out, as"
            " if deleted",
            where=left_out[0],
            next=(
                f"Run `git sparse-checkout disable`, or have it take in all of {', '.join(_PARTS)}"
            ),
        )


def _is_sparse(root: Path) -> bool:
    """Whether the repository may leave files out: git's own word is asked for only then."""
    real = root.resolve()
    dots = (folder / ".git" for folder in (real, *real.parents))
    dot = next((dot for dot in dots if dot.exists()), None)
    # of a worktree or a submodule: it says where git keeps its own
    if dot is not None and dot.is_file():
        dot = dot.parent / dot.read_text("utf-8", "surrogateescape").removeprefix("gitdir:").strip()
    return dot is not None and (dot / "info" / "sparse-checkout").is_file()


def _left_out(root: Path) -> list[str]:
    """The paths of the wiki's that git knows and the checkout leaves out."""
    told = (entry.partition(b" ") for entry in _listed(root).split(b"\0"))
    paths = (os.fsdecode(path) for tag, _, path in told if tag == b"S")
    return [path for path in paths if _matters(path) and not os.path.lexists(root / path)]


def _matters(path: str) -> bool:
    return path.endswith(".md") if path.startswith("docs/") else True


def _listed(root: Path) -> bytes:
    # no program of the repository's settings, and no other repository that whoever calls this has
    # set
    asked = ("git", "-c", "core.fsmonitor=false", "ls-files", "-t", "-z", "--", *_PARTS)
    surroundings = {name: value for name, value in os.environ.items() if name not in _ANOTHERS}
    try:
        return subprocess.run(
            asked, cwd=root, env=surroundings, capture_output=True, check=True
        ).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        said = getattr(error, "stderr", b"") or str(error).encode()
        raise UsageError(
            f"this folder was a sparse checkout, and git does not say what it leaves out: "
            f"{said.decode('utf-8', 'replace').strip()[:300]}",
            where=str(root),
            next="Mend what git says; or, if all files are here, delete .git/info/sparse-checkout",
        ) from None
