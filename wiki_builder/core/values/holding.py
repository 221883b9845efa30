"""What stands in its owner's own library: Zotero's, JabRef's, whichever a file came from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Holding:
    """One work that the owner has, as their file has it; ``since`` is the day of its import.

    ``id`` is ``arxiv:2605.02801`` where the file says so, ``doi`` is in small letters and without
    an address in front; either may be empty.
    """

    title: str
    since: str
    id: str = ""
    doi: str = ""
    authors: tuple[str, ...] = ()
    year: str = ""
    abstract: str = ""
