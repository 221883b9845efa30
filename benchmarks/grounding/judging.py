"""The judge's questions about cases, without a key to them, and what comes back.

Plants and truths stand together, in an order of chance, and never a plant and the truth that it
was made from in one question. The id of a row is a hash of what is judged: an answer stays good
while these very words are asked about, whatever else changes.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from benchmarks.grounding.checker import claims_of, place
from benchmarks.grounding.split import SEED
from benchmarks.grounding.statement import Case, Material, Natural, Source, Statement
from wiki_builder.analysis.parse import Unusable
from wiki_builder.core.values.analysis import Analysis, Claim, Evidence
from wiki_builder.core.values.bilingual import digest
from wiki_builder.core.values.checks import Verdict
from wiki_builder.core.values.fulltext import Passage
from wiki_builder.grounding.judge.request import JUDGE_PROMPT, JudgeRow, judge_request
from wiki_builder.grounding.judge.rows import claim_wording, row_wording
from wiki_builder.grounding.judge.shown import shown_passages
from wiki_builder.grounding.judge.verdicts import judged, judged_in_part
from wiki_builder.grounding.quotes import Searchable, find_quote, searchable
from wiki_builder.grounding.standing import judgeable_field

ID_DIGITS: Final = 12
MOST_ROWS: Final = 12  # cases in one question


@dataclass(frozen=True, slots=True)
class Question:
    """Rows about one paper, and the passages that they are held against."""

    id: str
    passages: tuple[Passage, ...]
    rows: tuple[JudgeRow, ...]


def askable(statement: Statement, source: Source) -> bool:
    """Whether the product would ask a judge about a statement: its quote stands in the paper, and
    it says to be the paper's.
    """
    if not statement.is_claim:
        return judgeable_field(place(statement))
    if statement.origin == "inferred":
        return False
    return find_quote(statement.quote, _searchable(source), statement.passage) is not None


@lru_cache(maxsize=8)
def _searchable(source: Source) -> tuple[Searchable, ...]:
    return searchable(source.text)


def rows_of(statement: Statement) -> tuple[JudgeRow, ...]:
    """A statement as the product puts it to a judge: its words, and those of its table row."""
    if not statement.is_claim:
        both = statement.text
        return (_row(statement.paper, "", "", both.en, both.zh),)
    evidence = Evidence(statement.passage, statement.quote)
    words = claim_wording(
        Claim(
            "",
            statement.part,  # type: ignore[arg-type]  # a claim's part
            statement.text,
            evidence,
            label=statement.label,
            substeps=statement.substeps,
        )
    )
    own = (statement.paper, statement.quote, statement.passage)
    told = (_row(*own, words.en, words.zh),)
    return (*told, _row(*own, row_wording(statement.row), "")) if statement.row else told


def rows_of_natural(natural: Natural) -> tuple[JudgeRow, ...]:
    """A claim labelled by people: it has no quote, and is held against all that it came with."""
    said = {"en": "", "zh": "", natural.language: natural.claim}
    return (_row(natural.id, "", "", said["en"], said["zh"]),)


def _row(paper: str, quote: str, passage: str, en: str, zh: str) -> JudgeRow:
    judged_words = (SEED, paper, quote, passage, en, zh)
    id_ = "r" + digest("\0".join(judged_words), ID_DIGITS)
    return JudgeRow(id_, quote, passage, en, zh)


# --- Export -------------------------------------------------------------------


def questions(material: Material, cases: Sequence[Case]) -> Iterator[Question]:
    """All questions about ``cases`` and the natural claims, in an order of chance."""
    rng = random.Random(f"{SEED}\nquestions")
    made = [*_of_cases(material, cases, rng), *map(_of_natural, material.natural)]
    rng.shuffle(made)
    yield from made


def _of_cases(material: Material, cases: Sequence[Case], rng: random.Random) -> Iterator[Question]:
    by_paper: dict[str, list[Case]] = {}
    for case in cases:
        by_paper.setdefault(case.statement.paper, []).append(case)
    for paper, own in sorted(by_paper.items()):
        source = material.papers[paper]
        asked = [case for case in own if askable(case.statement, source)]
        truths = [one for one in material.statements if one.paper == paper and one.is_claim]
        analysis = claims_of(source, truths)
        rng.shuffle(asked)
        for together in _apart(asked):
            rows = {row.id: row for case in together for row in rows_of(case.statement)}
            yield _question(source, analysis, rng.sample(list(rows.values()), len(rows)))


def _apart(cases: Sequence[Case]) -> Iterator[list[Case]]:
    """Cases in groups, no two of a group made from the same truth or worded the same."""
    groups: list[list[Case]] = []
    taken: list[set[str]] = []
    for case in cases:
        own = {case.of, case.statement.text.en, case.statement.text.zh} - {""}
        open_ = (at for at, group in enumerate(groups) if len(group) < MOST_ROWS)
        at = next((at for at in open_ if not own & taken[at]), len(groups))
        if at == len(groups):
            groups.append([])
            taken.append(set())
        groups[at].append(case)
        taken[at] |= own
    yield from groups


def _question(source: Source, analysis: Analysis, rows: Sequence[JudgeRow]) -> Question:
    abstract = max(source.beside, key=len, default="")
    passages = shown_passages(source.text, source.title, abstract, analysis, rows)
    return Question(_question_id(rows), passages, tuple(rows))


def _of_natural(natural: Natural) -> Question:
    rows = rows_of_natural(natural)
    return Question(_question_id(rows), _passages(natural), rows)


def _passages(natural: Natural) -> tuple[Passage, ...]:
    return tuple(Passage(f"p{at}", text) for at, text in enumerate(natural.source, start=1))


def _question_id(rows: Sequence[JudgeRow]) -> str:
    return "q" + digest("\0".join(row.id for row in rows), ID_DIGITS)


def exported(asked: Iterable[Question]) -> Iterator[str]:
    """The questions as JSON lines. The first says what to do, as the product does; each other one
    has a question's passages and rows, which stand where the first one leaves room for them.
    """
    frame = judge_request("", "", (), ())
    schema = json.loads(frame.form)
    yield _json({"system": frame.system, "user": frame.user, "schema": schema})
    for question in asked:
        request = judge_request("", "", question.passages, question.rows)
        yield _json({"question": question.id, "user": _filled(request.user)})


def _filled(user: str) -> str:
    """Of a request what is its own: passages and rows."""
    return user[user.index("<passages>") :]


# --- Import -------------------------------------------------------------------


def imported(
    lines: Iterable[str], material: Material, cases: Iterable[Case]
) -> tuple[list[str], list[str]]:
    """The answers in JSON lines ``{"rows": […]}`` as rows to record, and what is wrong with them.

    Each row counts by itself, as of a product's last reply: its words that decide must stand in
    the paper.
    """
    known = _known(material, cases)
    kept: list[str] = []
    problems: list[str] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            rows = json.loads(line)["rows"]
            asked = [known[row["id"]] for row in rows if row["id"] in known]
        except (ValueError, KeyError, TypeError) as error:
            problems.append(f"line {number}: {type(error).__name__}: {error}")
            continue
        unknown = [row["id"] for row in rows if row["id"] not in known]
        problems += [f"line {number}: nobody asked about {id_}" for id_ in unknown]
        passages = tuple(dict.fromkeys(p for _, own in asked for p in own))
        raw = _json({"rows": [row for row in rows if row["id"] in known]})
        found = judged(raw, [row for row, _ in asked], passages)
        if isinstance(found, Unusable):
            problems += [f"line {number}: {what}" for what in found.errors]
            found = judged_in_part(raw, [row for row, _ in asked], passages)
        if not isinstance(found, Unusable):
            kept += [_answer(id_, verdicts) for id_, verdicts in found.items() if verdicts]
    return kept, problems


def _known(
    material: Material, cases: Iterable[Case]
) -> dict[str, tuple[JudgeRow, tuple[Passage, ...]]]:
    """Every row that may be asked about, and all that its paper says."""
    known: dict[str, tuple[JudgeRow, tuple[Passage, ...]]] = {}
    for case in cases:
        source = material.papers[case.statement.paper]
        beside = (Passage(f"beside {at}", text) for at, text in enumerate(source.beside))
        known |= {row.id: (row, (*source.text, *beside)) for row in rows_of(case.statement)}
    for one in material.natural:
        known |= {row.id: (row, _passages(one)) for row in rows_of_natural(one)}
    return known


def _answer(id_: str, verdicts: Iterable[Verdict]) -> str:
    return _json({"row": id_, **{one.language: [one.says, one.reason] for one in verdicts}})


def header(by: str, date: str) -> str:
    """The first line of a file of recorded answers: whose they are, of which day and question."""
    return _json({"by": by, "date": date, "prompt": JUDGE_PROMPT})


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


# --- What was recorded --------------------------------------------------------


def recorded(folder: Path) -> dict[str, bool]:
    """By row whether a judge denied it in any language, from all files of ``folder``."""
    denied: dict[str, bool] = {}
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            row = json.loads(line)
            said = [row[language][0] for language in ("en", "zh") if language in row]
            denied[row["row"]] = any(says != "supported" for says in said)
    return denied


def denials(material: Material, cases: Iterable[Case], rows: Mapping[str, bool]) -> dict[str, bool]:
    """By case or natural claim whether a judge denied any of its rows; those of which a row was
    not judged are left out.
    """
    asked = [(case.id, rows_of(case.statement)) for case in cases]
    asked += [(one.id, rows_of_natural(one)) for one in material.natural]
    return {
        id_: any(rows[row.id] for row in own)
        for id_, own in asked
        if all(row.id in rows for row in own)
    }


def sampled(cases: Sequence[Case], planted: int, true: int) -> list[Case]:
    """At most ``planted`` cases of each kind of error, and ``true`` claims, rewordings and fields
    of each name, drawn by chance.
    """
    rng = random.Random(f"{SEED}\nsampled")
    counts: dict[tuple[str, str], int] = {}
    kept = set()
    for case in rng.sample(cases, len(cases)):
        part = "" if case.statement.is_claim else case.statement.part
        group = (case.kind, part if case.is_true else "")
        counts[group] = counts.get(group, 0) + 1
        if counts[group] <= (true if case.is_true else planted):
            kept.add(case.id)
    return [case for case in cases if case.id in kept]
