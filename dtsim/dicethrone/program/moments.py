"""At which moments a rule really happens, and which part of its text at each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dtsim.dicethrone.heroes.model.amounts import Every, Half
from dtsim.dicethrone.heroes.model.hero import Rule
from dtsim.dicethrone.heroes.model.lines import Action, If, Line, May, On, Spend, Text
from dtsim.dicethrone.heroes.model.things import Counter, Damage, ThisToken, Word
from dtsim.dicethrone.heroes.walk import actions_of
from dtsim.dicethrone.heroes.words import MOMENTS, OPTIONAL_MOMENTS
from dtsim.dicethrone.program import layout as L

# moments at which a card is played or a token spent: windows open for them
WINDOWS = (
    *OPTIONAL_MOMENTS,
    "offensive roll phase ends",
    "attacking",
    "attacked",
    "damaged",
    "roll phase ends",
)


def parts_of_rule(rule: Rule) -> list[tuple[int, int, Text]]:
    """The moments at which a rule really happens, with the part of its text that does."""
    moment = MOMENTS.index(rule.moment)
    if rule.spend:
        return [(moment, 0, rule.text)]
    verbs = {action.verb for action in actions_of(rule.text)}
    if moment == L.ROLL_PHASE_ENDS:
        if "repeat" in verbs:
            return [(L.EXTRA_PASS, 0, rule.text)]
        if any(_asks_for_no_attack(line) for line in rule.text):
            return [(L.NO_ATTACK, 0, rule.text)]
    if moment == L.ACTIVATING and any(_skips_the_ability(action) for action in actions_of(rule.text)):
        return [(L.RESISTING, 0, rule.text)]
    if moment in (L.ATTACKING, L.ATTACKED):
        now, later = _split(rule.text)
        parts = [(moment, moment, now), (L.SETTLING, moment, later)]
        return [part for part in parts if part[2]]
    return [(moment, 0, rule.text)]


def _split(text: Text) -> tuple[Text, Text]:
    """What happens when the Attack arrives, and the plus and minus counted with the damage (DT-TOK-7)."""
    if any(
        len(line.options) > 1 or any(isinstance(guard, May | Spend | On) for guard in line.guards)
        for line in text
    ) or any(action.verb in ("roll", "duel") or _uses_up(action) for action in actions_of(text)):
        return text, ()
    now = tuple(_keep(line, lambda action: not _is_counted(action)) for line in text)
    later = tuple(_keep(line, lambda action: _is_counted(action) or _is_total(action)) for line in text)
    return _if_it_acts(now), _if_it_acts(later)


def _uses_up(action: Action) -> bool:
    """The token goes with what it does: nothing would be left to count later."""
    return action.thing == ThisToken() or (action.verb == "remove" and isinstance(action.thing, Counter))


def _keep(line: Line, wanted: Callable[[Action], bool]) -> Line:
    return replace(line, options=(tuple(action for action in line.options[0] if wanted(action)),))


def _if_it_acts(text: Text) -> Text:
    return text if any(line.options[0] for line in text) else ()


def _is_counted(action: Action) -> bool:
    if action.verb not in ("add", "prevent") or not isinstance(action.thing, Damage):
        return False
    return not isinstance(action.amount, Every | Half)


def _is_total(action: Action) -> bool:
    """Damage that is not received at all: also if the token comes only after the Attack has arrived."""
    return action.verb == "prevent" and isinstance(action.thing, Damage) and isinstance(action.amount, Every)


def _asks_for_no_attack(line: Line) -> bool:
    return any(
        isinstance(guard, If) and guard.condition.about == "attack_made" and guard.condition.negated
        for guard in line.guards
    )


def _skips_the_ability(action: Action) -> bool:
    return action.verb == "skip" and action.thing == Word("the ability")
