"""The wiki's folder: where each thing stands, and reading and writing ``data/``.

Only this module and ``disk`` write into a wiki. Files are written whole or not
at all, and not at all when nothing changed. What only the builder reads is JSON,
in a fixed order, so that the same values give the same bytes.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json, to_json

from wiki_builder.border import Border, walk
from wiki_builder.checkout import require_whole
from wiki_builder.disk import is_leftover, named, recover, set_aside, write_file
from wiki_builder.errors import FormatError, Locked, of_disk
from wiki_builder.models import ConceptText, Entry, Figure, FullText, Paper, Receipt, is_id
from wiki_builder.newer import with_unknown

T = TypeVar("T")
N = TypeVar("N")
_OF_ALL = (errno.EMFILE, errno.ENFILE, errno.ENOMEM)  # says nothing of the one file
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
MOST_RUNS = 400  # days that data/runs.txt remembers


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file of ``data/`` that cannot be read, and why: it is left as it is, and all else goes on."""

    path: Path
    reason: str


@dataclass(frozen=True, slots=True)
class Wiki:
    """The folders of one wiki; ``root`` holds ``wiki.toml``."""

    root: Path

    @property
    def data(self) -> Path:
        return self.root / "data"

    @property
    def docs(self) -> Path:
        return self.root / "docs"

    @property
    def cache(self) -> Path:
        """Safe to delete at any time, at the price of fetching again."""
        return self.root / ".wiki"

    @property
    def concepts(self) -> Path:
        return self.data / "concepts"

    def concept_text(self, id_: str) -> Path:
        return self.data / "concept-texts" / f"{id_}.json"

    @property
    def pending(self) -> Path:
        return self.data / "pending"

    @property
    def runs(self) -> Path:
        return self.data / "runs.txt"

    @property
    def set_aside(self) -> Path:
        """Where that of ``pending`` goes which cannot be read."""
        return self.pending / "broken"

    @property
    def ledger(self) -> Path:
        return self.data / "pages.txt"

    @property
    def spending(self) -> Path:
        """What the model cost, a file a month."""
        return self.data / "spending"

    def paper(self, id_: str) -> Path:
        return self.data / "papers" / f"{paper_address(id_)}.json"

    def receipt(self, name: str) -> Path:
        """The file of a receipt; FormatError for what is no receipt's name, so that it never becomes a path."""
        if not _is_receipt(name):
            raise FormatError(
                f"{name[:100]!r} is no name of a receipt", next="Take the file that names it back from git"
            )
        return self.data / "runs" / f"{name}.json"

    def entries(self, month: str) -> Path:
        return self.data / "entries" / f"{month}.jsonl"


def paper_address(id_: str) -> str:
    """Folder and file of a paper from its permanent id, never from its title.

    ``arxiv:2605.02801`` → ``2605/2605.02801``; ``arxiv:astro-ph/0601001`` →
    ``astro-ph/0601001``; ``file:3f9a2c1d77b0`` → ``file/3f9a2c1d77b0``.

    Raises:
        FormatError: ``id_`` has not the form of an id, so that it never becomes a path.
    """
    if not is_id(id_):
        next_ = "Mend the file that names it, or take it back from git"
        raise FormatError(f"{id_[:100]!r} is no id of a paper", next=next_)
    source, _, own = id_.partition(":")
    if source != "arxiv":
        return f"{source}/{own}"
    return own if "/" in own else f"{own[:4]}/{own}"


def figure_path(id_: str, figure: Figure) -> str:
    """Where a paper's figure stands, relative to ``docs/``: ``papers/2605/2605.02801-fig1.png``."""
    suffix = "jpg" if figure.type == "jpeg" else figure.type
    return f"papers/{paper_address(id_)}-fig{figure.number}.{suffix}"


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


def if_readable(read: Callable[[Wiki, str], T | None], wiki: Wiki, name: str) -> T | None:
    """What ``read`` gives; ``None`` too where the file is there and cannot be read."""
    found = read_each([name], lambda name: read(wiki, name), lambda name: wiki.data)[0]
    return found[0] if found else None


