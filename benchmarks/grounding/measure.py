"""The whole benchmark: material, plants, verdicts; and the document of figures that comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from benchmarks.grounding.checker import Verdict, check, check_natural
from benchmarks.grounding.folder import read_folder
from benchmarks.grounding.judging import askable
from benchmarks.grounding.planting import plant
from benchmarks.grounding.sample import FIRST, read_sample
from benchmarks.grounding.score import (
    Balanced,
    Figures,
    Outcome,
    Share,
    by_kind,
    by_set,
    figures,
    mean,
)
from benchmarks.grounding.split import is_held_out
from benchmarks.grounding.statement import REWORDED, TRUE, Case, Material

HERE: Final = Path(__file__).resolve().parent


class Wrong(ValueError):
    """Material that cannot be used; the message says why, a line each."""


def shipped() -> Material:
    """What comes with the benchmark: the sample, and the folders beside this module.

    Raises:
        Wrong: a folder does not keep the format.
    """
    material = read_sample()
    every = {path.parent for path in HERE.glob("*/*.jsonl") if path.stem in _MARKS}
    folders = sorted(every - {FIRST})
    for folder in folders:
        own = read(folder, material)
        both = own.papers.keys() & material.papers.keys()
        if twice := [id_ for id_ in both if own.papers[id_].text != material.papers[id_].text]:
            raise Wrong(
                f"{folder.name}: these papers stand elsewhere too, with another text: {twice}"
            )
        material += own
    return material


_MARKS = ("papers", "natural")


def read(folder: Path, known: Material) -> Material:
    """The material of one folder.

    Raises:
        Wrong: it does not keep the format.
    """
    material, problems = read_folder(folder, known.statements)
    if problems:
        raise Wrong("\n".join(f"{folder.name}/{problem}" for problem in problems))
    return material


@dataclass(frozen=True, slots=True)
class Measured:
    """Every case with its verdicts, and what was made of the natural claims, by id."""

    material: Material
    outcomes: tuple[Outcome, ...]
    natural: Mapping[str, Verdict]
    natural_denied: Mapping[str, bool]


def cases_of(material: Material) -> tuple[Case, ...]:
    """All cases: true statements, rewordings, errors by hand and planted ones."""
    true = tuple(Case(one.id, TRUE, one, one.id) for one in material.statements)
    return (*true, *material.rewordings, *material.planted, *plant(material))


def measure(
    material: Material, cases: Sequence[Case], denied: Mapping[str, bool] | None = None
) -> Measured:
    """Check all cases; ``denied`` is what a judge said, by the id of a case or natural claim."""
    said = denied or {}
    verdicts: dict[str, Verdict] = {}
    by_paper: dict[str, list[Case]] = {}
    for case in cases:
        by_paper.setdefault(case.statement.paper, []).append(case)
    for paper, own in by_paper.items():
        statements = [replace(case.statement, id=case.id) for case in own]
        verdicts |= check(material.papers[paper], statements)
    return Measured(
        material,
        tuple(
            Outcome(
                case,
                material.papers[case.statement.paper].kind,
                verdicts[case.id],
                said.get(case.id),
                askable(case.statement, material.papers[case.statement.paper]),
            )
            for case in cases
        ),
        {one.id: check_natural(one) for one in material.natural},
        {one.id: said[one.id] for one in material.natural if one.id in said},
    )


# --- The document -------------------------------------------------------------


def document(measured: Measured) -> dict[str, Any]:
    """All figures as plain values."""
    outcomes, material = measured.outcomes, measured.material
    kinds = by_kind(outcomes)
    true = [one for one in outcomes if one.case.kind == TRUE]
    planted = [one for one in outcomes if not one.case.is_true]
    claims = [one for one in planted if one.case.statement.is_claim]
    fields = [one for one in planted if not one.case.statement.is_claim]
    return {
        "material": {
            "papers": len(material.papers),
            "true": len(true),
            "reworded": len(material.rewordings),
            "planted": len(planted),
            "kinds": len(kinds),
            "natural": len(material.natural),
        },
        "kinds": [
            {
                "kind": one.kind,
                "family": one.family,
                "held_out": one.held_out,
                **_plain(one.figures),
            }
            for one in kinds
        ],
        "caught": {
            name: {
                "kinds": len(of),
                "rules": _rounded(mean(one.figures.rules for one in of)),
                "flagged": _rounded(mean(one.figures.flagged for one in of)),
                "judge": _rounded(mean(one.figures.judge for one in of)),
                "together": _rounded(mean(one.figures.together for one in of)),
                "doubtful": _rounded(mean(one.figures.doubtful for one in of)),
            }
            for name, of in (
                ("kinds worked on", [one for one in kinds if not one.held_out]),
                ("kinds held out", [one for one in kinds if one.held_out]),
            )
        },
        "caught by papers": _groups(claims, _papers),
        "caught by text": _groups(claims, lambda one: one.text),
        "caught in fields": _groups(fields, lambda one: one.case.statement.part),
        "true claims": _true(one for one in true if one.case.statement.is_claim),
        "true fields": _true(one for one in true if not one.case.statement.is_claim),
        "rewordings": _true(one for one in outcomes if one.case.kind == REWORDED),
        "natural": _natural(measured),
    }


def _natural(measured: Measured) -> dict[str, Any]:
    sets = measured.material.natural
    rules = by_set(sets, {id_: not one.accused for id_, one in measured.natural.items()})
    flagged = by_set(sets, {id_: one.look == "quiet" for id_, one in measured.natural.items()})
    judge = by_set(sets, {id_: not denied for id_, denied in measured.natural_denied.items()})
    return {
        name: {
            "rules": _balanced(rules[name]),
            "flagged": _balanced(flagged[name]),
            "judge": _balanced(judge[name]) if judge[name].n else None,
        }
        for name in rules
    }


def _papers(one: Outcome) -> str:
    return "papers held out" if is_held_out(one.case.statement.paper) else "papers worked on"


def _true(outcomes: Iterable[Outcome]) -> dict[str, Any]:
    """Of true statements: how many are accused, and how they are shown; by text, papers, folder."""
    all_ = list(outcomes)
    groups = {"all": all_}
    for of in (
        lambda one: one.text,
        _papers,
        lambda one: f"from {one.case.statement.folder}",
    ):
        for name in sorted({of(one) for one in all_}):
            groups[name] = [one for one in all_ if of(one) == name]
    return {name: _looks(of) for name, of in groups.items()}


def _looks(of: Sequence[Outcome]) -> dict[str, Any]:
    shown = [one.rules.look for one in of]
    return {
        **_plain(figures(of)),
        "withheld": _share(Share(shown.count("withheld"), len(of))),
        "caution": _share(Share(shown.count("caution"), len(of))),
    }


def _groups(outcomes: Sequence[Outcome], of: Any) -> dict[str, Any]:
    names = sorted({of(one) for one in outcomes})
    return {name: _plain(figures(one for one in outcomes if of(one) == name)) for name in names}


def _plain(found: Figures) -> dict[str, Any]:
    return {
        "n": found.n,
        "rules": _share(found.rules),
        "flagged": _share(found.flagged),
        "judge": _share(found.judge),
        "together": _share(found.together),
        "doubtful": _share(found.doubtful),
    }


def _share(share: Share) -> dict[str, Any] | None:
    if not share.n:
        return None
    found = {"share": share.share, **_ends(share.interval)}
    return {"n": share.n, "hits": share.hits, **{k: _rounded(v) for k, v in found.items()}}


def _balanced(found: Balanced) -> dict[str, Any]:
    told = {"accuracy": found.accuracy, **_ends(found.interval)}
    return {"n": found.n, **{name: _rounded(value) for name, value in told.items()}}


def _ends(interval: tuple[float, float]) -> dict[str, float]:
    return {"low": interval[0], "high": interval[1]}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
