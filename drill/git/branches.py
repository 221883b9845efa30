"""Branches that are merged a month later, when main has gone on; and what git can do to history."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

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
    Said,
    between,
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
    same,
    section,
    setting,
    stand,
)

CASES: list[Case] = []
OF = "a branch, a month later"
KEPT = "every sentence of the branch and of main stands"


def _month(place: Place, days: int = 3) -> None:
    """The bot goes on for some days on main."""
    bot = place.clone()
    for _ in range(days):
        place.announce()
        bot.bot(says="pushed")


def _later(
    place: Place, edit: Callable[[Machine], Sequence[Said]], on_main: Callable[[Machine], object]
) -> tuple[Machine, list[Said], list[str]]:
    """A branch with edits is merged into main, which the bot and people went on with:
    the files in conflict.
    """
    there = place.clone()
    there.git("checkout", "-q", "-b", "branch")
    said = list(edit(there))
    there.commit("Edits on a branch")
    place.web(on_main)
    _month(place)
    there.git("checkout", "-q", "main")
    there.pull()
    return there, said, there.merge("branch")


def _standing(there: Machine, said: Sequence[Said]) -> list[Said]:
    """The sentences that a person kept when they ended the merge."""
    kept = []
    for one in said:
        try:
            stand(there, [one])
        except AssertionError:
            continue
        kept.append(one)
    return kept


@case(CASES, OF, "edits of every kind, conflicts ended by the branch's side", KEPT)
def by_theirs(place: Place) -> str:
    main: list[Said] = []
    there, said, found = _later(place, everything, lambda web: main.append(note(web, THIRD)))
    there.resolve(found, "theirs") if found else None
    return f"{len(found)} in conflict; {hold(there, [*said, *main])}"


@case(
    CASES,
    OF,
    "edits of every kind, conflicts ended by main's side",
    "every sentence that was kept stands, none comes back",
)
def by_ours(place: Place) -> str:
    main: list[Said] = []
    there, said, found = _later(place, everything, lambda web: main.append(section(web, FIRST)))
    there.resolve(found, "ours") if found else None
    kept = _standing(there, said)
    return f"{len(found)} in conflict, {len(kept)} kept; {hold(there, [*kept, *main])}"


@case(
    CASES,
    OF,
    "edits of every kind, conflicts ended by both sides' lines",
    "every sentence stands, or its page is named",
)
def by_union(place: Place) -> str:
    main: list[Said] = []
    there, said, found = _later(
        place,
        everything,
        lambda web: main.extend([section(web, FIRST, "reason.zh"), note(web, FIRST)]),
    )
    there.resolve(found, "union") if found else None
    all_of_it = [*said, *main]
    ran = there.render((0, 1))
    stand(there, _standing(there, all_of_it))
    if ran.code == 0:
        return f"{len(found)} in conflict; {hold(there, all_of_it)}"
    for one in all_of_it:
        assert one.line in there.text(there.page(one.page) if one.page else one.path), (
            f"lost: {one}"
        )
    assert "docs/" in ran.said, ran.said
    for path in found:  # mended from the branch, where all of it stands
        there.git("checkout", "branch", "--", path)
    return f"{len(found)} in conflict, named; mended: {hold(there, _standing(there, all_of_it))}"


@case(
    CASES,
    OF,
    "the same section reworded on both, markers left in",
    "both stand, the page is named, exit 1, all else goes on",
)
def markers(place: Place) -> str:
    main: list[Said] = []
    there, said, found = _later(
        place,
        lambda there: [section(there, FIRST), note(there, SECOND)],
        lambda web: main.append(section(web, FIRST)),
    )
    path = there.page(FIRST)
    assert path in found, found
    others = [other for other in found if other != path]
    for other in others:
        there.git("checkout", "--theirs", "--", other)
        there.git("add", "--", other)
    there.resolve([path], "markers")
    return hold(there, [*said, *main], code=1, says=path, broken=[path])


@case(
    CASES,
    OF,
    "markers left in every list page",
    "named, exit 1; taken from main, the next render heals",
)
def markers_in_lists(place: Place) -> str:
    there = place.clone()
    there.git("checkout", "-q", "-b", "branch")
    said = [note(there, FIRST), section(there, FIRST)]
    place.announce()
    there.update()
    there.commit("An update on the branch")
    _month(place, 1)
    there.git("checkout", "-q", "main")
    there.pull()
    place.announce()
    found = there.merge("branch")
    there.resolve(found, "markers") if found else None
    left = [path for path in there.conflicted() if path.startswith("docs/")]
    other = [path for path in there.conflicted() if not path.startswith("docs/")]
    for path in other:
        there.git("checkout", "HEAD^1", "--", path)
    ran = there.render(1 if left else 0)
    for path in left:
        assert path in ran.said, f"{path} is not named: {ran.said}"
        there.git("checkout", "HEAD^2" if FIRST[6:] in path else "HEAD^1", "--", path)
    return f"{len(left)} pages named; {hold(there, said)}"


@case(CASES, OF, "notes alone", "git merges, nothing is in conflict, every sentence stands")
def notes(place: Place) -> str:
    pages = (FIRST, SECOND, THIRD, f"concept:{CONCEPT}", "page:index", "day:2026-05-04")
    there, said, found = _later(
        place, lambda there: [note(there, page) for page in pages], lambda web: section(web, FIRST)
    )
    assert not found, found
    return hold(there, said)


@case(CASES, OF, "front matter on both", KEPT)
def front_matter(place: Place) -> str:
    main: list[Said] = []
    there, said, found = _later(
        place,
        lambda there: [key(there, FIRST), key(there, SECOND, "title")],
        lambda web: main.extend([key(web, THIRD), key(web, FIRST, "kind")]),
    )
    there.resolve(found, "theirs") if found else None
    return hold(there, [*said, *main])


@case(CASES, OF, "the registry on both: words here, a merge of concepts there", KEPT)
def registry(place: Place) -> str:
    main: list[Said] = []

    def on_main(web: Machine) -> None:
        main.extend(gloss(web, "credit-assignment"))
        web.wiki("concepts", "merge", "policy-optimization", "reward-model", "--quiet", code=(0, 2))
        web.wiki("concepts", "merge", "policy-optimization", "reward-model", code=(0, 2))

    there, said, found = _later(
        place, lambda there: [*gloss(there, CONCEPT), *gloss(there, "policy-optimization")], on_main
    )
    there.resolve(found, "union") if found else None
    return hold(there, [*said, *main])


@case(CASES, OF, "wiki.toml on both", KEPT)
def settings(place: Place) -> str:
    main: list[Said] = []

    def on_main(web: Machine) -> None:
        web.replace("wiki.toml", "# What a person", "# Main's own words.\n# What a person")
        main.append(Said("# Main's own words.", path="wiki.toml"))

    def edit(there: Machine) -> list[Said]:
        there.replace("wiki.toml", 'title = "A wiki of the drill"', 'title = "The branch\'s title"')
        return [setting(there), Said('title = "The branch\'s title"', path="wiki.toml")]

    there, said, found = _later(place, edit, on_main)
    assert not found, found
    return hold(there, [*said, *main])


@case(
    CASES,
    OF,
    "wiki.toml with markers left in",
    "nothing runs, the line is named, exit 2; mended, all goes on",
)
def settings_markers(place: Place) -> str:
    def edit(title: str) -> Callable[[Machine], list[Said]]:
        def edited(there: Machine) -> list[Said]:
            there.replace("wiki.toml", 'title = "A wiki of the drill"', f'title = "{title}"')
            return [note(there, FIRST), Said(f'title = "{title}"', path="wiki.toml")]

        return edited

    there, said, found = _later(place, edit("Branch"), lambda web: edit("Main")(web))
    assert "wiki.toml" in found, found
    for path in [path for path in found if path != "wiki.toml"]:
        there.git("checkout", "--theirs", "--", path)
        there.git("add", "--", path)
    there.resolve(["wiki.toml"], "markers")
    before = there.text("wiki.toml")
    line = before[: before.index("<<<<<<<")].count("\n") + 1
    for command in ("render", "update", "check", "status"):
        ran = there.wiki(command, code=2)
        assert f"wiki.toml:{line}" in ran.said or f"line {line}" in ran.said, ran.said
    there.clean("a command that ended with 2 wrote")
    there.git("checkout", "branch", "--", "wiki.toml")
    there.write("wiki.toml", there.text("wiki.toml"))
    return hold(there, [one for one in said if one.page or ("Branch" in one.line and one.path)])


@case(CASES, OF, "the branch ran the builder, too", KEPT)
def both_built(place: Place) -> str:
    there = place.clone()
    there.git("checkout", "-q", "-b", "branch")
    said = everything(there)
    there.commit()
    place.announce()
    there.update()
    there.commit("An update on the branch")
    place.today -= 1
    _month(place)
    there.git("checkout", "-q", "main")
    there.pull()
    found = there.merge("branch")
    there.resolve(found, "theirs") if found else None
    return f"{len(found)} in conflict; {hold(there, said)}"


@case(CASES, OF, "deletions of every kind", "what was deleted stays away")
def deletions(place: Place) -> str:
    there = place.clone()
    there.git("checkout", "-q", "-b", "branch")
    gone = [
        delete_page(there, FOURTH),
        delete_page(there, f"concept:{CONCEPT}"),
        delete_section(there, FIRST, "abstract.en"),
        delete_section(there, FIRST, "method.zh"),
        delete_item(there, SECOND),
    ]
    there.commit()
    said: list[Said] = []
    place.web(lambda web: said.extend([note(web, FIRST), note(web, SECOND), item(web, THIRD)]))
    _month(place)
    there.git("checkout", "-q", "main")
    there.pull()
    found = there.merge("branch")
    there.resolve(found, "their lines") if found else None
    return f"{len(found)} in conflict; {hold(there, said, gone)}"


@case(CASES, OF, "rebased upon main", KEPT)
def rebased(place: Place) -> str:
    there = place.clone()
    there.git("checkout", "-q", "-b", "branch")
    said = [note(there, FIRST)]
    there.commit()
    said.append(section(there, SECOND))
    there.commit()
    said.append(item(there, THIRD))
    there.commit()
    _month(place)
    there.git("fetch", "-q")
    there.tried("rebase", "-q", "origin/main")
    while found := there.git("diff", "--name-only", "--diff-filter=U").splitlines():
        there.resolve(found, "theirs")
    return hold(there, said)


@case(CASES, OF, "squashed into one commit", KEPT)
def squashed(place: Place) -> str:
    there = place.clone()
    there.git("checkout", "-q", "-b", "branch")
    said = everything(there)
    there.commit()
    _month(place)
    there.git("checkout", "-q", "main")
    there.pull()
    there.tried("merge", "-q", "--squash", "branch")
    there.resolve(there.git("diff", "--name-only", "--diff-filter=U").splitlines(), "theirs")
    return hold(there, said)


@case(CASES, OF, "main merged into the branch each day, then back", KEPT)
def both_ways(place: Place) -> str:
    there = place.clone()
    there.git("checkout", "-q", "-b", "branch")
    said = []
    for page in (FIRST, SECOND):
        said += [note(there, page), section(there, page), between(there, page)]
        there.commit()
        _month(place, 1)
        there.git("fetch", "-q")
        found = there.merge("origin/main")
        there.resolve(found, "ours") if found else None
    there.git("checkout", "-q", "main")
    there.pull()
    assert there.merge("branch") == []
    return hold(there, said)


# --- History ------------------------------------------------------------------------

HISTORY = "history"


@case(CASES, HISTORY, "a bot's commit reverted", "every sentence stands, the day is imported again")
def revert(place: Place) -> str:
    there = place.clone()
    place.announce()
    there.bot(says="pushed")
    imported = there.git("rev-parse", "HEAD")
    said = everything(there)
    there.commit()
    done = there.tried("revert", "--no-edit", imported)
    if done.returncode:
        found = there.git("diff", "--name-only", "--diff-filter=U").splitlines()
        there.resolve(found, "ours")
    seen = hold(there, said)
    new = rows(2)[0].id
    return f"{seen}; {'imported again' if new in there.pages() else 'not imported again'}"


@case(CASES, HISTORY, "a merge of the bot's reverted", "every sentence stands")
def revert_merge(place: Place) -> str:
    there, said = place.clone(), list[Said]()
    place.announce()
    place.plan(
        "push", lambda: place.web(lambda web: said.extend([note(web, FIRST), own_page(web)]))
    )
    there.bot(says="pushed")
    done = there.tried("revert", "--no-edit", "-m", "2", "HEAD")  # back to what the person had
    if done.returncode:
        there.resolve(there.git("diff", "--name-only", "--diff-filter=U").splitlines(), "theirs")
    return hold(there, said)


@case(CASES, HISTORY, "a person's commit cherry-picked to main", "every sentence of it stands")
def cherry_pick(place: Place) -> str:
    there = place.clone()
    there.git("checkout", "-q", "-b", "branch")
    note(there, THIRD)
    there.commit("Another")
    said = [section(there, FIRST), item(there, SECOND), note(there, FIRST)]
    there.commit("This one")
    _month(place, 1)
    there.git("checkout", "-q", "main")
    there.pull()
    done = there.tried("cherry-pick", "branch")
    if done.returncode:
        there.resolve(there.git("diff", "--name-only", "--diff-filter=U").splitlines(), "theirs")
    return hold(there, said)


@case(
    CASES,
    HISTORY,
    "a bot's commit cherry-picked to a branch, then merged",
    "every sentence stands, nothing twice",
)
def cherry_pick_bot(place: Place) -> str:
    there, bot = place.clone(), place.clone()
    there.git("checkout", "-q", "-b", "branch")
    said = [section(there, FIRST), note(there, SECOND)]
    there.commit()
    place.announce()
    bot.bot(says="pushed")
    there.git("fetch", "-q")
    done = there.tried("cherry-pick", "origin/main")
    if done.returncode:
        there.resolve(there.git("diff", "--name-only", "--diff-filter=U").splitlines(), "theirs")
    there.git("checkout", "-q", "main")
    there.pull()
    found = there.merge("branch")
    there.resolve(found, "theirs") if found else None
    return hold(there, said)


@case(
    CASES, HISTORY, "edits stashed, the bot's day pulled, the stash popped", "every sentence stands"
)
def stash(place: Place) -> str:
    there, bot = place.clone(), place.clone()
    said = everything(there)
    there.git("stash", "-q", "--include-untracked")
    there.render()
    place.announce()
    bot.bot(says="pushed")
    there.pull()
    done = there.tried("stash", "pop", "-q")
    if done.returncode:
        for path in there.git("diff", "--name-only", "--diff-filter=U").splitlines():
            there.git("checkout", "--theirs", "--", path)
        there.git("reset", "-q")
        if not (there.root / said[-1].path).exists():
            there.git("checkout", "stash@{0}^3", "--", ".")
    return hold(there, said)


@case(
    CASES, HISTORY, "git clean -fdx", "what is committed stands; a run without the cache is quiet"
)
def clean(place: Place) -> str:
    there = place.clone()
    said = everything(there)
    there.render()
    there.commit()
    there.git("clean", "-qfdx")
    there.render()
    there.clean("a render without the cache wrote")
    return hold(there, said)


@case(CASES, HISTORY, "a worktree beside the clone", "the bot works in it, every sentence stands")
def worktree(place: Place) -> str:
    there = place.clone()
    there.git("checkout", "-q", "-b", "else")
    there.git("worktree", "add", "-q", place.folder / "beside", "main")
    beside, said = Machine(place, place.folder / "beside"), list[Said]()
    place.announce()
    place.plan("push", lambda: place.web(lambda web: said.extend(everything(web))))
    beside.bot(says="pushed")
    return hold(beside, said)


@case(
    CASES,
    HISTORY,
    "the wiki is a submodule of another repository",
    "the bot works in it, every sentence stands",
)
def submodule(place: Place) -> str:
    outer = Machine(place, place.folder / "outer")
    outer.root.mkdir()
    outer.git("init", "-q", "-b", "main")
    outer.git(
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
        place.origin.as_uri(),
        "wiki",
    )
    outer.commit()
    there = Machine(place, outer.root / "wiki")
    there.git("checkout", "-q", "main")
    said: list[Said] = []
    place.announce()
    place.plan("push", lambda: place.web(lambda web: said.extend(everything(web))))
    there.bot(says="pushed")
    return hold(there, said)


@case(
    CASES,
    HISTORY,
    "a sparse checkout that leaves pages out",
    "exit 2 before anything is written; whole again, every sentence stands",
)
def sparse(place: Place) -> str:
    there = place.clone()
    said = everything(there)
    there.commit()
    there.git("sparse-checkout", "set", "docs/papers", "data")
    place.announce()
    there.wiki("render", code=2, says="a sparse checkout")
    there.update(code=2)
    there.clean("a command that ended with 2 wrote")
    there.git("sparse-checkout", "disable")
    return hold(there, said)


@case(
    CASES,
    HISTORY,
    "set back by two days, then the bot",
    "every sentence stands, the days are there once",
)
def set_back(place: Place) -> str:
    there = place.clone()
    said = [note(there, FIRST)]
    there.commit()
    there.push()
    for _ in range(2):
        place.announce()
        there.bot(says="pushed")
    place.web(lambda web: said.append(section(web, FIRST)))
    there.git("reset", "-q", "--hard", "HEAD~2")
    there.bot(says="pushed")
    return hold(there, said)


@case(
    CASES,
    HISTORY,
    "one page taken back to an older commit",
    "it is brought up to date; no sentence is lost",
)
def older_page(place: Place) -> str:
    there = place.clone()
    said = [note(there, FIRST), section(there, FIRST)]
    there.commit()
    old = there.git("rev-parse", "HEAD")
    section(there, FIRST, "reason.en")
    there.render()
    there.commit()
    place.announce()
    there.update()
    there.commit()
    for page in (FIRST, "page:index", "page:papers/2605/index"):
        there.git("checkout", old, "--", there.page(page))
    seen = hold(there, said)
    assert rows(2)[0].id[6:] in there.text("docs/index.md")
    return seen


@case(CASES, HISTORY, "an old commit checked out and rendered", "its pages are as they were")
def old_commit(place: Place) -> str:
    there = place.clone()
    said = everything(there)
    there.render()
    there.commit()
    for _ in range(2):
        place.announce()
        there.update()
        there.commit()
    there.git("checkout", "-q", "HEAD~2")
    there.render()
    there.clean("a render of an old commit wrote")
    stand(there, said)
    there.git("checkout", "-q", "main")
    return hold(there, said)


@case(CASES, HISTORY, "commits of both machines amended", "every sentence stands")
def amended(place: Place) -> str:
    one, other = place.clone(), place.clone()
    said = [note(one, FIRST)]
    one.commit()
    said.append(section(one, FIRST))
    one.git("commit", "-qa", "--amend", "-m", "Both")
    place.announce()
    other.bot(says="pushed")
    other.git("commit", "-q", "--amend", "-m", "Another message")
    one.bot(says="pushed")
    other.git("fetch", "-q")
    other.git("reset", "-q", "--hard", "origin/main")
    seen = hold(other, said)
    same(other, one)
    return seen


@case(
    CASES,
    HISTORY,
    "what another commit remembers joined by hand",
    "the page is named, its bytes stay, exit 1",
)
def two_blocks(place: Place) -> str:
    there = place.clone()
    said = [note(there, FIRST)]
    path = there.page(FIRST)
    found = re.search(r"<!-- wiki:written .*?^-->\n", there.text(path), re.DOTALL | re.MULTILINE)
    assert found
    other = re.sub(r"^reason .*\n", "", found[0], flags=re.MULTILINE)
    there.replace(path, found[0], f"{found[0]}\n{other}")
    seen = hold(there, said, code=1, says=f"{path}:")
    there.replace(path, f"\n{other}", "")
    return f"{seen}; mended: {hold(there, [replace(one) for one in said])}"
