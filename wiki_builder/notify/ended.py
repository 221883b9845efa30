"""What is said of a run's end, and to whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from wiki_builder.core.http.client import Client, ClientConfig
from wiki_builder.core.settings import Channel, Notify, Settings
from wiki_builder.core.words import Word, words
from wiki_builder.notify.issue import tell_issue
from wiki_builder.notify.send import Delivery, Message, send

End: TypeAlias = Literal["worked", "warned", "failed"]

_WARNED = ("1", "4")
_TOLD: Mapping[str, Sequence[End]] = {
    "failed": ("failed",),
    "warned": ("failed", "warned"),
    "always": ("failed", "warned", "worked"),
}


def ended(jobs: str, code: str) -> End:
    """How a run ended: by the results of a workflow's jobs, with spaces,
    and what ``update`` ended with.
    """
    results = jobs.split()
    if any(result in ("failure", "cancelled") for result in results) or "success" not in results:
        return "failed"
    return "warned" if code in _WARNED else "worked"


def message_of(
    end: End, code: str, said: str, settings: Settings, environ: Mapping[str, str]
) -> Message:
    """The message: which wiki, how its run ended, the end of its log,
    and the address of the job's page.
    """
    notice = words("notice")
    why = notice["codes"].get(code) if end != "worked" else None
    title = notice[end].filled(wiki=settings.wiki.title)
    text = "\n".join(
        part for part in (in_wikis(why, settings) if why else "", said.strip()) if part
    )
    return Message(in_wikis(title, settings), text, _page(environ), end)


def trial(settings: Settings) -> Message:
    """What a channel is tried with."""
    return Message(
        in_wikis(words("notice")["test"].filled(wiki=settings.wiki.title), settings), state="test"
    )


def tell(
    message: Message,
    notify: Notify,
    environ: Mapping[str, str],
    client: Client | None = None,
    elsewhere: Sequence[Channel] = (),
) -> tuple[Delivery, ...]:
    """Tell whoever wants to be told of an end like this one;
    the issue hears of each, so that it is closed again. Channels ``elsewhere`` hear of a failure
    by the day's message.
    """
    client = client or sender()
    with client:
        return (
            *_issue(message, notify, environ, client),
            *send(message, _channels(message, notify, elsewhere), environ, client),
        )


def sender() -> Client:
    """What asks webhooks: three times, with a pause that grows."""
    return Client(ClientConfig(interval=0.0, attempts=3, deadline=60.0))


def _channels(
    message: Message, notify: Notify, elsewhere: Sequence[Channel]
) -> tuple[Channel, ...]:
    wanted = message.state in (*_TOLD[notify.when], "test")
    told = elsewhere if message.state == "failed" else ()
    return tuple(one for one in notify.channels if one not in told) if wanted else ()


def _issue(
    message: Message, notify: Notify, environ: Mapping[str, str], client: Client
) -> tuple[Delivery, ...]:
    return (
        (tell_issue(message, environ, client),) if notify.issue and message.state != "test" else ()
    )


def in_wikis(word: Word, settings: Settings) -> str:
    """A word in the language of the wiki, or in both."""
    language = settings.wiki.language
    return str(word) if language == "both" else word[language]


def _page(environ: Mapping[str, str]) -> str:
    names = ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_RUN_ID")
    server, repository, run = (environ.get(name, "") for name in names)
    return f"{server}/{repository}/actions/runs/{run}" if server and repository and run else ""
