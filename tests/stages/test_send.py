"""Each day is told on each channel: its papers, why there are none, or that the run failed; and
whoever is killed lets a day be told twice at most, and never not at all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from email import message_from_string, policy
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.world import run
from tests.loopback.inbox import Hooks, Mails
from tests.pages.sample import analysis, paper
from wiki_builder.core.http.client import Client, ClientConfig
from wiki_builder.core.progress import Progress
from wiki_builder.core.settings import Channel, ChannelKind, Settings
from wiki_builder.core.store.briefings import write_briefing
from wiki_builder.core.store.papers import read_paper, write_paper
from wiki_builder.core.store.receipts import note_run, write_receipt
from wiki_builder.core.store.sent import note_sent, read_sent
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.briefing import Briefing, BriefingSentence, days_of, is_week, week_of
from wiki_builder.core.values.receipt import Receipt, Row
from wiki_builder.library.citable import claim_hashes
from wiki_builder.library.index import load_index
from wiki_builder.stages import send as sending
from wiki_builder.stages.digest import Run, digest
from wiki_builder.stages.render import render_wiki
from wiki_builder.stages.send import Told, name_of, send_days

MONDAY = date(2026, 5, 4)
SECRET = "s3cr3t-of-a-channel"
KINDS: tuple[ChannelKind, ...] = ("feishu", "wecom", "dingtalk", "slack", "webhook")
SKIPPED = Row("arxiv:2605.99999", ("new",), "skipped", "T", reason="no keyword matches")
ACCEPTED = {"code": 0, "errcode": 0, "ok": True}
CHANNELS = (
    *(Channel(kind=kind, address=f"HOOK_{kind.upper()}") for kind in KINDS),
    Channel(kind="telegram", address="HOOK_TELEGRAM", secret="BOT", to="CHAT"),
    Channel(kind="mail", address="MAIL_SERVER", to="MAIL_TO"),
)


def day(number: int) -> date:
    """The ``number``-th weekday."""
    return MONDAY + timedelta(days=number + 2 * (number // 5))


class Place:
    """A wiki, and receivers of all kinds on this machine."""

    def __init__(self, root: Path, hooks: Hooks, mails: Mails) -> None:
        self.wiki, self.hooks, self.mails = Wiki(root), hooks, mails
        (root / "wiki.toml").write_text("format = 2\n", "utf-8")
        self.environ = {
            **{f"HOOK_{kind.upper()}": f"{hooks.url}/{kind}/{SECRET}" for kind in KINDS},
            "HOOK_TELEGRAM": hooks.url,
            "BOT": SECRET,
            "CHAT": "42",
            "MAIL_SERVER": f"smtp://127.0.0.1:{mails.port}",
            "MAIL_TO": "me@example.org",
        }
        self.channels: tuple[Channel, ...] = CHANNELS
        self.more: dict[str, Any] = {}

    def settings(self, **send: Any) -> Settings:
        wiki = {"title": "W", "language": "en", "site_url": "https://e.org/w"}
        table = {"channels": tuple(one.model_dump() for one in self.channels), **send}
        return Settings.model_validate({"format": 2, "wiki": wiki, "send": table, **self.more})

    def papers(self, on: date, count: int, first: int = 1, **changes: Any) -> None:
        """A run on a day took and read so many papers."""
        rows = []
        for number in range(first, first + count):
            id_ = f"arxiv:2605.{on.timetuple().tm_yday:03}{number:02}"
            said = Bilingual(f"Headline {number}", f"标题 {number}")
            own = replace(analysis(), headline=said, importance=1 + number % 9)
            made = paper(id_, imported=on.isoformat(), run=on.isoformat(), analysis=own)
            write_paper(self.wiki, made.with_(**changes))
            rows.append(Row(id_, ("new",), "taken", f"Paper {number}"))
        self.receipt(on, rows)
        note_run(self.wiki, on)

    def brief(self, name: str, *said: Bilingual, written: str = "") -> None:
        """The briefing of a day or a week; each sentence rests on a claim of each of its papers."""
        first, last = days_of(name) if is_week(name) else (name, name)
        own: dict[str, str] = {}
        for path in sorted(self.wiki.papers.rglob("*.json")):
            one = read_paper(self.wiki, f"arxiv:{path.stem}")
            assert one
            if first <= one.run <= last:
                own |= {f"{one.id}#{id_}": words for id_, words in claim_hashes(one).items()}
        sentences = tuple(BriefingSentence(text, tuple(own)) for text in said or (says(name),))
        friday = (date.fromisoformat(first) + timedelta(days=4)).isoformat()
        by = replace(analysis().provenance, date=written or (friday if is_week(name) else name))
        write_briefing(self.wiki, Briefing(name, sentences, (), (), (), own, by))

    def receipt(self, on: date, rows: list[Row]) -> None:
        name = on.isoformat()
        write_receipt(self.wiki, Receipt(name, "feed", name, len(rows), len(rows), tuple(rows)))

    def send(self, today: date, how: Run | None = None, **more: Any) -> list[Told]:
        config = ClientConfig(interval=0.0, backoff=0.0, attempts=2)
        with Client(config, sleep=lambda _: None) as client:
            given = (self.settings(), today, how, self.environ, client)
            return list(send_days(self.wiki, *given, **more))

    def heard(self) -> dict[str, list[str]]:
        """By channel the titles of what came, in order."""
        return {name: [text.splitlines()[0] for text in of] for name, of in self.texts().items()}

    def texts(self) -> dict[str, list[str]]:
        """By channel all that came, in order, with what each escapes undone."""
        found: dict[str, list[str]] = {name_of(one): [] for one in self.channels}
        for got in self.hooks.got:
            kind = "telegram" if got.path.startswith("/bot") else got.path.split("/")[1]
            name = next(name for name in found if name.startswith(kind))
            found[name].append(_text(got.body))
        for letter in self.mails.letters:
            read = message_from_string(letter, policy=policy.default)
            found["mail-mail-to"].append(read.get_content())
        return found


def _text(body: dict[str, Any]) -> str:
    """What a body of any of the channels says."""
    for way in (("content", "text"), ("text", "content"), ("text",)):
        value: Any = body
        for key in way:
            value = value.get(key) if isinstance(value, dict) else None
        if isinstance(value, str) and "title" not in body:
            return unescape(value).replace("＜", "<")
    return "\n\n".join(body[name] for name in ("title", "text", "link"))


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with Hooks(answer=ACCEPTED) as hooks, Mails() as mails:
        yield Place(tmp_path, hooks, mails)


def says(name: str) -> Bilingual:
    """The sentence of a day's or a week's briefing."""
    return Bilingual(f"What {name} brought <is> *one* thing.", f"{name} 带来的是<一件>*事*。")


def title_of(on: date, state: str, count: int = 3) -> str:
    said = {
        "papers": f"W: {on}, {count} new papers read",
        "quiet": f"W: nothing new on {on}",
        "failed": f"W: the run of {on} failed",
    }
    return said[state]


def test_thirty_days_on_all_channels_with_a_failed_run_and_three_kills(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each day on each channel, with its briefing, or its week's on Fridays; a day that was being
    sent at a kill comes twice at most, and only where the kill came behind the delivery.
    """
    failed, quiet = (
        7,
        {12: [], 13: [SKIPPED]},
    )
    names = [name_of(one) for one in CHANNELS]
    # before anything is noted of a channel; before a delivery; behind one
    kills = {
        3: (names[2], "sending", False),
        17: (names[1], "sending", True),
        24: (names[4], "sent", False),
    }
    expected: dict[int, str] = {}
    told: dict[str, str] = {}
    for number in range(30):
        on = day(number)
        if number == failed:
            expected[number] = title_of(on, "failed")
        elif number in quiet:
            place.receipt(on, quiet[number])
            note_run(place.wiki, on)
            expected[number] = title_of(on, "quiet")
        else:
            place.papers(on, 3)
            place.brief(on.isoformat())
            expected[number] = title_of(on, "papers")
            told[expected[number]] = on.isoformat()
        if on.weekday() == 4:
            place.brief(week_of(on.isoformat()))
            told[expected[number]] = week_of(on.isoformat())
        how = Run("failed", "3", "error: arXiv is down") if number == failed else Run("worked", "0")
        if number in kills:
            monkeypatch.setattr(sending, "note_sent", killer(*kills[number]))
            with pytest.raises(KeyboardInterrupt):
                place.send(on, how)
            monkeypatch.undo()
        else:
            assert all(one.delivery and one.delivery.sent for one in place.send(on, how))
    heard = place.heard()
    twice = {
        name: [title for title, n in Counter(of).items() if n > 1] for name, of in heard.items()
    }
    assert [set(heard[name]) for name in names] == [set(expected.values())] * len(names)
    assert {name: of for name, of in twice.items() if of} == {names[4]: [expected[24]]}
    assert max(max(Counter(of).values()) for of in heard.values()) == 2
    assert len(told) == 27
    for text in (text for of in place.texts().values() for text in of):
        title, *rest = text.splitlines()
        lead = [says(told[title]).en] if title in told else []
        assert [line for line in rest if line.startswith("What ")] == lead
        assert sum(line[1:3] == ". " for line in rest) == (3 if "new papers" in title else 0)
    for name in names:
        assert {words[0] for words in read_sent(place.wiki, name).values()} == {"sent"}
    ledgers = "".join(path.read_text("utf-8") for path in place.wiki.sent.iterdir())
    assert SECRET not in ledgers
    assert "127.0.0.1" not in ledgers


