"""Which passages of a paper a judge is shown: those that are quoted, and what is around them.

Title, authors and abstract come first, since they name what a passage calls *we* and *it*; then the
quoted passages in the order of the text, with their neighbours where there is room. A long passage,
such as a page, is cut to what is around its quotes where all of it would be too much.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from wiki_builder.core.values.analysis import Analysis
from wiki_builder.core.values.fulltext import FullText, Passage
from wiki_builder.fulltext.choose import OVERHEAD, tokens
from wiki_builder.grounding.judge.request import JudgeRow, judge_request
from wiki_builder.grounding.quotes import find_quote, searchable

# Of the whole request. A judge who is shown half a page finds half of what stands on it *not said*:
# of five full texts cut to 12,000 tokens a third of the wordings.
MOST_TOKENS: Final = 32_000
LEAST_TOKENS: Final = 1_500  # of its passages, however many rows there are
_ROOMS: Final = (1_500, 800, 400, 200, 0)  # characters on either side of a quote
HEAD: Final = ("title", "abstract")  # the passages that are shown with any row
MOST_AUTHORS: Final = 12  # of those that a summary may name
_CUT: Final = " … "


def shown_head(title: str, authors: Sequence[str]) -> str:
    """A paper's title and its authors, the first of many, as a judge is shown them."""
    named = ", ".join(authors[:MOST_AUTHORS]) + (" et al." if len(authors) > MOST_AUTHORS else "")
    return f"{title}\n{named}" if named else title


def shown_passages(
    text: FullText, title: str, abstract: str, analysis: Analysis, asked: Sequence[JudgeRow]
) -> tuple[Passage, ...]:
    """The passages to show with the rows ``asked`` of ``analysis``; ``title`` may go on with the
    authors.

    Rows that quote nothing are held against all that the analysis quotes.
    """
    quotes = {(row.passage, row.quote) for row in asked if row.quote}
    if any(not row.quote for row in asked):
        quotes |= {(one.evidence.passage, one.evidence.quote) for one in analysis.claims}
    named = judge_request("", "", (), asked)
    room = max(LEAST_TOKENS, MOST_TOKENS - tokens(named.system + named.user))
    spans = _spans(text, quotes)
    body = [*_body(text, spans)]
    head = [passage for passage in _head(body, title, abstract) if passage.id not in spans]
    taken = {passage.id: passage for passage in _fitting(head, room)}
    quoted = _quoted(body, spans, room - _cost(taken.values()))
    left = room - _cost(quoted.values())
    near = [passage for passage in _neighbours(body, quoted) if passage.id not in taken]
    taken |= {p.id: p for p in _fitting(near, left - _cost(taken.values()))} | quoted
    order = (*head, *body)
    return tuple(taken.pop(passage.id) for passage in order if passage.id in taken)


def _body(text: FullText, quoted: Collection[str]) -> Iterator[Passage]:
    """The passages of a text, references apart unless they are quoted and nothing else has their
    id: the last page of a paper and the references on it have one.
    """
    own = {passage.id for passage in text if passage.kind != "references"}
    for passage in text:
        if passage.kind != "references" or (passage.id in quoted and passage.id not in own):
            yield passage


def _spans(
    text: FullText, quotes: Iterable[tuple[str, str]]
) -> dict[str, tuple[tuple[int, int], ...]]:
    """By the id of a passage, where it is quoted; a quote over a border is quoted in both."""
    places = searchable(text.passages)
    found: dict[str, list[tuple[int, int]]] = {}
    for named, quote in sorted(quotes):
        if where := find_quote(quote, places, named):
            if where.first is where.last:
                found.setdefault(where.first.id, []).append((where.start, where.end))
                continue
            found.setdefault(where.first.id, []).append((where.start, len(where.first.text)))
            found.setdefault(where.last.id, []).append((0, where.end))
    return {id_: tuple(sorted(spans)) for id_, spans in found.items()}


def _quoted(
    body: Sequence[Passage], spans: dict[str, tuple[tuple[int, int], ...]], room: int
) -> dict[str, Passage]:
    """The quoted passages, whole if all of them fit, otherwise what fits around the quotes."""
    whole = {passage.id: passage for passage in body if passage.id in spans}
    found = whole
    for around in _ROOMS:
        if _cost(found.values()) <= room:
            break
        found = {id_: _cut(passage, spans[id_], around) for id_, passage in whole.items()}
    return found


def _cut(passage: Passage, spans: Sequence[tuple[int, int]], around: int) -> Passage:
    """A passage without what is further than ``around`` characters from its quotes."""
    text, pieces = passage.text, list[tuple[int, int]]()
    for start, end in spans:
        first = text.rfind(" ", 0, max(0, start - around)) + 1
        last = text.find(" ", min(len(text), end + around))
        last = len(text) if last < 0 else last
        if pieces and first <= pieces[-1][1]:
            first, last = pieces[-1][0], max(last, pieces.pop()[1])
        pieces.append((first, last))
    head = _CUT.lstrip() if pieces[0][0] > 0 else ""
    tail = _CUT.rstrip() if pieces[-1][1] < len(text) else ""
    return replace(passage, text=head + _CUT.join(text[a:b] for a, b in pieces) + tail)


def _head(body: Sequence[Passage], title: str, abstract: str) -> Iterator[Passage]:
    yield Passage("title", title)
    own = [passage for passage in body if passage.kind == "abstract"]
    yield from own or ([Passage("abstract", abstract, kind="abstract")] if abstract else [])


def _neighbours(body: Sequence[Passage], quoted: dict[str, Passage]) -> Iterator[Passage]:
    """The passages before and behind each quoted one, pages apart, which hold enough."""
    for at, passage in enumerate(body):
        around = (body[place].id for place in (at - 1, at + 1) if 0 <= place < len(body))
        if passage.kind == "paragraph" and passage.id not in quoted and quoted.keys() & set(around):
            yield passage


def _fitting(passages: Iterable[Passage], room: int) -> Iterator[Passage]:
    for passage in passages:
        if (cost := _cost([passage])) <= room:
            room -= cost
            yield passage


def _cost(passages: Iterable[Passage]) -> int:
    return sum(tokens(f"{one.id} {one.section} {one.text}") + OVERHEAD for one in passages)
