"""What a page shows: the builder's words, a person's, or nothing.

Any other page that shows a field asks here first: a person's text wins everywhere,
and what they deleted is shown nowhere.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape
from itertools import repeat

from wiki_builder.contract import escape
from wiki_builder.contract.frontmatter import Value, value_hash
from wiki_builder.contract.items import ITEM_MARK, Block, item_id, without_marks
from wiki_builder.contract.memory import Mark
from wiki_builder.contract.normal import text_hash
from wiki_builder.contract.page import (
    Page,
    PersonsText,
    SectionOnPage,
    UnreadablePage,
)
from wiki_builder.core.values.analysis import PARTS

_LINK = re.compile(r"(\]\(\s*<?)([^()\s<>]+)")
_MATHS = re.compile(r"\$(?=\S)[^$\n]*(?<=\S)\$(?!\d)")
_WHOLE_LINK = re.compile(
    rf"(?P<maths>{_MATHS.pattern})|!?\[\[(?:[^\[\]|]*\|)?(?P<name>[^\[\]|]+)\]\]|!?\[(?P<text>[^\[\]]*)\]\([^()\n]*\)"
)
_LINK_LEFT = re.compile(r"\]\s?[(\[]|<\w+:|<a\b", re.IGNORECASE)
_TO_CLAIM = re.compile(r"(?:\]\(|\[\[)#(?:\^|e-)([A-Za-z0-9-]+)")
_HEADING = re.compile(r"^#{1,6} .*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Shown:
    """A page's fields where they are not the builder's.

    A field that is missing here is the builder's; one that is ``None`` was deleted.
    Texts are Markdown whose relative links start from the page's folder. ``held`` are the
    claims whose items are a person's, ``cited`` those whose marks stand in their other text.
    """

    path: str = ""
    sections: Mapping[str, str | None] = field(default_factory=dict)
    items: Mapping[str, Mapping[str, str | None]] = field(default_factory=dict)
    keys: Mapping[str, str | None] = field(default_factory=dict)
    held: frozenset[str] = frozenset()
    cited: frozenset[str] = frozenset()

    @property
    def is_plain(self) -> bool:
        """Whether all is the builder's."""
        return not (self.sections or self.items or self.keys or self.held or self.cited)

    @property
    def told(self) -> str:
        """All of it, for a hash: the same in every process, as the order of a set is not."""
        sets = sorted(self.held), sorted(self.cited)
        return repr((self.path, self.sections, self.items, self.keys, *sets))

    @property
    def claims(self) -> frozenset[str]:
        """The claims that a person's words rest on."""
        return self.held | self.cited

    def text(self, section: str, builders: str, folder: str) -> str | None:
        """A field as one line of Markdown for a page in ``folder``;
        ``builders`` unless a person changed it.
        """
        if section not in self.sections:
            return builders
        return self._elsewhere(self.sections[section], folder)

    def item(self, section: str, id_: str, folder: str) -> tuple[bool, str | None]:
        """Whether a person changed or deleted an item, and their text (``None``: deleted)."""
        if section in self.sections and self.sections[section] is None:
            return True, None
        items, item = self.items.get(section, {}), item_id(id_)
        return item in items, self._elsewhere(items.get(item), folder)

    def title(self, builders: str, folder: str) -> str | None:
        """The title: of the section, or where that is the builder's, of the key."""
        if "title" not in self.sections and (key := self.keys.get("title")):
            return escape.inline(unescape(key))  # front matter is text, and no Markdown
        return self.text("title", builders, folder)

    def _elsewhere(self, text: str | None, folder: str) -> str | None:
        return (
            None
            if text is None
            else rebased(one_line(without_marks(text)), posixpath.dirname(self.path), folder)
        )


