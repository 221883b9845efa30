"""Undoing: to the byte where nobody edited since; else what people wrote stays, and is named."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import histories
from wiki_builder.concepts.files import parse
from wiki_builder.concepts.find import sound
from wiki_builder.concepts.log import FileChange
from wiki_builder.concepts.operations import (
    Accept,
    Change,
    Forbid,
    Merge,
    Pin,
    Reject,
    Rename,
    Split,
    accepted,
    apply,
    open_proposals,
    rejected,
)
from wiki_builder.concepts.registry import Registry, changes, load
from wiki_builder.concepts.splitting import Mention
from wiki_builder.concepts.undo import TakenBack, take_back
from wiki_builder.core.errors import UsageError
from wiki_builder.core.values.bilingual import Bilingual

TOOL_USE = """\
# Ours.
id: tool-use
name: {zh: 工具使用, en: "tool use"}  # both
founded: arxiv:2605.00001

aliases:
    # from the survey
    - name: tool calling   # seen often
      origin: model
    - "工具调用"
"""
FILES = {
    "tool-use": TOOL_USE,
    "function-calling": (
        "id: function-calling\nname: {en: function calling}\nfounded: arxiv:2605.00002\n"
        "broader: [tool-use]\nmaybe_same_as:\n- id: tool-use\n  by: a model\n"
    ),
    "api-use": (
        "id: api-use\nname:\n  en: API use\n  zh: 接口使用\nfounded: arxiv:2605.00002\n"
        "aliases:\n- {name: API calls, status: proposed}\nbroader:\n- function-calling\n"
    ),
    "reward": (
        "id: reward\nname: {en: reward, zh: 奖励}\r\nfounded: arxiv:2605.00001\r\npinned: true\r\n"
    ),
    "reward-model": (
        "id: reward-model\nkind: model\nname: {en: reward model}\nfounded: arxiv:2605.00001\n"
    ),
    "grpo": "id: grpo\nkind: model\nname: {en: GRPO, zh: GRPO}\nfounded: arxiv:2605.00001\n",
}
PAPERS = [f"arxiv:2605.0000{n}" for n in range(1, 6)]
MENTIONS = [
    Mention(PAPERS[0], "tool-use", Bilingual("tool use", "工具使用")),
    Mention(
        PAPERS[1], "tool-use", Bilingual("tool calling", "工具调用"), Bilingual("calls", "调用")
    ),
    Mention(PAPERS[2], "tool-use", Bilingual("Tool-Calling", "工具使用")),
    Mention(PAPERS[1], "function-calling", Bilingual("function calling", "函数调用")),
    Mention(PAPERS[3], "function-calling", Bilingual("function calling", "函数调用")),
    Mention(PAPERS[3], "api-use", Bilingual("API use", "接口使用")),
    Mention(PAPERS[4], "reward", Bilingual("reward", "奖励")),
    Mention(PAPERS[0], "reward-model", Bilingual("reward model", "")),
    Mention(PAPERS[4], "grpo", Bilingual("GRPO", "")),
]


def path(id_: str) -> str:
    return f"data/concepts/{id_}.yml"


@dataclass
class Desk:
    """The registry's files, who mentions what,
    and the operations that stand with what mentions meant before each.
    """

    folder: Path
    mentions: list[Mention] = field(default_factory=lambda: list(MENTIONS))
    done: list[tuple[tuple[FileChange, ...], dict[Mention, str]]] = field(default_factory=list)
    ever: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        for id_, text in FILES.items():
            (self.folder / f"{id_}.yml").write_bytes(text.encode())
        self.ever = set(FILES)

    @property
    def registry(self) -> Registry:
        return load(self.folder)

    def texts(self) -> dict[str, str | None]:
        return {
            path(file.stem): file.read_bytes().decode()
            for file in sorted(self.folder.glob("*.yml"))
        }

    def meant(self) -> dict[Mention, str]:
        registry = self.registry
        return {
            mention: registry.meant(mention.concept, mention.paper) for mention in self.mentions
        }

    def operate(self, change: Change) -> None:
        before, meant = self.registry, self.meant()
        texts = changes(before, apply(change, before, "Ann", "why", self.mentions))
        files = tuple(
            FileChange(f"data/concepts/{name}", before.texts.get(name.removesuffix(".yml")), text)
            for name, text in texts.items()
        )
        for file in files:
            (self.folder / PurePosixPath(file.path).name).write_bytes(str(file.after).encode())
            self.ever.add(PurePosixPath(file.path).stem)
        if files:
            self.done.append((files, meant))

    def undo(self) -> tuple[str, ...]:
        """Take the last operation back; nothing is written if what would be left is no registry."""
        held = {mention.concept for mention in self.mentions}
        back = take_back(self.done[-1][0], self.texts(), held, "Ann")
        after = {PurePosixPath(name).stem: text for name, text in back.texts.items()}
        there = [parse(text, f"{id_}.yml") for id_, text in after.items() if text is not None]
        sound(
            self.registry.with_(there).without(id_ for id_, text in after.items() if text is None)
        )
        for id_, text in after.items():
            if text is None:
                (self.folder / f"{id_}.yml").unlink()
                self.ever.remove(id_)
            else:
                (self.folder / f"{id_}.yml").write_bytes(text.encode())
        self.done.pop()
        return back.kept


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


# --- One operation --------------------------------------------------------------------

CHANGES: list[Change] = [
    Merge("tool-use", "function-calling"),
    Split("tool-use", "tool calling"),
    Split("tool-use", name=Bilingual("x", "某"), papers=(PAPERS[0],), aliases=("工具调用",)),
    Rename("tool-use", "using tools", "用工具"),
    Pin("reward", on=False),
    Forbid("tool-use", "function-calling"),
    Accept("api-use", "API calls"),
    Reject("api-use", "API calls"),
]


@pytest.mark.parametrize("change", CHANGES, ids=repr)
def test_what_nobody_edited_gets_its_first_bytes(desk: Desk, change: Change) -> None:
    """Comments, quotes, line ends and order come back as they were."""
    first = desk.texts()
    desk.operate(change)
    assert desk.texts() != first
    assert desk.undo() == ()
    assert desk.texts() == first


def edit(desk: Desk, id_: str, old: str, new: str) -> None:
    file = desk.folder / f"{id_}.yml"
    text = file.read_bytes().decode()
    assert text.count(old) == 1, text
    file.write_bytes(text.replace(old, new).encode())


def test_edits_stay_and_are_named(desk: Desk) -> None:
    """A comment, a gloss and an alias that people wrote since stay; what the operation did goes."""
    desk.operate(Rename("tool-use", "using tools", "用工具"))
    edit(desk, "tool-use", "# Ours.", "# Ours, and dear to us.\npinned: true")
    edit(desk, "tool-use", "# from the survey", "- LLM tools  # mine\n    # from the survey")
    assert desk.undo() == (f"{path('tool-use')} was edited since: aliases, pinned stays",)
    tool_use = desk.registry.concepts["tool-use"]
    assert (tool_use.name, tool_use.pinned) == (Bilingual("tool use", "工具使用"), True)
    assert [alias.name for alias in tool_use.aliases] == ["LLM tools", "tool calling", "工具调用"]
    text = desk.registry.texts["tool-use"]
    assert all(
        words in text
        for words in ("# Ours, and dear to us.", "# mine", "# from the survey", "# seen often")
    )


def test_comments_stay(desk: Desk) -> None:
    """A file in which only a comment was written is still undone."""
    desk.operate(Pin("reward", on=False))
    edit(desk, "reward", "id: reward", "id: reward  # mine")
    assert desk.undo() == (f"{path('reward')} was edited since: comments and layout stay",)
    assert desk.registry.concepts["reward"].pinned
    assert "# mine" in desk.registry.texts["reward"]


def test_a_field_that_was_changed_again_stays(desk: Desk) -> None:
    """A name that a person chose after the operation is theirs;
    in the other language the old one comes back.
    """
    desk.operate(Rename("tool-use", "using tools", "用工具"))
    edit(desk, "tool-use", "using tools", "the use of tools")
    desk.undo()
    assert desk.registry.concepts["tool-use"].name == Bilingual("the use of tools", "工具使用")


def test_an_answer_that_was_given_again_stays(desk: Desk) -> None:
    """An alias that the operation approved and a person rejected since stays rejected;
    an untouched one goes back.
    """
    desk.operate(Accept("api-use", "API calls"))
    edit(desk, "api-use", "status: approved", "status: rejected")
    desk.undo()
    assert desk.registry.concepts["api-use"].aliases[0].status == "rejected"
    desk.operate(Accept("api-use", "API calls"))
    edit(desk, "api-use", "aliases:", "aliases:\n- another")
    desk.undo()
    assert {alias.name: alias.status for alias in desk.registry.concepts["api-use"].aliases} == {
        "another": "approved",
        "API calls": "rejected",
    }


def test_a_split_concept_that_was_edited_is_merged_back(desk: Desk) -> None:
    """Its words stay in its file, and its names and papers lead to where they came from."""
    before = desk.meant()
    desk.operate(Split("tool-use", "tool calling"))
    edit(desk, "tool-calling", "id: tool-calling", "id: tool-calling  # mine")
    (kept,) = desk.undo()
    assert kept == f"{path('tool-calling')} was edited since: it stays, merged into tool-use"
    assert "# mine" in desk.registry.texts["tool-calling"]
    assert desk.meant() == before


def test_a_split_concept_that_papers_name_is_merged_back(desk: Desk) -> None:
    """Papers that were read since keep their link."""
    desk.operate(Split("tool-use", "tool calling"))
    desk.mentions.append(Mention("arxiv:2606.00001", "tool-calling", Bilingual("tool calling", "")))
    assert desk.undo() == (f"{path('tool-calling')} is in use: it stays, merged into tool-use",)
    assert desk.meant()[desk.mentions[-1]] == "tool-use"


def test_what_is_undone_already_or_gone_is_left() -> None:
    """A person who took the operation back by hand is not overruled;
    a file that they deleted stays away.
    """
    files = (
        FileChange("data/concepts/a.yml", "id: a\n", "id: b\n"),
        FileChange("data/concepts/c.yml", "1", "2"),
    )
    made = take_back(files, {"data/concepts/a.yml": "id: a\n", "data/concepts/c.yml": None})
    assert made == TakenBack({}, ("data/concepts/c.yml was deleted",))


# --- Any sequence ------------------------------------------------------------------------


@contextmanager
def new_desk() -> Iterator[Desk]:
    with tempfile.TemporaryDirectory() as folder:
        yield Desk(Path(folder))


NAMES = [
    "tool use",
    "function calling",
    "reward",
    "GRPO",
    "agents",
    "Tool-Calling",
    "API use",
    "工具",
]


def some_change(data: st.DataObject, desk: Desk) -> Change:
    """Any operation on what is there, often one that will be refused."""
    registry = desk.registry
    ids = st.sampled_from(sorted(registry.concepts))
    name = st.sampled_from(NAMES)
    proposals = open_proposals(registry)
    match data.draw(
        st.sampled_from(
            ["merge", "merge", "off", "split", "alias", "rename", "pin", "forbid", "settle"]
        )
    ):
        case "merge":
            return Merge(data.draw(ids), data.draw(ids))
        case "off":
            gone = [c for c in registry.concepts.values() if c.merged]
            off = data.draw(st.sampled_from(gone)).id if gone else data.draw(ids)
            return Split(registry.canonical(off), off)
        case "split":
            papers = tuple(data.draw(st.lists(st.sampled_from(PAPERS), max_size=2, unique=True)))
            return Split(data.draw(ids), name=Bilingual(data.draw(name), ""), papers=papers)
        case "alias":
            some = [(c.id, a.name) for c in registry.standing.values() for a in c.aliases]
            return Split(*data.draw(st.sampled_from(some))) if some else Pin(data.draw(ids))
        case "rename":
            return Rename(data.draw(ids), data.draw(st.none() | name), data.draw(st.none() | name))
        case "pin":
            return Pin(data.draw(ids), data.draw(st.booleans()))
        case "settle" if proposals:
            return data.draw(st.sampled_from([accepted, rejected]))(
                data.draw(st.sampled_from(proposals))
            )
    return Forbid(data.draw(ids), data.draw(ids))


def operated(data: st.DataObject, desk: Desk) -> None:
    """Do something; if it is done, every mention means what it must mean now."""
    change, before, meant = some_change(data, desk), desk.registry, desk.meant()
    try:
        desk.operate(change)
    except UsageError:
        assert desk.registry == before
        return
    after, now = desk.registry, desk.meant()
    new = after.concepts.keys() - before.concepts.keys()
    for mention, was in meant.items():
        allowed = {was}
        if isinstance(change, Merge) and was == change.b:
            allowed = {change.a} | _where_splits_lead(after, mention.paper)
        elif isinstance(change, Split) and (was == change.a or not new):
            allowed |= after.standing.keys() - before.standing.keys()
        assert now[mention] in allowed, (change, mention, was, now[mention])
    if isinstance(change, Split) and change.papers:
        (made,) = new
        assert {m.paper for m, id_ in now.items() if id_ == made} == set(change.papers)


def _where_splits_lead(registry: Registry, paper: str) -> set[str]:
    """Where splits may lead a paper: to what was split off with it."""
    return {c.id for c in registry.standing.values() if c.split_from and paper in c.papers}


def undone(desk: Desk) -> None:
    if desk.done:
        meant = desk.done[-1][1]
        assert desk.undo() == ()
        assert desk.meant() == meant


def holds(desk: Desk) -> None:
    """What is true at any time: the files can be read, no mention leads nowhere,
    no address is gone.
    """
    registry = desk.registry
    assert set(desk.meant().values()) <= registry.standing.keys()
    assert desk.ever == registry.concepts.keys()


HISTORIES = histories(15)


@HISTORIES
@given(st.data())
def test_any_history_can_be_taken_back(data: st.DataObject) -> None:
    """Merges, splits, renames, pins and undos in any order keep every link and address;
    undone, all is as it was.
    """
    with new_desk() as desk:
        first = desk.texts()
        for _ in range(data.draw(st.integers(1, 12))):
            data.draw(
                st.sampled_from([lambda: operated(data, desk)] * 4 + [lambda: undone(desk)])
            )()
            holds(desk)
        while desk.done:
            undone(desk)
            holds(desk)
        assert desk.texts() == first


@HISTORIES
@given(st.data())
def test_no_edit_is_lost_in_any_history(data: st.DataObject) -> None:
    """With people's edits and new papers in between, words and links stay,
    and nothing unreadable is ever written.
    """
    with new_desk() as desk:
        comments: list[str] = []

        def edited() -> None:
            file = data.draw(st.sampled_from(sorted(desk.folder.glob("*.yml"))))
            comments.append(f"# mine {len(comments)}")
            file.write_bytes(f"{comments[-1]}\n".encode() + file.read_bytes())

        def read() -> None:
            id_ = data.draw(st.sampled_from(sorted(desk.registry.standing)))
            name = desk.registry.concepts[id_].name
            desk.mentions.append(Mention(f"arxiv:2606.{len(desk.mentions):05}", id_, name))

        def take_back_last() -> None:
            if desk.done:
                try:
                    desk.undo()
                except UsageError:
                    desk.done.clear()  # a person must decide; all stays as it is

        steps = [lambda: operated(data, desk)] * 3 + [edited, read, take_back_last]
        for _ in range(data.draw(st.integers(1, 15))):
            data.draw(st.sampled_from(steps))()
            holds(desk)
            text = "".join(map(str, desk.texts().values()))
            assert all(text.count(comment) == 1 for comment in comments)
