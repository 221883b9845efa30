"""The bot and the web: what people commit to the origin while the daily script runs."""

from __future__ import annotations

import signal

from drill.case import Case
from drill.git.base import rows
from drill.git.cases import case
from drill.git.place import Machine, Place
from drill.git.said import (
    CONCEPT,
    FIRST,
    FOURTH,
    SECOND,
    THIRD,
    Gone,
    Said,
    delete_item,
    delete_page,
    delete_section,
    everything,
    gloss,
    hold,
    item,
    key,
    note,
    own_page,
    section,
    setting,
)
from tests.e2e.world import second_version

CASES: list[Case] = []
OF = "the bot"
KEPT = "every sentence stands, the bot pushes"


@case(CASES, OF, "edits of every kind on the web while it imports", KEPT, quick=True)
def while_it_imports(place: Place) -> str:
    there, said = place.clone(), list[Said]()
    place.announce()
    place.plan("update", lambda: place.web(lambda web: said.extend(everything(web))))
    there.bot(says="the push was rejected (1 of 5)")
    return hold(there, said)


@case(CASES, OF, "an edit between its commit and its push", KEPT)
def before_its_push(place: Place) -> str:
    there, said = place.clone(), list[Said]()
    place.announce()
    place.plan("push", lambda: place.web(lambda web: said.extend(everything(web, SECOND))))
    there.bot(says="the push was rejected (1 of 5)")
    return hold(there, said)


@case(CASES, OF, "an edit before its fetch", KEPT)
def before_its_fetch(place: Place) -> str:
    there, said = place.clone(), list[Said]()
    place.announce()
    place.plan("push", lambda: place.web(lambda web: said.append(note(web, "page:index"))))
    place.plan("fetch", lambda: place.web(lambda web: said.append(section(web, FIRST))))
    there.bot(says="pushed")
    return hold(there, said)


@case(CASES, OF, "an edit between its merge and its commit", KEPT)
def within_its_merge(place: Place) -> str:
    there, said = place.clone(), list[Said]()
    place.announce()
    place.plan("push", lambda: place.web(lambda web: said.append(note(web, FIRST))))
    place.plan("merge", lambda: place.web(lambda web: said.append(note(web, FIRST))))
    there.bot(says="the push was rejected (2 of 5)")
    return hold(there, said)


@case(CASES, OF, "its push is rejected twice", KEPT)
def rejected_twice(place: Place) -> str:
    there, said = place.clone(), list[Said]()
    place.announce()
    deeds = [
        lambda page=page: place.web(lambda web: said.extend([note(web, page), item(web, page)]))
        for page in (FIRST, SECOND)
    ]
    place.plan("push", *deeds)
    there.bot(says="the push was rejected (2 of 5)")
    return hold(there, said)


@case(
    CASES, OF, "its push is rejected for ever", "exit 3, nothing is lost, the next run pushes all"
)
def rejected_for_ever(place: Place) -> str:
    there, said = place.clone(), list[Said]()
    place.announce()
    place.plan("push", *[lambda: place.web(lambda web: said.append(note(web, FIRST)))] * 3)
    there.bot(code=3, says="rejected 3 times", WIKI_PUSH_TRIES="3")
    there.bot(says="pushed")
    assert len(said) == 3
    return hold(there, said)


def _deleted(web: Machine) -> list[Gone]:
    return [
        delete_page(web, FOURTH),
        delete_section(web, FIRST, "summary.en"),
        delete_item(web, SECOND),
        delete_page(web, "day:2026-05-05"),
        delete_page(web, f"concept:{CONCEPT}"),
    ]


@case(
    CASES, OF, "pages, sections and items deleted while it imports", "what was deleted stays away"
)
def deleted_meanwhile(place: Place) -> str:
    there, gone, said = place.clone(), list[Gone](), list[Said]()
    place.announce()

    def delete(web: Machine) -> None:
        said.append(note(web, FIRST))
        gone.extend(_deleted(web))

    place.plan("update", lambda: place.web(delete))
    there.bot(says="pushed")
    return hold(there, said, gone)


@case(CASES, OF, "a paper rejected while its new version is read", "it stays away")
def deleted_while_read(place: Place) -> str:
    there, gone = place.clone(), list[Gone]()
    place.announce(papers=(second_version(rows(1)[0]), *rows(2)))
    place.plan("push", lambda: place.web(lambda web: gone.append(delete_page(web, rows(1)[0].id))))
    there.bot(says="pushed")
    return hold(there, [], gone)


