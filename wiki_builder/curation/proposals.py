"""Proposals, releasing and restoring: what a person decides about sections that are theirs.

To accept a proposal gives the section back to the builder with its new text; to
dismiss it keeps the person's text and says that it was seen. To release a section
gives it back whether or not there is something new; to restore brings back what was
deleted.
"""

from __future__ import annotations

import difflib
import html
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from wiki_builder.contract.memory import KEEP, Mark, RowKey
from wiki_builder.contract.merge import merge_page, remembering
from wiki_builder.contract.normal import same, text_hash
from wiki_builder.contract.page import (
    Page,
    SectionOnPage,
    read_page,
)
from wiki_builder.contract.spec import PageSpec, Proposal, Section
from wiki_builder.core.errors import Locked, UsageError
from wiki_builder.core.store.texts import Changed, swap
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.pages.deleted import forget
from wiki_builder.pages.publisher import Publisher


def proposals(made: Publisher) -> list[Proposal]:
    """All open proposals, in order of pages."""
    found: list[Proposal] = []
    for id_, spot in sorted(made.stand.places.items()):
        if spot.kind != "here" or not spot.path or not _has_edits(made, spot.path):
            continue
        page = read_page((made.wiki.docs / spot.path).read_bytes())
        if isinstance(page, Page) and made.makes(id_):
            found += merge_page(page, made.spec(id_, spot.path)).proposals
    return found


def name(proposal: Proposal) -> str:
    """What a person calls a proposal: ``2605.02801#summary.zh`` or
    ``…#contributions.en/c3f9a2c1``.
    """
    own = proposal.page.removeprefix("arxiv:")
    return f"{own}#{proposal.section}" + (f"/{proposal.item}" if proposal.item else "")


def named_proposals(found: Sequence[Proposal], names: Sequence[str]) -> list[Proposal]:
    """The proposals that ``names`` name, each in full or by a page, section or item; all where none
    is given.

    Raises:
        UsageError: a name fits no proposal.
    """
    for wanted in names:
        if not any(_fits(proposal, wanted) for proposal in found):
            raise UsageError(
                "no proposal of that name",
                where=wanted,
                next="wiki-builder proposals list shows them",
            )
    return [
        proposal
        for proposal in found
        if not names or any(_fits(proposal, wanted) for wanted in names)
    ]


def _fits(proposal: Proposal, wanted: str) -> bool:
    full = name(proposal)
    return full == wanted or full.startswith((f"{wanted}#", f"{wanted}/"))


def chosen(
    made: Publisher, found: Sequence[Proposal], names: Sequence[str]
) -> tuple[list[Proposal], list[str]]:
    """The open proposals that ``names`` name, and the names of which nothing is open: all was
    settled before.

    Raises:
        UsageError: a name is of nothing in the wiki; nothing was done.
    """
    settled = [wanted for wanted in names if not any(_fits(proposal, wanted) for proposal in found)]
    for wanted in settled:
        page, _, place = wanted.partition("#")
        section, known = place.partition("/")[0], _sections(made, page_id(made, page))
        if section and section not in known:
            raise UsageError(
                "no proposal of that name",
                where=wanted,
                next="wiki-builder proposals list shows them",
            )
    return [
        proposal for proposal in found if any(_fits(proposal, wanted) for wanted in names)
    ], settled


def _sections(made: Publisher, page_id: str) -> frozenset[str]:
    """The sections that were ever written on a page."""
    page = _page(made, page_id)
    return page.known if page else frozenset()


def _page(made: Publisher, page_id: str) -> Page | None:
    """A page as it stands; ``None`` where it does not, or is broken."""
    file = made.wiki.docs / made.stand.paths.get(page_id, "")
    page = read_page(file.read_bytes()) if file.is_file() else None
    return page if isinstance(page, Page) else None


