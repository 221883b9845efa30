"""Choose: which passages of a long paper a model is shown, within a budget of tokens.

Never the first N characters: what a paper claims, how it got there and what it
measured come first, wherever they stand. Passages stay whole and in the order of
the document, and what is left out is named. Same text and budget, same choice.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest

from wiki_builder.core.values.fulltext import Excerpt, FullText, Passage
from wiki_builder.fulltext.headings import (
    WITHIN,
    Role,
    heading_number,
    is_heading,
    role,
)

# A token is about 4 characters of English and 1.5 of Chinese in today's
# tokenisers (OpenAI, Qwen and DeepSeek state figures between 3 and 5, and
# between 1 and 2). An estimate, kept on the safe side of LaTeX.
LATIN_A_TOKEN = 4.0
CJK_A_TOKEN = 1.5
OVERHEAD = 4  # tokens for a passage's brackets and line ends in the request

# The parts of a paper that are taken first, and the share of the budget that each
# may have before the others had their turn.
_SHARES: tuple[tuple[Role, float], ...] = (
    ("abstract", 1.0),
    ("conclusion", 0.15),
    ("limitations", 0.15),
    ("introduction", 0.2),
    ("results", 0.35),
    ("method", 0.3),
    ("discussion", 0.1),
)
# What is left of the budget goes to these, in this order.
_ORDER: tuple[Role, ...] = (
    "abstract",
    "introduction",
    "method",
    "results",
    "limitations",
    "discussion",
    "conclusion",
    "other",
    "background",
    "back matter",
    "appendix",
)
_CJK = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")
_WORD = re.compile(r"\d+(?:\.\d+)*|\w{3,}")
_NEAREST = 3  # passages for each statement
_APPENDIX_ID = re.compile(r"A\d+\b")


@dataclass(frozen=True, slots=True)
class _Item:
    """A passage, its place in the document, what it costs in tokens,
    and the part that it belongs to.
    """

    place: int
    passage: Passage
    cost: int
    role: Role
    section: str


def tokens(text: str) -> int:
    """About how many tokens ``text`` is for a model, rounded up."""
    eastern = 0 if text.isascii() else len(_CJK.findall(text))
    return int(-(-(eastern / CJK_A_TOKEN + (len(text) - eastern) / LATIN_A_TOKEN) // 1))


def choose(text: FullText, budget: int) -> Excerpt:
    """The passages of ``text`` to show a model within ``budget`` tokens, references never.

    All of them if they fit. Otherwise abstract, conclusion, limitations,
    introduction, results, method and discussion each up to a share of the budget,
    first paragraphs first; then what remains of these; then other sections,
    background, and the appendix last. ``left_out`` names each section, or the
    pages, that are not or not wholly shown. At least one passage is chosen,
    however small the budget.
    """
    items = _items(text.passages)
    if sum(item.cost for item in items) <= budget:
        return Excerpt(tuple(item.passage for item in items))
    chosen = _chosen(items, budget)
    return Excerpt(
        tuple(item.passage for item in items if item.place in chosen),
        _left_out_pages(items, chosen) if text.kind == "pdf" else _left_out(items, chosen),
    )


def nearest(text: FullText, wanted: Sequence[str], budget: int) -> tuple[Passage, ...]:
    """The passages of ``text`` that share most words with each of ``wanted``, within ``budget``
    tokens and in the order of the document; the first of each before the second of any.

    Abstract, or else the first passage, comes before all. A rare word counts for more.
    """
    items = _items(text.passages)
    words = {item.place: set(_WORD.findall(item.passage.text.casefold())) for item in items}
    known = Counter(word for said in words.values() for word in said)

    def ranked(told: str) -> list[_Item]:
        ours = set(_WORD.findall(told.casefold()))
        shared = {place: sum(1 / known[w] for w in ours & said) for place, said in words.items()}
        near = sorted(items, key=lambda item: (-shared[item.place], item.place))
        return [item for item in near[:_NEAREST] if shared[item.place]]

    head = [item for item in items if item.role == "abstract"][:1] or items[:1]
    turns = zip_longest(*map(ranked, wanted))
    order = [*head, *(item for turn in turns for item in turn if item)]
    once = {item.place: item for item in order}.values()
    taken = {item.place for item in _taken(once, budget)} or {item.place for item in head}
    return tuple(item.passage for item in items if item.place in taken)


def _chosen(items: Sequence[_Item], budget: int) -> set[int]:
    """The places of the passages to show."""
    chosen: set[int] = set()
    left = budget
    for name, share in _SHARES:
        wanted = [item for item in items if item.role == name]
        most = max(
            int(share * budget), *(item.cost for item in wanted[:1]), 0
        )  # a whole page may be more than its share
        taken = _taken(wanted, min(left, most))
        chosen |= {item.place for item in taken}
        left -= sum(item.cost for item in taken)
    for name in _ORDER:
        taken = _taken(
            [item for item in items if item.role == name and item.place not in chosen], left
        )
        chosen |= {item.place for item in taken}
        left -= sum(item.cost for item in taken)
    return chosen or {item.place for item in items[:1]}


def _taken(items: Iterable[_Item], budget: int) -> list[_Item]:
    """The items that fit, each section's first ones first; one that is too long is passed over."""
    taken = []
    for item in items:
        if item.cost <= budget:
            taken.append(item)
            budget -= item.cost
    return taken


