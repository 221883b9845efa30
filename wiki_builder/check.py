"""Checking: what is wrong in a wiki, each with its place and what to do."""

from __future__ import annotations

import os
import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from urllib.parse import unquote

from wiki_builder.concepts import upkeep
from wiki_builder.concepts.files import ConceptMistake as OfConcept
from wiki_builder.concepts.matching.handles import read_names
from wiki_builder.core.characters import IS_HAN
from wiki_builder.core.settings import Settings
from wiki_builder.core.store.comparisons import read_lines
from wiki_builder.core.store.entries import unreadable_entries
from wiki_builder.core.store.papers import read_paper
from wiki_builder.core.store.wiki import Wiki, paper_address
from wiki_builder.curation import proposals as open_proposals
from wiki_builder.curation.proposals import proposals
from wiki_builder.curation.terms import misused_in
from wiki_builder.library.edits import known_claims
from wiki_builder.library.index import Index, load_index
from wiki_builder.library.interests import unknown_examples
from wiki_builder.library.library import concept_page_id, default_path
from wiki_builder.library.shown import folder_of, relative
from wiki_builder.llm.spending import unreadable
from wiki_builder.pages.publisher import Publisher, publisher
from wiki_builder.ranking.keywords import spellings
from wiki_builder.report import EXIT_DONE, EXIT_FAILED
from wiki_builder.scaffold import BASE_FILE, CONFIG_FILE, menu_left_out
from wiki_builder.scaffold.lacking import lacking
from wiki_builder.scaffold.workflow import findings
from wiki_builder.stages.disambiguate import unreadable_batches

