"""All that the site offers to other programs, put together: files, and what each page's template is
given.

Between the plugin, which knows MkDocs, and the pure functions of
:mod:`~wiki_builder.site.exports.feeds`, :mod:`~wiki_builder.site.exports.files` and
:mod:`~wiki_builder.site.exports.meta`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from urllib.parse import urlencode, urlsplit

from wiki_builder.core.settings import Settings
from wiki_builder.core.store.holdings import read_holdings
from wiki_builder.core.store.marks import read_marks
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual
from wiki_builder.core.values.briefing import is_week
from wiki_builder.library.held import held
from wiki_builder.library.interests import why_of
from wiki_builder.library.library import AWAY, GRAPH, RADAR, concept_page_id
from wiki_builder.pages.publisher import Publisher
from wiki_builder.pages.views.front import edition
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
    citation,
    cite_line,
    description,
    social,
)
from wiki_builder.site.figures import pictures
from wiki_builder.site.language import halves
from wiki_builder.site.shelf import TAGS, Shelf, SiteFacts

# pages that scripts lead to
MARKS = "marks.json"
_BRANCH = re.compile(r"edit/([^/]+)/")
_TELLS_OF_FEEDS = ("index.md", "daily/index.md", "feeds.md")
_PLACES = {"radar": RADAR, "graph": GRAPH, "away": AWAY, "concepts": "page:concepts/index"}

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


def shelf_of(
    publisher: Publisher, settings: Settings, site: SiteFacts, urls: Mapping[str, str], book: Book
) -> Shelf:
    """The shelf of a wiki. ``site`` is what MkDocs says of it;
    the rest is taken from its settings.
    """
    line = settings.wiki.tagline
    said = replace(
        site,
        tagline=Bilingual(line.en or site.tagline.en, line.zh or site.tagline.zh),
        categories=settings.sources.arxiv.categories,
        interests=settings.interests.keywords if settings.site.show_interests else (),
        kept_up=settings.site.kept_up,
        marks=settings.site.marks,
        marks_by=settings.site.marks_by,
        held=_held(publisher) if settings.site.library else frozenset(),
        offline=settings.site.offline,
    )
    if settings.site.why:
        return Shelf(publisher, said, urls, book, why_of(publisher.wiki, settings))
    return Shelf(publisher, said, urls, book)


@cache
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


def files(shelf: Shelf) -> Iterator[tuple[str, str]]:
    """Every file as its path relative to the site's root and its text."""
    yield from feed_files(shelf)
    yield LLMS, llms_txt(shelf)
    yield from bibtex_files(shelf)
    yield from entry_files(shelf)
    if shelf.site.marks == "shown":
        yield MARKS, _shown_marks(shelf)


def marks(shelf: Shelf) -> dict[str, str] | None:
    """Where the owner's marks go and come from, by the settings: ``inbox``, the form for a new file
    of a repository on GitHub, or ``issues``, its form for a new issue; and ``shown``, the file that
    the site has of them.
    https://docs.github.com/en/repositories/working-with-files/managing-files/creating-new-files
    """
    site = shelf.site
    if site.marks == "here":
        return None
    told = {"shown": MARKS} if site.marks == "shown" else {}
    if "github" in (urlsplit(site.repo_url).hostname or ""):
        branch = found[1] if (found := _BRANCH.search(site.edit_uri)) else "main"
        repository = site.repo_url.rstrip("/").removesuffix(".git")
        if site.marks_by == "issue":
            told["issues"] = f"{repository}/issues/new"
        else:
            told["inbox"] = f"{repository}/new/{branch}/data/marks/inbox"
    return told


def _held(publisher: Publisher) -> frozenset[str]:
    holdings = read_holdings(publisher.wiki)
    return held(holdings, publisher.library.kept) if holdings else frozenset()


def _shown_marks(shelf: Shelf) -> str:
    """The owner's marks, as devices send them."""
    kept = read_marks(shelf.publisher.wiki)
    rows = [[id_, kind, m.on, m.at] for id_, own in kept.items() for kind, m in own.items()]
    return json.dumps({"format": 2, "marks": rows}, separators=(",", ":"))