def _items(passages: Sequence[Passage]) -> list[_Item]:
    """The passages that are no references; those behind the references are the appendix."""
    body = [
        (place, passage) for place, passage in enumerate(passages) if passage.kind != "references"
    ]
    end = next(
        (place for place, passage in enumerate(passages) if passage.kind == "references"),
        len(passages),
    )
    pages = _page_roles([passage for _, passage in body])
    return [
        _Item(
            place,
            passage,
            _cost(passage),
            "appendix" if place > end else page if passage.kind == "page" else _role(passage),
            passage.section.split(WITHIN)[0] or "front matter",
        )
        for (place, passage), page in zip(body, pages, strict=True)
    ]


def _cost(passage: Passage) -> int:
    return tokens(passage.text) + tokens(f"{passage.id} {passage.section}") + OVERHEAD


def _role(passage: Passage) -> Role:
    """A passage's part, by its outermost section, or by its own where that says more."""
    if passage.kind == "abstract":
        return "abstract"
    if _APPENDIX_ID.match(passage.id):
        return "appendix"
    names = [role(title) for title in passage.section.split(WITHIN)]
    if "limitations" in names:
        return "limitations"
    return names[-1] if names[0] == "other" else names[0]


def _page_roles(pages: Sequence[Passage]) -> list[Role]:
    """Each page's part: the most wanted of the sections that it carries on or begins."""
    wanted = [name for name, _ in _SHARES] + [name for name in _ORDER if name not in dict(_SHARES)]
    found: list[Role] = []
    current: Role = "other"
    top = 0
    for page in pages:
        here: set[Role] = {current} if current != "abstract" else set()
        for heading in filter(is_heading, page.text.split("\n")):
            current, top = _section_role(heading, current, top)
            here.add(current)
        found.append(min(here or {current}, key=wanted.index))
    return found


def _section_role(heading: str, current: Role, top: int) -> tuple[Role, int]:
    """The part that a heading opens; a subsection stays in its section's part,
    unless that says nothing.
    """
    numbered, name = heading_number(heading), role(heading)
    if current == "appendix" or (
        top and numbered[:1].isalpha() and numbered.isascii() and len(numbered) == 1
    ):
        return "appendix", top
    if "." in numbered:
        return (name if current == "other" or name == "limitations" else current), top
    if numbered.isdigit() and not top <= int(numbered) <= top + 2:
        return current, top
    return name, int(numbered) if numbered.isdigit() else top


def _left_out(items: Sequence[_Item], chosen: set[int]) -> tuple[str, ...]:
    """The sections that are not wholly shown: "5 Analysis", "3 Method (4 of 9 passages)"."""
    named = []
    for section, group in groupby(items, key=lambda item: item.section):
        places = [item.place for item in group]
        out = sum(place not in chosen for place in places)
        if out:
            named.append(
                section if out == len(places) else f"{section} ({out} of {len(places)} passages)"
            )
    return tuple(named)


def _left_out_pages(items: Sequence[_Item], chosen: set[int]) -> tuple[str, ...]:
    """The pages that are not shown, runs of them as one: "pages 7–9"."""
    pages = [
        int(item.passage.id.removeprefix("page=")) for item in items if item.place not in chosen
    ]
    runs: list[list[int]] = []
    for page in pages:
        if runs and page <= runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    return tuple(
        f"page {run[0]}" if run[0] == run[-1] else f"pages {run[0]}–{run[-1]}" for run in runs
    )
