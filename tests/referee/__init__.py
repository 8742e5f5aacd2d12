"""A referee: the 1v1 game told once more, slowly and plainly, to check the compiled rules against.

It reads the hero model directly and knows nothing of the engine but the agreement both keep: how random
numbers are keyed, how questions and options are worded, what events are called. Everything else is written
from the rule catalogue (DT-...), whose section 33 is the order of play: `turn` walks through its steps,
`windows` says who may act, `text` reads the sentences of cards and abilities, `damage` adds up what is dealt,
`table` holds what lies on it. `duel` plays a game in both; `tastes` and `scenes` see to it that rare things
happen.

To find the place of a disagreement: the failure names the match, what happened before, and with a star every
event, option or board that only one of the two has. The first star is the place; the steps in its first line
say where in the order of play each of them is. Read the rule, decide who is right, mend the other, and play
that match again:

    python -c "from tests.referee.duel import *; play(Match('paladin', 'huntress', 62))"

under NUMBA_DISABLE_JIT=1 nothing has to be compiled first. DTSIM_REFEREE_GAMES sets how many games of each
pair the test plays, DTSIM_REFEREE_FIRST the number of the first.
"""

from tests.referee.turn import Referee

__all__ = ["Referee"]
