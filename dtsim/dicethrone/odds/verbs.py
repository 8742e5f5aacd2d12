"""What each verb of the card language does to a position.

A verb is given what happens `then` and calls it with the frame and position that it leaves behind: once, or
once for each branch of a roll or a choice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dtsim.dicethrone.heroes.model.lines import Action
from dtsim.dicethrone.odds import counters, damage
from dtsim.dicethrone.odds.chance import Outcome
from dtsim.dicethrone.odds.choices import ThenFrame, Verb
from dtsim.dicethrone.odds.frame import Frame
from dtsim.dicethrone.odds.position import Position

if TYPE_CHECKING:
    from dtsim.dicethrone.odds.outcomes import Outcomes


def nothing(walk: Outcomes, action: Action, frame: Frame, position: Position, then: ThenFrame) -> Outcome:
    """What cannot change the damage of this attack."""
    return then(frame, position)


VERBS: dict[str, Verb] = {
    "gain": counters.gain,
    "inflict": counters.inflict,
    "remove": counters.remove,
    "steal": counters.steal,
    "change": counters.change,
    "raise": counters.raise_limit,
    "transfer": counters.transfer,
    "deal": damage.deal,
    "receive": damage.receive,
    "add": damage.add,
    "multiply": damage.multiply,
    "prevent": damage.prevent,
    "make": damage.make,
    "heal": damage.heal,
    "roll": damage.roll,
    "duel": damage.duel,
    "choose": damage.choose,
    "skip": damage.skip,
    "set": damage.set_to,
    "activate": damage.activate,
    "draw": nothing,
    "discard": nothing,
    "look": nothing,
    "play": nothing,
    "forbid": nothing,
    "repeat": nothing,
}
"""`reroll` is missing: dice that are rolled again after the Final Dice Result cannot be followed."""