@case(CASES, OF, "a section reworded while its new version is read", "the sentence stands")
def edited_while_read(place: Place) -> str:
    there, said = place.clone(), list[Said]()
    place.announce(papers=(second_version(rows(1)[0]), *rows(2)))
    page = rows(1)[0].id
    place.plan(
        "push",
        lambda: place.web(
            lambda web: said.extend([section(web, page), item(web, page), key(web, page)])
        ),
    )
    there.bot(says="pushed")
    return hold(there, said)


@case(
    CASES,
    OF,
    "a page moved on the web while it imports",
    "moved it stays, once, with what was said on it",
)
def moved_meanwhile(place: Place) -> str:
    there, said = place.clone(), list[Said]()

    def move(web: Machine) -> None:
        (web.root / "docs/mine").mkdir()
        web.git("mv", web.page(FIRST), "docs/mine/a paper 论文.md")
        web.git("mv", web.page(f"concept:{CONCEPT}"), "docs/mine/tools.md")
        said.extend([note(web, FIRST), section(web, FIRST), note(web, f"concept:{CONCEPT}")])

    place.announce()
    place.plan("push", lambda: place.web(move))
    there.bot(says="pushed")
    assert there.page(FIRST) == "docs/mine/a paper 论文.md"
    return hold(there, said)


@case(CASES, OF, "registry and settings edited while it imports", KEPT)
def registry_meanwhile(place: Place) -> str:
    there, said = place.clone(), list[Said]()
    concepts = ("tool-use", "credit-assignment", "policy-optimization")

    def edit(web: Machine) -> None:
        for concept in concepts:
            said.extend(gloss(web, concept))
        said.append(setting(web))

    place.announce()
    place.plan("update", lambda: place.web(edit))
    there.bot(says="pushed")
    return hold(there, said)


@case(
    CASES,
    OF,
    "a registry that cannot be read is pushed meanwhile",
    "nothing is pushed, exit 2; mended, the next run pushes all",
)
def broken_registry_meanwhile(place: Place) -> str:
    there, said = place.clone(), list[Said]()

    def edit(web: Machine) -> None:
        said.append(note(web, FIRST))
        web.write(
            f"data/concepts/{CONCEPT}.yml",
            web.text(f"data/concepts/{CONCEPT}.yml") + "kind: [oops\n",
        )

    place.announce()
    place.plan("push", lambda: place.web(edit))
    there.bot(code=2, says=f"{CONCEPT}.yml")
    place.web(lambda web: web.replace(f"data/concepts/{CONCEPT}.yml", "kind: [oops\n", ""))
    again = place.clone()  # as a runner has it
    again.bot(says="pushed")
    return hold(again, said)


@case(
    CASES,
    OF,
    "history was rewritten by force while it imports",
    "exit 3, a person has to look; nothing is pushed over it",
)
def forced(place: Place) -> str:
    there, said = place.clone(), list[Said]()

    def force(web: Machine) -> None:
        said.extend(everything(web))

    place.web(lambda web: note(web, SECOND), "To be rewritten")
    there.pull()

    def rewrite() -> None:
        web = Machine(place, place.folder / "web")
        web.git("reset", "-q", "--hard", "HEAD~1")
        force(web)
        web.commit("In its place")
        web.push("--force")

    place.announce()
    place.plan("update", rewrite)
    there.bot(code=3, says="a person has to look")
    fresh = place.clone()
    fresh.bot(says="pushed")
    return hold(fresh, said)


@case(CASES, OF, "a shallow clone, and an edit meanwhile", KEPT)
def shallow(place: Place) -> str:
    said: list[Said] = []
    place.web(lambda web: said.extend(everything(web)))
    there = place.clone("shallow", "--depth", "1")
    place.announce()
    place.plan("push", lambda: place.web(lambda web: said.append(note(web, SECOND))))
    there.bot(says="pushed")
    return hold(there, said)


@case(
    CASES, OF, "a detached HEAD", "exit 2 before anything is imported or paid for, and it says why"
)
def detached(place: Place) -> str:
    there = place.clone()
    there.git("checkout", "-q", "--detach")
    said = [note(there, FIRST)]
    there.commit()
    place.announce()
    there.bot(code=2, says="branch")
    there.clean("it imported all the same")
    there.git("checkout", "-q", "-B", "main")
    there.bot(says="pushed")
    return hold(there, said)


