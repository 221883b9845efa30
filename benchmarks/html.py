"""A paper's full text as LaTeXML writes it: about 80 KB, a quarter of it maths."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from html import escape

from benchmarks.material import sentences
from wiki_builder.core.values.announcement import Announcement

_SECTIONS = (
    "Introduction",
    "Related work",
    "Method",
    "Experiments",
    "Results",
    "Limitations",
    "Conclusion",
)
_MATHS = (
    '<math id="{id}" class="ltx_Math" alttext="W^{{Q}}_{{i}}\\in\\mathbb{{R}}^{{d\\times'
    ' d_{{k}}}}" '
    'display="inline"><mrow>'
    "<msubsup><mi>W</mi><mi>i</mi><mi>Q</mi></msubsup><mo>∈</mo><msup><mi>ℝ</mi><mrow><mi>d</mi><mo>×</mo>"
    "<msub><mi>d</mi><mi>k</mi></msub></mrow></msup></mrow></math>"
)
PARAGRAPHS, REFERENCES = 8, 40


def page(row: Announcement, named: Sequence[str] = ()) -> bytes:
    """The page of a paper: abstract, seven sections of paragraphs with maths and citations, a
    table, references.

    ``named`` are names that stand in it.
    """
    chance = random.Random(f"html {row.id}")
    body = "".join(_section(number, title, chance) for number, title in enumerate(_SECTIONS, 1))
    title = '<h6 class="ltx_title ltx_title_abstract">Abstract</h6>'
    abstract = f'<div class="ltx_abstract">{title}{_p(row.version.abstract)}</div>'
    whole = (
        "<!DOCTYPE html><html><head><title>x</title></head><body><div class='ltx_page_main'>"
        '<article class="ltx_document"><h1 class="ltx_title'
        f' ltx_title_document">{escape(row.version.title)}</h1>'
        f"{abstract}{_p('; '.join(named)) if named else ''}{body}{_references(chance)}</article></div></body></html>"  # noqa: E501
    )
    return whole.encode()


def _section(number: int, title: str, chance: random.Random) -> str:
    head = (
        f'<section id="S{number}" class="ltx_section"><h2 class="ltx_title ltx_title_section">'
        f'<span class="ltx_tag ltx_tag_section">{number} </span>{title}</h2>'
    )
    return (
        head
        + "".join(_paragraphs(number, chance))
        + (_table(number, chance) if title == "Results" else "")
        + "</section>"
    )


def _paragraphs(number: int, chance: random.Random) -> Iterator[str]:
    for n in range(1, PARAGRAPHS + 1):
        id_ = f"S{number}.p{n}"
        text = [escape(one) for one in chance.sample(sentences(), 4)]
        text.insert(
            2,
            f"We write {_MATHS.format(id=f'{id_}.m1')} for it, as in {_cite(chance)}.",
        )
        yield f'<div id="{id_}" class="ltx_para"><p class="ltx_p">{" ".join(text)}</p></div>\n'


def _table(number: int, chance: random.Random) -> str:
    rows = "".join(
        f'<tr class="ltx_tr"><td class="ltx_td">Model {n}</td>'
        f'<td class="ltx_td">{chance.randint(100, 999) / 10}</td></tr>'
        for n in range(8)
    )
    table = f'<table class="ltx_tabular"><tbody class="ltx_tbody">{rows}</tbody></table>'
    caption = f'<figcaption class="ltx_caption">{escape(chance.choice(sentences()))}</figcaption>'
    return f'<figure id="S{number}.T1" class="ltx_table">{caption}{table}</figure>'


def _references(chance: random.Random) -> str:
    items = "".join(
        f'<li id="bib.bib{n}" class="ltx_bibitem"><span class="ltx_tag'
        f' ltx_tag_bibitem">[{n}]</span><span class="ltx_bibblock">A. Author.'
        f" {escape(chance.choice(sentences())[:90])}. 2025.</span></li>"
        for n in range(1, REFERENCES + 1)
    )
    title = '<h2 class="ltx_title ltx_title_bibliography">References</h2>'
    return (
        f'<section id="bib" class="ltx_bibliography">{title}<ul'
        f' class="ltx_biblist">{items}</ul></section>'
    )


def _cite(chance: random.Random) -> str:
    number = chance.randint(1, REFERENCES)
    return (
        f'<cite class="ltx_cite">[<a href="#bib.bib{number}" title=""'
        f' class="ltx_ref">{number}</a>]</cite>'
    )


def _p(text: str) -> str:
    return f'<p class="ltx_p">{escape(text)}</p>'
