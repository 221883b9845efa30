"""The shape: imports go one way, and the command line imports nothing heavy before it needs it."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import wiki_builder

PACKAGE = Path(wiki_builder.__file__).parent
MODULES = {
    ".".join(("wiki_builder", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(
        ".__init__"
    ): path
    for path in PACKAGE.rglob("*.py")
}
# The rooms from the ground up. A module belongs to the longest name that it begins with, and every
# module to one: a new room gets its level here, or the test says so. Rooms of one level do not
# import each other.
LEVELS = (
    (
        "core.values",
        "core.keys",
        "core.progress",
        "core.characters",
        "core.settings_report",
        "core.ahead",
    ),
    ("core.errors", "core.spelling", "core.categories"),
    ("core.words", "core.names", "core.settings", "core.logged", "core.store"),
    ("core.http",),
    ("sources", "fulltext"),
    ("analysis",),
    ("llm",),
    ("grounding",),
    ("concepts",),
    ("ranking",),
    ("events", "briefings"),
    ("contract",),
    ("library",),
    ("pages",),
    ("site", "scaffold", "notify"),
    ("curation",),
    ("stages",),
    ("report", "runtime"),
    ("work",),
    ("pipeline", "check", "status"),
    ("demo",),
    ("cli",),
    ("__main__",),
)
LEVEL = {name: level for level, names in enumerate(LEVELS) for name in names}
FACES = ("wiki_builder", "wiki_builder.core")  # say what stands within, and import nothing
AT_THE_TOP = 8  # files: what one sees from the street
# What writes, moves or removes a file: the store's functions that take any path, and Python's own.
STORES_OWN = {"write_page", "write_file", "write_value", "write_cache", "append_line", "set_aside"}
PATHS = {
    "write_text",
    "write_bytes",
    "mkdir",
    "unlink",
    "rmdir",
    "rename",
    "touch",
    "symlink_to",
    "hardlink_to",
}
SYSTEMS = {
    "replace",
    "rename",
    "remove",
    "unlink",
    "rmdir",
    "mkdir",
    "makedirs",
    "link",
    "symlink",
} | {
    *("rmtree", "copytree", "copyfile", "copy", "copy2", "move"),
}
# Who else does, and why it is not the store's.
WRITERS = {
    "core.http.cache": "an upstream's answers, wherever the client is told to keep them",
    "fulltext.process": (
        "a document for the reader's process, in a folder of the system's that goes with it"
    ),
    "llm": "questions and replies under way, which whoever asks files and takes away",
    "pages": "pages, and the ledger of what was written where",
    "scaffold": "a new wiki",
    "site": "the site, which is beyond the wiki's data, and what a build keeps of it",
    "demo": "a wiki as its owner would write it",
}
# of a Wiki: what stands in them has a property of its own
FOLDERS = ("root", "data", "cache", "pending")
HEAVY = (
    "litellm",
    "mkdocs",
    "lxml",
    "pypdf",
    "pypdfium2",
    "pydantic",
    "httpx",
    "jinja2",
    "feedparser",
    "rich",
    "yaml",
)


def room(module: str) -> str:
    """The room of a module; empty for one that stands in none."""
    parts = module.split(".")[1:]
    rooms = (".".join(parts[:n]) for n in range(len(parts), 0, -1))
    return next((name for name in rooms if name in LEVEL), "") if parts else ""


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def imports(path: Path) -> tuple[str, ...]:
    """The project's modules that a module imports, at its top or within a function,
    for its types apart.
    """
    return tuple(_imports(tree_of(path)))


def _imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("wiki_builder"):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in MODULES else str(node.module) for name in names)
        elif isinstance(node, ast.Import):
            yield from (
                alias.name for alias in node.names if alias.name.startswith("wiki_builder.")
            )
        elif isinstance(node, (ast.stmt, ast.excepthandler, ast.match_case)) and not _is_for_types(
            node
        ):
            yield from _imports(node)


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)


def test_every_module_stands_in_a_room() -> None:
    """Whoever adds a room says which level it has."""
    assert [module for module in MODULES if not room(module) and module not in FACES] == []


def test_imports_go_down() -> None:
    """A room imports its own modules and those of rooms below it,
    nothing beside it and nothing above.
    """
    arrows = [
        (module, other)
        for module, path in MODULES.items()
        for other in imports(path)
        if room(other)
    ]
    across = [(one, other) for one, other in arrows if room(one) != room(other)]
    assert [
        f"{one} → {other}" for one, other in across if LEVEL[room(other)] >= LEVEL[room(one)]
    ] == []


def test_few_files_stand_at_the_top() -> None:
    """Whoever opens the package sees rooms, not files."""
    assert len(list(PACKAGE.glob("*.py"))) <= AT_THE_TOP
    assert {
        room for room in LEVEL if not any(m.startswith(f"wiki_builder.{room}") for m in MODULES)
    } == set()


def test_there_is_no_circle() -> None:
    """No module imports itself by way of others."""
    edges = {
        module: {name for name in imports(path) if name != module}
        for module, path in MODULES.items()
    }
    done: set[str] = set()

    def visit(module: str, way: tuple[str, ...]) -> None:
        assert module not in way, " → ".join((*way, module))
        if module not in done:
            for other in sorted(edges.get(module, ())):
                visit(other, (*way, module))
            done.add(module)

    for module in sorted(edges):
        visit(module, ())


def test_the_command_line_imports_nothing_heavy() -> None:
    """``--help`` is fast: what is heavy is imported by the command that needs it."""
    code = f"import sys, wiki_builder.cli; print(*[m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_only_the_command_line_prints() -> None:
    """``print``, ``click`` and ``sys.exit`` stand in the command line and in the two programs
    run as children.
    """
    allowed = {
        "wiki_builder.__main__",
        "wiki_builder.cli.console",
        "wiki_builder.fulltext.pdf_worker",
        "wiki_builder.fulltext.html_worker",
    }
    named = ("print", "exit")
    for module in (
        name for name in MODULES.keys() - allowed if not name.startswith("wiki_builder.cli")
    ):
        for node in ast.walk(tree_of(MODULES[module])):
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "id", getattr(node.func, "attr", "")) in named
            ):
                assert ast.unparse(node.func) not in ("print", "sys.exit", "exit"), (
                    f"{module}:{node.lineno}"
                )


def test_only_the_store_writes() -> None:
    """Whatever stands in a wiki is written in one place, whole or not at all;
    who else writes says why.
    """
    found = {
        module.removeprefix("wiki_builder."): set(_writes(tree_of(path)))
        for module, path in MODULES.items()
    }
    writers = {
        module
        for module, names in found.items()
        if names and room(f"wiki_builder.{module}") != "core.store"
    }
    allowed = {
        module: name
        for module in writers
        for name in WRITERS
        if f"{module}.".startswith(f"{name}.")
    }
    assert not {module: found[module] for module in writers - allowed.keys()}
    assert set(allowed.values()) == WRITERS.keys(), "who writes no more needs no reason"


def _writes(tree: ast.Module) -> Iterator[str]:
    """What a module calls that writes, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            owner, dot, name = ast.unparse(node.func).rpartition(".")
            names = (
                SYSTEMS if owner in ("os", "shutil") else STORES_OWN | PATHS if dot else STORES_OWN
            )
            opened = name in ("open", "fdopen") and _mode(node) & set("wax+")
            if name in names or opened:
                yield f"{name}:{node.lineno}"


