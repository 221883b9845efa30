"""Templates: Jinja2 over values, where every string from outside is escaped for Markdown.

``{{ title }}`` is written as text that does nothing (see ``escape``); what is already
Markdown is marked as such (:class:`markupsafe.Markup`) and passes. A template writes
its sections between markers, ``<!-- wiki:summary.zh -->``; what was written is remembered
when the page is merged. A wiki overrides a template by a file of the same name in its own
``templates/``, where it can do no more than show values (see ``sandbox``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from wiki_builder.contract import escape
from wiki_builder.contract.items import item_id
from wiki_builder.contract.spec import Fixed, Section
from wiki_builder.core.errors import FormatError
from wiki_builder.core.words import Word
from wiki_builder.library.words import (
    AWAY_WORDS,
    CHANGE_WORDS,
    EVENT_WORDS,
    PAPER_WORDS,
    POST_WORDS,
    TREND_WORDS,
    WORDS,
    trusted,
)
from wiki_builder.pages.sandbox import Sandbox, Templates, allowance, charge
from wiki_builder.pages.version import template_folder

_OPENS = re.compile(r"<!-- wiki:([a-z0-9.-]+) -->\n")
_CLOSES = "<!-- /wiki -->"
_ADDED = re.compile(
    r"<!-- wiki:([a-z0-9.-]+) (at the top|before notes|at the end|after [a-z0-9., -]+?"
    r"|instead of [a-z0-9.-]+) -->\n(.*?)<!-- /wiki -->",
    re.DOTALL,
)
_TRAILING = re.compile(r"(?<=\S) $", re.MULTILINE)  # where there is no mark
_MANY_BLANK = re.compile(r"\n{3,}")


def rendered(
    name: str, wiki_templates: Path, values: Mapping[str, object]
) -> tuple[Section | Fixed, ...]:
    """The sections and fixed texts of the template ``name`` (``paper.md.j2``) over ``values``.

    ``values["values"]`` gives each section's VALUE, ``values["item_values"]`` those of its items,
    ``values["leaving"]`` the items that stand there for a person's words only.

    Raises:
        FormatError: a wiki's own template has a mistake.
    """
    text = _text(name, wiki_templates, values)
    field_values, item_values, leaving = (
        values.get("values", {}),
        values.get("item_values", {}),
        values.get("leaving"),
    )
    assert isinstance(field_values, Mapping)
    assert isinstance(item_values, Mapping)
    assert isinstance(leaving, frozenset | None)
    return tuple(_cut(text, field_values, item_values, leaving or frozenset()))


@dataclass(frozen=True, slots=True)
class Addition:
    """A part that the site adds to a page: ``place`` is ``at the top``, ``before notes``, ``at the
    end``, ``after`` the first of some sections that stands there, or ``instead of`` a section, as
    long as that is the builder's.
    """

    name: str
    place: str
    body: str


def additions(
    name: str, wiki_templates: Path, values: Mapping[str, object]
) -> tuple[Addition, ...]:
    """What the template ``name`` (``paper.site.md.j2``) adds to a page when the site is built,
    without empty parts.

    Raises:
        FormatError: a wiki's own template has a mistake.
    """
    found = _ADDED.finditer(_text(name, wiki_templates, values))
    parts = ((one[1], one[2], _laid_out(one[3]).strip()) for one in found)
    return tuple(Addition(*part) for part in parts if part[2])


def _text(name: str, wiki_templates: Path, values: Mapping[str, object]) -> str:
    own = wiki_templates if any(wiki_templates.glob("*.j2")) else None
    try:
        with allowance():
            text = _environment(own).get_template(name).render(values)
    except Exception as error:
        if not isinstance(error, jinja2.TemplateError) and not own:
            raise  # the builder's own fault
        line = getattr(error, "lineno", None)
        where = f"templates/{name}" + (f", line {line}" if line else "")
        what = getattr(error, "message", None) or str(error) or type(error).__name__
        raise FormatError(
            what, where=where, next="Mend the template, or delete yours to use the builder's"
        ) from None
    return text


def _cut(
    text: str,
    values: Mapping[str, str],
    items: Mapping[str, Mapping[str, str]],
    leaving: frozenset[str],
) -> list[Section | Fixed]:
    chunks: list[Section | Fixed] = []
    position = 0
    while (found := _OPENS.search(text, position)) and (
        end := text.find(_CLOSES, found.end())
    ) >= 0:
        between = text[position : found.start()].strip()
        if between:
            chunks.append(Fixed(between))
        name, body = found[1], text[found.end() : end]
        body = _laid_out(body)
        words = {item_id(id_): said for id_, said in items.get(name, {}).items()}
        chunks.append(Section(name, body, values.get(name), words, leaving))
        position = end + len(_CLOSES)
    if text[position:].strip():
        chunks.append(Fixed(text[position:].strip()))
    return chunks


def _laid_out(body: str) -> str:
    body = _TRAILING.sub("", body) if " \n" in f"{body}\n" else body
    return _MANY_BLANK.sub("\n\n", body) if "\n\n\n" in body else body


@lru_cache(maxsize=4)
def _environment(own: Path | None) -> jinja2.Environment:
    """Templates are compiled once in a process, a wiki's own once for it, and in a sandbox."""
    filters = {name: _filter(getattr(escape, name)) for name in ("paragraph", "paragraphs", "cell")}
    values = {
        "words": trusted({**WORDS, "paper": PAPER_WORDS}),
        "event_words": trusted(EVENT_WORDS),
        "post_words": trusted(POST_WORDS),
        "trend_words": trusted(TREND_WORDS),
        "away_words": trusted(AWAY_WORDS),
        "change_words": trusted(CHANGE_WORDS),
        "languages": ("en", "zh"),
    }
    options: dict[str, Any] = {
        "loader": Templates([*filter(None, [own]), template_folder()]),
        "undefined": jinja2.StrictUndefined,
        "autoescape": True,  # with finalize below: Markdown, not HTML
        "trim_blocks": True,
        "lstrip_blocks": True,
        "keep_trailing_newline": True,
        "auto_reload": False,
    }
    if own:
        sandbox = Sandbox(finalize=_charged, **options)
        sandbox.admit(filters, **values)
        return sandbox
    environment = jinja2.Environment(finalize=_escaped, **options)
    environment.filters |= filters
    environment.globals.update(values)
    return environment


def _charged(value: object) -> object:
    charge(len(value) if isinstance(value, str) else 1)
    return _escaped(value)


def _escaped(value: object) -> object:
    if isinstance(value, Markup):
        return value
    # a word is Markdown already
    return Markup(value if isinstance(value, Word) else escape.inline(str(value)))


def _filter(function: Callable[[str], str]) -> Callable[[object], Markup]:
    """A template's filter that leaves alone what is Markdown already."""
    return lambda value: value if isinstance(value, Markup) else Markup(function(str(value)))
