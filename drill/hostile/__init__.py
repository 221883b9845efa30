"""The drill of hostile text: every field of whatever comes from outside, by every technique, up to
the browser.

One wiki is attacked in all fields, once; each case tells what came of one of them. What is shown
must be shown as
text: nothing runs, with the site's policy and without it, nothing is asked for, nothing lies beside
    the wiki.
"""

from __future__ import annotations

import atexit
import json
import shutil
import tempfile
from collections.abc import Callable, Sequence
from functools import cache, cached_property, partial
from pathlib import Path
from threading import Lock

from drill.case import Case, Plan
from drill.hostile import browser, huge, odd, outputs
from drill.hostile.browser import Opened
from drill.hostile.campaign import DOCUMENTED, ROOM, Attacked, attacked, built, imported
from drill.hostile.fields import FIELDS, NUMBER, Field, Lot
from drill.hostile.techniques import CORE, TECHNIQUES, marked
from drill.hostile.upstream import added_id

_TEXT = "shown as text"
_EXPECTED = {
    "shown": f"{_TEXT}; executed 0, elements 0, foreign requests 0, with the policy and without",
    "kept out": "in no page",
    "either": "executed 0, elements 0, foreign requests 0, with the policy and without",
}
_PERSONS = "executed 0 under the policy; without it a person's own HTML is theirs"


def cases(plan: Plan) -> Sequence[Case]:
    """A case for each field, for each promise about the whole, for what is huge,
    and for odd names.
    """
    campaign = _campaign()
    return (
        *(_of_field(campaign, field) for field in FIELDS),
        *(
            Case("all", name, expected, partial(_of_whole, campaign, run))
            for name, expected, run in _WHOLE
        ),
        *huge.cases(plan),
        *odd.cases(plan),
        Case("all", "a morning's import", "nothing but pages of text", _quick, quick=True),
    )


# --- One attacked wiki for all cases ---------------------------------------------


class Campaign:
    """The attacked wiki and what browsers saw of it, each made when it is first asked for."""

    def __init__(self) -> None:
        self._lock = Lock()

    @property
    def wiki(self) -> Attacked:
        """The wiki."""
        with self._lock:
            return self._wiki

    @property
    def opened(self) -> Opened:
        """Its pages under their policy."""
        with self._lock:
            return self._opened

    @property
    def bare(self) -> Opened:
        """Its pages without it."""
        with self._lock:
            return self._bare

    @cached_property
    def _wiki(self) -> Attacked:
        around = Path(tempfile.mkdtemp(prefix="wiki-builder-drill-hostile-"))
        atexit.register(shutil.rmtree, around, ignore_errors=True)
        return attacked(around, range(len(TECHNIQUES)))

    @cached_property
    def reached(self) -> dict[int, set[int]]:
        """By field: the techniques whose payloads stand in the built site, in whatever form."""
        found: dict[int, set[int]] = {}
        for path, content in built(self.wiki.site):
            for field, technique in marked(f"{path} {content.decode('utf-8', 'replace')}"):
                found.setdefault(field, set()).add(technique)
        return found

    def _seen(self, policy: bool) -> Opened:
        lots = [Lot(technique, self._wiki.said) for technique in CORE]
        return browser.opened(self._wiki.site, lots, policy=policy)

    @cached_property
    def _opened(self) -> Opened:
        return self._seen(policy=True)

    @cached_property
    def _bare(self) -> Opened:
        return self._seen(policy=False)


@cache
def _campaign() -> Campaign:
    return Campaign()


# --- One field -------------------------------------------------------------------


def _of_field(campaign: Campaign, field: Field) -> Case:
    expected = _PERSONS if field.person else _EXPECTED[field.seen]
    return Case(
        field.name,
        f"{len(field.techniques)} techniques",
        expected,
        lambda folder: _field(campaign, field),
    )


