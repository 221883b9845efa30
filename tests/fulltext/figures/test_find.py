"""The figures in LaTeXML's HTML, in hand-made pages of its markup."""

from __future__ import annotations

import pytest

from tests.fulltext.figures.pictures import figure
from tests.fulltext.test_html import maths, note, page
from wiki_builder.fulltext.figures.find import (
    FoundFigure,
    figures_in,
    first_sentence,
    shortened,
)

URL = "https://arxiv.org/html/2605.02801v1"
FOLDERS = ("https://arxiv.org/html/2605.02801v1/", "https://arxiv.org/html/2605.02801/")


def found(body: str, url: str = URL) -> tuple[FoundFigure, ...]:
    return figures_in(page(body), url, FOLDERS)


def addresses(body: str) -> list[str]:
    return [one.address.removeprefix(FOLDERS[0]) for one in found(body)]


def test_a_figure_has_label_caption_id_and_image() -> None:
    """The caption is text with its maths between dollars and its footnote in place;
    the label stands apart.
    """
    caption = (
        f'Rewards {maths("r_{t}")} of <span class="ltx_text ltx_font_bold">each</span>\n'
        f" step{note('Of all.')}."
    )
    assert found(figure("2605.02801v1/x1.png", caption)) == (
        FoundFigure(
            "Figure 1", "Rewards $r_{t}$ of each step. (Of all.)", "S1.F1", f"{URL}/x1.png"
        ),
    )


def test_the_pages_base_counts() -> None:
    """arXiv gives its pages a base, and images beside it."""
    body = page(figure("x1.png")).replace(b"<title>", b'<base href="/html/2605.02801v1/"><title>')
    assert [one.address for one in figures_in(body, URL, FOLDERS)] == [f"{URL}/x1.png"]


@pytest.mark.parametrize(
    "base", ["http://[::1/", "https://evil.org/html/2605.02801v1/", "javascript:x", "data:,"]
)
def test_a_base_elsewhere_gives_no_figure(base: str) -> None:
    """Nor does it harm the paper."""
    body = page(figure("x1.png")).replace(b"<title>", f'<base href="{base}"><title>'.encode())
    assert figures_in(body, URL, FOLDERS) == ()


def test_figures_come_in_the_papers_order_and_each_image_once() -> None:
    """The first one is the first one of the paper."""
    body = (
        figure("2605.02801v1/b.png")
        + figure("2605.02801v1/a.jpg", number=2)
        + figure("2605.02801v1/b.png", number=3)
    )
    assert addresses(body) == ["b.png", "a.jpg"]


@pytest.mark.parametrize(
    "src",
    [
        "../../x.png",
        "2605.02801v1/../../../x.png",
        "2605.02801v1/%2e%2e/%2e%2e/x.png",
        "2605.02801v1/..%5cx.png",
        "/html/2605.02802v1/x.png",
        "2605.02801v2/x.png",
        "2605.028011/x.png",
        "https://evil.org/html/2605.02801v1/x.png",
        "//evil.org/x.png",
        "https://arxiv.org@evil.org/x.png",
        "http://arxiv.org/html/2605.02801v1/x.png",
        "data:image/png;base64,iVBORw0KGgo=",
        "javascript:alert(1)//x.png",
        "file:///etc/x.png",
        "http://[::1/x.png",
        "2605.02801v1/x.png?to=evil",
        "2605.02801v1/x.png#y",
        "2605.02801v1/x.svg",
        "2605.02801v1/x.gif",
        "2605.02801v1/x.pdf",
        "2605.02801v1/x",
        "2605.02801v1/&#10;x.png",
        f"2605.02801v1/{'x' * 70_000}.png",
        "",
    ],
)
def test_only_images_of_the_paper_itself_are_found(src: str) -> None:
    """No other host, paper, version or folder, no data in the address,
    nothing but raster images.
    """
    assert found(figure(src)) == ()


@pytest.mark.parametrize(
    "body",
    [
        figure("2605.02801v1/x1.png", inner='<img src="2605.02801v1/x2.png">'),
        figure("2605.02801v1/x1.png", inner="<svg></svg>"),
        figure("2605.02801v1/x1.png", inner="<table><tr><td>1</td></tr></table>"),
        figure("2605.02801v1/x1.png", inner=figure("", number=2)),
        figure("2605.02801v1/x1.png", kind="table"),
        figure("2605.02801v1/x1.png", kind="float_algorithm"),
        figure("2605.02801v1/x1.png", caption="", number=0),
        figure("2605.02801v1/x1.png", caption=""),
        figure("2605.02801v1/x1.png").replace("ltx_graphics", "ltx_graphics ltx_missing ltx_missing_image"),  # noqa: E501
        '<img src="2605.02801v1/x1.png">',
    ],
    ids=("two images", "an svg", "a table in it", "a figure in it", "a table", "an algorithm", "no caption",  # noqa: E501
         "a label alone", "a missing image", "no figure"),
)  # fmt: skip
def test_only_one_image_with_one_caption_is_a_figure(body: str) -> None:
    """Panels, tables and marks are left: what belongs to what would be a guess."""
    assert found(body) == ()


@pytest.mark.parametrize(
    "caption",
    [
        "Reproduced with permission from Lee (2020).",
        "The cell, adapted from [12].",
        "A dog. Image credit: A. Photographer.",
        "A cat. © 2020 Elsevier.",
        "Sample images from ImageNet.",
        "A map (source: NASA).",
        "The dish, taken from the web.",
        "Courtesy of the museum.",
    ],
)
def test_somebody_elses_picture_is_left(caption: str) -> None:
    """The paper's licence need not cover what its caption credits to others."""
    assert found(figure("2605.02801v1/x1.png", caption)) == ()


@pytest.mark.parametrize(
    "caption",
    [
        "A model adapted to code.",
        "Results from three seeds.",
        "It produces images.",
        "Open-source agents.",
    ],
)
def test_a_papers_own_picture_is_kept(caption: str) -> None:
    """Words that only sound like a credit do no harm."""
    assert len(found(figure("2605.02801v1/x1.png", caption))) == 1


def test_a_figure_without_a_number_has_no_label() -> None:
    """Its caption is whole."""
    (one,) = found(figure("2605.02801v1/x1.png", "An overview.", number=0))
    assert (one.label, one.caption) == ("", "An overview.")


def test_a_page_that_is_none_has_no_figures() -> None:
    """Whatever comes, nothing is raised."""
    assert figures_in(b"", URL, FOLDERS) == figures_in(b"\xff\x00<figure", URL, FOLDERS) == ()


def test_a_long_caption_ends_behind_a_sentence() -> None:
    """It says that it was cut, and never cuts maths in two."""
    text = "One sentence that is here. " * 10
    assert (
        shortened(text.strip(), 100)
        == "One sentence that is here. One sentence that is here. One sentence that is here. …"
    )
    assert (
        shortened("word " * 10 + "$a + b$", 54)
        == "word word word word word word word word word word …"
    )
    assert shortened("Short.", 6) == "Short."


def test_the_first_sentence_is_a_sentence() -> None:
    """Abbreviations and maths end none; a caption of one sentence is whole."""
    assert (
        first_sentence("As in Fig. 2 of Lee et al. 2020, it works. More.")
        == "As in Fig. 2 of Lee et al. 2020, it works."
    )
    assert first_sentence("Of $p. q$ and r. More.") == "Of $p. q$ and r."
    assert first_sentence("No end") == "No end"
