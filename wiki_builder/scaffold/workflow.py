"""The parts of the daily workflow that follow from the installed program and from the settings.

They are the line ``WIKI_BUILDER``, the key that the import is given, and the job that
tells the owner how a run ended. All else in the file is its owner's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path

import yaml

from wiki_builder.core.errors import UsageError
from wiki_builder.core.settings import (
    PRESET_VARIABLES,
    Model,
    Notify,
    Send,
    Settings,
)
from wiki_builder.llm.presets import PRESETS
from wiki_builder.scaffold.origin import DISTRIBUTION, Origin, Pinned

WORKFLOW = ".github/workflows/daily.yml"
SCRIPT = ".github/wiki-daily.sh"
LOCK = ".github/wiki-builder.lock"

_PROGRAM = re.compile(r"^( *)WIKI_BUILDER:[^\n]*$", re.MULTILINE)
_SECRET = re.compile(r"\$\{\{\s*secrets\.(\w+)\s*\}\}")
_FOREIGN = re.compile(r"wiki[-_.]builder\b", re.IGNORECASE)
RENEW = "Run: wiki-builder workflow"


@dataclass(frozen=True, slots=True)
class Key:
    """A variable of the environment that holds a provider's key.

    ``needed`` says that no run can do without it; the variable of a provider without a
    preset is litellm's usual name for it, and may be another one.
    """

    variable: str
    needed: bool


@dataclass(frozen=True, slots=True)
class Parts:
    """What is written into the workflow: what is installed, or why that is not known;
    and the secrets by name.
    """

    origin: Origin
    keys: tuple[str, ...]
    notify: Notify
    send: Send = field(default_factory=Send)
    marks: bool = False  # whether they come as issues


@dataclass(frozen=True, slots=True)
class WorkflowFinding:
    """What is wrong with the workflow or with a key, or, as a ``note``,
    what its owner should know.
    """

    path: str
    line: int
    what: str
    note: bool = False


def parts(origin: Origin, settings: Settings) -> Parts:
    """What the workflow of a wiki with these settings holds."""
    keys = tuple(key.variable for key in model_keys(settings))
    return Parts(origin, keys, settings.notify, settings.send, _by_issue(settings))


def _by_issue(settings: Settings) -> bool:
    return settings.site.marks != "here" and settings.site.marks_by == "issue"


def model_keys(settings: Settings) -> tuple[Key, ...]:
    """The keys of the models that the settings name, the first one's first, a judge's last;
    none where no model is asked live.
    """
    judge = (settings.judge_model,) if settings.check.judge != "off" else ()
    keys: dict[str, bool] = {}
    for key in (key for model in (settings.model, *judge) for key in _keys(model)):
        keys[key.variable] = key.needed or keys.get(key.variable, False)
    return tuple(Key(variable, needed) for variable, needed in keys.items())


def _keys(model: Model) -> Iterator[Key]:
    if model.engine != "litellm":
        return
    own = model.base_url is not None  # a server of one's own often wants no key
    if model.key_variable:
        yield Key(model.key_variable, not own)
    elif first := _key(model.preset, model.model, own):
        yield first
    for name in model.fallbacks:
        preset, other = (name, None) if name in PRESETS else (None, name)
        if found := _key(preset, other, False):
            yield found


def _key(preset: str | None, name: str | None, own: bool) -> Key | None:
    known = (
        PRESETS.get(preset)
        if preset
        else next((p for p in PRESETS.values() if p.model == name), None)
    )
    if known:
        return Key(known.key, not own) if known.key else None
    provider = re.sub(r"\W", "_", (name or "").partition("/")[0]).upper()
    return Key(f"{provider}_API_KEY", False) if provider else None


# --- Writing ----------------------------------------------------------------------


def renewed(text: str, parts: Parts, where: str) -> str:
    """``text``, a workflow, with its parts brought up to date; all else to the byte.

    Raises:
        UsageError: it does not say where one of them stands.
    """
    program = parts.origin.requirement if isinstance(parts.origin, Pinned) else ""
    if isinstance(parts.origin, Pinned) or not _installed(text) or _FOREIGN.match(_installed(text)):
        text = _one(
            _PROGRAM.subn(lambda at: f"{at[1]}WIKI_BUILDER: {json.dumps(program)}", text),
            "WIKI_BUILDER",
            where,
        )
    text = _between("keys", _environment(parts.keys), text, where)
    for name, lines in _MARKS.items():
        text = _between(name, lines if parts.marks else [], text, where)
    return _between("tell", _tell(parts), text, where)


def _between(name: str, lines: list[str], text: str, where: str) -> str:
    region = re.compile(rf"^( *)# >>> {name}\n.*?^ *# <<< {name}$", re.MULTILINE | re.DOTALL)
    if not lines and not region.search(text):
        return text
    return _one(
        region.subn(
            lambda at: "\n".join(
                (f"{at[1]}# >>> {name}", *(at[1] + line for line in lines), f"{at[1]}# <<< {name}")
            ),
            text,
        ),
        f"# >>> {name}",
        where,
    )


def _one(made: tuple[str, int], name: str, where: str) -> str:
    text, count = made
    if count != 1:
        what = f"`{name}` stands here {count} times, and not once"
        next_ = "Delete the file and run this again for a new one, then make your changes in it"
        raise UsageError(what, where=where, next=next_)
    return text


# Issues with marks are fetched before the import and closed once what they said is pushed; a forge
# that cannot be asked stops no import.
_MARKS = {
    "rights": ["issues: write # those with marks are closed once they are taken in"],
    "marks": [
        "- name: Marks",
        "  run: wiki-builder marks fetch",
        "  continue-on-error: true",
        "  env:",
        "    GITHUB_TOKEN: ${{ github.token }}",
    ],
    "taken-in": [
        "- name: Close the issues of marks",
        "  if: ${{ !cancelled() && steps.push.outcome == 'success' }}",
        "  run: wiki-builder marks close",
        "  continue-on-error: true",
        "  env:",
        "    GITHUB_TOKEN: ${{ github.token }}",
    ],
}


def _environment(names: tuple[str, ...]) -> list[str]:
    return ["env:", *(f"  {name}: ${{{{ secrets.{name} }}}}" for name in names)] if names else []


def _tell(parts: Parts) -> list[str]:
    """The job that says how a run ended, and what came; it has its own secrets, and none of the
    import's. What keeps the ledger of messages pushes it, and has no secret.
    """
    notify, send = parts.notify, parts.send
    if not notify.wanted and not send.channels:
        return []
    job = (
        resources.files("wiki_builder.scaffold")
        .joinpath("files", "tell.yml")
        .read_text(encoding="utf-8")
    )
    steps = list[str]()
    if notify.wanted:
        token = {"GITHUB_TOKEN": "github.token"} if notify.issue else {}
        steps += _says("notify", notify.variables, token)
    if send.channels:
        # also where the notice could not be sent
        steps += [*_says("send", send.variables, {}), "  if: ${{ !cancelled() }}", *_KEPT]
    filled = {
        "@CONTENTS@": "write # what was sent is kept" if send.channels else "read",
        "@ISSUES@\n": "    issues: write # one issue while runs fail\n" if notify.issue else "",
        "@CHECKOUT@\n": "".join(f"        {line}\n" for line in _LATEST if send.channels),
        "@STEPS@\n": "".join(f"    {line}\n" for line in steps),
    }
    for place, text in filled.items():
        job = job.replace(place, text)
    return job.splitlines()


_LATEST = (
    "ref: ${{ github.ref_name }} # what the update has just pushed",
    "fetch-depth: 0 # a merge needs the history",
)
_KEPT = (
    "- name: Keep what was sent",
    "  if: always()",
    "  run: bash .github/wiki-daily.sh publish",
    "  env:",
    "    WIKI_PUSH_TOKEN: ${{ github.token }}",
)


def _says(command: str, names: tuple[str, ...], more: Mapping[str, str]) -> list[str]:
    """A step that is given how the run ended, and secrets by name."""
    given = {
        "JOBS": "join(needs.*.result, ' ')",
        "CODE": "needs.update.outputs.code",
        "SAID": "needs.update.outputs.said",
        **{name: f"secrets.{name}" for name in names},
        **more,
    }
    return [
        f'- run: wiki-builder {command} --jobs "$JOBS" --code "$CODE" --said "$SAID"',
        "  env:",
        *(f"    {name}: ${{{{ {value} }}}}" for name, value in given.items()),
    ]


# --- Checking -----------------------------------------------------------------------


def findings(
    root: Path, settings: Settings, environ: Mapping[str, str]
) -> Iterator[WorkflowFinding]:
    """What is wrong with the daily workflow of the wiki in ``root``,
    and with the keys of its model.
    """
    path = root / WORKFLOW
    text = path.read_text("utf-8", "replace") if path.is_file() else None
    passed = dict.fromkeys(_SECRET.findall(text or ""))
    yield from _missing_keys(settings, environ, passed)
    if text is None:
        return
    yield from program_findings(root)
    keys = tuple(key.variable for key in model_keys(settings) if key.needed)
    wanted = (*keys, *settings.notify.variables, *settings.send.variables)
    for name in (name for name in wanted if name not in passed):
        yield WorkflowFinding(
            WORKFLOW, 0, f"it does not pass on {name}, which wiki.toml needs. {RENEW}"
        )
    used = {*wanted, *(key.variable for key in model_keys(settings))}
    for name in (name for name in passed if name in PRESET_VARIABLES.values() and name not in used):
        yield WorkflowFinding(
            WORKFLOW,
            _line(text, f"secrets.{name}"),
            f"it passes on {name}, which nothing needs. {RENEW}",
        )
    if _by_issue(settings) and "wiki-builder marks fetch" not in text:
        yield WorkflowFinding(
            WORKFLOW, 0, f"[site] marks_by asks for issues, and nothing fetches them. {RENEW}"
        )
    if settings.send.channels and "wiki-builder send" not in text:
        yield WorkflowFinding(
            WORKFLOW, 0, f"[send] asks for a day's messages, and nothing sends them. {RENEW}"
        )
    if settings.notify.wanted and "wiki-builder notify" not in text:
        yield WorkflowFinding(
            WORKFLOW, 0, f"[notify] asks for messages, and nothing sends them. {RENEW}"
        )


def _missing_keys(
    settings: Settings, environ: Mapping[str, str], passed: Collection[str]
) -> Iterator[WorkflowFinding]:
    """A key may well be where the daily job runs alone: then its absence here is no fault."""
    for key in model_keys(settings):
        if not key.needed or environ.get(key.variable):
            continue
        elsewhere = key.variable in passed
        what = f"[model] asks a model live, and {key.variable} is not set on this machine"
        next_ = (
            "the daily workflow has it from the repository's secrets"
            if elsewhere
            else "put the key into the environment"
        )
        yield WorkflowFinding("wiki.toml", 0, f"{what}; {next_}", note=elsewhere)


def program_findings(root: Path) -> Iterator[WorkflowFinding]:
    """What is wrong with what the workflow of the wiki in ``root``, which has one, installs."""
    text = (root / WORKFLOW).read_text("utf-8", "replace")
    installed, line = _installed(text), _line(text, "WIKI_BUILDER:")
    if not installed:
        what = "WIKI_BUILDER is empty, so that the workflow stops before it installs anything"
        next_ = (
            "Set it to a commit of the program's repository, or install the program from there and"
            f" {RENEW.lower()}"
        )
        yield WorkflowFinding(WORKFLOW, line, f"{what}. {next_}", note=True)
    elif _FOREIGN.match(installed):
        what = (
            f"WIKI_BUILDER installs {installed.split('=')[0]}, which in the package index is"
            " somebody else's"
        )
        yield WorkflowFinding(WORKFLOW, line, f"{what}; this program is {DISTRIBUTION}. {RENEW}")
    if installed and not (root / LOCK).is_file():
        yield WorkflowFinding(
            WORKFLOW,
            0,
            f"{LOCK} is not there, which holds the hashes of what is installed. {RENEW}",
        )


def _installed(text: str) -> str:
    """What the workflow says is installed; empty where it does not say."""
    found = _PROGRAM.search(text)
    try:
        return str(yaml.safe_load(found[0])["WIKI_BUILDER"] or "") if found else ""
    except yaml.YAMLError:
        return ""


def _line(text: str, what: str) -> int:
    return text.count("\n", 0, text.find(what)) + 1 if what in text else 0
