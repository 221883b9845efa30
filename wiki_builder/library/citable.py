"""The claims that derived pages may cite: those that stand, as a person left them.

A claim that a person took out is gone; one that they reworded counts in their words,
and only if these stand the check against the evidence that is kept.
"""

from __future__ import annotations

import re
from dataclasses import replace

from wiki_builder.concepts.articles.material import words_hash
from wiki_builder.contract.items import item_mark
from wiki_builder.contract.spec import Section
from wiki_builder.core.values.analysis import PARTS, Analysis, Claim
from wiki_builder.core.values.bilingual import (
    LANGUAGES,
    Bilingual,
    Language,
)
from wiki_builder.core.values.paper import Paper
from wiki_builder.grounding.standing import is_shown, stands
from wiki_builder.library.edits import (
    Wordings,
    claim_edits,
    with_edits,
    with_held,
)
from wiki_builder.library.shown import Shown, one_line
from wiki_builder.library.words import WORDS

UNTOUCHED = Shown()
_COMMENT = re.compile(r"<!--.*?-->")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()]*\)")
_STRONG = re.compile(r"\*\*|__")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


def citable(paper: Paper, shown: Shown) -> tuple[Claim, ...]:
    """The claims of ``paper`` that may be cited; ``shown`` is what its page shows of a person's.

    A reworded claim has the person's words, label and sub-steps included, in the
    languages that they reworded; the other one's text is empty.
    """
    paper, _ = with_held(paper, shown)
    if paper.analysis is None:
        return ()
    edits = claim_edits(shown, _sections(paper.analysis)) if shown.items else None
    judged = with_edits(paper, edits).analysis if edits else paper.analysis
    assert judged
    reworded = edits.reworded if edits else {}
    return tuple(_worded(c, reworded.get(c.id)) for c in judged.claims if stands(c))


def claim_words(claim: Claim) -> Bilingual:
    """What a claim says in each language, its label in front."""
    if claim.label is None:
        return claim.text
    label, colon = claim.label, WORDS["colon"]
    return Bilingual(
        *(f"{label[language]}{colon[language]}{claim.text[language]}" for language in LANGUAGES)
    )


def claim_hashes(paper: Paper, shown: Shown = UNTOUCHED) -> dict[str, str]:
    """The claims of ``paper`` that may be cited, with the hash of their words."""
    return {claim.id: words_hash(claim_words(claim)) for claim in citable(paper, shown)}


# --- A person's words -----------------------------------------------------------


def _sections(analysis: Analysis) -> list[Section]:
    """The lists of claims much as a page has them:
    their ids, and the words to compare a person's with.
    """
    shown = [claim for claim in analysis.claims if is_shown(claim)]
    return [
        Section(
            f"{part}.{language}",
            "\n".join(_item(claim, language) for claim in shown if claim.part == part),
        )
        for part in PARTS
        for language in LANGUAGES
    ]


def _item(claim: Claim, language: Language) -> str:
    label = f"**{claim.label[language]}**{WORDS['colon'][language]}" if claim.label else ""
    return f"- {label}{' '.join(claim.text[language].split())} {item_mark(claim.id)}"


def _worded(claim: Claim, wordings: Wordings | None) -> Claim:
    if not wordings:
        return claim
    text = Bilingual(*(_plain(wordings.get(language, "")) for language in LANGUAGES))
    return replace(claim, text=text, label=None, substeps=())


def _plain(markdown: str) -> str:
    """A person's line without Markdown's marks."""
    text = _STRONG.sub("", _LINK.sub(r"\1", _COMMENT.sub("", one_line(markdown))))
    return " ".join(_ESCAPED.sub(r"\1", text).split())
