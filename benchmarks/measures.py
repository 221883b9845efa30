"""What is measured: each measure runs the program as a user does and gives its figures."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from benchmarks import cpu, day, judge, names, radar, search, site, wiki
from benchmarks.run import Took, run, settings
from benchmarks.stand import Stand
from benchmarks.upstreams import upstreams
from wiki_builder.concepts.related import relate
from wiki_builder.concepts.verdicts import PER_CALL

Figures: TypeAlias = Iterator[dict[str, object]]

DAY = date(2026, 6, 16)
PAPERS = 200
# A tenth of arXiv's 3 s, and a model ten times as fast as most: what a run adds to the limits shows
# all the more.
INTERVAL, LATENCY, CONCURRENCY = 0.3, 2.4, 8
MORE = 20  # papers of a day in a large wiki
COMMITS = (1, 2, 10)  # days of a month whose commits are counted
CONCEPTS_PAPERS, ADDED = 3_000, 10  # there are two concepts for three papers
ASKED = ("paper_calls", "verdict_calls", "text_calls", "asked_again", "names_asked")


def help_(papers: int | None = None) -> Figures:
    """``wiki-builder --help``."""
    took = _median([run(["--help"]) for _ in range(7)])
    yield {
        "help_s": _rounded(took.seconds),
        "aim": "< 0.25",
        **_cost(took),
        "imported_ms": _imported(),
    }


def update(papers: int | None = None) -> Figures:
    """Importing a day's papers over the loopback interface,
    against the least time that its limits allow.
    """
    with _folder() as folder, upstreams(papers or PAPERS, LATENCY, DAY) as servers:
        settings(folder, servers.arxiv, servers.model, interval=INTERVAL, concurrency=CONCURRENCY)
        took = run(["-C", str(folder), "update", "--today", DAY.isoformat(), "--quiet"])
    asked = servers.asked
    arxiv_s = asked["requests"] * INTERVAL
    model_s = asked["paper_calls"] * LATENCY / CONCURRENCY
    # Verdicts come after all papers, and texts after all verdicts.
    after_s = sum(
        -(-asked[task] // CONCURRENCY) * LATENCY for task in ("verdict_calls", "text_calls")
    )
    yield {
        "update_ratio": _rounded(took.seconds / (max(arxiv_s, model_s) + after_s)),
        "aim": "<= 1.15",
        "interval_s": INTERVAL,
        "latency_s": LATENCY,
        "wall_s": _rounded(took.seconds),
        "arxiv_s": _rounded(arxiv_s),
        "model_s": _rounded(model_s),
        "after_s": _rounded(after_s),
        **_cost(took),
        **asked,
    }


def cpu_(papers: int | None = None) -> Figures:
    """The CPU that a paper costs, the model's client apart."""
    with _folder() as folder, upstreams(papers or PAPERS, 0.0, DAY) as servers:
        settings(folder, servers.arxiv, servers.model, engine="none", concurrency=CONCURRENCY)
        yield cpu.per_paper(folder, DAY)


def large(papers: int | None = None) -> Figures:
    """A settled wiki of 10,000 papers: all pages, a day of 20 papers, one without any,
    with and without caches.
    """
    count = papers or wiki.PAPERS
    known, days = count * 6 // 10, day.next_days(2)
    with _folder() as folder, upstreams(0, 0.0, wiki.LAST_DAY, known) as servers:
        home, at = folder / "wiki", ["-C", str(folder / "wiki")]
        before_all = wiki.LAST_DAY + timedelta(days=1)
        took = day.settle(home, servers, count, known, before_all)
        yield {
            "render_cpu_s": _rounded(took.cpu),
            "aim": "<= 45",
            "wall_s": _rounded(took.seconds),
            **_peak(took),
        } | {
            "papers": count,
            **_sizes(home),
        }
        nothing = [*at, "update", "--quiet", "--today", before_all.isoformat()]
        yield _cpu("status", "<= 0.5", _median([run([*at, "status"]) for _ in range(5)]))
        yield _cpu("check", "<= 10", run([*at, "check"], ok=(0, 1)))
        yield _cpu("noop", "<= 0.4", _median([run(nothing) for _ in range(5)]))
        clone = day.clone(home)
        yield _cpu("noop_in_a_clone", "<= 30", run(["-C", str(clone), *nothing[2:]]))
        shutil.rmtree(clone)
        for today in days:  # the first one fills the caches that only an update fills
            servers.announce(MORE, today)
            day.record(home, today, known)
            before = Stand(home)
            took = run([*at, "update", "--quiet", "--today", today.isoformat()])
        yield _cpu(f"update_{MORE}", "<= 3", took) | _peak(took) | before.rewritten()


