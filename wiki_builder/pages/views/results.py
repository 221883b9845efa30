"""The measured results that concern a concept, or a model or dataset,
out of those of its papers.
"""

from __future__ import annotations

from itertools import islice

from markupsafe import Markup

from wiki_builder.contract.items import item_mark
from wiki_builder.core.values.concept import Concept
from wiki_builder.library.authors import short
from wiki_builder.library.card import Card, Measured
from wiki_builder.library.library import Library
from wiki_builder.library.measured import concerning, measure, normal, value
from wiki_builder.pages.views.references import label

ROWS_SHOWN = 40


def result_rows(library: Library, concept: Concept, folder: str) -> list[dict[str, object]]:
    """The newest rows for the template; those of one dataset stand together,
    and among them those of one metric.
    """
    newest = sorted(library.papers(concept), key=lambda card: (card.date, card.id), reverse=True)
    found = ((card, one) for card in newest for one in concerning(library, concept, card))
    datasets: dict[str, dict[str, list[tuple[Card, Measured]]]] = {}
    for card, one in islice(found, ROWS_SHOWN):
        metrics = datasets.setdefault(normal(one.row.dataset), {})
        metrics.setdefault(measure(one.row)[0], []).append((card, one))
    settings = (together for metrics in datasets.values() for together in metrics.values())
    rows = [
        row
        for together in settings
        for card, one in together
        if (row := _row(card, one, library, folder))
    ]
    return [_apart(row, rows) for row in rows]


def _apart(row: dict[str, object], rows: list[dict[str, object]]) -> dict[str, object]:
    """A row by its claim's id; by its paper's too where claims of two papers have the same."""
    if sum(other["id"] == row["id"] for other in rows) == 1:
        return row
    id_ = f"{row['of']}/{row['id']}"
    return row | {"id": id_, "mark": Markup(item_mark(id_))}


def _row(card: Card, one: Measured, library: Library, folder: str) -> dict[str, object] | None:
    path, row = library.link(card.id, folder), one.row
    if path is None:
        return None
    return {
        "id": one.claim,
        "of": card.id,
        "paper": Markup(f"[{label(short(card))}]({path})"),
        "dataset": row.dataset or "–",
        "metric": " · ".join(filter(None, (row.metric, row.setting))) or "–",
        "value": Markup(f"[{label(value(row))}]({path}#^{one.claim})"),
        "baseline": row.baseline or "–",
        "words": " | ".join(
            part or ""
            for part in (card.id, row.dataset, row.metric, row.setting, value(row), row.baseline)
        ),
        "mark": Markup(item_mark(one.claim)),
    }
