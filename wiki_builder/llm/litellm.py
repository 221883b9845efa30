"""The live engine: any cloud or local model, within its limits and within a budget.

What may pass (429, 5xx, a lost connection, a hang) is tried again with back-off.
What a model refuses goes to the next one. What would fail for every paper stops
the run. Money is held before a call, and booked and settled as soon as the call has
ended, so a budget is never passed and nothing that was paid is forgotten.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from wiki_builder.core.errors import UpstreamError, UsageError
from wiki_builder.core.settings import Model
from wiki_builder.llm import client
from wiki_builder.llm.client import AskedModel, models_of
from wiki_builder.llm.engine import (
    Answer,
    Broken,
    OverBudget,
    Refused,
    Reply,
    reply_to,
)
from wiki_builder.llm.flow import flow
from wiki_builder.llm.limits import (
    Bucket,
    Budget,
    Clock,
    Sleep,
    budget_of,
    likely_tokens,
    most_tokens,
)
from wiki_builder.llm.outcome import (
    Again,
    Bad,
    CallOutcome,
    Declined,
    Said,
    Simpler,
)
from wiki_builder.llm.spending import How, Ledger
from wiki_builder.llm.usage import Usage

if TYPE_CHECKING:
    from wiki_builder.analysis.request import Request

FIRST_WAIT: Final = 1.0  # s; doubles with each try
LONGEST_WAIT: Final = 120.0  # s; a provider that asks for more is left alone for this run
HANGS: Final = 2  # calls that may hang for one request: each may have been billed
USUAL_SHARE: Final = 0.2  # how much the last answer counts in what is taken for the usual length
FEWEST_FAILURES: Final = 4  # in a row, and at least as many as run at once, before the run stops


class LiteLLMEngine:
    """Asks models live; see :func:`wiki_builder.llm.build.engine_for`.

    Each call that is answered, or may be paid for, is written into ``ledger`` at once.
    ``budget`` may be another engine's as well; by default it is the settings' own. Clock (monotonic
    seconds), sleep and jitter (0 to 1) are passed in by tests.

    Raises:
        UsageError: no model, no key, or a budget without a price to keep it by.
    """

    name = "litellm"

    def __init__(
        self,
        settings: Model,
        *,
        date: str,
        ledger: Ledger | None = None,
        budget: Budget | None = None,
        environ: Mapping[str, str] | None = None,
        clock: Clock = time.monotonic,
        sleep: Sleep = asyncio.sleep,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self.settings, self.date = settings, date
        self.ledger = ledger or Ledger()
        self.models = models_of(settings, os.environ if environ is None else environ)
        self.budget = budget or budget_of(settings)
        _need_prices(self.models, settings, self.budget)
        self.requests = Bucket(settings.requests_per_minute, clock, sleep)
        self.tokens = Bucket(settings.tokens_per_minute, clock, sleep)
        self._sleep, self._jitter = sleep, jitter
        self._failures = 0
        self._under_way: list[str] = []  # a name for each call, the oldest first
        self._usual_output = settings.max_output_tokens / 2  # tokens; learnt from the answers

    @property
    def concurrency(self) -> int:
        """How many calls may be under way at once."""
        return self.settings.concurrency

    @property
    def waits_for(self) -> str:
        """What one waits for: the model of a call that is under way, and its address;
        empty while there is none.
        """
        return next(iter(self._under_way), "")

    def ask(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Answer]]:
        """See :class:`~wiki_builder.llm.engine.Engine`."""
        return flow(self, requests)

    async def close(self) -> None:
        """Close litellm's connections."""
        await client.close()

    async def answer(self, request: Request) -> Answer:
        """The first model's answer, or that of the next one where it declines or cannot be had."""
        failed: list[tuple[AskedModel, CallOutcome]] = []
        for model in self.models:
            outcome = await self._tried(model, request)
            if isinstance(outcome, Reply | OverBudget):
                return outcome
            failed.append((model, outcome))
        return self._no_answer(failed)

    async def _tried(self, model: AskedModel, request: Request) -> Reply | OverBudget | CallOutcome:
        hangs = 0
        for attempt in range(1, self.settings.attempts + 1):
            outcome = await self._simplified(model, request)
            if not isinstance(outcome, Again):
                return outcome
            hangs += outcome.billed
            wait = self._wait(outcome, attempt)
            if attempt == self.settings.attempts or hangs == HANGS or wait > LONGEST_WAIT:
                break
            await self._sleep(wait)
        return outcome

    async def _simplified(
        self, model: AskedModel, request: Request
    ) -> Reply | OverBudget | CallOutcome:
        """One call, made again at once without whatever the model turns out not to take.

        Calls under way at once learn it together: what another has left out meanwhile is not left
        out twice.
        """
        before = model.takes
        outcome = await self._paid(model, request)
        while isinstance(outcome, Simpler):
            if model.takes == before and not model.simplify(outcome.part):
                return Bad(outcome.reason)
            before = model.takes
            outcome = await self._paid(model, request)
        return outcome

    async def _paid(self, model: AskedModel, request: Request) -> Reply | OverBudget | CallOutcome:
        """One call within the budget and the limits per minute;
        what it cost is booked before anything else.
        """
        most = model.most_cost(request, self.settings)
        if most is None and self.budget.limit is not None:
            return Bad(
                "the text is longer than the price of the model holds for, and there is a budget to"
                " keep"
            )
        held, spent = most or 0.0, 0.0
        if not await self.budget.hold(held):
            return OverBudget(self._over())
        sent = False
        name = f"{model.name} at {model.address}"
        self._under_way.append(name)
        try:
            expected = await self._turn(request)
            sent = True
            outcome = await client.call(model, request, self.settings)
            spent = self._book(outcome, model, request)
        except asyncio.CancelledError:  # the provider may go on
            spent = self._book_most(model, request) if sent else 0.0
            raise
        finally:
            self._under_way.remove(name)
            self.budget.settle(held, spent)
        self._learn(outcome, expected)
        return self._reply(outcome, model, request) if isinstance(outcome, Said) else outcome

    async def _turn(self, request: Request) -> float:
        """Wait until the call may go, with all that it needs;
        how many tokens it is expected to take.
        """
        await client.ready(self.settings.proxy)
        expected = (
            sum(likely_tokens(message["content"]) for message in request.messages)
            + self._usual_output
        )
        await self.requests.take(1)
        await self.tokens.take(expected)
        return expected

    def _learn(self, outcome: CallOutcome, expected: float) -> None:
        """How many tokens were really taken, and how long an answer is."""
        if (usage := _usage(outcome)) is not None:
            self.tokens.settle(expected, usage.input + usage.output)
            self._usual_output += USUAL_SHARE * (usage.output - self._usual_output)

    def _book(self, outcome: CallOutcome, model: AskedModel, request: Request) -> float:
        """Write down what a call cost, if it was answered or may have been; the amount."""
        if isinstance(outcome, Again) and outcome.billed:
            return self._book_most(model, request)
        usage = _usage(outcome)
        return (
            self._booked(model, request, usage, "estimated" if usage.estimated else "stated")
            if usage
            else 0.0
        )

    def _book_most(self, model: AskedModel, request: Request) -> float:
        """Write down the most that a call without an answer can have cost."""
        asked = sum(most_tokens(message["content"]) for message in request.messages)
        return self._booked(
            model, request, Usage(asked, model.most_output(self.settings)), "at most"
        )

    def _booked(self, model: AskedModel, request: Request, usage: Usage, how: How) -> float:
        cost = self._cost(model, usage)
        tokens = (usage.input, usage.output)
        currency = self.settings.currency
        self.ledger.book(
            self.date, request.task, request.subject, model.name, tokens, cost, currency, how
        )
        return cost or 0.0

    def _cost(self, model: AskedModel, usage: Usage) -> float | None:
        """In the currency of the settings; ``None`` where no price in it is known."""
        price = model.price
        if price is None or price.currency not in ("", self.settings.currency):
            return None
        return price.cost(usage.input, usage.output, usage.cached)

    def _reply(self, said: Said, model: AskedModel, request: Request) -> Reply:
        """The reply; a page states the provider's own counts,
        and what follows from them, or nothing.
        """
        self._failures = 0
        usage = said.usage if said.usage and not said.usage.estimated else None
        return reply_to(
            request,
            said.text,
            engine=self.name,
            model=model.name,
            date=self.date,
            input_tokens=usage.input if usage else None,
            output_tokens=usage.output if usage else None,
            cost=self._cost(model, usage) if usage else None,
            currency=self.settings.currency,
        )

    def _wait(self, outcome: Again, attempt: int) -> float:
        """Seconds: what the provider asks for, or 1, 2, 4 … give or take a half."""
        own = FIRST_WAIT * 2 ** (attempt - 1) * (0.5 + self._jitter())
        return (
            own if outcome.after is None else max(outcome.after, own if outcome.after == 0 else 0.0)
        )

    def _over(self) -> str:
        return f"the budget of {self.budget.limit:g} {self.settings.currency} would be passed"

    def _no_answer(self, failed: list[tuple[AskedModel, CallOutcome]]) -> Answer:
        """Why no model answered.

        Raises:
            UpstreamError: so many requests failed one after the other that the rest would, too.
        """
        reason = "; ".join(f"{model.name}: {_reason(outcome)}" for model, outcome in failed)
        if all(isinstance(outcome, Declined) for _, outcome in failed):
            self._failures = 0
            refused = any(
                isinstance(outcome, Declined) and outcome.refusal for _, outcome in failed
            )
            return Refused(reason) if refused else Broken(reason)
        self._failures += 1
        if self._failures >= max(FEWEST_FAILURES, self.concurrency):
            raise _down(reason, self._failures)
        return Broken(reason, passing=any(isinstance(outcome, Again) for _, outcome in failed))


def _need_prices(models: tuple[AskedModel, ...], settings: Model, budget: Budget) -> None:
    if budget.limit is None:
        return
    for model in models:
        if model.price is None or model.price.currency not in ("", settings.currency):
            raise UsageError(
                f"there is a budget, and no price in {settings.currency} of {model.name}",
                where="wiki.toml, [model]",
                next="Give its prices per million tokens, or take the budget out",
            )


def _down(reason: str, failures: int) -> UpstreamError:
    return UpstreamError(
        f"{failures} requests failed one after the other ({reason})",
        where="the model",
        next="Nothing is lost. If the reason does not say what to mend, run it again later",
    )


def _usage(outcome: CallOutcome) -> Usage | None:
    return outcome.usage if isinstance(outcome, Said | Declined) else None


def _reason(outcome: CallOutcome) -> str:
    return "" if isinstance(outcome, Said) else outcome.reason
