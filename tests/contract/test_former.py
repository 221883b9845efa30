"""A claim that a person touched outlives the reading that made it,
with its evidence and its other language.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tests.examples import histories
from tests.pages.sample import DAY, ONE, Sample, analysis, sample
from wiki_builder.check import check
from wiki_builder.core.store.papers import read_paper, write_paper
from wiki_builder.core.values.analysis import Claim, Evidence, ResultRow
from wiki_builder.core.values.bilingual import LANGUAGES, Bilingual
from wiki_builder.core.values.fulltext import FullText, Passage, TextInfo
from wiki_builder.core.values.paper import Paper
from wiki_builder.curation import proposals as proposing
from wiki_builder.grounding.former import former_claims
from wiki_builder.library.citable import citable
from wiki_builder.pages.deleted import held_claims

PAGE = "papers/2605/2605.00001.md"
EN, ZH, MINE = "Each step has a reward.", "每步都有奖励。", "每一步都得到奖励。"
QUOTE = "We train one agent."


def claim(id_: str, en: str, zh: str, quote: str = QUOTE) -> Claim:
    evidence = Evidence("S1.p1", quote)
    label = Bilingual("Label", "标签") if id_[0] == "c" else None
    part = {"c": "contributions", "s": "steps", "r": "results", "l": "limitations"}[id_[0]]
    row = ResultRow("set", None, "81.2") if id_[0] == "r" else None
    return Claim(id_, part, Bilingual(en, zh), evidence, label=label, row=row)  # type: ignore[arg-type]  # a part


def read_again(wiki: Sample, version: int, claims: tuple[Claim, ...], text: str = "") -> Paper:
    """The paper as the read stage leaves it:
    another version was read, and the model made other claims.
    """
    old = read_paper(wiki.wiki, ONE)
    assert old
    assert old.analysis
    latest = replace(old.latest, number=version)
    announced = old.with_(versions=(*old.versions, latest))
    full = FullText("pdf", (Passage("page=2", f"Version {version}. {text}"),))
    new = replace(
        old.analysis, claims=claims, provenance=replace(old.analysis.provenance, date=DAY)
    )
    former = former_claims(announced, new, full, held_claims(wiki.wiki))
    info = TextInfo("pdf", full.hash, 1, version=version)
    done = announced.with_(analysis=new, text=info, former=former)
    write_paper(wiki.wiki, done)
    return done


def section(page: str, name: str) -> str:
    return page.partition(f"<!-- wiki:{name} -->\n")[2].partition("<!-- /wiki -->")[0]


def evidence_of(wiki: Sample) -> str:
    """What the site adds to the page: where its claims come from."""
    return section(wiki.completed(PAGE), "evidence")


@pytest.fixture
def wiki(tmp_path: Path) -> Sample:
    return sample(tmp_path)


@pytest.fixture
def without(wiki: Sample) -> Sample:
    """The first contribution's Chinese is a person's,
    and the third version was read without that claim.
    """
    wiki.edit(PAGE, ZH, MINE)
    wiki.render()
    read_again(wiki, 3, (claim("c7", "Another one.", "另一条。"),))
    wiki.render()
    return wiki


def test_a_touched_claim_keeps_its_evidence_and_its_other_language(without: Sample) -> None:
    """Both wordings stand, the mark leads to the quote in its version,
    and the page says whose words these are.
    """
    page = without.page(PAGE)
    assert MINE in section(page, "contributions.zh")
    assert EN in section(page, "contributions.en")
    evidence = evidence_of(without)
    assert 'id="e-c1"' in evidence
    assert "It reaches 81.2% on three tasks." in evidence
    assert 'href="https://arxiv.org/html/2605.00001v2#S3.p2"' in evidence
    assert "措辞经人修改 · the summary of v3 is without it · v3 的解读中已无此条" in evidence
    assert "**Contribution 2**: the summary of v3 is without it" in section(page, "notice")
    whole = without.completed(PAGE)
    assert "Each step" not in whole.replace(EN, "")
    assert "all 1 claims" not in whole
    assert "1 claim whose quote was found there" in whole
    assert "Three tasks." not in whole  # nobody touched it
    assert without.render().written == ()


def test_it_is_named_until_somebody_says_what_becomes_of_it(without: Sample) -> None:
    """A proposal to let it go, and a line of ``check``;
    dismissed, it stays in silence until another reading.
    """
    made = without.publisher()
    (proposal,) = proposing.proposals(made)
    assert proposing.name(proposal) == "2605.00001#contributions.zh/c1"
    assert (proposal.proposed, "to let it go" in proposing.difference(proposal)) == ("", True)
    told = [problem for problem in check(without.wiki, without.settings) if "c1" in problem.what]
    assert [problem.path for problem in told] == [f"docs/{PAGE}"]
    assert list(proposing.decide_proposals(made, [proposal], accept=False)) == [PAGE]
    without.render()
    assert MINE in without.page(PAGE)
    assert proposing.proposals(without.publisher()) == []
    assert not [
        problem for problem in check(without.wiki, without.settings) if "c1" in problem.what
    ]
    read_again(without, 4, (claim("c7", "Another one.", "另一条。"),))
    without.render()
    assert [p.item for p in proposing.proposals(without.publisher())] == ["c1"]
    assert "the summary of v4 is without it" in without.page(PAGE)


@pytest.mark.parametrize("how", ["accept", "release", "delete", "edit back"])
def test_a_person_lets_it_go(without: Sample, how: str) -> None:
    """It disappears wholly, whichever way; and a page taken back from git shows it again."""
    before = without.page(PAGE)
    line = next(line for line in before.splitlines(keepends=True) if MINE in line)
    match how:
        case "accept":
            made = without.publisher()
            assert list(
                proposing.decide_proposals(made, proposing.proposals(made), accept=True)
            ) == [PAGE]
        case "release":
            proposing.release(without.publisher(), ONE, "contributions.zh", form_only=False)
        case "delete":
            without.edit(PAGE, line, "")
        case _:
            without.edit(PAGE, MINE, ZH)
    without.render()
    for trace in (MINE, ZH, EN, 'id="e-c1"', "without it"):
        assert trace not in without.completed(PAGE)
    assert without.render().written == ()
    (without.root / "docs" / PAGE).write_text(before, "utf-8")
    without.render()
    assert without.page(PAGE) == before


@pytest.mark.parametrize(
    "id_, old, name",
    [
        ("c1", EN, "contributions.en"),
        ("s1", "收集轨迹。", "steps.zh"),
        ("r1", "三个任务上 81.2%。", "results.zh"),
        ("l1", "It needs a simulator.", "limitations.en"),
        ("r1", "| 81.2% | GRPO", "results-table"),
    ],
)
def test_any_part_in_any_language(wiki: Sample, id_: str, old: str, name: str) -> None:
    """A step, a result, a limitation and a row of the table are kept like a contribution."""
    wiki.edit(PAGE, old, f"{old} Mine")
    wiki.render()
    read_again(wiki, 3, ())
    wiki.render()
    page = wiki.page(PAGE)
    assert "Mine" in section(page, name)
    part = {"c": "contributions", "s": "steps", "r": "results", "l": "limitations"}[id_[0]]
    for language in LANGUAGES:
        assert f" ^{id_}\n" in section(page, f"{part}.{language}")
    assert f'id="e-{id_}"' in evidence_of(wiki)
    assert "reworded by a person" in evidence_of(wiki) or name == "results-table"


def test_what_was_deleted_in_one_language_does_not_come_back(wiki: Sample) -> None:
    """A person reworded the English and took the Chinese out:
    that stands after another reading, too.
    """
    wiki.edit(PAGE, EN, "Mine.")
    line = next(line for line in wiki.page(PAGE).splitlines(keepends=True) if ZH in line)
    wiki.edit(PAGE, line, "")
    wiki.render()
    read_again(wiki, 3, ())
    wiki.render()
    assert "Mine." in section(wiki.page(PAGE), "contributions.en")
    assert ZH not in wiki.page(PAGE)
    assert 'id="e-c1"' in evidence_of(wiki)


def test_three_versions(without: Sample) -> None:
    """It is carried from reading to reading;
    a reading that makes the claim again takes it over, with a proposal.
    """
    read_again(without, 4, ())
    without.render()
    again = read_again(without, 5, (claim("c9", "Nine.", "九。"),))
    assert "c1" in {one.claim.id for one in again.former}
    assert "c2" not in {one.claim.id for one in again.former}  # of a reading long ago, and nobody's
    without.render()
    assert MINE in without.page(PAGE)
    assert EN in without.page(PAGE)
    assert 'href="https://arxiv.org/html/2605.00001v2#S3.p2"' in evidence_of(without)
    back = read_again(
        without,
        6,
        (claim("c1", "A reward for each step, again.", "每步奖励。", "It reaches 81.2%"),),
    )
    assert "c1" not in {one.claim.id for one in back.former}
    without.render()
    page = without.page(PAGE)
    assert "A reward for each step, again." in page
    assert MINE in page
    assert "without it" not in page
    assert [p.proposed for p in proposing.proposals(without.publisher())] == [
        "1. **标签**：每步奖励。"
    ]


def test_a_claim_that_fails_in_the_new_reading(wiki: Sample) -> None:
    """One that the new reading makes and cannot support is not shown:
    the person's words keep the old evidence.
    """
    wiki.edit(PAGE, ZH, MINE)
    wiki.render()
    failed = replace(claim("c1", "Wrong.", "错误。", "No such quote stands here."), quote="missing")
    read_again(wiki, 3, (failed,))
    wiki.render()
    assert MINE in wiki.page(PAGE)
    assert "Wrong." not in wiki.page(PAGE)
    assert "It reaches 81.2% on three tasks." in evidence_of(wiki)


@pytest.mark.parametrize("stands", [True, False])
def test_derived_pages_use_it_only_if_it_stands(wiki: Sample, stands: bool) -> None:
    """Its quote is looked up in the new text: found, it is of that version and may be cited;
    otherwise it is shown with caution.
    """
    wiki.edit(PAGE, ZH, MINE)
    wiki.render()
    quote = "It reaches 81.2% on three tasks."
    new = read_again(
        wiki, 3, (), f"Before this. {quote} After this." if stands else "Nothing of it."
    )
    wiki.render()
    shown = wiki.publisher().library.shown[ONE]
    assert [one.id for one in citable(new, shown)] == (["c1"] if stands else [])
    evidence = evidence_of(wiki)
    assert ('pdf/2605.00001v3#page=2"' in evidence) == stands
    assert ("not in the text that was read last" in evidence) != stands
    assert "the summary of v3 is without it" in evidence
    # nobody's: not on the page
    assert citable(new, replace(shown, items={}, held=frozenset())) == ()


def test_words_whose_claim_is_lost_say_so(wiki: Sample) -> None:
    """The mark leads to a line that says that nothing is kept, and ``check`` names it."""
    wiki.edit(PAGE, ZH, MINE)
    wiki.render()
    old = read_paper(wiki.wiki, ONE)
    assert old
    assert old.analysis
    write_paper(wiki.wiki, old.with_(analysis=replace(old.analysis, claims=())))
    wiki.render()
    evidence = evidence_of(wiki)
    assert '<p class="wiki-caution" id="e-c1">' in evidence
    assert "The quote that these words rested on is not kept." in evidence
    assert [p.path for p in check(wiki.wiki, wiki.settings) if "#^c1" in p.what] == [f"docs/{PAGE}"]


@pytest.mark.parametrize("link", ["[¶](#^c2)", "[[#^c2]]", "[¶](#e-c2)"])
def test_a_note_that_leads_to_a_claim(wiki: Sample, link: str) -> None:
    """A link in a person's notes still leads to the evidence; the lists do without the claim."""
    with (wiki.root / "docs" / PAGE).open("a", encoding="utf-8") as page:
        page.write(f"\nI doubt this {link}.\n")
    wiki.render()
    read_again(wiki, 3, ())
    wiki.render()
    assert 'id="e-c2"' in evidence_of(wiki)
    assert "Three tasks." not in wiki.completed(PAGE)
    assert wiki.render().written == ()


