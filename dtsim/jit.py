"""The only place that names compiler flags, and where compiled code is kept between runs."""

from __future__ import annotations

import functools
import hashlib
import importlib
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])

config: Any = numba.config

PACKAGE = Path(__file__).parent
COMPILED = "dtsim.rng", "dtsim.dicethrone", "dtsim.thrown"

_compile = True


def kernel(function: F) -> F:
    """Compile a function that works on numbers and arrays handed to it: no allocation, no Python objects."""
    return _jit(function, _nrt=False)


def leaf(function: F) -> F:
    """A small kernel that is merged into its callers."""
    return _jit(function, _nrt=False, forceinline=True)


def _jit(function: F, **flags: Any) -> F:
    if not _compile:
        return function
    # numba keys its cache by the file of the function itself: a callee that changed in another file would
    # leave stale machine code behind. The digest of all sources in the folder's name rules that out.
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder())
    try:
        return numba.njit(nogil=True, cache=True, boundscheck=_bounds_are_checked(), **flags)(function)  # type: ignore[no-any-return]
    finally:
        config.CACHE_DIR = before


@functools.cache
def cache_folder() -> Path:
    """Where machine code of exactly these sources is kept."""
    import platformdirs

    flavour = "checked" if _bounds_are_checked() else "fast"
    name = f"{sources_digest()}-{flavour}"
    for base in (platformdirs.user_cache_path("dtsim"), Path(tempfile.gettempdir()) / "dtsim-cache"):
        folder = base / "machine-code" / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="dtsim-"))


@functools.cache
def sources_digest() -> str:
    """Changes with every edit of a source that may hold compiled code, and with numba itself."""
    digest = hashlib.blake2b(numba.__version__.encode(), digest_size=10)
    for path in sorted(PACKAGE.rglob("*.py")):
        relative = path.relative_to(PACKAGE).as_posix()
        if relative.startswith(("dicethrone/", "thrown/")) or relative in ("jit.py", "rng.py"):
            digest.update(relative.encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


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


def _bounds_are_checked() -> bool:
    return os.environ.get("DTSIM_BOUNDSCHECK") == "1"
