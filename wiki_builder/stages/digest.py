"""What is told of a day: its best papers and a link; or why there are none; or that a run failed.

Computed from what the wiki knows, so that a day can be told again, or later, in the same words. Who
is told, and what was told already, is :mod:`wiki_builder.stages.send`'s.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final
from urllib.parse import quote

from wiki_builder.core.errors import WikiBuilderError
from wiki_builder.core.settings import Settings
from wiki_builder.core.store.receipts import ran_well, read_receipts
from wiki_builder.core.store.wiki import Wiki, is_day
from wiki_builder.core.values.bilingual import LANGUAGES, Language
from wiki_builder.core.values.briefing import Briefing, days_of, week_of
from wiki_builder.core.values.receipt import BY_HAND, Receipt, in_short
from wiki_builder.core.words import Word, words
from wiki_builder.library.card import Card
from wiki_builder.library.index import load_index
from wiki_builder.library.library import Library
from wiki_builder.library.shown import Shown, unlinked
from wiki_builder.notify.ended import End, in_wikis
from wiki_builder.notify.send import Message, cut
from wiki_builder.pages.publisher import publisher
from wiki_builder.pages.views.briefing import standing
from wiki_builder.site.radar.files import radar_entry
from wiki_builder.sources.calendar import is_announcement_day
from wiki_builder.stages.briefings import page_of

BRIEFING: Final = "briefing"  # the state of a message that brings one, behind its day's
MOST_TITLE: Final = 200  # characters of a line
MOST_LEAD: Final = {"en": 600, "zh": 250}  # characters of a briefing, its first sentence apart
_REFERENCES: Final = re.compile(r"\s*[(（](?:\[[^\]]*\]\([^()]*\)[;；\s]*)+[)）]")
_MATHS: Final = str.maketrans({"\x01": "$", "\x02": "$"})


@dataclass(frozen=True, slots=True)
class Run:
    """How a day's run ended, as whoever ran it says: a workflow's jobs, and ``update``'s code and
    last lines.
    """

    end: End
    code: str = ""
    said: str = ""


@dataclass(frozen=True)
class _Day:
    """What the wiki knows of a day."""

    day: date
    library: Library
    came: Sequence[Card]
    receipts: Sequence[Receipt]
    ran: bool

    @property
    def read(self) -> list[Card]:
        """The papers that were read, the weightiest first."""
        found = (card for card in self.came if card.status == "read" and not card.withdrawn)
        return sorted(found, key=lambda card: (-(card.importance or 0), card.id))


def digest(
    wiki: Wiki,
    settings: Settings,
    day: date,
    run: Run | None = None,
) -> Message:
    """What is told of a day (in New York). Without a ``run`` it failed if it was a day on which
    arXiv announces, and no run ended well.

    The briefing of the day, or on its day that of the week, is the message's lead, and the link
    goes to its page. The message's ``state`` is ``papers``, ``quiet`` or ``failed``. Never raises
    for a wiki that cannot be read: that is a failure to be told of.
    """
    try:
        known = _known(wiki, settings, day)
    except WikiBuilderError as error:
        return _broken(settings, day, run, error)
    failed = _failed(known, run)
    read = known.read
    lines = [in_wikis(_word("norun"), settings)] if failed and not run else []
    lines += _of_run(run, settings) if run else []
    if read:
        lines += _of_papers(known, settings)
    elif not failed:
        lines += [in_wikis(why, settings) for why in _why_nothing(known)]
    state = "failed" if failed else "papers" if read else "quiet"
    title = _word(state).filled(wiki=settings.wiki.title, day=day.isoformat(), count=len(read))
    page = _page(known) if read else ""
    lead: tuple[str, ...] = ()
    for name in (*weeks_told_on(known.library, day), page):
        if lead := lead_of(known.library, name, settings):
            page = name
            break
    link = _link(known.library, page, settings)
    return Message(in_wikis(title, settings), "\n".join(lines), link, state, lead)


def late_briefing(wiki: Wiki, settings: Settings, day: date) -> Message | None:
    """The briefing of a day that was told without it; ``None`` as long as there is none."""
    try:
        known = _known(wiki, settings, day)
    except WikiBuilderError:
        return None
    page = _page(known) if known.read else ""
    lead = lead_of(known.library, page, settings)
    if not lead:
        return None
    title = _word(BRIEFING).filled(wiki=settings.wiki.title, day=page)
    link = _link(known.library, page, settings)
    return Message(in_wikis(title, settings), "", link, BRIEFING, lead)


def _known(wiki: Wiki, settings: Settings, day: date) -> _Day:
    library = publisher(wiki, settings, load_index(wiki)).library
    came = tuple(
        card
        for card in library.kept
        if _came_on(card) == day.isoformat() and not card.run.startswith(BY_HAND)
    )
    runs = {card.run for card in came}
    receipts = tuple(
        one
        for one in read_receipts(wiki)
        if one.name in runs or (one.date == day.isoformat() and not one.name.startswith(BY_HAND))
    )
    return _Day(day, library, came, receipts, ran_well(wiki, day))


def _came_on(card: Card) -> str:
    """The day that a paper is told of: that on which it was taken, or the one that is announced the
    evening before.
    """
    return max(card.imported, card.run) if is_day(card.run) else card.imported


def latest_day(wiki: Wiki, today: date) -> date:
    """The day to tell of: tomorrow, once an evening's run took what is announced for it."""
    tomorrow = today + timedelta(days=1)
    names = {one.name for one in read_receipts(wiki, tomorrow)}
    return tomorrow if tomorrow.isoformat() in names else today


