"""Firefox as it comes from a distribution, driven by Playwright over WebDriver BiDi.

What this way cannot ask for (no scripts, dark or forced colours, paper) skips the test that wants it.
"""

from __future__ import annotations

import shutil
from typing import Any, NoReturn

import pytest

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
LEFT = "status=2152398850"  # what it says of a font that was on its way when its page was left
_PREFERENCES = {
    "ui.prefersReducedMotion": 1,
    "ui.systemUsesDarkTheme": 0,
    "dom.events.testing.asyncClipboard": True,  # the clipboard, without a question to the reader
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}
# Options of a context that it does not know, and what stands for none.
_UNKNOWN = {"java_script_enabled": True, "forced_colors": None, "color_scheme": "light"}


def launch(play: Any) -> Firefox:
    """A headless Firefox."""
    return Firefox(play.firefox.launch(channel="moz-firefox", executable_path=FIREFOX, firefox_user_prefs=_PREFERENCES))


class Firefox:
    """Of Playwright's browser what the tests use."""

    def __init__(self, launched: Any) -> None:
        self._launched = launched

    def new_context(self, **options: Any) -> Any:
        """A context with these options; those that say what holds for all of them are left out."""
        for name, none in _UNKNOWN.items():
            if options.pop(name, none) != none:
                _skip(name)
        for name in ("reduced_motion", "permissions"):  # by the preferences
            options.pop(name, None)
        context = self._launched.new_context(**options)
        context.on("page", lambda page: setattr(page, "emulate_media", lambda **media: _skip(", ".join(media))))
        return context

    def close(self) -> None:
        self._launched.close()


def _skip(wanted: str) -> NoReturn:
    pytest.skip(f"Firefox cannot be asked for this over WebDriver BiDi: {wanted}")
