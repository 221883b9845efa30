"""Names of one paper are lines: what a line says, when it becomes a file, and what counts where two
branches wrote.
"""

from __future__ import annotations

import shutil
import tempfile
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.concepts.papers import mention, paper
from tests.examples import examples
from wiki_builder.concepts.lines import (
    dump_line,
    line_of,
    lines_file,
    own_file,
    parse_line,
    with_line,
    with_lines,
)
from wiki_builder.concepts.log import FileChange, LoggedOperation, read_operations
from wiki_builder.concepts.operations import Accept, Change, Forbid, Merge, Pin, Rename
from wiki_builder.concepts.registry import Registry, load, read_registry
from wiki_builder.concepts.upkeep import mistyped
from wiki_builder.core.errors import FormatError, Locked, UsageError
from wiki_builder.core.store.papers import read_paper, write_paper
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import Alias, Concept, MaybeSame
from wiki_builder.curation import concepts as curating
from wiki_builder.curation.under_way import at_work, change_file, record
from wiki_builder.library.index import load_index
from wiki_builder.scaffold import init
from wiki_builder.stages.link import link_papers

FILE = "names/2606.15.jsonl"
ONE = Concept("pruning", Bilingual("pruning", "剪枝"), "arxiv:2606.15532")
LINE = dump_line(ONE)
DAY = date(2026, 6, 16)


# --- A line ---------------------------------------------------------------------

words = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp", "Cn"]), min_size=1)


@examples(60)
@given(words, words, st.lists(words, max_size=2, unique=True), st.booleans())
def test_a_line_says_what_a_file_would(en: str, zh: str, names: list[str], model: bool) -> None:
    """Whatever stands in names and glosses; what no line can say has a file."""
    concept = replace(
        ONE,
        name=Bilingual(en, zh),
        kind="model" if model else "concept",
        gloss=Bilingual(zh, en),
        gloss_from=ONE.founded,
        aliases=tuple(Alias(name, "en", "paper") for name in names),
        maybe_same_as=(MaybeSame("other", "a model", en),),
    )
    line = dump_line(concept)
    assert "\n" not in line
    assert not line or parse_line(line, FILE) == concept


def test_what_a_line_says_besides_stays() -> None:
    """A key of a newer version, when the line changes and when it becomes a file."""
    old = LINE[:-1] + ', "stars": 5}'
    renamed = replace(ONE, name=Bilingual("trimming", "剪枝"))
    assert dump_line(renamed, old) == dump_line(renamed)[:-1] + ', "stars": 5}'
    assert own_file(ONE, old).endswith("\nstars: 5\n")


FILES = {
    "arxiv:2606.15532": FILE,
    "arxiv:2606.00999": "names/2606.00.jsonl",
    "arxiv:1412.6980": "names/1412.6.jsonl",
    "arxiv:astro-ph/0601001": "names/astro-ph-0601.jsonl",
    "arxiv:math.GT/0309136": "names/math-0309.jsonl",
    "file:0123456789ab": "names/file.jsonl",
    "arxiv:../../x": "names/arxiv.jsonl",
    "": "names/others.jsonl",
}


@pytest.mark.parametrize(("paper_id", "file"), FILES.items(), ids=FILES)
def test_a_thousand_numbers_have_a_file(paper_id: str, file: str) -> None:
    """And so have the papers of other numbers; no id leads elsewhere."""
    assert lines_file(paper_id) == file


def test_lines_are_changed_one_by_one() -> None:
    """Sorted lines stay sorted, and all others keep every byte."""
    text = "".join(f'{{"id":  "{id_}"}}\n' for id_ in ("a", "c"))
    assert with_line(text, "b", '{"id": "b"}') == '{"id":  "a"}\n{"id": "b"}\n{"id":  "c"}\n'
    assert with_line(with_line(text, "b", '{"id": "b"}'), "b", None) == text
    assert with_line(text, "c", None) == '{"id":  "a"}\n'
    assert line_of(text, "c") == '{"id":  "c"}'
    assert line_of(text, "b") is None
    assert with_lines(f'{{"id": "x"}}\n{text}{text}', {}) == text + '{"id": "x"}\n'


# --- Reading --------------------------------------------------------------------


def folder(tmp_path: Path, **files: str) -> Path:
    """A registry of files by name, ``names`` those of lines."""
    for name, text in files.items():
        path = tmp_path / (f"{name}.yml" if not name.startswith("_") else FILE)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return tmp_path


