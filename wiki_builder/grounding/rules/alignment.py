"""Which words of one text answer those of another: content words, cut to their stems."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from wiki_builder.grounding import sentences
from wiki_builder.grounding.rules.reading import Reading, Span, read
from wiki_builder.grounding.rules.rule import Ground, Said

_WORD = re.compile(r"[A-Za-z]+|\d+(?:[.,]\d+)*")
_FIGURE = re.compile(
    r"(?<![\w.\-^@])\d+(?:,\d{3})*(?:\.\d+)?(?![\d]|-?[Dd]\b|-(?!fold|point|percent)[a-z]|\^)"
)
_NAMED = re.compile(r"[A-Z][\w.-]*\s$")
_SCALE = re.compile(r"\s?(thousand|million|billion|trillion|[kKMB](?![A-Za-z])|百万|千万|万|亿|千)")
_SCALES = {
    "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12, "k": 10**3, "m": 10**6,  # noqa: E501
    "b": 10**9, "千": 10**3, "万": 10**4, "百万": 10**6, "千万": 10**7, "亿": 10**8,
}  # fmt: skip
STOP = frozenset(
    "a about above after again against all also am an and any are as at be because been before being"  # noqa: E501
    " below between both but by can cannot could did do does doing down during each either every few"  # noqa: E501
    " for from further had has have having he her here hers him his how i if in into is it its itself"  # noqa: E501
    " just let many may me might more most much must my near neither no none nor not of off often on"  # noqa: E501
    " once one ones only or other our ours out over own per rather same several shall she should since so"  # noqa: E501
    " some such than that the their theirs them then there these they this those though through thus"  # noqa: E501
    " to too toward towards under until up upon us use used uses using very via was we well were what"  # noqa: E501
    " when where whereas whether which while who whom whose why will with within without would yet you"  # noqa: E501
    " your it's however hence therefore instead e g i.e eg ie et al vs s t make makes made get gets"
    " give gives given take takes taken show shows shown find finds found paper work authors author"
    " approach method methods propose proposes proposed based new across among amongst along".split()  # noqa: E501
)
_ENDINGS = (
    "izations", "isations", "ization", "isation", "fulness", "ousness", "iveness", "ations", "ational",  # noqa: E501
    "ments", "ation", "ities", "ingly", "ibility", "ability", "ators", "ator", "ance", "ence", "ment",  # noqa: E501
    "ness", "ible", "able", "ions", "ings", "edly", "ally", "tion", "sion", "ies", "ing", "ity", "ive",  # noqa: E501
    "ion", "ers", "ors", "ful", "ous", "ate", "ize", "ise", "ed", "es", "er", "or", "ly", "al", "ic",  # noqa: E501
    "s", "e", "y",
)  # fmt: skip
# by their last letter, each in its order
_BY_LAST = {
    last: [one for one in _ENDINGS if one[-1] == last] for last in {e[-1] for e in _ENDINGS}
}
_LEAST = 4  # letters of a stem
_CLOSE = 0.7  # of a wording's content words stand in its quote
_LONGEST = 700  # characters of a quote that is compared as a whole
_SENTENCES = 2  # of a passage that are compared, beside the quote
# How much of a wording's content words stand in a sentence, and of the sentence's in the wording:
# of one beside the quote, and of one alone.
_NEAR, _ALIKE = (0.3, 0.0), (0.6, 0.4)


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """What the inflections and derivations of an English word have in common, roughly:
    ``degrades`` and ``degradation`` give ``degrad``.
    """
    word = word.lower()
    for _ in range(2):
        for ending in _BY_LAST.get(word[-1:], ()):
            if word.endswith(ending) and len(word) - len(ending) >= _LEAST:
                word = word[: -len(ending)]
                break
    return word


@lru_cache(maxsize=2048)
def content(text: str) -> frozenset[str]:
    """The stems of an English text's content words, and its numbers."""
    return frozenset(
        stem(word) for word in _WORD.findall(text) if word.lower() not in STOP and len(word) > 1
    )


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of a text: its value (``2670000`` for 2.67 million), where it stands, and the parts
    of its clause that belong to it, up to its neighbours.
    """

    value: str
    start: int
    end: int
    before: Span
    behind: Span


@lru_cache(maxsize=256)
def figures(reading: Reading) -> tuple[Figure, ...]:
    """The numbers of a text that are part of no name (``Gemini 3``)."""
    found = [
        m for m in _FIGURE.finditer(reading.text) if not _NAMED.search(reading.text[: m.start()])
    ]
    made = []
    for at, match in enumerate(found):
        start, end = reading.clause(match.start())
        start = max(start, found[at - 1].end() if at else 0)
        end = min(end, found[at + 1].start() if at + 1 < len(found) else end)
        value = _value(match, reading.text)
        before, behind = (start, match.start()), (match.end(), end)
        made.append(Figure(value, match.start(), match.end(), before, behind))
    return tuple(made)


def _value(match: re.Match[str], text: str) -> str:
    number = Decimal(match[0].replace(",", "")) if match[0][-1].isdigit() else Decimal(0)
    scale = _SCALE.match(text, match.end())
    number *= _SCALES[scale[1].lower()] if scale else 1
    return format(number.normalize(), "f")


def shared(these: frozenset[str], those: frozenset[str]) -> float:
    """How much of ``these`` stands among ``those``: 0 to 1."""
    return len(these & those) / len(these) if these else 0.0


def closest(words: frozenset[str], reading: Reading) -> tuple[Span, float]:
    """The clause of ``reading`` that holds most of ``words``, and how much it holds."""
    return max(
        ((span, shared(words, content(reading.text[slice(*span)]))) for span in reading.clauses),
        key=lambda found: found[1],
        default=((0, 0), 0.0),
    )


@dataclass(frozen=True, slots=True)
class Compared:
    """What rules compare word by word: both wordings, and the words of the paper beside them.

    ``quote`` are the quote's own words. ``evidence`` adds, in a full text, the sentences of the
    passage that are most like the wording; where there is no quote it is these alone. Both are
    empty for a free rewording, which says with other words what the quote says, negators and
    comparatives included. ``free``: it is one. ``raw`` is the quote even then.
    """

    en: Reading
    zh: Reading
    quote: Reading
    evidence: Reading
    raw: Reading
    free: bool

    @property
    def wordings(self) -> tuple[Reading, ...]:
        return tuple(wording for wording in (self.en, self.zh) if wording.text)


def compared(said: Said, ground: Ground) -> Compared:
    """A wording beside what it is compared with."""
    quote = ground.quote if len(ground.quote) <= _LONGEST else ""
    free = bool(quote) and shared(_neutral(said.en), content(quote)) < _CLOSE
    if free:
        quote = found = ""
    elif quote:
        found = quote if ground.abstract else f"{quote}\n{_like(said.en, ground.near, _NEAR)}"
    else:
        found = _like(said.en, ground.quote or ground.near, _ALIKE)
    return Compared(
        read(said.en, "en"),
        read(said.zh, "zh"),
        read(quote, "en"),
        read(found, "en"),
        read(ground.quote, "en"),
        free,
    )


@lru_cache(maxsize=256)
def _neutral(text: str) -> frozenset[str]:
    """The content words of an English text but those that turn or limit what it says."""
    turning = (m.text for m in read(text, "en").marks if any("." not in c for c in m.classes))
    return content(text) - frozenset().union(*map(content, turning))


_PART = {
    "en": re.compile(r"(?<=[;:])\s+|(?<=[.!?])\s+(?=[A-Z])"),
    "zh": re.compile("(?<=[；：。！？;])(?=.)"),
}


def segments(of: Compared) -> Iterator[Compared]:
    """The parts of a wording that answer each other in both languages, beside the same evidence:
    sentences and what stands between semicolons, where the languages have as many.
    """
    en, zh = (_PART[one.language].split(one.text) for one in (of.en, of.zh))
    if len(en) == len(zh) > 1:
        for one, two in zip(en, zh, strict=True):
            yield replace(of, en=read(one, "en"), zh=read(two, "zh"))
    else:
        yield of


def pieces(said: Said, ground: Ground) -> Iterator[Said]:
    """What is compared by itself: a claim as a whole; of a text without a quote each sentence, if
    the languages have as many.
    """
    if not ground.quote and said.en and said.zh:
        en, zh = sentences.split(said.en), sentences.split(said.zh)
        if len(en) == len(zh):
            yield from map(Said, en, zh)
            return
    yield said


@lru_cache(maxsize=64)  # every statement without a quote is held against the same paper
def _contents(passage: str) -> tuple[tuple[str, frozenset[str]], ...]:
    return tuple((one, content(one)) for one in sentences.split(passage))


@lru_cache(maxsize=128)
def _like(wording: str, passage: str, least: tuple[float, float]) -> str:
    """The sentences of a passage that share most words with a wording: both with each other."""
    words = content(wording)
    found = []
    for one, theirs in _contents(passage):
        share = shared(words, theirs)
        if share >= least[0] and shared(theirs, words) >= least[1]:
            found.append((share, one))
    best = sorted(found, key=lambda pair: -pair[0])[:_SENTENCES]
    return "\n".join(one for _, one in best)
