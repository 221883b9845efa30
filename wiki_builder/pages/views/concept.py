"""The page of a concept, or of a model, dataset or organisation, as values for its template.

The order of the page is the template's (``concept.md.j2``). What a model wrote is shown
sentence by sentence, as long as every claim that a sentence rests on stands; all else
is made from the registry and the papers, without a model.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from wiki_builder.contract import escape
from wiki_builder.contract.frontmatter import Value
from wiki_builder.contract.items import item_mark
from wiki_builder.core.values.analysis import ROLES
from wiki_builder.core.values.bilingual import (
    LANGUAGES,
    Bilingual,
    Language,
    digest,
)
from wiki_builder.core.values.concept import (
    CONCEPT_PARTS,
    Alias,
    Concept,
    Sentence,
)
from wiki_builder.library.card import Card, Use
from wiki_builder.library.library import TRENDS, Event, Library, Mention, concept_page_id
from wiki_builder.library.measured import FOUNDING
from wiki_builder.library.neighbours import neighbours
from wiki_builder.library.own_words import below, closed_fences
from wiki_builder.library.shown import folder_of, rebased, relative
from wiki_builder.library.trends import way_of
from wiki_builder.library.words import TREND_WORDS, WORDS, each
from wiki_builder.pages.template import Addition, additions
from wiki_builder.pages.views.changes import change_inputs, what_changed
from wiki_builder.pages.views.chart import charts
from wiki_builder.pages.views.papers_table import papers_table
from wiki_builder.pages.views.references import (
    both,
    cited_claims,
    concept_link,
    standing_sentences,
)
from wiki_builder.pages.views.relations import relation_inputs, relation_lines
from wiki_builder.pages.views.results import result_rows
from wiki_builder.pages.views.timeline import newest_run, timeline, what_is_new

PAPERS_SHOWN = 60
RELATED_SHOWN = 6  # of those that a text is written with
NOTES_LEVEL = 3  # of headings in notes that come from another page

_BETWEEN = {"en": " ", "zh": ""}  # two sentences


class View(NamedTuple):
    """A page's template, title, values, and further keys of its front matter."""

    template: str
    title: str
    values: Mapping[str, object]
    keys: Mapping[str, Value] = {}


def concept_inputs(library: Library, concept: Concept) -> object:
    """All that a concept's page is made from, without making it: no papers but those cited."""
    if concept.merged:
        return _merged_inputs(library, concept)
    text = library.texts.get(concept.id)
    papers = [library.key(id_) for id_ in (concept.gloss_from or "", *library.cited(concept))]
    stands = [library.stands(claim, words) for claim, words in text.claims.items()] if text else []
    merged = library.registry.merged_into.get(concept.id, ())
    notes = [
        (one, library.path(concept_page_id(one)), library.own_words.get(concept_page_id(one)))
        for one in merged
    ]
    return concept, papers, library.text_hash(concept.id), stands, notes


def concept_addition_inputs(library: Library, concept: Concept) -> object:
    """All that the site's additions to a concept's page are made from, without making them."""
    cards = library.papers(concept)
    papers = [library.key(id_) for id_ in (*(card.id for card in cards), concept.founded)]
    last = newest_run(library, cards)
    around = {
        kind: [(n.concept.name, n.path, n.papers) for n in found]
        for kind, found in neighbours(library, concept).items()
    }
    day = last and (last, library.path(f"day:{last[1]}"))
    beside = relation_inputs(library, library.relations_on(concept))
    history = library.history.get(concept.id)
    changed = change_inputs(library, concept)
    trend = library.path(TRENDS), way_of(library, concept.id)
    own = concept_inputs(library, concept)
    return own, papers, day, around, beside, history, changed, trend


def concept_view(library: Library, concept: Concept, folder: str) -> View:
    """The page of one concept."""
    if concept.merged:
        return _merged_view(library, concept, folder)
    parts = {language: _parts(library, concept, language, folder) for language in LANGUAGES}
    definitions = {
        language: _definition(library, concept, language, folder) for language in LANGUAGES
    }
    values = {
        "concept": concept,
        "names": both(concept.name),
        "definitions": {language: said for language, (_, said) in definitions.items()},
        "parts": parts,
        "notes": list(_notes(library, concept, folder)),
        "values": _section_values(definitions),
        "item_values": _item_values(parts),
    }
    return View("concept.md.j2", both(concept.name), values)


