"""Taking figures from a small arXiv: which are asked for, which are kept,
and whose files they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

import pytest

from tests.core.test_http_loopback import loopback_client
from tests.fulltext.figures.pictures import (
    figure,
    jpeg,
    png,
    webp,
)
from tests.fulltext.test_html import page
from tests.loopback.arxiv import LoopbackArxiv
from tests.pages.sample import ONE, paper
from wiki_builder.core.settings import Figures as Rules
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.fulltext import TextKind
from wiki_builder.core.values.paper import Paper
from wiki_builder.stages.figures import GIVE_UP_AFTER, MOST_TRIED, FigureTaker

BY = "http://creativecommons.org/licenses/by/4.0/"
OWN = "2605.00001"
FILE = f"docs/papers/2605/{OWN}-fig1.png"


def licensed(licence: str | None = BY, **changes: object) -> Paper:
    """A paper that was read, whose second version stands under this licence."""
    made = paper(ONE, **changes)
    return made.with_(versions=(replace(made.latest, licence=licence),))


@dataclass
class Desk:
    """A wiki's folder, an arXiv, and the figures of one run."""

    root: Path
    arxiv: LoopbackArxiv
    rules: Rules = field(default_factory=Rules)
    attempts: int = 1

    def serve(self, body: str, **images: tuple[bytes, str]) -> None:
        """The paper's HTML, and its images by name: ``x1=(bytes, type)`` is ``x1.png``."""
        self.arxiv.html[f"{OWN}v2"] = page(body)
        for name, image in images.items():
            self.arxiv.images[f"html/{OWN}v2/{name}.png"] = image

    def run(self) -> FigureTaker:
        client = loopback_client(self.root / ".wiki" / "http", self.attempts)
        return FigureTaker(Wiki(self.root), client, self.arxiv.addresses.html_url, self.rules)

    def take(self, one: Paper, kind: TextKind = "html") -> tuple[Paper, FigureTaker]:
        """The paper with its figures, and the run that took them."""
        run = self.run()
        with run.client:
            return one.with_(figures=run.of(one, kind)), run

    @property
    def asked(self) -> list[str]:
        return [seen.path.removeprefix("/html/") for seen in self.arxiv.log]

    def files(self) -> dict[str, bytes]:
        docs = self.root / "docs"
        return {
            path.relative_to(self.root).as_posix(): path.read_bytes()
            for path in sorted(docs.rglob("*"))
            if path.is_file()
        }


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with LoopbackArxiv() as arxiv:
        yield Desk(tmp_path, arxiv)


def src(number: int) -> str:
    return f"{OWN}v2/x{number}.png"


def image(data: bytes) -> tuple[bytes, str]:
    return data, "image/png"


# --- What is taken ---------------------------------------------------------------------


def test_the_first_figure_is_kept_beside_the_page(desk: Desk) -> None:
    """With its size, its hash, its licence, the version, and where it stands in the paper."""
    desk.serve(figure(src(1)) + figure(src(2), number=2), x1=image(png()), x2=image(png(shade=9)))
    taken, run = desk.take(licensed())
    (kept,) = taken.figures
    assert desk.files() == {FILE: png()}
    assert (kept.number, kept.type, kept.width, kept.height, kept.version) == (
        1,
        "png",
        640,
        320,
        2,
    )
    assert (kept.label, kept.caption, kept.anchor) == ("Figure 1", "The method.", "S1.F1")
    assert (kept.licence, kept.sha256) == (
        "https://creativecommons.org/licenses/by/4.0/",
        sha256(png()).hexdigest(),
    )
    assert desk.asked == [f"{OWN}v2", f"{OWN}v2/x1.png"]
    assert (run.taken, run.problems) == (1, [])


def test_as_many_as_the_settings_say(desk: Desk) -> None:
    """The same picture is not taken twice, whatever its name,
    and files are named by what they are.
    """
    desk.rules = Rules(per_paper=3)
    bodies = "".join(figure(src(number), number=number) for number in range(1, 5))
    desk.serve(
        bodies,
        x1=image(png()),
        x2=image(png()),
        x3=(jpeg(), "image/jpeg"),
        x4=(webp(), "image/webp"),
    )
    taken, _ = desk.take(licensed())
    assert [one.label for one in taken.figures] == ["Figure 1", "Figure 3", "Figure 4"]
    assert [*desk.files()] == [
        FILE,
        FILE.replace("1.png", "2.jpg"),
        FILE.replace("1.png", "3.webp"),
    ]


