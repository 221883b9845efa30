"""Whether a version of a paper says that it was withdrawn.

A withdrawal is a further version without a text: title and abstract mostly stay, and a sentence in
the comment, or in place of the abstract, says why (https://info.arxiv.org/help/withdraw.html).
"""

from __future__ import annotations

import re

from wiki_builder.core.values.announcement import Version

_WHAT = r"(?:paper|article|manuscript|submission|work|preprint|version|note|e-?print)"
_WITHDRAWN = re.compile(
    rf"\b(?:this|the|our)\s+(?:\w+\s+)?{_WHAT}\s+(?:has\s+been|have\s+been|is|was|is\s+being)\s+"
    rf"(?:temporarily\s+|now\s+)?(?:withdrawn|retracted)\b|^\s*(?:withdrawn|retracted)\b"
    rf"|\b(?:authors?|we)\s+(?:have\s+|has\s+)?(?:withdr[ae]w\w*|retract(?:ed|s)?)\s+(?:this|the|our)\b"
    rf"|\b{_WHAT}\s+withdrawn\b",
    re.IGNORECASE,
)
_ROOTS = ("thdr", "retract")  # one of them stands in whatever the pattern finds
_LONGEST = 400  # characters of a reason


def withdrawn(version: Version) -> str:
    """The sentence by which a version says that the paper was withdrawn; empty if it does not."""
    for text in (version.comment or "", version.abstract[:_LONGEST]):
        low = text.lower()
        if any(root in low for root in _ROOTS) and (found := _WITHDRAWN.search(text)):
            start = max(text.rfind(". ", 0, found.start()) + 1, 0)
            return " ".join(text[start : start + _LONGEST].split())
    return ""
