"""Negation: what the evidence denies and the wording does not, and the other way round.

Two looks. A verb that both texts have (in either language, ``verb`` of the lexicon) is negated in
one only. And a negator that nothing in the other text answers: no other negator, no verb such as
*fail* or *lack*, no prefix, no limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from wiki_builder.core.values.checks import Finding
from wiki_builder.grounding.rules.alignment import (
    Compared,
    compared,
    content,
    figures,
    pieces,
    segments,
    shared,
)
from wiki_builder.grounding.rules.reading import Mark, Reading
from wiki_builder.grounding.rules.rule import Ground, Said

_ANY = ("neg", "deny", "negative", "denier", "prefixed")
_GAP = {"en": 28, "zh": 5}  # characters between a negator and its verb
_HEARD = 0.34  # of a negator's words in the wording
_FREE = re.compile(r"[- ]?(?:free|less)\b", re.IGNORECASE)
_MORE = (
    r"(?:more|less|fewer|better|worse|higher|lower|larger|smaller|faster|slower|stronger|cheaper"
    r"|beyond|above)"
)
# "no … has a higher" is a superlative, "no … before" a first, "not … without" a condition, "not …
# but" says what is so, and "not … alone" that there is more.
_IDIOM = {
    "en": re.compile(
        rf"(?:no|none|neither)\b[^,.;]*\b{_MORE}\b|(?:not\b[^.;]*|nothing\s)\bbut\b"
        r"|(?:no|not|never)\b[^.;]*\b(?:before|so far|until now|yet)\b"
        r"|(?:not|never|cannot|no)\b[^.;]*\b(?:without|unless|until|except)\b"
        r"|(?:not|never)\b[^.;]*\b(?:alone|only|merely|just|solely|simply|necessarily)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        "(?:并非|不是)[^。；]*而是|没有[^，。；]*(?:高于|低于|优于|超过|更|比)|(?:不|并非)[^，。；]{0,4}(?:仅|只|单)"
    ),
}
# Two of these in a clause take each other back.
_SINGLE = {
    "en": re.compile(
        r"\b(?:not|no|none|never|cannot|without|nobody|nothing|few|hardly|rarely|seldom)\b|n't\b",
        re.IGNORECASE,
    ),
    "zh": re.compile("没有|并不|并未|并非|无法|不能|不会|未能|从未|不得不|不是|少数|极少|很少"),
}
_TO_NUMBER = {"en": 60, "zh": 20}  # characters from a negator to the number that it denies
_CLAUSAL = frozenset("并未 未能 无法 不能 不会 并没有 不应".split())
_AUXILIARY = re.compile(
    r"\b(?:(?:do|does|did|is|are|was|were|can|could|may|might|will|would|should|has|have|had|must)\snot"
    r"|cannot)$",
    re.IGNORECASE,
)
_ELLIPSIS = re.compile(  # "whether it gets better is not" has its verb elsewhere
    r"\b(?:is|are|was|were|do|does|did|has|have|can|will)\s?(?:not|n't)\s*(?=[.,;:]|$)"
)
_STRONG = ("neg", "deny", "denier", "prefixed")
_NEGATORS = ("neg", "denier")


def negation(said: Said, ground: Ground) -> Iterator[Finding]:
    """What is negated in one of wording, translation and evidence only; one finding a sentence."""
    for one in pieces(said, ground):
        found = compared(one, ground)
        looks = (_of_number, _between) if found.free else (_of_number, _verbs, _between, _counts)
        yield from islice((finding for look in looks for finding in look(found)), 1)


def _of_number(of: Compared) -> Iterator[Finding]:
    """A number that one text denies and the others have plainly."""
    en, zh, quote = (_denied_numbers(one) for one in (of.en, of.zh, of.raw))
    for this, others in ((en, (zh, quote)), (zh, (en, quote)), (quote, (en, zh))):
        for number, word in this.items():
            if word and all(other.get(number) == "" for other in others if other):
                yield Finding("negation", word, number)
    for number, word in en.items():
        if word and zh.get(number) and quote.get(number) == "":
            yield Finding("negation", word, number, language="en")


@lru_cache(maxsize=256)
def _denied_numbers(reading: Reading) -> dict[str, str]:
    """The numbers of a text, with the negator of the verb that each belongs to, if there is one;
    none that something else in its clause may belittle.
    """
    found: dict[str, set[str]] = {}
    for figure in figures(reading):
        start, end = reading.clause(figure.start)
        near = max(start, figure.start - _TO_NUMBER[reading.language])
        own = [mark.text for mark in _clausal(reading) if near <= mark.start < figure.start]
        other = () if own else reading.within((start, end), *_ANY)
        found.setdefault(figure.value, set()).update(("", "?") if other else (*own, "")[:1])
    return {number: next(iter(words)) for number, words in found.items() if len(words) == 1}


def _verbs(of: Compared) -> Iterator[Finding]:
    """A verb that a wording or the evidence negates and the other has plainly."""
    en, zh, quote = of.en, of.zh, of.evidence
    against = _opposed(en, quote) or _opposed(quote, en)
    also = (_opposed(zh, quote) or _opposed(quote, zh)) if of.quote.text else None
    if against:
        yield Finding("negation", *against, sure=bool(also), language="en")
    if also:
        yield Finding("negation", *also, language="zh")


def _between(of: Compared) -> Iterator[Finding]:
    """A verb that one language negates and the other has plainly, and a clause that one negates
    where the other has nothing that could answer.
    """
    for part in segments(of):
        en, zh = part.en, part.zh
        if opposed := _opposed(en, zh) or _opposed(zh, en):
            yield Finding("negation", *opposed)
        for this, other in ((en, zh), (zh, en)):
            if other.text and (own := _clausal(this)) and _answers(other) < 1:
                yield Finding("negation", own[0].text, language=this.language)


def _counts(of: Compared) -> Iterator[Finding]:
    """More negators in a text than anything in the others that could answer them."""
    en, zh = of.en, of.zh
    if not of.quote.text:
        return
    for this, other in ((en, zh), (zh, en)) if en.text and zh.text else ():
        own, known = negators(this), min(len(negators(other)), len(negators(of.quote)))
        if own and max(_answers(other), _answers(of.evidence)) < 1:
            yield Finding("negation", own[0].text, language=this.language)
        elif known and not this.has(*_ANY):
            found = negators(of.quote)[0].text
            yield Finding("negation", "", found, language=this.language)
    if not (en.has(*_ANY) or zh.has(*_STRONG)) and (unheard := _unheard(of.quote, en)):
        yield Finding("negation", "", unheard.text, language="en")


@lru_cache(maxsize=256)
def _clausal(reading: Reading) -> tuple[Mark, ...]:
    """The negators of whole clauses: *does not*, 无法."""
    if reading.language == "zh":
        return tuple(one for one in negators(reading) if one.text in _CLAUSAL)
    return tuple(one for one in negators(reading) if _AUXILIARY.search(reading.text, 0, one.end))


def _answers(reading: Reading) -> float:
    """How many negators of another text this one can answer; a weak word counts half."""
    return len(reading.of(*_STRONG)) + len(reading.of("negative")) / 2


def _unheard(quote: Reading, en: Reading) -> Mark | None:
    """A negator of the quote whose words the wording has."""
    words = content(en.text)
    for mark in negators(quote):
        scope = content(quote.text[mark.end : quote.clause(mark.start)[1]])
        heard = scope & words
        if len(heard) >= 2 and shared(scope, words) >= _HEARD:
            return mark
        before = content(quote.text[quote.clause(mark.start)[0] : mark.start])
        if len(scope) == 1 and heard and before & words:
            return mark  # "results are not general" of which all words but one are said
    return None


@lru_cache(maxsize=256)
def negators(reading: Reading) -> tuple[Mark, ...]:
    """What negates in a text; "no … more" is a superlative, and "not … without" a condition."""
    found = reading.of(*_NEGATORS)
    if reading.language == "zh":
        found = tuple(m for m in found if len(m.text) > 1 or _before_verb(m, reading))
    return tuple(mark for mark in found if not _is_idiom(mark, reading))


def _before_verb(mark: Mark, reading: Reading) -> bool:
    """Whether a verb follows: 不依赖. A single character is a part of a word elsewhere."""
    following = [other for other in reading.marks if other.start == mark.end]
    return any(True for other in following for _ in _groups(other))


def _is_idiom(mark: Mark, reading: Reading) -> bool:
    start, end = reading.clause(mark.start)
    if len(_SINGLE[reading.language].findall(reading.text[start:end])) > 1:
        return True
    return bool(_IDIOM[reading.language].match(reading.text[mark.start : end]))


# --- Verbs and whether they are negated ---------------------------------------------


@lru_cache(maxsize=256)
def verbs(reading: Reading) -> dict[str, frozenset[bool]]:
    """The verbs of a text, by group, with whether they stand there plainly (True) or negated."""
    found: dict[str, set[bool]] = {}
    for at, mark in enumerate(reading.marks):
        for group in _groups(mark):
            found.setdefault(group, set()).add(not _negated(reading, at))
    return {group: frozenset(ways) for group, ways in found.items()}


def _groups(mark: Mark) -> Iterator[str]:
    if "beats" in mark.classes:
        yield "beats"
    for name in mark.classes:
        if name.startswith("verb."):
            yield name


# What may stand between a negator and its verb.
_BETWEEN = {
    "en": re.compile(
        r"(?:[^\w,;:.]*(?:\w+ly|be|been|to|have|has|yet|even|also|always|much|further|significant|any|well"
        r"|quite|clear|substantial|meaningful|strong|consistent|so|in fact|really|at all))*[^\w,;:.]*"  # noqa: E501
    ),
    "zh": re.compile(
        "(?:[地得能够被将会再更也都很太均使让]|显著|明显|有效|充分|完全|始终|稳定|进一步|真正|实际|直接|大幅"
        "|持续|一致|总是|必然|同样|继续|可靠|准确|很好|在本质上|从根本上|根本|随之|相应|同时)*"
    ),
}


def _negated(reading: Reading, at: int) -> bool:
    """Whether a negator stands right before a verb, or "no" right behind it."""
    mark, language = reading.marks[at], reading.language
    if "neg" in mark.classes or _FREE.match(reading.text, mark.end):
        return True
    for other in reversed(reading.marks[:at]):
        if mark.start - other.end > _GAP[language]:
            break
        if other in negators(reading):
            if other.text.lower() == "no" and mark.text.lower().endswith("ed"):
                return False  # "no tested system"
            return bool(_BETWEEN[language].fullmatch(reading.text[other.end : mark.start].lower()))
    behind = reading.marks[at + 1] if at + 1 < len(reading.marks) else None
    return (
        language == "en"
        and behind is not None
        and behind.start - mark.end == 1
        and behind.text.lower() in ("no", "neither", "none", "nothing", "not", "little", "few")
    )


def _denied(reading: Reading, mark: Mark) -> bool:
    """Whether anything negates before a verb in its clause, or a negator behind it."""
    start, end = reading.clause(mark.start)
    return bool(
        reading.within((start, mark.start), "neg", "deny", "denier", "few")
        or reading.within((mark.end, end), "neg", "denier", "badly")
        or (reading.language == "zh" and reading.within((mark.end, end), "deny"))
    )


def _opposed(this: Reading, that: Reading) -> tuple[str, str] | None:
    """The words of a verb that ``this`` negates only, and of the same verb in ``that``, where
    nothing negates it.
    """
    if len(negators(this)) <= len(negators(that)) or _ELLIPSIS.search(that.text):
        return None
    if that.has("deny") and not any("neg" in one.classes for one in negators(this)):
        return None  # 难以 answers "struggle with"
    plain = verbs(that)
    for group, ways in verbs(this).items():
        if set(ways) == {False} and set(plain.get(group, ())) == {True}:
            marks = [mark for mark in that.marks if group in _groups(mark)]
            if not any(_denied(that, mark) for mark in marks):
                own = next(mark for mark in this.marks if group in _groups(mark))
                return own.text, marks[0].text
    return None
