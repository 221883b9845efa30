"""Templates of a wiki are edited by whoever may edit the wiki, and so they are no programs.

What a template gets is values, and what it may do with them is to show them: it reads attributes
and items, repeats, compares and joins. It calls nothing but its own macros and what is named below;
it reads no file but
templates, and it ends: work and size are counted, not timed, so that the same template gives the
    same page anywhere.

https://jinja.palletsprojects.com/en/stable/sandbox/
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from pathlib import Path
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.exceptions import SecurityError
from jinja2.runtime import BlockReference, LoopContext, Macro, Undefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

from wiki_builder.core.words import Word

# a page's: one for a character or an item that is made or looked at, and for each step
MOST_WORK = 100_000_000
MOST_LENGTH = 2_000_000  # characters or items of one value that a template makes
# what a step of a loop costs, a call or a filter, and an item that a filter takes
_STEP, _CALL, _ITEM = 30, 500, 10

# Filters that show, choose or order. None that formats by a pattern, pads to a width, or differs
# from run to run.
_FILTERS = frozenset(
    {
        "abs",
        "capitalize",
        "count",
        "d",
        "default",
        "dictsort",
        "e",
        "escape",
        "first",
        "float",
        "forceescape",
    }
    | {
        "groupby",
        "int",
        "items",
        "last",
        "length",
        "list",
        "lower",
        "map",
        "max",
        "min",
        "reject",
        "rejectattr",
    }
    | {
        "reverse",
        "round",
        "safe",
        "select",
        "selectattr",
        "sort",
        "string",
        "striptags",
        "sum",
        "title",
        "trim",
    }
    | {"truncate", "unique", "upper"}
)
_METHODS: Mapping[type, frozenset[str]] = {
    str: frozenset(
        {
            "capitalize",
            "casefold",
            "count",
            "endswith",
            "find",
            "index",
            "isalnum",
            "isalpha",
            "isdigit",
            "islower",
        }
        | {
            "isspace",
            "isupper",
            "lower",
            "lstrip",
            "partition",
            "removeprefix",
            "removesuffix",
            "rpartition",
        }
        | {"rstrip", "split", "splitlines", "startswith", "strip", "title", "upper"}
    ),
    dict: frozenset({"get", "items", "keys", "values"}),
    Word: frozenset({"filled"}),
    LoopContext: frozenset({"cycle", "changed"}),
}
_COUNTED = (str, list, tuple, dict, range)
# a template's own; the last says what is not there
_CALLED = (Macro, BlockReference, LoopContext, Undefined)

_left: ContextVar[list[int]] = ContextVar("left")


@contextmanager
def allowance(work: int = MOST_WORK) -> Iterator[None]:
    """The work that a page may take while its template is read and rendered."""
    token = _left.set([work])
    try:
        yield
    finally:
        _left.reset(token)


def charge(work: int) -> None:
    """Take from the page's allowance.

    Raises:
        SecurityError: there is none left.
    """
    left = _left.get()
    left[0] -= work
    if left[0] < 0:
        raise SecurityError("the template takes too much work, or makes too long a text")


class Templates(jinja2.FileSystemLoader):
    """Templates of some folders, the first that has one;
    a link that leads out of its folder is not there.
    """

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """A template's text, where it stands, and whether it still does.

        Raises:
            TemplateNotFound: no folder has it within itself.
        """
        found = super().get_source(environment, template)
        place = Path(found[1]).resolve()
        if not any(
            place.is_relative_to(Path(os.fspath(folder)).resolve()) for folder in self.searchpath
        ):
            raise jinja2.TemplateNotFound(template, f"{template!r} leads out of its folder")
        return found


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja's own sandbox, in which a template calls what is named here,
    and nothing without end.
    """

    intercepted_binops = frozenset({"+", "*", "**", "%"})

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.globals = {"range": _range}
        self.filters = {name: _charged(self.filters[name]) for name in _FILTERS}
        self.filters |= {"join": _join, "replace": _replace, "_steps": _steps, "_made": _made}

    def admit(self, filters: Mapping[str, Callable[..., Any]], **values: object) -> None:
        """Filters and values of the builder's."""
        self.filters |= {name: _charged(function) for name, function in filters.items()}
        self.globals.update(values)

    def is_safe_callable(self, obj: object) -> bool:
        """Whether a template may call this."""
        if isinstance(obj, _CALLED) or obj is _range:
            return True
        owner, name = getattr(obj, "__self__", None), getattr(obj, "__name__", "")
        return any(isinstance(owner, kind) and name in names for kind, names in _METHODS.items())

    def call(*arguments: Any, **named: Any) -> Any:  # "self" may be an argument's name
        """Call what may be called, at its cost."""
        _pay(*arguments[3:], *named.values())
        return _made(ImmutableSandboxedEnvironment.call(*arguments, **named))

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Numbers as numbers are; texts and lists are only ever put together."""
        if operator != "+" and not (
            isinstance(left, int | float) and isinstance(right, int | float)
        ):
            raise SecurityError(f"{operator!r} is for numbers")
        if operator == "**" or (operator == "*" and max(abs(left), abs(right)) > MOST_WORK):
            raise SecurityError(f"{operator!r} gives too large a number")
        return _made(super().call_binop(context, operator, left, right))

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        """A template whose loops, and texts that are put together, are counted."""
        tree = super()._parse(source, name, filename)
        charge(len(source))
        for loop in list(tree.find_all(nodes.For)):
            weight = sum(
                len(data.data) for part in loop.body for data in part.find_all(nodes.TemplateData)
            )
            loop.iter = self._filtered(loop.iter, "_steps", nodes.Const(_STEP + weight))
        for block in tree.find_all(nodes.AssignBlock):
            block.filter = self._filtered(block.filter, "_made")
        for parent in [tree, *tree.find_all(nodes.Node)]:
            _put_together(parent, self._filtered)
        tree.set_environment(self)
        return tree

    @staticmethod
    def _filtered(node: Any, name: str, *arguments: nodes.Expr) -> nodes.Filter:
        return nodes.Filter(
            node, name, list(arguments), [], None, None, lineno=node.lineno if node else 1
        )


def _put_together(parent: nodes.Node, filtered: Callable[..., nodes.Filter]) -> None:
    """Count what ``a ~ b`` makes, wherever it stands in a node."""
    for name, value in list(parent.iter_fields()):
        if isinstance(value, nodes.Concat):
            setattr(parent, name, filtered(value, "_made"))
        elif isinstance(value, list):
            value[:] = [
                filtered(one, "_made") if isinstance(one, nodes.Concat) else one for one in value
            ]


def _pay(*values: object) -> None:
    items = (
        len(one) * (1 if isinstance(one, str) else _ITEM)
        for one in values
        if isinstance(one, _COUNTED)
    )
    charge(_CALL + sum(items))


def _made(value: Any) -> Any:
    """A value that a template made, which is neither too long nor for nothing."""
    length = (
        value.bit_length() // 8
        if isinstance(value, int)
        else len(value)
        if isinstance(value, _COUNTED)
        else 0
    )
    if length > MOST_LENGTH:
        raise SecurityError("the template makes too long a text or list")
    charge(length)
    return value


def _steps(items: Iterable[Any], cost: int) -> Iterator[Any]:
    for item in items:
        charge(cost)
        yield item


def _charged(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)  # and with it what of the context Jinja gives it
    def paid(*arguments: Any, **named: Any) -> Any:
        _pay(*arguments, *named.values())
        return _made(function(*arguments, **named))

    return paid


def _range(*bounds: int) -> range:
    made = range(*bounds)
    charge(len(made))
    return made


@jinja2.pass_eval_context
def _join(
    context: Any, value: Iterable[Any], d: str = "", attribute: str | int | None = None
) -> Any:
    items = list(value)
    _long_enough(len(items) * len(str(d)) + sum(len(one) for one in items if isinstance(one, str)))
    return _made(jinja2.filters.do_join(context, items, d, attribute))


@jinja2.pass_eval_context
def _replace(context: Any, text: str, old: str, new: str, count: int | None = None) -> Any:
    _long_enough(len(str(text)) + str(text).count(str(old)) * len(str(new)))
    return _made(jinja2.filters.do_replace(context, text, old, new, count))


def _long_enough(length: int) -> None:
    """Before it is made: the length that a text would have."""
    if length > MOST_LENGTH:
        raise SecurityError("the template makes too long a text")
    charge(length)
