r"""Maths as plain text: what a result shows of a formula, and what it is found by. ``\tau^2`` is
``τ²``.

Greek letters, signs and digits above or below a letter are written as they are read; what else
LaTeX says of looks is left out, and any other command stays as its name.
"""

from __future__ import annotations

import html
import re

from wiki_builder.sources.fields import REORDERS

_LETTERS = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma"
    " tau upsilon phi chi psi omega"
)
_GREEK = dict(zip(_LETTERS.split(), "αβγδεζηθικλμνξοπρστυφχψω", strict=True))
NAMES = {letter: name for name, letter in _GREEK.items()} | {"ς": "sigma"}
"""What each small Greek letter is called."""

_SIGNS = {
    "times": "×", "cdot": "·", "to": "→", "rightarrow": "→", "leftarrow": "←", "approx": "≈",
    "sim": "~", "pm": "±", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠", "ne": "≠",
    "infty": "∞", "in": "∈", "ldots": "…", "dots": "…", "cdots": "…", "ell": "ℓ", "sum": "∑",
    "prod": "∏", "nabla": "∇", "partial": "∂", "quad": " ", "varepsilon": "ε", "varphi": "φ",
    "lt": "<", "gt": ">", "vert": "|", "mid": "|", "ll": "≪", "gg": "≫",
}  # fmt: skip
_COMMANDS = _SIGNS | _GREEK | {name.title(): letter.upper() for name, letter in _GREEK.items()}
_LOOKS = re.compile(
    r"(?:math|text|operatorname|boldsymbol|bm|left|right|big|hat|bar|tilde|widehat|overline|vec)[a-z]*"
)
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_DIGITS = re.compile(r"([\^_])(?:\{(\d+)\}|(\d))")
_RAISED, _LOWERED = (str.maketrans("0123456789", digits) for digits in ("⁰¹²³⁴⁵⁶⁷⁸⁹", "₀₁₂₃₄₅₆₇₈₉"))
_SPACE = re.compile(r"\\[,;:! ]|~|\s+")
# What is left of a formula as text without any loss: signs, digits above or below, upright words.
_EXACT = re.compile(
    rf"(?:[^\\^_{{}}&]|[\^_](?:\d|\{{\d+\}})|\\(?:{'|'.join(_COMMANDS)})(?![A-Za-z])|\\[,;:!"
    r" %$#&_]|\{,\}"
    r"|\\(?:text|mathrm|operatorname)\{[^\\^_{}&]*\})+"
)
_SPAN = re.compile(r'<(span|div) class="arithmatex">\\[(\[](.*?)\\[)\]]</\1>', re.DOTALL)
_DOLLARS = re.compile(r"\$([^$]*[\\^_α-ω][^$]*)\$")


def read_formula(formula: str) -> str:
    """A formula's LaTeX as text."""
    text = _SPACE.sub(" ", formula)
    text = _COMMAND.sub(
        lambda found: _COMMANDS.get(found[1], "" if _LOOKS.match(found[1]) else f"{found[1]} "),
        text,
    )
    text = _DIGITS.sub(
        lambda found: (found[2] or found[3]).translate(_RAISED if found[1] == "^" else _LOWERED),
        text,
    )
    return re.sub(r"[\\{}]", "", re.sub(" +", " ", text)).strip()


def exact(formula: str) -> str:
    """A formula as text where that says all of it;
    else its LaTeX between dollars, as arXiv's own lists have it.
    """
    return read_formula(formula) if _EXACT.fullmatch(formula) else f"${formula.strip()}$"


def exact_html(piece: str) -> str:
    """HTML with each formula in it as :func:`exact` has it."""
    if "arithmatex" not in piece:
        return piece
    return _SPAN.sub(lambda found: html.escape(exact(html.unescape(found[2])), quote=False), piece)


def read_html(piece: str) -> str:
    """HTML with each formula in it as text."""
    if "arithmatex" not in piece:
        return piece
    return _SPAN.sub(lambda found: html.escape(read_formula(html.unescape(found[2]))), piece)


def read_name(name: str) -> str:
    """A name in which maths may stand between dollars; what is no maths stays, as money does.

    Signs that would reorder what stands beside the name are left out, as they are on pages.
    """
    return _DOLLARS.sub(lambda found: read_formula(found[1]), REORDERS.sub("", name))
