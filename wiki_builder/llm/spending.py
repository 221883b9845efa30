"""What the model cost: a ledger with a line for each call that was answered.

A line is written when the reply arrives, before anything is made of it, and it is on
the disk before the run goes on: money is counted when it is spent, whatever becomes of
the reply or of the run. Each line has an id of its own, so that a line which two branches
both have counts once. ``data/spending/2026-05.tsv`` holds a month, a call a line::

    id  day  task  subject  model  input tokens  output tokens  cost  currency  how

``cost`` is empty where no price is known. ``how`` says who counted the tokens: the
provider (``stated``), this program, since the provider's count is missing or cannot be
true (``estimated``), or nobody, since no answer came in time and the provider may have
worked for it (``at most``).
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from wiki_builder.core.store.disk import append_line

How: TypeAlias = Literal["stated", "estimated", "at most"]

_FIELDS: Final = 10
_HOW: Final = get_args(How)


@dataclass(frozen=True, slots=True)
class Spent:
    """One call: when, what for, which model, tokens,
    and the cost in ``currency`` (``None``: no price is known).
    """

    id: str
    day: str  # "2026-05-05"
    task: str
    subject: str
    model: str
    input_tokens: int
    output_tokens: int
    cost: float | None
    currency: str
    how: How = "stated"

    def line(self) -> str:
        """The call as a line of the ledger."""
        cost = "" if self.cost is None else f"{self.cost:.10f}".rstrip("0").rstrip(".")
        counts = (str(self.input_tokens), str(self.output_tokens), cost, self.currency, self.how)
        names = (self.id, self.day, self.task, self.subject, self.model)
        return "\t".join(" ".join(part.split()) for part in (*names, *counts))


@dataclass(frozen=True, slots=True)
class Spending:
    """Calls added up. ``cost`` is that of the calls with a known price, in ``currency``;
    ``unknown`` counts the others.

    ``estimated`` counts the calls whose tokens the provider did not state.
    """

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    currency: str = "USD"
    unknown: int = 0
    estimated: int = 0

    @property
    def known_cost(self) -> float | None:
        """The cost; ``None`` where there were calls, and the price of none of them is known."""
        return None if self.calls and self.unknown == self.calls else round(self.cost, 6)

    def words(self) -> str:
        """The cost in words: ``0.0123 USD``, ``of unknown cost``, or both."""
        if self.calls and self.unknown == self.calls:
            return "of unknown cost: no price is set"
        more = f" and {self.unknown} of unknown cost" if self.unknown else ""
        return f"{self.cost:.4f} {self.currency}{more}" + (
            f", {self.estimated} estimated" if self.estimated else ""
        )


def total(spent: Iterable[Spent], currency: str) -> Spending:
    """All of ``spent`` added up; what was paid in another currency is of
    unknown cost in this one.
    """
    lines = list({one.id: one for one in spent}.values())
    costs = [one.cost for one in lines if one.cost is not None and one.currency == currency]
    return Spending(
        len(lines),
        sum(one.input_tokens for one in lines),
        sum(one.output_tokens for one in lines),
        sum(costs),
        currency,
        len(lines) - len(costs),
        sum(one.how != "stated" for one in lines),
    )


def _new_id() -> str:
    return secrets.token_hex(6)


@dataclass
class Ledger:
    """The ledger in ``folder`` (``data/spending``), or in memory alone; ``run`` is what it was
    told.

    ``new_id`` gives each line an id that no other machine gives to one of its own.
    """

    folder: Path | None = None
    new_id: Callable[[], str] = _new_id
    run: list[Spent] = field(default_factory=list)

    def book(
        self,
        day: str,
        task: str,
        subject: str,
        model: str,
        tokens: tuple[int, int],
        cost: float | None,
        currency: str,
        how: How,
    ) -> Spent:
        """Write down one call, durably; ``tokens`` are input and output."""
        spent = Spent(self.new_id(), day, task, subject, model, *tokens, cost, currency, how)
        if self.folder is not None:
            append_line(self.folder / f"{day[:7]}.tsv", spent.line())
        self.run.append(spent)
        return spent

    def month(self, day: date) -> tuple[Spent, ...]:
        """What was spent in the month of ``day``, each call once."""
        path = self._file(day)
        return (
            tuple({one.id: one for _, one in _lines(path) if one is not None}.values())
            if path
            else ()
        )

    def _file(self, day: date) -> Path | None:
        path = self.folder / f"{day.isoformat()[:7]}.tsv" if self.folder else None
        return path if path and path.is_file() else None


def unreadable(folder: Path) -> Iterator[tuple[Path, int]]:
    """The lines of a ledger that cannot be read, and so do not count: file, and line from 1 on."""
    for path in sorted(folder.glob("*.tsv")):
        yield from ((path, number) for number, one in _lines(path) if one is None)


def _lines(path: Path) -> Iterator[tuple[int, Spent | None]]:
    for number, line in enumerate(path.read_text("utf-8-sig", errors="replace").splitlines(), 1):
        if line.strip():
            yield number, _parsed(line)


def _parsed(line: str) -> Spent | None:
    """A line as :meth:`Spent.line` writes it;
    ``None`` for anything else, such as one that a power failure cut.
    """
    parts = line.split("\t")
    if len(parts) != _FIELDS or not parts[0]:
        return None
    id_, day, task, subject, model, asked, answered, cost, currency, how = parts
    try:
        date.fromisoformat(day)
        known = next(word for word in _HOW if word == how)
        paid = float(cost) if cost else None
        if paid is not None and not 0 <= paid < math.inf:
            return None
        return Spent(
            id_, day, task, subject, model, int(asked), int(answered), paid, currency, known
        )
    except (ValueError, StopIteration):
        return None
