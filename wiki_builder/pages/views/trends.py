"""What the site adds to the page of trends: the concepts that rise and fade, each with a bar a week
beside its number. Computed when the site is built, since nobody would correct it.
"""

from __future__ import annotations

from pathlib import Path

from markupsafe import Markup

from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.words import Word
from wiki_builder.library.library import Library
from wiki_builder.library.trends import (
    CHANCE,
    LEAST_BEFORE,
    LEAST_PAPERS,
    RECENT,
    Trend,
    Trends,
    trends,
)
from wiki_builder.library.words import TREND_WORDS, texts
from wiki_builder.pages.template import Addition, additions
from wiki_builder.pages.views.chart import WIDTH
from wiki_builder.pages.views.references import concept_link

LISTED = 8  # of those that rise, and of those that fade


def trend_additions(library: Library, folder: str, templates: Path) -> tuple[Addition, ...]:
    """The page's computed part: what was compared, what rises, what fades."""
    return additions("trends.site.md.j2", templates, trend_values(library, trends(library), folder))


def trend_inputs(library: Library) -> object:
    """All that it is made from."""
    found = trends(library)
    shown = (*found.rising[:LISTED], *found.fading[:LISTED])
    concepts = [library.concepts[one.concept] for one in shown]
    links = [(one.name, concept_link(library, one, "")) for one in concepts]
    return found, links, [library.path(f"week:{week}") for week in found.weeks]


def trend_values(library: Library, found: Trends, folder: str) -> dict[str, object]:
    """``said``: what was compared, or why nothing was; ``groups``: each with its heading, its
    concepts, and how many more there are.
    """
    said = {"weeks": len(found.weeks), "recent": RECENT, "before": len(found.weeks) - RECENT}
    if found.compared is None:
        few = TREND_WORDS["few"].filled(**said, least=RECENT + LEAST_BEFORE)
        return {"said": texts(few), "groups": []}
    compared = TREND_WORDS["compared"].filled(
        **said,
        count=found.compared,
        least=LEAST_PAPERS,
        times=round(1 / CHANCE),
        of_recent=sum(found.papers[-RECENT:]),
        of_before=sum(found.papers[:-RECENT]),
    )
    groups = [
        {
            "heading": TREND_WORDS[name],
            "none": texts(TREND_WORDS["none"]),
            "concepts": [_concept(library, found, one, folder) for one in concepts[:LISTED]],
            "more": max(0, len(concepts) - LISTED),
        }
        for name, concepts in (("rising", found.rising), ("fading", found.fading))
    ]
    return {"said": texts(compared), "groups": groups}


def share(found: Trends, one: Trend) -> Bilingual:
    """How large a share of the last weeks' papers is about a concept, and of those before."""
    of_recent, of_before = sum(found.papers[-RECENT:]), sum(found.papers[:-RECENT])
    word: Word = TREND_WORDS["share"]
    return word.filled(
        recent=one.recent,
        of_recent=of_recent,
        now=_percent(one.recent, of_recent),
        before=one.before,
        of_before=of_before,
        then=_percent(one.before, of_before),
    )


def _concept(library: Library, found: Trends, one: Trend, folder: str) -> dict[str, object]:
    weeks = list(zip(found.weeks, one.papers, found.papers, strict=True))
    top = max(papers / of for _, papers, of in weeks if of)
    return {
        "name": concept_link(library, library.concepts[one.concept], folder),
        "said": texts(share(found, one)),
        "weeks": [
            {
                "week": _week(library, week, folder),
                "bar": _bar(papers / of / top if of else 0),
                "papers": f"{papers} / {of}",
                "share": _percent(papers, of),
            }
            for week, papers, of in weeks
        ],
    }


def _week(library: Library, week: str, folder: str) -> Markup:
    path = library.link(f"week:{week}", folder)
    return Markup(f"[{week}]({path})" if path else week)


def _bar(part: float) -> Markup:
    return Markup(f'<span class="wiki-bar wiki-w-{round(WIDTH * part)}"></span>')


def _percent(some: int, of: int) -> str:
    return f"{100 * some / of:.0f}%" if of else "–"
