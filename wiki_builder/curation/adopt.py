"""Adopting a page whose block was lost or cannot be read: what was written is remembered anew.

What equals the builder's text of today is the builder's, all else is a person's, and what is not
there counts as
deleted: nobody's words are lost, and nobody's silence is taken for consent.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from wiki_builder.contract.frontmatter import value_hash
from wiki_builder.contract.memory import CLOSING, Mark, Memory, RowKey, salvaged
from wiki_builder.contract.merge import remembering
from wiki_builder.contract.normal import split_lines
from wiki_builder.contract.page import WRITTEN, Page, UnreadablePage, read_page
from wiki_builder.contract.spec import PageSpec
from wiki_builder.core.errors import Locked, UsageError
from wiki_builder.core.store.texts import Changed, swap
from wiki_builder.pages.publisher import Publisher


def adopt(made: Publisher, given: str, page_id: str | None = None) -> str:
    """Write a new block into the page at ``given``, a path below ``docs/``; what was done, in
    words.

    ``page_id`` is only needed where the page stands at no place that the ledger knows.

    Raises:
        UsageError: there is no such file, it is a page that can be read, or nobody can tell which
            page it is.
        Locked: somebody saved the page meanwhile.
    """
    path = _path(made, given)
    file = made.wiki.docs / path
    old = file.read_bytes()
    if isinstance(read_page(old), Page):
        raise UsageError("the page can be read; there is nothing to adopt", where=f"docs/{path}")
    id_ = page_id or _recorded(made, path)
    if id_ is None or not made.makes(id_):
        raise UsageError(
            "nobody can tell which page this is",
            where=f"docs/{path}",
            next="Name it: --id arxiv:2605.02801",
        )
    page, rows = _with_block(old, id_, path)
    new = remembering(page, _remembered(page, made.spec(id_, path), rows))
    try:
        swap(file, old, new.encode("utf-8"), within=made.wiki.root)
    except Changed:
        raise Locked(
            "the page was saved meanwhile", where=str(file), next="Run this again"
        ) from None
    return f"docs/{path} is {id_} again; what differs from the builder's text of today is yours"


def _path(made: Publisher, given: str) -> str:
    """The path below ``docs/`` that a person names, from the wiki's folder or from ``docs/``."""
    for folder in (made.wiki.docs, made.wiki.root, Path.cwd()):
        file = folder / given
        if file.is_file() and file.resolve().is_relative_to(made.wiki.docs.resolve()):
            return PurePosixPath(file.resolve().relative_to(made.wiki.docs.resolve())).as_posix()
    raise UsageError(
        "there is no such file in docs/",
        where=given,
        next="wiki-builder check names the broken pages",
    )


def _recorded(made: Publisher, path: str) -> str | None:
    """The page whose place this is by the ledger;
    where a lost page may stand is a guess, and none of ours.
    """
    places = made.stand.places.items()
    return next((id_ for id_, place in places if place.path == path and place.kind != "lost"), None)


def _with_block(old: bytes, id_: str, path: str) -> tuple[Page, dict[RowKey, Mark]]:
    """The page with an empty block at its end, and what can be read of the one that it had."""
    try:
        lines = split_lines(old.decode("utf-8"))
    except UnicodeDecodeError:
        raise UsageError(
            "not UTF-8", where=f"docs/{path}", next="Save it as UTF-8 in an editor"
        ) from None
    newline = "\r\n" if any(line.endswith("\r\n") for line in lines) else "\n"
    kept, rows = _without_blocks(lines)
    text = "".join(kept).rstrip("\r\n")
    page = read_page(f"{text}{newline}{newline}{Memory(id_).written(newline)}".encode())
    if isinstance(page, UnreadablePage):
        raise UsageError(
            f"line {page.line}: {page.reason}", where=f"docs/{path}", next="Mend that first"
        )
    assert isinstance(page, Page)
    return page, rows


def _without_blocks(lines: list[str]) -> tuple[list[str], dict[RowKey, Mark]]:
    """The lines without blocks, and their rows;
    what stands within one and is no row of it may be a person's.
    """
    kept: list[str] = []
    rows: dict[RowKey, Mark] = {}
    at = 0
    while at < len(lines):
        if not lines[at].strip().startswith(WRITTEN):
            kept.append(lines[at])
            at += 1
            continue
        end = next(
            (n for n in range(at + 1, len(lines)) if lines[n].strip() == CLOSING), len(lines)
        )
        found, others = salvaged(lines[at + 1 : end])
        rows |= found
        kept += others
        at = end + 1
    return kept, rows


def _remembered(page: Page, spec: PageSpec, old: dict[RowKey, Mark]) -> Memory:
    """What the page remembers from now on: what the builder would write today, as if it had.

    Of what was known before, ``keep`` stays, and so does what is not on the page: it was deleted.
    """
    rows: dict[RowKey, tuple[Mark, ...]] = {}
    for name, section in spec.sections.items():
        if not section.empty:
            rows[name, ""] = (section.mark,)
            rows |= {(name, id_): (section.item_mark(id_),) for id_ in section.items}
    for key, mark in old.items():
        if mark.keep or (key not in rows and not _stands(page, *key)):
            rows[key] = (mark,)
    return Memory(spec.id, {key: value_hash(value) for key, value in spec.keys.items()}, rows)


def _stands(page: Page, section: str, item: str) -> bool:
    on_page = page.sections.get(section)
    return on_page is not None and (not item or any(item in block.ids for block in on_page.blocks))
