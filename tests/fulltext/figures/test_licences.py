"""Which licences let a wiki show a figure."""

from __future__ import annotations

import pytest

from wiki_builder.fulltext.figures.licences import LICENCES, licence_of

CC = "creativecommons.org"


@pytest.mark.parametrize(
    ("url", "short"),
    [
        (f"http://{CC}/licenses/by/4.0/", "CC BY 4.0"),
        (f"https://{CC}/licenses/by/3.0", "CC BY 3.0"),
        (f" HTTPS://www.{CC}/licenses/by-sa/4.0/\n", "CC BY-SA 4.0"),
        (f"http://{CC}/publicdomain/zero/1.0/", "CC0 1.0"),
        (f"http://{CC}/licenses/publicdomain/", "Public domain"),
    ],
)
def test_open_licences_allow_it_anywhere(url: str, short: str) -> None:
    """CC BY, CC BY-SA, CC0 and the public domain, as arXiv and others write their addresses."""
    licence = licence_of(url)
    assert licence
    assert (licence.short, licence.allows(non_commercial=False)) == (short, True)


@pytest.mark.parametrize("name", ["by-nc/4.0", "by-nc-sa/4.0", "by-nc-sa/3.0"])
def test_no_commercial_use_is_the_owners_word(name: str) -> None:
    """A licence without commercial use will do only where the owner says that the site has none."""
    licence = licence_of(f"http://{CC}/licenses/{name}/")
    assert licence
    assert [licence.allows(non_commercial=said) for said in (False, True)] == [False, True]


@pytest.mark.parametrize(
    "url",
    [
        f"http://{CC}/licenses/by-nd/4.0/",
        f"http://{CC}/licenses/by-nc-nd/4.0/",
        "http://arxiv.org/licenses/nonexclusive-distrib/1.0/",
        "http://arxiv.org/licenses/assumed-1991-2003/",
    ],
)
def test_what_forbids_it_is_known_and_forbids_it(url: str) -> None:
    """No changes, and arXiv's own licence: never, whatever the owner says."""
    licence = licence_of(url)
    assert licence
    assert not licence.allows(non_commercial=True)


@pytest.mark.parametrize(
    "url",
    [
        None,
        "",
        "CC BY 4.0",
        f"http://{CC}/licenses/by/5.0/",
        f"http://{CC}/licenses/by/4.0/xx",
        f"http://{CC}.evil.org/licenses/by/4.0/",
        f"ftp://{CC}/licenses/by/4.0/",
        f"https://evil.org/?{CC}/licenses/by/4.0/",
    ],
)
def test_an_unknown_licence_is_no_licence(url: str | None) -> None:
    """There is no guessing from words or from likeness."""
    assert licence_of(url) is None


def test_each_licence_says_what_it_is_in_both_languages() -> None:
    """A row has its own address, its short form, and its conditions in English and Chinese."""
    assert (
        len({licence.url for licence in LICENCES})
        == len({licence.short for licence in LICENCES})
        == len(LICENCES)
    )
    for licence in LICENCES:
        assert licence_of(licence.url) is licence
        assert licence.needs.en.isascii()
        assert not licence.needs.zh.isascii()