@case(
    CASES,
    OF,
    "killed between its commit and its push",
    "the next run pushes both days, every sentence stands",
)
def killed_before_push(place: Place) -> str:
    there, said = place.clone(), list[Said]()
    place.announce()
    place.plan("push", lambda: "kill")
    there.bot(code=-signal.SIGKILL)
    place.web(lambda web: said.extend(everything(web)))
    place.announce()
    there.bot(says="pushed")
    assert there.page(rows(place.today - 1)[0].id)
    return hold(there, said)


@case(
    CASES,
    OF,
    "killed before it commits, then run in the same clone",
    "exit 2 and says why; committed, all goes on",
)
def killed_before_commit(place: Place) -> str:
    there, said = place.clone(), list[Said]()
    place.announce()
    place.plan("commit", lambda: "kill")
    there.bot(code=-signal.SIGKILL)
    there.bot(code=2, says="not committed")
    place.web(lambda web: said.extend([note(web, FIRST), section(web, FIRST)]))
    there.bot("publish", says="pushed")
    return hold(there, said)


@case(
    CASES, OF, "killed in its merge", "exit 2 and says what to do; every sentence stands after it"
)
def killed_in_merge(place: Place) -> str:
    there, said = place.clone(), list[Said]()
    place.announce()
    place.plan("push", lambda: place.web(lambda web: said.extend(everything(web))))
    place.plan("render", lambda: place.plan("commit", lambda: "kill"))
    there.bot(code=-signal.SIGKILL)
    there.bot(code=2, says="git merge --abort")
    there.git("merge", "--abort")
    there.bot(says="pushed")
    return hold(there, said)


@case(CASES, OF, "edits in its clone that nobody committed", "exit 2, they stay as they are")
def dirty(place: Place) -> str:
    there = place.clone()
    said = everything(there)
    before = there.git("diff")
    place.announce()
    there.bot(code=2, says="not committed")
    assert there.git("diff") == before
    there.commit()
    there.bot(says="pushed")
    return hold(there, said)


@case(CASES, OF, "a clone with autocrlf", KEPT)
def autocrlf(place: Place) -> str:
    there, said = place.clone("crlf", "-c", "core.autocrlf=true"), list[Said]()
    place.announce()
    place.plan("push", lambda: place.web(lambda web: said.extend(everything(web))))
    there.bot(says="pushed")
    return hold(there, said)


@case(
    CASES,
    OF,
    "a page with conflict markers is pushed meanwhile",
    "the bytes stay, it is named, the bot pushes",
)
def markers_meanwhile(place: Place) -> str:
    there, said = place.clone(), list[Said]()

    def edit(web: Machine) -> None:
        said.append(section(web, FIRST))
        web.replace(
            web.page(FIRST),
            said[0].line,
            f"<<<<<<< mine\n{said[0].line}\n=======\nother\n>>>>>>> theirs",
        )

    place.announce()
    place.plan("push", lambda: place.web(edit))
    out = there.bot(says="pushed")
    assert "conflict markers of git" in out, out
    return hold(there, said, code=1, broken=[there.page(FIRST)])


@case(
    CASES,
    OF,
    "a new page of their own at the place of a page to come",
    "their file stays, the page is left out",
)
def own_page_in_the_way(place: Place) -> str:
    there, said = place.clone(), list[Said]()
    place.announce()
    new = rows(place.today)[0].id.removeprefix("arxiv:")
    path = f"docs/papers/{new[:4]}/{new}.md"
    place.plan("push", lambda: place.web(lambda web: said.append(own_page(web, path))))
    there.bot(says="pushed")
    return hold(there, said)


@case(CASES, OF, "its clone is of another branch", "it pushes to that branch, main is as it was")
def other_branch(place: Place) -> str:
    there = place.clone()
    main = there.git("rev-parse", "main")
    there.git("checkout", "-q", "-b", "trial")
    said = [note(there, THIRD)]
    there.commit()
    place.announce()
    there.bot(says="pushed to trial")
    assert there.git("ls-remote", "origin", "main").split()[0] == main
    there.git("checkout", "-q", "main")
    there.git("merge", "-q", "--ff-only", "trial")
    return hold(there, said)