def concept_additions(
    library: Library, concept: Concept, folder: str, templates: Path
) -> tuple[Addition, ...]:
    """What the site adds to the page of a concept:
    facts, what changed and what is new, its papers and results, names, timeline, neighbours,
    history.
    """
    aliases: dict[str, object] = {
        "aliases": [Markup(line) for line in _aliases(library, concept, folder)]
    }
    if concept.merged:
        return additions("merged.site.md.j2", templates, aliases)
    values = aliases | {
        "facts": Markup(_facts(concept, library.papers(concept))),
        "kicker": _kicker(library, concept, folder),
        "table": papers_table(library, concept, folder),
        "charts": charts(library, concept, folder),
        "papers": {lang: _papers(library, concept, lang, folder) for lang in LANGUAGES},
        "rows": result_rows(library, concept, folder),
        "changed": what_changed(library, concept, folder),
        "new": what_is_new(library, concept, folder),
        "relations": relation_lines(library, library.relations_on(concept), folder),
        "timeline": timeline(library, concept, folder),
        "neighbours": _neighbours(library, concept, folder),
        "history": [Markup(line) for line in _history(library, concept, folder)],
        "stamp": _stamp(library, concept),
    }
    return additions("concept.site.md.j2", templates, values)


# --- What it is ---------------------------------------------------------------------


def _facts(concept: Concept, cards: tuple[Card, ...]) -> str:
    """Its kind, the number of its papers, and since when there are any."""
    kind = WORDS["entities"][concept.kind]
    if not cards:
        return f"{kind} · {WORDS['no_papers']}"
    since, count = min(card.date for card in cards), len(cards)
    word = WORDS["some_papers" if count > 1 else "one_paper"]
    return f"{kind} · {word.filled(count=count, since=since)}"


def _kicker(library: Library, concept: Concept, folder: str) -> dict[str, object]:
    """The same for the line above its name, with what the last run brought, and the way to the
    trends: whether it rises or fades, if either.
    """
    cards = library.papers(concept)
    last = newest_run(library, cards)
    since, count = min((card.date for card in cards), default=""), len(cards)
    word = WORDS["some_papers" if count > 1 else "one_paper"]
    brought = sum(card.run == last[1] for card in cards) if last else 0
    return {
        "kind": WORDS["entities"][concept.kind],
        "papers": word.filled(count=count, since=since) if cards else WORDS["no_papers"],
        "news": each(WORDS["brought"].filled(count=brought, day=last[0]))
        if last and brought < count
        else None,
        "trend": _trend(library, concept, folder),
    }


def _trend(library: Library, concept: Concept, folder: str) -> Markup | None:
    path = library.link(TRENDS, folder) if concept.kind == "concept" else None
    if not path:
        return None
    said = each(TREND_WORDS[way_of(library, concept.id) or "title"])
    return Markup(f"[{said}]({path})")


def _definition(
    library: Library, concept: Concept, language: Language, folder: str
) -> tuple[str, Markup | None]:
    """Its words, and what is shown: a person's gloss, else the model's sentences,
    else the gloss of a paper.
    """
    text = library.texts.get(concept.id)
    sentences = [s for s in standing_sentences(library, concept, "definition") if s.text[language]]
    by_person = concept.gloss and not concept.gloss_from
    if text and sentences and sentences[0] == text.definition[0] and not by_person:
        said = (_with_references(library, s, language, folder) for s in sentences)
        return " ".join(s.text[language] for s in sentences), Markup(_BETWEEN[language].join(said))
    return _gloss(library, concept, language, folder)


def _gloss(
    library: Library, concept: Concept, language: Language, folder: str
) -> tuple[str, Markup | None]:
    if not concept.gloss or not concept.gloss[language]:
        return "", None
    words = concept.gloss[language]
    card = library.card(concept.gloss_from) if concept.gloss_from else None
    path = library.link(card.id, folder) if card else None
    source = (
        f"\n\n{WORDS['gloss_from'][language]} [{library.title(card, folder)}]({path})"
        if card and path
        else ""
    )
    return words, Markup(escape.paragraph(words) + source)


# --- Papers ---------------------------------------------------------------------------


