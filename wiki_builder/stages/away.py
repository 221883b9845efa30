"""What somebody missed who was away, as the command line tells it: the same as the site's page for
them, for a span that is named. Here it is known which papers are its owner's: those that they
starred, read or put aside, that their library holds, and on whose pages they wrote.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wiki_builder.core.store.holdings import read_holdings
from wiki_builder.core.store.marks import read_marks
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual, Language
from wiki_builder.core.values.marks import MarkKind, standing
from wiki_builder.core.words import Word
from wiki_builder.library.away import Away, away, concerned, day_before, wrote_on
from wiki_builder.library.changes import Change, Happened
from wiki_builder.library.held import held
from wiki_builder.library.library import Library
from wiki_builder.library.words import AWAY_WORDS
from wiki_builder.pages.views.away import heading
from wiki_builder.pages.views.changes import change_words, happened_claims, happened_words
from wiki_builder.pages.views.references import both
from wiki_builder.site.markdown.plain import MATHS, plain_markdown
from wiki_builder.site.private import read_note

_OWN: tuple[MarkKind, ...] = ("star", "read", "later")
_TEXT = str.maketrans(dict.fromkeys(MATHS, "$"))


def away_since(wiki: Wiki, library: Library, since: str | None, days: int) -> Away:
    """What came behind the day ``since``; without one in the last ``days``, counted from the newest
    day on which anything came.

    Raises:
        FormatError: marks or the list of what its owner's library holds cannot be read.
    """
    start = since or day_before(library, days)
    happened, refused = concerned(library, start), standing(read_marks(wiki))["no"]
    return away(library, start, happened & owners(wiki, library, happened), refused)


def owners(wiki: Wiki, library: Library, among: Iterable[str]) -> set[str]:
    """The papers of the owner's: all that they marked or hold, and those ``among`` some on which
    they wrote, also a private note.
    """
    marks = standing(read_marks(wiki))
    own = {id_ for kind in _OWN for id_ in marks[kind]}
    own |= held(read_holdings(wiki), library.cards.values())
    noted = (id_ for id_ in among if read_note(wiki.root, id_) or wrote_on(wiki.docs, library, id_))
    return own | set(noted)


def away_lines(library: Library, found: Away) -> Iterator[Word]:
    """What is printed, line by line, in both languages."""
    if not found.until:
        yield AWAY_WORDS["nothing"]
        return
    yield AWAY_WORDS["since"].filled(since=found.since, until=found.until, count=found.count)
    yield from _head("papers", found.papers)
    for number, card in enumerate(found.papers, 1):
        said = heading(library, card, "")
        score = f"{card.importance}/10 " if card.importance else ""
        yield Word(*(f"{number}. {score}{_plain(said[lang])} · {card.id}" for lang in LANGUAGES))
    yield from _head("moved", found.moved)
    for moved in found.moved:
        yield _same(f"- {both(moved.concept.name)}{f' (+{moved.more})' if moved.more else ''}")
        yield from (line for one in moved.changes if (line := _change(library, one)))
    if found.moved_more:
        yield _same(f"… +{found.moved_more}")
    for name, happened in (("corrected", found.corrected), ("mine", found.mine)):
        yield from _head(name, happened)
        yield from (_happened(library, one) for one in happened)


def away_values(library: Library, found: Away) -> dict[str, object]:
    """The same for other programs; texts are plain, in both languages."""
    return {
        "since": found.since,
        "until": found.until,
        "count": found.count,
        "papers": [
            {"id": card.id, "score": card.importance, "headline": _told(heading(library, card, ""))}
            for card in found.papers
        ],
        "moved": [
            {
                "concept": moved.concept.id,
                "more": moved.more,
                "changes": [
                    {"kind": one.kind, "day": one.day, "paper": one.paper, "claims": one.claims}
                    | {"text": _told(change_words(library, one, "") or Word("", ""))}
                    for one in moved.changes
                ],
            }
            for moved in found.moved
        ],
        "moved_more": found.moved_more,
    } | {
        name: [
            {"kind": one.kind, "day": one.day, "paper": one.paper, "by": one.by}
            | {"claims": happened_claims(one), "text": _told(happened_words(library, one))}
            for one in happened
        ]
        for name, happened in (("corrected", found.corrected), ("mine", found.mine))
    }


def _head(name: str, found: Iterable[object]) -> Iterator[Word]:
    word: Word = AWAY_WORDS[name]
    none: Word = AWAY_WORDS["none"]
    yield _same("")
    yield word if found else Word(f"{word.en}: {none.en}", f"{word.zh}：{none.zh}")


def _change(library: Library, one: Change) -> Word | None:
    said = change_words(library, one, "")
    if said is None:
        return None
    return _line("  - ", said, one.claims or (one.paper,))


def _happened(library: Library, one: Happened) -> Word:
    return _line(f"- {one.paper} · {one.day}: ", happened_words(library, one), happened_claims(one))


def _line(begin: str, said: Bilingual, ids: Iterable[str]) -> Word:
    end = "".join(f" [{id_}]" for id_ in ids)
    told = _told(said)
    return Word(*(f"{begin}{told[lang]}{end}" for lang in LANGUAGES))


def _told(said: Bilingual) -> dict[Language, str]:
    return {lang: _plain(said[lang]) for lang in LANGUAGES}


def _plain(text: str) -> str:
    return plain_markdown(text).translate(_TEXT)


def _same(text: str) -> Word:
    return Word(text, text)
