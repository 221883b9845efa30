"""A wiki's folder: where each thing stands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from wiki_builder.core.errors import FormatError
from wiki_builder.core.values.bilingual import is_id
from wiki_builder.core.values.briefing import is_week
from wiki_builder.core.values.post import is_source

if TYPE_CHECKING:
    from wiki_builder.core.values.paper import Figure


@dataclass(frozen=True, slots=True)
class Caches:
    """What stands in ``.wiki/``: each file safe to delete at any time,
    at the price of making it again.
    """

    folder: Path

    @property
    def papers(self) -> Path:
        """The index: every paper in short."""
        return self.folder / "papers.sqlite"

    @property
    def registry(self) -> Path:
        """The files of concepts, as they were read."""
        return self.folder / "registry.json"

    @property
    def names(self) -> Path:
        """What names are found by."""
        return self.folder / "names.json"

    @property
    def receipts(self) -> Path:
        """Every receipt in short."""
        return self.folder / "receipts.json"

    @property
    def pages(self) -> Path:
        """What stands under ``docs/``."""
        return self.folder / "pages.json"

    @property
    def concept_texts(self) -> Path:
        """The concepts whose texts are not due."""
        return self.folder / "concept-texts.json"

    @property
    def texts(self) -> Path:
        """The texts about concepts, as they were read."""
        return self.folder / "texts.sqlite"

    @property
    def settled(self) -> Path:
        """Of what the last run left nothing open."""
        return self.folder / "settled.json"

    @property
    def status(self) -> Path:
        """The wiki in numbers, as they were counted last."""
        return self.folder / "status.json"

    @property
    def http(self) -> Path:
        """Answers of upstreams, a file each."""
        return self.folder / "http"

    @property
    def site(self) -> Path:
        """What the last build of the site made."""
        return self.folder / "site.sqlite"

    @property
    def serve(self) -> Path:
        """The same of the site that is served while it is written."""
        return self.folder / "serve.sqlite"

    @property
    def lock(self) -> Path:
        """Held by the run that is at work."""
        return self.folder / "lock"


@dataclass(frozen=True, slots=True)
class Questions:
    """What stands in ``data/pending/`` of the questions to a model;
    whoever asks is given the folder alone.
    """

    folder: Path

    @property
    def replies(self) -> Path:
        """Replies that are paid for and not yet used."""
        return self.folder / "replies"

    @property
    def handoff(self) -> Path:
        """Questions that wait for a person's answer."""
        return self.folder / "handoff"

    @property
    def failed(self) -> Path:
        """Replies that could not be used."""
        return self.folder / "failed"


