"""Pages moved, renamed, copied and deleted, by git and by hand."""

from __future__ import annotations

import os

from drill.case import Case
from drill.git.base import rows
from drill.git.cases import case
from drill.git.place import Machine, Place
from drill.git.said import (
    CONCEPT,
    FIFTH,
    FIRST,
    FOURTH,
    SECOND,
    THIRD,
    Gone,
    Said,
    between,
    delete_item,
    delete_page,
    delete_section,
    everything,
    hold,
    item,
    key,
    note,
    section,
    words,
)

CASES: list[Case] = []
OF = "pages"


def _linked(there: Machine, page: str) -> None:
    """The day's page leads to where the page stands."""
    target = os.path.relpath(there.page(page), "docs/daily").replace(" ", "%20")
    told = there.text(there.page("day:2026-05-04"))
    assert target in told or target.split("/")[-1].encode().decode() in told, (
        f"nothing leads to {target}"
    )


@case(CASES, OF, "git mv into another folder", "it stays there, once, links follow")
def moved(place: Place) -> str:
    there = place.clone()
    said = everything(there)
    (there.root / "docs/mine/deep").mkdir(parents=True)
    there.git("mv", there.page(FIRST), "docs/mine/deep/first.md")
    seen = hold(there, said)
    assert there.page(FIRST) == "docs/mine/deep/first.md"
    _linked(there, FIRST)
    return seen


@case(CASES, OF, "renamed with spaces and Chinese", "it stays there, links follow")
def renamed(place: Place) -> str:
    there = place.clone()
    said = everything(there)
    there.git("mv", there.page(FIRST), "docs/papers/2605/a name 论文 #1 & more.md")
    return hold(there, said, build=True)


@case(CASES, OF, "a whole folder moved", "all of it stays there, links follow", quick=True)
def folder(place: Place) -> str:
    there = place.clone()
    said = [
        one for page in (FIRST, SECOND, THIRD) for one in (note(there, page), item(there, page))
    ]
    there.git("mv", "docs/papers", "docs/library")
    seen = hold(there, said)
    assert all(
        there.page(page).startswith("docs/library/")
        for page in (FIRST, SECOND, "page:papers/index")
    )
    return seen


@case(CASES, OF, "concepts and days moved", "they stay there, links follow")
def others(place: Place) -> str:
    there = place.clone()
    pages = (f"concept:{CONCEPT}", "day:2026-05-04", "page:radar", "page:concepts/index")
    said = [note(there, page) for page in pages]
    (there.root / "docs/x").mkdir()
    for number, page in enumerate(pages):
        there.git("mv", there.page(page), f"docs/x/{number}.md")
    return hold(there, said)


@case(CASES, OF, "a name in other case", "it stays there, once")
def other_case(place: Place) -> str:
    there = place.clone()
    said = [note(there, f"concept:{CONCEPT}")]
    there.git("mv", f"docs/concepts/{CONCEPT}.md", "docs/concepts/Tool-Use.md")
    seen = hold(there, said)
    assert there.page(f"concept:{CONCEPT}") == "docs/concepts/Tool-Use.md"
    return seen


@case(
    CASES,
    OF,
    "copied and the copy edited",
    "the copy is left to the byte and named, the page goes on",
)
def copied(place: Place) -> str:
    there = place.clone()
    said = [note(there, FIRST), section(there, FIRST, "reason.en")]
    copy = "docs/mine/a copy.md"
    mine = words()
    there.write(copy, there.text(there.page(FIRST)).replace("The authors present", mine))
    before = there.text(copy)
    there.wiki("check", code=1, says="a copy.md")
    seen = hold(there, said, copies=[copy])
    assert there.text(copy) == before
    return seen


@case(CASES, OF, "copied, and the page deleted", "the copy becomes the page")
def copied_and_deleted(place: Place) -> str:
    there = place.clone()
    said = [note(there, FIRST)]
    there.render()
    there.commit()
    path = there.page(FIRST)
    there.write("docs/mine/kept.md", there.text(path))
    (there.root / path).unlink()
    return hold(there, said)


@case(CASES, OF, "two pages swapped", "each goes on at its new place")
def swapped(place: Place) -> str:
    there = place.clone()
    said = [note(there, FIRST), section(there, FIRST), note(there, SECOND)]
    one, other = there.page(FIRST), there.page(SECOND)
    texts = there.text(one), there.text(other)
    there.write(one, texts[1])
    there.write(other, texts[0])
    seen = hold(there, said)
    assert there.page(FIRST) == other
    return seen