def killer(channel: str, word: str, noted: bool) -> Any:
    """A run that is killed at a channel's line, before or after that stands on the disk."""

    def note(wiki: Wiki, receiver: str, name: str, *words: str) -> None:
        if (receiver, words[0]) == (channel, word):
            if noted:
                note_sent(wiki, receiver, name, *words)
            raise KeyboardInterrupt
        note_sent(wiki, receiver, name, *words)

    return note


def test_a_day_is_told_once(place: Place) -> None:
    """However often the command runs."""
    place.papers(MONDAY, 7)
    assert len(place.send(MONDAY)) == len(CHANNELS)
    assert place.send(MONDAY) == []
    assert {len(of) for of in place.heard().values()} == {1}


def test_what_an_evening_took_is_told_once(place: Place) -> None:
    """What a run took in the evening before its day is that day's, in the evening and at no later
    run of the day itself, which would have nothing to tell.
    """
    place.channels = CHANNELS[:1]
    place.papers(day(1), 2, imported=MONDAY.isoformat())
    place.send(MONDAY, Run("worked", "0"))
    place.send(day(1), Run("worked", "0"))
    place.papers(day(2), 1, imported=day(1).isoformat())
    place.send(day(1), Run("worked", "0"))
    place.send(day(2), None)
    (heard,) = place.heard().values()
    assert heard == [title_of(day(1), "papers", 2), title_of(day(2), "papers", 1)]


