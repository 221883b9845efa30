"""Writes a blog's feed from facts, as it stood on a day: titles, addresses and days of real posts.

The facts stand in ``posts/``, a line each; nothing of what the posts say is there.
"""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, time
from email.utils import format_datetime
from pathlib import Path

from lxml import etree

POSTS = Path(__file__).parent / "posts"


def blog_feed(name: str, day: date) -> bytes | None:
    """The feed of ``posts/NAME.jsonl`` on a day, the newest first; ``None`` for no such blog."""
    file = POSTS / f"{Path(name).name}.jsonl"
    if not file.is_file():
        return None
    posts = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    root = etree.Element("rss", version="2.0")
    channel = etree.SubElement(root, "channel")
    etree.SubElement(channel, "title").text = name
    for post in reversed([post for post in posts if post["date"] <= day.isoformat()]):
        item = etree.SubElement(channel, "item")
        moment = datetime.combine(date.fromisoformat(post["date"]), time(), UTC)
        told = {"title": post["title"], "link": post["link"], "guid": post["link"]}
        for key, text in (told | {"pubDate": format_datetime(moment)}).items():
            etree.SubElement(item, key).text = text
    return etree.tostring(root, encoding="utf-8", xml_declaration=True)
