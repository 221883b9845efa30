"""What typesetting did to a text is undone, and nothing else."""

from __future__ import annotations

import pytest

from wiki_builder.fulltext.clean import (
    characters,
    join_hyphens,
    reflow,
    vocabulary,
)
from wiki_builder.fulltext.furniture import (
    stamp,
    without_line_numbers,
    without_running_heads,
    without_stamp,
)


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("eﬃcient ﬁne-tuning ﬂow eﬀect", "efficient fine-tuning flow effect"),
        ("10⁵ and x² and H₂O", "10⁵ and x² and H₂O"),
        ("½ of ™", "½ of ™"),
        ("𝐳 = 𝑓(𝑥)", "z = f(x)"),
        ("F¨arber, M´exico, F´ısica, Do˘gan", "Färber, México, Física, Doğan"),
        ("don´t, it´s", "don´t, it´s"),
        ("zero\u200bwidth\ufeff and\u00a0space", "zerowidth and space"),
        ("soft\u00adhyphen", "softhyphen"),
        ("a\x00b\x1b[0m", "ab[0m"),
        ("e\u0301", "é"),
        ("⼈⼯智能", "人工智能"),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("English\ufffeto-German", "English-\nto-German"),
        ("pa\x02\npers", "pa-\npers"),
        ("= E\n\x02\nR(y)", "= E\n\nR(y)"),  # a bracket of a formula, no hyphen
        (
            "the \x1celd’s Pre\x1cll: a su\x1ex, payo\x1b\n",
            "the field’s Prefill: a suffix, payoff\n",
        ),
        ("fails\x16by design", "fails—by design"),
        ("max\n\x14\n(1 − λ)", "max\n\n(1 − λ)"),
        ("p = 5.3 × 10−4). lr= 10−10,", "p = 5.3 × 10^−4). lr= 10^−10,"),
        ("10–30 features, 10 − 4 = 6, 110−4, 10−4.5", "10–30 features, 10 − 4 = 6, 110−4, 10−4.5"),
    ],
)
def test_characters(raw: str, clean: str) -> None:
    """Ligatures and stray marks go; a superscript is never turned into a digit."""
    assert characters(raw) == clean


DOCUMENT = [
    "The state-of-the-art models and a corpus of papers use self-attention.",
    "A machine reads the data. The pretraining task is based on text.",
]


@pytest.mark.parametrize(
    ("raw", "joined"),
    [
        ("exam-\nple", "example"),
        ("state-of-the-\nart", "state-of-the-art"),
        ("self-\nattention", "self-attention"),
        ("pre-\ntraining", "pretraining"),
        ("English-\nto-German", "English-to-German"),
        ("PaSa-\nGPT-4o", "PaSa-GPT-4o"),
        ("Qwen-\n2.5", "Qwen-2.5"),
        ("machine-\nbased", "machine-based"),
        ("publicly-\nobtained", "publicly-obtained"),
        ("with-\nout", "without"),
        ("https://a.org/x-\ny", "https://a.org/x-y"),
        ("submis-\n8https://a.org", "submis-\n8https://a.org"),
        ("a minus -\nsign", "a minus -\nsign"),
    ],
)
def test_hyphens_at_line_ends(raw: str, joined: str) -> None:
    """The document decides between a broken word and a compound;
    without its word, capitals and adverbs do.
    """
    assert join_hyphens(raw, vocabulary(DOCUMENT)) == joined


def test_fragments_are_no_words() -> None:
    """The second half of a broken word does not make a word of itself:
    ``multi-`` + ``plicative`` is joined.
    """
    pages = ["a multi task and a (multi-\nplicative) attention"]
    assert "multiplicative" in join_hyphens(pages[0], vocabulary(pages))


def test_the_more_frequent_form_wins() -> None:
    """Where a document has both forms, the one that it uses more often is taken."""
    words = vocabulary(["fine-tuning finetuning fine-tuning"])
    assert join_hyphens("fine-\ntuning", words) == "fine-tuning"


def test_lines_flow_into_paragraphs() -> None:
    """A paragraph is one line; headings, captions, list items and table rows stand alone."""
    raw = (
        "3.2 Attention\n"
        "An attention function maps a query and a set of pairs\n"
        "to an output, and nothing else. It ends here.\n"
        "The next paragraph begins after a short line, as one\n"
        "can see.\n"
        "• a first item that is rather long for its column and\n"
        "goes on\n"
        "• a second item\n"
        "Model BLEU Cost\n"
        "GNMT 24.6 39.92\n"
        "Ours 28.4 41.8\n"
        "Table 2: Results on the test set."
    )
    assert reflow(raw).split("\n") == [
        "3.2 Attention",
        (
            "An attention function maps a query and a set of pairs to an output, and nothing else."
            " It ends here."
        ),
        "The next paragraph begins after a short line, as one can see.",
        "• a first item that is rather long for its column and goes on",
        "• a second item Model BLEU Cost",
        "GNMT 24.6 39.92",
        "Ours 28.4 41.8",
        "Table 2: Results on the test set.",
    ]


