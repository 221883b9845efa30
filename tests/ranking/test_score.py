"""The score of a paper: from the paper and its reader's interests, part by part."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ranking.papers import DRIVING, IMAGES, PROOFS, SEARCH, TEXTS, example, version
from wiki_builder.core.values.announcement import Version
from wiki_builder.ranking.interests import Example, Interests
from wiki_builder.ranking.keywords import holds
from wiki_builder.ranking.score import Ranker, Score

WORDS = st.sampled_from(["agent", "medical", "traffic", "Lean", "survey"])
NAMES = st.sampled_from(["Ana Silva", "Wei Zhang", "Émile Noël", "Bo Li"])
EXAMPLES = st.lists(
    st.builds(
        lambda text, n, day, mark: Example(
            f"arxiv:2601.{n:05}", text[0], text[1], ("cs.CL",), f"2026-01-{day:02}", mark
        ),
        st.sampled_from(TEXTS),
        st.integers(1, 99),
        st.integers(1, 28),
        st.sampled_from(["star", "read", "later", "no"]),
    ),
    max_size=5,
    unique_by=lambda one: one.id,
).map(tuple)
INTERESTS = st.builds(
    Interests,
    about=st.sampled_from(["", "agents that search the web", "强化学习"]),
    keywords=st.lists(WORDS, max_size=3, unique=True).map(tuple),
    authors=st.lists(NAMES, max_size=2, unique=True).map(tuple),
    examples=EXAMPLES,
    unwanted=st.lists(WORDS, max_size=2, unique=True).map(tuple),
    marked=EXAMPLES,
)
VERSIONS = st.builds(
    version,
    st.sampled_from(TEXTS),
    st.lists(NAMES, min_size=1, max_size=4, unique=True).map(tuple),
    st.lists(st.sampled_from(["cs.CL", "cs.CV", "q-bio.QM"]), min_size=1, unique=True).map(tuple),
)


def score(described: Version, **interests: object) -> Score:
    return Ranker(Interests(**interests)).score(described)  # type: ignore[arg-type]  # as given


def points(found: Score, kind: str) -> float:
    return sum(part.points for part in found.parts if part.kind == kind)


@given(INTERESTS, VERSIONS)
def test_a_score_is_the_sum_of_its_parts_each_with_words(
    interests: Interests, described: Version
) -> None:
    """Whoever reads the reasons has read the whole score, in either language."""
    found = Ranker(interests).score(described)
    assert found.total == pytest.approx(sum(part.points for part in found.parts), abs=1e-4)
    assert all(part.words.en and part.words.zh and part.points for part in found.parts)
    said = [text for part in found.parts for text in (part.words, part.short)]
    assert "{" not in "".join(one.en + one.zh for one in said)


def test_in_short_says_what_speaks_most_for_a_paper() -> None:
    """Two parts at most and no titles; nothing of what does not match."""
    found = score(version(SEARCH), about="agents that search the web", keywords=("agent",))
    assert found.in_short.en.startswith("your words: ")
    assert found.in_short.en.endswith("; agent")
    assert found.in_short.zh.endswith("；agent")
    assert score(version(IMAGES), unwanted=("medical",)).in_short.en == ""


@given(INTERESTS, VERSIONS, st.lists(WORDS, min_size=1, max_size=3, unique=True))
def test_what_is_not_wanted_only_lowers(
    interests: Interests, described: Version, more: list[str]
) -> None:
    """To say what one does not want lifts no paper."""
    unwanted = (*interests.unwanted, *more)
    before = Ranker(interests).score(described)
    after = Ranker(_with(interests, unwanted=unwanted)).score(described)
    assert after.total <= before.total
    assert points(after, "unwanted") <= 0


@given(INTERESTS, VERSIONS, NAMES)
def test_whoever_is_followed_only_lifts(
    interests: Interests, described: Version, name: str
) -> None:
    """To follow one more person lowers no paper."""
    after = _with(interests, authors=(*interests.authors, name))
    assert Ranker(after).score(described).total >= Ranker(interests).score(described).total


@given(INTERESTS, VERSIONS, st.permutations([0, 1, 2, 3, 4]))
def test_the_order_in_which_interests_are_written_does_not_count(
    interests: Interests, described: Version, order: list[int]
) -> None:
    """A list is a set: sorted otherwise, the same scores."""
    other = _with(
        interests,
        examples=tuple(interests.examples[n] for n in order if n < len(interests.examples)),
        marked=tuple(interests.marked[n] for n in order if n < len(interests.marked)),
    )
    assert Ranker(other).score(described) == Ranker(interests).score(described)


@given(INTERESTS, VERSIONS)
def test_the_number_of_authors_lifts_nothing(interests: Interests, described: Version) -> None:
    """A paper of a hundred strangers is worth what a paper of one is."""
    crowd = (*described.authors, *(f"Stranger {n}" for n in range(100)))
    many = version((described.title, described.abstract), crowd, described.categories)
    assert Ranker(interests).score(many).total == Ranker(interests).score(described).total


def _with(interests: Interests, **changes: object) -> Interests:
    own = {
        name: getattr(interests, name)
        for name in ("about", "keywords", "authors", "groups", "examples", "unwanted", "marked")
    }
    return Interests(**(own | changes))


def test_several_people_whom_one_follows_count_as_one() -> None:
    """A paper is not better for having many of them."""
    authors = ("Ana Silva", "Wei Zhang")
    one = score(version(authors=authors), authors=("Ana Silva",))
    both = score(version(authors=authors), authors=authors)
    assert one.total == both.total == 1


@pytest.mark.parametrize("written", ["Noël, Émile", "emile noel", "Émile  Noël", "ÉMILE NOËL"])
def test_a_name_is_known_however_it_is_written(written: str) -> None:
    """Accents, case, blanks and order do not matter; another name is another person."""
    assert score(version(authors=("Emile Noel",)), authors=(written,)).total == 1
    assert score(version(authors=("Emile Noelle",)), authors=(written,)).total == 0


def test_a_group_is_named() -> None:
    """Why a paper is here: whose it is, and of which group."""
    (part,) = score(version(), groups={"our lab": ("Ana Silva",)}).parts
    assert part.words.en == "by Ana Silva of our lab, which you follow"
    assert part.words.zh == "our lab 的 Ana Silva，你在关注"


@pytest.mark.parametrize(
    "about", ["agents that learn to search by reinforcement learning", "强化学习与智能体"]
)
def test_plain_words_find_papers_in_either_language(about: str) -> None:
    """Chinese is read by the English names of its terms."""
    assert score(version(SEARCH), about=about).total > score(version(DRIVING), about=about).total
    assert not score(version(IMAGES), about=about).is_match


def test_chinese_without_an_english_name_is_found_in_chinese() -> None:
    """What no glossary has is compared by its characters."""
    chinese = ("古籍文字的自动断句", "本文研究古籍断句。")
    assert score(version(chinese), about="古籍断句").total > 0
    assert score(version(SEARCH), about="古籍断句").total == 0


def test_papers_like_the_examples_come_first_and_the_nearest_is_named() -> None:
    """The reason says which example, and by which words."""
    sought = (example(), example(PROOFS, "arxiv:2601.00002"))
    near = score(version(("Agents that search", "Multi-turn search with policy optimization.")),
                 examples=sought)  # fmt: skip
    assert near.total > score(version(IMAGES), examples=sought).total
    assert "like your example “Search agents with reinforcement learning”" in near.parts[0].words.en
    assert "policy optimization" in near.parts[0].words.en


def test_newer_marks_count_more() -> None:
    """What one sought a year ago says less of today."""
    marked = (
        example(SEARCH, "arxiv:2601.00001", date="2025-01-01", mark="star"),
        example(PROOFS, "arxiv:2601.00002", date="2026-01-01", mark="star"),
    )
    assert score(version(PROOFS), marked=marked).total > score(version(SEARCH), marked=marked).total


def test_a_mark_teaches_and_the_last_word_counts() -> None:
    """Starred papers draw others near, "not for me" pushes them away, and one may change one's
    mind.
    """
    star = example(date="2026-01-01", mark="star")
    refused = example(date="2026-01-02", mark="no")
    assert score(version(), marked=(star,)).total > 0
    assert score(version(), marked=(refused,)).total < 0
    assert score(version(), marked=(refused, star)) == score(version(), marked=(refused,))
    assert "which you marked" in score(version(), marked=(star,)).parts[0].words.en


def test_refusing_a_paper_of_ones_own_subject_does_not_push_the_subject_away() -> None:
    """Only what is nearer to refused papers than to those that are sought falls."""
    refused = (
        example(SEARCH, "arxiv:2601.00008", mark="no"),
        example(PROOFS, "arxiv:2601.00009", mark="no"),
    )
    sought = (example(),)
    for text, falls in ((SEARCH, False), (PROOFS, True)):
        before = score(version(text), examples=sought)
        after = score(version(text), examples=sought, marked=refused)
        assert (after.total < before.total) == falls


def test_a_few_refused_papers_say_little() -> None:
    """A tenth "not for me" moves a paper more than the first."""
    ten = tuple(example(PROOFS, f"arxiv:2601.0001{n}", mark="no") for n in range(10))
    few, many = (score(version(PROOFS), marked=marked).total for marked in (ten[:1], ten))
    assert many < few < 0


def test_a_description_of_what_is_not_wanted_needs_no_word_for_word() -> None:
    """Four words and more are a description; it weighs less than the phrase itself."""
    described = score(version(IMAGES), unwanted=("networks for medical image segmentation",))
    phrase = score(version(IMAGES), unwanted=("medical image",))
    assert phrase.total < described.total < 0
    assert score(version(SEARCH), unwanted=("medical image",)).total == 0


def test_a_model_of_the_readers_own_may_add_its_likeness() -> None:
    """Any function from text to numbers will do; without one nothing is missing."""

    def embed(text: str) -> Sequence[float]:
        return [float("driv" in text.lower()), float("medical" in text.lower()), 0.1]

    interests = Interests(examples=(example(DRIVING),))
    with_it = Ranker(interests, embed).score(version(("Safe driving", "On roads.")))
    assert points(with_it, "meaning") > 0.9
    assert points(Ranker(interests, embed).score(version(IMAGES)), "meaning") < 0.2
    assert points(Ranker(interests).score(version(DRIVING)), "meaning") == 0


def test_a_category_alone_makes_no_match() -> None:
    """That many examples are filed there is no reason to read a paper."""
    found = score(
        version(IMAGES, categories=("cs.CL",)), examples=(example(categories=("cs.CL",)),)
    )
    assert points(found, "category") > 0
    assert not found.is_match


def test_a_category_counts_by_the_examples_that_have_it() -> None:
    """It says as much where the examples stand in further categories, too."""
    one, more = (
        tuple(example(PROOFS, f"arxiv:2601.0000{n}", categories=filed) for n in range(4))
        for filed in (("cs.CL",), ("cs.CL", "cs.LO", "math.LO"))
    )
    described = version(PROOFS, categories=("cs.CL",))
    alone = points(score(described, examples=one), "category")
    assert alone == points(score(described, examples=more), "category") > 0


@pytest.mark.parametrize(
    ("keyword", "title", "there"),
    [
        ("强化学习", "Deep reinforcement learning of walks", True),
        ("强化学习", "Deep supervised learning of walks", False),
        ("智能体", "Two agents and a wall", True),
        ("甲乙丙丁", "Two agents and a wall", False),
    ],
)
def test_a_chinese_keyword_stands_where_its_english_name_does(
    keyword: str, title: str, there: bool
) -> None:
    """arXiv's papers are in English; the glossary says what a term is called there."""
    assert holds(title, keyword) is there
