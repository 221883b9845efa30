"""Building and serving the site: MkDocs in a process of its own, its messages as values."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from wiki_builder.core.errors import is_of_disk, of_disk
from wiki_builder.core.store.border import Border
from wiki_builder.site.guard import NAMES

_ENVIRONMENT = {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true", "PYTHONUTF8": "1"}
_MESSAGE = re.compile(r"^(WARNING|ERROR|CRITICAL|INFO) +- +(.*)$")
_DEAD_LINK = re.compile(r"^Doc file '(?P<page>.+?)' contains .*")
_MISSING = re.compile(r"^A reference to '.+' is included in the 'nav' configuration")
_OF_DISK = re.compile(r"^\w*Error: \[Errno (\d+)\] [^'\n]*?(?:: '([^'\n]*)'.*)?$", re.MULTILINE)
_ROUTINE = re.compile(r"Aborted with \d+ warnings? in strict mode!")


@dataclass(frozen=True, slots=True)
class BuildResult:
    """What became of a build.

    ``warnings`` are what MkDocs holds against the site, each one line. ``dead_links``
    are links of the text that lead nowhere; they are reported and stop nothing.
    ``site`` is the folder of the built site; ``output`` all that MkDocs said.
    """

    ok: bool
    site: Path
    warnings: tuple[str, ...]
    dead_links: tuple[str, ...]
    output: str


def build_site(folder: Path, strict: bool = True, site: Path | None = None) -> BuildResult:
    """Build the site of the wiki in ``folder`` into ``site`` (``folder/site``).

    With ``strict`` a warning makes the build fail: ``ok`` is false, and the old site,
    if there was one, may be gone. Needs no network.

    Raises:
        Outside: ``site`` is a link that leads out of the wiki's folder.
        DiskError: a file cannot be read or written; where MkDocs does not say which, it is one
            below ``site``.
    """
    target = site or folder / "site"
    if site is None:
        Border(folder).require(target)
    # Never -q: it hides the warnings, and with them strict mode's failure.
    options = ["--site-dir", str(target.resolve()), *(["--strict"] if strict else [])]
    done = subprocess.run(
        _mkdocs("build", *options),
        cwd=folder,
        env=_environment(),
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    output = done.stderr + done.stdout
    if done.returncode:
        _require_disk(output, target)
    return BuildResult(done.returncode == 0, target, _warnings(output), _dead_links(output), output)


def _require_disk(output: str, site: Path) -> None:
    """Raise what the traceback of a failed build ends with, if that is an error of the disk."""
    found = list(_OF_DISK.finditer(output))
    number = int(found[-1][1]) if found else 0
    if is_of_disk(number) and (
        told := of_disk(OSError(number, os.strerror(number), found[-1][2] or str(site)))
    ):
        raise told


def serve_site(
    folder: Path,
    address: str = "127.0.0.1:8000",
    open_browser: bool = False,
    names: Iterable[str] = (),
) -> int:
    """Serve the wiki in ``folder`` at ``address`` (``host:port``) until Ctrl-C, with live reload;
    the exit code.

    ``names`` are what else a browser may call this computer by (see
    :mod:`wiki_builder.site.guard`).
    """
    options = ["--dev-addr", address, *(["--open"] if open_browser else [])]
    try:
        environment = _environment() | {NAMES: " ".join(names)}
        return subprocess.run(_mkdocs("serve", *options), cwd=folder, env=environment).returncode
    except KeyboardInterrupt:
        return 130


def _mkdocs(command: str, *options: str) -> list[str]:
    return [sys.executable, "-m", "mkdocs", command, *options]


def _environment() -> dict[str, str]:
    return os.environ | _ENVIRONMENT


def _messages(output: str) -> list[tuple[str, str]]:
    """``(level, text)`` of each message; lines that belong to the one before are joined to it,
    MkDocs' last to none.
    """
    found: list[tuple[str, str]] = []
    for line in output.splitlines():
        if match := _MESSAGE.match(line):
            found.append((match[1], match[2].strip()))
        elif found and line.strip() and not _ROUTINE.search(line):
            found[-1] = (found[-1][0], f"{found[-1][1]} {line.strip()}")
    return found


def _warnings(output: str) -> tuple[str, ...]:
    messages = _messages(output)
    found = [text for level, text in messages if level != "INFO" and not _ROUTINE.search(text)]
    # What stops MkDocs before it can log anything: a configuration that cannot be read.
    rest = output.strip().splitlines()[-1:] if not messages else []
    return tuple(found or rest)


def _dead_links(output: str) -> tuple[str, ...]:
    texts = (text for level, text in _messages(output) if level == "INFO")
    return tuple(text for text in texts if _DEAD_LINK.match(text) or _MISSING.match(text))
