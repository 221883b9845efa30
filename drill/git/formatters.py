"""Formatters and editors over the repository, line ends, modes and links:
nothing becomes edited by them.
"""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import replace

import mdformat
import yaml

from drill.case import Case
from drill.git.base import rows
from drill.git.cases import case
from drill.git.place import Machine, Place
from drill.git.said import CONCEPT, FIRST, SECOND, Said, everything, hold, item, note, section

CASES: list[Case] = []
OF = "formatters"
BLIND = "every sentence stands, nothing of the builder's became a person's"
_TOKEN = re.compile(r"<\d{4}>")


def _anew(there: Machine, said: Sequence[Said]) -> list[Said]:
    """Each sentence as it stands now, told by its number."""
    found = []
    for one in said:
        path = there.page(one.page) if one.page else one.path
        number = one.line[one.line.index("<") + 1 :][:4]
        lines = [
            line.removesuffix("\r")
            for line in there.text(path).split("\n")
            if number in line and "sentence" in line
        ]
        assert lines, f"the formatter itself lost {one}"
        found.append(replace(one, line=lines[0]))
    return found


def _goes_on(there: Machine) -> None:
    """What the builder wrote is the builder's:
    no proposals, and the newest papers stand in the lists.
    """
    there.wiki("proposals", "list", says="no proposals")
    new = rows(there.place.today)[0].id.removeprefix("arxiv:")
    for page in ("page:index", "page:papers/2605/index", "page:log/2026-05"):
        assert new in there.text(there.page(page)) or page.startswith("page:log"), (
            f"{page} is not brought up to date"
        )
    for page in (FIRST, SECOND):
        ran = there.wiki("release", page.removeprefix("arxiv:"), "--form-only")
        there.clean(f"something of {page} counted as edited by its form: {ran.said}")


def _formatted(place: Place, change: Callable[[str], str], folder: str = "docs") -> str:
    there = place.clone()
    said = [*everything(there), item(there, SECOND), section(there, SECOND, "reason.en")]
    there.render()
    there.commit()
    for file in there.files(folder):
        path = file.relative_to(there.root).as_posix()
        there.write(path, change(there.text(path)))
    said = _anew(there, said)
    there.commit("Formatted")
    seen = hold(there, said)
    _goes_on(there)
    return seen


def _front(change: Callable[[str], str]) -> Callable[[str], str]:
    """A change of all but the front matter."""

    def changed(text: str) -> str:
        found = re.match(r"---\n.*?\n---\n", text, re.DOTALL)
        head = found[0] if found else ""
        return head + change(text[len(head) :])

    return changed


@case(CASES, OF, "mdformat", BLIND)
def with_mdformat(place: Place) -> str:
    return _formatted(place, _front(lambda text: "\n" + mdformat.text(text, extensions={"tables"})))


@case(CASES, OF, "mdformat, wrapping and numbering", BLIND)
def with_wrap(place: Place) -> str:
    options = {"wrap": 100, "number": True}
    return _formatted(
        place,
        _front(lambda text: "\n" + mdformat.text(text, options=options, extensions={"tables"})),
    )


def _prettier(text: str) -> str:
    """As prettier writes it: `-` and `_`, padded tables, one blank line,
    prose wrapped but for sentences of people.
    """
    lines = []
    for line in text.split("\n"):
        if re.match(r"[A-Z][^<|]*$", line) and len(line) > 90 and "](" not in line:
            lines += textwrap.wrap(line, 80, break_long_words=False, break_on_hyphens=False)
        elif line.startswith("|") and not re.fullmatch(r"[|:\- ]+", line):
            lines.append(re.sub(r"\s*(?<!\\)\|\s*", "  |  ", line).strip())
        else:
            lines.append(re.sub(r"(?<!\*)\*(?!\*)(Inferred|推断)\*(?!\*)", r"_\1_", line))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines))


@case(CASES, OF, "as prettier does it", BLIND)
def like_prettier(place: Place) -> str:
    return _formatted(place, _front(_prettier))


@case(CASES, OF, "white space at ends of lines stripped", BLIND)
def stripped(place: Place) -> str:
    return _formatted(place, lambda text: re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE))


@case(CASES, OF, "white space at ends of lines added", BLIND)
def padded(place: Place) -> str:
    return _formatted(
        place, _front(lambda text: re.sub(r"(?<=[a-z.。])$", "  ", text, flags=re.MULTILINE))
    )


@case(CASES, OF, "no newline at the end", BLIND)
def no_newline(place: Place) -> str:
    return _formatted(place, lambda text: text.rstrip("\n"))


@case(CASES, OF, "five newlines at the end", BLIND)
def newlines(place: Place) -> str:
    return _formatted(place, lambda text: text + "\n" * 4)


@case(CASES, OF, "tabs behind bullets and numbers", BLIND)
def tabs(place: Place) -> str:
    return _formatted(
        place, _front(lambda text: re.sub(r"^(-|\d+\.) ", "\\1\t", text, flags=re.MULTILINE))
    )


@case(CASES, OF, "other bullets, other emphasis", BLIND)
def bullets(place: Place) -> str:
    return _formatted(
        place,
        _front(lambda text: re.sub(r"^- ", "* ", text, flags=re.MULTILINE).replace("**", "__")),
    )


