"""Undoes what typesetting does to numbers: LaTeX, full width, superscripts,
kinds of dashes and spaces.
"""

from __future__ import annotations

import re

_WIDTH = {chr(c): chr(c - 0xFEE0) for c in range(0xFF01, 0xFF5F) if chr(c) not in "，。；：？！"}
_SPECIAL = _WIDTH | {
    "\u00a0": " ", "\u2002": " ", "\u2003": " ", "\u2009": " ", "\u202f": " ", "\u3000": " ",
    "\u00ad": "", "\u200b": "", "\u2060": "", "\ufeff": "", "−": "−", "－": "−", "﹣": "−",
    "–": "–", "—": "–", "―": "–", "‒": "–", "‐": "-", "‑": "-", "～": "~", "〜": "~", "✕": "×",
    "✖": "×", "⨉": "×", "·": "·", "％": "%", "﹪": "%",
}  # fmt: skip
_SUPERSCRIPT = {c: str(i) for i, c in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")} | {"⁻": "-", "⁺": ""}
_FRACTIONS = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅛": "1/8"}

_ODD = re.compile(f"[{re.escape(''.join(_SPECIAL))}]")
_RAISED = re.compile(f"[{''.join(_SUPERSCRIPT)}]+")
_VULGAR = re.compile(f"[{''.join(_FRACTIONS)}]")
_THIN_THOUSANDS = re.compile(r"(?<=[0-9])[\u2009\u202f](?=[0-9]{3}(?![0-9]))")

_LATEX = (
    (re.compile(r"\{,\}"), ","),
    (re.compile(r"\\[dt]?frac\s?\{([0-9.]+)\}\s?\{([0-9.]+)\}"), r"\1/\2"),
    (re.compile(r"\\(?:times|cdot)(?![A-Za-z])\s?"), "×"),
    (re.compile(r"\\(?:sim|approx|pm|mp|gtrsim|lesssim)(?![A-Za-z])\s?"), "~"),
    (re.compile(r"\\(?:geq?|leq?|[a-z]?dots)(?![A-Za-z])\s?"), " "),
    (re.compile(r"\\[,;:!]"), ""),
    (re.compile(r"\\(?:text|math|operator)[a-z]*\s?(?=\{)|\\(?=[%$&_#])"), ""),
    (re.compile(r"[{}$]"), ""),
)


def normalized(text: str) -> str:
    """``text`` with ASCII digits and signs, ``×`` for times, ``^`` for powers and single spaces."""
    if not text.isascii():
        text = _THIN_THOUSANDS.sub(",", text)
        text = _RAISED.sub(lambda m: "^" + "".join(map(_SUPERSCRIPT.__getitem__, m[0])), text)
        text = _VULGAR.sub(lambda m: _FRACTIONS[m[0]], text)
        text = _ODD.sub(lambda m: _SPECIAL[m[0]], text)
    if "\\" in text or "$" in text or "{" in text:
        for pattern, written in _LATEX:
            text = pattern.sub(written, text)
    return " ".join(text.split())
