"""The mutants of a module: mutmut's operators, all of them, over the whole file.

``mutmut run`` itself passes over what stands outside of functions and over decorated functions,
since it keeps all mutants in one file; here each mutant is a file of its own, so regular
expressions, tables and properties are changed too. No comment excludes a line.
https://mutmut.readthedocs.io/en/latest/
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields

import libcst as cst
from libcst.metadata import MetadataWrapper, ParentNodeProvider
from mutmut.mutation.file_mutation import MutationVisitor
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module's source with one change.

    ``name`` says where and what; it is no other's, and stays while the line stays.
    """

    name: str
    source: str


class _Whole(MutationVisitor):
    """All nodes but annotations, decorators and the few calls that mutmut leaves alone."""

    def _skip_node_and_children(self, node: cst.CSTNode) -> bool:
        return not isinstance(node, cst.FunctionDef) and super()._skip_node_and_children(node)


def mutants(source: str) -> Iterator[Mutant]:
    """Every mutant of ``source`` that is Python, in the order of the file."""
    wrapper = MetadataWrapper(cst.parse_module(source))
    visitor = _Whole(mutation_operators, IgnoredCode(set(), set(), set()))
    wrapper.visit(visitor)
    parents, names = wrapper.resolve(ParentNodeProvider), Counter[str]()
    for mutation in visitor.mutations:
        changed = _with(parents, mutation.original_node, mutation.mutated_node)
        if changed != source and _is_python(changed):
            name = _name(source, changed)
            names[name] += 1
            yield Mutant(f"{name} ({names[name]})" if names[name] > 1 else name, changed)


def _with(parents: Mapping[cst.CSTNode, cst.CSTNode], old: cst.CSTNode, new: cst.CSTNode) -> str:
    """The module's source with a node changed:
    only what stands above it is made anew, which is quicker.
    """
    while old in parents:
        above = parents[old]
        for field in fields(above):
            was = getattr(above, field.name)
            if was is old:
                new = above.with_changes(**{field.name: new})
                break
            if isinstance(was, Sequence) and any(one is old for one in was):
                new = above.with_changes(
                    **{field.name: [new if one is old else one for one in was]}
                )
                break
        old = above
    assert isinstance(new, cst.Module)
    return new.code


def _is_python(source: str) -> bool:
    try:
        compile(source, "mutant", "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


def _name(old: str, new: str) -> str:
    """The function, and its line with ``{what was → what is}``."""
    start = next(
        place
        for place, pair in enumerate(zip(old + "\0", new + "\1", strict=False))
        if pair[0] != pair[1]
    )
    most = min(len(old), len(new)) - start
    same = next((n for n in range(most) if old[-1 - n] != new[-1 - n]), most)
    while old[start - 1].isalnum() and start:  # whole words
        start -= 1
    while same and old[len(old) - same].isalnum():
        same -= 1
    end, line = len(old) - same, old.rfind("\n", 0, start) + 1
    after = old[end : old.find("\n", end)]
    text = f"{old[line:start]}{{{old[start:end]} → {new[start : len(new) - same]}}}{after}"
    function = _function(old, old.count("\n", 0, start) + 1)
    return " ".join(f"{function}: {text}".removeprefix(": ").split())


def _function(source: str, line: int) -> str:
    """The qualified name of what stands around a line; empty for the module's own."""
    names: list[str] = []
    body = ast.parse(source).body
    while True:
        within = [node for node in body if node.lineno <= line <= (node.end_lineno or 0)]
        found = [
            node
            for node in within
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        ]
        if not found:
            return ".".join(names)
        names.append(found[0].name)
        body = found[0].body