def _field(campaign: Campaign, field: Field) -> str:
    number = NUMBER[field.name]
    passes = {"": campaign.opened, " without the policy": campaign.bare}
    said = len({technique for one, technique in campaign.wiki.said if one == number})
    reached = len(campaign.reached.get(number, ()))
    lines, wrong = [f"{said} said, {reached} in the site"], []
    for name, opened in passes.items():
        for what, found in (
            ("executed", opened.executed),
            ("elements", opened.injected),
            ("foreign", opened.foreign),
        ):
            mine = {technique: pages for (one, technique), pages in found.items() if one == number}
            lines.append(f"{what}{name} {len(mine)}")
            may = field.person and (what != "executed" or name)
            wrong += [] if may else [f"{what}{name}: {_told(mine)}"] if mine else []
        if (
            hidden := {t: pages for (one, t), pages in opened.hidden.items() if one == number}
        ) and not field.person:
            wrong.append(f"reorders text{name}: {_told(hidden)}")
    if field.seen == "shown" and reached < said / 4:
        wrong.append(
            f"only {reached} of {said} payloads came as far as the site: this tests little"
        )
    if field.seen == "kept out" and reached:
        names = [TECHNIQUES[one].name for one in sorted(campaign.reached[number])[:5]]
        wrong.append(f"{reached} payloads stand in the site: {', '.join(names)}")
    assert not wrong, "; ".join(wrong)
    return ", ".join(lines)


def _told(found: dict[int, set[str]]) -> str:
    named = [f"{TECHNIQUES[one].name} at {min(pages)}" for one, pages in sorted(found.items())[:4]]
    return f"{len(found)} techniques ({', '.join(named)})"


def _of_whole(campaign: Campaign, run: Callable[[Campaign], str], folder: Path) -> str:
    return run(campaign)


def _must(is_so: bool, seen: str) -> None:
    assert is_so, seen


# --- The whole -------------------------------------------------------------------


def _executed(campaign: Campaign) -> str:
    """Executions and requests that name no field, errors of the site's scripts, and the totals."""
    opened, bare, said = campaign.opened, campaign.bare, campaign.wiki.said
    persons = {NUMBER[field.name] for field in FIELDS if field.person}
    # by unclosed or foreign elements of a person's own HTML
    broken = ("<footer in the text", "base ")
    nameless = {one for one in opened.nameless if not (one.startswith(broken) and _is_persons(one))}
    nameless |= {one for one in bare.nameless if not _is_persons(one)}
    fields = {field for field, _ in said}
    ran, asked = (
        {key for key in found if key[0] not in persons}
        for found in (opened.executed, opened.foreign)
    )
    both = f"{opened.pages} pages opened, {opened.blocked} things blocked by the policy"
    totals = (
        f"{len(fields)} fields x {len(TECHNIQUES)} techniques ({len(CORE)} in some) = {len(said)}"
        f" payloads; {both}"
    )
    own = (
        f"of persons' own HTML {len(opened.executed)} under the policy, {len(bare.executed)}"
        " without it"
    )
    seen = f"{totals}; executed {len(ran)}, {own}; foreign requests {len(asked)}"
    _must(not (ran or asked or nameless), f"{seen}; without a name: {sorted(nameless)[:5]}")
    return seen


def _is_persons(said: str) -> bool:
    return any(
        place in said
        for place in (
            " at own/",
            *(f" at papers/2605/{added_id(n)}" for n in range(len(TECHNIQUES))),
        )
    )


def _scripts(campaign: Campaign) -> str:
    """The site's own scripts run to their end on every page that no person's HTML broke."""
    broken = {
        one
        for one in campaign.opened.broken | campaign.bare.broken
        if not _is_persons(f" at {one}")
    }
    assert not broken, f"{len(broken)}: {sorted(broken)[:6]}"
    return f"none on {campaign.opened.pages} pages, stores and addresses poisoned"


def _outside(campaign: Campaign) -> str:
    told, lies = campaign.wiki.told(), campaign.wiki.strangers()
    writes = [
        line
        for kind, lines in told.items()
        if kind not in ("start", "connect", "resolve")
        for line in lines
    ]
    _must(not lies and not writes, f"beside the wiki: {lies[:5]}; written: {writes[:5]}")
    return (
        f"files outside 0 after {len(campaign.wiki.ran)} commands, watched"
        f" ({len(told.get('start', ()))} processes)"
    )