def test_at_most_five_papers_and_a_link(place: Place) -> None:
    """The weightiest first, in the language of the wiki, and the day's page."""
    place.papers(MONDAY, 8)
    message = digest(place.wiki, place.settings(), MONDAY)
    assert message.title == title_of(MONDAY, "papers", 8)
    assert message.text.splitlines() == [
        "8 papers came, 8 of them are read.",
        *(f"{n}. Headline {paper}" for n, paper in enumerate((8, 7, 6, 5, 4), 1)),
    ]
    assert message.link == "https://e.org/w/daily/2026-05-04/"
    assert len(digest(place.wiki, place.settings(papers=2), MONDAY).text.splitlines()) == 3
    both = digest(place.wiki, Settings(format=2), MONDAY)
    assert "1. Headline 8 · 标题 8" in both.text


def test_a_briefing_comes_first(place: Place) -> None:
    """Whole sentences, as many as are short, in the languages of the wiki; what no longer stands is
    left out.
    """
    place.papers(MONDAY, 1)
    first, second = (
        Bilingual("Two fields meet.", "两个领域相遇。"),
        Bilingual("A" * 300, "甲" * 200),
    )
    place.brief(MONDAY.isoformat(), first, second, second)
    message = digest(place.wiki, place.settings(), MONDAY)
    assert message.lead == (f"{first.en} {second.en}",)
    assert message.whole.splitlines()[:3] == [title_of(MONDAY, "papers", 1), "", *message.lead]
    both = digest(place.wiki, Settings(format=2), MONDAY)
    assert both.lead == (f"{first.en} {second.en}", f"{first.zh}{second.zh}")
    one = read_paper(place.wiki, "arxiv:2605.12401")
    assert one
    assert one.analysis
    write_paper(place.wiki, one.with_(analysis=replace(one.analysis, claims=())))
    assert digest(place.wiki, place.settings(), MONDAY).lead == ()


