"""What the loopback model says about a paper, a concept or names: a whole reply, made from the
request alone.

Title and passages are read out of the prompt; each quote is a sentence of the text
as it stands, so that the reply keeps the schema, passes the checks and is verified
in the text; each sentence about a concept cites claims that were given. The same
request gives the same reply. Papers share concepts, so that their pages are made.

    with ModelServer(good_reply) as model: ...
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from tests.loopback.model import Body, Say
from wiki_builder.core.values.bilingual import digest

_TITLE = re.compile(r"^Title: (.+)$", re.MULTILINE)
_PAPER = re.compile(r"<paper>\n(.*)</paper>", re.DOTALL)
_PASSAGE = re.compile(
    r"^\[([^\]\s]+)\][^\n]*\n(.*?)(?=^\[[^\]\s]+\][^\n]*\n|\Z)", re.MULTILINE | re.DOTALL
)
_SENTENCE = re.compile(r"(?:^|(?<=[.!?]\s))[A-Z](?:[^.!?]|[.!?](?=\S)){30,}[.!?](?=\s|$)")
_DENIES = re.compile(r"\b(?:not|no|never|without)\b", re.IGNORECASE)
_SHOWN = re.compile(r"<passages>\n\[[^\n]*\n(.*?)\n\n", re.DOTALL)
_CONCEPT = re.compile(r"^The concept: (.+?)(?: / (.+))?$", re.MULTILINE)
_CLAIM = re.compile(r"^\[([^\]\s]+#[pcsrawlv][0-9a-f]{7})\] \(", re.MULTILINE)
_BRIEFING = re.compile(r"^Write the briefing of one (?:day|week), (\S+)\.", re.MULTILINE)
_GIVEN = re.compile(r"^  \[([^\]\s]+#[pcsrawlv][0-9a-f]{7})\] \(", re.MULTILINE)
_PLAIN = re.compile(r"[^A-Za-z ,-]+")
_KEPT = ("text", "label", "row", "substeps")  # of a statement that a new version still makes
_ROLES = ("introduces", "uses", "extends", "evaluates")
_CONCEPTS = (
    ("credit assignment", "信用分配"),
    ("policy optimization", "策略优化"),
    ("tool use", "工具使用"),
    ("reward model", "奖励模型"),
    ("multi-agent system", "多智能体系统"),
    ("long-horizon task", "长程任务"),
    ("episodic memory", "情景记忆"),
)
_WORDS = re.findall(
    "..",
    "我们提出方法训练模型奖励策略任务智能记忆工具推理结果实验表明提升语言规划环境数据信号过程轨迹反馈搜索验证"
    "评估基准分析现有工作问题研究学习优化框架步骤阶段目标行动协作交互知识检索生成样本",
)


def good_reply(body: Body) -> Say:
    """A right answer to a request, with tokens counted by its length."""
    text = json.dumps(_reply(body), ensure_ascii=False)
    asked = sum(len(message["content"]) for message in body["messages"])
    return Say(text, input_tokens=max(1, asked // 4), output_tokens=max(1, len(text) // 4))


def _reply(body: Body) -> dict[str, Any]:
    if briefing_of(body):
        return briefing_reply(body)
    if is_change(body):
        return change_reply(body)
    if compared_of(body):
        return relation_reply(body)
    if rows_of(body):
        return mend_reply(body) if is_mend(body) else judge_reply(body)
    if pairs_of(body):
        return verdict_reply(body)
    return concept_reply(body) if concept_of(body) else paper_reply(body)


def title_of(body: Body) -> str:
    """The title of the paper that a request is about; empty where it is about none."""
    found = _TITLE.search(_asked(body))
    return found[1] if found else ""


def concept_of(body: Body) -> str:
    """The English name of the concept that a request is about; empty where it is about none."""
    found = _CONCEPT.search(_asked(body)) if "<claims>" in _asked(body) else None
    return found[1] if found else ""


def briefing_of(body: Body) -> str:
    """The day or week that a request wants a briefing of; empty where it wants none."""
    found = _BRIEFING.search(_asked(body))
    return found[1] if found else ""


def pairs_of(body: Body) -> list[tuple[str, str]]:
    """The pairs of a new name and a known one that a request asks about;
    none where it asks something else.
    """
    lines = [json.loads(line) for line in _asked(body).split("\n") if line.startswith('{"name": ')]
    return [(line["name"], known["ref"]) for line in lines for known in line["candidates"]]


def rows_of(body: Body) -> list[dict[str, Any]]:
    """The statements that a request has judged, or worded anew; none where it asks for else."""
    asked = _asked(body)
    if "<rows>" not in asked:
        return []
    lines = asked[asked.rindex("<rows>") :].split("\n")
    return [json.loads(line) for line in lines if line.startswith('{"id": ')]


def is_change(body: Body) -> bool:
    """Whether a request asks about a new version."""
    return "A paper has a new version." in _asked(body)


def lost_of(body: Body) -> list[dict[str, Any]]:
    """What a request says does not stand in a new version; none where it asks for else."""
    lines = _asked(body).partition("\n<lost>\n")[2].splitlines()
    return [json.loads(line) for line in lines if line.startswith('{"id": ')]


def change_reply(body: Body) -> dict[str, Any]:
    """The reply about a new version: what has a sentence left that is much like its quote is worded
    by that, all else is dropped; the first such sentence is what changed.
    """
    passages = _PASSAGE.findall(_asked(body).partition("<passages>\n")[2].partition("</pass")[0])
    quotes = _quotes(passages)
    rows: list[dict[str, Any]] = []
    news: list[dict[str, Any]] = []
    for row in lost_of(body):
        near = get_close_matches(row.get("quote", ""), [quote for _, quote in quotes], 1, 0.8)
        own = [{"passage": id_, "quote": quote} for id_, quote in quotes if quote in near][:1]
        if "quote" in row and not own:
            rows.append({"id": row["id"], "drop": True})
            continue
        kept: dict[str, Any] = {name: row[name] for name in _KEPT if name in row}
        rows.append({"id": row["id"], **kept, **(own[0] if own else {})})
        if own and not news:
            said = _both("The authors have other findings.", f"{_chinese(own[0]['quote'], 6)}。")
            news.append({"text": said, **own[0]})
    abstract = {"abstract_zh": f"{_chinese(title_of(body), 300)}。"}
    return {"rows": rows, "change": news} | (
        abstract if "Then `abstract_zh`" in _asked(body) else {}
    )


def compared_of(body: Body) -> list[dict[str, Any]]:
    """The pairs of findings that a request has compared; none where it asks for else."""
    lines = _asked(body).partition("\n<pairs>\n")[2].splitlines()
    return [json.loads(line) for line in lines if line.startswith('{"id": ')]


def relation_reply(body: Body, says: str = "unrelated") -> dict[str, Any]:
    """The reply about pairs of findings: each stands so to the other; what a measured one holds for
    is its row's setting, of another its quote.
    """
    rows: list[dict[str, Any]] = []
    for pair in compared_of(body):
        row: dict[str, Any] = {"id": pair["id"], "reason": "as it seems", "says": says}
        if says != "unrelated":
            row |= {f"setting_{side}": _setting(pair[side]) for side in ("a", "b")}
            row["text"] = _both("Both look at the same question.", "双方看的是同一个问题。")
        rows.append(row)
    return {"rows": rows}


def _setting(side: dict[str, Any]) -> str:
    setting: str = side.get("row", {}).get("setting") or side["quote"]
    return setting


def is_mend(body: Body) -> bool:
    """Whether a request has statements worded anew."""
    return any("problem" in row for row in rows_of(body))


def judge_reply(body: Body, says: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The reply of a judge: all is supported, by the first words of the quote,
    but for the rows that ``says`` names.
    """
    shown = _SHOWN.findall(_asked(body))[-1]
    said: list[dict[str, Any]] = []
    for row in rows_of(body):
        verdict = (says or {}).get(row["id"], "supported")
        span = " ".join((row.get("quote") or shown.strip()).split()[:4])
        words = {"reason": "", "says": verdict, "span": span}
        if verdict != "supported":
            words |= {"reason": "the quote does not say so"}
        if verdict == "not_said":
            words["span"] = ""
        said.append({"id": row["id"], **{name: words for name in ("en", "zh") if name in row}})
    return {"rows": said}


