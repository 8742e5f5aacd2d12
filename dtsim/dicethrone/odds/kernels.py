"""Backward: what every roll is worth and what to do with it. Forward: where the dice then end up.

A row is a layer with a number of Roll Attempts left: `row = attempts_left * n_layers + layer`. It holds the
value of all 462 multisets: of five dice when the best decision is taken, of fewer dice when the missing ones
are rolled. Every decision leads to a multiset of an earlier row, so rows are solved in ascending order.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dtsim.dicethrone.odds.lattice import EMPTY, FIRST, N_DICE, N_FACES, N_MULTISETS, N_RESULTS, PLUS, WITHOUT
from dtsim.dicethrone.odds.plays import Layers
from dtsim.jit import kernel, leaf

Array = NDArray[Any]

STOP = 0
REROLL = 1
FIRST_PLAY = 2
"""Decisions: stop (or put half a play away), use a Roll Attempt, use the first play of the layer, ..."""

# Unsigned entries spare the compiled code a test for negative indices.
_PLUS = PLUS.astype(np.uint16)
_WITHOUT = WITHOUT.astype(np.uint16)


class Policy(NamedTuple):
    """The value of every multiset, and for five dice the decision and the multiset that it leads to."""

    values: Array  # [row, multiset]
    decisions: NDArray[np.int16]  # [row, result]
    nodes: NDArray[np.int16]  # [row, result]


class Scratch(NamedTuple):
    """For each multiset the value of its best sub-multiset, and which one that is."""

    tops: Array
    keeps: NDArray[np.int16]


@kernel
def solve_plain(
    payoff: Array, tolerance: Any, values: Array, decisions: Array, nodes: Array, tops: Array, keeps: Array
) -> None:
    """Roll Attempts alone: stop for the payoff, or keep some dice and roll the others."""
    # tuples of arrays made here spare the caller a microsecond
    policy, scratch = Policy(values, decisions, nodes), Scratch(tops, keeps)
    for row in range(len(values)):
        for result in range(N_RESULTS):
            stop(row, result, payoff[result], policy)
        if row > 0:
            offer_keeps(row - 1, row, REROLL, tolerance, policy, scratch)
        fill_means(row, policy)


@kernel
def solve_layers(payoff: Array, tolerance: Any, layers: Layers, policy: Policy, scratch: Scratch) -> None:
    """Roll Attempts, plays and CP together: in each row first stop, then a Roll Attempt, then every play."""
    n_layers = len(layers.cp)
    for row in range(len(policy.values)):
        layer = row % n_layers
        lowest = row - layer
        finish = layers.finish[layer]
        for result in range(N_RESULTS):
            if finish < 0:
                stop(row, result, payoff[layers.cp[layer], result], policy)
            else:
                stop(row, result, policy.values[lowest + finish, result], policy)
        if lowest > 0 and finish < 0:
            offer_keeps(row - n_layers, row, REROLL, tolerance, policy, scratch)
        for option in range(layers.first_option[layer], layers.first_option[layer + 1]):
            target = lowest + layers.option_target[option]
            decision = FIRST_PLAY + option - layers.first_option[layer]
            if layers.option_is_attempt[option]:
                offer_keeps(target, row, decision, tolerance, policy, scratch)
            else:
                offer_uses(target, row, decision, tolerance, policy, layers, layers.option_play[option])
        fill_means(row, policy)


@kernel
def spread(first_row: int, layers: Layers, policy: Policy, mass: Array, final: Array) -> None:
    """Let the chances `mass[row, multiset]` flow along the decisions into `final[cp, result]`.

    No chance stays behind: `mass` is all zero again in the end.
    """
    n_layers = len(layers.cp)
    for row in range(first_row, -1, -1):
        layer = row % n_layers
        lowest = row - layer
        for node in range(N_MULTISETS - 1, N_RESULTS - 1, -1):
            if mass[row, node] != 0:
                share = mass[row, node] / 6
                mass[row, node] = 0
                for face in range(N_FACES):
                    mass[row, _PLUS[node, face]] += share
        for result in range(N_RESULTS):
            share = mass[row, result]
            if share != 0:
                mass[row, result] = 0
                decision = policy.decisions[row, result]
                if decision >= FIRST_PLAY:
                    option = layers.first_option[layer] + decision - FIRST_PLAY
                    mass[lowest + layers.option_target[option], policy.nodes[row, result]] += share
                elif decision == REROLL:
                    mass[row - n_layers, policy.nodes[row, result]] += share
                elif layers.finish[layer] >= 0:
                    mass[lowest + layers.finish[layer], result] += share
                else:
                    final[layers.cp[layer], result] += share


@leaf
def stop(row: int, result: int, value: Any, policy: Policy) -> None:
    """The first option of every roll: leave the dice as they lie."""
    policy.values[row, result] = value
    policy.decisions[row, result] = STOP
    policy.nodes[row, result] = result


@leaf
def fill_means(row: int, policy: Policy) -> None:
    """Fewer than five dice are worth the mean over the six faces of one die more."""
    values = policy.values
    for node in range(N_RESULTS, N_MULTISETS):
        total = (
            values[row, _PLUS[node, 0]]
            + values[row, _PLUS[node, 1]]
            + values[row, _PLUS[node, 2]]
            + values[row, _PLUS[node, 3]]
            + values[row, _PLUS[node, 4]]
            + values[row, _PLUS[node, 5]]
        )
        values[row, node] = total / 6


@leaf
def offer_keeps(
    source: int, row: int, decision: int, tolerance: Any, policy: Policy, scratch: Scratch
) -> None:
    """Keep some dice and roll the others, wherever this beats the options before it."""
    values, tops, keeps = policy.values, scratch.tops, scratch.keeps
    tops[EMPTY] = values[source, EMPTY]
    keeps[EMPTY] = EMPTY
    pass_keeps(1, source, tolerance, values, tops, keeps)
    pass_keeps(2, source, tolerance, values, tops, keeps)
    pass_keeps(3, source, tolerance, values, tops, keeps)
    pass_keeps(4, source, tolerance, values, tops, keeps)
    for result in range(N_RESULTS):
        top = tops[_WITHOUT[result, 0]]
        for place in range(1, N_DICE):
            top = max(top, tops[_WITHOUT[result, place]])
        least = top - margin(top, tolerance)
        keep = EMPTY
        for place in range(N_DICE):
            rest = _WITHOUT[result, place]
            if tops[rest] >= least:
                keep = min(keep, keeps[rest])
        best = values[row, result]
        value = values[source, keep]
        if value > best + margin(best, tolerance):
            values[row, result] = value
            policy.decisions[row, result] = decision
            policy.nodes[row, result] = keep


@leaf
def pass_keeps(size: int, source: int, tolerance: Any, values: Array, tops: Array, keeps: Array) -> None:
    """The best keep out of so many dice: all of them, or the best keep after taking one of them away.

    Among equally good keeps the smallest index wins: it is one with the most dice.
    """
    for node in range(FIRST[size], FIRST[size - 1]):
        value = values[source, node]
        top = value
        for place in range(size):
            top = max(top, tops[_WITHOUT[node, place]])
        least = top - margin(top, tolerance)
        keep = node if value >= least else EMPTY
        for place in range(size):
            rest = _WITHOUT[node, place]
            if tops[rest] >= least:
                keep = min(keep, keeps[rest])
        tops[node] = top
        keeps[node] = keep


@leaf
def offer_uses(
    target: int, row: int, decision: int, tolerance: Any, policy: Policy, layers: Layers, play: int
) -> None:
    """Use a play, wherever one of its uses beats the options before it."""
    for result in range(N_RESULTS):
        best = policy.values[row, result]
        for use in range(layers.first_use[play, result], layers.first_use[play, result + 1]):
            node = layers.use_nodes[use]
            value = policy.values[target, node]
            if value > best + margin(best, tolerance):
                best = value
                policy.decisions[row, result] = decision
                policy.nodes[row, result] = node
        policy.values[row, result] = best


@leaf
def margin(best: Any, tolerance: Any) -> Any:
    """By how much another option must be better, so that rounding errors never decide."""
    return tolerance * max(1, abs(best))
