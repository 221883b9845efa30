"""The book of names: what a name leads to, and where names stand in running text."""

from __future__ import annotations

from pathlib import Path

import pytest

from wiki_builder.concepts.registry import Registry, dump
from wiki_builder.core.errors import FormatError
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import (
    Alias,
    Concept,
    ConceptKind,
    Merged,
)
from wiki_builder.site.book import Book, book, written
from wiki_builder.site.markdown.names import (
    SpelledName,
    find_names,
    index,
    spelling,
)

FOUNDED = "arxiv:2605.02572"


def concept(
    id_: str, en: str, zh: str = "", *aliases: Alias, into: str = "", kind: ConceptKind = "concept"
) -> Concept:
    merged = Merged(into) if into else None
    return Concept(id_, Bilingual(en, zh), FOUNDED, kind=kind, aliases=aliases, merged=merged)


def found(text: str, *names: str, proper: bool = False) -> list[str]:
    """The names that stand in ``text``."""
    known = index(SpelledName(name, name, proper) for name in names)
    return [text[name.start : name.end] for name in find_names(text, known)]


def bookof(*concepts: Concept, **places: str | None) -> Book:
    """A book of concepts whose pages all stand, and of other pages by id (``arxiv_1=…``)."""
    stand: dict[str, str | None] = {
        f"concept:{c.id}": f"concepts/{c.id}.md" for c in concepts if c.kind == "concept"
    }
    stand |= {id_.replace("__", "/").replace("_", ":", 1): path for id_, path in places.items()}
    files = frozenset(path for path in stand.values() if path)
    return written(Registry({c.id: c for c in concepts}), stand, files)


def ids(book: Book, written: str, folder: str = "") -> tuple[str, ...]:
    return tuple(entry.id for entry in book.find(written, folder))


# --- Names in text ----------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "the Credit Assignment of it",
        "credit-assignment mismatch",
        "credit assignments",
        "credit\nassignment",
        "credit assignment's limits",
        "(credit assignment)",
        "a credit assignment–free world: credit assignment.",
    ],
)
def test_a_name_is_found_however_it_is_spelled(text: str) -> None:
    """Case, hyphens, line breaks, plural and possessive do not hide a name."""
    assert len(found(text, "credit assignment")) == 1


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("multi-agent systems", "agent"),
        ("CTC-GRPO", "GRPO"),
        ("agents_v2", "agent"),
        ("GPT-4.1 and GPT-4o and GPT-4-Turbo", "GPT-4"),
        ("credit, assignment", "credit assignment"),
        ("credit **assignment**", "credit assignment"),
        ("C and C-like things", "C++"),
        ("C", "C#"),
        ("bias in statistics", "bias (statistics)"),
        ("a rag and some rags", "RAG"),
        ("it is a thing", "ISA"),
        ("see https://example.org/attention here", "attention"),
        ("自监督学习与非监督学习", "监督学习"),
        ("孤立的工具使用者", "工具使用"),
        ("带标签条目的论文池", "目的论"),
        ("the letter Q", "Q"),
        ("网络", "网"),
    ],
)
def test_what_is_no_mention_is_passed_over(text: str, name: str) -> None:
    """A name within a longer word, another version, a mere word like an acronym:
    none is the thing.
    """
    assert found(text, name) == []


@pytest.mark.parametrize(
    ("text", "name", "mention"),
    [
        ("LLM-based agents", "LLM", "LLM"),
        ("many LLMs", "LLM", "LLMs"),
        ("written in C++ today", "C++", "C++"),
        ("用C++算法", "C++", "C++"),
        ("(C#)", "C#", "C#"),
        ("fine-tuning", "finetuning", "fine-tuning"),
        ("finetuning", "fine-tuning", "finetuning"),
        ("GPT 4 said", "GPT-4", "GPT 4"),
        ("pass@k falls", "pass@k", "pass@k"),
        ("使用GRPO算法训练", "GRPO", "GRPO"),
        ("使用GRPO算法训练", "GRPO 算法", "GRPO算法"),
        ("基于 LLM 的智能体", "LLM", "LLM"),
        ("本文研究信用分配问题", "信用分配", "信用分配"),
        ("(ＬＬＭ)", "LLM", "ＬＬＭ"),
    ],
)
def test_a_mention_is_all_of_the_name(text: str, name: str, mention: str) -> None:
    """Signs, suffixes and the other script beside a name neither hide it nor become part of it."""
    assert found(text, name) == [mention]


