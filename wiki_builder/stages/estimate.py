"""What a run would need of a model at most: calls, tokens, money.
Nothing is asked and nothing written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from wiki_builder.core.settings import Settings
from wiki_builder.core.store.papers import read_paper
from wiki_builder.core.store.values import if_readable
from wiki_builder.core.store.wiki import Wiki, is_day
from wiki_builder.core.values.briefing import week_of
from wiki_builder.core.values.receipt import NEW_VERSION, Receipt
from wiki_builder.library.card import Card, not_judged
from wiki_builder.library.index import load_index
from wiki_builder.llm.price import Price
from wiki_builder.pages.deleted import rejected_papers
from wiki_builder.pages.publisher import publisher
from wiki_builder.stages.analyse import papers_to_read
from wiki_builder.stages.articles import due_texts
from wiki_builder.stages.briefings import due_briefings
from wiki_builder.stages.relations import waiting_relations
from wiki_builder.stages.renew import papers_to_renew
from wiki_builder.stages.review import unreviewed
from wiki_builder.stages.select import Taken
from wiki_builder.stages.to_judge import waiting_papers

# measured on the sample's requests and replies
PROMPT_TOKENS, ABSTRACT_TOKENS, OUTPUT_TOKENS = 3_400, 500, 3_000
TEXT_PROMPT_TOKENS, TEXT_OUTPUT_TOKENS = 2_000, 3_000  # of a concept's text, its claims apart
CONCEPTS_OF_A_PAPER = 10  # the most that a reply names
# of a judge's question and of a writer's second one: rows and passages apart
JUDGE_TOKENS, MEND_TOKENS, SHOWN_TOKENS = 900, 650, 20_000
CHANGE_TOKENS, CHANGE_SHOWN = 1_700, 8_000  # of a question about a new version, statements apart
# of a question about findings and their pairs, as many as there may be
RELATION_TOKENS, RELATION_OUTPUT_TOKENS = 4_800, 1_400
ROW_TOKENS, ROW_OUTPUT_TOKENS, MENDED_OUTPUT_TOKENS = 110, 60, 150
# of a briefing of a week, the larger ones, with all that it may be given
BRIEFING_TOKENS, BRIEFING_OUTPUT_TOKENS = 20_000, 4_000
# of a judge's question about one: its sentences, and the claims that they rest on; of the writer's
# about those that were denied, and of the judge's about the new words
REVIEW_TOKENS, REVIEW_OUTPUT_TOKENS = 12_000, 2_500
REWORD_TOKENS, REWORD_OUTPUT_TOKENS, AGAIN_TOKENS, AGAIN_OUTPUT_TOKENS = 4_000, 800, 4_000, 700
# statements of a paper that a judge is asked about, and of them those that are worded anew
ROWS = {"doubtful": 6, "all": 25, "off": 0}
MENDED = 2


def most_papers(
    wiki: Wiki, receipts: Sequence[Receipt], limit: int | None, *, refresh: bool
) -> int:
    """How many papers a run would read: those that it takes, and those that wait."""
    index = load_index(wiki)
    new = {
        row.id for receipt in receipts for row in receipt.rows if row.outcome == "taken"
    } - index.keys()
    papers = len(papers_to_read(wiki, index, refresh=refresh)) + len(new)
    return min(papers, limit) if limit is not None else papers


def most_renewed(wiki: Wiki, taken: Sequence[Taken], limit: int | None) -> int:
    """How many summaries a run could have to ask about since the paper has a new version."""
    new = {paper.id for one in taken for paper in one.papers if paper.analysis}
    count = len(new.union(papers_to_renew(wiki, load_index(wiki))) - rejected_papers(wiki))
    return count if limit is None else min(count, limit)


def most_full(wiki: Wiki, receipts: Sequence[Receipt], *, refresh: bool) -> int:
    """Of how many papers that wait, or have a new version, the full text is read, whatever order
    the settings have: a person wants it, or it was read before.
    """
    index = load_index(wiki)
    rows = (row for receipt in receipts for row in receipt.rows)
    ids = {
        *(row.id for row in rows if row.reason == NEW_VERSION),
        *papers_to_read(wiki, index, refresh=refresh),
        *papers_to_renew(wiki, index),
        *waiting_papers(wiki),
    }
    return sum(_in_full(wiki, index[id_].card) for id_ in ids if id_ in index)


def _in_full(wiki: Wiki, card: Card) -> bool:
    if card.status == "read":
        return card.lesser or card.text != "abstract"
    paper = if_readable(read_paper, wiki, card.id)
    return paper is not None and paper.full


def most_texts(wiki: Wiki, settings: Settings, papers: int, *, refresh: bool) -> int:
    """How many concepts' texts a run could write:
    those that are due, and all that its papers could make due.
    """
    if not settings.concepts.write:
        return 0
    due = due_texts(wiki, settings, load_index(wiki), refresh=refresh)
    return min(due + CONCEPTS_OF_A_PAPER * papers, settings.concepts.texts_per_run)


def most_judged(
    wiki: Wiki, settings: Settings, papers: int, limit: int | None, *, refresh: bool
) -> int:
    """How many papers a run could have judged:
    those that it reads, those that wait for that, and with ``refresh`` outdated ones.
    """
    which = settings.check.judge
    if which == "off" or settings.judge_model.engine == "none":
        return 0
    index = load_index(wiki) if refresh else {}
    outdated = sum(
        entry.card.judge_outdated or not_judged(entry.card, which) > 0 for entry in index.values()
    )
    return papers + len(waiting_papers(wiki)) + min(outdated, outdated if limit is None else limit)


def most_compared(wiki: Wiki, settings: Settings, papers: int) -> int:
    """Of how many papers a run could compare the findings with others'."""
    check = settings.check
    if not check.relations or settings.judge_model.engine == "none":
        return 0
    return papers + waiting_relations(wiki)


