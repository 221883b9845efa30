"""What people see, point by point, at a desk and on a phone, in Chromium; Firefox does it in
``test_firefox.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.site.chromium import IN_A_BROWSER, Visit, visitors
from tests.site.points import NOW, POINTS, SIZES, Sites

pytestmark = IN_A_BROWSER


@pytest.fixture(scope="module")
def visit(browser: Any) -> Iterator[Visit]:
    """A window for one visitor after another; no answer is other than 200."""
    with visitors(browser, NOW, answers=True) as visit:
        yield visit


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", POINTS)
def test_a_point(visit: Visit, sites: Sites, name: str, size: str) -> None:
    """It holds; nothing is said on the console and no other host is asked."""
    with visit(sites.sample) as page:
        page.set_viewport_size(SIZES[size])
        POINTS[name](page, sites)
