"""A model that can only quote: a valid reply to a request, whose quotes stand in the text that was sent."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from typing import Any, TypeAlias
from zlib import crc32

from bench.material import replies

Json: TypeAlias = dict[str, Any]
_PASSAGE = re.compile(r"^\[(\S+)\][^\n]*\n(.+?)\n\n", re.MULTILINE | re.DOTALL)
_NUMBER = re.compile(r"\d[\d.,]*%?")
_COUNTS = {"contributions": 4, "results": 6, "limitations": 3}
STEPS = 4


def reply(user: str) -> str:
    """The reply to the request whose user message is ``user``, as JSON; the same request gives the same reply."""
    paper = user[user.index("<paper>") :]
    quotes = _quotes(paper)
    like = copy.deepcopy(replies()[crc32(paper.encode()) % len(replies())])
    for part, count in _COUNTS.items():
        like[part] = [_claim(item, *next(quotes)) for item in _cycled(like[part], count)]
    like["method"]["steps"] = [_claim(item, *next(quotes)) for item in _cycled(like["method"]["steps"], STEPS)]
    for both in (like["headline"], like["summary"], like["method"]["overview"]):
        both |= {language: _without_numbers(text) for language, text in both.items()}
    like["abstract_zh"] = _without_numbers(like["abstract_zh"])
    return json.dumps(like, ensure_ascii=False)


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
    chinese = _without_numbers(item["text"]["zh"]).rstrip("。") + (f"（{numbers}）。" if numbers else "。")
    changed = item | {"quote": quote, "passage": passage, "text": {"en": quote, "zh": chinese}}
    if "row" in item:
        value = _NUMBER.search(quote)
        changed["row"] = (
            {"dataset": "Held-out tasks", "metric": "accuracy", "value": value[0].rstrip(".,")} if value else None
        )
    if "substeps" in item:
        changed["substeps"] = []
    return changed


def _without_numbers(text: str) -> str:
    return re.sub(r"\s{2,}", " ", _NUMBER.sub("", text)).strip()
