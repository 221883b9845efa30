"""Python-Markdown extension ``wiki_sections``: guarded sections become ``<section lang>``.

The block of what was written, item marks and section markers vanish from the HTML. What stands
between two markers is cleaned by an allowlist (:mod:`wiki_builder.site.markdown.clean`): the last
of the safety lines, since the renderer escapes text from outside already. A section that is there
on demand becomes ``<details>``, its heading the summary. What stands outside is a person's and left
as Markdown gives it. A marker that is broken, unclosed or nested
never breaks the page: the text is shown, cleaned, without its section. In a section that
is not in English a title that is, such as a paper's, says so. The heading under which a
person may write is left out, with its entry in the contents, while they have not.

Needs Python-Markdown only, so that any builder of Markdown sites can use it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, takewhile
from operator import itemgetter
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import HTML_PLACEHOLDER_RE, AtomicString

from wiki_builder.contract.page import SECTION_NAME
from wiki_builder.core.characters import IS_HAN
from wiki_builder.core.values.analysis import PARTS
from wiki_builder.core.words import words
from wiki_builder.site.markdown.clean import clean
from wiki_builder.site.markdown.lists import nested
from wiki_builder.site.markdown.odd import BEFORE_LINKS_ARE_CHECKED, OddAddresses
from wiki_builder.site.markdown.quicker import quicken

_MARKER = re.compile(rf"<!-- (?:wiki:(?P<open>{SECTION_NAME})|(?P<close>/wiki)) -->\s*")
# What was written, which the builder reads.
_BLOCK = re.compile(
    r"^[ \t]*<!-- wiki:written \d+ (?P<kind>[a-z]*).*?^[ \t]*-->[ \t]*$", re.DOTALL | re.MULTILINE
)
_ROW = re.compile(r"^[ \t]*([a-z][a-z0-9-]*)#([A-Za-z0-9-]+) ", re.MULTILINE)
_DERIVED = frozenset(("concept", "entity", "compare", "day", "week", "page"))
_ITEM = r"(?:(?<=[ \t\n])|^)\^([A-Za-z0-9-]+)(?=[ \t]*(?:\n|$))"  # at the end of a line or cell
_OF_CLAIMS = frozenset((*PARTS, "results-table"))
_MARK = "wiki-mark"  # an element, for a while
_EVIDENCE = re.compile(r'<a href="(#e-[^"]*)">¶</a>')
_NOTES = f"## {words('pages')['notes']}"  # as templates write it
_MERGED_NOTES = re.compile(r"<!-- wiki:merged-notes -->\s*")
_LANGUAGES = {"en": "en", "zh": "zh-Hans"}
_ON_DEMAND = {"timeline", "aliases", "bibtex", "history", "withheld", "evidence"}
# until a script closes it: without one, the mark of a claim leads to its quote all the same
_OPEN = {"evidence"}
_LED_TO = {"summary", "abstract"}  # in each language
# Sections of the front page that have one element around them, and another around that.
_AROUND = {
    **dict.fromkeys(("briefing", "lead"), ("wiki-edition", "wiki-top")),
    **dict.fromkeys((f"item-{at}" for at in range(1, 5)), ("wiki-edition", "wiki-items")),
    **dict.fromkeys(("lines", "earlier", "added", "shuffle"), ("wiki-edition", "")),
    **dict.fromkeys(("today", "moved", "disagree"), ("wiki-beside", "")),
    **dict.fromkeys(("receipt", "about", "calendar"), ("wiki-beside", "")),
}
_HEADING = re.compile(r"\s*(<(h[2-6])\b.*?</\2>)(.*)", re.DOTALL)
_ATTRIBUTES = r'(?: [a-z-]+="[^"<>]*")*'
# Lines that Python-Markdown's reader of raw HTML leaves as they are, and what it takes out as a
# whole: a paragraph that is closed where its line ends, as each quote of the evidence is.
_INLINE = rf"</?(?:a|abbr|b|code|em|i|mark|span|strong|sub|sup){_ATTRIBUTES}>"
_ENTITY = r"&(?:[A-Za-z][A-Za-z0-9]*;|#[0-9]+;|#[xX][0-9A-Fa-f]+;|(?![#A-Za-z]))"
_TEXT = rf"(?:[^<&]++|{_INLINE}|{_ENTITY})*+"
_LEFT, _PARAGRAPH = re.compile(_TEXT), re.compile(rf"<p{_ATTRIBUTES}>{_TEXT}</p>")
_SUBSTEPS = re.compile(r"<ul>.*?</ul>", re.DOTALL)
_HEADERLINK = re.compile(r'<a class="headerlink"[^>]*>[^<]*</a>')

_TITLE = re.compile(r"<(h[1-6]|cite|a)\b(?![^>]* lang=)([^>]*)>((?:[^<]|<(?!/?\1\b))*+)</\1>")
_TAG = re.compile(r"<[^>]*>")
# a word alone may be a name in any language
_WORDS = re.compile(r"[A-Za-z]\S*\s.*[A-Za-z]", re.DOTALL)

# Behind normalize_whitespace (30) and fences (25), which hide markers that are an
# example, and behind MkDocs (21), which looks for anchors in raw HTML; before html_block
# (20), which would take an unclosed tag to the end of the page.
_BEFORE_HTML_BLOCKS = 20.5
_BEHIND_HTML = 85
_BEHIND_INLINE = 16
_AFTER_RAW_HTML = 1


class SectionsExtension(Extension):
    """Registers the two halves: markers out of the Markdown, sections into the HTML."""

    def extendMarkdown(self, md: Markdown) -> None:  # Python-Markdown's name
        """Hooks the extension into ``md``."""
        markers = _Markers(md)
        quicken(md)
        md.preprocessors.register(markers, "wiki_markers", _BEFORE_HTML_BLOCKS)
        md.postprocessors.register(_Sections(md, markers), "wiki_sections", _AFTER_RAW_HTML)
        md.inlinePatterns.register(_Mark(_ITEM, md), "wiki_marks", _BEHIND_HTML)
        md.treeprocessors.register(_Places(md, markers), "wiki_places", _BEHIND_INLINE)
        md.treeprocessors.register(OddAddresses(md), "wiki_odd_addresses", BEFORE_LINKS_ARE_CHECKED)


def makeExtension(**options: Any) -> SectionsExtension:  # Python-Markdown's name
    """The extension, for ``markdown_extensions`` by module name."""
    return SectionsExtension(**options)


def without_empty_notes(lines: list[str]) -> list[str]:
    """The lines of a page without the notes' heading where nothing stands under it.

    Under it stands what comes before the next section, and in the section that holds the
    notes of merged concepts.
    """
    if _NOTES not in lines:
        return lines
    at = lines.index(_NOTES)
    rest = (line for line in lines[at + 1 :] if line.strip() and not _MERGED_NOTES.fullmatch(line))
    following = next(rest, None)
    return (
        lines[:at] + lines[at + 1 :] if following is None or _MARKER.fullmatch(following) else lines
    )


def sections(md: Markdown, root: Element) -> Iterator[tuple[str, list[Element]]]:
    """The whole sections of a page that is being converted: their names, and what stands in them.

    One whose end is not the next marker is none.
    """
    markers = [one for one in md.preprocessors if isinstance(one, _Markers)]
    token, opened, blocks = next((one.token for one in markers), ""), "", list[Element]()
    for block in root if token else ():
        alone = HTML_PLACEHOLDER_RE.fullmatch(block.text or "")
        html = md.htmlStash.rawHtmlBlocks[int(alone[1])] if alone else ""
        if not str(html).startswith(f"<!--{token} "):
            blocks.append(block)
            continue
        _, verb, name = str(html).removesuffix("-->").split(" ")
        if verb == "close" and name == opened:
            yield name, blocks
        opened, blocks = name if verb == "open" else "", []


class _Markers(Preprocessor):
    """Takes the block out, and stashes each section marker as a comment
    that nobody else can write.
    """

    def __init__(self, md: Markdown) -> None:
        super().__init__(md)
        self.token, self.marks = "", _Marks()

    def run(self, lines: list[str]) -> list[str]:
        text = "\n".join(lines)
        self.token, self.marks = "", _Marks()
        if "wiki:" not in text:
            return lines
        self.token = hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
        if block := _BLOCK.search(text):
            self.marks = _Marks.of(block)
            lines = _BLOCK.sub("", text).split("\n")
        result: list[str] = []
        piece: list[str] = []
        opened = ""
        for line in without_empty_notes(lines):
            if marker := _MARKER.fullmatch(line):
                result += [*self._blocks(piece), "", self._stashed(marker, opened), ""]
                opened, piece = marker["open"] or "", []
            else:
                piece.append(line)
        return result + self._blocks(piece)

    def _blocks(self, piece: list[str]) -> list[str]:
        """``piece`` with its raw HTML stashed by itself,
        so that an open tag ends where the piece ends.
        """
        lines = nested(piece)
        if not any("<" in line or "&" in line for line in lines):
            return lines
        return self._simple(lines) or list(self.md.preprocessors["html_block"].run(lines))

    def _simple(self, lines: list[str]) -> list[str]:
        """What is made of lines with inline elements, and with paragraphs in HTML, which are
        stashed together.

        None if there is other HTML. Much of a paper's page is such.
        """
        result: list[str] = []
        found: list[str] = []
        for before, line, behind in zip(["", *lines], lines, [*lines[1:], ""], strict=False):
            if _PARAGRAPH.fullmatch(line) and not before and not behind:
                found.append(line)
            elif not _LEFT.fullmatch(line):
                return []
            elif line or not found:
                result += [*self._together(found), line]
                found = []
        return result + self._together(found)

    def _together(self, paragraphs: list[str]) -> list[str]:
        return [str(self.md.htmlStash.store("\n\n".join(paragraphs))), "", ""] if paragraphs else []

    def _stashed(self, marker: re.Match[str], opened: str) -> str:
        word = f"open {marker['open']}" if marker["open"] else f"close {opened or '-'}"
        return str(self.md.htmlStash.store(f"<!--{self.token} {word}-->"))


@dataclass(frozen=True, slots=True)
class _Marks:
    """What the marks of a page are: its claims, all items of the builder's,
    and else a person's own blocks.
    """

    derived: bool = False  # about claims of other pages, whose evidence is there
    items: frozenset[str] = frozenset()
    claims: frozenset[str] = frozenset()

    @staticmethod
    def of(block: re.Match[str]) -> _Marks:
        """By the rows of what was written."""
        rows, derived = _ROW.findall(block[0]), block["kind"] in _DERIVED
        claims = () if derived else (id_ for section, id_ in rows if section in _OF_CLAIMS)
        return _Marks(derived, frozenset(id_ for _, id_ in rows), frozenset(claims))

    def set(self, mark: Element, section: str) -> None:
        """The mark of a claim becomes a link to its evidence, that of a person's own block a place;
        nothing is left of others.
        """
        id_, mark.text = str(mark.text), None
        of_claims = section.partition(".")[0] in _OF_CLAIMS and not self.derived
        if of_claims or (not section and id_ in self.claims):
            mark.tag, mark.text = "a", "¶"
            mark.set("href", f"#e-{id_}")
        elif not section or id_ not in self.items:
            mark.tag = "span"
            mark.set("id", f"e-{id_}")


class _Mark(InlineProcessor):
    """Sees the marks of items and of a person's blocks."""

    ANCESTOR_EXCLUDES = ("a",)

    def handleMatch(self, m: re.Match[str], data: str) -> Any:  # type: ignore[override]
        mark = Element(_MARK)
        mark.text = AtomicString(m[1])
        return mark, m.start(), m.end()


