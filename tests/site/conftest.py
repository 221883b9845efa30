"""A browser for all tests of the site, and the sample wiki to look at with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.site.chromium import ARGUMENTS, CHROMIUM, served
from wiki_builder.site.build import build_site


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A headless Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of this repository's own site: the guide and the sample wiki."""
    built = build_site(Path(__file__).parents[2], site=tmp_path_factory.mktemp("sample"))
    assert built.ok, built.output
    with served(built.site) as address:
        yield address
