"""Write what the search and the radar know of traditional characters: ``python -m scripts.traditional``.

The characters are the more frequent half of Big5, as OpenCC makes them simplified, but for a few
that are then in no common font; the words are those of :mod:`wiki_builder.concepts.spelling`. Run
it after either changed: a test compares.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from wiki_builder.concepts.spelling import TAIWAN, simplified

TARGET = Path(__file__).parents[1] / "wiki_builder/site/theme/assets/wiki/traditional.js"
_FREQUENT = range(0xA4, 0xC7)  # the first bytes of Big5's level 1
_TEXT = """\
/* Traditional characters, as OpenCC makes them simplified, and Taiwan's words of the field: written by
   scripts/traditional.py. */
const FROM = "{from_}"
const TO = "{to}"
const WORDS = {words}

const characters = new Map([...FROM].map((one, at) => [one, TO[at]]))
const words = new RegExp(Object.keys(WORDS).join("|"), "g")

/** A text in simplified characters; where it was traditional, with the field's words of the mainland. */
export const simplified = text => {{
  const made = text.replace(/[\\u4e00-\\u9fff]/g, one => characters.get(one) || one)
  return made === text ? text : made.replace(words, word => WORDS[word])
}}
"""


def script() -> str:
    """The script's text."""
    pairs = list(_characters())
    longest = dict(sorted(TAIWAN.items(), key=lambda item: (-len(item[0]), item[0])))
    lines = json.dumps(longest, ensure_ascii=False, separators=(", ", ": "))
    return _TEXT.format(from_="".join(a for a, _ in pairs), to="".join(b for _, b in pairs), words=lines)


def _characters() -> Iterator[tuple[str, str]]:
    for character in map(chr, range(0x4E00, 0xA000)):
        frequent = character.encode("big5", "ignore")[:1]
        one = simplified(character)
        if frequent and frequent[0] in _FREQUENT and one != character and one <= "\uffff":
            yield character, one


if __name__ == "__main__":
    TARGET.write_text(script(), "utf-8")