def _branch(place: Place, name: str = "branch") -> Machine:
    there = place.clone()
    there.git("checkout", "-q", "-b", name)
    return there


def _month(place: Place, days: int = 2) -> None:
    """The bot goes on for some days."""
    bot = place.clone()
    for _ in range(days):
        place.announce()
        bot.bot(says="pushed")


@case(
    CASES,
    OF,
    "moved on a branch, brought up to date on main",
    "git follows; it stays where it was moved",
)
def moved_on_branch(place: Place) -> str:
    there = _branch(place)
    (there.root / "docs/mine").mkdir()
    there.git("mv", there.page(FIRST), "docs/mine/first.md")
    said = [note(there, FIRST), section(there, FIRST)]
    there.commit()
    _month(place)
    there.git("checkout", "-q", "main")
    there.pull()
    there.resolve(found, "theirs") if (found := there.merge("branch")) else None
    seen = hold(there, said)
    assert there.page(FIRST) == "docs/mine/first.md"
    return seen


@case(
    CASES,
    OF,
    "moved to two places on two branches",
    "both are left to the byte and named; one deleted, the other goes on",
)
def moved_twice(place: Place) -> str:
    there = _branch(place)
    said = [note(there, FIRST)]
    there.commit()
    there.git("branch", "second")
    for branch, name in (("branch", "one"), ("second", "two")):
        there.git("checkout", "-q", branch)
        (there.root / "docs/mine").mkdir(exist_ok=True)
        there.git("mv", "docs/papers/2605/" + FIRST[6:] + ".md", f"docs/mine/{name}.md")
        there.render()
        there.commit()
    for path in there.merge("branch"):
        if not path.startswith("docs/mine/"):
            there.tried("checkout", "-q", "--ours", "--", path)
    there.git("add", "-A")
    there.git("commit", "-qm", "Both")
    both = [
        path for path in ("docs/mine/one.md", "docs/mine/two.md") if (there.root / path).exists()
    ]
    assert len(both) == 2, both
    texts = [there.text(path) for path in both]
    ran = there.render((0, 1))
    assert [there.text(path) for path in both] == texts
    there.wiki("check", code=1, says="docs/mine/")
    (there.root / both[0]).unlink()
    there.git("checkout", "-q", "-B", "main")
    return f"render {ran.code}; {hold(there, said)}"


@case(CASES, OF, "deleted on a branch, edited on main; the deletion taken", "it stays away")
def deleted_wins(place: Place) -> str:
    there = _branch(place)
    gone = [delete_page(there, FOURTH)]
    there.render()
    there.commit()
    there.git("checkout", "-q", "main")
    note(there, FOURTH)
    said = [note(there, FIRST)]
    there.commit()
    there.resolve(there.merge("branch"), "theirs")
    return hold(there, said, gone)


@case(
    CASES,
    OF,
    "deleted on a branch, edited on main; the edit taken",
    "it stands, with its sentence, in all lists",
)
def edit_wins(place: Place) -> str:
    there = _branch(place)
    delete_page(there, FOURTH)
    there.render()
    there.commit()
    there.git("checkout", "-q", "main")
    said = [note(there, FOURTH), section(there, FOURTH)]
    there.commit()
    conflicts = there.merge("branch")
    there.git("checkout", "--ours", "--", there.page(FOURTH))
    there.git("add", "-A")
    there.resolve([path for path in conflicts if FOURTH[6:] not in path], "theirs")
    seen = hold(there, said)
    assert FOURTH[6:] in there.text(there.page("day:2026-05-05"))
    return seen


@case(
    CASES, OF, "deleted on a branch, kept on main, the bot at work", "what was deleted stays away"
)
def deletions(place: Place) -> str:
    there = _branch(place)
    gone = [
        delete_page(there, FOURTH),
        delete_section(there, FIRST, "summary.zh"),
        delete_section(there, FIRST, "method.zh"),
        delete_item(there, SECOND),
        delete_page(there, "day:2026-05-04"),
    ]
    said = [note(there, FIRST), item(there, SECOND)]
    there.render()
    there.commit()
    _month(place)
    there.git("checkout", "-q", "main")
    there.pull()
    there.resolve(found, "theirs") if (found := there.merge("branch")) else None
    return hold(there, said, gone)


