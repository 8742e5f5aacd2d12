"""The only place that names compiler flags, and where compiled code is kept between runs."""

from __future__ import annotations

import functools
import hashlib
import importlib
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

import numba
from numba.core import event

from dtsim.caches import cache_folder_of
from dtsim.linking import CalleeCompiler, EntryCompiler

F = TypeVar("F", bound=Callable[..., Any])

config: Any = numba.config
njit: Any = numba.njit

PACKAGE = Path(__file__).parent
COMPILED = "dtsim.rng", "dtsim.bare", "dtsim.dicethrone", "dtsim.thrown"

_MARKS = re.compile(r"^@(kernel|leaf)$", re.MULTILINE)
_IMPORTS = re.compile(r"^from (dtsim[\w.]*) import (\([^)]*\)|.*)$", re.MULTILINE)

_compile = True


def _leave_scipy_out() -> None:
    """Numba looks for scipy's linear algebra when it is first used: no kernel needs it, and it takes long."""
    if "scipy.linalg" not in sys.modules:
        sys.modules["scipy.linalg"] = cast(ModuleType, None)  # what Python takes for "not installed"
        try:
            importlib.import_module("numba.np.arraymath")
        finally:
            del sys.modules["scipy.linalg"]


_leave_scipy_out()


def kernel(function: F) -> F:
    """Compile a function that works on numbers and arrays handed to it: no allocation, no Python objects."""
    return _jit(function, _nrt=False)


def leaf(function: F) -> F:
    """A small kernel that is merged into its callers."""
    return _jit(function, _nrt=False, forceinline=True)


def part(function: F) -> F:
    """A piece of its callers and no function of its own: it may return a part of an array."""
    return _jit(function, _nrt=False, inline="always")


def _jit(function: F, **flags: Any) -> F:
    if not is_compiling():
        return function
    # numba keys its cache by the file of the function itself: a callee that changed in another file would
    # leave stale machine code behind. The digest of all sources in the folder's name rules that out.
    flags |= {"nogil": True, "boundscheck": bounds_are_checked(), "no_cfunc_wrapper": True}
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder())
    try:
        entry = njit(cache=True, pipeline_class=EntryCompiler, **flags)(function)
    finally:
        config.CACHE_DIR = before
    if "inline" not in flags:
        _let_others_call(entry, function, flags)
    return cast(F, entry)


def is_compiling() -> bool:
    """False in an uncompiled copy, and under NUMBA_DISABLE_JIT=1."""
    return _compile and not config.DISABLE_JIT


def _let_others_call(entry: Any, function: F, flags: dict[str, Any]) -> None:
    """Compiled code that names the function gets a translation to link with (see linking.py).

    All share one version: numba would make another for every constant and every width of integer that it is
    called with, more than twice as many functions for the engine.
    """
    callee = njit(pipeline_class=CalleeCompiler, no_cpython_wrapper=True, **flags)(function)

    def of_plain_type(arguments: Any, keywords: Any) -> Any:
        return callee.get_call_template([_plain(argument) for argument in arguments], keywords)

    entry.get_call_template = of_plain_type
    entry.get_overload = callee.get_overload


def _plain(argument: Any) -> Any:
    types: Any = numba.types
    plain = types.unliteral(argument)
    if isinstance(plain, types.Integer) and plain.signed:
        return types.int64
    return plain


class _Announcer(event.Listener):
    """Tells once when numba begins to compile."""

    tell: Callable[[], None] | None = None

    def on_start(self, started: object) -> None:
        if self.tell is not None:
            tell, self.tell = self.tell, None
            tell()

    def on_end(self, ended: object) -> None:
        pass


_announcer = _Announcer()
event.register("numba:compile", _announcer)  # type: ignore[no-untyped-call]


def when_compiling(tell: Callable[[], None]) -> None:
    """Call this once, as soon as something must be compiled that is not in the cache."""
    _announcer.tell = tell


@functools.cache
def cache_folder() -> Path:
    """Where machine code of exactly these sources is kept."""
    flavour = "checked" if bounds_are_checked() else "fast"
    return cache_folder_of(f"machine-code/{sources_digest()}-{flavour}")


@functools.cache
def sources_digest() -> str:
    """Changes with every edit of a source that may hold compiled code, and with numba itself."""
    digest = hashlib.blake2b(numba.__version__.encode(), digest_size=10)
    for path in compiled_sources():
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def compiled_sources() -> list[Path]:
    """The sources of compiled functions, and whatever they import: its constants are frozen into them."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
    found = {path for path, text in texts.items() if _MARKS.search(text)} | {PACKAGE / "jit.py"}
    waiting = list(found)
    while waiting:
        for package, names in _IMPORTS.findall(texts[waiting.pop()]):
            folder = PACKAGE.parent.joinpath(*package.split("."))
            homes = [
                folder.with_suffix(".py"),
                *(folder / f"{name}.py" for name in re.findall(r"\w+", names)),
            ]
            waiting += (new := {home for home in homes if home in texts} - found)
            found |= new
    return sorted(found)


@functools.cache
def uncompiled(name: str) -> ModuleType:
    """A second copy of a module in which nothing is compiled: the oracle, and the exact arithmetic."""
    global _compile
    twins = {key: sys.modules.pop(key) for key in list(sys.modules) if key.startswith(COMPILED)}
    _compile = False
    try:
        return importlib.import_module(name)
    finally:
        _compile = True
        package = sys.modules["dtsim"]
        for key in [key for key in sys.modules if key.startswith(COMPILED)]:
            del sys.modules[key]
            if key.count(".") == 1:  # importing the copy bound it in the package: bind the original again
                delattr(package, key.removeprefix("dtsim."))
        sys.modules.update(twins)
        for key in twins:
            if key.count(".") == 1:
                setattr(package, key.removeprefix("dtsim."), twins[key])


def bounds_are_checked() -> bool:
    """Under DTSIM_BOUNDSCHECK=1: slower, and every index is looked at."""
    return os.environ.get("DTSIM_BOUNDSCHECK") == "1"
