"""Charts of a concept's page: one for each dataset and metric for which two papers or more report a
number. Computed when the site is built; the rows stand in the table of results.
"""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from wiki_builder.contract import escape
from wiki_builder.core.values.concept import Concept
from wiki_builder.core.words import Word
from wiki_builder.library.authors import short
from wiki_builder.library.card import Card, Measured
from wiki_builder.library.library import Library
from wiki_builder.library.measured import concerning, measure, normal, number, value
from wiki_builder.library.words import WORDS
from wiki_builder.pages.views.references import label

WIDTH = 1000  # of the longest bar


def charts(library: Library, concept: Concept, folder: str) -> list[dict[str, object]]:
    """Each with dataset, metric, its bars, the greatest first, and a word on their settings."""
    found: dict[tuple[str, str, str], list[tuple[float, Card, Measured]]] = {}
    for card in library.papers(concept):
        for one in concerning(library, concept, card):
            own = number(one.row)
            if own is not None and one.row.dataset and one.row.metric and library.path(card.id):
                key = normal(one.row.dataset), *measure(one.row)
                found.setdefault(key, []).append((own, card, one))
    several = (bars for bars in found.values() if len({card.id for _, card, _ in bars}) > 1)
    return [_chart(library, bars, folder) for bars in several]


def _chart(
    library: Library, bars: list[tuple[float, Card, Measured]], folder: str
) -> dict[str, object]:
    ranked = sorted(bars, key=lambda bar: (-bar[0], bar[1].id, bar[2].claim))
    first = ranked[0][2].row
    top = 100.0 if value(first).endswith("%") and ranked[0][0] <= 100 else ranked[0][0]
    return {
        "dataset": first.dataset,
        "metric": first.metric,
        "bars": [_bar(library, bar, top, folder) for bar in ranked],
        "word": _comparable(ranked),
    }


def _bar(
    library: Library, bar: tuple[float, Card, Measured], top: float, folder: str
) -> dict[str, object]:
    long, card, one = bar
    path, width = library.link(card.id, folder), round(WIDTH * long / top) if top else 0
    return {
        "paper": Markup(f"[{label(short(card))}]({path})"),
        "bar": Markup(f'<span class="wiki-bar wiki-w-{width}"></span>'),
        "value": Markup(f"[{label(value(one.row))}]({path}#^{one.claim})"),
        "setting": Markup(escape.cell(one.row.setting)) if one.row.setting else None,
    }


def _comparable(bars: list[tuple[float, Card, Measured]]) -> Word | None:
    """A word where not all say that they measured under the same conditions."""
    settings = set(_settings(bars))
    word: Word | None = None
    if "" in settings:
        word = WORDS["setting_unknown"]
    elif len(settings) > 1:
        word = WORDS["settings_differ"]
    return word


def _settings(bars: list[tuple[float, Card, Measured]]) -> Iterator[str]:
    return (normal(one.row.setting) for _, _, one in bars)
