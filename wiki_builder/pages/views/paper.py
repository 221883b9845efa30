"""A paper's page as values for its template."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from markupsafe import Markup

from wiki_builder.contract import escape
from wiki_builder.contract.frontmatter import Value
from wiki_builder.contract.items import item_id, item_mark
from wiki_builder.contract.spec import PageSpec
from wiki_builder.core.values.analysis import (
    PARTS,
    ROLES,
    Analysis,
    Claim,
    ConceptMention,
    Evidence,
    Former,
    Provenance,
    ResultRow,
)
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual, Language
from wiki_builder.core.values.concept import Concept
from wiki_builder.core.values.paper import Paper
from wiki_builder.core.words import Word
from wiki_builder.grounding.sentences import spans
from wiki_builder.grounding.standing import in_table, is_shown, look, look_of_field
from wiki_builder.library.card import own_day, shown_field
from wiki_builder.library.edits import (
    Edits,
    claim_edits,
    claim_number,
    with_edits,
    with_held,
)
from wiki_builder.library.library import Library
from wiki_builder.library.measured import value
from wiki_builder.library.shown import Shown, folder_of, relative
from wiki_builder.library.words import (
    PAPER_WORDS,
    WORDS,
    each,
    in_one,
)
from wiki_builder.pages.template import Addition, additions, rendered
from wiki_builder.pages.views import checked
from wiki_builder.pages.views.event import event_values
from wiki_builder.pages.views.figures import figure_view, figure_words
from wiki_builder.pages.views.reasons import escaped
from wiki_builder.pages.views.relations import relation_lines
from wiki_builder.sources.withdrawn import withdrawn

AUTHORS_SHOWN = 12
AUTHORS_FIRST = 3  # before a reader asks for all
RELATED_SHOWN = 8
NAMES_SHOWN = 3  # of the concepts that a related paper shares
SECTIONS_SHOWN = 12
CONTEXT = 110  # characters on each side of a quote


@dataclass(frozen=True, slots=True)
class PaperAddresses:
    """Where readers are sent: templates with ``{id}``, e.g. ``https://arxiv.org/abs/{id}``."""

    abs: str
    html: str
    pdf: str

    def of(self, paper: Paper, kind: str = "abs", version: int | None = None) -> str | None:
        """A paper's address, of the latest version or of ``version``; without one where it is not
        known.

        ``None`` for a file.
        """
        known = next((id_ for id_ in (paper.id, *paper.also) if id_.startswith("arxiv:")), None)
        if known is None:
            return None
        number = (version or paper.latest.number) if known == paper.id else None
        own = known.removeprefix("arxiv:") + (f"v{number}" if number else "")
        return str(getattr(self, kind)).format(id=own)

    def passage(self, paper: Paper, passage: str, former: Former | None = None) -> str | None:
        """The address of a paragraph or page of the text that the analysis,
        or a former claim, was made from.
        """
        kind = former.text if former else paper.text.kind if paper.text else "abstract"
        version = former.version if former else None
        if kind == "abstract" or passage == "abstract":
            return self.of(paper, version=version)
        base = self.of(paper, kind, version)
        return f"{base}#{passage}" if base else None


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A claim with its mark, as templates use it."""

    claim: Claim
    mark: Markup

    def __getattr__(self, name: str) -> object:
        return getattr(self.claim, name)

    @property
    def row_value(self) -> str:
        """The measured value of its row, with its unit."""
        assert self.claim.row
        return value(self.claim.row)


@dataclass(frozen=True, slots=True)
class Own:
    """What is a person's on a page: ``edits`` of claims,
    and the former claims that are ``kept`` for their words.
    """

    shown: Shown = field(default_factory=Shown)
    kept: Mapping[str, Former] = field(default_factory=dict)
    edits: Edits = field(default_factory=Edits)


def paper_spec(
    paper: Paper, path: str, library: Library, addresses: PaperAddresses, templates: Path
) -> PageSpec:
    """The page of one paper as the builder would write it now."""
    folder, shown = folder_of(path), library.shown.get(paper.id, Shown())
    whole, kept = with_held(paper, shown)
    own = Own(shown, kept)
    chunks = rendered("paper.md.j2", templates, _values(whole, library, addresses, folder, own))
    if edits := claim_edits(shown, chunks):
        values = _values(
            with_edits(whole, edits), library, addresses, folder, replace(own, edits=edits)
        )
        chunks = rendered("paper.md.j2", templates, values)
    return PageSpec(paper.id, path, _keys(paper), chunks)


def late_links(paper: Paper, path: str, library: Library) -> dict[str, str]:
    """Where the site links the concepts whose pages came after the paper,
    by the ids of the page's items.
    """
    mentions = paper.analysis.concepts if paper.analysis else ()
    pages = (
        (one.concept, library.page_of(one.concept, paper.id)) for one in mentions if one.concept
    )
    late = ((id_, page) for id_, page in pages if page and not library.early_page_of(id_, paper.id))
    return {item_id(id_): escape.quoted_path(relative(page, folder_of(path))) for id_, page in late}


def paper_additions(
    paper: Paper, path: str, library: Library, addresses: PaperAddresses, templates: Path
) -> tuple[Addition, ...]:
    """What the site adds to the page of one paper:
    papers beside it, what its claims rest on, who read it.
    """
    folder, shown = folder_of(path), library.shown.get(paper.id, Shown())
    whole, kept = with_held(paper, shown)
    own = Own(shown, kept)
    if shown.items:
        values = _values(whole, library, addresses, folder, own)
        edits = claim_edits(shown, rendered("paper.md.j2", templates, values))
        whole, own = with_edits(whole, edits), replace(own, edits=edits)
    every = whole.analysis.claims if whole.analysis else ()
    claims = tuple(claim for claim in every if is_shown(claim))
    held_back = tuple(claim for claim in every if not is_shown(claim))
    evidence = [*_all_evidence(claims, whole, addresses, own)]
    values = {
        "top": _top(whole, library, addresses, folder, own),
        "relations": relation_lines(library, library.relations(paper.id), folder),
        "related": _related(whole, library, folder),
        "names": _named(whole, library, folder),
        "withheld": [*_withheld(held_back, whole, addresses)],
        "evidence": evidence,
        "usual": _usual(evidence),
        "stamp": _stamp(whole, library, folder),
        "event": event_values(library, paper.id, folder),
    }
    return additions("paper.site.md.j2", templates, values)


def _keys(paper: Paper) -> dict[str, Value]:
    analysis = paper.analysis
    keys: dict[str, Value] = {"title": escape.title(paper.latest.title), "date": _date(paper)}
    if analysis:
        code = next((link.url for link in analysis.links if link.kind == "code"), None)
        keys |= {"importance": str(analysis.importance), "kind": analysis.kind}
        keys["concepts"] = [mention.name.en for mention in analysis.concepts]
        keys |= {"code": code} if code else {}
    return keys


def _date(paper: Paper) -> str:
    first = paper.versions[0]
    return first.announced or first.submitted or paper.imported


def _when(paper: Paper, library: Library, form: str = "{}") -> str:
    """The day of a paper, in a form; where only that of its taking is known, this says so,
    behind the month that its id has.
    """
    first, card = paper.versions[0], library.card(paper.id)
    if first.announced or first.submitted:
        return Markup(form.format(_date(paper)))
    own = own_day(card) if card else paper.imported
    added = each(PAPER_WORDS["added"].filled(date=paper.imported))
    return added if own == paper.imported else Markup(f"{own} · {added}")


def _values(
    paper: Paper, library: Library, addresses: PaperAddresses, folder: str, own: Own
) -> dict[str, object]:
    analysis, version = paper.analysis, paper.latest
    shown = tuple(c for c in analysis.claims if is_shown(c)) if analysis else ()
    claims = {part: _views(shown, part) for part in PARTS}
    rows = [view for view in claims["results"] if in_table(view.claim)]
    source_url = addresses.of(paper)
    return {
        "analysis": analysis,
        "version": version,
        "authors": _authors(version.authors),
        "date": _when(paper, library),
        "source_url": Markup(source_url) if source_url else None,
        "source_label": _label(paper),
        "links": _links(analysis),
        "categories": ", ".join(version.categories),
        "counts": _counts(paper, own.kept),
        "comment": _comment(paper),
        "change": WORDS["change"].filled(version=f"v{_read_version(paper)}"),
        "notices": [
            *_notices(paper, addresses),
            *_edited_notice(paper, own.edits),
            *_kept_notice(paper, own.kept),
        ],
        "fields": _fields(analysis) if analysis else None,
        "figures": [figure_view(figure, paper, addresses.html, folder) for figure in paper.figures],
        "claims": claims,
        "rows": rows,
        "settings": any(view.claim.row.setting for view in rows if view.claim.row),
        "full_text": paper.text is not None and paper.text.kind != "abstract",
        "mentions": _mentions(paper, analysis, library, folder) if analysis else [],
        "abstract_zh": _abstract_zh(analysis),
        "values": _section_values(paper),
        "item_values": _item_values(shown, analysis, paper, own.kept),
        "leaving": frozenset(own.kept),
    }


def _views(claims: tuple[Claim, ...], part: str) -> list[ClaimView]:
    return [ClaimView(claim, Markup(item_mark(claim.id))) for claim in claims if claim.part == part]


def _top(
    paper: Paper, library: Library, addresses: PaperAddresses, folder: str, own: Own
) -> dict[str, object]:
    """What stands above the headline and beside the text: each fact once."""
    analysis, version = paper.analysis, paper.latest
    source, categories = addresses.of(paper), paper.latest.categories
    on_its_day = paper.run == _date(paper)
    return {
        "kind": analysis.kind if analysis else None,
        "importance": analysis.importance if analysis else None,
        "category": categories[0] if categories else None,
        "source": "arXiv" if paper.id.startswith("arxiv:") else None,
        "date": _when(paper, library, "<time>{}</time>"),
        "day": library.link(f"day:{paper.run}", folder) if on_its_day else None,
        "url": Markup(source) if source else None,
        "label": _label(paper),
        "version": version.number,
        "links": [*_pdf(paper, addresses), *_links(analysis)],
        "categories": ", ".join(categories[1:]),
        "journal": version.journal_ref,
        "authors": _folded_authors(version.authors),
        "comment": _comment(paper),
        "counts": _counts(paper, own.kept),
    }


def _label(paper: Paper) -> str:
    """A paper by its number on arXiv, else by its id."""
    known = next((id_ for id_ in (paper.id, *paper.also) if id_.startswith("arxiv:")), paper.id)
    return known.removeprefix("arxiv:")


def _comment(paper: Paper) -> str | None:
    """The authors' comment; where it is told as the reason for a withdrawal, it is not told
    twice.
    """
    version = paper.latest
    return version.comment if version.comment != withdrawn(version) else None


def _folded_authors(authors: tuple[str, ...]) -> Markup:
    """The first authors, and the others where there are many more."""
    if len(authors) <= AUTHORS_FIRST + 1:
        return Markup(f'<span class="wiki-authors">{escape.html(_authors(authors))}</span>')
    first, others = authors[:AUTHORS_FIRST], authors[AUTHORS_FIRST:]
    head = f"<summary>{escape.html(', '.join(first))} <b>+{len(others)}</b></summary>"
    all_ = escape.html(", ".join(others))
    return Markup(f'<details class="wiki-authors">{head}{all_}</details>')


def _authors(authors: tuple[str, ...]) -> str:
    more = len(authors) - AUTHORS_SHOWN
    return ", ".join(authors[:AUTHORS_SHOWN]) + (f" … +{more}" if more > 0 else "")


def _pdf(paper: Paper, addresses: PaperAddresses) -> list[dict[str, str]]:
    """The paper itself, where arXiv has it; a work that was withdrawn has none to read."""
    url = None if withdrawn(paper.latest) else addresses.of(paper, "pdf")
    return [{"kind": "pdf", "url": Markup(url)}] if url else []


def _links(analysis: Analysis | None) -> list[dict[str, str]]:
    links = analysis.links if analysis else ()
    safe = ((link.kind, escape.link_target(link.url)) for link in links)
    return [{"kind": kind, "url": Markup(url)} for kind, url in safe if url]


def _counts(paper: Paper, kept: Collection[str]) -> dict[str, Markup] | None:
    """Who summarised the paper from which text, and how many of the claims look how."""
    analysis = paper.analysis
    if analysis is None:
        return None
    judge = escape.inline(analysis.judge.model) if analysis.judge else ""
    counted = checked.counted((c for c in analysis.claims if c.id not in kept), judge)
    text = WORDS["texts"][paper.text.kind if paper.text else "abstract"]
    model = escape.inline(analysis.provenance.model)
    word = PAPER_WORDS["counted" if counted.en else "written"]
    said = word.filled(model=model, text=text, counted=counted)
    # a link parts a line that is said twice, so that a reader's half could not be told by its words
    return {"text": each(said) if "](" in said.en else Markup(said)}


def _notices(paper: Paper, addresses: PaperAddresses) -> list[Markup]:
    """What a reader should know first: pending, failed, which text was read."""
    lines: list[Markup] = []
    if reason := withdrawn(paper.latest):
        label = f'<span class="wiki-withdrawn">**{PAPER_WORDS["withdrawn"]}**</span>'
        lines.append(Markup(f"{label}: {escape.inline(reason)}"))
    lines += _of_versions(paper)
    if paper.failed:
        lines.append(_line(PAPER_WORDS["reading_failed"], escaped(paper.failed.reason)))
    elif paper.pending:
        lines.append(_line(PAPER_WORDS["pending"], escaped(paper.pending.reason)))
    if paper.text and paper.analysis and paper.text.kind == "abstract":
        lines.append(each(PAPER_WORDS["abstract_only"]))
    if paper.text and paper.analysis:
        lines += [
            _line(
                PAPER_WORDS["without"].filled(kind=fallback.kind.upper()), escaped(fallback.reason)
            )
            for fallback in paper.text.fallbacks
        ]
        if paper.text.left_out:
            lines.append(
                Markup(
                    f"**{PAPER_WORDS['left_out']}** {escape.inline('; '.join(paper.text.left_out))}"
                )
            )
        if paper.text.added:
            lines.append(
                Markup(f"**{PAPER_WORDS['added_sections']}** {_sections(paper, addresses)}")
            )
    return lines


def _sections(paper: Paper, addresses: PaperAddresses) -> str:
    """The sections that a later version brought, each with its place in the paper."""
    added = paper.text.added if paper.text else ()
    shown = []
    for one in added[:SECTIONS_SHOWN]:
        url = addresses.passage(paper, one.passage)
        target, title = escape.link_target(url) if url else None, escape.inline(one.title)
        shown.append(f"[{title}]({target})" if target else title)
    more = len(added) - SECTIONS_SHOWN
    return "; ".join(shown) + (f" … +{more}" if more > 0 else "")


def _of_versions(paper: Paper) -> Iterator[Markup]:
    """Where the summary is of an earlier version, and what the latest one does not say any more."""
    analysis, read, latest = paper.analysis, _read_version(paper), paper.latest.number
    if analysis and read and latest and read != latest and not withdrawn(paper.latest):
        yield each(PAPER_WORDS["older"].filled(read=f"v{read}", version=f"v{latest}"))
    if analysis and analysis.dropped:
        yield each(PAPER_WORDS["no_more"].filled(count=analysis.dropped, version=f"v{read}"))


def _read_version(paper: Paper) -> int | None:
    """The number of the version that was summarised, where known."""
    return paper.text.version if paper.text else None


def _line(label: Bilingual, said: Bilingual) -> Markup:
    """What a label says, in a line for each reader."""
    return each(Bilingual(f"**{label.en}**: {said.en}", f"**{label.zh}**：{said.zh}"))


def _remarks(analysis: Analysis) -> Iterator[Markup]:
    """What is amiss with fields that are no claims, for the readers of their language."""
    for name, word in checked.remarks(analysis):
        language: Language = "zh" if name.endswith(".zh") else "en"
        yield in_one(escape.inline(word[language]), language)


def _fields(analysis: Analysis) -> dict[str, Bilingual]:
    """The fields that are no claims, without what is withheld."""
    fields = {"headline": analysis.headline, "summary": analysis.summary}
    fields |= {"reason": analysis.reason, "method": analysis.method}
    return {
        name: shown_field(text, analysis, name, "quiet", "caution") for name, text in fields.items()
    }


def _edited_notice(paper: Paper, edits: Edits) -> list[Markup]:
    """Which claims a person reworded in one language only."""
    claims = paper.analysis.claims if paper.analysis else ()
    lines = []
    for claim in claims:
        if (wordings := edits.reworded.get(claim.id)) and len(wordings) == 1 and paper.analysis:
            (language,) = wordings
            lines.append(_line(_called(paper.analysis, claim), WORDS["edited_only"][language]))
    return lines


def _kept_notice(paper: Paper, kept: Collection[str]) -> list[Markup]:
    """Which claims stand here for a person's words only,
    since the latest reading does not make them.
    """
    analysis = paper.analysis
    claims = [claim for claim in analysis.claims if claim.id in kept] if analysis else []
    return [_line(_called(analysis, claim), _without_it(paper)) for claim in claims if analysis]


def _called(analysis: Analysis, claim: Claim) -> Bilingual:
    """A claim as readers count it: "Contribution 3"."""
    place = claim_number(analysis, claim)
    return Bilingual(*(f"{WORDS['parts'][claim.part][language]} {place}" for language in LANGUAGES))


def _without_it(paper: Paper) -> Word:
    """That the latest reading does not make a claim."""
    version = _read_version(paper)
    word: Word = PAPER_WORDS["without_it" if version else "latest_without_it"]
    return word.filled(version=f"v{version}")


def _mentions(
    paper: Paper, analysis: Analysis, library: Library, folder: str
) -> list[dict[str, object]]:
    """The concepts of a paper, each once; where two were merged,
    in the words of the weightier role.
    """
    meant: dict[str, ConceptMention] = {}
    for mention in analysis.concepts:
        id_ = library.registry.meant(mention.concept, paper.id)
        meant[id_] = min(meant.get(id_, mention), mention, key=lambda m: ROLES.index(m.role))
    return [
        {
            "name": mention.name,
            "role": mention.role,
            "why": shown_field(mention.why, analysis, f"why:{mention.name.en}", "quiet", "caution"),
            "in_text": mention.in_text,
            "path": (path := _linked(library.early_page_of(mention.concept, paper.id), folder)),
            "mark": Markup(item_mark(mention.concept, path or "")),
        }
        for mention in meant.values()
        if mention.concept
    ]


def _path_of(mention: str, paper: Paper, library: Library, folder: str) -> Markup | None:
    return _linked(library.page_of(mention, paper.id), folder)


def _linked(path: str | None, folder: str) -> Markup | None:
    return Markup(escape.quoted_path(relative(path, folder))) if path else None


def _abstract_zh(analysis: Analysis | None) -> str | None:
    if analysis is None or look_of_field(analysis, "abstract.zh") == "withheld":
        return None
    return analysis.abstract_zh


def _related(paper: Paper, library: Library, folder: str) -> list[dict[str, object]]:
    shown: list[dict[str, object]] = []
    for other in library.related_papers(paper.id)[:RELATED_SHOWN]:
        card = library.card(other.id)
        if card is None or not (link := library.link(other.id, folder)):
            continue
        concepts = [concept for id_ in other.concepts if (concept := library.meant(id_, paper.id))]
        shown.append(
            {
                "title": library.title(card, folder),
                "path": link,
                "shared": _names(concepts[:NAMES_SHOWN]),
            }
        )
    return shown


def _names(concepts: Sequence[Concept]) -> Markup:
    """What concepts are called, for each reader."""
    en = ", ".join(escape.inline(concept.name.en or concept.name.zh) for concept in concepts)
    zh = "、".join(escape.inline(concept.name.zh or concept.name.en) for concept in concepts)
    return (
        Markup(en)
        if len(concepts) == 1 and en == zh
        else each(Bilingual(en, zh))
        if en
        else Markup()
    )


def _named(paper: Paper, library: Library, folder: str) -> list[dict[str, object]]:
    """The models, datasets and organisations that the paper names,
    with their pages where they have one.
    """
    entities = paper.analysis.entities if paper.analysis else ()
    return [{"name": e.name, "path": _path_of(e.concept, paper, library, folder)} for e in entities]


def _all_evidence(
    claims: Sequence[Claim], paper: Paper, addresses: PaperAddresses, own: Own
) -> Iterator[dict[str, object]]:
    """What each claim rests on; then former claims that a person's notes lead to,
    and words whose quote is lost.
    """
    shown = {claim.id for claim in claims}
    for claim in claims:
        yield _evidence(
            claim, paper, addresses, claim.id in own.edits.reworded, own.kept.get(claim.id)
        )
    for one in paper.former:
        if one.claim.id in own.shown.cited - shown:
            yield _evidence(one.claim, paper, addresses, False, one)
    for id_ in sorted(own.shown.held - shown):
        yield _lost(id_)


def _evidence(
    claim: Claim, paper: Paper, addresses: PaperAddresses, edited: bool, former: Former | None
) -> dict[str, object]:
    evidence = claim.evidence
    quote = quoted(evidence)
    url = addresses.passage(paper, evidence.passage, former)
    place = escape.html(evidence.passage.replace("page=", "p. "))
    source = (
        f'<a href="{escape.link_target(url)}">{place}</a>'
        if url and escape.link_target(url)
        else place
    )
    said, usual = (
        checked.joined(checked.facts(claim, paper.analysis, for_many=many))
        for many in (False, True)
    )
    counted = paper.analysis and claim in paper.analysis.claims
    place_in_part = f" {claim_number(paper.analysis, claim)}" if paper.analysis and counted else ""
    summary = f"{WORDS['parts'][claim.part]}{place_in_part}"
    shown = look(claim)
    summary += f" · {WORDS['looks'][shown]}" if shown != "quiet" else ""
    summary += f" · {WORDS['edited']}" if edited else ""
    summary += f" · {_without_it(paper)}" if former else ""
    return {
        "id": claim.id,
        "look": shown,
        "summary": Markup(summary),
        "evidence": Markup(f"{quote} {source}"),
        "facts": Markup(f"<em>{_in_html(said)}</em>"),
        "usual": Markup(f"<em>{_in_html(usual)}</em>"),
    }


def _usual(evidence: Sequence[Mapping[str, object]]) -> object:
    """What was checked of most claims without an exception, so that it is said once;
    empty if of no two the same.
    """
    said = Counter(claim["usual"] for claim in evidence if claim["look"] == "quiet")
    most = max(said, key=said.__getitem__, default="")
    return most if said[most] > 1 else ""


def _in_html(said: Bilingual) -> Markup:
    return each(Bilingual(escape.html(said.en), escape.html(said.zh)))


def _withheld(
    claims: Sequence[Claim], paper: Paper, addresses: PaperAddresses
) -> Iterator[dict[str, object]]:
    """The claims that the page does not show, each with why, and what it would have said."""
    for claim in claims:
        entry = _evidence(claim, paper, addresses, False, None)
        yield entry | {"said": _in_html(claim.text)}


def _lost(id_: str) -> dict[str, object]:
    """A person's words about a claim of which nothing is left in the data."""
    summary = Markup(f"{WORDS['edited']}")
    said = each(Bilingual(*(escape.html(PAPER_WORDS["lost"][language]) for language in LANGUAGES)))
    return {
        "id": Markup(id_),
        "look": "caution",
        "summary": summary,
        "evidence": Markup(),
        "facts": Markup(f"<em>{said}</em>"),
        "usual": Markup(f"<em>{said}</em>"),
    }


