"""The render stage: every page that data and a person's edits call for, written where it has to
change.

No network and no clock. A page is merged again when what it is made from changed or
when its file did; all others are left without being read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path, PurePosixPath

from wiki_builder.contract.ledger import (
    Place,
    likely,
    place,
    read_deleted,
    read_ledger,
    read_seals,
    resealed,
    seal,
    sealed_pages,
    strays,
    write_ledger,
)
from wiki_builder.contract.merge import MergedPage, merged_into, new_page
from wiki_builder.contract.spec import PageSpec, Proposal
from wiki_builder.core.ahead import Ahead, can_help
from wiki_builder.core.errors import Outside
from wiki_builder.core.store.border import LEADS_OUT
from wiki_builder.core.store.disk import Changed, content_hash, write_file, write_page
from wiki_builder.core.store.values import read_text
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.library.library import default_path
from wiki_builder.library.scan import (
    PageFile,
    ScannedPages,
    read_file,
    save_cache,
    scan,
)
from wiki_builder.library.shown import Shown
from wiki_builder.pages.rendered import BrokenPage, Rendered

WORTH_SHARING = 400  # pages: making as many takes longer than starting processes
ATTEMPTS = 5  # a person saving the same page while it is written, again and again


@dataclass(frozen=True, slots=True)
class Standing:
    """Which pages stand where, before anything is written."""

    found: ScannedPages
    places: Mapping[str, Place]
    strays: tuple[tuple[int, str], ...] = ()  # lines of the ledger whose path leaves ``docs/``
    seals: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @property
    def shown(self) -> dict[str, Shown]:
        """What a person changed, by page id, for the pages on which they did;
        of a page that is left alone, what stands at its path.
        """
        files = self.found.files
        here = (
            (id_, files.get(spot.path or ""))
            for id_, spot in self.places.items()
            if spot.kind in ("here", "left")
        )
        return {id_: file.shown for id_, file in here if file and not file.shown.is_plain}

    @property
    def paths(self) -> dict[str, str]:
        """Where links to each page lead that was not deleted:
        where it stands, will be written, or is thought to be.
        """
        return {
            id_: spot.path or default_path(id_)
            for id_, spot in self.places.items()
            if spot.has_address
        }

    @property
    def ours(self) -> dict[str, str]:
        """The path of each page that the builder may write: it stands there, or is new."""
        return {
            id_: path
            for id_, path in self.paths.items()
            if self.places[id_].kind in ("here", "new")
        }

    @property
    def lost(self) -> tuple[str, ...]:
        """The pages that are nowhere, and that nobody may call deleted while there are files that
        may be any page.
        """
        return tuple(sorted(id_ for id_, spot in self.places.items() if spot.kind == "lost"))

    @property
    def rejected(self) -> frozenset[str]:
        return frozenset(id_ for id_, spot in self.places.items() if spot.kind == "deleted")


def read_standing(wiki: Wiki, wanted: Callable[[frozenset[str]], Iterable[str]]) -> Standing:
    """Read ``docs/`` and the ledger; ``wanted`` gives the pages that the data calls for,
    without rejected ones.
    """
    text = read_text(wiki.ledger)
    sealed = cache(lambda: sealed_pages(text))
    found = scan(wiki.docs, wiki.caches.pages, lambda path: sealed().get(path))
    recorded, deleted = read_ledger(text), read_deleted(text)
    by_id, untold = found.by_id(), found.untold
    taken = frozenset[str]().union(*recorded.values()) if untold else frozenset[str]()

    outside = frozenset(
        path for path, file in found.files.items() if file.broken and file.broken[1] == LEADS_OUT
    )

    @cache
    def placed(id_: str) -> Place:
        rows, paths = recorded.get(id_, frozenset()), by_id.get(id_, ())
        if len(paths) == 1:
            return Place("here", paths[0])
        # of a page that is found, its place is no question
        old = () if paths else rows or {default_path(id_)}
        occupied = frozenset(path for path in old if _occupied(id_, path, found, outside))
        spot = place(rows, paths, occupied, untold, id_ in deleted)
        return replace(spot, path=likely(rows, untold, taken)) if spot.kind == "lost" else spot

    gone = frozenset(id_ for id_ in recorded if placed(id_).kind == "deleted")
    places = {id_: placed(id_) for id_ in dict.fromkeys([*wanted(gone), *recorded, *by_id])}
    return Standing(found, places, strays(text), read_seals(text))


def _occupied(id_: str, path: str, found: ScannedPages, outside: Set[str]) -> bool:
    """Whether another file stands at ``path``, or a link on the way there that is not followed."""
    here = found.files.get(path)
    return bool(here and here.id != id_) or any(
        str(parent) in outside for parent in PurePosixPath(path).parents
    )


def render_pages(
    wiki: Wiki,
    stand: Standing,
    wanted: Set[str],
    spec: Callable[[str, str], PageSpec],
    inputs: Callable[[str, str], str],
    basis: Callable[[str, str], str] = lambda page, path: "",
    progress: Callable[[str], None] = lambda page: None,
) -> Rendered:
    """Bring every page up to date.

    Args:
        wanted: the ids of the pages that the data calls for.
        spec: a page's id and path → the page as the builder would write it now.
        inputs: a page's id and path → a hash of all that ``spec`` depends on.
        basis: the same, quickly told, or empty: as long as it stays, so do the inputs.
    """
    pages = {id_: path for id_, path in sorted(stand.ours.items()) if id_ in wanted}
    bases = {id_: basis(id_, path) for id_, path in pages.items()}
    writer = _Writer(wiki.docs, dict(stand.found.files), stand.seals, spec, inputs)
    open_ = [id_ for id_, path in pages.items() if not writer.is_made_from(path, bases[id_])]

    def made(id_: str) -> _Made:
        return writer.made(id_, pages[id_], stand.places[id_].kind == "new")

    if len(open_) >= WORTH_SHARING and can_help():
        writer.ahead = Ahead(made, open_)
    try:
        for id_, path in pages.items():
            if not writer.is_made_from(path, bases[id_]):
                input_ = writer.bring_up_to_date(id_, path, stand.places[id_].kind == "new")
                writer.note(path, input_, bases[id_])
            progress(id_)
    finally:
        if writer.ahead:
            writer.ahead.stop()
    _write_ledger(wiki, stand, wanted, writer)
    save_cache(wiki.caches.pages, writer.files)
    return _report(stand, writer, len(pages))


@dataclass(frozen=True, slots=True)
class _Made:
    """A hash of what a page is to be made from, and where it may have to change the page as it
    shall stand: new, or merged with what had the hash ``over``.
    """

    input: str
    page: MergedPage | None = None
    over: str = ""


@dataclass
class _Writer:
    docs: Path
    files: dict[str, PageFile]
    seals: Mapping[str, frozenset[str]]
    spec: Callable[[str, str], PageSpec]
    inputs: Callable[[str, str], str]
    ahead: Ahead[_Made] | None = None  # what other processes make of the pages
    written: list[str] = field(default_factory=list)
    failed: list[BrokenPage] = field(default_factory=list)
    disk_failed: bool = False

    def is_made_from(self, path: str, basis: str) -> bool:
        """Whether a page is told by its basis to be made from what it is to be made from."""
        file = self.files.get(path)
        return bool(file and basis and file.basis == basis and file.input)

    def made(self, id_: str, path: str, new: bool) -> _Made:
        """What becomes of a page; nothing is written."""
        input_ = self.inputs(id_, path)
        if self._stands(id_, path, input_):
            return _Made(input_)
        if new:
            return _Made(input_, MergedPage(new_page(self.spec(id_, path)), ()))
        old = (self.docs / path).read_bytes()
        return _Made(input_, merged_into(old, self.spec(id_, path)), content_hash(old))

    def _stands(self, id_: str, path: str, input_: str) -> bool:
        """Whether nothing is to be done: the page is made from this, or nobody can tell whose it
        is.
        """
        file = self.files.get(path)
        return bool(file and (file.input == input_ or file.broken or self._seal(id_, file, input_)))

    def _seal(self, id_: str, file: PageFile, input_: str) -> bool:
        return file.untouched and seal(input_, file.content) in self.seals.get(id_, ())

    def bring_up_to_date(self, id_: str, path: str, new: bool) -> str:
        """Write a page where it has to change; a hash of all that it is to be made from."""
        made = self.ahead.take(id_) if self.ahead else None
        file, input_ = self.files.get(path), made.input if made else self.inputs(id_, path)
        if self._stands(id_, path, input_):
            if file and file.input != input_ and not file.broken:
                self.files[path] = replace(file, input=input_)
            return input_
        for _ in range(ATTEMPTS):
            try:
                self._write(path, id_, new, made or _Made(input_))
            except Changed:
                continue
            except Outside as error:
                self.failed.append(BrokenPage(path, 0, error.what))
            except OSError as error:
                self.disk_failed = True
                self.failed.append(BrokenPage(path, 0, f"it cannot be written: {error.strerror}"))
            return input_
        self.failed.append(
            BrokenPage(
                path, 0, "it was saved again and again while it was written; run this once more"
            )
        )
        return input_

    def note(self, path: str, input_: str, basis: str) -> None:
        """Note the basis of a page, if it is made from what it is to be made from."""
        file = self.files.get(path)
        if file and file.input == input_ and file.basis != basis:
            self.files[path] = replace(file, basis=basis)

    def _write(self, path: str, id_: str, new: bool, made: _Made) -> None:
        file = self.docs / path
        old = file.read_bytes() if file.exists() else None
        if old is None and not new:
            return  # deleted or moved while this run went on: the next one sees it
        stood = "" if old is None else content_hash(old)
        if made.page and made.over == stood:
            page: MergedPage | None = made.page
        elif old is None:
            page = MergedPage(new_page(self.spec(id_, path)), ())
        else:
            page = merged_into(old, self.spec(id_, path))
        if page is None:
            self._remember(path, "", ())
            return
        content, known = page.text.encode("utf-8"), self.files.get(path)
        seen = known if known and old and known.content == stood else None
        if content == old:
            if seen:
                self.files[path] = replace(seen, input=made.input, proposals=page.proposals)
            else:
                self._remember(path, made.input, page.proposals)
            return
        stat = write_page(file, old, content, within=self.docs.parent)
        self.written.append(path)
        if old is None or (seen and seen.untouched):  # nothing on it is a person's
            self.files[path] = PageFile(
                path,
                stat.st_size,
                stat.st_mtime_ns,
                id_,
                Shown(path),
                input=made.input,
                content=content_hash(content),
            )
        else:
            self._remember(path, made.input, page.proposals)

    def _remember(self, path: str, input_: str, proposals: tuple[Proposal, ...]) -> None:
        """Note what stands there now."""
        stat = (self.docs / path).stat()
        file = read_file(self.docs, path, (stat.st_size, stat.st_mtime_ns))
        self.files[path] = replace(file, input=input_, proposals=proposals)


def _write_ledger(wiki: Wiki, stand: Standing, wanted: Set[str], writer: _Writer) -> None:
    """Written after the pages, so that a kill in between never looks like a deletion."""
    recorded, written = read_ledger(read_text(wiki.ledger)), frozenset(writer.written)
    rows: dict[str, Iterable[str]] = {}
    seals = {id_: min(known) for id_, known in stand.seals.items()}
    for id_, spot in stand.places.items():
        path = spot.path or default_path(id_)
        if spot.kind == "here" or (spot.kind == "new" and id_ in wanted and path in writer.files):
            rows[id_] = (path,)
            file = writer.files[path]
            if file.untouched and file.input:
                new, known = seal(file.input, file.content), stand.seals.get(id_, frozenset())
                seals[id_] = resealed(new, known, path in written)
        elif id_ in recorded:
            rows[id_] = recorded[id_]
    ledger = write_ledger(rows, stand.rejected, seals)
    write_file(wiki.ledger, ledger.encode("utf-8"), durable=True)


def _report(stand: Standing, writer: _Writer, pages: int) -> Rendered:
    broken = [BrokenPage(f.path, *f.broken) for f in writer.files.values() if f.broken]
    leaves = "it leaves docs/, and the line is taken out"
    broken += [
        BrokenPage("../data/pages.txt", line, f"{path!r}: {leaves}") for line, path in stand.strays
    ]
    return Rendered(
        written=tuple(writer.written),
        pages=pages,
        broken=tuple(broken + writer.failed),
        proposals=tuple(p for file in writer.files.values() for p in file.proposals),
        copies=tuple(
            path for spot in stand.places.values() if spot.kind == "here" for path in spot.copies
        ),
        left=tuple(
            path for spot in stand.places.values() if spot.kind == "left" for path in spot.copies
        ),
        rejected=tuple(
            sorted(
                id_
                for id_ in stand.rejected
                if ":" in id_ and id_.split(":")[0] in ("arxiv", "file")
            )
        ),
        lost=stand.lost,
        disk_failed=writer.disk_failed,
    )