def test_a_persons_briefing_is_told_in_their_words(place: Place) -> None:
    """A section that they reworded, without its references; a page that they deleted, not."""
    place.papers(MONDAY, 1)
    place.brief(MONDAY.isoformat())
    render_wiki(place.wiki, place.settings(), load_index(place.wiki), Progress())
    page = place.wiki.docs / "daily" / f"{MONDAY}.md"
    text = page.read_text("utf-8")
    ours = re.search("What .* thing\\.", text)
    assert ours
    page.write_text(text.replace(ours[0], "Mine, of [a concept](../index.md)."), "utf-8")
    assert digest(place.wiki, place.settings(), MONDAY).lead == ("Mine, of a concept.",)
    page.unlink()
    assert digest(place.wiki, place.settings(), MONDAY).lead == ()


MODEL = {"model": {"engine": "replay"}}


def test_a_briefing_that_comes_late_follows_once(place: Place) -> None:
    """In a message of its own with the link to its day: of a later run of the day, or of the next
    one; not where the day's message had one, and not of a day more than a week ago.
    """
    place.channels, place.more = CHANNELS[:1], MODEL
    place.papers(MONDAY, 2)
    place.send(MONDAY)
    assert place.send(MONDAY) == []
    place.brief(MONDAY.isoformat())
    (told,) = place.send(MONDAY)
    assert told.line == "2026-05-04: briefing: sent: feishu"
    assert place.send(MONDAY) == []
    for number in (1, 2):
        place.papers(day(number), 2)
        place.send(day(number))
    place.brief(day(1).isoformat())
    place.papers(day(3), 2)
    place.brief(day(3).isoformat())
    for number in (3, 4):
        place.send(day(number), Run("worked", "0"))
    place.brief(day(2).isoformat())
    place.send(day(9), Run("worked", "0"))
    (texts,) = place.texts().values()
    heard = [text.splitlines()[0] for text in texts]
    late = [f"W: the briefing of {day(number)}" for number in (0, 1)]
    papers = [title_of(day(number), "papers", 2) for number in range(4)]
    quiet = [title_of(day(number), "quiet") for number in (4, 9)]
    assert [one for one in heard if "failed" not in one] == [
        *(papers[0], late[0]),
        *papers[1:3],
        *(late[1], papers[3]),
        *quiet,
    ]
    page = "https://e.org/w/daily/2026-05-04/"
    (text,) = (text for text in texts if text.startswith(late[0]))
    assert text.split("\n\n") == [late[0], says(MONDAY.isoformat()).en, page]


@pytest.mark.parametrize(("word", "noted", "times"), [("sending", True, 1), ("sent", False, 2)])
def test_a_late_briefing_outlives_a_kill(
    place: Place, monkeypatch: pytest.MonkeyPatch, word: str, noted: bool, times: int
) -> None:
    """It comes twice at most, and never not at all; nor does the day's message come again."""
    place.channels, place.more = CHANNELS[:1], MODEL
    place.papers(MONDAY, 2)
    place.send(MONDAY)
    place.brief(MONDAY.isoformat())
    monkeypatch.setattr(sending, "note_sent", killer("feishu-hook-feishu", word, noted))
    with pytest.raises(KeyboardInterrupt):
        place.send(day(1), Run("worked", "0"))
    monkeypatch.undo()
    place.send(day(1), Run("worked", "0"))
    place.send(day(2), Run("worked", "0"))
    (heard,) = place.heard().values()
    assert heard.count(f"W: the briefing of {MONDAY}") == times
    assert heard.count(title_of(MONDAY, "papers", 2)) == 1


