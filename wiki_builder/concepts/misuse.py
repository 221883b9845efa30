"""Where a Chinese text uses another rendering than the term, and the text with the term in its
place.

The longest known name wins: 代理 in 代理模型 is no 代理. Maths, code, addresses,
commands and whatever stands in quotation marks is left alone. A rendering of one
character is never replaced, and one of two, or one that is also the name of something
else, only where the English of the same text says the term.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from wiki_builder.concepts.lexicon import NamedTerm, NameMatch, fold, longest
from wiki_builder.concepts.terms import Terms
from wiki_builder.core.characters import IS_HAN

_CLOSED = re.compile(
    r"(?P<code>```.*?```|(?<!`)(?P<_ticks>`+)(?!`).+?(?<!`)(?P=_ticks)(?!`))"
    r"|(?P<maths>(?<!\\)\$\$.+?\$\$|(?<![\\$])\$(?=[^\s$])(?:\\.|[^$\\\n])*?(?<=[^\s\\])\$(?![\d$])"
    r"|\\\(.+?\\\)|\\\[.+?\\\]|\\begin\{(?P<_name>\w+\*?)\}.+?\\end\{(?P=_name)\})"
    r"|(?P<an_address>(?:https?://|www\.)[!-~]+|(?<=\])\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)|<[A-Za-z/][^<>]*>)"
    r"|(?P<a_command>\\[A-Za-z]+\*?(?:\[[^\[\]]*\])?(?:\{[^{}]*\})*)"
    r"|(?P<quotation_marks>“[^“”\n]*”|「[^「」\n]*」|『[^『』\n]*』|‘[^‘’\n]*’|《[^《》\n]*》|\"[^\"\n]{1,200}\")",
    re.DOTALL,
)
_LATIN = re.compile(r"[A-Za-z0-9]")
_SURE = 3  # characters: such a rendering is hardly ever a word of something else
# a replacement may complete another rendering: 多 and 代理 become one that stands in the registry
_ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Misuse:
    """A rendering that is not the term: where it stands, what should, and ``why`` it is left alone:
    it may well be right there.
    """

    start: int
    end: int
    found: str
    wanted: str
    concept: str  # empty: a term of the shipped glossary
    why: str = ""


@dataclass(frozen=True, slots=True)
class Reworded:
    """A text with its terms put right: how many places changed, and which were left alone."""

    text: str
    places: int = 0
    left: tuple[Misuse, ...] = ()


def misused(
    text: str, terms: Terms, english: str | None = None, about: str | None = None
) -> tuple[Misuse, ...]:
    """The renderings in a Chinese text that are not the term, from left to right.

    ``english`` is the same in English, ``about`` all that its paper says in English;
    without them a rendering that could mean something else is taken for the term's
    only where the registry knows no other meaning.
    """
    return tuple(place for place in _places(text, terms, english, about) if not place.why)


def reworded(
    text: str,
    terms: Terms,
    english: str | None = None,
    about: str | None = None,
    only: Collection[str] | None = None,
) -> Reworded:
    """A Chinese text with its terms put right; of the concepts in ``only``, if given.

    Doing it again changes nothing.
    """
    changed, count = text, 0
    for _ in range(_ROUNDS):
        found = _places(changed, terms, english, about)
        places = tuple(place for place in found if only is None or place.concept in only)
        wrong = [place for place in places if not place.why]
        if not wrong:
            return Reworded(changed, count, places)
        count += len(wrong)
        for place in reversed(wrong):
            changed = _replaced(changed, place)
    return Reworded(text)  # two wordings that make each other: a person must choose


def used(text: str, terms: Terms) -> Counter[tuple[int, str]]:
    """How often each known Chinese name stands in a text,
    by the number of its term and its folded spelling.
    """
    taken, _ = longest(terms.chinese.matches(text))
    return Counter(
        (meaning.term, fold(match.name)) for match in taken for meaning in match.meanings
    )


# --- Telling meanings apart ----------------------------------------------------------


@dataclass(frozen=True)
class _Context:
    """A text with what is known beside it; ``None`` is not known."""

    text: str
    terms: Terms
    english: str | None
    about: str | None
    taken: tuple[NameMatch, ...] = ()  # the names of which the text is made

    @cached_property
    def said(self) -> Counter[int]:
        """How often the English says each term."""
        return self.terms.said(self.english or "")

    @cached_property
    def said_alone(self) -> Counter[int]:
        """The same without names within longer ones:
        a large language model is no language model.
        """
        return self.terms.english.count(self.english or "", nested=False)

    @cached_property
    def concerns(self) -> Counter[int]:
        """How often the paper says each term, in English."""
        return self.said + self.terms.said(self.about or "")

    @cached_property
    def folded(self) -> str:
        return fold(self.text)

    @cached_property
    def closed(self) -> tuple[tuple[int, int, str], ...]:
        """What is not the builder's own prose: from, to, and what it is."""
        return tuple((*match.span(), _kind(match)) for match in _CLOSED.finditer(self.text))

    def wanted(self, meaning: NamedTerm) -> str:
        return self.terms.terms[meaning.term].wanted

    def rivals(self, match: NameMatch) -> list[NamedTerm]:
        """What else a rendering may be, since the English says that, too,
        and more often than longer names do here.
        """
        longer = [
            m
            for other in self.taken
            if match.name in other.name and other is not match
            for m in other.meanings
        ]
        told = Counter(self.terms.name(meaning.term) for meaning in longer)
        right = (meaning for meaning in match.meanings if meaning.right)
        return [
            meaning
            for meaning in right
            if self.said_alone[meaning.term] > told[self.terms.name(meaning.term)]
        ]

    def is_said_already(self, meaning: NamedTerm) -> bool:
        """Whether the text says the term as often as its English,
        so that the rendering is of something else.
        """
        return self.folded.count(fold(self.wanted(meaning))) >= self.said[meaning.term]


