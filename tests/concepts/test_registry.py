"""The registry's files: friendly to people, strict about mistakes,
unchanged where nothing changed.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from wiki_builder.concepts.files import dump, parse, similar_keys
from wiki_builder.concepts.registry import Registry, changes, load, read_registry
from wiki_builder.concepts.upkeep import mistyped
from wiki_builder.core.errors import FormatError
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.concept import (
    Alias,
    Concept,
    MaybeSame,
    Merged,
)

CONCEPT = Concept(
    id="credit-assignment",
    name=Bilingual("credit assignment", "信用分配"),
    founded="arxiv:2605.02801",
    gloss=Bilingual("Which action earned the reward: told apart.", "判断奖励来自哪个动作。"),
    gloss_from="arxiv:2605.02801",
    aliases=(Alias("CA", "en", "model"), Alias("功劳分配", "zh", "person", "proposed")),
)

HAND = """\
# Ours: do not rename.
name: {zh: 信用分配, en: "credit assignment"}   # both names
id: credit-assignment
founded: 'arxiv:2605.02801'

pinned: true
aliases:
    # from the 1961 paper
    - name: CA   # keep
      status: approved
    - "功劳分配"
"""


def test_what_is_written_is_read_again() -> None:
    """A concept survives its file, without a key that says nothing."""
    text = dump(CONCEPT)
    assert parse(text, "credit-assignment.yml") == CONCEPT
    assert "slug" not in text
    assert "pinned" not in text


def test_an_unchanged_concept_keeps_every_byte() -> None:
    """A file that a person wrote in their own way is not rewritten for the sake of style."""
    concept = parse(HAND, "credit-assignment.yml")
    assert concept.pinned
    assert concept.aliases == (Alias("CA", "en", "person"), Alias("功劳分配", "zh", "person"))
    assert dump(concept, HAND) == HAND


def test_a_change_keeps_comments_order_and_quotes() -> None:
    """The builder's new alias is added; what the person wrote around it stays."""
    concept = parse(HAND, "credit-assignment.yml")
    more = replace(
        concept, aliases=(*concept.aliases, Alias("temporal credit", "en", "model", "proposed"))
    )
    text = dump(more, HAND)
    kept = [line for line in HAND.splitlines() if line.strip()]
    assert [line for line in text.splitlines() if line in kept] == kept
    assert parse(text, "credit-assignment.yml") == more


def test_values_that_yaml_would_bend_stay_words() -> None:
    """Names such as on, 1e5 or a date are strings, whoever reads the file."""
    odd = replace(
        CONCEPT,
        name=Bilingual("on", "1e5"),
        aliases=(Alias("2026-05-05", "en"), Alias("null", "en")),
    )
    assert parse(dump(odd), "credit-assignment.yml") == odd
    assert parse(HAND.replace('"credit assignment"', "no"), "credit-assignment.yml").name.en == "no"


def test_changes_are_only_what_changed(tmp_path: Path) -> None:
    """Nothing is to be written for concepts that are as they were."""
    (tmp_path / "credit-assignment.yml").write_text(HAND, encoding="utf-8")
    before = load(tmp_path)
    new = Concept("tool-use", Bilingual("tool use", "工具使用"), "arxiv:2605.00001")
    assert changes(before, before.with_([])) == {}
    assert list(changes(before, before.with_([new]))) == ["tool-use.yml"]


MISTAKES = [
    (
        "a typo",
        HAND.replace("founded", "foundet"),
        ":4: `foundet` is not a key. Did you mean `founded`?",
    ),
    ("a key twice", HAND + "pinned: false\n", ":12: `pinned` stands here twice"),
    ("no name", "id: credit-assignment\nfounded: x\n", ":1: `name` is missing"),
    ("another id", HAND.replace("id: credit", "id: debit"), ":3: the id is `debit-assignment`"),
    (
        "a bad status",
        HAND.replace("approved", "agreed"),
        ":10: `agreed` is no status. Write one of approved",
    ),
    ("a bad flag", HAND.replace("true", "maybe"), ":6: `maybe` is neither true nor false"),
    ("not YAML", HAND.replace("aliases:", "aliases: ]"), ":7: this is not YAML"),
    ("a conflict", HAND + "<<<<<<< ours\n", ":12: a merge conflict is left here"),
    ("nothing", "", ":1: the file is empty"),
    ("a list", "- a\n", ":1: this is no list of keys"),
]


