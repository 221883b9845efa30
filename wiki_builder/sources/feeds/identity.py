"""By what an entry of a feed is known again: its address, its id, and a title at an address's end.

One post stands under several addresses (``/news/x``, ``/research/x``), and many posts may have one
address or one id; an identity that several entries of a feed share with different titles is none.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from urllib.parse import parse_qsl, quote, urlencode, urljoin, urlsplit, urlunsplit

from wiki_builder.core.values.bilingual import digest
from wiki_builder.sources.feeds.text import MOST_LINK

KEY_LENGTH = 12
# What is added to an address to count where readers come from.
_TRACKING = re.compile(
    r"utm_.*|rss|af|dgcid|gclid|fbclid|mc_cid|mc_eid|ref_src|cmpid|ns_campaign|feed"
)
_PAGE = re.compile(r"(?:^|/)index\.(?:html?|php)$")
_NOT_SAID = re.compile(r"[\W_]+")
_ESCAPE = re.compile("%[0-9a-f]{2}", re.IGNORECASE)
_BAD = re.compile(r"[\s\x00-\x20\x7f<>\"\\^`{|}]")


def web_address(link: object, base: str = "") -> str:
    """An address as people open it: ``https``, ``http`` or nothing.

    Relative ones are joined to ``base``; one with a user's name or of more than 2,000 characters
    is none.
    """
    text = str(link or "").strip()
    try:
        whole = urljoin(base, text) if text else ""
        parts = urlsplit(whole)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return ""
    fit = parts.scheme in ("http", "https") and host and "@" not in parts.netloc
    if not fit or len(whole) > MOST_LINK:
        return ""
    return _BAD.sub(lambda sign: f"%{ord(sign[0]):02X}", whole)


def canonical(link: str) -> str:
    """What two spellings of one address have in common: no scheme, no ``www.``, no last slash, no
    counters; the rest of the query stays, which may be all that tells two posts apart.
    """
    parts = urlsplit(link)
    host = (parts.hostname or "").removeprefix("www.")
    port = f":{parts.port}" if parts.port not in (None, 80, 443) else ""
    path = _PAGE.sub("", re.sub("/{2,}", "/", parts.path)).rstrip("/")
    asked = sorted(
        (name, value)
        for name, value in parse_qsl(parts.query, keep_blank_values=True)
        if not _TRACKING.fullmatch(name.lower())
    )
    # an address within a page is its post only where a script shows pages so
    within = parts.fragment if parts.fragment.startswith(("!", "/")) else ""
    return urlunsplit(("", host + port, path, urlencode(asked), within)).removeprefix("//")


def _escaped(link: str) -> str:
    """A canonical address in ASCII, in which escapes have one form."""
    return _ESCAPE.sub(lambda sign: sign[0].upper(), quote(link, safe="%/?#&=:@!$'()*+,;~[]"))


def title_key(title: str) -> str:
    """What two spellings of one title have in common: letters and digits, in lower case."""
    return _NOT_SAID.sub(" ", unicodedata.normalize("NFKC", title).casefold()).strip()


def keys_of(
    source: str, entries: Sequence[tuple[str, str, str]]
) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """For each entry (address, id, title) the keys that are its own, the best first: by address and
    id; and by its title at the end of its address.

    Addresses are the same for all sources, ids are the feed's. Posts may be known by addresses as
    they were written, which earlier versions took.
    """
    written, ids = [canonical(link) for link, _, _ in entries], [id_ for _, id_, _ in entries]
    links = [_escaped(link) for link in written]
    titles = [title_key(title) for _, _, title in entries]
    shared_ids = _shared(ids, titles)
    # a site's first page is the address of whatever has none
    shared_links = _shared(links, titles) | {link for link in links if not re.search("[/?]", link)}
    found = []
    for link, as_written, id_, title in zip(links, written, ids, titles, strict=True):
        both = dict.fromkeys((link, as_written))
        own = [f"link {one}" for one in both] if link not in shared_links else []
        own += [f"id {source} {id_}"] if id_ and id_ not in shared_ids else []
        own = own or [f"title {source} {link} {title}"]
        found.append((_hashed(own), _hashed(_at_the_end(link, title))))
    return found


def _shared(names: Iterable[str], titles: Iterable[str]) -> set[str]:
    """Names under which the feed gives different titles."""
    own = defaultdict[str, set[str]](set)
    for name, title in zip(names, titles, strict=True):
        own[name].add(title)
    return {name for name, said in own.items() if len(said) > 1}


def _at_the_end(link: str, title: str) -> list[str]:
    host, _, rest = link.partition("/")
    slug = posixpath.splitext(posixpath.basename(rest.partition("?")[0]))[0]
    return [f"end {host} {slug.lower()} {title}"] if len(slug) > 2 and title else []


def _hashed(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(digest(name, KEY_LENGTH) for name in names)