def _connections(campaign: Campaign) -> str:
    told = campaign.wiki.told()
    out = [*told.get("connect", ()), *told.get("resolve", ())]
    odd_paths = [
        path
        for path in campaign.wiki.asked
        if path.split("/")[1] not in ("rss", "list", "catchup", "api", "html", "pdf")
    ]
    _must(not out and not odd_paths, f"{out[:5]} {odd_paths[:5]}")
    return (
        f"foreign connections 0; {len(campaign.wiki.asked)} requests to arXiv, all to its own"
        " addresses"
    )


def _peak(campaign: Campaign) -> str:
    name, ran = max(campaign.wiki.ran.items(), key=lambda one: one[1].peak_mb)
    hung = [name for name, ran in campaign.wiki.ran.items() if ran.code is None]
    _must(ran.peak_mb <= ROOM and not hung, f"{name}: {ran.peak_mb:.0f} MB; hang: {hung}")
    return f"peak memory {ran.peak_mb:.0f} MB ({name}), no command hangs"


def _codes(campaign: Campaign) -> str:
    odd_ones = {
        name: ran.said[-300:]
        for name, ran in campaign.wiki.ran.items()
        if ran.code not in DOCUMENTED
    }
    must = {
        name: campaign.wiki.ran[name].code
        for name in ("init", "build", "status", "update with answers")
    }
    _must(not odd_ones and not any(must.values()), f"{odd_ones} {must}")
    codes = [ran.code for ran in campaign.wiki.ran.values()]
    return ", ".join(f"{codes.count(code)} x {code}" for code in DOCUMENTED if code in codes)


def _pages(campaign: Campaign) -> str:
    wiki = campaign.wiki
    persons = frozenset(f"papers/2605/{added_id(n)}.md" for n in range(len(TECHNIQUES)))
    wrong = outputs.of_pages(wiki.root / "docs", persons)
    checked = json.loads(wiki.ran["check --json"].out)["problems"]
    broken = [
        one
        for one in checked
        if "broken" in str(one).lower() and one["path"].removeprefix("docs/") not in persons
    ]
    _must(not wrong and not broken, f"{len(wrong)}: {wrong[:5]}; {broken[:3]}")
    return (
        f"{len(list((wiki.root / 'docs').rglob('*.md')))} pages, no forged marker or key; check"
        f" names {len(checked)}"
    )


def _outputs(campaign: Campaign) -> str:
    wrong = outputs.faults(campaign.wiki.site)
    assert not wrong, f"{len(wrong)}: {wrong[:5]}"
    return f"{outputs.how_many(campaign.wiki.site)} files parse and hold nothing active"


def _terminal(campaign: Campaign) -> str:
    wrong = {
        name: signs
        for name, ran in campaign.wiki.ran.items()
        if (signs := outputs.of_terminal(ran))
    }
    assert not wrong, str(wrong)[:600]
    return f"no such sign in the output of {len(campaign.wiki.ran)} commands"


_WHOLE: tuple[tuple[str, str, Callable[[Campaign], str]], ...] = (
    (
        "front matter and markers",
        "no page has a key, a marker or a section that a text brought in",
        _pages,
    ),
    ("feeds, JSON, BibTeX, lists", "they parse, and hold nothing active", _outputs),
    ("terminal", "no sign that a terminal obeys", _terminal),
    ("exit codes", "documented ones; the wiki is built", _codes),
    ("scripts of the site", "no error of its own", _scripts),
    ("files", "none outside of the wiki", _outside),
    ("connections", "to the set addresses only", _connections),
    ("memory", "at most 1 GB a command, no hang", _peak),
    ("browser", "executed 0, foreign requests 0", _executed),
)


# --- A part for every run of the tests -------------------------------------------


def _quick(folder: Path) -> str:
    wiki = imported(folder, CORE[::9])
    wrong = outputs.of_pages(wiki.root / "docs", frozenset())
    told = [line for kind, lines in wiki.told().items() if kind != "start" for line in lines]
    _must(wiki.ran["update"].code == 1, wiki.ran["update"].said)
    _must(not (wrong or told or wiki.strangers()), f"{wrong} {told} {wiki.strangers()}")
    assert not outputs.of_terminal(wiki.ran["update"]), wiki.ran["update"].said
    return f"{len(wiki.said)} payloads, {len(list((wiki.root / 'docs').rglob('*.md')))} pages"
