"""The names of concepts: when two spellings are one name, and what a name's address is.

Two names are the same here only if their keys are equal: case, width, accents, separators, English
plural, British or American spelling, traditional or simplified characters and a leading article do
not count. Whether two *different* names mean one thing is for ``match.py``, a model and people to
say.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container
from dataclasses import dataclass
from functools import lru_cache

from wiki_builder.core.characters import IS_HAN
from wiki_builder.core.spelling import american, simplified
from wiki_builder.core.values.bilingual import digest

SLUG_LENGTH = 64  # characters; paths stay under the limits of every file system

_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ϵ": "epsilon",
    "η": "eta", "θ": "theta", "κ": "kappa", "λ": "lambda", "μ": "mu", "π": "pi", "ρ": "rho",
    "σ": "sigma", "τ": "tau", "φ": "phi", "ϕ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega",
}  # fmt: skip
_LETTERS = str.maketrans(
    {**_GREEK, **{letter.upper(): name for letter, name in _GREEK.items()}, "’": "'", "‘": "'"}
)
_FORMULA = re.compile(r"[$\\^{}]")  # $τ^2$-bench is τ2-bench
_UNSPOKEN = re.compile(r"[$\\^{}\"“”]|(?<!\d)\.|\.(?!\d)|'s?(?![^\W\d_])")
_SEPARATORS = re.compile(r"[\s\-_/‐‑‒–—―−·・]+")
_ARTICLE = re.compile(r"^(?:the|an?)\s+(?=\S)", re.IGNORECASE)
_PARENTHESIS = re.compile(r"^(?P<name>[^()]+?)\s*\((?P<inner>[^()]+)\)$")
_ACRONYM = re.compile(r"(?=(?:[^A-Z]*[A-Z]){2})[A-Z][A-Za-z0-9-]{1,11}")
_SMALL_WORDS = frozenset(
    ("a", "an", "and", "for", "from", "in", "of", "on", "the", "to", "via", "with")
)

# Words that end in s and are singular, or that have no singular.
_ENDS_IN_S = (
    "alias always analysis apparatus as asbestos atlas axis basis bias bonus bus canvas census"
    " chaos chassis christmas class consensus corpus cosmos data emphasis ethos focus gas genus gis"
    " hypothesis ibis iris kudos lens mars means news nexus oasis pandas pathos radius series"
    " species status synthesis texas thesis this virus yes acoustics aesthetics analytics"
    " bioinformatics dynamics economics electronics ethics forensics genomics genetics graphics"
    " informatics kinematics kinetics linguistics logistics mathematics mechanics optics phonetics"
    " physics politics pragmatics proteomics robotics semantics statistics tactics thermodynamics"
)
_SINGULAR = frozenset(_ENDS_IN_S.split())
_IRREGULAR = {
    "analyses": "analysis", "apis": "api", "appendices": "appendix", "atlases": "atlas",
    "axes": "axis", "biases": "bias", "caches": "cache", "canvases": "canvas", "cookies": "cookie",
    "corpora": "corpus", "cpus": "cpu", "criteria": "criterion", "gases": "gas", "gpus": "gpu",
    "hypotheses": "hypothesis", "indices": "index", "lenses": "lens", "matrices": "matrix",
    "menus": "menu", "movies": "movie", "niches": "niche", "npus": "npu", "phenomena": "phenomenon",
    "syntheses": "synthesis", "theses": "thesis", "tpus": "tpu", "vertices": "vertex",
    "viruses": "virus", "bonuses": "bonus", "buses": "bus", "aliases": "alias",
}  # fmt: skip
_ENDINGS = (("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"))
_UNCHANGED = ("ss", "us", "is", "'s")

_RESERVED = frozenset(
    ["con", "prn", "aux", "nul", "index", "readme", "tags", "search"]
    + [f"{device}{i}" for device in ("com", "lpt") for i in range(10)]
)


@dataclass(frozen=True, slots=True)
class Name:
    """A name without what stands in its parentheses,
    and the acronyms or renderings that stood there.
    """

    name: str
    aliases: tuple[str, ...] = ()


def tidy_name(name: str) -> str:
    """One line in Unicode's composed form, full-width letters and brackets made
    ASCII, spaces single.
    """
    return " ".join(unicodedata.normalize("NFKC", name).split())


@lru_cache(maxsize=50_000)
def split_acronym(name: str) -> Name:
    """Take an acronym, or the name in the other script, out of trailing parentheses.

    ``group relative policy optimization (GRPO)`` gives the alias ``GRPO``; what
    tells meanings apart, as in ``bias (statistics)``, stays part of the name.
    """
    name = tidy_name(name)
    if not (match := _PARENTHESIS.match(name)):
        return Name(name)
    outer, inner = match["name"].strip(), match["inner"].strip()
    if bool(IS_HAN.search(outer)) != bool(IS_HAN.search(inner)) or is_acronym(inner, outer):
        return Name(outer, (inner,))
    return Name(inner, (outer,)) if is_acronym(outer, inner) else Name(name)


@lru_cache(maxsize=50_000)
def bare(name: str) -> str:
    """A name without its acronym or other rendering in parentheses, also where the acronym has only
    two letters.

    For comparing: two letters are too few to be an alias (``credit assignment (CA)``).
    """
    short = split_acronym(name).name
    match = _PARENTHESIS.match(short)
    if match and match["inner"].isupper() and len(match["inner"]) == 2:
        name_words = [
            word for word in _SEPARATORS.split(match["name"]) if word.lower() not in _SMALL_WORDS
        ]
        if "".join(word[:1] for word in name_words).upper() == match["inner"]:
            return match["name"]
    return short


def is_acronym(short: str, name: str) -> bool:
    """Whether ``short`` is made of the first letters of the words of ``name``,
    small words optional.
    """
    letters = _letters_of(short)
    return bool(_ACRONYM.fullmatch(short)) and letters in {
        _letters_of(acronym) for acronym in acronyms(name)
    }


def _letters_of(acronym: str) -> str:
    return re.sub(r"[^A-Z]", "", acronym.removesuffix("s").upper())


def acronyms(name: str) -> tuple[str, ...]:
    """The acronyms of three letters or more that English ``name`` can have, in upper case."""
    name_words = [word for word in _SEPARATORS.split(name) if word[:1].isalpha() and word.isascii()]
    whole = "".join(word[0] for word in name_words).upper()
    short = "".join(word[0] for word in name_words if word.lower() not in _SMALL_WORDS).upper()
    return tuple(dict.fromkeys(a for a in (short, whole) if len(a) >= 3))


_ACRONYMS = re.compile(r"[A-Z0-9-]*[A-Z]s")


@lru_cache(maxsize=20_000)
def singular(word: str) -> str:
    """The singular of an English word by a short rule; a word that the rule does not know stays.

    >>> singular("policies"), singular("analysis"), singular("LLMs"), singular("ALS")
    ('policy', 'analysis', 'LLM', 'ALS')
    """
    if _ACRONYMS.fullmatch(word):
        return word[:-1]
    lower = word.lower()
    if lower in _IRREGULAR:
        return _IRREGULAR[lower]
    if (
        len(word) < 4
        or word.isupper()
        or not lower.endswith("s")
        or lower in _SINGULAR
        or lower.endswith(_UNCHANGED)
    ):
        return word
    if lower.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return next(
        (word[: -len(many)] + one for many, one in _ENDINGS if lower.endswith(many)), word[:-1]
    )


def plural(word: str) -> str:
    """The regular plural of an English word."""
    lower = word.lower()
    if lower.endswith("y") and lower[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if lower.endswith(("s", "x", "ch", "sh")) else "s")


@lru_cache(maxsize=50_000)
def key(name: str) -> str:
    """What two spellings of one name share, in either language; empty for a name without a letter.

    The separators between letters go (``fine-tuning``, ``fine tuning`` and
    ``finetuning``); between two digits they stay.
    """
    joined = ""
    for word in name_words(name):
        joined += " " + word if joined[-1:].isdigit() and word[0].isdigit() else word
    return joined


def name_words(name: str) -> list[str]:
    """The words of a name as they stand in its key:
    lower case, singular, American, simplified, no leading article.
    """
    plain = _ARTICLE.sub("", _without_accents(tidy_name(name))).translate(_LETTERS)
    parts = _SEPARATORS.split(simplified(_UNSPOKEN.sub("", plain)))
    return [word for part in parts if (word := american(singular(part).casefold()))]


def _without_accents(name: str) -> str:
    if name.isascii():
        return name
    return "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))


def slug(name: str) -> str:
    """An ASCII address for ``name``, safe on every file system;
    a name without Latin letters gets a hash.
    """
    plain = _FORMULA.sub("", _without_accents(tidy_name(name)).translate(_LETTERS)).casefold()
    for sign, word in (("+", " plus "), ("#", " sharp "), ("*", " star ")):
        plain = plain.replace(sign, word)
    made = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if not made or (IS_HAN.search(name) and len(made) < 3):
        return f"concept-{digest(key(name), 10)}"
    if len(made) > SLUG_LENGTH:
        made = f"{made[: SLUG_LENGTH - 9].rpartition('-')[0] or made[: SLUG_LENGTH - 9]}-{digest(key(name))}"  # noqa: E501
    return f"{made}-concept" if made in _RESERVED else made


def address(name: str, kind: str, taken: Container[str]) -> str:
    """An id for a new concept: the slug of its name;
    where that is taken, with its kind or a piece of a hash.
    """
    made = slug(name)
    of_kind = () if kind == "concept" else (f"{made}-{kind}",)
    longer = (f"{made}-{digest(key(name), length)}" for length in range(4, 33))
    free: str = next(one for one in (made, *of_kind, *longer) if one not in taken)
    return free
