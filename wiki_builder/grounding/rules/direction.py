"""Direction: what rises in the evidence does not fall in the wording, and what gets better does not
get worse; likewise between the two languages.

Four looks, each at two texts: at the same number, at the same words, at a direction that only one
of the texts has, and at how many rises and falls they have. Comparatives with *than* are left to
``comparison``, since exchanged sides turn them round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice
from typing import Literal, TypeAlias

from wiki_builder.core.values.checks import Finding
from wiki_builder.grounding.rules.alignment import (
    STOP,
    Compared,
    compared,
    content,
    figures,
    pieces,
    segments,
    stem,
)
from wiki_builder.grounding.rules.reading import Mark, Reading, opposites
from wiki_builder.grounding.rules.rule import Ground, Said

Way: TypeAlias = Literal["rise", "fall"]

_OTHER: dict[Way, Way] = {"rise": "fall", "fall": "rise"}
_WAYS: dict[str, Way] = {"rise": "rise", "fall": "fall", "gain": "rise", "setback": "fall"}
_QUALITY = frozenset(("gain", "setback"))
_SUPPORT = {
    "rise": ("rise", "gain", "up", "better", "beats", "loses", "both", "span", "neg"),
    "fall": ("fall", "setback", "down", "worse", "loses", "both", "span", "neg", "deny"),
}
_REACH = 70  # characters on either side of a direction that say what rises or falls
_NEAR = {"en": 60, "zh": 16}  # ... that say whether more of it is better
_TO = re.compile(
    r"[\s%xX×]*(?:points?|percent|个百分点|倍)?[\s%]*(?:to|→|\\to|-+>?|–|至|到)[\s$\\]*"
)
_RIGHT_BEHIND = re.compile(r"[\s%xX×]*(?:points?|times|percent|pp)?\s*")
_MORE = re.compile(
    r"[0-9][\s%xX×]*(?:times|(?:percentage\s)?points?|percent)?"
    r"\s(?P<way>more|less|fewer|higher|lower|above|below|ahead|behind)\b",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[A-Za-z]+")
_TO_THAN = 8  # words from a comparative to its *than*
_THAN = re.compile(r"\bthan\b")
_COMPARATIVE = re.compile(r"(?:more|less|fewer|better|worse|\w+er)\b|.* than$", re.IGNORECASE)
_FIGURE = re.compile(r"\W*[0-9]")
_TIME = re.compile(
    r"(?:\b(?P<word>before|after|during|throughout|prior\sto|following)\s|\b(?P<pre>pre|post)-)"
    r"(?P<things>(?:(?<=-)[a-z]+|(?:[A-Za-z-]+\s){0,3}[A-Za-z-]+))",
    re.IGNORECASE,
)
_TIMES = {"before": "before", "prior": "before", "pre": "before", "during": "during"}
_TIMES |= {"throughout": "during", "after": "after", "following": "after", "post": "after"}
_TIMES_OF = ("倍", "times", "fold")  # which belong to the number before them
_NEGATED = 40  # characters between a negator and what it turns


def direction(said: Said, ground: Ground) -> Iterator[Finding]:
    """A rise for a fall, or a fall for a rise; one finding a sentence."""
    for one in pieces(said, ground):
        found = compared(one, ground)
        between = (look for part in segments(found) for look in _between(part))
        yield from islice(chain(_against(found), between), 1)


def _against(of: Compared) -> Iterator[Finding]:
    """A wording's direction that is not the evidence's."""
    en, zh = of.en, of.zh
    found = _of_number(en, of.evidence) or _of_words(en, of.quote if of.quote.text else of.evidence)
    if found and not _is_evened(of, found):
        also = _of_number(zh, of.evidence) or _of_counts(zh, of.evidence)
        yield Finding("direction", *found, sure=bool(also), language="en")
    if found := _opposite(of) or _when(of):
        yield Finding("direction", *found, language="en")
    if found := _of_number(zh, of.evidence) or _of_wins(of):
        yield Finding("direction", *found, language="zh")
    if of.quote.text and len({len(turns(one)) for one in (*of.wordings, of.evidence)}) == 1:
        for wording in of.wordings:
            if found := _of_counts(wording, of.evidence):
                yield Finding("direction", *found, language=wording.language)


def _between(of: Compared) -> Iterator[Finding]:
    """A direction that one language has and the other turns round."""
    en, zh = of.en, of.zh
    if not (en.text and zh.text):
        return
    if found := _of_number(en, zh) or (_of_counts(en, zh) if of.quote.text else None):
        yield Finding("direction", *found)
    for this, other in ((en, zh), (zh, en)):
        for way in _OTHER:
            if _lacks(other, this, way):
                yield Finding("direction", _first(this, way), _first(other, _OTHER[way]))
        harm = this.has("damage") and not this.has("benefit")
        good = other.has("benefit") and not other.has("damage", "fall", "setback", "down", "worse")
        if harm and good:
            found = this.of("damage")[0].text, other.of("benefit")[0].text
            yield Finding("direction", *found, language=this.language)


# --- What rises and falls -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Turn:
    """A word that says that something rises (or gets better) or falls (or gets worse).

    ``quality``: better or worse. ``sign`` says of what: 1 if it is the better for rising, -1 for
    falling, 0 if that cannot be told.
    """

    mark: Mark
    way: Way
    quality: bool
    sign: int

    def opposes(self, other: Turn, sign: int = 1) -> bool:
        """Whether the two cannot be said of the same thing. Better and less can, unless the signs
        of both are at least ``sign``.
        """
        if self.way == other.way or stem(self.mark.text) == stem(other.mark.text):
            return False
        return self.quality == other.quality or min(self.sign, other.sign) >= sign


# 比 … 低 3: the adjective of a comparison, right before its number.
_BY = re.compile(
    "比[^，。；]{1,40}?(?P<way>[高低多少好差强弱快慢])(?:出|了)?(?:约|近|至少|最多|超过)?\\s?(?=[0-9])"
)
_ZH_WAYS: dict[str, Way] = {
    **dict.fromkeys("高多好强快", "rise"),
    **dict.fromkeys("低少差弱慢", "fall"),
}


@lru_cache(maxsize=256)
def turns(reading: Reading) -> tuple[Turn, ...]:
    """The rises and falls of a text, in order; no comparatives with *than*, and none that is
    negated.
    """
    found = []
    for mark in reading.marks:
        kinds = {_WAYS[name] for name in mark.classes if name in _WAYS}
        if len(kinds) == 1 and not _is_compared(reading, mark) and not _is_turned(reading, mark):
            quality = not mark.classes.isdisjoint(_QUALITY)
            found.append(Turn(mark, kinds.pop(), quality, _sign(reading, mark)))
    return tuple(found)


def _sign(reading: Reading, mark: Mark) -> int:
    near, (start, end) = _NEAR[reading.language], reading.clause(mark.start)
    around = (max(start, mark.start - near), min(end, mark.end + near))
    if reading.within(around, "bad"):
        return -1
    return 1 if reading.within(around, "good") else 0


def _is_compared(reading: Reading, mark: Mark) -> bool:
    """Whether a mark is a comparative with *than* behind it."""
    if reading.language == "zh":
        return mark.text.endswith("于")
    than = _THAN.search(reading.text, mark.start, reading.clause(mark.start)[1])
    return bool(than and _COMPARATIVE.fullmatch(mark.text))


def _is_turned(reading: Reading, mark: Mark) -> bool:
    """Whether a negator stands before a mark in its clause, or it falls *short*."""
    start, end = reading.clause(mark.start)
    before = reading.within((max(start, mark.start - _NEGATED), mark.start), "neg", "denier")
    if reading.language == "zh":  # 不安全 turns nothing but itself
        before = tuple(one for one in before if len(one.text) > 1 or one.end == mark.start)
    return bool(before) or "short" in reading.text[mark.end : min(end, mark.end + _NEGATED)]


def _first(reading: Reading, way: Way) -> str:
    return next((turn.mark.text for turn in turns(reading) if turn.way == way), "")


def _opposite(of: Compared) -> tuple[str, str] | None:
    """A word before or behind the same one as its opposite in the quote, where neither text has
    both.
    """
    if of.free and of.en.has("neg") != of.raw.has("neg"):
        return None  # "not high" is low
    ours, theirs = _neighbours(of.en.text), _neighbours(of.raw.text)
    known = {word for word, _ in theirs}
    for word, beside in ours:
        for other in opposites().get(word, frozenset()) & known - {word}:
            if word in known or other in {one for one, _ in ours}:
                continue
            if beside & frozenset().union(*(near for one, near in theirs if one == other)):
                return word, other
    return None


def _when(of: Compared) -> tuple[str, str] | None:
    """Before, during or after the same thing in both texts, and not the same one of them."""
    ours, theirs = _times(of.en.text), _times(of.raw.text)
    for thing in ours.keys() & theirs.keys():
        if not ours[thing].keys() & theirs[thing].keys():
            return (*ours[thing].values(),)[0], (*theirs[thing].values(),)[0]
    return None


@lru_cache(maxsize=256)
def _times(text: str) -> dict[str, dict[str, str]]:
    """The things that something is before, during or after, as stems, with the words for it."""
    found: dict[str, dict[str, str]] = {}
    for match in _TIME.finditer(text):
        time = _TIMES.get(match["pre"] or match["word"].lower().split()[0].strip("-"), "")
        words = f"{match['pre'] or ''}{match['things']}"
        for thing in content(match["things"]) if time else ():
            found.setdefault(thing, {})[time] = " ".join(words.split()[:3]) or words
    return found


def _is_evened(of: Compared, found: tuple[str, str]) -> bool:
    """Whether another word is turned into its opposite, too: lower farther away for higher closer
    by.
    """
    ours, theirs = (set(map(str.lower, _LETTERS.findall(one.text))) for one in (of.en, of.quote))
    flips = {
        word
        for word in ours - theirs
        if (other := opposites().get(word, frozenset()) & (theirs - ours))
        and not {word, *other} & set(" ".join(found).lower().split())
    }
    return len(flips) % 2 == 1


@lru_cache(maxsize=256)
def _neighbours(text: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The words of a text that have an opposite, with the content words next to them."""
    words = [word.lower() for word in _LETTERS.findall(text)]
    found = []
    for at, word in enumerate(words):
        if word in opposites() and "than" not in words[at : at + _TO_THAN]:
            behind = [stem(one) for one in words[at + 1 : at + 4] if one not in STOP][:1]
            before = [stem(one) for one in words[max(0, at - 3) : at] if one not in STOP][-1:]
            found.append((word, frozenset((*behind, *(f"<{one}" for one in before)))))
    return tuple(found)


