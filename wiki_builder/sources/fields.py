"""The words of an upstream's fields: white space, authors, and arXiv's own prefix."""

from __future__ import annotations

import re
from dataclasses import dataclass

from wiki_builder.core.characters import REORDERING
from wiki_builder.core.values.announcement import AnnounceType
from wiki_builder.sources.ids import ArxivId, maybe_id

REORDERS = re.compile(f"[{REORDERING}]")
"""Signs that reorder what stands around them: Unicode TR 36, bidirectional overrides."""

TYPES: tuple[AnnounceType, ...] = ("new", "cross", "replace", "replace-cross")

# A blank line, or a line that is indented, which is how arXiv keeps a line break:
# https://info.arxiv.org/help/prep.html#abstracts
_BREAK = re.compile(r"\s*\n(?:[ \t]*\n\s*|[ \t]+(?=\S))")
_GAP = r"(?:\s|\\n|<[^<>]{0,20}>)*"
_PREFIX = re.compile(
    rf"^{_GAP}arXiv:\s*(?P<id>[^\s<>]+){_GAP}Announce\s+Type:\s*(?P<type>replace-cross|replace|cross|new|absonly)?"
    rf"{_GAP}(?:Abstract:)?{_GAP}",
    re.IGNORECASE,
)
_SUFFIX = re.compile(r"(?:Jr|Sr)\.?|II|III|IV|(?:Ph\.?\s?D|M\.?D)\.?", re.IGNORECASE)
_AFFILIATION = re.compile(r"(?<=\S)\s+\(.*\)$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Description:
    """A feed item's description in its parts; ``abstract`` is as it was written."""

    paper: ArxivId | None
    type: AnnounceType | None
    abstract: str


def collapse(text: str) -> str:
    """One line: each run of white space is one space,
    and no sign reorders what stands around it.
    """
    return " ".join(REORDERS.sub("", text).split())


def paragraphs(text: str) -> str:
    """Hard-wrapped lines joined, paragraphs kept and parted by a blank line."""
    return "\n\n".join(filter(None, map(collapse, _BREAK.split(text.strip()))))


def description(text: str) -> Description:
    """Take ``arXiv:2609.26811v1 Announce Type: new \\nAbstract: …`` apart.

    The newline may be lost or a tag, the prefix may stand twice, or not at all.
    """
    found: Description | None = None
    while match := _PREFIX.match(text):
        text = text[match.end() :]
        found = found or Description(maybe_id(match["id"]), announce_type(match["type"] or ""), "")
    return Description(found.paper, found.type, text) if found else Description(None, None, text)


def announce_type(text: str) -> AnnounceType | None:
    """One of the four types, or ``None``; ``absonly`` is a replacement of the abstract alone."""
    name = collapse(text).lower()
    name = "replace" if name == "absonly" else name
    return next((known for known in TYPES if known == name), None)


def creators(text: str) -> tuple[str, ...]:
    """The authors of one comma-joined string, in order.

    arXiv writes ``Name Suffix (affiliation, affiliation), Name``. A comma within
    parentheses parts no names, a suffix belongs to the name before it, and an
    affiliation is dropped, so that names are those of the API. A name wholly in
    parentheses stays. Whatever else stands there is a name, ":" too (2503.14492).
    """
    names: list[str] = []
    for part in _split(text):
        if names and _SUFFIX.fullmatch(part):
            names[-1] += f", {part}"
        else:
            names.append(part)
    return tuple(_AFFILIATION.sub("", name) for name in names)


def _split(text: str) -> list[str]:
    """Split at the commas outside of parentheses; at each where they do not match."""
    parts, depth, start = [], 0, 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            break
        if sign == "," and depth == 0:
            parts.append(text[start:at])
            start = at + 1
    parts = text.split(",") if depth else [*parts, text[start:]]
    return [name for part in parts if (name := collapse(part))]