def is_to_come(wiki: Wiki, day: date, today: date) -> bool:
    """Whether there can be nothing to tell of a day yet: it is later than the latest, and no run
    knows of it.
    """
    return day > latest_day(wiki, today) and not any(read_receipts(wiki, day))


def _failed(known: _Day, run: Run | None) -> bool:
    if run:
        return run.end == "failed"
    knows = known.ran or known.came or known.receipts
    return not knows and is_announcement_day(known.day)


def _of_run(run: Run, settings: Settings) -> Iterator[str]:
    """Why a run did not end well."""
    why = words("notice")["codes"].get(run.code) if run.end != "worked" else None
    if why:
        yield in_wikis(why, settings)
    if run.end == "failed" and run.said.strip():
        yield run.said.strip()


def _of_papers(known: _Day, settings: Settings) -> Iterator[str]:
    came, read = len(known.came), len(known.read)
    yield in_wikis(_word("came").filled(came=came, read=read), settings)
    for number, card in enumerate(known.read[: settings.send.papers], 1):
        yield f"{number}. {_headline(card, known.library, settings)}"
    if waiting := sum(card.status == "pending" for card in known.came):
        yield in_wikis(_word("waiting").filled(count=waiting), settings)


def _headline(card: Card, library: Library, settings: Settings) -> str:
    """A paper in one line, as its page says it, in the language of the wiki or in both."""
    shown = radar_entry(card, "", library)
    own = Word(shown.headline.en or shown.title, shown.headline.zh or shown.title)
    text = " ".join(in_wikis(own, settings).translate(_MATHS).split())
    return text if len(text) <= MOST_TITLE else text[: MOST_TITLE - 1] + "…"


def _why_nothing(known: _Day) -> Iterator[Word]:
    waiting = len(known.came)
    if waiting:
        yield _word("waiting").filled(count=waiting)
        return
    rows = [row for receipt in known.receipts for row in receipt.rows]
    if rows:
        reasons = Counter(in_short(row.reason or row.outcome) for row in rows)
        told = "; ".join(f"{count} {reason}" for reason, count in sorted(reasons.items()))
        yield _word("none").filled(announced=len(rows), reasons=told)
    elif not is_announcement_day(known.day):
        yield _word("weekend")
    else:
        yield _word("nothing")


def _page(known: _Day) -> str:
    """The day that most of the papers were announced on."""
    days = Counter(card.run for card in known.came)
    return next((run for run, _ in days.most_common(1)), "")


def _link(library: Library, name: str, settings: Settings) -> str:
    """The page of a day or a week, else the site."""
    site = (settings.wiki.site_url or "").rstrip("/")
    page = library.path(page_of(name)) if name else None
    if not site:
        return ""
    if not name:
        return settings.wiki.site_url or ""
    return f"{site}/{quote(page.removesuffix('.md'))}/" if page else f"{site}/"


# --- The briefing ---------------------------------------------------------------------


def weeks_told_on(library: Library, day: date) -> list[str]:
    """The weeks of which the briefing is told with a day's message: that of their last day, or if
    it was written later, that of the day that arXiv announces on next.
    """
    weeks = {week_of((day - timedelta(days=back)).isoformat()) for back in range(0, 15, 7)}
    return [week for week in sorted(weeks, reverse=True) if _told_on(library, week) == day]


def _told_on(library: Library, week: str) -> date | None:
    briefing = library.briefings.get(week)
    if briefing is None:
        return None
    monday, sunday = days_of(week)
    last = max((one for one in library.receipts if monday <= one <= sunday), default=sunday)
    day = date.fromisoformat(max(last, briefing.provenance.date[:10]))
    while not is_announcement_day(day):
        day += timedelta(days=1)
    return day


def lead_of(library: Library, name: str, settings: Settings) -> tuple[str, ...]:
    """What the briefing of a day or a week says happened, in the languages of the wiki: whole
    sentences, as many as are short. A person's words win; nothing where they deleted the page.
    """
    briefing = library.briefings.get(name)
    if briefing is None or page_of(name) in library.rejected:
        return ()
    own = settings.wiki.language
    said = (_lead(library, briefing, one) for one in LANGUAGES if own in (one, "both"))
    return tuple(filter(None, said))


def _lead(library: Library, briefing: Briefing, language: Language) -> str:
    shown = library.shown.get(page_of(briefing.name), Shown())
    section = f"happened.{language}"
    if section in shown.sections:
        text = without_references(shown.text(section, "", "") or "")
        return cut(" ".join(text.translate(_MATHS).split()), MOST_LEAD[language])
    told = ""
    for said in standing(library, briefing, "happened"):
        more = f"{told}{' ' if told and language == 'en' else ''}{said.text[language]}"
        if told and len(more) > MOST_LEAD[language]:
            break
        told = more
    return " ".join(told.split())


def without_references(text: str) -> str:
    """A paragraph of a briefing without its references, and with the words of its links."""
    return unlinked(_REFERENCES.sub("", text))


def _broken(settings: Settings, day: date, run: Run | None, error: WikiBuilderError) -> Message:
    lines = [*(_of_run(run, settings) if run else ())]
    lines.append(in_wikis(_word("broken").filled(why=error.what), settings))
    title = _word("failed").filled(wiki=settings.wiki.title, day=day.isoformat())
    return Message(in_wikis(title, settings), "\n".join(lines), "", "failed")


def _word(name: str) -> Word:
    found = words("digest")[name]
    assert isinstance(found, Word)
    return found
