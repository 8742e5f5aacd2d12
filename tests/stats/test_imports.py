"""A Wilson interval must not cost the import of scipy."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import dtsim.stats

MODULES = sorted(
    path.stem for path in Path(dtsim.stats.__file__).parent.glob("*.py") if path.stem != "__init__"
)


def test_importing_any_module_and_computing_a_wilson_interval_loads_nothing_heavier_than_numpy() -> None:
    program = (
        "import importlib, sys, dtsim.stats\n"
        f"for name in {MODULES!r}:\n"
        "    importlib.import_module('dtsim.stats.' + name)\n"
        "assert dtsim.stats.intervals.wilson(5, 10).low > 0.2\n"
        "heavy = {'scipy', 'pandas', 'numba', 'matplotlib', 'statsmodels'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_every_module_has_its_test() -> None:
    tests = {path.stem.removeprefix("test_") for path in Path(__file__).parent.glob("test_*.py")}
    assert set(MODULES) - {"arrays"} <= tests
