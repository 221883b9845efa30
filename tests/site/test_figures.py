"""Figures on the built site: framed, loaded late, with room kept,
and without a request to any other host.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.fulltext.figures.pictures import png
from tests.pages.sample import ONE, Sample, paper, sample
from tests.pages.test_figures import FIGURE, FILE, PAGE, keep
from tests.site.chromium import IN_A_BROWSER, served
from tests.site.sample import until
from tests.site.shelves import URL, made
from tests.site.test_browser import page, visit
from wiki_builder.core.store.papers import write_paper
from wiki_builder.site.build import BuildResult, build_site
from wiki_builder.site.exports.outputs import PageShown, page_values
from wiki_builder.site.figures import framed
from wiki_builder.site.search.record import page_record

__all__ = ["page", "visit"]  # the visitor of the site's other tests

PLACE = "papers/2605/2605.00001/index.html"


@pytest.fixture(scope="module")
def wiki(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """A wiki with a figure, published at an address."""
    found = sample(tmp_path_factory.mktemp("figures"))
    settings = found.root / "wiki.toml"
    settings.write_text(
        settings.read_text("utf-8").replace('site_url = ""', f'site_url = "{URL}"'), "utf-8"
    )
    keep(found, FIGURE)
    found.render()
    return found


@pytest.fixture(scope="module")
def built(wiki: Sample) -> BuildResult:
    result = build_site(wiki.root)
    assert result.ok, result.output
    return result


@pytest.fixture(scope="module")
def site(built: BuildResult) -> Iterator[str]:
    with served(built.site) as address:
        yield address


@pytest.fixture
def html(built: BuildResult) -> str:
    return (built.site / PLACE).read_text("utf-8")


def figure_of(html: str) -> str:
    (found,) = re.findall(r"<figure>.*?</figure>", html, re.DOTALL)
    return str(found)


def attribute(html: str, name: str) -> str:
    found = re.search(rf'\b{name}=(?:"([^"]*)"|([^\s>]+))', html)
    assert found, name
    return unescape(found[1] or found[2])


def test_a_figure_is_framed_with_its_caption(html: str) -> None:
    """The caption is the paper's own English; the credit is for both languages."""
    figure = figure_of(html)
    assert re.search(
        r'<figcaption><p lang="?en"?><strong>Figure 1</strong> Rewards .*?And more\.', figure
    )
    assert "(attribution · 署名)" in re.sub("<[^>]*>", "", figure.partition("CC BY 4.0</a>")[2])
    assert "Licence · 许可" in re.sub("<[^>]*>", "", figure)


def test_the_image_is_the_sites_own_and_loads_late(built: BuildResult, html: str) -> None:
    """Its place is kept by width and height, and it is not loaded before it is near."""
    (image,) = re.findall(r"<img[^>]*>", figure_of(html))
    expected = {
        "loading": "lazy",
        "decoding": "async",
        "width": "640",
        "height": "320",
        "alt": "Rewards r_t for each step.",
    }
    assert {name: attribute(image, name) for name in expected} == expected
    file = (built.site / PLACE).parent / attribute(image, "src")
    assert file.resolve().read_bytes() == png()


def test_nothing_is_told_and_the_build_is_strict(built: BuildResult) -> None:
    """The image is no dead link."""
    assert (built.warnings, built.dead_links) == ((), ())


def test_the_card_shows_the_figure(html: str) -> None:
    """With its address in full and its words."""
    head = html.partition("</head>")[0]
    assert f"{URL}{FILE}" in re.findall(r'property="?og:image"? content="?([^">\s]+)', head)
    assert "Rewards r_t for each step." in head


def test_without_an_address_there_is_no_picture_on_the_card(wiki: Sample) -> None:
    """A relative one means nothing elsewhere."""
    page = (
        '<section class="wiki wiki-figures" id="wiki-figures"><img src="a.png" alt="A"></section>'
    )
    for canonical, count in (("", 0), (f"{URL}papers/2605/2605.00001/", 1)):
        metas = page_values(made(wiki), PageShown(PAGE, "A page", canonical, page))["wiki_meta"]
        assert isinstance(metas, list)
        assert len([meta for meta in metas if meta.property == "og:image"]) == count


def test_an_edited_figure_is_left_in_its_order() -> None:
    """What is not image, caption, credit is not framed; its images are loaded late all the same."""
    before = (
        '<section class="wiki wiki-figures" id="wiki-figures"><p>Mine <img src="a.png"'
        ' alt="A"></p></section>'
    )
    after = framed(before, lambda src: None)
    assert after == before.replace('alt="A">', 'alt="A" loading="lazy" decoding="async">')
    other = '<section class="wiki wiki-notes"><p><img src="a.png"></p><p>b</p><p>c</p></section>'
    assert framed(other, lambda src: (1, 2)) == other


