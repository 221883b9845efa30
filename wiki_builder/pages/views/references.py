"""References as links: to papers, and from a sentence to the evidence of the claims
that it rests on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from markupsafe import Markup

from wiki_builder.contract import escape
from wiki_builder.core.values.bilingual import Language
from wiki_builder.core.values.concept import ConceptPart, ConceptText, Sentence
from wiki_builder.library.authors import short
from wiki_builder.library.library import Library


def label(text: str) -> str:
    """``text`` between the brackets of a link, also in a cell of a table."""
    return escape.cell(text).replace("[", "&#91;").replace("]", "&#93;")


# --- Sentences and the claims that they rest on ------------------------------------------


def standing_sentences(
    library: Library, text: ConceptText, part: ConceptPart
) -> tuple[Sentence, ...]:
    """The sentences of a part of which every claim still says what it said, each once."""
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
    further claims of one paper are further signs behind its name.
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
