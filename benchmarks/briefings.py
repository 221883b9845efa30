"""What is caught of errors in briefings: ``python -m benchmarks briefings [DIR] [--json]``.

The sentences of a wiki's stored briefings (of this repository's sample by default) are checked
against the claims that they cite, as a reply is: first as they stand, where whatever is found
accuses a sentence that was kept; then with one planted error each. ``DIR`` is a wiki's folder.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeAlias

from wiki_builder.analysis.reply import Both
from wiki_builder.briefings.texts import unnamed
from wiki_builder.concepts import sentence
from wiki_builder.concepts.articles.material import names_of, paper_of
from wiki_builder.concepts.registry import Registry, read_registry
from wiki_builder.core.store.briefings import read_briefings
from wiki_builder.core.store.papers import read_paper
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.briefing import BRIEFING_PARTS
from wiki_builder.library.citable import claim_words

SAMPLE: Final = Path(__file__).resolve().parent.parent
_NUMBER: Final = re.compile(r"(?<![\w.,-])\d+(?:[.,]\d+)*(?![\w.,-]*\w)")
_NAME: Final = re.compile(r"\b[A-Za-z]+-?\d[\w.-]*\w\b")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a briefing with the words and titles of what it cites, and the names of the
    concept that it is to name; ``claims`` are the English words of each with its quote.
    """

    text: Bilingual
    words: tuple[str, ...]
    titles: tuple[str, ...]
    concept: str = ""
    english: tuple[str, ...] = ()
    chinese: tuple[str, ...] = ()
    claims: tuple[tuple[str, str], ...] = ()

    def found(self) -> list[str]:
        """What the checks of a reply find in it."""
        said = Both(en=self.text.en, zh=self.text.zh)
        found = [*sentence.problems(said), *sentence.disagreements(said)]
        found += sentence.unsupported(
            said, (*self.words, *self.english, *self.chinese), self.titles
        )
        found += sentence.turned(said, self.claims)
        return found + (
            [*unnamed(said, self.english, self.chinese, self.concept)] if self.concept else []
        )


def sentences(wiki: Wiki) -> Iterator[Sentence]:
    """Every sentence of the stored briefings whose claims are all there."""
    registry = read_registry(wiki)
    for briefing in read_briefings(wiki).values():
        for part in BRIEFING_PARTS:
            for said in briefing.of(part):
                made = _sentence(wiki, registry, said.text, said.claims)
                if made and part == "connects":
                    concept = registry.concepts[registry.canonical(said.about)]
                    yield replace(
                        made,
                        concept=concept.name.en,
                        english=names_of(concept, registry, "en"),
                        chinese=names_of(concept, registry, "zh"),
                    )
                elif made:
                    yield made


def _sentence(
    wiki: Wiki, registry: Registry, text: Bilingual, claims: Sequence[str]
) -> Sentence | None:
    words, titles, own_claims = [], [], []
    for id_ in claims:
        paper = read_paper(wiki, paper_of(id_))
        own = paper.analysis.claims if paper and paper.analysis else ()
        claim = next((one for one in own if one.id == id_.partition("#")[2]), None)
        if paper is None or claim is None:
            return None
        told = claim_words(claim)
        words += [told.en, told.zh, claim.evidence.quote]
        own_claims.append((told.en, claim.evidence.quote))
        titles += [paper.latest.title, paper.analysis.short if paper.analysis else ""]
    return Sentence(text, tuple(words), tuple(titles), claims=tuple(own_claims))


# --- Errors -----------------------------------------------------------------------


def _other_number(text: str) -> str | None:
    """Its first number, another one."""
    found = _NUMBER.search(text)
    if found is None:
        return None
    digit = found[0][-1]
    return text[: found.end() - 1] + str((int(digit) + 3) % 10) + text[found.end() :]


def number_in_both(one: Sentence, others: Sequence[Sentence]) -> Sentence | None:
    """A number, changed in both languages."""
    found = _NUMBER.search(one.text.en)
    if found is None or found[0] not in one.text.zh:
        return None
    other = f"{found[0][:-1]}{(int(found[0][-1]) + 3) % 10}"
    return _said(one, *(text.replace(found[0], other) for text in (one.text.en, one.text.zh)))


