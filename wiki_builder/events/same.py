"""Whether two records are one event: by id, DOI, link, title and authors, never by words alone.

What is joined has one of these in common:

- the paper's id, in whatever address it stands, or a DOI;
- the address of the one, which the other gives as its own; or a link to one paper alone, and a
  name or several words of its title;
- the whole title, an announcing word before it apart, in days that fit; a long one in half a year;
- the title up to its colon, which is not common, and most of what follows it;
- the whole title of the one at the beginning of the other's, if it is long;
- a title like the other's, and an author;
- a name that the title coins, which is all that a repository or a project's page is called.

What has less is proposed to a person, or is apart. Two papers are one event by id or DOI alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from wiki_builder.core.names import singular
from wiki_builder.events.record import Place, Record, place_host, place_of
from wiki_builder.ranking.terms import is_term

# A post was seen 24 days before its paper, and five weeks after it.
DAYS_APART: Final = 60
TITLE_DAYS_APART: Final = 180  # a post of one long title with its paper was seen 72 days before it
LONG_TITLE: Final = 4  # words that say something
_WITH_A_LINK: Final = 2  # words of both titles, where the one links to the other
LIKE: Final = 0.6  # of the words of both titles, with an author in common
REST: Final = 0.5  # of the shorter rest, behind equal names
PROPOSED: Final = 0.5  # of the words of both titles
_RUN_TOGETHER: Final = (3, 4, 5)  # the first words of a title that may be a repository's name

How: TypeAlias = Literal["id", "doi", "link", "title", "authors", "name"]

_ANNOUNCED = re.compile(
    r"^(?:(?:we(?:'re| are)\s+)?(?:introducing|announcing|presenting|releasing|meet|launching)"
    r"|(?:a\s+)?(?:new\s+)?(?:paper|research|blog|release|preprint)(?:\s+(?:summary|post))?\s*:|\[[^\]]{1,20}\])\s+",
    re.IGNORECASE,
)
_REPORT = re.compile(r"\s+(?:technical report|system card|model card|white ?paper)$", re.IGNORECASE)
_SITE = re.compile(r"\s+[|\\]\s+[^|\\]{1,30}$")  # "Title | OpenAI"
_COLON = re.compile(r"\s*(?::\s|：|\s[-–—]\s)")
_VERSION = re.compile(r"(?:rc|alpha|beta|dev|post|pre|ver|version)\d*", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:\.\d+)*")
_PAGE_WORDS: Final = frozenset(
    "blog post page project website site code official paper home demo www en index release".split()
)
_EMPTY: Final = frozenset(
    "a an the of and or in on for to with by from at as is are be via using toward towards how why"
    " what when can do does we our it its their your new into through".split()
)


@dataclass(frozen=True, slots=True)
class Joined:
    """Two records are one event; ``by`` says what they have in common."""

    by: How


@dataclass(frozen=True, slots=True)
class Proposed:
    """A person may want to join two records; ``why`` says what is alike, in words."""

    why: str


def same_event(a: Record, b: Record) -> Joined | Proposed | None:
    """Whether two records are one event, in whatever order; ``None`` if nothing says so."""
    if a.papers & b.papers:
        return Joined("id")
    if a.works & b.works:
        return Joined("doi")
    if a.kind == b.kind == "paper" or (a.papers and b.papers):
        return None
    # what two give as theirs may be shared by a series of works: only one's own address counts
    if a.own & b.own or a.own & b.given or b.own & a.given:
        return Joined("link")
    if not _days_fit(a, b):
        long = _is_whole(one := _title(a.title), _title(b.title)) and len(one.telling) > LONG_TITLE
        return _by_title(a, b) if long and _days_fit(a, b, TITLE_DAYS_APART) else None
    if a.title and b.title and (found := _by_title(a, b)):
        return found
    return _by_mention(a, b) or _by_mention(b, a) or _by_name(a, b) or _by_name(b, a)


def handles(record: Record) -> Iterator[str]:
    """What two records have in common that :func:`same_event` may join, or propose for a name;
    records without a handle in common are alike by words at most.
    """
    yield from record.papers
    yield from (f"doi {work}" for work in record.works)
    yield from (f"at {address}" for address in record.own | record.given)
    yield from record.mentions
    title = _title(record.title)
    if title.words:
        yield from {
            f"called {name}" for name in ("".join(title.words), "".join(title.head)) if name
        }
        if len(title.words) > LONG_TITLE:
            yield f"begins {' '.join(title.words[: LONG_TITLE + 1])}"
        if record.kind == "paper":
            yield from {f"called {''.join(title.words[:n])}" for n in _RUN_TOGETHER}
    called = _called(place_of(record.address).name) if record.kind != "paper" else ()
    yield from {f"called {''.join(called[:n])}" for n in range(1, len(called) + 1)}
    yield from {f"called {''.join(called[-n:])}" for n in range(1, len(called))}


def telling_words(title: str) -> frozenset[str]:
    """The words of a title that say something, in one form."""
    return _title(title).telling


def _days_fit(a: Record, b: Record, most: int = DAYS_APART) -> bool:
    """Whether the days of both allow one event; a day that nobody knows allows it."""
    if not a.date or not b.date:
        return True
    return abs((date.fromisoformat(a.date) - date.fromisoformat(b.date)).days) <= most


def _by_mention(paper: Record, post: Record) -> Joined | Proposed | None:
    """Whether a post that links to one paper alone is about it: their titles share a name or
    several words.
    """
    if paper.kind != "paper" or post.mentions != (paper.id,):
        return None
    one, other = _title(paper.title), _title(post.title)
    shared = one.telling & other.telling
    named = one.coined and set(one.head or one.words) <= set(other.words)
    if named or len(shared) >= _WITH_A_LINK:
        return Joined("link")
    return Proposed("it links to this paper and to no other")


# --- Titles -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Title:
    """A title as it is compared: its words, those up to its colon, and those of them that say
    something.
    """

    words: tuple[str, ...]
    head: tuple[str, ...]
    telling: frozenset[str]
    coined: bool  # whether what stands before the colon, or all, holds a name that no other has

    @property
    def rest(self) -> frozenset[str]:
        return self.telling - set(self.head)


@lru_cache(maxsize=50_000)
def _title(title: str) -> _Title:
    text = unicodedata.normalize("NFKC", title).replace("’", "'").replace("‘", "'")
    text = _REPORT.sub("", _SITE.sub("", _ANNOUNCED.sub("", " ".join(text.split()))))
    head = _COLON.split(text, maxsplit=1)[0] if _COLON.search(text) else ""
    head = _REPORT.sub("", head)
    words = tuple(_words(text))
    telling = frozenset(word for word in words if word not in _EMPTY)
    named = _WORD.findall(head or text)
    return _Title(words, tuple(_words(head)), telling, any(map(_is_coined, named)))


def _words(text: str) -> Iterator[str]:
    return (singular(word) for word in _WORD.findall(text.casefold().replace("'", "")))


def _is_coined(word: str) -> bool:
    """Whether a word is a name: written like none, or not used in the field's papers."""
    if sum(c.isalpha() for c in word) < 3 or _VERSION.fullmatch(word):
        return False
    odd = any(c.isupper() for c in word[1:]) or any(c.isdigit() for c in word)
    lower = word.casefold()
    return odd or not (is_term(lower) or is_term(singular(lower)) or lower in _EMPTY)