def test_the_longest_name_wins() -> None:
    """A word of a longer known name is not taken for a shorter one, in either language."""
    assert found("rewards, process rewards", "reward", "process reward") == [
        "rewards",
        "process rewards",
    ]
    assert found("代理模型与代理", "代理", "代理模型") == ["代理模型", "代理"]
    assert found("多智能体系统", "智能体", "智能体系统", "多智能体") == ["多智能体"]


def test_a_thing_s_own_name_has_its_capital() -> None:
    """The model Orca is not every orca; a concept that somebody wrote with capitals
    is found without.
    """
    assert found("an orca and Orca", "Orca", proper=True) == ["Orca"]
    assert found("credit assignment", "Credit Assignment") == ["credit assignment"]


def test_a_name_that_nobody_claims_keeps_its_words_together() -> None:
    """A rejected alias is no link, and no word of it is either."""
    known = index([SpelledName("代理", "agent"), SpelledName("代理模型")])
    assert [name.known.ids for name in find_names("代理模型", known)] == [frozenset()]


def test_what_is_no_name_has_no_spelling() -> None:
    """Marks alone, and words with something else between them, are found nowhere."""
    assert spelling("…") is None
    assert spelling("a, b") is None
    assert spelling("") is None
    assert spelling("Credit-Assignment") == spelling("credit assignments")


# --- The book ---------------------------------------------------------------------

CREDIT = concept(
    "credit-assignment",
    "credit assignment",
    "信用分配",
    Alias("CA", "en"),
    Alias("CrA", "en", "model", "proposed"),
)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "credit assignment",
            "信用分配",
            "Credit  Assignments",
            "credit-assignment",
            "CA",
            "concept:credit-assignment",
        ),
        *(
            "concepts/credit-assignment",
            "concepts/credit-assignment.md",
            "/concepts/credit-assignment",
        ),
    ],
)
def test_a_concept_has_many_names(name: str) -> None:
    """Names in both languages, approved aliases, its id and its path lead to one concept."""
    assert ids(bookof(CREDIT), name) == ("concept:credit-assignment",)


@pytest.mark.parametrize("name", ["CrA", "credits", "", "…", "concepts/none", "concept:none"])
def test_what_nobody_approved_leads_nowhere(name: str) -> None:
    """A proposed alias and what is unknown mean nothing."""
    assert ids(bookof(CREDIT), name) == ()


@pytest.mark.parametrize(
    ("name", "id_"),
    [
        ("2605.02801", "arxiv:2605.02801"),
        ("arXiv:2605.02801", "arxiv:2605.02801"),
        ("2605.02801v3", "arxiv:2605.02801"),
        ("papers/2605/2605.02801", "arxiv:2605.02801"),
        ("astro-ph/0601001", "arxiv:astro-ph/0601001"),
        ("arxiv:astro-ph/0601001", "arxiv:astro-ph/0601001"),
        ("2026-05-05", "day:2026-05-05"),
    ],
)
def test_papers_and_days_go_by_their_ids(name: str, id_: str) -> None:
    """With or without the kind, with or without a version, in the old form and the new."""
    papers = {
        "arxiv_2605.02801": "papers/2605/2605.02801.md",
        "arxiv_astro-ph__0601001": "papers/0601/astro-ph/0601001.md",
    }
    assert ids(bookof(CREDIT, **papers, **{"day_2026-05-05": "daily/2026-05-05.md"}), name) == (
        id_,
    )


def test_a_merged_concept_leads_to_its_target() -> None:
    """Its names, its id and its old address all do."""
    old = concept("credit", "credit attribution", "功劳归属", into="credit-assignment")
    book = bookof(CREDIT, old)
    names = ("credit attribution", "功劳归属", "credit", "concept:credit", "concepts/credit")
    assert {ids(book, name) for name in names} == {("concept:credit-assignment",)}
    assert "concept:credit" not in book.entries


