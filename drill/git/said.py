"""What a person wrote, where it belongs, and the one invariant:
it stands there after whatever follows.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from drill.git.base import rows
from drill.git.place import Machine, Place, within

# those that the wiki begins with
PAPERS = tuple(row.id for number in (0, 1) for row in rows(number))
FIRST, SECOND, THIRD, FOURTH, FIFTH, SIXTH = PAPERS
CONCEPT = "tool-use"
_NUMBER = itertools.count(1)
_SECTION = re.compile(r"<!-- wiki:([a-z][\w.-]*) -->.*?<!-- /wiki -->", re.DOTALL)
_MARK = re.compile(r" \^[A-Za-z0-9-]+$")


@dataclass(frozen=True, slots=True)
class Said:
    """A line of a person's, and where it belongs:
    in a page's section, outside of them all, or in a file.
    """

    line: str
    page: str = ""
    section: str = ""
    path: str = ""

    def on(self, page: str) -> Said:
        """The same line on another page."""
        return replace(self, page=page)


@dataclass(frozen=True, slots=True)
class Gone:
    """What a person deleted: a page, a section of one, or words of the builder's in a section."""

    page: str
    section: str = ""
    words: str = ""


# --- A person at work ---------------------------------------------------------------


def words() -> str:
    """A sentence that stands nowhere else."""
    number = next(_NUMBER)
    return f"Person's sentence <{number:04}> says so, 一个人的话<{number:04}>号，“逐字”保留。"


def note(there: Machine, page: str) -> Said:
    """A note at the end of a page."""
    path, line = there.page(page), words()
    there.write(path, f"{there.text(path)}\n{line}\n")
    return Said(line, page)


def between(there: Machine, page: str, section: str = "summary.en") -> Said:
    """A paragraph of their own before a section."""
    line = words()
    there.replace(
        there.page(page), f"<!-- wiki:{section} -->", f"{line}\n\n<!-- wiki:{section} -->"
    )
    return Said(line, page)


def section(there: Machine, page: str, name: str = "summary.en") -> Said:
    """A section said in other words: its last line."""
    path, line = there.page(page), words()
    old = within(there.text(path), name)
    last = old.strip().splitlines()[-1]
    there.replace(path, old, old.replace(last, line))
    return Said(line, page, name)


def item(there: Machine, page: str, name: str = "contributions.en", at: int = 0) -> Said:
    """An item of a list said in other words; its mark stays."""
    path = there.page(page)
    old = _items(there.text(path), name)[at]
    line = f"1. **Mine**: {words()}{old[old.rindex(' ^') :]}"
    there.replace(path, old, line)
    return Said(line, page, name)


def _items(text: str, name: str) -> list[str]:
    """The lines of a list that are the builder's items."""
    return [line for line in within(text, name).splitlines() if _MARK.search(line)]


def key(there: Machine, page: str, name: str = "") -> Said:
    """A key of their own in the front matter, or other words in one of the builder's."""
    path = there.page(page)
    line = f'{name or "tags"}: "{words()}"'
    old = re.search(rf"^{name}: [^\r\n]*", there.text(path), re.MULTILINE) if name else None
    first = there.text(path).partition("\n")[0]
    there.replace(path, old[0] if old else first, line if old else f"{first}\n{line}")
    return Said(line, page)


def gloss(there: Machine, concept: str = CONCEPT) -> tuple[Said, Said]:
    """What a concept means, in the registry, and a comment there."""
    path = f"data/concepts/{concept}.yml"
    line, comment = f'  en: "{words()}"', f"# {words()}"
    old = re.search(r"^gloss:\r?\n  en: [^\r\n]*", there.text(path), re.MULTILINE)
    assert old, there.text(path)
    there.replace(path, old[0], f"{comment}\ngloss:\n{line}")
    return Said(line, path=path), Said(comment, path=path)


def setting(there: Machine) -> Said:
    """A comment in the settings."""
    line = f"# {words()}"
    there.write("wiki.toml", f"{there.text('wiki.toml')}{line}\n")
    return Said(line, path="wiki.toml")


def own_page(there: Machine, path: str = "docs/mine/own words 自己的.md") -> Said:
    """A page of their own."""
    line = words()
    there.write(path, f"# Mine\n\n{line}\n")
    return Said(line, path=path)


