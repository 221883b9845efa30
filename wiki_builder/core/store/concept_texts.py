"""Texts about concepts, a file each."""

from __future__ import annotations

from wiki_builder.core.store.values import Unreadable, _read_all, write_value
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.concept import ConceptText


def read_concept_texts(
    wiki: Wiki, broken: list[Unreadable] | None = None
) -> dict[str, ConceptText]:
    """What models wrote about concepts, by the concept's id;
    ``broken`` takes the files that cannot be read.
    """
    return {text.concept: text for text in _read_all(wiki.concept_texts, ConceptText, broken)}


def write_concept_text(wiki: Wiki, text: ConceptText) -> bool:
    """Write what a model wrote about a concept; ``False`` if the file says the same already."""
    return write_value(wiki.concept_text(text.concept), text)
