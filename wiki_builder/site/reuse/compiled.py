"""The theme's templates, compiled once for all builds: compiling them takes a third of a small
wiki's build.

They are kept where Python keeps its compiled modules, beside this program, and by the same rules:
whoever can write there can change the program itself. An owner's own templates are not kept.
"""

from __future__ import annotations

import contextlib
import importlib.util
import pickle
import sys
from pathlib import Path

import jinja2
from jinja2 import Environment, FileSystemBytecodeCache
from jinja2.bccache import Bucket

_PACKAGES = ("wiki_builder.site", "material", "mkdocs")
_OURS = tuple(
    Path(place).resolve()
    for package in map(importlib.util.find_spec, _PACKAGES)
    for place in (package and package.submodule_search_locations) or ()
)
_FOLDER = Path(importlib.util.cache_from_source(__file__)).parent


class Compiled(FileSystemBytecodeCache):
    """What an environment compiles of this program's, Material's and MkDocs's templates.

    Jinja knows a template by its text; how it is compiled depends on the environment, too.
    """

    def __init__(self, environment: Environment, folder: Path = _FOLDER) -> None:
        super().__init__(str(folder), f"template-%s.{sys.implementation.cache_tag}.cache")
        self._by = _settings(environment)

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """A name for what is kept of a template; empty if it is not kept."""
        known = filename is not None and any(
            Path(filename).resolve().is_relative_to(folder) for folder in _OURS
        )
        return super().get_cache_key(f"{self._by} {name}", filename) if known else ""

    def load_bytecode(self, bucket: Bucket) -> None:
        """What was compiled before, if it was of the same text; what is damaged is made anew."""
        if bucket.key:
            with contextlib.suppress(OSError, EOFError, ValueError, pickle.UnpicklingError):
                super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled; where that cannot be written it is compiled anew each time."""
        if bucket.key and not sys.dont_write_bytecode:
            with contextlib.suppress(OSError):
                super().dump_bytecode(bucket)


def _settings(environment: Environment) -> str:
    """All of an environment that can change what becomes of a template."""
    plain = {
        name: value
        for name, value in vars(environment).items()
        if isinstance(value, str | bool | int | type(None))
    }
    names = [
        sorted(getattr(environment, name))
        for name in ("extensions", "filters", "tests", "policies")
    ]
    return repr((jinja2.__version__, sorted(plain.items()), names))
