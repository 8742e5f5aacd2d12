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
from dtsim.linking import Entry

PROBE = """
from dtsim import rng
from dtsim.dicethrone.engine.damage import final_total
from dtsim.dicethrone.program.layout import OPENING_HAND
from dtsim.jit import kernel

@kernel
def roll(bits):
    return rng.face(bits, 0)

@kernel
def entry(values, index):
    return values[index]

@kernel
def dealt(damage):
    return final_total(damage, 1, 0) * 100 + OPENING_HAND
"""
"""A module of its own: what it compiles is frozen together with constants of another file."""

ROLL = (
    "import numpy as np; from dtsim.dicethrone import probe;"
    "print(probe.roll(np.uint64(2**64 - 1)), sum(probe.roll.stats.cache_hits.values()))"
)
DEALT = "from dtsim.dicethrone import probe;print(probe.dealt(9), sum(probe.dealt.stats.cache_hits.values()))"
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


def test_an_edit_of_the_engine_or_of_its_constants_is_seen_at_once(copy: Path) -> None:
    """A rule in one file, a constant in another: machine code of neither may be used again."""
    assert _run(copy, DEALT).stdout == "404 0\n"
    assert _run(copy, DEALT).stdout == "404 1\n"
    _edit(copy, "engine/damage.py", "halves * half(subtotal)", "halves * (subtotal // 2)")
    assert _run(copy, DEALT).stdout == "504 0\n"
    _edit(copy, "program/layout.py", "OPENING_HAND = 4", "OPENING_HAND = 5")
    assert _run(copy, DEALT).stdout == "505 0\n"
    assert _run(copy, DEALT).stdout == "505 1\n"


def _edit(copy: Path, name: str, old: str, new: str) -> None:
    path = copy / "dtsim" / "dicethrone" / name
    source = path.read_text()
    assert source.count(old) == 1
    path.write_text(source.replace(old, new))


def _digest() -> str:
    return jit.sources_digest.__wrapped__()


@pytest.fixture
def copied(copy: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package of the copy, whose digest is asked for."""
    monkeypatch.setattr(jit, "PACKAGE", copy / "dtsim")
    return copy / "dtsim"


def test_the_digest_changes_with_every_source_of_compiled_code(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = {_digest()}
    sources = jit.compiled_sources()
    for path in sources:
        path.write_text(path.read_text() + "\n# edited\n")
        seen.add(_digest())
    (copied / "dicethrone" / "probe.py").rename(copied / "dicethrone" / "renamed.py")
    seen.add(_digest())
    monkeypatch.setattr(numba, "__version__", "0.0.0")
    seen.add(_digest())
    assert len(seen) == 1 + len(sources) + 2


def test_the_rules_the_players_and_all_they_are_made_of_are_sources_of_compiled_code(copied: Path) -> None:
    names = {path.relative_to(copied).as_posix() for path in jit.compiled_sources()}
    assert {"bare.py", "jit.py", "rng.py", "dicethrone/odds/kernels.py"} <= names
    assert {"dicethrone/program/layout.py", "dicethrone/odds/lattice.py"} <= names, "constants are frozen"
    marked = [
        path.relative_to(copied).as_posix()
        for path in copied.rglob("*.py")
        if "@kernel\n" in path.read_text() or "@leaf\n" in path.read_text()
    ]
    assert len(marked) > 30
    assert set(marked) - {"jit.py"} <= names


@pytest.mark.parametrize(
    "imported",
    [
        "from dtsim.dicethrone.late import SIX",
        "from dtsim.dicethrone import late",
        "from dtsim.dicethrone import late as later",
        "from dtsim.dicethrone.late import (\n    SIX,\n    SEVEN,\n)",
    ],
)
def test_a_new_constant_of_compiled_code_is_found_however_it_is_imported(copied: Path, imported: str) -> None:
    late = copied / "dicethrone" / "late.py"
    late.write_text("SIX, SEVEN = 6, 7\n")
    assert late not in jit.compiled_sources(), "nobody compiles with it"
    (copied / "dicethrone" / "engine" / "newcomer.py").write_text(
        f"from dtsim.jit import kernel\n{imported}\n\n@kernel\ndef f(x):\n    return x\n"
    )
    before = _digest()
    late.write_text("SIX, SEVEN = 6, 8\n")
    assert _digest() != before


@pytest.mark.parametrize("name", ["cli/odds.py", "dicethrone/heroes/reader.py", "dicethrone/story/teller.py"])
def test_what_is_not_compiled_may_be_edited_without_compiling_again(copied: Path, name: str) -> None:
    before = _digest()
    (copied / name).write_text((copied / name).read_text() + "\n# edited\n")
    assert _digest() == before


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


GAMES = """
import random
from dtsim.dicethrone.game import Game
for number in range(18):
    chance = random.Random(number)
    game = Game(*chance.sample(HEROES, 2), seed=number)
    while not game.is_over:
        game.take(chance.choice(game.options))
    print(number, game.turn, game.winner, *(player.health for player in game.players))
"""


def test_games_are_played_within_bounds() -> None:
    """The rules of the whole game by random choices: no index leaves its array."""
    heroes = ["barbarian", "cursed-pirate", "gunslinger", "huntress", "paladin", "shadow-thief"]
    program = f"HEROES = {heroes}\n{GAMES}"
    fast, checked = (
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"DTSIM_BOUNDSCHECK": flag},
            capture_output=True,
            text=True,
            check=False,
        )
        for flag in ("0", "1")
    )
    assert checked.returncode == 0, checked.stderr
    assert checked.stdout == fast.stdout
    assert len(checked.stdout.splitlines()) == 18


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


@jit.kernel
def _sixfold(number: Any) -> Any:
    return 6 * number


@jit.kernel
def _more(number: Any) -> Any:
    return _sixfold(number) + 1


@jit.kernel
def _most(number: Any) -> Any:
    return max(_sixfold(number), _more(number))


def test_only_what_python_calls_becomes_machine_code_with_all_below_it() -> None:
    assert _most(7) == 43
    assert _most.signatures
    assert not _more.signatures
    assert not _sixfold.signatures
    (version,) = _most.overloads.values()
    assert isinstance(version.library, Entry)
    assert _sixfold(2) == 12, "a function that others call may be called from Python, too"


def test_what_others_call_is_compiled_for_64_bits_whatever_it_is_called_with() -> None:
    """One version for all: a constant, a word of 16 bits and a whole number are the same to it."""

    @jit.kernel
    def calls(words: Any) -> Any:
        return _sixfold(words[0]) + _sixfold(2) + _sixfold(len(words))

    assert calls(np.array([30_000, 1], dtype=np.int16)) == 6 * 30_004


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
