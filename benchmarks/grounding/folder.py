"""Reads a folder of material as ``FORMAT.md`` describes it, and says all that is wrong in one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from benchmarks.grounding.statement import (
    REWORDED,
    Case,
    FieldName,
    Material,
    Natural,
    Source,
    Statement,
)
from wiki_builder.core.values.analysis import Part, ResultRow
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.fulltext import FullText, Passage, TextKind
from wiki_builder.fulltext.read import file as from_file
from wiki_builder.fulltext.read import read_paper_text
from wiki_builder.grounding.quotes import find_quote, searchable

Id = Field(pattern=r"^\S+$")
PassageKind = Literal["abstract", "paragraph", "caption", "table", "page", "references"]


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Both(_Row):
    en: str = Field(min_length=1)
    zh: str = Field(min_length=1)


class _Some(_Row):
    """Words in one language or both."""

    en: str | None = None
    zh: str | None = None


class _Passage(_Row):
    id: str = Id
    text: str
    section: str = ""
    kind: PassageKind = "paragraph"


class _Result(_Row):
    dataset: str | None = None
    metric: str | None = None
    value: str
    unit: str | None = None
    baseline: str | None = None
    setting: str | None = None


class PaperRow(_Row):
    id: str = Field(pattern=r"^[a-z]+:\S+$")
    kind: TextKind
    title: str
    beside: list[str] = []
    licence: str = ""
    source: str = ""
    passages: list[_Passage] = []
    file: str = ""


class ClaimRow(_Row):
    id: str = Id
    paper: str
    part: Part
    quote: str
    passage: str
    text: _Both
    label: _Both | None = None
    row: _Result | None = None
    substeps: list[_Both] = []
    origin: Literal["stated", "inferred"] | None = None


class FieldRow(_Row):
    id: str = Id
    paper: str
    field: FieldName
    text: _Some
    concept: _Both | None = None


class _Change(_Row):
    """What of a claim or field is otherwise."""

    id: str = Id
    of: str
    quote: str | None = None
    passage: str | None = None
    text: _Some | None = None
    label: _Some | None = None
    row: _Result | None = None
    substeps: list[_Both] | None = None


class RewordingRow(_Change):
    way: str


class PlantedRow(_Change):
    kind: str = Field(pattern=r"^[a-z][a-z0-9_]*$")


class NaturalRow(_Row):
    id: str = Id
    set: str
    claim: str
    language: Literal["en", "zh"] = "en"
    true: bool
    source: str | list[str]


R = TypeVar("R", bound=_Row)
C = TypeVar("C", bound=_Change)


@dataclass
class _Folder:
    """A folder that is being read; what is wrong in it is collected, not raised."""

    path: Path
    known: Mapping[str, Statement]
    papers: dict[str, Source] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def rows(self, name: str, model: type[R]) -> Iterator[tuple[str, R]]:
        """The rows of a file that keep their schema, each with its place (``claims.jsonl:3``)."""
        path = self.path / name
        seen: set[str] = set()
        lines = path.read_text(encoding="utf-8").split("\n") if path.is_file() else []
        for number, line in enumerate(lines, start=1):
            place = f"{name}:{number}"
            if not line.strip():
                continue
            try:
                row = model.model_validate_json(line)
            except ValidationError as error:
                self.problems += [f"{place}: {_told(detail)}" for detail in error.errors()]
                continue
            id_ = str(getattr(row, "id", ""))
            if id_ in seen:
                self.problems.append(f"{place}: the id {id_} stands here twice")
            seen.add(id_)
            yield place, row

    def want(self, right: bool, place: str, problem: str) -> None:
        """Note a problem unless ``right``."""
        self.problems += [] if right else [f"{place}: {problem}"]


def _told(detail: Mapping[str, object]) -> str:
    where = ".".join(str(part) for part in detail["loc"])  # type: ignore[attr-defined]  # a tuple
    return f"{where}: {detail['msg']}" if where else str(detail["msg"])


def read_folder(path: Path, known: Iterable[Statement] = ()) -> tuple[Material, tuple[str, ...]]:
    """The material of a folder, and what is wrong in it, each with file and line.

    ``known`` are statements of elsewhere that rewordings may name.
    """
    folder = _Folder(path, {statement.id: statement for statement in known})
    files = {name for name in ("papers.jsonl", "natural.jsonl") if (path / name).is_file()}
    folder.want(bool(files), "papers.jsonl", "there is no such file, and no natural.jsonl")
    for place, paper in folder.rows("papers.jsonl", PaperRow):
        source = _source(paper, path)
        folder.want(bool(source.text.passages), place, f"no text of {paper.id} could be read")
        folder.papers[paper.id] = source
    found = [_claim(row) for _, row in _of_papers(folder, "claims.jsonl", ClaimRow)]
    found += [_field(row) for _, row in _of_papers(folder, "fields.jsonl", FieldRow)]
    statements = [replace(statement, folder=path.name) for statement in found]
    folder.known = {**folder.known, **{statement.id: statement for statement in statements}}
    return (
        Material(
            folder.papers,
            tuple(statements),
            tuple(_changed(folder, "rewordings.jsonl", RewordingRow, lambda row: REWORDED)),
            tuple(_changed(folder, "planted.jsonl", PlantedRow, lambda row: row.kind)),
            tuple(_natural(row) for _, row in folder.rows("natural.jsonl", NaturalRow)),
        ),
        tuple(folder.problems),
    )


def as_row(file: Path) -> str:
    """A PDF or HTML file as a row of ``papers.jsonl``, read by the product: id, title, licence and
    source are to be filled in.
    """
    text = read_paper_text(from_file(file), "", "", ("html", "pdf"))
    passages = [_Passage(id=p.id, text=p.text, section=p.section, kind=p.kind) for p in text]
    row = PaperRow(id=f"file:{file.stem}", kind=text.kind, title=file.stem, passages=passages)
    return row.model_dump_json(exclude_defaults=True)


def _of_papers(folder: _Folder, name: str, model: type[R]) -> Iterator[tuple[str, R]]:
    """The rows of a file whose paper is there, with their quotes looked up."""
    ready = {id_: searchable(source.text) for id_, source in folder.papers.items()}
    for place, row in folder.rows(name, model):
        paper = getattr(row, "paper", "")
        folder.want(paper in ready, place, f"there is no paper {paper}")
        if paper not in ready:
            continue
        if isinstance(row, ClaimRow):
            _look_up(folder, place, row, find_quote(row.quote, ready[paper], row.passage))
        yield place, row


def _look_up(folder: _Folder, place: str, row: ClaimRow, found: object) -> None:
    passages = {passage.id for passage in folder.papers[row.paper].text}
    folder.want(row.passage in passages, place, f"there is no passage {row.passage}")
    folder.want(found is not None, place, "its quote does not stand in the paper")
    first = getattr(getattr(found, "first", None), "id", row.passage)
    folder.want(first == row.passage, place, f"its quote stands in {first}, not {row.passage}")


def _changed(
    folder: _Folder, name: str, model: type[C], kind: Callable[[C], str]
) -> Iterator[Case]:
    ready = {id_: searchable(source.text) for id_, source in folder.papers.items()}
    for place, row in folder.rows(name, model):
        base = folder.known.get(row.of)
        folder.want(base is not None, place, f"there is no claim or field {row.of}")
        if base is None:
            continue
        statement = replace(_with(base, row), folder=folder.path.name)
        same = replace(base, id=row.id, folder=statement.folder)
        folder.want(statement != same, place, f"it says the same as {row.of}")
        if row.quote is not None and base.paper in ready and isinstance(row, RewordingRow):
            stands = find_quote(row.quote, ready[base.paper], statement.passage)
            folder.want(stands is not None, place, "its quote does not stand in the paper")
        yield Case(row.id, kind(row), statement, row.of)


# --- From rows to values ------------------------------------------------------


def _source(row: PaperRow, path: Path) -> Source:
    passages = tuple(Passage(p.id, p.text, p.section, p.kind) for p in row.passages)
    text = FullText(row.kind, passages)
    if row.file:
        text = read_paper_text(from_file(path / row.file), "", "", ("html", "pdf"))
    return Source(row.id, row.title, text, (row.title, *row.beside))


def _claim(row: ClaimRow) -> Statement:
    return Statement(
        row.id,
        row.paper,
        row.part,
        _both(row.text),
        row.quote,
        row.passage,
        label=_both(row.label) if row.label else None,
        row=_result(row.row) if row.row else None,
        substeps=tuple(map(_both, row.substeps)),
        origin=row.origin,
    )


def _field(row: FieldRow) -> Statement:
    text = Bilingual(row.text.en or "", row.text.zh or "")
    concept = _both(row.concept) if row.concept else None
    return Statement(row.id, row.paper, row.field, text, concept=concept)


def _natural(row: NaturalRow) -> Natural:
    source = (row.source,) if isinstance(row.source, str) else tuple(row.source)
    return Natural(row.id, row.set, row.claim, row.language, row.true, source)


def _with(base: Statement, row: _Change) -> Statement:
    """What a row makes of ``base``; with a quote of its own it keeps the text alone."""
    if row.quote is not None:
        base = replace(base, quote=row.quote, label=None, row=None, substeps=())
    label = _mixed(base.label or base.text, row.label) if row.label else base.label
    return replace(
        base,
        id=row.id,
        text=_mixed(base.text, row.text) if row.text else base.text,
        passage=base.passage if row.passage is None else row.passage,
        label=label,
        row=_result(row.row) if row.row else base.row,
        substeps=base.substeps if row.substeps is None else tuple(map(_both, row.substeps)),
    )


def _mixed(base: Bilingual, some: _Some) -> Bilingual:
    return Bilingual(some.en or base.en, some.zh or base.zh)


def _both(both: _Both) -> Bilingual:
    return Bilingual(both.en, both.zh)


def _result(row: _Result) -> ResultRow:
    return ResultRow(row.dataset, row.metric, row.value, row.unit, row.baseline)
