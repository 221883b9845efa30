"""From settings and marks to what papers are ranked by: examples get the texts the wiki has; and
what that says for a paper, in few words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from functools import cache, partial
from typing import Final, TypeAlias

from wiki_builder.core.settings import Settings
from wiki_builder.core.store.entries import read_entries
from wiki_builder.core.store.holdings import read_holdings
from wiki_builder.core.store.marks import read_marks
from wiki_builder.core.store.papers import read_paper
from wiki_builder.core.store.values import if_readable
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.marks import MarkKind, standing
from wiki_builder.core.values.receipt import Entry
from wiki_builder.ranking.interests import Example, Interests
from wiki_builder.ranking.score import Ranker

MOST_MARKS: Final = 200  # that are learnt from: reading each paper takes its time
MOST_HELD: Final = 200  # works of a library that are, the newest

EntriesOf: TypeAlias = Callable[[str], dict[str, Entry]]
"""What was announced in a month and not read."""
_MONTH = timedelta(days=31)
_ARXIV = re.compile(r"arxiv:(?:[A-Za-z.-]+/)?([0-9]{2})([0-9]{2})[0-9.]+")


def interests_of(wiki: Wiki, settings: Settings, before: str, *, library: bool = True) -> Interests:
    """What the owner of a wiki seeks, by what stands in their own ``library`` too. An example that
    the wiki knows nothing of is left out.
    """
    own, entries = settings.interests, cache(partial(read_entries, wiki))
    held = _held(wiki, entries, before) if library else ()
    examples = (*_examples(wiki, settings, entries, before), *held)
    marked = tuple(_marked(wiki, entries, before))
    return Interests(
        own.about, own.keywords, own.authors, own.groups, examples, own.unwanted, marked
    )


def why_of(wiki: Wiki, settings: Settings) -> Callable[[str], Bilingual]:
    """What speaks for each paper, by its id: empty where nothing does, and of what was marked or
    is an example itself, which its reader knows. Of a paper as it is now, by all marks until now;
    no work of its owner's library is named where the site may not tell of that.
    """
    interests = interests_of(wiki, settings, date.max.isoformat(), library=settings.site.library)
    ranker = Ranker(interests)
    known = {one.id for one in (*interests.examples, *interests.marked)}

    def why(id_: str) -> Bilingual:
        paper = None if id_ in known else if_readable(read_paper, wiki, id_)
        return ranker.score(paper.latest).in_short if paper else Bilingual("", "")

    return why


def _examples(wiki: Wiki, settings: Settings, entries: EntriesOf, before: str) -> Iterator[Example]:
    for id_ in settings.interests.examples:
        if one := _example(wiki, entries, f"arxiv:{id_}", before):
            yield one


def _marked(wiki: Wiki, entries: EntriesOf, before: str) -> Iterator[Example]:
    """The papers that were marked before a day, each with its last mark, the latest
    :data:`MOST_MARKS` of them.
    """
    last: dict[str, tuple[str, MarkKind]] = {}
    for kind, papers in standing(read_marks(wiki)).items():
        for paper, at in papers.items():
            if at < before:
                last[paper] = max((at, kind), last.get(paper, (at, kind)))
    given = sorted((at, paper, kind) for paper, (at, kind) in last.items())
    for at, paper, kind in given[-MOST_MARKS:]:
        if one := _example(wiki, entries, paper, before):
            yield replace(one, date=at[:10], mark=kind)


def _held(wiki: Wiki, entries: EntriesOf, before: str) -> Iterator[Example]:
    """The newest works of its owner's library that were there before a day, as the library's file
    describes them, or as the wiki does where that has no abstract.
    """
    known = [one for one in read_holdings(wiki) if one.since < before and one.title]
    known.sort(key=lambda one: (one.year, one.id, one.doi, one.title))
    for one in known[-MOST_HELD:]:
        own = None if one.abstract or not one.id else _example(wiki, entries, one.id, before)
        yield own or Example(one.id or one.doi or one.title, one.title, one.abstract)


def unknown_examples(wiki: Wiki, settings: Settings, before: str) -> tuple[str, ...]:
    """The examples of which the wiki has no text."""
    entries = cache(partial(read_entries, wiki))
    known = {one.id for one in _examples(wiki, settings, entries, before)}
    return tuple(id_ for id_ in settings.interests.examples if f"arxiv:{id_}" not in known)


def _example(wiki: Wiki, entries: EntriesOf, id_: str, before: str) -> Example | None:
    if paper := if_readable(read_paper, wiki, id_):
        first = paper.versions[0]
        if (first.announced or paper.imported) >= before:
            return None
        return Example(id_, first.title, first.abstract, first.categories)
    entry = entry_of(id_, entries, before)
    return Example(id_, entry.title, entry.abstract, entry.categories) if entry else None


def entry_of(id_: str, entries: EntriesOf, before: str = "9999") -> Entry | None:
    """A paper that was announced ``before`` a day and not read."""
    found = (entries(month).get(id_) for month in _months(id_))
    return next((entry for entry in found if entry and entry.date < before), None)


def _months(id_: str) -> Iterator[str]:
    """The month of an id, in which it was announced, and the one after."""
    found = _ARXIV.fullmatch(id_)
    if found is None:
        return
    year, month = int(found[1]), int(found[2])
    if 1 <= month <= 12:
        first = date(1900 + year if year > 90 else 2000 + year, month, 1)
        yield first.isoformat()[:7]
        yield (first + _MONTH).isoformat()[:7]
