"""Curating: what people, or a model, decide about concepts, written to their files, logged, and
taken back.

An operation is computed as a whole before anything is written. The log's line comes first,
then the files, each only if nobody saved it meanwhile; otherwise all is put back. Pages are
brought up to date by the next render, which the caller asks for.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date

from wiki_builder.concepts import log
from wiki_builder.concepts.find import find_concept, sound
from wiki_builder.concepts.lines import concept_of, with_lines
from wiki_builder.concepts.log import FileChange, LoggedOperation, read_operations
from wiki_builder.concepts.operations import Change, Merge, Split, apply, arguments, resolved
from wiki_builder.concepts.registry import Registry, changes, read_back
from wiki_builder.concepts.splitting import Mention
from wiki_builder.concepts.undo import take_back
from wiki_builder.contract.merge import merge_page, new_page
from wiki_builder.contract.page import Page, read_page
from wiki_builder.core.errors import FormatError, Locked, UsageError
from wiki_builder.core.settings import Settings
from wiki_builder.core.store.operations import note_under_way
from wiki_builder.core.store.papers import read_paper
from wiki_builder.core.store.texts import Changed, hash_of
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.analysis import Analysis
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.curation.under_way import (
    at_work,
    change_file,
    clear_unwritten,
    close_operation,
    left_under_way,
    record,
    text_at,
)
from wiki_builder.library.card import Card
from wiki_builder.library.history import events
from wiki_builder.library.index import Index, load_index
from wiki_builder.library.library import concept_page_id, default_path, wanted_pages
from wiki_builder.pages.files import read_standing
from wiki_builder.pages.publisher import Publisher, publisher


@dataclass(frozen=True, slots=True)
class Done:
    """What was done, or with ``--dry-run`` would be.

    ``entry`` is the line in the log, ``None`` where nothing was to change; ``written`` and
    ``removed`` are paths in the wiki; ``pages`` says of a dry run which pages would be written.
    ``kept`` names what an undo left as people had edited it, ``undone`` the operations that it took
    back.
    """

    entry: LoggedOperation | None = None
    diff: str = ""
    written: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    undone: tuple[LoggedOperation, ...] = ()


def operate(
    wiki: Wiki,
    settings: Settings,
    change: Change,
    *,
    by: str,
    today: date,
    reason: str = "",
    dry_run: bool = False,
    command: str = "",
) -> Done:
    """Do one operation on the registry: write the files and the log, or with ``dry_run`` say what
    would change.

    Args:
        command: what was asked for, in words. One that was killed before its pages were written is
            not done a second time when it is asked for again.

    Raises:
        UsageError: it cannot be done, and why; nothing was written.
        Locked: another run is at work, or somebody saved one of the files meanwhile; nothing was
            written.
    """
    with at_work(wiki):
        clear_unwritten(wiki)
        if (done := _already(wiki, command)) and not dry_run:
            return done
        made = publisher(wiki, settings, load_index(wiki))
        _require_whole(made)
        registry = made.library.registry
        change = resolved(change, registry)
        mentions = _mentions(wiki, made.index, registry, change)
        after = apply(change, registry, by, reason, mentions)
        files = file_changes(wiki, registry, after, _shared(change))
        if not files:
            return Done()
        entry = _entry(change, files, by, reason, today)
        later = _later(made, _read_back(registry, files), entry)
        entry = replace(entry, pages=_created(made, later))
        if dry_run:
            return Done(entry, _diff(files), pages=tuple(_would_change(later)))
        return Done(record(wiki, entry, command), _diff(files), *_paths(wiki, files))


def decide(
    wiki: Wiki, registry: Registry, change: Change, *, by: str, today: date, reason: str = ""
) -> Registry:
    """Do and log one operation within a run, which holds the lock and renders at its end; the
    registry after it.

    Raises:
        UsageError: it cannot be done, and why; nothing was written.
        Locked: somebody saved one of the files meanwhile; nothing was written.
    """
    change = resolved(change, registry)
    files = file_changes(wiki, registry, apply(change, registry, by, reason), _shared(change))
    if files:
        record(wiki, _entry(change, files, by, reason, today))
    return _read_back(registry, files)


def undo(
    wiki: Wiki,
    settings: Settings,
    count: int = 1,
    *,
    by: str,
    today: date,
    dry_run: bool = False,
    command: str = "",
) -> Done:
    """Take back the last ``count`` operations that stand; ``command`` as for :func:`operate`.

    Files that nobody edited since get their first bytes; in the others, edits stay. Pages that the
    operations called for go, if all on them is the builder's and nothing else calls for them.

    Raises:
        UsageError: there are not so many, or what would be left is no sound registry; nothing was
            written.
        Locked: as for :func:`operate`.
    """
    with at_work(wiki):
        clear_unwritten(wiki)
        if (done := _already(wiki, command)) and not dry_run:
            return done
        made = publisher(wiki, settings, load_index(wiki))
        _require_whole(made)
        undone = _last(read_operations(wiki), count)
        pages = {page for entry in undone for page in entry.pages} & _here(made)
        free = {page for page in pages if _is_builders(made, page)}
        named = Counter(id_ for entry in made.index.values() for id_ in _named(entry.card))
        held = named.keys() | {page.partition(":")[2] for page in pages - free}
        shared = {id_ for id_, papers in named.items() if papers > 1}
        files, kept = _taken_back(wiki, undone, held, shared, by)
        about = tuple(dict.fromkeys(id_ for entry in undone for id_ in entry.concepts))
        told = LoggedOperation(
            0,
            today.isoformat(),
            "undo",
            about,
            by=by,
            files=files,
            undoes=tuple(old.id for old in undone),
        )
        later = _later(made, _read_back(made.library.registry, files), told, free)
        gone = tuple(sorted(free - later.stand.places.keys()))
        touched = sorted(pages - free - set(wanted_pages(later.library)))
        kept += tuple(f"docs/{made.stand.paths[page]} is yours and stays" for page in touched)
        entry = replace(told, kept=kept)
        removed = tuple(f"docs/{made.stand.paths[page]}" for page in gone)
        if dry_run:
            return Done(entry, _diff(files), (), removed, tuple(_would_change(later)), kept, undone)
        places = {page: made.stand.paths[page] for page in gone}
        entry = record(
            wiki, entry, command, {p: (at, hash_of(wiki.docs / at)) for p, at in places.items()}
        )
        written, deleted = _paths(wiki, files)
        return Done(entry, _diff(files), written, (*deleted, *removed), (), kept, undone)


def _require_whole(made: Publisher) -> None:
    """What mentions a concept must be known before it is split or taken back."""
    for path, reason in made.told():
        raise FormatError(reason, where=path)


# --- The log and the files --------------------------------------------------------


def file_changes(
    wiki: Wiki, before: Registry, after: Registry, shared: Collection[str] = ()
) -> tuple[FileChange, ...]:
    """The files and lines that differ between the registry as it was read and another one, with
    their texts: what changed of a line gets a file, and so do ``shared`` concepts.

    Raises:
        Locked: somebody saved one of them since it was read.
    """
    found = [
        _change(wiki, name, _known(before, name), text)
        for name, text in sorted(changes(before, after, shared).items())
    ]
    return tuple(sorted(found, key=lambda file: file.after is None))


def data_changes(
    wiki: Wiki, before: Registry, after: Registry, shared: Collection[str] = ()
) -> tuple[FileChange, ...]:
    """The files that differ, for a change that is no operation: lines stay lines, those that do not
    count go, and only ``shared`` concepts get files.

    Raises:
        Locked: as for :func:`file_changes`.
    """
    found: list[FileChange] = []
    lines: dict[str, dict[str, str | None]] = {name: {} for name in before.lines.untidy}
    for name, text in sorted(changes(before, after, shared, lines=True).items()):
        file, _, id_ = name.partition("#")
        if id_:
            lines.setdefault(file, {})[id_] = text
        else:
            found.append(_change(wiki, name, _known(before, name), text))
    for file, changed in sorted(lines.items()):
        known = before.lines.files.get(file, "")
        # of those that do not count, the ones of concepts that have a file
        filed = {id_: None for id_ in before.texts if file in before.lines.untidy}
        found.append(_change(wiki, file, known, with_lines(known, filed | changed) or None))
    return tuple(found)


def _change(wiki: Wiki, name: str, known: str, text: str | None) -> FileChange:
    """The change of a file or line, which must say what is ``known`` of it."""
    path = f"data/concepts/{name}"
    now = text_at(wiki, path)
    if (now or "").removeprefix("\ufeff") != known.removeprefix("\ufeff"):
        raise Locked("it was saved meanwhile; nothing was done", where=path, next="Run this again")
    return FileChange(path, now, text)


def _known(registry: Registry, name: str) -> str:
    """What a file or line said when the registry was read."""
    at = registry.lines.at.get(concept_of(name)) if "#" in name else None
    return at.text if at else "" if "#" in name else registry.texts.get(concept_of(name), "")


def _shared(change: Change) -> tuple[str, ...]:
    """What a change gives the papers of another concept."""
    return (change.a,) if isinstance(change, Merge) else ()


def _already(wiki: Wiki, command: str) -> Done | None:
    """What was done, if ``command`` was killed before its pages were written;
    what else was under way is done with.
    """
    note, entry = left_under_way(wiki)
    close_operation(wiki)
    if note is None or entry is None or not command or note.command != command:
        return None
    note_under_way(wiki, note)
    written, removed = _paths(wiki, entry.files)
    undone = tuple(old for old in reversed(read_operations(wiki)) if old.id in entry.undoes)
    removed += tuple(f"docs/{path}" for path, _ in note.pages.values())
    return Done(entry, _diff(entry.files), written, removed, (), entry.kept, undone)


def write_changes(
    wiki: Wiki, before: Registry, after: Registry, shared: Collection[str] = ()
) -> None:
    """Write the files that differ between the registry as it was read and another one, without a
    log; ``shared`` concepts are named by more than one paper.

    Raises:
        Locked: somebody saved one of them meanwhile; what they saved stays.
    """
    for file in data_changes(wiki, before, after, shared):
        try:
            change_file(wiki, file)
        except Changed:
            raise Locked("it was saved meanwhile", where=file.path, next="Run this again") from None


def _paths(wiki: Wiki, files: Iterable[FileChange]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The files written and those removed."""
    paths = dict.fromkeys(file.path.partition("#")[0] for file in files)
    there = {path: (wiki.root / path).is_file() for path in paths}
    return tuple(p for p in paths if there[p]), tuple(p for p in paths if not there[p])