# --- The looks ----------------------------------------------------------------------


def _lacks(this: Reading, other: Reading, way: Way) -> bool:
    """Whether ``this`` says nothing of the direction that ``other`` has, and has its opposite."""
    sign = 1 if this.language == other.language else 0
    return not this.has(*_SUPPORT[way]) and any(
        one.opposes(two, sign) for one in turns(other) if one.way == way for two in turns(this)
    )


def _of_counts(this: Reading, other: Reading) -> tuple[str, str] | None:
    """As many directions in both texts, and not the same ones: of quantity, and of quality."""
    one, two = turns(this), turns(other)
    if all(turn.sign == 1 for turn in (*one, *two)):
        return _uneven(one, two)
    for quality in (False, True):
        these, those = (
            tuple(turn for turn in each if turn.quality == quality) for each in (one, two)
        )
        if len(these) + len(those) == len(one) + len(two) and (found := _uneven(these, those)):
            return found
    return None


def _uneven(these: tuple[Turn, ...], those: tuple[Turn, ...]) -> tuple[str, str] | None:
    one, two = ([turn.way for turn in each] for each in (these, those))
    if len(one) != len(two) or one.count("rise") == two.count("rise"):
        return None
    way: Way = "rise" if one.count("rise") > two.count("rise") else "fall"
    found = (next(t for t in these if t.way == way), next(t for t in those if t.way != way))
    return found[0].mark.text, found[1].mark.text


