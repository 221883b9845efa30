"""Negation: what the evidence denies and the wording does not, and the other way round.

Two looks. A verb that both texts have (in either language, ``verb`` of the lexicon) is negated in
one only. And a negator that nothing in the other text answers: no other negator, no verb such as
*fail* or *lack*, no prefix, no limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, islice

from wiki_builder.core.values.checks import Finding
from wiki_builder.grounding.rules.alignment import Compared, compared, content, pieces, shared
from wiki_builder.grounding.rules.reading import Mark, Reading
from wiki_builder.grounding.rules.rule import Ground, Said

_ANY = ("neg", "deny", "negative", "denier", "prefixed")
_GAP = {"en": 28, "zh": 5}  # characters between a negator and its verb
_KNOWN = 0.5  # of the words of a negator's clause in the evidence
_HEARD = 0.34  # of a negator's words in the wording
_FREE = re.compile(r"[- ]?(?:free|less)\b", re.IGNORECASE)
_MORE = (
    r"(?:more|less|fewer|better|worse|higher|lower|larger|smaller|faster|slower|stronger|cheaper)"
)
# "no … has a higher" is a superlative, "no … before" a first, "not … without" a condition, "not …
# but" says what is so, and "not … alone" that there is more.
_IDIOM = {
    "en": re.compile(
        rf"(?:no|none|neither)\b[^,.;]*\b{_MORE}\b|not\b[^.;]*\bbut\b"
        r"|(?:no|not|never)\b[^.;]*\b(?:before|so far|until now|yet)\b"
        r"|(?:not|never|cannot|no)\b[^.;]*\b(?:without|unless|until|except)\b"
        r"|(?:not|never)\b[^.;]*\b(?:alone|only|merely|just|solely|simply|necessarily)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        "(?:并非|不是)[^。；]*而是|没有(?:哪|任何|一[个种项])[^，。；]*(?:高于|低于|优于|超过|更|比)|(?:不|并非)[^，。；]{0,4}(?:仅|只|单)"
    ),
}
# Two of these in a clause take each other back.
_SINGLE = {
    "en": re.compile(
        r"\b(?:not|no|none|never|cannot|without|nobody|nothing)\b|n't\b", re.IGNORECASE
    ),
    "zh": re.compile("没有|并不|并未|并非|无法|不能|不会|未能|从未|不得不|不是"),
}
_STRONG = ("neg", "deny", "denier", "prefixed")
_NEGATORS = ("neg", "denier")


def negation(said: Said, ground: Ground) -> Iterator[Finding]:
    """What is negated in one of wording, translation and evidence only; one finding a sentence."""
    for one in pieces(said, ground):
        found = compared(one, ground)
        if not found.free:
            yield from islice(chain(_verbs(found), _counts(found)), 1)


def _verbs(of: Compared) -> Iterator[Finding]:
    """A verb that one text negates and the other has plainly."""
    en, zh, quote = of.en, of.zh, of.evidence
    against = _opposed(en, quote) or _opposed(quote, en)
    also = (_opposed(zh, quote) or _opposed(quote, zh)) if of.quote.text else None
    if against:
        yield Finding("negation", *against, sure=bool(also), language="en")
    if also:
        yield Finding("negation", *also, language="zh")
    if between := _opposed(en, zh) or _opposed(zh, en):
        yield Finding("negation", *between)


def _counts(of: Compared) -> Iterator[Finding]:
    """More negators in a text than anything in the others that could answer them."""
    en, zh = of.en, of.zh
    if not of.quote.text:
        return
    if en.text and zh.text:
        for this, other in ((en, zh), (zh, en)):
            own, known = negators(this), min(len(negators(other)), len(negators(of.quote)))
            if own and max(_answers(other), _answers(of.evidence)) < 1:
                yield Finding("negation", own[0].text, language=this.language)
            elif known and not this.has(*_ANY):
                found = negators(of.quote)[0].text
                yield Finding("negation", "", found, language=this.language)
    if all(map(negators, of.wordings)) and _answers(of.evidence) < 1:
        mark = negators(of.wordings[0])[0]
        if _is_known(mark, of):
            yield Finding("negation", mark.text, language=of.wordings[0].language, weak=True)
    if not (en.has(*_ANY) or zh.has(*_STRONG)) and (unheard := _unheard(of.quote, en)):
        yield Finding("negation", "", unheard.text, language="en")


def _answers(reading: Reading) -> float:
    """How many negators of another text this one can answer; a weak word counts half."""
    return len(reading.of(*_STRONG)) + len(reading.of("negative")) / 2


def _is_known(mark: Mark, of: Compared) -> bool:
    """Whether the evidence has half of the words of a negator's clause."""
    words = content(of.en.text[slice(*of.en.clause(mark.start))])
    return not of.en.text or shared(words, content(of.evidence.text)) >= _KNOWN


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


@lru_cache(maxsize=1024)
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


@lru_cache(maxsize=1024)
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
        reading.within((start, mark.start), "neg", "deny", "denier")
        or reading.within((mark.end, end), "neg", "denier", "badly")
        or (reading.language == "zh" and reading.within((mark.end, end), "deny"))
    )


def _opposed(this: Reading, that: Reading) -> tuple[str, str] | None:
    """The words of a verb that ``this`` negates only, and of the same verb in ``that``, where
    nothing negates it.
    """
    if len(negators(this)) <= len(negators(that)):
        return None
    plain = verbs(that)
    for group, ways in verbs(this).items():
        if set(ways) == {False} and set(plain.get(group, ())) == {True}:
            marks = [mark for mark in that.marks if group in _groups(mark)]
            if not any(_denied(that, mark) for mark in marks):
                own = next(mark for mark in this.marks if group in _groups(mark))
                return own.text, marks[0].text
    return None
