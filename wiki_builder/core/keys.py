"""Keys, and how they are kept out of all that is stored, shown or logged.

What others say goes through here twice. Where it comes in: a model's reply without any
key that is known here, however it is written; a reason (an error's words) also without
whatever looks like a key. And where it goes out, whatever way it took: files
(:mod:`wiki_builder.core.store.disk`) and the streams of the command line (:func:`guarded`).

Known is the value of each environment variable whose name speaks of a secret, the user
and password in each address there, and what :func:`keep` was told. A value that is a
plain word, or short (``test``, ``ollama``), could be any word of a paper: it is taken
out of reasons alone, and there only where they speak of a key.
"""

from __future__ import annotations

import base64
import json
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TextIO
from urllib.parse import parse_qsl, unquote, urlsplit

REMOVED: Final = "(key removed)"  # harmless in JSON, YAML, TOML, Markdown and HTML

_NAMES: Final = re.compile(
    r"(^|_)(API_?KEYS?|KEYS?|TOKENS?|SECRETS?|PASS(WORD|WD|PHRASE)?|PWD|CREDENTIALS?|AUTH|WEBHOOKS?|COOKIE|PAT|DSN|"
    r"BEARER)(_|$)|(KEY|TOKEN|SECRET|PASSWORD|PASSWD|WEBHOOK)$",
    re.IGNORECASE,
)
_VENDOR: Final = (
    r"sk-(?:ant-(?:api|admin|oat)\d\d-|proj-|or-v1-|svcacct-|lf-)?|AIza|gsk_|gh[opsur]_|github_pat_|glpat-|hf_|xai-|"
    r"pplx-|nvapi-|tvly-|fw_|r8_|xox[abeoprs]-|ya29\.|AKIA|ASIA|SG\.|[spr]k_(?:live|test)_|whsec_|npm_|pypi-"
)
_PREFIX: Final = re.compile(_VENDOR)
_MASK: Final = r"(?:\*{2,}|\.{3,}|…+|•{2,}|[xX]{4,})"
_MASKED: Final = re.compile(_MASK)
_MOST_SHOWN: Final = 40  # characters before and behind a mask
_SHORTEST: Final = 8  # characters of a value that is no common word
_LONG: Final = 20  # from here on a value is no part of a word by chance
_PIECE: Final = 8  # so many of a key's characters in a row are taken out, too
_SEEN_OF_MASKED: Final = 4  # characters that a masked key must show, its vendor's prefix apart
_NUMBERED: Final = re.compile(  # resnet50, llama-3.1b, GPT-4o
    r"([A-Z]?[a-z]{1,14}|[A-Z]{1,8})[-_. ]?v?\d{1,4}(\.\d+)?[A-Za-z]?"
)
# characters that are read one by one even where no piece of a key stands in them
_ALL_OF: Final = 200_000
_CHARACTER: Final = re.compile(
    r"\\+u00([0-9a-fA-F]{2})|%(?:25)?([0-9a-fA-F]{2})|&#(\d{2,3});|&#[xX]([0-9a-fA-F]{2});|&(amp|lt|gt|quot|apos);|"
    r"\\+[nrt]|\\|[\s\u00ad\u200b-\u200d\u2060\ufeff]+|(.)",
    re.DOTALL,
)
_NAMED: Final = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}


# --- What is known ----------------------------------------------------------------

_kept: set[str] = set()


def keep(value: str) -> None:
    """From now on ``value`` is a key, whatever the name of the variable that it came from."""
    if value:
        _kept.add(value)


@dataclass(frozen=True, slots=True)
class _Known:
    """The keys by how sure one can be to meet them;
    ``needles`` are lower case and as :func:`_flat` gives text.
    """

    needles: tuple[str, ...] = ()
    short: frozenset[str] = frozenset()  # those of them that could be a part of a word
    pieces: frozenset[str] = frozenset()
    whole: tuple[str, ...] = ()  # as they are, for those that are shown in part
    common: tuple[str, ...] = ()  # those that could be any word
    hints: tuple[bytes, ...] = ()  # one of these stands in whatever holds a key in plain writing


