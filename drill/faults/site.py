"""A small wiki with its own arXiv and its own model,
and what holds of it whatever fault these have.
"""

from __future__ import annotations

import difflib
import fnmatch
import hashlib
import json
import os
import re
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

from drill import clock, command
from tests.e2e.world import day, files, latexml, rows_of
from tests.loopback.arxiv import LoopbackArxiv
from tests.loopback.model import Body, ModelServer, Move
from tests.loopback.replies import good_reply
from wiki_builder.core.settings import FORMAT
from wiki_builder.core.values.announcement import Announcement

PAPERS = 3
CATEGORIES = ("cs.AI", "cs.CL")
SPEED = 50.0  # the pauses between five attempts, 45 s, are one second
# how many times as long things take on this machine
BUSY = float(os.environ.get("DRILL_BUSY", "1"))
PATIENCE = command.PATIENCE * BUSY  # seconds: a hang, and no busy machine
MORE_MB = 200.0  # that a fault may cost beyond what a run without one takes
FOR_EVER = 1_000_000
CODES = (0, 1, 2, 3, 4)
LATER = ("data/concepts/*", "docs/concepts/*", "data/papers/*", "docs/papers/*", "docs/index.md")
WHY_LATER = (
    "a paper that is read after others is told other terms, and founds no concept that they founded"
)
_MODEL = ("base_url", "model")
_LEFTOVER = re.compile(r".*\.(wiki-part|wiki-swap|tmp)$")


@dataclass(frozen=True, slots=True)
class Setting:
    """How a wiki stands when a fault strikes.

    ``done`` are the days that it has, ``today`` the one on which it runs; ``text`` is which texts
    are read.
    """

    done: tuple[int, ...] = ()
    today: int = 0
    text: str = '"abstract"'
    model: str = "timeout = 3000"

    @property
    def announced(self) -> list[int]:
        """The days of which all papers are in the wiki at last."""
        return [*range(self.today)] * bool(self.done) + [self.today]


USUAL = Setting()


