"""A browser for all tests of the site, and the sample wiki to look at with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.site.chromium import served, started
from wiki_builder.site.build import build_site


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A headless Chromium whose pages have no service workers: what these ask for goes past a test's routes."""
    with started() as chromium:
        new_context = chromium.new_context

        def without_workers(**options: Any) -> Any:
            context = new_context(**options)
            context.add_init_script("delete Navigator.prototype.serviceWorker")
            return context

        chromium.new_context = without_workers
        yield chromium


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of this repository's own site: the guide and the sample wiki."""
    built = build_site(Path(__file__).parents[2], site=tmp_path_factory.mktemp("sample"))
    assert built.ok, built.output
    with served(built.site) as address:
        yield address