def test_lines_and_files_are_one_registry(tmp_path: Path) -> None:
    """In order of ids, also where a file is called like the folder of lines."""
    named = "id: {0}\nname: {{en: {0}}}\nfounded: arxiv:1\n"
    files = {id_: named.format(id_) for id_ in ("names", "names-of-things", "others")}
    registry = load(folder(tmp_path, _=f"{LINE}\n", **files))
    assert list(registry.concepts) == ["names", "names-of-things", "others", "pruning"]
    assert registry.concepts["pruning"] == ONE
    assert registry.file_of("pruning") == FILE
    assert registry.file_of("names") == "names.yml"


@pytest.mark.parametrize(
    "text",
    [f"\ufeff{LINE}\n", f"{LINE}\r\n", f"\n{LINE}", f"{LINE}\n\ufeff{LINE}\n"],
    ids=["a byte order mark", "other line ends", "no last line end", "both branches"],
)
def test_what_editors_and_merges_leave_is_read(tmp_path: Path, text: str) -> None:
    """The line means the same, once."""
    assert load(folder(tmp_path, _=text)).concepts == {"pruning": ONE}


WRONG = {
    "no JSON": ('{"id": "x", ', ":2: this is not YAML"),
    "YAML, which nothing can be written back to": (
        "{id: x, name: {en: x}, founded: y}",
        ":2: this is no JSON",
    ),
    "no object": ("[1]", ":2: this is no list of keys"),
    "a typing error": ('{"id": "x", "name": {"en": "x"}, "foundet": "y"}', ":2: `foundet` is not"),
    "no name": ('{"id": "x", "founded": "y"}', ":2: `name` is missing"),
    "no address": ('{"id": "../x", "name": {"en": "x"}, "founded": "y"}', ":2: this id is no"),
    "a conflict": ("<<<<<<< ours", ":2: a merge conflict is left here"),
    "a link to nothing": (
        '{"id": "x", "name": {"en": "x"}, "founded": "y", "broader": ["nowhere"]}',
        ":2: `nowhere` under `broader` is no concept",
    ),
    "a name twice": (
        '{"id": "x", "name": {"en": "Prunings"}, "founded": "y"}',
        f":2: the name `Prunings` is claimed by `{FILE}`",
    ),
}


@pytest.mark.parametrize(("line", "message"), WRONG.values(), ids=WRONG)
def test_a_broken_line_is_named(tmp_path: Path, line: str, message: str) -> None:
    """With its file and number, and every other mistake with it."""
    where = folder(tmp_path, _=f"{LINE}\n{line}\n")
    with pytest.raises(FormatError) as told:
        load(where)
    assert f"{FILE}{message}" in str(told.value)
    (where / "broken.yml").write_text("id: broken\n", "utf-8")
    if "under" not in message and "claimed" not in message:
        with pytest.raises(
            FormatError, match=r"(?s)mistakes.*broken\.yml:1.*names/2606\.15\.jsonl:2"
        ):
            load(where)


def test_bytes_that_are_no_text_are_named_with_their_line(tmp_path: Path) -> None:
    """As in any file of the registry."""
    where = folder(tmp_path, _="x")
    (where / FILE).write_bytes(f"{LINE}\n".encode() + b'{"id": "\xff"}\n')
    with pytest.raises(FormatError, match=r"not UTF-8.*names/2606\.15\.jsonl:2|names.*not UTF-8"):
        load(where)


@pytest.mark.parametrize("name", ["names", FILE])
def test_what_is_no_folder_or_file_of_lines_is_named(tmp_path: Path, name: str) -> None:
    """Nothing that stands in their place is passed over."""
    if name == "names":
        (tmp_path / name).write_text("", "utf-8")
    else:
        (tmp_path / name).mkdir(parents=True)
    with pytest.raises(FormatError, match=r"this is no (folder|file)"):
        load(tmp_path)


def test_a_key_that_looks_mistyped_is_asked_about(tmp_path: Path) -> None:
    """With the file and the number of its line."""
    line = LINE[:-1] + ', "broadest": "x"}'
    (found,) = mistyped(load(folder(tmp_path, _=f"\n{line}\n")))
    assert (found.file, found.line) == (f"data/concepts/{FILE}", 2)


def test_a_file_counts_more_than_a_line(tmp_path: Path) -> None:
    """As after a merge of a branch that gave the name a file."""
    own = own_file(replace(ONE, pinned=True), "")
    registry = load(folder(tmp_path, _=f"{LINE}\n", pruning=own))
    assert registry.concepts["pruning"].pinned
    assert registry.file_of("pruning") == "pruning.yml"
    assert registry.lines.untidy == {FILE}


# --- A wiki ---------------------------------------------------------------------

NAMES = ("tool use", "reward shaping", "trace pruning", "names")
IDS = tuple(f"arxiv:2606.{number}" for number in ("14998", "14999", "15001", "15002"))


