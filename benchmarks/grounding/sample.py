"""The sample's papers and what was said of them, as the repository ships them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks.grounding.statement import FieldName, Material, Source, Statement
from wiki_builder.core.store.papers import read_paper_file
from wiki_builder.core.values.analysis import Analysis
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.core.values.fulltext import FullText, Passage
from wiki_builder.core.values.paper import Paper
from wiki_builder.demo.fulltexts import file_of
from wiki_builder.fulltext.read import file as from_file
from wiki_builder.fulltext.read import read_paper_text

FOLDER = "sample"
PAPERS = Path(__file__).resolve().parents[2] / "data" / "papers"


def read_sample(folder: Path = PAPERS) -> Material:
    """Every paper of the sample that was read, with its claims and its other fields.

    Raises:
        ValueError: a paper was read from a text that the repository does not have.
    """
    papers = [read_paper_file(path) for path in sorted(folder.glob("*/*.json"))]
    read = [(paper, paper.analysis) for paper in papers if paper.analysis]
    sources = {paper.id: source_of(paper) for paper, _ in read}
    statements = [one for paper, analysis in read for one in _statements(paper.id, analysis)]
    return Material(sources, tuple(statements))


def source_of(paper: Paper) -> Source:
    version = paper.latest
    beside = tuple(part for part in (version.title, version.abstract, version.comment) if part)
    text = FullText("abstract", (Passage("abstract", version.abstract, kind="abstract"),))
    if paper.text and paper.text.kind != "abstract" and (path := file_of(paper.id)):
        text = read_paper_text(from_file(path), "", "", (paper.text.kind,))
    if paper.text is None or text.hash != paper.text.hash:
        raise ValueError(f"{paper.id} was read from another text than is here")
    return Source(paper.id, version.title, text, beside)


def _statements(paper: str, analysis: Analysis) -> Iterator[Statement]:
    for claim in analysis.claims:
        yield Statement(
            f"{paper}#{claim.id}",
            paper,
            claim.part,
            claim.text,
            claim.evidence.quote,
            claim.evidence.passage,
            label=claim.label,
            row=claim.row,
            substeps=claim.substeps,
            origin=claim.origin,
            folder=FOLDER,
        )
    said: dict[FieldName, Bilingual] = {
        "headline": analysis.headline,
        "summary": analysis.summary,
        "reason": analysis.reason,
        "method": analysis.method,
        "abstract_zh": Bilingual("", analysis.abstract_zh),
    }
    for name, text in said.items():
        yield Statement(f"{paper}#{name}", paper, name, text, folder=FOLDER)
    for number, use in enumerate(analysis.concepts, start=1):
        told: dict[FieldName, Bilingual | None] = {"why": use.why, "gloss": use.gloss}
        for part, words in told.items():
            if words:
                id_ = f"{paper}#{part}{number}"
                yield Statement(id_, paper, part, words, concept=use.name, folder=FOLDER)
