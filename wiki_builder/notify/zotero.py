"""Papers into a library of Zotero, each once, by its Web API.

The library is read first, so that what is there is not sent, whoever put it there. A request of
papers holds only while the library is as it was read (``If-Unmodified-Since-Version``): one that
went through although its answer was lost is refused the second time, and then the library is read
again. What was sent is not sent again when it was deleted there: the wiki's ledger knows it.

https://www.zotero.org/support/dev/web_api/v3/write_requests
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from wiki_builder.core.errors import UpstreamError, UsageError
from wiki_builder.core.http.client import Client, Response
from wiki_builder.core.keys import keep
from wiki_builder.core.settings import Zotero
from wiki_builder.library.authors import is_group, last_name
from wiki_builder.sources.bibliography import arxiv_in, own_doi
from wiki_builder.sources.same_work import Work, Works

ITEMS: Final = 50  # in a request, which is the most that Zotero takes; and in an answer here
_ROUNDS = 5  # of reading a library that somebody changes meanwhile
_CHANGED = 412  # Precondition Failed
_NEXT = "Look whether [zotero] in wiki.toml names Zotero's interface; what was sent is noted"


@dataclass(frozen=True, slots=True)
class Item:
    """A paper as Zotero is given it; ``id`` is the wiki's, ``arxiv`` is ``2605.02801``, if it
    has one.
    """

    id: str
    title: str
    authors: tuple[str, ...] = ()
    date: str = ""
    abstract: str = ""
    arxiv: str = ""
    url: str = ""


Fate: TypeAlias = Literal["sent", "there", "refused"]


@dataclass(frozen=True, slots=True)
class Put:
    """What became of a paper: sent, there already, or refused, and why; ``key`` is Zotero's."""

    id: str
    fate: Fate
    key: str = ""
    reason: str = ""

    @property
    def line(self) -> str:
        return f"{self.fate}: {self.id}" + (f": {self.reason}" if self.reason else "")


@dataclass(frozen=True)
class _Library:
    """A library as it was read, at a version."""

    works: Works
    version: str


Note: TypeAlias = Callable[[Mapping[str, str]], None]
"""Told of papers by their ids: ``sending`` before they are sent, and what became of them after."""


def put(
    items: Sequence[Item], into: Zotero, environ: Mapping[str, str], client: Client, note: Note
) -> list[Put]:
    """Put papers into a library; of each what became of it, in the order of the library's answers.

    Raises:
        UsageError: no library is named, or its key is not in the environment.
        UpstreamError: Zotero could not be reached, refused, or said what is none of its answers;
            ``note`` was told of all that went through.
    """
    service, left, done = _service(into, environ, client), list(items), list[Put]()
    if not left:
        return done
    for _ in range(_ROUNDS):
        library = service.read()
        there = {
            one.id: found.work.key for one in left if (found := library.works.find(_work(one)))
        }
        if there:
            note(there)
        done += [Put(id_, "there", key) for id_, key in there.items()]
        left, version = [one for one in left if one.id not in there], library.version
        while left:
            batch = left[:ITEMS]
            note({one.id: "sending" for one in batch})
            answer = service.write(batch, version)
            if answer is None:
                break
            puts, version = answer
            note({what.id: what.key or "refused" for what in puts})
            done, left = done + puts, left[ITEMS:]
        else:
            return done
    raise UpstreamError(
        f"Zotero's library changed {_ROUNDS} times while it was read",
        where=into.address,
        next="Run it again when nobody else writes into it",
    )


def _work(item: Item) -> Work:
    ids = (f"arxiv:{item.arxiv}",) if item.arxiv else ()
    return Work(item.id, item.title, item.authors, ids)


def _service(into: Zotero, environ: Mapping[str, str], client: Client) -> _Service:
    key = environ.get(into.key_variable, "").strip()
    if not into.library or not key:
        raise UsageError(
            f"{into.key_variable} is not set" if into.library else "no library of Zotero is named",
            where="[zotero] in wiki.toml",
            next=(
                'Set library = "users/12345" (the number stands on zotero.org/settings/keys), and'
                f" put a key that may write into the environment as {into.key_variable}"
            ),
        )
    keep(key)
    return _Service(into, key, client)