class Desk:
    """A wiki without pages: papers are added and linked, concepts operated on."""

    def __init__(self, root: Path) -> None:
        self.wiki = Wiki(root)

    def add(self, papers: dict[str, tuple[str, ...]]) -> None:
        """Papers by id, with the names that they mention."""
        for id_, names in papers.items():
            write_paper(self.wiki, paper(id_, *(mention(name, f"{name}的中文") for name in names)))
        self.link()

    def link(self) -> None:
        link_papers(self.wiki, load_index(self.wiki))

    @property
    def registry(self) -> Registry:
        return read_registry(self.wiki)

    def operate(self, change: Change) -> bool:
        """Whether anything was done."""
        before = self.registry
        try:
            curating.decide(self.wiki, before, change, by="Ann", today=DAY)
        except UsageError:
            return False
        return self.registry != before

    def undo(self) -> None:
        with at_work(self.wiki):
            undone = curating._last(read_operations(self.wiki), 1)
            users = self.users()
            shared = {id_ for id_, papers in users.items() if len(papers) > 1}
            files, _ = curating._taken_back(self.wiki, undone, set(users), shared, "Ann")
            entry = LoggedOperation(0, DAY.isoformat(), "undo", files=files)
            record(self.wiki, replace(entry, undoes=tuple(old.id for old in undone)))

    def users(self) -> dict[str, set[str]]:
        """The papers that name each concept."""
        found: dict[str, set[str]] = {}
        for id_, entry in load_index(self.wiki).items():
            for concept, _ in entry.card.roles:
                found.setdefault(concept, set()).add(id_)
        return found

    def files(self) -> dict[str, bytes]:
        """The registry to the byte."""
        found = sorted(file for file in self.wiki.concepts.rglob("*") if file.is_file())
        return {f.relative_to(self.wiki.concepts).as_posix(): f.read_bytes() for f in found}

    def check(self, touched: set[str]) -> None:
        """Each concept stands once: those that one paper names, and nobody touched, are lines."""
        registry, users = self.registry, self.users()
        assert not registry.lines.untidy
        for id_ in registry.concepts:
            if len(users.get(id_, ())) < 2 and id_ not in touched:
                assert id_ in registry.lines.at, id_
            elif len(users.get(id_, ())) > 1:
                assert id_ in registry.texts, id_
            assert (id_ in registry.lines.at) != (f"{id_}.yml" in self.files())
        for name, content in self.files().items():
            if name.endswith(".jsonl"):
                ids = [parse_line(line, name).id for line in content.decode().splitlines()]
                assert ids == sorted(set(ids))
                assert ids
                founders = {lines_file(registry.concepts[id_].founded) for id_ in ids}
                assert founders == {name}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    init(tmp_path / "wiki", title="A wiki")
    return Desk(tmp_path / "wiki")


def test_a_name_is_a_line_until_a_second_paper_uses_it(desk: Desk) -> None:
    """Of one run or of two; and all of it is one file in the commit of a day."""
    desk.add({IDS[2]: NAMES[:2], IDS[3]: NAMES[1:3]})
    assert desk.files().keys() == {"reward-shaping.yml", FILE}
    desk.add({IDS[0]: (NAMES[0],)})
    assert desk.files().keys() == {"reward-shaping.yml", "tool-use.yml", FILE}
    assert list(desk.registry.lines.at) == ["trace-pruning"]
    desk.check(set())


