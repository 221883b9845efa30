"""A large wiki's ``data/``, made from the sample's analyses: other ids, titles, days, concepts and
neighbours.

    python -m benchmarks.wiki FOLDER [PAPERS [CONCEPTS]]

Every paper is read and linked, and every name that it uses stands in the registry.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any, TypeAlias

from pydantic import TypeAdapter

from benchmarks import names, registry
from benchmarks.answers import reply
from benchmarks.material import announced, announcement, replies
from wiki_builder.analysis.parse import parse
from wiki_builder.analysis.reply import PaperReply
from wiki_builder.analysis.request import PAPER_PROMPT
from wiki_builder.concepts.articles.texts import (
    CONCEPT_PROMPT,
    ConceptReply,
    article_of,
    concept_request,
    judge_article,
)
from wiki_builder.concepts.related import Signature, made_from, signature, weighed
from wiki_builder.core.settings import load_settings
from wiki_builder.core.store.concept_texts import write_concept_text
from wiki_builder.core.store.papers import read_paper
from wiki_builder.core.store.related import RelatedPapers, write_related
from wiki_builder.core.store.values import dump
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.analysis import Provenance
from wiki_builder.core.values.announcement import Announcement
from wiki_builder.core.values.fulltext import FullText, Passage, TextInfo
from wiki_builder.core.values.paper import Paper
from wiki_builder.grounding.ground import ground
from wiki_builder.library.index import load_index
from wiki_builder.sources.calendar import is_announcement_day
from wiki_builder.stages.articles import Desk

Json: TypeAlias = dict[str, Any]

PAPERS, DAYS, CONCEPTS = 10_000, 250, 6_000
LAST_DAY = date(2026, 6, 12)  # a Friday
NOT_READ = 160  # announced each day, and kept as title and abstract
RELATED = 8
FIRST_NOT_READ = 50_000  # their numbers, above those of the papers


def write(
    folder: Path, papers: int = PAPERS, concepts: int = CONCEPTS, related: int = RELATED
) -> None:
    """Write ``data/`` of a wiki of so many papers, each read, linked,
    and related to ``related`` others.
    """
    days = _days()
    by_day: dict[date, list[Announcement]] = {day: [] for day in days}
    for n in range(papers):
        day = days[n * DAYS // papers]
        by_day[day].append(announcement(n, day))
    rows = [row for listed in by_day.values() for row in listed]
    wiki = Wiki(folder)
    founders: dict[str, str] = {}
    lists: dict[str, tuple[tuple[str, float], ...]] = {}
    known: dict[str, Signature] = {}
    for n, row in enumerate(rows):
        paper = _paper(n, row, concepts)
        _write(wiki.paper(row.id), paper)
        if (whole := read_paper(wiki, row.id)) and (near := _neighbours(n, rows, related)):
            known[row.id] = signature(whole)
            lists[row.id] = tuple(
                (id_, round(0.5 - 0.03 * place, 4)) for place, id_ in enumerate(near)
            )
        for mention in _mentions(paper):
            founders.setdefault(mention["concept"], row.id)
    registry.write(wiki, concepts, concepts // names.CONCEPTS_AN_ENTITY, founders, rows[0].id)
    _write_days(wiki, by_day)
    if lists:
        prints = {id_: made_from(one) for id_, one in weighed(known).items()}
        write_related(wiki, {id_: RelatedPapers(prints[id_], own) for id_, own in lists.items()})


def add(folder: Path, papers: int, more: int, concepts: int = CONCEPTS) -> None:
    """Add papers to the last day of ``write(folder, papers)`` as the read stage leaves
    them: not yet linked.
    """
    wiki, rows = Wiki(folder), [announcement(papers + n, LAST_DAY) for n in range(more)]
    for n, row in enumerate(rows, papers):
        paper = _paper(n, row, concepts)
        for mention in _mentions(paper):
            del mention["concept"]
        _write(wiki.paper(row.id), paper)
    path = wiki.receipt(LAST_DAY.isoformat())
    receipt = json.loads(path.read_bytes())
    taken = [_row(row, "taken") for row in rows]
    count = receipt["announced"] + more
    _write(path, receipt | {"announced": count, "listed": count, "rows": taken + receipt["rows"]})


def signatures(papers: int, concepts: int) -> dict[str, Signature]:
    """What relating needs of each of so many papers."""
    rows = [announcement(n, LAST_DAY) for n in range(papers)]
    read = TypeAdapter(Paper).validate_python  # from the values of JSON
    return {row.id: signature(read(_paper(n, row, concepts))) for n, row in enumerate(rows)}


def write_texts(folder: Path) -> int:
    """Write the text of each concept for which one is due, as the loopback model would;
    how many there are.
    """
    wiki = Wiki(folder)
    made_by = Provenance(
        "litellm",
        "openai/bench",
        CONCEPT_PROMPT,
        "112326d9",
        "2026-06-12",
        "",
        7000,
        2000,
        0.01,
        "USD",
    )
    desk = Desk(wiki, load_settings(folder / "wiki.toml"), load_index(wiki))
    due = desk.due()
    for material in map(desk.material_of, due):
        judged = judge_article(reply(concept_request(material).user), material)
        assert isinstance(judged, ConceptReply), judged
        write_concept_text(wiki, article_of(judged, material, made_by))
    return len(due)


@cache
def _days() -> tuple[date, ...]:
    days: list[date] = []
    day = LAST_DAY
    while len(days) < DAYS:
        if is_announcement_day(day):
            days.append(day)
        day -= timedelta(days=1)
    return tuple(reversed(days))


# --- Papers -------------------------------------------------------------------


@cache
def _analyses() -> tuple[bytes, ...]:
    """The sample's analyses as JSON, grounded in the abstracts that they were made from."""
    known = {row.version.title: row for row in announced()}
    rows = list(known.values())
    return tuple(_analysis(json.dumps(raw), rows[n]) for n, raw in enumerate(replies()))