def quoted(evidence: Evidence) -> str:
    """A quote in its sentences, and a little of what stands around these, as HTML.

    Each sentence is an element of its own, by which the site numbers them.
    """
    before, after = evidence.before.strip(), evidence.after.strip()
    if evidence.quote[-1:] in ".!?。！？" and after[:1] == evidence.quote[-1:]:
        after = after[1:].strip()
    gap = "" if after[:1] in tuple(",.;:!?)]，。；：）") else " "
    start = len(before) + 1 if before else 0
    end = start + len(evidence.quote)
    text = f"{before} {evidence.quote}" if before else evidence.quote
    text += f"{gap}{after}" if after else ""
    own = spans(text, start, end)
    shown = " ".join(_sentence(text, at, (start, end)) for at in own)
    left, right = text[: own[0][0]].strip(), text[own[-1][1] :].strip()
    return f"{escape.html(_tail(left))} {shown} {escape.html(_head(right))}".strip()


def _sentence(text: str, at: tuple[int, int], quote: tuple[int, int]) -> str:
    """One sentence, what the quote has of it marked."""
    first, last = max(at[0], quote[0]), min(at[1], quote[1])
    marked = text[first:last]
    before, after = text[at[0] : first].lstrip(), text[last : at[1]].rstrip()
    gap = " " if after and (marked[-1:].isspace() or text[last : last + 1].isspace()) else ""
    lead = escape.html(before) + (" " if before[-1:].isspace() else "")
    said = f"{lead}<mark>{escape.html(marked.strip())}</mark>{gap}"
    return f'<span class="wiki-sentence">{said}{escape.html(after.lstrip())}</span>'


