"""Text for scripts: what a page shows of a paper, as text that is never read as HTML.

Maths stands between the two marks ``MATHS``, so that a script sets it and nothing else;
money stays money. A person's Markdown loses its marks and links.
"""

from __future__ import annotations

import html
import re

import markdown

from wiki_builder.contract import escape
from wiki_builder.site.markdown.clean import clean

MATHS = ("\x01", "\x02")

_SPAN = re.compile(r'<(span|div) class="arithmatex">\\[(\[](.*?)\\[)\]]</\1>', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")


def script_text(text: str) -> str:
    """A text from a paper or a model."""
    return html_text(escape.html(text))


def plain_markdown(text: str) -> str:
    """A line of Markdown, as a person wrote it on a page."""
    made = markdown.markdown(
        text,
        extensions=["pymdownx.arithmatex"],
        extension_configs={"pymdownx.arithmatex": {"generic": True}},
    )
    return html_text(clean(made))


def html_text(made: str) -> str:
    """The text of a piece of HTML in which every bare ``<`` begins a tag."""
    marked = _SPAN.sub(lambda found: f"{MATHS[0]}{found[2]}{MATHS[1]}", made)
    return " ".join(html.unescape(_TAG.sub("", marked)).split(" "))
