"""How many examples a property is tried with: few and always the same ones, or, with
``EXAMPLES=20``, many new ones.

The fast loop tries a quarter of them (``EXAMPLES=0.25``).
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, settings

TIMES = float(os.environ.get("EXAMPLES", "1"))
_LONG = TIMES > 1


def _times(count: int) -> int:
    return max(1, round(count * TIMES))


# How fast a machine is says nothing of what a property promises.
_SLOW = [HealthCheck.too_slow]

settings.register_profile(
    "suite",
    deadline=None,
    max_examples=_times(40),
    derandomize=not _LONG,
    suppress_health_check=_SLOW,
)
settings.load_profile("suite")


def examples(count: int) -> settings:
    """``count`` examples in the suite, and as many times more as was asked for."""
    return settings(
        max_examples=_times(count),
        suppress_health_check=[HealthCheck.function_scoped_fixture, *_SLOW],
    )


def histories(count: int, steps: int = 50) -> settings:
    """Examples that are long: each a history of ``steps`` steps.
    A failing one is made shorter only where many run.
    """
    return settings(
        max_examples=_times(count),
        stateful_step_count=steps,
        phases=(Phase.explicit, Phase.reuse, Phase.generate) + ((Phase.shrink,) if _LONG else ()),
        suppress_health_check=list(HealthCheck),
    )
