"""Which templates there are, and a hash of all that they say: what pages are written with."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from wiki_builder.core.values.bilingual import digest
from wiki_builder.core.words import as_written

_PACKAGED = Path(__file__).parent.parent / "templates"


def template_folder() -> Path:
    """The builder's own templates: in the package when installed, beside it in a checkout."""
    return _PACKAGED if _PACKAGED.is_dir() else _PACKAGED.parent.parent / "templates"


def template_version(wiki_templates: Path) -> str:
    """A hash over all templates, so that pages are written again when one changes."""
    return digest("\0".join([*_own_words_and_templates(), *_texts(wiki_templates)]), 16)


@cache
def _own_words_and_templates() -> tuple[str, ...]:
    return as_written(), *_texts(template_folder())


def _texts(folder: Path) -> list[str]:
    return [f"{file.name}\1{file.read_text('utf-8')}" for file in sorted(folder.glob("*.j2"))]
