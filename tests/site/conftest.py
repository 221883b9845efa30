"""One browser for all tests of the site in a process, and sites to look at,
each built once in a run.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.once import Once, once_in, shared
from tests.site import sample as sample_wiki
from tests.site import small as small_wiki
from tests.site import tiny as tiny_wiki
from tests.site.chromium import PATIENCE, launched, served
from tests.site.points import Sites


@pytest.fixture(scope="package")
def play() -> Iterator[Any]:
    """Playwright. Its loop runs as long as it is there,
    so that it goes with the last test of the site.
    """
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        yield play


@pytest.fixture(scope="package")
def with_workers(play: Any) -> Iterator[Any]:
    """The browser, whose pages may have service workers."""
    with launched(play) as browser:
        yield browser


class WithoutWorkers:
    """The browser, whose pages have no service workers:
    what these ask for goes past a test's routes.
    """

    def __init__(self, browser: Any) -> None:
        self._browser = browser

    def new_context(self, **options: Any) -> Any:
        context = self._browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        context.add_init_script("delete Navigator.prototype.serviceWorker")
        return context


@pytest.fixture(scope="package")
def browser(with_workers: Any) -> WithoutWorkers:
    """A browser for all tests but those of service workers."""
    return WithoutWorkers(with_workers)


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Once:
    """What is made once in a run: a folder by its name."""
    return once_in(shared(tmp_path_factory))


@pytest.fixture(scope="session")
def own_host(once: Once) -> Path:
    """The folder of a host that has this repository's own site, the guide and the sample wiki,
    under ``a/wiki/``.
    """
    return once("own", sample_wiki.make)


@pytest.fixture(scope="session")
def sample(own_host: Path) -> Iterator[str]:
    """The address of this repository's own site."""
    with served(own_host / "a" / "wiki") as address:
        yield address


@pytest.fixture(scope="session")
def small(once: Once) -> Iterator[str]:
    """The address of a small wiki of two papers, under a path: see :mod:`tests.site.small`."""
    with served(once("small", small_wiki.make) / "host") as address:
        yield f"{address}my-wiki/"


@pytest.fixture(scope="session")
def other(once: Once) -> Iterator[str]:
    """The address of the same wiki as another owner wants it."""
    with served(once("other", small_wiki.make_other) / "host") as address:
        yield f"{address}wiki/"


@pytest.fixture(scope="session")
def tiny(once: Once) -> Iterator[str]:
    """The address of made-up pages, a graph and a radar, under a path:
    see :mod:`tests.site.tiny`.
    """
    with served(once("tiny", tiny_wiki.make) / "host") as address:
        yield f"{address}wiki/"


@pytest.fixture(scope="session")
def sites(once: Once, sample: str, small: str, tiny: str) -> Iterator[Sites]:
    """The addresses of the sites on which the points of :mod:`tests.site.points` are seen."""
    with served(once("figures", small_wiki.make_with_figure) / "host") as address:
        yield Sites(sample, small, tiny, f"{address}wiki/")
