"""Taking an operation back: to the byte where nobody edited since, else field by field.

Pure. What the operation changed and nobody changed after it goes back; what people or later runs
wrote stays and is named. A concept that an operation made goes, unless something is held by it:
then it is merged into the one that it came from, so that nothing that leads to it is lost.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import PurePosixPath
from typing import Any, TypeAlias

from wiki_builder.concepts.files import dump, parse
from wiki_builder.concepts.lines import concept_of, dump_line, own_file, parse_line
from wiki_builder.concepts.log import FileChange
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual
from wiki_builder.core.values.concept import (
    Alias,
    Concept,
    MaybeSame,
    Merged,
)

Texts: TypeAlias = Mapping[str, str | None]
"""The texts of files by path; ``None``: no file."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The texts to write, and in words what stays as it was edited."""

    texts: dict[str, str | None]
    kept: tuple[str, ...] = ()


def take_back(
    files: Iterable[FileChange],
    texts: Texts,
    held: Collection[str] = (),
    by: str = "",
    shared: Collection[str] = (),
) -> TakenBack:
    """The files of one operation as they were before it.

    Args:
        texts: the files as they are.
        held: the ids of concepts that papers or a person's page need, so that their files must
            stay.
        shared: those that more than one paper names: they have a file, whatever it was before.
    """
    new: dict[str, str | None] = {}
    kept: list[str] = []
    files = tuple(files)
    # lines that became files
    lines = {concept_of(f.path): f for f in files if "#" in f.path and f.after is None}
    for file in files:
        now = texts.get(file.path)
        id_ = concept_of(file.path)
        if now == file.before or file is lines.get(id_):
            continue
        line = lines.get(id_)
        if line and line.before is not None and file.before is None and now is not None:
            if now == file.after and id_ not in shared:
                new |= {file.path: None, line.path: line.before}
                continue
            file = replace(file, before=own_file(_concept(line.path, line.before), line.before))
        if now == file.after and (file.before is not None or id_ not in held):
            new[file.path] = file.before
        elif now is None:
            kept.append(f"{file.path} was deleted")
        elif file.before is None:
            new[file.path], words = _merged_back(file, now, by)
            kept.append(f"{file.path} {words}")
        else:
            new[file.path], words = _field_by_field(file, now)
            kept.append(f"{file.path} was edited since: {words}")
    return TakenBack(new, tuple(kept))


def _merged_back(file: FileChange, now: str, by: str) -> tuple[str, str]:
    """A concept that was split off and must stay: merged into the one that it was split from."""
    concept, made = _concept(file.path, now), _concept(file.path, file.after or now)
    why = "was edited since" if now != file.after else "is in use"
    if concept.merged or not made.split_from:
        return now, f"{why} and stays"
    merged = replace(concept, merged=Merged(made.split_from, by, "its split was undone"))
    return dump(merged, _bare(now)), f"{why}: it stays, merged into {made.split_from}"


def _field_by_field(file: FileChange, now: str) -> tuple[str, str]:
    """The text with the operation's changes taken out,
    and the names of the fields that were edited since.
    """
    before, after = _concept(file.path, file.before or now), _concept(file.path, file.after or now)
    current = _concept(file.path, now)
    back: dict[str, Any] = {}
    edited: list[str] = []
    for name in (field.name for field in fields(Concept)):
        old, ours, theirs = (getattr(concept, name) for concept in (before, after, current))
        if theirs != ours:
            edited.append(name)
        if old != ours:
            back[name] = _without_ours(old, ours, theirs)
    whole = replace(current, **back)
    text = (dump_line(whole, now) or now) if "#" in file.path else dump(whole, _bare(now))
    return text, f"{', '.join(edited)} stays" if edited else "comments and layout stay"


def _without_ours(old: Any, ours: Any, theirs: Any) -> Any:
    """A field as it is (``theirs``) without what the operation made of it (``old`` → ``ours``)."""
    if theirs == ours:
        return old
    if isinstance(old, Bilingual) and isinstance(ours, Bilingual) and isinstance(theirs, Bilingual):
        return Bilingual(
            *(_without_ours(old[lang], ours[lang], theirs[lang]) for lang in LANGUAGES)
        )
    if not isinstance(old, tuple) or not isinstance(theirs, tuple):
        return theirs
    was, became = {_key(item): item for item in old}, {_key(item): item for item in ours}
    left = []
    for item in theirs:
        key = _key(item)
        if became.get(key) != item:  # a person's
            left.append(item)
        elif key in was:
            left.append(was[key])
    present = {_key(item) for item in theirs}
    return (*left, *(item for key, item in was.items() if key not in became and key not in present))


def _key(item: Alias | MaybeSame | str) -> str:
    """What makes an item of a list the same one after a change."""
    match item:
        case Alias():
            return item.name
        case MaybeSame():
            return item.id
    return item


def _concept(path: str, text: str) -> Concept:
    bare = _bare(text)
    return parse_line(bare, path) if "#" in path else parse(bare, PurePosixPath(path).name)


def _bare(text: str) -> str:
    """A file's text without a byte order mark."""
    return text.removeprefix("\ufeff")