@pytest.mark.parametrize(
    ("case", "text", "message"), MISTAKES, ids=[case for case, _, _ in MISTAKES]
)
def test_a_mistake_names_file_and_line(tmp_path: Path, case: str, text: str, message: str) -> None:
    """Whoever mistyped is told the file, the line and what to do."""
    (tmp_path / "credit-assignment.yml").write_text(text, encoding="utf-8")
    with pytest.raises(FormatError) as error:
        load(tmp_path)
    assert f"credit-assignment.yml{message}" in str(error.value)


def test_a_name_claimed_twice_is_named(tmp_path: Path) -> None:
    """Two concepts cannot have one English name; both files are named, whatever the spelling."""
    (tmp_path / "credit-assignment.yml").write_text(HAND, encoding="utf-8")
    other = Concept("second", Bilingual("Credit Assignments", "别的"), "arxiv:1")
    (tmp_path / "second.yml").write_text(dump(other), encoding="utf-8")
    with pytest.raises(
        FormatError,
        match=r"second\.yml:3: the name `Credit Assignments` is claimed by `credit-assign",
    ):
        load(tmp_path)


FULL = """\
id: lda
name: {en: LDA, zh: 线性判别分析}
founded: arxiv:1
term: both
broader: [classification]
related:
  - clustering  # as the 2020 survey has it
not_same_as: [topic-model]
maybe_same_as:
  - id: clustering
    reason: the same papers
split_from: topic-model
papers: [arxiv:2]
"""


def test_every_key_is_read_and_written(tmp_path: Path) -> None:
    """What a person may write of families, doubts,
    splits and terms survives a change of something else.
    """
    concept = parse(FULL, "lda.yml")
    assert (concept.broader, concept.not_same_as) == (("classification",), ("topic-model",))
    assert concept.papers == ("arxiv:2",)
    assert concept.maybe_same_as[0].reason == "the same papers"
    changed = replace(concept, pinned=True, related=(*concept.related, "analysis"))
    text = dump(changed, FULL)
    assert parse(text, "lda.yml") == changed
    assert "clustering  # as the 2020 survey has it" in text


def test_a_key_that_goes_leaves_the_notes_behind_it() -> None:
    """Taking a pin or a list off keeps every comment and byte around it."""
    text = (
        "id: a\nname: {en: A}\nfounded: x\npinned: true  # for now\n# mine\nrelated:\n- b\n# and"
        " this\n"
    )
    concept = parse(text, "a.yml")
    assert dump(replace(concept, pinned=False), text) == text.replace(
        "pinned: true  # for now\n", ""
    )
    assert dump(replace(concept, related=()), text) == text.replace("related:\n- b\n", "")


WRONG = [
    (
        "id: a\nname: {en: A}\nfounded: x\nmerged: b\n",
        r"a\.yml:4: `b` under `merged` is no concept",
    ),
    (
        "id: a\nname: {en: A}\nfounded: x\nbroader: [other]\n",
        r"a\.yml:4: `broader` leads in a circle",
    ),
    (
        "id: a\nname: {en: A}\nfounded: x\nrelated:\n- othr\n",
        r"a\.yml:5: `othr` under `related`.*`other`\?.*take othr\.yml back from git",
    ),
    (
        "id: a\nname: {en: A}\nfounded: x\nnot_same_as: [a]\n",
        r"a\.yml:4: `a` under `not_same_as` names the concept",
    ),
    ("id: a\nname: {en: A}\nfounded: x\nkind: modle\n", r"a\.yml:4: `modle` is no kind"),
    ("id: a\nnam: {en: A}\nfounded: x\n", r"a\.yml:2: `nam` is not a key.*`name`\?"),
    ("id: a\nname: {en: A}\nid: a\nfounded: x\n", r"a\.yml:3: `id` stands here twice"),
    ("id: a\n<<<<<<< HEAD\nname: {en: A}\n=======\n", r"a\.yml:2: a merge conflict"),
]


