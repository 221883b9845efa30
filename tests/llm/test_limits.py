"""What may be used up: no minute and no budget is ever passed, whatever goes on at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.llm.conftest import Time
from wiki_builder.core.settings import Model
from wiki_builder.llm.limits import (
    Bucket,
    Budget,
    budget_of,
    likely_tokens,
    most_tokens,
    most_tokens_of,
    size_of,
    tightest,
)

# --- A minute ----------------------------------------------------------------


def moments(bucket: Bucket, time: Time, takes: Sequence[float]) -> list[float]:
    """When each of ``takes`` may go, one after the other."""

    async def all_of_them() -> list[float]:
        went = []
        for amount in takes:
            await bucket.take(amount)
            went.append(time.now)
        return went

    return asyncio.run(all_of_them())


@pytest.mark.parametrize(
    "per_minute, at_once, each",
    [(60, 6, 60 / 54), (1, 1, 60 / 0.9), (2, 1, 60), (20, 2, 60 / 18), (5, 1, 15)],
)
def test_a_tenth_goes_at_once_and_the_rest_over_the_minute(
    time: Time, per_minute: int, at_once: int, each: float
) -> None:
    """What is there goes without a wait, also after an idle hour;
    then one goes each so many seconds.
    """
    bucket = Bucket(per_minute, time.clock, time.sleep)
    for _ in range(2):
        began = time.now
        assert moments(bucket, time, [1] * at_once) == [began] * at_once
        later = moments(bucket, time, [1] * 3)
        assert later == pytest.approx([began + each * n for n in (1, 2, 3)])
        assert len(time.slept) == 3
        time.slept.clear()
        time.now += 3600


@given(st.integers(1, 90), st.lists(st.sampled_from([0, 0, 0, 1, 7, 61]), min_size=1, max_size=60))
def test_no_sixty_seconds_hold_more_than_allowed(per_minute: int, idle: list[int]) -> None:
    """However the calls come, any window of a minute holds at most the allowance."""
    time, went = Time(), []
    bucket = Bucket(per_minute, time.clock, time.sleep)

    async def calls() -> None:
        for seconds in idle:
            time.now += seconds
            await bucket.take(1)
            went.append(time.now)

    asyncio.run(calls())
    for began in went:
        assert sum(began <= at < began + 60 - 1e-6 for at in went) <= per_minute


def test_a_large_take_waits_and_those_behind_it_wait_longer(time: Time) -> None:
    """A request of more tokens than are there goes when they have flowed in,
    and what comes next pays for it.
    """
    bucket = Bucket(60, time.clock, time.sleep)
    assert moments(bucket, time, [30, 9]) == pytest.approx([24 / 0.9, 33 / 0.9])


def test_what_was_estimated_is_set_right(time: Time) -> None:
    """What was not used is there again, as far as may go at once;
    what was used beyond the estimate is missing.
    """
    bucket = Bucket(60, time.clock, time.sleep)
    assert moments(bucket, time, [6]) == [0]
    bucket.settle(6, 2)
    assert moments(bucket, time, [4]) == [0]
    bucket.settle(4, 4.9)
    assert moments(bucket, time, [0.9]) == pytest.approx([2])
    bucket.settle(100, 0)
    assert moments(bucket, time, [6]) == pytest.approx([2])
    assert moments(bucket, time, [0.9]) == pytest.approx([3])


def test_without_a_limit_nothing_waits(time: Time) -> None:
    """Who sets no allowance has none."""
    bucket = Bucket(None, time.clock, time.sleep)
    bucket.settle(1, 10_000)
    assert moments(bucket, time, [10_000] * 3) == [0] * 3
    assert time.slept == []


# --- A budget ----------------------------------------------------------------

CENT = 1 / 64  # a float that adds up without rest


def at_once(*calls: Coroutine[Any, Any, None]) -> list[asyncio.Task[None]]:
    """Run ``calls`` side by side until none of them can go on;
    those that wait for ever are cancelled.
    """

    async def all_of_them() -> list[asyncio.Task[None]]:
        tasks = [asyncio.ensure_future(call) for call in calls]
        for _ in range(40 * len(calls)):
            await asyncio.sleep(0)
        hung = [task for task in tasks if not task.done()]
        for task in hung:
            task.cancel()
        await asyncio.wait(tasks)
        assert not hung
        return tasks

    return asyncio.run(all_of_them())


@given(
    st.integers(0, 60),
    st.lists(
        st.tuples(st.integers(0, 20), st.integers(0, 20), st.integers(0, 5), st.booleans()),
        min_size=1,
        max_size=12,
    ),
)
def test_a_budget_is_never_passed_and_never_left_unused(
    limit: int, calls: list[tuple[int, int, int, bool]]
) -> None:
    """Whatever runs at once: what is spent and what calls under way may cost never pass the limit,
    no call that fits beside what is spent is declined before one that does not, and none waits for
    ever.
    """
    budget, under_way, declined = Budget(limit * CENT), [0.0], []

    async def call(most: int, spent: int, steps: int, free: bool) -> None:
        if not await budget.hold(most * CENT):
            declined.append(budget.spent + most * CENT > limit * CENT)
            return
        under_way[0] += most * CENT
        assert budget.spent + under_way[0] <= limit * CENT
        assert not budget.declined
        for _ in range(steps):
            await asyncio.sleep(0)
        under_way[0] -= most * CENT
        budget.settle(most * CENT, 0 if free else min(most, spent) * CENT)

    for task in at_once(*(call(*one) for one in calls)):
        task.result()
    assert budget.declined == bool(declined)
    assert not declined or any(declined)
    assert budget.spent <= limit * CENT
    if not budget.declined:
        assert (
            budget.spent
            == sum(0 if free else min(most, spent) for most, spent, _, free in calls) * CENT
        )


def ended(budget: Budget, held: float, spent: float) -> Callable[[], Awaitable[None]]:
    async def end() -> None:
        await asyncio.sleep(0)
        budget.settle(held, spent)

    return end


def test_eight_calls_at_once_wait_for_each_other() -> None:
    """With room for four, the fifth starts when one has ended and cost less;
    the first that is too much ends it.
    """
    budget, went = Budget(1.0), []

    async def call(number: int) -> None:
        if await budget.hold(0.25):
            went.append((number, budget.spent))
            await asyncio.sleep(0)
            budget.settle(0.25, 0.125)

    at_once(*(call(number) for number in range(8)))
    assert [number for number, _ in went] == [*range(7)]
    assert [spent for _, spent in went[:4]] == [0.0] * 4
    assert all(spent > 0 for _, spent in went[4:])
    assert (budget.spent, budget.declined) == (0.875, True)


def test_a_call_that_can_never_fit_ends_the_spending_for_those_that_wait_too() -> None:
    """One that is declined declines each later one,
    and wakes those that wait to be told the same.
    """
    budget, told = Budget(1.0), []

    async def call(most: float, then: Callable[[], Awaitable[None]] | None = None) -> None:
        told.append((most, await budget.hold(most)))
        if then:
            await then()

    at_once(call(0.75, ended(budget, 0.75, 0.75)), call(0.5), call(1.5), call(0.125))
    assert sorted(told) == [(0.125, False), (0.5, False), (0.75, True), (1.5, False)]
    assert told.index((0.125, False)) < 4
    assert (budget.spent, budget.declined) == (0.75, True)
    at_once(call(0.0))
    assert told[-1] == (0.0, False)


def test_a_waiting_call_that_is_given_up_harms_no_other() -> None:
    """A run that is stopped cancels calls that wait for money;
    those under way end as they would.
    """
    budget, told = Budget(1.0), []

    async def call(most: float, steps: int, name: str) -> None:
        assert await budget.hold(most)
        told.append(name)
        for _ in range(steps):
            await asyncio.sleep(0)
        budget.settle(most, 0.125)

    async def given_up() -> None:
        waiting = asyncio.ensure_future(call(0.75, 0, "given up"))
        await asyncio.sleep(0)
        waiting.cancel()

    for task in at_once(call(1.0, 6, "under way"), given_up(), call(0.75, 0, "next")):
        task.result()
    assert told == ["under way", "next"]
    assert budget.spent == 0.25


def test_all_of_a_budget_may_be_spent() -> None:
    """A call that costs just what is left is made, and so is one beside it that costs nothing."""
    budget, told = Budget(1.0), []

    async def call(most: float) -> None:
        told.append(await budget.hold(most))

    at_once(call(0.5), call(0.5), call(0.0))
    assert told == [True] * 3
    budget.settle(0.5, 0.5)
    budget.settle(0.5, 0.5)
    at_once(call(0.0))
    assert (told, budget.spent) == ([True] * 4, 1.0)


def test_an_ended_call_frees_what_it_held_and_no_more() -> None:
    """What another call holds stays held, also where rounding or a count of its own gives back
    more than was held.
    """
    budget, told = Budget(1.0), []

    async def call(most: float) -> None:
        told.append(await budget.hold(most))

    at_once(call(0.25), call(0.5))
    budget.settle(0.25, 0.0)
    budget.settle(0.5 + CENT, 0.0)
    at_once(call(1.0))
    assert told == [True] * 3
    with pytest.raises(AssertionError):
        at_once(call(CENT))
    assert told == [True] * 3


def test_without_a_budget_every_call_is_allowed_and_counted() -> None:
    """What is spent is known, also where nothing limits it."""
    budget, told = Budget(None), []

    async def call() -> None:
        told.append(await budget.hold(1e9))

    at_once(call(), call())
    budget.settle(1e9, 2.5)
    assert (told, budget.spent, budget.declined, budget.limit) == ([True, True], 2.5, False, None)


@pytest.mark.parametrize("per_run, per_month, spent, left", [
    (None, None, 3, None), (1, None, 3, 1), (None, 4, 3, 1), (5, 4, 3.5, 0.5), (0.25, 4, 3, 0.25),
    (5, 4, 6, 0), (0, 4, 1, 0),
])  # fmt: skip
def test_the_tighter_of_two_budgets_counts(
    per_run: float | None, per_month: float | None, spent: float, left: float | None
) -> None:
    """What the month has left, if that is less than the run's own;
    a month that is overspent leaves nothing.
    """
    assert tightest(per_run, per_month, spent) == left
    settings = Model(budget_per_run=per_run, budget_per_month=per_month)
    assert budget_of(settings, spent).limit == left


def test_a_run_that_nothing_was_spent_before_has_its_month() -> None:
    """The sum of the month is nought where nobody says another."""
    assert budget_of(Model(budget_per_month=1.0)).limit == 1.0


# --- Tokens ------------------------------------------------------------------


@pytest.mark.parametrize("text, tokens", [
    ("", 0), ("abc", 0), ("abcdefgh", 2), ("大语言模型", 5), ("abcd大模", 3), ("abcdefgh大模型", 5),
    ("\u2e7f" * 4, 1), ("\u2e80" * 4, 4),
])  # fmt: skip
def test_tokens_are_estimated_by_script(text: str, tokens: int) -> None:
    """Four Latin letters are a token, and so is each Chinese character."""
    assert likely_tokens(text) == tokens


@pytest.mark.parametrize(
    "text, size", [("", 0), ("abcde", 5), ("é", 2), ("模型", 6), ("\ud800", 1)]
)
def test_more_tokens_than_any_tokenizer_makes(text: str, size: int) -> None:
    """The bound goes by bytes; text that is no text counts too."""
    assert size_of(text) == size
    assert most_tokens(text) == most_tokens_of(size)
    assert [most_tokens_of(n) for n in (0, 4, 5, 1000)] == [16, 17, 18, 416]
