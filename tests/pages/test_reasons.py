"""Reasons that receipts and papers hold in English, in the reader's language."""

from __future__ import annotations

from datetime import date

import pytest

from wiki_builder.pages.reasons import in_words, said
from wiki_builder.pages.words import month
from wiki_builder.sources.feed import nothing
from wiki_builder.taking import REJECTED, UNREAD
from wiki_builder.words import Word


@pytest.mark.parametrize(
    "reason, zh",
    [
        ("no keyword matches", "无关键词匹配"),
        ("beyond the 20 papers a day that are read", "超出每日 20 篇的阅读上限"),
        (UNREAD.reason, "尚未阅读"),
        (REJECTED, "已拒绝：页面已删除"),
        (nothing(date(2026, 5, 9)).message, "arXiv 周末不公布论文（Saturday 2026-05-09）"),
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
