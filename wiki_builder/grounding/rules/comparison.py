"""Comparison: who beats whom. A wording exchanges no sides, and makes no loss of a win."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from wiki_builder.core.values.checks import Finding
from wiki_builder.grounding.rules.alignment import Compared, compared, content, pieces, stem
from wiki_builder.grounding.rules.reading import Mark, Reading
from wiki_builder.grounding.rules.rule import Ground, Said

_REACH = 80  # characters on either side of the verb
_LOSSES = ("loses", "fall", "worse", "down", "neg", "deny")
_PASSIVE = re.compile(
    r"\b(?:is|are|was|were|be|been|being|gets?|got)\s+(?:\w+ly\s+|even\s+|often\s+)?$",
    re.IGNORECASE,
)
_MORE_THAN = re.compile(
    r"\b(?P<word>more|less|fewer|better|worse|higher|lower|larger|smaller|greater|stronger|weaker"
    r"|faster|slower|cheaper|longer|shorter|bigger|closer|richer|rarer)\b(?P<of>[^,;:.]{0,60}?)\bthan\b",
    re.IGNORECASE,
)
_QUALITY = dict.fromkeys(("better", "worse", "stronger", "weaker"), "§good")
_QUALITY |= dict.fromkeys(("higher", "lower", "larger", "smaller", "greater", "bigger"), "§much")
_QUALITY |= dict.fromkeys(("faster", "slower"), "§fast")
_LESS = frozenset("less fewer worse lower smaller weaker slower cheaper shorter rarer".split())
_LIST = re.compile(r"(?:,\s(?:and\s|or\s)?[A-Z][\w.+-]*(?:\s(?:and|or)\s[A-Z][\w.+-]*)?)+")
_WHERE = re.compile(r"\b(?:on|in|across|at|under|for|by|while|with|when|during|over|using)\b")
_AND = re.compile(r"\b(?:and|or|but|so|that)\b")
_THAN = re.compile("比(?!较|例|如|对|分|重|率)")
_NUMBER = re.compile(r"\W*[0-9]")  # "below 3%" compares with no one
_EQUAL = frozenset("comparable comparably competitive competitively on_par equivalent".split())
_EQUAL |= {"on par", "on a par"}
_WORSE = ("worse", "更差", "较差")
_PLACES = ("below", "behind", "above", "ahead of")
_FAR = re.compile(
    r"(?:points?|%|pp|percent|dB|well|far|clearly|fall\w*|fell|lag\w*|stay\w*|remain\w*|is|are)\s*$",
    re.IGNORECASE,
)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-.][A-Za-z0-9]+)*")
# Those that a paper's own method is held against, in one word.
_OTHERS = {
    "en": re.compile(
        r"\b(?:baselines?|prior|previous|existing|earlier|state-of-the-art|sota|conventional"
        r"|traditional|competing|competitors?|alternatives?|counterparts?|other|others|standard"
        r"|strongest|best|vanilla|naive|static|concurrent|recent|frontier|rivals?)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        "基线|现有|已有|以往|此前|之前|先前|传统|其他|其它|同类|同期|最先进|最优|最强|最佳|标准|常规|对照|静态|普通|近期|前沿"
    ),
}
_OWN = {
    "en": re.compile(
        r"\b(?:our|ours|we|proposed|it|its|this|the method|the model)\b", re.IGNORECASE
    ),
    "zh": re.compile("本文|我们|所提|该方法|该模型|该框架|它|其(?![他它])"),
}


@dataclass(frozen=True, slots=True)
class _Contest:
    """A comparison, with the words on the side that wins, or has more, and on the other.

    ``of``: what there is more or less of; ``None`` where one side simply wins.
    """

    text: str
    winner: frozenset[str]
    loser: frozenset[str]
    of: frozenset[str] | None = None
    lost: bool = False
    names: frozenset[str] = frozenset()


def comparison(said: Said, ground: Ground) -> Iterator[Finding]:
    """A winner for a loser; one finding a sentence."""
    for one in pieces(said, ground):
        yield from islice(_compared(compared(one, ground)), 1)


def _compared(of: Compared) -> Iterator[Finding]:
    en, zh, quote = of.en, of.zh, of.evidence
    exchanged = [
        (one, found)
        for one in of.wordings
        if (found := _exchanged(one, quote) or _exchanged(one, of.raw, wholly=True))
    ]
    for this, found in exchanged:
        yield Finding("comparison", *found, sure=len(exchanged) > 1, language=this.language)
    if between := _exchanged(zh, en):
        yield Finding("comparison", *between)
    for this, other in ((en, zh), (zh, en)):
        if _turned(this, (quote, other)):
            yield Finding("comparison", _first(this), _first(other), language=this.language)
    ties = [mark.text for mark in of.raw.of("ties") if mark.text.lower() in _EQUAL]
    if ties and not of.raw.has("loses", "worse", "beats"):
        for this in filter(_falls_behind, of.wordings):
            yield Finding("comparison", _first(this), ties[0], language=this.language)


def _falls_behind(reading: Reading) -> bool:
    """Whether a text says that something is worse than another, and nothing of a win or a tie."""
    if reading.has("beats", "ties", "neg", "denier", "slight"):
        return False
    behind = (m for m in reading.of("loses", "worse") if "loses" in m.classes or m.text in _WORSE)
    return any(_compares(reading, mark) for mark in behind)


def _turned(this: Reading, others: tuple[Reading, Reading]) -> bool:
    """Whether ``this`` has a loss where both others have a win, and nothing of a loss."""
    return (
        any(contest.lost for contest in _contests(this))
        and all(other.has("beats") and not other.has(*_LOSSES) for other in others)
        and not any(
            _score(one, two) > 0
            for one in _contests(this)
            for other in others
            for two in _contests(other)
        )
    )


def _first(reading: Reading) -> str:
    return next((mark.text for mark in reading.of("beats", "loses")), "")


def _exchanged(this: Reading, that: Reading, wholly: bool = False) -> tuple[str, str] | None:
    """A comparison whose sides are those of the other text, the wrong way round; ``wholly``: both
    are, by their names.
    """
    for one in _contests(this):
        if wholly:
            crossed = (two for two in _contests(that) if _is_crossed(one, two))
            if two := next(crossed, None):
                return one.text, two.text
            continue
        scores = [(_score(one, two), two) for two in _contests(that)]
        if scores and all(score < 0 for score, _ in scores):
            return one.text, min(scores, key=lambda pair: pair[0])[1].text
    return None


def _score(one: _Contest, two: _Contest) -> int:
    """Words on the same sides, less words on exchanged sides."""
    if not _is_same_contest(one, two):
        return 0
    straight = len(one.winner & two.winner) + len(one.loser & two.loser)
    crossed = len(one.winner & two.loser) + len(one.loser & two.winner)
    return straight - crossed


def _is_crossed(one: _Contest, two: _Contest) -> bool:
    """Whether who wins in one comparison loses in the other, and the other way round."""
    return one.of is two.of is None and bool(
        one.names & one.winner & two.loser and one.names & one.loser & two.winner
    )


def _is_same_contest(one: _Contest, two: _Contest) -> bool:
    if one.of is None or two.of is None:
        return one.of is two.of
    return one.of == two.of or bool(one.of & two.of)


@lru_cache(maxsize=256)
def _contests(reading: Reading) -> tuple[_Contest, ...]:
    found = [
        _contest(reading, mark.start, mark.end, "loses" in mark.classes)
        for mark in reading.of("beats", "loses")
        if _is_plain(reading, mark.start) and _compares(reading, mark)
    ]
    if reading.language == "en":
        matches = _MORE_THAN.finditer(reading.text)
        found += [_more(reading, one) for one in matches if _is_plain(reading, one.start())]
    return tuple(found)


def _compares(reading: Reading, mark: Mark) -> bool:
    """Whether a word compares, and does not bound a number or say where something is; who is below
    in errors is ahead.
    """
    if mark.text.lower() in _PLACES:
        of_errors = reading.within((0, mark.start), "bad")
        return bool(_FAR.search(reading.text, 0, mark.start)) and not of_errors
    return not _NUMBER.match(reading.text, mark.end)


def _is_plain(reading: Reading, at: int) -> bool:
    """Whether nothing in a clause is negated."""
    return not reading.within(reading.clause(at), "neg", "denier")


def _more(reading: Reading, match: re.Match[str]) -> _Contest:
    """A comparative with *than*; of "better on A than on B" the sides are A and B."""
    word, lost = match["word"].lower(), match["word"].lower() in _LESS
    found, of = _contest(reading, match.start(), match.end(), lost), match["of"]
    rest = reading.text[match.end() : reading.clause(match.end())[1]].strip()
    if _WHERE.match(rest) and (at := _WHERE.search(of)):
        sides = _side(of[at.end() :], "en"), _side(_WHERE.sub("", rest, count=1), "en")
        left, right = sides[0] - sides[1], sides[1] - sides[0]
        of = of[: at.start()]
        winner, loser = (right, left) if lost else (left, right)
        found = replace(found, winner=winner, loser=loser)
    return replace(found, of=content(of) | {_QUALITY.get(word, "")} - {""})


def _contest(reading: Reading, at: int, to: int, lost: bool) -> _Contest:
    start, end = reading.clause(at)
    if listed := _LIST.match(reading.text, end - 1):  # outperforms A, B and C
        end = listed.end()
    start, end = max(start, at - _REACH), min(end, to + _REACH)
    before, behind = reading.text[start:at], reading.text[to:end]
    if reading.language == "zh" and (than := list(_THAN.finditer(before))):
        before, behind = before[: than[-1].start()], before[than[-1].end() :]
    if reading.language == "en":
        before = _AND.split(before)[-1]
    text = reading.text[at:to]
    lost = lost or (bool(_PASSIVE.search(before)) and text.lower().endswith(("ed", "en")))
    lost ^= before.endswith("被")
    left, right = _side(before, reading.language), _side(_WHERE.split(behind)[0], reading.language)
    left, right = left - right, right - left
    named = frozenset(
        stem(name) for name in _NAME.findall(f"{before} {behind}") if not name.islower()
    )
    return _Contest(text, *((right, left) if lost else (left, right)), lost=lost, names=named)


def _side(text: str, language: str) -> frozenset[str]:
    words = {name.lower() for name in _NAME.findall(text)} if language == "zh" else content(text)
    own, others = _OWN[language].search(text), _OTHERS[language].search(text)
    return frozenset(words) | ({"§own"} if own else set()) | ({"§others"} if others else set())
