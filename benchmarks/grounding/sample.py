"""The first sample's papers and what was said of them, and how the repository's papers are read.

The claims are those of the sample as it was when the first judges were asked: their answers hold
for these very words, so that they stay though the sample is summarised anew.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.grounding.folder import read_folder
from benchmarks.grounding.statement import Material, Source
from wiki_builder.core.values.fulltext import FullText, Passage
from wiki_builder.core.values.paper import Paper
from wiki_builder.demo.fulltexts import file_of
from wiki_builder.fulltext.read import file as from_file
from wiki_builder.fulltext.read import read_paper_text

FIRST = Path(__file__).resolve().parent / "sample"
PAPERS = Path(__file__).resolve().parents[2] / "data" / "papers"


def read_sample() -> Material:
    """Every paper of the first sample, with its claims and its other fields.

    Raises:
        ValueError: the folder does not keep the format.
    """
    material, problems = read_folder(FIRST, ())
    if problems:
        raise ValueError("\n".join(problems))
    return material


def source_of(paper: Paper) -> Source:
    version = paper.latest
    beside = tuple(part for part in (version.title, version.abstract, version.comment) if part)
    text = FullText("abstract", (Passage("abstract", version.abstract, kind="abstract"),))
    if paper.text and paper.text.kind != "abstract" and (path := file_of(paper.id)):
        text = read_paper_text(from_file(path), "", "", (paper.text.kind,))
    if paper.text is None or text.hash != paper.text.hash:
        raise ValueError(f"{paper.id} was read from another text than is here")
    return Source(paper.id, version.title, text, beside)
