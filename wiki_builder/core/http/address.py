"""Addresses: what may be asked, and where an upstream may send us on to.

A redirect is a word of the upstream's, or of whoever stands between. It is followed
on the same server, to the same server by https, and to hosts that the settings name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

import httpx

from wiki_builder.core.errors import UnfitAnswer, UpstreamError, UsageError

LATER = "Nothing is lost; run it again later"
_PORTS = {"http": 80, "https": 443}
_WEB_NAME = re.compile(r"(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*")
# Names of machines near by: RFC 6761, 6762 and 8375, and what routers and clouds use.
_PRIVATE = (".localhost", ".local", ".internal", ".lan", ".home.arpa", ".test", ".invalid")


def address(url: str, params: Mapping[str, str] | None = None) -> str:
    """``url`` with ``params``; UsageError where it is no http address."""
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise UsageError(
            f"{url!r} is no address: {error}", next="Correct it in wiki.toml"
        ) from error
    if parsed.scheme not in _PORTS or not parsed.host:
        raise UsageError(f"{url!r} is no http address", next="Correct it in wiki.toml")
    return str(parsed.copy_merge_params(params) if params else parsed)


def redirected(url: str, location: str, hosts: Collection[str], public: bool = False) -> str:
    """Where ``location``, which ``url`` answered, leads.

    ``hosts`` are other hosts that may be followed to, by https: ``export.arxiv.org``, or
    with a port that is not the usual one, ``127.0.0.1:8080``, and then by http as well
    where ``url`` is http. With ``public`` any host of the web may be followed to by https: one
    with a name, and not of a private network. Raises UpstreamError for what is no http address,
    its UnfitAnswer for what may not be followed.
    """
    here = httpx.URL(url)
    try:
        there = here.join(location)
    except httpx.InvalidURL:
        there = httpx.URL("")
    if there.scheme not in _PORTS or not there.host:
        what = f"redirects to {location[:100]!r}, which is no http address"
        raise UpstreamError(what, where=shown(url), next=LATER)
    followed = _may_follow(here, there, {host.lower() for host in hosts})
    if not followed and not (public and _is_public(there)):
        raise UnfitAnswer(
            f"redirects to another host, {there.scheme}://{_named(there)[:100]}",
            where=shown(url),
            next=(
                "It is not followed. Where that is right, name the host in `redirect_hosts` of"
                " wiki.toml"
            ),
        )
    return str(there)


def _may_follow(here: httpx.URL, there: httpx.URL, hosts: Collection[str]) -> bool:
    if there.userinfo or (here.scheme, there.scheme) == ("https", "http"):
        return False
    if _host(here) == _host(there):
        usual = _port(here) == _PORTS[here.scheme] and _port(there) == _PORTS[there.scheme]
        return _port(here) == _port(there) if here.scheme == there.scheme else usual
    return _named(there) in hosts and (there.scheme == "https" or _port(there) != _PORTS["http"])


def _is_public(url: httpx.URL) -> bool:
    host = _host(url)
    named = _WEB_NAME.fullmatch(host) and not host.endswith(_PRIVATE)
    return url.scheme == "https" and bool(named) and not url.userinfo


def _host(url: httpx.URL) -> str:
    return url.host.lower().rstrip(".")


def _port(url: httpx.URL) -> int:
    return url.port or _PORTS[url.scheme]


def _named(url: httpx.URL) -> str:
    """The host, with its port where that is not the usual one."""
    return _host(url) if _port(url) == _PORTS[url.scheme] else f"{_host(url)}:{_port(url)}"


def shown(url: str) -> str:
    """``url`` as a message names it."""
    return url if len(url) <= 200 else url[:200] + "…"
