"""What the planner knows of a pairing before it plays: moves, kinds of results, cards that change dice.

A move is an Offensive Ability at one step of its ladder. Final Dice Results that its text cannot tell apart
form a kind: what it is worth is measured once for each kind (see `ponder`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dtsim.dicethrone.heroes.model.amounts import Counted, Fixed, Register
from dtsim.dicethrone.heroes.model.hero import Ability, Hero, Token
from dtsim.dicethrone.heroes.model.lines import Action, On
from dtsim.dicethrone.heroes.model.things import Counter
from dtsim.dicethrone.odds.lattice import COUNTS, FACES, FIRST, N_DICE, N_MULTISETS, N_RESULTS
from dtsim.dicethrone.players import mind as M
from dtsim.dicethrone.players.looks import HOME, NEARBY
from dtsim.dicethrone.players.memory import KEYS_OF_LOOKS, Memory
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.program import Program
from dtsim.errors import DtsimError


@dataclass(slots=True)
class Study:
    """The integers of a mind that follow from the program, and what workers have measured since."""

    ints: NDArray[np.int64]
    member: NDArray[np.int16]
    looks: dict[int, NDArray[np.float64]] = field(default_factory=dict)  # by key
    worth: NDArray[np.float64] | None = None  # of tokens and sides

    def teach(self, memory: Memory) -> None:
        """Tell a new worker what others have measured: it need not do so again."""
        if self.worth is None:
            return
        memory.mind[M.WORTH_KNOWN] = 1
        memory.thoughts[M.WORTH : M.WORTH + len(self.worth)] = self.worth
        looks = list(self.looks.items())
        keys = np.array([key for key, _ in looks], dtype=np.int64)
        homes = ((keys * HOME) >> 40) & (M.N_LOOKS - 1)  # as `room_for` finds them
        for (key, seen), at in zip(looks, homes.tolist(), strict=True):
            nearby = [(at + step) & (M.N_LOOKS - 1) for step in range(NEARBY)]
            place = next((near for near in nearby if memory.keys[KEYS_OF_LOOKS + near] < 0), at)
            memory.keys[KEYS_OF_LOOKS + place] = key
            memory.thoughts[M.LOOKS + place * M.LOOK : M.LOOKS + (place + 1) * M.LOOK] = seen

    def learn(self, memory: Memory) -> None:
        """Keep what a worker has measured; two who measure the same find the same."""
        if memory.mind[M.WORTH_KNOWN] == 0:
            return
        keys = memory.keys[KEYS_OF_LOOKS : KEYS_OF_LOOKS + M.N_LOOKS]
        for place in np.flatnonzero(keys >= 0).tolist():
            key = int(keys[place])
            if key not in self.looks:
                at = M.LOOKS + place * M.LOOK
                self.looks[key] = memory.thoughts[at : at + M.LOOK].copy()
        self.worth = memory.thoughts[M.WORTH : M.SIDES + 2].copy()


def study(program: Program) -> Study:
    """Read a program."""
    ints = np.zeros(M.N_INTS, dtype=np.int64)
    member = np.full(M.N_MEMBERS, -1, dtype=np.int16)
    ints[M.START : M.START + L.FRAMES] = program.start[: L.FRAMES]
    ints[M.PICK] = M.NO_PICK
    for seat, hero in enumerate(program.heroes):
        ints[M.TWO_SIDED] |= (len(hero.sides) > 1) << seat
    for token in _tokens(program):
        bit = 1 << program.names.counters.index(token.name)
        if token.kind in ("companion", "marker"):
            ints[M.STANDING] |= bit
        elif any(rule.spend and rule.moment in SPENT for rule in token.rules):
            ints[M.SPENT] |= bit
    _study_moves(program, ints, member)
    _study_defences(program, ints, member)
    for seat in range(len(program.heroes)):
        for slot in range(len(program.names.cards[seat])):
            _study_card(program, seat, slot, ints)
    return Study(ints, member)


def _study_moves(program: Program, ints: NDArray[np.int64], member: NDArray[np.int16]) -> None:
    moves = [move for seat in range(len(program.heroes)) for move in _moves(program, seat)]
    if len(moves) > M.MAX_MOVES:
        raise DtsimError(f"the planner can think of {M.MAX_MOVES} moves, these heroes have {len(moves)}")
    kinds: list[int] = []
    for index, move in enumerate(moves):
        seen: dict[object, int] = {}
        first = len(kinds)
        for result in range(N_RESULTS):
            if (kind := move.kind(result)) is not None:
                if kind not in seen:
                    seen[kind] = len(kinds)
                    kinds.append(result)
                member[index * N_RESULTS + result] = seen[kind]
        row = M.MOVES + index * M.MOVE
        ints[row : row + M.MOVE] = (
            move.seat,
            move.place,
            move.step,
            move.space,
            move.levels,
            move.sees.cp,
            move.sees.own,
            move.sees.other,
            first,
            len(seen),
        )
    if len(kinds) > M.MAX_KINDS:
        raise DtsimError(f"the planner can tell {M.MAX_KINDS} kinds of results apart, here are {len(kinds)}")
    for seat in range(len(program.heroes)):
        own = [index for index, move in enumerate(moves) if move.seat == seat]
        ints[M.FIRST_MOVE + 2 * seat : M.FIRST_MOVE + 2 * seat + 2] = own[0], own[-1] + 1
        sees = _all([moves[index].sees for index in own])
        ints[M.SEES + 3 * seat : M.SEES + 3 * seat + 3] = sees.cp, sees.own, sees.other
    listed = M.LISTS
    for kind in range(len(kinds)):
        results = np.flatnonzero(member[: M.LISTS] == kind) % N_RESULTS
        member[listed : listed + len(results)] = results
        listed += len(results)
        ints[M.RESULTS + kind + 1] = listed - M.LISTS
    for index, result in enumerate(kinds):
        ints[M.SHOWS + index] = packed(FACES[result])


def packed(faces: Iterable[int]) -> int:
    """Dice as the record of a game has them: four bits each."""
    return sum(int(face) << (4 * place) for place, face in enumerate(faces))


# ---------------------------------------------------------------- moves


@dataclass(frozen=True, slots=True)
class _Move:
    seat: int
    place: int
    step: int
    space: int
    levels: int  # bits of the levels of the space at which it is on the board
    sees: _Sees
    ability: Ability

    def kind(self, result: int) -> object:
        """What the text sees of a result; None if the result does not meet the step."""
        counts = tuple(int(n) for n in COUNTS[result])
        if not self.ability.needs[self.step].is_met(counts):
            return None
        return tuple(_seen(self.ability.text, counts))


def _moves(program: Program, seat: int) -> Iterator[_Move]:
    table = program.table
    hero = program.heroes[seat]
    spaces = int(table[int(table[L.P_HEROES + seat]) + L.H_OFFENSES])
    for index in range(table[spaces]):
        space = int(table[spaces + 1 + index])
        number = int(table[space + L.S_INDEX])
        shown: dict[int, int] = {}
        for level in (1, 2, 3):
            abilities = int(table[space + L.S_LEVELS + level])
            for which in range(table[abilities]):
                place = int(table[abilities + 1 + which])
                shown[place] = shown.get(place, 0) | 1 << level
        for place, levels in shown.items():
            ability = _ability(hero, program.names.items[place], program.names.levels[place])
            sees = _seen_by_move(program, ability)
            for step in range(len(ability.needs)):
                yield _Move(seat, place, step, number, levels, sees, ability)


def _ability(hero: Hero, name: str, level: int) -> Ability:
    every = [
        *hero.abilities,
        *(ability for upgrade in hero.upgrades for ability in (upgrade.ability, *upgrade.adds)),
    ]
    named = [ability for ability in every if ability.name == name]
    found = [ability for ability in named if ability.level == level] or named
    return next(iter(found))


def _seen(text: Any, counts: tuple[int, ...]) -> Iterator[int]:
    for part in _parts(text):
        if isinstance(part, On):
            yield int(any(need.is_met(counts) for need in part.needs))
        elif isinstance(part, Counted) and part.faces is not None:
            yield sum(counts[face - 1] for face in part.faces.faces)


# ---------------------------------------------------------------- what of the position matters


@dataclass(frozen=True, slots=True)
class _Sees:
    """Whether it depends on the own CP, and on which counters of the player and of the opponent, as bits."""

    cp: int = 0
    own: int = 0
    other: int = 0


def _all(several: list[_Sees]) -> _Sees:
    cp = own = other = 0
    for sees in several:
        cp, own, other = cp | sees.cp, own | sees.own, other | sees.other
    return _Sees(cp, own, other)


def _seen_by_text(program: Program, *texts: Any) -> _Sees:
    """What a text names: CP and counters; what is gained on the own board, what is inflicted on the other."""
    cp = own = other = 0
    for part in _parts(texts):
        if isinstance(part, Counter):
            own |= _bit(program, part)
            other |= _bit(program, part)
        elif isinstance(part, Register) and part.name == "cp":
            cp = 1
        elif isinstance(part, Counted) and part.what == "cp":
            cp = 1
        elif isinstance(part, _Met):
            own |= _bit(program, part.counter) if part.is_own else 0
            other |= 0 if part.is_own else _bit(program, part.counter)
    return _Sees(cp, own, other)


def _bit(program: Program, counter: Counter) -> int:
    names = program.names.counters
    return 1 << names.index(counter.name) if counter.name in names else 0


@dataclass(frozen=True, slots=True)
class _Met:
    """A counter that is gained by oneself or inflicted on the opponent: the limit of that board matters."""

    counter: Counter
    is_own: bool


def _seen_by_move(program: Program, ability: Ability) -> _Sees:
    """What its text names and, if it deals damage, counters that do something to an Attack by themselves."""
    own = _seen_by_text(program, ability.text, ability.condition)
    deals = any(isinstance(part, Action) and part.verb in ("deal", "steal") for part in _parts(ability.text))
    return _all([own, _seen_by_attacks(program)]) if deals else own


SPENT = ("attacking", "offensive roll phase ends")
MOVER = ("attacking", "activating", "offensive roll phase ends", "rolled", "reroll")
TARGET = ("attacked", "inflicted", "damaged")
BOTH = ("always", "roll phase ends")


def _seen_by_attacks(program: Program) -> _Sees:
    """Counters with a rule that answers to an Attack by itself, and those that such rules ask for."""
    several = []
    for token in _tokens(program):
        for rule in token.rules:
            if rule.spend:  # those of the attacker are spent on an Attack, those of the other may be kept
                if rule.moment in SPENT:
                    several.append(_Sees(0, 1 << program.names.counters.index(token.name), 0))
                continue
            if rule.moment not in MOVER + TARGET + BOTH:
                continue
            named = _seen_by_text(program, rule.text, rule.condition).own
            if token.kind != "companion":
                named |= 1 << program.names.counters.index(token.name)
            several.append(
                _Sees(0, named if rule.moment not in TARGET else 0, named if rule.moment not in MOVER else 0)
            )
    return _all(several)


def _tokens(program: Program) -> list[Token]:
    found = {token.name: token for hero in program.heroes for token in hero.tokens}
    return [token for name, token in found.items() if name in program.names.counters]


def _parts(node: Any) -> Iterator[Any]:
    if isinstance(node, tuple):
        for part in node:
            yield from _parts(part)
    elif (
        isinstance(node, Action)
        and isinstance(node.thing, Counter)
        and node.who is None
        and (node.verb == "gain" or (node.verb == "inflict" and node.to is None))
    ):
        yield node
        yield from _parts(node.amount)
        yield _Met(node.thing, node.verb == "gain")
    elif is_dataclass(node):
        yield node
        for each in fields(node):
            yield from _parts(getattr(node, each.name))


# ---------------------------------------------------------------- Defensive Abilities


def _study_defences(program: Program, ints: NDArray[np.int64], member: NDArray[np.int16]) -> None:
    """Defense Rolls with a fixed number of dice; those that the text cannot tell apart are one kind."""
    for seat, hero in enumerate(program.heroes):
        for place in _defence_places(program, seat):
            ability = _ability(hero, program.names.items[place], program.names.levels[place])
            row = int(ints[M.N_DEFENDING])
            dice = ability.dice.number if isinstance(ability.dice, Fixed) else 0
            duels = int(program.table[place + L.AB_DUELS])
            if row == M.MAX_DEFENCES or not 1 <= dice <= (1 if duels else N_DICE):
                continue
            sees = _seen_by_text(program, ability.text)
            at = M.DEFENDING + row * M.DEFENCE
            ints[at : at + M.DEFENCE] = place, dice, duels, sees.own, sees.other
            ints[M.N_DEFENDING] += 1
            first: dict[object, int] = {}
            counts_all = any(
                isinstance(part, Register) and "roll" in part.name for part in _parts(ability.text)
            )
            for node in range(FIRST[dice], FIRST[dice - 1]):
                counts = tuple(int(n) for n in COUNTS[node])
                kind = counts if counts_all else tuple(_seen(ability.text, counts))
                member[M.DEFENCE_KINDS + row * N_MULTISETS + node] = first.setdefault(kind, node)


def _defence_places(program: Program, seat: int) -> Iterator[int]:
    table = program.table
    spaces = int(table[int(table[L.P_HEROES + seat]) + L.H_DEFENCES])
    for index in range(table[spaces]):
        space = int(table[spaces + 1 + index])
        for level in (1, 2, 3):
            abilities = int(table[space + L.S_LEVELS + level])
            yield from (int(table[abilities + 1 + which]) for which in range(table[abilities]))


# ---------------------------------------------------------------- cards


def _study_card(program: Program, seat: int, slot: int, ints: NDArray[np.int64]) -> None:
    at = M.CARDS + (seat * 64 + slot) * M.CARD
    card = dice_card(program.table, seat, slot)
    model = next((c for c in program.heroes[seat].cards if c.name == program.names.cards[seat][slot]), None)
    sees = _seen_by_text(program, model.text, model.condition) if model else _Sees()
    moment = timing(program.table, seat, slot) if card[M.KIND] == M.NOT_DICE else M.IN_MAIN
    ints[at : at + M.CARD] = *card, sees.cp, sees.own, moment
    if card[M.KIND] == M.ATTEMPT:
        if card[M.PHASE] in (-1, L.PHASE_OFFENSE):
            ints[M.GRANTING + seat] |= 1 << slot
    elif card[M.KIND] != M.NOT_DICE and card[M.WHOSE] in (L.YOUR_DICE, L.ANY_DICE):
        ints[M.CHANGING + seat] |= 1 << slot


def dice_card(table: NDArray[Any], seat: int, slot: int) -> tuple[int, ...]:
    """What a card does to dice, in the order of `mind`: kind, whose, how many, faces (or the step) ..."""
    card = _card_at(table, seat, slot)
    nothing = (M.NOT_DICE, 0, 0, 0, 0, 0, -1)
    if table[card + L.K_PLAY] == L.UPGRADE:
        return nothing
    rows = [row for row in _rows_of(table, card) if table[row] not in _NO_MATTER]
    condition = 0
    phase = _phase_of(table, card)
    if rows and table[rows[0]] == L.OP_IF:
        condition, rows = int(table[rows[0] + 1]), rows[1:]
    if not rows or table[rows[0]] not in _KINDS:
        return nothing
    kind, whose, argument = _KINDS[int(table[rows[0]])], int(table[rows[0] + 1]), int(table[rows[0] + 3])
    if kind == M.THROWS:
        throws = sum(table[row] in (L.OP_REROLL, L.OP_CHOOSE_DICE) for row in rows)
        return kind, whose, min(2, throws), 0, 0, 0, phase
    if kind == M.ATTEMPT:
        return kind, whose, 1, 0, 0, 0, phase
    number = _number(table, rows[0])
    if condition == 0:
        return kind, whose, number, argument, 0, 0, phase
    other = [row for row in rows[1:] if _KINDS.get(int(table[row])) == kind]
    return kind, whose, number, argument, condition, _number(table, other[0]) if other else 0, phase


def timing(table: NDArray[Any], seat: int, slot: int) -> int:
    """When a card that does not change dice is thought of."""
    card = _card_at(table, seat, slot)
    play, needs = int(table[card + L.K_PLAY]), int(table[card + L.K_REQUIRES])
    codes = {int(table[row]) for row in _rows_of(table, card)}
    if play == L.UPGRADE:
        return M.IN_MAIN
    if needs & (L.NEEDS_STATUS | L.NEEDS_YOUR_STATUS | L.NEEDS_TRANSFER):
        return M.IN_MAIN if play == L.MAIN_PHASE else M.ANY_MOMENT
    if needs & (L.NEEDS_DAMAGE | L.NEEDS_YOUR_DAMAGE) or L.OP_PREVENT in codes:
        return M.BEFORE_DEFENCE if needs & L.NEEDS_NO_DEFENCE_YET else M.ON_DAMAGE
    if play in (L.MAIN_PHASE, L.INSTANT):
        return M.BEFORE_DEFENCE if play == L.INSTANT and L.OP_GAIN in codes else M.IN_MAIN
    return M.AT_LAST if codes & {L.OP_ADD, L.OP_MULTIPLY} else M.IN_ATTACK


def _card_at(table: NDArray[Any], seat: int, slot: int) -> int:
    return int(table[int(table[L.P_HEROES + seat]) + L.H_CARDS]) + slot * L.K_SIZE


def _rows_of(table: NDArray[Any], card: int) -> Iterator[int]:
    row = int(table[card + L.K_TEXT])
    while table[row] != L.OP_END:
        yield row
        row += L.ROW


def _number(table: NDArray[Any], row: int) -> int:
    """A fixed amount of a row, else 1."""
    amount = int(table[row + 2])
    return int(table[amount + 4]) if table[amount + 2] == 1 and table[amount + 3] == L.FIXED else 1


def _phase_of(table: NDArray[Any], card: int) -> int:
    """The phase that a card asks for, or -1."""
    conditions = int(table[card + L.K_CONDITION])
    for index in range(table[conditions] if conditions else 0):
        place = int(table[conditions + 1 + index])
        if table[place] == L.ASK_PHASE and not table[place + 3]:
            return int(table[place + 5])
    return -1


_KINDS = {
    L.OP_CHANGE: M.SETS,
    L.OP_STEP_DIE: M.STEPS,
    L.OP_SAME_DIE: M.COPIES,
    L.OP_REROLL: M.THROWS,
    L.OP_CHOOSE_DICE: M.THROWS,
    L.OP_ATTEMPT: M.ATTEMPT,
}
_NO_MATTER = (L.OP_RESET, L.OP_CHOOSE_PLAYERS, L.OP_TAKEN)
