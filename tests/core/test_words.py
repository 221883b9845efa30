"""The interface's words: in both languages, each used, and none anywhere else."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from wiki_builder.core.errors import FormatError
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.words import (
    FOLDER,
    Word,
    areas,
    module,
    paired,
    words,
)

PACKAGE = FOLDER.parents[1]
TEMPLATES = PACKAGE.parent / "templates"
HAN = re.compile("[\u3400-\u9fff]")
SAME = ("site.names.", "site.short.", "pages.lang")  # what is written alike whoever reads it
ALSO_LATIN = ("BibTeX", "–", "EN", "PDF")  # words that Chinese readers write so too


def leaves(said: object, at: str = "") -> Iterator[tuple[str, Word]]:
    """Every word with its place: ``pages.kinds.method``."""
    if isinstance(said, Word):
        yield at, said
    elif isinstance(said, Mapping):
        for key, value in said.items():
            yield from leaves(value, f"{at}.{key}".lstrip("."))
    elif isinstance(said, tuple):
        for number, value in enumerate(said):
            yield from leaves(value, f"{at}[{number}]")


WORDS = dict(leaves(areas()))


def keys(text: str) -> list[str]:
    """The keys of a file of words, in the order in which they stand."""
    return re.findall(r"^(\[[\w.]+\]|[\w.\"]+ =)", text, re.MULTILINE)


def test_both_files_have_the_same_keys_in_the_same_order() -> None:
    """A word can be found in either file at the same place."""
    en, zh = (keys((FOLDER / f"{name}.toml").read_text("utf-8")) for name in ("en", "zh"))
    assert en == zh


def test_each_word_is_in_both_languages_with_the_same_values() -> None:
    """English without Chinese characters, Chinese with some, and the same places for values."""
    for at, word in WORDS.items():
        if not at.startswith(SAME):
            en, zh = (sorted(re.findall(r"\{\w+\}", text)) for text in (word.en, word.zh))
            assert en == zh, at
            assert not HAN.search(word.en), at
            assert (
                HAN.search(word.zh)
                or word.zh in ALSO_LATIN
                or not re.search(r"\w", re.sub(r"\{\w+\}", "", word.zh))
            ), at


def test_a_missing_word_is_named() -> None:
    """Whoever adds a word to one file is told which one the other lacks;
    so it is with an empty one.
    """
    with pytest.raises(FormatError, match=r"pages\.kinds\.new is not in both languages"):
        paired({"pages": {"kinds": {"new": "new"}}}, {"pages": {"kinds": {}}})
    with pytest.raises(FormatError, match="pages"):
        paired({"pages": "Papers"}, {"pages": ""})
    with pytest.raises(FormatError, match="days"):
        paired({"days": ["Mo", "Tu"]}, {"days": ["一"]})
    with pytest.raises(KeyError, match="nobody"):
        words("pages")["nobody"]


def test_a_word_for_both_readers_is_said_twice() -> None:
    """English first; once where both are the same; a value may differ by language."""
    assert str(Word("Papers", "论文")) == "Papers · 论文"
    assert str(Word("BibTeX", "BibTeX")) == "BibTeX"
    assert (
        str(Word("{n} in {text}", "{text}中 {n}").filled(n=3, text=Bilingual("all", "全文")))
        == "3 in all · 全文中 3"
    )


def test_a_browsers_module_has_its_areas_words() -> None:
    """Pairs by key, as the scripts take them."""
    assert module("cite").startswith("export const WORDS = {")
    assert '"link": [' in module("cite")


def used() -> str:
    """All that could name a word: the package's code, its theme and the templates."""
    files = [
        p
        for kind in ("*.py", "*.js", "*.html", "*.yml")
        for p in PACKAGE.rglob(kind)
        if ".min." not in p.name
    ]
    return "\n".join(path.read_text("utf-8") for path in [*files, *TEMPLATES.glob("*.j2")])


def test_every_word_is_used() -> None:
    """A key that no code names is no longer needed."""
    names = set(re.findall(r"\w+", used()))
    foreign = ("site.material.", "reasons.")  # known by what Material, and by what the data says
    unused = [
        at
        for at in WORDS
        if not at.startswith(foreign) and not set(re.findall(r"[A-Za-z_]\w*", at)) <= names
    ]
    assert not unused


def test_every_reason_is_one_that_the_program_gives() -> None:
    """A reason is known by its English, which receipts and papers hold:
    that must stand in the code.
    """
    said = re.sub(
        r'"\s*\n?\s*f?"', "", "\n".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))
    )
    for at, word in WORDS.items():
        if at.startswith("reasons."):
            pieces = [re.escape(piece) for piece in re.split(r"\{\w+\}", word.en)]
            assert re.search(r"\{[^{}]*\}".join(pieces), said), at


def test_the_words_of_scripts_are_known() -> None:
    """A script says no word that nobody gave: it would stop where it is said."""
    theme = PACKAGE / "site/theme/assets/wiki"
    for area, files in {
        "graph": theme.glob("graph/*.js"),
        "radar": theme.glob("radar/*.js"),
        "search": theme.glob("search/*.js"),
        "cite": theme.glob("cite.js"),
        "offline": theme.glob("offline.js"),
    }.items():
        said = {
            key
            for file in files
            for key in re.findall(r'\b(?:pair|say|inBoth)\("(\w+)"', file.read_text("utf-8"))
        }
        assert said
        assert said <= words(area).keys(), area


# Chinese that is no word of the interface: what is recognised in texts, names, and the sample's
# texts
NO_WORDS = {
    *("analysis", "concepts", "demo", "grounding", "fulltext"),
    *(
        "core/categories.py",
        "core/names.py",
        "core/spelling.py",
        "llm/outcome.py",
        "site/markdown/names.py",
    ),
    "site/theme/assets/wiki/traditional.js",
}


def code(path: Path) -> str:
    """A file without comments and docstrings."""
    text = path.read_text("utf-8")
    text = re.sub(r'"""(?:[^"]|"(?!""))*"""', "", text) if path.suffix == ".py" else text
    return re.sub(
        r"/\*.*?\*/|\{#.*?#\}|<!--.*?-->|(?<!:)//[^\n]*|#[^\n\"']*$",
        "",
        text,
        flags=re.DOTALL | re.MULTILINE,
    )


def test_no_word_stands_elsewhere() -> None:
    """Chinese in code, theme or templates is a word that one file per language should hold."""
    kinds = ("*.py", "*.js", "*.html", "*.css")
    files = [p for kind in kinds for p in PACKAGE.rglob(kind) if ".min." not in p.name]
    elsewhere = {
        place
        for path in files
        if not {place := path.relative_to(PACKAGE).as_posix(), place.partition("/")[0]} & NO_WORDS
        if HAN.search(code(path))
    } | {path.name for path in TEMPLATES.glob("*.j2") if HAN.search(code(path))}
    assert not elsewhere


def test_a_new_wikis_settings_say_what_the_words_say() -> None:
    """Its navigation and its palettes follow the reader's language like any other word."""
    base = (PACKAGE / "scaffold/files/mkdocs.base.yml").read_text("utf-8")
    nav = base.partition("\nnav:\n")[2].partition("\nnot_in_nav")[0]
    named = re.findall(r"^ +- (.*?):", nav, re.MULTILINE)
    assert named == [str(word) for word in words("nav").values()]
    assert re.findall(r"name: (.*) }", base) == [
        str(word) for word in words("site")["palette"].values()
    ]
    assert f"permalink_title: {words('site')['permalink']}\n" in base


def test_the_files_are_toml() -> None:
    """Anybody's editor can read them."""
    for name in ("en", "zh"):
        assert tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
