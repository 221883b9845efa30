"""What files that were there before the wiki lack of what a wiki needs: ``init`` overwrites none of
them, and says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

# What git must not take along, and a file that stands there.
_UNTRACKED = {
    ".wiki/": ".wiki/texts.sqlite",  # texts of others, and whatever was paid for
    "site/": "site/index.html",
    "notes/": "notes/own.md",  # private, and pushed they would be public
    ".env": ".env",
    ".*.wiki-part": "docs/.index.md.wiki-part",
    ".*.wiki-swap": "docs/.index.md.wiki-swap",
}
_INHERITS = re.compile(r"^INHERIT[ \t]*:.*\bmkdocs\.base\.yml\b", re.MULTILINE)


def lacking(folder: Path) -> Iterator[tuple[str, str]]:
    """Each such file, and which lines belong into it."""
    if (text := _text(folder / ".gitignore")) is not None:
        from pathspec.gitignore import GitIgnoreSpec

        spec = GitIgnoreSpec.from_lines(text.splitlines())
        left = [line for line, file in _UNTRACKED.items() if not spec.match_file(file)]
        if left:
            what = "git would take the cache, private notes or keys along"
            where = "each on a line of its own, before you commit anything"
            yield ".gitignore", f"{what}: add {' and '.join(left)}, {where}"
    if (text := _text(folder / "mkdocs.yml")) is not None and not _INHERITS.search(text):
        what = "the site would be none of this wiki: add the line INHERIT: mkdocs.base.yml"
        yield "mkdocs.yml", f"{what}, and take out what says otherwise (theme, plugins, nav)"


def _text(file: Path) -> str | None:
    return file.read_text("utf-8", "replace") if file.is_file() else None
