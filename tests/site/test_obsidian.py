"""Pages as Obsidian reads them: blocks (https://help.obsidian.md/links),
properties (…/properties) and links.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import unquote

import pytest
import yaml

from tests.pages.sample import ONE, TWO, Sample, analysis, claim, sample
from wiki_builder.concepts.registry import dump, load
from wiki_builder.contract.items import LISTS_OF_LINKS
from wiki_builder.contract.page import Page, SectionOnPage, read_page
from wiki_builder.core.store.concept_texts import write_concept_text
from wiki_builder.core.values.analysis import Provenance
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import ConceptText, Merged, Sentence
from wiki_builder.library.comparisons import Comparison, write_comparisons

KINDS = {
    "a paper": "papers/2605/2605.00001.md",
    "a paper that lives off markup": "papers/2605/2605.00003.md",
    "a paper that was read as another": "papers/2605/2605.00002.md",
    "a concept that a model wrote about": "concepts/credit-assignment.md",
    "a merged concept": "concepts/blame.md",
    "a named thing": "entities/grpo.md",
    "a comparison of papers": "compare/2605.00001--2605.00002.md",
    "a comparison of concepts": "compare/credit-assignment--grpo.md",
    "a day": "daily/2026-05-05.md",
    "a month": "papers/2605/index.md",
    "a month's log": "log/2026-05.md",
    "the front page": "index.md",
    "the radar": "radar.md",
    "the graph": "graph.md",
    "the trends": "trends.md",
    "the page for who was away": "away.md",
    "all papers": "papers/index.md",
    "all concepts": "concepts/index.md",
    "all named things": "entities/index.md",
    "all comparisons": "compare/index.md",
    "the days": "daily/index.md",
    "the log": "log/index.md",
}
ODD = "GRPO (v2) & Söhne 论文"
# A mark where Obsidian sees one, and more: whatever begins with its sign behind a blank, and ends a
#     line or a cell.
MARK = re.compile(r"(?:(?<=[ \t])|^)\^(\S*)[ \t]*(\|?)[ \t]*$", re.MULTILINE)
LINK = re.compile(r"""\]\(([^()\s<>|\\"]*)(?: "[^"\n]*")?\)""")
WIKILINK = re.compile(r"!?\[\[")


@pytest.fixture(scope="module")
def wiki(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """A wiki that has a page of every kind, a page moved to an odd place,
    and words that look like marks.
    """
    made = sample(tmp_path_factory.mktemp("obsidian") / "wiki")
    ends, uses = "It grows as x ^2", Bilingual("As n ^c1", "如 n ^c1")
    credit = replace(analysis().concepts[0], why=uses)
    blame = replace(credit, name=Bilingual("blame", "归咎"), gloss=None)
    for paper in (ONE, TWO):
        made.change(paper, concepts=(credit, blame))
    made.render()
    registered = load(made.wiki.concepts)
    merged = replace(
        registered.concepts["blame"], merged=Merged("credit-assignment", by="me", reason="Same.")
    )
    (made.wiki.concepts / "blame.yml").write_text(dump(merged), "utf-8")
    write_comparisons(
        made.wiki, (Comparison((ONE, TWO)), Comparison(("credit-assignment", "grpo")))
    )
    said = tuple(
        Sentence(
            Bilingual(f"Steps earn {n} ^{n}", f"逐步 {n} ^{n}"), (f"{ONE}#c{n}", f"{TWO}#c{n}")
        )
        for n in (1, 2)
    )
    made_by = Provenance("replay", "a model", "concept/1", "1", "2026-05-05")
    write_concept_text(
        made.wiki, ConceptText("credit-assignment", said[:1], said, said, (), (), {}, made_by)
    )
    substep = Bilingual("As n ^c2", "如 n ^c2")
    step = claim("s2", "steps", ends, f"增长 {ends}", substeps=(substep,))
    made.change(ONE, summary=Bilingual(ends, f"增长如 {ends}"), claims=(*analysis().claims, step))
    docs = made.root / "docs"
    (docs / "mine").mkdir()
    (docs / KINDS["a named thing"]).rename(docs / "mine" / f"{ODD}.md")
    made.render()
    return made


def pages(wiki: Sample) -> dict[str, Page]:
    """Every page of the wiki, read."""
    docs = wiki.root / "docs"
    found = {
        file.relative_to(docs).as_posix(): read_page(file.read_bytes())
        for file in sorted(docs.rglob("*.md"))
    }
    assert all(isinstance(page, Page) for page in found.values())
    return {path: page for path, page in found.items() if isinstance(page, Page)}


def marks(section: SectionOnPage) -> Iterator[tuple[str, bool]]:
    """The ids in a section, and whether each stands in a table."""
    yield from ((mark[1], bool(mark[2])) for mark in MARK.finditer(section.body))


def test_every_kind_of_page_is_there(wiki: Sample) -> None:
    """Else nothing is said of it here."""
    moved = {KINDS["a named thing"]: f"mine/{ODD}.md"}
    assert {moved.get(path, path) for path in KINDS.values()} == pages(wiki).keys()


def test_block_ids_are_such(wiki: Sample) -> None:
    """Letters, numbers and dashes behind a blank;
    none is of a text from outside, whatever that ends with.
    """
    for path, page in pages(wiki).items():
        for section in page.sections.values():
            own = {id_ for id_, _ in marks(section)}
            assert all(re.fullmatch(r"[A-Za-z0-9-]+", id_) for id_ in own), (path, section.name)
            assert own <= set(section.items), (path, section.name)
            if section.name.partition(".")[0] not in LISTS_OF_LINKS:
                assert own == set(section.items), (path, section.name)


def test_a_block_id_stands_once_in_a_language(wiki: Sample) -> None:
    """The same claim has one id in English, in Chinese and in the table:
    a link leads to it, in some language.
    """
    for path, page in pages(wiki).items():
        for language in (".en", ".zh"):
            ids = (
                marks(section) for name, section in page.sections.items() if name.endswith(language)
            )
            counted = Counter(id_ for found in ids for id_, _ in found)
            assert {id_ for id_, count in counted.items() if count > 1} == set(), path


def test_a_mark_ends_the_first_paragraph_of_an_item(wiki: Sample) -> None:
    """There it is the item's; further down it would be that of what is listed under it."""
    for path, page in pages(wiki).items():
        for section in page.sections.values():
            lines = section.body.split("\n")
            marked = [line for line in lines if MARK.search(line)]
            assert all(re.match(r"(?:- |\d+\. |\|)", line) for line in marked), (path, section.name)


def test_links_lead_to_pages_and_blocks(wiki: Sample) -> None:
    """Relative, percent-encoded where they must be, and with a page's file name in full.

    A block that is linked is that of an item: Obsidian does not lead into tables.
    """
    read = pages(wiki)
    blocks = {
        path: {id_ for one in page.sections.values() for id_, table in marks(one) if not table}
        for path, page in read.items()
    }
    to_blocks = 0
    for path, page in read.items():
        text = "".join(section.body for section in page.sections.values())
        assert not WIKILINK.search(text), path
        targets = LINK.findall(text)
        assert len(targets) == text.count("]("), path
        for target in targets:
            if "://" in target:
                continue
            file, _, place = target.partition("#")
            to = (
                posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(file)))
                if file
                else path
            )
            assert to in read, (path, target)
            assert not target.startswith("/")
            if place:
                assert place.startswith("^"), (path, target)
                assert place[1:] in blocks[to], (path, target)
                to_blocks += 1
    assert to_blocks > 10


