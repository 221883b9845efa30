"""A paper's evidence by sentence, in a file beside its page; a pure function of the page's HTML.

In the Markdown each claim has the mark of its item, and its quote in the list at the end. Here
the sentences that carry claims are numbered in the order in which the page rests on them: two
claims on one sentence have one number, and the sentence stands once. A claim's mark is its numbers
in brackets, and leads to its sentence in the file.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual
from wiki_builder.core.words import words
from wiki_builder.site.shelf import TAGS

SHOWN = 2  # numbers of one claim; more are dots

_LOOKS = ("quiet", "caution")
_LOOK = re.compile(rf'\bclass="[^"]*\bwiki-({"|".join(_LOOKS)})\b|\bid="e-([^"]+)"')
_EVIDENCE = re.compile(
    r'<details\b[^>]*\bid="wiki-evidence"[^>]*><summary>.*?</summary>', re.DOTALL
)
_DETAILS = re.compile(r"<(/?)details\b")
_SECTION = re.compile(
    r'(<section\b(?: lang="(en|zh)[^"]*")?[^>]*>)(.*?)(?=<section\b|\Z)', re.DOTALL
)
_MARK = re.compile(
    r"(?P<last>[\u3000-\u9fff\uff00-\uffef]{0,3})[ \t]*"
    r'<a class="wiki-evidence" href="#e-(?P<claim>[^"]+)">¶</a>'
)
# in Chinese numbers keep a narrow space to a Latin word behind them
_BEFORE_LATIN = re.compile(r'(#e-[^"]*">[^<]*</a>(?:</span>)?)(?=[A-Za-z0-9])')
_ENTRY = re.compile(
    rf'<p class="wiki-({"|".join(_LOOKS)})" id="e-([^"]+)">\s*(<strong>.*?</strong>)?\s*(.*?)'
    r"\s*(<em>(?:(?!<em>).)*</em>)?\s*</p>",
    re.DOTALL,
)
_SENTENCE = re.compile(
    r'<span class="wiki-sentence">(?P<own>.*?)</span>|(?P<quote><mark>.*?</mark>)', re.DOTALL
)
_PLACE = re.compile(r'\s*<a href="[^"]*">[^<]*</a>\Z')
_MARKED = re.compile(r"<mark>(.*?)</mark>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class Quoted:
    """A paper's page whose marks lead to its quotes, and the quotes,
    which are a file beside it; empty for none.
    """

    page: str
    quotes: str = ""


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence of the paper as HTML, what stands around it, and where it is."""

    text: str
    place: str
    before: str = ""
    after: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """The same for two quotes from one sentence."""
        return self.place.strip(), _plain(self.text)


@dataclass(frozen=True, slots=True)
class _Entry:
    """What is known of one claim: its name and facts as HTML, and the sentences it rests on."""

    look: str
    id: str
    name: str
    facts: str
    sentences: tuple[_Sentence, ...] = ()


@dataclass
class _Numbers:
    """The number of each sentence, given in the order in which it is asked for."""

    entries: Mapping[str, _Entry]
    given: dict[object, int] = field(default_factory=dict)

    def of(self, claim: str) -> list[int]:
        """The numbers of the sentences of a claim, ascending."""
        keys = [sentence.key for sentence in self.entries[claim].sentences]
        return sorted({self.given.setdefault(key, len(self.given) + 1) for key in keys})


def with_quotes_apart(html: str, file: str) -> Quoted:
    """Takes the quotes out of ``html`` into ``file``, whose name is relative to the page.

    They are a quarter of a page, and a reader opens few. Each claim's mark leads to its sentence
    there; one that is to be read with care says so in words. The first mark of a claim has the id
    that the quote had, so that links to it from elsewhere still work.
    """
    start, end = _evidence(html)
    quotes = html[start:end]
    entries = _entries(quotes)
    if not entries:
        return Quoted(html)
    seen: set[str] = set()
    numbers = _Numbers(entries)

    def mark(claim: str, language: str | None, last: str) -> str:
        look = entries[claim].look
        id_ = "" if claim in seen else f' id="e-{claim}"'
        seen.add(claim)
        said = label(numbers.of(claim)) + (_in_words(look, language) if look != "quiet" else "")
        class_ = "" if look == "quiet" else f' class="wiki-{look}"'
        link = f'<a{class_}{id_} href="{file}#e-{claim}">{said}</a>'
        if language != "zh":
            return f"{last}\u00a0{link}"
        # no line begins with numbers, and none has one character beside them
        return f'<span class="wiki-together">{last}{link}</span>' if last else f"\u202f{link}"

    def section(part: re.Match[str]) -> str:
        marked = _MARK.sub(
            lambda m: mark(m["claim"], part[2], m["last"]) if m["claim"] in entries else m[0],
            part[3],
        )
        return part[1] + (_BEFORE_LATIN.sub("\\1\u2009", marked) if part[2] == "zh" else marked)

    before, after = (_SECTION.sub(section, piece) for piece in (html[:start], html[end:]))
    apart = _by_sentence(quotes, entries, numbers)
    count = len(numbers.given)
    said = words("reading")["all"].filled(count=count, claims=len(entries))
    link = f'<p><a href="{file}">{_twice(said)}</a></p>'
    return Quoted(before + link + after, apart)


