"""What a judge is shown of a paper: what is quoted, what is around it, and never too much."""

from __future__ import annotations

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.analysis.sample import raw
from tests.examples import examples
from wiki_builder.analysis.parse import parse
from wiki_builder.core.values.analysis import Analysis, Claim, Evidence, Provenance
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.fulltext import FullText, Passage
from wiki_builder.fulltext.choose import tokens
from wiki_builder.grounding.ground import ground
from wiki_builder.grounding.judge.request import JudgeRow, judge_request
from wiki_builder.grounding.judge.rows import (
    count_open,
    open_rows,
    outdated_rows,
    wanted_rows,
    with_verdicts,
)
from wiki_builder.grounding.judge.shown import MOST_TOKENS, shown_passages
from wiki_builder.grounding.quotes import Searchable, stands

BY = Provenance("litellm", "m", "paper/1", "0" * 8, "2026-05-05")
WORDS = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa"]


def analysis(*claims: Claim) -> Analysis:
    text = FullText("html", (Passage("S1.p1", "Nothing."),))
    made = ground(parse(raw()), text, "arxiv:1", BY)  # type: ignore[arg-type]  # it is usable
    return replace(made, claims=claims)


def claim(passage: str, quote: str, number: int = 0) -> Claim:
    evidence = Evidence(passage, quote)
    return Claim(f"r{number:07}", "results", Bilingual("It is so.", "如此。"), evidence)


def row(one: Claim) -> JudgeRow:
    return JudgeRow(one.id, one.evidence.quote, one.evidence.passage, one.text.en, one.text.zh)


def sentence(number: int, length: int = 12) -> str:
    """A sentence that is like no other."""
    words = (WORDS[(number * 7 + at) % 10] for at in range(length))
    return f"Sentence {number} of the text says {' '.join(words)} {number}."


def html(count: int) -> FullText:
    passages = [Passage(f"S{n}.p1", sentence(n), f"Part {n}") for n in range(1, count + 1)]
    return FullText("html", (*passages, Passage("bib", sentence(0), kind="references")))


def ids(text: FullText, *claims: Claim, rows: tuple[JudgeRow, ...] | None = None) -> list[str]:
    asked = tuple(map(row, claims)) if rows is None else rows
    shown = shown_passages(text, "The title", "The abstract.", analysis(*claims), asked)
    return [passage.id for passage in shown]


def test_title_abstract_quotes_and_neighbours() -> None:
    """They come in the order of the text, each once; what is far away and references do not."""
    found = ids(html(20), claim("S9.p1", sentence(9)), claim("S10.p1", sentence(10), 1))
    assert found == ["title", "abstract", "S8.p1", "S9.p1", "S10.p1", "S11.p1"]


def test_an_abstract_is_shown_once() -> None:
    """A paper that was read from its abstract has nothing else to show."""
    text = FullText("abstract", (Passage("abstract", sentence(1), kind="abstract"),))
    assert ids(text, claim("abstract", sentence(1))) == ["title", "abstract"]


def test_a_quote_over_two_pages_shows_both() -> None:
    """A quote over the border of pages stands in what is shown, whatever is cut."""
    one, two = sentence(1), sentence(2)
    pages = FullText(
        "pdf", (Passage("page=1", one, kind="page"), Passage("page=2", two, kind="page"))
    )
    quote = " ".join((*one.split()[-6:], *two.split()[:6]))
    assert ids(pages, claim("page=1", quote)) == ["title", "abstract", "page=1", "page=2"]


def test_a_row_without_a_quote_is_held_against_all_that_is_quoted() -> None:
    """A summary rests on what the claims rest on."""
    summary = JudgeRow("summary", "", "", "It is so.", "如此。")
    assert "S5.p1" in ids(html(9), claim("S5.p1", sentence(5)), rows=(summary,))