@pytest.mark.parametrize(("text", "message"), WRONG, ids=[row[1][:40] for row in WRONG])
def test_a_mistake_has_its_file_and_line(tmp_path: Path, text: str, message: str) -> None:
    """A typo, a key twice, a conflict, a way in a circle: file, line, and what to do."""
    (tmp_path / "a.yml").write_text(text, encoding="utf-8")
    (tmp_path / "other.yml").write_text(
        "id: other\nname: {en: Other}\nfounded: x\nbroader: [a]\n", encoding="utf-8"
    )
    with pytest.raises(FormatError, match=f"(?s){message}"):
        load(tmp_path)


def test_two_things_of_one_name_say_that_they_are_not_the_same() -> None:
    """LDA and LDA stand side by side once a person wrote so; both are found by the name."""
    topic = Concept("topic-model", Bilingual("LDA", "主题模型"), "arxiv:1", not_same_as=("lda",))
    other = Concept("lda", Bilingual("LDA", "线性判别分析"), "arxiv:2")
    registry = Registry({"lda": other, "topic-model": topic})
    assert registry.english["concept", "lda"] == ("lda", "topic-model")
    assert registry.apart("lda", "topic-model")


def test_whom_a_mention_means() -> None:
    """A merged concept stands for its target,
    and a split takes its papers wherever the name went.
    """
    a, b = (
        Concept("a", Bilingual("A", "甲"), "arxiv:1"),
        Concept("b", Bilingual("B", "乙"), "arxiv:2"),
    )
    off = Concept("c", Bilingual("C", "丙"), "arxiv:3", split_from="a", papers=("arxiv:3",))
    merged = replace(b, merged=Merged("a", "Wei", "one idea"))
    registry = Registry({"a": a, "b": merged, "c": off})
    assert registry.canonical("b") == "a"
    assert registry.meant("b", "arxiv:9") == "a"
    assert registry.meant("b", "arxiv:3") == "c"
    assert registry.english["concept", "b"] == ("a",)
    assert [c.id for c in registry.merged_into["a"]] == ["b"]
    again = registry.with_([replace(off, merged=Merged("a"))])
    assert again.meant("c", "arxiv:3") == "a"
    back = registry.with_([replace(off, merged=Merged("a"))])
    assert back.meant("b", "arxiv:3") == "a"


def test_all_mistakes_at_once(tmp_path: Path) -> None:
    """Every broken file is listed in one message."""
    for name in ("a", "b"):
        (tmp_path / f"{name}.yml").write_text(f"id: {name}\nfounded: x\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"(?s)2 mistakes.*a\.yml:1.*b\.yml:1"):
        load(tmp_path)


def test_no_folder_is_an_empty_registry(tmp_path: Path) -> None:
    """A new wiki has no concepts, and that is no mistake."""
    assert load(tmp_path / "none") == Registry()


words = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp", "Cn"], exclude_characters="\ufeff"),
    min_size=1,
    max_size=30,
)


@given(words, words, st.lists(words, max_size=3, unique=True), st.booleans())
def test_any_words_survive_their_file(en: str, zh: str, aliases: list[str], pinned: bool) -> None:
    """Colons, hashes, quotes, backslashes and spaces in names come back as they were,
    also from a changed file.
    """
    odd = replace(
        CONCEPT,
        name=Bilingual(en, zh),
        aliases=tuple(Alias(a, "en") for a in aliases),
        pinned=pinned,
    )
    assert parse(dump(odd), "credit-assignment.yml") == odd
    assert parse(dump(odd, HAND), "credit-assignment.yml") == odd
    assert parse(dump(odd, dump(CONCEPT)), "credit-assignment.yml") == odd