def related(papers: int | None = None) -> Figures:
    """Relating papers of which all are new, a tenth as many and all of 20,000; and one day's."""
    count = papers or 20_000
    all_ = wiki.signatures(count, count * 6 // 10)
    few = dict(islice(all_.items(), count // 10))
    took = [_in_here(partial(relate, some, {})) for some in (few, all_)]
    lists = relate(few, {})
    some = dict(islice(all_.items(), len(few) + MORE))
    yield {
        "related_all_new": _rounded(took[1] / took[0]),
        "aim": "<= 12",
        "cpu_s": _rounded(took[1]),
        "papers": count,
        "a_day_ms": _rounded(1000 * _in_here(partial(relate, some, lists))),
    }


def _in_here(work: Callable[[], object]) -> float:
    """Seconds of CPU in this process."""
    started = time.process_time()
    work()
    return time.process_time() - started


def month(papers: int | None = None) -> Figures:
    """Thirty days of 20 papers in a wiki of 2,000:
    some of their commits, and how the repository grows.
    """
    count = papers or 2_000
    known = count * 6 // 10
    with (
        _folder() as folder,
        upstreams(0, 0.0, wiki.LAST_DAY + timedelta(days=1), known) as servers,
    ):
        home = folder / "wiki"
        day.settle(home, servers, count, known, wiki.LAST_DAY + timedelta(days=1))
        before = day.commit(home)
        for number, today in enumerate(day.next_days(30)):
            servers.announce(MORE, today)
            day.record(home, today, known)
            run(["-C", str(home), "update", "--quiet", "--today", today.isoformat()])
            after = day.commit(home)
            if number + 1 in COMMITS:
                yield {
                    "commit_files": after.files,
                    "aim": "<= 120",
                    "day": number + 1,
                    "commit_bytes": after.diff,
                    "papers": count,
                }
        yield {
            "git_mb_before": _megabytes(before.packed),
            "git_mb_30_days_later": _megabytes(after.packed),
        }


def concepts(papers: int | None = None) -> Figures:
    """A settled wiki of 3,000 papers and 2,000 concepts: ten more papers with a model at once, and
    a merge.

    Pages rewritten are of the new papers and their day; of what they name, and of what stands
    beside that; and of lists.
    """
    count = papers or CONCEPTS_PAPERS
    known, days = count * 2 // 3, [(wiki.LAST_DAY + timedelta(days=after)) for after in (1, 3, 4)]
    with _folder() as folder, upstreams(0, 0.0, wiki.LAST_DAY, known) as servers:
        settings(folder, servers.arxiv, servers.model, concurrency=CONCURRENCY)
        at = ["-C", str(folder)]
        wiki.write(folder, count, known, related=0)
        took = run([*at, "render", "--quiet"])
        yield {
            "relate_and_render_s": _rounded(took.seconds),
            **_cost(took),
            "papers": count,
            **_sizes(folder),
        }
        texts = wiki.write_texts(folder)
        settling = run([*at, "update", "--quiet", "--today", days[0].isoformat()])
        asked = servers.announce(ADDED, days[1])
        yield {
            "settle_s": _rounded(settling.seconds),
            **_cost(settling),
            "texts": texts,
            "calls": asked["calls"],
        }
        before = Stand(folder)
        took = run([*at, "update", "--quiet", "--today", days[1].isoformat()])
        rewritten = before.rewritten()
        servers.end()
        yield {
            "concepts_add_10_s": _rounded(took.seconds),
            **_cost(took),
            **_calls(servers.asked),
            **rewritten,
        }
        before = Stand(folder)
        a, b = (names.id_of(names.concept(known // part).en) for part in (20, 10))
        took = run([*at, "concepts", "merge", a, b, "--today", days[2].isoformat()])
        yield {"concepts_merge_s": _rounded(took.seconds), **_cost(took), **before.rewritten()}


def radar_(papers: int | None = None) -> Figures:
    """The radar page of 20,000 papers: bytes of its first screen,
    and its filters on a CPU slowed to a quarter.
    """
    with _folder() as folder:
        yield radar.measured(folder, papers or radar.PAPERS)


def search_(papers: int | None = None) -> Figures:
    """The site's search over 5,000 papers: recall and precision for 40 questions, its bytes,
    and its time to build.
    """
    with _folder() as folder:
        yield from search.of_generated(folder, papers or search.PAPERS)


def site_(papers: int | None = None) -> Figures:
    """Building the site of 1,000 and of 5,000 papers, in full and after a day,
    beside stock MkDocs-Material.
    """
    for count in [papers] if papers else site.PAPERS:
        with _folder() as folder:
            yield from site.measured(folder, count)


def _calls(asked: dict[str, int]) -> dict[str, object]:
    """The model's calls by what they asked for, and the aim for verdicts."""
    aim = f"verdict_calls <= {-(-asked['names_asked'] // PER_CALL)}"
    return {"aim": aim, **{name: asked[name] for name in ASKED}}


def _median(runs: list[Took]) -> Took:
    return sorted(runs, key=lambda took: took.seconds)[len(runs) // 2]


def _cpu(name: str, aim: str, took: Took) -> dict[str, object]:
    return {f"{name}_cpu_s": _rounded(took.cpu), "aim": aim, "wall_s": _rounded(took.seconds)}


def _peak(took: Took) -> dict[str, object]:
    return {"peak_mb": round(took.peak_mb)}


def _megabytes(size: int) -> float:
    return round(size / 1e6, 2)


def _cost(took: Took) -> dict[str, object]:
    return {"cpu_s": _rounded(took.cpu), "peak_mb": round(took.peak_mb)}


def _sizes(folder: Path) -> dict[str, object]:
    pages = sum(1 for _ in (folder / "docs").rglob("*.md"))
    return {
        "pages": pages,
        "concepts": sum(1 for _ in (folder / "data" / "concepts").glob("*.yml")),
    }


def _imported() -> dict[str, int]:
    """What ``--help`` imports, by the milliseconds that each top-level package takes,
    the largest first.
    """
    command = [sys.executable, "-X", "importtime", "-c", "import wiki_builder.cli"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stderr.splitlines()
    packages: dict[str, int] = {}
    for line in lines[1:]:
        own, _, module = line.removeprefix("import time:").split("|")
        package = module.strip().split(".")[0]
        packages[package] = packages.get(package, 0) + int(own)
    largest = sorted(packages.items(), key=lambda item: -item[1])[:4]
    return {name: round(microseconds / 1000) for name, microseconds in largest}


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="wiki-bench-") as name:
        yield Path(name)


def _rounded(value: float) -> float:
    return round(value, 3)


def judge_(papers: int | None = None) -> Figures:
    """What a judge adds to the tokens of reading the sample."""
    for figures in judge.figures():
        yield {**figures, "aim": "doubtful <= 25"}


MEASURES = {
    "help_s": help_,
    "update_ratio": update,
    "cpu_ms_per_paper": cpu_,
    "large": large,
    "related": related,
    "month": month,
    "registry": concepts,
    "radar": radar_,
    "search": search_,
    "site_s": site_,
    "judge": judge_,
}
