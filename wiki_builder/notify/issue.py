"""One issue of the wiki's repository that is open while runs fail: made, brought up to date,
closed.

https://docs.github.com/en/rest/issues/issues. What a workflow's own token may do is
enough; address, repository and token are those that a job on GitHub has in its environment.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from wiki_builder.core.errors import WikiBuilderError
from wiki_builder.core.http.client import Client
from wiki_builder.notify.send import Delivery, Message, NotSent, Sent, hidden

CHANNEL = "issue"
_MARK = "<!-- wiki-builder: runs fail -->"
_AUTHOR = "github-actions[bot]"  # nobody else's issue is taken for it, whatever it says


def tell_issue(message: Message, environ: Mapping[str, str], client: Client) -> Delivery:
    """Open the issue or bring it up to date where ``message`` says that a run failed;
    close it where one worked.
    """
    token, repository = environ.get("GITHUB_TOKEN", ""), environ.get("GITHUB_REPOSITORY", "")
    if not token or not repository:
        return NotSent(
            CHANNEL, "GITHUB_TOKEN and GITHUB_REPOSITORY are not set; a job on GitHub has them"
        )
    forge = Forge(environ, repository, token, client)
    try:
        _settle(message, forge)
    except WikiBuilderError as error:
        return NotSent(CHANNEL, hidden(error.what, [token]))
    except (ValueError, KeyError, TypeError, AttributeError):
        return NotSent(CHANNEL, "the answer of GitHub's interface cannot be read")
    return Sent(CHANNEL)


class Forge:
    """The issues of a repository on GitHub."""

    def __init__(
        self, environ: Mapping[str, str], repository: str, token: str, client: Client
    ) -> None:
        api = environ.get("GITHUB_API_URL", "") or "https://api.github.com"
        self._issues, self._client = f"{api.rstrip('/')}/repos/{repository}/issues", client
        self._headers = {
            "Authorization": f"Bearer {token}",
            "Accept": "application/vnd.github+json",
        }

    def ask(self, method: str, path: str = "", document: object = None) -> Any:
        """What the interface answers; ValueError where that is no JSON."""
        return json.loads(
            self._client.send(method, self._issues + path, document, self._headers).content
        )


def _settle(message: Message, forge: Forge) -> None:
    issues = forge.ask("GET", "?state=open&creator=github-actions%5Bbot%5D&per_page=100")
    ours = [
        one["number"]
        for one in issues
        if one["user"]["login"] == _AUTHOR and _MARK in (one["body"] or "")
    ]
    document = {"title": message.title, "body": _body(message)}
    if message.state != "failed":
        for number in ours:
            forge.ask("POST", f"/{number}/comments", {"body": _body(message)})
            forge.ask("PATCH", f"/{number}", {"state": "closed", "state_reason": "completed"})
    elif ours:
        forge.ask("PATCH", f"/{ours[0]}", document)
    else:
        forge.ask("POST", "", document)


def _body(message: Message) -> str:
    """The text indented, which makes it code:
    nothing in it is markup, and nobody is called by it.
    """
    text = "\n".join(f"    {line}" for line in message.text.splitlines())
    return "\n\n".join(part for part in (message.title, text, message.link, _MARK) if part)