@dataclass(frozen=True, slots=True)
class Wiki:
    """The folders of one wiki; ``root`` holds ``wiki.toml``."""

    root: Path

    @property
    def docs(self) -> Path:
        """What people read and edit."""
        return self.root / "docs"

    @property
    def templates(self) -> Path:
        """The owner's own templates, if there are any."""
        return self.root / "templates"

    @property
    def cache(self) -> Path:
        """Safe to delete at any time, at the price of fetching again."""
        return self.root / ".wiki"

    @property
    def caches(self) -> Caches:
        """The files in it."""
        return Caches(self.cache)

    # --- What is known, committed ---------------------------------------------------

    @property
    def data(self) -> Path:
        """What pages are made from."""
        return self.root / "data"

    @property
    def papers(self) -> Path:
        """A file for each paper, in folders by month or archive."""
        return self.data / "papers"

    def paper(self, id_: str) -> Path:
        """The file of a paper; FormatError for what is no id."""
        return self.papers / f"{paper_address(id_)}.json"

    @property
    def concepts(self) -> Path:
        """The registry: a file for each concept."""
        return self.data / "concepts"

    @property
    def concept_texts(self) -> Path:
        """What models wrote about concepts, a file each."""
        return self.data / "concept-texts"

    def concept_text(self, id_: str) -> Path:
        """What a model wrote about a concept."""
        return self.concept_texts / f"{id_}.json"

    @property
    def briefings(self) -> Path:
        """What models wrote about days and weeks, a file each."""
        return self.data / "briefings"

    def briefing(self, name: str) -> Path:
        """What a model wrote about a day or a week.

        Raises:
            FormatError: ``name`` is neither, so that it never becomes a path.
        """
        if not is_day(name) and not is_week(name):
            raise FormatError(
                f"{name[:100]!r} is no day and no week",
                next="Take the file that names it back from git",
            )
        return self.briefings / f"{name}.json"

    @property
    def operations(self) -> Path:
        """The log of merges, splits and the like, a line each."""
        return self.data / "operations.jsonl"

    @property
    def event_log(self) -> Path:
        """What people joined to one event and parted, a line each."""
        return self.data / "events.jsonl"

    @property
    def verdicts(self) -> Path:
        """What a model was asked, and answered, about names that may be one."""
        return self.data / "verdicts"

    @property
    def comparisons(self) -> Path:
        """The comparisons that the wiki keeps, a line each."""
        return self.data / "comparisons.txt"

    @property
    def ledger(self) -> Path:
        """Which page stands where."""
        return self.data / "pages.txt"

    @property
    def related(self) -> Path:
        """Which papers are related: what a site's build would take minutes
        to find in a large wiki.
        """
        return self.data / "related.tsv"

    @property
    def receipts(self) -> Path:
        """What each run saw, took, skipped and failed."""
        return self.data / "runs"

    def receipt(self, name: str) -> Path:
        """The file of a receipt; FormatError for what is no receipt's name,
        so that it never becomes a path.
        """
        if not is_receipt(name):
            raise FormatError(
                f"{name[:100]!r} is no name of a receipt",
                next="Take the file that names it back from git",
            )
        return self.receipts / f"{name}.json"

    @property
    def marks_list(self) -> Path:
        """What a reader marked, a line each."""
        return self.data / "marks" / "marks.txt"

    @property
    def marks_inbox(self) -> Path:
        """What their devices sent and no run has taken in."""
        return self.data / "marks" / "inbox"

    @property
    def holdings(self) -> Path:
        """What its owner's own library holds, a line a work."""
        return self.data / "library.jsonl"

    @property
    def sent(self) -> Path:
        """What was sent to whom, a file a receiver."""
        return self.data / "sent"

    @property
    def runs(self) -> Path:
        """The days on which a run ended well."""
        return self.data / "runs.txt"

    @property
    def entries(self) -> Path:
        """What was announced and not read, a folder a month and in it a file a day."""
        return self.data / "entries"

    def entries_of(self, day: str) -> Path:
        """The file of a day's entries: ``data/entries/2026-05/2026-05-05.jsonl``.

        Raises:
            FormatError: ``day`` is none, so that it never becomes a path.
        """
        return self.entries / _required_day(day)[:7] / f"{day}.jsonl"

    @property
    def posts(self) -> Path:
        """What feeds brought beside papers, a file a month."""
        return self.data / "posts"

    def posts_of(self, day: str) -> Path:
        """The file of the posts of a day's month: ``data/posts/2026-05.jsonl``.

        Raises:
            FormatError: ``day`` is none, so that it never becomes a path.
        """
        return self.posts / f"{_required_day(day)[:7]}.jsonl"

    @property
    def feeds(self) -> Path:
        """What is known of each feed since the last run, and what each day's runs saw of them."""
        return self.data / "feeds"

    def feed(self, source: str) -> Path:
        """The state of a feed; FormatError for what is no name of one."""
        if not is_source(source):
            raise FormatError(
                f"{source[:100]!r} is no name of a source", next="Correct it in wiki.toml"
            )
        return self.feeds / f"{source}.json"

    def feed_receipt(self, day: str) -> Path:
        """What the runs of a day saw of the feeds; FormatError for what is no day."""
        return self.feeds / "runs" / f"{_required_day(day)}.json"

    @property
    def spending(self) -> Path:
        """What the model cost, a file a month."""
        return self.data / "spending"

    # --- What is under way ----------------------------------------------------------

    @property
    def pending(self) -> Path:
        """What is under way, and paid for and not yet used."""
        return self.data / "pending"

    @property
    def questions(self) -> Questions:
        """The files of questions to a model in it."""
        return Questions(self.pending)

    @property
    def asked(self) -> Path:
        """What models were given to write about concepts."""
        return self.pending / "concepts"

    @property
    def to_judge(self) -> Path:
        """What a judge was given about papers, and what a writer was to word anew."""
        return self.pending / "judge"

    @property
    def to_brief(self) -> Path:
        """What models were given to write about days and weeks."""
        return self.pending / "briefings"

    @property
    def to_review(self) -> Path:
        """What a judge was given about briefings."""
        return self.pending / "reviews"

    @property
    def to_relate(self) -> Path:
        """What a model is asked about findings of two papers."""
        return self.pending / "relations"

    def kept_text(self, id_: str) -> Path:
        """The text of a paper that came as a file and waits to be read."""
        return self.pending / "texts" / f"{file_name(id_)}.json"

    @property
    def operation(self) -> Path:
        """The operation on concepts that is being written."""
        return self.pending / "operation.json"

    @property
    def set_aside(self) -> Path:
        """Where that of ``pending`` goes which cannot be read."""
        return self.pending / "broken"


def file_name(id_: str) -> str:
    """An id as the name of a file in one folder."""
    return id_.replace(":", "-").replace("/", "-")


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


DAY_NAME = re.compile(r"\d{4}-\d{2}-\d{2}")


def is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _required_day(day: str) -> str:
    if not is_day(day):
        raise FormatError(
            f"{day[:100]!r} is no day", next="Take the file that names it back from git"
        )
    return day


def is_receipt(name: str) -> bool:
    """Whether ``name`` is ``2026-05-05``, ``api-2026-05-06--2026-05-08`` or ``add-2026-05-05``."""
    days = name.removeprefix("add-") if name.startswith("add-") else name.removeprefix("api-")
    first, parted, last = days.partition("--")
    return is_day(first) and (not parted or (name.startswith("api-") and is_day(last)))
