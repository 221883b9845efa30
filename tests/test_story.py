"""The demo's settings, as a person reads them, and its full texts."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from wiki_builder.core.http.client import Client, ClientConfig
from wiki_builder.core.settings import FORMAT, Settings
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.announcement import Announcement
from wiki_builder.core.values.fulltext import FullText
from wiki_builder.core.values.paper import Paper
from wiki_builder.demo.fulltexts import ADDITIONS, PAPERS, file_of, known_to_api
from wiki_builder.demo.story import CATEGORIES, KEYWORDS, PAPER, REPLIES, SETTINGS, RecordedDay
from wiki_builder.runtime import addresses_of
from wiki_builder.sources.arxiv_api import by_ids
from wiki_builder.stages.fetch import text_fetcher

ROOT = Path(__file__).parent.parent
MOST_BYTES = 15_000_000


def test_the_settings_of_the_demo_are_written_as_a_person_would() -> None:
    """Lists are TOML's, and a comment keeps its apostrophes."""
    read = tomllib.loads(SETTINGS)
    assert tuple(read["sources"]["arxiv"]["categories"]) == CATEGORIES
    assert tuple(read["interests"]["keywords"]) == KEYWORDS
    assert "# The demo's wiki: " in SETTINGS
    assert "# the sample's days " in SETTINGS


def test_each_full_text_of_the_demo_is_asked_for_and_attributed() -> None:
    """A paper that is added has a text here, each text is added once, and NOTICE names it."""
    all_of_it = [one for day in ADDITIONS.values() for one in day]
    ids = [id_ for one in all_of_it for id_ in one.ids]
    files = [file_of(f"arxiv:{id_}") for id_ in ids] + [
        PAPERS / one.file for one in all_of_it if one.file
    ]
    here = sorted(path for path in PAPERS.iterdir() if path.suffix != ".jsonl")
    assert sorted(filter(None, files)) == here
    known = {one.row.id.removeprefix("arxiv:") for one in known_to_api("2027-01-01").values()}
    assert sorted(known) == sorted(ids)
    notice = (ROOT / "NOTICE").read_text("utf-8")
    assert [path.name for path in here if path.name not in notice and path != PAPER] == []
    assert sum(path.stat().st_size for path in here) < MOST_BYTES


def test_the_demos_arxiv_knows_a_version_from_its_day() -> None:
    """A paper with two versions is the first one until the second was submitted; by its number
    that one may be asked for later too.
    """
    before, after = (known_to_api(day) for day in ("2026-05-18", "2026-05-26"))
    assert [known["2605.14890"].number for known in (before, after)] == [1, 2]
    assert "2605.14890v2" not in before
    assert after["2605.14890v1"] == before["2605.14890"]
    assert after["2605.14890v2"].row.version.comment != before["2605.14890"].row.version.comment


def test_the_demos_arxiv_knows_what_is_added_by_id() -> None:
    """Its API's answer is read like arXiv's, and its page is the paper of that title."""
    transport = RecordedDay("2026-06-30")
    with Client(ClientConfig(interval=0.0), transport=transport) as client:
        addresses = addresses_of(Settings.model_validate({"format": FORMAT}))
        found = by_ids(client, addresses, ["2606.30383"])["2606.30383"]
        assert isinstance(found, Announcement)
        paper = Paper(found.id, (found.version,), "2026-06-30", "add-2026-06-30", full=True)
        text = text_fetcher(Wiki(PAPERS), client, addresses, ("abstract",))(paper)
    assert isinstance(text, FullText)
    assert text.kind == "html"


def test_each_recorded_text_of_a_concept_stands_in_the_sample() -> None:
    """A check or a request that changes can lose one without a word; here it is named."""
    recorded = {
        json.loads(path.read_text("utf-8"))["subject"].removeprefix("concept:")
        for path in REPLIES.glob("concept-*")
    }
    assert {path.stem for path in (ROOT / "data" / "concept-texts").iterdir()} == recorded