def label(numbers: Sequence[int]) -> str:
    """Numbers in brackets, at most :data:`SHOWN`: ``[3]``, ``[3, 5]``, ``[3, 5 …]``."""
    more = " …" if len(numbers) > SHOWN else ""
    return f"[{', '.join(map(str, numbers[:SHOWN])) or '?'}{more}]"


def beside(path: str) -> str:
    """The file of a page's quotes, by the path of the page's own."""
    folder, name = posixpath.split(path)
    return posixpath.join(
        folder, "evidence.html" if name == "index.html" else name.replace(".html", ".evidence.html")
    )


def _in_words(look: str, language: str | None) -> str:
    word: Bilingual = words("pages")["looks"][look]
    said = (word.zh if language == "zh" else word.en) if language else _twice(word)
    return f" {said}"


def _twice(word: Bilingual) -> str:
    """A word of which the style sheet shows the reader's."""
    return " ".join(
        f'<span class="wiki" lang="{TAGS[language]}">{word[language]}</span>'
        for language in LANGUAGES
    )


# --- The list of quotes ------------------------------------------------------------


def _evidence(html: str) -> tuple[int, int]:
    """Where the quotes of a page begin and end; twice the same for a page without."""
    if 'id="wiki-evidence"' in html and (found := _EVIDENCE.search(html)):
        depth = 1
        for tag in _DETAILS.finditer(html, found.end()):
            depth += -1 if tag[1] else 1
            if depth == 0:
                return found.end(), tag.start()
    return 0, 0


def _entries(quotes: str) -> dict[str, _Entry]:
    """The claims of a list by their ids; what a wiki's own template wrote in another form has no
    name, and a sentence of its own.
    """
    found = {
        one[2]: _Entry(one[1], one[2], one[3] or "", one[5] or "", tuple(_sentences(one[4])))
        for one in _ENTRY.finditer(quotes)
    }
    known = dict(_looks(quotes))
    alone = {
        id_: _Entry(look, id_, "", "", (_Sentence(id_, id_),))
        for id_, look in known.items()
        if id_ not in found
    }
    return {id_: found.get(id_) or alone[id_] for id_ in known}


def _sentences(evidence: str) -> Iterator[_Sentence]:
    place = _PLACE.search(evidence)
    text = evidence[: place.start()] if place else evidence
    found = list(_SENTENCE.finditer(text))
    for at, one in enumerate(found):
        before = text[: one.start()].strip() if at == 0 else ""
        after = text[one.end() :].strip() if at == len(found) - 1 else ""
        yield _Sentence(one["own"] or one["quote"], place[0] if place else "", before, after)


def _looks(evidence: str) -> Iterator[tuple[str, str]]:
    """Each claim's id and look; the look stands in the same tag, or in one around it."""
    look = ""
    for found in _LOOK.finditer(evidence):
        if found[1]:
            look = found[1]
        elif look:
            yield found[2], look


def _by_sentence(quotes: str, entries: Mapping[str, _Entry], numbers: _Numbers) -> str:
    """The list anew: a sentence once, under it what rests on it."""
    first = _ENTRY.search(quotes)
    if not first:
        return quotes
    by_number: dict[int, list[str]] = {}
    shown: dict[int, _Sentence] = {}
    for entry in entries.values():
        own = numbers.of(entry.id)
        for sentence in entry.sentences:
            shown.setdefault(numbers.given[sentence.key], sentence)
        by_number.setdefault(own[0] if own else 0, []).append(_claim(entry, own, shown, numbers))
    head = quotes[: first.start()]
    items = "".join(
        f'<li id="s-{number}"><p>{_line(shown[number])}</p>'
        f"{''.join(by_number.get(number, ()))}</li>"
        for number in sorted(shown)
    )
    return f'{head}<ol class="wiki-sentences">{items}</ol>{"".join(by_number.get(0, ()))}'


def _claim(entry: _Entry, own: list[int], shown: Mapping[int, _Sentence], numbers: _Numbers) -> str:
    """A claim under its first sentence, with links to its others; and its own quote, where the
    sentences have another one marked.
    """
    others = "".join(f' <a href="#s-{number}">[{number}]</a>' for number in own[1:])
    quote = " ".join(_marked(one.text) for one in entry.sentences)
    there = " ".join(_marked(shown[numbers.given[one.key]].text) for one in entry.sentences)
    part = f" <q>{quote}</q>" if quote != there else ""
    facts = f" {entry.facts}" if entry.facts else ""
    class_ = "" if entry.look == "quiet" else f' class="wiki-{entry.look}"'
    return f'<p{class_} id="e-{entry.id}">{entry.name}{others}{part}{facts}</p>'


def _line(sentence: _Sentence) -> str:
    said = (sentence.before, f'<span class="wiki-sentence">{sentence.text}</span>', sentence.after)
    return " ".join(part for part in said if part) + sentence.place


def _marked(html: str) -> str:
    return " ".join(found[1] for found in _MARKED.finditer(html))


def _plain(html: str) -> str:
    return " ".join(_TAG.sub("", html).split())
