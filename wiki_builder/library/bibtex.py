r"""BibTeX entries of papers, safe to paste: whatever in a title or a name would be live in LaTeX is
escaped.

Kept as LaTeX are accents (``Poincar\'e``) and maths of well-known commands; all else that
has a meaning in LaTeX is written so that it prints as it stands. Braces in text are written
as commands, since BibTeX counts braces even behind a backslash.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from wiki_builder.library.authors import is_group, last_name
from wiki_builder.library.card import Card, own_day

_ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u",
    "\u0307": ".", "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0323": "d",
    "\u0327": "c", "\u0328": "k",
}  # fmt: skip
_LETTERS = {
    "ß": r"{\ss}", "æ": r"{\ae}", "Æ": r"{\AE}", "œ": r"{\oe}", "Œ": r"{\OE}", "ø": r"{\o}",
    "Ø": r"{\O}", "ł": r"{\l}", "Ł": r"{\L}", "ı": r"{\i}", "–": "--", "—": "---", "‘": "`",
    "’": "'", "“": "``", "”": "''", "…": r"{\ldots}", "\u00a0": "~",
}  # fmt: skip
_FOLDED = {
    "ß": "ss",
    "æ": "ae",
    "Æ": "ae",
    "œ": "oe",
    "Œ": "oe",
    "ø": "o",
    "Ø": "o",
    "ł": "l",
    "Ł": "l",
    "ı": "i",
}
_SPECIAL = {
    "\\": r"{\textbackslash}", "{": r"{\textbraceleft}", "}": r"{\textbraceright}", "$": r"\$",
    "&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_", "~": r"{\textasciitilde}",
    "^": r"{\textasciicircum}", "<": r"{\textless}", ">": r"{\textgreater}",
}  # fmt: skip

_MATHS = re.compile(r"(?<![\\$])\$(?=\S)([^$`<>]*[^$`<>\s\\])\$(?![\d$])")
_COMMAND = re.compile(r"\\([A-Za-z]+|.)")
_ACCENT = re.compile(
    r"(?P<open>\{)?\\(?P<mark>[`'^~=.\"]|[uvHcdkr](?![A-Za-z]))\s*"
    r"(?:\{(?P<braced>\\[ij]|[A-Za-z])\}|(?P<bare>\\[ij](?![A-Za-z])|[A-Za-z]))(?(open)\})"
)
_ESCAPED = re.compile(r"\\([%&#_$])")
_WORD = re.compile(r"([^\W_]+(?:-[^\W_]+)*)")
_FONT = re.compile(
    r"\\(?:textit|textbf|texttt|textsc|textrm|textsf|emph|underline|mbox|text)\{([^{}\\]*)\}"
)
_COMMANDS = (
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi"
    " pi rho sigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma"
    " Upsilon Phi Psi Omega ell infty partial nabla times cdot cdots ldots dots pm mp leq le geq ge"
    " neq ne approx sim simeq equiv propto ll gg in notin subset subseteq cup cap to rightarrow"
    " leftarrow leftrightarrow Rightarrow mapsto circ bullet star ast dagger prime sqrt frac tfrac"
    " binom sum prod int log ln exp min max sup inf det dim deg bmod mod left right langle rangle"
    " lfloor rfloor lceil rceil mathcal mathbb mathbf mathrm mathit mathsf mathtt mathfrak bm"
    " boldsymbol hat tilde bar vec overline text textit textbf textrm texttt operatorname perp"
    " parallel otimes oplus forall exists wedge vee neg lt gt quad , ; : !"
)
_SAFE_COMMANDS = frozenset((*_COMMANDS.split(), " "))
_CAPITALS = re.compile(r"[^\W_][A-Z]|[A-Z]\d|[A-Z][^\W_]*-\d")  # GRPO, DeepRubric, R1, GPT-4
_SMALL = (
    "a an and are as at by can do does for from how in into is it its of on or our the to towards"
    " toward via what when why with"
)
_SMALL_WORDS = frozenset(_SMALL.split())


def cite_keys(cards: Iterable[Card]) -> dict[str, str]:
    """The key of each paper: ``lee2026orchestration``,
    and a letter behind it where an older paper has that key.
    """
    keys: dict[str, str] = {}
    taken: set[str] = set()
    older: Counter[str] = Counter()
    for card in sorted(cards, key=lambda card: (card.date, card.id)):
        base = _base_key(card)
        while (key := base + _letters(older[base])) in taken:
            older[base] += 1
        taken.add(key)
        keys[card.id] = key
    return keys


def entry(card: Card, key: str) -> str:
    """A paper as an entry of BibTeX."""
    eprint = next(
        (id_.removeprefix("arxiv:") for id_ in (card.id, *card.also) if id_.startswith("arxiv:")),
        None,
    )
    authors = " and ".join(
        [*map(_author, filter(last_name, card.authors)), *(["others"] if card.authors_left else [])]
    )
    fields: Mapping[str, str | None] = {
        "title": latex(card.title, protect=True),
        "author": authors,
        "year": own_day(card)[:4],
        "eprint": eprint,
        "archivePrefix": "arXiv" if eprint else None,
        "primaryClass": latex(card.category) if eprint and card.category else None,
        "note": "Withdrawn by its authors" if card.withdrawn else None,
    }
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join([f"@misc{{{key},", *lines, "}"])


@lru_cache(maxsize=20_000)  # a paper stands on the pages of all its concepts
def latex(text: str, *, protect: bool = False) -> str:
    """``text`` as one line of LaTeX that prints the same; accents and simple maths stay what they
    are.

    ``protect`` puts words with capitals inside into braces, so that no style makes them small.
    """
    text = _FONT.sub(r"\1", " ".join(text.split()))
    parts: list[str] = []
    position = 0
    for maths in _MATHS.finditer(text):
        if _is_safe(maths[1]):
            parts += [_prose(text[position : maths.start()], protect), maths[0]]
            position = maths.end()
    return "".join([*parts, _prose(text[position:], protect)])


def _is_safe(maths: str) -> bool:
    """Whether maths is balanced and made of known commands only."""
    depth = 0
    for character in maths:
        depth += {"{": 1, "}": -1}.get(character, 0)
        if depth < 0:
            return False
    known = all(found[1] in _SAFE_COMMANDS for found in _COMMAND.finditer(maths))
    return depth == 0 and known and not maths.endswith("\\") and not re.search(r"[%#&]", maths)


def _prose(text: str, protect: bool) -> str:
    text = _ESCAPED.sub(r"\1", text)
    parts: list[str] = []
    position = 0
    for accent in _ACCENT.finditer(text):
        letter = accent["braced"] or accent["bare"]
        parts += [
            _plain(text[position : accent.start()], protect),
            f"{{\\{accent['mark']}{{{letter}}}}}",
        ]
        position = accent.end()
    return "".join([*parts, _plain(text[position:], protect)])


def _plain(text: str, protect: bool) -> str:
    """Text without commands, its acronyms and names protected if asked for."""
    pieces = _WORD.split(unicodedata.normalize("NFC", text))
    written = ["".join(map(_character, piece)) for piece in pieces]
    if protect:
        written = [
            f"{{{tex}}}" if n % 2 and _CAPITALS.search(piece) else tex
            for n, (piece, tex) in enumerate(zip(pieces, written, strict=True))
        ]
    return "".join(written)


def _character(character: str) -> str:
    """One character: with its accents as BibTeX of any age reads them,
    of another script as it is.
    """
    if known := _SPECIAL.get(character) or _LETTERS.get(character):
        return known
    letter, *marks = [*unicodedata.normalize("NFD", character)]
    if letter.isascii() and letter.isalpha() and marks and all(mark in _ACCENTS for mark in marks):
        for mark in marks:
            letter = f"{{\\{_ACCENTS[mark]}{{{letter}}}}}"
        return letter
    return "" if unicodedata.category(character) in ("Cc", "Cf") else character


@lru_cache(maxsize=50_000)
def _author(name: str) -> str:
    """A name, the family's first; a group's, and what may be one, of one word, in braces."""
    family = last_name(name)
    if name.strip().startswith(f"{family},"):
        return latex(name)
    given, _, rest = name.rpartition(family)
    if is_group(name) or not given.strip():
        return f"{{{latex(name)}}}"
    return latex(", ".join(part for part in (family, rest.strip(" ,"), given.strip()) if part))


# --- Keys ---------------------------------------------------------------------------


def _base_key(card: Card) -> str:
    family = next((name for name in map(last_name, card.authors) if name), "")
    words = (_ascii(word) for word in re.split(r"[\s:/–—-]+", card.title))
    word = next((word for word in words if len(word) > 1 and word not in _SMALL_WORDS), "")
    return f"{_ascii(family) or 'anon'}{own_day(card)[:4]}{word}"


def _ascii(text: str) -> str:
    plain = "".join(_FOLDED.get(c, c) for c in text)
    return re.sub(r"[^a-z0-9]", "", unicodedata.normalize("NFKD", plain).lower())


def _letters(number: int) -> str:
    """Nothing, then ``b``, ``c`` … ``z``, ``ba`` …:
    what follows a key that was taken ``number`` times.
    """
    written = ""
    while number:
        number, digit = divmod(number, 26)
        written = chr(ord("a") + digit) + written
    return written
