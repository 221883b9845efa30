"""A wiki that was attacked in every field: its commands as a person and a job run them,
up to the built site.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import yaml

from drill import command
from drill.command import Ran, Start
from drill.hostile import upstream, watch
from drill.hostile.fields import Lot
from drill.hostile.replies import Model, answered
from tests.loopback.arxiv import LoopbackArxiv
from tests.loopback.model import Body, ModelServer
from wiki_builder.core.settings import FORMAT

DOCUMENTED = (0, 1, 2, 3, 4)  # docs/guide/daily.md, exit codes; 70 is a fault of the program
ROOM = 1024.0  # megabytes
DAY, NEXT = "2026-05-05", "2026-05-06"


@dataclass
class Attacked:
    """The wiki, what was said in it, and what its commands did."""

    around: Path
    said: set[tuple[int, int]] = field(default_factory=set)
    ran: dict[str, Ran] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)  # of arXiv: paths

    @property
    def root(self) -> Path:
        return self.around / "wiki"

    @property
    def site(self) -> Path:
        return self.root / "site"

    def run(self, name: str, *args: object, stdin: str = "") -> Ran:
        """``wiki-builder -C ROOT ARGS``, watched,
        its home and its temporary folder beside the wiki.
        """
        home, temporary = self.around / "home", self.around / "tmp"
        within = os.pathsep.join(f"{path}/" for path in (self.root, temporary))
        environment = {
            "HOME": str(home),
            "TMPDIR": str(temporary),
            "OPENAI_API_KEY": "sk-drill-0123456789abcdef",
        }
        environment |= {
            watch.LOG: str(self.around / "watched"),
            watch.WITHIN: within,
            "COLUMNS": "120",
        }
        environment |= {"PYTHONPATH": str(watch.module(self.around / "watch"))}
        how = Start(stdin=stdin, environment=environment, first=watch.begin, folder=self.around)
        ran = command.run("-C", self.root, *args, how=how, patience=400)
        self.ran[name] = ran
        return ran

    def told(self) -> dict[str, list[str]]:
        """What the commands did beyond the wiki."""
        return watch.read(self.around / "watched")

    def strangers(self) -> list[str]:
        """What lies beside the wiki now, the drill's own things left out."""
        found = (path.relative_to(self.around).as_posix() for path in self.around.rglob("*"))
        own = ("wiki", "home", "tmp", "watched", "watch")
        return sorted(
            path for path in found if path not in own and not path.startswith(("wiki/", "watch/"))
        )


def attacked(around: Path, techniques: Sequence[int]) -> Attacked:
    """Run all of it with these techniques."""
    return _through(around, techniques, (_imported, _answered, _added, _edited, _built))


def imported(around: Path, techniques: Sequence[int]) -> Attacked:
    """The first morning alone."""
    return _through(around, techniques, (_imported,))


Step: TypeAlias = Callable[[Attacked, LoopbackArxiv, ModelServer, Sequence[Lot]], None]


def _through(around: Path, techniques: Sequence[int], steps: Sequence[Step]) -> Attacked:
    wiki = Attacked(around)
    lots = [Lot(technique, wiki.said) for technique in techniques]
    for folder in ("home", "tmp"):
        (around / folder).mkdir(parents=True)
    with LoopbackArxiv() as arxiv, ModelServer(Model(lots)) as model:
        for step in steps:
            step(wiki, arxiv, model, lots)
        wiki.asked = [seen.path for seen in arxiv.log]
    return wiki


# --- The steps -----------------------------------------------------------------


def _imported(
    wiki: Attacked, arxiv: LoopbackArxiv, model: ModelServer, lots: Sequence[Lot]
) -> None:
    """A morning's run over hostile upstreams and a hostile model."""
    upstream.fill(arxiv, lots)
    wiki.run("init", "init", wiki.root, "--categories", "cs.AI,cs.CL")
    settings(wiki, arxiv, model, "litellm")
    wiki.run("update", "update", "--today", DAY, "--quiet")


def _answered(
    wiki: Attacked, arxiv: LoopbackArxiv, model: ModelServer, lots: Sequence[Lot]
) -> None:
    """The next day by hand: requests as files, answers by ``answer --by``."""
    tried = [lot for lot in lots if lot.technique in upstream.CORE]
    arxiv.announce(upstream.NEXT, [upstream.by_hand(lot) for lot in tried])
    settings(wiki, arxiv, model, "handoff")
    wiki.run("update by hand", "update", "--today", NEXT, "--quiet")
    by_title = {upstream.by_hand(lot).version.title: lot for lot in tried}
    for path in sorted((wiki.root / "data" / "pending" / "handoff").glob("*.request.md")):
        text = path.read_text("utf-8")
        lot = next((lot for title, lot in by_title.items() if f"Title: {title}\n" in text), None)
        if lot:
            body: Body = {"messages": [{"content": ""}, {"content": text}]}
            reply = json.dumps(answered(lot, body), ensure_ascii=False)
            by = f"--by={lot('answer: --by')}".replace("\x00", "")  # no argument has a NUL
            wiki.run(
                f"answer {lot.technique}",
                "answer",
                path.name.removesuffix(".request.md"),
                "-",
                by,
                stdin=reply,
            )
    wiki.run("update with answers", "update", "--today", NEXT, "--quiet")
    settings(wiki, arxiv, model, "litellm")