def _tail(text: str) -> str:
    """What stands before a quote's sentence, at most ``CONTEXT`` characters."""
    return "…" + text[-CONTEXT:].partition(" ")[2] if len(text) > CONTEXT else text


def _head(text: str) -> str:
    """What stands behind a quote's sentence, at most ``CONTEXT`` characters."""
    return text[:CONTEXT].rpartition(" ")[0] + " …" if len(text) > CONTEXT else text


def _stamp(paper: Paper, library: Library, folder: str) -> dict[str, object]:
    run = library.link(f"day:{paper.run}", folder)
    source = f"[{paper.run}]({run})" if run else f"{escape.inline(paper.run)}"
    imported = f"{PAPER_WORDS['imported']} {paper.imported} · {PAPER_WORDS['run']} {source}"
    analysis = paper.analysis
    return {
        "imported": Markup(imported),
        "provenance": _provenance(analysis, paper) if analysis else None,
        "compared": _compared(analysis.change) if analysis and analysis.change else None,
        "remarks": [*_whole_remarks(analysis)] if analysis else [],
    }


def _whole_remarks(analysis: Analysis) -> Iterator[Markup]:
    """What is said of the page as a whole, and of its fields that are no claims."""
    yield each(checked.of_fields(analysis))
    if analysis.repeated:
        yield each(PAPER_WORDS["repeated"].filled(count=analysis.repeated))
    yield from _remarks(analysis)


