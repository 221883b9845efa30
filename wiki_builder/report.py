"""What a run did: the summary at its end, the JSON document, and the exit code.

Durations are shown and never stored.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from wiki_builder.core.errors import WikiBuilderError
from wiki_builder.core.values.post import FeedRow
from wiki_builder.core.values.receipt import Receipt, Row, in_short
from wiki_builder.llm.spending import Spending
from wiki_builder.pages.rendered import Rendered
from wiki_builder.stages.outcomes import (
    Briefed,
    Brought,
    Compared,
    Decided,
    Judged,
    Renewed,
    Written,
)

if TYPE_CHECKING:
    from wiki_builder.stages.imports import Came

EXIT_DONE, EXIT_FAILED, EXIT_BUDGET = 0, 1, 4


@dataclass(frozen=True, slots=True)
class CaughtUp:
    """The days that were missed and are caught up now: ISO dates, their papers by how they were
    announced, and on how many their sources differ, by kind.
    """

    days: tuple[str, ...] = ()
    announced: dict[str, int] = field(default_factory=dict)
    differences: dict[str, int] = field(default_factory=dict)

    def line(self) -> str:
        """``3 missed days are caught up: 34 papers announced (32 new, 1 cross-listed, …)``."""
        if not self.days:
            return ""
        days = "1 missed day is" if len(self.days) == 1 else f"{len(self.days)} missed days are"
        total = _count(sum(self.announced.values()), "paper")
        said = f"{days} caught up: {total} announced{_in_brackets(self.announced)}"
        differ = ", ".join(f"{n} {kind}" for kind, n in self.differences.items())
        return f"{said}; their sources differ on {differ}" if differ else said


def caught_up(days: Sequence[str], receipts: Sequence[Receipt]) -> CaughtUp:
    """What ``receipts`` say of ``days`` that were missed; a paper counts once a day."""
    # a catch-up through the API is one receipt for several days, of the last one's date
    ours = [one for one in receipts if (one.date if one.query else one.name) in days]
    rows = Counter(_announced_as(row) for receipt in ours for row in receipt.rows)
    kinds = Counter(one.kind for receipt in ours for one in receipt.differences)
    announced = {name: rows[name] for name in ("new", "cross-listed", "replaced") if rows[name]}
    return CaughtUp(tuple(sorted(days)) if ours else (), announced, dict(sorted(kinds.items())))


def _announced_as(row: Row) -> str:
    if "new" in row.types or not row.types:
        return "new"
    return "cross-listed" if "cross" in row.types else "replaced"


def _in_brackets(counts: Mapping[str, int]) -> str:
    told = ", ".join(f"{n} {name}" for name, n in counts.items())
    return f" ({told})" if told else ""


@dataclass(frozen=True, slots=True)
class Report:
    """All that one command did.

    ``problem`` is what stopped the upstream part; ``failed`` names the papers that
    failed with their reasons; ``pending`` counts those that wait, by reason. ``renewed`` says
    the same of new versions, ``judged`` of what a judge was asked, ``compared`` of findings
    laid beside others', ``written`` of concepts' texts, ``briefed`` of briefings;
    ``texts_at_most`` and ``renewed_at_most`` bound their numbers in a dry run, and ``would_take``
    are the papers that are not there yet.
    ``figures`` counts the images that were taken, ``brought`` is what feeds beside arXiv gave,
    ``caught`` are days that were missed.
    ``spending`` is what was spent in the run, whatever became of it; replies that were paid for
    before cost nothing.
    """

    receipts: tuple[Receipt, ...] = ()
    read: tuple[str, ...] = ()
    failed: tuple[tuple[str, str], ...] = ()
    pending: tuple[tuple[str, int], ...] = ()
    renewed: Renewed = field(default_factory=Renewed)
    judged: Judged = field(default_factory=Judged)
    decided: Decided = field(default_factory=Decided)
    compared: Compared = field(default_factory=Compared)
    written: Written = field(default_factory=Written)
    briefed: Briefed = field(default_factory=Briefed)
    texts_at_most: int = 0
    renewed_at_most: int = 0
    would_take: tuple[Row, ...] = ()
    spending: Spending = field(default_factory=Spending)
    rendered: Rendered = field(default_factory=Rendered)
    figures: int = 0
    brought: Brought = field(default_factory=Brought)
    caught: CaughtUp = field(default_factory=CaughtUp)
    notes: tuple[str, ...] = ()
    problem: WikiBuilderError | None = None
    over_budget: bool = False
    dry_run: bool = False

    @property
    def exit_code(self) -> int:
        """The first that applies: 3 upstream, 4 budget, 1 failures, 0."""
        if self.problem:
            return self.problem.exit_code
        if self.over_budget:
            return EXIT_BUDGET
        rendered = self.rendered
        written = (self.written, self.briefed)
        stages = (self.renewed, self.judged, self.decided, self.compared, *written)
        failed = self.failed or any(stage.failed for stage in stages)
        return EXIT_FAILED if failed or rendered.broken or rendered.unreadable else EXIT_DONE

    def counts(self) -> dict[str, int]:
        """Announced papers by what became of them."""
        rows = Counter(row.outcome for receipt in self.receipts for row in receipt.rows)
        announced = sum(receipt.announced for receipt in self.receipts)
        return {
            "announced": announced,
            **{name: rows[name] for name in ("taken", "known", "skipped", "failed")},
        }

    def reasons(self, outcome: str) -> dict[str, int]:
        """How many rows have each reason, in short."""
        rows = (row for receipt in self.receipts for row in receipt.rows if row.outcome == outcome)
        return dict(sorted(Counter(in_short(row.reason or "") for row in rows).items()))

    def document(self) -> dict[str, Any]:
        """The report as one JSON document."""
        return {
            "exit_code": self.exit_code,
            "dry_run": self.dry_run,
            **self.counts(),
            "skipped_reasons": self.reasons("skipped"),
            "receipts": [receipt.name for receipt in self.receipts],
            "caught_up": {
                "days": list(self.caught.days),
                "announced": self.caught.announced,
                "differences": self.caught.differences,
            },
            "read": list(self.read),
            "failed_papers": [{"id": id_, "reason": reason} for id_, reason in self.failed],
            "pending": dict(self.pending),
            "renewed": self._renewed(),
            "judged": self._judged(),
            "names": {"decided": self._names_decided(), "open": self.decided.open},
            "relations": self._compared(),
            "concept_texts": self._texts(),
            "briefings": self._briefings(),
            "calls": self.spending.calls,
            "input_tokens": self.spending.input_tokens,
            "output_tokens": self.spending.output_tokens,
            "cost": self.spending.known_cost,
            "currency": self.spending.currency,
            "calls_of_unknown_cost": self.spending.unknown,
            "calls_estimated": self.spending.estimated,
            "figures": self.figures,
            "feeds": [_feed(row) for row in self.brought.rows],
            "pages_written": len(self.rendered.written),
            "broken_pages": [
                {"path": b.path, "line": b.line, "reason": b.reason} for b in self.rendered.broken
            ],
            "proposals": len(self.rendered.proposals),
            "notes": list(self.notes),
            "problem": str(self.problem) if self.problem else None,
        }

    def _renewed(self) -> dict[str, Any]:
        """What became of papers with a new version, in the JSON document."""
        renewed = self.renewed
        return {
            "holds": list(renewed.holds),
            "changed": list(renewed.changed),
            "withdrawn": list(renewed.withdrawn),
            "failed": [{"id": id_, "reason": reason} for id_, reason in renewed.failed],
            "pending": _by_reason(renewed),
            **({"at_most": self.renewed_at_most} if self.dry_run else {}),
        }

    def _judged(self) -> dict[str, Any]:
        """What was judged in the JSON document: statements by what was said of them."""
        judged = self.judged
        return {
            "papers": list(judged.papers),
            "statements": dict(judged.said),
            "mended": judged.mended,
            "failed": [{"id": id_, "reason": reason} for id_, reason in judged.failed],
            "pending": _by_reason(judged),
        }

    def _compared(self) -> dict[str, Any]:
        """What was laid beside other papers' findings in the JSON document."""
        compared = self.compared
        return {
            "papers": list(compared.papers),
            "found": dict(compared.found),
            "failed": [{"id": id_, "reason": reason} for id_, reason in compared.failed],
            "pending": _by_reason(compared),
        }

    def _names_decided(self) -> int:
        return sum(map(len, self.decided.answered))

    def _texts(self) -> dict[str, Any]:
        """The concepts' texts in the JSON document."""
        written = self.written
        return {
            "written": [text.concept for text in written.texts],
            "failed": [{"concept": id_, "reason": reason} for id_, reason in written.failed],
            "pending": _by_reason(written),
            **({"at_most": self.texts_at_most} if self.dry_run else {}),
        }

    def _briefings(self) -> dict[str, Any]:
        """The briefings in the JSON document."""
        briefed = self.briefed
        return {
            "written": list(briefed.written),
            "judged": list(briefed.judged),
            "reworded": list(briefed.reworded),
            "failed": [{"name": name, "reason": reason} for name, reason in briefed.failed],
            "pending": _by_reason(briefed),
        }

    def lines(self, seconds: float) -> list[str]:
        """The summary, a fact a line."""
        counts = self.counts()
        lines = [
            (
                f"{counts['announced']} announced:"
                f" {', '.join(f'{n} {name}' for name, n in list(counts.items())[1:])}"
            )
        ]
        lines += [self.caught.line()] if self.caught.days else []
        lines += [
            f"  {count} skipped: {reason}" for reason, count in self.reasons("skipped").items()
        ]
        lines += self.brought.lines()
        if self.dry_run:
            would = [f"  would take {post.stamp}: {post.title}" for post in self.brought.posts]
            return [*lines, *would, *self._would_take(), *self.notes]
        lines += [f"  failed: {id_}: {reason}" for id_, reason in self.failed]
        lines += [f"  {count} pending: {reason}" for reason, count in self.pending]
        lines += [f"  withdrawn: {id_}" for id_ in self.renewed.withdrawn]
        lines += [f"  its new version: {id_}: {reason}" for id_, reason in self.renewed.failed]
        lines += [
            f"  {_count(n, 'new version')} not compared yet: {reason}"
            for reason, n in _by_reason(self.renewed).items()
        ]
        lines += [f"  not judged: {id_}: {reason}" for id_, reason in self.judged.failed]
        lines += [
            f"  {_count(n, 'paper')} not judged yet: {reason}"
            for reason, n in _by_reason(self.judged).items()
        ]
        lines += [
            f"  failed: the verdict on names {name}: {reason}"
            for name, reason in self.decided.failed
        ]
        lines += (
            [f"  {_count(self.decided.open, 'new name')} not compared with known ones yet"]
            if self.decided.open
            else []
        )
        lines += [f"  not compared: {id_}: {reason}" for id_, reason in self.compared.failed]
        lines += [
            f"  {_count(n, 'paper')} not compared with others yet: {reason}"
            for reason, n in _by_reason(self.compared).items()
        ]
        lines += [
            f"  failed: the text about {id_}: {reason}" for id_, reason in self.written.failed
        ]
        lines += [
            f"  {_count(n, 'concept text')} pending: {reason}"
            for reason, n in _by_reason(self.written).items()
        ]
        lines += [f"  failed: the briefing of {n}: {reason}" for n, reason in self.briefed.failed]
        lines += [
            f"  {_count(n, 'briefing')} pending: {reason}"
            for reason, n in _by_reason(self.briefed).items()
        ]
        return [*lines, *self._spent(seconds), *self.rendered_lines()]

    def _would_take(self) -> list[str]:
        versions = (
            [f"  would compare {_count(self.renewed_at_most, 'new version')}"]
            if self.renewed_at_most
            else []
        )
        texts = (
            [f"  would write {_count(self.texts_at_most, 'concept text')} at most"]
            if self.texts_at_most
            else []
        )
        return [
            *(f"  would take {row.id}: {row.title}" for row in self.would_take),
            *versions,
            *texts,
            "dry run: nothing was written",
        ]

    def _spent(self, seconds: float) -> list[str]:
        s, texts = self.spending, len(self.written.texts)
        done = f"{len(self.read)} read" + (
            f", {_count(texts, 'concept text')} written" if texts else ""
        )
        written = len(self.briefed.written)
        done += f", {_count(written, 'briefing')} written" if written else ""
        judged = len(self.briefed.judged)
        done += f", {_count(judged, 'briefing')} judged" if judged else ""
        reworded = len(self.briefed.reworded)
        done += f", {_count(reworded, 'briefing')} reworded in part" if reworded else ""
        done += _of_versions(self.renewed)
        done += f", {_count(self.figures, 'figure')} taken" if self.figures else ""
        done += f", {_verdicts(self.judged)}" if self.judged.papers else ""
        done += f", {_relations(self.compared)}" if self.compared.papers else ""
        if not s.calls:
            return [f"{done}; {seconds:.1f} s"]
        tokens = f"{s.input_tokens} + {s.output_tokens} tokens"
        return [f"{done}; {_count(s.calls, 'call')}, {tokens}, {s.words()}; {seconds:.1f} s"]

    def rendered_lines(self) -> list[str]:
        """What was written, and what to look at."""
        return [
            f"{len(self.rendered.written)} of {self.rendered.pages} pages written",
            *self.to_look_at(),
        ]

    def to_look_at(self) -> list[str]:
        """What a person should look at among the pages."""
        rendered = self.rendered
        lines = [
            f"cannot be read, left out and left alone: {path}: {reason}"
            for path, reason in rendered.unreadable
        ]
        places = [(posixpath.normpath(f"docs/{b.path}"), b) for b in rendered.broken]
        lines += [f"broken page, left alone: {place}:{b.line}: {b.reason}" for place, b in places]
        lines += [
            f"not to be found: {id_}; it counts as deleted when no page is broken"
            for id_ in rendered.lost
        ]
        lines += rendered.articles
        lines += [f"a copy, left alone: docs/{path}" for path in rendered.copies]
        lines += [
            f"left alone, it is not clear whose page it is: docs/{path}; see wiki-builder check"
            for path in rendered.left
        ]
        lines += [f"saved while a run was killed, put back: {path}" for path in rendered.recovered]
        if rendered.proposals:
            count = len(rendered.proposals)
            noun = "proposal" if count == 1 else "proposals"
            lines.append(f"{count} {noun} for edited text: wiki-builder proposals list")
        return [*lines, *self.notes]


