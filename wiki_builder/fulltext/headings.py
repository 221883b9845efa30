"""Headings: which lines of a PDF's text are headings, and what part of a paper a heading opens.

A PDF has no structure; a heading is known by its number or by its words. The
choice of passages and the search for the references build on this.
"""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from wiki_builder.core.characters import HAN

Role: TypeAlias = Literal[
    "abstract",
    "introduction",
    "method",
    "results",
    "limitations",
    "discussion",
    "conclusion",
    "other",
    "background",
    "back matter",
    "appendix",
]

WITHIN = " › "  # between the titles of a section and of its innermost subsection

MAX_HEADING = 90  # characters; a longer line is a sentence

_NUMBER = re.compile(
    r"^(?:(?i:section|chapter|appendix|附录)\s+)?"
    rf"(?:(?P<number>(?:\d{{1,2}}|[A-Z])(?:\.\d{{1,2}}){{0,3}}|[IVX]{{1,5}})(?P<mark>[.:]?)(?:\s+|(?=[{HAN}]))|"
    r"(?P<chinese>第[一二三四五六七八九十\d]+[章节]|[一二三四五六七八九十]{1,3}(?=[、.]))[、.\s]*)"
    r"(?P<title>\S.*)$"
)
# Words for each role, tried in this order; the first that is found decides.
_WORDS: tuple[tuple[Role, str], ...] = (
    ("appendix", r"\bappendi|\bsupplement|附录|补充材料"),
    (
        "back matter",
        r"acknowledg|\bethic|author contribution|\bfunding\b|reproducibility|broader impact|致谢|伦理",  # noqa: E501
    ),
    ("abstract", r"^abstract\b|摘要"),
    ("limitations", r"\blimitation|threats? to validity|局限|不足"),
    ("conclusion", r"\bconclu|\bsummary\b|future (?:work|direction)|结论|总结|小结|展望"),
    (
        "background",
        r"\brelated\b|\bbackground\b|\bpreliminar|prior work|literature review|相关工作|背景|预备知识",  # noqa: E501
    ),
    ("introduction", r"\bintroduction|引言|绪论|介绍|简介|前言"),
    (
        "results",
        r"experiment|\bresults?\b|evaluat|empirical|ablation|\banalys[ei]s\b|findings|实验|结果|评估|评测|分析",
    ),
    ("discussion", r"\bdiscussion|讨论"),
    (
        "method",
        r"\bmethod|\bapproach|\bmodels?\b|architectur|framework|algorithm|\bproposed|方法|模型|算法|架构|框架",
    ),
)
_ROLES = tuple((role, re.compile(words, re.IGNORECASE)) for role, words in _WORDS)
_ALONE = re.compile(
    r"(?:abstract|introduction|related"
    r" works?|background|preliminaries|methods?|methodology|experiments?|results?|"
    r"evaluation|discussions?|limitations?|conclusions?|(?:conclusions?|discussion|limitations?)"
    r" and [a-z ]{4,30}|"
    r"conclud(?:ing|ed) remarks|future work|acknowledge?ments?|ethics statement|ethical"
    r" considerations|"
    r"broader impacts?(?: statement)?|reproducibility statement|references|bibliography|literature"
    r" cited|"
    r"references and notes|appendix|appendices|supplementary materials?|"
    r"摘\s*要|引\s*言|结\s*论|参\s*考\s*文\s*献|附\s*录|致\s*谢)[.:]?",
    re.IGNORECASE,
)
_REFERENCES = re.compile(
    r"(?:\d{1,2}\.?\s+|[IVX]{1,5}\.\s+)?"
    r"(?:references|bibliography|literature cited|works cited|references and"
    r" notes|参\s*考\s*文\s*献)[.:]?",
    re.IGNORECASE,
)
_APPENDIX = re.compile(
    r"(?:(?:appendix|appendices|附录)\b.{0,60}|supplementary materials?|supplement|technical"
    r" appendix|"
    r"[A-Z](?:\.\d{1,2})?\.?\s+[A-Z][^.;]{3,70})",
)
_SMALL_CAPS = re.compile(r"\b([A-Z]) (?=[A-Z]{2,}\b)")
_SMALL_CAPS_LINE = re.compile(
    r"(?:(?:\d{1,2}|[A-Z])(?:\.\d{1,2})*\.?\s+)?(?:[A-Z]"
    r" [A-Z]{2,}|AND|OF|FOR|IN|ON|TO|THE|WITH|BY|:|&)"
    r"(?:[ -](?:[A-Z] [A-Z]{2,}|AND|OF|FOR|IN|ON|TO|THE|WITH|BY|:|&))*"
)


def role(title: str) -> Role:
    """What part of a paper a section is, from its title in English or Chinese;
    ``other`` if that does not say.
    """
    return next((name for name, words in _ROLES if words.search(title)), "other")


def is_heading(line: str) -> bool:
    """Whether one line of a PDF's text reads as a heading: "3.2 Attention", "IV.
    CONCLUSIONS", "References".
    """
    line = line.strip()
    return len(line) <= MAX_HEADING and (_ALONE.fullmatch(line) is not None or _is_numbered(line))


def is_references(line: str) -> bool:
    """Whether the line is the heading of the references, alone on its line."""
    return _REFERENCES.fullmatch(line.strip()) is not None


def is_appendix(line: str) -> bool:
    """Whether the line is a heading that opens an appendix:
    "Appendix", "A Implementation Details".
    """
    line = line.strip()
    return (
        len(line) <= MAX_HEADING
        and _APPENDIX.fullmatch(line) is not None
        and not line.endswith(",")
    )


def heading_number(line: str) -> str:
    """The number that a heading begins with ("3.2", "A.1", "IV"), or an empty string."""
    found = _NUMBER.match(line.strip())
    return found["number"] or found["chinese"] if found else ""


def join_small_caps(line: str) -> str:
    """``2 R ELATED W ORK`` as ``2 RELATED WORK``; pypdf sets a space where small capitals begin."""
    line = line.strip()
    if len(line) > MAX_HEADING or not _SMALL_CAPS_LINE.fullmatch(line):
        return line
    joined = _SMALL_CAPS.sub(r"\1", line)
    return (
        joined if joined != line and (heading_number(joined) or _ALONE.fullmatch(joined)) else line
    )


def _is_numbered(line: str) -> bool:
    found = _NUMBER.match(line)
    if not found or (found["number"] and not _numbers(found["number"], found["mark"])):
        return False
    return _is_title(found["title"])


def _numbers(heading_number: str, mark: str) -> bool:
    """Whether it numbers a heading: a Roman number needs its dot, no paper has a section 31."""
    if (
        heading_number.isalpha()
        and heading_number.isascii()
        and len(heading_number) > 1
        and not mark
    ):
        return False
    return not heading_number.split(".")[0].isdigit() or 0 < int(heading_number.split(".")[0]) <= 20


def _is_title(title: str) -> bool:
    first = title[0]
    if (
        not (first.isupper() or first >= "\u4e00")
        or title[-1] in ".,;-–"
        or re.search(r"[.;!?] |\d{3}|[=@∑∈|]", title)
    ):
        return False
    words = re.findall(rf"[^\W\d_]{{3,}}|[{HAN}]{{2,}}", title)
    return bool(words) and len(title.split()) <= 12
