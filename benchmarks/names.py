"""What a generated wiki's papers name: concepts, models, datasets and organisations by number, the
weightiest first.

Number ``n`` has the same name everywhere, and no two have one name. Names are used as
words are, a few often and most of them seldom (Zipf and Mandelbrot).
"""

from __future__ import annotations

import random
from functools import cache

from benchmarks.material import name, replies
from wiki_builder.core.names import slug
from wiki_builder.core.values.analysis import EntityKind
from wiki_builder.core.values.bilingual import Bilingual

FLAT = 20  # the weightiest so many are used about equally often
APART = 7_919  # neighbours in weight begin with other letters
FIRST_ENTITY = 20_000  # their numbers, above those of the concepts
KINDS: tuple[EntityKind, ...] = ("model", "model", "dataset", "dataset", "organisation")
CONCEPTS_AN_ENTITY = 4  # so many concepts for each model, dataset or organisation
KNOWN, ALIKE, THINGS = 5, 5, 2  # what a new paper names
_OTHER_ENDS = ("scheduling", "probing", "distillation", "routing", "calibration")


def used(chance: random.Random, count: int) -> int:
    """A number below ``count``, low ones more often than high ones."""
    return min(count - 1, int(FLAT * ((count + FLAT) / FLAT) ** chance.random()) - FLAT)


def concept(n: int) -> Bilingual:
    """The names of the ``n``-th concept: ``Bacedifo credit assignment``."""
    en, zh = _real()[n % len(_real())]
    return Bilingual(f"{name(n * APART)} {en}", f"{name(n * APART)} {zh}")


def like_concept(n: int, other: int) -> Bilingual:
    """A name that looks like that of the ``n``-th concept, and is another one:
    ``Bacedifo credit routing``.
    """
    known, end = concept(n), _OTHER_ENDS[other % len(_OTHER_ENDS)]
    return Bilingual(f"{known.en.rpartition(' ')[0]} {end}", f"{known.zh} {end}")


def entity(n: int) -> tuple[EntityKind, str]:
    """The kind and the name of the ``n``-th named thing;
    the second of two models is the first one's size.
    """
    kind, own = KINDS[n % len(KINDS)], name((FIRST_ENTITY + n) * APART)
    if n % len(KINDS) == 1:
        return kind, f"{entity(n - 1)[1]}-7B"
    return kind, {"model": own, "dataset": f"{own}Bench", "organisation": f"{own} University"}[kind]


def of_paper(
    title: str, concepts: int
) -> tuple[tuple[Bilingual, ...], tuple[tuple[EntityKind, str], ...]]:
    """What a paper of this title names in a wiki of so many concepts.

    Concepts: known ones, and as many new ones that look like known ones. Named things: known ones,
        and a new one.
    """
    chance = random.Random(f"names {title}")
    known = [concept(used(chance, concepts)) for _ in range(KNOWN)]
    new = [like_concept(used(chance, concepts), chance.randrange(100)) for _ in range(ALIKE)]
    entities = concepts // CONCEPTS_AN_ENTITY
    things = [entity(used(chance, entities)) for _ in range(THINGS)] + [
        entity(entities + chance.randrange(10_000))
    ]
    return tuple(dict.fromkeys((*known, *new))), tuple(dict.fromkeys(things))


def id_of(english: str) -> str:
    """The registry's id of a name."""
    return slug(english)


@cache
def _real() -> tuple[tuple[str, str], ...]:
    mentioned = (mention["name"] for reply in replies() for mention in reply["concepts"])
    return tuple(sorted({(both["en"], both["zh"]) for both in mentioned}))