def _papers(
    library: Library, concept: Concept, language: Language, folder: str
) -> list[dict[str, object]]:
    """A line for each paper, those that introduce or extend the concept first;
    for more than fit, their number.
    """
    mentions = library.mentions(concept.id)
    used = {card.id for *_, card, _ in mentions}
    using = [
        (place, card, at)
        for place, _, _, card, at in _founding_first(mentions)
        if _has_line(library, card, card.roles[at][0], language)
    ]
    naming = [
        card
        for card in library.papers(concept)
        if card.id not in used and library.path(card.id) is not None
    ]
    count, shown = len(using) + len(naming), sorted(using[:PAPERS_SHOWN], key=itemgetter(0))
    lines = [_use(library, card, card.uses[at], language, folder) for _, card, at in shown]
    lines += [
        _named(library, card, language, folder) for card in naming[: PAPERS_SHOWN - len(shown)]
    ]
    return [*lines, *_rest(count - PAPERS_SHOWN, language)]


def _founding_first(mentions: list[Mention]) -> list[Mention]:
    """Who introduces or extends the concept, the oldest first;
    then all others, the newest first.
    """
    founding = [one for one in mentions if ROLES[one[0]] in FOUNDING]
    others = (one for one in mentions if ROLES[one[0]] not in FOUNDING)
    return [*founding, *sorted(others, key=itemgetter(1, 2), reverse=True)]


def _has_line(library: Library, card: Card, mention: str, language: Language) -> bool:
    """Whether a paper has a page, and its person did not take the line of the concept out."""
    return library.path(card.id) is not None and library.edited_use(
        card, mention, language, ""
    ) != (True, None)


def _use(
    library: Library, card: Card, use: Use, language: Language, folder: str
) -> dict[str, object]:
    """How a paper uses the concept, in a person's words where they changed them."""
    path = library.link(card.id, folder) or ""
    _, edited = library.edited_use(card, use.concept, language, folder)
    link = f"[{library.title(card, folder)}]({path})"
    role, colon = WORDS["roles"][use.role][language], WORDS["colon"][language]
    said = f"**{role}** · {link} · {card.date}{colon}{escape.inline(use.why[language])}"
    return _item(
        card.id,
        f"{link} · {edited}" if edited else said,
        f"{use.role} {edited or use.why[language]}",
        path,
    )


def _named(library: Library, card: Card, language: Language, folder: str) -> dict[str, object]:
    """A paper that names the thing, with its headline."""
    path = library.link(card.id, folder) or ""
    headline = library.headline(card, language, folder)
    said = f"[{library.title(card, folder)}]({path}) · {card.date}" + (
        f"{WORDS['colon'][language]}{headline}" if headline else ""
    )
    return _item(card.id, said, headline or "", path)


def _rest(count: int, language: Language) -> list[dict[str, object]]:
    said = WORDS["more_papers"].filled(count=count)[language]
    return [_item("more", said, str(count))] if count > 0 else []


def _item(id_: str, text: str, value: str, path: str = "") -> dict[str, object]:
    """An item of a list: its Markdown, its mark, and its words;
    ``path`` is where its first link leads.
    """
    return {"id": id_, "text": Markup(text), "mark": Markup(item_mark(id_, path)), "value": value}


# --- What a model wrote ---------------------------------------------------------------


def _parts(
    library: Library, concept: Concept, language: Language, folder: str
) -> dict[str, list[dict[str, object]]]:
    """The sentences of each part but the definition, each with its references."""
    parts: dict[str, list[dict[str, object]]] = {}
    for part in CONCEPT_PARTS[1:]:
        parts[part] = [
            _item(
                digest(f"{part}\0{s.text.en}"),
                _with_references(library, s, language, folder),
                s.text[language],
            )
            for s in standing_sentences(library, concept, part)
            if s.text[language]
        ]
    return parts


def _with_references(library: Library, sentence: Sentence, language: Language, folder: str) -> str:
    references = cited_claims(sentence.claims, library, language, folder)
    return f"{escape.paragraph(sentence.text[language])}{_BETWEEN[language]}{references}"


def _stamp(library: Library, concept: Concept) -> Markup | None:
    text = library.texts.get(concept.id)
    if text is None:
        return None
    p, claims = text.provenance, len(text.claims)
    model, engine, date, prompt = map(escape.inline, (p.model, p.engine, p.date, p.prompt))
    by = f"{model} ({engine}), {date}, prompt {prompt}"
    return Markup(f"{WORDS['written']}: {by}, {WORDS['from_claims'].filled(count=claims)}")


# --- On demand --------------------------------------------------------------------------


def _neighbours(library: Library, concept: Concept, folder: str) -> list[dict[str, object]]:
    groups: list[dict[str, object]] = []
    for kind, found in neighbours(library, concept).items():
        lines = [
            concept_link(library, near.concept, folder)
            + Markup(f" ({near.papers})" if near.papers else "")
            for near in (found[:RELATED_SHOWN] if kind == "related" else found)
        ]
        is_alone = kind == "related" and not groups  # and needs no heading
        heading = "" if is_alone else WORDS["around"][kind]
        groups += [{"heading": heading, "lines": lines}] if lines else []
    return groups