def _mode(call: ast.Call) -> set[str]:
    """The letters of the mode in which a call opens a file: a text of nothing but such letters."""
    given = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg == "mode")]
    texts = [
        one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)
    ]
    return set[str]().union(*(text for text in texts if text and set(text) <= set("rwaxbt+")))


def test_paths_of_a_wiki_stand_in_one_place() -> None:
    """Where each file stands is said in ``core/store/wiki.py``,
    and nobody else makes its path out of its folder's.
    """
    found = {
        module.removeprefix("wiki_builder."): list(_spelt(tree_of(path)))
        for module, path in MODULES.items()
    }
    others = [module for module in found if room(f"wiki_builder.{module}") != "core.store"]
    assert not {module: found[module] for module in others if found[module]}


def _spelt(tree: ast.Module) -> Iterator[str]:
    """Where a module names a file in a folder of a wiki's."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.BinOp)
            and isinstance(node.op, ast.Div)
            and isinstance(node.right, ast.Constant | ast.JoinedStr)
            and (_is_folder(node.left) or ast.unparse(node.left) == "pending")
        ):
            yield f"{ast.unparse(node)}:{node.lineno}"


def _is_folder(node: ast.expr) -> bool:
    """Whether it is ``wiki.data`` or another folder of a wiki's."""
    return (
        isinstance(node, ast.Attribute)
        and node.attr in FOLDERS
        and "wiki" in ast.unparse(node.value).lower()
    )


def test_no_test_reads_a_clock() -> None:
    """Time is passed in and work is counted:
    what depends on how busy a machine is fails one day.
    """
    command = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--no-cache",
        "--select",
        "TID251",
        str(Path(__file__).parent),
    ]
    ran = subprocess.run(command, cwd=PACKAGE.parent, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
