"""What a reply that keeps the schema can still get wrong: the failures that daily tools really
store.

Quotes are not looked at here: they are the paper's words, and grounding compares
them with the paper. Numbers and evidence are grounding's, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal

from wiki_builder.analysis.language import is_chinese, is_english
from wiki_builder.analysis.latex import COMMANDS
from wiki_builder.analysis.loops import loop_in
from wiki_builder.analysis.reply import Both, PaperReply
from wiki_builder.core.values.bilingual import Language
from wiki_builder.core.values.fulltext import FullText

MOST_PROBLEMS = 20
# characters; the request asks for 16 words and 30 characters
LONGEST_HEADLINE: Final = {"en": 200, "zh": 100}
# Chinese characters for a character of the English abstract; 0.25 to 0.4 is usual
LEAST_ABSTRACT = 0.1

Kind = Literal["prose", "label", "value"]


@dataclass(frozen=True, slots=True)
class Field:
    """One text of a reply: where it stands, what it says, in which language, and what it is."""

    place: str
    text: str
    language: Language | None = None
    kind: Kind = "prose"


def check_reply(reply: PaperReply, text: FullText) -> tuple[str, ...]:
    """What is wrong with ``reply``, as readable lines for the re-ask; empty if nothing is.

    ``text`` is the paper's, which a name or a backslash may rightly come from.
    """
    paper = "\n".join(passage.text for passage in text)
    found = [
        f"{field.place}: {problem}" for field in fields(reply) for problem in problems(field, paper)
    ]
    found += [*_of_pairs(reply), *_of_abstract(reply, text), *_of_items(reply)]
    return tuple(dict.fromkeys(found))[:MOST_PROBLEMS]


def problems(field: Field, paper: str = "") -> Iterator[str]:
    """What is wrong with one field, whatever reply it stands in."""
    text = field.text
    if _PLACEHOLDER.fullmatch(text):
        yield (
            f"{text[:40]!r} is a placeholder, not content; say what the paper says, or leave out"
            " what may be left out"
        )
        return
    if text in _descriptions():
        yield "repeats the schema's description instead of following it"
        return
    yield from _of_language(field)
    yield from _of_characters(text)
    yield from _of_macros(text)
    if (phrase := loop_in(text)) is not None:
        yield f"repeats {phrase[:40]!r} over and over"
    if field.kind == "prose" and _CUT_OFF.search(text):
        yield "breaks off before its end"


def fields(reply: PaperReply) -> Iterator[Field]:
    """Every text of ``reply`` but quotes, passages and addresses,
    with its place (``results.2.text.zh``).
    """
    yield Field("abstract_zh", reply.abstract_zh, "zh")
    for place, both in _pairs(reply, ""):
        kind: Kind = "label" if place.endswith((".label", ".name")) else "prose"
        yield Field(f"{place}.en", both.en, "en", kind)
        yield Field(f"{place}.zh", both.zh, "zh", kind)
    for part, results in (("results", reply.results), ("ablations", reply.ablations)):
        for index, result in enumerate(results):
            for name, value in (result.row.model_dump() if result.row else {}).items():
                if value:
                    yield Field(f"{part}.{index}.row.{name}", value, None, "value")
    if reply.name:
        yield Field("name", reply.name, None, "value")
    for index, entity in enumerate(reply.entities):
        yield Field(f"entities.{index}.name", entity.name, None, "value")


def _pairs(value: Any, place: str) -> Iterator[tuple[str, Both]]:
    """Every bilingual field below ``value``."""
    if isinstance(value, Both):
        yield place, value
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _pairs(item, f"{place}.{index}")
    elif hasattr(type(value), "model_fields"):
        for name in type(value).model_fields:
            yield from _pairs(getattr(value, name), f"{place}.{name}" if place else name)


# --- One field ---------------------------------------------------------------

_PLACEHOLDER = re.compile(
    r"""[\s"'`(\[<{]*(?:
      error | n/?a | none | null | nil | todo | tbd | tba | string | text | placeholder | xxx+ | unknown | undefined |
      lorem\ ipsum.* | \.{2,} | …+ | -+ | —+ | \?+ |
      not\ (?:specified|available|reported|mentioned|provided|applicable|stated|given|found|clear)
        (?:\ in\ the\ (?:paper|text|abstract))? |
      (?:no|the)\ (?:information|content|summary|data)\ (?:is\ )?(?:available|provided|given) |
      (?:\w+\ ){1,3}(?:failed|unavailable|not\ available) |
      (?:english|chinese)(?:\ (?:text|here|translation))? | (?:中文|英文)(?:内容|翻译|文本)? |
      无 | 暂无(?:数据|内容|信息)? | 未知 | 未(?:提供|说明|提及|报告|给出|指定|明确) | 不适用 | 不详 |
      待(?:补充|定|填写) | 错误 | 文中未(?:提及|说明|提供|报告) | 占位符? | (?:生成|提取|分析|翻译)失败
    )[\s"'`)\]>}.!。！]*""",  # noqa: E501
    re.IGNORECASE | re.VERBOSE,
)
_ESCAPE = re.compile(r"\\u[0-9a-fA-F]{4}")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\x80-\x9f\ufffd\ufffe]")
_LOST_COMMAND = re.compile(r"\t[a-z]+[{_^\\]")
_MACRO = re.compile(r"(?<![\\:A-Za-z0-9/])\\([A-Za-z]{2,})(?![A-Za-z\\])")
_CODE = re.compile(r"`[^`]*`|https?://\S+")
_CUT_OFF = re.compile(
    r"(?:[,，、;；(（\[{<“「《]|\.{3}|…|\b(?:and|or|the|a|an|that)|[的和与及或])\s*$"
)


