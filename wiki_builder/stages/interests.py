"""From settings and marks to what of an announcement is read."""

from __future__ import annotations

from wiki_builder.core.settings import Settings
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.library.interests import interests_of
from wiki_builder.ranking.interests import Interests
from wiki_builder.ranking.score import Ranker
from wiki_builder.stages.select import Choice


def choice_of(wiki: Wiki, settings: Settings, before: str | None) -> Choice:
    """What of an announcement a model shall read, by what was known ``before`` that day; ``None``
    where there is nothing to choose from.

    A paper of the day itself is no example of it: a run that was killed and goes on ranks as the
    first one did.
    """
    own, types = settings.interests, settings.sources.arxiv.announce_types
    ranker = Ranker(interests_of(wiki, settings, before) if before else Interests())
    return Choice(ranker, own.papers_per_day, types, own.quotas, own.surprise)
