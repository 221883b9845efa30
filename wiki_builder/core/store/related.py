"""Which papers are related: one file, a line a paper, sorted, so that a day's commit shows what
moved.

    # 5d1c77aa
    arxiv:2605.02801⇥9f2a03c1⇥arxiv:2605.06078 0.4213⇥arxiv:2606.16111 0.3871

Behind the paper stands a hash of what its list was made from: a paper whose words or concepts
changed has another one, and is related anew. So is one whose line cannot be read, or stands twice
since git merged two branches. The first
line is a hash of all of these: where git put the papers of two branches together, no list is whole,
    and none is taken.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from wiki_builder.core.store.disk import write_file
from wiki_builder.core.store.values import read_text
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.bilingual import digest, is_id

_LINE = re.compile(r"[^\t]*\t[0-9a-f]{8}(?:\t[^\t ]* [01]\.[0-9]{1,4})*")
_is_id = lru_cache(maxsize=100_000)(is_id)  # each stands in several lists


@dataclass(frozen=True, slots=True)
class RelatedPapers:
    """A paper's related papers with scores from 0 to 1, the nearest first;
    ``made_from`` is a hash.
    """

    made_from: str
    papers: tuple[tuple[str, float], ...] = ()


def read_related(wiki: Wiki) -> dict[str, RelatedPapers]:
    """The lists by paper; what cannot be read is left out,
    and made anew by whoever relates papers.
    """
    found: dict[str, RelatedPapers] = {}
    twice: set[str] = set()
    whole: set[str] = set()
    for line in read_text(wiki.related).splitlines():
        if line.startswith("# "):
            whole.add(line)
            continue
        id_, row = _read(line)
        if id_ in found and found[id_] != row:
            twice.add(id_)
        if row:
            found[id_] = row
    return {id_: row for id_, row in found.items() if id_ not in twice} if len(whole) == 1 else {}


def write_related(wiki: Wiki, lists: Mapping[str, RelatedPapers]) -> None:
    """Write all lists."""
    lines = [_line(id_, row) for id_, row in sorted(lists.items())]
    write_file(wiki.related, "".join([f"{_of_all(lists)}\n", *lines]).encode("utf-8"))


def _of_all(lists: Mapping[str, RelatedPapers]) -> str:
    return "# " + digest("".join(f"{id_} {row.made_from}\n" for id_, row in sorted(lists.items())))


def _line(id_: str, row: RelatedPapers) -> str:
    papers = (f"\t{other} {score:.4f}" for other, score in row.papers)
    return f"{id_}\t{row.made_from}{''.join(papers)}\n"


def _read(line: str) -> tuple[str, RelatedPapers | None]:
    id_, *rest = line.split("\t")
    if not _LINE.fullmatch(line) or not _is_id(id_):
        return id_, None
    pairs = [part.split(" ") for part in rest[1:]]
    whole = all(_is_id(other) for other, _ in pairs)
    papers = ((other, float(score)) for other, score in pairs)
    return id_, RelatedPapers(rest[0], tuple(papers)) if whole else None