def _known() -> _Known:
    values = set(_kept)
    for name, value in os.environ.items():
        named = _is_named(name)
        if named or "://" in value:
            values.update(_secrets(value, named))
    return _prepared(frozenset(values))


@lru_cache(maxsize=1024)
def _is_named(name: str) -> bool:
    """Whether a variable's name speaks of a secret."""
    return _NAMES.search(name) is not None


@lru_cache(maxsize=256)
def _secrets(value: str, named: bool) -> tuple[str, ...]:
    """What is secret in a variable's value; ``named``: its name says that it is."""
    value = value.strip()
    if "://" in value:
        return tuple(_of_address(value, named))
    if not named or (os.path.isabs(value) and os.path.exists(value)):
        return ()
    if value.startswith("{"):
        return tuple(_of_document(value))
    return (value,) if value else ()


def _of_address(value: str, named: bool) -> Iterator[str]:
    try:
        parts = urlsplit(value)
        user, password = parts.username, parts.password
    except ValueError:
        return
    yield from (
        unquote(part) for part in (user, password) if part and (part == password or not password)
    )
    if named:
        found = (
            *parts.path.split("/"),
            *(text for _, text in parse_qsl(parts.query)),
            parts.fragment,
        )
        yield from (part for part in found if part and _is_unmistakable(part))


def _of_document(value: str) -> Iterator[str]:
    """Credentials as one JSON document: the values whose names speak of a secret."""
    try:
        document = json.loads(value)
    except (ValueError, RecursionError):
        yield value
        return
    yield from (v for k, v in document.items() if isinstance(v, str) and v and _NAMES.search(k))


