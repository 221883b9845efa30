"""Who may read a wiki that is served to its owner, private notes and all: a browser that asked for
this very address.

A page of another site cannot read another origin, but it can give its own name our address (DNS
rebinding) and so become this one. The browser still says which name it asked for. That name is the
address given, one of the loopback's, the address at which this very connection arrived (for
``0.0.0.0``), or a name that the owner gave.

https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header,
https://www.w3.org/TR/fetch-metadata/
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from wiki_builder.site.policy import admitting

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

    from mkdocs.livereload import LiveReloadServer

# from the command to the process that serves: names, with spaces between
NAMES = "WIKI_BUILDER_SERVE_NAMES"

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_ARRIVED = "wiki_builder.arrived"  # in what WSGI knows of a request: the address at which it did
_HEADERS = (
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("X-Frame-Options", "SAMEORIGIN"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Vary", "Host, Origin, Sec-Fetch-Site"),
)
_REFUSED = (
    b"This wiki is served to its owner only. To read it by another name: wiki-builder serve --name"
    b" NAME\n"
)


def guard_server(server: LiveReloadServer) -> None:
    """Have MkDocs' server answer no one else:
    what it serves, and the address by which pages load anew.
    """
    names = frozenset(
        name.lower() for name in (str(server.server_address[0]), *os.environ.get(NAMES, "").split())
    )
    kind: Any = server.RequestHandlerClass

    class Handler(kind):  # type: ignore[misc]  # whichever MkDocs has
        def get_environ(self) -> dict[str, Any]:
            environ: dict[str, Any] = super().get_environ()
            return environ | {_ARRIVED: self.connection.getsockname()[0]}

    server.RequestHandlerClass = Handler
    server.set_app(guarded(server.serve_request, names))


def guarded(app: WSGIApplication, names: Iterable[str] = ()) -> WSGIApplication:
    """An application that answers those only who asked for one of ``names`` or for this computer,
    from a page of it.
    """
    known = _LOOPBACK | {name.strip("[]").lower() for name in names}

    def answer(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        host = host_of(environ.get("HTTP_HOST", ""))
        if (
            not host
            or not (host in known or host == _address(environ.get(_ARRIVED, "")))
            or not _is_own(environ)
        ):
            start(
                _status(HTTPStatus.FORBIDDEN),
                [("Content-Type", "text/plain; charset=utf-8"), *_HEADERS],
            )
            return [_REFUSED]
        return _answered(app, environ, start)

    return answer


def host_of(header: str) -> str:
    """The name or address in a ``Host`` header, without its port and brackets,
    in small letters; empty for none.
    """
    try:
        parts = urlsplit(f"//{header}")
        _ = parts.port
    except ValueError:
        return ""
    whole = not (parts.username or parts.password or parts.path or parts.query or parts.fragment)
    clean = header.isascii() and header.isprintable() and not set(header) & set(" ,/\\@?#%")
    return _address(parts.hostname or "") if whole and clean else ""


def _address(text: str) -> str:
    """An address in one spelling, whichever version of IP it arrived by;
    any other name as it stands.
    """
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return text.lower()
    return str(getattr(found, "ipv4_mapped", None) or found)


def _is_own(environ: WSGIEnvironment) -> bool:
    """Whether a page of this site asks, or the reader:
    by its address, or a link that they followed to a page.
    """
    origin = environ.get("HTTP_ORIGIN")
    if (
        origin is not None
        and origin != f"{environ.get('wsgi.url_scheme', 'http')}://{environ.get('HTTP_HOST', '')}"
    ):
        return False
    if environ.get("REQUEST_METHOD") not in ("GET", "HEAD"):
        return False
    site = environ.get("HTTP_SEC_FETCH_SITE", "none")  # of a program that is no browser: nothing
    followed = (
        environ.get("HTTP_SEC_FETCH_MODE") == "navigate"
        and environ.get("HTTP_SEC_FETCH_DEST") == "document"
    )
    return site in ("none", "same-origin") or followed


def _answered(
    app: WSGIApplication, environ: WSGIEnvironment, start: StartResponse
) -> Iterable[bytes]:
    """The application's answer with our headers;
    a page admits the script by which MkDocs loads it anew.
    """
    said: list[Any] = []

    def told(
        status: str, headers: list[tuple[str, str]], exc_info: Any = None
    ) -> Callable[[bytes], object]:
        said[:] = [status, headers, exc_info]
        return lambda _: None  # no one writes by it

    body = app(environ, told)
    status, headers, exc_info = said
    if dict(headers).get("Content-Type", "").startswith("text/html"):
        page = admitting(b"".join(body))
        getattr(body, "close", lambda: None)()
        headers = [(name, value) for name, value in headers if name != "Content-Length"]
        headers.append(("Content-Length", str(len(page))))
        body = [page]
    start(status, [*headers, *_HEADERS], exc_info)
    return body


def _status(status: HTTPStatus) -> str:
    return f"{status.value} {status.phrase}"
