"""References as links: to papers and concepts, and from a sentence to the evidence of the claims
that it rests on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from markupsafe import Markup

from wiki_builder.contract import escape
from wiki_builder.core.values.bilingual import Bilingual, Language
from wiki_builder.core.values.concept import Concept, ConceptPart, Sentence
from wiki_builder.library.authors import short
from wiki_builder.library.library import Library, concept_page_id


def label(text: str) -> str:
    """``text`` between the brackets of a link, also in a cell of a table."""
    return escape.cell(text).replace("[", "&#91;").replace("]", "&#93;")


def linked(library: Library, text: Markup, page: str, folder: str) -> Markup:
    """``text``, as the link to a page that has one."""
    path = library.link(page, folder)
    return Markup(f"[{text}]({path})") if path else text


def both(name: Bilingual) -> str:
    """A name in both languages, once where they are the same."""
    return " · ".join(dict.fromkeys(said for said in (name.en, name.zh) if said))


def concept_link(library: Library, concept: Concept, folder: str) -> Markup:
    """A concept by its names, with the link to its page."""
    name = Markup(escape.inline(both(concept.name)))
    return linked(library, name, concept_page_id(concept), folder)


# --- Sentences and the claims that they rest on ------------------------------------------


def standing_sentences(
    library: Library, concept: Concept, part: ConceptPart
) -> tuple[Sentence, ...]:
    """The sentences that a model wrote in a part of a concept's page, those of which every claim
    still says what it said, each once.
    """
    text = library.texts.get(concept.id)
    if text is None:
        return ()
    sentences = {sentence.text.en: sentence for sentence in reversed(text.of(part))}
    kept = (
        sentences[said] for said in dict.fromkeys(sentence.text.en for sentence in text.of(part))
    )
    return tuple(
        s for s in kept if s.claims and all(library.stands(c, text.claims.get(c)) for c in s.claims)
    )


def cited_claims(
    claims: Sequence[str], library: Library, language: Language, folder: str
) -> Markup:
    """The references of a sentence in parentheses;
    further claims of one paper are further signs behind its name. A paper whose page cannot be
    linked to, since a file of a person's stands in its place, is cited by its name alone.
    """
    papers: dict[str, list[str]] = {}
    for claim in dict.fromkeys(claims):
        paper, _, id_ = claim.partition("#")
        papers.setdefault(paper, []).append(id_)
    references = tuple(_references(papers.items(), library, folder))
    return Markup(
        f"({'; '.join(references)})" if language == "en" else f"（{'；'.join(references)}）"
    )


def _references(
    papers: Iterable[tuple[str, list[str]]], library: Library, folder: str
) -> Iterator[str]:
    for paper, claims in papers:
        card, path = library.card(paper), library.link(paper, folder)
        if card and path:
            first, *more = (f"{path}#^{claim}" for claim in claims)
            yield " ".join(
                [f"[{label(short(card))}]({first})", *(f"[¶]({target})" for target in more)]
            )
        elif card:
            yield label(short(card))
