"""Quotes: found whatever typesetting did to them, and never when a word or a number differs."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_builder.core.values.fulltext import Passage
from wiki_builder.grounding.quotes import (
    FoundQuote,
    Searchable,
    find_quote,
    normal,
    searchable,
    stands,
    too_short,
)
from wiki_builder.grounding.solid import Solid, solid

TEXT = (
    "We study agents. Our method improves the eﬃciency of the reinforce-\nment learning agent by"
    " 18.5% (p < 0.05), i.e. from −22.4 to +22.4, over “strong” base\u00adlines. It costs 1,234"
    " tokens, cf. Fig. 3. We re\ufffeport $10^{5}$ steps—no more."
)

FOUND = [
    ("a ligature", "improves the efficiency of the"),
    ("a line-end hyphen", "of the reinforcement learning agent"),
    ("a hyphen that stays", "of the reinforce-ment learning agent"),
    ("quote marks", "over 'strong' baselines. It costs"),
    ("a soft hyphen", "strong baselines. It costs 1,234 tokens"),
    ("a minus of another kind", "from -22.4 to +22.4, over"),
    ("spaces and line ends", "agent  by\n18.5% (p<0.05)"),
    ("a noncharacter as hyphen", "We report $10^{5}$ steps"),
    ("maths without its marks", "We report 10^5 steps"),
    ("kinds of dashes", "10^{5} steps - no more"),
    ("case at the start", "our method improves the efficiency"),
    ("an ellipsis", "Our method improves the efficiency … over strong baselines. It costs"),
    ("an ellipsis in brackets", "We study agents. [...] It costs 1,234 tokens, cf. Fig. 3."),
    ("an ellipsis at the end", "It costs 1,234 tokens, cf. ..."),
]

NOT_FOUND = [
    ("another number", "of the reinforcement learning agent by 19.5%"),
    ("another word", "Our method lowers the efficiency of the"),
    ("a dropped word", "Our method improves efficiency of the"),
    ("a lost decimal point", "learning agent by 185% (p"),
    ("another sign", "from +22.4 to +22.4, over strong"),
    ("a sign at the edge", "+22.4 to +22.4, over strong"),
    ("a number cut short", "the reinforcement learning agent by 18"),
    ("a thousands group cut off", "over strong baselines. It costs 1"),
    ("a word cut short", "of the reinforcement learning age"),
    ("a percent that is none", "It costs 1,234%"),
    ("pieces out of order", "It costs 1,234 tokens … Our method improves the efficiency"),
    ("a piece too short", "Our method improves the efficiency … by 18.5%"),
    ("two words", "reinforcement learning"),
    ("signs that are no letters", "䷀䷁䷂䷃䷄䷅ ... ䷆䷇䷈䷉䷊䷋"),
    ("nothing", "…"),
]


@pytest.mark.parametrize(("case", "quote"), FOUND, ids=[case for case, _ in FOUND])
def test_a_verbatim_quote_is_found(case: str, quote: str) -> None:
    """A quote that says what the text says is found, whatever its typesetting."""
    assert find_quote(quote, searchable([Passage("p1", TEXT)])) is not None


@pytest.mark.parametrize(("case", "quote"), NOT_FOUND, ids=[case for case, _ in NOT_FOUND])
def test_a_near_miss_is_not_found(case: str, quote: str) -> None:
    """One changed word, number or sign, or a piece that proves nothing,
    and a quote is not found.
    """
    assert find_quote(quote, searchable([Passage("p1", TEXT)])) is None


def test_offsets_are_of_the_original_text() -> None:
    """Where a quote stands is told in the passage's own characters,
    ligatures and hyphens included.
    """
    found = find_quote(
        "improves the efficiency of the reinforcement learning", searchable([Passage("p1", TEXT)])
    )
    assert found
    assert TEXT[found.start : found.end] == "improves the eﬃciency of the reinforce-\nment learning"


def test_the_marks_of_a_quote_are_part_of_it() -> None:
    """What opens and closes a quote in the text does not stand before or after it once more."""
    text = "It brings two strategies: (1) first this and then that, by 18%. More."
    found = find_quote("(1) first this and then that, by 18%.", searchable([Passage("p1", text)]))
    assert found is not None
    assert (found.before, found.after) == ("It brings two strategies:", "More.")


def test_the_named_passage_is_tried_first_and_references_last() -> None:
    """A sentence that stands twice is found where the claim says,
    otherwise not in the references.
    """
    text = "the same sentence stands here twice"
    passages = searchable(
        [Passage("refs", text, kind="references"), Passage("a", text), Passage("b", text)]
    )
    named, free = find_quote(text, passages, "b"), find_quote(text, passages)
    assert named is not None
    assert named.first.id == "b"
    assert free is not None
    assert free.first.id == "a"


def test_a_quote_over_the_border_of_two_pages() -> None:
    """A quote may begin on one page and end on the next, with the passage where it begins."""
    pages = [
        Passage("page=7", "Something else. The agent learns when to sp-", kind="page"),
        Passage("page=8", "awn and whom to delegate to. More text follows.", kind="page"),
    ]
    found = find_quote(
        "The agent learns when to spawn and whom to delegate to.", searchable(pages), "page=8"
    )
    assert found is not None
    assert (found.first.id, found.last.id) == ("page=7", "page=8")
    assert (found.before, found.after) == ("Something else.", "More text follows.")
    assert (
        find_quote("The agent learns when to spin and whom to delegate", searchable(pages)) is None
    )


def test_a_quote_never_joins_two_paragraphs() -> None:
    """Only pages run on; two paragraphs with addresses of their own are two texts."""
    parts = [
        Passage("S1.p1", "The agent learns when to stop"),
        Passage("S1.p2", "and whom to delegate to."),
    ]
    assert find_quote("learns when to stop and whom to delegate", searchable(parts)) is None


MARKS = "we drop from −3.5 to 1,250 items (about 12%) here. Net loss -4% of users, +22 more users."
# What stands in the text of what was quoted, its own marks included.
STANDS = [
    ("drop from −3.5 to", "drop from −3.5 to"),
    ("−3.5 to 1,250 items", "−3.5 to 1,250 items"),
    ("3.5 to 1,250 items", "3.5 to 1,250 items"),
    ("-3.5 to 1,250 items", "3.5 to 1,250 items"),
    ("+3.5 to 1,250 items", None),
    ("(+3.5 to 1,250 items", None),
    ("-1,250 items (about 12%)", None),
    ("5 to 1,250 items (about", None),
    ("drop from −3.5 to 1,250", "drop from −3.5 to 1,250"),
    ("drop from −3.5 to 1", None),
    ("drop from −3", None),
    ("250 items (about 12%", None),
    ("(about 12%) here. Net", "(about 12%) here. Net"),
    ("[(about 12%) here. Net", "(about 12%) here. Net"),
    ("items (about 12%)", "items (about 12%)"),
    ("items (about 12%).", "items (about 12%)"),
    ("items (about 12", "items (about 12"),
    ("[items (about 12%]", "items (about 12%"),
    ("here. Net loss -4%!", "here. Net loss -4%"),
    ("-4% of users, +22 more", "-4% of users, +22 more"),
    ("users, +22 more users.", "users, +22 more users."),
    ("users, +22 more users%", None),
    ("users, +22 more users%)", None),
    ("Net loss -4% of users%", None),
    (
        "we drop from −3.5 … items (about 12%) here",
        "we drop from −3.5 to 1,250 items (about 12%) here",
    ),
    ("we drop from [ ... ] (about 12%) here. ( … ) loss -4% of users", None),
    ("we drop from −3.5 ... drop from −3.5 to", None),
    (
        "we drop from −3.5 ... items (about 12%) ... Net loss -4% of users",
        MARKS[: MARKS.index(", +22")],
    ),
]


@pytest.mark.parametrize(("quote", "stands"), STANDS)
def test_what_stands_in_the_text(quote: str, stands: str | None) -> None:
    """Signs, percent signs and brackets at a quote's ends belong to it where the text has them."""
    passage = Passage("p", MARKS)
    found = find_quote(quote, searchable([passage]))
    assert (MARKS[found.start : found.end] if found else None) == stands
    assert found is None or (found.first, found.last) == (passage, passage)


