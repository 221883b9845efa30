"""Plants errors into true statements by a seed, until each kind has its cases."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from benchmarks.grounding.plants import FAMILIES, KINDS
from benchmarks.grounding.plants.world import Plant, World
from benchmarks.grounding.split import SEED
from benchmarks.grounding.statement import Case, Material, Statement

MOST_CLAIMS: Final = 40  # cases of a kind that are claims
MOST_FIELDS: Final = 8  # ... and that are other fields
LEAST: Final = 30  # a kind with fewer claims is planted a second time, otherwise

# Kinds that need a quote make no sense for fields, which have none.
_OF_CLAIMS = {kind.__name__ for name in ("evidence", "rows") for kind in FAMILIES[name]}
_ONE_LANGUAGE = {kind.__name__ for kind in FAMILIES["one language"]}
# In a whole abstract only digits, names and what is Chinese alone are sure to be at one place.
_OF_ABSTRACTS = {kind.__name__ for name in ("numbers", "names") for kind in FAMILIES[name]}


def plant(material: Material) -> tuple[Case, ...]:
    """All cases of all kinds that the material gives, its papers taken in turn by chance."""
    by_paper: dict[str, list[Statement]] = {}
    for statement in material.statements:
        if statement.is_claim:
            by_paper.setdefault(statement.paper, []).append(statement)
    claims = [one for one in material.statements if one.is_claim and one.origin != "inferred"]
    fields = [one for one in material.statements if not one.is_claim]
    cases: list[Case] = []
    for name, kind in KINDS.items():
        found = list(_cases(name, kind, claims, material, by_paper, MOST_CLAIMS))
        if len(found) < LEAST:
            again = _cases(name, kind, claims, material, by_paper, MOST_CLAIMS, turn=2)
            found = _distinct([*found, *again])[:LEAST]
        if name not in _OF_CLAIMS:
            found += _cases(name, kind, fields, material, by_paper, MOST_FIELDS)
        cases += found
    return tuple(cases)


def _distinct(cases: Sequence[Case]) -> list[Case]:
    """The cases that say something else than those before them."""
    return list({replace(case.statement, id=""): case for case in reversed(cases)}.values())[::-1]


def _cases(
    name: str,
    kind: Plant,
    statements: Sequence[Statement],
    material: Material,
    by_paper: Mapping[str, Sequence[Statement]],
    most: int,
    turn: int = 1,
) -> Iterator[Case]:
    """At most ``most`` cases of one kind, in an order of the kind's own."""
    order = list(statements)
    random.Random(f"{SEED}\n{name}").shuffle(order)
    count = 0
    for statement in order:
        if count == most:
            return
        if statement.part == "gloss" and name not in _ONE_LANGUAGE:
            continue  # a gloss is of the concept in general: no paper says that it is false
        if statement.part == "abstract_zh" and name not in _OF_ABSTRACTS | _ONE_LANGUAGE:
            continue
        rng = random.Random(f"{SEED}\n{name}\n{statement.id}\n{turn}")
        world = World(material.papers[statement.paper], by_paper, rng)
        planted = _planted(kind, statement, world)
        if planted is not None and planted != statement:
            count += 1
            id_ = f"{statement.id}/{name}" + (f"/{turn}" if turn > 1 else "")
            yield Case(id_, name, replace(planted, id=id_), statement.id)


def _planted(kind: Plant, statement: Statement, world: World) -> Statement | None:
    """What a kind makes of a statement. The Chinese abstract stands beside the paper's own."""
    if statement.part != "abstract_zh":
        return kind(statement, world)
    whole = statement.worded(en=_abstract(world))
    planted = kind(whole, world)
    if planted is None or planted.text.zh == statement.text.zh:
        return None
    return statement.worded(zh=planted.text.zh)


def _abstract(world: World) -> str:
    of_kind = [passage.text for passage in world.paper.text if passage.kind == "abstract"]
    return max((*of_kind, *world.paper.beside), key=len, default="")
