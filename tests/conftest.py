"""What holds for all tests: none is timed, since machines are busy, and none knows another's keys."""

from __future__ import annotations

import pytest
from hypothesis import settings

from wiki_builder import keys

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture(autouse=True)
def _own_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that a test keeps is a key in that test alone."""
    monkeypatch.setattr(keys, "_kept", set(keys._kept))
