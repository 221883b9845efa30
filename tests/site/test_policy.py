"""The policy of each page: the site's own scripts run, and none that a text brought in."""

from __future__ import annotations

import base64
import hashlib
import re

import pytest

from wiki_builder.site.policy import Policy, admitting, policy_of

OWN = "self.wikiColours?.()"
PAGE = (
    "<!doctype html><html><head><meta"
    f' charset="utf-8"><title>x</title></head><body><script>{OWN}</script>%s</body>'
)


def hashed(script: str) -> str:
    """A script as a policy names it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def said(page: str) -> dict[str, list[str]]:
    """The directives of a page's policy; empty for none."""
    found = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', page)
    parts = [part.split() for part in found[1].split(";")] if found else []
    return {name: sources for name, *sources in parts}


def test_a_page_names_its_themes_scripts_by_hash() -> None:
    """Nothing inline runs by itself, no plugin, no other base, no other host."""
    page = Policy(own=(OWN,))(PAGE % "", "")
    policy = said(page)
    assert policy["script-src"] == ["'self'", hashed(OWN)]
    assert policy["object-src"] == ["'none'"]
    assert policy["base-uri"] == policy["connect-src"] == ["'self'"]
    assert "unsafe" not in page
    assert page.index("charset") < page.index("Content-Security") < page.index("<title>")


@pytest.mark.parametrize(
    "text",
    [
        "<script>steal()</script>",
        "<SCRIPT>steal()</SCRIPT>",
        "<p><script>steal()//",  # takes what stands behind it along
        "<script\n>steal()</script\n>",
        "<!-- <script> --><script>steal()</script>",
    ],
)
def test_a_script_in_a_text_is_not_admitted(text: str) -> None:
    """However it is written: only what is known beforehand is."""
    page = Policy(own=(OWN,))((PAGE % text) + "<script>theirs()</script>", text)
    assert said(page)["script-src"] == ["'self'", hashed(OWN)]


def test_a_theme_of_the_owners_may_have_scripts() -> None:
    """A template of their ``custom_dir`` is theirs, and runs;
    hosts of their files are admitted, and named ones.
    """
    policy = policy_of(
        ["https://stats.example", "x; script-src *"], ["https://cdn.example/a.js", "own.js"], (OWN,)
    )
    page = policy(PAGE % "<script>theirs()</script>", "no script")
    assert said(page)["script-src"] == [
        *("'self'", hashed(OWN), hashed("theirs()")),
        *("https://stats.example", "https://cdn.example"),
    ]
    assert policy_of(False, [], (OWN,))(PAGE % "", "") == PAGE % ""


def test_a_page_that_is_served_admits_the_script_that_loads_it_anew() -> None:
    """MkDocs puts it at the end, another each time;
    where it is not, or stands elsewhere, nothing is added.
    """
    page = Policy(own=(OWN,))(PAGE % "", "").encode()
    reload = b"\nvar livereload = function() {};\nlivereload(1, 2);\n"
    served = admitting(page.replace(b"</body>", b"<script>" + reload + b"</script></body>"))
    assert said(served.decode())["script-src"] == ["'self'", hashed(reload.decode()), hashed(OWN)]
    assert admitting(page) == page
    for text in (
        b"%b</script><p>text</p>",
        b"%b</script></body><p>text</p>",
        b"%b</body><b></script><b>",
        b"%b",
    ):
        early = page.replace(
            b"</body>", b"<script>" + text % reload + b"<script src=a></script></body>"
        )
        assert admitting(early) == early, text
