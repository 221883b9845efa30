"""Whether two records are one event."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import events as bench
from wiki_builder.events.record import Record, paper_of, place_of, plain_address
from wiki_builder.events.same import Joined, Proposed, same_event

PAPER = Record("arxiv:2605.02801", "paper", "CUDA Agent: Large-Scale Agentic RL", "2026-05-05")


def post(title: str = "", url: str = "https://lab.example/blog/a", **more: object) -> Record:
    return Record(url, "post", title, address=url, **more)  # type: ignore[arg-type]  # by name


def paper(title: str, date: str | None = "2026-05-05", **more: object) -> Record:
    return Record("arxiv:2605.02801", "paper", title, date, **more)  # type: ignore[arg-type]  # by name


def by(a: Record, b: Record) -> str | None:
    """How two are joined, asked both ways."""
    one, other = same_event(a, b), same_event(b, a)
    assert one == other
    return one.by if isinstance(one, Joined) else None


def test_the_bundled_events_are_found_and_no_false_friend_is_joined() -> None:
    """Of the file that ships, four of five true joins are found at least and nothing is joined
    falsely, across all lines either.
    """
    said = bench.figures(bench.read_lines(bench.FILE))
    assert (said["true"], said["false_friends"]) == (22, 10)
    assert said["events_found"] >= 0.8  # type: ignore[operator]  # a share
    assert (said["false"], said["false_across"]) == ([], [])


def test_a_line_of_another_form_is_named(tmp_path: Path) -> None:
    """A file whose line is no event stops the benchmark with the line's number."""
    path = tmp_path / "events.jsonl"
    path.write_text(json.dumps({"event": "e1", "label": "same"}) + "\n")
    with pytest.raises(SystemExit, match="line 1"):
        bench.read_lines(path)


@pytest.mark.parametrize(
    "url",
    [
        "https://arxiv.org/abs/2605.02801v2",
        "http://arxiv.org/pdf/2605.02801",
        "https://huggingface.co/papers/2605.02801",
        "https://www.alphaxiv.org/abs/2605.02801",
        "https://doi.org/10.48550/arXiv.2605.02801",
    ],
)
def test_an_address_that_bears_the_papers_id_joins(url: str) -> None:
    """A page for a paper is one event with it, wherever it stands and whatever it is called."""
    assert paper_of(url) == PAPER.id
    assert by(PAPER, post("Something else", url)) == "id"


def test_a_doi_joins_in_any_spelling() -> None:
    """A DOI is one in capitals, as an address or bare."""
    a = Record("doi:1", "paper", "A", dois=("10.1000/ABC",))
    assert by(a, post("B", dois=("https://doi.org/10.1000/abc",))) == "doi"


def test_a_link_that_the_paper_gives_joins_and_one_that_two_give_does_not() -> None:
    """Only one's own address counts: a repository that two papers name may be a series'."""
    code = "https://github.com/Lab/Series"
    named = paper("A study of things", links=(f"{code}/tree/main",))
    assert by(named, Record(code, "code", address=code)) == "link"
    assert by(named, post("Another", links=(code,))) is None


def test_identity_in_a_query_is_kept_and_tracking_is_not() -> None:
    """Posts told apart by their query stay apart; a mark of where one came from does not count."""
    assert plain_address("https://x.example/blog?id=a&utm_source=b#c") == "x.example/blog?id=a"
    assert plain_address("http://www.x.example/a/") == plain_address("https://x.example/a")
    assert plain_address("https://x.example/blog?id=a") != plain_address(
        "https://x.example/blog?id=b"
    )


def test_releases_of_one_repository_are_apart() -> None:
    """Two releases are two events, though one repository's; and a version is no name."""
    url = "https://github.com/lab/tool/releases/tag/"
    a = Record(f"{url}v1.2.0", "release", "v1.2.0", address=f"{url}v1.2.0")
    b = Record(f"{url}v1.3.0", "release", "v1.3.0", address=f"{url}v1.3.0")
    c = Record("https://github.com/o/p/releases/tag/v1.2.0", "release", "v1.2.0")
    assert by(a, b) is None
    assert by(a, c) is None
    assert place_of(a.address).name == "tool"


