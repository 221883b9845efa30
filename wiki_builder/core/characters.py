"""Characters by what they are, each range in one place: for character classes of regular
expressions.

https://www.unicode.org/charts/
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE

HAN = "\u3400-\u9fff"  # ideographs and extension A: what Chinese text is written in
HAN_AND_COMPATIBLE = HAN + "\uf900-\ufaff"
# ideographs, kana, and the full-width signs between them
WIDE = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
# would show a line in another order than it has (Unicode TR 36)
REORDERING = "\u202a-\u202e\u2066-\u2069"

IS_HAN = re.compile(f"[{HAN}]")
REORDERS = re.compile(f"[{REORDERING}]")


def text_in(content: bytes, errors: str = "strict") -> str:
    """The text of a file in UTF-8, or in UTF-16 with its mark, as Windows writes what a command
    prints; without that mark.

    Raises:
        UnicodeDecodeError: it is in another encoding, and ``errors`` are strict.
    """
    marked = content.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    return content.decode("utf-16" if marked else "utf-8-sig", errors)


def whole(text: str) -> str:
    """``text`` with ``?`` for each half of a surrogate pair, which JSON may hold, and no file."""
    return text.encode("utf-8", "replace").decode("utf-8")