_LINK = re.compile(r"\](?<!\\\])\([ \t]*<?([^()\s<>]+)")  # it is sought by its first character
# Where brackets are no link: front matter, fenced code, and blocks of HTML in which there is no
#     Markdown.
_NO_LINKS = re.compile(
    r"\A\ufeff?---\s*?\n.*?^---\s*?$|^(```|~~~).*?^\1[^\n]*$|^<(?![^\n>]*\bmarkdown\b)[a-z][^\n]*(?:\n[^\n]*\S[^\n]*)*",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, and what to do; ``line`` is 0 where it is of no line."""

    path: str
    line: int
    what: str


def check(wiki: Wiki, settings: Settings, environ: Mapping[str, str] = os.environ) -> list[Problem]:
    """All that is wrong in a wiki; nothing is written but the cache."""
    index = load_index(wiki)
    made = publisher(wiki, settings, index)
    files = made.stand.found.files
    problems = [
        Problem(f"docs/{file.path}", *file.broken) for file in files.values() if file.broken
    ]
    problems += [Problem(path, 0, reason) for path, reason in made.told()]
    problems += _set_aside(wiki)
    problems += _places(made)
    problems += _papers(index)
    problems += _claims(made)
    problems += _comparisons(made)
    problems += _gone(made)
    problems += _lone_pages(made)
    problems += [
        Problem(found.file, found.line, f"{found.what}. {found.next}") for found in _concepts(made)
    ]
    problems += _terms(made)
    problems += _texts(made)
    problems += _workflow(wiki, settings, environ, note=False)
    problems += _spending(wiki)
    return sorted(problems, key=lambda p: (p.path, p.line, p.what))


def notes(wiki: Wiki, settings: Settings, environ: Mapping[str, str] = os.environ) -> list[Problem]:
    """What is not wrong, and an owner should know all the same."""
    return [
        *_workflow(wiki, settings, environ, note=True),
        *_menu(wiki),
        *(Problem(path, 0, why) for path, why in lacking(wiki.root)),
        *_examples(wiki, settings),
        *_untold(settings),
        *_doubted(load_index(wiki)),
    ]


def _menu(wiki: Wiki) -> Iterator[Problem]:
    """Pages that the builder's menu has, where the owner's own menu stands in its place."""
    line, left = menu_left_out(wiki.root)
    there = [page for page in left if (wiki.docs / page).is_file()]
    if there:
        what = f"the menu of {CONFIG_FILE} leaves out {', '.join(there)}, which {BASE_FILE} lists"
        yield Problem(CONFIG_FILE, line, what)


def _examples(wiki: Wiki, settings: Settings) -> Iterator[Problem]:
    """Examples that rank nothing, since the wiki has no text of them."""
    for id_ in unknown_examples(wiki, settings, date.max.isoformat()):
        what = f"[interests] examples: nothing is known of {id_}; `wiki-builder add {id_}` reads it"
        yield Problem("wiki.toml", 0, what)


def _untold(settings: Settings) -> Iterator[Problem]:
    """Chinese keywords that stand in no English abstract, since nobody says what they are there."""
    for keyword in settings.interests.keywords:
        if IS_HAN.search(keyword) and len(spellings(keyword)) == 1:
            what = f"[interests] keywords: no English name is known of {keyword}; give it, too"
            yield Problem("wiki.toml", 0, what)


def _doubted(index: Index) -> Iterator[Problem]:
    """Papers of which claims are withheld, or shown with caution."""
    for id_, entry in index.items():
        counts = ((entry.card.withheld, "withheld"), (entry.card.caution, "to be read with care"))
        if said := ", ".join(f"{count} {word}" for count, word in counts if count):
            own = id_.removeprefix("arxiv:")
            what = f"claims: {said}. wiki-builder verify {own} --explain says why"
            yield Problem(id_, 0, what)


def _workflow(
    wiki: Wiki, settings: Settings, environ: Mapping[str, str], *, note: bool
) -> Iterator[Problem]:
    for one in findings(wiki.root, settings, environ):
        if one.note == note:
            yield Problem(one.path, one.line, one.what)


def _set_aside(wiki: Wiki) -> Iterator[Problem]:
    """What runs could not read and put out of the way, and lines that are no entry."""
    for path in sorted(wiki.set_aside.glob("*")):
        what = "it could not be read, and was set aside. Look at it, then delete it"
        yield Problem(path.relative_to(wiki.root).as_posix(), 0, what)
    for found in (*unreadable_entries(wiki), *unreadable_batches(wiki)):
        yield Problem(found.path.relative_to(wiki.root).as_posix(), 0, found.reason)


def _places(made: Publisher) -> Iterator[Problem]:
    files = made.stand.found.files
    for id_, spot in made.stand.places.items():
        for path in spot.copies:
            if spot.kind == "here":
                what = f"a copy of {id_}"
            elif (file := files.get(path)) and file.id == id_:
                what = (
                    f"left alone: one of several copies of {id_}, none of which is where it last"
                    " stood. Delete all but one"
                )
            else:
                what = (
                    f"left alone: no page of the builder's, in the place of {id_}. Take the page"
                    f" back from git; or move this file away, then: wiki-builder restore {id_}"
                )
            yield Problem(f"docs/{path}", 0, what)


def _spending(wiki: Wiki) -> Iterator[Problem]:
    what = (
        "this line cannot be read, so that the call does not count as spent; mend it, or delete it"
    )
    for path, line in unreadable(wiki.spending):
        yield Problem(path.relative_to(wiki.root).as_posix(), line, what)


def _papers(index: Index) -> Iterator[Problem]:
    for id_, entry in index.items():
        if entry.card.status == "failed":
            yield Problem(
                id_,
                0,
                f"reading failed in {entry.card.attempts or 'passing'} runs; the page says why",
            )


def _claims(made: Publisher) -> Iterator[Problem]:
    """A person's words about claims that the latest reading does not make,
    or of which the data has nothing.
    """
    for proposal in proposals(made):
        if not proposal.proposed:
            what = (
                "you reworded a claim that the latest reading does not make; it stands with its"
                " evidence"
            )
            next_ = (
                f"wiki-builder proposals dismiss {open_proposals.name(proposal)} keeps it, accept"
                " lets it go"
            )
            yield Problem(
                f"docs/{made.stand.paths[proposal.page]}",
                0,
                f"{open_proposals.name(proposal)}: {what}. {next_}",
            )
    for id_, shown in made.library.shown.items():
        paper = read_paper(made.wiki, id_) if shown.held and id_ in made.index else None
        for claim in sorted(shown.held - known_claims(paper)) if paper else ():
            next_ = (
                f"Take its claim back from git (data/papers/{paper_address(id_)}.json), or delete"
                " the item's mark"
            )
            yield Problem(
                f"docs/{shown.path}",
                0,
                f"#^{claim}: the evidence of your words is not kept. {next_}",
            )


def _gone(made: Publisher) -> Iterator[Problem]:
    """Concepts that papers mention and whose file is gone, and pages that are left of such ones."""
    registry, mentioned = made.library.registry, Counter[str]()
    for card in made.library.cards.values():
        ids = {concept for concept, _ in card.roles} | set(card.things)
        mentioned.update(id_ for id_ in ids if id_ and id_ not in registry.concepts)
    next_ = "Take it back from git, or merge it into another concept instead of deleting it"
    for id_, count in sorted(mentioned.items()):
        what = (
            f"this file is gone, or its line in names/, and {count}"
            f" paper{'' if count == 1 else 's'} of this wiki mention the concept"
        )
        yield Problem(f"data/concepts/{id_}.yml", 0, f"{what}. {next_}")
    for page, spot in made.stand.places.items():
        kind = page.partition(":")[0]
        if spot.kind != "here" or made.makes(page) or kind in ("compare", "page", "day"):
            continue
        if kind in ("concept", "entity"):
            what = "the page of a concept whose file is gone. Delete it, or take the file back"
            yield Problem(f"docs/{spot.path}", 0, what)
        elif not made.unreadable:  # which may be what it is the page of
            what = (
                f"it says that it is {page}, which this wiki does not have. Take its markers and"
                " its last block away"
            )
            yield Problem(f"docs/{spot.path}", 0, what)


def _comparisons(made: Publisher) -> Iterator[Problem]:
    """Comparisons of what the wiki does not know."""
    library = made.library
    for number, line in enumerate(read_lines(made.wiki), 1):
        for member in (part.strip() for part in line.split("\t") if part.strip()):
            if member not in library.cards and member not in library.registry.concepts:
                what = (
                    f"`{member}` is no paper and no concept of this wiki. Delete the line; the page"
                    " stays"
                )
                yield Problem(f"data/{made.wiki.comparisons.name}", number, what)


# --- Concepts -------------------------------------------------------------------


def _concepts(made: Publisher) -> Iterator[OfConcept]:
    """What in the registry waits for a person."""
    library = made.library
    compared = {id_ for comparison in library.comparisons.values() for id_ in comparison.members}
    yield from upkeep.mistyped(library.registry)
    yield from upkeep.near_duplicates(library.registry, read_names(made.wiki))
    yield from upkeep.claimed_twice(library.registry)
    yield from upkeep.orphans(
        library.registry, _mentioned(made) | set(map(library.registry.canonical, compared))
    )
    yield from upkeep.without_ground(library.texts, library.registry, library.stands)


def _terms(made: Publisher) -> Iterator[Problem]:
    """Chinese texts that use another rendering than the glossary's,
    a line for each rendering in a text.
    """
    for found in dict.fromkeys(misused_in(made.wiki, made.library.registry)):
        what = f"{found.field} says {found.found} where the glossary has {found.wanted}"
        yield Problem(
            found.subject,
            0,
            f"{what}. wiki-builder terms apply; or terms set, to choose another wording",
        )


def _mentioned(made: Publisher) -> set[str]:
    """The concepts that papers mention, those of rejected papers included: they may come back."""
    registry = made.library.registry
    cards = made.library.cards.values()
    used = {registry.meant(concept, card.id) for card in cards for concept, _ in card.roles}
    return used | {registry.meant(thing, card.id) for card in cards for thing in card.things}


def _lone_pages(made: Publisher) -> Iterator[Problem]:
    """Pages of concepts that have too few papers for one, and that nobody pinned."""
    library = made.library
    for concept in library.concepts.values():
        spot = made.stand.places.get(concept_page_id(concept))
        if spot and spot.kind == "here" and not library.has_enough(concept):
            count = library.weight(concept)
            what = (
                f"the page of `{concept.id}`, which {count or 'no'}"
                f" paper{'' if count == 1 else 's'} of this wiki uses"
            )
            next_ = f"Keep it: wiki-builder concepts pin {concept.id}; or delete the page"
            yield Problem(f"docs/{spot.path}", 0, f"{what}. {next_}")


# --- Links ----------------------------------------------------------------------


def _texts(made: Publisher) -> Iterator[Problem]:
    """What is wrong in the words of pages: dead and redirected links,
    and wikilinks that lead nowhere.
    """
    redirects = dict(_redirects(made))
    files = _Files(made)
    linked: list[tuple[str, str]] = []
    for path in made.stand.found.files:
        try:
            text = (made.wiki.docs / path).read_bytes().decode("utf-8", "replace")
        except OSError:
            continue  # named as broken already
        yield from _links(path, text, files, redirects)
        if "[[" in text:
            linked.append((path, text))
    yield from _wikilinks(made.wiki, linked) if linked else ()


class _Files:
    """Where relative links lead; many pages of a folder link to the same ones."""

    def __init__(self, made: Publisher) -> None:
        self.docs, self.pages = str(made.wiki.docs), made.stand.found.files
        self.known: dict[tuple[str, str], tuple[str, bool]] = {}

    def at(self, folder: str, link: str) -> tuple[str, bool]:
        """The path that ``link`` leads to from a page in ``folder``, empty for one that leaves the
        wiki or stays on its page; and whether something stands there.
        """
        if (folder, link) not in self.known:
            self.known[folder, link] = self._found(folder, link)
        return self.known[folder, link]

    def _found(self, folder: str, link: str) -> tuple[str, bool]:
        target = unquote(link.partition("#")[0])
        if not target or "://" in link or link.startswith(("mailto:", "/")):
            return "", True
        to = posixpath.normpath(posixpath.join(folder, target))
        return to, to in self.pages or os.path.exists(f"{self.docs}/{to}")


def _redirects(made: Publisher) -> Iterator[tuple[str, tuple[str, str, str | None]]]:
    """By the path of the page of a merged concept:
    its id, the id that it leads to, and the path of that page.
    """
    registry, paths = made.library.registry, made.stand.paths
    for concept in registry.concepts.values():
        if concept.merged:
            page, target = (
                concept_page_id(concept),
                registry.concepts[registry.canonical(concept.id)],
            )
            path = paths.get(page) or default_path(page)
            yield path, (concept.id, target.id, made.library.path(concept_page_id(target)))


def _links(
    path: str, text: str, files: _Files, redirects: Mapping[str, tuple[str, str, str | None]]
) -> Iterator[Problem]:
    """Relative links of a page that lead to no file,
    or to a concept that was merged into another one.
    """
    folder = folder_of(path)
    led = {files.at(folder, found[1]) for found in _LINK.finditer(text)}
    if all(stands and to not in redirects for to, stands in led):
        return  # whatever is a link here leads where it should
    text = _NO_LINKS.sub(lambda apart: "\n" * apart[0].count("\n"), text)
    for found in _LINK.finditer(text):
        to, stands = files.at(folder, found[1])
        if to in redirects and path not in (to, redirects[to][2]):
            old, new, page = redirects[to]
            next_ = f"Link to {relative(page, folder)}" if page else "It has no page yet"
            what = f"redirected link: `{old}` was merged into `{new}`. {next_}"
        elif not stands:
            what = f"dead link: {found[1]}"
        else:
            continue
        yield Problem(f"docs/{path}", text.count("\n", 0, found.start()) + 1, what)


def _wikilinks(wiki: Wiki, texts: list[tuple[str, str]]) -> Iterator[Problem]:
    """Wikilinks that lead nowhere."""
    from wiki_builder.site.book import book
    from wiki_builder.site.markdown.links import unknown_wikilinks

    for path, line, unknown in unknown_wikilinks(texts, book(wiki.root)):
        near = " or ".join(f"[[{name}]]" for name in unknown.nearest)
        help_ = f". Did you mean {near}?" if near else ""
        yield Problem(f"docs/{path}", line, f"[[{unknown.written}]]: {unknown.reason}{help_}")


def check_lines(problems: list[Problem], known: list[Problem]) -> list[str]:
    """What :func:`check` found, a line each, and the :func:`notes`."""
    count = f"{len(problems)} problems" if problems else "nothing is wrong"
    return [*map(_line, problems), count, *(f"note: {_line(one)}" for one in known)]


def _line(problem: Problem) -> str:
    return f"{problem.path}{f':{problem.line}' if problem.line else ''}: {problem.what}"


def check_exit(problems: list[Problem]) -> int:
    """1 if anything is wrong."""
    return EXIT_FAILED if problems else EXIT_DONE
