"""The abilities of a board, level by level, as records."""

from __future__ import annotations

from dtsim.dicethrone.heroes.model.hero import Ability, Hero
from dtsim.dicethrone.heroes.walk import actions_of
from dtsim.dicethrone.program.builder import faces_mask
from dtsim.dicethrone.program.draft import Draft
from dtsim.dicethrone.program.playable import check_text
from dtsim.dicethrone.program.program import purpose_of
from dtsim.dicethrone.program.rules import write_rule
from dtsim.dicethrone.program.stages import stages
from dtsim.dicethrone.program.texts import compile_lines, compile_text
from dtsim.dicethrone.program.worth import worth


def write_space(draft: Draft, player: int, hero: Hero, space: int, ability: Ability) -> int:
    """A space of the board: what lies on it at each level."""
    levels = [draft.builder.listed([])]
    upgrades = {
        upgrade.ability.level: upgrade for upgrade in hero.upgrades if upgrade.ability.name == ability.name
    }
    shown: list[Ability] = [ability]
    added: tuple[Ability, ...] = ()
    for level in (1, 2, 3):
        if level in upgrades:
            shown, added = [upgrades[level].ability], upgrades[level].adds
        if level == 1 or level in upgrades:
            places = [_write_ability(draft, player, hero, space, one, level) for one in (*shown, *added)]
        levels.append(draft.builder.listed(places))
    return draft.builder.add([space, *levels])


def _write_ability(draft: Draft, player: int, hero: Hero, space: int, ability: Ability, level: int) -> int:
    reading = draft.reading(hero, ability.slot == "ultimate")
    is_offense = ability.slot in ("offensive", "ultimate")
    check_text(ability.name, ability.text, reading.keywords, offense=is_offense)
    if is_offense:
        staged = stages(ability.text, draft.rulings).values()
        parts = [compile_lines(lines, reading) for lines in staged]
    else:
        parts = [compile_text(ability.text, reading), 0, 0, 0, 0, 0]
    steps = [draft.builder.needs((need,)) for need in ability.needs]
    symbols = faces_mask(
        {
            face
            for need in ability.needs
            for part in need.parts
            for face in getattr(getattr(part, "faces", None), "faces", ())
        }
    )
    worths = [worth(ability, step) for step in range(len(steps))]
    duels = any(action.verb == "duel" for action in actions_of(ability.text))
    place = draft.builder.add(
        [
            space, int(ability.slot == "ultimate"),
            hero.sides.index(ability.side) if ability.side else -1,
            draft.builder.conditions((ability.condition,), hero.sides, hero.dice),
            draft.builder.listed(steps), *parts,
            draft.builder.amount(ability.dice) if ability.dice is not None else 0, int(duels),
            purpose_of(ability.name), symbols, draft.builder.listed(worths),
            draft.builder.results(ability.needs),
        ]
    )  # fmt: skip
    draft.items[place] = ability.name
    draft.levels[place] = level
    many = len(ability.needs) > 1
    draft.steps[place] = tuple(f" ({need})" if many else "" for need in ability.needs)
    slot = draft.use_slot(ability.limit)
    for rule in ability.rules:
        limit = rule.limit or ability.limit
        write_rule(
            draft, ability.name, rule, reading, hero=player, space=space, level=level, side=ability.side,
            conditions=() if is_offense else (ability.condition,), times=limit.times if limit else 0,
            slot=slot if rule.limit is None else draft.use_slot(rule.limit),
        )  # fmt: skip
    return place
