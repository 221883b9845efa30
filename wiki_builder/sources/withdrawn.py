"""Whether a version of a paper says that it was withdrawn.

A withdrawal is a further version without a text: title and abstract mostly stay, and a sentence in
the comment, or in place of the abstract, says why (https://info.arxiv.org/help/withdraw.html).
"""

from __future__ import annotations

import re

from wiki_builder.core.values.announcement import Version

_WHAT = r"(?:paper|article|manuscript|submission|work|preprint|version|note|e-?print)"
# By whom or why, if anything, follows: papers may be retracted, and withdrawn from a conference.
_WHY = r"by|due|because|since|for|as|until|pending|to|after|in\s+favou?r"
_BEHIND = rf"(?:{_WHY}|from\s+(?:the\s+)?arxiv)\b"
_DONE = rf"(?:withdrawn|retracted)(?=\s*(?:[.,;:)\]]|$)|\s+(?:[(\u2013\u2014-]|{_BEHIND}))"
_ELSEWHERE = r"(?!\s+from\s+(?!(?:the\s+)?arxiv))"
_WITHDRAWN = re.compile(
    rf"\b(?:this|the|our)\s+(?:\w+\s+)?{_WHAT}\s+(?:has\s+been|have\s+been|is|was|is\s+being)\s+"
    rf"(?:temporarily\s+|now\s+)?(?:withdrawn|retracted)\b{_ELSEWHERE}|^\s*{_DONE}"
    rf"|\b(?:authors?|we)\s+(?:have\s+|has\s+)?(?:withdr[ae]w\w*|retract(?:ed|s)?)\s+(?:this|the|our)\b"
    rf"|\b{_WHAT}\s+withdrawn\b{_ELSEWHERE}",
    re.IGNORECASE,
)
# An abstract speaks of other papers, too: it has to be this sentence, or to have it for itself.
_IN_ABSTRACT = re.compile(
    rf"(?:^\W*(?:the\s+)?|(?:^|[.!?)\]]\s)\W*(?:this|our)\s+)(?:\w+\s+)?{_WHAT}"
    rf"\s+(?:(?:has\s+been|have\s+been|is|was|is\s+being)\s+)?(?:temporarily\s+|now\s+)?{_DONE}"
    rf"|^\W*{_DONE}"
    rf"|^\W*(?:the\s+)?(?:authors?|we)\s+(?:have\s+|has\s+)?(?:withdr[ae]w\w*|retract(?:ed|s)?)"
    rf"\s+(?:this|the|our)\s+{_WHAT}\b",
    re.IGNORECASE,
)
_ROOTS = ("thdr", "retract")  # one of them stands in whatever the pattern finds
_LONGEST = 400  # characters of a reason


def withdrawn(version: Version) -> str:
    """The sentence by which a version says that the paper was withdrawn; empty if it does not."""
    told = ((_WITHDRAWN, version.comment or ""), (_IN_ABSTRACT, version.abstract[:_LONGEST]))
    for sentence, text in told:
        low = text.lower()
        if any(root in low for root in _ROOTS) and (found := sentence.search(text)):
            start = max(text.rfind(". ", 0, found.start()) + 1, 0)
            return " ".join(text[start : start + _LONGEST].split())
    return ""
