"""The live engine: any cloud or local model, within its limits and within a budget.

What may pass (429, 5xx, a lost connection, a hang) is tried again with back-off.
What a model refuses goes to the next one. What would fail for every paper stops
the run. Money is held before a call and settled after it, so a budget is never
passed.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from wiki_builder.analysis.request import Request
from wiki_builder.engines import client
from wiki_builder.engines._interface import Answer, Broken, OverBudget, Refused, Reply, reply_to
from wiki_builder.engines.client import Model, models_of
from wiki_builder.engines.flow import flow
from wiki_builder.engines.limits import Bucket, Budget, Clock, Sleep, likely_tokens, tightest
from wiki_builder.engines.outcome import Again, Bad, Declined, Outcome, Said, Simpler, Usage
from wiki_builder.engines.settings import ModelSettings
from wiki_builder.errors import UpstreamError, UsageError

FIRST_WAIT: Final = 1.0  # s; doubles with each try
LONGEST_WAIT: Final = 120.0  # s; a provider that asks for more is left alone for this run
HANGS: Final = 2  # calls that may hang for one request: each may have been billed
USUAL_SHARE: Final = 0.2  # how much the last answer counts in what is taken for the usual length
FEWEST_FAILURES: Final = 4  # in a row, and at least as many as run at once, before the run stops


class LiteLLMEngine:
    """Asks models live; see :func:`wiki_builder.engines.build.engine_for`.

    ``spent_this_month`` is in the currency of the settings. Clock (monotonic
    seconds), sleep and jitter (0 to 1) are passed in by tests.

    Raises:
        UsageError: no model, no key, or a budget without a price to keep it by.
    """

    name = "litellm"

    def __init__(
        self,
        settings: ModelSettings,
        *,
        date: str,
        spent_this_month: float = 0.0,
        environ: Mapping[str, str] | None = None,
        clock: Clock = time.monotonic,
        sleep: Sleep = asyncio.sleep,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self.settings, self.date = settings, date
        self.models = models_of(settings, os.environ if environ is None else environ)
        self.budget = Budget(tightest(settings.budget_per_run, settings.budget_per_month, spent_this_month))
        _need_prices(self.models, settings, self.budget)
        self.requests = Bucket(settings.requests_per_minute, clock, sleep)
        self.tokens = Bucket(settings.tokens_per_minute, clock, sleep)
        self._sleep, self._jitter = sleep, jitter
        self._failures = 0
        self._usual_output = settings.max_output_tokens / 2  # tokens; learnt from the answers

    @property
    def concurrency(self) -> int:
        """How many calls may be under way at once."""
        return self.settings.concurrency

    def ask(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Answer]]:
        """See :class:`~wiki_builder.engines._interface.Engine`."""
        return flow(self, requests)

    async def close(self) -> None:
        """Close litellm's connections."""
        await client.close()

    async def answer(self, request: Request) -> Answer:
        """The first model's answer, or that of the next one where it declines or cannot be had."""
        failed: list[tuple[Model, Outcome]] = []
        for model in self.models:
            outcome = await self._tried(model, request)
            if isinstance(outcome, Reply | OverBudget):
                return outcome
            failed.append((model, outcome))
        return self._no_answer(failed)

    async def _tried(self, model: Model, request: Request) -> Reply | OverBudget | Outcome:
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

    async def _simplified(self, model: Model, request: Request) -> Reply | OverBudget | Outcome:
        """One call, made again at once without whatever the model turns out not to take."""
        outcome = await self._paid(model, request)
        while isinstance(outcome, Simpler):
            if not model.simplify(outcome.part):
                return Bad(outcome.reason)
            outcome = await self._paid(model, request)
        return outcome

    async def _paid(self, model: Model, request: Request) -> Reply | OverBudget | Outcome:
        """One call within the budget and the limits per minute."""
        most = model.most_cost(request, self.settings)
        if most is None and self.budget.limit is not None:
            return Bad("the text is longer than the price of the model holds for, and there is a budget to keep")
        held = spent = most or 0.0
        if not await self.budget.hold(held):
            return OverBudget(self._over())
        try:
            outcome = await self._limited(model, request)
            spent = self._spent(outcome, model, held)
        finally:  # cancelled: it counts as spent, since the provider may go on
            self.budget.settle(held, spent)
        return self._reply(outcome, model, request) if isinstance(outcome, Said) else outcome

    async def _limited(self, model: Model, request: Request) -> Outcome:
        expected = sum(likely_tokens(message["content"]) for message in request.messages) + self._usual_output
        await self.requests.take(1)
        await self.tokens.take(expected)
        outcome = await client.call(model, request, self.settings)
        if (usage := _usage(outcome)) is not None:
            self.tokens.settle(expected, usage.input + usage.output)
            self._usual_output += USUAL_SHARE * (usage.output - self._usual_output)
        return outcome

    def _spent(self, outcome: Outcome, model: Model, held: float) -> float:
        usage = _usage(outcome)
        if usage is None:
            worked = isinstance(outcome, Said) or (isinstance(outcome, Again) and outcome.billed)
            return held if worked else 0.0
        return (_cost(model, usage) if model.price else 0.0) or 0.0

    def _reply(self, said: Said, model: Model, request: Request) -> Reply:
        self._failures = 0
        return reply_to(
            request,
            said.text,
            engine=self.name,
            model=model.name,
            date=self.date,
            input_tokens=said.usage.input if said.usage else None,
            output_tokens=said.usage.output if said.usage else None,
            cost=_cost(model, said.usage) if said.usage else None,
            currency=self.settings.currency,
        )

    def _wait(self, outcome: Again, attempt: int) -> float:
        """Seconds: what the provider asks for, or 1, 2, 4 … give or take a half."""
        own = FIRST_WAIT * 2 ** (attempt - 1) * (0.5 + self._jitter())
        return own if outcome.after is None else max(outcome.after, own if outcome.after == 0 else 0.0)

    def _over(self) -> str:
        return f"the budget of {self.budget.limit:g} {self.settings.currency} would be passed"

    def _no_answer(self, failed: list[tuple[Model, Outcome]]) -> Answer:
        """Why no model answered.

        Raises:
            UpstreamError: so many requests failed one after the other that the rest would, too.
        """
        reason = "; ".join(f"{model.name}: {_reason(outcome)}" for model, outcome in failed)
        if all(isinstance(outcome, Declined) for _, outcome in failed):
            self._failures = 0
            refused = any(isinstance(outcome, Declined) and outcome.refusal for _, outcome in failed)
            return Refused(reason) if refused else Broken(reason)
        self._failures += 1
        if self._failures >= max(FEWEST_FAILURES, self.concurrency):
            raise _down(reason, self._failures)
        return Broken(reason, passing=any(isinstance(outcome, Again) for _, outcome in failed))


def _need_prices(models: tuple[Model, ...], settings: ModelSettings, budget: Budget) -> None:
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
        next="Nothing is lost; run it again later",
    )


def _usage(outcome: Outcome) -> Usage | None:
    return outcome.usage if isinstance(outcome, Said | Declined) else None


def _cost(model: Model, usage: Usage) -> float | None:
    return model.price.cost(usage.input, usage.output, usage.cached) if model.price else None


def _reason(outcome: Outcome) -> str:
    return "" if isinstance(outcome, Said) else outcome.reason
