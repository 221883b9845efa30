"""The radar as data: what its page lists and filters, in pieces that a browser loads as it needs
them.

Papers are numbered in the order in which they came into the wiki, so that a piece that is
full stays as it is. ``first`` holds the rows of the newest entries, ``latest`` the ids
of the last day's papers, ``index`` and ``topics`` columns over all papers,
``alone`` the topics of one paper each, ``authors`` who wrote them, ``words/N``
what free text looks through, ``text/N`` what is shown of BLOCK papers. All text is plain
(:mod:`wiki_builder.site.markdown.plain`). Nothing here reads files;
:mod:`wiki_builder.site.radar.files` does. Filtering is the browser's
(``theme/assets/wiki/radar/``).
"""

from __future__ import annotations

import json
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, TypeAlias

from wiki_builder.core.categories import category_name
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import ConceptKind
from wiki_builder.site.search.maths import read_name

FORMAT = 4  # counted up when a piece changes its form; the scripts take no other
FIRST = 20  # rows at once: as many as one look shows
BLOCK = 20  # papers in one piece of text: as many as one look shows
WORDS = 2000  # papers in one piece of words
SHARED = 2  # papers that a topic needs to stand in the piece that most filters load

NOTHING = Bilingual("", "")

Postings: TypeAlias = list[int]


@dataclass(frozen=True, slots=True)
class RadarTopic:
    """A concept or a named thing; ``url`` is its page's, relative to the site's root, empty where
    it has none.

    ``aliases`` are its other names, by which it is looked up.
    """

    id: str
    name: Bilingual
    kind: ConceptKind = "concept"
    url: str = ""
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RadarEntry:
    """One paper as the radar shows it.

    ``arrived`` is the day on which it came into the wiki, ``date`` that of its newest
    announcement, ``first`` that of its first one: a day, or a month where the day is not
    known. ``updated`` says that the newest announcement was of a later version. ``source`` is the
    label that stands in the row; ``kind`` says what is no paper ("post"). ``why`` is what the
    ranking says for it, in few words, where the owner publishes that. ``weight`` is what one
    without a score is ordered by among scores; ``also`` are the labels and addresses, relative to
    the site's root, of the other members of its event.
    """

    id: str
    url: str
    title: str
    arrived: str
    date: str
    first: str
    source: str = "arXiv"
    kind: str = "paper"
    headline: Bilingual = NOTHING
    summary: Bilingual = NOTHING
    reason: Bilingual = NOTHING
    why: Bilingual = NOTHING
    authors: tuple[str, ...] = ()
    authors_left: int = 0
    categories: tuple[str, ...] = ()  # the primary one first
    score: int | None = None
    version: int | None = None
    updated: bool = False
    code: bool = False
    full_text: bool = False
    held: bool = False
    topics: tuple[str, ...] = ()
    weight: float = 0
    also: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Radar:
    """All papers in the order of their arrival, and what they are about."""

    entries: tuple[RadarEntry, ...] = ()
    topics: Mapping[str, RadarTopic] = field(default_factory=dict)
    abs_url: str = ""  # where arXiv's papers are read, with ``{id}``
    became: tuple[tuple[str, str], ...] = ()  # articles, and the papers that they are

    def newest(self) -> list[int]:
        """The numbers of all papers, the newest announcement first;
        of one day the weightiest first.
        """
        return sorted(range(len(self.entries)), key=self._weight, reverse=True)

    def _weight(self, n: int) -> tuple[str, float]:
        return self.entries[n].date, self.entries[n].score or self.entries[n].weight


def radar(
    entries: Iterable[RadarEntry],
    topics: Iterable[RadarTopic],
    abs_url: str = "",
    became: Iterable[tuple[str, str]] = (),
) -> Radar:
    """The radar of ``entries``; a topic that nobody describes is left out of them. ``became`` are
    articles with the papers that they are, by which a browser carries their marks over.
    """
    known = {topic.id: topic for topic in topics}
    arrived = sorted(entries, key=lambda entry: (entry.arrived, entry.first, entry.id))
    return Radar(tuple(arrived), known, abs_url, tuple(sorted(became)))


def files(made: Radar) -> Iterator[tuple[str, str]]:
    """The pieces by their paths: same papers, same bytes."""
    yield "first", _json(first(made))
    yield "latest", _json(latest(made))
    yield "index", _json(index(made))
    shared, alone = topics(made)
    yield "topics", _json(shared)
    yield "alone", _json(alone)
    yield "authors", _json(authors(made))
    for start in range(0, len(made.entries), WORDS):
        yield (
            f"words/{start // WORDS}",
            _json(searched_words(made.entries[start : start + WORDS])),
        )
    for start in range(0, len(made.entries), BLOCK):
        yield (
            f"text/{start // BLOCK}",
            _json(block(made, range(start, min(start + BLOCK, len(made.entries))))),
        )


