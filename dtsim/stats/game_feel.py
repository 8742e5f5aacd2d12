"""Whether games are exciting: lead changes, comebacks, and the turn in which they are decided."""

from __future__ import annotations

import numpy as np

from dtsim.stats.arrays import BoolArray, FloatArray, IntArray
from dtsim.stats.davidson import GameRows, fit
from dtsim.stats.estimate import Estimate
from dtsim.stats.intervals import wilson

FAR_BEHIND = 10  # health points
DECIDED = 0.9
FAINT_PRECISION = 1e-3  # of a coefficient, the largest lead being 1


def lead_changes(leads: IntArray, lengths: IntArray) -> IntArray:
    """How often the lead goes over to the other hero in each game, ties in between not counting.

    `leads[g, t]` is own minus opposing health after turn t; a game has `lengths[g]` turns.
    """
    n_games, n_turns = leads.shape
    changes = np.zeros(n_games, dtype=np.int64)
    leader = np.zeros(n_games, dtype=np.int64)
    for turn in range(n_turns):
        sign = np.where(turn < lengths, np.sign(leads[:, turn]), 0)
        changes += (sign != 0) & (leader == -sign)
        leader = np.where(sign != 0, sign, leader)
    return changes


def comeback_rate(
    leads: IntArray, lengths: IntArray, won: BoolArray, behind: int = FAR_BEHIND, confidence: float = 0.95
) -> Estimate:
    """How often a hero far behind at half time still wins; both heroes of a game are asked.

    Half time is after turn floor(length / 2). `won` is the row hero's; games without a victor must be left
    out.
    """
    half = leads[np.arange(len(leads)), np.maximum(lengths // 2 - 1, 0)]
    was_behind, other_was_behind = half <= -behind, half >= behind
    comebacks = int((was_behind & won).sum() + (other_was_behind & ~won).sum())
    return wilson(comebacks, int(was_behind.sum() + other_was_behind.sum()), confidence)


def win_curve(features: FloatArray, won: BoolArray) -> FloatArray:
    """Logistic regression of winning on leads (health, CP ...): intercept, then one coefficient per feature.

    The likelihood of a rating without draws. A faint prior keeps a lead that always wins finite.
    """
    design = np.column_stack([np.ones(len(features)), features])
    scale = np.abs(design).max(axis=0, initial=1e-12)
    results = np.column_stack([~won, np.zeros(len(won)), won]).astype(float)
    curve = fit(GameRows(design / scale, results), np.full(design.shape[1], FAINT_PRECISION))
    return np.asarray(curve.parameters / scale)


def decisive_turns(
    features: FloatArray, lengths: IntArray, won: BoolArray, level: float = DECIDED
) -> IntArray:
    """The first turn after which either hero's chance to win exceeds 90 %, by one curve for all turns.

    `features[g, t]` are the leads after turn t; turns count from 1, and a game that never gets there is
    decided in its last turn.
    """
    n_games, n_turns = features.shape[:2]
    is_played = np.arange(n_turns)[None, :] < lengths[:, None]
    winners = np.broadcast_to(won[:, None], (n_games, n_turns))
    coefficients = win_curve(features[is_played], winners[is_played])
    exponent = coefficients[0] + features @ coefficients[1:]
    is_decided = is_played & (np.abs(exponent) > np.log(level / (1 - level)))
    return np.where(is_decided.any(axis=1), is_decided.argmax(axis=1) + 1, lengths)
