"""One small run with counted events, and its report, that several tests look at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from experiments.samples import plan_of

from dtsim.experiments.exact import odds_of
from dtsim.experiments.matchups import Matchups, analyse
from dtsim.experiments.plan import Budget, Plan
from dtsim.experiments.provenance import Timing, provenance_of
from dtsim.experiments.runner import run_plan
from dtsim.report import canvas
from dtsim.report.page import write_report


@pytest.fixture(scope="package", autouse=True)
def coarse_pictures() -> Iterator[None]:
    """Most of the time of a report goes into its pixels, which few tests look at."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(canvas, "DPI", 50)
        yield


@pytest.fixture(scope="session")
def plan() -> Plan:
    """Three matchups of twenty pairs each, in batches."""
    return plan_of(
        "paladin", "barbarian", "cursed-pirate", coupling="seat", budget=Budget(40, batch=5), events=True,
        title="Three <heroes> & more",
    )  # fmt: skip


@pytest.fixture(scope="session")
def result(plan: Plan) -> Matchups:
    outcome = run_plan(plan, threads=1)
    source = provenance_of(plan, command="dtsim run three.toml")
    return analyse(plan, outcome.played, source, Timing(2.0, 120, 1))


@pytest.fixture(scope="package")
def folder(plan: Plan, result: Matchups, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the report."""
    folder = tmp_path_factory.mktemp("run")
    write_report(result, folder, odds_of(plan, result))
    return folder