def shown(page: Page | UnreadablePage, path: str) -> Shown:
    """What ``page`` (at ``path``, relative to ``docs/``) shows of a person's."""
    sections: dict[str, str | None] = {}
    items: dict[str, dict[str, str | None]] = {}
    for section in page.sections.values():
        if section.items:
            items[section.name] = _items(section)
        elif section.mark.keep or text_hash(section.body) != section.mark.text:
            sections[section.name] = section.body.strip()
    keys: dict[str, str | None] = {}
    if isinstance(page, Page):
        sections |= {name: None for name in page.memory.sections if name not in page.sections}
        changed = (key for key, hash_ in page.memory.keys.items() if _changed(page, key, hash_))
        keys = {key: _key(page.front.values.get(key)) for key in changed}
    held = {
        id_
        for section in page.sections.values()
        if _of_claims(section)
        for id_ in _marks(_own(section))
    }
    cited = {
        id_
        for section in page.sections.values()
        if not _of_claims(section)
        for id_ in _marks(_own(section))
    }
    if isinstance(page, Page):
        cited |= {
            id_
            for chunk in page.chunks
            if isinstance(chunk, PersonsText)
            for id_ in _marks(chunk.raw)
        }
    items = {name: changed for name, changed in items.items() if changed}
    return Shown(path, sections, items, keys, frozenset(held), frozenset(cited - held))


def one_line(text: str) -> str:
    """Markdown of a section as one line: its heading and line breaks taken out."""
    return " ".join(_HEADING.sub("", text).split()) or text.strip().lstrip("# ")


def rebased(text: str, old: str, new: str) -> str:
    """Markdown with its relative links leading to the same targets from another folder."""
    if old == new:
        return text
    return _LINK.sub(lambda m: m[1] + _target(m[2], old, new), text)


def unlinked(text: str) -> str:
    """Markdown with the words of its links and wikilinks in their place, for what is a link as a
    whole.

    Empty where a link may be left in it.
    """
    plain = _WHOLE_LINK.sub(lambda m: m["maths"] or m["name"] or m["text"] or "", text)
    return "" if any(_LINK_LEFT.search(text) for text in _MATHS.split(plain)) else plain


def relative(path: str, folder: str) -> str:
    """The link from a page in ``folder`` to the page at ``path``, both relative to ``docs/``."""
    here, there = _parts(folder), _parts(path)
    while here and there and here[0] == there[0]:
        del here[0], there[0]
    return "/".join([*repeat("..", len(here)), *there]) or "."


def _parts(path: str) -> list[str]:
    """The folders of a path, and its file."""
    return [part for part in posixpath.normpath(path).split("/") if part != "."]


def _target(target: str, old: str, new: str) -> str:
    if "://" in target or target.startswith(("#", "/", "mailto:")):
        return target
    path, hash_, anchor = target.partition("#")
    return relative(posixpath.normpath(posixpath.join(old, path)), new) + hash_ + anchor


def _of_claims(section: SectionOnPage) -> bool:
    return section.name.partition(".")[0] in (*PARTS, "results-table")


def _own(section: SectionOnPage) -> str:
    """A person's words in a section, marks included."""
    if section.mark.keep:
        return section.body
    if not section.items:
        return "" if text_hash(section.body) == section.mark.text else section.body
    head = "" if text_hash(section.head) == section.mark.text else section.head
    return head + "".join(
        block.raw for block in section.blocks if _is_own(block, section.items.get(block.id or ""))
    )


def _is_own(block: Block, mark: Mark | None) -> bool:
    return mark is None or mark.keep or text_hash(block.text) != mark.text


def _marks(text: str) -> list[str]:
    """The claims whose marks a text has, or to which it leads."""
    return (
        [*ITEM_MARK.findall(text), *_TO_CLAIM.findall(text)] if "^" in text or "#e-" in text else []
    )


def _items(section: SectionOnPage) -> dict[str, str | None]:
    changed: dict[str, str | None] = {}
    blocks = {id_: block for block in section.blocks for id_ in block.ids}
    for id_, mark in section.items.items():
        block = blocks.get(id_)
        if block is None:
            changed[id_] = None
        # a mark of their own is no edit
        elif mark.keep or text_hash(without_marks(block.text)) != mark.text:
            changed[id_] = without_bullet(without_marks(block.text))
    return changed


def without_bullet(text: str) -> str:
    """An item's text without the bullet or number of its list."""
    return re.sub(r"^(?:[-*+]|\d+[.)])\s+", "", text.strip())


def _changed(page: Page, key: str, hash_: str) -> bool:
    value = page.front.values.get(key)
    return value is None or value_hash(value) != hash_


def _key(value: Value | None) -> str | None:
    return value if isinstance(value, str) else None


def folder_of(path: str) -> str:
    """The folder of a page's path, empty for one in ``docs/`` itself."""
    return posixpath.dirname(path)
