"""A quantity as a text states it: its value, sign, and unit with the unit's kind."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal[
    "plain",
    "percent",
    "points",
    "times",
    "fraction",
    "time",
    "months",  # months and years, which are no fixed number of days
    "data",
    "bandwidth",
    "money",
    "price",  # money for a token
    "length",
    "pixels",
    "mass",
    "frequency",
    "frames",
    "temperature",
    "angle",
    "power",
    "energy",
    "voltage",
    "operations",
    "level",
    "pressure",
]
Sign: TypeAlias = Literal["", "+", "-"]

HUNDRED = Decimal(100)


# not a dataclass: a paper has thousands, and a tuple is made four times as fast
class Quantity(NamedTuple):
    """``raw`` is the number as written, its multiplier applied (35,000 for 3.5 万); ``value`` is
    in the base unit of its kind: seconds, bytes, metres, one for percent and points (0.05 for
    5 %). Both without sign. ``unit`` is the unit's short form, ``start`` and ``end`` its place.
    """

    raw: Decimal
    value: Decimal
    kind: Kind
    unit: str
    sign: Sign
    start: int
    end: int
    more: bool = False  # 提高 N 倍: N or N + 1 fold, as Chinese writers mean either
