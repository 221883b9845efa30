"""Names that are paths, and files that a stranger's branch brought:
named, and nothing is written or read elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from drill.case import Case, Plan
from drill.hostile.campaign import DOCUMENTED, Attacked

_IDS = (
    *(
        "../../outside",
        "/tmp/outside",
        "..",
        "a/../../b",
        "CON",
        "a\\..\\b",
        "a b",
        "<script>",
        "__proto__",
        "a\x00b",
    ),
    *("Ä", "a" * 3_000, "", "-rf", ".git", "a.yml", "'; touch x", "\u202ea", "index", "{{ 7*7 }}"),
)
_FILES = {
    "python": "id: !!python/object/apply:os.system ['touch outside']\n",
    "python name": "!!python/object/new:os.system ['touch outside']\n",
    "bomb": "a: &a [x, x]\n"
    + "".join(
        f"{n}: &{n} [*{p}, *{p}, *{p}]\n"
        for p, n in zip("abcdefghijkl", "bcdefghijklm", strict=True)
    ),
    "deep": "[" * 50_000,
    "merge": "<<: [{id: a}, {id: b}]\nid: c\n",
    "not text": "\xff\xfe",
    "huge": "id: " + "a" * 5_000_000 + "\n",
    "list": "- id: a\n",
    "two": "id: a\n---\nid: b\n",
}


def cases(plan: Plan) -> Sequence[Case]:
    """Ids of concepts, whole files of the registry, and links that lead out."""
    return (
        Case(
            "registry: id",
            f"{len(_IDS)} ids that are paths or signs",
            "named; nothing outside",
            _ids,
        ),
        Case(
            "registry: file",
            f"{len(_FILES)} kinds of YAML",
            "named; no hang; nothing outside",
            _files,
            quick=True,
        ),
        Case("folder", "links that lead out of the wiki", "not followed, not published", _links),
    )


def _wiki(folder: Path) -> Attacked:
    wiki = Attacked(folder)
    for name in ("home", "tmp"):
        (folder / name).mkdir()
    wiki.run("init", "init", wiki.root, "--categories", "cs.AI")
    (wiki.root / "data" / "concepts").mkdir(parents=True)
    return wiki


def _ids(folder: Path) -> str:
    wiki, fine = _wiki(folder), 0
    for number, id_ in enumerate(_IDS):
        for name in (f"odd{number}.yml", f"{id_}.yml"):
            path = wiki.root / "data" / "concepts" / name
            if "/" in name or "\x00" in name or len(name) > 200:
                continue
            path.write_text(
                f'id: {_quoted(id_)}\nname: {{en: "a plan {number}", zh: "计划"}}\nfounded:'
                " x\npinned: true\n",
                "utf-8",
            )
            ran = wiki.run(f"{number} {name[:20]}", "render", "--quiet")
            _no_harm(wiki, f"id {id_[:40]!r} in {name[:40]!r}")
            fine += ran.code == 0
            path.unlink()
    return (
        f"{len(wiki.ran) - 1} commands: {fine} pass, {len(wiki.ran) - 1 - fine} refuse; nothing"
        " outside"
    )


def _files(folder: Path) -> str:
    wiki = _wiki(folder)
    for name, text in _FILES.items():
        path = wiki.root / "data" / "concepts" / "a.yml"
        path.write_bytes(text.encode("latin-1"))
        ran = wiki.run(name, "render", "--quiet")
        _no_harm(wiki, name)
        named = ran.code != 0 and "a.yml" in ran.said
        assert named, f"{name}: {ran.code} {ran.said[-200:]}"
    return f"{len(_FILES)} named; peak {max(ran.peak_mb for ran in wiki.ran.values()):.0f} MB"


def _links(folder: Path) -> str:
    wiki = _wiki(folder)
    (folder / "home" / "secret.md").write_text("# secret words\n", "utf-8")
    docs = wiki.root / "docs"
    (docs / "own").mkdir(parents=True)
    (docs / "index.md").write_text("# Home\n", "utf-8")
    (docs / "own" / "a.md").symlink_to(folder / "home" / "secret.md")
    (docs / "own" / "b.md").write_text(
        '--8<-- "../home/secret.md"\n\n![x](../../../home/secret.md)\n', "utf-8"
    )
    ran = wiki.run("build", "build", "--no-strict", "--quiet")
    found = [
        str(path)
        for path in wiki.site.rglob("*")
        if path.is_file() and b"secret words" in path.read_bytes()
    ]
    fine = not found and ran.code in DOCUMENTED
    assert fine, f"{found} {ran.code} {ran.said[-300:]}"
    return f"the build ends with {ran.code}; the secret is in no page"


def _no_harm(wiki: Attacked, what: str) -> None:
    ran = [*wiki.ran.values()][-1]
    lies = [one for one in wiki.strangers() if not one.startswith("home/")]
    told = [line for kind, lines in wiki.told().items() if kind != "start" for line in lines]
    fine = ran.code in DOCUMENTED and not lies and not told and ran.peak_mb <= 1024
    assert fine, f"{what}: {ran.code}, {ran.peak_mb:.0f} MB, {lies} {told[:3]} {ran.said[-300:]}"


def _quoted(text: str) -> str:
    return (
        '"' + "".join(c if c.isalnum() and c.isascii() else f"\\U{ord(c):08x}" for c in text) + '"'
    )
