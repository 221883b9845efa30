"""What is known of a paper, a post or a release where it is asked whether two are one event."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, TypeAlias
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from wiki_builder.sources.ids import maybe_id

Kind: TypeAlias = Literal["paper", "post", "code", "page", "release"]

# What only says where a reader came from; any other part of a query may be a post's identity.
_TRACKING = re.compile(r"utm_\w+|ref|fbclid|gclid|mc_[ce]id|rss|source", re.IGNORECASE)
_FRONTS = ("www.", "m.", "amp.")
# Sites that hold a page for a paper of arXiv, under its id.
_BY_ID = re.compile(
    r"^(?:huggingface\.co/papers|(?:www\.)?alphaxiv\.org/(?:abs|overview))/([^/?#]+)"
)
_MAY_BE = re.compile(r"arxiv|huggingface\.co/papers|alphaxiv", re.IGNORECASE)
_DOI = re.compile(r"^(?:https?://)?(?:dx\.)?doi\.org/|^doi:\s*", re.IGNORECASE)
_CODE_HOSTS: Final = ("github.com", "gitlab.com", "gitee.com", "codeberg.org", "huggingface.co")
_OWN_PAGES: Final = (".github.io", ".gitlab.io", ".pages.dev")


@dataclass(frozen=True)
class Record:
    """A paper, a post or a release.

    ``id`` is what the wiki calls it (``arxiv:2605.02801``, ``post:…``). ``address`` is its own;
    ``links`` are those that it gives as its own (a paper's code and page, as its text or comment
    names them), not all that it mentions; ``also`` are other addresses of its own, ``mentions`` the
    papers that it links to. ``date`` is a day, or ``None``.
    """

    id: str
    kind: Kind
    title: str = ""
    date: str | None = None
    address: str = ""
    links: tuple[str, ...] = ()
    dois: tuple[str, ...] = ()
    authors: Iterable[str] = ()
    also: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()

    @cached_property
    def papers(self) -> frozenset[str]:
        """The papers of arXiv that it is, by its id, its own address or its DOI:
        ``arxiv:2605.02801``.
        """
        named = (self.id, self.address, *self.also, *self.dois)
        return frozenset(filter(None, map(paper_of, named)))

    @cached_property
    def works(self) -> frozenset[str]:
        """The DOIs that it bears, in small letters and without an address."""
        return frozenset(_DOI.sub("", doi).strip().lower() for doi in self.dois if doi.strip())

    @cached_property
    def own(self) -> frozenset[str]:
        """Its own addresses, in the form in which addresses are compared."""
        return frozenset(filter(None, map(plain_address, (self.address, *self.also))))

    @cached_property
    def given(self) -> frozenset[str]:
        """The addresses that it gives as its own."""
        return frozenset(filter(None, map(plain_address, self.links)))


def paper_of(name: str) -> str | None:
    """The paper of arXiv that an id, an address or a DOI stands for, whatever its version."""
    if not _MAY_BE.search(name):
        return None
    by_id = _BY_ID.match(plain_address(name))
    found = maybe_id(by_id[1] if by_id else name)
    return found.subject if found else None


def plain_address(url: str) -> str:
    """An address for comparing: no scheme, ``www.``, fragment, last slash or mark of where a reader
    came from. The rest of a query stays, since some sites tell posts apart by it. Empty for what is
    no address.
    """
    try:
        parts = urlsplit(url.strip())
        host = (parts.hostname or "").lower()
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https") or not host:
        return ""
    for front in _FRONTS:
        host = host.removeprefix(front)
    query = urlencode(
        sorted(pair for pair in parse_qsl(parts.query) if not _TRACKING.fullmatch(pair[0]))
    )
    path = unquote(parts.path).rstrip("/").removesuffix(".html").removesuffix("/index")
    if host in _CODE_HOSTS:
        path = _repository(host, path.lower())
    return f"{host}{path}{'?' * bool(query)}{query}"


def _repository(host: str, path: str) -> str:
    """A repository's path, whichever of its files is meant; its releases are things of their own,
    and so are other pages of the site.
    """
    parts = path.removesuffix(".git").strip("/").split("/")
    whole = host == "huggingface.co" or parts[2:4] == ["releases", "tag"]
    return "/" + "/".join(parts if whole else parts[:2])


def place_host(url: str) -> str:
    """The site at which an address stands."""
    return plain_address(url).partition("/")[0]


@dataclass(frozen=True, slots=True)
class Place:
    """How an address names its thing: ``name`` is its last part, ``owner`` who keeps it."""

    name: str
    owner: str


def place_of(url: str) -> Place:
    """What an address calls its thing: the repository's name, the last part of a post's path, what
    its query says where that is an id, or the project whose site it is.
    """
    plain = plain_address(url)
    host, _, rest = plain.partition("/")
    path, _, query = rest.partition("?")
    parts = [part for part in path.split("/") if part]
    if host in _CODE_HOSTS:
        if len(parts) < 2:
            return Place("", "")
        return Place(parts[-1] if host == "huggingface.co" else parts[1], parts[0])
    for ending in _OWN_PAGES:
        if host.endswith(ending) and not parts:
            return Place(host.removesuffix(ending), "")
    if host.endswith(_OWN_PAGES):
        return Place(parts[-1], host.partition(".")[0])
    named = dict(parse_qsl(query)).get("id", "")
    return Place(named or (parts[-1] if parts else ""), host)
