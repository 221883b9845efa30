"""What a run would need of a model at most: calls, tokens, money.
Nothing is asked and nothing written.
"""

from __future__ import annotations

from collections.abc import Sequence

from wiki_builder.core.settings import Settings
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.receipt import Receipt
from wiki_builder.library.index import load_index
from wiki_builder.llm.price import Price
from wiki_builder.stages.analyse import papers_to_read
from wiki_builder.stages.articles import due_texts

# measured on the sample's requests and replies
PROMPT_TOKENS, ABSTRACT_TOKENS, OUTPUT_TOKENS = 2_600, 500, 3_000
TEXT_PROMPT_TOKENS, TEXT_OUTPUT_TOKENS = 2_000, 3_000  # of a concept's text, its claims apart
CONCEPTS_OF_A_PAPER = 10  # the most that a reply names


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


def most_texts(wiki: Wiki, settings: Settings, papers: int, *, refresh: bool) -> int:
    """How many concepts' texts a run could write:
    those that are due, and all that its papers could make due.
    """
    if not settings.concepts.write:
        return 0
    due = due_texts(wiki, settings, load_index(wiki), refresh=refresh)
    return min(due + CONCEPTS_OF_A_PAPER * papers, settings.concepts.texts_per_run)


def at_most(settings: Settings, price: Price | None, papers: int, texts: int) -> dict[str, object]:
    """What reading so many papers and writing so many texts needs at most.

    ``calls`` are those for papers, ``concept_calls`` those for texts; tokens are of both, and
    so is the cost where prices are known.
    """
    full = settings.text.order != ("abstract",)
    tokens_in = papers * (PROMPT_TOKENS + (settings.text.max_tokens if full else ABSTRACT_TOKENS))
    tokens_in += texts * (TEXT_PROMPT_TOKENS + settings.concepts.claims_tokens)
    tokens_out = papers * OUTPUT_TOKENS + texts * TEXT_OUTPUT_TOKENS
    cost = price.cost(tokens_in, tokens_out) if price else None
    money = {settings.model.currency: round(cost, 4)} if cost is not None else {"price": "unknown"}
    return {
        "calls": papers,
        "concept_calls": texts,
        "input_tokens": tokens_in,
        "output_tokens": tokens_out,
        **money,
    }
