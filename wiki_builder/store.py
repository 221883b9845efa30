"""The wiki's folder: where each thing stands, and reading and writing ``data/``.

Only this module and ``disk`` write into a wiki. Files are written whole or not
at all, and not at all when nothing changed. What only the builder reads is JSON,
in a fixed order, so that the same values give the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from wiki_builder.disk import write_file
from wiki_builder.errors import FormatError, Locked
from wiki_builder.models import ConceptText, Entry, Figure, FullText, Paper, Receipt, is_id

T = TypeVar("T")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


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
    def ledger(self) -> Path:
        return self.data / "pages.txt"

    def paper(self, id_: str) -> Path:
        return self.data / "papers" / f"{paper_address(id_)}.json"

    def receipt(self, name: str) -> Path:
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


def paper_files(wiki: Wiki) -> Iterator[Path]:
    """The files of all papers, in order of their paths."""
    yield from sorted((wiki.data / "papers").glob("*/*.json"))


def write_paper(wiki: Wiki, paper: Paper) -> bool:
    """Write a paper's file; ``False`` if it says the same already."""
    return write_file(wiki.paper(paper.id), dump(paper))


def read_receipt(wiki: Wiki, name: str) -> Receipt | None:
    """One receipt, or ``None``."""
    path = wiki.receipt(name)
    return read_value(path, Receipt) if path.is_file() else None


def read_receipts(wiki: Wiki) -> list[Receipt]:
    """All receipts, oldest first."""
    paths = sorted((wiki.data / "runs").glob("*.json"))
    return sorted((read_value(path, Receipt) for path in paths), key=lambda receipt: (receipt.date, receipt.name))


def read_concept_texts(wiki: Wiki) -> dict[str, ConceptText]:
    """What models wrote about concepts, by the concept's id."""
    texts = (read_value(path, ConceptText) for path in sorted((wiki.data / "concept-texts").glob("*.json")))
    return {text.concept: text for text in texts}


def write_concept_text(wiki: Wiki, text: ConceptText) -> bool:
    """Write what a model wrote about a concept; ``False`` if the file says the same already."""
    return write_file(wiki.concept_text(text.concept), dump(text))


def covered_days(wiki: Wiki) -> set[date]:
    """The days that receipts of the feed and of catch-up cover, from the files' names alone."""
    days: set[date] = set()
    for path in (wiki.data / "runs").glob("*.json"):
        ends = [date.fromisoformat(day) for day in _DAY.findall(path.stem) if not path.stem.startswith("add-")]
        if ends:
            days |= {ends[0] + timedelta(days=n) for n in range((ends[-1] - ends[0]).days + 1)}
    return days


def last_run(wiki: Wiki) -> date | None:
    """The day, in New York, of the last run that ended well, from ``data/runs.txt`` with a day a line.

    Lines may stand in any order and twice, as git merges them, and what is no day is passed over. Without the file it
    is the newest day that a receipt covers.
    """
    path = wiki.data / "runs.txt"
    lines = path.read_text("utf-8", errors="replace").split() if path.is_file() else []
    days = {_iso(line) for line in lines} - {None} or covered_days(wiki)
    return max((day for day in days if day), default=None)


def _iso(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None


def write_receipt(wiki: Wiki, receipt: Receipt) -> bool:
    """Write a receipt; ``False`` if it says the same already."""
    return write_file(wiki.receipt(receipt.name), dump(receipt))


def read_entries(wiki: Wiki, month: str) -> dict[str, Entry]:
    """What was announced in a month (``2605``) and not read, by id."""
    path = wiki.entries(month)
    if not path.is_file():
        return {}
    entries = (_parse(path, line, Entry) for line in path.read_bytes().splitlines() if line.strip())
    return {entry.id: entry for entry in entries}


def add_entries(wiki: Wiki, entries: Iterable[Entry], read: Iterable[str] = ()) -> None:
    """File entries by the month of their day, sorted by id; ids in ``read`` are taken out."""
    gone, new = set(read), {entry.id: entry for entry in entries}
    months = {_month(entry.date) for entry in new.values()} | ({p.stem for p in _entry_files(wiki)} if gone else set())
    for month in sorted(months):
        old = read_entries(wiki, month)
        here = {entry.id: entry for entry in new.values() if _month(entry.date) == month}
        kept = {id_: entry for id_, entry in sorted((here | old).items()) if id_ not in gone}
        if kept != old:
            write_file(
                wiki.entries(month),
                b"".join(_adapter(Entry).dump_json(e, exclude_defaults=True) + b"\n" for e in kept.values()),
            )


def keep_text(wiki: Wiki, id_: str, text: FullText) -> None:
    """Keep the text of a paper that came as a file until it has been read."""
    write_file(_kept_text(wiki, id_), dump(text))


def read_kept_text(wiki: Wiki, id_: str) -> FullText | None:
    """The kept text of a paper, if it is still there."""
    path = _kept_text(wiki, id_)
    return read_value(path, FullText) if path.is_file() else None


def drop_text(wiki: Wiki, id_: str) -> None:
    """Forget a text that has been read."""
    _kept_text(wiki, id_).unlink(missing_ok=True)


def _kept_text(wiki: Wiki, id_: str) -> Path:
    return wiki.pending / "texts" / f"{id_.replace(':', '-').replace('/', '-')}.json"


def read_value(path: Path, type_: type[T]) -> T:
    """A value of ``type_`` from a file that :func:`dump` made.

    Raises:
        FormatError: the file is something else.
    """
    return _parse(path, path.read_bytes(), type_)


def dump(value: object) -> bytes:
    """A value as the JSON that is kept: one space of indent, defaults left out, order as declared."""
    return _adapter(type(value)).dump_json(value, indent=1, exclude_defaults=True) + b"\n"


@contextmanager
def locked(wiki: Wiki) -> Iterator[None]:
    """Hold the wiki's lock.

    Raises:
        Locked: another run holds it.
    """
    import filelock  # not to build a site, which locks nothing

    wiki.cache.mkdir(parents=True, exist_ok=True)
    lock = filelock.FileLock(wiki.cache / "lock", timeout=0)
    try:
        lock.acquire()
    except filelock.Timeout:
        raise Locked(
            "another run is at work", where=str(wiki.root), next="Wait for it to end, then run this again"
        ) from None
    try:
        yield
    finally:
        lock.release()


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
