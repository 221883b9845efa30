"""The normal form: when two Markdown texts say the same.

A formatter over the whole repository, an editor that saves CRLF, or a move to
another folder makes nothing "edited". The form is blind to the byte order mark,
line ends, white space, reflow, table padding, bullet style and list numbers,
``*`` or ``_``, entities and backslash escapes, and the folders of relative links
(but for a folder's own page).
It is not blind to words, to paragraph breaks within prose, or to a link's target.

The form is frozen: pages carry its hashes. A change of it is a new ``VERSION``,
and pages hashed with the old one stay readable.
"""

from __future__ import annotations

import html
import re
import unicodedata
from functools import lru_cache
from urllib.parse import unquote

from wiki_builder.core.values.bilingual import digest

VERSION = 2

_CJK = r"\u2e80-\u303f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef"
_TABLE_RULE = re.compile(r"\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?")
_LINES = re.compile(r"[^\n]*\n|[^\n]+")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_BULLETS = ("*", "+")  # for a hyphen
_BULLET = re.compile(r"[*+](?=\s|$)")
_NUMBER = re.compile(r"\d{1,9}[.)](?=\s|$)")
_HEADING = re.compile(r"(#{1,6})\s+(.*?)(?:\s+#+)?")
_CELL = re.compile(r"(?<!\\)\|")
_LINK = re.compile(r"\]\(\s*<?([^()\s<>]*)>?((?:\s+[^)]*)?)\)")
_AUTOLINK = re.compile(r"<((?:https?://|www\.)[^\s<>]*|[\w.+-]+@[\w.-]+)>")
_QUOTED = re.compile(r"(?:>[ \t]?)+")
_ESCAPE = re.compile(
    r"\\([!-/:-@\[-`{-~])|&((?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
)
_EMPHASIS = re.compile(r"(?<!\w)_+(?=\S)|(?<=\S)_+(?!\w)")
_SPACE_BY_CJK = re.compile(rf" (?:(?<=[{_CJK}] ) *| *(?=[{_CJK}]))")
_FOLDERS_OWN = ("", "index.md", "index.html")  # what is meant is the folder
_STARTS_BLOCK = re.compile(r"#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|[|<>]|```|~~~")


def split_lines(text: str) -> list[str]:
    """The lines of ``text`` with their ends, cut at ``\\n`` alone:
    joined, they are ``text`` again.
    """
    return _LINES.findall(text)


@lru_cache(maxsize=4096)  # a section's text is looked at when it is written, merged and read again
def normal_form(text: str) -> str:
    """``text`` in normal form; two texts are the same if their forms are equal."""
    text = unicodedata.normalize("NFC", text.lstrip("\ufeff"))
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = text.strip()
    blocks = _BLANK_LINE.split(text) if "\n" in text else [text]
    if len(blocks) == 1:
        whole = _block(text)
    else:
        formed = [(_is_prose(block), _block(block)) for block in blocks if block.strip()]
        whole = "".join(_joined(formed))
    return (whole if whole.isascii() else _SPACE_BY_CJK.sub("", whole)).strip()


def text_hash(text: str) -> str:
    """The hash of the normal form: eight hexadecimal digits."""
    return digest(normal_form(text))


def same(one: str, other: str) -> bool:
    """Whether two texts are the same in normal form."""
    return normal_form(one) == normal_form(other)


def _joined(formed: list[tuple[bool, str]]) -> list[str]:
    """Blocks one after the other; a break is kept only between two paragraphs of prose."""
    parts: list[str] = []
    for number, (prose, block) in enumerate(formed):
        if number:
            parts.append("\n\n" if prose and formed[number - 1][0] else " ")
        parts.append(block)
    return parts


def _is_prose(block: str) -> bool:
    return not _STARTS_BLOCK.match(block.strip() + " ")


def _block(block: str) -> str:
    first = block.lstrip()[:1]
    if "\n" not in block and first != ">":  # nearly always
        plain = _line(block.strip(), first == "|")
    else:
        lines = [line.strip() for line in block.split("\n")]
        if first == ">":
            lines = [">", *(_QUOTED.sub("", line, count=1).strip() for line in lines)]
        plain = " ".join(formed for line in lines if (formed := _line(line, first == "|")))
    # A pattern is tried only where a sign of its own stands: most texts have none, and all are
    # hashed.
    if "\\" in plain or "&" in plain:
        plain = _ESCAPE.sub(_unescape, plain)
    if "](" in plain:
        plain = _LINK.sub(_link, plain)
    if "<" in plain:
        plain = _AUTOLINK.sub(r"\1", plain)
    if "_" in plain:
        plain = _EMPHASIS.sub(lambda m: "*" * len(m[0]), plain)
    return " ".join(plain.split())


def _line(line: str, table: bool) -> str:
    line = line.removesuffix("\\")  # a hard line break
    if table and _TABLE_RULE.fullmatch(line):
        return "|-|"
    if table and line.startswith("|"):
        return "|".join(cell.strip() for cell in _CELL.split(line.strip("|")))
    first = line[:1]
    if first == "#" and (heading := _HEADING.fullmatch(line)):
        return f"{heading[1]} {heading[2]}"
    if first in _BULLETS and _BULLET.match(line):
        return f"-{line[1:]}"
    number = _NUMBER.match(line) if first.isdigit() else None
    return f"1.{line[number.end() :]}" if number else line


def _link(match: re.Match[str]) -> str:
    """A relative target without its folders, but for the one that ``index.md`` stands for;
    another address as it is.
    """
    target = match[1]
    if "://" not in target and not target.startswith(("#", "mailto:")):
        path, sign, anchor = target.partition("#")
        folder, _, file = path.rpartition("/")
        own = f"{folder.rpartition('/')[2]}/" if folder and file in _FOLDERS_OWN else ""
        target = unquote(f"{own}{file}{sign}{anchor}")
    return f"]({target}{match[2].rstrip()})"


def _unescape(match: re.Match[str]) -> str:
    return match[1] or html.unescape(f"&{match[2]}")
