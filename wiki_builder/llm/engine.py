"""The seam: requests go in, answers come out as they are ready.

An answer is a value. Either a :class:`Reply`, whose raw text is still to be
parsed, or one of four reasons why there is none. What makes every further
request fail in the same way (a wrong key, an unknown model) is no answer but an
:class:`~wiki_builder.core.errors.UpstreamError`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from wiki_builder.core.values.analysis import Provenance

if TYPE_CHECKING:
    from wiki_builder.analysis.request import Request


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said, as it said it, with all that a page states of its origin.

    ``date`` is the day of the run (``2026-05-05``), ``cost`` is in ``currency``
    and ``None`` where the price is unknown. ``raw`` is the whole text, thinking
    and code fences included. ``asked`` is 1, or 2 for the answer to a re-ask.
    """

    task: str
    subject: str
    text: str
    prompt: str
    schema: str
    terms: str
    engine: str
    model: str
    date: str
    raw: str
    asked: int = 1
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: float | None = None
    currency: str | None = None

    @property
    def provenance(self) -> Provenance:
        """What ``data/`` keeps of the reply's origin."""
        return Provenance(
            engine=self.engine,
            model=self.model,
            prompt=self.prompt,
            schema=self.schema,
            date=self.date,
            terms=self.terms,
            input_tokens=self.input_tokens,
            output_tokens=self.output_tokens,
            cost=self.cost,
            currency=self.currency,
        )


@dataclass(frozen=True, slots=True)
class Waiting:
    """No reply yet, and what it waits for: the paper is pending."""

    reason: str


@dataclass(frozen=True, slots=True)
class Refused:
    """Every model refused this request."""

    reason: str


@dataclass(frozen=True, slots=True)
class Broken:
    """No usable answer came; ``passing`` says that asking again later may well help."""

    reason: str
    passing: bool = False


@dataclass(frozen=True, slots=True)
class OverBudget:
    """Not asked: the call could have passed the budget."""

    reason: str


NoReply: TypeAlias = Waiting | Refused | Broken | OverBudget
Answer: TypeAlias = Reply | NoReply


class Engine(Protocol):
    """Whatever brings replies. ``ask`` is for callers;
    the rest is for ``flow`` and for wrapping.
    """

    @property
    def name(self) -> str:
        """The word of the settings: ``litellm``, ``replay``, ``handoff``, ``none``."""

    @property
    def concurrency(self) -> int:
        """How many requests may be under way at once."""

    def ask(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Answer]]:
        """Each request with its answer, as answers come, not in order.

        ``requests`` is pulled lazily, in a thread of its own. What it raises, or
        an ``UpstreamError`` of the engine, is raised here once the calls under
        way have been given out. Closing the iterator cancels what is under way.
        """

    async def answer(self, request: Request) -> Answer:
        """The answer to one request."""

    async def close(self) -> None:
        """Let go of connections; called at the end of each ``ask``, on its event loop."""


def key_of(request: Request) -> str:
    """What an answer is filed under: the request's key, and ``.2`` behind it for a re-ask."""
    return request.key if request.previous is None else f"{request.key}.2"


def reply_to(
    request: Request,
    raw: str,
    *,
    engine: str,
    model: str,
    date: str,
    input_tokens: int | None = None,
    output_tokens: int | None = None,
    cost: float | None = None,
    currency: str | None = None,
) -> Reply:
    """The reply to ``request``, with the request's own fields written beside it."""
    return Reply(
        task=request.task,
        subject=request.subject,
        text=request.text,
        prompt=request.prompt,
        schema=request.schema,
        terms=request.terms,
        engine=engine,
        model=model,
        date=date,
        raw=raw,
        asked=1 if request.previous is None else 2,
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        cost=cost,
        currency=currency if cost is not None else None,
    )
