"""Same: whether a text that came is the paper that was asked for.

arXiv stamps what it serves; else the title and the abstract tell, which both are known
before. They are compared as words: maths, accents, case and line ends differ from one
form of a paper to the other, and authors reword an abstract for arXiv.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from wiki_builder.core.characters import HAN
from wiki_builder.core.values.fulltext import Passage

# Measured on 13 papers and 12,000 others' titles and abstracts: of the abstract's runs of three
# words a paper has 0.16 to 1.0 and another 0.07 at most; of the title's pairs of words at its
# beginning 0.55 to 1.0, and another up to 0.67.
ABSTRACT = 0.25
TITLE, A_LITTLE = 0.5, 0.05  # so much of the title does together with so much of the abstract
WHOLE_TITLE = 0.9
FEW = 8  # runs of three words; fewer say nothing
BEGINNING = 4_000  # characters

_MATHS = re.compile(r"\$[^$]{0,500}\$|\\[A-Za-z]+|[{}]")
_WORD = re.compile(rf"[a-z0-9]{{2,}}|[{HAN}]")
_VERSION = re.compile(r"v\d+$")
# The blocks of combining marks. https://www.unicode.org/versions/Unicode15.0.0/ch07.pdf
_MARKS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+")
_LISTED = frozenset({"references"})


def another(
    passages: Sequence[Passage],
    printed: str,
    stamp: str | None,
    asked: str,
    title: str,
    abstract: str,
) -> str | None:
    """Why a text is not that of the paper ``asked`` (its id), with this title and abstract;
    ``None`` where it is.

    ``printed`` is the title that the text bears, ``stamp`` the id that arXiv printed on it,
    where there are any. Where neither title nor abstract is known, nothing is missed.
    """
    id_ = _VERSION.sub("", asked.removeprefix("arxiv:"))
    if stamp and id_:
        other = _VERSION.sub("", stamp) != id_
        return f"it is another paper: arXiv's stamp on it says {stamp[:40]}" if other else None
    text = " ".join(passage.text for passage in passages if passage.kind not in _LISTED)
    named = _share(_runs(_words(title), 2), set(_runs(_words(f"{printed} {text[:BEGINNING]}"), 2)))
    runs = _runs(_words(abstract), 3)
    said = _share(runs, set(_runs(_words(text), 3))) if len(runs) >= FEW else None
    if said is not None and len(text) < len(abstract):
        return (
            f"too little text: {len(text):,} characters, and its abstract alone has"
            f" {len(abstract):,}"
        )
    return (
        None if _agree(named, said) else "neither the paper's title nor its abstract stands in it"
    )


def _agree(named: float | None, said: float | None) -> bool:
    """Whether so much of the title and of the abstract is enough; ``None`` is what nobody knows."""
    if said is None:
        return named is None or named >= TITLE
    if named is None:
        return said >= ABSTRACT
    return said >= ABSTRACT or named >= WHOLE_TITLE or (named >= TITLE and said >= A_LITTLE)


def _share(wanted: Sequence[str], found: set[str]) -> float | None:
    return sum(one in found for one in wanted) / len(wanted) if wanted else None


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", _MATHS.sub(" ", text)).lower()
    return _WORD.findall(_MARKS.sub("", plain))


def _runs(words: Sequence[str], length: int) -> list[str]:
    return [" ".join(words[at : at + length]) for at in range(len(words) - length + 1)]