@case(CASES, OF, "a byte order mark", BLIND)
def bom(place: Place) -> str:
    return _formatted(place, lambda text: "\ufeff" + text.removeprefix("\ufeff"))


def _yaml(text: str) -> str:
    found = re.match(r"---\n(.*?)\n---\n", text, re.DOTALL)
    if not found:
        return text
    values = yaml.safe_load(found[1])
    return (
        f"---\n{yaml.safe_dump(values, allow_unicode=True, width=10**6)}---\n{text[found.end() :]}"
    )


@case(CASES, OF, "front matter written anew by a YAML program", BLIND)
def front_matter(place: Place) -> str:
    return _formatted(place, _yaml)


@case(CASES, OF, "CRLF committed, .gitattributes gone", BLIND)
def crlf(place: Place) -> str:
    place.web(lambda web: web.git("rm", "-q", ".gitattributes"))
    return _formatted(place, lambda text: text.replace("\r\n", "\n").replace("\n", "\r\n"))


def _autocrlf(place: Place, mine: str, attributes: bool) -> str:
    """A machine of another system edits with CRLF in its work tree; the bot's has LF."""
    if not attributes:
        place.web(lambda web: web.git("rm", "-q", ".gitattributes"))
    there = place.clone("windows", "-c", f"core.autocrlf={mine}")
    bot = place.clone()
    said = everything(there)
    for path in (there.page(FIRST), "wiki.toml", f"data/concepts/{CONCEPT}.yml"):
        there.write(path, there.text(path).replace("\r\n", "\n").replace("\n", "\r\n"))
    there.commit()
    there.push()
    place.announce()
    bot.bot(says="pushed")
    there.pull()
    there.render()
    there.clean("CRLF in the work tree is a change")
    stored = there.git("ls-files", "--eol", "--", there.page(FIRST))
    assert stored.startswith("i/lf "), stored
    seen = hold(bot, said)
    there.pull()
    there.render()
    there.clean("CRLF in the work tree is a change")
    return seen


@case(CASES, OF, "autocrlf = true", "every sentence stands, no change is only of line ends")
def autocrlf_true(place: Place) -> str:
    return _autocrlf(place, "true", attributes=True)


@case(
    CASES,
    OF,
    "autocrlf = true, .gitattributes gone",
    "every sentence stands, no change is only of line ends",
)
def autocrlf_bare(place: Place) -> str:
    return _autocrlf(place, "true", attributes=False)


@case(
    CASES,
    OF,
    "autocrlf = input, .gitattributes gone",
    "every sentence stands, no change is only of line ends",
)
def autocrlf_input(place: Place) -> str:
    return _autocrlf(place, "input", attributes=False)


@case(CASES, OF, "every file executable", "every sentence stands, the modes stay")
def modes(place: Place) -> str:
    there = place.clone()
    said = everything(there)
    for file in there.files():
        file.chmod(0o755)
    there.commit()
    seen = hold(there, said)
    mode = there.git("ls-files", "-s", "--", there.page(FIRST))[:6]
    assert mode == "100755", f"the mode is {mode}"
    return seen


@case(
    CASES,
    OF,
    "a page that is a link to its place in another folder of the wiki",
    "the link stays, the page goes on",
)
def linked_page(place: Place) -> str:
    there = place.clone()
    said = [note(there, FIRST), section(there, FIRST)]
    path = there.page(FIRST)
    (there.root / "pages").mkdir()
    (there.root / path).rename(there.root / "pages/first.md")
    os.symlink(os.path.relpath("pages/first.md", os.path.dirname(path)), there.root / path)
    there.commit()
    seen = hold(there, said)
    assert (there.root / path).is_symlink()
    return seen


@case(
    CASES, OF, "a folder of pages that is a link within the wiki", "the link stays, the pages go on"
)
def linked_folder(place: Place) -> str:
    there = place.clone()
    there.git("mv", "docs/papers", "papers")
    os.symlink("../papers", there.root / "docs/papers")
    there.commit()
    path = f"papers/{FIRST[6:10]}/{FIRST[6:]}.md"
    line = "Mine <0000> sentence."
    there.write(path, f"{there.text(path)}\n{line}\n")
    seen = hold(there, [Said(line, path=path)])
    assert (there.root / "docs/papers").is_symlink()
    assert (there.root / "papers/2605" / f"{rows(place.today)[0].id[6:]}.md").is_file()
    return seen


@case(
    CASES,
    OF,
    "a page saved as UTF-16",
    "its bytes stay, it is named, exit 1; saved as UTF-8, it goes on",
)
def utf16(place: Place) -> str:
    there = place.clone()
    said = [note(there, FIRST)]
    path = there.page(FIRST)
    text = there.text(path)
    there.write(".gitattributes", there.text(".gitattributes") + "*.md -text\n")
    (there.root / path).write_bytes(text.encode("utf-16"))
    there.commit()
    ran = there.render(1, says=f"{path}:1: not UTF-8")
    place.announce()
    there.update(code=1)
    assert (there.root / path).read_bytes() == text.encode("utf-16")
    there.commit()
    there.write(path, text)
    return f"exit {ran.code}; {hold(there, said)}"
