"""Compiled code is never older than its sources, never allocates, and has an uncompiled twin."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError

import dtsim.dicethrone.odds
from dtsim import jit, rng
from dtsim.dicethrone.odds import kernels

PROBE = """
from dtsim import rng
from dtsim.jit import kernel

@kernel
def roll(bits):
    return rng.face(bits, 0)

@kernel
def entry(values, index):
    return values[index]
"""
"""A module of its own: what it compiles is frozen together with constants of another file."""

ROLL = (
    "import numpy as np; from dtsim.dicethrone import probe;"
    "print(probe.roll(np.uint64(2**64 - 1)), sum(probe.roll.stats.cache_hits.values()))"
)
# the fourth entry of four, seen through a window of two: out of bounds, and yet harmless to read
ENTRY = (
    "import numpy as np; from dtsim.dicethrone import probe;"
    "print(probe.entry(np.array([10, 11, 12, 13])[:2], 3))"
)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of dtsim that a test may edit, with the probe in it."""
    shutil.copytree(jit.PACKAGE, tmp_path / "dtsim", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "dtsim" / "dicethrone" / "probe.py").write_text(PROBE)
    return tmp_path


def _run(copy: Path, program: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the copy, never the package under test, with one cache folder for all runs of a test."""
    program = f"import sys; sys.path.insert(0, {str(copy)!r}); {program}"
    names = {"XDG_CACHE_HOME": str(copy / "cache"), "HOME": str(copy), "LOCALAPPDATA": str(copy / "cache")}
    inherited = {name: value for name, value in os.environ.items() if name != "DTSIM_BOUNDSCHECK"}
    return subprocess.run(
        [sys.executable, "-P", "-c", program],
        env=inherited | names | variables,
        cwd=copy,
        capture_output=True,
        text=True,
        check=False,
    )


# ------------------------------------------------------------------------------------------ the cache on disk


def test_an_edit_in_another_file_is_seen_at_once(copy: Path) -> None:
    """Stale machine code is a wrong number: numba alone would go on rolling dice of six sides."""
    assert _run(copy, ROLL).stdout == "6 0\n"
    assert _run(copy, ROLL).stdout == "6 1\n", "the second run takes the machine code of the first"
    source = copy / "dtsim" / "rng.py"
    edited = source.read_text().replace("_SIX = np.uint64(6)", "_SIX = np.uint64(12)")
    assert edited != source.read_text()
    source.write_text(edited)
    assert _run(copy, ROLL).stdout == "12 0\n"
    assert len(list((copy / "cache").rglob("*-fast"))) == 2


def test_the_digest_changes_with_every_source_of_compiled_code(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def digest() -> str:
        return jit.sources_digest.__wrapped__()

    monkeypatch.setattr(jit, "PACKAGE", copy / "dtsim")
    seen = {digest()}
    names = ["rng.py", "jit.py", "dicethrone/odds/lattice.py", "dicethrone/engine/late.py", "thrown/late.py"]
    for name in names:
        path = copy / "dtsim" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text((path.read_text() if path.exists() else "") + "\n# edited\n")
        seen.add(digest())
    path.rename(path.with_name("renamed.py"))
    seen.add(digest())
    monkeypatch.setattr(numba, "__version__", "0.0.0")
    seen.add(digest())
    assert len(seen) == 1 + len(names) + 2

    with (copy / "dtsim" / "cli" / "odds.py").open("a") as source:
        source.write("# no machine code here: nothing to compile again\n")
    assert digest() in seen


def test_without_a_home_the_cache_is_a_temporary_folder_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import platformdirs

    (tmp_path / "file").touch()
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda _: tmp_path / "file" / "cache")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folder = jit.cache_folder.__wrapped__()
    assert folder == jit.cache_folder.__wrapped__(), "kept between runs"
    assert folder.parent.parent.parent == tmp_path
    assert folder.parent.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owner here")
def test_machine_code_that_somebody_else_may_have_laid_down_is_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import platformdirs

    (tmp_path / "file").touch()
    stranger = os.getuid() + 1
    (tmp_path / f"dtsim-{stranger}").mkdir()  # ours, so to that user it is somebody else's
    monkeypatch.setattr(os, "getuid", lambda: stranger)
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda _: tmp_path / "file" / "cache")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert tmp_path / f"dtsim-{stranger}" not in jit.cache_folder.__wrapped__().parents


# ------------------------------------------------------------------------------------------ compiler flags


def test_an_index_out_of_bounds_is_caught_when_asked_for(copy: Path) -> None:
    checked = _run(copy, ENTRY, DTSIM_BOUNDSCHECK="1")
    assert checked.returncode != 0
    assert "IndexError: index is out of bounds" in checked.stderr
    # the unchecked code, which must not be the one in the cache of the other
    assert _run(copy, ENTRY).stdout == "13\n"
    assert "IndexError" in _run(copy, ENTRY, DTSIM_BOUNDSCHECK="1").stderr


def test_the_odds_are_solved_within_bounds() -> None:
    words = ["odds", "gunslinger", "--goal", "damage", "--with", "Six-It!", "--cp", "3", "--format", "json"]
    command = [sys.executable, "-m", "dtsim", *words]
    fast, checked = (
        subprocess.run(command, env=os.environ | {"DTSIM_BOUNDSCHECK": flag}, capture_output=True, check=True)
        for flag in ("0", "1")
    )
    assert checked.stdout == fast.stdout


@jit.kernel
def _allocates(count: Any) -> Any:
    return np.zeros(count)[0]


@jit.kernel
def _third(values: Any) -> Any:
    return values[2]


def test_a_kernel_that_allocates_does_not_compile() -> None:
    """`_nrt=False` is not documented by numba: this test says when it stops to work."""
    with pytest.raises(NumbaError):
        _allocates(3)
    assert numba.njit(_allocates.py_func)(3) == 0, "nothing else is wrong with it"


def test_a_kernel_is_compiled_and_does_not_hold_the_lock_of_the_interpreter() -> None:
    assert _third(np.array([1, 2, 3])) == 3
    assert isinstance(_third, Dispatcher)
    assert _third.targetoptions["nogil"] is True
    assert _third.targetoptions["_nrt"] is False


def test_compiling_leaves_the_settings_of_numba_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    jit.leaf(lambda x: x + 1)
    assert str(tmp_path) == numba.config.CACHE_DIR


# -------------------------------------------------------------------------------------- the uncompiled twin


def _compiled(module: Any) -> set[str]:
    return {name for name, value in vars(module).items() if isinstance(value, Dispatcher)}


def test_uncompiled_gives_plain_functions() -> None:
    names = _compiled(kernels)
    plain = jit.uncompiled(kernels.__name__)
    assert names
    assert not _compiled(plain)
    assert all(isinstance(getattr(plain, name), FunctionType) for name in names)


def test_uncompiled_functions_call_uncompiled_functions() -> None:
    plain = jit.uncompiled("dtsim.dicethrone.odds.solver")
    assert not _compiled(plain.kernels)
    assert plain.kernels is not kernels


def test_uncompiled_functions_compute_the_same() -> None:
    plain = jit.uncompiled("dtsim.rng")
    with np.errstate(over="ignore"):
        for seed in range(20):
            key = plain.game_key(seed, 3)
            bits = plain.draw(key, 1, 2, 3, 4)
            assert (key, bits) == (rng.game_key(seed, 3), rng.draw(key, 1, 2, 3, 4))
            assert [plain.face(bits, die) for die in range(10)] == [rng.face(bits, die) for die in range(10)]


def test_uncompiled_leaves_the_compiled_modules_in_place() -> None:
    before = {name: module for name, module in sys.modules.items() if name.startswith("dtsim")}
    jit.uncompiled.__wrapped__("dtsim.dicethrone.odds.solver")
    assert {name: module for name, module in sys.modules.items() if name.startswith("dtsim")} == before
    assert dtsim.rng is rng
    assert dtsim.dicethrone.odds.kernels is kernels
    assert isinstance(jit.kernel(_third.py_func), Dispatcher), "what is loaded next is compiled again"


def test_an_uncompiled_module_that_does_not_load_leaves_the_others_in_place() -> None:
    before = dict(sys.modules)
    with pytest.raises(ModuleNotFoundError):
        jit.uncompiled("dtsim.dicethrone.no_such_module")
    assert dict(sys.modules) == before
    assert dtsim.dicethrone.odds.kernels is kernels
    assert isinstance(jit.kernel(_third.py_func), Dispatcher)
