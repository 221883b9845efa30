"""A wiki, an arXiv and a model on this machine, and the command line as a person uses it.

The papers are the real ones of the demo's feeds, announced anew from Monday,
4 May 2026 on. Commands run in this process with time that passes at once; where a
process must be real (a kill, another locale), it is.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.loopback.arxiv import LoopbackArxiv
from tests.loopback.model import Body, ModelServer, Move
from tests.loopback.replies import good_reply, is_reask, title_of
from wiki_builder import cli
from wiki_builder.core.http.client import Response
from wiki_builder.core.settings import FORMAT, load_settings
from wiki_builder.core.store.papers import paper_files, read_paper, read_paper_file
from wiki_builder.core.store.receipts import read_receipts
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.announcement import Announcement
from wiki_builder.core.values.paper import Paper
from wiki_builder.core.values.receipt import Receipt
from wiki_builder.demo.story import FEEDS
from wiki_builder.library.index import load_index
from wiki_builder.pages.publisher import publisher
from wiki_builder.sources.feed import read_feed

MONDAY = date(2026, 5, 4)
CATEGORIES = "cs.AI,cs.CL,cs.LG,cs.MA"
MODEL = "openai/stub"
REASON = re.compile(r"^[^\n]{5,}$")


@cache
def real_rows() -> tuple[Announcement, ...]:
    """Every paper of the demo's feeds once, as its first version,
    that is of the wiki's categories.
    """
    rows: dict[str, Announcement] = {}
    for path in sorted(FEEDS.glob("*.xml")):
        answer = Response("demo", 200, {"content-type": "application/rss+xml"}, path.read_bytes())
        new = (row for row in read_feed(answer).rows if row.types == ("new",))
        rows |= {
            row.id: row for row in new if set(row.version.categories) & set(CATEGORIES.split(","))
        }
    return tuple(
        replace(row, version=replace(row.version, number=1, announced=None))
        for row in rows.values()
    )


def day(number: int) -> date:
    """The ``number``-th announcement day, from Monday, 4 May 2026 on; weekends are left out."""
    return MONDAY + timedelta(days=number + 2 * (number // 5))


def rows_of(number: int, count: int = 6) -> tuple[Announcement, ...]:
    """What is announced on the ``number``-th day: papers that no other day has."""
    return real_rows()[number * 12 : number * 12 + count]


def second_version(row: Announcement, type: Any = "replace") -> Announcement:
    """The paper replaced: another abstract, and the next number."""
    version = row.version
    said = (
        f"{version.abstract} The appendix of the replacement reports what the authors found after"
        " that."
    )
    return replace(
        row,
        types=(type,),
        version=replace(version, number=(version.number or 1) + 1, abstract=said),
    )


def latexml(row: Announcement, paragraphs: int = 4) -> bytes:
    """A paper's page as arXiv's HTML: its abstract, and paragraphs that say it in other words."""
    body = "".join(
        f'<section id="S{n}" class="ltx_section"><h2 class="ltx_title ltx_title_section">{n}'
        f' Part</h2><div id="S{n}.p1" class="ltx_para"><p class="ltx_p">Paragraph {n}.'
        f" {row.version.abstract.replace('<', ' ')}</p></div></section>"
        for n in range(1, paragraphs + 1)
    )
    return (
        '<!DOCTYPE html><html lang="en"><head><title>T</title></head><body><div'
        ' class="ltx_page_main"><div class="ltx_page_content"><article'
        f' class="ltx_document">{body}</article></div></div></body></html>'
    ).encode()


@dataclass(frozen=True, slots=True)
class Ran:
    """A command that ended: its exit code, and what it printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """Standard output as one JSON document, and nothing beside it."""
        document: dict[str, Any] = json.loads(self.out)
        return document