@pytest.mark.parametrize(
    "licence",
    [
        "http://arxiv.org/licenses/nonexclusive-distrib/1.0/",
        f"{BY}x",
        BY.replace("/by/", "/by-nc-nd/"),
    ],
)
def test_an_unfit_licence_makes_no_request(desk: Desk, licence: str | None) -> None:
    """Not for the image, and not for the page either."""
    desk.serve(figure(src(1)), x1=image(png()))
    taken, run = desk.take(licensed(licence))
    assert (taken.figures, run.problems, desk.asked, desk.files()) == ((), [], [], {})


@pytest.mark.parametrize(
    ("said", "count"),
    [
        ("License: CC BY 4.0", 1),
        (" License:\n CC Zero ", 1),
        ("License: CC BY-NC-SA 4.0", 0),
        ("License: arXiv.org perpetual non-exclusive license", 0),
        ("License: CC BY", 0),
        ("", 0),
    ],
)
def test_where_the_feed_says_nothing_arxiv_does_above_the_paper(
    desk: Desk, said: str, count: int
) -> None:
    """So of papers that were added or caught up on;
    a name that is not known is no licence, and asks for no image.
    """
    desk.serve(figure(src(1)), x1=image(png()))
    html = desk.arxiv.html[f"{OWN}v2"]
    above = f'<a id="license-tr" href="https://info.arxiv.org/help/license/">{said}</a><article'
    desk.arxiv.html[f"{OWN}v2"] = html.replace(b"<article", above.encode())
    assert len(desk.take(licensed(None))[0].figures) == count
    assert desk.asked == [f"{OWN}v2", f"{OWN}v2/x1.png"][: 1 + count]


def test_a_papers_own_words_are_no_licence(desk: Desk) -> None:
    """What stands in the article is the authors' text;
    and the feed's word goes before the page's.
    """
    words = '<a id="license-tr">License: CC BY 4.0</a>'
    desk.serve(words + figure(src(1)), x1=image(png()))
    assert desk.take(licensed(None))[0].figures == ()
    desk.arxiv.html[f"{OWN}v2"] = page(figure(src(1))).replace(
        b"<article", f"{words}<article".encode()
    )
    assert (
        desk.take(licensed("http://arxiv.org/licenses/nonexclusive-distrib/1.0/"))[0].figures == ()
    )


def test_no_commercial_use_is_asked_of_the_owner(desk: Desk) -> None:
    """CC BY-NC-SA is taken where the owner says so, and nowhere else."""
    desk.serve(figure(src(1)), x1=image(png()))
    one = licensed(BY.replace("/by/", "/by-nc-sa/"))
    assert desk.take(one)[0].figures == ()
    assert desk.asked == []
    desk.rules = Rules(non_commercial=True)
    assert len(desk.take(one)[0].figures) == 1


@pytest.mark.parametrize("kind", ["pdf", "abstract"])
def test_only_a_paper_that_was_read_from_html_has_figures(desk: Desk, kind: TextKind) -> None:
    """Nothing is asked for otherwise, nor where the owner wants none,
    nor where the version is not known.
    """
    desk.serve(figure(src(1)), x1=image(png()))
    assert desk.take(licensed(), kind)[0].figures == ()
    unknown = licensed()
    assert (
        desk.take(unknown.with_(versions=(replace(unknown.latest, number=None),)))[0].figures == ()
    )
    desk.rules = Rules(per_paper=0)
    assert desk.take(licensed())[0].figures == ()
    assert desk.asked == []