def test_a_page_that_cannot_be_told_keeps_all(without: Sample) -> None:
    """While the page is broken, no former claim is let go."""
    file = without.root / "docs" / PAGE
    whole = file.read_text("utf-8")
    file.write_text(whole.replace("<!-- /wiki -->", ""), "utf-8")
    read_again(without, 4, ())
    assert {"c1", "c2"} <= {one.claim.id for one in read_again(without, 5, ()).former}
    file.write_text(whole, "utf-8")
    without.render()
    assert EN in without.page(PAGE)


# --- Whatever happens --------------------------------------------------------------

POOL = ("c1", "c2", "c3", "s1", "r1", "r2", "l1")
ITEM = re.compile(r"^(?:\d+\.|-|\|) .* \^(\w+)(?: \|)?$", re.MULTILINE)
SECTIONS = tuple(
    f"{p}.{x}" for p in ("contributions", "steps", "results", "limitations") for x in LANGUAGES
)
LISTS = (*SECTIONS, "results-table")


class Histories(RuleBasedStateMachine):
    """Readings that make and drop claims, and a person who edits,
    edits back and deletes, in any order.
    """

    def __init__(self) -> None:
        super().__init__()
        self.wiki = sample(Path(tempfile.mkdtemp(prefix="former-")))
        self.version, self.number = 2, 0
        # by section and claim: the line before, and theirs
        self.edited: dict[tuple[str, str], tuple[str, str]] = {}
        self.deleted: set[tuple[str, str]] = set()
        self.quotes: dict[str, str] = {one.id: one.evidence.quote for one in analysis().claims}

    def teardown(self) -> None:
        shutil.rmtree(self.wiki.root)

    @rule(ids=st.sets(st.sampled_from(POOL)), worded=st.integers(1, 2), read=st.booleans())
    def read(self, ids: set[str], worded: int, read: bool) -> None:
        """Another version is read; its text may have no quote of the earlier ones."""
        self.version += 1
        claims = tuple(
            claim(
                i,
                f"{i} in words {worded}.",
                f"{i} 措辞 {worded}。",
                self.quotes.setdefault(i, f"Quote of {i} is here."),
            )
            for i in sorted(ids)
        )
        read_again(self.wiki, self.version, claims, " ".join(self.quotes.values()) if read else "")
        self.wiki.render()

    @rule(data=st.data(), how=st.sampled_from(["edit", "edit", "edit back", "delete", "undo"]))
    def person(self, data: st.DataObject, how: str) -> None:
        page = self.wiki.page(PAGE)
        items = [(name, m[1], m[0]) for name in LISTS for m in ITEM.finditer(section(page, name))]
        if how == "edit back":
            items = [item for item in items if item[:2] in self.edited]
        if not items:
            return
        name, id_, line = data.draw(st.sampled_from(items))
        match how:
            case "edit":
                self.number += 1
                new = line.replace(" ^", f" Edit{self.number} ^")
                self.edited[name, id_] = self.edited.get((name, id_), (line, ""))[0], new
            case "edit back":
                new = self.edited.pop((name, id_))[0]
            case _:
                self.edited.pop((name, id_), None)
                self.deleted.add((name, id_))
                new = ""
        self.write(page, name, line, new)
        if how == "undo":  # taken back from git
            self.deleted.discard((name, id_))
            self.edited.update({(name, id_): (line, line)} if "Edit" in line else {})
            (self.wiki.root / "docs" / PAGE).write_text(page, "utf-8")
        self.wiki.render()

    def write(self, page: str, name: str, line: str, new: str) -> None:
        start = page.index(f"<!-- wiki:{name} -->")
        text = page[:start] + page[start:].replace(f"{line}\n", f"{new}\n" if new else "", 1)
        (self.wiki.root / "docs" / PAGE).write_text(text, "utf-8")

    @invariant()
    def nothing_is_an_orphan(self) -> None:
        """A person's words stand to the byte; every mark leads to one quote;
        the other language stands.
        """
        page, whole = self.wiki.page(PAGE), self.wiki.completed(PAGE)
        evidence = re.findall(r'id="e-(\w+)"', whole)
        assert len(evidence) == len(set(evidence))
        assert {item[1] for name in LISTS for item in ITEM.finditer(section(page, name))} == set(
            evidence
        )
        assert "is not kept" not in whole
        for (name, id_), (_, mine) in self.edited.items():
            assert mine.partition(". ")[2] in section(page, name), "a person's words are gone"
            part = name.partition(".")[0]
            for language in LANGUAGES if part != "results-table" else ():
                other = f"{part}.{language}"
                assert f" ^{id_}\n" in section(page, other) or (other, id_) in self.deleted
        held = {id_ for _, id_ in self.edited}
        made = read_paper(self.wiki.wiki, ONE)
        assert made
        assert made.analysis
        assert set(evidence) <= held | {one.id for one in made.analysis.claims}

    @invariant()
    def an_id_is_of_one_quote(self) -> None:
        """Whatever is read again and kept, an id names the same quote,
        and stands once in the data.
        """
        made = read_paper(self.wiki.wiki, ONE)
        assert made
        claims = [
            *(made.analysis.claims if made.analysis else ()),
            *(one.claim for one in made.former),
        ]
        assert len({one.id for one in claims}) == len(claims)
        assert all(self.quotes[one.id] == one.evidence.quote for one in claims)

    @invariant()
    def a_second_run_changes_nothing(self) -> None:
        before: Mapping[str, str] = {PAGE: self.wiki.page(PAGE)}
        self.wiki.render()
        assert {PAGE: self.wiki.page(PAGE)} == before


Histories.TestCase.settings = histories(5, steps=12)
TestHistories = Histories.TestCase
