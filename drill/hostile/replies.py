"""What the hostile model says: whole replies that keep the schema,
with a payload in every field.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Any

from drill.hostile.fields import CHINESE, NUMBER, Lot, code_link
from drill.hostile.techniques import marked
from tests.loopback.model import Body, Move, Say
from tests.loopback.replies import (
    briefing_of,
    compared_of,
    concept_of,
    concept_reply,
    good_reply,
    is_reask,
    pairs_of,
    paper_reply,
    passages_of,
    rows_of,
    title_of,
)

_QUOTED = (
    "HTML: paragraph",
    "HTML: maths",
    "HTML: footnote",
    "HTML: link text",
    "HTML: caption",
    "HTML: table cell",
)
_HAN = "甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉"
_HOW = [
    "here",
    "there",
    "now",
    "then",
    "still",
    "often",
    "mostly",
    "partly",
    "rarely",
    "mainly",
    "again",
    "also",
    "thus",
    "hence",
    "indeed",
    "yet",
]


class Model:
    """Answers by the mark that the request's paper, concept or name carries."""

    def __init__(self, lots: Sequence[Lot]) -> None:
        self._lots = lots

    def __call__(self, body: Body) -> Move:
        """The answer to a request."""
        if briefing_of(body) or compared_of(body) or rows_of(body):
            return good_reply(body)
        if pairs := pairs_of(body):
            return _said(self._verdicts(pairs))
        if name := concept_of(body):
            return _said(self._concept(name, body))
        lot = self._lot(title_of(body), "feed: title")
        if lot:
            lot, before = lot.tamed() if is_reask(body) else lot, self._before(lot).tamed()
            return Say(
                _json(_paper(lot, before, passages_of(body))), reasoning=lot("model: thinking")
            )
        if lot := self._lot(title_of(body), "API: title"):
            return Say(None, refusal=lot("model: refusal"))
        return _said(_of_pdf(body, self._lots))

    def _lot(self, text: str, *fields: str) -> Lot | None:
        wanted = {NUMBER[field] for field in fields}
        numbers = {lot.technique: lot for lot in self._lots}
        found = (
            numbers.get(technique) for field, technique in sorted(marked(text)) if field in wanted
        )
        return next(filter(None, found), None)

    def _before(self, lot: Lot) -> Lot:
        return self._lots[self._lots.index(lot) - 1]

    def _verdicts(self, pairs: Sequence[tuple[str, str]]) -> dict[str, Any]:
        said = []
        for name, known in pairs:
            lot = self._lot(name, "reply: concept.en", "reply: concept.zh") or self._lots[0]
            reason = {"verdict": "related", "sure": True, "reason": lot("verdict: reason")}
            said.append({"name": name, "candidate": known, **reason})
        return {"verdicts": said}

    def _concept(self, name: str, body: Body) -> dict[str, Any]:
        reply = concept_reply(body)
        lot = self._lot(name, "reply: concept.en", "reply: concept.zh")
        if lot:
            lot = lot.tamed() if is_reask(body) else lot
            for part in ("definition", "development"):
                reply[part][0]["text"] = lot.both(f"concept text: {part}", (500, 250))
            if lot.technique % 4 == 0:
                reply["techniques"] = [
                    {
                        "text": _both("It is used.", "它被使用。"),
                        "claims": [lot("concept text: claim")],
                    }
                ]
        return reply


def _said(reply: Mapping[str, Any]) -> Say:
    return Say(_json(reply))


def _json(reply: Mapping[str, Any]) -> str:
    return json.dumps(reply, ensure_ascii=False)


def answered(lot: Lot, body: Body) -> dict[str, Any]:
    """A right reply, made by hand, with a payload in its summary."""
    reply = paper_reply(body)
    reply["summary"] = {
        "en": f"They say {lot('answer: text')} of it.",
        "zh": f"{CHINESE}{lot.mark('answer: text')}。",
    }
    return reply


