"""The shape: imports go one way, and the command line imports nothing heavy before it needs it."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import wiki_builder

PACKAGE = Path(wiki_builder.__file__).parent
MODULES = {
    ".".join(("wiki_builder", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in PACKAGE.rglob("*.py")
}
# From the ground up. A module belongs to the longest name that it begins with; all that is not named is a stage.
LAYERS = (
    (
        "wiki_builder",
        "wiki_builder.models",
        "wiki_builder.newer",
        "wiki_builder.errors",
        "wiki_builder.keys",
        "wiki_builder.progress",
        "wiki_builder.taxonomy",
    ),
    (
        "wiki_builder.config",
        "wiki_builder.config_report",
        "wiki_builder.border",
        "wiki_builder.checkout",
        "wiki_builder.disk",
    ),
    (
        "wiki_builder.store",
        "wiki_builder.http",
        "wiki_builder.httpaddress",
        "wiki_builder.httpbody",
        "wiki_builder.httpcache",
        "wiki_builder.httpwire",
    ),
    ("a stage",),
    ("wiki_builder.means", "wiki_builder.report", "wiki_builder.pipeline", "wiki_builder.checking"),
    ("wiki_builder.demo", "wiki_builder.console"),
    ("wiki_builder.cli", "wiki_builder.__main__"),
)
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
STAGE = LEVEL["a stage"]
HEAVY = ("litellm", "mkdocs", "lxml", "pypdf", "pypdfium2", "pydantic", "httpx", "jinja2", "feedparser", "rich", "yaml")


def level(module: str) -> int:
    parents = [module.rsplit(".", n)[0] for n in range(max(1, module.count(".")))]
    return next((LEVEL[name] for name in parents if name in LEVEL), STAGE)


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def imports(path: Path) -> tuple[str, ...]:
    """The project's modules that a module imports, at its top or within a function, for its types apart."""
    return tuple(_imports(tree_of(path)))


def _imports(tree: ast.Module) -> Iterator[str]:
    for_types = [node for node in ast.walk(tree) if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)]
    skipped = {id(inner) for node in for_types for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("wiki_builder"):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in MODULES else str(node.module) for name in names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("wiki_builder."))


@pytest.mark.parametrize("module", sorted(MODULES))
def test_imports_go_one_way(module: str) -> None:
    """models ← errors, config ← disk, store, http ← stages ← pipeline ← cli; no arrow back."""
    back = [other for other in imports(MODULES[module]) if level(other) > level(module)]
    assert not back, f"{module} (level {level(module)}) imports {back}"


def test_there_is_no_circle() -> None:
    """No module imports itself by way of others."""
    edges = {module: {name for name in imports(path) if name != module} for module, path in MODULES.items()}
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
    """``print``, ``click`` and ``sys.exit`` stand in the command line and in the two programs run as children."""
    allowed = {
        "wiki_builder.__main__",
        "wiki_builder.console",
        "wiki_builder.text.pdf_worker",
        "wiki_builder.text.html_worker",
    }
    for module in (name for name in MODULES.keys() - allowed if not name.startswith("wiki_builder.cli")):
        for node in ast.walk(tree_of(MODULES[module])):
            if isinstance(node, ast.Call):
                assert ast.unparse(node.func) not in ("print", "sys.exit", "exit"), f"{module}:{node.lineno}"


def test_no_test_reads_a_clock() -> None:
    """Time is passed in and work is counted: what depends on how busy a machine is fails one day."""
    command = [sys.executable, "-m", "ruff", "check", "--no-cache", "--select", "TID251", str(Path(__file__).parent)]
    ran = subprocess.run(command, cwd=PACKAGE.parent, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
