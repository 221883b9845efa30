"""Words of a feed as plain text: no markup, no signs that steer a terminal or a reader's eye, no
more than is asked for.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Collection, Sequence
from datetime import date, datetime

MOST_READ = 20_000  # characters of one field
TITLE_LENGTH = 300
SUMMARY_LENGTH = 300
MOST_LINK = 2_000  # characters; some have whole texts in their query

_BLOCKS = (
    "address|article|aside|blockquote|br|caption|center|dd|details|div|dl|dt|figcaption|figure|footer"
    "|form|h[1-6]|header|hr|iframe|img|li|main|nav|ol|option|p|pre|section|select|source|table"
    "|tbody|td|tfoot|th|thead|tr|ul|video"
)
_INLINE = (
    "a|abbr|acronym|audio|b|bdi|bdo|big|button|cite|code|del|dfn|em|embed|font|i|input|ins|jats:[a-z-]+|kbd"
    "|label|link|mark|math|meta|mi|mn|mo|mrow|msub|msup|nobr|object|picture|q|s|samp|small|span|strike"
    "|strong|sub|sup|svg|time|tt|u|var|wbr|xhtml:[a-z]+"
)
_BLOCK = re.compile(rf"</?(?:{_BLOCKS})(?:[\s/][^<>]*)?>", re.IGNORECASE)
_TAG = re.compile(rf"</?(?:{_BLOCKS}|{_INLINE})(?:[\s/][^<>]*)?>", re.IGNORECASE)
_UNSEEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style|template|noscript)\b.*?(?:</\1\s*>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_KEPT = "\u200c\u200d"  # join letters of some scripts, and emoji
_NO_CHARACTERS = re.compile("[\ufdd0-\ufdef\ufffe\uffff]")

_MONTHS = (
    "Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?"
    "|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?"
)
# a date with a letter or digit right behind it: parts of a page that were put side by side
_GLUED = re.compile(
    r"(?P<before>[A-Z][A-Za-z &-]{0,40}?)??"
    rf"(?P<date>(?:{_MONTHS})\.? \d{{1,2}}, \d{{4}})(?=[^\W_])"
)
# what labs call the parts of their blogs
_RUBRICS = frozenset(
    (
        *"Alignment Announcements Blog Company Education Engineering Events".split(),
        *"Interpretability News Policy Product Publication Research Safety Science".split(),
        *("Economic Research", "Frontier Red Team", "Societal Impacts"),
    )
)
_BEHIND = re.compile(r"(?<![^\W_])([a-z]{2,})(?=[A-Z][a-z]* )")  # "language modelsNew research"


def plain(text: object, most: int) -> str:
    """Text or HTML as one line of plain text of at most ``most`` characters.

    Tags are those of HTML; ``a < b`` and ``Vec<T>`` stay. What was escaped twice is read twice.
    """
    words = str(text or "")[:MOST_READ]
    for _ in range(2):
        if not ("<" in words or "&" in words):
            break
        words = _TAG.sub("", _BLOCK.sub(" ", _UNSEEN.sub(" ", words)))
        words = html.unescape(words)
    return shortened(_seen(_TAG.sub("", words)), most)


def shortened(line: str, most: int) -> str:
    """A line of at most ``most`` characters, cut behind a word."""
    if len(line) <= most:
        return line
    cut = line[: most - 1]
    return (cut.rpartition(" ")[0] if " " in cut[most // 2 :] else cut).rstrip(" ,;:") + "…"


def _seen(words: str) -> str:
    """One line, without what cannot be seen or changes the order of what can."""
    line = " ".join(words.split())
    kept = (
        sign
        for sign in line
        if sign in _KEPT or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co")
    )
    return " ".join(_NO_CHARACTERS.sub("", "".join(kept)).split())


def untangled(titles: Sequence[str]) -> list[tuple[str, date | None]]:
    """Titles of one feed without a date and a rubric that were glued to them, with that date.

    ``Aug 18, 2026ScienceHow Claude …`` has parts of a page side by side. What stands in front of
    a title is a rubric only if the feed or usage says so.
    """
    rubrics = _RUBRICS | _rubrics_of(titles)
    return [_untangled(title, rubrics) for title in titles]


def _rubrics_of(titles: Sequence[str]) -> frozenset[str]:
    """What the feed itself uses as a rubric: before a date, or as the title of a list's entry."""
    found = [_GLUED.match(title) for title in titles]
    if not any(found):
        return frozenset()
    before = {one["before"].strip() for one in found if one and one["before"]}
    whole = {title for title, one in zip(titles, found, strict=True) if not one}
    return frozenset({*before, *(title for title in whole if len(title.split()) <= 3)})


def _untangled(title: str, rubrics: Collection[str]) -> tuple[str, date | None]:
    found = _GLUED.match(title)
    if found is None:
        return title, None
    rest = title[found.end() :].strip()
    for rubric in sorted(rubrics, key=lambda one: (-len(one), one)):
        behind = rest.removeprefix(rubric)
        if behind != rest and behind[:1].isupper():
            rest = behind
            break
    if found["before"] and (end := _BEHIND.search(rest)):
        rest = rest[: end.end()]
    return rest or title, _day(found["date"])


def _day(text: str) -> date | None:
    month, _, rest = text.replace(".", "").partition(" ")
    try:
        return datetime.strptime(f"{month[:3]} {rest}", "%b %d, %Y").date()  # a day has no zone
    except ValueError:
        return None
