"""The briefing of a day or a week as values for a template: sentence by sentence, as long as every
claim that a sentence rests on stands as it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from markupsafe import Markup

from wiki_builder.contract import escape
from wiki_builder.contract.items import item_mark
from wiki_builder.core.values.bilingual import LANGUAGES, Language, digest
from wiki_builder.core.values.briefing import (
    BRIEFING_PARTS,
    Briefing,
    BriefingPart,
    BriefingSentence,
    days_of,
    week_of,
)
from wiki_builder.library.library import Library, concept_page_id
from wiki_builder.library.shown import Shown
from wiki_builder.library.words import WORDS, each
from wiki_builder.pages.views.references import both, cited_claims

LISTS: Final[tuple[BriefingPart, ...]] = BRIEFING_PARTS[1:]
_BETWEEN = {"en": " ", "zh": ""}  # two sentences


def section_of(part: BriefingPart) -> str:
    """The name of a part's section: ``read-first``."""
    return part.replace("_", "-")


def briefing_of(library: Library, name: str, folder: str) -> dict[str, object] | None:
    """The briefing of a day or a week by language, for a page in ``folder``; ``None`` where there
    is none, or nothing of it stands.

    In each language ``happened`` is a paragraph, and ``connects``, ``disagrees``, ``read_first``
    are lists of items with ``text`` and ``mark``, all with their references; ``stamp`` says who
    wrote it. A front page takes it with ``folder=""``.
    """
    briefing = library.briefings.get(name)
    if briefing is None:
        return None
    said = {language: _in_language(library, briefing, language, folder) for language in LANGUAGES}
    if not any(part for parts in said.values() for part in parts.values()):
        return None
    return {"name": name, "en": said["en"], "zh": said["zh"], "stamp": stamp(briefing)}


def briefing_in_short(library: Library, day: str) -> dict[Language, dict[str, object]] | None:
    """What the front page shows of a day's briefing: by language what ``happened``, as the day's
    page says it. A person's words win, and what they deleted is not shown.
    """
    page = f"day:{day}"
    if page in library.rejected:
        return None
    briefing, shown = briefing_of(library, day, ""), library.shown.get(page, Shown())
    said: dict[Language, dict[str, object]] = {}
    for language in LANGUAGES:
        parts = briefing[language] if briefing else None
        own = str(parts["happened"]) if isinstance(parts, dict) else ""
        text = shown.text(f"happened.{language}", own, "")
        said[language] = {"happened": Markup(text or "")}
    return said if any(one["happened"] for one in said.values()) else None


def standing(
    library: Library, briefing: Briefing, part: BriefingPart
) -> tuple[BriefingSentence, ...]:
    """The sentences of a part of which every claim still says what it said, and that no judge
    denied.
    """
    return tuple(
        said
        for said in briefing.of(part)
        if said.claims
        and not said.is_denied
        and all(library.stands(c, briefing.claims.get(c)) for c in said.claims)
    )


def briefing_inputs(library: Library, name: str) -> object:
    """All that is shown of a briefing is made from, without making it."""
    briefing = library.briefings.get(name)
    if briefing is None:
        return None
    papers = dict.fromkeys(claim.partition("#")[0] for claim in briefing.claims)
    stands = [library.stands(claim, words) for claim, words in briefing.claims.items()]
    concepts = [
        (concept.name, library.path(concept_page_id(concept)))
        for said in briefing.connects
        if (concept := library.concepts.get(library.registry.canonical(said.about)))
    ]
    return briefing, stands, [library.key(paper) for paper in papers], concepts


def stamp(briefing: Briefing) -> Markup:
    """Who wrote a briefing, when, and from how many claims."""
    p = briefing.provenance
    model, engine, date, prompt = map(escape.inline, (p.model, p.engine, p.date, p.prompt))
    from_claims = WORDS["from_claims"].filled(count=len(briefing.claims))
    told = f"{WORDS['written']}: {model} ({engine}), {date}, prompt {prompt}, {from_claims}"
    return Markup(told + (f"; {_judged(briefing)}" if briefing.judge else ""))


