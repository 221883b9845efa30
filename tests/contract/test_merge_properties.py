"""Merging over pages, edits and new versions that nobody thought of; the oracle knows nothing of
hashes and owners.

The base is what the builder wrote, ours is the page after a person's edits, theirs is what the
builder would write now.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.pages.world import SECTION, TOKEN
from wiki_builder.contract.merge import merge_page, new_page
from wiki_builder.contract.page import Page, read_page
from wiki_builder.contract.spec import Fixed, PageSpec, Section
from wiki_builder.library.shown import Shown, shown

# which heading, which words; 0 words: nothing to say; the last: which of the items
Part = tuple[int, int, int]
Version = tuple[object, ...]
Edit = tuple[str, int]
TEMPLATE = (
    "title",
    "summary.en",
    "contributions.en",
    "contributions.zh",
    "extra.en",
    "",
    "steps.zh",
    "stamp",
)
NOTES, LISTS = "", ("contributions.en", "contributions.zh", "steps.zh")
PARTS = st.tuples(st.integers(0, 1), st.integers(0, 2), st.integers(0, 23))
VERSIONS = st.tuples(*[PARTS] * len(TEMPLATE), st.integers(0, 2))
EDITS = st.lists(
    st.tuples(
        st.sampled_from(
            [
                "add",
                "item",
                "reword",
                "claim",
                "delete",
                "no claim",
                "drop",
                "turn",
                "swap",
                "block",
                "key",
                "no key",
            ]
        ),
        st.integers(0, 60),
    ),
    min_size=1,
    max_size=6,
)
ENDS = st.sampled_from(["\n", "\r\n"])
_FRONT = re.compile(r"---\r?\n(.*?)---\r?\n", re.DOTALL)
_BLOCK = re.compile(r"<!-- wiki:written .*?\n-->\r?\n?", re.DOTALL)
_ITEM = re.compile(r"1\. .* \^(c\d)(?=\r?$)", re.MULTILINE)


def spec_of(version: tuple[object, ...], without: str | None = None) -> PageSpec:
    """A version of a page: sections that are prose or lists of items,
    each with its heading and its words.
    """
    *parts, kind = version
    chunks = [
        _chunk(name, part)  # type: ignore[arg-type]
        for name, part in zip(TEMPLATE, parts, strict=True)
        if name != without
    ]
    keys = {"title": f"T {parts[0]}"} | ({"kind": f"k {kind}"} if kind else {})
    return PageSpec("arxiv:2605.00001", "papers/2605/x.md", keys, tuple(chunks))


def _chunk(name: str, part: Part) -> Section | Fixed:
    heading, words, which = part
    if name == NOTES:
        return Fixed("## Notes")
    if not words:
        return Section(name, "")
    if name not in LISTS:
        return Section(
            name,
            f"## Heading {heading}\n\nFirst of {name}, {words}.\n\nSecond, {words}.",
            f"{words}",
        )
    ids = [f"c{1 + (which + step) % 4}" for step in range(1 + which // 6)]
    lines = [f"1. Claim {id_}, {(words + int(id_[1])) % 3} ^{id_}" for id_ in ids]
    return Section(
        name, f"## Heading {heading}\n\n" + "\n".join(lines), "list", dict.fromkeys(ids, f"{words}")
    )


def edited(text: str, edits: Sequence[Edit]) -> str:
    """The page after a person's edits; each line that they wrote has a word of its own."""
    for number, (what, at) in enumerate(edits):
        lines, token = text.split("\n"), f"Edit{number}"
        block = _BLOCK.search(text)
        assert block
        start, first = lines.index("---", 1) + 1, text[: block.start()].count("\n")
        behind = first + block[0].count("\n")
        # between these, all is a person's
        rows = [row for row in range(start, len(lines)) if not first < row < behind]
        full = [row for row in rows if lines[row].strip() and "wiki" not in lines[row]]
        sections = list(SECTION.finditer(text))
        claims = [row for row in full if _ITEM.match(lines[row])]
        below = [row for row in claims if row + 1 in claims]
        if what.endswith("claim"):
            what, full = {"claim": "reword", "no claim": "delete"}[what], claims
        row = full[at % len(full)] if full else start
        match what:
            case "add" | "item":
                lines.insert(rows[at % len(rows)], f"- {token} mine" if what == "item" else token)
            case "reword" if full:
                lines[row] = (
                    f"1. {token}{lines[row][2:]}"
                    if _ITEM.match(lines[row])
                    else f"{token} {lines[row]}"
                )
            case "delete" if full and not TOKEN.search(lines[row]):
                del lines[row]
            case "drop" if sections and not TOKEN.search(sections[at % len(sections)][0]):
                lines = text.replace(sections[at % len(sections)][0], "").split("\n")
            case "turn" if len(sections) > 1:
                one, other = sections[at % len(sections)][0], sections[at // 7 % len(sections)][0]
                lines = (
                    text.replace(one, "@1@").replace(other, one).replace("@1@", other).split("\n")
                )
            case "swap" if below:
                above = below[at % len(below)]
                lines[above : above + 2] = lines[above + 1], lines[above]
            case "block":
                rest = text.replace(block[0], "").split("\n")
                lines = "\n".join([*rest[:start], "", block[0], *rest[start:]]).split("\n")
            case "key" | "no key" if lines[1].startswith("title:"):
                lines[1:2] = [f"title: {token}"] if what == "key" else []
        text = "\n".join(lines)
    return text


def merged(text: str, to: PageSpec) -> str:
    page = read_page(text.encode())
    assert isinstance(page, Page)
    return merge_page(page, to).text


def sections_of(text: str) -> dict[str, str]:
    return {found[1]: found[0] for found in SECTION.finditer(text)}


def items_of(section: str) -> dict[str, str]:
    return {found[1]: found[0] for found in _ITEM.finditer(section)}


def outside_of(text: str) -> list[str]:
    """The lines that stand in no section, no front matter and not in the block,
    and where the block stands.
    """
    rest = _BLOCK.sub("the block\n", _FRONT.sub("", SECTION.sub("", text), count=1))
    return [line.strip("\r") for line in rest.split("\n") if line.strip()]


def alone(section: str) -> dict[str, str]:
    """The items of a section that a person put nothing under."""
    lines = section.splitlines()
    pairs = ((line, lines[row + 1]) for row, line in enumerate(lines[:-1]))
    return {
        found[1]: line
        for line, following in pairs
        if (found := _ITEM.match(line))
        and (not following.strip() or _ITEM.match(following) or "- " in following[:2])
    }


@examples(10)
@given(VERSIONS, VERSIONS, ENDS)
def test_what_nobody_edited_becomes_theirs(
    base: tuple[object, ...], theirs: tuple[object, ...], end: str
) -> None:
    """To the byte what a page would be that is written today, whichever the versions were."""
    text = new_page(spec_of(base)).replace("\n", end)
    assert merged(text, spec_of(theirs)) == new_page(spec_of(theirs)).replace("\n", end)


@examples(10)
@given(VERSIONS, EDITS, ENDS)
def test_merged_with_what_is_there_nothing_changes(
    base: tuple[object, ...], edits: list[Edit], end: str
) -> None:
    """Where the builder has nothing new to say, an edited page stays as it is to the byte."""
    ours = edited(new_page(spec_of(base)), edits).replace("\n", end)
    assert merged(ours, spec_of(base)) == ours


@examples(20)
@given(VERSIONS, VERSIONS, st.sampled_from(TEMPLATE), EDITS, ENDS)
def test_a_persons_part_stays_and_the_rest_is_brought_up_to_date(
    base: tuple[object, ...], theirs: tuple[object, ...], gone: str, edits: list[Edit], end: str
) -> None:
    """No line that a person wrote is lost, moved, doubled or changed; what they deleted stays away;
    all else is new.
    """
    old = new_page(spec_of(base)).replace("\n", end)
    ours = edited(old.replace("\r", ""), edits).replace("\n", end)
    were = sections_of(old)
    mine = {
        name: items_of(were[name]).keys() - items_of(section).keys()
        for name, section in sections_of(ours).items()
        if section != were[name]
    }
    title = next((line for line in ours.split("\n") if line.startswith("title:")), None)
    # and back, over the marks that the first merge left
    for version, without in ((theirs, gone), (base, None)):
        result, fresh = (
            merged(ours, spec_of(version, without)),
            new_page(spec_of(version, without)).replace("\n", end),
        )
        assert (
            merged(ours, spec_of(version, without))
            == result
            == merged(result, spec_of(version, without))
        )
        _check(old, ours, fresh, result, without, mine)
        own = title is None or TOKEN.search(title)
        assert next((line for line in result.split("\n") if line.startswith("title:")), None) == (
            title if own else fresh.split("\n")[1]
        )
        old, ours = fresh, result


def _check(
    old: str,
    ours: str,
    fresh: str,
    result: str,
    without: str | None,
    mine: Mapping[str, Collection[str]],
) -> None:
    """What is a person's, outside and in sections ``mine`` (with the items that they deleted
    there).

    The builder wrote ``old`` and now ``fresh``.
    """
    assert outside_of(result) == outside_of(ours)
    were, stood, new, now = (sections_of(text) for text in (old, ours, fresh, result))
    assert [name for name in now if name in stood] == [name for name in stood if name in now], (
        "another order"
    )
    assert not now.keys() & (were.keys() - stood.keys()), "a deleted section is back"
    for name in TEMPLATE:
        if name == without:
            assert now.get(name) == stood.get(name), (
                "a section of another version is not left alone"
            )
        elif name not in stood:
            assert name in were or now.get(name) in (new.get(name), None), (
                "a new section is not theirs"
            )
        elif name not in mine:
            assert now.get(name) == new.get(name), "what nobody edited is not theirs"
        elif name in LISTS:
            today = items_of(now.get(name, ""))
            assert not today.keys() & mine[name], "a deleted item is back"
            _check_list(were.get(name, ""), stood[name], new.get(name, ""), now.get(name, ""))
        else:
            assert now[name] == stood[name], "a person's section changed"


def _check_list(was: str, stood: str, new: str, now: str) -> None:
    """In a list that a person edited, each item for itself is theirs or the builder's."""
    lines = now.split("\n")
    for line in stood.split("\n"):
        assert not TOKEN.search(line) or lines.count(line) == 1, (
            "a person's line is lost, changed or doubled"
        )
    before, then, today = (items_of(text) for text in (was, new, now))
    order = [id_ for id_ in items_of(stood) if id_ in before]
    if order != [id_ for id_ in before if id_ in order]:
        stay = [id_ for id_ in order if id_ in today]
        assert [id_ for id_ in today if id_ in stay] == stay, "a person's order is lost"
    for id_, line in alone(stood).items():
        if line == before.get(id_):
            assert today.get(id_) == then.get(id_), "an item that nobody edited is not theirs"


IDS = st.permutations(["c1", "c2", "c3", "c4"])


def listing(ids: Sequence[str], words: int) -> PageSpec:
    """A list in both languages."""
    body = "\n".join(f"1. Claim {id_}, {words} ^{id_}" for id_ in ids)
    return PageSpec(
        "arxiv:2605.00001",
        "x.md",
        {},
        tuple(Section(f"l.{language}", body) for language in ("en", "zh")),
    )


@examples(20)
@given(IDS, IDS, st.integers(1, 2), IDS, st.sampled_from(["en", "zh"]))
def test_whose_the_order_of_a_list_is(
    base: list[str], theirs: list[str], words: int, mine: list[str], language: str
) -> None:
    """A person's, once they turned it, in the language in which they did;
    else that of the builder.
    """
    text = new_page(listing(base, 1))
    old = sections_of(text)[f"l.{language}"]
    items = items_of(old)
    new = old.replace("\n".join(items.values()), "\n".join(items[id_] for id_ in mine))
    result = sections_of(merged(text.replace(old, new), listing(theirs, words)))
    for name, section in result.items():
        order = mine if mine != base and name.endswith(language) else theirs
        assert list(items_of(section).items()) == [
            (id_, f"1. Claim {id_}, {words} ^{id_}") for id_ in order
        ]


@given(st.lists(VERSIONS, min_size=1, max_size=4), ENDS)
@examples(100)
def test_a_page_that_nobody_touched_stays_untouched(versions: Sequence[Version], end: str) -> None:
    """Whatever the builder writes on it next; so that what it wrote is not read again to tell."""
    first, *later = versions
    text = new_page(spec_of(first)).replace("\n", end)
    for version in later:
        page = read_page(text.encode())
        assert isinstance(page, Page)
        text = merge_page(page, spec_of(version)).text
    page = read_page(text.encode())
    assert isinstance(page, Page)
    assert shown(page, "papers/2605/x.md") == Shown("papers/2605/x.md")
