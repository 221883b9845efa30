"""``wiki-builder model test``: does this model do for a wiki? One small request tells.

The request is built in: the title and a few sentences of a real paper, and the
schema that every paper's request has.
"""

from __future__ import annotations

import re
import time
from dataclasses import asdict, dataclass

from wiki_builder.analysis.checks import check_reply
from wiki_builder.analysis.parse import Unusable, parse
from wiki_builder.analysis.reply import PaperReply
from wiki_builder.analysis.request import Request, paper_request
from wiki_builder.core.values.announcement import Version
from wiki_builder.core.values.fulltext import Excerpt, FullText, Passage
from wiki_builder.llm.engine import (
    Broken,
    Engine,
    NoReply,
    OverBudget,
    Reply,
    Waiting,
)
from wiki_builder.llm.limits import Clock

# arXiv:1706.03762; arXiv's metadata is CC0.
_TITLE = "Attention Is All You Need"
_ABSTRACT = (
    "The dominant sequence transduction models are based on complex recurrent or convolutional"
    " neural networks in an encoder-decoder configuration. The best performing models also connect"
    " the encoder and decoder through an attention mechanism. We propose a new simple network"
    " architecture, the Transformer, based solely on attention mechanisms, dispensing with"
    " recurrence and convolutions entirely. Experiments on two machine translation tasks show these"
    " models to be superior in quality while being more parallelizable and requiring significantly"
    " less time to train. Our model achieves 28.4 BLEU on the WMT 2014 English-to-German"
    " translation task, improving over the existing best results, including ensembles by over 2"
    " BLEU."
)
_TEXT = FullText("abstract", (Passage("abstract", _ABSTRACT, kind="abstract"),))
_THINKING = re.compile(r"</?(think|thinking|thought|reasoning)>", re.IGNORECASE)
_NOT_CHINESE = "is not in Chinese"


@dataclass(frozen=True, slots=True)
class ProbeFinding:
    """One question about the model, its answer (``None``: could not be told),
    and what to do about a no.
    """

    question: str
    yes: bool | None
    detail: str = ""
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Probe:
    """What the one request showed. ``seconds`` is wall time; ``cost`` is in ``currency``."""

    model: str
    findings: tuple[ProbeFinding, ...]
    seconds: float
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: float | None = None
    currency: str | None = None

    @property
    def fit(self) -> bool:
        """Whether no question was answered with no."""
        return not any(finding.yes is False for finding in self.findings)

    def document(self) -> dict[str, object]:
        """The probe as one JSON document."""
        return {**asdict(self), "fit": self.fit}

    def lines(self) -> list[str]:
        """The probe in words: a question a line, with its answer and advice."""
        marks = {True: "yes", False: "NO ", None: "?  "}
        lines = [f"{self.model or 'no answer'}, {self.seconds:.1f} s"]
        for finding in self.findings:
            more = ". ".join(part for part in (finding.detail, finding.advice) if part)
            lines.append(
                f"  {marks[finding.yes]} {finding.question}" + (f" {more}" if more else "")
            )
        if self.input_tokens is not None:
            cost = f", {self.cost:.5f} {self.currency}" if self.cost is not None else ""
            lines.append(f"  {self.input_tokens} + {self.output_tokens} tokens{cost}")
        return lines


def probe_request() -> Request:
    """The built-in request."""
    version = Version(None, _TITLE, ("Ashish Vaswani",), _ABSTRACT, ("cs.CL",))
    return paper_request("arxiv:1706.03762", version, _TEXT, Excerpt(_TEXT.passages))


def probe(engine: Engine, clock: Clock = time.monotonic, *, budget: bool = True) -> Probe:
    """Ask ``engine`` once and report; stored replies are not for this, so pass the bare engine.

    ``budget`` says whether there is one to keep, for which a price must be known.

    Raises:
        UpstreamError: the key is refused, or the model is unknown.
    """
    started = clock()
    ((_, answer),) = engine.ask([probe_request()])
    seconds = clock() - started
    if not isinstance(answer, Reply):
        return Probe(
            "", (ProbeFinding("Does it answer?", False, answer.reason, _advice(answer)),), seconds
        )
    return Probe(
        answer.model,
        _findings(answer, budget),
        seconds,
        answer.input_tokens,
        answer.output_tokens,
        answer.cost,
        answer.currency,
    )


def _advice(answer: NoReply) -> str:
    """What to do where no reply came; the reason of what waits says it itself."""
    if isinstance(answer, Waiting):
        return ""
    if isinstance(answer, OverBudget):
        return "Raise the budget in [model] of wiki.toml"
    passing = isinstance(answer, Broken) and answer.passing
    return "Try again later, or name another model" if passing else "Name another model"


def _findings(reply: Reply, budget: bool) -> tuple[ProbeFinding, ...]:
    parsed = parse(reply.raw)
    return (
        ProbeFinding("Does it answer?", True),
        _schema(parsed),
        _thinking(reply.raw),
        _chinese(parsed),
        _content(parsed),
        _price(reply, budget),
    )


def _schema(parsed: PaperReply | Unusable) -> ProbeFinding:
    question = "Does it keep the schema?"
    if isinstance(parsed, PaperReply):
        return ProbeFinding(question, True)
    return ProbeFinding(
        question,
        False,
        "; ".join(parsed.errors[:3]),
        "Name a larger model; each failed reply costs a re-ask",
    )


def _thinking(raw: str) -> ProbeFinding:
    shown = bool(_THINKING.search(raw)) or not raw.lstrip("`json \n").startswith("{")
    advice = (
        "It does no harm but costs output tokens: switch thinking off, or use a preset that does"
    )
    return ProbeFinding(
        "Does it hide its thinking?",
        not shown,
        "there is text before the answer" if shown else "",
        advice * shown,
    )


def _chinese(parsed: PaperReply | Unusable) -> ProbeFinding:
    question = "Does it write Chinese?"
    if isinstance(parsed, Unusable):
        return ProbeFinding(question, None, "cannot be told without a reply that keeps the schema")
    wrong = [line for line in check_reply(parsed, _TEXT) if line.endswith(_NOT_CHINESE)]
    return ProbeFinding(
        question,
        not wrong,
        "; ".join(wrong[:3]),
        "Name a model that knows Chinese" if wrong else "",
    )


def _content(parsed: PaperReply | Unusable) -> ProbeFinding:
    question = "Is what it says sound?"
    if isinstance(parsed, Unusable):
        return ProbeFinding(question, None, "cannot be told without a reply that keeps the schema")
    wrong = [line for line in check_reply(parsed, _TEXT) if not line.endswith(_NOT_CHINESE)]
    return ProbeFinding(
        question,
        not wrong,
        "; ".join(wrong[:3]),
        "Such replies are asked for twice" if wrong else "",
    )


def _price(reply: Reply, budget: bool) -> ProbeFinding:
    question = "Is its price known?"
    if reply.cost is not None:
        return ProbeFinding(question, True)
    if reply.input_tokens is None:
        return ProbeFinding(
            question,
            None,
            "the provider's count of tokens is missing or cannot be true",
            "Costs are estimated",
        )
    advice = "Give its prices per million tokens in wiki.toml; a budget needs them"
    return ProbeFinding(question, False if budget else None, "", advice)
