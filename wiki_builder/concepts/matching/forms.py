"""The form of a name: what it says, in the glossary's words, whatever its language, acronyms and
wording.

``KG completion``, ``knowledge graph completion`` and 知识图谱补全 have one form. Names of one form
are one thing unless a guard objects; names of different forms may still be.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import TypeAlias

from wiki_builder.concepts.matching.glossary import GlossaryTerm, glossary, is_chinese
from wiki_builder.concepts.matching.guards import is_acronym
from wiki_builder.core import names
from wiki_builder.core.characters import HAN
from wiki_builder.core.spelling import rendering

Form: TypeAlias = tuple[str, ...]

# English words, or 16 Chinese characters, of a glossary's name that are looked for in a longer one
_LONGEST = 7
_LONGEST_CHINESE = 16
_SEPARATORS = re.compile(r"[\s\-_/‐‑‒–—―−·・]+")
_DROPPED = frozenset(("a", "an", "the"))
_AS_ONE = {
    **dict.fromkeys(("from", "via", "by", "through", "using"), "with"),
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "versus": "vs", "positional": "position",  # noqa: E501
    "net": "network", "convnet": "convolutionalnetwork",
}  # fmt: skip
_NEURAL = frozenset(
    ("convolutional", "recurrent", "residual", "siamese", "capsule", "spiking", "forward")
)
_DIMENSIONAL = re.compile(r"\b(one|two|three|four|[1-9])[- ]dimensional\b", re.IGNORECASE)
_BASED = re.compile(r"^基于(?P<what>.+?)的(?P<head>[^的]+)$")
_PIECES = re.compile(r"[A-Za-z0-9+#]+(?:[-.][A-Za-z0-9+#]+)*|.")


@lru_cache(maxsize=50_000)
def form(name: str) -> Form:
    """The form of a name in either language; empty for a name without a letter or digit."""
    return tuple(_merged(spoken(name)))


@lru_cache(maxsize=50_000)
def spoken(name: str) -> list[str]:
    """The words of a name in English as they count, acronyms in full,
    Chinese where the glossary has it.
    """
    short = names.bare(name)
    return _in_english(short) if is_chinese(short) else _words(short)


@lru_cache(maxsize=50_000)
def _words(name: str) -> list[str]:
    """The words of an English name as they count, with known acronyms in full."""
    kept: list[str] = []
    plain = _DIMENSIONAL.sub(
        lambda match: f"{_AS_ONE.get(match[1].lower(), match[1])}D", names.tidy_name(name)
    )
    parts = [part for part in _SEPARATORS.split(plain) if part]
    for part in parts:
        meant = glossary().meanings(part) if is_acronym(part) or len(parts) == 1 else ()
        written = _SEPARATORS.split(meant[0]) if len(meant) == 1 else [part]
        words = (word for one in written for word in names.name_words(one))
        kept += [_AS_ONE.get(word, word) for word in words if word not in _DROPPED]
    after_neural = range(1, len(kept) - 1)
    idle = {at for at in after_neural if kept[at] == "neural" and kept[at - 1] in _NEURAL}
    return [word for at, word in enumerate(kept) if at not in idle]


def _merged(words: list[str]) -> Iterator[str]:
    """The words with each longest name of the glossary among them in its first English wording."""
    at = 0
    while at < len(words):
        for length in range(min(_LONGEST, len(words) - at), 0, -1):
            meant = _phrases().get("".join(words[at : at + length]), ())
            if len(meant) == 1 or length == 1:
                yield meant[0] if len(meant) == 1 else words[at]
                at += length
                break


def _in_english(name: str) -> list[str]:
    """A Chinese name in English words where the glossary has them, in the order of the Chinese."""
    text = _rendered(name)
    if (text.lower() not in _chinese()) and (match := _BASED.match(names.tidy_name(name))):
        return [*_in_english(match["what"]), "based", *_in_english(match["head"])]
    words: list[str] = []
    at = 0
    while at < len(text):
        length, found = _known(text, at)
        words += found
        at += length
    return words


_BY_HAN = re.compile(rf"(?<=[{HAN}])[\s\-]+|[\s\-]+(?=[{HAN}])")


def _rendered(name: str) -> str:
    text = _BY_HAN.sub("", names.tidy_name(name))
    return rendering(text)


def _known(text: str, at: int) -> tuple[int, list[str]]:
    """How long the longest name of the glossary at a place in a Chinese name is,
    and its English words.
    """
    for length in range(min(_LONGEST_CHINESE, len(text) - at), 0, -1):
        meant = _chinese().get(text[at : at + length].lower(), ())
        if len(meant) == 1:
            return length, _words(meant[0])
    piece = match[0] if (match := _PIECES.match(text, at)) else text[at]
    return len(piece), _words(piece) if piece.isascii() else [piece]


@cache
def _chinese() -> dict[str, Form]:
    """The English name of what each Chinese name in the glossary stands for."""
    chinese = ((name, entry.en) for entry in _entries() for name in entry.names if is_chinese(name))
    return _claimed((_rendered(name).lower(), en) for name, en in chinese)


@cache
def _phrases() -> dict[str, Form]:
    """The joined words of what each English name in the glossary stands for."""
    english = (
        (name, entry.en) for entry in _entries() for name in entry.names if not is_chinese(name)
    )
    return _claimed(("".join(_words(name)), "".join(_words(en))) for name, en in english)


def _entries() -> Iterator[GlossaryTerm]:
    return (entry for entries in glossary().by_key.values() for entry in entries)


def _claimed(pairs: Iterable[tuple[str, str]]) -> dict[str, Form]:
    found: dict[str, dict[str, None]] = {}
    for written, meant in pairs:
        found.setdefault(written, {})[meant] = None
    return {written: tuple(meant) for written, meant in found.items()}


# --- Heads that say nothing -------------------------------------------------------

_LAST = re.compile(r"^(?P<rest>.*\S)[\s-]+(?P<head>[A-Za-z]+)$")
_ACTION = re.compile(r"(?:ing|[st]ion|ment|ance|ence)$")
_PROCEDURE = frozenset(
    (
        "annealing",
        "ascent",
        "bagging",
        "boosting",
        "critic",
        "descent",
        "iteration",
        "propagation",
        "sampling",
        "search",
    )
)
_HARM = frozenset(("injection", "poisoning", "inversion", "jailbreak", "jailbreaking"))
_CHINESE_HEADS = (
    (re.compile(r"(?<=.{4})(?:机制|技术|范式)$"), re.compile(r"")),
    (
        re.compile(r"(?:算法|方法|法)$"),
        re.compile(r"(?:下降|搜索|采样|传播|迭代|退火|策略优化|[A-Za-z0-9])$"),
    ),
    (re.compile(r"(?:模型|优化器|数据集|基准|架构)$"), re.compile(r"[A-Z][A-Za-z0-9-]*$")),
    (re.compile(r"攻击$"), re.compile(r"(?:注入|投毒|反演)$")),
)


@lru_cache(maxsize=50_000)
def core(name: str) -> str:
    """A name without the head noun that says nothing of its own (``data augmentation technique``,
    ``PPO algorithm``).

    A head stays where the name would be another thing without it: kernel method, genetic algorithm,
    reward mechanism, image segmentation algorithm.
    """
    short = names.bare(name)
    if is_chinese(short):
        return _chinese_core(short)
    match = _LAST.match(short)
    return (
        match["rest"] if match and _says_nothing(names.key(match["head"]), match["rest"]) else short
    )


def _says_nothing(head: str, rest: str) -> bool:
    last = names.name_words(rest)[-1:] or [""]
    long, named = len(rest.split()) > 1, is_acronym(rest) or bool(re.fullmatch(r"\S*\d\S*", rest))
    acts = bool(_ACTION.search(_in_full(rest)))
    if head in ("mechanism", "technique", "paradigm"):
        return (long and acts) or named
    if head in ("algorithm", "method", "approach", "procedure", "optimizer"):
        return last[0] in _PROCEDURE or (named and _in_full(rest) != "learning")
    if head in ("model", "architecture", "network"):
        return named and not acts
    if head in ("dataset", "benchmark", "corpus", "score", "metric", "framework"):
        return named
    return head == "attack" and last[0] in _HARM


def _in_full(name: str) -> str:
    """The last word of a name, or of what an acronym stands for."""
    meant = glossary().meanings(name)
    return (names.name_words(meant[0] if len(meant) == 1 else name)[-1:] or [""])[0]


def _chinese_core(name: str) -> str:
    plain = rendering(name)
    for head, rest in _CHINESE_HEADS:
        if (match := head.search(plain)) and rest.search(plain[: match.start()].strip()):
            return plain[: match.start()].strip()
    return plain
