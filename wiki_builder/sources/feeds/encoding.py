"""The bytes of a feed, where they are not in the encoding that they should be in.

A feed is UTF-8 unless it names another encoding. One cut character makes a parser take the whole
for Latin-1, and Chinese that nobody declared comes out as accents: neither may become a title.
"""

from __future__ import annotations

import re
from codecs import lookup

UNTOLD = (
    "is not in UTF-8, and does not say in which encoding it is: its words cannot be told. Its"
    " writer has to name it, or to write UTF-8"
)

_NAMED = re.compile(rb"^\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*[\"']([\w.:-]{1,40})", re.IGNORECASE)
_IN_HEADER = re.compile(r"\bcharset\s*=\s*[\"']?([\w.:-]{1,40})", re.IGNORECASE)
_HIGH = re.compile(rb"[\x80-\xff]+")
_OFTEN = frozenset("\u7684\u4e00\u662f\u5728\u4e0d\u4e86\u6709\u548c")  # in any Chinese text
_FEWEST, _SHARE = 2, 0.02  # of those signs, different ones, and among a text's Chinese


class NoEncoding(Exception):
    """Nobody says how bytes are to be read."""


def readable(content: bytes, content_type: str) -> bytes:
    """``content``, or what it says in UTF-8 where a parser would read it wrongly.

    Raises:
        NoEncoding: it cannot be told.
    """
    if b"\x00" in content or _is_utf8(content):  # with zeros it is one of two or four bytes
        return content
    text = content.decode("utf-8", "replace")
    read = sum(sign >= "\x80" and sign != "\ufffd" for sign in text)
    if read > text.count("\ufffd"):  # UTF-8 that was cut somewhere
        return text.encode()
    if _names_another(content, content_type):
        return content
    if chinese := _chinese(content):
        return chinese.encode()
    runs = [len(run) for run in _HIGH.findall(content)]
    if 2 * sum(length for length in runs if length > 2) > sum(runs):
        raise NoEncoding(UNTOLD)  # single letters have accents in Western languages
    return content


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _names_another(content: bytes, content_type: str) -> bool:
    """Whether the feed or its server names an encoding that there is, and not UTF-8."""
    inside, header = _NAMED.match(content), _IN_HEADER.search(content_type)
    named = [inside[1].decode("ascii", "replace")] if inside else []
    for name in (*named, *([header[1]] if header else [])):
        try:
            if lookup(name).name not in ("utf-8", "utf-8-sig", "ascii"):
                return True
        except LookupError:
            continue
    return False


def _chinese(content: bytes) -> str | None:
    """What the bytes say in China's own encoding, if that is Chinese: Korean is no error there."""
    try:
        text = content.decode("gb18030")
    except UnicodeDecodeError:
        return None
    signs = [sign for sign in text if "\u3400" <= sign <= "\u9fff"]
    often = [sign for sign in signs if sign in _OFTEN]
    told = len(set(often)) >= _FEWEST and len(often) >= _SHARE * len(signs)
    return text if told else None
