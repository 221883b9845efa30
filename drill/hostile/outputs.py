"""What an attacked wiki gives to other programs, terminals and the next run:
it parses, and nothing in it acts.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path

import yaml
from lxml import etree, html

from drill.command import Ran
from drill.hostile.techniques import MARK

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_TEX = re.compile(r"\\(?:write|input|include|immediate|openout|catcode|csname|def)(?![A-Za-z])")
_ACTIVE = frozenset(
    {
        "script",
        "style",
        "iframe",
        "object",
        "embed",
        "base",
        "meta",
        "link",
        "form",
        "svg",
        "math",
        "img",
    }
)
_KEYS = frozenset(
    {
        "title",
        "date",
        "importance",
        "kind",
        "concepts",
        "code",
        "hide",
        "template",
        "search",
        "aliases",
    }
)
_MARKED = "zq[b-z]{2}q[b-z]{2}"
_COMMENT = re.compile(
    rf"<!--(?:(?!-->)[^>])*(?:[<>\"'()\[\]{{}}/;$!?]{_MARKED}|{_MARKED}[<>\"'()\[\]{{}}/;$!?])",
    re.IGNORECASE,
)


def faults(site: Path) -> list[str]:
    """What is wrong with feeds, JSON, BibTeX and lists of the built site."""
    readers = {
        ".xml": _of_xml,
        ".json": _of_json,
        ".bib": _of_bibtex,
        ".txt": _of_text,
        ".gz": _of_gzip,
    }
    found = []
    for path in sorted(site.rglob("*")):
        if path.suffix in readers and path.is_file():
            found += [
                f"{path.relative_to(site)}: {fault}"
                for fault in readers[path.suffix](path.read_bytes())
            ]
    return found


def how_many(site: Path) -> int:
    """How many files :func:`faults` reads."""
    return sum(path.suffix in (".xml", ".json", ".bib", ".txt", ".gz") for path in site.rglob("*"))


def of_pages(docs: Path, persons: frozenset[str]) -> list[str]:
    """What is wrong with the pages that only the builder wrote:
    forged markers, keys, front matter that is none.
    """
    found = []
    for path in sorted(docs.rglob("*.md")):
        name, text = path.relative_to(docs).as_posix(), path.read_text("utf-8")
        if name in persons or name.startswith("own/"):
            continue
        front = text.split("---\n")[1] if text.startswith("---\n") else ""
        try:
            keys = yaml.safe_load(front) or {}
        except yaml.YAMLError as error:
            found.append(f"{name}: {str(error)[:80]}")
            continue
        if extra := {*keys} - _KEYS:
            found.append(f"{name}: keys {sorted(extra)}")
        found += [
            f"{name}: {one[0][:80]!r} in a comment"
            for one in _COMMENT.finditer(text.removeprefix(f"---\n{front}"))
        ]
        if one := _CONTROL.search(text.replace("\n", "")):
            found.append(f"{name}: holds {one[0]!r}")
    return found


def of_terminal(ran: Ran) -> list[str]:
    """Signs in what a command printed that a terminal obeys or that reorder its text."""
    return sorted({repr(one) for one in _CONTROL.findall(ran.said.replace("\n", ""))})


def _of_xml(data: bytes) -> Iterator[str]:
    try:
        root = etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True))
    except etree.XMLSyntaxError as error:
        yield f"is no XML: {error}"
        return
    if b"<!DOCTYPE" in data:
        yield "has a document type"
    for element in root.iter():
        if not isinstance(element.tag, str):
            yield f"holds {element!r}"
        elif element.get("type") == "html" and element.text:
            yield from _of_html(element.text)
        elif _leads_astray(element.get("href") or ""):
            yield f"leads to {element.get('href')}"


def _leads_astray(address: str) -> bool:
    scheme = address.partition("/")[0]
    return ":" in scheme and scheme not in ("https:", "http:") and MARK.search(address) is not None


def _of_html(text: str) -> Iterator[str]:
    for element in html.fragment_fromstring(text, create_parent="div").iter():
        if not isinstance(element.tag, str):
            yield f"holds a comment in its HTML: {text[:60]}"
            continue
        if element.tag in _ACTIVE:
            yield f"holds <{element.tag}> in its HTML"
        for name, value in element.attrib.items():
            if name.startswith("on") or re.match(
                r"\s*(?:javascript|data|vbscript):", value, re.IGNORECASE
            ):
                yield f"holds {name}={value[:60]} in its HTML"


def _of_json(data: bytes) -> Iterator[str]:
    try:
        json.loads(data)
    except ValueError as error:
        yield f"is no JSON: {error}"


def _of_bibtex(data: bytes) -> Iterator[str]:
    text = data.decode()
    if found := _TEX.search(text):
        yield f"holds the command {found[0]}"
    for entry in re.split(r"(?m)^(?=@)", text):
        depth = 0
        for sign in re.findall(r"\\[{}]|[{}]", entry):
            depth += {"{": 1, "}": -1}.get(sign, 0)
            if depth < 0:
                break
        if depth:
            yield f"has an entry whose braces do not pair: {entry[:80]!r}"
        elif entry.strip() and not re.match(r"@misc\{[a-z0-9]+,\n", entry):
            yield f"has an entry that is none: {entry[:80]!r}"


def _of_text(data: bytes) -> Iterator[str]:
    text = data.decode()
    for one in re.finditer(
        r"<(?=[A-Za-z/!])[^>\n]{0,80}|\]\((?!https?://|[\w%./#?=-]*\))[^)\n]{0,80}", text
    ):
        if MARK.search(one[0]):
            yield f"holds {one[0][:80]!r}"


def _of_gzip(data: bytes) -> Iterator[str]:
    yield from _of_xml(gzip.decompress(data))