def everything(there: Machine, paper: str = FIRST) -> list[Said]:
    """An edit of every kind: on a paper's, a concept's and the front page,
    in registry and settings, and a page.
    """
    return [
        note(there, paper),
        between(there, paper, "abstract.en"),
        section(there, paper),
        section(there, paper, "headline.zh"),
        item(there, paper),
        item(there, paper, "steps.zh"),
        key(there, paper),
        key(there, paper, "title"),
        note(there, f"concept:{CONCEPT}"),
        note(there, "page:index"),
        *gloss(there),
        setting(there),
        own_page(there),
    ]


def delete_page(there: Machine, page: str) -> Gone:
    (there.root / there.page(page)).unlink()
    return Gone(page)


def delete_section(there: Machine, page: str, name: str) -> Gone:
    path = there.page(page)
    found = re.search(
        rf"<!-- wiki:{re.escape(name)} -->.*?<!-- /wiki -->\n", there.text(path), re.DOTALL
    )
    assert found
    there.replace(path, found[0], "")
    return Gone(page, name)


def delete_item(there: Machine, page: str, name: str = "contributions.en", at: int = 1) -> Gone:
    path = there.page(page)
    old = _items(there.text(path), name)[at]
    there.replace(path, f"{old}\n", "")
    return Gone(page, name, old)


# --- What must hold -----------------------------------------------------------------


def stand(
    there: Machine, said: Sequence[Said], gone: Sequence[Gone] = (), copies: Collection[str] = ()
) -> None:
    """Each sentence stands where it belongs, once; nothing deleted is back;
    no page stands twice.
    """
    pages = there.pages()
    twice = {id_: paths for id_, paths in pages.items() if len({*paths} - {*copies}) > 1}
    assert not twice, f"pages stand twice: {twice}"
    for one in said:
        paths = (
            [path for path in pages.get(one.page, []) if path not in copies]
            if one.page
            else [one.path]
        )
        here = [path for path in paths if (there.root / path).is_file()]
        assert len(here) == 1, f"nowhere to look for {one}: {paths}"
        lines = [line.removesuffix("\r") for line in there.text(paths[0]).split("\n")]
        assert lines.count(one.line) == 1, f"{lines.count(one.line)} times in {paths[0]}: {one}"
        if one.page:
            text = there.text(paths[0])
            inside = next((m[1] for m in _SECTION.finditer(text) if one.line in m[0]), "")
            assert inside == one.section, (
                f"not in its section of {paths[0]}, but in {inside!r}: {one}"
            )
    for deleted in gone:
        paths = pages.get(deleted.page, [])
        if not deleted.section:
            assert not {*paths} - {*copies}, f"{deleted.page} is back: {paths}"
        elif paths:
            text = there.text(paths[0])
            opening = f"<!-- wiki:{deleted.section} -->"
            back = (
                deleted.words in within(text, deleted.section) if deleted.words else opening in text
            )
            assert not back, f"back on {paths[0]}: {deleted}"


def hold(
    there: Machine,
    said: Sequence[Said],
    gone: Sequence[Gone] = (),
    *,
    code: int = 0,
    says: str = "",
    copies: Collection[str] = (),
    broken: Collection[str] = (),
    build: bool = False,
) -> str:
    """The invariant, after a render, the next day's update, and in a fresh clone, where a further
    run is quiet.

    Args:
        code: what each command ends with while something is left for a person.
        says: what a render says then, the file and line that is broken.
        copies: pages that a person copied.
        broken: files in which conflict markers are left.
        build: whether the site is built, too.
    """
    place: Place = there.place

    def check(at: Machine) -> None:
        stand(at, said, gone, copies)
        left = {*at.conflicted()}
        assert left == {*broken}, f"conflict markers: {left}"

    there.render(code, says)
    check(there)
    there.commit("A render")
    place.announce()
    there.update(code=code)
    check(there)
    there.commit("An update")
    there.push()
    fresh = place.clone()
    fresh.render(code, says)
    fresh.clean("a render in a fresh clone wrote")
    check(fresh)
    if build:
        fresh.wiki("build", "--quiet", code=code)
        fresh.clean("a build wrote")
        check(fresh)
    told = [
        f"{len(said)} sentences stand",
        *([f"{len(gone)} deletions hold"] if gone else []),
        "a further run is quiet",
    ]
    return ", ".join(told)


def same(one: Machine, *others: Machine) -> None:
    """All machines have the same bytes, once they have what was pushed and have rendered it."""
    for other in others:
        other.pull()
        other.render((0, 1))
        other.clean("a render on the other machine wrote")
        assert one.git("rev-parse", "HEAD^{tree}") == other.git("rev-parse", "HEAD^{tree}")


Edit = Callable[[Machine], "Said | Gone | Sequence[Said]"]
