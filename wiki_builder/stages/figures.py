"""Take: fetch the figures that a paper's licence lets the wiki show, and keep them beside its page.

A figure never costs a paper: what cannot be had is a line of the run's report. Nothing is
asked for unless the licence is known and allows it and the paper was read from its HTML. A
file that a person deleted stays away, and one that they replaced is theirs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import islice
from pathlib import Path

from wiki_builder.core.errors import Outside, UnfitAnswer, UpstreamError
from wiki_builder.core.http.client import BadAnswer, Client, Response
from wiki_builder.core.settings import Figures as Rules
from wiki_builder.core.store.texts import Changed, swap
from wiki_builder.core.store.wiki import Wiki, figure_path
from wiki_builder.core.values.fulltext import TextKind
from wiki_builder.core.values.paper import Figure, Paper
from wiki_builder.fulltext.figures.clean import without_extras
from wiki_builder.fulltext.figures.find import FoundFigure, figures_in, licence_in
from wiki_builder.fulltext.figures.image import Image, image_of
from wiki_builder.fulltext.figures.licences import Licence, licence_named, licence_of

# bytes; a larger page is read for its text alone, in a process of its own
MAX_PAGE_WITH_FIGURES = 10_000_000
MOST_TRIED = 4  # images that are asked for where the first ones will not do
GIVE_UP_AFTER = 3  # papers in a row whose figures could not be had: the upstream is down
KILOBYTE = 1_000
_TYPES = {"png": "image/png", "jpeg": "image/jpeg", "webp": "image/webp"}
_GONE = (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND, HTTPStatus.GONE)


@dataclass(frozen=True, slots=True)
class _Taken:
    """A figure's image as it came, and what it is."""

    found: FoundFigure
    image: Image
    content: bytes

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


