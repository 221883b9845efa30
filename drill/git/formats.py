"""Old and new formats, and files of data that a merge left doubled, unsorted or with markers."""

from __future__ import annotations

import json
from collections.abc import Callable

from drill.case import Case
from drill.git.base import rows
from drill.git.cases import case
from drill.git.place import Machine, Place
from drill.git.said import (
    CONCEPT,
    FIRST,
    FOURTH,
    SECOND,
    Gone,
    Said,
    delete_page,
    everything,
    hold,
    note,
    section,
)
from wiki_builder.core.settings import FORMAT

CASES: list[Case] = []
OF = "formats"
REFUSED = "exit 2, says what is known, nothing is written"


def _format(place: Place, line: str, says: str) -> str:
    there = place.clone()
    said = everything(there)
    there.commit()
    there.replace("wiki.toml", f"format = {FORMAT}\n", line)
    there.commit("Another format")
    place.announce()
    for command in (
        ("update",),
        ("render",),
        ("build",),
        ("check",),
        ("status",),
        ("restore", FIRST[6:]),
        ("concepts", "list"),
    ):
        there.wiki(*command, code=2, says=says)
    there.bot(code=2, says="the settings or the wiki's format are wrong")
    there.clean("a command that refused wrote")
    there.git("revert", "--no-edit", "HEAD")
    return hold(there, said)


@case(CASES, OF, "format = 0", REFUSED)
def format_0(place: Place) -> str:
    return _format(place, "format = 0\n", "format")


@case(CASES, OF, "format = 1", REFUSED)
def format_1(place: Place) -> str:
    return _format(place, "format = 1\n", "never released")


@case(CASES, OF, "format = 99", REFUSED)
def format_99(place: Place) -> str:
    return _format(place, "format = 99\n", "newer")


@case(CASES, OF, "format is a word", REFUSED)
def format_word(place: Place) -> str:
    return _format(place, 'format = "two"\n', "format")


@case(CASES, OF, "no format", REFUSED)
def format_none(place: Place) -> str:
    return _format(place, "", "format")


def _json(there: Machine, path: str, change: Callable[[dict[str, object]], None]) -> None:
    value = json.loads(there.text(path))
    change(value)
    there.write(path, json.dumps(value, ensure_ascii=False, indent=1) + "\n")


@case(CASES, OF, "data with fields of a newer version", "they stay through updates and renders")
def newer_data(place: Place) -> str:
    there = place.clone()
    said = everything(there)
    paper = f"data/papers/2605/{FIRST[6:]}.json"

    def newer(value: dict[str, object]) -> None:
        value["of_a_newer_version"] = {"kept": ["to", "the", "byte"]}
        value["analysis"]["claims"][0]["weight"] = 7  # type: ignore[index]

    _json(there, paper, newer)
    _json(there, "data/runs/2026-05-05.json", lambda value: value.update(of_a_newer_version=1))
    there.commit()
    before = there.text(paper)
    seen = hold(there, said)
    assert there.text(paper) == before or '"weight": 7' in there.text(paper)
    assert "of_a_newer_version" in there.text(paper)
    assert "of_a_newer_version" in there.text("data/runs/2026-05-05.json")
    return seen


@case(
    CASES,
    OF,
    "registry and log with fields of a newer version",
    "they stay through operations, undo and renders",
)
def newer_registry(place: Place) -> str:
    there = place.clone()
    path = f"data/concepts/{CONCEPT}.yml"
    there.write(path, there.text(path) + "colour: of a newer version\nparts:\n- one: 1\n")
    said = [
        Said("colour: of a newer version", path=path),
        Said("- one: 1", path=path),
        note(there, f"concept:{CONCEPT}"),
    ]
    there.wiki("concepts", "merge", CONCEPT, "reward-model")
    log = there.text("data/operations.jsonl")
    there.write(
        "data/operations.jsonl", log.replace('"number": 1', '"weather": "fine", "number": 1')
    )
    there.wiki("concepts", "rename", CONCEPT, "--en", "use of tools")
    there.wiki("concepts", "undo")
    there.commit()
    seen = hold(there, said)
    assert '"weather": "fine"' in there.text("data/operations.jsonl")
    return seen


@case(
    CASES, OF, "a page of a newer contract", "it is named, its bytes stay, exit 1; the others go on"
)
def newer_page(place: Place) -> str:
    there = place.clone()
    said = [note(there, FIRST), section(there, FIRST), note(there, SECOND)]
    path = there.page(FIRST)
    there.replace(path, "<!-- wiki:written 2 ", "<!-- wiki:written 7 ")
    before = there.text(path)
    seen = hold(there, said, code=1, says=f"{path}:")
    assert there.text(path) == before
    return seen


DATA = "files of data"


def _ledger(place: Place, change: Callable[[list[str]], list[str]]) -> str:
    there = place.clone()
    said = everything(there)
    gone = [delete_page(there, FOURTH)]
    there.render()
    there.commit()
    lines = change(there.text("data/pages.txt").splitlines(keepends=True))
    there.write("data/pages.txt", "".join(lines))
    there.commit("A merge")
    seen = hold(there, said, gone)
    rows_ = there.text("data/pages.txt").splitlines()
    assert rows_ == sorted(set(rows_)), "the ledger is not in order"
    return seen


@case(CASES, DATA, "the ledger doubled and out of order", "healed; nothing twice, nothing back")
def ledger_doubled(place: Place) -> str:
    return _ledger(place, lambda lines: [*reversed(lines), *lines])


