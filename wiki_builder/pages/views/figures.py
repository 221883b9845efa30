"""A paper's figures on its page: image, the paper's own caption,
and under which licence it stands there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from markupsafe import Markup

from wiki_builder.contract import escape
from wiki_builder.core.settings import Figures as Rules
from wiki_builder.core.store.wiki import Wiki, figure_path
from wiki_builder.core.values.paper import Figure, Paper
from wiki_builder.fulltext.figures.find import first_sentence
from wiki_builder.fulltext.figures.licences import Licence, licence_of
from wiki_builder.library.shown import relative
from wiki_builder.library.words import WORDS

AUTHORS_NAMED = 3

# they would end the text, or be a size to Obsidian
_ENTITIES = {"[": "&#91;", "]": "&#93;", "|": "&#124;"}


def figure_view(figure: Figure, paper: Paper, html_url: str, folder: str) -> Mapping[str, Markup]:
    """A figure as the template uses it, on a page in ``folder``; ``html_url`` has ``{id}``.

    The licence must be one that :mod:`wiki_builder.fulltext.figures.licences` knows.
    """
    licence = licence_of(figure.licence)
    assert licence
    caption = escape.paragraph(figure.caption)
    if figure.label:
        caption = f"**{escape.inline(figure.label)}** {escape.inline(figure.caption)}"
    return {
        "alt": Markup(alternative(figure)),
        "path": Markup(escape.quoted_path(relative(figure_path(paper.id, figure), folder))),
        "caption": Markup(caption),
        "credit": Markup(_credit(figure, paper, licence, html_url)),
    }


def alternative(figure: Figure) -> str:
    """What stands for the image where it is not seen:
    its caption's first sentence, as Markdown without marks.
    """
    words = first_sentence(figure.caption).replace("$", "") or figure.label
    return re.sub(r"[\[\]|]", lambda found: _ENTITIES[found[0]], escape.inline(words))


def figure_words(figures: Iterable[Figure]) -> str:
    """The figures' own words, whatever the template."""
    return "\n".join(
        f"{figure.label} {figure.caption} {figure.sha256} {figure.licence}" for figure in figures
    )


def _credit(figure: Figure, paper: Paper, licence: Licence, html_url: str) -> str:
    words = WORDS["figure"]
    anchor = f"#{figure.anchor}" if figure.anchor else ""
    source = escape.link_target(
        html_url.format(id=f"{paper.id.removeprefix('arxiv:')}v{figure.version}") + anchor
    )
    authors = _of_version(paper, figure.version)
    more = " et al." if len(authors) > AUTHORS_NAMED else ""
    by = escape.inline(", ".join(authors[:AUTHORS_NAMED]) + more)
    needs = licence.needs
    parts = [
        f"[{words['from']}]({source})" if source else words["from"],
        *([f"{words['by']} {by}"] if by else []),
        f"{words['licence']} [{licence.short}]({licence.url}) ({needs.en} · {needs.zh})",
    ]
    return " · ".join(parts)


def _of_version(paper: Paper, number: int) -> tuple[str, ...]:
    """The authors of the version that a figure was taken from."""
    return next(
        (version.authors for version in paper.versions if version.number == number),
        paper.latest.authors,
    )


def with_shown_figures(wiki: Wiki, rules: Rules, paper: Paper) -> Paper:
    """A paper with the figures that its page may show:
    the file is there, the licence is known and will do.
    """

    def may_stand(figure: Figure) -> bool:
        licence = licence_of(figure.licence)
        allowed = licence is not None and licence.allows(rules.non_commercial)
        return (
            allowed
            and figure.number <= rules.per_paper
            and (wiki.docs / figure_path(paper.id, figure)).is_file()
        )

    return (
        replace(paper, figures=tuple(filter(may_stand, paper.figures))) if paper.figures else paper
    )
