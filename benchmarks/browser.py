"""The Chromium in which the figures of pages are taken."""

from __future__ import annotations

import shutil
from typing import Final

# The shell is the same engine without a browser's own windows.
_NAMES: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def chromium() -> str:
    """The program's path.

    Raises:
        SystemExit: there is none.
    """
    if found := next(filter(None, map(shutil.which, _NAMES)), None):
        return found
    raise SystemExit("there is no Chromium; install it: apt-get install chromium-headless-shell")
