"""The worker that reads one page of HTML in a process of its own: ``python -m
wiki_builder.fulltext.html_worker``.

It answers with the page's passages and what it says of itself; :mod:`wiki_builder.fulltext.page`
starts it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from wiki_builder.core.values.fulltext import Fallback
from wiki_builder.fulltext.html import read_html_page
from wiki_builder.fulltext.process import Answer, serve_worker


def read(path: str) -> Answer:
    """``passages``, ``title``, ``authors``, ``stamp``, ``lost``;
    of what is no paper why, and ``doubtful``.
    """
    page = read_html_page(Path(path).read_bytes())
    if isinstance(page, Fallback):
        return {"refused": page.reason, "doubtful": page.doubtful}
    passages = [(p.id, p.text, p.section, p.kind) for p in page.passages]
    said = {"title": page.title, "authors": page.authors, "stamp": page.stamp, "lost": page.lost}
    return {"passages": passages, **said}


if __name__ == "__main__":
    sys.exit(serve_worker(read))