def difference(proposal: Proposal) -> str:
    """A proposal as a diff: the person's text, and the builder's."""
    old, new = proposal.current.splitlines(), proposal.proposed.splitlines()
    proposed = (
        "proposed"
        if proposal.proposed
        else "proposed: to let it go, since the latest reading is without it"
    )
    return "\n".join(
        difflib.unified_diff(old, new, f"yours: {name(proposal)}", proposed, lineterm="")
    )


def page_id(made: Publisher, given: str) -> str:
    """The id of a page that a person named by id, arXiv id, or the id of a concept or comparison.

    Raises:
        UsageError: there is no such page.
    """
    for id_ in (given, f"arxiv:{given}", f"concept:{given}", f"entity:{given}", f"compare:{given}"):
        if id_ in made.stand.places:
            return id_
    raise UsageError(
        "there is no such page",
        where=given,
        next="Give an arXiv id, or the id at the end of its page",
    )


def decide_proposals(made: Publisher, open_: Sequence[Proposal], accept: bool) -> Iterator[str]:
    """Accept or dismiss proposals, page by page; the path of each page as soon as it is written.

    Raises:
        Locked: somebody saved a page meanwhile; what is behind it is still open.
    """
    for page_id in dict.fromkeys(proposal.page for proposal in open_):
        path = made.stand.paths[page_id]
        file = made.wiki.docs / path
        old = file.read_bytes()
        page, spec = read_page(old), made.spec(page_id, path)
        assert isinstance(page, Page)
        for proposal in open_:
            if proposal.page == page_id:
                page = _settled(page, spec, proposal, accept)
        _write(made.wiki, file, old, merge_page(page, spec).text)
        yield path


def release(made: Publisher, page_id: str, section: str | None, form_only: bool) -> list[str]:
    """Give sections of a page back to the builder, which writes its own text there; the names of
    those given back.

    Args:
        section: the one to give back; all that are the person's where it is ``None``.
        form_only: only where letters and digits are what the builder would write, so that no word
            is lost.

    Raises:
        UsageError: there is no such page or section, or the page is broken.
    """
    page, path = _page(made, page_id), made.stand.paths.get(page_id, "")
    if page is None or (section and section not in page.known):
        where = f"{page_id}#{section}" if section else page_id
        raise UsageError(
            "there is nothing of that name to release",
            where=where,
            next="wiki-builder check names broken pages",
        )
    spec = made.spec(page_id, path)
    now = {name: spec.section(name) for name in page.sections if section in (name, None)}
    freed = {name: _freed(page.sections[name], new, form_only) for name, new in now.items() if new}
    changed = {name: marks for name, marks in freed.items() if marks}
    new = _with_marks(page, changed)
    _write(made.wiki, made.wiki.docs / path, page.raw.encode("utf-8"), merge_page(new, spec).text)
    return list(changed)


def restore(wiki: Wiki, made: Publisher, page_id: str, section: str | None) -> str:
    """Bring back a deleted page, or a deleted section of one, at the next render; what was done, in
    words.

    What stands there, or was restored before and is not yet written, is said to be; a run that was
    killed can be done again.

    Raises:
        UsageError: there is nothing of that name, or the page is broken.
    """
    if section is None:
        return _restored(wiki, made, page_id)
    page, path = _page(made, page_id), made.stand.paths.get(page_id, "")
    known = made.spec(page_id, path).sections if page else {}
    if page is None or section not in {*page.known, *known}:
        raise UsageError(
            f"section {section} of {page_id} was not deleted",
            next="The end of the page lists what was ever written",
        )
    if section in page.sections:
        return f"section {section} of {page_id} stands there already"
    rows = {place: marks for place, marks in page.memory.rows.items() if place[0] != section}
    new = remembering(page, replace(page.memory, rows=rows))
    _write(wiki, wiki.docs / path, page.raw.encode("utf-8"), new)
    return f"section {section} of {page_id} is written again"


