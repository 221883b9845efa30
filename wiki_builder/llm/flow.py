"""How an engine's answers flow: pulled by one thread, answered on one event loop.

A feeder thread pulls requests, so that a slow producer (arXiv, 3 s between
papers) works while calls are under way; it runs ahead by as many requests as may
be under way, so that a call that ends finds the next one ready. The event loop
runs in a second thread. Both end with the iterator, however it ends.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TYPE_CHECKING, TypeAlias

from wiki_builder.llm.engine import Answer, Engine

if TYPE_CHECKING:
    from wiki_builder.analysis.request import Request

FEEDER_GRACE = 1.0  # s; a producer that sleeps longer is left to end by itself
LOOP_GRACE = 10.0  # s


@dataclass(frozen=True, slots=True)
class _Answered:
    request: Request
    answer: Answer


@dataclass(frozen=True, slots=True)
class _Raised:
    """The engine raised in place of an answer."""

    error: Exception


@dataclass(frozen=True, slots=True)
class _Fed:
    """The feeder is done: with the producer's error, if it raised."""

    error: BaseException | None = None


@dataclass(frozen=True, slots=True)
class _Dropped:
    """It was not asked: another one had raised before its turn came."""


_Out: TypeAlias = _Answered | _Raised | _Dropped | _Fed


def flow(engine: Engine, requests: Iterable[Request]) -> Iterator[tuple[Request, Answer]]:
    """Each of ``requests`` with ``engine.answer`` of it, as answers come.

    At most ``engine.concurrency`` are asked at once. When the producer or the
    engine raises, the calls under way are finished and given out, and then it is
    raised here; when the engine does, no other call begins, since nobody may be able to
    keep what it brings. Closing the iterator cancels them.
    """
    running = _Flow(engine, iter(requests))
    running.start()
    try:
        yield from running.answers()
    finally:
        running.stop()


class _Flow:
    def __init__(self, engine: Engine, requests: Iterator[Request]) -> None:
        self.engine, self.requests = engine, requests
        self.out: SimpleQueue[_Out] = SimpleQueue()
        self.room = threading.Semaphore(2 * engine.concurrency)
        self.lock = threading.Lock()
        self.closed = False
        self.fed = 0
        self.loop = asyncio.new_event_loop()
        self.slots = asyncio.Semaphore(engine.concurrency)
        self.threads = (
            threading.Thread(target=self.loop.run_forever, name="engine-loop", daemon=True),
            threading.Thread(target=self._feed, name="engine-feeder", daemon=True),
        )

    def start(self) -> None:
        for thread in self.threads:
            thread.start()

    # --- in the feeder's thread ---

    def _feed(self) -> None:
        try:
            while self._feed_one():
                pass
            self.out.put(_Fed())
        except BaseException as error:  # the consumer raises it, in whose thread it belongs
            self.out.put(_Fed(error))
        finally:
            if hasattr(self.requests, "close"):
                self.requests.close()

    def _feed_one(self) -> bool:
        self.room.acquire()
        if self.closed or (request := next(self.requests, None)) is None:
            return False
        with self.lock:
            if not self.closed:
                self.fed += 1
                asyncio.run_coroutine_threadsafe(self._answer(request), self.loop)
        return not self.closed

    # --- on the event loop ---

    async def _answer(self, request: Request) -> None:
        try:
            async with self.slots:
                dropped = self.closed
                self.out.put(
                    _Dropped() if dropped else _Answered(request, await self.engine.answer(request))
                )
        except Exception as error:  # as above
            self._close()
            self.out.put(_Raised(error))
        finally:
            self.room.release()

    # --- in the consumer's thread ---

    def answers(self) -> Iterator[tuple[Request, Answer]]:
        received, feeding = 0, True
        failure: BaseException | None = None
        while feeding or received < self.fed:
            item = self.out.get()
            received += not isinstance(item, _Fed)
            if isinstance(item, _Answered):
                yield item.request, item.answer
            elif not isinstance(item, _Dropped):
                failure = failure or item.error
                feeding = False
        if failure is not None:
            raise failure

    def _close(self) -> None:
        """No further request is taken, and none that waits for its turn is asked."""
        with self.lock:
            self.closed = True
        self.room.release()

    def stop(self) -> None:
        if sys.is_finalizing():  # nobody closed us, and the threads are frozen
            return
        self._close()
        self.threads[1].join(FEEDER_GRACE)
        winding = asyncio.run_coroutine_threadsafe(self._wind_up(), self.loop)
        # what was asked for is answered; what hangs ends with the process
        with suppress(TimeoutError):
            winding.result(LOOP_GRACE)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.threads[0].join(LOOP_GRACE)
        if not self.threads[0].is_alive():
            self.loop.close()

    async def _wind_up(self) -> None:
        mine = asyncio.current_task()
        await _cancel(task for task in asyncio.all_tasks() if task is not mine)
        await self.engine.close()
        await _cancel(task for task in asyncio.all_tasks() if task is not mine)
        await self.loop.shutdown_asyncgens()
        await self.loop.shutdown_default_executor()


async def _cancel(tasks: Iterable[asyncio.Task[object]]) -> None:
    cancelled = list(tasks)
    for task in cancelled:
        task.cancel()
    await asyncio.gather(*cancelled, return_exceptions=True)
