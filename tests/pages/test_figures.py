"""A figure on its page: what is written, where, and whose it is afterwards."""

from __future__ import annotations

import hashlib
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.fulltext.figures.pictures import png
from tests.pages.sample import ONE, Sample, paper, sample
from wiki_builder import pipeline
from wiki_builder.core.store.papers import read_paper, write_paper
from wiki_builder.core.store.values import dump
from wiki_builder.core.values.paper import Figure
from wiki_builder.pages.version import template_folder
from wiki_builder.pages.views.figures import alternative

PAGE = "papers/2605/2605.00001.md"
FILE = "papers/2605/2605.00001-fig1.png"
BY = "https://creativecommons.org/licenses/by/4.0/"
HASH = hashlib.sha256(png()).hexdigest()
FIGURE = Figure(
    1, "png", 640, 320, HASH, "Rewards $r_t$ for each step. And more.", BY, 2, "Figure 1", "S1.F1"
)
SECTION = re.compile(r"<!-- wiki:figures -->\n(.*?)<!-- /wiki -->\n", re.DOTALL)


@pytest.fixture
def wiki(tmp_path: Path) -> Sample:
    """A wiki whose first paper has a figure; its pages were written before."""
    made = sample(tmp_path)
    keep(made, FIGURE)
    return made


def keep(wiki: Sample, *figures: Figure) -> None:
    """The paper with these figures, and the image of the first."""
    file = wiki.root / "docs" / FILE
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(png())
    write_paper(wiki.wiki, paper(ONE, figures=figures))


def section(wiki: Sample) -> str | None:
    found = SECTION.search(wiki.page(PAGE))
    return found[1].strip() if found else None


def test_a_figure_stands_with_caption_source_and_licence(wiki: Sample) -> None:
    """Plain Markdown, which any editor and forge shows:
    image, the paper's caption, and under which licence it is.
    """
    wiki.render()
    assert (
        section(wiki) == "![Rewards r_t for each step.](2605.00001-fig1.png)\n\n"
        "**Figure 1** Rewards $r_t$ for each step. And more.\n\n"
        "[From the paper · 论文原图](https://arxiv.org/html/2605.00001v2#S1.F1) · By · 作者 Ann"
        " Lee, : · "
        f"Licence · 许可 [CC BY 4.0]({BY}) (attribution · 署名)"
    )


def test_a_page_of_before_gets_it_where_the_template_has_it(wiki: Sample) -> None:
    """Behind the reason, before the contributions;
    nothing else of the page changes, and its notes stay.
    """
    before = wiki.page(PAGE)
    wiki.edit(PAGE, "## Notes · 笔记\n", "## Notes · 笔记\n\nMine.\n")
    wiki.render()
    text = wiki.page(PAGE)
    names = re.findall(r"^<!-- wiki:(\S+) -->", text, re.MULTILINE)
    assert names[names.index("figures") - 1 : names.index("figures") + 2] == [
        "reason.zh",
        "figures",
        "contributions.en",
    ]
    without = re.sub(r"<!-- wiki:figures -->.*?<!-- /wiki -->\n\n", "", text, flags=re.DOTALL)
    without, rows = re.subn(r"^figures [0-9a-f.]+\n\n", "", without, flags=re.MULTILINE)
    assert rows == 1
    assert without.replace("\nMine.\n", "") == before


def test_papers_without_figures_are_as_before(tmp_path: Path) -> None:
    """No section, nothing in the block, nothing in the data; and data of before loads."""
    made = sample(tmp_path)
    assert "figures" not in made.page(PAGE)
    assert b"figures" not in dump(paper(ONE))
    kept = read_paper(made.wiki, ONE)
    assert kept
    assert kept.figures == ()


def test_twice_is_the_same_bytes_with_and_without_the_cache(wiki: Sample) -> None:
    """Same data and same files, same page."""
    wiki.render()
    once = wiki.page(PAGE)
    assert wiki.render().written == ()
    shutil.rmtree(wiki.root / ".wiki")
    assert wiki.render().written == ()
    assert wiki.page(PAGE) == once


def test_a_deleted_image_takes_its_place_with_it(wiki: Sample) -> None:
    """No dead link is left; and the image put back is shown again."""
    wiki.render()
    (wiki.root / "docs" / FILE).unlink()
    wiki.render()
    assert section(wiki) is None
    (wiki.root / "docs" / FILE).write_bytes(png())
    wiki.render()
    assert section(wiki) is not None