@dataclass
class Site:
    """One wiki's folder, its arXiv and its model; ``places`` are lines that take the place of
    settings.

    ``say`` is what the model says in place of a right reply, while it has a fault.
    """

    root: Path
    arxiv: LoopbackArxiv
    model: ModelServer
    setting: Setting
    places: dict[str, str] = field(default_factory=dict)
    more: str = ""
    environment: dict[str, str] = field(default_factory=dict)
    say: Callable[[Body], Move] | None = None
    until: ExitStack = field(default_factory=ExitStack)  # closed with the servers
    # the request, and whether it had a right reply
    answered: list[tuple[str, bool]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.model.answer = self._answer
        self._lock = threading.Lock()

    def _answer(self, body: Body) -> Move:
        move = (self.say or good_reply)(body)
        with self._lock:
            self.answered.append((_key(body), move == good_reply(body)))
        return move

    @property
    def rows(self) -> tuple[Announcement, ...]:
        """What is announced today."""
        return papers(self.setting.today)

    def announce(self, number: int) -> None:
        """arXiv announces that day's papers, and has their texts."""
        self.arxiv.announce(day(number), papers(number))
        if "html" in self.setting.text:
            self.arxiv.html |= {
                row.id.removeprefix("arxiv:"): latexml(row) for row in papers(number)
            }

    def settings(self, interval: str) -> None:
        """Write ``wiki.toml``."""
        at = self.arxiv.addresses
        names = ("feed_url", "api_url", "html_url", "pdf_url", "list_url", "catchup_url", "oai_url")
        places = {name: f'"{getattr(at, name)}"' for name in names} | _model_at(self.model.url)
        places |= {"interval": interval} | self.places
        arxiv = "\n".join(
            f"{name} = {place}" for name, place in places.items() if name not in _MODEL
        )
        (self.root / "wiki.toml").write_text(
            f"format = {FORMAT}\n[text]\norder = [{self.setting.text}]\n[concepts]\nwrite = false\n"
            f"[sources.arxiv]\ncategories = {json.dumps(CATEGORIES)}\n{arxiv}\n"
            f'[model]\nengine = "litellm"\nmodel = {places["model"]}\nbase_url ='
            f" {places['base_url']}\n"
            f"{self.setting.model}\n{self.more}\n",
            "utf-8",
        )

    def update(self, speed: float = 1, number: int | None = None) -> command.Ran:
        """``update`` today, or on the ``number``-th day;
        by a clock that is turned, else without arXiv's pauses.
        """
        self.settings("0.0" if speed == 1 else "3.0")
        number = self.setting.today if number is None else number
        spare = self.root.parent / "temporary"
        spare.mkdir(exist_ok=True)
        quiet = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), "")
        quiet |= {name.lower(): "" for name in quiet} | {"OPENAI_API_KEY": "", "TMPDIR": str(spare)}
        how = command.Start(
            environment=quiet | self.environment, first=partial(clock.turn, max(1.0, speed / BUSY))
        )
        return command.run(
            "-C", self.root, "update", "--quiet", "--today", day(number), how=how, patience=PATIENCE
        )

    # --- What stands there -----------------------------------------------------

    def state(self) -> dict[str, bytes]:
        """All that is committed, to the byte, wherever the servers are (which seals tell);
        what was spent apart, which really happened.
        """
        ports = re.compile(rb"127\.0\.0\.1:\d+|(?<=\t)[0-9a-f]{24}$", re.MULTILINE)
        found = files(self.root, ("data", "docs"))
        return {
            path: ports.sub(b"HOST", content)
            for path, content in found.items()
            if not path.startswith("data/spending/")
        }

    def receipts(self) -> list[dict[str, Any]]:
        """The receipts, as they stand in the files."""
        return [
            json.loads(path.read_text("utf-8"))
            for path in sorted(self.root.glob("data/runs/**/*.json"))
        ]

    def leftovers(self) -> list[str]:
        """Files of writes under way, in the wiki and where the system keeps what is temporary."""
        inside = [str(path) for path in self.root.rglob("*") if _LEFTOVER.match(path.name)]
        return inside + [
            str(path) for path in (self.root.parent / "temporary").rglob("*") if path.is_file()
        ]

    def paid_twice(self) -> int:
        """How many requests were answered rightly before, and asked again."""
        seen, again = set[str](), 0
        for key, right in self.answered:
            again += key in seen
            if right:
                seen.add(key)
        return again


def _model_at(url: str) -> dict[str, str]:
    return {"base_url": f'"{url}"', "model": '"openai/stub"'}


@cache
def papers(number: int) -> tuple[Announcement, ...]:
    """What is announced on the ``number``-th day: three papers of our categories."""
    ours = (row for row in rows_of(number, 12) if {*CATEGORIES} & {*row.version.categories})
    return tuple(islice(ours, PAPERS))


def _key(body: Body) -> str:
    return hashlib.blake2b(
        str(body["messages"][1]["content"]).encode("utf-8", "replace"), digest_size=8
    ).hexdigest()


# --- A wiki that never saw a fault ------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reference:
    """What a setting comes to without a fault;
    ``before`` is the folder as it stands when today comes.
    """

    before: Path
    state: dict[str, bytes]
    calls: int
    peak_mb: float


_making = threading.Lock()
_KEPT: list[tempfile.TemporaryDirectory[str]] = []  # until this process ends


def reference(setting: Setting) -> Reference:
    """Made once for all cases of a setting; what the model's table says changes nothing of it."""
    with _making:
        return _reference(replace(setting, model=USUAL.model))


@cache
def _reference(setting: Setting) -> Reference:
    _KEPT.append(tempfile.TemporaryDirectory(prefix="wiki-builder-drill-"))
    folder = Path(_KEPT[-1].name)
    with site(folder / "wiki", setting) as one:
        made = command.run("init", one.root, "--categories", ",".join(CATEGORIES))
        assert made.code == 0, made.said
        for number in setting.done:
            one.announce(number)
            _good(one.update(number=number))
        # kept by addresses that no other case has
        shutil.rmtree(one.root / ".wiki", ignore_errors=True)
        shutil.copytree(one.root, folder / "before")
        calls = len(one.answered)
        catch_up(one)
        ran = _good(one.update())
        return Reference(folder / "before", one.state(), len(one.answered) - calls, ran.peak_mb)


