"""A rule becomes records that the engine finds by their moment."""

from __future__ import annotations

from dtsim.dicethrone.heroes.model.hero import Rule
from dtsim.dicethrone.heroes.model.lines import Condition, Text
from dtsim.dicethrone.heroes.model.things import Word
from dtsim.dicethrone.heroes.walk import actions_of
from dtsim.dicethrone.heroes.words import OPTIONAL_MOMENTS
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.builder import CannotPlay
from dtsim.dicethrone.program.draft import Draft
from dtsim.dicethrone.program.moments import WINDOWS, parts_of_rule
from dtsim.dicethrone.program.playable import check_played, check_rule, check_text
from dtsim.dicethrone.program.program import purpose_of
from dtsim.dicethrone.program.reading import Reading
from dtsim.dicethrone.program.requirements import requirements
from dtsim.dicethrone.program.texts import compile_text

_WHOSE = {"you": L.YOURS, "opponent": L.OPPONENTS, "anyone": L.ANYONES, "others": L.OTHERS}
_NOT_YET = ("reroll", "inflicted", "gained")


def write_rule(
    draft: Draft,
    name: str,
    rule: Rule,
    reading: Reading,
    *,
    counter: int = -1,
    hero: int = -1,
    space: int = -1,
    level: int = 0,
    side: str = "",
    conditions: tuple[Condition | None, ...] = (),
    times: int = 0,
    slot: int = -1,
) -> None:
    """A rule of a counter, or of the board of the player `hero`."""
    if rule.moment in _NOT_YET:
        raise CannotPlay(f"{name}: the engine does not know the moment {rule.moment!r} yet")
    chosen = rule.moment in OPTIONAL_MOMENTS and not rule.spend
    if rule.spend and rule.moment not in WINDOWS:
        raise CannotPlay(f"{name}: the engine has no window for spending at {rule.moment!r} yet")
    if not rule.spend and (rule.moment == "damaged" or (chosen and hero < 0)):
        raise CannotPlay(f"{name}: the engine cannot let a token act at {rule.moment!r} yet")
    check_rule(name, rule, token=counter >= 0, limited=times > 0)
    check_text(name, rule.text, reading.keywords, rule.moment, token=counter >= 0)
    if rule.spend or chosen:
        check_played(name, rule.text)
    needs = requirements(rule.text, chosen=chosen)
    of = purpose_of(rule.of) if rule.of else -1
    sides = reading.sides
    place_side = sides.index(rule.side or side) if rule.side or side else -1
    condition = draft.builder.conditions((rule.condition, *conditions), sides, reading.dice)
    for moment, role, text in parts_of_rule(rule):
        place = draft.builder.add(
            [
                moment, int(rule.spend), counter, hero, space, level, place_side, _WHOSE[rule.whose], of,
                condition, _forbidden(text) if moment == L.ALWAYS else compile_text(text, reading), needs,
                times, slot, purpose_of(name), role,
            ]
        )  # fmt: skip
        draft.items[place] = name
        draft.verbs[place] = next((action.verb for action in actions_of(text)), "")
        draft.moments[place] = rule.moment
        if space >= 0:
            draft.levels[place] = level
        draft.by_moment.setdefault(moment, []).append(place)
        if counter >= 0:
            draft.record[(L.SPENDABLE if rule.spend else L.AUTOMATIC) + moment] |= 1 << counter
        if rule.spend:
            draft.record[L.SPEND_MOMENTS] |= 1 << moment
            draft.record[L.ANY_SPENDABLE] |= 1 << counter
        if hero >= 0:
            draft.record[L.BOARD_RULES + moment] |= 1 << hero
            if rule.moment in OPTIONAL_MOMENTS and not rule.spend:
                draft.record[L.PASSIVES] |= 1 << hero


def _forbidden(text: Text) -> int:
    """What a standing rule forbids, as bits."""
    words = {"actions": 1, "card": 2, "cards": 2, "defence": 4, "dmg": 8}
    found = 0
    for action in actions_of(text):
        word = action.thing.word if isinstance(action.thing, Word) else ""
        if action.verb != "forbid" or word not in words:
            raise CannotPlay(f"the engine cannot forbid {word or 'this'!r} yet")
        found |= words[word]
    return found
