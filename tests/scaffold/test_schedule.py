"""When the daily workflow runs, by the reader's clock."""

from __future__ import annotations

import io
from datetime import UTC, date, datetime, time
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import yaml

from tests.e2e.world import run
from wiki_builder.cli.shared import asked_zone
from wiki_builder.core.errors import UsageError
from wiki_builder.scaffold import init
from wiki_builder.scaffold.schedule import RUNS, scheduled, there_at, zone_of
from wiki_builder.scaffold.workflow import WORKFLOW

SUMMER, WINTER = date(2026, 7, 1), date(2026, 1, 14)


@pytest.mark.parametrize(
    ("zone", "times"),
    [
        ("Asia/Shanghai", ("08:45", "09:45")),
        ("UTC", ("00:45", "01:45")),
        ("Europe/Berlin", ("02:45", "02:45")),
        ("Asia/Kolkata", ("06:15", "07:15")),
        ("America/New_York", ("20:45", "20:45")),
    ],
)
def test_when_a_day_is_there(zone: str, times: tuple[str, str]) -> None:
    """Forty-five minutes after 20:00 in New York, in its summer and its winter."""
    assert there_at(zone) == times


@pytest.mark.parametrize(("day", "run"), [(SUMMER, 0), (WINTER, 1)])
def test_a_run_follows_the_announcement_at_once(day: date, run: int) -> None:
    """In both halves of the year a run starts thirteen minutes after the announcement, and the last
    one after the feed is renewed.
    """
    new_york = ZoneInfo("America/New_York")
    at = [datetime.combine(day, when, UTC).astimezone(new_york).time() for when, _ in RUNS]
    assert at[run] == time(20, 13)
    assert time(0, 1) < at[2] < time(2)


def test_the_schedule_is_explained_by_the_readers_clock(tmp_path: Path) -> None:
    """``init --zone`` writes three runs, each with its time there, and changes nothing else."""
    init(tmp_path / "here", zone="asia/shanghai")
    init(tmp_path / "utc")
    text = (tmp_path / "here" / WORKFLOW).read_text("utf-8")
    assert "there by 08:45, in New York's winter by 09:45, in Asia/Shanghai" in text
    assert '- cron: "13 0 * * 1-5" # 08:13 in Asia/Shanghai' in text
    assert '- cron: "17 5 * * 1-5" # 13:17 in Asia/Shanghai' in text
    # "on" is read as a boolean by YAML 1.1
    runs = yaml.safe_load(text)[True]["schedule"]
    assert [run["cron"] for run in runs] == ["13 0 * * 1-5", "13 1 * * 1-5", "17 5 * * 1-5"]
    assert scheduled(text) == (tmp_path / "utc" / WORKFLOW).read_text("utf-8")


def test_another_zone_is_written_into_a_workflow_that_is_there(tmp_path: Path) -> None:
    """Only its schedule's words change; without a zone nothing does, and a second time neither."""
    init(tmp_path, zone="Asia/Shanghai")
    path = tmp_path / WORKFLOW
    path.write_text(path.read_text("utf-8") + "# mine\n", "utf-8")
    before = path.read_text("utf-8")
    assert "kept" in {file.word for file in init(tmp_path) if file.path == WORKFLOW}
    assert path.read_text("utf-8") == before
    words = [[one.word for one in init(tmp_path, zone="Europe/Berlin") if one.path == WORKFLOW]
             for _ in range(2)]  # fmt: skip
    assert words == [["renewed"], ["kept"]]
    text = path.read_text("utf-8")
    assert "02:13 in Europe/Berlin" in text
    assert scheduled(text, "Asia/Shanghai") == before


def test_a_schedule_of_ones_own_stays_and_is_named(tmp_path: Path) -> None:
    """Whoever chose other times keeps them, whatever zone they name."""
    init(tmp_path)
    path = tmp_path / WORKFLOW
    path.write_text(path.read_text("utf-8").replace('"17 5 * * 1-5"', '"17 9 * * 1-5"'), "utf-8")
    before = path.read_text("utf-8")
    ran = run("init", tmp_path, "--zone", "Asia/Shanghai")
    assert ran.code == 0, ran
    assert f"kept {path}: its schedule is your own" in ran.out
    assert path.read_text("utf-8") == before


class Terminal(io.StringIO):
    """What a person types at a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_person_at_a_terminal_is_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The question is put again after what is no zone; where nobody is there it is UTC."""
    monkeypatch.setattr("sys.stdin", Terminal("Shanghai\nasia/shanghai\n"))
    assert asked_zone() == "Asia/Shanghai"
    assert "'Shanghai' is no time zone" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", Terminal("\n"))
    assert asked_zone() == "UTC"
    monkeypatch.setattr("sys.stdin", io.StringIO("asia/shanghai\n"))
    assert asked_zone() == "UTC"


@pytest.mark.parametrize(
    ("given", "said"),
    [("shanghai", "Asia/Shanghai"), ("Europe/Berln", "Europe/Berlin"), ("", "Asia")],
)
def test_what_is_no_zone_is_told_the_nearest(given: str, said: str, tmp_path: Path) -> None:
    """A zone that there is not is refused before anything is written."""
    with pytest.raises(UsageError, match="is no time zone") as refused:
        init(tmp_path / "wiki", zone=given)
    assert said in str(refused.value)
    assert not (tmp_path / "wiki").exists()
    assert zone_of(" asia/SHANGHAI ") == "Asia/Shanghai"