def number_in_one(one: Sentence, others: Sequence[Sentence]) -> Sentence | None:
    """A number, changed in the Chinese."""
    changed = _other_number(one.text.zh)
    return _said(one, one.text.en, changed) if changed else None


def number_left_out(one: Sentence, others: Sequence[Sentence]) -> Sentence | None:
    """A number that only the English has."""
    found = _NUMBER.search(one.text.zh)
    if found is None or found[0] not in one.text.en:
        return None
    return _said(one, one.text.en, one.text.zh.replace(found[0], ""))


def other_name(one: Sentence, others: Sequence[Sentence]) -> Sentence | None:
    """A model's or dataset's name with digits, of another version."""
    found = _NAME.search(one.text.en)
    if found is None or found[0] not in one.text.zh:
        return None
    other = re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), found[0], count=1)
    return _said(one, *(text.replace(found[0], other) for text in (one.text.en, one.text.zh)))


def cites_another(one: Sentence, others: Sequence[Sentence]) -> Sentence | None:
    """The claims of another sentence, where a number stands in the text."""
    if not _NUMBER.search(one.text.en):
        return None
    other = next((o for o in others if not set(o.words) & set(one.words)), None)
    if other is None:
        return None
    return replace(one, words=other.words, titles=other.titles, claims=other.claims)


def concept_not_named(one: Sentence, others: Sequence[Sentence]) -> Sentence | None:
    """A connection that says no more what connects."""
    if not one.concept:
        return None
    en, zh = one.text.en, one.text.zh
    for name in (*one.english, *one.chinese):
        en = re.sub(re.escape(name), "it", en, flags=re.IGNORECASE)
        zh = re.sub(re.escape(name), "它", zh, flags=re.IGNORECASE)
    return _said(one, en, zh) if (en, zh) != (one.text.en, one.text.zh) else None


def turned_round(one: Sentence, others: Sequence[Sentence]) -> Sentence | None:
    """A direction, turned round in both languages."""
    for en, no, zh, nicht in _OPPOSITES:
        if en in one.text.en and zh in one.text.zh:
            return _said(one, one.text.en.replace(en, no), one.text.zh.replace(zh, nicht))
    return None


def turned_in_one(one: Sentence, others: Sequence[Sentence]) -> Sentence | None:
    """A direction, turned round in the Chinese."""
    wrong = turned_round(one, others)
    return _said(one, one.text.en, wrong.text.zh) if wrong else None


def _said(one: Sentence, en: str, zh: str) -> Sentence:
    return replace(one, text=Bilingual(en, zh))


_OPPOSITES: Final = (
    ("improves", "worsens", "提高", "降低"),
    ("outperforms", "falls behind", "优于", "劣于"),
    ("reduces", "increases", "减少", "增加"),
)
Plant: TypeAlias = Callable[[Sentence, Sequence[Sentence]], Sentence | None]
PLANTS: Final[tuple[Plant, ...]] = (
    number_in_both,
    number_in_one,
    number_left_out,
    other_name,
    cites_another,
    concept_not_named,
    turned_round,
    turned_in_one,
)


def figures(wiki: Wiki) -> dict[str, object]:
    """How many sentences are accused as they stand, and what of each error is caught."""
    every = list(sentences(wiki))
    planted, caught = Counter[str](), Counter[str]()
    for plant in PLANTS:
        for one in every:
            wrong = plant(one, every)
            if wrong is not None:
                planted[plant.__name__] += 1
                caught[plant.__name__] += bool(wrong.found())
    return {
        "briefings": len(read_briefings(wiki)),
        "sentences": len(every),
        "accused": sum(bool(one.found()) for one in every),
        "caught": {name: f"{caught[name]} of {planted[name]}" for name in planted},
    }


def main(arguments: list[str]) -> int:
    """Measure; 1 if the wiki has no briefing."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks briefings", description=__doc__)
    parser.add_argument("wiki", type=Path, nargs="?", default=SAMPLE)
    parser.add_argument("--json", action="store_true", help="one line of JSON")
    options = parser.parse_args(arguments)
    said = figures(Wiki(options.wiki))
    if options.json:
        print(json.dumps(said))
    else:
        for name, value in said.items():
            print(f"{name:10} {json.dumps(value, ensure_ascii=False)}")
    return 0 if said["briefings"] else 1
