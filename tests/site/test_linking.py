"""Links that the last build made: used again only where they would come out the same."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.site.book import Book, Meaning
from wiki_builder.site.markdown import links
from wiki_builder.site.markdown.names import SpelledName, index, is_made_of
from wiki_builder.site.reuse import linking
from wiki_builder.site.reuse.kept import BuildCache
from wiki_builder.site.reuse.linking import Linking

PAGE = "papers/2605/2605.00001.md"
NAMES = (
    "agent",
    "agent memory",
    "memory",
    "tool use",
    "fine-tuning",
    "GPT-4",
    "GPT-4o",
    "RAG",
    "A*",
    "R&D",
    "3.1 8",
)
CHINESE = ("智能体", "智能体记忆", "记忆", "工具使用")
WORDS = (
    "agents",
    "Agent",
    "agent-",
    "memory",
    "tool",
    "use",
    "finetuning",
    "fine",
    "tuning",
    "GPT",
    "-4",
    "4o",
    "rag",
)
MORE = (
    "RAG",
    "A*",
    "R&amp;D",
    "3.1",
    "8",
    "智能体",
    "记忆",
    "工具",
    "使用",
    "（agent memory）",
    "`RAG`",
    "**agent**",
    "the",
    "。",
)

texts = st.lists(st.sampled_from(WORDS + MORE), min_size=1, max_size=12).map(
    lambda words: "".join(
        f"<!-- wiki:summary.{language} -->\n{joint.join(words)}\n<!-- /wiki -->\n\n"
        for language, joint in (("en", " "), ("zh", ""))
    )
)
entries = st.builds(
    lambda id_, path, gloss: Meaning(
        f"concept:{id_}", path, Bilingual(id_, "名"), Bilingual(gloss, gloss), "both"
    ),
    st.sampled_from("abc"),
    st.sampled_from((None, "concepts/a.md", "concepts/b.md")),
    st.sampled_from(("", "A gloss.")),
)


@st.composite
def books(draw: st.DrawFn) -> Book:
    """A few names of three concepts."""
    meant = {entry.id: entry for entry in draw(st.lists(entries, min_size=1, max_size=3))}
    names = draw(
        st.dictionaries(
            st.sampled_from(NAMES + CHINESE), st.sampled_from(sorted(meant)), max_size=6
        )
    )
    return Book(
        entries=meant,
        index=index(SpelledName(text, id_) for text, id_ in names.items()),
        at={PAGE: "arxiv:x"},
    )


@given(
    st.lists(texts, min_size=1, max_size=4),
    st.lists(st.tuples(books(), st.integers(0, 5)), min_size=2, max_size=4),
)
def test_links_are_as_if_made_anew(pages: list[str], builds: list[tuple[Book, int]]) -> None:
    """Whatever names came and went since, and also when builds ended before they were whole."""
    with TemporaryDirectory() as folder:
        for book, reached in builds:
            kept = BuildCache(Path(folder) / "x.sqlite")
            own = Linking(book, kept)
            for text in pages[:reached]:
                known = own(text, PAGE, kept)
                assert known.linked.text == links.linked(text, PAGE, book).text
                kept.keep(known.key, known.new)
            whole = reached >= len(pages)
            if whole:
                own.close()
            kept.close(whole)


def test_a_page_without_a_new_name_is_not_linked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A day's names cost those pages that may hold one."""
    one, other = (
        f"<!-- wiki:summary.en -->\n{text}\n<!-- /wiki -->\n" for text in ("An agent.", "RAG.")
    )
    agent = Meaning("concept:a", "concepts/a.md")
    rag = Meaning("concept:b", "concepts/b.md")
    before = Book(entries={agent.id: agent}, index=index([SpelledName("agent", agent.id)]))
    after = Book(
        entries={agent.id: agent, rag.id: rag},
        index=index([SpelledName("agent", agent.id), SpelledName("RAG", rag.id)]),
    )
    linked: list[str] = []

    def noted(
        text: str, path: str, book: Book, noted: links.Noted | None = None
    ) -> links.LinkedText:
        linked.append(text)
        return links.linked(text, path, book, noted)

    monkeypatch.setattr(linking, "linked", noted)
    for book in (before, after):
        kept = BuildCache(tmp_path / "x.sqlite")
        own = Linking(book, kept)
        for text in (one, other):
            known = own(text, PAGE, kept)
            kept.keep(known.key, known.new)
        own.close()
        kept.close()
    assert linked == [one, other, other]


@pytest.mark.parametrize(
    "spelling, words, made",
    [
        ("agentmemory", {"agent", "memory"}, True),
        ("3 18", {"3", "1", "8"}, True),
        ("agent", {"agen", "ent"}, False),
    ],
)
def test_a_name_is_made_of_words(spelling: str, words: set[str], made: bool) -> None:
    """Of whole words, wherever they are joined."""
    assert is_made_of(spelling, words) is made
