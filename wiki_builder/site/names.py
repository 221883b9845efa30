"""Finding known names in running text, English and Chinese alike.

A text is cut into words: one for each English word, one for each Chinese character.
Names are looked up by their spelling, the keys of their words put together, and every
beginning of a spelling is known too: so a search goes on only as long as some name can
still come of it, and its time does not grow with the number of names.

What two words have between them, and what may stand before and behind a name, is
decided here; which names there are, and what is done with a find, is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from wiki_builder.concepts.names import key

STAR = "∗"  # the star of a name (A*), told from that of Markdown

_HAN = "\u3400-\u9fff\uf900-\ufaff"
_CHINESE = re.compile(f"[{_HAN}]")
_LETTERS = rf"[^\W_{_HAN}]"
_TOKEN = re.compile(
    r"(?:https?://|www\.)[!-~]+"
    rf"|[{_HAN}]"
    rf"|['’]s(?!{_LETTERS})"
    rf"|{_LETTERS}+(?:(?:\.(?=[a-z\d])|[@&]){_LETTERS}+)*(?:[+#{STAR}]+(?!{_LETTERS}))?"
)
_GAP = re.compile(r"[ \t\xa0]*(?:\r?\n[ \t]*)?|[-‐‑–_/·]")
_INSIDE = re.compile(r"[^\s(][-‐‑–@#]$")  # before a name: the name is part of a longer word
_HYPHEN = re.compile(r"[-‐‑–]\w")
_SUFFIX = re.compile(
    r"[-‐‑](?:agnostic|aware|based|centric|driven|enabled|enhanced|free|guided|induced|generated|level|like|only|oriented"
    r"|powered|related|specific|style|trained|type|wise)\b",
    re.IGNORECASE,
)
_BEFORE = frozenset("无非半弱反自")  # before a Chinese name they make another word: 自监督学习, 非监督学习
_BEHIND = frozenset("者员率")  # and these behind it: 工具使用者

Token: TypeAlias = tuple[int, int, str]
"""Where a word begins and ends, and its key."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name as somebody may write it. ``id`` says whose it is; a name without one only keeps its words together.

    ``proper``: a thing's own name, which a text writes with a capital if the name has one.
    """

    text: str
    id: str | None = None
    proper: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a spelling: who claims it, its number of words, and the capitals that it needs."""

    ids: frozenset[str]
    words: int
    capitals: int


@dataclass(frozen=True, slots=True)
class Found:
    """One name in a text, from ``start`` to ``end``."""

    start: int
    end: int
    known: Known


Index: TypeAlias = Mapping[str, Known | None]
"""Every spelling, and with ``None`` every beginning of one."""


def index(names: Iterable[Name]) -> dict[str, Known | None]:
    """The index of ``names``. A name that no running text could hold (``bias (statistics)``), or that is too
    short to be told from a word, is left out."""
    made: dict[str, Known | None] = {}
    for name in names:
        words = _words(name.text)
        if not words:
            continue
        spelling = _spelling(words)
        known = Known(frozenset((name.id,) if name.id else ()), len(words), _capitals(name, len(words)))
        other = made.get(spelling)
        made[spelling] = _both(known, other) if other else known
        for length in range(1, len(spelling)):
            made.setdefault(spelling[:length], None)
    return made


def spelling(text: str) -> str | None:
    """The spelling under which ``text`` stands in an index if it is a name; ``None`` if it cannot be one."""
    words = _words(text)
    return _spelling(words) if words else None


def find(text: str, names: Index) -> Iterator[Found]:
    """The known names in ``text`` from left to right, of those that begin at one place the longest.

    A name within a longer word is passed over, and so is a word that only differs from
    an acronym by its capitals (``rag`` and RAG).
    """
    tokens = [(*match.span(), key(match[0]) or match[0]) for match in _TOKEN.finditer(text)]
    position = 0
    while position < len(tokens):
        if tokens[position][2] not in names:
            position += 1
            continue
        last, known = _longest(text, tokens, position, names)
        if known and _stands_alone(text, tokens[position][0], tokens[last][1]):
            yield Found(tokens[position][0], tokens[last][1], known)
        position = last + 1


def is_chinese(text: str) -> bool:
    """Whether a Chinese character stands in ``text``."""
    return _CHINESE.search(text) is not None


# --- Names ----------------------------------------------------------------------


def _words(name: str) -> list[str]:
    """The keys of a name's words; none if something else than words stands in it."""
    name = " ".join(name.split()).replace("*", STAR)
    words: list[str] = []
    position = 0
    for match in _TOKEN.finditer(name):
        if not _GAP.fullmatch(name, position, match.start()) or (not words and match.start()):
            return []
        words.append(key(match[0]) or match[0])
        position = match.end()
    return words if position == len(name) and len("".join(words)) > 1 else []


def _spelling(words: list[str]) -> str:
    made = ""
    for word in words:
        made = _joined(made, word)
    return made


def _joined(left: str, word: str) -> str:
    """One spelling of two: GPT-4 and GPT 4 are one, 3.1 8 and 3.18 are not."""
    return f"{left} {word}" if left[-1:].isdigit() and word[:1].isdigit() else left + word


def _capitals(name: Name, words: int) -> int:
    count = sum(letter.isupper() for letter in name.text)
    if name.proper:
        return min(count, 2)
    return 2 if words == 1 and count > 1 else 0


def _both(one: Known, other: Known) -> Known:
    return Known(one.ids | other.ids, max(one.words, other.words), min(one.capitals, other.capitals))


# --- Text -----------------------------------------------------------------------


def _longest(text: str, tokens: list[Token], first: int, names: Index) -> tuple[int, Known | None]:
    """The last word of the longest name that begins at a word, and what is known of it."""
    last, known, at = first, None, first
    spelled = tokens[first][2]
    while True:
        here = names[spelled]
        if here and _written_so(text, tokens[first : at + 1], here):
            last, known = at, here
        at += 1
        if at == len(tokens) or not _GAP.fullmatch(text, tokens[at - 1][1], tokens[at][0]):
            return last, known
        spelled = _joined(spelled, tokens[at][2])
        if spelled not in names:
            return last, known


def _written_so(text: str, words: list[Token], known: Known) -> bool:
    """Whether these words are a writing of the name: enough capitals, and not cut into snippets ("is a", ISA)."""
    if len(words) > known.words and min(end - start for start, end, _ in words) < 3:
        return False
    return not known.capitals or sum(c.isupper() for c in text[words[0][0] : words[-1][1]]) >= known.capitals


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a name is no part of a longer word: not ``agent`` in multi-agent, not GPT-4 in GPT-4-Turbo."""
    before, behind = text[max(0, start - 1) : start], text[end : end + 1]
    if "_" in (before, behind):  # part of an identifier, or emphasis that would become some
        return False
    if is_chinese(text[start]):
        if before in _BEFORE:
            return False
    elif _INSIDE.search(text, max(0, start - 2), start):
        return False
    if is_chinese(text[end - 1]):
        return behind not in _BEHIND
    return not _HYPHEN.match(text, end) or _SUFFIX.match(text, end) is not None
