"""What is text and what only looks like it."""

from __future__ import annotations

import pytest

from tests.fulltext.pdfs import PROSE
from wiki_builder.fulltext.quality import not_text

ENGLISH = " ".join(PROSE) * 4
CHINESE = (
    "我们提出了一种新的方法，用于在大规模数据上训练语言模型。实验结果表明，该方法在多个任务上优于现有的模型。"
    * 12
)
GERMAN = (
    "Wir stellen ein Verfahren vor, das einen Aufsatz liest und sagt, was er gefunden hat. " * 8
)
FORMULAS = "a = b (1)\na1 = b1 + c1 - d2 + e2 (2)\nN = 14a x y z f(x) g(h(x)) " * 12


@pytest.mark.parametrize("text", [ENGLISH, CHINESE, GERMAN, FORMULAS, ENGLISH + CHINESE])
def test_papers_are_text(text: str) -> None:
    """English, German, Chinese and mixed papers, and pages of formulas, are text."""
    assert not_text(text) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "too little text"),
        ("Figure 1", "too little text"),
        ("".join(chr(0xE000 + i % 90) for i in range(900)), "private use"),
        ("(cid:12)(cid:33) " * 60, "private use"),
        ("�" * 300 + ENGLISH, "decoded"),
        (ENGLISH.replace(" ", ""), "no spaces"),
        (
            "".join(chr((ord(c) - 97 + 6) % 26 + 97) if c.islower() else c for c in ENGLISH),
            "distributed",
        ),
        ("".join(chr(0x4E00 + (i * 7919) % 20000) for i in range(900)), "as in Chinese"),
    ],
)
def test_rubbish_is_not(text: str, words: str) -> None:
    """Scans, glyph soup, lost spaces, shifted alphabets and random code
    points have their reasons.
    """
    assert words in (not_text(text) or "")


def test_a_cover_page_does_not_make_a_scan_text() -> None:
    """Text is measured by the page: one printed page before twenty scanned ones is too little."""
    assert "too little text" in (not_text(ENGLISH, pages=21) or "")
