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
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import compress
from typing import TypeAlias

from wiki_builder.core.characters import HAN_AND_COMPATIBLE
from wiki_builder.core.names import key

STAR = "∗"  # the star of a name (A*), told from that of Markdown

_HAN = f"{HAN_AND_COMPATIBLE}"
_CHINESE = re.compile(f"[{_HAN}]")
_LETTERS = rf"[^\W_{_HAN}]"
_TOKEN = re.compile(
    r"(?:https?://|www\.)[!-~]+"
    rf"|[{_HAN}]"
    rf"|['’]s(?!{_LETTERS})"
    rf"|{_LETTERS}+(?:(?:\.(?=[a-z\d])|[@&]){_LETTERS}+)*(?:[+#{STAR}]+(?!{_LETTERS}))?"
)
_ASCII_TOKEN = re.compile(  # the same for a text of ASCII alone, in half the time
    r"(?:https?://|www\.)[!-~]+|'s(?![A-Za-z0-9])"
    r"|[A-Za-z0-9]+(?:(?:\.(?=[a-z0-9])|[@&])[A-Za-z0-9]+)*(?:[+#]+(?![A-Za-z0-9]))?"
)
_GAP = re.compile(r"[ \t\xa0]*(?:\r?\n[ \t]*)?|[-‐‑–_/·]")
_INSIDE = re.compile(r"[^\s(][-‐‑–@#]$")  # before a name: the name is part of a longer word
_HYPHEN = re.compile(r"[-‐‑–]\w")
_SUFFIX = re.compile(
    r"[-‐‑](?:agnostic|aware|based|centric|driven|enabled|enhanced|free|guided|induced|generated|level|like|only|oriented"
    r"|powered|related|specific|style|trained|type|wise)\b",
    re.IGNORECASE,
)
# before a Chinese name they make another word: 自监督学习, 非监督学习
_BEFORE = frozenset("无非半弱反自")
_BEHIND = frozenset("者员率")  # and these behind it: 工具使用者
_PAPER = re.compile("论文(?![献本化])")  # over a name's end: 条目的论文 is not of 目的论

Word: TypeAlias = re.Match[str]


class _Keys(dict[str, str]):
    """Words and their keys."""

    def __missing__(self, word: str) -> str:
        if len(self) > _REMEMBERED:
            self.clear()
        made = self[word] = key(word) or word
        return made


_REMEMBERED = 100_000
_KEYS = _Keys()


@dataclass(frozen=True, slots=True)
class SpelledName:
    """A name as somebody may write it. ``id`` says whose it is; a name without one only keeps its
    words together.

    ``proper``: a thing's own name, which a text writes with a capital if the name has one.
    """

    text: str
    id: str | None = None
    proper: bool = False


@dataclass(frozen=True, slots=True)
class KnownSpelling:
    """What is known of a spelling: who claims it, its number of words,
    and the capitals that it needs.
    """

    ids: frozenset[str]
    words: int
    capitals: int


@dataclass(frozen=True, slots=True)
class FoundName:
    """One name in a text, from ``start`` to ``end``."""

    start: int
    end: int
    known: KnownSpelling


SpellingIndex: TypeAlias = Mapping[str, KnownSpelling | None]
"""Every spelling, and with ``None`` every beginning of one."""


def index(names: Iterable[SpelledName]) -> dict[str, KnownSpelling | None]:
    """The index of ``names``. A name that no running text could hold (``bias (statistics)``), or
    that is too short to be told from a word, is left out.
    """
    made: dict[str, KnownSpelling | None] = {}
    for name in names:
        words = _words(name.text)
        if not words:
            continue
        spelling = _spelling(words)
        known = KnownSpelling(
            frozenset((name.id,) if name.id else ()), len(words), _capitals(name, len(words))
        )
        other = made.get(spelling)
        made[spelling] = _both(known, other) if other else known
        for length in range(1, len(spelling)):
            made.setdefault(spelling[:length], None)
    return made