class _Places(Treeprocessor):
    """Makes links and places of them, each as it is in its section."""

    def __init__(self, md: Markdown, markers: _Markers) -> None:
        super().__init__(md)
        self.markers = markers

    def run(self, root: Element) -> None:
        """Look at all marks of a page."""
        if root.find(f".//{_MARK}") is None:
            return
        within = {block: name for name, blocks in sections(self.md, root) for block in blocks}
        for block in root:
            no_ends = {cell for row in block.iter("tr") for cell in list(row)[:-1]}
            for parent in list(block.iter()):
                for mark in parent.findall(_MARK):
                    if parent in no_ends:
                        _replace(mark, parent, f"^{mark.text}")
                        continue
                    self.markers.marks.set(mark, within.get(block, ""))
                    if mark.tag == _MARK:
                        _replace(mark, parent, "")


def _replace(element: Element, parent: Element, text: str) -> None:
    """Puts a text in the place of an element; what stands behind it stays."""
    at, text = list(parent).index(element), text + (element.tail or "")
    parent.remove(element)
    if at:
        parent[at - 1].tail = (parent[at - 1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text


class _Sections(Postprocessor):
    """Turns the stashed markers of the finished HTML into sections."""

    def __init__(self, md: Markdown, markers: _Markers) -> None:
        super().__init__(md)
        self.markers = markers

    def run(self, text: str) -> str:
        # a heading by itself, which the toc asks for
        if not self.markers.token or self.markers.token not in text:
            return text
        parts = re.split(rf"<!--{self.markers.token} (open|close) ([a-z0-9.-]+)-->", text)
        return "".join(_grouped(_side_by_side(list(_assembled(parts)))))


def _side_by_side(pieces: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The page, with sections that say the same in English and in Chinese within one element.

    A section is ``("summary.en", html)``, what stands between sections ``("", html)``. Of what is
    given back each has the name of its first section, without a language.
    """
    parts = [(name, html) for name, html in pieces if name or html.strip()]
    at = 0
    while at < len(parts):
        run = list(takewhile(lambda part: part[0].endswith(".en"), parts[at:]))
        same = parts[at + len(run) : at + 2 * len(run)]
        if run and [name for name, _ in same] == [f"{name[:-2]}zh" for name, _ in run]:
            pair = f'<div class="wiki-pair">{"".join(html for _, html in run + same)}</div>\n'
            yield run[0][0][:-3], pair
            at += 2 * len(run)
        else:
            yield parts[at][0].partition(".")[0], f"{parts[at][1]}\n"
            at += 1


def _grouped(pieces: Iterator[tuple[str, str]]) -> Iterator[str]:
    """The page, with what stands in one column of the front page within one element,
    wherever a person put it.
    """
    columns: dict[object, list[tuple[str, str]]] = {}
    for at, (name, html) in enumerate(pieces):
        outer, inner = _AROUND.get(name, ("", ""))
        columns.setdefault(outer or at, []).append((inner, html))
    for column, within in columns.items():
        found = groupby(within, key=itemgetter(0))
        html = "".join(_in(inner, "".join(one for _, one in same)) for inner, same in found)
        yield _in(column if isinstance(column, str) else "", html)


def _in(name: str, html: str) -> str:
    return f'<div class="{name}">{html}</div>\n' if name else html


def _assembled(parts: list[str]) -> Iterator[tuple[str, str]]:
    """The page's pieces from ``[text, verb, name, text, verb, name, text …]``."""
    opened = ""
    seen: set[str] = set()
    told = any(name.startswith("summary") for name in parts[2::3])
    for at in range(0, len(parts), 3):
        text, verb, name = [*parts[at : at + 3], "", ""][:3]
        if opened and verb == "close" and name == opened:
            yield name, _section(name, text, again=name in seen, told=told)
            seen.add(name)
        else:
            yield "", clean(text) if opened else text
        opened = name if verb == "open" else ""


def _section(name: str, inner: str, *, again: bool, told: bool = False) -> str:
    """A section's element; the abstract is on demand where a summary tells it."""
    part, _, language = name.partition(".")
    lang = f' lang="{_LANGUAGES[language]}"' if language else ""
    # to a section in one language nothing leads but to a summary; headings have ids
    id_ = (
        ""
        if again or (language and part not in _LED_TO)
        else f' id="wiki-{name.replace(".", "-")}"'
    )
    # No link on headings, which the table of contents names: they would be a part in thirty of a
    # page.
    html = clean(inner if language == "en" else _TITLE.sub(_titled, inner))
    body = _HEADERLINK.sub("", _EVIDENCE.sub(r'<a class="wiki-evidence" href="\1">¶</a>', html))
    attributes = f'{lang} class="wiki wiki-{part}"{id_}'
    on_demand = part in _ON_DEMAND or (part == "abstract" and told)
    if on_demand and (heading := _HEADING.fullmatch(body)):
        # A heading still, for the outline.
        opened = " open" if part in _OPEN else ""
        return f"<details{attributes}{opened}><summary>{heading[1]}</summary>{heading[3]}</details>"
    made = f"<section{attributes}>{_folded(body, language) if part == 'steps' else body}</section>"
    return made + _drawn() if part == "neighbours" and "<li" in body else made


def _drawn() -> str:
    """Where a script draws a concept among its neighbours, once a reader asks."""
    said = words("pages")["neighbours_drawn"]
    return f'<details class="wiki wiki-near"><summary>{said}</summary></details>'


def _folded(steps: str, language: str) -> str:
    """The steps of a method, which a reader opens."""
    count = _SUBSTEPS.sub("", steps).count("<li>")
    if not count:
        return steps
    said = words("pages")["step_count_one" if count == 1 else "step_count_some"].filled(count=count)
    shown = said[language] if language in _LANGUAGES else said
    return f'<details class="wiki-steps"><summary>{shown}</summary>{steps}</details>'


def _titled(found: re.Match[str]) -> str:
    """A heading, a link or a work's title; with its language if it is two English words or more."""
    text = _TAG.sub("", found[3])
    if IS_HAN.search(text) or not _WORDS.search(text):
        return found[0]
    return f'<{found[1]}{found[2]} lang="en">{found[3]}</{found[1]}>'
