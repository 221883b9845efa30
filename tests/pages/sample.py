"""A small wiki of made-up papers, hostile where papers are,
for tests of pages and of what stands on them.
"""

from __future__ import annotations

import atexit
import shutil
import sys
import tempfile
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from tests.once import SLOW
from wiki_builder import pipeline
from wiki_builder.core.settings import Settings, find_wiki, load_settings
from wiki_builder.core.store.papers import write_paper
from wiki_builder.core.store.receipts import write_receipt
from wiki_builder.core.store.wiki import Wiki
from wiki_builder.core.values.analysis import (
    Analysis,
    Claim,
    ConceptMention,
    Entity,
    Evidence,
    Link,
    Part,
    Provenance,
    ResultRow,
)
from wiki_builder.core.values.announcement import Version
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.fulltext import TextInfo
from wiki_builder.core.values.paper import Paper, Pending
from wiki_builder.core.values.receipt import Receipt, Row
from wiki_builder.library.index import load_index
from wiki_builder.pages.publisher import Publisher, publisher
from wiki_builder.pages.rendered import Rendered
from wiki_builder.scaffold import init
from wiki_builder.site.additions import complete_page

DAY = "2026-05-05"
ONE, TWO, THREE = "arxiv:2605.00001", "arxiv:2605.00002", "arxiv:2605.00003"
HOSTILE_TITLE = "A | B: <script>alert(1)</script> [of](http://x.y) $x^2$ & `C#`"


def claim(id_: str, part: Part, en: str, zh: str, **more: object) -> Claim:
    quote = Evidence(
        "S3.p2", "It reaches 81.2% on three tasks.", "We train one agent.", "GRPO reaches 68.7%."
    )
    return Claim(id_, part, Bilingual(en, zh), quote, **more)  # type: ignore[arg-type]  # as given


def analysis() -> Analysis:
    return Analysis(
        kind="method",
        headline=Bilingual("Rewards for each step", "逐步奖励"),
        summary=Bilingual("It reaches 81.2%.", "达到 81.2%。"),
        abstract_zh="我们训练一个智能体。",
        importance=7,
        reason=Bilingual("It is simple.", "方法简单。"),
        method=Bilingual("Two stages.", "两个阶段。"),
        claims=(
            claim("c1", "contributions", "Each step has a reward.", "每步都有奖励。", label=Bilingual("Steps", "步骤")),  # noqa: E501
            claim("c2", "contributions", "Three tasks.", "三个任务。", label=Bilingual("Tasks", "任务")),  # noqa: E501
            claim("c3", "contributions", "One agent.", "一个智能体。", label=Bilingual("Agent", "智能体")),  # noqa: E501
            claim("s1", "steps", "1. Collect traces.", "收集轨迹。", substeps=(Bilingual("- Run it.", "运行它。"),)),  # noqa: E501
            claim("r1", "results", "81.2% on three tasks.", "三个任务上 81.2%。",
                  row=ResultRow("a|b", None, "81.2", "%", "GRPO")),
            claim("l1", "limitations", "It needs a simulator.", "需要模拟器。", origin="inferred"),
        ),
        concepts=(
            ConceptMention(Bilingual("credit assignment", "信用分配"), "uses", Bilingual("To steps.", "分配到各步。"),  # noqa: E501
                           gloss=Bilingual("What earned a reward.", "判断哪个动作带来了奖励。")),
        ),
        entities=(Entity("GRPO", "model"),),
        links=(Link("code", "https://github.com/a/b"), Link("data", "javascript:alert(1)")),
        provenance=Provenance("replay", "a model", "paper/1", "1", DAY),
    )  # fmt: skip


def paper(id_: str, **changes: object) -> Paper:
    version = Version(2, f"Paper {id_[-1]}", ("Ann Lee", ":"), "We train.", ("cs.CL", "cs.AI"), DAY)
    info = TextInfo("html", "0" * 16, 3, version=2)
    whole = Paper(id_, (version,), imported=DAY, run=DAY, text=info, analysis=analysis())
    return whole.with_(**changes)


def hostile() -> Paper:
    """A paper that is read badly by whoever trusts it: markup, 3,303 authors, no abstract."""
    authors = tuple(f"Author {n}" for n in range(3303))
    version = Version(
        None,
        HOSTILE_TITLE,
        authors,
        "",
        ("math.AC", "68T45, 62H30"),
        DAY,
        comment="# 12 pages | *draft*",
    )
    return Paper(
        THREE, (version,), imported=DAY, run=DAY, pending=Pending("no model <b>is</b> set up")
    )


@dataclass
class Sample:
    """The wiki in a folder: two papers that were read, and the hostile one."""

    root: Path

    @property
    def wiki(self) -> Wiki:
        return Wiki(self.root)

    @property
    def settings(self) -> Settings:
        return load_settings(find_wiki(self.root))

    def publisher(self) -> Publisher:
        return publisher(self.wiki, self.settings, load_index(self.wiki))

    def render(self) -> Rendered:
        return pipeline.render(self.wiki, self.settings)

    def page(self, path: str) -> str:
        return (self.root / "docs" / path).read_text("utf-8")

    def completed(self, path: str, page: str = ONE) -> str:
        """The page with what the site adds to it."""
        return complete_page(self.page(path), self.publisher().additions(page, path))

    def edit(self, path: str, old: str, new: str) -> None:
        text = self.page(path)
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path}"
        (self.root / "docs" / path).write_text(text.replace(old, new), "utf-8")

    def change(self, id_: str, **fields: object) -> None:
        """Other words of the model for one paper."""
        from wiki_builder.core.store.papers import read_paper

        old = read_paper(self.wiki, id_)
        assert old
        assert old.analysis
        write_paper(self.wiki, old.with_(analysis=replace(old.analysis, **fields)))  # type: ignore[arg-type]  # as given


def sample(folder: Path) -> Sample:
    """The wiki with its pages written, in ``folder``:
    a copy, since rendering is most of many tests.
    """
    sys.audit(SLOW)
    shutil.copytree(_whole(), folder, dirs_exist_ok=True)
    return Sample(folder)


@cache
def _whole() -> Path:
    """Made once in this process; its folder is gone with it."""
    folder = Path(tempfile.mkdtemp(prefix="wiki-builder-sample-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    init(folder, title="A wiki")
    wiki = Wiki(folder)
    papers = (paper(ONE), paper(TWO), hostile())
    for one in papers:
        write_paper(wiki, one)
    rows = [Row(one.id, ("new",), "taken", one.latest.title, one.latest.number) for one in papers]
    rows.append(
        Row("arxiv:2605.00009", ("new",), "skipped", "Not | <b>read</b>", 1, "no keyword matches")
    )
    write_receipt(wiki, Receipt(DAY, "arxiv feed", DAY, len(rows), len(rows), tuple(rows)))
    Sample(folder).render()
    return folder