def test_file_names_can_be_linked(wiki: Sample) -> None:
    """Without signs that break links there."""
    assert [path for path in pages(wiki) if re.search(r"[#|^:\[\]\\]|%%", path)] == []


def test_front_matter_is_properties(wiki: Sample) -> None:
    """Flat, each name once; a value is a text of one line, a number or a list of texts,
    and of one type everywhere.
    """
    types: dict[str, set[type]] = {}
    for path in pages(wiki):
        lines = wiki.page(path).split("\n")
        assert lines[0] == "---", path
        front = lines[1 : lines.index("---", 1)]
        names = [line.partition(":")[0] for line in front if line[:1].strip()]
        values = yaml.safe_load("\n".join(front))
        assert names == [*values], path
        for name, value in values.items():
            assert re.fullmatch(r"[a-z]+", name)
            types.setdefault(name, set()).add(type(value))
            texts = value if isinstance(value, list) else [value] if isinstance(value, str) else []
            assert isinstance(value, str | int | list), (path, name)
            assert all(isinstance(text, str) and "\n" not in text for text in texts), (path, name)
            if name == "date":
                assert re.fullmatch(r"\d{4}-\d{2}-\d{2}", str(value)), path
    assert {name for name, found in types.items() if len(found) > 1} == set()
    assert types.keys() == {"title", "date", "importance", "kind", "concepts", "code", "redirect"}


def test_markers_and_the_block_are_hidden(wiki: Sample) -> None:
    """They are comments of HTML, on lines of their own,
    and nothing else of the builder's is on a page.
    """
    for path in pages(wiki):
        shown = re.sub(
            r"^<!-- [^<>]* -->$|^<!-- wiki:written [^<>]*^-->$",
            "",
            wiki.page(path),
            flags=re.MULTILINE,
        )
        assert "wiki:" not in shown, path
        assert "<!--" not in shown, path