def _kind(match: re.Match[str]) -> str:
    """What a closed stretch is, in words."""
    return next(
        name for name, text in match.groupdict().items() if text and name[0] != "_"
    ).replace("_", " ")


def _places(text: str, terms: Terms, english: str | None, about: str | None) -> list[Misuse]:
    if not terms.chinese.is_suspect(text):
        return []
    context = _Context(text, terms, english, about)
    matches = [match for match in terms.chinese.matches(text) if not _is_idle(match, context)]
    taken, covered = longest(matches)
    context = replace(context, taken=tuple(taken))
    found = [place for match in taken if (place := _judged(match, context))]
    replaced = {place.start for place in found if not place.why}
    kept = [match for match in taken if match.start not in replaced]
    found += [place for match in covered if (place := _covered(match, kept, context))]
    return sorted(found, key=lambda place: place.start)


def _is_idle(match: NameMatch, context: _Context) -> bool:
    """Whether a word of another field counts for nothing: the English does not speak of it."""
    hints = all(meaning.hint for meaning in match.meanings)
    return (
        hints
        and context.english is not None
        and not any(context.said[m.term] for m in match.meanings)
    )


def _judged(match: NameMatch, context: _Context) -> Misuse | None:
    """What is to be said of one name: nothing, where it is right or nobody's business."""
    right = [meaning for meaning in match.meanings if meaning.right]
    bad = [meaning for meaning in match.meanings if not meaning.right]
    if not bad:
        return None
    if kind := _closed_by(match, context):
        return _place(match, bad[0], f"in {kind}", context)
    meaning, why = _meant(match, bad, right, context)
    return _place(match, meaning or bad[0], why, context)


def _meant(
    match: NameMatch, bad: list[NamedTerm], right: list[NamedTerm], context: _Context
) -> tuple[NamedTerm | None, str]:
    """Which term a rendering is of, or why that cannot be told."""
    if len(match.name) == 1:
        return None, "one character says too little"
    if context.english is None:
        return _meant_alone(match, bad, right, context)
    named = [meaning for meaning in bad if _speaks_of(meaning, match, bad, right, context)]
    rivals = context.rivals(match)
    if named and (rivals or len({context.wanted(meaning) for meaning in named}) > 1):
        return None, f"it may be {_either((*named, *rivals), context)}"
    return (named[0], "") if named else (None, "the English does not say it here")


