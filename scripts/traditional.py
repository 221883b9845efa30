"""Write what the search and the radar know of traditional characters: ``python -m
scripts.traditional``.

The characters are the more frequent ones of Big5, and those whose simplified form is a frequent one
of GB 2312, as OpenCC makes them simplified; the words are those of
:mod:`wiki_builder.core.spelling`. Run it after either changed: a test compares.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from wiki_builder.core.spelling import TAIWAN, simplified

TARGET = Path(__file__).parents[1] / "wiki_builder/site/theme/assets/wiki/traditional.js"
# The first bytes of level 1, and what the field often says besides.
_FREQUENT = {"big5": range(0xA4, 0xC7), "gb2312": range(0xB0, 0xD8)}
_ALSO = "閾"
# Where a character alone says too little: it is another one only in these words.
_TOGETHER = {
    "瞭解": "了解",
    "藉助": "借助",
    "藉由": "借由",
    "回覆": "回复",
    "著眼": "着眼",
    "著重": "着重",
    "沿著": "沿着",
}

_TEXT = """\
/* Traditional characters, as OpenCC makes them simplified, and Taiwan's words of the field: written by
   scripts/traditional.py. */
const FROM = "{from_}"
const TO = "{to}"
const WORDS = {words}
const TOGETHER = {together}

const characters = new Map([...FROM].map((one, at) => [one, TO[at]]))
const either = words => new RegExp(Object.keys(words).join("|"), "g")
const words = either(WORDS), together = either(TOGETHER)

/** How a text in traditional characters may stand on a page: in simplified ones, and then with the field's words of
    the mainland in the place of Taiwan's. */
export const spellings = text => {{
  const made = text.replace(together, word => TOGETHER[word]).replace(/./gu, one => characters.get(one) || one)
  return made === text ? [] : [...new Set([made, made.replace(words, word => WORDS[word])])]
}}
"""  # noqa: E501


def script() -> str:
    """The script's text."""
    pairs = list(_characters())
    longest = dict(sorted(TAIWAN.items(), key=lambda item: (-len(item[0]), item[0])))
    return _TEXT.format(
        from_="".join(a for a, _ in pairs),
        to="".join(b for _, b in pairs),
        words=_js(longest),
        together=_js(_TOGETHER),
    )


def _js(words: Mapping[str, str]) -> str:
    return json.dumps(words, ensure_ascii=False, separators=(", ", ": "))


def _characters() -> Iterator[tuple[str, str]]:
    for character in map(chr, range(0x4E00, 0xA000)):
        one = simplified(character)
        known = character in _ALSO or _is_frequent(character, "big5") or _is_frequent(one, "gb2312")
        if one != character and known and one <= "\uffff":
            yield character, one


def _is_frequent(character: str, encoding: str) -> bool:
    encoded = character.encode(encoding, "ignore")
    return bool(encoded) and encoded[0] in _FREQUENT[encoding]


if __name__ == "__main__":
    TARGET.write_text(script(), "utf-8")
