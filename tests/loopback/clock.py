"""Time that passes only when someone sleeps."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta


@dataclass
class FakeClock:
    """A monotonic clock, a wall clock and a sleep that go together;
    ``slept`` holds the naps in seconds.
    """

    seconds: float = 1000.0
    slept: list[float] = field(default_factory=list)

    def __call__(self) -> float:
        return self.seconds

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.seconds += seconds

    def now(self) -> datetime:
        return datetime(2026, 5, 5, 10, tzinfo=UTC) + timedelta(seconds=self.seconds - 1000.0)
