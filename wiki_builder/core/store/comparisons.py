"""The list of comparisons, a line each, merged by union. What a line says is others'."""

from __future__ import annotations

from collections.abc import Iterable

from wiki_builder.core.store.disk import write_file
from wiki_builder.core.store.values import read_text
from wiki_builder.core.store.wiki import Wiki


def read_lines(wiki: Wiki) -> list[str]:
    """The lines of the list, empty ones included.

    Raises:
        FormatError: it is not UTF-8.
    """
    return read_text(wiki.comparisons).splitlines()


def write_lines(wiki: Wiki, lines: Iterable[str]) -> bool:
    """Write the list, sorted; ``False`` if it says the same already,
    or there is none and nothing to say.
    """
    text = "".join(f"{line}\n" for line in sorted(lines))
    return (
        write_file(wiki.comparisons, text.encode(), durable=True)
        if text or wiki.comparisons.is_file()
        else False
    )