CHANGES: dict[str, Change] = {
    "rename": Rename("tool-use", "tools"),
    "pin": Pin("tool-use"),
    "merge into it": Merge("tool-use", "reward-shaping"),
    "merge it": Merge("reward-shaping", "tool-use"),
    "not the same": Forbid("tool-use", "reward-shaping"),
    "an alias": Accept("tool-use", "tools"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_persons_change_gives_a_file_and_undo_takes_it_away(desk: Desk, change: Change) -> None:
    """To the byte; what was added meanwhile stays."""
    desk.add({IDS[2]: NAMES[:2]})
    before = desk.files()
    assert desk.operate(change)
    assert "tool-use.yml" in desk.files()
    desk.check({"tool-use", "reward-shaping"})
    desk.undo()
    assert desk.files() == before
    assert desk.operate(change)
    desk.add({IDS[3]: ("trace pruning",)})
    desk.undo()
    assert set(desk.registry.lines.at) == {
        "tool-use",
        "reward-shaping",
        "trace-pruning",
    }
    desk.check(set())


def test_undo_leaves_the_file_that_a_second_paper_called_for(desk: Desk) -> None:
    """Without what the operation wrote into it."""
    desk.add({IDS[2]: ("tool use",)})
    desk.operate(Pin("tool-use"))
    desk.add({IDS[3]: ("tool use",)})
    desk.undo()
    assert not desk.registry.concepts["tool-use"].pinned
    desk.check(set())


def test_undo_leaves_what_was_edited_since(desk: Desk) -> None:
    """The file stays with the person's words, and without the operation's."""
    desk.add({IDS[2]: ("tool use",)})
    desk.operate(Pin("tool-use"))
    file = desk.wiki.concepts / "tool-use.yml"
    file.write_text(file.read_text("utf-8").replace("en: what it is", "en: Mine."), "utf-8")
    desk.undo()
    concept = desk.registry.concepts["tool-use"]
    assert concept.gloss == Bilingual("Mine.", "释义")
    assert not concept.pinned
    assert desk.files().keys() == {"tool-use.yml"}


def test_a_line_that_was_saved_meanwhile_stops_an_operation(desk: Desk) -> None:
    """Nothing is written, as with any file of the registry."""
    desk.add({IDS[2]: NAMES[:2]})
    before = desk.registry
    file = desk.wiki.concepts / FILE
    file.write_text(file.read_text("utf-8").replace("what it is", "Mine"), "utf-8")
    files = desk.files()
    with pytest.raises(Locked):
        curating.decide(desk.wiki, before, Pin("tool-use"), by="Ann", today=DAY)
    assert desk.files() == files


def test_what_two_branches_wrote_is_one_name(desk: Desk) -> None:
    """Each founded it from a paper of its own: the first counts, and has a file from then on."""
    desk.add({IDS[2]: ("tool use",)})
    line = (desk.wiki.concepts / FILE).read_text("utf-8")
    other = desk.wiki.concepts / "names/2606.14.jsonl"
    other.write_text(line.replace(IDS[2], IDS[0]) + line.replace(IDS[2], IDS[0]), "utf-8")
    assert desk.registry.concepts["tool-use"].founded == IDS[0]
    desk.add({IDS[3]: ("trace pruning",)})
    assert desk.files().keys() == {"tool-use.yml", FILE}
    assert list(desk.registry.lines.at) == ["trace-pruning"]


def test_a_line_that_does_not_count_goes(desk: Desk) -> None:
    """The next papers that are linked take it out, beside a file or a second time."""
    desk.add({IDS[2]: NAMES[:2]})
    file = desk.wiki.concepts / FILE
    text = file.read_text("utf-8")
    desk.operate(Pin("tool-use"))
    file.write_text(text + text, "utf-8")
    desk.add({IDS[3]: ("trace pruning",)})
    desk.check({"tool-use"})


steps = st.one_of(
    st.tuples(st.sampled_from(IDS), st.lists(st.sampled_from(NAMES), max_size=3, unique=True)),
    st.sampled_from(
        [*CHANGES.values(), Pin("names"), Rename("trace-pruning", "pruning"), "undo", "undo"]
    ),
)


@examples(15)
@given(st.lists(steps, min_size=2, max_size=8), st.integers(0, 12))
def test_any_history_is_whole_and_the_same_when_it_is_killed(
    history: list[tuple[str, list[str]] | Change | str], at: int
) -> None:
    """Papers come once each, people change and take back: every name stands once, in its place. A
    run that is killed at any file goes on to the same bytes.
    """
    with tempfile.TemporaryDirectory() as name:
        init(Path(name) / "wiki", title="A wiki")
        desk, touched, count, known = Desk(Path(name) / "wiki"), set[str](), 0, set[str]()
        for step in history:
            match step:
                case (str(id_), list(names)) if id_ not in known:
                    known.add(id_)
                    shutil.copytree(desk.wiki.root, Path(name) / f"copy-{id_[-5:]}")
                    desk.add({id_: tuple(names)})
                    killed = Desk(Path(name) / f"copy-{id_[-5:]}")
                    _killed(killed, {id_: tuple(names)}, at)
                    assert killed.files() == desk.files()
                case "undo" if count:
                    desk.undo()
                    count -= 1
                case Merge() | Pin() | Rename() | Forbid() | Accept():
                    done = desk.operate(step)
                    count += done
                    touched |= set(desk.registry.texts) if done else set()
            desk.check(touched)
        for _ in range(count):
            desk.undo()
        desk.check(set())
        for id_ in known:
            assert read_paper(desk.wiki, id_)


def _killed(desk: Desk, papers: dict[str, tuple[str, ...]], at: int) -> None:
    """Add papers, and end at the file with that number; then link what is left."""
    left = [at]

    def stop(wiki: Wiki, file: FileChange) -> None:
        if not left[0]:
            raise KeyboardInterrupt
        left[0] -= 1
        change_file(wiki, file)

    with pytest.MonkeyPatch.context() as patch, suppress(KeyboardInterrupt):
        patch.setattr(curating, "change_file", stop)
        desk.add(papers)
    desk.link()
