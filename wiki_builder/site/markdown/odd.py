"""Markdown extension's part for addresses that are none:
``http://[x`` would stop MkDocs, and with it the site.
"""

from __future__ import annotations

import logging
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

from markdown.treeprocessors import Treeprocessor

BEFORE_LINKS_ARE_CHECKED = 1  # MkDocs' own, which reads each address, has 0

_log = logging.getLogger("mkdocs.plugins.wiki_builder")  # read as a dead link (build.py)


class OddAddresses(Treeprocessor):
    """Takes an address that cannot be read off its link or image,
    whose text stays, and names it.
    """

    def run(self, root: Element) -> None:
        """Look at every element of a page."""
        for element in root.iter():
            for name in ("href", "src"):
                if (address := element.get(name)) and not _is_read(address):
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
