"""Links that the last build made: used again only where they would come out the same."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown import markdown

from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.site.book import Book, Meaning
from wiki_builder.site.markdown.links import Linker, Noted
from wiki_builder.site.markdown.names import SpelledName, beginnings, holds, index
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


def converted(text: str, book: Book) -> tuple[str, Noted]:
    """The page with links, and what these depend on."""
    linker = Linker(book)
    linker.begin(PAGE)
    html = markdown(text, extensions=["wiki_sections", linker])
    return html, linker.noted


@given(
    st.lists(texts, min_size=1, max_size=4),
    st.lists(st.tuples(books(), st.integers(0, 5)), min_size=2, max_size=4),
)
def test_links_are_as_if_made_anew(pages: list[str], builds: list[tuple[Book, int]]) -> None:
    """Whatever names came and went since, and also when builds ended before they were whole."""
    known: dict[str, tuple[str, dict[str, Any]]] = {}
    with TemporaryDirectory() as folder:
        for book, reached in builds:
            kept = BuildCache(Path(folder) / "x.sqlite")
            own = Linking(book, kept)
            for text in pages[:reached]:
                html, noted = converted(text, book)
                if text in known and own.holds(known[text][1], PAGE):
                    assert known[text][0] == html
                known[text] = html, own.noted(noted, PAGE)
            whole = reached >= len(pages)
            if whole:
                own.close()
            kept.close(whole)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("An agent.", True),
        ("A test-time scaler.", True),
        ("RAG.", False),
        ("Tests-time scaling.", False),
        ("test `time` scaling", True),
        ("[[memory]]", False),
        ("[[agent]]", True),
    ],
)
def test_only_a_page_with_a_new_name_is_made_again(tmp_path: Path, text: str, holds: bool) -> None:
    """A day's names cost those pages that may hold one, word by word."""
    agent = Meaning("concept:a", "concepts/a.md")
    new = Meaning("concept:b", "concepts/b.md")
    names = [SpelledName("agent", agent.id)]
    before = Book({agent.id: agent}, claims={"agent": (agent.id,)}, index=index(names))
    names += [SpelledName(name, new.id) for name in ("RAG", "test-time scaling")]
    claims = {"agent": (agent.id,), "memory": (new.id,)}
    after = Book({agent.id: agent, new.id: new}, claims=claims, index=index(names))
    source = f"<!-- wiki:summary.en -->\n{text}\n<!-- /wiki -->\n"
    kept = BuildCache(tmp_path / "x.sqlite")
    own = Linking(before, kept)
    noted = own.noted(converted(source, before)[1], PAGE)
    own.close()
    kept.close()
    assert Linking(before, BuildCache(tmp_path / "x.sqlite")).holds(noted, PAGE)
    assert Linking(after, BuildCache(tmp_path / "x.sqlite")).holds(noted, PAGE) is holds


@pytest.mark.parametrize(
    "spelling, words, held",
    [
        ("agentmemory", ["an", "agent", "memory"], True),
        ("agentmemory", ["memory", "agent"], False),
        ("agentmemory", ["agent", "|", "memory"], False),
        ("3 18", ["3", "18"], True),
        ("agent", ["agen", "ent"], False),
        ("agent", ["agen", "t"], True),
    ],
)
def test_a_name_is_made_of_words(spelling: str, words: list[str], held: bool) -> None:
    """Of whole words that follow each other, wherever they are joined."""
    assert holds(words, {spelling}, beginnings([spelling])) is held