WHOLE = [
    ("bring the bell now", "ring the bell now", None),
    ("extra cat sat on mats", "a cat sat on mats", None),
    ("we took the vitamin cure", "we took the vitamin c", None),
    ("we took the vitamins.", "we took the vitamin", None),
    ("模型agent能学习何时停止", "能学习何时停止", 7),
    ("-3 items of the set", "-3 items of the set", 0),
    ("(3 items of the set", "(3 items of the set", 0),
]


@pytest.mark.parametrize(("text", "quote", "start"), WHOLE)
def test_no_word_is_cut(text: str, quote: str, start: int | None) -> None:
    """A quote stands where it begins and ends with whole words, the first such place;
    Chinese needs no space.
    """
    found = find_quote(quote, searchable([Passage("p", text)]))
    assert (found and found.start) == start


def test_where_words_stand() -> None:
    """A word is sought from the first character on, and found wherever it is whole."""
    assert [*Searchable(Passage("p", "agent, agents, agent; agent")).spans("agent")] == [
        (0, 5),
        (15, 20),
        (22, 27),
    ]


def test_a_quote_is_found_where_it_is_whole() -> None:
    """What merely holds it within a word, or with other signs, is passed over;
    the first whole one is taken.
    """
    text = "string ring the bell, at -5 ring the bell"
    at = {
        quote: find_quote(quote, searchable([Passage("p", text)]))
        for quote in ("ring ring the bell", "5 ring the bell")
    }
    assert at["ring ring the bell"] is None
    assert at["5 ring the bell"] == FoundQuote(Passage("p", text), 26, Passage("p", text), 41)
    twice = find_quote(
        "the last of them … the last of them",
        searchable([Passage("p", "the last of them, the last of them, and")]),
    )
    assert twice is not None
    assert (twice.start, twice.end) == (0, 34)