def read_each(
    names: Iterable[N], read: Callable[[N], T], path: Callable[[N], Path]
) -> tuple[list[T], list[Unreadable]]:
    """What can be read of many files, and what cannot; what would fail for any file is raised."""
    found: list[T] = []
    broken: list[Unreadable] = []
    for name in names:
        try:
            found.append(read(name))
        except FormatError as error:
            broken.append(Unreadable(path(name), f"{error.what}. {error.next}"))
        except OSError as error:
            told = of_disk(error)
            if told is None or error.errno in _OF_ALL:
                raise
            broken.append(Unreadable(path(name), f"{told.what}. {told.next}"))
    return found, broken


def is_unreadable(wiki: Wiki, id_: str) -> bool:
    """Whether a paper's file is there and cannot be read: it is known then, and nothing more is known of it."""
    path = wiki.paper(id_)
    return os.path.lexists(path) and if_readable(read_paper, wiki, id_) is None


def paper_files(wiki: Wiki) -> Iterator[Path]:
    """The files of all papers, in order of their paths."""
    yield from sorted((wiki.data / "papers").glob("*/*.json"))


def write_paper(wiki: Wiki, paper: Paper) -> bool:
    """Write a paper's file; ``False`` if it says the same already."""
    return write_value(wiki.paper(paper.id), paper)


def read_receipt(wiki: Wiki, name: str) -> Receipt | None:
    """One receipt, or ``None``."""
    path = wiki.receipt(name)
    return _receipt_in(path) if path.is_file() else None


def read_receipts(wiki: Wiki, broken: list[Unreadable] | None = None) -> list[Receipt]:
    """All receipts, oldest first; ``broken`` takes those that cannot be read."""
    found, left = read_each(sorted((wiki.data / "runs").glob("*.json")), _receipt_in, lambda path: path)
    if broken is not None:
        broken += left
    return sorted(found, key=lambda receipt: (receipt.date, receipt.name))


def last_run(wiki: Wiki) -> date | None:
    """The day in New York of the last run that could ask what was announced.

    Where none is noted it is the last day that a receipt covers; ``None`` in a new wiki.
    """
    noted = [date.fromisoformat(day) for day in _runs(wiki)]
    return max(noted or covered_days(wiki), default=None)


def note_run(wiki: Wiki, day: date) -> bool:
    """Note that a run on ``day`` could ask what was announced; ``False`` if it is known.

    One line a day, sorted, in a file that git merges line by line.
    """
    days = sorted({*_runs(wiki), day.isoformat()})[-MOST_RUNS:]
    return write_file(wiki.runs, "".join(f"{one}\n" for one in days).encode())


def _runs(wiki: Wiki) -> list[str]:
    lines = wiki.runs.read_text("utf-8", errors="replace").split() if wiki.runs.is_file() else []
    return [line for line in lines if _is_day(line)]


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def recent_receipts(wiki: Wiki, since: date) -> list[Receipt]:
    """The receipts of days from ``since`` on, told by their files' names; those that cannot be read apart."""
    newest = {path: max(map(date.fromisoformat, _DAY.findall(path.stem))) for path in _receipt_files(wiki)}
    recent = [path for path, day in newest.items() if day >= since]
    return read_each(recent, _receipt_in, lambda path: path)[0]


def _receipt_files(wiki: Wiki) -> list[Path]:
    return [path for path in sorted((wiki.data / "runs").glob("*.json")) if _is_receipt(path.stem)]


def _receipt_in(path: Path) -> Receipt:
    """A receipt from its file.

    Raises:
        FormatError: it cannot be read, or says that it is another one, or of what is no day.
    """
    receipt = read_value(path, Receipt)
    if receipt.name != path.stem or not _is_receipt(receipt.name) or not _is_day(receipt.date):
        what = f"this file says that it is the receipt {receipt.name[:100]!r} of {receipt.date[:100]!r}"
        raise FormatError(what, where=str(path), next="Take it back from git: git checkout -- FILE")
    return receipt


def _is_receipt(name: str) -> bool:
    """Whether ``name`` is ``2026-05-05``, ``api-2026-05-06--2026-05-08`` or ``add-2026-05-05``."""
    days = name.removeprefix("add-") if name.startswith("add-") else name.removeprefix("api-")
    first, parted, last = days.partition("--")
    return _is_day(first) and (not parted or (name.startswith("api-") and _is_day(last)))


def read_concept_texts(wiki: Wiki, broken: list[Unreadable] | None = None) -> dict[str, ConceptText]:
    """What models wrote about concepts, by the concept's id; ``broken`` takes the files that cannot be read."""
    return {text.concept: text for text in _read_all(wiki.data / "concept-texts", ConceptText, broken)}


