"""Each recording is read by a test, or the suite fails."""

from __future__ import annotations

from pathlib import Path

from tests.sources.helpers import API, FEEDS, OAI
from tests.sources.test_arxiv_api import RECORDED as RECORDED_API
from tests.sources.test_feed import RECORDED as RECORDED_FEEDS
from tests.sources.test_oai import RECORDED as RECORDED_OAI


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_every_recording_of_the_api_is_used() -> None:
    """A recording that no test reads protects nothing."""
    assert names(API) == set(RECORDED_API)


def test_every_recorded_feed_is_used() -> None:
    """A recording that no test reads protects nothing."""
    assert names(FEEDS) == set(RECORDED_FEEDS)


def test_every_recorded_answer_of_oai_is_used() -> None:
    """A recording that no test reads protects nothing."""
    assert names(OAI) == set(RECORDED_OAI)
