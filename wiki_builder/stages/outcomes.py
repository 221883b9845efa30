"""What each stage of a run did, as values for the report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.values.post import FeedRow, Post
from wiki_builder.core.values.receipt import Receipt
from wiki_builder.pages.rendered import Rendered

if TYPE_CHECKING:
    from wiki_builder.core.values.concept import ConceptText
    from wiki_builder.stages.analyse import PaperOutcome

OLDER = "from before the feed was followed"  # why an entry of a feed is left out


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of the statements that a judge was asked about; papers are named by their ids.

    ``said`` counts statements by the worst that was said of a wording of theirs; one that was asked
    about in vain is ``not_judged``. ``mended`` counts the claims that were worded anew. ``open``
    says that another run would ask; ``problem`` is what stopped a model for all.
    """

    papers: tuple[str, ...] = ()
    said: Mapping[str, int] = field(default_factory=dict)
    mended: int = 0
    failed: tuple[tuple[str, str], ...] = ()
    pending: tuple[tuple[str, str], ...] = ()
    open: bool = False
    over_budget: bool = False
    problem: UpstreamError | None = None


@dataclass(frozen=True, slots=True)
class Renewed:
    """What became of papers with a new version, by their ids: those whose summary ``holds`` for it
    as it is, those of which anything was ``changed``, and those that are ``withdrawn``.

    ``problem`` is what stopped the model, or arXiv, for all.
    """

    holds: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()
    failed: tuple[tuple[str, str], ...] = ()
    pending: tuple[tuple[str, str], ...] = ()
    over_budget: bool = False
    problem: UpstreamError | None = None


@dataclass(frozen=True, slots=True)
class Compared:
    """What became of papers whose findings were laid beside others', by their ids.

    ``found`` counts relations by their kind. ``open`` says that another run would ask;
    ``problem`` is what stopped the model for all.
    """

    papers: tuple[str, ...] = ()
    found: Mapping[str, int] = field(default_factory=dict)
    failed: tuple[tuple[str, str], ...] = ()
    pending: tuple[tuple[str, str], ...] = ()
    open: bool = False
    over_budget: bool = False
    problem: UpstreamError | None = None


@dataclass(frozen=True, slots=True)
class Decided:
    """What a run asked about names: those of each call that was answered,
    and what is still open and why.
    """

    answered: tuple[tuple[str, ...], ...] = ()
    open: int = 0  # names
    failed: tuple[tuple[str, str], ...] = ()  # batches whose reply could not be used, and why
    problem: UpstreamError | None = None
    over_budget: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """What became of the concepts' texts in a run; concepts are named by their ids.

    ``open`` says that another run would ask; ``problem`` is what stopped the model for all.
    """

    texts: tuple[ConceptText, ...] = ()
    failed: tuple[tuple[str, str], ...] = ()
    pending: tuple[tuple[str, str], ...] = ()
    open: bool = False
    over_budget: bool = False
    problem: UpstreamError | None = None


@dataclass(frozen=True, slots=True)
class Briefed:
    """What became of the briefings of a run, each named by its day or ISO week.

    ``open`` says that another run would ask; ``problem`` is what stopped the model for all.
    """

    written: tuple[str, ...] = ()
    judged: tuple[str, ...] = ()
    reworded: tuple[str, ...] = ()
    failed: tuple[tuple[str, str], ...] = ()
    pending: tuple[tuple[str, str], ...] = ()
    open: bool = False
    over_budget: bool = False
    problem: UpstreamError | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    """What became of the papers that were read,
    and what stopped the model for all that were still to come.
    """

    outcomes: tuple[PaperOutcome, ...] = ()
    problem: UpstreamError | None = None
    figures: int = 0  # images that were written
    notes: tuple[str, ...] = ()  # figures that could not be had


@dataclass(frozen=True, slots=True)
class Work:
    """What the stages from reading to rendering did."""

    read: Stage = Stage()
    receipts: tuple[Receipt, ...] = ()
    renewed: Renewed = field(default_factory=Renewed)
    judged: Judged = field(default_factory=Judged)
    decided: Decided = field(default_factory=Decided)
    compared: Compared = field(default_factory=Compared)
    written: Written = field(default_factory=Written)
    briefed: Briefed = field(default_factory=Briefed)
    rendered: Rendered = field(default_factory=Rendered)


# --- What feeds brought ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Brought:
    """What all feeds brought in a run."""

    rows: tuple[FeedRow, ...] = ()
    posts: tuple[Post, ...] = ()

    def lines(self) -> list[str]:
        """What a run says of the feeds: what they brought, and each that has something to say."""
        if not self.rows:
            return []
        new = sum(len(row.taken) for row in self.rows)
        quiet = sum(row.outcome == "quiet" for row in self.rows)
        told = f"{_count(len(self.rows), 'feed')}: {_count(new, 'new post')}"
        return [told + (f", {quiet} with nothing new" if quiet else ""), *self._each()]

    def _each(self) -> Iterator[str]:
        for row in self.rows:
            said = list(row_words(row))
            if said:
                yield f"  {row.label}: {'; '.join(said)}"


NOTHING_BROUGHT = Brought()


def row_words(row: FeedRow) -> Iterator[str]:
    """What there is to say of a feed; nothing where it was as it was."""
    if row.taken:
        yield _count(len(row.taken), "new post")
    if row.papers:
        yield f"{_count(len(row.papers), 'entry', 'entries')} are papers: {', '.join(row.papers)}"
    for why, count in sorted(row.left.items()):
        if why != OLDER:
            yield f"{count} left out: {why}"
    if row.note:
        yield row.note


def _count(number: int, noun: str, plural: str = "") -> str:
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
