"""Reasons that receipts and papers hold in English, in the reader's language."""

from __future__ import annotations

from datetime import date

import pytest

from wiki_builder.core.words import Word
from wiki_builder.library.words import month
from wiki_builder.pages.views.reasons import in_words, said
from wiki_builder.sources.feed import nothing_in_feed
from wiki_builder.stages.select import UNREAD


@pytest.mark.parametrize(
    "reason, zh",
    [
        ("no keyword matches", "无关键词匹配"),
        ("beyond the 20 papers a day that are read", "超出每日 20 篇的阅读上限"),
        (UNREAD.reason, "尚未阅读"),
        (nothing_in_feed(date(2026, 5, 9)).message, "arXiv 周末不公布论文（2026-05-09）"),
        (
            nothing_in_feed(date(2026, 5, 11)).message,
            "arXiv 2026-05-11 的公布列表为空：节假日，或所选类别无新论文",
        ),
        ("refused: the policy [says no]", "被拒绝：the policy [says no]"),
    ],
)
def test_a_known_reason_is_said_in_both_languages(reason: str, zh: str) -> None:
    """Its values are kept, and its English stays what the data says."""
    assert in_words(reason) == Word(reason, zh)


def test_an_unknown_reason_stays_as_it_is() -> None:
    """A server's words are nobody's to translate; they do nothing on the page."""
    assert said("HTTP 503: *gone*") == "HTTP 503: &#42;gone&#42;"


def test_values_of_a_reason_do_nothing_on_the_page() -> None:
    """What a provider says stands within ours."""
    assert "<b>" not in said("refused: <b>no</b>")


def test_a_month_is_said_in_words() -> None:
    """As a reader says it."""
    assert month("2026-06") == Word("June 2026", "2026 年 6 月")