def test_an_ambiguous_name_means_both() -> None:
    """Two concepts with one name are both given, and each can be had by its id."""
    topics = concept("lda", "latent Dirichlet allocation", "", Alias("LDA", "en"))
    linear = concept(
        "linear-discriminant-analysis", "linear discriminant analysis", "", Alias("LDA", "en")
    )
    book = bookof(topics, linear)
    assert ids(book, "LDA") == ("concept:lda", "concept:linear-discriminant-analysis")
    assert ids(book, "concept:lda") == ("concept:lda",)


def test_a_name_goes_before_another_s_id() -> None:
    """What people call a thing counts more than an address that a renamed concept keeps."""
    assert ids(bookof(concept("agent", "LLM agent"), concept("agent-2", "agent")), "agent") == (
        "concept:agent-2",
    )


def test_named_things_have_pages_of_their_own_kind() -> None:
    """A model's page is found by the model's name."""
    book = bookof(
        concept("gpt-4", "GPT-4", kind="model"), **{"entity_gpt-4": "entities/model/gpt-4.md"}
    )
    assert [entry.path for entry in book.find("GPT 4")] == ["entities/model/gpt-4.md"]


def test_a_person_s_own_page_is_found_by_its_file_name() -> None:
    """As in Obsidian: by path, from the page's folder, or by a file name that only one page has."""
    book = bookof(a="mine/List.md", b="mine/x.md", c="x.md")
    assert [entry.path for entry in book.find("list")] == ["mine/List.md"]
    assert [entry.path for entry in book.find("x", "mine")] == ["x.md"]
    assert [entry.path for entry in book.find("mine/x")] == ["mine/x.md"]
    assert [entry.path for entry in book.find("List", "mine")] == ["mine/List.md"]
    assert book.find("../../etc/passwd", "mine") == ()


def test_the_nearest_names_are_offered() -> None:
    """A slip of the pen gets the name that was meant; nonsense gets nothing."""
    book = bookof(CREDIT, **{"arxiv_2605.02801": "papers/2605/2605.02801.md"})
    assert book.nearest("credit asignment") == ("credit assignment",)
    assert book.nearest("信用分派") == ("信用分配",)
    assert book.nearest("2605.02810") == ("2605.02801",)
    assert book.nearest("zzz") == ()


# --- A wiki on disk -----------------------------------------------------------------


def wiki(root: Path, *concepts: Concept, ledger: str = "", **pages: str) -> Path:
    (root / "data" / "concepts").mkdir(parents=True)
    (root / "docs").mkdir()
    for made in concepts:
        (root / "data" / "concepts" / f"{made.id}.yml").write_text(dump(made), encoding="utf-8")
    (root / "data" / "pages.txt").write_text(ledger, encoding="utf-8")
    for name, text in pages.items():
        (root / "docs" / f"{name}.md").write_text(text, encoding="utf-8")
    return root


def test_the_book_knows_where_pages_stand(tmp_path: Path) -> None:
    """At the recorded place; where a page was moved to since; nowhere, if it was deleted."""
    ledger = "concept:credit-assignment\tcredit.md\narxiv:1\tgone.md\narxiv:2\told.md\n"
    pages = {
        "credit": "x",
        "moved": "---\ntitle: x\n---\n\n<!-- wiki:written 2 arxiv:2\n-->\n",
        "mine": "y",
    }
    made = book(wiki(tmp_path, CREDIT, ledger=ledger, **pages))
    paths = {
        name: [entry.path for entry in made.find(name)]
        for name in ("信用分配", "arxiv:1", "arxiv:2", "mine")
    }
    assert paths == {
        "信用分配": ["credit.md"],
        "arxiv:1": [None],
        "arxiv:2": ["moved.md"],
        "mine": ["mine.md"],
    }


def test_without_data_the_book_is_empty(tmp_path: Path) -> None:
    """A site that is no wiki has no names."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "page.md").write_text("x", encoding="utf-8")
    assert not book(tmp_path)
    assert not Book()


def test_a_broken_registry_is_told_with_its_line(tmp_path: Path) -> None:
    """The book says which file and line cannot be read."""
    root = wiki(tmp_path, CREDIT)
    file = root / "data" / "concepts" / "credit-assignment.yml"
    file.write_text(file.read_text("utf-8") + "kind: nonsense\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"credit-assignment\.yml:\d+"):
        book(root)
