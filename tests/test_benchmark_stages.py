"""The benchmarks know the program by its names."""

from __future__ import annotations

from benchmarks import cpu


def test_what_is_timed_is_there() -> None:
    """A stage that was renamed would end the whole benchmark, which nobody runs each day."""
    assert [
        f"{module.__name__}.{name}"
        for functions in cpu._STAGES.values()
        for module, name in functions
        if not callable(getattr(module, name, None))
    ] == []
