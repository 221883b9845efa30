"""The failures that daily tools really store, each in its shape,
and what resembles them and is right.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.analysis.sample import TEXT, raw, reply
from wiki_builder.analysis.checks import Field, check_reply, problems
from wiki_builder.analysis.loops import loop_in
from wiki_builder.analysis.parse import parse
from wiki_builder.analysis.reply import PaperReply
from wiki_builder.core.values.fulltext import FullText, Passage


def checked(**places: Any) -> tuple[str, ...]:
    return check_reply(PaperReply.model_validate(reply(**places)), TEXT)


def said(text: str, language: str = "zh", kind: str = "prose") -> str:
    return "; ".join(problems(Field("place", text, language, kind)))  # type: ignore[arg-type]


def test_a_sound_reply_has_no_problems() -> None:
    """The checks find nothing in a reply that is right."""
    assert checked() == ()


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Error",
            "N/A",
            "TODO",
            "string",
            "…",
            "...",
            "无",
            "暂无数据",
            "None",
            "未提及。",
            "not specified",
        ),
        *(
            "Not reported in the paper.",
            "Summary generation failed",
            "Motivation analysis unavailable",
        ),
        *("[placeholder]", "<Chinese text>"),
    ],
)
def test_placeholders_are_no_content(text: str) -> None:
    """A word that stands for content that is not there is found, whatever its dress."""
    assert "placeholder" in said(text)


@pytest.mark.parametrize(
    "text", ["无监督学习方法不需要标注。", "Error correction fails here.", "该文本的错误率为 3%。"]
)
def test_words_of_placeholders_in_sentences_are_content(text: str) -> None:
    """ "无", "error" and "text" within a sentence are ordinary words."""
    assert "placeholder" not in said(text, "en" if text.isascii() else "zh")


@pytest.mark.parametrize(
    "text, kind",
    [
        (
            "RGB-based methods face limitations in challenging scenes, such as small objects.",
            "prose",
        ),
        (
            (
                "To explore how prompting reduces hallucinations but weakens the cues that 检测"
                " uses for the task."
            ),
            "prose",
        ),
        ("a clear mental map of Vision-Language Models", "prose"),
        ("reinforcement learning", "label"),
        ("We train.", "prose"),
    ],
)
def test_english_in_a_chinese_field(text: str, kind: str) -> None:
    """English sentences and plain English terms are found in Chinese fields."""
    assert said(text, kind=kind) == "is not in Chinese"


@pytest.mark.parametrize(
    "text, kind",
    [
        ("GRPO", "label"),
        ("Chain of Thought", "label"),
        ("pass@k", "label"),
        ("GPT-4o", "prose"),
        (
            "在 ImageNet-1K 上，ResNet-50、ViT-B/16、Swin-T 和 ConvNeXt-T 的 top-1 accuracy 均提升。",  # noqa: E501
            "prose",
        ),
        ("用 $D_{\\varphi}(\\theta, \\hat\\theta)$ 度量。", "prose"),
        (
            "代码见 https://github.com/some/very-long-name/of-a-repository/with-many-words-in-it",
            "prose",
        ),
    ],
)
def test_latin_letters_that_are_right_in_a_chinese_field(text: str, kind: str) -> None:
    """Names, formulas and addresses stay in their original form."""
    assert said(text, kind=kind) == ""


def test_chinese_in_an_english_field() -> None:
    """Chinese sentences are found in English fields; quoted names are not."""
    assert said("提出了一种新的方法。", "en") == "is not in English"
    assert said("It adds Baidu's model (文心一言大模型) and “大语言模型评测基准”.", "en") == ""


@pytest.mark.parametrize(
    "text, part",
    [
        ("\\u8fd9篇论文", "holds \\u8fd9"),
        ("提出\textit{CoF}。", "holds a TAB"),
        ("控制\x08eta字符。", "holds the control character '\\x08'"),
        ("替换�字符。", "holds the control character"),
        ("提出\\name{}框架。", "authors' macro \\name"),
        ("（\\method）优于基线。", "authors' macro \\method"),
        ("\\ours 在三个任务上最好。", "authors' macro \\ours"),
    ],
)
def test_lost_and_foreign_characters(text: str, part: str) -> None:
    """Escapes shown as text, lost commands, control characters and authors' macros are found."""
    assert part in said(text)


@pytest.mark.parametrize(
    "text",
    [
        "损失为 $\\nabla\\varphi$，$\\mathcal{L}_{\\text{kl}}$，\\textbf{重点}。",
        "在<think>后抑制双换行符和</think>标记。",
        "路径 C:\\Users\\model 与 `\\ours` 代码。",
        "1. 第一步\n2. 第二步：\n   - 子步骤",
    ],
)
def test_tags_backslashes_and_lists_that_belong_to_the_text(text: str) -> None:
    """What a paper rightly says of tags, maths, paths and lists stands."""
    assert said(text) == ""


def test_endless_loops() -> None:
    """A phrase said over and over is found; a long text that only resembles itself is not."""
    assert "over and over" in said("该方法很好。" * 60)
    assert "over and over" in said("It works. " + "and so on and " * 40, "en")
    assert (
        loop_in(
            "\n".join(
                f"{i}) 模块 {i} 处理第 {i} 类输入，并把结果交给模块 {i + 1}。" for i in range(60)
            )
        )
        is None
    )


@pytest.mark.parametrize(
    "text", ["该方法包括编码器、", "The method has an encoder, a decoder and", "It is trained on…"]
)
def test_text_that_breaks_off(text: str) -> None:
    """A sentence without its end is found."""
    assert "breaks off" in said(text, "en" if "The" in text or "It" in text else "zh")


def test_a_field_that_repeats_the_schema() -> None:
    """The schema's own words are no answer."""
    assert "schema's description" in said("How this paper uses it, in one sentence.", "en")


def test_the_whole_reply() -> None:
    """Equal languages, repeated items and an endless headline are found with their places."""
    assert "summary: English and Chinese are the same text" in checked(
        summary={"en": "A b c.", "zh": "A b c."}
    )
    name = {"en": "Scout", "zh": "Scout"}
    assert checked(method__steps__0__substeps=[name]) == ()  # a name alone is the same in both
    same = checked(contributions__2__text__en="Each step has a reward.")
    assert same == ("contributions.2: says the same as contributions.0",)
    assert (
        "headline.en: is 399 characters long"
        in checked(headline__en="very long " * 39 + "headline.")[0]
    )


def test_an_abstract_that_is_only_begun() -> None:
    """A Chinese abstract of a few characters for a long English one is not the whole."""
    abstract = FullText(
        "abstract", (Passage("abstract", "We show what we show. " * 80, kind="abstract"),)
    )
    assert "abstract_zh: is not the whole abstract" in check_reply(
        PaperReply.model_validate(reply()), abstract
    )


def test_quotes_are_the_papers_own() -> None:
    """A macro or a tag in a verbatim quote is no problem."""
    assert checked(results__0__quote="\\ours{} wins") == ()
    assert isinstance(parse(raw(results__0__quote="\\ours{} wins")), PaperReply)
