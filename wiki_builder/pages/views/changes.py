"""What changed in a concept, as sentences: each says no more than what was compared, and ends with
the claims that it rests on, or the paper where it rests on none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from markupsafe import Markup

from wiki_builder.contract import escape
from wiki_builder.core.values.analysis import ResultRow
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual, Language
from wiki_builder.core.values.concept import Concept
from wiki_builder.core.words import Word
from wiki_builder.library.authors import short
from wiki_builder.library.changes import Change, ChangeKind, Happened, changes_of
from wiki_builder.library.library import Library, concept_page_id
from wiki_builder.library.measured import normal, value
from wiki_builder.library.words import CHANGE_WORDS, WORDS
from wiki_builder.pages.views.references import cited_claims, label, linked

SHOWN = 6
_SHORT: dict[str, tuple[ChangeKind, ...]] = {
    "disagreement": ("contradicts", "fails_to_reproduce"),
    "withdrawal": ("withdrawn",),
    "result": ("highest", "lowest", "first_result"),
    "technique": ("narrower", "extends", "first_use", "first_evaluation"),
    "correction": ("left_out",),
    "finding": ("reproduces", "refines", "different_setting"),
}


def what_changed(library: Library, concept: Concept, folder: str) -> dict[str, object]:
    """What changed last in a concept: its ``day``, by language the ``lines``, and how many there
    are ``more``.
    """
    found = changes_of(library).on(concept)
    shown = list(_sentences(library, found, folder))
    day = next((change.day for change in found), "")
    return {
        "day": linked(library, Markup(day), f"day:{day}", folder),
        "lines": {lang: [Markup(one[lang]) for one in shown[:SHOWN]] for lang in LANGUAGES},
        "more": max(0, len(shown) - SHOWN),
    }


def change_inputs(library: Library, concept: Concept) -> object:
    """All that the lines are made from, without making them."""
    found = changes_of(library).on(concept)
    cited = {claim.partition("#")[0] for one in found for claim in one.claims}
    named = [library.concepts.get(one.narrower) for one in found if one.narrower]
    return (
        found,
        [library.key(id_) for id_ in sorted({*cited, *(one.paper for one in found)})],
        [(one.name, library.path(concept_page_id(one))) for one in named if one],
    )


def _sentences(library: Library, found: Iterable[Change], folder: str) -> Iterator[Bilingual]:
    """Changes as Markdown, each with its sources. Papers that do the same with the concept share a
    sentence, with their names: what they do with it stands on the page in any case. One without a
    page is left out, and what a person took out.
    """
    for (kind, is_use), own in groupby(found, key=lambda one: (one.kind, one.use is not None)):
        pairs = [(one, change_words(library, one, folder)) for one in own]
        known = [(one, said) for one, said in pairs if said and library.path(one.paper)]
        if not is_use:
            yield from (_with_sources(library, one, said, folder) for one, said in known)
        elif known:
            named = [_with_sources(library, one, _named(library, one), folder) for one, _ in known]
            between = Bilingual(", ", "、")
            listed = (between[lang].join(one[lang] for one in named) for lang in LANGUAGES)
            yield _told(CHANGE_WORDS[kind], Bilingual(*listed))


def _named(library: Library, change: Change) -> Bilingual:
    card = library.card(change.paper)
    name = label(short(card)) if card else ""
    return Bilingual(name, name)


def _with_sources(library: Library, change: Change, said: Bilingual, folder: str) -> Bilingual:
    gap = Bilingual(" ", "")
    return Bilingual(
        *(f"{said[lang]}{gap[lang]}{_sources(library, change, lang, folder)}" for lang in LANGUAGES)
    )


def change_words(library: Library, change: Change, folder: str) -> Bilingual | None:
    """What a change says, as Markdown without sources; ``None`` where a person took that out."""
    word: Word | None = CHANGE_WORDS.get(change.kind)
    if change.relation:
        return _told(WORDS["relation_kinds"][change.relation.kind], _text(change.relation.text))
    assert word
    if change.result:
        return _result(word, change.result, change.before)
    if change.use is not None:
        said = _why(library, change, folder)
        return said and _told(word, said)
    if change.narrower:
        return word.filled(name=_name(library, library.concepts[change.narrower], folder))
    card = library.card(change.paper)
    return word.filled(version=card.version if card and card.version else "?", count=change.count)


def kinds_in_words(kinds: set[ChangeKind]) -> tuple[Word, ...]:
    """Changes by their kinds, in a word or two each."""
    return tuple(CHANGE_WORDS["short"][name] for name, own in _SHORT.items() if kinds & set(own))


def _told(word: Bilingual, said: Bilingual) -> Bilingual:
    """``Extended: …``; the word alone in a language in which nothing is said."""
    colon = WORDS["colon"]
    return Bilingual(
        *(
            f"{word[lang]}{colon[lang]}{said[lang]}" if said[lang] else str(word[lang])
            for lang in LANGUAGES
        )
    )


def _text(text: Bilingual) -> Bilingual:
    return Bilingual(*(escape.inline(text[language]) for language in LANGUAGES))


def _result(word: Word, row: ResultRow, before: ResultRow | None) -> Word:
    of = {"dataset": row.dataset or "", "metric": row.metric or "", "value": value(row)}
    own = {key: escape.inline(said) for key, said in of.items()}
    if before is None:
        return word.filled(**own)
    return word.filled(**own, before=escape.inline(value(before)), alike=_settings(row, before))


def _settings(row: ResultRow, before: ResultRow) -> Word:
    """What the two papers state of the conditions under which they measured."""
    ours, theirs = normal(row.setting), normal(before.setting)
    kind = "unknown" if not (ours and theirs) else "same" if ours == theirs else "differ"
    word: Word = CHANGE_WORDS["settings"][kind]
    return word.filled(setting=escape.inline(row.setting or ""))


def _why(library: Library, change: Change, folder: str) -> Bilingual | None:
    """What the paper does with the concept, in a person's words where they changed them."""
    card = library.card(change.paper)
    if card is None or change.use is None:
        return None
    use = card.uses[change.use]
    found = {lang: library.edited_use(card, use.concept, lang, folder) for lang in LANGUAGES}
    if all(own == (True, None) for own in found.values()):
        return None
    return Bilingual(
        *(
            own or "" if changed else escape.inline(use.why[lang])
            for lang, (changed, own) in found.items()
        )
    )


