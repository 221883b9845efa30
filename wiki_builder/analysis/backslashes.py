r"""Backslashes: what models lose between LaTeX and JSON, and how it comes back.

A model that writes ``"\textit{x}"`` into JSON has written a TAB and ``extit{x}``;
``\frac`` becomes a form feed, ``\beta`` a backspace, ``\nu`` a new line and ``u``.
``\sum`` is no JSON at all. And some write ``\\u8fd9`` where they mean 这.
"""

from __future__ import annotations

import re
from typing import Final

from wiki_builder.analysis.latex import COMMANDS

_ESCAPE = re.compile(r'\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt]|)')
_LETTER: Final = {"\b": "b", "\f": "f", "\r": "r", "\t": "t", "\n": "n"}
_LOST = re.compile(r"[\b\f\r\t\n](?=([A-Za-z]+))")
_SPELLED = re.compile(r"(?:\\u[0-9a-fA-F]{4}){1,}")
# As words after a new line, these are more likely "e.g.", "i.e.", "u-net", "eg": commands in
# formulas only.
_MATHS_ONLY = frozenset({"ne", "ni", "nu", "neg", "nis", "to", "top", "tt"})


def legal(json_text: str) -> str:
    r"""``json_text`` with every backslash doubled that JSON does not know:
    ``\sum``, ``\{``, ``\upsilon``.
    """
    return _ESCAPE.sub(lambda match: match[0] if len(match[0]) > 1 else r"\\", json_text)


def restored(text: str) -> str:
    r"""A parsed string with its LaTeX commands back where JSON made control characters of them.

    A backspace, form feed or carriage return before a letter is always a lost
    backslash. A TAB or a new line is one only if a LaTeX command comes of it, and
    the shortest of those count within ``$…$`` alone.
    """
    if not any(mark in text for mark in _LETTER):
        return spelled_out(text)
    back = _LOST.sub(lambda match: _put_back(match, text), text)
    return spelled_out(back.replace("\r\n", "\n"))


def spelled_out(text: str) -> str:
    r"""``text`` with ``\u8fd9`` written as 这,
    where at least two such escapes of Chinese stand in it.
    """
    found = [
        code for run in _SPELLED.findall(text) for code in re.findall(r"\\u([0-9a-fA-F]{4})", run)
    ]
    if sum(_is_wide(int(code, 16)) for code in found) < 2:
        return text
    return _SPELLED.sub(lambda match: _decoded(match[0]), text)


def _put_back(match: re.Match[str], text: str) -> str:
    mark = match[0]
    command = _LETTER[mark] + match[1]
    if mark in "\b\f\r" or _is_meant(command, match, text):
        return "\\" + _LETTER[mark]
    return mark


def _is_meant(command: str, match: re.Match[str], text: str) -> bool:
    behind = text[match.end(1) : match.end(1) + 2]
    in_maths = text.count("$", 0, match.start()) % 2 == 1
    if command in _MATHS_ONLY:
        return in_maths
    return command in COMMANDS or behind == "{}" or (behind[:1] == "{" and match[0] == "\t")


def _decoded(run: str) -> str:
    codes = re.findall(r"\\u([0-9a-fA-F]{4})", run)
    return b"".join(int(code, 16).to_bytes(2, "big") for code in codes).decode(
        "utf-16-be", errors="replace"
    )


def _is_wide(code: int) -> bool:
    return 0x2E80 <= code <= 0x9FFF or 0xFF00 <= code <= 0xFFEF
