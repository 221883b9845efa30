"""How a quantity of a wording stands in a source: there, or there with another unit, sign, thing."""  # noqa: E501

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias

from wiki_builder.core.characters import HAN
from wiki_builder.grounding.quantities import context
from wiki_builder.grounding.quantities.counted import counted
from wiki_builder.grounding.quantities.fit import decimals, fit
from wiki_builder.grounding.quantities.quantity import HUNDRED, Quantity
from wiki_builder.grounding.quantities.reading import Reading
from wiki_builder.grounding.quantities.units import unit_behind

Verdict: TypeAlias = Literal["same", "loose", "thing", "sign", "unit", ""]
_ORDER: tuple[Verdict, ...] = ("loose", "thing", "sign", "unit", "")  # all behind "same"
_NAME_BEFORE = re.compile(r"[A-Z][A-Za-z0-9-]*\s?$|[a-zα-ωϕ]\s?[-−+]\s?$")  # and n − 1
_THING = re.compile(rf"\s?[A-Za-z{HAN}]")
_AROUND = 120  # characters
_RATE = re.compile(
    r"\b(?:accurac|rate|success|score|precision|recall|pass|f1|auc|auroc|map|miou|iou|em\b"
    r"|exact|bleu|rouge|win|agree|coverage|share|dice|hit|resolv|solv)|率|准确|得分|成功|精度|召回|占比|胜"
    r"|分数",
    re.IGNORECASE,
)
_OF_WHOLE = re.compile(r"\sof\s|\s?的(?![提增降减改加])")
_MEASURES = frozenset(("time", "months", "data", "length", "mass", "energy", "power", "money"))
_PLURAL = re.compile(
    r"\s(?!(?:and|or|in|to|of|on|by|with|for|per|as|at|is|was)\s)(?:[a-z-]+\s)?[a-z]{3,}s(?![a-z])"
)
_TIMES = re.compile(r"times|×|\bx\b|fold|factor|倍|speedup|speed-up", re.IGNORECASE)


class Held(NamedTuple):
    """How a quantity stands in a source, and what stands there in its place."""

    verdict: Verdict
    found: Quantity | None = None


def hold(wording: Reading, said: Quantity, source: Reading) -> Held:
    """The best that a source says for a quantity. ``loose``: the number is there, its unit may
    be; ``thing``: it is there of something else.
    """
    best = Held("")
    for found in source.alike(said):
        so = verdict(wording, said, source, found)
        if so == "same":
            return Held(so, found)
        if _ORDER.index(so) < _ORDER.index(best.verdict):
            best = Held(so, found)
    return best


def verdict(wording: Reading, said: Quantity, source: Reading, found: Quantity) -> Verdict:
    """How one quantity of a source stands to that of a wording."""
    if not _may_mean(wording, said, found):
        return ""
    fits = fit(said, found)
    if said.kind == "points" and found.kind == "percent" and fits == "unit":
        return "same" if context.is_absolute(source, found) else fits
    if fits not in ("same", "loose"):
        return fits
    if not same_sign(wording, said, source, found):
        return "sign"
    if {said.kind, found.kind} == {"percent", "times"} and not (
        context.is_level(wording, said) or _OF_WHOLE.match(wording.text, said.end)
    ):
        return "unit"
    if fits == "loose" and (_only_word(said, source, found) or _more_exact(said, found)):
        return ""
    if fits == "loose":
        return "same" if _unit_stands(wording, said, source, found) else "loose"
    if said.kind == "plain" and found.kind in _MEASURES and _names_a_thing(wording, said, found):
        return "thing"
    thing, other = counted(wording, said), counted(source, found)
    if thing is not None and (
        found.kind not in ("plain", "fraction") or other not in (None, thing)
    ):
        return "thing"
    return "same"


def _only_word(said: Quantity, source: Reading, found: Quantity) -> bool:
    """Whether a percentage would rest on a word: one percent on "one"."""
    return said.kind == "percent" and not source.in_digits(found)


def _more_exact(said: Quantity, found: Quantity) -> bool:
    """Whether a measure is more exact than the number without unit: 3.0 % than a 3."""
    return decimals(said.raw) > decimals(found.raw)


def _names_a_thing(wording: Reading, said: Quantity, found: Quantity) -> bool:
    """Whether a number counts something in English where the source measures: 51 speakers."""
    beside = [*re.findall(r"[a-z]+", wording.text[said.end : said.end + 32])][:2]
    plural = _PLURAL.match(wording.text, said.end)
    return bool(plural) and unit_behind(f" {beside[-1]}", 0)[0].kind != found.kind


def is_count(wording: Reading, said: Quantity) -> bool:
    """Whether a number is a count in words, and no figure: "three models"."""
    whole = said.kind == "plain" and said.raw == said.raw.to_integral_value()
    return whole and not wording.in_digits(said)


def _may_mean(wording: Reading, said: Quantity, found: Quantity) -> bool:
    """Whether a count may be read from an ordinal, from a measure, from the digits of a name."""
    if is_count(wording, said):
        return found.kind == "plain" and found.unit not in ("@", *(() if said.unit else ("th",)))
    if found.unit != "@":
        return True
    if said.kind != "plain":  # no percentage, measure or factor is read from a name
        return False
    named = _NAME_BEFORE.search(wording.text, max(0, said.start - 24), said.start)
    return bool(named) or not _THING.match(wording.text, said.end)


def same_sign(wording: Reading, said: Quantity, source: Reading, found: Quantity) -> bool:
    """Whether the signs agree, words that say a fall counted: "drops 3.2 %" for −3.2 %."""
    if said.sign == found.sign:
        return True
    if said.sign == "-" and said.kind == "times":
        return False
    if said.sign == "-":
        falls = not found.sign and context.falls(source, found)
        return falls and not context.falls(wording, said)
    if found.sign == "-":
        gained = context.is_delta(source, found) and context.gains(source, found)
        return not said.sign and (gained or context.falls(wording, said))
    return said.sign != "+" or not context.falls(source, found)


def _unit_stands(wording: Reading, said: Quantity, source: Reading, found: Quantity) -> bool:
    """Whether a number without unit has that of the wording by a word near it, or in a head."""
    if counted(source, found) is not None:
        return False
    if context.is_table(source) and wording.in_digits(said):
        return said.kind != "percent" or found.raw <= HUNDRED
    around = source.text[max(0, found.start - _AROUND) : found.end + _AROUND]
    if said.kind == "percent":
        own = wording.text[max(0, said.start - _AROUND) : said.end + _AROUND]
        words = f"{around} {own}"
        return 1 < found.raw <= HUNDRED and bool(_RATE.search(words))
    if said.kind == "times":
        return bool(_TIMES.search(around))
    if wording.in_digits(said) != source.in_digits(found):
        return False
    return bool(re.search(rf"[(\[/]\s?{re.escape(said.unit)}\s?[)\]]", source.text))
