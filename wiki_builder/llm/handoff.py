"""The engine for those who have a chat and no key: requests and answers are files.

Each request becomes ``KEY.request.md``, to be read from its first line. Whoever
answers, a person or an assistant, puts the answer beside it as ``KEY.answer.json``
(or ``.txt``, ``.md``), and the next run picks it up. ``KEY.by`` names the model
that wrote it, where it is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wiki_builder.core.characters import text_in
from wiki_builder.core.store.disk import write_file
from wiki_builder.llm.engine import (
    Answer,
    Waiting,
    key_of,
    reply_to,
)
from wiki_builder.llm.flow import flow

if TYPE_CHECKING:
    from wiki_builder.analysis.request import Request

ENDINGS = ("json", "txt", "md")
WAITING = "waiting for an answer: wiki-builder answer"
UNKNOWN = "not named"

_HEAD = """\
<!--
How to answer this request: {key}

1. Give a model everything below the line, as it stands. Or answer it yourself.
2. Save the whole answer, one JSON object, beside this file as
       {key}.answer.json
   or run  wiki-builder answer {key} FILE --by "NAME OF THE MODEL"
3. Run  wiki-builder update  again. Thinking and code fences around the JSON do no harm.

This file is the builder's: do not edit it.
-->

----

"""


@dataclass(frozen=True)
class HandoffEngine:
    """Writes requests into ``folder`` and takes answers from it;
    ``by`` names an answerer who does not say.
    """

    folder: Path
    date: str
    by: str | None = None
    name: str = "handoff"
    concurrency: int = 4

    def ask(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Answer]]:
        """See :class:`~wiki_builder.llm.engine.Engine`."""
        return flow(self, requests)

    async def answer(self, request: Request) -> Answer:
        """The answer that lies beside the request's file, or ``Waiting``;
        the file is written if need be.
        """
        key = key_of(request)
        raw = _read_answer(self.folder, key)
        if raw is None:
            write_file(self.folder / f"{key}.request.md", as_file(request).encode("utf-8"))
            return Waiting(WAITING)
        model = _read(self.folder / f"{key}.by") or self.by or UNKNOWN
        return reply_to(request, raw, engine=self.name, model=model, date=self.date)

    async def close(self) -> None:
        """Nothing is open."""


def as_file(request: Request) -> str:
    """The request as a readable file: how to answer, then each message under its role."""
    parts = [
        f"# {message['role']}\n\n{message['content'].strip()}\n" for message in request.messages
    ]
    return _HEAD.format(key=key_of(request)) + "\n".join(parts)


def waiting(folder: Path) -> tuple[str, ...]:
    """The keys of the requests in ``folder`` that nobody has answered, sorted."""
    return tuple(key for key in _requests(folder) if _read_answer(folder, key) is None)


def answered(folder: Path, text: str) -> tuple[str, ...]:
    """The keys of the requests in ``folder`` to which ``text`` was filed as the answer, sorted."""
    return tuple(key for key in _requests(folder) if _read_answer(folder, key) == text.strip())


def _requests(folder: Path) -> list[str]:
    return sorted(path.name.removesuffix(".request.md") for path in folder.glob("*.request.md"))


def put_answer(folder: Path, key: str, text: str, by: str | None = None) -> Path:
    """File ``text`` as the answer to the request ``key``, and who wrote it; the answer's path.

    The answer comes last: with it the request waits no longer, and all that belongs to it is there.

    Raises:
        KeyError: there is no such request.
    """
    if not is_written(folder, key):
        raise KeyError(key)
    path = folder / f"{key}.answer.json"
    if by:
        write_file(folder / f"{key}.by", f"{by.strip()}\n".encode(), durable=True)
    write_file(path, text.encode("utf-8"), durable=True)
    return path


def is_written(folder: Path, key: str) -> bool:
    """Whether the request ``key`` was handed off, answered or not."""
    return (folder / f"{key}.request.md").is_file()


def clear(folder: Path, key: str) -> None:
    """Remove the request ``key`` and its answer, and those of the re-ask,
    once their result stands in ``data/``.
    """
    for name in (key, f"{key}.2"):
        for ending in ("request.md", "by", *(f"answer.{ending}" for ending in ENDINGS)):
            (folder / f"{name}.{ending}").unlink(missing_ok=True)


def _read_answer(folder: Path, key: str) -> str | None:
    answers = (_read(folder / f"{key}.answer.{ending}") for ending in ENDINGS)
    return next((text for text in answers if text), None)


def _read(path: Path) -> str | None:
    """The file's text without the white space around it;
    ``None`` where it is absent, ``""`` where it is empty.
    """
    return text_in(path.read_bytes(), "replace").strip() if path.is_file() else None