def _judged(briefing: Briefing) -> Markup:
    """Who judged its sentences, how many, and how many of them hold."""
    assert briefing.judge
    said = [one for part in BRIEFING_PARTS for one in briefing.of(part) if one.verdicts]
    model, good = escape.inline(briefing.judge.model), sum(not one.is_denied for one in said)
    word = WORDS["review" if good == len(said) else "review_hidden"]
    return each(word.filled(model=model, count=len(said), good=good))


def briefing_values(
    library: Library, name: str, folder: str
) -> tuple[dict[str, object], dict[str, str], dict[str, dict[str, object]]]:
    """The briefing for a page's template, the words of its sections, and those of its items."""
    briefing = library.briefings.get(name)
    shown = briefing_of(library, name, folder)
    if briefing is None or shown is None:
        return {"briefing": None}, {}, {}
    values = {
        f"happened.{language}": " ".join(
            said.text[language] for said in standing(library, briefing, "happened")
        )
        for language in LANGUAGES
    }
    items: dict[str, dict[str, object]] = {}
    for part in LISTS:
        for language in LANGUAGES:
            section = f"{section_of(part)}.{language}"
            values[section] = section_of(part)
            items[section] = {
                _id(part, said): said.text[language] for said in standing(library, briefing, part)
            }
    return {"briefing": shown}, values, items


def _in_language(
    library: Library, briefing: Briefing, language: Language, folder: str
) -> dict[str, object]:
    happened = [
        _with_references(library, said, language, folder)
        for said in standing(library, briefing, "happened")
    ]
    lists: dict[str, object] = {
        part: [
            _item(library, part, said, language, folder)
            for said in standing(library, briefing, part)
        ]
        for part in LISTS
    }
    return {"happened": Markup(_BETWEEN[language].join(happened)), **lists}


def _item(
    library: Library, part: BriefingPart, said: BriefingSentence, language: Language, folder: str
) -> Mapping[str, object]:
    """A sentence of a list; one on a paper or by a concept begins with the link to it."""
    text = _with_references(library, said, language, folder)
    head = _head(library, part, said, language, folder)
    return {"text": Markup(head + text), "mark": Markup(item_mark(_id(part, said)))}


def _head(
    library: Library, part: BriefingPart, said: BriefingSentence, language: Language, folder: str
) -> str:
    colon = WORDS["colon"][language]
    if part == "read_first":
        card, path = library.card(said.about), library.link(said.about, folder)
        return f"**[{library.title(card, folder)}]({path})**{colon}" if card and path else ""
    concept = library.concepts.get(library.registry.canonical(said.about)) if said.about else None
    if part != "connects" or concept is None:
        return ""
    name = escape.inline(concept.name[language] or both(concept.name))
    path = library.link(concept_page_id(concept), folder)
    return f"**[{name}]({path})**{colon}" if path else f"**{name}**{colon}"


def _id(part: BriefingPart, said: BriefingSentence) -> str:
    return digest(f"{part}\0{said.text.en}")


def _with_references(
    library: Library, said: BriefingSentence, language: Language, folder: str
) -> str:
    references = cited_claims(said.claims, library, language, folder)
    return f"{escape.paragraph(said.text[language])}{_BETWEEN[language]}{references}"


# --- The page of a week ----------------------------------------------------------------


def week_days(library: Library, name: str, folder: str) -> list[Markup]:
    """The days of a week that have a page, as links."""
    monday, sunday = days_of(name)
    days = (day for day in sorted(library.receipts) if monday <= day <= sunday)
    found = ((day, library.link(f"day:{day}", folder)) for day in days)
    return [Markup(f"[{day}]({path})") for day, path in found if path]


def week_link(library: Library, day: str, folder: str) -> Markup | None:
    """The way from a day's page to that of its week, where there is one."""
    week = week_of(day)
    path = library.link(f"week:{week}", folder)
    said = each(WORDS["week"].filled(name=week)) if path else ""
    return Markup(f"[{said}]({path})") if path else None
