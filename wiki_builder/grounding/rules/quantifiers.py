"""Quantifiers: *some* does not become *all*, nor *all* become *some*; *only* is not added."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice

from wiki_builder.core.values.checks import Finding
from wiki_builder.grounding.rules.alignment import Compared, compared, pieces, segments
from wiki_builder.grounding.rules.reading import Reading, read
from wiki_builder.grounding.rules.rule import Ground, Said

_ALL = ("all", "wide", "steady")
_EACH = ("all", "wide")
_PART = ("some", "most")
_SOME = ("some", "most", "many")
_FEW = ("some", "most", "many", "few", "part")
_NUMBER = re.compile(
    r"\W*(?:(?:about|around|between|from|to|by|over|under|slightly|modestly)\s){0,2}\W*"
    r"(?:[0-9]|(?:one|two|three|four|five|six|seven|eight|nine|ten|half|slightly|modestly"
    r"|approximately|partly|partially|marginally)\b)"
    r"|[\u4e00-\u9fff\s]{0,6}?[0-9一两三四五六七八九十半略]"
)
_ABOUT = re.compile(
    r"\s*(?:[0-9]|one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|hundred)"
)
_SCALES = (  # one end of a scale, and what stands at the other
    ("full", ("largely",)),
    ("slight", ("marked",)),
    ("marked", ("slight",)),
    ("few", ("most", "many")),
    ("rare", ("regular",)),
    ("some", ("all", "each")),
    ("all", ("some", "most", "many")),
)
_DENIAL = re.compile(
    r"\b(?:do|does|did|is|are|was|were|can|could)\s?not\b|n't\b|未能|不能|无法|没有"
)
_DENIED = 5  # characters between a negator and what it denies
_COUNTED = re.compile(r"-|\s?[0-9]")
_NOT_ONLY = re.compile(
    r"\b(?:not|instead\sof|rather\sthan|beyond)\s(?:[\w-]+\s){0,8}?(?:only|merely|just|solely|alone)\b"
    r"|不[仅只]|不光|并非只|不单",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"\b100\s?\\?%|\b([1-9][0-9]*)/\1\b")


def quantifiers(said: Said, ground: Ground) -> Iterator[Finding]:
    """More or less than the evidence says; one finding a sentence."""
    for one in pieces(said, ground):
        found = compared(one, ground)
        between = (look for part in segments(found) for look in _between(part))
        yield from islice(chain(between, _scaled(found, ground.near), _against(found)), 1)


def _between(of: Compared) -> Iterator[Finding]:
    """A quantifier of one language that the other has not, nor the evidence."""
    quote = of.evidence
    for this, other in ((of.en, of.zh), (of.zh, of.en)):
        if not (this.text and other.text):
            continue
        if this.has("all") and not this.has(*_SOME) and other.has(*_SOME) and not other.has("all"):
            yield Finding("quantifier", _first(this, "all"), _first(other, *_SOME))
        if this.has("few") and other.has("all", *_SOME) and not other.has("few", "some"):
            found = _first(this, "few"), _first(other, "all", *_SOME)
            yield Finding("quantifier", *found, language=this.language)
        if not of.quote.text:
            continue
        if _limits(this) and not (
            other.has("only", "limiting") or quote.has("only", "limiting", "all")
        ):
            yield Finding("quantifier", _first(this, "only"), language=this.language)


def _scaled(of: Compared, near: str) -> Iterator[Finding]:
    """Both wordings at one end of a scale, and the evidence at the other only; or *all* of what it
    says of no such number.
    """
    ends = [scale for scale in _SCALES if of.en.has(scale[0]) and of.zh.has(scale[0])]
    if not ends:  # nor is there *all*, which is one
        return
    evidence = of.raw if of.raw.text else read(near, "en")
    for own, theirs in ends:
        if (
            _has(of.en, own)
            and _has(of.zh, own)
            and any(_has(evidence, name) for name in theirs)
            and not evidence.has(own)
            # most do not: few do
            and not (own == "few" and (evidence.has("neg") or _in_denial(of.en, own)))
        ):
            said, found = _first(of.en, own), _first(evidence, *theirs)
            yield Finding("quantifier", said, found, language="en")
    known = _EACH if of.raw.text else ("all",)
    if _is_all(of.en) and of.zh.has("all") and not (evidence.has(*known) or _is_whole(evidence)):
        yield Finding("quantifier", _first(of.en, "all"), language="en")


def _has(reading: Reading, name: str) -> bool:
    """Whether a text has a quantifier that nothing denies: not "not every"."""
    return any(
        not reading.within((mark.start - _DENIED, mark.start), "neg") for mark in reading.of(name)
    )


def _in_denial(reading: Reading, name: str) -> bool:
    """Whether the verb of a quantifier's clause is denied: few … do not."""
    clauses = (reading.clause(mark.start) for mark in reading.of(name))
    return any(_DENIAL.search(reading.text, *clause) for clause in clauses)


def _is_all(reading: Reading) -> bool:
    """Whether *all* counts what is spoken of: not "all 20", "all-binary"."""
    plain = _has(reading, "all")
    return plain and any(not _COUNTED.match(reading.text, m.end) for m in reading.of("all"))


def _is_whole(reading: Reading) -> bool:
    return bool(_WHOLE.search(reading.text))


def _against(of: Compared) -> Iterator[Finding]:
    """A quantifier of the wording for another of the same thing in the evidence, or for none."""
    quote = of.evidence
    for this in of.wordings:
        for few, more in (("rare", "regular"), ("few", "most"), ("few", "many")):
            if (
                this.has(few)
                and not (few == "few" and (quote.has("neg") or _in_denial(this, few)))
                and quote.has(more)
                and not quote.has("rare", "few", "some", "part")
            ):
                yield Finding(
                    "quantifier", _first(this, few), _first(quote, more), False, this.language
                )
        if _NOT_ONLY.search(this.text) and quote.has("only") and not _NOT_ONLY.search(quote.text):
            found = _NOT_ONLY.search(this.text)
            yield Finding("quantifier", found[0] if found else "", "only", language=this.language)
    if not of.quote.text:
        return
    language = of.wordings[0].language
    everywhere = quote.has(*_EACH) or _is_whole(quote)
    if all(one.has("all") for one in of.wordings) and not everywhere:
        yield Finding("quantifier", _first(of.wordings[0], "all"), language=language)
    if all(map(_is_part, of.wordings)) and not quote.has(*_FEW):
        yield Finding("quantifier", _first(of.wordings[0], *_PART), language=language)
    if all(map(_limits, of.wordings)) and not quote.has("only", "limiting", "all"):
        yield Finding("quantifier", _first(of.wordings[0], "only"), language=language)


def _is_part(reading: Reading) -> bool:
    """Whether a part is spoken of; "some" before a number is "about"."""
    return any(not _ABOUT.match(reading.text, mark.end) for mark in reading.of(*_PART))


def _limits(reading: Reading) -> bool:
    """Whether *only* limits what is said; before a number it judges, and says nothing new."""
    marks = reading.of("only")
    return any(not _NUMBER.match(reading.text, mark.end) for mark in marks)


def _first(reading: Reading, *classes: str) -> str:
    return reading.of(*classes)[0].text
