"""A wiki that stopped says so to its readers: on the front page by the reader's calendar, in feeds by its date."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.pages.sample import sample as small_wiki
from tests.site.chromium import IN_A_BROWSER, served, visitor
from wiki_builder.site.build import build_site
from wiki_builder.store import Wiki, last_run

pytestmark = IN_A_BROWSER

LAST = "2026-11-19"  # a Thursday


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A wiki whose last good run is known, merged by git in any order."""
    wiki = small_wiki(tmp_path_factory.mktemp("stale"))
    (wiki.root / "data" / "runs.txt").write_text(f"{LAST}\n2026-11-18\nnot a day\n2026-99-99\n{LAST}\n2026-11-17\n")
    built = build_site(wiki.root)
    assert built.ok, built.output
    for language, said in {"en": "Last successful run", "zh": "最近一次成功运行"}.items():
        feed = (built.site / "feeds" / f"all.{language}.xml").read_text("utf-8")
        assert said in feed
        assert LAST in feed
    with served(built.site) as address:
        yield address


@pytest.mark.parametrize(
    "now, stale",
    [
        ("2026-11-19T20:00:00Z", False),
        ("2026-11-22T20:00:00Z", False),  # Friday's is missing, and it is a weekend
        ("2026-11-23T20:00:00Z", False),  # Monday's may still come
        ("2026-11-24T04:30:00Z", False),  # still Monday in New York
        ("2026-11-24T20:00:00Z", True),
        ("2027-06-01T12:00:00Z", True),
        ("2026-11-01T12:00:00Z", False),  # a clock that is slow
    ],
)
def test_the_front_page_says_when_the_wiki_was_left_behind(browser: Any, site: str, now: str, stale: bool) -> None:
    """More than two announcements after the last run that ended well; weekends do not count."""
    with visitor(browser, now) as page:
        page.goto(f"{site}?lang=en")
        page.wait_for_selector(".wiki-footer-keys")
        page.wait_for_selector(".wiki-run .wiki-stale", state="visible" if stale else "hidden")
        shown = page.inner_text(".wiki-run")
        assert LAST in shown
        assert ("no longer up to date" in shown) is stale
        assert page.evaluate("document.querySelector('article .wiki-run').getBoundingClientRect().top") < page.evaluate(
            "document.querySelector('article h1').getBoundingClientRect().top"
        )


def test_a_finished_wiki_calls_itself_neither_current_nor_left_behind(browser: Any, tmp_path: Path) -> None:
    """``kept_up = false``: the day of its last run, and no word of announcements that are due."""
    wiki = small_wiki(tmp_path)
    settings = wiki.root / "wiki.toml"
    settings.write_text(settings.read_text("utf-8").replace("kept_up = true ", "kept_up = false"), "utf-8")
    index = wiki.root / "docs" / "index.md"
    index.write_text(f'{index.read_text("utf-8")}\n<span class="wiki-due">Due on Monday</span>\n', "utf-8")
    (wiki.root / "data" / "runs.txt").write_text(f"{LAST}\n")
    with served(build_site(wiki.root).site) as address, visitor(browser, "2027-06-01T12:00:00Z") as page:
        page.goto(f"{address}?lang=en")
        page.wait_for_selector(".wiki-due", state="hidden")
        assert page.inner_text(".wiki-run") == f"Last successful run: {LAST}"
        assert page.locator(".wiki-stale").count() == 0


def test_without_scripts_the_date_stands_there(browser: Any, site: str) -> None:
    """In both languages, and it claims nothing of today."""
    with visitor(browser, java_script_enabled=False) as page:
        page.goto(site)
        assert page.inner_text(".wiki-run") == f"Last successful run: {LAST} 最近一次成功运行：{LAST}"


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
