"""Undoes what typesetting does to numbers: LaTeX, full width, superscripts,
kinds of dashes and spaces.
"""

from __future__ import annotations

import re

from wiki_builder.core.characters import HAN

_WIDTH = {chr(c): chr(c - 0xFEE0) for c in range(0xFF01, 0xFF5F) if chr(c) not in "，。；：？！"}
_SPECIAL = _WIDTH | {
    "\u00a0": " ", "\u2002": " ", "\u2003": " ", "\u2009": " ", "\u202f": " ", "\u3000": " ",
    "\u00ad": "", "\u200b": "", "\u2060": "", "\ufeff": "", "－": "−", "﹣": "−",
    "—": "–", "―": "–", "‒": "–", "‐": "-", "‑": "-", "～": "~", "〜": "~", "≈": "~", "∼": "~",
    "✕": "×", "✖": "×", "⨉": "×", "·": "·", "％": "%", "﹪": "%", "µ": "μ", "￥": "¥", "⩾": "≥",
    "⩽": "≤", "⟶": "→", "⇒": "→", "➔": "→", "ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff",
}  # fmt: skip
_SUPERSCRIPT = {c: str(i) for i, c in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")} | {"⁻": "-", "⁺": ""}
_FRACTIONS = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅛": "1/8"}
_DECIMALS = {"½": ".5", "¼": ".25", "¾": ".75"}  # behind a whole number: 2½

_ODD = re.compile(f"[{re.escape(''.join(_SPECIAL))}]")
_LOST_LIGATURE = re.compile("ϐi?")  # what some PDFs make of fi
_RAISED = re.compile(f"[{''.join(_SUPERSCRIPT)}]+")
_MIXED = re.compile(rf"(?<=[0-9])\s?([{''.join(_DECIMALS)}])")
_VULGAR = re.compile(f"[{''.join(_FRACTIONS)}]")
_THIN_THOUSANDS = re.compile(r"(?<=[0-9])[\u2009\u202f](?=[0-9]{3}(?![0-9]))")

_MONEY = "\ue024"  # stands for a dollar sign that is money while those of maths are taken out
# what stands between two dollar signs is maths if it begins and ends with them, as Pandoc reads it,
# or holds a command
_MATHS = re.compile(
    r"\$(?=\S)([^$]{1,200}?)(?<=\S)\$(?![0-9])|\$\s?((?:[^$0-9\\]{0,12})\\[A-Za-z][^$]{0,200}?)\$"
)
_PRICE = re.compile(r"\$(?=[0-9.])")

_DEGREE = re.compile(r"\^?\{?\s?\\(?:circ|degree)(?![A-Za-z])\}?")
_LATEX = (
    (re.compile(r"\\\^\s?\{\s?\}"), "^"),
    (re.compile(r"\{,\}"), ","),
    (re.compile(r"\\[dt]?frac\s?\{([0-9.]+)\}\s?\{([0-9.]+)\}"), r"\1/\2"),
    (re.compile(r"\\(?:times|cdot)(?![A-Za-z])\s?"), "×"),
    (re.compile(r"\\(?:sim|approx|simeq|gtrsim|lesssim)(?![A-Za-z])\s?"), "~"),
    (re.compile(r"\\(?:pm|mp)(?![A-Za-z])"), "±"),
    (re.compile(r"\\geq?(?:slant)?(?![A-Za-z])"), "≥"),
    (re.compile(r"\\leq?(?:slant)?(?![A-Za-z])"), "≤"),
    (re.compile(r"\\(?:to|mapsto|(?:[Ll]ong)?[Rr]ightarrow)(?![A-Za-z])"), "→"),
    (re.compile(r"\\downarrow(?![A-Za-z])"), "↓"),
    (re.compile(r"\\uparrow(?![A-Za-z])"), "↑"),
    (_DEGREE, "°"),
    (re.compile(r"\\mu(?![A-Za-z])\s?"), "μ"),
    (re.compile(r"\\[a-z]?dots(?![A-Za-z])"), " "),
    (re.compile(r"\\text(?:en|em)dash(?![A-Za-z])\s?"), "–"),
    (re.compile(r"\\[,;:!]|\\(?:text|math)[a-z]*(?![A-Za-z{])\s?(?!\{)"), ""),
    (re.compile(r"\\[A-Za-z]+\s?(?=\{)|\\(?=[%&_# ])"), ""),
    (re.compile(r"[{}$]"), ""),
    (re.compile(_MONEY), "$"),
)
_JOINT = re.compile(r"(?<=[A-Za-z0-9)])~(?=[A-Za-z0-9])(?!(?<=[0-9]~)[0-9])")  # LaTeX's tie
_ZH_COMMA = re.compile(rf"(?<=[{HAN}]),|,(?=[{HAN}])")
_BRACKETED = re.compile(r"\(\s?([-−]?[0-9.]+\s?±\s?[0-9.]+)\s?\)\s?(?=[°%])")  # (3 ± 1)%
_MARKS = (
    (re.compile(r"\+\s?/\s?[-−–]"), "±"),
    (re.compile(r"(?:-{1,2}|=)>"), "→"),
    (re.compile(r"--+"), "–"),
)


def normalized(text: str) -> str:
    """``text`` with ASCII digits and signs, ``×`` for times, ``^`` for powers, ``→`` for from
    and to, and single spaces; a dollar sign is left only where it is money.
    """
    if not text.isascii():
        text = _LOST_LIGATURE.sub("fi", _THIN_THOUSANDS.sub(",", text))
        text = _RAISED.sub(lambda m: "^" + "".join(map(_SUPERSCRIPT.__getitem__, m[0])), text)
        text = _MIXED.sub(lambda m: _DECIMALS[m[1]], text)
        text = _VULGAR.sub(lambda m: _FRACTIONS[m[0]], text)
        text = _ZH_COMMA.sub("，", _ODD.sub(lambda m: _SPECIAL[m[0]], text))
    if "\\" in text or "$" in text or "{" in text:
        text = _PRICE.sub(_MONEY, _MATHS.sub(r"\1\2", text.replace("\\$", _MONEY)))
        for pattern, written in _LATEX:
            # begins with what need not be there, so that it is tried at every sign
            if pattern is not _DEGREE or "\\circ" in text or "\\degree" in text:
                text = pattern.sub(written, text)
    if "±" in text:
        text = _BRACKETED.sub(r"\1", text)
    if "~" in text:
        text = _JOINT.sub(" ", text)
    if "--" in text or "->" in text or "=>" in text or "+" in text:
        for pattern, written in _MARKS:
            text = pattern.sub(written, text)
    return " ".join(text.split())