def spelling(text: str) -> str | None:
    """The spelling under which ``text`` stands in an index if it is a name;
    ``None`` if it cannot be one.
    """
    words = _words(text)
    return _spelling(words) if words else None


def find_names(
    text: str, names: SpellingIndex, seen: list[str] | None = None
) -> Iterator[FoundName]:
    """The known names in ``text`` from left to right, of those that begin at one place the longest.

    A name within a longer word is passed over, and so is a word that only differs from
    an acronym by its capitals (``rag`` and RAG). To ``seen`` the keys of all words are added in
    their order: only a spelling that is made of such as follow each other can be found.
    """
    token = _ASCII_TOKEN if text.isascii() else _TOKEN
    keys = list(map(_KEYS.__getitem__, token.findall(text)))
    if seen is not None:
        seen += keys
    begins = list(compress(range(len(keys)), map(names.__contains__, keys)))
    if not begins:
        return
    words = list(token.finditer(text))
    free = 0
    for position in begins:
        if position < free:
            continue
        last, known = _longest(text, words, keys, position, names)
        start, end = words[position].start(), words[last].end()
        if known and _stands_alone(text, start, end):
            yield FoundName(start, end, known)
        free = last + 1


def beginnings(spellings: Iterable[str]) -> frozenset[str]:
    """The spellings, and every beginning of one."""
    return frozenset(name[:length] for name in spellings for length in range(1, len(name) + 1))


def holds(keys: Sequence[str], spellings: Set[str], begun: Set[str]) -> bool:
    """Whether words with these keys may hold a name of these spellings, ``begun`` being their
    :func:`beginnings`.
    """
    for first in compress(range(len(keys)), map(begun.__contains__, keys)):
        spelled, at = keys[first], first + 1
        while spelled in begun:
            if spelled in spellings:
                return True
            if at == len(keys):
                break
            spelled, at = _joined(spelled, keys[at]), at + 1
    return False


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


def _capitals(name: SpelledName, words: int) -> int:
    count = sum(letter.isupper() for letter in name.text)
    if name.proper:
        return min(count, 2)
    return 2 if words == 1 and count > 1 else 0


def _both(one: KnownSpelling, other: KnownSpelling) -> KnownSpelling:
    return KnownSpelling(
        one.ids | other.ids, max(one.words, other.words), min(one.capitals, other.capitals)
    )


# --- Text -----------------------------------------------------------------------


def _longest(
    text: str, words: list[Word], keys: list[str], first: int, names: SpellingIndex
) -> tuple[int, KnownSpelling | None]:
    """The last word of the longest name that begins at a word, and what is known of it."""
    last, known, at = first, None, first
    spelled = keys[first]
    while True:
        here = names[spelled]
        if here and _written_so(text, words[first : at + 1], here):
            last, known = at, here
        at += 1
        if at == len(words) or not _GAP.fullmatch(text, words[at - 1].end(), words[at].start()):
            return last, known
        spelled = _joined(spelled, keys[at])
        if spelled not in names:
            return last, known


def _written_so(text: str, words: list[Word], known: KnownSpelling) -> bool:
    """Whether these words are a writing of the name:
    enough capitals, and not cut into snippets ("is a", ISA).
    """
    if len(words) > known.words and min(word.end() - word.start() for word in words) < 3:
        return False
    written = text[words[0].start() : words[-1].end()]
    return not known.capitals or sum(letter.isupper() for letter in written) >= known.capitals


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a name is no part of a longer word:
    not ``agent`` in multi-agent, not GPT-4 in GPT-4-Turbo.
    """
    before, behind = text[max(0, start - 1) : start], text[end : end + 1]
    if "_" in (before, behind):  # part of an identifier, or emphasis that would become some
        return False
    if is_chinese(text[start]):
        if before in _BEFORE:
            return False
    elif _INSIDE.search(text, max(0, start - 2), start):
        return False
    if is_chinese(text[end - 1]):
        return behind not in _BEHIND and not _PAPER.match(text, end - 1)
    return not _HYPHEN.match(text, end) or _SUFFIX.match(text, end) is not None
