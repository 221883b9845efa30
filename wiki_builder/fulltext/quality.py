"""Quality: whether what was extracted is text at all, and if not, why.

A scan, glyphs without a mapping to characters, and a wrong encoding all give
something that is a string and no text. The measures hold for Latin and for
Chinese, Japanese and Korean papers; other scripts are only tested for rubbish.
"""

from __future__ import annotations

import re
from collections import Counter

from wiki_builder.core.characters import HAN_AND_COMPATIBLE

LEAST = 200  # characters that are no space, a page on average
# the share of private-use and replacement characters above which a text is glyph soup
RUBBISH = 0.05
LONGEST_WORD = 25.0  # characters between spaces on average; more, and the spaces are missing
FEW = 400  # letters; below that a distribution says nothing

_SPACE = re.compile(r"\s+")
_PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010ffff]|\\(cid:\\d+\\)|/[gG]\\d{1,4}(?=[/\\s])")
_REPLACED = re.compile("[\ufffd\x00-\x08\x0e-\x1f\x80-\x9f]")
_HAN = re.compile(f"[{HAN_AND_COMPATIBLE}]")
_KANA_HANGUL = re.compile("[\u3040-\u30ff\uac00-\ud7af]")
_LATIN_WORD = re.compile(r"[A-Za-zÀ-ɏ]{3,}")

# Letters and characters that make up much of any text in their script. A shifted
# alphabet or random code points hold far fewer. The Latin ones make up 0.6 and
# more of English, German, French and Spanish.
_COMMON_LATIN = frozenset("etaoinsr")
_COMMON_HAN = frozenset(
    "的一是在不了有和人这中大为上个我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过法方性理模型"
)
_LATIN_SHARE = 0.45
_HAN_SHARE = 0.04


def not_text(text: str, pages: int = 1) -> str | None:
    """Why the text of ``pages`` pages is no text ("characters without meaning: …"),
    or ``None`` if it is text.
    """
    solid = _SPACE.sub("", text)
    if len(solid) < LEAST * max(pages, 1):
        return (
            f"too little text: {len(solid)} characters on {pages} page{'s' if pages != 1 else ''}"
        )
    return _rubbish(text, len(solid)) or _unspaced(text, solid) or _unnatural(text)


def _rubbish(text: str, length: int) -> str | None:
    private = sum(len(found[0]) for found in _PRIVATE.finditer(text)) / length
    replaced = len(_REPLACED.findall(text)) / length
    if private > RUBBISH:
        return f"glyphs without characters: {private:.0%} of the text is private use"
    if replaced > RUBBISH:
        return f"broken characters: {replaced:.0%} of the text could not be decoded"
    return None


def _unspaced(text: str, solid: str) -> str | None:
    if _is_eastern(solid):
        return None
    length = len(solid) / len(text.split())
    return (
        f"no spaces: a word has {length:.0f} characters on average"
        if length > LONGEST_WORD
        else None
    )


def _is_eastern(solid: str) -> bool:
    return len(_HAN.findall(solid)) + len(_KANA_HANGUL.findall(solid)) > 0.2 * len(solid)


def _unnatural(text: str) -> str | None:
    """Whether letters are distributed as in no language."""
    letters = Counter("".join(_LATIN_WORD.findall(text)).lower())
    latin, han, kana = sum(letters.values()), _HAN.findall(text), len(_KANA_HANGUL.findall(text))
    if latin > FEW and sum(letters[letter] for letter in _COMMON_LATIN) < _LATIN_SHARE * latin:
        return "no language: the letters are not distributed as in words"
    if len(han) > max(FEW, 10 * kana) and sum(
        char in _COMMON_HAN for char in han
    ) < _HAN_SHARE * len(han):
        return "no language: the characters are not distributed as in Chinese"
    return None
