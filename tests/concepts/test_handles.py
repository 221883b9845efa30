"""What names are found by: kept between runs, and the same as made anew."""

from __future__ import annotations

import math
from pathlib import Path

from benchmarks.concepts import REPLIES, read
from tests.concepts.papers import mention, paper
from wiki_builder.concepts.link import link
from wiki_builder.concepts.matching.glossary import glossary
from wiki_builder.concepts.matching.handles import (
    VERSION,
    KnownNames,
    handles,
    keep_names,
    read_names,
)
from wiki_builder.concepts.matching.likeness import name_tokens, token_weight
from wiki_builder.concepts.registry import Registry
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.bilingual import Bilingual, digest
from wiki_builder.core.values.concept import Concept

KNOWN = Registry({"tool-use": Concept("tool-use", Bilingual("tool use", "工具使用"), "arxiv:1")})


def every_name() -> list[str]:
    """The glossary's names, and those of the pairs that ship."""
    entries = (entry for entries in glossary().by_key.values() for entry in entries)
    pairs = (pair for path in Path(REPLIES).parent.glob("pairs*.jsonl") for pair in read(path))
    return sorted(
        {name for entry in entries for name in entry.names}
        | {name for p in pairs for name in (p.a, p.b)}
    )


def test_other_handles_are_another_version() -> None:
    """Whoever changes by what names are found changes the version of the cache with it,
    and then what stands here.
    """
    assert (VERSION, digest(repr([handles(name) for name in every_name()]))) == ("2", "2cc1fabe")


def test_names_are_kept(tmp_path: Path) -> None:
    """What was taken apart once is read by the next run, and is what it was."""
    known, wiki = KnownNames(), Wiki(tmp_path)
    made = [known[name] for name in ("tool use", "工具使用", "LLM", "")]
    keep_names(wiki, known)
    again = read_names(wiki)
    assert list(again.values()) == made
    assert again == known


def test_linking_takes_known_names_as_they_are(tmp_path: Path) -> None:
    """Papers are linked alike with what is kept and without; new names are taken in."""
    papers = [
        paper("arxiv:2", mention("tool usage", "工具运用"), mention("nucleus sampling", "核采样"))
    ]
    known = KnownNames()
    assert link(papers, KNOWN, known=known) == link(papers, KNOWN)
    assert {"tool use", "工具使用", "nucleus sampling"} <= known.keys()
    assert link(papers, KNOWN, known=KnownNames(known)) == link(papers, KNOWN)


def test_a_cache_that_cannot_be_read_is_none(tmp_path: Path) -> None:
    """Names are taken apart again."""
    known, wiki = KnownNames(), Wiki(tmp_path)
    assert known["tool use"].key
    keep_names(wiki, known)
    wiki.caches.names.write_bytes(b"{}")
    assert read_names(wiki) == {}


def test_what_a_name_was_taken_apart_into_weighs_as_the_name() -> None:
    """So that of known names nothing is taken apart again to weigh them."""
    odd = ["GRPO 算法", "AI 智能体", "α-divergence", "of the", "模", "Qwen3-8B", "naïve Bayes"]
    names = [*odd, *every_name()]
    told = {name: math.fsum(map(token_weight, handles(name).tokens)) for name in names}
    assert told == {name: math.fsum(name_tokens(name).values()) for name in names}