# --- What will not do --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("served", "reason"),
    [
        (None, "it is not there"),
        ((png(), "text/html"), "it is image/png and was sent as text/html"),
        ((png(), ""), "it is image/png and was sent as nothing"),
        ((jpeg(), "image/png"), "it is image/jpeg and was sent as image/png"),
        ((b"<svg onload='alert(1)'/>", "image/png"), "it is no PNG, JPEG or WebP"),
        ((b"<svg onload='alert(1)'/>", "image/svg+xml"), "it is no PNG, JPEG or WebP"),
        ((png() + bytes(150_000), "image/png"), "the answer is larger than 150,000 bytes"),
        ((png(moves=True), "image/png"), "it moves"),
    ],
    ids=("404", "wrong type", "no type", "another kind", "disguise", "svg", "too large", "moving"),
)
def test_one_that_will_not_do_is_passed_over_for_the_next(
    desk: Desk, served: tuple[bytes, str] | None, reason: str
) -> None:
    """And where none will do, the run says why, in one line."""
    images = {"x1": served} if served else {}
    desk.serve(figure(src(1)), **images)
    taken, run = desk.take(licensed())
    assert (taken.figures, desk.files()) == ((), {})
    assert run.problems == [f"no figure of {ONE}: Figure 1: {reason}"]
    desk.arxiv.html.clear()
    desk.root = desk.root / "other"
    desk.serve(figure(src(1)) + figure(src(2), number=2), **images, x2=image(png()))
    taken, run = desk.take(licensed())
    assert [one.label for one in taken.figures] == ["Figure 2"]
    assert (run.problems, [*desk.files()]) == ([], [FILE])


def test_not_every_figure_of_a_paper_is_tried(desk: Desk) -> None:
    """Each is a request at arXiv's pace."""
    desk.serve("".join(figure(src(number), number=number) for number in range(1, 20)))
    desk.take(licensed())
    assert len(desk.asked) == 1 + MOST_TRIED


def test_a_redirect_to_another_host_is_not_followed(desk: Desk) -> None:
    """The other host hears nothing; one on the same host is followed."""
    with LoopbackArxiv() as other:
        desk.serve(figure(src(1)))
        other.images["evil.png"] = image(png())
        desk.arxiv.fail(f"/html/{src(1)}", status=302, location=f"{other.url}/evil.png")
        taken, run = desk.take(licensed())
        assert (taken.figures, other.log) == ((), [])
        assert run.problems == [
            f"no figure of {ONE}: Figure 1: redirects to another host, {other.url}"
        ]
        desk.arxiv.images["moved.png"] = image(png())
        desk.arxiv.fail(f"/html/{src(1)}", status=302, location="/moved.png")
        assert len(desk.take(licensed())[0].figures) == 1


def test_an_upstream_that_is_down_costs_no_paper_and_is_left_alone_soon(desk: Desk) -> None:
    """Figures that the wiki has stay; after some papers in a row no more is asked in this run."""
    desk.serve(figure(src(1)), x1=image(png()))
    had, _ = desk.take(licensed())
    (desk.root / ".wiki").rename(desk.root / ".gone")
    desk.arxiv.fail("/html/", status=503, times=100)
    run = desk.run()
    with run.client:
        kept = {run.of(had, "html") for _ in range(GIVE_UP_AFTER + 2)}
    assert kept == {had.figures}
    assert (
        run.problems
        == [f"no figure of {ONE}: answered 503 Service Unavailable (asked once)"] * GIVE_UP_AFTER
    )


def test_rate_exceeded_is_asked_again(desk: Desk) -> None:
    """arXiv says so with status 200 and plain text."""
    desk.attempts = 3
    desk.serve(figure(src(1)), x1=image(png()))
    desk.arxiv.rate_exceeded(f"/html/{src(1)}", times=2)
    assert len(desk.take(licensed())[0].figures) == 1


def test_a_file_that_cannot_be_written_costs_no_paper(desk: Desk) -> None:
    """A file stands where the folder should be."""
    (desk.root / "docs").mkdir(parents=True)
    (desk.root / "docs" / "papers").write_text("a person's file")
    desk.serve(figure(src(1)), x1=image(png()))
    taken, run = desk.take(licensed())
    assert taken.figures == ()
    assert "cannot be written" in run.problems[0]