def _restored(wiki: Wiki, made: Publisher, page_id: str) -> str:
    """Forget that a page was deleted; what was done, in words."""
    spot = made.stand.places[page_id]
    if spot.kind == "here":
        return f"{page_id} stands there already: docs/{spot.path}"
    if spot.kind not in ("deleted", "new"):
        raise UsageError(
            f"the page of {page_id} was not deleted",
            next="wiki-builder check names the broken pages",
        )
    forget(wiki, {page_id} & made.stand.rejected)
    return f"{page_id} is written again"


def _has_edits(made: Publisher, path: str) -> bool:
    shown = made.stand.found.files[path].shown
    return bool(shown.sections or shown.items)


_Marks: TypeAlias = "tuple[Mark, Mapping[str, Mark]]"  # of a section, and of its items


def _freed(on_page: SectionOnPage, new: Section, form_only: bool) -> _Marks | None:
    """The section's marks set to what stands there, so that it is the builder's;
    ``None`` if it was.
    """
    if not (on_page.items or new.items):
        mark = _released(on_page.mark, on_page.body, new.body, form_only)
        return None if mark == on_page.mark else (mark, {})
    mark = _released(on_page.mark, on_page.head, new.head, form_only)
    standing = {block.id: block.text for block in on_page.blocks if block.id in on_page.items}
    items = {
        id_: _released(old, standing[id_], new.items[id_].text, form_only)
        if id_ in standing and id_ in new.items
        else old
        for id_, old in on_page.items.items()
        if form_only or id_ in standing  # what was deleted is new again
    }
    return None if mark == on_page.mark and items == dict(on_page.items) else (mark, items)


def _with_marks(page: Page, sections: Mapping[str, _Marks]) -> Page:
    """The page with the marks of some sections changed, so that merging does the rest."""
    rows: dict[RowKey, tuple[Mark, ...]] = {
        p: m for p, m in page.memory.rows.items() if p[0] not in sections
    }
    for name, (mark, items) in sections.items():
        rows |= {(name, ""): (mark,), **{(name, id_): (item,) for id_, item in items.items()}}
    memory = replace(page.memory, rows=rows, settled=page.memory.settled and not sections)
    chunks = (replace(c, memory=memory) if isinstance(c, SectionOnPage) else c for c in page.chunks)
    return replace(page, memory=memory, chunks=tuple(chunks))


def _released(mark: Mark, current: str, proposed: str, form_only: bool) -> Mark:
    if not mark.keep and (text_hash(current) == mark.text or same(current, proposed)):
        return mark
    if form_only and _letters(current) != _letters(proposed):
        return mark
    return Mark.of(text_hash(current), text_hash(current))


def _letters(text: str) -> str:
    return "".join(character for character in html.unescape(text) if character.isalnum())


def _write(wiki: Wiki, file: Path, old: bytes, new: str) -> None:
    try:
        swap(file, old, new.encode("utf-8"), within=wiki.root)
    except Changed:
        raise Locked(
            "the page was saved meanwhile", where=str(file), next="Run this again"
        ) from None


def _settled(page: Page, spec: PageSpec, proposal: Proposal, accept: bool) -> Page:
    """The page with one section's or item's mark changed, so that merging does the rest."""
    section, new = page.sections[proposal.section], spec.sections[proposal.section]
    mark, items = section.mark, dict(section.items)
    if proposal.item:
        block = next(b for b in section.blocks if b.id == proposal.item)
        items[proposal.item] = _mark(
            items[proposal.item], new.item_mark(proposal.item), block.text, accept
        )
    else:
        text = section.head if section.items or new.items else section.body
        mark = _mark(mark, new.mark, text, accept)
    return _with_marks(page, {section.name: (mark, items)})


def _mark(old: Mark, new: Mark, current: str, accept: bool) -> Mark:
    if accept:
        return Mark(text_hash(current), old.value)
    # a row of "-" has no place for what was seen
    return Mark(KEEP) if old.none else Mark(old.text, new.value)
