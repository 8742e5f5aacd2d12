"""One small run that several tests look at."""

from __future__ import annotations

import pytest

from dtsim.experiments.plan import Budget, Plan
from dtsim.experiments.runner import Outcome, run_plan

from .samples import plan_of


@pytest.fixture(scope="session")
def small_plan() -> Plan:
    """Three matchups of four pairs each."""
    return plan_of("paladin", "barbarian", "gunslinger", coupling="seat", budget=Budget(8, batch=2))


@pytest.fixture(scope="session")
def small_run(small_plan: Plan) -> Outcome:
    return run_plan(small_plan, threads=1)