@case(CASES, OF, "deleted, then the deletion reverted", "it is back as it was, with its sentences")
def reverted(place: Place) -> str:
    there = place.clone()
    said = [note(there, FOURTH), item(there, FOURTH)]
    there.commit()
    delete_page(there, FOURTH)
    there.commit("A deletion")
    deletion = there.git("rev-parse", "HEAD")
    there.render()
    there.commit("A render")
    there.git("revert", "--no-edit", deletion)
    seen = hold(there, said)
    assert there.wiki("status", "--json").out.count(FOURTH) == 0
    return seen


@case(CASES, OF, "deleted, forgotten, added again on another machine", "it is back, once")
def added_again(place: Place) -> str:
    there, other = place.clone(), place.clone()
    delete_page(there, FOURTH)
    there.render()
    there.commit()
    there.push()
    other.pull()
    other.wiki("add", FOURTH.removeprefix("arxiv:"), "--today", "2026-05-06", "--quiet")
    said = [note(other, FOURTH)]
    other.commit()
    other.push()
    there.pull()
    return hold(there, said)


@case(CASES, OF, "a section, an item and a key deleted", "they stay away")
def parts(place: Place) -> str:
    there = place.clone()
    gone = [
        delete_section(there, FIRST, "limitations.en"),
        delete_section(there, f"concept:{CONCEPT}", "title"),
        delete_item(there, SECOND, at=0),
        delete_item(there, SECOND, "contributions.zh", at=2),
    ]
    path = there.page(THIRD)
    there.write(
        path,
        "".join(
            line
            for line in there.text(path).splitlines(keepends=True)
            if "importance: " not in line
        ),
    )
    said = [note(there, FIRST), key(there, SECOND)]
    seen = hold(there, said, gone)
    assert "\nimportance: " not in there.text(there.page(THIRD)), "a deleted key is back"
    return seen


@case(
    CASES,
    OF,
    "its sections in another order, the middle between words of their own",
    "the order stays",
)
def order(place: Place) -> str:
    there = place.clone()
    path = there.page(FIRST)
    said = [between(there, FIRST, "results.en"), between(there, FIRST, "facts")]
    text = there.text(path)
    start = text.index("<!-- wiki:results.en -->")
    end = text.index("<!-- /wiki -->\n", start) + len("<!-- /wiki -->\n")
    there.write(path, f"{text[:start]}{text[end:]}\n{text[start:end]}")
    seen = hold(there, said)
    places = [
        there.text(path).index(f"<!-- wiki:{name}")
        for name in ("abstract.zh", "written", "results.en")
    ]
    assert places == sorted(places), "the order is another one"
    return seen


@case(
    CASES,
    OF,
    "a page of the builder's replaced by one of their own",
    "their page stays to the byte",
)
def own(place: Place) -> str:
    there = place.clone()
    path = there.page(FIFTH)
    line = words()
    there.write(path, f"# Instead\n\n{line}\n")
    before = there.text(path)
    seen = hold(there, [Said(line, path=path)])
    assert there.text(path) == before
    return seen


@case(CASES, OF, "a page moved out of docs", "it counts as deleted; moved back, it goes on")
def out(place: Place) -> str:
    there = place.clone()
    said = [note(there, FOURTH)]
    path = there.page(FOURTH)
    there.git("mv", path, "taken out.md")
    there.render()
    assert FOURTH[6:] not in there.text(there.page("day:2026-05-05"))
    there.commit()
    place.announce()
    there.update()
    there.commit()
    there.git("mv", "taken out.md", path)
    seen = hold(there, said)
    assert FOURTH[6:] in there.text(there.page("day:2026-05-05"))
    return seen


@case(CASES, OF, "all pages of a new day deleted on the web, the bot's next day", "they stay away")
def a_day_rejected(place: Place) -> str:
    there = place.clone()
    place.announce()
    there.bot(says="pushed")
    new = [row.id for row in rows(place.today)]
    place.web(lambda web: [delete_page(web, page) for page in new])
    there.pull()
    place.announce()
    there.bot(says="pushed")
    return hold(there, [], [Gone(page) for page in new])