class _Service:
    def __init__(self, into: Zotero, key: str, client: Client) -> None:
        self._into, self._client = into, client
        self._items = f"{into.address}/{into.library}/items"
        self._headers = {"Zotero-API-Key": key, "Zotero-API-Version": "3"}

    def read(self) -> _Library:
        """All works of the library; once more from the start where it changes meanwhile."""
        for _ in range(_ROUNDS):
            if (found := self._read()) is not None:
                return found
        raise UpstreamError("Zotero's library changes while it is read", where=self._into.address)

    def _read(self) -> _Library | None:
        works, start, version = Works(), 0, ""
        while True:
            address = f"{self._items}/top?format=json&limit={ITEMS}&start={start}"
            answer = self._client.send("GET", address, None, self._headers)
            told = _json(answer, list)
            total = answer.headers.get("total-results", "")
            now = answer.headers.get("last-modified-version", "")
            if not total.isdecimal() or not now.isdecimal():
                raise _no_zotero(answer, "it names no version and no total")
            if version and now != version:
                return None
            version = now
            for row in told:
                works.add(_held(row))
            start += ITEMS
            if start >= int(total):
                return _Library(works, version)
            if not told:
                raise _no_zotero(answer, "a page of it is empty before its total is reached")

    def write(self, batch: Sequence[Item], version: str) -> tuple[list[Put], str] | None:
        """What became of each paper, and the version now; ``None`` where the library is not what
        it was.
        """
        headers = {**self._headers, "If-Unmodified-Since-Version": version}
        document = [_document(one, self._into.collection) for one in batch]
        answer = self._client.send("POST", self._items, document, headers, ok=(_CHANGED,))
        if answer.status == _CHANGED:
            return None
        told, now = _json(answer, dict), answer.headers.get("last-modified-version", "")
        went, failed = told.get("success", {}), told.get("failed", {})
        if not isinstance(went, dict) or not isinstance(failed, dict) or not now.isdecimal():
            raise _no_zotero(answer, "it does not say what became of what it was sent")
        return [_put(one, str(n), went, failed, answer) for n, one in enumerate(batch)], now


def _put(
    item: Item, number: str, went: dict[str, Any], failed: dict[str, Any], answer: Response
) -> Put:
    if isinstance(key := went.get(number), str):
        return Put(item.id, "sent", key)
    if isinstance(why := failed.get(number), dict):
        return Put(item.id, "refused", "", " ".join(str(why.get("message", "no reason")).split()))
    raise _no_zotero(answer, f"it says nothing of paper {number} of {item.id}")


def _document(item: Item, collection: str) -> dict[str, Any]:
    """A paper in Zotero's editable JSON: https://api.zotero.org/items/new?itemType=preprint"""
    told: dict[str, Any] = {
        "itemType": "preprint",
        "title": item.title,
        "creators": [_creator(name) for name in item.authors],
        "abstractNote": item.abstract,
        "date": item.date,
        "url": item.url,
        "collections": [collection] if collection else [],
    }
    if item.arxiv:
        told |= {
            "repository": "arXiv",
            "archiveID": f"arXiv:{item.arxiv}",
            "DOI": f"10.48550/arXiv.{item.arxiv}",
        }
    return told


def _creator(name: str) -> dict[str, str]:
    family = last_name(name)
    given, _, rest = name.rpartition(family) if family else ("", "", name)
    if not given.strip() or is_group(name):
        return {"creatorType": "author", "name": name}
    last = " ".join(part for part in (family, rest.strip(" ,")) if part)
    return {"creatorType": "author", "firstName": given.strip(), "lastName": last}


def _held(told: object) -> Work:
    """A work of the library, by Zotero's key."""
    row = told if isinstance(told, dict) else {}
    data = row["data"] if isinstance(row.get("data"), dict) else row

    def said(name: str) -> str:
        return data[name] if isinstance(data.get(name), str) else ""

    fields = {"doi": said("DOI"), "url": said("url"), "number": said("archiveID")}
    ids = (arxiv_in({**fields, "note": said("extra")}), own_doi(said("DOI")))
    creators = data["creators"] if isinstance(data.get("creators"), list) else []
    names = tuple(_names(creators))
    return Work(str(row.get("key", "")), said("title"), names, tuple(filter(None, ids)))


def _names(creators: Iterable[object]) -> Iterable[str]:
    for one in creators:
        if isinstance(one, dict):
            whole = one.get("name") or f"{one.get('firstName', '')} {one.get('lastName', '')}"
            yield " ".join(str(whole).split())


def _json(answer: Response, kind: type) -> Any:
    try:
        told = json.loads(answer.content)
    except (ValueError, RecursionError):
        raise _no_zotero(answer, "it is no JSON") from None
    if not isinstance(told, kind):
        raise _no_zotero(answer, "it is not what was asked for")
    return told


def _no_zotero(answer: Response, why: str) -> UpstreamError:
    what = f"an answer came that is none of Zotero's: {why}"
    return UpstreamError(what, where=answer.url.partition("?")[0], next=_NEXT)