@dataclass
class World:
    """One wiki with its arXiv and its model."""

    root: Path
    arxiv: LoopbackArxiv
    model: ModelServer
    moves: dict[str, list[Move | Callable[[Body], Move]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.model.answer = self._answer

    def _answer(self, body: Body) -> Move:
        """What a test planned for the paper, one move a request; then a right reply."""
        planned = self.moves.get(title_of(body), [])
        move = planned.pop(0) if planned else good_reply
        return move(body) if callable(move) else move

    # --- The person at the command line ---------------------------------------

    def run(self, *args: object, stdin: str = "") -> Ran:
        """``wiki-builder -C ROOT ARGS`` in this process."""
        return run("-C", self.root, *args, stdin=stdin)

    def init(self, model: str = "", arxiv: str = "", **tables: str) -> None:
        """``init``, and settings that lead to the servers; further lines for each table."""
        ran = run("init", self.root, "--categories", CATEGORIES)
        assert ran.code == 0, ran
        self.settings(model, arxiv, **tables)

    def settings(self, model: str = "", arxiv: str = "", **tables: str) -> None:
        """Write ``wiki.toml`` anew; the model is the loopback one unless
        ``model`` sets an engine.
        """
        at = self.arxiv.addresses
        engine = (
            ""
            if "engine" in model
            else f'engine = "litellm"\nmodel = "{MODEL}"\nbase_url = "{self.model.url}"\n'
        )
        tables.setdefault("text", 'order = ["abstract"]')
        # tests/stages/test_articles.py has it written
        tables.setdefault("concepts", "write = false")
        tables.setdefault("check", 'judge = "off"')  # tests/e2e/test_judge.py has it on
        lines = [
            f"format = {FORMAT}",
            *(f"[{name}]\n{text}" for name, text in tables.items()),
            (
                f"[sources.arxiv]\ncategories = {json.dumps(CATEGORIES.split(','))}\ninterval ="
                f" 0.0\n{arxiv}"
            ),
            f'feed_url = "{at.feed_url}"\napi_url = "{at.api_url}"',
            f'html_url = "{at.html_url}"\npdf_url = "{at.pdf_url}"',
            "" if "list_url" in arxiv else f'list_url = "{at.list_url}"',
            "" if "catchup_url" in arxiv else f'catchup_url = "{at.catchup_url}"',
            "" if "oai_url" in arxiv else f'oai_url = "{at.oai_url}"',
            f"[model]\n{engine}{model}",
        ]
        (self.root / "wiki.toml").write_text("\n".join(lines) + "\n", "utf-8")

    def announce(self, number: int, rows: Sequence[Announcement] | None = None) -> date:
        """arXiv announces ``rows`` on the ``number``-th day; the day."""
        self.arxiv.announce(day(number), rows_of(number) if rows is None else rows)
        return day(number)

    def update(self, number: int, *args: object) -> Ran:
        """``update`` on the ``number``-th day."""
        return self.run("update", "--today", day(number), *args)

    # --- What stands there -----------------------------------------------------

    @property
    def wiki(self) -> Wiki:
        return Wiki(self.root)

    def paper(self, id_: str) -> Paper:
        paper = read_paper(self.wiki, id_)
        assert paper is not None, f"{id_} is not in the wiki"
        return paper

    def papers(self) -> list[Paper]:
        return [read_paper_file(path) for path in paper_files(self.wiki)]

    def receipts(self) -> dict[str, Receipt]:
        """All receipts by name, oldest first."""
        found = sorted(read_receipts(self.wiki), key=lambda receipt: (receipt.date, receipt.name))
        return {receipt.name: receipt for receipt in found}

    def page(self, id_: str) -> Path:
        """Where a paper's page stands by default."""
        return (
            self.root
            / "docs"
            / "papers"
            / f"{self.wiki.paper(id_).relative_to(self.wiki.data / 'papers')}".replace(
                ".json", ".md"
            )
        )

    def added(self, id_: str) -> str:
        """What the site adds to a paper's page."""
        made = publisher(self.wiki, load_settings(self.root / "wiki.toml"), load_index(self.wiki))
        path = made.library.path(id_)
        assert path
        return "\n\n".join(part.body for part in made.additions(id_, path).parts)

    def text(self, path: str) -> str:
        return (self.root / path).read_text("utf-8")

    def state(self) -> dict[str, bytes]:
        """Everything that is committed, to the byte;
        the ledger apart, which says what really happened.
        """
        found = files(self.root, ("data", "docs"))
        return {
            path: content
            for path, content in found.items()
            if not path.startswith("data/spending/")
        }

    # --- What was asked ---------------------------------------------------------

    def asked(self, since: int = 0) -> Counter[str]:
        """How often the model was asked about each paper, by title, re-asks left out."""
        return Counter(title_of(body) for body in self.model.requests[since:] if not is_reask(body))

    def forget(self) -> None:
        """A fresh clone: nothing of the cache."""
        shutil.rmtree(self.root / ".wiki", ignore_errors=True)

    def copy(self, root: Path) -> World:
        """The same wiki in another folder."""
        shutil.copytree(self.root, root)
        return World(root, self.arxiv, self.model, self.moves)


def run(*args: object, stdin: str = "") -> Ran:
    """``wiki-builder ARGS`` in this process, errors and exit code as the program has them."""
    out, err = io.StringIO(), io.StringIO()
    with (
        pytest.MonkeyPatch.context() as patch,
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        patch.setattr(sys, "argv", ["wiki-builder", *map(str, args)])
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8"))
        with pytest.raises(SystemExit) as left:
            cli.main()
    return Ran(int(left.value.code or 0), out.getvalue(), err.getvalue())


def files(root: Path, folders: Iterable[str] = ("",)) -> dict[str, bytes]:
    """Every file below ``folders`` of ``root``, the cache left out, to the byte."""
    found = (
        Path(at, name)
        for folder in folders
        for at, _, names in os.walk(root / folder)
        for name in names
    )
    kept = (path for path in found if path.relative_to(root).parts[0] != ".wiki")
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(kept)}


def different(one: Mapping[str, bytes], other: Mapping[str, bytes]) -> list[str]:
    """The paths at which two states differ; a short message where an assertion fails."""
    return sorted(path for path in {*one, *other} if one.get(path) != other.get(path))


def accounted(receipt: Receipt, announced: Iterable[str]) -> None:
    """Rows are what was announced, each with an outcome, and with a reason unless it was taken."""
    ids = [row.id for row in receipt.rows]
    assert sorted(ids) == sorted(announced)
    assert receipt.announced == len(ids) == len(set(ids))
    for row in receipt.rows:
        assert row.outcome == "taken" or REASON.match(row.reason or ""), row
        assert row.outcome != "taken" or row.reason is None, row


def replaced(path: Path, old: str, new: str) -> None:
    """A person's edit of a page."""
    text = path.read_text("utf-8")
    assert old in text, f"{old!r} is not in {path}"
    path.write_text(text.replace(old, new, 1), "utf-8")


@contextlib.contextmanager
def world(root: Path) -> Iterator[World]:
    """A new wiki's folder, with running servers."""
    with LoopbackArxiv() as arxiv, ModelServer() as model:
        yield World(root, arxiv, model)
