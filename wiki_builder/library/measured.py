"""Measured results across papers: which concern a dataset or a concept, which measure the same, and
how one writes a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from wiki_builder.core.characters import IS_HAN
from wiki_builder.core.errors import UsageError
from wiki_builder.core.values.analysis import ResultRow
from wiki_builder.core.values.concept import Concept
from wiki_builder.library.card import Card, Measured
from wiki_builder.library.library import Library

FOUNDING = ("introduces", "extends")

_SEPARATORS = re.compile(r"[\s\-_/‐‑–·]+")
_OWN, _PERCENT = r"\d[\d,]*(?:\.\d+)?", r"\s?[%％]?"
_NUMBER = re.compile(  # with ± 0.4, or [73.3, 88.3]
    rf"(?P<own>{_OWN}){_PERCENT}(?:\s*(?:(?:±|\+/-|\$?\\pm\$?)\s*{_OWN}\$?"
    rf"|[\[(]\s*(?P<low>{_OWN}){_PERCENT}\s*(?:[,;–-]|to)\s*(?P<high>{_OWN}){_PERCENT}\s*[\])])"
    rf"{_PERCENT})?"
)
_SIGNS = {"pm": " ± ", "times": "×", "sim": "~", "approx": "≈", "%": "%"}
_LATEX = re.compile(r"\s*\\(pm|times|sim|approx|%)(?![a-z])\s*")
# What is one with the rate of it; an error is a number of them, too.
_RATE = re.compile(r"(success|win|pass|hit|solve|completion)rates?$")


def results_on(
    library: Library, dataset: Concept, metric: str = ""
) -> Iterator[tuple[Card, Measured]]:
    """The results that stand of all papers on one dataset of the registry, whatever name of it
    their rows have, by metric, setting and day; only those of ``metric`` where it is given.

    Raises:
        UsageError: ``dataset`` is none.
    """
    if dataset.kind != "dataset":
        what = f"it is a {dataset.kind}, not a dataset"
        raise UsageError(what, where=dataset.id, next="wiki-builder concepts list --kind dataset")
    named, wanted = name_pattern(names_of(library, dataset)), normal(metric)
    found = [
        (card, one)
        for card in library.kept
        for one in library.measured(card)
        if named.search(one.row.dataset or "") and wanted in normal(one.row.metric)
    ]
    yield from sorted(found, key=_order)


def _order(found: tuple[Card, Measured]) -> tuple[str, ...]:
    card, one = found
    return measure(one.row)[0], normal(one.row.setting), card.date, card.id, one.claim


def concerning(library: Library, concept: Concept, card: Card) -> Iterator[Measured]:
    """The results of one paper that concern a concept."""
    measured = library.measured(card)
    if not measured:
        return
    founding = concept.kind == "concept" and any(
        use.role in FOUNDING and library.registry.meant(use.concept, card.id) == concept.id
        for use in card.uses
    )
    said = name_pattern(names_of(library, concept))
    for one in measured:
        if founding or any(text and said.search(text) for text in _places(concept, one)):
            yield one


def _places(concept: Concept, one: Measured) -> tuple[str | None, ...]:
    """Where a result may name what a page is about."""
    match concept.kind:
        case "dataset":
            return (one.row.dataset,)
        case "model":
            return one.text.en, one.text.zh, one.row.baseline
        case "concept":
            return one.text.en, one.text.zh
    return ()


def measure(row: ResultRow) -> tuple[str, str]:
    """Metric and unit, by which two results are of one kind; success and success rate are one."""
    said = value(row).strip()
    is_share = said.endswith(("%", "％")) or ("%" in said and _number(said) is not None)
    return _RATE.sub(r"\1", normal(row.metric)), "%" if is_share else normal(row.unit)


def number(row: ResultRow) -> float | None:
    """A result's value as a number, without its interval or deviation; ``None`` if it is none."""
    return _number(value(row).strip())


def _number(said: str) -> float | None:
    found = _NUMBER.fullmatch(said)
    if not found:
        return None
    own, low, high = (
        float(found[part].replace(",", "")) if found[part] else None
        for part in ("own", "low", "high")
    )
    is_interval = low is None or high is None or (own is not None and low <= own <= high)
    return own if is_interval else None


def value(row: ResultRow) -> str:
    """A measured value with its unit; LaTeX that stands outside of maths as what it means."""
    plain = row.value if "$" in row.value else _LATEX.sub(lambda one: _SIGNS[one[1]], row.value)
    if not row.unit or row.unit in plain:
        return plain
    return f"{plain}{'' if row.unit in ('%', 'x', '×') else ' '}{row.unit}"


def names_of(library: Library, concept: Concept) -> tuple[str, ...]:
    """All that a concept is called, and what was merged into it."""
    meant = (concept, *library.registry.merged_into.get(concept.id, ()))
    own = (name for one in meant for name in (one.name.en, one.name.zh))
    approved = (alias.name for one in meant for alias in one.aliases if alias.status == "approved")
    return tuple(sorted({name for name in (*own, *approved) if name}))


@lru_cache(maxsize=4096)  # concepts are asked for again on each day
def name_pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """What finds any of ``names`` as words of their own:
    GPT-4 is neither in GPT-4o nor in GPT-4.1.
    """
    spelled = "|".join(
        _spelled(name) for name in sorted(names, key=len, reverse=True) if len(name) > 1
    )
    return re.compile(spelled or r"(?!)")


def _spelled(name: str) -> str:
    if IS_HAN.search(name):
        return re.escape(name)
    words = r"[\s\-_/‐‑–·]*".join(re.escape(word) for word in _SEPARATORS.split(name) if word)
    acronym = sum(map(str.isupper, name)) > 1 and " " not in name
    return rf"(?<![\w-]){words if acronym else f'(?i:{words})'}(?:e?s)?(?!\w|-\w|\.\d)"


def normal(name: str | None) -> str:
    """A name without its case and spaces."""
    return "".join((name or "").split()).casefold()
