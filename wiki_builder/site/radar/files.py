"""From a wiki's library to the radar: what is shown of each paper, with the words that people put
in their place.

A rejected paper is left out, and so is one whose page does not stand yet. What only the
owner may see (interests, personal reasons) is not read here: the reason of an importance is the
model's, and stands on the paper's page; why a paper is for the owner comes in only where they
publish it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache

from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual, Language
from wiki_builder.core.values.concept import Concept
from wiki_builder.core.values.post import Post
from wiki_builder.library.card import Card, own_day
from wiki_builder.library.interests import Why
from wiki_builder.library.library import Library, concept_page_id
from wiki_builder.library.members import in_one_line, label, others, paper_of, weightier
from wiki_builder.library.words import EVENT_WORDS
from wiki_builder.site.markdown.plain import plain_markdown, script_text
from wiki_builder.site.radar.data import (
    RadarEntry,
    RadarTopic,
    files,
    radar,
)

BEFORE = 0.5  # of a point of importance, by which a post stands before a paper


def _nothing(paper: str) -> Why:
    return Why()


def radar_files(
    library: Library,
    urls: Mapping[str, str],
    abs_url: str = "",
    why: Callable[[str], Why] = _nothing,
    held: Collection[str] = (),
) -> dict[str, str]:
    """The radar's pieces by path, of all papers that have a page on the site.

    ``urls`` gives the address of each page of the site, relative to its root, by its path
    under ``docs/``; ``abs_url`` is where arXiv's papers are read, with ``{id}``; ``why`` is what
    speaks for a paper or post, by its id; ``held`` are the papers of the owner's library, where
    they want that to be seen.
    """

    why = cache(why)

    def url(page: str) -> str:
        return urls.get(library.path(page) or "", "")

    standing = library.registry.standing.values()
    topics = (
        RadarTopic(
            concept.id, concept.name, concept.kind, url(concept_page_id(concept)), _aliases(concept)
        )
        for concept in standing
    )
    papers = [
        replace(
            radar_entry(card, own, library, why),
            held=card.id in held,
            also=_also(card.id, library, urls),
        )
        for card in library.kept
        if (own := url(card.id))
    ]
    with_page = [id_ for id_ in library.posts if url(id_)]
    beside = in_one_line(library, (*library.cards, *with_page))
    alone = (library.posts[id_] for id_ in with_page if id_ not in beside)
    posts = [
        replace(_post(post, own, library, why), also=_also(post.id, library, urls))
        for post in alone
        if (own := url(post.id))
    ]
    placed = _placed(posts, papers, why)
    pairs = ((post.id, paper_of(library, post)) for post in library.posts.values())
    became = ((id_, paper.id) for id_, paper in pairs if paper)
    return dict(files(radar((*papers, *placed), topics, abs_url, became)))


def _also(id_: str, library: Library, urls: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The labels and addresses of an event's other members."""
    found = (
        (label(library, one), urls.get(library.path(one) or "")) for one in others(library, id_)
    )
    return tuple((script_text(name), url) for name, url in found if url)


def _placed(
    posts: Sequence[RadarEntry], papers: Sequence[RadarEntry], why: Callable[[str], Why]
) -> list[RadarEntry]:
    """The posts, each with the weight of the place among its day's papers that its score gives it:
    what would be third by what its owner seeks stands third. Without scores all stay behind.
    """
    days: dict[str, list[RadarEntry]] = defaultdict(list)
    for paper in papers:
        days[paper.date].append(paper)
    points = {one.id: why(one.id).points for post in posts for one in (post, *days[post.date])}
    return [replace(post, weight=_weight(post, days[post.date], points)) for post in posts]


def _weight(post: RadarEntry, papers: Sequence[RadarEntry], points: Mapping[str, float]) -> float:
    """Half a point more than the weightiest paper that it stands before."""
    before = sum(points[one.id] >= points[post.id] for one in papers)
    behind = sorted((one.score or 0 for one in papers), reverse=True)[before:]
    return behind[0] + BEFORE if points[post.id] > 0 and behind else 0


def _post(post: Post, url: str, library: Library, why: Callable[[str], Why]) -> RadarEntry:
    """A post: its source in place of a category, and no score, which a model gives; but why it is
    for its reader.
    """
    said = why(post.id).words
    words = library.shown.get(post.id)
    title = words.title(post.title, "") if words else None
    return RadarEntry(
        id=post.id,
        url=url,
        title=plain_markdown(title) if title else script_text(post.title),
        arrived=post.seen,
        date=post.date,
        first=post.date,
        source=post.label,
        kind="post",
        summary=Bilingual(script_text(post.summary), ""),
        why=Bilingual(script_text(said.en), script_text(said.zh)),
        authors=post.authors,
    )


def _aliases(concept: Concept) -> tuple[str, ...]:
    return tuple(alias.name for alias in concept.aliases if alias.status == "approved")


def radar_entry(
    card: Card, url: str, library: Library, why: Callable[[str], Why] = _nothing
) -> RadarEntry:
    """A paper as the radar shows it, at ``url``; ``why`` is what speaks for it, by its id."""
    receipt = library.receipts.get(card.run)
    own = own_day(card)
    said, best = why(card.id).words, weightier(library, card)
    named = [use.concept for use in card.uses] + [entity.concept for entity in card.entities]
    return RadarEntry(
        id=card.id,
        url=url,
        title=_text(
            card, library, lambda card, _, folder: library.title(card, folder), card.title, "en"
        ),
        arrived=receipt.date if receipt else card.date,
        date=card.updated or card.date,
        first=own,
        source="arXiv" if card.id.startswith("arxiv:") else card.id.partition(":")[0],
        headline=_both(card, library, library.headline, card.headline),
        summary=_both(card, library, library.summary, card.summary),
        reason=_reason(card, best, library),
        why=Bilingual(script_text(said.en), script_text(said.zh)),
        authors=card.authors,
        authors_left=card.authors_left,
        categories=tuple(code for code in (card.category, *card.crosslists) if code),
        score=(best or card).importance,
        version=card.version,
        updated=card.updated is not None,
        code=card.code,
        full_text=card.text in ("html", "pdf"),
        topics=tuple(dict.fromkeys(library.registry.meant(id_, card.id) for id_ in named if id_)),
    )


def _reason(card: Card, best: Card | None, library: Library) -> Bilingual:
    """Why a paper is important; before it, which paper's importance it is where another one of the
    event counts.
    """
    own = _both(card, library, library.reason, card.reason)
    if best is None:
        return own
    told = EVENT_WORDS["of_best"].filled(score=best.importance, title=script_text(best.title))
    between = Bilingual(" ", "")
    return Bilingual(*(f"{told[one]}{between[one]}{own[one]}".strip() for one in LANGUAGES))


_Shown = Callable[[Card, Language, str], str | None]


def _both(card: Card, library: Library, shown: _Shown, builders: Bilingual | None) -> Bilingual:
    own = builders or Bilingual("", "")
    return Bilingual(
        *(_text(card, library, shown, own[language], language) for language in ("en", "zh"))
    )


def _text(card: Card, library: Library, shown: _Shown, builders: str, language: Language) -> str:
    """What the builder wrote, as it is; a person's words without their Markdown."""
    return (
        plain_markdown(shown(card, language, "") or "")
        if library.edits(card.id)
        else script_text(builders)
    )
