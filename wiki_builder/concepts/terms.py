"""The registry is the glossary: how each concept is said in Chinese, and which terms concern a
paper.

A term is a concept's wording: its names in both languages and its policy. Its other
Chinese names are renderings that are not the term; a rejected one is wrong. What the
shipped glossary calls wrong is so for terms that the registry does not hold, too.
Where they stand in a text is for :mod:`wiki_builder.concepts.misuse` to find.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Literal, Protocol

from wiki_builder.concepts.articles.mentions import Mentions, mentions
from wiki_builder.concepts.find import sound
from wiki_builder.concepts.lexicon import Lexicon, Meanings, NamedTerm, fold, spellings
from wiki_builder.concepts.operations import rename
from wiki_builder.concepts.registry import Registry
from wiki_builder.core import names
from wiki_builder.core.characters import IS_HAN
from wiki_builder.core.errors import UsageError
from wiki_builder.core.values.bilingual import Bilingual, Language
from wiki_builder.core.values.concept import (
    Alias,
    Concept,
    ConceptKind,
    TermPolicy,
)

MOST_TERMS = 40  # in one request

# Words of other fields in which a term's rendering is another word: 代理 is an agent's, and a
# proxy's.
_WORDS = (
    Bilingual("surrogate model", "代理模型"),
    Bilingual("proxy server", "代理服务器"),
    Bilingual("proxy variable", "代理变量"),
)
# Those that may be either: they count where the English says so.
_HINTS = tuple(
    Bilingual(en, f"代理{zh}")
    for en in ("proxy", "surrogate", "pretext")
    for zh in ("", "指标", "奖励", "任务", "目标", "损失", "函数", "梯度", "信号", "度量")
)
_BESIDE = (*_WORDS, *_HINTS)


class GlossaryEntry(Protocol):
    """What is needed of an entry of the shipped glossary."""

    @property
    def en(self) -> str: ...
    @property
    def zh(self) -> str: ...
    @property
    def acronyms(self) -> tuple[str, ...]: ...
    @property
    def other_zh(self) -> tuple[str, ...]: ...
    @property
    def other_en(self) -> tuple[str, ...]: ...
    @property
    def wrong(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class Term:
    """One wording. ``concept`` is the registry's id, empty for a term that only the shipped
    glossary has.

    ``others`` are Chinese renderings that are not the term, ``wrong`` those of them that are
    never right; ``known`` are right as well, and ``shipped`` wrong by the glossary.
    """

    concept: str
    name: Bilingual
    policy: TermPolicy = "zh"
    english: tuple[str, ...] = ()  # the name and every other approved English one
    others: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    shipped: tuple[str, ...] = ()
    weight: int = 0  # papers that mention it
    kind: ConceptKind = "concept"

    @property
    def wanted(self) -> str:
        """What a Chinese text calls it; empty where the registry has no Chinese name."""
        return self.name.en if self.policy == "en" else self.name.zh


@dataclass(frozen=True)
class Terms:
    """All terms, and what finds them; ``back`` are the concepts whose English name gives way to
    the Chinese, too.
    """

    terms: tuple[Term, ...]
    back: frozenset[str] = frozenset()

    @cached_property
    def english(self) -> Mentions:
        """The terms by their English names; by the number of the term,
        words of other fields behind them.
        """
        own = ((number, name) for number, term in enumerate(self.terms) for name in term.english)
        return mentions((*own, *((len(self.terms) + n, word.en) for n, word in enumerate(_BESIDE))))

    @cached_property
    def said(self) -> Callable[[str], Counter[int]]:
        """How often an English text says each term; a text is asked about again and again."""
        return lru_cache(maxsize=64)(self.english.count)

    @cached_property
    def chinese(self) -> Lexicon:
        """Every Chinese name that is known, and what it is to whom."""
        made: dict[str, Meanings] = {}
        for name, meaning in self._meanings():
            for spelling in spellings(name):
                known = made.get(spelling, ())
                if not any(m.term == meaning.term for m in known):  # the first says what it is
                    made[spelling] = (*known, meaning)
        return Lexicon(
            made, {fold(name): name for term in self._giving_way() for name in _english_forms(term)}
        )

    def _meanings(self) -> Iterator[tuple[str, NamedTerm]]:
        for number, term in enumerate(self.terms):
            shipped = not term.concept
            if term.wanted:
                yield term.wanted, NamedTerm(number, right=True, shipped=shipped)
                yield from ((name, NamedTerm(number)) for name in (*term.wrong, *term.others))
            known = (name for name in term.known if not self._only_varies(name, term))
            yield from ((name, NamedTerm(number, right=True, shipped=True)) for name in known)
            yield from (
                (name, NamedTerm(number, shipped=True)) for name in term.shipped if term.wanted
            )
        for term in self._giving_way():
            yield from ((name, NamedTerm(self.terms.index(term))) for name in _english_forms(term))
        for n, word in enumerate(_BESIDE):
            yield (
                word.zh,
                NamedTerm(len(self.terms) + n, right=True, shipped=True, hint=word in _HINTS),
            )

    def _only_varies(self, known: str, term: Term) -> bool:
        """Whether a name is the term but for a rendering in it:
        多代理系统, where an agent is 智能体.
        """
        stretches = ((a, b) for a in range(len(known)) for b in range(a + 1, len(known) + 1))
        changed = (
            known[:a] + self._replaced[known[a:b]] + known[b:]
            for a, b in stretches
            if known[a:b] in self._replaced
        )
        return term.wanted in changed

    @cached_property
    def _replaced(self) -> Mapping[str, str]:
        """What stands for each rendering that the registry does not want."""
        return {
            name: term.wanted
            for term in self.terms
            if term.wanted
            for name in (*term.others, *term.wrong)
        }

    def _giving_way(self) -> list[Term]:
        return [
            term
            for term in self.terms
            if term.concept in self.back and term.policy != "en" and term.name.zh
        ]

    def name(self, number: int) -> str:
        """The English name of a term, or of a word of another field."""
        return (
            self.terms[number].name.en
            if number < len(self.terms)
            else _BESIDE[number - len(self.terms)].en
        )


def _english_forms(term: Term) -> tuple[str, str]:
    """The English name, and its plural."""
    head, space, last = term.name.en.rpartition(" ")
    return term.name.en, f"{head}{space}{names.plural(last)}"


# --- From the registry ------------------------------------------------------------


def terms_of(
    registry: Registry,
    weights: Mapping[str, int] | None = None,
    shipped: Iterable[GlossaryEntry] = (),
    back: Collection[str] = (),
) -> Terms:
    """The terms of a registry, and behind them what only the ``shipped`` glossary has.

    ``weights``: how many papers mention a concept. The names of merged concepts are
    names of what they were merged into.
    """
    own = {
        id_: _term(registry, concept, (weights or {}).get(id_, 0))
        for id_, concept in registry.standing.items()
    }
    rest: list[Term] = []
    for entry in shipped:
        owner = next((id_ for id_ in _owners(registry, entry) if id_ in own), None)
        if owner:
            own[owner] = _taught(own[owner], entry)
        else:
            english = (entry.en, *entry.other_en, *entry.acronyms)
            rest.append(
                Term(
                    "",
                    Bilingual(entry.en, entry.zh),
                    "zh",
                    english,
                    (),
                    (),
                    entry.other_zh,
                    entry.wrong,
                )
            )
    return Terms((*own.values(), *rest), frozenset(back))


def _term(registry: Registry, concept: Concept, weight: int) -> Term:
    family = (concept, *registry.merged_into.get(concept.id, ()))
    english = _approved(family, "en")
    wrong = {
        a.name for c in family for a in c.aliases if a.language == "zh" and a.status == "rejected"
    }
    # What was merged in keeps its pair of names: where the English says one, its Chinese is right.
    paired = {c.name.zh for c in family[1:] if c.name.zh}
    others = [name for name in _approved(family, "zh") if name not in wrong | paired]
    name = concept.name
    own = name.zh if concept.term != "en" else ""
    return Term(
        concept.id,
        name,
        concept.term,
        english,
        tuple(other for other in others if other != own),
        tuple(sorted(wrong - {own})),
        tuple(sorted(paired - wrong - {own})),
        weight=weight,
        kind=concept.kind,
    )


def _approved(family: Sequence[Concept], language: Language) -> tuple[str, ...]:
    """The names and approved aliases of a concept and what was merged into it."""
    aliases = (
        a.name
        for c in family
        for a in c.aliases
        if a.language == language and a.status == "approved"
    )
    own = (concept.name[language] for concept in family)
    return tuple(dict.fromkeys(name for name in (*own, *aliases) if name))


def _owners(registry: Registry, entry: GlossaryEntry) -> Iterator[str]:
    for name in (entry.en, *entry.other_en):
        yield from registry.english.get(("concept", names.key(name)), ())


def _taught(term: Term, entry: GlossaryEntry) -> Term:
    """A term of the registry with what the glossary knows beside;
    the registry's word goes first.
    """
    ours = {fold(name) for name in (term.name.zh, *term.others, *term.wrong)}
    known = tuple(name for name in (entry.zh, *entry.other_zh) if fold(name) not in ours)
    shipped = tuple(name for name in entry.wrong if fold(name) not in ours)
    english = dict.fromkeys((*term.english, entry.en, *entry.other_en, *entry.acronyms))
    return replace(
        term, english=tuple(english), known=(*term.known, *known), shipped=(*term.shipped, *shipped)
    )


# --- What a request carries ---------------------------------------------------------


def relevant(terms: Terms, text: str, limit: int = MOST_TERMS) -> tuple[Bilingual, ...]:
    """The registry's terms whose English name or approved alias stands in ``text``.

    Those of the most words come first, then those that the most papers mention; at
    most ``limit``. A term that stays English has its English name in both languages.
    """
    found = [
        terms.terms[number] for number in terms.english.count(text) if number < len(terms.terms)
    ]
    ours = [term for term in found if term.concept and term.wanted]
    ours.sort(key=lambda term: (-len(term.name.en.split()), -term.weight, term.concept))
    return tuple(Bilingual(term.name.en, term.wanted) for term in ours[:limit])


# --- Changing a term ----------------------------------------------------------------


def set_term(
    registry: Registry,
    id_: str,
    *,
    en: str = "",
    zh: str = "",
    policy: TermPolicy | None = None,
    wrong: Sequence[str] = (),
    also: Sequence[str] = (),
) -> Registry:
    """The registry with another wording of one concept.

    An old name becomes an approved alias. ``wrong`` names become rejected aliases,
    ``also`` names approved ones.

    Raises:
        UsageError: a name is to be two things at once, or another concept claims it.
    """
    if en or zh:
        registry = rename(registry, id_, en or None, zh or None)
    concept = registry.concepts[id_]
    right, never = tuple(map(names.tidy_name, also)), tuple(map(names.tidy_name, wrong))
    if both := sorted({*right} & {*never}):
        raise UsageError("this name cannot be right and wrong", where=both[0], next="Give it once")
    for name in right:
        concept = _with_alias(concept, name, "approved")
    for name in never:
        concept = _with_alias(concept, name, "rejected")
    concept = replace(concept, term=policy or concept.term)
    if concept.term != "en" and not concept.name.zh:
        raise UsageError(
            "this term has no Chinese name",
            where=id_,
            next="Give one with --zh, or take --policy en",
        )
    return sound(registry.with_([concept]))


def _with_alias(concept: Concept, name: str, status: Literal["approved", "rejected"]) -> Concept:
    """A concept with an alias of this status, beside the others or in its old place."""
    if names.key(name) in (names.key(concept.name.en), names.key(concept.name.zh)):
        raise UsageError(
            "this is the term itself", where=name, next="Set another name with --zh or --en"
        )
    if not any(alias.name == name for alias in concept.aliases):
        language: Language = "zh" if IS_HAN.search(name) else "en"
        return replace(concept, aliases=(*concept.aliases, Alias(name, language, "person", status)))
    aliases = (replace(a, status=status) if a.name == name else a for a in concept.aliases)
    return replace(concept, aliases=tuple(aliases))