def _provenance(analysis: Analysis, paper: Paper) -> Markup:
    text = WORDS["texts"][paper.text.kind if paper.text else "abstract"]
    source = PAPER_WORDS["from_text"].filled(text=text)
    by = _by(analysis.provenance)
    return Markup(f"{PAPER_WORDS['read']} {by} · {source} · {_cost(analysis.provenance)}")


def _compared(by: Provenance) -> Markup:
    """Who worded anew what a later version says otherwise."""
    return Markup(f"{PAPER_WORDS['compared']} {_by(by)} · {_cost(by)}")


def _by(p: Provenance) -> str:
    return (
        f"{escape.inline(p.model)} ({escape.inline(p.engine)}) · {p.date} · prompt"
        f" {escape.inline(p.prompt)}"
    )


def _cost(p: Provenance) -> str:
    cost = f"{p.cost:.4f} {p.currency}" if p.cost is not None else str(PAPER_WORDS["cost_unknown"])
    return f"{PAPER_WORDS['cost']} {escape.inline(cost)}"


# --- VALUE: a field's words, whatever the template ------------------------------


def _section_values(paper: Paper) -> dict[str, str]:
    values = {"title": paper.latest.title, "abstract.en": paper.latest.abstract}
    analysis = paper.analysis
    if analysis is None:
        return values
    fields: Mapping[str, Bilingual] = {
        "headline": analysis.headline, "summary": analysis.summary, "reason": analysis.reason,
        "method": analysis.method,
    }  # fmt: skip
    for name, both in fields.items():
        values |= {f"{name}.{language}": both[language] for language in LANGUAGES}
    parts = (*PARTS, "concepts")
    heads = {f"{part}.{language}": part for part in parts for language in LANGUAGES}
    if analysis.of("change"):
        new = f"change v{_read_version(paper)}"
        heads |= {f"change.{language}": new for language in LANGUAGES}
    whole = {"abstract.zh": analysis.abstract_zh, "results-table": "results-table"}
    return (
        values | heads | whole | ({"figures": figure_words(paper.figures)} if paper.figures else {})
    )


