"""Turn structure: the phases in order, the Roll Phase around three of them, and how the game ends."""

from __future__ import annotations

from dtsim.dicethrone.game import Game

from .scene import (
    activate,
    announce,
    end_turn,
    events,
    finish,
    go_to,
    invent,
    keep,
    pass_all,
    rule,
    scene,
    steps,
)

PHASES = {
    "U": "Upkeep",
    "I": "Income",
    "M": "Main (1)",
    "O": "Offensive",
    "D": "Defensive",
    "N": "Main (2)",
    "X": "Discard",
}
ENTANGLER = """
[[offensive]]
name  = "Grasp"
needs = "5 moon"
text  = "inflict Entangle"
[[status]]
name        = "Entangle"
kind        = "negative"
stack_limit = 1
when        = "before offensive roll phase"
text        = "remove 1 roll attempt"
[[status.also]]
when        = "roll phase ends"
text        = "remove this token"
"""


def phases(game: Game) -> list[str]:
    """The phases of the log in order; settlement, conclusion and target are steps inside the Roll Phase."""
    found: list[str] = []
    for step in steps(game):
        phase = PHASES.get(step[0], "")
        if phase and (not found or found[-1] != phase):
            found.append(phase)
    return found


@rule("DT-TRN-1")
def test_a_turn_with_an_attack_runs_through_the_phases_in_order() -> None:
    game = scene("barbarian", "barbarian", dice=[1, 1, 1, 4, 4])
    end_turn(activate(game, "Smack"))
    turn = ["Upkeep", "Income", "Main (1)", "Offensive", "Defensive", "Main (2)", "Discard"]
    assert phases(game) == [*turn, *turn[:3]]
    assert game.dice_left == 0


@rule("DT-TRN-2")
def test_the_players_alternate_beginning_with_the_start_player() -> None:
    game = Game("barbarian", "gunslinger", start=1, seed=2)
    for _ in range(3):
        end_turn(game)
    assert [event["player"] for event in events(game, "turn")] == [1, 0, 1, 0]


@rule("DT-TRN-3")
def test_what_lasts_until_the_roll_phase_ends_is_gone_when_main_2_asks_first() -> None:
    game = scene("barbarian", "cursed-pirate", {"tokens": {"Parlay": 1}}, dice=[1, 2, 2, 4, 6])
    announce(game, "none")
    pass_all(game)
    assert (game.step, game.question, game.players[0].tokens) == ("N1", "main phase", {})
    assert game.dice_left == 0


@rule("DT-TRN-4")
def test_the_last_player_standing_wins() -> None:
    game = scene("barbarian", "barbarian", {}, {"health": 4}, dice=[1, 1, 1, 4, 4])
    finish(activate(game, "Smack (3 sword)"))
    assert (game.is_over, game.winner, game.players[1].health) == (True, 0, 0)
    assert game.dice_left == 0


@rule("DT-TRN-4")
def test_a_player_with_1_health_left_plays_on() -> None:
    game = scene("barbarian", "barbarian", {}, {"health": 5}, dice=[1, 1, 1, 4, 4])
    finish(activate(game, "Smack (3 sword)"))
    assert (game.is_over, game.players[1].health) == (False, 1)


def stunning(**mine: object) -> Game:
    """A Barbarian who has activated Crit Bash, with the dice of a Smack to come."""
    thorn = invent(ENTANGLER)
    return activate(
        scene("barbarian", thorn, mine, dice=[6, 6, 6, 6, 1, 1, 1, 1, 4, 4, 6, 6, 6]), "Crit Bash"
    )


@rule("DT-TRN-5")
def test_an_extra_offensive_roll_phase_repeats_no_other_phase() -> None:
    game = stunning()
    pass_all(game)
    assert game.question == "keep"
    game.take("stop").take("announce Smack (3 sword)")
    go_to(game, "defend").take("defend with Guard")
    finish(game)
    roll = ["Offensive", "Defensive", "Offensive", "Defensive"]
    assert phases(game) == ["Upkeep", "Income", "Main (1)", *roll, "Main (2)"]
    assert game.dice_left == 0


@rule("DT-TRN-5")
def test_the_damage_of_the_first_pass_is_applied_before_the_second_rolls() -> None:
    game = pass_all(stunning())
    assert (game.question, game.players[1].health) == ("keep", 45)
    assert len(events(game, "dice")) == 2


@rule("DT-TRN-5")
def test_what_ends_with_the_roll_phase_ends_after_the_last_pass() -> None:
    game = pass_all(stunning(tokens={"Entangle": 1}))
    assert (game.question, game.players[0].tokens) == ("keep", {"Entangle": 1})
    game.take("stop").take("announce Smack (3 sword)")
    go_to(game, step="N1")
    assert game.players[0].tokens == {}
    assert len(events(game, "step", step="C")) == 1


@rule("DT-TRN-5")
def test_a_token_about_attempts_binds_both_passes() -> None:
    game = scene(
        "barbarian", invent(ENTANGLER), {"tokens": {"Entangle": 1}},
        dice=[6, 6, 6, 1, 1, 6, 1, 1, 1, 4, 4, 6],
    )  # fmt: skip
    for kept, ability in (((1, 6, 6, 6), "Crit Bash"), ((1, 1, 1, 4), "Smack")):
        keep(go_to(game, "keep"), *kept)
        assert game.question == "announce"
        game.take(f"announce {ability}")
    assert game.dice_left == 0