def test_a_deleted_section_stays_away(wiki: Sample) -> None:
    """The block remembers it, and the image stays as a file."""
    wiki.render()
    text = wiki.page(PAGE)
    (wiki.root / "docs" / PAGE).write_text(
        re.sub(r"<!-- wiki:figures -->.*?<!-- /wiki -->\n", "", text, flags=re.DOTALL), "utf-8"
    )
    wiki.render()
    assert section(wiki) is None
    assert (wiki.root / "docs" / FILE).is_file()


def test_an_edited_caption_is_the_persons(wiki: Sample) -> None:
    """It stays when the figure changes, which is proposed."""
    wiki.render()
    wiki.edit(PAGE, "And more.", "In my words.")
    keep(wiki, replace(FIGURE, caption="Another figure."))
    rendered = wiki.render()
    assert "In my words." in (section(wiki) or "")
    assert [(one.page, one.section) for one in rendered.proposals] == [(ONE, "figures")]


def test_a_moved_page_still_finds_its_image(wiki: Sample) -> None:
    """The image stays where it is; the link follows."""
    wiki.render()
    there = wiki.root / "docs" / "reading" / "one.md"
    there.parent.mkdir()
    (wiki.root / "docs" / PAGE).rename(there)
    wiki.render()
    assert f"](../{FILE})" in there.read_text("utf-8")


def test_what_the_settings_no_longer_allow_is_not_shown(wiki: Sample) -> None:
    """No commercial use, fewer figures, or a licence that is not known."""
    keep(wiki, replace(FIGURE, licence=BY.replace("/by/", "/by-nc/")))
    wiki.render()
    assert section(wiki) is None
    allowed = wiki.settings.model_copy(
        update={"figures": wiki.settings.figures.model_copy(update={"non_commercial": True})}
    )
    pipeline.render(wiki.wiki, allowed)
    assert "no commercial use · 署名、非商业性使用" in (section(wiki) or "")
    wiki.render()
    assert section(wiki) is None
    keep(wiki, replace(FIGURE, licence="https://example.org/mine"))
    wiki.render()
    assert section(wiki) is None
    keep(wiki, replace(FIGURE, number=2))
    wiki.render()
    assert section(wiki) is None


def test_a_hostile_caption_does_nothing(wiki: Sample) -> None:
    """Markup, links, images and markers in captions, labels and anchors are text."""
    evil = "](x) ![](http://e.vil) <script>alert(1)</script> <!-- /wiki --> [a][b] | $x<y$ {{ 1 }}"
    keep(wiki, replace(FIGURE, caption=evil, label="# <b>F</b>", anchor=""))
    assert wiki.render().broken == ()
    text = section(wiki) or ""
    assert text.count("](") == 3
    assert "<script" not in text
    assert "](http://e.vil" not in text
    assert "<!--" not in text


def test_the_alternative_text_is_a_plain_sentence() -> None:
    """It says what is to be seen, without marks; the label where there is nothing else."""
    assert alternative(replace(FIGURE, caption="A [b] | c. More.")) == "A &#91;b&#93; &#124; c."
    assert alternative(replace(FIGURE, caption="$$")) == "Figure 1"


def test_the_authors_are_those_of_the_version_it_is_from(wiki: Sample) -> None:
    """A later version may have others; a long list is cut."""
    one = paper(ONE, figures=(FIGURE,))
    many = replace(one.latest, authors=("A", "B", "C", "D"))
    later = replace(many, number=3, authors=("X",))
    write_paper(wiki.wiki, one.with_(versions=(many, later)))
    wiki.render()
    assert "By · 作者 A, B, C et al. ·" in (section(wiki) or "")


def test_a_wikis_own_template_need_not_have_them(tmp_path: Path) -> None:
    """A template of before this section works as it did."""
    text = (template_folder() / "paper.md.j2").read_text("utf-8")
    own = tmp_path / "templates" / "paper.md.j2"
    own.parent.mkdir()
    own.write_text(
        re.sub(r"<!-- wiki:figures -->.*?<!-- /wiki -->\n", "", text, flags=re.DOTALL), "utf-8"
    )
    made = sample(tmp_path)
    keep(made, FIGURE)
    assert made.render().broken == ()
    assert section(made) is None