def test_two_figures_are_two_frames() -> None:
    """Each with its own caption."""
    one = '<p><img alt="{0}" src="{0}.png"></p>\n<p>Caption {0}</p>\n<p>Credit {0}</p>\n'
    html = f'<section class="wiki wiki-figures">{one.format("a")}{one.format("b")}</section>'
    after = framed(html, {"a.png": (10, 20), "b.png": (30, 40)}.get)
    assert [
        re.findall(r"(?:Caption|Credit) .|height=\S+", part)
        for part in after.split("</figure>")[:2]
    ] == [
        ['height="20"', "Caption a", "Credit a"],
        ['height="40"', "Caption b", "Credit b"],
    ]


def test_search_finds_the_words_of_a_caption() -> None:
    """And not its markup."""
    caption = '<figcaption><p lang="en">Words</p></figcaption>'
    html = (
        f'<section class="wiki wiki-figures"><figure><img src="a.png">{caption}</figure></section>'
    )
    found = page_record("papers/x.md", "papers/x/", html, {}, ONE)
    assert found
    assert [part.text for part in found.parts] == ["Words"]


def test_a_wiki_without_the_image_builds(tmp_path: Path) -> None:
    """A figure in the data whose image is gone leaves no dead link."""
    made_ = sample(tmp_path)
    write_paper(made_.wiki, paper(ONE, figures=(FIGURE,)))
    made_.render()
    result = build_site(made_.root)
    assert result.ok
    assert result.dead_links == ()


class TestInABrowser:
    pytestmark = IN_A_BROWSER

    def test_its_place_is_kept_before_it_comes(self, page: Any, site: str) -> None:
        """Text does not jump: the image is as high before it is there as it is afterwards."""
        held: list[Any] = []
        page.route(
            "**/*.png",
            lambda route: held.append(route) if "-fig1" in route.request.url else route.continue_(),
        )
        page.goto(site + PLACE, wait_until="domcontentloaded")
        image = page.locator(".wiki-figures img")
        image.scroll_into_view_if_needed()
        until(
            page,
            "document.readyState !== 'loading' && document.querySelector('.wiki-figures"
            " img').offsetHeight",
        )
        before = image.bounding_box()
        assert held
        held[0].continue_()
        until(page, "document.querySelector('.wiki-figures img').naturalWidth === 640")
        after = image.bounding_box()
        assert (before["width"], before["height"]) == (after["width"], after["height"])
        assert after["height"] > 100

    def test_it_fits_a_phone(self, page: Any, site: str) -> None:
        """No sideways scrolling."""
        page.set_viewport_size({"width": 360, "height": 700})
        page.goto(site + PLACE)
        assert page.locator(".wiki-figures img").bounding_box()["width"] <= 360
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    def test_no_other_host_is_asked(self, page: Any, site: str) -> None:
        """The image comes from where the page comes from."""
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(site + PLACE, wait_until="networkidle")
        page.locator(".wiki-figures img").scroll_into_view_if_needed()
        until(page, "document.querySelector('.wiki-figures img').complete")
        assert any(url.endswith("-fig1.png") for url in asked)
        assert [url for url in asked if not url.startswith((site, "data:", "blob:"))] == []


LEAD = re.compile(r"<section [^>]*wiki-lead\b.*?</section>", re.DOTALL)


def in_leads(result: BuildResult) -> list[str]:
    """The figure in each language of the lead."""
    front = (result.site / "index.html").read_text("utf-8")
    found = [re.findall(r"<figure.*?</figure>", one, re.DOTALL) for one in LEAD.findall(front)]
    assert len(found) == 2
    return [figure for figures in found for figure in figures]


def test_the_leads_first_figure_stands_in_it(wiki: Sample, built: BuildResult) -> None:
    """Small, in each language, from the site itself, with its words, its licence, its sides and the
    way to its page.
    """
    for figure in in_leads(built):
        assert attribute(figure, "href") == PLACE.removesuffix("index.html")
        assert attribute(figure, "src") == FILE
        assert (built.site / FILE).is_file()
        assert attribute(figure, "alt") == "Rewards r_t for each step."
        assert (attribute(figure, "width"), attribute(figure, "height")) == ("640", "320")
        assert "CC BY 4.0" in figure
    assert len(in_leads(built)) == 2


def test_a_figure_that_its_page_shows_no_more_is_in_no_lead(tmp_path: Path) -> None:
    """A person took it from the page."""
    found = sample(tmp_path)
    keep(found, FIGURE)
    found.render()
    assert FILE.rpartition("/")[2] in found.page(PAGE)
    text = re.sub("<!-- wiki:figures -->.*?<!-- /wiki -->\n", "", found.page(PAGE), flags=re.DOTALL)
    (found.root / "docs" / PAGE).write_text(text, "utf-8")
    found.render()
    result = build_site(found.root)
    assert result.ok, result.output
    assert in_leads(result) == []
