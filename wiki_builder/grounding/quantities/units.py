"""Units: their kinds and scales, in both languages, and how they stand behind a number."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from wiki_builder.core.characters import IS_HAN
from wiki_builder.grounding.quantities.quantity import Kind


class Unit(NamedTuple):
    """``scale``: how many of the kind's base unit it is."""

    kind: Kind
    short: str
    scale: Decimal


PLAIN = Unit("plain", "", Decimal(1))
ORDINAL = Unit("plain", "th", Decimal(1))  # third, 第三
COUNT = Unit("plain", "n", Decimal(1))  # in a word that can be understood so: both, a pair
OF_NAME = Unit("plain", "@", Decimal(1))  # the 3 of Qwen3
PERCENT = Unit("percent", "%", Decimal("0.01"))
POINTS = Unit("points", "pp", Decimal("0.01"))
TIMES = Unit("times", "x", Decimal(1))
FRACTION = Unit("fraction", "", Decimal(1))
BITS = Unit("data", "bit", Decimal("0.125"))
METRES = Unit("length", "m", Decimal(1))
MONTHS = Unit("months", "month", Decimal(1))

# kind, short form, scale, how it is written; "K" stands for a thousand and so on
_TABLE: tuple[tuple[Kind, str, str, str], ...] = (
    ("time", "ns", "1e-9", "ns nanosecond nanoseconds 纳秒"),
    ("time", "μs", "1e-6", "μs us usec microsecond microseconds 微秒"),
    ("time", "ms", "1e-3", "ms msec millisecond milliseconds 毫秒"),
    ("time", "s", "1", "s sec secs second seconds 秒 秒钟"),
    ("time", "min", "60", "min mins minute minutes 分钟"),
    ("time", "h", "3600", "h hr hrs hour hours 小时 钟头"),
    ("time", "d", "86400", "day days 天"),
    ("time", "w", "604800", "week weeks 周 星期 礼拜"),
    ("months", "month", "1", "month months 个月"),
    ("months", "year", "12", "year years yr yrs 年"),
    ("months", "decade", "120", "decade decades"),
    ("data", "B", "1", "byte bytes 字节"),
    ("data", "KB", "1e3", "KB kB Kb kilobyte kilobytes 千字节"),
    ("data", "MB", "1e6", "MB megabyte megabytes 兆字节"),
    ("data", "GB", "1e9", "GB G gigabyte gigabytes 吉字节"),
    ("data", "TB", "1e12", "TB terabyte terabytes 太字节"),
    ("data", "PB", "1e15", "PB petabyte petabytes"),
    ("data", "KiB", "1024", "KiB"),
    ("data", "MiB", "1048576", "MiB"),
    ("data", "GiB", "1073741824", "GiB"),
    ("data", "TiB", "1099511627776", "TiB"),
    ("data", "bit", "0.125", "bit bits 比特"),
    ("bandwidth", "kbps", "1e3", "kbps Kbps"),
    ("bandwidth", "Mbps", "1e6", "Mbps"),
    ("bandwidth", "Gbps", "1e9", "Gbps"),
    ("money", "$", "1", "USD dollar dollars 美元 美金"),
    ("money", "$", "0.01", "cent cents ¢ 美分"),
    ("money", "¥", "1", "CNY RMB yuan 元 人民币 元人民币 块钱"),
    ("money", "JPY", "1", "JPY yen 日元"),
    ("money", "€", "1", "EUR euro euros 欧元 €"),
    ("money", "£", "1", "GBP 英镑 £"),
    ("length", "nm", "1e-9", "nm nanometer nanometers nanometre nanometres 纳米"),
    (
        "length",
        "μm",
        "1e-6",
        "μm um micrometer micrometers micrometre micrometres micron 微米",
    ),
    ("length", "mm", "1e-3", "mm millimeter millimeters millimetre millimetres 毫米"),
    ("length", "cm", "1e-2", "cm centimeter centimeters centimetre centimetres 厘米"),
    ("length", "m", "1", "m meter meters metre metres 米"),
    ("length", "km", "1e3", "km kilometer kilometers kilometre kilometres 公里 千米"),
    ("length", "inch", "0.0254", "inch inches 英寸"),
    ("length", "ft", "0.3048", "ft foot feet 英尺"),
    ("length", "mile", "1609.344", "mile miles 英里"),
    ("pixels", "px", "1", "px pixel pixels 像素"),
    ("mass", "mg", "1e-6", "mg milligram milligrams 毫克"),
    ("mass", "g", "1e-3", "g gram grams 克"),
    ("mass", "kg", "1", "kg kilogram kilograms 公斤 千克"),
    ("mass", "t", "1e3", "ton tons tonne tonnes 吨"),
    ("mass", "Mt", "1e9", "megaton megatons megatonne megatonnes"),
    ("pressure", "mmHg", "1", "mmHg 毫米汞柱"),
    ("frequency", "Hz", "1", "Hz hertz 赫兹 赫"),
    ("frequency", "kHz", "1e3", "kHz KHz kilohertz 千赫 千赫兹"),
    ("frequency", "MHz", "1e6", "MHz megahertz 兆赫 兆赫兹"),
    ("frequency", "GHz", "1e9", "GHz gigahertz 吉赫 吉赫兹"),
    ("frames", "fps", "1", "fps FPS 帧/秒 帧每秒"),
    ("temperature", "°C", "1", "°C ℃ 摄氏度"),
    ("temperature", "°F", "1", "°F ℉ 华氏度"),
    ("angle", "°", "1", "° degree degrees 度"),
    ("power", "mW", "1e-3", "mW milliwatt milliwatts 毫瓦"),
    ("power", "W", "1", "W watt watts 瓦 瓦特"),
    ("power", "kW", "1e3", "kW KW kilowatt kilowatts 千瓦"),
    ("power", "MW", "1e6", "MW megawatt megawatts 兆瓦"),
    ("energy", "mJ", "1e-3", "mJ millijoule millijoules 毫焦"),
    ("energy", "J", "1", "J joule joules 焦耳 焦"),
    ("energy", "kJ", "1e3", "kJ kilojoule kilojoules 千焦"),
    ("energy", "Wh", "3600", "Wh 瓦时"),
    ("energy", "kWh", "3.6e6", "kWh KWh 千瓦时"),
    ("energy", "GWh", "3.6e12", "GWh 吉瓦时"),
    ("energy", "TWh", "3.6e15", "TWh"),
    ("energy", "MWh", "3.6e9", "MWh 兆瓦时"),
    ("voltage", "mV", "1e-3", "mV 毫伏"),
    ("voltage", "V", "1", "V volt volts 伏 伏特"),
    ("operations", "FLOPs", "1", "FLOPs FLOPS flops MACs"),
    ("operations", "MFLOPs", "1e6", "MFLOPs MFLOPS"),
    ("operations", "GFLOPs", "1e9", "GFLOPs GFLOPS GMACs"),
    ("operations", "TFLOPs", "1e12", "TFLOPs TFLOPS TOPS"),
    ("operations", "PFLOPs", "1e15", "PFLOPs PFLOPS"),
    ("level", "dB", "1", "dB decibel decibels 分贝"),
    ("percent", "‰", "0.001", "‰"),
    ("percent", "%", "0.01", "% percent pct 个百分比"),
    ("percent", "成", "0.1", "成"),
    ("points", "pp", "0.01", "pp pps pts pt point points p.p. 百分点 个点"),
    ("points", "bp", "0.0001", "bp 基点"),
    ("times", "x", "1", "x X × fold 倍"),
)
_UNITS = {
    written: Unit(kind, short, Decimal(scale))
    for kind, short, scale, names in _TABLE
    for written in names.split()
}
# What may stand before the sign: currencies
_CURRENCIES = {
    **dict.fromkeys(("$", "US$", "USD"), _UNITS["USD"]),
    **dict.fromkeys(("¥", "CN¥", "RMB", "CNY", "人民币"), _UNITS["元"]),
    **dict.fromkeys(("€", "EUR"), _UNITS["€"]),
    **dict.fromkeys(("£", "GBP"), _UNITS["£"]),
}
_BEFORE = re.compile(
    rf"(?:{'|'.join(map(re.escape, sorted(_CURRENCIES, key=len, reverse=True)))})\s?$"
)
_MARKS = frozenset("$¥€£DBY民币R")  # what such a sign ends in

