"""All that the site offers to other programs, put together: files, and what each page's template is
given.

Between the plugin, which knows MkDocs, and the pure functions of
:mod:`~wiki_builder.site.exports.feeds`, :mod:`~wiki_builder.site.exports.files` and
:mod:`~wiki_builder.site.exports.meta`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from wiki_builder.core.settings import FILE, Settings, load_settings
from wiki_builder.core.settings import Site as SiteSettings
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual
from wiki_builder.library.library import GRAPH, RADAR, concept_page_id
from wiki_builder.site.book import Book
from wiki_builder.site.exports.feeds import AtomFeed, feed_files, feeds
from wiki_builder.site.exports.files import (
    LLMS,
    bibtex_count,
    bibtex_files,
    bibtex_path,
    entry_files,
    llms_txt,
)
from wiki_builder.site.exports.meta import (
    Meta,
    PaperSources,
    citation,
    cite_line,
    description,
    social,
)
from wiki_builder.site.figures import pictures
from wiki_builder.site.known import KnownWiki
from wiki_builder.site.language import halves
from wiki_builder.site.shelf import TAGS, Shelf, SiteFacts

# pages that scripts lead to
_PLACES = {"radar": RADAR, "graph": GRAPH, "concepts": "page:concepts/index"}

# The forms that open a new issue with its text filled in: which forge, by a word in its host's
# name.
_FORGES = {
    "github": "github",
    "gitlab": "gitlab",
    "codeberg": "github",
    "gitea": "github",
    "forgejo": "github",
}


@dataclass(frozen=True, slots=True)
class Issues:
    """Where one writes a new issue, and the names of the form's fields."""

    url: str
    title: str
    body: str

    def new(self, title: str) -> str:
        """The address of the form with a title filled in."""
        return f"{self.url}?{urlencode({self.title: title})}"


@dataclass(frozen=True)
class Outputs:
    """A shelf with its feeds, and the settings that matter here."""

    shelf: Shelf
    feeds: tuple[AtomFeed, ...]
    sources: PaperSources
    issues: Issues | None = None


@dataclass(frozen=True, slots=True)
class PageShown:
    """A page as MkDocs knows it: path, plain title, its address in full if the site has one, and
    HTML.

    ``title`` is the one that it gives itself, or the one that the navigation gives it.
    """

    path: str
    title: str
    canonical: str = ""
    html: str = ""


def outputs(
    known: KnownWiki,
    settings: Settings,
    site: SiteFacts,
    repo_url: str,
    urls: Mapping[str, str],
    book: Book | None = None,
) -> Outputs:
    """All outputs of a wiki. ``site`` is what MkDocs says of it;
    the rest is taken from its settings.
    """
    arxiv, line = settings.sources.arxiv, settings.wiki.tagline
    tagline = Bilingual(line.en or site.tagline.en, line.zh or site.tagline.zh)
    interests = settings.interests.keywords if settings.site.show_interests else ()
    said = replace(site, tagline=tagline, categories=arxiv.categories, interests=interests)
    said = replace(said, kept_up=settings.site.kept_up)
    shelf = Shelf(known.library, said, urls, book or Book(), known.abstract)
    return Outputs(
        shelf, feeds(shelf), PaperSources(arxiv.abs_url, arxiv.pdf_url), issues(repo_url)
    )


def settings_of(root: Path) -> Settings:
    """The settings of the wiki in ``root``; the defaults where there is no ``wiki.toml``,
    and so no run to expect.
    """
    return (
        load_settings(root / FILE)
        if (root / FILE).is_file()
        else Settings(format=2, site=SiteSettings(kept_up=False))
    )


def issues(repo_url: str) -> Issues | None:
    """The form for a new issue of a repository;
    ``None`` where it is not known how to fill it in.
    """
    host = urlsplit(repo_url).hostname or ""
    forge = next((forge for word, forge in _FORGES.items() if word in host), None)
    if forge is None:
        return None
    repository = repo_url.rstrip("/").removesuffix(".git")
    if forge == "gitlab":
        return Issues(f"{repository}/-/issues/new", "issue[title]", "issue[description]")
    return Issues(f"{repository}/issues/new", "title", "body")


def files(made: Outputs) -> Iterator[tuple[str, str]]:
    """Every file as its path relative to the site's root and its text."""
    yield from feed_files(made.shelf, made.feeds)
    yield LLMS, llms_txt(made.shelf, made.feeds)
    yield from bibtex_files(made.shelf)
    yield from entry_files(made.shelf)


def page_values(made: Outputs, page: PageShown) -> dict[str, object]:
    """What a page's template is given; addresses are relative to the site's root.

    ``wiki_feeds`` for the head; ``wiki_meta``; ``wiki_about``, one line; ``wiki_cite`` on a paper's
    page; ``wiki_files`` on pages with a list of papers; ``wiki_issue``, a form for a new issue;
    ``wiki_last_run``, on the front page the day of the last run that ended well, ``wiki_kept_up``,
    whether more come.
    """
    id_ = made.shelf.pages.get(page.path, "")
    card = made.shelf.library.card(id_)
    own = [feed for feed in made.feeds if feed.page == id_ and id_]
    values: dict[str, object] = {
        "wiki_feeds": [link for feed in (made.feeds[0], *own) for link in _feed(made, feed)],
        "wiki_meta": _meta(made, page, id_),
        "wiki_about": description(made.shelf, id_),
        "wiki_files": _files(made, id_, own),
        "wiki_issues": made.issues if card else None,
        "wiki_issue": made.issues.new(f"{page.title} ({id_})") if made.issues and id_ else None,
        "wiki_id": id_,
        "wiki_last_run": made.shelf.site.last_run if page.path == "index.md" else "",
        "wiki_kept_up": made.shelf.site.kept_up,
    }
    return values | ({"wiki_cite": citation(made.shelf, card)} if card else {})


def places(made: Outputs) -> dict[str, str]:
    """Of the pages that scripts lead to those that the site has."""
    return {name: url for name, place in _PLACES.items() if (url := made.shelf.url(place))}


def _meta(made: Outputs, page: PageShown, id_: str) -> list[Meta]:
    shelf, card = made.shelf, made.shelf.library.card(id_)
    title = page.title if shelf.site.shown == "both" else _name(made, page, id_)
    # addresses in full only
    picture = next(pictures(page.html, page.canonical), None) if page.canonical else None
    found = [*social(shelf, card, title, page.canonical, picture)]
    return found + ([*cite_line(shelf, card, made.sources)] if card else [])


def _name(made: Outputs, page: PageShown, id_: str) -> str:
    """A page's title in the one language of the wiki."""
    shelf = made.shelf
    concept = shelf.library.concepts.get(id_.partition(":")[2])
    named = concept and concept_page_id(concept) == id_ and concept.name[shelf.site.language]
    return named or halves(page.title)[shelf.site.language]


def _feed(made: Outputs, feed: AtomFeed) -> list[dict[str, str]]:
    name = made.shelf.site.name
    return [
        {
            "url": feed.path(language),
            "lang": TAGS[language],
            "title": f"{name} · {feed.title[language]}",
        }
        for language in LANGUAGES
    ]


def _files(made: Outputs, id_: str, own: list[AtomFeed]) -> dict[str, object] | None:
    """The BibTeX of a page's papers, and its feed."""
    count = bibtex_count(made.shelf, id_)
    path = bibtex_path(made.shelf, id_) if count else None
    if not path and not own:
        return None
    return {
        "bibtex": path,
        "count": count,
        "feeds": [link for feed in own for link in _feed(made, feed)],
    }
