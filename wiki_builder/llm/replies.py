"""The replies that are paid for and not yet used: ``data/pending/replies/KEY.json``.

A reply is on disk before anyone sees it, and whoever has put its result into
``data/`` removes it. So a run that is killed asks nothing twice.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pydantic import TypeAdapter, ValidationError

from wiki_builder.core.errors import FormatError
from wiki_builder.core.store.disk import set_aside, write_file
from wiki_builder.llm.engine import (
    Answer,
    Engine,
    Reply,
    key_of,
)
from wiki_builder.llm.flow import flow

if TYPE_CHECKING:
    from wiki_builder.analysis.request import Request

_FIELDS: Final = tuple(field.name for field in dataclasses.fields(Reply))


@cache
def _adapter() -> TypeAdapter[Reply]:
    return TypeAdapter(Reply)


def write(folder: Path, reply: Reply) -> Path:
    """Write ``reply`` under its key, atomically; the file's path."""
    path = _path(folder, _key(reply))
    text = json.dumps(
        {name: getattr(reply, name) for name in _FIELDS}, ensure_ascii=False, indent=1
    )
    write_file(path, (text + "\n").encode("utf-8"), durable=True)
    return path


def read_reply(folder: Path, key: str) -> Reply | None:
    """The reply filed under ``key`` (``REQUEST.key``, or that and ``.2``), if there is one.

    Raises:
        FormatError: the file is no reply.
    """
    path = _path(folder, key)
    if not path.is_file():
        return None
    try:
        return _adapter().validate_json(path.read_bytes())
    except ValidationError as error:
        first = error.errors()[0]
        raise FormatError(
            f"it is no stored reply ({'.'.join(map(str, first['loc']))}: {first['msg']})",
            where=str(path),
            next="Delete it, and the model is asked again",
        ) from error


def read_or_set_aside(folder: Path, key: str) -> Reply | None:
    """The same of replies that are pending; a file that is none goes to ``broken`` beside
    ``folder``: asked again.
    """
    try:
        return read_reply(folder, key)
    except FormatError:
        set_aside(_path(folder, key), folder.parent / "broken")
        return None


def remove(folder: Path, key: str) -> None:
    """Remove the reply to the request ``key`` and to its re-ask,
    once their result stands in ``data/``.
    """
    for name in (key, f"{key}.2"):
        _path(folder, name).unlink(missing_ok=True)


def keys(folder: Path) -> tuple[str, ...]:
    """The keys of all replies in ``folder``, sorted."""
    return tuple(sorted(path.name.removesuffix(".json") for path in folder.glob("*.json")))


@dataclass(frozen=True)
class _Remembered:
    """An engine that asks only what is not on disk."""

    inner: Engine
    folder: Path
    refresh: bool

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def waits_for(self) -> str:
        return getattr(self.inner, "waits_for", "")

    @property
    def concurrency(self) -> int:
        return self.inner.concurrency

    def ask(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Answer]]:
        return flow(self, requests)

    async def answer(self, request: Request) -> Answer:
        known = read_or_set_aside(self.folder, key_of(request))
        if known is not None and not (self.refresh and _outdated(known, request)):
            return known
        answer = await self.inner.answer(request)
        if isinstance(answer, Reply):
            write(self.folder, answer)
        return answer

    async def close(self) -> None:
        await self.inner.close()


def remembered(engine: Engine, folder: Path, *, refresh: bool = False) -> Engine:
    """``engine``, but replies on disk in ``folder`` are given without asking, and new ones written
    first.

    With ``refresh`` a stored reply counts only if prompt, schema and terms are those of the
    request.
    """
    return _Remembered(engine, folder, refresh)


def _outdated(reply: Reply, request: Request) -> bool:
    return (reply.prompt, reply.schema, reply.terms) != (
        request.prompt,
        request.schema,
        request.terms,
    )


def _key(reply: Reply) -> str:
    subject = reply.subject.replace(":", "-").replace("/", "-")
    return f"{reply.task}-{subject}-{reply.text}" + (".2" if reply.asked == 2 else "")


def _path(folder: Path, key: str) -> Path:
    return folder / f"{key}.json"