_LATIN = re.compile(r"[A-Za-zμ°℃℉]+")
_MORE = (
    r"(?:(?!(?:per|over|after|under|either|whether|an?other)\b)[a-z]+er|more|less|as|the|that|its"
    "|their|those|what)"
)
# Units of several words, and those that are one only in some surroundings.
_LONG: tuple[tuple[re.Pattern[str], Unit], ...] = (
    (re.compile(r"(?:percentage|percent|%)(?:[-\s]age)?[-\s]?points?(?![a-z])"), POINTS),
    (re.compile(r"per\s?cent(?![a-z])"), PERCENT),
    (re.compile(r"per\smille?(?![a-z])"), _UNITS["‰"]),
    (re.compile(r"basis[-\s]points?(?![a-z])"), _UNITS["bp"]),
    (re.compile(r"p\.p\.?"), POINTS),
    (re.compile(rf"times(?=\s{_MORE}(?![a-z]))"), TIMES),
    (re.compile(r"(?:[A-Z][0-9]{2,3}[-\s])?GPU[-\s·]?hours?(?![a-z])"), _UNITS["h"]),
    (re.compile(r"(?:[A-Z][0-9]{2,3}[-\s])?GPU[-\s·]?days?(?![a-z])"), _UNITS["day"]),
    (re.compile(r"GPU[\s·]?小?时|卡时"), _UNITS["h"]),
    (re.compile(r"kilowatt[-\s]hours?(?![a-z])"), _UNITS["kWh"]),
    (re.compile(r"megawatt[-\s]hours?(?![a-z])"), _UNITS["MWh"]),
    (re.compile(r"watt[-\s]hours?(?![a-z])"), _UNITS["Wh"]),
    (re.compile(r"(?:kilobits?|kbits?)(?:\sper\s|/)s(?:ec(?:ond)?)?(?![a-z])"), _UNITS["kbps"]),
    (re.compile(r"(?:megabits?|Mbits?)(?:\sper\s|/)s(?:ec(?:ond)?)?(?![a-z])"), _UNITS["Mbps"]),
    (re.compile(r"(?:gigabits?|Gbits?)(?:\sper\s|/)s(?:ec(?:ond)?)?(?![a-z])"), _UNITS["Gbps"]),
    (re.compile(r"metric\stons?(?:nes?)?(?![a-z])"), _UNITS["ton"]),
    (re.compile(r"gCO2"), _UNITS["g"]),
    (re.compile(r"frames?(?:\s(?:per|a)\s|/)s(?:ec(?:ond)?)?(?![a-z])"), _UNITS["fps"]),
    (re.compile(r"degrees?\s(?:Celsius|C)(?![A-Za-z])"), _UNITS["°C"]),
    (re.compile(r"degrees?\s(?:Fahrenheit|F)(?![A-Za-z])"), _UNITS["°F"]),
    (re.compile(r"°\s?C(?![A-Za-z])"), _UNITS["°C"]),
    (re.compile(r"°\s?F(?![A-Za-z])"), _UNITS["°F"]),
)
_LONG_STARTS = tuple("p%btGABHVLRfd°卡kmgwM")
_HAN_MORE = re.compile(r"个?[多余来]?个?")
_HAN_LENGTHS = (5, 4, 3, 2, 1)
# Words that begin with the sign of a unit and are none.
_NOT = re.compile(
    r"成(?=[功本为员分果立品熟长就型像对组片套块])|年(?=[级龄代报会轮度])|天(?=[然才线气真])|周(?=[期边围])|度(?=[量过])"
    r"|元(?=[素数组学])|米(?=[饭兰])|克(?=[服隆])|秒(?=杀)|点(?=[积云击])|焦(?=[点虑])|伏(?=击)|瓦(?=解)"
    r"|[xX×](?=\s?[0-9])|[xX](?=-ray)"
)
_TIMES = re.compile(r"[-\s]times(?![a-z])")  # "10 times" may count, and may compare