def first(made: Radar) -> dict[str, Any]:
    """What the first screen needs: the rows of the newest entries, and how many there are in
    all.
    """
    newest = made.newest()[:FIRST]
    shown = {code for n in newest for code in made.entries[n].categories[:1]}
    return {
        "format": FORMAT,
        "count": len(made.entries),
        "block": BLOCK,
        "words": WORDS,
        "abs": made.abs_url,
        "numbers": newest,
        "categories": _names(shown),
        **({"posts": 1} if any(entry.kind == "post" for entry in made.entries) else {}),
        **({"became": [list(pair) for pair in made.became]} if made.became else {}),
        **block(made, newest, brief=True),
    }


def latest(made: Radar) -> dict[str, Any]:
    """The last day on which papers or later versions came, and the ids of all that did, which a
    visit takes down.

    By itself, since such a day may have hundreds, and no screen waits for it.
    """
    last = max(map(_came, made.entries), default="")
    return {
        "format": FORMAT,
        "last": last,
        "ids": _ids(entry for entry in made.entries if _came(entry) == last),
    }


def _came(entry: RadarEntry) -> str:
    return max(entry.arrived, entry.date) if entry.updated else entry.arrived


def block(made: Radar, numbers: Iterable[int], brief: bool = False) -> dict[str, Any]:
    """What is shown of some papers: a row each, and the topics that the rows name; where it is
    ``brief``, without summaries and reasons, which no closed row shows.
    """
    entries = [made.entries[n] for n in numbers]
    if brief:
        entries = [replace(entry, summary=NOTHING, reason=NOTHING) for entry in entries]
    named = dict.fromkeys(
        id_ for entry in entries for id_ in entry.topics if _is_shown(made.topics.get(id_))
    )
    return {
        "topics": {id_: _topic(made.topics[id_]) for id_ in named},
        "rows": [_row(entry, [id_ for id_ in entry.topics if id_ in named]) for entry in entries],
    }


def index(made: Radar) -> dict[str, Any]:
    """Columns over all papers, by number.

    ``ids`` are parted by spaces, arXiv's without their kind. ``arrived`` says how many
    papers came on each day; ``dates`` whose newest announcement was on another day,
    ``firsts`` whose first one was on another day than that; ``updates`` the numbers of
    later versions. ``scores`` has a letter each (``a`` is 10, ``-`` none); ``weights`` what orders
    some that have none; ``flags`` the
    sum of 1 (code) and 2 (full text). ``sources`` and ``categories`` list numbers, each as
    its distance from the one before.
    """
    numbered = list(enumerate(made.entries))
    arrived = [
        [day, len(list(own))] for day, own in groupby(entry.arrived for entry in made.entries)
    ]
    by_category = _postings(entry.categories for entry in made.entries)
    return {
        "format": FORMAT,
        "ids": _ids(made.entries),
        "arrived": arrived,
        "dates": _by_day((n, entry.date) for n, entry in numbered if entry.date != entry.arrived),
        "firsts": _by_day((n, entry.first) for n, entry in numbered if entry.first != entry.date),
        "updates": [[n, entry.version or 0] for n, entry in numbered if entry.updated],
        "scores": "".join(
            "-" if entry.score is None else f"{entry.score:x}" for entry in made.entries
        ),
        "weights": [[n, entry.weight] for n, entry in numbered if entry.weight],
        "flags": "".join(str(entry.code + 2 * entry.full_text) for entry in made.entries),
        "sources": _postings([entry.source] for entry in made.entries),
        "categories": {
            code: [*_names([code])[code], postings]
            for code, postings in sorted(
                by_category.items(), key=lambda item: (-len(item[1]), item[0])
            )
        },
    }


def topics(made: Radar) -> tuple[list[list[Any]], list[list[Any]]]:
    """``[id, en, zh, kind, url, numbers, aliases]`` of each topic, numbers as in ``index``, the
    weightiest first.

    Those that papers share, and by themselves those of one paper that are shown there.
    """
    postings = _postings(entry.topics for entry in made.entries)
    known = [(id_, own) for id_, own in postings.items() if id_ in made.topics]
    known.sort(key=lambda item: (-len(item[1]), item[0]))
    rows = [
        (id_, [id_, *_topic(made.topics[id_]), own, *_aliases(made.topics[id_])])
        for id_, own in known
    ]
    shared = sum(len(own) >= SHARED for _, own in known)
    return [row for _, row in rows[:shared]], [
        row for id_, row in rows[shared:] if _is_shown(made.topics[id_])
    ]