def test_a_late_briefing_that_was_not_taken_is_sent_the_next_day(place: Place) -> None:
    """As any other message."""
    place.channels, place.more = CHANNELS[3:4], MODEL
    place.papers(MONDAY, 2)
    place.send(MONDAY)
    place.brief(MONDAY.isoformat())
    place.hooks.plan.append((404, b""))
    place.send(MONDAY)
    place.send(day(1), Run("worked", "0"))
    (heard,) = place.heard().values()
    late = f"W: the briefing of {MONDAY}"
    assert heard == [title_of(MONDAY, "papers", 2), late, late, title_of(day(1), "quiet")]


@pytest.mark.parametrize(
    ("written", "on"),
    [("2026-05-07", 4), ("2026-05-08", 4), ("2026-05-09", 5), ("2026-05-12", 6)],
)
def test_a_weeks_briefing_is_told_on_one_day(place: Place, written: str, on: int) -> None:
    """With its last day, or the first one after it was written; the link goes to its page."""
    for number in range(7):
        place.papers(day(number), 1)
        place.brief(day(number).isoformat())
    place.brief("2026-W19", written=written)
    told = [digest(place.wiki, place.settings(), day(number)) for number in range(7)]
    assert [n for n, one in enumerate(told) if one.lead == (says("2026-W19").en,)] == [on]
    assert [n for n, one in enumerate(told) if one.link.endswith("/daily/2026-W19/")] == [on]


@pytest.mark.parametrize(
    ("on", "rows", "said"),
    [
        (MONDAY, [], "arXiv announced nothing: a holiday, or an announcement that is late."),
        (date(2026, 5, 9), None, "arXiv announces nothing on weekends."),
        (
            MONDAY,
            [SKIPPED, replace(SKIPPED, id="arxiv:2605.99998")],
            "2 papers were announced, and none of them was taken: 2 no keyword matches",
        ),
    ],
)  # fmt: skip
def test_a_quiet_day_says_why(place: Place, on: date, rows: list[Row] | None, said: str) -> None:
    """Nothing was announced, or nothing of it fits."""
    if rows is not None:
        place.receipt(on, rows)
        note_run(place.wiki, on)
    message = digest(place.wiki, place.settings(), on)
    assert (message.state, message.text) == ("quiet", said)


def test_a_run_that_failed_says_so(place: Place) -> None:
    """With what is known of it; also where nobody says how it ended, and where the wiki itself
    cannot be read.
    """
    settings = place.settings()
    told = digest(place.wiki, settings, MONDAY, Run("failed", "3", "error: arXiv is down"))
    assert told.state == "failed"
    assert told.text.splitlines()[0].startswith("An upstream could not be reached")
    assert told.text.splitlines()[1] == "error: arXiv is down"
    unknown = digest(place.wiki, settings, MONDAY)
    assert (unknown.state, unknown.text) == (
        "failed",
        "No run ended well on this day. The next one catches up.",
    )
    place.wiki.concepts.mkdir(parents=True)
    (place.wiki.concepts / "broken.yml").write_text("[", "utf-8")
    broken = digest(place.wiki, settings, MONDAY, Run("worked", "0"))
    assert (broken.state, broken.title) == ("failed", title_of(MONDAY, "failed"))
    assert broken.text.startswith("The wiki cannot be read: ")


def test_what_a_channel_does_not_take_is_sent_the_next_day(place: Place) -> None:
    """It is named, harms no other channel, and comes with the day after's."""
    place.channels = CHANNELS[3:5]
    place.papers(MONDAY, 1)
    place.hooks.plan.extend([(500, b"")] * 2)
    first = place.send(MONDAY)
    assert [bool(told.delivery and told.delivery.sent) for told in first] == [False, True]
    assert SECRET not in "".join(told.line for told in first)
    place.papers(day(1), 1)
    place.send(day(1))
    both = [title_of(MONDAY, "papers", 1), title_of(day(1), "papers", 1)]
    slack, webhook = place.heard().values()
    assert slack[-2:] == both
    assert webhook == both


