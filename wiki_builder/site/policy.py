"""The policy that each page carries: a browser runs the site's own scripts, and none that a text
brought in.

A page's text may hold HTML, and so may a pull request's. What runs is what the site's files and its
theme hold: an inline script of the theme is named by its hash, one in a text is not. Pictures,
styles and frames are left to the owner. `<meta>` is how a site of files can say it:
https://www.w3.org/TR/CSP3/#meta-element

An owner adds hosts, or has no policy, by ``extra: wiki_policy`` in ``mkdocs.yml``.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from urllib.parse import urlsplit

_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)
# so spelled it is found ten times as fast as by IGNORECASE
ANY_SCRIPT = re.compile(r"<[sS][cC][rR][iI][pP][tT]")
_HEAD = re.compile(r"<head[^>]*>\s*(?:<meta charset=[^>]*>)?")
_HOST = re.compile(r"(?:https?:)?//[A-Za-z0-9*.:\[\]-]+|'[A-Za-z0-9+/=-]+'|[a-z]+:", re.ASCII)
_RELOADS = re.compile(
    rb"\s*var livereload = (?:(?!</?script).)*livereload\(\d+, \d+\);\s*", re.DOTALL | re.IGNORECASE
)
_SCRIPTS = b"script-src 'self'"


@dataclass(frozen=True)
class Policy:
    """The policy of a site; ``sources`` are the owner's besides it,
    ``own`` the builder's inline scripts.
    """

    sources: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    holds: bool = True

    def __call__(self, page: str, text: str) -> str:
        """A finished page with its policy; ``text`` is what in it is no theme's.

        Where a text holds a script, no inline script is admitted but those that are known
        beforehand: an unclosed one would take the theme's markup behind it along.
        """
        if not self.holds:
            return page
        found = dict.fromkeys(_INLINE.findall(page))
        scripts = (
            tuple(one for one in found if one in self.own)
            if ANY_SCRIPT.search(text)
            else tuple(found)
        )
        head = _HEAD.search(page)
        at = head.end() if head else 0
        return page[:at] + _meta(scripts, self.sources) + page[at:]


def policy_of(setting: object, files: Iterable[str], own: Iterable[str]) -> Policy:
    """The policy of a site.

    Args:
        setting: ``extra.wiki_policy``: a list of hosts to admit, or ``false`` for no policy.
        files: ``extra_javascript``, where a host is admitted too.
        own: the builder's own inline scripts.
    """
    said = [str(one) for one in setting] if isinstance(setting, list) else []
    hosts = [
        f"{parts.scheme or 'https'}://{parts.netloc}"
        for parts in map(urlsplit, files)
        if parts.netloc
    ]
    found = tuple(dict.fromkeys(one for one in (*said, *hosts) if _HOST.fullmatch(one)))
    return Policy(found, tuple(dict.fromkeys(own)), setting is not False)


def inline(template: str) -> tuple[str, ...]:
    """The inline scripts of what a template makes."""
    return tuple(_INLINE.findall(template))


def admitting(page: bytes) -> bytes:
    """A page as it is served, which admits the script that MkDocs puts at its very end,
    and no other like it.
    """
    end = page.rfind(b"</script></body>")
    script = page[page.rfind(b"<script>", 0, max(end, 0)) + len(b"<script>") : max(end, 0)]
    own = page.rfind(b"</body>") == end + len(b"</script>") and _RELOADS.fullmatch(script)
    return page.replace(_SCRIPTS, _SCRIPTS + f" {_hash(script)}".encode(), 1) if own else page


@lru_cache(maxsize=64)
def _meta(scripts: tuple[str, ...], sources: tuple[str, ...]) -> str:
    more = "".join(f" {source}" for source in sources)
    hashes = "".join(f" {_hash(script.encode())}" for script in scripts)
    policy = (
        f"script-src 'self'{hashes}{more}; connect-src 'self'{more}; object-src 'none'; base-uri"
        f" 'self'; form-action 'self'{more}"
    )
    return (
        '<meta http-equiv="Content-Security-Policy"'
        f' content="{escape(policy).replace("&#x27;", chr(39))}">'
    )


def _hash(script: bytes) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'"