def _diff(files: Iterable[FileChange]) -> str:
    """What changes, as git shows it."""
    lines: list[str] = []
    for file in files:
        old, new = (f"a/{file.path}", f"b/{file.path}")
        before, after = (file.before or "").splitlines(), (file.after or "").splitlines()
        names = (
            old if file.before is not None else "/dev/null",
            new if file.after is not None else "/dev/null",
        )
        lines += difflib.unified_diff(before, after, *names, lineterm="")
    return "\n".join(lines)


# --- What an operation is about ------------------------------------------------------


def _entry(
    change: Change, files: tuple[FileChange, ...], by: str, reason: str, today: date
) -> LoggedOperation:
    op, about = type(change).__name__.lower(), _about(change, files)
    return LoggedOperation(0, today.isoformat(), op, about, arguments(change), by, reason, files)


def _about(change: Change, files: Iterable[FileChange]) -> tuple[str, ...]:
    """The concepts that a change names, and for a split the one that came of it."""
    named = [getattr(change, key) for key in ("a", "b") if hasattr(change, key)]
    others = [concept_of(file.path) for file in files] if isinstance(change, Split) else []
    return tuple(dict.fromkeys((*named, *others)))


def _read_back(registry: Registry, files: Iterable[FileChange]) -> Registry:
    """The registry as ``load`` will read it from the changed files."""
    return sound(
        read_back(registry, {f.path.removeprefix("data/concepts/"): f.after for f in files})
    )