def _feed(row: FeedRow) -> dict[str, Any]:
    """A feed in the JSON document."""
    return {
        "source": row.source,
        "outcome": row.outcome,
        "entries": row.entries,
        "taken": list(row.taken),
        "known": row.known,
        "left_out": dict(row.left),
        "papers": list(row.papers),
        "note": row.note,
    }


def _by_reason(done: Renewed | Judged | Compared | Written | Briefed) -> dict[str, int]:
    """How many papers, versions or concepts' texts wait, for each reason."""
    return dict(sorted(Counter(reason for _, reason in done.pending).items()))


def _of_versions(renewed: Renewed) -> str:
    """How many summaries were laid beside new versions: ``, 2 new versions compared (1 asked
    about)``.
    """
    count, changed = len(renewed.holds) + len(renewed.changed), len(renewed.changed)
    told = f" ({changed} asked about)" if changed else ""
    return f", {_count(count, 'new version')} compared{told}" if count else ""


def _verdicts(judged: Judged) -> str:
    """What was said of statements, and how many claims were worded anew: ``12 judged (1 not
    said), 1 mended``.
    """
    others = [
        f"{judged.said[name]} {name.replace('_', ' ')}"
        for name in ("contradicted", "not_said", "not_judged")
        if judged.said.get(name)
    ]
    told = f" ({', '.join(others)})" if others else ""
    mended = f", {judged.mended} mended" if judged.mended else ""
    return f"{_count(sum(judged.said.values()), 'statement')} judged{told}{mended}"


