"""Where this very program was installed from, as a line that installs it again.

pip and uv record it beside the installed package (PEP 610,
https://packaging.python.org/en/latest/specifications/direct-url/).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from typing import Any, TypeAlias
from urllib.parse import urlsplit

DISTRIBUTION = "arxiv-wiki-builder"  # `wiki-builder` in the package index is somebody else's

_ADDRESS = re.compile(r"https://[\w.~/%+=&?:-]+")
_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Pinned:
    """``requirement`` is what pip is told to install:
    one commit, one file by its hash, or one version.
    """

    requirement: str


@dataclass(frozen=True, slots=True)
class Unpinned:
    """No other machine can install this program from where it came;
    ``reason`` says whence that is.
    """

    reason: str


Origin: TypeAlias = Pinned | Unpinned


def origin() -> Origin:
    """Where the program that runs was installed from."""
    try:
        installed = distribution(DISTRIBUTION)
    except PackageNotFoundError:
        return Unpinned("it runs without having been installed")
    return origin_of(installed.version, installed.read_text("direct_url.json"))


def origin_of(version: str, direct_url: str | None) -> Origin:
    """The origin that ``direct_url``, the record of PEP 610, tells; without one it came from an
    index, by ``version``.

    An installer keeps no hash of what came from an index, so the version is all that can be said.
    """
    if direct_url is None:
        return Pinned(f"{DISTRIBUTION}=={version}")
    record: dict[str, Any] = json.loads(direct_url)
    address = _public(str(record.get("url", "")))
    if address is None:
        return Unpinned("it was installed from a folder or a file of one machine, or with a login")
    if "vcs_info" in record:
        return _commit(address, record["vcs_info"], record.get("subdirectory"))
    return _archive(address, record.get("archive_info") or {})


def _commit(address: str, made: dict[str, Any], subdirectory: str | None) -> Origin:
    commit = str(made.get("commit_id", ""))
    if made.get("vcs") != "git" or not _COMMIT.fullmatch(commit):
        return Unpinned("it was installed from a repository that is not git's")
    where = f"#subdirectory={subdirectory}" if subdirectory else ""
    return Pinned(f"{DISTRIBUTION} @ git+{address}@{commit}{where}")


def _archive(address: str, archive: dict[str, Any]) -> Origin:
    old = str(archive.get("hash", "")).removeprefix("sha256=")
    found = str((archive.get("hashes") or {}).get("sha256", old))
    if not _SHA256.fullmatch(found):
        return Unpinned("it was installed from an address, and its hash was not recorded")
    return Pinned(f"{DISTRIBUTION} @ {address}#sha256={found}")


def _public(url: str) -> str | None:
    """``url`` if any machine can fetch it, without user name and password; else ``None``."""
    parts = urlsplit(url)
    address = parts._replace(netloc=parts.netloc.rpartition("@")[2], fragment="").geturl()
    return address if _ADDRESS.fullmatch(address) else None
