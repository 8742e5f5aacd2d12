"""A player sees what a person at the table sees: hidden cards do not change what it does."""

from __future__ import annotations

import random

import pytest

from dtsim.dicethrone.advice import Adviser
from dtsim.dicethrone.batch import pair_up
from dtsim.dicethrone.game import Game

PAIRS = (("barbarian", "gunslinger"), ("cursed-pirate", "paladin"), ("huntress", "shadow-thief"))


def _with_other_secrets(game: Game, who: int, rng: random.Random) -> Game:
    """The same position with other cards in the opponent's hand: as many, of those that nobody saw."""
    other = game.clone()
    foe = other.players[1 - who]
    hand, deck = foe.hand, foe.deck
    unseen = hand + deck
    rng.shuffle(unseen)
    foe.set(hand=[], deck=None)
    foe.set(hand=unseen[: len(hand)])
    assert sorted(foe.hand + foe.deck) == sorted(hand + deck)
    return other.resume()


@pytest.mark.parametrize("kind", ["planner", "greedy"])
@pytest.mark.parametrize("heroes", [pair for one in PAIRS for pair in (one, one[::-1])])
def test_the_opponents_hidden_cards_do_not_change_a_choice(heroes: tuple[str, str], kind: str) -> None:
    adviser = Adviser(pair_up(heroes, seed=5, player=kind))
    rng = random.Random(f"{heroes}{kind}")
    changed = 0
    for number in range(3):
        game = adviser.new_game(number)
        while not game.is_over:
            assert game.asked is not None
            advice = adviser.ask(game)
            if rng.random() < 0.3:
                other = _with_other_secrets(game, game.asked, rng)
                assert [option.code for option in other.options] == [option.code for option in game.options]
                changed += other.players[1 - game.asked].hand != game.players[1 - game.asked].hand
                assert adviser.ask(other) == advice
            if rng.random() < 0.2:  # off the beaten track
                game.take(rng.randrange(len(game.options)))
            else:
                adviser.take(game, advice)
    assert changed > 20
