"""What is promised, what is there, and whose it is."""

from __future__ import annotations

import pytest

from wiki_builder.analysis.reply import PaperLink
from wiki_builder.core.values.fulltext import Passage
from wiki_builder.grounding.links import kept_links
from wiki_builder.grounding.promises import is_there, promised
from wiki_builder.grounding.rules.promise import promise
from wiki_builder.grounding.rules.rule import Ground, Said
from wiki_builder.grounding.source import NumberedPassage, Source

URL = "https://github.com/a/b"


@pytest.mark.parametrize(
    "text",
    [
        "We'll release the code.",
        "The code shall be found at github.com/a/b.",
        "The dataset is planned for release.",
        "Release of the weights is pending.",
        "Upon acceptance, we open-source all prompts.",
        "Source code would be available after peer review.",
        "代码将公开。",
        "数据会在论文录用后开源。",
        "我们计划开源全部模型。",
    ],
)
def test_what_is_promised_is_not_there(text: str) -> None:
    """A promise in any of its forms is one, and says nothing of what is there now."""
    assert promised(text)
    assert not is_there(text)


@pytest.mark.parametrize(
    "text",
    [
        "Code is available at github.com/a/b.",
        "We release code and data.",
        "The dataset is publicly available.",
        "作者已开源代码。",
        "作者将代码公开于 GitHub。",
    ],
)
def test_what_is_there_is_no_promise(text: str) -> None:
    """What is public now is told from what will be."""
    assert not promised(text)
    assert is_there(text)


def test_a_promise_is_not_said_to_be_kept() -> None:
    """Code that the quote promises is doubted where a wording says that it is there."""
    quote = "We will release our code and models upon acceptance."
    ground = Ground(quote, quote, Source((Passage("abstract", quote),)), abstract=True)
    found = [*promise(Said("The code is released.", "代码将在录用后开源。"), ground)]
    assert [one.language for one in found] == ["en"]
    assert not [*promise(Said("The code will be released.", "代码将开源。"), ground)]


@pytest.mark.parametrize(
    ("sentence", "kept"),
    [
        (f"Our code, built on verl, is available at {URL}.", True),
        (f"Project page: {URL}", True),
        (f"We use vLLM ({URL}) to serve models.", False),
        (f"The harness is adapted from {URL}.", False),
        (f"We'll release the code at {URL}.", False),
        (f"Code release at {URL} is pending.", False),
    ],
)
def test_a_link_is_the_papers_own(sentence: str, kept: bool) -> None:
    """An address that is promised, or that is another's work, is no link of the paper."""
    link = PaperLink(kind="code", url=URL)
    place = NumberedPassage(Passage("p1", sentence))
    assert bool(kept_links([link], [place])) is kept