def test_chinese_lines_are_joined_without_a_space() -> None:
    """A Chinese word that goes over a line end is whole."""
    assert (
        reflow("本文提出一种新的方法，用于训练大语\n言模型")
        == "本文提出一种新的方法，用于训练大语言模型"
    )


def test_small_capitals_are_words() -> None:
    """A heading that pypdf took apart, as in ICLR's style, is a heading again."""
    assert reflow("2 R ELATED W ORK\nA line of text follows").split("\n")[0] == "2 RELATED WORK"


UPRIGHT = "\n".join("arXiv:1706.03762v7[cs.CL]2Aug2023")


@pytest.mark.parametrize(
    "text",
    [
        "last line\narXiv:1706.03762v7  [cs.CL]  2 Aug 2023",
        "last line\n3202 guA 2  ]LC.sc[  7v26730.6071:viXra",
        f"{UPRIGHT}\nlast line",
        "\n".join(reversed(UPRIGHT.split("\n"))) + "\nlast line",
    ],
)
def test_the_stamp_goes_however_it_is_set(text: str) -> None:
    """arXiv's stamp is no text of the paper: plain, turned, or a letter a line, up or down;
    but it tells the id.
    """
    assert stamp(text) == "1706.03762v7"
    assert without_stamp(text).strip() == "last line"


def test_old_ids_have_stamps_too() -> None:
    """A stamp of before 2007 carries its archive's name."""
    assert stamp("arXiv:astro-ph/0601001v1  2 Jan 2006") == "astro-ph/0601001v1"


def test_a_cited_preprint_is_no_stamp() -> None:
    """A reference to another preprint stays, and does not give this paper its id."""
    line = "Adam. arXiv preprint arXiv:1412.6980, 2014."
    assert without_stamp(line) == line
    assert stamp(line) is None


def test_running_heads_and_page_numbers_go() -> None:
    """What repeats at the edges of the pages goes, with its digits changing;
    what is in the middle stays.
    """
    pages = [
        f"Smith et al. {n}\nPublished at ICLR"
        f" 2026\n{'abcde'[n] * 5}\n42\n{'vwxyz'[n] * 5}\n{n + 10}"
        for n in range(1, 5)
    ]
    assert without_running_heads(pages)[1] == "ccccc\n42\nxxxxx"


def test_heads_of_odd_and_even_pages_go() -> None:
    """Authors on even and title on odd pages repeat on half of the pages each."""
    pages = [
        f"{('Smith et al.', 'Reading Papers')[n % 2]}\nwords that differ: {'abcdefgh'[n] * 3}"
        for n in range(8)
    ]
    assert all(page.startswith("words") for page in without_running_heads(pages))


def test_a_number_that_does_not_count_stays() -> None:
    """A table's last cell at the foot of a page is no page number."""
    assert without_running_heads(["a\nb\n97", "c\nd\n12", "e\nf\n55"]) == [
        "a\nb\n97",
        "c\nd\n12",
        "e\nf\n55",
    ]


def test_line_numbers_of_a_review_version_go() -> None:
    """At the ends of lines or before them, glued or alone, over columns and pages; a word
    that was broken at such a line's end is made whole by what follows.
    """
    words = ["We read papers with", "care, and state di-", "versity of 34.0 in"] * 4
    left = [f"{line}{n:03}" for n, line in enumerate(words, 1)]
    right = [f"{line} {n:03}" for n, line in enumerate(words, 13)]
    table = ["Model 1 2 3", "Ours 13.9 12.1 11.6"]
    pages = ["\n".join([*left, *table, *right]), "\n".join(["101", *_before(words, 102)])]
    first, second = without_line_numbers(pages)
    assert first.split("\n") == [*words, *table, *words]
    assert second.split("\n") == words


def _before(lines: list[str], number: int) -> list[str]:
    return [f"{n:03} {line}" for n, line in enumerate(lines, number)]


def test_numbers_that_count_in_a_table_stay() -> None:
    """Where no number begins with a zero, nothing is a line's number."""
    page = "\n".join(f"Item {n}" for n in range(100, 130))
    assert without_line_numbers([page]) == [page]
