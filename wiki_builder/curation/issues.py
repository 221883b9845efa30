"""Marks that came as issues of the repository: fetched into the inbox, and closed once they are in.

A button of the site opens a new issue with what a device marked filled in; its owner sends it. What
an issue says is data, and counts only where GitHub itself says that its author belongs to the
repository. A run that is killed in between fetches it again, which changes nothing.

https://docs.github.com/en/rest/issues/issues
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from wiki_builder.core.errors import UpstreamError, UsageError
from wiki_builder.core.http.client import Client
from wiki_builder.core.keys import keep
from wiki_builder.core.store.marks import put_sent, read_marks
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.marks import Marks, merged
from wiki_builder.curation.marks import said
from wiki_builder.notify.issue import Forge

TITLE: Final = "wiki-builder marks"  # begins the title of such an issue, as the site's scripts say
# https://docs.github.com/en/graphql/reference/enums#commentauthorassociation
TRUSTED: Final = ("OWNER", "MEMBER", "COLLABORATOR")
_PAGE = 100  # the most that an answer has
_MOST_PAGES = 100
_FENCED = re.compile(r"```(?:json)?\s*(\{.*\})\s*```", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Sent:
    """An issue that says that it holds marks, and the marks, or why they do not count."""

    number: int
    marks: Marks | str
    text: str = ""


def fetch(wiki: Wiki, forge: Forge) -> Iterator[str]:
    """Put what issues say into the inbox, where the next run takes it in; what was done, a line
    an issue.

    Raises:
        UpstreamError: GitHub could not be asked, or answered what is no list of issues.
    """
    kept = read_marks(wiki)
    for one in _sent(forge):
        if isinstance(one.marks, str):
            yield f"marks left alone: issue {one.number}: {one.marks}"
        elif merged(kept, one.marks) == kept:
            yield f"issue {one.number}: its marks are in the wiki already"
        else:
            put_sent(wiki, f"issue-{one.number}", one.text.encode())
            yield f"issue {one.number}: put into data/marks/inbox/"


def close(wiki: Wiki, forge: Forge) -> Iterator[str]:
    """Close the issues whose marks are all in the wiki; the others stay open for the next run.

    Raises:
        UpstreamError: GitHub could not be asked, or refused.
    """
    kept = read_marks(wiki)
    for one in _sent(forge):
        if not isinstance(one.marks, str) and merged(kept, one.marks) == kept:
            document = {"state": "closed", "state_reason": "completed"}
            _ask(forge, "PATCH", f"/{one.number}", document)
            yield f"issue {one.number}: closed"


def forge_of(environ: Mapping[str, str], client: Client) -> Forge:
    """The repository that a job on GitHub runs for.

    Raises:
        UsageError: the environment does not say which, or holds no token.
    """
    token, repository = environ.get("GITHUB_TOKEN", ""), environ.get("GITHUB_REPOSITORY", "")
    if not token or not repository:
        raise UsageError(
            "GITHUB_TOKEN and GITHUB_REPOSITORY are not set",
            next="A job on GitHub has them; elsewhere set them: GITHUB_REPOSITORY=you/your-wiki",
        )
    keep(token)
    return Forge(environ, repository, token, client)


def _sent(forge: Forge) -> list[Sent]:
    """The open issues that hold marks, the oldest first."""
    found = dict[int, Sent]()
    for page in range(1, _MOST_PAGES + 1):
        told = _ask(
            forge, "GET", f"?state=open&sort=created&direction=asc&per_page={_PAGE}&page={page}"
        )
        if not isinstance(told, list):
            raise _no_forge("no list of issues")
        for row in told:
            if one := read_issue(row):
                found[one.number] = one
        if len(told) < _PAGE:
            break
    return [found[number] for number in sorted(found)]


def read_issue(row: object) -> Sent | None:
    """What an issue, as GitHub tells of it, says of marks; ``None`` for one of anything else."""
    if not isinstance(row, dict) or not isinstance(row.get("number"), int):
        raise _no_forge("an issue without a number")
    title, body = row.get("title"), row.get("body")
    if "pull_request" in row or not (isinstance(title, str) and title.startswith(TITLE)):
        return None
    if row.get("author_association") not in TRUSTED:
        return Sent(row["number"], "its author does not belong to the repository")
    text = body if isinstance(body, str) else ""
    text = found[1] if (found := _FENCED.search(text)) else text.strip()
    return Sent(row["number"], said(text), text)


def _ask(forge: Forge, method: str, path: str, document: object = None) -> Any:
    try:
        return forge.ask(method, path, document)
    except (json.JSONDecodeError, RecursionError):
        raise _no_forge("no JSON") from None
    except UnicodeDecodeError:
        raise _no_forge("no text") from None


def _no_forge(why: str) -> UpstreamError:
    return UpstreamError(
        f"an answer of GitHub's interface cannot be read: it is {why}",
        where="the repository's issues",
        next="Look whether GITHUB_API_URL leads to GitHub's interface; no issue was lost",
    )