def _mentions(wiki: Wiki, index: Index, registry: Registry, change: Change) -> tuple[Mention, ...]:
    """Who mentions the concept that is split, in which words."""
    if not isinstance(change, Split):
        return ()
    whole = find_concept(registry, change.a).id
    papers = (
        id_
        for id_, entry in index.items()
        if any(registry.meant(c, id_) == whole for c in _named(entry.card))
    )
    read = (paper for id_ in papers if (paper := read_paper(wiki, id_)))
    return tuple(
        mention
        for paper in read
        if paper.analysis
        for mention in _mentions_in(paper.id, paper.analysis)
    )


def _mentions_in(paper: str, analysis: Analysis) -> Iterator[Mention]:
    yield from (
        Mention(paper, mention.concept, mention.name, mention.gloss)
        for mention in analysis.concepts
    )
    yield from (
        Mention(paper, entity.concept, Bilingual(entity.name, "")) for entity in analysis.entities
    )


def _named(card: Card) -> set[str]:
    """The ids that a paper's data name."""
    return ({concept for concept, _ in card.roles} | set(card.things)) - {""}


# --- Pages -----------------------------------------------------------------------------


def _later(
    made: Publisher, registry: Registry, entry: LoggedOperation, free: Collection[str] = ()
) -> Publisher:
    """The pages after an operation, without those of ``free`` that the registry does
    not call for then.
    """
    old = made.library

    def wanted(gone: frozenset[str]) -> list[str]:
        return list(wanted_pages(replace(old, registry=registry, places={}, rejected=gone)))

    stand = read_standing(made.wiki, wanted)
    gone = set(free) - set(wanted(stand.rejected))
    stand = replace(
        stand, places={page: place for page, place in stand.places.items() if page not in gone}
    )
    library = replace(
        old, registry=registry, shown=stand.shown, places=stand.paths, rejected=stand.rejected
    )
    library = replace(library, history=events((*read_operations(made.wiki), entry), registry))
    return replace(made, stand=stand, library=library, views=replace(made.views, library=library))


