"""Pages that a person deleted, and what people hold on those that stand."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import cache

from wiki_builder.contract.ledger import read_deleted, read_ledger, read_seals, write_ledger
from wiki_builder.core.store.disk import write_file
from wiki_builder.core.store.values import read_text
from wiki_builder.core.store.wiki import Wiki


def rejected_papers(wiki: Wiki, kinds: tuple[str, ...] = ("arxiv:", "file:")) -> frozenset[str]:
    """The papers, or what else has an id of these ``kinds``, whose page a person deleted."""
    if not wiki.ledger.is_file():
        return frozenset()
    text = read_text(wiki.ledger)
    recorded = read_ledger(text)
    papers = [id_ for id_ in recorded if id_.startswith(kinds)]
    paths = {path for id_ in papers for path in recorded[id_]}
    lost = paths - _standing(wiki, paths)
    if read_deleted(text).isdisjoint(papers) and (
        not lost or not any(recorded[id_] <= lost for id_ in papers)
    ):
        return frozenset()
    # heavy, and there is nothing to tell apart on most days
    from wiki_builder.pages.files import read_standing

    return read_standing(wiki, lambda gone: papers).rejected & frozenset(papers)


def _standing(wiki: Wiki, paths: Collection[str]) -> set[str]:
    """Which files stand in the folders of ``paths``: many in few of them."""
    found: set[str] = set()
    for folder in {path.rpartition("/")[0] for path in paths}:
        with suppress(OSError), os.scandir(wiki.docs / folder) as entries:
            names = (entry.name for entry in entries if entry.is_file())
            found.update(f"{folder}/{name}".lstrip("/") for name in names)
    return found


def held_claims(wiki: Wiki) -> Callable[[str], frozenset[str] | None]:
    """What gives the claims that a person's words on a paper's page rest on; ``None`` where the
    page does not tell.

    The pages are read when it is first asked.
    """
    from wiki_builder.pages.files import read_standing

    read = cache(lambda: read_standing(wiki, lambda gone: ()))

    def held(paper: str) -> frozenset[str] | None:
        spot = read().places.get(paper)
        file = read().found.files.get(spot.path or "") if spot and spot.kind == "here" else None
        return file.shown.claims if file and not file.broken else None

    return held


def bring_back(wiki: Wiki, papers: Sequence[str]) -> None:
    """Forget that a person deleted the pages of ``papers``: they are new again."""
    forget(wiki, rejected_papers(wiki) & set(papers))


def forget(wiki: Wiki, pages: Collection[str]) -> None:
    """Take pages out of the ledger: what is not recorded was never deleted."""
    if pages:
        text = read_text(wiki.ledger)
        kept = {id_: paths for id_, paths in read_ledger(text).items() if id_ not in pages}
        seals = {id_: min(known) for id_, known in read_seals(text).items()}
        ledger = write_ledger(kept, read_deleted(text), seals)
        write_file(wiki.ledger, ledger.encode("utf-8"), durable=True)