@case(CASES, DATA, "the ledger with conflict markers", "healed; nothing twice, nothing back")
def ledger_markers(place: Place) -> str:
    return _ledger(
        place, lambda lines: ["<<<<<<< HEAD\n", *lines[:5], "=======\n", *lines, ">>>>>>> branch\n"]
    )


@case(CASES, DATA, "the ledger with CRLF and blank lines", "healed; nothing twice, nothing back")
def ledger_crlf(place: Place) -> str:
    return _ledger(place, lambda lines: [line.replace("\n", "\r\n\r\n") for line in lines])


@case(
    CASES,
    DATA,
    "the ledger of an older commit",
    "healed; no page twice, what was deleted since stays away or is told",
)
def ledger_old(place: Place) -> str:
    there = place.clone()
    said = everything(there)
    there.commit()
    old = there.git("rev-parse", "HEAD")
    place.announce()
    there.update()
    there.commit()
    there.git("checkout", old, "--", "data/pages.txt")
    return hold(there, said)


@case(
    CASES,
    DATA,
    "one deleted, one moved: ledgers merged by union",
    "the deletion holds, the move holds",
)
def ledger_union(place: Place) -> str:
    one, other = place.clone(), place.clone()
    gone = [delete_page(one, FOURTH)]
    said = [note(other, FIRST)]
    (other.root / "docs/mine").mkdir()
    other.git("mv", other.page(FIRST), "docs/mine/first.md")
    for machine in (one, other):
        machine.render()
        machine.commit()
    one.push()
    other.git("fetch", "-q")
    other.resolve(found, "their lines") if (found := other.merge("origin/main")) else None
    return hold(other, said, gone)


def _broken(place: Place, path: str, code: int, says: str = "") -> str:
    """A file of data with markers left in: it is named and not written;
    taken from git, all goes on.
    """
    there = place.clone()
    said = [one for one in everything(there) if one.path != path]
    there.commit()
    text = there.text(path)
    lines = text.splitlines(keepends=True)
    broken = "".join(
        [*lines[:1], "<<<<<<< HEAD\n", *lines[1:], "=======\n", *lines[1:], ">>>>>>> branch\n"]
    )
    there.write(path, broken)
    there.commit("A merge")
    ran = there.render(code, says=says or path)
    assert there.text(path) == broken
    place.announce()
    there.update(code=(code, 1))
    assert there.text(path) == broken
    there.commit()
    there.git(
        "checkout",
        "HEAD~2" if there.git("log", "-1", "--format=%s") != "A merge" else "HEAD~1",
        "--",
        path,
    )
    there.commit("Mended")
    return f"exit {ran.code}; {hold(there, said)}"


@case(
    CASES,
    DATA,
    "a paper's file with conflict markers",
    "it is named, exit 1, its page stays; mended, all goes on",
)
def paper_markers(place: Place) -> str:
    return _broken(place, f"data/papers/2605/{FIRST[6:]}.json", 1)


@case(CASES, DATA, "a receipt with conflict markers", "it is named, exit 1; mended, all goes on")
def receipt_markers(place: Place) -> str:
    return _broken(place, "data/runs/2026-05-05.json", 1)


@case(
    CASES, DATA, "a concept's file with conflict markers", "nothing runs, its line is named, exit 2"
)
def concept_markers(place: Place) -> str:
    return _broken(place, f"data/concepts/{CONCEPT}.yml", 2, f"{CONCEPT}.yml:2")


@case(
    CASES,
    DATA,
    "the log of operations with conflict markers",
    "its line is named, exit 2; mended, all goes on",
)
def log_markers(place: Place) -> str:
    there = place.clone()
    said = everything(there)
    there.wiki("concepts", "merge", CONCEPT, "reward-model")
    there.commit()
    text = there.text("data/operations.jsonl")
    there.write("data/operations.jsonl", f"<<<<<<< HEAD\n{text}=======\n>>>>>>> branch\n")
    there.render(2, says="operations.jsonl:1")
    there.wiki("concepts", "undo", code=2, says="operations.jsonl:1")
    there.git("checkout", "--", "data/operations.jsonl")
    return hold(there, said)


def _spent(there: Machine) -> dict[str, object]:
    """What `status` says of the month's calls and money."""
    said = json.loads(there.wiki("status", "--json", "--today", "2026-05-06").out)
    found = {key: value for key, value in said.items() if "call" in key or "spent" in key}
    assert found, said
    return found


@case(
    CASES,
    DATA,
    "runs.txt and the money's ledger doubled and with markers",
    "read as they are, counted once",
)
def lists_doubled(place: Place) -> str:
    there = place.clone()
    said = everything(there)
    spent = _spent(there)
    for path in ("data/runs.txt", "data/spending/2026-05.tsv"):
        text = there.text(path)
        there.write(path, f"{text}{text}")
    there.commit()
    again = _spent(there)
    assert again == spent, (spent, again)
    return hold(there, said)


@case(
    CASES,
    DATA,
    "all of data/ of main, all of docs/ of a branch",
    "no page twice, every sentence stands",
)
def crossed(place: Place) -> str:
    there = place.clone()
    said = everything(there)
    there.commit()
    docs = there.git("rev-parse", "HEAD")
    place.announce()
    there.update()
    there.commit()
    there.git("checkout", docs, "--", "docs")
    new = [row.id for row in rows(place.today)]
    for page in new:
        there.git("rm", "-q", "--ignore-unmatch", "--", f"docs/papers/2605/{page[6:]}.md")
    gone = [Gone(page) for page in new]  # whose pages the ledger knows: deleted
    return hold(there, said, gone)
