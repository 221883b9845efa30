"""A wiki that stopped says so to its readers:
on the front page by the reader's calendar, in feeds by its date.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

from tests.once import Once
from tests.site.chromium import IN_A_BROWSER, set_time, visitor
from tests.site.small import LAST, make
from wiki_builder.core.store.receipts import last_run
from wiki_builder.core.store.wiki import Wiki

pytestmark = IN_A_BROWSER


# When the front page is looked at, and whether the wiki has been left behind by then.
LOOKS = {
    "2026-11-22T20:00:00Z": False,  # Friday's is missing, and it is a weekend
    "2026-11-23T20:00:00Z": False,  # Monday's may still come
    "2026-11-24T04:30:00Z": False,  # still Monday in New York
    "2026-11-24T20:00:00Z": True,
    "2026-11-01T12:00:00Z": False,  # a clock that is slow
}


def test_the_front_page_says_when_the_wiki_was_left_behind(browser: Any, small: str) -> None:
    """More than two announcements after the last run that ended well; weekends do not count."""
    with visitor(browser) as page:
        for now, stale in LOOKS.items():
            set_time(page, now)
            page.goto(f"{small}?lang=en")
            page.wait_for_selector(".wiki-footer-keys")
            page.wait_for_selector(".wiki-run .wiki-stale", state="visible" if stale else "hidden")
            shown = page.inner_text(".wiki-run")
            assert LAST in shown
            assert ("no longer up to date" in shown) is stale, now
            if stale:
                line, heading = (
                    page.locator(one).bounding_box() for one in (".wiki-stale", "article h1")
                )
                assert line["y"] + line["height"] <= heading["y"]


def test_feeds_say_the_day_of_the_last_run(once: Once, small: str) -> None:
    """In their own language; of a list that git merged, the latest day counts."""
    feeds = once("small", make) / "host/my-wiki/feeds"
    for language, said in {"en": "Last successful run", "zh": "最近一次成功运行"}.items():
        feed = (feeds / f"all.{language}.xml").read_text("utf-8")
        assert said in feed
        assert LAST in feed


def test_a_finished_wiki_calls_itself_neither_current_nor_left_behind(
    browser: Any, other: str
) -> None:
    """``kept_up = false``: the day of its last run, and no word of announcements that are due."""
    with visitor(browser, "2027-06-01T12:00:00Z") as page:
        page.goto(f"{other}?lang=en")
        page.wait_for_selector(".wiki-due", state="hidden")
        assert page.inner_text(".wiki-run") == f"Last successful run: {LAST}"
        assert page.locator(".wiki-stale").count() == 0


def test_without_scripts_the_date_stands_there(browser: Any, small: str) -> None:
    """In both languages, and it claims nothing of today."""
    with visitor(browser, java_script_enabled=False) as page:
        page.goto(small)
        assert (
            page.inner_text(".wiki-run") == f"Last successful run: {LAST} 最近一次成功运行：{LAST}"
        )


def test_a_wiki_without_the_list_of_runs_goes_by_its_receipts(tmp_path: Path) -> None:
    """Those of the days, not of what a person added; a new wiki has no last run."""
    wiki = Wiki(tmp_path)
    assert last_run(wiki) is None
    runs = wiki.data / "runs"
    runs.mkdir(parents=True)
    for name in ("2026-05-04", "api-2026-05-05--2026-05-07", "add-2026-06-01"):
        (runs / f"{name}.json").write_text("{}")
    assert last_run(wiki) == date(2026, 5, 7)
    (wiki.data / "runs.txt").write_text("nonsense\n")
    assert last_run(wiki) == date(2026, 5, 7)
    (wiki.data / "runs.txt").write_text("2026-05-09\r\n2026-05-08\r\n")
    assert last_run(wiki) == date(2026, 5, 9)