def test_what_could_not_be_told_for_a_week_is_named(place: Place) -> None:
    """With the first message that comes through, once."""
    place.channels = CHANNELS[3:4]
    place.papers(MONDAY, 1)
    place.hooks.plan.extend([(404, b"")])
    place.send(MONDAY)
    late = MONDAY + timedelta(days=14)
    place.papers(late, 1)
    told = [one for one in place.send(late) if one.day >= MONDAY + timedelta(days=7)]
    assert "1 days before could not be told." in told[0].message.text
    assert all("could not be told" not in one.message.text for one in told[1:])
    assert place.send(late) == []


def test_what_came_later_on_a_day_is_told_too(place: Place) -> None:
    """A run that failed in the morning and works at noon; one that fails in the evening, once."""
    place.channels = CHANNELS[:1]
    place.send(MONDAY, Run("failed", "3"))
    place.papers(MONDAY, 2)
    place.send(MONDAY, Run("worked", "0"))
    for _ in range(2):
        place.send(MONDAY, Run("failed", "3"))
        place.send(MONDAY, Run("worked", "0"))
    (heard,) = place.heard().values()
    failed, papers = title_of(MONDAY, "failed"), title_of(MONDAY, "papers", 2)
    assert heard == [failed, papers, failed]


def test_a_failure_that_was_not_taken_is_told_the_next_day(place: Place) -> None:
    """Also one that came after the day's papers, which are not told again."""
    place.channels = CHANNELS[3:4]
    place.papers(MONDAY, 1)
    place.send(MONDAY, Run("worked", "0"))
    place.hooks.plan.append((404, b""))
    place.send(MONDAY, Run("failed", "3"))
    place.papers(day(1), 1)
    place.send(day(1), Run("worked", "0"))
    (heard,) = place.heard().values()
    failed = title_of(MONDAY, "failed")
    assert heard[1:] == [failed, failed, title_of(day(1), "papers", 1)]


def test_papers_that_were_not_taken_after_a_failure_are_told_the_next_day(place: Place) -> None:
    """The failure was told, and what a later run of the day found was not."""
    place.channels = CHANNELS[3:4]
    place.send(MONDAY, Run("failed", "3"))
    place.papers(MONDAY, 2)
    place.hooks.plan.append((404, b""))
    place.send(MONDAY, Run("worked", "0"))
    place.papers(day(1), 1)
    place.send(day(1), Run("worked", "0"))
    (heard,) = place.heard().values()
    papers = title_of(MONDAY, "papers", 2)
    assert heard == [title_of(MONDAY, "failed"), papers, papers, title_of(day(1), "papers", 1)]


def test_a_lost_failure_is_told_of_a_day_that_brought_nothing(place: Place) -> None:
    """Even where quiet days are not told: a failure is none."""
    place.channels = CHANNELS[3:4]
    place.papers(day(-1), 1)
    place.send(day(-1), Run("worked", "0"))
    place.hooks.plan.append((404, b""))
    place.send(MONDAY, Run("failed", "3"))
    place.papers(day(1), 1)
    place.send(day(1), Run("worked", "0"))
    (heard,) = place.heard().values()
    failed = title_of(MONDAY, "failed")
    assert heard[1:] == [failed, failed, title_of(day(1), "papers", 1)]


def test_quiet_days_may_be_left_out(place: Place) -> None:
    """By the owner's choice; failures never."""
    place.channels = CHANNELS[:1]
    place.receipt(MONDAY, [])
    note_run(place.wiki, MONDAY)
    settings = place.settings(quiet=False)
    with Client(ClientConfig(interval=0.0), sleep=lambda _: None) as client:
        given = (place.environ, client)
        assert list(send_days(place.wiki, settings, MONDAY, None, *given)) == []
        (told,) = send_days(place.wiki, settings, MONDAY, Run("failed", "70"), *given)
    assert told.message.state == "failed"