def _good(ran: command.Ran) -> command.Ran:
    assert ran.code == 0, ran.said
    return ran


def catch_up(one: Site) -> None:
    """arXiv announces all days up to today."""
    for number in range(one.setting.today + 1):
        one.announce(number)


@contextmanager
def site(root: Path, setting: Setting) -> Iterator[Site]:
    """Servers, and a wiki's folder that is not there yet."""
    with LoopbackArxiv() as arxiv, ModelServer() as model, ExitStack() as until:
        yield Site(root, arxiv, model, setting, until=until)


@contextmanager
def prepared(folder: Path, setting: Setting) -> Iterator[tuple[Site, Reference]]:
    """A wiki as it stands when today comes, and what today comes to without a fault."""
    whole = reference(setting)
    shutil.copytree(whole.before, folder / "wiki")
    with site(folder / "wiki", setting) as one:
        catch_up(one)
        yield one, whole


# --- What holds whatever happens ----------------------------------------------------


def ended(one: Site, ran: command.Ran, whole: Reference) -> None:
    """It ended in time, in one of the documented ways, in bounds, and left nothing lying about."""
    assert ran.code is not None, f"hung: {PATIENCE:.0f} s: {ran.said[-400:]}"
    assert "Traceback" not in ran.said, ran.said[-1500:]
    assert ran.code in CODES, f"exit {ran.code}: {ran.said[-400:]}"
    assert ran.peak_mb < whole.peak_mb + MORE_MB, (
        f"{ran.peak_mb:.0f} MB, without a fault {whole.peak_mb:.0f}"
    )
    assert not one.leftovers(), f"left behind: {one.leftovers()}"


def accounted(one: Site, ran: command.Ran) -> None:
    """Each announced paper has an outcome and a reason,
    or its day is left to be taken and the run says why.
    """
    found = {row["id"]: row for receipt in one.receipts() for row in receipt.get("rows", ())}
    open_days = {receipt["date"] for receipt in one.receipts() if receipt.get("open")}
    done = {receipt["date"] for receipt in one.receipts()} - open_days
    for number in one.setting.announced:
        for row in papers(number):
            said = found.get(row.id)
            if said is None:
                assert day(number).isoformat() not in done, (
                    f"{row.id} is in no receipt, and {day(number)} is done"
                )
                assert ran.code or open_days, (
                    f"{row.id} is in no receipt, and nothing says so: {ran.said[-300:]}"
                )
            else:
                assert said["outcome"] == "taken" or len(said.get("reason") or "") > 4, (
                    f"without a reason: {said}"
                )


def healed(one: Site, ran: command.Ran, whole: Reference, apart: Sequence[str] = ()) -> None:
    """Without the fault all is as if it had never been, ``apart`` from these paths;
    nothing was paid for twice.
    """
    assert ran.code == 0, f"the second run ends with {ran.code}: {ran.said[-600:]}"
    found = {
        row["id"]: row["outcome"] for receipt in one.receipts() for row in receipt.get("rows", ())
    }
    wanted = [row.id for number in one.setting.announced for row in papers(number)]
    lost = [id_ for id_ in wanted if found.get(id_) != "taken"]
    assert not lost, f"not taken: {lost}"
    state = one.state()
    differ = _different(state, whole.state, apart)
    assert not differ, (
        f"not as if it had never been: {differ[:6]}{_shown(differ[0], whole.state, state)}"
    )
    assert not one.paid_twice(), f"{one.paid_twice()} requests were paid for twice"


def _different(state: dict[str, bytes], other: dict[str, bytes], apart: Sequence[str]) -> list[str]:
    paths = sorted(path for path in {*state, *other} if state.get(path) != other.get(path))
    return [path for path in paths if not any(fnmatch.fnmatch(path, pattern) for pattern in apart)]


def _shown(path: str, before: dict[str, bytes], after: dict[str, bytes]) -> str:
    """The first lines that differ."""
    old, new = (
        side.get(path, b"").decode("utf-8", "replace").splitlines() for side in (before, after)
    )
    lines = list(difflib.unified_diff(old, new, "without the fault", "with it", lineterm="", n=0))
    return "\n" + "\n".join(line[:160] for line in lines[:12])