@lru_cache(maxsize=8)
def _prepared(values: frozenset[str]) -> _Known:
    sure = sorted(
        (value for value in values if _is_unmistakable(value)),
        key=lambda value: (-len(value), value),
    )
    plain = [_flat_of(value) for value in sure]
    coded = [needle.lower() for value in sure for needle in _encoded(value)]
    hints = {
        hint
        for needle in plain
        for hint in (needle[:6], needle[len(needle) // 2 - 3 :][:6], needle[-6:])
    }
    hints |= {needle[:12] for needle in coded}
    return _Known(
        needles=tuple(dict.fromkeys([*plain, *coded])),
        short=frozenset(needle for needle in plain if len(needle) < _LONG),
        pieces=frozenset(piece for value in sure for piece in _pieces(value)),
        whole=tuple(sure),
        common=tuple(sorted(values - set(sure), key=lambda value: (-len(value), value))),
        hints=tuple(sorted(hint.encode("utf-8", errors="replace") for hint in hints)),
    )


def _is_unmistakable(value: str) -> bool:
    """Whether no text holds ``value`` by chance: long enough, and no words and no number."""
    if len(value) < _SHORTEST or value.isdigit():
        return len(value) >= _LONG
    parts = [part for part in re.split(r"[^A-Za-z0-9]+", value) if part]
    words = all(re.fullmatch(r"[A-Z]?[a-z]*|[A-Z]+", part) and len(part) < _LONG for part in parts)
    if words and value.isascii():
        return len(parts) > 3 and len(value) >= _LONG  # a phrase of four words
    return not _NUMBERED.fullmatch(value)


def _encoded(value: str) -> Iterator[str]:
    """``value`` as a part of something in base 64, at each of its three places, and in base 16."""
    raw = value.encode("utf-8", errors="replace")
    yield raw.hex()
    for shift in range(3):
        coded = base64.b64encode(b"\0" * shift + raw)
        middle = coded[
            -(-shift * 8 // 6) : len(coded) - (0 if (len(raw) + shift) % 3 == 0 else 4)
        ].decode()
        yield middle
        yield middle.replace("+", "-").replace("/", "_")


def _pieces(value: str) -> Iterator[str]:
    """The runs of a key's characters that no text has by chance:
    with letters and digits, or of both cases.
    """
    prefix = _PREFIX.match(value)
    body = value[prefix.end() if prefix else 0 :]
    if len(body) < 2 * _PIECE:
        return
    for at in range(len(body) - _PIECE + 1):
        piece = body[at : at + _PIECE]
        digits, letters = sum(c.isdigit() for c in piece), sum(c.isalpha() for c in piece)
        cases = any(c.islower() for c in piece) and any(c.isupper() for c in piece[1:])
        if piece.isalnum() and (min(digits, letters) >= 2 or (cases and digits)):
            yield piece.lower()


# --- Taking it out -----------------------------------------------------------------


def without_keys(text: str) -> str:
    """``text`` without any key that is known and cannot be mistaken, in whatever writing,
    whole or in part.
    """
    known = _known()
    if not known.needles or (
        len(text) > _ALL_OF and not _hinted(text.encode("utf-8", "replace"), known)
    ):
        return text
    return _without_masked(_without(text, known), known.whole)


def without_likely_keys(text: str) -> str:
    """A reason without any key that is known, and without what looks like one."""
    text = without_keys(text)
    for value in _known().common:
        text = _common(value).sub(rf"\g<before>{REMOVED}", text)
    for pattern in _LIKELY:
        text = pattern.sub(_unlikely, text)
    return text


def without_keys_in(content: bytes) -> bytes:
    """The bytes of a file without any key that is known; what is no UTF-8 is left as it is."""
    known = _known()
    if not _hinted(content, known):
        return content
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return content
    return _without(text, known).encode("utf-8")


def _hinted(content: bytes, known: _Known) -> bool:
    if not known.hints:
        return False
    lower = content.lower()
    return any(hint in lower for hint in known.hints)


def _without(text: str, known: _Known) -> str:
    flat, places = _flat(text)
    spans = sorted(_spans(flat, places, text, known))
    parts, at = [], 0
    for start, end in spans:
        if start >= at:
            parts += [text[at:start], REMOVED]
        at = max(at, end)
    return "".join((*parts, text[at:])) if spans else text


def _spans(
    flat: str, places: list[tuple[int, int]], text: str, known: _Known
) -> Iterator[tuple[int, int]]:
    """Where in ``text`` a key stands, or a piece of one."""
    for needle in known.needles:
        at = flat.find(needle)
        while at >= 0:
            start, end = places[at][0], places[at + len(needle) - 1][1]
            if needle not in known.short or not (
                text[start - 1 : start].isalnum() or text[end : end + 1].isalnum()
            ):
                yield start, end
            at = flat.find(needle, at + 1)
    if known.pieces:
        for at in range(len(flat) - _PIECE + 1):
            if flat[at : at + _PIECE] in known.pieces:
                yield places[at][0], places[at + _PIECE - 1][1]


def _flat(text: str) -> tuple[str, list[tuple[int, int]]]:
    """``text`` as it reads once all is decoded, in lower case, without white space;
    and where each character stands.
    """
    read: list[str] = []
    places: list[tuple[int, int]] = []
    for match in _CHARACTER.finditer(text):
        character = _decoded(match)
        if character and not character.isspace() and character != "\\":
            read.append(character.lower() if character.isascii() else character)
            places.append(match.span())
    return "".join(read), places


def _flat_of(value: str) -> str:
    return _flat(value)[0]


def _decoded(match: re.Match[str]) -> str:
    unicode, percent, decimal, hexadecimal, named, plain = match.groups()
    if plain is not None:
        return plain
    if code := unicode or percent or hexadecimal:
        return chr(int(code, 16))
    return chr(int(decimal)) if decimal else _NAMED.get(named, "")


def _without_masked(text: str, keys: tuple[str, ...]) -> str:
    """``text`` without the keys of which only the ends are shown."""
    parts, at = [], 0
    for match in _MASKED.finditer(text):
        before, behind = (
            text[max(at, match.start() - _MOST_SHOWN) : match.start()],
            text[match.end() : match.end() + _MOST_SHOWN],
        )
        head, tail = max((_ends(key, before, behind) for key in keys), key=sum)
        if head + tail:
            parts += [text[at : match.start() - head], REMOVED]
            at = match.end() + tail
    return "".join((*parts, text[at:])) if parts else text


def _ends(key: str, before: str, behind: str) -> tuple[int, int]:
    """How many characters of ``key``'s ends stand before and behind a mask;
    none, where they are too few to tell.
    """
    head = next(
        (n for n in range(min(len(key), len(before)), 0, -1) if before.endswith(key[:n])), 0
    )
    tail = next(
        (n for n in range(min(len(key), len(behind)), 0, -1) if behind.startswith(key[-n:])), 0
    )
    prefix = _PREFIX.match(key)
    shown = max(0, head - (prefix.end() if prefix else 0)) + tail
    return (head, tail) if head and shown >= _SEEN_OF_MASKED else (0, 0)


# --- What looks like a key ------------------------------------------------------------

_WORD: Final = (
    r"(?:api[-_ ]?key|access[-_"
    r" ]?key|key|token|secret|passw(?:or)?d|authorization|credentials?|bearer)"
)
_BETWEEN: Final = r"(?:provided|is|was|given|of|value|used)"
_TOKEN: Final = r"[^\s\"'`,;)}\]]{8,}"
_CASELESS: Final = re.IGNORECASE
_LIKELY: Final = tuple(
    re.compile(pattern, flags)
    for pattern, flags in (
        (
            (
                r"(?P<before>)-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE"
                r" KEY-----|$)"
            ),
            re.DOTALL,
        ),
        (r"(?P<before>://)[^\s/@\"'<>]+(?=@)", 0),
        (
            r"(?P<before>[?&](?:api[-_]?|access[-_]?)?(?:key|token|secret|password|sig|signature)=)[^\s&\"'<>]+",
            re.IGNORECASE,
        ),
        (rf"(?P<before>(?<![A-Za-z0-9]))(?:{_VENDOR})[A-Za-z0-9_-]{{10,}}", 0),
        (rf"(?P<before>(?<![A-Za-z0-9]))(?:{_VENDOR})[A-Za-z0-9_-]*{_MASK}[A-Za-z0-9_-]*", 0),
        (r"(?P<before>)[A-Za-z0-9_.-]*\*{3,}[A-Za-z0-9_-]*", 0),
        (r"(?P<before>)eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)?", 0),
        (r"(?P<before>\b(?:Bearer|Basic)\s+)(?P<maybe>[^\s\"',;)}\]]{6,})", _CASELESS),
        (
            rf"(?P<before>{_WORD}[\"'`)]*(?:\s+{_BETWEEN})?\s*[:=]?\s*[\"'`(\[{{]*)(?P<maybe>{_TOKEN})",
            _CASELESS,
        ),
    )
)


def _unlikely(match: re.Match[str]) -> str:
    """A match without its key, unless what stands there is a word, a number or an address."""
    maybe = match.groupdict().get("maybe")
    return match["before"] + REMOVED if maybe is None or _is_likely(maybe) else match[0]


def _is_likely(value: str) -> bool:
    value = value.rstrip(".:!?")
    if "://" in value or REMOVED.startswith(value):
        return False
    digits, letters = any(c.isdigit() for c in value), any(c.isalpha() for c in value)
    return len(value) >= _SHORTEST and (
        (digits and letters) or re.search(_MASK, value) is not None or len(value) > 32
    )


@lru_cache(maxsize=64)
def _common(value: str) -> re.Pattern[str]:
    """A key that could be any word, where a reason speaks of a key."""
    return re.compile(
        rf"(?P<before>{_WORD}s?\b[^\w]*(?:(?:provided|is|was|given|of|value|used|bearer)\b[^\w]*)*){re.escape(value)}(?!\w)",
        re.IGNORECASE,
    )


# --- The streams ---------------------------------------------------------------------


class _Guarded:
    """A text stream on which no key appears; all but ``write`` is the stream's own."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        self._stream.write(without_keys(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        self.write("".join(lines))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def guarded(stream: TextIO) -> TextIO:
    """``stream``, on which no key that is known appears, whoever writes there."""
    guard: Any = stream if isinstance(stream, _Guarded) else _Guarded(stream)
    return guard  # type: ignore[no-any-return]  # it has all that a stream has