def _relations(compared: Compared) -> str:
    """How many papers were compared, and what was found: ``3 papers compared (1 contradicts)``."""
    found = [f"{count} {kind.replace('_', ' ')}" for kind, count in compared.found.items()]
    told = f" ({', '.join(found)})" if found else ""
    return f"{_count(len(compared.papers), 'paper')} compared{told}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


@dataclass(frozen=True)
class Imported:
    """What became of each entry of a list, by how many works its owner's library grew, and what was
    done or, in a dry run, would be ``needed``.
    """

    came: tuple[Came, ...]
    held: int
    needed: dict[str, object] | None = None
    report: Report | None = None

    @property
    def exit_code(self) -> int:
        """As of a run; 1 where an entry failed."""
        own = self.report.exit_code if self.report else EXIT_DONE
        return own or (EXIT_FAILED if any(one.outcome == "failed" for one in self.came) else 0)

    def counts(self) -> dict[str, int]:
        """Entries by what became of them."""
        rows = Counter(one.outcome for one in self.came)
        return {name: rows[name] for name in ("taken", "known", "skipped", "failed")}

    def document(self) -> dict[str, Any]:
        """All of it as one JSON document."""
        return {
            "exit_code": self.exit_code,
            "entries": [
                {"name": c.name, "outcome": c.outcome, "id": c.id, "title": c.title}
                | ({"reason": c.reason} if c.reason else {})
                for c in self.came
            ],
            **self.counts(),
            "library_grew_by": self.held,
            **({"estimate": self.needed} if self.needed is not None else {}),
            **({"run": self.report.document()} if self.report else {}),
        }

    def lines(self, seconds: float) -> list[str]:
        """Each entry, how many there are of each kind, and what was done."""
        counts = ", ".join(f"{count} {name}" for name, count in self.counts().items())
        lines = [one.line for one in self.came]
        has = "would have" if self.needed is not None else "has"
        works = "1 more work" if self.held == 1 else f"{self.held} more works"
        lines += [f"{len(self.came)} entries: {counts}; the library {has} {works}"]
        if self.needed is not None:
            told = ", ".join(f"{value} {name}" for name, value in self.needed.items())
            lines.append(f"estimate: {told}; nothing was written")
        return lines + (self.report.lines(seconds) if self.report else [])