def test_a_whole_title_joins_within_two_months() -> None:
    """A title is one in other quotes and case and with an announcing word, and years part it."""
    title = "How Models’ Chains of Thought Fail to Say What They Do"
    near = post("How models' chains of thought fail to say what they do", date="2026-04-11")
    assert by(paper(title), near) == "title"
    assert by(paper(title), post(title, date="2017-05-05")) is None
    assert by(paper("Robostral Navigate"), post("Introducing Robostral Navigate")) == "title"
    summary = post(f"Paper Summary: {title}", "https://lab.example/summary", date="2026-05-05")
    assert by(post(title, date="2026-05-05"), summary) == "title"


def test_a_long_title_joins_within_half_a_year() -> None:
    """A post may stand months before its paper; a shorter title, or one that is only alike, is then
    no more than that.
    """
    title = "Measuring Progress Toward AGI: A Cognitive Framework"
    assert by(paper(title), post(title.capitalize(), date="2026-02-22")) == "title"
    assert by(paper(title), post(title, date="2025-10-01")) is None
    assert by(paper(title), post(f"{title} for all", date="2026-02-22")) is None
    short = "Robostral Navigate"
    assert by(paper(short), post(short, date="2026-02-22")) is None
    again = post(title, "https://lab.example/again", date="2026-02-22")
    assert by(post(title, date="2026-05-05"), again) is None


def test_short_common_titles_and_shared_words_do_not_join() -> None:
    """Words alone never join, nor a title that is no name and short."""
    assert by(paper("Language models"), post("Language models")) is None
    assert by(paper("Scaling laws for agents in biology"), post("Scaling laws for law")) is None


def test_other_numbers_are_other_things() -> None:
    """A version in a title tells two works apart, whatever else they share."""
    a = "Seed3D 2.0: High-Fidelity Simulation-Ready 3D Generation"
    assert by(paper(a), post(a.replace("2.0", "1.0"))) is None


def test_a_title_alike_joins_with_an_author_and_is_proposed_without() -> None:
    """Most words of a title are enough where an author is the same, in whatever form."""
    a = paper("Filtering pretraining data builds robust safeguards", authors=("Wei Wang", "A B"))
    like = "Filtering pretraining data for robust safeguards"
    assert by(a, post(like, authors=("W. Wang",))) == "authors"
    assert by(a, post(like, authors=("X. Wang",))) is None
    assert isinstance(same_event(a, post(like)), Proposed)


def test_a_post_that_links_to_one_paper_is_about_it_if_the_titles_say_so() -> None:
    """A link to one paper alone joins with a name or several words in common, and proposes
    without; one to two papers says nothing.
    """
    ours, theirs = "arxiv:2605.02801", "arxiv:2605.02802"
    a = paper("Tmax: A simple recipe for terminal agents")
    assert by(a, post("How Tmax came to be", mentions=(ours,))) == "link"
    assert by(a, post("A recipe for terminal users", mentions=(ours,))) == "link"
    assert isinstance(same_event(a, post("What we read", mentions=(ours,))), Proposed)
    assert same_event(a, post("What we read", mentions=(ours, theirs))) is None


def test_a_coined_name_joins_code_and_only_proposes_a_post() -> None:
    """A repository called what the title coins is the paper's; a post of that name may be another's
    product, and a common word says nothing.
    """
    coined, common = paper("IR3DE: A Linear Router"), paper("Lens: Rethinking Training")
    code = Record("c", "code", address="https://github.com/g/ir3de")
    assert by(coined, code) == "name"
    assert isinstance(same_event(coined, post(url="https://g.example/blog/ir3de")), Proposed)
    lens = Record("c", "code", address="https://github.com/m/lens")
    assert isinstance(same_event(common, lens), Proposed)


def test_a_post_at_the_makers_site_joins_by_its_name() -> None:
    """A thing named after the site where it stands is the site's own."""
    report = paper("Qwen-RobotWorld Technical Report: Unifying World Modelling")
    assert by(report, post(url="https://pre.qwen.ai/blog?id=qwen-robotworld")) == "name"
    assert by(report, post(url="https://other.example/blog?id=qwen-robotworld")) is None


def test_two_papers_are_one_event_by_id_or_doi_alone() -> None:
    """Two papers of one title stay two."""
    a, b = PAPER, Record("arxiv:2605.09999", "paper", PAPER.title, PAPER.date)
    assert by(a, b) is None