def _created(made: Publisher, later: Publisher) -> tuple[str, ...]:
    """The pages that only the later registry calls for, and that do not stand yet."""
    known = set(wanted_pages(made.library))
    new = (page for page in wanted_pages(later.library) if later.stand.places[page].kind == "new")
    return tuple(sorted(page for page in new if page not in known))


def _here(made: Publisher) -> set[str]:
    return {page for page, place in made.stand.places.items() if place.kind == "here"}


def _would_change(later: Publisher) -> Iterator[str]:
    """The paths of the pages that a render would write."""
    concepts = {concept_page_id(concept) for concept in later.library.registry.concepts.values()}
    wanted = set(wanted_pages(later.library)) | (concepts & _here(later))
    for page in sorted(wanted & later.stand.ours.keys()):
        path = later.stand.ours[page]
        file = later.stand.found.files.get(path)
        if file is None or (
            file.input != later.inputs(page, path) and not file.broken and _differs(later, page)
        ):
            yield f"docs/{path}"


def _differs(made: Publisher, page: str) -> bool:
    path = made.stand.paths[page]
    now = read_page((made.wiki.docs / path).read_bytes())
    return isinstance(now, Page) and merge_page(now, made.spec(page, path)).text != now.raw


def _is_builders(made: Publisher, page: str) -> bool:
    """Whether nothing on a page is a person's:
    brought up to date, it is what would be written afresh at its place.
    """
    path = made.stand.paths[page]
    now = read_page((made.wiki.docs / path).read_bytes())
    known = page.partition(":")[2] in made.library.registry.concepts
    if path != default_path(page) or not known or not isinstance(now, Page):
        return False
    spec = made.spec(page, path)
    return merge_page(now, spec).text == new_page(spec)


# --- Undoing ----------------------------------------------------------------------------


def _last(operations: Iterable[LoggedOperation], count: int) -> tuple[LoggedOperation, ...]:
    """The last operations that stand, newest first."""
    standing_ = log.in_force(operations)
    if not 0 < count <= len(standing_):
        what = f"only {len(standing_)} can be undone" if standing_ else "there is nothing to undo"
        raise UsageError(what, where=log.FILE, next="Operations that were undone do not count")
    return tuple(reversed(standing_[-count:]))


def _taken_back(
    wiki: Wiki,
    undone: Iterable[LoggedOperation],
    held: Collection[str],
    shared: Collection[str],
    by: str,
) -> tuple[tuple[FileChange, ...], tuple[str, ...]]:
    """The files to write so that some operations, newest first, are undone;
    and what stays of later edits.
    """
    entries = tuple(undone)
    paths = dict.fromkeys(file.path for entry in entries for file in entry.files)
    first: Mapping[str, str | None] = {path: text_at(wiki, path) for path in paths}
    texts, kept = dict(first), list[str]()
    for entry in entries:
        back = take_back(entry.files, texts, held, by, shared)
        texts |= back.texts
        kept += back.kept
    changed = (
        FileChange(path, first[path], texts[path])
        for path in sorted(paths, key=lambda path: (texts[path] is None, path))
        if first[path] != texts[path]
    )
    return tuple(changed), tuple(dict.fromkeys(kept))
