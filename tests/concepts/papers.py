"""Small papers for the tests of linking and relating."""

from __future__ import annotations

from wiki_builder.core.values.analysis import (
    Analysis,
    ConceptMention,
    Provenance,
    Role,
)
from wiki_builder.core.values.announcement import Version
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.paper import Paper

NOTHING = Bilingual("x", "某")
PROVENANCE = Provenance("replay", "some-model", "paper/1", "0123abcd", "2026-05-05")


def mention(
    en: str, zh: str, role: Role = "uses", gloss: str | None = "what it is"
) -> ConceptMention:
    """A concept as a reply names it."""
    return ConceptMention(
        Bilingual(en, zh), role, NOTHING, Bilingual(gloss, "释义") if gloss else None
    )


def paper(
    id_: str, *mentions: ConceptMention, title: str = "Title", abstract: str = "Abstract."
) -> Paper:
    """A paper that was read and mentions some concepts."""
    analysis = Analysis(
        kind="method",
        headline=NOTHING,
        summary=NOTHING,
        abstract_zh="某",
        importance=5,
        reason=NOTHING,
        method=NOTHING,
        claims=(),
        concepts=mentions,
        entities=(),
        links=(),
        provenance=PROVENANCE,
    )
    version = Version(1, title, ("A. Author",), abstract, ("cs.CL",))
    return Paper(id_, (version,), "2026-05-05", "2026-05-05", analysis=analysis)