def authors(made: Radar) -> dict[str, Any]:
    """``names``, those of most papers first, and the ``papers`` of each."""
    postings = _postings(entry.authors for entry in made.entries)
    ordered = sorted(postings, key=lambda name: (-len(postings[name]), name))
    return {"names": ordered, "papers": [postings[name] for name in ordered]}


def searched_words(entries: Sequence[RadarEntry]) -> tuple[list[str], list[str]]:
    """What free text is looked for in, a line for each paper: each word of title, headlines and
    summaries once.

    Those in ASCII, which a browser looks through five times as fast by themselves, and the others.
    Width, case and accents aside, as ``data.js`` reads what is typed.
    """
    texts = ((entry.title, *_pair(entry.headline), *_pair(entry.summary)) for entry in entries)
    own = [dict.fromkeys(" ".join(text).translate(_FOLDED).split()) for text in texts]
    return (
        [" ".join(word for word in line if word.isascii()) for line in own],
        [" ".join(word for word in line if not word.isascii()) for line in own],
    )


class _Fold(dict[int, str]):
    """What each character is folded to, found out when it is first met."""

    def __missing__(self, code: int) -> str:
        parts = unicodedata.normalize("NFKD", chr(code))
        self[code] = "".join(
            part for part in parts if not unicodedata.category(part).startswith("M")
        ).lower()
        return self[code]


_FOLDED = _Fold()


def _pair(text: Bilingual) -> tuple[str, str]:
    return text.en, text.zh


def _row(entry: RadarEntry, named: Sequence[str]) -> list[Any]:
    """As ``theme/assets/wiki/radar/data.js`` reads it."""
    return [
        entry.id,
        entry.url,
        entry.title,
        *(
            text[language]
            for text in (entry.headline, entry.summary, entry.reason)
            for language in ("en", "zh")
        ),
        list(entry.authors),
        entry.authors_left,
        list(entry.categories),
        entry.source,
        entry.score or 0,
        entry.arrived,
        entry.date,
        entry.first,
        entry.version or 0,
        int(entry.updated),
        entry.code + 2 * entry.full_text + 4 * entry.held,
        list(named),
        entry.kind,
        *_pair(entry.why),
        *([[list(one) for one in entry.also]] if entry.also else []),
    ]


def _is_shown(topic: RadarTopic | None) -> bool:
    """Every concept, and the named things that have a page."""
    return topic is not None and (topic.kind == "concept" or bool(topic.url))


def _topic(topic: RadarTopic) -> list[str]:
    """Names as plain text, without what goes without saying:
    an equal Chinese name, and the usual address.
    """
    en, zh = read_name(topic.name.en), read_name(topic.name.zh)
    folder = "concepts" if topic.kind == "concept" else "entities"
    url = "+" if topic.url == f"{folder}/{topic.id}/" else topic.url
    return [en, "" if zh == en else zh, topic.kind, url]


def _aliases(topic: RadarTopic) -> list[str]:
    """The aliases that its names and id do not hold anyhow, a line each,
    in a list if there are any.
    """
    held = "\n".join((topic.id, *_pair(topic.name))).casefold()
    left = [
        name for name in dict.fromkeys(map(read_name, topic.aliases)) if name.casefold() not in held
    ]
    return ["\n".join(left)] if left else []


def _ids(entries: Iterable[RadarEntry]) -> str:
    return " ".join(entry.id.removeprefix("arxiv:") for entry in entries)


def _names(codes: Iterable[str]) -> dict[str, list[str]]:
    named = ((code, category_name(code)) for code in sorted(codes))
    return {code: [name.en, name.zh] for code, name in named}


def _postings(named: Iterable[Iterable[str]]) -> dict[str, Postings]:
    """For each name the numbers of its papers, each as its distance from the one before."""
    found: dict[str, Postings] = defaultdict(list)
    last: dict[str, int] = {}
    for n, own in enumerate(named):
        for name in dict.fromkeys(own):
            found[name].append(n - last.get(name, 0))
            last[name] = n
    return found


def _by_day(pairs: Iterable[tuple[int, str]]) -> dict[str, list[int]]:
    days: dict[str, list[int]] = defaultdict(list)
    for n, day in pairs:
        days[day].append(n)
    return dict(sorted(days.items()))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
