"""What a judge adds to the tokens of an update, counted over the sample as estimates are.

The papers' requests and replies are the sample's own; a judge's replies are taken to support
everything with nine words of the quote. Beside what the rules leave in doubt now, and ``all``, a
share of the claims is taken to be in doubt, always the same ones.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from zlib import crc32

from wiki_builder.analysis.request import paper_request
from wiki_builder.core.store.papers import paper_files, read_paper_file
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.analysis import Analysis
from wiki_builder.core.values.fulltext import FullText
from wiki_builder.core.values.paper import Paper
from wiki_builder.demo.fulltexts import file_of
from wiki_builder.demo.story import REPLIES
from wiki_builder.fulltext.choose import choose, tokens
from wiki_builder.fulltext.read import file, read_paper_text
from wiki_builder.grounding.judge.request import JudgeRow, judge_request
from wiki_builder.grounding.judge.rows import wanted_rows
from wiki_builder.grounding.judge.shown import shown_passages
from wiki_builder.stages.verify import as_read

SAMPLE = Path(__file__).parent.parent
MAX_TOKENS = 24_000  # [text] max_tokens
SPAN = 9  # words of a quote that a judge gives back
SHARES = (5, 10, 20, 30)  # percent


def figures() -> Iterator[dict[str, object]]:
    """A line for each way to choose what is judged."""
    papers = [(paper, _text(paper)) for paper in map(read_paper_file, paper_files(Wiki(SAMPLE)))]
    replies = (json.loads(path.read_text("utf-8")) for path in REPLIES.glob("paper-*.json"))
    said = {reply["subject"]: tokens(reply["raw"]) for reply in replies}
    read = sum(_read(paper, text) + said[paper.id] for paper, text in papers)
    ways: dict[str, Callable[[Analysis], tuple[JudgeRow, ...]]] = {
        "doubtful": lambda analysis: wanted_rows(analysis, "doubtful"),
        **{f"{share} % of claims": _share(share) for share in SHARES},
        "all": lambda analysis: wanted_rows(analysis, "all"),
    }
    for name, way in ways.items():
        costs = [cost for paper, text in papers if (cost := _judged(paper, text, way))]
        rows, asked, answered = (sum(column) for column in zip(*costs, strict=True))
        yield {
            "judged": name,
            "papers": len(costs),
            "of_papers": len(papers),
            "rows": rows,
            "input_tokens": asked,
            "output_tokens": answered,
            "most_input_of_a_paper": max(cost[1] for cost in costs),
            "percent_of_reading": round(100 * (asked + answered) / read, 1),
        }


def _text(paper: Paper) -> FullText:
    def in_full(one: Paper) -> FullText:
        path, kind = file_of(one.id), one.text.kind if one.text else "pdf"
        assert path
        return read_paper_text(file(path), "", "", (kind,))

    found = as_read(in_full)(paper)
    assert isinstance(found, FullText)
    return found


def _read(paper: Paper, text: FullText) -> int:
    """The tokens of the request by which a paper was read."""
    request = paper_request(paper.id, paper.latest, text, choose(text, MAX_TOKENS))
    return tokens(request.system + request.user)


def _share(percent: int) -> Callable[[Analysis], tuple[JudgeRow, ...]]:
    def chosen(analysis: Analysis) -> tuple[JudgeRow, ...]:
        claims = {claim.id for claim in analysis.claims}
        rows = (row for row in wanted_rows(analysis, "all") if row.id in claims)
        return tuple(row for row in rows if crc32(f"{row.id} {row.quote}".encode()) % 100 < percent)

    return chosen


def _judged(
    paper: Paper, text: FullText, way: Callable[[Analysis], tuple[JudgeRow, ...]]
) -> tuple[int, int, int] | None:
    """Rows, input and output tokens of a paper's judging; ``None`` where nothing is judged."""
    assert paper.analysis
    if not (rows := way(paper.analysis)):
        return None
    version = paper.latest
    shown = shown_passages(text, version.title, version.abstract, paper.analysis, rows)
    request = judge_request(paper.id, text.hash, shown, rows)
    return len(rows), tokens(request.system + request.user), tokens(_reply(rows))


def _reply(rows: tuple[JudgeRow, ...]) -> str:
    return json.dumps({"rows": [_supported(row) for row in rows]}, ensure_ascii=False)


def _supported(row: JudgeRow) -> dict[str, object]:
    span = " ".join((row.quote or row.en or row.id).split()[:SPAN])
    said = {"reason": "", "says": "supported", "span": span}
    return {"id": row.id, **({"en": said} if row.en else {}), **({"zh": said} if row.zh else {})}
