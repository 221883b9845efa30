"""WebKitGTK by its own WebDriver (W3C, over HTTP): of Playwright's page what
:mod:`tests.site.behaviours` needs.

Playwright knows only a WebKit of its own build. https://www.w3.org/TR/webdriver2/
"""

from __future__ import annotations

import base64
import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Error

DRIVER, SCREEN = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
_KEYS = {
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "Tab": "\ue004",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
}
_VISIBLE = (
    "one => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0"
)
_STATES = {
    "attached": "all => all.length > 0",
    "detached": "all => !all.length",
    "visible": f"all => all.length > 0 && ({_VISIBLE})(all[0])",
    "hidden": f"all => !all.length || !({_VISIBLE})(all[0])",
}
# What an expression or a function gives, awaited; as Playwright's evaluate does.
_EVALUATE = """
const done = arguments[arguments.length - 1], given = arguments[0]
const wrong = error => done([false, String(error)])
try {
  const found = (%s)
  Promise.resolve(typeof found === "function" ? found(given) : found).then(value => done([true, value ?? null]), wrong)
} catch (error) { wrong(error) }
"""  # noqa: E501
_WAIT = """([css, ms]) => new Promise((done, late) => {
  const is = %s, began = performance.now()
  const look = () => is([...document.querySelectorAll(css)]) ? done(true)
    : performance.now() - began > ms ? late(`${css} in ${ms} ms`) : setTimeout(look, 15)
  look()
})"""


@contextmanager
def started() -> Iterator[Page]:
    """A page of a fresh WebKitGTK, on a screen of its own."""
    assert DRIVER, "apt-get install webkit2gtk-driver"
    assert SCREEN, "apt-get install xvfb"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    screen = subprocess.Popen(
        [SCREEN, "-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert screen.stdout
        display = screen.stdout.readline().decode().strip()
        environment = os.environ | {
            "DISPLAY": f":{display}",
            "GDK_BACKEND": "x11",
            "LIBGL_ALWAYS_SOFTWARE": "1",
        }
        driver = subprocess.Popen(
            [DRIVER, f"--port={port}"], env=environment, stderr=subprocess.DEVNULL
        )
        try:
            listening = httpx.HTTPTransport(retries=10)  # until it is: waits 0, 0.5, 1, 2 … seconds
            with (
                httpx.Client(
                    base_url=f"http://127.0.0.1:{port}", transport=listening, timeout=120
                ) as http,
                closing(Page(http)) as page,
            ):
                yield page
        finally:
            driver.terminate()
            driver.wait()
    finally:
        screen.terminate()
        screen.communicate()


class Page:
    """The one window of a session."""

    def __init__(self, http: httpx.Client) -> None:
        self._http = http
        self.keyboard = Keyboard(self)
        self._session = ""
        self._session = f"/session/{self.send('POST', '/session', capabilities={})['sessionId']}"
        self.send("POST", "/timeouts", script=60_000)

    def send(self, method: str, path: str, **body: object) -> Any:
        """A command and its answer.

        Raises:
            Error: the driver said that it failed, and why.
        """
        answer = self._http.request(
            method, self._session + path, json=body if method == "POST" else None
        ).json()
        value = answer["value"]
        if isinstance(value, dict) and "error" in value:
            gone = "context was destroyed: " if "javascript error" not in value["error"] else ""
            raise Error(f"{gone}{value['error']} {value.get('message', '')}")
        return value

    def close(self) -> None:
        self.send("DELETE", "")

    @property
    def url(self) -> str:
        return str(self.send("GET", "/url"))

    def goto(self, address: str) -> None:
        self.send("POST", "/url", url=address)

    def reload(self) -> None:
        self.send("POST", "/refresh")

    def go_back(self) -> None:
        self.send("POST", "/back")

    def wait_for_load_state(self) -> None:
        self.wait_for_selector("body", "attached")

    def set_viewport_size(self, size: dict[str, int]) -> None:
        """Make the window's inside as large as that; it has bars around it."""
        for _ in range(2):
            inside = self.evaluate("[outerWidth - innerWidth, outerHeight - innerHeight]")
            self.send(
                "POST",
                "/window/rect",
                width=size["width"] + inside[0],
                height=size["height"] + inside[1],
            )

    def evaluate(self, script: str, arg: object = None) -> Any:
        function = (
            script if re.match(r"(async\s+)?(\w+|\([^()]*\))\s*=>", script) else f"() => ({script})"
        )
        fine, value = self.send("POST", "/execute/async", script=_EVALUATE % function, args=[arg])
        if not fine:
            raise Error(value)
        return value

    def wait_for_selector(self, css: str, state: str = "visible") -> None:
        while True:
            try:
                self.evaluate(_WAIT % _STATES[state], [css, 30_000])
                return
            except Error as error:
                if "context was destroyed" not in str(error):
                    raise

    def click(self, css: str) -> None:
        self.wait_for_selector(css)
        self.send("POST", f"/element/{self._element(css)}/click")

    def fill(self, css: str, text: str) -> None:
        self.wait_for_selector(css)
        element = self._element(css)
        self.send("POST", f"/element/{element}/clear")
        self.send("POST", f"/element/{element}/value", text=text)

    def is_visible(self, css: str) -> bool:
        return bool(
            self.evaluate(
                f"css => ({_STATES['visible']})([...document.querySelectorAll(css)])", css
            )
        )

    def inner_text(self, css: str) -> str:
        self.wait_for_selector(css, "attached")
        return str(self.evaluate("css => document.querySelector(css).innerText", css))

    def screenshot(self, path: str) -> None:
        Path(path).write_bytes(base64.b64decode(self.send("GET", "/screenshot")))

    def _element(self, css: str) -> str:
        found = self.send("POST", "/element", using="css selector", value=css)
        return str(found[_ELEMENT])


class Keyboard:
    """The keys of a window."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def press(self, key: str) -> None:
        value = _KEYS.get(key, key)
        pressed = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        self._page.send(
            "POST", "/actions", actions=[{"type": "key", "id": "keys", "actions": pressed}]
        )