def _read_all(folder: Path, type_: type[T], broken: list[Unreadable] | None) -> list[T]:
    found, left = read_each(sorted(folder.glob("*.json")), lambda path: read_value(path, type_), lambda path: path)
    if broken is not None:
        broken += left
    return found


def write_concept_text(wiki: Wiki, text: ConceptText) -> bool:
    """Write what a model wrote about a concept; ``False`` if the file says the same already."""
    return write_value(wiki.concept_text(text.concept), text)


def covered_days(wiki: Wiki) -> set[date]:
    """The days that receipts of the feed and of catch-up cover, from the files' names alone."""
    days: set[date] = set()
    for path in _receipt_files(wiki):
        ends = [date.fromisoformat(day) for day in _DAY.findall(path.stem) if not path.stem.startswith("add-")]
        if ends:
            days |= {ends[0] + timedelta(days=n) for n in range((ends[-1] - ends[0]).days + 1)}
    return days


def write_receipt(wiki: Wiki, receipt: Receipt) -> bool:
    """Write a receipt; ``False`` if it says the same already, or cannot be read: what it said is a person's to mend."""
    path = wiki.receipt(receipt.name)
    if os.path.lexists(path) and if_readable(read_receipt, wiki, receipt.name) is None:
        return False
    return write_value(wiki.receipt(receipt.name), receipt)


def read_entries(wiki: Wiki, month: str) -> dict[str, Entry]:
    """What was announced in a month (``2605``) and not read, by id."""
    return {entry.id: entry for entry, _ in _entry_lines(wiki, month)[0]}


def unreadable_entries(wiki: Wiki) -> list[Unreadable]:
    """The lines of all months that are no entry; they stay where they are."""
    return [found for path in _entry_files(wiki) for found in _entry_lines(wiki, path.stem)[1]]


def _entry_lines(wiki: Wiki, month: str) -> tuple[list[tuple[Entry, bytes]], list[Unreadable], list[bytes]]:
    """The entries of a month with their lines, and what is none."""
    path = wiki.entries(month)
    lines = [line for line in path.read_bytes().split(b"\n") if line.strip()] if path.is_file() else []
    found, broken, odd = list[tuple[Entry, bytes]](), list[Unreadable](), list[bytes]()
    for line in lines:
        entries, left = read_each([line], lambda line: _parse(path, line, Entry), lambda line: path)
        found += [(entry, line) for entry in entries]
        broken += left
        odd += [line] if left else []
    return found, broken, odd


def add_entries(wiki: Wiki, entries: Iterable[Entry], read: Iterable[str] = ()) -> None:
    """File entries by the month of their day, sorted by id; ids in ``read`` are taken out."""
    gone, new = set(read), {entry.id: entry for entry in entries}
    months = {_month(entry.date) for entry in new.values()} | ({p.stem for p in _entry_files(wiki)} if gone else set())
    for month in sorted(months):
        known, _, odd = _entry_lines(wiki, month)
        old, lines = {entry.id: entry for entry, _ in known}, {entry.id: line for entry, line in known}
        here = {entry.id: entry for entry in new.values() if _month(entry.date) == month}
        kept = {id_: entry for id_, entry in sorted((here | old).items()) if id_ not in gone}
        if kept != old:
            written = [dump(entry, lines.get(entry.id), indent=None) for entry in kept.values()]
            write_file(wiki.entries(month), b"".join([*written, *(line + b"\n" for line in odd)]), durable=True)


def keep_text(wiki: Wiki, id_: str, text: FullText) -> None:
    """Keep the text of a paper that came as a file until it has been read."""
    write_value(_kept_text(wiki, id_), text)


def read_kept_text(wiki: Wiki, id_: str) -> FullText | None:
    """The kept text of a paper, if it is still there."""
    return read_pending(wiki, _kept_text(wiki, id_), FullText)


def drop_text(wiki: Wiki, id_: str) -> None:
    """Forget a text that has been read."""
    _kept_text(wiki, id_).unlink(missing_ok=True)


def read_pending(wiki: Wiki, path: Path, type_: type[T]) -> T | None:
    """A value under ``data/pending/``, if it is there; what is none is set aside, and made again where it can be."""
    try:
        return read_value(path, type_) if path.is_file() else None
    except FormatError:
        set_aside(path, wiki.set_aside)
        return None


