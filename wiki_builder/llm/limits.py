"""What an engine may use up: requests and tokens a minute, and money.

Both run on one event loop and hold no state of asyncio's, so that they outlive it:
a run may ask more than once. Clock and sleep are passed in.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from wiki_builder.core.settings import Model

Clock: TypeAlias = Callable[[], float]  # seconds, monotonic
Sleep: TypeAlias = Callable[[float], Awaitable[object]]

BURST = 0.1  # the share of a minute's allowance that may go at once


class Bucket:
    """So many a minute, in any sixty seconds; a tenth of them may go at once.

    What goes at once and what flows in during a minute add up to the allowance.
    A take that is larger than what is there waits, and those behind it wait longer.
    """

    def __init__(self, per_minute: float | None, clock: Clock, sleep: Sleep) -> None:
        self._clock, self._sleep = clock, sleep
        self._most = max(1.0, BURST * per_minute) if per_minute else 0.0
        self._rate = max(per_minute - self._most, 0.9) / 60 if per_minute else 0.0
        self._level, self._at = self._most, clock()

    async def take(self, amount: float) -> None:
        """Wait until ``amount`` may go."""
        if not self._rate:
            return
        now = self._clock()
        self._level = min(self._most, self._level + (now - self._at) * self._rate) - amount
        self._at = now
        if self._level < 0:
            await self._sleep(-self._level / self._rate)

    def settle(self, taken: float, used: float) -> None:
        """What was taken by estimate turns out to be more, or less:
        those behind wait the shorter or the longer.
        """
        self._level = min(self._most, self._level + taken - used)


class Budget:
    """An amount of money that is never passed: what a call may cost is held before it starts.

    A call that does not fit beside the calls under way waits for them, since they
    mostly cost less than was held. One that would not fit even then ends the
    spending: it and every later one is declined.
    """

    def __init__(self, limit: float | None) -> None:
        self.limit = limit
        self.spent = 0.0
        self.declined = False
        self._held = 0.0
        self._waiting: list[asyncio.Future[None]] = []

    async def hold(self, most: float) -> bool:
        """Hold ``most``; ``False`` if the budget does not allow it."""
        while self.limit is not None and not self.declined:
            if self.spent + most > self.limit:
                self._decline()
            elif self.spent + self._held + most <= self.limit:
                break
            else:
                await self._settled()
        if self.declined:
            return False
        self._held += most
        return True

    def settle(self, held: float, spent: float) -> None:
        """A call has ended: ``held`` is free again and ``spent`` is gone."""
        self._held = max(0.0, self._held - held)
        self.spent += spent
        self._wake()

    def _decline(self) -> None:
        self.declined = True
        self._wake()

    async def _settled(self) -> None:
        waiter = asyncio.get_running_loop().create_future()
        self._waiting.append(waiter)
        await waiter

    def _wake(self) -> None:
        for waiter in self._waiting:
            if not waiter.done():
                waiter.set_result(None)
        self._waiting.clear()


def budget_of(settings: Model, spent_this_month: float = 0.0) -> Budget:
    """What the settings leave to spend in this run; the sum is in their currency."""
    return Budget(tightest(settings.budget_per_run, settings.budget_per_month, spent_this_month))


def tightest(
    per_run: float | None, per_month: float | None, spent_this_month: float
) -> float | None:
    """What is left to spend in this run, from both budgets; ``None`` where neither is set."""
    left = [per_run, None if per_month is None else max(0.0, per_month - spent_this_month)]
    return min((amount for amount in left if amount is not None), default=None)


def likely_tokens(text: str) -> int:
    """How many tokens ``text`` is likely to be:
    four Latin letters or one Chinese character each.
    """
    wide = sum(1 for character in text if character > "\u2e7f")
    return (len(text) - wide) // 4 + wide


def most_tokens(text: str) -> int:
    """More tokens than any of today's tokenizers makes of prose and LaTeX:
    one for 2.5 bytes of UTF-8.
    """
    return most_tokens_of(size_of(text))


def most_tokens_of(size: int) -> int:
    """The same of a text of so many bytes."""
    return int(size / 2.5) + 16


def size_of(text: str) -> int:
    """The bytes of ``text`` in UTF-8."""
    return len(text.encode(errors="replace"))
