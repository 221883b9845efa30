"""What its owner's library holds, in ``data/library.jsonl``: a line a work, in the order in which
they came.
"""

from __future__ import annotations

from collections.abc import Iterable

from wiki_builder.core.store.disk import write_file
from wiki_builder.core.store.values import _parse, dump, read_text
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.holding import Holding


def read_holdings(wiki: Wiki) -> tuple[Holding, ...]:
    """All works of the library, as imports brought them.

    Raises:
        FormatError: a line is none.
    """
    lines = read_text(wiki.holdings).splitlines()
    return tuple(_parse(wiki.holdings, line.encode(), Holding) for line in lines if line.strip())


def write_holdings(wiki: Wiki, holdings: Iterable[Holding]) -> None:
    """Keep the whole list."""
    lines = (dump(one, indent=None) for one in holdings)
    write_file(wiki.holdings, b"".join(lines), durable=True)
