"""What ``demo`` says on a terminal."""

from __future__ import annotations

from wiki_builder.demo.story import Done, in_short


def test_a_demo_is_told_in_three_lines() -> None:
    """However many days and steps it has, its end fits a screen, and its counts are of all days."""
    days = [Done(f"2026-05-{n:02}", "…", {"announced": 3, "taken": n % 2}) for n in range(1, 31)]
    steps = [Done("2026-05-31", f"wrote note {n}") for n in range(20)]
    added = [Done("2026-06-01", "added two", added=2), Done("2026-06-02", "added one", added=1)]
    assert in_short([*days, *steps, *added]) == [
        "30 days from 2026-05-01 to 2026-06-02: 90 announced, 15 taken",
        "3 papers added by hand",
        "20 steps of an owner: wrote note 0, wrote note 1, …",
    ]
