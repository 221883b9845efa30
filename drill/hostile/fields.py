"""The fields that hold payloads, by name; what is a reader's to see of each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from drill.hostile.techniques import CORE, TECHNIQUES, mark

Seen = Literal["shown", "kept out", "either"]


@dataclass(frozen=True, slots=True)
class Field:
    """A field: whose it is, whether its text is for readers, and how many techniques are tried in
    it.

    A ``person``'s text is Markdown and may hold HTML; anybody else's is data.
    """

    name: str
    seen: Seen = "shown"
    core: bool = False
    person: bool = False

    @property
    def techniques(self) -> Sequence[int]:
        return CORE if self.core else range(len(TECHNIQUES))


_SHOWN = (
    *("feed: title", "feed: abstract", "feed: author", "feed: journal reference", "feed: category"),
    *("list: title",),
    *("API: title", "API: abstract", "API: author", "API: comment", "API: journal reference"),
    *(
        "HTML: paragraph",
        "HTML: caption",
        "HTML: table cell",
        "HTML: maths",
        "HTML: footnote",
        "HTML: link text",
    ),
    *("figure: caption", "figure: label", "PDF: text", "model: refusal"),
    *(
        "reply: headline.en",
        "reply: headline.zh",
        "reply: summary.en",
        "reply: summary.zh",
        "reply: abstract_zh",
    ),
    *("reply: reason.en", "reply: reason.zh", "reply: method.en", "reply: method.zh"),
    *("reply: contribution.en", "reply: contribution.zh", "reply: label.en", "reply: label.zh"),
    *("reply: step.en", "reply: step.zh", "reply: substep.en", "reply: substep.zh"),
    *("reply: result.en", "reply: result.zh", "reply: limitation.en", "reply: limitation.zh"),
    *("reply: dataset", "reply: metric", "reply: value", "reply: unit", "reply: baseline"),
    *("reply: concept.en", "reply: concept.zh", "reply: concept use.en", "reply: concept use.zh"),
    *("reply: gloss.en", "reply: gloss.zh", "reply: entity"),
    *("concept text: definition.en", "concept text: definition.zh", "concept text: development.en"),
    "concept text: development.zh",
)
_BROWSER = (
    *(
        "address: radar",
        "address: papers",
        "address: language",
        "address: fragment",
        "address: search",
    ),
    *("address: path", "typed: search", "store: localStorage", "store: sessionStorage"),
)
_KEPT_OUT = (
    *(
        "feed: guid",
        "feed: type",
        "feed: rights",
        "API: affiliation",
        "API: link",
        "list: subject",
        "list: author",
        "list: abstract",
    ),
    *(
        "HTML: markup",
        "HTML: address",
        "HTML: picture address",
        "HTML: picture alt",
        "HTML: SVG",
    ),
    *("HTML: title", "figure: PNG text", "figure: bytes behind", "figure: name"),
    *("PDF: title", "PDF: author", "PDF: link", "PDF: outline", "PDF: script"),
    *("reply: unknown key", "reply: passage", "verdict: reason", "concept text: claim"),
)
FIELDS = (
    *(Field(name) for name in _SHOWN),
    *(Field(name, "kept out") for name in _KEPT_OUT),
    *(Field(name, "either") for name in ("feed: DOI", "API: DOI", "reply: code link")),
    Field("HTML: id", "either"),  # what an id may look like is where evidence leads to
    Field("model: thinking", "kept out"),
    *(Field(name, core=True) for name in ("answer: --by", "answer: text")),
    *(Field(name, core=True) for name in ("registry: name", "registry: gloss", "registry: alias")),
    *(Field(name, "either", core=True) for name in ("registry: reason", "registry: unknown key")),
    *(Field(name, "either", core=True) for name in _BROWSER),
    *(Field(name, person=True) for name in ("page: note", "page: own section", "page: own page")),
    *(
        Field(name, "either", person=True)
        for name in ("page: title", "page: tags", "page: status", "page: unknown key")
    ),
)
NUMBER = {field.name: number for number, field in enumerate(FIELDS)}
_REFUSED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffd\ufffe]|\\[A-Za-z]+|\\u[0-9a-f]{4}")
CHINESE = "这项工作提出一种新的方法，并给出实验结果与分析。"


class Lot:
    """All that one technique says, field by field; ``said`` counts what was.

    A ``tame`` one has no signs and no macros for which a reply is refused as a whole.
    """

    def __init__(self, technique: int, said: set[tuple[int, int]], tame: bool = False) -> None:
        self.technique, self._said, self._tame = technique, said, tame

    def tamed(self) -> Lot:
        """The same without what has a whole reply refused."""
        return Lot(self.technique, self._said, tame=True)

    def __call__(self, field: str, most: int = 100_000) -> str:
        """The payload of a field; plain words where it would be longer than the field may be."""
        number = NUMBER[field]
        text = TECHNIQUES[self.technique](mark(number, self.technique))
        if len(text) > most or self.technique not in FIELDS[number].techniques:
            return "plain words"
        self._said.add((number, self.technique))
        return _REFUSED.sub(" ", text) if self._tame else text

    def mark(self, field: str) -> str:
        """The payload's mark alone."""
        return mark(NUMBER[field], self.technique)

    def both(self, field: str, most: tuple[int, int] = (100_000, 100_000)) -> dict[str, str]:
        """An English and a Chinese wording; the payload leads in one half of the techniques."""
        en, zh = self(f"{field}.en", most[0] - 40), self(f"{field}.zh", most[1] - len(CHINESE))
        if self.technique % 2:
            return {"en": f"The authors say {en} of it.", "zh": f"{CHINESE}{zh}。"}
        return {"en": f"{en} is what the authors say.", "zh": f"{zh} {CHINESE}"}


def code_link(lot: Lot) -> str:
    """An address for a paper's code, which the paper's text has as well: others are not taken."""
    text = "".join(lot("reply: code link").split())
    return text if text.startswith(("https://", "http://")) else f"https://code.invalid/{text}"
