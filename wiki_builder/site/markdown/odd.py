"""Markdown extension's part for addresses that MkDocs could not follow.

Links to items and blocks, ``page.md#^c5fa2f``, lead to their places on the site, ``#e-c5fa2f``. One
that is none, ``http://[x``, would stop MkDocs, and with it the site.
"""

from __future__ import annotations

import logging
import re
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

from markdown.treeprocessors import Treeprocessor

BEFORE_LINKS_ARE_CHECKED = 1  # MkDocs' own, which reads each address, has 0

_log = logging.getLogger("mkdocs.plugins.wiki_builder")  # read as a dead link (build.py)
_TO_ITEM = re.compile(r"#\^(?=[A-Za-z0-9-]+\Z)")
_MAY_BE_ODD = re.compile(r"[\[\]]|[^\x00-\x7f]")  # all that urlsplit refuses holds such a sign


class OddAddresses(Treeprocessor):
    """Mends addresses of items; takes one that cannot be read off its link or image, whose text
    stays, and names it.
    """

    def run(self, root: Element) -> None:
        """Look at every element of a page."""
        for element in root.iter():
            for name in ("href", "src"):
                address = element.get(name, "")
                if "#^" in address:
                    element.set(name, address := _TO_ITEM.sub("#e-", address))
                if _MAY_BE_ODD.search(address) and not _is_read(address):
                    element.tag, element.text = "span", element.text or element.get("alt")
                    element.attrib.clear()
                    _log.info(
                        "Doc file '%s' contains a link '%s', which is no address",
                        self._page(),
                        address,
                    )

    def _page(self) -> str:
        """The path of the page; MkDocs hands it to the checker of links alone."""
        found = [processor for processor in self.md.treeprocessors if hasattr(processor, "file")]
        return str(found[0].file.src_uri) if found else "?"


def _is_read(address: str) -> bool:
    try:
        urlsplit(address)
    except ValueError:
        return False
    return True