@cache
def _descriptions() -> frozenset[str]:
    """Every description that the schema gives a model to read."""
    return frozenset(_described(PaperReply.model_json_schema()))


def _described(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("description"), str):
            yield schema["description"]
        for value in schema.values():
            yield from _described(value)


def _of_language(field: Field) -> Iterator[str]:
    if field.language == "zh" and is_english(field.text, label=field.kind == "label"):
        yield "is not in Chinese"
    if field.language == "en" and is_chinese(field.text):
        yield "is not in English"
    if (
        field.place.startswith("headline.")
        and field.language
        and len(field.text) > LONGEST_HEADLINE[field.language]
    ):
        yield (
            f"is {len(field.text)} characters long; a headline has at most"
            f" {LONGEST_HEADLINE[field.language]}"
        )


def _of_characters(text: str) -> Iterator[str]:
    if match := _ESCAPE.search(text):
        yield f"holds {match[0]} where a character is meant"
    if match := _LOST_COMMAND.search(text):
        yield (
            f"holds a TAB where a LaTeX command is meant: {match[0].strip()!r}; write each"
            " backslash twice"
        )
    if match := _CONTROL.search(text):
        yield f"holds the control character {match[0]!r}; write each backslash twice"


def _of_macros(text: str) -> Iterator[str]:
    macros = {match[1] for match in _MACRO.finditer(_CODE.sub(" ", text))} - COMMANDS
    for macro in sorted(macros):
        yield (
            rf"holds the authors' macro \{macro}; write the name that it stands for, or 'the"
            r" method'"
        )


# --- The whole reply ---------------------------------------------------------


def _may_be_a_name(place: str) -> bool:
    """Whether a name alone may stand there, the same in both languages;
    that it is one is checked as its language.
    """
    return place.endswith((".label", ".name")) or ".substeps." in place


def _of_pairs(reply: PaperReply) -> Iterator[str]:
    for place, both in _pairs(reply, ""):
        if both.en == both.zh and not _may_be_a_name(place):
            yield f"{place}: English and Chinese are the same text"


def _of_abstract(reply: PaperReply, text: FullText) -> Iterator[str]:
    abstract = max(
        (passage.text for passage in text if passage.kind == "abstract"), key=len, default=""
    )
    if len(reply.abstract_zh) < LEAST_ABSTRACT * len(abstract):
        yield "abstract_zh: is not the whole abstract"
    if loop_in(reply.abstract_zh) is None and len(reply.abstract_zh) > max(
        2000, 1.2 * len(abstract)
    ):
        yield "abstract_zh: is much longer than the abstract"


def _of_items(reply: PaperReply) -> Iterator[str]:
    """The same statement given twice in one list."""
    for name, texts in (
        ("contributions", [item.text.en for item in reply.contributions]),
        ("results", [item.text.en for item in reply.results]),
        ("ablations", [item.text.en for item in reply.ablations]),
        ("comparison", [item.text.en for item in reply.comparison]),
        ("limitations", [item.text.en for item in reply.limitations]),
        ("method.steps", [item.text.en for item in reply.method.steps]),
    ):
        for index, text in enumerate(texts):
            if text in texts[:index]:
                yield f"{name}.{index}: says the same as {name}.{texts.index(text)}"