def _item_values(
    claims: tuple[Claim, ...], analysis: Analysis | None, paper: Paper, kept: Collection[str]
) -> dict[str, dict[str, str]]:
    """Of a claim that is kept for a person's words, with the reading that is without it:
    each one may be news.
    """
    values: dict[str, dict[str, str]] = {}
    read = _read_version(paper)
    for claim in claims:
        without = [f"without v{read}"] if claim.id in kept else []
        for language in LANGUAGES:
            words = [
                claim.label[language] if claim.label else "",
                claim.text[language],
                claim.origin or "",
            ]
            words += [*(substep[language] for substep in claim.substeps), *without]
            values.setdefault(f"{claim.part}.{language}", {})[claim.id] = " ".join(words)
        if claim.row and in_table(claim):
            values.setdefault("results-table", {})[claim.id] = " ".join(
                [_row_words(claim.row), *without]
            )
    for mention in analysis.concepts if analysis else ():
        for language in LANGUAGES:
            words = [mention.name[language], mention.role, mention.why[language]]
            values.setdefault(f"concepts.{language}", {})[mention.concept] = " ".join(words)
    return values


def _row_words(row: ResultRow) -> str:
    told = (row.dataset, row.metric, row.value, row.unit, row.baseline)
    return " | ".join(part or "" for part in (*told, *((row.setting,) if row.setting else ())))


def arxiv_url(id_: str, version: int | None, template: str) -> str | None:
    """The address of an announced paper; ``None`` if it is not arXiv's."""
    if not re.match(r"arxiv:", id_):
        return None
    return template.format(id=id_.removeprefix("arxiv:") + (f"v{version}" if version else ""))