def test_a_smaller_limit_holds_for_what_is_in_the_cache(desk: Desk) -> None:
    """An image of before that is too large now is passed over, without another request for it."""
    desk.serve(figure(src(1)), x1=image(png() + bytes(20_000)))
    assert len(desk.take(licensed())[0].figures) == 1
    asked = list(desk.asked)
    desk.rules = Rules(max_kilobytes=10)
    taken, run = desk.take(licensed())
    assert (taken.figures, [src(1)]) == ((), [one for one in desk.asked if one == src(1)])
    assert set(desk.asked) == set(asked)
    assert run.problems == [f"no figure of {ONE}: Figure 1: the answer is larger than 10,000 bytes"]


# --- Again, and whose a file is ----------------------------------------------------------


def test_again_is_the_same_to_the_byte_and_asks_for_nothing_new(desk: Desk) -> None:
    """The image is from the cache; the page, too, where it was read for its text before."""
    desk.serve(figure(src(1)), x1=image(png()))
    once, _ = desk.take(licensed())
    files, asked = desk.files(), [one for one in desk.asked if one == src(1)]
    again, run = desk.take(once)
    assert (again, desk.files(), run.taken) == (once, files, 0)
    assert [one for one in desk.asked if one == src(1)] == asked


def test_a_kill_between_image_and_data_goes_on(desk: Desk) -> None:
    """The image is there, the data does not know of it: it is adopted, not taken for a person's."""
    desk.serve(figure(src(1)), x1=image(png()))
    once, _ = desk.take(licensed())
    again, run = desk.take(licensed())
    assert (again, run.problems) == (once, [])


def test_a_deleted_image_stays_away(desk: Desk) -> None:
    """The wiki remembers it, and neither it nor another one comes to its place."""
    desk.serve(figure(src(1)) + figure(src(2), number=2), x1=image(png()), x2=image(png(shade=9)))
    once, _ = desk.take(licensed())
    (desk.root / FILE).unlink()
    asked = list(desk.asked)
    again, _ = desk.take(once)
    assert (again, desk.files(), desk.asked) == (once, {}, asked)
    desk.rules = Rules(per_paper=2)
    more, _ = desk.take(once)
    assert [one.label for one in more.figures] == ["Figure 1", "Figure 2"]
    assert [*desk.files()] == [FILE.replace("fig1", "fig2")]


def test_a_replaced_image_is_the_persons(desk: Desk) -> None:
    """It stays to the byte, and the wiki still knows the figure."""
    desk.serve(figure(src(1)), x1=image(png()))
    once, _ = desk.take(licensed())
    (desk.root / FILE).write_bytes(png(800, 400))
    again, run = desk.take(once)
    assert (again, desk.files(), run.problems) == (once, {FILE: png(800, 400)}, [])


def test_a_persons_file_of_that_name_is_left_alone(desk: Desk) -> None:
    """The run says so; the figure is not taken under another name."""
    (desk.root / FILE).parent.mkdir(parents=True)
    (desk.root / FILE).write_bytes(b"mine")
    desk.serve(figure(src(1)), x1=image(png()))
    taken, run = desk.take(licensed())
    assert (taken.figures, desk.files()) == ((), {FILE: b"mine"})
    assert run.problems == [f"no figure of {ONE}: {FILE} is not the builder's, and is left alone"]


def test_a_new_version_brings_its_own_figure(desk: Desk) -> None:
    """The builder's file is replaced; without a figure, or without a licence,
    the old one stays with its version.
    """
    desk.serve(figure(src(1)), x1=image(png()))
    once, _ = desk.take(licensed())
    third = once.with_(versions=(*once.versions, replace(once.latest, number=3)))
    desk.arxiv.html[f"{OWN}v3"] = page("")
    assert desk.take(third)[0].figures == once.figures
    unfit = third.with_(versions=(*once.versions, replace(third.latest, licence=None)))
    assert desk.take(unfit)[0].figures == once.figures
    (desk.root / ".wiki").rename(desk.root / ".gone")
    desk.arxiv.html[f"{OWN}v3"] = page(figure(f"{OWN}v3/x1.png", "A new one."))
    desk.arxiv.images[f"html/{OWN}v3/x1.png"] = image(png(shade=9))
    new, _ = desk.take(third)
    assert [(one.caption, one.version) for one in new.figures] == [("A new one.", 3)]
    assert desk.files() == {FILE: png(shade=9)}