def _by_title(a: Record, b: Record) -> Joined | Proposed | None:
    one, other = _title(a.title), _title(b.title)
    if _digits(one) != _digits(other) and not _begins(one, other):
        return None  # GPT-4 and GPT-5 are told apart by nothing else
    if _is_whole(one, other) or _begins(one, other):
        if a.date == b.date or _host(a) != _host(b):
            return Joined("title")
        return Proposed("both have one title, and stand at one site under two days")
    shared = len(one.telling & other.telling) / max(1, len(one.telling | other.telling))
    if _same_head(one, other):
        least = min(len(one.rest), len(other.rest))
        if least >= 2 and len(one.rest & other.rest) >= REST * least:
            return Joined("title")
    if shared >= LIKE and _authors(a) & _authors(b):
        return Joined("authors")
    if shared >= PROPOSED and min(len(one.telling), len(other.telling)) >= LONG_TITLE:
        return Proposed("most words of their titles are the same")
    for short, long in ((one, other), (other, one)):
        if short.coined and long.head and short.words == long.head:
            return Proposed("the one is called what the other's title begins with")
    return None


def _host(record: Record) -> str:
    """The site of a post; a paper's own does not count."""
    return record.id if record.kind == "paper" else place_host(record.address)


def _digits(title: _Title) -> list[str]:
    return sorted(word for word in title.words if any(c.isdigit() for c in word))


