"""Names that one paper uses: a line each, in ``data/concepts/names/``, a file for each thousand of
arXiv's numbers.

    {"id": "trace-pruning", "name": {"en": "trace pruning"}, "founded": "arxiv:2606.15532"}

A line says what the concept's own file would (:mod:`wiki_builder.concepts.files`), as JSON; that
file is written when a second paper uses the name or a person changes it. Lines are sorted by id.
Two branches that both add lines keep both (``merge=union``): a line may stand there twice, or
beside the concept's own file, which counts then.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any

from wiki_builder.concepts.files import (
    KEYS,
    BrokenConcept,
    ConceptMistake,
    dump_fields,
    fields_of,
    parse,
)
from wiki_builder.core.values.concept import Concept

FOLDER = "names"
SUFFIX = ".jsonl"
_NUMBER = re.compile(r"arxiv:(\d{4}\.\d{1,2})\d{3}")
_OLD = re.compile(r"arxiv:([a-z-]+)(?:\.[A-Z]{2})?/(\d{4})\d{3}")


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it stands: its file under ``data/concepts/``, its number from 1, and its text."""

    file: str
    number: int
    text: str


@dataclass(frozen=True)
class Lines:
    """The lines of a registry: all files' texts, and the line of each concept that has no file.

    ``crowded`` are concepts that lines of two papers found; ``untidy`` the files with lines that do
    not count.
    """

    files: Mapping[str, str] = field(default_factory=dict)
    at: Mapping[str, Line] = field(default_factory=dict)
    crowded: frozenset[str] = frozenset()
    untidy: frozenset[str] = frozenset()


def lines_file(paper: str) -> str:
    """The file under ``data/concepts/`` for what a paper founds: ``names/2606.15.jsonl``."""
    number, old = _NUMBER.match(paper), _OLD.match(paper)
    name = number[1] if number else "-".join(old.groups()) if old else paper.partition(":")[0]
    return f"{FOLDER}/{re.sub(r'[^a-z0-9.-]', '-', name.lower()) or 'others'}{SUFFIX}"


def concept_of(path: str) -> str:
    """The concept of which a file, or a line (``names/2606.15.jsonl#trace-pruning``), is."""
    file, _, id_ = path.partition("#")
    return id_ or PurePosixPath(file).stem


# --- Reading --------------------------------------------------------------------


def read_lines(text: str, file: str) -> tuple[tuple[Concept, ...], list[ConceptMistake]]:
    """The concepts of a file's lines in their order, and what is wrong with the other lines."""
    found: list[Concept] = []
    problems: list[ConceptMistake] = []
    for number, line in numbered(text):
        try:
            found.append(parse_line(line, file, number))
        except BrokenConcept as error:
            problems += error.problems
    return tuple(found), problems


def parse_line(line: str, file: str, number: int = 1) -> Concept:
    """The concept that a line describes.

    Raises:
        BrokenConcept: every mistake in it, with the line's number.
    """
    try:
        concept = parse(line, file)
        json.loads(line)  # what is written back is taken from it
    except BrokenConcept as error:
        raise BrokenConcept([replace(one, line=number) for one in error.problems]) from None
    except ValueError:
        next_ = 'Write it as the other lines: {"id": "…", "name": {"en": "…"}, …}'
        raise BrokenConcept([ConceptMistake(file, number, "this is no JSON", next_)]) from None
    return concept


def numbered(text: str) -> Iterator[tuple[int, str]]:
    """The lines with something in them, and their numbers;
    a byte order mark that a merge left on one is none of it.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        if bare := line.strip("\ufeff\r\t "):
            yield number, bare


def placed(
    read: Mapping[str, tuple[str, tuple[Concept, ...]]], with_file: Mapping[str, object]
) -> tuple[Lines, dict[str, Concept]]:
    """What counts of the lines of all files, given with their texts and concepts in order of names.

    A concept ``with_file`` is what that says; of several lines the first counts.
    """
    at: dict[str, Line] = {}
    concepts: dict[str, Concept] = {}
    crowded, untidy = set[str](), set[str]()
    for file, (text, found) in read.items():
        for (number, line), concept in zip(numbered(text), found, strict=True):
            id_ = concept.id
            if id_ in with_file or id_ in at:
                untidy.add(file)
                if id_ in at and concepts[id_].founded != concept.founded:
                    crowded.add(id_)
            else:
                at[id_], concepts[id_] = Line(file, number, line), concept
    files = {file: text for file, (text, _) in read.items()}
    return Lines(files, at, frozenset(crowded), frozenset(untidy)), concepts


# --- Writing --------------------------------------------------------------------


def dump_line(concept: Concept, old: str = "") -> str:
    """The line of a concept, with what ``old``, its line before, says besides;
    empty where a line cannot say it.
    """
    line = json.dumps(fields_of(concept) | _besides(old), ensure_ascii=False)
    try:
        return line if parse_line(line, SUFFIX) == concept else ""
    except BrokenConcept:
        return ""


def own_file(concept: Concept, line: str) -> str:
    """The text of the file of a concept that was a line until now."""
    return dump_fields(fields_of(concept) | _besides(line))


def _besides(line: str) -> dict[str, Any]:
    """What a line says under keys that are not known."""
    told = json.loads(line) if line.startswith("{") else {}
    return {key: value for key, value in told.items() if key not in KEYS}


def line_of(text: str, id_: str) -> str | None:
    """The line of a concept in a file's text; ``None`` where there is none."""
    return next((line for _, line in numbered(text) if _id(line) == id_), None)


def with_line(text: str, id_: str, line: str | None) -> str:
    """A file's text with one concept's line, in its place, or without it."""
    return with_lines(text, {id_: line}, ordered=False)


def with_lines(text: str, changed: Mapping[str, str | None], *, ordered: bool = True) -> str:
    """A file's text with some concepts' lines changed, added or (``None``) taken out, each once.

    ``ordered``: all lines are sorted; else those that stand stay where they are.
    """
    lines: dict[str, str] = {}
    for _, line in numbered(text):
        lines.setdefault(_id(line), line)
    for id_, new in changed.items():
        if new is None:
            lines.pop(id_, None)
        elif id_ in lines:
            lines[id_] = new
        else:
            behind = [one for one in lines if one > id_]
            lines = {
                **{one: lines[one] for one in lines if one not in behind},
                id_: new,
                **{one: lines[one] for one in behind},
            }
    ids = sorted(lines) if ordered else lines
    return "".join(f"{lines[id_]}\n" for id_ in ids)


def _id(line: str) -> str:
    """The id that a line says; of a line that cannot be read, the line itself."""
    try:
        told = json.loads(line)
    except ValueError:
        return line
    return str(told.get("id", line)) if isinstance(told, dict) else line