def _analysis(raw: str, row: Announcement) -> bytes:
    parsed = parse(raw)
    assert isinstance(parsed, PaperReply), parsed
    quoted = (*parsed.contributions, *parsed.method.steps, *parsed.results, *parsed.limitations)
    text = FullText(
        "html",
        (
            Passage(
                "abstract", " ".join(dict.fromkeys(claim.quote for claim in quoted)), "", "abstract"
            ),
        ),
    )
    made_by = Provenance(
        "litellm",
        "openai/bench",
        PAPER_PROMPT,
        "112326d9",
        "2026-06-12",
        "",
        9000,
        2500,
        0.01,
        "USD",
    )
    analysis = ground(parsed, text, row.id, made_by, [row.version.title])
    paper = Paper(row.id, (row.version,), "2026-06-12", "2026-06-12", analysis=analysis)
    return json.dumps(json.loads(dump(paper))["analysis"]).encode()


def _paper(n: int, row: Announcement, concepts: int) -> Json:
    chance = random.Random(f"analysis {n}")
    day = row.version.announced or ""
    info = TextInfo(
        "html",
        f"{n:016x}",
        120,
        f"https://arxiv.org/html/{row.id.removeprefix('arxiv:')}v1",
        version=1,
    )
    bare: Json = json.loads(dump(Paper(row.id, (row.version,), day, day, info)))
    analysis = json.loads(_analyses()[n % len(_analyses())])
    _name_concepts(analysis, chance, concepts)
    _name_entities(analysis, chance, concepts // names.CONCEPTS_AN_ENTITY)
    return bare | {"analysis": analysis}


def _name_concepts(analysis: Json, chance: random.Random, count: int) -> None:
    """Other concepts than the sample's, each of them named in a claim."""
    used = dict.fromkeys(names.used(chance, count) for _ in analysis["concepts"])
    analysis["concepts"] = analysis["concepts"][: len(used)]
    for n, mention, claim in zip(
        used, analysis["concepts"], cycle(analysis["claims"]), strict=False
    ):
        both = names.concept(n)
        mention |= {"name": {"en": both.en, "zh": both.zh}, "concept": names.id_of(both.en)}
        text = claim["text"]
        claim["text"] = {
            "en": f"With {both.en}: {text['en']}",
            "zh": f"借助{both.zh}：{text['zh']}",
        }


def _name_entities(analysis: Json, chance: random.Random, count: int) -> None:
    """Other named things than the sample's."""
    used = dict.fromkeys(names.used(chance, count) for _ in analysis.get("entities", ()))
    named = (names.entity(n) for n in used)
    analysis["entities"] = [
        {"name": name, "kind": kind, "concept": names.id_of(name)} for kind, name in named
    ]


def _mentions(paper: Json) -> Iterator[Json]:
    """What a paper names, ideas and things alike."""
    yield from paper["analysis"]["concepts"]
    yield from paper["analysis"]["entities"]


def _neighbours(n: int, rows: Sequence[Announcement], count: int) -> list[str]:
    chance = random.Random(f"related {n}")
    near = [at for at in range(max(0, n - 100), min(len(rows), n + 100)) if at != n]
    return [rows[at].id for at in sorted(chance.sample(near, min(count, len(near))))]


# --- Receipts and entries -------------------------------------------------------


def _write_days(wiki: Wiki, by_day: dict[date, list[Announcement]]) -> None:
    for number, (day, taken) in enumerate(by_day.items()):
        skipped = [
            announcement(FIRST_NOT_READ + number * NOT_READ + n, day) for n in range(NOT_READ)
        ]
        rows = [_row(row, "taken") for row in taken] + [_row(row, "skipped") for row in skipped]
        whole = {"announced": len(rows), "listed": len(rows), "rows": rows}
        receipt = {"name": day.isoformat(), "source": "arxiv feed", "date": day.isoformat()} | whole
        _write(wiki.receipt(day.isoformat()), receipt)
        entries = sorted(map(_entry, skipped), key=lambda entry: str(entry["id"]))
        lines = "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries)
        _write_text(wiki.entries_of(day.isoformat()), lines)


def _row(row: Announcement, outcome: str) -> Json:
    told = {
        "id": row.id,
        "types": list(row.types),
        "outcome": outcome,
        "title": row.version.title,
        "version": 1,
    }
    return told | ({"reason": "no keyword matches"} if outcome == "skipped" else {})


def _entry(row: Announcement) -> Json:
    v = row.version
    told = {
        "id": row.id,
        "date": v.announced,
        "title": v.title,
        "authors": list(v.authors),
        "abstract": v.abstract,
    }
    return told | {"categories": list(v.categories), "version": v.number}


def _write(path: Path, document: Json) -> None:
    _write_text(path, json.dumps(document, ensure_ascii=False, indent=1) + "\n")


def _write_text(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]), *map(int, sys.argv[2:4]))