def _added(wiki: Attacked, arxiv: LoopbackArxiv, model: ModelServer, lots: Sequence[Lot]) -> None:
    """Papers by hand, whose readings the model refuses."""
    wiki.run(
        "add",
        "add",
        "--today",
        NEXT,
        "--quiet",
        *(upstream.added_id(lot.technique) for lot in lots),
    )


def _edited(wiki: Attacked, arxiv: LoopbackArxiv, model: ModelServer, lots: Sequence[Lot]) -> None:
    """What people write: a registry's files, front matter, notes, sections, pages of their own."""
    docs = wiki.root / "docs"
    (docs / "own").mkdir(parents=True, exist_ok=True)
    for lot in lots:
        page = docs / "papers" / "2605" / f"{upstream.added_id(lot.technique)}.md"
        if page.exists():
            page.write_text(_persons(page.read_text("utf-8"), lot), "utf-8")
        own = f"# Own\n\n{lot('page: own page')}\n"
        (
            docs / "own" / f"{_LETTER[lot.technique // 26]}{_LETTER[lot.technique % 26]}.md"
        ).write_text(own, "utf-8")
    with_pages = sorted((wiki.root / "data" / "concepts").glob("*.yml"))
    for lot, path in zip(
        (lot for lot in lots if lot.technique in upstream.CORE), with_pages, strict=False
    ):
        path.write_text(_registered(path.read_text("utf-8"), lot), "utf-8")


def _built(wiki: Attacked, arxiv: LoopbackArxiv, model: ModelServer, lots: Sequence[Lot]) -> None:
    """What an owner looks at, and the site."""
    for name, args in {
        "check": ("check",),
        "check --json": ("check", "--json"),
        "status": ("status", "--today", NEXT),
        "concepts list": ("concepts", "list"),
        "concepts review": ("concepts", "review"),
        "terms list": ("terms", "list", "--all"),
        "proposals": ("proposals", "diff"),
        "answer": ("answer",),
        "compare": (
            "compare",
            upstream.read_id(lots[0].technique),
            upstream.read_id(lots[-1].technique),
        ),
        "build": ("build", "--no-strict"),
    }.items():
        wiki.run(name, *args)


_LETTER = "abcdefghijklmnopqrstuvwxyz"


def settings(wiki: Attacked, arxiv: LoopbackArxiv, model: ModelServer, engine: str) -> None:
    """Write the settings that lead to the servers."""
    at = arxiv.addresses
    live = (
        f'model = "openai/stub"\nbase_url = "{model.url}"\nattempts = 1\n'
        if engine == "litellm"
        else ""
    )
    (wiki.root / "wiki.toml").write_text(
        f'format = {FORMAT}\n[wiki]\ntitle = "Attacked"\nrepo_url ='
        ' "https://github.com/a/b"\n[concepts]\ntexts_per_run = 1000\n[interests]\nkeywords ='
        f' ["{upstream.KEYWORD}"]\npapers_per_day = 1000\n[sources.arxiv]\ncategories = ["cs.AI",'
        f' "cs.CL"]\ninterval = 0.0\nfeed_url = "{at.feed_url}"\napi_url = "{at.api_url}"\nhtml_url'
        f' = "{at.html_url}"\npdf_url = "{at.pdf_url}"\nlist_url = "{at.list_url}"\ncatchup_url ='
        f' "{at.catchup_url}"\noai_url = "{at.oai_url}"\n[model]\nengine = "{engine}"\n{live}',
        "utf-8",
    )


def _persons(page: str, lot: Lot) -> str:
    """A paper's page with notes, keys and a section in a person's words."""
    _, front, rest = page.split("---\n", 2)
    keys: dict[str, object] = {
        f"x-{lot.mark('page: unknown key')}": lot("page: unknown key"),
        "status": lot("page: status"),
    }
    keys |= {"tags": [lot("page: tags")]}
    title = lot("page: title")
    if lot.technique % 2:
        front = "".join(line for line in front.splitlines(True) if not line.startswith("title:"))
        keys["title"] = title
    front += yaml.safe_dump(keys, allow_unicode=True, sort_keys=False)
    for name in ("abstract.en", "abstract") if lot.technique % 2 else ():
        start, end = f"<!-- wiki:{name} -->\n", "<!-- /wiki -->\n"
        if start in rest:
            head, behind = rest.split(start, 1)
            rest = f"{head}{start}{lot('page: own section')}\n{end}{behind.split(end, 1)[1]}"
            break
    return f"---\n{front}---\n{rest}\n## My notes\n\n{lot('page: note')}\n"


def _registered(text: str, lot: Lot) -> str:
    """A concept's file in which a branch of somebody's changed all that it may."""
    concept = yaml.safe_load(text)
    concept["name"]["en"] = lot("registry: name")
    concept["gloss"] = {"en": lot("registry: gloss"), "zh": f"注释 {lot.mark('registry: gloss')}"}
    concept["aliases"] = [
        *concept.get("aliases", []),
        {"name": lot("registry: alias"), "language": "en", "origin": "person"},
    ]
    concept["pinned"] = True
    concept["maybe_same_as"] = [
        {"id": "agent-orchestration", "by": "x", "reason": lot("registry: reason")}
    ]
    concept[f"x_{lot.mark('registry: unknown key')}"] = lot("registry: unknown key")
    return yaml.safe_dump(concept, allow_unicode=True, sort_keys=False)


def built(site: Path) -> Iterator[tuple[str, bytes]]:
    """Every file of the site, by its path."""
    for path in sorted(site.rglob("*")):
        if path.is_file():
            yield path.relative_to(site).as_posix(), path.read_bytes()