def mend_reply(body: Body) -> dict[str, Any]:
    """The reply of a writer who leaves the last word out."""
    return {
        "rows": [
            {
                "id": row["id"],
                "text": _both(
                    f"{row['text']['en'].rstrip('.').rpartition(' ')[0]}.",
                    f"{row['text']['zh'].rstrip('。')[:-2]}。",
                ),
                **{name: row[name] for name in ("label", "substeps") if name in row},
            }
            for row in rows_of(body)
        ]
    }


def verdict_reply(body: Body) -> dict[str, Any]:
    """The reply about names: all are related, none is the same."""
    said = {"verdict": "related", "sure": True, "reason": "they go together"}
    return {
        "verdicts": [{"name": name, "candidate": known, **said} for name, known in pairs_of(body)]
    }


def is_reask(body: Body) -> bool:
    """Whether the model is asked once more, with what was wrong with its first reply."""
    return len(body["messages"]) > 2


def passages_of(body: Body) -> list[tuple[str, str]]:
    """The passages of a request, each with its id."""
    paper = _PAPER.search(_asked(body))
    return [(found[1], found[2].strip()) for found in _PASSAGE.finditer(paper[1])] if paper else []


def paper_reply(body: Body) -> dict[str, Any]:
    """The reply as a dictionary of the schema."""
    title, passages = title_of(body), passages_of(body)
    quotes = _quotes(passages)
    seed = int(digest(title, 12), 16)
    name = " ".join(_PLAIN.sub(" ", title).split()[:6]) or "The work"
    first = [_CONCEPTS[seed % 7], _CONCEPTS[(seed // 7) % 7], _CONCEPTS[(seed // 49) % 7]]
    return {
        "kind": ("method", "benchmark", "system", "theory")[seed % 4],
        "headline": _both(f"What {name} brings", f"{name} 的新意：{_chinese(title, 4)}"),
        "summary": _both(
            f"The authors present {name}.", f"作者提出 {name}，{_chinese(title, 6)}。"
        ),
        "abstract_zh": _chinese(title, max(12, max(len(text) for _, text in passages) // 5)) + "。",
        "importance": 1 + seed % 10,
        "reason": _both("It helps those who train agents.", "它对训练智能体的人有帮助。"),
        "contributions": [_claim(quotes, index, "contribution", label=True) for index in range(3)],
        "method": {
            "overview": _both(
                f"The work on {name} has its stages.", f"该工作的阶段：{_chinese(name, 5)}。"
            ),
            "steps": [_claim(quotes, 3, "step")],
        },
        "results": [_claim(quotes, 4, "result")],
        "limitations": [{**_claim(quotes, 5, "limit"), "origin": "inferred"}],
        "concepts": [
            {
                "name": _both(*concept),
                "role": _ROLES[(seed + place) % 4],
                "why": _both(f"{name} builds upon {concept[0]}.", f"{name} 以{concept[1]}为基础。"),
                "gloss": _both(
                    f"What is called {concept[0]} in the field.", f"该领域所说的{concept[1]}。"
                ),
            }
            for place, concept in enumerate(dict.fromkeys(first))
        ],
        "entities": [],
        "links": [],
    }


def concept_reply(body: Body) -> dict[str, Any]:
    """The reply about a concept: sentences without numbers, each with claims of the list."""
    name, claims = concept_of(body), list(dict.fromkeys(_CLAIM.findall(_asked(body))))
    papers = {claim.partition("#")[0]: claim for claim in claims}
    disagree = list(papers.values())[:2]
    return {
        "definition": [
            _said("What is meant by", name, claims[:1]),
            _said("Work in the field builds upon", name, claims[1:3]),
        ],
        "development": [
            _said("Early work introduced", name, claims[:2]),
            _said("Later work extended", name, claims[-2:]),
        ],
        "techniques": [_said("Training relies upon", name, claims[2:4] or claims[:1])],
        "questions": [_said("Limits remain for", name, claims[-1:])],
        "differences": [_said("Authors disagree about", name, disagree)]
        if len(disagree) > 1
        else [],
    }


def briefing_reply(body: Body) -> dict[str, Any]:
    """The reply about a day or week: what happened cites the first claims of two papers at most,
    and the first paper is to be read.
    """
    own = _asked(body).partition("<papers>")[2].partition("</papers>")[0]
    first: dict[str, str] = {}
    for claim in _GIVEN.findall(own):
        first.setdefault(claim.partition("#")[0], claim)
    paper, claim = next(iter(first.items()))
    return {
        "happened": [_said("What came is about", "agents", list(first.values())[:2])],
        "read_first": [{"paper": paper, **_said("A reader learns of", "agents", [claim])}],
    }


def _said(start: str, name: str, claims: Sequence[str]) -> dict[str, Any]:
    return {
        "text": _both(f"{start} {name}.", f"{_chinese(f'{start} {name}', 8)}。"),
        "claims": list(claims),
    }


def _asked(body: Mapping[str, Any]) -> str:
    return str(body["messages"][1]["content"])


def _both(en: str, zh: str) -> dict[str, str]:
    return {"en": en, "zh": zh}


def _quotes(passages: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Sentences of the text with the passage of each, from the abstract or the first paragraphs on,
    those that deny something last of all.
    """
    found = [
        (id_, sentence[0].strip())
        for id_, text in passages[:12]
        for sentence in _SENTENCE.finditer(text)
    ]
    found = [one for one in found if not _DENIES.search(one[1])] or found
    return found or [(id_, text) for id_, text in passages if text]


_LOADED = frozenset(
    "without cannot never hardly neither none most every only best first more less than while fails"
    " lacks lack better worse higher lower often always least fewer improve improves reduce".split()
)


def _claim(
    quotes: Sequence[tuple[str, str]], index: int, what: str, label: bool = False
) -> dict[str, Any]:
    """A claim that says of its quote only what no rule has anything to say about: no number, no
    name, nothing that denies, compares or bounds.
    """
    passage, quote = quotes[index % len(quotes)]
    plain = (word for word in _PLAIN.sub(" ", quote).split() if word.isalpha() and word.islower())
    words = " ".join([word for word in plain if len(word) > 3 and word not in _LOADED][:6])
    kind = ("new", "further", "other", "main", "known", "open")[index]
    text = _both(
        f"The {kind} {what} concerns {words or 'the text'}.",
        f"{_chinese(f'{what} {index} {quote}', 14)}。",
    )
    named = {"label": _both(f"The {kind} {what}", _chinese(f"{kind} {what}", 2))} if label else {}
    return {"quote": quote, "passage": passage, "text": text, **named}


def _chinese(seed: str, words: int) -> str:
    """So many Chinese words, the same for the same seed, that repeat nothing on end."""
    number, chosen = int(digest(seed, 16), 16), list[str]()
    for _ in range(words):
        number = (number * 6364136223846793005 + 1442695040888963407) % 2**64
        chosen.append(_WORDS[(number >> 33) % len(_WORDS)])
    return "".join(chosen)