def _aliases(library: Library, concept: Concept, folder: str) -> Iterator[str]:
    """Every name that leads here, and where it comes from."""
    for language in LANGUAGES:
        if concept.name[language]:
            yield f"{escape.inline(concept.name[language])} · {WORDS['languages'][language]}"
    yield from map(_alias, (alias for alias in concept.aliases if alias.status == "approved"))
    for one in library.registry.merged_into.get(concept.id, ()):
        yield f"{concept_link(library, one, folder)} · {WORDS['merged']}"
        yield from map(_alias, (alias for alias in one.aliases if alias.status == "approved"))


def _alias(alias: Alias) -> str:
    return (
        f"{escape.inline(alias.name)} · {WORDS['languages'][alias.language]} ·"
        f" {WORDS['origins'][alias.origin]}"
    )


def _history(library: Library, concept: Concept, folder: str) -> Iterator[str]:
    """What happened to it: where it was first named, what the log tells,
    and merges that only the registry knows.
    """
    founder = library.card(concept.founded)
    if founder and (path := library.link(founder.id, folder)):
        yield f"{founder.date} · {WORDS['founded']}: [{library.title(founder, folder)}]({path})"
    events: tuple[Event, ...] = library.history.get(concept.id, ())
    yield from (f"{event.date} · {event.text.en} · {event.text.zh}" for event in events)
    told = {event.other for event in events}
    for one in library.registry.merged_into.get(concept.id, ()):
        if one.id not in told:
            yield f"{WORDS['merged_in']}: {concept_link(library, one, folder)}{_decision(one)}"


def _decision(concept: Concept) -> str:
    """Who decided a merge and why, as far as it is known."""
    merged = concept.merged
    by = f" · {WORDS['by']}: {escape.inline(merged.by)}" if merged and merged.by else ""
    return by + (
        f" · {WORDS['why']}: {escape.inline(merged.reason)}" if merged and merged.reason else ""
    )


# --- Merged concepts ----------------------------------------------------------------------


def _notes(library: Library, concept: Concept, folder: str) -> Iterator[dict[str, object]]:
    """What people wrote on the pages of concepts that were merged into this one."""
    for one in library.registry.merged_into.get(concept.id, ()):
        own = library.own_words.get(concept_page_id(one))
        if own and own.text:
            text = below(rebased(closed_fences(own.text), folder_of(own.path), folder), NOTES_LEVEL)
            en, zh = (escape.inline(one.name[language] or one.name.en) for language in LANGUAGES)
            heading = WORDS["notes_from"].filled(name=Bilingual(en, zh))
            yield {"heading": heading, "text": Markup(text)}


def _merged_inputs(library: Library, concept: Concept) -> object:
    target = library.concepts.get(library.registry.canonical(concept.id))
    path = library.path(concept_page_id(target)) if target else None
    own = library.own_words.get(concept_page_id(concept))
    return concept, target and target.name, path, own and own.stay


def _merged_view(library: Library, concept: Concept, folder: str) -> View:
    """The page of a concept that was merged into another: where to read on."""
    target = library.concepts.get(library.registry.canonical(concept.id))
    path = library.path(concept_page_id(target)) if target else None
    values = {
        "names": both(concept.name),
        "target": concept_link(library, target, folder) if target else "",
        "decision": Markup(_decision(concept).removeprefix(" · ")),
    }
    return View(
        "merged.md.j2",
        both(concept.name),
        values,
        {"redirect": relative(path, folder)} if path else {},
    )


# --- VALUE: a field's words, whatever the template ------------------------------------------


def _section_values(definitions: Mapping[Language, tuple[str, Markup | None]]) -> dict[str, str]:
    """The words of the definition; a list's head says no more than what it is a list of."""
    lists = {f"{part}.{language}": part for part in CONCEPT_PARTS[1:] for language in LANGUAGES}
    written = {f"definition.{language}": words for language, (words, _) in definitions.items()}
    return lists | written


def _item_values(
    parts: Mapping[Language, Mapping[str, list[dict[str, object]]]],
) -> dict[str, dict[str, object]]:
    return {
        f"{part}.{language}": {str(line["id"]): line["value"] for line in lines}
        for language in LANGUAGES
        for part, lines in parts[language].items()
    }
