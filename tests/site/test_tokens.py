"""The design tokens: one sheet has all colours, and each can be read on its ground."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SHEETS = Path(__file__).parents[2] / "wiki_builder/site/theme/assets/wiki"
TOKENS = (SHEETS / "tokens.css").read_text("utf-8")
TEXT = (
    *("--md-default-fg-color", "--md-default-fg-color--light", "--wiki-link", "--wiki-kick"),
    *("--wiki-verified", "--wiki-doubted", "--wiki-failed"),
)
AT = {
    "light": "body, body[data-md-color-scheme] {",
    "dark": '  body[data-md-color-scheme="slate"] {',
    "dark without scripts": "  html:not([data-lang]) > body {",
}


def colours(scheme: str) -> dict[str, str]:
    """The colours of one scheme."""
    block = TOKENS.split(f"\n{AT[scheme]}\n")[1].split("}")[0]
    return dict(re.findall(r"(--[a-z-]+): (#[0-9a-f]{6});", block))


def luminance(colour: str) -> float:
    """Relative luminance: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The ratio of two colours, from 1 to 21."""
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", AT)
def test_every_colour_of_text_can_be_read(scheme: str) -> None:
    """On the ground and on the tint, by WCAG's 4.5 to 1 with room to spare."""
    found = colours(scheme)
    for ground in ("--md-default-bg-color", "--wiki-soft"):
        ratios = {name: contrast(found[name], found[ground]) for name in TEXT}
        assert min(ratios.values()) > 5.7, ratios


@pytest.mark.parametrize("scheme", AT)
def test_every_colour_of_code_can_be_read(scheme: str) -> None:
    """On the ground of code."""
    found = colours(scheme)
    words = {name: colour for name, colour in found.items() if name.startswith("--md-code-hl-")}
    assert len(words) == 6
    ratios = {name: contrast(one, found["--md-code-bg-color"]) for name, one in words.items()}
    assert min(ratios.values()) > 5.7, ratios


def test_both_dark_schemes_are_the_same() -> None:
    """Chosen, or the system's where no script runs."""
    chosen, plain = colours("dark"), colours("dark without scripts")
    assert {name: chosen[name] for name in plain} == plain


def test_the_sheets_say_no_address_of_another_host() -> None:
    """Nothing in a sheet makes a browser ask elsewhere."""
    for sheet in SHEETS.rglob("*.css"):
        found = re.findall(r"url\(\s*[\"']?(?!data:)([a-z]+:|//)", sheet.read_text("utf-8"))
        assert found == [], sheet.name


def test_nothing_is_smaller_than_twelve_pixels() -> None:
    """By the tokens of size, of which one rem is 20 px."""
    sizes = re.findall(r"--wiki-size-[a-z0-9-]+: ([.\d]+)rem", TOKENS)
    assert sizes
    assert min(map(float, sizes)) * 20 == 12
