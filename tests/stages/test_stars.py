"""Stars leave for Zotero and for a file, and come in again: nothing is there twice."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.world import run
from tests.loopback.zotero import KEY, LoopbackZotero
from wiki_builder.core.errors import UpstreamError, UsageError
from wiki_builder.core.http.client import Client, ClientConfig
from wiki_builder.core.settings import Settings
from wiki_builder.core.store.entries import add_entries
from wiki_builder.core.store.holdings import read_holdings, write_holdings
from wiki_builder.core.store.marks import write_marks
from wiki_builder.core.store.papers import write_paper
from wiki_builder.core.store.sent import note_all_sent, read_sent
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.announcement import Version
from wiki_builder.core.values.holding import Holding
from wiki_builder.core.values.marks import Mark
from wiki_builder.core.values.paper import Paper
from wiki_builder.core.values.receipt import Entry
from wiki_builder.library.index import load_index
from wiki_builder.library.interests import interests_of
from wiki_builder.sources.bibliography import Reference, from_bibtex
from wiki_builder.stages.imports import Listed, decide, joined
from wiki_builder.stages.stars import ToZotero, as_bibtex, starred, to_zotero

AUTHORS = ("Ada Lovelace", "Kurt Gödel", "Ludwig van den Berg")


@pytest.fixture
def zotero() -> Iterator[LoopbackZotero]:
    with LoopbackZotero() as server:
        yield server


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    return Wiki(tmp_path)


def title(number: int) -> str:
    return f"Paper number {number} on 50% of {{GRPO}} & more"


def ids(count: int) -> list[str]:
    return [f"arxiv:2401.{number:05}" for number in range(1, count + 1)]


def star(wiki: Wiki, count: int, read: int = 3) -> None:
    """So many papers with a star, the first of which the wiki has read, the others announced."""
    for number, id_ in enumerate(ids(count)[:read], 1):
        version = Version(1, title(number), AUTHORS, "An abstract.", ("cs.CL",))
        write_paper(wiki, Paper(id_, (version,), imported="2024-01-02", run="2024-01-02"))
    add_entries(
        wiki,
        [
            Entry(id_, "2024-01-02", title(number), AUTHORS, "An abstract.", ("cs.CL",), 1)
            for number, id_ in enumerate(ids(count), 1)
            if number > read
        ],
    )
    write_marks(wiki, {id_: {"star": Mark("2024-01-03T08:00:00Z")} for id_ in ids(count)})


def settings(zotero: LoopbackZotero, **more: Any) -> Settings:
    table = {"address": zotero.url, "library": "users/7", "collection": "ABCD2345", **more}
    return Settings.model_validate({"format": 2, "zotero": table})


def send(wiki: Wiki, zotero: LoopbackZotero, **more: Any) -> ToZotero:
    config = ClientConfig(interval=0.0, backoff=0.0, attempts=3)
    with Client(config, sleep=lambda _: None) as client:
        return to_zotero(wiki, settings(zotero, **more), {"ZOTERO_API_KEY": KEY}, client)


def there(zotero: LoopbackZotero) -> list[str]:
    found = [one["data"].get("archiveID", "") for one in zotero.items]
    return sorted(one.replace("arXiv", "arxiv") for one in found if one)


def test_stars_go_to_zotero_once(wiki: Wiki, zotero: LoopbackZotero) -> None:
    """As preprints of the collection, fifty a request; a second run sends and asks nothing."""
    star(wiki, 120)
    told = send(wiki, zotero)
    assert list(told.lines())[-1] == (
        "120 sent to Zotero; 0 were there, 0 were sent before, 0 came from your library, 0 refused"
    )
    assert there(zotero) == ids(120)
    assert zotero.writes == [50, 50, 20]
    first = zotero.items[0]["data"]
    assert first == {
        "itemType": "preprint",
        "title": title(1),
        "creators": [
            {"creatorType": "author", "firstName": "Ada", "lastName": "Lovelace"},
            {"creatorType": "author", "firstName": "Kurt", "lastName": "Gödel"},
            {"creatorType": "author", "firstName": "Ludwig", "lastName": "van den Berg"},
        ],
        "abstractNote": "An abstract.",
        "date": first["date"],
        "url": "https://arxiv.org/abs/2401.00001",
        "collections": ["ABCD2345"],
        "repository": "arXiv",
        "archiveID": "arXiv:2401.00001",
        "DOI": "10.48550/arXiv.2401.00001",
    }
    reads = zotero.reads
    assert send(wiki, zotero).before == 120
    assert (zotero.reads, len(zotero.items)) == (reads, 120)


def test_what_was_deleted_there_stays_away(wiki: Wiki, zotero: LoopbackZotero) -> None:
    """The ledger knows that it was sent."""
    star(wiki, 3)
    send(wiki, zotero)
    del zotero.items[1]
    assert send(wiki, zotero).before == 3
    assert len(zotero.items) == 2


@pytest.mark.parametrize("fault", ["lost", "changed"])
def test_nothing_comes_twice_whatever_is_lost(
    wiki: Wiki, zotero: LoopbackZotero, fault: str
) -> None:
    """An answer that is lost behind a write, or somebody who writes meanwhile: the library is
    read again, and only what is not there is sent.
    """
    star(wiki, 120)
    zotero.plan.extend(["", fault])
    send(wiki, zotero)
    assert there(zotero) == ids(120)


def test_what_somebody_saved_by_other_means_is_not_sent(wiki: Wiki, zotero: LoopbackZotero) -> None:
    """Known by arXiv's id in any field, or by title and first author."""
    star(wiki, 4)
    zotero.save(title="Any", creators=[], extra="arXiv:2401.00001 [cs]")
    zotero.save(title="Any", creators=[], DOI="10.48550/arXiv.2401.00002")
    zotero.save(title=title(3).upper(), creators=[{"firstName": "Ada", "lastName": "Lovelace"}])
    zotero.save(title="A note", creators="none")
    told = send(wiki, zotero)
    assert [one.fate for one in told.puts] == ["there", "there", "there", "sent"]
    assert there(zotero) == ["arxiv:2401.00004"]


