"""What a name is found by among thousands, and how that is kept.

It follows from the name alone, and to make it takes longer than all that is done with it. The cache
(``.wiki/names.json``) is safe to delete.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from wiki_builder import __version__
from wiki_builder.concepts.matching.forms import core, form
from wiki_builder.concepts.matching.glossary import is_chinese
from wiki_builder.concepts.matching.guards import is_acronym
from wiki_builder.concepts.matching.likeness import initials, letters, name_tokens
from wiki_builder.core import names
from wiki_builder.core.store.caches import Cache
from wiki_builder.core.store.wiki import Wiki

# another one whenever some name is found by something else: tests/concepts/test_handles.py tells
VERSION = "2"


@dataclass(frozen=True, slots=True)
class Handles:
    """What a name is found by: the words or pairs of characters that others may share, and what is
    equal or is not.

    The latter are its key, which comes first, its form, its core's, the acronym that it is and
    those it can have.
    """

    tokens: tuple[str, ...]
    exact: tuple[str, ...]

    @property
    def key(self) -> str:
        return self.exact[0]


class KnownNames(dict[str, Handles]):
    """The handles of names, made where they are not known; ``grew`` says whether any was."""

    grew = False

    def __missing__(self, name: str) -> Handles:
        made = self[name] = handles(name)
        self.grew = True
        return made


@lru_cache(maxsize=50_000)
def handles(name: str) -> Handles:
    """What ``name`` is found by."""
    made = [names.key(name), "form " + " ".join(form(name)), "form " + " ".join(form(core(name)))]
    if " " in name and not is_chinese(name):
        made += sorted(f"spelled {made_up}" for made_up in initials(name) if 2 <= len(made_up) <= 8)
    made += [f"acronym {short}" for short in _acronyms(name)]
    return Handles(tuple(name_tokens(name)), tuple(dict.fromkeys(made)))


def sought(own: Handles) -> dict[str, float]:
    """The handles by which other names may be the same as the one that has these,
    with how much each one says.
    """
    found = {own.key: 0.99}
    for handle in own.exact[1:]:
        kind, _, letters_ = handle.partition(" ")
        match kind:
            case "spelled":
                found[f"acronym {letters_}"] = 0.7
            case "acronym":
                found[f"spelled {letters_}"] = 0.7
            case _:
                found[handle] = 0.99
    return found


def _acronyms(name: str) -> list[str]:
    short = [name, *names.split_acronym(name).aliases]
    return [letters(one) for one in short if is_acronym(one) and not is_chinese(one)]


# --- Between runs -----------------------------------------------------------------

_CACHE: Cache[dict[str, Handles]] = Cache(dict[str, Handles], f"{VERSION} {__version__}")


def read_names(wiki: Wiki) -> KnownNames:
    """The names that were taken apart in earlier runs."""
    known = KnownNames(_CACHE.read(wiki.caches.names) or {})
    _CACHE.let_go()
    return known


def keep_names(wiki: Wiki, known: KnownNames) -> None:
    """Keep them for later runs, where there are more than before; what comes after linking needs
    none of them, and they are many.
    """
    if known.grew:
        _CACHE.write(wiki.caches.names, known)
        _CACHE.let_go()
