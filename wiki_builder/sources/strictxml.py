"""XML from outside: whole, of the kind that was asked for, or not at all.

No DTD, no entities, no network, and no recovery: a feed cut in the middle must not
count as a short one (the ``arxiv`` package and feedparser both accept it).
"""

from __future__ import annotations

from lxml import etree

from wiki_builder.core.http.client import BadAnswer, Response

_TYPES = frozenset({"application/atom+xml", "application/rss+xml", "application/xml", "text/xml"})

ATOM = "{http://www.w3.org/2005/Atom}"
ARXIV = "{http://arxiv.org/schemas/atom}"
DC = "{http://purl.org/dc/elements/1.1/}"
OPENSEARCH = "{http://a9.com/-/spec/opensearch/1.1/}"


def feed_root(response: Response, *roots: str) -> etree._Element:
    """The root element of an answer whose content type and root are right.

    Raises BadAnswer, which quotes the start of an answer that is no feed: arXiv
    over its limit answers 200 with the plain text ``Rate exceeded.``.
    """
    if response.content_type not in _TYPES:
        kind = response.content_type or "nothing said about its type"
        raise BadAnswer(
            f"answered {response.status} with no feed but {kind}: {_start(response.content)}"
        )
    root = strict_root(response.content)
    if root.tag not in roots:
        raise BadAnswer(f"answered with a <{etree.QName(root).localname}>, which is no feed")
    return root


def strict_root(content: bytes) -> etree._Element:
    """Parse a whole XML document. Raises BadAnswer where it is cut, malformed or has a DTD."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, recover=False, huge_tree=False
    )
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise BadAnswer(f"the answer is cut or malformed ({error}): {_start(content)}") from error
    if root.getroottree().docinfo.doctype:  # type: ignore[union-attr]  # lxml-stubs lack it
        raise BadAnswer("the answer declares a document type, which no feed does")
    return root


def text(element: etree._Element, path: str) -> str:
    """The text of the first child at ``path``; empty where there is none."""
    return element.findtext(path) or ""


def _start(content: bytes) -> str:
    return repr(" ".join(content[:200].decode("utf-8", "replace").split())[:80])