Kind = Literal["page", "references"]
PAGES = [
    (
        "runs on",
        "Ends on this page and goes",
        ["Text. It ends on this", "page and goes on."],
        ("0:9", "1:13"),
    ),
    (
        "with marks",
        "(ends on this page and goes).",
        ["It (ends on this", "page and goes). on"],
        ("0:3", "1:15"),
    ),
    (
        "whole pages",
        "a quote much longer than either page",
        ["a quote much", "longer than either page"],
        ("0:0", "1:23"),
    ),
    (
        "two numbers",
        "ends on 3 5 pages and goes",
        ["Text ends on 3", "5 pages and goes on"],
        ("0:5", "1:16"),
    ),
    (
        "one number cut in two",
        "ends on 35 pages and goes",
        ["Text ends on 3", "5 pages and goes on"],
        None,
    ),
    (
        "a word cut at the end",
        "ends on this page and go",
        ["Text. It ends on this", "page and goes on."],
        None,
    ),
    (
        "a word cut at the start",
        "nds on this page and goes",
        ["Text. It ends on this", "page and goes on."],
        None,
    ),
    (
        "the second border",
        "ends on this page and goes",
        ["A", "It ends on this", "page and goes."],
        ("1:3", "2:13"),
    ),
    (
        "over three pages",
        "ends on this page and goes",
        ["It ends on", "this page", "and goes on."],
        None,
    ),
    (
        "pages out of order",
        "ends on this page and goes",
        ["page and goes on.", "It ends on this"],
        None,
    ),
    ("signs that differ", "ends on -3 pages and goes", ["Text ends on", "3 pages and goes"], None),
    (
        "beside a like one",
        "on this page and that page",
        ["that page: on this", "page and that page on"],
        ("0:11", "1:18"),
    ),
]


@pytest.mark.parametrize("last", ["page", "references"])
@pytest.mark.parametrize(
    ("quote", "texts", "where"), [row[1:] for row in PAGES], ids=[row[0] for row in PAGES]
)
def test_over_borders(
    last: Kind, quote: str, texts: list[str], where: tuple[str, str] | None
) -> None:
    """A quote runs on from a page to the next, the references too, and is whole there as well."""
    kinds: list[Kind] = ["page" for _ in texts]
    kinds[-1] = last
    passages = [
        Passage(str(at), text, kind=kind)
        for at, (text, kind) in enumerate(zip(texts, kinds, strict=True))
    ]
    found = find_quote(quote, searchable(passages))
    assert (found and (f"{found.first.id}:{found.start}", f"{found.last.id}:{found.end}")) == where


