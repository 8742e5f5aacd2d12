"""What goes along with a card: win rates with and without it, and a difference cleared of game length.

An association, not an effect: long games draw more cards, so a blank card "loses" games for a fast hero. The
causal value of a card is its knock-out under common dice (`differences.paired_difference`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from dtsim.stats.differences import newcombe
from dtsim.stats.estimate import Estimate
from dtsim.stats.games import Games
from dtsim.stats.normal import z_of

NO_GAMES = Games()


@dataclass(frozen=True, slots=True)
class CardGames:
    """Games of a card's owner by when it saw the card; they add like numbers. Names after 17lands."""

    opening: Games = NO_GAMES  # in the opening hand: dealt at random, hence unconfounded
    drawn: Games = NO_GAMES  # drawn later
    not_seen: Games = NO_GAMES
    played: Games = NO_GAMES

    def __add__(self, other: CardGames) -> CardGames:
        return CardGames(
            self.opening + other.opening,
            self.drawn + other.drawn,
            self.not_seen + other.not_seen,
            self.played + other.played,
        )

    @property
    def in_hand(self) -> Games:
        """Games in which the card was in hand at some time (GIH)."""
        return self.opening + self.drawn

    def opening_difference(self, confidence: float = 0.95) -> Estimate:
        """Win rate with the card in the opening hand minus without."""
        return games_difference(self.opening, self.drawn + self.not_seen, confidence)

    def improvement_when_drawn(self, confidence: float = 0.95) -> Estimate:
        """IWD: win rate in hand minus not seen. Biased by game length."""
        return games_difference(self.in_hand, self.not_seen, confidence)


def games_difference(with_card: Games, without: Games, confidence: float = 0.95) -> Estimate:
    """Score rate with minus without, Newcombe's interval."""
    return newcombe(with_card.points, with_card.n, without.points, without.n, confidence)


def stratified_difference(strata: Iterable[tuple[Games, Games]], confidence: float = 0.95) -> Estimate:
    """With minus without inside games of equal length, averaged: Mantel-Haenszel risk difference.

    A stratum is (with, without); draws count half. Variance of Greenland & Robins 1985, which lets the
    difference vary between strata, with unbiased variances of the rates.
    """
    weight = total = spread = 0.0
    n = 0
    for with_card, without in strata:
        m, k = with_card.n, without.n
        n += m + k
        if m == 0 or k == 0:
            continue
        share = m * k / (m + k)
        weight += share
        total += share * (with_card.points / m - without.points / k)
        spread += share**2 * (_variance_of_rate(with_card) + _variance_of_rate(without))
    if weight == 0:
        return Estimate.unknown(n)
    value, reach = total / weight, z_of(confidence) * sqrt(spread) / weight
    return Estimate(value, max(-1.0, value - reach), min(1.0, value + reach), n)


def _variance_of_rate(games: Games) -> float:
    """Of the mean score, unbiased; a single game says nothing of its scatter, so it gets the largest, 1/4."""
    if games.n == 1:
        return 0.25
    return games.points * (games.n - games.points) / (games.n**2 * (games.n - 1))