@dataclass
class FigureTaker:
    """The figures of one run's papers; ``html_url`` is where a paper's HTML is, with ``{id}``.

    ``taken`` counts the images that were written, ``problems`` says in words what could not be had.
    """

    wiki: Wiki
    client: Client
    html_url: str
    rules: Rules
    taken: int = 0
    problems: list[str] = field(default_factory=list)
    failures_in_a_row: int = 0

    def of(self, paper: Paper, read_from: TextKind) -> tuple[Figure, ...]:
        """The figures that the wiki keeps of a paper, which was read from its HTML or from
        something else.

        Those that it has already, where there are no others to be had. Never raises for
        what the upstream sends, nor for a file that cannot be written.
        """
        number = paper.latest.number
        if number is None or read_from != "html" or not self._wanted(paper):
            return paper.figures
        try:
            figures = self._of(paper, number)
        except UpstreamError as error:
            # which says nothing of the next paper's
            self.failures_in_a_row += not isinstance(error, UnfitAnswer)
            self._say(paper, error.what)
            return paper.figures
        self.failures_in_a_row = 0
        return figures

    def _wanted(self, paper: Paper) -> bool:
        """Whether the settings, and what the feed said of the licence,
        allow to look for figures.
        """
        said = paper.latest.licence
        return (
            self.rules.per_paper > 0
            and paper.id.startswith("arxiv:")
            and self.failures_in_a_row < GIVE_UP_AFTER
            and (not said or self._allowed(licence_of(said)) is not None)
        )

    def _allowed(self, licence: Licence | None) -> Licence | None:
        return licence if licence and licence.allows(self.rules.non_commercial) else None

    def _of(self, paper: Paper, version: int) -> tuple[Figure, ...]:
        persons = tuple(figure for figure in paper.figures if not self._is_ours(paper, figure))
        free = [
            number
            for number in range(1, self.rules.per_paper + 1)
            if number not in {p.number for p in persons}
        ]
        page = self._page(paper, version) if free else None
        said = paper.latest.licence
        licence = (
            self._allowed(licence_of(said) if said else licence_named(licence_in(page.content)))
            if page
            else None
        )
        if page is None or licence is None:
            return paper.figures
        known = {figure.sha256 for figure in persons}
        anchors = {figure.anchor for figure in persons if figure.anchor}
        found = [one for one in self._found(paper, version, page) if one.anchor not in anchors]
        kept: list[Figure] = []
        try:
            for number, taken in zip(
                free, self._fetched(paper, found, known, len(free)), strict=False
            ):
                if self._keep(
                    paper, figure := _figure(number, taken, licence, version), taken.content
                ):
                    kept.append(figure)
        except UpstreamError:
            if not kept:
                raise
        return (
            tuple(sorted((*persons, *kept), key=lambda figure: figure.number))
            if kept
            else paper.figures
        )

    def _is_ours(self, paper: Paper, figure: Figure) -> bool:
        """Whether a figure's file is as the builder wrote it;
        one that is gone was deleted by a person.
        """
        return _sha256(self.wiki.docs / figure_path(paper.id, figure)) == figure.sha256

    def _page(self, paper: Paper, version: int) -> Response:
        """The paper's HTML, which was fetched for its text and is in the cache."""
        page = self.client.get(
            self._address(paper, version),
            accept="text/html",
            check=_check,
            max_bytes=MAX_PAGE_WITH_FIGURES,
            immutable=True,
            keep=False,
        )
        # from the cache, where a larger one was allowed
        if len(page.content) > MAX_PAGE_WITH_FIGURES:
            raise UnfitAnswer(f"its page is larger than {MAX_PAGE_WITH_FIGURES:,} bytes")
        return page

    def _address(self, paper: Paper, version: int) -> str:
        return self.html_url.format(id=f"{paper.id.removeprefix('arxiv:')}v{version}")

    def _found(self, paper: Paper, version: int, page: Response) -> tuple[FoundFigure, ...]:
        own, head = paper.id.removeprefix("arxiv:"), self.html_url.partition("{id}")[0]
        return figures_in(
            page.content,
            self._address(paper, version),
            (f"{head}{own}v{version}/", f"{head}{own}/"),
        )

    def _fetched(
        self, paper: Paper, found: Sequence[FoundFigure], known: Iterable[str], most: int
    ) -> Iterator[_Taken]:
        """At most ``most`` images that will do, each once;
        where there is none, the report says why.
        """
        seen, refused = set(known), []
        for one in islice(found, MOST_TRIED + most - 1):
            taken = self._fetch(one)
            if isinstance(taken, str):
                refused.append(f"{one.label or 'a figure'}: {taken}")
            elif taken.sha256 not in seen:
                seen.add(taken.sha256)
                yield taken
        if refused and seen == set(known):
            self._say(paper, "; ".join(refused))

    def _fetch(self, found: FoundFigure) -> _Taken | str:
        """An image, or why it will not do.

        Raises:
            UpstreamError: the upstream cannot be reached, so that the next image cannot either.
        """
        most = self.rules.max_kilobytes * KILOBYTE
        try:
            answer = self.client.get(
                found.address,
                accept=", ".join(_TYPES.values()),
                check=_check,
                max_bytes=most,
                ok=(HTTPStatus.OK, *_GONE),
                immutable=True,
            )
        except UnfitAnswer as error:
            return error.what
        if answer.status != HTTPStatus.OK:
            return "it is not there"
        if len(answer.content) > most:  # from the cache, where a larger one was allowed
            return f"the answer is larger than {most:,} bytes"
        image = image_of(answer.content)
        if isinstance(image, str):
            return image
        if answer.content_type != _TYPES[image.type]:
            return (
                f"it is {_TYPES[image.type]} and was sent as"
                f" {answer.content_type[:40] or 'nothing'}"
            )
        return _Taken(found, image, without_extras(answer.content))

    def _keep(self, paper: Paper, figure: Figure, content: bytes) -> bool:
        """Write an image, unless a person's file stands there."""
        path = figure_path(paper.id, figure)
        file = self.wiki.docs / path
        before = {old.sha256 for old in paper.figures if figure_path(paper.id, old) == path}
        try:
            old = file.read_bytes() if file.exists() else None
            if old == content:
                return True
            if file.is_symlink() or (
                old is not None and hashlib.sha256(old).hexdigest() not in before
            ):
                self._say(paper, f"docs/{path} is not the builder's, and is left alone")
                return False
            swap(file, old, content, within=self.wiki.root)
        except Outside as error:
            self._say(paper, f"docs/{path}: {error.what}")
            return False
        except (Changed, OSError) as error:
            self._say(
                paper,
                f"docs/{path} cannot be written:"
                f" {getattr(error, 'strerror', None) or 'it was changed'}",
            )
            return False
        self.taken += 1
        return True

    def _say(self, paper: Paper, reason: str) -> None:
        self.problems.append(f"no figure of {paper.id}: {reason}")


def _figure(number: int, taken: _Taken, licence: Licence, version: int) -> Figure:
    found, image = taken.found, taken.image
    return Figure(
        number=number,
        type=image.type,
        width=image.width,
        height=image.height,
        sha256=taken.sha256,
        caption=found.caption,
        licence=licence.url,
        version=version,
        label=found.label,
        anchor=found.anchor,
    )


def _sha256(file: Path) -> str | None:
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else None


def _check(answer: Response) -> None:
    """arXiv says ``Rate exceeded.`` with status 200 and plain text."""
    if answer.status == HTTPStatus.OK and answer.content_type == "text/plain":
        raise BadAnswer("plain text where an image or HTML was asked for")
