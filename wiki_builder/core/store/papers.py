"""Papers, a file each, and the texts kept for those that wait to be read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from wiki_builder.core.errors import FormatError
from wiki_builder.core.store.values import if_readable, read_pending, read_value, write_value
from wiki_builder.core.store.wiki import Wiki, paper_address
from wiki_builder.core.values.fulltext import FullText
from wiki_builder.core.values.paper import Paper


def read_paper(wiki: Wiki, id_: str) -> Paper | None:
    """One paper, or ``None`` if the wiki does not know it."""
    path = wiki.paper(id_)
    return read_value(path, Paper) if path.is_file() else None


def read_paper_file(path: Path) -> Paper:
    """One paper from its file.

    Raises:
        FormatError: it cannot be read, or names a paper whose file stands elsewhere.
    """
    paper = read_value(path, Paper)
    if not path.as_posix().endswith(f"/{paper_address(paper.id)}.json"):
        next_ = "Give it that paper's name, or take it back from git"
        raise FormatError(f"this file says that it is {paper.id}", where=str(path), next=next_)
    return paper


def is_unreadable(wiki: Wiki, id_: str) -> bool:
    """Whether a paper's file is there and cannot be read:
    it is known then, and nothing more is known of it.
    """
    path = wiki.paper(id_)
    return os.path.lexists(path) and if_readable(read_paper, wiki, id_) is None


def paper_files(wiki: Wiki) -> Iterator[Path]:
    """The files of all papers, in order of their paths."""
    yield from sorted(wiki.papers.glob("*/*.json"))


def write_paper(wiki: Wiki, paper: Paper) -> bool:
    """Write a paper's file; ``False`` if it says the same already."""
    return write_value(wiki.paper(paper.id), paper)


def keep_text(wiki: Wiki, id_: str, text: FullText) -> None:
    """Keep the text of a paper that came as a file until it has been read."""
    write_value(wiki.kept_text(id_), text)


def read_kept_text(wiki: Wiki, id_: str) -> FullText | None:
    """The kept text of a paper, if it is still there."""
    return read_pending(wiki, wiki.kept_text(id_), FullText)


def drop_text(wiki: Wiki, id_: str) -> None:
    """Forget a text that has been read."""
    wiki.kept_text(id_).unlink(missing_ok=True)
