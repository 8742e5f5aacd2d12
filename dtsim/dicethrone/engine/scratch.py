"""Where event statistics keep the plan of a pairing and the notes of the game that is being read."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from dtsim.bare import bare
from dtsim.dicethrone.engine import counters as N
from dtsim.dicethrone.program import layout as L
from dtsim.jit import leaf

# the plan: which row of the counters each number of a program belongs to; an empty plan counts nothing
_plan = L.Places()
IS_WANTED = _plan.take()
N_ROWS = _plan.take(N.HEROES)
N_TOKENS = _plan.take()
ROW_SPACE = _plan.take(N.HEROES * N.MAX_ROWS)  # of Offensive Abilities, else -1
ROW_LEVEL = _plan.take(N.HEROES * N.MAX_ROWS)
ROW_SIDE = _plan.take(N.HEROES * N.MAX_ROWS)  # -1: every side
CARD_ROW = _plan.take(N.HEROES * N.MAX_CARDS)  # by slot
TOKEN_ROW = _plan.take(L.MAX_COUNTERS)  # by counter
ITEM_CODE = _plan.take()  # by place in the program: origin, hero, row; as many as the program is long
ORIGIN = 7  # the bits of a code that say the origin
OWNER_BIT = 3  # the hero; for tokens 0
ROW_BIT = 4

# scratch of one game: a hero
MAX_PARTS = 8  # things that add up to one source of damage; more are counted with the last
_hero = L.Places()
HEALTH = _hero.take()
SIDE = _hero.take()
PHASES = _hero.take()
PHASES_COUNTED = _hero.take()  # phases already handed to the abilities on the board
DAMAGE = _hero.take()
DRAWS = _hero.take()
OPENING = _hero.take()  # sets of cards
LATER = _hero.take()
PLAYED = _hero.take()
SOLD = _hero.take()
HELD = _hero.take()  # set of tokens
LEVEL = _hero.take(L.MAX_SPACES)
BY_ORIGIN = _hero.take(N.ORIGINS)
ROW_PHASES = _hero.take(N.MAX_ROWS)
ROW_USED = _hero.take(N.MAX_ROWS)
ROW_DAMAGE = _hero.take(N.MAX_ROWS)
CARD_DAMAGE = _hero.take(N.MAX_CARDS)
TOKEN_COUNT = _hero.take(L.MAX_COUNTERS)
TOKEN_TURNS = _hero.take(L.MAX_COUNTERS)
TOKEN_STACKS = _hero.take(L.MAX_COUNTERS)
TOKEN_DAMAGE = _hero.take(L.MAX_COUNTERS)
HERO_SIZE = _hero.used

# scratch of one game: the table
_work = L.Places()
TURN = _work.take()  # turns begun
ABILITY = _work.take()  # place of the ability that was activated last, and its step
STEP = _work.take()
ATTACK = _work.take()  # the source of damage that is the Attack
BLOOD_BY = _work.take()  # who dealt the first damage, or -1, and in which turn
BLOOD_TURN = _work.take()
LEADER = _work.take()
CHANGES = _work.take()
HEROES = _work.take(N.HEROES * HERO_SIZE)
N_PARTS = _work.take(L.MAX_PACKETS)
CLEARED = _work.used  # before a game; what follows is written before it is read
MAX_LEADS = 1024
LEADS = _work.take(MAX_LEADS)  # of the first hero after each turn
PARTS = _work.take(L.MAX_PACKETS * MAX_PARTS * 3)  # dealer, code, amount
WORK_SIZE = _work.used


@leaf
def hero_at(who: Any) -> Any:
    """Where the notes about a hero begin."""
    return HEROES + who * HERO_SIZE


class Counting(NamedTuple):
    """What the event statistics of one worker need."""

    plan: Any
    work: Any
    counts: Any


def counting_by(plan: Any) -> Counting:
    """Counters at 0 for a plan."""
    return Counting(plan, np.zeros(WORK_SIZE, dtype=np.int64), np.zeros(N.N_COUNTS, dtype=np.int64))


def nothing_counted() -> Counting:
    """For games of which only the result is wanted."""
    return Counting(*(np.zeros(1, dtype=np.int64) for _ in range(3)))


@leaf
def bare_counting(counting: Any) -> Any:
    """As compiled code hands it on."""
    return Counting(bare(counting.plan), bare(counting.work), bare(counting.counts))