def _name(library: Library, concept: Concept, folder: str) -> Bilingual:
    names = (escape.inline(concept.name[lang] or concept.name.en) for lang in LANGUAGES)
    page = concept_page_id(concept)
    return Bilingual(*(linked(library, Markup(name), page, folder) for name in names))


def _sources(library: Library, change: Change, language: Language, folder: str) -> str:
    """The claims that stand, in parentheses; the paper where there is none."""
    claims = [claim for claim in change.claims if library.stands(claim)]
    if claims:
        return cited_claims(claims, library, language, folder)
    card = library.card(change.paper)
    assert card
    link = f"[{label(short(card))}]({library.link(card.id, folder)})"
    return f"({link})" if language == "en" else f"（{link}）"


# --- What happened to a paper -------------------------------------------------------------


def happened_words(library: Library, one: Happened) -> Bilingual:
    """What happened to a paper, as Markdown without its sources."""
    if one.relation:
        return _told(WORDS["relation_kinds"][one.relation.kind], _text(one.relation.text))
    if one.kind == "disputed":
        disputed: Word = CHANGE_WORDS["disputed"]
        return disputed.filled(why=escape.inline(one.why))
    if one.kind != "version":
        found: Word = CHANGE_WORDS[one.kind]
        return found
    version = one.version or "?"
    name = "left_out" if one.count else "version"
    said: Word = CHANGE_WORDS[name].filled(version=version, count=one.count)
    if not one.lags:
        return said
    lags, sign = CHANGE_WORDS["lags"], Bilingual("; ", "；")
    return Bilingual(*(f"{said[lang]}{sign[lang]}{lags[lang]}" for lang in LANGUAGES))


def happened_claims(one: Happened) -> tuple[str, ...]:
    """The claims that what happened rests on: the later paper's first."""
    if one.claim:
        return (one.claim,)
    return (one.relation.ours.claim, one.relation.theirs.claim) if one.relation else ()
