"""Findings of two papers side by side: what each found, how they stand, and both quotes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, get_args

from markupsafe import Markup

from wiki_builder.concepts.articles.material import paper_of
from wiki_builder.contract import escape
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.relation import Relation, RelationKind, Side
from wiki_builder.library.authors import short
from wiki_builder.library.library import Library
from wiki_builder.library.words import WORDS, each, texts
from wiki_builder.pages.views.references import label

SHOWN: Final = 12
_KINDS: Final[tuple[RelationKind, ...]] = get_args(RelationKind)


def relation_lines(
    library: Library, relations: Sequence[Relation], folder: str
) -> dict[str, object]:
    """The relations for the templates, at most :data:`SHOWN`, contradictions first, how many there
    are more, and who compared them; those whose papers have no page are left out.
    """
    ranked = sorted(relations, key=lambda relation: _KINDS.index(relation.kind))
    lines = [line for one in ranked if (line := _line(library, one, folder))]
    by = ", ".join(dict.fromkeys(escape.inline(relation.by) for relation in ranked))
    said = each(WORDS["compared"].filled(model=by)) if lines else ""
    return {"lines": lines[:SHOWN], "more": max(0, len(lines) - SHOWN), "by": said}


def _line(library: Library, relation: Relation, folder: str) -> dict[str, object] | None:
    sides = [_side(library, side, folder) for side in (relation.ours, relation.theirs)]
    if None in sides:
        return None
    text = relation.text
    return {
        "kind": each(WORDS["relation_kinds"][relation.kind]),
        "text": texts(Bilingual(*(escape.inline(said) for said in (text.en, text.zh)))),
        "sides": sides,
    }


def _side(library: Library, side: Side, folder: str) -> dict[str, object] | None:
    id_ = paper_of(side.claim)
    card, path = library.card(id_), library.link(id_, folder)
    if card is None or path is None:
        return None
    own = side.claim.partition("#")[2]
    return {
        "paper": Markup(f"[{label(short(card))}]({path}#^{own})"),
        "quote": side.quote,
        "setting": side.setting,
    }


def relation_inputs(library: Library, relations: Sequence[Relation]) -> object:
    """All that the lines are made from, without making them."""
    papers = {paper_of(s.claim): None for one in relations for s in (one.ours, one.theirs)}
    return relations, [library.key(id_) for id_ in papers]
