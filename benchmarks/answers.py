"""A model that can only quote: a valid reply to a request, made from what was sent.

A paper's quotes stand in its text, a concept's sentences are its claims, of two names that look
alike a few are the same and all others related, what is judged is supported, and findings of two
papers have nothing to do with each other.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from itertools import cycle
from typing import Any, Literal, TypeAlias
from zlib import crc32

from benchmarks import names
from benchmarks.material import replies
from wiki_builder.analysis.reply import Both
from wiki_builder.concepts import sentence

Json: TypeAlias = dict[str, Any]
Task: TypeAlias = Literal[
    "paper", "verdict", "text", "judge", "mend", "change", "relation", "briefing"
]
_TITLE = re.compile(r"^Title: (.+)$", re.MULTILINE)
_PASSAGE = re.compile(r"^\[(\S+)\][^\n]*\n(.+?)\n\n", re.MULTILINE | re.DOTALL)
_NUMBER = re.compile(r"\d[\d.,]*%?")
_COUNTS = {"contributions": 4, "results": 6, "limitations": 3}
STEPS = 4
SAME_EACH = 10  # one of so many names is the same as its likeliest candidate
_NAMES = "\nNames, one a line, each with its candidates:\n"
_CLAIM = re.compile(
    r"^\[(\S+#[pcsrawlv][0-9a-f]{7})\] \(.*?, role: \w+, \w+\) (.+) \| (.+)$", re.MULTILINE
)
_GIVEN = re.compile(r"^  \[(\S+#[pcsrawlv][0-9a-f]{7})\] \(\w+\) (.+) \| (.+)$", re.MULTILINE)
_ROWS, _LOST, _PAIRS = "\n<rows>\n", "\n<lost>\n", "\n<pairs>\n"
_SHOWN = re.compile(r"\n<passages>\n\[[^\n]*\n(\S+)")
_MOST = {"definition": 2, "development": 4, "techniques": 4, "questions": 2}


def reply(user: str, concepts: int = 0) -> str:
    """The reply to the request whose user message is ``user``, as JSON; the same request gives the
    same reply.

    A paper names concepts of the sample, or those of a generated wiki that has so many, and new
    ones.
    """
    match task(user):
        case "paper":
            said = _paper(user, concepts)
        case "verdict":
            said = {
                "verdicts": [verdict for line in names_asked(user) for verdict in _verdicts(line)]
            }
        case "judge":
            said = {"rows": [_judged(row, user) for row in _rows(user)]}
        case "mend":
            said = {"rows": [{"id": row["id"], "drop": True} for row in _rows(user)]}
        case "relation":
            said = {"rows": [{"id": row["id"], "says": "unrelated"} for row in _rows(user, _PAIRS)]}
        case "change":
            said = {"rows": [{"id": row["id"], "drop": True} for row in _rows(user, _LOST)]}
        case "briefing":
            said = _briefing(user.partition("<papers>")[2].partition("</papers>")[0])
        case "text":
            said = _text(user[user.index("<claims>") :])
    return json.dumps(said, ensure_ascii=False)


def task(user: str) -> Task:
    """What a request asks for."""
    if _NAMES in user:
        return "verdict"
    if _PAIRS in user:
        return "relation"
    if "<papers>" in user:
        return "briefing"
    if _LOST in user:
        return "change"
    if _ROWS in user:
        return "mend" if any("problem" in row for row in _rows(user)) else "judge"
    return "paper" if "<paper>" in user else "text"


def names_asked(user: str) -> list[Json]:
    """The open names of a request for verdicts, each with its candidates."""
    return [json.loads(line) for line in user.partition(_NAMES)[2].splitlines()]


# --- Papers ---------------------------------------------------------------------


def _paper(user: str, concepts: int) -> Json:
    paper = user[user.index("<paper>") :]
    quotes = _quotes(paper)
    like = copy.deepcopy(replies()[crc32(paper.encode()) % len(replies())])
    for part, count in _COUNTS.items():
        like[part] = [_claim(item, *next(quotes)) for item in _cycled(like[part], count)]
    like["method"]["steps"] = [
        _claim(item, *next(quotes)) for item in _cycled(like["method"]["steps"], STEPS)
    ]
    for both in (like["headline"], like["summary"], like["method"]["overview"]):
        both |= {language: _without_numbers(text) for language, text in both.items()}
    like["abstract_zh"] = _without_numbers(like["abstract_zh"])
    if concepts:
        _named(like, _TITLE.findall(user)[0], concepts)
    return like


def _named(like: Json, title: str, concepts: int) -> None:
    """Other concepts and named things than the sample's;
    each of the first few stands in a claim.
    """
    ideas, things = names.of_paper(title, concepts)
    items = zip(ideas, cycle(like["concepts"]), strict=False)
    like["concepts"] = [item | {"name": {"en": both.en, "zh": both.zh}} for both, item in items]
    like["entities"] = [{"name": name, "kind": kind} for kind, name in things]
    for both, claim in zip(ideas, like["contributions"] + like["method"]["steps"], strict=False):
        said = claim["text"]
        claim["text"] = {
            "en": f"With {both.en}: {said['en']}",
            "zh": f"借助{both.zh}：{said['zh']}",
        }


def _quotes(paper: str) -> Iterator[tuple[str, str]]:
    """A passage's id and its first sentence, for each passage that has one; no sentence twice."""
    seen: set[str] = set()
    for passage in _PASSAGE.finditer(paper):
        first = passage[2].partition(". ")[0]
        if 50 < len(first) < 400 and first not in seen:
            seen.add(first)
            yield passage[1], f"{first}."