@pytest.mark.parametrize(
    ("quote", "form"), [("(A Quote), here.", "aquote),here"), (" _x_ ", "x"), ("—", "")]
)
def test_the_form_that_ids_are_made_from(quote: str, form: str) -> None:
    """Case, spaces and the marks at both ends do not count for a claim's id."""
    assert normal(quote) == form


AROUND = [
    (
        (
            "A first one. We use it, e.g. in Fig. 2, and the quoted words stand here for all to"
            " see. Last."
        ),
        "We use it, e.g. in Fig. 2, and",
        "for all to see.",
    ),
    (
        "Smith et al. say so. The quoted words stand here. Next one.",
        "Smith et al. say so.",
        ". Next one.",
    ),
    ("第一句。第二句说 The quoted words stand here，如此。第三句。", "第二句说", "，如此。"),
]


@pytest.mark.parametrize(("text", "before", "after"), AROUND)
def test_the_sentence_around(text: str, before: str, after: str) -> None:
    """The text around a quote goes to the sentence's borders;
    abbreviations are none, Chinese stops are.
    """
    found = find_quote("the quoted words stand here", searchable([Passage("p", text)]))
    assert found is not None
    assert (found.before, found.after) == (before, after)


def test_the_text_around_is_short() -> None:
    """A sentence without end is cut at about two hundred characters, at a word,
    with an ellipsis.
    """
    text = "word " * 200 + "the quoted words stand here" + " word" * 200
    found = find_quote("the quoted words stand here", searchable([Passage("p", text)]))
    assert found is not None
    assert found.before.startswith("… word")
    assert len(found.before) <= 202
    assert found.after.endswith("word …")
    assert len(found.after) <= 202


PIECES = ["agent", "learns", "ﬁne", "−2.5", "10%", "e.g.", "(GRPO)", "“x”", "智能体", "re-ward"]
LENGTHS = [
    ("one two", True),
    ("a b c", True),
    ("the quick brown fox", False),
    ("智能体学习何时停止", False),
    ("智能体", True),
    ("智能体学习停", False),
    ("智能体学习", True),
    ("abcd efgh ijkl", False),
    ("abcd efgh ijk", True),
    ("abcdef ghijklmn", True),
    ("state-of-the-art results", True),
    ("don't stop-it now ok", False),
    ("12 34 5678 9012", False),
]


@pytest.mark.parametrize(("quote", "short"), LENGTHS)
def test_short_quotes_do_not_count(quote: str, short: bool) -> None:
    """Under three words or twelve characters a quote supports nothing;
    Chinese characters count double.
    """
    assert too_short(quote) is short


@given(st.text(alphabet="ab1 .-ﬁé智。\n\u00ad", max_size=400))
def test_offsets_lead_back(text: str) -> None:
    """Each letter of the plain form leads back to the character that it came from."""
    made = Solid(text)
    assert made.form == solid(text)
    assert all(char in solid(text[made.original(at)]) for at, char in enumerate(made.form))


@given(st.lists(st.sampled_from(PIECES), min_size=6, max_size=60), st.data())
def test_whatever_is_cut_out_at_words_is_found(words: list[str], data: st.DataObject) -> None:
    """A piece of a text between two spaces is found in it, wherever it is cut."""
    first = data.draw(st.integers(0, len(words) - 5))
    piece = " ".join(words[first : first + 5])
    passages = searchable([Passage("p", "\n".join(words))])
    assert too_short(piece) or find_quote(piece, passages) is not None


@pytest.mark.parametrize(
    ("words", "there"),
    [
        ("18.5%", True),
        ("reinforcement learning", True),
        ("agents … 1,234 tokens", False),  # a piece is too short by itself
        ("Our method improves the efficiency … over strong baselines. It costs", True),
        ("Our method lowers", False),
        ("18", False),
        ("…", False),
        ("", False),
    ],
)
def test_a_few_words_stand_in_a_passage_whole(words: str, there: bool) -> None:
    """However few, where a quote would be too short; none and marks alone stand nowhere."""
    assert stands(words, Searchable(Passage("", TEXT))) is there
