"""Reads numbers in Chinese numerals: ``十二``, ``三百五``, ``九成``, ``三天半``, ``万分之五``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from wiki_builder.grounding.quantities.digits import Token
from wiki_builder.grounding.quantities.units import (
    COUNT,
    FRACTION,
    MONTHS,
    ORDINAL,
    PERCENT,
    PLAIN,
    TIMES,
    Unit,
    unit_behind,
)

_RUN = "[零〇一二两三四五六七八九十百千万亿]+"
_NUMERAL = re.compile(rf"{_RUN}(?:点[零〇一二三四五六七八九]+|[多余][万亿])?")
_OVER = re.compile("[多余]")  # 七百余万
_ZERO_TO_NINE = "零〇 一 二两 三 四 五 六 七 八 九"
_DIGITS = {c: value for value, chars in enumerate(_ZERO_TO_NINE.split()) for c in chars}
_PLACES = {"十": 10, "百": 100, "千": 1000}
_ROUND = {"百": 10**2, "千": 10**3, "万": 10**4, "十万": 10**5, "百万": 10**6, "千万": 10**7,
          "亿": 10**8, "十亿": 10**9, "百亿": 10**10, "千亿": 10**11, "万亿": 10**12}  # fmt: skip
_HALF = Decimal("0.5")
# What is counted: a single numeral is a number only before one of these, so that 三元组 and 两者
# are none.
_CLASSIFIER = re.compile(
    r"\s?(?:个|种|类|项|条|步|阶|层|轮|次|倍|维|点|篇|组|名|位|款|张|套|份|台|家|门|段|级|件|方面|大|族|轴|年|月|日|天|周"
    r"|小时|分钟|秒|代|重|折|例|块|版|部|环|支|批|期|路|线|档|格|幅|本|句|字|问|题|跳|域|帧|卡|比特|颗|座|只|对|亿|万"
    r"|人|国|语|者|所|场|处|道|列|行|页|章|节|样本|模型|数据集|基准|任务)"
)
_IDIOM = re.compile(
    r"两(?:个)?方面|二次|二阶|二级|两次三番|两点之间|三方|一大|[二三四五]元|两者|二者|三者|二维码|千万(?:不|要|别)|十分"
)
_FRACTION = re.compile(rf"({_RUN}|[0-9]+)\s?分之\s?({_RUN}(?:点{_RUN})?|[0-9]+(?:\.[0-9]+)?)")
_TENTHS = re.compile(
    r"([一二两三四五六七八九])成([一二三四五六七八九半])?(?![功本为员分果立品熟长就型像])"
)
_SHARE = re.compile(r"一半|减半|半数|过半|对半")
_TWICE = re.compile(r"翻倍|翻番|加倍|翻了?一番|(翻了?两番)|双倍")
_HALF_UNIT = re.compile(r"(?<![一过多大前后上下])半\s?个?")
_HALF_BEHIND = re.compile(r"半(?![导自监月个年天小])")
_RANGE = re.compile(rf"\s?(?:到|至|~|–|-)\s?{_RUN}")
_MEDIAN = re.compile("中位|半(?=[A-Za-z监结])")  # half of all are not above it; 半监督
_VAGUE = frozenset("数几上成好近")
_SCALED = re.compile(r"[级规参个条词令样篇张次份小行]| ?tokens?|量级")
_LOOSE: dict[str, int] = {"双": 2, "俩": 2, "单": 1, "首": 1}
_GROWTH = re.compile(
    r"(?:提[高升]|增[加长大]?|上升|加[快速]|改善|扩大|[快高多大强长]|增至)(?:了|出)?"
    r"(?:约|近|达|至少|最多|最高|超过|逾|将近|整整|大约|高达|\s)*$"
)
_TO = re.compile(r"[到至为成]\s?$")


def chinese_tokens(text: str) -> Iterator[Token]:
    """Chinese numerals in clear number use; 一 alone, 第一 and 第二 are idiom more often than
    measure.
    """
    if "分之" in text:
        for match in _FRACTION.finditer(text):
            if token := _fraction(match):
                yield token
        text = _FRACTION.sub(_blank, text)
    if "成" in text:
        for match in _TENTHS.finditer(text):
            yield _token(*match.span(), _tenths(match), Unit("percent", "成", Decimal("0.1")))
        text = _TENTHS.sub(_blank, text)
    for pattern, read in ((_SHARE, _share), (_TWICE, _twice), (_HALF_UNIT, _half)):
        for match in pattern.finditer(text):
            if token := read(match):
                yield token
    for match in _NUMERAL.finditer(_TWICE.sub(_blank, _SHARE.sub(_blank, text))):
        if token := _numeral(match):
            yield token


def loose_chinese(text: str) -> Iterator[Token]:
    """What else a Chinese source can be understood to say."""
    for half in _MEDIAN.finditer(text):
        yield _token(*half.span(), _HALF, FRACTION)
    for char, value in _LOOSE.items():
        at = text.find(char)
        if at >= 0:
            yield _token(at, at + 1, value, COUNT)
    for match in _NUMERAL.finditer(_FRACTION.sub(_blank, text)):
        if at_value := _well_formed(match):
            start, end, number = at_value
            unit, stop = unit_behind(text, end)
            yield _token(start, stop, number, unit)


def grows(text: str, start: int) -> bool:
    """Whether 提高 or the like stands before what begins at ``start``, and not 提高到."""
    before = text[max(0, start - 10) : start]
    return not _TO.search(before) and bool(_GROWTH.search(before))


def _token(start: int, end: int, value: Decimal | int, unit: Unit) -> Token:
    return Token(start, end, start, end, Decimal(value), Decimal(value), unit)


def _blank(match: re.Match[str]) -> str:
    return "\ue000" * len(match[0])


def _fraction(match: re.Match[str]) -> Token | None:
    below, above = _whole(match[1]), _decimal(match[2])
    if match[1] == "百" and above is not None:
        return _token(*match.span(), above, PERCENT)
    return _token(*match.span(), above / below, FRACTION) if above is not None and below else None


def _whole(written: str) -> int | None:
    return int(written) if written.isascii() else _ROUND.get(written) or whole(written)


def _decimal(written: str) -> Decimal | None:
    if written.isascii():
        return Decimal(written)
    before, point, behind = written.partition("点")
    value = _whole(before)
    if value is None:
        return None
    return Decimal(f"{value}.{''.join(str(_DIGITS[c]) for c in behind)}" if point else value)


def _tenths(match: re.Match[str]) -> Decimal:
    more = Decimal(_DIGITS.get(match[2], 5)) / 10 if match[2] else Decimal(0)
    return _DIGITS[match[1]] + more


def _share(match: re.Match[str]) -> Token:
    return _token(*match.span(), _HALF, FRACTION)


def _twice(match: re.Match[str]) -> Token:
    return _token(*match.span(), 4 if match[1] else 2, TIMES)


def _half(match: re.Match[str]) -> Token | None:
    """半小时, 半年: half of a unit; 半 alone is part of a word more often."""
    before = match.string[match.start() - 1 : match.start()]
    if before in _DIGITS or before.isdigit():
        return None
    unit, end = unit_behind(match.string, match.end())
    return _token(match.start(), end, _HALF, unit) if unit.kind in ("time", "months") else None


def _numeral(match: re.Match[str]) -> Token | None:
    text, found = match.string, _well_formed(match)
    if not found or not _clear(text, *found):
        return None
    start, end, value = found
    stop, half = end, Decimal(0)
    if text.startswith("个半", end):
        stop, half = end + 2, _HALF
    unit, stop = (
        (MONTHS, stop + 1) if half and text[stop : stop + 1] == "月" else unit_behind(text, stop)
    )
    if not half and _HALF_BEHIND.match(text, stop) and text[stop - 1] not in _DIGITS:
        stop, half = stop + 1, _HALF
    if text[start - 1 : start] == "第":
        unit, stop = ORDINAL, end
    elif unit.short == "year" and value > 1900:
        unit, stop = PLAIN, end
    return Token(start, stop, start, end, value, value + half, unit)


def _well_formed(match: re.Match[str]) -> tuple[int, int, Decimal] | None:
    """Start, end and value of the longest tail of a run that is a number:
    统一三个 holds 三, not 一三.
    """
    for start in range(match.start(), match.end()):
        value = _decimal(_OVER.sub("", match.string[start : match.end()]))
        if value is not None:
            return start, match.end(), value
    return None


def _clear(text: str, start: int, end: int, value: Decimal) -> bool:
    before, length = text[max(0, start - 1) : start], end - start
    if before in _VAGUE or before.isdigit() or _IDIOM.match(text, start):
        return False
    if value < 2:
        return value == 1 and (
            text.startswith(("个半", "个数量级"), end)
            or (text.startswith("倍", end) and grows(text, start))
        )
    if before == "第":
        return value > 2 and not text.startswith(("方", "人称"), end)
    if text[start:end] in _ROUND:
        return bool(_SCALED.match(text, end))
    return (
        bool(_CLASSIFIER.match(text, end) or _RANGE.match(text, end))
        or unit_behind(text, end)[0] is not PLAIN
        or (length > 1 and not text.startswith("分", end))
    )


def whole(run: str) -> int | None:
    """The value of a run of Chinese numerals,
    ``None`` if it is no well-formed number (``一三``, ``百万``).
    """
    for mark, scale in (("亿", 10**8), ("万", 10**4)):
        if mark in run:
            left, _, right = run.rpartition(mark) if mark == "亿" else run.partition(mark)
            high, low = whole(left), whole(right.lstrip("零〇")) if right.strip("零〇") else 0
            if high is None or low is None:
                return None
            return high * scale + low * (scale // 10 if low < 10 and len(right) == 1 else 1)
    if not run:
        return None
    return _section(run) if set(run) & set(_PLACES) else _positional(run)


def _positional(run: str) -> int | None:
    """Plain digits: one alone, or a year such as 二零二六; two neighbours are no number."""
    if len(run) == 1 or (len(run) == 4 and set(run) & set("零〇")):
        return int("".join(str(_DIGITS[c]) for c in run))
    return None


def _section(run: str) -> int | None:
    """A number under ten thousand with its places: 三百五十二."""
    total, digit, last = 0, None, 10_000
    for char in run:
        if char in "零〇":
            last = 10 if last < 10_000 else last
        elif char in _DIGITS:
            if digit is not None:
                return None
            digit = _DIGITS[char]
        else:
            place = _PLACES[char]
            if (place >= last and last != 10) or (digit is None and (char != "十" or total)):
                return None
            total, digit, last = total + (digit or 1) * place, None, place
    return total + (digit or 0) * (last // 10 if last > 10 and last < 10_000 else 1)