def _cycled(items: list[Json], count: int) -> list[Json]:
    return [copy.deepcopy(items[n % len(items)]) for n in range(count)] if items else []


def _claim(item: Json, passage: str, quote: str) -> Json:
    """The item with another quote, worded by that quote, and a row where the quote has a number."""
    numbers = "、".join(_NUMBER.findall(quote))
    chinese = _without_numbers(item["text"]["zh"]).rstrip("。") + (
        f"（{numbers}）。" if numbers else "。"
    )
    changed = item | {"quote": quote, "passage": passage, "text": {"en": quote, "zh": chinese}}
    if "row" in item:
        value = _NUMBER.search(quote)
        changed["row"] = (
            {"dataset": "Held-out tasks", "metric": "accuracy", "value": value[0].rstrip(".,")}
            if value
            else None
        )
    if "substeps" in item:
        changed["substeps"] = []
    return changed


def _without_numbers(text: str) -> str:
    return re.sub(r"\s{2,}", " ", _NUMBER.sub("", text)).strip()


# --- Concepts -------------------------------------------------------------------


def _verdicts(asked: Json) -> Iterator[Json]:
    """All candidates are related; the first of a few names is the same."""
    same = crc32(asked["name"].encode()) % SAME_EACH == 0
    for place, candidate in enumerate(asked["candidates"]):
        verdict = "same" if same and place == 0 else "related"
        reason = "Two names of one method." if verdict == "same" else "Methods of one subject."
        yield {
            "name": asked["name"],
            "candidate": candidate["ref"],
            "verdict": verdict,
            "sure": True,
            "reason": reason,
        }


def _text(claims: str) -> Json:
    """Each sentence is a claim's own, no two alike, of those that are sentences in themselves."""
    told = {match[2]: match for match in _CLAIM.finditer(claims) if _is_sentence(match)}
    sentences = [
        {"text": {"en": match[2], "zh": match[3]}, "claims": [match[1]]} for match in told.values()
    ]
    said, at = {}, 0
    for part, most in _MOST.items():
        said[part], at = sentences[at : at + most], at + most
    return said


def _is_sentence(claim: re.Match[str]) -> bool:
    said = Both(en=claim[2], zh=claim[3])
    return not any((*sentence.problems(said), *sentence.disagreements(said)))


def _briefing(papers: str) -> Json:
    """The first claims of two papers at most are what happened, and the first paper is to be
    read.
    """
    first: dict[str, re.Match[str]] = {}
    for match in _GIVEN.finditer(papers):
        first.setdefault(match[1].partition("#")[0], match)
    paper, claim = next(iter(first.items()))
    cited = [match[1] for match in list(first.values())[:2]]
    text = {"en": claim[2], "zh": claim[3]}
    why = {"en": f"What it says: {claim[2]}", "zh": f"其中说：{claim[3]}"}
    return {
        "happened": [{"text": text, "claims": cited}],
        "read_first": [{"paper": paper, "text": why, "claims": cited[:1]}],
    }


# --- Statements -----------------------------------------------------------------


def _rows(user: str, head: str = _ROWS) -> list[Json]:
    lines = user.partition(head)[2].splitlines()
    return [json.loads(line) for line in lines if line.startswith("{")]


def _judged(row: Json, user: str) -> Json:
    """What is judged is supported, by the first words of its quote, or of what was shown."""
    span = " ".join(row["quote"].split()[:4]) if "quote" in row else _SHOWN.findall(user)[0]
    said = {"reason": "", "says": "supported", "span": span}
    return {"id": row["id"], **{name: said for name in ("en", "zh") if name in row}}
