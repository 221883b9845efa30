"""The tokens of a call: the provider's count where it can be true, a bound of our own where it
cannot.

A count may be missing, negative, no number, or beyond anything that was sent or could
be received. Then the part that cannot be true is replaced by more tokens than any
tokenizer makes of what was sent or received, and the whole is marked as estimated.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from wiki_builder.llm.limits import most_tokens_of

EXCESS: Final = 4  # times what is sent or received at most; a provider may add words of its own
OWN_WORDS: Final = 4_000  # tokens of a provider's own system prompt
LONGEST_TOKEN: Final = 400  # bytes; a count with longer ones on average leaves something out


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call; ``cached`` are part of ``input``. ``estimated``:
    not, or not all, as the provider counts.
    """

    input: int
    output: int
    cached: int = 0
    estimated: bool = False


def stated_usage(usage: Any) -> Usage | None:
    """What a provider states, from litellm's usage; a part that is no count is -1. ``None``:
    nothing is stated.
    """
    if usage is None:
        return None
    details = getattr(usage, "prompt_tokens_details", None)
    counts = (getattr(usage, "prompt_tokens", None), getattr(usage, "completion_tokens", None))
    return Usage(
        _count(counts[0]),
        _count(counts[1]),
        max(0, _count(getattr(details, "cached_tokens", None))),
    )


def believed(
    said: Usage | None, sent: int, received: int, most_output: int, thinking: int = 0
) -> Usage:
    """``said`` as far as it can be true.

    ``sent`` and ``received`` are bytes of text; ``most_output`` is how many tokens the model was
    allowed to write, and ``thinking`` how many of them it may have thought unseen.
    """
    asked, answered = most_tokens_of(sent), most_tokens_of(received)
    said = said or Usage(-1, -1)
    input = said.input if sent // LONGEST_TOKEN < said.input <= EXCESS * asked + OWN_WORDS else None
    fewest = received // LONGEST_TOKEN + bool(received)
    output = said.output if fewest <= said.output <= EXCESS * max(most_output, answered) else None
    return Usage(
        asked if input is None else input,
        min(answered + thinking, max(most_output, answered)) if output is None else output,
        min(said.cached, input) if input is not None else 0,
        estimated=input is None or output is None,
    )


def _count(value: object) -> int:
    """``value`` as a count; -1 where it is none."""
    if (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and value >= 0
        and value == value // 1
    ):
        return int(value)
    return -1
