"""The glossary: every row can be relied on, and a name with several meanings says so."""

from __future__ import annotations

import pytest

from wiki_builder.concepts.matching.glossary import GlossaryTerm, glossary, is_chinese
from wiki_builder.concepts.matching.likeness import compare
from wiki_builder.core import names

ENTRIES = tuple(dict.fromkeys(entry for entries in glossary().by_key.values() for entry in entries))


def test_it_covers_the_field() -> None:
    """The shipped glossary has the size of a field's, and each term once."""
    assert len(ENTRIES) > 500
    assert len({names.key(entry.en) for entry in ENTRIES}) == len(ENTRIES)


def is_sound(entry: GlossaryTerm) -> bool:
    """Whether each name stands in a column of its language,
    and no rendering is both right and wrong.
    """
    english, chinese = (entry.en, *entry.acronyms, *entry.other_en), entry.other_zh + entry.wrong
    return (
        not any(is_chinese(name) for name in english)
        and all(is_chinese(name) for name in chinese)
        and all(entry in glossary().lookup(names.key(name)) for name in entry.names)
        and not set(entry.wrong) & {entry.zh, *entry.other_zh}
    )


def test_every_name_is_in_its_column() -> None:
    """English stands in English columns, Chinese in Chinese ones,
    and no rendering is both right and wrong.
    """
    assert [entry.en for entry in ENTRIES if not is_sound(entry)] == []


MEANINGS = [
    ("LLMs", 1),
    ("大型语言模型", 1),
    ("kNN", 1),
    ("LoRA", 1),
    ("LDA", 2),
    ("BN", 2),
    ("准确率", 2),
    ("推理", 2),
    ("分词", 2),
    ("操作", 2),
    ("同构图", 2),
    ("群体智能", 2),
    ("均方差", 1),
    ("字错率", 1),
    ("ANN", 2),
    ("FFT", 2),
    ("is", 0),
    ("clip", 0),
    ("法学硕士", 0),
    ("no such thing", 0),
]


@pytest.mark.parametrize(("name", "count"), MEANINGS)
def test_a_name_says_how_many_things_it_can_be(name: str, count: int) -> None:
    """An ambiguous acronym or word has all its meanings,
    a plain word that only looks like an acronym has none.
    """
    found = glossary().meanings(name)
    assert len(found) >= count if count > 1 else len(found) == count


def test_capitals_tell_acronyms_apart() -> None:
    """What print tells apart is not one thing: LoRA and LoRa."""
    assert glossary().meanings("LoRA") != glossary().meanings("LoRa")


def test_a_wrong_rendering_is_known_as_wrong() -> None:
    """The checker of terms can say that 法学硕士 is never a large language model."""
    (entry,) = glossary().lookup(names.key("large language model"))
    assert "法学硕士" in entry.wrong


@pytest.mark.parametrize(
    ("name", "means"),
    [("均方差", "standard deviation"), ("字错率", "character error rate"), ("内存", "main memory"),
     ("联合学习", "joint learning"), ("自我改进", "self-improvement")],
)  # fmt: skip
def test_a_rendering_stands_with_its_own_idea(name: str, means: str) -> None:
    """What sounds alike in English is told apart in Chinese: 均方差 is no mean squared error."""
    assert glossary().meanings(name) == (means,)


EVERYDAY = "政策 首次展示 推出 及时 迅速 学习速度 关注度 代理人 后悔 坚固".split()


def test_a_word_of_every_day_is_never_called_wrong() -> None:
    """首次展示 is no rollout in most papers that have rollouts: putting it right would spoil the
    sentence.
    """
    assert not {*EVERYDAY} & {name for entry in ENTRIES for name in entry.wrong}


def test_a_doubtful_row_says_why() -> None:
    """The reason is a sentence for people and no name: nothing is found by it."""
    doubtful = [entry for entry in ENTRIES if entry.doubt]
    assert doubtful
    assert all(" " in entry.doubt and not glossary().meanings(entry.doubt) for entry in doubtful)


APART = [
    ("多轮训练", "multi-epoch training"),  # 多轮 is multi-turn as often
    ("操作系统", "manipulation system"),
    ("内存管理", "记忆管理"),
    ("深度搜索", "depth search"),
    ("FFT", "full fine-tuning"),
    ("supernet", "超网络"),
]


@pytest.mark.parametrize(("a", "b"), APART)
def test_a_word_of_two_ideas_makes_no_two_names_one(a: str, b: str) -> None:
    """深度 is deep and depth: whoever knows only the word asks."""
    assert compare(a, b).kind != "same"