def _of_number(this: Reading, other: Reading) -> tuple[str, str] | None:
    """The same number with a rise in one text and a fall in the other."""
    return _differing(_by_number(this), _by_number(other))


def _differing(these: Mapping[str, Turn], those: Mapping[str, Turn]) -> tuple[str, str] | None:
    for number, turn in these.items():
        if number in those and turn.opposes(those[number], 0):
            return f"{turn.mark.text} {number}", f"{those[number].mark.text} {number}"
    return None


def _of_wins(of: Compared) -> tuple[str, str] | None:
    """A number by which one side wins in quote and English, and loses in Chinese."""
    en, zh, quote = (_by_number(one, True) for one in (of.en, of.zh, of.quote))
    return None if _differing(en, quote) else _differing(zh, en)


@lru_cache(maxsize=256)
def _by_number(reading: Reading, wins: bool = False) -> dict[str, Turn]:
    """The direction that each number has, where it has one only: that of the nearest word in its
    clause, with no other number between them; of *from 3 to 5* both have the same.
    """
    own = (*turns(reading), *_more(reading), *(_wins(reading) if wins else ()))
    found = {turn.mark.start: turn for turn in own}
    others = (m for m in reading.of("both", "beats", "loses", *_WAYS) if m.text not in _TIMES_OF)
    unclear = {mark.start for mark in others} - found.keys()
    nearest: dict[str, set[int]] = {}
    last: int | None = None
    for figure in figures(reading):
        before = [at for at in (*found, *unclear) if figure.before[0] <= at < figure.before[1]]
        behind = [at for at in (*found, *unclear) if figure.behind[0] <= at < figure.behind[1]]
        near = max(before) if before else None
        if behind and (
            near is None or _RIGHT_BEHIND.fullmatch(reading.text, figure.end, min(behind))
        ):
            near = min(behind)
        if near is None and _TO.fullmatch(reading.text[slice(*figure.before)]):
            near = last
        last = near
        if near is not None:
            nearest.setdefault(figure.value, set()).add(near)
    return {
        number: found[min(places)]
        for number, places in nearest.items()
        if places <= found.keys() and len({found[place].way for place in places}) == 1
    }