def unit_behind(text: str, end: int) -> tuple[Unit, int]:
    """The unit of a number that ends at ``end``, and where the unit ends."""
    at = end + (text[end : end + 1] in ("-", " ", "·"))
    first = text[at : at + 1]
    if not first:
        return PLAIN, end
    if first in _LONG_STARTS:
        for pattern, unit in _LONG:
            if found := pattern.match(text, at):
                return unit, found.end()
    if _NOT.match(text, at):
        return PLAIN, end
    if first in "%‰×°¢€£℃℉":
        return _UNITS[first], at + 1
    if first.isascii() or first == "μ":
        return _latin(text, at, end)
    return _han(text, at, end) if IS_HAN.match(first) else (PLAIN, end)


def _latin(text: str, at: int, end: int) -> tuple[Unit, int]:
    word = _LATIN.match(text, at)
    if not word or text[word.end() : word.end() + 1].isdigit():
        return PLAIN, end
    written = word[0]
    unit = _UNITS.get(written) or (_UNITS.get(written.lower()) if len(written) > 2 else None)
    return (unit, word.end()) if unit else (PLAIN, end)


def _han(text: str, at: int, end: int) -> tuple[Unit, int]:
    for start in (at, _HAN_MORE.match(text, at).end()):  # type: ignore[union-attr]  # may be empty
        for length in () if _NOT.match(text, start) else _HAN_LENGTHS:
            written = text[start : start + length]
            if unit := _UNITS.get(written):
                return unit, start + len(written)
    return PLAIN, end


def unit_before(text: str, first: int) -> tuple[Unit, int] | None:
    """The currency before a number that begins at ``first``, and where it begins."""
    if text[first - 1 : first] not in _MARKS and text[first - 2 : first - 1] not in _MARKS:
        return None
    found = _BEFORE.search(text, max(0, first - 5), first)
    return (_CURRENCIES[found[0].rstrip()], found.start()) if found else None


def may_compare(text: str, end: int) -> bool:
    """Whether "times" stands behind a number: "10 times" counts, or compares."""
    return bool(_TIMES.match(text, end))
