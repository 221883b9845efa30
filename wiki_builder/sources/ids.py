"""arXiv's identifiers, in every form in which people and upstreams write them.

The scheme: https://info.arxiv.org/help/arxiv_identifier.html
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from wiki_builder.core.errors import UsageError
from wiki_builder.sources.addresses import Addresses

# The archives that had identifiers of their own until March 2007.
# fmt: off
_ARCHIVES = frozenset((
    "acc-phys", "adap-org", "alg-geom", "ao-sci", "astro-ph", "atom-ph", "bayes-an", "chao-dyn", "chem-ph",  # noqa: E501
    "cmp-lg", "comp-gas", "cond-mat", "cs", "dg-ga", "funct-an", "gr-qc", "hep-ex", "hep-lat", "hep-ph",  # noqa: E501
    "hep-th", "math", "math-ph", "mtrl-th", "nlin", "nucl-ex", "nucl-th", "patt-sol", "physics", "plasm-ph",  # noqa: E501
    "q-alg", "q-bio", "quant-ph", "solv-int", "supr-con",
))
# fmt: on
_AROUND = re.compile(
    r"""^\s*
    (?: (?:https?://)? (?:[a-z0-9-]+\.)? arxiv\.org/(?:abs|pdf|html|format|src|e-print|ps)/
      | (?:https?://)? (?:dx\.)? (?:doi\.org/)? 10\.48550/arxiv\.
      | oai:arxiv\.org: )?
    (?: arxiv:\s* )?
    (?P<id> [^\s?\#]+? )
    (?: \.pdf )? /? (?: [?\#]\S* )? (?: \s+\[[^\]]*\] )?
    \s*$""",
    re.VERBOSE | re.IGNORECASE,
)
_NEW = re.compile(
    r"(?P<yy>[0-9]{2})(?P<mm>[0-9]{2})\.(?P<number>[0-9]{4,5})(?:v(?P<version>[1-9][0-9]{0,3}))?"
)
_OLD = re.compile(
    r"(?P<archive>[a-z-]+)(?:\.[A-Z]{2})?/(?P<yy>[0-9]{2})(?P<mm>[0-9]{2})(?P<number>[0-9]{3})"
    r"(?:v(?P<version>[1-9][0-9]{0,3}))?"
)


@dataclass(frozen=True, slots=True, order=True)
class ArxivId:
    """A paper's permanent id, and the version where one was named.

    The subject class of an old id is no part of it: ``math.GT/0309136`` and
    ``math/0309136`` are one paper.
    """

    id: str  # "2605.02801", "astro-ph/0601001"
    version: int | None = None

    @property
    def subject(self) -> str:
        """``arxiv:2605.02801``: what the wiki calls the paper."""
        return f"arxiv:{self.id}"

    @property
    def versioned(self) -> str:
        """``2605.02801v3``, or without the version where it is not known."""
        return self.id if self.version is None else f"{self.id}v{self.version}"

    @property
    def url(self) -> str:
        """The abstract's address on arxiv.org, of the version where it is known."""
        return self.at(Addresses().abs_url)

    def at(self, template: str) -> str:
        """The address that a setting such as ``https://arxiv.org/pdf/{id}`` gives."""
        return template.replace("{id}", self.versioned)

    def __str__(self) -> str:
        return self.versioned


def parse_id(text: str) -> ArxivId:
    """Read an id, an ``arXiv:`` or ``oai:`` name, a DOI or an address of arXiv.

    Raises UsageError, saying what is wrong, for what is no arXiv id.
    """
    around = _AROUND.match(text)
    inner = around["id"] if around else ""
    if match := _NEW.fullmatch(inner):
        return _new(match, text)
    if match := _OLD.fullmatch(inner):
        return _old(match, text)
    raise _no_id(text, "it does not look like one")


def maybe_id(text: str) -> ArxivId | None:
    """As :func:`parse_id`, and ``None`` for what is no id."""
    around = _AROUND.match(text)
    # most texts that are asked about are none, and an error's words take their time
    if around is None or not (_NEW.fullmatch(around["id"]) or _OLD.fullmatch(around["id"])):
        return None
    try:
        return parse_id(text)
    except UsageError:
        return None


def _new(match: re.Match[str], text: str) -> ArxivId:
    month = _month(match, text)
    if month < 704:
        raise _no_id(text, "ids of this form begin in April 2007")
    if (len(match["number"]) == 5) != (month >= 1501):
        raise _no_id(
            text, f"ids of {match['yy']}{match['mm']} end in {5 if month >= 1501 else 4} digits"
        )
    return ArxivId(f"{match['yy']}{match['mm']}.{match['number']}", _version(match))


def _old(match: re.Match[str], text: str) -> ArxivId:
    if match["archive"] not in _ARCHIVES:
        raise _no_id(text, f"there is no archive {match['archive']!r}")
    if 703 < _month(match, text) < 9107:
        raise _no_id(text, "ids of this form end in March 2007")
    return ArxivId(
        f"{match['archive']}/{match['yy']}{match['mm']}{match['number']}", _version(match)
    )


def _month(match: re.Match[str], text: str) -> int:
    if not 1 <= int(match["mm"]) <= 12:
        raise _no_id(text, f"there is no month {match['mm']}")
    return int(match["yy"] + match["mm"])


def _version(match: re.Match[str]) -> int | None:
    return int(match["version"]) if match["version"] else None


def _no_id(text: str, why: str) -> UsageError:
    return UsageError(
        f"{text[:100]!r} is no arXiv id: {why}",
        next="Give it as 2605.02801, 2605.02801v2, astro-ph/0601001 or https://arxiv.org/abs/2605.02801",
    )
