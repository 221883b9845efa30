"""What a judge costs beside the reading of the sample, in tokens as the product estimates them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from benchmarks.grounding.sample import PAPERS, source_of
from benchmarks.grounding.statement import Source
from wiki_builder.analysis.request import Request, paper_request
from wiki_builder.core.settings import Text
from wiki_builder.core.store.papers import read_paper_file
from wiki_builder.core.values.analysis import Analysis
from wiki_builder.core.values.paper import Paper
from wiki_builder.demo.story import REPLIES
from wiki_builder.fulltext.choose import choose, tokens
from wiki_builder.grounding.ground import regrounded
from wiki_builder.grounding.judge.request import judge_request
from wiki_builder.grounding.judge.rows import Which, wanted_rows
from wiki_builder.grounding.judge.shown import shown_passages
from wiki_builder.llm import replies
from wiki_builder.stages.estimate import ROW_OUTPUT_TOKENS


def tokens_of_sample(folder: Path = PAPERS) -> dict[str, Any]:
    """Input and output of reading the sample, and of its judge's first questions, for each setting;
    what the judge adds is a share of the first. Replies of a judge are estimated by their rows.
    """
    read = [
        (paper, paper.analysis, source_of(paper)) for paper in _papers(folder) if paper.analysis
    ]
    requests = [_request(paper, source) for paper, _, source in read]
    answers = [replies.read_reply(REPLIES, request.key) for request in requests]
    reading = sum(map(_input, requests))
    reading += sum(tokens(answer.raw) for answer in answers if answer)
    told: dict[str, Any] = {"papers": len(read), "reading": reading}
    for which in get_args(Which):
        asked = [_asked(analysis, source, which) for _, analysis, source in read]
        judging = sum(_input(request) + ROW_OUTPUT_TOKENS * rows for request, rows in asked if rows)
        told[which] = {
            "rows": sum(rows for _, rows in asked),
            "tokens": judging,
            "added": round(judging / reading, 4),
        }
    return told


def _papers(folder: Path) -> Iterator[Paper]:
    for path in sorted(folder.glob("*/*.json")):
        yield read_paper_file(path)


def _request(paper: Paper, source: Source) -> Request:
    excerpt = choose(source.text, Text().max_tokens)
    return paper_request(paper.id, paper.latest, source.text, excerpt)


def _asked(analysis: Analysis, source: Source, which: Which) -> tuple[Request, int]:
    """A judge's question about a paper as it is checked today, and its rows."""
    checked = regrounded(analysis, source.text, source.beside)
    rows = wanted_rows(checked, which)
    abstract = max(source.beside, key=len, default="")
    passages = shown_passages(source.text, source.title, abstract, checked, rows)
    return judge_request(source.id, source.text.hash, passages, rows), len(rows)


def _input(request: Request) -> int:
    return tokens(request.system) + tokens(request.user)
