"""A fault by its name, and what it deserves."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from drill.case import Case
from drill.faults.site import SPEED, USUAL, Setting, Site, accounted, ended, healed, prepared

_LONGEST = 150  # characters of the sentence that is shown


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault, put on the upstreams by ``put``; the run then ends with ``code`` and ``says`` so.

    ``says`` is a regular expression that one line of what the run prints must hold; empty where the
    fault harms nothing, and the run is as good as any. ``apart`` are paths that may differ for
    good, ``why``
    they may. ``agreed``: both of arXiv's witnesses say the same wrong thing, so that the day counts
    as done until one of them knows more. ``calls`` is how often the model may be asked in both runs
    together, more than without the fault.
    """

    name: str
    code: int
    says: str
    put: Callable[[Site], object]
    setting: Setting = USUAL
    speed: float = SPEED
    apart: tuple[str, ...] = ()
    why: str = ""
    calls: int | None = None
    agreed: bool = False
    quick: bool = False

    def case(self, of: str) -> Case:
        """The case of it."""
        told = f"says {self.says!r}" if self.says else "as good as any"
        more = f"; may differ: {', '.join(self.apart)} ({self.why})" if self.apart else ""
        return Case(of, self.name, f"exit {self.code}, {told}; healed{more}", self.run, self.quick)

    def run(self, folder: Path) -> str:
        """The fault, and a run after it."""
        with prepared(folder, self.setting) as (one, whole):
            self.put(one)
            ran = one.update(self.speed)
            ended(one, ran, whole)
            line = self._line(ran.said)
            assert ran.code == self.code, f"exit {ran.code}: {ran.said[-600:]}"
            assert line is not None, f"it does not say {self.says!r}: {ran.said[-600:]}"
            if not self.agreed:
                accounted(one, ran)
            mend(one)
            again = one.update()
            ended(one, again, whole)
            healed(one, again, whole, self.apart)
            asked = len(one.answered) - whole.calls
            assert asked <= (self.calls or 0) or self.calls is None, (
                f"{asked} calls more than without the fault"
            )
            return f"exit {ran.code}, {line}; {ran.seconds:.1f} s, {ran.peak_mb:.0f} MB; healed"

    def _line(self, said: str) -> str | None:
        lines = (line.strip() for line in said.splitlines())
        found = next(
            (line for line in lines if re.search(self.says, line)), None if self.says else ""
        )
        return found if found is None else found[:_LONGEST]


def mend(one: Site) -> None:
    """The upstreams are as they should be again."""
    one.arxiv.mend()
    one.arxiv.stale, one.arxiv.feed_day = {}, None
    one.say, one.places, one.more, one.environment = None, {}, "", {}
    one.arxiv.bad_categories.clear()
    one.model.plan.clear()
    for number in range(one.setting.today + 1):
        one.announce(number)
