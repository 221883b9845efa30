"""Texts that are too long, too deep or too alike:
no command hangs or takes over a gigabyte, and the site is built.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

from drill.case import Case, Plan
from drill.hostile.campaign import DAY as TODAY
from drill.hostile.campaign import DOCUMENTED, ROOM, Attacked, settings
from drill.hostile.upstream import DAY, plain_row
from tests.loopback.arxiv import LoopbackArxiv
from tests.loopback.model import Body, ModelServer, Move, Say
from tests.loopback.replies import (
    concept_of,
    good_reply,
    pairs_of,
    paper_reply,
    passages_of,
    title_of,
)

_SIZE = 1_000_000
_UNITS = {
    "letters": "a",
    "words": "agent ",
    "opened tags": "<b>",
    "brackets": "[",
    "links": "[a](",
    "images": "![",
    "stars": "*a **b ",
    "dollars": "$a$$",
    "TeX brackets": "\\(",
    "TeX braces": "$\\frac{",
    "backslashes": "\\",
    "quotes": "> ",
    "backticks": "`a``",
    "entities": "&#x3c;&lt;",
    "comments": "<!-- ",
    "lines": "\n\n- a\n    ",
    "bars": "|a|",
    "digits": "1,1.",
    "numbers": "17.5% of 3 ",
    "spaces": " \t\u3000",
    "addresses": "http://a.",
    "hyphens": "a-",
    "Chinese": "智能体",
    "accents": "e\u0301\u0301",
    "zero width": "\u200b\u202e",
    "tildes": "~~==^^",
}
_FIELDS = (
    "title",
    "author",
    "abstract",
    "DOI",
    "HTML text",
    "HTML depth",
    "caption",
    "formula",
    "table",
    "reply",
    "name",
)


def cases(plan: Plan) -> Sequence[Case]:
    """One: all of it in one wiki."""
    said = f"{len(_UNITS)} techniques x {len(_FIELDS)} fields, 1 MB each"
    return (Case("all", f"huge: {said}", "at most 1 GB, no hang, the site is built", _huge),)


def _huge(folder: Path) -> str:
    wiki = Attacked(folder)
    for name in ("home", "tmp"):
        (folder / name).mkdir()
    with LoopbackArxiv() as arxiv, ModelServer(_answer) as model:
        names = list(_UNITS)
        rows = [row for number, name in enumerate(names) for row in _rows(number, name)]
        arxiv.announce(DAY, rows)
        for number, name in enumerate(names):
            for place, page in enumerate(_pages(_UNITS[name])):
                arxiv.html[f"2605.{21_000 + number * 10 + place}v1"] = page.encode()
        wiki.run("init", "init", wiki.root, "--categories", "cs.AI,cs.CL")
        settings(wiki, arxiv, model, "litellm")
        wiki.run("update", "update", "--today", TODAY, "--quiet")
        wiki.run("build", "build", "--no-strict", "--quiet")
    return _judged(wiki, model)


def _judged(wiki: Attacked, model: ModelServer) -> str:
    ran = {
        name: f"{one.code} in {one.seconds:.0f} s, {one.peak_mb:.0f} MB"
        for name, one in wiki.ran.items()
    }
    fine = all(one.code in DOCUMENTED and one.peak_mb <= ROOM for one in wiki.ran.values())
    fine = fine and wiki.ran["build"].code == 0 and not wiki.strangers()
    assert fine, f"{ran} {wiki.ran['update'].said[-300:]}"
    pages = len(list(wiki.site.rglob("*.html")))
    return f"{len(_UNITS) * len(_FIELDS)} payloads, {pages} pages built, {model.calls} calls; {ran}"


def _long(unit: str, size: int = _SIZE) -> str:
    return unit * (size // len(unit))


def _rows(number: int, name: str) -> list[Any]:
    """A paper for the feed's fields, one for each kind of text, one whose reply is huge."""
    unit = "".join(c for c in _UNITS[name] if c >= " " or c in "\t\n")
    rows = [plain_row(f"2605.{20_000 + number}", f"Feed {name}")]
    long: dict[str, Any] = {
        "title": _long(unit),
        "authors": (_long(unit),),
        "abstract": _long(unit),
        "doi": _long(unit),
    }
    rows[0] = replace(rows[0], version=replace(rows[0].version, **long))
    texts = len(_pages(_UNITS[name]))
    rows += [
        plain_row(f"2605.{21_000 + number * 10 + place}", f"Page {place} of {name}")
        for place in range(texts)
    ]
    return [*rows, plain_row(f"2605.{22_000 + number}", f"Huge reply of {name}")]


def _pages(unit: str) -> list[str]:
    """HTML whose text is long; deep; whose caption, formula and table are long."""
    text = escape(_long(unit))
    formula = f'<math alttext="{text}"><mi>x</mi></math>'
    caption = (
        '<figure class="ltx_figure"><img src="x.png"><figcaption'
        f' class="ltx_caption">{text}</figcaption></figure>'
    )
    cells = "".join(f'<td class="ltx_td" colspan="9999">{escape(unit)}</td>' for _ in range(20_000))
    table = (
        '<figure class="ltx_table"><table class="ltx_tabular"><tr'
        f' class="ltx_tr">{cells}</tr></table></figure>'
    )
    deep = "<div><span>" * 40_000 + escape(unit)
    return [_article(inner) for inner in (text, deep, caption, formula, table)]


def _article(inner: str) -> str:
    paragraph = (
        '<div id="S1.p1" class="ltx_para"><p class="ltx_p">The plan of the system is short.'
        f" {inner}</p></div>"
    )
    body = (
        '<section id="S1" class="ltx_section"><h2 class="ltx_title">1'
        f" Part</h2>{paragraph}</section>"
    )
    return (
        f'<!DOCTYPE html><html><body><article class="ltx_document">{body}</article></body></html>'
    )


def _answer(body: Body) -> Move:
    """A right reply, but for papers whose reply is huge;
    of them the second reply names something huge.
    """
    title = title_of(body)
    if pairs_of(body) or concept_of(body) or "Huge reply of " not in title or not passages_of(body):
        return good_reply(body)
    unit = _UNITS[title.removeprefix("Huge reply of ")]
    return Say(json.dumps(_enlarged(paper_reply(body), unit), ensure_ascii=False))


def _enlarged(reply: Mapping[str, Any], unit: str) -> dict[str, Any]:
    big, name = _long(unit), _long(unit, 20_000)
    concepts = [
        {**one, "name": {"en": f"{name} plan", "zh": f"{name}规划"}}
        for one in reply["concepts"][:1]
    ]
    summary = {"en": f"They say {big} of it.", "zh": f"作者提出一种方法{big}。"}
    return {
        **reply,
        "summary": summary,
        "concepts": concepts,
        "entities": [{"name": big, "kind": "model"}],
    }
