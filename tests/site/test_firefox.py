"""What every browser must do with the site, in Firefox; Chromium does it in the other browser tests
at length.

Every kind of page is opened in the drill (``make drill DRILL=browsers``), since it takes as long as
all the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.once import Once
from tests.site.behaviours import BEHAVIOURS, TOLD, sites
from tests.site.chromium import REQUIRED, Visit, launched, visitor, visitors
from tests.site.firefox import FIREFOX
from tests.site.host import Host, hosted
from tests.site.points import NOW, POINTS, SIZES, Sites

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        not FIREFOX and not REQUIRED,
        reason="no Firefox on this machine: apt-get install firefox-esr",
    ),
]


@pytest.fixture(scope="module")
def firefox(play: Any) -> Iterator[Any]:
    """A headless Firefox."""
    with launched(play, "firefox", alive=True) as browser:
        yield browser


@pytest.fixture
def host(once: Once) -> Iterator[Host]:
    """A host of both sites."""
    with hosted(sites(once)) as host:
        yield host


@pytest.mark.parametrize("name", [name for name in BEHAVIOURS if name != "every kind of page"])
def test_firefox(firefox: Any, host: Host, name: str) -> None:
    """It does what every browser must, and no page says anything on its console or
    asks another host.
    """
    with visitor(firefox, **TOLD.get(name, {})) as page:
        BEHAVIOURS[name](page, host)


@pytest.fixture(scope="module")
def visit(firefox: Any) -> Iterator[Visit]:
    """A window for one visitor after another; no answer is other than 200."""
    with visitors(firefox, NOW, answers=True) as visit:
        yield visit


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", POINTS)
def test_a_point(visit: Visit, sites: Sites, name: str, size: str) -> None:
    """What people see stands there, too, at a desk and on a phone."""
    with visit(sites.sample) as page:
        page.set_viewport_size(SIZES[size])
        POINTS[name](page, sites)
