"""Keys: whatever others say, and however they write it, no key is stored, shown or logged;
no paper loses a word.
"""

from __future__ import annotations

import base64
import html
import io
import json
import os
import string
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from wiki_builder.contract import escape
from wiki_builder.core import keys
from wiki_builder.core.errors import UpstreamError
from wiki_builder.core.keys import (
    REMOVED,
    guarded,
    keep,
    without_keys,
    without_keys_in,
    without_likely_keys,
)
from wiki_builder.core.store.disk import append_line, write_file, write_page

KEY = "sk-3f9a2c1d77b04e1a9c21f0d35b6e8a41"
_LETTERS = string.ascii_letters + string.digits
REAL = st.one_of(
    st.from_regex(r"sk-[0-9a-f]{32}", fullmatch=True),
    st.from_regex(r"sk-ant-api03-[A-Za-z0-9_-]{40,80}[A-Za-z0-9]", fullmatch=True),
    st.from_regex(r"AIza[A-Za-z0-9_-]{34}[A-Za-z0-9]", fullmatch=True),
    st.from_regex(r"[0-9a-f]{32}\.[A-Za-z0-9]{16}", fullmatch=True),  # Zhipu
    st.from_regex(r"gsk_[A-Za-z0-9]{52}", fullmatch=True),
    st.from_regex(r"[A-Za-z0-9+/]{38}[A-Za-z0-9]=", fullmatch=True),  # AWS, Azure
    st.from_regex(r"[a-z]{3,6}[0-9]{3}[A-Z!@#$%&*]{3}[a-z0-9]{4,}", fullmatch=True),  # a password
)
_AROUND = st.sampled_from(["", " ", '"', "'", "\n", ": ", "(", "=", ",", "/", "。", "**"])


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No key but those of the test."""
    for name in list(os.environ):
        if keys._NAMES.search(name):
            monkeypatch.delenv(name)
    monkeypatch.setattr(keys, "_kept", set())


def _writings(key: str) -> list[str]:
    """A key as others write it."""
    half = len(key) // 2
    return [
        key,
        key.upper(),
        quote(key, safe=""),
        "".join(f"%{ord(c):02X}" for c in key),
        json.dumps(key),
        "".join(f"\\u{ord(c):04x}" for c in key),
        html.escape(key),
        "".join(f"&#{ord(c)};" for c in key),
        escape.inline(key),
        key[:half] + "\n" + key[half:],
        key[:half] + "\\n" + key[half:],
        "\n  ".join(key[at : at + 5] for at in range(0, len(key), 5)),
        key[:half] + "\u200b" + key[half:],
        key.encode().hex(),
        base64.b64encode(key.encode()).decode(),
        base64.b64encode(f"Bearer {key}".encode()).decode(),
        base64.urlsafe_b64encode(f"user:{key}!".encode()).decode(),
    ]


def _read(text: str) -> str:
    """Text as the most patient reader would read it."""
    for _ in range(2):
        text = html.unescape(text)
    joined = text.replace("\\n", "")
    return "".join(c for c in joined if c not in " \n\t\\\u200b").lower()


@examples(37)
@given(key=REAL, before=_AROUND, after=_AROUND, words=st.text(max_size=30))
def test_a_known_key_goes_however_it_is_written(
    monkeypatch: pytest.MonkeyPatch, key: str, before: str, after: str, words: str
) -> None:
    """Plain, escaped, encoded, or broken into lines:
    nothing of it can be read any more, and the words around stay.
    """
    monkeypatch.setenv("SOME_API_KEY", key)
    for written in _writings(key):
        left = without_keys(f"{words} {before}{written}{after} end")
        assert written not in left
        assert key.lower() not in _read(left)
        assert REMOVED in left
        assert left.endswith(" end")


@examples(25)
@given(key=REAL, data=st.data())
def test_no_piece_of_a_known_key_stays(
    monkeypatch: pytest.MonkeyPatch, key: str, data: st.DataObject
) -> None:
    """A key that is shown masked, or cut off,
    leaves no more than the vendor's prefix and a few characters.
    """
    monkeypatch.setenv("SOME_API_KEY", key)
    head = data.draw(st.integers(7, 12))
    for mask in ("****", "...", "…", "***************"):
        shown = f"{key[:head]}{mask}{key[-4:]}"
        assert shown not in without_keys(f"Incorrect key: {shown}.")
        assert shown not in without_likely_keys(f"Incorrect key: {shown}.")


@examples(25)
@given(key=REAL, words=st.text(max_size=50))
def test_no_way_out_lets_a_key_through(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, key: str, words: str
) -> None:
    """Files, lines of a ledger, errors and streams hold no key, whoever made the text."""
    monkeypatch.setenv("SOME_API_KEY", key)
    for written in (key, json.dumps(key), escape.inline(key), key[:9] + "\n" + key[9:]):
        text = f"{words} {written} end"
        stream = io.StringIO()
        guarded(stream).write(text)
        write_file(tmp_path / "a.json", text.encode("utf-8", "replace"))
        (tmp_path / "b.md").unlink(missing_ok=True)
        write_page(tmp_path / "b.md", None, text.encode("utf-8", "replace"))
        append_line(tmp_path / "c.tsv", text)
        error = UpstreamError(text, where=text, next=text)
        for left in (
            stream.getvalue(),
            str(error),
            error.what,
            *(path.read_text("utf-8") for path in tmp_path.iterdir()),
        ):
            assert key.lower() not in _read(left)


@examples(50)
@given(key=REAL, text=st.text(max_size=300))
def test_text_without_a_key_is_left_as_it_is(
    monkeypatch: pytest.MonkeyPatch, key: str, text: str
) -> None:
    """What has no key in it comes out to the byte."""
    monkeypatch.setenv("SOME_API_KEY", key)
    content = text.encode("utf-8", "surrogatepass")
    assert without_keys_in(content) == content
    assert without_keys(text) == text


@pytest.mark.parametrize(
    "value",
    [
        *(
            "test",
            "ollama",
            "none",
            "EMPTY",
            "sk-1234",
            "dummy",
            "secret",
            "transformer",
            "reinforcement-learning",
        ),
        *(
            "resnet50",
            "llama3.1",
            "GPT-4",
            "12345678",
            "32000",
            "not-needed",
            "Attention",
            "state-of-the-art",
        ),
    ],
)
def test_a_common_value_eats_no_word_of_a_paper(
    monkeypatch: pytest.MonkeyPatch, value: str, tmp_path: Path
) -> None:
    """A key that could be any word is taken out of no text,
    and of a reason only where that speaks of a key.
    """
    monkeypatch.setenv("OPENAI_API_KEY", value)
    paper = (
        f"We test {value} on the {value} benchmark, with {value}-like models and a hidden test"
        " secret."
    )
    write_file(tmp_path / "paper.json", paper.encode())
    assert (tmp_path / "paper.json").read_text("utf-8") == paper
    assert without_keys(paper) == paper
    assert without_likely_keys(f"the {value} server is down") == f"the {value} server is down"
    for said in (
        f"Incorrect API key provided: {value}.",
        f"Authorization: Bearer {value}",
        f'"x-api-key": "{value}"',
    ):
        assert not without_likely_keys(said).rstrip('."').endswith(value)


@pytest.mark.parametrize(
    "example",
    [
        "sk-1234567890abcdef1234567890abcdef",
        "set OPENAI_API_KEY=sk-your-key-here",
        "AIzaSyExampleExampleExampleExampleExampl",
        "Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.e30.abc",
        "https://user:password@example.org/x?key=abcdef123456",
        "a masked key such as sk-ab****wxyz",
    ],
)
def test_an_example_in_a_paper_stays(
    monkeypatch: pytest.MonkeyPatch, example: str, tmp_path: Path
) -> None:
    """What looks like a key and is none of ours stays in texts; in a reason it goes."""
    monkeypatch.setenv("SOME_API_KEY", KEY)
    write_file(tmp_path / "a.txt", example.encode())
    assert (tmp_path / "a.txt").read_text("utf-8") == without_keys(example) == example
    assert REMOVED in without_likely_keys(example)


@pytest.mark.parametrize(
    "reason",
    [
        "Rate limit reached for requests per minute (RPM): Limit 500, Used 500",
        "This model's maximum context length is 131072 tokens, and 140000 were asked for",
        "Invalid API key provided",
        "The key is missing. You can find your API key at https://platform.openai.com/account/api-keys.",
        "Your credit balance is too low to access the Anthropic API",
        "authorization required: no token was given",
        "there is no preset 'sky', the token limit of deepseek/deepseek-flash is 8192",
    ],
)
def test_a_reason_without_a_key_stays_readable(reason: str) -> None:
    """Words about keys are no keys."""
    assert without_likely_keys(reason) == reason


@pytest.mark.parametrize(
    "name, value, secret",
    [
        ("HTTPS_PROXY", "http://joe:s3cr3tPass!@proxy.example:8080", "s3cr3tPass!"),
        ("DATABASE", "https://0a1b2c3d4e5f@host/x", "0a1b2c3d4e5f"),
        (
            "NOTIFY_WEBHOOK",
            "https://hooks.example.com/services/T0AB12CDE/aBcDeFgHiJkLmNoP1",
            "aBcDeFgHiJkLmNoP1",
        ),
        ("SMTP_PASSWORD", "Tr0ub4dor&3xyz", "Tr0ub4dor&3xyz"),
        (
            "GCP_CREDENTIALS",
            json.dumps({"project": "p", "private_key": "MIIEvQIBADANBgkqh1"}),
            "MIIEvQIBADANBgkqh1",
        ),
        (
            "GITHUB_TOKEN",
            "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
            "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
        ),
    ],
)
def test_every_secret_of_the_environment_is_known(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, secret: str
) -> None:
    """Keys, passwords in addresses, webhooks and credential documents count by the names of
    their variables.
    """
    monkeypatch.setenv(name, value)
    assert secret not in without_keys(f"it said {secret} to us")


def test_a_value_from_elsewhere_can_be_kept_secret() -> None:
    """A secret whose variable has any name is known once it was named."""
    keep("9f8e7d6c5b4a39281706")
    assert without_keys("9f8e7d6c5b4a39281706") == REMOVED


def test_what_a_person_wrote_stays_theirs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A page in which a person wrote a key keeps it to the byte:
    their words are not ours to change.
    """
    monkeypatch.setenv("SOME_API_KEY", KEY)
    page = tmp_path / "page.md"
    page.write_text(f"my note: {KEY}\n", encoding="utf-8")
    write_page(page, page.read_bytes(), page.read_bytes() + b"new\n")
    assert page.read_text("utf-8") == f"my note: {KEY}\nnew\n"


def test_what_is_no_text_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """An image that happens to hold the bytes stays an image."""
    monkeypatch.setenv("SOME_API_KEY", KEY)
    content = b"\x89PNG\xff" + KEY.encode()
    assert without_keys_in(content) == content
