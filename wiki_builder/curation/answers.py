"""The hand-off inbox: requests that wait for an answer, as a person sees them."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel

from wiki_builder.analysis.parse import Unusable, parse
from wiki_builder.analysis.reply import PaperReply
from wiki_builder.briefings.texts import BriefingReply
from wiki_builder.concepts.articles.texts import ConceptReply
from wiki_builder.concepts.relations.reply import RelationReply
from wiki_builder.concepts.verdicts import VerdictReply
from wiki_builder.core.characters import text_in
from wiki_builder.core.errors import UsageError
from wiki_builder.core.settings import Settings
from wiki_builder.grounding.change.reply import ChangeReply
from wiki_builder.grounding.judge.mend import MendReply
from wiki_builder.grounding.judge.reply import JudgeReply
from wiki_builder.llm.handoff import answered, put_answer, waiting

_REPLIES: dict[str, type[BaseModel]] = {
    "paper": PaperReply,
    "verdict": VerdictReply,
    "concept": ConceptReply,
    "briefing": BriefingReply,
    "judge": JudgeReply,
    "review": JudgeReply,
    "mend": MendReply,
    "reword": MendReply,
    "change": ChangeReply,
    "relation": RelationReply,
}


def listed(folder: Path) -> list[str]:
    """A line for each request that waits, and how to answer."""
    keys = waiting(folder)
    if not keys:
        return ["no request waits for an answer"]
    return [
        *keys,
        "",
        (
            f"{len(keys)} wait. Read one: wiki-builder answer KEY; answer it: wiki-builder answer"
            " KEY FILE"
        ),
    ]


def shown(folder: Path, key: str) -> str:
    """The whole request, to copy into a chat."""
    path = folder / f"{_known(folder, key)}.request.md"
    return path.read_text(encoding="utf-8")


def text_of(content: bytes, where: str) -> str:
    """What a file says that holds an answer.

    Raises:
        UsageError: its encoding cannot be told.
    """
    try:
        return text_in(content)
    except UnicodeDecodeError:
        next_ = "Save it as UTF-8, then run this again"
        raise UsageError("this file is not UTF-8", where=where, next=next_) from None


def filed(
    folder: Path, key: str, text: str, by: str | None, settings: Settings | None = None
) -> str:
    """File an answer; what was done, in words. The very answer that a request has already may be
    filed again. Where nobody is named as its author, the settings' own name counts.

    Raises:
        UsageError: there is no such request, or the answer does not follow the schema; nothing was
            filed.
    """
    known = _known(folder, key, text)
    parsed = parse(text, _REPLIES[known.partition("-")[0]])
    if isinstance(parsed, Unusable):
        what = "the answer cannot be used:\n  " + "\n  ".join(parsed.errors)
        raise UsageError(what, where=key, next="Mend it, or ask again with these points")
    if settings and not by:
        judging = known.startswith(("judge-", "review-", "relation-"))
        by = (settings.judge_model if judging else settings.model).answered_by
    put_answer(folder, known, text, by)
    return f"filed; the next `wiki-builder update` checks it against what was asked ({known})"


def _known(folder: Path, key: str, text: str = "") -> str:
    """The request that ``key``, or an unambiguous part of it, names:
    one that waits, or has the answer ``text``.
    """
    waits = [known for known in waiting(folder) if key in known]
    matching = waits or [known for known in answered(folder, text) if key in known]
    if len(matching) != 1:
        what = (
            "no request of that name waits" if not matching else f"{len(matching)} requests match"
        )
        raise UsageError(what, where=key, next="wiki-builder answer lists them")
    return matching[0]