def test_a_kill_leaves_nothing_twice(
    wiki: Wiki, zotero: LoopbackZotero, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between the write and the ledger's second line: the next run finds them there."""
    star(wiki, 3)

    def killed(wiki: Wiki, receiver: str, lines: dict[str, tuple[str]]) -> None:
        if ("sending",) not in lines.values():
            raise KeyboardInterrupt
        note_all_sent(wiki, receiver, lines)

    monkeypatch.setattr("wiki_builder.stages.stars.note_all_sent", killed)
    with pytest.raises(KeyboardInterrupt):
        send(wiki, zotero)
    monkeypatch.undo()
    assert set(read_sent(wiki, "zotero").values()) == {("sending",)}
    assert [one.fate for one in send(wiki, zotero).puts] == ["there"] * 3
    assert there(zotero) == ids(3)


def test_what_is_refused_is_named_and_tried_again(wiki: Wiki, zotero: LoopbackZotero) -> None:
    """One paper's fault is its own."""
    star(wiki, 3)
    version = Version(1, "Refused by Zotero", AUTHORS, "", ("cs.CL",))
    write_paper(wiki, Paper(ids(1)[0], (version,), imported="2024-01-02", run="2024-01-02"))
    for _ in range(2):
        told = send(wiki, zotero)
        assert told.refused == 1
        assert f"refused: {ids(1)[0]}: no such field" in list(told.lines())
    assert there(zotero) == ids(3)[1:]


@pytest.mark.parametrize(
    "answer",
    [
        b"<html>welcome to the hotel</html>",
        b"[]",
        b"[" * 100_000,
        b'{"success": 3}',
        b'{"success": {}, "failed": {}}',
    ],
)
def test_what_is_no_answer_of_zotero_says_so(
    wiki: Wiki, zotero: LoopbackZotero, answer: bytes
) -> None:
    """A page of a captive portal, say: nothing counts as sent."""
    star(wiki, 3)
    zotero.plan.append(answer)
    with pytest.raises(UpstreamError, match="none of Zotero's") as error:
        send(wiki, zotero)
    assert KEY not in str(error.value)
    assert set(read_sent(wiki, "zotero").values()) == {("sending",)}


def test_a_library_that_promises_what_it_has_not_is_not_read_for_ever(
    wiki: Wiki, zotero: LoopbackZotero
) -> None:
    """A page without items before the total is reached ends it; nothing is sent."""
    star(wiki, 1)
    zotero.beyond = 10_000
    with pytest.raises(UpstreamError, match="is empty before its total"):
        send(wiki, zotero)
    assert (zotero.reads, zotero.writes) == (1, [])


def test_a_key_and_a_library_are_needed(wiki: Wiki, zotero: LoopbackZotero) -> None:
    """It says which is missing; a wrong one is the upstream's refusal."""
    star(wiki, 1)
    with pytest.raises(UsageError, match="no library"):
        send(wiki, zotero, library="")
    with pytest.raises(UsageError, match="OTHER_KEY is not set"):
        send(wiki, zotero, key_variable="OTHER_KEY")
    with pytest.raises(UpstreamError, match="403"):
        send(wiki, zotero, library="users/8")


def test_a_library_of_a_thousand_in_and_out_and_in_again(
    wiki: Wiki, zotero: LoopbackZotero
) -> None:
    """As BibTeX and into Zotero: no work is anywhere twice."""
    star(wiki, 1_000)
    stars, unknown = starred(wiki)
    assert (len(stars), unknown) == (1_000, [])
    listed = Listed(tuple(from_bibtex("\n".join(as_bibtex(stars)))), is_library=True)
    assert all(isinstance(one, Reference) for one in listed.entries)
    library = joined([], listed, "2024-02-01")
    assert sorted(one.id for one in library) == ids(1_000)
    send(wiki, zotero)
    assert there(zotero) == ids(1_000)

    write_holdings(wiki, library)
    assert joined(read_holdings(wiki), listed, "2024-02-02") == library
    cards = [one.card for one in load_index(wiki).values()]
    decided = decide(Listed(listed.entries * 2), cards, ())
    assert sum(one.outcome == "known" for one in decided) == 1_003
    taken = [one.id for one in decided if one.outcome == "taken"]
    assert len(taken) == len(set(taken)) == 997
    assert send(wiki, zotero).before == 1_000
    assert there(zotero) == ids(1_000)


def test_two_branches_that_both_import_keep_both_libraries_and_each_work_once(
    tmp_path: Path,
) -> None:
    """Git joins the lines, by the attributes of a new wiki; a work that both brought counts once
    in the ranking, and stands once after the next import, with its id and the day it first came.
    """
    one, other = tmp_path / "one", tmp_path / "other"

    def git(where: Path, *args: str) -> None:
        who = (
            "-c",
            "user.name=t",
            "-c",
            "user.email=t@example.org",
            "-c",
            "merge.conflictStyle=merge",
        )
        subprocess.run(["git", "-C", str(where), *who, *args], check=True, capture_output=True)

    def imported(where: Path, day: str, *entries: str) -> None:
        listed = Listed(tuple(from_bibtex("\n".join(entries))), is_library=True)
        write_holdings(Wiki(where), joined(read_holdings(Wiki(where)), listed, day))
        git(where, "add", ".")
        git(where, "commit", "-qm", "imported")

    def entry(number: int, title: str, more: str = "") -> str:
        return f"@misc{{k{number}, title={{{title}}}, author={{Lee, Ann}}{more}}}"

    shared = "Engines that reason about proofs"
    one.mkdir()
    attributes = files("wiki_builder.scaffold").joinpath("files/gitattributes").read_bytes()
    (one / ".gitattributes").write_bytes(attributes)
    git(one, "init", "-q")
    imported(one, "2024-02-01", entry(1, "What both began with, long ago"))
    git(tmp_path, "clone", "-q", str(one), str(other))
    imported(one, "2024-02-03", entry(2, shared), entry(3, "Only the first device has this"))
    here = entry(4, "Only the second device has this")
    imported(other, "2024-02-02", here, entry(5, shared, ", eprint={2403.00001}"))
    git(other, "pull", "-q", "--no-rebase", "--no-edit", "origin", "HEAD")

    merged = read_holdings(Wiki(other))
    assert sum(held.title == shared for held in merged) == 2
    known = [
        held.title
        for held in interests_of(
            Wiki(other), Settings.model_validate({"format": 2}), "2024-03-01"
        ).examples
    ]
    assert (len(known), known.count(shared)) == (4, 1)
    imported(other, "2024-02-09", here, entry(9, "A new work of the second device"))
    (held,) = [held for held in read_holdings(Wiki(other)) if held.title == shared]
    assert (held.id, held.since) == ("arxiv:2403.00001", "2024-02-02")
    assert len(read_holdings(Wiki(other))) == 5


def test_what_came_from_the_library_is_not_sent_back(wiki: Wiki, zotero: LoopbackZotero) -> None:
    """Neither direction brings a work twice."""
    star(wiki, 3)
    write_holdings(wiki, [Holding("Any", "2024-02-01", id_) for id_ in ids(2)])
    told = send(wiki, zotero)
    assert (told.held, len(told.puts)) == (2, 1)
    assert there(zotero) == ids(3)[2:]


def test_a_star_of_nothing_known_is_named(wiki: Wiki) -> None:
    """The wiki cannot say what it is."""
    star(wiki, 1)
    write_marks(
        wiki, {i: {"star": Mark("2024-01-03T08:00:00Z")} for i in ("arxiv:2402.00001", *ids(1))}
    )
    stars, unknown = starred(wiki)
    assert ([one.card.id for one in stars], unknown) == (ids(1), ["arxiv:2402.00001"])


# --- The command ----------------------------------------------------------------------


def test_the_command_writes_a_file_and_sends(
    wiki: Wiki, zotero: LoopbackZotero, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says how many; without either it does nothing."""
    star(wiki, 2)
    table = f'[zotero]\naddress = "{zotero.url}"\nlibrary = "users/7"\n'
    (wiki.root / "wiki.toml").write_text(f"format = 2\n{table}", "utf-8")
    monkeypatch.setenv("ZOTERO_API_KEY", KEY)
    file = tmp_path / "stars.bib"
    ran = run("-C", wiki.root, "export", "--stars", file)
    assert (ran.code, ran.err) == (0, "2 starred papers as BibTeX\n")
    assert [one.name for one in from_bibtex(file.read_text("utf-8"))] == [
        "lovelace2024paper",
        "lovelace2024paperb",
    ]
    assert run("-C", wiki.root, "export", "--stars", "-").out == file.read_text("utf-8")
    ran = run("-C", wiki.root, "export", "--zotero")
    assert (ran.code, ran.out.splitlines()[0]) == (0, "sent: arxiv:2401.00001")
    assert there(zotero) == ids(2)
    assert run("-C", wiki.root, "export").code == 2