@examples(60)
@given(st.lists(st.integers(1, 400), min_size=1, max_size=12, unique=True), st.integers(1, 40))
def test_a_question_has_its_size_and_every_quote(numbers: list[int], per_page: int) -> None:
    """However long a paper's pages are, a question with few rows keeps its size, and each quote
    stands in what is shown.
    """
    pages = [
        Passage(
            f"page={at}",
            " ".join(sentence(n) for n in range(at * per_page, (at + 1) * per_page)),
            kind="page",
        )
        for at in range(400 // per_page + 1)
    ]
    text = FullText("pdf", tuple(pages))
    claims = [claim(f"page={n // per_page}", sentence(n), n) for n in numbers]
    asked = tuple(map(row, claims))
    shown = shown_passages(text, "The title", sentence(1), analysis(*claims), asked)
    request = judge_request("arxiv:1", text.hash, shown, asked)
    assert tokens(request.system + request.user) <= MOST_TOKENS
    for one in asked:
        assert any(stands(one.quote, Searchable(passage)) for passage in shown)
    assert len({passage.id for passage in shown}) == len(shown)


def test_what_is_judged_is_not_asked_again_until_it_changes() -> None:
    """A verdict holds for the very words that were judged."""
    one = claim("S1.p1", sentence(1))
    before = analysis(one)
    asked = wanted_rows(before, "all")
    assert one.id in [row.id for row in asked]
    judged = with_verdicts(before, asked, {}, BY)
    assert open_rows(judged, "all") == ()
    changed = replace(judged.claims[0], text=Bilingual("It is not so.", "并非如此。"))
    assert [row.id for row in open_rows(replace(judged, claims=(changed,)), "all")] == [one.id]
    inferred = replace(one, origin="inferred")
    assert one.id not in [row.id for row in wanted_rows(analysis(inferred), "all")]


def test_rows_are_counted_as_they_are_asked_about() -> None:
    """Before a judge saw any, where it saw some in other words, and where it saw all."""
    one, other = claim("S1.p1", sentence(1)), claim("S2.p1", sentence(2), 1)
    before = analysis(one, other)
    some = with_verdicts(before, (row(one),), {}, BY)
    all_ = with_verdicts(before, wanted_rows(before, "all"), {}, BY)
    reworded = replace(one, text=Bilingual("It is not so.", "并非如此。"))
    for made in (before, some, all_, replace(some, claims=(reworded, other))):
        assert count_open(made) == tuple(len(open_rows(made, w)) for w in ("doubtful", "all"))
    assert count_open(before)[1] > count_open(some)[1] > count_open(all_)[1] == 0


def test_another_prompt_asks_about_all_that_was_judged() -> None:
    """A claim that a judge saw is judged anew though rules have nothing against it any more."""
    one, other = claim("S1.p1", sentence(1)), claim("S2.p1", sentence(2), 1)
    before = analysis(one, other)
    judged = with_verdicts(before, (row(one),), {}, BY)
    assert [row.id for row in wanted_rows(judged, "doubtful")] == ["method"]
    assert {row.id for row in outdated_rows(judged, "doubtful")} == {one.id, "method"}


def test_a_row_says_label_text_and_sub_steps() -> None:
    """All that a claim says is judged with it; the row of its table by itself."""
    step = replace(
        claim("S1.p1", sentence(1)),
        label=Bilingual("Name", "名称"),
        substeps=(Bilingual("Run it.", "运行它。"),),
    )
    (own,) = (row for row in wanted_rows(analysis(step), "all") if row.quote)
    assert (own.en, own.zh) == ("Name: It is so.\n- Run it.", "名称：如此。\n- 运行它。")
    line = judge_request("arxiv:1", "0", (), (own,)).user.splitlines()
    assert json.loads(next(one for one in line if own.id in one))["en"] == own.en


def test_a_page_and_the_references_on_it_have_one_id() -> None:
    """What is quoted of a last page is shown with the page's own text, not with its references."""
    own = "The agent retries each failing call with a smaller budget."
    text = FullText(
        "pdf",
        (
            Passage("page=9", own, kind="page"),
            Passage("page=9", "[1] A. Author. A title.", kind="references"),
        ),
    )
    row = JudgeRow("r1", own, "page=9", "It retries.", "它会重试。")
    shown = {one.id: one.text for one in shown_passages(text, "T", "", analysis(), [row])}
    assert shown["page=9"] == own
