"""Each day is told on each channel, once: what is due, and a ledger of what was sent.

A line stands in ``data/sent/`` before a message goes out, and one after it. Whoever is killed
between the two leaves a day that may have been told: the next run tells it again, so that it comes
twice at most, and never not at all. What could not be sent is due for a week, and named after that.
A briefing that is written when its day's papers were told already follows in a message of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache
from typing import Final

from wiki_builder.core.http.client import Client
from wiki_builder.core.settings import Channel, Settings
from wiki_builder.core.store.sent import note_sent, read_sent
from wiki_builder.core.store.wiki import Wiki, is_day
from wiki_builder.core.words import words
from wiki_builder.notify.ended import in_wikis
from wiki_builder.notify.send import Delivery, Message, send
from wiki_builder.sources.calendar import is_announcement_day
from wiki_builder.stages.digest import BRIEFING, Run, digest, late_briefing, latest_day

WINDOW: Final = 7  # days for which a message that did not go out is tried again
_STATES = ("failed", "quiet", "papers")  # what comes later of one day is told if it says more
_BARE: Final = "bare"  # in a ledger: papers that were told without the briefing that may come
_OPEN = ("sending", "failed")  # what the ledger says of a message that may not have come
_DAY = timedelta(days=1)
Telling = Callable[[date, Run | None], Message]
Briefing = Callable[[date], Message | None]


@dataclass(frozen=True, slots=True)
class Told:
    """A day's message on a channel, and what became of it; ``delivery`` is ``None`` in a dry run.

    ``again`` says that a run was killed while it sent the same.
    """

    day: date
    channel: str
    message: Message
    delivery: Delivery | None
    again: bool = False

    @property
    def line(self) -> str:
        """One line for whoever ran it; no address, no secret."""
        said = f"{self.day}: {self.message.state}"
        how = " (perhaps a second time)" if self.again else ""
        if self.delivery is None:
            return f"{said}: would be sent: {self.channel}{how}"
        return f"{said}: {self.delivery.line}{how}"


def name_of(channel: Channel) -> str:
    """What a channel's ledger is called: its kind, and the variable that tells it from others."""
    return (
        f"{channel.kind}-{channel.to or channel.address}".lower().replace("_", "-")[:60].rstrip("-")
    )


def send_days(
    wiki: Wiki,
    settings: Settings,
    today: date,
    run: Run | None,
    environ: Mapping[str, str],
    client: Client,
    dry_run: bool = False,
) -> Iterator[Told]:
    """Tell each channel of each day that is due, the oldest first. Hold the wiki's lock.

    ``run`` is how today's run ended; in the evening that is tomorrow's, once it took what is
    announced for it. A channel that does not take a message harms no other.

    Raises:
        FormatError: a ledger is not UTF-8.
        OSError: it cannot be written; then nothing is sent that would not be noted.
    """
    today = latest_day(wiki, today)

    @cache
    def told_of(day: date, run: Run | None) -> Message:
        return digest(wiki, settings, day, run)

    @cache
    def briefing_of(day: date) -> Message | None:
        return late_briefing(wiki, settings, day)

    for channel in settings.send.channels:
        how = (run, told_of, briefing_of, environ, client, dry_run)
        yield from _send_to(wiki, settings, channel, today, *how)


def _send_to(
    wiki: Wiki,
    settings: Settings,
    channel: Channel,
    today: date,
    run: Run | None,
    told_of: Telling,
    briefing_of: Briefing,
    environ: Mapping[str, str],
    client: Client,
    dry_run: bool,
) -> Iterator[Told]:
    name = name_of(channel)
    known = {day: words for day, words in read_sent(wiki, name).items() if is_day(day)}
    untold = len(_untold(known, today))
    for day in _due(known, today):
        before = known.get(day.isoformat(), ())
        told, lost = _told_states(before)
        message = _message(day, today, told, lost, run, told_of)
        if not _says_more(message, told, settings, day == today or bool(lost)):
            late = briefing_of(day) if _BARE in told and BRIEFING not in told else None
            if late is None:
                continue
            message = late
        if untold:
            line = words("digest")["untold"].filled(count=untold)
            message = replace(message, text=f"{message.text}\n{in_wikis(line, settings)}".strip())
        again = before[:1] == ("sending",)
        if dry_run:
            yield Told(day, name, message, None, again)
            continue
        states = (*told, _noted(message, settings))
        note_sent(wiki, name, day.isoformat(), "sending", *states)
        (delivery,) = send(message, [channel], environ, client)
        note_sent(wiki, name, day.isoformat(), "sent" if delivery.sent else "failed", *states)
        if delivery.sent and untold:
            for given_up in _untold(known, today):
                note_sent(wiki, name, given_up, "given-up")
            untold = 0
        yield Told(day, name, message, delivery, again)


def _noted(message: Message, settings: Settings) -> str:
    """What the ledger says of a message: that its day's briefing may come, too."""
    awaited = settings.briefings.day and settings.model.engine != "none"
    return _BARE if message.state == "papers" and awaited and not message.lead else message.state


def _message(
    day: date, today: date, told: tuple[str, ...], lost: str, run: Run | None, told_of: Telling
) -> Message:
    """What there is to tell of a day. A failure whose message was ``lost`` is told on a later day
    where the day brought nothing else, or all else was told.
    """
    if day == today:
        return told_of(day, run)
    message, failed = told_of(day, None), Run("failed")
    if lost == "failed" and (told or message.state == "quiet"):
        return told_of(day, failed)
    return message


def _due(known: Mapping[str, tuple[str, ...]], today: date) -> list[date]:
    """The days to look at: today, and of the week before it those that a channel was not told of,
    since it was told of anything.
    """
    if not known:
        return [today]
    first = max(date.fromisoformat(min(known)), today - _DAY * WINDOW)
    days = [first + _DAY * number for number in range((today - first).days)]
    return [*(day for day in days if _is_late(day, known.get(day.isoformat()))), today]


def _is_late(day: date, words: tuple[str, ...] | None) -> bool:
    """Whether a day before today is to be told: what is known of it are the ledger's words."""
    if not words:
        return is_announcement_day(day)
    return words[0] in _OPEN or (_BARE in words and BRIEFING not in words)


def _untold(known: Mapping[str, tuple[str, ...]], today: date) -> list[str]:
    """Days that could not be told for so long that nobody tries any more."""
    last = (today - _DAY * WINDOW).isoformat()
    return [day for day, words in known.items() if day < last and words[0] in _OPEN]


def _told_states(words: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    """What the ledger's words of a day say: the states that were told, in order, and that of a
    message of which nobody knows whether it came.
    """
    if not words:
        return (), ""
    states = words[1:] or ("papers",)
    return (states, "") if words[0] == "sent" else (states[:-1], states[-1])


def _says_more(message: Message, told: tuple[str, ...], settings: Settings, may_add: bool) -> bool:
    """Whether a day is to be told: for the first time, or after ``told`` since more came of it: a
    run that failed, or what a run found after one that failed. More may come of a day as long as it
    is today, and while nobody knows whether its last message came.
    """
    if message.state == "quiet" and not settings.send.quiet:
        return False
    told = tuple("papers" if one == _BARE else one for one in told if one != BRIEFING)
    if not told:
        return True
    if message.state == "failed":
        return told[-1] != "failed"
    more = _STATES[_STATES.index(message.state) :]
    return may_add and not set(more) & set(told)
