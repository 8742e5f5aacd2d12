"""The command that tells the story of any game of a run."""

from __future__ import annotations

import shlex

from dtsim.dicethrone.pairs import games_of, numbers_of
from dtsim.experiments.plan import TURN_CAP, Matchup, Plan


def replay_commands(plan: Plan, matchup: Matchup, coupling: str, pair: int = 0) -> tuple[str, str]:
    """`dtsim replay ...` for both games of a pair: the first hero starts, then the second."""
    by_slug = {one.hero.slug: one for one in (matchup.first, matchup.second)}
    commands = []
    for pairing, numbers in zip(
        games_of(plan.pairing(matchup), coupling), numbers_of(coupling, range(pair, pair + 1)), strict=True
    ):
        seats = [by_slug[hero.slug] for hero in pairing.heroes]
        words = ["dtsim", "replay", *(one.given or one.hero.slug for one in seats)]
        words += ["--seed", str(pairing.seed), "--game", str(numbers[0]), "--start", str(pairing.start)]
        words += ["--players", *(player.given for player in pairing.players)]
        words += [word for name in plan.rulings for word in ("--ruling", name)]
        words += ["--turn-cap", str(plan.turn_cap)] if plan.turn_cap != TURN_CAP else []
        changes = dict(number for one in seats for number in one.numbers)
        words += [word for address, value in changes.items() for word in ("--number", f"{address}={value}")]
        commands.append(shlex.join(words))
    return commands[0], commands[1]