def page_values(shelf: Shelf, page: PageShown) -> dict[str, object]:
    """What a page's template is given; addresses are relative to the site's root.

    ``wiki_feeds`` for the head, those of all papers on the pages at which a reader of feeds looks;
    ``wiki_meta``; ``wiki_about``, one line; ``wiki_cite`` on a paper's
    page; ``wiki_files`` on pages with a list of papers; ``wiki_issue``, a form for a new issue;
    ``wiki_held``, whether a paper is in the owner's library;
    ``wiki_around``, on a day's page and on the front page the days before and behind, on a week's
    the weeks;
    ``wiki_last_run``, on the front page the day of the last run that ended well, ``wiki_kept_up``,
    whether more come.
    """
    id_ = shelf.pages.get(page.path, "")
    card = shelf.library.card(id_)
    all_, form = feeds(shelf), issues(shelf.site.repo_url)
    own = [feed for feed in all_ if feed.page == id_ and id_]
    values: dict[str, object] = {
        "wiki_feeds": feed_links(shelf, [*all_[: page.path in _TELLS_OF_FEEDS], *own]),
        "wiki_meta": _meta(shelf, page, id_),
        "wiki_about": description(shelf, id_),
        "wiki_files": _files(shelf, id_, own),
        "wiki_issues": form if card else None,
        "wiki_issue": form.new(f"{page.title} ({id_})") if form and id_ else None,
        "wiki_id": id_,
        "wiki_held": id_ in shelf.site.held,
        "wiki_last_run": shelf.site.last_run if page.path == "index.md" else "",
        "wiki_kept_up": shelf.site.kept_up,
        "wiki_around": list(_around(shelf, id_))
        if id_ == "page:index" or id_.startswith(("day:", "week:"))
        else None,
    }
    return values | ({"wiki_cite": citation(card)} if card else {})


def _around(shelf: Shelf, id_: str) -> Iterator[dict[str, str]]:
    """The announcement days beside a day, and weeks beside a week; on the front page the day before
    its edition.
    """
    library = shelf.library
    kind, _, own = id_.partition(":")
    names: Iterable[str] = library.receipts
    if id_ == "page:index":
        newest = sorted(library.receipts.values(), key=lambda r: (r.date, r.name), reverse=True)
        found = edition(library, newest)
        kind, own = "day", found.day if found else ""
    elif kind == "week":
        names = filter(is_week, library.briefings)
    there = [name for name in names if own and library.path(f"{kind}:{name}")]
    before = max((name for name in there if name < own), default="")
    behind = min((name for name in there if name > own), default="")
    for rel, name in (("prev", before), ("next", behind if id_ != "page:index" else "")):
        if name and (url := shelf.url(f"{kind}:{name}")):
            yield {"rel": rel, "date": name, "url": url}


def places(shelf: Shelf) -> dict[str, str]:
    """Of the pages that scripts lead to those that the site has."""
    return {name: url for name, place in _PLACES.items() if (url := shelf.url(place))}


def _meta(shelf: Shelf, page: PageShown, id_: str) -> list[Meta]:
    card = shelf.library.card(id_)
    title = page.title if shelf.site.shown == "both" else _name(shelf, page, id_)
    # addresses in full only
    picture = next(pictures(page.html, page.canonical), None) if page.canonical else None
    found = [*social(shelf, card, title, page.canonical, picture)]
    return found + ([*cite_line(card, shelf.addresses)] if card else [])


def _name(shelf: Shelf, page: PageShown, id_: str) -> str:
    """A page's title in the one language of the wiki."""
    concept = shelf.library.concepts.get(id_.partition(":")[2])
    named = concept and concept_page_id(concept) == id_ and concept.name[shelf.site.language]
    return named or halves(page.title)[shelf.site.language]


def all_papers(shelf: Shelf) -> list[dict[str, str]]:
    """The feeds of all papers, for pages that do not tell of them."""
    return feed_links(shelf, feeds(shelf)[:1])


def feed_links(shelf: Shelf, found: Iterable[AtomFeed]) -> list[dict[str, str]]:
    """Feeds as links: address, language and title of each."""
    return [
        {
            "url": feed.path(language),
            "lang": TAGS[language],
            "title": f"{shelf.site.called(language)} · {feed.title[language]}",
        }
        for feed in found
        for language in LANGUAGES
    ]


def _files(shelf: Shelf, id_: str, own: list[AtomFeed]) -> dict[str, object] | None:
    """The BibTeX of a page's papers, and its feed."""
    count = bibtex_count(shelf, id_)
    path = bibtex_path(shelf, id_) if count else None
    if not path and not own:
        return None
    return {
        "bibtex": path,
        "count": count,
        "feeds": feed_links(shelf, own),
    }