def _paper(lot: Lot, before: Lot, passages: Sequence[tuple[str, str]]) -> dict[str, Any]:
    quotes = cycle(_quotes(lot, passages))  # each bears one statement

    def claim(field: str) -> dict[str, Any]:
        passage, quote = next(quotes)
        return {"quote": quote, "passage": passage, "text": lot.both(f"reply: {field}")}

    plain = [_plain(next(quotes), index) for index in range(8)]
    row = {
        name: lot(f"reply: {name}") for name in ("dataset", "metric", "value", "unit", "baseline")
    }
    first, second = (
        plain[0] | {"label": _both("The first", "第一")},
        plain[1] | {"label": _both("The other", "其二")},
    )
    concepts = (
        [_concept(lot, lot), _concept(lot, before)]
        if before.technique != lot.technique
        else [_concept(lot, lot)]
    )
    return {
        "kind": "method",
        "headline": lot.both("reply: headline", (200, 100)),
        "summary": lot.both("reply: summary"),
        "abstract_zh": f"{CHINESE * 3}{lot('reply: abstract_zh')}{CHINESE * 3}",
        "importance": 5,
        "reason": lot.both("reply: reason"),
        "contributions": [
            claim("contribution") | {"label": lot.both("reply: label")},
            first,
            second,
        ],
        "method": {
            "overview": lot.both("reply: method"),
            "steps": [
                claim("step") | {"substeps": [lot.both("reply: substep")]},
                plain[2],
                plain[3],
            ],
        },
        "results": [
            claim("result"),
            plain[4] | {"row": row},
            plain[5] | {"row": {"dataset": "A set", "value": "17.5", "metric": "score"}},
            plain[6] | {"passage": lot("reply: passage")},
        ],
        "limitations": [
            claim("limitation") | {"origin": "inferred"},
            plain[7] | {"origin": "stated"},
        ],
        "concepts": [*concepts, _shared()],
        "entities": [
            {"name": f"{of('reply: entity')} set", "kind": "dataset"} for of in (lot, before)
        ],
        "links": [{"kind": "code", "url": code_link(lot)}],
        lot("reply: unknown key"): {"__proto__": {"x": 1}},
    }


def _concept(lot: Lot, named: Lot) -> dict[str, Any]:
    """A concept that is named in two papers, so that it has a page."""
    name = {
        "en": f"{named('reply: concept.en')} planning",
        "zh": f"{named('reply: concept.zh')}智能规划方法",
    }
    return {
        "name": name,
        "role": "introduces",
        "why": lot.both("reply: concept use"),
        "gloss": lot.both("reply: gloss"),
    }


def _shared() -> dict[str, Any]:
    return {
        "name": _both("agent orchestration", "智能体编排"),
        "role": "uses",
        "why": _both("The system rests upon it.", "系统以它为基础。"),
        "gloss": _both("How the parts of a system are led.", "系统各部分如何被引导。"),
    }


def _quotes(lot: Lot, passages: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Of each passage that has text its first line, those of hostile fields first; not of the one
    that is markup, of which nothing is for readers.
    """
    found = [one for field in _QUOTED for one in passages if lot.mark(field) in one[1]]
    found += [one for one in passages if lot.mark("HTML: markup") not in one[1]]
    filled = [one for one in found if one[1].strip()] or [("abstract", "nothing")]
    return list(dict.fromkeys((id_, _first_line(text)) for id_, text in filled))


def _first_line(text: str) -> str:
    return text.strip().splitlines()[0][:1500]


def _plain(quote: tuple[str, str], index: int) -> dict[str, Any]:
    passage, text = quote
    words = f"{_HOW[index]} and nothing else"
    return {
        "quote": text,
        "passage": passage,
        "text": _both(f"The text says so {words}.", f"文中说明{_HAN[index] * 3}。"),
    }


def _both(en: str, zh: str) -> dict[str, str]:
    return {"en": en, "zh": zh}


def _of_pdf(body: Body, lots: Sequence[Lot]) -> dict[str, Any]:
    """The reply about a PDF: a quote of each hostile line."""
    reply = paper_reply(body)
    lines = [
        (id_, " ".join(line.split()))
        for id_, text in passages_of(body)
        for line in re.findall(r"We say .*?of the system\.", text, re.DOTALL)
        if marked(line)
    ]
    if len(lines) > 2:
        claims = [_plain(line, index) for index, line in enumerate(lines[:15])]
        reply["contributions"] = [
            one | {"label": _both(f"A {_HOW[n]}", _HAN[n] * 2)} for n, one in enumerate(claims[:3])
        ]
        reply["results"] = claims[3:15]
    return reply