ODD = [
    "id: a\nname: {en: A}\nfounded: x\naliases:\n- 2048  # a year\n- 1.10\n- true\n- 2020-01-01\n",
    "id: a\nname: {en: A}\nfounded: x\naliases:\n- name: 1.10  # a version\n  status: approved\n",
]


@pytest.mark.parametrize("text", ODD)
def test_names_that_yaml_takes_for_something_else(text: str) -> None:
    """A number, a truth or a date is a name here;
    another alias is added beside it, and its comment stays.
    """
    concept = parse(text, "a.yml")
    more = replace(concept, aliases=(*concept.aliases, Alias("b", "en", "model")))
    changed = dump(more, text)
    assert parse(changed, "a.yml") == more
    assert "# a " in changed


def test_yaml_that_cannot_be_changed_without_harm_is_named(tmp_path: Path) -> None:
    """A list as a key, a folder of a concept's name: a mistake with its file, never a crash."""
    (tmp_path / "a.yml").write_text("[draft]: yes\n", encoding="utf-8")
    (tmp_path / "b.yml").mkdir()
    with pytest.raises(
        FormatError, match=r"(?s)a\.yml:1: this is not a key.*b\.yml:1: this is no file"
    ):
        load(tmp_path)


FOREIGN = """\
id: a
weight: 0.5  # of a newer one
name:
  en: A
  fr: Un
founded: x
maybe_same_as:
- id: b
  reason: alike
  votes: [1, yes, 2026-05-05]
aliases:
- name: AA
  language: en
  seen: {first: 007}
merged:
  into: b
  at: 2026-05-05
history:
- {op: rename, n: 3}
"""


def test_a_key_that_is_not_known_stays(tmp_path: Path) -> None:
    """A newer one's keys are no mistake, on whatever level;
    changing all around them leaves them to the letter.
    """
    concept = parse(FOREIGN, "a.yml")
    assert similar_keys(FOREIGN, "a.yml") == []
    changed = replace(
        concept,
        name=Bilingual("A", "甲"),
        maybe_same_as=(MaybeSame("b", "Ann", "much alike"), MaybeSame("c")),
        aliases=(replace(concept.aliases[0], status="rejected"), Alias("AB", "en")),
        merged=Merged("c", "Ann"),
        related=("b",),
    )
    text = dump(changed, FOREIGN)
    assert parse(text, "a.yml") == changed
    for kept in ("weight: 0.5  # of a newer one", "  fr: Un", "votes: [1, yes, 2026-05-05]", "seen: {first: 007}",  # noqa: E501
                 "  at: 2026-05-05", "- {op: rename, n: 3}"):  # fmt: skip
        assert kept in text
    assert dump(concept, text).count("votes") == 1


_KEY = st.from_regex(r"[a-z]{3,8}_[0-9]", fullmatch=True)
_SAID = st.recursive(
    st.integers() | st.booleans() | st.text("ab:#- '1", max_size=6),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(_KEY, inner, max_size=2),
    max_leaves=4,
)


@examples(20)
@given(
    st.dictionaries(_KEY, _SAID, min_size=1, max_size=3),
    st.sampled_from(["", "name", "merged", "maybe_same_as"]),
)
def test_unknown_keys_survive_any_change(more: dict[str, Any], place: str) -> None:
    """Whatever they say: read, change something else, write."""
    fields: dict[str, Any] = {
        "id": "a",
        "name": {"en": "A"},
        "founded": "x",
        "maybe_same_as": [{"id": "b", "by": "m"}],
        "merged": {"into": "b"},
    }
    inner = fields[place] if place else fields
    (inner[0] if isinstance(inner, list) else inner).update(more)
    text = yaml.safe_dump(fields, sort_keys=False, allow_unicode=True)
    concept = parse(text, "a.yml")
    changed = replace(
        concept, name=Bilingual("B", "乙"), pinned=True, merged=Merged("b", "Ann"), term="en"
    )
    changed = replace(changed, maybe_same_as=(MaybeSame("b", "Ann"),))
    after = yaml.safe_load(dump(changed, text))
    inner = after[place] if place else after
    inner = inner[0] if isinstance(inner, list) else inner
    assert {key: inner.get(key) for key in more} == more


