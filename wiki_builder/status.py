"""The wiki in numbers: counted once, and given again while nothing in the wiki changes.

What it takes to count them is imported only then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from wiki_builder.core.settings import Settings
from wiki_builder.core.store.caches import Cache
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.stages.settled import wiki_signature

if TYPE_CHECKING:
    from wiki_builder.core.values.briefing import Briefing
    from wiki_builder.library.card import Card
    from wiki_builder.pages.publisher import Publisher

RUNS_SHOWN = 5
_CACHE: Cache[tuple[str, dict[str, Any]]] = Cache(tuple[str, dict[str, Any]], "3")


def status(wiki: Wiki, settings: Settings, today: date) -> Mapping[str, Any]:
    """The wiki in numbers: papers, what waits, what is outdated, proposals, last runs,
    and what was spent.
    """
    as_of = f"{wiki_signature(wiki)} {today:%Y-%m}"  # what was spent is a month's
    kept = _CACHE.read(wiki.caches.status)
    if kept and kept[0] == as_of:
        return kept[1] | _feeds(wiki, settings, today)
    numbers, whole = _counted(wiki, settings, today)
    if whole:
        _CACHE.write(wiki.caches.status, (as_of, numbers))
    return numbers | _feeds(wiki, settings, today)


def _feeds(wiki: Wiki, settings: Settings, today: date) -> dict[str, Any]:
    """The feeds that are followed, and those of them that fail for days."""
    followed = {feed.name for feed in settings.sources.feeds}
    if not followed:
        return {}
    from wiki_builder.core.store.posts import read_feed_states
    from wiki_builder.core.values.post import failing_feeds

    states = [state for state in read_feed_states(wiki) if state.source in followed]
    return {"feeds": len(followed), "failing_feeds": failing_feeds(states, today)}


def _counted(wiki: Wiki, settings: Settings, today: date) -> tuple[dict[str, object], bool]:
    """The numbers, and whether all could be read that they are of:
    what could not may be read the next time.
    """
    from wiki_builder.core.store.receipts import receipt_cards
    from wiki_builder.curation.proposals import proposals
    from wiki_builder.library.index import load_index
    from wiki_builder.llm.spending import Ledger
    from wiki_builder.pages.publisher import publisher
    from wiki_builder.runtime import spent_in_month

    index = load_index(wiki)
    made = publisher(wiki, settings, index)
    cards = [entry.card for entry in index.values()]
    states = Counter(card.status for card in cards)
    receipts = receipt_cards(wiki)[-RUNS_SHOWN:]
    spent = spent_in_month(Ledger(wiki.spending), today, settings.model.currency)
    broken = [file.path for file in made.stand.found.files.values() if file.broken]
    numbers: dict[str, object] = {
        "papers": len(index),
        "read": states["read"],
        "pending": states["pending"],
        "failed": states["failed"],
        "outdated": sum(card.outdated for card in cards),
        "claims": _claims(cards),
        "rejected": sorted(id_ for id_ in made.stand.rejected if id_ in index),
        "reading": _reading_states(wiki, made),
        "claims_judged": _judged(wiki, settings, cards),
        "briefings_judged": _briefings_judged(made.library.briefings.values(), settings),
        "concepts": len(made.library.concept_pages),
        "proposals": len(proposals(made)),
        "broken_pages": broken,
        "runs": [
            {"name": r.name, "announced": r.announced}
            | {outcome: r.count(outcome) for outcome in ("taken", "known", "skipped", "failed")}
            for r in receipts
        ],
        "open_days": [f"{r.name} ({r.open})" for r in receipts if r.open],
        "spent_this_month": spent.known_cost,
        "currency": settings.model.currency,
        "calls_this_month": spent.calls,
        "calls_of_unknown_cost": spent.unknown,
        "calls_estimated": spent.estimated,
    }
    return numbers, not (made.unreadable or broken)


def _claims(cards: Sequence[Card]) -> dict[str, int]:
    """How many claims are shown how, papers that were rejected included."""
    caution, withheld = sum(card.caution for card in cards), sum(card.withheld for card in cards)
    quiet = sum(card.quiet for card in cards)
    return {"quiet": quiet, "caution": caution, "withheld": withheld} if cards else {}


def _judged(wiki: Wiki, settings: Settings, cards: Sequence[Card]) -> dict[str, int]:
    """How many claims are judged, of them by another prompt than today's, and how many statements
    wait for that, or have no verdict for another reason, as far as the settings want one.
    """
    from wiki_builder.library.card import not_judged
    from wiki_builder.stages.to_judge import waiting_rows

    which = settings.check.judge
    wanted = sum(not_judged(card, which) for card in cards) if which != "off" else 0
    waiting = waiting_rows(wiki) if which != "off" else 0
    counts = {
        "judged": sum(card.judged for card in cards),
        "outdated": sum(card.judged for card in cards if card.judge_outdated),
        "waiting": waiting,
        "not judged": max(0, wanted - waiting),
    }
    return counts if any(counts.values()) else {}


def _briefings_judged(briefings: Collection[Briefing], settings: Settings) -> dict[str, int]:
    """How many briefings are judged, of them by another prompt than today's, and how many are not
    though the settings want it.
    """
    from wiki_builder.stages.review import is_outdated

    judged = [one for one in briefings if one.judge]
    missing = len(briefings) - len(judged) if settings.check.judge != "off" else 0
    outdated = sum(map(is_outdated, judged))
    counts = {"judged": len(judged), "outdated": outdated, "not judged": missing}
    return counts if any(counts.values()) else {}


def _reading_states(wiki: Wiki, made: Publisher) -> dict[str, int]:
    """How many papers a person put under each ``status`` in their front
    matter ("to read", "read").
    """
    import frontmatter

    pages = [
        path
        for id_, path in made.stand.paths.items()
        if id_ in made.index and path in made.stand.found.files
    ]
    whole = (path for path in pages if not made.stand.found.files[path].broken)
    texts = ((wiki.docs / path).read_text("utf-8-sig") for path in whole)
    # YAML is slow to read
    states = (frontmatter.loads(text).get("status") for text in texts if "status" in text)
    return dict(sorted(Counter(str(state) for state in states if state).items()))


def status_lines(numbers: Mapping[str, Any]) -> list[str]:
    """The numbers of :func:`status` in words, a fact a line; what is empty is left out."""
    lines = []
    for name, value in numbers.items():
        if name == "runs":
            lines += ["last runs:", *(_run_line(run) for run in value)] if value else []
        elif isinstance(value, dict):
            lines += (
                [f"{name}: {', '.join(f'{count} {state}' for state, count in value.items())}"]
                if value
                else []
            )
        elif isinstance(value, list):
            lines += [f"{name.replace('_', ' ')}: {', '.join(value)}"] if value else []
        else:
            lines.append(f"{name.replace('_', ' ')}: {'unknown' if value is None else value}")
    return lines


def _run_line(run: Mapping[str, Any]) -> str:
    return f"  {run['name']}: " + ", ".join(
        f"{number} {name}" for name, number in run.items() if name != "name"
    )