def test_two_receivers_of_one_server_have_ledgers_of_their_own() -> None:
    """Named by variables, never by what they hold."""
    one = Channel(kind="mail", address="MAIL_SERVER", to="MAIL_TO")
    other = Channel(kind="mail", address="MAIL_SERVER", to="MAIL_TO_LAB")
    assert [name_of(one), name_of(other)] == ["mail-mail-to", "mail-mail-to-lab"]


# --- The commands ---------------------------------------------------------------------


def test_the_commands_show_and_send(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """``digest`` prints, ``send --dry-run`` says where it would go, ``send`` sends; what fails ends
    with 1.
    """
    (place.wiki.root / "wiki.toml").write_text(
        'format = 2\n[wiki]\ntitle = "W"\nlanguage = "en"\n[send]\n'
        'channels = [{ kind = "slack", address = "HOOK_SLACK" }]\n',
        "utf-8",
    )
    for name, value in place.environ.items():
        monkeypatch.setenv(name, value)
    place.papers(MONDAY, 1)
    at = ("-C", place.wiki.root)
    shown = run(*at, "digest", "--day", MONDAY)
    assert (shown.code, shown.out.splitlines()[0]) == (0, title_of(MONDAY, "papers", 1))
    late = run(*at, "digest", "--day", "2099-01-05")  # of which no run can have failed yet
    assert (late.code, "2099-01-05 has not come yet" in late.err, late.out) == (2, True, "")
    dry = run(*at, "send", "--dry-run", "--today", MONDAY)
    assert dry.out == f"{MONDAY}: papers: would be sent: slack-hook-slack\n{shown.out}"
    assert place.hooks.got == []
    sent = run(*at, "send", "--today", MONDAY, "--jobs", "success", "--code", "0")
    assert (sent.code, sent.out) == (0, f"{MONDAY}: papers: sent: slack\n")
    monkeypatch.delenv("HOOK_SLACK")
    fails = run(*at, "send", "--today", day(1), "--jobs", "failure", "--code", "3")
    assert (fails.code, fails.out) == (
        1,
        f"{day(1)}: failed: not sent: slack: HOOK_SLACK not set in the environment\n",
    )


def test_a_notice_and_a_days_message_tell_of_a_failure_once(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A channel of both tables hears of it by the day's message alone; that also where the rest of
    wiki.toml is wrong.
    """
    channel = '[{ kind = "slack", address = "HOOK_SLACK" }]'
    (place.wiki.root / "wiki.toml").write_text(
        f"format = 2\nnonsense = 3\n[notify]\nchannels = {channel}\n[send]\nchannels = {channel}\n",
        "utf-8",
    )
    monkeypatch.setenv("HOOK_SLACK", place.environ["HOOK_SLACK"])
    at, how = ("-C", place.wiki.root), ("--jobs", "failure", "--code", "2")
    assert run(*at, "notify", *how).code == 0
    assert place.hooks.got == []
    assert run(*at, "send", *how, "--today", MONDAY).code == 0
    assert len(place.hooks.got) == 1


def test_a_failure_in_the_evening_is_told_where_both_tables_name_a_channel(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The day was told in the morning; the run that fails after it is told once, by one sender."""
    channel = '[{ kind = "slack", address = "HOOK_SLACK" }]'
    (place.wiki.root / "wiki.toml").write_text(
        f"format = 2\n[notify]\nchannels = {channel}\n[send]\nchannels = {channel}\n", "utf-8"
    )
    monkeypatch.setenv("HOOK_SLACK", place.environ["HOOK_SLACK"])
    place.papers(MONDAY, 1)
    at = ("-C", place.wiki.root)
    for jobs, code, heard in (("success", "0", 1), ("failure", "3", 2), ("failure", "3", 2)):
        how = ("--jobs", jobs, "--code", code)
        assert run(*at, "notify", *how).code == 0
        assert run(*at, "send", *how, "--today", MONDAY).code == 0
        assert len(place.hooks.got) == heard