def test_a_key_like_a_known_one_is_asked_about(tmp_path: Path) -> None:
    """It may be a typing error, so ``check`` names it;
    it may be a newer one's, so nothing stops.
    """
    (tmp_path / "a.yml").write_text(
        "id: a\nname: {en: A}\nfounded: x\nnot_same: [b]\nnmae: {en: B}\n", "utf-8"
    )
    found = list(mistyped(load(tmp_path)))
    assert [(one.file, one.line) for one in found] == [
        ("data/concepts/a.yml", 4),
        ("data/concepts/a.yml", 5),
    ]
    assert "`not_same_as`" in found[0].next


# --- The cache ------------------------------------------------------------------

YEARS_AGO = 1_600_000_000 * 10**9
TOOL_USE = (
    "id: tool-use\nname:\n  en: tool use\nfounded: arxiv:2605.00001\nrelated:\n-"
    " credit-assignment\n"
)


def saved(path: Path, text: str, at: int = YEARS_AGO) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    os.utime(path, ns=(at, at))


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    """A wiki of two concepts, of which one names the other."""
    wiki = Wiki(tmp_path)
    saved(wiki.concepts / "credit-assignment.yml", HAND)
    saved(wiki.concepts / "tool-use.yml", TOOL_USE)
    return wiki


def test_a_file_that_did_not_change_is_not_read_again(wiki: Wiki) -> None:
    """Size and time tell; what a registry has computed is computed once a run."""
    before = read_registry(wiki)
    assert before == load(wiki.concepts)
    assert before.texts == load(wiki.concepts).texts
    # of the same size and time
    saved(wiki.concepts / "tool-use.yml", TOOL_USE.replace("tool use", "use tool"))
    assert read_registry(wiki) is before
    saved(wiki.concepts / "tool-use.yml", TOOL_USE.replace("tool use", "use tool"), YEARS_AGO + 1)
    assert read_registry(wiki).concepts["tool-use"].name.en == "use tool"


def test_what_a_person_saves_between_two_looks_is_seen(wiki: Wiki) -> None:
    """Also where the builder wrote the file a moment ago:
    their text is what a change is made from.
    """
    file = wiki.concepts / "tool-use.yml"
    file.write_text(TOOL_USE, "utf-8")
    assert read_registry(wiki).concepts["tool-use"].name.en == "tool use"
    stat = file.stat()
    # within the same tick of the clock
    saved(file, TOOL_USE.replace("tool use", "use tool"), stat.st_mtime_ns)
    seen = read_registry(wiki)
    assert seen.concepts["tool-use"].name.en == "use tool"
    assert "use tool" in seen.texts["tool-use"]


def test_a_mistake_is_told_again_until_it_is_mended(wiki: Wiki) -> None:
    """What is kept of the other files hides none: of one file, and of two that do not fit."""
    read_registry(wiki)
    other = wiki.concepts / "other.yml"
    for text in ("- a\n", TOOL_USE.replace("id: tool-use", "id: other")):
        saved(other, text)
        for _ in range(2):
            with pytest.raises(FormatError, match=r"other\.yml:1|tool-use\.yml"):
                read_registry(wiki)
    other.unlink()
    assert list(read_registry(wiki).concepts) == ["credit-assignment", "tool-use"]
    (wiki.concepts / "credit-assignment.yml").unlink()
    for _ in range(2):
        with pytest.raises(FormatError, match="is no concept of this wiki"):
            read_registry(wiki)