def _kept_text(wiki: Wiki, id_: str) -> Path:
    return wiki.pending / "texts" / f"{id_.replace(':', '-').replace('/', '-')}.json"


def read_text(path: Path) -> str:
    """The text of a file of lines; empty where there is none.

    Raises:
        FormatError: it is not UTF-8.
    """
    try:
        return path.read_bytes().decode("utf-8") if path.is_file() else ""
    except UnicodeDecodeError:
        next_ = "Save it as UTF-8, or take it back from git: git checkout -- FILE"
        raise FormatError("this file is not UTF-8", where=str(path), next=next_) from None


def read_value(path: Path, type_: type[T]) -> T:
    """A value of ``type_`` from a file that :func:`dump` made.

    Raises:
        FormatError: the file is something else.
    """
    return _parse(path, path.read_bytes(), type_)


def write_value(path: Path, value: object) -> bool:
    """Write a value so that it outlives a loss of power; ``False`` if the file says the same already.

    What the file says and this wiki-builder does not know stays, see :mod:`wiki_builder.newer`.
    """
    return write_file(path, dump(value, path.read_bytes() if path.is_file() else None), durable=True)


def dump(value: object, over: bytes | None = None, indent: int | None = 1) -> bytes:
    """A value as the JSON that is kept: one space of indent, defaults left out, order as declared.

    With ``over``, what it takes the place of, with all in it that is not known here and still of the same things.
    """
    type_ = type(value)
    new = _adapter(type_).dump_json(value, indent=indent, exclude_defaults=True)
    if over is None or over.strip() == new:
        return new + b"\n"
    try:
        raw, old = from_json(over), _adapter(type_).validate_json(over)
    except ValueError:  # it was no such value
        return new + b"\n"
    known = from_json(new)
    whole = with_unknown(type_, raw, from_json(_adapter(type_).dump_json(old, exclude_defaults=True)), known)
    return (new if whole == known else to_json(whole, indent=indent)) + b"\n"


@contextmanager
def locked(wiki: Wiki) -> Iterator[tuple[str, ...]]:
    """Hold the wiki's lock; gives the files to which a person's text was put back that a killed run had swapped out.

    Raises:
        Locked: another run holds it.
        Outside: a link in the wiki leads out of its folder.
        UsageError: a part of the wiki is not checked out, and would look deleted.
    """
    import filelock  # not to build a site, which locks nothing

    Border(wiki.root).keep()
    require_whole(wiki.root)
    wiki.cache.mkdir(parents=True, exist_ok=True)
    lock = filelock.FileLock(wiki.cache / "lock", timeout=0)
    try:
        with named(wiki.cache / "lock"):
            lock.acquire()
    except filelock.Timeout:
        raise Locked(
            "another run is at work", where=str(wiki.root), next="Wait for it to end, then run this again"
        ) from None
    try:
        yield put_right(wiki)
    finally:
        lock.release()


def put_right(wiki: Wiki) -> tuple[str, ...]:
    """Clear what a killed run left wherever it writes. Hold the lock: another one's writes look the same."""
    found = [path for path in wiki.root.iterdir() if is_leftover(path.name)]
    for folder in (wiki.docs, wiki.data):
        files = walk(folder, Border(wiki.root).holds, refused=lambda path, error: None)  # who uses it names it
        found += [Path(file.path) for file in files if is_leftover(file.name)]
    return tuple(path.relative_to(wiki.root).as_posix() for path in recover(found))


def _entry_files(wiki: Wiki) -> list[Path]:
    return sorted((wiki.data / "entries").glob("*.jsonl"))


def _month(date: str) -> str:
    return date[2:4] + date[5:7]


_adapters: dict[object, TypeAdapter[Any]] = {}


def _adapter(type_: Any) -> TypeAdapter[Any]:
    """The adapter of a type, made once: it costs some milliseconds."""
    return _adapters.get(type_) or _adapters.setdefault(type_, TypeAdapter(type_))


def _parse(path: Path, content: bytes, type_: type[T]) -> T:
    try:
        value: T = _adapter(type_).validate_json(content)
        return value
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise FormatError(
            f"{field or 'the file'}: {first['msg']}",
            where=str(path),
            next="Mend the file, or take it back from git: git checkout -- FILE",
        ) from None
