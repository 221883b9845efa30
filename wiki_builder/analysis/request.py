"""The request: what a model is asked about a paper, as a value.

A request is versioned (``paper/1``). Its reply is filed by task, subject and hash
of the text, with prompt version, schema, terms and model written beside it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import jinja2
from pydantic import BaseModel

from wiki_builder.analysis.reply import PaperReply
from wiki_builder.core.values.analysis import Claim
from wiki_builder.core.values.announcement import Version
from wiki_builder.core.values.bilingual import Bilingual, digest
from wiki_builder.core.values.fulltext import Excerpt, FullText

PAPER_PROMPT = "paper/2"
# characters of a reply that go back to the model: as long as a good one gets
MOST_RETURNED = 40_000
MOST_ERRORS = 20  # that are listed
LONGEST_ERROR = 500  # characters


@dataclass(frozen=True, slots=True)
class Request:
    """One question to a model; equal requests have equal keys, whatever the terms."""

    task: str  # "paper"
    subject: str  # "arxiv:2605.02801"
    text: str  # the hash of the full text, 16 hexadecimal digits
    prompt: str  # "paper/1"
    schema: str  # the hash of the reply's JSON schema
    terms: str  # the hash of the terms that were given
    system: str
    user: str
    form: str = ""  # the JSON schema itself, for those who can be held to it
    previous: str | None = None  # asked once more: the reply that did not do ...
    errors: tuple[str, ...] = ()  # ... and what is wrong with it

    @property
    def key(self) -> str:
        """What the reply is filed under: safe as a file name."""
        return f"{self.task}-{self.subject.replace(':', '-').replace('/', '-')}-{self.text}"

    @property
    def messages(self) -> list[dict[str, str]]:
        """The request in the chat format that every provider takes."""
        messages = [
            {"role": "system", "content": self.system},
            {"role": "user", "content": self.user},
        ]
        if self.previous is not None:
            messages += [
                {"role": "assistant", "content": self.previous[:MOST_RETURNED]},
                {"role": "user", "content": _again(self.errors, len(self.previous))},
            ]
        return messages


@cache
def schema_of(reply: type[BaseModel]) -> str:
    """The JSON schema of a reply, as compact JSON."""
    return json.dumps(
        reply.model_json_schema(), ensure_ascii=False, sort_keys=True, separators=(",", ":")
    )


def reply_schema() -> str:
    """The JSON schema of a reply about a paper."""
    return schema_of(PaperReply)


@cache
def prompts(package: str) -> jinja2.Environment:
    """The templates of questions in the folder ``prompts`` of a package."""
    return jinja2.Environment(
        loader=jinja2.PackageLoader(package, "prompts"),
        undefined=jinja2.StrictUndefined,
        autoescape=False,  # plain text for a model, not HTML
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )


def paper_request(
    subject: str,
    version: Version,
    text: FullText,
    excerpt: Excerpt,
    terms: tuple[Bilingual, ...] = (),
    disputed: Sequence[Claim] = (),
) -> Request:
    """The request for the analysis of one paper from ``excerpt``,
    a choice of ``text``'s passages; ``disputed`` are claims of an earlier one that the wiki's
    owner holds to be wrong.
    """
    environment = prompts("wiki_builder.analysis")
    schema = reply_schema()
    user = environment.get_template("paper.txt.j2").render(
        version=version,
        kind=text.kind,
        excerpt=excerpt,
        terms=terms,
        disputed=disputed,
        schema=schema,
    )
    return Request(
        task="paper",
        subject=subject,
        text=text.hash,
        prompt=PAPER_PROMPT,
        schema=digest(schema),
        terms=digest("\n".join(f"{t.en}\t{t.zh}" for t in terms)) if terms else "",
        system=environment.get_template("system.txt.j2").render(),
        user=user,
        form=schema,
    )


def _again(errors: tuple[str, ...], length: int) -> str:
    listed = "\n".join(f"- {error[:LONGEST_ERROR]}" for error in errors[:MOST_ERRORS])
    listed += f"\n- (and {len(errors) - MOST_ERRORS} more)" if len(errors) > MOST_ERRORS else ""
    cut = f"It was {length:,} characters long; only its first {MOST_RETURNED:,} stand above.\n"
    return (
        "That reply cannot be used:\n"
        f"{listed}\n"
        f"{cut if length > MOST_RETURNED else ''}"
        "Send the whole JSON object once more with these points mended, and nothing else. "
        "Quotes stay verbatim; do not invent anything to fill a field."
    )
