"""A generated wiki's registry: ``data/concepts/``,
a file for each concept and for each named thing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from benchmarks import names
from wiki_builder.core.store.wiki import Wiki

BROADER_EACH = 5  # every so manieth concept stands under a weightier one
_GLOSS = {
    "en": "A way of doing it that many papers share, each in its own words.",
    "zh": "多篇论文以各自的方式采用的做法。",
}


def write(
    wiki: Wiki, concepts: int, entities: int, founders: Mapping[str, str], first: str
) -> None:
    """Write so many of each; ``founders`` says which paper names each first,
    and ``first`` founds the others.
    """
    wiki.concepts.mkdir(parents=True, exist_ok=True)
    ids = [names.id_of(names.concept(n).en) for n in range(concepts)]
    ids += [names.id_of(names.entity(n)[1]) for n in range(entities)]
    for n, id_ in enumerate(ids):
        founded = founders.get(id_, first)
        lines = _concept(n, founded) if n < concepts else _entity(n - concepts, founded)
        (wiki.concepts / f"{id_}.yml").write_text("\n".join((f"id: {id_}", *lines)) + "\n", "utf-8")


def _concept(n: int, founded: str) -> Iterator[str]:
    both = names.concept(n)
    yield from _both("name", {"en": both.en, "zh": both.zh})
    yield f"founded: {founded}"
    yield from _both("gloss", _GLOSS)
    yield f"gloss_from: {founded}"
    if n and n % BROADER_EACH == 0:
        yield from ("broader:", f"- {names.id_of(names.concept(n // BROADER_EACH).en)}")


def _entity(n: int, founded: str) -> Iterator[str]:
    kind, name = names.entity(n)
    yield f"kind: {kind}"
    yield from _both("name", {"en": name})
    yield f"founded: {founded}"
    if n % len(names.KINDS) == 1:
        yield from ("broader:", f"- {names.id_of(names.entity(n - 1)[1])}")


def _both(key: str, both: Mapping[str, str]) -> Iterator[str]:
    yield f"{key}:"
    yield from (
        f"  {language}: {json.dumps(text, ensure_ascii=False)}" for language, text in both.items()
    )
