"""When the parts of an Offensive Ability happen: steps O7 to Z5 of the order of play.

A text is printed as one piece, but its clauses belong to different steps of the turn. Each step gets a text
of its own: the same lines in order, with only the actions of that step. Rolls stay known to the later parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dtsim.dicethrone.heroes import walk
from dtsim.dicethrone.heroes.model.amounts import Register
from dtsim.dicethrone.heroes.model.lines import Action, Else, Guard, If, Line, May, Spend, Text
from dtsim.dicethrone.heroes.model.things import Damage, Word
from dtsim.dicethrone.program import layout as L

STABLE = ("roll_is", "roll_is_greater", "roll_is_not_less", "side_is", "ability_needs")


@dataclass(frozen=True, slots=True)
class StagedLine:
    """A line as one part of the text sees it; `window` opens before it, `rolls` numbers its inner roll."""

    line: Line
    window: bool = False
    roll: int = -1
    known_roll: int = -1  # use a roll that an earlier part made


def stages(text: Text, rulings: int = 0) -> dict[int, list[StagedLine]]:
    """The text of each step; by a ruling an `additionally` is the last of its step (DT-TXT-5)."""
    if rulings & L.ADDITIONALLY_BEFORE_DAMAGE:
        last_lines = [replace(line, link="") for line in text if line.link == "additionally"]
        text = (*(line for line in text if line.link != "additionally"), *last_lines)
    parts: dict[int, list[StagedLine]] = {part: [] for part in range(6)}
    has_dealt = behind_damage = False
    earliest = L.ACTIVATION
    last = L.ACTIVATION  # the latest step before the damage that a line above belongs to
    rolls = 0
    for chain in _chains(text):
        for line in chain:
            if line.link == "then" and has_dealt:
                behind_damage = True
        steps = [
            [
                [_step(_as_played(action, rulings), line, earliest, behind_damage) for action in option]
                for option in line.options
            ]
            for line in chain
        ]
        if _is_whole(chain):
            latest = max(step for line_steps in steps for option in line_steps for step in option)
            steps = [[[latest] * len(option) for option in line_steps] for line_steps in steps]
        used = sorted({step for line_steps in steps for option in line_steps for step in option})
        for part in used:
            for line, line_steps in zip(chain, steps, strict=True):
                shown = _only(line, line_steps, part)
                window = line.link == "then" and _opens_here(part, line, behind_damage, last)
                parts[part].append(StagedLine(shown, window, *_rolls(shown, rolls)))
        for line in chain:
            if line.link == "then" and not behind_damage and last not in used:
                parts[last].append(StagedLine(replace(line, options=((),), guards=()), window=True))
            rolled = [
                action for option in line.options for action in option if action.verb in ("roll", "duel")
            ]
            if rolled:
                if any(action.verb == "duel" for action in rolled):
                    earliest = L.AFTER_TARGETING
                for part in range(used[-1] + 1, 6):
                    parts[part].append(StagedLine(replace(line, options=((),), guards=()), known_roll=rolls))
                rolls += 1
            has_dealt |= any(
                _as_played(action, rulings).verb == "deal" for option in line.options for action in option
            )
        last = max([last, *(part for part in used if part <= L.TARGETED)])
    return {part: _trimmed(lines) for part, lines in parts.items()}


def _chains(text: Text) -> Iterator[list[Line]]:
    """Lines that decide together which of them is taken: guarded lines up to their `else`."""
    chain: list[Line] = []
    for index, line in enumerate(text):
        chain.append(line)
        following = text[index + 1] if index + 1 < len(text) else None
        if following is None or not (
            line.guards and any(isinstance(guard, Else) for guard in _chain_guards(text, index))
        ):
            yield chain
            chain = []


def _chain_guards(text: Text, index: int) -> tuple[Guard, ...]:
    """The guards of the `else` that belongs to the chain of this line, if there is one below it."""
    for line in text[index + 1 :]:
        if not line.guards:
            return ()
        if any(isinstance(guard, Else) for guard in line.guards):
            return line.guards
    return ()


def _is_whole(chain: list[Line]) -> bool:
    """Decisions, and questions whose answer may change, are asked once: such lines stay in one step."""
    for line in chain:
        if len(line.options) > 1 or any(isinstance(guard, May | Spend) for guard in line.guards):
            return True
        if any(isinstance(guard, If) and guard.condition.about not in STABLE for guard in line.guards):
            return True
    return False


def _as_played(action: Action, rulings: int) -> Action:
    """To steal health is to deal damage, by a ruling (DT-TXT-9)."""
    if rulings & L.STOLEN_HEALTH_IS_DAMAGE and action.verb == "steal" and action.thing == Word("health"):
        return Action("deal", None, action.amount, Damage(), to=action.source)
    return action


def _step(action: Action, line: Line, earliest: int, behind_damage: bool) -> int:
    """The step of one action of an Offensive Ability."""
    if behind_damage:
        return L.AFTER_DAMAGE
    if line.link == "additionally" and action.verb not in ("deal", "receive"):
        return L.ADDITIONALLY
    if any(isinstance(guard, If) and _asks_for_damage(guard) for guard in line.guards):
        return L.SETTLEMENT
    if Register("dmg dealt") in walk.parts(action.amount):
        return L.SETTLEMENT
    if action.verb == "duel":
        return L.AFTER_TARGETING
    if action.verb in ("inflict", "steal") and not _names_a_choice(action):
        return L.TARGETED
    if action.who is not None and action.who.word in ("opponent", "defender", "all opponents"):
        return max(earliest, L.ACTIVATION if action.verb == "receive" else L.TARGETED)
    if action.source is not None and action.source.word in ("opponent", "defender", "all opponents"):
        return L.TARGETED
    return earliest


def _names_a_choice(action: Action) -> bool:
    named = action.to if action.verb == "inflict" else action.source
    return named is not None and getattr(named, "word", "") in ("them", "chosen opponent", "chosen player")


def _asks_for_damage(guard: If) -> bool:
    return guard.condition.about == "dmg_was" and guard.condition.word == "dealt"


def _only(line: Line, steps: list[list[int]], part: int) -> Line:
    options = tuple(
        tuple(action for action, step in zip(option, option_steps, strict=True) if step == part)
        for option, option_steps in zip(line.options, steps, strict=True)
    )
    return replace(line, options=options)


def _opens_here(part: int, line: Line, behind_damage: bool, last: int) -> bool:
    return part == L.AFTER_DAMAGE if behind_damage else part == last


def _rolls(line: Line, rolls: int) -> tuple[int, int]:
    rolled = any(action.verb in ("roll", "duel") for option in line.options for action in option)
    return (rolls if rolled else -1), -1


def _trimmed(lines: list[StagedLine]) -> list[StagedLine]:
    """Nothing but known rolls and empty guards: no part at all."""
    acts = any(staged.window or any(staged.line.options) for staged in lines)
    return lines if acts else []