def _meant_alone(
    match: NameMatch, bad: list[NamedTerm], right: list[NamedTerm], context: _Context
) -> tuple[NamedTerm | None, str]:
    """The same without English: the registry's word counts more than the glossary's."""
    ours = [meaning for meaning in bad if not meaning.shipped]
    rivals = [meaning for meaning in right if not (meaning.shipped and ours)]
    likely = ours or [meaning for meaning in bad if len(match.name) >= _SURE]
    if rivals or len({context.wanted(meaning) for meaning in likely}) != 1:
        return None, f"it may be {_either((*bad, *rivals), context)}"
    return likely[0], ""


def _speaks_of(
    meaning: NamedTerm,
    match: NameMatch,
    bad: list[NamedTerm],
    right: list[NamedTerm],
    context: _Context,
) -> bool:
    """Whether the English bears out that a rendering is of this term."""
    alone, long = len(bad) == 1 and not right, len(match.name) >= _SURE
    if alone and long:
        return not meaning.shipped or bool(context.concerns[meaning.term])
    if context.said[meaning.term]:
        return long or not context.is_said_already(meaning)
    # "It learns": the paper says the term, and never what else the rendering is known to mean.
    never = right and not any(context.concerns[m.term] for m in right)
    return bool(never and not meaning.shipped and context.concerns[meaning.term])


def _either(meanings: Iterable[NamedTerm], context: _Context) -> str:
    return " or ".join(dict.fromkeys(context.terms.name(meaning.term) for meaning in meanings))


def _covered(match: NameMatch, kept: list[NameMatch], context: _Context) -> Misuse | None:
    """A rendering within a longer name that stays; not worth a word within the term itself."""
    bad = [meaning for meaning in match.meanings if not meaning.right]
    longer = next((other for other in kept if other.overlaps(match)), None)
    if not bad or longer is None or any(m.right and m.term == bad[0].term for m in longer.meanings):
        return None
    return _place(match, bad[0], f"part of {longer.name}", context)


def _closed_by(match: NameMatch, context: _Context) -> str:
    """What a match stands in, if that is not to be touched."""
    kinds = (kind for start, end, kind in context.closed if start < match.end and match.start < end)
    return next(kinds, "") or (
        "brackets" if _LATIN.match(match.name) and _in_brackets(match, context.text) else ""
    )


def _in_brackets(match: NameMatch, text: str) -> bool:
    """Whether an English name stands alone in brackets, behind its Chinese."""
    return text[: match.start].rstrip().endswith(("(", "（")) and text[
        match.end :
    ].lstrip().startswith((")", "）"))


def _place(match: NameMatch, meaning: NamedTerm, why: str, context: _Context) -> Misuse | None:
    """A find as a value; what the glossary alone says, and is not sure of, is not worth a word."""
    if why and meaning.shipped:
        return None
    term = context.terms.terms[meaning.term]
    return Misuse(match.start, match.end, match.name, term.wanted, term.concept, why)


# --- Replacing -----------------------------------------------------------------------


def _replaced(text: str, place: Misuse) -> str:
    """The text with one rendering replaced, a space where Chinese and Latin meet, and only there,
    and the term once: not in brackets behind itself.
    """
    before, behind = _edge(text[: place.start], place.found, place.wanted), text[place.end :]
    if again := re.match(rf"\s?[（(]{re.escape(place.wanted)}[）)]", behind, re.IGNORECASE):
        behind = behind[again.end() :]  # what stood in brackets behind it, and now stands before
    mirrored = _edge(behind[::-1], place.found[::-1], place.wanted[::-1])[::-1]
    return f"{before}{place.wanted}{mirrored}"


def _edge(before: str, found: str, wanted: str) -> str:
    """What stands before a replacement, with or without a space at its end."""
    if _LATIN.match(wanted[0]) and (IS_HAN.match(before[-1:]) or _LATIN.match(before[-1:])):
        return f"{before} "
    if (
        _LATIN.match(found[0])
        and IS_HAN.match(wanted[0])
        and before.endswith(" ")
        and IS_HAN.match(before[-2:-1])
    ):
        return before[:-1]
    return before
