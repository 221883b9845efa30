"""What a list of works means for the wiki: each entry is told of, and nothing comes twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from wiki_builder.core.errors import UsageError
from wiki_builder.core.values.holding import Holding
from wiki_builder.library.card import Card
from wiki_builder.library.held import held
from wiki_builder.sources.bibliography import Reference, Unusable
from wiki_builder.stages.imports import Listed, decide, from_file, joined

TITLE = "Credit Assignment in Long Conversations"
HERE = Card("arxiv:2605.02801", TITLE, "2026-05-05", "run", ("Ada Lovelace", "Kurt Gödel"))


def listed(*entries: Reference | Unusable) -> Listed:
    return Listed(entries, is_library=True)


def outcomes(*entries: Reference | Unusable, limit: int | None = None) -> list[tuple[str, str]]:
    decided = decide(listed(*entries), [HERE], {"arxiv:2605.00009"}, limit)
    return [(one.outcome, one.reason) for one in decided]


def test_every_entry_is_taken_known_skipped_or_failed_and_says_why() -> None:
    """In the list's order; what arXiv does not have is skipped, a rejected paper stays away."""
    assert outcomes(
        Reference("a", "A new paper of somebody", ("X Y",), arxiv="arxiv:2401.00001"),
        Reference("b", "Anything", arxiv="arxiv:2605.02801"),
        Reference("c", "A book about nothing", ("Donald Knuth",)),
        Unusable("d", "it has no title"),
        Reference("e", "Rejected", arxiv="arxiv:2605.00009"),
        Reference("f", "A new paper of somebody", arxiv="arxiv:2401.00001"),
    ) == [
        ("taken", ""),
        ("known", "in the wiki"),
        ("skipped", "no arXiv id found"),
        ("failed", "it has no title"),
        ("skipped", "its page was deleted here; `wiki-builder add` brings it back"),
        ("known", "the same as a"),
    ]


def test_a_published_paper_is_known_by_title_and_first_author() -> None:
    """Case, accents and punctuation aside; another author or arXiv id is another work."""
    same = "Credit assignment in long conversations."
    assert outcomes(Reference("a", same, ("Lovelace, Ada",)))[0][0] == "known"
    assert outcomes(Reference("a", same, ("Grace Hopper",)))[0][0] == "skipped"
    assert outcomes(Reference("a", same)) == [("skipped", "no arXiv id found")]
    other = Reference("a", same, ("Ada Lovelace",), arxiv="arxiv:2401.00001")
    assert outcomes(other)[0][0] == "taken"
    editorial = Card("arxiv:2605.00001", "Editorial", "2026-05-05", "run", ("Ada Lovelace",))
    found = decide(listed(Reference("a", "Editorial", ("Ada Lovelace",))), [editorial], ())
    assert found[0].outcome == "skipped", "a title of one word tells nothing"


def test_one_doi_is_one_work() -> None:
    """Within a list, whatever its titles are."""
    rows = [
        Reference(n, n * 20, ("X Y",), arxiv=i, doi="10.1000/x")
        for n, i in (("a", "arxiv:2401.00001"), ("b", ""))
    ]
    assert [one for one, _ in outcomes(*rows)] == ["taken", "known"]


def test_a_limit_takes_the_first_and_names_the_others() -> None:
    """Nobody pays for more than they said."""
    rows = [
        Reference(str(n), f"A paper with number {n}", ("X Y",), arxiv=f"arxiv:2401.0000{n}")
        for n in range(1, 5)
    ]
    assert [one for one, _ in outcomes(*rows, limit=2)] == ["taken", "taken", "skipped", "skipped"]
    assert outcomes(*rows, limit=2)[3][1] == "beyond the 2 of --limit"


def test_a_library_grows_by_what_is_new() -> None:
    """What was there stays, but for an arXiv id that was not known; a list that is no library
    adds nothing.
    """
    first = joined(
        [], listed(Reference("a", TITLE, ("Ada Lovelace",), "2025", doi="10.1000/x")), "2026-05-05"
    )
    assert first == [Holding(TITLE, "2026-05-05", "", "10.1000/x", ("Ada Lovelace",), "2025")]
    again = listed(
        Reference("b", TITLE, ("Ada Lovelace",), arxiv="arxiv:2605.02801"),
        Reference("c", "Another paper of hers", ("Ada Lovelace",)),
        Unusable("d", "it has no title"),
    )
    second = joined(first, again, "2026-05-06")
    assert [(one.id, one.since) for one in second] == [
        ("arxiv:2605.02801", "2026-05-05"),
        ("", "2026-05-06"),
    ]
    assert joined(second, again, "2026-05-07") == second
    assert joined([], Listed(again.entries), "2026-05-05") == []


def test_a_work_of_a_short_title_is_held_once() -> None:
    """*Deep Learning* tells no work by itself; imported again, it is the entry that was there."""
    books = listed(
        Reference("a", "Deep Learning", ("Ian Goodfellow",), "2016"),
        Reference("b", "Deep Learning", ("Ian Goodfellow",), "2017"),
        Reference("c", "Editorial"),
    )
    first = joined([], books, "2026-05-05")
    assert [one.year for one in first] == ["2016", "2017", ""]
    assert joined(first, books, "2026-05-06") == first


def test_a_library_holds_a_paper_by_id_or_by_title_and_author() -> None:
    """As an import knows it."""
    by_id = Holding("Whatever", "2026-05-05", "arxiv:2605.02801")
    by_title = Holding(TITLE.upper(), "2026-05-05", authors=("Ada Lovelace",))
    assert held([by_id], [HERE]) == held([by_title], [HERE]) == {HERE.id}
    assert held([Holding("Whatever", "2026-05-05")], [HERE]) == frozenset()


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.pdf", b"%PDF", "no list that can be imported"),
        ("a.bib", b"\xff\xfe", "not UTF-8"),
        ("a.bib", b"\n<!DOCTYPE html><p>404", "no BibTeX: it begins with '<!DOCTYPE'"),
    ],
)
def test_what_is_no_list_says_so(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    """Before anything is done."""
    (tmp_path / name).write_bytes(content)
    with pytest.raises(UsageError, match=said):
        from_file(tmp_path / name)
    with pytest.raises(UsageError, match="no such file"):
        from_file(tmp_path / "b.bib")


@pytest.mark.parametrize("content", ["", "% Encoding: UTF-8\n", "@Comment{jabref-meta: x;}\n"])
def test_a_list_may_be_empty(tmp_path: Path, content: str) -> None:
    """As JabRef writes one."""
    (tmp_path / "a.bib").write_text(content)
    assert from_file(tmp_path / "a.bib").entries == ()


def test_bibtex_is_a_library_unless_said_otherwise(tmp_path: Path) -> None:
    """The lines of somebody's daily repository are not."""
    (tmp_path / "a.bib").write_text("@misc{a, title={T}}")
    (tmp_path / "a.jsonl").write_text('{"id": "2605.02801"}')
    assert from_file(tmp_path / "a.bib").is_library
    assert not from_file(tmp_path / "a.jsonl").is_library
    assert not from_file(tmp_path / "a.bib", False).is_library
