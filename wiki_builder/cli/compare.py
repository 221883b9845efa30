"""``wiki-builder compare``: papers, or concepts, side by side on a page of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wiki_builder.cli.shared import QUIET, Target, publisher_of, render_pages, watching, wiki_of

if TYPE_CHECKING:
    from wiki_builder.pages.publisher import Publisher


@click.command()
@click.argument("names", nargs=-1, metavar="A B [C]")
@click.option("--remove", is_flag=True, help="Take this comparison off the list; its page stays.")
@QUIET
@click.pass_obj
def compare(place: Target, names: tuple[str, ...], remove: bool, quiet: bool) -> None:
    """Put two or three papers, or concepts, side by side on a page;
    without names, list the comparisons.
    """
    from wiki_builder.curation.under_way import at_work

    if not names:
        made = publisher_of(place)
        kept = made.library.comparisons
        click.echo(
            "\n".join(f"{_place(made, page)}: {' '.join(kept[page].members)}" for page in kept)
            or "none yet"
        )
        return
    with at_work(wiki_of(place)):
        said = _changed(publisher_of(place), names, remove)
    with watching(quiet) as watch:
        click.echo(said)
        render_pages(place, watch.progress)


def _changed(made: Publisher, names: tuple[str, ...], remove: bool) -> str:
    """Put a comparison on the list or take it off; what to tell. Hold the lock."""
    from wiki_builder.library import comparisons as kept_comparisons
    from wiki_builder.pages.deleted import forget

    library = made.library
    listed = kept_comparisons.listed_as(names, library.comparisons.values()) if remove else None
    asked = listed or kept_comparisons.asked_for(
        names, library.cards, library.registry, () if remove else library.rejected
    )
    if remove and asked.page in made.stand.paths and asked.page not in library.comparisons:
        return f"not kept any more; its page is yours to delete: {_place(made, asked.page)}"
    if remove:
        page = kept_comparisons.drop(made.wiki, asked, library.registry).page
        return f"no longer kept; its page stays, and is yours to delete: {_place(made, page)}"
    page = kept_comparisons.keep(made.wiki, asked, library.registry).page
    # a page that was deleted and is asked for again
    forget(made.wiki, {page} & made.stand.rejected)
    return _place(made, page)


def _place(made: Publisher, page: str) -> str:
    from wiki_builder.library.library import default_path

    return f"docs/{made.stand.paths.get(page) or default_path(page)}"