def _is_whole(one: _Title, other: _Title) -> bool:
    """Whether both have one title, of which a short one must coin a name."""
    return one.words == other.words and (len(one.telling) >= LONG_TITLE or one.coined)


def _begins(one: _Title, other: _Title) -> bool:
    """Whether the whole of one title, a long one, begins the other."""
    short, long = sorted((one, other), key=lambda title: len(title.words))
    return len(short.telling) > LONG_TITLE and long.words[: len(short.words)] == short.words


def _same_head(one: _Title, other: _Title) -> bool:
    telling = set(one.head) - _EMPTY
    return bool(one.head) and one.head == other.head and (len(telling) >= 2 or one.coined)


def _authors(record: Record) -> frozenset[str]:
    """Family names with the first letter of the given name: ``wang l``."""
    found = set()
    for author in record.authors:
        words = unicodedata.normalize("NFKD", author).casefold()
        parts = [p for p in re.findall(r"[^\W\d_]+", words) if p]
        if len(parts) > 1:
            found.add(f"{parts[-1]} {parts[0][0]}")
    return frozenset(found)


# --- Names ------------------------------------------------------------------------


def _by_name(paper: Record, other: Record) -> Joined | Proposed | None:
    """Whether the address of ``other`` is called what a paper's title coins."""
    if paper.kind != "paper" or not paper.title or not other.address:
        return None
    title, place = _title(paper.title), place_of(other.address)
    called = _called(place.name)
    if not called:
        return None
    names = [title.head] if title.head else [title.words]
    # several words may be run together where a repository is named: LatentSpatialMemory
    names += [title.words[:n] for n in _RUN_TOGETHER if len(title.words) > n]
    whole = {"".join(name): len(name) for name in names if name}
    if "".join(called) in whole:
        sure = title.coined or whole["".join(called)] >= 3
        if other.kind in ("code", "page", "release") and sure:
            return Joined("name")
        if sure and _maker(title, place):
            return Joined("name")
        return Proposed("its address is called what the title begins with")
    if not (title.coined and title.head):
        return None
    begins, behind = called[: len(title.head)] == title.head, set(called[len(title.head) :])
    if other.kind != "post" and begins and behind <= title.telling:
        return Joined("name")  # simart-mllm, of SIMART: … via MLLM
    if called[-len(title.head) :] == title.head:
        return Proposed("its address ends with the name that the title coins")
    return None


def _called(name: str) -> tuple[str, ...]:
    """The words by which an address calls its thing, as in ``_words``, without those that say what
    kind of page it is.
    """
    words = _words(name.replace("-", " ").replace("_", " "))
    return tuple(word for word in words if word not in _PAGE_WORDS)


def _maker(title: _Title, place: Place) -> bool:
    """Whether the thing is named after the site: Qwen-RobotWorld at qwen.ai."""
    parts = set(re.split(r"[.\-]", place.owner))
    return any(len(word) >= 4 and word in parts for word in title.head or title.words[:1])
