"""Which sections a later version of a text brought."""

from __future__ import annotations

from wiki_builder.core.values.fulltext import FullText, Passage, Section, TextKind
from wiki_builder.fulltext.sections import new_sections, sections


def text(*titles: str, kind: TextKind = "html") -> FullText:
    """A text with a paragraph and a table in each section."""
    passages = [
        Passage(f"S{n}.{part}", "Words.", title)
        for n, title in enumerate(titles, 1)
        for part in ("p1", "T1")
    ]
    return FullText(kind, (*passages, Passage("bib", "[1] A work.", "Bibliography", "references")))


def test_a_section_is_named_once_by_its_own_title_and_first_passage() -> None:
    """A subsection goes by its own title; references are no section, nor is what has no title."""
    said = sections(text("1 Introduction", "", "2 Method › 2.1 Memory"))
    assert said == (Section("1 Introduction", "S1.p1"), Section("2.1 Memory", "S3.p1"))


def test_a_title_counts_without_its_number() -> None:
    """What has moved, or is written in capitals or as an appendix's, is no news."""
    before = ("1 Introduction", "2 Setup", "Appendix A Prompts", "Limitations")
    now = text("1 INTRODUCTION", "2 Ablation on memory", "3 Setup:", "Appendix B Prompts")
    assert new_sections(now, before) == (Section("2 Ablation on memory", "S2.p1"),)


def test_nothing_is_told_where_titles_are_not_known() -> None:
    """Not of a PDF, whose headings are guesses, and not beside a text whose titles nobody kept."""
    assert sections(text("1 Introduction", kind="pdf")) == ()
    assert new_sections(text("1 Introduction", "2 Ablation"), ()) == ()
