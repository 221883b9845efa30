"""Names: each model, dataset, organisation and method of a wording or a row stands in the paper,
and where the quote names another in the same place, it is that one.

What is a name: a word with a capital inside, several capitals, or a digit, anywhere; a capitalised
word within an English sentence; a word of Latin letters with a capital in a Chinese one; an
organisation that is known by a Chinese name.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType

from wiki_builder.core.values.bilingual import Language
from wiki_builder.core.values.checks import Finding
from wiki_builder.grounding.plain import normalized
from wiki_builder.grounding.rules.alignment import STOP
from wiki_builder.grounding.rules.reading import is_whole
from wiki_builder.grounding.rules.rule import Ground, Said
from wiki_builder.grounding.solid import solid

Aliases = Mapping[str, Collection[str]]
NO_ALIASES: Aliases = MappingProxyType({})

_ORGANISATIONS = Path(__file__).with_name("organisations.toml")
_LATIN = "A-Za-z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f"
_TOKEN = re.compile(rf"[{_LATIN}]+(?:[-_./+@'’^*]+[{_LATIN}]+)*\+*")
_URL = re.compile(r"https?://\S+|\w+@\w+\.\w+")
_COMPOUND = re.compile(r"(?:-[a-z]{3,})+$")  # what makes a compound of a name: -based
_STRONG = re.compile(r"[A-Z].*[A-Z]|[a-z0-9][A-Z]|[A-Z].*[0-9]|[a-z][a-z]+[0-9]")
_STRICT = re.compile(r"[A-Z][A-Za-z0-9]*[A-Z]|[a-z][A-Z]|[A-Za-z][-.]?[0-9]")  # within one part
_STARTS_SENTENCE = re.compile(r"(?:^|[.:;?!(\[\"“‘'—–\n])\s*(?:[\"“‘'(\[]\s*)*$")
_FAMILY = re.compile(r"[A-Za-z]{3,}(?=[-\s]?[0-9])")
_PART = re.compile(r"[-_/+.@^*]+")
_MEASURED = re.compile(r"[0-9]\s?$")  # 3 特斯拉 is no company
_AUTHORS = 60  # characters at the beginning of a field
_POSSESSIVE = re.compile(r"['’]s?$")
# What any paper may be said to be about, whatever its own words.
_COMMON = frozenset(
    "AI ML DL RL NLP CV LLM LLMs MLLM VLM QA API APIs GPU GPUs CPU CPUs URL HTML XML JSON PDF CSV SQL"  # noqa: E501
    " PhD US USA UK EU OK I II III IV V VI A An The English Chinese ID IDs FAQ 2D 3D 4D SOTA arXiv"
    " Section Table Figure Appendix Equation Algorithm Theorem Task Stage Step Phase Layer Level"
    " Bayesian Gaussian Euclidean Boolean Markov LaTeX Markdown Python Transformer Web Internet"
    " vs GitHub VS AND OR NOT F1 L1 L2 R2 k K N n p T MCC Monte Carlo Pareto Latin Western Asian"
    " European American Turing January February March April May June July August September October"
    " November December Monday Tuesday Wednesday Thursday Friday Saturday Sunday"
    " B KB MB GB TB PB KiB MiB GiB TiB Kb Mb Gb dB Hz kHz MHz GHz THz W kW MW GW Wh kWh MWh V mV A mA mAh"  # noqa: E501
    " J kJ K Pa kPa mmHg nm FLOP FLOPs GFLOP GFLOPs TFLOP TFLOPs PFLOPs Gbps Mbps kbps USD EUR CNY RMB"  # noqa: E501
    " pp VRAM RAM SSD HTTP PC".split()
)
_INSTITUTE = re.compile(
    "[\u4e00-\u9fff]{2,6}?(?:大学|研究院|研究所|科学院)(?!生|级|排名|课程|学生|教育|水平|数学|物理)"
)
_IS_INSTITUTE = re.compile(
    r"universit|institut|college|school|academ|compan|corporation|enterprise|laborator|\blabs?\b"
    r"|group|firm|provider|vendor|campus|start-?up|business",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Name:
    """A name in a wording. ``strong``: its form alone says that it is one."""

    text: str
    start: int
    strong: bool


def names(said: Said, ground: Ground, aliases: Aliases = NO_ALIASES) -> Iterator[Finding]:
    """Names that the paper does not have, that the quote has another in the place of, and that
    the two languages do not share.

    ``aliases`` gives for a name (case folded) its other names, in either language.
    """
    told = tuple(_told(said))
    strange = {name.text for _, name in told if not _held(name.text, ground, aliases)}
    for language, name in told:
        if name.text in strange and (
            name.strong or _is_meant(name, language, said, bool(ground.quote))
        ):
            yield Finding("name", name.text, sure=name.strong, language=language)
    yield from _of_row(said, ground, aliases)
    yield from _institutes(said, ground)
    if not strange:
        yield from _exchanged(said, ground, aliases)
        yield from _between(said, aliases)


def _told(said: Said) -> Iterator[tuple[Language, Name]]:
    for name in english_names(said.en):
        yield "en", name
    for name in chinese_names(said.zh):
        yield "zh", name


@lru_cache(maxsize=256)
def english_names(text: str) -> tuple[Name, ...]:
    """The names in an English wording; the first word of a sentence only if its form says so."""
    text = _URL.sub(lambda m: " " * len(m[0]), normalized(text))
    found = []
    titled = _is_title(text)
    for match in _TOKEN.finditer(text):
        word = _COMPOUND.sub("", _POSSESSIVE.sub("", match[0]))
        strong = bool(_STRONG.search(word))
        if word in _COMMON or not (strong or word[0].isupper()):
            continue
        if strong or not (titled or _STARTS_SENTENCE.search(text, 0, match.start())):
            found.append(Name(word, match.start(), strong))
    return tuple(found)


@lru_cache(maxsize=256)
def chinese_names(text: str) -> tuple[Name, ...]:
    """The names in Latin letters of a Chinese wording, and organisations by their Chinese names."""
    text = _URL.sub(lambda m: " " * len(m[0]), normalized(text))
    tokens = [
        (_COMPOUND.sub("", _POSSESSIVE.sub("", m[0])), m.start()) for m in _TOKEN.finditer(text)
    ]
    found = [
        Name(word, start, bool(_STRONG.search(word)))
        for word, start in tokens
        if word not in _COMMON and any("A" <= char <= "Z" for char in word)
    ]
    for name in _by_chinese_name():
        at = text.find(name)
        if at >= 0 and is_whole(text, at, at + len(name)) and not _MEASURED.search(text, 0, at):
            found.append(Name(name, at, True))
    return tuple(found)


def _is_title(text: str) -> bool:
    """Whether most words are capitalised, as in a heading."""
    words = [word for word in re.findall(r"[A-Za-z]+", text) if len(word) > 3]
    capitals = [word for word in words if word[0].isupper()]
    return len(capitals) > len(words) / 2


def _is_meant(name: Name, language: Language, said: Said, quoted: bool) -> bool:
    """Whether a word that is only capitalised is a name: Chinese keeps its letters, or has others
    in their place (what it translates is a country or a month), or it is an organisation. A field
    without a quote begins with its authors.
    """
    if name.text.casefold() in _first_words():
        return True
    if not quoted and name.start < _AUTHORS:
        return False
    if language == "zh" or name.text in said.zh:
        return len(name.text) > 2
    return any(solid(other.text) not in _solid(said.en) for other in chinese_names(said.zh))


@cache
def _first_words() -> frozenset[str]:
    """The words that the known organisations' names begin with, where they are no others'."""
    words = {name.split()[0].casefold() for name in _organisations()}
    return frozenset(
        words - set("university united european world national hong imperial max".split())
    )


# --- Where a name stands ----------------------------------------------------------


def _held(name: str, ground: Ground, aliases: Aliases) -> bool:
    """Whether the paper has ``name``: as it is, in parts, as the initials of words, or under
    another name.
    """
    others = (*aliases.get(name.casefold(), ()), *_known(name))
    return any(_stands(one, ground) for one in (name, *others))


@lru_cache(maxsize=4096)
def _forms(name: str) -> tuple[str, ...]:
    """A name in singular and plural."""
    return tuple(dict.fromkeys((name, name.removesuffix("s"), f"{name}s")))


def _stands(name: str, ground: Ground) -> bool:
    """Whether ``name`` stands in evidence or paper, whole or in parts that each do."""
    if _in(name, ground):
        return True
    parts: list[str] = []
    for part in filter(None, _PART.split(name)):
        if parts and part.replace(".", "").isdigit():
            parts[-1] += f"-{part}"  # GPT-5 is another model than GPT-4
        else:
            parts.append(part)
    if len(parts) > 1:
        return all(
            len(part) == 1
            or not any(map(str.isupper, part))
            or part in _COMMON
            or _in(part, ground, whole=False)
            for part in parts
        ) and any(map(str.isalpha, parts))
    return False


def _in(name: str, ground: Ground, whole: bool = True) -> bool:
    """``whole``: two letters may be the initials of words; as a part of a name they are too few."""
    if any(map(ground.paper.holds, _forms(name))):
        return True
    own = solid(name)
    if (len(name) > 3 or not name.isalpha()) and own in _solid(f"{ground.quote} {ground.near}"):
        return True
    if any(own in _typeset(text) for text in ground.paper.typeset):
        return True
    short = len(name) < 3 and not whole
    return (
        bool(_ACRONYM.fullmatch(name))
        and not short
        and any(_abbreviated(name, place.text) for place in ground.paper.places)
    )


@lru_cache(maxsize=256)
def _solid(text: str) -> str:
    return solid(text)


@lru_cache(maxsize=256)
def _typeset(text: str) -> str:
    """The letters of a text without its LaTeX commands: ``M\\textsuperscript{4}Fuse``."""
    return solid(re.sub(r"\\[A-Za-z]+\s?\{?|[{}$^_]", "", text))


_ACRONYM = re.compile(r"(?:[a-z]?[A-Z]){2,}[a-z]?|[A-Z]{2,}s?")


@lru_cache(maxsize=256)
def _abbreviated(name: str, text: str) -> bool:
    """Whether the letters of ``name`` begin words that follow each other in ``text``."""
    letters = re.sub(r"[^A-Z]", "", name).lower()
    short, whole = _initials(text)
    return letters in short or letters in whole


@lru_cache(maxsize=256)
def _initials(text: str) -> tuple[str, str]:
    """The first letters of all words, without and with small ones."""
    words = re.findall(r"[a-z]+", text.lower())
    small = {"a", "an", "and", "for", "from", "in", "of", "on", "the", "to", "via", "with", "by"}
    return (
        "".join(word[0] for word in words if word not in small),
        "".join(word[0] for word in words),
    )


# --- Organisations -----------------------------------------------------------------


@cache
def _organisations() -> Mapping[str, Collection[str]]:
    return tomllib.loads(_ORGANISATIONS.read_text("utf-8"))


@cache
def _by_chinese_name() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name, others in _organisations().items():
        for other in others:
            found[other] = (*found.get(other, ()), name)
    return found


def _known(name: str) -> tuple[str, ...]:
    return _by_chinese_name().get(name, ())


def _institutes(said: Said, ground: Ground) -> Iterator[Finding]:
    """A university, company or laboratory of the Chinese wording where nobody speaks of one."""
    found = _INSTITUTE.search(said.zh)
    if found is None or any(_IS_INSTITUTE.search(t) for t in (said.en, ground.quote, ground.near)):
        return
    if not any(name in found[0] for name in _by_chinese_name()):
        yield Finding("name", found[0], language="zh")


# --- A row ------------------------------------------------------------------------


def _of_row(said: Said, ground: Ground, aliases: Aliases) -> Iterator[Finding]:
    """Names of a row that the paper does not have, and a dataset that neither quote nor wording
    speaks of.
    """
    if said.row is None:
        return
    for field in (said.row.dataset, said.row.metric, said.row.baseline):
        for name in english_names(f"= {field}") if field else ():
            if name.strong and not _held(name.text, ground, aliases):
                yield Finding("name", name.text, sure=True)


# --- One name for another -----------------------------------------------------------


def _exchanged(said: Said, ground: Ground, aliases: Aliases) -> Iterator[Finding]:
    """A name of the wording where the quote has another in the same place."""
    if not ground.quote:
        return
    quoted = [name for name in english_names(f"= {ground.quote}") if _STRICT.search(name.text)]
    told = [name for name in english_names(f"= {said.en}") if _STRICT.search(name.text)]
    new = [name for name in told if not _among(name, quoted, ground.quote, aliases)]
    gone = [name for name in quoted if not _among(name, told, f"{said.en} {said.zh}", aliases)]
    for a in new:
        in_place = (
            b for b in gone if _kin(a, b) or _same_place(a, f"= {said.en}", b, ground.quote)
        )
        if b := next(in_place, None):
            yield Finding("name", a.text, b.text, language="en")
            return


def _kin(a: Name, b: Name) -> bool:
    """Whether two names are of one family: GPT-5 and GPT-4o."""
    one, two = (_FAMILY.match(name.text) for name in (a, b))
    return bool(one and two and one[0].casefold() == two[0].casefold())


def _among(name: Name, others: Iterable[Name], text: str, aliases: Aliases) -> bool:
    if name.text[-1].isdigit():  # GPT-5 is not in GPT-5.2
        spelled = r"[\W_]*".join(solid(name.text)) + r"(?!\.?[0-9])"
        return bool(re.search(spelled, text, re.IGNORECASE))
    return any(solid(form) in _solid(text) for form in _forms(name.text)) or any(
        other.casefold() in text.casefold() for other in aliases.get(name.text.casefold(), ())
    )


def _same_place(a: Name, text: str, b: Name, quote: str) -> bool:
    """Whether the words beside two names are the same."""
    return bool(_beside(a, text) & _beside(b, f"= {quote}"))


def _beside(name: Name, text: str) -> set[tuple[str, str]]:
    text = normalized(text)
    behind = re.findall(r"[a-z]{3,}", text[name.start + len(name.text) :][:40].lower())[:1]
    before = re.findall(r"[a-z]{3,}", text[: name.start][-40:].lower())[-1:]
    found = {("behind", word) for word in behind} | {("before", word) for word in before}
    return {(side, word) for side, word in found if word not in STOP}


def _between(said: Said, aliases: Aliases) -> Iterator[Finding]:
    """A name in English where Chinese has another."""
    if not (said.en and said.zh):
        return
    en = [name for name in english_names(f"= {said.en}") if _STRICT.search(name.text)]
    zh = [name for name in chinese_names(said.zh) if _STRICT.search(name.text)]
    only_en = [name.text for name in en if not _among(name, zh, said.zh, aliases)]
    only_zh = [
        name.text
        for name in zh
        if not (_among(name, en, said.en, aliases) or _abbreviated(name.text, said.en))
    ]
    if only_en and only_zh:
        yield Finding("languages", only_zh[0], only_en[0])