def _more(reading: Reading) -> Iterator[Turn]:
    """*More* and *less* right behind a number: ``88% less``."""
    for match in _MORE.finditer(reading.text) if reading.language == "en" else ():
        word, (start, end) = match["way"].lower(), match.span("way")
        mark = Mark(start, end, word, frozenset())
        way: Way = "rise" if word in ("more", "higher", "above", "ahead") else "fall"
        yield Turn(mark, way, False, 0)


def _wins(reading: Reading) -> Iterator[Turn]:
    """Comparisons, which rise or fall by a number: *outperforms by 3*, 比 … 低 3."""
    for mark in reading.of("beats", "loses"):
        bounds = _FIGURE.match(reading.text, mark.end)  # 降低超过 40%
        if mark.classes.isdisjoint(_WAYS) and not bounds and not _is_turned(reading, mark):
            way: Way = "rise" if "beats" in mark.classes else "fall"
            yield Turn(mark, way, True, _sign(reading, mark))
    for match in _BY.finditer(reading.text) if reading.language == "zh" else ():
        word, (start, end) = match["way"], match.span("way")
        mark = Mark(start, end, word, frozenset())
        yield Turn(mark, _ZH_WAYS[word], word in "好差强弱", _sign(reading, mark))


def _of_words(this: Reading, other: Reading) -> tuple[str, str] | None:
    """A direction whose words have the opposite one in the other text, and never the same."""
    for at, turn in enumerate(turns(this)):
        about = _about(this, at)
        answers = [two for at, two in enumerate(turns(other)) if about & _about(other, at)]
        if answers and all(turn.opposes(two) for two in answers):
            return turn.mark.text, answers[0].mark.text
    return None


def _about(reading: Reading, at: int) -> frozenset[str]:
    """The content words beside a direction in its clause, up to the next direction."""
    found = turns(reading)
    mark = found[at].mark
    start, end = reading.clause(mark.start)
    start = max(start, mark.start - _REACH, found[at - 1].mark.end if at else 0)
    end = min(end, mark.end + _REACH, found[at + 1].mark.start if at + 1 < len(found) else end)
    words = content(reading.text[start : mark.start]) | content(reading.text[mark.end : end])
    return frozenset(word for word in words if not word[0].isdigit())
