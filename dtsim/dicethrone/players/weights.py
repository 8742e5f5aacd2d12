"""What the planner holds worth what, in points of health."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dtsim.dicethrone.players.mind import WEIGHT_NAMES

PLANNER = {
    "cp": 0.8,
    "card": 0.7,  # in hand
    "win": 25.0,  # beyond the health that the last blow takes
    "upgrade": 0.15,  # at least so much for every CP it costs, in each turn to come
    "margin": 0.05,  # a gain below this is none
    "break": 0.5,  # the opponent may answer when an announced ability is broken
    "prevent": 1.0,  # not every point of damage on its way is worth a card
    "hand": 0.5,  # cards that do something else
}


def planner_weights() -> NDArray[np.float64]:
    """In the order of the mind."""
    return np.array([PLANNER[name] for name in WEIGHT_NAMES])