def most_briefings(wiki: Wiki, settings: Settings, receipts: Sequence[Receipt], today: date) -> int:
    """How many briefings a run could write: those that are due, and those of the days that it
    takes papers of, with their weeks.
    """
    wanted = settings.briefings
    if not (wanted.day or wanted.week) or settings.model.engine == "none":
        return 0
    library = publisher(wiki, settings, load_index(wiki)).library
    names = (receipt.name for receipt in receipts if receipt.count("taken"))
    new = {name for name in names if is_day(name)} - library.receipts.keys()
    days, weeks = len(new) * wanted.day, len(set(map(week_of, new))) * wanted.week
    return due_briefings(wiki, settings, library, today) + days + weeks


def most_reviewed(
    wiki: Wiki,
    settings: Settings,
    briefings: int,
    today: date,
    *,
    refresh: bool = False,
    limit: int | None = None,
) -> int:
    """How many briefings a run could have judged, and worded anew in part: those that it writes,
    those that wait, and with ``refresh`` outdated ones.
    """
    if settings.check.judge == "off" or settings.judge_model.engine == "none":
        return 0
    writes = settings.model.engine != "none"
    waiting = unreviewed(wiki, settings, today, writes=writes, refresh=refresh, limit=limit)
    return briefings + len(waiting)


def at_most(
    settings: Settings,
    papers: int,
    texts: int,
    judged: int,
    renewed: int,
    compared: int,
    full: int,
    price: Price | None,
    judge_price: Price | None,
    briefings: int = 0,
    reviewed: int = 0,
) -> dict[str, object]:
    """What reading so many papers, having so many judged, asking about so many new versions,
    comparing the findings of so many, writing so many texts and briefings and having so many of
    these judged needs at most.

    ``calls`` are those for papers, ``judge_calls`` those to have all judged, ``change_calls``
    those about new versions, ``relation_calls`` those about findings, ``concept_calls`` those
    for texts, ``briefing_calls`` those for briefings; tokens are of all, and so is the
    cost where prices are known.
    """
    if settings.text.order != ("abstract",):
        full = papers + renewed + judged

    def texts_of(count: int, tokens: int) -> int:
        whole = min(count, full)
        return whole * tokens + (count - whole) * ABSTRACT_TOKENS

    most = settings.text.max_tokens
    longest = PROMPT_TOKENS + (most if full else ABSTRACT_TOKENS)
    tokens_in = papers * PROMPT_TOKENS + texts_of(papers, most)
    tokens_in += texts * (TEXT_PROMPT_TOKENS + settings.concepts.claims_tokens)
    tokens_in += briefings * BRIEFING_TOKENS
    # at worst nothing of a summary stands, and all of it goes there and comes back
    tokens_in += renewed * (CHANGE_TOKENS + OUTPUT_TOKENS)
    tokens_in += texts_of(renewed, min(CHANGE_SHOWN, most))
    tokens_out = (papers + renewed) * OUTPUT_TOKENS + texts * TEXT_OUTPUT_TOKENS
    tokens_out += briefings * BRIEFING_OUTPUT_TOKENS
    (mend_in, mend_out), (judge_in, judge_out) = _of_judging(
        settings, judged, texts_of(judged, SHOWN_TOKENS)
    )
    tokens_in += mend_in + reviewed * REWORD_TOKENS
    tokens_out += mend_out + reviewed * REWORD_OUTPUT_TOKENS
    judge_in += compared * RELATION_TOKENS
    judge_out += compared * RELATION_OUTPUT_TOKENS
    judge_in += reviewed * (REVIEW_TOKENS + AGAIN_TOKENS)
    judge_out += reviewed * (REVIEW_OUTPUT_TOKENS + AGAIN_OUTPUT_TOKENS)
    costs = (
        _cost(price, tokens_in, tokens_out, longest),
        _cost(judge_price, judge_in, judge_out, longest) if judged or compared or reviewed else 0.0,
    )
    cost = None if None in costs else sum(filter(None, costs))
    tokens_in, tokens_out = tokens_in + judge_in, tokens_out + judge_out
    money = {settings.model.currency: round(cost, 4)} if cost is not None else {"price": "unknown"}
    return {
        "calls": papers,
        "judge_calls": 3 * (judged + reviewed),
        "change_calls": renewed,
        "relation_calls": compared,
        "concept_calls": texts,
        "briefing_calls": briefings,
        "input_tokens": tokens_in,
        "output_tokens": tokens_out,
        **money,
    }


def _cost(price: Price | None, asked: int, answered: int, longest: int) -> float | None:
    """What so many tokens cost in calls of at most ``longest``; a price may hold up to a length."""
    if price is None or (price.up_to is not None and longest > price.up_to):
        return None
    return replace(price, up_to=None).cost(asked, answered)


def _of_judging(
    settings: Settings, papers: int, shown: int
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Tokens of the writer's second chance, and of a judge who is asked before and after it:
    input and output of each. ``shown`` is what both are shown of all these papers' texts.
    """
    rows = ROWS[settings.check.judge]
    asked = papers * (2 * JUDGE_TOKENS + (rows + MENDED) * ROW_TOKENS) + 2 * shown
    mended = papers * (MEND_TOKENS + MENDED * ROW_TOKENS) + shown
    return (
        (mended, papers * MENDED * MENDED_OUTPUT_TOKENS),
        (asked, papers * (rows + MENDED) * ROW_OUTPUT_TOKENS),
    )
